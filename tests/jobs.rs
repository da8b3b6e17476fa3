//! However many threads there are, the output is the same, byte for byte.

mod support;

use support::sgi;

const CHOMP: &str = "game Chomp(row: list of nat) {
  move bite(r in indices(row), c in 0..<row[r]) if (r, c) != (0, 0)
    -> Chomp([if i < r then row[i] else min(row[i], c) for i in indices(row)])
}
";
const FIBONACCI: &str = "game Fib(n, q) { move take(k in 1..min(n, q)) -> Fib(n - k, 2*k)  same as Fib(n, min(q, n)) }
";
/// Deep below, a move leads to no position at all.
const FAULTY: &str = "game G(h: list of nat) {
  move take(i in indices(h), k in 1..h[i]) -> G(h with [i: h[i] - k])
  move wrong if h == [1, 1, 1, 2, 0] -> G(h with [0: 0 - 5])
}
";

/// A file, more arguments, expressions, the exit status.
type Case = (&'static str, &'static [&'static str], &'static [&'static str], i32);

const CASES: [Case; 8] = [
    ("chomp", &[], &["sg(Chomp([4, 4, 4]))", "[loses(Chomp([a, b])) for a in 1..9, b in 0..a]"], 0),
    ("wythoff", &[], &["sum(sg(Wythoff(a, b)) for a in 0..60, b in 0..60)"], 0),
    (CHOMP, &[], &["sg(Chomp([8 for _ in 1..8]))", "sg(Chomp([9, 9, 9, 9, 9, 9, 9]))"], 0),
    (CHOMP, &["--max-states", "10000"], &["sg(Chomp([9 for _ in 1..8]))"], 4),
    (CHOMP, &["--max-memory", "300K"], &["sg(Chomp([9 for _ in 1..8]))"], 4),
    (FIBONACCI, &[], &["sg(Fib(700, 699))", "[n for n in 1..200 if loses(Fib(n, n - 1))]"], 0),
    (FIBONACCI, &["--max-states", "100000"], &["sg(Fib(700, 699))"], 4),
    (FAULTY, &[], &["sg(G([5, 5, 5, 5, 5]))"], 3),
];

#[test]
fn the_output_does_not_depend_on_the_number_of_threads() {
    for (file, more, expressions, status) in CASES {
        let one = |jobs: &str| {
            let (name, input) = if file.contains('{') { ("-", file) } else { (file, "") };
            let mut args = vec!["eval", name, "--jobs", jobs, "--stats"];
            args.extend(more);
            args.push("--");
            args.extend(expressions);
            let run = sgi(&args).input(input).exit(status);
            // Of the statistics, only the number of positions: times and bytes are what threads are for.
            let states = |line: &str| line.split(" states in ").next().unwrap_or_default().to_owned();
            let errors: Vec<String> = run.stderr().lines().map(states).collect();
            (run.stdout(), errors)
        };
        let alone = one("1");
        for jobs in ["2", "4"] {
            assert_eq!(one(jobs), alone, "{jobs} threads, {expressions:?}");
        }
    }
}

#[test]
fn jobs_are_at_least_one() {
    sgi(&["eval", "nim", "--jobs", "0", "1"]).exit(2).err("--jobs");
    sgi(&["eval", "nim", "--jobs", "7", "1"]).exit(0).out_is("1\n");
}
