//! Reading: the main file, and what it uses.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use super::games::shipped;
use super::read::{self, reason};
use crate::analysis::{self, Unit};
use crate::base::{SourceMap, Span};
use crate::diagnostics::suggest::closest;
use crate::diagnostics::{Diagnostic, Diagnostics, codes};
use crate::syntax;
use crate::syntax::ast::{self, UseSource};

/// The text of a main file, as the command line names it.
#[derive(Clone, Debug)]
pub struct Input {
    /// As shown to the user.
    pub name: String,
    /// The text.
    pub text: Rc<str>,
    /// Where `use` looks; `None` for a shipped game and for the standard input, which has the current folder.
    pub folder: Option<PathBuf>,
}

impl Input {
    /// Reads a file: a path, or the bare name of a shipped game where no file is called so.
    ///
    /// # Errors
    /// A diagnostic when it cannot be read, or is no text in UTF-8.
    pub fn read(path: &str) -> Result<Self, Box<Diagnostic>> {
        match read::file(Path::new(path)) {
            Ok(bytes) => Self::from_bytes(path, bytes, Path::new(path).parent()),
            Err(error) => {
                if let Some(game) = shipped(path) {
                    return Ok(Self { name: format!("{path}.game"), text: game.text.into(), folder: None });
                }
                let mut said = Self::unreadable(path, &error);
                let beside = format!("{path}.game");
                if Path::new(&beside).is_file() {
                    return Err(Box::new(said.help(format!("there is a file `{beside}`: write `{beside}`"))));
                }
                let stem = path.strip_suffix(".game").unwrap_or(path);
                let names = super::games::SHIPPED.iter().map(|g| g.name);
                if let Some(near) = shipped(stem).map(|g| g.name).or_else(|| closest(stem, names)) {
                    said = said.help(format!("a game of the name `{near}` is shipped with `sgi`: write `{near}`"));
                }
                Err(Box::new(said))
            }
        }
    }

    /// Reads a file that must be there.
    ///
    /// # Errors
    /// A diagnostic when it cannot be read, or is no text in UTF-8.
    pub fn read_exactly(path: &str) -> Result<Self, Box<Diagnostic>> {
        let bytes = read::file(Path::new(path)).map_err(|error| Box::new(Self::unreadable(path, &error)))?;
        Self::from_bytes(path, bytes, Path::new(path).parent())
    }

    /// Reads standard input, whose `use` looks in the current folder.
    ///
    /// # Errors
    /// A diagnostic when it cannot be read, or is no text in UTF-8.
    pub fn standard() -> Result<Self, Box<Diagnostic>> {
        let bytes = read::input().map_err(|error| Box::new(Self::unreadable("<stdin>", &error)))?;
        Self::from_bytes("<stdin>", bytes, Some(Path::new("")))
    }

    /// What is said when a file cannot be read.
    #[must_use]
    pub fn unreadable(name: &str, error: &std::io::Error) -> Diagnostic {
        let large = error.kind() == std::io::ErrorKind::FileTooLarge;
        let code = if large { codes::TOO_LARGE } else { codes::CANNOT_READ };
        Diagnostic::error(code, Span::NONE, format!("cannot read `{name}`: {}", reason(error)))
    }

    /// Takes a text that was read elsewhere.
    ///
    /// # Errors
    /// A diagnostic when it is no text in UTF-8.
    pub fn from_bytes(name: &str, bytes: Vec<u8>, folder: Option<&Path>) -> Result<Self, Box<Diagnostic>> {
        match String::from_utf8(bytes) {
            Ok(text) => {
                let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
                Ok(Self { name: name.to_owned(), text: text.into(), folder: folder.map(Path::to_path_buf) })
            }
            Err(error) => {
                let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = String::from_utf8_lossy(before).matches('\n').count() + 1;
                let text =
                    format!("`{name}` is not text in UTF-8: line {line} has a byte that belongs to no character");
                let said = Diagnostic::error(codes::NOT_UTF8, Span::NONE, text);
                Err(Box::new(said.help("convert it, for example with `iconv -f latin1 -t utf-8`")))
            }
        }
    }
}

/// Texts that stand for what is on the disk, as an editor has them, by their paths without links.
#[derive(Clone, Debug, Default)]
pub struct Overlay(pub Arc<HashMap<PathBuf, Arc<str>>>);

/// All files of a run, parsed; the main one first.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    pub map: SourceMap,
    pub units: Vec<Unit>,
    /// Where each unit's `use` looks.
    folders: Vec<Option<PathBuf>>,
    /// Units by what names them, so that each file is read once.
    known: HashMap<PathBuf, usize>,
    /// Bytes of text that may still be parsed.
    room: u64,
    overlay: Overlay,
}

/// Memory that a byte of text takes at most while it is parsed and analysed. Measured with texts of 2 MB of each
/// construct: most take 70 to 110, long chains of indices 217.
const MEMORY_OF_A_BYTE: u64 = 256;

impl Loaded {
    /// Parses a main file, with `more` declarations that belong to it but are written elsewhere, and everything that it
    /// uses, as far as `memory` allows.
    pub fn new(input: &Input, more: &[Rc<str>], memory: u64, overlay: Overlay, out: &mut Diagnostics) -> Self {
        let mut loaded = Self { room: memory / MEMORY_OF_A_BYTE, overlay, ..Self::default() };
        loaded.add(&input.name, &input.text, input.folder.clone(), out);
        for text in more {
            if let Some(file) = loaded.parse(super::session::TYPED, text, out)
                && let Some(main) = loaded.units.first_mut()
            {
                main.file.items.extend(file.items);
            }
        }
        // A used file may use the main one.
        if let Some(path) = input.folder.as_ref().and_then(|_| Path::new(&input.name).canonicalize().ok()) {
            loaded.known.insert(path, 0);
        }
        let mut next = 0;
        while next < loaded.units.len() {
            loaded.follow(next, out);
            next += 1;
        }
        loaded
    }

    fn add(&mut self, name: &str, text: &Rc<str>, folder: Option<PathBuf>, out: &mut Diagnostics) -> Option<usize> {
        let file = self.parse(name, text, out)?;
        self.units.push(Unit { file, uses: Vec::new() });
        self.folders.push(folder);
        Some(self.units.len() - 1)
    }

    fn parse(&mut self, name: &str, text: &Rc<str>, out: &mut Diagnostics) -> Option<ast::File> {
        let Some(room) = self.room.checked_sub(text.len() as u64) else {
            out.push(
                Diagnostic::error(
                    codes::TOO_MUCH_MEMORY,
                    Span::NONE,
                    format!("`{name}` is too long for the memory allowed"),
                )
                .note(format!("{MEMORY_OF_A_BYTE} times the size of a text are set aside for reading it"))
                .help("allow more with `--max-memory`, for example `8G`"),
            );
            return None;
        };
        self.room = room;
        let Some(id) = self.map.add(name, Rc::clone(text)) else {
            out.push(Diagnostic::error(codes::TOO_LARGE, Span::NONE, format!("`{name}`: the files are too large")));
            return None;
        };
        Some(syntax::parse_file(text, self.map.file(id).start, out))
    }

    /// Reads what a unit uses.
    fn follow(&mut self, unit: usize, out: &mut Diagnostics) {
        let uses: Vec<(UseSource, Span)> =
            analysis::uses(&self.units[unit].file).into_iter().map(|(source, span)| (source.clone(), span)).collect();
        let read = uses.iter().map(|(source, span)| self.read_used(unit, source, *span, out)).collect();
        self.units[unit].uses = read;
    }

    fn read_used(&mut self, unit: usize, source: &UseSource, span: Span, out: &mut Diagnostics) -> Option<usize> {
        let (name, file) = match source {
            UseSource::Name(name) => (&name.text, format!("{}.game", name.text)),
            UseSource::Path(name) => (&name.text, name.text.to_string()),
        };
        if let Some(why) = forbidden(&file) {
            out.push(missing(name, span, why));
            return None;
        }
        let beside = match &self.folders[unit] {
            Some(folder) => read::inside(folder, &file).map(|found| found.map(|key| (key, folder.join(&file)))),
            None => Ok(None),
        };
        match beside {
            // One file has one identity, however it is reached.
            Ok(Some((key, path))) => return self.read_beside(key, &path, span, out),
            Ok(None) => {}
            Err(why) => {
                out.push(missing(name, span, &why));
                return None;
            }
        }
        let stem = file.strip_suffix(".game").unwrap_or(&file);
        let Some(game) = shipped(stem) else {
            let mut said = missing(
                name,
                span,
                &format!("there is no file `{file}` beside this one, and no shipped game `{stem}`"),
            );
            if let Some(near) = closest(stem, super::games::SHIPPED.iter().map(|g| g.name)) {
                said = said.help(format!("did you mean `use {near}`?"));
            }
            out.push(said);
            return None;
        };
        let key = PathBuf::from(format!("<shipped>/{stem}"));
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let input = Ok(Input { name: format!("<shipped>/{stem}.game"), text: game.text.into(), folder: None });
        self.enter(key, input, span, out)
    }

    /// Reads `path`, whose name without links is `key`.
    fn read_beside(&mut self, key: PathBuf, path: &Path, span: Span, out: &mut Diagnostics) -> Option<usize> {
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let shown = path.to_string_lossy();
        let bytes = match self.overlay.0.get(&key) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => read::file(&key),
        };
        let input = match bytes {
            Ok(bytes) => Input::from_bytes(&shown, bytes, path.parent()),
            Err(error) => Err(Box::new(Input::unreadable(&shown, &error))),
        };
        self.enter(key, input, span, out)
    }

    fn enter(
        &mut self,
        key: PathBuf,
        input: Result<Input, Box<Diagnostic>>,
        span: Span,
        out: &mut Diagnostics,
    ) -> Option<usize> {
        match input {
            Ok(input) => {
                let unit = self.add(&input.name, &input.text, input.folder, out)?;
                self.known.insert(key, unit);
                Some(unit)
            }
            Err(mut said) => {
                said.primary.span = span;
                out.push(*said);
                None
            }
        }
    }
}

/// Why a path is none that `use` reads.
fn forbidden(file: &str) -> Option<&'static str> {
    let inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if Path::new(file).extension().is_none_or(|e| e != "game") {
        Some("`use` reads `.game` files only")
    } else if !Path::new(file).components().all(inside) {
        Some("`use` reads files beside this one or in folders below, nothing else on the disk")
    } else {
        None
    }
}

fn missing(name: &str, span: Span, why: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_SUCH_USE, span, format!("`{name}` cannot be used here: {why}"))
        .help("`use kayles` reads `kayles.game` beside this file, or the shipped game; `sgi games` lists those")
}
