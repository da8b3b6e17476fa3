use proptest::prelude::*;

use super::*;
use crate::base::Meter;
use crate::base::charged::Charged;
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

fn outcomes(g: &OptionGraph, play: Play) -> Vec<Status> {
    let meter = Meter::unlimited();
    let mut status = Charged::new(&meter);
    g.outcomes(play, &mut status, &meter).expect("no limit");
    status.to_vec()
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

/// The least fixpoint, round by round, straight from the definition.
fn outcomes_slowly(options: &[Vec<(u32, Movers)>], play: Play) -> Vec<Status> {
    let n = options.len();
    let mut status = vec![Status::Draw; 2 * n];
    loop {
        let before = status.clone();
        for (p, list) in options.iter().enumerate() {
            for mover in Player::BOTH {
                let mut results = list
                    .iter()
                    .filter(|o| o.1.include(mover))
                    .map(|o| before[2 * o.0 as usize + mover.opposite() as usize]);
                let stuck = results.clone().next().is_none();
                status[2 * p + mover as usize] = if stuck {
                    if play.stuck_wins() { Status::Win } else { Status::Loss }
                } else if results.clone().any(|s| s == Status::Loss) {
                    Status::Win
                } else if results.all(|s| s == Status::Win) {
                    Status::Loss
                } else {
                    Status::Draw
                };
            }
        }
        if status == before {
            return status;
        }
    }
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
    fn outcomes_are_the_fixpoint(options in random(), play in plays()) {
        let got = outcomes(&graph(&with_movers(&options)), play);
        prop_assert_eq!(got, outcomes_slowly(&options, play));
    }

    #[test]
    fn what_was_found_before_changes_nothing(options in random_impartial(), play in plays()) {
        let meter = Meter::unlimited();
        let (options, first) = explored(&options);
        let whole = graph(&options);
        let mut part = graph(&options[..first]);
        let (mut status, mut values) = (Charged::new(&meter), Charged::new(&meter));
        part.outcomes(play, &mut status, &meter).expect("no limit");
        part.nim_values(&mut values, &meter).expect("no limit");
        options[first..].iter().for_each(|list| add(&mut part, list));
        part.outcomes(play, &mut status, &meter).expect("no limit");
        part.nim_values(&mut values, &meter).expect("no limit");
        prop_assert_eq!(&status[..], &outcomes(&whole, play)[..]);
        prop_assert_eq!(&values[..], &nim_values(&whole)[..]);
    }

    #[test]
    fn nim_values_decide_sums_with_nim_heaps(options in random_impartial()) {
        let whole = graph(&options);
        let values = nim_values(&whole);
        let sums = outcomes(&graph(&plus_nim(&options, 5)), Play::Normal);
        for p in 0..options.len() {
            for heap in 0..=5u32 {
                let value = whole.value(p, &values).plus(&LoopyValue::Nimber(heap));
                let wanted = match value.outcome() {
                    Outcome::N => Status::Win,
                    Outcome::P => Status::Loss,
                    _ => Status::Draw,
                };
                prop_assert_eq!(sums[heap as usize * options.len() + p], wanted);
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
    assert_eq!(outcomes(&g, Play::Normal), [Status::Draw, Status::Win]);
    assert_eq!(outcomes(&g, Play::Misere), [Status::Draw, Status::Loss]);
}
