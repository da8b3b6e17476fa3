//! Floor 3: from text to tree and back. The only folder that names pest.

pub mod ast;
