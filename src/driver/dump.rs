//! `sgi dump`: what a file becomes on its way.

use std::fmt::Write;

use super::Session;
use crate::diagnostics::Diagnostics;
use crate::syntax;

/// A stage on the way from a text to answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The syntax tree of the main file.
    Tree,
    /// The model of all files.
    Model,
    /// The machine code of each game that was asked about.
    Code,
    /// Which engine answers for each game that was asked about.
    Plan,
}

impl Session<'_> {
    /// A stage as text, for people; the last two after the expressions, or all statements, were evaluated.
    pub fn dump(&mut self, stage: Stage, expressions: &[String]) -> String {
        match stage {
            Stage::Tree => {
                let Some(main) = self.map.files().first() else { return String::new() };
                let tree = syntax::parse_file(&main.text, main.start, &mut Diagnostics::default());
                return format!("{tree:#?}\n");
            }
            Stage::Model => return self.model().map_or_else(String::new, |model| format!("{model:#?}\n")),
            Stage::Code | Stage::Plan => {}
        }
        if expressions.is_empty() {
            self.run();
        } else {
            self.evaluate(expressions);
        }
        let Some(engine) = self.engine() else { return String::new() };
        let mut text = String::new();
        if stage == Stage::Plan {
            for (name, words) in self.plan() {
                let _ = writeln!(text, "{name}: {words}");
            }
            return text;
        }
        for (name, code) in engine.programs().into_iter().filter(|(_, code)| !code.is_empty()) {
            let _ = write!(text, "{name}\n{code}");
        }
        text
    }
}
