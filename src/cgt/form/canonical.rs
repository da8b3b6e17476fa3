//! The canonical form: without dominated and reversible options.

use hashbrown::HashMap;

use super::arena::{Arena, FoldedHash, deeper};
use super::dyadic::Dyadic;
use super::simple::Simple;
use super::{Form, FormError, Repr};
use crate::cgt::{ByPlayer, Player};

/// A game `{left|right}` that is no number, on its way to canonical form. Its value does not change, so comparisons
/// with it are remembered.
struct Raw {
    options: ByPlayer<Vec<Form>>,
    at_most: HashMap<Form, bool, FoldedHash>,
    at_least: HashMap<Form, bool, FoldedHash>,
}

impl Arena {
    /// The value of `{left|right}`.
    pub fn canonical(&mut self, mut left: Vec<Form>, mut right: Vec<Form>) -> Result<Form, FormError> {
        self.tick()?;
        self.undominated(&mut left, Player::Left)?;
        self.undominated(&mut right, Player::Right)?;
        if let Some(number) = self.number_between(&left, &right)? {
            return Ok(Form::from(number));
        }
        let mut game =
            Raw { options: ByPlayer { left, right }, at_most: HashMap::default(), at_least: HashMap::default() };
        while self.bypass(&mut game, Player::Left)? || self.bypass(&mut game, Player::Right)? {}
        self.recognise(game.options.left, game.options.right)
    }

    /// Sorts, and keeps of a player's options that compare only the best.
    fn undominated(&mut self, options: &mut Vec<Form>, player: Player) -> Result<(), FormError> {
        options.sort_by(|&a, &b| self.order(a, b));
        options.dedup();
        let mut kept: Vec<Form> = Vec::with_capacity(options.len());
        for &option in &*options {
            let mut useful = true;
            let mut i = 0;
            while useful && i < kept.len() {
                let (worse, better) = if player == Player::Left { (option, kept[i]) } else { (kept[i], option) };
                if self.le(worse, better)? {
                    useful = false;
                } else if self.le(better, worse)? {
                    kept.remove(i);
                } else {
                    i += 1;
                }
            }
            if useful {
                kept.push(option);
            }
        }
        *options = kept;
        Ok(())
    }

    /// The simplest number that no left option is at least and no right option at most, if there is one.
    fn number_between(&mut self, left: &[Form], right: &[Form]) -> Result<Option<Dyadic>, FormError> {
        let (mut lower, mut upper) = (None::<(Dyadic, bool)>, None::<(Dyadic, bool)>);
        for &option in left {
            let stop = self.stops(option).1;
            let closed = !self.le(stop.into(), option)?;
            lower = Some(match lower {
                Some((x, c)) if x > stop || (x == stop && !c) => (x, c),
                _ => (stop, closed),
            });
        }
        for &option in right {
            let stop = self.stops(option).0;
            let closed = !self.le(option, stop.into())?;
            upper = Some(match upper {
                Some((x, c)) if x < stop || (x == stop && !c) => (x, c),
                _ => (stop, closed),
            });
        }
        Dyadic::simplest(lower, upper)
    }

    /// Replaces one reversible option by the options behind its reversing move; whether there was one.
    fn bypass(&mut self, game: &mut Raw, player: Player) -> Result<bool, FormError> {
        let options = game.options[player].clone();
        for (i, &option) in options.iter().enumerate() {
            for &answer in &*self.options(option, player.opposite())? {
                let reverses = match player {
                    Player::Left => self.at_most(game, answer)?,
                    Player::Right => self.at_least(game, answer)?,
                };
                if reverses {
                    let behind = self.options(answer, player)?;
                    let mut list = options;
                    list.remove(i);
                    list.extend(&*behind);
                    self.undominated(&mut list, player)?;
                    game.options[player] = list;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether `h` is at most the game.
    fn at_most(&mut self, game: &mut Raw, h: Form) -> Result<bool, FormError> {
        if let Some(&known) = game.at_most.get(&h) {
            return Ok(known);
        }
        let mut answer = true;
        for i in 0..game.options.right.len() {
            answer = answer && !self.le(game.options.right[i], h)?;
        }
        if answer && h.as_number().is_none() {
            for &option in &*self.options(h, Player::Left)? {
                if deeper(|| self.at_least(game, option))? {
                    answer = false;
                    break;
                }
            }
        }
        game.at_most.insert(h, answer);
        Ok(answer)
    }

    /// Whether `h` is at least the game.
    fn at_least(&mut self, game: &mut Raw, h: Form) -> Result<bool, FormError> {
        if let Some(&known) = game.at_least.get(&h) {
            return Ok(known);
        }
        let mut answer = true;
        for i in 0..game.options.left.len() {
            answer = answer && !self.le(h, game.options.left[i])?;
        }
        if answer && h.as_number().is_none() {
            for &option in &*self.options(h, Player::Right)? {
                if deeper(|| self.at_most(game, option))? {
                    answer = false;
                    break;
                }
            }
        }
        game.at_least.insert(h, answer);
        Ok(answer)
    }

    /// The form with these canonical options: a sum of number, ups and nimber when its options are theirs.
    fn recognise(&mut self, left: Vec<Form>, right: Vec<Form>) -> Result<Form, FormError> {
        if let Some(simple) = candidate(&left, &right) {
            let is = |player: Player, list: &[Form]| -> Result<bool, FormError> {
                Ok(simple.options(player)?.into_iter().map(Form::simple).eq(list.iter().copied()))
            };
            if is(Player::Left, &left)? && is(Player::Right, &right)? {
                return Ok(Form::simple(simple));
            }
        }
        self.intern(left, right)
    }
}

/// The one sum of number, ups and nimber that could have these options.
fn candidate(left: &[Form], right: &[Form]) -> Option<Simple> {
    let part = |form: Option<&Form>| match form?.0 {
        Repr::Simple(simple) => Some(simple),
        Repr::Node(_) => None,
    };
    let (l, r) = (part(left.first())?, part(right.first())?);
    if l.number != r.number {
        return None;
    }
    let with = |ups: i32, nimber: u32| Some(Simple { number: l.number, ups, nimber });
    let count = u32::try_from(left.len()).ok()?;
    match (left.len(), right.len()) {
        (a, b) if a == b && l.is_number() && r.is_number() => with(0, count),
        (2, 1) => with(1, 1),
        (1, 2) => with(-1, 1),
        (1, 1) if l.is_number() => with(r.ups.checked_add(1)?, r.nimber ^ 1),
        (1, 1) if r.is_number() => with(l.ups.checked_sub(1)?, l.nimber ^ 1),
        _ => None,
    }
}
