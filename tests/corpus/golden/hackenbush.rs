//! Hackenbush: green trees, and red-blue-green strings, trees and graphs.

use serde_json::Value as Json;

use super::ask::{Questions, golden, list, number, text};

/// The edges that join each vertex but the root to its parent.
fn tree_edges(parents: &Json) -> Vec<(i64, usize)> {
    list(parents).iter().map(number).enumerate().skip(1).map(|(v, parent)| (parent, v)).collect()
}

#[test]
fn green_trees() {
    let mut questions = Questions::to_game("hackenbush_green", &[]);
    for row in list(&golden("hackenbush_green_trees.json")["data"]) {
        let mut parts = vec!["0".to_owned()];
        parts.extend(tree_edges(&row["parents"]).iter().map(|(parent, v)| format!("{parent}--{v}")));
        let tree = format!("graph {{ {} }}", parts.join(", "));
        questions.ask(format!("[sg(picture({tree})), tree_value({tree}, 0, -1)]"), format!("[{0}, {0}]", row["sg"]));
        let cuts = list(&row["winning_cuts"]).iter().map(Json::to_string).collect::<Vec<_>>().join(", ");
        questions.ask(format!("{{max(m.e.u, m.e.v) for m in winning_moves(picture({tree}))}} == {{{cuts}}}"), "true");
    }
    questions.check();
}

/// Left cuts `R` in the file, blue in the gallery.
fn colour(letter: char) -> &'static str {
    match letter {
        'R' => "blue",
        'B' => "red",
        'G' => "green",
        other => panic!("no colour is called {other}"),
    }
}

fn outcome(json: &Json) -> &'static str {
    match text(json) {
        "1" => "L",
        "2" => "R",
        "N" => "N",
        "P" => "P",
        other => panic!("no outcome is called {other}"),
    }
}

/// A value such as `-3/2`, `*2` or `{1,*|0}` as an expression of the language.
fn value(written: &str) -> String {
    let (value, rest) = read_value(written);
    assert!(rest.is_empty(), "{rest} is left of {written}");
    value
}

fn read_value(from: &str) -> (String, &str) {
    if let Some(mut rest) = from.strip_prefix('{') {
        let mut sides = [Vec::new(), Vec::new()];
        let mut side = 0;
        loop {
            if let Some(after) = rest.strip_prefix('|') {
                (side, rest) = (1, after);
            } else if let Some(after) = rest.strip_prefix(',') {
                rest = after;
            } else if let Some(after) = rest.strip_prefix('}') {
                let [left, right] = sides.map(|options| options.join(", "));
                return (format!("form([{left}], [{right}])"), after);
            } else {
                let (option, after) = read_value(rest);
                sides[side].push(option);
                rest = after;
            }
        }
    }
    let end = from.find([',', '|', '}']).unwrap_or(from.len());
    let (word, rest) = from.split_at(end);
    match word.strip_prefix('*') {
        Some("") => ("star(1)".to_owned(), rest),
        Some(n) => (format!("star({n})"), rest),
        None => (word.to_owned(), rest),
    }
}

fn string(colours: &str) -> String {
    let edges: Vec<&str> = colours.chars().map(colour).collect();
    format!("picture(string([{}]))", edges.join(", "))
}

fn ask_both(questions: &mut Questions, position: &str, row: &Json) {
    questions.ask(format!("{position} == {}", value(text(&row["value"]))), "true");
    questions.ask(format!("outcome({position})"), outcome(&row["outcome"]));
}

#[test]
fn strings() {
    let data = golden("hackenbush_partizan.json");
    let mut questions = Questions::to_game("hackenbush", &[]);
    for row in list(&data["red_blue_strings_upto_8"]) {
        let colours = text(&row["string"]);
        let edges: Vec<&str> = colours.chars().map(colour).collect();
        ask_both(&mut questions, &string(colours), row);
        if !edges.is_empty() {
            questions.ask(format!("berlekamp([{}])", edges.join(", ")), text(&row["value"]));
        }
    }
    for row in list(&data["red_green_blue_strings_with_green_upto_5"]) {
        ask_both(&mut questions, &string(text(&row["string"])), row);
    }
    for row in list(&data["sums_of_two_strings"]) {
        let sum = format!("{} + {}", string(text(&row["strings"][0])), string(text(&row["strings"][1])));
        ask_both(&mut questions, &sum, row);
    }
    questions.check();
}

#[test]
fn trees() {
    let data = golden("hackenbush_partizan.json");
    let mut questions = Questions::to_game("hackenbush", &[]);
    let families = [&data["red_blue_trees_upto_5_edges"], &data["red_green_blue_trees_with_green_upto_4_edges"]];
    for row in families.into_iter().flat_map(list) {
        let edges: Vec<String> = tree_edges(&row["parents"])
            .into_iter()
            .zip(text(&row["colours"]).chars())
            .map(|((parent, v), c)| format!("{parent}--{v}: {}", colour(c)))
            .collect();
        ask_both(&mut questions, &format!("picture(graph {{ {} }})", edges.join(", ")), row);
    }
    questions.check();
}

#[test]
fn cycles() {
    let data = golden("hackenbush_partizan.json");
    let mut questions = Questions::to_game("hackenbush", &[]);
    for row in list(&data["red_blue_graphs_with_cycles_3_to_4_edges"]) {
        let edges: Vec<String> = list(&row["edges"])
            .iter()
            .map(|e| format!("{}--{}: {}", e[0], e[1], colour(text(&e[2]).chars().next().expect("a letter"))))
            .collect();
        ask_both(&mut questions, &format!("picture(graph {{ {} }})", edges.join(", ")), row);
    }
    questions.check();
}
