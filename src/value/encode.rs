//! Values as bytes, for keys of tables.

use std::hash::{Hash, Hasher};

use super::{Component, Graph, Position, Set, Value, nested};
use crate::number::Number;

/// First bytes; whatever is below [`SMALL`] is a natural number by itself.
const SMALL: u8 = 0xC0;
const SHORT_INT: u8 = 0xC0;
const NUMBER: u8 = 0xC1;
const FALSE: u8 = 0xC2;
const TRUE: u8 = 0xC3;
const TEXT: u8 = 0xC4;
const ENUM: u8 = 0xC5;
const TUPLE: u8 = 0xC6;
const LIST: u8 = 0xC7;
const INT_SET: u8 = 0xC8;
const RANGE: u8 = 0xC9;
const SET: u8 = 0xCA;
const GRAPH: u8 = 0xCB;
const EDGE: u8 = 0xCC;
const POSITION: u8 = 0xCD;
const MOVE: u8 = 0xCE;
const PERIOD: u8 = 0xCF;

/// Appends bytes that say which value it is: equal values have equal bytes, others different ones, and no value's bytes
/// are the beginning of another's. Naturals below 192 take one byte.
pub fn encode(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Number(Number::Small(n)) => encode_int(*n, out),
        Value::Number(number) => {
            out.push(NUMBER);
            number.encode(out);
        }
        Value::Bool(truth) => out.push(if *truth { TRUE } else { FALSE }),
        Value::Text(text) => encode_text(text, out),
        Value::Enum(member) => {
            out.push(ENUM);
            encode_size(u64::from(member.ty), out);
            encode_size(u64::from(member.index), out);
        }
        Value::Tuple(entries) => encode_entries(TUPLE, entries, out),
        Value::List(entries) => encode_entries(LIST, entries, out),
        Value::Set(set) => encode_set(set, out),
        Value::Graph(graph) => encode_graph(graph, out),
        Value::Edge(edge) => encode_edge(edge, out),
        Value::Position(position) => position.encode(out),
        Value::Move(record) => {
            out.push(MOVE);
            encode_text(&record.name, out);
            encode_text(&record.label, out);
            out.push(record.side as u8);
            for position in [&record.component, &record.result, &record.to] {
                position.encode(out);
            }
            encode_size(record.bindings.len() as u64, out);
            for (name, value) in record.bindings.iter() {
                encode_text(name, out);
                encode(value, out);
            }
        }
        Value::Period(period) => {
            out.push(PERIOD);
            encode_size(period.preperiod, out);
            encode_size(period.period, out);
            encode_int(period.saltus, out);
            encode_size(period.exceptions.len() as u64, out);
            for index in &period.exceptions {
                encode_size(*index, out);
            }
        }
    }
}

fn encode_int(n: i64, out: &mut Vec<u8>) {
    match u8::try_from(n) {
        Ok(small) if small < SMALL => out.push(small),
        _ => {
            out.push(SHORT_INT);
            encode_signed(n, out);
        }
    }
}

/// Seven bits a byte, least significant first, the last byte below 128.
fn encode_size(mut n: u64, out: &mut Vec<u8>) {
    while n >= 0x80 {
        out.push(n.to_le_bytes()[0] | 0x80);
        n >>= 7;
    }
    out.push(n.to_le_bytes()[0]);
}

fn encode_signed(n: i64, out: &mut Vec<u8>) {
    // Small absolute values to small naturals: 0, -1, 1, -2, ...
    encode_size((n << 1 ^ n >> 63).cast_unsigned(), out);
}

fn encode_text(text: &str, out: &mut Vec<u8>) {
    out.push(TEXT);
    encode_size(text.len() as u64, out);
    out.extend_from_slice(text.as_bytes());
}

fn encode_entries(tag: u8, entries: &[Value], out: &mut Vec<u8>) {
    out.push(tag);
    encode_size(entries.len() as u64, out);
    for entry in entries {
        encode(entry, out);
    }
}

fn encode_set(set: &Set, out: &mut Vec<u8>) {
    if let Some((low, mask)) = set.close_integers() {
        out.push(INT_SET);
        encode_signed(low, out);
        encode_size(mask, out);
    } else if let Some((low, high)) = set.as_range() {
        out.push(RANGE);
        encode_signed(low, out);
        encode_signed(high, out);
    } else {
        out.push(SET);
        encode_size(set.len() as u64, out);
        set.iter().for_each(|element| encode(&element, out));
    }
}

fn encode_edge(edge: &super::Edge, out: &mut Vec<u8>) {
    out.push(EDGE);
    encode_size(u64::from(edge.id), out);
    out.push(u8::from(edge.directed) << 1 | u8::from(edge.label.is_some()));
    encode(&edge.u, out);
    encode(&edge.v, out);
    if let Some(label) = &edge.label {
        encode(label, out);
    }
}

fn encode_graph(graph: &Graph, out: &mut Vec<u8>) {
    encode_entries(GRAPH, &graph.vertices, out);
    encode_size(graph.edges.len() as u64, out);
    for edge in graph.edges.iter() {
        encode_edge(edge, out);
    }
}

impl Position {
    /// Appends bytes that say which position it is; see [`encode`].
    pub fn encode(&self, out: &mut Vec<u8>) {
        out.push(POSITION);
        encode_size((self.components.len() as u64) << 1 | u64::from(self.play.is_misere()), out);
        nested(|| self.components.iter().for_each(|(component, count)| encode_component(component, *count, out)));
    }
}

fn encode_component(component: &Component, count: u64, out: &mut Vec<u8>) {
    match component {
        Component::Play { instance, fields, negated } => {
            out.push(u8::from(*negated));
            encode_size(u64::from(instance.id), out);
            encode_size(fields.len() as u64, out);
            fields.iter().for_each(|field| encode(field, out));
        }
        Component::Whole(inner) => {
            out.push(2);
            inner.encode(out);
        }
        Component::Compound(rule, both) => {
            out.extend([4, *rule as u8]);
            both.iter().for_each(|position| position.encode(out));
        }
        Component::Form(form) => {
            out.push(3);
            let mut parts = Parts(Vec::new());
            form.hash(&mut parts);
            encode_size(parts.0.len() as u64, out);
            out.append(&mut parts.0);
        }
    }
    encode_size(count, out);
}

/// Collects what a form feeds to its hash: machine words that say which form it is, where its text may be cut.
struct Parts(Vec<u8>);

impl Hasher for Parts {
    fn finish(&self) -> u64 {
        self.0.len() as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}
