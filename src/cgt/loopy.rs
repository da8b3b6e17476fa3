//! Loopy impartial games: nim-values where play need not end (Smith 1966; Fraenkel & Perl 1975; Siegel, *CGT*, IV.4).

use std::collections::BTreeSet;
use std::fmt;

use super::{Outcome, Winner};

/// The value of a position of an impartial game that may repeat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum LoopyValue {
    /// It behaves like a nim-heap.
    Nimber(u64),
    /// ∞ with the nimbers that it can move to, ascending: a draw on its own unless 0 is among them.
    Infinite(Vec<u64>),
}

impl LoopyValue {
    /// The nimber, if it is one.
    #[must_use]
    pub const fn nimber(&self) -> Option<u64> {
        match self {
            Self::Nimber(n) => Some(*n),
            Self::Infinite(_) => None,
        }
    }

    /// Who wins the position on its own.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Nimber(n) => Outcome::impartial(*n != 0),
            Self::Infinite(nimbers) if nimbers.contains(&0) => Outcome::N,
            Self::Infinite(_) => Outcome::of(Winner::Draw, Winner::Draw),
        }
    }

    /// The value of the sum. Two infinite values make ∞ without a nimber: nobody can be kept from moving on.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Nimber(a), Self::Nimber(b)) => Self::Nimber(a ^ b),
            (Self::Infinite(nimbers), Self::Nimber(a)) | (Self::Nimber(a), Self::Infinite(nimbers)) => {
                let moved: BTreeSet<u64> = nimbers.iter().map(|n| n ^ a).collect();
                Self::Infinite(moved.into_iter().collect())
            }
            (Self::Infinite(_), Self::Infinite(_)) => Self::Infinite(Vec::new()),
        }
    }
}

impl fmt::Display for LoopyValue {
    /// A number, or `∞`, or `∞{0, 2}` with the nimbers that it can move to.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(n) => write!(f, "{n}"),
            Self::Infinite(nimbers) if nimbers.is_empty() => f.write_str("∞"),
            Self::Infinite(nimbers) => {
                let list: Vec<String> = nimbers.iter().map(u64::to_string).collect();
                write!(f, "∞{{{}}}", list.join(", "))
            }
        }
    }
}

/// The values of all positions `0..options.len()` of a finite graph, `options[x]` being the options of `x`.
///
/// Value by value, a position gets `m` when it can reach every lesser value and every option without a lesser value has
/// itself an option of value `m`. Takes time proportional to moves times values.
///
/// # Panics
/// If an option is not a position of the graph.
#[must_use]
pub fn loopy_values(options: &[Vec<usize>]) -> Vec<LoopyValue> {
    let mut predecessors = vec![Vec::new(); options.len()];
    for (x, list) in options.iter().enumerate() {
        for &y in list.iter().collect::<BTreeSet<_>>() {
            predecessors[y].push(x);
        }
    }
    let mut labels: Vec<Option<u64>> = vec![None; options.len()];
    // how many values 0, 1, ..., m - 1 in a row the options have
    let mut reached = vec![0u64; options.len()];
    for m in 0.. {
        if label_with(m, &predecessors, &mut labels, &reached) == 0 {
            break;
        }
        for (x, count) in reached.iter_mut().enumerate() {
            if *count == m && options[x].iter().any(|&y| labels[y] == Some(m)) {
                *count = m + 1;
            }
        }
    }
    let value = |x: usize| {
        if let Some(n) = labels[x] {
            return LoopyValue::Nimber(n);
        }
        let nimbers: BTreeSet<u64> = options[x].iter().filter_map(|&y| labels[y]).collect();
        LoopyValue::Infinite(nimbers.into_iter().collect())
    };
    (0..options.len()).map(value).collect()
}

/// Gives `m` to every position that earns it, by retrograde analysis among the positions without a value.
fn label_with(m: u64, predecessors: &[Vec<usize>], labels: &mut [Option<u64>], reached: &[u64]) -> usize {
    let n = labels.len();
    let mut unanswered = vec![0usize; n];
    for (y, list) in predecessors.iter().enumerate() {
        if labels[y].is_none() {
            for &x in list {
                unanswered[x] += 1;
            }
        }
    }
    // "answered": has an option of value m, so it cannot have the value itself
    let mut answered = vec![false; n];
    let mut ready: Vec<usize> =
        (0..n).filter(|&x| labels[x].is_none() && reached[x] == m && unanswered[x] == 0).collect();
    let mut given = 0;
    while let Some(x) = ready.pop() {
        if labels[x].is_some() || answered[x] {
            continue;
        }
        labels[x] = Some(m);
        given += 1;
        for &y in &predecessors[x] {
            if labels[y].is_some() || std::mem::replace(&mut answered[y], true) {
                continue;
            }
            for &z in &predecessors[y] {
                unanswered[z] -= 1;
                if unanswered[z] == 0 && labels[z].is_none() && reached[z] == m {
                    ready.push(z);
                }
            }
        }
    }
    given
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cgt::mex;

    #[test]
    fn a_cycle_draws_and_an_exit_wins() {
        let values = loopy_values(&[vec![1], vec![0], vec![], vec![2, 3], vec![4]]);
        let text: Vec<String> = values.iter().map(ToString::to_string).collect();
        assert_eq!(text, ["∞", "∞", "0", "∞{0}", "∞"]);
        assert_eq!(values[3].outcome(), Outcome::N);
        assert_eq!(values[0].outcome(), Outcome::D);
        assert_eq!(values[3].plus(&LoopyValue::Nimber(2)).to_string(), "∞{2}");
        assert_eq!(values[3].plus(&values[0]), LoopyValue::Infinite(vec![]));
    }

    #[test]
    fn a_reverting_move_does_no_harm() {
        // 2 leads to 1 only, which wins by going to the end: 2 is lost, and 1 has the options 0 and 0
        let values = loopy_values(&[vec![], vec![0, 2], vec![1]]);
        assert_eq!(values, [LoopyValue::Nimber(0), LoopyValue::Nimber(1), LoopyValue::Nimber(0)]);
    }

    /// The outcome of every pair (x, nim-heap of size k) by plain retrograde analysis.
    fn draws_and_wins(options: &[Vec<usize>], heaps: usize) -> Vec<Outcome> {
        let n = options.len() * heaps;
        let successors = |s: usize| {
            let (x, k) = (s / heaps, s % heaps);
            let mut list: Vec<usize> = options[x].iter().map(|y| y * heaps + k).collect();
            list.extend((0..k).map(|j| x * heaps + j));
            list
        };
        let mut outcome = vec![Outcome::D; n];
        loop {
            let mut changed = false;
            for s in 0..n {
                if outcome[s] != Outcome::D {
                    continue;
                }
                let list = successors(s);
                if list.iter().any(|&t| outcome[t] == Outcome::P) {
                    (outcome[s], changed) = (Outcome::N, true);
                } else if list.iter().all(|&t| outcome[t] == Outcome::N) {
                    (outcome[s], changed) = (Outcome::P, true);
                }
            }
            if !changed {
                return outcome;
            }
        }
    }

    proptest! {
        #[test]
        fn values_decide_sums_with_heaps(graph in prop::collection::vec(prop::collection::vec(0usize..7, 0..4), 7)) {
            let (values, heaps) = (loopy_values(&graph), 6);
            let outcomes = draws_and_wins(&graph, heaps);
            for (x, value) in values.iter().enumerate() {
                for k in 0..heaps {
                    let sum = value.plus(&LoopyValue::Nimber(k as u64));
                    prop_assert_eq!(sum.outcome(), outcomes[x * heaps + k], "position {} with heap {}", x, k);
                }
            }
        }

        #[test]
        fn without_cycles_it_is_the_mex(graph in prop::collection::vec(prop::collection::vec(0usize..9, 0..5), 9)) {
            let dag: Vec<Vec<usize>> =
                graph.iter().enumerate().map(|(x, l)| l.iter().copied().filter(|&y| y < x).collect()).collect();
            let mut plain: Vec<u64> = Vec::new();
            for list in &dag {
                plain.push(mex(list.iter().map(|&y| plain[y])));
            }
            let values: Vec<Option<u64>> = loopy_values(&dag).iter().map(LoopyValue::nimber).collect();
            prop_assert_eq!(values, plain.into_iter().map(Some).collect::<Vec<_>>());
        }
    }
}
