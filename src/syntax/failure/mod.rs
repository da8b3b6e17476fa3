//! Says in plain words where a parse stopped and what was expected.

mod elsewhere;

use super::parser::{Failure, Piece, Rule, narrow};
use super::scan::{Scanner, Token, TokenKind, adjoining, begins_word};
use super::split::Slice;
use super::vocabulary::{Wanted, wanted};
use super::words::{CLAUSES, DECLARATIONS, is_reserved};
use super::{errors, habits};
use crate::base::Span;
use crate::diagnostics::suggest::closest;
use crate::diagnostics::{Diagnostic, codes};

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    /// A declaration.
    Declaration,
    /// A clause of a game.
    Clause,
    /// An expression from the command line.
    Expression,
}

/// What stands between declarations and is none.
pub(super) fn no_declaration(text: &str, start: u32, slice: &Slice) -> Diagnostic {
    let token = Scanner::new(text, slice.start).next();
    let (from, to) = token.map_or((slice.start, slice.end), |t| (t.start, adjoining(text, t)));
    let found = text.get(from..to).unwrap_or("");
    let span = Span::new(start + narrow(from), start + narrow(to));
    let said = errors::expected("a declaration", &quoted(found), span, codes::NO_DECLARATION);
    match elsewhere::declaration(text.get(slice.start..slice.end).unwrap_or("")) {
        Some(ours) => said.help(ours),
        None => opening(said, found, "", &DECLARATIONS),
    }
}

/// Helps with a word that opens nothing, and with what follows it.
fn opening(diagnostic: Diagnostic, found: &str, follows: &str, known: &[&'static str]) -> Diagnostic {
    if known == CLAUSES {
        match found {
            "ends" | "wins" => return diagnostic.help(format!("`{found} if` and a condition")),
            "left" | "right" => return diagnostic.help(format!("`{found} move {follows}`")),
            "same" => return diagnostic.help("`same as` and a position"),
            _ => {}
        }
    } else if CLAUSES.contains(&found) && !DECLARATIONS.contains(&found) {
        return diagnostic.help(format!("a `{found}` stands between the braces of a game"));
    }
    if let Some(ours) = habits::opening_word(found).or_else(|| habits::sign(found)) {
        return diagnostic.help(ours);
    }
    if CLAUSES == *known && follows == "(" {
        return diagnostic.help(format!("a move begins with its word: `move {found}(...)`"));
    }
    match (found, closest(found, known.iter().copied())) {
        (_, Some(word)) => diagnostic.did_you_mean(word),
        ("for", _) if known == CLAUSES => {
            diagnostic.help("the values of a move stand in its parentheses: `move take(k in 1..n) -> Nim(n - k)`")
        }
        ("for", _) => diagnostic.help("a `for` stands in `[ ]`, in `{ }` or in a call"),
        _ if known == CLAUSES => diagnostic.help(format!("a clause begins with one of {}", listed(known))),
        _ => diagnostic.help(format!("a declaration begins with one of {}", listed(known))),
    }
}

fn listed(words: &[&str]) -> String {
    words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ")
}

/// Why a piece could not be parsed.
pub(super) fn explain(piece: &Piece<'_>, failure: &Failure, unit: Unit) -> Diagnostic {
    Scene::new(piece, failure, unit).explain()
}

/// The tokens around a failure.
struct Scene<'a> {
    piece: &'a Piece<'a>,
    expected: Vec<Wanted>,
    rules: &'a [Rule],
    unit: Unit,
    tokens: Vec<Token>,
    /// Which token was not expected; `tokens.len()` at the end of the piece.
    at: usize,
}

impl<'a> Scene<'a> {
    fn new(piece: &'a Piece<'a>, failure: &'a Failure, unit: Unit) -> Self {
        let tokens: Vec<Token> = Scanner::new(&piece.text, 0).filter(|t| t.kind != TokenKind::Comment).collect();
        let at = tokens.partition_point(|t| t.start < failure.at);
        let mut expected: Vec<Wanted> = failure.expected.iter().map(|&rule| wanted(rule)).collect();
        expected.sort_unstable();
        expected.dedup();
        Self { piece, expected, rules: &failure.expected, unit, tokens, at }
    }

    fn text(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |t| t.text(&self.piece.text))
    }

    /// The text from one token to before another one.
    fn part(&self, from: usize, to: usize) -> &str {
        let ends = self.tokens.get(from).zip(to.checked_sub(1).and_then(|i| self.tokens.get(i)));
        ends.filter(|_| from < to).and_then(|(a, b)| self.piece.text.get(a.start..b.end)).unwrap_or("")
    }

    /// The token that was not expected, with the signs that belong to it.
    fn found(&self) -> &str {
        self.tokens
            .get(self.at)
            .map_or("", |&t| self.piece.text.get(t.start..adjoining(&self.piece.text, t)).unwrap_or(""))
    }

    /// The token before the one found, with the sign that makes one with it.
    fn before(&self) -> &str {
        let Some(last) = self.at.checked_sub(1) else { return "" };
        let joined = last.checked_sub(1).filter(|&i| {
            let end = self.tokens[last].end;
            self.tokens[i].end == self.tokens[last].start && adjoining(&self.piece.text, self.tokens[i]) == end
        });
        let from = self.tokens[joined.unwrap_or(last)].start;
        self.piece.text.get(from..self.tokens[last].end).unwrap_or("")
    }

    /// The place to show: the token found, or the last one when nothing follows.
    fn span(&self) -> Span {
        match self.tokens.get(self.at).or(self.tokens.last()) {
            Some(&t) if self.at < self.tokens.len() => self.piece.span(t.start, adjoining(&self.piece.text, t)),
            Some(t) => self.piece.span(t.start, t.end),
            None => self.piece.span(0, 0),
        }
    }

    fn wants(&self, wanted: Wanted) -> bool {
        self.expected.contains(&wanted)
    }

    fn wants_expression(&self) -> bool {
        self.wants(Wanted::Thing("an expression"))
    }

    /// Whether a complete operand stands in front of what was found.
    fn after_operand(&self) -> bool {
        self.rules.contains(&Rule::range_operator)
    }

    fn explain(&self) -> Diagnostic {
        let known = self.ternary().or_else(|| self.late_guard()).or_else(|| self.reserved());
        let known = known.or_else(|| self.second_family());
        known.unwrap_or_else(|| self.expected())
    }

    /// `move take(k in 1..3) -> Nim(n - k) if k <= n`: the guard stands behind the position.
    fn late_guard(&self) -> Option<Diagnostic> {
        if self.found() != "if" || self.unit != Unit::Clause || !self.after_operand() {
            return None;
        }
        let is_arrow = |i: &usize| self.text(*i) == "-" && self.text(i + 1) == ">" || self.text(*i) == "→";
        let mut sign = self.find(0, |word| matches!(word, "-" | "→" | "as"))?;
        while !is_arrow(&sign) && self.text(sign) != "as" {
            sign = self.find(sign + 1, |word| matches!(word, "-" | "→" | "as"))?;
        }
        if sign > self.at || self.inside(self.at).is_some_and(|inner| inner > sign) {
            return None;
        }
        let word = if self.text(sign) == "as" { "as" } else { "->" };
        let behind = if self.text(sign) == "-" { sign + 2 } else { sign + 1 };
        let joint = if self.find(0, |word| word == "if").is_some_and(|i| i < sign) { "and" } else { "if" };
        let (head, target) = (self.part(0, sign), self.part(behind, self.at));
        let guard = self.part(self.at + 1, self.tokens.len());
        Some(errors::late_guard(self.span(), word, &format!("{head} {joint} {guard} {word} {target}")))
    }

    /// `graph` where a name is wanted.
    fn reserved(&self) -> Option<Diagnostic> {
        let found = self.found();
        let wanted = self.wants_expression()
            || self.wants(Wanted::Thing("a name"))
            || self.wants(Wanted::Thing("a variable"))
            || self.wants(Wanted::Thing("a type"));
        if !wanted || !is_reserved(found) || found == "_" {
            return None;
        }
        let namelike = DECLARATIONS.contains(&found) || matches!(found, "move" | "graph");
        if found == "fn" && self.wants_expression() {
            return Some(errors::function_as_value(self.span()));
        }
        if matches!(found, "let" | "print") && self.wants_expression() {
            return Some(errors::declaration_in_expression(found, self.local_name(), self.span()));
        }
        // `of + 1`: what follows shows that a name was meant.
        let next = self.text(self.at + 1);
        let operator = matches!(next, "=" | "+" | "*" | "/" | "%" | "<" | ">" | "," | ")" | "]" | ".");
        let short = matches!(found, "as" | "of" | "for" | "with" | "in");
        (namelike || (short && operator)).then(|| errors::reserved(found, self.span()))
    }

    /// `graph { i--(i+1) for i in 1..5, 1--i for i in 3..4 }`: after the `for` there are no more edges.
    fn second_family(&self) -> Option<Diagnostic> {
        if !self.wants(Wanted::Thing("a variable")) && !self.wants(Wanted::Mark("`in`")) {
            return None;
        }
        let start = self.inside(self.at)?;
        let is_graph = start.checked_sub(2).is_some_and(|word| self.text(word) == "graph");
        let is_edge = |i: usize| self.text(i) == "-" && matches!(self.text(i + 1), "-" | ">");
        let after_for = self.find(start, |word| word == "for").is_some_and(|i| i < self.at);
        let ahead = self.at..self.closing(self.at);
        (is_graph && after_for && ahead.into_iter().any(is_edge)).then(|| errors::second_family(self.span()))
    }

    /// What stands right after the bracket that token `at` stands in.
    fn inside(&self, at: usize) -> Option<usize> {
        let mut depth = 0usize;
        for i in (0..at).rev() {
            match self.tokens[i].kind {
                TokenKind::Close(_) => depth += 1,
                TokenKind::Open(_) if depth == 0 => return Some(i + 1),
                TokenKind::Open(_) => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// `a if c else b`.
    fn ternary(&self) -> Option<Diagnostic> {
        let at = match self.found() {
            "if" if self.after_operand() => self.at,
            "else" => (0..self.at).rev().find(|&i| self.text(i) == "if")?,
            _ => return None,
        };
        let otherwise = self.find(at + 1, |word| word == "else")?;
        if self.find(at + 1, |word| word == "then").is_some_and(|then| then < otherwise) {
            return None;
        }
        let start = self.operand_before(at);
        let end = self.find(otherwise + 1, |word| matches!(word, "," | ":" | "for" | "if")).unwrap_or(self.closing(at));
        let (value, condition, other) =
            (self.part(start, at), self.part(at + 1, otherwise), self.part(otherwise + 1, end));
        let token = self.tokens.get(at)?;
        Some(errors::ternary(self.piece.span(token.start, token.end), value, condition, other))
    }

    /// The first token from `from` on, on the same level of brackets, that is as asked.
    fn find(&self, from: usize, is: impl Fn(&str) -> bool) -> Option<usize> {
        let mut depth = 0usize;
        for i in from..self.tokens.len() {
            match self.tokens[i].kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(_) if depth == 0 => return None,
                TokenKind::Close(_) => depth -= 1,
                _ if depth == 0 && is(self.text(i)) => return Some(i),
                _ => {}
            }
        }
        None
    }

    /// The bracket that closes what token `from` stands in, or the end.
    fn closing(&self, from: usize) -> usize {
        let mut depth = 0usize;
        for i in from..self.tokens.len() {
            match self.tokens[i].kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(_) if depth == 0 => return i,
                TokenKind::Close(_) => depth -= 1,
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// Where the expression that ends before token `at` begins.
    fn operand_before(&self, at: usize) -> usize {
        let mut depth = 0usize;
        for i in (0..at).rev() {
            match self.tokens[i].kind {
                TokenKind::Close(_) => depth += 1,
                TokenKind::Open(_) if depth == 0 => return i + 1,
                TokenKind::Open(_) => depth -= 1,
                TokenKind::Symbol(',' | ':' | '=') if depth == 0 => return i + 1,
                TokenKind::Symbol('>') if depth == 0 && i > 0 && self.text(i - 1) == "-" => return i + 1,
                TokenKind::Word if depth == 0 && is_reserved(self.text(i)) => return i + 1,
                _ => {}
            }
        }
        0
    }

    /// "expected this or that, found something".
    fn expected(&self) -> Diagnostic {
        let what = self.what();
        let found = self.found();
        let diagnostic = if found.is_empty() {
            let after = self.before();
            let what = if after.is_empty() { what.clone() } else { format!("{what} after `{after}`") };
            errors::expected(&what, "", self.span(), codes::UNEXPECTED)
        } else {
            errors::expected(&what, &quoted(found), self.span(), codes::UNEXPECTED)
        };
        self.help(self.note(diagnostic), &what)
    }

    fn what(&self) -> String {
        let pick =
            |keep: fn(&Wanted) -> Option<&'static str>| self.expected.iter().filter_map(keep).collect::<Vec<_>>();
        let marks = pick(|w| if let Wanted::Mark(m) = w { Some(*m) } else { None });
        let things = pick(|w| if let Wanted::Thing(t) = w { Some(*t) } else { None });
        let separators = pick(|w| if let Wanted::Separator(s) = w { Some(*s) } else { None });
        let loose = pick(|w| if let Wanted::Loose(l) = w { Some(*l) } else { None });
        // The most general thing takes in the others.
        let thing =
            ["a clause", "a declaration", "a type", "an expression", "a variable", "a name", "a text in quotes"]
                .into_iter()
                .find(|t| things.contains(t));
        let named = if thing == Some("a name") && things.contains(&"a text in quotes") {
            Some("a name or a text in quotes")
        } else {
            thing
        };
        if let (Some(thing), true) = (named, marks.is_empty()) {
            let last = separators.last().filter(|_| thing != "a clause" || separators.contains(&"`}`"));
            return match last {
                Some(closer) if *closer != "`,`" => format!("{thing} or {closer}"),
                _ => thing.to_owned(),
            };
        }
        if marks == ["`=`", "`in`"] {
            return "`in` or `=`".to_owned();
        }
        if self.unit == Unit::Clause && separators.contains(&"`as`") && !self.after_operand() {
            return "`as`".to_owned();
        }
        if !marks.is_empty() {
            let end = if self.wants(Wanted::End) { " or the next declaration" } else { "" };
            return alternatives(&marks) + end;
        }
        if self.wants(Wanted::End) {
            return match self.unit {
                Unit::Declaration => "an operator or the next declaration".to_owned(),
                Unit::Clause => "an operator or the next clause".to_owned(),
                Unit::Expression => "an operator or the end".to_owned(),
            };
        }
        if !separators.is_empty() {
            return alternatives(&separators);
        }
        if loose.is_empty() { "something else".to_owned() } else { alternatives(&loose) }
    }

    /// `x // a comment`, and what is seen of `_`.
    fn note(&self, diagnostic: Diagnostic) -> Diagnostic {
        let mut i = self.at;
        while i > 1 && self.tokens.get(i).is_none_or(|t| !t.first_on_line) {
            i -= 1;
            if self.text(i) == "/" && self.text(i - 1) == "/" {
                return diagnostic.note("`//` divides and rounds down; a comment begins with `#`");
            }
        }
        diagnostic
    }

    fn help(&self, diagnostic: Diagnostic, what: &str) -> Diagnostic {
        let found = self.found();
        if let Some(ours) = self.elsewhere() {
            return diagnostic.help(ours);
        }
        if let Some(ours) = habits::sign(found) {
            return diagnostic.help(ours);
        }
        if found == ";" {
            let ours = if self.wants(Wanted::Separator("`,`")) && !self.wants(Wanted::End) {
                "`,` in place of `;`"
            } else {
                "leave it out: nothing ends a declaration or a clause"
            };
            return diagnostic.help(ours);
        }
        if self.after_operand()
            && let Some(ours) = habits::infix_word(found)
        {
            return diagnostic.help(format!("in place of `{found}`: {ours}"));
        }
        let first = self.tokens.get(self.at).is_some_and(|t| t.first_on_line);
        let opens = what.contains("clause") || (first && what.contains("declaration"));
        if opens && self.tokens.get(self.at).is_some_and(|t| t.kind == TokenKind::Word) {
            let known: &[&'static str] = if what.contains("clause") { &CLAUSES } else { &DECLARATIONS };
            return opening(diagnostic, found, self.text(self.at + 1), known);
        }
        match self.advice(what) {
            Some(advice) => diagnostic.help(advice),
            None => diagnostic,
        }
    }

    /// What to write, by what was expected.
    fn advice(&self, what: &str) -> Option<String> {
        let found = self.found();
        if found == "_" {
            return Some("`_` binds nothing and has no value: give it a name".to_owned());
        }
        if self.before() == "," && matches!(found, ")" | "]" | "}") {
            return Some("leave out the comma before it".to_owned());
        }
        let starts = self.tokens.get(self.at).is_some_and(|t| {
            matches!(t.kind, TokenKind::Number | TokenKind::Text(_))
                || (t.kind == TokenKind::Word && !is_reserved(self.text(self.at)))
        });
        if starts && self.wants(Wanted::Separator("`,`")) && !self.wants(Wanted::End) {
            return Some(format!("`, {found}`"));
        }
        if let Some(advice) = self.variables_advice() {
            return Some(advice);
        }
        if found == "," && self.unit == Unit::Clause && self.after_operand() && self.wants(Wanted::End) {
            return Some("a move leads to one position, which may be a sum: `+` in place of `,`".to_owned());
        }
        if found == "{" && self.text(0) == "fn" {
            return Some("a function is one expression: `fn f(n) = n + 1`".to_owned());
        }
        match (found, what, self.text(0)) {
            (",", "`->`", _) => return Some("a guard begins with `if`: `if` in place of `,`".to_owned()),
            (":", _, "game" | "loopy") => {
                return Some("`{` in place of `:`, and `}` behind the last clause".to_owned());
            }
            (",", "`=`", "let") => return Some("several names stand in parentheses: `let (a, b) = t`".to_owned()),
            ("", "`else`", "claim" | "refute") if self.wants(Wanted::Mark("`else`")) => {
                return Some("`c implies b` for a condition with a premise, or `if c then a else b`".to_owned());
            }
            _ => {}
        }
        if found == "if" && what.starts_with("`->`") {
            return Some("one `if` is enough: join the conditions by `and`".to_owned());
        }
        if self.rules.contains(&Rule::set_operator) && matches!(found, "==" | "<" | "<=" | ">" | ">=" | "!=") {
            return Some("a type is a set of values and has no comparison; a condition is a guard: `if c`".to_owned());
        }
        self.example(what, starts)
    }

    /// An example of what was expected; `starts`: whether an operand was found.
    fn example(&self, what: &str, starts: bool) -> Option<String> {
        let (found, before) = (self.found(), self.before());
        let opener = self.text(0);
        Some(match what.split(' ').next().unwrap_or("") {
            "`->`" => "`->` and the position that the move leads to, for example `-> Nim(n - k)`".to_owned(),
            "`:`" if matches!(opener, "claim" | "refute") => "`claim zero(n in 0..9): sg(Nim(n)) == n`".to_owned(),
            "`:`" if matches!(opener, "table" | "plot") => "`table values(n in 0..9): n, sg(Nim(n))`".to_owned(),
            "`:`" if opener == "param" => "`param m: 1..100 = 3`".to_owned(),
            "`:`" if opener == "use" => format!("`: {found}`"),
            "`:`" => "`h with [i: e]`".to_owned(),
            "`=`" if opener == "let" && found == "(" => "a function is a `fn`: `fn f(n) = n + 1`".to_owned(),
            "`=`" if starts => format!("`= {found}`"),
            "`in`" if before == "not" => "`x not in S`".to_owned(),
            "`in`" => {
                let name = if is_reserved(before) || !before.starts_with(begins_word) { "n" } else { before };
                format!("its values, for example `{name} in 0..20`")
            }
            "`then`" | "`else`" => "`if c then a else b`".to_owned(),
            "`if`" => format!("`{before} if {found}`"),
            "`as`" => format!("`as {found}`"),
            "`move`" => format!("`{before} move {found}`"),
            "`of`" => format!("`{before} of nat`"),
            "`{`" => "`{` and `}` around what belongs together".to_owned(),
            "`(`" => format!("`{before}(n)`, with the names of what it is given"),
            "a" if what == "a text in quotes" && starts => format!("`\"{found}\"`"),
            _ => return None,
        })
    }
}

fn alternatives(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

/// A token as a message shows it.
fn quoted(token: &str) -> String {
    if token.is_empty() {
        return String::new();
    }
    let short: String = token.chars().take(30).collect();
    let dots = if short.len() < token.len() { "..." } else { "" };
    format!("`{short}{dots}`")
}
