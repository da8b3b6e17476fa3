//! A plain evaluator of expressions: it walks the tree, over names, and knows nothing of how `sgi` does it.

use std::collections::{BTreeSet, HashMap};

use super::tree::{Binder, Expr, Name, Rules};

/// A value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    Int(i128),
    Truth(bool),
    Member(usize),
    Text(String),
    Tuple(Vec<Value>),
    List(Vec<Value>),
    Set(BTreeSet<Value>),
}

/// Why there is no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The rules are at fault here.
    Fault,
    /// A number of more than 127 bits, or too much work: nothing is known.
    Unknown,
}

/// A value, if all goes well.
pub type Found<T> = Result<T, Stop>;

/// What names mean at a place.
pub struct Scope<'a> {
    pub rules: &'a Rules,
    pub constants: &'a HashMap<Name, Value>,
    /// Abbreviations of the game, evaluated where they are used.
    pub lets: &'a [(Name, Expr)],
    pub variables: Vec<(Name, Value)>,
    /// Steps that are left.
    pub steps: &'a std::cell::Cell<u64>,
}

fn wide<T>(value: Option<T>) -> Found<T> {
    value.ok_or(Stop::Unknown)
}

/// The expression itself is what the language rules out: the maker made a mistake.
fn ill_typed<T>(what: &impl std::fmt::Debug) -> T {
    panic!("an ill-typed expression was made: {what:?}")
}

impl Value {
    pub fn int(&self) -> i128 {
        if let Self::Int(n) = self { *n } else { ill_typed(self) }
    }

    pub fn truth(&self) -> bool {
        if let Self::Truth(b) = self { *b } else { ill_typed(self) }
    }

    fn size(&self) -> i128 {
        match self {
            Self::Text(text) => text.chars().count() as i128,
            other => other.elements().len() as i128,
        }
    }

    /// What `for` goes through.
    pub fn elements(&self) -> Vec<Value> {
        match self {
            Self::Tuple(list) | Self::List(list) => list.clone(),
            Self::Set(set) => set.iter().cloned().collect(),
            other => ill_typed(other),
        }
    }
}

fn natural(value: &Value) -> Found<i128> {
    if value.int() < 0 { Err(Stop::Fault) } else { Ok(value.int()) }
}

fn floor(a: i128, b: i128) -> Found<i128> {
    if b == 0 {
        return Err(Stop::Fault);
    }
    let quotient = wide(a.checked_div(b))?;
    Ok(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// The least natural number that is missing.
pub fn mex(values: impl IntoIterator<Item = i128>) -> i128 {
    let set: BTreeSet<i128> = values.into_iter().collect();
    (0..).find(|n| !set.contains(n)).unwrap_or(0)
}

impl Scope<'_> {
    fn step(&self) -> Found<()> {
        let left = self.steps.get();
        self.steps.set(left.saturating_sub(1));
        if left == 0 { Err(Stop::Unknown) } else { Ok(()) }
    }

    fn variable(&mut self, name: Name) -> Found<Value> {
        if let Some((_, value)) = self.variables.iter().rev().find(|(n, _)| *n == name) {
            return Ok(value.clone());
        }
        if let Some((_, body)) = self.lets.iter().find(|(n, _)| *n == name) {
            return self.value(body);
        }
        Ok(self.constants.get(name).unwrap_or_else(|| ill_typed(&name)).clone())
    }

    pub fn truth(&mut self, e: &Expr) -> Found<bool> {
        Ok(self.value(e)?.truth())
    }

    pub fn int(&mut self, e: &Expr) -> Found<i128> {
        Ok(self.value(e)?.int())
    }

    /// The value of an expression.
    pub fn value(&mut self, e: &Expr) -> Found<Value> {
        self.step()?;
        Ok(match e {
            Expr::Int(n) => Value::Int(*n),
            Expr::Truth(b) => Value::Truth(*b),
            Expr::Member(i) => Value::Member(*i),
            Expr::Text(t) => Value::Text(t.clone()),
            Expr::Var(name) => self.variable(name)?,
            Expr::Op(op @ ("in" | "not in"), a, range) if matches!(&**range, Expr::Op(".." | "..<", ..)) => {
                Value::Truth(self.lies_in(a, range)? == (*op == "in"))
            }
            Expr::Op("and", a, b) => Value::Truth(self.truth(a)? && self.truth(b)?),
            Expr::Op("or", a, b) => Value::Truth(self.truth(a)? || self.truth(b)?),
            Expr::Op("implies", a, b) => Value::Truth(!self.truth(a)? || self.truth(b)?),
            Expr::Op(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                operation(op, &a, &b)?
            }
            Expr::Not(a) => Value::Truth(!self.truth(a)?),
            Expr::Negative(a) => Value::Int(wide(self.int(a)?.checked_neg())?),
            Expr::If(c, a, b) => {
                let branch = if self.truth(c)? { a } else { b };
                self.value(branch)?
            }
            Expr::Call(name, list) => self.call(name, list)?,
            Expr::Fold(kind, body, binders) => self.fold(kind, body, binders)?,
            Expr::Index(h, i) => {
                let (list, index) = (self.value(h)?, self.int(i)?);
                entry(&list, index)?
            }
            Expr::With(h, i, entry) => self.with(h, i, entry)?,
            Expr::List(list) => Value::List(self.values(list)?),
            Expr::Set(list) => Value::Set(self.values(list)?.into_iter().collect()),
            Expr::Tuple(list) => Value::Tuple(self.values(list)?),
        })
    }

    pub fn values(&mut self, list: &[Expr]) -> Found<Vec<Value>> {
        list.iter().map(|e| self.value(e)).collect()
    }

    fn with(&mut self, h: &Expr, i: &Expr, entry: &Expr) -> Found<Value> {
        let (list, index) = (self.value(h)?, self.int(i)?);
        let place = usize::try_from(index).map_err(|_| Stop::Fault)?;
        match list {
            Value::List(mut list) => {
                let new = self.value(entry)?;
                *list.get_mut(place).ok_or(Stop::Fault)? = new;
                Ok(Value::List(list))
            }
            Value::Text(text) => {
                let mut letters: Vec<char> = text.chars().collect();
                let Value::Text(new) = self.value(entry)? else { ill_typed(entry) };
                *letters.get_mut(place).ok_or(Stop::Fault)? = new.chars().next().unwrap_or_else(|| ill_typed(&new));
                Ok(Value::Text(letters.into_iter().collect()))
            }
            other => ill_typed(&other),
        }
    }

    /// Whether a number lies in a range, however wide; its end is not looked at for what comes before its start.
    fn lies_in(&mut self, number: &Expr, range: &Expr) -> Found<bool> {
        let Expr::Op(op, low, high) = range else { return ill_typed(range) };
        let n = self.int(number)?;
        if self.int(low)? > n {
            return Ok(false);
        }
        let high = self.int(high)?;
        Ok(n < high || n == high && *op == "..")
    }

    fn call(&mut self, name: &str, list: &[Expr]) -> Found<Value> {
        let values = self.values(list)?;
        let ints = || values.iter().map(Value::int);
        Ok(match (name, &values[..]) {
            ("abs", [a]) => Value::Int(wide(a.int().checked_abs())?),
            ("min", _) => Value::Int(ints().min().ok_or(Stop::Fault)?),
            ("max", _) => Value::Int(ints().max().ok_or(Stop::Fault)?),
            ("gcd", [a, b]) => Value::Int(gcd(a.int(), b.int())),
            ("popcount", [a]) => Value::Int(i128::from(natural(a)?.count_ones())),
            ("bit", [a, i]) => {
                let (a, i) = (natural(a)?, natural(i)?);
                Value::Int(if i > 126 { 0 } else { a >> i & 1 })
            }
            ("len", [h]) => Value::Int(h.size()),
            ("indices", [h]) => Value::Set((0..h.size()).map(Value::Int).collect()),
            ("drop", [h, n]) => {
                let (list, n) = (h.elements(), natural(n)?);
                Value::List(list.into_iter().skip(usize::try_from(n).unwrap_or(usize::MAX)).collect())
            }
            ("without", [h, i]) => {
                let mut list = h.elements();
                let place = usize::try_from(i.int()).ok().filter(|&i| i < list.len()).ok_or(Stop::Fault)?;
                list.remove(place);
                Value::List(list)
            }
            ("sorted", [h]) => {
                let mut list = h.elements();
                list.sort();
                Value::List(list)
            }
            ("succ" | "adj", [_, v]) => Value::Set(self.neighbours(v.int())?),
            _ => {
                let found = self.rules.functions.iter().find(|f| f.name == name).unwrap_or_else(|| ill_typed(&name));
                let variables = found.arguments.iter().copied().zip(values).collect();
                let mut inner = Scope { variables, lets: &[], ..*self };
                inner.value(&found.body)?
            }
        })
    }

    fn neighbours(&self, v: i128) -> Found<BTreeSet<Value>> {
        let Some((arcs, list)) = &self.rules.graph else { return ill_typed(&"no graph") };
        if !list.iter().any(|&(a, b)| a == v || b == v) {
            return Err(Stop::Fault);
        }
        let there = list.iter().filter(|e| e.0 == v).map(|e| Value::Int(e.1));
        let back = list.iter().filter(|e| !arcs && e.1 == v).map(|e| Value::Int(e.0));
        Ok(there.chain(back).collect())
    }

    /// Goes through the bindings, until `each` says that it is enough.
    pub fn bind(&mut self, binders: &[Binder], each: &mut dyn FnMut(&mut Self) -> Found<bool>) -> Found<bool> {
        let Some((first, rest)) = binders.split_first() else { return each(self) };
        match first {
            Binder::If(condition) => Ok(self.truth(condition)? && self.bind(rest, each)?),
            Binder::Is(name, value) => {
                let value = self.value(value)?;
                self.bound(name, value, rest, each)
            }
            Binder::In(name, Expr::Op(op @ (".." | "..<"), low, high)) => {
                let (low, high) = (self.int(low)?, self.int(high)?);
                let mut n = low;
                while n < high || n == high && *op == ".." {
                    if self.bound(name, Value::Int(n), rest, each)? {
                        return Ok(true);
                    }
                    n += 1;
                }
                Ok(false)
            }
            Binder::In(name, domain) => {
                for value in self.value(domain)?.elements() {
                    if self.bound(name, value, rest, each)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    fn bound(
        &mut self,
        name: Name,
        value: Value,
        rest: &[Binder],
        each: &mut dyn FnMut(&mut Self) -> Found<bool>,
    ) -> Found<bool> {
        self.step()?;
        self.variables.push((name, value));
        let found = self.bind(rest, each);
        self.variables.pop();
        found
    }

    fn fold(&mut self, kind: &str, body: &Expr, binders: &[Binder]) -> Found<Value> {
        let binders = &ordered(binders, &[]);
        if let "any" | "all" = kind {
            let ends = kind == "any";
            let ended = self.bind(binders, &mut |scope| Ok(scope.truth(body)? == ends))?;
            return Ok(Value::Truth(ended == ends));
        }
        let mut list = Vec::new();
        self.bind(binders, &mut |scope| {
            list.push(scope.value(body)?);
            Ok(false)
        })?;
        let ints = || list.iter().map(Value::int);
        Ok(match kind {
            "[" => Value::List(list),
            "{" => Value::Set(list.into_iter().collect()),
            "count" => Value::Int(list.iter().filter(|v| v.truth()).count() as i128),
            "sum" => Value::Int(ints().try_fold(0i128, i128::checked_add).ok_or(Stop::Unknown)?),
            "min" => Value::Int(ints().min().ok_or(Stop::Fault)?),
            "max" => Value::Int(ints().max().ok_or(Stop::Fault)?),
            "mex" => Value::Int(mex(ints())),
            "nimsum" => Value::Int(list.iter().map(natural).try_fold(0, |a, b| Ok(a ^ b?))?),
            other => ill_typed(&other),
        })
    }
}

fn entry(list: &Value, index: i128) -> Found<Value> {
    let place = usize::try_from(index).map_err(|_| Stop::Fault)?;
    match list {
        Value::Text(text) => text.chars().nth(place).map(|c| Value::Text(c.to_string())).ok_or(Stop::Fault),
        list => list.elements().get(place).cloned().ok_or(Stop::Fault),
    }
}

fn operation(op: &str, a: &Value, b: &Value) -> Found<Value> {
    if let (Value::Set(a), Value::Set(b)) = (a, b) {
        return Ok(match op {
            "|" => Value::Set(a | b),
            "&" => Value::Set(a & b),
            "-" => Value::Set(a - b),
            "xor" => Value::Set(a ^ b),
            "<=" => Value::Truth(a.is_subset(b)),
            "==" => Value::Truth(a == b),
            "!=" => Value::Truth(a != b),
            other => ill_typed(&other),
        });
    }
    let truth = |b| Ok(Value::Truth(b));
    match op {
        "==" => return truth(a == b),
        "!=" => return truth(a != b),
        "in" => return truth(b.elements().contains(a)),
        "not in" => return truth(!b.elements().contains(a)),
        "iff" => return truth(a.truth() == b.truth()),
        "++" => return Ok(Value::List([a.elements(), b.elements()].concat())),
        "xor" if matches!(a, Value::Truth(_)) => return truth(a.truth() != b.truth()),
        _ => {}
    }
    if let (Value::Tuple(a), Value::Tuple(b)) = (a, b) {
        return a.iter().zip(b).map(|(a, b)| operation(op, a, b)).collect::<Found<_>>().map(Value::Tuple);
    }
    let (x, y) = (a.int(), b.int());
    let naturals = || Ok((natural(a)?, natural(b)?));
    Ok(match op {
        "+" => Value::Int(wide(x.checked_add(y))?),
        "-" => Value::Int(wide(x.checked_sub(y))?),
        "*" => Value::Int(wide(x.checked_mul(y))?),
        "//" => Value::Int(floor(x, y)?),
        "%" => Value::Int(wide(floor(x, y)?.checked_mul(y).and_then(|whole| x.checked_sub(whole)))?),
        "xor" => naturals().map(|(a, b)| Value::Int(a ^ b))?,
        "&" => naturals().map(|(a, b)| Value::Int(a & b))?,
        "|" => naturals().map(|(a, b)| Value::Int(a | b))?,
        "<" => Value::Truth(x < y),
        "<=" => Value::Truth(x <= y),
        ">" => Value::Truth(x > y),
        ">=" => Value::Truth(x >= y),
        ".." | "..<" if y - x > 9_999 => return Err(Stop::Unknown),
        ".." => Value::Set((x..=y).map(Value::Int).collect()),
        "..<" => Value::Set((x..y).map(Value::Int).collect()),
        other => ill_typed(&other),
    })
}

/// Binders with each part of the conditions where its variables are bound, those without any in front.
pub fn ordered(binders: &[Binder], guard: &[Expr]) -> Vec<Binder> {
    let (mut bound, mut parts) = (Vec::new(), Vec::new());
    for binder in binders {
        match binder {
            Binder::In(name, _) | Binder::Is(name, _) => bound.push((*name, binder)),
            Binder::If(condition) => conjuncts(condition, &mut parts),
        }
    }
    guard.iter().for_each(|e| conjuncts(e, &mut parts));
    let place = |e: &Expr| bound.iter().rposition(|(name, _)| mentions(e, name)).map_or(0, |i| i + 1);
    let places: Vec<usize> = parts.iter().map(|e| place(e)).collect();
    let mut list = Vec::new();
    for i in 0..=bound.len() {
        let here = parts.iter().zip(&places).filter(|(_, at)| **at == i);
        list.extend(here.map(|(e, _)| Binder::If((*e).clone())));
        list.extend(bound.get(i).map(|(_, binder)| (*binder).clone()));
    }
    list
}

fn conjuncts<'e>(e: &'e Expr, into: &mut Vec<&'e Expr>) {
    if let Expr::Op("and", a, b) = e {
        conjuncts(a, into);
        conjuncts(b, into);
    } else {
        into.push(e);
    }
}

/// Whether a name stands somewhere in an expression. (Names of inner variables are others than those around them.)
fn mentions(e: &Expr, name: Name) -> bool {
    let any = |list: &[Expr]| list.iter().any(|e| mentions(e, name));
    match e {
        Expr::Var(n) => *n == name,
        Expr::Int(_) | Expr::Truth(_) | Expr::Member(_) | Expr::Text(_) => false,
        Expr::Op(_, a, b) | Expr::Index(a, b) => mentions(a, name) || mentions(b, name),
        Expr::Not(a) | Expr::Negative(a) => mentions(a, name),
        Expr::If(a, b, c) | Expr::With(a, b, c) => [a, b, c].iter().any(|e| mentions(e, name)),
        Expr::Call(_, list) | Expr::List(list) | Expr::Set(list) | Expr::Tuple(list) => any(list),
        Expr::Fold(_, body, binders) => {
            let binder = |b: &Binder| match b {
                Binder::In(_, e) | Binder::Is(_, e) | Binder::If(e) => mentions(e, name),
            };
            mentions(body, name) || binders.iter().any(binder)
        }
    }
}
