//! The programs in `README.md` and `docs/` are run: each command after a program prints what the page says that it prints.
//!
//! A program is a fenced block marked `game`. A program that no commands follow must pass `sgi run`. The commands in the
//! `console` block after it, lines that start with `$ sgi` (or `$ cargo run --release --`), are carried out on a file
//! that holds the program; a file in `games/` is the shipped one. What a command prints, standard output first and then
//! standard error, must be the lines below it; a line `...` stands for lines left out, and the number of states is not
//! compared. A command that does not end with 0 is followed by `$ echo $?` and the exit status. A program marked
//! `game NAME.game` stays under this name, so that later ones can use it. `SGI_BLESS=1` writes the pages anew instead of
//! comparing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const STATUS: &str = "$ echo $?";

/// A fenced block: its mark, and the range of its lines without the fences.
struct Block {
    mark: String,
    first: usize,
    end: usize,
}

fn blocks(lines: &[&str]) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<(String, usize)> = None;
    for (i, line) in lines.iter().enumerate() {
        let Some(mark) = line.strip_prefix("```") else { continue };
        open = match open {
            None => Some((mark.trim().to_owned(), i + 1)),
            Some((mark, first)) => {
                found.push(Block { mark, first, end: i });
                None
            }
        };
    }
    found
}

/// Splits a command into words; single quotes keep spaces together.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut inside) = (Vec::new(), String::new(), false, false);
    for c in command.chars() {
        match c {
            '\'' => (quoted, inside) = (!quoted, true),
            ' ' if !quoted => {
                if inside {
                    words.push(std::mem::take(&mut word));
                }
                inside = false;
            }
            c => {
                word.push(c);
                inside = true;
            }
        }
    }
    if inside {
        words.push(word);
    }
    words
}

/// The arguments of a line that calls `sgi`.
fn call(line: &str) -> Option<Vec<String>> {
    let rest = line.strip_prefix("$ sgi ").or_else(|| line.strip_prefix("$ cargo run --release -- "));
    rest.map(words)
}

/// What `sgi` prints in this folder, and its exit status when that is not 0, as they stand on a page.
fn sgi(folder: &Path, arguments: &[String]) -> Vec<String> {
    let done = Command::new(env!("CARGO_BIN_EXE_sgi"))
        .args(["--color", "never"])
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .output()
        .expect("sgi starts");
    let mut printed = String::from_utf8(done.stdout).expect("UTF-8");
    printed += &String::from_utf8(done.stderr).expect("UTF-8");
    let mut lines: Vec<String> = printed.lines().map(|line| line.trim_end().to_owned()).collect();
    if !done.status.success() {
        lines.push(STATUS.to_owned());
        lines.push(done.status.code().map_or("a signal".to_owned(), |code| code.to_string()));
    }
    lines
}

/// Whether the lines of a page say what was printed; `...` stands for any lines.
fn agrees<S: AsRef<str>>(page: &[&str], printed: &[S]) -> bool {
    match page.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|skipped| agrees(rest, &printed[skipped..])),
        Some((line, rest)) => {
            printed.split_first().is_some_and(|(first, others)| same(line, first.as_ref()) && agrees(rest, others))
        }
    }
}

/// Whether two lines say the same; the number of states measures the engine's work, and is no result.
fn same(page: &str, printed: &str) -> bool {
    const STATES: &str = "  states  ";
    page == printed || (page.starts_with(STATES) && printed.starts_with(STATES))
}

/// Puts the file that a command names into the folder, unless it was kept there: a shipped game, or the program.
fn provide(folder: &Path, name: &str, program: Option<&String>) {
    let file = folder.join(name);
    if name.starts_with("games/") {
        fs::create_dir_all(folder.join("games")).expect("a folder");
        fs::copy(Path::new(ROOT).join(name), file).unwrap_or_else(|e| panic!("{name}: {e}"));
    } else if let Some(program) = program {
        fs::write(file, program).expect("written");
    }
}

/// The lines of a `console` block as they are now.
fn console(folder: &Path, lines: &[&str], program: Option<&String>, kept: &[&str]) -> Vec<String> {
    let mut new = Vec::new();
    let mut i = 0;
    while i < lines.len() {
        let line = lines[i];
        let called = call(line).unwrap_or_else(|| panic!("no command: {line}"));
        let end = (i + 1..lines.len()).find(|&j| call(lines[j]).is_some()).unwrap_or(lines.len());
        if let Some(name) = called.iter().find(|word| is_game(word) && !kept.contains(&word.as_str())) {
            provide(folder, name, program);
        }
        let printed = sgi(folder, &called);
        new.push(line.to_owned());
        if agrees(&lines[i + 1..end], &printed) {
            new.extend(lines[i + 1..end].iter().map(|&line| line.to_owned()));
        } else {
            new.extend(printed);
        }
        i = end;
    }
    new
}

/// The page with the output of its commands as it is now.
fn carried_out(page: &Path) -> String {
    let text = fs::read_to_string(page).unwrap_or_else(|e| panic!("{}: {e}", page.display()));
    let lines: Vec<&str> = text.lines().collect();
    let folder = std::env::temp_dir().join(format!(
        "sgi-docs-{}-{}",
        std::process::id(),
        page.file_stem().expect("a name").to_string_lossy()
    ));
    fs::create_dir_all(&folder).expect("a folder");
    let blocks = blocks(&lines);
    let (mut new, mut copied, mut program, mut kept) = (String::new(), 0, None, Vec::new());
    for (i, block) in blocks.iter().enumerate() {
        let inside = &lines[block.first..block.end];
        if let Some(name) = block.mark.strip_prefix("game") {
            let text = inside.join("\n") + "\n";
            let name = if name.is_empty() { "program.game" } else { name.trim() };
            kept.push(name);
            fs::write(folder.join(name), &text).expect("written");
            if blocks.get(i + 1).is_none_or(|next| next.mark != "console") {
                let printed = sgi(&folder, &["run".to_owned(), name.to_owned()]);
                let clean = !printed.iter().any(|line| line == STATUS || line.starts_with("warning"));
                assert!(clean, "{}, line {}:\n{}", page.display(), block.first, printed.join("\n"));
            }
            program = Some(text);
        }
        if block.mark != "console" {
            continue;
        }
        lines[copied..block.first].iter().for_each(|line| new.extend([line, "\n"]));
        console(&folder, inside, program.as_ref(), &kept).iter().for_each(|line| new.extend([line, "\n"]));
        copied = block.end;
    }
    lines[copied..].iter().for_each(|line| new.extend([line, "\n"]));
    let _ = fs::remove_dir_all(&folder);
    new
}

#[test]
fn the_pages_say_what_the_programs_print() {
    let mut pages: Vec<PathBuf> = fs::read_dir(Path::new(ROOT).join("docs"))
        .expect("docs/")
        .map(|entry| entry.expect("an entry").path())
        // The programs of `errors.md` are wrong on purpose; they are tested with the pages of `sgi explain`.
        .filter(|page| page.extension().is_some_and(|e| e == "md") && !page.ends_with("errors.md"))
        .chain([Path::new(ROOT).join("README.md")])
        .collect();
    pages.sort();
    for page in pages {
        let new = carried_out(&page);
        let old = fs::read_to_string(&page).expect("a page");
        if std::env::var_os("SGI_BLESS").is_some() {
            fs::write(&page, &new).expect("written");
        } else if let Some((i, (a, b))) = old.lines().zip(new.lines()).enumerate().find(|(_, (a, b))| a != b) {
            panic!("{}, line {}:\n  page   {a}\n  printed {b}", page.display(), i + 1);
        } else {
            assert_eq!(old.lines().count(), new.lines().count(), "{}", page.display());
        }
    }
}

#[test]
fn dots_stand_for_lines_left_out() {
    let printed = ["a", "b", "c"];
    assert!(agrees(&["a", "b", "c"], &printed));
    assert!(agrees(&["...", "c"], &printed));
    assert!(agrees(&["a", "..."], &printed));
    assert!(agrees(&["a", "b", "...", "c"], &printed));
    assert!(!agrees(&["a", "c"], &printed));
    assert!(!agrees(&["a", "...", "d"], &printed));
    assert!(!agrees(&["a", "b"], &printed));
}

#[test]
fn the_reference_has_every_name_of_the_library() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/language.md")).expect("a page");
    let missing: Vec<&str> = sgi::library::names()
        .filter(|name| !page.contains(&format!("`{name}(")) && !page.contains(&format!("`{name}`")))
        .collect();
    assert!(missing.is_empty(), "{}", missing.join(", "));
}

/// Whether a word names a game's file.
fn is_game(word: &str) -> bool {
    std::path::Path::new(word).extension().is_some_and(|e| e == "game")
}
