//! Periods of heap games from rules written in the language: proved, with the least preperiod and the least period.
//!
//! `tests/golden/octal_periods.csv` and `tests/golden/subtraction_periods.csv` hold what an independent program found (see
//! `tests/golden/README.md`). Each row becomes a game in one of several spellings, and claims about it. Rows whose proof needs
//! many values are left to `cargo test --release --test laws periods -- --ignored`.

use std::fmt::Write as _;

use crate::support::session;
use sgi::report::{Report, VerdictWord};

const OCTAL: &str = include_str!("../golden/octal_periods.csv");
const SUBTRACTION: &str = include_str!("../golden/subtraction_periods.csv");

/// Proofs that need more values than this are not for builds without optimisation.
const SHORT: u64 = 500;

fn run(text: &str) -> Report {
    let (report, _) = session(text, |session| {
        session.run();
    });
    report
}

/// How a code is written as moves.
#[derive(Clone, Copy, Debug)]
enum Spelling {
    /// One move for each bit of a digit.
    Bits,
    /// Parts from 0 where the digit allows all of it, guards on sizes, helper functions.
    Merged,
    /// One game for all codes, which reads the digits itself.
    Digits,
}

const SPELLINGS: [Spelling; 3] = [Spelling::Bits, Spelling::Merged, Spelling::Digits];

fn digits(code: &str) -> Vec<u8> {
    code.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect()
}

/// The rules of a code as a game called `name`.
fn octal_rules(name: &str, code: &str, spelling: Spelling) -> String {
    let mut text = String::new();
    match spelling {
        Spelling::Bits => {
            let _ = writeln!(text, "game {name}(n) {{");
            for (t, d) in digits(code).into_iter().enumerate() {
                if d & 1 != 0 {
                    let _ = writeln!(text, "  move all_{t} if n == {t} -> 0");
                }
                if d & 2 != 0 {
                    let _ = writeln!(text, "  move take_{t} if n > {t} -> {name}(n - {t})");
                }
                if d & 4 != 0 {
                    let _ = writeln!(text, "  move split_{t}(a in 1..<n - {t}) -> {name}(a) + {name}(n - {t} - a)");
                }
            }
            text.push_str("}\n");
        }
        Spelling::Merged => {
            let _ = writeln!(text, "fn rest_{name}(n, t: nat) = n - t\ngame {name}(n) {{");
            for (t, d) in digits(code).into_iter().enumerate() {
                let _ = match d {
                    0 => Ok(()),
                    7 => writeln!(text, "  move m{t}(a in 0..n - {t}) -> {name}(a) + {name}(rest_{name}(n, {t}) - a)"),
                    6 => writeln!(
                        text,
                        "  move m{t}(a in 0..(n - {t}) // 2, b = n - {t} - a if b > 0) -> {name}(a) + {name}(b)"
                    ),
                    5 => writeln!(
                        text,
                        "  move m{t}(a in 0..<n, b = n - {t} - a if 0 < a <= b) -> {name}(b) + {name}(a)\n  \
                         move all{t} if {t} <= n <= {t} -> {name}(n - {t})"
                    ),
                    4 => writeln!(text, "  move m{t}(a in 1..n - {t} - 1) -> {name}(n - {t} - a) + {name}(a)"),
                    3 => writeln!(text, "  move m{t} if n >= {t} -> {name}(n - {t})"),
                    2 => writeln!(text, "  move m{t} if not n <= {t} -> {name}(rest_{name}(n, {t}))"),
                    _ => writeln!(text, "  move m{t} if n in {{{t}}} -> {name}(n - {t})"),
                };
            }
            text.push_str("}\n");
        }
        Spelling::Digits => {
            let _ = writeln!(text, "game {name} = Octal[\"{code}\"]");
        }
    }
    text
}

const READS_DIGITS: &str = "game Octal[code: text](n) {
  let d = octal_digits(code)
  move whole_heap(j in 1..<len(d)) if j == n and bit(d[j], 0) == 1 -> 0
  move take(j in 1..<len(d)) if j < n and bit(d[j], 1) == 1 -> Octal(n - j)
  move split(j in 0..<len(d), a in 1..(n - j) // 2) if bit(d[j], 2) == 1 -> Octal(a) + Octal(n - j - a)
}
";

/// Claims that a game's values have exactly this preperiod, period, saltus and greatest value.
fn claims(name: &str, id: &str, preperiod: u64, period: u64, saltus: u64, most: Option<u64>) -> String {
    let more = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
    let mut text = format!("claim period_{id}(n in {preperiod}..): sg({name}(n + {period})) == sg({name}(n)){more}\n");
    if preperiod > 0 {
        let _ = writeln!(
            text,
            "refute sooner_{id}(n in {}..): sg({name}(n + {period})) == sg({name}(n)){more}",
            preperiod - 1
        );
    }
    let mut rest = period;
    for prime in (2..).take_while(|p| p * p <= period).chain([period]) {
        if rest > 1 && rest.is_multiple_of(prime) {
            while rest.is_multiple_of(prime) {
                rest /= prime;
            }
            let (shorter, part) = (period / prime, saltus / prime);
            let _ = writeln!(
                text,
                "refute shorter_{id}_{prime}(n in {preperiod}..): sg({name}(n + {shorter})) == sg({name}(n)) + {part}"
            );
        }
    }
    if rest > 1 && rest < period {
        let (shorter, part) = (period / rest, saltus / rest);
        let _ = writeln!(
            text,
            "refute shorter_{id}_{rest}(n in {preperiod}..): sg({name}(n + {shorter})) == sg({name}(n)) + {part}"
        );
    }
    if let Some(most) = most {
        let last = preperiod + period - 1;
        let _ = writeln!(text, "claim most_{id}: max(sg({name}(n)) for n in 0..{last}) == {most}");
    }
    text
}

/// Every claim as stated, and those on a period proved.
fn check(report: &Report, text: &str) {
    assert!(report.diagnostics.iter().all(|d| d.severity != "error"), "{:?}\n{text}", report.diagnostics);
    assert!(!report.claims.is_empty(), "nothing was claimed");
    for claim in &report.claims {
        let wanted = match claim.name.split_once('_') {
            Some(("period", _)) => VerdictWord::Proved,
            Some(("most", _)) => VerdictWord::Holds,
            _ => VerdictWord::Refuted,
        };
        let said = claim.theorem.as_ref().or(claim.reason.as_ref());
        assert_eq!(claim.verdict, wanted, "{}: {said:?}\n{}", claim.name, lines_about(text, &claim.name));
    }
}

fn lines_about(text: &str, name: &str) -> String {
    let id = name.split('_').nth(1).unwrap_or("");
    text.lines().filter(|line| line.contains(&format!("G{id}")) || line.contains(name)).collect::<Vec<_>>().join("\n")
}

struct OctalRow {
    code: &'static str,
    preperiod: u64,
    period: u64,
    most: u64,
    needed: u64,
}

fn octal_rows() -> Vec<OctalRow> {
    let rows = OCTAL.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |i: usize| fields[i].parse::<u64>().expect("a natural number");
        OctalRow { code: fields[0], preperiod: number(1), period: number(2), most: number(3), needed: number(5) }
    });
    let rows: Vec<OctalRow> = rows.collect();
    assert_eq!(rows.len(), 477);
    rows
}

/// Writes the rows as one file, runs it and checks what it says.
fn check_octal(rows: &[(usize, &OctalRow, Spelling)]) {
    let mut text = READS_DIGITS.to_owned();
    for (i, row, spelling) in rows {
        let name = format!("G{i}");
        text.push_str(&octal_rules(&name, row.code, *spelling));
        text.push_str(&claims(&name, &i.to_string(), row.preperiod, row.period, 0, Some(row.most)));
    }
    check(&run(&text), &text);
}

#[test]
fn short_octal_periods() {
    let rows = octal_rows();
    let short = rows.iter().enumerate().filter(|(_, row)| row.needed <= SHORT);
    let chosen: Vec<_> = short.map(|(i, row)| (i, row, SPELLINGS[i % 3])).collect();
    assert!(chosen.len() > 250, "{}", chosen.len());
    check_octal(&chosen);
}

#[test]
fn every_spelling_of_every_digit() {
    let rows = octal_rows();
    let short = rows.iter().filter(|row| row.needed <= 150);
    let chosen: Vec<_> = short.flat_map(|row| SPELLINGS.map(|s| (row, s))).collect();
    let chosen: Vec<_> = chosen.into_iter().enumerate().map(|(i, (row, s))| (i, row, s)).collect();
    assert!(chosen.len() > 200, "{}", chosen.len());
    check_octal(&chosen);
}

#[test]
#[ignore = "seconds with optimisation, minutes without"]
fn long_octal_periods() {
    let rows = octal_rows();
    for (i, row) in rows.iter().enumerate().filter(|(_, row)| (SHORT..700_000).contains(&row.needed)) {
        check_octal(&[(i, row, SPELLINGS[i % 3])]);
    }
}

#[test]
#[ignore = "minutes with optimisation"]
fn longest_octal_periods() {
    let rows = octal_rows();
    let large: Vec<_> = rows.iter().filter(|row| row.needed >= 700_000 && row.needed < 100_000_000).collect();
    for row in large {
        let started = std::time::Instant::now();
        check_octal(&[(0, row, Spelling::Bits)]);
        println!("{}: {} values, {:.1} s", row.code, row.needed, started.elapsed().as_secs_f64());
    }
}

/// The rules of a subtraction game as a game called `name`.
fn subtraction_rules(name: &str, all_but: bool, set: &[u64], spelling: usize) -> String {
    let list = set.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let last = set.last().copied().unwrap_or(0);
    match (all_but, spelling % 3) {
        (false, 0) => format!("game {name}(n) {{ move take(k in {{{list}}}) if k <= n -> {name}(n - k) }}\n"),
        (false, 1) => {
            format!("game {name}(n) {{ move take(k in 1..min(n, {last})) if k in {{{list}}} -> {name}(n - k) }}\n")
        }
        (false, _) => {
            let mut text = format!("game {name}(n) {{\n");
            for k in set {
                let _ = writeln!(text, "  move take_{k} if n >= {k} -> {name}(n - {k})");
            }
            text.push_str("}\n");
            text
        }
        (true, 0) => format!("game {name}(n) {{ move take(k in 1..n) if k not in {{{list}}} -> {name}(n - k) }}\n"),
        (true, 1) => {
            let unequal: Vec<String> = set.iter().map(|k| format!("n - m != {k}")).collect();
            let guard = if unequal.is_empty() { String::new() } else { format!(" if {}", unequal.join(" and ")) };
            format!("game {name}(n) {{ move to(m in 0..<n){guard} -> {name}(m) }}\n")
        }
        (true, _) => format!("game {name}(n) {{ move take(k in 1..n) if not (k in {{{list}}}) -> {name}(n - k) }}\n"),
    }
}

/// Number, type, set, preperiod, period, saltus.
type SubtractionRow = (usize, bool, Vec<u64>, [u64; 3]);

fn check_subtraction(wanted: impl Fn(u64) -> bool) -> usize {
    let rows = SUBTRACTION.lines().filter(|line| !line.starts_with('#')).skip(1).enumerate().map(|(i, line)| {
        let fields: Vec<&str> = line.split(',').collect();
        let set =
            fields[1].trim_matches(['{', '}']).split_whitespace().map(|s| s.parse().expect("an amount")).collect();
        let [p, q, s, _, needed] = [2, 3, 4, 5, 6].map(|f| fields[f].parse::<u64>().unwrap_or(0));
        ((i, fields[0] != "finite", set, [p, q, s]), needed)
    });
    let all: Vec<(SubtractionRow, u64)> = rows.collect();
    assert_eq!(all.len(), 455);
    let chosen: Vec<_> = all.into_iter().filter(|(_, needed)| wanted(*needed)).collect();
    let mut text = String::new();
    for ((i, all_but, set, [preperiod, period, saltus]), _) in &chosen {
        let name = format!("G{i}");
        text.push_str(&subtraction_rules(&name, *all_but, set, *i));
        text.push_str(&claims(&name, &i.to_string(), *preperiod, *period, *saltus, None));
    }
    check(&run(&text), &text);
    chosen.len()
}

#[test]
fn short_subtraction_periods() {
    let checked = check_subtraction(|needed| needed <= SHORT);
    assert!(checked > 350, "{checked}");
}

#[test]
#[ignore = "seconds with optimisation, minutes without"]
fn long_subtraction_periods() {
    check_subtraction(|needed| needed > SHORT);
}
