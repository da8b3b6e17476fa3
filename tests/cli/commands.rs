//! The command line as a user meets it: exit codes, streams, formats.

use crate::support::{Folder, NIM, sgi};

#[test]
fn run_writes_results_to_stdout_and_exits_with_0() {
    let text = format!("{NIM}start Nim(3) + Nim(5)\nclaim bouton(n in 0..100): sg(Nim(n)) == n\nprint 6*7, \"a\"\n");
    sgi(&["run", "-"])
        .input(&text)
        .exit(0)
        .out("start Nim(3) + Nim(5)\n")
        .out("N, the player to move wins")
        .out("take(k=2)  to 2*Nim(3)")
        .out("claim bouton: holds for 101 instances (n in 0..100)\n")
        .out("42 a\n")
        .err_is("");
}

#[test]
fn an_empty_file_claims_nothing() {
    sgi(&["run", "-"]).input("").exit(0).out_is("").err_is("");
}

#[test]
fn a_refuted_claim_exits_with_1_and_is_annotated() {
    sgi(&["run", "-"])
        .input(&format!("{NIM}claim low(n in 2..60): sg(Nim(n)) == n % 3\n"))
        .exit(1)
        .out("claim low: refuted, counterexample: n = 3 (second of 59 instances); left 3, right 0\n")
        .err("error[E0701]")
        .err("<stdin>:2:7")
        .err("sg(Nim(n)) == n % 3")
        .err("this is 3")
        .err("this is 0")
        .err("counterexample: n = 3 (second of 59 instances; the smallest in binder order)")
        .err("write `refute`");
}

#[test]
fn a_refute_succeeds_exactly_when_there_is_a_counterexample() {
    sgi(&["run", "-"])
        .input(&format!("{NIM}refute low(n in 2..60): sg(Nim(n)) == n % 3\n"))
        .exit(0)
        .out("refute low: refuted, counterexample: n = 3")
        .err_is("");
    sgi(&["run", "-"]).input(&format!("{NIM}refute never(n in 0..9): sg(Nim(n)) == n\n")).exit(1).err("E0702");
}

#[test]
fn claims_that_check_nothing_fail_and_skipped_ones_do_not() {
    sgi(&["run", "-"]).input("claim none(n in 1..9) if n > 9: n == 0\n").exit(1).out("checked nothing").err("E0703");
    sgi(&["run", "-"]).input("param m: 1..9 = 2\nclaim c(n in 1..9) if m == 1: n == 0\n").exit(0).out("skipped");
    // Whether a parameter is behind a guard, however far: only then may there be something to check another time.
    let far = "param m: 1..9 = 2\nlet top = m + 1\nfn f(x) = x == top + 1\n";
    for guard in ["top == 2", "f(0)", "m == 1 and false"] {
        let claim = format!("{far}claim c(n in 1..9) if {guard}: n == 0\n");
        sgi(&["run", "-", "--quiet"]).input(&claim).exit(0).out("skipped");
    }
    let near = "param m: 1..9 = 2\nlet top = 1\nfn f(x) = x == top + 1\nstart Nim(m)\n";
    for guard in ["false", "1 > 2", "top == 2", "f(0)"] {
        for word in ["claim", "refute"] {
            let claim = format!("{NIM}{near}{word} c(n in 1..9) if {guard}: n == 0\n");
            sgi(&["run", "-"]).input(&claim).exit(1).out("checked nothing").err("E0703");
        }
    }
}

#[test]
fn an_end_of_a_range_that_is_too_large_is_underlined_itself() {
    for (range, place, words) in [
        ("0..10**30", "1:14", "1000000000000000000000000000000 is too large"),
        ("-10**30..10", "1:11", "-1000000000000000000000000000000 is too small"),
        ("10**30..5", "2:12", "x would be 5"),
    ] {
        let rules = format!("game G(x: {range}) {{ move m if x > 0 -> G(x - 1) }}\nprint sg(G(5))\n");
        sgi(&["run", "-"]).input(&rules).exit(3).err(words).err(&format!("<stdin>:{place}"));
    }
}

#[test]
fn what_follows_from_one_mistake_costs_one_look_at_the_text() {
    // Names that are unknown where something could not be parsed: each was sought in the whole text.
    let chain = format!("claim q: [x {}\n", "== od2 == 1][i - 1] ".repeat(1_000));
    sgi(&["check", "-"]).input(&chain).exit(3);
    let uses = (0..2_000).fold(String::new(), |text, i| text + &format!("print a{i} + b{i}\n"));
    sgi(&["check", "-"]).input(&format!("let = 3\nlet known = )\nprint known\n{uses}")).exit(3);
}

#[test]
fn errors_of_a_file_exit_with_3_and_do_not_stop_the_others() {
    sgi(&["run", "-"]).input("print zz\n").exit(3).err("<stdin>:1:7").err("zz").out_is("");
    sgi(&["run", "-"])
        .input("print 1 // 0\nprint 5\nclaim c(n in 1..3): n < 3\n")
        .exit(3)
        .out("5\n")
        .out("refuted")
        .err("<stdin>:1:");
}

#[test]
fn wrong_usage_exits_with_2() {
    sgi(&["rum"]).exit(2).err("run");
    sgi(&["run"]).exit(2).err("FILE");
    sgi(&["run", "-", "--max-memory", "lots"]).input("").exit(2).err("512M");
    sgi(&["x.game"]).exit(2).err("sgi run x.game");
    sgi(&["explain", "E0999"]).exit(2).err("no code");
}

#[test]
fn a_missing_file_exits_with_5() {
    sgi(&["run", "no_such_file.game"]).exit(5).err("E0801").err("no_such_file.game");
}

#[test]
fn text_that_is_no_utf8_is_an_error_of_the_file() {
    sgi(&["run", "-"]).bytes(b"print 1\n# caf\xe9\n").exit(3).err("E0803").err("line 2");
}

#[test]
fn definitions_set_parameters() {
    let text = "param m: 1..100 = 3\nparam S: set of 1..9 = {1}\nprint m, S\n";
    sgi(&["run", "-"]).input(text).exit(0).out("param m = 3 (default)\n").out("3 {1}\n");
    sgi(&["run", "-", "-D", "m=5", "-D", "S={2, 3}"])
        .input(text)
        .exit(0)
        .out("param m = 5 (from -D)\n")
        .out("param S = {2, 3} (from -D)\n");
    sgi(&["run", "-", "-D", "m=500"]).input(text).exit(2).err("500").err("1..100").out_is("");
    sgi(&["run", "-", "-D", "mm=5"]).input(text).exit(2).err("`m`");
    sgi(&["run", "-", "-D", "m"]).input(text).exit(2).err("NAME=EXPR");
    sgi(&["run", "-", "-D", "m=1 +"]).input(text).exit(2).err("<command line>");
    sgi(&["run", "-", "-D", "m=x"]).input(text).exit(2).err("<command line>:1:3");
    sgi(&["run", "-", "-D", "m=1//0"]).input(text).exit(2).err("<command line>");
}

#[test]
fn a_wrong_default_is_an_error_of_the_file() {
    sgi(&["run", "-"]).input("param m: 1..9 = 10\n").exit(3).err("1..9");
}

#[test]
fn limits_exit_with_4() {
    let kayles = "game Kayles(n) { move knock(j in 1..2, a in 0..n-j) -> Kayles(a) + Kayles(n - j - a) }\n";
    let text = format!("{kayles}start Kayles(500)\nprint 7\n");
    sgi(&["run", "-", "--max-states", "100"]).input(&text).exit(4).err("E0601").err("100 states");
    sgi(&["run", "-", "--timeout", "0s"]).input(&text).exit(4).err("E0603");
}

#[test]
fn the_worst_exit_wins() {
    let text = "claim bad(n in 0..9): n == 0\nprint 1 // 0\n";
    sgi(&["run", "-"]).input(text).exit(3);
}

#[test]
fn eval_writes_one_result_a_line() {
    let text = format!("{NIM}start Nim(3)\nclaim bad(n in 0..9): n == 1\n");
    sgi(&["eval", "-", "--", "-3 + 5", "[Nim(1), Nim(2)]", "\"text\"", "[\"text\"]", "sg(Nim(9))"])
        .input(&text)
        .exit(0)
        .out_is("2\n[Nim(1), Nim(2)]\ntext\n[\"text\"]\n9\n")
        .err_is("");
}

#[test]
fn eval_tells_wrong_expressions_from_wrong_files() {
    sgi(&["eval", "-", "zz"]).input(NIM).exit(2).err("<command line>:1:1");
    sgi(&["eval", "-", "1 +"]).input(NIM).exit(2).err("<command line>");
    sgi(&["eval", "-", "1 // 0", "4"]).input(NIM).exit(3).out_is("4\n").err("<command line>:1:");
    sgi(&["eval", "-", "1"]).input("print zz").exit(3).err("<stdin>");
}

#[test]
fn json_is_one_document() {
    let text = format!(
        "param m: 1..9 = 3\n{NIM}start Nim(3) + Nim(5)\nclaim same(n in 0..9): loses(Nim(n) + Nim(n))\n\
         refute low(n in 2..60): sg(Nim(n)) == n % 3\ntable t(n in 0..1): n, sg(Nim(n)) as \"g\"\nprint 2**60, \"a\", m\n"
    );
    let document = sgi(&["run", "-", "--format", "json", "-D", "m=4"]).input(&text).exit(0).err_is("").json();
    assert_eq!(document["schema_version"], 1);
    assert_eq!(document["file"], "<stdin>");
    assert_eq!(document["params"][0]["name"], "m");
    assert_eq!(document["params"][0]["value"], 4);
    assert_eq!(document["params"][0]["source"], "command_line");
    let start = &document["start"];
    assert_eq!(start["outcome"], "N");
    assert_eq!(start["sg"], 6);
    assert_eq!(start["position"], "Nim(3) + Nim(5)");
    assert_eq!(start["options"].as_array().map(Vec::len), Some(8));
    assert_eq!(start["winning_moves"][0]["label"], "take(k=2)");
    assert_eq!(document["claims"][0]["verdict"], "holds");
    assert_eq!(document["claims"][0]["as_stated"], true);
    assert_eq!(document["claims"][0]["instances"], 10);
    let refuted = &document["claims"][1];
    assert_eq!(refuted["kind"], "refute");
    assert_eq!(refuted["verdict"], "refuted");
    assert_eq!(refuted["as_stated"], true);
    assert_eq!(refuted["counterexample"]["bindings"]["n"], 3);
    assert_eq!(refuted["counterexample"]["left"], 3);
    assert_eq!(refuted["counterexample"]["right"], 0);
    assert_eq!(document["tables"][0]["columns"][1], "g");
    assert_eq!(document["tables"][0]["rows"][1][1], 1);
    assert_eq!(document["prints"][0]["values"][0], "1152921504606846976");
    assert_eq!(document["diagnostics"].as_array().map(Vec::len), Some(0));
}

#[test]
fn json_holds_the_diagnostics_too() {
    let document = sgi(&["run", "-", "--format", "json"]).input("print zz\n").exit(3).err("zz").json();
    assert_eq!(document["diagnostics"][0]["severity"], "error");
    assert_eq!(document["diagnostics"][0]["primary"]["line"], 1);
    assert_eq!(document["diagnostics"][0]["primary"]["column"], 7);
}

#[test]
fn colours_only_when_wanted() {
    let text = "print zz\n";
    assert!(!sgi(&["run", "-"]).input(text).exit(3).stderr().contains('\x1b'), "no terminal, no colour");
    assert!(sgi(&["run", "-", "--color", "always"]).input(text).exit(3).stderr().contains('\x1b'));
    assert!(!sgi(&["run", "-", "--color", "auto"]).set("NO_COLOR", "1").input(text).exit(3).stderr().contains('\x1b'));
}

#[test]
fn quiet_leaves_the_parameters_out() {
    sgi(&["run", "-", "--quiet"]).input("param m: 1..9 = 3\nprint m\n").exit(0).out_is("3\n");
}

#[test]
fn stats_go_to_standard_error() {
    sgi(&["run", "-", "--stats"]).input(&format!("{NIM}start Nim(50)\n")).exit(0).err("states");
    // What has no machine form is named with its place, in a function of the file too.
    let rules = "game F(n, m) {\n  move take if n > 0 and parts(n, m) > 3 -> F(n - 1, m + 1)\n}\n\
                 fn parts(a, b) = len(\n  zeckendorf(a*b + 1))\nprint sg(F(3000, 3000))\n";
    let said = "no machine code: a library function without a machine form: `zeckendorf(a*b + 1)` in line 5)";
    sgi(&["run", "-", "--stats"]).input(rules).exit(0).err(said);
    sgi(&["run", "-", "--format", "json"]).input(rules).exit(0).out(said);
}

#[test]
fn misere_changes_the_start() {
    let text = format!("{NIM}start Nim(1)\nprint outcome(Nim(1))\n");
    sgi(&["run", "-"]).input(&text).exit(0).out("N, the player").out("\nN\n");
    sgi(&["run", "-", "--misere"]).input(&text).exit(0).out("P, the player").out("\nN\n");
}

#[test]
fn moves_are_listed_with_the_winning_ones_marked() {
    sgi(&["moves", "-", "Nim(2) + Nim(1)"]).input(NIM).exit(0).out("* take(k=1)").out("outcome N").out("  take(k=2)");
    sgi(&["moves", "-"]).input(NIM).exit(2).err("E0807");
    let table = sgi(&["moves", "-", "Nim(2)", "--format", "json"]).input(NIM).exit(0).json();
    assert_eq!(table["moves"].as_array().map(Vec::len), Some(2));
    assert!(table["moves"][0]["clause"].is_null());
    assert_eq!(table["value"], 2);
    assert_eq!(table["moves"][0]["value"], 1);
}

#[test]
fn moves_of_two_clauses_with_one_label_are_told_apart() {
    let game =
        "game G(n) {\n  move m if n > 1 -> G(n - 2)\n  move z -> 0\n  move m if n > 0 -> G(n - 1)\n}\nstart G(3)\n";
    sgi(&["moves", "-"]).input(game).exit(0).out("m (clause 1)").out("m (clause 2)");
    let table = sgi(&["moves", "-", "--format", "json"]).input(game).exit(0).json();
    let clauses: Vec<_> = table["moves"].as_array().into_iter().flatten().map(|m| m["clause"].as_u64()).collect();
    assert_eq!(clauses, [Some(1), None, Some(2)]);
}

#[test]
fn tables_in_four_formats() {
    let queens = "game W(a, b) {\n  move one(k in 1..a) -> W(a - k, b)\n  move two(k in 1..b) -> W(a, b - k)\n  \
                  move both(k in 1..min(a, b)) -> W(a - k, b - k)\n}\n";
    let generator = "sg(W(a, b)) for a in 0..2, b in 0..2";
    sgi(&["table", "-", generator]).input(queens).exit(0).out("[0]").out("│ 0  1  2");
    sgi(&["table", "-", generator, "--format", "csv"])
        .input(queens)
        .exit(0)
        .out_is("a\\b,0,1,2\n0,0,1,2\n1,1,2,0\n2,2,0,1\n");
    sgi(&["table", "-", "(n, sg(W(n, n))) for n in 0..2", "--format", "csv"])
        .input(queens)
        .exit(0)
        .out_is("n,\"sg(W(n, n))\"\n0,0\n1,2\n2,1\n");
    sgi(&["table", "-", "sg(W(n, n)) for n in 0..2", "--format", "oeis"])
        .input(queens)
        .exit(0)
        .out_is("# 0, 2, 1\n0 0\n1 2\n2 1\n");
    let table = sgi(&["table", "-", generator, "--format", "json"]).input(queens).exit(0).json();
    assert_eq!(table["rows"].as_array().map(Vec::len), Some(9));
}

#[test]
fn plots_in_the_terminal_and_as_svg() {
    let text = format!("{NIM}plot line(n in 0..20): sg(Nim(n))\n");
    sgi(&["plot", "-"]).input(&text).exit(0).out("plot line").out("└");
    sgi(&["plot", "-", "-o", "-"]).input(&text).exit(0).out("<svg").out("</svg>");
    sgi(&["plot", "-", "other"]).input(&text).exit(2).err("`other`");
}

#[test]
fn plots_and_tables_by_name_or_by_expression() {
    let text = format!("{NIM}plot line(n in 0..20): sg(Nim(n))\ntable t(n in 0..1): n, sg(Nim(n)) as \"sg\"\n");
    sgi(&["plot", "-", "loses(Nim(n)) for n in 0..5"])
        .input(&text)
        .exit(0)
        .out("  true │")
        .out("upwards: loses(Nim(n))");
    let both = sgi(&["plot", "-", "(n, n + 1) for n in 0..5", "line"]).input(&text).exit(0);
    both.out("plot line").out("plot (n, n + 1)").out("upwards: n + 1");
    sgi(&["plot", "-", "thermograph(up + 1)", "-o", "-"]).input(&text).exit(0).out("Left's wall").out(">temperature<");
    sgi(&["plot", "-", "nosuch(n) for n in 0..5"]).input(&text).exit(2).err("unknown name `nosuch`");
    sgi(&["table", "-", "t", "--format", "csv"]).input(&text).exit(0).out_is("n,sg\n0,0\n1,1\n");
    for (command, asked) in [("plot", "line"), ("graph", "Nim(2)"), ("table", "t")] {
        let refused = sgi(&[command, "-", asked, "-o", "nosuch.PNG"]).input(&text).exit(2);
        refused.err("not as PNG: write `-o nosuch.svg`").err("rsvg-convert -o nosuch.PNG nosuch.svg");
    }
}

#[test]
fn a_graph_too_large_to_draw_is_drawn_in_part() {
    let graph = ["graph", "-", "Nim(99)", "--format", "svg"];
    sgi(&graph).input(NIM).exit(0).out("of 100 positions are drawn").err("of 100 positions are drawn; `--format dot`");
}

#[test]
fn the_graph_of_a_position() {
    sgi(&["graph", "-", "Nim(2)"]).input(NIM).exit(0).out("digraph").out("take(k=2)");
    sgi(&["graph", "-", "Nim(2)", "--format", "svg"]).input(NIM).exit(0).out("<svg");
    let graph = sgi(&["graph", "-", "Nim(2)", "--format", "json"]).input(NIM).exit(0).json();
    assert_eq!(graph["positions"].as_array().map(Vec::len), Some(3));
    assert_eq!(graph["arrows"].as_array().map(Vec::len), Some(3));
    assert_eq!(graph["positions"][0]["value"], 2);
}

#[test]
fn check_runs_nothing() {
    sgi(&["check", "-"]).input("print 1 // 0\nclaim c(n in 0..1): n == 5\n").exit(0).out_is("");
    sgi(&["check", "-"]).input("print zz\n").exit(3);
}

#[test]
fn fmt_writes_checks_and_replaces() {
    let untidy = "game  Nim(n){move take(k in 1..n)->Nim(n-k)}\n";
    let tidy = sgi(&["fmt", "-"]).input(untidy).exit(0).stdout();
    sgi(&["fmt", "-"]).input(&tidy).exit(0).out_is(&tidy);
    sgi(&["fmt", "--check", "-"]).input(&tidy).exit(0);
    sgi(&["fmt", "--check", "-"]).input(untidy).exit(1).out("<stdin>");
    sgi(&["fmt", "-"]).input("game {").exit(3);
    let folder = Folder::new("fmt").with("a.game", untidy);
    sgi(&["fmt", "a.game"]).within(&folder).exit(0);
    assert_eq!(folder.read("a.game"), tidy);
}

#[test]
fn new_makes_a_file_that_runs_and_never_overwrites() {
    let folder = Folder::new("new");
    sgi(&["new", "my_game"]).within(&folder).exit(0).out("my_game.game");
    sgi(&["run", "my_game.game"]).within(&folder).exit(0).out("claim multiples: holds");
    sgi(&["new", "my_game"]).within(&folder).exit(5).err("exists");
    sgi(&["new", "7"]).within(&folder).exit(2);
}

#[test]
fn used_files_are_read_beside_the_current_one_and_nowhere_else() {
    let folder = Folder::new("use")
        .with("main.game", "use nims: Nim\nprint sg(Nim(4))\n")
        .with("nims.game", NIM)
        .with("sub.game", "use \"../use/nims.game\"\n")
        .with("none.game", "use nimm_s: Nim\n")
        .with("bad.game", "use broken\nprint 1\n")
        .with("broken.game", "game {\n");
    sgi(&["run", "main.game"]).within(&folder).exit(0).out_is("4\n");
    sgi(&["run", "sub.game"]).within(&folder).exit(3).err("E0802");
    sgi(&["run", "none.game"]).within(&folder).exit(3).err("E0802").err("none.game:1:5");
    sgi(&["run", "bad.game"]).within(&folder).exit(3).err("broken.game:1:");
}

#[test]
fn shipped_games_are_found_by_their_bare_names() {
    let listed = sgi(&["games"]).exit(0).stdout();
    assert!(listed.lines().any(|line| line.starts_with("nim ")), "{listed}");
    sgi(&["games", "nim"]).exit(0).out("game Nim");
    sgi(&["eval", "nim", "sg(Nim(4))"]).exit(0).out_is("4\n");
    sgi(&["run", "nimm"]).exit(5).err("`nim`");
}

#[test]
fn explain_shows_a_page_or_all_titles() {
    sgi(&["explain", "e0701"]).exit(0).out("# E0701").out("## Wrong").out("## Right");
    sgi(&["explain"]).exit(0).out("E0701  ");
}

#[test]
fn dump_shows_the_stages() {
    let rules = "game Two(a, b) {\n  move x(k in 1..a) -> Two(a - k, b)\n  move y(k in 1..b) -> Two(a, b - k)\n}\n";
    let dump = |args: &[&str]| sgi(&[&["dump", "-"], args].concat()).input(rules);
    dump(&["--emit", "ast"]).exit(0).out("File {").out("\"Two\"");
    dump(&["--emit", "model"]).exit(0).out("Model {");
    dump(&["--emit", "ir", "sg(Two(3, 5))"]).exit(0).out("for r2 in 1..=r0\n  emit (r0 Sub r2), r1");
    dump(&["sg(Two(3, 5))"]).exit(0).out("Two: 2 words").out("2 rays");
    dump(&["--emit", "ir", "sg("]).exit(2);
}

#[test]
fn help_goes_to_standard_output() {
    sgi(&["--help"]).exit(0).out("Exit status").err_is("");
    sgi(&["run", "--help"]).exit(0).out("--max-states").out("Examples");
    sgi(&["--version"]).exit(0).out("sgi ");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_failure() {
    sgi(&["run", "-"]).input("print [n for n in 0..50000]\nprint 1 // 0\n").without_reader().exit(0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_exits_with_5() {
    sgi(&["run", "-"]).input("print 1\n").into_full_disk().exit(5).err("cannot write");
}

#[test]
fn deep_and_long_inputs_end_well() {
    sgi(&["run", "-"]).input(&"(".repeat(100_000)).exit(3);
    let chain = format!("print {}1\n", "1+".repeat(20_000));
    sgi(&["run", "-"]).input(&chain).exit(0).out_is("20001\n");
    let errors = "print zz\n".repeat(500);
    let said = sgi(&["run", "-"]).input(&errors).exit(3).stderr();
    assert!(said.lines().count() < 1500, "{} lines", said.lines().count());
}

#[cfg(unix)]
#[test]
fn an_interruption_reports_what_was_found() {
    let text = format!("{NIM}print 1\nclaim far(n in 0..10**9): 2**n > 0\nprint 2\n");
    let done = sgi(&["run", "-"]).input(&text).interrupted_after("1\n").exit(130);
    done.out("1\n").out("claim far: undecided: the run was interrupted").err("E0604");
}

#[test]
fn a_game_against_the_perfect_player() {
    let folder = Folder::new("play").with("nim.game", NIM);
    let play = |args: &[&str], typed: &str| {
        let line = [&["play", "nim.game"], args].concat();
        sgi(&line).within(&folder).input(typed).exit(0).stdout()
    };
    let won = play(&["Nim(3)"], "h\n3\n");
    assert!(won.contains("take(k=3) wins") && won.ends_with("Nim(0): you have won\n"), "{won}");
    let lost = play(&["Nim(3)"], "take(k=9)\ntake(k=1)\n");
    assert!(lost.contains("there is no move") && lost.ends_with("Nim(0): you have lost\n"), "{lost}");
    assert!(play(&["Nim(2)", "--second"], "").contains("I play take(k=2)"));
    assert!(play(&["Nim(3)", "--misere"], "2\n").ends_with("you have won\n"));
    assert!(play(&["Nim(3)"], "q\n").contains("your move"));
}

#[test]
fn too_many_messages_are_counted() {
    let text = format!("print zz{}\n", "+zz".repeat(3_000));
    let said = sgi(&["run", "-"]).input(&text).exit(3).err("more messages are not shown").stderr();
    assert!(said.len() < 300_000, "{} bytes", said.len());
}

#[test]
fn a_position_on_the_command_line_may_be_misere() {
    sgi(&["moves", "nim", "misere Nim(3)"]).exit(0).out("misere Nim(3)").out("take(k=2)");
}

#[test]
fn parameters_of_used_files_stand_in_the_head_where_they_count() {
    let text = "use wythoff: Wythoff\nuse nim: Nim\nprint sg(Wythoff(1, 2) + Nim(0))\n";
    let run = sgi(&["run", "-"]).input(text).exit(0).out("param k = 0 (default, of <shipped>/wythoff.game)\n");
    assert!(!run.stdout().contains("heaps"), "{}", run.stdout());
}

#[test]
fn a_move_that_never_fires_is_warned_about() {
    let rules = "game G(n) { move t(k in 1..n) -> G(n - k)  move big(k in 1..n) if k > 9 -> G(0) }\n";
    sgi(&["run", "-"]).input(&format!("{rules}start G(7)\n")).exit(0).err("W0405").err("`big`");
    sgi(&["run", "-"]).input(&format!("{rules}start G(10)\n")).exit(0).err_is("");
}

#[test]
fn the_rows_of_a_table_count_as_memory() {
    sgi(&["run", "-", "--max-memory", "16M"])
        .input("table t(n in 0..10**12): n\nprint 6*7\n")
        .exit(4)
        .out("table t")
        .err("E0602")
        .out("42\n");
}
