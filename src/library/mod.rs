//! Floor 4: one table of builtins: name, signature, doc, pure function.

mod aggregates;
mod args;
mod graphs;
mod grids;
mod lists;
mod numbers;
mod query;
pub mod selections;
mod table;
#[cfg(test)]
mod tests;

use crate::base::{Exceeded, Meter};
use crate::value::Value;

pub use query::Query;
pub use table::{Aggregate, Builtin, Spec};

/// What a name of the library stands for.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A pure function.
    Function(Builtin),
    /// A question about positions.
    Query(Query),
    /// A value, such as `phi`.
    Constant(Value),
}

/// How a function of the library is called: pure, charged to the meter for what it builds.
pub type Function = fn(&[Value], &Meter) -> Result<Value, LibraryError>;

/// Why a function of the library has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LibraryError {
    /// Said in one sentence, with a way out if there is one.
    Said {
        /// One sentence without a full stop.
        message: String,
        /// Something to paste.
        help: Option<String>,
    },
    /// The least or greatest of nothing.
    Nothing,
    /// An index outside a list.
    IndexOutside {
        /// The index.
        index: Value,
        /// How many entries the list has.
        len: usize,
    },
    /// A limit was reached.
    Limit(Exceeded),
}

impl LibraryError {
    /// An error without a way out.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self::Said { message: message.into(), help: None }
    }

    /// The same error with something to paste.
    #[must_use]
    pub fn with_help(self, text: impl Into<String>) -> Self {
        match self {
            Self::Said { message, .. } => Self::Said { message, help: Some(text.into()) },
            other => other,
        }
    }
}

impl From<Exceeded> for LibraryError {
    fn from(exceeded: Exceeded) -> Self {
        Self::Limit(exceeded)
    }
}

/// What `name` stands for in the library.
#[must_use]
pub fn lookup(name: &str) -> Option<Entry> {
    if let Some(function) = Builtin::named(name) {
        return Some(Entry::Function(function));
    }
    if let Some(query) = Query::named(name) {
        return Some(Entry::Query(query));
    }
    table::constant(name).map(Entry::Constant)
}

/// Every name of the library, for suggestions and completion.
pub fn names() -> impl Iterator<Item = &'static str> {
    let functions = table::TABLE.iter().map(|spec| spec.name);
    functions.chain(Query::ALL.iter().map(|q| q.spec().name)).chain(table::CONSTANTS.iter().map(|c| c.name))
}

/// The description of every name of the library: functions, then queries, then constants.
pub fn specs() -> impl Iterator<Item = &'static Spec> {
    table::TABLE.iter().chain(Query::ALL.iter().map(|q| q.spec())).chain(table::CONSTANTS)
}
