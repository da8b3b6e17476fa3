//! Forms as text.

use std::fmt::Write;

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::{Form, Repr, uptimal};

/// A form shares its parts, its text does not: longer texts are cut.
const LONGEST: usize = 20_000;

/// `{L1,L2|R1,R2}` or a name, inner options likewise.
pub(super) fn form(arena: &mut Arena, form: Form) -> String {
    enum Piece {
        Text(&'static str),
        Form(Form),
    }
    let mut text = String::new();
    let mut pieces = vec![Piece::Form(form)];
    while let Some(piece) = pieces.pop() {
        if text.len() > LONGEST {
            text.push_str("...");
            break;
        }
        let (id, form) = match piece {
            Piece::Text(t) => {
                text.push_str(t);
                continue;
            }
            Piece::Form(Form(Repr::Simple(simple))) => {
                // writing to a text cannot fail
                let _ = write!(text, "{simple}");
                continue;
            }
            Piece::Form(form @ Form(Repr::Node(id))) => (id, form),
        };
        if let Some(name) = uptimal::name(arena, form).or_else(|| tiny(arena, form)) {
            text.push_str(&name);
            continue;
        }
        let (left, right) = (arena.node(id).left.clone(), arena.node(id).right.clone());
        if is_plus_minus(arena, form) {
            text.push_str("+-");
            match *left {
                [one] if matches!(one.0, Repr::Simple(_)) || is_spelt(arena, one) => pieces.push(Piece::Form(one)),
                [one] => {
                    pieces.extend([Piece::Text(")"), Piece::Form(one), Piece::Text("(")]);
                }
                _ => {
                    pieces.push(Piece::Text("}"));
                    push_list(&mut pieces, &left, Piece::Form, || Piece::Text(","));
                    pieces.push(Piece::Text("{"));
                }
            }
            continue;
        }
        pieces.push(Piece::Text("}"));
        push_list(&mut pieces, &right, Piece::Form, || Piece::Text(","));
        pieces.push(Piece::Text("|"));
        push_list(&mut pieces, &left, Piece::Form, || Piece::Text(","));
        pieces.push(Piece::Text("{"));
    }
    text
}

/// Whether it is written in braces.
fn is_spelt(arena: &mut Arena, form: Form) -> bool {
    uptimal::name(arena, form).is_none() && tiny(arena, form).is_none() && !is_plus_minus(arena, form)
}

/// Whether Right has the negatives of Left's options.
fn is_plus_minus(arena: &mut Arena, form: Form) -> bool {
    arena.stops(form).0 == arena.stops(form).1.negated() && arena.negative(form) == form
}

/// `Tiny(2)` for `{0||0|-2}`, `Miny(2)` for its negative, `1+Tiny(2)` beside a number.
fn tiny(arena: &mut Arena, form: Form) -> Option<String> {
    let number = |list: &[Form]| match list {
        [only] => only.as_number(),
        _ => None,
    };
    for name in ["Tiny", "Miny"] {
        let tiny = if name == "Tiny" { form } else { arena.negative(form) };
        let Repr::Node(outer) = tiny.0 else { return None };
        let (left, right) = (arena.node(outer).left.clone(), arena.node(outer).right.clone());
        if let (Some(x), [Form(Repr::Node(inner))]) = (number(&left), &*right)
            && number(&arena.node(*inner).left) == Some(x)
            && let Some(threat) = number(&arena.node(*inner).right).and_then(|y| x.minus(y).ok())
        {
            let x = if name == "Tiny" { x } else { x.negated() };
            return Some(if x == Dyadic::ZERO { format!("{name}({threat})") } else { format!("{x}+{name}({threat})") });
        }
    }
    None
}

/// Pushes the list so that it pops in order, with separators.
fn push_list<P>(pieces: &mut Vec<P>, list: &[Form], form: impl Fn(Form) -> P, comma: impl Fn() -> P) {
    for (i, &g) in list.iter().enumerate().rev() {
        pieces.push(form(g));
        if i > 0 {
            pieces.push(comma());
        }
    }
}
