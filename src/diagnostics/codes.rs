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
