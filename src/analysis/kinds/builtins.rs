//! What the functions of the library take and give.

use super::kind::Kind;
use super::{Checker, wording};
use crate::analysis::model::{Expr, Generator};
use crate::base::Span;
use crate::library::Builtin;

/// What an argument must be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Number,
    Integer,
    Text,
    /// A list or a text.
    Sequence,
    /// A list, set, text or tuple.
    Collection,
    List,
    Set,
    Graph,
    /// A number or a range of numbers.
    Sizes,
    Any,
}

impl Takes {
    fn accepts(self, kind: &Kind) -> bool {
        match self {
            Self::Number | Self::Integer => matches!(kind, Kind::Number { .. }),
            Self::Text => matches!(kind, Kind::Text),
            Self::Sequence => matches!(kind, Kind::List(_) | Kind::Text),
            Self::Collection => matches!(kind, Kind::List(_) | Kind::Set(_) | Kind::Text | Kind::Tuple(_)),
            Self::List => matches!(kind, Kind::List(_)),
            Self::Set => matches!(kind, Kind::Set(_)),
            Self::Graph => matches!(kind, Kind::Graph),
            Self::Sizes => matches!(kind, Kind::Number { .. } | Kind::Set(_) | Kind::List(_)),
            Self::Any => true,
        }
    }

    fn describe(self) -> &'static str {
        match self {
            Self::Number | Self::Integer => "a number",
            Self::Text => "a text",
            Self::Sequence => "a list or a text",
            Self::Collection => "a list, a set or a text",
            Self::List => "a list",
            Self::Set => "a set",
            Self::Graph => "a graph",
            Self::Sizes => "a number or a range",
            Self::Any => "a value",
        }
    }
}

/// What the arguments of a function must be, one after another; the last holds for all that follow.
fn takes(name: &str) -> &'static [Takes] {
    use Takes as T;
    match name {
        "abs" | "floor" | "ceil" | "sqrt" => &[T::Number],
        "fib" | "is_fib" | "is_prime" | "prime_index" | "zeckendorf" | "popcount" | "v2" | "divisors" | "path"
        | "cycle" | "trees" | "graphs" | "gcd" | "bit" | "digits" | "rect" => &[T::Integer],
        "drop" | "without" => &[T::Sequence, T::Integer],
        "indices" | "last" => &[T::Sequence],
        "len" | "sorted" => &[T::Collection],
        "join" => &[T::List],
        "vertices" | "edges" | "matching_number" => &[T::Graph],
        "adj" | "succ" => &[T::Graph, T::Any],
        "octal_digits" => &[T::Text],
        "subsets" => &[T::Collection, T::Sizes],
        "shape" | "symmetries" => &[T::Set],
        "grounded" | "split_at" => &[T::Set, T::Any],
        _ => &[T::Any],
    }
}

impl Checker<'_> {
    pub(super) fn builtin(&mut self, function: Builtin, args: &[Expr], span: Span) -> Kind {
        let spec = function.spec();
        let kinds: Vec<Kind> = args.iter().map(|e| self.stored(e)).collect();
        let wanted = takes(spec.name);
        for (i, (kind, arg)) in kinds.iter().zip(args).enumerate() {
            let takes = wanted.get(i).or(wanted.last()).copied().unwrap_or(Takes::Any);
            if !kind.is_open() && !takes.accepts(kind) {
                let text = self.text(arg.span);
                self.say(wording::argument(arg.span, spec.name, takes.describe(), kind, &text));
            } else if takes == Takes::Integer {
                self.integral(arg, &format!("`{}`", spec.name));
            }
        }
        if spec.aggregate { self.gathered(spec.name, &kinds, args, span) } else { result(spec.name, &kinds) }
    }

    /// `sum(list)`, `max(a, b)`.
    fn gathered(&mut self, name: &str, kinds: &[Kind], args: &[Expr], span: Span) -> Kind {
        if name == "choices" {
            let elements: Vec<Kind> = kinds.iter().zip(args).map(|(k, e)| self.element(k, e.span)).collect();
            return Kind::list(Kind::list(Kind::join_all(elements)));
        }
        let element = match (kinds, args) {
            ([Kind::List(inner) | Kind::Set(inner)], _) => (**inner).clone(),
            ([kind @ (Kind::Text | Kind::Bool | Kind::Graph | Kind::Position(_) | Kind::Number { .. })], [arg]) => {
                let text = self.text(arg.span);
                self.say(wording::nothing_to_gather(arg.span, name, kind, &text));
                return Kind::Unknown;
            }
            ([Kind::Tuple(entries)], _) => Kind::join_all(entries.iter().cloned()),
            ([_], _) => Kind::Unknown,
            _ => Kind::join_all(kinds.iter().cloned()),
        };
        self.gather(name, &element, args.first().map_or(span, |a| a.span))
    }

    pub(super) fn aggregate(&mut self, function: Builtin, generator: &Generator, span: Span) -> Kind {
        let name = function.spec().name;
        if matches!(name, "count" | "all" | "any") {
            self.binders(&generator.binders);
            self.condition(&generator.body);
            return if name == "count" { Kind::NUMBER } else { Kind::Bool };
        }
        let body = self.generator(generator);
        if name == "choices" {
            let element = self.element(&body, generator.body.span);
            return Kind::list(Kind::list(element));
        }
        let _ = span;
        self.gather(name, &body, generator.body.span)
    }

    /// What comes of elements of this kind.
    fn gather(&mut self, name: &str, element: &Kind, place: Span) -> Kind {
        let text = |this: &Self| this.text(place);
        match (name, element) {
            ("sum", Kind::Never) => Kind::Number { zero: true },
            ("sum", Kind::Number { .. } | Kind::Tuple(_) | Kind::Unknown) => element.clone(),
            ("sum", Kind::Position(p)) => {
                self.summand(*p, place);
                Kind::Position(p.plain())
            }
            ("nimsum" | "mex", Kind::Never | Kind::Unknown | Kind::Number { .. }) => Kind::NUMBER,
            ("sum" | "nimsum" | "mex", other) => {
                let text = text(self);
                self.say(wording::cannot_gather(place, name, other, &text));
                if name == "sum" { Kind::Unknown } else { Kind::NUMBER }
            }
            ("count" | "all" | "any", other) => {
                if *other != Kind::Bool && !other.is_open() {
                    let text = text(self);
                    self.say(wording::conditions_wanted(place, name, other, &text));
                }
                if name == "count" { Kind::NUMBER } else { Kind::Bool }
            }
            _ => element.clone().held(),
        }
    }
}

/// The kind of a function's value.
fn result(name: &str, kinds: &[Kind]) -> Kind {
    let first = kinds.first().cloned().unwrap_or(Kind::Unknown);
    let element = || match &first {
        Kind::List(inner) | Kind::Set(inner) => (**inner).clone(),
        Kind::Text => Kind::Text,
        _ => Kind::Unknown,
    };
    match name {
        "abs" | "len" | "gcd" | "prime_index" | "fib" | "bit" | "popcount" | "v2" | "floor" | "ceil" | "sqrt"
        | "matching_number" => Kind::NUMBER,
        "indices" | "divisors" => Kind::numbers(),
        "sorted" => Kind::list(element()),
        "last" => element().held(),
        "drop" | "without" | "shape" | "grounded" => first,
        "join" => Kind::Text,
        "subsets" => Kind::list(Kind::set(element())),
        "is_prime" | "is_fib" => Kind::Bool,
        "zeckendorf" | "digits" | "octal_digits" => Kind::list(Kind::NUMBER),
        "period" => Kind::Period,
        "vertices" | "adj" | "succ" => Kind::set(Kind::Unknown),
        "edges" => Kind::set(Kind::Edge),
        "components" => Kind::list(kinds.get(1).cloned().unwrap_or(first)),
        "split_at" | "symmetries" => Kind::list(first),
        "path" | "cycle" => Kind::Graph,
        "trees" | "graphs" => Kind::list(Kind::Graph),
        "rect" | "cells" => Kind::cells(),
        _ => Kind::Unknown,
    }
}
