//! What a run may take: memory, time, stack; and that it ends well when it is told to.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{self, sgi};

const GEOGRAPHY: &str = "game G(v: rect(7, 7), free: set of rect(7, 7)) {
  move go(d in {(0, 1), (0, -1), (1, 0), (-1, 0)}) if v + d in free -> G(v + d, free - {v + d}) }";
const WYTHOFF: &str = "game G(a, b) { move one(x in 1..a) -> G(a - x, b)  move other(y in 1..b) -> G(a, b - y)
  move both(x in 1..min(a, b)) -> G(a - x, b - x) }";
const FIBONACCI: &str = "game G(n, q) { move take(k in 1..min(n, q)) -> G(n - k, 2*k)  same as G(n, min(q, n)) }";
const GRUNDY: &str = "game G(n) { move split(a in 1..<n) if 2*a < n -> G(a) + G(n - a) }";
const SUBTRACTION: &str = "game G(n) { move take(k in {1, 5, 17, 40, 1001, 70001}) if k <= n -> G(n - k) }";
const PARTIZAN: &str =
    "game G(a, b, c) { left move x if a > 0 -> G(a - 1, b, c)  left move y(k in 1..b) -> G(a, b - k, c + 1)
  right move z if b > 0 -> G(a, b - 1, c)  right move w if c > 0 -> G(a + 1, b, c - 1) }";
const CHAIN: &str = "game G(n, a, l: list of nat) { move step if n > 0 -> G(n - 1, a, l) }";
const NIM: &str = "game G(n) { move take(k in 1..n) -> G(n - k) }";

/// The highest use of memory that the machine saw, in KiB; where it does not tell, 0.
fn peak_of(id: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// `sgi eval` on rules, at work.
fn started(rules: &str, arguments: &[&str], expression: &str) -> Child {
    begun(rules, &[&["eval", "-", "--quiet"], arguments, &["--", expression]].concat())
}

/// `sgi` on rules, at work.
fn begun(rules: &str, arguments: &[&str]) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sgi"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("sgi starts");
    // A run that ends before it has read everything says why by its status.
    let _ = child.stdin.take().expect("a pipe").write_all(rules.as_bytes());
    child
}

/// Runs `sgi eval` on rules; its exit status and its peak, looked at every millisecond.
fn run(rules: &str, arguments: &[&str], expression: &str) -> (Option<i32>, u64) {
    watched(&mut started(rules, arguments, expression))
}

/// The exit status of a run and its peak, looked at every millisecond.
fn watched(child: &mut Child) -> (Option<i32>, u64) {
    let mut peak = 0;
    loop {
        peak = peak.max(peak_of(child.id()));
        if let Some(status) = child.try_wait().expect("sgi runs") {
            return (status.code(), peak);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Rules, a question, a limit in MiB.
const HUNGRY: [(&str, &str, u64); 12] = [
    (GEOGRAPHY, "sg(G((0, 0), rect(7, 7) - {(0, 0)}))", 64),
    (FIBONACCI, "sg(G(7000, 6999))", 64),
    (WYTHOFF, "sg(G(900, 900))", 64),
    (PARTIZAN, "outcome(G(90, 90, 90) + G(50, 60, 70))", 64),
    (CHAIN, "sg(G(20000000, 3, [1, 2]))", 96),
    (GRUNDY, "sg(G(40000))", 64),
    (SUBTRACTION, "sg(G(30000000))", 64),
    (NIM, "[(n, [n, n + 1]) for n in 0..100000000]", 64),
    (NIM, "len({(n, n * n) for n in 0..100000000})", 64),
    (NIM, "[G(n) for n in 0..100000000]", 64),
    (NIM, "len([3**(20000 + n) for n in 0..100000])", 64),
    (NIM, "len(join([n for n in 0..100000000]))", 128),
];

#[test]
fn memory_stays_within_the_limit() {
    for (rules, question, limit) in HUNGRY {
        let size = format!("{limit}M");
        let (status, peak) = run(rules, &["--max-memory", &size, "--timeout", "3s"], question);
        assert!(matches!(status, Some(0 | 4)), "{question}: {status:?}");
        let bound = limit * 1024 * 11 / 10 + 32 * 1024;
        assert!(peak <= bound, "{question}: {} MiB with a limit of {limit} MiB", peak / 1024);
    }
}

#[test]
fn canonical_forms_are_charged() {
    let (status, _) = run("", &["--max-memory", "2M"], "value(20000 * form([0], [form([0], [-2])]))");
    assert_eq!(status, Some(4));
}

#[test]
fn what_is_let_go_is_given_back() {
    // Each of these takes a little a million times, but never much at once.
    for expression in [
        "sum(n * 10**15 for n in 0..300000) % 7",
        "max(10**30 - n for n in 0..300000) % 7",
        "nimsum(10**30 + n for n in 0..300000) % 7",
        "mex(10**30 - n for n in 0..300000)",
        "count(1 == 1 for n in 0..300000 if 10**30 + n > 0, m = 10**40 + n)",
        "sum(len([n, n + 1, n + 2]) for n in 0..300000)",
        "count(loses(G(n % 7) + G(n % 11)) for n in 0..200000)",
    ] {
        let (status, _) = run(NIM, &["--max-memory", "2M"], expression);
        assert_eq!(status, Some(0), "{expression}");
    }
    let claims = format!("{NIM}\nclaim c(n in 0..200000): 10**30 + n > 0 and len([n, n]) == 2\n");
    sgi(&["run", "-", "--max-memory", "2M"]).input(&claims).exit(0).out("holds");
}

/// Nothing here is charged before it is allocated, or more is allocated than was charged: what a run takes in any phase, be
/// it of reading or writing, is seen all the same.
#[test]
fn memory_that_nobody_charges_is_limited_too() {
    let chain = format!("print {}\n", vec!["1"; 120_000].join(" + "));
    let names = (0..30_000).map(|i| format!("let name{i} = {i}")).collect::<Vec<_>>().join("\n");
    let huge =
        "game P(h: list of nat) { move t(i in indices(h), k in 1..h[i]) if k < max(h) -> P(h with [i: h[i] - k]) }
start P([2147483647, 4])\n";
    for (rules, arguments) in [
        (&chain[..], &["run", "-"][..]),
        (&chain, &["check", "-"]),
        (&names, &["run", "-", "--format", "json"]),
        (huge, &["run", "-"]),
        (huge, &["moves", "-", "--format", "json"]),
        (huge, &["graph", "-"]),
        (NIM, &["table", "-", "--format", "csv", "(n, n * n) for n in 0..1000000"]),
        (NIM, &["find", "-", "n * n % 17 for n in 0..10000000"]),
    ] {
        let mut child = begun(rules, &[arguments, &["--max-memory", "8M", "--timeout", "20s"]].concat());
        let (status, peak) = watched(&mut child);
        assert!(matches!(status, Some(0 | 4)), "{arguments:?}: {status:?}");
        assert!(peak <= (8 + 32) * 1024 + 8 * 1024 / 10, "{arguments:?}: {} MiB", peak / 1024);
    }
}

/// How long a run goes on after Ctrl-C, and its exit status.
fn interrupted(rules: &str, expression: &str) -> (Option<i32>, Duration) {
    let mut child = started(rules, &["--timeout", "60s"], expression);
    std::thread::sleep(Duration::from_millis(400));
    assert!(child.try_wait().expect("sgi runs").is_none(), "{expression} is too easy");
    let asked = Instant::now();
    send("INT", &child);
    let status = child.wait().expect("sgi ends");
    (status.code(), asked.elapsed())
}

#[test]
fn an_interruption_is_answered_soon_by_every_kernel() {
    for (rules, expression) in [
        (GEOGRAPHY, "sg(G((0, 0), rect(7, 7) - {(0, 0)}))"),
        (FIBONACCI, "sg(G(8000, 7999))"),
        (WYTHOFF, "sg(G(8000, 8000))"),
        (PARTIZAN, "value(G(200, 200, 200))"),
        (GRUNDY, "sg(G(30000000))"),
        (NIM, "sum(n * n for n in 0..100000000000)"),
        (NIM, "count(x == 7 for x in 0..1000000000000 if 10**20 > x)"),
        (NIM, "[3**(1000000 + n) for n in 0..100000]"),
        // One operation that never looks up.
        (NIM, "3**40000000"),
    ] {
        let (status, time) = interrupted(rules, expression);
        assert_eq!(status, Some(130), "{expression}");
        // In good code it is a tenth of a second; this machine may be slow and busy.
        assert!(time < Duration::from_secs(6), "{expression}: {time:?}");
    }
}

#[test]
fn every_signal_that_ends_a_run_leaves_its_report() {
    let file = format!("{NIM}\nclaim wrong(n in 0..9): sg(G(n)) == 0\n");
    // One operation that never looks up, many that do, and a text that never comes.
    for (signal, status, rest) in [
        ("INT", 130, "print 3**40000000"),
        ("TERM", 143, "print sum(n for n in 0..10**12)"),
        ("HUP", 129, "print 3**40000000"),
    ] {
        let arguments = ["run", "-", "--format", "json", "--timeout", "60s"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_sgi"));
        let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("sgi starts");
        child.stdin.take().expect("a pipe").write_all(format!("{file}{rest}\n").as_bytes()).expect("sgi reads");
        std::thread::sleep(Duration::from_millis(400));
        send(signal, &child);
        let done = child.wait_with_output().expect("sgi ends");
        assert_eq!(done.status.code(), Some(status), "{signal}");
        let report: serde_json::Value = serde_json::from_slice(&done.stdout).expect("a whole document");
        assert_eq!(report["claims"][0]["verdict"], "refuted", "{signal}");
    }
    for (signal, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sgi"));
        let mut child =
            command.args(["fmt", "-"]).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().expect("sgi starts");
        let _text_to_come = child.stdin.take();
        std::thread::sleep(Duration::from_millis(200));
        send(signal, &child);
        assert_eq!(child.wait().expect("sgi ends").code(), Some(status), "{signal} while it reads");
    }
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
}

#[test]
fn time_is_up_even_in_the_middle_of_one_operation() {
    let begun = Instant::now();
    let file = format!("{NIM}\nclaim wrong(n in 0..9): sg(G(n)) == 0\nprint 3**40000000\n");
    let run = sgi(&["run", "-", "--format", "json", "--timeout", "300ms"]).input(&file);
    // What was found out before is not lost: neither the verdict nor its exit status.
    let run = run.exit(1).err("the time limit");
    let found = run.json();
    assert_eq!(found["claims"][0]["verdict"], "refuted");
    assert_eq!(
        found["diagnostics"].as_array().and_then(|list| list.last()).map(|last| &last["code"]),
        Some(&"E0603".into())
    );
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn play_that_never_ends_is_found_early_or_named() {
    // A search that takes `up` first never comes back by itself.
    let back = "game G(n) { move dn if n > 0 -> G(n - 1)  move up -> G(n + 1) }\n";
    let listed = "game G(n, l: list of nat) { move dn if n > 0 -> G(n - 1, l)  move up -> G(n + 1, l) }\n";
    for (rules, start) in [(back, "G(3)"), (listed, "G(3, [1])"), (listed, "G(3, [1]) + G(4, [2])")] {
        let run =
            sgi(&["eval", "-", "--max-memory", "512M", "--max-states", "3000000", "--", &format!("loses({start})")]);
        run.input(rules).exit(3).err("E0402");
    }
    // Positions that wait count, and what grows is named.
    for (rules, start) in [
        ("game G(n) { move up -> G(n + 1) }\n", "sg(G(3))"),
        ("game G(l: list of nat, n) { move up -> G(l, n + 1) }\n", "sg(G([1], 3))"),
        (
            "game G(n, l: list of nat) { left move up -> G(n + 1, l)  right move up -> G(n + 1, l) }\n",
            "outcome(G(3, [1]))",
        ),
        ("game G(n, l: list of nat) { move up -> G(n + 1, l) }\n", "birthday(G(3, [1]))"),
    ] {
        let run = sgi(&["eval", "-", "--max-states", "200000", "--timeout", "60s", "--", start]).input(rules);
        run.exit(4)
            .err("the limit of 200,000 states was reached")
            .err("`n` keeps growing by the move `up`: 3, 4, 5, 6, ...");
    }
}

#[test]
fn values_of_heaps_are_states_before_they_are_computed() {
    let export = ["export", "-", "--stats", "--max-states", "100", "sg(G(n)) for n in 0.."];
    sgi(&export).input(SUBTRACTION).exit(4).err("101 states in");
    let verify = sgi(&["verify", "-", "--max-states", "10"]);
    let proofs = sgi(&["run", "-", "--quiet", "--certificate", "-"]).input(
        "game G(n) { move take(k in {1, 5, 17}) if k <= n -> G(n - k) }\nclaim c(n in 0..): sg(G(n + 600)) < 9\n",
    );
    let text = proofs.exit(0).stdout();
    verify.input(&text[text.find("{\n").expect("a document")..]).exit(4).out("? G: ");
}

#[test]
fn the_least_number_of_64_bits_is_no_small_one() {
    let rules = "game G(n) { move split(a in -9223372036854775808..n - 1, b = n - a) if a < b -> G(a) + G(b) }";
    let (status, _) = run(rules, &["--max-states", "1000"], "sg(G(15))");
    assert!(matches!(status, Some(3 | 4)), "{status:?}");
}

#[test]
fn numbers_at_the_ends_of_64_bits_are_listed_and_refused_as_places() {
    let nim = "game Nim(n) { move take(k in 1..n) -> Nim(n - k) }";
    let evaluated = sgi(&["eval", "-", "[sg(Nim(n % 3)) for n in 9223372036854775804..9223372036854775807]"]);
    evaluated.input(nim).exit(0).out("[1, 2, 0, 1]");
    for range in ["9223372036854775700..9223372036854775807", "-9223372036854775808..-9223372036854775700"] {
        for more in ["", ", m in 0..10"] {
            let found = sgi(&["find", "-", &format!("n % 3 for n in {range}{more}")]);
            found.input(nim).exit(2).err("it goes beyond 2^31");
        }
    }
}

#[test]
fn claims_without_an_end_name_small_positions() {
    let rules = "game G(a: list of nat) {
  move down(i in 1..<len(a), t in 1..a[i]) -> G(a with [i: a[i] - t, i - 1: a[i - 1] + t])
  measure sum(i * a[i] for i in indices(a)) }
claim odd(g in 0.., w in 0.., x in 0.., y in 0.., z in 0..): sg(G([g, w, x, y, z])) == w xor y";
    let (status, _) = watched(&mut begun(rules, &["check", "-", "--equations", "--max-states", "50000"]));
    assert_eq!(status, Some(0));
}

#[test]
fn a_long_way_down_takes_no_stack() {
    let limited = |question: &str, rules: &str| {
        let line = format!("ulimit -s 256; exec '{}' eval - --quiet -- '{question}'", env!("CARGO_BIN_EXE_sgi"));
        let mut shell = Command::new("sh");
        let shell = shell.args(["-c", &line]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = shell.spawn().expect("a shell");
        child.stdin.take().expect("a pipe").write_all(rules.as_bytes()).expect("sgi reads");
        let done = child.wait_with_output().expect("sgi ends");
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).into_owned()
    };
    assert_eq!(limited("sg(G(1000000, 3, [1, 2]))", CHAIN), "0\n");
    // The same without machine code: two players with moves of their own.
    let partizan =
        "game G(n, l: list of nat) { left move a if n > 0 -> G(n - 1, l)  right move b if n > 0 -> G(n - 1, l) }";
    assert_eq!(limited("outcome(G(200001, [1, 2]))", partizan), "N\n");
}

/// What a search without an end may do is counted in work, and an operation on thousands of digits is more of it.
#[test]
fn a_search_over_large_numbers_ends() {
    let claim = "claim large(n in 0..): sg(Nim(n)) == n % 3**n\n";
    sgi(&["run", "-", "--quiet"])
        .input(&format!("{}{claim}", support::NIM))
        .exit(4)
        .out("undecided: no counterexample among");
}
