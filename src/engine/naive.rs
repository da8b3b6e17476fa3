//! The oracle of the tests: outcomes and values straight from the definitions, every sum as one position, no equations.

use std::ops::ControlFlow;
use std::rc::Rc;

use hashbrown::HashMap;

use super::Engine;
use crate::cgt::{ByPlayer, Movers, Outcome, Play, Player, Winner};
use crate::eval::{Machine, Queries};
use crate::value::{Component, Position};

/// A position with its options and who may take them; `None` when a `wins if` has decided it.
type Options = Option<Vec<(Rc<Position>, Movers)>>;

/// Plain recursion over options; what was computed is kept.
pub(super) struct Naive {
    machine: Rc<Machine>,
    /// Answers what the rules ask.
    queries: Engine,
    options: HashMap<Rc<Position>, Options>,
    values: HashMap<Rc<Position>, u64>,
    wins: HashMap<(Rc<Position>, Play, Player), bool>,
}

impl Naive {
    pub fn new(machine: &Rc<Machine>, queries: &Engine) -> Self {
        let (options, values, wins) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { machine: Rc::clone(machine), queries: queries.clone(), options, values, wins }
    }

    /// Each component moved.
    pub fn options(&mut self, position: &Rc<Position>) -> Options {
        if let Some(known) = self.options.get(position) {
            return known.clone();
        }
        let mut found: Vec<(Rc<Position>, Movers)> = Vec::new();
        let mut decided = false;
        for (index, (component, _)) in position.components.iter().enumerate() {
            let Component::Play { instance, fields, negated } = component else { panic!("a position of a game") };
            let queries: &mut dyn Queries = &mut self.queries;
            match self.machine.ending(instance, fields, queries).expect("an ending") {
                Some(true) => decided = true,
                Some(false) => continue,
                None => {}
            }
            let rest = position.without_one(index);
            let visit = &mut |found_move: &crate::eval::FoundMove<'_>| {
                let side = found_move.clause.side.negated_if(*negated);
                let result = found_move.result();
                let result = if *negated { Position::negate(&result) } else { Rc::unwrap_or_clone(result) };
                found.push((Rc::new(Position::plus(&rest, &result).expect("small")), side));
                Ok(ControlFlow::Continue(()))
            };
            self.machine.for_each_move(instance, fields, queries, visit).expect("moves");
        }
        let options = (!decided).then_some(found);
        self.options.insert(Rc::clone(position), options.clone());
        options
    }

    /// The mex over the options.
    pub fn sg(&mut self, position: &Rc<Position>) -> u64 {
        if let Some(&known) = self.values.get(position) {
            return known;
        }
        let options = self.options(position).expect("no `wins if`");
        let values: Vec<u64> = options.iter().map(|(option, _)| self.sg(option)).collect();
        let mex = (0..=values.len() as u64).find(|n| !values.contains(n)).expect("finitely many options");
        self.values.insert(Rc::clone(position), mex);
        mex
    }

    /// Whether the player to move wins.
    pub fn mover_wins(&mut self, position: &Rc<Position>, play: Play, mover: Player) -> bool {
        let key = (Rc::clone(position), play, mover);
        if let Some(&known) = self.wins.get(&key) {
            return known;
        }
        let wins = match self.options(position) {
            None => !play.stuck_wins(),
            Some(options) => {
                let mut options = options.iter().filter(|o| o.1.include(mover)).peekable();
                let stuck = options.peek().is_none();
                if stuck {
                    play.stuck_wins()
                } else {
                    options.any(|(option, _)| !self.mover_wins(option, play, mover.opposite()))
                }
            }
        };
        self.wins.insert(key, wins);
        wins
    }

    /// The outcome class of a position whose plays all end.
    pub fn outcome(&mut self, position: &Rc<Position>, play: Play) -> Outcome {
        let winner =
            |mover: Player| Winner::from(if self.mover_wins(position, play, mover) { mover } else { mover.opposite() });
        let ByPlayer { left, right } = ByPlayer::of(winner);
        Outcome::of(left, right)
    }

    /// The outcome class of a position that may repeat: who wins within ever more moves, until nothing changes.
    pub fn loopy_outcome(&mut self, root: &Rc<Position>, play: Play) -> Outcome {
        let mut list = vec![Rc::clone(root)];
        let mut at = 0;
        while at < list.len() {
            for (option, _) in self.options(&list[at].clone()).unwrap_or_default() {
                if !list.contains(&option) {
                    list.push(option);
                }
            }
            at += 1;
        }
        let mut known: HashMap<(Rc<Position>, Player), bool> = HashMap::new();
        loop {
            let mut fresh = Vec::new();
            for position in &list {
                for mover in Player::BOTH {
                    if known.contains_key(&(Rc::clone(position), mover)) {
                        continue;
                    }
                    if let Some(wins) = self.decided(&known, position, play, mover) {
                        fresh.push(((Rc::clone(position), mover), wins));
                    }
                }
            }
            if fresh.is_empty() {
                break;
            }
            known.extend(fresh);
        }
        let winner = |mover: Player| match known.get(&(Rc::clone(root), mover)) {
            None => Winner::Draw,
            Some(&wins) => Winner::from(if wins { mover } else { mover.opposite() }),
        };
        Outcome::of(winner(Player::Left), winner(Player::Right))
    }

    fn decided(
        &mut self,
        known: &HashMap<(Rc<Position>, Player), bool>,
        position: &Rc<Position>,
        play: Play,
        mover: Player,
    ) -> Option<bool> {
        let Some(options) = self.options(position) else { return Some(!play.stuck_wins()) };
        let results: Vec<Option<bool>> = options
            .iter()
            .filter(|o| o.1.include(mover))
            .map(|o| known.get(&(Rc::clone(&o.0), mover.opposite())).copied())
            .collect();
        if results.is_empty() {
            return Some(play.stuck_wins());
        }
        if results.contains(&Some(false)) {
            return Some(true);
        }
        results.iter().all(|r| *r == Some(true)).then_some(false)
    }
}
