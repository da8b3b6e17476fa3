//! In debug builds: entries of the tables that machine code fills, against the rules as the evaluator reads them. An entry
//! is right if it follows from those of the options, and these are looked at in the same way: a walk from each position in
//! the sample goes from option to option.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::packed::PackedGame;
use super::words::{fits, words};
use super::{Answer, Engine};
use crate::base::Span;
use crate::cgt::{Movers, Play, Player, Question};
use crate::eval::stop::{Fault, FaultKind};
use crate::ir::mover_word;
use crate::value::{Component, Instance, Position, Value};

/// So many positions are looked at on one walk, ...
const STEPS: usize = 6;
/// ... none with more options than this.
const OPTIONS: usize = 200;

/// A position of the game that was asked about.
type Fields = Rc<[Value]>;

impl Engine {
    /// Compares entries of tables with the rules, from a position on; after questions of ever greater number.
    ///
    /// # Errors
    /// An entry that the rules do not give: a defect.
    pub(super) fn sample(&self, instance: &Rc<Instance>, fields: &[Value], packed: &PackedGame) -> Answer<()> {
        // Where equations are the author's word, entries may be as wrong as these.
        if !self.core.machine.model().games[instance.game as usize].equations.is_empty() {
            return Ok(());
        }
        let number = self.core.sampled.get() + 1;
        self.core.sampled.set(number);
        if !number.is_power_of_two() {
            return Ok(());
        }
        let mut at: Fields = Rc::from(fields);
        for step in 0..STEPS {
            let Some(options) = self.plain_options(instance, &at) else { return Ok(()) };
            if !self.agrees(instance, &at, &options, packed) {
                let kind = FaultKind::Defect("a table has an entry that the rules do not give");
                return Err(Fault { span: Span::NONE, kind, trace: Vec::new() }.into());
            }
            let inside = options.iter().flat_map(|(_, option)| option.components.iter());
            let next: Vec<&Fields> = inside.filter_map(|(part, _)| own(instance, part)).collect();
            let Some(next) = next.get((usize::try_from(number).unwrap_or(0) + 7 * step) % next.len().max(1)) else {
                break;
            };
            at = Rc::clone(next);
        }
        Ok(())
    }

    /// The options of a position, and who may take each; `None` where they are many, or the rules are at fault.
    fn plain_options(&self, instance: &Rc<Instance>, fields: &Fields) -> Option<Vec<(Movers, Rc<Position>)>> {
        let machine = &self.core.machine;
        let mut options = Vec::new();
        match machine.ending(instance, fields, &mut self.clone()).ok()? {
            Some(true) => return None,
            Some(false) => return Some(options),
            None => {}
        }
        let visit = &mut |found: &crate::eval::FoundMove<'_>| {
            options.push((found.clause.side, found.result()));
            Ok(if options.len() > OPTIONS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        machine.for_each_move(instance, fields, &mut self.clone(), visit).ok()?;
        (options.len() <= OPTIONS).then_some(options)
    }

    /// Whether what is known of a position follows from what is known of its options, for every question.
    fn agrees(
        &self,
        instance: &Rc<Instance>,
        fields: &Fields,
        options: &[(Movers, Rc<Position>)],
        packed: &PackedGame,
    ) -> bool {
        let partizan = self.core.machine.model().games[instance.game as usize].marks.partizan;
        let value = |question: Question, fields: &Fields, mover: Option<Player>| {
            let shapes = packed.shapes();
            let mut words = if fits(shapes, fields) { words(self, instance, fields, shapes)? } else { return None };
            if let (Some(last), Some(mover)) = (words.last_mut(), mover) {
                *last = mover_word(mover);
            }
            packed.known(question, &words)
        };
        let grundy = |fields: &Fields| value(Question::Grundy, fields, None);
        let sum = |position: &Position| {
            let odd = position.components.iter().filter(|(_, copies)| copies % 2 == 1);
            odd.map(|(part, _)| grundy(own(instance, part)?)).try_fold(0, |sum, value| Some(sum ^ value?))
        };
        let mex = |values: Vec<u32>| (0..=u32::MAX).find(|n| !values.contains(n));
        let values: Option<Vec<u32>> = options.iter().map(|(_, option)| sum(option)).collect();
        let values_agree = partizan || grundy(fields).zip(values).is_none_or(|(own, values)| mex(values) == Some(own));
        let wins_agree = |play: Play, mover: Option<Player>| {
            let question = Question::Wins(play);
            let Some(known) = value(question, fields, mover) else { return true };
            let mine = |movers: &Movers| mover.is_none_or(|mover| movers.include(mover));
            let lost = |option: &Position| match &option.components[..] {
                [] => Some(!play.is_misere()),
                [(part, 1)] => {
                    value(question, own(instance, part)?, mover.map(Player::opposite)).map(|value| value == 0)
                }
                _ => None,
            };
            let found: Vec<Option<bool>> =
                options.iter().filter(|(movers, _)| mine(movers)).map(|(_, option)| lost(option)).collect();
            if found.contains(&Some(true)) {
                return known != 0;
            }
            found.contains(&None) || (known != 0) == (found.is_empty() && play.is_misere())
        };
        let movers: &[Option<Player>] = if partizan { &[Some(Player::Left), Some(Player::Right)] } else { &[None] };
        let outcomes_agree = |play| movers.iter().all(|mover| wins_agree(play, *mover));
        values_agree && outcomes_agree(Play::Normal) && outcomes_agree(Play::Misere)
    }
}

/// The fields of a component of this game.
fn own<'c>(instance: &Rc<Instance>, component: &'c Component) -> Option<&'c Fields> {
    match component {
        Component::Play { instance: other, fields, negated: false } if other.id == instance.id => Some(fields),
        _ => None,
    }
}
