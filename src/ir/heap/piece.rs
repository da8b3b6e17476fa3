//! From the variables of a move to what it takes and leaves.

use super::entail::{infeasible, range};
use super::form::{Condition, Form, MOST_PARTS, PART, SIZE, TAKEN, UNKNOWNS, VARIABLE};
use crate::ir::lower::Unsupported;
use crate::number::gcd;

/// A range of removals is written out when at most this wide.
const FEW: i64 = 4096;
/// So many negative sizes of a heap are looked at one by one.
const FEW_NEGATIVE: i64 = 64;
/// A heap may have one, for all that is known.
const NEGATIVE: Unsupported = Unsupported("a heap that might have a negative size");
/// Projections keep at most so many conditions.
const MOST_CONDITIONS: usize = 200;

/// Moves of one form: the heaps that are left, for all variables that meet the conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Family {
    /// The heaps left, forms in the size and the variables.
    pub parts: Vec<Form>,
    /// Conditions on the same.
    pub conditions: Vec<Condition>,
}

/// Moves in terms of what they do: heaps `x1, ..., xh` may be left where `t` is taken if the conditions on these numbers
/// hold. None of the heaps is negative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    /// How much is taken; `None` when any number may be, subject to the conditions.
    pub taken: Option<i64>,
    /// How many heaps are left, empty ones included.
    pub heaps: usize,
    /// Conditions on them (unknowns from [`PART`] on), and on [`TAKEN`] if that is open.
    pub conditions: Vec<Condition>,
}

impl Family {
    /// The same moves as pieces.
    pub(super) fn pieces(&self) -> Result<Vec<Piece>, Unsupported> {
        let parts: Vec<Form> = self.parts.iter().copied().filter(|p| *p != Form::constant(0)).collect();
        if parts.len() > MOST_PARTS {
            return Err(Unsupported("a move leaves four heaps or more"));
        }
        let Some(conditions) = effects(&parts, &self.conditions)? else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for piece in by_removal(parts.len(), conditions)? {
            if !infeasible(&piece.inequalities()) {
                if piece.taken.is_some_and(|taken| taken < 0) {
                    return Err(MORE);
                }
                piece.never_negative()?;
                found.push(piece);
            }
        }
        Ok(found)
    }
}

impl Piece {
    /// What the conditions say as forms that are at least 0, and that heaps have natural sizes.
    pub(super) fn inequalities(&self) -> Vec<Form> {
        let mut forms: Vec<Form> = self.conditions.iter().flat_map(inequalities_of).collect();
        // The whole heap is no negative number.
        let mut size = Form::constant(self.taken.unwrap_or(0));
        if self.taken.is_none() {
            size.at[TAKEN] = 1;
        }
        size.at[PART..PART + self.heaps].fill(1);
        forms.push(size);
        forms
    }

    /// The inequalities where a heap has this size.
    fn with_size_of(&self, heap: usize, size: i64) -> Vec<Form> {
        let mut forms = self.inequalities();
        for form in &mut forms {
            // small numbers: no overflow
            form.c += form.at[PART + heap] * size;
            form.at[PART + heap] = 0;
        }
        forms
    }

    /// That no heap left can be negative: where one could, the rules are at fault, and the search says so.
    fn never_negative(&self) -> Result<(), Unsupported> {
        let known = self.inequalities();
        for heap in 0..self.heaps {
            let size = Form::unknown(PART + heap);
            let plainly = known.iter().any(|f| f.c <= 0 && Form { c: 0, ..*f } == size);
            // x <= -1 contradicts the rest
            let negative = size.times(-1)?.plus(Form::constant(-1))?;
            if plainly || infeasible(&known.iter().copied().chain([negative]).collect::<Vec<_>>()) {
                continue;
            }
            // or each of few negative numbers does, by its remainder
            let low = range(&known, PART + heap).and_then(|(low, _)| low).filter(|low| *low >= -FEW_NEGATIVE);
            for size in low.ok_or(NEGATIVE)?..0 {
                let rest = with_value(&self.conditions, PART + heap, size)?;
                let rest = rest.map(|conditions| Self { conditions, ..self.clone() });
                if rest.is_some_and(|rest| !infeasible(&rest.with_size_of(heap, size))) {
                    return Err(NEGATIVE);
                }
            }
        }
        Ok(())
    }
}

/// A condition as forms that are at least 0; nothing of conditions that are no inequality.
pub(super) fn inequalities_of(condition: &Condition) -> Vec<Form> {
    match *condition {
        Condition::NonNegative(f) => vec![f],
        Condition::Zero(f) => vec![f, Form { at: f.at.map(|a| -a), c: -f.c }],
        Condition::NotZero(_) | Condition::Multiple(..) | Condition::NoMultiple(..) => Vec::new(),
    }
}

/// The conditions on what is taken and left: there are a size and variables that give these. `None` when there never are.
fn effects(parts: &[Form], conditions: &[Condition]) -> Result<Option<Vec<Condition>>, Unsupported> {
    let mut all: Vec<Condition> = conditions.iter().map(|c| c.reduced()).collect();
    let mut size = Form::unknown(SIZE).minus(Form::unknown(TAKEN))?;
    for (i, part) in parts.iter().enumerate() {
        size = size.minus(Form::unknown(PART + i))?;
        all.push(Condition::Zero(part.minus(Form::unknown(PART + i))?));
    }
    all.push(Condition::Zero(size));
    while let Some((equation, unknown)) = next_equation(&all) {
        let Condition::Zero(by) = all.swap_remove(equation) else { break };
        all = substituted(&all, &by, unknown)?;
    }
    for unknown in inner() {
        if all.iter().any(|c| c.form().at[unknown] != 0) {
            all = projected(&all, unknown)?;
        }
    }
    let mut kept: Vec<Condition> = Vec::new();
    for condition in all {
        match condition.settled() {
            Some(true) => {}
            Some(false) => return Ok(None),
            None if kept.contains(&condition) => {}
            None => kept.push(condition),
        }
    }
    Ok(Some(kept))
}

/// The unknowns that are no effects.
fn inner() -> impl Iterator<Item = usize> {
    std::iter::once(SIZE).chain(VARIABLE..UNKNOWNS)
}

/// An equation with an unknown to be replaced by it, one with coefficient 1 if there is any.
fn next_equation(conditions: &[Condition]) -> Option<(usize, usize)> {
    let equations = conditions.iter().enumerate().filter(|(_, c)| matches!(c, Condition::Zero(_)));
    let candidates = equations.flat_map(|(i, c)| inner().map(move |u| (c.form().at[u].abs(), i, u)));
    candidates.filter(|(a, ..)| *a != 0).min().map(|(_, i, u)| (i, u))
}

/// The conditions where `by` is 0, without the unknown.
fn substituted(conditions: &[Condition], by: &Form, unknown: usize) -> Result<Vec<Condition>, Unsupported> {
    let a = by.at[unknown];
    let by = by.times(a.signum())?;
    let scale = a.abs();
    let mut next = Vec::with_capacity(conditions.len() + 1);
    for condition in conditions {
        let form = condition.form();
        next.push(match form.at[unknown] {
            0 => *condition,
            b => condition.with(scale, form.combined(scale, by, -b)?)?,
        });
    }
    if scale > 1 {
        let mut rest = by;
        rest.at[unknown] = 0;
        next.push(Condition::Multiple(rest, scale).reduced());
    }
    Ok(next)
}

/// The conditions without an unknown that only inequalities mention, each with coefficient 1: then there is an integer
/// between the bounds as soon as there is a number.
fn projected(conditions: &[Condition], unknown: usize) -> Result<Vec<Condition>, Unsupported> {
    let (mut next, mut lower, mut upper) = (Vec::new(), Vec::new(), Vec::new());
    for condition in conditions {
        match condition {
            c if c.form().at[unknown] == 0 => next.push(*c),
            Condition::NonNegative(f) if f.at[unknown] == 1 => lower.push(*f),
            Condition::NonNegative(f) if f.at[unknown] == -1 => upper.push(*f),
            _ => return Err(Unsupported("a variable that the heaps left do not determine")),
        }
    }
    if next.len() + lower.len() * upper.len() > MOST_CONDITIONS {
        return Err(Unsupported("too many conditions"));
    }
    for low in &lower {
        for high in &upper {
            next.push(Condition::NonNegative(low.plus(*high)?).reduced());
        }
    }
    Ok(next)
}

/// The pieces by what is taken.
fn by_removal(heaps: usize, conditions: Vec<Condition>) -> Result<Vec<Piece>, Unsupported> {
    let open = Piece { taken: None, heaps, conditions };
    let (low, high) = range(&open.inequalities(), TAKEN).ok_or(Unsupported("too many conditions"))?;
    let low = low.ok_or(MORE)?;
    let Some(high) = high else {
        if heaps > 1 {
            return Err(Unsupported("any number of tokens may be taken and the rest be split"));
        }
        if low < 0 {
            return Err(MORE);
        }
        return Ok(vec![open]);
    };
    if high - low > FEW {
        return Err(Unsupported("a range of more than 4096 removals"));
    }
    let mut pieces = Vec::new();
    for taken in low..=high {
        pieces.extend(open.taking(taken)?);
    }
    Ok(pieces)
}

const MORE: Unsupported = Unsupported("a move may leave more than there was");

impl Piece {
    /// With a fixed number taken; `None` when that may not be.
    fn taking(&self, taken: i64) -> Result<Option<Self>, Unsupported> {
        let Some(conditions) = with_value(&self.conditions, TAKEN, taken)? else { return Ok(None) };
        let conditions = with_equations(conditions)?;
        Ok(conditions.map(|conditions| Self { taken: Some(taken), heaps: self.heaps, conditions }))
    }
}

/// The conditions with a number for an unknown; `None` when one then never holds.
fn with_value(conditions: &[Condition], unknown: usize, value: i64) -> Result<Option<Vec<Condition>>, Unsupported> {
    let mut kept = Vec::new();
    for condition in conditions {
        let mut form = *condition.form();
        let constant = Form::constant(form.at[unknown]).times(value)?;
        form.at[unknown] = 0;
        let put = condition.with(1, form.plus(constant)?)?;
        match put.settled() {
            Some(true) => {}
            Some(false) => return Ok(None),
            None => kept.push(put),
        }
    }
    Ok(Some(kept))
}

/// The same conditions, with congruences told what equations say; `None` when one then never holds.
fn with_equations(mut conditions: Vec<Condition>) -> Result<Option<Vec<Condition>>, Unsupported> {
    let forms: Vec<Form> = conditions.iter().flat_map(inequalities_of).collect();
    let is_equation = |f: &Form| f.times(-1).is_ok_and(|negated| forms.contains(&negated));
    for equation in forms.iter().filter(|f| is_equation(f)) {
        let Some(unknown) = (PART..VARIABLE).find(|u| equation.at[*u].abs() == 1) else { continue };
        let congruences = conditions.iter_mut().filter(|c| is_congruence(c) && c.form().at[unknown] != 0);
        for congruence in congruences {
            let form = congruence.form();
            let without = form.combined(1, *equation, -form.at[unknown] * equation.at[unknown])?;
            *congruence = congruence.with(1, without)?;
        }
    }
    if conditions.iter().any(|c| c.settled() == Some(false)) {
        return Ok(None);
    }
    conditions.retain(|c| c.settled().is_none());
    Ok(Some(conditions))
}

const fn is_congruence(condition: &Condition) -> bool {
    matches!(condition, Condition::Multiple(..) | Condition::NoMultiple(..))
}

/// The least common multiple of the moduli.
pub(super) fn common_modulus(pieces: &[Piece]) -> i64 {
    let moduli = pieces.iter().flat_map(|p| &p.conditions).filter_map(|c| match c {
        Condition::Multiple(_, q) | Condition::NoMultiple(_, q) => Some(*q),
        _ => None,
    });
    moduli.fold(1, |all: i64, q| (all / gcd(all.unsigned_abs(), q.unsigned_abs()).cast_signed()).saturating_mul(q))
}

impl Family {
    /// How many loops enumerate it, at most.
    pub(super) fn loops(&self) -> u32 {
        let forms = || self.parts.iter().chain(self.conditions.iter().map(Condition::form));
        (VARIABLE..UNKNOWNS).map(|u| u32::from(forms().any(|f| f.at[u] != 0))).sum()
    }
}
