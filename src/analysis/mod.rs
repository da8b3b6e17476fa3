//! Floor 5: names and kinds. Turns the syntax tree into a [`Model`]; evaluates nothing.
//!
//! ```text
//! uses(&file)                     which files the driver has to read first
//! analyse(&units, &mut out)       names, kinds and lints of the main file (unit 0) and of what it uses
//! add_expression(&mut model, ..)  an expression in the main file's scope, from the command line
//! set_param(&mut model, ..)       `-D NAME=EXPR`
//! ```

mod frame;
mod kinds;
pub mod linear;
mod lints;
pub mod model;
pub mod reach;
mod recursion;
mod resolve;
mod scope;
#[cfg(test)]
mod tests;
pub mod visit;
mod wording;

pub use model::Model;

use std::rc::Rc;

use crate::base::{SourceMap, Span};
use crate::diagnostics::Diagnostics;
use crate::syntax::ast;
use model::Statement;
use resolve::{Place, Resolver};

/// One file with the files that it uses.
#[derive(Debug, Default)]
pub struct Unit {
    /// The file.
    pub file: ast::File,
    /// For each of its `use` items, in order, the index of the unit that it reads; `None` where it could not be read
    /// (which the driver has already said).
    pub uses: Vec<Option<usize>>,
}

/// What a file uses, in the order of its `use` items.
#[must_use]
pub fn uses(file: &ast::File) -> Vec<(&ast::UseSource, Span)> {
    file.items
        .iter()
        .filter_map(|item| match &item.kind {
            ast::ItemKind::Use { source, .. } => {
                let (ast::UseSource::Name(name) | ast::UseSource::Path(name)) = source;
                Some((source, name.span))
            }
            _ => None,
        })
        .collect()
}

/// Checks names and kinds; `sources` holds the texts, for words of the user's own in messages and table heads. Unit 0 is the main file: its statements are kept, those of the others are not looked at. The
/// model always exists; after an error it has holes, and nothing of it may be run.
#[must_use]
pub fn analyse(units: &[Unit], sources: &SourceMap, out: &mut Diagnostics) -> Model {
    let mut model = Model::default();
    let broken = out.has_errors();
    let (mut names, pending) = scope::collect(units, &mut model, out);
    names.broken = broken;
    if names.scopes.is_empty() {
        return model;
    }
    resolve::resolve(units, sources, &mut names, &pending, &mut model, out);
    recursion::mark(&mut model);
    let main = names.main;
    model.names = names;
    kinds::check(&mut model, sources, out);
    if !out.has_errors() {
        lints::lint(&model, main, sources, out);
    }
    model
}

/// Resolves an expression in the scope of the main file, with its binders when it has a `for`: a `print` with these
/// binders. It is not added to [`Model::statements`].
pub fn add_expression(
    model: &mut Model,
    sources: &SourceMap,
    expr: &ast::Expr,
    binders: &[ast::Binder],
    out: &mut Diagnostics,
) -> Statement {
    add_statement(model, sources, out, |resolver| resolver.expression(expr, binders, Place::Other))
}

/// The same for an expression whose binders may be without an end: it is looked at, not enumerated.
pub fn add_formula(
    model: &mut Model,
    sources: &SourceMap,
    expr: &ast::Expr,
    binders: &[ast::Binder],
    out: &mut Diagnostics,
) -> Statement {
    add_statement(model, sources, out, |resolver| resolver.expression(expr, binders, Place::Claim))
}

/// The same for a position from the command line, which may be misère, as that of a `start`.
pub fn add_position(model: &mut Model, sources: &SourceMap, expr: &ast::Expr, out: &mut Diagnostics) -> Statement {
    add_statement(model, sources, out, |resolver| resolver.given_position(expr))
}

fn add_statement(
    model: &mut Model,
    sources: &SourceMap,
    out: &mut Diagnostics,
    resolve: impl FnOnce(Resolver<'_>) -> Statement,
) -> Statement {
    let names = std::mem::take(&mut model.names);
    let statement = resolve(Resolver::new(model, &names, sources, 0, out));
    model.names = names;
    kinds::check_statement(model, sources, &statement, out);
    statement
}

/// Resolves a claim, table, plot or print that is written apart from the main file, in its scope; `None` for a
/// declaration. It is not added to [`Model::statements`].
pub fn add_item(model: &mut Model, sources: &SourceMap, item: &ast::Item, out: &mut Diagnostics) -> Option<Statement> {
    let names = std::mem::take(&mut model.names);
    let statement = Resolver::new(model, &names, sources, 0, out).later(item);
    model.names = names;
    kinds::check_statement(model, sources, statement.as_ref()?, out);
    statement
}

/// Resolves a claim in the scope of the main file. It is not added to [`Model::statements`].
pub fn add_claim(
    model: &mut Model,
    sources: &SourceMap,
    name: &str,
    body: &ast::Expr,
    binders: &[ast::Binder],
    out: &mut Diagnostics,
) -> Statement {
    let names = std::mem::take(&mut model.names);
    let statement = Resolver::new(model, &names, sources, 0, out).claim(name, body, binders);
    model.names = names;
    kinds::check_statement(model, sources, &statement, out);
    statement
}

/// What became of `-D NAME=EXPR`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Override {
    /// The parameter has the value; its domain is checked when it is evaluated.
    Set,
    /// There is no such parameter; the nearest name, if one is near.
    Unknown(Option<Rc<str>>),
    /// The expression is at fault, as the diagnostics say.
    Faulty,
}

/// Gives a parameter of the main file another value: an expression over literals, enum members and the library.
pub fn set_param(
    model: &mut Model,
    sources: &SourceMap,
    name: &str,
    expr: &ast::Expr,
    out: &mut Diagnostics,
) -> Override {
    let Some(index) = model.globals.iter().position(|g| g.settable && &*g.name == name) else {
        let known = model.globals.iter().filter(|g| g.settable).map(|g| &*g.name);
        return Override::Unknown(crate::diagnostics::suggest::closest(name, known).map(Into::into));
    };
    let before = out.list().len();
    let names = std::mem::take(&mut model.names);
    let (value, frame_size) = Resolver::new(model, &names, sources, 0, out).literal(expr);
    model.names = names;
    if out.list().len() > before {
        return Override::Faulty;
    }
    let global = &mut model.globals[index];
    global.value = value;
    global.frame_size = global.frame_size.max(frame_size);
    Override::Set
}
