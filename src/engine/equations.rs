//! Equations are the author's word: here it is checked on some of the positions that are reached.
//!
//! A check looks one level deep: for `same as` at the options of both sides, reduced; for `equals` at the values of the
//! left side's options. Where reduced options differ although the positions may be isomorphic, the game trees decide.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::rc::Rc;

use hashbrown::{HashMap, HashSet};

use super::core::{Active, Space};
use super::expand::{End, merge_movers};
use super::interner::{Comp, Parts, State, Unpacked, add_part, remove_part};
use super::{Answer, Engine};
use crate::base::Exceeded;
use crate::cgt::Movers;
use crate::eval::Stop;
use crate::eval::stop::{Fault, FaultKind};
use crate::value::{Instance, Position};

/// Most checks of one equation in a run.
const MOST: u64 = 200;
/// Options, and images of positions, that checks may always look at; beyond, they take one part in a hundred of the work.
const FREE: u64 = 3_000;
/// Options that a single check may look at.
const ONE_CHECK: u64 = 20_000;
/// Options that all checks together may look at where a file is checked for its equations alone.
const ALL_CHECKS: u64 = 100_000;
/// Positions whose game trees are compared, and positions that are tried with the other keyword.
const TREE: usize = 5_000;
const OTHER: usize = 200;

/// How often an equation was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EquationCount {
    /// The game's index in the model.
    pub game: u32,
    /// The equation's index in the game.
    pub equation: usize,
    /// Instances that were checked.
    pub checked: u64,
}

/// Checks to be made, and those made.
#[derive(Debug, Default)]
pub(super) struct Checks {
    waiting: VecDeque<Instantiated>,
    /// By game and equation: noted, checked.
    counts: HashMap<(u32, usize), (u64, u64)>,
    seen: HashSet<(Comp, usize, State)>,
    /// Options and images looked at by checks.
    spent: u64,
    /// Plays that looked for equations.
    plays: u64,
    /// Options that the check in progress may still look at.
    left: Option<u64>,
}

/// A position and what an equation makes of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instantiated {
    pub game: u32,
    pub equation: usize,
    pub comp: Comp,
    pub image: State,
}

impl Engine {
    /// Notes an instance of an equation that was used, to be checked when there is time.
    pub(super) fn note_equation(
        &self,
        instance: &Rc<Instance>,
        equation: usize,
        comp: Comp,
        negated: bool,
        image: &Position,
    ) -> Answer<()> {
        let Ok(mut checks) = self.core.checks.try_borrow_mut() else { return Ok(()) };
        let count = checks.counts.entry((instance.game, equation)).or_default();
        if negated || count.0 >= MOST {
            return Ok(());
        }
        let image = self.core.interner.borrow_mut().state_as_written(image)?;
        if image == State::single(comp) || !checks.seen.insert((comp, equation, image)) {
            return Ok(());
        }
        checks.counts.entry((instance.game, equation)).or_default().0 += 1;
        checks.waiting.push_back(Instantiated { game: instance.game, equation, comp, image });
        Ok(())
    }

    /// Counts an option against the check in progress.
    pub(super) fn spend(&self) -> Result<(), Exceeded> {
        let Ok(mut checks) = self.core.checks.try_borrow_mut() else { return Ok(()) };
        checks.spent += 1;
        match &mut checks.left {
            // Told apart from a true limit by `left`.
            Some(0) => Err(Exceeded::States),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The choices of a play that looks for equations: others each time, the same in every run.
    pub(super) fn choices(&self) -> impl Iterator<Item = u64> + use<> {
        let mut state = 0;
        if let Ok(mut checks) = self.core.checks.try_borrow_mut() {
            checks.plays += 1;
            state = checks.plays;
        }
        std::iter::repeat_with(move || {
            // Knuth's generator for 64 bits ("The Art of Computer Programming", 3.3.4): its upper half is well mixed.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        })
    }

    /// Counts options that a play met; whether it may go on.
    pub(super) fn spend_walk(&self, options: usize) -> bool {
        let Ok(mut checks) = self.core.checks.try_borrow_mut() else { return false };
        checks.spent += 1 + options as u64;
        checks.spent <= FREE + self.core.options.get().saturating_sub(checks.spent) / 100
    }

    /// Counts an image that is made for a check: it takes as long as an option.
    pub(super) fn spend_image(&self) {
        if self.core.checking.get()
            && let Ok(mut checks) = self.core.checks.try_borrow_mut()
        {
            checks.spent += 1;
        }
    }

    /// Makes the checks that are due.
    pub(super) fn spot_checks(&self) -> Answer<()> {
        loop {
            let next = {
                let mut checks = self.core.checks.borrow_mut();
                let work = self.core.options.get();
                if self.core.checking.get()
                    || checks.waiting.is_empty()
                    || checks.spent > FREE + work.saturating_sub(checks.spent) / 100
                {
                    return Ok(());
                }
                checks.waiting.pop_front()
            };
            let Some(next) = next else { return Ok(()) };
            if let Err(stop) = self.check(next) {
                // Whoever asks again, one position at a time, say, is told again.
                self.core.checks.borrow_mut().waiting.push_front(next);
                return Err(stop);
            }
        }
    }

    /// Checks one instance; one that takes too long, or has no values to compare, counts as not checked.
    fn check(&self, one: Instantiated) -> Answer<()> {
        self.core.checks.borrow_mut().left = Some(ONE_CHECK);
        self.core.checking.set(true);
        let what = self.core.machine.model().games[one.game as usize].equations[one.equation].same;
        self.core.active.borrow_mut().push(Active { what: "equation", state: State::single(one.comp) });
        let result = if what { self.check_same(one).map(|()| true) } else { self.check_equals(one) };
        self.core.active.borrow_mut().pop();
        self.core.checking.set(false);
        let mut checks = self.core.checks.borrow_mut();
        match (result, checks.left.take()) {
            (Err(Stop::Limit(Exceeded::States)), Some(0)) => Ok(()),
            (Err(stop), _) => Err(stop),
            (Ok(false), _) => Ok(()),
            (Ok(true), _) => {
                checks.counts.entry((one.game, one.equation)).or_default().1 += 1;
                drop(checks);
                self.core.stats.borrow_mut().checks += 1;
                Ok(())
            }
        }
    }

    fn check_same(&self, one: Instantiated) -> Answer<()> {
        let left = self.reduced_options(State::single(one.comp))?;
        let right = self.reduced_options(one.image)?;
        if left == right {
            return Ok(());
        }
        if left.0 == right.0 && self.same_trees(one)? != Some(false) {
            return Ok(());
        }
        let mut detail = vec!["the two positions do not have the same options".to_owned()];
        detail.extend(self.only_in(one.comp.into(), &left.1, &right.1));
        detail.extend(self.only_in(one.image, &right.1, &left.1));
        let other_right_at = self.values_agree(one)?;
        Err(self.wrong_equation(one, detail, other_right_at))
    }

    /// How a position ends before any move, and its distinct options with who may take them, reduced by `same as`.
    fn reduced_options(&self, state: State) -> Answer<(bool, Vec<(State, Movers)>)> {
        let mut parts = Parts::new();
        self.core.interner.borrow().parts(state, &mut parts);
        let mut found: Vec<(State, Movers)> = Vec::new();
        let mut won = false;
        for &(comp, _) in &parts {
            // The other components are reduced once, this one not at all: its own options are looked at.
            let mut rest = Parts::new();
            let mut others = parts.clone();
            remove_part(&mut others, comp);
            for &(other, copies) in &others {
                let reduced = self.reduced(Space::Same, other)?;
                self.add_state(reduced, copies, &mut rest)?;
            }
            let end = self.each_option(Space::Same, "same as", comp, &mut |side, option| {
                let mut to = rest.clone();
                for &(part, copies) in option {
                    add_part(&mut to, part, copies)?;
                }
                found.push((self.without_terminals(&to)?, side));
                Ok(ControlFlow::Continue(()))
            })?;
            won |= end == End::Won;
        }
        merge_movers(&mut found, Movers::or);
        Ok((won, found))
    }

    /// A canonical sum in which even a single component without moves is dropped.
    fn without_terminals(&self, parts: &Parts) -> Answer<State> {
        if let [(comp, 1)] = parts[..] {
            let ends = !self.core.interner.borrow().marks_of(comp).wins_if && self.is_terminal(comp)?;
            return Ok(if ends { State::EMPTY } else { State::single(comp) });
        }
        self.canonical(Space::Same, parts)
    }

    fn only_in(&self, state: State, options: &[(State, Movers)], others: &[(State, Movers)]) -> Option<String> {
        let only = options.iter().find(|o| !others.contains(o))?;
        let option = if only.0 == State::EMPTY { "0".to_owned() } else { self.printed(only.0) };
        Some(format!("only {} has the option {option}", self.printed(state)))
    }

    /// Whether the game trees of both sides are equal; `None` when they are too large to tell.
    fn same_trees(&self, one: Instantiated) -> Answer<Option<bool>> {
        let mut trees = Trees::default();
        let Some(left) = self.tree(&mut trees, State::single(one.comp))? else { return Ok(None) };
        let Some(right) = self.tree(&mut trees, one.image)? else { return Ok(None) };
        Ok(Some(left == right))
    }

    /// The number of a position's game tree, equal options merged; options before what leads to them.
    fn tree(&self, trees: &mut Trees, root: State) -> Answer<Option<u32>> {
        let mut stack = vec![root];
        while let Some(&state) = stack.last() {
            if trees.numbers.contains_key(&state) {
                stack.pop();
                continue;
            }
            let options = if let Some(options) = trees.options.get(&state) {
                Rc::clone(options)
            } else {
                if trees.options.len() >= TREE {
                    return Ok(None);
                }
                let options = self.written_options(state)?;
                trees.options.insert(state, options.clone());
                let open: Vec<State> = options.iter().map(|o| o.0).filter(|s| !trees.numbers.contains_key(s)).collect();
                if open.iter().any(|s| trees.options.contains_key(s)) {
                    // Still open further down: the position repeats.
                    return Ok(None);
                }
                stack.extend(open);
                continue;
            };
            let mut shape = Vec::with_capacity(options.len());
            for (option, side) in options.iter() {
                match trees.numbers.get(option) {
                    Some(&number) => shape.push((number, *side)),
                    None => return Ok(None),
                }
            }
            merge_movers(&mut shape, |a, b| a.zip(b).map(|(a, b)| Movers::or(a, b)));
            let next = u32::try_from(trees.shapes.len()).map_err(|_| Exceeded::Memory)?;
            let number = *trees.shapes.entry(shape).or_insert(next);
            trees.numbers.insert(state, number);
            stack.pop();
        }
        Ok(trees.numbers.get(&root).copied())
    }

    /// The options of a sum as written.
    fn written_options(&self, state: State) -> Answer<Rc<[WrittenOption]>> {
        let mut found = Vec::new();
        match state.split() {
            Ok(comp) => {
                let end = self.each_option(Space::Written, "same as", comp, &mut |side, parts| {
                    found.push((self.canonical(Space::Written, parts)?, Some(side)));
                    Ok(ControlFlow::Continue(()))
                })?;
                if end == End::Won {
                    found.push((State::EMPTY, None));
                }
            }
            Err(_) => self.each_state_option(Space::Written, "same as", state, &mut |side, option| {
                found.push((option, Some(side)));
                Ok(ControlFlow::Continue(()))
            })?,
        }
        found.sort_unstable();
        found.dedup();
        Ok(found.into())
    }

    /// At how many followers the values of both sides of a wrong `same as` agree; 0 when they do not, or it is unknown.
    fn values_agree(&self, one: Instantiated) -> Answer<u64> {
        let marks = {
            let interner = self.core.interner.borrow();
            super::interner::join(interner.marks_of(one.comp), interner.marks(one.image))
        };
        if marks.partizan || marks.loopy || marks.wins_if {
            return Ok(0);
        }
        self.core.checks.borrow_mut().left = Some(10 * ONE_CHECK);
        match self.count_agreements(one) {
            Err(Stop::Limit(Exceeded::States)) if self.core.checks.borrow().left == Some(0) => Ok(0),
            count => count,
        }
    }

    fn count_agreements(&self, one: Instantiated) -> Answer<u64> {
        let (mut agree, mut visited) = (0, 0);
        self.each_follower(&[one.comp], &mut |comp| {
            for found in self.instances_of(comp)? {
                if (found.game, found.equation) != (one.game, one.equation) {
                    continue;
                }
                if self.grundy(Space::Written, comp)? != self.value_as_written(Space::Written, found.image)? {
                    agree = 0;
                    return Ok(ControlFlow::Break(()));
                }
                agree += 1;
            }
            visited += 1;
            Ok(if visited < OTHER { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        Ok(agree)
    }

    /// Visits the components reachable from some, as written, nearest first, until `visit` says that it is enough.
    fn each_follower(&self, roots: &[Comp], visit: &mut dyn FnMut(Comp) -> Answer<ControlFlow<()>>) -> Answer<()> {
        let mut seen: HashSet<Comp> = roots.iter().copied().collect();
        let mut waiting: VecDeque<Comp> = roots.iter().copied().collect();
        while let Some(comp) = waiting.pop_front() {
            self.core.tick()?;
            if visit(comp)?.is_break() {
                return Ok(());
            }
            self.each_option(Space::Written, "followers", comp, &mut |_, parts| {
                waiting.extend(parts.iter().map(|&(part, _)| part).filter(|&part| seen.insert(part)));
                Ok(ControlFlow::Continue(()))
            })?;
        }
        Ok(())
    }

    /// Every image of a component, as written.
    fn instances_of(&self, comp: Comp) -> Answer<Vec<Instantiated>> {
        let unpacked = self.core.interner.borrow().unpack(comp);
        let Unpacked::Play { instance, fields, negated: false } = unpacked else { return Ok(Vec::new()) };
        let (mut found, mut queries) = (Vec::new(), self.clone());
        let machine = &self.core.machine;
        machine.for_each_image(&instance, &fields, true, true, &mut queries, &mut |equation, image| {
            let image = self.core.interner.borrow_mut().state_as_written(&image)?;
            found.push(Instantiated { game: instance.game, equation, comp, image });
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(found)
    }

    /// Checks every equation on the followers of some positions, component by component, nearest first: at most `limit`
    /// components, and no more of them than make a hundred thousand options.
    ///
    /// # Errors
    /// A wrong equation; a limit; any fault of the rules.
    pub fn check_equations(&self, roots: &[Rc<Position>], limit: usize) -> Result<Vec<EquationCount>, Stop> {
        let mut comps = Vec::new();
        for root in roots {
            for (component, _) in &root.components {
                comps.push(self.core.interner.borrow_mut().comp(component)?);
            }
        }
        comps.sort_unstable();
        comps.dedup();
        let (mut visited, enough) = (0, self.core.options.get() + ALL_CHECKS);
        self.each_follower(&comps, &mut |comp| {
            for one in self.instances_of(comp)? {
                if one.image != State::single(comp) {
                    self.check(one)?;
                }
            }
            visited += 1;
            let goes_on = visited < limit && self.core.options.get() < enough;
            Ok(if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        let checks = self.core.checks.borrow();
        let games = self.core.machine.model().games.iter();
        let counts = (0..).zip(games).flat_map(|(game, rules)| {
            let checks = &checks;
            (0..rules.equations.len()).map(move |equation| {
                let checked = checks.counts.get(&(game, equation)).map_or(0, |c| c.1);
                EquationCount { game, equation, checked }
            })
        });
        Ok(counts.collect())
    }

    #[cold]
    pub(super) fn wrong_equation(&self, one: Instantiated, detail: Vec<String>, other_right_at: u64) -> Stop {
        let equation = &self.core.machine.model().games[one.game as usize].equations[one.equation];
        let kind = FaultKind::WrongEquation {
            same: equation.same,
            position: self.printed(State::single(one.comp)),
            image: self.printed(one.image),
            detail,
            other_right_at,
        };
        Fault { span: equation.span, kind, trace: Vec::new() }.into()
    }
}

/// An option of a game tree and who may take it; `None` where a `wins if` has ended the play.
type WrittenOption = (State, Option<Movers>);

/// Game trees as numbers.
#[derive(Default)]
struct Trees {
    options: HashMap<State, Rc<[WrittenOption]>>,
    numbers: HashMap<State, u32>,
    shapes: HashMap<Vec<(u32, Option<Movers>)>, u32>,
}

impl From<Comp> for State {
    fn from(comp: Comp) -> Self {
        Self::single(comp)
    }
}
