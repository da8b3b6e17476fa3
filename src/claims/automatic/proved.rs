//! What is proved about families of positions, and questions about them.

use std::rc::Rc;

use super::no::{No, Read};
use super::nodes::Node;
use super::numbers::as_sum;
use super::reader::Reader;
use super::symbol::{Case, Cases, Part, Real, Sum, Symbol};
use crate::analysis::model::Expr;
use crate::automata::{Automaton, Formula, Linear, Track};
use crate::base::Span;
use crate::library::Query;

/// What a family is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ask {
    /// The positions that the player to move loses.
    Lost {
        /// Under misère play.
        misere: bool,
    },
    /// Grundy values.
    Value,
}

/// A relation that is proved: of the numbers of a family, and its value where that is asked.
#[derive(Clone)]
pub(super) struct Proved {
    pub node: Node,
    pub ask: Ask,
    pub relation: Rc<Automaton>,
    /// For which numbers it is proved.
    pub domain: Rc<Automaton>,
}

/// What is proved, and what is being proved.
#[derive(Default)]
pub(super) struct Shelf {
    pub beatty: Option<Rc<Automaton>>,
    /// Numbers whose digit at a place that varies was looked at, with what was given there.
    pub looked_at: Vec<(Vec<Formula>, Cases)>,
    pub proved: Vec<Proved>,
    pub running: Vec<(Node, Ask)>,
    /// Theorems used, each once, in order.
    pub theorems: Vec<String>,
}

impl Reader<'_, '_> {
    /// A question about a position.
    pub(super) fn query(&mut self, query: Query, args: &[Expr], span: Span) -> Read<Symbol> {
        let [position] = args else { return No::outside("a question about several positions is asked", span) };
        if self.in_rules {
            return No::outside("the rules ask about positions", span);
        }
        let sum = as_sum(self.symbol(position)?, span)?;
        match query {
            Query::Whole => Ok(Symbol::Position(Sum { whole: true, ..sum })),
            Query::Sg => Ok(Symbol::Number(self.value(&sum, span)?)),
            Query::Loses => Ok(Symbol::Truth(self.lost(&sum, span)?)),
            Query::Wins => Ok(Symbol::Truth(self.lost(&sum, span)?.not())),
            Query::Outcome => Ok(Symbol::Outcome(self.lost(&sum, span)?)),
            _ => No::outside("a question other than `sg`, `wins`, `loses` and `outcome` is asked", span),
        }
    }

    /// The Grundy value of a sum.
    fn value(&mut self, sum: &Sum, span: Span) -> Read<Cases> {
        if sum.whole {
            return self.value_of(&sum.parts, span);
        }
        let values = sum.parts.iter().map(|part| self.value_of(std::slice::from_ref(part), span));
        let values = values.collect::<Read<Vec<_>>>()?;
        self.nim_sum(&values, span)
    }

    /// The Grundy value of components as one position.
    pub(super) fn value_of(&mut self, parts: &[Part], span: Span) -> Read<Cases> {
        let (node, numbers) = self.flatten(parts)?;
        let value = self.fresh();
        let (mut bound, guard) = self.answered(&node, Ask::Value, &numbers, Some(value), span)?;
        bound.push(value);
        Ok(Cases(vec![Case { bound, guard, value: Real::linear(Linear::variable(value)) }]))
    }

    /// A proved relation of these numbers, which have to lie where it is proved.
    pub(super) fn answered(
        &mut self,
        node: &Node,
        ask: Ask,
        numbers: &[Cases],
        result: Option<Track>,
        span: Span,
    ) -> Read<(Vec<Track>, Formula)> {
        let proved = self.look_up(node, ask, span)?;
        let (bound, inside) = self.relation(&proved.domain, numbers, None, span)?;
        let reason = "a position may lie where nothing is proved";
        self.require(&inside.exists(bound), reason, span)?;
        self.relation(&proved.relation, numbers, result, span)
    }

    /// Whether the player to move loses.
    fn lost(&mut self, sum: &Sum, span: Span) -> Read<Formula> {
        if sum.parts.is_empty() {
            return Ok(Formula::truth(!sum.misere));
        }
        if sum.parts.len() > 1 && !sum.misere && !sum.whole {
            let value = self.value(sum, span)?;
            let zero = Cases::linear(Linear::default());
            return value.relate(&zero, &mut |x, _| super::no::large(Formula::equal(&x.a, &Linear::default())));
        }
        let (node, numbers) = self.flatten(&sum.parts)?;
        let (bound, formula) = self.answered(&node, Ask::Lost { misere: sum.misere }, &numbers, None, span)?;
        Ok(formula.exists(bound))
    }

    /// The relation of a family; proved first, if it is not.
    pub(super) fn look_up(&mut self, node: &Node, ask: Ask, span: Span) -> Read<Proved> {
        if let Some(known) = self.shelf.proved.iter().find(|p| p.ask == ask && p.node.same(node)) {
            return Ok(known.clone());
        }
        if self.shelf.running.iter().any(|(other, asked)| *asked == ask && other.same(node)) {
            return Err(No::Circle);
        }
        let game = node.shapes.first().map_or_else(|| Rc::from("0"), |shape| Rc::clone(&shape.instance.name));
        if self.shelf.running.len() >= 8 {
            return No::outside(format!("too many games wait for the proof of another (`{game}`)"), span);
        }
        self.shelf.running.push((node.clone(), ask));
        // The proof is about all positions, wherever it is asked for.
        let given = std::mem::take(&mut self.given);
        let bound = std::mem::take(&mut self.bound);
        let scope = std::mem::take(&mut self.scope);
        let (calls, in_rules) = (self.calls, std::mem::take(&mut self.in_rules));
        let result = self.establish(node, ask, span);
        (self.given, self.bound, self.scope) = (given, bound, scope);
        (self.calls, self.in_rules) = (calls, in_rules);
        self.shelf.running.pop();
        let (relation, domain) = result?;
        let proved = Proved { node: node.clone(), ask, relation, domain };
        self.shelf.proved.push(proved.clone());
        Ok(proved)
    }
}
