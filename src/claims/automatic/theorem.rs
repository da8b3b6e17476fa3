//! The theorem: a set of positions, or a function of them, that fulfils the equation of the game on a family that its moves do
//! not leave, where play ends, is the set of lost positions, or the Grundy value. Every condition is decided by automata.

use std::rc::Rc;

use super::candidates::Candidate;
use super::no::{No, Read, large};
use super::nodes::Node;
use super::proved::Ask;
use super::reader::Reader;
use super::record::Definition;
use super::rules::{Branch, Rules};
use super::symbol::{Cases, Part};
use crate::analysis::model::Type;
use crate::automata::{Automaton, Formula, Halt, Linear, Numeration, Track};
use crate::base::Span;
use crate::value::Value;

/// A relation on tracks `0..`, and for which numbers it is proved.
type Established = (Rc<Automaton>, Rc<Automaton>);

impl Reader<'_, '_> {
    /// Proves what a family is asked for: the period of a heap game, else a formula that a claim of the file states.
    pub(super) fn establish(&mut self, node: &Node, ask: Ask, span: Span) -> Read<Established> {
        if ask == Ask::Value
            && let Some(proved) = self.periodic(node)?
        {
            return Ok(proved);
        }
        let rules = self.rules(node)?;
        let mut reason = None;
        for candidate in self.candidates(node, ask, &mut reason)? {
            match self.tried(node, ask, &rules, &candidate) {
                Ok(proved) => return Ok(proved),
                Err(no @ (No::Outside(..) | No::Circle)) => reason = reason.or(Some(no)),
                Err(other) => return Err(other),
            }
        }
        let tested = &mut |me: &mut Self, guess: Candidate| me.checked(node, ask, &rules, guess);
        match self.guessed(node, ask, &rules, tested) {
            Ok(Some(proved)) => return Ok(proved),
            Ok(None) | Err(No::Outside(..) | No::Circle) => {}
            Err(No::Halt(Halt::Work)) if reason.is_some() => return Err(reason.unwrap_or(No::Circle)),
            Err(other) => return Err(other),
        }
        if let Ask::Lost { misere: false } = ask
            && node.shapes.len() == 1
            && let Ok(values) = self.look_up(node, Ask::Value, span)
        {
            // Lost are the positions of value 0.
            let tracks: Vec<Track> = (0..=node.width()).map(|_| self.fresh()).collect();
            let (value, own) = large(tracks.split_last())?;
            let zero = large(Formula::equal(&Linear::variable(*value), &Linear::default()))?;
            let lost = self.table(&values.relation, &tracks)?.and(&zero).exists(vec![*value]);
            return Ok((self.tabulate(&lost, own)?, values.domain));
        }
        Err(reason.filter(|reason| !matches!(reason, No::Circle)).unwrap_or_else(|| {
            let game = node.shapes.first().map_or("0", |shape| &shape.instance.name);
            No::Outside(format!("no claim without an end says what all positions of `{game}` are"), span)
        }))
    }

    /// The values of a heap game whose period is proved.
    fn periodic(&mut self, node: &Node) -> Read<Option<Established>> {
        let [shape] = node.shapes.as_slice() else { return Ok(None) };
        let (model, index) = self.game(&shape.instance, Span::NONE)?;
        let game = &model.games[index];
        let plain = matches!(game.fields.as_slice(), [field] if matches!(field.ty, None | Some(Type::Nat)));
        if shape.width() != 1 || !plain || !game.endings.is_empty() {
            return Ok(None);
        }
        let Ok(found) = self.queries.proven_period(&shape.instance)? else { return Ok(None) };
        let [heap, value] = [self.fresh(), self.fresh()];
        let (start, period) = (i128::from(found.preperiod), i128::from(found.period));
        let mut cases = Vec::new();
        let (n, v) = (Linear::variable(heap), Linear::variable(value));
        for (at, known) in (0i128..).zip(&found.values) {
            let known = i128::from(*known);
            if at < start {
                let here = large(Formula::equal(&n, &Linear::constant(at)))?;
                cases.push(here.and(&large(Formula::equal(&v, &Linear::constant(known)))?));
                continue;
            }
            // v = known + saltus (n - at) / period
            let behind = large(n.plus(&Linear::constant(at), -1))?;
            let grown = large(behind.times(i128::from(found.saltus)))?;
            let value = large(v.plus(&Linear::constant(known), -1).and_then(|v| v.times(period)))?;
            cases.push(Formula::all([
                large(Formula::at_most(&Linear::constant(at), &n, 0))?,
                Formula::divides(period, behind),
                large(Formula::equal(&value, &grown))?,
            ]));
        }
        let relation = self.tabulate(&Formula::any(cases), &[heap, value])?;
        self.uses(found.theorem.clone());
        Ok(Some((relation, self.tabulate(&Formula::truth(true), &[])?)))
    }

    fn uses(&mut self, theorem: String) {
        if !self.shelf.theorems.contains(&theorem) {
            self.shelf.theorems.push(theorem);
        }
    }

    /// What the claim itself says, then what all say together, then each of the others; `reason`: why one could not be read.
    fn candidates(&mut self, node: &Node, ask: Ask, reason: &mut Option<No>) -> Read<Vec<Candidate>> {
        let mut all: Vec<Candidate> = Vec::new();
        let model = Rc::clone(self.machine.model());
        for statement in self.sources.clone() {
            let Some(statement) = model.statements.get(statement) else { continue };
            match self.candidate(statement, node, ask) {
                Ok(found) => all.extend(found),
                Err(no @ (No::Outside(..) | No::Circle)) => *reason = reason.take().or(Some(no)),
                Err(other) => return Err(other),
            }
        }
        if let [first, second, rest @ ..] = all.as_slice() {
            let mut together = self.joined(first, second)?;
            for next in rest {
                together = self.joined(&together, next)?;
            }
            all.insert(1, together);
        }
        Ok(all)
    }

    /// What one claim says, and another where the first says nothing.
    fn joined(&mut self, first: &Candidate, second: &Candidate) -> Read<Candidate> {
        let budget = self.decider.budget();
        let rest = second.relation.minus(&first.domain, budget)?;
        let relation = Rc::new(first.relation.or(&rest, budget)?);
        let domain = Rc::new(first.domain.or(&second.domain, budget)?);
        let name = format!("{} with {}", first.name, second.name);
        Ok(Candidate { relation, domain, name, span: first.span, learned: false })
    }

    /// Tries to prove what a claim says: as it is, completed where it leaves out little, and taken to hold in any order of
    /// the numbers.
    fn tried(&mut self, node: &Node, ask: Ask, rules: &Rules, candidate: &Candidate) -> Read<Established> {
        let mut candidate = candidate.clone();
        let mut reason = None;
        for all in [false, true] {
            let swaps = node.swaps(all);
            if all && (swaps == node.swaps(false) || self.missing(rules, &candidate)?.is_empty()) {
                break;
            }
            if !swaps.is_empty() {
                candidate.relation = self.symmetric(&candidate.relation, &swaps)?;
                candidate.domain = self.symmetric(&candidate.domain, &swaps)?;
            }
            let found = self.completed(node, ask, rules, candidate.clone());
            match found.and_then(|candidate| self.checked(node, ask, rules, candidate)) {
                Err(no @ No::Outside(..)) => reason = reason.or(Some(no)),
                other => return other,
            }
        }
        Err(reason.unwrap_or(No::Circle))
    }

    /// Checks every condition of the theorem for a relation that a claim gives.
    fn checked(&mut self, node: &Node, ask: Ask, rules: &Rules, candidate: Candidate) -> Read<Established> {
        let Candidate { relation, domain, name, span, learned } = candidate;
        let there = rules.there.clone();
        let within = there.and(&self.table(&domain, &rules.tracks)?);
        // Where the claim speaks, no move may lead to where it does not.
        for branch in &rules.branches {
            for part in &branch.target {
                if let Some(numbers) = self.own_numbers(node, rules, branch, part)? {
                    let here = within.and(&branch.guard);
                    let (bound, inside) = self.given(here, |me| me.relation(&domain, &numbers, None, branch.span))?;
                    let inside = inside.exists(bound);
                    let leaves = Formula::all([within.clone(), branch.guard.clone(), inside.not()]);
                    if !self.refuted(&leaves)? {
                        let reason = format!("{name} says nothing of positions that moves lead to");
                        return No::outside(reason, span);
                    }
                }
            }
        }
        self.terminates(node, rules, &within)?;
        let wrong = match ask {
            Ask::Lost { misere } => self.lost_equation(node, rules, &within, &relation, misere)?,
            Ask::Value => self.value_equation(node, rules, &within, &relation, span)?,
        };
        if !self.refuted(&wrong)? {
            let wrong = self.tabulate(&wrong, &rules.tracks)?;
            let order: Vec<Track> = (0..large(Track::try_from(node.width()).ok())?).collect();
            let least = wrong.least(&order, self.decider.budget())?;
            let place = match least {
                Some(tuple) => {
                    self.position(node, &tuple, false)?.map(|position| Value::Position(position).to_string())
                }
                None => None,
            };
            let place = place.map_or_else(String::new, |position| format!(" at {position}"));
            return No::outside(format!("the formula of {name} does not fulfil the equation of the game{place}"), span);
        }
        let games = node.shapes.iter().map(|shape| shape.instance.name.to_string()).collect::<Vec<_>>().join(" + ");
        let (what, states) = match ask {
            Ask::Lost { misere: false } => ("the lost positions", relation.states()),
            Ask::Lost { misere: true } => ("the positions lost under misère play", relation.states()),
            Ask::Value => ("the values", relation.states()),
        };
        let digits = match self.decider.numeration() {
            Numeration::Base(b) => format!("digits in base {b}"),
            Numeration::Metallic(1) => "Zeckendorf digits".to_owned(),
            Numeration::Metallic(r) => format!("digits by the recurrence u(n+2) = {r} u(n+1) + u(n)"),
        };
        let learned = if learned { ", learned from small positions" } else { "" };
        self.uses(format!(
            "{what} of {games} fulfil the equation of the game (an automaton on {digits}, {states} states{learned})"
        ));
        let domain = self.tabulate(&within, &rules.tracks)?;
        let swaps = node.swaps(false);
        let all = self.symmetric(&domain, &swaps)?;
        if !swaps.is_empty() {
            let orders = orders(&rules.tracks, &swaps);
            let each = orders.iter().map(|order| self.table(&domain, order)).collect::<Read<Vec<_>>>()?;
            let (table, of, formula) = (Rc::clone(&all), rules.tracks.clone(), Formula::any(each));
            self.record.definitions.push(Definition { table, of, formula });
        }
        Ok((relation, all))
    }

    /// The numbers of the family's position after a move, if a component that it leads to belongs to the family.
    pub(super) fn own_numbers(
        &mut self,
        node: &Node,
        rules: &Rules,
        branch: &Branch,
        part: &Part,
    ) -> Read<Option<Vec<Cases>>> {
        let (shape, numbers) = self.flatten(std::slice::from_ref(part))?;
        if !shape.shapes[0].same(&node.shapes[branch.moved]) {
            return Ok(None);
        }
        let mut all = Vec::new();
        for (at, own) in node.split(&rules.tracks).into_iter().enumerate() {
            if at == branch.moved {
                all.extend(numbers.iter().cloned());
            } else {
                all.extend(own.iter().map(|track| Cases::variable(*track)));
            }
        }
        Ok(Some(all))
    }

    /// The positions where the equation of the lost ones fails.
    fn lost_equation(
        &mut self,
        node: &Node,
        rules: &Rules,
        within: &Formula,
        relation: &Rc<Automaton>,
        misere: bool,
    ) -> Read<Formula> {
        let lost = self.lost_by_moves(node, rules, within, relation, misere)?;
        let said = self.table(relation, &rules.tracks)?;
        Ok(within.and(&said.iff(&lost).not()))
    }

    /// The positions without a move to a lost one, and the like where play has ended.
    pub(super) fn lost_by_moves(
        &mut self,
        node: &Node,
        rules: &Rules,
        within: &Formula,
        relation: &Rc<Automaton>,
        misere: bool,
    ) -> Read<Formula> {
        let mut to_lost = Vec::new();
        let mut moves = Vec::new();
        for branch in &rules.branches {
            moves.push(branch.guard.clone().exists(branch.bound.clone()));
            if let Some(orbit) = &branch.orbit {
                let lost = self.some_option((node, rules), (branch, orbit), relation, None)?;
                to_lost.push(branch.guard.clone().exists(branch.bound.clone()).and(&lost));
                continue;
            }
            let lost = match branch.target.as_slice() {
                [] if node.shapes.len() == 1 => Formula::truth(!misere),
                [part] => {
                    let here = within.and(&branch.guard);
                    let (bound, lost) = match self.own_numbers(node, rules, branch, part)? {
                        Some(numbers) => self.given(here, |me| me.relation(relation, &numbers, None, branch.span))?,
                        None if node.shapes.len() == 1 => {
                            let (other, numbers) = self.flatten(std::slice::from_ref(part))?;
                            let ask = Ask::Lost { misere };
                            self.given(here, |me| me.answered(&other, ask, &numbers, None, branch.span))?
                        }
                        None => return No::outside("a component of a sum becomes another game", branch.span),
                    };
                    lost.exists(bound)
                }
                _ => return No::outside("a move leads to a sum; claims about `sg` are proved for such", branch.span),
            };
            to_lost.push(branch.guard.and(&lost).exists(branch.bound.clone()));
        }
        let escapes = Formula::any(to_lost);
        Ok(if misere {
            rules.won.or(&Formula::any(moves).and(&escapes.not()))
        } else {
            rules.won.not().and(&escapes.not())
        })
    }

    /// The positions where the equation of the values fails: where there is none, or two, or an option of equal value, or a
    /// smaller number that no option has.
    fn value_equation(
        &mut self,
        node: &Node,
        rules: &Rules,
        within: &Formula,
        relation: &Rc<Automaton>,
        span: Span,
    ) -> Read<Formula> {
        if rules.won.as_truth() != Some(false) {
            return No::outside("a game with `wins if` has no values", span);
        }
        let reached = self.reached(node, rules, within, relation)?;
        let [value, other] = [self.fresh(), self.fresh()];
        let reaches = |me: &mut Self, value: Track| me.table(&reached, &[&rules.tracks[..], &[value]].concat());
        let has = |me: &mut Self, value: Track| me.table(relation, &[&rules.tracks[..], &[value]].concat());
        let (has_value, has_other) = (has(self, value)?, has(self, other)?);
        let less = large(Formula::at_most(&Linear::variable(other), &Linear::variable(value), -1))?;
        let none = has_value.clone().exists(vec![value]).not();
        let two = Formula::all([has_value.clone(), has_other, less.clone()]).exists(vec![value, other]);
        let equal = has_value.and(&reaches(self, value)?).exists(vec![value]);
        let missed = Formula::all([has_value, less, reaches(self, other)?.not()]).exists(vec![value, other]);
        let wrong = [none, two, equal, missed].map(|wrong| within.and(&wrong));
        Ok(Formula::any(wrong))
    }

    /// The values that options have: an automaton on the family's tracks and one more.
    pub(super) fn reached(
        &mut self,
        node: &Node,
        rules: &Rules,
        within: &Formula,
        relation: &Rc<Automaton>,
    ) -> Read<Rc<Automaton>> {
        let other = self.fresh();
        let mut options = Vec::new();
        for branch in &rules.branches {
            if let Some(orbit) = &branch.orbit {
                let has = self.some_option((node, rules), (branch, orbit), relation, Some(other))?;
                options.push(branch.guard.clone().exists(branch.bound.clone()).and(&has));
                continue;
            }
            let mut values = Vec::new();
            for part in &branch.target {
                let here = within.and(&branch.guard);
                values.push(match self.own_numbers(node, rules, branch, part)? {
                    Some(numbers) => self.given(here, |me| me.valued(relation, &numbers, branch.span))?,
                    None if node.shapes.len() == 1 => {
                        self.given(here, |me| me.value_of(std::slice::from_ref(part), branch.span))?
                    }
                    None => return No::outside("a component of a sum becomes another game", branch.span),
                });
            }
            if node.shapes.len() > 1 && values.len() != 1 {
                return No::outside("a component of a sum becomes several", branch.span);
            }
            let here = within.and(&branch.guard);
            let sum = self.given(here, |me| me.nim_sum(&values, branch.span))?;
            let equal = self.equals_variable(&sum, other, branch.span)?;
            options.push(branch.guard.and(&equal).exists(branch.bound.clone()));
        }
        let tracks = [&rules.tracks[..], &[other]].concat();
        self.tabulate(&Formula::any(options), &tracks)
    }

    fn valued(&mut self, relation: &Rc<Automaton>, numbers: &[Cases], span: Span) -> Read<Cases> {
        let value = self.fresh();
        let (mut bound, guard) = self.relation(relation, numbers, Some(value), span)?;
        bound.push(value);
        let value = super::symbol::Real::linear(Linear::variable(value));
        Ok(Cases(vec![super::symbol::Case { bound, guard, value }]))
    }
}

/// Every order of the tracks that comes of exchanging neighbours at these places.
fn orders(tracks: &[Track], swaps: &[usize]) -> Vec<Vec<Track>> {
    let mut all = vec![tracks.to_vec()];
    let mut next = 0;
    while next < all.len() {
        for swap in swaps {
            let mut other = all[next].clone();
            other.swap(swap - 1, *swap);
            if !all.contains(&other) {
                all.push(other);
            }
        }
        next += 1;
    }
    all
}
