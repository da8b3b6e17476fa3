//! What people write who come from Python, C++, LaTeX or a paper, and the line to write here.

use super::super::habits;
use super::super::scan::{Scanner, Token, TokenKind};
use super::super::words::is_reserved;
use super::{Scene, Unit, Wanted};

/// Signs that open a comment elsewhere.
const COMMENTS: [&str; 9] = ["//", "/*", "--", "%", ";", "(*", "*", "\"\"\"", "'''"];

const COMMENT: &str = "a comment begins with `#`";

/// What to write instead of a text that stands where a declaration should, if it is one of another language.
pub(super) fn declaration(text: &str) -> Option<String> {
    let text = text.trim_start();
    if COMMENTS.iter().any(|sign| text.starts_with(sign)) {
        return Some(COMMENT.to_owned());
    }
    let tokens: Vec<Token> = Scanner::new(text, 0).filter(|t| t.kind != TokenKind::Comment).collect();
    let word = |i: usize| tokens.get(i).map_or("", |t| t.text(text));
    let rest = |i: usize| text.get(tokens.get(i).map_or(text.len(), |t| t.start)..).unwrap_or("").trim();
    let is_name = |i: usize| tokens.get(i).is_some_and(|t| t.kind == TokenKind::Word) && !is_reserved(word(i));
    // `def f(n): n + 1`
    if matches!(word(0), "def" | "func" | "fun" | "function" | "define") && is_name(1) && word(2) == "(" {
        let close = (0..tokens.len()).find(|&i| word(i) == ")")?;
        let header = text.get(tokens[1].start..tokens[close].end)?;
        let body = rest(close + 1).trim_start_matches([':', '=', '{', '>', '-']).trim_start();
        let body = body.strip_prefix("return ").unwrap_or(body).trim_end_matches(['}', ';']).trim();
        return Some(if fits(body) { format!("`fn {header} = {body}`") } else { "`fn f(n) = n + 1`".to_owned() });
    }
    // `m = 3`, `int m = 3`, `const m := 3`
    let name = (0..3).take_while(|&i| is_name(i)).last()?;
    let equals = name + 1 + usize::from(word(name + 1) == ":");
    if word(equals) != "=" || word(equals + 1) == "=" {
        return None;
    }
    let value = rest(equals + 1).trim_end_matches(';');
    let value = if fits(value) { value } else { "3" };
    Some(format!("a value that keeps its name is a `let`: `let {} = {value}`", word(name)))
}

/// Whether a text is short enough to be shown in a line of its own.
fn fits(text: &str) -> bool {
    !text.is_empty() && text.len() <= 60 && !text.contains('\n')
}

impl Scene<'_> {
    /// The line to write, where what was found is a habit from elsewhere.
    pub(super) fn elsewhere(&self) -> Option<String> {
        let habits = [
            Self::comment,
            Self::generator,
            Self::slice,
            Self::range_by_colon,
            Self::chain_of_a_variable,
            Self::set_builder,
            Self::dots,
            Self::quantifier,
            Self::typed_before,
            Self::second_start,
            Self::typed_let,
            Self::sign_behind_a_word,
            Self::unnamed_claim,
            Self::application,
            Self::returned,
            Self::command,
            Self::bars,
            Self::dictionary,
            Self::lambda,
            Self::unnamed,
            Self::form,
        ];
        habits.iter().find_map(|habit| habit(self))
    }

    /// The text of the token before the one found.
    fn previous(&self) -> &str {
        self.at.checked_sub(1).map_or("", |i| self.text(i))
    }

    fn comment(&self) -> Option<String> {
        let first = self.tokens.get(self.at).is_some_and(|t| t.first_on_line);
        (first && COMMENTS.contains(&self.found())).then(|| COMMENT.to_owned())
    }

    /// `print sg(P) for n in 0..5`, `table t: sg(P) for n in 0..5`.
    fn generator(&self) -> Option<String> {
        let outside = self.unit == Unit::Declaration && self.inside(self.at).is_none();
        if self.found() != "for" || !outside || !self.after_operand() {
            return None;
        }
        let binders = self.part(self.at + 1, self.tokens.len());
        match self.text(0) {
            "print" => Some(format!("`print [{} for {binders}]`", self.part(1, self.at))),
            word @ ("table" | "plot" | "claim" | "refute") if self.text(2) == ":" => {
                let (name, body) = (self.text(1), self.part(3, self.at));
                Some(format!("the variables stand behind the name: `{word} {name}({binders}): {body}`"))
            }
            _ => None,
        }
    }

    /// `s[1:]`, `s[:i]`, `s[a:b]`.
    fn slice(&self) -> Option<String> {
        let start = self.inside(self.at).filter(|&i| self.text(i - 1) == "[" && self.found() == ":")?;
        let of = self.part(self.operand_before(start - 1), start - 1);
        if !fits(of) || is_reserved(self.text(start.saturating_sub(2))) {
            return None;
        }
        let (low, high) = (self.part(start, self.at), self.part(self.at + 1, self.closing(self.at)));
        let low = if low.is_empty() { "0" } else { low };
        let high = if high.is_empty() { format!("len({of})") } else { high.to_owned() };
        Some(format!("a range takes a part of a list: `{of}[{low}..<{high}]`"))
    }

    /// `k in 1:n`.
    fn range_by_colon(&self) -> Option<String> {
        if self.found() != ":" || !self.after_operand() || self.inside(self.at).is_none() {
            return None;
        }
        let start = (0..self.at).rev().find(|&i| matches!(self.text(i), "in" | "(" | "[" | "{"))? + 1;
        let end = self.find(self.at + 1, |word| matches!(word, "," | "if")).unwrap_or(self.closing(self.at));
        let (low, high) = (self.part(start, self.at), self.part(self.at + 1, end));
        (self.text(start - 1) == "in" && fits(low) && fits(high)).then(|| format!("`{low}..{high}`"))
    }

    /// `take(1 <= k <= n)`.
    fn chain_of_a_variable(&self) -> Option<String> {
        let start = self.inside(self.at).filter(|&i| self.text(i - 1) == "(")?;
        if !self.wants(Wanted::Thing("a variable")) && !self.wants(Wanted::Mark("`in`")) {
            return None;
        }
        let close = self.closing(self.at);
        let signs: Vec<usize> = (start..close).filter(|&i| matches!(self.text(i), "<" | "≤")).collect();
        let &[first, second] = &signs[..] else { return None };
        let or_equal = |sign: usize| self.text(sign) == "≤" || self.text(sign + 1) == "=";
        let behind = |sign: usize| sign + 1 + usize::from(self.text(sign + 1) == "=");
        let (low, name, high) =
            (self.part(start, first), self.part(behind(first), second), self.part(behind(second), close));
        let low = match (or_equal(first), low.parse::<i64>()) {
            (true, _) => low.to_owned(),
            (false, Ok(n)) => n.checked_add(1)?.to_string(),
            (false, Err(_)) => format!("{low} + 1"),
        };
        let dots = if or_equal(second) { ".." } else { "..<" };
        let one = second == behind(first) + 1 && fits(high);
        one.then(|| format!("a variable takes its values from a range: `{name} in {low}{dots}{high}`"))
    }

    /// `{x in S if c}`, `{x : x in S}`.
    fn set_builder(&self) -> Option<String> {
        let start = self.inside(self.at)?;
        let (open, close) = (self.text(start - 1), self.closing(self.at));
        let shut = match open {
            "{" => "}",
            "[" => "]",
            _ => return None,
        };
        if self.text(start + 1) == "in" && self.found() == "if" {
            let (name, rest) = (self.text(start), self.part(start, close));
            return fits(rest).then(|| format!("`{open}{name} for {rest}{shut}`"));
        }
        if self.found() == ":" && open == "{" && self.text(self.at + 2) == "in" {
            let (body, rest) = (self.part(start, self.at), self.part(self.at + 1, close));
            return (fits(body) && fits(rest)).then(|| format!("`{{{body} for {rest}}}`"));
        }
        None
    }

    /// `{1, …, n}`.
    fn dots(&self) -> Option<String> {
        if !matches!(self.found(), "…" | "..." | "..") || self.previous() != "," {
            return None;
        }
        let low = self.part(self.operand_before(self.at - 1), self.at - 1);
        let behind = (self.at..self.tokens.len()).find(|&i| !matches!(self.text(i), "…" | "."))?;
        let high = self.part(behind + 1, self.closing(self.at));
        (self.text(behind) == "," && fits(low) && fits(high))
            .then(|| format!("a range, without braces: `{low}..{high}`"))
    }

    /// `claim c: forall n in 0..5: ...`.
    fn quantifier(&self) -> Option<String> {
        let is = |word: &str| matches!(word, "forall" | "for_all" | "every" | "exists");
        let word = self.text(self.find(0, is).filter(|&i| i <= self.at)?);
        let help = match self.text(0) {
            "claim" | "refute" if word != "exists" => {
                "the variables of a claim stand behind its name: `claim c(n in 0..9): n >= 0`"
            }
            _ if word == "exists" => "`any(c for x in D)`",
            _ => "`all(c for x in D)`",
        };
        Some(help.to_owned())
    }

    /// `game G(int n)`.
    fn typed_before(&self) -> Option<String> {
        let known = match self.previous() {
            "int" | "integer" | "long" | "Int" | "Integer" => "int",
            "nat" | "unsigned" | "uint" => "nat",
            "string" | "str" | "text" => "text",
            "bool" | "boolean" => "bool",
            _ => return None,
        };
        let header = self.wants(Wanted::Mark("`:`")) && matches!(self.text(0), "game" | "loopy" | "param");
        let name = self.found();
        (header && !is_reserved(name)).then(|| format!("a type stands behind its name: `{name}: {known}`"))
    }

    /// `start A, B`.
    fn second_start(&self) -> Option<String> {
        let several = self.found() == "," && self.text(0) == "start" && self.inside(self.at).is_none();
        several.then(|| {
            let (first, rest) = (self.part(1, self.at), self.part(self.at + 1, self.tokens.len()));
            let rest = rest.replace(',', " +");
            format!("a file has one `start`, which may be a sum: `start {first} + {rest}`")
        })
    }

    /// `let int m = 3`.
    fn typed_let(&self) -> Option<String> {
        let name = self.found();
        let word = self.tokens.get(self.at).is_some_and(|t| t.kind == TokenKind::Word);
        let typed = word && self.text(0) == "let" && self.at == 2 && self.text(3) == "=" && !is_reserved(name);
        let value = self.part(4, self.tokens.len()).trim_end_matches(';');
        (typed && fits(value)).then(|| format!("a value shows its type itself: `let {name} = {value}`"))
    }

    /// `start: P`, `print = P`, `let x == 3`.
    fn sign_behind_a_word(&self) -> Option<String> {
        let word = self.text(0);
        if word == "let" && self.found() == "==" && self.wants(Wanted::Mark("`=`")) {
            return Some("`=` in place of `==`, which compares".to_owned());
        }
        let rest = self.part(self.at + 1, self.tokens.len());
        let sign = self.at == 1 && matches!(word, "start" | "print") && matches!(self.found(), ":" | "=");
        (sign && fits(rest)).then(|| format!("no sign stands behind `{word}`: `{word} {rest}`"))
    }

    /// `claim sg(P) == 3`.
    fn unnamed_claim(&self) -> Option<String> {
        let (word, rest) = (self.text(0), self.part(1, self.tokens.len()));
        let unnamed = matches!(word, "claim" | "refute") && self.text(2) == "(" && self.find(1, |w| w == ":").is_none();
        (unnamed && fits(rest)).then(|| format!("a {word} has a name: `{word} values: {rest}`"))
    }

    /// `Nim 3`.
    fn application(&self) -> Option<String> {
        let (game, given) = (self.previous(), self.found());
        let is_game = game.starts_with(char::is_uppercase) && self.after_operand();
        let is_operand = |t: &Token| matches!(t.kind, TokenKind::Number | TokenKind::Word);
        let two = self.tokens.get(self.at).is_some_and(|t| is_operand(t) && !t.first_on_line);
        (is_game && two && !is_reserved(given))
            .then(|| format!("what a game is given stands in parentheses: `{game}({given})`"))
    }

    /// `move t -> return P`.
    fn returned(&self) -> Option<String> {
        (self.previous() == "return").then(|| "leave out `return`".to_owned())
    }

    /// `\frac{1}{2}`.
    fn command(&self) -> Option<String> {
        let command = self.found().strip_prefix('\\')?;
        let command = if command.is_empty() { self.text(self.at + 1) } else { command };
        let ours = habits::latex(command)?;
        Some(format!("in place of `\\{command}`: {ours}"))
    }

    /// `|x|`.
    fn bars(&self) -> Option<String> {
        let opens = self.found() == "|" && self.wants(Wanted::Thing("an expression")) && !self.after_operand();
        let end = self.find(self.at + 1, |word| word == "|").filter(|_| opens)?;
        let inner = self.part(self.at + 1, end);
        fits(inner).then(|| format!("`abs({inner})` for a number, `len({inner})` for a set"))
    }

    /// `{x: 1}`.
    fn dictionary(&self) -> Option<String> {
        let start = self.inside(self.at)?;
        let is_set = self.text(start - 1) == "{" && self.unit != Unit::Clause && self.text(0) != "game";
        (is_set && self.found() == ":" && self.at == start + 1)
            .then(|| "a value for each key is a function: `fn f(k) = if k == 1 then 5 else 0`".to_owned())
    }

    /// `lambda x: x > 2`.
    fn lambda(&self) -> Option<String> {
        (self.previous() == "lambda").then(|| "a function is a declaration of its own: `fn f(n) = n + 1`".to_owned())
    }

    /// `move -> P`.
    fn unnamed(&self) -> Option<String> {
        if self.previous() != "move" || !matches!(self.found(), "->" | "→") {
            return None;
        }
        let behind = (self.at..self.tokens.len()).find(|&i| !matches!(self.text(i), "-" | ">" | "→"))?;
        let target = self.part(behind, self.tokens.len());
        Some(format!("a move has a name: `move take -> {}`", if fits(target) { target } else { "Nim(n - 1)" }))
    }

    /// `{0|}`, `{|1}`.
    fn form(&self) -> Option<String> {
        let empty = self.found() == "}" && self.previous() == "|" || self.found() == "|" && self.previous() == "{";
        empty.then(|| "a game by its options is a `form`: `form([0], [])`".to_owned())
    }

    /// For `let x = 3 in x*x` the function that says the same, and its call.
    pub(super) fn local_name(&self) -> Option<(String, String)> {
        let name = Some(self.text(self.at + 1)).filter(|name| !name.is_empty() && !is_reserved(name))?;
        let body = self.find(self.at + 3, |word| word == "in")?;
        let (value, body) = (self.part(self.at + 3, body), self.part(body + 1, self.closing(self.at)));
        let whole = self.text(self.at + 2) == "=" && fits(value) && fits(body);
        whole.then(|| (format!("fn f({name}) = {body}"), format!("f({value})")))
    }

    /// `move t for k in 1..n -> ...`, `claim c for n in 0..9: ...`, and `move (k in 1..n) -> ...`.
    pub(super) fn variables_advice(&self) -> Option<String> {
        let opens = ["move", "claim", "refute", "table", "plot"];
        let word = (0..2).find(|&i| opens.contains(&self.text(i)))?;
        let what = if self.text(word) == "move" { "a move" } else { "a statement" };
        let name = self.text(word + 1);
        if self.found() == "for" && self.at == word + 2 {
            let end = self.find(self.at, |w| matches!(w, "-" | "→" | "if" | ":")).unwrap_or(self.tokens.len());
            let (head, binders) = (self.part(0, self.at), self.part(self.at + 1, end));
            return Some(format!("the variables of {what} stand in parentheses: `{head}({binders})`"));
        }
        if self.found() == "for" && self.before() == ":" && what != "a move" {
            let head = self.part(0, self.at - 1);
            return Some(format!("the variables stand in parentheses behind the name: `{head}(n in 0..9): ...`"));
        }
        let example = if what == "a move" { "take" } else { "values" };
        let unnamed = self.found() == "(" && self.at == word + 1 && name == "(";
        unnamed.then(|| format!("{what} has a name: `{} {example}(...)`", self.text(word)))
    }
}
