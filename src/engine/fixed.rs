//! What is fixed about a game while it is lowered: its rule arguments, parameters and whatever follows from them.

use std::rc::Rc;

use super::Engine;
use crate::analysis::model::{Expr, ExprKind, InstanceExpr};
use crate::analysis::visit;
use crate::ir::Constants;
use crate::value::{Instance, Value};

/// The fixed values of one instance.
pub(super) struct Fixed<'a> {
    engine: &'a Engine,
    instance: &'a Rc<Instance>,
}

impl<'a> Fixed<'a> {
    pub(super) const fn new(engine: &'a Engine, instance: &'a Rc<Instance>) -> Self {
        Self { engine, instance }
    }
}

impl Constants for Fixed<'_> {
    fn value(&self, expr: &Expr, known: &[Option<Value>]) -> Option<Value> {
        let mut plain = true;
        visit::walk(expr, &mut |e| plain &= !matches!(e.kind, ExprKind::Query { .. } | ExprKind::Error));
        if !plain {
            return None;
        }
        let mut frame = self.engine.core.machine.body_frame(self.instance, known);
        self.engine.core.machine.eval(expr, &mut frame, &mut self.engine.clone()).ok()
    }

    fn is_own(&self, instance: &InstanceExpr, known: &[Option<Value>]) -> bool {
        if matches!(instance, InstanceExpr::Own) {
            return true;
        }
        let mut frame = self.engine.core.machine.body_frame(self.instance, known);
        let found = self.engine.core.machine.instance_of(instance, &mut frame, &mut self.engine.clone());
        found.is_ok_and(|found| found.id == self.instance.id)
    }
}
