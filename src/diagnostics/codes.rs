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
/// Something else was expected.
pub const UNEXPECTED: Code = Code("E0101");
/// A bracket is never closed, closed by another kind, or closes nothing.
pub const UNCLOSED: Code = Code("E0102");
/// Brackets nest too deep.
pub const TOO_DEEP: Code = Code("E0103");
/// A text has no closing quote.
pub const OPEN_TEXT: Code = Code("E0104");
/// A reserved word stands where a name is wanted.
pub const RESERVED_WORD: Code = Code("E0105");
/// `^` is refused.
pub const CARET: Code = Code("E0106");
/// An operator of another language.
pub const FOREIGN_OPERATOR: Code = Code("E0107");
/// A word of another language, or a `for` where none can stand.
pub const FOREIGN_WORD: Code = Code("E0108");
/// `->`, `:`, `=` or `in` is missing, or another of them stands there.
pub const WRONG_MARK: Code = Code("E0109");
/// A number is spelled as in another language.
pub const NUMBER_SPELLING: Code = Code("E0110");
/// An index below zero.
pub const NEGATIVE_INDEX: Code = Code("E0111");
/// A `fn` inside a game.
pub const FN_INSIDE_GAME: Code = Code("E0112");
/// `not` or `misere` behind a tighter operator.
pub const MISPLACED_PREFIX: Code = Code("E0113");
/// A range with three ends.
pub const RANGE_CHAIN: Code = Code("E0114");
/// Something that is no declaration stands between declarations.
pub const NO_DECLARATION: Code = Code("E0115");
/// `a if c else b`.
pub const TERNARY: Code = Code("E0116");
/// The end of an edge has an operator and no brackets.
pub const LOOSE_END: Code = Code("E0117");
// -- E02: names
// -- E03: kinds
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
