//! Each mistake is told once, at its place and in plain words.

use super::super::ast::ItemKind;
use super::{parsed, said};

/// A text, and the one message that it gets: column in the last line, code, a part of the message or of a help.
const CASES: &[(&str, usize, &str, &str)] = &[
    ("claim c(a in 0..9, b in 0..9): a ^ b == 0", 34, "E0106", "`a xor b` for nim-sum, `a ** b` for power"),
    ("print 2*n ^ f(3) + 1", 11, "E0106", "`n xor f(3)` for nim-sum, `n ** f(3)` for power"),
    ("game S(n) { move t(k in 1..n) if k = 2 -> S(n - k) }", 36, "E0107", "`k == 2`"),
    ("game S(n) { move t(k in 1..n) if k > 1 && k < 4 -> S(n) }", 40, "E0107", "`k > 1 and k < 4`"),
    ("game S(n) { move t(k in 1..n) -> S(n-k) if k < 3 }", 41, "E0101", "`move t(k in 1..n) if k < 3 -> S(n-k)`"),
    ("game S(n) { move t(k in 1..n) if k < 3 -> S(n - k) if k > 1 }", 52, "E0101", "if k < 3 and k > 1 -> S(n - k)"),
    ("game S(n) { same as S(0) if n < 3 }", 26, "E0101", "`same if n < 3 as S(0)`"),
    ("game S(n) { move t for k in 1..n -> S(n - k) }", 20, "E0101", "`move t(k in 1..n)`"),
    ("game S(n) { move t(k in 1..3), k <= n -> S(n - k) }", 30, "E0101", "`if` in place of `,`"),
    ("game S(n): move t -> 0", 10, "E0101", "`{` in place of `:`"),
    ("claim (n in 0..20): n >= 0", 7, "E0101", "`claim values(...)`"),
    ("claim c(n in 0..20): if n > 4 then n > 3", 40, "E0101", "`c implies b`"),
    ("let a, b = (1, 2)", 6, "E0101", "`let (a, b) = t`"),
    ("game S(n) { move t -> S(0), S(1) }", 27, "E0101", "`+` in place of `,`"),
    ("game S(n) { move t -> 0 wins n == 0 }", 25, "E0101", "`wins if`"),
    ("claim c for n in 0..9: n >= 0", 9, "E0101", "`claim c(n in 0..9)`"),
    ("claim c: for all n in 0..9, n >= 0", 10, "E0101", "`claim c(n in 0..9): ...`"),
    ("fn f(x) { x + 1 }", 9, "E0101", "`fn f(n) = n + 1`"),
    ("let f = fn(x) x + 1", 9, "E0101", "declaration of its own"),
    (
        "print graph { i--(i+1) for i in 1..5, 1--i for i in 3..4 }",
        39,
        "E0101",
        "`graph { u--v for (u, v) in [(i, i+1) for i in 1..5] ++",
    ),
    ("print graph { i--(i+1) for i in 1..5, j--i for i in 3..4 }", 40, "E0101", "for (u, v) in"),
    ("print a || b", 9, "E0107", "`a or b`"),
    ("claim c(n in 0..9): !(n == 12)", 21, "E0107", "`not (n == 12)`"),
    ("print a <> b", 9, "E0107", "`a != b`"),
    ("print [1..=n]", 9, "E0107", "`1..n`"),
    ("let x = n -= k", 11, "E0107", "`n - k`"),
    ("print --3", 7, "E0107", "`- -3`"),
    ("print a --b", 9, "E0107", "`a - -b`"),
    ("print +3", 7, "E0107", "`3`"),
    ("game S(n) { move t(k in 1..n where k > 2) -> S(n - k) }", 30, "E0108", "`if` in place of `where`"),
    ("print [e for x in A for y in B]", 21, "E0108", "a comma in place of this `for`"),
    ("print (e for x in A)", 10, "E0108", "`[e for x in D]`"),
    ("print [a, b for x in A]", 13, "E0108", "`[(a, b) for x in D]`"),
    ("print if a then b elif c then d else e", 19, "E0108", "`else if`"),
    ("game S(n) { move t(k in 1..n) S(n - k) }", 31, "E0109", "expected `->`"),
    ("game S(n) { move t(k in 1..n): S(n - k) }", 30, "E0109", "`->` in place of `:`"),
    ("game S(n) { move t(k in 1..n) => S(n - k) }", 31, "E0109", "`->` in place of `=>`"),
    ("claim c(n in 0..9) sg(S(n)) == n", 20, "E0109", "expected `:`"),
    ("claim c(n in 0..9) -> sg(S(n)) == n", 20, "E0109", "`:` in place of `->`"),
    ("claim c(n: 0..9): n == n", 10, "E0109", "`in` in place of `:`"),
    ("game S(n in 0..9) { move t -> 0 }", 10, "E0109", "`:` in place of `in`"),
    ("param m = 3", 9, "E0109", "`param m: 1..100 = 3`"),
    ("let x: nat = 3", 6, "E0109", "leave out `: nat`"),
    ("fn f(n): nat = 3", 8, "E0109", "leave out `: nat`"),
    ("fn f(n) -> n", 9, "E0109", "`=` in place of `->`"),
    ("game S(n) { equals as S(n) }", 20, "E0109", "`equals` takes no `as`"),
    ("print 1.5", 7, "E0110", "`3/2`"),
    ("print t.0", 8, "E0110", "`[0]` in place of `.0`"),
    ("print 2n", 7, "E0110", "`2*n`"),
    ("print 0xff", 7, "E0110", "`255`"),
    ("print 1e6", 7, "E0110", "`1 * 10**6`"),
    ("print h[-1]", 9, "E0111", "`last(h)`"),
    ("print h[-2]", 9, "E0111", "`h[len(h) - 2]`"),
    ("game S(n) { fn f(x) = x\nmove t -> 0 }", 13, "E0112", "functions stand outside"),
    ("print a == not b", 12, "E0113", "(not c)"),
    ("print a + misere b", 11, "E0113", "in front of a whole position"),
    ("print h with [0: 1][2]", 20, "E0113", "(h with [i: e])[j]"),
    ("print 1..2..3", 11, "E0114", "third"),
    ("clam c: 1 == 1", 1, "E0115", "did you mean `claim`?"),
    ("def f(n): n", 1, "E0115", "`fn f(n) = n`"),
    ("def f(n):\n  return n * 2", 1, "E0115", "`fn f(n) = n * 2`"),
    ("// a comment", 1, "E0115", "a comment begins with `#`"),
    ("/* a comment */", 1, "E0115", "a comment begins with `#`"),
    ("-- a comment", 1, "E0115", "a comment begins with `#`"),
    ("% a comment", 1, "E0115", "a comment begins with `#`"),
    ("m = 3", 1, "E0115", "`let m = 3`"),
    ("int m = 3", 1, "E0115", "`let m = 3`"),
    ("g := 2 + 3;", 1, "E0115", "`let g = 2 + 3`"),
    ("while true { }", 1, "E0115", "there are no loops"),
    ("state n", 1, "E0115", "`game`"),
    ("game S(n) { for k in 1..n: S(n-k) }", 13, "E0101", "`move take(k in 1..n) -> Nim(n - k)`"),
    ("game S(n) { move t(k in 1:n) -> S(n - k) }", 26, "E0101", "`1..n`"),
    ("game S(n) { move t(1 <= k <= n) -> S(n - k) }", 20, "E0101", "`k in 1..n`"),
    ("game S(n) { move t(0 < k < n) -> S(n - k) }", 20, "E0101", "`k in 1..<n`"),
    ("game S(n) { move t(a < k <= n) -> S(n - k) }", 22, "E0101", "`k in a + 1..n`"),
    ("game S(n) { move t(k in {1,…,n}) -> S(n - k) }", 28, "E0101", "`1..n`"),
    ("game S(n) { move t(k in {2, ..., n - 1}) -> S(n - k) }", 29, "E0101", "`2..n - 1`"),
    ("game S(n) { move -> S(n - 1) }", 18, "E0101", "`move take -> S(n - 1)`"),
    ("game S(int n) { move t -> 0 }", 12, "E0101", "`n: int`"),
    ("game S(n) { move t if n mod 2 == 0 -> 0 }", 25, "E0101", "in place of `mod`: `%`"),
    ("game S(n) { move t(k in 1..n step 2) -> 0 }", 30, "E0101", "`if k % 2 == 1`"),
    ("game S(s: set of 0..5) { move a(i in s) -> S({x in s if x != i}) }", 54, "E0101", "`{x for x in s if x != i}`"),
    ("print {x : x in 1..3}", 10, "E0101", "`{x for x in 1..3}`"),
    ("start S(1), S(2)", 11, "E0101", "`start S(1) + S(2)`"),
    ("game S（n） { move t -> 0 }", 7, "E0101", "the plain `(`"),
    ("print s[1:]", 10, "E0101", "`s[1..<len(s)]`"),
    ("print s[:2]", 9, "E0101", "`s[0..<2]`"),
    ("print f(s[a:b])", 12, "E0101", "`s[a..<b]`"),
    ("print sg(S(n)) for n in 0..5", 16, "E0101", "`print [sg(S(n)) for n in 0..5]`"),
    ("table t: sg(S(n)) for n in 0..5", 19, "E0101", "`table t(n in 0..5): sg(S(n))`"),
    ("plot p: sg(S(n)) for n in 0..5", 18, "E0101", "`plot p(n in 0..5): sg(S(n))`"),
    ("claim c: forall n in 0..5: n >= 0", 17, "E0101", "`claim c(n in 0..9): n >= 0`"),
    ("fn f(n) = print n", 11, "E0105", "leave it out"),
    ("let int m = 3", 9, "E0101", "`let m = 3`"),
    ("let x == 3", 7, "E0101", "`=` in place of `==`"),
    ("start: S(3)", 6, "E0101", "`start S(3)`"),
    ("claim sg(S(3)) == 3", 11, "E0101", "`claim values: sg(S(3)) == 3`"),
    ("print sg(S 3)", 12, "E0101", "`S(3)`"),
    ("game S(n) { move t(k in 1..n) -> return S(n) }", 41, "E0101", "leave out `return`"),
    ("game S(n) { move t(k in 1..n) such that k > 1 -> S(n) }", 31, "E0108", "`if` in place of `such that`"),
    ("print \\frac{1}{2}", 7, "E0101", "`a/b`"),
    ("print 3 \\oplus 5", 9, "E0101", "`xor`"),
    ("print |3|", 7, "E0101", "`abs(3)`"),
    ("print {1: 2}", 9, "E0101", "`fn f(k) = if k == 1 then 5 else 0`"),
    ("solve S(3)", 1, "E0115", "`start` and a position"),
    ("print let x = 3 in x*x", 7, "E0105", "`fn f(x) = x*x` as a declaration, and `f(3)` here"),
    ("print [x for x in s].filter(lambda x: x > 2)", 36, "E0101", "declaration of its own"),
    ("print {0|}", 10, "E0101", "`form([0], [])`"),
    ("game S(n) { move t if n>0 -> S(n-1) lose if n == 0 }", 37, "E0101", "`ends if`"),
    ("move t -> 0", 1, "E0115", "between the braces of a game"),
    ("print a if b else c", 9, "E0116", "`if b then a else c`"),
    ("claim c(n in 0..9): f(n, a if b else c)", 28, "E0116", "`if b then a else c`"),
    ("let L = graph { i--i+1 for i in 1..3 }", 20, "E0117", "`(i+1)`"),
    ("let L = graph { -1--2 }", 17, "E0117", "`(-1)`"),
    ("game graph(n) { move t -> graph(n - 1) }", 6, "E0105", "`graph` is a reserved word"),
    ("let start = 3", 5, "E0105", "`start`"),
    ("print start + 1", 7, "E0105", "`start`"),
    ("print of + 1", 7, "E0105", "`of`"),
    ("game A(if: nat) { }", 8, "E0105", "`if`"),
    ("claim c(n in 0..9", 8, "E0102", "`(` is never closed"),
    ("game A(n) { move t(k in 1..n -> A(k) }", 19, "E0102", "`(` is closed by `}`"),
    ("let x = (1))", 12, "E0102", "`)` closes nothing"),
    ("let x = \"abc", 9, "E0104", "never closed"),
    ("game S(n) { move t(k in 1..n) -> }", 32, "E0101", "expected an expression after `->`"),
    ("game S(n) { move t(k in 1..n) if k > 2 }", 38, "E0101", "expected `->` after `2`"),
    ("let x 3", 7, "E0101", "expected `=`, found `3`"),
    ("print n mod 2", 9, "E0101", "in place of `mod`: `%`"),
    ("print [1, 2,]", 13, "E0101", "leave out the comma"),
    ("print f(a b)", 11, "E0101", "`, b`"),
    ("print if a then b", 17, "E0101", "expected `else` after `b`"),
    ("game { move a -> 0 }", 6, "E0101", "expected a name, found `{`"),
    ("game A(n) { take(k in 1..n) -> A(n) }", 13, "E0101", "expected a clause"),
    ("game A(n) { moves t -> 0 }", 13, "E0101", "did you mean `move`?"),
    ("game A(n) { ends n == 0 }", 18, "E0101", "expected `if`"),
    ("game A(n) { same A(n) }", 18, "E0101", "expected `as`"),
    ("game A(n) { left t -> 0 }", 18, "E0101", "expected `move`"),
    ("claim c(n): n == 1", 10, "E0101", "expected `in` or `=`, found `)`"),
    ("game A(n) { move a -> 0; }", 24, "E0101", "leave it out"),
    ("game A(n: a == b) { }", 13, "E0101", "no comparison"),
    ("start Nim(3) Nim(4)", 14, "E0101", "an operator or the next declaration"),
    ("print x // a comment here", 14, "E0101", "a comment begins with `#`"),
    ("print 'a'", 7, "E0101", "straight double quotes"),
    ("print x − 1", 9, "E0101", "the plain minus `-`"),
    ("print a ? b : c", 9, "E0101", "`if c then a else b`"),
    ("print _", 7, "E0101", "binds nothing"),
    ("print a.", 8, "E0101", "expected a name after `.`"),
    ("game A(n) { move a if b if c -> 0 }", 25, "E0101", "join the conditions by `and`"),
];

#[test]
fn each_mistake_has_one_message_at_its_place() {
    for &(text, column, code, part) in CASES {
        let (_, list) = parsed(text);
        let places = said(text);
        let [diagnostic] = list.as_slice() else { panic!("{text}: {places:#?}") };
        assert_eq!((places[0].1, places[0].2), (column, code), "{text}: {diagnostic:?}");
        let words = [&diagnostic.message, &diagnostic.primary.text]
            .into_iter()
            .chain(&diagnostic.notes)
            .chain(&diagnostic.helps);
        assert!(words.into_iter().any(|w| w.contains(part)), "{text}: {diagnostic:?}");
        assert!(!diagnostic.message.ends_with('.'), "{text}: {diagnostic:?}");
    }
}

#[test]
fn what_is_to_be_pasted_has_no_mistake_left() {
    let (_, list) = parsed("print (a = 2 && !b) || c <> d");
    let helps: Vec<&str> = list.iter().flat_map(|d| &d.helps).map(String::as_str).collect();
    assert_eq!(helps, ["`a == 2`", "`a == 2 and not b`", "`not b`", "`(a == 2 and not b) or c != d`", "`c != d`"]);
}

#[test]
fn every_mistake_of_a_file_is_told() {
    let text = "let a = \ngame A(n) {\n  move t(k in 1..n) -> A(n - )\n  mvoe u -> 0\n  move v -> 0\n  ends n\n}\nclaim c(n) n\nprint 1 +";
    let places: Vec<_> = said(text).into_iter().map(|(line, column, ..)| (line, column)).collect();
    assert_eq!(places, [(1, 7), (3, 30), (4, 3), (6, 8), (8, 10), (9, 9)]);
}

#[test]
fn what_can_be_saved_is_saved() {
    let text = "let a = +* 3\nfn f(x, y) = )\nparam m: 1..9 = \ngame A(n) {\n  move t -> \n  move u -> 0\n}\ngame B(n = 3) { move t -> 0 }\nstart A(3) A(4)";
    let (file, _) = parsed(text);
    let kinds: Vec<&str> = file
        .items
        .iter()
        .map(|item| match &item.kind {
            ItemKind::Let { .. } => "let",
            ItemKind::Fn { params, .. } if params.len() == 2 => "fn",
            ItemKind::Param { .. } => "param",
            ItemKind::Game(game) if game.clauses.len() == 1 => "game",
            ItemKind::Alias { .. } => "alias",
            ItemKind::Start(_) => "start",
            _ => "other",
        })
        .collect();
    assert_eq!(kinds, ["let", "fn", "param", "game", "alias", "start"]);
}

#[test]
fn a_missing_brace_costs_one_message() {
    let text = "game A(n) {\n  move t -> 0\nclaim c: true\nlet x = 1\n";
    assert_eq!(said(text).len(), 1);
    assert_eq!(parsed(text).0.items.len(), 3);
    // The margin shows where the game ends.
    let text = "game A(n) {\n  move t -> 0\nlet x = 1\nlet y = 2\nclaim c: true\n";
    assert_eq!(said(text).len(), 1);
    assert_eq!(parsed(text).0.items.len(), 4);
    let text = "game A(n) {\n  move t -> 0\nstart A(3)\n}\nlet x = 1";
    assert_eq!(said(text).len(), 1);
    assert_eq!(parsed(text).0.items.len(), 3);
}

#[test]
fn words_are_free_where_they_can_be() {
    for text in [
        "game A(n) { move table -> 0 move in(k in 1..n) -> 0 move end -> 0 left move left -> 0 }",
        "let x = e.if + e.for + e.game",
        "let left = 1 let right = left let same = right let loopy = same",
        "start loopy\ngame A(n) { }",
        "let x = measure loopy game A(n) { move a -> x ends if n == x measure n }",
        "let h = heads let _ = tails",
        "claim nat: list == set + bag",
        "\u{feff}let x = 1\r\nlet y = 2\r\n",
        "game Ζεύς(ñ) { move 取(k in 1..ñ) -> Ζεύς(ñ - k) }",
        "",
        "# only a comment",
    ] {
        assert!(said(text).is_empty(), "{text}: {:?}", said(text));
    }
}
