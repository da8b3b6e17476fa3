//! Random rules with random claims: what is proved is checked by the solver, what is refuted was.

use std::fmt::Write as _;

use super::{reports, verdict};

/// Pseudo-random numbers (xorshift), the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn pick<'s>(&mut self, list: &[&'s str]) -> &'s str {
        list[usize::try_from(self.below(list.len() as u64)).expect("small")]
    }
}

/// A game on two fields, and claims about it.
fn file(dice: &mut Dice) -> (String, usize) {
    let amount = |dice: &mut Dice, most: &str| match dice.below(4) {
        0 => format!("k in 1..{most}"),
        1 => format!("k in {{1, {}}} if k <= {most}", 2 + dice.below(3)),
        _ => format!("k in 1..min({}, {most})", 1 + dice.below(3)),
    };
    let guard = |dice: &mut Dice| {
        dice.pick(&["", "", "", " if a >= b", " if (a + b) % 2 == 0", " if a != 1 or b > 2"]).to_owned()
    };
    let mut moves = String::new();
    let bound = 1 + dice.below(3);
    let alike = dice.below(3) > 0;
    for (name, target, most) in
        [("x", "G(a - k, b)", "a"), ("y", "G(a, b - k)", "b"), ("z", "G(a - k, b - k)", "min(a, b)")]
    {
        if name != "z" || dice.below(3) == 0 {
            let amount = if alike { format!("k in 1..min({bound}, {most})") } else { amount(dice, most) };
            let guard = if alike || amount.contains(" if ") { String::new() } else { guard(dice) };
            let _ = write!(moves, " move {name}({amount}){guard} -> {target}");
        }
    }
    let ending = dice.pick(&["", "", "", " ends if a + b <= 1", " wins if a == 2 and b == 0"]);
    let mut text = format!("game G(a, b) {{{ending}{moves} }}\n");
    let count = 7;
    for i in 0..count {
        let m = if alike { bound + 1 } else { 2 + dice.below(3) };
        let r = dice.below(2);
        let play = if dice.below(6) == 0 { "misere " } else { "" };
        let formula = match dice.below(7) {
            0 => format!("(a + b) % {m} == {r}"),
            1 => format!("a % {m} == b % {m}"),
            2 => "a == b".to_owned(),
            3 => "a xor b == 0".to_owned(),
            4 => format!("(a % {m} xor b % {m}) == {r}"),
            5 => format!("a % {m} == {r} and b % 2 == 0"),
            _ => format!("a // {m} == b // {m}"),
        };
        for (name, low, end) in [("all", "0..", "0.."), ("checked", "0..16", "0..16")] {
            let _ = writeln!(text, "claim {name}{i}(a in {low}, b in {end}): loses({play}G(a, b)) iff {formula}");
        }
    }
    (text, count)
}

/// A number that a move leads to.
fn lowered(dice: &mut Dice, name: &str) -> (String, String) {
    let c = 1 + dice.below(4);
    match dice.below(7) {
        0 => (format!("{name} >= {c}"), format!("{name} - {c}")),
        1 => (format!("{name} > 0"), format!("max(0, {name} - {c})")),
        2 => (format!("{name} > 0"), format!("{name} // {}", c + 1)),
        3 => (format!("{name} > {c}"), format!("{c}")),
        4 => (format!("{name} > 0 and {name} % {} != 0", c + 1), format!("{name} - {name} % {}", c + 1)),
        5 => (format!("{name} >= {c} and {name} % 2 == {}", c % 2), format!("{name} - {c}")),
        _ => (format!("{name} >= 1"), format!("({name} - 1) xor {}", dice.below(2) * ((c + 1) % 2))),
    }
}

/// A game on one to four fields of several types, and claims about it, each without an end and with one.
fn mixed(dice: &mut Dice) -> (String, usize) {
    let names = ["a", "b", "c", "d"];
    let kinds: Vec<u64> = (0..=dice.below(4)).map(|i| if i == 0 { 0 } else { dice.below(4) }).collect();
    let fields: Vec<String> = (kinds.iter().zip(names))
        .map(|(kind, name)| match kind {
            1 => format!("{name}: bool"),
            2 => format!("{name}: 0..2"),
            _ => name.to_owned(),
        })
        .collect();
    let mut moves = String::new();
    for which in 0..=dice.below(3) {
        let (mut binder, mut guards, mut target) = (String::new(), Vec::new(), Vec::new());
        let moved = usize::try_from(dice.below(kinds.len() as u64)).expect("small");
        for (at, (kind, name)) in kinds.iter().zip(names).enumerate() {
            let any = dice.below(3);
            match (kind, at == moved) {
                (1, true) => {
                    guards.push(name.to_owned());
                    target.push("false".to_owned());
                }
                (2, true) => {
                    guards.push(format!("{name} > 0"));
                    target.push(format!("{name} - 1"));
                }
                (_, true) if dice.below(3) > 0 => {
                    let most = 1 + dice.below(4);
                    binder = match dice.below(4) {
                        0 => format!("k in 1..{name}"),
                        1 => format!("k in {{1, {}}}", most + 1),
                        _ => format!("k in 1..min({most}, {name})"),
                    };
                    guards.push(format!("k <= {name}"));
                    target.push(format!("{name} - k"));
                }
                (_, true) => {
                    let (guard, to) = lowered(dice, name);
                    guards.push(guard);
                    target.push(to);
                }
                (1, false) if any == 0 => {
                    guards.push(name.to_owned());
                    target.push(name.to_owned());
                }
                (2, false) if any == 0 => {
                    guards.push(format!("{name} != {}", dice.below(3)));
                    target.push(name.to_owned());
                }
                (0 | 3, false) if any == 0 => {
                    let (guard, to) = lowered(dice, name);
                    guards.push(guard);
                    target.push(to);
                }
                _ => target.push(name.to_owned()),
            }
        }
        let bound = if binder.is_empty() { String::new() } else { format!("({binder})") };
        let _ = write!(moves, " move m{which}{bound} if {} -> G({})", guards.join(" and "), target.join(", "));
    }
    let ending = dice.pick(&["", "", "", "", " ends if a <= 1", " wins if a == 2"]);
    let mut text = format!("game G({}) {{{ending}{moves} }}\n", fields.join(", "));
    let wide = if kinds.iter().filter(|kind| matches!(kind, 0 | 3)).count() > 2 { 7 } else { 20 };
    let list = |a: &str| {
        let rest = kinds[1..].iter().zip(&names[1..]).map(|(_, name)| format!(", {name}"));
        format!("G({a}{})", rest.collect::<String>())
    };
    let count = 6;
    for i in 0..count {
        let (p, r) = (1 + dice.below(8), dice.below(3));
        let low = dice.below(3) * dice.below(12);
        let body = match if ending.contains("wins") { 2 + dice.below(5) } else { dice.below(8) } {
            0 => format!("sg({}) == a % {}", list("a"), p + 1),
            1 => format!("sg({}) == sg({})", list(&format!("a + {p}")), list("a")),
            2 => format!("loses({}) iff a % {} == {r}", list("a"), p + 1),
            3 => format!("loses({}) iff loses({})", list(&format!("a + {p}")), list("a")),
            4 => format!("wins({}) or a % {} == {r}", list("a"), p + 1),
            5 => format!("wins(misere {}) or a % {} == {r}", list("a"), p + 1),
            6 => format!("loses(misere {}) iff loses(misere {})", list(&format!("a + {p}")), list("a")),
            _ => format!("sg({}) <= {r}", list("a")),
        };
        for (name, high, least) in [("all", String::new(), 0), ("checked", wide.to_string(), low)] {
            let _ = write!(
                text,
                "claim {name}{i}(a in {low}..{}",
                if high.is_empty() { String::new() } else { (wide + least).to_string() }
            );
            for (kind, name) in kinds[1..].iter().zip(&names[1..]) {
                let _ = match kind {
                    1 => write!(text, ", {name} in [false, true]"),
                    2 => write!(text, ", {name} in 0..2"),
                    _ => write!(text, ", {name} in 0..{high}"),
                };
            }
            let _ = writeln!(text, "): {body}");
        }
    }
    (text, count)
}

/// Compares what is proved of a file, and what is not, with its claims that have an end; how many were proved and refuted.
fn judged((text, count): (String, usize)) -> (usize, usize) {
    let reports = reports(&text);
    assert_eq!(reports.len(), 2 * count);
    let (mut proved, mut refuted) = (0, 0);
    for pair in reports.chunks(2) {
        let [(name, all), (_, checked)] = pair else { continue };
        let ((all, detail), (seen, place)) = (verdict(all), verdict(checked));
        match all {
            "proved" => {
                assert_eq!(seen, "holds", "{text}{name}: {detail}; {place}");
                proved += 1;
            }
            "refuted" => refuted += 1,
            "stopped" => assert_eq!(seen, "stopped", "{text}{name}: {detail}"),
            // What is left undecided was looked at for a while only.
            _ => {}
        }
    }
    (proved, refuted)
}

/// A long hunt over `SGI_HUNT` files from `SGI_SEED` on, see `docs/fuzzing.md`.
#[test]
#[ignore = "as long as it is given"]
fn hunt() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let (rounds, seed) = (number("SGI_HUNT").unwrap_or(100), number("SGI_SEED").unwrap_or(1));
    let (mut proved, mut refuted) = (0, 0);
    for round in 0..rounds {
        let mut dice = Dice((seed * 1_000_000 + round + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let file = if dice.below(4) == 0 { file(&mut dice) } else { mixed(&mut dice) };
        let (more, fewer) = judged(file);
        (proved, refuted) = (proved + more, refuted + fewer);
        if round % 100 == 99 {
            println!("{} files: {proved} claims proved, {refuted} refuted", round + 1);
        }
    }
}

#[test]
fn proofs_about_random_rules_are_true() {
    let mut dice = Dice(15);
    let (mut proved, mut refuted) = (0, 0);
    for _ in 0..16 {
        let (more, fewer) = judged(file(&mut dice));
        (proved, refuted) = (proved + more, refuted + fewer);
    }
    assert!(proved > 0 && refuted >= 30, "{proved} proved, {refuted} refuted");
}
