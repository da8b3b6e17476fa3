//! Single relations.

use super::*;

fn linear(terms: &[(u32, i128)], constant: i128) -> Linear {
    terms.iter().fold(Linear::constant(constant), |sum, (v, c)| sum.plus(&Linear::variable(*v), *c).expect("small"))
}

fn value(form: &Linear, tuple: &[u128]) -> i128 {
    form.terms().iter().map(|(v, c)| c * i128::try_from(tuple[*v as usize]).expect("small")).sum::<i128>()
        + form.offset()
}

#[test]
fn numbers_are_written_and_read() {
    for numeration in NUMERATIONS {
        for n in (0..300).chain([10u128.pow(12), (1 << 100) + 1]) {
            assert_eq!(numeration.read(&numeration.write(n)), Some(n), "{numeration:?}");
        }
    }
    assert_eq!(Numeration::Metallic(1).write(17), [1, 0, 0, 1, 0, 1]);
    assert_eq!(Numeration::Metallic(2).write(6), [2, 0]);
}

#[test]
fn linear_relations_are_exact() {
    let mut dice = Dice(7);
    for numeration in NUMERATIONS {
        for round in 0..12 {
            let budget = budget();
            let mut decider = Decider::new(numeration, &budget);
            let terms: Vec<(u32, i128)> = (0..3).map(|v| (v, dice.within(-4, 4))).collect();
            let form = linear(&terms, dice.within(-30, 30));
            let m = dice.within(1, 6);
            for (formula, what) in [
                (Formula::compare(form.clone(), Relation::Equal), "== 0".to_owned()),
                (Formula::compare(form.clone(), Relation::AtMost), "<= 0".to_owned()),
                (Formula::divides(m, form.clone()), format!("% {m}")),
            ] {
                let automaton = decider.automaton(&formula).expect("within the budget");
                let holds = |tuple: &[u128]| match what.as_str() {
                    "== 0" => value(&form, tuple) == 0,
                    "<= 0" => value(&form, tuple) <= 0,
                    _ => value(&form, tuple) % m == 0,
                };
                let end = if round < 2 { 12 } else { 6 };
                agrees(&automaton, 3, end, &format!("{form:?} {what}"), &holds);
            }
        }
    }
}

#[test]
fn large_constants_are_cheap() {
    for numeration in NUMERATIONS {
        let budget = budget();
        let mut decider = Decider::new(numeration, &budget);
        let far = 10i128.pow(12) + 7;
        let formula = Formula::compare(linear(&[(0, 1), (1, 2)], -far), Relation::AtMost);
        let automaton = decider.automaton(&formula).expect("within the budget");
        for (x, y, holds) in
            [(far, 0, true), (far + 1, 0, false), (7, 500_000_000_000, true), (8, 500_000_000_000, false)]
        {
            let [x, y] = [x, y].map(|n| u128::try_from(n).expect("natural"));
            assert_eq!(
                automaton.accepts(&|track| if track == 0 { x } else { y }, 0),
                holds,
                "{numeration:?}: {x}, {y}"
            );
        }
        assert!(budget.spent() < 400_000, "{numeration:?}: {} steps", budget.spent());
    }
}

#[test]
fn digits_are_looked_at() {
    let weights = |numeration: Numeration, n: u128| -> Vec<u128> {
        let word = numeration.write(n);
        let at = |i: usize| numeration.read(&[&[1][..], &vec![0; word.len() - 1 - i]].concat()).expect("small");
        (0..word.len()).filter(|i| word[*i] > 0).map(at).collect()
    };
    for numeration in NUMERATIONS {
        let budget = budget();
        let build = |relation: Digitwise| {
            relation.automaton(numeration, relation.arity().expect("fixed"), &budget).expect("within the budget")
        };
        let sum = |n: u128| numeration.write(n).iter().sum::<usize>();
        agrees(&build(Digitwise::DigitSum { modulus: 3, residue: 2 }), 1, 200, "digit sum", &|t| sum(t[0]) % 3 == 2);
        agrees(&build(Digitwise::Weight), 1, 200, "weight", &|t| sum(t[0]) == 1);
        agrees(&build(Digitwise::Lowest), 2, 40, "lowest", &|t| {
            weights(numeration, t[1]).last().copied().unwrap_or(0) == t[0]
        });
        agrees(&build(Digitwise::Highest), 2, 40, "highest", &|t| {
            weights(numeration, t[1]).first().copied().unwrap_or(0) == t[0]
        });
        agrees(&build(Digitwise::Shift), 2, 40, "shift", &|t| {
            let mut word = numeration.write(t[1]);
            word.push(0);
            numeration.read(&word) == Some(t[0])
        });
        agrees(&build(Digitwise::DigitSumIs(2)), 1, 200, "digit sum is", &|t| sum(t[0]) == 2);
        for (modulus, residue) in [(2, 0), (3, 1), (1, 0)] {
            agrees(&build(Digitwise::Zeros { modulus, residue }), 1, 200, "zeros", &|t| {
                let zeros = numeration.write(t[0]).iter().rev().take_while(|d| **d == 0).count();
                t[0] > 0 && zeros % modulus as usize == residue as usize
            });
        }
        agrees(&build(Digitwise::DigitAt(1)), 2, 40, "digit at", &|t| {
            let (at, word) = (numeration.write(t[0]), numeration.write(t[1]));
            let place = at.len();
            sum(t[0]) == 1 && word.len() >= place && word[word.len() - place] == 1
        });
    }
    let budget = budget();
    let base = Numeration::Base(2);
    let build = |relation: Digitwise, count| relation.automaton(base, count, &budget).expect("within the budget");
    agrees(&build(Digitwise::NimSum, 4), 4, 6, "xor", &|t| t[0] ^ t[1] ^ t[2] ^ t[3] == 0);
    agrees(&build(Digitwise::Meet, 3), 3, 12, "&", &|t| t[0] & t[1] == t[2]);
    agrees(&build(Digitwise::Join, 3), 3, 12, "|", &|t| t[0] | t[1] == t[2]);
}

#[test]
fn lower_beatty_numbers_prove_to_be_what_they_are() {
    for r in 1..=3u32 {
        let budget = budget();
        let relation = beatty(r, &budget).expect("within the budget").expect("verified");
        let root = f64::from(r * r + 4).sqrt();
        let alpha = f64::midpoint(2.0 - f64::from(r), root);
        agrees(&relation, 2, 90, "floor(n alpha)", &|t| {
            #[expect(
                clippy::cast_precision_loss,
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "small"
            )]
            let floor = (t[0] as f64 * alpha).floor() as u128;
            floor == t[1]
        });
    }
}

#[test]
fn names_of_tracks_do_not_matter() {
    for numeration in NUMERATIONS {
        let budget = budget();
        let mut decider = Decider::new(numeration, &budget);
        let form = linear(&[(0, 1), (1, -2), (2, 3)], -5);
        let one = decider.automaton(&Formula::compare(form, Relation::AtMost)).expect("within the budget");
        for names in [[0, 1, 2], [2, 0, 1], [1, 0, 2], [0, 0, 1], [1, 2, 1], [0, 0, 0]] {
            let other = one.rename(&names, &budget).expect("within the budget");
            let holds = |t: &[u128]| one.accepts(&|track| t[names[track as usize] as usize], 0);
            agrees(&other, 3, 5, &format!("{names:?}"), &holds);
        }
        let there = one.rename(&[2, 0, 1], &budget).expect("within the budget");
        let back = there.rename(&[1, 2, 0], &budget).expect("within the budget");
        assert!(back.same(&one), "the canonical form, in {numeration:?}");
    }
}

#[test]
fn least_tuples_and_small_sets_are_found() {
    for numeration in NUMERATIONS {
        let budget = budget();
        let mut decider = Decider::new(numeration, &budget);
        // x + 2y == 5, in the order (y, x)
        let formula = Formula::compare(linear(&[(0, 1), (1, 2)], -5), Relation::Equal);
        let automaton = decider.automaton(&formula).expect("within the budget");
        assert_eq!(automaton.least(&[1, 0], &budget), Ok(Some(vec![0, 5])));
        assert_eq!(automaton.least(&[0, 1], &budget), Ok(Some(vec![1, 2])));
        let all = automaton.members(&[0, 1], 3, &budget).expect("within the budget").expect("three");
        assert_eq!(all, [vec![1, 2], vec![3, 1], vec![5, 0]]);
        assert_eq!(automaton.members(&[0, 1], 2, &budget), Ok(None));
    }
}

#[test]
fn work_is_counted_and_memory_given_back() {
    let form = linear(&[(0, 900_001), (1, -700_001)], 0);
    let meter = Meter::unlimited();
    let small = Budget::new(&meter, 10_000);
    let formula = Formula::compare(form.clone(), Relation::Equal);
    let halted = Decider::new(Numeration::Base(2), &small).automaton(&formula).map(drop);
    assert_eq!(halted, Err(Halt::Work));
    assert_eq!(meter.bytes(), 0, "what was built is gone");
    let limits = crate::base::Limits { max_states: 9, max_memory: 20_000, timeout: None, jobs: 1 };
    let tight = Meter::new(limits, std::sync::Arc::default());
    let halted = Decider::new(Numeration::Base(2), &Budget::new(&tight, 1 << 40)).automaton(&formula).map(drop);
    assert_eq!(halted, Err(Halt::Limit(crate::base::Exceeded::Memory)));
    assert_eq!(tight.bytes(), 0);
    let huge = Formula::compare(form.times(1 << 60).expect("fits"), Relation::Equal);
    let halted = Decider::new(Numeration::Base(2), &small).automaton(&huge).map(drop);
    assert_eq!(halted, Err(Halt::Size));
}
