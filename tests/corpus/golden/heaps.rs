//! Heaps: Bash, Nim, subtraction, bounded and Moore's Nim, Wythoff, Fibonacci Nim, sums.

use serde_json::Value as Json;

use super::ask::{Questions, golden, letters, list, number, text, written};

fn sorted(json: &Json) -> Vec<i64> {
    let mut numbers: Vec<i64> = list(json).iter().map(number).collect();
    numbers.sort_unstable();
    numbers
}

fn sum_of(game: &str, heaps: &Json) -> String {
    let parts: Vec<String> = list(heaps).iter().map(|h| format!("{game}({h})")).collect();
    parts.join(" + ")
}

#[test]
fn bash() {
    for row in list(&golden("bash.json")["data"]) {
        let mut questions = Questions::to_game("bash", &[("m", row["m"].to_string())]);
        questions.ask("[sg(Bash(n)) for n in 0..60]", written(&row["sg"]));
        questions.ask("[outcome(Bash(n)) for n in 0..60]", letters(&row["normal"]));
        questions.ask("[outcome(misere Bash(n)) for n in 0..60]", letters(&row["misere"]));
        questions.ask("[[w.k for w in winning_moves(Bash(n))] for n in 0..60]", written(&row["normal_winning_takes"]));
        questions.ask(
            "[[w.k for w in winning_moves(misere Bash(n))] for n in 0..60]",
            written(&row["misere_winning_takes"]),
        );
        questions.check();
    }
}

/// Moves of three heaps as pairs (size before, size after).
fn heap_moves(row: &Json, moves: &Json) -> String {
    let pairs: Vec<String> = list(moves)
        .iter()
        .map(|m| format!("(Nim({}), Nim({}))", row["heaps"][usize::try_from(number(&m[0])).unwrap()], m[1]))
        .collect();
    format!("{{{}}}", pairs.join(", "))
}

#[test]
fn nim() {
    let mut questions = Questions::to_game("nim", &[]);
    for row in list(&golden("nim3.json")["data"]) {
        let sum = sum_of("Nim", &row["heaps"]);
        questions.ask(format!("[sg({sum}), sg(whole({sum}))]"), format!("[{0}, {0}]", row["sg"]));
        questions
            .ask(format!("[outcome({sum}), outcome(misere {sum})]"), format!("[{}, {}]", row["normal"], row["misere"]));
        for (play, moves) in [("", &row["winning_moves"]), ("misere ", &row["misere_winning_moves"])] {
            questions.ask(
                format!(
                    "{{(m.component, m.result) for m in winning_moves({play}{sum})}} == {}",
                    heap_moves(row, moves)
                ),
                "true",
            );
        }
    }
    questions.check();
}

#[test]
fn subtraction() {
    let mut questions = Questions::to_game("subtraction", &[]);
    for row in list(&golden("takeaway.json")["data"]) {
        let game =
            format!("Take[{{{}}}]", list(&row["set"]).iter().map(Json::to_string).collect::<Vec<_>>().join(", "));
        questions.ask(format!("[sg({game}(n)) for n in 0..100]"), written(&row["sg"]));
        questions.ask(format!("[outcome({game}(n)) for n in 0..100]"), letters(&row["normal"]));
        questions.ask(format!("[outcome(misere {game}(n)) for n in 0..100]"), letters(&row["misere"]));
        questions.ask(format!("[n for n in 0..100 if loses({game}(n))]"), written(&row["P_positions"]));
        let takes: Vec<Vec<i64>> = list(&row["winning_takes"]).iter().map(sorted).collect();
        questions.ask(format!("[[w.k for w in winning_moves({game}(n))] for n in 0..100]"), format!("{takes:?}"));
    }
    questions.check();
}

#[test]
fn bounded_nim() {
    let data = golden("bounded_nim3.json");
    for k in 1..=4 {
        let mut questions = Questions::to_game("bounded_nim", &[("k", k.to_string())]);
        for row in list(&data["data"]).iter().filter(|row| row["k"] == k) {
            let sum = sum_of("Bounded", &row["heaps"]);
            questions.ask(format!("[sg({sum}), sg(whole({sum}))]"), format!("[{0}, {0}]", row["sg"]));
            questions.ask(
                format!("[outcome({sum}), outcome(misere {sum})]"),
                format!("[{}, {}]", row["normal"], row["misere"]),
            );
        }
        questions.check();
    }
}

#[test]
fn moore() {
    let data = golden("moore_nim.json");
    for k in 1..=3 {
        let mut questions = Questions::to_game("moore", &[("k", k.to_string())]);
        for row in list(&data["data"]).iter().filter(|row| row["k"] == k) {
            let position = format!("Moore({})", written(&row["heaps"]));
            questions.ask(format!("sg({position})"), row["sg"].to_string());
            questions.ask(
                format!("[outcome({position}), outcome(misere {position})]"),
                format!("[{}, {}]", row["normal"], row["misere"]),
            );
        }
        questions.check();
    }
}

/// Pairs as a list of tuples of the language.
fn tuples(json: &Json) -> String {
    let pairs: Vec<String> = list(json).iter().map(|p| format!("({}, {})", p[0], p[1])).collect();
    format!("[{}]", pairs.join(", "))
}

const LOST: &str = "[(a, b) for a in 0..60, b in a..60 if loses(Wythoff(a, b))]";
const LOST_MISERE: &str = "[(a, b) for a in 0..30, b in a..30 if loses(misere Wythoff(a, b))]";

#[test]
fn wythoff() {
    let data = golden("wythoff.json");
    let mut questions = Questions::to_game("wythoff", &[]);
    questions.ask("[[sg(Wythoff(a, b)) for b in 0..24] for a in 0..24]", written(&data["sg"]));
    questions.ask(LOST, tuples(&data["P_positions_upto_60"]));
    questions.ask(LOST_MISERE, tuples(&data["misere_P_positions_upto_30"]));
    for row in list(&data["winning_moves"]) {
        let moves: Vec<String> = list(&row["moves"]).iter().map(|m| format!("Wythoff({}, {})", m[0], m[1])).collect();
        questions.ask(
            format!(
                "{{m.to for m in winning_moves(Wythoff({}, {}))}} == {{{}}}",
                row["pos"][0],
                row["pos"][1],
                moves.join(", ")
            ),
            "true",
        );
    }
    questions.check();
}

#[test]
fn wythoff_with_a_difference() {
    for row in list(&golden("k_wythoff.json")["data"]) {
        let mut questions = Questions::to_game("wythoff", &[("k", row["k"].to_string())]);
        questions.ask("[[sg(Wythoff(a, b)) for b in 0..14] for a in 0..14]", written(&row["sg_15x15"]));
        questions.ask(LOST, tuples(&row["P_positions_upto_60"]));
        questions.ask(LOST_MISERE, tuples(&row["misere_P_positions_upto_30"]));
        questions.check();
    }
    for row in list(&golden("beatty_from_play.json")["data"]) {
        let mut questions = Questions::to_game("wythoff", &[("k", row["k"].to_string())]);
        questions.ask(format!("[lower(n) for n in 1..{}]", list(&row["A"]).len()), written(&row["A"]));
        questions.ask(format!("[upper(n) for n in 1..{}]", list(&row["B"]).len()), written(&row["B"]));
        questions.check();
    }
}

#[test]
fn fibonacci() {
    let data = golden("fibonacci_nim.json");
    let mut questions = Questions::to_game("fibonacci", &[]);
    let outcomes = letters(&data["first_move_outcome"]);
    questions.ask("[outcome(if n == 0 then FibNim(0, 0) else first(n)) for n in 0..400]", outcomes);
    questions.ask("[[sg(FibNim(n, q)) for q in 0..40] for n in 0..40]", written(&data["sg"]));
    questions.ask("[sg(FibNim(n, max(n - 1, 0))) for n in 0..60]", written(&data["sg_initial"]));
    questions.ask(
        "[min(w.k for w in winning_moves(FibNim(n, n))) for n in 1..400]",
        written(&Json::from(&list(&data["least_winning_take"])[1..])),
    );
    questions.ask(
        "[[w.k for w in winning_moves(first(n))] for n in 1..400]",
        written(&Json::from(&list(&data["winning_first_takes"])[1..])),
    );
    questions.check();
}

#[test]
fn zeckendorf() {
    let data = golden("zeckendorf.json");
    let forms: Vec<Vec<i64>> =
        list(&data["data"]).iter().map(|form| sorted(form).into_iter().rev().collect()).collect();
    let mut questions = Questions::to_game("fibonacci", &[]);
    questions.ask("[zeckendorf(n) for n in 1..400]", format!("{forms:?}"));
    questions.check();
}

fn component(name: &Json, size: &str) -> String {
    match text(name) {
        "nim" => format!("Nim({size})"),
        "bash_m2" => format!("Take[{{1, 2}}]({size})"),
        "take_134" => format!("Take[{{1, 3, 4}}]({size})"),
        "take_23" => format!("Take[{{2, 3}}]({size})"),
        other => panic!("no game is called {other}"),
    }
}

#[test]
fn sums() {
    let data = golden("sums.json");
    let mut questions = Questions::to_game("sums", &[]);
    for pair in list(&data["pairs"]) {
        let (rows, columns) = (list(&pair["sg"]).len() - 1, list(&pair["sg"][0]).len() - 1);
        let sum = format!("{} + {}", component(&pair["components"][0], "x"), component(&pair["components"][1], "y"));
        for value in [format!("sg({sum})"), format!("sg(whole({sum}))")] {
            questions.ask(format!("[[{value} for y in 0..{columns}] for x in 0..{rows}]"), written(&pair["sg"]));
        }
        let outcomes: Vec<String> = list(&pair["misere"]).iter().map(letters).collect();
        questions.ask(
            format!("[[outcome(misere {sum}) for y in 0..{columns}] for x in 0..{rows}]"),
            format!("[{}]", outcomes.join(", ")),
        );
    }
    for row in list(&data["bash3_plus_wythoff_plus_kayles"]) {
        let mut sum = format!("Bash({}) + Wythoff({}, {})", row["bash3"], row["wythoff"][0], row["wythoff"][1]);
        for heap in list(&row["kayles_heaps"]) {
            sum = format!("{sum} + Kayles({heap})");
        }
        questions.ask(format!("[sg({sum}), sg(whole({sum}))]"), format!("[{0}, {0}]", row["sg"]));
        questions.ask(format!("outcome(misere {sum})"), text(&row["misere"]));
    }
    questions.check();
}
