//! Theorems of the field, each beside the same with one constant changed.

use super::{reports, verdict};

/// Every claim is proved, every `refute` is refuted, where it says.
fn stands(rules: &str, claims: &[(&str, &str)]) {
    let text: Vec<String> = (claims.iter().enumerate())
        .map(|(i, (claim, place))| {
            let keyword = if place.is_empty() { "claim" } else { "refute" };
            format!("{keyword} c{i}{claim}\n")
        })
        .collect();
    let reports = reports(&format!("{rules}\n{}", text.concat()));
    for ((claim, place), (_, report)) in claims.iter().zip(&reports) {
        let (word, detail) = verdict(report);
        if place.is_empty() {
            assert_eq!(word, "proved", "{claim}: {detail}");
        } else {
            assert_eq!((word, detail.as_str()), ("refuted", *place), "{claim}");
        }
    }
}

/// Every claim is left undecided, for a reason with these words.
fn outside(rules: &str, claims: &[(&str, &str)]) {
    for (claim, words) in claims {
        let reports = reports(&format!("{rules}\nclaim c{claim}\n"));
        let (word, detail) = verdict(&reports[0].1);
        assert_eq!(word, "undecided", "{claim}: {detail}");
        assert!(detail.contains(words), "{claim}: {detail}");
    }
}

const NIM: &str = "game Nim(n) { move take(k in 1..n) -> Nim(n - k) }";

#[test]
fn sums_of_heaps() {
    stands(
        NIM,
        &[
            ("(a in 0.., b in 0.., c in 0..): loses(Nim(a) + Nim(b) + Nim(c)) iff a xor b xor c == 0", ""),
            (
                "(a in 0.., b in 0.., c in 0..): loses(Nim(a) + Nim(b) + Nim(c)) iff a + b == c or a == b + c",
                "a = 1, b = 1, c = 2",
            ),
            ("(a in 0.., b in a..): sg(whole(Nim(a) + Nim(b))) == a xor b", ""),
            (
                "(a in 0.., b in a.., c in b..): loses(misere Nim(a) + Nim(b) + Nim(c))
                   iff (if c <= 1 then (a + b + c) % 2 == 1 else a xor b xor c == 0)",
                "",
            ),
            ("(a in 0.., b in 0..): loses(misere Nim(a) + Nim(b)) iff a xor b == 0", "a = 0, b = 0"),
        ],
    );
    stands(
        "game Lasker(n) { move take(k in 1..n) -> Lasker(n - k)
           move split(a in 1..n//2) if a < n -> Lasker(a) + Lasker(n - a) }
         fn value(n) = if n == 0 then 0 else if n % 4 == 0 then n - 1 else if n % 4 == 3 then n + 1 else n",
        &[("(n in 0..): sg(Lasker(n)) == value(n)", ""), ("(n in 0..): sg(Lasker(n)) == n", "n = 3")],
    );
}

#[test]
fn several_fields() {
    stands(
        "game Wythoff(a, b) { move one(x in 1..a) -> Wythoff(a - x, b) move other(y in 1..b) -> Wythoff(a, b - y)
           move both(x in 1..min(a, b)) -> Wythoff(a - x, b - x) }",
        &[
            ("(a in 0.., b in a..): loses(Wythoff(a, b)) iff a == floor((b - a)*phi)", ""),
            ("(a in 0.., b in a..): loses(Wythoff(a, b)) iff a == 2*(b - a)", "a = 1, b = 2"),
            ("(n in 0..): loses(Wythoff(floor(n*phi), floor(n*phi) + n))", ""),
            ("(n in 1..): wins(Wythoff(n, 2*n))", "n = 1"),
        ],
    );
    stands(
        "game FibNim(n, q) { move take(k in 1..min(n, q)) -> FibNim(n - k, 2*k) }
         fn least_part(n) = last(zeckendorf(n))",
        &[("(n in 1.., q in 0..): wins(FibNim(n, q)) iff least_part(n) <= q", "")],
    );
    stands(
        "game PassNim(h: bag of nat, pass: bool) {
           move take(i in indices(h), k in 1..h[i]) -> PassNim(h with [i: h[i] - k], pass)
           move pass if pass and any(x > 0 for x in h) -> PassNim(h, false) }",
        &[
            ("(n in 0..): sg(PassNim([n], true)) == (if n == 0 then 0 else if n % 2 == 1 then n + 1 else n - 1)", ""),
            ("(n in 0..): sg(PassNim([n], false)) == n", ""),
            ("(n in 0..): sg(PassNim([n], true)) == n + 1", "n = 0"),
        ],
    );
}

#[test]
fn lists_and_bags() {
    stands(
        "game Moore(h: bag of nat) {
           move reduce(g in choices(0..x for x in h)) if 1 <= count(g[i] < h[i] for i in indices(h)) <= 2 -> Moore(g) }
         fn balanced(h) = all(sum(bit(x, i) for x in h) % 3 == 0 for i in 0..max(h))",
        &[
            ("(a in 0.., b in a.., c in b..): loses(Moore([a, b, c])) iff balanced([a, b, c])", ""),
            ("(a in 0.., b in a.., c in b..): loses(Moore([a, b, c])) iff a xor b xor c == 0", "a = 0, b = 1, c = 1"),
        ],
    );
    stands(
        "game Stairs(a: list of nat) {
           move down(i in 1..<len(a), t in 1..a[i]) -> Stairs(a with [i: a[i] - t, i-1: a[i-1] + t])
           measure sum(i*a[i] for i in indices(a)) }",
        &[
            ("(w in 0.., x in 0.., y in 0.., z in 0..): sg(Stairs([w, x, y, z])) == x xor z", ""),
            (
                "(w in 0.., x in 0.., y in 0.., z in 0..): loses(Stairs([w, x, y, z])) iff w == y",
                "w = 0, x = 0, y = 0, z = 1",
            ),
        ],
    );
    stands(
        "game Chomp(row: list of nat) {
           move bite(r in indices(row), c in 0..<row[r]) if (r, c) != (0, 0)
             -> Chomp([if i < r then row[i] else min(row[i], c) for i in indices(row)]) }",
        &[
            ("(a in 1.., b in 0..a): loses(Chomp([a, b])) iff b == a - 1", ""),
            ("(a in 1.., b in 0..a): loses(Chomp([a, b])) iff b == a - 2", "a = 1, b = 0"),
        ],
    );
}

#[test]
fn endings_and_misere_play() {
    stands(
        "game Race(n) { wins if n == 1 move take(k in 1..min(3, n)) -> Race(n - k) }
         game Reach(n) { ends if n >= 100 move add(k in 1..10) -> Reach(n + k) measure max(0, 100 - n) }
         game Bash(n) { move take(k in 1..min(3, n)) -> Bash(n - k) }",
        &[
            ("(n in 0..): loses(Race(n)) iff n % 4 == 0", ""),
            ("(n in 0..): loses(misere Race(n)) iff n % 4 == 1", ""),
            ("(n in 0..): loses(misere Race(n)) iff n % 4 == 2", "n = 1"),
            ("(n in 0..): loses(Bash(n)) iff n % 4 == 0", ""),
            ("(n in 0..): loses(misere Bash(n)) iff n % 4 == 1", ""),
            ("(n in 0..): loses(misere Bash(n)) iff n % 4 == 2", "n = 1"),
            ("(n in 0..): loses(Reach(n)) iff n >= 100 or n % 11 == 1", ""),
        ],
    );
}

#[test]
fn what_leaves_the_class_is_named() {
    outside(
        "game Far(a, b) { move from_b(q in 1..b//a) if 0 < a <= b -> Far(a, b - q) }",
        &[("(a in 1..): wins(Far(a, a))", "divided by one that varies")],
    );
    outside(
        "game Sub(n) { move take(k in divisors(n)) if k < n -> Sub(n - k) }",
        &[("(n in 1..): loses(Sub(n)) iff n % 2 == 1", "`divisors`")],
    );
    outside(
        "game Two(a, b) { move x(k in 1..a) -> Two(a - k, b) move y(k in 1..b) -> Two(a, b - k) }",
        &[("(a in 0.., b in 0..): loses(Two(a, b)) iff a*a == b*b", "variables are multiplied")],
    );
}

#[test]
fn every_condition_of_the_theorem_is_checked() {
    // The formula fulfils the equation of unbounded rules; these leave their domain, or do not end.
    outside(
        "game B(a: 0..300, b) { move take(k in 1..3) if k <= b -> B(a + k, b - k) }",
        &[("(a in 0..300, b in 0..): loses(B(a, b)) iff b % 4 == 0", "the move `take` may leave the domain of `B`")],
    );
    outside(
        "game Far(n, m) { move take(k in 1..2) if k <= n -> Far(n - k, m) move stay if n > 700 -> Far(n, m) }",
        &[("(n in 0.., m in 0..): loses(Far(n, m)) iff n % 3 == 0", "no measure is found")],
    );
    outside(
        "game Low(n, m) { move take(k in 1..2) if k <= n -> Low(n - k, m) measure max(n, 700) }",
        &[("(n in 701.., m in 0..): loses(Low(n, m)) iff n % 3 == 0", "")],
    );
    outside(
        "game Hole(n, m) { move take(k in 1..2) if k <= n and n != 700 -> Hole(n - k, m) }",
        &[(
            "(n in 0.., m in 0..): loses(Hole(n, m)) iff n % 3 == 0",
            "does not fulfil the equation of the game at Hole(700, 0)",
        )],
    );
    let reports = super::reports(
        "game Count(a, b: 0..5) { move take(k in 1..3) if k <= a -> Count(a - k, b) }
         claim c(a in 0.., b in 0..5): loses(Count(a, b)) iff a % 4 == 0
         game Up(a, b) { move up if a > 0 -> Up(a + 1, b) move down if b > 0 -> Up(a, b - 1) }
         claim never_up(a in 0..0, b in 0..): loses(Up(a, b)) iff b % 2 == 0
         claim few(a in 0.., b in 0..5): a > 3 and a < 3 implies wins(Count(a, b))
         claim none(a in 0.., b in 0..5 if a < 0 and b > a): wins(Count(a, b))",
    );
    let words: Vec<_> = reports.iter().map(|(_, report)| verdict(report).0).collect();
    assert_eq!(words, ["proved", "proved", "proved", "empty"]);
}

#[test]
fn what_no_claim_says_is_learned() {
    stands(
        "game Two(a, b) { move x(k in 1..a) -> Two(a - k, b) move y(k in 1..b) -> Two(a, b - k) }
         game Zero(n, pass: bool) { move take(k in 1..n) -> Zero(n - k, pass) move zero if pass and n > 0 -> Zero(n, false) }
         game Castle[x, y, z](n, last: 0..2) { move mixed if n > 0 -> Castle(max(0, n - x), 0)
           move infantry if n > 0 and last != 1 -> Castle(max(0, n - y), 1)
           move cavalry if n > 0 and last != 2 -> Castle(max(0, n - z), 2) }
         game Take(n) { move take(k in 1..3) if k <= n -> Take(n - k) }",
        &[
            ("(a in 0.., b in 0..): wins(Two(a, b)) or a == b", ""),
            ("(a in 0.., b in 1..): wins(Two(a, b)) or a > b", "a = 1, b = 1"),
            ("(n in 1..): sg(Zero(n, true)) == (if n % 2 == 1 then n + 1 else n - 1)", ""),
            ("(n in 11..): sg(Castle[1, 3, 4](n + 7, 0)) == sg(Castle[1, 3, 4](n, 0))", ""),
            ("(n in 10..): sg(Castle[1, 3, 4](n + 7, 0)) == sg(Castle[1, 3, 4](n, 0))", "n = 10"),
            ("(n in 1..): wins(misere Take(n)) or n % 4 == 1", ""),
        ],
    );
}

#[test]
fn digits_are_counted() {
    stands(
        "game Mark(n) { move minus if n > 0 -> Mark(n - 1) move half if n > 0 -> Mark(n // 2) }
         game Power(n) { move take(k in 1..n) if popcount(k) == 1 -> Power(n - k) }
         game Turn(n) { move turn(k in 1..n) if v2(k) >= v2(n) -> Turn(n - k) }",
        &[
            ("(n in 1..): loses(Mark(n)) iff v2(n) % 2 == 1", ""),
            ("(n in 1..): loses(Mark(n)) iff v2(n) % 2 == 0", "n = 1"),
            ("(n in 1..): wins(Mark(n)) iff v2(n) in {0, 2, 4, 6} or v2(n) >= 8 and v2(n) % 2 == 0", ""),
            ("(n in 0..): sg(Power(n)) == n % 3", ""),
            ("(a in 1.., b in 1..): v2(a) < v2(b) implies v2(a + b) == v2(a)", ""),
            ("(a in 1.., b in 1..): v2(a) <= v2(b) implies v2(a + b) == v2(a)", "a = 1, b = 1"),
            ("(n in 1..): popcount(n) >= 3 implies n >= 7", ""),
            ("(n in 1..): popcount(n) > 1 implies n >= 4", "n = 3"),
            ("(n in 1..): loses(Turn(n)) iff n < 0", ""),
        ],
    );
}

#[test]
fn ranges_that_no_formula_covers_are_gone_through() {
    stands(
        "game Dou[K](n) { move take(e in 0..30) if K**e <= n -> Dou(n - K**e) }",
        &[("(n in 0..): sg(Dou[4](n + 5)) == sg(Dou[4](n))", ""), ("(n in 0..): sg(Dou[3](n)) == n % 3", "n = 2")],
    );
}

#[test]
fn multiples_of_another_field_are_taken() {
    stands(
        "game Euclid(a, b) { move from_b(q in 1..b//a) if 0 < a <= b -> Euclid(a, b - q*a)
           move from_a(q in 1..a//b) if 0 < b < a -> Euclid(a - q*b, b) }",
        &[
            ("(a in 1.., b in a..): wins(Euclid(a, b)) iff a == b or b > phi*a", ""),
            ("(a in 1.., b in a..): wins(Euclid(a, b)) iff a == b or b > 2*a", "a = 1, b = 2"),
        ],
    );
    outside(
        "game Left(a, b) { move many(q in 1..(b - 1)//a) if a > 0 -> Left(a, b - a*q) move one if b > 0 -> Left(a, b - 1) }",
        &[("(b in 0..): loses(Left(0, b)) iff b % 2 == 0", "other moves stand beside")],
    );
}
