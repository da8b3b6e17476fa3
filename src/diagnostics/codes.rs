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
// -- E09: defects
