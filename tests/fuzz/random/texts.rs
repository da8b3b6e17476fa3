//! Texts of any bytes, and sequences of words: whatever comes of them, every command ends by itself, with a status that
//! says what happened, and never with a panic or as a defect.

use std::fs;
use std::time::{Duration, Instant};

use sgi::base::Limits;
use sgi::driver::{Exit, Session, Stage, format};

use super::draw::Draw;
use super::run;

/// Words that `.game` files are made of, and some that they are not.
const WORDS: [&str; 96] = [
    "game",
    "move",
    "param",
    "let",
    "fn",
    "enum",
    "use",
    "start",
    "claim",
    "refute",
    "table",
    "plot",
    "print",
    "if",
    "then",
    "else",
    "for",
    "in",
    "of",
    "as",
    "with",
    "and",
    "or",
    "not",
    "xor",
    "implies",
    "iff",
    "true",
    "false",
    "misere",
    "graph",
    "loopy",
    "left",
    "right",
    "same",
    "equals",
    "ends",
    "wins",
    "measure",
    "list",
    "bag",
    "set",
    "nat",
    "int",
    "bool",
    "text",
    "->",
    "--",
    "..",
    "..<",
    "==",
    "!=",
    "<=",
    "<",
    "+",
    "-",
    "*",
    "**",
    "//",
    "/",
    "%",
    "|",
    "&",
    "++",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    "=",
    ".",
    "sg",
    "wins",
    "outcome",
    "sum",
    "any",
    "min",
    "mex",
    "len",
    "G",
    "H",
    "x",
    "n",
    "k",
    "q",
    "0",
    "1",
    "2",
    "\"ab\"",
    "9223372036854775807",
    "18446744073709551616",
    "^",
    "e\u{301}",
];

/// Splits a text where words, numbers and marks meet.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut last = None;
    for c in text.chars() {
        let kind = (c.is_alphanumeric() || c == '_', c.is_whitespace());
        match pieces.last_mut() {
            Some(piece) if last == Some(kind) && (kind.0 || kind.1) => piece.push(c),
            _ => pieces.push(c.to_string()),
        }
        last = Some(kind);
    }
    pieces
}

/// A few pieces exchanged, dropped, doubled, or replaced: by another's, by a word, by a number that is near a border.
pub fn mutate(text: &str, draw: &mut Draw<'_>) -> String {
    let mut pieces = pieces(text);
    for _ in 0..=draw.below(4) {
        if pieces.is_empty() {
            break;
        }
        let (i, j) = (draw.below(pieces.len()), draw.below(pieces.len()));
        match draw.below(8) {
            0 => pieces.swap(i, j),
            1 => drop(pieces.remove(i)),
            2 => pieces.insert(i, pieces[j].clone()),
            3 => pieces[i] = pieces[j].clone(),
            4 => pieces[i] = draw.pick(&WORDS).to_owned(),
            5 => pieces.insert(i, format!(" {} ", draw.pick(&WORDS))),
            6 => {
                let part: Vec<String> = pieces[i.min(j)..=i.max(j)].to_vec();
                let at = draw.below(pieces.len());
                pieces.splice(at..at, part.into_iter().take(60));
            }
            _ => {
                let number = draw.pick(&super::rules::BORDERS) + draw.between(0, 2) - 1;
                let numbers: Vec<usize> =
                    (0..pieces.len()).filter(|&i| pieces[i].bytes().all(|c| c.is_ascii_digit())).collect();
                let at = if numbers.is_empty() { i } else { draw.pick(&numbers) };
                pieces[at] = number.to_string();
            }
        }
    }
    pieces.concat()
}

/// The gallery.
fn files() -> Vec<String> {
    let mut paths: Vec<_> = fs::read_dir(run::games()).expect("games").map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read_to_string(path).expect("text")).collect()
}

/// Bytes as a text.
pub fn text(bytes: &[u8]) -> Result<(), String> {
    all_commands(&String::from_utf8_lossy(bytes), bytes.len())
}

/// A sequence of words, or one of the gallery's files with pieces exchanged.
pub fn words(bytes: &[u8]) -> Result<(), String> {
    let mut draw = Draw::new(bytes);
    let files = files();
    let text = if files.is_empty() || draw.once_in(5) {
        (0..=draw.below(200)).map(|_| format!("{} ", draw.pick(&WORDS))).collect()
    } else {
        let file = draw.pick(&files);
        mutate(&file, &mut draw)
    };
    let which = draw.below(1000);
    all_commands(&text, which)
}

/// Nothing of a mutant needs more than this.
fn tight() -> Limits {
    Limits { max_states: 3_000, max_memory: 256 << 20, timeout: Some(Duration::from_millis(150)), jobs: 1 }
}

/// So long a run may take beyond its limits: any more, and it does not look at the clock.
const LATE: Duration = Duration::from_secs(20);

/// One of the commands, and the layout.
fn all_commands(text: &str, which: usize) -> Result<(), String> {
    let started = Instant::now();
    let first = text.split(['(', '[', ' ']).skip_while(|word| *word != "game").nth(1).unwrap_or("G").to_owned();
    let commands: [(&str, &dyn Fn(&mut Session<'_>)); 8] = [
        ("run", &|session| session.run()),
        ("check --equations", &|session| session.check(true)),
        ("moves", &|session| drop(session.moves(None, true))),
        ("graph", &|session| drop(session.graph(None))),
        ("plot", &|session| session.plots(&[])),
        ("dump", &|session| drop(session.dump(Stage::Plan, &[format!("[sg({first}(n)) for n in 0..9]")]))),
        ("find", &|session| session.find(&format!("sg({first}(n)) for n in 0..40"))),
        ("table", &|session| session.table(&format!("sg({first}(a, b)) for a in 0..9, b in 0..9"))),
    ];
    // What one writes, all run.
    for (name, command) in [commands[0], commands[which % commands.len()]] {
        match run::session(text, tight(), command) {
            Err(what) => return Err(format!("`{name}` panicked: {what}\n{text}")),
            Ok((_, Exit::Defect)) => return Err(format!("`{name}` ended as a defect\n{text}")),
            Ok(_) if started.elapsed() > LATE => return Err(format!("`{name}` took {:?}\n{text}", started.elapsed())),
            Ok(_) => {}
        }
    }
    let lay_out = |text: &str| run::caught(|| format(&run::input(text)).ok());
    if let Some(once) = lay_out(text).map_err(|what| format!("`fmt` panicked: {what}\n{text}"))? {
        let twice = lay_out(&once);
        if twice != Ok(Some(once.clone())) {
            return Err(format!("`fmt` twice is not `fmt`:\n{text}\n--- once\n{once}\n--- twice\n{twice:?}"));
        }
    }
    Ok(())
}
