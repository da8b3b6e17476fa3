//! Sums of registers with factors, modulo 2^64.

use std::collections::BTreeMap;

use super::program::{Expr, ExprKind, Op, Reg};

/// A sum: a constant, registers with factors, and what else there is, with factors. Equal modulo 2^64 to what was added,
/// whatever the registers hold.
#[derive(Clone, Default, Debug)]
pub struct Linear {
    /// The constant.
    pub constant: i64,
    /// Factors of registers; those of components come first.
    pub registers: BTreeMap<Reg, i64>,
    /// What is no such sum.
    pub others: Vec<(Expr, i64)>,
}

impl Linear {
    /// Adds a multiple of an expression; as deep as it nests.
    pub fn add(&mut self, e: &Expr, factor: i64) {
        match &*e.kind {
            ExprKind::Const(n) => self.constant = self.constant.wrapping_add(n.wrapping_mul(factor)),
            ExprKind::Reg(reg) => {
                let sum = self.registers.entry(*reg).or_default();
                *sum = sum.wrapping_add(factor);
            }
            ExprKind::Binary(Op::Add, a, b) => {
                self.add(a, factor);
                self.add(b, factor);
            }
            ExprKind::Binary(Op::Sub, a, b) => {
                self.add(a, factor);
                self.add(b, factor.wrapping_neg());
            }
            ExprKind::Binary(Op::Mul, a, b) => match (a.as_constant(), b.as_constant()) {
                (Some(n), _) => self.add(b, factor.wrapping_mul(n)),
                (_, Some(n)) => self.add(a, factor.wrapping_mul(n)),
                _ => self.others.push((e.clone(), factor)),
            },
            _ => self.others.push((e.clone(), factor)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::program::Interval;
    use super::*;

    #[test]
    fn words_become_sums_of_registers() {
        let (a, k) = (Expr::reg(Reg(0), Interval::new(0, 9)), Expr::reg(Reg(3), Interval::new(1, 4)));
        let of = |op, x: &Expr, y: &Expr| Expr {
            kind: ExprKind::Binary(op, x.clone(), y.clone()).into(),
            interval: Interval::MASK,
        };
        let left = of(Op::Sub, &a, &of(Op::Mul, &k, &Expr::constant(2)));
        let mut sum = Linear::default();
        sum.add(&of(Op::Add, &left, &Expr::constant(-1)), 10);
        sum.add(&of(Op::Mul, &k, &k), 1);
        assert_eq!((sum.constant, sum.registers), (-10, BTreeMap::from([(Reg(0), 10), (Reg(3), -20)])));
        assert_eq!(
            sum.others.iter().map(|(e, factor)| (e.to_string(), *factor)).collect::<Vec<_>>(),
            [("(r3 Mul r3)".to_owned(), 1)]
        );
    }
}
