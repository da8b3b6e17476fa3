//! Splits a source into declarations at the keywords that stand outside brackets, and finds the brackets and texts
//! that are never closed, so that every declaration can be parsed alone.
//!
//! Time and space are linear in the source, whatever its brackets do.

use super::scan::{Scanner, Token, TokenKind};
use super::words::{is_reserved, opens_declaration};

/// How deep brackets may nest; each `if` inside another one counts as a bracket.
pub(super) const MAX_DEPTH: usize = 128;

/// What is wrong with the brackets and texts of a declaration; only the first such thing is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// The bracket at `open` is never closed; `outer` is one around it that is not closed either. `next` is where the
    /// next declaration begins, or the end of the source.
    Unclosed { open: usize, outer: Option<usize>, next: (usize, usize) },
    /// The bracket at `open` meets a closing bracket of another kind.
    Mismatch { open: usize, close: usize },
    /// A closing bracket with nothing to close.
    Stray { close: usize },
    /// The bracket or `if` at `at` nests too deep.
    TooDeep { at: (usize, usize), bracket: bool },
    /// A text whose line ends before its closing quote.
    OpenText { start: usize, end: usize },
}

/// A change that balances the brackets of a slice, so that it can be parsed all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Patch {
    /// Insert this character before the byte.
    Insert(usize, char),
    /// Blank the byte out.
    Blank(usize),
}

/// One declaration, or text that is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Slice {
    /// First byte of its first token.
    pub start: usize,
    /// One past its last token.
    pub end: usize,
    /// Whether it begins with the keyword of a declaration.
    pub declares: bool,
    /// What is wrong with its brackets.
    pub trouble: Option<Trouble>,
    /// How to balance them, in order.
    pub patches: Vec<Patch>,
    /// The greatest depth of its brackets.
    pub depth: usize,
}

/// A source in pieces.
#[derive(Debug, Default)]
pub(super) struct Split {
    /// In order, covering every token but the comments.
    pub slices: Vec<Slice>,
    /// Comments, as byte ranges, and whether each stands first on its line.
    pub comments: Vec<(usize, usize, bool)>,
}

/// Splits a file into declarations.
pub(super) fn split_file(source: &str) -> Split {
    Splitter::new(source, true).run()
}

/// Looks at the brackets of a single expression.
pub(super) fn split_expression(source: &str) -> Split {
    Splitter::new(source, false).run()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Bracket(u8),
    If,
    Then,
    Else,
}

struct Splitter<'a> {
    source: &'a str,
    scanner: Scanner<'a>,
    declarations: bool,
    /// Open brackets and `if`s with the place of each.
    stack: Vec<(Level, usize)>,
    /// Open brackets of each kind: `(`, `[`, `{`.
    open: [usize; 3],
    current: Option<Slice>,
    /// The last two tokens, comments left out, the last one first.
    before: [Option<Token>; 2],
    /// Whether the last token may end an operand, and the one before it.
    ends_operand: [bool; 2],
    /// Closing brackets to come that were missed before.
    missed: usize,
    /// In a game: the first `let` or `fn` at the left margin, what ended before it, and the brackets open there.
    margin: Option<(usize, usize, Vec<(Level, usize)>)>,
    split: Split,
}

fn index(bracket: u8) -> usize {
    match bracket {
        b'(' | b')' => 0,
        b'[' | b']' => 1,
        _ => 2,
    }
}

fn closer(bracket: u8) -> char {
    [')', ']', '}'][index(bracket)]
}

impl<'a> Splitter<'a> {
    fn new(source: &'a str, declarations: bool) -> Self {
        let bom = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self {
            source,
            scanner: Scanner::new(source, bom),
            declarations,
            stack: Vec::new(),
            open: [0; 3],
            current: None,
            before: [None; 2],
            ends_operand: [true; 2],
            missed: 0,
            margin: None,
            split: Split::default(),
        }
    }

    fn run(mut self) -> Split {
        loop {
            while let Some(token) = self.scanner.next() {
                if token.kind == TokenKind::Comment {
                    self.split.comments.push((token.start, token.end, token.first_on_line));
                } else {
                    self.token(token);
                }
            }
            let end = self.source.len();
            if !self.finish((end, end)) {
                return self.split;
            }
        }
    }

    fn token(&mut self, token: Token) {
        let mut ends_operand = false;
        match token.kind {
            TokenKind::Word => {
                if self.declaration(token) {
                    return;
                }
                ends_operand = self.word(token);
            }
            TokenKind::Open(bracket) => {
                self.extend(token);
                self.push(Level::Bracket(bracket), token);
                self.open[index(bracket)] += 1;
            }
            TokenKind::Close(bracket) => {
                self.close(bracket, token);
                ends_operand = true;
            }
            TokenKind::Text(closed) => {
                self.extend(token);
                if !closed {
                    self.trouble(Trouble::OpenText { start: token.start, end: token.end });
                    self.patch(Patch::Insert(token.end, '"'));
                }
                ends_operand = true;
            }
            TokenKind::Number => {
                self.extend(token);
                ends_operand = true;
            }
            TokenKind::Symbol(c) => {
                self.extend(token);
                if matches!(c, ',' | ':') {
                    self.end_ifs();
                }
            }
            TokenKind::Comment => {}
        }
        self.remember(token, ends_operand);
    }

    fn remember(&mut self, token: Token, ends_operand: bool) {
        self.before = [Some(token), self.before[0]];
        self.ends_operand = [ends_operand, self.ends_operand[0]];
    }

    fn is_symbol(&self, back: usize, c: char) -> bool {
        self.before[back].is_some_and(|t| t.kind == TokenKind::Symbol(c))
    }

    fn is_word(&self, back: usize, word: &str) -> bool {
        self.before[back].is_some_and(|t| t.kind == TokenKind::Word && t.text(self.source) == word)
    }

    /// Whether the coming word is a field or the name of a move, which may be any word.
    fn is_free(&self) -> bool {
        let field = self.is_symbol(0, '.') && !self.is_symbol(1, '.');
        field || (self.is_word(0, "move") && !self.is_symbol(1, '.'))
    }

    /// Begins a new declaration if the word does so.
    fn declaration(&mut self, token: Token) -> bool {
        let word = token.text(self.source);
        if !self.declarations || !opens_declaration(word) || self.is_free() {
            return false;
        }
        // `loopy` may also be a name that ends the declaration before.
        let loopy = word == "game" && self.is_word(0, "loopy") && self.ends_operand[1];
        let lead = if loopy { self.before[0].unwrap_or(token) } else { token };
        let juxtaposed = loopy || self.ends_operand[0] || token.first_on_line;
        if !juxtaposed {
            return false;
        }
        let inside = self.open.iter().any(|&n| n > 0);
        if inside && matches!(word, "let" | "fn") && self.in_game() {
            if self.margin.is_none() && self.at_margin(token) {
                let ended = self.before[0].map_or(token.start, |t| t.end);
                self.margin = Some((token.start, ended, self.stack.clone()));
            }
            return false;
        }
        if loopy {
            // The word `loopy` belongs to what it opens.
            self.shrink();
        }
        if self.finish((lead.start, token.end)) {
            return true;
        }
        self.current = Some(Slice {
            start: lead.start,
            end: token.end,
            declares: true,
            trouble: None,
            patches: Vec::new(),
            depth: 0,
        });
        self.before = [Some(token), None];
        self.ends_operand = [false; 2];
        true
    }

    fn shrink(&mut self) {
        let ended = self.before[1].map(|t| t.end);
        match (&mut self.current, ended) {
            (Some(slice), Some(ended)) if ended > slice.start => slice.end = ended,
            (current, _) => *current = None,
        }
    }

    fn in_game(&self) -> bool {
        self.current.as_ref().is_some_and(|slice| {
            let text = self.source.get(slice.start..).unwrap_or("");
            text.starts_with("game") || text.starts_with("loopy")
        })
    }

    fn at_margin(&self, token: Token) -> bool {
        token.start == 0 || self.source.as_bytes().get(token.start - 1) == Some(&b'\n')
    }

    /// Follows `if ... then ... else`; returns whether the word may end an operand.
    fn word(&mut self, token: Token) -> bool {
        self.extend(token);
        if self.is_free() {
            return true;
        }
        match token.text(self.source) {
            "if" if self.ends_operand[0] || self.is_symbol(0, '.') => self.end_ifs(),
            "if" if self.is_word(0, "else") && self.stack.last().is_some_and(|l| l.0 == Level::Else) => {
                self.stack.pop();
                self.push(Level::If, token);
            }
            "if" => self.push(Level::If, token),
            "then" => self.turn(Level::If, Level::Then),
            "else" => self.turn(Level::Then, Level::Else),
            "for" | "as" | "move" | "let" | "fn" => self.end_ifs(),
            "true" | "false" => return true,
            word => return !is_reserved(word),
        }
        false
    }

    /// The innermost `from` of this bracket becomes `to`; what stood inside it ends.
    fn turn(&mut self, from: Level, to: Level) {
        while let Some(level @ (Level::If | Level::Then | Level::Else)) = self.stack.last().map(|l| l.0) {
            if level == from {
                if let Some(top) = self.stack.last_mut() {
                    top.0 = to;
                }
                return;
            }
            self.stack.pop();
        }
    }

    fn end_ifs(&mut self) {
        while self.stack.last().is_some_and(|l| !matches!(l.0, Level::Bracket(_))) {
            self.stack.pop();
        }
    }

    fn push(&mut self, level: Level, token: Token) {
        self.stack.push((level, token.start));
        let depth = self.stack.len();
        if depth > MAX_DEPTH {
            let bracket = matches!(level, Level::Bracket(_));
            self.trouble(Trouble::TooDeep { at: (token.start, token.end), bracket });
        }
        if let Some(slice) = &mut self.current {
            slice.depth = slice.depth.max(depth);
        }
    }

    fn close(&mut self, bracket: u8, token: Token) {
        self.extend(token);
        self.end_ifs();
        if self.open[index(bracket)] == 0 {
            if self.missed > 0 {
                self.missed -= 1;
            } else {
                self.trouble(Trouble::Stray { close: token.start });
            }
            self.patch(Patch::Blank(token.start));
            return;
        }
        while let Some((level, at)) = self.stack.pop() {
            let Level::Bracket(open) = level else { continue };
            self.open[index(open)] -= 1;
            if index(open) == index(bracket) {
                return;
            }
            self.trouble(Trouble::Mismatch { open: at, close: token.start });
            self.patch(Patch::Insert(token.start, closer(open)));
        }
    }

    /// Lets the current slice reach to the end of the token.
    fn extend(&mut self, token: Token) {
        match &mut self.current {
            Some(slice) => slice.end = token.end,
            None => {
                self.current = Some(Slice {
                    start: token.start,
                    end: token.end,
                    declares: false,
                    trouble: None,
                    patches: Vec::new(),
                    depth: 0,
                });
            }
        }
    }

    fn trouble(&mut self, trouble: Trouble) {
        if let Some(slice) = &mut self.current {
            slice.trouble.get_or_insert(trouble);
        }
    }

    fn patch(&mut self, patch: Patch) {
        if let Some(slice) = &mut self.current {
            slice.patches.push(patch);
        }
    }

    /// Ends the current slice. Returns whether the scan was set back to a `let` at the margin of an unclosed game.
    fn finish(&mut self, next: (usize, usize)) -> bool {
        self.end_ifs();
        let margin = self.margin.take();
        let still_open = std::mem::take(&mut self.stack);
        self.open = [0; 3];
        let Some(mut slice) = self.current.take() else { return false };
        let brackets = |stack: &[(Level, usize)]| -> Vec<(u8, usize)> {
            stack.iter().filter_map(|&(l, at)| if let Level::Bracket(b) = l { Some((b, at)) } else { None }).collect()
        };
        let mut open = brackets(&still_open);
        let mut next = next;
        let mut back = None;
        if let (false, Some((at, ended, then_open))) = (open.is_empty(), margin) {
            open = brackets(&then_open);
            slice.end = ended;
            slice.patches.retain(|p| matches!(*p, Patch::Insert(i, _) | Patch::Blank(i) if i < ended));
            next = (at, at + 3);
            back = Some(at);
        }
        if let Some(&(_, innermost)) = open.last() {
            let outer = open.len().checked_sub(2).map(|i| open[i].1);
            slice.trouble.get_or_insert(Trouble::Unclosed { open: innermost, outer, next });
            slice.patches.extend(open.iter().rev().map(|&(b, _)| Patch::Insert(slice.end, closer(b))));
            self.missed = open.len();
        }
        self.split.slices.push(slice);
        self.before = [None; 2];
        self.ends_operand = [true; 2];
        let Some(at) = back else { return false };
        self.split.comments.retain(|c| c.0 < at);
        self.scanner = Scanner::new(self.source, at);
        true
    }
}
