//! Geography, directed and not.

use serde_json::Value as Json;

use super::ask::{Questions, golden, letters, list, written};

/// A graph on 0..n-1 with isolated vertices named.
fn drawn(graph: &Json, pairs: &Json, joint: &str) -> String {
    let mut parts: Vec<String> = (0..graph["vertices"].as_u64().expect("a number")).map(|v| v.to_string()).collect();
    parts.extend(list(pairs).iter().map(|e| format!("{}{joint}{}", e[0], e[1])));
    format!("graph {{ {} }}", parts.join(", "))
}

#[test]
fn undirected() {
    let data = golden("geography.json");
    let mut questions = Questions::to_game("geography", &[]);
    let families = [&data["named_undirected"], &data["all_connected_graphs_upto_5_vertices"]];
    for graph in families.into_iter().flat_map(list) {
        let picture = drawn(graph, &graph["edges"], "--");
        questions.ask(format!("matching_number({picture})"), graph["max_matching_size"].to_string());
        for start in list(&graph["starts"]) {
            let token = format!("token({picture}, {})", start["start"]);
            questions.ask(format!("sg({token})"), start["sg"].to_string());
            questions.ask(
                format!("[outcome({token}), outcome(misere {token})]"),
                format!("[{}, {}]", start["normal"], start["misere"]),
            );
            questions.ask(
                format!("always_matched({picture}, {})", start["start"]),
                start["in_every_max_matching"].to_string(),
            );
            questions.ask(format!("[m.w for m in winning_moves({token})]"), written(&start["winning_first_moves"]));
        }
    }
    questions.check();
}

#[test]
fn directed() {
    let data = golden("geography.json");
    let mut questions = Questions::to_game("geography", &[]);
    for graph in list(&data["random_directed"]) {
        let picture = drawn(graph, &graph["arcs"], "->");
        let every = format!("for v in vertices({picture})]");
        questions.ask(format!("[sg(token({picture}, v)) {every}"), written(&graph["sg_by_start"]));
        questions.ask(format!("[outcome(token({picture}, v)) {every}"), letters(&graph["normal_by_start"]));
        questions.ask(format!("[outcome(misere token({picture}, v)) {every}"), letters(&graph["misere_by_start"]));
    }
    questions.check();
}
