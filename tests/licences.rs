//! Every package that the program is made of may be used under a licence that leaves its users free.
//!
//! Advisories are not checked here: their only list (`RustSec`) is a repository of its own that changes daily, so that a check
//! of it needs a network and gives another answer tomorrow. `cargo audit` does it where there is one.

use std::process::Command;

use serde_json::Value;
use spdx::{Expression, ParseMode};

const ALLOWED: [&str; 10] =
    ["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MPL-2.0", "Unicode-3.0", "Zlib", "0BSD", "Unlicense"];

fn cargo() -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// The packages of the program, of its build and of its tests on this machine.
fn packages() -> Vec<Value> {
    let said = cargo().arg("-vV").output().expect("cargo");
    let said = String::from_utf8(said.stdout).expect("text");
    let host = said.lines().find_map(|line| line.strip_prefix("host: ")).expect("the host");
    let arguments = ["metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform", host];
    let found = cargo().args(arguments).output().expect("cargo");
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    let mut found: Value = serde_json::from_slice(&found.stdout).expect("json");
    match found["packages"].take() {
        Value::Array(list) => list,
        other => panic!("{other}"),
    }
}

fn is_free(licence: &str) -> bool {
    let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else { return false };
    expression.evaluate(|wanted| wanted.license.id().is_some_and(|id| ALLOWED.contains(&id.name)))
}

#[test]
fn every_dependency_is_free() {
    let packages = packages();
    assert!(packages.len() > 20);
    let wrong: Vec<String> = packages
        .iter()
        .map(|package| (&package["name"], package["license"].as_str().unwrap_or("")))
        .filter(|(_, licence)| !is_free(licence))
        .map(|(name, licence)| format!("{name}: {licence:?}"))
        .collect();
    assert!(wrong.is_empty(), "packages without a free licence:\n{}", wrong.join("\n"));
}

#[test]
fn a_choice_needs_one_free_licence_and_a_sum_needs_all() {
    for licence in [
        "MIT/Apache-2.0",
        "GPL-3.0-only OR MIT",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(is_free(licence), "{licence}");
    }
    for licence in ["", "GPL-3.0-only", "MIT AND LGPL-2.1-only", "AGPL-3.0-or-later", "Proprietary"] {
        assert!(!is_free(licence), "{licence}");
    }
}
