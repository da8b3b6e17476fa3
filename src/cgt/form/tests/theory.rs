//! Cooling, heating, atomic weights and reduced forms, by what defines them.

use super::*;

fn d(numerator: i64, exponent: u32) -> Dyadic {
    Dyadic::new(numerator, exponent).expect("small")
}

fn cool(form: Form, t: Dyadic) -> Form {
    form.cool(t).expect("small")
}

/// Every set of pairwise incomparable forms.
fn antichains(forms: &[Form]) -> Vec<Vec<Form>> {
    let mut all = vec![vec![]];
    for &form in forms {
        let apart = |set: &&Vec<Form>| set.iter().all(|g| g.compare(&form) == Ok(None));
        let longer: Vec<Vec<Form>> = all.iter().filter(apart).map(|set| [&set[..], &[form]].concat()).collect();
        all.extend(longer);
    }
    all
}

/// All values born by day 3.
pub(super) fn day_three() -> Vec<Form> {
    let sets = antichains(&day_two());
    let mut born: Vec<Form> = sets.iter().flat_map(|l| sets.iter().map(|r| g(l, r))).collect();
    born.sort();
    born.dedup();
    born
}

#[test]
fn values_by_day_three() {
    let born = day_three();
    let having = |outcome: &str| born.iter().filter(|x| x.outcome().expect("small").to_string() == outcome).count();
    assert_eq!((born.len(), having("N"), having("L"), having("R"), having("P")), (1474, 1039, 217, 217, 1));
    assert_eq!(born.iter().filter(|x| x.as_number().is_some()).count(), 15);
    let hottest = born.iter().map(|x| x.mean_and_temperature().expect("small").1).max();
    assert_eq!(hottest, Some(d(2, 0)));
    assert_eq!(born.iter().filter(|x| x.atomic_weight().is_ok()).count(), 67);
}

#[test]
fn known_atomic_weights() {
    let up_star = g(&[n(0), star(1)], &[n(0)]);
    let cases = [
        (Form::UP, "1"),
        (star(2), "0"),
        (up_star, "1"),
        // *:5
        (g(&[n(0), star(1), star(2), star(3), star(4), star(5)], &[n(0)]), "1"),
        (g(&[n(0)], &[Form::DOWN]), "0"),
        (g(&[Form::UP], &[Form::DOWN]), "0"),
        (g(&[Form::UP.times(3).expect("small")], &[Form::DOWN.times(3).expect("small")]), "+-1"),
    ];
    for (form, weight) in cases {
        assert_eq!(form.atomic_weight().map(|w| w.to_string()), Ok(weight.into()), "{form}");
    }
    assert_eq!(n(1).atomic_weight(), Err(FormError::NotAllSmall));
    assert_eq!(read("{0|{0|-2}}").atomic_weight(), Err(FormError::NotAllSmall));
}

#[test]
fn known_reductions_coolings_and_heatings() {
    let reduced = |text: &str| read(text).reduced().expect("small").to_string();
    assert_eq!(reduced("{1|-1}"), "+-1");
    assert_eq!(reduced("1/2*3"), "1/2");
    assert_eq!(reduced("{{2|0},1*|-1*}"), "{1,{2|0}|-1}");
    assert_eq!(cool(read("{4|1}"), d(1, 0)).to_string(), "{3|2}");
    assert_eq!(cool(read("{4|1}"), d(3, 1)).to_string(), "5/2*");
    assert_eq!(cool(read("{4|1}"), d(2, 0)).to_string(), "5/2");
    assert_eq!(star(1).heat(&n(1)).expect("small").to_string(), "+-1");
    assert_eq!(n(3).overheat(&n(2), &n(0)), Ok(n(6)));
    assert_eq!(read("1/2").overheat(&n(1), &n(1)).expect("small").to_string(), "{1|0}");
    assert_eq!(read("{1|-1}").cool(d(-1, 1)), Err(FormError::BelowZero));
    assert_eq!(read("{2|-1/2}").thermograph(), Ok(vec![(d(0, 0), d(2, 0), d(-1, 1)), (d(5, 2), d(3, 2), d(3, 2))]));
    assert_eq!(read("{{4|2}|-1}").thermograph().expect("small").len(), 3);
    assert_eq!(read("{2|-1}").incentives(Player::Left).expect("small"), [read("{3|0}")]);
}

#[test]
fn deep_forms_are_refused() {
    let high = Form::UP.times(1 << 20).expect("small");
    assert_eq!(high.heat(&n(1)), Err(FormError::TooDeep));
    assert_eq!(high.atomic_weight(), Ok(n(1 << 20)));
    assert_eq!(high.reduced(), Ok(n(0)));
}

/// The walls at `t` by their definition: what each player reaches at best when every move costs `t`, and the
/// mean above the temperature.
fn walls_by_definition(form: &Form, t: Dyadic) -> (Dyadic, Dyadic) {
    if let Some(x) = form.as_number() {
        return (x, x);
    }
    let (mean, temperature) = form.mean_and_temperature().expect("small");
    if t > temperature {
        return (mean, mean);
    }
    let left = form.left_options().expect("small").into_iter();
    let right = form.right_options().expect("small").into_iter();
    let left = left.map(|l| walls_by_definition(&l, t).1.minus(t).expect("small")).max().expect("some");
    let right = right.map(|r| walls_by_definition(&r, t).0.plus(t).expect("small")).min().expect("some");
    (left, right)
}

/// Whether the values differ by an infinitesimal.
fn close(a: &Form, b: &Form) -> bool {
    a.minus(b).expect("small").stops() == (d(0, 0), d(0, 0))
}

fn all_small() -> impl Strategy<Value = Form> {
    let leaf = prop_oneof![(0u64..4).prop_map(star), Just(Form::UP), Just(Form::DOWN)];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let side = || prop::collection::vec(inner.clone(), 1..3);
        (side(), side()).prop_map(|(l, r)| g(&l, &r))
    })
}

proptest! {
    #[test]
    fn cooling_is_additive_and_has_the_walls_as_stops(a in any_form(), b in any_form(), quarters in 0i64..12) {
        let t = d(quarters, 2);
        prop_assert_eq!(cool(a, t).plus(&cool(b, t)), Ok(cool(a.plus(&b).expect("small"), t)));
        prop_assert_eq!(cool(a, t).stops(), walls_by_definition(&a, t));
        prop_assert_eq!(cool(cool(a, t), d(1, 1)), cool(a, t.plus(d(1, 1)).expect("small")));
    }

    #[test]
    fn a_thermograph_has_the_walls_at_its_corners(a in any_form()) {
        let corners = a.thermograph().expect("small");
        prop_assert_eq!(corners[0].0, d(0, 0));
        for &(t, left, right) in &corners {
            prop_assert_eq!((left, right), walls_by_definition(&a, t), "{}", t);
        }
        let (mean, temperature) = a.mean_and_temperature().expect("small");
        prop_assert_eq!(corners.last().copied(), Some((temperature.max(d(0, 0)), mean, mean)));
        for pair in corners.windows(2) {
            // straight between two corners
            let middle = |x: Dyadic, y: Dyadic| x.plus(y).and_then(Dyadic::halved).expect("small");
            let walls = walls_by_definition(&a, middle(pair[0].0, pair[1].0));
            prop_assert_eq!(walls, (middle(pair[0].1, pair[1].1), middle(pair[0].2, pair[1].2)));
        }
    }

    #[test]
    fn heating_moves_with_numbers_and_is_undone_by_cooling(a in any_form(), halves in 0i64..5, quarters in -9i64..9) {
        let x = Form::from(d(quarters, 2));
        let heat = |g: &Form| g.heat(&d(halves, 1).into()).expect("small");
        prop_assert_eq!(a.plus(&x).map(|sum| heat(&sum)), heat(&a).plus(&x));
        prop_assert_eq!(cool(heat(&a), d(halves, 1)), a);
        prop_assert_eq!(heat(&a).negate(), heat(&a.negate()));
    }

    #[test]
    fn a_reduced_form_is_close_and_the_same_for_all_that_are_close(a in any_form(), e in all_small()) {
        let reduced = a.reduced().expect("small");
        prop_assert!(close(&a, &reduced), "{} {}", a, reduced);
        prop_assert_eq!(reduced.reduced(), Ok(reduced));
        prop_assert_eq!(a.plus(&e).and_then(|s| s.reduced()), Ok(reduced), "{}", a);
        let tiny = read("{0|{0|-2}}");
        prop_assert_eq!(a.plus(&tiny).and_then(|s| s.reduced()), Ok(reduced), "{}", a);
    }

    #[test]
    fn atomic_weights_add_up_and_two_of_them_win(a in all_small(), b in all_small()) {
        let weight = |x: &Form| x.atomic_weight().expect("all small");
        prop_assert_eq!(weight(&a.plus(&b).expect("small")), weight(&a).plus(&weight(&b)).expect("small"));
        prop_assert_eq!(weight(&a.negate()), weight(&a).negate());
        // a remote star stands between those of positive and of negative weight
        let far = star(1 << 6);
        for (form, w) in [(a, weight(&a)), (b, weight(&b))] {
            if let Some(w) = w.as_number() {
                let wanted = Some(w.cmp(&d(0, 0))).filter(|order| order.is_ne());
                if w.is_integer() {
                    prop_assert_eq!(form.compare(&far), Ok(wanted), "{}", form);
                }
                if w >= d(2, 0) {
                    prop_assert!(form.outcome().expect("small").to_string() == "L");
                }
            }
        }
    }
}

#[test]
fn every_value_by_day_three_is_read_back() {
    for form in day_three() {
        assert_eq!(form.to_string().parse(), Ok(form), "{form}");
    }
}

#[test]
fn notation() {
    let printed = |text: &str| text.parse::<Form>().expect("a form").to_string();
    for text in [
        "0",
        "-3/4",
        "*",
        "*12",
        "^",
        "v",
        "^2*3",
        "v3",
        "1/2^*",
        "-2v*",
        "^[2]",
        "^[5]*",
        "v[2]",
        "^<2>",
        "v<3>*",
        "+-1",
        "+-1/2",
        "+-1*",
        "+-{0,{3|0}}",
        "+-{4|1}",
        "{2|-1/2}",
        "Tiny(2)",
        "Miny(1/4)",
        "2+Tiny(2)",
        "-1/2+Miny(3)",
        "{2|{1|0}}",
        "+-(2+Tiny(2))",
    ] {
        assert_eq!(printed(text), text);
    }
    for (text, meant) in [
        ("±1", "+-1"),
        ("±{2|1}", "+-{2|1}"),
        ("± {0, *}", "*2"),
        ("⇑*", "^2*"),
        ("↑[2]*", "^[2]*"),
        ("{|}", "0"),
        ("{0,*|}", "1"),
        ("{2||1|0}", "{2|{1|0}}"),
        ("{2|1||0|||-1}", "{{{2|1}|0}|-1}"),
        ("5±2", "{7|3}"),
        ("5 + -2", "3"),
        ("-(1 - {3|0})*", "{2*|-1*}"),
        ("{4|1}*", "{4*|1*}"),
        ("tiny({1|0})", "{0|Tiny(1)}"),
        ("^[1]", "^"),
    ] {
        assert_eq!(printed(text), meant, "{text}");
    }
    for (text, at) in [
        ("", 0),
        ("--1", 1),
        ("1+", 2),
        ("{1|2", 4),
        ("{1}", 3),
        ("{1|2|3}", 7),
        ("x", 0),
        ("{1,|0}", 3),
        ("^[0]", 3),
        ("1 2", 2),
        ("1/0", 0),
    ] {
        assert_eq!(text.parse::<Form>(), Err(FormError::NotRead { at }), "{text}");
    }
    assert_eq!("1/3".parse::<Form>(), Err(FormError::NotDyadic));
    assert_eq!("{0|".repeat(20_000).parse::<Form>(), Err(FormError::TooDeep));
    assert_eq!("^[20000]".parse::<Form>(), Err(FormError::TooDeep));
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(a in any_form(), b in all_small(), order in 1u32..6) {
        for form in [a, b, a.plus(&b).expect("small"), g(&[a], &[a.negate()]), super::super::uptimal::up_to(order).expect("small").plus(&b).expect("small")] {
            prop_assert_eq!(form.to_string().parse(), Ok(form), "{}", form);
        }
    }
}

/// The value of a Hackenbush string by its sign expansion: whole edges while the colour stays, then halves, quarters, ...
fn by_signs(edges: &[i64]) -> Number {
    let (mut value, mut step, mut changed) = (Number::ZERO, Number::ONE, false);
    for edge in edges {
        changed = changed || edge != &edges[0];
        if changed {
            step = step.div(&2.into()).expect("not 0");
        }
        value = value.add(&step.mul(&(*edge).into()).expect("small")).expect("small");
    }
    value
}

#[test]
fn strings_have_the_number_of_their_signs_however_long() {
    for edges in [
        (0..300).map(|i| if i % 2 == 0 { 1 } else { -1 }).collect::<Vec<i64>>(),
        (0..90).map(|i| if i % 7 < 5 { -1 } else { 1 }).collect(),
        (0..130).map(|i| if i == 100 || i == 0 { 1 } else { -1 }).collect(),
    ] {
        let mut values = vec![Form::ZERO];
        for (i, _) in edges.iter().enumerate() {
            let cut =
                |colour: i64| -> Vec<Form> { (0..=i).filter(|&j| edges[j] == colour).map(|j| values[j]).collect() };
            values.push(g(&cut(1), &cut(-1)));
            assert_eq!(values[i + 1].as_number().map(Number::from), Some(by_signs(&edges[..=i])), "{edges:?} {i}");
        }
        let (last, before) = (values[edges.len()], values[edges.len() - 1]);
        assert_eq!(last.to_string().parse(), Ok(last));
        assert_eq!(last.minus(&before).and_then(|x| x.plus(&before)), Ok(last));
        assert_eq!(
            last.compare(&before).expect("small").is_some_and(std::cmp::Ordering::is_gt),
            edges[edges.len() - 1] > 0
        );
        assert_eq!(last.birthday(), Some(edges.len() as u64));
        let options = [last.left_options(), last.right_options()].map(|list| list.expect("small"));
        assert_eq!(g(&options[0], &options[1]), last);
        let (mean, temperature) = last.mean_and_temperature().expect("small");
        assert_eq!((Form::from(mean), temperature.signum()), (last, -1));
        let hot = g(&[last], &[last.negate()]);
        assert_eq!(hot.plus(&last).and_then(|x| x.minus(&last)), Ok(hot));
    }
}
