//! Lines as a person edits them: history, completion, entries over several lines.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustyline::completion::{Candidate, Completer};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::Entries;
use crate::lsp;
use crate::syntax::is_unfinished;

/// Entries that are remembered from session to session.
const REMEMBERED: usize = 10_000;
/// What is said of a candidate is cut after so many characters.
const ABOUT: usize = 60;

const COMMANDS: [(&str, &str); 10] = [
    ("moves", "every move of a position with its value"),
    ("why", "every move of a position with its value"),
    ("plot", "a picture"),
    ("find", "patterns, as claims"),
    ("time", "how long an answer takes"),
    ("reload", "reads the file again"),
    ("save", "writes the file with what was typed"),
    ("help", "what can be typed"),
    ("quit", "ends the session"),
    ("q", "ends the session"),
];

/// A terminal with whoever sits before it.
pub(super) struct Terminal {
    editor: Editor<Assistant, FileHistory>,
    history: Option<PathBuf>,
}

impl Terminal {
    /// Prepares the terminal for a session on a file.
    ///
    /// # Errors
    /// What the terminal says.
    pub fn open(file: Option<&str>) -> Result<Self, ReadlineError> {
        let config = Config::builder().max_history_size(REMEMBERED)?.completion_type(CompletionType::List).build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Assistant { file: file.map(PathBuf::from), text: Arc::default() }));
        let history = history_file();
        if let Some(path) = &history {
            // The first time there is none.
            let _ = editor.load_history(path);
        }
        Ok(Self { editor, history })
    }
}

/// Where entries are remembered, if there is a place for it.
fn history_file() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = variable("XDG_STATE_HOME").or_else(|| Some(variable("HOME")?.join(".local/state")))?;
    let folder = state.join("sgi");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

impl Entries for Terminal {
    fn next(&mut self) -> Option<String> {
        loop {
            match self.editor.readline("> ") {
                Ok(entry) => {
                    let _ = self.editor.add_history_entry(entry.trim_end());
                    if let Some(path) = &self.history {
                        // A session without memory is still a session.
                        let _ = self.editor.append_history(path);
                    }
                    return Some(entry);
                }
                // What was being typed is given up.
                Err(ReadlineError::Interrupted) => {}
                Err(_) => return None,
            }
        }
    }

    fn knows(&mut self, text: &Arc<str>) {
        if let Some(assistant) = self.editor.helper_mut() {
            assistant.text = Arc::clone(text);
        }
    }
}

/// Who helps to write.
struct Assistant {
    file: Option<PathBuf>,
    text: Arc<str>,
}

/// A word that may stand there.
struct Word {
    word: String,
    shown: String,
}

impl Candidate for Word {
    fn display(&self) -> &str {
        &self.shown
    }

    fn replacement(&self) -> &str {
        &self.word
    }
}

impl Completer for Assistant {
    type Candidate = Word;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Word>)> {
        let is_word = |c: char| c == '_' || c.is_alphanumeric();
        let before = &line[..pos];
        let from =
            before.rfind(|c| !is_word(c)).map_or(0, |i| i + before[i..].chars().next().map_or(0, char::len_utf8));
        let command = before[..from].trim_start() == ":";
        let known = if command {
            COMMANDS.map(|(word, about)| (word.to_owned(), about.to_owned())).to_vec()
        } else {
            let path = self.file.as_deref().unwrap_or(Path::new(""));
            lsp::completions(path, &format!("{}\n{line}", self.text), self.text.len() + 1 + pos)
        };
        let begun = &before[from..];
        let fits = known.into_iter().filter(|(word, _)| word.starts_with(begun));
        let word = |(word, about): (String, String)| {
            let about: String = about.chars().take(ABOUT).collect();
            Word { shown: format!("{word}  {about}"), word }
        };
        Ok((from, fits.map(word).collect()))
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let entry = context.input();
        let more = !entry.trim_start().starts_with(':') && !entry.ends_with('\n') && is_unfinished(entry);
        Ok(if more { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Hinter for Assistant {
    type Hint = String;
}

impl Highlighter for Assistant {}

impl Helper for Assistant {}
