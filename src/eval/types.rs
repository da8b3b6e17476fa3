//! Types at run time: domains are evaluated, values are checked and brought into the form that the type wants.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::closed::slots_of_type;
use super::{Frame, Machine, Queries, Stop, wording};
use crate::analysis::Model;
use crate::analysis::model::{Expr, ExprKind, Field, Slot, Type};
use crate::base::Span;
use crate::value::{Instance, Set, Universe, Value};

/// Most values that a `set of` type may range over.
const MAX_UNIVERSE: u64 = 1 << 24;
/// Most domains that mention fields and are kept.
const MAX_KEPT: usize = 1 << 14;

/// Domains that were evaluated: by the address of the type, fixed while the model lives, and by the values of the
/// variables that it mentions.
pub(super) struct TypeCache {
    /// The slots that the domains of a type mention.
    mentioned: HashMap<usize, SmallVec<[Slot; 2]>>,
    constant: RefCell<HashMap<usize, Finite>>,
    dependent: RefCell<HashMap<(usize, SmallVec<[Value; 2]>), Finite>>,
}

/// The values of a finite type.
#[derive(Clone)]
struct Finite {
    /// As a set: ranges take no memory.
    set: Set,
    /// What subsets are masks over, once it is asked for.
    universe: Rc<OnceCell<Rc<Universe>>>,
}

impl Finite {
    fn new(set: Set) -> Self {
        Self { set, universe: Rc::default() }
    }

    fn universe(&self) -> &Rc<Universe> {
        self.universe.get_or_init(|| match (self.set.universe(), self.set.as_range()) {
            (_, Some((low, _))) => Rc::new(Universe::range(low, self.set.len())),
            (Some(universe), None) if universe.len() == self.set.len() => Rc::clone(universe),
            _ => Rc::new(Universe::new(self.set.iter().collect())),
        })
    }
}

impl TypeCache {
    pub(super) fn new(model: &Model) -> Self {
        let mut mentioned = HashMap::new();
        for game in &model.games {
            for (slot, field) in (0..).zip(game.rule_params.iter().chain(&game.fields)) {
                field.ty.iter().for_each(|ty| note(ty, slot, &mut mentioned));
            }
        }
        for function in &model.functions {
            for (slot, param) in (0..).zip(&function.params) {
                param.ty.iter().for_each(|ty| note(ty, slot, &mut mentioned));
            }
        }
        Self { mentioned, constant: RefCell::default(), dependent: RefCell::default() }
    }
}

/// Notes what the type and its parts mention; those that mention nothing are left out.
fn note(ty: &Type, limit: Slot, mentioned: &mut HashMap<usize, SmallVec<[Slot; 2]>>) {
    let slots = slots_of_type(ty, limit);
    if !slots.is_empty() {
        mentioned.insert(address(ty), SmallVec::from_vec(slots));
    }
    match ty {
        Type::List(inner) | Type::Bag(inner) | Type::Set(inner) => note(inner, limit, mentioned),
        Type::Tuple(parts) => parts.iter().for_each(|part| note(part, limit, mentioned)),
        _ => {}
    }
}

fn address(ty: &Type) -> usize {
    std::ptr::from_ref(ty) as usize
}

/// A value in the form that its type wants, or the value (a part of the one given) that does not fit.
pub(super) type Checked = Result<Value, Value>;

impl Machine {
    /// Checks a field's value; `frame` holds the rule arguments and the fields before it.
    pub(super) fn check_field(
        &self,
        field: &Field,
        value: Value,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<Checked, Stop> {
        match &field.ty {
            // The plain kinds first: they are nearly all fields of nearly all games.
            None => Ok(Ok(value)),
            Some(Type::Nat) => Ok(if is_nat(&value) { Ok(value) } else { Err(value) }),
            Some(ty) => self.check_type(ty, value, frame, queries),
        }
    }

    /// Checks a value against a type whose domains stand in `frame`.
    pub(super) fn check_type(
        &self,
        ty: &Type,
        value: Value,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<Checked, Stop> {
        let fits = match ty {
            Type::Nat => is_nat(&value),
            Type::Int => matches!(&value, Value::Number(n) if n.is_integer()),
            Type::Bool => matches!(value, Value::Bool(_)),
            Type::Text => matches!(value, Value::Text(_)),
            Type::Graph => matches!(value, Value::Graph(_)),
            Type::Enum(index) => matches!(&value, Value::Enum(member) if member.ty == *index),
            Type::Error => true,
            Type::List(inner) => return self.check_list(inner, value, false, frame, queries),
            Type::Bag(inner) => return self.check_list(inner, value, true, frame, queries),
            Type::Tuple(parts) => return self.check_tuple(parts, value, frame, queries),
            Type::Domain(_) => self.finite(ty, frame, queries)?.set.contains(&value),
            Type::Set(inner) => {
                let Value::Set(set) = &value else { return Ok(Err(value)) };
                let all = self.finite(inner, frame, queries)?;
                if all.universe.get().is_none() {
                    // Masks over it are as long.
                    self.meter.add_bytes((all.set.len() as u64).saturating_mul(8))?;
                }
                return Ok(match set.rebase(all.universe()) {
                    Some(set) => Ok(Value::Set(set)),
                    None => Err(set.iter().find(|element| !all.set.contains(element)).unwrap_or(value)),
                });
            }
        };
        Ok(if fits { Ok(value) } else { Err(value) })
    }

    fn check_list(
        &self,
        inner: &Type,
        value: Value,
        bag: bool,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<Checked, Stop> {
        let Value::List(mut list) = value else { return Ok(Err(value)) };
        match inner {
            Type::Nat => {
                if let Some(wrong) = list.iter().find(|entry| !is_nat(entry)) {
                    return Ok(Err(wrong.clone()));
                }
            }
            _ => {
                for i in 0..list.len() {
                    match self.check_type(inner, list[i].clone(), frame, queries)? {
                        Err(wrong) => return Ok(Err(wrong)),
                        Ok(entry) => {
                            // A set inside may have been brought over its universe; plain entries are unchanged.
                            if matches!(entry, Value::Set(_) | Value::List(_) | Value::Tuple(_)) {
                                unshared(&mut list)[i] = entry;
                            }
                        }
                    }
                }
            }
        }
        if bag && !list.is_sorted() {
            unshared(&mut list).sort_unstable();
        }
        Ok(Ok(Value::List(list)))
    }

    fn check_tuple(
        &self,
        parts: &[Type],
        value: Value,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<Checked, Stop> {
        let Value::Tuple(mut entries) = value else { return Ok(Err(value)) };
        if entries.len() != parts.len() {
            return Ok(Err(Value::Tuple(entries)));
        }
        for (i, part) in parts.iter().enumerate() {
            match self.check_type(part, entries[i].clone(), frame, queries)? {
                Ok(entry) => unshared(&mut entries)[i] = entry,
                Err(wrong) => return Ok(Err(wrong)),
            }
        }
        Ok(Ok(Value::Tuple(entries)))
    }

    /// What the sets of a field are masks over, if they are `set of` at most 64 values that depend on nothing but the rule
    /// arguments.
    pub(super) fn universe_of(
        &self,
        instance: &Instance,
        field: usize,
        queries: &mut dyn Queries,
    ) -> Option<Rc<Universe>> {
        let game = &self.model.games[instance.game as usize];
        let Some(Type::Set(inner)) = &game.fields.get(field)?.ty else { return None };
        let mentioned = self.types.mentioned.get(&address(inner));
        if mentioned.is_some_and(|slots| slots.iter().any(|slot| *slot as usize >= game.rule_params.len())) {
            return None;
        }
        let mut frame = self.take_frame(game.frame_size);
        for (slot, arg) in frame.slots.iter_mut().zip(instance.args.iter()) {
            *slot = Some(arg.clone());
        }
        let all = self.finite(inner, &mut frame, queries);
        self.give_frame(frame);
        all.ok().filter(|all| all.set.len() <= 64).map(|all| Rc::clone(all.universe()))
    }

    /// Every value of a finite type, evaluated once for the variables that it mentions.
    fn finite(&self, ty: &Type, frame: &mut Frame, queries: &mut dyn Queries) -> Result<Finite, Stop> {
        let key = address(ty);
        let Some(slots) = self.types.mentioned.get(&key) else {
            if let Some(set) = self.types.constant.borrow().get(&key) {
                return Ok(set.clone());
            }
            let set = Finite::new(self.all_values(ty, frame, queries)?);
            self.types.constant.borrow_mut().insert(key, set.clone());
            return Ok(set);
        };
        let values: SmallVec<[Value; 2]> = slots.iter().filter_map(|&slot| frame.get(slot).cloned()).collect();
        let key = (key, values);
        if let Some(set) = self.types.dependent.borrow().get(&key) {
            return Ok(set.clone());
        }
        let set = Finite::new(self.all_values(ty, frame, queries)?);
        let mut kept = self.types.dependent.borrow_mut();
        if kept.len() >= MAX_KEPT {
            kept.clear();
        }
        kept.insert(key, set.clone());
        Ok(set)
    }

    fn all_values(&self, ty: &Type, frame: &mut Frame, queries: &mut dyn Queries) -> Result<Set, Stop> {
        match ty {
            Type::Domain(expr) => self.domain_set(expr, frame, queries),
            Type::Enum(index) => match self.enum_domain(*index) {
                Value::Set(set) => Ok(set),
                _ => Ok(Set::empty()),
            },
            Type::Bool => Ok(Set::from_values(vec![Value::Bool(false), Value::Bool(true)])),
            Type::Tuple(parts) => {
                let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
                for part in parts {
                    let set = self.finite(part, frame, queries)?.set;
                    self.afford(rows.len() as u64, set.len() as u64)?;
                    let longer = |row: &Vec<Value>| {
                        let row = row.clone();
                        set.iter().map(move |value| row.iter().cloned().chain([value]).collect()).collect::<Vec<_>>()
                    };
                    rows = rows.iter().flat_map(longer).collect();
                }
                Ok(Set::from_values(rows.into_iter().map(|row| Value::Tuple(row.into())).collect()))
            }
            Type::Set(inner) => {
                let set = self.finite(inner, frame, queries)?.set;
                self.afford(1_u64.checked_shl(u32::try_from(set.len()).unwrap_or(64)).unwrap_or(u64::MAX), 1)?;
                let mut all = vec![Set::empty()];
                for element in &set {
                    let with: Vec<_> = all.iter().filter_map(|subset| subset.with(&element).ok()).collect();
                    all.extend(with);
                }
                Ok(Set::from_values(all.into_iter().map(Value::Set).collect()))
            }
            Type::Nat | Type::Int | Type::Text | Type::Graph | Type::List(_) | Type::Bag(_) | Type::Error => {
                Err(wording::infinite_type(Span::NONE))
            }
        }
    }

    /// Charges a universe of `a * b` values for good.
    fn afford(&self, a: u64, b: u64) -> Result<(), Stop> {
        let size = a.saturating_mul(b);
        if size > MAX_UNIVERSE {
            return Err(wording::infinite_type(Span::NONE));
        }
        Ok(self.meter.add_bytes(size.saturating_mul(64))?)
    }

    /// An expression as a domain: a set, or the entries of a list.
    fn domain_set(&self, expr: &Expr, frame: &mut Frame, queries: &mut dyn Queries) -> Result<Set, Stop> {
        if let ExprKind::Range { low, high, inclusive } = &expr.kind {
            return self.range_set(low, high.as_deref(), *inclusive, frame, queries);
        }
        let mark = self.mark();
        let value = self.eval(expr, frame, queries)?;
        self.keep(mark, &value, 0)?;
        match value {
            Value::Set(set) => Ok(set),
            Value::List(list) => Ok(Set::from_values(list.to_vec())),
            other => Err(wording::unexpected(expr.span, "a finite set", &other)),
        }
    }
}

/// A natural number.
#[inline]
fn is_nat(value: &Value) -> bool {
    match value.as_i64() {
        Some(n) => n >= 0,
        None => matches!(value, Value::Number(n) if n.is_integer() && n.signum() >= 0),
    }
}

/// The entries of a list that nobody else holds, copied if need be.
pub(super) fn unshared(list: &mut Rc<[Value]>) -> &mut [Value] {
    Rc::make_mut(list)
}
