//! Programs made by hand: native code and interpreter agree with each other and with known values.

use std::sync::Arc;

use super::code::{Code, Found};
use super::search::{Halt, Order, Rules, Search};
use crate::base::{Exceeded, Limits, Meter};
use crate::cgt::{Play, Question};
use crate::engine::packed::order::reachable::Descent;
use crate::engine::packed::shape::layout::Layout;
use crate::ir::{ComponentSpec, Expr, ExprKind, Interval, Op, Program, Reg, Stmt};

fn binary(op: Op, a: Expr, b: Expr) -> Expr {
    Expr { kind: Arc::new(ExprKind::Binary(op, a, b)), interval: Interval::new(-1000, 1000) }
}

fn reg(n: u32, high: i64) -> Expr {
    Expr::reg(Reg(n), Interval::new(0, high))
}

fn program(components: Vec<ComponentSpec>, body: Vec<Stmt>, registers: u32) -> Arc<Program> {
    let shrinks = vec![true; components.len()];
    Arc::new(Program {
        components,
        endings: vec![],
        body,
        images: vec![],
        shrinks,
        rises: vec![],
        totals: vec![],
        maximum: 0,
        measure: vec![],
        partizan: false,
        registers,
        tables: vec![],
    })
}

/// Kayles: take 1 or 2 pins, leaving two rows.
fn kayles(bound: i64) -> Arc<Program> {
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
fn nim_bag(bound: i64) -> Arc<Program> {
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
fn solve(search: &mut Search, words: &[i64], code: &mut Code, layout: &Layout, meter: &Meter) -> Result<u32, Halt> {
    let (position, key) = code.canonical(words).expect("inside");
    let shrinks = vec![true; words.len()];
    let order = if meter.limits().jobs == 1 { Order::Usual } else { Order::Together };
    let mut rules = Rules {
        code,
        layout,
        boxes: None,
        descent: Descent { shrinks: &shrinks, rises: &[], totals: &[], maximum: 0, measure: &[], partizan: false },
        order,
        sparse: false,
        past: 0,
        goal: None,
        meter,
    };
    match search.solve(&position, key, &mut rules) {
        Err(Halt::Deep) => search.solve(&position, key, &mut rules),
        other => other,
    }
}

fn both(program: &Arc<Program>, layout: &Layout) -> [Code; 2] {
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
    let layouts = [false, true].map(|dense| Layout::new(&program, dense).expect("fits"));
    for (layout, mut code) in layouts.iter().flat_map(|layout| both(&program, layout).map(|code| (layout, code))) {
        let mut grundy = Search::new(Question::Grundy, layout, &meter).expect("memory");
        let mut misere = Search::new(Question::Wins(Play::Misere), layout, &meter).expect("memory");
        for a in 0..8i64 {
            for b in a..8 {
                for c in b..8 {
                    let value = solve(&mut grundy, &[a, b, c], &mut code, layout, &meter).expect("a value");
                    assert_eq!(i64::from(value), a ^ b ^ c);
                    let lost = solve(&mut misere, &[a, b, c], &mut code, layout, &meter).expect("a value") == 0;
                    let rule = if c <= 1 { (a + b + c) % 2 == 1 } else { a ^ b ^ c == 0 };
                    assert_eq!(lost, rule, "{a} {b} {c}");
                }
            }
        }
        assert_eq!(grundy.work().positions, 120, "one position a multiset");
    }
}

/// Bags with a number behind them, in order: every key is met once.
#[test]
fn bags_are_numbered_without_gaps() {
    let mut components = nim_bag(6).components.clone();
    components.push(ComponentSpec { reg: Reg(4), interval: (2, 4), mask_bits: None, bag: None });
    let layout = Layout::new(&program(components, vec![], 5), true).expect("fits");
    let mut next = 0;
    for a in 0..=6 {
        for b in a..=6 {
            for c in b..=6 {
                for d in 2..=4 {
                    assert_eq!(layout.pack(&[a, b, c, d]), Some(next));
                    let mut words = [0; 4];
                    layout.unpack(next, &mut words);
                    assert_eq!(words, [a, b, c, d]);
                    next += 1;
                }
            }
        }
    }
    assert_eq!(layout.size, next);
    assert_eq!(layout.pack(&[1, 2, 7, 3]), None);
    assert_eq!(layout.cells(&[1, 2, 2, 3]), 18);
}

#[test]
fn what_does_not_fit_is_said() {
    let program = kayles(30);
    let mut layout = Layout::new(&program, true).expect("fits");
    layout.words[0].span = 3;
    for code in both(&program, &layout) {
        let mut options = Vec::new();
        let meter = Meter::unlimited();
        assert_eq!(code.options(&[3], &mut options, &meter), Ok(Found::Options(5)));
        assert_eq!(options.len(), 10);
        assert_eq!(code.options(&[9], &mut options, &meter), Ok(Found::Outside));
        assert_eq!(options.len(), 10, "nothing half written");
    }
}

#[test]
fn an_interrupted_search_leaves_nothing_open() {
    let program = nim_bag(7);
    let layout = Layout::new(&program, false).expect("fits");
    let mut code = Code::new(&program, &layout);
    let limits = crate::base::Limits { max_states: 40, max_memory: u64::MAX, timeout: None, jobs: 1 };
    let meter = Meter::new(limits, std::sync::Arc::default());
    let mut search = Search::new(Question::Grundy, &layout, &meter).expect("memory");
    assert!(solve(&mut search, &[5, 6, 7], &mut code, &layout, &meter).is_err());
    let free = Meter::unlimited();
    assert_eq!(solve(&mut search, &[5, 6, 7], &mut code, &layout, &free), Ok(5 ^ 6 ^ 7));
}

/// A meter for so many threads, with a limit of positions.
fn jobs(jobs: u16, max_states: u64) -> Meter {
    let limits = crate::base::Limits { max_states, max_memory: u64::MAX, timeout: None, jobs };
    Meter::new(limits, std::sync::Arc::default())
}

/// Everything that a search knows after a question, its work, and what the meter counted.
fn known(
    program: &Arc<Program>,
    layout: &Layout,
    words: &[i64],
    meter: &Meter,
) -> (Result<u32, Halt>, Vec<(u64, u32)>, [u64; 3]) {
    let mut code = Code::new(program, layout);
    let mut search = Search::new(Question::Grundy, layout, meter).expect("memory");
    let answer = solve(&mut search, words, &mut code, layout, meter);
    let entries = search.memo().entries();
    let work = search.work();
    (answer, entries, [work.positions, work.options, meter.states()])
}

#[test]
fn several_threads_find_the_same_table_with_the_same_work() {
    for (program, words) in [(nim_bag(15), vec![9, 13, 15]), (nim_bag(7), vec![7, 7, 7]), (kayles(60), vec![60])] {
        for dense in [false, true] {
            let layout = Layout::new(&program, dense).expect("fits");
            let wanted = known(&program, &layout, &words, &jobs(1, u64::MAX));
            for threads in [2, 3, 8] {
                let meter = jobs(threads, u64::MAX);
                let found = known(&program, &layout, &words, &meter);
                assert_eq!(found.0, wanted.0);
                // One thread alone may do without a table that is filled as a whole.
                if !dense {
                    assert!(found == wanted, "{threads} threads: {:?} and not {:?}", found.2, wanted.2);
                }
                for entry in &wanted.1 {
                    assert!(found.1.binary_search(entry).is_ok(), "{threads} threads, {entry:?}");
                }
            }
        }
    }
}

#[test]
fn positions_that_repeat_send_all_threads_home() {
    let next = binary(Op::Mod, binary(Op::Add, reg(0, 3), Expr::constant(1)), Expr::constant(4));
    let component = ComponentSpec { reg: Reg(0), interval: (0, 3), mask_bits: None, bag: None };
    let circle = program(vec![component], vec![Stmt::Emit { parts: vec![vec![next]] }], 1);
    let layout = Layout::new(&circle, false).expect("fits");
    for threads in [1, 2, 3, 8] {
        let (answer, entries, counts) = known(&circle, &layout, &[2], &jobs(threads, u64::MAX));
        assert_eq!((answer, entries.len()), (Err(Halt::Leave), 0), "{threads} threads");
        assert_eq!((counts[0], counts[2]), (0, 0), "{threads} threads");
    }
}

#[test]
fn a_limit_is_reached_as_by_one_thread() {
    let program = nim_bag(15);
    let layout = Layout::new(&program, false).expect("fits");
    let wanted = known(&program, &layout, &[15, 15, 15], &jobs(1, 300));
    assert!(matches!(wanted.0, Err(Halt::Limit(_))));
    for threads in [2, 3, 8] {
        let found = known(&program, &layout, &[15, 15, 15], &jobs(threads, 300));
        assert!(found == wanted, "{threads} threads: {:?} and not {:?}", (found.0, found.2), (wanted.0, wanted.2));
    }
}

#[test]
fn a_long_way_down_takes_no_stack() {
    let less = binary(Op::Sub, reg(0, 300_000), Expr::constant(1));
    let body = vec![Stmt::If {
        condition: binary(Op::Lt, Expr::constant(0), reg(0, 300_000)),
        body: vec![Stmt::Emit { parts: vec![vec![less]] }],
    }];
    let component = ComponentSpec { reg: Reg(0), interval: (0, 300_000), mask_bits: None, bag: None };
    let chain = program(vec![component], body, 1);
    let layout = Layout::new(&chain, false).expect("fits");
    let wanted = known(&chain, &layout, &[300_000], &jobs(1, u64::MAX));
    assert!(known(&chain, &layout, &[300_000], &jobs(3, u64::MAX)) == wanted);
}

/// A position whose options are all sums of lesser ones but the least: the value of `n` is 2^(n-1).
fn powers() -> Arc<Program> {
    const MOST: u32 = 18;
    let (n, subset) = (reg(0, MOST.into()), Expr::reg(Reg(1), Interval::MASK));
    let one = Expr::constant(1);
    let below = binary(Op::Sub, n.clone(), one.clone());
    let mask = binary(Op::Sub, binary(Op::Shl, one.clone(), below), one.clone());
    let part = |bit: u32| {
        let bit_of = binary(Op::Shr, subset.clone(), Expr::constant(bit.into()));
        let chosen = binary(Op::And, bit_of, Expr::constant(1));
        let kind = ExprKind::Select(chosen, Expr::constant(i64::from(bit) + 1), Expr::constant(0));
        vec![Expr { kind: Arc::new(kind), interval: Interval::new(0, MOST.into()) }]
    };
    let emit = Stmt::Emit { parts: (0..MOST - 1).map(part).collect() };
    let (low, high) = (Expr::constant(0), Expr::constant(64));
    let subsets = Stmt::ForSubsets { reg: Reg(1), mask, low, high, body: vec![emit] };
    let body = vec![Stmt::If { condition: binary(Op::Lt, Expr::constant(0), n), body: vec![subsets] }];
    let component = ComponentSpec { reg: Reg(0), interval: (0, MOST.into()), mask_bits: None, bag: None };
    program(vec![component], body, 2)
}

#[test]
fn values_of_more_than_16_bits_are_kept() {
    let powers = powers();
    for dense in [true, false] {
        let layout = Layout::new(&powers, dense).expect("fits");
        for threads in [1, 2] {
            let meter = jobs(threads, u64::MAX);
            let mut code = Code::new(&powers, &layout);
            let mut search = Search::new(Question::Grundy, &layout, &meter).expect("memory");
            for n in [3, 18, 17, 16, 2] {
                let value = solve(&mut search, &[n], &mut code, &layout, &meter);
                assert_eq!(value, Ok(1 << (n - 1)), "{n}, {threads} threads");
            }
            let charged = meter.bytes();
            assert_eq!(charged, search.bytes(), "what was charged is what is held");
        }
    }
}

/// Both ways to write options charge for the room that they take, give back what they did not get, and end with the limit.
#[test]
fn options_take_no_more_room_than_the_limit() {
    const TOP: i64 = 1 << 40;
    let taken = Stmt::Emit { parts: vec![vec![reg(0, TOP)]] };
    let (low, high) = (Expr::constant(1), reg(0, TOP));
    let body = vec![Stmt::For { reg: Reg(1), low, high, down: false, going: None, body: vec![taken] }];
    let heap = program(vec![ComponentSpec { reg: Reg(0), interval: (0, TOP), mask_bits: None, bag: None }], body, 2);
    let layout = Layout::new(&heap, false).expect("fits");
    let limits = Limits { max_states: u64::MAX, max_memory: 1 << 20, timeout: None, jobs: 1 };
    for code in both(&heap, &layout) {
        let meter = Meter::new(limits.clone(), Arc::default());
        let mut options = vec![7];
        assert_eq!(code.options(&[TOP], &mut options, &meter), Err(Exceeded::Memory), "{}", code.name());
        assert_eq!((options.len(), meter.bytes()), (1, 0), "nothing half written, nothing charged twice");
        assert!(options.capacity() * 8 <= 1 << 20 && meter.peak() > 1 << 18);
        assert_eq!(code.options(&[9999], &mut options, &meter), Ok(Found::Options(9999)), "{}", code.name());
    }
}

/// One heap from which any number is taken: the least first, so that all of them wait for each other.
#[test]
fn options_that_find_no_room_are_generated_again() {
    const TOP: i64 = 1500;
    let taken = Stmt::Emit { parts: vec![vec![binary(Op::Sub, reg(0, TOP), reg(1, TOP))]] };
    let (low, high) = (Expr::constant(1), reg(0, TOP));
    let body = vec![Stmt::For { reg: Reg(1), low, high, down: false, going: None, body: vec![taken] }];
    let heap = program(vec![ComponentSpec { reg: Reg(0), interval: (0, TOP), mask_bits: None, bag: None }], body, 2);
    let layout = Layout::new(&heap, false).expect("fits");
    // They would take 9 MiB.
    let limits = Limits { max_states: u64::MAX, max_memory: 2 << 20, timeout: None, jobs: 1 };
    for mut code in both(&heap, &layout) {
        let meter = Meter::new(limits.clone(), Arc::default());
        let mut search = Search::new(Question::Grundy, &layout, &meter).expect("memory");
        let value = solve(&mut search, &[TOP], &mut code, &layout, &meter);
        assert_eq!(value, Ok(1500), "{}", code.name());
        assert_eq!(search.work().positions, 1501);
        assert!(meter.peak() > 1 << 20 && meter.bytes() == search.bytes(), "{} {}", meter.peak(), meter.bytes());
    }
}
