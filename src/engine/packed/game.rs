//! One game, lowered for one shape of its fields: program, layout, code, and a search for each question.

use std::rc::Rc;

use super::code::{Code, widest};
use super::layout::Layout;
use super::search::{Halt, Question, Search, Work};
use crate::analysis::model::{Game, Model, Type};
use crate::base::Meter;
use crate::ir::{Constants, Program, Shape, Unsupported, is_frozen, lower};
use crate::value::Value;

/// Options are interpreted until there were this many; then native code is worth its making.
const WARM: u64 = 20_000;
/// Numbers start with this bound; a position beyond it makes room for four times as much.
const FIRST_BOUND: i64 = 63;
/// Positions of a column that are packed at once.
const BATCH: usize = 256;
/// Dense tables up to this size need no reason.
const SMALL: u64 = 1 << 16;
/// Dense tables of numbers alone: they are mostly filled.
const LARGE: u64 = 1 << 27;

/// A game that runs on machine words.
pub struct PackedGame {
    shapes: Vec<Shape>,
    program: Rc<Program>,
    layout: Layout,
    code: Code,
    searches: [Option<Search>; 3],
    /// Work of searches that were given up for a larger layout.
    past: Work,
    native: bool,
}

/// The shape of fields that holds these values.
pub fn shapes(game: &Game, fields: &[Value], constants: &dyn Constants) -> Option<Vec<Shape>> {
    let shape = |(i, value): (usize, &Value)| {
        let ty = game.fields[i].ty.as_ref();

        Some(match (ty, value) {
            (Some(Type::List(_) | Type::Bag(_)), Value::List(list)) if !is_frozen(game, i, constants) => {
                let greatest = list.iter().map(|v| v.as_i64().unwrap_or(i64::MAX)).max().unwrap_or(0);
                Shape::List { len: u32::try_from(list.len()).ok()?, bound: ones(greatest)?.max(3) }
            }
            (None | Some(Type::Nat | Type::Domain(_)), Value::Number(_)) if !is_frozen(game, i, constants) => {
                Shape::Word { bound: ones(value.as_i64()?)?.max(FIRST_BOUND) }
            }
            (Some(Type::Bool | Type::Enum(_) | Type::Set(_) | Type::Domain(_)), _)
                if !is_frozen(game, i, constants) =>
            {
                Shape::Word { bound: FIRST_BOUND }
            }
            _ if is_frozen(game, i, constants) => Shape::Frozen(value.clone()),
            _ => return None,
        })
    };
    fields.iter().enumerate().map(shape).collect()
}

/// The least all-ones number that is at least `n`, if it stays below 2^31.
fn ones(n: i64) -> Option<i64> {
    let power = n.max(0).unsigned_abs().saturating_add(1).checked_next_power_of_two()?;
    i64::try_from(power - 1).ok().filter(|&b| b < 1 << 31)
}

impl PackedGame {
    /// Lowers a game.
    ///
    /// # Errors
    /// [`Unsupported`] when it has no machine form, or its positions do not fit a word.
    pub fn new(
        model: &Model,
        game: &Game,
        args: &[Value],
        shapes: Vec<Shape>,
        constants: &dyn Constants,
    ) -> Result<Self, Unsupported> {
        let program = Rc::new(lower(model, game, args, &shapes, constants)?);
        let layout = choose_layout(&program).ok_or(Unsupported("its positions do not fit 64 bits"))?;
        let code = Code::interpreted(&program, &layout);
        let searches = [const { None }; 3];
        Ok(Self { shapes, program, layout, code, searches, past: Work::default(), native: false })
    }

    /// Whether a question can be answered: outcomes of sums are not the outcomes of their parts.
    #[must_use]
    pub fn answers(&self, question: Question) -> bool {
        question == Question::Grundy || widest(&self.program.body) <= 1
    }

    /// The shapes it was made for.
    #[must_use]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The next larger shapes, after a position did not fit.
    #[must_use]
    pub fn larger(&self) -> Option<Vec<Shape>> {
        let grow = |bound: i64| bound.checked_mul(4).map(|b| b + 3).filter(|&b| b < 1 << 31);
        let larger = |shape: &Shape| {
            Some(match shape {
                Shape::Word { bound } => Shape::Word { bound: grow(*bound)? },
                Shape::List { len, bound } => Shape::List { len: *len, bound: grow(*bound)? },
                Shape::Frozen(value) => Shape::Frozen(value.clone()),
            })
        };
        self.shapes.iter().map(larger).collect()
    }

    /// What it is, for `--stats`.
    #[must_use]
    pub fn describe(&self) -> String {
        let table = if self.layout.dense { "table" } else { "hashed" };
        format!("{} words of {} bits, {table}, {}", self.layout.words.len(), self.layout.bits(), self.code.name())
    }

    /// Work done so far.
    #[must_use]
    pub fn work(&self) -> Work {
        let mut total = self.past;
        for search in self.searches.iter().flatten() {
            total = total.plus(search.work());
        }
        total
    }

    /// The answer for a position given by its words.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn solve(&mut self, question: Question, words: &[i64], meter: &Meter) -> Result<u32, Halt> {
        let key = self.layout.pack(words).ok_or(Halt::Outside)?;
        self.solve_key(question, key, meter)
    }

    /// The answers for many positions, a column for each of their words: those from `into.len()` on are appended, so
    /// that after a [`Halt`] a larger layout can go on.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn solve_column(
        &mut self,
        question: Question,
        words: &[&[i64]],
        count: usize,
        into: &mut Vec<i64>,
        meter: &Meter,
    ) -> Result<(), Halt> {
        let mut at = into.len();
        let mut keys = [0; BATCH];
        while at < count {
            let until = count.min(at + BATCH);
            let keys = &mut keys[..until - at];
            let all = self.layout.pack_columns(words, at, keys);
            for &key in &keys[..all] {
                into.push(i64::from(self.solve_key(question, key, meter)?));
            }
            if all < until - at {
                return Err(Halt::Outside);
            }
            at = until;
        }
        Ok(())
    }

    fn solve_key(&mut self, question: Question, key: u64, meter: &Meter) -> Result<u32, Halt> {
        if let Some(search) = &self.searches[question as usize]
            && let Some(value) = search.known(key)
        {
            return Ok(value);
        }
        if !self.native && self.work().options > WARM {
            self.native = true;
            self.code = Code::new(&self.program, &self.layout);
        }
        let slot = &mut self.searches[question as usize];
        let search = match slot {
            Some(search) => search,
            None => slot.insert(Search::new(question, &self.layout, meter)?),
        };
        search.solve(key, &self.code, &self.layout, meter)
    }

    /// Gives back what its memos hold.
    pub fn release(&self, meter: &Meter) {
        for search in self.searches.iter().flatten() {
            meter.sub_bytes(search.memo().bytes());
        }
    }
}

/// Dense where the box is small, or made of numbers alone and not too large; else packed bits for a hash table.
fn choose_layout(program: &Program) -> Option<Layout> {
    let numbers = program.components.iter().all(|c| c.mask_bits.is_none()) && program.components.len() <= 3;
    match Layout::new(program, true) {
        Some(dense) if dense.size <= SMALL || numbers && dense.size <= LARGE => Some(dense),
        _ => Layout::new(program, false).filter(|layout| layout.bits() < 64),
    }
}
