//! Which engine answers for a game: a table of heaps, machine code, or the search that runs everything.

use std::collections::BTreeMap;
use std::rc::Rc;

use hashbrown::HashMap;

use super::core::Space;
use super::fixed::Fixed;
use super::heaps::Heaps;
use super::packed::{Halt, Order, PackedGame, announced, shapes};
use super::regions::Planned;
use super::resting::Resting;
use super::way::{NoHeaps, Way};
use super::words::{fits, words};
use super::{Answer, Engine};
use crate::analysis::model::{Binder, Equation, ExprKind, Game, InstanceExpr, Model};
use crate::analysis::visit;
use crate::cgt::heap::HeapGame;
use crate::cgt::{Play, Player, Question};
use crate::eval::ProvenPeriod;
use crate::ir::{Obstacle, Shape, mover_word};
use crate::library::Builtin;
use crate::number::Number;
use crate::value::{Component, Instance, Position, Value};

/// An instance that was asked about.
pub(super) struct Asked {
    pub instance: Rc<Instance>,
    /// The fields of the first positions; one more than [`KEPT`] says that there were more.
    pub first: Vec<Rc<[Value]>>,
}

/// Positions that will be asked about.
#[derive(Clone)]
pub(super) struct Announced {
    /// Fields at least as great as theirs.
    pub greatest: Rc<[Value]>,
    /// About how many.
    pub count: u64,
    /// How many for certain.
    pub certain: u64,
}

/// So many positions of each instance are kept, to look at again.
pub(super) const KEPT: usize = 200;

impl Asked {
    fn new(instance: &Rc<Instance>) -> Self {
        Self { instance: Rc::clone(instance), first: Vec::new() }
    }
}

/// What was decided, by instance.
#[derive(Default)]
pub(super) struct Plans {
    pub heaps: HashMap<u32, Way<Heaps, NoHeaps>>,
    pub packed: HashMap<u32, Way<PackedGame, Obstacle>>,
    resting: Resting,
    pub regions: HashMap<u32, Way<Planned, Obstacle>>,
    pub asked: HashMap<u32, Asked>,
    /// Games that only a search can answer for, and which; with `true`, for values that are no numbers.
    pub searched: BTreeMap<(u32, bool), (Rc<Instance>, &'static str)>,
    /// How many instances of each game searches for others came to.
    pub met: HashMap<u32, u32>,
    /// What was announced.
    announced: HashMap<u32, Announced>,
    /// The reference search alone answers.
    pub off: bool,
    /// What machine code does first.
    order: Order,
}

impl Plans {
    /// Plans that leave everything to the search.
    #[cfg(test)]
    pub(super) fn off() -> Self {
        Self { off: true, ..Self::default() }
    }

    /// Plans that let machine code do one thing first, however small the question.
    #[cfg(test)]
    pub(super) fn first(order: Order) -> Self {
        Self { order, ..Self::default() }
    }
}

impl Engine {
    /// The Grundy value of an impartial position under normal play, where every component has a faster engine.
    pub(super) fn planned_grundy(&self, position: &Position) -> Answer<Option<u64>> {
        let mut sum = 0;
        for (component, times) in &position.components {
            if times % 2 == 0 {
                self.ends("sg", &Position::of(component.clone()))?;
                continue;
            }
            match self.planned(component, Question::Grundy)? {
                Some(value) => sum ^= value,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    /// Whether the player to move wins, where a faster engine says so.
    pub(super) fn planned_win(&self, position: &Position) -> Answer<Option<bool>> {
        if let ([(component, 1)], question) = (&position.components[..], Question::Wins(position.play)) {
            return Ok(self.planned(component, question)?.map(|value| value != 0));
        }
        if position.play.is_misere() {
            return Ok(None);
        }
        Ok(self.planned_grundy(position)?.map(|value| value != 0))
    }

    pub(super) fn planned(&self, component: &Component, question: Question) -> Answer<Option<u64>> {
        let Component::Play { instance, fields, negated: false } = component else { return Ok(None) };
        if self.is_unplanned(instance) {
            return Ok(None);
        }
        let game = self.note_question(component, instance, fields)?;
        if question != Question::Wins(Play::Misere)
            && let [Value::Number(heap)] = &fields[..]
            && let Some(value) = self.heap_value(instance, heap)?
        {
            return Ok(Some(value));
        }
        let mut value = self.packed_value(instance, fields, question, None)?;
        if value.is_none() && question != Question::Wins(Play::Misere) && !game.equations.iter().all(renames) {
            value = self.regions_value(instance, fields, question)?;
        }
        if value.is_some() && !game.equations.is_empty() {
            self.reduced_on_the_way(component)?;
        }
        Ok(value)
    }

    /// Notes a question about a position; its game. Faster engines do without measures and equations: a look at this one
    /// position keeps its measure checked.
    pub(super) fn note_question(
        &self,
        component: &Component,
        instance: &Rc<Instance>,
        fields: &Rc<[Value]>,
    ) -> Answer<&Game> {
        let kept = self.note_asked(instance, 1, &|_| Rc::clone(fields));
        let game = &self.core.machine.model().games[instance.game as usize];
        if kept && game.measure.is_some() {
            self.expanded_once(component)?;
        }
        Ok(game)
    }

    /// Whether the player who starts wins a single partizan position whose plays end, where machine code says
    /// so.
    pub(super) fn planned_first(&self, position: &Position, starter: Player) -> Answer<Option<bool>> {
        let [(component, 1)] = &position.components[..] else { return Ok(None) };
        let Component::Play { instance, fields, negated } = component else { return Ok(None) };
        if self.is_unplanned(instance) {
            return Ok(None);
        }
        let game = self.note_question(component, instance, fields)?;
        let question = Question::Wins(position.play);
        let mover = mover_word(starter.negated_if(*negated));
        let value = self.packed_value(instance, fields, question, Some(mover))?;
        if value.is_some() && !game.equations.is_empty() {
            self.reduced_on_the_way(component)?;
        }
        Ok(value.map(|value| value != 0))
    }

    /// The value of a heap of a recognised game.
    fn heap_value(&self, instance: &Rc<Instance>, heap: &Number) -> Answer<Option<u64>> {
        if heap.is_negative() || !heap.is_integer() {
            return Ok(None);
        }
        self.with_heaps(instance, &mut |heaps| heaps.grundy(self, instance, heap)).map(Option::flatten)
    }

    /// What `ask` makes of the table of a recognised game.
    pub(super) fn with_heaps<T>(
        &self,
        instance: &Rc<Instance>,
        ask: &mut dyn FnMut(&mut Heaps) -> Answer<T>,
    ) -> Answer<Option<T>> {
        let Some(mut heaps) = self.take_heaps(instance)? else { return Ok(None) };
        let found = ask(&mut heaps);
        self.core.plans.borrow_mut().heaps.insert(instance.id, Way::Ready(heaps));
        found.map(Some)
    }

    /// Whether anything but the search may answer.
    pub(super) fn has_plans(&self) -> bool {
        !self.core.plans.borrow().off
    }

    /// Whether the search alone answers; else the game is noted as one that was asked about.
    pub(super) fn is_unplanned(&self, instance: &Rc<Instance>) -> bool {
        let mut plans = self.core.plans.borrow_mut();
        if !plans.off {
            plans.asked.entry(instance.id).or_insert_with(|| Asked::new(instance));
        }
        plans.off
    }

    /// Notes positions that were asked about, of which `fields` gives the one with this number; whether any of them was
    /// among the first, which are kept.
    pub(super) fn note_asked(
        &self,
        instance: &Rc<Instance>,
        count: usize,
        fields: &dyn Fn(usize) -> Rc<[Value]>,
    ) -> bool {
        let mut plans = self.core.plans.borrow_mut();
        let Some(asked) = plans.asked.get_mut(&instance.id) else { return false };
        let room = (KEPT + 1).saturating_sub(asked.first.len());
        asked.first.extend((0..count.min(room)).map(fields));
        room > 0
    }

    /// The table of a recognised game, out of the plans while it works.
    fn take_heaps(&self, instance: &Rc<Instance>) -> Answer<Option<Box<Heaps>>> {
        let known = self.core.plans.borrow_mut().heaps.remove(&instance.id);
        let heaps = if let Some(known) = known {
            known
        } else {
            self.core.plans.borrow_mut().heaps.insert(instance.id, Way::Looking);
            match Heaps::recognise(self, instance) {
                Ok(Ok(heaps)) => Way::Ready(Box::new(heaps)),
                Ok(Err(reason)) => Way::Refused(reason),
                Err(stop) => {
                    // Broken off: whoever asks next looks again.
                    self.core.plans.borrow_mut().heaps.remove(&instance.id);
                    return Err(stop);
                }
            }
        };
        match heaps {
            Way::Ready(heaps) => Ok(Some(heaps)),
            other => {
                self.core.plans.borrow_mut().heaps.insert(instance.id, other);
                Ok(None)
            }
        }
    }

    /// The proved period of a recognised game.
    pub(super) fn proven_period_of(&self, instance: &Rc<Instance>) -> Answer<Result<Rc<ProvenPeriod>, String>> {
        self.core.plans.borrow_mut().asked.entry(instance.id).or_insert_with(|| Asked::new(instance));
        let proven = self.with_heaps(instance, &mut |heaps| heaps.proven_for_all(self))?;
        Ok(proven
            .unwrap_or_else(|| Err(format!("it is not recognised as a game on heaps: {}", self.no_heaps(instance)))))
    }

    /// The heap game, without end, that a game is for heaps of every size; or why it is none.
    ///
    /// # Errors
    /// A limit.
    pub fn heap_game(&self, instance: &Rc<Instance>) -> Answer<Result<HeapGame, String>> {
        let found = self.with_heaps(instance, &mut |heaps| Ok(heaps.game_for_all()))?;
        Ok(found.unwrap_or_else(|| Err(self.no_heaps(instance).to_string())))
    }

    /// Why a game is not recognised as one on heaps.
    fn no_heaps(&self, instance: &Rc<Instance>) -> NoHeaps {
        match self.core.plans.borrow().heaps.get(&instance.id) {
            Some(Way::Refused(reason)) => *reason,
            Some(Way::Looking) => NoHeaps::BeingLookedAt,
            Some(Way::Ready(_)) | None => NoHeaps::NotLookedAt,
        }
    }

    /// The answer of machine code for one position, with who moves if it is partizan.
    fn packed_value(
        &self,
        instance: &Rc<Instance>,
        fields: &[Value],
        question: Question,
        mover: Option<i64>,
    ) -> Answer<Option<u64>> {
        let found = self.with_packed(instance, fields, &|| Rc::from(fields), &mut |packed| {
            let mut words = words(self, instance, fields, packed.shapes()).ok_or(Halt::Leave)?;
            if let (Some(last), Some(mover)) = (words.last_mut(), mover) {
                *last = mover;
            }
            if packed.answers(question) { packed.solve(question, &words, &self.core.meter) } else { Err(Halt::Leave) }
        })?;
        Ok(found.map(u64::from))
    }

    /// What `ask` makes of the machine code of a game; it is asked again with larger layouts while positions do not
    /// fit. `fields` are those of one position, `greatest` gives some that are at least as great as those of all.
    pub(super) fn with_packed<T>(
        &self,
        instance: &Rc<Instance>,
        fields: &[Value],
        greatest: &dyn Fn() -> Rc<[Value]>,
        ask: &mut dyn FnMut(&mut PackedGame) -> Result<T, Halt>,
    ) -> Answer<Option<T>> {
        let mut shapes = None;
        for _ in 0..24 {
            let Some(mut packed) = self.take_packed(instance, fields, greatest, shapes.take())? else {
                return Ok(None);
            };
            let before = packed.work();
            let found = ask(&mut packed);
            let work = packed.work();
            {
                let mut stats = self.core.stats.borrow_mut();
                stats.positions += work.positions - before.positions;
                stats.options += work.options - before.options;
                stats.peak_frames = stats.peak_frames.max(work.peak_frames);
            }
            let larger = match found {
                Err(Halt::Outside) => self.roomier(&packed, instance, &greatest()),
                _ => None,
            };
            #[cfg(debug_assertions)]
            let sampled = if found.is_ok() { self.sample(instance, fields, &packed) } else { Ok(()) };
            self.core.plans.borrow_mut().packed.insert(instance.id, Way::Ready(packed));
            #[cfg(debug_assertions)]
            sampled?;
            match found {
                Ok(value) => return Ok(Some(value)),
                Err(Halt::Limit(exceeded)) => {
                    let root = self.core.interner.borrow_mut().play(instance, fields, false)?;
                    return Err(self.explained(exceeded.into(), Space::Same, "sg", root));
                }
                Err(Halt::Leave) => return Ok(None),
                Err(Halt::Deep) => {
                    let root = self.core.interner.borrow_mut().play(instance, fields, false)?;
                    self.look_ahead(Space::Same, "sg", root)?;
                }
                Err(Halt::Outside) => match larger {
                    Some(larger) => shapes = Some(larger),
                    None => return Ok(None),
                },
            }
        }
        Ok(None)
    }

    /// The shapes to go on with after a position did not fit: room for the one that is asked about, else more for all.
    fn roomier(&self, packed: &PackedGame, instance: &Rc<Instance>, fields: &[Value]) -> Option<Vec<Shape>> {
        let game = &self.core.machine.model().games[instance.game as usize];
        let fixed = Fixed::new(self, instance);
        let wanted = shapes(self.core.machine.model(), game, fields, Some(packed.shapes()), &fixed);
        let wanted = wanted.map(|wanted| self.with_announced(wanted, instance, &fixed));
        let joined = wanted.and_then(|wanted| packed.joined(&wanted));
        joined.filter(|joined| joined != packed.shapes()).or_else(|| {
            let announced = self.core.plans.borrow().announced.get(&instance.id).cloned();
            let all = announced.and_then(|Announced { greatest, count, .. }| {
                let words = words(self, instance, &greatest, packed.shapes())?;
                packed.reaching(&words, count, self.core.meter.room() / 4)
            });
            all.or_else(|| packed.larger(words(self, instance, fields, packed.shapes()).as_deref()))
        })
    }

    /// Notes what will be asked about a game.
    pub(super) fn note_announced(&self, instance: &Rc<Instance>, announced: Announced) {
        let mut plans = self.core.plans.borrow_mut();
        if let Some(Way::Ready(packed)) = plans.packed.get_mut(&instance.id) {
            packed.expect(announced.certain, words(self, instance, &announced.greatest, packed.shapes()));
        }
        plans.announced.insert(instance.id, announced);
    }

    /// Shapes with room for the positions that were announced, if a table of all of them is worth it and fits.
    fn with_announced(&self, wanted: Vec<Shape>, instance: &Rc<Instance>, fixed: &Fixed<'_>) -> Vec<Shape> {
        let Some(Announced { greatest, count, .. }) = self.core.plans.borrow().announced.get(&instance.id).cloned()
        else {
            return wanted;
        };
        let game = &self.core.machine.model().games[instance.game as usize];
        let room = self.core.meter.room() / 4;
        shapes(self.core.machine.model(), game, &greatest, Some(&wanted), fixed)
            .and_then(|all| announced(&wanted, &all, count, room))
            .unwrap_or(wanted)
    }

    /// The machine code of a game, out of the plans while it works; made anew for other shapes.
    fn take_packed(
        &self,
        instance: &Rc<Instance>,
        fields: &[Value],
        greatest: &dyn Fn() -> Rc<[Value]>,
        wanted: Option<Vec<Shape>>,
    ) -> Answer<Option<Box<PackedGame>>> {
        let known = {
            let plans = &mut *self.core.plans.borrow_mut();
            match plans.packed.remove(&instance.id) {
                Some(Way::Ready(packed)) if wanted.is_none() && !fits(packed.shapes(), fields) => {
                    Some(Way::Ready(plans.resting.exchange(instance.id, packed, fields)))
                }
                known => known,
            }
        };
        let order = self.core.plans.borrow().order;
        let machine = &self.core.machine;
        let model = machine.model();
        let game = &model.games[instance.game as usize];
        let fixed = Fixed::new(self, instance);
        let made = match known {
            Some(Way::Ready(packed)) if wanted.is_none() && fits(packed.shapes(), fields) => return Ok(Some(packed)),
            Some(Way::Refused(reason)) => Err(reason),
            Some(Way::Looking) => {
                self.core.plans.borrow_mut().packed.insert(instance.id, Way::Looking);
                return Ok(None);
            }
            known => {
                let old = if let Some(Way::Ready(old)) = known { Some(old) } else { None };
                self.core.plans.borrow_mut().packed.insert(instance.id, Way::Looking);
                let mut made = if game.equations.iter().all(renames) {
                    let before = old.as_ref().map(|packed| packed.shapes());
                    let first = || {
                        Some(self.with_announced(shapes(model, game, &greatest(), before, &fixed)?, instance, &fixed))
                    };
                    let held = old.as_ref().map_or(0, |packed| packed.bytes());
                    let room = self.core.meter.room().saturating_add(held);
                    let made = match wanted.or_else(first) {
                        Some(shapes) => Self::lowered(model, game, instance, shapes, (order, room), &fixed),
                        None => Err("a field has no machine form".into()),
                    };
                    made.and_then(|packed| match self.core.meter.add_bytes(packed.constants()) {
                        Ok(()) => Ok(packed),
                        Err(_) => Err("no memory for tables of constants".into()),
                    })
                } else {
                    Err(Obstacle::from("its equations split positions"))
                };
                if let Some(old) = old {
                    if let Ok(packed) = &mut made {
                        // Without memory for both, the new one starts afresh.
                        let _ = packed.carry_over(&old, &self.core.meter);
                    }
                    if made.as_ref().is_ok_and(|packed| packed.is_for_others(&old)) {
                        self.core.plans.borrow_mut().resting.keep(instance.id, old, &self.core.meter);
                    } else {
                        old.release(&self.core.meter);
                    }
                }
                made.map(Box::new)
            }
        };
        match made {
            Ok(mut packed) => {
                let announced = self.core.plans.borrow().announced.get(&instance.id).cloned();
                if let Some(Announced { greatest, certain, .. }) = announced {
                    packed.expect(certain, words(self, instance, &greatest, packed.shapes()));
                }
                Ok(Some(packed))
            }
            Err(reason) => {
                self.core.plans.borrow_mut().packed.insert(instance.id, Way::Refused(reason));
                Self::sound(reason).map(|()| None)
            }
        }
    }
}

impl Engine {
    /// The machine code of a game for some shapes, with room for tables; where sets have too few elements for it, for
    /// whole domains.
    fn lowered(
        model: &Model,
        game: &Game,
        instance: &Instance,
        mut shapes: Vec<Shape>,
        (order, room): (Order, u64),
        fixed: &Fixed<'_>,
    ) -> Result<PackedGame, Obstacle> {
        let found = PackedGame::new(model, game, &instance.args, shapes.clone(), (order, room), fixed);
        if found.is_ok() || !shapes.iter().any(|s| matches!(s, Shape::Subset(_))) {
            return found;
        }
        for shape in &mut shapes {
            if matches!(shape, Shape::Subset(_)) {
                *shape = Shape::Word { bound: 0 };
            }
        }
        PackedGame::new(model, game, &instance.args, shapes, (order, room), fixed)
    }
}

/// Whether an equation only renames positions: leaving it out costs positions, but no more than a symmetry's worth.
/// Symmetries of sets of cells, which depend on the position, have an engine of their own.
fn renames(equation: &Equation) -> bool {
    let of_the_library = |binder: &Binder| match binder {
        Binder::In { domain, .. } | Binder::Is { value: domain, .. } => {
            let mut found = false;
            visit::walk(domain, &mut |e| {
                found |= matches!(&e.kind, ExprKind::Builtin { function: Builtin::SYMMETRIES, .. });
            });
            found
        }
        Binder::If(_) => false,
    };
    matches!(&equation.target.kind, ExprKind::Position { instance: InstanceExpr::Own, .. })
        && !equation.binders.iter().any(of_the_library)
}
