//! The kind of an expression, with complaints about its parts.

use super::kind::{Kind, Pos};
use super::positions::Wanted;
use super::{Checker, Node, wording};
use crate::analysis::model::{Chain, Expr, ExprKind, Generator, InstanceExpr};
use crate::base::Span;
use crate::syntax::ast::BinaryOp;

impl Checker<'_> {
    /// The kind of an expression.
    pub(super) fn expr(&mut self, e: &Expr) -> Kind {
        match &e.kind {
            ExprKind::Const(value) => Kind::of_value(value),
            ExprKind::Local(slot) | ExprKind::Lazy { slot, .. } => self.slot(*slot).clone(),
            ExprKind::Global { index, path } => self.global_kind(*index, path),
            ExprKind::EnumDomain(index) => Kind::set(Kind::Enum(*index)),
            ExprKind::Tuple(list) => {
                let kinds = list.iter().map(|e| self.stored(e)).collect();
                Kind::tuple(kinds)
            }
            ExprKind::List(list) => Kind::list(self.literal(e.span, list, false)),
            ExprKind::Set(list) => Kind::set(self.literal(e.span, list, true)),
            ExprKind::Comprehension { set, generator } => {
                let element = self.generator(generator);
                if *set { Kind::set(element) } else { Kind::list(element) }
            }
            ExprKind::Aggregate { function, generator } => self.aggregate(*function, generator, e.span),
            ExprKind::Graph { chains, binders } => {
                self.binders(binders);
                self.chains(chains);
                Kind::Graph
            }
            ExprKind::Range { low, high, .. } => {
                self.end_of_range(low);
                if let Some(high) = high {
                    self.end_of_range(high);
                }
                Kind::numbers()
            }
            ExprKind::Neg(inner) => self.negated(inner),
            ExprKind::Not(inner) => {
                self.condition(inner);
                Kind::Bool
            }
            ExprKind::Misere(inner) => {
                let position = self.position(inner, Wanted::Misere);
                let marks = crate::analysis::model::Marks { misere: true, ..position.marks };
                Kind::Position(Pos { marks, ..position })
            }
            ExprKind::Binary { first, rest } => self.binary(first, rest),
            ExprKind::And(list) | ExprKind::Or(list) | ExprKind::Implies(list) => {
                for e in list {
                    self.condition(e);
                }
                Kind::Bool
            }
            ExprKind::Compare { first, rest } => {
                self.compare(first, rest);
                Kind::Bool
            }
            ExprKind::If { arms, otherwise } => {
                let mut kind = Kind::Never;
                for (condition, result) in arms {
                    self.condition(condition);
                    kind = kind.join(&self.expr(result));
                }
                kind.join(&self.expr(otherwise))
            }
            ExprKind::Index(base, index) => self.index(base, index),
            ExprKind::Slice(base, range) => {
                self.expr(range);
                let kind = self.expr(base);
                self.sequence(&kind, base.span, "slice");
                kind
            }
            ExprKind::Field(base, name) => self.field(base, name, e.span),
            ExprKind::With { base, entries, binders } => {
                let kind = self.expr(base);
                self.sequence(&kind, base.span, "with");
                self.binders(binders);
                let mut element = Kind::Never;
                for (index, value) in entries {
                    self.number(index, "an index");
                    element = element.join(&self.stored(value));
                }
                match kind {
                    Kind::List(old) => Kind::list(old.join(&element)),
                    other => other,
                }
            }
            ExprKind::Call { function, args } => {
                let kinds = args.iter().map(|e| self.stored(e).held()).collect();
                self.param_types(*function, args);
                self.call(*function, kinds)
            }
            ExprKind::Builtin { function, args } => self.builtin(*function, args, e.span),
            ExprKind::Query { query, args } => self.query(*query, args, e.span),
            ExprKind::Position { instance, fields } => self.position_of(instance, fields),
            ExprKind::Error => Kind::Unknown,
        }
    }

    /// The kind of an expression whose value is kept: misère positions are not.
    pub(super) fn stored(&mut self, e: &Expr) -> Kind {
        let kind = self.expr(e);
        if let Kind::Position(p) = kind
            && p.marks.misere
        {
            let text = self.text(e.span);
            self.say(wording::misere_kept(e.span, &text));
            return Kind::Position(p.plain());
        }
        kind
    }

    fn global_kind(&mut self, index: u32, path: &[u32]) -> Kind {
        self.reads(Node::Global(index as usize));
        let mut kind = self.tables.globals[index as usize].clone();
        for entry in path {
            kind = match &kind {
                Kind::Tuple(entries) => entries.get(*entry as usize).cloned().unwrap_or(Kind::Unknown),
                Kind::Never => Kind::Never,
                Kind::List(inner) => (**inner).clone(),
                _ => Kind::Unknown,
            };
        }
        kind.held()
    }

    /// The elements of a list or set literal; ranges do not belong there.
    fn literal(&mut self, whole: Span, list: &[Expr], set: bool) -> Kind {
        if let Some(range) = list.iter().find(|e| matches!(e.kind, ExprKind::Range { .. })) {
            let parts: Vec<(String, bool)> =
                list.iter().map(|e| (self.text(e.span), matches!(e.kind, ExprKind::Range { .. }))).collect();
            self.say(wording::range_in_literal(range.span, whole, set, &parts));
            for e in list {
                self.expr(e);
            }
            return Kind::NUMBER;
        }
        let mut kind = Kind::Never;
        for e in list {
            kind = kind.join(&self.stored(e));
        }
        kind
    }

    pub(super) fn generator(&mut self, generator: &Generator) -> Kind {
        self.binders(&generator.binders);
        self.stored(&generator.body)
    }

    fn chains(&mut self, chains: &[Chain]) {
        for chain in chains {
            self.stored(&chain.first);
            chain.rest.iter().for_each(|(_, e)| {
                self.stored(e);
            });
            chain.label.iter().for_each(|e| {
                self.stored(e);
            });
        }
    }

    fn end_of_range(&mut self, e: &Expr) {
        let kind = self.expr(e);
        match &kind {
            Kind::Number { .. } | Kind::Never | Kind::Unknown => self.integral(e, "the end of a range"),
            other => {
                let text = self.text(e.span);
                let said = wording::end_of_range(e, other, &text);
                self.say(said);
            }
        }
    }

    /// An integer is needed here: complains about a quotient of literals that is none.
    pub(super) fn integral(&mut self, e: &Expr, what: &str) {
        let ExprKind::Binary { first, rest } = &e.kind else { return };
        let [(BinaryOp::Div, _, second)] = rest.as_slice() else { return };
        if let (Some(a), Some(b)) = (literal_integer(first), literal_integer(second))
            && b != 0
            && a % b != 0
        {
            let text = (self.text(first.span), self.text(second.span));
            self.say(wording::not_an_integer(e.span, what, &text.0, &text.1));
        }
    }

    pub(super) fn number(&mut self, e: &Expr, what: &str) {
        let kind = self.expr(e);
        if matches!(kind, Kind::Number { .. }) || kind.is_open() {
            self.integral(e, what);
        } else {
            self.say(wording::wanted(e.span, &format!("{what} is a number"), &kind));
        }
    }

    /// A condition: a guard, a claim, an operand of `and`.
    pub(super) fn condition(&mut self, e: &Expr) {
        let kind = self.expr(e);
        if kind != Kind::Bool && !kind.is_open() {
            let text = self.text(e.span);
            self.say(wording::condition(e, &kind, &text));
        }
    }

    /// What a binder that runs over a value of this kind gets.
    pub(super) fn element(&mut self, kind: &Kind, span: Span) -> Kind {
        match kind {
            Kind::Set(inner) | Kind::List(inner) => (**inner).clone(),
            Kind::Text => Kind::Text,
            Kind::Never => Kind::Never,
            Kind::Unknown => Kind::Unknown,
            other => {
                let text = self.text(span);
                self.say(wording::not_a_domain(span, other, &text));
                Kind::Unknown
            }
        }
    }

    fn index(&mut self, base: &Expr, index: &Expr) -> Kind {
        let kind = self.expr(base);
        let at = self.expr(index);
        match (&kind, &at) {
            (Kind::List(_) | Kind::Text, Kind::Set(_)) => {
                let text = (self.text(base.span), self.text(index.span));
                self.say(wording::index_by_set(index.span, &text.0, &text.1));
                return Kind::Unknown;
            }
            (_, Kind::Number { .. } | Kind::Never | Kind::Unknown) => self.integral(index, "an index"),
            (_, other) => self.say(wording::wanted(index.span, "an index is a number", other)),
        }
        match &kind {
            Kind::List(inner) => (**inner).clone().held(),
            Kind::Text => Kind::Text,
            Kind::Tuple(entries) => match literal_integer(index) {
                Some(i) => {
                    let entry = usize::try_from(i).ok().and_then(|i| entries.get(i));
                    if entry.is_none() {
                        self.say(wording::no_such_entry(index.span, entries.len()));
                    }
                    entry.map_or(Kind::Unknown, |kind| kind.clone().held())
                }
                None => Kind::join_all(entries.iter().cloned()).held(),
            },
            Kind::Never | Kind::Unknown => Kind::Unknown,
            other => {
                let text = (self.text(base.span), self.text(index.span));
                self.say(wording::no_entries(base.span.to(index.span), other, &text.0, &text.1));
                Kind::Unknown
            }
        }
    }

    fn sequence(&mut self, kind: &Kind, span: Span, what: &str) {
        if !matches!(kind, Kind::List(_) | Kind::Text | Kind::Tuple(_)) && !kind.is_open() {
            let takes = if what == "with" {
                "`with` changes entries of a list"
            } else {
                "a slice is taken of a list or a text"
            };
            self.say(wording::wanted(span, takes, kind));
        }
    }

    fn position_of(&mut self, instance: &InstanceExpr, fields: &[Expr]) -> Kind {
        let game = self.instance(instance) as usize;
        let model = self.model;
        let header = &model.games[game];
        for (field, value) in header.fields.iter().zip(fields) {
            self.field_value(header, field, value);
        }
        self.reads(Node::Game(game));
        Kind::Position(Pos::of(self.tables.marks[game]))
    }
}

/// The value of an integer literal, with its sign.
pub(super) fn literal_integer(e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Const(value) => value.as_i64(),
        ExprKind::Neg(inner) => literal_integer(inner)?.checked_neg(),
        _ => None,
    }
}
