//! `parse(print(tree)) == tree`, and printing twice changes nothing.

use super::super::{lay_out, print_expr, print_file};
use super::{SAMPLES, clean, parsed};

#[test]
fn printed_samples_parse_to_the_same_tree() {
    for (name, text) in SAMPLES {
        let printed = print_file(&parsed(text).0);
        assert_eq!(clean(text), clean(&printed), "{name}:\n{printed}");
    }
}

#[test]
fn printing_is_idempotent_and_keeps_every_comment() {
    for (name, text) in SAMPLES {
        let (file, _) = parsed(text);
        let printed = print_file(&file);
        let (again, _) = parsed(&printed);
        assert_eq!(print_file(&again), printed, "{name}");
        let comments = |f: &super::File| f.comments.iter().map(|c| c.text.clone()).collect::<Vec<_>>();
        assert_eq!(comments(&again), comments(&file), "{name}");
    }
}

#[test]
fn the_authors_layout_keeps_the_tree_and_every_comment() {
    for (name, text) in SAMPLES {
        let (file, _) = parsed(text);
        let printed = lay_out(&file, text, 0);
        assert_eq!(clean(text), clean(&printed), "{name}:\n{printed}");
        let (again, _) = parsed(&printed);
        assert_eq!(lay_out(&again, &printed, 0), printed, "{name}");
        let comments = |f: &super::File| f.comments.iter().map(|c| c.text.clone()).collect::<Vec<_>>();
        assert_eq!(comments(&again), comments(&file), "{name}");
    }
}

#[test]
fn columns_and_breaks_of_the_author_stay() {
    let text = "game A(n) {    # of stones\n  left  move a(k in 1..n)   -> A(n-k)\n  right move bb(k in 1..n)  -> A(n-k)\n}\nclaim c(n in 0..9):\n  wins(A(n))\n    or n == 0    # why\n";
    assert_eq!(lay_out(&parsed(text).0, text, 0), text);
}

#[test]
fn comments_stay_where_they_belong() {
    let text = "# top\n\n\nlet x=1# behind x\ngame A(n){#header\n# own\nmove a->0# behind a\n\n move b->0\n# last\n}# brace\n#end";
    let expected = "# top\n\nlet x = 1  # behind x\ngame A(n) {  #header\n  # own\n  move a -> 0  # behind a\n\n  move b -> 0\n  # last\n}  # brace\n#end\n";
    assert_eq!(print_file(&parsed(text).0), expected);
}

#[test]
fn long_declarations_are_broken_at_their_mark_and_behind_commas() {
    let text = format!("claim c(n in 0..9): f({})\n", vec!["nnnnnnnnn"; 20].join(", "));
    let printed = print_file(&parsed(&text).0);
    let widths: Vec<usize> = printed.lines().map(str::len).collect();
    assert!(printed.starts_with("claim c(n in 0..9):\n  f(nnnnnnnnn, "), "{printed}");
    assert!(widths.iter().all(|&w| w <= 100), "{widths:?}");
    assert_eq!(clean(&text), clean(&printed));
}

#[test]
fn unicode_spellings_are_printed_in_ascii() {
    let (file, _) = parsed("let x = φ ⊕ a ∈ S and b ≤ c ≥ d ≠ e ∉ T\ngame A(n) { move a → 0 }");
    let expected = "let x = phi xor a in S and b <= c >= d != e not in T\ngame A(n) { move a -> 0 }\n";
    assert_eq!(print_file(&file), expected);
}

#[test]
fn a_tree_without_brackets_gets_those_it_needs() {
    use super::super::ast::{BinaryOp, Expr, ExprKind};
    use crate::base::Span;
    let name = |n: &str| Expr { span: Span::NONE, kind: ExprKind::Name(n.into()) };
    let sum = |a: Expr, op: BinaryOp, b: Expr| Expr {
        span: Span::NONE,
        kind: ExprKind::Binary { first: Box::new(a), rest: vec![(op, Span::NONE, b)] },
    };
    let inner = sum(name("a"), BinaryOp::Add, name("b"));
    assert_eq!(print_expr(&sum(inner.clone(), BinaryOp::Mul, name("c"))), "(a + b) * c");
    assert_eq!(print_expr(&sum(name("c"), BinaryOp::Sub, inner)), "c - (a + b)");
    let either = ExprKind::If { arms: vec![(name("a"), name("b"))], otherwise: Box::new(name("c")) };
    let range = ExprKind::Range {
        low: Box::new(name("a")),
        high: Some(Box::new(Expr { span: Span::NONE, kind: either })),
        inclusive: true,
        op_span: Span::NONE,
    };
    // A bare `if` behind `..` would begin a guard.
    assert_eq!(print_expr(&Expr { span: Span::NONE, kind: range }), "a..(if a then b else c)");
}
