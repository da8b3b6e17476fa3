//! `sgi repl` over pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

use crate::support::{Folder, NIM, Run, sgi};

/// What a session on Nim says to these entries, which ends with this status.
fn said(name: &str, status: i32, entries: &str) -> Run {
    let folder = Folder::new(name).with("nim.game", NIM);
    sgi(&["repl", "nim.game"]).within(&folder).input(entries).exit(status)
}

#[test]
fn the_session_of_the_manual_goes_as_it_is_printed() {
    let page = include_str!("../../docs/command-line.md");
    let session = page.split("```session\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a session");
    let (mut entries, mut answers) = (String::new(), String::new());
    for line in session.lines() {
        let to = if line.starts_with("> ") || line.starts_with("  ...") { &mut entries } else { &mut answers };
        *to += line.trim_start_matches("> ").trim_start_matches("  ... ");
        to.push('\n');
    }
    said("repl-manual", 0, &entries).out_is(&answers);
}

#[test]
fn what_is_printed_can_be_typed_again() {
    let entries = [
        "\"a b\"",
        "[(1, \"x\"), (2/3, \"\")]",
        "{1, 3, 5}",
        "Nim(2) + 3*Nim(1)",
        "value(form([1], [-1]) + star(2) + up)",
        "[value(n * up + 1/2) for n in 0..2]",
        "whole(Nim(1) + Nim(2))",
        "graph { 0--1, 2 }",
        "(1 + sqrt(5))/2",
        "10**30",
    ];
    let first = said("repl-again", 0, &entries.join("\n")).stdout();
    assert_eq!(first.lines().count(), entries.len(), "{first}");
    assert_eq!(said("repl-again", 0, &first).stdout(), first);
}

#[test]
fn declarations_are_kept_and_replaced_and_mistakes_change_nothing() {
    said("repl-declare", 2, "let a = 2\nfn f(x) = x + a\nlet a = 5\nf(1)\nlet a = oh\nf(1)\nlet n = 1\nf(1)\n")
        .out_is("6\n6\n6\n")
        .err("<typed>:1:9")
        .err("unknown name `oh`")
        .err("`n` is already");
    said(
        "repl-claims",
        1,
        "claim c(n in 0..9): sg(Nim(n)) == n\nclaim c(n in 0..9): sg(Nim(n)) == 1\nplot p(n in 0..3): n\n",
    )
    .out("claim c: holds for 10 instances")
    .out("claim c: refuted, counterexample: n = 0");
    said("repl-use", 2, "use kayles\nsg(Kayles(5))\nSub\n").out_is("4\n").err("unknown name `Sub`");
}

#[test]
fn what_was_found_out_serves_later_entries_until_the_rules_change() {
    let rules = "game G(v: rect(3, 3), free: set of rect(3, 3)) {\n
  move go(d in {(0, 1), (0, -1), (1, 0), (-1, 0)}) if v + d in free -> G(v + d, free - {v + d})\n}\n";
    let entries = format!(
        "{rules}:time sg(G((0, 0), rect(3, 3) - {{(0, 0)}}))\n:time sg(G((0, 0), rect(3, 3) - {{(0, 0)}})) + 1\n
let a = 1\n:time sg(G((0, 0), rect(3, 3) - {{(0, 0)}}))\n"
    );
    let said = said("repl-warm", 0, &entries).stderr();
    let states: Vec<&str> = said.lines().filter_map(|line| line.split("s, ").nth(1)).collect();
    assert!(
        states.len() == 3 && states[0] != "0 states" && states[1] == "0 states" && states[2] == states[0],
        "{said}"
    );
}

#[test]
fn games_with_rule_parameters_that_come_later_are_known() {
    let rules = "game Sub[S: set of 1..9](n) {\n  move take(k in S) if k <= n -> Sub(n - k)\n}\n";
    let entries = format!("{rules}sg(Sub[{{1, 2}}](4))\nsg(Sub[{{2, 3}}](4))\n[sg(Sub[{{1, k}}](6)) for k in 2..4]\n");
    said("repl-rules", 0, &entries).out_is("1\n2\n[0, 0, 1]\n");
}

#[test]
fn entries_end_where_nothing_more_is_wanted() {
    said("repl-lines", 2, "1 +\n2\n[1,\n\n2]\n[1,\n\n\n# a comment\n\n3\n  + 4\nsg(Nim(\n:help nosuch\n5\n")
        .out_is("3\n[1, 2]\n7\n5\n")
        .err("nosuch");
}

#[test]
fn commands_say_what_is_wrong_with_them() {
    said("repl-commands", 2, ":plot\n:nosuch\n:help sg\n:moves Nim(2)\n:why nosuch\n:save\n")
        .err("`:plot` wants `EXPR for ...`")
        .err("no command `:nosuch`")
        .err("unknown name `nosuch`")
        .out("sg(P) -> number")
        .out("* take(k=2)  0  Nim(0)");
    sgi(&["repl"]).input(":save\n1\n").exit(2).out_is("1\n").err("`:save NAME.game`");
    sgi(&["repl", "-"]).input("1\n").exit(2).err("must be a file");
    sgi(&["repl", "nosuch.game"]).input("1\n").exit(5).err("cannot read `nosuch.game`");
}

#[test]
fn what_is_saved_runs_and_replaces_no_other_file() {
    let folder = Folder::new("repl-save").with("nim.game", NIM).with("other.game", "old");
    let entries =
        "let a = 3\nclaim ok: sg(Nim(a)) == 3\nclaim no: sg(Nim(a)) == 2\n1 + oh\n:save new.game\n:save other.game\n";
    sgi(&["repl", "nim.game"]).within(&folder).input(entries).exit(2).err("written to new.game").err("other.game");
    assert_eq!((folder.read("other.game"), folder.read("nim.game")), ("old".to_owned(), NIM.to_owned()));
    sgi(&["run", "new.game"]).within(&folder).exit(0).out_is("✓ claim ok: holds\n");
    sgi(&["repl", "nim.game"]).within(&folder).input("let a = 3\n:save\n").exit(0);
    assert_eq!(folder.read("nim.game"), format!("{NIM}let a = 3\n"));
}

#[test]
fn a_file_with_errors_is_told_once_when_it_is_opened() {
    let folder = Folder::new("repl-broken").with("a.game", "game Nim(\n");
    let told = sgi(&["repl", "a.game"]).within(&folder).input("").exit(3).stderr();
    assert_eq!(told.matches("error[").count(), 1, "{told}");
}

/// The first line of what `:help sg` says, on two.
const HELP: &str = "sg(P) -> number\n";

/// A session that is talked to line by line.
struct Talk {
    child: Child,
    to: ChildStdin,
    from: BufReader<std::process::ChildStdout>,
}

impl Talk {
    fn new(folder: &Folder) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sgi"))
            .args(["repl", "nim.game"])
            .current_dir(&folder.path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("sgi starts");
        let (to, from) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        Self { child, to, from: BufReader::new(from) }
    }

    fn tell(&mut self, entry: &str) {
        // The line after it says that the entry has ended.
        writeln!(self.to, "{entry}\n").expect("it listens");
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("it answers");
        line
    }
}

#[test]
fn a_file_that_changes_is_read_again() {
    let folder = Folder::new("repl-change").with("nim.game", NIM);
    let mut talk = Talk::new(&folder);
    talk.tell("sg(Nim(4))");
    assert_eq!(talk.hear(), "4\n");
    for (text, answer) in
        [(NIM.replace("1..n", "1..min(n, 2)"), "1\n"), ("game Nim(".to_owned(), ""), (NIM.to_owned(), "4\n")]
    {
        std::fs::write(folder.path.join("nim.game"), &text).expect("a file");
        talk.tell("sg(Nim(4))");
        talk.tell(":help sg");
        let heard = talk.hear();
        assert_eq!(heard, if answer.is_empty() { HELP } else { answer }, "{text}");
        while heard != HELP && talk.hear() != HELP {}
        talk.hear();
    }
    drop(talk.to);
    assert_eq!(talk.child.wait().expect("it ends").code(), Some(3));
}

#[test]
fn an_interruption_ends_what_is_computed_and_not_the_session() {
    let folder = Folder::new("repl-interrupt").with("nim.game", NIM);
    let mut talk = Talk::new(&folder);
    talk.tell("let a = 7");
    talk.tell("a");
    assert_eq!(talk.hear(), "7\n");
    talk.tell("sum(n * n for n in 0..10**13)");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let kill = Command::new("kill").args(["-INT", &talk.child.id().to_string()]).status();
    assert!(kill.expect("kill").success());
    talk.tell("sg(Nim(a))");
    assert_eq!(talk.hear(), "7\n");
    drop(talk.to);
    assert_eq!(talk.child.wait().expect("it ends").code(), Some(4));
}
