//! What a run of many files found, for a person, for a build server (`JUnit` XML) and for `GitHub`.

use std::fmt::Write as _;

use serde::Serialize;

use super::svg::escaped;
use super::text::{count, counterexample};
use super::{Claim, Notice, Style, VerdictWord};

/// One file of a run of many.
#[derive(Debug, Serialize)]
pub struct Tested {
    /// The file, as it was named or found.
    pub file: String,
    /// The exit status that `sgi run` would have ended with.
    pub status: u8,
    /// Its claims.
    pub claims: Vec<Claim>,
    /// Errors and warnings.
    pub diagnostics: Vec<Notice>,
    /// How long it took, in seconds.
    pub seconds: f64,
}

impl Tested {
    /// What is wrong with the file as a whole: its errors that are of no claim, in a line each.
    fn errors(&self) -> Vec<String> {
        let of_claims = |notice: &&Notice| !self.claims.is_empty() && notice.code.starts_with("E07");
        let errors = self.diagnostics.iter().filter(|notice| notice.severity == "error" && !of_claims(notice));
        let place = |notice: &Notice| match &notice.primary {
            Some(place) => format!("{}:{}:{}: ", place.file, place.line, place.column),
            None => String::new(),
        };
        errors.map(|notice| format!("{}{}: {}", place(notice), notice.code, notice.message)).collect()
    }
}

/// A claim that is not as it was stated, in words; `None` where all is well.
fn complaint(claim: &Claim) -> Option<String> {
    match (claim.as_stated, claim.verdict) {
        (Some(true), _) | (None, VerdictWord::Skipped) => None,
        (_, VerdictWord::Undecided) => Some(format!("undecided: {}", claim.reason.as_deref().unwrap_or(""))),
        (_, VerdictWord::Empty) => Some("nothing was checked".to_owned()),
        (_, VerdictWord::Refuted) => {
            let at = claim.counterexample.as_ref().map(|found| counterexample(found, claim.total));
            Some(format!("refuted, {}", at.unwrap_or_default()))
        }
        _ => Some("no counterexample was found".to_owned()),
    }
}

/// How many claims there are, how many are as stated, and how many files have no fault.
fn totals(list: &[Tested]) -> (usize, usize, usize) {
    let claims = || list.iter().flat_map(|one| &one.claims);
    let well = claims().filter(|claim| complaint(claim).is_none()).count();
    (claims().count(), well, list.iter().filter(|one| one.status == 0).count())
}

impl Style {
    /// One line a file, and one for each claim that is not as stated.
    #[must_use]
    pub fn tested(self, one: &Tested) -> String {
        let (all, well, _) = totals(std::slice::from_ref(one));
        let mark = if one.status == 0 { self.paint("32", "✓") } else { self.paint("31", "✗") };
        let claims = if all == 1 { "claim" } else { "claims" };
        let mut out = format!("{mark} {}: {well} of {all} {claims} as stated, {:.2} s\n", one.file, one.seconds);
        for claim in &one.claims {
            if let Some(words) = complaint(claim) {
                let _ = writeln!(out, "    {}: {words}", self.paint("1", &claim.name));
            }
        }
        for line in one.errors() {
            let _ = writeln!(out, "    {line}");
        }
        out
    }

    /// The last line.
    #[must_use]
    pub fn tested_in_all(self, list: &[Tested]) -> String {
        let (all, well, files) = totals(list);
        format!("{files} of {} files without a fault, {well} of {} claims as stated\n", list.len(), count(all as u64))
    }
}

/// `JUnit` XML: a test suite a file, a test case a claim, and one for the file itself.
#[must_use]
pub fn junit(list: &[Tested]) -> String {
    let (all, well, files) = totals(list);
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let (tests, failures) = (all + list.len(), all - well + list.len() - files);
    let _ = writeln!(out, "<testsuites name=\"sgi\" tests=\"{tests}\" failures=\"{failures}\">");
    for one in list {
        let (own, own_well, runs) = totals(std::slice::from_ref(one));
        let file = attribute(&one.file);
        let (tests, failures, seconds) = (own + 1, own - own_well + 1 - runs, one.seconds);
        let _ = writeln!(
            out,
            "  <testsuite name=\"{file}\" tests=\"{tests}\" failures=\"{failures}\" time=\"{seconds:.3}\">"
        );
        let mut case = |name: &str, failure: Option<String>| {
            let name = attribute(name);
            let _ = match failure {
                None => writeln!(out, "    <testcase classname=\"{file}\" name=\"{name}\"/>"),
                Some(words) => writeln!(
                    out,
                    "    <testcase classname=\"{file}\" name=\"{name}\"><failure message=\"{}\"/></testcase>",
                    attribute(&words)
                ),
            };
        };
        case("run", (one.status != 0).then(|| failure(one)));
        for claim in &one.claims {
            case(&claim.name, complaint(claim));
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

/// The status of a run that failed, and its errors.
fn failure(one: &Tested) -> String {
    let status = format!("status {}", one.status);
    std::iter::once(status).chain(one.errors()).collect::<Vec<_>>().join("\n")
}

/// The text of an attribute in double quotes.
fn attribute(text: &str) -> String {
    escaped(&text.replace('\n', "; ")).replace('"', "&quot;")
}

/// GitHub's workflow commands: an annotation for each error and warning at its place.
#[must_use]
pub fn github(list: &[Tested]) -> String {
    let mut out = String::new();
    for one in list {
        for notice in &one.diagnostics {
            let mut place = format!("file={}", property(&one.file));
            if let Some(at) = &notice.primary {
                place = format!("file={},line={},col={}", property(&at.file), at.line, at.column);
            }
            let words: Vec<&str> = std::iter::once(&notice.message).chain(&notice.notes).map(String::as_str).collect();
            let (severity, code) = (notice.severity, notice.code);
            let _ = writeln!(out, "::{severity} {place},title={code}::{}", data(&words.join("\n")));
        }
        for claim in &one.claims {
            if let (VerdictWord::Undecided, Some(words)) = (claim.verdict, complaint(claim)) {
                let _ = writeln!(
                    out,
                    "::warning file={},title={}::{}",
                    property(&one.file),
                    property(&claim.name),
                    data(&words)
                );
            }
        }
    }
    out
}

/// The text of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
