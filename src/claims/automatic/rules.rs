//! The moves of a family of positions.

use std::rc::Rc;

use super::no::{No, Read};
use super::nodes::Node;
use super::numbers::as_sum;
use super::orbits::Orbit;
use super::reader::Reader;
use super::symbol::{Cases, Part, Symbol};
use crate::automata::{Formula, Linear, Track};
use crate::base::Span;
use crate::cgt::Movers;
use crate::syntax::ast::CompareOp;

/// What a clause does in one case.
pub(super) struct Branch {
    /// The variables of the move.
    pub bound: Vec<Track>,
    /// When, with the variables of the position free.
    pub guard: Formula,
    /// Which component moves.
    pub moved: usize,
    /// What it becomes.
    pub target: Vec<Part>,
    pub span: Span,
    /// The move is a step that is made once or more often: what is said here is true of all its options, and of more.
    pub orbit: Option<Orbit>,
}

/// The rules of a family.
pub(super) struct Rules {
    /// The variables of its numbers.
    pub tracks: Vec<Track>,
    pub branches: Vec<Branch>,
    /// Where `wins if` has ended play.
    pub won: Formula,
    /// Which positions there are: fields in their types, bags ascending.
    pub there: Formula,
}

impl Reader<'_, '_> {
    /// Translates the rules of every component.
    pub(super) fn rules(&mut self, node: &Node) -> Read<Rules> {
        let tracks: Vec<Track> = (0..node.width()).map(|_| self.fresh()).collect();
        let scopes: Vec<Vec<Symbol>> =
            node.shapes.iter().zip(node.split(&tracks)).map(|(shape, own)| shape.symbols(own)).collect();
        let outer = (std::mem::take(&mut self.given), std::mem::take(&mut self.bound), self.in_rules);
        self.in_rules = true;
        let result = self.rules_of(node, &tracks, &scopes);
        (self.given, self.bound, self.in_rules) = outer;
        result
    }

    fn rules_of(&mut self, node: &Node, tracks: &[Track], scopes: &[Vec<Symbol>]) -> Read<Rules> {
        let mut there = vec![self.ascending(node, tracks, Span::NONE)?];
        for (shape, fields) in node.shapes.iter().zip(scopes) {
            let (model, index) = self.game(&shape.instance, Span::NONE)?;
            let span = model.games[index].span;
            let part = Part { instance: Rc::clone(&shape.instance), fields: fields.clone(), span };
            there.push(self.typed(&part)?);
            for (field, symbol) in shape.fields.iter().zip(fields) {
                // A flag is 0 or 1.
                if let (super::nodes::FieldShape::Flag, Symbol::Truth(one)) = (field, symbol) {
                    let at = self.flag_of(one)?;
                    there.push(at);
                }
            }
        }
        let there = Formula::all(there);
        let mut rules =
            Rules { tracks: tracks.to_vec(), branches: Vec::new(), won: Formula::truth(false), there: there.clone() };
        self.given.push(there);
        for (moved, (shape, fields)) in node.shapes.iter().zip(scopes).enumerate() {
            let scope = self.body(&shape.instance, fields);
            self.within(scope, |me| me.moves(moved, node, &mut rules))?;
        }
        Ok(rules)
    }

    /// That the number behind a flag is at most 1.
    fn flag_of(&mut self, one: &Formula) -> Read<Formula> {
        // The flag holds where the number is 1; otherwise it is to be 0.
        let automaton = self.decider.automaton(one)?;
        let [track] = automaton.tracks() else { return Ok(Formula::truth(true)) };
        let number = Cases::variable(*track);
        self.at_most(&number, &Cases::linear(Linear::constant(1)), false, Span::NONE)
    }

    fn moves(&mut self, moved: usize, node: &Node, rules: &mut Rules) -> Read<()> {
        let shape = &node.shapes[moved];
        let (model, index) = self.game(&shape.instance, Span::NONE)?;
        let game = &model.games[index];
        let mut ended = Formula::truth(false);
        for ending in &game.endings {
            let condition = self.given(ended.not(), |me| me.truth(&ending.condition))?;
            if ending.wins {
                if node.shapes.len() > 1 {
                    return No::outside("a game with `wins if` is summed", ending.span);
                }
                rules.won = rules.won.or(&ended.not().and(&condition));
            }
            ended = ended.or(&condition);
        }
        let depth = self.given.len();
        self.given.push(ended.not());
        for clause in &game.moves {
            if clause.side != Movers::Both {
                return No::outside(format!("the players have different moves (`{}`)", clause.name), clause.span);
            }
            let count = rules.branches.len();
            let read = self.bind(&clause.binders, &mut |me| {
                let target = me.symbol(&clause.target)?;
                let target = as_sum(target, clause.target.span)?;
                for part in &target.parts {
                    me.stays(&clause.name, part)?;
                }
                let guard = Formula::all(me.given[depth..].iter().cloned());
                let bound = me.bound.clone();
                let (target, span) = (target.parts, clause.span);
                rules.branches.push(Branch { bound, guard, moved, target, span, orbit: None });
                Ok(())
            });
            if let Err(No::Outside(..)) = &read {
                rules.branches.truncate(count);
                if self.orbit(clause, moved, node, depth, rules)? {
                    continue;
                }
            }
            read?;
        }
        self.given.truncate(depth);
        Ok(())
    }

    /// Checks that a move leads to a position of its game.
    pub(super) fn stays(&mut self, name: &str, part: &Part) -> Read<()> {
        let typed = self.typed(part)?;
        let reason = format!("the move `{name}` may leave the domain of `{}`", part.instance.name);
        self.require(&typed, &reason, part.span)
    }

    /// Checks that play ends: every move lowers a measure, of every component that belongs to the same family as the one
    /// that moved; and the file's own measure, where there is one. Returns which.
    pub(super) fn terminates(&mut self, node: &Node, rules: &Rules, within: &Formula) -> Read<()> {
        let outer = std::mem::take(&mut self.given);
        self.given.push(within.clone());
        let result = self.measures(node, rules);
        self.given = outer;
        result
    }

    fn measures(&mut self, node: &Node, rules: &Rules) -> Read<()> {
        for (moved, (shape, own)) in node.shapes.iter().zip(node.split(&rules.tracks)).enumerate() {
            let before = shape.symbols(own);
            let (model, index) = self.game(&shape.instance, Span::NONE)?;
            let game = &model.games[index];
            let mut steps = Vec::new();
            for branch in rules.branches.iter().filter(|branch| branch.moved == moved) {
                for part in branch.target.iter().filter(|part| part.instance.game == shape.instance.game) {
                    steps.push((branch, part));
                }
            }
            let mut ends = false;
            if let Some(measure) = &game.measure {
                for (branch, part) in &steps {
                    let was = self.measured(measure, &shape.instance, &before)?;
                    let is = self.measured(measure, &part.instance, &part.fields)?;
                    let less = self.related(CompareOp::Lt, &is, &was, branch.span)?;
                    let lowered = self.given(branch.guard.clone(), |me| me.follows(&less))?;
                    if !lowered {
                        return No::outside("a move may not lower the `measure`", branch.span);
                    }
                }
                let was = self.measured(measure, &shape.instance, &before)?;
                let zero = Symbol::Known(crate::value::Value::int(0));
                let natural = self.related(CompareOp::Le, &zero, &was, measure.span)?;
                ends = self.follows(&natural)?;
            }
            if !ends {
                self.lexicographic(&before, steps)?;
            }
        }
        Ok(())
    }

    fn measured(
        &mut self,
        measure: &crate::analysis::model::Expr,
        instance: &Rc<crate::value::Instance>,
        fields: &[Symbol],
    ) -> Read<Symbol> {
        let scope = self.body(instance, fields);
        self.within(scope, |me| Ok(Symbol::Number(me.number(measure)?)))
    }

    /// Finds an order of measures: each is lowered by some moves and raised by none that is left.
    fn lexicographic(&mut self, before: &[Symbol], mut steps: Vec<(&Branch, &Part)>) -> Read<()> {
        let was = self.measures_of(before)?;
        while !steps.is_empty() {
            let mut found = None;
            for (measure, was) in was.iter().enumerate() {
                let mut left = Vec::new();
                let mut raised = false;
                for (branch, part) in &steps {
                    let is = self.measures_of(&part.fields)?;
                    let Some(is) = is.get(measure) else {
                        raised = true;
                        break;
                    };
                    let span = branch.span;
                    let less = self.at_most(is, was, true, span)?;
                    if self.given(branch.guard.clone(), |me| me.follows(&less))? {
                        continue;
                    }
                    let kept = self.at_most(is, was, false, span)?;
                    if !self.given(branch.guard.clone(), |me| me.follows(&kept))? {
                        raised = true;
                        break;
                    }
                    left.push((*branch, *part));
                }
                if !raised && left.len() < steps.len() {
                    found = Some(left);
                    break;
                }
            }
            let Some(left) = found else {
                let span = steps.first().map_or(Span::NONE, |(branch, _)| branch.span);
                return No::outside("no measure is found that every move lowers (write `measure`)", span);
            };
            steps = left;
        }
        Ok(())
    }

    /// The sum of all numbers, then each.
    fn measures_of(&mut self, fields: &[Symbol]) -> Read<Vec<Cases>> {
        let mut single = Vec::new();
        let [one, zero] = [1, 0].map(|n| Cases::linear(Linear::constant(n)));
        for field in fields {
            match field {
                Symbol::Number(cases) => single.push(cases.clone()),
                Symbol::Truth(truth) => single.push(Cases::choose(truth, &one, &zero)),
                Symbol::Row(row) => {
                    for entry in row {
                        single.push(self.as_number(entry.clone(), Span::NONE)?);
                    }
                }
                Symbol::Known(crate::value::Value::Bool(truth)) => {
                    single.push(if *truth { one.clone() } else { zero.clone() });
                }
                Symbol::Known(value) if value.as_i64().is_some() => {
                    single.push(self.as_number(Symbol::Known(value.clone()), Span::NONE)?);
                }
                _ => {}
            }
        }
        let mut sum = zero;
        for number in &single {
            sum =
                sum.pairs(number, Span::NONE, &mut |x, y| Ok(vec![(Formula::truth(true), x.plus(y, 1, Span::NONE)?)]))?;
        }
        single.insert(0, sum);
        Ok(single)
    }
}
