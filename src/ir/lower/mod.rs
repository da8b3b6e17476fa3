//! From the rules of one game to a [`Program`].

mod aggregates;
mod arithmetic;
mod binders;
mod divisors;
mod emit;
mod filters;
mod images;
mod library;
mod masks;
mod members;
mod numbers;
mod obstacle;
mod positive;
mod sets;
mod tabulate;
mod values;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use super::bound::bound;
use super::fold;
use super::program::{ComponentSpec, Ending, Expr, Interval, Op, Program, Reg, Stmt, mover_word};
use super::table::Table;
use crate::analysis::model::{self, Game, InstanceExpr, Model, Move, Type};
use crate::base::Span;
use crate::cgt::Player;
use crate::value::{Set, Value};
use obstacle::Blamed;
use values::{Env, Low, Universe};

pub use obstacle::{Obstacle, Unsupported};
pub use values::grid;

/// A mask holds at most this many elements.
const MASK_BITS: usize = 64;
/// A loop over at most this many known values is written out.
const UNROLL: usize = 64;
/// A program longer than this is not worth it.
const MAX_STATEMENTS: usize = 20_000;

/// The words of an option may be this large before an image replaces it.
pub const WIDE: i64 = 1 << 40;

/// The values that are fixed while a program runs; asked of whoever can evaluate.
pub trait Constants {
    /// The value of an expression whose local variables are all in `known` (by slot); `None` when it has none, or asks
    /// about positions.
    fn value(&self, expr: &model::Expr, known: &[Option<Value>]) -> Option<Value>;
    /// Whether a position of this instance belongs to the game that is lowered, with the same rule arguments.
    fn is_own(&self, instance: &InstanceExpr, known: &[Option<Value>]) -> bool;
}

/// What is fixed about the fields of the positions that a program is made for.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Shape {
    /// A number up to this bound, a member of a domain, a set, a truth value: one word.
    Word {
        /// The greatest number that may occur.
        bound: i64,
    },
    /// A list or bag of this length, of numbers up to the bound.
    List {
        /// The length.
        len: u32,
        /// The greatest entry.
        bound: i64,
        /// Whether it is a bag of more than one entry.
        bag: bool,
    },
    /// A set that has no elements but these, which all belong to its domain.
    Subset(Set),
    /// A tuple of numbers with these ends: one word each; see [`grid`].
    Grid(Vec<(i64, i64)>),
    /// A field that no move changes.
    Frozen(Value),
}

/// Whether no move or equation of the game changes this field: every position of the game that its clauses build
/// passes it on.
#[must_use]
pub fn is_frozen(game: &Game, field: usize, constants: &dyn Constants) -> bool {
    let slot = u32::try_from(game.rule_params.len() + field).unwrap_or(u32::MAX);
    let mut frozen = true;
    let mut look = |expr: &model::Expr| {
        if let model::ExprKind::Position { instance, fields } = &expr.kind {
            let passes_on = fields.get(field).is_some_and(|f| matches!(f.kind, model::ExprKind::Local(s) if s == slot));
            frozen &= passes_on || !matches!(instance, InstanceExpr::Own) && !constants.is_own(instance, &[]);
        }
    };
    for m in &game.moves {
        crate::analysis::visit::walk(&m.target, &mut look);
    }
    frozen
}

/// Lowers the moves and endings of a game for fixed rule arguments and a fixed shape of its fields.
///
/// # Errors
/// [`Obstacle`] when a construct has no lowering; the reference engine then runs the game.
pub fn lower(
    model: &Model,
    game: &Game,
    args: &[Value],
    shapes: &[Shape],
    constants: &dyn Constants,
) -> Result<Program, Obstacle> {
    let mut lowering = Lowering {
        model,
        game,
        constants,
        types: Vec::new(),
        components: Vec::new(),
        block: Vec::new(),
        registers: 0,
        statements: 0,
        copies: 1,
        lazy: 0,
        tables: Vec::new(),
        inside: Vec::new(),
        map: None,
        first: None,
        parted: shapes.iter().any(|shape| matches!(shape, Shape::Subset(_))),
        next: None,
        blamed: None,
        defect: Cell::new(None),
    };
    let program = lowering.game(args, shapes).map_err(|reason| {
        let at = lowering.blamed.filter(|blamed| blamed.reason == reason).map_or(Span::NONE, |blamed| blamed.at);
        Obstacle { reason: reason.0, at, defect: false }
    });
    match lowering.defect.into_inner() {
        Some(at) => Err(Obstacle { reason: "a variable without a value", at, defect: true }),
        None => program.and_then(|program| bound(&program).map(|()| program)),
    }
}

/// How a field of a position is laid out.
enum FieldLayout {
    /// A number of this interval; `nat` or a range of integers.
    Number { low: i64 },
    /// An index into a universe.
    Member(Rc<Universe>),
    /// A truth value.
    Bool,
    /// A mask over a universe.
    Mask(Rc<Universe>),
    /// A list of numbers of this length, each with the given least value.
    List { len: usize, low: i64 },
    /// A tuple of numbers with these ends.
    Tuple(Vec<(i64, i64)>),
    /// The same always.
    Frozen(Value),
}

/// The state of a lowering.
struct Lowering<'a> {
    model: &'a Model,
    game: &'a Game,
    constants: &'a dyn Constants,
    types: Vec<FieldLayout>,
    components: Vec<ComponentSpec>,
    /// The statements of the innermost open block.
    block: Vec<Stmt>,
    registers: u32,
    statements: usize,
    /// How often the innermost open block is written out.
    copies: usize,
    /// How many conditions decide whether what is being lowered is looked at.
    lazy: usize,
    tables: Vec<Arc<Table>>,
    /// Conditions that the masks made so far leave nothing out.
    inside: Vec<Expr>,
    /// Where the elements of the only set went, when the last mask was made.
    map: Option<Vec<i64>>,
    /// While moves are lowered: what is made of the sets of a position before any move.
    first: Option<Vec<images::Moved>>,
    /// Whether some sets are taken to have fewer elements than their domains.
    parted: bool,
    /// Who moves in the positions that are built, where the players have different moves.
    next: Option<Expr>,
    blamed: Option<Blamed>,
    /// Where a variable was read outside its scope: no code is made then, whatever came of it.
    defect: Cell<Option<Span>>,
}

impl Lowering<'_> {
    /// The whole program.
    fn game(&mut self, args: &[Value], shapes: &[Shape]) -> Result<Program, Unsupported> {
        let game = self.game;
        let mut env = Env::new(game.frame_size as usize);
        for (slot, arg) in (0..).zip(args) {
            env = env.with(slot, Low::Known(arg.clone()));
        }
        for (slot, (field, shape)) in (0..).skip(args.len()).zip(game.fields.iter().zip(shapes)) {
            let low = self.at(field.span, |low| low.field(field.ty.as_ref(), shape, &env))?;
            env = env.with(slot, low);
        }
        let mut endings = Vec::new();
        for ending in &game.endings {
            let condition = self.condition(&ending.condition, &env)?;
            endings.push(Ending { wins: ending.wins, condition });
        }
        if !self.block.is_empty() {
            return Err(Unsupported("an ending needs a loop"));
        }
        self.first = Some(Vec::new());
        let [left, right] = Player::BOTH.map(mover_word);
        let mover = game.marks.partizan.then(|| self.component((left, right), None, None));
        for m in &game.moves {
            self.at(m.span, |low| low.clause(m, mover.as_ref(), &env))?;
        }
        let first = self.first.take().unwrap_or_default();
        let mut body: Vec<Stmt> = first.into_iter().map(|moved| Stmt::Let(moved.to, moved.image)).collect();
        body.append(&mut self.block);
        let body = self.over_divisors(body);
        let wide = self.widened(&env, args.len());
        self.next = mover;
        let images = self.images(&game.equations, &wide);
        // Some were only steps to others.
        self.tables.retain(|table| Arc::strong_count(table) > 1);
        let mut program = Program {
            shrinks: vec![true; self.components.len()],
            rises: Vec::new(),
            totals: Vec::new(),
            maximum: 0,
            measure: Vec::new(),
            partizan: game.marks.partizan,
            components: std::mem::take(&mut self.components),
            endings,
            body,
            images,
            registers: self.registers,
            tables: std::mem::take(&mut self.tables),
        };
        super::tighten::tighten(&mut program);
        Ok(program)
    }

    /// A part of the lowering; where it fails, and nothing inside it is to blame, this place is.
    fn at<T>(&mut self, span: Span, part: impl FnOnce(&mut Self) -> Result<T, Unsupported>) -> Result<T, Unsupported> {
        let number = self.blamed.map_or(0, |blamed| blamed.number + 1);
        let result = part(self);
        if let Err(reason) = &result
            && !self.blamed.is_some_and(|blamed| blamed.number >= number && blamed.reason == *reason)
        {
            let number = self.blamed.map_or(0, |blamed| blamed.number + 1);
            self.blamed = Some(Blamed { number, reason: *reason, at: span });
        }
        result
    }

    /// Notes that a variable was read outside its scope.
    fn unbound(&self, at: Span) -> Unsupported {
        self.defect.set(Some(at));
        Unsupported("an unbound variable")
    }

    fn fresh(&mut self) -> Reg {
        self.registers += 1;
        Reg(self.registers - 1)
    }

    fn push(&mut self, stmt: Stmt) -> Result<(), Unsupported> {
        self.statements += 1;
        if self.statements > MAX_STATEMENTS {
            return Err(Unsupported("the rules are too long when written out"));
        }
        self.block.push(stmt);
        Ok(())
    }

    /// The options that a move clause gives; for the player who is to move, where they have different moves.
    fn clause(&mut self, clause: &Move, mover: Option<&Expr>, env: &Env) -> Result<(), Unsupported> {
        let mut options =
            |low: &mut Self| low.binders(&clause.binders, env, &mut |low, env| low.emit(&clause.target, env));
        let Some(mover) = mover else { return options(self) };
        let Some(own) = clause.side.single() else {
            let both = Player::BOTH.map(mover_word).iter().sum();
            self.next = Some(fold::binary(Op::Sub, Expr::constant(both), mover.clone())?);
            return options(self);
        };
        self.next = Some(Expr::constant(mover_word(own.opposite())));
        let body = self.nested(&mut options)?;
        let condition = fold::binary(Op::Eq, mover.clone(), Expr::constant(mover_word(own)))?;
        self.push(Stmt::If { condition, body })
    }

    /// Runs `inside` with a fresh block and returns what it put there.
    fn nested(
        &mut self,
        inside: &mut dyn FnMut(&mut Self) -> Result<(), Unsupported>,
    ) -> Result<Vec<Stmt>, Unsupported> {
        let outer = std::mem::take(&mut self.block);
        let result = inside(self);
        let body = std::mem::replace(&mut self.block, outer);
        result.map(|()| body)
    }

    fn table(&mut self, entries: Vec<i64>) -> Arc<Table> {
        self.kept(Table::new(u32::try_from(self.tables.len()).unwrap_or(u32::MAX), entries))
    }

    /// A table of zeros and ones.
    fn bits(&mut self, len: usize, is_set: impl Fn(usize) -> bool) -> Arc<Table> {
        self.kept(Table::of_bits(u32::try_from(self.tables.len()).unwrap_or(u32::MAX), len, is_set))
    }

    /// A table, or the same from before.
    fn kept(&mut self, table: Table) -> Arc<Table> {
        if let Some(before) = self.tables.iter().find(|t| t.entries() == table.entries()) {
            return Arc::clone(before);
        }
        let table = Arc::new(table);
        self.tables.push(Arc::clone(&table));
        table
    }

    fn component(&mut self, interval: (i64, i64), mask_bits: Option<u32>, bag: Option<(u32, u32)>) -> Expr {
        let reg = self.fresh();
        self.components.push(ComponentSpec { reg, interval, mask_bits, bag });
        let known = if mask_bits.is_some() { Interval::MASK } else { Interval::new(interval.0, interval.1) };
        Expr::reg(reg, known)
    }

    /// The frame for images: natural numbers may pass the bound of the layout there, since only the image must keep it.
    fn widened(&self, env: &Env, fields: usize) -> Env {
        let wide = |low: &Low| match low {
            Low::Int(e) => Low::Int(Expr { kind: Arc::clone(&e.kind), interval: Interval::new(0, WIDE) }),
            other => other.clone(),
        };
        let mut env = env.clone();
        for ((i, field), slot) in self.types.iter().enumerate().zip((0..).skip(fields)) {
            match (field, env.get(slot).cloned()) {
                // The numbers of a domain that is always the same are checked when an option is built.
                (FieldLayout::Number { low: 0 }, _) if self.has_fixed_domain(i, &env) => {}
                (FieldLayout::Number { low: 0 }, Some(low)) => env = env.with(slot, wide(&low)),
                (FieldLayout::List { low: 0, .. }, Some(Low::Vector(entries))) => {
                    env = env.with(slot, Low::Vector(entries.iter().map(wide).collect()));
                }
                _ => {}
            }
        }
        env
    }

    fn has_fixed_domain(&self, field: usize, env: &Env) -> bool {
        let ty = self.game.fields.get(field).and_then(|field| field.ty.as_ref());
        matches!(ty, Some(Type::Domain(domain)) if self.constants.value(domain, &env.known()).is_some())
    }

    /// The registers of a field when a program starts.
    fn field(&mut self, ty: Option<&Type>, shape: &Shape, env: &Env) -> Result<Low, Unsupported> {
        if let Shape::Frozen(value) = shape {
            self.types.push(FieldLayout::Frozen(value.clone()));
            return Ok(Low::Known(value.clone()));
        }
        let (layout, low) = match (ty, shape) {
            (None | Some(Type::Nat), &Shape::Word { bound }) => {
                (FieldLayout::Number { low: 0 }, Low::Int(self.component((0, bound), None, None)))
            }
            (Some(Type::Bool), Shape::Word { .. }) => {
                (FieldLayout::Bool, Low::Bool(self.component((0, 1), None, None)))
            }
            (Some(Type::Enum(_)), Shape::Word { .. }) => self.enum_field(ty)?,
            (Some(Type::Domain(domain)), &Shape::Word { bound }) => self.domain_field(domain, bound, env)?,
            (Some(Type::Domain(_)), Shape::Grid(ends)) => {
                let entries = ends.iter().map(|ends| Low::Int(self.component(*ends, None, None))).collect();
                (FieldLayout::Tuple(ends.clone()), Low::Tuple(entries))
            }
            (Some(Type::Set(of)), Shape::Word { .. }) => {
                let universe = self.universe_of(of, env)?;
                let bits = u32::try_from(universe.len()).unwrap_or(u32::MAX);
                let mask = self.component((0, 0), Some(bits), None);
                (FieldLayout::Mask(Rc::clone(&universe)), Low::Mask(universe, mask))
            }
            (Some(Type::Set(_)), Shape::Subset(of)) => {
                let universe = Rc::new(Universe::of_set(&Value::Set(of.clone()))?);
                if universe.len() > MASK_BITS {
                    return Err(Unsupported("a set of more than 64 elements"));
                }
                let bits = u32::try_from(universe.len()).unwrap_or(u32::MAX);
                let mask = self.component((0, 0), Some(bits), None);
                (FieldLayout::Mask(Rc::clone(&universe)), Low::Mask(universe, mask))
            }
            (Some(Type::List(of) | Type::Bag(of)), &Shape::List { len, bound, bag }) => {
                let (low, bound) = self.entries_of(of, bound, env)?;
                let first = u32::try_from(self.components.len()).unwrap_or(u32::MAX);
                let bag = bag.then_some((first, len));
                let entries = (0..len).map(|_| Low::Int(self.component((low, bound), None, bag))).collect();
                (FieldLayout::List { len: len as usize, low }, Low::Vector(entries))
            }
            _ => return Err(Unsupported("a field's type has no machine form")),
        };
        self.types.push(layout);
        Ok(low)
    }

    /// The least and the greatest entry of a list.
    fn entries_of(&self, of: &Type, bound: i64, env: &Env) -> Result<(i64, i64), Unsupported> {
        match of {
            Type::Nat => Ok((0, bound)),
            Type::Domain(domain) => {
                let value = self
                    .constants
                    .value(domain, &env.known())
                    .ok_or(Unsupported("a list's domain depends on other fields"))?;
                let ends = Universe::of_set(&value)?.range().ok_or(Unsupported("a list over scattered numbers"))?;
                Ok((ends.0, ends.1.min(bound.max(ends.0))))
            }
            _ => Err(Unsupported("a list of things that are not numbers")),
        }
    }

    fn enum_field(&mut self, ty: Option<&Type>) -> Result<(FieldLayout, Low), Unsupported> {
        let Some(Type::Enum(index)) = ty else { return Err(Unsupported("an unknown enum")) };
        let members = self.model.enums.get(*index as usize).ok_or(Unsupported("an unknown enum"))?;
        let values = members.members.iter().map(|m| Value::Enum(Rc::clone(m))).collect();
        let universe = Rc::new(Universe::new(values));
        let top = i64::try_from(universe.len()).unwrap_or(0) - 1;
        let index = self.component((0, top), None, None);
        Ok((FieldLayout::Member(Rc::clone(&universe)), Low::Member(universe, index)))
    }

    /// A field whose type is a domain: a range of integers, or any finite set.
    fn domain_field(&mut self, domain: &model::Expr, bound: i64, env: &Env) -> Result<(FieldLayout, Low), Unsupported> {
        let Some(value) = self.constants.value(domain, &env.known()) else {
            return match &domain.kind {
                // A range whose ends are other fields: its members are numbers, checked where they are built.
                model::ExprKind::Range { .. } => {
                    let word = self.component((0, bound), None, None);
                    Ok((FieldLayout::Number { low: 0 }, Low::Int(word)))
                }
                _ => Err(Unsupported("a field's domain depends on other fields")),
            };
        };
        let universe = Rc::new(Universe::of_set(&value)?);
        if let Some((low, high)) = universe.range() {
            let word = self.component((low, high), None, None);
            return Ok((FieldLayout::Number { low }, Low::Int(word)));
        }
        let top = i64::try_from(universe.len()).unwrap_or(0) - 1;
        let index = self.component((0, top), None, None);
        Ok((FieldLayout::Member(Rc::clone(&universe)), Low::Member(universe, index)))
    }

    /// The universe of a `set of D` field.
    fn universe_of(&mut self, of: &Type, env: &Env) -> Result<Rc<Universe>, Unsupported> {
        let value = match of {
            Type::Domain(domain) => self
                .constants
                .value(domain, &env.known())
                .ok_or(Unsupported("a set's domain depends on other fields"))?,
            Type::Enum(index) => {
                let members = self.model.enums.get(*index as usize).ok_or(Unsupported("an unknown enum"))?;
                let members = members.members.iter().map(|m| Value::Enum(Rc::clone(m))).collect();
                Value::Set(Set::from_values(members))
            }
            _ => return Err(Unsupported("a set of an infinite type")),
        };
        let universe = Universe::of_set(&value)?;
        if universe.len() > MASK_BITS {
            return Err(Unsupported("a set of more than 64 elements"));
        }
        Ok(Rc::new(universe))
    }
}
