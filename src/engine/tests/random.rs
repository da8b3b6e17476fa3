//! Random rules, written as text, against the definitions.

use std::fmt::Write;
use std::rc::Rc;

use proptest::prelude::*;

use super::super::naive::Naive;
use super::{Game, NO_LIMITS};
use crate::cgt::{Outcome, Play, Player, Winner};
use crate::eval::Queries;
use crate::value::Position;

const NAMES: [&str; 3] = ["x", "y", "z"];
/// The largest value of a field.
const TOP: usize = 3;

/// A move clause of a game with some fields from 0 to [`TOP`].
#[derive(Clone, Debug)]
struct Clause {
    shape: u8,
    /// Fields that it touches, as far as there are so many.
    fields: (usize, usize),
    /// 0 both, 1 left, 2 right.
    side: u8,
    /// 0: no guard.
    guard: u8,
    amount: usize,
}

fn clause() -> impl Strategy<Value = Clause> {
    (0u8..7, (0usize..3, 0usize..3), 0u8..3, 0u8..4, 1usize..3)
        .prop_map(|(shape, fields, side, guard, amount)| Clause { shape, fields, side, guard, amount })
}

/// `G(...)` with some fields replaced.
fn target(name: &str, count: usize, changed: &[(usize, String)]) -> String {
    let field = |i: usize| changed.iter().find(|c| c.0 == i).map_or_else(|| NAMES[i].to_owned(), |c| c.1.clone());
    format!("{name}({})", (0..count).map(field).collect::<Vec<_>>().join(", "))
}

/// Every clause takes from a field before it adds to a later one, so that every play ends; unless it is to be loopy.
fn clause_text(clause: &Clause, at: usize, name: &str, count: usize, partizan: bool, loopy: bool) -> String {
    let (first, second) = (clause.fields.0 % count, clause.fields.1 % count);
    let (x, y) = (NAMES[first], NAMES[second]);
    let to = |changed: &[(usize, String)]| target(name, count, changed);
    let (binders, condition, target) = match clause.shape {
        0 if loopy => {
            (String::new(), String::new(), to(&[(first, format!("({x} + {}) % {}", clause.amount, TOP + 1))]))
        }
        1 if loopy => (format!("k in 0..{TOP}"), format!("k != {x}"), to(&[(first, "k".to_owned())])),
        2 if first != second => (
            format!("k in 1..min({x}, {y})"),
            String::new(),
            to(&[(first, format!("{x} - k")), (second, format!("{y} - k"))]),
        ),
        3 => {
            let zeros: Vec<(usize, String)> = (0..count).map(|f| (f, "0".to_owned())).collect();
            let mut rest = zeros;
            rest[first].1 = format!("{x} - 1 - a");
            (format!("a in 0..{x} - 1"), String::new(), format!("{} + {}", to(&[(first, "a".to_owned())]), to(&rest)))
        }
        4 if first < second => {
            let changed = [(first, format!("{x} - 1")), (second, format!("{y} + 1"))];
            (String::new(), format!("{x} > 0 and {y} < {TOP}"), to(&changed))
        }
        5 => (String::new(), format!("{x} == {}", clause.amount), "0".to_owned()),
        _ => (format!("k in 1..{x}"), String::new(), to(&[(first, format!("{x} - k"))])),
    };
    let total = NAMES[..count].join(" + ");
    let guard = match clause.guard {
        0 => String::new(),
        1 => format!("({total}) % 3 != {}", clause.amount),
        2 => format!("{x} >= {}", clause.amount),
        _ => format!("({total}) % 2 == {}", clause.amount % 2),
    };
    let conditions: Vec<String> = [condition, guard].into_iter().filter(|c| !c.is_empty()).collect();
    let condition = if conditions.is_empty() { String::new() } else { format!(" if {}", conditions.join(" and ")) };
    let binders = if binders.is_empty() { binders } else { format!("({binders})") };
    let side = ["", "left ", "right "][if partizan { usize::from(clause.side) } else { 0 }];
    format!("  {side}move m{at}{binders}{condition} -> {target}\n")
}

fn game_text(name: &str, count: usize, clauses: &[Clause], partizan: bool, loopy: bool, more: &str) -> String {
    let fields = NAMES[..count].iter().map(|f| format!("{f}: 0..{TOP}")).collect::<Vec<_>>().join(", ");
    let mut text = format!("{}game {name}({fields}) {{\n{more}", if loopy { "loopy " } else { "" });
    for (at, c) in clauses.iter().enumerate() {
        text.push_str(&clause_text(c, at, name, count, partizan, loopy));
    }
    text.push_str("}\n");
    text
}

/// All positions of a game, and some sums of two.
fn positions(name: &str, count: usize) -> Vec<String> {
    let mut singles = vec![String::new()];
    for _ in 0..count {
        singles = singles
            .iter()
            .flat_map(|s| (0..=TOP).map(move |v| if s.is_empty() { v.to_string() } else { format!("{s}, {v}") }))
            .collect();
    }
    let singles: Vec<String> = singles.iter().map(|s| format!("{name}({s})")).collect();
    let step = singles.len() / 6 + 1;
    let picked: Vec<&String> = singles.iter().step_by(step).collect();
    let sums = picked.iter().flat_map(|a| picked.iter().map(move |b| format!("{a} + {b}")));
    singles.iter().cloned().chain(sums).collect()
}

/// A game with an oracle and its positions.
fn set_up(text: &str, positions: &[String]) -> (Game, Naive, Vec<Rc<Position>>) {
    let expressions: Vec<&str> = positions.iter().map(String::as_str).collect();
    let mut game = Game::with(text, &expressions, NO_LIMITS);
    let naive = Naive::new(&game.machine, &game.engine);
    let list = (0..positions.len()).map(|i| game.position(i)).collect();
    (game, naive, list)
}

fn impartial(text: &str, names: &[String]) -> Result<(), TestCaseError> {
    let (mut game, mut naive, list) = set_up(text, names);
    for p in &list {
        // Outcomes first: a search that knows no values yet.
        prop_assert_eq!(game.engine.outcome(p).expect("an outcome"), naive.outcome(p, Play::Normal), "{}\n{}", text, p);
        prop_assert_eq!(game.engine.sg(p).expect("a value"), naive.sg(p), "{}\n{}", text, p);
        let whole = Rc::new(Position::whole(p));
        prop_assert_eq!(game.engine.sg(&whole).expect("a value"), naive.sg(p), "{}\nwhole({})", text, p);
        let misere = Rc::new(p.with_play(Play::Misere));
        prop_assert_eq!(
            game.engine.outcome(&misere).expect("an outcome"),
            naive.outcome(p, Play::Misere),
            "{}\n{}",
            text,
            misere
        );
        let winning = game.engine.winning_moves(p).expect("moves");
        let wanted = game.engine.moves(p).expect("moves").iter().filter(|m| naive.sg(&m.to) == 0).count();
        prop_assert_eq!(winning.len(), wanted, "{}\n{}", text, p);
    }
    Ok(())
}

fn partizan(text: &str, names: &[String]) -> Result<(), TestCaseError> {
    let (mut game, mut naive, list) = set_up(text, names);
    for p in &list {
        let outcome = naive.outcome(p, Play::Normal);
        prop_assert_eq!(game.engine.outcome(p).expect("an outcome"), outcome, "{}\n{}", text, p);
        let misere = Rc::new(p.with_play(Play::Misere));
        prop_assert_eq!(
            game.engine.outcome(&misere).expect("an outcome"),
            naive.outcome(p, Play::Misere),
            "{}\n{}",
            text,
            misere
        );
        let form = game.engine.value(p).expect("a value");
        prop_assert_eq!(form.outcome().expect("small"), outcome, "{}\n{}", text, p);
    }
    for pair in list.windows(2) {
        let difference = Position::plus(&pair[0], &Position::negate(&pair[1])).expect("small");
        let equal = naive.outcome(&Rc::new(difference), Play::Normal) == Outcome::P;
        let compared = game.engine.compare("==", &pair[0], &pair[1]).expect("a comparison");
        prop_assert_eq!(compared == Some(std::cmp::Ordering::Equal), equal, "{}\n{} {}", text, pair[0], pair[1]);
    }
    Ok(())
}

fn loopy(text: &str, names: &[String], both: bool) -> Result<(), TestCaseError> {
    let (mut game, mut naive, list) = set_up(text, names);
    for p in &list {
        prop_assert_eq!(
            game.engine.outcome(p).expect("an outcome"),
            naive.loopy_outcome(p, Play::Normal),
            "{}\n{}",
            text,
            p
        );
        let misere = Rc::new(p.with_play(Play::Misere));
        prop_assert_eq!(
            game.engine.outcome(&misere).expect("an outcome"),
            naive.loopy_outcome(p, Play::Misere),
            "{}\n{}",
            text,
            misere
        );
        if both && let Ok(0) = game.engine.sg(p) {
            prop_assert_eq!(game.engine.first(p, Player::Left).expect("a winner"), Winner::Right);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn impartial_games(count in 1usize..=2, clauses in prop::collection::vec(clause(), 1..4), ends: Option<bool>) {
        let mut more = String::new();
        if let Some(first) = ends {
            let _ = writeln!(more, "  ends if {} == {}", NAMES[count - 1], if first { 1 } else { 2 });
        }
        let text = game_text("G", count, &clauses, false, false, &more);
        impartial(&text, &positions("G", count))?;
    }

    #[test]
    fn equations_change_nothing(clauses in prop::collection::vec(clause(), 1..4), swap: bool, split: bool, equal: bool) {
        // Two heaps of one game side by side: they may be swapped, and they are the sum.
        let mut more = String::new();
        if swap {
            more.push_str("  same as Two(y, x)\n");
        }
        if split {
            let _ = writeln!(more, "  {} One(x) + One(y)", if equal { "equals" } else { "same as" });
        }
        let one = game_text("One", 1, &clauses, false, false, "");
        let mut two = format!("game Two(x: 0..{TOP}, y: 0..{TOP}) {{\n{more}");
        for (at, c) in clauses.iter().enumerate() {
            let single = clause_text(c, at, "One", 1, false, false);
            let (head, to) = single.split_once("->").expect("an arrow");
            for (field, other) in [("x", "y"), ("y", "x")] {
                // The target stays a sum of heaps; the other heap is added to it.
                let head = head.replace('x', field);
                let head = head.replacen(&format!("m{at}"), &format!("m{at}{field}"), 1);
                let to = to.trim().replace('x', field);
                let _ = writeln!(two, "  {head}-> {to} + One({other})");
            }
        }
        two.push_str("}\n");
        impartial(&format!("{one}{two}"), &positions("Two", 2))?;
    }

    #[test]
    fn partizan_games(count in 1usize..=2, clauses in prop::collection::vec(clause(), 2..5)) {
        let partial = |c: &Clause| c.side != 0;
        prop_assume!(clauses.iter().any(partial));
        let text = game_text("G", count, &clauses, true, false, "");
        let mut names = positions("G", count);
        names.truncate(4usize.pow(u32::try_from(count).expect("small")) + 12);
        partizan(&text, &names)?;
    }

    #[test]
    fn loopy_games(count in 1usize..=2, clauses in prop::collection::vec(clause(), 1..4), partizan: bool) {
        // A split may add components for ever: then there is no finite graph.
        let mut clauses = clauses;
        clauses.retain(|c| c.shape != 3);
        prop_assume!(!clauses.is_empty() && clauses.iter().any(|c| c.side != 0));
        let text = game_text("G", count, &clauses, partizan, true, "");
        let mut names = positions("G", count);
        if count == 2 {
            names.truncate(16 + 6);
        }
        loopy(&text, &names, !partizan)?;
    }
}
