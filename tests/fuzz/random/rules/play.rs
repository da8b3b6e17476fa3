//! Plain play: options by the clauses, values and outcomes by recursion with a memo, draws by going back from the end.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::plain::{Found, Scope, Stop, Value, mex, ordered};
use super::tree::{Expr, Game, Name, Rules, Side, Type};

/// A position of one game: its number, its parameter, if it has one, and its fields.
pub type Spot = (usize, Vec<Value>);
/// A sum, ascending.
pub type Sum = Vec<Spot>;

/// What a position is before anybody moves.
#[derive(Clone, Debug)]
enum Moves {
    /// The player to move has won.
    Won,
    Options(Vec<(Side, Sum)>),
}

/// How it ends for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Win,
    Loss,
    Draw,
}

/// Plays by rules.
pub struct Play<'a> {
    pub rules: &'a Rules,
    constants: HashMap<Name, Value>,
    steps: Cell<u64>,
    moves: HashMap<Spot, Found<Moves>>,
    values: HashMap<Spot, Option<Found<i128>>>,
    ends: HashMap<(Sum, Side, bool), Option<Found<End>>>,
}

/// So many positions are gone through.
const MOST: usize = 60_000;

impl<'a> Play<'a> {
    /// Play by these rules, with so many steps of work.
    pub fn new(rules: &'a Rules, steps: u64) -> Found<Self> {
        let mut play = Self {
            rules,
            constants: HashMap::new(),
            steps: Cell::new(steps),
            moves: HashMap::new(),
            values: HashMap::new(),
            ends: HashMap::new(),
        };
        if let Some((name, _, value)) = rules.parameter {
            play.constants.insert(name, Value::Int(value));
        }
        play.constants.insert("streets", Value::Truth(false));
        for (name, e) in &rules.constants {
            let value = play.scope(&[], Vec::new()).value(e)?;
            play.constants.insert(name, value);
        }
        Ok(play)
    }

    /// Pays for so much work.
    fn charge(&self, steps: u64) -> Found<()> {
        let left = self.steps.get().saturating_sub(steps);
        self.steps.set(left);
        if left == 0 { Err(Stop::Unknown) } else { Ok(()) }
    }

    /// Gives so much work anew.
    pub fn refresh(&self, steps: u64) {
        self.steps.set(steps);
    }

    fn scope<'s>(&'s self, lets: &'s [(Name, Expr)], variables: Vec<(Name, Value)>) -> Scope<'s> {
        Scope { rules: self.rules, constants: &self.constants, lets, variables, steps: &self.steps }
    }

    /// Whether a value lies in the type of a field.
    fn lies_in(&self, value: &Value, kind: &Type) -> bool {
        let within = |value: &Value, low: i128, high: i128| (low..=high).contains(&value.int());
        match kind {
            Type::Nat => value.int() >= 0,
            Type::Range(low, high) => within(value, *low, *high),
            Type::Pair(ranges) => value.elements().iter().zip(ranges).all(|(v, r)| within(v, r.0, r.1)),
            Type::List(low, high) | Type::Bag(low, high) | Type::Set(low, high) => {
                value.elements().iter().all(|v| within(v, *low, *high))
            }
            Type::Vertex => {
                let list = self.rules.graph.as_ref().map_or(&[][..], |(_, list)| list);
                list.iter().any(|&(a, b)| a == value.int() || b == value.int())
            }
            Type::Int | Type::Bool | Type::Member | Type::Text => true,
        }
    }

    /// The position with these fields.
    pub fn spot(&self, game: usize, mut values: Vec<Value>) -> Found<Spot> {
        let Game { fields, parameter, .. } = &self.rules.games[game];
        for (value, (_, kind)) in values[usize::from(parameter.is_some())..].iter_mut().zip(fields) {
            if let (Type::Bag(..), Value::List(list)) = (kind, &mut *value) {
                list.sort();
            }
            if !self.lies_in(value, kind) {
                return Err(Stop::Fault);
            }
        }
        Ok((game, values))
    }

    fn variables(&self, spot: &Spot) -> Vec<(Name, Value)> {
        let game = &self.rules.games[spot.0];
        let names = game.parameter.iter().map(|p| p.0).chain(game.fields.iter().map(|f| f.0));
        names.zip(spot.1.iter().cloned()).collect()
    }

    fn target(&self, scope: &mut Scope<'_>, from: &Spot, target: &[(usize, Vec<Expr>)]) -> Found<Sum> {
        let mut sum = Vec::new();
        for (game, fields) in target {
            let mut values = scope.values(fields)?;
            if self.rules.games[*game].parameter.is_some() {
                values.insert(0, from.1[0].clone());
            }
            sum.push(self.spot(*game, values)?);
        }
        sum.sort();
        Ok(sum)
    }

    /// The images under an equation, where its guard holds.
    pub fn image(&self, spot: &Spot, number: usize) -> Found<Option<Sum>> {
        let game = &self.rules.games[spot.0];
        let equation = &game.equations[number];
        let mut scope = self.scope(&game.lets, self.variables(spot));
        match &equation.guard {
            Some(guard) if !scope.truth(guard)? => Ok(None),
            _ => self.target(&mut scope, spot, &equation.image).map(Some),
        }
    }

    fn found(&self, spot: &Spot) -> Found<Moves> {
        let game = &self.rules.games[spot.0];
        let mut scope = self.scope(&game.lets, self.variables(spot));
        let (ends, wins) = (Moves::Options(Vec::new()), Moves::Won);
        let mut endings = [(&game.ends, ends), (&game.wins, wins)];
        if game.wins_first {
            endings.reverse();
        }
        for (conditions, ending) in endings {
            for condition in conditions {
                if scope.truth(condition)? {
                    return Ok(ending);
                }
            }
        }
        let mut options = BTreeSet::new();
        for clause in &game.moves {
            let binders = ordered(&clause.binders, &clause.guard);
            scope.bind(&binders, &mut |scope| {
                options.insert((clause.side, self.target(scope, spot, &clause.target)?));
                Ok(false)
            })?;
        }
        Ok(Moves::Options(options.into_iter().collect()))
    }

    fn moves(&mut self, spot: &Spot) -> Found<Moves> {
        if let Some(found) = self.moves.get(spot) {
            return found.clone();
        }
        if self.moves.len() > MOST {
            return Err(Stop::Unknown);
        }
        let found = self.found(spot);
        self.moves.insert(spot.clone(), found.clone());
        found
    }

    /// The Grundy value of a sum; plays that never end are a fault.
    pub fn value(&mut self, sum: &[Spot]) -> Found<i128> {
        sum.iter().try_fold(0, |total, spot| Ok(total ^ self.value_of(spot)?))
    }

    fn value_of(&mut self, spot: &Spot) -> Found<i128> {
        match self.values.get(spot) {
            Some(Some(found)) => return *found,
            // It is asked about on the way to itself.
            Some(None) => return Err(Stop::Fault),
            None => {}
        }
        self.values.insert(spot.clone(), None);
        let found = self.value_anew(spot);
        self.values.insert(spot.clone(), Some(found));
        found
    }

    fn value_anew(&mut self, spot: &Spot) -> Found<i128> {
        let Moves::Options(options) = self.moves(spot)? else { return Err(Stop::Fault) };
        // A fault of one option counts only where the others are known.
        let found: Vec<Found<i128>> = options.iter().map(|(_, sum)| self.value(sum)).collect();
        if found.contains(&Err(Stop::Unknown)) {
            return Err(Stop::Unknown);
        }
        Ok(mex(found.into_iter().collect::<Found<Vec<_>>>()?))
    }

    /// All options of a sum, with who has them; `None` where the player to move has won.
    pub fn sided(&mut self, sum: &[Spot]) -> Found<Option<Vec<(Side, Sum)>>> {
        let mut list = Vec::new();
        for (i, spot) in sum.iter().enumerate() {
            let Moves::Options(options) = self.moves(spot)? else { return Ok(None) };
            for (side, target) in options {
                let mut to: Sum = sum.to_vec();
                to.remove(i);
                to.extend(target);
                to.sort();
                self.charge(10 * to.len() as u64)?;
                list.push((side, to));
            }
        }
        list.sort();
        list.dedup();
        Ok(Some(list))
    }

    /// The options of a sum for a player.
    fn options(&mut self, sum: &[Spot], mover: Side) -> Found<Option<Vec<Sum>>> {
        let own = |(side, to): (Side, Sum)| (side == Side::Both || side == mover).then_some(to);
        Ok(self.sided(sum)?.map(|list| list.into_iter().filter_map(own).collect()))
    }

    pub fn is_partizan(&self) -> bool {
        self.rules.games.iter().flat_map(|game| &game.moves).any(|clause| clause.side != Side::Both)
    }

    /// How it ends for the player who moves first; what repeats is a fault.
    pub fn end(&mut self, sum: &[Spot], mover: Side, misere: bool) -> Found<End> {
        let mover = if self.is_partizan() { mover } else { Side::Left };
        let key = (sum.to_vec(), mover, misere);
        match self.ends.get(&key) {
            Some(Some(found)) => return *found,
            Some(None) => return Err(Stop::Fault),
            None if self.ends.len() > MOST => return Err(Stop::Unknown),
            None => {}
        }
        self.ends.insert(key.clone(), None);
        let found = self.end_anew(sum, mover, misere);
        self.ends.insert(key, Some(found));
        found
    }

    fn end_anew(&mut self, sum: &[Spot], mover: Side, misere: bool) -> Found<End> {
        let won = |won: bool| if won { End::Win } else { End::Loss };
        let Some(options) = self.options(sum, mover)? else { return Ok(won(!misere)) };
        if options.is_empty() {
            return Ok(won(misere));
        }
        let found: Vec<Found<End>> = options.iter().map(|to| self.end(to, mover.other(), misere)).collect();
        if found.contains(&Err(Stop::Unknown)) {
            return Err(Stop::Unknown);
        }
        Ok(won(found.into_iter().collect::<Found<Vec<_>>>()?.contains(&End::Loss)))
    }

    /// How it ends where positions may repeat, from every position that can be reached.
    pub fn end_of_loopy(&mut self, sum: &[Spot], mover: Side, misere: bool) -> Found<End> {
        let start = (sum.to_vec(), mover);
        if let Some(Some(found)) = self.ends.get(&(start.0.clone(), mover, misere)) {
            return *found;
        }
        let won = |won: bool| if won { End::Win } else { End::Loss };
        let (mut graph, mut known) = (HashMap::new(), HashMap::new());
        let (mut open, mut seen) = (vec![start.clone()], HashSet::from([start.clone()]));
        while let Some(node) = open.pop() {
            let options = match self.options(&node.0, node.1)? {
                None => {
                    known.insert(node.clone(), won(!misere));
                    Vec::new()
                }
                Some(options) if options.is_empty() => {
                    known.insert(node.clone(), won(misere));
                    Vec::new()
                }
                Some(options) => options.into_iter().map(|to| (to, node.1.other())).collect(),
            };
            open.extend(options.iter().filter(|to| seen.insert((*to).clone())).cloned());
            graph.insert(node, options);
            if seen.len() > MOST / 20 {
                return Err(Stop::Unknown);
            }
        }
        loop {
            let mut news = Vec::new();
            for (node, options) in graph.iter().filter(|(node, _)| !known.contains_key(*node)) {
                if options.iter().any(|to| known.get(to) == Some(&End::Loss)) {
                    news.push((node.clone(), End::Win));
                } else if options.iter().all(|to| known.get(to) == Some(&End::Win)) {
                    news.push((node.clone(), End::Loss));
                }
            }
            if news.is_empty() {
                break;
            }
            known.extend(news);
        }
        for (sum, mover) in graph.into_keys() {
            let end = known.get(&(sum.clone(), mover)).copied().unwrap_or(End::Draw);
            self.ends.insert((sum, mover, misere), Some(Ok(end)));
        }
        Ok(known.get(&start).copied().unwrap_or(End::Draw))
    }

    /// Whether a component has no end, whoever moves.
    pub fn repeats(&mut self, from: &[Spot]) -> Found<bool> {
        // What leads only to what is known to end, ends.
        let mut open: BTreeSet<Spot> = match self.followers(from) {
            // Nor does what is at fault.
            Err(Stop::Fault) => return Ok(true),
            found => found?.into_iter().collect(),
        };
        loop {
            let mut ended = Vec::new();
            for spot in &open {
                let Moves::Options(options) = self.moves(spot)? else {
                    ended.push(spot.clone());
                    continue;
                };
                if !options.iter().flat_map(|(_, sum)| sum).any(|part| open.contains(part)) {
                    ended.push(spot.clone());
                }
            }
            if ended.is_empty() {
                break;
            }
            for spot in ended {
                open.remove(&spot);
            }
        }
        Ok(!open.is_empty())
    }

    /// Every position of one game that can be reached, as a component, from these.
    pub fn followers(&mut self, from: &[Spot]) -> Found<Vec<Spot>> {
        let (mut open, mut seen): (Vec<Spot>, BTreeSet<Spot>) = (from.to_vec(), from.iter().cloned().collect());
        while let Some(spot) = open.pop() {
            if let Moves::Options(options) = self.moves(&spot)? {
                let parts = options.into_iter().flat_map(|(_, sum)| sum);
                open.extend(parts.filter(|part| seen.insert(part.clone())));
            }
        }
        Ok(seen.into_iter().collect())
    }
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Both => Self::Both,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}
