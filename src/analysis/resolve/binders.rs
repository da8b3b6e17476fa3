//! Binder lists: variables get slots, and the parts of guards move to where they can first be tested.

use std::rc::Rc;

use super::{Place, Resolver};
use crate::analysis::model::{Binder, Expr, ExprKind, Pattern, Slot};
use crate::analysis::{frame, visit, wording};
use crate::syntax::ast::{self, BinaryOp};

/// Variables in the order bound, with their slots; `true` for `in`.
pub(super) type Variables = Vec<(Rc<str>, Slot, bool)>;

impl Resolver<'_> {
    /// Resolves a list of binders; its variables stay in scope until the caller releases the frame.
    pub(super) fn binders(&mut self, list: &[ast::Binder], place: Place) -> (Vec<Binder>, Variables) {
        let start = self.frame.mark();
        let mut order = Order::default();
        let mut variables = Variables::new();
        for binder in list {
            match binder {
                ast::Binder::In { pattern, domain } => {
                    let domain = self.binder_domain(domain, place);
                    let pattern = self.pattern(pattern, start, place, true, &mut variables);
                    order.bind(&variables, Binder::In { pattern, domain });
                }
                ast::Binder::Is { pattern, value } => {
                    let value = self.expr(value);
                    let pattern = self.pattern(pattern, start, place, false, &mut variables);
                    order.bind(&variables, Binder::Is { pattern, value });
                }
                ast::Binder::If(condition) => {
                    let mut parts = Vec::new();
                    conjuncts(condition, &mut parts);
                    for part in parts {
                        let part = self.expr(part);
                        order.test(part);
                    }
                }
            }
        }
        (order.finish(), variables)
    }

    /// A range without an end is allowed only where something is claimed of every number.
    fn binder_domain(&mut self, domain: &ast::Expr, place: Place) -> Expr {
        let mut inner = domain;
        while let ast::ExprKind::Paren(e) = &inner.kind {
            inner = e;
        }
        if place == Place::Claim
            && let ast::ExprKind::Range { low, high: None, inclusive, .. } = &inner.kind
        {
            let low = Box::new(self.expr(low));
            let range = ExprKind::Range { low, high: None, inclusive: *inclusive };
            return self.model.expr(inner.span, range);
        }
        self.expr(domain)
    }

    fn pattern(
        &mut self,
        pattern: &ast::Pattern,
        start: frame::Mark,
        place: Place,
        enumerated: bool,
        variables: &mut Variables,
    ) -> Pattern {
        match pattern {
            ast::Pattern::Name(name) if &*name.text == "_" => Pattern::Ignore,
            ast::Pattern::Name(name) => {
                let slot = self.bind(name, start, place);
                variables.push((name.text.clone(), slot, enumerated));
                Pattern::Slot(slot, name.text.clone())
            }
            ast::Pattern::Tuple(entries, span) => {
                let entries = entries.iter().map(|p| self.pattern(p, start, place, enumerated, variables)).collect();
                Pattern::Tuple(entries, *span)
            }
        }
    }

    /// The complaint about `a..` where an end is needed.
    pub(super) fn no_end(&mut self, range: &ast::Expr, low: &ast::Expr) {
        let low = match &low.kind {
            ast::ExprKind::Number(text) | ast::ExprKind::Name(text) => Some(&**text),
            _ => None,
        };
        // `n..n` would be of no use.
        let (low, high) = match (low, self.bound.clone()) {
            (Some(low), Some(bound)) if *low == *bound => ("1", bound),
            (low, bound) => (low.unwrap_or("1"), bound.unwrap_or_else(|| "100".into())),
        };
        self.out.push(wording::no_end(range.span, low, &high));
    }
}

/// Splits a condition at its `and`s.
fn conjuncts<'a>(condition: &'a ast::Expr, parts: &mut Vec<&'a ast::Expr>) {
    match &condition.kind {
        ast::ExprKind::Paren(inner) => conjuncts(inner, parts),
        ast::ExprKind::Binary { first, rest } if rest.iter().all(|(op, ..)| *op == BinaryOp::And) => {
            conjuncts(first, parts);
            for (_, _, part) in rest {
                conjuncts(part, parts);
            }
        }
        _ => parts.push(condition),
    }
}

/// Binders with the guards that follow each.
#[derive(Default)]
struct Order {
    /// Guards before the first binder.
    before: Vec<Expr>,
    /// Each binder with the guards behind it.
    bound: Vec<(Binder, Vec<Expr>)>,
    /// The variables of each binder.
    slots: Vec<(Slot, usize)>,
    seen: usize,
}

impl Order {
    fn bind(&mut self, variables: &Variables, binder: Binder) {
        let index = self.bound.len();
        self.slots.extend(variables[self.seen..].iter().map(|(_, slot, _)| (*slot, index)));
        self.seen = variables.len();
        self.bound.push((binder, Vec::new()));
    }

    /// Puts a guard behind the last binder that it mentions; guards keep their order there.
    fn test(&mut self, guard: Expr) {
        let mut after: Option<usize> = None;
        let slots = &self.slots;
        visit::walk(&guard, &mut |e| {
            if let ExprKind::Local(slot) = e.kind
                && let Some((_, index)) = slots.iter().find(|(s, _)| *s == slot)
            {
                after = after.max(Some(*index));
            }
        });
        match after {
            None => self.before.push(guard),
            Some(index) => self.bound[index].1.push(guard),
        }
    }

    fn finish(self) -> Vec<Binder> {
        let mut list: Vec<Binder> = self.before.into_iter().map(Binder::If).collect();
        for (binder, guards) in self.bound {
            list.push(binder);
            list.extend(guards.into_iter().map(Binder::If));
        }
        list
    }
}
