//! Impartial games under normal play.

use super::{Game, NO_LIMITS, check, eval, fault};
use crate::base::{Exceeded, Limits};
use crate::eval::{Stop, stop::FaultKind};

const NIM: &str = "game Nim(n) { move take(k in 1..n) -> Nim(n - k) }";
const KAYLES: &str = "game Kayles(n) { move knock(j in 1..2, a in 0..n-j) -> Kayles(a) + Kayles(n - j - a) }";

#[test]
fn nim_values_and_outcomes() {
    check(
        NIM,
        &[
            ("[sg(Nim(n)) for n in 0..70] == [n for n in 0..70]", "true"),
            ("sg(Nim(3) + Nim(5) + Nim(7))", "1"),
            ("sg(3*Nim(5))", "5"),
            ("outcome(2*Nim(4) + Nim(3))", "N"),
            ("outcome(2*Nim(4))", "P"),
            ("sg(0)", "0"),
            ("outcome(0)", "P"),
            ("sg(whole(Nim(3) + Nim(5)))", "6"),
            ("sg(whole(Nim(3) + Nim(5)) + Nim(1))", "7"),
            ("all(loses(Nim(a) + Nim(b)) iff a == b for a in 0..9, b in 0..9)", "true"),
        ],
    );
}

#[test]
fn splitting_games() {
    check(
        KAYLES,
        &[
            ("[sg(Kayles(n)) for n in 0..11]", "[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]"),
            ("wins(Kayles(30))", "true"),
            (
                "[sg(whole(Kayles(a) + Kayles(b))) for a in 0..5, b in a..5]",
                "[0, 1, 2, 3, 1, 4, 0, 3, 2, 0, 5, 0, 1, 3, 6, 0, 2, 7, 0, 5, 0]",
            ),
            ("len(options(Kayles(3)))", "3"),
            ("birthday(Kayles(6))", "6"),
            ("birthday(Kayles(6) + 2*Kayles(2))", "10"),
            ("len(followers(Kayles(3)))", "7"),
        ],
    );
}

#[test]
fn the_longest_play_is_of_any_length() {
    let doubling = "game D(n) { move m if n > 0 -> D(n - 1) + D(n - 1) }";
    let longest = [("birthday(D(70)) == 2**70 - 1", "true"), ("birthday(3*D(64)) == 3*(2**64 - 1)", "true")];
    check(doubling, &longest);
}

#[test]
fn equations_reduce() {
    check(
        "game Wythoff(a, b) {
           move one(x in 1..a) -> Wythoff(a - x, b)
           move other(y in 1..b) -> Wythoff(a, b - y)
           move both(x in 1..min(a, b)) -> Wythoff(a - x, b - x)
           same as Wythoff(b, a)
         }
         game Ruler(heads: set of 1..8) {
           move turn(i in heads, j in 1..i) -> Ruler(heads xor (j..i))
           equals sum(Ruler({i}) for i in heads)
         }",
        &[
            (
                "[(a, b) for a in 0..10, b in a..20 if loses(Wythoff(a, b))]",
                "[(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15)]",
            ),
            ("all(sg(Ruler(H)) == nimsum(2**v2(i) for i in H) for H in subsets(1..8, 0..8))", "true"),
            ("outcome(Ruler({1, 2, 3}))", "N"),
        ],
    );
}

#[test]
fn wins_if_and_ends_if() {
    let text = "game Board(h: bag of nat) {
           wins if nimsum(h) == 0
           move erase(i in indices(h)) -> Board(without(h, i))
         }
         game Two(n) { ends if n <= 1  move take(k in 1..2) if k <= n -> Two(n - k) }";
    check(
        text,
        &[
            ("outcome(Board([1, 1, 2]))", "P"),
            ("[outcome(Board(h)) for h in [[0, 1], [1, 2, 3], [5]]]", "[\"N\", \"N\", \"P\"]"),
            ("outcome(misere Board([0]))", "P"),
            ("[sg(Two(n)) for n in 0..6]", "[0, 0, 1, 2, 0, 1, 2]"),
        ],
    );
}

#[test]
fn moves_are_listed_as_written() {
    check(
        NIM,
        &[
            ("[m.k for m in moves(Nim(2) + Nim(2))]", "[1, 2, 1, 2]"),
            (
                "[(m.component, m.result, m.to, m.side) for m in moves(Nim(1) + Nim(2))]",
                "[(Nim(1), Nim(0), Nim(0) + Nim(2), \"both\"), (Nim(2), Nim(1), 2*Nim(1), \"both\"), (Nim(2), Nim(0), Nim(0) + Nim(1), \"both\")]",
            ),
            (
                "[(m.component, m.k) for m in winning_moves(Nim(3) + Nim(5) + Nim(7))]",
                "[(Nim(3), 1), (Nim(5), 1), (Nim(7), 1)]",
            ),
            ("options(Nim(1) + Nim(1))", "[Nim(0) + Nim(1)]"),
            ("winning_moves(Nim(2) + Nim(2))", "[]"),
            ("[m.k for m in winning_moves(misere Nim(1) + Nim(4))]", "[4]"),
        ],
    );
}

#[test]
fn a_repetition_shows_the_shortest_cycle() {
    let cycle = |text: &str, position: &str| match fault(text, position) {
        FaultKind::Cycle { positions, labels } => {
            positions.iter().zip(&labels).map(|(p, l)| [p, " --", l, "--> "].concat()).collect::<Vec<_>>().concat()
        }
        other => panic!("{other:?}"),
    };
    let bash = "game Bash(n) { move take(k in 0..min(3, n)) -> Bash(n - k) }";
    assert_eq!(cycle(bash, "sg(Bash(0))"), "Bash(0) --take(k=0)--> ");
    assert_eq!(cycle(bash, "outcome(Bash(20))"), "Bash(0) --take(k=0)--> ");
    let flip = "game Flip(x: 0..1) { move turn -> Flip(1 - x) }";
    assert_eq!(cycle(flip, "wins(Flip(0))"), "Flip(0) --turn--> Flip(1) --turn--> ");
    assert_eq!(cycle(flip, "outcome(misere Flip(0))"), "Flip(0) --turn--> Flip(1) --turn--> ");
    assert_eq!(cycle(flip, "birthday(Flip(0))"), "Flip(0) --turn--> Flip(1) --turn--> ");
    let ring = "game Ring(x: 0..9) { move on -> Ring((x + 1) % 10)  move skip if x == 0 -> Ring(8) }";
    assert_eq!(cycle(ring, "sg(Ring(0))"), "Ring(0) --skip--> Ring(8) --on--> Ring(9) --on--> ");
}

#[test]
fn rules_may_ask_about_positions() {
    check(
        "game Nim(n) { move take(k in 1..n) -> Nim(n - k) }
         game Zero(n) { move take(k in 1..n) if sg(Nim(n - k)) % 2 == 0 -> Zero(n - k) }
         game Fair(n) { move take(k in 1..n) if k == 1 or loses(Fair(n - k)) -> Fair(n - k) }",
        &[
            ("[sg(Zero(n)) for n in 0..6]", "[0, 1, 1, 2, 2, 3, 3]"),
            ("[outcome(Fair(n)) for n in 0..4]", "[\"P\", \"N\", \"N\", \"N\", \"N\"]"),
        ],
    );
    let own = "game Odd(n) { move take(k in 1..n) if sg(Odd(n)) == 0 -> Odd(n - k) }";
    let FaultKind::SelfReference { chain, .. } = fault(own, "sg(Odd(2))") else { panic!("a self-reference") };
    assert_eq!(chain, ["sg(Odd(2))"]);
    let two = "game A(n) { move take(k in 1..n) if wins(B(n)) -> A(n - k) }
               game B(n) { move take(k in 1..n) if sg(A(n)) > 0 -> B(n - k) }";
    let FaultKind::SelfReference { chain, .. } = fault(two, "sg(A(3))") else { panic!("a self-reference") };
    assert_eq!(chain, ["sg(A(3))", "outcome(B(3))"]);
}

#[test]
fn a_long_chain_needs_little() {
    let limits = Limits { max_memory: 20 << 20, ..NO_LIMITS };
    let mut game = Game::with("game Chain(n) { move down if n > 0 -> Chain(n - 1) }", &["sg(Chain(100001))"], limits)
        .by_reference();
    assert_eq!(game.value(0).expect("a value").to_string(), "1");
    let stats = game.engine.stats();
    // The look ahead, from a search that is deep: 1,024 positions for cycles, 1,001 for what grows.
    let ahead = 1024 + 1001;
    assert_eq!((stats.positions, stats.peak_frames, stats.options), (100_002, 100_002, 100_001 + ahead));
}

/// Of a range that a field lies in, the ends count; masks over it are as long as it is.
#[test]
fn a_range_as_a_domain_takes_no_memory() {
    let limits = || Limits { max_memory: 1 << 20, ..NO_LIMITS };
    let half = "game Half(n: 0..2**50) { move halve if n > 0 -> Half(floor(n / 2)) }";
    for reference in [false, true] {
        let game = Game::with(half, &["[sg(Half(2**49 - 1)), sg(Half(2**50))]"], limits());
        let mut game = if reference { game.by_reference() } else { game };
        assert_eq!(game.value(0).expect("two values").to_string(), "[1, 1]");
    }
    let coins = "game Coins(s: set of 0..2**40) { move take(x in s) -> Coins(s - {x}) }";
    let masks = Game::with(coins, &["sg(Coins({5}))"], limits()).value(0);
    assert!(matches!(masks, Err(Stop::Limit(Exceeded::Memory))), "{masks:?}");
}

#[test]
fn limits_leave_the_memo_as_it_was() {
    let limits = Limits { max_states: 50, ..NO_LIMITS };
    let mut game = Game::with(NIM, &["sg(Nim(100))", "sg(Nim(40))"], limits).by_reference();
    assert!(matches!(game.value(0), Err(Stop::Limit(Exceeded::States))));
    assert_eq!(game.value(1).expect("known by now").to_string(), "40");
    let tight = Limits { max_memory: 100_000, ..NO_LIMITS };
    let mut game = Game::with(KAYLES, &["sg(Kayles(3000))", "sg(Kayles(20))"], tight).by_reference();
    assert!(matches!(game.value(0), Err(Stop::Limit(Exceeded::Memory))));
    assert_eq!(game.value(1).expect("enough memory").to_string(), "1");
}

#[test]
fn large_values_and_many_options() {
    assert_eq!(eval(NIM, &["sg(Nim(300))", "sg(Nim(200) + Nim(300))"]), ["300", "484"]);
    let odd = "game Jump(n) { move big if n == 0 -> star(5) + star(100)  move none if n == 0 -> 0 }";
    assert_eq!(eval(odd, &["sg(Jump(0))"]), ["1"]);
}

#[test]
fn codes_with_digits_that_only_take_whole_heaps_are_recognised() {
    let octal = "game Octal[code: text](n) {
          let d = octal_digits(code)
          move whole_heap(j in 1..<len(d)) if j == n and bit(d[j], 0) == 1 -> 0
          move take(j in 1..<len(d)) if j < n and bit(d[j], 1) == 1 -> Octal(n - j)
          move split(j in 0..<len(d), a in 1..(n - j)//2) if bit(d[j], 2) == 1 -> Octal(a) + Octal(n - j - a)
        }";
    for code in ["0.71", "0.041", "0.131", "0.0001"] {
        let asked = format!("[sg(Octal[\"{code}\"](n)) for n in 0..60]");
        let mut game = Game::with(octal, &[&asked], NO_LIMITS);
        let fast = game.value(0).expect("values").to_string();
        assert!(game.engine.plan().iter().any(|(_, words)| words.contains("heap game")), "{code} is not recognised");
        let mut reference = Game::with(octal, &[&asked], NO_LIMITS).by_reference();
        assert_eq!(fast, reference.value(0).expect("values").to_string(), "{code}");
    }
}
