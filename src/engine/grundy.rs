//! Grundy values and outcomes of impartial positions under normal play: one depth-first search for both.
//!
//! A frame on an explicit stack stands for a component being computed; the options that are still unknown lie in one
//! arena behind those of the frames below. The last option is searched first: where moves are listed from small to
//! large, that is the smallest position, and the stack stays shallow.

use std::ops::ControlFlow;

use super::Engine;
use super::ahead::DEEP;
use super::core::{Space, UNKNOWN};
use super::expand::End;
use super::interner::{Comp, Parts, State};
use crate::base::Exceeded;
use crate::base::charged::Charged;
use crate::cgt::{Play, Question};
use crate::eval::Stop;

/// Entries of [`Tables::grundy`](super::core::Tables::grundy) above every value.
const NONZERO: u32 = UNKNOWN - 1;
const GRAY: u32 = UNKNOWN - 2;
/// Values are below this.
const VALUES: u32 = 1 << 30;

/// In the arena: the first word of an option; and a word that is a value instead of components.
const FIRST: u32 = 1 << 31;
const VALUE: u32 = 1 << 30;
const WORD: u32 = VALUE - 1;

/// What is wanted of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal {
    Value,
    /// Only whether the value is 0.
    Outcome,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    comp: Comp,
    goal: Goal,
    /// Where its options start in the arena.
    start: u32,
    /// Options before this one are still to be looked at.
    cursor: u32,
    /// The values below 64 that its options have.
    seen: u64,
}

/// A search in progress.
struct Search {
    space: Space,
    /// The instance whose positions are searched.
    home: Option<u32>,
    stack: Charged<Frame>,
    arena: Charged<u32>,
}

/// What is stored of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stored {
    Nothing,
    Nonzero,
    Value(u64),
}

/// What is known of an option's value.
enum Known {
    Value(u64),
    Nonzero,
    /// This component must be computed first.
    Needs(Comp, Goal),
}

impl Engine {
    /// The Grundy value of a component.
    pub(super) fn grundy(&self, space: Space, comp: Comp) -> Result<u64, Stop> {
        if let Stored::Value(value) = self.stored(space, comp) {
            return Ok(value);
        }
        self.search_grundy(space, comp, Goal::Value)?;
        let Stored::Value(value) = self.stored(space, comp) else { return Ok(0) };
        Ok(value)
    }

    /// The Grundy value of a sum.
    pub(super) fn grundy_of_sum(&self, space: Space, parts: &Parts) -> Result<u64, Stop> {
        if parts.len() > 1 {
            self.refuse_wins_if(parts)?;
        }
        parts.iter().try_fold(0, |sum, &(comp, copies)| {
            if copies % 2 == 1 {
                return Ok(sum ^ self.grundy(space, comp)?);
            }
            self.component_ends("sg", comp).map(|()| sum)
        })
    }

    /// Whether the player to move wins a sum; for a single component without its value.
    pub(super) fn is_n_position(&self, space: Space, parts: &Parts) -> Result<bool, Stop> {
        let [(comp, 1)] = parts[..] else { return Ok(self.grundy_of_sum(space, parts)? != 0) };
        if self.stored(space, comp) == Stored::Nothing {
            self.search_grundy(space, comp, Goal::Outcome)?;
        }
        Ok(self.stored(space, comp) != Stored::Value(0))
    }

    fn stored(&self, space: Space, comp: Comp) -> Stored {
        match self.core.tables(space).grundy.borrow().get(comp.0 as usize) {
            Some(&value) if value < VALUES => Stored::Value(u64::from(value)),
            Some(&NONZERO) => Stored::Nonzero,
            _ => self.core.interner.borrow().as_nimber(comp).map_or(Stored::Nothing, Stored::Value),
        }
    }

    fn is_gray(&self, space: Space, comp: Comp) -> bool {
        self.core.tables(space).grundy.borrow().get(comp.0 as usize) == Some(&GRAY)
    }

    fn set(&self, space: Space, comp: Comp, entry: u32) -> Result<(), Exceeded> {
        let mut grundy = self.core.tables(space).grundy.borrow_mut();
        grundy.ensure(comp.0 as usize + 1, UNKNOWN)?;
        grundy[comp.0 as usize] = entry;
        Ok(())
    }

    fn search_grundy(&self, space: Space, root: Comp, goal: Goal) -> Result<(), Stop> {
        if self.is_gray(space, root) {
            return Err(self.needs_itself(goal.name(), State::single(root)));
        }
        let meter = &self.core.meter;
        let home = self.instance_of(root);
        let mut search = Search { space, home, stack: Charged::new(meter), arena: Charged::new(meter) };
        let mut result = self.enter(&mut search, root, goal);
        while result.is_ok() && !search.stack.is_empty() {
            result = self.advance(&mut search);
        }
        if result.is_err() {
            // What was still open is forgotten; everything finished stays.
            self.core.meter.wait_no_more(search.stack.len() as u64);
            let mut grundy = self.core.tables(space).grundy.borrow_mut();
            for frame in search.stack.iter() {
                if let Some(entry) = grundy.get_mut(frame.comp.0 as usize) {
                    *entry = UNKNOWN;
                }
            }
        }
        result.map_err(|stop| self.explained(stop, space, goal.name(), root))
    }

    /// Opens a frame and visits its options.
    fn enter(&self, search: &mut Search, comp: Comp, goal: Goal) -> Result<(), Stop> {
        let space = search.space;
        if self.is_gray(space, comp) {
            let open: Vec<State> = search.stack.iter().map(|f| State::single(f.comp)).collect();
            return Err(self.repeats(space, &open, State::single(comp), goal.name()));
        }
        if let Some(value) = self.planned_on_the_way(space, search.home, comp, goal.question())?
            && value < u64::from(VALUES)
        {
            let entry = if goal == Goal::Outcome && value != 0 { NONZERO } else { narrow(value) };
            return Ok(self.set(space, comp, entry)?);
        }
        let start = u32::try_from(search.arena.len()).map_err(|_| Exceeded::Memory)?;
        search.stack.push(Frame { comp, goal, start, cursor: start, seen: 0 })?;
        self.set(space, comp, GRAY)?;
        self.core.opened()?;
        self.note_depth(search.stack.len());
        if search.stack.len() == DEEP {
            self.look_ahead(space, goal.name(), search.stack[0].comp)?;
        }
        let (mut seen, mut found_p) = (0u64, false);
        let arena = &mut search.arena;
        let end = self.each_option(space, goal.name(), comp, &mut |_, parts| {
            if parts.len() > 1 {
                self.refuse_wins_if(parts)?;
            }
            let known = self.option(space, goal, looked_at(parts));
            if !matches!(known, Known::Needs(..)) {
                self.core.stats.borrow_mut().memo_hits += 1;
            }
            match (goal, known) {
                (Goal::Value, Known::Value(value)) => record(value, &mut seen, arena)?,
                (Goal::Outcome, Known::Value(0)) => {
                    found_p = true;
                    return Ok(ControlFlow::Break(()));
                }
                (Goal::Outcome, Known::Value(_) | Known::Nonzero) => {}
                (_, Known::Needs(..)) | (Goal::Value, Known::Nonzero) => {
                    let mut first = FIRST;
                    for part in looked_at(parts) {
                        arena.push(part.0 | first)?;
                        first = 0;
                    }
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let cursor = u32::try_from(search.arena.len()).map_err(|_| Exceeded::Memory)?;
        if let Some(frame) = search.stack.last_mut() {
            (frame.cursor, frame.seen) = (cursor, seen);
        }
        match (end, goal) {
            (End::Won, Goal::Value) => Err(self.wins_if_has_no_value(comp)),
            (End::Won, Goal::Outcome) => self.finish(search, NONZERO),
            _ if found_p => self.finish(search, NONZERO),
            _ => Ok(()),
        }
    }

    /// What is known of a sum of components.
    fn option(&self, space: Space, goal: Goal, parts: impl Iterator<Item = Comp>) -> Known {
        let (mut sum, mut needed, mut nonzero) = (0, None, false);
        for comp in parts {
            match self.stored(space, comp) {
                Stored::Value(value) => sum ^= value,
                other if needed.is_none() => (needed, nonzero) = (Some(comp), other == Stored::Nonzero),
                _ => return Known::Needs(comp, Goal::Value),
            }
        }
        match needed {
            None => Known::Value(sum),
            // The rest is 0: who wins is decided by the outcome of the component alone.
            Some(_) if sum == 0 && goal == Goal::Outcome && nonzero => Known::Nonzero,
            Some(comp) if sum == 0 && goal == Goal::Outcome => Known::Needs(comp, Goal::Outcome),
            Some(comp) => Known::Needs(comp, Goal::Value),
        }
    }

    /// Works on the topmost frame until it is finished or a new one opens.
    fn advance(&self, search: &mut Search) -> Result<(), Stop> {
        let Some(&Frame { goal, start, mut cursor, mut seen, .. }) = search.stack.last() else { return Ok(()) };
        while cursor > start {
            let mut first = cursor as usize - 1;
            while search.arena[first] & FIRST == 0 {
                first -= 1;
            }
            let option = &search.arena[first..cursor as usize];
            if option[0] & VALUE != 0 {
                cursor = narrow(first);
                continue;
            }
            let known = self.option(search.space, goal, option.iter().map(|word| Comp(word & WORD)));
            match (goal, known) {
                (_, Known::Needs(comp, wanted)) => {
                    if let Some(frame) = search.stack.last_mut() {
                        (frame.cursor, frame.seen) = (cursor, seen);
                    }
                    return self.enter(search, comp, wanted);
                }
                (Goal::Outcome, Known::Value(0)) => return self.finish(search, NONZERO),
                (Goal::Value, Known::Value(value)) if value < 64 => seen |= 1 << value,
                // A larger value stays where it is; the mex will look again.
                (Goal::Value, _) => {
                    cursor = narrow(first);
                    continue;
                }
                (Goal::Outcome, _) => {}
            }
            if search.arena.len() == cursor as usize {
                search.arena.truncate(first);
            }
            cursor = narrow(first);
        }
        let value = match goal {
            Goal::Outcome => 0,
            Goal::Value => self.mex(search, start as usize, seen),
        };
        self.finish(search, value)
    }

    /// The minimal excludant of a frame's options.
    fn mex(&self, search: &Search, start: usize, seen: u64) -> u32 {
        self.core.stats.borrow_mut().mex_calls += 1;
        if seen != u64::MAX {
            return seen.trailing_ones();
        }
        let words = &search.arena[start..];
        let mut large = vec![false; words.len() + 1];
        let mut rest = words;
        while let Some((&word, tail)) = rest.split_first() {
            let len = 1 + tail.iter().take_while(|&&w| w & FIRST == 0).count();
            let value = if word & VALUE != 0 {
                u64::from(word & WORD)
            } else {
                match self.option(search.space, Goal::Value, rest[..len].iter().map(|w| Comp(w & WORD))) {
                    Known::Value(value) => value,
                    _ => 0,
                }
            };
            if let Some(slot) = value.checked_sub(64).and_then(|v| large.get_mut(usize::try_from(v).ok()?)) {
                *slot = true;
            }
            rest = &rest[len..];
        }
        64 + narrow(large.iter().take_while(|&&taken| taken).count())
    }

    /// Stores a result and closes the topmost frame.
    fn finish(&self, search: &mut Search, entry: u32) -> Result<(), Stop> {
        let Some(frame) = search.stack.pop() else { return Ok(()) };
        search.arena.truncate(frame.start as usize);
        self.set(search.space, frame.comp, entry)?;
        Ok(self.core.closed()?)
    }
}

/// The components of an option, each once, or twice where an even number of them cancels: that every play of it ends has to be
/// known all the same.
fn looked_at(parts: &Parts) -> impl Iterator<Item = Comp> {
    parts.iter().flat_map(|&(comp, copies)| std::iter::repeat_n(comp, if copies % 2 == 1 { 1 } else { 2 }))
}

impl Goal {
    fn name(self) -> &'static str {
        match self {
            Self::Value => "sg",
            Self::Outcome => "outcome",
        }
    }

    fn question(self) -> Question {
        match self {
            Self::Value => Question::Grundy,
            Self::Outcome => Question::Wins(Play::Normal),
        }
    }
}

/// Notes the value of an option; values from 64 on go to the arena, those beyond any mex nowhere.
fn record(value: u64, seen: &mut u64, arena: &mut Charged<u32>) -> Result<(), Exceeded> {
    if value < 64 {
        *seen |= 1 << value;
    } else if value < u64::from(VALUES) {
        arena.push(narrow(usize::try_from(value).unwrap_or(0)) | FIRST | VALUE)?;
    }
    Ok(())
}

fn narrow<T: TryInto<u32>>(n: T) -> u32 {
    n.try_into().unwrap_or(u32::MAX)
}
