//! Games on one heap: recognised in their rules, compared heap by heap where the rules were only read for large heaps,
//! and then answered by tables whose periods are proved.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Duration;

use super::fixed::Fixed;
use super::way::NoHeaps;
use super::{Answer, Engine};
use crate::analysis::model::{Expr, ExprKind, Game, Type};
use crate::base::Exceeded;
use crate::cgt::heap::code::{NOTHING, ONE};
use crate::cgt::heap::naive::{self, Left};
use crate::cgt::heap::{Certificate, HeapGame, HeapStop, HeapTable, Phased, TakeAndBreak, theorem_for};
use crate::eval::{ProvenPeriod, Stop, wording};
use crate::ir::{Constants as _, HeapShape, heap_shape};
use crate::number::Number;
use crate::value::{Component, Instance, Position, Value};

/// The first search for a period looks at so many values; then a quarter more each time ...
const FIRST_SEARCH: usize = 1 << 12;
/// ... or at so many, where a value takes time linear in its heap ...
const FIRST_OF_THREE: usize = 1 << 9;
/// ... up to so many ...
const SEARCHED: usize = 1 << 30;
/// ... or until so much was done ([`HeapTable::work`]), about ...
const SEARCH_WORK: u64 = 20_000_000_000;
/// ... half a minute. With `--timeout` it is in proportion to half of that: the same on every machine, and in most runs done
/// in time.
const SEARCH_TIME: Duration = Duration::from_secs(30);

/// A recognised game with its values.
#[derive(Debug)]
pub(super) struct Heaps {
    table: HeapTable,
    /// Values already counted as stored positions.
    counted: u64,
    period: Option<Rc<ProvenPeriod>>,
    /// Why a search for a proof was given up; it is not begun again.
    given_up: Option<String>,
    /// The largest heap that there is, if the field's domain has one.
    last: Option<i64>,
}

impl Engine {
    /// What the rules of a game leave of a heap of `n`, by every move; `None` when a position is no sum of heaps of the
    /// same game, or the rules are at fault.
    ///
    /// # Errors
    /// A limit.
    fn heap_moves(&self, instance: &Rc<Instance>, n: u64) -> Answer<Option<BTreeSet<Left>>> {
        let Ok(size) = i64::try_from(n) else { return Ok(None) };
        let fields: Rc<[Value]> = Rc::from(vec![Value::int(size)]);
        let mut found = BTreeSet::new();
        let mut fits = true;
        let mut queries = self.clone();
        match self.core.machine.ending(instance, &fields, &mut queries) {
            Ok(None) => {}
            Ok(Some(false)) => return Ok(Some(found)),
            Err(stop @ Stop::Limit(_)) => return Err(stop),
            Ok(Some(true)) | Err(Stop::Fault(_)) => return Ok(None),
        }
        let visited = self.core.machine.for_each_move(instance, &fields, &mut queries, &mut |m| {
            if let Some(left) = sizes(&m.result(), instance) {
                found.insert(left);
                Ok(ControlFlow::Continue(()))
            } else {
                fits = false;
                Ok(ControlFlow::Break(()))
            }
        });
        match visited {
            Ok(()) => Ok(fits.then_some(found)),
            Err(stop @ Stop::Limit(_)) => Err(stop),
            // The rules are at fault for this heap: the search will say so where it is asked for.
            Err(Stop::Fault(_)) => Ok(None),
        }
    }
}

impl Heaps {
    /// Recognises a game, or says why it is none.
    pub(super) fn recognise(engine: &Engine, instance: &Rc<Instance>) -> Answer<Result<Self, NoHeaps>> {
        let machine = &engine.core.machine;
        let game = &machine.model().games[instance.game as usize];
        if !game.equations.is_empty() || game.marks.partizan || game.marks.loopy || game.marks.wins_if {
            return Ok(Err(NoHeaps::Marks));
        }
        if game.measure.as_ref().is_some_and(|measure| !matches!(measure.kind, ExprKind::Local(0))) {
            return Ok(Err(NoHeaps::Measure));
        }
        let fixed = Fixed::new(engine, instance);
        let last = match last_heap(game, &fixed) {
            Ok(last) => last,
            Err(reason) => return Ok(Err(reason)),
        };
        let shape = match heap_shape(machine.model(), game, &instance.args, &fixed) {
            Ok(Some(shape)) => shape,
            Ok(None) => return Ok(Err(NoHeaps::NotOneHeap)),
            Err(reason) => return Ok(Err(reason.into())),
        };
        let list = |n| engine.heap_moves(instance, n);
        let rules =
            machine.unwatched(instance.game, || (0..=shape.bound).map(list).collect::<Answer<Option<Vec<_>>>>());
        let Some(rules) = rules? else { return Ok(Err(NoHeaps::Leaves)) };
        let agrees = |game: &HeapGame| (0u64..).zip(&rules).all(|(n, left)| *left == naive::options(game, n));
        let plain = heap_game(&shape, &rules).filter(agrees);
        let Some(heaps) = plain.or_else(|| phased(&shape, &rules).filter(agrees)) else {
            return Ok(Err(NoHeaps::NoTheorem));
        };
        Ok(Ok(Self { table: HeapTable::new(heaps), counted: 0, period: None, given_up: None, last }))
    }

    /// What it is, for `--stats`.
    pub(super) fn describe(&self) -> String {
        match self.table.certificate() {
            Some(c) => format!("heap game {}, period {} from {} proved", self.table.game(), c.period, c.preperiod),
            None => format!("heap game {}, {} values", self.table.game(), self.table.computed()),
        }
    }

    /// The proof of the period, if one was found so far, with the game that it is about. Where heaps end, so does the
    /// period.
    pub(super) fn certificate(&self) -> Option<(HeapGame, Certificate)> {
        if self.last.is_some() {
            return None;
        }
        self.table.certificate().map(|certificate| (self.table.game().clone(), *certificate))
    }

    /// The Grundy value of a heap, a natural number; `None` when the search may do better.
    ///
    /// A heap that is too large to be reached value by value needs a proved period; without one it is a fault.
    pub(super) fn grundy(&mut self, engine: &Engine, instance: &Instance, heap: &Number) -> Answer<Option<u64>> {
        let meter = &engine.core.meter;
        if let Some(small) = heap.to_u64()
            && (small < HeapTable::DENSE || self.table.certificate().is_some())
        {
            let found = self.table.grundy(small, meter);
            self.count(engine);
            match found {
                Ok(value) => return Ok(Some(value)),
                Err(HeapStop::Limit(exceeded)) => return Err(exceeded.into()),
                Err(HeapStop::TooLarge | HeapStop::NoPeriod(_)) if small < HeapTable::DENSE => return Ok(None),
                Err(_) => {}
            }
        }
        if let Err(reason) = self.proven(engine)? {
            return Err(wording::no_period(&instance.name, heap, &reason));
        }
        match self.table.grundy_of(heap, meter) {
            Ok(value) => value.to_u64().map(Some).ok_or_else(|| wording::large_value(&instance.name, heap, &value)),
            Err(HeapStop::Limit(exceeded)) => Err(exceeded.into()),
            Err(_) => Ok(None),
        }
    }

    /// Appends the Grundy values of many heaps, natural numbers; `false` when one is beyond reach and no period is
    /// proved.
    pub(super) fn column(&mut self, engine: &Engine, heaps: &[i64], into: &mut Vec<i64>) -> Answer<bool> {
        let large = heaps.iter().any(|heap| heap.cast_unsigned() >= HeapTable::DENSE);
        if large && self.table.certificate().is_none() && self.proven(engine)?.is_err() {
            return Ok(false);
        }
        let reached = self.table.column(heaps, into, &engine.core.meter);
        self.count(engine);
        match reached {
            Ok(()) => Ok(true),
            Err(HeapStop::Limit(exceeded)) => Err(exceeded.into()),
            Err(HeapStop::TooLarge | HeapStop::NoPeriod(_)) => Ok(false),
        }
    }

    /// The game, if its heaps have no end.
    pub(super) fn game_for_all(&self) -> Result<HeapGame, String> {
        match self.last {
            Some(last) => Err(format!("its domain ends at {last}")),
            None => Ok(self.table.game().clone()),
        }
    }

    /// The proof of its period for heaps without end, if one is found among the first values.
    pub(super) fn proven_for_all(&mut self, engine: &Engine) -> Answer<Result<Rc<ProvenPeriod>, String>> {
        match self.game_for_all() {
            Err(reason) => Ok(Err(reason)),
            Ok(_) => self.proven(engine),
        }
    }

    /// The proof of its period, if one is found among the first values.
    fn proven(&mut self, engine: &Engine) -> Answer<Result<Rc<ProvenPeriod>, String>> {
        if let Some(period) = &self.period {
            return Ok(Ok(Rc::clone(period)));
        }
        if let (Some(reason), None) = (&self.given_up, self.table.certificate()) {
            return Ok(Err(reason.clone()));
        }
        let meter = &engine.core.meter;
        // The same is proved on every machine.
        let most = meter.limits().timeout.map_or(SEARCH_WORK, |timeout| {
            let part = (timeout / 2).as_millis().saturating_mul(u128::from(SEARCH_WORK)) / SEARCH_TIME.as_millis();
            u64::try_from(part).unwrap_or(u64::MAX)
        });
        let patient = |table: &HeapTable| table.work() < most;
        let mut limit = if self.leaves_three() { FIRST_OF_THREE } else { FIRST_SEARCH };
        let mut found = self.table.prove(limit, meter);
        while limit < SEARCHED && matches!(found, Ok(None)) && patient(&self.table) && self.growth().is_none() {
            limit += limit / 4;
            found = self.table.prove(limit, meter);
        }
        self.count(engine);
        let certificate = match found {
            Ok(Some(certificate)) => certificate,
            Ok(None) | Err(HeapStop::Limit(Exceeded::Memory)) => {
                let reason = self.nothing_proved();
                self.given_up = Some(reason.clone());
                return Ok(Err(reason));
            }
            Err(HeapStop::Limit(exceeded)) => return Err(exceeded.into()),
            Err(_) => return Ok(Err("its values grow too large".to_owned())),
        };
        let theorem = format!(
            "{}: {} is periodic with period {} from {}{} (values to {} verified)",
            certificate.theorem,
            self.table.game(),
            certificate.period,
            certificate.preperiod,
            if certificate.saltus == 0 { String::new() } else { format!(", saltus {}", certificate.saltus) },
            certificate.verified_to,
        );
        let period = Rc::new(ProvenPeriod {
            preperiod: certificate.preperiod as u64,
            period: certificate.period as u64,
            saltus: certificate.saltus,
            theorem,
            values: self.table.values().take(certificate.len()).collect(),
        });
        self.period = Some(Rc::clone(&period));
        Ok(Ok(period))
    }

    fn leaves_three(&self) -> bool {
        matches!(self.table.game(), HeapGame::TakeAndBreak(code) if code.most_heaps() > 2)
    }

    /// What the values of a game that leaves three heaps go up by, if they do so all the time from a quarter of those
    /// computed on: then no pure period is to be expected, and no theorem here proves growth.
    fn growth(&self) -> Option<String> {
        if !self.leaves_three() {
            return None;
        }
        let seen = self.table.observed();
        let early = 4 * (seen.preperiod + seen.period) < self.table.computed() as u64;
        (early && seen.period > 0 && seen.saltus > 0).then(|| {
            format!(
                "the values of {} go up by {} every {} heaps from {} on as far as they were computed, and no theorem here \
                 proves growth where three heaps may be left",
                self.table.game(),
                seen.saltus,
                seen.period,
                seen.preperiod
            )
        })
    }

    /// Why there is no proof.
    fn nothing_proved(&self) -> String {
        if let Some(growth) = self.growth() {
            return growth;
        }
        let game = self.table.game();
        match theorem_for(game) {
            Some(_) => {
                format!("the values of {game} show none among the first {}", self.table.computed())
            }
            None => format!("no theorem is known for {game}, whose moves leave three unequal heaps"),
        }
    }

    /// Counts values that were computed as stored positions; for the limit, the table did so.
    fn count(&mut self, engine: &Engine) {
        let computed = self.table.computed() as u64;
        let more = computed.saturating_sub(self.counted);
        self.counted = computed.max(self.counted);
        engine.core.stats.borrow_mut().positions += more;
    }
}

/// The largest heap, of a game whose heaps have every size up to it; `None` when they have no end.
fn last_heap(game: &Game, fixed: &Fixed<'_>) -> Result<Option<i64>, NoHeaps> {
    match game.fields.first().and_then(|field| field.ty.as_ref()) {
        Some(Type::Nat | Type::Int) => Ok(None),
        Some(Type::Domain(Expr { kind: ExprKind::Range { low, high: Some(high), inclusive }, .. })) => {
            let end = |e: &Expr| fixed.value(e, &[]).and_then(|value| value.as_i64());
            let last = end(high).and_then(|high| if *inclusive { Some(high) } else { high.checked_sub(1) });
            match (end(low), last) {
                (Some(..=0), Some(last)) => Ok(Some(last)),
                _ => Err(NoHeaps::FirstHeap),
            }
        }
        _ => Err(NoHeaps::Field),
    }
}

/// The sizes of a position's heaps, if they are all of the same game.
fn sizes(position: &Position, instance: &Rc<Instance>) -> Option<Left> {
    let mut left = Vec::new();
    for (component, times) in &position.components {
        let Component::Play { instance: own, fields, negated: false } = component else { return None };
        let size = fields.first().and_then(Value::as_i64).and_then(|n| u64::try_from(n).ok())?;
        if own.id != instance.id || *times > 8 {
            return None;
        }
        if size > 0 {
            left.extend((0..*times).map(|_| size));
        }
    }
    left.sort_unstable();
    Some(left)
}

/// The only heap game that the moves of small heaps may be those of.
fn heap_game(shape: &HeapShape, rules: &[BTreeSet<Left>]) -> Option<HeapGame> {
    if shape.open {
        // Any amount beyond the constants is taken or none is; the largest heap compared tells which others are.
        let last = rules.len() - 1;
        let taken =
            |t: &u64| usize::try_from(*t).is_ok_and(|t| t < last && rules[last].contains(&vec![(last - t) as u64]));
        return Some(HeapGame::all_but((1..=shape.constant).filter(|t| !taken(t))));
    }
    let mut digits: Vec<u8> = Vec::new();
    let (mut equal, mut split) = (false, false);
    for (n, left) in rules.iter().enumerate() {
        for heaps in left {
            let rest: u64 = heaps.iter().sum();
            let taken = n.checked_sub(usize::try_from(rest).ok()?)?;
            if taken >= digits.len() {
                digits.resize(taken + 1, 0);
            }
            // Nothing, one heap, two, three: the bits of a digit.
            digits[taken] |= 1u8.checked_shl(u32::try_from(heaps.len()).ok()?)?;
            split |= heaps.len() > 1;
            equal |= heaps.windows(2).any(|pair| pair[0] == pair[1]);
        }
    }
    if digits.iter().all(|&d| d == 0 || d == NOTHING | ONE) {
        let amounts = (0u64..).zip(&digits).filter(|(_, d)| **d != 0).map(|(t, _)| t);
        return HeapGame::subtraction(amounts);
    }
    TakeAndBreak::new(digits, split && !equal).ok().map(HeapGame::from)
}

/// Moves that take from finitely many amounts and leave one heap, as a game whose amounts depend on the heap: on its
/// remainder once it is so large that every heap left is compared with no constant.
fn phased(shape: &HeapShape, rules: &[BTreeSet<Left>]) -> Option<HeapGame> {
    if shape.open || rules.iter().flatten().any(|left| left.len() > 1) {
        return None;
    }
    let amounts = |n: usize| -> Option<Vec<u64>> {
        let mut amounts = Vec::new();
        for left in &rules[n] {
            amounts.push((n as u64).checked_sub(left.first().copied().unwrap_or(0))?);
        }
        amounts.sort_unstable();
        Some(amounts)
    };
    // The last heaps compared are one of each remainder, all of them so large.
    let modulus = usize::try_from(shape.modulus).ok()?;
    let settled = rules.len().checked_sub(modulus)?;
    let first = (0..settled).map(amounts).collect::<Option<Vec<_>>>()?;
    let at = |r: usize| settled + (r + modulus - settled % modulus) % modulus;
    let cycle = (0..modulus).map(|r| amounts(at(r))).collect::<Option<Vec<_>>>()?;
    Phased::new(first, cycle).map(HeapGame::Phased)
}
