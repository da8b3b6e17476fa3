//! From the tree back to text, in one layout for everybody: what `sgi fmt` writes.

mod domain;
mod expr;
mod item;
mod layout;
mod wrap;

use super::ast::{Clause, Comment, Expr, File, Game, Item, ItemKind};
use super::scan;
use crate::base::Span;
use expr::Line;
use item::Halves;
use wrap::{WIDTH, columns, wrapped};

/// An expression on one line.
#[must_use]
pub fn print_expr(expr: &Expr) -> String {
    let mut line = Line::default();
    line.expr(expr);
    line.text
}

/// A whole file with its comments. Blank lines between declarations stay, one at most.
#[must_use]
pub fn print_file(file: &File) -> String {
    print(file, None)
}

/// A whole file with its comments, where the author's line breaks, columns and close operators stay as they are in
/// `source`, whose first byte has the global offset `start`: what `sgi fmt` writes.
#[must_use]
pub fn lay_out(file: &File, source: &str, start: u32) -> String {
    print(file, Some((source, start)))
}

fn print(file: &File, source: Option<(&str, u32)>) -> String {
    let (comments, blanks) = (&file.comments, &file.blank_lines);
    let mut page = Page { out: String::new(), source, comments, blanks, end: None };
    let starts = file.items.iter().skip(1).map(|i| start_of(i.span)).chain([u32::MAX]);
    for (item, next) in file.items.iter().zip(starts) {
        page.item(item, next);
    }
    page.comments_before(u32::MAX, 0);
    page.out
}

struct Page<'a> {
    out: String,
    /// The author's text, where its layout counts, and its global offset.
    source: Option<(&'a str, u32)>,
    /// Comments that were not yet written.
    comments: &'a [Comment],
    /// Offsets of blank lines, ascending.
    blanks: &'a [u32],
    /// Where the last thing written ended in the source.
    end: Option<u32>,
}

impl Page<'_> {
    /// A declaration; the next one begins at `next`.
    fn item(&mut self, item: &Item, next: u32) {
        let start = start_of(item.span);
        self.comments_before(start, 0);
        self.blank_before(start);
        match &item.kind {
            ItemKind::Game(game) => self.game(item, game, next),
            _ => self.halves(&item::declaration(item), item.span, next, 0),
        }
        self.end = Some(end_of(item.span));
    }

    fn game(&mut self, item: &Item, game: &Game, next: u32) {
        let mut header = Line::default();
        item::header(&mut header, game);
        let end = end_of(item.span);
        let commented = self.comments.first().is_some_and(|c| c.span.start < end);
        if let ([] | [_], false) = (game.clauses.as_slice(), commented) {
            let clause = game.clauses.first().map_or(String::new(), |c| joined(&item::clause(c)) + " ");
            let line = format!("{} {{ {clause}}}", header.text);
            let as_written = self.as_written(item.span, &line, 0);
            if let Some(lines @ [_]) = as_written.as_deref() {
                let mine = self.belonging(end, next);
                return self.lines(lines, mine);
            }
            if columns(&line) <= WIDTH && as_written.is_none() {
                let mine = self.belonging(end, next);
                self.line(&line, 0, mine);
                return;
            }
        }
        header.text.push_str(" {");
        let brace = end.saturating_sub(1);
        let first = game.clauses.first().map_or(brace, |c| start_of(c.span));
        let mine = self.comments.iter().take_while(|c| c.span.start < first && !c.own_line).count();
        let written = Span::new(start_of(item.span), self.opening(item.span, first));
        let inside = self.comments.first().is_some_and(|c| c.span.start < written.end);
        match self.as_written(written, &header.text, 0) {
            Some(lines) if mine <= 1 && !inside => self.lines(&lines, mine),
            _ => self.line(&header.text, 0, mine),
        }
        self.end = None;
        let starts = game.clauses.iter().skip(1).map(|c| start_of(c.span)).chain([brace]);
        for (clause, next) in game.clauses.iter().zip(starts) {
            self.clause(clause, next);
        }
        self.comments_before(end, 2);
        let mine = self.belonging(end, next);
        self.line("}", 0, mine);
    }

    fn clause(&mut self, clause: &Clause, next: u32) {
        let start = start_of(clause.span);
        self.comments_before(start, 2);
        self.blank_before(start);
        self.halves(&item::clause(clause), clause.span, next, 2);
        self.end = Some(end_of(clause.span));
    }

    /// A declaration or clause, on as many lines as it needs.
    fn halves(&mut self, halves: &Halves, span: Span, next: u32, indent: usize) {
        let mine = self.belonging(end_of(span), next);
        let line = joined(halves);
        if let Some(lines) = self.as_written(span, &line, indent) {
            // Comments inside it are among its lines.
            let inside = self.comments.partition_point(|c| c.span.start < end_of(span));
            self.comments = &self.comments[inside..];
            return self.lines(&lines, mine - inside);
        }
        if columns(&line) + indent <= WIDTH || halves.tail.is_empty() {
            self.line(&line, indent, mine);
            return;
        }
        // Comments of their own lines come first, whatever line they stood before.
        self.line(&halves.head, indent, 0);
        self.line(&halves.tail, indent + 2, mine);
    }

    /// What stands at `span`, in the words of `line` and in the author's own layout.
    fn as_written(&self, span: Span, line: &str, indent: usize) -> Option<Vec<String>> {
        let (source, start) = self.source.filter(|_| !span.is_none())?;
        let offset = |at: u32| usize::try_from(at.checked_sub(start)?).ok();
        layout::kept(source.get(offset(span.start)?..offset(span.end)?)?, line, indent)
    }

    /// Behind the last `{` of a game's header, whose body begins at `body`.
    fn opening(&self, span: Span, body: u32) -> u32 {
        let Some((source, start)) = self.source else { return body };
        let from = start_of(span).saturating_sub(start);
        let text = source.get(from as usize..body.saturating_sub(start) as usize + 1).unwrap_or("");
        let brace = scan::Scanner::new(text, 0).filter(|t| t.kind == scan::TokenKind::Open(b'{')).last();
        brace.map_or(body, |t| start_of(span) + u32::try_from(t.end).unwrap_or(0))
    }

    /// Lines as they are, the last one with the comment behind it if there is one.
    fn lines(&mut self, lines: &[String], comments: usize) {
        let Some((last, before)) = lines.split_last() else { return };
        for line in before {
            self.push(line, 0);
        }
        self.push(last, 0);
        let (own, rest) = self.comments.split_at(comments);
        self.comments = rest;
        if let Some(comment) = own.last() {
            self.append(comment);
        }
    }

    /// How many of the next comments belong to what ends at `end`: those inside it, and one behind it on its line.
    fn belonging(&self, end: u32, next: u32) -> usize {
        let inside = self.comments.partition_point(|c| c.span.start < end);
        let behind = self.comments.get(inside).is_some_and(|c| !c.own_line && c.span.start < next);
        inside + usize::from(behind)
    }

    /// One logical line with its comments: the last one behind it, others before it.
    fn line(&mut self, text: &str, indent: usize, comments: usize) {
        let (own, rest) = self.comments.split_at(comments);
        self.comments = rest;
        let trailing = own.last().filter(|c| !c.own_line);
        for comment in own.iter().take(own.len() - usize::from(trailing.is_some())) {
            self.push(&comment.text, indent);
        }
        let lines = wrapped(text, indent);
        for line in &lines {
            self.push(line, 0);
        }
        if let Some(comment) = trailing {
            self.append(comment);
        }
    }

    /// A comment behind the last line, as far from it as the author put it, two spaces at least.
    fn append(&mut self, comment: &Comment) {
        self.out.pop();
        let before = self.source.and_then(|(source, start)| source.get(..(comment.span.start - start) as usize));
        let spaces = before.map_or(0, |text| text.len() - text.trim_end_matches(' ').len());
        self.out.extend(std::iter::repeat_n(' ', spaces.max(2)));
        self.push(&comment.text, 0);
    }

    fn push(&mut self, text: &str, indent: usize) {
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// The comments that stand before an offset.
    fn comments_before(&mut self, before: u32, indent: usize) {
        while let [comment, rest @ ..] = self.comments {
            if comment.span.start >= before {
                return;
            }
            self.blank_before(comment.span.start);
            self.push(&comment.text, indent);
            self.end = Some(comment.span.end);
            self.comments = rest;
        }
    }

    /// Keeps a blank line of the source between the last thing written and the next one.
    fn blank_before(&mut self, start: u32) {
        let Some(end) = self.end else { return };
        let at = self.blanks.partition_point(|&b| b < end);
        if self.blanks.get(at).is_some_and(|&b| b < start) {
            self.out.push('\n');
        }
        self.end = None;
    }
}

fn joined(halves: &Halves) -> String {
    if halves.tail.is_empty() { halves.head.clone() } else { format!("{} {}", halves.head, halves.tail) }
}

/// What was never written comes before every comment.
fn start_of(span: Span) -> u32 {
    if span.is_none() { 0 } else { span.start }
}

fn end_of(span: Span) -> u32 {
    if span.is_none() { 0 } else { span.end }
}
