//! What people are shown: every character as what it is, whoever wrote it.

use crate::support::{Folder, Run, sgi};

/// An escape sequence, a C1 control, a bidi override, a zero-width space, a tag.
const EVIL: &str = "\u{1b}[2J\u{9b}x\u{202e}\u{200b}\u{e0041}";

fn rules() -> String {
    format!(
        "# {EVIL}\ngame Nim(n, t: text) {{ move take(k in 1..n, w in {{\"{EVIL}\"}}) -> Nim(n - k, w) }}\n\
         param p: {{\"{EVIL}\", \"b\"}} = \"{EVIL}\"\nstart Nim(2, \"{EVIL}\")\nprint \"{EVIL}\"\n\
         table t(n in 0..1, w in {{\"{EVIL}\"}}): n, w as \"{EVIL}\"\nplot q(n in 0..3): n + #{EVIL}\n 1\n\
         claim c(w in {{\"{EVIL}\"}}): w == \"a\"\n"
    )
}

/// Nothing hidden but line ends and, if `colours`, colour codes.
fn seen(text: &str, colours: bool, of: &str) {
    let plain: String = if colours {
        let mut pieces = text.split("\x1b[");
        let first = pieces.next().unwrap_or("").to_owned();
        pieces.fold(first, |all, piece| {
            let (codes, rest) = piece.split_once('m').unwrap_or_else(|| panic!("{of}: {piece:?}"));
            assert!(codes.chars().all(|c| c.is_ascii_digit() || c == ';'), "{of}: {codes:?}");
            all + rest
        })
    } else {
        text.to_owned()
    };
    let hidden: Vec<char> =
        plain.chars().filter(|&c| c != '\n' && (c.is_control() || "\u{202e}\u{200b}\u{e0041}".contains(c))).collect();
    assert!(hidden.is_empty(), "{of}: {hidden:?} in {plain}");
}

#[test]
fn nothing_hidden_reaches_a_person() {
    let text = rules();
    let run = |arguments: &[&str]| -> Run { sgi(arguments).input(&text).run() };
    let name = format!("{EVIL}.game");
    for command in [
        &["run", "-"][..],
        &["check", "-"],
        &["moves", "-"],
        &["eval", "-", "p", "Nim(1, p)"],
        &["table", "-", "(n, p) for n in 0..2"],
        &["find", "-", "n for n in 0..30"],
        &["plot", "-"],
        &["plot", "-", "-o", "-"],
        &["graph", "-"],
        &["graph", "-", "--format", "svg"],
        &["dump", "-"],
        &["eval", "-", EVIL],
        &["run", "-", "-D", EVIL],
        &["run", "-", EVIL],
        &["run", &name],
        &["verify", &name],
        &["fmt", &name],
        &["games", EVIL],
        &["explain", EVIL],
        &[&name],
    ] {
        for color in ["never", "always"] {
            let done = run(&[command, &["--color", color]].concat());
            let of = format!("{command:?} {color}");
            seen(&done.stdout(), color == "always", &of);
            seen(&done.stderr(), color == "always", &of);
        }
    }
    sgi(&["run", "-"]).input(&text).exit(1).out("\\u{1b}[2J\\u{9b}x\\u{202e}\\u{200b}\\u{e0041}");
}

#[test]
fn formats_for_programs_keep_the_text() {
    let text = rules();
    let done = sgi(&["run", "-", "--format", "json"]).input(&text).exit(1);
    assert!(done.stdout().is_ascii() || !done.stdout().contains(['\u{9b}', '\u{202e}', '\u{200b}', '\u{e0041}']));
    assert_eq!(done.json()["prints"][0]["values"][0], EVIL);
    sgi(&["table", "-", "(n, p) for n in 0..0", "--format", "csv"]).input(&text).exit(0).out(EVIL);
    // A file is laid out, not changed.
    let comment = format!("# {EVIL}\nprint 1\n");
    sgi(&["fmt", "-"]).input(&comment).exit(0).out_is(&comment);
}

#[test]
fn cells_are_no_formulas() {
    let text = "let t = [\"=1+1\", \"@x\", \"-a\", \"ok\"]\n";
    let csv = sgi(&["table", "-", "(t[i], 0 - i) for i in 0..3", "--format", "csv"]).input(text).exit(0).stdout();
    for cell in ["'=1+1", "'@x", "'-a", "ok", "-3\n"] {
        assert!(csv.contains(&format!(",{cell}")), "{cell}: {csv}");
    }
}

#[test]
fn no_function_is_called_like_a_keyword() {
    for word in ["class", "delete", "std", "lambda", "constexpr", "None", "main", "divmod", "a-b", ""] {
        sgi(&["export", "kayles", "sg(Kayles(n)) for n in 0..", "--name", word]).exit(2).out_is("");
    }
}

#[test]
fn a_text_that_is_too_long_for_the_memory_is_not_parsed() {
    let long = format!("print {}1\n", "1+".repeat(500_000));
    let folder = Folder::new("shown-long").with("long.game", &long).with("main.game", "use long\nprint 1\n");
    for file in ["long.game", "main.game"] {
        sgi(&["run", file, "--max-memory", "64M"]).within(&folder).exit(4).err("--max-memory").out_is("");
    }
}
