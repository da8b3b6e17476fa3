//! Programs made by hand: native code and interpreter agree with each other and with known values.

use std::rc::Rc;

use super::code::{Code, Found};
use super::layout::Layout;
use super::search::{Order, Question, Rules, Search};
use crate::base::Meter;
use crate::ir::{ComponentSpec, Expr, ExprKind, Interval, Op, Program, Reg, Stmt};

fn binary(op: Op, a: Expr, b: Expr) -> Expr {
    Expr { kind: Rc::new(ExprKind::Binary(op, a, b)), interval: Interval::new(-1000, 1000) }
}

fn reg(n: u32, high: i64) -> Expr {
    Expr::reg(Reg(n), Interval::new(0, high))
}

fn program(components: Vec<ComponentSpec>, body: Vec<Stmt>, registers: u32) -> Rc<Program> {
    let shrinks = vec![true; components.len()];
    Rc::new(Program { components, endings: vec![], body, images: vec![], shrinks, registers, tables: vec![] })
}

/// Kayles: take 1 or 2 pins, leaving two rows.
fn kayles(bound: i64) -> Rc<Program> {
    let n = reg(0, bound);
    let left = binary(Op::Sub, n, reg(1, 2));
    let rest = binary(Op::Sub, left.clone(), reg(2, bound));
    let inner = Stmt::For {
        reg: Reg(2),
        low: Expr::constant(0),
        high: left,
        down: false,
        going: None,
        body: vec![Stmt::Emit { parts: vec![vec![reg(2, bound)], vec![rest]] }],
    };
    let (low, high) = (Expr::constant(1), Expr::constant(2));
    let body = vec![Stmt::For { reg: Reg(1), low, high, down: false, going: None, body: vec![inner] }];
    let component = ComponentSpec { reg: Reg(0), interval: (0, bound), mask_bits: None, bag: None };
    program(vec![component], body, 3)
}

/// Nim with three heaps kept in order.
fn nim_bag(bound: i64) -> Rc<Program> {
    let component = |i| ComponentSpec { reg: Reg(i), interval: (0, bound), mask_bits: None, bag: Some((0, 3)) };
    let take = |heap: u32| {
        let after = |i| if i == heap { reg(3, bound) } else { reg(i, bound) };
        let high = binary(Op::Sub, reg(heap, bound), Expr::constant(1));
        let emit = Stmt::Emit { parts: vec![vec![after(0), after(1), after(2)]] };
        Stmt::For { reg: Reg(3), low: Expr::constant(0), high, down: false, going: None, body: vec![emit] }
    };
    let body = (0..3).map(take).collect();
    let components = (0..3).map(component).collect();
    program(components, body, 4)
}

/// The answer for one position.
fn solve(
    search: &mut Search,
    words: &[i64],
    code: &mut Code,
    layout: &Layout,
    meter: &Meter,
) -> Result<u32, super::search::Halt> {
    let (position, key) = code.canonical(words).expect("inside");
    let shrinks = vec![true; words.len()];
    let order = Order::Usual;
    let mut rules = Rules { code, layout, whole: None, shrinks: &shrinks, order, past: 0, meter };
    search.solve(&position, key, &mut rules)
}

fn both(program: &Rc<Program>, layout: &Layout) -> [Code; 2] {
    [Code::new(program, layout), Code::interpreted(program, layout)]
}

#[test]
fn kayles_values() {
    let meter = Meter::unlimited();
    let program = kayles(30);
    for dense in [true, false] {
        let layout = Layout::new(&program, dense).expect("fits");
        for mut code in both(&program, &layout) {
            let mut search = Search::new(Question::Grundy, &layout, &meter).expect("memory");
            let values: Vec<u32> =
                (0..12).map(|n| solve(&mut search, &[n], &mut code, &layout, &meter).expect("a value")).collect();
            assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], "{}", code.name());
        }
    }
}

#[test]
fn bags_are_sorted_and_sums_found() {
    let meter = Meter::unlimited();
    let program = nim_bag(7);
    let layout = Layout::new(&program, false).expect("fits");
    for mut code in both(&program, &layout) {
        let mut grundy = Search::new(Question::Grundy, &layout, &meter).expect("memory");
        let mut misere = Search::new(Question::Misere, &layout, &meter).expect("memory");
        for a in 0..8i64 {
            for b in a..8 {
                for c in b..8 {
                    let value = solve(&mut grundy, &[a, b, c], &mut code, &layout, &meter).expect("a value");
                    assert_eq!(i64::from(value), a ^ b ^ c);
                    let lost = solve(&mut misere, &[a, b, c], &mut code, &layout, &meter).expect("a value") == 0;
                    let rule = if c <= 1 { (a + b + c) % 2 == 1 } else { a ^ b ^ c == 0 };
                    assert_eq!(lost, rule, "{a} {b} {c}");
                }
            }
        }
        assert_eq!(grundy.work().positions, 120, "one position a multiset");
    }
}

#[test]
fn what_does_not_fit_is_said() {
    let program = kayles(30);
    let mut layout = Layout::new(&program, true).expect("fits");
    layout.words[0].span = 3;
    for code in both(&program, &layout) {
        let mut options = Vec::new();
        assert_eq!(code.options(&[3], &mut options), Found::Options(5));
        assert_eq!(options.len(), 10);
        assert_eq!(code.options(&[9], &mut options), Found::Outside);
        assert_eq!(options.len(), 10, "nothing half written");
    }
}

#[test]
fn an_interrupted_search_leaves_nothing_open() {
    let program = nim_bag(7);
    let layout = Layout::new(&program, false).expect("fits");
    let mut code = Code::new(&program, &layout);
    let limits = crate::base::Limits { max_states: 40, max_memory: u64::MAX, timeout: None };
    let meter = Meter::new(limits, std::sync::Arc::default());
    let mut search = Search::new(Question::Grundy, &layout, &meter).expect("memory");
    assert!(solve(&mut search, &[5, 6, 7], &mut code, &layout, &meter).is_err());
    let free = Meter::unlimited();
    assert_eq!(solve(&mut search, &[5, 6, 7], &mut code, &layout, &free), Ok(5 ^ 6 ^ 7));
}
