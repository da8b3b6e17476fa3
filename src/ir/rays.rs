//! Rays: moves from `s` to `s - x * d` for all `x` from a constant up to a bound that falls by one with every step.
//!
//! Let `K(s)` be the bound, with `K(s - d) = K(s) - 1`. Then the options of `s` along the ray are those of `s - d` and,
//! where `K(s)` reaches the first `x`, one more: the set of their values is carried along the line, and no option is
//! looked at twice. A constant beside the bound, `min(m, K(s))`, makes a window of `m` that slides along the line.
//! A guard is allowed when it speaks of the position that is left, or of the one that is reached.

use std::collections::HashMap;

use super::affine::{Affine, mentions, substitute};
use super::fold;
use super::program::{Expr, ExprKind, Op, Program, Reg, Stmt};
use super::tighten::{all, conjuncts};

/// The options along one direction.
#[derive(Clone, Debug)]
pub struct Ray {
    /// What one step takes from each word: not negative, not all 0.
    pub step: Vec<i64>,
    /// The least number of steps, at least 1.
    pub first: i64,
    /// The greatest number of steps, where a constant bounds it.
    pub most: Option<i64>,
    /// Whether a position has options along this ray, over its own words; nothing when it always does.
    pub source: Option<Expr>,
    /// Whether the line grows by the position itself, for those beyond it (without a window and with `first` 1), rather
    /// than by the option `first` steps away, for this position and those beyond it.
    pub eager: bool,
    /// Whether the line grows, over the words of the position; nothing when it does whenever that option lies within
    /// the box.
    pub joins: Option<Expr>,
    /// For a window: whether the option `most + 1` steps away had joined.
    pub leaves: Option<Expr>,
}

/// A single option, always at the same distance.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it takes from each word.
    pub step: Vec<i64>,
    /// When it exists, over the words of the position that is left.
    pub guard: Expr,
}

/// Rules that consist of rays and steps.
#[derive(Clone, Debug)]
pub struct Rays {
    /// The rays.
    pub rays: Vec<Ray>,
    /// The single options.
    pub steps: Vec<Step>,
    /// Positions that are over before any move.
    pub ends: Option<Expr>,
}

/// Most rays and steps.
const MANY: usize = 16;

/// Reads a program as rays and steps.
///
/// # Errors
/// Why it is none, in words.
pub fn rays(program: &Program) -> Result<Rays, &'static str> {
    if program.components.iter().any(|c| c.mask_bits.is_some() || c.bag.is_some()) {
        return Err("positions are not made of numbers alone");
    }
    read(program, false, MANY)
}

/// Reads a program whose positions are numbers, or one bag of them whose words ascend (`sorted`); an option's words
/// need not. With at most so many rays and steps.
pub(super) fn read(program: &Program, sorted: bool, many: usize) -> Result<Rays, &'static str> {
    if program.endings.iter().any(|e| e.wins) {
        return Err("some positions are won at once");
    }
    let (rays, steps) = (Vec::new(), Vec::new());
    let mut reader = Reader { program, sorted, rays, steps, definitions: HashMap::new() };
    for stmt in &program.body {
        reader.statement(stmt, &[])?;
    }
    let (rays, steps) = (reader.rays, reader.steps);
    if rays.is_empty() || rays.len() + steps.len() > many {
        return Err("no rays, or very many options beside them");
    }
    let ends = program.endings.iter().map(|e| e.condition.clone());
    let ends = ends.reduce(|a, b| fold::select(a, Expr::constant(1), b)).filter(|e| e.as_constant() != Some(0));
    Ok(Rays { rays, steps, ends })
}

struct Reader<'p> {
    program: &'p Program,
    /// The words of a position ascend.
    sorted: bool,
    rays: Vec<Ray>,
    steps: Vec<Step>,
    definitions: HashMap<Reg, Expr>,
}

impl Reader<'_> {
    fn inlined(&self, e: &Expr) -> Result<Expr, &'static str> {
        substitute(e, &|reg| self.definitions.get(&reg).cloned()).ok_or("numbers may be too large")
    }

    /// A statement outside of loops, under guards.
    fn statement(&mut self, stmt: &Stmt, guards: &[Expr]) -> Result<(), &'static str> {
        match stmt {
            Stmt::Let(reg, e) => {
                let e = self.inlined(e)?;
                self.definitions.insert(*reg, e);
                Ok(())
            }
            Stmt::If { condition, body } => {
                let mut guards = guards.to_vec();
                guards.extend(conjuncts(&self.inlined(condition)?));
                body.iter().try_for_each(|stmt| self.statement(stmt, &guards))
            }
            Stmt::For { reg, low, high, going, body, .. } => {
                let (low, high) = (self.inlined(low)?, self.inlined(high)?);
                let mut guards = guards.to_vec();
                if let Some(going) = going {
                    guards.extend(conjuncts(&self.inlined(going)?));
                }
                self.inside(*reg, (&low, &high), guards, body)
            }
            Stmt::Emit { parts } => self.single(parts, guards),
            _ => Err("some moves are no loop over one number"),
        }
    }

    /// The body of a loop: guards, then one option.
    fn inside(
        &mut self,
        reg: Reg,
        ends: (&Expr, &Expr),
        mut guards: Vec<Expr>,
        body: &[Stmt],
    ) -> Result<(), &'static str> {
        let mut body = body;
        loop {
            match body {
                [Stmt::Let(other, e), rest @ ..] => {
                    let e = self.inlined(e)?;
                    self.definitions.insert(*other, e);
                    body = rest;
                }
                [Stmt::If { condition, body: inner }] => {
                    guards.extend(conjuncts(&self.inlined(condition)?));
                    body = inner;
                }
                [Stmt::Emit { parts }] => return self.ray(reg, ends, &guards, parts),
                _ => return Err("a loop that does not give one option a step"),
            }
        }
    }

    /// What `by` times the variable takes from every word, if the words of an option are nothing but that.
    fn distances(&self, parts: &[Vec<Expr>], of: impl Fn(&Affine) -> Option<i64>) -> Result<Vec<i64>, &'static str> {
        let [part] = parts else { return Err("options that are sums") };
        let mut step = Vec::new();
        for (component, word) in self.program.components.iter().zip(part) {
            if word.interval.low < component.interval.0 {
                return Err("an option may lie outside the box");
            }
            let before = Expr::reg(component.reg, crate::ir::Interval::new(component.interval.0, component.interval.1));
            let taken = Affine::difference(&before, &self.inlined(word)?).and_then(|taken| of(&taken));
            step.push(taken.filter(|&d| d >= 0).ok_or("an option that is no step from its position")?);
        }
        if step.iter().all(|&d| d == 0) { Err("a move that changes nothing") } else { Ok(step) }
    }

    fn single(&mut self, parts: &[Vec<Expr>], guards: &[Expr]) -> Result<(), &'static str> {
        let step = self.distances(parts, Affine::as_constant)?;
        self.steps.push(Step { step, guard: all(guards.to_vec()) });
        Ok(())
    }

    fn ray(
        &mut self,
        reg: Reg,
        (low, high): (&Expr, &Expr),
        guards: &[Expr],
        parts: &[Vec<Expr>],
    ) -> Result<(), &'static str> {
        let turned;
        let (low, high, guards, parts) = match self.turned(reg, (low, high), guards, parts) {
            Some(other) => {
                turned = other;
                (&turned.0, &turned.1, &turned.2[..], &turned.3[..])
            }
            None => (low, high, guards, parts),
        };
        let first = low.as_constant().filter(|&c| c >= 1).ok_or("a loop that does not start with a constant")?;
        let step = self.distances(parts, |taken| {
            let factor = taken.coefficient(reg)?;
            (taken.constant == 0 && taken.terms.len() == usize::from(factor != 0)).then_some(factor)
        })?;
        let bound = self.bound(high, &step)?;
        let (mut source, mut target) = (Vec::new(), Vec::new());
        for guard in guards {
            if mentions(guard, &|r| r == reg) {
                target.push(self.of_target(guard, reg, &step).ok_or("a guard that speaks of both ends of a move")?);
            } else {
                source.push(guard.clone());
            }
        }
        let after = |steps: i64| -> Result<Option<Expr>, &'static str> {
            let mut parts = Vec::new();
            if !bound.walls || steps > 1 || steps == 1 && !target.is_empty() {
                for arm in &bound.arms {
                    parts.push(fold::binary(Op::Le, Expr::constant(steps), arm.clone()).map_err(|u| u.0)?);
                }
            }
            for guard in &target {
                parts.push(self.moved(guard, &step, -steps).ok_or("numbers may be too large")?);
            }
            Ok(Some(all(parts)).filter(|c| c.as_constant() != Some(1)))
        };
        // The bound at `s + d` reaches 1 where it is at least 0 at `s`.
        let eager = first == 1 && bound.most.is_none();
        let joins = after(if eager { 0 } else { first })?;
        let leaves = match bound.most {
            Some(most) if most < first => return Ok(()),
            // Counted in the box, not by the table: whether there is such a position is part of the condition.
            Some(most) => {
                let beyond = most.checked_add(1).ok_or("numbers may be too large")?;
                Some(after(beyond)?.unwrap_or_else(|| Expr::constant(1)))
            }
            None => None,
        };
        let source = Some(all(source)).filter(|s| s.as_constant() != Some(1));
        self.rays.push(Ray { step, first, most: bound.most, eager, source, joins, leaves });
        Ok(())
    }

    /// A loop over what is left, `t` up to `high`, as one over what is taken: `high + 1 - t`, from 1 on. `None` when no
    /// word of the option grows with the variable.
    fn turned(&self, reg: Reg, (low, high): (&Expr, &Expr), guards: &[Expr], parts: &[Vec<Expr>]) -> Option<Loop> {
        let grows = |word: &Expr| Affine::of(&self.inlined(word).ok()?)?.coefficient(reg).filter(|&c| c > 0);
        parts.iter().flatten().find_map(grows)?;
        let next = fold::binary(Op::Add, high.clone(), Expr::constant(1)).ok()?;
        let most = fold::binary(Op::Sub, next.clone(), low.clone()).ok()?;
        let most = Affine::of(&most)?.expression()?;
        let taken = Expr::reg(reg, super::Interval::new(1, most.interval.high));
        let left = fold::binary(Op::Sub, next, taken).ok()?;
        let turn = |e: &Expr| {
            let turned = substitute(&self.inlined(e).ok()?, &|r| (r == reg).then(|| left.clone()))?;
            // What was known of it is still true.
            Some(Expr { interval: e.interval, ..turned })
        };
        let guards = guards.iter().map(turn).collect::<Option<_>>()?;
        let parts = parts.iter().map(|part| part.iter().map(turn).collect()).collect::<Option<_>>()?;
        Some((Expr::constant(1), most, guards, parts))
    }

    /// The parts of a loop's upper bound, each of which must fall by one with every step.
    fn bound(&self, high: &Expr, step: &[i64]) -> Result<Bound, &'static str> {
        let mut bound = Bound { arms: Vec::new(), most: None, walls: false };
        let mut open = vec![high.clone()];
        let mut walls = vec![false; step.len()];
        while let Some(e) = open.pop() {
            match &*e.kind {
                ExprKind::Binary(Op::Min, a, b) => open.extend([a.clone(), b.clone()]),
                ExprKind::Const(n) => bound.most = Some(bound.most.map_or(*n, |m: i64| m.min(*n))),
                _ => {
                    let (inner, divisor) = match &*e.kind {
                        ExprKind::Binary(Op::FloorDiv, x, n) if n.as_constant().is_some() => {
                            (x.clone(), n.as_constant().unwrap_or(1))
                        }
                        _ => (e.clone(), 1),
                    };
                    let form = Affine::of(&inner).ok_or("a bound that is no sum")?;
                    self.falls(&form, step, divisor)?;
                    for (i, component) in self.program.components.iter().enumerate() {
                        let alone = form.terms.len() == 1 && form.coefficient(component.reg) == Some(1);
                        walls[i] |= alone && form.constant == -component.interval.0 && divisor == step[i];
                    }
                    bound.arms.push(e);
                }
            }
        }
        let touched = step.iter().filter(|&&d| d > 0).count();
        let all_walls = walls.iter().zip(step).all(|(&wall, &d)| wall || d == 0);
        // Of words that ascend, the first that is touched is met before the others.
        let nearest = step.iter().position(|&d| d > 0).filter(|_| self.sorted && step.iter().all(|&d| d <= 1));
        let met = nearest.is_some_and(|i| walls[i]) && bound.arms.len() == walls.iter().filter(|w| **w).count();
        bound.walls = all_walls && bound.arms.len() == touched || met;
        if bound.arms.is_empty() { Err("a loop with a constant bound") } else { Ok(bound) }
    }

    /// Whether a form over the components falls by `by` with every step.
    fn falls(&self, form: &Affine, step: &[i64], by: i64) -> Result<(), &'static str> {
        let mut change = 0i64;
        let mut left = form.terms.len();
        for (component, &d) in self.program.components.iter().zip(step) {
            let factor = form.coefficient(component.reg).ok_or("a bound that is no sum")?;
            left -= usize::from(factor != 0);
            change = factor.checked_mul(d).and_then(|c| c.checked_add(change)).ok_or("numbers may be too large")?;
        }
        if left == 0 && change == by { Ok(()) } else { Err("a bound that does not fall by one with every step") }
    }

    /// A guard in terms of the position that is reached: `t = s - x * step` for every word. `None` when it depends on
    /// more.
    fn of_target(&self, guard: &Expr, reg: Reg, step: &[i64]) -> Option<Expr> {
        let form = |e: &Expr| -> Option<Affine> {
            let mut form = Affine::of(e)?;
            let variable = form.coefficient(reg)?;
            let mut moved = variable;
            for (component, &d) in self.program.components.iter().zip(step) {
                moved = form.coefficient(component.reg)?.checked_mul(d)?.checked_add(moved)?;
            }
            form.terms.retain(|(atom, _)| !matches!(*atom.kind, ExprKind::Reg(r) if r == reg));
            let words = |r: Reg| self.program.components.iter().any(|c| c.reg == r);
            let plain = form.terms.iter().all(|(atom, _)| matches!(*atom.kind, ExprKind::Reg(r) if words(r)));
            (moved == 0 && plain).then_some(form)
        };
        if let Some(form) = form(guard) {
            return form.expression();
        }
        match &*guard.kind {
            ExprKind::Binary(op @ (Op::Le | Op::Lt | Op::Eq | Op::Ne), a, b) => {
                if let Some(form) = difference(a, b).as_ref().and_then(form) {
                    return fold::binary(*op, form.expression()?, Expr::constant(0)).ok();
                }
                let (a, b) = (self.of_target(a, reg, step)?, self.of_target(b, reg, step)?);
                fold::binary(*op, a, b).ok()
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.of_target(a, reg, step)?, self.of_target(b, reg, step)?);
                fold::binary(*op, a, b).ok()
            }
            ExprKind::Select(c, a, b) => {
                let of = |e: &Expr| self.of_target(e, reg, step);
                Some(fold::select(of(c)?, of(a)?, of(b)?))
            }
            ExprKind::Lookup(table, index) => {
                let index = self.of_target(index, reg, step)?;
                let last = i64::try_from(table.len()).ok()? - 1;
                (index.interval.low >= 0 && index.interval.high <= last).then(|| fold::lookup(table, index))
            }
            _ => None,
        }
    }

    /// A condition at the position so many steps away: words replaced by `word + steps * step`.
    fn moved(&self, condition: &Expr, step: &[i64], steps: i64) -> Option<Expr> {
        let moved = |within: bool| {
            substitute(condition, &|reg| {
                let i = self.program.components.iter().position(|c| c.reg == reg)?;
                let component = &self.program.components[i];
                let (low, high) = component.interval;
                let word = Expr::reg(reg, crate::ir::Interval::new(low, high));
                let word = fold::binary(Op::Add, word, Expr::constant(step[i].checked_mul(steps)?)).ok()?;
                if !within {
                    return Some(word);
                }
                let word = fold::binary(Op::Max, word, Expr::constant(low)).ok()?;
                fold::binary(Op::Min, word, Expr::constant(high)).ok()
            })
        };
        // A table has no entries for positions outside the box, where another condition fails.
        moved(false).or_else(|| moved(true))
    }
}

/// The ends of a loop, its guards and its option.
type Loop = (Expr, Expr, Vec<Expr>, Vec<Vec<Expr>>);

/// A loop's upper bound.
struct Bound {
    /// The parts that fall by one with every step.
    arms: Vec<Expr>,
    /// The constant part.
    most: Option<i64>,
    /// Whether the parts say no more than that the option lies in the box.
    walls: bool,
}

fn difference(a: &Expr, b: &Expr) -> Option<Expr> {
    fold::binary(Op::Sub, a.clone(), b.clone()).ok()
}
