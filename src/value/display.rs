//! How values print: as the language writes them.

use std::fmt::{self, Display, Formatter, Write};

use super::{Component, Edge, Graph, Instance, MoveRecord, Position, Set, Value, nested};
use crate::cgt::{Form, Periodicity};

/// A value as it prints inside another: texts in quotation marks.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a Value);

impl Value {
    /// The value as it prints inside another: texts in quotation marks.
    #[must_use]
    pub fn quoted(&self) -> Quoted<'_> {
        Quoted(self)
    }
}

impl Display for Value {
    /// As a whole result: texts print bare. The alternate form is an expression that gives the value again, where there
    /// is one: texts stand in quotes, values of games in `form("...")`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) if !f.alternate() => f.pad(text),
            _ => Display::fmt(&Quoted(self), f),
        }
    }
}

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Number(number) => Display::fmt(number, f),
            Value::Bool(truth) => Display::fmt(truth, f),
            Value::Text(text) => write!(f, "\"{text}\""),
            Value::Enum(member) => f.pad(&member.name),
            Value::Tuple(entries) => write_entries(f, '(', entries.iter(), ')'),
            Value::List(entries) => write_entries(f, '[', entries.iter(), ']'),
            Value::Set(set) => Display::fmt(set, f),
            Value::Graph(graph) => Display::fmt(graph, f),
            Value::Edge(edge) => Display::fmt(edge, f),
            Value::Position(position) => Display::fmt(position, f),
            Value::Move(record) => Display::fmt(record, f),
            Value::Period(period) => write_period(f, period),
        }
    }
}

fn write_entries<'a>(
    f: &mut Formatter<'_>,
    open: char,
    entries: impl Iterator<Item = &'a Value>,
    close: char,
) -> fmt::Result {
    f.write_char(open)?;
    for (at, entry) in entries.enumerate() {
        if at > 0 {
            f.write_str(", ")?;
        }
        Display::fmt(&Quoted(entry), f)?;
    }
    f.write_char(close)
}

impl Display for Set {
    /// Ascending.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('{')?;
        for (at, element) in self.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            Display::fmt(&Quoted(&element), f)?;
        }
        f.write_char('}')
    }
}

fn write_period(f: &mut Formatter<'_>, p: &Periodicity) -> fmt::Result {
    if p.period == 0 {
        return f.write_str("no period");
    }
    write!(f, "period {} from {}", p.period, p.preperiod)?;
    if p.saltus != 0 {
        write!(f, ", saltus {}", p.saltus)?;
    }
    if p.exceptions.is_empty() {
        return Ok(());
    }
    f.write_str(", exceptions [")?;
    for (at, index) in p.exceptions.iter().enumerate() {
        write!(f, "{}{index}", if at > 0 { ", " } else { "" })?;
    }
    f.write_char(']')
}

/// An end of an edge, in parentheses unless it is a postfix expression.
fn write_end(f: &mut Formatter<'_>, end: &Value) -> fmt::Result {
    let plain = match end {
        Value::Number(number) => number.is_integer() && !number.is_negative(),
        Value::Edge(_) | Value::Move(_) | Value::Period(_) => false,
        Value::Position(position) => position.is_empty() || position.single().is_some_and(Component::is_postfix),
        _ => true,
    };
    if plain { Display::fmt(&end.quoted(), f) } else { write!(f, "({})", end.quoted()) }
}

impl Display for Edge {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_end(f, &self.u)?;
        f.write_str(if self.directed { "->" } else { "--" })?;
        write_end(f, &self.v)?;
        match &self.label {
            Some(label) => write!(f, ": {}", label.quoted()),
            None => Ok(()),
        }
    }
}

impl Display for Graph {
    /// As a literal: the edges as written, then the vertices without edges.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut separator = " ";
        f.write_str("graph {")?;
        for edge in self.edges.iter() {
            write!(f, "{separator}{edge}")?;
            separator = ", ";
        }
        for vertex in self.isolated() {
            f.write_str(separator)?;
            write_end(f, vertex)?;
            separator = ", ";
        }
        f.write_str(if separator == " " { "}" } else { " }" })
    }
}

impl Display for Instance {
    /// `Nim`, `Octal["0.77"]`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.args.is_empty() { Ok(()) } else { write_entries(f, '[', self.args.iter(), ']') }
    }
}

impl Component {
    /// Whether it prints as a name with brackets.
    fn is_postfix(&self) -> bool {
        match self {
            Self::Play { negated, .. } => !negated,
            Self::Whole(_) | Self::Compound(..) => true,
            Self::Form(_) => false,
        }
    }
}

impl Display for Component {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play { instance, fields, negated } => {
                f.write_str(if *negated { "-" } else { "" })?;
                Display::fmt(instance, f)?;
                write_entries(f, '(', fields.iter(), ')')
            }
            Self::Whole(position) => {
                f.write_str("whole(")?;
                Display::fmt(position, f)?;
                f.write_char(')')
            }
            Self::Compound(rule, both) => write!(f, "{rule}({}, {})", both[0], both[1]),
            Self::Form(form) if f.alternate() => write!(f, "form(\"{form}\")"),
            Self::Form(form) => Display::fmt(form, f),
        }
    }
}

impl Display for Position {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.play.is_misere() {
            f.write_str("misere ")?;
        }
        let merged = self.with_one_value();
        let components = merged.as_ref().unwrap_or(&self.components);
        if components.is_empty() {
            return f.write_char('0');
        }
        nested(|| write_components(f, components))
    }
}

impl Position {
    /// The components with those that are sums of numbers, ups and nimbers as one, where there are several: `up + up` is
    /// `^2`. In misère play they are components of their own.
    fn with_one_value(&self) -> Option<Vec<(Component, u64)>> {
        let named = |component: &Component| match component {
            Component::Form(form) if form.is_named() => Some(*form),
            _ => None,
        };
        let several = self.components.iter().filter(|(component, _)| named(component).is_some()).map(|part| part.1);
        if self.play.is_misere() || several.fold(0, u64::saturating_add) < 2 {
            return None;
        }
        let (mut others, mut total) = (Vec::new(), Form::ZERO);
        for (component, copies) in &self.components {
            match named(component) {
                Some(form) => total = form.times(*copies).and_then(|all| total.plus(&all)).ok()?,
                None => others.push((component.clone(), *copies)),
            }
        }
        if total != Form::ZERO {
            others.push((Component::Form(total), 1));
        }
        Some(others)
    }
}

fn write_components(f: &mut Formatter<'_>, components: &[(Component, u64)]) -> fmt::Result {
    for (at, (component, count)) in components.iter().enumerate() {
        // A sign stands before the multiplicity: `Nim(1) - 2*Cake(1, 2)`.
        let negated = matches!(component, Component::Play { negated: true, .. });
        match (at, negated) {
            (0, true) => f.write_str("-")?,
            (0, false) => {}
            (_, true) => f.write_str(" - ")?,
            (_, false) => f.write_str(" + ")?,
        }
        if *count > 1 {
            write!(f, "{count}*")?;
        }
        match component {
            Component::Play { instance, fields, .. } => {
                Display::fmt(instance, f)?;
                write_entries(f, '(', fields.iter(), ')')?;
            }
            _ => Display::fmt(component, f)?,
        }
    }
    Ok(())
}

impl Display for MoveRecord {
    /// Its label.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(&self.label)
    }
}
