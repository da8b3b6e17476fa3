//! The model that comes out.

use super::{analysed, nim, silent};
use crate::analysis::model::{Binder, Expr, ExprKind, InstanceExpr, StatementKind};
use crate::analysis::{Model, Override, add_expression, set_param};
use crate::base::SourceMap;
use crate::diagnostics::Diagnostics;
use crate::syntax;

/// `in`, `=` and `if` in the order of a move's binders.
fn order(model: &Model) -> Vec<&'static str> {
    let word = |b: &Binder| match b {
        Binder::In { .. } => "in",
        Binder::Is { .. } => "is",
        Binder::If(_) => "if",
    };
    model.games[0].moves[0].binders.iter().map(word).collect()
}

#[test]
fn guards_stand_as_early_as_their_variables_allow() {
    let model =
        silent(&["game E(a, b) { move m(q in 1..b//a, r in 1..q) if a > 0 and q > 1 and q != r -> E(a, b - q*a*r) }"]);
    assert_eq!(order(&model), ["if", "in", "if", "in", "if"]);
    let model = silent(&["game E(a, b) { move m(q in 1..a, if q < b, r = b - q, if r > 1 and b > 7) -> E(a, r) }"]);
    assert_eq!(order(&model), ["if", "in", "if", "is", "if"]);
    // Variables of a comprehension are no variables of the move.
    let model = silent(&[
        "game E(h: bag of nat) { move m(x in 1..9, if any(y > 1 for y in h), z in 1..x) if all(y > x for y in h) -> E(h ++ [z]) }",
    ]);
    assert_eq!(order(&model), ["if", "in", "if", "in"]);
}

#[test]
fn frames_hold_parameters_fields_lets_and_variables() {
    let model = silent(&[
        "game G[p](n) { let d = n + p move m(k in 1..d) if k <= n -> G(n - k) move w if any(x > 1 for x in 1..n) -> 0 }",
    ]);
    let game = &model.games[0];
    assert_eq!(game.moves[0].variables, [("k".into(), 3, true)]);
    assert_eq!(game.frame_size, 4);
    let Binder::In { domain, .. } = &game.moves[0].binders[0] else { panic!("a variable") };
    let ExprKind::Range { high: Some(high), .. } = &domain.kind else { panic!("a range") };
    assert!(matches!(high.kind, ExprKind::Lazy { slot: 2, index: 0 }));
    let ExprKind::Position { instance, .. } = &game.moves[0].target.kind else { panic!("a position") };
    assert!(matches!(instance, InstanceExpr::Own));
}

#[test]
fn lazy_lets_keep_their_slots_to_themselves() {
    let model = silent(&[
        "game G(n) { let a = sum(x for x in 1..n) let b = sum(y + a for y in 1..n) move m(k in 1..n) if k < a + b -> G(n - k) }",
    ]);
    // n, a, b, x, y, k
    assert_eq!(model.games[0].moves[0].variables[0].1, 5);
}

#[test]
fn instances_without_local_variables_are_made_once() {
    let text = "game P[k](n) { move m(j in 1..n) if j <= k -> P(n - j) move other if n > 0 -> P[k + 1](n - 1) }\n\
                param p: 1..3 = 2 claim c(n in 0..3): sg(P[p](n)) == sg(P[n](1))";
    let model = silent(&[text]);
    assert_eq!(model.instances.len(), 1);
    let ExprKind::Position { instance, .. } = &model.games[0].moves[1].target.kind else { panic!("a position") };
    assert!(matches!(instance, InstanceExpr::Dynamic { game: 0, .. }));
}

#[test]
fn functions_that_come_back_are_marked() {
    let text = "fn f(n) = if n == 0 then 0 else f(n - 1)\nfn g(n) = f(n) + 1\n\
                fn h(n) = sg(G(n))\ngame G(n) { move m(k in 1..n) if h(k - 1) >= 0 -> G(n - k) }\n\
                fn a(n) = b(n)\nlet t = a(1)\nfn b(n) = if n > 3 then t else 1";
    let model = silent(&[text]);
    let recursive: Vec<bool> = model.functions.iter().map(|f| f.recursive).collect();
    assert_eq!(recursive, [true, false, true, true, true]);
}

#[test]
fn marks_are_closed_over_what_a_game_leads_to() {
    let text = "game A(n) { move m(k in 1..n) -> B(n - k) }\n\
                game B(n) { move m(k in 1..n) -> if k == 1 then 0 else C(n - k) + B(0) }\n\
                loopy game C(n) { left move m(k in 1..n) -> C(k) }\n\
                game D(n) { move m(k in 1..n) if outcome(C(n)) == \"N\" -> D(n - k) }\n\
                game E(n) { wins if n == 0 move m(k in 1..n) -> E(n - k) }";
    let model = silent(&[text]);
    let marks: Vec<_> = model.games.iter().map(|g| (g.marks.partizan, g.marks.loopy, g.marks.wins_if)).collect();
    let nothing = (false, false, false);
    assert_eq!(marks, [(true, true, false), (true, true, false), (true, true, false), nothing, (false, false, true)]);
}

#[test]
fn a_table_without_heads_takes_the_words_of_the_source() {
    let model = silent(&[&nim("table t(n in 0..3): n, sg(Nim(n)  # the value\n ) as \"g\", n * 2 +\n  1")]);
    let StatementKind::Table(cells) = &model.statements[0].kind else { panic!("a table") };
    let heads: Vec<&str> = cells.iter().map(|(head, _)| &**head).collect();
    assert_eq!(heads, ["n", "g", "n * 2 + 1"]);
}

/// Adds an expression from the command line.
fn evaluated(model: &mut Model, sources: &mut SourceMap, text: &str) -> (Vec<String>, bool) {
    let mut out = Diagnostics::default();
    let id = sources.add("<command line>", text).expect("a small text");
    let expr = syntax::parse_expression(text, sources.file(id).start, &mut out);
    let statement = add_expression(model, sources, &expr, &[], &mut out);
    let whole = matches!(&statement.kind, StatementKind::Print(list)
        if !matches!(list[..], [Expr { kind: ExprKind::Error, .. }]));
    (out.list().iter().map(|d| format!("{} {}", d.code, d.message)).collect(), whole)
}

#[test]
fn expressions_are_added_in_the_scope_of_the_file() {
    let mut result = analysed(&[&nim("let five = Nim(5) fn f(n) = Nim(n)")]);
    let (model, sources) = (&mut result.model, &mut result.sources);
    assert_eq!(evaluated(model, sources, "sg(five + f(3)) == 6"), (vec![], true));
    assert_eq!(evaluated(model, sources, "[sg(Nim(n)) for n in 0..3]"), (vec![], true));
    let (said, whole) = evaluated(model, sources, "sg(Nmi(3))");
    assert_eq!((said, whole), (vec!["E0201 unknown name `Nmi`".to_owned()], true));
    let (said, _) = evaluated(model, sources, "sg(misere f(3))");
    assert!(said[0].starts_with("E0304"), "{said:?}");
    assert!(model.statements.is_empty());
}

#[test]
fn parameters_are_set_from_the_command_line() {
    let mut result =
        analysed(&["enum Color { red } param heaps: list of nat = [1] param c: Color = red print heaps, c"]);
    let mut set = |name: &str, text: &str| {
        let mut out = Diagnostics::default();
        let id = result.sources.add("<command line>", text).expect("a small text");
        let expr = syntax::parse_expression(text, result.sources.file(id).start, &mut out);
        set_param(&mut result.model, &result.sources, name, &expr, &mut out)
    };
    assert_eq!(set("heaps", "[2**i for i in 1..3]"), Override::Set);
    assert_eq!(set("c", "red"), Override::Set);
    assert_eq!(set("heap", "[1]"), Override::Unknown(Some("heaps".into())));
    assert_eq!(set("heaps", "[c]"), Override::Faulty);
    assert_eq!(set("heaps", "nowhere"), Override::Faulty);
}
