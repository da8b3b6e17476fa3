//! Rules of one heap in the spellings that people use: recognised as the subtraction game or code that they are, or not.

use std::fmt::Write as _;

use crate::support::{Folder, session, sgi};
use sgi::driver::Exit;
use sgi::report::{FindingVerdict, VerdictWord};

const HEXADECIMAL: &str = include_str!("../golden/hexadecimal_observed.csv");

/// What `--stats` says of the game `G` in each of these rules.
fn plans(rules: &[&str]) -> Vec<String> {
    let mut text = String::new();
    let mut asked = Vec::new();
    for (i, rule) in rules.iter().enumerate() {
        text.push_str(
            &rule.replace("G(", &format!("G{i}(")).replace("H[", &format!("H{i}[")).replace("H(", &format!("H{i}(")),
        );
        text.push('\n');
        asked.push(format!("sg(G{i}(23))"));
    }
    let (report, exit) = session(&text, |session| session.evaluate(&asked));
    assert_eq!(exit, Exit::Success, "{:?}", report.diagnostics);
    let plan = |i: usize| {
        let name = format!("G{i}");
        report.stats.plan.iter().find(|(game, _)| *game == name).expect("asked about").1.clone()
    };
    (0..rules.len()).map(plan).collect()
}

/// Every rule is the game of that name.
fn are(game: &str, rules: &[&str]) {
    for (rule, plan) in rules.iter().zip(plans(rules)) {
        assert!(plan.starts_with(&format!("heap game {game}, ")), "{rule}\n{plan}");
    }
}

#[test]
fn finite_subtraction_sets() {
    are(
        "subtract {1, 3, 4}",
        &[
            "game G(n) { move take(k in {1, 3, 4}) if k <= n -> G(n - k) }",
            "game G(n) { move take(k in [1, 3, 4]) if n - k >= 0 -> G(n - k) }",
            "game G(n) { move one if n >= 1 -> G(n - 1)  move three(k in 3..4) if n >= k -> G(n - k) }",
            "game G(n) { move take(k in {1, 3, 4} & (1..n)) -> G(n - k) }",
            "game G(n) { move take(k in {s for s in {1, 3, 4} if s <= n}) -> G(n - k) }",
            "game G(n) { move take(k in 1..min(n, 4)) if k != 2 -> G(n - k) }",
            "game G(n) { let top = min(4, n)  move take(k in (1..top) - {2}) -> G(n - k) }",
            "game G(n) { move to(m in max(0, n - 4)..<n) if n - m != 2 -> G(m) }",
            "game G(n) { move to(m in 0..n) if n - m in {1, 3, 4} -> G(m) }",
            "game G(n: 0..10**6) { ends if n == 0  move take(k in 1..4) if k <= n and gcd(k, 6) != 2 or k == 4 and n > 3 -> G(n - k) }",
            "game G(n) { move take(e in [0, 2], k = 2**e) if k <= n -> G(n - k)  move three if n > 2 -> G(n - 3) }",
        ],
    );
    let parameter = "param S: set of 1..100 = {1, 3, 4}
fn legal(n: nat) = {k for k in S if k <= n}
game A(n) { move take(k in S) if k <= n -> A(n - k) }
game B(n) { move take(k in 1..n) if k in S -> B(n - k) }
game C(n) { move take(k in legal(n)) -> C(n - k) }
game D[T: set of 1..100](n) { move take(k in T) if k <= n -> D(n - k) }
";
    let asked = ["sg(A(9))", "sg(B(9))", "sg(C(9))", "sg(D[{1} | S](9))"].map(str::to_owned);
    let (report, _) = session(parameter, |session| session.evaluate(&asked));
    for (game, plan) in &report.stats.plan {
        assert!(plan.starts_with("heap game subtract {1, 3, 4}, "), "{game}: {plan}");
    }
    assert_eq!(report.stats.plan.len(), 4);
}

#[test]
fn all_amounts_but_some() {
    are(
        "subtract all but {2, 5}",
        &[
            "game G(n) { move take(k in 1..n) if k not in {2, 5} -> G(n - k) }",
            "game G(n) { move take(k in 1..n if k != 2 and k != 5) -> G(n - k) }",
            "game G(n) { move take(k in (1..n) - {2, 5}) -> G(n - k) }",
            "game G(n) { move to(m in 0..<n) if not (n - m == 2 or n - m == 5) -> G(m) }",
            "game G(n) { move one if n >= 1 -> G(n - 1)  move few(k in 3..4) if k <= n -> G(n - k)  move many(k in 6..n) -> G(n - k) }",
            "game G(n) { move take(k in 1..n) if k == 1 or 3 <= k <= 4 or k > 5 -> G(n - k) }",
            "game G(n) { move to(m in 0..n - 1) if all(n - m != x for x in [2, 5]) -> G(m) }",
        ],
    );
    are("subtract all but {}", &["game G(n) { move to(m in 0..n) if m < n -> G(m) }"]);
    are("subtract all but {1, 2}", &["game G(n) { move to(m in 0..n - 3) -> G(m) }"]);
}

#[test]
fn kayles_and_its_kin() {
    are(
        "0.77",
        &[
            "game G(n) { move knock(j in 1..2, a in 0..n - j) -> G(a) + G(n - j - a) }",
            "game G(n) { move one(a in 0..n - 1) -> G(a) + G(n - 1 - a)  move two(a in 0..n - 2) -> G(a) + G(n - 2 - a) }",
            "game G(n) { move knock(j in 1..2, a in 0..n, b in a..n) if a + b + j == n -> G(a) + G(b) }",
            "game G(n) { move knock(j in 1..2, a in 0..n, b in 0..n) if a + b == n - j -> G(a) + G(b) }",
            "game G(n) { move knock(j in 1..2, a in 0..(n - j) // 2) -> G(a) + G(n - j - a) }",
            "game G(n) { move knock(j in 1..2, left = n - j, a in 0..left, b = left - a if a <= b) -> G(a) + G(b) }",
            "game G(n) { move knock(j in 1..2, a in 0..n - j) -> if a == 0 then G(n - j) else G(a) + G(n - j - a) }",
            "game G(n) { move knock(j in 1..2, a in 0..n - j) -> sum(G(x) for x in [a, n - j - a] if x > 0) }",
            "game G(n) { move one(i in 1..n) -> G(i - 1) + G(n - i)  move two(i in 1..n - 1) -> G(i - 1) + G(n - i - 1) }",
            "game G(n) { move knock(i in 1..n, j in i..min(n, i + 1)) -> G(i - 1) + G(n - j) }",
            "game G(n) { move knock(i in 1..n, w in 1..2 if i + w - 1 <= n) -> G(i - 1) + G(n - i - w + 1) }",
            "game G(n) { move knock(a in 0..n, b in a..n if 1 <= n - a - b and n - a - b <= 2) -> G(a) + G(b) }",
            "fn rest(n, j: nat) = n - j
             game G(n) { move knock(j in 1..2, a in 0..rest(n, j)) -> G(a) + G(rest(n, j) - a) }",
        ],
    );
    are("0.07", &["game G(n) { move knock(a in 0..(n - 2) // 2) -> G(a) + G(n - 2 - a) }"]);
    are(
        "0.137",
        &[
            "game G(n) { move place(i in 1..n) -> G(max(0, i - 2)) + G(max(0, n - i - 1)) }",
            "game G(n) { move place(i in 1..n) -> (if i >= 2 then G(i - 2) else 0) + (if i < n then G(n - i - 1) else 0) }",
        ],
    );
    are("0.11337", &["game G(n) { move cross(i in 1..n) -> G(max(0, i - 3)) + G(max(0, n - i - 2)) }"]);
    are("0.6", &["game G(n) { move take(a in 0..n - 1, b = n - 1 - a if a + b > 0) -> G(a) + G(b) }"]);
    are(
        "0.5",
        &["game G(n) { move split(a in 1..n, b in 1..n) if a + b == n - 1 -> G(a) + G(b)  move all if n == 1 -> 0 }"],
    );
    are(
        "0.4",
        &[
            "game G(n) { move middle(a in 1..n) if 2*a == n - 1 -> 2*G(a)  move other(a in 1..n - 2) if 2*a != n - 1 -> G(a) + G(n - 1 - a) }",
        ],
    );
}

#[test]
fn unequal_splits() {
    are(
        "4.0!",
        &[
            "game G(n) { move split(a in 1..n - 1, b = n - a) if a < b -> G(a) + G(b) }",
            "game G(n) { move split(a in 1..n - 1) if a != n - a -> G(a) + G(n - a) }",
            "game G(n) { move split(a in 1..(n - 1) // 2) -> G(a) + G(n - a) }",
            "game G(n) { move split(a in 1..n, b in a + 1..n) if a + b == n -> G(a) + G(b) }",
            "game G(n) { move split(a in 1..<n, b in 1..<n) if a + b == n and a != b -> G(a) + G(b) }",
            "game G(n) { move split(a in 1..<n) if n - 2*a >= 1 -> G(a) + G(n - a) }",
            "game G(n) { move split(a in 1..<n, d in 1..<n) if 2*a + d == n -> G(a) + G(a + d) }",
            "game G(n) { move split(a in 1..<n // 2) -> G(a) + G(n - a)  move odd(a = n // 2) if n % 2 == 1 and n > 1 -> G(a) + G(a + 1) }",
        ],
    );
    are(
        "0.8!",
        &["game G(n) { move split(a in 1..n, b in a + 1..n, c = n - 1 - a - b if c > b) -> G(a) + G(b) + G(c) }"],
    );
}

#[test]
fn three_heaps() {
    are(
        "0.8",
        &[
            "game G(n) { move split(a in 1..n, b in a..n, c = n - 1 - a - b if c >= b) -> G(a) + G(b) + G(c) }",
            "game G(n) { move split(a in 1..n, b in 1..n, c = n - 1 - a - b if c >= 1) -> G(a) + G(b) + G(c) }",
            "game G(n) { move split(a in 1..n // 3, b in a..(n - 1 - a) // 2) -> G(a) + G(b) + G(n - 1 - a - b) }",
            "game G(n) { move split(a in 1..n, b in a..n, c in b..n if a + b + c == n - 1) -> G(a) + G(b) + G(c) }",
            "game G(n) { move split(a in 1..n - 3, b in 1..n - 2 - a) -> G(a) + G(b) + G(n - 1 - a - b) }",
        ],
    );
    are("0.F", &["game G(n) { move any(a in 0..n - 1, b in 0..n - 1 - a) -> G(a) + G(b) + G(n - 1 - a - b) }"]);
    are(
        "0.0F",
        &["game G(n) { move any(a in 0..n, b in a..n, c in b..n) if a + b + c == n - 2 -> G(a) + G(b) + G(c) }"],
    );
}

#[test]
fn codes_read_from_a_parameter() {
    let rules = "game A[code: text](n) {
  let d = octal_digits(code)
  move all(j in 1..<len(d)) if j == n and d[j] % 2 == 1 -> 0
  move one(j in 1..<len(d)) if j < n and d[j] in {2, 3, 6, 7} -> A(n - j)
  move two(j in 0..<len(d), a in 1..n - j - 1) if d[j] >= 4 -> A(a) + A(n - j - a)
}
game B[d: list of nat](n) {
  move m(j in 0..<len(d), a in 0..n, b in a..n) if a + b + j == n and bit(d[j], (if a > 0 then 1 else 0) + (if b > 0 then 1 else 0)) == 1
    -> B(a) + B(b)
}
game C[d: list of nat](n) {
  move all(j in 1..<len(d)) if j == n and bit(d[j], 0) == 1 -> 0
  move one(j in 1..<len(d)) if j < n and bit(d[j], 1) == 1 -> C(n - j)
  move two(j in 0..<len(d), a in 1..(n - j) // 2) if bit(d[j], 2) == 1 -> C(a) + C(n - j - a)
  move three(j in 0..<len(d), a in 1..n - j, b in a..n - j, c = n - j - a - b if c >= b) if bit(d[j], 3) == 1 -> C(a) + C(b) + C(c)
}
";
    let asked = ["sg(A[\"0.156\"](20))", "sg(B[[0, 1, 5, 6]](20))", "sg(C[[0, 2, 8, 15]](20))", "sg(C[[4, 0, 7]](20))"];
    let (report, exit) = session(rules, |session| session.evaluate(&asked.map(str::to_owned)));
    assert_eq!(exit, Exit::Success, "{:?}", report.diagnostics);
    let codes = ["0.156", "0.156", "0.28F", "4.07"];
    for ((game, plan), code) in report.stats.plan.iter().zip(codes) {
        assert!(plan.starts_with(&format!("heap game {code}, ")), "{game}: {plan}");
    }
}

#[test]
fn amounts_that_depend_on_the_heap() {
    let rules = [
        "game G(n) { move take(k in 1..3) if k <= n and n % 2 == 0 -> G(n - k)  move one if n % 2 == 1 -> G(n - 1) }",
        "game G(n) { move take(k in {1, 3, 4}) if k <= n and (k < 3 or n % 3 == 0) -> G(n - k) }",
        "game G(n) { move take(k in 1..3) if n >= 5 and k <= n -> G(n - k) }",
        "game G(n) { move take(k in 1..3) if k <= n and n != 20 -> G(n - k) }",
        "game G(n) { ends if n < 4  move take(k in {2, 3}) -> G(n - k) }",
        "game G(n) { move take(k in 1..3) if k * k <= n -> G(n - k) }",
    ];
    let said = [
        "by remainder modulo 2: {1, 2, 3}, {1}, from heaps of at least ",
        "by remainder modulo 3: {1, 3, 4}, {1}, {1}, from heaps of at least ",
        "{1, 2, 3} from heaps of at least ",
        "{1, 2, 3} from heaps of at least ",
        "{2, 3} from heaps of at least ",
        "{1, 2, 3} from heaps of at least ",
    ];
    for ((rule, plan), said) in rules.iter().zip(plans(&rules)).zip(said) {
        assert!(plan.starts_with(&format!("heap game subtract {said}")), "{rule}\n{plan}");
    }
    let text = "game Odd(n) { move take(k in 1..3) if k <= n and n % 2 == 0 -> Odd(n - k)  move one if n % 2 == 1 -> Odd(n - 1) }
game Hole(n) { move take(k in 1..3) if k <= n and n != 20 -> Hole(n - k) }
claim odd(n in 0..): loses(Odd(n)) iff n == 0 or n % 2 == 1 and loses(Odd(n - 1))
claim hole(n in 19..): sg(Hole(n + 4)) == sg(Hole(n))
claim holes(n in 0..): loses(Hole(n)) iff n % 4 == 0
refute sooner(n in 18..): sg(Hole(n + 4)) == sg(Hole(n))
print [sg(Odd(n)) for n in 0..12], [sg(Odd(n)) for n in 10**30..10**30 + 5]
";
    let folder = Folder::new("phases").with("p.game", text);
    let done = sgi(&["run", "p.game", "--certificate", "c.json"]).within(&folder).run();
    println!("{}{}", done.stdout(), done.stderr());
    sgi(&["verify", "c.json"]).within(&folder).exit(0).out("✓ Odd").out("✓ Hole");
}

#[test]
fn near_misses_are_played_as_they_are_written() {
    let rules = [
        "game G(n) { move split(a in 1..n, b in a..n, c = n - 1 - a - b if c >= b + 1) -> G(a) + G(b) + G(c) }",
        "game G(n) { move split(a in 1..n, b in a..n, c = n - 1 - a - b if c >= b and n != 17) -> G(a) + G(b) + G(c) }",
        "game G(n) { move split(a in 1..n, b in 1..n, c = n - 1 - a - b if c >= 1 and a + b != 8) -> G(a) + G(b) + G(c) }",
        "game G(n) { move split(a in 1..n, b in 1..n, c = n - 1 - a - b if c >= 1 and 2*a <= b + c) -> G(a) + G(b) }",
        "game G(n) { move split(a in 2..n, b in a..n, c = n - 1 - a - b if c >= b) -> G(a) + G(b) + G(c) }",
        "game G(n) { move split(a in 1..n - 1, b = n - a) if a + 2 <= b -> G(a) + G(b) }",
        "game G(n) { move knock(a in 0..n - 1) if a % 2 == 0 -> G(a) + G(n - 1 - a) }",
        "game G(n) { move knock(a in 0..n - 1, b = n - 1 - a) if a <= 2*b -> G(a) + G(b) }",
        "game G(n) { move take(k in 1..n) if k % 2 == 1 -> G(n - k) }",
        "game G(n) { move take(k in 1..n // 2) -> G(n - k) }",
        "game G(n) { move take(k in 1..n) if k * k <= n -> G(n - k) }",
        "game G(n) { move take(k in 1..n - 1) -> G(n - k) }",
        "game G(n) { move take(k in 1..n) -> G(n - k)  move split(a in 1..n - 1) -> G(a) + G(n - a) }",
        "game G(n) { move wide(a in 1..n, b in 1..n, c in 1..n, d = n - 1 - a - b - c if d >= 1) -> G(a) + G(b) + G(c) + G(d) }",
    ];
    for (rule, plan) in rules.iter().zip(plans(&rules)) {
        assert!(!plan.starts_with("heap game"), "{rule}\n{plan}");
        assert!(plan.contains("no heap game"), "the reason is told: {rule}\n{plan}");
    }
}

/// A hexadecimal code as plain moves.
fn hexadecimal_rules(name: &str, code: &str) -> String {
    let mut moves = String::new();
    for (t, digit) in code.chars().filter_map(|c| c.to_digit(16)).enumerate() {
        let with = |bit: u32| digit >> bit & 1 == 1;
        for (bit, text) in [
            (0, format!("all if n == {t} -> 0")),
            (1, format!("one if n > {t} -> {name}(n - {t})")),
            (2, format!("two(a in 1..(n - {t}) // 2) -> {name}(a) + {name}(n - {t} - a)")),
            (
                3,
                format!(
                    "three(a in 1..n, b in a..n, c = n - {t} - a - b if c >= b) -> {name}(a) + {name}(b) + {name}(c)"
                ),
            ),
        ] {
            if with(bit) {
                let _ = writeln!(moves, "  move {text}");
            }
        }
    }
    format!("game {name}(n) {{\n{moves}}}\n")
}

#[test]
fn hexadecimal_periods_are_proved_and_verified() {
    let (mut text, mut claimed) = (String::new(), 0);
    for (i, line) in HEXADECIMAL.lines().skip(2).filter(|line| line.contains("proved(T2h)")).enumerate() {
        let fields: Vec<&str> = line.split(',').collect();
        let (name, preperiod, period) = (format!("G{i}"), fields[2], fields[3]);
        text.push_str(&hexadecimal_rules(&name, fields[0]));
        let _ = writeln!(text, "claim c{i}(n in {preperiod}..): sg({name}(n + {period})) == sg({name}(n))");
        claimed += 1;
    }
    let folder = Folder::new("hexadecimal").with("h.game", &text);
    let done = sgi(&["run", "h.game", "--certificate", "c.json"]).within(&folder).exit(0);
    assert_eq!((done.stdout().matches("proved").count(), claimed), (22, 22), "{}", done.stdout());
    let done = sgi(&["verify", "c.json"]).within(&folder).exit(0);
    assert_eq!(done.stdout().matches('✓').count(), 22, "{}", done.stdout());
}

#[test]
fn growth_of_hexadecimal_values_is_observed_or_fulfils_the_equation() {
    for (code, preperiod, period, saltus) in [("0.8", 1, 3, 1), ("0.C", 1, 2, 1), ("0.3F", 0, 6, 3), ("0.F8", 7, 6, 4)]
    {
        let row = HEXADECIMAL.lines().find(|line| line.starts_with(&format!("{code},"))).expect("a row");
        assert!(row.starts_with(&format!("{code},arithmetic,{preperiod},{period},{saltus},")), "{row}");
        let (report, exit) = session(&hexadecimal_rules("G", code), |s| s.find("sg(G(n)) for n in 0..200"));
        assert_eq!(exit, Exit::Success);
        let found = report.findings.expect("findings").found;
        // No theorem on periods covers it; the equation of the game may be decided all the same.
        for finding in &found {
            let by_equation =
                finding.theorem.as_ref().is_some_and(|text| text.contains("fulfil the equation of the game"));
            assert!(finding.verdict != FindingVerdict::Proved || by_equation, "{code}: {finding:?}");
        }
        let growth = found.iter().find(|f| f.kind == "period").expect("a period");
        assert!(matches!(growth.verdict, FindingVerdict::Observed | FindingVerdict::Proved), "{code}: {growth:?}");
        assert_eq!(
            (growth.preperiod, growth.period, growth.saltus),
            (Some(preperiod), Some(period), Some(saltus)),
            "{code}"
        );
    }
}

#[test]
fn a_huge_heap_of_growing_values_says_what_is_missing() {
    let text = hexadecimal_rules("G", "0.8");
    let (report, exit) = session(&text, |s| s.evaluate(&["sg(G(10**18))".to_owned()]));
    assert_eq!(exit, Exit::Undecided);
    let notes = &report.diagnostics[0].notes;
    assert!(notes.iter().any(|n| n.contains("go up by 1 every 3 heaps from 1 on")), "{notes:?}");
}

#[test]
fn a_false_period_is_found_out_before_or_left_open() {
    let octal = "use octal: Octal\n";
    // 0.16 repeats 3 from 2913 on and fails at 2985: no finding is called proved
    let (report, _) = session(octal, |s| s.find("sg(Octal[\"0.16\"](n)) for n in 2913..2981"));
    let found = report.findings.expect("findings").found;
    assert!(found.iter().all(|f| f.verdict != FindingVerdict::Proved), "{found:?}");
    let period = found.iter().find(|f| f.kind == "period").expect("a period");
    assert_eq!((period.period, period.verdict), (Some(3), FindingVerdict::Refuted), "{period:?}");
    assert_eq!(period.counterexample.as_deref(), Some("n = 2982"));
    // Unequal splits: the window that suffices for equal ones is met and fails at once.
    let unequal = "game G(n) { move all if n == 1 -> 0  move two if n > 2 -> G(n - 2)
  move split(a in 1..<n - 2, b = n - 2 - a if a < b) -> G(a) + G(b) }
claim c(n in 3..9): sg(G(n + 3)) == sg(G(n))
claim d(n in 3..): sg(G(n + 3)) == sg(G(n))\n";
    let (report, _) = session(unequal, |s| {
        s.run();
    });
    let verdicts: Vec<VerdictWord> = report.claims.iter().map(|c| c.verdict).collect();
    assert_eq!(verdicts, [VerdictWord::Holds, VerdictWord::Refuted]);
    let counterexample = report.claims[1].counterexample.as_ref().expect("a counterexample");
    assert_eq!(counterexample.bindings[0].1.text, "12", "heap 15 is the first that differs");
}
