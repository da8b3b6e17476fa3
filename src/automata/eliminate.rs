//! Deciding formulas: quantifiers are eliminated variable by variable.

use std::rc::Rc;

use hashbrown::HashMap;

use super::automaton::{Automaton, Track};
use super::budget::{Budget, Halt};
use super::digits::Digitwise;
use super::formula::{Formula, Linear, Node, Relation};
use super::linear::{comparison, congruence};
use super::numeration::Numeration;

/// A relation as it is built once, on tracks `0..`, for all variables that it is used on.
#[derive(PartialEq, Eq, Hash)]
enum Atom {
    Compare(Vec<i128>, i128, Relation),
    Divides(Vec<i128>, i128, i128),
    Digits(Digitwise, usize),
}

/// Turns formulas into automata, in one numeration.
pub struct Decider<'b> {
    numeration: Numeration,
    budget: &'b Budget,
    next: Track,
    atoms: HashMap<Atom, Rc<Automaton>>,
    /// By address; the formula is kept so that the address stays its own.
    known: HashMap<*const Node, (Formula, Rc<Automaton>)>,
}

impl<'b> Decider<'b> {
    /// A decider that has built nothing yet.
    #[must_use]
    pub fn new(numeration: Numeration, budget: &'b Budget) -> Self {
        Self { numeration, budget, next: 0, atoms: HashMap::new(), known: HashMap::new() }
    }

    /// The numeration of its automata.
    #[must_use]
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// What it works with.
    #[must_use]
    pub fn budget(&self) -> &'b Budget {
        self.budget
    }

    /// A variable that was not used before.
    pub fn fresh(&mut self) -> Track {
        self.next += 1;
        self.next - 1
    }

    /// Whether a formula without free variables holds.
    ///
    /// # Errors
    /// Those of the budget, and [`Halt::Size`].
    pub fn holds(&mut self, formula: &Formula) -> Result<bool, Halt> {
        Ok(!self.automaton(formula)?.is_empty())
    }

    /// The numbers, on the tracks of its free variables, for which a formula holds.
    ///
    /// # Errors
    /// Those of the budget, and [`Halt::Size`].
    pub fn automaton(&mut self, formula: &Formula) -> Result<Rc<Automaton>, Halt> {
        let address = Rc::as_ptr(&formula.0);
        if let Some((_, known)) = self.known.get(&address) {
            return Ok(Rc::clone(known));
        }
        let built = self.build(formula)?;
        self.known.insert(address, (formula.clone(), Rc::clone(&built)));
        Ok(built)
    }

    fn build(&mut self, formula: &Formula) -> Result<Rc<Automaton>, Halt> {
        let budget = self.budget;
        Ok(match &*formula.0 {
            Node::Truth(truth) => Rc::new(Automaton::constant(self.numeration, *truth, budget)?),
            Node::Compare(form, relation) => {
                let (tracks, factors): (Vec<_>, Vec<_>) = form.terms().iter().copied().unzip();
                self.atom(Atom::Compare(factors, form.offset(), *relation), &tracks)?
            }
            Node::Divides(m, form) => {
                let (tracks, factors): (Vec<_>, Vec<_>) = form.terms().iter().copied().unzip();
                self.atom(Atom::Divides(factors, form.offset(), *m), &tracks)?
            }
            Node::Digits(relation, of) => self.atom(Atom::Digits(*relation, of.len()), of)?,
            Node::Table(automaton, of) => Rc::new(automaton.rename(of, budget)?),
            Node::Not(inner) => Rc::new(self.automaton(inner)?.not(budget)?),
            Node::Iff(a, b) => {
                let (a, b) = (self.automaton(a)?, self.automaton(b)?);
                Rc::new(a.iff(&b, budget)?)
            }
            Node::And(_) => self.eliminate(&[], formula)?,
            Node::Or(parts) => {
                let parts = parts.iter().map(|part| self.automaton(part)).collect::<Result<Vec<_>, _>>()?;
                self.fold(parts, false)?
            }
            Node::Exists(variables, body) => self.eliminate(variables, body)?,
        })
    }

    /// A relation on these variables.
    fn atom(&mut self, atom: Atom, tracks: &[Track]) -> Result<Rc<Automaton>, Halt> {
        let (numeration, budget) = (self.numeration, self.budget);
        let numbered = |factors: &[i128]| (0..).zip(factors.iter().copied()).collect::<Vec<(Track, i128)>>();
        let built = match self.atoms.get(&atom) {
            Some(built) => Rc::clone(built),
            None => {
                let built = Rc::new(match &atom {
                    Atom::Compare(factors, offset, relation) => {
                        let constant = offset.checked_neg().ok_or(Halt::Size)?;
                        comparison(numeration, &numbered(factors), *relation, constant, budget)?
                    }
                    Atom::Divides(factors, offset, m) => {
                        congruence(numeration, &numbered(factors), *offset, *m, budget)?
                    }
                    Atom::Digits(relation, count) => relation.automaton(numeration, *count, budget)?,
                });
                self.atoms.insert(atom, Rc::clone(&built));
                built
            }
        };
        Ok(Rc::new(built.rename(tracks, budget)?))
    }

    /// The conjunction or disjunction, smallest first.
    fn fold(&mut self, mut parts: Vec<Rc<Automaton>>, all: bool) -> Result<Rc<Automaton>, Halt> {
        loop {
            parts.sort_by_key(|part| std::cmp::Reverse(part.size()));
            let Some(last) = parts.pop() else {
                return Ok(Rc::new(Automaton::constant(self.numeration, all, self.budget)?));
            };
            let Some(other) = parts.pop() else { return Ok(last) };
            let joined = if all { last.and(&other, self.budget)? } else { last.or(&other, self.budget)? };
            if all && joined.is_empty() {
                return self.nothing();
            }
            parts.push(Rc::new(joined));
        }
    }

    /// What holds for some numbers in place of the variables.
    fn eliminate(&mut self, variables: &[Track], body: &Formula) -> Result<Rc<Automaton>, Halt> {
        let mut bound = variables.to_vec();
        let mut parts = Vec::new();
        self.flatten(body, &mut bound, &mut parts)?;
        if let [only] = parts.as_slice()
            && let Node::Or(cases) = &*only.0
        {
            let mut built = Vec::with_capacity(cases.len());
            for case in cases {
                built.push(self.eliminate(&bound, case)?);
            }
            return self.fold(built, false);
        }
        substitute(&mut bound, &mut parts)?;
        let mut automata = Vec::with_capacity(parts.len());
        for part in &parts {
            let built = self.automaton(part)?;
            if built.is_empty() {
                return self.nothing();
            }
            automata.push(built);
        }
        while let Some((at, _)) = (bound.iter().enumerate())
            .map(|(at, variable)| (at, cost(&automata, *variable)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
        {
            let variable = bound[at];
            let (with, without): (Vec<_>, Vec<_>) =
                automata.into_iter().partition(|automaton| automaton.tracks().contains(&variable));
            automata = without;
            // Others that occur nowhere else go with it.
            let alone = |v: &Track| automata.iter().all(|automaton| !automaton.tracks().contains(v));
            let (gone, left): (Vec<_>, Vec<_>) = bound.iter().copied().partition(alone);
            bound = left;
            let joined = self.fold(with, true)?;
            let rest = joined.project(&gone, self.budget)?;
            if rest.is_empty() {
                return self.nothing();
            }
            automata.push(Rc::new(rest));
        }
        self.fold(automata, true)
    }

    /// The empty set, on no track.
    fn nothing(&self) -> Result<Rc<Automaton>, Halt> {
        Ok(Rc::new(Automaton::constant(self.numeration, false, self.budget)?))
    }

    /// The parts that a formula is the conjunction of; variables of quantifiers among them join `bound` under new names.
    fn flatten(&mut self, formula: &Formula, bound: &mut Vec<Track>, into: &mut Vec<Formula>) -> Result<(), Halt> {
        match &*formula.0 {
            Node::And(parts) => parts.iter().try_for_each(|part| self.flatten(part, bound, into)),
            Node::Exists(variables, body) => {
                let mut body = body.clone();
                for variable in variables {
                    let fresh = self.fresh();
                    body = body.substituted(*variable, &Linear::variable(fresh)).ok_or(Halt::Size)?;
                    bound.push(fresh);
                }
                self.flatten(&body, bound, into)
            }
            Node::Not(inner) => match &*inner.0 {
                Node::Or(parts) => parts.iter().try_for_each(|part| self.flatten(&part.not(), bound, into)),
                _ => {
                    into.push(formula.clone());
                    Ok(())
                }
            },
            _ => {
                into.push(formula.clone());
                Ok(())
            }
        }
    }
}

/// How dear it is to join all automata that look at a variable.
fn cost(automata: &[Rc<Automaton>], variable: Track) -> f64 {
    let with = automata.iter().filter(|automaton| automaton.tracks().contains(&variable));
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    with.map(|automaton| automaton.size() as f64).product()
}

/// Replaces bound variables by what equations say they are.
fn substitute(bound: &mut Vec<Track>, parts: &mut Vec<Formula>) -> Result<(), Halt> {
    'again: loop {
        for (at, part) in parts.iter().enumerate() {
            let Node::Compare(form, Relation::Equal) = &*part.0 else { continue };
            for (variable, factor) in form.terms() {
                if factor.abs() != 1 || !bound.contains(variable) {
                    continue;
                }
                let value = form.plus(&Linear::variable(*variable), -factor).and_then(|rest| rest.times(-factor));
                let Some(value) = value else { continue };
                let others = parts.iter().enumerate().filter(|(i, _)| *i != at);
                let Some(mut replaced) =
                    others.map(|(_, part)| part.substituted(*variable, &value)).collect::<Option<Vec<_>>>()
                else {
                    continue;
                };
                replaced.push(Formula::at_most(&Linear::default(), &value, 0).ok_or(Halt::Size)?);
                let variable = *variable;
                bound.retain(|v| *v != variable);
                *parts = replaced;
                continue 'again;
            }
        }
        return Ok(());
    }
}
