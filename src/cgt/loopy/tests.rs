use proptest::prelude::*;

use super::*;
use crate::base::Meter;
use crate::base::charged::Charged;
use crate::cgt::remoteness::{Ending, Remoteness};
use crate::cgt::{Movers, Play, Player};

fn graph(options: &[Vec<u32>]) -> OptionGraph {
    let mut g = OptionGraph::new(&Meter::unlimited());
    options.iter().for_each(|list| add(&mut g, list));
    g
}

fn add(g: &mut OptionGraph, list: &[u32]) {
    list.iter().for_each(|&target| g.option(target).expect("no limit"));
    g.close().expect("no limit");
}

fn remoteness(g: &OptionGraph, play: Play) -> Vec<Remoteness> {
    let meter = Meter::unlimited();
    let mut found = Charged::new(&meter);
    g.remoteness(play, &mut found, &meter).expect("no limit");
    found.to_vec()
}

fn nim_values(g: &OptionGraph) -> Vec<NimValue> {
    let meter = Meter::unlimited();
    let mut values = Charged::new(&meter);
    g.nim_values(&mut values, &meter).expect("no limit");
    values.to_vec()
}

/// Two positions for each of a partizan game: with Left and with Right to move.
fn with_movers(options: &[Vec<(u32, Movers)>]) -> Vec<Vec<u32>> {
    let of = |list: &Vec<(u32, Movers)>, mover: Player| {
        let own = list.iter().filter(|o| o.1.include(mover));
        own.map(|o| 2 * o.0 + mover.opposite() as u32).collect()
    };
    options.iter().flat_map(|list| Player::BOTH.map(|mover| of(list, mover))).collect()
}

/// By rounds from the definition: what is settled after so many moves follows from what was settled before.
fn remoteness_slowly(options: &[Vec<(u32, Movers)>], play: Play) -> Vec<Remoteness> {
    let mut found: Vec<Remoteness> = vec![None; 2 * options.len()];
    for after in 0..=2 * u32::try_from(options.len()).expect("few") {
        let before = found.clone();
        for (p, list) in options.iter().enumerate() {
            for player in Player::BOTH {
                let own = &mut found[2 * p + player as usize];
                if own.is_some() {
                    continue;
                }
                let mine = || list.iter().filter(|o| o.1.include(player));
                let ends = || mine().map(|o| before[2 * o.0 as usize + player.opposite() as usize]);
                *own = if mine().next().is_none() {
                    Some(Ending { wins: play.stuck_wins(), after: 0 })
                } else if ends().any(|e| e.is_some_and(|e| !e.wins)) {
                    Some(Ending { wins: true, after })
                } else if ends().all(|e| e.is_some_and(|e| e.wins)) {
                    Some(Ending { wins: false, after })
                } else {
                    None
                };
            }
        }
    }
    found
}

/// Every position plus a Nim heap of every size up to `size`, as one graph.
fn plus_nim(options: &[Vec<u32>], size: u32) -> Vec<Vec<u32>> {
    let n = u32::try_from(options.len()).expect("small");
    (0..=size)
        .flat_map(|heap| {
            (0..n).map(move |p| {
                let moved = options[p as usize].iter().map(move |&t| heap * n + t);
                moved.chain((0..heap).map(move |less| less * n + p)).collect()
            })
        })
        .collect()
}

/// The positions that can be reached from those below `count`, numbered in the order in which they are found, and how
/// many of them are reached from the first alone.
fn explored(options: &[Vec<u32>]) -> (Vec<Vec<u32>>, usize) {
    let (mut order, mut first) = (Vec::new(), None);
    for root in 0..options.len() {
        let mut queue = vec![root];
        while let Some(p) = queue.pop() {
            if !order.contains(&p) {
                order.push(p);
                queue.extend(options[p].iter().map(|&t| t as usize));
            }
        }
        first.get_or_insert(order.len());
    }
    let number = |p: u32| u32::try_from(order.iter().position(|&q| q == p as usize).expect("found")).expect("small");
    (order.iter().map(|&p| options[p].iter().map(|&t| number(t)).collect()).collect(), first.unwrap_or(0))
}

fn plays() -> impl Strategy<Value = Play> {
    prop::sample::select(vec![Play::Normal, Play::Misere])
}

fn random() -> impl Strategy<Value = Vec<Vec<(u32, Movers)>>> {
    (1usize..9).prop_flat_map(|n| {
        let target = 0..u32::try_from(n).expect("small");
        let movers = prop::sample::select(vec![Movers::Left, Movers::Right, Movers::Both]);
        prop::collection::vec(prop::collection::vec((target, movers), 0..4), n)
    })
}

/// The same for both players.
fn random_impartial() -> impl Strategy<Value = Vec<Vec<u32>>> {
    random().prop_map(|options| options.iter().map(|list| list.iter().map(|o| o.0).collect()).collect())
}

proptest! {
    #[test]
    fn remoteness_is_as_defined(options in random(), play in plays()) {
        let got = remoteness(&graph(&with_movers(&options)), play);
        prop_assert_eq!(got, remoteness_slowly(&options, play));
    }

    #[test]
    fn what_was_found_before_changes_nothing(options in random_impartial(), play in plays()) {
        let meter = Meter::unlimited();
        let (options, first) = explored(&options);
        let whole = graph(&options);
        let mut part = graph(&options[..first]);
        let (mut ends, mut values) = (Charged::new(&meter), Charged::new(&meter));
        part.remoteness(play, &mut ends, &meter).expect("no limit");
        part.nim_values(&mut values, &meter).expect("no limit");
        options[first..].iter().for_each(|list| add(&mut part, list));
        part.remoteness(play, &mut ends, &meter).expect("no limit");
        part.nim_values(&mut values, &meter).expect("no limit");
        prop_assert_eq!(&ends[..], &remoteness(&whole, play)[..]);
        prop_assert_eq!(&values[..], &nim_values(&whole)[..]);
    }

    #[test]
    fn nim_values_decide_sums_with_nim_heaps(options in random_impartial()) {
        let whole = graph(&options);
        let values = nim_values(&whole);
        let sums = remoteness(&graph(&plus_nim(&options, 5)), Play::Normal);
        for p in 0..options.len() {
            for heap in 0..=5u32 {
                let value = whole.value(p, &values).plus(&LoopyValue::Nimber(heap));
                let wanted = match value.outcome() {
                    Outcome::N => Some(true),
                    Outcome::P => Some(false),
                    _ => None,
                };
                prop_assert_eq!(sums[heap as usize * options.len() + p].map(|ending| ending.wins), wanted);
            }
        }
    }
}

#[test]
fn what_is_forgotten_leaves_nothing() {
    let mut g = graph(&[vec![0, 0], vec![]]);
    g.option(1).expect("no limit");
    g.truncate(1);
    g.close_won().expect("no limit");
    assert_eq!((g.len(), g.options(0), g.is_won(1)), (2, &[0, 0][..], true));
    for play in [Play::Normal, Play::Misere] {
        assert_eq!(remoteness(&g, play), [None, Some(Ending { wins: play == Play::Normal, after: 0 })]);
    }
}
