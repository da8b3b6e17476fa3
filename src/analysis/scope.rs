//! The names of each file, and what they stand for.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Unit;
use super::model::{Enum, Mention, Model, StaticInstance};
use super::wording;
use crate::base::{FileId, Span};
use crate::diagnostics::Diagnostics;
use crate::syntax::ast::{self, ItemKind, Name, Pattern};
use crate::value::EnumMember;

/// What a name of a file stands for.
#[derive(Clone, Debug)]
pub(super) enum Entity {
    /// An index into [`Model::games`].
    Game(u32),
    /// An index into [`Names::aliases`].
    Alias(u32),
    /// An index into [`Model::functions`].
    Function(u32),
    /// A parameter or a `let`, or a part of one.
    Global {
        /// Index into [`Model::globals`].
        index: u32,
        /// Where in its value.
        path: Vec<u32>,
        /// A parameter.
        param: bool,
    },
    /// An index into [`Model::enums`].
    Enum(u32),
    /// A member of an enum.
    Member(Rc<EnumMember>),
    /// A name that was to be taken from a file that does not have it: said already.
    Missing,
}

impl Entity {
    /// What it is, in words.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Self::Game(_) | Self::Alias(_) => "a game",
            Self::Function(_) => "a function",
            Self::Global { param: true, .. } => "a parameter",
            Self::Global { .. } => "a `let`",
            Self::Enum(_) => "an enum",
            Self::Member(_) => "a member of an enum",
            Self::Missing => "a name",
        }
    }
}

/// A name of a file with its place.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) entity: Entity,
    pub(super) span: Span,
}

/// The names of one file: its own, then those it takes from others.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    names: HashMap<Rc<str>, Declared>,
    /// In the order declared, so that suggestions do not depend on hashing.
    order: Vec<Rc<str>>,
    /// How many of `order` are its own.
    own: usize,
    /// It takes all names of a file that could not be read, so any name may be known.
    pub(super) open: bool,
}

impl Scope {
    pub(super) fn get(&self, name: &str) -> Option<&Declared> {
        self.names.get(name)
    }

    /// Every name, in the order declared.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.order.iter().map(|n| &**n)
    }

    /// The names that the file itself declares.
    fn own(&self) -> &[Rc<str>] {
        &self.order[..self.own]
    }

    fn declare(&mut self, name: &Name, entity: Entity, out: &mut Diagnostics) {
        if &*name.text == "_" {
            return;
        }
        if let Some(first) = self.names.get(&name.text) {
            out.push(wording::defined_twice(name, first.span));
            return;
        }
        self.names.insert(name.text.clone(), Declared { entity, span: name.span });
        self.order.push(name.text.clone());
    }
}

/// What can be said of a game or function before its body is read.
#[derive(Clone, Debug)]
pub(super) struct Header {
    pub(super) name: Rc<str>,
    pub(super) rule_params: Vec<Rc<str>>,
    pub(super) fields: Vec<Rc<str>>,
}

impl Header {
    fn of_game(game: &ast::Game) -> Self {
        let names = |fields: &[ast::Field]| fields.iter().map(|f| f.name.text.clone()).collect();
        Self { name: game.name.text.clone(), rule_params: names(&game.rule_params), fields: names(&game.fields) }
    }

    fn of_function(name: &Name, params: &[ast::Field]) -> Self {
        let fields = params.iter().map(|f| f.name.text.clone()).collect();
        Self { name: name.text.clone(), rule_params: Vec::new(), fields }
    }

    /// As it is called: `Octal[code](n)`.
    pub(super) fn pattern(&self) -> String {
        let rules =
            if self.rule_params.is_empty() { String::new() } else { format!("[{}]", self.rule_params.join(", ")) };
        format!("{}{rules}({})", self.name, self.fields.join(", "))
    }
}

/// The names of all files, and the headers of what they stand for.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub(super) scopes: Vec<Scope>,
    pub(super) games: Vec<Header>,
    pub(super) functions: Vec<Header>,
    /// Declarations are missing because they could not be parsed.
    pub(super) broken: bool,
    /// How many unknown names got a search for near ones: after many, the names are not the trouble.
    pub(super) searches: std::cell::Cell<usize>,
    /// What each file declares by its words, where declarations are missing; filled when first asked for.
    pub(super) lost: RefCell<HashMap<FileId, HashSet<Rc<str>>>>,
    /// What belongs to the main file.
    pub(super) main: super::lints::Main,
    /// The instance of each game without rule parameters.
    pub(super) plain: Vec<Option<u32>>,
    /// Game and instance of each alias; `None` after an error.
    pub(super) aliases: Vec<Option<(u32, u32)>>,
}

/// An alias that waits for its target.
pub(super) struct PendingAlias<'a> {
    pub(super) unit: usize,
    pub(super) name: &'a Name,
    pub(super) target: &'a ast::Expr,
}

/// Reads the declarations of every file and binds what files take from each other. Enums are complete afterwards, and
/// every game, function, parameter and `let` has its index, in the order of files and then of items.
pub(super) fn collect<'a>(
    units: &'a [Unit],
    model: &mut Model,
    out: &mut Diagnostics,
) -> (Names, Vec<PendingAlias<'a>>) {
    let mut collector = Collector { names: Names::default(), pending: Vec::new(), globals: 0, model };
    for (index, unit) in units.iter().enumerate() {
        collector.names.scopes.push(Scope::default());
        for item in &unit.file.items {
            collector.item(index, item, out);
        }
        let names = &mut collector.names;
        names.scopes[index].own = names.scopes[index].order.len();
        if index == 0 {
            names.main = super::lints::Main { games: names.games.len(), functions: names.functions.len() };
        }
    }
    let Collector { mut names, pending, model, .. } = collector;
    for (index, unit) in units.iter().enumerate() {
        import(units, index, unit, &mut names, &mut model.mentions, out);
    }
    (names, pending)
}

struct Collector<'a, 'm> {
    names: Names,
    pending: Vec<PendingAlias<'a>>,
    globals: u32,
    model: &'m mut Model,
}

impl<'a> Collector<'a, '_> {
    fn item(&mut self, unit: usize, item: &'a ast::Item, out: &mut Diagnostics) {
        match &item.kind {
            ItemKind::Game(game) => {
                let index = narrow(self.names.games.len());
                self.names.games.push(Header::of_game(game));
                self.names.plain.push(game.rule_params.is_empty().then(|| plain_instance(self.model, index, game)));
                self.names.scopes[unit].declare(&game.name, Entity::Game(index), out);
            }
            ItemKind::Alias { name, target } => {
                let index = narrow(self.names.aliases.len());
                self.names.aliases.push(None);
                self.pending.push(PendingAlias { unit, name, target });
                self.names.scopes[unit].declare(name, Entity::Alias(index), out);
            }
            ItemKind::Param { name, .. } => {
                let entity = Entity::Global { index: self.globals, path: Vec::new(), param: true };
                self.names.scopes[unit].declare(name, entity, out);
                self.globals += 1;
            }
            ItemKind::Let { pattern, .. } => {
                self.pattern(unit, pattern, &mut Vec::new(), out);
                self.globals += 1;
            }
            ItemKind::Fn { name, params, .. } => {
                let index = narrow(self.names.functions.len());
                self.names.functions.push(Header::of_function(name, params));
                self.names.scopes[unit].declare(name, Entity::Function(index), out);
            }
            ItemKind::Enum { name, members } => self.enumeration(unit, name, members, out),
            _ => {}
        }
    }

    fn pattern(&mut self, unit: usize, pattern: &Pattern, path: &mut Vec<u32>, out: &mut Diagnostics) {
        match pattern {
            Pattern::Name(name) => {
                let entity = Entity::Global { index: self.globals, path: path.clone(), param: false };
                self.names.scopes[unit].declare(name, entity, out);
            }
            Pattern::Tuple(entries, _) => {
                for (i, entry) in entries.iter().enumerate() {
                    path.push(narrow(i));
                    self.pattern(unit, entry, path, out);
                    path.pop();
                }
            }
        }
    }

    fn enumeration(&mut self, unit: usize, name: &Name, members: &[Name], out: &mut Diagnostics) {
        let ty = narrow(self.model.enums.len());
        let scope = &mut self.names.scopes[unit];
        scope.declare(name, Entity::Enum(ty), out);
        let mut list: Vec<Rc<EnumMember>> = Vec::new();
        for member in members {
            let value = Rc::new(EnumMember { ty, index: narrow(list.len()), name: member.text.clone() });
            scope.declare(member, Entity::Member(value.clone()), out);
            list.push(value);
        }
        self.model.enums.push(Enum { members: list });
    }
}

/// A game without rule parameters is one instance, made once.
fn plain_instance(model: &mut Model, game: u32, header: &ast::Game) -> u32 {
    let index = narrow(model.instances.len());
    model.instances.push(StaticInstance { game, args: Vec::new(), frame_size: 0, span: header.name.span });
    index
}

/// Brings in what a file takes from others. Only a file's own names can be taken, and none of its parameters.
fn import(
    units: &[Unit],
    index: usize,
    unit: &Unit,
    names: &mut Names,
    mentions: &mut Vec<Mention>,
    out: &mut Diagnostics,
) {
    let mut sources = unit.uses.iter();
    for item in &unit.file.items {
        let ItemKind::Use { names: wanted, .. } = &item.kind else { continue };
        let source = sources.next().copied().flatten().filter(|from| *from < units.len());
        let Some(from) = source else {
            names.scopes[index].open |= wanted.is_empty();
            for name in wanted {
                names.scopes[index].miss(name);
            }
            continue;
        };
        if from == index {
            continue;
        }
        let available: Vec<(Rc<str>, Declared)> = {
            let scope = &names.scopes[from];
            let takeable = |d: &Declared| !matches!(d.entity, Entity::Global { param: true, .. });
            scope.own().iter().map(|n| (n.clone(), scope.names[n].clone())).filter(|(_, d)| takeable(d)).collect()
        };
        let scope = &mut names.scopes[index];
        if wanted.is_empty() {
            for (name, declared) in &available {
                scope.take(name, declared, item.span, out);
            }
        }
        for name in wanted {
            let Some((text, declared)) = available.iter().find(|(n, _)| *n == name.text) else {
                out.push(wording::not_in_used_file(name, available.iter().map(|(n, _)| &**n)));
                scope.miss(name);
                continue;
            };
            scope.take(text, declared, name.span, out);
            mentions.push(Mention { at: name.span, declared: declared.span });
            // An enum is of no use without its members.
            if let Entity::Enum(ty) = declared.entity {
                for (text, declared) in &available {
                    if matches!(&declared.entity, Entity::Member(m) if m.ty == ty) {
                        scope.take(text, declared, name.span, out);
                    }
                }
            }
        }
    }
}

impl Scope {
    /// Knows a name of which nothing else is known.
    fn miss(&mut self, name: &Name) {
        if !self.names.contains_key(&name.text) {
            self.names.insert(name.text.clone(), Declared { entity: Entity::Missing, span: name.span });
        }
    }

    fn take(&mut self, name: &Rc<str>, declared: &Declared, place: Span, out: &mut Diagnostics) {
        match self.names.get(name) {
            // The same thing taken twice is harmless.
            Some(known) if known.span == declared.span => {}
            Some(known) => out.push(wording::taken_and_defined(name, place, known.span)),
            None => {
                self.names.insert(name.clone(), declared.clone());
                self.order.push(name.clone());
            }
        }
    }
}

/// Counts of things that stand in a text of at most 2 GiB fit 32 bits.
pub(super) fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
