//! `sgi moves --why`.

use crate::support::sgi;

#[test]
fn moves_say_why_they_win_in_every_kind_of_play() {
    let game = "game Nim(n) { move take(k in 1..n) -> Nim(n - k) }
        game Kayles(n) { move knock(j in 1..2, a in 0..n-j) -> Kayles(a) + Kayles(n - j - a) }
        game Bar(b, r) { left move cut(k in 1..b) -> Bar(b - k, r)   right move chop(k in 1..r) -> Bar(b, r - k) }
        game Gift(n) { left move take if n > 0 -> 0 }
        game Race(n) { wins if n == 1   move take(k in 1..min(3, n)) -> Race(n - k) }
        loopy game Ring(v: 0..2) { move on if v > 0 -> Ring(3 - v)   move off if v == 1 -> Ring(0) }
        loopy game Tug(n: 0..4) { left move up if n < 4 -> Tug(n + 1)   right move down if n > 0 -> Tug(n - 1) }";
    for (position, reason) in [
        ("Nim(5) + Nim(6) + Nim(7)", "leaves 2 xor 5 xor 7 = 0: Nim(6) goes from 6 to 2"),
        ("Nim(3)", "leaves nim-value 0, instead of 3"),
        ("Nim(3) + Nim(5)", "leaves equal components in pairs"),
        ("Bar(3, 1) - Bar(2, 1)", "leaves components and their negatives in pairs"),
        ("2 * Bar(1, 1) + Bar(2, 0)", "> 0"),
        ("misere 2 * Nim(1) + Nim(4)", "leaves 1 xor 1 xor 1 = 1: only components like heaps of one or none"),
        ("misere Nim(1) + Nim(4) + Nim(6)", "leaves 1 xor 4 xor 5 = 0, as in normal play"),
        ("misere Kayles(5) + Kayles(6)", "leaves a lost position"),
        ("Race(6)", "leaves a lost position, remoteness 2"),
        ("Ring(1)", "leaves a lost position, remoteness 0"),
        ("Tug(2)", "leaves a draw"),
    ] {
        sgi(&["moves", "-", position, "--why"]).input(game).exit(0).out(reason);
    }
    // equal partizan components are no pair
    sgi(&["moves", "-", "2 * Bar(1, 0) + Gift(1)", "--why"]).input(game).exit(0).out("leaves 1 + 1 = 2 > 0");
    assert!(!sgi(&["moves", "-", "Nim(3)"]).input(game).exit(0).stdout().contains("leaves"));
    let table = sgi(&["moves", "-", "Nim(2)", "--why", "--format", "json"]).input(game).exit(0).json();
    assert!(table["moves"][0]["why"].is_null());
    assert_eq!(table["moves"][1]["why"], "leaves nim-value 0, instead of 2");
}
