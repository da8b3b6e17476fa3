//! A file that is asked one thing after another: expressions, declarations and statements, as they are typed.

use std::rc::Rc;

use super::{Exit, Input, Observer, Options, Session};
use crate::base::Meter;
use crate::diagnostics::Diagnostics;
use crate::syntax::ast::{File, Item, ItemKind, Name, Pattern};
use crate::syntax::{self, Scanner, TokenKind};

/// What was typed and is to be kept: declarations, and the statements that ran.
#[derive(Clone, Default, Debug)]
pub struct Typed {
    entries: Vec<Entry>,
}

/// One entry, as typed.
#[derive(Clone, Debug)]
struct Entry {
    text: String,
    /// What it declares, each with the space of its name.
    names: Vec<(Space, String)>,
    /// Whether all of it are statements.
    asks: bool,
}

/// Names of different spaces do not meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Space {
    Scope,
    Claim,
    Table,
    Plot,
    Start,
}

impl Typed {
    /// All that was typed, as one would write it below the file.
    #[must_use]
    pub fn text(&self) -> String {
        self.entries.iter().flat_map(|entry| [entry.text.as_str(), "\n"]).collect()
    }

    /// With an entry more, which stands for what has its names.
    fn with(&self, entry: Entry) -> Self {
        let replaced = |old: &&Entry| !old.names.iter().any(|name| entry.names.contains(name));
        let kept: Vec<Entry> = self.entries.iter().filter(replaced).cloned().collect();
        Self { entries: kept.into_iter().chain([entry]).collect() }
    }

    fn declarations(&self) -> Vec<Rc<str>> {
        self.entries.iter().filter(|entry| !entry.asks).map(|entry| entry.text.as_str().into()).collect()
    }
}

/// What a declaration gives names to.
fn names_of(item: &Item) -> Vec<(Space, String)> {
    let one = |space, name: &Name| vec![(space, name.text.to_string())];
    match &item.kind {
        ItemKind::Game(game) => one(Space::Scope, &game.name),
        ItemKind::Alias { name, .. } | ItemKind::Param { name, .. } | ItemKind::Fn { name, .. } => {
            one(Space::Scope, name)
        }
        ItemKind::Enum { name, members } => {
            std::iter::once(name).chain(members).flat_map(|name| one(Space::Scope, name)).collect()
        }
        ItemKind::Let { pattern, .. } => pattern_names(pattern).map(|name| (Space::Scope, name)).collect(),
        ItemKind::Claim { name, .. } => one(Space::Claim, name),
        ItemKind::Table { name, .. } => one(Space::Table, name),
        ItemKind::Plot { name, .. } => one(Space::Plot, name),
        ItemKind::Start(_) => vec![(Space::Start, String::new())],
        ItemKind::Use { .. } | ItemKind::Print(_) => Vec::new(),
    }
}

fn pattern_names(pattern: &Pattern) -> Box<dyn Iterator<Item = String> + '_> {
    match pattern {
        Pattern::Name(name) => Box::new(std::iter::once(name.text.to_string()).filter(|name| name != "_")),
        Pattern::Tuple(entries, _) => Box::new(entries.iter().flat_map(pattern_names)),
    }
}

fn asks(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Claim { .. } | ItemKind::Table { .. } | ItemKind::Plot { .. } | ItemKind::Print(_))
}

/// Whether a text begins with the word of a declaration.
fn declares(text: &str) -> bool {
    let words = Scanner::new(text, 0).filter(|token| token.kind != TokenKind::Comment).take(2);
    let words: Vec<&str> = words.map(|token| token.text(text)).collect();
    match words[..] {
        ["loopy", second] => second == "game",
        [first, ..] => syntax::words::opens_declaration(first),
        [] => false,
    }
}

/// A file and what is typed to it. What one answer has found out serves the next, until a declaration changes the rules.
pub struct Worksheet<'o> {
    session: Session<'o>,
    input: Input,
    typed: Typed,
}

impl<'o> Worksheet<'o> {
    /// Reads a file, with what was typed to it before, and tells what is wrong with it.
    pub fn open(input: Input, typed: Typed, options: Options, observer: &'o mut dyn Observer) -> Self {
        let session = Session::open(&input, options, observer).last();
        let mut sheet = Self { session, input, typed };
        if !sheet.typed.entries.is_empty() {
            sheet.read_again();
        }
        sheet
    }

    /// What was typed so far.
    #[must_use]
    pub fn typed(&self) -> &Typed {
        &self.typed
    }

    /// The file with what was typed.
    #[must_use]
    pub fn text(&self) -> String {
        let file = &self.input.text;
        let end = if file.is_empty() || file.ends_with('\n') { "" } else { "\n" };
        format!("{file}{end}{}", self.typed.text())
    }

    /// The meter of what is asked next, for a progress line.
    pub fn meter(&mut self) -> &Meter {
        self.session.renew();
        self.session.meter()
    }

    /// How what was asked last has ended.
    #[must_use]
    pub fn ended(&self) -> Exit {
        self.session.ended()
    }

    /// Takes another text of the file, and tells what is wrong with it.
    pub fn reload(&mut self, input: Input) -> Exit {
        self.input = input;
        self.session.renew();
        self.read_again();
        self.session.ended()
    }

    /// Whether this is the text of the file.
    #[must_use]
    pub fn has_text(&self, text: &str) -> bool {
        *self.input.text == *text
    }

    /// Answers an entry: expressions are evaluated, `EXPR for ...` makes a table, statements run, declarations are kept.
    /// Returns how it ended.
    pub fn enter(&mut self, text: &str) -> Exit {
        if declares(text) {
            return self.declare(text);
        }
        let generator = syntax::parse_generator(text, 0, &mut Diagnostics::default());
        self.ask(|session| {
            if generator.binders.is_empty() {
                session.evaluate(&[text.to_owned()]);
            } else {
                session.table(text);
            }
        })
    }

    /// A plot of the file by its name, or `EXPR for ...`.
    pub fn plot(&mut self, text: &str) -> Exit {
        let named = self.session.model().is_some_and(|model| model.statements.iter().any(|s| *s.name == *text));
        self.ask(|session| if named { session.plots(&[text.to_owned()]) } else { session.plot(text) })
    }

    /// Lets the session answer what a command asks, on what the file is now.
    pub fn ask(&mut self, answer: impl FnOnce(&mut Session<'o>)) -> Exit {
        self.session.renew();
        if !self.session.is_sound() {
            self.read_again();
        }
        if self.session.is_sound() {
            answer(&mut self.session);
        }
        self.session.ended()
    }

    fn read_again(&mut self) {
        let read = self.session.read_all(&self.input, &self.typed.declarations());
        self.session.take(read);
    }

    fn declare(&mut self, text: &str) -> Exit {
        let mut out = Diagnostics::default();
        let file = syntax::parse_file(text, 0, &mut out);
        if out.has_errors() {
            // Told with its place.
            return self.ask(|session| drop(session.items(text)));
        }
        let (statements, declarations): (Vec<Entry>, Vec<Entry>) =
            entries(&file, text).into_iter().partition(|entry| entry.asks);
        let (input, mut typed) = (&self.input, self.typed.clone());
        self.session.renew();
        if !declarations.is_empty() {
            let starts = declarations.iter().any(|entry| entry.names.iter().any(|(space, _)| *space == Space::Start));
            typed = declarations.into_iter().fold(typed, |typed, entry| typed.with(entry));
            let mut read = self.session.read_all(input, &typed.declarations());
            if read.has_errors() {
                self.session.refuse(read);
                return self.session.ended();
            }
            read.tell_only_of_typed();
            self.session.take(read);
            self.typed = typed;
            if starts {
                self.session.solve_start();
            }
        }
        for entry in statements {
            self.session.run_typed(&entry.text);
            if [Exit::Success, Exit::Undecided].contains(&self.session.ended()) {
                self.typed = self.typed.with(entry);
            }
        }
        self.session.ended()
    }
}

/// The declarations of a text, each with the comments before it.
fn entries(file: &File, text: &str) -> Vec<Entry> {
    let ends = file.items.iter().map(|item| item.span.end as usize);
    let starts = std::iter::once(0).chain(ends.clone());
    let last = file.items.len().saturating_sub(1);
    let piece = |(i, ((item, from), to)): (usize, ((&Item, usize), usize))| Entry {
        text: text[from..if i == last { text.len() } else { to }].trim().to_owned(),
        names: names_of(item),
        asks: asks(item),
    };
    file.items.iter().zip(starts).zip(ends).enumerate().map(piece).collect()
}
