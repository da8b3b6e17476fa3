//! Automata learned from tables: a guess, which a proof has to test.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use super::automaton::{Automaton, Track};
use super::budget::{Budget, Halt};
use super::numeration::Numeration;
use super::weave::{Fold, weave};

/// What a table says of a tuple.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// The tuple is none of the set, or none that the function is defined for.
    Outside,
    /// The table does not reach so far.
    Beyond,
    /// The value of the function; of a set any number.
    Value(u128),
}

/// More states are not learned.
const MOST_STATES: usize = 400;
/// More entries do not tell two states apart.
const MOST_ENTRIES: usize = 1 << 12;

/// Guesses the set of tuples on the tracks `0..arguments` that a table describes; with `graph` set, the graph of the function that
/// it describes, whose value is the last track.
///
/// Two beginnings of words are taken for the same state when they agree on all endings of at most `length` digits
/// (Myhill and Nerode; Angluin 1987). `None` when the table is too small for that, or there are too many states.
///
/// # Errors
/// Those of the budget, and of the table.
pub fn learn<E: From<Halt>>(
    numeration: Numeration,
    (arguments, graph): (usize, bool),
    length: u32,
    table: &mut dyn FnMut(&[u128]) -> Result<Told, E>,
    budget: &Budget,
) -> Result<Option<Automaton>, E> {
    let letters = numeration.digits().checked_pow(u32::try_from(arguments).unwrap_or(u32::MAX));
    let few = |n: &usize| arguments > 0 && n.checked_pow(length).is_some_and(|n| n <= MOST_ENTRIES);
    let Some(letters) = letters.filter(few) else {
        return Ok(None);
    };
    let mut learner = Learner { numeration, arguments, graph, letters, length, table, budget };
    let Some((rows, accepting)) = learner.states()? else { return Ok(None) };
    let base = numeration.digits() as i128;
    let tracks: Vec<Track> = (0..).take(learner.tracks()).collect();
    let fold = Fold {
        start: 0,
        add: &|sum, _, digit| sum * base + digit as i128,
        step: &|state: &usize, letter| rows[*state][usize::try_from(letter).unwrap_or(0)],
        accept: &|state| accepting[*state],
    };
    Ok(Some(weave(numeration, &tracks, &fold, budget)?.restricted(budget)?))
}

/// What follows after the beginnings of words: for every ending of the arguments the ending of the value.
type Endings = Vec<Option<u64>>;
/// For every state where its letters lead, and which states accept.
type States = (Vec<Vec<Option<usize>>>, Vec<bool>);

struct Learner<'a, E> {
    numeration: Numeration,
    arguments: usize,
    graph: bool,
    /// How many letters the arguments have.
    letters: usize,
    length: u32,
    table: &'a mut dyn FnMut(&[u128]) -> Result<Told, E>,
    budget: &'a Budget,
}

impl<E: From<Halt>> Learner<'_, E> {
    fn tracks(&self) -> usize {
        self.arguments + usize::from(self.graph)
    }

    /// The states that are met from the empty beginning on; `None` when the table does not tell them.
    fn states(&mut self) -> Result<Option<States>, E> {
        let base = self.numeration.digits();
        let empty = vec![Vec::new(); self.tracks()];
        let Some(endings) = self.endings(&empty)? else { return Ok(None) };
        let mut accepting = vec![endings[0].is_some()];
        let mut numbers = HashMap::from([(endings, 0usize)]);
        let mut open = VecDeque::from([empty]);
        let mut rows = Vec::new();
        while let Some(words) = open.pop_front() {
            let mut row = Vec::new();
            for letter in 0..self.letters * if self.graph { base } else { 1 } {
                let mut next = words.clone();
                let mut rest = letter;
                for word in next.iter_mut().rev() {
                    word.push(rest % base);
                    rest /= base;
                }
                let Some(endings) = self.endings(&next)? else { return Ok(None) };
                if endings.iter().all(Option::is_none) {
                    row.push(None);
                    continue;
                }
                let count = numbers.len();
                let accepts = endings[0].is_some();
                row.push(Some(match numbers.entry(endings) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        accepting.push(accepts);
                        open.push_back(next);
                        *new.insert(count)
                    }
                }));
            }
            rows.push(row);
            if numbers.len() > MOST_STATES {
                return Ok(None);
            }
        }
        Ok(Some((rows, accepting)))
    }

    /// What follows after these beginnings, one for each track.
    fn endings(&mut self, words: &[Vec<usize>]) -> Result<Option<Endings>, E> {
        let base = self.numeration.digits();
        let mut all = Vec::new();
        for length in 0..=self.length {
            for ending in 0..self.letters.pow(length) {
                self.budget.spend(1)?;
                let mut whole = words.to_vec();
                let mut rest = ending;
                for _ in 0..length {
                    for word in &mut whole[..self.arguments] {
                        word.push(rest % base);
                        rest /= base;
                    }
                }
                let Some(numbers) = self.numbers(&whole[..self.arguments])? else {
                    all.push(None);
                    continue;
                };
                all.push(match (self.table)(&numbers)? {
                    Told::Beyond => return Ok(None),
                    Told::Outside => None,
                    Told::Value(value) if self.graph => self.ending(value, &words[self.arguments], whole[0].len()),
                    Told::Value(_) => Some(0),
                });
            }
        }
        Ok(Some(all))
    }

    /// The numbers that words stand for; `None` where one is no number's.
    fn numbers(&self, words: &[Vec<usize>]) -> Result<Option<Vec<u128>>, E> {
        let mut numbers = Vec::new();
        for word in words {
            let number = self.numeration.read(word).ok_or(Halt::Size)?;
            if !self.numeration.is_full() {
                let zeros = word.iter().take_while(|digit| **digit == 0).count();
                if self.numeration.write(number) != word[zeros..] {
                    return Ok(None);
                }
            }
            numbers.push(number);
        }
        Ok(Some(numbers))
    }

    /// The last digits of a value, written with `length` digits, if it begins with this word.
    fn ending(&self, value: u128, beginning: &[usize], length: usize) -> Option<u64> {
        let digits = self.numeration.write(value);
        let zeros = length.checked_sub(digits.len())?;
        let digit = |place: usize| place.checked_sub(zeros).map_or(0, |i| digits[i]);
        if (0..beginning.len()).any(|place| digit(place) != beginning[place]) {
            return None;
        }
        (beginning.len()..length).try_fold(0u64, |sum, place| {
            sum.checked_mul(self.numeration.digits() as u64)?.checked_add(digit(place) as u64)
        })
    }
}
