//! A set of P-positions checked by the two conditions that define it: no move leads from it into itself, and from every
//! other position some move leads into it. Nothing is searched and no value is computed: every position is looked at
//! once, by the naive meaning of the rules.
//!
//! For a claim `loses(P) iff φ` over finitely many instances let D be its positions and L those with φ. If all options of
//! every position in L lie in D without L, and every other position of D has an option in L (or has been won by `wins if`,
//! or, under misère play, has no options), and no play along these moves returns, then by induction along them L is
//! exactly the set of P-positions in D (Bouton 1901 for Nim; Siegel, *Combinatorial Game Theory*, 2013, I.4). Options of
//! other positions beyond the one that is needed do not matter.

use std::ops::ControlFlow;
use std::rc::Rc;

use hashbrown::HashMap;

use super::total::asks_about_positions;
use crate::analysis::model::{Binder, Expr, ExprKind, Statement, StatementKind};
use crate::eval::{Frame, Machine, Queries, Stop};
use crate::library::Query;
use crate::syntax::ast::BinaryOp;
use crate::value::{Component, Position, Value};

/// Charged for a position that is kept.
const POSITION_BYTES: u64 = 256;
/// Charged for a move that is kept.
const MOVE_BYTES: u64 = 8;

/// What was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutcomeCheck {
    /// The positions of the claim.
    pub positions: u64,
    /// Those that are lost.
    pub lost: u64,
    /// Moves that were looked at.
    pub moves: u64,
}

/// Why the conditions say nothing.
#[derive(Debug)]
pub enum NoCheck {
    /// The claim, the rules or a move are not of the kind that is covered; why, in words.
    NotCovered(String),
    /// A condition fails; where, in words.
    Fails(String),
    /// A limit, or a fault of the program.
    Stopped(Stop),
}

impl From<Stop> for NoCheck {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

fn not_covered<T>(why: &str) -> Result<T, NoCheck> {
    Err(NoCheck::NotCovered(why.to_owned()))
}

/// Checks the two conditions for a claim of the form `loses(P) iff φ` or `wins(P) iff φ` with finitely many instances,
/// where φ asks nothing about positions. Work and memory are linear in the positions and in the moves of the lost ones.
///
/// # Errors
/// [`NoCheck`]: the claim is not shown by this; it may be true all the same unless a condition fails.
pub fn check_outcomes(
    statement: &Statement,
    machine: &Machine,
    queries: &mut dyn Queries,
) -> Result<OutcomeCheck, NoCheck> {
    let claimed = Claimed::read(statement, machine)?;
    let mut check = Check { machine, queries, found: HashMap::new(), all: Vec::new(), charged: 0 };
    let result = check.gather(statement, &claimed).and_then(|()| check.conditions());
    machine.meter().sub_bytes(check.charged);
    result
}

/// `loses(P) iff φ`, read from a claim.
struct Claimed<'e> {
    position: &'e Expr,
    condition: &'e Expr,
    /// The positions with φ are lost rather than won.
    loses: bool,
}

impl<'e> Claimed<'e> {
    fn read(statement: &'e Statement, machine: &Machine) -> Result<Self, NoCheck> {
        let StatementKind::Claim { refute: false, body } = &statement.kind else { return not_covered("no claim") };
        let model = machine.model();
        if model.games.iter().any(|game| game.marks.partizan || game.marks.loopy) {
            return not_covered("a game is partizan or loopy");
        }
        let plain = |e: &Expr| !asks_about_positions(model, e);
        let asks = statement.binders.iter().any(|binder| match binder {
            Binder::In { domain: e, .. } | Binder::Is { value: e, .. } | Binder::If(e) => !plain(e),
        });
        if asks || statement.binders.iter().any(Binder::is_endless) {
            return not_covered("its variables ask about positions, or have no end");
        }
        let ExprKind::Binary { first, rest } = &body.kind else { return not_covered("no `iff`") };
        let [(BinaryOp::Iff, _, second)] = &rest[..] else { return not_covered("no `iff`") };
        for (side, condition) in [(&**first, second), (second, &**first)] {
            if let ExprKind::Query { query: query @ (Query::Loses | Query::Wins), args } = &side.kind
                && let [position] = &args[..]
                && plain(condition)
            {
                return Ok(Self { position, condition, loses: *query == Query::Loses });
            }
        }
        not_covered("no side is `loses(P)` or `wins(P)`, or the other asks about positions")
    }
}

/// A position of the claim.
struct Known {
    position: Rc<Position>,
    lost: bool,
}

struct Check<'m> {
    machine: &'m Machine,
    queries: &'m mut dyn Queries,
    found: HashMap<Rc<Position>, u32>,
    all: Vec<Known>,
    charged: u64,
}

impl Check<'_> {
    fn charge(&mut self, bytes: u64) -> Result<(), NoCheck> {
        self.machine.meter().add_bytes(bytes).map_err(Stop::from)?;
        self.charged += bytes;
        Ok(())
    }

    /// Every instance's position with what the claim says of it.
    fn gather(&mut self, statement: &Statement, claimed: &Claimed<'_>) -> Result<(), NoCheck> {
        let machine = self.machine;
        let mut frame = Frame::new(statement.frame_size);
        let mut listed: Vec<(Rc<Position>, bool)> = Vec::new();
        let mut odd = false;
        machine.for_each_binding(&statement.binders, &mut frame, self.queries, &mut |frame, queries| {
            let Value::Position(position) = machine.eval(claimed.position, frame, queries)? else {
                odd = true;
                return Ok(ControlFlow::Break(()));
            };
            machine.meter().add_bytes(POSITION_BYTES)?;
            let holds = machine.condition(claimed.condition, frame, queries)?;
            listed.push((position, holds == claimed.loses));
            Ok(ControlFlow::Continue(()))
        })?;
        self.charged += POSITION_BYTES * listed.len() as u64;
        if odd {
            return not_covered("it is not about positions of games");
        }
        for (position, lost) in listed {
            let next = u32::try_from(self.all.len()).map_err(|_| NoCheck::NotCovered("too many positions".into()))?;
            let at = *self.found.entry(Rc::clone(&position)).or_insert(next);
            if at == next {
                self.all.push(Known { position, lost });
            } else if self.all[at as usize].lost != lost {
                return Err(NoCheck::Fails(format!("{position} is both lost and won by the claim")));
            }
        }
        Ok(())
    }

    /// The two conditions at every position, and that no play returns.
    fn conditions(&mut self) -> Result<OutcomeCheck, NoCheck> {
        // The moves of position `i` that the induction uses: `moves[starts[i]..starts[i + 1]]`.
        let (mut starts, mut moves) = (vec![0usize], Vec::new());
        let (mut looked_at, mut at) = (0, 0);
        let claimed = self.all.len();
        while at < self.all.len() {
            self.machine.meter().check().map_err(Stop::from)?;
            let Known { position, lost } = &self.all[at];
            let (position, lost) = (Rc::clone(position), *lost);
            let before = moves.len();
            let mut options = Vec::new();
            let decided = self.options(&position, &mut options)?;
            // Under misère play whoever has won by `wins if` has lost.
            if decided && lost != position.play.stuck_wins() {
                return Err(NoCheck::Fails(format!(
                    "{position} is decided by `wins if`, otherwise than the claim says"
                )));
            }
            let mut witness = decided;
            if decided {
                options.clear();
            } else if options.is_empty() {
                if lost == position.play.stuck_wins() {
                    return Err(NoCheck::Fails(format!("{position} has no options")));
                }
                witness = !lost;
            }
            for option in options {
                if witness {
                    break;
                }
                looked_at += 1;
                match self.known(&option)? {
                    Some(to) if lost && self.all[to as usize].lost => {
                        return Err(NoCheck::Fails(format!("{position} is lost and has the lost option {option}")));
                    }
                    Some(to) if lost => moves.push(to),
                    Some(to) if self.all[to as usize].lost => {
                        moves.push(to);
                        witness = true;
                    }
                    None if lost => {
                        return Err(NoCheck::NotCovered(format!(
                            "{option}, an option of {position}, is no position of the claim"
                        )));
                    }
                    _ => {}
                }
            }
            if !lost && !witness {
                return Err(NoCheck::Fails(format!("{position} is won but has no lost option in the claim")));
            }
            self.charge(MOVE_BYTES * (moves.len() - before) as u64)?;
            starts.push(moves.len());
            at += 1;
        }
        if returns(&starts, &moves) {
            return not_covered("a play may return to a position");
        }
        let lost = self.all[..claimed].iter().filter(|known| known.lost).count() as u64;
        Ok(OutcomeCheck { positions: claimed as u64, lost, moves: looked_at })
    }

    /// The options of a position, each component moved; whether a `wins if` has decided it.
    fn options(&mut self, position: &Rc<Position>, into: &mut Vec<Rc<Position>>) -> Result<bool, NoCheck> {
        let (mut decided, mut too_many) = (false, false);
        for (index, (component, _)) in position.components.iter().enumerate() {
            let Component::Play { instance, fields, negated: false } = component else {
                return not_covered("a component is no position of a game");
            };
            match self.machine.ending(instance, fields, self.queries)? {
                Some(true) => decided = true,
                Some(false) => continue,
                None => {}
            }
            let rest = position.without_one(index);
            let meter = self.machine.meter();
            self.machine.for_each_move(instance, fields, self.queries, &mut |found| {
                meter.check()?;
                match Position::plus(&rest, &found.result()) {
                    Some(option) => into.push(Rc::new(option.with_play(position.play))),
                    None => too_many = true,
                }
                Ok(ControlFlow::Continue(()))
            })?;
        }
        if too_many { not_covered("a component occurs too often") } else { Ok(decided) }
    }

    /// The number of a position of the claim that is this one. What an equation makes one of the claim's is added to
    /// them: an equation is the author's word, so that the conditions are checked for both of its sides.
    fn known(&mut self, position: &Rc<Position>) -> Result<Option<u32>, NoCheck> {
        if let Some(&known) = self.found.get(position) {
            return Ok(Some(known));
        }
        let [(Component::Play { instance, fields, .. }, 1)] = &position.components[..] else { return Ok(None) };
        let mut same = None;
        let found = &self.found;
        self.machine.for_each_image(instance, fields, true, false, self.queries, &mut |_, image| {
            same = found.get(&Rc::new(image.with_play(position.play))).copied();
            Ok(if same.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        let Some(same) = same else { return Ok(None) };
        self.charge(POSITION_BYTES)?;
        let added = u32::try_from(self.all.len()).map_err(|_| NoCheck::NotCovered("too many positions".into()))?;
        self.all.push(Known { position: Rc::clone(position), lost: self.all[same as usize].lost });
        self.found.insert(Rc::clone(position), added);
        Ok(Some(added))
    }
}

/// Whether some walk along these moves returns to where it began. On a stack of its own.
fn returns(starts: &[usize], moves: &[u32]) -> bool {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let count = starts.len() - 1;
    let mut marks = vec![Mark::New; count];
    let mut stack: Vec<(usize, usize)> = Vec::new();
    for root in 0..count {
        if marks[root] != Mark::New {
            continue;
        }
        marks[root] = Mark::Open;
        stack.push((root, starts[root]));
        while let Some((at, next)) = stack.last_mut() {
            if *next == starts[*at + 1] {
                marks[*at] = Mark::Done;
                stack.pop();
                continue;
            }
            let to = moves[*next] as usize;
            *next += 1;
            match marks[to] {
                Mark::Open => return true,
                Mark::Done => {}
                Mark::New => {
                    marks[to] = Mark::Open;
                    stack.push((to, starts[to]));
                }
            }
        }
    }
    false
}
