//! Guesses from small positions: the automaton of what the solver says of them, for the theorem to test.

use std::rc::Rc;

use hashbrown::HashMap;

use super::candidates::Candidate;
use super::no::{No, Read};
use super::nodes::Node;
use super::proved::Ask;
use super::reader::Reader;
use super::rules::Rules;
use crate::automata::{Automaton, Told, Track, learn};
use crate::base::Span;

/// Endings of more digits than this are not compared.
const LONGEST: u32 = 5;
/// How much work the solver may be asked for: about a second.
const GUESS_WORK: u64 = 5_000_000;
/// A number with no more values than this is counted in full.
const FEW_VALUES: usize = 64;

/// The positions that the solver is asked about.
struct Small {
    /// For each number the greatest that is looked at: of all positions, and of those that test a guess.
    most: Vec<(u128, u128)>,
    there: Rc<Automaton>,
    swaps: Vec<usize>,
    known: HashMap<Vec<u128>, Told>,
    /// The work of the meter at which no more is asked.
    end: u64,
}

impl Reader<'_, '_> {
    /// Guesses, each from longer endings than the one before, and each tried by `test` until one is right.
    pub(super) fn guessed<T>(
        &mut self,
        node: &Node,
        ask: Ask,
        rules: &Rules,
        test: &mut dyn FnMut(&mut Self, Candidate) -> Read<T>,
    ) -> Read<Option<T>> {
        let mut small = self.small(node, rules)?;
        let shape = (node.width(), ask == Ask::Value);
        let (numeration, budget) = (self.decider.numeration(), self.decider.budget());
        let mut last: Option<Rc<Automaton>> = None;
        for length in 1..=LONGEST {
            let table = &mut |tuple: &[u128]| self.told(node, ask, tuple, &mut small);
            let Some(guess) = learn(numeration, shape, length, table, budget)?.map(Rc::new) else { continue };
            if last.as_ref().is_some_and(|last| last.same(&guess)) || !self.agrees(node, ask, &guess, &mut small)? {
                continue;
            }
            last = Some(Rc::clone(&guess));
            let domain = Rc::new(Automaton::constant(numeration, true, budget)?);
            let name = "what small positions suggest".to_owned();
            let candidate = Candidate { relation: guess, domain, name, span: Span::NONE, learned: true };
            match test(self, candidate) {
                Ok(found) => return Ok(Some(found)),
                Err(No::Outside(..)) => {}
                Err(other) => return Err(other),
            }
        }
        Ok(None)
    }

    fn small(&mut self, node: &Node, rules: &Rules) -> Read<Small> {
        let there = self.tabulate(&rules.there, &rules.tracks)?;
        let budget = self.decider.budget();
        let mut counted = Vec::new();
        for track in (0..).take(node.width()) {
            let others: Vec<Track> = there.tracks().iter().copied().filter(|t: &Track| *t != track).collect();
            let own = there.project(&others, budget)?;
            let few = if own.tracks().is_empty() { None } else { own.members(&[track], FEW_VALUES, budget)? };
            counted.push(few.map(|few| few.into_iter().flatten().max().unwrap_or(0)));
        }
        let (most, tested) = match counted.iter().filter(|few| few.is_none()).count() {
            0 | 1 => (4095, 300),
            2 => (127, 24),
            3 => (31, 9),
            _ => (31, 4),
        };
        let most = counted.into_iter().map(|few| few.map_or((most, tested), |few| (few, few))).collect();
        let end = self.machine.meter().work().saturating_add(GUESS_WORK);
        Ok(Small { most, there, swaps: node.swaps(false), known: HashMap::new(), end })
    }

    /// What the solver says of the position with these numbers.
    fn told(&mut self, node: &Node, ask: Ask, tuple: &[u128], small: &mut Small) -> Read<Told> {
        let mut tuple = tuple.to_vec();
        // In bags, an unordered tuple stands for the ordered one.
        for _ in 0..small.swaps.len() {
            for at in &small.swaps {
                if tuple[at - 1] > tuple[*at] {
                    tuple.swap(at - 1, *at);
                }
            }
        }
        if let Some(told) = small.known.get(&tuple) {
            return Ok(*told);
        }
        let number = |track: Track| tuple.get(track as usize).copied().unwrap_or(0);
        let told = if !small.there.accepts(&number, 0) {
            Told::Outside
        } else if tuple.iter().zip(&small.most).any(|(n, (most, _))| n > most) {
            Told::Beyond
        } else {
            let misere = ask == Ask::Lost { misere: true };
            let Some(position) = self.position(node, &tuple, misere)? else { return Ok(Told::Beyond) };
            let meter = self.machine.meter();
            let left = small.end.saturating_sub(meter.work());
            let queries = &mut *self.queries;
            let told = meter.within(left, || match ask {
                Ask::Value => queries.sg(&position).map(|value| Told::Value(u128::from(value))),
                Ask::Lost { .. } => queries.wins(&position).map(|w| if w { Told::Outside } else { Told::Value(0) }),
            });
            // What takes too long is not known.
            told.transpose()?.unwrap_or(Told::Beyond)
        };
        small.known.insert(tuple, told);
        Ok(told)
    }

    /// Whether a guess is right about all positions with small numbers.
    fn agrees(&mut self, node: &Node, ask: Ask, guess: &Automaton, small: &mut Small) -> Read<bool> {
        let width = node.width();
        let mut tuple = vec![0u128; width];
        loop {
            let number = |track: Track| tuple.get(track as usize).copied().unwrap_or(0);
            if small.there.accepts(&number, 0) {
                let told = self.told(node, ask, &tuple, small)?;
                let right = match (told, ask) {
                    (Told::Beyond, _) => true,
                    (Told::Outside, _) => ask == Ask::Value || !guess.accepts(&number, 0),
                    (Told::Value(value), _) => {
                        let place = |track: Track| if track as usize == width { value } else { number(track) };
                        guess.accepts(&place, 0)
                    }
                };
                if !right {
                    return Ok(false);
                }
            }
            // The next tuple, as an odometer counts.
            let Some(at) = (0..width).rev().find(|i| tuple[*i] < small.most[*i].1) else { return Ok(true) };
            tuple[at] += 1;
            tuple[at + 1..].fill(0);
        }
    }
}
