//! Games on one set that falls apart (`same as sum(G(c) for c in components(S))`), and whose parts may be moved or turned
//! (`shape`, `symmetries`): equations that machine code can apply to masks.

use std::rc::Rc;

use super::fixed::Fixed;
use super::packed::{Grid, Halt, MOST_ELEMENTS, Neighbours, Reduction, Regions};
use super::way::Way;
use super::{Answer, Engine};
use crate::analysis::model::{Binder, Equation, Expr, ExprKind, Game, InstanceExpr, Pattern, Slot, Type};
use crate::analysis::visit;
use crate::cgt::{Play, Question};
use crate::ir::{Constants, Obstacle, Shape, is_frozen, lower};
use crate::library::Builtin;
use crate::value::{Instance, Set, Value};

/// Sets with fewer elements are left to the search.
const FEW: usize = 4;

/// A game whose sets are masks over these elements.
pub(super) struct Planned {
    regions: Regions,
    field: usize,
    /// The elements, in order: a bit each.
    elements: Set,
    /// The other fields, as they always are.
    others: Rc<[Value]>,
}

/// What the equations of a game say.
#[derive(Default)]
struct Said<'e> {
    /// The expression for the parts: `components(S)`, `components(G, S)`.
    split: Option<&'e Expr>,
    shifted: bool,
    turned: bool,
}

impl Planned {
    /// Whether a position is one that it was made for.
    fn holds(&self, fields: &[Value]) -> bool {
        let same = |(i, (own, other)): (usize, (&Value, &Value))| i == self.field || own == other;
        fields.iter().zip(self.others.iter()).enumerate().all(same)
            && matches!(&fields[self.field], Value::Set(set) if set.iter().all(|e| self.elements.contains(&e)))
    }

    fn mask(&self, fields: &[Value]) -> Option<u64> {
        let Value::Set(set) = &fields[self.field] else { return None };
        let mut mask = 0;
        for element in set {
            mask |= 1 << self.elements.index_of(&element)?;
        }
        Some(mask)
    }

    pub(super) fn describe(&self) -> String {
        self.regions.describe()
    }

    pub(super) fn listing(&self) -> String {
        self.regions.listing()
    }
}

impl Engine {
    /// The Grundy value of a position of such a game, or whether it is won: 1 or 0; `None` when it is none.
    pub(super) fn regions_value(
        &self,
        instance: &Rc<Instance>,
        fields: &[Value],
        question: Question,
    ) -> Answer<Option<u64>> {
        if fields.iter().all(|field| !matches!(field, Value::Set(set) if set.len() >= FEW)) {
            // Not worth a look; and a game is not judged by its last positions.
            return Ok(None);
        }
        let known = self.core.plans.borrow_mut().regions.remove(&instance.id);
        let made = match known {
            Some(Way::Refused(reason)) => Err(reason),
            Some(Way::Looking) => {
                self.core.plans.borrow_mut().regions.insert(instance.id, Way::Looking);
                return Ok(None);
            }
            Some(Way::Ready(planned)) if planned.holds(fields) => Ok(planned),
            known => {
                if let Some(Way::Ready(old)) = known {
                    old.regions.release(&self.core.meter);
                }
                self.core.plans.borrow_mut().regions.insert(instance.id, Way::Looking);
                self.planned_regions(instance, fields).map(Box::new)
            }
        };
        let mut planned = match made {
            Ok(planned) => planned,
            Err(reason) => {
                self.core.plans.borrow_mut().regions.insert(instance.id, Way::Refused(reason));
                return Self::sound(reason).map(|()| None);
            }
        };
        let before = planned.regions.work();
        let meter = &self.core.meter;
        let found = match (planned.mask(fields), question) {
            (Some(mask), Question::Grundy) => planned.regions.grundy(mask, meter),
            (Some(mask), Question::Wins(Play::Normal)) => planned.regions.wins(mask, meter).map(u32::from),
            _ => Err(Halt::Leave),
        };
        let work = planned.regions.work();
        {
            let mut stats = self.core.stats.borrow_mut();
            stats.positions += work.positions - before.positions;
            stats.options += work.options - before.options;
            stats.peak_frames = stats.peak_frames.max(work.peak_frames);
        }
        self.core.plans.borrow_mut().regions.insert(instance.id, Way::Ready(planned));
        match found {
            Ok(value) => Ok(Some(u64::from(value))),
            Err(Halt::Limit(exceeded)) => Err(exceeded.into()),
            Err(Halt::Leave | Halt::Outside | Halt::Deep) => Ok(None),
        }
    }

    fn planned_regions(&self, instance: &Rc<Instance>, fields: &[Value]) -> Result<Planned, Obstacle> {
        let model = self.core.machine.model();
        let game = &model.games[instance.game as usize];
        let fixed = Fixed::new(self, instance);
        if game.marks.partizan || game.marks.loopy {
            return Err("it is partizan, or positions may repeat".into());
        }
        let field = only_set(game, &fixed).ok_or("its positions are not one set")?;
        let slot = Slot::try_from(instance.args.len() + field).map_err(|_| "very many fields")?;
        let said = read(game, slot, field, &fixed)?;
        let mut known: Vec<Option<Value>> = instance.args.iter().chain(fields).cloned().map(Some).collect();
        let domain = match &game.fields[field].ty {
            Some(Type::Set(of)) => match &**of {
                Type::Domain(domain) => fixed.value(domain, &known),
                _ => None,
            },
            _ => None,
        };
        let Some(Value::Set(domain)) = domain else { return Err("its sets have no fixed domain".into()) };
        let elements = elements_for(&fields[field], &domain, &said).ok_or("its sets do not fit a mask")?;
        let near = |parts| near(parts, &elements, slot, &mut known, &fixed).ok_or("parts that are no sets");
        let neighbours = said.split.map(near).transpose()?.map(Neighbours::new);
        let grid = (said.shifted || said.turned).then(|| {
            let columns = elements.iter().filter_map(|e| cell(&e)).map(|(_, c)| c + 1).max().unwrap_or(1);
            Grid::new(u32::try_from(columns).unwrap_or(1), said.turned)
        });
        let shape = |(i, value): (usize, &Value)| {
            if i == field { Shape::Subset(elements.clone()) } else { Shape::Frozen(value.clone()) }
        };
        let shapes: Vec<Shape> = fields.iter().enumerate().map(shape).collect();
        let mut program = lower(model, game, &instance.args, &shapes, &fixed)?;
        program.images.clear();
        let regions = Regions::new(program, Reduction { neighbours, grid })?;
        Ok(Planned { regions, field, elements, others: fields.into() })
    }
}

/// The one field that moves change, if it is a set.
fn only_set(game: &Game, fixed: &dyn Constants) -> Option<usize> {
    let mut changing = (0..game.fields.len()).filter(|&i| !is_frozen(game, i, fixed));
    match (changing.next(), changing.next()) {
        (Some(field), None) if matches!(game.fields[field].ty, Some(Type::Set(_))) => Some(field),
        _ => None,
    }
}

/// What the equations say about the set in `slot`.
fn read<'g>(game: &'g Game, slot: Slot, field: usize, fixed: &dyn Constants) -> Result<Said<'g>, Obstacle> {
    let mut said = Said::default();
    for equation in &game.equations {
        let read = read_one(equation, slot, field, game, fixed, &mut said);
        read.ok_or(Obstacle { reason: "an equation that has no form for masks", at: equation.span, defect: false })?;
    }
    Ok(said)
}

fn read_one<'g>(
    equation: &'g Equation,
    slot: Slot,
    field: usize,
    game: &Game,
    fixed: &dyn Constants,
    said: &mut Said<'g>,
) -> Option<()> {
    match (&equation.binders[..], &equation.target.kind) {
        ([], ExprKind::Aggregate { function: Builtin::SUM, generator }) => {
            let [Binder::In { pattern: Pattern::Slot(part, _), domain }] = &generator.binders[..] else { return None };
            let args = call(domain, Builtin::COMPONENTS)?;
            let (last, others) = args.split_last()?;
            if !is_local(last, slot) || others.iter().any(|arg| mentions(arg, slot)) {
                return None;
            }
            said.split = Some(domain);
            said.shifted |= image(&generator.body, *part, slot, field, game, fixed)?;
        }
        ([Binder::In { pattern: Pattern::Slot(part, _), domain }], _) => {
            let [set] = call(domain, Builtin::SYMMETRIES)? else { return None };
            if !is_local(set, slot) || image(&equation.target, *part, slot, field, game, fixed)? {
                return None;
            }
            said.turned = true;
        }
        ([], _) => {
            if !image(&equation.target, slot, slot, field, game, fixed)? {
                return None;
            }
            said.shifted = true;
        }
        _ => return None,
    }
    Some(())
}

/// Reads a position of the same game whose set is the variable `part` (`Some(false)`) or `shape` of it (`Some(true)`), and
/// whose other fields are passed on.
fn image(expr: &Expr, part: Slot, slot: Slot, field: usize, game: &Game, fixed: &dyn Constants) -> Option<bool> {
    let ExprKind::Position { instance, fields } = &expr.kind else { return None };
    if !matches!(instance, InstanceExpr::Own) && !fixed.is_own(instance, &[]) {
        return None;
    }
    let first = slot.checked_sub(Slot::try_from(field).ok()?)?;
    let passes_on = |i: usize| Slot::try_from(i).is_ok_and(|own| is_local(&fields[i], first + own));
    if fields.len() != game.fields.len() || !(0..fields.len()).all(|i| i == field || passes_on(i)) {
        return None;
    }
    if is_local(&fields[field], part) {
        return Some(false);
    }
    let [moved] = call(&fields[field], Builtin::SHAPE)? else { return None };
    is_local(moved, part).then_some(true)
}

/// The arguments of a call of this function of the library.
fn call(expr: &Expr, builtin: Builtin) -> Option<&[Expr]> {
    match &expr.kind {
        ExprKind::Builtin { function, args } if *function == builtin => Some(args),
        _ => None,
    }
}

fn is_local(expr: &Expr, slot: Slot) -> bool {
    matches!(expr.kind, ExprKind::Local(s) if s == slot)
}

fn mentions(expr: &Expr, slot: Slot) -> bool {
    visit::free(expr).contains(&slot)
}

/// A cell (row, column) with natural numbers.
fn cell(value: &Value) -> Option<(i64, i64)> {
    let Value::Tuple(entries) = value else { return None };
    let [r, c] = &entries[..] else { return None };
    let (r, c) = (r.as_i64()?, c.as_i64()?);
    (r >= 0 && c >= 0).then_some((r, c))
}

/// The elements of the masks for a position: its own, or, where regions move, all cells that they can come to. They all
/// belong to the field's domain, so that no image lies outside of it.
fn elements_for(set: &Value, domain: &Set, said: &Said<'_>) -> Option<Set> {
    let Value::Set(own) = set else { return None };
    let elements = if said.shifted || said.turned {
        let cells = own.iter().map(|e| cell(&e)).collect::<Option<Vec<_>>>()?;
        let rows = cells.iter().map(|(r, _)| r + 1).max().unwrap_or(1);
        let columns = cells.iter().map(|(_, c)| c + 1).max().unwrap_or(1);
        let (rows, columns) = if said.turned { (rows.max(columns), rows.max(columns)) } else { (rows, columns) };
        if rows.checked_mul(columns)? > i64::try_from(MOST_ELEMENTS).ok()? {
            return None;
        }
        let all = (0..rows).flat_map(|r| (0..columns).map(move |c| Value::tuple(vec![Value::int(r), Value::int(c)])));
        Set::from_values(all.collect())
    } else {
        own.clone()
    };
    (elements.len() <= MOST_ELEMENTS && elements.iter().all(|e| domain.contains(&e))).then_some(elements)
}

/// Which elements hang together: those that `components` leaves in one part when the set is just the two.
fn near(
    parts: &Expr,
    elements: &Set,
    slot: Slot,
    known: &mut [Option<Value>],
    fixed: &dyn Constants,
) -> Option<Vec<u64>> {
    let list: Vec<Value> = elements.iter().collect();
    let mut near = vec![0u64; list.len()];
    for i in 0..list.len() {
        for j in i + 1..list.len() {
            known[slot as usize] = Some(Value::Set(Set::from_values(vec![list[i].clone(), list[j].clone()])));
            let Value::List(found) = fixed.value(parts, known)? else { return None };
            if found.len() == 1 {
                near[i] |= 1 << j;
                near[j] |= 1 << i;
            }
        }
    }
    Some(near)
}
