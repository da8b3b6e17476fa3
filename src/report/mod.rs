//! Floor 10: what a run found out, as plain data, and how it is written: text, JSON, CSV, SVG, pictures in a terminal.
//!
//! The only types that are serialised stand here; with `schema_version` they are the public JSON interface. Integers up
//! to 2^53 - 1 in size are JSON numbers; larger ones, fractions and surds are texts that hold the exact value as the
//! language prints it. Positions, graphs and edges are texts too; lists, tuples and sets are arrays.

mod certificate;
mod chart;
mod csv;
mod datum;
mod drawing;
mod export;
mod finding;
mod graph;
mod grid;
mod keywords;
mod layers;
mod moves;
mod notice;
mod picture;
mod svg;
mod tested;
mod text;

use std::borrow::Cow;

use serde::Serialize;

use crate::base::visible_json;

pub use certificate::{AutomaticProof, CertificateError, OutcomeProof, PeriodProof, ProofDocument, Source};
pub use csv::{csv, oeis};
pub use datum::{Datum, Shown};
pub use export::Export;
pub use finding::{Finding, FindingVerdict, Findings};
pub use graph::{Arrow, PositionGraph, PositionNode};
pub use keywords::taken;
pub use moves::{MoveTable, MovesRow};
pub use notice::{Notice, NoticePlace};
pub use picture::terminal_picture;
pub use svg::svg;
pub use tested::{Tested, github, junit};
pub use text::{Style, count, instances, ordinal};

/// The version of the JSON document; raised when a field changes its meaning or goes away.
pub const SCHEMA_VERSION: u32 = 1;

/// Everything that one run found out.
#[derive(Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The file as given on the command line.
    pub file: String,
    /// The main file's parameters in file order.
    pub params: Vec<Param>,
    /// The start position, where the file has one.
    pub start: Option<Start>,
    /// Claims and `refute`s in file order.
    pub claims: Vec<Claim>,
    /// Tables in file order.
    pub tables: Vec<Table>,
    /// Prints in file order.
    pub prints: Vec<Print>,
    /// Plots in file order.
    pub plots: Vec<Plot>,
    /// Equations that hold where they were verified; only after `check --equations`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub equations: Vec<EquationCheck>,
    /// What `find` found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub findings: Option<Findings>,
    /// What `export` proved.
    #[serde(skip)]
    pub export: Option<Export>,
    /// Every period that was proved; written by `--certificate`.
    #[serde(skip)]
    pub proofs: Vec<PeriodProof>,
    /// Every claim about P-positions that was certified; written by `--certificate`.
    #[serde(skip)]
    pub outcomes: Vec<OutcomeProof>,
    /// Every claim that automata proved; written by `--certificate`.
    #[serde(skip)]
    pub automatic: Vec<AutomaticProof>,
    /// The text of the file, if it uses none but shipped ones; written by `--certificate`.
    #[serde(skip)]
    pub source: Option<Source>,
    /// Everything that went to standard error.
    pub diagnostics: Vec<Notice>,
    /// What the run took.
    pub stats: Stats,
}

impl Report {
    /// An empty report on `file`.
    #[must_use]
    pub fn new(file: &str) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            file: file.to_owned(),
            params: Vec::new(),
            start: None,
            claims: Vec::new(),
            tables: Vec::new(),
            prints: Vec::new(),
            plots: Vec::new(),
            equations: Vec::new(),
            findings: None,
            export: None,
            proofs: Vec::new(),
            outcomes: Vec::new(),
            automatic: Vec::new(),
            source: None,
            diagnostics: Vec::new(),
            stats: Stats::default(),
        }
    }

    /// The whole report as one JSON document, with a newline at its end.
    #[must_use]
    pub fn json(&self) -> String {
        json(self)
    }
}

/// Any part of a report as one JSON document, with a newline at its end.
#[must_use]
pub fn json(part: &impl Serialize) -> String {
    // The types have no maps with keys other than texts, so this does not fail.
    let text = serde_json::to_string_pretty(part).unwrap_or_default();
    format!("{}\n", visible_json(&text))
}

/// A parameter of the main file or of one that it uses.
#[derive(Debug, Serialize)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its value in this run.
    pub value: Shown,
    /// Where the value came from.
    pub source: ParamSource,
    /// The used file that declares it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// Where a parameter's value came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ParamSource {
    /// The file.
    Default,
    /// `-D`.
    CommandLine,
    /// A file that the main one uses; `-D` does not reach it.
    Used,
}

/// The start position, solved. What its kind does not have is absent.
#[derive(Debug, Serialize)]
pub struct Start {
    /// As printed.
    pub position: String,
    /// `N`, `P`, `L`, `R`, `D`, or two letters.
    pub outcome: Option<String>,
    /// The Grundy value.
    pub sg: Option<u64>,
    /// The canonical form of a partizan position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Positions whose value was stored for it.
    pub states: u64,
    /// Distinct options.
    pub options: Vec<String>,
    /// The moves that win for the side that makes them.
    pub winning_moves: Vec<Move>,
}

/// A move.
#[derive(Debug, Serialize)]
pub struct Move {
    /// The clause's name with its `in` variables: `take(k=2)`.
    pub label: String,
    /// Which of the clauses called so it is, from 1 on, where a move of another one has the same label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<usize>,
    /// Who may make it: `left`, `right` or `both`.
    pub side: &'static str,
    /// What moved.
    pub component: String,
    /// What it became.
    pub result: String,
    /// The whole position after the move.
    pub to: String,
}

impl Move {
    /// The label, with the clause where that is needed to tell moves apart.
    #[must_use]
    pub fn named(&self) -> Cow<'_, str> {
        match self.clause {
            None => Cow::Borrowed(&self.label),
            Some(number) => Cow::Owned(format!("{} (clause {number})", self.label)),
        }
    }
}

/// The verdict on a claim.
#[derive(Debug, Serialize)]
pub struct Claim {
    /// Its name.
    pub name: String,
    /// Which keyword stands in front of it.
    pub kind: ClaimKind,
    /// Whether the keyword's promise was kept; `null` when that is not known.
    pub as_stated: Option<bool>,
    /// The verdict on the statement.
    pub verdict: VerdictWord,
    /// Instances tried.
    pub instances: u64,
    /// All instances there are, where that is known.
    pub total: Option<u64>,
    /// `n in 0..100`, as written.
    pub range: String,
    /// The smallest counterexample in binder order.
    pub counterexample: Option<Counterexample>,
    /// What a proof rests on.
    pub theorem: Option<String>,
    /// Why it is undecided.
    pub reason: Option<String>,
}

/// The keyword of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ClaimKind {
    /// `claim`
    Claim,
    /// `refute`
    Refute,
}

/// A verdict in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictWord {
    /// True for every instance, all of which were tried.
    Holds,
    /// True for every instance of an unbounded claim, by a theorem.
    Proved,
    /// False for the counterexample.
    Refuted,
    /// Nothing was checked.
    Empty,
    /// A guard on parameters alone is false.
    Skipped,
    /// Neither proved nor refuted.
    Undecided,
}

/// An instance for which a statement is false.
#[derive(Debug, Serialize)]
pub struct Counterexample {
    /// Every variable with its value.
    #[serde(serialize_with = "datum::as_map")]
    pub bindings: Vec<(String, Shown)>,
    /// Its number among all instances, from 1.
    pub number: u64,
    /// The value of the top comparison's first side.
    pub left: Option<Shown>,
    /// The value of its last side.
    pub right: Option<Shown>,
}

/// A table: one row a binding.
#[derive(Debug, Serialize)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its variables in binder order.
    pub variables: Vec<String>,
    /// The heads of its columns.
    pub columns: Vec<String>,
    /// The cells of each row.
    pub rows: Vec<Vec<Shown>>,
    /// The variables' values of each row.
    pub bindings: Vec<Vec<Shown>>,
    /// Whether one cell and two variables make it a grid.
    pub grid: bool,
    /// Which value of each column says that the player to move loses.
    #[serde(skip)]
    pub losing: Vec<Losing>,
}

/// Which value of a column says that the player to move loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Losing {
    /// The column says nothing about who wins.
    Unknown,
    /// `sg(P)`: 0.
    Zero,
    /// `loses(P)`: true; `wins(P)`: false.
    Bool(bool),
    /// `outcome(P)`: "P".
    Letter,
}

impl Losing {
    /// Whether a value says so.
    #[must_use]
    pub fn says(self, value: &Shown) -> bool {
        match (self, &value.datum) {
            (Self::Zero, Datum::Integer(n)) => *n == 0,
            (Self::Bool(losing), Datum::Bool(b)) => *b == losing,
            (Self::Letter, Datum::Text(t)) => t == "P",
            _ => false,
        }
    }
}

/// What one `print` gave.
#[derive(Debug, Serialize)]
pub struct Print {
    /// Its values.
    pub values: Vec<Shown>,
}

/// A plot.
#[derive(Debug, Serialize)]
pub struct Plot {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub kind: PlotKind,
    /// The names of its axes: the variables, then what is drawn.
    pub axes: Vec<String>,
    /// One point a binding: the variables' values, then the value.
    pub points: Vec<Vec<Shown>>,
    /// Which value says that the player to move loses.
    #[serde(skip)]
    pub losing: Losing,
}

/// How a plot is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlotKind {
    /// One variable and a number: points over a line.
    Line,
    /// Values that are pairs: the pairs as points.
    Scatter,
    /// Two variables: a coloured grid.
    Heat,
    /// `thermograph(P)`: its walls.
    Thermograph,
}

/// How often an equation was verified.
#[derive(Debug, Serialize)]
pub struct EquationCheck {
    /// The game whose body has it.
    pub game: String,
    /// `same as` or `equals`.
    pub equation: &'static str,
    /// The file.
    pub file: String,
    /// Its line.
    pub line: usize,
    /// Positions at which it was verified.
    pub checked: u64,
}

/// What a run took.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    /// Positions whose value was stored.
    pub states: u64,
    /// The most bytes that were charged at once.
    pub bytes: u64,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Which engine answered for each game, and why.
    pub plan: Vec<(String, String)>,
}
