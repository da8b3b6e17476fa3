//! Values as they go into a report: the language's own text, and what JSON makes of it.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::number::Number;
use crate::value::Value;

/// The greatest integer that every JSON reader keeps exact.
const EXACT: i64 = (1 << 53) - 1;

/// A value: as the language prints it, and as data.
#[derive(Clone, Debug)]
pub struct Shown {
    /// As the language prints it.
    pub text: String,
    /// As data.
    pub datum: Datum,
    /// Whether it is a text of the language, which stands in quotes beside `=`.
    pub is_text: bool,
}

/// A value as data.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Datum {
    /// An integer of at most 2^53 - 1 in size.
    Integer(i64),
    /// A truth value.
    Bool(bool),
    /// A text, or what is written as one: an enum's member, a graph, an edge, a position.
    Text(String),
    /// The exact value of a number that JSON has no form for: a large integer, a fraction, a surd.
    Exact(String),
    /// A list, tuple or set.
    List(Vec<Datum>),
    /// A value with named parts.
    #[serde(serialize_with = "record")]
    Record(Vec<(String, Datum)>),
}

impl Shown {
    /// A value of the language.
    #[must_use]
    pub fn of(value: &Value) -> Self {
        Self { text: value.to_string(), datum: Datum::of(value), is_text: matches!(value, Value::Text(_)) }
    }

    /// A value of the language, its text an expression that gives it again, where there is one.
    #[must_use]
    pub fn again(value: &Value) -> Self {
        Self { text: format!("{value:#}"), ..Self::of(value) }
    }

    /// A text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { datum: Datum::Text(text.clone()), text, is_text: true }
    }

    /// Bytes that it takes, with those of its text once more in whatever the report is written as.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (size_of::<Self>() + block(self.text.len()) + self.datum.heap() + 2 * (self.text.len() + WRITTEN)) as u64
    }

    /// A rounded value for drawing; `None` when it is no number.
    #[must_use]
    pub fn approximate(&self) -> Option<f64> {
        self.datum.approximate().or_else(|| approximate_text(&self.text))
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.datum.serialize(serializer)
    }
}

/// What stands around a cell that is written: separators, indentation.
const WRITTEN: usize = 10;

/// What so many bytes take of the heap.
fn block(bytes: usize) -> usize {
    (bytes + 31) & !15
}

impl Datum {
    /// Bytes beside its own.
    fn heap(&self) -> usize {
        match self {
            Self::Integer(_) | Self::Bool(_) => 0,
            Self::Text(text) | Self::Exact(text) => block(text.len()),
            Self::List(items) => block(size_of_val(&items[..])) + items.iter().map(Self::heap).sum::<usize>(),
            Self::Record(parts) => {
                let part = |(name, datum): &(String, Self)| block(name.len()) + datum.heap();
                block(size_of_val(&parts[..])) + parts.iter().map(part).sum::<usize>()
            }
        }
    }

    /// A value of the language.
    #[must_use]
    pub fn of(value: &Value) -> Self {
        match value {
            Value::Number(n) => number(n),
            Value::Bool(b) => Self::Bool(*b),
            Value::Text(t) => Self::Text(t.to_string()),
            Value::Tuple(items) | Value::List(items) => Self::List(items.iter().map(Self::of).collect()),
            Value::Set(set) => Self::List(set.iter().map(|v| Self::of(&v)).collect()),
            Value::Enum(_) | Value::Graph(_) | Value::Edge(_) | Value::Position(_) => Self::Text(value.to_string()),
            Value::Move(m) => {
                let mut parts = vec![
                    ("name".to_owned(), Self::Text(m.name.to_string())),
                    ("component".to_owned(), Self::Text(m.component.to_string())),
                    ("result".to_owned(), Self::Text(m.result.to_string())),
                    ("to".to_owned(), Self::Text(m.to.to_string())),
                    ("side".to_owned(), Self::Text(m.side.to_string())),
                ];
                parts.extend(m.bindings.iter().map(|(name, value)| (name.to_string(), Self::of(value))));
                Self::Record(parts)
            }
            Value::Period(p) => {
                let number = |n: u64| i64::try_from(n).map_or_else(|_| Self::Exact(n.to_string()), Self::Integer);
                Self::Record(vec![
                    ("preperiod".to_owned(), number(p.preperiod)),
                    ("period".to_owned(), number(p.period)),
                    ("saltus".to_owned(), Self::Integer(p.saltus)),
                    ("exceptions".to_owned(), Self::List(p.exceptions.iter().map(|&n| number(n)).collect())),
                ])
            }
        }
    }

    /// A rounded value for drawing; `None` when it is no number.
    pub(super) fn approximate(&self) -> Option<f64> {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "at most 2^53 - 1")]
            Self::Integer(n) => Some(*n as f64),
            Self::Bool(b) => Some(f64::from(u8::from(*b))),
            Self::Exact(text) => approximate_text(text),
            _ => None,
        }
    }
}

fn number(n: &Number) -> Datum {
    match n.to_i64() {
        Some(i) if (-EXACT..=EXACT).contains(&i) => Datum::Integer(i),
        _ => Datum::Exact(n.to_string()),
    }
}

/// Reads `123`, `3/4` and `(a + b*sqrt(d))/c` for drawing.
pub(super) fn approximate_text(text: &str) -> Option<f64> {
    let text = text.trim();
    if let Ok(plain) = text.parse::<f64>() {
        return plain.is_finite().then_some(plain);
    }
    let (top, bottom) = match text.rfind('/') {
        Some(at) if !text[at..].contains(')') => (text[..at].trim(), text[at + 1..].trim().parse::<f64>().ok()?),
        _ => (text, 1.0),
    };
    let top = top.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(top);
    let mut total = 0.0;
    for part in top.replace(" - ", " + -").split(" + ") {
        total += match part.find("sqrt(") {
            Some(at) => {
                let root: f64 = part[at + 5..].trim_end_matches(')').parse().ok()?;
                let factor = match part[..at].trim_end_matches('*') {
                    "" => 1.0,
                    "-" => -1.0,
                    factor => factor.parse().ok()?,
                };
                factor * root.sqrt()
            }
            None => part.parse::<f64>().ok()?,
        };
    }
    Some(total / bottom).filter(|x| x.is_finite())
}

/// Pairs as a JSON object, in their order.
pub(super) fn as_map<S: Serializer>(pairs: &[(String, Shown)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(pairs.len()))?;
    for (name, value) in pairs {
        map.serialize_entry(name, value)?;
    }
    map.end()
}

fn record<S: Serializer>(pairs: &[(String, Datum)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(pairs.len()))?;
    for (name, value) in pairs {
        map.serialize_entry(name, value)?;
    }
    map.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_values_of_exact_texts() {
        let close = |text: &str, wanted: f64| {
            let got = approximate_text(text).unwrap_or_else(|| panic!("{text} is a number"));
            assert!((got - wanted).abs() < 1e-9, "{text}: {got}");
        };
        close("3/4", 0.75);
        close("-12", -12.0);
        close("(1 + sqrt(5))/2", 1.618_033_988_749_895);
        close("2*sqrt(2)", 2.828_427_124_746_19);
        close("(3 - sqrt(5))/2", 0.381_966_011_250_105);
        assert_eq!(approximate_text("N"), None);
    }

    #[test]
    fn json_keeps_large_numbers_exact() {
        let large = Shown::of(&Value::Number(Number::parse("9007199254740993").expect("a number")));
        assert_eq!(serde_json::to_string(&large).expect("json"), "\"9007199254740993\"");
        assert_eq!(serde_json::to_string(&Shown::of(&Value::int(-3))).expect("json"), "-3");
    }
}
