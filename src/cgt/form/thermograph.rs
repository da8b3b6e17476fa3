//! Thermographs: mean and temperature, and the walls (*On Numbers and Games*, ch. 9; *Winning Ways*, ch. 6).

use hashbrown::HashMap;

use super::arena::{Arena, deeper, with};
use super::dyadic::Dyadic;
use super::{Form, FormError, Repr};
use crate::cgt::{ByPlayer, Player};

impl Form {
    /// The mean value and the temperature, both dyadic; a number's temperature is minus one over its denominator.
    ///
    /// # Errors
    /// [`FormError::TooLarge`].
    pub fn mean_and_temperature(&self) -> Result<(Dyadic, Dyadic), FormError> {
        with(|arena| mean_and_temperature(arena, *self))
    }

    /// The corners of the thermograph from temperature 0 upwards, `(t, left wall, right wall)`: between two of them the
    /// walls are straight, above the last one both are the mean.
    ///
    /// # Errors
    /// [`FormError::TooLarge`].
    pub fn thermograph(&self) -> Result<Vec<(Dyadic, Dyadic, Dyadic)>, FormError> {
        with(|arena| corners(arena, *self))
    }
}

/// A wall of a thermograph: a continuous function of the temperature `t >= 0`, linear between corners, constant above
/// the last corner. The first corner is at 0.
type Wall = Vec<(Dyadic, Dyadic)>;

/// The walls of a form and of everything behind it that is no number, nor infinitesimally close to one by its parts.
#[derive(Default)]
pub(super) struct Thermographs(HashMap<Form, ByPlayer<Wall>, super::arena::FoldedHash>);

impl Thermographs {
    /// Of a form and its followers.
    pub fn of(arena: &Arena, form: Form) -> Result<Self, FormError> {
        let mut walls = Self::default();
        fill(arena, form, &mut walls)?;
        Ok(walls)
    }

    /// Mean and temperature of a form met that is no number.
    pub fn mast(&self, form: Form) -> Result<(Dyadic, Dyadic), FormError> {
        let top = self.0.get(&form).and_then(|both| both.left.last().copied());
        top.map_or(Err(FormError::TooLarge), |(t, mean)| Ok((mean, t)))
    }
}

fn mean_and_temperature(arena: &Arena, form: Form) -> Result<(Dyadic, Dyadic), FormError> {
    match form.as_number() {
        Some(x) => Ok((x, Dyadic::new(-1, x.exponent())?)),
        None => Thermographs::of(arena, form)?.mast(form),
    }
}

fn corners(arena: &Arena, form: Form) -> Result<Vec<(Dyadic, Dyadic, Dyadic)>, FormError> {
    let walls = Thermographs::of(arena, form)?;
    let Some(both) = walls.0.get(&form) else { return Err(FormError::TooLarge) };
    let (left, right) = (&both.left, &both.right);
    let mut corners: Vec<(Dyadic, Dyadic, Dyadic)> = Vec::new();
    for (&(t, x), &(_, y)) in left.iter().zip(right) {
        // slopes are -1, 0 or 1: a point on the way between two is no corner
        if let [.., (_, x0, y0), (_, x1, y1)] = corners[..] {
            let straight = |a: Dyadic, b: Dyadic, c: Dyadic| -> Result<bool, FormError> {
                let (before, after) = (b.minus(a)?, c.minus(b)?);
                Ok(before.signum() == after.signum())
            };
            if straight(x0, x1, x)? && straight(y0, y1, y)? {
                corners.pop();
            }
        }
        corners.push((t, x, y));
    }
    Ok(corners)
}

fn fill(arena: &Arena, form: Form, walls: &mut Thermographs) -> Result<(), FormError> {
    if walls.0.contains_key(&form) {
        return Ok(());
    }
    let id = match form.0 {
        // infinitesimally close to a number: a mast at 0
        Repr::Simple(simple) => {
            let mast = vec![(Dyadic::ZERO, simple.number)];
            walls.0.insert(form, ByPlayer::same(mast));
            return Ok(());
        }
        Repr::Node(id) => id,
    };
    let node = arena.node(id);
    for &option in node.left.iter().chain(&*node.right) {
        deeper(|| fill(arena, option, walls))?;
    }
    let known = |g: &Form, player: Player| walls.0.get(g).map(|both| both[player].clone());
    let left = best(node.left.iter().filter_map(|g| known(g, Player::Right)), true)?;
    let right = best(node.right.iter().filter_map(|g| known(g, Player::Left)), false)?;
    let both = meet(&taxed(&left, Player::Left)?, &taxed(&right, Player::Right)?)?;
    walls.0.insert(form, both);
    Ok(())
}

/// The value of a wall at `t`.
fn at(wall: &Wall, t: Dyadic) -> Result<Dyadic, FormError> {
    let next = wall.partition_point(|corner| corner.0 <= t);
    let (t0, x0) = wall[next - 1];
    let Some(&(_, x1)) = wall.get(next) else { return Ok(x0) };
    let along = t.minus(t0)?;
    match x1.cmp(&x0) {
        std::cmp::Ordering::Equal => Ok(x0),
        std::cmp::Ordering::Greater => x0.plus(along),
        std::cmp::Ordering::Less => x0.minus(along),
    }
}

/// Every corner of both, and where they cross between corners: slopes are -1, 0 or 1.
fn breaks(a: &Wall, b: &Wall) -> Result<Vec<Dyadic>, FormError> {
    let mut ts: Vec<Dyadic> = a.iter().chain(b).map(|corner| corner.0).collect();
    ts.sort_unstable();
    ts.dedup();
    let mut all = ts.clone();
    for pair in ts.windows(2) {
        let before = at(a, pair[0])?.minus(at(b, pair[0])?)?;
        let after = at(a, pair[1])?.minus(at(b, pair[1])?)?;
        if before.signum() * after.signum() < 0 {
            // the gap closes at a speed of 1 or 2
            let span = pair[1].minus(pair[0])?;
            let change = before.minus(after)?;
            let speed_one = change == span || change == span.negated();
            let gap = if before.signum() > 0 { before } else { before.negated() };
            all.push(pair[0].plus(if speed_one { gap } else { gap.halved()? })?);
        }
    }
    all.sort_unstable();
    Ok(all)
}

/// The greatest (or least) of walls, temperature by temperature.
fn best(walls: impl Iterator<Item = Wall>, greatest: bool) -> Result<Wall, FormError> {
    let mut result: Option<Wall> = None;
    for wall in walls {
        result = Some(match result {
            None => wall,
            Some(other) => {
                let pick = |t| {
                    let (a, b) = (at(&other, t)?, at(&wall, t)?);
                    Ok((t, if greatest { a.max(b) } else { a.min(b) }))
                };
                breaks(&other, &wall)?.into_iter().map(pick).collect::<Result<_, FormError>>()?
            }
        });
    }
    result.ok_or(FormError::TooLarge)
}

/// Less `t` for Left, more `t` for Right. The slope above the last corner is lost: see [`meet`].
fn taxed(wall: &Wall, player: Player) -> Result<Wall, FormError> {
    wall.iter().map(|&(t, x)| Ok((t, if player == Player::Left { x.minus(t)? } else { x.plus(t)? }))).collect()
}

/// Both walls up to where they meet; above, the mast.
fn meet(left: &Wall, right: &Wall) -> Result<ByPlayer<Wall>, FormError> {
    // above the last corner Left's wall falls and Right's rises, each by t: extend far enough that they meet
    let extended = |wall: &Wall, to: Dyadic, falls: bool| -> Result<Wall, FormError> {
        let mut longer = wall.clone();
        if let Some(&(t, x)) = wall.last().filter(|corner| corner.0 < to) {
            let by = to.minus(t)?;
            longer.push((to, if falls { x.minus(by)? } else { x.plus(by)? }));
        }
        Ok(longer)
    };
    let zero = (Dyadic::ZERO, Dyadic::ZERO);
    let (l, r) = (*left.last().unwrap_or(&zero), *right.last().unwrap_or(&zero));
    let last = l.0.max(r.0);
    let (left, right) = (extended(left, last, true)?, extended(right, last, false)?);
    let gap = at(&left, last)?.minus(at(&right, last)?)?;
    let far = if gap.signum() > 0 { last.plus(gap.halved()?)? } else { last };
    let (left, right) = (extended(&left, far, true)?, extended(&right, far, false)?);
    let (mut new_left, mut new_right) = (Wall::new(), Wall::new());
    for t in breaks(&left, &right)? {
        let (x, y) = (at(&left, t)?, at(&right, t)?);
        new_left.push((t, x));
        new_right.push((t, y));
        if x <= y {
            break;
        }
    }
    Ok(ByPlayer { left: new_left, right: new_right })
}
