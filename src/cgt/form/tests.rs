use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

mod theory;

fn g(left: &[Form], right: &[Form]) -> Form {
    Form::from_options(left, right).expect("small")
}

fn n(k: i64) -> Form {
    Form::integer(k).expect("small")
}

fn star(k: u64) -> Form {
    Form::star(k).expect("small")
}

/// Reads `{0,*|1/2}` as written.
fn read(text: &str) -> Form {
    fn number(t: &str) -> Form {
        match t.split_once('/') {
            None => n(t.parse().expect("integer")),
            Some((p, q)) => {
                let q: u64 = q.parse().expect("denominator");
                Form::dyadic(p.parse().expect("numerator"), q.trailing_zeros()).expect("small")
            }
        }
    }
    let mut lists: Vec<(Vec<Form>, Vec<Form>, bool)> = Vec::new();
    let mut result = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut used = 1;
        match c {
            '{' => lists.push((vec![], vec![], true)),
            '|' => lists.last_mut().expect("open").2 = false,
            ',' => {}
            '}' => {
                let (left, right, _) = lists.pop().expect("open");
                result = Some(g(&left, &right));
            }
            _ => {
                used = rest.find([',', '|', '}', '{']).unwrap_or(rest.len());
                let (t, k) = rest[..used].split_once('*').map_or((&rest[..used], None), |(x, k)| (x, Some(k)));
                let x = if t.is_empty() { n(0) } else { number(t) };
                let nimber = k.map_or(0, |k| if k.is_empty() { 1 } else { k.parse().expect("nimber") });
                result = Some(x.plus(&star(nimber)).expect("small"));
            }
        }
        if let (Some(form), Some(open)) = (result, lists.last_mut()) {
            (if open.2 { &mut open.0 } else { &mut open.1 }).push(form);
            result = None;
        }
        rest = &rest[used..];
    }
    result.expect("a form")
}

#[test]
fn numbers_by_simplicity() {
    let half = g(&[n(0)], &[n(1)]);
    assert_eq!(half.to_string(), "1/2");
    assert_eq!(g(&[half], &[n(1)]).to_string(), "3/4");
    assert_eq!(g(&[], &[]), Form::ZERO);
    assert_eq!(g(&[n(1_000_000_000_000)], &[]), n(1_000_000_000_001));
    assert_eq!(g(&[n(-1_000_000_000)], &[]), n(0));
    assert_eq!(g(&[n(-5)], &[star(1)]), n(0), "0 is confused with *, so it fits");
    assert_eq!(g(&[star(1)], &[star(1)]), n(0));
    assert_eq!(g(&[Form::UP], &[n(1)]), half);
    assert_eq!(g(&[half], &[g(&[n(5)], &[n(-10)])]), n(1));
}

#[test]
fn small_infinitesimals_have_names() {
    assert_eq!(g(&[n(0)], &[n(0)]).to_string(), "*");
    assert_eq!(g(&[n(0)], &[star(1)]).to_string(), "^");
    assert_eq!(g(&[star(1)], &[n(0)]).to_string(), "v");
    assert_eq!(g(&[n(0), star(1)], &[n(0)]).to_string(), "^*");
    assert_eq!(g(&[n(0)], &[Form::UP.plus(&star(1)).expect("small")]).to_string(), "^2");
    assert_eq!(g(&[n(0), star(1), star(2)], &[n(0), star(1), star(2)]).to_string(), "*3");
    assert_eq!(g(&[n(1)], &[n(1)]).to_string(), "1*");
    assert_eq!(g(&[n(1)], &[n(-1)]).to_string(), "+-1");
    assert_eq!(g(&[n(2)], &[n(0)]).to_string(), "{2|0}");
    assert_eq!(g(&[n(0)], &[g(&[n(0)], &[n(-2)])]).to_string(), "Tiny(2)");
    assert_eq!(g(&[star(2)], &[star(2)]).to_string(), "0");
}

#[test]
fn sums_know_their_laws() {
    let one = n(1);
    let switch = g(&[one], &[n(-1)]);
    assert_eq!(switch.plus(&switch), Ok(n(0)));
    assert_eq!(switch.negate(), switch);
    assert_eq!(Form::UP.plus(&Form::DOWN), Ok(n(0)));
    let hot = g(&[n(4)], &[n(1)]);
    assert_eq!(hot.plus(&n(-3)).map(|h| h.to_string()), Ok("{1|-2}".into()));
    assert_eq!(hot.times(6), hot.plus(&hot).and_then(|two| two.times(3)));
    assert_eq!(n(3).times(1 << 40), Ok(n(3 << 40)));
    assert_eq!(Form::UP.compare(&n(0)), Ok(Some(Ordering::Greater)));
    assert_eq!(Form::UP.compare(&star(1)), Ok(None));
    assert_eq!(switch.outcome(), Ok(Outcome::N));
    assert_eq!(hot.outcome(), Ok(Outcome::L));
    let tiny = g(&[n(0)], &[g(&[n(0)], &[n(-2)])]);
    assert_eq!(tiny.outcome(), Ok(Outcome::L));
    assert_eq!(tiny.times(20).and_then(|t| t.compare(&Form::UP)), Ok(Some(Ordering::Less)));
}

#[test]
fn mean_temperature_and_stops() {
    let d = |p, e| Dyadic::new(p, e).expect("small");
    let cases = [
        ("{4|1}", (d(5, 1), d(3, 1))),
        ("{1|-1}", (d(0, 0), d(1, 0))),
        ("*", (d(0, 0), d(0, 0))),
        ("1/4", (d(1, 2), d(-1, 2))),
        ("{{2|-1}|0}", (d(-1, 0), d(-1, 0))),
        ("{{2|-1}|-1}", (d(-1, 0), d(0, 0))),
        ("{{4|2}|-1}", (d(1, 0), d(2, 0))),
        ("{1|{1|-8}}", (d(1, 0), d(0, 0))),
        ("{3,{5|2}|-4}", (d(-1, 2), d(15, 2))),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text).mean_and_temperature(), Ok(expected), "{text}");
    }
    assert_eq!(read("{{2|-1}|-1}").stops(), (d(-1, 0), d(-1, 0)));
    assert_eq!(read("{{4|2}|-1}").stops(), (d(2, 0), d(-1, 0)));
}

#[test]
fn deep_and_wide_forms_are_refused_not_fatal() {
    let mut tower = g(&[n(1)], &[n(-1)]);
    let mut refused = None;
    for depth in 2..20_000 {
        match Form::from_options(&[n(depth)], &[tower]) {
            Ok(form) => tower = form,
            Err(error) => {
                refused = Some(error);
                break;
            }
        }
    }
    assert_eq!(refused, Some(FormError::TooDeep));
    assert!(tower.to_string().ends_with("..."));
    assert_eq!(tower.cmp(&tower.negate()), tower.negate().cmp(&tower).reverse());
    assert_eq!(star(1 << 31).left_options(), Err(FormError::TooLarge));
    assert_eq!(Form::star(1 << 32), Err(FormError::TooLarge));
}

/// All canonical forms born by day 2, of which there are 22.
fn day_two() -> Vec<Form> {
    let mut born = vec![n(0)];
    for _ in 0..2 {
        let lists: Vec<Vec<Form>> = (0..1usize << born.len())
            .map(|m| (0..born.len()).filter(|i| m >> i & 1 == 1).map(|i| born[i]).collect())
            .collect();
        let mut next: Vec<Form> = lists.iter().flat_map(|l| lists.iter().map(move |r| g(l, r))).collect();
        next.sort();
        next.dedup();
        born = next;
    }
    born
}

#[test]
fn twenty_two_games_by_day_two() {
    let born = day_two();
    assert_eq!(born.len(), 22);
    assert!(born.iter().all(|x| x.birthday() <= Some(2)));
    for x in &born {
        for y in &born {
            let difference = x.minus(y).expect("small");
            assert_eq!(x.compare(y), difference.compare(&n(0)), "{x} {y}");
            assert_eq!(x == y, difference == n(0));
        }
    }
}

/// Compares by the definition, without any shortcut.
fn by_definition(x: &Form, y: &Form, memo: &mut BTreeMap<(Form, Form), bool>) -> bool {
    if let Some(&known) = memo.get(&(*x, *y)) {
        return known;
    }
    let answer = x.left_options().expect("small").iter().all(|l| !by_definition(y, l, memo))
        && y.right_options().expect("small").iter().all(|r| !by_definition(r, x, memo));
    memo.insert((*x, *y), answer);
    answer
}

#[test]
fn named_values_compare_as_their_options_do() {
    let mut memo = BTreeMap::new();
    let mut forms = Vec::new();
    for number in [n(0), n(-1), read("1/2")] {
        for ups in -3..=3i64 {
            for nimber in 0..5 {
                let up = if ups < 0 { Form::DOWN } else { Form::UP };
                let form =
                    up.times(ups.unsigned_abs()).and_then(|u| u.plus(&star(nimber))?.plus(&number)).expect("small");
                let (left, right) = (form.left_options().expect("small"), form.right_options().expect("small"));
                assert_eq!(g(&left, &right), form, "canonical form is idempotent");
                let longest =
                    left.iter().chain(&right).map(|x| x.birthday().expect("short")).max().map_or(0, |b| b + 1);
                assert_eq!(form.birthday(), Some(longest), "{form}");
                forms.push(form);
            }
        }
    }
    for x in &forms {
        for y in &forms {
            let le = by_definition(x, y, &mut memo);
            assert_eq!(x.compare(y).expect("small").is_some_and(Ordering::is_le), le, "{x} {y}");
        }
    }
}

#[test]
fn hackenbush_values_are_canonical() {
    // values of red-green-blue Hackenbush strings, computed by brute force
    for text in [
        "{0,{0|0,{0|*,0}}|0,{0|0,{0|*,0}}}",
        "{0,{0,{*,0|0}|0}|0,{0,{*,0|0}|0}}",
        "{0|0,{0|0,{0|*,0}}}",
        "{0,{0,{0|*,0}|*,0}|0,{0,{0|*,0}|*,0}}",
    ] {
        assert_eq!(spell(&read(text)), text);
    }
}

/// Spells ups out as options, by text; numbers and nimbers keep their names.
fn spell(form: &Form) -> String {
    if form.as_number().is_some() || form.as_nimber().is_some() {
        return form.to_string();
    }
    let side = |list: Vec<Form>| {
        let mut texts: Vec<String> = list.iter().map(spell).collect();
        texts.sort();
        texts.join(",")
    };
    format!("{{{}|{}}}", side(form.left_options().expect("small")), side(form.right_options().expect("small")))
}

fn any_form() -> impl Strategy<Value = Form> {
    let leaf = prop_oneof![(-3i64..4).prop_map(n), (0u64..3).prop_map(star), Just(Form::UP), Just(Form::DOWN)];
    leaf.prop_recursive(3, 12, 3, |inner| {
        (prop::collection::vec(inner.clone(), 0..3), prop::collection::vec(inner, 0..3)).prop_map(|(l, r)| g(&l, &r))
    })
}

proptest! {
    #[test]
    fn games_are_a_group(a in any_form(), b in any_form(), c in any_form()) {
        prop_assert_eq!(a.minus(&a), Ok(n(0)));
        prop_assert_eq!(a.plus(&b), b.plus(&a));
        let left = a.plus(&b).and_then(|s| s.plus(&c));
        let right = b.plus(&c).and_then(|s| a.plus(&s));
        prop_assert_eq!(left, right);
        prop_assert_eq!(a.negate().negate(), a);
    }

    #[test]
    fn comparison_is_the_definition(a in any_form(), b in any_form()) {
        let mut memo = BTreeMap::new();
        let (le, ge) = (by_definition(&a, &b, &mut memo), by_definition(&b, &a, &mut memo));
        let expected = match (le, ge) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        };
        prop_assert_eq!(a.compare(&b), Ok(expected));
        prop_assert_eq!(a == b, le && ge);
    }

    #[test]
    fn canonical_forms_have_no_useless_option(a in any_form()) {
        prop_assume!(a.as_number().is_none());
        let (left, right) = (a.left_options().expect("small"), a.right_options().expect("small"));
        prop_assert_eq!(g(&left, &right), a);
        for (i, x) in left.iter().enumerate() {
            for (j, y) in left.iter().enumerate() {
                prop_assert!(i == j || x.compare(y) == Ok(None));
            }
            for answer in x.right_options().expect("small") {
                prop_assert!(answer.compare(&a).expect("small").is_none_or(Ordering::is_gt));
            }
        }
        for x in right {
            for answer in x.left_options().expect("small") {
                prop_assert!(answer.compare(&a).expect("small").is_none_or(Ordering::is_lt));
            }
        }
    }

    #[test]
    fn mean_is_additive(a in any_form(), b in any_form()) {
        let (ma, mb) = (a.mean_and_temperature().expect("small"), b.mean_and_temperature().expect("small"));
        let sum = a.plus(&b).and_then(|s| s.mean_and_temperature()).expect("small");
        prop_assert_eq!(Ok(sum.0), ma.0.plus(mb.0));
        prop_assert!(sum.1 <= ma.1.max(mb.1).max(Dyadic::ZERO));
    }
}

#[test]
fn long_work_can_be_stopped() {
    use std::sync::Arc;

    use crate::base::{Exceeded, Interruption, Limits, Meter};

    let limits = Limits { max_states: u64::MAX, max_memory: u64::MAX, timeout: None, jobs: 1 };
    let interruption = Arc::new(Interruption::default());
    interruption.signal_flag().store(2, std::sync::atomic::Ordering::Relaxed);
    let charging = Form::charged_to(&Meter::new(limits, interruption));
    let tiny = g(&[n(0)], &[g(&[n(0)], &[n(-2)])]);
    assert_eq!(tiny.times(5000), Err(FormError::Limit(Exceeded::Interrupted)));
    drop(charging);
    assert!(tiny.times(5).is_ok());
}
