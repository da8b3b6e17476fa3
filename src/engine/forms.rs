//! Canonical forms, birthdays: what is computed from the options upwards.

use hashbrown::HashSet;

use super::Engine;
use super::ahead::DEEP;
use super::core::Space;
use super::interner::{Comp, Parts, State, Unpacked};
use crate::cgt::{Form, Movers, Player};
use crate::eval::{Stop, wording};
use crate::number::{Number, NumberError};

/// Is given a component with its options, all of which are finished.
type Finish<'a> = dyn FnMut(Comp, &[(State, Movers)]) -> Result<(), Stop> + 'a;

/// The nimber of a heap. Heaps arise from values below 2^32.
pub(super) fn nimber(heap: u64) -> Form {
    Form::star(heap).unwrap_or(Form::ZERO)
}

/// A play of more moves than a number can count.
#[cold]
fn too_long(_: NumberError) -> Stop {
    wording::too_long_a_play()
}

impl Engine {
    /// The length of the longest play of a sum.
    pub(super) fn longest_play(&self, parts: &Parts) -> Result<Number, Stop> {
        parts.iter().try_for_each(|&(comp, _)| self.find_longest_play(comp))?;
        self.known_play(parts)
    }

    fn find_longest_play(&self, root: Comp) -> Result<(), Stop> {
        let core = &self.core;
        let known = |comp: Comp| core.birthdays.borrow().contains_key(&comp);
        self.bottom_up(Space::Same, "birthday", root, &known, &mut |comp, options| {
            let unpacked = core.interner.borrow().unpack(comp);
            let birthday = match unpacked {
                Unpacked::Nimber(heap) => Number::from(heap),
                Unpacked::Form(form) => {
                    form.birthday().map(Number::from).ok_or_else(|| too_long(NumberError::TooLarge))?
                }
                _ => {
                    let (mut most, mut parts) = (Number::from(0), Parts::new());
                    for &(state, _) in options {
                        parts.clear();
                        core.interner.borrow().parts(state, &mut parts);
                        let play = self.known_play(&parts)?.add(&Number::from(1)).map_err(too_long)?;
                        most = most.max(play);
                    }
                    most
                }
            };
            core.meter.add_bytes(64 + birthday.bits() / 8)?;
            core.birthdays.borrow_mut().insert(comp, birthday);
            Ok(core.stored()?)
        })
    }

    /// The n for which a sum of impartial games and a Nim heap of n are lost under misère play.
    ///
    /// It is the mex of the same numbers of the options, and 1 where there are none: then a heap of 1 is the last move.
    /// From G + Nim(n), n less than that mex, some move goes to G' + Nim(n) with the number n; n greater, a move in the
    /// heap goes to G + Nim(mex); at n = mex neither is possible. So the sum is solved as one position, and no search
    /// over heaps is needed.
    pub(super) fn misere_grundy(&self, sum: State) -> Result<u64, Stop> {
        if sum == State::EMPTY {
            return Ok(1);
        }
        let core = &self.core;
        let root = core.interner.borrow_mut().whole(sum)?;
        let known = |comp: Comp| core.misere_values.borrow().contains_key(&comp);
        // Inside `whole` only `same as` applies, whatever the space.
        self.bottom_up(Space::Equal, "misere_value", root, &known, &mut |comp, options| {
            let mut values: Vec<u64> = Vec::with_capacity(options.len());
            for &(state, _) in options {
                values.push(match state.split() {
                    Ok(option) => core.misere_values.borrow()[&option],
                    Err(_) => 1,
                });
            }
            values.sort_unstable();
            values.dedup();
            let least = (0..).zip(&values).find(|(n, value)| n != *value).map_or(values.len() as u64, |(n, _)| n);
            core.misere_values.borrow_mut().insert(comp, if options.is_empty() { 1 } else { least });
            core.meter.add_bytes(32)?;
            Ok(core.stored()?)
        })?;
        Ok(core.misere_values.borrow()[&root])
    }

    /// The length of the longest play of a sum whose components' are known.
    fn known_play(&self, parts: &Parts) -> Result<Number, Stop> {
        let birthdays = self.core.birthdays.borrow();
        parts.iter().try_fold(Number::from(0), |total, (comp, copies)| {
            let all = birthdays[comp].mul(&Number::from(*copies)).map_err(too_long)?;
            total.add(&all).map_err(too_long)
        })
    }

    /// The value of a sum as a canonical form.
    pub(super) fn form_of_sum(&self, parts: &Parts) -> Result<Form, Stop> {
        let mut total = Form::ZERO;
        for &(comp, copies) in parts {
            let form = self.form_of(comp)?;
            let all = form.times(copies).map_err(wording::no_form)?;
            total = total.plus(&all).map_err(wording::no_form)?;
        }
        Ok(total)
    }

    fn form_of(&self, root: Comp) -> Result<Form, Stop> {
        if let Some(form) = self.form_known(root)? {
            return Ok(form);
        }
        let core = &self.core;
        let known = |comp: Comp| {
            let interner = core.interner.borrow();
            core.forms.borrow().contains_key(&comp)
                || !interner.marks_of(comp).partizan
                || interner.is_value(comp)
                || interner.unpack_whole(comp).is_some()
        };
        self.bottom_up(Space::Equal, "value", root, &known, &mut |comp, options| {
            let options = options.iter().map(|&(state, side)| Ok((self.known_form_of(state)?, side)));
            let form = self.form_from(&options.collect::<Result<Vec<_>, Stop>>()?)?;
            core.forms.borrow_mut().insert(comp, form);
            Ok(core.stored()?)
        })?;
        Ok(self.form_known(root)?.unwrap_or(Form::ZERO))
    }

    /// The form with these options.
    pub(super) fn form_from(&self, options: &[(Form, Movers)]) -> Result<Form, Stop> {
        let of = |player| -> Vec<Form> {
            options.iter().filter(|(_, side)| side.include(player)).map(|(form, _)| *form).collect()
        };
        let _charging = Form::charged_to(&self.core.meter);
        Form::from_options(&of(Player::Left), &of(Player::Right)).map_err(wording::no_form)
    }

    /// The form of a component that needs no options, or whose options were looked at.
    fn form_known(&self, comp: Comp) -> Result<Option<Form>, Stop> {
        if let Some(&form) = self.core.forms.borrow().get(&comp) {
            return Ok(Some(form));
        }
        let (unpacked, marks) = {
            let interner = self.core.interner.borrow();
            (interner.unpack(comp), interner.marks_of(comp))
        };
        match unpacked {
            Unpacked::Form(form) => Ok(Some(form)),
            Unpacked::Nimber(heap) => Ok(Some(nimber(heap))),
            _ if !marks.partizan => Ok(Some(nimber(self.grundy(Space::Equal, comp)?))),
            Unpacked::Whole(inner) => {
                let mut parts = Parts::new();
                self.core.interner.borrow().parts(inner, &mut parts);
                self.form_of_sum(&parts).map(Some)
            }
            Unpacked::Play { .. } | Unpacked::Compound(..) => Ok(None),
        }
    }

    fn known_form_of(&self, state: State) -> Result<Form, Stop> {
        let mut parts = Parts::new();
        self.core.interner.borrow().parts(state, &mut parts);
        let mut total = Form::ZERO;
        for (comp, copies) in parts {
            let form = self.form_known(comp)?.unwrap_or(Form::ZERO);
            let all = form.times(copies).map_err(wording::no_form)?;
            total = total.plus(&all).map_err(wording::no_form)?;
        }
        Ok(total)
    }

    /// Finishes everything that `root` leads to, each component after all components of its options.
    pub(super) fn bottom_up(
        &self,
        space: Space,
        what: &'static str,
        root: Comp,
        known: &dyn Fn(Comp) -> bool,
        finish: &mut Finish<'_>,
    ) -> Result<(), Stop> {
        let mut stack = Vec::new();
        let result = self.upwards(space, what, root, known, finish, &mut stack);
        self.core.meter.wait_no_more(stack.len() as u64);
        result
    }

    /// The same; `stack` has the components that wait, each with the options that are left.
    fn upwards(
        &self,
        space: Space,
        what: &'static str,
        root: Comp,
        known: &dyn Fn(Comp) -> bool,
        finish: &mut Finish<'_>,
        stack: &mut Vec<(Comp, std::ops::Range<usize>)>,
    ) -> Result<(), Stop> {
        let mut open: HashSet<Comp> = HashSet::new();
        let mut next = (!known(root)).then_some(root);
        loop {
            if let Some(comp) = next.take() {
                if !open.insert(comp) {
                    let states: Vec<State> = stack.iter().map(|s| State::single(s.0)).collect();
                    return Err(self.repeats(space, &states, State::single(comp), what));
                }
                self.core.meter.add_bytes(32)?;
                if stack.len() == DEEP {
                    self.look_ahead(space, what, stack[0].0)?;
                }
                let heap = self.core.interner.borrow().is_value(comp);
                stack.push((comp, if heap { 0..0 } else { self.options_of(space, what, comp)? }));
                self.core.opened()?;
            }
            let Some((comp, left)) = stack.last_mut() else { return Ok(()) };
            let mut parts = Parts::new();
            while let Some(at) = left.clone().next() {
                parts.clear();
                self.core.interner.borrow().parts(self.option_at(space, at).0, &mut parts);
                next = parts.iter().map(|p| p.0).find(|&part| !known(part));
                if next.is_some() {
                    break;
                }
                left.next();
            }
            if next.is_none() {
                let comp = *comp;
                let range = if left.end == 0 { 0..0 } else { self.options_of(space, what, comp)? };
                let options: Vec<(State, Movers)> = range.map(|at| self.option_at(space, at)).collect();
                finish(comp, &options)?;
                open.remove(&comp);
                self.core.meter.sub_bytes(32);
                self.core.meter.wait_no_more(1);
                stack.pop();
            }
        }
    }
}
