//! Runs expressions as the command line does, without a terminal.

use std::rc::Rc;

use sgi::base::Limits;
use sgi::driver::{Event, Exit, Input, Options, Session};

/// Evaluates an expression with rules, by so many threads, and gives the text of its value.
pub fn evaluate(rules: &str, expression: &str, jobs: u16) -> String {
    let input = Input { name: "bench.game".to_owned(), text: Rc::from(rules), folder: None };
    let limits = Limits { jobs, ..Options::default().limits };
    let mut text = String::new();
    let mut keep = |event: Event<'_>| {
        if let Event::Value(value) = event {
            text.clone_from(&value.text);
        }
    };
    let mut session = Session::open(&input, Options { limits, ..Options::default() }, &mut keep);
    session.evaluate(&[expression.to_owned()]);
    let (_, exit) = session.finish();
    assert!(exit == Exit::Success, "{expression}");
    text
}
