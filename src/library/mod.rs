//! Floor 4: one table of builtins: name, signature, doc, pure function.

/// A builtin, by its place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Builtin(pub u16);
