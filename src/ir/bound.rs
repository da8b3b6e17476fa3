//! Whether every register is set where it is read.

use std::collections::HashSet;
use std::sync::Arc;

use super::lower::Obstacle;
use super::program::{Expr, ExprKind, Program, Reg, Stmt};
use crate::base::Span;

/// That a program reads no register outside the block that sets it.
///
/// # Errors
/// A defect otherwise: the program means nothing.
pub fn bound(program: &Program) -> Result<(), Obstacle> {
    let mut scopes = Scopes::default();
    program.components.iter().for_each(|component| scopes.set(component.reg));
    let images = program.images.iter().flat_map(|image| image.words.iter().chain([&image.exists]));
    let endings = program.endings.iter().map(|ending| &ending.condition);
    let bound = images.chain(endings).all(|e| scopes.reads(e)) && scopes.block(&program.body);
    let defect = Obstacle { reason: "code reads what it did not compute", at: Span::NONE, defect: true };
    if bound { Ok(()) } else { Err(defect) }
}

/// The blocks that are open: what they set, and expressions that read nothing else.
#[derive(Default)]
struct Scopes {
    set: HashSet<Reg>,
    sound: HashSet<*const ExprKind>,
    /// What was added, the innermost block's last.
    added: Vec<Added>,
}

enum Added {
    Set(Reg),
    Sound(*const ExprKind),
}

impl Scopes {
    fn set(&mut self, reg: Reg) {
        if self.set.insert(reg) {
            self.added.push(Added::Set(reg));
        }
    }

    /// Whether all that a block reads is set, with the registers that its loop sets; as deep as binders nest.
    fn inside(&mut self, regs: &[Reg], reads: &[&Expr], body: &[Stmt]) -> bool {
        let outside = self.added.len();
        regs.iter().for_each(|reg| self.set(*reg));
        let bound = reads.iter().all(|e| self.reads(e)) && self.block(body);
        for added in self.added.drain(outside..) {
            match added {
                Added::Set(reg) => self.set.remove(&reg),
                Added::Sound(e) => self.sound.remove(&e),
            };
        }
        bound
    }

    fn block(&mut self, body: &[Stmt]) -> bool {
        body.iter().all(|stmt| match stmt {
            Stmt::Let(reg, e) => {
                let bound = self.reads(e);
                self.set(*reg);
                bound
            }
            Stmt::For { reg, low, high, going, body, .. } => {
                let going: Vec<&Expr> = going.iter().collect();
                self.reads(low) && self.reads(high) && self.inside(&[*reg], &going, body)
            }
            Stmt::ForBits { reg, mask, body } => self.reads(mask) && self.inside(&[*reg], &[], body),
            Stmt::ForSubsets { reg, mask, low, high, body } => {
                [mask, low, high].into_iter().all(|e| self.reads(e)) && self.inside(&[*reg], &[], body)
            }
            Stmt::If { condition, body } => self.reads(condition) && self.inside(&[], &[], body),
            Stmt::Emit { parts } => parts.iter().flatten().all(|e| self.reads(e)),
            Stmt::Leave => true,
        })
    }

    /// Whether all that an expression reads is set. Each shared part is looked at once a block.
    fn reads(&mut self, e: &Expr) -> bool {
        let place = Arc::as_ptr(&e.kind);
        if self.sound.contains(&place) {
            return true;
        }
        let bound = match &*e.kind {
            ExprKind::Const(_) => return true,
            ExprKind::Reg(reg) => return self.set.contains(reg),
            ExprKind::Binary(_, a, b) => self.reads(a) && self.reads(b),
            ExprKind::Popcount(a) | ExprKind::TrailingZeros(a) | ExprKind::Sqrt(a) | ExprKind::Lookup(_, a) => {
                self.reads(a)
            }
            ExprKind::Select(c, a, b) => self.reads(c) && self.reads(a) && self.reads(b),
        };
        if bound && self.sound.insert(place) {
            self.added.push(Added::Sound(place));
        }
        bound
    }
}
