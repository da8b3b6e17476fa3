//! However many threads there are, the output is the same, byte for byte.

use crate::support::sgi;

const CHOMP: &str = "game Chomp(row: list of nat) {
  move bite(r in indices(row), c in 0..<row[r]) if (r, c) != (0, 0)
    -> Chomp([if i < r then row[i] else min(row[i], c) for i in indices(row)])
}
";
const FIBONACCI: &str = "game Fib(n, q) { move take(k in 1..min(n, q)) -> Fib(n - k, 2*k)  same as Fib(n, min(q, n)) }
";
/// Rows are bitten as in Chomp; late in the search, a move leads to no position at all, or to one with a row that is longer
/// than any before.
const LATE: [&str; 2] = [
    "game Late(row: list of nat) {
  move bite(r in indices(row), c in 0..<row[r]) if (r, c) != (0, 0)
    -> Late([if i < r then row[i] else min(row[i], c) for i in indices(row)])
  move wrong if row == [9, 9, 9, 3, 2, 1, 0, 0] -> Late(row with [0: 0 - 5])
}
",
    "game Late(row: list of nat) {
  move bite(r in indices(row), c in 0..<row[r]) if (r, c) != (0, 0)
    -> Late([if i < r then row[i] else min(row[i], c) for i in indices(row)])
  move outside if row == [9, 9, 9, 3, 2, 1, 0, 0] -> Late([0, 0, 0, 0, 0, 0, 0, 40])
}
",
];
/// A table that native code fills position by position.
const SQUARES: &str = "game Squares(a, b) {
  move one(i in 1..a) if i * i <= a -> Squares(a - i * i, b)
  move other(i in 1..b) if i * i <= b -> Squares(a, b - i * i)
}
";
/// A file, more arguments, expressions, the exit status, and whether threads have enough to do.
type Case = (&'static str, &'static [&'static str], &'static [&'static str], i32, bool);

const CASES: [Case; 11] = [
    ("chomp", &[], &["sg(Chomp([4, 4, 4]))", "[loses(Chomp([a, b])) for a in 1..9, b in 0..a]"], 0, false),
    ("wythoff", &[], &["sum(sg(Wythoff(a, b)) for a in 0..60, b in 0..60)"], 0, false),
    (CHOMP, &[], &["sg(Chomp([8 for _ in 1..8]))", "sg(Chomp([9, 9, 9, 9, 9, 9, 9]))"], 0, true),
    (CHOMP, &["--max-states", "20000"], &["sg(Chomp([9 for _ in 1..8]))"], 4, true),
    (CHOMP, &["--max-memory", "1M"], &["sg(Chomp([9 for _ in 1..10]))"], 4, true),
    (FIBONACCI, &[], &["sg(Fib(700, 699))", "[n for n in 1..200 if loses(Fib(n, n - 1))]"], 0, false),
    (FIBONACCI, &["--max-states", "100000"], &["sg(Fib(700, 699))"], 4, false),
    (LATE[0], &[], &["sg(Late([9 for _ in 1..8]))"], 3, true),
    (LATE[1], &[], &["sg(Late([9 for _ in 1..8]))"], 0, true),
    (SQUARES, &[], &["sg(Squares(600, 600))", "sg(Squares(599, 598))"], 0, true),
    (SQUARES, &["--max-states", "300000"], &["sg(Squares(600, 600))"], 4, false),
];

#[test]
fn the_output_does_not_depend_on_the_number_of_threads() {
    for (file, more, expressions, status, shared) in CASES {
        let one = |jobs: &str| {
            let (name, input) = if file.contains('{') { ("-", file) } else { (file, "") };
            let mut args = vec!["eval", name, "--jobs", jobs, "--stats"];
            args.extend(more);
            args.push("--");
            args.extend(expressions);
            let run = sgi(&args).input(input).exit(status);
            let threads = format!(", {jobs} threads");
            assert_eq!(run.stderr().contains(&threads), shared && jobs != "1", "{jobs} jobs, {}", run.stderr());
            // Of the statistics, only the number of positions: times, bytes and threads are what threads are for.
            let states = |line: &str| line.split(" states in ").next().unwrap_or_default().replace(&threads, "");
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
