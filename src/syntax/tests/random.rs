//! Random trees: printed and parsed again they are the same, brackets apart.

use proptest::prelude::*;

use super::super::ast::{BinaryOp, Binder, Chain, CompareOp, Expr, ExprKind, Name, Pattern, PostfixOp, PrefixOp};
use super::super::{erase_expr, parse_expression, print_expr};
use crate::base::Span;
use crate::diagnostics::Diagnostics;

const NAMES: [&str; 14] =
    ["a", "b", "h", "Nim", "left", "same", "equals", "ends", "measure", "list", "where", "é", "_x", "phi"];

fn expr_of(kind: ExprKind) -> Expr {
    Expr { span: Span::NONE, kind }
}

fn name() -> impl Strategy<Value = Name> {
    prop::sample::select(NAMES.to_vec()).prop_map(|n| Name { text: n.into(), span: Span::NONE })
}

fn atom() -> BoxedStrategy<Expr> {
    prop_oneof![
        "[1-9][0-9]{0,3}".prop_map(|d| expr_of(ExprKind::Number(d.as_str().into()))),
        name().prop_map(|n| expr_of(ExprKind::Name(n.text))),
        any::<bool>().prop_map(|b| expr_of(ExprKind::Bool(b))),
        "[ -!#-~é]{0,6}".prop_map(|t| expr_of(ExprKind::Text(t.as_str().into()))),
        Just(expr_of(ExprKind::List(Vec::new()))),
        Just(expr_of(ExprKind::Set(Vec::new()))),
    ]
    .boxed()
}

fn pattern() -> BoxedStrategy<Pattern> {
    let leaf =
        prop_oneof![name().prop_map(Pattern::Name), Just(Pattern::Name(Name { text: "_".into(), span: Span::NONE })),];
    leaf.prop_recursive(2, 4, 2, |inner| {
        prop::collection::vec(inner, 2..3).prop_map(|parts| Pattern::Tuple(parts, Span::NONE))
    })
    .boxed()
}

fn binders(expr: BoxedStrategy<Expr>) -> BoxedStrategy<Vec<Binder>> {
    let binder = prop_oneof![
        3 => (pattern(), expr.clone()).prop_map(|(pattern, domain)| Binder::In { pattern, domain }),
        1 => (pattern(), expr.clone()).prop_map(|(pattern, value)| Binder::Is { pattern, value }),
        1 => expr.prop_map(Binder::If),
    ];
    prop::collection::vec(binder, 1..4).boxed()
}

fn level() -> impl Strategy<Value = Vec<BinaryOp>> {
    prop::sample::select(vec![
        vec![BinaryOp::Iff],
        vec![BinaryOp::Implies],
        vec![BinaryOp::Or],
        vec![BinaryOp::And],
        vec![BinaryOp::Union, BinaryOp::Xor],
        vec![BinaryOp::Intersection],
        vec![BinaryOp::Add, BinaryOp::Sub, BinaryOp::Concat],
        vec![BinaryOp::Mul, BinaryOp::Div, BinaryOp::FloorDiv, BinaryOp::Mod],
        vec![BinaryOp::Pow],
    ])
}

fn operations(inner: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    let compare = prop::sample::select(vec![
        CompareOp::Eq,
        CompareOp::Ne,
        CompareOp::Lt,
        CompareOp::Le,
        CompareOp::Gt,
        CompareOp::Ge,
        CompareOp::In,
        CompareOp::NotIn,
    ]);
    let more = prop::collection::vec((any::<prop::sample::Index>(), inner.clone()), 1..4);
    let prefix = prop::sample::select(vec![PrefixOp::Not, PrefixOp::Neg, PrefixOp::Misere]);
    prop_oneof![
        (level(), inner.clone(), more).prop_map(|(ops, first, rest)| {
            let rest = rest.into_iter().map(|(i, e)| (ops[i.index(ops.len())], Span::NONE, e)).collect();
            expr_of(ExprKind::Binary { first: Box::new(first), rest })
        }),
        (inner.clone(), prop::collection::vec((compare, inner.clone()), 1..3)).prop_map(|(first, rest)| {
            let rest = rest.into_iter().map(|(op, e)| (op, Span::NONE, e)).collect();
            expr_of(ExprKind::Compare { first: Box::new(first), rest })
        }),
        (prefix, 1usize..3, inner.clone()).prop_map(|(op, n, operand)| {
            expr_of(ExprKind::Prefix { ops: vec![(op, Span::NONE); n], operand: Box::new(operand) })
        }),
        (inner.clone(), prop::option::of(inner.clone()), any::<bool>()).prop_map(|(low, high, inclusive)| {
            let (low, high) = (Box::new(low), high.map(Box::new));
            expr_of(ExprKind::Range { low, high, inclusive, op_span: Span::NONE })
        }),
        (prop::collection::vec((inner.clone(), inner.clone()), 1..3), inner)
            .prop_map(|(arms, otherwise)| { expr_of(ExprKind::If { arms, otherwise: Box::new(otherwise) }) }),
    ]
    .boxed()
}

fn brackets(inner: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    let chain =
        (inner.clone(), prop::collection::vec((any::<bool>(), inner.clone()), 0..3), prop::option::of(inner.clone()))
            .prop_map(|(first, rest, label)| Chain { first, rest, label });
    prop_oneof![
        prop::collection::vec(inner.clone(), 2..4).prop_map(|es| expr_of(ExprKind::Tuple(es))),
        prop::collection::vec(inner.clone(), 1..4).prop_map(|es| expr_of(ExprKind::List(es))),
        prop::collection::vec(inner.clone(), 1..4).prop_map(|es| expr_of(ExprKind::Set(es))),
        (any::<bool>(), inner.clone(), binders(inner.clone())).prop_map(|(set, body, binders)| {
            expr_of(ExprKind::Comprehension { set, body: Box::new(body), binders })
        }),
        (prop::collection::vec(chain, 1..3), prop::option::of(binders(inner))).prop_map(|(chains, binders)| {
            expr_of(ExprKind::Graph { chains, binders: binders.unwrap_or_default() })
        }),
    ]
    .boxed()
}

fn postfix(inner: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    let op = prop_oneof![
        prop::collection::vec(inner.clone(), 0..3).prop_map(|args| PostfixOp::Call { args, binders: Vec::new() }),
        (inner.clone(), binders(inner.clone())).prop_map(|(arg, binders)| PostfixOp::Call { args: vec![arg], binders }),
        atom().prop_map(|e| PostfixOp::Index(vec![e])),
        prop_oneof![name().boxed(), Just(Name { text: "if".into(), span: Span::NONE }).boxed()]
            .prop_map(PostfixOp::Field),
    ];
    let with = (prop::collection::vec((inner.clone(), inner.clone()), 1..3), prop::option::of(binders(inner.clone())))
        .prop_map(|(entries, binders)| PostfixOp::With { entries, binders: binders.unwrap_or_default() });
    (inner, prop::collection::vec(op, 1..4), prop::collection::vec(with, 0..2))
        .prop_map(|(base, ops, withs)| {
            if matches!(base.kind, ExprKind::Postfix { .. }) {
                return base;
            }
            let ops = ops.into_iter().chain(withs).map(|op| (op, Span::NONE)).collect();
            expr_of(ExprKind::Postfix { base: Box::new(base), ops })
        })
        .boxed()
}

fn expr() -> BoxedStrategy<Expr> {
    atom()
        .prop_recursive(4, 40, 4, |inner| {
            let inner = inner.boxed();
            prop_oneof![operations(inner.clone()), brackets(inner.clone()), postfix(inner)]
        })
        .boxed()
}

/// Written out without its `Paren`s, which a random tree does not have.
fn bare(expr: &Expr) -> String {
    let mut text = format!("{expr:?}");
    let paren = "Expr { span: Span { start: 4294967295, end: 4294967295 }, kind: Paren(";
    while let Some(at) = text.find(paren) {
        let inside = at + paren.len();
        let mut depth = 1usize;
        let mut quoted = false;
        let mut escaped = false;
        let end = text[inside..].find(|c: char| {
            match c {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                '(' if !quoted => depth += 1,
                ')' if !quoted => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let end = inside + end.unwrap_or(0);
        // The bracket and the brace of its `Expr`.
        text.replace_range(end..end + 3, "");
        text.replace_range(at..inside, "");
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn printed_and_parsed_again(tree in expr()) {
        let printed = print_expr(&tree);
        let mut diagnostics = Diagnostics::default();
        let mut again = parse_expression(&printed, 0, &mut diagnostics);
        prop_assert!(!diagnostics.has_errors(), "{printed}\n{:?}", diagnostics.list());
        prop_assert_eq!(print_expr(&again), &printed[..]);
        erase_expr(&mut again);
        prop_assert_eq!(bare(&again), bare(&tree), "{}", printed);
        // What was parsed is printed with the brackets that it has, and comes back exactly.
        let mut third = parse_expression(&print_expr(&again), 0, &mut diagnostics);
        erase_expr(&mut third);
        prop_assert_eq!(third, again);
    }
}
