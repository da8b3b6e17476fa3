//! What equations make of positions, and sets whose elements are each replaced by others.

use std::rc::Rc;

use super::emit::Target;
use super::masks::{Outside, all};
use super::values::{Env, Low, Universe};
use super::{Expr, Lowering, UNROLL, Unsupported};
use crate::analysis::model::{Binder, Equation, Expr as Expression, ExprKind, Generator, InstanceExpr};
use crate::ir::fold;
use crate::ir::program::{Image, Op, Reg};

/// What becomes of each element of a universe: a mask.
type Map = Vec<i64>;

/// A set of a position whose elements were moved, in a register of its own.
pub(super) struct Moved {
    from: Reg,
    map: Map,
    pub(super) to: Reg,
    pub(super) image: Expr,
}

/// Bits that are looked up at once.
const BYTE: usize = 8;

impl Lowering<'_> {
    /// What `same as` clauses make of a position, where that is one position of this game and needs no loop. A clause that
    /// has no such form is left out: it costs positions, never truth.
    pub(super) fn images(&mut self, equations: &[Equation], env: &Env) -> Vec<Image> {
        let (mut images, mut turns) = (Vec::new(), Vec::new());
        for equation in equations.iter().filter(|equation| equation.same) {
            self.images_of(equation, env, &mut images, &mut turns);
        }
        // Permutations that are given lead to others.
        if let ([Low::Mask(universe, mask)], true) = (&self.only_mask(env)[..], images.len() == turns.len())
            && let Some(turns) = closed(&turns, universe.len())
            && let Ok(words) = turns.iter().map(|turn| self.moved(mask, turn)).collect::<Result<Vec<_>, _>>()
        {
            let always = Expr::constant(1);
            let image =
                |word| Image { exists: always.clone(), words: [word].into_iter().chain(self.next.clone()).collect() };
            images = words.into_iter().map(image).collect();
        }
        images.truncate(UNROLL);
        images
    }

    /// The only field of a position, if it is a set.
    fn only_mask(&self, env: &Env) -> Vec<Low> {
        let first = self.game.rule_params.len();
        let fields = (first..first + self.types.len()).filter_map(|slot| env.get(u32::try_from(slot).ok()?));
        let changing: Vec<Low> = fields.filter(|low| !matches!(low, Low::Known(_))).cloned().collect();
        if self.words_of_fields() == 1 { changing } else { Vec::new() }
    }

    /// How many words there are but for who moves.
    fn words_of_fields(&self) -> usize {
        self.components.len() - usize::from(self.game.marks.partizan)
    }

    /// Adds the images of one clause, one for each binding; `turns` has a map for each that only moves elements.
    fn images_of(&mut self, equation: &Equation, env: &Env, images: &mut Vec<Image>, turns: &mut Vec<Map>) {
        let ExprKind::Position { instance: InstanceExpr::Own, fields } = &equation.target.kind else { return };
        // What has no form is left out, and so is what follows it.
        let _ = self.unroll(&equation.binders, env, &mut |low, env, guard| {
            low.map = None;
            let mut target = Target::new();
            let words = low.position(fields, &mut target, env);
            target.checks.push(guard);
            let plain = std::mem::take(&mut low.block).is_empty();
            if let (Ok(words), true) = (words, plain && images.len() < UNROLL) {
                let exists = all(target.checks);
                let moved = |field: &Expression| !matches!(field.kind, ExprKind::Local(_));
                let only_moves =
                    fields.iter().filter(|f| moved(f)).all(is_comprehension) && exists.as_constant() == Some(1);
                let moves = low.map.take().filter(|_| only_moves && low.words_of_fields() == 1);
                turns.extend(moves);
                images.push(Image { exists, words });
            }
            Ok(())
        });
        self.block.clear();
    }

    /// `{f(e) for e in S if c(e)}` for a set S, where nothing else that varies enters: what each element gives is known.
    pub(super) fn mapped(
        &mut self,
        generator: &Generator,
        universe: &Rc<Universe>,
        outside: Outside,
        env: &Env,
    ) -> Result<Expr, Unsupported> {
        const NO_MAP: Unsupported = Unsupported("no map of elements");
        let [Binder::In { pattern, domain }, rest @ ..] = &generator.binders[..] else { return Err(NO_MAP) };
        let Low::Mask(of, mask) = self.value(domain, env)? else { return Err(NO_MAP) };
        let mut map = Vec::new();
        let mut leaving = 0i64;
        for i in 0..of.len() {
            let env = super::binders::bind(pattern, Low::Known(of.value(i).ok_or(NO_MAP)?), env)?;
            let mut image = 0i64;
            self.unroll(rest, &env, &mut |low, env, guard| {
                let index = low.member_index(&generator.body, universe, env)?;
                match (guard.as_constant(), index.as_constant()) {
                    (Some(0), _) => {}
                    (Some(_), Some(to)) if to >= 0 => image |= 1 << to,
                    (Some(_), Some(_)) => leaving |= 1 << i,
                    _ => return Err(NO_MAP),
                }
                Ok(())
            })?;
            map.push(image);
        }
        if leaving != 0 && outside != Outside::Dropped {
            let leaves = fold::binary(Op::And, mask.clone(), Expr::constant(leaving))?;
            self.inside.push(fold::binary(Op::Eq, leaves, Expr::constant(0))?);
        }
        let moved = self.moved(&mask, &map)?;
        let field = |reg: Reg| self.components.iter().any(|component| component.reg == reg);
        let own =
            of.same(universe) && matches!(*mask.kind, crate::ir::ExprKind::Reg(reg) if field(reg)) && leaving == 0;
        self.map = own.then_some(map);
        Ok(moved)
    }

    /// The same as [`Self::moved`], once for all moves where the mask is a set of the position.
    pub(super) fn moved_once(&mut self, mask: &Expr, map: &[i64]) -> Result<Expr, Unsupported> {
        let from = match *mask.kind {
            crate::ir::ExprKind::Reg(reg) if self.components.iter().any(|component| component.reg == reg) => reg,
            _ => return self.moved(mask, map),
        };
        let known = self.first.as_ref().and_then(|list| list.iter().find(|m| m.from == from && m.map == map));
        if let Some(known) = known {
            return Ok(Expr::reg(known.to, known.image.interval));
        }
        let image = self.moved(mask, map)?;
        if self.first.is_none() || image.as_constant().is_some() {
            return Ok(image);
        }
        let to = self.fresh();
        let result = Expr::reg(to, image.interval);
        if let Some(list) = &mut self.first {
            list.push(Moved { from, map: map.to_vec(), to, image });
        }
        Ok(result)
    }

    /// The union of what the elements of a mask give: in groups that move by as many bits, or by tables of eight elements.
    pub(super) fn moved(&mut self, mask: &Expr, map: &[i64]) -> Result<Expr, Unsupported> {
        let mut moved = Expr::constant(0);
        let groups = groups(map);
        let bytes = map.len().div_ceil(BYTE);
        if let Some(groups) = groups.filter(|groups| 3 * groups.len() <= 5 * bytes) {
            for (by, part) in groups {
                let part = fold::binary(Op::And, mask.clone(), Expr::constant(part))?;
                let op = if by >= 0 { Op::Shl } else { Op::Shr };
                let part = fold::binary(op, part, Expr::constant(by.abs()))?;
                moved = fold::binary(Op::Or, moved, part)?;
            }
            return Ok(moved);
        }
        for (at, images) in map.chunks(BYTE).enumerate() {
            let union = |chosen: usize| {
                let images = images.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
                images.fold(0, |union, (_, image)| union | image)
            };
            let table = self.table((0..1usize << images.len()).map(union).collect());
            let first = i64::try_from(at * BYTE).unwrap_or(0);
            let index = fold::binary(Op::Shr, mask.clone(), Expr::constant(first))?;
            let index = fold::binary(Op::And, index, Expr::constant((1 << images.len()) - 1))?;
            moved = fold::binary(Op::Or, moved, fold::lookup(&table, index))?;
        }
        Ok(moved)
    }
}

fn is_comprehension(expr: &Expression) -> bool {
    matches!(expr.kind, ExprKind::Comprehension { set: true, .. })
}

/// The elements that move by as many bits, if each becomes one element or none.
fn groups(map: &[i64]) -> Option<Vec<(i64, i64)>> {
    let mut groups: Vec<(i64, i64)> = Vec::new();
    for (i, &image) in map.iter().enumerate().filter(|(_, image)| **image != 0) {
        if image.count_ones() != 1 {
            return None;
        }
        let by = i64::from(image.trailing_zeros()) - i64::try_from(i).ok()?;
        match groups.iter_mut().find(|(other, _)| *other == by) {
            Some((_, part)) => *part |= 1 << i,
            None => groups.push((by, 1 << i)),
        }
    }
    Some(groups)
}

/// All permutations of so many elements that some lead to, but for the one that moves nothing; `None` where they are very
/// many, or some are none.
fn closed(given: &[Map], elements: usize) -> Option<Vec<Map>> {
    let identity: Map = (0..elements).map(|i| 1 << i).collect();
    let moves_all = |map: &Map| {
        let all = map.iter().fold(0, |all, image| all | image);
        map.len() == elements
            && map.iter().all(|image| image.count_ones() == 1)
            && all.count_ones() as usize == elements
    };
    if !given.iter().all(moves_all) {
        return None;
    }
    let mut found = vec![identity];
    let mut next = 0;
    while let Some(map) = found.get(next).cloned() {
        next += 1;
        for turn in given {
            let both: Map = map.iter().map(|image| turn[image.trailing_zeros() as usize]).collect();
            if !found.contains(&both) {
                if found.len() > UNROLL {
                    return None;
                }
                found.push(both);
            }
        }
    }
    found.remove(0);
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(places: &[usize]) -> Map {
        places.iter().map(|to| 1 << to).collect()
    }

    #[test]
    fn a_shift_and_a_reflection_lead_to_all_symmetries_of_a_cycle() {
        let shift: Vec<usize> = (0..7).map(|i| (i + 1) % 7).collect();
        let reflection: Vec<usize> = (0..7).map(|i| (7 - i) % 7).collect();
        let count = |given: &[Map]| closed(given, 7).map(|all| all.len());
        assert_eq!(count(&[turn(&shift)]), Some(6));
        assert_eq!(count(&[turn(&shift), turn(&reflection)]), Some(13));
        assert_eq!(count(&[turn(&[1, 2, 3, 4, 5, 6, 6])]), None, "no permutation");
        assert_eq!(count(&[turn(&[1, 0, 2, 3, 4, 5, 6]), turn(&shift)]), None, "5040 of them");
    }

    #[test]
    fn elements_are_grouped_by_how_far_they_move() {
        assert_eq!(groups(&turn(&[1, 2, 3, 0])), Some(vec![(1, 0b0111), (-3, 0b1000)]));
        assert_eq!(groups(&[0b11, 0]), None);
    }
}
