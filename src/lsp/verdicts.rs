//! Verdicts on the claims of opened and saved files, found in a thread of its own, the newest text first.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip, Uri};

use super::document::{Document, input};
use super::names::Kind;
use crate::base::{Interruption, Limits};
use crate::driver::{Event, Options, Overlay, Session};
use crate::report::{Claim, VerdictWord};

/// What the verdicts on one file may cost.
const LIMITS: Limits =
    Limits { max_states: 20_000_000, max_memory: 1 << 30, timeout: Some(Duration::from_secs(10)), jobs: 1 };

/// As the program's own.
const STACK: usize = 256 << 20;

/// A text whose claims are to be decided.
pub(super) struct Job {
    pub uri: Uri,
    pub text: Arc<str>,
    pub overlay: Overlay,
}

/// A verdict in a few words, and in more.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    name: String,
    short: String,
    long: String,
}

#[derive(Default)]
struct Shared {
    waiting: Vec<Job>,
    /// Raised when what runs is not wanted any more.
    running: Option<(Uri, Arc<Interruption>)>,
    found: Vec<(Uri, Arc<str>, Vec<Verdict>)>,
    closed: bool,
}

/// The thread that decides, and what it has found.
#[derive(Clone, Default)]
pub(super) struct Verdicts(Arc<(Mutex<Shared>, Condvar)>);

impl Verdicts {
    /// Begins to wait for jobs; `ready` is told whenever there is something new.
    pub fn begin(ready: impl Fn() + Send + 'static) -> Self {
        let verdicts = Self::default();
        let own = verdicts.clone();
        let work = move || {
            while let Some((job, interruption)) = own.next() {
                let found = decide(&job, interruption);
                let mut shared = own.shared();
                shared.running = None;
                if let Some(found) = found {
                    shared.found.retain(|(uri, ..)| *uri != job.uri);
                    shared.found.push((job.uri, job.text, found));
                    drop(shared);
                    ready();
                }
            }
        };
        // Without a thread there are no verdicts.
        let _ = std::thread::Builder::new().name("verdicts".into()).stack_size(STACK).spawn(work);
        verdicts
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<(Job, Arc<Interruption>)> {
        let mut shared = self.shared();
        loop {
            if shared.closed {
                return None;
            }
            if let Some(job) = shared.waiting.pop() {
                let interruption = Arc::<Interruption>::default();
                shared.running = Some((job.uri.clone(), Arc::clone(&interruption)));
                return Some((job, interruption));
            }
            shared = self.0.1.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Asks for the verdicts on a text; what is being done for an older one of the same file ends.
    pub fn ask(&self, job: Job) {
        let mut shared = self.shared();
        stop(&shared, Some(&job.uri));
        shared.waiting.retain(|other| other.uri != job.uri);
        shared.waiting.push(job);
        self.0.1.notify_all();
    }

    /// A file is of no interest any more.
    pub fn forget(&self, uri: &Uri) {
        let mut shared = self.shared();
        stop(&shared, Some(uri));
        shared.waiting.retain(|job| job.uri != *uri);
        shared.found.retain(|(other, ..)| other != uri);
    }

    /// Ends the work.
    pub fn close(&self) {
        let mut shared = self.shared();
        shared.closed = true;
        stop(&shared, None);
        self.0.1.notify_all();
    }

    /// The verdicts on a text as it stands, each behind the name of its claim.
    pub fn hints(&self, document: &Document) -> Vec<InlayHint> {
        let shared = self.shared();
        let found = shared.found.iter().find(|(uri, text, _)| *uri == document.uri && *text == document.text);
        let Some((.., verdicts)) = found else { return Vec::new() };
        let claims = document.declarations.iter().filter(|d| d.kind == Kind::Claim);
        let hint = |declaration: &super::names::Declaration| {
            let verdict = verdicts.iter().find(|verdict| *verdict.name == *declaration.name.text)?;
            Some(InlayHint {
                position: document.range(declaration.name.span).end,
                label: InlayHintLabel::String(verdict.short.clone()),
                kind: None,
                text_edits: None,
                tooltip: Some(InlayHintTooltip::String(verdict.long.clone())),
                padding_left: Some(true),
                padding_right: None,
                data: None,
            })
        };
        claims.filter_map(hint).collect()
    }
}

/// Asks what runs to end, if it is about this file, or about any.
fn stop(shared: &Shared, uri: Option<&Uri>) {
    if let Some((running, interruption)) = &shared.running
        && uri.is_none_or(|uri| uri == running)
    {
        interruption.signal_flag().store(2, Ordering::Relaxed);
    }
}

/// The verdicts on a text; `None` when they are not wanted any more.
fn decide(job: &Job, interrupted: Arc<Interruption>) -> Option<Vec<Verdict>> {
    let options = Options {
        limits: LIMITS,
        interrupted: Arc::clone(&interrupted),
        overlay: job.overlay.clone(),
        list_options: false,
        ..Options::default()
    };
    let mut ignore = |_: Event<'_>| {};
    let mut session = Session::open(&input(&job.uri, &job.text), options, &mut ignore);
    session.run();
    let (report, _) = session.finish();
    interrupted.signal().is_none().then(|| report.claims.iter().map(verdict).collect())
}

fn verdict(claim: &Claim) -> Verdict {
    let mark = match claim.as_stated {
        Some(true) => "✓",
        Some(false) => "✗",
        None => "?",
    };
    let instances = || format!("{} instance{}", claim.instances, if claim.instances == 1 { "" } else { "s" });
    let example = claim.counterexample.as_ref().map(|found| {
        let bindings = found.bindings.iter().map(|(name, value)| format!("{name} = {}", value.text));
        bindings.collect::<Vec<_>>().join(", ")
    });
    let words = match claim.verdict {
        VerdictWord::Holds => format!("holds for {}", instances()),
        VerdictWord::Proved => "proved".to_owned(),
        VerdictWord::Refuted => example.as_ref().map_or_else(|| "refuted".to_owned(), |e| format!("refuted: {e}")),
        VerdictWord::Empty => "checks nothing".to_owned(),
        VerdictWord::Skipped => "skipped".to_owned(),
        VerdictWord::Undecided => "undecided".to_owned(),
    };
    let sides = claim.counterexample.as_ref().and_then(|found| {
        let (left, right) = (found.left.as_ref()?, found.right.as_ref()?);
        Some(format!("{} on the left, {} on the right", left.text, right.text))
    });
    let more = [claim.theorem.clone(), claim.reason.clone(), sides];
    let long = std::iter::once(words.clone()).chain(more.into_iter().flatten()).collect::<Vec<_>>().join("\n");
    Verdict { name: claim.name.clone(), short: format!("{mark} {words}"), long }
}
