//! The house keeps its floors: an import goes only downwards, and a library is named in one folder only.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Folder (or file) of `src/` and its floor. Imports go to a strictly lower floor, or stay in the folder.
const FLOORS: &[(&str, u32)] = &[
    ("base", 0),
    ("number", 1),
    ("diagnostics", 1),
    ("cgt", 2),
    ("combinatorics", 2),
    ("automata", 2),
    ("linear", 2),
    ("syntax", 3),
    ("value", 3),
    ("library", 4),
    ("analysis", 5),
    ("terms", 6),
    ("ir", 6),
    ("eval", 7),
    ("engine", 8),
    ("claims", 9),
    ("find", 9),
    ("report", 10),
    ("driver", 11),
    ("lsp", 12),
    ("cli", 13),
];

/// A crate and the only places that may name it.
const NAMED_ONLY_IN: &[(&str, &[&str])] = &[
    ("pest", &["syntax/"]),
    ("ariadne", &["diagnostics/render.rs", "diagnostics/render/"]),
    ("dashu_int", &["number/"]),
    ("clap", &["cli/", "main.rs"]),
    ("serde", &["report/", "report.rs", "lsp/server.rs"]),
    ("lsp_server", &["lsp/"]),
    ("lsp_types", &["lsp/"]),
    ("unicode_properties", &["base/visible.rs"]),
    ("tempfile", &["cli/files.rs"]),
    ("rustyline", &["cli/repl/terminal.rs"]),
];

/// A folder and the lower ones that it must not name all the same.
const NEVER_NAMES: &[(&str, &[&str])] = &[("engine", &["diagnostics", "syntax"])];

fn rust_files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            into.push(path);
        }
    }
}

/// Every source file: its path below `src/` and its text without comments.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("below src").to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&path).expect("text");
        let code = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n");
        (name, code)
    };
    files.into_iter().map(read).collect()
}

/// The words that follow `prefix` in `code`, where `prefix` starts a path.
fn words_after<'a>(code: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    code.match_indices(prefix).map(move |(at, _)| {
        let rest = &code[at + prefix.len()..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}

#[test]
fn imports_go_downwards() {
    let floors: BTreeMap<&str, u32> = FLOORS.iter().copied().collect();
    let mut wrong = Vec::new();
    for (name, code) in sources() {
        let folder = name.split(['/', '.']).next().unwrap_or("");
        // Tests may look at anything.
        if matches!(folder, "lib" | "main") || name.contains("/tests/") || name.ends_with("/tests.rs") {
            continue;
        }
        let Some(&own) = floors.get(folder) else {
            wrong.push(format!("{name}: `{folder}` has no floor in tests/architecture.rs"));
            continue;
        };
        for target in words_after(&code, "crate::") {
            let below = floors.get(target).is_some_and(|&floor| floor < own)
                && !NEVER_NAMES.iter().any(|(from, to)| *from == folder && to.contains(&target));
            if target != folder && !below && floors.contains_key(target) {
                wrong.push(format!("{name}: `crate::{target}` is not on a lower floor, or never to be named here"));
            }
        }
    }
    assert!(wrong.is_empty(), "arrows that must not be:\n{}", wrong.join("\n"));
}

#[test]
fn a_library_is_named_in_one_place() {
    let mut wrong = Vec::new();
    for (name, code) in sources() {
        for (library, places) in NAMED_ONLY_IN {
            let named = code.contains(&format!("{library}::")) || code.contains(&format!("use {library};"));
            if named && !places.iter().any(|place| name.starts_with(place)) {
                wrong.push(format!("{name}: names `{library}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "libraries named out of place:\n{}", wrong.join("\n"));
}

#[test]
fn every_package_that_was_asked_for_is_used() {
    let all: String = sources().into_iter().map(|(_, code)| code).collect();
    for package in ["pest", "pest_derive", "hashbrown", "ariadne", "clap"] {
        assert!(all.contains(&format!("{package}::")), "`{package}` is not used");
    }
}
