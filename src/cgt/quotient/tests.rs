use proptest::prelude::*;

use super::*;

/// Heaps `0..=n` of the octal game with these digits behind the point.
fn octal(digits: &[u8], n: u16) -> Vec<Vec<Sum>> {
    let heap = |n: u16| {
        let mut options: Vec<Sum> = Vec::new();
        for (&digit, taken) in digits.iter().zip(1..=n) {
            let rest = n - taken;
            if digit & 1 == 1 && rest == 0 {
                options.push(vec![]);
            }
            if digit & 2 == 2 && rest > 0 {
                options.push(vec![rest]);
            }
            if digit & 4 == 4 {
                options.extend((1..=rest / 2).map(|a| vec![a, rest - a]));
            }
        }
        options
    };
    (0..=n).map(heap).collect()
}

fn quotient(digits: &[u8], n: u16) -> Quotient {
    Quotient::of(&octal(digits, n), &Meter::unlimited()).expect("small")
}

fn size(digits: &[u8], n: u16) -> (usize, usize) {
    let quotient = quotient(digits, n);
    (quotient.order(), quotient.presentation().lost.len())
}

/// Whether the player to move wins a misère sum of heaps, by the rules alone.
fn wins(options: &[Vec<Sum>], heaps: &[u16]) -> bool {
    let mut moves = 0;
    for (i, &heap) in heaps.iter().enumerate() {
        for option in &options[usize::from(heap)] {
            moves += 1;
            if !wins(options, &[&heaps[..i], &heaps[i + 1..], option].concat()) {
                return true;
            }
        }
    }
    moves == 0
}

#[test]
fn orders_of_known_quotients() {
    let kayles = [1, 2, 5, 9].map(|n| size(&[7, 7], n));
    assert_eq!(kayles, [(2, 1), (6, 2), (12, 3), (18, 6)]);
    assert_eq!(size(&[1, 2, 3], 20), (20, 5));
    assert_eq!(size(&[7, 1], 14), (36, 9));
    assert_eq!(size(&[5, 3], 20), (16, 3));
    assert_eq!(size(&[7, 5], 12), (8, 2));
    assert_eq!(size(&[3, 4], 12), (12, 3));
}

#[test]
fn presentations() {
    let shown = |q: &Quotient| {
        let p = q.presentation();
        let relations = p.relations.iter().map(|(a, b)| format!("{a} = {b}")).collect::<Vec<_>>().join(", ");
        let lost = p.lost.iter().map(|&e| p.elements[e].to_string());
        (relations, lost.collect::<Vec<_>>().join(", "))
    };
    assert_eq!(shown(&quotient(&[7, 7], 1)), ("a^2 = 1".into(), "a".into()));
    assert_eq!(shown(&quotient(&[7, 7], 2)), ("a^2 = 1, b^3 = b".into(), "a, b^2".into()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn elements_tell_who_wins(heaps in prop::collection::vec(0u16..7, 0..4), code in 0usize..4) {
        let digits: &[u8] = [&[7, 7][..], &[1, 2, 3], &[3, 4], &[7, 1]][code];
        let quotient = quotient(digits, 6);
        let sum: Vec<(usize, u64)> = heaps.iter().map(|&heap| (heap.into(), 1)).collect();
        prop_assert_eq!(!quotient.is_lost(quotient.element(&sum)), wins(&octal(digits, 6), &heaps));
    }
}
