//! What `sgi moves` lists.

use serde::Serialize;

use super::text::{pad, width_of};
use super::{Move, Shown, Style};

/// Every option of a position.
#[derive(Debug, Serialize)]
pub struct MoveTable {
    /// The position.
    pub position: String,
    /// Its outcome.
    pub outcome: Option<String>,
    /// Its Grundy value, a number, or its canonical form, a text.
    pub value: Option<Shown>,
    /// Every move, clauses in file order.
    pub moves: Vec<MovesRow>,
}

/// One move with the value of where it leads.
#[derive(Debug, Serialize)]
pub struct MovesRow {
    /// The move.
    #[serde(flatten)]
    pub step: Move,
    /// Of the position after it: the Grundy value, a number; or the canonical form or the outcome, a text.
    pub value: Shown,
    /// Whether it wins for the side that makes it.
    pub winning: bool,
    /// Why it wins, or keeps a draw, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl MovesRow {
    /// About how many bytes it takes, once in the report and once as it is written.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let Move { label, component, result, to, .. } = &self.step;
        let texts = [label, component, result, to, &self.value.text];
        (size_of::<Self>() + texts.iter().map(|text| 3 * text.len() + 64).sum::<usize>()) as u64
    }
}

impl Style {
    /// The moves, aligned, winning ones marked with `*`.
    #[must_use]
    pub fn moves(self, table: &MoveTable) -> String {
        let mut out = self.moves_title(table);
        let widest = |f: &dyn Fn(&MovesRow) -> usize| table.moves.iter().map(f).max().unwrap_or(0);
        let (labels, values) = (widest(&|m| width_of(&m.step.named())), widest(&|m| width_of(&m.value.text)));
        let sides = table.moves.iter().any(|m| m.step.side != "both");
        for m in &table.moves {
            let mark = if m.winning { "*" } else { " " };
            let side = if sides { format!("{:<5}  ", m.step.side) } else { String::new() };
            let line = format!(
                "{mark} {side}{}  {}  {}",
                pad(&m.step.named(), labels, false),
                pad(&m.value.text, values, true),
                m.step.to
            );
            out.push_str(&if m.winning { self.bold(&line) } else { line });
            out.push('\n');
            if let Some(why) = &m.why {
                out.push_str("    ");
                out.push_str(why);
                out.push('\n');
            }
        }
        if table.moves.is_empty() {
            out.push_str("  no moves\n");
        } else if table.moves.iter().any(|m| m.winning) {
            out.push_str("  * wins for the side that makes it\n");
        }
        out
    }

    fn moves_title(self, table: &MoveTable) -> String {
        let value = table.value.as_ref().map(|value| &value.text);
        let parts = [("outcome", table.outcome.as_ref()), ("value", value)];
        let parts = parts.iter().filter_map(|(name, text)| text.map(|text| format!("{name} {text}")));
        let facts = parts.collect::<Vec<_>>().join(", ");
        let colon = if facts.is_empty() { "" } else { ": " };
        format!("{}{colon}{facts}\n", self.bold(&table.position))
    }

    fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }
}
