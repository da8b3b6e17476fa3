//! The codes, one constant each; every code has a page `pages/CODE.md`.
//!
//! E01 syntax, E02 names, E03 kinds, E04 rules (cycle, domain, equations), E05 evaluation, E06 limits, E07 claims,
//! E08 input and output, E09 defects of ours; W mirrors them.

/// A code such as `E0201`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Code(pub &'static str);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

// -- E01: syntax
// -- E02: names
/// A name that is defined nowhere.
pub const UNKNOWN_NAME: Code = Code("E0201");
/// A name that is defined twice.
pub const DEFINED_TWICE: Code = Code("E0202");
/// Too few or too many arguments or fields.
pub const WRONG_COUNT: Code = Code("E0203");
/// A local name that hides a name of the file.
pub const HIDES_A_NAME: Code = Code("E0204");
/// A variable of a move called as a part of every move record.
pub const RESERVED_IN_MOVES: Code = Code("E0205");
/// A game or a function where a value is wanted.
pub const NOT_A_VALUE: Code = Code("E0206");
/// A value that is called.
pub const NOT_CALLABLE: Code = Code("E0207");
/// `for` in a function that takes none.
pub const NO_GENERATOR: Code = Code("E0208");
/// A name that the used file does not have.
pub const NOT_IN_USED_FILE: Code = Code("E0209");
/// Definitions that need each other.
pub const CIRCULAR: Code = Code("E0210");
/// An alias of something that is not a game.
pub const NOT_A_GAME: Code = Code("E0211");
/// Something that is not a type.
pub const NOT_A_TYPE: Code = Code("E0212");
// -- E03: kinds
/// `set of` a type without bound.
pub const INFINITE_SET: Code = Code("E0301");
/// A range without an end where one is needed.
pub const NO_END: Code = Code("E0302");
// -- E04: rules
// -- E05: evaluation
// -- E06: limits
// -- E07: claims
// -- E08: input and output
/// A file cannot be read.
pub const CANNOT_READ: Code = Code("E0801");
/// A `use` names a file that is neither beside the current one nor shipped.
pub const NO_SUCH_USE: Code = Code("E0802");
/// A file is not text in UTF-8.
pub const NOT_UTF8: Code = Code("E0803");
/// The files together are too large.
pub const TOO_LARGE: Code = Code("E0804");
// -- E09: defects
/// The tool itself is at fault.
pub const DEFECT: Code = Code("E0901");
