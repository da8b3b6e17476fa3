//! Values in their places: fields of games, parameters, fields of records.

use std::rc::Rc;

use super::kind::{Kind, Pos};
use super::{Checker, wording};
use crate::analysis::model::{self, Expr, ExprKind, Game, Type};
use crate::base::Span;
use crate::diagnostics::suggest::closest;

impl Checker<'_> {
    /// The value of a field or rule parameter.
    pub(super) fn field_value(&mut self, game: &Game, field: &model::Field, value: &Expr) {
        let Some(ty) = &field.ty else { return };
        // The domain of a field is looked at with its game; here only its kind counts.
        let wanted = Kind::of_type(ty, &mut |_| Kind::Unknown);
        let what = format!("`{}` of {}", field.name, game.name);
        self.fits(value, ty, &wanted, &what);
    }

    pub(super) fn param_types(&mut self, function: u32, args: &[Expr]) {
        let model = self.model;
        let function = &model.functions[function as usize];
        for (param, arg) in function.params.iter().zip(args) {
            if let Some(ty) = &param.ty {
                let wanted = Kind::of_type(ty, &mut |_| Kind::Unknown);
                let what = format!("`{}` of {}", param.name, function.name);
                self.fits(arg, ty, &wanted, &what);
            }
        }
    }

    /// Complains when a value certainly is not of a type.
    pub(super) fn fits(&mut self, value: &Expr, ty: &Type, wanted: &Kind, what: &str) {
        if let ExprKind::If { arms, otherwise } = &value.kind {
            for (condition, result) in arms {
                self.condition(condition);
                self.fits(result, ty, wanted, what);
            }
            self.fits(otherwise, ty, wanted, what);
            return;
        }
        let kind = self.stored(value);
        if wanted.may_be(&kind) {
            if matches!(wanted, Kind::Number { .. }) {
                self.integral(value, what);
            }
            return;
        }
        let text = self.text(value.span);
        let said = match (wanted, &kind) {
            (Kind::List(_), Kind::Set(_)) => wording::set_for_list(value, matches!(ty, Type::Bag(_)), what, &text),
            (Kind::Set(_), Kind::List(_)) => wording::list_for_set(value, what, &text),
            _ => wording::does_not_fit(value.span, what, &type_name(ty), &kind, wanted, &text),
        };
        self.say(said);
    }

    /// `m.k`, `e.u`, `p.period`.
    pub(super) fn field(&mut self, base: &Expr, name: &Rc<str>, span: Span) -> Kind {
        let kind = self.expr(base);
        let fields: &[&str] = match &kind {
            Kind::Never | Kind::Unknown => return Kind::Unknown,
            Kind::Edge => &["u", "v", "label"],
            Kind::Period => &["preperiod", "period", "saltus", "exceptions"],
            Kind::Move(position) => return self.move_field(*position, name, span),
            other => {
                let text = self.text(base.span);
                self.say(wording::no_fields(span, other, name, &text));
                return Kind::Unknown;
            }
        };
        if !fields.contains(&&**name) {
            let near = closest(name, fields.iter().copied());
            self.say(wording::unknown_field(span, &kind.describe(), name, near, fields));
            return Kind::Unknown;
        }
        match (&kind, &**name) {
            (Kind::Period, "exceptions") => Kind::Unknown,
            (Kind::Period, _) => Kind::NUMBER,
            _ => Kind::Unknown,
        }
    }

    fn move_field(&mut self, position: Pos, name: &Rc<str>, span: Span) -> Kind {
        match &**name {
            "name" | "side" => return Kind::Text,
            "component" | "result" | "to" => return Kind::Position(position),
            _ => {}
        }
        let model = self.model;
        let variables = || model.games.iter().flat_map(|g| &g.moves).flat_map(|m| &m.variables).map(|(n, ..)| &**n);
        // A position that came from nowhere known may be of any game, so every move counts.
        if !variables().any(|n| n == &**name) {
            let fixed = ["name", "component", "result", "to", "side"];
            let near = closest(name, fixed.into_iter().chain(variables()));
            let mut fields: Vec<&str> = Vec::new();
            for n in variables().chain(fixed) {
                if !fields.contains(&n) && fields.len() < 10 {
                    fields.push(n);
                }
            }
            self.say(wording::unknown_field(span, "a move", name, near, &fields));
        }
        Kind::Unknown
    }
}

/// A type as it is written, domains left out.
fn type_name(ty: &Type) -> String {
    match ty {
        Type::Nat => "`nat`".to_owned(),
        Type::Int => "`int`".to_owned(),
        Type::Bool => "`bool`".to_owned(),
        Type::Text => "`text`".to_owned(),
        Type::Graph => "`graph`".to_owned(),
        Type::List(_) => "list".to_owned(),
        Type::Bag(_) => "bag".to_owned(),
        Type::Set(_) => "set".to_owned(),
        Type::Tuple(_) => "tuple".to_owned(),
        Type::Enum(_) => "member of an enum".to_owned(),
        Type::Domain(_) | Type::Error => "value".to_owned(),
    }
}
