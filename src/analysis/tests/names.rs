//! Names, arity, scopes.

use super::{nim, says, says_of, silent};

#[test]
fn unknown_names_get_a_suggestion() {
    says(&nim("print sg(Nmi(3))"), "E0201 2:10", "unknown name `Nmi`", "`Nim`");
    says("let y = zz + 1", "E0201 1:9", "unknown name `zz`", "");
    says(&nim("print windes(Nim(3))"), "E0201 2:7", "windes", "");
    says("print lenn([1])", "E0201 1:7", "lenn", "`len`");
    says("game G(h: string) { move m -> 0 }", "E0201 1:11", "string", "`text`");
}

#[test]
fn an_unknown_name_is_said_once_at_each_place() {
    let result = super::analysed(&["print zz + zz"]);
    assert_eq!(result.lines().len(), 2);
}

#[test]
fn names_are_defined_once() {
    says("let a = 1 let a = 2", "E0202 1:15", "`a` is defined twice", "");
    says("enum Color { red, red }", "E0202 1:19", "`red`", "");
    says(&nim("fn Nim(x) = x"), "E0202 2:4", "`Nim`", "");
    says("game G(n, n) { move m(k in 1..n) -> G(k - 1, n) }", "E0202 1:11", "`n` stands twice", "");
    says("game G[n](n) { move m(k in 1..n) -> G(k - 1) }", "E0202 1:11", "`n` stands twice", "");
    says("print [x for x in 1..2, x in 1..3]", "E0202 1:25", "`x` stands twice", "`_`");
    says(&nim("start Nim(1) start Nim(2)"), "E0202 2:14", "one `start`", "");
    silent(&[&nim(
        "claim Nim(n in 0..3): true table Nim(n in 0..3): n print [_ for _ in 0..1, _ in 0..1 if false or true] == []",
    )
    .replace("print [_ for", "print [1 for")]);
}

#[test]
fn claims_tables_and_plots_have_a_name_each() {
    says("claim c: true refute c: false", "E0202 1:22", "`c` is defined twice", "");
    says("table t: 1 table t: 2", "E0202 1:18", "`t` is defined twice", "");
    silent(&["claim c: true table c: 1 plot c(n in 0..3): n let c = 3 print c"]);
}

#[test]
fn chains_do_not_nest_without_bound() {
    let long = format!("print 1{}", "[0]".repeat(100_000));
    says(&long, "E0213 1:308", "at most 100", "let");
    let signs = format!("print {}true, {}1, {}1", "not ".repeat(100_001), "- ".repeat(100_000), "- ".repeat(99_999));
    silent(&[&signs]);
}

#[test]
fn counts_of_arguments() {
    says(&nim("print sg(Nim(1, 2))"), "E0203 2:10", "`Nim` takes 1 field, but 2 are given", "`Nim(n)`");
    says("fn f(a, b) = a + b print f(1)", "E0203 1:26", "`f` takes 2 arguments, but 1 is given", "`f(a, b)`");
    says("print gcd()", "E0203 1:7", "`gcd` takes at least 1 argument", "gcd(");
    says("print rect(1, 2, 3)", "E0203 1:7", "`rect` takes 2 arguments", "rect(");
    says(
        "game O[c: text](n) { move m if n > len(c) -> O(n - 1) } print sg(O(3))",
        "E0203 1:66",
        "1 argument in brackets",
        "O[c](n)",
    );
    says(&nim("print sg(Nim[3](1))"), "E0203 2:10", "no arguments in brackets", "Nim(n)");
    says("print [[1], [2]][0, 0]", "E0203 1:7", "one index", "h[i][j]");
}

#[test]
fn a_local_name_does_not_hide_a_name_of_the_file() {
    says(
        "param k: 1..3 = 2 game N(n) { move m(k in 1..n) -> N(n - k) } print k",
        "E0204 1:38",
        "a parameter of this file",
        "",
    );
    says("let a = 3 fn f(a) = a print f(a)", "E0204 1:16", "a `let` of this file", "");
    says("enum Color { red, blue } print [red for red in 1..3]", "E0204 1:41", "a member of an enum", "");
    // Names of the library may be taken.
    silent(&["let star = 3 fn without(h, i) = [h[j] for j in indices(h) if j != i] print star, without([1, 2], 0)"]);
    silent(&["game G(free: set of 1..3) { let len = 3 move m(min in free) if min < len -> G(free - {min}) }"]);
}

#[test]
fn move_records_keep_their_names() {
    for name in ["name", "component", "result", "to", "side"] {
        let text = format!("game G(n) {{ move m({name} in 1..n) -> G(n - {name}) }}");
        says(&text, "E0205 1:20", &format!("`{name}`"), "");
    }
    silent(&["game G(to, side) { move m(k in 1..to) -> G(to - k, side) }"]);
}

#[test]
fn games_and_functions_are_no_values() {
    says(&nim("print Nim"), "E0206 2:7", "`Nim` is a game", "`Nim(n)`");
    says("fn f(a) = a let x = f", "E0206 1:21", "`f` is a function", "`f(a)`");
    says("print sqrt", "E0206 1:7", "`sqrt` is a function of the library", "sqrt(");
    says("let x = 3 print x(2)", "E0207 1:17", "cannot be called", "`x * (...)`");
    says("game G(len) { move m(k in 1..len(3)) if len > k -> G(k) }", "E0207 1:30", "cannot be called", "another name");
    says("print (1)(2)", "E0207 1:8", "cannot be called", "");
    silent(&["print up == down, fuzzy(up, star(1)), floor(phi)"]);
}

#[test]
fn comprehensions_stand_in_few_calls() {
    says("print len(x for x in 1..3)", "E0208 1:7", "`len` takes no `for`", "len([");
    says("fn f(a) = a print f(x for x in 1..3)", "E0208 1:19", "`f` takes no `for`", "");
    silent(&["print sum(x for x in 1..3), choices(0..x for x in [1, 2]), count(x > 1 for x in 1..3), choices()"]);
}

#[test]
fn files_take_from_each_other() {
    let kayles = "param p: 1..9 = 1 game Dawson(n) { move knock(a in 0..n-2) -> Dawson(a) + Dawson(n - p - 1 - a) } \
                  let first = 3 enum Side { left_, right_ } claim c: nowhere";
    silent(&["use kayles: Dawson print sg(Dawson(3))", kayles]);
    silent(&["use kayles print sg(Dawson(first)), left_", kayles]);
    silent(&["use kayles: Side print left_ == right_", kayles]);
    says_of(&["use kayles: Davson", kayles], "E0209 1:13", "no `Davson`", "`Dawson`");
    says_of(&["use kayles: p", kayles], "E0209 1:13", "no `p`", "");
    says_of(&["use kayles print p", kayles], "E0201 1:18", "`p`", "");
    says_of(&["use kayles let first = 4", kayles], "E0202 1:1", "second `first`", "");
    // What a file takes, it does not hand on.
    let middle = "use kayles: Dawson";
    says_of(&["use middle print sg(Dawson(3))", middle, kayles], "E0201 1:21", "`Dawson`", "");
}

#[test]
fn what_could_not_be_read_is_not_complained_about_again() {
    let mut sources = crate::base::SourceMap::default();
    let mut out = crate::diagnostics::Diagnostics::default();
    let text = "use gone: A, b game G(n) { move m(k in 1..n -> G(n - k) } enum C { x, y z }\n\
                print sg(G(3)), sg(A(1)), b, x, G2(3)";
    let id = sources.add("main.game", text).expect("a small text");
    let file = crate::syntax::parse_file(text, sources.file(id).start, &mut out);
    let before = out.list().len();
    assert!(before > 0);
    let units = [crate::analysis::Unit { file, uses: vec![None] }];
    let _ = crate::analysis::analyse(&units, &sources, &mut out);
    let said: Vec<&str> = out.list()[before..].iter().map(|d| &*d.message).collect();
    assert_eq!(said, ["unknown name `G2`"]);
}

#[test]
fn aliases() {
    let octal = "game Octal[code: text](n) { move m(k in 1..n) if len(code) > 0 -> Octal(n - k) }\n";
    let with = |rest: &str| format!("{octal}{rest}");
    let model =
        silent(&[&with("game K = Octal[\"0.77\"] game L = K game M = L print sg(M(3) + K(3)), sg(Octal[\"0.7\"](2))")]);
    assert_eq!(model.instances.len(), 2);
    says(&with("game K = Octal"), "E0203 2:10", "1 argument in brackets", "");
    says(&with("game K = Octal[\"0.7\"] print sg(K[\"1\"](3))"), "E0203 2:32", "already has", "K(...)");
    says(&with("game K = Octal[\"0.7\"](3)"), "E0211 2:10", "not a game", "Octal");
    says("game K = L game L = K", "E0210 1:6", "stands for itself", "");
    says("game K = Lemon", "E0201 1:10", "Lemon", "");
    says("let x = 3 game K = x", "E0211 1:20", "not a game", "");
}

#[test]
fn lets_of_a_game_do_not_need_each_other_in_circles() {
    says(
        "game G(n) { let a = b + n let b = a move m(k in 1..a) -> G(n - k) }",
        "E0210 1:13",
        "need each other: a, b",
        "",
    );
    says("game G(n) { let a = a + n move m(k in 1..a) -> G(n - k) }", "E0210 1:13", "`a` needs its own value", "");
    silent(&["game G(n) { let a = b + n let b = 2*n move m(k in 1..a) if k <= n -> G(n - k) }"]);
}

#[test]
fn types() {
    says("enum Color { red } game G(x: red) { move m -> 0 }", "E0212 1:30", "not a type", "`nat`");
    says("game G(S: set of nat) { move m(k in S) -> G(S - {k}) }", "E0301 1:11", "`set of nat` has no bound", "0..20");
    says("param S: set of list of 1..3 = {} print S", "E0301 1:10", "no bound", "");
    silent(&[
        "enum Color { red, blue } game G(c: Color, S: set of Color, T: set of (bool, 1..3)) { move m if c in S -> G(blue, S - {c}, T) }",
    ]);
}

#[test]
fn ranges_without_end() {
    says("game Nim(n) {\n  move grow(k in 1..) -> Nim(n + k)\n}", "E0302 2:18", "this range has no end", "`1..n`");
    says("print [x for x in 3..]", "E0302 1:19", "no end", "3..");
    says(&nim("table t(n in 0..): sg(Nim(n))"), "E0302 2:14", "no end", "`0..100`");
    says(&nim("plot p(n in 0..): sg(Nim(n))"), "E0302 2:13", "no end", "");
    silent(&[&nim("claim c(n in 0..): sg(Nim(n)) == n refute r(n in 1..): sg(Nim(n)) == 0")]);
}
