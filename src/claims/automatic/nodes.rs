//! Families of positions: which games, with how many numbers.

use std::rc::Rc;

use hashbrown::HashMap;

use super::no::{No, Read, large};
use super::numbers::as_row;
use super::reader::{Reader, Scope};
use super::record::Definition;
use super::symbol::{Cases, Part, Symbol};
use crate::analysis::model::{Game, Type};
use crate::automata::{Automaton, Formula, Linear, Track};
use crate::base::Span;
use crate::cgt::Play;
use crate::syntax::ast::CompareOp;
use crate::value::{Component, Instance, Position, Value};

/// The positions of a sum of games, a number for each of their fields' entries.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub shapes: Vec<Shape>,
}

/// The positions of a game whose lists have certain lengths.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub instance: Rc<Instance>,
    pub fields: Vec<FieldShape>,
}

/// How a field is written as numbers.
#[derive(Clone, Debug)]
pub(super) enum FieldShape {
    /// A natural number.
    Number,
    /// A truth value: 1 or 0.
    Flag,
    /// A list of this length.
    List(usize),
    /// A bag of this size.
    Bag(usize),
    /// A value that does not vary.
    Fixed(Value),
}

impl FieldShape {
    fn width(&self) -> usize {
        match self {
            Self::Number | Self::Flag => 1,
            Self::List(n) | Self::Bag(n) => *n,
            Self::Fixed(_) => 0,
        }
    }

    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number, Self::Number) | (Self::Flag, Self::Flag) => true,
            (Self::List(a), Self::List(b)) | (Self::Bag(a), Self::Bag(b)) => a == b,
            (Self::Fixed(a), Self::Fixed(b)) => a == b,
            _ => false,
        }
    }
}

impl Shape {
    pub(super) fn width(&self) -> usize {
        self.fields.iter().map(FieldShape::width).sum()
    }

    pub(super) fn same(&self, other: &Self) -> bool {
        self.instance.id == other.instance.id
            && self.fields.len() == other.fields.len()
            && self.fields.iter().zip(&other.fields).all(|(a, b)| a.same(b))
    }

    /// Its fields, of these variables.
    pub(super) fn symbols(&self, variables: &[Track]) -> Vec<Symbol> {
        let mut rest = variables.iter().copied();
        let mut number = || Symbol::Number(Cases::variable(rest.next().unwrap_or(0)));
        let mut fields = Vec::new();
        for field in &self.fields {
            fields.push(match field {
                FieldShape::Number => number(),
                FieldShape::Flag => {
                    let Symbol::Number(cases) = number() else { continue };
                    let one = cases
                        .relate(&Cases::linear(Linear::constant(1)), &mut |x, y| large(Formula::equal(&x.a, &y.a)));
                    Symbol::Truth(one.unwrap_or_else(|_| Formula::truth(false)))
                }
                FieldShape::List(n) | FieldShape::Bag(n) => Symbol::Row((0..*n).map(|_| number()).collect()),
                FieldShape::Fixed(value) => Symbol::Known(value.clone()),
            });
        }
        fields
    }

    /// Its fields with these numbers.
    fn values(&self, numbers: &[u128]) -> Option<Vec<Value>> {
        let mut rest = numbers.iter();
        let mut number = || rest.next().and_then(|n| i64::try_from(*n).ok());
        let mut fields = Vec::new();
        for field in &self.fields {
            fields.push(match field {
                FieldShape::Number => Value::int(number()?),
                FieldShape::Flag => Value::Bool(number()? == 1),
                FieldShape::List(n) | FieldShape::Bag(n) => {
                    let entries = (0..*n).map(|_| Some(Value::int(number()?))).collect::<Option<Vec<_>>>()?;
                    Value::List(entries.into())
                }
                FieldShape::Fixed(value) => value.clone(),
            });
        }
        Some(fields)
    }
}

impl Node {
    pub(super) fn width(&self) -> usize {
        self.shapes.iter().map(Shape::width).sum()
    }

    pub(super) fn same(&self, other: &Self) -> bool {
        self.shapes.len() == other.shapes.len() && self.shapes.iter().zip(&other.shapes).all(|(a, b)| a.same(b))
    }

    /// The variables of each component.
    pub(super) fn split<'t>(&self, tracks: &'t [Track]) -> Vec<&'t [Track]> {
        let mut rest = tracks;
        let cut = |shape: &Shape| {
            let (own, later) = rest.split_at(shape.width());
            rest = later;
            own
        };
        self.shapes.iter().map(cut).collect()
    }

    /// Places of neighbouring entries that may change places: in bags, and of equal games in a sum; with `all` set, of all.
    pub(super) fn swaps(&self, all: bool) -> Vec<usize> {
        let width = self.width();
        if all {
            return (1..width).collect();
        }
        let mut swaps = Vec::new();
        let mut at = 0;
        for (i, shape) in self.shapes.iter().enumerate() {
            if i > 0 && shape.width() == 1 && self.shapes[i - 1].same(shape) {
                swaps.push(at);
            }
            for field in &shape.fields {
                if let FieldShape::Bag(n) = field {
                    swaps.extend(at + 1..at + n);
                }
                at += field.width();
            }
        }
        swaps
    }
}

impl Reader<'_, '_> {
    pub(super) fn game(&self, instance: &Instance, span: Span) -> Read<(Rc<crate::analysis::Model>, usize)> {
        let model = Rc::clone(self.machine.model());
        let index = instance.game as usize;
        let Some(game) = model.games.get(index) else { return No::outside("a game is not known", span) };
        if game.loopy {
            return No::outside(format!("positions of `{}` may repeat", game.name), span);
        }
        Ok((model, index))
    }

    /// The family that a sum belongs to, and the numbers that it has there.
    pub(super) fn flatten(&mut self, parts: &[Part]) -> Read<(Node, Vec<Cases>)> {
        let mut shapes = Vec::new();
        let mut numbers = Vec::new();
        for part in parts {
            let (model, index) = self.game(&part.instance, part.span)?;
            let mut fields = Vec::new();
            for (field, symbol) in model.games[index].fields.iter().zip(&part.fields) {
                let bag = matches!(field.ty, Some(Type::Bag(_)));
                let shape = match (&field.ty, symbol) {
                    (Some(Type::Nat | Type::Domain(_)) | None, Symbol::Number(_) | Symbol::Known(Value::Number(_))) => {
                        numbers.push(self.as_number(symbol.clone(), part.span)?);
                        FieldShape::Number
                    }
                    (Some(Type::Bool), Symbol::Truth(_) | Symbol::Known(Value::Bool(_))) => {
                        let truth = match symbol {
                            Symbol::Truth(truth) => truth.clone(),
                            other => Formula::truth(matches!(other, Symbol::Known(Value::Bool(true)))),
                        };
                        let [one, zero] = [1, 0].map(|n| Cases::linear(Linear::constant(n)));
                        numbers.push(Cases::choose(&truth, &one, &zero));
                        FieldShape::Flag
                    }
                    (Some(Type::List(_) | Type::Bag(_)), Symbol::Row(_) | Symbol::Known(Value::List(_))) => {
                        let row = as_row(symbol.clone(), part.span)?;
                        let count = row.len();
                        for entry in row {
                            numbers.push(self.as_number(entry, part.span)?);
                        }
                        if bag { FieldShape::Bag(count) } else { FieldShape::List(count) }
                    }
                    (_, Symbol::Known(value)) => FieldShape::Fixed(value.clone()),
                    _ => {
                        let reason = format!("the field `{}` is neither numbers nor fixed", field.name);
                        return No::outside(reason, part.span);
                    }
                };
                fields.push(shape);
            }
            shapes.push(Shape { instance: Rc::clone(&part.instance), fields });
        }
        Ok((Node { shapes }, numbers))
    }

    /// The slots of a game's body.
    pub(super) fn body(&self, instance: &Rc<Instance>, fields: &[Symbol]) -> Scope {
        let args = instance.args.iter().cloned().map(Symbol::Known);
        let slots: HashMap<u32, Symbol> = (0..).zip(args.chain(fields.iter().cloned())).collect();
        Scope { slots, instance: Some(Rc::clone(instance)) }
    }

    /// Works in another scope.
    pub(super) fn within<T>(&mut self, scope: Scope, work: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let outer = std::mem::replace(&mut self.scope, scope);
        let result = work(self);
        self.scope = outer;
        result
    }

    /// That every field of a position lies in its type.
    pub(super) fn typed(&mut self, part: &Part) -> Read<Formula> {
        let (model, index) = self.game(&part.instance, part.span)?;
        let game: &Game = &model.games[index];
        let scope = self.body(&part.instance, &part.fields);
        self.within(scope, |me| {
            let mut all = Vec::new();
            for (field, symbol) in game.fields.iter().zip(&part.fields) {
                if let Some(ty) = &field.ty {
                    all.push(me.in_type(ty, symbol, part.span)?);
                } else {
                    all.push(me.in_type(&Type::Nat, symbol, part.span)?);
                }
            }
            Ok(Formula::all(all))
        })
    }

    fn in_type(&mut self, ty: &Type, symbol: &Symbol, span: Span) -> Read<Formula> {
        match (ty, symbol) {
            (Type::Nat, Symbol::Number(_) | Symbol::Known(Value::Number(_))) => {
                let number = self.as_number(symbol.clone(), span)?;
                for case in &number.0 {
                    super::numbers::integer(&case.value, span)?;
                }
                self.at_most(&Cases::linear(Linear::default()), &number, false, span)
            }
            (Type::Bool, Symbol::Truth(_) | Symbol::Known(Value::Bool(_))) => Ok(Formula::truth(true)),
            (Type::List(inner) | Type::Bag(inner), Symbol::Row(_) | Symbol::Known(Value::List(_))) => {
                let entries = as_row(symbol.clone(), span)?;
                let all = entries.iter().map(|entry| self.in_type(inner, entry, span)).collect::<Read<Vec<_>>>()?;
                Ok(Formula::all(all))
            }
            (Type::Domain(domain), _) => self.membership(symbol, domain),
            (Type::Enum(_), Symbol::Known(Value::Enum(_))) | (Type::Text, Symbol::Known(Value::Text(_))) => {
                Ok(Formula::truth(true))
            }
            _ => No::outside("a field has a type that is not translated", span),
        }
    }

    /// A relation of an automaton on tracks `0..` between these numbers, and one more where `result` is named.
    pub(super) fn relation(
        &mut self,
        automaton: &Rc<Automaton>,
        numbers: &[Cases],
        result: Option<Track>,
        span: Span,
    ) -> Read<(Vec<Track>, Formula)> {
        let (mut bound, mut guards, mut tracks) = (Vec::new(), Vec::new(), Vec::new());
        for number in numbers {
            let named = self.named(number, "a field may be negative", span)?;
            bound.extend(named.bound);
            guards.push(named.guard);
            tracks.push(named.variable);
        }
        tracks.extend(result);
        guards.push(self.table(automaton, &tracks)?);
        Ok((bound, Formula::all(guards)))
    }

    /// An automaton on tracks `0..` as a formula on these variables.
    pub(super) fn table(&mut self, automaton: &Rc<Automaton>, tracks: &[Track]) -> Read<Formula> {
        let pick = |track: &Track| tracks.get(*track as usize).copied();
        let of = large(automaton.tracks().iter().map(pick).collect::<Option<Vec<_>>>())?;
        Ok(if of.is_empty() { Formula::truth(!automaton.is_empty()) } else { Formula::table(Rc::clone(automaton), of) })
    }

    /// An automaton on tracks `0..` for a formula in these variables.
    pub(super) fn tabulate(&mut self, formula: &Formula, tracks: &[Track]) -> Read<Rc<Automaton>> {
        let automaton = self.decider.automaton(formula)?;
        let place = |track: &Track| tracks.iter().position(|t| t == track).and_then(|i| Track::try_from(i).ok());
        let names = large(automaton.tracks().iter().map(place).collect::<Option<Vec<_>>>())?;
        let table = Rc::new(automaton.rename(&names, self.decider.budget())?);
        self.record.definitions.push(Definition {
            table: Rc::clone(&table),
            of: tracks.to_vec(),
            formula: formula.clone(),
        });
        Ok(table)
    }

    /// The position with these numbers.
    pub(super) fn position(&mut self, node: &Node, numbers: &[u128], misere: bool) -> Read<Option<Rc<Position>>> {
        let mut rest = numbers;
        let mut components = Vec::new();
        for shape in &node.shapes {
            let (own, later) = rest.split_at(shape.width().min(rest.len()));
            rest = later;
            let Some(values) = shape.values(own) else { return Ok(None) };
            let component: Component = self.machine.component(&shape.instance, values, self.queries)?;
            components.push((component, 1));
        }
        let Some(mut position) = Position::from_components(components) else { return Ok(None) };
        position.play = if misere { Play::Misere } else { Play::Normal };
        Ok(Some(Rc::new(position)))
    }

    /// That two symbols compare so, in a bag: ascending.
    pub(super) fn ascending(&mut self, node: &Node, tracks: &[Track], span: Span) -> Read<Formula> {
        let mut all = Vec::new();
        let mut at = 0;
        for field in node.shapes.iter().flat_map(|shape| &shape.fields) {
            if let FieldShape::Bag(n) = field {
                for i in at + 1..at + n {
                    let [a, b] = [i - 1, i].map(|i| Symbol::Number(Cases::variable(tracks[i])));
                    all.push(self.related(CompareOp::Le, &a, &b, span)?);
                }
            }
            at += field.width();
        }
        Ok(Formula::all(all))
    }
}
