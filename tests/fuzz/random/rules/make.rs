//! Makes expressions of each kind from drawn choices, over the names that are in scope.

use super::super::draw::Draw;

use super::tree::{Binder, Expr, Name};

/// What is known of a name.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// A number from an interval.
    Int(i128, i128),
    Truth,
    Member,
    Text(usize),
    Pair,
    /// A list of numbers of an interval, of at least so many entries, as far as is known.
    List(i128, i128, usize),
    Set(i128, i128),
    Vertex,
}

/// Numbers about which machine words are delicate.
pub const BORDERS: [i128; 12] = [
    0,
    1 << 31,
    1 << 32,
    1 << 53,
    1 << 62,
    1 << 63,
    -(1 << 31),
    -(1 << 32),
    -(1 << 62),
    -(1 << 63),
    (1 << 64) - 1,
    65_535,
];

/// Variables of comprehensions, by depth: each scope uses those of its depth again.
const INNER: [Name; 8] = ["q", "r", "u", "v", "o", "g", "b", "d"];

/// Makes expressions.
pub struct Maker<'d, 'b> {
    pub draw: &'d mut Draw<'b>,
    pub known: Vec<(Name, Kind)>,
    pub functions: Vec<(Name, usize)>,
    pub members: usize,
    /// Whether numbers at the borders may occur.
    pub borders: bool,
    /// Whether the graph has arcs; `None` without one.
    pub arcs: Option<bool>,
    depth: usize,
}

pub fn int(n: i128) -> Expr {
    Expr::Int(n)
}

pub fn var(name: Name) -> Expr {
    Expr::Var(name)
}

pub fn op(op: &'static str, a: Expr, b: Expr) -> Expr {
    Expr::Op(op, Box::new(a), Box::new(b))
}

/// `e - low`, or just `e` for 0.
pub fn above(e: Expr, low: i128) -> Expr {
    if low == 0 { e } else { op("-", e, int(low)) }
}

pub fn call(name: &'static str, list: &[Expr]) -> Expr {
    Expr::Call(name, list.to_vec())
}

fn either(c: Expr, a: Expr, b: Expr) -> Expr {
    Expr::If(Box::new(c), Box::new(a), Box::new(b))
}

impl<'d, 'b> Maker<'d, 'b> {
    pub fn new(draw: &'d mut Draw<'b>) -> Self {
        Self { draw, known: Vec::new(), functions: Vec::new(), members: 0, borders: false, arcs: None, depth: 0 }
    }

    /// A name of a kind, with what is known of it.
    fn named(&mut self, fits: impl Fn(&Kind) -> bool) -> Option<(Name, Kind)> {
        let list: Vec<(Name, Kind)> = self.known.iter().filter(|(_, kind)| fits(kind)).cloned().collect();
        (!list.is_empty()).then(|| self.draw.pick(&list))
    }

    pub fn border(&mut self) -> i128 {
        self.draw.pick(&BORDERS) + self.draw.between(0, 2) - 1
    }

    /// The same for the least of so many numbers: mostly all of them are words.
    pub fn low_border(&mut self, count: i128) -> i128 {
        let low = self.border() - self.draw.between(0, count);
        if self.draw.once_in(8) { low } else { low.clamp(i128::from(i64::MIN), i128::from(i64::MAX) - count) }
    }

    fn number(&mut self) -> Expr {
        match self.draw.weighted(&[12, 3, usize::from(self.borders)]) {
            0 => int(self.draw.between(0, 5)),
            1 => int(self.draw.between(-3, 70)),
            _ => int(self.border()),
        }
    }

    /// A variable's distance from its least value.
    fn plain(&mut self) -> Option<Expr> {
        // Most likely the variable that was bound last: else most comprehensions would not speak of their own.
        let last = self.known.last().filter(|(_, kind)| matches!(kind, Kind::Int(..))).cloned();
        let (name, kind) = match last {
            Some(last) if !self.draw.once_in(2) => last,
            _ => self.named(|kind| matches!(kind, Kind::Int(..)))?,
        };
        let Kind::Int(low, _) = kind else { return None };
        let raw = low != 0 && self.draw.once_in(4);
        Some(if raw || low.abs() < 5 { var(name) } else { above(var(name), low) })
    }

    /// A number that needs no operator, or few.
    pub fn leaf(&mut self) -> Expr {
        match self.draw.weighted(&[10, 2, 2]) {
            0 => match self.plain() {
                Some(e) => e,
                None => self.number(),
            },
            1 => self.number(),
            _ => self.part().unwrap_or_else(|| int(1)),
        }
    }

    /// Something of a list, a set or the like.
    fn part(&mut self) -> Option<Expr> {
        let (name, kind) = self.named(|kind| !matches!(kind, Kind::Int(..) | Kind::Truth | Kind::Member))?;
        Some(match kind {
            Kind::Pair => Expr::Index(Box::new(var(name)), Box::new(int(self.draw.between(0, 1)))),
            Kind::Text(_) | Kind::Set(..) => call("len", &[var(name)]),
            Kind::List(_, _, least) if least > 0 => {
                let index = self.plain().unwrap_or_else(|| int(0));
                let size = if self.draw.once_in(4) { int(least as i128) } else { call("len", &[var(name)]) };
                let index = if self.draw.once_in(12) { index } else { op("%", index, size) };
                Expr::Index(Box::new(var(name)), Box::new(index))
            }
            Kind::List(..) => call("len", &[var(name)]),
            _ => var(name),
        })
    }

    /// A natural number, where the rules are not to be at fault.
    pub fn natural(&mut self, depth: usize) -> Expr {
        let e = self.int(depth);
        match self.draw.weighted(&[6, 3, 1]) {
            0 => call("abs", &[e]),
            1 => call("max", &[e, int(0)]),
            _ => e,
        }
    }

    /// A number.
    pub fn int(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.draw.is_over() {
            return self.leaf();
        }
        let depth = depth - 1;
        match self.draw.weighted(&[6, 8, 3, 4, 3, 3, 2, 2, 6, 2, 1]) {
            0 => self.leaf(),
            1 => {
                let sign = self.draw.pick(&["+", "-"]);
                op(sign, self.int(depth), self.int(depth))
            }
            2 => op("*", self.int(depth), self.leaf()),
            3 => {
                let sign = self.draw.pick(&["%", "//"]);
                let by = int(self.draw.between(1, 6));
                let by = if self.draw.once_in(6) { op("+", self.natural(0), int(1)) } else { by };
                let by = if self.draw.once_in(30) { self.leaf() } else { by };
                op(sign, self.int(depth), by)
            }
            4 => {
                let sign = self.draw.pick(&["xor", "&", "|"]);
                op(sign, self.natural(depth), self.natural(0))
            }
            5 => call(self.draw.pick(&["min", "max"]), &[self.int(depth), self.int(depth)]),
            6 => either(self.truth(depth), self.int(depth), self.int(depth)),
            7 => match self.draw.below(4) {
                0 => call("gcd", &[self.int(depth), self.leaf()]),
                1 => call("popcount", &[self.natural(depth)]),
                2 => call("bit", &[self.natural(depth), int(self.draw.between(0, 4))]),
                _ => call("abs", &[self.int(depth)]),
            },
            8 => self.fold_int(depth),
            9 => Expr::Negative(Box::new(self.int(depth))),
            _ => self.function(depth),
        }
    }

    fn function(&mut self, depth: usize) -> Expr {
        if self.functions.is_empty() {
            return self.leaf();
        }
        let functions = self.functions.clone();
        let (name, count) = self.draw.pick(&functions);
        Expr::Call(name, (0..count).map(|_| self.int(depth)).collect())
    }

    fn fold_int(&mut self, depth: usize) -> Expr {
        if self.is_deep() {
            return self.leaf();
        }
        let kind = self.draw.pick(&["count", "sum", "max", "min", "mex", "nimsum"]);
        let before = self.known.len();
        let mut binders = self.binders(depth);
        let body = match kind {
            "count" => self.truth(depth),
            "mex" | "nimsum" => self.natural(depth),
            _ => self.int(depth),
        };
        self.leave(before);
        if matches!(kind, "min" | "max") && !self.draw.once_in(8) {
            // Something there is always.
            let list = Expr::Fold("[", Box::new(body), std::mem::take(&mut binders));
            let more = Expr::List(vec![self.leaf()]);
            return Expr::Fold(kind, Box::new(var("h")), vec![Binder::In("h", op("++", list, more))]);
        }
        Expr::Fold(kind, Box::new(body), binders)
    }

    /// Binders of a comprehension; what they bind is in scope until [`Maker::leave`].
    pub fn binders(&mut self, depth: usize) -> Vec<Binder> {
        let mut list = Vec::new();
        for _ in 0..=usize::from(self.draw.once_in(4)) {
            let (domain, kind) = self.domain(depth);
            let name = INNER[self.depth.min(INNER.len() - 1)];
            self.depth += 1;
            list.push(Binder::In(name, domain));
            self.known.push((name, kind));
        }
        if self.draw.once_in(6) {
            let value = self.int(depth.min(1));
            let name = INNER[self.depth.min(INNER.len() - 1)];
            self.depth += 1;
            list.push(Binder::Is(name, value));
            self.known.push((name, Kind::Int(0, 9)));
        }
        if self.draw.once_in(4) {
            list.push(Binder::If(self.truth(depth.min(1))));
        }
        list
    }

    /// Ends a scope.
    pub fn leave(&mut self, before: usize) {
        let inner = self.known.drain(before..).filter(|(name, _)| INNER.contains(name)).count();
        self.depth -= inner;
    }

    /// Whether another variable may be bound.
    fn is_deep(&self) -> bool {
        self.depth + 3 >= INNER.len()
    }

    /// What a variable ranges over, and what is then known of it.
    pub fn domain(&mut self, depth: usize) -> (Expr, Kind) {
        let dots = self.draw.pick(&["..", "..", "..<"]);
        let ranged = self.named(|kind| matches!(kind, Kind::Int(a, b) if b - a < 1000));
        match (self.draw.weighted(&[10, 3, 3, 3, 2, usize::from(self.borders), 1]), ranged) {
            (0, Some((name, Kind::Int(low, high)))) => {
                let first = self.draw.between(0, 2);
                let end = above(var(name), low);
                let end = if self.draw.once_in(4) { call("min", &[end, int(self.draw.between(1, 9))]) } else { end };
                (op(dots, int(first), end), Kind::Int(first, high - low))
            }
            (1, Some((name, Kind::Int(low, high)))) => (op(dots, int(low), var(name)), Kind::Int(low, high)),
            (2, Some((name, Kind::Int(low, high)))) => {
                let more = self.draw.between(0, 3);
                (op(dots, var(name), op("+", var(name), int(more))), Kind::Int(low, high + more))
            }
            (3 | 4, _) if let Some(found) = self.collection() => found,
            (5, _) => {
                let low = self.low_border(3);
                let high = low + self.draw.between(0, 3);
                (op(dots, int(low), int(high)), Kind::Int(low, high))
            }
            (6, _) if depth > 0 => {
                let (low, most) = (self.draw.between(0, 2), self.draw.between(1, 6));
                let end = call("min", &[self.int(depth - 1), int(most)]);
                (op(dots, int(low), end), Kind::Int(low, most))
            }
            _ => {
                let (low, more) = (self.draw.between(0, 3), self.draw.between(0, 5));
                (op(dots, int(low), int(low + more)), Kind::Int(low, low + more))
            }
        }
    }

    /// A set or list of numbers to go through.
    fn collection(&mut self) -> Option<(Expr, Kind)> {
        if self.draw.once_in(4) {
            let list: Vec<i128> = (0..=self.draw.below(3)).map(|_| self.draw.between(0, 9)).collect();
            let kind = Kind::Int(0, 9);
            let list = list.into_iter().map(int).collect();
            return Some((if self.draw.once_in(2) { Expr::Set(list) } else { Expr::List(list) }, kind));
        }
        let (name, kind) = self.named(|kind| matches!(kind, Kind::List(..) | Kind::Set(..) | Kind::Vertex))?;
        Some(match kind {
            Kind::List(_, _, least) if self.draw.once_in(2) => {
                (call("indices", &[var(name)]), Kind::Int(0, least as i128))
            }
            Kind::List(low, high, _) => (var(name), Kind::Int(low, high)),
            Kind::Set(low, high) => {
                let more = self.draw.once_in(4);
                let set = if more { op("-", var(name), self.set_of(low, high)) } else { var(name) };
                (set, Kind::Int(low, high))
            }
            _ => {
                let way = if self.arcs == Some(false) { "adj" } else { self.draw.pick(&["succ", "succ", "adj"]) };
                let way = if way == "adj" && self.arcs == Some(true) { "succ" } else { way };
                (call(way, &[var("streets"), var(name)]), Kind::Int(0, 9))
            }
        })
    }

    /// A set of a few numbers of an interval.
    pub fn set_of(&mut self, low: i128, high: i128) -> Expr {
        let count = self.draw.below(3);
        let one = |maker: &mut Self| match maker.plain() {
            Some(e) if maker.draw.once_in(2) => op("+", op("%", e, int(high - low + 1)), int(low)),
            _ => int(maker.draw.between(low, high)),
        };
        match self.draw.weighted(&[4, 2]) {
            0 => Expr::Set((0..=count).map(|_| one(self)).collect()),
            _ => op("..", one(self), int(self.draw.between(low, high))),
        }
    }

    /// A condition.
    pub fn truth(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.draw.is_over() {
            return self.comparison(0);
        }
        let depth = depth - 1;
        match self.draw.weighted(&[8, 6, 3, 1, 3, 2]) {
            0 => self.comparison(depth),
            1 if !self.is_deep() => {
                let kind = self.draw.pick(&["any", "all"]);
                let before = self.known.len();
                let binders = self.binders(depth);
                let body = self.truth(depth);
                self.leave(before);
                Expr::Fold(kind, Box::new(body), binders)
            }
            2 => {
                let word = self.draw.pick(&["and", "or", "implies", "iff", "xor"]);
                op(word, self.truth(depth), self.truth(depth))
            }
            3 => Expr::Not(Box::new(self.truth(depth))),
            4 => self.membership(depth),
            _ => self.named_truth().unwrap_or_else(|| self.comparison(depth)),
        }
    }

    fn comparison(&mut self, depth: usize) -> Expr {
        let sign = self.draw.pick(&["<", "<=", ">", ">=", "==", "!="]);
        if self.draw.once_in(3) {
            let by = self.draw.between(2, 5);
            let e = if depth == 0 { op("+", self.leaf(), self.leaf()) } else { self.int(depth) };
            return op(sign, op("%", e, int(by)), int(self.draw.between(0, by - 1)));
        }
        let e = if depth == 0 { self.plain().unwrap_or_else(|| int(0)) } else { self.int(depth) };
        op(sign, e, self.leaf())
    }

    fn membership(&mut self, depth: usize) -> Expr {
        let word = self.draw.pick(&["in", "not in"]);
        match self.collection() {
            Some((set, _)) if self.draw.once_in(2) => op(word, self.int(depth), set),
            _ => op(word, self.int(depth), op("..", self.leaf(), self.leaf())),
        }
    }

    fn named_truth(&mut self) -> Option<Expr> {
        let (name, kind) =
            self.named(|kind| matches!(kind, Kind::Truth | Kind::Member | Kind::Text(_) | Kind::Set(..)))?;
        Some(match kind {
            Kind::Truth => var(name),
            Kind::Member => op(self.draw.pick(&["==", "!="]), var(name), Expr::Member(self.draw.below(self.members))),
            Kind::Text(size) => {
                let place = self.draw.below(size);
                let letter = Expr::Index(Box::new(var(name)), Box::new(int(place as i128)));
                op("==", letter, Expr::Text(self.letter()))
            }
            Kind::Set(low, high) => op("<=", self.set_of(low, high), var(name)),
            _ => return None,
        })
    }

    pub fn letter(&mut self) -> String {
        self.draw.pick(&[".", "x", "o"]).to_owned()
    }
}
