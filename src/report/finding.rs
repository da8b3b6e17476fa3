//! Patterns that `sgi find` found.

use std::fmt::Write as _;

use serde::Serialize;

use super::Style;

/// What was looked at, and what was found.
#[derive(Debug, Serialize)]
pub struct Findings {
    /// The expression.
    pub expression: String,
    /// Its variables.
    pub variables: Vec<String>,
    /// Values that were looked at.
    pub cells: u64,
    /// What they show, the strongest first.
    pub found: Vec<Finding>,
}

/// A pattern.
#[derive(Debug, Serialize)]
pub struct Finding {
    /// `formula`, `period`, `set` or `same_as`.
    pub kind: &'static str,
    /// A declaration that can be pasted into the file.
    pub claim: String,
    /// Whether it is known to hold beyond the data.
    pub verdict: FindingVerdict,
    /// The theorem that proves it, with what was verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<String>,
    /// The least counterexample beyond the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<String>,
    /// Values that fixed its constants.
    pub fixed: u64,
    /// Further values that agree.
    pub survived: u64,
    /// Of a period: from which `n` on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<i64>,
    /// The period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<i64>,
    /// What is added each time round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saltus: Option<i64>,
    /// Earlier `n` whose values differ from the periodic part continued backwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exceptions: Option<Vec<i64>>,
}

/// What is known of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FindingVerdict {
    /// By a theorem, for all values of the variables.
    Proved,
    /// True of the data.
    Observed,
    /// True of the data, false beyond.
    Refuted,
}

/// So many exceptions are listed.
const LISTED: usize = 20;

impl Style {
    /// Findings as declarations with comments, ready to be pasted.
    #[must_use]
    pub fn findings(self, findings: &Findings) -> String {
        let cells = super::count(findings.cells);
        let looked = format!("# {cells} values of {}\n", findings.expression);
        let mut out = self.comment(&looked);
        if findings.found.is_empty() {
            out.push_str(&self.comment("# no pattern found\n"));
        }
        for finding in &findings.found {
            out.push_str(&finding.claim);
            out.push('\n');
            out.push_str(&self.comment(&explained(finding)));
        }
        out
    }

    fn comment(self, text: &str) -> String {
        format!("{}\n", self.paint("2", text.trim_end()))
    }
}

fn explained(finding: &Finding) -> String {
    let mut text = String::from("#   ");
    match finding.verdict {
        FindingVerdict::Proved => {
            let _ = write!(text, "proved: {}", finding.theorem.as_deref().unwrap_or(""));
        }
        FindingVerdict::Observed => {
            let (fixed, survived) = (super::count(finding.fixed), super::count(finding.survived));
            let _ = write!(text, "observed, not proved: {survived} values agree beyond the {fixed} that fix it");
        }
        FindingVerdict::Refuted => {
            let at = finding.counterexample.as_deref().unwrap_or("");
            let _ = write!(text, "true of these values, false beyond: {at}");
        }
    }
    if let Some(exceptions) = finding.exceptions.as_ref().filter(|list| !list.is_empty()) {
        let listed: Vec<String> = exceptions.iter().take(LISTED).map(i64::to_string).collect();
        let more =
            if exceptions.len() > LISTED { format!(" and {} more", exceptions.len() - LISTED) } else { String::new() };
        let _ = write!(text, "\n#   exceptions before: {}{more}", listed.join(", "));
    }
    text.push('\n');
    text
}
