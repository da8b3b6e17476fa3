//! Questions to a game of the gallery, and the answers that they must get.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::Value as Json;
use sgi::driver::{Event, Exit, Input, Options, Session};

/// Reads a golden file.
pub fn golden(name: &str) -> Json {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The entries of a JSON list.
pub fn list(json: &Json) -> &[Json] {
    json.as_array().unwrap_or_else(|| panic!("a list, not {json}"))
}

/// A JSON text.
pub fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_else(|| panic!("a text, not {json}"))
}

/// A JSON number.
pub fn number(json: &Json) -> i64 {
    json.as_i64().unwrap_or_else(|| panic!("a number, not {json}"))
}

/// Numbers as a list of the language: `[1, 2]`. JSON lists of lists become lists of lists.
pub fn written(json: &Json) -> String {
    match json {
        Json::Array(entries) => format!("[{}]", entries.iter().map(written).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// The letters of a text as a list of texts of the language: `["N", "P"]`.
pub fn letters(json: &Json) -> String {
    let quoted: Vec<String> = text(json).chars().map(|c| format!("\"{c}\"")).collect();
    format!("[{}]", quoted.join(", "))
}

/// What to ask a file for, with the answers expected.
pub struct Questions {
    source: String,
    defines: Vec<(String, String)>,
    expressions: Vec<String>,
    answers: Vec<String>,
}

impl Questions {
    /// To a program, usually `use` lines.
    pub fn to_program(source: &str) -> Self {
        Self { source: source.to_owned(), defines: Vec::new(), expressions: Vec::new(), answers: Vec::new() }
    }

    /// To a file of the gallery, with parameters set.
    pub fn to_game(name: &str, defines: &[(&str, String)]) -> Self {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{name}.game"));
        let source = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut questions = Self::to_program(&source);
        questions.defines = defines.iter().map(|(n, v)| ((*n).to_owned(), v.clone())).collect();
        questions
    }

    /// One more question.
    pub fn ask(&mut self, expression: impl Into<String>, answer: impl Into<String>) {
        self.expressions.push(expression.into());
        self.answers.push(answer.into());
    }

    /// Asks them all; the test fails with the first few wrong answers.
    pub fn check(self) {
        assert!(!self.expressions.is_empty(), "nothing was asked");
        let answers = evaluate(&self.source, &self.defines, &self.expressions);
        assert_eq!(answers.len(), self.answers.len(), "one answer a question");
        let wrong: Vec<usize> = (0..answers.len()).filter(|&i| answers[i] != self.answers[i]).collect();
        if wrong.is_empty() {
            return;
        }
        let mut message = format!("{} of {} answers are wrong", wrong.len(), answers.len());
        for &i in wrong.iter().take(5) {
            let _ =
                write!(message, "\n{}\n  expected {}\n  answered {}", self.expressions[i], self.answers[i], answers[i]);
        }
        panic!("{message}");
    }
}

/// What is said against an expression in the scope of a program.
pub fn refusal(source: &str, expression: &str) -> String {
    let (answers, said) = attempt(source, &[], &[expression.to_owned()]);
    assert!(answers.is_none(), "{expression} was answered");
    said.join("\n")
}

/// Evaluates expressions in the scope of a program, one answer each.
fn evaluate(source: &str, defines: &[(String, String)], expressions: &[String]) -> Vec<String> {
    let (answers, said) = attempt(source, defines, expressions);
    answers.unwrap_or_else(|| panic!("{}", said.join("\n")))
}

/// The answers, if every expression has one, and all messages.
fn attempt(source: &str, defines: &[(String, String)], expressions: &[String]) -> (Option<Vec<String>>, Vec<String>) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("games");
    let input = Input { name: "golden.game".to_owned(), text: source.into(), folder: Some(folder) };
    let options = Options {
        definitions: defines.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        ..Options::default()
    };
    let mut said = Vec::new();
    let mut observer = |event: Event<'_>| {
        if let Event::Diagnostics(list, _) = event {
            said.extend(list.iter().map(|d| format!("{d:?}")));
        }
    };
    let mut session = Session::open(&input, options, &mut observer);
    session.evaluate(expressions);
    let (report, exit) = session.finish();
    let answers = report.prints.iter().map(|print| print.values[0].text.clone()).collect();
    ((exit == Exit::Success).then_some(answers), said)
}
