//! Proofs of periods and of P-positions as JSON documents: written by one program, checked by another.

use serde::{Deserialize, Serialize};

use super::Report;
use crate::cgt::heap::{Certificate, HeapGame, Phased, TakeAndBreak, Theorem};

/// What every document begins with.
const KIND: &str = "sgi certificate";
/// Raised when a field changes its meaning or goes away.
const VERSION: u32 = 1;

/// The proofs of one run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofDocument {
    /// `sgi certificate`.
    pub kind: String,
    /// 1.
    pub version: u32,
    /// The file that was run.
    pub file: String,
    /// What the file says; left out when it uses others that are not shipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// Periods that were proved.
    pub proofs: Vec<PeriodProof>,
    /// Claims `loses(P) iff φ` of the file that were checked by the two conditions; see
    /// [`crate::claims::check_outcomes`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<OutcomeProof>,
    /// Claims that automata proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub automatic: Vec<AutomaticProof>,
}

/// One claim that automata proved: formulas without an instance, from which it follows by the theorem. `docs/certificates.md`
/// says how formulas and tables are written, and what follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomaticProof {
    /// Its name in the file.
    pub claim: String,
    /// What it rests on, in words.
    pub theorem: String,
    /// How numbers are written: `base 2`, `metallic 1`.
    pub numeration: String,
    /// Sets of tuples, as automata.
    pub tables: Vec<String>,
    /// Those that no obligation defines: what is claimed of the game.
    pub given: Vec<usize>,
    /// Formulas without an instance.
    pub obligations: Vec<String>,
}

/// The rules that proofs are about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The text of the file; shipped games that it uses are taken as they are shipped.
    pub text: String,
    /// What `-D` said: `NAME=EXPR` each.
    pub definitions: Vec<String>,
}

/// One claim about P-positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeProof {
    /// Its name in the file.
    pub claim: String,
    /// Positions that it speaks of.
    pub positions: u64,
    /// Those that are lost.
    pub lost: u64,
    /// Moves that were looked at: all of the lost positions, and of the others up to one that wins.
    pub moves: u64,
}

/// A proved period: `g(n + period) = g(n) + saltus` for all `n >= preperiod`, both the least.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeriodProof {
    /// The game, as in the language: `Octal["0.77"]`.
    pub game: String,
    /// What its rules say of a single heap.
    pub rules: Rules,
    /// Why finitely many values decide.
    pub theorem: TheoremName,
    /// In words, with the source.
    pub because: String,
    /// From this heap on.
    pub preperiod: usize,
    /// The period.
    pub period: usize,
    /// What is added each time round.
    pub saltus: u64,
    /// The values of all heaps up to this one were computed.
    pub verified_to: usize,
}

/// The rules of a game on one heap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Rules {
    /// Take `t` counters and leave as many heaps as the bits of digit `t` say.
    TakeAndBreak {
        /// Digit `t` is a sum of 1 (no heap may be left), 2 (one), 4 (two), 8 (three).
        digits: Vec<u8>,
        /// The heaps left by a move must differ.
        unequal: bool,
    },
    /// Take one of these amounts.
    Subtraction {
        /// The amounts.
        amounts: Vec<u64>,
    },
    /// Take an amount that the heap's size allows.
    Phased {
        /// The amounts of heaps 0, 1, 2, ...
        first: Vec<Vec<u64>>,
        /// The amounts of the heaps after them, by remainder.
        cycle: Vec<Vec<u64>>,
    },
    /// Take any amount but these.
    AllBut {
        /// The amounts.
        amounts: Vec<u64>,
    },
}

/// A theorem's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TheoremName {
    /// See [`Theorem::FiniteSubtraction`].
    FiniteSubtraction,
    /// See [`Theorem::GuySmith`].
    GuySmith {
        /// The most heaps that a move leaves.
        heaps: usize,
    },
    /// See [`Theorem::UnequalSplits`].
    UnequalSplits,
    /// See [`Theorem::AllBut`].
    AllBut,
    /// See [`Theorem::Recurrence`].
    Recurrence,
}

/// Why a document is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CertificateError {
    /// It is no JSON of this form; what is wrong, and where.
    Malformed(String),
    /// It is of another kind or version.
    Foreign(String),
}

impl ProofDocument {
    /// The document of a run.
    #[must_use]
    pub fn new(report: &Report) -> Self {
        Self {
            kind: KIND.to_owned(),
            version: VERSION,
            file: report.file.clone(),
            source: report
                .source
                .clone()
                .filter(|_| !report.proofs.is_empty() || !report.outcomes.is_empty() || !report.automatic.is_empty()),
            proofs: report.proofs.clone(),
            outcomes: report.outcomes.clone(),
            automatic: report.automatic.clone(),
        }
    }

    /// Whether it proves nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.proofs.is_empty() && self.outcomes.is_empty() && self.automatic.is_empty()
    }

    /// Reads a document.
    ///
    /// # Errors
    /// Another kind of text.
    pub fn read(text: &str) -> Result<Self, CertificateError> {
        let document: Self = serde_json::from_str(text).map_err(|e| CertificateError::Malformed(e.to_string()))?;
        if document.kind != KIND || document.version != VERSION {
            let what = format!("it is `{}`, version {}", document.kind, document.version);
            return Err(CertificateError::Foreign(what));
        }
        Ok(document)
    }
}

impl PeriodProof {
    /// The proof of a game's period.
    #[must_use]
    pub fn of(name: &str, game: &HeapGame, certificate: &Certificate) -> Self {
        let rules = match game {
            HeapGame::TakeAndBreak(code) => {
                Rules::TakeAndBreak { digits: code.digits().to_vec(), unequal: code.unequal() }
            }
            HeapGame::Subtraction(amounts) => Rules::Subtraction { amounts: amounts.clone() },
            HeapGame::AllBut(amounts) => Rules::AllBut { amounts: amounts.clone() },
            HeapGame::Phased(game) => {
                let (first, cycle) = game.parts();
                Rules::Phased { first: first.to_vec(), cycle: cycle.to_vec() }
            }
        };
        let theorem = match certificate.theorem {
            Theorem::FiniteSubtraction => TheoremName::FiniteSubtraction,
            Theorem::GuySmith { heaps } => TheoremName::GuySmith { heaps },
            Theorem::UnequalSplits => TheoremName::UnequalSplits,
            Theorem::AllBut => TheoremName::AllBut,
            Theorem::Recurrence => TheoremName::Recurrence,
        };
        Self {
            game: name.to_owned(),
            rules,
            theorem,
            because: certificate.theorem.to_string(),
            preperiod: certificate.preperiod,
            period: certificate.period,
            saltus: certificate.saltus,
            verified_to: certificate.verified_to,
        }
    }

    /// The game and the certificate; `None` when the rules are no game.
    #[must_use]
    pub fn parts(&self) -> Option<(HeapGame, Certificate)> {
        let game = match &self.rules {
            Rules::TakeAndBreak { digits, unequal } => TakeAndBreak::new(digits.clone(), *unequal).ok()?.into(),
            Rules::Subtraction { amounts } => HeapGame::subtraction(amounts.iter().copied())?,
            Rules::AllBut { amounts } => HeapGame::all_but(amounts.iter().copied()),
            Rules::Phased { first, cycle } => HeapGame::Phased(Phased::new(first.clone(), cycle.clone())?),
        };
        let theorem = match self.theorem {
            TheoremName::FiniteSubtraction => Theorem::FiniteSubtraction,
            TheoremName::GuySmith { heaps } => Theorem::GuySmith { heaps },
            TheoremName::UnequalSplits => Theorem::UnequalSplits,
            TheoremName::AllBut => Theorem::AllBut,
            TheoremName::Recurrence => Theorem::Recurrence,
        };
        let Self { preperiod, period, saltus, verified_to, .. } = *self;
        Some((game, Certificate { theorem, preperiod, period, saltus, verified_to }))
    }
}
