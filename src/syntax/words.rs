//! The table of words that are not names.

/// Words that may not be used as a name (a move and a field after `.` excepted).
pub const RESERVED: [&str; 32] = [
    "game", "move", "param", "let", "fn", "enum", "use", "start", "claim", "refute", "table", "plot", "print", "if",
    "then", "else", "for", "in", "of", "as", "with", "and", "or", "not", "xor", "implies", "iff", "true", "false",
    "misere", "graph", "_",
];

/// Words that open a declaration (`loopy` stands before `game` only).
pub const DECLARATIONS: [&str; 12] =
    ["game", "param", "let", "fn", "enum", "use", "start", "claim", "refute", "table", "plot", "print"];

/// Words that open a clause of a game; all but `move` and `let` are names elsewhere.
pub const CLAUSES: [&str; 9] = ["move", "let", "left", "right", "same", "equals", "ends", "wins", "measure"];

/// Whether the word is reserved.
#[must_use]
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Whether the word opens a declaration.
#[must_use]
pub fn opens_declaration(word: &str) -> bool {
    DECLARATIONS.contains(&word)
}
