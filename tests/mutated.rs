//! The gallery's games with words exchanged, dropped and doubled: whatever comes of it, the run ends by itself, with a
//! status that says what happened, and never as a defect.

use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use sgi::base::Limits;
use sgi::driver::{Event, Exit, Input, Options, Session};

/// Mutants of each game.
const MUTANTS: u64 = 6;

/// Numbers that look random, the same in every run (Steele, Lea & Flood 2014, "`SplitMix`").
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % n.max(1) as u64).unwrap_or(0)
    }
}

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

/// A few pieces exchanged, dropped, doubled, or replaced by another's.
fn mutate(text: &str, numbers: &mut Numbers) -> String {
    let mut pieces = pieces(text);
    for _ in 0..=numbers.below(3) {
        let (i, j) = (numbers.below(pieces.len()), numbers.below(pieces.len()));
        match numbers.below(5) {
            0 => pieces.swap(i, j),
            1 => drop(pieces.remove(i)),
            2 => pieces.insert(i, pieces[j].clone()),
            3 => {
                let other = pieces[j].clone();
                pieces[i] = other;
            }
            _ => {
                pieces[i] =
                    ["0", "-", "1..", "misere", "{", "]", "loopy", "\"", "x", "999999999999999999999"][j % 10].into();
            }
        }
    }
    pieces.concat()
}

/// Runs a text within tight limits, on a stack like the program's own.
fn run(text: String) -> (Exit, Duration) {
    let work = move || {
        let limits =
            Limits { max_states: 3_000, max_memory: 256 << 20, timeout: Some(Duration::from_millis(150)), jobs: 1 };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
        let input = Input { name: "mutant.game".to_owned(), text: Rc::from(text), folder: Some(folder) };
        let mut ignore = |_: Event<'_>| {};
        let started = Instant::now();
        let mut session = Session::open(&input, Options { limits, ..Options::default() }, &mut ignore);
        session.run();
        (session.finish().1, started.elapsed())
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(work).expect("a thread");
    thread.join().expect("no panic")
}

#[test]
fn mutants_end_well() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut files: Vec<_> = fs::read_dir(folder).expect("games").map(|e| e.expect("an entry").path()).collect();
    files.sort();
    let mut numbers = Numbers(1);
    for file in files {
        let text = fs::read_to_string(&file).expect("text");
        for _ in 0..MUTANTS {
            let mutant = mutate(&text, &mut numbers);
            let (exit, took) = run(mutant.clone());
            assert!(exit.status() != Exit::Defect.status(), "a defect for:\n{mutant}");
            assert!(took < Duration::from_mins(1), "{took:?} for:\n{mutant}");
        }
    }
}
