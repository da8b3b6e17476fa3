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

#[test]
fn proofs_about_random_rules_are_true() {
    let mut dice = Dice(15);
    let (mut proved, mut refuted) = (0, 0);
    for _ in 0..16 {
        let (text, count) = file(&mut dice);
        let reports = reports(&text);
        assert_eq!(reports.len(), 2 * count);
        for pair in reports.chunks(2) {
            let [(name, all), (_, checked)] = pair else { continue };
            let (all, detail) = verdict(all);
            match all {
                "proved" => {
                    assert_eq!(verdict(checked).0, "holds", "{text}{name}: {detail}");
                    proved += 1;
                }
                "refuted" => refuted += 1,
                _ => assert_eq!(verdict(checked).0, "holds", "{text}{name}: {all}, {detail}"),
            }
        }
    }
    assert!(proved > 0 && refuted >= 30, "{proved} proved, {refuted} refuted");
}
