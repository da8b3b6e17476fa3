//! Random formulas.

use std::rc::Rc;

use super::*;
use crate::automata::formula::Node;

/// The truth of a formula; variables of quantifiers run below `end`.
fn truth(formula: &Formula, values: &mut Vec<(u32, u128)>, end: u128) -> bool {
    let of = |values: &[(u32, u128)], v: u32| values.iter().rev().find(|(w, _)| *w == v).expect("bound").1;
    let sum = |values: &[(u32, u128)], form: &Linear| {
        form.terms().iter().map(|(v, c)| c * i128::try_from(of(values, *v)).expect("small")).sum::<i128>()
            + form.offset()
    };
    match &*formula.0 {
        Node::Truth(truth) => *truth,
        Node::Compare(form, Relation::Equal) => sum(values, form) == 0,
        Node::Compare(form, Relation::AtMost) => sum(values, form) <= 0,
        Node::Divides(m, form) => sum(values, form) % m == 0,
        Node::Digits(Digitwise::NimSum, list) => list.iter().fold(0, |x, v| x ^ of(values, *v)) == 0,
        Node::Digits(Digitwise::Weight, list) => of(values, list[0]).is_power_of_two(),
        Node::Digits(..) => unreachable!("not generated"),
        Node::Table(automaton, list) => automaton.accepts(&|track| of(values, list[track as usize]), 1),
        Node::Not(inner) => !truth(inner, values, end),
        Node::And(parts) => parts.iter().all(|part| truth(part, values, end)),
        Node::Or(parts) => parts.iter().any(|part| truth(part, values, end)),
        Node::Iff(a, b) => truth(a, values, end) == truth(b, values, end),
        Node::Exists(variables, body) => match variables.split_first() {
            None => truth(body, values, end),
            Some((first, rest)) => {
                let inner = if rest.is_empty() { body.clone() } else { body.clone().exists(rest.to_vec()) };
                (0..end).any(|n| {
                    values.push((*first, n));
                    let holds = truth(&inner, values, end);
                    values.pop();
                    holds
                })
            }
        },
    }
}

/// A random formula on the variables `0..free`; quantified ones are new, and bounded by what is free.
fn formula(dice: &mut Dice, free: &[u32], next: &mut u32, depth: u32, tables: &[Rc<Automaton>]) -> Formula {
    let form = |dice: &mut Dice| {
        free.iter().fold(Linear::constant(dice.within(-6, 6)), |sum, v| {
            sum.plus(&Linear::variable(*v), dice.within(-2, 2)).expect("small")
        })
    };
    let pick = |dice: &mut Dice| free[usize::try_from(dice.below(free.len() as u64)).expect("small")];
    let sub = |dice: &mut Dice, next: &mut u32| formula(dice, free, next, depth - 1, tables);
    match if depth == 0 { dice.below(4) } else { dice.below(11) } {
        0 => Formula::compare(form(dice), Relation::Equal),
        1 => Formula::compare(form(dice), Relation::AtMost),
        2 => Formula::divides(dice.within(1, 4), form(dice)),
        3 if tables.is_empty() => Formula::compare(form(dice), Relation::AtMost),
        3 => {
            let table = &tables[usize::try_from(dice.below(tables.len() as u64)).expect("small")];
            let of = table.tracks().iter().map(|_| pick(dice)).collect();
            Formula::table(Rc::clone(table), of)
        }
        4 => sub(dice, next).not(),
        5 => Formula::all([sub(dice, next), sub(dice, next), sub(dice, next)]),
        6 | 7 => sub(dice, next).or(&sub(dice, next)),
        8 => sub(dice, next).iff(&sub(dice, next)),
        _ => {
            let bound = *next;
            *next += 1;
            let guard = Formula::at_most(&Linear::variable(bound), &Linear::variable(free[0]), -3).expect("small");
            let inner = formula(dice, &[free, &[bound]].concat(), next, depth - 1, tables);
            guard.and(&inner).exists(vec![bound])
        }
    }
}

#[test]
fn random_formulas_agree_with_brute_force() {
    let mut dice = Dice(2025);
    let (mut asked, mut twice) = (0, 0);
    for round in 0..240 {
        let budget = budget();
        let numeration = NUMERATIONS[round % NUMERATIONS.len()];
        let mut decider = Decider::new(numeration, &budget);
        let free = [decider.fresh(), decider.fresh()];
        let mut tables = vec![];
        if numeration == Numeration::Base(2) {
            let xor = Formula::digits(Digitwise::NimSum, vec![0, 1, 2]);
            tables.push(decider.automaton(&xor).expect("within the budget"));
            tables.push(decider.automaton(&Formula::digits(Digitwise::Weight, vec![0])).expect("within the budget"));
        }
        let mut next = 100;
        let formula = formula(&mut dice, &free, &mut next, 3, &tables);
        let automaton = decider.automaton(&formula).expect("within the budget");
        // The second procedure says the same of the formula, of its automaton, and of a wrong one, where it comes to an end.
        let table = Formula::table(Rc::clone(&automaton), automaton.tracks().to_vec());
        let wrong = table.iff(&Formula::compare(Linear::variable(free[0]), Relation::Equal));
        for asked in [formula.clone(), formula.iff(&table).not(), formula.iff(&wrong).not()] {
            if round % 4 > 0 {
                break;
            }
            match asked.is_refuted(numeration, &Budget::new(&Meter::unlimited(), 1_000_000)) {
                Ok(refuted) => {
                    let found = decider.automaton(&asked).expect("within the budget");
                    assert_eq!(refuted, found.is_empty(), "{asked:?} in {numeration:?}");
                    twice += 1;
                }
                Err(halt) => assert_eq!(halt, Halt::Work, "{asked:?} in {numeration:?}"),
            }
        }
        for tuple in tuples(2, 6) {
            let mut values = vec![(0, tuple[0]), (1, tuple[1])];
            let expected = truth(&formula, &mut values, 9);
            for zeros in 0..3 {
                assert_eq!(
                    automaton.accepts(&|track| tuple[track as usize], zeros),
                    expected,
                    "{formula:?} at {tuple:?} with {zeros} zeros in {numeration:?}"
                );
                asked += 1;
            }
        }
    }
    assert!(asked >= 25_000 && twice >= 170, "{asked} {twice}");
}

#[test]
fn a_witness_may_be_longer_than_what_it_is_for() {
    for numeration in NUMERATIONS {
        let budget = budget();
        let mut decider = Decider::new(numeration, &budget);
        let [x, y, z] = [(); 3].map(|()| decider.fresh());
        // some y is x + 100, and not of the form 3z: for all x that 3 does not divide after 100 more
        let sum = Linear::variable(x).plus(&Linear::constant(100), 1).expect("small");
        let equal = Formula::equal(&Linear::variable(y), &sum).expect("small");
        let triple = Linear::variable(z).times(3).expect("small");
        let third = Formula::equal(&Linear::variable(y), &triple).expect("small").exists(vec![z]);
        let formula = equal.and(&third.not()).exists(vec![y]);
        let automaton = decider.automaton(&formula).expect("within the budget");
        agrees(&automaton, 1, 40, "x + 100 is no multiple of 3", &|t| (t[0] + 100) % 3 != 0);
    }
}
