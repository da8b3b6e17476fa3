//! Lists whose entries never meet (a sum is meant), and lists whose order never matters (a bag is meant).

use crate::analysis::model::{Binder, Expr, ExprKind, Field, Game, InstanceExpr, Move, Pattern, Slot, Type};
use crate::analysis::visit;
use crate::diagnostics::{Diagnostic, Diagnostics, codes};
use crate::library::Builtin;
use crate::syntax::ast::CompareOp;

pub(super) fn lint(game: &Game, out: &mut Diagnostics) {
    let first = u32::try_from(game.rule_params.len()).unwrap_or(u32::MAX);
    if let [field] = game.fields.as_slice()
        && matches!(field.ty, Some(Type::List(_) | Type::Bag(_)))
        && is_sum(game, first)
    {
        let name = &game.name;
        let entry = singular(&field.name);
        let kind = if matches!(field.ty, Some(Type::Bag(_))) { "bag" } else { "list" };
        out.push(
            Diagnostic::warning(
                codes::WRITE_A_SUM,
                game.moves[0].span,
                format!("this move touches one entry of `{}`, and the entries never meet: write a sum", field.name),
            )
            .note(format!(
                "a sum of single heaps has as many states as one heap; a {kind} has one for every combination"
            ))
            .help(format!(
                "write `game {name}({entry}) {{ ... }}` for one entry, and `sum({name}(x) for x in [3, 4, 5])`"
            )),
        );
        return;
    }
    for (slot, field) in (first..).zip(&game.fields) {
        if matches!(field.ty, Some(Type::List(_))) && is_bag(game, slot, field) {
            out.push(
                Diagnostic::warning(
                    codes::COULD_BE_A_BAG,
                    field.span,
                    format!("the order of `{}` never matters, so it could be a bag", field.name),
                )
                .note("a bag is kept ascending, so that positions that differ only in order are one")
                .help(format!("write `{}: bag of ...`", field.name)),
            );
        }
    }
}

/// A name for one entry.
fn singular(list: &str) -> String {
    match list.strip_suffix('s') {
        Some(one) if one.len() > 1 => one.to_owned(),
        _ => "n".to_owned(),
    }
}

/// Every move changes entry i by what entry i is, and nothing else reads the list.
fn is_sum(game: &Game, list: Slot) -> bool {
    let mut elsewhere = false;
    game.lets.iter().for_each(|l| elsewhere |= mentions(&l.value, list));
    !elsewhere
        && !game.moves.is_empty()
        && game.endings.is_empty()
        && game.equations.is_empty()
        && game.moves.iter().all(|m| touches_one_entry(m, list))
}

fn mentions(e: &Expr, slot: Slot) -> bool {
    let mut found = false;
    visit::walk(e, &mut |e| found |= matches!(e.kind, ExprKind::Local(s) if s == slot));
    found
}

fn touches_one_entry(clause: &Move, list: Slot) -> bool {
    let indices = clause.binders.iter().filter_map(|b| index_variable(b, list)).collect::<Vec<_>>();
    let [index] = indices[..] else { return false };
    let ExprKind::Position { instance: InstanceExpr::Own, fields } = &clause.target.kind else { return false };
    let [Expr { kind: ExprKind::With { base, entries, binders }, .. }] = fields.as_slice() else { return false };
    let [(at, value)] = entries.as_slice() else { return false };
    let changes = is_local(base, list) && is_local(at, index) && binders.is_empty();
    changes
        && only_entry(value, list, index)
        && clause.binders.iter().all(|b| match b {
            _ if index_variable(b, list).is_some() => true,
            Binder::In { domain: e, .. } | Binder::Is { value: e, .. } | Binder::If(e) => only_entry(e, list, index),
        })
}

/// The variable that runs over `indices(list)`.
fn index_variable(binder: &Binder, list: Slot) -> Option<Slot> {
    match binder {
        Binder::In { pattern: Pattern::Slot(slot, _), domain } if is_indices(domain, list) => Some(*slot),
        _ => None,
    }
}

fn is_indices(e: &Expr, list: Slot) -> bool {
    matches!(&e.kind, ExprKind::Builtin { function, args }
        if *function == Builtin::INDICES && matches!(args.as_slice(), [a] if is_local(a, list)))
}

fn is_local(e: &Expr, slot: Slot) -> bool {
    matches!(e.kind, ExprKind::Local(s) if s == slot)
}

/// The list and the index stand only in `list[index]`.
fn only_entry(e: &Expr, list: Slot, index: Slot) -> bool {
    match &e.kind {
        ExprKind::Local(slot) => *slot != list && *slot != index,
        ExprKind::Index(base, at) if is_local(base, list) && is_local(at, index) => true,
        _ => {
            let mut all = true;
            visit::children(e, &mut |child| all &= only_entry(child, list, index));
            all
        }
    }
}

/// Every use of the list is the same for every order of its entries.
fn is_bag(game: &Game, list: Slot, field: &Field) -> bool {
    let field = game.fields.iter().position(|f| f.span == field.span).unwrap_or(0);
    let mut uses = Uses { list, field, indices: Vec::new(), ordered: false, entries: false };
    for lazy in &game.lets {
        uses.look(&lazy.value);
    }
    for clause in &game.moves {
        uses.clause(&clause.binders, &clause.target);
    }
    for equation in &game.equations {
        uses.clause(&equation.binders, &equation.target);
    }
    game.endings.iter().for_each(|e| uses.look(&e.condition));
    visit::in_fields(&game.fields, &mut |e| uses.ordered |= mentions(e, list));
    uses.entries && !uses.ordered
}

struct Uses {
    list: Slot,
    /// Which field the list is.
    field: usize,
    /// Variables that run over the indices of the list.
    indices: Vec<Slot>,
    /// The order is seen somewhere, or may be.
    ordered: bool,
    /// Single entries are read or changed.
    entries: bool,
}

impl Uses {
    fn clause(&mut self, binders: &[Binder], target: &Expr) {
        let known = self.indices.len();
        self.binders(binders);
        match &target.kind {
            ExprKind::Position { instance: InstanceExpr::Own, fields } => {
                for (i, field) in fields.iter().enumerate() {
                    if i == self.field { self.kept(field) } else { self.look(field) }
                }
            }
            _ => self.look(target),
        }
        self.indices.truncate(known);
    }

    fn binders(&mut self, binders: &[Binder]) {
        for binder in binders {
            if let Some(index) = index_variable(binder, self.list) {
                self.indices.push(index);
                continue;
            }
            match binder {
                Binder::In { domain: e, .. } => self.domain(e),
                Binder::Is { value: e, .. } | Binder::If(e) => self.look(e),
            }
        }
    }

    /// `x in h`.
    fn domain(&mut self, e: &Expr) {
        if is_local(e, self.list) {
            self.entries = true;
        } else {
            self.look(e);
        }
    }

    /// What the list becomes: itself, with changed entries, or rebuilt entry by entry.
    fn kept(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Local(slot) if *slot == self.list => {}
            ExprKind::With { base, entries, binders } if is_local(base, self.list) && binders.is_empty() => {
                for (at, value) in entries {
                    self.ordered |= !matches!(at.kind, ExprKind::Local(slot) if self.indices.contains(&slot));
                    self.look(value);
                }
            }
            ExprKind::Builtin { function: Builtin::WITHOUT, args } => match args.as_slice() {
                [base, at] if is_local(base, self.list) => {
                    self.ordered |= !matches!(at.kind, ExprKind::Local(slot) if self.indices.contains(&slot));
                }
                _ => self.look(e),
            },
            ExprKind::Comprehension { set: false, generator } => self.unordered(&generator.binders, &generator.body),
            _ => self.look(e),
        }
    }

    fn unordered(&mut self, binders: &[Binder], body: &Expr) {
        let known = self.indices.len();
        self.binders(binders);
        self.look(body);
        self.indices.truncate(known);
    }

    fn look(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Local(slot) => self.ordered |= *slot == self.list || self.indices.contains(slot),
            ExprKind::Index(base, at) if is_local(base, self.list) => {
                self.entries = true;
                self.ordered |= !matches!(at.kind, ExprKind::Local(slot) if self.indices.contains(&slot));
            }
            ExprKind::Builtin { function, args } => match args.as_slice() {
                [one] if is_local(one, self.list) && SYMMETRIC.contains(function) => {}
                _ => args.iter().for_each(|e| self.look(e)),
            },
            ExprKind::Aggregate { function, generator } if SYMMETRIC.contains(function) => {
                self.unordered(&generator.binders, &generator.body);
            }
            ExprKind::Comprehension { set: true, generator } => self.unordered(&generator.binders, &generator.body),
            ExprKind::Compare { first, rest } => {
                let index = |e: &Expr| matches!(e.kind, ExprKind::Local(slot) if self.indices.contains(&slot));
                let [(op, _, second)] = rest.as_slice() else {
                    visit::children(e, &mut |child| self.look(child));
                    return;
                };
                let different = matches!(op, CompareOp::Eq | CompareOp::Ne) && index(first) && index(second);
                let member = matches!(op, CompareOp::In | CompareOp::NotIn) && is_local(second, self.list);
                if member {
                    self.look(first);
                } else if !different {
                    self.look(first);
                    self.look(second);
                }
            }
            _ => visit::children(e, &mut |child| self.look(child)),
        }
    }
}

/// Functions that do not see the order of a list.
const SYMMETRIC: [Builtin; 10] = [
    Builtin::LEN,
    Builtin::SUM,
    Builtin::MIN,
    Builtin::MAX,
    Builtin::NIMSUM,
    Builtin::MEX,
    Builtin::COUNT,
    Builtin::ALL,
    Builtin::ANY,
    Builtin::SORTED,
];
