//! What is read and what is written: nothing but what was named, and whole or not at all.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use crate::support::{Folder, NIM, sgi};

const UNTIDY: &str = "game  Nim(n){move take(k in 1..n)->Nim(n-k)}\n";
/// A file with a proof for `--certificate`.
const PROVED: &str = "use octal\nclaim p(n in 0..): sg(Octal[\"0.7\"](n)) <= 9\n";
const SECRET: &str = "secret-of-somebody-else\n";

/// Names in a folder, in order.
fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.path).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn link(folder: &Folder, to: &str, name: &str) {
    symlink(to, folder.path.join(name)).expect("a link");
}

/// `sgi` where no file can grow, as on a full disk.
fn on_a_full_disk(folder: &Folder, arguments: &str) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f 0; exec {} {arguments}", env!("CARGO_BIN_EXE_sgi"));
    Command::new("sh").args(["-c", &script]).current_dir(&folder.path).output().expect("sh")
}

#[test]
fn what_is_replaced_keeps_its_mode_and_its_link_and_follows_no_planted_one() {
    let folder = Folder::new("files-fmt").with("a.game", UNTIDY).with("victim", SECRET);
    fs::create_dir(folder.path.join("below")).expect("a folder");
    fs::rename(folder.path.join("a.game"), folder.path.join("below/a.game")).expect("moved");
    fs::set_permissions(folder.path.join("below/a.game"), Permissions::from_mode(0o640)).expect("a mode");
    link(&folder, "below/a.game", "a.game");
    for planted in ["a.game.sgi-fmt", "below/a.game.sgi-fmt", "below/.sgi-", "below/a.game.tmp"] {
        symlink(folder.path.join("victim"), folder.path.join(planted)).expect("a link");
    }
    sgi(&["fmt", "a.game"]).within(&folder).exit(0);
    assert!(folder.read("below/a.game").starts_with("game Nim(n) {"));
    assert!(folder.path.join("a.game").is_symlink());
    let mode = fs::metadata(folder.path.join("below/a.game")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o7777, 0o640);
    assert_eq!(folder.read("victim"), SECRET);
    assert_eq!(names(&folder), ["a.game", "a.game.sgi-fmt", "below", "victim"]);
}

#[test]
fn on_a_full_disk_files_stay_as_they_were_and_nothing_is_left() {
    let folder = Folder::new("files-full")
        .with("a.game", UNTIDY)
        .with("p.game", "plot values(n in 0..9): n\n")
        .with("c.game", PROVED)
        .with("old", "old\n");
    let before = names(&folder);
    for arguments in [
        "fmt a.game",
        "new b",
        "plot p.game -o old",
        "plot p.game -o q.svg",
        "run c.game --certificate old",
        "run c.game --certificate c.json",
        "graph nim -o g.dot",
        "table nim 'n for n in 0..3' -o t.txt",
        "export kayles 'sg(Kayles(n)) for n in 0..' -o k.py",
    ] {
        let done = on_a_full_disk(&folder, arguments);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(5), "{arguments}: {said}");
        assert!(said.contains("cannot write `"), "{arguments}: {said}");
        assert_eq!(names(&folder), before, "{arguments}");
        assert_eq!((folder.read("a.game").as_str(), folder.read("old").as_str()), (UNTIDY, "old\n"), "{arguments}");
    }
}

#[test]
fn a_run_that_fails_replaces_nothing() {
    let refuted = format!("{PROVED}claim wrong(n in 0..9): n == 0\n");
    let folder =
        Folder::new("files-kept").with("c.game", PROVED).with("w.game", &refuted).with("broken.game", "game {\n");
    sgi(&["run", "c.game", "--certificate", "c.json"]).within(&folder).exit(0);
    let good = folder.read("c.json");
    sgi(&["verify", "c.json"]).within(&folder).exit(0);
    for (file, status) in [("missing.game", 5), ("broken.game", 3), ("w.game", 1)] {
        sgi(&["run", file, "--certificate", "c.json"]).within(&folder).exit(status);
        assert_eq!(folder.read("c.json"), good, "{file}");
    }
    // Where there is none, what was proved all the same is kept; a file that proves nothing is not made.
    sgi(&["run", "w.game", "--certificate", "w.json"]).within(&folder).exit(1);
    sgi(&["verify", "w.json"]).within(&folder).exit(0);
    sgi(&["run", "missing.game", "--certificate", "m.json"]).within(&folder).exit(5);
    sgi(&["run", "c.game", "--certificate", "none/c.json"]).within(&folder).exit(5).err("cannot write").out_is("");
    assert_eq!(names(&folder), ["broken.game", "c.game", "c.json", "w.game", "w.json"]);
}

#[test]
fn rules_are_never_replaced_by_results() {
    let folder = Folder::new("files-rules").with("c.game", PROVED).with("k.game", UNTIDY).with("rules.txt", PROVED);
    link(&folder, "k.game", "link.json");
    for command in [
        &["run", "c.game", "--certificate", "c.game"][..],
        &["run", "c.game", "--certificate", "k.game"],
        &["run", "c.game", "--certificate", "link.json"],
        &["run", "c.game", "--certificate", "new.GAME"],
        &["run", "rules.txt", "--certificate", "./rules.txt"],
        &["plot", "c.game", "-o", "k.game"],
        &["graph", "k.game", "Nim(3)", "-o", "k.game"],
        &["table", "k.game", "n for n in 0..3", "--output", "k.game"],
        &["export", "kayles", "sg(Kayles(n)) for n in 0..", "-o", "k.game"],
    ] {
        sgi(command).within(&folder).exit(2).out_is("");
        assert_eq!((folder.read("c.game"), folder.read("rules.txt")), (PROVED.to_owned(), PROVED.to_owned()));
        assert_eq!(folder.read("k.game"), UNTIDY);
    }
    assert_eq!(names(&folder), ["c.game", "k.game", "link.json", "rules.txt"]);
}

#[test]
fn devices_and_descriptors_are_written_to_as_they_are() {
    let folder = Folder::new("files-devices").with("p.game", "plot values(n in 0..9): n\n");
    sgi(&["plot", "p.game", "-o", "/dev/null"]).within(&folder).exit(0).out_is("");
    assert!(!Path::new("/dev/null").is_file());
    sgi(&["plot", "p.game", "-o", "/dev/stdout"]).within(&folder).exit(0).out("</svg>");
    sgi(&["plot", "p.game", "-o", "/dev/full"]).within(&folder).exit(5).err("cannot write");
}

#[test]
fn help_on_a_full_disk_is_an_error_as_well() {
    for arguments in [&["--help"][..], &["--version"], &["run", "--help"], &["man"], &["games"]] {
        sgi(arguments).into_full_disk().exit(5).err("cannot write");
        sgi(arguments).without_reader().exit(0);
    }
}

#[test]
fn a_file_uses_nothing_but_regular_game_files_of_its_folder() {
    let outside = Folder::new("files-outside").with("other.game", SECRET).with("secret", SECRET);
    let folder = Folder::new("files-use").with("secret.txt", SECRET).with("good.game", NIM);
    fs::create_dir(folder.path.join("below")).expect("a folder");
    fs::write(folder.path.join("below/deep.game"), NIM).expect("a file");
    fs::create_dir(folder.path.join("folder.game")).expect("a folder");
    let away = |name: &str| outside.path.join(name).to_string_lossy().into_owned();
    link(&folder, &away("other.game"), "away.game");
    link(&folder, &away("secret"), "stolen.game");
    link(&folder, "secret.txt", "inner.game");
    link(&folder, "/dev/zero", "zero.game");
    link(&folder, &away(""), "door");
    link(&folder, "good.game", "alias.game");
    link(&folder, "nowhere.game", "dangling.game");
    let made = Command::new("mkfifo").arg(folder.path.join("pipe.game")).status().expect("mkfifo");
    assert!(made.success());
    let huge = fs::File::create(folder.path.join("huge.game")).expect("a file");
    huge.set_len(1 << 40).expect("a file with holes");
    let used = |path: &str| format!("use \"{path}\"\nprint 1\n");
    for path in ["good.game", "alias.game", "below/deep.game", "./good.game"] {
        sgi(&["run", "-"]).input(&used(path)).within(&folder).exit(0).out_is("1\n");
    }
    let refused =
        ["away", "stolen", "inner", "zero", "door/other", "pipe", "huge", "folder", "dangling", "below/../good"];
    for name in refused {
        let done = sgi(&["run", "-"]).input(&used(&format!("{name}.game"))).within(&folder).exit(3).err("E080");
        assert!(!done.stderr().contains("secret-of"), "{name}: {}", done.stderr());
    }
}

#[test]
fn a_named_device_or_endless_input_is_read_up_to_a_limit() {
    let zero = || fs::File::open("/dev/zero").expect("/dev/zero");
    for command in ["run", "verify", "fmt", "check"] {
        sgi(&[command, "/dev/zero"]).exit(5).err("holds more than 32 MiB");
        sgi(&[command, "-"]).from(zero()).exit(5).err("holds more than 32 MiB");
    }
    sgi(&["play", "nim"]).from(zero()).exit(0);
    // What is handed over through a descriptor is a file like any other.
    sgi(&["run", "/dev/stdin"]).input("print 1\n").exit(0).out_is("1\n");
}
