//! Every file of `games/` runs as claimed and without a word of complaint, under its own parameters and under others.
//!
//! The whole gallery takes a minute or two without optimisation. With it, seconds:
//! `cargo build --release && SGI=target/release/sgi cargo test --test corpus gallery -- --ignored`

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use sgi::driver::{Input, format};

/// Other values for parameters; the claims must stand under each line.
const OVERRIDES: &[(&str, &[&[&str]])] = &[
    ("bash", &[&["m=1"], &["m=2"], &["m=50"]]),
    ("beatty", &[&["N=1"], &["N=10"], &["N=60"]]),
    ("bounded_nim", &[&["k=1"], &["k=3"], &["k=20"]]),
    ("chomp", &[&["R=1", "C=1"], &["R=2", "C=9"], &["R=5", "C=5"]]),
    ("coins", &[&["length=1"], &["length=9", "run=1"], &["length=30", "run=4"]]),
    ("coins_loopy", &[&["k=1"], &["k=3"], &["k=5"]]),
    ("cram", &[&["rows=1", "columns=5"], &["rows=2", "columns=2"], &["rows=4", "columns=4"]]),
    ("domineering", &[&["rows=1", "columns=1"], &["rows=2", "columns=5"], &["rows=4", "columns=4"]]),
    ("flip_heads", &[&["m=1"], &["m=3"], &["m=9"]]),
    ("geography", &[&["n=2"], &["n=4"], &["n=5"]]),
    ("moore", &[&["k=1"], &["k=3"], &["k=10"]]),
    ("nim", &[&["heaps=[]"], &["heaps=[1]"], &["heaps=[1, 2, 3, 4]"]]),
    ("northcott", &[&["W=2"], &["W=3"], &["W=6"]]),
    ("octal", &[&["rules=\"0.77\""], &["rules=\"0.6\""], &["rules=\"4.7\""]]),
    ("poset", &[&["N=2"], &["N=60"], &["N=1000"]]),
    ("subtraction", &[&["S={}"], &["S={2, 3}"], &["S=1..10"]]),
    ("wythoff", &[&["k=1"], &["k=2"], &["k=5"]]),
];

fn gallery() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("games/").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn name(path: &Path) -> &str {
    path.file_stem().and_then(|stem| stem.to_str()).expect("a name")
}

/// What a command says that it should not, and whether it failed; empty when all is as claimed.
fn said(args: &[&str], path: &Path, definitions: &[&str]) -> String {
    let program = env::var_os("SGI").unwrap_or_else(|| env!("CARGO_BIN_EXE_sgi").into());
    let mut command = Command::new(program);
    command.args(args).arg(path).arg("--quiet");
    for definition in definitions {
        command.args(["-D", definition]);
    }
    let done = command.output().expect("the program runs");
    let status = if done.status.success() { String::new() } else { format!("{}\n", done.status) };
    status + &String::from_utf8_lossy(&done.stderr)
}

#[test]
#[ignore = "slow without optimisation"]
fn every_file_runs_as_claimed() {
    for path in gallery() {
        let said = said(&["run"], &path, &[]);
        assert!(said.is_empty(), "{}: {said}", name(&path));
    }
}

#[test]
#[ignore = "slow without optimisation"]
fn every_file_runs_as_claimed_with_other_parameters() {
    for (game, lines) in OVERRIDES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{game}.game"));
        for line in *lines {
            let said = said(&["run"], &path, line);
            assert!(said.is_empty(), "{game} -D {}: {said}", line.join(" -D "));
        }
    }
}

#[test]
fn every_parameter_is_tried_with_other_values() {
    for path in gallery() {
        let text = fs::read_to_string(&path).expect("a game");
        let tried = OVERRIDES.iter().find(|(game, _)| *game == name(&path)).map_or(&[][..], |(_, lines)| *lines);
        for parameter in text.lines().filter_map(|line| line.strip_prefix("param ")) {
            let parameter = parameter.split(':').next().expect("a name");
            let prefix = format!("{parameter}=");
            assert!(
                tried.iter().flat_map(|line| line.iter()).any(|d| d.starts_with(&prefix)),
                "{}: {parameter}",
                name(&path)
            );
        }
        assert!(tried.is_empty() || tried.len() >= 3, "{}: three other values", name(&path));
    }
}

#[test]
#[ignore = "slow without optimisation"]
fn every_equation_is_right_where_it_is_checked() {
    for path in gallery() {
        let said = said(&["check", "--equations"], &path, &[]);
        assert!(said.is_empty(), "{}: {said}", name(&path));
    }
}

#[test]
fn every_file_has_the_standard_layout() {
    for path in gallery() {
        let input = Input::read(path.to_str().expect("UTF-8")).expect("a file");
        let printed = format(&input).unwrap_or_else(|(said, _)| panic!("{said:?}"));
        assert_eq!(printed, *input.text, "{}", name(&path));
    }
}
