//! How expressions group, written with all brackets.

use super::super::ast::{BinaryOp, CompareOp, Expr, ExprKind, PostfixOp, PrefixOp};
use super::super::{parse_expression, parse_generator};
use crate::diagnostics::Diagnostics;

/// The tree with a bracket around every operation.
fn shape(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Number(t) | ExprKind::Name(t) | ExprKind::Text(t) => t.to_string(),
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Paren(e) => shape(e),
        ExprKind::Tuple(es) => format!("tuple{:?}", es.iter().map(shape).collect::<Vec<_>>()),
        ExprKind::List(es) => format!("list{:?}", es.iter().map(shape).collect::<Vec<_>>()),
        ExprKind::Set(es) => format!("set{:?}", es.iter().map(shape).collect::<Vec<_>>()),
        ExprKind::Range { low, high, inclusive, .. } => {
            let dots = if *inclusive { ".." } else { "..<" };
            format!("({}{dots}{})", shape(low), high.as_ref().map_or(String::new(), |h| shape(h)))
        }
        ExprKind::Binary { first, rest } => {
            let right = matches!(rest[0].0, BinaryOp::Pow | BinaryOp::Implies);
            if right {
                let mut parts: Vec<&Expr> = vec![first];
                parts.extend(rest.iter().map(|r| &r.2));
                let last = parts.pop().map_or(String::new(), shape);
                parts.iter().rev().fold(last, |acc, e| format!("({} {:?} {acc})", shape(e), rest[0].0))
            } else {
                rest.iter().fold(shape(first), |acc, (op, _, e)| format!("({acc} {op:?} {})", shape(e)))
            }
        }
        ExprKind::Compare { first, rest } => {
            let rest: Vec<String> = rest.iter().map(|(op, _, e)| format!("{op:?} {}", shape(e))).collect();
            format!("({} {})", shape(first), rest.join(" "))
        }
        ExprKind::Prefix { ops, operand } => ops.iter().rev().fold(shape(operand), |acc, (op, _)| match op {
            PrefixOp::Not => format!("(not {acc})"),
            PrefixOp::Neg => format!("(- {acc})"),
            PrefixOp::Misere => format!("(misere {acc})"),
        }),
        ExprKind::Postfix { base, ops } => ops.iter().fold(shape(base), |acc, (op, _)| match op {
            PostfixOp::Call { args, binders } => {
                format!("{acc}{:?}{}", args.iter().map(shape).collect::<Vec<_>>(), binders.len())
            }
            PostfixOp::Index(args) => format!("{acc}at{:?}", args.iter().map(shape).collect::<Vec<_>>()),
            PostfixOp::Field(name) => format!("{acc}.{}", name.text),
            PostfixOp::With { entries, .. } => format!("({acc} with {})", entries.len()),
        }),
        ExprKind::If { arms, otherwise } => {
            let arms: Vec<String> = arms.iter().map(|(c, v)| format!("{}?{}", shape(c), shape(v))).collect();
            format!("(if {} : {})", arms.join(" "), shape(otherwise))
        }
        ExprKind::Comprehension { body, binders, .. } => format!("({} for {})", shape(body), binders.len()),
        ExprKind::Graph { chains, .. } => format!("graph{}", chains.len()),
        ExprKind::Error => "error".to_owned(),
    }
}

fn grouped(text: &str) -> String {
    let mut diagnostics = Diagnostics::default();
    let expr = parse_expression(text, 0, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{text}: {:?}", diagnostics.list());
    shape(&expr)
}

#[test]
fn operators_bind_as_the_language_says() {
    let cases = [
        ("-2**2", "(- (2 Pow 2))"),
        ("2**-1", "(2 Pow (- 1))"),
        ("2**3**4", "(2 Pow (3 Pow 4))"),
        ("2**-3**4", "(2 Pow (- (3 Pow 4)))"),
        ("- -a*b", "((- (- a)) Mul b)"),
        ("a - b + c ++ d", "(((a Sub b) Add c) Concat d)"),
        ("a * b // c / d % e", "((((a Mul b) FloorDiv c) Div d) Mod e)"),
        ("a + b*c", "(a Add (b Mul c))"),
        ("X & 1..n", "((X Intersection 1)..n)"),
        ("a | b & c xor d", "((a Union (b Intersection c)) Xor d)"),
        ("1..n - 1", "(1..(n Sub 1))"),
        ("x in 1..n and y", "((x In (1..n)) And y)"),
        ("a xor b xor c == 0", "(((a Xor b) Xor c) Eq 0)"),
        ("0 < a <= b", "(0 Lt a Le b)"),
        ("not a == b and c", "((not (a Eq b)) And c)"),
        ("not not a", "(not (not a))"),
        ("a not in b", "(a NotIn b)"),
        ("a or b and c implies d implies e iff f", "(((a Or (b And c)) Implies (d Implies e)) Iff f)"),
        ("misere a + b == c", "(misere ((a Add b) Eq c))"),
        ("if a then b else if c then d else e + f", "(if a?b c?d : (e Add f))"),
        ("x + if a then b else c + d", "(x Add (if a?b : (c Add d)))"),
        ("f(x)[i].k with [i: e] with [j: f] + 1", "(((f[\"x\"]0at[\"i\"].k with 1) with 1) Add 1)"),
        ("-h with [i: e]", "(- (h with 1))"),
        ("Octal[\"0.77\"](n)", "Octalat[\"0.77\"][\"n\"]0"),
        ("h[a..b]", "hat[\"(a..b)\"]"),
        ("1..", "(1..)"),
        ("(1.., 2)", "tuple[\"(1..)\", \"2\"]"),
        ("1.. == 2", "((1..) Eq 2)"),
        ("1..<n", "(1..<n)"),
        ("1..-1", "(1..(- 1))"),
        ("a<-1", "(a Lt (- 1))"),
        ("sum(x for x in D if c)", "sum[\"x\"]2"),
        ("[x for x in if a then b else c if d]", "(x for 2)"),
        ("[[a for a in g(n)] for n in r]", "((a for 1) for 1)"),
        ("{}", "set[]"),
        ("{1 | -1}", "set[\"(1 Union (- 1))\"]"),
        ("1_000_000", "1000000"),
        ("φ", "phi"),
        ("left + same + list + measure", "(((left Add same) Add list) Add measure)"),
    ];
    for (text, expected) in cases {
        assert_eq!(grouped(text), expected, "{text}");
    }
}

#[test]
fn chains_are_flat() {
    let mut diagnostics = Diagnostics::default();
    let text = format!("1{}", " + 1".repeat(5000));
    let expr = parse_expression(&text, 0, &mut diagnostics);
    assert!(matches!(expr.kind, ExprKind::Binary { ref rest, .. } if rest.len() == 5000));
    let text = format!("{}0", "if a then b else ".repeat(5000));
    let expr = parse_expression(&text, 0, &mut diagnostics);
    assert!(matches!(expr.kind, ExprKind::If { ref arms, .. } if arms.len() == 5000));
    let text = format!("f{}", "(1)".repeat(5000));
    let expr = parse_expression(&text, 0, &mut diagnostics);
    assert!(matches!(expr.kind, ExprKind::Postfix { ref ops, .. } if ops.len() == 5000));
    assert!(!diagnostics.has_errors());
}

#[test]
fn a_generator_has_its_binders() {
    let mut diagnostics = Diagnostics::default();
    let generator = parse_generator("sg(Nim(a)) for a in 0..20, b = a + 1 if b > 2", 7, &mut diagnostics);
    assert!(!diagnostics.has_errors());
    assert_eq!(generator.binders.len(), 3);
    assert_eq!((generator.body.span.start, generator.body.span.end), (7, 17));
    assert!(parse_generator("1 + 1", 0, &mut diagnostics).binders.is_empty());
    parse_expression("1 for a in 0..2", 0, &mut diagnostics);
    assert!(diagnostics.has_errors());
}

#[test]
fn spans_cover_what_was_written() {
    let text = "  f(a , b) + (c)  ";
    let mut diagnostics = Diagnostics::default();
    let expr = parse_expression(text, 100, &mut diagnostics);
    assert_eq!((expr.span.start, expr.span.end), (102, 116));
    let ExprKind::Binary { first, rest } = &expr.kind else { panic!("{expr:?}") };
    assert_eq!((first.span.start, first.span.end), (102, 110));
    assert_eq!((rest[0].1.start, rest[0].1.end), (111, 112));
    assert_eq!((rest[0].2.span.start, rest[0].2.span.end), (113, 116));
    let compare = parse_expression("a not in b", 0, &mut diagnostics);
    let ExprKind::Compare { rest, .. } = &compare.kind else { panic!("{compare:?}") };
    assert_eq!((rest[0].0, rest[0].1.start, rest[0].1.end), (CompareOp::NotIn, 2, 8));
}
