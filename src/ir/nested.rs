//! Nested options: the options of a position are those of the position whose last word is one less, and a few more.
//!
//! "Take at most `q`" is of this kind: what `q - 1` allows is allowed by `q`, too. Where the last word enters nothing but upper
//! bounds of loops, and guards that stay true once they are, the options that a position has beyond those of its
//! neighbour are few, and a table needs a look at no others.

use std::collections::HashMap;

use super::affine::{mentions, substitute};
use super::fold;
use super::program::{Expr, Interval, Op, Program, Reg, Stmt};
use super::trend::{Trend, trend};

/// The program of the options that a position has beyond those of the one before it, along the last word; `None` when
/// they are not nested, or not few.
#[must_use]
pub fn nested(program: &Program) -> Option<Program> {
    let last = program.components.last()?;
    let endings = program.endings.iter().any(|e| mentions(&e.condition, &|r| r == last.reg));
    if last.mask_bits.is_some() || last.bag.is_some() || endings {
        return None;
    }
    let word = Expr::reg(last.reg, Interval::new(last.interval.0, last.interval.1));
    let before = fold::binary(Op::Sub, word, Expr::constant(1)).ok()?;
    let mut reader = Reader { last: last.reg, before, definitions: HashMap::new(), narrowed: false };
    let body = reader.more(&program.body)?;
    reader.narrowed.then(|| Program {
        components: program.components.clone(),
        endings: program.endings.clone(),
        body,
        images: program.images.clone(),
        shrinks: program.shrinks.clone(),
        rises: program.rises.clone(),
        totals: program.totals.clone(),
        maximum: program.maximum,
        measure: program.measure.clone(),
        partizan: program.partizan,
        registers: program.registers,
        tables: program.tables.clone(),
    })
}

struct Reader {
    last: Reg,
    /// The last word of the position before.
    before: Expr,
    definitions: HashMap<Reg, Expr>,
    /// Whether a loop was made shorter.
    narrowed: bool,
}

impl Reader {
    /// What a block gives beyond the position before. As deep as the rules' binders nest.
    fn more(&mut self, body: &[Stmt]) -> Option<Vec<Stmt>> {
        let mut found = Vec::new();
        for stmt in body {
            found.extend(self.statement(stmt)?);
        }
        Some(found)
    }

    fn inlined(&self, e: &Expr) -> Option<Expr> {
        substitute(e, &|reg| self.definitions.get(&reg).cloned())
    }

    /// How an expression changes with the last word.
    fn trend(&self, e: &Expr) -> Option<Trend> {
        Some(trend(&self.inlined(e)?, self.last))
    }

    /// What a statement gives beyond the position before; `None` where options are not nested, or not few.
    fn statement(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        if let Stmt::Let(reg, e) = stmt {
            let e = self.inlined(e)?;
            self.definitions.insert(*reg, e);
            return Some(vec![stmt.clone()]);
        }
        if !self.depends(stmt)? {
            // The position before has the same options.
            return Some(Vec::new());
        }
        match stmt {
            Stmt::If { condition, body } => match self.trend(condition)? {
                Trend::Constant => Some(vec![Stmt::If { condition: condition.clone(), body: self.more(body)? }]),
                // It may begin to hold here: then all that follows is new.
                Trend::Rises if self.is_one_option(body)? => Some(vec![stmt.clone()]),
                _ => None,
            },
            Stmt::For { reg, low, high, down, going, body } => {
                let constant = |e: &Expr| Some(self.trend(e)? == Trend::Constant);
                let bounded = constant(low)? && going.as_ref().map_or(Some(true), constant)?;
                if !bounded || self.trend(high)? != Trend::Rises || self.any_depends(body)? {
                    return None;
                }
                let (last, before) = (self.last, self.before.clone());
                let reached = substitute(&self.inlined(high)?, &|r| (r == last).then(|| before.clone()))?;
                let next = fold::binary(Op::Add, reached, Expr::constant(1)).ok()?;
                let low = fold::binary(Op::Max, low.clone(), next).ok()?;
                self.narrowed = true;
                let (high, going, body) = (high.clone(), going.clone(), body.clone());
                Some(vec![Stmt::For { reg: *reg, low, high, down: *down, going, body }])
            }
            _ => None,
        }
    }

    /// Whether a block does nothing but give one option that does not depend on the last word.
    fn is_one_option(&mut self, body: &[Stmt]) -> Option<bool> {
        let plain = body.iter().all(|stmt| matches!(stmt, Stmt::Let(..) | Stmt::Emit { .. }));
        Some(plain && !self.any_depends(body)?)
    }

    fn any_depends(&mut self, body: &[Stmt]) -> Option<bool> {
        let mut any = false;
        for stmt in body {
            any |= self.depends(stmt)?;
        }
        Some(any)
    }

    /// Whether a statement depends on the last word. Names that it defines are noted.
    fn depends(&mut self, stmt: &Stmt) -> Option<bool> {
        let mut exprs: Vec<&Expr> = Vec::new();
        let body: &[Stmt] = match stmt {
            Stmt::Let(reg, e) => {
                // Only uses count.
                let e = self.inlined(e)?;
                self.definitions.insert(*reg, e);
                return Some(false);
            }
            Stmt::If { condition, body } => {
                exprs.push(condition);
                body
            }
            Stmt::For { low, high, going, body, .. } => {
                exprs.extend([low, high]);
                exprs.extend(going);
                body
            }
            Stmt::ForBits { mask, body, .. } => {
                exprs.push(mask);
                body
            }
            Stmt::ForSubsets { mask, low, high, body, .. } => {
                exprs.extend([mask, low, high]);
                body
            }
            Stmt::Emit { parts } => {
                exprs.extend(parts.iter().flatten());
                &[]
            }
            Stmt::Leave => &[],
        };
        // What a body names is known before its guards are looked at.
        let inner = self.any_depends(body)?;
        for e in exprs {
            if mentions(&self.inlined(e)?, &|r| r == self.last) {
                return Some(true);
            }
        }
        Some(inner)
    }
}
