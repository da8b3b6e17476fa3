//! Lines as a program sends them.

use std::io::{BufRead, Read};

use super::Entries;
use crate::syntax::{goes_on, has_open_bracket, is_unfinished};

/// A line of so many bytes is typed by nobody: it ends the session.
const LONGEST: u64 = 1 << 20;

/// Standard input. Unlike a person it cannot be asked for more, but the next line can be looked at.
#[derive(Default)]
pub(super) struct Pipe {
    /// The line that begins the next entry.
    ahead: Option<String>,
}

fn line() -> Option<String> {
    let mut line = String::new();
    let read = std::io::stdin().lock().take(LONGEST).read_line(&mut line);
    (matches!(read, Ok(1..)) && (line.len() as u64) < LONGEST).then_some(line)
}

impl Entries for Pipe {
    fn next(&mut self) -> Option<String> {
        let mut entry = self.ahead.take().or_else(line)?;
        while !entry.trim_start().starts_with(':') {
            let Some(next) = line() else { break };
            let more = is_unfinished(&entry) || goes_on(&next) && !entry.trim().is_empty();
            let empty = next.trim().is_empty() && (!has_open_bracket(&entry) || entry.ends_with("\n\n"));
            if empty || next.starts_with(':') || !more {
                self.ahead = Some(next);
                break;
            }
            entry.push_str(&next);
        }
        Some(entry)
    }
}
