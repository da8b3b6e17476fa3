//! Forms as text.

use std::fmt::Write;

use super::arena::Arena;
use super::{Form, Repr};

/// A form shares its parts, its text does not: longer texts are cut.
const LONGEST: usize = 20_000;

/// `{L1,L2|R1,R2}`, inner options likewise.
pub(super) fn form(arena: &Arena, form: Form) -> String {
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
        let id = match piece {
            Piece::Text(t) => {
                text.push_str(t);
                continue;
            }
            Piece::Form(Form(Repr::Simple(simple))) => {
                // writing to a text cannot fail
                let _ = write!(text, "{simple}");
                continue;
            }
            Piece::Form(Form(Repr::Node(id))) => id,
        };
        let node = arena.node(id);
        pieces.push(Piece::Text("}"));
        push_list(&mut pieces, &node.right, Piece::Form, || Piece::Text(","));
        pieces.push(Piece::Text("|"));
        push_list(&mut pieces, &node.left, Piece::Form, || Piece::Text(","));
        pieces.push(Piece::Text("{"));
    }
    text
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
