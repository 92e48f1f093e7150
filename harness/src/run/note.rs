//! What is noted of one case: enough to count it, little enough to write it down for every case of a run.

use serde::{Deserialize, Serialize};

use crate::case::{CaseFault, Judged};
use crate::engines::{Claim, Claims, Reply};
use crate::verdict::Case;

/// One case as its ruling's tally counts it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// What came of it.
    pub came: Came,
    /// Draws that were thrown away for it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub discarded: u32,
    /// Whether the outcome is another than the reference's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub differs: bool,
    /// Which of the ruling's labels apply, by number from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<usize>,
    /// Which scenario it is, surroundings aside; nothing without a scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<u64>,
    /// Of an unsupported case: what is missing, if the engine claims it. Of one that passed: what it needed and the engine does not
    /// claim, although it claims others of that kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// The mark of the case in a certificate, if somebody wants one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<u32>,
    /// Of a case that came to several things: which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

/// What came of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Came {
    /// It was judged.
    Verdict(Case),
    /// The ruling or the reference is at fault: how.
    Fault(String),
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Note {
    /// Of a case that was judged, after so many draws that were thrown away.
    #[must_use]
    pub fn judged(judged: &Judged, discarded: u32) -> Note {
        let labels = judged.prepared.labels.iter().enumerate().filter(|(_, applies)| **applies);
        Note {
            came: Came::Verdict(judged.case.clone()),
            discarded,
            differs: judged.differs,
            labels: labels.map(|(at, _)| at).collect(),
            scenario: Some(judged.prepared.drawn.identity),
            claims: Vec::new(),
            mark: None,
            said: match &judged.reply {
                Reply::StateLeak(said) | Reply::Nondeterministic(said) => Some(said.clone()),
                _ => None,
            },
        }
    }

    /// The same, held against what the engine claims.
    #[must_use]
    pub fn claimed(self, claims: &Claims, judged: &Judged) -> Note {
        let found = match (&judged.case, &judged.reply) {
            (Case::Unsupported { what, name }, _) if claims.has(*what, name) => {
                vec![Claim { what: *what, name: name.clone() }]
            }
            (Case::Pass, Reply::Outcome(outcome)) => claims.silent_on(&judged.prepared.drawn.scenario, outcome),
            _ => Vec::new(),
        };
        Note { claims: found, ..self }
    }

    /// Of a case that says nothing about the engine, which never saw it or was not needed for it.
    #[must_use]
    pub fn fault(fault: &CaseFault) -> Note {
        let discarded = if let CaseFault::Discards(discarded, _) = fault { *discarded } else { 0 };
        Note { discarded, ..Note::bare(Came::Fault(fault.to_string())) }
    }

    /// Of a case that could not be sent to the engine.
    #[must_use]
    pub fn not_run() -> Note {
        Note::bare(Came::Verdict(Case::NotRun))
    }

    fn bare(came: Came) -> Note {
        let (labels, claims) = (Vec::new(), Vec::new());
        Note { came, discarded: 0, differs: false, labels, scenario: None, claims, mark: None, said: None }
    }

    /// Whether the case never reached the engine, so that a run which goes on has to play it.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        self.came == Came::Verdict(Case::NotRun)
    }
}
