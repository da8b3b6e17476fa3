//! How many heaps decide.
//!
//! Two rules that leave other heaps of some `n` do so of a small `n` already. Let a move take `t` and leave heaps whose
//! sizes, ascending, have the gaps `g1, g2, ...` (the first counts from 0), so that `n = t + h g1 + (h - 1) g2 + ... + gh`.
//! Every condition that matters is a form in the gaps (and in `t`, if that is open) whose coefficients have one sign, or a
//! congruence. Let `D` be the greatest constant and `L` the least common multiple of the moduli, and replace each gap above
//! `D` by the number from `D + 1` to `D + L` that is congruent to it. A form in which such a gap occurs is further from 0
//! than its constant before and after, on the same side; all other forms keep their values, and congruences hold as
//! before. So the move is one of either rule before if and only if it is one after. With `T` the most that is taken (`D + L`
//! if it is open), a difference shows at some `n <= T + (1 + 2 + ... + h) (D + L)`.
//!
//! A code is such a rule: its conditions are that heaps are not empty, that they differ, and how much is taken.

use super::HeapShape;
use super::entail::infeasible;
use super::form::{Condition, Form, MOST_PARTS, PART, TAKEN};
use super::piece::{Piece, common_modulus, inequalities_of};
use crate::ir::lower::Unsupported;

/// Moduli beyond this are given up.
const MOST_MODULUS: i64 = 1000;

/// What pieces say of all heaps.
pub(super) fn shape(pieces: &[Piece]) -> Result<HeapShape, Unsupported> {
    let modulus = common_modulus(pieces);
    if modulus > MOST_MODULUS {
        return Err(Unsupported("remainders by large numbers"));
    }
    let heaps = pieces.iter().map(|p| p.heaps).max().unwrap_or(0);
    let open = pieces.iter().any(|p| p.taken.is_none());
    let mut most_taken = pieces.iter().filter_map(|p| p.taken).max().unwrap_or(0);
    // Heaps are empty or not, equal or not.
    let mut constant = 1;
    for piece in pieces {
        constant = constant.max(piece.greatest_constant()?);
    }
    if open {
        // How much is taken is compared with the constants, the fixed amounts among them.
        constant = constant.max(most_taken);
        most_taken = constant + modulus;
    }
    let triangle = i64::try_from(heaps * (heaps + 1) / 2).unwrap_or(i64::MAX);
    let bound = most_taken + triangle * (constant + modulus);
    let natural = |x: i64| u64::try_from(x).map_err(|_| Unsupported("a number below 0"));
    Ok(HeapShape { bound: natural(bound)?, constant: natural(constant)?, open, modulus: natural(modulus)? })
}

impl Piece {
    /// The greatest constant of the conditions that matter, over all orders of the heaps.
    fn greatest_constant(&self) -> Result<i64, Unsupported> {
        let mut greatest = 0;
        for order in orders(self.heaps) {
            greatest = greatest.max(self.in_order(order)?);
        }
        Ok(greatest)
    }

    /// The same where the heaps have this order, equal ones that of their names.
    fn in_order(&self, order: &[usize]) -> Result<i64, Unsupported> {
        let mut conditions = Vec::new();
        for condition in &self.conditions {
            conditions.push(condition.with(1, in_gaps(condition.form(), order)?)?);
        }
        let mut gaps: Vec<Form> = Vec::new();
        for (k, heap) in order.iter().enumerate() {
            let strict = k > 0 && order[k - 1] > *heap;
            gaps.push(Form { c: -i64::from(strict), ..Form::unknown(PART + k) });
        }
        if self.taken.is_none() {
            gaps.push(Form::unknown(TAKEN));
        }
        let known = |conditions: &[Condition]| -> Vec<Form> {
            conditions.iter().flat_map(inequalities_of).chain(gaps.iter().copied()).collect()
        };
        if conditions.iter().any(|c| c.settled() == Some(false)) || infeasible(&known(&conditions)) {
            return Ok(0);
        }
        let (mut plain, mut mixed): (Vec<Condition>, Vec<Condition>) = conditions.into_iter().partition(of_one_sign);
        // A condition that follows from the others changes nothing.
        while let Some(condition) = mixed.pop() {
            let Condition::NonNegative(form) = condition else { return Err(MIXED) };
            let mut others = known(&plain);
            others.extend(known(&mixed));
            others.push(form.times(-1)?.plus(Form::constant(-1))?);
            if !infeasible(&others) {
                return Err(MIXED);
            }
        }
        plain.retain(|c| !matches!(c, Condition::Multiple(..) | Condition::NoMultiple(..)));
        Ok(plain.iter().map(|c| c.form().c.abs()).max().unwrap_or(0))
    }
}

const MIXED: Unsupported = Unsupported("conditions that weigh one heap against another");

/// Whether the truth of a condition is kept when large gaps shrink.
fn of_one_sign(condition: &Condition) -> bool {
    let at = &condition.form().at;
    matches!(condition, Condition::Multiple(..) | Condition::NoMultiple(..))
        || at.iter().all(|&a| a >= 0)
        || at.iter().all(|&a| a <= 0)
}

/// A form in heaps as one in the gaps between them.
fn in_gaps(form: &Form, order: &[usize]) -> Result<Form, Unsupported> {
    let mut result = *form;
    result.at[PART..PART + MOST_PARTS].fill(0);
    let mut sum = Form::constant(0);
    for (k, heap) in order.iter().enumerate() {
        // The heap is the sum of the gaps up to its own.
        sum = sum.plus(Form::unknown(PART + k))?;
        result = result.combined(1, sum, form.at[PART + heap])?;
    }
    Ok(result)
}

/// All orders of up to three heaps.
fn orders(heaps: usize) -> &'static [&'static [usize]] {
    match heaps {
        0 => &[&[]],
        1 => &[&[0]],
        2 => &[&[0, 1], &[1, 0]],
        _ => &[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]],
    }
}
