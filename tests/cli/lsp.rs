//! The language server over its protocol, as an editor meets it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use super::support::Folder;

/// An editor that has one file open.
struct Editor {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    asked: u64,
    told: Vec<Value>,
}

impl Editor {
    fn new() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sgi"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let to = child.stdin.take();
        let from = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut editor = Self { child, to, from, asked: 0, told: Vec::new() };
        let refreshes = json!({"capabilities": {"workspace": {"inlayHint": {"refreshSupport": true}}}});
        let about = editor.ask("initialize", &refreshes);
        assert_eq!(about["serverInfo"]["name"], "sgi");
        editor.tell("initialized", &json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let to = self.to.as_mut().expect("it is open");
        write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it reads");
        to.flush().expect("it reads");
    }

    fn next(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("it writes") > 0, "it has ended");
            match line.trim().split_once(": ") {
                Some(("Content-Length", n)) => length = n.parse().expect("a number"),
                _ if line.trim().is_empty() => break,
                _ => {}
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).expect("it writes");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// Asks, and keeps what is told meanwhile.
    fn response(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.next();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.told.push(message);
        }
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let response = self.response(method, params);
        assert!(response.get("error").is_none(), "{method}: {response}");
        response["result"].clone()
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Waits for a message of this method.
    fn told(&mut self, method: &str) -> Value {
        loop {
            if let Some(at) = self.told.iter().position(|message| message["method"] == method) {
                return self.told.remove(at)["params"].clone();
            }
            let message = self.next();
            self.told.push(message);
        }
    }

    /// Opens a text; what is said of it.
    fn open(&mut self, uri: &str, text: &str) -> Vec<Value> {
        let document = json!({"uri": uri, "languageId": "game", "version": 1, "text": text});
        self.tell("textDocument/didOpen", &json!({ "textDocument": document }));
        let said = self.told("textDocument/publishDiagnostics");
        assert_eq!(said["uri"], uri);
        said["diagnostics"].as_array().expect("a list").clone()
    }

    fn change(&mut self, uri: &str, text: &str) -> Vec<Value> {
        let document = json!({"uri": uri, "version": 2});
        self.tell("textDocument/didChange", &json!({"textDocument": document, "contentChanges": [{"text": text}]}));
        self.told("textDocument/publishDiagnostics")["diagnostics"].as_array().expect("a list").clone()
    }

    /// Asks about the place of the first `|` that stood in the text.
    fn at(&mut self, method: &str, uri: &str, line: u64, character: u64, more: &Value) -> Value {
        let mut params = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}});
        if let (Some(params), Some(more)) = (params.as_object_mut(), more.as_object()) {
            params.extend(more.clone());
        }
        let response = self.response(method, &params);
        if response.get("error").is_some() { response["error"].clone() } else { response["result"].clone() }
    }

    fn end(mut self) {
        self.ask("shutdown", &Value::Null);
        self.tell("exit", &Value::Null);
        self.to = None;
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
    }
}

const RULES: &str = "\
# Take from one heap, as many as the rule says.
game Sub[m](n) {
  let most = min(m, n)
  move take(k in 1..most) -> Sub[m](n - k)
}
game Three = Sub[3]
fn rest(n) = n % 4
start Three(5)
claim period(n in 0..100): sg(Three(n)) == rest(n)
claim wrong(n in 0..100): sg(Three(n)) < 3
print [x * x for x in 0..3]
";

const URI: &str = "untitled:rules.game";

fn place(line: u64, character: u64) -> Value {
    json!({"line": line, "character": character})
}

#[test]
fn names_are_found_and_renamed() {
    let mut editor = Editor::new();
    assert_eq!(editor.open(URI, RULES), Vec::<Value>::new());
    let none = json!({});
    // `most` in the move leads to its `let`; `n` there to the field; `Three` in the claim to the alias.
    let found = |range: &Value| range["range"]["start"].clone();
    assert_eq!(found(&editor.at("textDocument/definition", URI, 3, 22, &none)), place(2, 6));
    assert_eq!(found(&editor.at("textDocument/definition", URI, 3, 36, &none)), place(1, 12));
    assert_eq!(found(&editor.at("textDocument/definition", URI, 8, 30, &none)), place(5, 5));
    assert_eq!(found(&editor.at("textDocument/definition", URI, 10, 7, &none)), place(10, 17));
    assert_eq!(editor.at("textDocument/definition", URI, 8, 27, &none), Value::Null);
    // All places of the field `n`: its header, the `let`, the target.
    let places = editor.at("textDocument/references", URI, 1, 12, &json!({"context": {"includeDeclaration": true}}));
    let lines: Vec<u64> =
        places.as_array().expect("a list").iter().filter_map(|l| l["range"]["start"]["line"].as_u64()).collect();
    assert_eq!(lines, [1, 2, 3]);
    let renamed = editor.at("textDocument/rename", URI, 3, 12, &json!({"newName": "amount"}));
    assert_eq!(renamed["changes"][URI].as_array().map(Vec::len), Some(2), "{renamed}");
    for (name, why) in [("n", "is a field"), ("Sub", "is a game"), ("if", "is no name"), ("2k", "is no name")] {
        let refused = editor.at("textDocument/rename", URI, 3, 12, &json!({ "newName": name }));
        assert!(refused["message"].as_str().is_some_and(|text| text.contains(why)), "{name}: {refused}");
    }
    // Another scope may have the same name.
    let renamed = editor.at("textDocument/rename", URI, 10, 7, &json!({"newName": "n"}));
    assert_eq!(renamed["changes"][URI].as_array().map(Vec::len), Some(3), "{renamed}");
    editor.end();
}

#[test]
fn what_stands_there_is_told() {
    let mut editor = Editor::new();
    editor.open(URI, RULES);
    let none = json!({});
    let mut hover = |line, character| {
        let found = editor.at("textDocument/hover", URI, line, character, &none);
        found["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    assert!(hover(5, 14).contains("game Sub[m](n)\n") && hover(5, 14).contains("as many as the rule says"));
    assert!(hover(3, 22).contains("let most = min(m, n)"));
    assert!(hover(8, 27).contains("sg(P) -> number"), "{}", hover(8, 27));
    assert!(hover(3, 40).contains("k in 1..most"));
    // A position without variables has a value, one with a variable has none.
    assert!(hover(7, 7).contains("`sg(Three(5))` is `1`"), "{}", hover(7, 7));
    assert!(!hover(8, 31).contains("is `"));
    let symbols = editor.ask("textDocument/documentSymbol", &json!({"textDocument": {"uri": URI}}));
    let names = |list: &Value| -> Vec<String> {
        let list = list.as_array().into_iter().flatten();
        list.filter_map(|symbol| Some(symbol["name"].as_str()?.to_owned())).collect()
    };
    assert_eq!(names(&symbols), ["Sub", "Three", "rest", "period", "wrong"]);
    assert_eq!(names(&symbols[0]["children"]), ["m", "n", "most", "take"]);
    let labels = |list: &Value| -> Vec<String> {
        let list = list.as_array().into_iter().flatten();
        list.filter_map(|item| Some(item["label"].as_str()?.to_owned())).collect()
    };
    let inside = labels(&editor.at("textDocument/completion", URI, 3, 20, &none));
    for name in ["k", "n", "m", "most", "Three", "rest", "nimsum", "equals", "then"] {
        assert!(inside.iter().any(|label| label == name), "{name}: {inside:?}");
    }
    let outside = labels(&editor.at("textDocument/completion", URI, 6, 13, &none));
    assert!(!outside.iter().any(|label| label == "most"), "{outside:?}");
    let tokens = editor.ask("textDocument/semanticTokens/full", &json!({"textDocument": {"uri": URI}}));
    assert!(tokens["data"].as_array().is_some_and(|data| data.len() > 5 * 60 && data.len().is_multiple_of(5)));
    editor.end();
}

#[test]
fn errors_are_told_and_mended() {
    let mut editor = Editor::new();
    let broken = RULES.replacen("rest(n)\nclaim", "rset(n)\nclaim", 1);
    let said = editor.open(URI, &broken);
    assert_eq!(said.len(), 1, "{said:?}");
    assert_eq!((said[0]["code"].as_str(), said[0]["severity"].as_u64()), (Some("E0201"), Some(1)));
    let ask = json!({"textDocument": {"uri": URI}, "range": said[0]["range"], "context": {"diagnostics": []}});
    let actions = editor.ask("textDocument/codeAction", &ask);
    let edit = &actions[0]["edit"]["changes"][URI][0];
    assert_eq!((edit["newText"].as_str(), &edit["range"]), (Some("rest"), &said[0]["range"]));
    // A text that cannot be parsed keeps its outline and what may be written.
    let half = editor.change(URI, &RULES.replacen("fn rest(n) = n % 4", "fn rest(n) = n % (", 1));
    assert!(!half.is_empty());
    let symbols = editor.ask("textDocument/documentSymbol", &json!({"textDocument": {"uri": URI}}));
    assert!(symbols.as_array().is_some_and(|list| list.len() >= 3), "{symbols}");
    let items = editor.at("textDocument/completion", URI, 8, 30, &json!({}));
    assert!(items.as_array().is_some_and(|list| list.iter().any(|item| item["label"] == "rest")));
    assert_eq!(editor.change(URI, RULES), Vec::<Value>::new());
    let layout = editor.change(URI, "game   N(n){move t(k in 1..n)->N(n-k)}\n");
    assert_eq!(layout, Vec::<Value>::new());
    let edits = editor.ask("textDocument/formatting", &json!({"textDocument": {"uri": URI}, "options": {}}));
    assert_eq!(edits[0]["newText"], "game N(n) { move t(k in 1..n) -> N(n-k) }\n");
    assert_eq!(editor.response("textDocument/unheard", &json!({}))["error"]["code"], -32601);
    editor.end();
}

#[test]
fn claims_are_decided_beside() {
    let mut editor = Editor::new();
    editor.open(URI, RULES);
    editor.told("workspace/inlayHint/refresh");
    let all = json!({"start": place(0, 0), "end": place(99, 0)});
    let hints = editor.ask("textDocument/inlayHint", &json!({"textDocument": {"uri": URI}, "range": all}));
    let hints: Vec<(u64, &str)> = hints
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|hint| Some((hint["position"]["line"].as_u64()?, hint["label"].as_str()?)))
        .collect();
    assert_eq!(hints, [(8, "✓ holds for 101 instances"), (9, "✗ refuted: n = 3")]);
    // A solve without an end is given up when the editor leaves.
    let endless = format!("{RULES}claim long(a in 0..10**9): loses(Three(a) + Three(a))\n");
    editor.change(URI, &endless);
    editor.tell("textDocument/didSave", &json!({"textDocument": {"uri": URI}}));
    let hints = editor.ask("textDocument/inlayHint", &json!({"textDocument": {"uri": URI}, "range": all}));
    assert_eq!(hints, json!([]));
    editor.end();
}

#[test]
fn what_is_open_stands_for_what_is_on_the_disk() {
    let folder = Folder::new("lsp").with("nim.game", "game Nim(n) { move t(k in 1..n) -> Nim(n - k) }\n");
    let uri = |name: &str| format!("file://{}", folder.path.join(name).display());
    let mut editor = Editor::new();
    let main = "use \"nim.game\"\nprint sg(Nim(3)), sg(Nym(2))\n";
    assert_eq!(editor.open(&uri("main.game"), main).len(), 1);
    let other = "game Nym(n) { move t(k in 1..n) -> Nym(n - k) }\ngame Nim = Nym\n";
    assert_eq!(editor.open(&uri("nim.game"), other), Vec::<Value>::new());
    // The one that uses it is read again.
    let said = editor.told("textDocument/publishDiagnostics");
    assert_eq!((&said["uri"], said["diagnostics"].as_array().map(Vec::len)), (&json!(uri("main.game")), Some(0)));
    let found = editor.at("textDocument/definition", &uri("main.game"), 1, 22, &json!({}));
    assert!(found["uri"].as_str().is_some_and(|text| text.ends_with("nim.game")), "{found}");
    assert_eq!(found["range"]["start"], place(0, 5));
    editor.end();
}
