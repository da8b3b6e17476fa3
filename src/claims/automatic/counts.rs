//! Comparisons of what is counted in binary digits.

use super::no::{No, Read, large};
use super::numbers::COUNTED;
use super::reader::Reader;
use super::symbol::{Count, Real};
use crate::automata::{Digitwise, Formula, Linear};
use crate::base::Span;
use crate::syntax::ast::CompareOp;

/// Digit sums are compared with constants up to this one.
const MOST_SUM: i128 = 64;
/// Differences between numbers of zeros are compared with constants up to this one.
const MOST_ZEROS: i128 = 48;

impl Reader<'_, '_> {
    /// Whether a number made of counts and a constant is (`==`, `<=`, `<`) 0.
    pub(super) fn counts_to(&mut self, value: &Real, op: CompareOp, span: Span) -> Read<Formula> {
        let (Some(constant), 1, 0) = (value.a.as_constant(), value.c, value.d) else {
            return No::outside(COUNTED, span);
        };
        match value.counts.as_slice() {
            [(Count::Sum, x, factor @ (1 | -1))] => {
                // x (== | <= | <) -constant, or x (== | >= | >) constant
                let (bound, upward) = (-factor * constant, *factor < 0);
                if bound.abs() > MOST_SUM {
                    return No::outside(COUNTED, span);
                }
                let is = |sum: i128| {
                    u32::try_from(sum)
                        .map_or(Formula::truth(false), |n| Formula::digits(Digitwise::DigitSumIs(n), vec![*x]))
                };
                Ok(match (op, upward) {
                    (CompareOp::Eq, _) => is(bound),
                    (CompareOp::Le, false) => Formula::any((0..=bound).map(is)),
                    (_, false) => Formula::any((0..bound).map(is)),
                    (CompareOp::Le, true) => Formula::any((0..bound).map(is)).not(),
                    (_, true) => Formula::any((0..=bound).map(is)).not(),
                })
            }
            [(Count::Zeros, ..)] | [(Count::Zeros, ..), (Count::Zeros, ..)] if constant.abs() <= MOST_ZEROS => {
                // The zeros of x and a constant are at most those of y: 2^zeros(x) * 2^constant <= 2^zeros(y).
                let power = |exponent: i128| Linear::constant(1 << exponent.max(0));
                let (mut left, mut right) = (power(constant), power(-constant));
                let (mut bound, mut guards) = (Vec::new(), Vec::new());
                for (_, x, factor) in &value.counts {
                    let weight = self.fresh();
                    guards.push(Formula::digits(Digitwise::Lowest, vec![weight, *x]));
                    bound.push(weight);
                    let side = if *factor > 0 { &mut left } else { &mut right };
                    let (1 | -1, Some(scale)) = (*factor, side.as_constant()) else {
                        return No::outside(COUNTED, span);
                    };
                    *side = large(Linear::variable(weight).times(scale))?;
                }
                guards.push(match op {
                    CompareOp::Eq => large(Formula::equal(&left, &right))?,
                    CompareOp::Le => large(Formula::at_most(&left, &right, 0))?,
                    _ => large(Formula::at_most(&left, &right, -1))?,
                });
                Ok(Formula::all(guards).exists(bound))
            }
            _ => No::outside(COUNTED, span),
        }
    }
}
