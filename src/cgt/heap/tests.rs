use proptest::prelude::*;

use super::*;
use crate::base::Meter;
use crate::combinatorics::octal_digits;

const OCTAL: &str = include_str!("../../../tests/golden/octal_periods.csv");
const HEXADECIMAL: &str = include_str!("../../../tests/golden/hexadecimal_observed.csv");
const SUBTRACTION: &str = include_str!("../../../tests/golden/subtraction_periods.csv");

fn octal(text: &str) -> HeapGame {
    let (code, unequal) = text.strip_suffix('!').map_or((text, false), |code| (code, true));
    TakeAndBreak::new(octal_digits(code).expect("a code"), unequal).expect("a code").into()
}

fn fast(game: &HeapGame, len: usize) -> Vec<u64> {
    let mut table = HeapTable::new(game.clone());
    let meter = Meter::unlimited();
    (0..len as u64).map(|n| table.grundy(n, &meter).expect("small")).collect()
}

fn slow(game: &HeapGame, len: usize) -> Vec<u64> {
    naive::values(game, len, &Meter::unlimited()).expect("no limit")
}

#[test]
fn kayles_for_ever() {
    let mut kayles = HeapTable::new(octal("0.77"));
    let meter = Meter::unlimited();
    assert_eq!(kayles.grundy(1_000_000_000_000_000_000, &meter), Ok(1), "10^18 is 4 modulo 12");
    let certificate = *kayles.certificate().expect("proved");
    let expected = Certificate {
        theorem: Theorem::GuySmith { heaps: 2 },
        preperiod: 71,
        period: 12,
        saltus: 0,
        verified_to: 2 * 71 + 2 * 12 + 2 - 2,
    };
    assert_eq!(certificate, expected);
    assert_eq!(verify(kayles.game(), &certificate, &meter), Ok(()));
    assert!(kayles.computed() < 260, "{}", kayles.computed());
    let huge = crate::number::Number::parse("1000000000000000000000000000005").expect("a number");
    assert_eq!(kayles.grundy_of(&huge, &meter).map(|v| v.to_string()), Ok("8".into()), "10^30 + 5 is 9 modulo 12");
}

#[test]
fn golden_octal_periods() {
    let meter = Meter::unlimited();
    let mut checked = 0;
    for line in OCTAL.lines().skip(2) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |i: usize| fields[i].parse::<i64>().expect("a number");
        if number(5) > 3000 {
            continue;
        }
        let game = octal(fields[0]);
        let mut table = HeapTable::new(game.clone());
        let found = table.prove(1 << 14, &meter).expect("no limit").expect("proved");
        assert_eq!(
            [found.preperiod, found.period].map(|x| i64::try_from(x).ok()),
            [Some(number(1)), Some(number(2))],
            "{}",
            fields[0]
        );
        let largest = table.values().take(found.len()).max();
        assert_eq!(largest, u64::try_from(number(3)).ok(), "{}", fields[0]);
        assert!(found.verified_to < number(5).try_into().expect("positive"), "sharper than the literature");
        if number(5) < 700 {
            assert_eq!(verify(&game, &found, &meter), Ok(()), "{}", fields[0]);
        }
        checked += 1;
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn golden_subtraction_periods() {
    let meter = Meter::unlimited();
    for line in SUBTRACTION.lines().skip(2) {
        let fields: Vec<&str> = line.split(',').collect();
        let set = fields[1].trim_matches(['{', '}']).split_whitespace().map(|s| s.parse::<u64>().expect("an amount"));
        let game =
            if fields[0] == "finite" { HeapGame::subtraction(set).expect("positive") } else { HeapGame::all_but(set) };
        let expected: Vec<u64> = (2..5).map(|i| fields[i].parse().expect("a number")).collect();
        let found = HeapTable::new(game.clone()).prove(1 << 20, &meter).expect("no limit").expect("proved");
        assert_eq!(vec![found.preperiod as u64, found.period as u64, found.saltus], expected, "{game}");
        if found.verified_to < 4000 {
            assert_eq!(verify(&game, &found, &meter), Ok(()), "{game}");
        }
    }
}

#[test]
fn golden_hexadecimal_games() {
    let meter = Meter::unlimited();
    let mut proved = 0;
    for line in HEXADECIMAL.lines().skip(2) {
        let fields: Vec<&str> = line.split(',').collect();
        let digits =
            fields[0].chars().filter_map(|c| c.to_digit(16)).map(|d| u8::try_from(d).expect("a digit")).collect();
        let game = HeapGame::from(TakeAndBreak::new(digits, false).expect("a code"));
        let first: Vec<u64> = fields[8].split_whitespace().map(|v| v.parse().expect("a value")).collect();
        assert_eq!(fast(&game, first.len()), first, "{game}");
        let mut table = HeapTable::new(game.clone());
        let found = table.prove(200, &meter).expect("no limit");
        if fields[1] == "unknown" {
            assert_eq!(found, None, "{game}");
            continue;
        }
        let number = |i: usize| fields[i].parse::<usize>().expect("a number");
        match found {
            Some(found) => {
                assert_eq!(fields[7], "proved(T2h)", "{game}");
                assert_eq!((found.preperiod, found.period), (number(2), number(3)), "{game}");
                assert_eq!(verify(&game, &found, &meter), Ok(()), "{game}");
                proved += 1;
            }
            None if number(2) + 3 * number(3) < 150 => {
                let seen = table.observed();
                assert_eq!((seen.preperiod, seen.period), (number(2) as u64, number(3) as u64), "{game}");
                assert_eq!(seen.saltus, fields[4].parse::<i64>().expect("a number"), "{game}");
            }
            None => {}
        }
    }
    assert_eq!(proved, 22);
}

#[test]
fn exclusion_agrees_with_enumeration() {
    for code in ["0.16", "0.354", "4.0!", "0.226!", "0.137"] {
        let game = octal(code);
        let values = naive::values_by_exclusion(&game, 1500, &Meter::unlimited());
        assert_eq!(values, Ok(Some(slow(&game, 1500))), "{code}");
    }
}

/// The least length at which a period is found in the values, none shorter being searched in vain.
fn first_proof(game: &HeapGame, values: &[u64], lengths: impl Iterator<Item = usize>) -> Option<Certificate> {
    lengths.into_iter().find_map(|len| period::find(game, &values[..len]))
}

#[test]
fn long_repetition_is_no_proof() {
    // 0.16 repeats 3 for 24 periods from 2913 on and fails at 2985
    let game = octal("0.16");
    let values = slow(&game, 3200);
    assert!((2913..2982).all(|n| values[n] == values[n + 3]) && values[2982] != values[2985]);
    assert_eq!(first_proof(&game, &values, 1..3200), None);
    // 4.364 repeats 62 for 16 periods from 2956 on and fails at 3957
    let game = octal("4.364");
    let values = slow(&game, 4100);
    assert!((2956..3895).all(|n| values[n] == values[n + 62]) && values[3895] != values[3957]);
    assert_eq!(first_proof(&game, &values, (1..4100).step_by(7)), None);
}

#[test]
fn a_late_exception_costs_no_quadratic_search() {
    // period 4 but for one heap beyond the middle: every multiple of 4 agrees for long and fails
    let mut values: Vec<u8> = (0..60_000u32).map(|n| u8::try_from(n % 4).unwrap_or(0)).collect();
    values[40_000] = 9;
    let started = std::time::Instant::now();
    assert_eq!(period::find(&octal("0.77"), &values), None);
    assert!(started.elapsed().as_secs() < 5, "60 million comparisons or more");
    values.extend((0..21_000u32).map(|n| u8::try_from(n % 4).unwrap_or(0)));
    let found = period::find(&octal("0.77"), &values).expect("agreement from 40001 to beyond twice as much");
    assert_eq!((found.preperiod, found.period), (40_001, 4));
}

#[test]
fn unequal_splits_need_values_without_zero() {
    let plain = TakeAndBreak::new(vec![0, 1, 6], false).expect("a code").into();
    let game = octal("0.16!");
    let values = slow(&game, 400);
    // Guy and Smith's window for p = 3 and n0 = 3 is met, and yet heap 15 differs from heap 12
    assert!((3..=9).all(|n| values[n] == values[n + 3]) && values[12] != values[15]);
    assert!(period::find(&plain, &values[..13]).is_some(), "without the condition it would be believed");
    assert_eq!(first_proof(&game, &values, 1..400), None);
    let game = octal("0.226!");
    let values = slow(&game, 400);
    assert!((2..=14).all(|n| values[n] == values[n + 5]) && values[15] != values[20]);
    assert_eq!(first_proof(&game, &values, 1..60), None);
    let believed = Certificate { theorem: Theorem::UnequalSplits, preperiod: 3, period: 3, saltus: 0, verified_to: 12 };
    assert_eq!(verify(&octal("0.16!"), &believed, &Meter::unlimited()), Err(Refusal::Zero(3)));
}

#[test]
fn corrupted_certificates_are_refused() {
    let (game, meter) = (octal("0.77"), Meter::unlimited());
    let good = HeapTable::new(game.clone()).prove(1000, &meter).expect("no limit").expect("proved");
    let refused = |certificate: Certificate| verify(&game, &certificate, &meter).expect_err("corrupted");
    assert_eq!(refused(Certificate { period: 0, ..good }), Refusal::Incomplete);
    assert_eq!(refused(Certificate { verified_to: good.verified_to - 1, ..good }), Refusal::Incomplete);
    assert_eq!(refused(Certificate { preperiod: 70, ..good }), Refusal::Differs(82));
    assert_eq!(refused(Certificate { preperiod: 72, verified_to: 999, ..good }), Refusal::NotLeast);
    assert_eq!(refused(Certificate { period: 24, verified_to: 999, ..good }), Refusal::NotLeast);
    assert!(matches!(refused(Certificate { period: 13, verified_to: 999, ..good }), Refusal::Differs(_)));
    assert_eq!(refused(Certificate { saltus: 1, ..good }), Refusal::Incomplete);
    for theorem in [
        Theorem::FiniteSubtraction,
        Theorem::AllBut,
        Theorem::UnequalSplits,
        Theorem::GuySmith { heaps: 1 },
        Theorem::GuySmith { heaps: 3 },
    ] {
        assert_eq!(refused(Certificate { theorem, ..good }), Refusal::WrongTheorem);
    }
    assert_eq!(refused(Certificate { preperiod: usize::MAX, ..good }), Refusal::Incomplete);
    assert!(matches!(verify(&octal("0.07"), &good, &meter), Err(Refusal::Differs(_))));
}

#[test]
fn growing_values_are_not_called_periodic() {
    let meter = Meter::unlimited();
    // 0.8 has saltus 1: observed, never proved; taking any number from 1 on is Nim
    let code = |digits: Vec<u8>, unequal| HeapGame::from(TakeAndBreak::new(digits, unequal).expect("a code"));
    assert_eq!(HeapTable::new(code(vec![0, 8], false)).prove(700, &meter), Ok(None));
    assert_eq!(HeapTable::new(code(vec![4], true)).prove(3000, &meter), Ok(None), "Grundy's game is open");
    assert_eq!(theorem_for(&code(vec![0, 8], true)), None);
    let nim = HeapTable::new(HeapGame::all_but([])).prove(700, &meter).expect("no limit").expect("proved");
    assert_eq!((nim.preperiod, nim.period, nim.saltus), (0, 1, 1));
    let mut open = HeapTable::new(code(vec![0, 8], false));
    let limited = Meter::new(
        crate::base::Limits { max_states: u64::MAX, max_memory: 100_000, timeout: None, jobs: 1 },
        std::sync::Arc::default(),
    );
    assert_eq!(open.grundy(1 << 40, &limited), Err(HeapStop::Limit(crate::base::Exceeded::Memory)));
}

#[test]
fn sparse_games_agree_with_the_rules() {
    for (code, len) in [("0.16", 3000), ("0.106", 3000), ("0.354", 2600), ("4.0!", 4200)] {
        let game = octal(code);
        assert_eq!(fast(&game, len), slow(&game, len), "{code}");
    }
}

#[test]
fn tables_without_moves_and_with_far_moves() {
    let meter = Meter::unlimited();
    let mut still = HeapTable::new(TakeAndBreak::new(vec![], false).expect("a code").into());
    assert_eq!(still.grundy(u64::MAX, &meter), Ok(0));
    let mut none = HeapTable::new(HeapGame::subtraction([]).expect("empty"));
    assert_eq!(none.grundy(u64::MAX, &meter), Ok(0));
    assert_eq!(HeapGame::subtraction([0, 3]), None);
    let mut far = HeapTable::new(HeapGame::subtraction([u64::MAX]).expect("positive"));
    assert_eq!(far.grundy(1000, &meter), Ok(0));
    assert_eq!(octal("0.137").to_string(), "0.137");
    assert_eq!(HeapGame::all_but([3, 2, 3, 0]).to_string(), "subtract all but {2, 3}");
}

#[test]
fn a_column_is_the_values_one_by_one() {
    let meter = Meter::unlimited();
    let games =
        [octal("0.77"), octal("0.16"), HeapGame::all_but([1, 3]), HeapGame::subtraction([2, 5]).expect("positive")];
    for game in games {
        let mut heaps: Vec<i64> = (0..200).chain([5, 3, 4, 5, 1000]).collect();
        if game != octal("0.16") {
            // Far beyond what is stored.
            heaps.extend((1 << 40)..(1 << 40) + 300);
            heaps.extend(60..500);
            heaps.extend((0..300).map(|n| 3 * n));
            heaps.extend((0..300).map(|n| (1 << 40) + 1000 * n));
            heaps.extend((1..300).map(|n| 700 - n));
            heaps.extend([7, 7, 7, i64::MAX - 5, i64::MAX]);
        }
        let (mut together, mut alone) = (HeapTable::new(game.clone()), HeapTable::new(game.clone()));
        let mut values = Vec::new();
        together.column(&heaps, &mut values, &meter).expect("values");
        let wanted: Vec<u64> =
            heaps.iter().map(|n| alone.grundy(n.cast_unsigned(), &meter).expect("a value")).collect();
        assert_eq!(values.iter().map(|v| v.cast_unsigned()).collect::<Vec<_>>(), wanted, "{game}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn kernels_agree_with_the_rules(
        first in prop::sample::select(vec![0u8, 4]),
        rest in prop::collection::vec(0u8..8, 0..5),
        unequal: bool,
    ) {
        let digits = std::iter::once(first).chain(rest).collect();
        let game = HeapGame::from(TakeAndBreak::new(digits, unequal).expect("a code"));
        let values = slow(&game, 700);
        prop_assert_eq!(fast(&game, 700), &values[..], "{}", game);
        let mut table = HeapTable::new(game.clone());
        if let Some(found) = table.prove(500, &Meter::unlimited()).expect("no limit") {
            prop_assert_eq!(verify(&game, &found, &Meter::unlimited()), Ok(()));
        }
    }

    #[test]
    fn three_heaps_agree_with_the_rules(
        first in prop::sample::select(vec![0u8, 4, 8, 12]),
        rest in prop::collection::vec(0u8..16, 0..4),
        unequal: bool,
    ) {
        let digits = std::iter::once(first).chain(rest).collect();
        let game = HeapGame::from(TakeAndBreak::new(digits, unequal).expect("a code"));
        prop_assert_eq!(fast(&game, 120), slow(&game, 120), "{}", game);
        let mut table = HeapTable::new(game.clone());
        if let Some(found) = table.prove(120, &Meter::unlimited()).expect("no limit") {
            prop_assert_eq!(verify(&game, &found, &Meter::unlimited()), Ok(()));
        }
    }

    #[test]
    fn amounts_by_remainder_agree_with_the_rules(
        cycle in prop::collection::vec(prop::collection::btree_set(1u64..7, 0..4), 1..5),
        small in prop::collection::vec(prop::collection::btree_set(1u64..7, 0..4), 6..12),
    ) {
        let first = (0u64..).zip(small).map(|(n, set)| set.into_iter().filter(|s| *s <= n).collect()).collect();
        let cycle_moves = cycle.iter().any(|set| !set.is_empty());
        let cycle = cycle.into_iter().map(|set| set.into_iter().collect()).collect();
        let game = HeapGame::Phased(Phased::new(first, cycle).expect("amounts within the heap"));
        prop_assert_eq!(fast(&game, 60), slow(&game, 60));
        let mut table = HeapTable::new(game.clone());
        let found = table.prove(20_000, &Meter::unlimited()).expect("no limit").expect("finitely many states");
        prop_assert_eq!(verify(&game, &found, &Meter::unlimited()), Ok(()));
        let values = slow(&game, 3 * found.len() + 50);
        prop_assert!((found.preperiod..values.len() - found.period).all(|n| values[n] == values[n + found.period]));
        if cycle_moves {
            let early = Certificate { verified_to: found.verified_to - 1, ..found };
            prop_assert_eq!(verify(&game, &early, &Meter::unlimited()), Err(Refusal::Incomplete));
        }
    }

    #[test]
    fn subtraction_agrees_with_the_rules(set in prop::collection::btree_set(1u64..200, 0..6), shift in 0u64..100) {
        let moved: Vec<u64> = set.iter().map(|s| s + shift).collect();
        let game = HeapGame::subtraction(moved).expect("positive");
        prop_assert_eq!(fast(&game, 1000), slow(&game, 1000));
        let small: Vec<u64> = set.into_iter().map(|s| s % 20 + 1).collect();
        for game in [HeapGame::subtraction(small.clone()).expect("positive"), HeapGame::all_but(small)] {
            prop_assert_eq!(fast(&game, 400), slow(&game, 400));
        }
    }
}
