//! How long plays last, by what it decides: sums in which every component moves at once.

use proptest::prelude::*;

use super::{Game, NO_LIMITS};
use crate::cgt::Player;
use crate::eval::Queries;

/// Rules by a list of options for each position: on their own, and two at once until the first (or the last) has ended.
fn rules(options: &[Vec<usize>], loopy: bool) -> String {
    let word = if loopy { "loopy game" } else { "game" };
    format!(
        "let T = {options:?}
        {word} One(v: 0..<{n}) {{ move go(w in T[v]) -> One(w) }}
        {word} Short(a: 0..<{n}, b: 0..<{n}) {{ move go(x in T[a], y in T[b]) -> Short(x, y) }}
        {word} Long(a: 0..<{n}, b: 0..<{n}) {{
          move go(x in T[a], y in T[b]) -> Long(x, y)
          move first(x in T[a]) if len(T[b]) == 0 -> Long(x, b)
          move second(y in T[b]) if len(T[a]) == 0 -> Long(a, y)
        }}",
        n = options.len()
    )
}

/// The moves in the list of positions: of everything that ends, only to smaller numbers.
fn lists(ends: bool) -> impl Strategy<Value = Vec<Vec<usize>>> {
    (2usize..7).prop_flat_map(move |n| {
        let list = move |v: usize| {
            let most = if ends { v } else { n };
            prop::collection::vec(0..most.max(1), 0..if most == 0 { 1 } else { 4 })
        };
        (0..n).map(list).collect::<Vec<_>>()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn sums_that_move_at_once_go_by_remoteness_and_suspense(options in lists(true)) {
        let n = options.len();
        let pairs: Vec<(usize, usize)> = (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).collect();
        let mut names: Vec<String> = (0..n).map(|v| format!("One({v})")).collect();
        names.extend(pairs.iter().flat_map(|(a, b)| [format!("Short({a}, {b})"), format!("Long({a}, {b})")]));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut game = Game::with(&rules(&options, false), &names, NO_LIMITS);
        let (mut remoteness, mut suspense) = (Vec::new(), Vec::new());
        for v in 0..n {
            let position = game.position(v);
            let ending = game.engine.remoteness(&position, Player::Left).expect("an end").expect("no draw");
            prop_assert_eq!(ending.wins, game.engine.wins(&position).expect("an outcome"));
            prop_assert_eq!(ending.wins, ending.after % 2 == 1);
            remoteness.push(ending.after);
            suspense.push(game.engine.suspense(&position).expect("an end"));
        }
        for (i, &(a, b)) in pairs.iter().enumerate() {
            let (short, long) = (game.position(n + 2 * i), game.position(n + 2 * i + 1));
            let wins = |game: &mut Game, position| game.engine.wins(position).expect("an outcome");
            prop_assert_eq!(wins(&mut game, &short), remoteness[a].min(remoteness[b]) % 2 == 1, "{} {}", a, b);
            prop_assert_eq!(wins(&mut game, &long), suspense[a].max(suspense[b]) % 2 == 1, "{} {}", a, b);
        }
    }

    #[test]
    fn moves_that_win_make_progress_and_others_keep_the_draw(options in lists(false)) {
        let n = options.len();
        let mut names: Vec<String> = (0..n).map(|v| format!("One({v})")).collect();
        names.extend((0..n).map(|v| format!("One({v}) + One({})", n - 1 - v)));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut game = Game::with(&rules(&options, true), &names, NO_LIMITS);
        for i in 0..names.len() {
            let mut position = game.position(i);
            let outcome = game.engine.outcome(&position).expect("an outcome").to_string();
            let ending = game.engine.remoteness(&position, Player::Left).expect("an answer");
            let wanted = match ending {
                None => "D",
                Some(ending) if ending.wins => "N",
                Some(_) => "P",
            };
            prop_assert_eq!(outcome, wanted);
            let drawing = game.engine.drawing_moves(&position).expect("moves");
            prop_assert_eq!(ending.is_none(), !drawing.is_empty());
            // the winner takes the first winning move, the loser any: it ends in time
            let mut left = ending.filter(|ending| ending.wins).map_or(0, |ending| ending.after);
            while left > 0 {
                let winning = game.engine.winning_moves(&position).expect("moves");
                position = winning[winning.len() / 2].to.clone();
                let Some(reply) = game.engine.moves(&position).expect("moves").first().cloned() else { break };
                position = reply.to.clone();
                left = left.saturating_sub(2);
            }
            prop_assert!(game.engine.moves(&position).expect("moves").is_empty() || ending.is_none_or(|e| !e.wins));
        }
    }
}
