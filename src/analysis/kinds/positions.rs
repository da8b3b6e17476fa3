//! Positions: where they are wanted, how they add up, and what may be asked about them.

use super::kind::{Kind, Pos};
use super::{Checker, wording};
use crate::analysis::model::{Expr, ExprKind, Query};
use crate::base::Span;

/// Why a position is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// After the arrow of a move.
    Move,
    /// After `same as`.
    Same,
    /// After `equals`.
    Equals,
    /// After `start`.
    Start,
    /// After `misere`.
    Misere,
    /// By a question.
    Query(Query),
}

impl Checker<'_> {
    /// What is known of a position; complains about anything else.
    pub(super) fn position(&mut self, e: &Expr, wanted: Wanted) -> Pos {
        if let ExprKind::If { arms, otherwise } = &e.kind {
            let mut joined = Pos::default();
            for (condition, result) in arms {
                self.condition(condition);
                joined = joined.join(self.position(result, wanted));
            }
            return joined.join(self.position(otherwise, wanted));
        }
        if let (ExprKind::Or(parts) | ExprKind::And(parts), Wanted::Move) = (&e.kind, wanted)
            && parts.iter().all(|part| matches!(part.kind, ExprKind::Position { .. }))
        {
            let texts: Vec<String> = parts.iter().map(|part| self.text(part.span)).collect();
            self.say(wording::several_targets(e.span, &texts));
            return Pos::given_by_value();
        }
        let kind = self.expr(e);
        let Some(position) = self.as_position(&kind, e, wanted) else { return Pos::given_by_value() };
        let kept = matches!(wanted, Wanted::Move | Wanted::Same | Wanted::Equals);
        if kept && position.marks.misere {
            let text = self.text(e.span);
            self.say(wording::misere_led_to(e.span, wanted, &text));
        }
        if wanted == Wanted::Misere && position.marks.misere {
            self.say(wording::misere_twice(e.span));
        } else if wanted == Wanted::Misere && position.canonical {
            self.say(wording::misere_of_form(e.span));
        }
        position
    }

    fn as_position(&mut self, kind: &Kind, e: &Expr, wanted: Wanted) -> Option<Pos> {
        match kind {
            Kind::Position(p) => Some(*p),
            // In a partizan game a number is a value.
            Kind::Number { .. } if wanted == Wanted::Equals && self.in_partizan_game() => Some(Pos::given_by_form()),
            Kind::Number { zero: true } => Some(Pos::default()),
            Kind::Never | Kind::Unknown => None,
            other => {
                let (text, wrap) = (self.text(e.span), self.game_to_wrap_in(other));
                self.say(wording::no_position(e.span, other, wanted, &text, wrap.as_deref()));
                None
            }
        }
    }

    fn in_partizan_game(&self) -> bool {
        self.own.is_some_and(|own| {
            self.tables.marks[own as usize].partizan || super::own_marks(&self.model.games[own as usize]).partizan
        })
    }

    /// The game whose name would make a position of a number, of the numbers of a list, or of a tuple: the one at hand, or
    /// else the only one of a single number.
    fn game_to_wrap_in(&self, kind: &Kind) -> Option<String> {
        if let (Kind::Tuple(entries), Some(own)) = (kind, self.own) {
            let game = &self.model.games[own as usize];
            return (game.fields.len() == entries.len()).then(|| game.name.to_string());
        }
        let numbers = match kind {
            Kind::List(inner) => matches!(**inner, Kind::Number { .. }),
            other => matches!(other, Kind::Number { .. }),
        };
        if !numbers {
            return None;
        }
        let single = |g: &&crate::analysis::model::Game| g.fields.len() == 1 && g.rule_params.is_empty();
        if let Some(own) = self.own {
            let game = &self.model.games[own as usize];
            return (game.fields.len() == 1).then(|| game.name.to_string());
        }
        self.model.games.iter().find(single).map(|g| g.name.to_string())
    }

    /// A summand of a sum of two or more; says whether it may be one.
    pub(super) fn summand(&mut self, position: Pos, span: Span) -> bool {
        if position.marks.misere {
            self.say(wording::misere_added(span));
        } else if position.marks.wins_if {
            self.say(wording::wins_if_added(span));
        }
        !position.marks.misere && !position.marks.wins_if
    }

    /// Something that is compared by its value; says whether it may be.
    pub(super) fn compared(&mut self, position: Pos, span: Span) -> bool {
        if position.marks.misere {
            self.say(wording::misere_compared(span));
        } else if position.marks.wins_if {
            self.say(wording::wins_if_valued(span, "compared"));
        }
        !position.marks.misere && !position.marks.wins_if
    }

    pub(super) fn query(&mut self, query: Query, args: &[Expr], span: Span) -> Kind {
        match query {
            Query::Star => {
                for e in args {
                    self.number(e, "the number of a star");
                }
                return Kind::Position(Pos::given_by_value());
            }
            Query::Up | Query::Down => return Kind::Position(Pos::given_by_value()),
            Query::Form => {
                if let [text] = args {
                    let kind = self.expr(text);
                    if kind != Kind::Text && !kind.is_open() {
                        let text_of = self.text(text.span);
                        self.say(wording::form_of_text(text.span, &kind, &text_of));
                    }
                    return Kind::Position(Pos::given_by_form());
                }
                for e in args {
                    self.options_of_form(e);
                }
                return Kind::Position(Pos::given_by_form());
            }
            Query::Fuzzy | Query::Identical => {
                for e in args {
                    let kind = self.expr(e);
                    // Numbers stand for their values here.
                    if let Kind::Position(p) = kind {
                        if query == Query::Fuzzy || p.marks.misere {
                            self.compared(p, e.span);
                        }
                    } else if !matches!(kind, Kind::Number { .. }) {
                        self.as_position(&kind, e, Wanted::Query(query));
                    }
                }
                return Kind::Bool;
            }
            _ if query.compound().is_some() => {
                let mut joined = Pos::default();
                for e in args {
                    // Numbers stand for their values here.
                    let position = match self.expr(e) {
                        Kind::Number { zero: false } => Pos::given_by_form(),
                        kind => self.as_position(&kind, e, Wanted::Query(query)).unwrap_or_else(Pos::given_by_value),
                    };
                    self.summand(position, e.span);
                    joined = joined.join(position.plain());
                }
                joined.marks.wins_if = false;
                return Kind::Position(joined);
            }
            Query::MisereElement => {
                for e in args {
                    let position = self.position(e, Wanted::Query(query));
                    self.may_ask(query, position, e.span, span);
                }
                return Kind::Text;
            }
            _ if query.of_value() => {
                for (at, e) in args.iter().enumerate() {
                    self.valued(query, e, at == 0 || query != Query::Cool, span);
                }
                return answer(query, Pos::given_by_form());
            }
            _ => {}
        }
        let Some(arg) = args.first() else { return Kind::Unknown };
        let position = self.position(arg, Wanted::Query(query));
        self.may_ask(query, position, arg.span, span);
        answer(query, position.plain())
    }

    /// An argument that is taken by its value: a position where `position` says so, or a number.
    fn valued(&mut self, query: Query, e: &Expr, position: bool, whole: Span) {
        let kind = self.expr(e);
        if matches!(kind, Kind::Number { .. }) {
            return;
        }
        if !position && !kind.is_open() {
            self.say(wording::wanted(
                e.span,
                &format!("the temperature of `{}` is a number", query.spec().name),
                &kind,
            ));
        } else if let Some(position) = self.as_position(&kind, e, Wanted::Query(query)) {
            self.may_ask(query, position, e.span, whole);
        }
    }

    fn options_of_form(&mut self, e: &Expr) {
        let kind = self.stored(e);
        if let Kind::Number { .. } | Kind::Position(_) = kind {
            let text = self.text(e.span);
            self.say(wording::form_of_lists(e.span, &text));
        }
    }

    /// Whether a question may be asked about a position of these marks.
    fn may_ask(&mut self, query: Query, position: Pos, arg: Span, whole: Span) {
        let name = query.spec().name;
        let text = self.text(arg);
        if position.marks.misere && !takes_misere(query) {
            self.say(wording::misere_asked(whole, name, query, &text));
        } else if position.marks.partizan && wants_impartial(query) {
            self.say(wording::partizan_asked(whole, name, query, &text));
        } else if position.marks.wins_if && wants_value(query) {
            self.say(wording::wins_if_asked(whole, name, &text));
        }
    }
}

/// The questions about play: they may be asked about misère play as well.
fn takes_misere(query: Query) -> bool {
    use Query as Q;
    let of_play = matches!(query, Q::Wins | Q::Loses | Q::Outcome | Q::Moves | Q::WinningMoves | Q::DrawingMoves);
    let of_length = matches!(query, Q::Remoteness | Q::LeftRemoteness | Q::RightRemoteness);
    of_play || of_length || matches!(query, Q::Options | Q::LeftOptions | Q::RightOptions)
}

/// The questions whose answer supposes that both players have the same moves.
fn wants_impartial(query: Query) -> bool {
    use Query as Q;
    matches!(query, Q::Sg | Q::Wins | Q::Loses | Q::Remoteness | Q::Suspense) || of_misere(query)
}

/// The questions whose answer is a value, which a game with `wins if` does not have.
fn wants_value(query: Query) -> bool {
    query.of_value() || matches!(query, Query::Sg | Query::Suspense) || of_misere(query)
}

/// The questions about misère sums.
pub(super) const fn of_misere(query: Query) -> bool {
    use Query as Q;
    matches!(query, Q::MisereValue | Q::Genus | Q::IsTame | Q::MisereQuotient | Q::MisereElement)
}

fn answer(query: Query, position: Pos) -> Kind {
    use Query as Q;
    match query {
        Q::Remoteness | Q::LeftRemoteness | Q::RightRemoteness | Q::Suspense => Kind::NUMBER,
        Q::Sg | Q::Birthday | Q::MisereValue | Q::Mean | Q::Temperature | Q::LeftStop | Q::RightStop => Kind::NUMBER,
        Q::Wins | Q::Loses | Q::Fuzzy | Q::Identical | Q::IsTame => Kind::Bool,
        Q::Outcome | Q::LeftFirst | Q::RightFirst | Q::Genus | Q::MisereElement => Kind::Text,
        Q::MisereQuotient => Kind::tuple(vec![Kind::list(Kind::Text); 3]),
        Q::Options | Q::LeftOptions | Q::RightOptions | Q::Followers => Kind::list(Kind::Position(position)),
        Q::Moves | Q::WinningMoves | Q::DrawingMoves => Kind::list(Kind::Move(position)),
        Q::Whole | Q::Ordinal | Q::Conjunctive | Q::ContinuedConjunctive | Q::Selective | Q::ShortenedSelective => {
            Kind::Position(position)
        }
        Q::Thermograph => Kind::list(Kind::tuple(vec![Kind::NUMBER; 3])),
        Q::LeftIncentives | Q::RightIncentives => Kind::list(Kind::Position(Pos::given_by_form())),
        Q::Star | Q::Up | Q::Down => Kind::Position(Pos::given_by_value()),
        Q::Value | Q::Form | Q::AtomicWeight | Q::Reduced | Q::Cool | Q::Heat | Q::Overheat => {
            Kind::Position(Pos::given_by_form())
        }
    }
}
