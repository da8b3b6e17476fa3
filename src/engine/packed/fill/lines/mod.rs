//! A dense table filled along rays; see [`Rays`]: one set of seen values a line, the value of a position the least that
//! is in none of its lines.

mod fill;
mod sets;

use std::sync::Arc;

use self::fill::Filling;
use self::sets::{Sets, Shape, words_of};
use crate::base::{Exceeded, Meter};
use crate::cgt::Question;
use crate::engine::packed::code::Code;
use crate::engine::packed::search::Work;
use crate::engine::packed::shape::layout::{Layout, Word};
use crate::engine::packed::table::memo::{GREATEST, Memo};
use crate::ir::{Expr, ExprKind, Interval, Op, Program, Rays, Stmt};

/// Most bits that the conditions of one position take.
const FLAGS: usize = 62;

/// A window takes about as long as a look at so many options.
const FEW: i64 = 16;

/// Rays, with the code of their conditions.
pub struct Lines {
    rays: Rays,
    /// Computes the conditions of a position, one bit each; `None` when there are none.
    flags: Option<Code>,
    /// The bit of each condition: for each ray when it joins, leaves and is a source, for each step, and for the end.
    joins: Vec<Option<u32>>,
    leaves: Vec<Option<u32>>,
    source: Vec<Option<u32>>,
    steps: Vec<u32>,
    ends: Option<u32>,
}

/// Conditions that become the bits of one word.
struct Conditions {
    word: Expr,
    count: u32,
}

impl Conditions {
    fn add(&mut self, condition: &Expr) -> u32 {
        let bit = Expr {
            kind: Arc::new(ExprKind::Binary(Op::Shl, condition.clone(), Expr::constant(i64::from(self.count)))),
            interval: Interval::MASK,
        };
        let word = ExprKind::Binary(Op::Or, self.word.clone(), bit);
        self.word = Expr { kind: Arc::new(word), interval: Interval::MASK };
        self.count += 1;
        self.count - 1
    }
}

impl Lines {
    /// Prepares rays; `None` when their conditions are too many.
    #[must_use]
    pub fn new(rays: Rays, program: &Program) -> Option<Self> {
        if rays.rays.len() * 3 + rays.steps.len() + 1 > FLAGS {
            return None;
        }
        let mut all = Conditions { word: Expr::constant(0), count: 0 };
        let mut one = |condition: &Option<Expr>| condition.as_ref().map(|c| all.add(c));
        let joins = rays.rays.iter().map(|r| one(&r.joins)).collect();
        let leaves = rays.rays.iter().map(|r| one(&r.leaves)).collect();
        let source = rays.rays.iter().map(|r| one(&r.source)).collect();
        let ends = one(&rays.ends);
        let steps = rays.steps.iter().map(|s| all.add(&s.guard)).collect();
        let flags = (all.count > 0).then(|| {
            let program = Program {
                components: program.components.clone(),
                endings: Vec::new(),
                body: vec![Stmt::Emit { parts: vec![vec![all.word]] }],
                images: Vec::new(),
                shrinks: Vec::new(),
                rises: Vec::new(),
                totals: Vec::new(),
                maximum: 0,
                measure: Vec::new(),
                partizan: false,
                registers: program.registers,
                tables: program.tables.clone(),
            };
            let word = Word { low: 0, span: i64::MAX.unsigned_abs(), stride: 1, ascends: false, ranks: None };
            Code::interpreted(
                &Arc::new(program),
                &Layout { words: vec![word], size: u64::MAX, dense: false, by_measure: None },
            )
        });
        Some(Self { rays, flags, joins, leaves, source, steps, ends })
    }

    /// What they are, for `--stats`.
    #[must_use]
    pub fn describe(&self) -> String {
        let windows = self.rays.rays.iter().filter(|r| r.most.is_some()).count();
        let rays = self.rays.rays.len() - windows;
        let mut words = Vec::new();
        for (count, one, many) in [
            (rays, "ray", "rays"),
            (windows, "sliding window", "sliding windows"),
            (self.rays.steps.len(), "step", "steps"),
        ] {
            if count > 0 {
                words.push(format!("{count} {}", if count == 1 { one } else { many }));
            }
        }
        words.join(", ")
    }

    /// Whether a position has more options than its sets take to carry along.
    #[must_use]
    pub fn pays(&self) -> bool {
        let rays = &self.rays.rays;
        let windows = rays.iter().map(|ray| ray.most).sum::<Option<i64>>();
        windows.is_none_or(|options| options > FEW * i64::try_from(rays.len()).unwrap_or(i64::MAX))
    }

    /// The most options of a position whose words are at most these steps above the least.
    #[must_use]
    pub fn most_options(&self, sizes: &[u64]) -> u64 {
        let of = |ray: &crate::ir::Ray| {
            let steps = ray.step.iter().zip(sizes).filter(|(d, _)| **d > 0);
            let steps = steps.map(|(d, size)| size.saturating_sub(1) / d.unsigned_abs()).min().unwrap_or(0);
            ray.most.map_or(steps, |most| steps.min(most.unsigned_abs()))
        };
        self.rays.rays.iter().map(of).sum::<u64>() + self.rays.steps.len() as u64
    }

    /// Fills the table for all positions whose words are at most the given ones. `false` when values or sets would be
    /// too large: nothing is done then.
    ///
    /// # Errors
    /// A limit.
    pub fn fill(
        &mut self,
        question: Question,
        high: &[i64],
        (memo, layout): (&mut Memo, &Layout),
        meter: &Meter,
        work: &mut Work,
    ) -> Result<bool, Exceeded> {
        let Memo::Dense(table) = memo else { return Ok(false) };
        let sizes: Vec<u64> =
            layout.words.iter().zip(high).map(|(w, &h)| h.abs_diff(w.low).saturating_add(1)).collect();
        let values = if question == Question::Grundy { self.most_options(&sizes) + 1 } else { 2 };
        if values > u64::from(GREATEST) {
            return Ok(false);
        }
        let shapes: Option<Vec<Shape>> = self.rays.rays.iter().map(|ray| Shape::new(ray, &sizes, layout)).collect();
        let Some(shapes) = shapes else { return Ok(false) };
        let below = self.rays.steps.iter().map(|step| distance(&step.step, layout));
        let Some(below) = below.collect::<Option<Vec<usize>>>() else { return Ok(false) };
        let bytes = shapes.iter().map(|s| s.bytes(values)).fold(0u64, u64::saturating_add);
        // Sets that take much more than the table are not worth it.
        let cells = sizes.iter().fold(1u64, |n, &s| n.saturating_mul(s));
        if bytes > (cells.saturating_mul(32)).max(1 << 20) || meter.add_bytes(bytes).is_err() {
            return Ok(false);
        }
        if let Some(flags) = &mut self.flags
            && cells > 1 << 12
        {
            flags.warm();
        }
        let plain = self.is_plain(question, &shapes);
        let mut filling = Filling {
            lines: self,
            plain,
            layout,
            question,
            sizes,
            table,
            sets: shapes.into_iter().map(|shape| Sets::new(shape, values, plain)).collect(),
            extra: vec![0; words_of(values)],
            steps: below,
            active: Vec::new(),
            scratch: Vec::new(),
        };
        let result = filling.run(meter, work);
        meter.sub_bytes(bytes);
        result
    }

    /// Whether there are values along up to four rays without conditions, and nothing else.
    fn is_plain(&self, question: Question, shapes: &[Shape]) -> bool {
        let conditions = [&self.joins, &self.leaves, &self.source];
        question == Question::Grundy
            && self.steps.is_empty()
            && self.ends.is_none()
            && conditions.into_iter().flatten().all(Option::is_none)
            && shapes.len() <= 4
            && shapes.iter().all(|s| s.eager && (!s.along_rows() || s.lines == 1))
    }
}

/// What a step takes from a key.
fn distance(step: &[i64], layout: &Layout) -> Option<usize> {
    let terms = step.iter().zip(&layout.words).map(|(d, w)| d.unsigned_abs().checked_mul(w.stride));
    terms.sum::<Option<u64>>().and_then(|k| usize::try_from(k).ok())
}
