//! What the rules say of a component: endings and options, before and after the equations.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::Engine;
use super::core::{Active, Space, UNKNOWN};
use super::interner::{Comp, Parts, State, Unpacked, add_part, remove_part};
use crate::cgt::Movers;
use crate::eval::{FoundMove, Stop, wording};
use crate::value::Position;

/// What a visitor of options says: whether to go on.
pub(super) type Flow = Result<ControlFlow<()>, Stop>;

/// Is given a move: who may make it, where it leads, and the clause's move unless none stands behind it.
pub(super) type MoveVisitor<'a> = dyn FnMut(Movers, &Reached<'_>, Option<&FoundMove<'_>>) -> Flow + 'a;

/// Whether a position's play is over before any move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// No: its moves, if any, were visited.
    No,
    /// `ends if` holds: there are no moves.
    Ended,
    /// `wins if` holds: the player to move has won.
    Won,
}

/// Where a move leads, before anything is reduced.
pub(super) enum Reached<'a> {
    /// What a clause builds, negated or not.
    Found(&'a FoundMove<'a>, bool),
    /// A position that is there already.
    Position(&'a Rc<Position>),
}

impl Reached<'_> {
    /// As a position.
    pub fn position(&self) -> Rc<Position> {
        match self {
            Self::Found(found, false) => found.result(),
            Self::Found(found, true) => Rc::new(Position::negate(&found.result())),
            Self::Position(position) => Rc::clone(position),
        }
    }
}

impl Engine {
    /// Visits the moves of a component as its rules build them: who may make it, where it leads (negated back), and the
    /// move itself where a clause stands behind it.
    pub(super) fn each_move(&self, comp: Comp, visit: &mut MoveVisitor<'_>) -> Result<End, Stop> {
        self.each_move_for(Movers::Both, comp, visit)
    }

    /// The same for one player: the clauses of the other one need not be visited.
    fn each_move_for(&self, wanted: Movers, comp: Comp, visit: &mut MoveVisitor<'_>) -> Result<End, Stop> {
        let unpacked = self.core.interner.borrow().unpack(comp);
        match unpacked {
            Unpacked::Play { instance, fields, negated } => {
                let (mut queries, machine) = (self.clone(), &self.core.machine);
                if let Some(won) = machine.ending(&instance, &fields, &mut queries)? {
                    return Ok(if won { End::Won } else { End::Ended });
                }
                let (measure, mut asked) = (machine.measure(&instance, &fields, &mut queries)?, self.clone());
                machine.for_each_move_of(
                    wanted.negated_if(negated),
                    &instance,
                    &fields,
                    &mut queries,
                    &mut |found| {
                        if let Some(before) = &measure {
                            machine.check_measure(before, &instance, found, &mut asked)?;
                        }
                        self.core.options.set(self.core.options.get() + 1);
                        if self.core.checking.get() {
                            self.spend()?;
                        }
                        visit(found.clause.side.negated_if(negated), &Reached::Found(found, negated), Some(found))
                    },
                )?;
            }
            Unpacked::Whole(inner) => return self.each_move_of_whole(inner, visit),
            Unpacked::Compound(rule, first, second) => return self.each_move_of_compound(rule, first, second, visit),
            Unpacked::Nimber(heap) => {
                for less in 0..heap {
                    let comp = self.core.interner.borrow_mut().nimber(less)?;
                    let position = self.core.interner.borrow().position(State::single(comp));
                    if visit(Movers::Both, &Reached::Position(&position), None)?.is_break() {
                        break;
                    }
                    self.core.tick()?;
                }
            }
            Unpacked::Form(form) => {
                let left = form.left_options().map_err(wording::no_form)?;
                let right = form.right_options().map_err(wording::no_form)?;
                let sides = [(Movers::Left, left), (Movers::Right, right)];
                for (movers, option) in
                    sides.into_iter().flat_map(|(movers, list)| list.into_iter().map(move |o| (movers, o)))
                {
                    let comp = self.core.interner.borrow_mut().form(&option)?;
                    let position = self.core.interner.borrow().position(State::single(comp));
                    if visit(movers, &Reached::Position(&position), None)?.is_break() {
                        break;
                    }
                }
            }
        }
        Ok(End::No)
    }

    fn each_move_of_whole(&self, inner: State, visit: &mut MoveVisitor<'_>) -> Result<End, Stop> {
        let mut parts = Parts::new();
        self.core.interner.borrow().parts(inner, &mut parts);
        let mut end = End::No;
        for &(comp, _) in &parts {
            let mut stopped = false;
            let ended = self.each_move(comp, &mut |movers, option, found| {
                let to = self.whole_after(&parts, comp, &option.position())?;
                let flow = visit(movers, &Reached::Position(&to), found)?;
                stopped = flow.is_break();
                Ok(flow)
            })?;
            if parts.len() == 1 && parts[0].1 == 1 {
                end = ended;
            } else if ended == End::Won {
                return Err(self.wins_if_in_a_sum(comp));
            }
            if stopped {
                break;
            }
        }
        Ok(end)
    }

    /// `whole(...)` of `parts` with one `comp` replaced by `option`.
    fn whole_after(&self, parts: &Parts, comp: Comp, option: &Position) -> Result<Rc<Position>, Stop> {
        let mut interner = self.core.interner.borrow_mut();
        let mut after = parts.clone();
        remove_part(&mut after, comp);
        for (component, copies) in &option.components {
            let part = interner.comp(component)?;
            add_part(&mut after, part, *copies)?;
        }
        let state = interner.state(&after)?;
        if state == State::EMPTY {
            return Ok(Rc::default());
        }
        let whole = interner.whole(state)?;
        Ok(interner.position(State::single(whole)))
    }

    /// Visits the options of a component, each as the components that it reduces to in this space.
    pub(super) fn each_option(
        &self,
        space: Space,
        what: &'static str,
        comp: Comp,
        visit: &mut dyn FnMut(Movers, &Parts) -> Flow,
    ) -> Result<End, Stop> {
        self.each_option_for(space, what, Movers::Both, comp, visit)
    }

    /// The same for one player: options that only the other one has need not be visited.
    pub(super) fn each_option_for(
        &self,
        space: Space,
        what: &'static str,
        wanted: Movers,
        comp: Comp,
        visit: &mut dyn FnMut(Movers, &Parts) -> Flow,
    ) -> Result<End, Stop> {
        let whole = match self.core.interner.borrow().unpack_whole(comp) {
            Some(inner) if space != Space::Written => Some(inner),
            _ => None,
        };
        if let Some(inner) = whole {
            return self.each_option_of_whole(what, inner, visit);
        }
        self.core.active.borrow_mut().push(Active { what, state: State::single(comp) });
        let mut parts = Parts::new();
        let result = self.each_move_for(wanted, comp, &mut |movers, option, _| {
            parts.clear();
            self.reduced_parts_of(space, option, &mut parts)?;
            visit(movers, &parts)
        });
        self.core.active.borrow_mut().pop();
        result
    }

    /// Inside `whole(...)` isomorphic positions replace each other, in any space.
    fn each_option_of_whole(
        &self,
        what: &'static str,
        inner: State,
        visit: &mut dyn FnMut(Movers, &Parts) -> Flow,
    ) -> Result<End, Stop> {
        let mut wrap = |movers: Movers, state: State| {
            let mut parts = Parts::new();
            if state != State::EMPTY {
                parts.push((self.core.interner.borrow_mut().whole(state)?, 1));
            }
            visit(movers, &parts)
        };
        if let Ok(comp) = inner.split() {
            return self.each_option(Space::Same, what, comp, &mut |movers, parts| {
                wrap(movers, self.canonical(Space::Same, parts)?)
            });
        }
        self.each_state_option(Space::Same, what, inner, &mut wrap)?;
        Ok(End::No)
    }

    /// Visits the options of a sum: each component moved.
    pub(super) fn each_state_option(
        &self,
        space: Space,
        what: &'static str,
        sum: State,
        visit: &mut dyn FnMut(Movers, State) -> Flow,
    ) -> Result<(), Stop> {
        let mut parts = Parts::new();
        self.core.interner.borrow().parts(sum, &mut parts);
        let mut after = Parts::new();
        for &(comp, _) in &parts {
            for at in self.options_of(space, what, comp)? {
                let (option, movers) = self.option_at(space, at);
                after.clone_from(&parts);
                remove_part(&mut after, comp);
                self.add_state(option, 1, &mut after)?;
                if visit(movers, self.canonical(space, &after)?)?.is_break() {
                    return Ok(());
                }
                self.core.tick()?;
            }
        }
        Ok(())
    }

    /// The reduced components of what a move leads to, added to `parts`.
    pub(super) fn reduced_parts_of(&self, space: Space, to: &Reached<'_>, parts: &mut Parts) -> Result<(), Stop> {
        if let Reached::Found(found, negated) = to
            && let Some(plays) = found.plays()
        {
            for (instance, fields) in plays {
                let (comp, plain) =
                    self.core.interner.borrow_mut().play_and_whether_plain(instance, fields, *negated)?;
                self.add_reduced(space, comp, plain, 1, parts)?;
            }
            return Ok(());
        }
        self.reduced_parts(space, &to.position(), parts)
    }

    /// The reduced components of a position, added to `parts`.
    pub(super) fn reduced_parts(&self, space: Space, position: &Position, parts: &mut Parts) -> Result<(), Stop> {
        for (component, copies) in &position.components {
            let (comp, plain) = self.core.interner.borrow_mut().comp_and_whether_plain(component)?;
            self.add_reduced(space, comp, plain, *copies, parts)?;
        }
        Ok(())
    }

    fn add_reduced(&self, space: Space, comp: Comp, plain: bool, copies: u64, parts: &mut Parts) -> Result<(), Stop> {
        if plain {
            return Ok(add_part(parts, comp, copies)?);
        }
        let state = self.reduced(space, comp)?;
        match state.split() {
            Ok(comp) => Ok(add_part(parts, comp, copies)?),
            Err(_) => self.add_state(state, copies, parts),
        }
    }

    /// Adds the components of `copies` times a state.
    pub(super) fn add_state(&self, state: State, copies: u64, parts: &mut Parts) -> Result<(), Stop> {
        for (comp, each) in self.parts_of(state) {
            add_part(parts, comp, each.checked_mul(copies).ok_or(crate::base::Exceeded::Memory)?)?;
        }
        Ok(())
    }

    /// The components of a state.
    pub(super) fn parts_of(&self, state: State) -> Parts {
        let mut parts = Parts::new();
        self.core.interner.borrow().parts(state, &mut parts);
        parts
    }

    /// The options of a component as states of this space, listed once and kept.
    pub(super) fn options_of(
        &self,
        space: Space,
        what: &'static str,
        comp: Comp,
    ) -> Result<std::ops::Range<usize>, Stop> {
        let tables = self.core.tables(space);
        let at = comp.0 as usize;
        if let Some(&(start, end)) = tables.listed.borrow().get(at)
            && start != UNKNOWN
        {
            return Ok(start as usize..end as usize);
        }
        let mut found: Vec<(u32, Movers)> = Vec::new();
        let end = self.each_option(space, what, comp, &mut |movers, parts| {
            found.push((self.canonical(space, parts)?.bits(), movers));
            Ok(ControlFlow::Continue(()))
        })?;
        // Won: there is nothing left to do either; who asks for more than options looks at the ending himself.
        let _ = end;
        merge_movers(&mut found, Movers::or);
        let mut options = tables.options.borrow_mut();
        let start = options.len();
        let range = start..start + found.len();
        let narrow = |n: usize| u32::try_from(n).map_err(|_| crate::base::Exceeded::Memory);
        let entry = (narrow(range.start)?, narrow(range.end)?);
        options.extend(&found)?;
        let mut listed = tables.listed.borrow_mut();
        listed.ensure(at + 1, (UNKNOWN, 0))?;
        listed[at] = entry;
        Ok(range)
    }

    /// One entry of [`Engine::options_of`].
    pub(super) fn option_at(&self, space: Space, at: usize) -> (State, Movers) {
        let (state, movers) = self.core.tables(space).options.borrow()[at];
        (State::from_bits(state), movers)
    }

    /// Whether a component has no move for either player.
    pub(super) fn is_terminal(&self, comp: Comp) -> Result<bool, Stop> {
        let at = comp.0 as usize;
        if let Some(&known) = self.core.terminal.borrow().get(at)
            && known != 0
        {
            return Ok(known == 2);
        }
        let mut any = false;
        self.core.active.borrow_mut().push(Active { what: "options", state: State::single(comp) });
        let end = self.each_move(comp, &mut |_, _, _| {
            any = true;
            Ok(ControlFlow::Break(()))
        });
        self.core.active.borrow_mut().pop();
        let terminal = end? != End::Won && !any;
        let mut known = self.core.terminal.borrow_mut();
        known.ensure(at + 1, 0)?;
        known[at] = 1 + u8::from(terminal);
        Ok(terminal)
    }
}

/// Sorts options and joins those who may take equal ones.
pub(super) fn merge_movers<T: Ord, M: Copy + Ord>(options: &mut Vec<(T, M)>, join: impl Fn(M, M) -> M) {
    options.sort_unstable();
    options.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 = join(kept.1, next.1);
        }
        same
    });
}
