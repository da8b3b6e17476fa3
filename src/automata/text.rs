//! Formulas and automata as text: brackets with a word in front, for certificates.
//!
//! | text | meaning |
//! |---|---|
//! | `true`, `false`, `(not F)`, `(and F...)`, `(or F...)`, `(iff F G)` | |
//! | `(exists (v...) F)` | for some natural numbers in place of these variables |
//! | `(eq k (c v)...)`, `(le k (c v)...)` | k plus the sum of the c v is 0, at most 0 |
//! | `(div m k (c v)...)` | m divides it |
//! | `(nimsum v...)`, `(meet x y z)`, `(weight x)`, ... | see [`Digitwise`] |
//! | `(table t v...)` | the tuple of these variables is in table t |

use std::fmt::Write;
use std::rc::Rc;

use super::automaton::{Automaton, Track};
use super::diagram::Ref;
use super::digits::Digitwise;
use super::formula::{Formula, Linear, Node, Relation};

/// Writes formulas; the tables that they mention get numbers, in the order met.
#[derive(Debug, Default)]
pub struct Writer {
    /// The tables met so far.
    pub tables: Vec<Rc<Automaton>>,
}

impl Writer {
    /// A formula as text.
    pub fn formula(&mut self, formula: &Formula) -> String {
        let mut text = String::new();
        self.write(formula, &mut text);
        text
    }

    /// The number of a table.
    pub fn table(&mut self, table: &Rc<Automaton>) -> usize {
        let known = self.tables.iter().position(|known| Rc::ptr_eq(known, table));
        known.unwrap_or_else(|| {
            self.tables.push(Rc::clone(table));
            self.tables.len() - 1
        })
    }

    fn write(&mut self, formula: &Formula, into: &mut String) {
        let list = |me: &mut Self, word: &str, parts: &[Formula], into: &mut String| {
            into.push('(');
            into.push_str(word);
            for part in parts {
                into.push(' ');
                me.write(part, into);
            }
            into.push(')');
        };
        // Writing to a text cannot fail.
        let _ = match &*formula.0 {
            Node::Truth(truth) => write!(into, "{truth}"),
            Node::Compare(form, Relation::Equal) => write!(into, "(eq {})", linear(form)),
            Node::Compare(form, Relation::AtMost) => write!(into, "(le {})", linear(form)),
            Node::Divides(m, form) => write!(into, "(div {m} {})", linear(form)),
            Node::Digits(relation, of) => write!(into, "({}{})", word(*relation), names(of)),
            Node::Table(table, of) => {
                let number = self.table(table);
                write!(into, "(table {number}{})", names(of))
            }
            Node::Not(inner) => {
                list(self, "not", std::slice::from_ref(inner), into);
                Ok(())
            }
            Node::And(parts) => {
                list(self, "and", parts, into);
                Ok(())
            }
            Node::Or(parts) => {
                list(self, "or", parts, into);
                Ok(())
            }
            Node::Iff(a, b) => {
                list(self, "iff", &[a.clone(), b.clone()], into);
                Ok(())
            }
            Node::Exists(bound, inner) => {
                list(self, &format!("exists ({})", names(bound).trim_start()), std::slice::from_ref(inner), into);
                Ok(())
            }
        };
    }
}

fn linear(form: &Linear) -> String {
    let mut text = form.offset().to_string();
    for (track, factor) in form.terms() {
        let _ = write!(text, " ({factor} {track})");
    }
    text
}

fn names(of: &[Track]) -> String {
    of.iter().fold(String::new(), |mut text, track| {
        let _ = write!(text, " {track}");
        text
    })
}

fn word(relation: Digitwise) -> String {
    match relation {
        Digitwise::NimSum => "nimsum".to_owned(),
        Digitwise::Meet => "meet".to_owned(),
        Digitwise::Join => "join".to_owned(),
        Digitwise::DigitSum { modulus, residue } => format!("digitsum {modulus} {residue}"),
        Digitwise::DigitSumIs(sum) => format!("digitsumis {sum}"),
        Digitwise::Weight => "weight".to_owned(),
        Digitwise::Lowest => "lowest".to_owned(),
        Digitwise::Highest => "highest".to_owned(),
        Digitwise::DigitAt(digit) => format!("digitat {digit}"),
        Digitwise::Shift => "shift".to_owned(),
        Digitwise::Zeros { modulus, residue } => format!("zeros {modulus} {residue}"),
    }
}

impl Automaton {
    /// The automaton as text: `(dfa TRACKS (accepting...) NEXT...)`, with a `NEXT` for each state: the state that follows, or
    /// `(i NEXT...)` with one for each digit of the track of number i. State 0 is the initial one.
    #[must_use]
    pub fn text(&self) -> String {
        let accepting: Vec<String> =
            self.accepting.iter().enumerate().filter(|(_, yes)| **yes).map(|(i, _)| i.to_string()).collect();
        let mut text = format!("(dfa {} ({})", self.tracks.len(), accepting.join(" "));
        for root in &self.roots {
            text.push(' ');
            self.next_text(*root, &mut text);
        }
        text.push(')');
        text
    }

    fn next_text(&self, at: Ref, into: &mut String) {
        // Children look at later tracks: no deeper than there are tracks.
        let place = self.diagram.track(at).and_then(|track| self.tracks.iter().position(|t| *t == track));
        let _ = match (at.as_node(), place) {
            (Some(node), Some(place)) => {
                let _ = write!(into, "({place}");
                for child in self.diagram.children(node) {
                    into.push(' ');
                    self.next_text(*child, into);
                }
                write!(into, ")")
            }
            _ => write!(into, "{}", at.as_state().unwrap_or(0)),
        };
    }
}
