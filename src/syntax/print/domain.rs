//! Types on one line.

use super::super::ast::{Type, TypeKind};
use super::super::operators::Level;
use super::expr::Line;

/// Writes a type; collections of collections are a loop.
pub(super) fn write(line: &mut Line, ty: &Type) {
    let mut ty = ty;
    loop {
        ty = match &ty.kind {
            TypeKind::List(inner) => {
                line.text.push_str("list of ");
                inner
            }
            TypeKind::Bag(inner) => {
                line.text.push_str("bag of ");
                inner
            }
            TypeKind::Set(inner) => {
                line.text.push_str("set of ");
                inner
            }
            _ => break,
        };
    }
    match &ty.kind {
        TypeKind::Nat => line.text.push_str("nat"),
        TypeKind::Int => line.text.push_str("int"),
        TypeKind::Bool => line.text.push_str("bool"),
        TypeKind::Text => line.text.push_str("text"),
        TypeKind::Graph => line.text.push_str("graph"),
        TypeKind::Tuple(parts) => {
            line.text.push('(');
            for (i, part) in parts.iter().enumerate() {
                if i > 0 {
                    line.text.push_str(", ");
                }
                write(line, part);
            }
            line.text.push(')');
        }
        TypeKind::Domain(expr) => line.operand(expr, Level::Range, true),
        TypeKind::List(_) | TypeKind::Bag(_) | TypeKind::Set(_) => {}
    }
}
