//! The examples of the explain pages: `Wrong` gives exactly the page's code, `Right` runs clean.

use crate::support::sgi;
use sgi::diagnostics::{Example, PAGES};

/// The exit status and the codes of everything said, sorted.
fn outcome(example: &Example) -> (Option<i32>, Vec<String>) {
    let mut args: Vec<&str> = example.args.split_whitespace().collect();
    let command = if args.first() == Some(&"check") { args.remove(0) } else { "run" };
    let mut line = vec![command, "-"];
    line.extend(args);
    let done = sgi(&line).input(example.source).run();
    let mut codes: Vec<String> = done.stderr().lines().filter_map(code_of).collect();
    codes.sort();
    codes.dedup();
    (done.status(), codes)
}

/// `E0201` of `error[E0201]: ...`.
fn code_of(line: &str) -> Option<String> {
    let rest = line.strip_prefix("error[").or_else(|| line.strip_prefix("warning["))?;
    rest.split_once(']').map(|(code, _)| code.to_owned())
}

#[test]
fn wrong_examples_give_their_code_and_right_ones_run_clean() {
    let mut failures = Vec::new();
    for page in PAGES {
        let code = page.code.0;
        if let Some(wrong) = page.wrong() {
            let (status, codes) = outcome(&wrong);
            let fails = status == Some(0);
            if codes != [code] || fails != code.starts_with('W') {
                failures.push(format!("{code}, Wrong: {codes:?}, exit {status:?}"));
            }
        }
        if let Some(right) = page.right() {
            let (status, codes) = outcome(&right);
            if status != Some(0) || !codes.is_empty() {
                failures.push(format!("{code}, Right: {codes:?}, exit {status:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
