//! Names, and what is called by its name.

use std::rc::Rc;

use super::Resolver;
use super::expr::error;
use crate::analysis::model::{Expr, ExprKind, InstanceExpr, Mention, StaticInstance};
use crate::analysis::scope::{Entity, Header, narrow};
use crate::analysis::{visit, wording};
use crate::base::Span;
use crate::library::{self, Entry};
use crate::syntax;
use crate::syntax::ast::{self, Binder, PostfixOp};

/// So many unknown names get suggestions from the file's own names.
const MAX_SEARCHES: usize = 50;

/// So much may follow one operand: what follows nests, and nesting is bounded everywhere.
const MAX_CHAIN: usize = 100;

/// What a name stands for.
enum Meaning {
    /// An expression that stands for a value.
    Value(ExprKind, &'static str),
    Game(u32),
    /// An alias: its game and instance; `None` after an error.
    Alias(Option<(u32, u32)>),
    Function(u32),
    Library(Entry),
    /// An error that has been said.
    Missing,
    Unknown,
}

impl Resolver<'_> {
    fn meaning(&mut self, name: &str, span: Span) -> Meaning {
        if let Some(local) = self.frame.lookup(name) {
            self.model.mentions.push(Mention { at: span, declared: local.span });
            let kind = match local.lazy {
                Some(index) => ExprKind::Lazy { slot: local.slot, index },
                None => ExprKind::Local(local.slot),
            };
            return Meaning::Value(kind, "a variable");
        }
        if let Some(declared) = self.names.scopes[self.unit].get(name)
            && (!self.literals_only || matches!(declared.entity, Entity::Member(_) | Entity::Enum(_)))
        {
            self.model.mentions.push(Mention { at: span, declared: declared.span });
            return match &declared.entity {
                Entity::Game(index) => Meaning::Game(*index),
                Entity::Alias(index) => Meaning::Alias(self.names.aliases[*index as usize]),
                Entity::Function(index) => Meaning::Function(*index),
                entity @ Entity::Global { index, path, .. } => {
                    Meaning::Value(ExprKind::Global { index: *index, path: path.clone() }, entity.describe())
                }
                Entity::Missing => Meaning::Missing,
                Entity::Enum(index) => Meaning::Value(ExprKind::EnumDomain(*index), "an enum"),
                Entity::Member(member) => {
                    Meaning::Value(ExprKind::Const(crate::value::Value::Enum(member.clone())), "a member of an enum")
                }
            };
        }
        library::lookup(name).map_or(Meaning::Unknown, Meaning::Library)
    }

    fn complain_unknown(&mut self, name: &str, span: Span) {
        if self.names.scopes[self.unit].open || (self.names.broken && self.is_lost(name, span)) {
            return;
        }
        let searches = self.names.searches.get();
        self.names.searches.set(searches + 1);
        let all = if searches < MAX_SEARCHES { usize::MAX } else { 0 };
        let own = self.frame.names().chain(self.names.scopes[self.unit].all()).take(2000);
        let known = own.chain(library::names().map(|n| -> &str { n })).take(all);
        let said = if self.sources.line_before(span).trim_end().ends_with("//") {
            wording::in_a_comment(name, span)
        } else {
            wording::unknown_name(name, span, known)
        };
        self.out.push(said);
    }

    /// Whether the name is declared where the text could not be parsed.
    fn is_lost(&self, name: &str, span: Span) -> bool {
        let Some(file) = self.sources.file_of(span) else { return false };
        let mut lost = self.names.lost.borrow_mut();
        let declared = lost.entry(file).or_insert_with(|| {
            syntax::declared_words(&self.sources.file(file).text).into_iter().map(Rc::from).collect()
        });
        declared.contains(name)
    }

    /// A name that is not called.
    pub(super) fn bare_name(&mut self, name: &Rc<str>, span: Span) -> ExprKind {
        match self.meaning(name, span) {
            Meaning::Value(kind, _) => kind,
            Meaning::Game(index) => {
                self.out.push(wording::not_a_value(&self.names.games[index as usize], "a game", span));
                ExprKind::Error
            }
            Meaning::Alias(target) => {
                if let Some((game, _)) = target {
                    let header = Header { name: name.clone(), ..self.alias_header(game) };
                    self.out.push(wording::not_a_value(&header, "a game", span));
                }
                ExprKind::Error
            }
            Meaning::Function(index) => {
                self.out.push(wording::not_a_value(&self.names.functions[index as usize], "a function", span));
                ExprKind::Error
            }
            Meaning::Library(Entry::Constant(value)) => ExprKind::Const(value),
            Meaning::Library(Entry::Query(query)) if query.spec().max_args == Some(0) => {
                ExprKind::Query { query, args: Vec::new() }
            }
            Meaning::Library(Entry::Query(query)) => {
                self.out.push(wording::library_not_a_value(name, query.spec().signature, span));
                ExprKind::Error
            }
            Meaning::Library(Entry::Function(function)) => {
                self.out.push(wording::library_not_a_value(name, function.spec().signature, span));
                ExprKind::Error
            }
            Meaning::Missing => ExprKind::Error,
            Meaning::Unknown => {
                self.complain_unknown(name, span);
                ExprKind::Error
            }
        }
    }

    fn alias_header(&self, game: u32) -> Header {
        Header { rule_params: Vec::new(), ..self.names.games[game as usize].clone() }
    }

    /// An operand with what follows it.
    pub(super) fn postfix(&mut self, base: &ast::Expr, ops: &[(PostfixOp, Span)]) -> Expr {
        if let Some((_, at)) = ops.get(MAX_CHAIN) {
            self.out.push(wording::long_chain(*at, MAX_CHAIN));
            return error(base);
        }
        let (mut result, used) = match &base.kind {
            ast::ExprKind::Name(name) => self.named(name, base, ops),
            _ => (self.expr(base), 0),
        };
        for (op, at) in &ops[used..] {
            if matches!(result.kind, ExprKind::Error) {
                // Said already; the arguments still get their complaints.
                result = Expr { span: result.span.to(*at), ..self.ignored(op, result) };
            } else {
                result = self.apply(result, op, *at);
            }
        }
        result
    }

    fn ignored(&mut self, op: &PostfixOp, base: Expr) -> Expr {
        match op {
            PostfixOp::Call { args, binders } => {
                let mark = self.frame.mark();
                self.binders(binders, super::Place::Other);
                self.list(args);
                self.frame.release(mark);
            }
            PostfixOp::Index(args) => {
                self.list(args);
            }
            PostfixOp::Field(_) | PostfixOp::With { .. } => {}
        }
        base
    }

    /// A name with as much of what follows as belongs to it; says how much that was.
    fn named(&mut self, name: &Rc<str>, base: &ast::Expr, ops: &[(PostfixOp, Span)]) -> (Expr, usize) {
        let call = match ops.first() {
            Some((PostfixOp::Call { args, binders }, at)) => Some((args.as_slice(), binders.as_slice(), *at)),
            _ => None,
        };
        match (self.meaning(name, base.span), call) {
            (Meaning::Game(game), _) => self.position(game, base, ops),
            (Meaning::Alias(target), _) => self.alias_position(name, target, base, ops),
            (Meaning::Function(function), Some((args, binders, at))) => {
                let span = base.span.to(at);
                let kind = self.call(function, args, binders, span);
                (self.model.expr(span, kind), 1)
            }
            (Meaning::Library(entry), Some((args, binders, at))) if !matches!(entry, Entry::Constant(_)) => {
                let span = base.span.to(at);
                let kind = self.library_call(name, &entry, args, binders, span);
                (self.model.expr(span, kind), 1)
            }
            (Meaning::Library(Entry::Constant(_)), Some(_)) => {
                self.out.push(wording::not_callable(name, "a number", false, base.span));
                (error(base), 0)
            }
            (Meaning::Value(_, what), Some(_)) => {
                let hides = library::lookup(name).is_some();
                self.out.push(wording::not_callable(name, what, hides, base.span));
                (error(base), 0)
            }
            _ => {
                let kind = self.bare_name(name, base.span);
                (self.model.expr(base.span, kind), 0)
            }
        }
    }

    fn call(&mut self, function: u32, args: &[ast::Expr], binders: &[Binder], span: Span) -> ExprKind {
        let header = &self.names.functions[function as usize];
        if !binders.is_empty() {
            self.out.push(wording::no_generator(&header.name, span));
            return ExprKind::Error;
        }
        if args.len() != header.fields.len() {
            let wanted = wording::count(header.fields.len(), "argument");
            let what = format!("`{}`", header.name);
            self.out.push(wording::wrong_count(&what, &wanted, args.len(), span, &header.pattern()));
            self.list(args);
            return ExprKind::Error;
        }
        ExprKind::Call { function, args: self.list(args) }
    }

    fn library_call(
        &mut self,
        name: &str,
        entry: &Entry,
        args: &[ast::Expr],
        binders: &[Binder],
        span: Span,
    ) -> ExprKind {
        let spec = match entry {
            Entry::Function(function) => function.spec(),
            Entry::Query(query) => query.spec(),
            Entry::Constant(_) => return ExprKind::Error,
        };
        if let ([body], Entry::Function(function), false) = (args, entry, binders.is_empty())
            && spec.aggregate
        {
            let generator = Box::new(self.generator(body, binders));
            return ExprKind::Aggregate { function: *function, generator };
        }
        if !binders.is_empty() {
            self.out.push(wording::no_generator(name, span));
            return ExprKind::Error;
        }
        if !spec.accepts(args.len()) {
            let wanted = arity(spec.min_args, spec.max_args);
            self.out.push(wording::wrong_count(&format!("`{name}`"), &wanted, args.len(), span, spec.signature));
            self.list(args);
            return ExprKind::Error;
        }
        let args = self.list(args);
        match entry {
            Entry::Query(query) => ExprKind::Query { query: *query, args },
            Entry::Function(function) => ExprKind::Builtin { function: *function, args },
            Entry::Constant(_) => ExprKind::Error,
        }
    }

    /// `NAME[rule arguments](fields)`.
    fn position(&mut self, game: u32, base: &ast::Expr, ops: &[(PostfixOp, Span)]) -> (Expr, usize) {
        let header = self.names.games[game as usize].clone();
        let (rules, rest, before) = match ops.first() {
            Some((PostfixOp::Index(args), at)) => (Some((args, *at)), &ops[1..], 1),
            _ => (None, ops, 0),
        };
        let Some((PostfixOp::Call { args, binders }, at)) = rest.first() else {
            let end = rules.map_or(base.span, |(_, at)| base.span.to(at));
            self.out.push(wording::not_a_value(&header, "a game", end));
            return (error(base), before);
        };
        let span = base.span.to(*at);
        let failed = (Expr::apart(span, ExprKind::Error), before + 1);
        let Some(instance) = self.instance(game, &header, rules.map(|(args, at)| (args.as_slice(), at)), base.span)
        else {
            self.list(args);
            return failed;
        };
        match self.game_fields(&header, args, binders, span) {
            Some(fields) => (self.model.expr(span, ExprKind::Position { instance, fields }), before + 1),
            None => failed,
        }
    }

    fn alias_position(
        &mut self,
        name: &Rc<str>,
        target: Option<(u32, u32)>,
        base: &ast::Expr,
        ops: &[(PostfixOp, Span)],
    ) -> (Expr, usize) {
        let Some((game, instance)) = target else { return (error(base), 0) };
        let header = Header { name: name.clone(), ..self.alias_header(game) };
        match ops.first() {
            Some((PostfixOp::Call { args, binders }, at)) => {
                let span = base.span.to(*at);
                let kind = match self.game_fields(&header, args, binders, span) {
                    Some(fields) => ExprKind::Position { instance: InstanceExpr::Static(instance), fields },
                    None => ExprKind::Error,
                };
                (self.model.expr(span, kind), 1)
            }
            Some((PostfixOp::Index(_), at)) => {
                self.out.push(wording::alias_has_rules(name, base.span.to(*at)));
                (error(base), 0)
            }
            _ => {
                self.out.push(wording::not_a_value(&header, "a game", base.span));
                (error(base), 0)
            }
        }
    }

    fn game_fields(
        &mut self,
        header: &Header,
        args: &[ast::Expr],
        binders: &[Binder],
        span: Span,
    ) -> Option<Vec<Expr>> {
        if !binders.is_empty() {
            self.out.push(wording::no_generator(&header.name, span));
            return None;
        }
        let fields = self.list(args);
        if fields.len() == header.fields.len() {
            return Some(fields);
        }
        let (what, wanted) = (format!("`{}`", header.name), wording::count(header.fields.len(), "field"));
        self.out.push(wording::wrong_count(&what, &wanted, fields.len(), span, &header.pattern()));
        None
    }

    fn instance(
        &mut self,
        game: u32,
        header: &Header,
        rules: Option<(&[ast::Expr], Span)>,
        name: Span,
    ) -> Option<InstanceExpr> {
        let Some((args, at)) = rules else {
            if self.own == Some(game) {
                return Some(InstanceExpr::Own);
            }
            let plain = self.names.plain[game as usize];
            if plain.is_none() {
                self.out.push(wording::rules_missing(header, name));
            }
            return plain.map(InstanceExpr::Static);
        };
        if header.rule_params.is_empty() {
            self.out.push(wording::no_rules(header, name.to(at)));
            self.list(args);
            return None;
        }
        let span = name.to(at);
        if args.len() != header.rule_params.len() {
            let wanted = format!("{} in brackets `[ ]`", wording::count(header.rule_params.len(), "argument"));
            let what = format!("`{}`", header.name);
            self.out.push(wording::wrong_count(&what, &wanted, args.len(), span, &header.pattern()));
            self.list(args);
            return None;
        }
        // Arguments without local variables are the same every time: such an instance is made once.
        let base = self.frame.next();
        let outer = self.frame.measure();
        let args = self.list(args);
        let frame_size = self.frame.size();
        self.frame.widen(outer);
        if self.model.sealed || args.iter().any(|e| depends(e, base)) {
            return Some(InstanceExpr::Dynamic { game, args });
        }
        let index = narrow(self.model.instances.len());
        self.model.instances.push(StaticInstance { game, args, frame_size, span });
        Some(InstanceExpr::Static(index))
    }
}

/// Whether an expression mentions the game that it stands in, or a variable below slot `base`.
fn depends(expr: &Expr, base: u32) -> bool {
    let mut found = false;
    visit::walk(expr, &mut |e| match &e.kind {
        ExprKind::Local(slot) => found |= *slot < base,
        ExprKind::Lazy { .. } | ExprKind::Position { instance: InstanceExpr::Own, .. } => found = true,
        _ => {}
    });
    found
}

fn arity(min: usize, max: Option<usize>) -> String {
    match max {
        Some(max) if max == min => wording::count(min, "argument"),
        Some(max) => format!("{min} to {max} arguments"),
        None => format!("at least {}", wording::count(min, "argument")),
    }
}
