//! Which of two values is at least the other.

use super::arena::{Arena, deeper, room};
use super::{Form, FormError, Repr};
use crate::cgt::Player;

impl Arena {
    /// Whether `g <= h`: no left option of `g` is at least `h`, and no right option of `h` is at most `g`.
    ///
    /// Stops decide most pairs; a number never needs to be moved in when the other is none (number avoidance).
    pub fn le(&mut self, g: Form, h: Form) -> Result<bool, FormError> {
        if g == h {
            return Ok(true);
        }
        if let (Repr::Simple(a), Repr::Simple(b)) = (g.0, h.0) {
            return Ok(a.compare(b).is_some_and(std::cmp::Ordering::is_le));
        }
        let (g_stops, h_stops) = (self.stops(g), self.stops(h));
        if g_stops.0 < h_stops.1 {
            return Ok(true);
        }
        if g_stops.0 > h_stops.0 || g_stops.1 > h_stops.1 {
            return Ok(false);
        }
        if let Some(&known) = self.at_most.get(&(g, h)) {
            return Ok(known);
        }
        let answer = !self.some_left_at_least(g, h)? && !self.some_right_at_most(h, g)?;
        room(&mut self.at_most);
        self.at_most.insert((g, h), answer);
        Ok(answer)
    }

    fn some_left_at_least(&mut self, g: Form, h: Form) -> Result<bool, FormError> {
        if g.as_number().is_some() {
            return Ok(false);
        }
        for &option in &*self.options(g, Player::Left)? {
            if deeper(|| self.le(h, option))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn some_right_at_most(&mut self, h: Form, g: Form) -> Result<bool, FormError> {
        if h.as_number().is_some() {
            return Ok(false);
        }
        for &option in &*self.options(h, Player::Right)? {
            if deeper(|| self.le(option, g))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
