//! Components and positions as small numbers: every component is packed into a byte string, stored once.

use std::rc::Rc;

use hashbrown::HashMap;

use super::forms;
use super::packing::Packer;
use crate::analysis::Model;
use crate::analysis::model::Marks;
use crate::base::charged::{Keys, read_number, write_number};
use crate::base::{Exceeded, Meter};
use crate::cgt::{Compound, Form, Play};
use crate::value::{Component, Instance, Position, Value};

/// A component, by its place in the [`Interner`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) struct Comp(pub u32);

/// A multiset of components: one component, or a sum stored in the [`Interner`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) struct State(u32);

const SUM: u32 = 1 << 31;

impl State {
    /// The empty sum, which every interner stores first.
    pub const EMPTY: Self = Self(SUM);

    /// The sum of one component.
    pub fn single(comp: Comp) -> Self {
        Self(comp.0)
    }

    /// The component, or the number of the sum.
    pub fn split(self) -> Result<Comp, u32> {
        if self.0 & SUM == 0 { Ok(Comp(self.0)) } else { Err(self.0 & !SUM) }
    }

    /// As a plain number, for tables.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Back from [`State::bits`].
    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

/// Components with how often each occurs, ascending, without repeats.
pub(super) type Parts = Vec<(Comp, u64)>;

/// Adds `more` copies of a component.
pub(super) fn add_part(parts: &mut Parts, comp: Comp, more: u64) -> Result<(), Exceeded> {
    match parts.binary_search_by_key(&comp, |p| p.0) {
        Ok(at) => parts[at].1 = parts[at].1.checked_add(more).ok_or(Exceeded::Memory)?,
        Err(at) => parts.insert(at, (comp, more)),
    }
    Ok(())
}

/// Takes away one copy of a component.
pub(super) fn remove_part(parts: &mut Parts, comp: Comp) {
    if let Ok(at) = parts.binary_search_by_key(&comp, |p| p.0) {
        if parts[at].1 == 1 {
            parts.remove(at);
        } else {
            parts[at].1 -= 1;
        }
    }
}

/// What a component is.
#[derive(Clone, Debug)]
pub(super) enum Unpacked {
    /// A position of a game.
    Play { instance: Rc<Instance>, fields: Rc<[Value]>, negated: bool },
    /// A sum to be solved as one position.
    Whole(State),
    /// Two sums that are played at once.
    Compound(Compound, State, State),
    /// A Nim heap.
    Nimber(u64),
    /// Any other value.
    Form(Form),
}

/// What the engine wants to know of a game with its rule arguments.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Traits {
    /// What its positions, and all they lead to, may be.
    pub marks: Marks,
    /// It has a `same as`.
    pub same: bool,
    /// It has an `equals`.
    pub equals: bool,
}

/// Every component and every sum that was met.
#[derive(Debug)]
pub(super) struct Interner {
    model: Rc<Model>,
    comps: Keys,
    sums: Keys,
    packer: Packer,
    forms: Vec<Form>,
    form_numbers: HashMap<Form, u32>,
    instances: Vec<Option<(Rc<Instance>, Traits)>>,
    scratch: Vec<u8>,
    meter: Meter,
}

const WHOLE: u64 = 0;
const FORM: u64 = 1;
const NIMBER: u64 = 2;
const COMPOUND: u64 = 3;
const PLAY: u64 = 4;

impl Interner {
    /// Nothing but the empty sum.
    pub fn new(model: &Rc<Model>, meter: &Meter) -> Result<Self, Exceeded> {
        let mut sums = Keys::new(meter);
        sums.intern(&[])?;
        Ok(Self {
            model: Rc::clone(model),
            comps: Keys::new(meter),
            sums,
            packer: Packer::new(meter),
            forms: Vec::new(),
            form_numbers: HashMap::new(),
            instances: Vec::new(),
            scratch: Vec::new(),
            meter: meter.clone(),
        })
    }

    /// How many components were met.
    #[cfg(test)]
    pub fn comps(&self) -> usize {
        self.comps.len()
    }

    /// How many sums were met.
    #[cfg(test)]
    pub fn sums(&self) -> usize {
        self.sums.len()
    }

    /// The number of a component.
    pub fn comp(&mut self, component: &Component) -> Result<Comp, Exceeded> {
        match component {
            Component::Play { instance, fields, negated } => self.play(instance, fields, *negated),
            Component::Whole(position) => {
                let inner = self.state_as_written(position)?;
                self.whole(inner)
            }
            Component::Compound(rule, both) => {
                let [first, second] = &**both;
                let states = [self.state_as_written(first)?, self.state_as_written(second)?];
                let mut out = Vec::with_capacity(16);
                [COMPOUND, *rule as u64]
                    .into_iter()
                    .chain(states.map(|s| s.0.into()))
                    .for_each(|n| write_number(&mut out, n));
                self.comps.intern(&out).map(Comp)
            }
            Component::Form(form) => self.form(form),
        }
    }

    /// The number of a component, and whether it is one that no equation touches.
    pub fn comp_and_whether_plain(&mut self, component: &Component) -> Result<(Comp, bool), Exceeded> {
        let Component::Play { instance, fields, negated } = component else {
            return Ok((self.comp(component)?, false));
        };
        self.play_and_whether_plain(instance, fields, *negated)
    }

    /// The number of a position of a game, and whether no equation touches it.
    pub fn play_and_whether_plain(
        &mut self,
        instance: &Rc<Instance>,
        fields: &[Value],
        negated: bool,
    ) -> Result<(Comp, bool), Exceeded> {
        let traits = self.know(instance);
        Ok((self.play(instance, fields, negated)?, !traits.same && !traits.equals && !negated))
    }

    /// The number of a position of a game.
    pub fn play(&mut self, instance: &Rc<Instance>, fields: &[Value], negated: bool) -> Result<Comp, Exceeded> {
        self.know(instance);
        let mut out = std::mem::take(&mut self.scratch);
        out.clear();
        write_number(&mut out, u64::from(instance.id) * 2 + u64::from(negated) + PLAY);
        let packed = fields.iter().try_for_each(|field| self.packer.pack(&mut out, field));
        let comp = packed.and_then(|()| self.comps.intern(&out));
        self.scratch = out;
        comp.map(Comp)
    }

    /// The number of `whole(inner)`.
    pub fn whole(&mut self, inner: State) -> Result<Comp, Exceeded> {
        self.tagged(WHOLE, u64::from(inner.0))
    }

    /// The number of a Nim heap.
    pub fn nimber(&mut self, heap: u64) -> Result<Comp, Exceeded> {
        self.tagged(NIMBER, heap)
    }

    /// The number of a position given by its value.
    pub fn form(&mut self, form: &Form) -> Result<Comp, Exceeded> {
        if let Some(heap) = form.as_nimber() {
            return self.nimber(heap);
        }
        let next = u32::try_from(self.forms.len()).map_err(|_| Exceeded::Memory)?;
        let number = if let Some(&number) = self.form_numbers.get(form) {
            number
        } else {
            self.meter.add_bytes(128)?;
            self.forms.push(*form);
            self.form_numbers.insert(*form, next);
            next
        };
        self.tagged(FORM, u64::from(number))
    }

    fn tagged(&mut self, tag: u64, n: u64) -> Result<Comp, Exceeded> {
        let mut out = Vec::with_capacity(12);
        write_number(&mut out, tag);
        write_number(&mut out, n);
        self.comps.intern(&out).map(Comp)
    }

    /// The number of a multiset of components.
    pub fn state(&mut self, parts: &[(Comp, u64)]) -> Result<State, Exceeded> {
        if let [(comp, 1)] = parts {
            return Ok(State::single(*comp));
        }
        self.scratch.clear();
        let mut last = 0;
        for &(comp, copies) in parts {
            write_number(&mut self.scratch, u64::from(comp.0 - last));
            write_number(&mut self.scratch, copies);
            last = comp.0;
        }
        self.sums.intern(&self.scratch).map(|sum| State(SUM | sum))
    }

    /// The components of a state, appended to `parts`.
    pub fn parts(&self, state: State, parts: &mut Parts) {
        match state.split() {
            Ok(comp) => parts.push((comp, 1)),
            Err(sum) => {
                let (mut key, mut last) = (self.sums.get(sum), 0);
                while !key.is_empty() {
                    let comp = last + narrow(read_number(&mut key));
                    parts.push((Comp(comp), read_number(&mut key)));
                    last = comp;
                }
            }
        }
    }

    /// A position with its components as they stand.
    pub fn state_as_written(&mut self, position: &Position) -> Result<State, Exceeded> {
        let mut parts = Parts::new();
        for (component, copies) in &position.components {
            let comp = self.comp(component)?;
            add_part(&mut parts, comp, *copies)?;
        }
        self.state(&parts)
    }

    /// What a component is.
    pub fn unpack(&self, comp: Comp) -> Unpacked {
        let mut key = self.comps.get(comp.0);
        let tag = read_number(&mut key);
        match tag {
            WHOLE => Unpacked::Whole(State(narrow(read_number(&mut key)))),
            FORM => Unpacked::Form(self.forms[narrow(read_number(&mut key)) as usize]),
            NIMBER => Unpacked::Nimber(read_number(&mut key)),
            COMPOUND => {
                let rule = Compound::ALL[narrow(read_number(&mut key)) as usize];
                let [first, second] = [(); 2].map(|()| State(narrow(read_number(&mut key))));
                Unpacked::Compound(rule, first, second)
            }
            _ => {
                let negated = (tag - PLAY) % 2 == 1;
                let known = self.instances[narrow((tag - PLAY) / 2) as usize].as_ref();
                let instance = Rc::clone(&known.expect("a packed position's game is known").0);
                let mut fields = Vec::new();
                while !key.is_empty() {
                    fields.push(self.packer.unpack(&mut key));
                }
                Unpacked::Play { instance, fields: fields.into(), negated }
            }
        }
    }

    /// The size of a Nim heap.
    pub fn as_nimber(&self, comp: Comp) -> Option<u64> {
        let mut key = self.comps.get(comp.0);
        (read_number(&mut key) == NIMBER).then(|| read_number(&mut key))
    }

    /// Whether a component is given by its value.
    pub fn is_value(&self, comp: Comp) -> bool {
        matches!(read_number(&mut self.comps.get(comp.0)), NIMBER | FORM)
    }

    /// What stands inside `whole(...)`.
    pub fn unpack_whole(&self, comp: Comp) -> Option<State> {
        let mut key = self.comps.get(comp.0);
        (read_number(&mut key) == WHOLE).then(|| State(narrow(read_number(&mut key))))
    }

    /// The number of the negative of a component of a game, if it was met.
    pub fn negative(&self, comp: Comp) -> Option<Comp> {
        self.negative_key(comp).and_then(|key| self.comps.find(&key)).map(Comp)
    }

    fn negative_key(&self, comp: Comp) -> Option<Vec<u8>> {
        let mut rest = self.comps.get(comp.0);
        let tag = read_number(&mut rest).checked_sub(PLAY)?;
        let mut key = Vec::with_capacity(rest.len() + 4);
        write_number(&mut key, (tag ^ 1) + PLAY);
        key.extend_from_slice(rest);
        Some(key)
    }

    /// The component itself; of an impartial game without its sign, which means nothing there.
    pub fn plain(&mut self, comp: Comp) -> Result<Comp, Exceeded> {
        match self.game(comp) {
            Some((_, traits, true)) if !traits.marks.partizan => {}
            _ => return Ok(comp),
        }
        let key = self.negative_key(comp).unwrap_or_default();
        self.comps.intern(&key).map(Comp)
    }

    /// The game of a component with what is known of it, and whether it is negated.
    pub fn game(&self, comp: Comp) -> Option<(&Rc<Instance>, Traits, bool)> {
        let tag = read_number(&mut self.comps.get(comp.0)).checked_sub(PLAY)?;
        let (instance, traits) = self.instances[narrow(tag / 2) as usize].as_ref()?;
        Some((instance, *traits, tag % 2 == 1))
    }

    /// A component as a value.
    pub fn component(&self, comp: Comp) -> Component {
        match self.unpack(comp) {
            Unpacked::Play { instance, fields, negated } => Component::Play { instance, fields, negated },
            Unpacked::Whole(inner) => Component::Whole(self.position(inner)),
            Unpacked::Compound(rule, first, second) => {
                Component::Compound(rule, Rc::new([self.position(first), self.position(second)]))
            }
            Unpacked::Nimber(heap) => Component::Form(forms::nimber(heap)),
            Unpacked::Form(form) => Component::Form(form),
        }
    }

    /// A state as a value.
    pub fn position(&self, state: State) -> Rc<Position> {
        let mut parts = Parts::new();
        self.parts(state, &mut parts);
        let mut components: Vec<_> = parts.iter().map(|&(comp, copies)| (self.component(comp), copies)).collect();
        components.sort();
        Rc::new(Position { components, play: Play::Normal })
    }

    /// Joins what holds of every component of a state.
    pub fn marks(&self, state: State) -> Marks {
        let mut parts = Parts::new();
        self.parts(state, &mut parts);
        parts.iter().map(|&(comp, _)| self.marks_of(comp)).fold(Marks::default(), join)
    }

    /// What holds of a component and of all it leads to.
    pub fn marks_of(&self, comp: Comp) -> Marks {
        if let Some((_, traits, _)) = self.game(comp) {
            return traits.marks;
        }
        match self.unpack(comp) {
            Unpacked::Whole(inner) => self.marks(inner),
            Unpacked::Compound(_, first, second) => join(self.marks(first), self.marks(second)),
            Unpacked::Form(_) => Marks { partizan: true, ..Marks::default() },
            _ => Marks::default(),
        }
    }

    /// What is known of a game.
    pub fn know(&mut self, instance: &Rc<Instance>) -> Traits {
        let id = instance.id as usize;
        if let Some(Some((_, traits))) = self.instances.get(id) {
            return *traits;
        }
        let game = &self.model.games[instance.game as usize];
        let traits = Traits {
            marks: game.marks,
            same: game.equations.iter().any(|e| e.same),
            equals: game.equations.iter().any(|e| !e.same),
        };
        if self.instances.len() <= id {
            self.instances.resize(id + 1, None);
        }
        self.instances[id] = Some((Rc::clone(instance), traits));
        traits
    }
}

/// What holds of a sum.
pub(super) fn join(a: Marks, b: Marks) -> Marks {
    Marks {
        partizan: a.partizan || b.partizan,
        loopy: a.loopy || b.loopy,
        wins_if: a.wins_if || b.wins_if,
        misere: a.misere || b.misere,
    }
}

fn narrow(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
