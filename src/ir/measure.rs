//! Orders in which options come before their positions: word by word, or by a sum of words that falls with every move.

use super::affine::{Affine, Facts};
use super::program::{Expr, Image, words_of};

/// The greatest weight in sums of so many numbers.
const HEAVIEST: [i64; 6] = [0, 3, 3, 3, 2, 1];
/// Of more options than this, no order is looked for.
const MOST_OPTIONS: usize = 256;

/// The words of one option, in terms of components and loop variables, with what is known of these where it is made.
struct Made {
    facts: Facts,
    words: Vec<Expr>,
}

/// All options of a program.
#[derive(Default)]
pub(super) struct Options {
    made: Vec<Made>,
    too_many: bool,
}

/// A word of a position.
pub(super) struct Word {
    /// Its register.
    pub before: Expr,
    /// Whether it is a number.
    pub number: bool,
    /// The place of the first word of its bag, if it is in one.
    pub bag: Option<u32>,
}

impl Options {
    /// Notes an option.
    pub fn note(&mut self, facts: &Facts, words: &[Expr]) {
        if self.made.len() < MOST_OPTIONS {
            self.made.push(Made { facts: facts.clone(), words: words.to_vec() });
        } else {
            self.too_many = true;
        }
    }

    /// Weights of words (0 for most) whose sum falls with every move, where no option is known to come before its position
    /// word by word; words for which `down` holds go downwards. Empty where there are none, or none are needed.
    pub fn measure(&self, words: &[Word], images: &[Image], shrinks: &[bool], down: &[bool]) -> Vec<i64> {
        let in_order = || self.made.iter().all(|made| made.comes_before(words, shrinks, down));
        if self.too_many || self.made.is_empty() || shrinks.iter().all(|&shrinks| shrinks) || in_order() {
            return Vec::new();
        }
        let falls = |weights: &Vec<i64>| {
            self.made.iter().all(|made| made.falls(words, weights))
                && images.iter().all(|image| is_same(words, &image.words, weights))
        };
        candidates(words).into_iter().find(falls).unwrap_or_default()
    }

    /// The numbers (bit `i`: word `i`) whose greatest is never greater in an option, nor in an image, where each of them may
    /// grow; 0 where there are fewer than two.
    pub fn maximum(&self, words: &[Word], images: &[Image], shrinks: &[bool]) -> u64 {
        let numbers = (0..words.len().min(64)).filter(|&i| words[i].number);
        let mut all = numbers.fold(0u64, |all, i| all | 1 << i);
        if self.too_many || shrinks.iter().all(|&shrinks| shrinks) {
            return 0;
        }
        let nothing = Facts::default();
        let mut known: Vec<(&Facts, &[Expr])> = self.made.iter().map(|made| (&made.facts, &made.words[..])).collect();
        known.extend(images.iter().map(|image| (&nothing, &image.words[..])));
        loop {
            let below =
                |facts: &Facts, word: &Expr| words_of(all).any(|j| facts.proves_at_most(word, &words[j].before));
            let kept = words_of(all).filter(|&i| known.iter().all(|(facts, after)| below(facts, &after[i])));
            let kept = kept.fold(0u64, |kept, i| kept | 1 << i);
            if kept == all {
                return if all.count_ones() > 1 && words_of(all).any(|i| !shrinks[i]) { all } else { 0 };
            }
            all = kept;
        }
    }
}

impl Made {
    /// Whether the first word that differs from the position's is known to lie before it.
    fn comes_before(&self, words: &[Word], shrinks: &[bool], down: &[bool]) -> bool {
        for (i, (word, after)) in words.iter().zip(&self.words).enumerate() {
            let (least, most) = if down[i] { (&word.before, after) } else { (after, &word.before) };
            if !word.number {
                if shrinks[i] {
                    continue;
                }
                return false;
            }
            if Affine::difference(most, least).is_some_and(|form| self.facts.prove_positive(form)) {
                return true;
            }
            if !self.facts.proves_at_most(least, most) {
                return false;
            }
        }
        true
    }

    /// Whether a sum is less than the position's.
    fn falls(&self, words: &[Word], weights: &[i64]) -> bool {
        difference(words, &self.words, weights).is_some_and(|form| self.facts.prove_positive(form))
    }
}

/// What a sum of the words loses.
fn difference(words: &[Word], after: &[Expr], weights: &[i64]) -> Option<Affine> {
    let mut form = Affine::default();
    for ((word, after), &weight) in words.iter().zip(after).zip(weights).filter(|(_, weight)| **weight != 0) {
        form.add(&word.before, weight)?;
        form.add(after, -weight)?;
    }
    Some(form)
}

/// Whether a sum is the same for an image of a position.
fn is_same(words: &[Word], image: &[Expr], weights: &[i64]) -> bool {
    difference(words, image, weights).and_then(|form| form.as_constant()) == Some(0)
}

/// Sums of words, the lightest first; words of one bag weigh the same.
fn candidates(words: &[Word]) -> Vec<Vec<i64>> {
    // The groups of words that weigh the same.
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (i, word) in words.iter().enumerate().filter(|(_, word)| word.number) {
        match groups.last_mut() {
            Some(group) if word.bag.is_some() && words[group[0]].bag == word.bag => group.push(i),
            _ => groups.push(vec![i]),
        }
    }
    let weights_of = |by_group: &[i64]| {
        let mut weights = vec![0; words.len()];
        for (group, &weight) in groups.iter().zip(by_group) {
            group.iter().for_each(|&i| weights[i] = weight);
        }
        weights
    };
    let Some(&most) = HEAVIEST.get(groups.len()) else { return vec![weights_of(&vec![1; groups.len()])] };
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in &groups {
        let more = |begun: &Vec<i64>| (0..=most).map(|weight| [&begun[..], &[weight]].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(more).collect();
    }
    all.retain(|weights| weights.iter().any(|&weight| weight > 0));
    all.sort_by_key(|weights| weights.iter().sum::<i64>());
    all.iter().map(|by_group| weights_of(by_group)).collect()
}
