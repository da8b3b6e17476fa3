//! What shells and `man` are told of the commands.

use crate::support::{Folder, sgi};

#[test]
fn shells_complete_codes_and_shipped_games() {
    sgi(&["completions", "bash"]).exit(0).out("_sgi");
    sgi(&["completions", "zsh"]).exit(0).out("#compdef sgi");
    for shell in ["bash", "zsh"] {
        sgi(&["completions", shell]).exit(0).out("E0701").out("wythoff");
    }
    // What is completed is not all that is taken.
    sgi(&["games", "withoff"]).exit(2).err("did you mean `wythoff`?");
}

#[test]
fn every_page_that_the_manual_cites_is_written() {
    let page = sgi(&["man"]).exit(0).out(".TH sgi").stdout();
    let cited: Vec<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("sgi\\-")?.strip_suffix("(1)"))
        .map(|name| name.replace('\\', ""))
        .collect();
    assert!(cited.len() > 10, "{cited:?}");
    for name in cited {
        sgi(&["man", &name]).exit(0).out(&format!(".TH sgi-{name} 1")).out(".SH SYNOPSIS");
    }
    sgi(&["man", "rum"]).exit(2).err("did you mean `run`?");
}

#[test]
fn a_file_named_without_its_ending_is_found_beside() {
    let folder = Folder::new("ending").with("split.game", "print 1\n");
    sgi(&["run", "split"]).within(&folder).exit(5).err("write `split.game`");
}
