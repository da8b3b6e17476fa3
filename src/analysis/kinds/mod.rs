//! Kinds: an abstract interpretation of the model, before anything is evaluated.
//!
//! Games, `let`s and functions get kinds by iteration from "nothing yet" upwards until nothing changes, each looked at
//! again when something that it reads has changed; only then are complaints made, in one more pass. A function is a template: it gets a kind for every list of argument kinds that it
//! is called with.

mod builtins;
mod compare;
mod expr;
mod kind;
mod operators;
mod places;
mod positions;
mod wording;

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use super::model::{Binder, Expr, Field, InstanceExpr, Marks, Model, Pattern, Statement, StatementKind, Type};
use crate::base::{SourceMap, Span};
use crate::cgt::Movers;
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use kind::{Kind, join_marks};
use positions::Wanted;

/// What has been found out so far; kept in the model for expressions that come later.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    /// The marks of each game, closed over all that it leads to.
    marks: Vec<Marks>,
    globals: Vec<Kind>,
    /// The kinds of each game's parameters, fields and `let`s by slot.
    slots: Vec<Vec<Kind>>,
    calls: HashMap<(u32, Rc<[Kind]>), usize>,
    /// Every function with argument kinds that is called, and the kind of its value.
    instantiations: Vec<(u32, Rc<[Kind]>, Kind)>,
    /// How many of them belong to each function.
    counts: Vec<usize>,
}

/// A function is looked at for at most so many lists of argument kinds; beyond that nothing is said.
const MAX_INSTANTIATIONS: usize = 40;

/// Something with a kind or marks of its own, or a statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    Global(usize),
    Instance(usize),
    Game(usize),
    /// An index into [`Tables::instantiations`].
    Call(usize),
    Statement(usize),
}

/// Kinds only grow and are of bounded depth, so that no node is looked at this often on the average; it bounds the time
/// all the same.
const MAX_LOOKS: usize = 200;

/// Checks the kinds of the whole model and sets every game's marks.
pub(super) fn check(model: &mut Model, sources: &SourceMap, out: &mut Diagnostics) {
    let mut tables = Tables {
        marks: model.games.iter().map(own_marks).collect(),
        globals: vec![Kind::Never; model.globals.len()],
        slots: model.games.iter().map(|g| vec![Kind::Never; g.frame_size as usize]).collect(),
        counts: vec![0; model.functions.len()],
        ..Tables::default()
    };
    let statements: Vec<&Statement> = model.start.iter().chain(&model.statements).collect();
    Checker::run(model, sources, &mut tables, &statements, true, out);
    for (game, marks) in model.games.iter_mut().zip(&tables.marks) {
        game.marks = *marks;
    }
    model.kinds = tables;
}

/// Checks the kinds of a statement that came later.
pub(super) fn check_statement(model: &mut Model, sources: &SourceMap, statement: &Statement, out: &mut Diagnostics) {
    let mut tables = std::mem::take(&mut model.kinds);
    Checker::run(model, sources, &mut tables, &[statement], false, out);
    model.kinds = tables;
}

/// The marks that a game has by itself.
fn own_marks(game: &super::model::Game) -> Marks {
    Marks {
        partizan: game.moves.iter().any(|m| m.side != Movers::Both),
        loopy: game.loopy,
        wins_if: game.endings.iter().any(|e| e.wins),
        misere: false,
    }
}

struct Checker<'a> {
    model: &'a Model,
    sources: &'a SourceMap,
    tables: &'a mut Tables,
    /// Where complaints go; `None` while kinds still change.
    out: Option<&'a mut Diagnostics>,
    reported: HashSet<(Code, Span)>,
    /// The kinds of the slots of the frame at hand.
    env: Vec<Kind>,
    own: Option<u32>,
    /// What is looked at, what waits to be, and who reads what.
    current: Node,
    queue: VecDeque<Node>,
    waiting: HashSet<Node>,
    readers: HashMap<Node, HashSet<Node>>,
    /// In the last pass: the instantiations that are called in it, each once.
    live: Vec<usize>,
    /// The same, for looking up.
    alive: HashSet<usize>,
    /// What is added to complaints: for which arguments a function is looked at.
    context: Option<String>,
}

impl<'a> Checker<'a> {
    fn run(
        model: &'a Model,
        sources: &'a SourceMap,
        tables: &'a mut Tables,
        statements: &[&Statement],
        everything: bool,
        out: &'a mut Diagnostics,
    ) {
        let known = tables.instantiations.len();
        let mut checker = Self {
            model,
            sources,
            tables,
            out: None,
            reported: HashSet::new(),
            env: Vec::new(),
            own: None,
            current: Node::Statement(0),
            queue: VecDeque::new(),
            waiting: HashSet::new(),
            readers: HashMap::new(),
            live: Vec::new(),
            alive: HashSet::new(),
            context: None,
        };
        let mut nodes: Vec<Node> = Vec::new();
        if everything {
            nodes.extend((0..model.globals.len()).map(Node::Global));
            nodes.extend((0..model.instances.len()).map(Node::Instance));
            nodes.extend((0..model.games.len()).map(Node::Game));
        }
        nodes.extend((0..statements.len()).map(Node::Statement));
        nodes.iter().for_each(|node| checker.enqueue(*node));
        let mut looks = 0;
        while let Some(node) = checker.queue.pop_front() {
            checker.waiting.remove(&node);
            checker.look(node, statements);
            looks += 1;
            if looks > MAX_LOOKS * (nodes.len() + checker.tables.instantiations.len() + 10) {
                return;
            }
        }
        checker.out = Some(out);
        nodes.iter().for_each(|node| checker.look(*node, statements));
        // Kinds that were only believed on the way have left instantiations behind: they are not looked at.
        let mut at = 0;
        while let Some(&index) = checker.live.get(at) {
            if everything || index >= known {
                checker.look(Node::Call(index), statements);
            }
            at += 1;
        }
    }

    fn enqueue(&mut self, node: Node) {
        if self.waiting.insert(node) {
            self.queue.push_back(node);
        }
    }

    fn look(&mut self, node: Node, statements: &[&Statement]) {
        self.current = node;
        match node {
            Node::Global(index) => self.global(index),
            Node::Instance(index) => {
                let model = self.model;
                let instance = &model.instances[index];
                self.enter(instance.frame_size, None);
                self.rule_args(instance.game, &instance.args);
            }
            Node::Game(index) => self.game(index),
            Node::Call(index) => self.instantiation(index),
            Node::Statement(index) => self.statement(statements[index]),
        }
    }

    /// Notes that what is looked at depends on `node`.
    fn reads(&mut self, node: Node) {
        if self.out.is_none() {
            self.readers.entry(node).or_default().insert(self.current);
        }
    }

    /// What depends on `node` has to be looked at again.
    fn changed(&mut self, node: Node) {
        // A set's order must not decide in which order complaints come: it does not, they come in the last pass.
        let readers: Vec<Node> = self.readers.get(&node).into_iter().flatten().copied().collect();
        readers.into_iter().for_each(|reader| self.enqueue(reader));
    }

    /// Begins a frame.
    fn enter(&mut self, size: u32, own: Option<u32>) {
        self.env.clear();
        self.env.resize(size as usize, Kind::Never);
        self.own = own;
        self.context = None;
    }

    fn slot(&mut self, slot: u32) -> &mut Kind {
        let slot = slot as usize;
        if self.env.len() <= slot {
            self.env.resize(slot + 1, Kind::Never);
        }
        &mut self.env[slot]
    }

    /// Complains, once for each place and code.
    fn say(&mut self, diagnostic: Diagnostic) {
        let Some(out) = self.out.as_deref_mut() else { return };
        if self.reported.insert((diagnostic.code, diagnostic.primary.span)) {
            out.push(match &self.context {
                Some(context) => diagnostic.note(context.clone()),
                None => diagnostic,
            });
        }
    }

    /// The user's own text.
    fn text(&self, span: Span) -> String {
        super::resolve::snippet(self.sources, span)
    }

    fn type_kind(&mut self, ty: &Type) -> Kind {
        Kind::of_type(ty, &mut |e| {
            let kind = self.expr(e);
            self.element(&kind, e.span).held()
        })
    }

    fn fields(&mut self, fields: &[Field], first: usize) {
        for (i, field) in fields.iter().enumerate() {
            let kind = field.ty.as_ref().map_or(Kind::Unknown, |ty| self.type_kind(ty));
            self.env[first + i] = kind;
        }
    }

    fn global(&mut self, index: usize) {
        let model = self.model;
        let global = &model.globals[index];
        self.enter(global.frame_size, None);
        let kind = if let Some(ty) = &global.param {
            let wanted = self.type_kind(ty);
            let what = format!("the parameter `{}`", global.name);
            self.fits(&global.value, ty, &wanted, &what);
            wanted
        } else {
            let kind = self.stored(&global.value);
            self.check_shape(&global.shape, &kind, global.value.span);
            kind
        };
        let joined = self.tables.globals[index].join(&kind);
        if joined != self.tables.globals[index] {
            self.tables.globals[index] = joined;
            self.changed(Node::Global(index));
        }
    }

    fn game(&mut self, index: usize) {
        let model = self.model;
        let game = &model.games[index];
        let own = u32::try_from(index).ok();
        self.enter(game.frame_size, own);
        self.fields(&game.rule_params, 0);
        self.fields(&game.fields, game.rule_params.len());
        let behind = game.rule_params.len() + game.fields.len();
        let stored = &self.tables.slots[index];
        self.env[behind..].clone_from_slice(&stored[behind..]);
        // Both ways, because a `let` may need later ones.
        for lazy in game.lets.iter().rev().chain(&game.lets) {
            let kind = self.stored(&lazy.value);
            self.bind(&lazy.pattern, &kind, lazy.value.span);
        }
        if self.env[behind..] != self.tables.slots[index][behind..] {
            // Only `let`s are read across clauses; what comprehensions leave behind is overwritten before use.
            self.keep_lets(index);
        }
        let mut leads_to = own_marks(game);
        for clause in &game.moves {
            self.binders(&clause.binders);
            let position = self.position(&clause.target, Wanted::Move);
            leads_to = join_marks(leads_to, position.plain().marks);
        }
        for equation in &game.equations {
            self.binders(&equation.binders);
            let wanted = if equation.same { Wanted::Same } else { Wanted::Equals };
            let position = self.position(&equation.target, wanted);
            leads_to = join_marks(leads_to, position.plain().marks);
        }
        for ending in &game.endings {
            self.condition(&ending.condition);
        }
        if let Some(measure) = &game.measure {
            self.number(measure, "a measure");
        }
        let marks = join_marks(self.tables.marks[index], leads_to);
        if marks != self.tables.marks[index] {
            self.tables.marks[index] = marks;
            self.changed(Node::Game(index));
        }
    }

    fn keep_lets(&mut self, index: usize) {
        let mut slots = Vec::new();
        for lazy in &self.model.games[index].lets {
            slots_of(&lazy.pattern, &mut slots);
        }
        for slot in slots {
            let (new, old) = (&self.env[slot as usize], &mut self.tables.slots[index][slot as usize]);
            let joined = old.join(new);
            if joined != *old {
                *old = joined;
                self.enqueue(Node::Game(index));
            }
        }
    }

    fn statement(&mut self, statement: &Statement) {
        self.enter(statement.frame_size, None);
        self.binders(&statement.binders);
        match &statement.kind {
            StatementKind::Start(position) => {
                self.position(position, Wanted::Start);
            }
            StatementKind::Claim { body, .. } => self.condition(body),
            StatementKind::Table(cells) => cells.iter().for_each(|(_, e)| {
                self.stored(e);
            }),
            StatementKind::Plot(e) => {
                self.stored(e);
            }
            StatementKind::Print(list) => list.iter().for_each(|e| {
                self.stored(e);
            }),
        }
    }

    fn instantiation(&mut self, index: usize) {
        let (function, args, _) = self.tables.instantiations[index].clone();
        let model = self.model;
        let function = &model.functions[function as usize];
        self.enter(function.frame_size, None);
        self.context = (!args.is_empty()).then(|| {
            let kinds: Vec<String> = args.iter().map(Kind::describe).collect();
            format!("`{}` is called with {}", function.name, kinds.join(", "))
        });
        for (i, (kind, param)) in args.iter().zip(&function.params).enumerate() {
            let declared = param.ty.as_ref().filter(|_| kind.is_open()).map(|ty| self.type_kind(ty));
            self.env[i] = declared.unwrap_or_else(|| kind.clone());
        }
        let kind = self.stored(&function.body);
        let known = &mut self.tables.instantiations[index].2;
        let joined = known.join(&kind);
        if joined != *known {
            *known = joined;
            self.changed(Node::Call(index));
        }
    }

    /// The kind of a function's value for these arguments.
    fn call(&mut self, function: u32, args: Vec<Kind>) -> Kind {
        if args.contains(&Kind::Never) {
            return Kind::Never;
        }
        let args: Rc<[Kind]> = args.into();
        let key = (function, args);
        if let Some(&index) = self.tables.calls.get(&key) {
            self.reads(Node::Call(index));
            if self.out.is_some() && self.alive.insert(index) {
                self.live.push(index);
            }
            return self.tables.instantiations[index].2.clone();
        }
        let count = &mut self.tables.counts[function as usize];
        if *count >= MAX_INSTANTIATIONS {
            return Kind::Unknown;
        }
        *count += 1;
        let index = self.tables.instantiations.len();
        self.tables.instantiations.push((key.0, key.1.clone(), Kind::Never));
        self.tables.calls.insert(key, index);
        self.reads(Node::Call(index));
        self.enqueue(Node::Call(index));
        Kind::Never
    }

    fn binders(&mut self, binders: &[Binder]) {
        for binder in binders {
            match binder {
                Binder::In { pattern, domain } => {
                    let kind = self.expr(domain);
                    let element = self.element(&kind, domain.span);
                    self.bind(pattern, &element, domain.span);
                }
                Binder::Is { pattern, value } => {
                    let kind = self.stored(value);
                    self.bind(pattern, &kind, value.span);
                }
                Binder::If(condition) => self.condition(condition),
            }
        }
    }

    fn bind(&mut self, pattern: &Pattern, kind: &Kind, span: Span) {
        match pattern {
            Pattern::Slot(slot, _) => *self.slot(*slot) = kind.clone().held(),
            Pattern::Ignore => {}
            Pattern::Tuple(entries, place) => {
                let kinds = self.entries(entries.len(), kind, *place, span);
                for (entry, kind) in entries.iter().zip(kinds) {
                    self.bind(entry, &kind, span);
                }
            }
        }
    }

    fn check_shape(&mut self, pattern: &Pattern, kind: &Kind, span: Span) {
        if let Pattern::Tuple(entries, place) = pattern {
            let kinds = self.entries(entries.len(), kind, *place, span);
            for (entry, kind) in entries.iter().zip(kinds) {
                self.check_shape(entry, &kind, span);
            }
        }
    }

    /// The kinds that the entries of a pattern get.
    fn entries(&mut self, count: usize, kind: &Kind, place: Span, value: Span) -> Vec<Kind> {
        match kind {
            Kind::Tuple(kinds) if kinds.len() == count => return kinds.to_vec(),
            Kind::Never | Kind::Unknown | Kind::List(_) => {}
            other => {
                let said = wording::pattern(count, other, place, value);
                self.say(said);
            }
        }
        vec![Kind::Unknown; count]
    }

    fn rule_args(&mut self, game: u32, args: &[Expr]) {
        let model = self.model;
        let game = &model.games[game as usize];
        for (field, arg) in game.rule_params.iter().zip(args) {
            self.field_value(game, field, arg);
        }
    }

    fn instance(&mut self, instance: &InstanceExpr) -> u32 {
        match instance {
            InstanceExpr::Own => self.own.unwrap_or(0),
            InstanceExpr::Static(index) => self.model.instances[*index as usize].game,
            InstanceExpr::Dynamic { game, args } => {
                self.rule_args(*game, args);
                *game
            }
        }
    }
}

fn slots_of(pattern: &Pattern, slots: &mut Vec<u32>) {
    match pattern {
        Pattern::Slot(slot, _) => slots.push(*slot),
        Pattern::Ignore => {}
        Pattern::Tuple(entries, _) => entries.iter().for_each(|p| slots_of(p, slots)),
    }
}
