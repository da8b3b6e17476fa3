//! The programs in `docs/` are run: each command after a program prints what the page says that it prints.
//!
//! A program is a fenced block marked `game`. The commands in the `console` block after it, lines that start with `$ sgi`,
//! are carried out on a file that holds the program; what they print must be the lines below them. A program without
//! commands must pass `sgi run`. `SGI_BLESS=1` writes the pages anew instead of comparing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

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

fn sgi(folder: &Path, arguments: &[String]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_sgi"))
        .args(arguments)
        .args(["--color", "never"])
        .current_dir(folder)
        .output()
        .expect("sgi starts");
    let printed = String::from_utf8(done.stdout).expect("UTF-8");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && said.is_empty(), "sgi {}: {}\n{printed}{said}", arguments.join(" "), done.status);
    printed
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
    let (mut new, mut copied, mut program) = (String::new(), 0, None);
    for (i, block) in blocks.iter().enumerate() {
        if block.mark == "game" {
            program = Some(lines[block.first..block.end].join("\n") + "\n");
            if blocks.get(i + 1).is_none_or(|next| next.mark != "console") {
                fs::write(folder.join("program.game"), program.as_ref().expect("just set")).expect("written");
                sgi(&folder, &["run".to_owned(), "program.game".to_owned()]);
            }
        }
        if block.mark != "console" {
            continue;
        }
        lines[copied..block.first].iter().for_each(|line| new += &format!("{line}\n"));
        for line in lines[block.first..block.end].iter().filter(|line| line.starts_with("$ sgi ")) {
            let words = words(&line[6..]);
            if let Some(name) = words.iter().find(|word| word.ends_with(".game")) {
                fs::write(folder.join(name), program.as_ref().expect("a program before its commands"))
                    .expect("written");
            }
            let printed: String = sgi(&folder, &words).lines().map(|l| format!("{}\n", l.trim_end())).collect();
            new += &format!("{line}\n{printed}");
        }
        copied = block.end;
    }
    lines[copied..].iter().for_each(|line| new += &format!("{line}\n"));
    let _ = fs::remove_dir_all(&folder);
    new
}

#[test]
fn the_pages_say_what_the_programs_print() {
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut pages: Vec<PathBuf> =
        fs::read_dir(&docs).expect("docs/").map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|page| page.extension().is_some_and(|e| e == "md"));
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
