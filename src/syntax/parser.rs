//! Runs pest over one balanced piece of source, and reads its failures.

use std::borrow::Cow;

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pairs;

use super::split::{Patch, Slice};
use crate::base::Span;

pub(super) use generated::Rule;

mod generated {
    //! What pest makes of `grammar/game.pest`.
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/game.pest"]
    pub struct GameParser;
}

/// A piece of source with its brackets balanced.
#[derive(Clone, Debug)]
pub(super) struct Piece<'a> {
    /// What is parsed.
    pub text: Cow<'a, str>,
    /// Bytes of `text` that the source does not have, in order.
    inserted: Vec<usize>,
    /// Global offset of its first byte.
    base: u32,
}

impl<'a> Piece<'a> {
    /// The piece of `source` that a slice covers; `start` is the global offset of the source.
    pub fn new(source: &'a str, start: u32, slice: &Slice) -> Self {
        let text = source.get(slice.start..slice.end).unwrap_or("");
        let base = start + narrow(slice.start);
        let mut inserted = Vec::new();
        if slice.patches.is_empty() {
            return Self { text: Cow::Borrowed(text), inserted, base };
        }
        let mut patched = String::with_capacity(text.len() + slice.patches.len());
        let mut at = 0;
        for patch in &slice.patches {
            let (Patch::Insert(i, _) | Patch::Blank(i)) = *patch;
            let i = i - slice.start;
            patched.push_str(text.get(at..i).unwrap_or(""));
            at = at.max(i);
            match *patch {
                Patch::Insert(_, c) => {
                    inserted.push(patched.len());
                    patched.push(c);
                }
                Patch::Blank(_) => {
                    patched.push(' ');
                    at = i + 1;
                }
            }
        }
        patched.push_str(text.get(at..).unwrap_or(""));
        Self { text: Cow::Owned(patched), inserted, base }
    }

    /// The part `from..to` of this piece.
    pub fn part(&self, from: usize, to: usize) -> Piece<'_> {
        Piece {
            text: Cow::Borrowed(self.text.get(from..to).unwrap_or("")),
            inserted: self.inserted.iter().filter(|&&i| from <= i && i < to).map(|i| i - from).collect(),
            base: self.global(from),
        }
    }

    /// The global offset of a byte of the piece.
    pub fn global(&self, at: usize) -> u32 {
        self.base + narrow(at - self.inserted.partition_point(|&i| i < at))
    }

    /// The global place of `from..to`.
    pub fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.global(from), self.global(to))
    }
}

/// Texts are below 2 GiB.
pub(super) fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Where the parse stopped, and what could have gone on there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    /// A byte of the piece.
    pub at: usize,
    /// Rules that were tried there.
    pub expected: Vec<Rule>,
}

/// Parses `text` by one of the entry rules.
pub(super) fn parse(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Failure> {
    generated::GameParser::parse(rule, text).map_err(|error| {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        let expected = match error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives,
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        Failure { at, expected }
    })
}

/// Runs `work` on a stack that is large enough for brackets `depth` deep.
pub(super) fn with_stack<T>(depth: usize, work: impl FnOnce() -> T) -> T {
    // Measured: below 40 KiB for a level, in a debug build.
    let needed = 256 * 1024 + depth.min(super::split::MAX_DEPTH + 1) * 64 * 1024;
    stacker::maybe_grow(needed, needed + 1024 * 1024, work)
}
