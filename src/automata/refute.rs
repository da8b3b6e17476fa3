//! That a formula has no instance, by a second procedure. It works with plain tables, a column for each letter: parts are gone
//! through state by state as they are met, and states that nothing tells apart are joined by Moore's refinement. It shares
//! with [`Decider`](super::Decider) what atoms mean, and neither an algorithm nor a data structure.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use super::automaton::{Automaton, Track};
use super::budget::{Budget, Halt};
use super::digits::Digitwise;
use super::formula::{Formula, Linear, Node, Relation};
use super::numeration::Numeration;

/// More columns than this are not written out.
const MOST_LETTERS: usize = 1 << 14;

/// A set of tuples: state 0 reads the most significant digits first.
struct Table {
    /// The variables that it reads, ascending.
    reads: Vec<Track>,
    /// The state after each state and letter; a letter is the number of its digits, the first variable's counting least.
    next: Vec<u32>,
    accepting: Vec<bool>,
}

/// The state of an atom.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Atom {
    Settled(bool),
    /// A sum in units of the last two weights, residues of one, the state of a relation.
    At(i128, i128),
}

struct Search<'b> {
    numeration: Numeration,
    budget: &'b Budget,
}

impl Formula {
    /// Whether no natural numbers in place of its free variables fulfil it.
    ///
    /// # Errors
    /// Those of the budget: a step fills one entry of a table. [`Halt::Size`] for parts that read too many variables at once.
    pub fn is_refuted(&self, numeration: Numeration, budget: &Budget) -> Result<bool, Halt> {
        let search = Search { numeration, budget };
        let table = search.table(self)?;
        let free = table.reads.clone();
        // For some numbers: all that is left to read is nothing.
        Ok(!search.some(&free, &table)?.accepting[0])
    }
}

impl Search<'_> {
    fn base(&self) -> usize {
        self.numeration.digits()
    }

    fn table(&self, formula: &Formula) -> Result<Table, Halt> {
        match &*formula.0 {
            Node::Truth(truth) => Ok(Table { reads: Vec::new(), next: vec![0], accepting: vec![*truth] }),
            Node::Compare(form, relation) => self.compared(form, *relation),
            Node::Divides(m, form) => self.divided(*m, form),
            Node::Digits(relation, of) => self.digitwise(*relation, of),
            Node::Table(automaton, of) => self.copied(automaton, of),
            Node::Not(inner) => {
                let mut table = self.table(inner)?;
                table.accepting.iter_mut().for_each(|yes| *yes = !*yes);
                Ok(table)
            }
            Node::And(parts) => self.joined(parts, &|all| all.iter().all(|yes| *yes)),
            Node::Or(parts) => self.joined(parts, &|all| all.iter().any(|yes| *yes)),
            Node::Iff(a, b) => self.joined(&[a.clone(), b.clone()], &|all| all[0] == all[1]),
            Node::Exists(bound, inner) => self.some(bound, &self.table(inner)?),
        }
    }

    /// The parts side by side, from the first on.
    fn joined(&self, parts: &[Formula], holds: &dyn Fn(&[bool]) -> bool) -> Result<Table, Halt> {
        let tables = parts.iter().map(|part| self.table(part)).collect::<Result<Vec<_>, _>>()?;
        let reads = sorted(tables.iter().flat_map(|table| table.reads.iter().copied()));
        // The column of each part for every letter.
        let columns = |digits: &[usize]| tables.iter().map(|t| self.column(t, &reads, digits)).collect::<Vec<_>>();
        self.explored(
            reads.clone(),
            vec![0u32; tables.len()],
            |states, digits| {
                let each = tables.iter().zip(states).zip(columns(digits));
                Ok(each.map(|((table, state), column)| self.after(table, *state, column)).collect())
            },
            |states| {
                let truths: Vec<bool> = tables.iter().zip(states).map(|(t, s)| t.accepting[*s as usize]).collect();
                Ok(holds(&truths))
            },
        )
    }

    /// For some numbers in place of the bound variables: the set of the states that the table may be in, each with the bound
    /// variables (bits) whose last digit was the greatest, for after that comes a zero.
    fn some(&self, bound: &[Track], table: &Table) -> Result<Table, Halt> {
        let bound: Vec<Track> = bound.iter().filter(|track| table.reads.contains(track)).copied().collect();
        let reads: Vec<Track> = table.reads.iter().filter(|track| !bound.contains(track)).copied().collect();
        let greatest = if self.numeration.is_full() { usize::MAX } else { self.base() - 1 };
        let mut choices = Vec::new();
        self.each_letter(bound.len(), |digits| {
            let bits = |of: &dyn Fn(usize) -> bool| {
                digits.iter().enumerate().filter(|(_, d)| of(**d)).fold(0u64, |bits, (i, _)| bits | 1 << i)
            };
            let last = if self.numeration.is_full() { 0 } else { bits(&|d| d > 0) };
            choices.push((digits.to_vec(), last, bits(&|d| d == greatest)));
            Ok(())
        })?;
        let all = [&reads[..], &bound].concat();
        let alive = alive(table, letters(self.base(), table.reads.len())?);
        let moved = |set: &BTreeSet<(u32, u64)>, digits: &[usize]| -> Result<BTreeSet<(u32, u64)>, Halt> {
            let mut after = BTreeSet::new();
            for (choice, there, full) in &choices {
                let column = self.column(table, &all, &[digits, choice].concat());
                for (state, _) in set.iter().filter(|(_, last)| last & there == 0) {
                    let next = self.after(table, *state, column);
                    if alive[next as usize] {
                        after.insert((next, *full));
                    }
                }
                self.budget.spend(1 + set.len() as u64)?;
            }
            Ok(after)
        };
        // Bound numbers may be longer than what is read: zeros stand before the others.
        let zeros = vec![0; reads.len()];
        let mut start = BTreeSet::from([(0u32, 0u64)]);
        let mut new = start.clone();
        while !new.is_empty() {
            new = moved(&new, &zeros)?;
            new.retain(|state| !start.contains(state));
            start.extend(new.iter().copied());
        }
        self.explored(reads, start, moved, |set| Ok(set.iter().any(|(state, _)| table.accepting[*state as usize])))
    }

    fn compared(&self, form: &Linear, relation: Relation) -> Result<Table, Halt> {
        let reads = sorted(form.terms().iter().map(|(track, _)| *track));
        let next = |atom: &Atom, digits: &[usize]| {
            let Atom::At(a, b) = *atom else { return Ok(*atom) };
            let (a, b) = (self.shifted(form, a, b, digits)?, self.kept(a));
            Ok(match (self.sign(form, a, b)?, relation) {
                (None, _) => Atom::At(a, b),
                (Some(positive), Relation::AtMost) => Atom::Settled(!positive),
                (Some(_), Relation::Equal) => Atom::Settled(false),
            })
        };
        self.explored(reads, Atom::At(0, 0), next, |atom| match (atom, relation) {
            (Atom::Settled(truth), _) => Ok(*truth),
            (Atom::At(a, b), Relation::Equal) => Ok(self.value(form, *a, *b)? == 0),
            (Atom::At(a, b), Relation::AtMost) => Ok(self.value(form, *a, *b)? <= 0),
        })
    }

    fn divided(&self, m: i128, form: &Linear) -> Result<Table, Halt> {
        let reads = sorted(form.terms().iter().map(|(track, _)| *track));
        let next = |state: &(i128, i128), digits: &[usize]| {
            Ok((self.shifted(form, state.0, state.1, digits)?.rem_euclid(m), self.kept(state.0)))
        };
        self.explored(reads, (0, 0), next, |(a, b)| Ok(self.value(form, *a, *b)?.rem_euclid(m) == 0))
    }

    fn digitwise(&self, relation: Digitwise, of: &[Track]) -> Result<Table, Halt> {
        let reads = sorted(of.iter().copied());
        let base = self.base() as i128;
        let places: Vec<usize> = of.iter().filter_map(|track| reads.iter().position(|read| read == track)).collect();
        let next = |state: &Option<i128>, digits: &[usize]| {
            let letter = places.iter().fold(0, |sum, place| relation.add(sum, digits[*place], base));
            Ok(state.and_then(|state| relation.step(state, letter, base)))
        };
        let accept = |state: &Option<i128>| Ok(state.is_some_and(|state| relation.accepts(state)));
        self.explored(reads, Some(relation.start()), next, accept)
    }

    fn copied(&self, automaton: &Automaton, of: &[Track]) -> Result<Table, Halt> {
        let reads = sorted(of.iter().copied());
        let next = |state: &u32, digits: &[usize]| {
            let mut at = automaton.roots[*state as usize];
            while let (Some(node), Some(track)) = (at.as_node(), automaton.diagram.track(at)) {
                let place = automaton.tracks.iter().position(|own| *own == track).and_then(|place| of.get(place));
                let place = reads.iter().position(|read| Some(read) == place).ok_or(Halt::Size)?;
                at = automaton.diagram.child(node, digits[place]);
            }
            at.as_state().ok_or(Halt::Size)
        };
        self.explored(reads.clone(), 0u32, next, |state| Ok(automaton.accepting[*state as usize]))
    }

    /// A sum of weights after one more digit, in units of the last weight.
    fn shifted(&self, form: &Linear, a: i128, b: i128, digits: &[usize]) -> Result<i128, Halt> {
        let (p, q) = self.numeration.recurrence();
        let start = p.checked_mul(a).and_then(|x| x.checked_add(q.checked_mul(b)?));
        // The terms are in the order of what is read.
        let sum = form.terms().iter().zip(digits).try_fold(start.ok_or(Halt::Size)?, |sum, ((_, factor), digit)| {
            sum.checked_add(factor.checked_mul(*digit as i128)?)
        });
        sum.ok_or(Halt::Size)
    }

    /// What is to be known of the weight before the last: nothing where weights are powers of a base.
    fn kept(&self, a: i128) -> i128 {
        if self.numeration.recurrence().1 == 0 { 0 } else { a }
    }

    fn value(&self, form: &Linear, a: i128, b: i128) -> Result<i128, Halt> {
        let (_, q) = self.numeration.recurrence();
        q.checked_mul(b).and_then(|b| a.checked_add(b)?.checked_add(form.offset())).ok_or(Halt::Size)
    }

    /// Whether a form is positive (or negative) whatever digits come: those change it by at most the greatest digit times the
    /// coefficients times the sum of the weights below, which is at most the last two weights.
    fn sign(&self, form: &Linear, a: i128, b: i128) -> Result<Option<bool>, Halt> {
        let (_, q) = self.numeration.recurrence();
        let most = form.terms().iter().try_fold(0i128, |sum, (_, c)| sum.checked_add(c.checked_abs()?));
        let most = most.and_then(|sum| sum.checked_mul(self.base() as i128 - 1)).ok_or(Halt::Size)?;
        let beyond = |a: i128, b: i128| {
            let (a, b) = (a.checked_sub(most)?, b.checked_sub(most)?);
            let sum = a.checked_add(q.checked_mul(b)?)?;
            Some(a >= 0 && (q == 0 || b >= 0) && sum > form.offset().checked_abs()?)
        };
        let negated = |n: i128| n.checked_neg().ok_or(Halt::Size);
        if beyond(a, b).ok_or(Halt::Size)? {
            return Ok(Some(true));
        }
        Ok(beyond(negated(a)?, negated(b)?).ok_or(Halt::Size)?.then_some(false))
    }

    /// The column of a table for these digits of these variables.
    fn column(&self, table: &Table, of: &[Track], digits: &[usize]) -> usize {
        let digit = |track: &Track| of.iter().position(|t| t == track).map_or(0, |place| digits[place]);
        table.reads.iter().rev().fold(0, |column, track| column * self.base() + digit(track))
    }

    fn after(&self, table: &Table, state: u32, column: usize) -> u32 {
        let width = table.next.len() / table.accepting.len();
        table.next[state as usize * width + column]
    }

    fn each_letter(&self, tracks: usize, mut work: impl FnMut(&[usize]) -> Result<(), Halt>) -> Result<(), Halt> {
        let mut digits = vec![0; tracks];
        for _ in 0..letters(self.base(), tracks)? {
            work(&digits)?;
            for digit in &mut digits {
                *digit += 1;
                if *digit < self.base() {
                    break;
                }
                *digit = 0;
            }
        }
        Ok(())
    }

    /// The table of a process: every state that comes of the first, joined where nothing tells them apart.
    fn explored<S: Clone + Eq + Hash>(
        &self,
        reads: Vec<Track>,
        start: S,
        next: impl Fn(&S, &[usize]) -> Result<S, Halt>,
        accept: impl Fn(&S) -> Result<bool, Halt>,
    ) -> Result<Table, Halt> {
        let mut numbers = HashMap::from([(start.clone(), 0u32)]);
        let (mut states, mut table) = (vec![start], Table { reads, next: Vec::new(), accepting: Vec::new() });
        let mut at = 0;
        while at < states.len() {
            let state = states[at].clone();
            table.accepting.push(accept(&state)?);
            self.each_letter(table.reads.len(), |digits| {
                self.budget.spend(1)?;
                let after = next(&state, digits)?;
                let number = match numbers.get(&after) {
                    Some(number) => *number,
                    None => {
                        let number = u32::try_from(states.len()).map_err(|_| Halt::Work)?;
                        numbers.insert(after.clone(), number);
                        states.push(after);
                        number
                    }
                };
                table.next.push(number);
                Ok(())
            })?;
            at += 1;
        }
        self.refined(table)
    }

    /// States that accept the same words are one (Moore 1956).
    fn refined(&self, table: Table) -> Result<Table, Halt> {
        let width = table.next.len() / table.accepting.len();
        let mut class: Vec<u32> = table.accepting.iter().map(|yes| u32::from(*yes != table.accepting[0])).collect();
        loop {
            let mut numbers: HashMap<(u32, Vec<u32>), u32> = HashMap::new();
            let mut finer = Vec::with_capacity(class.len());
            for (state, own) in class.iter().enumerate() {
                self.budget.spend(1 + width as u64 / 16)?;
                let after = table.next[state * width..][..width].iter().map(|next| class[*next as usize]).collect();
                let count = u32::try_from(numbers.len()).map_err(|_| Halt::Work)?;
                finer.push(*numbers.entry((*own, after)).or_insert(count));
            }
            let same = numbers.len() == class.iter().collect::<BTreeSet<_>>().len();
            class = finer;
            if same {
                break;
            }
        }
        let count = class.iter().max().map_or(0, |most| *most as usize + 1);
        let mut joined = Table { reads: table.reads, next: vec![0; count * width], accepting: vec![false; count] };
        for (state, own) in class.iter().enumerate() {
            joined.accepting[*own as usize] = table.accepting[state];
            for column in 0..width {
                joined.next[*own as usize * width + column] = class[table.next[state * width + column] as usize];
            }
        }
        Ok(joined)
    }
}

fn sorted(tracks: impl Iterator<Item = Track>) -> Vec<Track> {
    tracks.collect::<BTreeSet<_>>().into_iter().collect()
}

/// How many letters these many tracks have.
fn letters(base: usize, tracks: usize) -> Result<usize, Halt> {
    let power = u32::try_from(tracks).ok().and_then(|tracks| base.checked_pow(tracks));
    power.filter(|letters| *letters <= MOST_LETTERS).ok_or(Halt::Size)
}

/// From which states of a table something is accepted.
fn alive(table: &Table, width: usize) -> Vec<bool> {
    let mut alive = table.accepting.clone();
    loop {
        let mut more = false;
        for state in 0..alive.len() {
            if !alive[state] && table.next[state * width..][..width].iter().any(|next| alive[*next as usize]) {
                alive[state] = true;
                more = true;
            }
        }
        if !more {
            return alive;
        }
    }
}
