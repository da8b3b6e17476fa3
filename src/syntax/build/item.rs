//! Declarations and clauses.

use super::super::ast::{
    Binder, Cell, Clause, ClauseKind, Expr, Field, Game, Item, ItemKind, Name, Pattern, Type, TypeKind, UseSource,
};
use super::super::errors;
use super::super::parser::Rule;
use super::{Builder, Node, nothing};
use crate::base::Span;
use crate::cgt::Movers;

/// What the parts of a declaration or clause are, whatever their order.
struct Header {
    names: Vec<Name>,
    binders: Vec<Binder>,
    exprs: Vec<Expr>,
    pattern: Option<Pattern>,
    fields: Vec<Field>,
    rule_params: Vec<Field>,
    domain: Option<Type>,
    cells: Vec<Cell>,
    source: Option<UseSource>,
    side: Option<Movers>,
    loopy: bool,
    refute: bool,
    /// The place of `=`.
    assign: Span,
    /// The place of the keyword.
    keyword: Span,
}

impl Header {
    fn new() -> Self {
        Self {
            names: Vec::new(),
            binders: Vec::new(),
            exprs: Vec::new(),
            pattern: None,
            fields: Vec::new(),
            rule_params: Vec::new(),
            domain: None,
            cells: Vec::new(),
            source: None,
            side: None,
            loopy: false,
            refute: false,
            assign: Span::NONE,
            keyword: Span::NONE,
        }
    }
}

impl Builder<'_> {
    /// A declaration; a `fn` inside a game, which is an error, comes after it.
    pub fn item(&mut self, node: Node<'_>) -> Vec<Item> {
        let start = node.as_span().start();
        let mut hoisted = Vec::new();
        let kind = match node.as_rule() {
            Rule::game => self.game(node, &mut hoisted),
            Rule::game_header => {
                let header = self.header(node);
                Some(ItemKind::Game(game_of(header, Vec::new())))
            }
            rule => {
                let header = self.header(node);
                self.declaration(rule, header)
            }
        };
        let item = kind.map(|kind| Item { span: self.since(start), kind });
        item.into_iter().chain(hoisted).collect()
    }

    fn game(&mut self, node: Node<'_>, hoisted: &mut Vec<Item>) -> Option<ItemKind> {
        let (mut header, mut clauses, mut alias) = (Header::new(), Vec::new(), None);
        for inner in node.into_inner() {
            match inner.as_rule() {
                Rule::game_header => header = self.header(inner),
                Rule::alias => alias = inner.into_inner().find(|n| n.as_rule() == Rule::expr).map(|n| self.expr(n)),
                Rule::body => {
                    let end = inner.as_span().end();
                    for clause in inner.into_inner() {
                        clauses.extend(self.clause(clause, hoisted));
                    }
                    self.end = end;
                }
                _ => {}
            }
        }
        match alias {
            Some(target) => {
                let name = header.names.into_iter().next()?;
                if let Some(field) = header.rule_params.iter().chain(&header.fields).next() {
                    self.say(errors::alias_with_fields(field.name.span, &name.text));
                }
                Some(ItemKind::Alias { name, target })
            }
            None => Some(ItemKind::Game(game_of(header, clauses))),
        }
    }

    fn declaration(&mut self, rule: Rule, header: Header) -> Option<ItemKind> {
        let mut names = header.names.into_iter();
        let mut exprs = header.exprs.into_iter();
        Some(match rule {
            Rule::param => {
                let name = names.next()?;
                let ty = header.domain.unwrap_or_else(|| {
                    self.say(errors::param_without_domain(header.assign, &name.text));
                    Type { span: name.span, kind: TypeKind::Domain(Box::new(nothing(name.span))) }
                });
                ItemKind::Param { name, ty, default: exprs.next()? }
            }
            Rule::let_item => ItemKind::Let { pattern: header.pattern?, value: exprs.next()? },
            Rule::fn_item => ItemKind::Fn { name: names.next()?, params: header.fields, body: exprs.next()? },
            Rule::enum_item => ItemKind::Enum { name: names.next()?, members: names.collect() },
            Rule::use_item => match header.source {
                Some(source) => ItemKind::Use { source, names: names.collect() },
                None => ItemKind::Use { source: UseSource::Name(names.next()?), names: names.collect() },
            },
            Rule::start => ItemKind::Start(exprs.next()?),
            Rule::claim => ItemKind::Claim {
                refute: header.refute,
                name: names.next()?,
                binders: header.binders,
                body: exprs.next()?,
            },
            Rule::table => ItemKind::Table { name: names.next()?, binders: header.binders, cells: header.cells },
            Rule::plot => ItemKind::Plot { name: names.next()?, binders: header.binders, body: exprs.next()? },
            Rule::print => ItemKind::Print(exprs.collect()),
            _ => return None,
        })
    }

    /// A clause of a game; `None` for a `fn`, which goes to `hoisted`.
    pub fn clause(&mut self, node: Node<'_>, hoisted: &mut Vec<Item>) -> Option<Clause> {
        let start = node.as_span().start();
        let rule = node.as_rule();
        if rule == Rule::fn_item {
            let header = self.header(node);
            self.say(errors::fn_inside(header.keyword));
            let kind = self.declaration(rule, header).map(|mut kind| {
                if let ItemKind::Fn { body, .. } = &mut kind {
                    // The fields of the game are out of its sight: say no more about it.
                    *body = nothing(body.span);
                }
                kind
            });
            hoisted.extend(kind.map(|kind| Item { span: self.since(start), kind }));
            return None;
        }
        if !matches!(
            rule,
            Rule::move_clause | Rule::same | Rule::equals | Rule::ends | Rule::wins | Rule::measure | Rule::let_item
        ) {
            return None;
        }
        let header = self.header(node);
        let mut exprs = header.exprs.into_iter();
        let mut binders = header.binders;
        let kind = match rule {
            Rule::move_clause => ClauseKind::Move {
                side: header.side.unwrap_or(Movers::Both),
                name: header.names.into_iter().next()?,
                binders,
                target: exprs.next()?,
            },
            Rule::same => ClauseKind::Same { binders, target: exprs.next()? },
            Rule::equals => ClauseKind::Equals { binders, target: exprs.next()? },
            Rule::ends => ClauseKind::Ends(condition(&mut binders)?),
            Rule::wins => ClauseKind::Wins(condition(&mut binders)?),
            Rule::measure => ClauseKind::Measure(exprs.next()?),
            _ => ClauseKind::Let { pattern: header.pattern?, value: exprs.next()? },
        };
        Some(Clause { span: self.since(start), kind })
    }

    /// Gathers the parts of a declaration or clause.
    fn header(&mut self, node: Node<'_>) -> Header {
        let mut header = Header::new();
        let owner = node.as_rule();
        for inner in node.into_inner() {
            match inner.as_rule() {
                Rule::name | Rule::reserved_name => {
                    let name = self.name(&inner);
                    header.names.push(name);
                }
                Rule::move_name => {
                    let name = self.name(&inner);
                    header.names.push(name);
                }
                Rule::binders => header.binders.extend(self.binders(inner)),
                Rule::guard => {
                    let condition = self.guard(inner);
                    header.binders.push(Binder::If(condition));
                }
                Rule::expr => {
                    let expr = self.expr(inner);
                    header.exprs.push(expr);
                }
                Rule::pattern => header.pattern = Some(self.pattern(inner)),
                Rule::fields => header.fields = self.fields(inner),
                Rule::rule_params => header.rule_params = self.fields(inner),
                Rule::domain => header.domain = Some(self.domain(inner)),
                Rule::cell => header.cells.extend(self.cell(inner)),
                Rule::text => {
                    let span = self.token(&inner);
                    let text = std::rc::Rc::from(inner.as_str().trim_matches('"'));
                    header.source = Some(UseSource::Path(Name { text, span }));
                }
                Rule::side => {
                    self.token(&inner);
                    header.side = Some(if inner.as_str() == "left" { Movers::Left } else { Movers::Right });
                }
                Rule::kw_loopy => header.loopy = true,
                Rule::kw_refute => header.refute = true,
                Rule::assign => header.assign = self.token(&inner),
                _ => self.mark(owner, &inner, &mut header),
            }
        }
        header
    }

    /// Keywords and punctuation, the mistaken ones among them.
    fn mark(&mut self, owner: Rule, node: &Node<'_>, header: &mut Header) {
        let span = self.token(node);
        let text = node.as_str();
        match node.as_rule() {
            Rule::missing_arrow => self.missing(node, "->"),
            Rule::missing_colon => self.missing(node, ":"),
            Rule::wrong_arrow => self.say(errors::wrong_mark(text, "->", span)),
            Rule::wrong_colon => self.say(errors::wrong_mark(text, ":", span)),
            Rule::wrong_assign => self.say(errors::wrong_mark(text, "=", span)),
            Rule::wrong_type => {
                let name = header.names.first().map_or("", |n| &n.text);
                self.say(errors::typed_value(text, name, span));
            }
            Rule::wrong_in => self.say(errors::in_for_colon(span)),
            Rule::foreign_as if owner == Rule::equals => self.say(errors::equals_as(span)),
            _ if header.keyword.is_none() => header.keyword = span,
            _ => {}
        }
    }

    /// A mark is missing before the token at `node`.
    fn missing(&mut self, node: &Node<'_>, mark: &str) {
        let at = node.as_span().start();
        let token = super::super::scan::Scanner::new(&self.piece.text, at).next();
        let (from, to) = token.map_or((at, at), |t| (t.start, t.end));
        let found = self.piece.text.get(from..to).unwrap_or("");
        self.say(errors::missing_mark(mark, found, self.piece.span(from, to)));
    }

    fn fields(&mut self, node: Node<'_>) -> Vec<Field> {
        let end = node.as_span().end();
        let mut fields = Vec::new();
        for inner in node.into_inner().filter(|n| n.as_rule() == Rule::field) {
            let header = self.header(inner);
            fields.extend(header.names.into_iter().next().map(|name| Field { name, ty: header.domain }));
        }
        self.end = end;
        fields
    }

    fn cell(&mut self, node: Node<'_>) -> Option<Cell> {
        let header = self.header(node);
        let head = header.source.map(|source| match source {
            UseSource::Path(head) | UseSource::Name(head) => head,
        });
        header.exprs.into_iter().next().map(|expr| Cell { expr, head })
    }
}

/// The condition of `ends if` and `wins if`.
fn condition(binders: &mut Vec<Binder>) -> Option<Expr> {
    match binders.pop()? {
        Binder::If(condition) => Some(condition),
        _ => None,
    }
}

fn game_of(header: Header, clauses: Vec<Clause>) -> Game {
    let name = header.names.into_iter().next().unwrap_or(Name { text: "".into(), span: Span::NONE });
    Game { loopy: header.loopy, name, rule_params: header.rule_params, fields: header.fields, clauses }
}
