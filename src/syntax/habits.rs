//! Words and signs of other languages, and what is written here instead.

/// Signs that no rule of the grammar accepts: what to write in their place.
const SIGNS: [(&str, &str); 50] = [
    ("=>", "`implies` between conditions, `->` before the position that a move leads to"),
    ("->", "`->` stands in moves and in graphs only; a lower bound is written `>` and a negative number `-n`"),
    ("?", "a choice is written `if c then a else b`"),
    ("@", "leave it out"),
    ("$", "leave it out"),
    ("'", "a text stands in straight double quotes: `\"P\"`"),
    ("`", "a text stands in straight double quotes: `\"P\"`"),
    ("“", "a text stands in straight double quotes: `\"P\"`"),
    ("”", "a text stands in straight double quotes: `\"P\"`"),
    ("„", "a text stands in straight double quotes: `\"P\"`"),
    ("‘", "a text stands in straight double quotes: `\"P\"`"),
    ("’", "a text stands in straight double quotes: `\"P\"`"),
    ("\\", "leave it out: a line may end anywhere; a difference of sets is written `-`"),
    ("\u{a0}", "a plain space: this one is a no-break space"),
    ("−", "the plain minus `-`"),
    ("–", "the plain minus `-`"),
    ("—", "the plain minus `-`"),
    ("×", "`*`"),
    ("·", "`*`"),
    ("⋅", "`*`"),
    ("÷", "`/`, or `//` to round down"),
    ("∧", "`and`"),
    ("∨", "`or`"),
    ("⇒", "`implies`"),
    ("⟹", "`implies`"),
    ("⇔", "`iff`"),
    ("⟺", "`iff`"),
    ("↔", "`iff`"),
    ("∪", "`|`"),
    ("∩", "`&`"),
    ("∖", "`-`"),
    ("∅", "`{}`"),
    ("⊆", "`<=`"),
    ("⊂", "`<`"),
    ("←", "`=`, or `in` before a domain"),
    ("…", "`..`"),
    ("²", "`**2`"),
    ("√", "`sqrt(x)`"),
    ("∞", "a range without an end: `a..`"),
    ("∀", "`all(c for x in D)`"),
    ("∃", "`any(c for x in D)`"),
    ("（", "the plain `(`: this one is of full width"),
    ("）", "the plain `)`: this one is of full width"),
    ("［", "the plain `[`: this one is of full width"),
    ("］", "the plain `]`: this one is of full width"),
    ("｛", "the plain `{`: this one is of full width"),
    ("｝", "the plain `}`: this one is of full width"),
    ("，", "the plain `,`: this one is of full width"),
    ("：", "the plain `:`: this one is of full width"),
    ("＝", "the plain `=`: this one is of full width"),
];

/// Commands of LaTeX, without their backslash.
const LATEX: [(&str, &str); 33] = [
    ("frac", "`a/b`"),
    ("cdot", "`*`"),
    ("times", "`*`"),
    ("le", "`<=`"),
    ("leq", "`<=`"),
    ("leqslant", "`<=`"),
    ("ge", "`>=`"),
    ("geq", "`>=`"),
    ("geqslant", "`>=`"),
    ("ne", "`!=`"),
    ("neq", "`!=`"),
    ("in", "`in`"),
    ("notin", "`not in`"),
    ("oplus", "`xor`"),
    ("land", "`and`"),
    ("wedge", "`and`"),
    ("lor", "`or`"),
    ("vee", "`or`"),
    ("lnot", "`not`"),
    ("neg", "`not`"),
    ("cup", "`|`"),
    ("cap", "`&`"),
    ("setminus", "`-`"),
    ("emptyset", "`{}`"),
    ("sqrt", "`sqrt(x)`"),
    ("sum", "`sum(e for k in D)`"),
    ("lfloor", "`floor(x)`"),
    ("lceil", "`ceil(x)`"),
    ("forall", "`all(c for x in D)`"),
    ("exists", "`any(c for x in D)`"),
    ("ldots", "`..`"),
    ("dots", "`..`"),
    ("bmod", "`%`"),
];

/// Words between two operands.
const INFIX_WORDS: [(&str, &str); 18] = [
    ("mod", "`%`"),
    ("div", "`//`"),
    ("to", "`..`, which includes both ends"),
    ("upto", "`..`, which includes both ends"),
    ("until", "`..<`, which leaves the end out"),
    ("is", "`==`"),
    ("eq", "`==`"),
    ("union", "`|`"),
    ("cup", "`|`"),
    ("intersect", "`&`"),
    ("cap", "`&`"),
    ("minus", "`-`"),
    ("plus", "`+`"),
    ("times", "`*`"),
    ("step", "a condition leaves numbers out: `if k % 2 == 1`"),
    ("by", "a condition leaves numbers out: `if k % 2 == 1`"),
    ("rem", "`%`"),
    ("equals", "`==`"),
];

/// Words that open a declaration or clause elsewhere.
const OPENING_WORDS: [(&str, &str); 50] = [
    ("def", "`fn`"),
    ("func", "`fn`"),
    ("fun", "`fn`"),
    ("function", "`fn`"),
    ("define", "`let` for a value, `fn` for a function"),
    ("var", "`let`"),
    ("val", "`let`"),
    ("const", "`let`, or `param` for what `-D` may change"),
    ("set", "`let`"),
    ("parameter", "`param`"),
    ("import", "`use`"),
    ("include", "`use`"),
    ("from", "`use file: names`"),
    ("require", "`use`"),
    ("assert", "`claim name: condition`"),
    ("check", "`claim name: condition`"),
    ("test", "`claim name: condition`"),
    ("theorem", "`claim name: condition`"),
    ("lemma", "`claim name: condition`"),
    ("conjecture", "`claim name: condition`"),
    ("assume", "`claim name: condition`, or a guard `if condition`"),
    ("show", "`print`"),
    ("echo", "`print`"),
    ("printf", "`print`"),
    ("puts", "`print`"),
    ("cout", "`print`"),
    ("compute", "`print`"),
    ("solve", "`start` and a position"),
    ("analyze", "`start` and a position"),
    ("eval", "`print`"),
    ("return", "leave it out: the body of a `fn` is one expression"),
    ("type", "`enum`, or the type itself"),
    ("option", "`move`"),
    ("options", "`move`"),
    ("rule", "`move`"),
    ("terminal", "`ends if`"),
    ("win", "`wins if`"),
    ("lose", "who cannot move loses: `ends if` says where there are no moves"),
    ("loses", "who cannot move loses: `ends if` says where there are no moves"),
    ("losing", "who cannot move loses: `ends if` says where there are no moves"),
    ("position", "`game`"),
    ("positions", "`game`"),
    ("state", "`game`"),
    ("states", "`game`"),
    ("class", "`game`"),
    ("struct", "`game`"),
    ("while", "there are no loops: a `for` stands in `[ ]`, in `{ }` or in a call, and a `fn` may call itself"),
    ("if", "a choice is an expression, `if c then a else b`; a guard stands in a move: `move take if c -> P`"),
    ("prove", "`claim name: condition`"),
    ("verify", "`claim name: condition`"),
];

fn look_up(table: &[(&str, &'static str)], text: &str) -> Option<&'static str> {
    table.iter().find(|(word, _)| *word == text).map(|&(_, ours)| ours)
}

/// What to write instead of a sign.
pub(super) fn sign(text: &str) -> Option<&'static str> {
    look_up(&SIGNS, text)
}

/// What to write instead of a command of LaTeX.
pub(super) fn latex(command: &str) -> Option<&'static str> {
    look_up(&LATEX, command)
}

/// What to write instead of a word between operands.
pub(super) fn infix_word(text: &str) -> Option<&'static str> {
    look_up(&INFIX_WORDS, text)
}

/// What to write instead of a word that opens a declaration or clause.
pub(super) fn opening_word(text: &str) -> Option<&'static str> {
    look_up(&OPENING_WORDS, text)
}
