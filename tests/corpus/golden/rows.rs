//! Rows of pins, stairs, chocolate bars.

use serde_json::Value as Json;

use super::ask::{Questions, golden, letters, list, number, text, written};

/// A gallery game's name for the single heap of an octal code.
fn heap(code: &str) -> String {
    match code {
        "0.77" => "Kayles(n)".to_owned(),
        "0.07" => "Dawson(n)".to_owned(),
        "0.137" => "Chess(n)".to_owned(),
        "0.707" => "One_or_three(n)".to_owned(),
        other => format!("Octal[\"{other}\"](n)"),
    }
}

#[test]
fn octal() {
    let data = golden("octal.json");
    let mut questions = Questions::to_program("use dawson\nuse kayles\nuse octal: Octal\n");
    for row in list(&data["data"]) {
        let named = heap(text(&row["code"]));
        for game in [named, format!("Octal[{}](n)", row["code"])] {
            questions.ask(format!("[sg({game}) for n in 0..200]"), written(&row["sg"]));
        }
        let game = heap(text(&row["code"]));
        questions.ask(format!("[n for n in 0..200 if loses({game})]"), written(&row["P_heaps"]));
        questions.ask(format!("[outcome(misere {game}) for n in 0..30]"), letters(&row["misere_single_heap_0_30"]));
    }
    for row in list(&data["two_heaps"]) {
        let code = list(&data["data"]).iter().find(|r| r["name"] == row["name"]).expect("a code of that name");
        let game = heap(text(&code["code"]));
        let (a, b) = (game.replace("(n)", "(a)"), game.replace("(n)", "(b)"));
        for (play, pairs) in [("", &row["normal_P_pairs_upto_9"]), ("misere ", &row["misere_P_pairs_upto_9"])] {
            questions.ask(format!("[[a, b] for a in 1..9, b in a..9 if loses({play}{a} + {b})]"), written(pairs));
        }
    }
    questions.check();
}

#[test]
fn staircase() {
    let data = golden("staircase.json");
    let mut questions = Questions::to_game("staircase", &[]);
    for row in list(&data["rows"]) {
        let steps = format!("[0, {}]", written(&row[0]).trim_matches(['[', ']']));
        questions.ask(
            format!("[sg(Stairs({steps})), sg(Group({steps})), sg(Stone({steps})), sg(Step({steps}))]"),
            format!("[{}, {}, {}, {}]", row[1], row[2], row[3], row[4]),
        );
        questions.ask(format!("outcome(misere Stairs({steps}))"), text(&row[5]));
    }
    let token = "([if j == i then 1 else 0 for j in 0..20])";
    let single = &data["single_token_sg"];
    questions.ask(format!("[sg(Stone{token}) for i in 0..20]"), written(&single["any_steps"]));
    questions.ask(format!("[sg(Step{token}) for i in 0..20]"), written(&single["exactly_one_step"]));
    for row in list(&data["whole_piles"]) {
        let piles: Vec<String> = list(&row["heights"]).iter().map(|h| format!("Pile({h})")).collect();
        questions.ask(format!("sg({})", piles.join(" + ")), row["sg"].to_string());
    }
    questions.check();
    for (m, values) in [("2", &single["upto_2_steps"]), ("3", &single["upto_3_steps"])] {
        let mut questions = Questions::to_game("bash", &[("m", m.to_owned())]);
        questions.ask("[sg(Bash(i)) for i in 0..20]", written(values));
        questions.check();
    }
}

#[test]
fn chomp() {
    let data = golden("chomp.json");
    let mut questions = Questions::to_game("chomp", &[]);
    for row in list(&data["rectangles"]) {
        let bar = format!("bar({}, {})", row["rows"], row["cols"]);
        questions.ask(format!("sg({bar})"), row["sg"].to_string());
        questions.ask(format!("outcome({bar})"), text(&row["outcome"]));
        questions
            .ask(format!("[[m.r + 1, m.c + 1] for m in winning_moves({bar})]"), written(&row["winning_first_moves"]));
    }
    for row in list(&data["young_diagrams_in_4x4"]) {
        let position = format!("Chomp({})", written(&row["rows"]));
        questions.ask(format!("sg({position})"), row["sg"].to_string());
        questions.ask(format!("outcome({position})"), text(&row["outcome"]));
    }
    let two_rows = &data["two_row_P_positions"];
    let longest = list(two_rows).iter().map(|p| number(&p[0])).max().expect("some");
    questions.ask(format!("[[a, b] for a in 1..{longest}, b in 0..a if loses(Chomp([a, b]))]"), written(two_rows));
    let table: Vec<String> = list(&data["literal_OR_rule_outcomes"]["table"]).iter().map(letters).collect();
    questions.ask("[[outcome(Either(r, c)) for c in 1..8] for r in 1..8]", format!("[{}]", table.join(", ")));
    questions.check();
}

fn names(json: &Json) -> String {
    let quoted: Vec<String> = list(json).iter().map(Json::to_string).collect();
    quoted.join(", ")
}

#[test]
fn posets() {
    let data = golden("poset_chomp.json");
    let mut questions = Questions::to_program("use poset: Poset, all_of");
    let families = [&data["named"], &data["all_posets_with_minimum_upto_6_elements"]];
    for poset in families.into_iter().flat_map(list) {
        let arcs: Vec<String> = list(&poset["covers"]).iter().map(|c| format!("{}->{}", c[0], c[1])).collect();
        let drawn = if arcs.is_empty() { names(&poset["elements"]) } else { arcs.join(", ") };
        let position = format!("all_of(graph {{ {drawn} }})");
        questions.ask(format!("sg({position})"), poset["sg"].to_string());
        questions.ask(format!("outcome({position})"), text(&poset["outcome"]));
        questions.ask(
            format!("{{m.x for m in winning_moves({position})}} == {{{}}}", names(&poset["winning_first_moves"])),
            "true",
        );
    }
    questions.check();
}
