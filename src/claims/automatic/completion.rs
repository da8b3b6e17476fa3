//! What a claim leaves out, completed: from the solver, from the equation, by exchanging what is alike.

use std::rc::Rc;

use super::candidates::Candidate;
use super::no::{No, Read, large};
use super::nodes::Node;
use super::proved::Ask;
use super::reader::Reader;
use super::rules::Rules;
use crate::automata::{Automaton, Formula, Linear, Track};

/// So many positions that a claim leaves out are asked of the solver.
const MOST_ASKED: usize = 64;
/// So often what a claim leaves out is computed from what is known.
const ROUNDS: usize = 8;

impl Reader<'_, '_> {
    /// The relation on more positions of the family, where the claim leaves some out: few are asked of the solver; others whose
    /// moves all lead to where it speaks follow from these. A guess, which the equation tests.
    pub(super) fn completed(
        &mut self,
        node: &Node,
        ask: Ask,
        rules: &Rules,
        mut candidate: Candidate,
    ) -> Read<Candidate> {
        let missing = self.missing(rules, &candidate)?;
        if missing.is_empty() {
            return Ok(candidate);
        }
        let order: Vec<Track> = (0..large(Track::try_from(node.width()).ok())?).collect();
        let Some(few) = missing.members(&order, MOST_ASKED, self.decider.budget())? else {
            for _ in 0..ROUNDS {
                if !self.grown(node, ask, rules, &mut candidate)? {
                    break;
                }
            }
            return Ok(candidate);
        };
        let misere = ask == Ask::Lost { misere: true };
        for tuple in few {
            let Some(position) = self.position(node, &tuple, misere)? else {
                return No::outside(
                    format!("{} leaves out positions that are too large", candidate.name),
                    candidate.span,
                );
            };
            let mut point = Formula::truth(true);
            for (track, number) in order.iter().zip(&tuple) {
                let number = large(i128::try_from(*number).ok())?;
                point = point.and(&large(Formula::equal(&Linear::variable(*track), &Linear::constant(number)))?);
            }
            let value_track = large(Track::try_from(node.width()).ok())?;
            let here = match ask {
                Ask::Lost { .. } => {
                    let lost = !self.queries.wins(&position)?;
                    if lost { point.clone() } else { Formula::truth(false) }
                }
                Ask::Value => {
                    let value = i128::from(self.queries.sg(&position)?);
                    point.and(&large(Formula::equal(&Linear::variable(value_track), &Linear::constant(value)))?)
                }
            };
            candidate.relation = self.united(&candidate.relation, &here)?;
            candidate.domain = self.united(&candidate.domain, &point)?;
        }
        // In bags, an unordered tuple stands for the ordered one.
        let swaps = node.swaps(false);
        if !swaps.is_empty() {
            candidate.relation = self.symmetric(&candidate.relation, &swaps)?;
            candidate.domain = self.symmetric(&candidate.domain, &swaps)?;
        }
        Ok(candidate)
    }

    /// Adds what follows from the equation where all moves lead to where the relation is known; whether there is any.
    fn grown(&mut self, node: &Node, ask: Ask, rules: &Rules, candidate: &mut Candidate) -> Read<bool> {
        let missing = self.missing(rules, candidate)?;
        let mut ready = vec![self.table(&missing, &rules.tracks)?, rules.there.clone()];
        for branch in &rules.branches {
            for part in &branch.target {
                if let Some(numbers) = self.own_numbers(node, rules, branch, part)? {
                    let here = rules.there.and(&branch.guard);
                    let domain = Rc::clone(&candidate.domain);
                    let (bound, inside) = self.given(here, |me| me.relation(&domain, &numbers, None, branch.span))?;
                    let leaves = branch.guard.and(&inside.exists(bound).not());
                    ready.push(leaves.exists(branch.bound.clone()).not());
                }
            }
        }
        let ready = self.tabulate(&Formula::all(ready), &rules.tracks)?;
        if ready.is_empty() {
            return Ok(false);
        }
        let here = self.table(&ready, &rules.tracks)?;
        let added = match ask {
            Ask::Lost { misere } => {
                let lost = self.lost_by_moves(node, rules, &here, &candidate.relation, misere)?;
                self.tabulate(&here.and(&lost), &rules.tracks)?
            }
            Ask::Value => {
                let reached = self.reached(node, rules, &here, &candidate.relation)?;
                let [value, other] = [self.fresh(), self.fresh()];
                let tracks = |value: Track| [&rules.tracks[..], &[value]].concat();
                let less = large(Formula::at_most(&Linear::variable(other), &Linear::variable(value), -1))?;
                let missed = less.and(&self.table(&reached, &tracks(other))?.not()).exists(vec![other]);
                let free = self.table(&reached, &tracks(value))?.not();
                self.tabulate(&Formula::all([here, free, missed.not()]), &tracks(value))?
            }
        };
        let budget = self.decider.budget();
        candidate.relation = Rc::new(candidate.relation.or(&added, budget)?);
        candidate.domain = Rc::new(candidate.domain.or(&ready, budget)?);
        let swaps = node.swaps(false);
        if !swaps.is_empty() {
            candidate.relation = self.symmetric(&candidate.relation, &swaps)?;
            candidate.domain = self.symmetric(&candidate.domain, &swaps)?;
        }
        Ok(true)
    }

    /// An automaton on tracks `0..` with what fulfils a formula in the variables of the same names.
    fn united(&mut self, automaton: &Rc<Automaton>, formula: &Formula) -> Read<Rc<Automaton>> {
        // Small names are taken by nothing else: this formula stands alone.
        let other = self.decider.automaton(formula)?;
        Ok(Rc::new(automaton.or(&other, self.decider.budget())?))
    }

    pub(super) fn missing(&mut self, rules: &Rules, candidate: &Candidate) -> Read<Rc<Automaton>> {
        let said = self.table(&candidate.domain, &rules.tracks)?;
        self.tabulate(&rules.there.and(&said.not()), &rules.tracks)
    }

    /// A relation with all that comes of exchanging neighbours at these places.
    pub(super) fn symmetric(&mut self, automaton: &Rc<Automaton>, swaps: &[usize]) -> Read<Rc<Automaton>> {
        let budget = self.decider.budget();
        let mut all = Rc::clone(automaton);
        // Every order of n entries comes of exchanging neighbours in this order: 1; 2, 1; 3, 2, 1; ...
        let mut at = 0;
        while at < swaps.len() {
            let end = (at + 1..swaps.len()).find(|i| swaps[*i] != swaps[i - 1] + 1).unwrap_or(swaps.len());
            for top in at..end {
                for which in (at..=top).rev() {
                    let second = large(Track::try_from(swaps[which]).ok())?;
                    let names: Vec<Track> = (all.tracks().iter())
                        .map(|track| match *track {
                            t if t == second => second - 1,
                            t if t + 1 == second => second,
                            t => t,
                        })
                        .collect();
                    all = Rc::new(all.or(&all.rename(&names, budget)?, budget)?);
                }
            }
            at = end;
        }
        Ok(all)
    }
}
