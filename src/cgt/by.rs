//! Something for each player, for each convention of play, for each question.

use std::ops::{Index, IndexMut};

use super::{Play, Player, Question};

macro_rules! by {
    ($(#[$doc:meta])* $name:ident by $case:ident { $($(#[$each:meta])* $field:ident for [$($value:tt)+]),+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
        pub struct $name<T> {
            $($(#[$each])* pub $field: T,)+
        }

        #[allow(dead_code, reason = "each of them has what all have")]
        impl<T> $name<T> {
            /// Made for each in turn.
            pub fn of(mut make: impl FnMut($case) -> T) -> Self {
                Self { $($field: make($($value)+)),+ }
            }

            /// The same for each.
            #[must_use]
            pub fn same(one: T) -> Self where T: Clone {
                Self::of(|_| one.clone())
            }

            /// Each in turn.
            pub fn iter(&self) -> impl Iterator<Item = &T> {
                [$(&self.$field),+].into_iter()
            }
        }

        impl<T> Index<$case> for $name<T> {
            type Output = T;

            #[inline]
            fn index(&self, case: $case) -> &T {
                match case { $($($value)+ => &self.$field),+ }
            }
        }

        impl<T> IndexMut<$case> for $name<T> {
            #[inline]
            fn index_mut(&mut self, case: $case) -> &mut T {
                match case { $($($value)+ => &mut self.$field),+ }
            }
        }
    };
}

by! {
    /// Something for each player.
    ByPlayer by Player {
        /// Left's.
        left for [Player::Left],
        /// Right's.
        right for [Player::Right]
    }
}

by! {
    /// Something for each convention of play.
    ByPlay by Play {
        /// For normal play.
        normal for [Play::Normal],
        /// For misère play.
        misere for [Play::Misere]
    }
}

by! {
    /// Something for each question.
    ByQuestion by Question {
        /// For Grundy values.
        grundy for [Question::Grundy],
        /// For who wins under normal play.
        normal for [Question::Wins(Play::Normal)],
        /// For who wins under misère play.
        misere for [Question::Wins(Play::Misere)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_its_own() {
        let mut names = ByPlayer::of(|player| player.to_string());
        assert_eq!((&*names[Player::Left], &*names[Player::Right]), ("left", "right"));
        names[Player::Left.opposite()].push('!');
        assert_eq!(names.right, "right!");
        assert_eq!(ByPlayer::same(1), ByPlayer { left: 1, right: 1 });
        let questions = ByQuestion::of(|question| question);
        for &question in questions.iter() {
            assert_eq!(questions[question], question);
        }
        assert_eq!(ByPlay::of(Question::Wins).misere, questions.misere);
    }
}
