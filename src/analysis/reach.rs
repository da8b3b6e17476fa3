//! Which parameters a file depends on: its own, and those of used files that something of its own leads to.

use std::collections::HashSet;

use super::model::{Expr, ExprKind, InstanceExpr, Model, Statement, StatementKind};
use super::visit;
use crate::base::{FileId, SourceMap, Span};

/// A thing with expressions of its own, by its index in the model.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Game(u32),
    Function(u32),
    Global(u32),
    Instance(u32),
}

/// The globals that the main file's declarations and statements lead to.
#[must_use]
pub fn reached_globals(model: &Model, map: &SourceMap) -> HashSet<u32> {
    let mut waiting: Vec<Node> = own(model, map);
    for statement in model.start.iter().chain(&model.statements) {
        in_statement(statement, &mut |e| uses(e, &mut waiting));
    }
    globals_from(waiting, model)
}

/// Whether the value of an expression may depend on a parameter, however far the way to it.
#[must_use]
pub fn depends_on_a_parameter(expr: &Expr, model: &Model) -> bool {
    let mut waiting = Vec::new();
    uses(expr, &mut waiting);
    let is_parameter = |index: u32| model.globals.get(index as usize).is_some_and(|global| global.param.is_some());
    globals_from(waiting, model).into_iter().any(is_parameter)
}

fn globals_from(mut waiting: Vec<Node>, model: &Model) -> HashSet<u32> {
    let mut seen: HashSet<Node> = HashSet::new();
    while let Some(node) = waiting.pop() {
        if seen.insert(node) {
            in_node(node, model, &mut |e| uses(e, &mut waiting));
        }
    }
    seen.into_iter().filter_map(|node| if let Node::Global(index) = node { Some(index) } else { None }).collect()
}

/// What the main file declares.
fn own(model: &Model, map: &SourceMap) -> Vec<Node> {
    let is_own = |span: Span| map.file_of(span) == Some(FileId(0));
    let games = (0u32..).zip(&model.games).filter(|(_, g)| is_own(g.span)).map(|(i, _)| Node::Game(i));
    let functions = (0u32..).zip(&model.functions).filter(|(_, f)| is_own(f.span)).map(|(i, _)| Node::Function(i));
    let globals = (0u32..).zip(&model.globals).filter(|(_, g)| is_own(g.span)).map(|(i, _)| Node::Global(i));
    games.chain(functions).chain(globals).collect()
}

/// What an expression and everything inside it use.
fn uses(expr: &Expr, into: &mut Vec<Node>) {
    visit::walk(expr, &mut |e| match &e.kind {
        ExprKind::Global { index, .. } => into.push(Node::Global(*index)),
        ExprKind::Call { function, .. } => into.push(Node::Function(*function)),
        ExprKind::Position { instance: InstanceExpr::Static(index), .. } => into.push(Node::Instance(*index)),
        ExprKind::Position { instance: InstanceExpr::Dynamic { game, .. }, .. } => into.push(Node::Game(*game)),
        _ => {}
    });
}

fn in_statement(statement: &Statement, f: &mut dyn FnMut(&Expr)) {
    visit::binders(&statement.binders, f);
    match &statement.kind {
        StatementKind::Start(e) | StatementKind::Plot(e) | StatementKind::Claim { body: e, .. } => f(e),
        StatementKind::Table(columns) => columns.iter().for_each(|(_, e)| f(e)),
        StatementKind::Print(list) => list.iter().for_each(f),
    }
}

fn in_node(node: Node, model: &Model, f: &mut dyn FnMut(&Expr)) {
    match node {
        Node::Game(index) => model.games.get(index as usize).into_iter().for_each(|game| visit::in_game(game, f)),
        Node::Function(index) => {
            if let Some(function) = model.functions.get(index as usize) {
                visit::in_fields(&function.params, f);
                f(&function.body);
            }
        }
        Node::Global(index) => {
            if let Some(global) = model.globals.get(index as usize) {
                f(&global.value);
                global.param.iter().for_each(|ty| visit::in_type(ty, f));
            }
        }
        Node::Instance(index) => {
            // The game itself, and the arguments of its rules.
            if let Some(instance) = model.instances.get(index as usize) {
                instance.args.iter().for_each(&mut *f);
                model.games.get(instance.game as usize).into_iter().for_each(|game| visit::in_game(game, f));
            }
        }
    }
}
