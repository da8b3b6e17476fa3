//! `sgi test`: many files, one summary, and the forms that build servers read.

use crate::support::{Folder, NIM, sgi};

fn folder(name: &str) -> Folder {
    let nested = Folder::new(name)
        .with("good.game", &format!("{NIM}claim bouton(n in 0..9): sg(Nim(n)) == n\nprint 1\n"))
        .with("rules.txt", "no rules");
    for (path, text) in [
        ("sub/bad.game", format!("{NIM}claim low(n in 0..9): sg(Nim(n)) == n % 3\nclaim \"\u{1b}")),
        ("sub/false.game", format!("{NIM}claim low(n in 0..9): sg(Nim(n)) == n % 3\n")),
        (".hidden/never.game", "game (".to_owned()),
    ] {
        let path = nested.path.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    nested
}

#[test]
fn the_files_of_a_folder() {
    let folder = folder("test-text");
    let run = sgi(&["test", "--quiet"]).within(&folder).exit(3);
    let run = run.out("✓ good.game: 1 of 1 claim as stated").out("✗ sub/false.game: 0 of 1 claim as stated");
    let run = run.out("    low: refuted, counterexample: n = 3 (fourth of 10 instances); left 3, right 0\n");
    let run = run.out("1 of 3 files without a fault").err_is("");
    assert!(!run.stdout().contains("hidden"), "{}", run.stdout());
    // As they are named, and a status of the worst.
    sgi(&["test", "good.game", "good.game"]).within(&folder).exit(0).out("2 of 2 files without a fault, 2 of 2 claims");
    sgi(&["test", "sub/false.game"]).within(&folder).exit(1);
    sgi(&["test", "nowhere"]).within(&folder).exit(5).out("E0801");
    sgi(&["test", "rules.txt", "-q"]).within(&folder).exit(3);
    let empty = Folder::new("test-empty");
    sgi(&["test"]).within(&empty).exit(2).err("no `.game` file in .");
}

#[test]
fn for_build_servers() {
    let folder = folder("test-forms");
    let run = sgi(&["test", "good.game", "sub/false.game", "--format", "junit"]).within(&folder).exit(1);
    let run = run
        .out("<testsuites name=\"sgi\" tests=\"4\" failures=\"2\">")
        .out("<testcase classname=\"good.game\" name=\"bouton\"/>");
    let run = run.out(
        "name=\"low\"><failure message=\"refuted, counterexample: n = 3 (fourth of 10 instances); left 3, right 0\"/>",
    );
    run.err_is("");
    let github = sgi(&["test", "sub", "--format", "github"]).within(&folder).exit(3);
    let github = github.out("::error file=sub/false.game,line=2,col=7,title=E0701::the claim `low` is false%0A");
    assert!(github.stdout().lines().all(|line| line.starts_with("::")), "{}", github.stdout());
    let json = sgi(&["test", "--format", "json"]).within(&folder).exit(3).json();
    assert_eq!(json[0]["file"], "good.game");
    assert_eq!((&json[0]["status"], &json[0]["claims"][0]["verdict"]), (&0.into(), &"holds".into()));
    assert_eq!(json[2]["claims"][0]["counterexample"]["bindings"]["n"], 3);
    // Into a file, whole.
    sgi(&["test", "good.game", "--format", "junit", "-o", "report.xml"]).within(&folder).exit(0).out_is("");
    assert!(folder.read("report.xml").ends_with("</testsuites>\n"));
}

/// A limit is each file's own: one that is too large does not end the others.
#[test]
fn limits_are_of_each_file() {
    let large = format!("{NIM}claim c(n in 0..): sg(Nim(n)) == n\nprint sg(whole(Nim(9) + Nim(9)))\n");
    let folder = Folder::new("test-limits").with("a.game", &large).with("b.game", &format!("{NIM}print sg(Nim(3))\n"));
    sgi(&["test", "--max-states", "20"]).within(&folder).exit(4).out("✗ a.game").out("✓ b.game").out("1 of 2 files");
}
