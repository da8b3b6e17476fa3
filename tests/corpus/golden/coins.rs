//! Coins in a row.

use serde_json::Value as Json;

use super::ask::{Questions, golden, letters, list, refusal, text, written};

/// The gallery's game for a row of `length` coins under a rule of the file.
fn row(rule: &str, length: usize) -> String {
    let k = || rule.chars().find(char::is_ascii_digit).expect("a number of coins");
    match rule {
        "turning_turtles" => format!("Turtles[{length}]"),
        "twins" => format!("Twins[{length}]"),
        "mock_turtles" => format!("Mock[{length}]"),
        "triplets" => format!("Triplets[{length}]"),
        "ruler" => format!("Ruler[{length}]"),
        _ if rule.starts_with("flip_upto_") => format!("ShortRuler[{length}, {}]", k()),
        _ => format!("Row[{length}, {}]", k()),
    }
}

/// What `query` makes of every set of heads, in the order of their masks.
fn masks(length: usize, query: impl Fn(&str) -> String) -> String {
    let heads = format!("{{i + 1 for i in 0..<{length} if bit(x, i) == 1}}");
    format!("[{} for x in 0..<2**{length}]", query(&heads))
}

#[test]
fn rightmost_from_heads_to_tails() {
    let mut questions = Questions::to_game("coins", &[]);
    for rule in list(&golden("coin_turning.json")["with_rightmost_heads_to_tails_rule"]) {
        let name = text(&rule["name"]);
        let coins = list(&rule["single_head_sg"]).len();
        let single = row(name, coins);
        questions.ask(format!("[sg({single}({{i}})) for i in 1..{coins}]"), written(&rule["single_head_sg"]));
        let nine = row(name, 9);
        questions.ask(masks(9, |heads| format!("sg({nine}({heads}))")), written(&rule["full_sg_n9"]));
        let seven = row(name, 7);
        questions.ask(
            masks(7, |heads| format!("sg(whole({seven}({heads})))")),
            written(&Json::from(&list(&rule["full_sg_n9"])[..128])),
        );
    }
    questions.check();
}

#[test]
fn without_that_rule() {
    let data = golden("coin_turning.json");
    let mut questions = Questions::to_game("coins_loopy", &[]);
    for row in list(&data["flip_exactly_k_consecutive_WITHOUT_rule"]["rows"]) {
        let game = format!("Flip[{}, {}](H)", row["n"], row["k"]);
        for (play, outcomes) in [("", &row["outcomes_normal"]), ("misere ", &row["outcomes_misere"])] {
            questions
                .ask(format!("{{outcome({play}{game}) for H in subsets(1..{})}}", row["n"]), format!("{{{outcomes}}}"));
        }
        questions.ask(
            format!("count(outcome({game}) == \"D\" for H in subsets(1..{}))", row["n"]),
            row["draw_positions"].to_string(),
        );
    }
    questions.check();
}

/// Without the word `loopy`, any question is answered by the two-step cycle.
#[test]
fn a_flip_and_the_same_flip_again() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/games/coins_loopy.game");
    let source = std::fs::read_to_string(path).expect("the game").replace("loopy game", "game");
    let said = refusal(&source, "outcome(Flip[3, 2]({1, 2}))");
    for part in ["can repeat a position", "--flip(i=2)-->", "loopy game"] {
        assert!(said.contains(part), "{part} is missing from {said}");
    }
}

#[test]
fn intervals() {
    let data = golden("coin_turning.json");
    for m in 1..=4 {
        let mut questions = Questions::to_game("flip_heads", &[("m", m.to_string())]);
        for row in list(&data["interval_with_exactly_m_heads_turn_those_heads"]).iter().filter(|row| row["m"] == m) {
            let n = usize::try_from(row["n"].as_u64().expect("a number")).expect("small");
            let values = masks(n, |heads| format!("sg(Heads[{n}]({heads}))"));
            match row.get("max_sg") {
                Some(largest) => questions.ask(format!("max({values})"), largest.to_string()),
                None => questions.ask(values, written(&row["sg"])),
            }
        }
        for row in list(&data["interval_with_exactly_m_heads_turn_all_coins"]["rows"]).iter().filter(|r| r["m"] == m) {
            let n = usize::try_from(row["n"].as_u64().expect("a number")).expect("small");
            questions.ask(masks(n, |heads| format!("outcome(Interval[{n}]({heads}))")), letters(&row["outcomes"]));
        }
        questions.check();
    }
}
