//! The verdict on an engine in a few words: the same ones wherever a report begins with it.

use super::{Report, SavedReport, SavedStatus, State};
use crate::verdict::{EngineVerdict, RulingVerdict};

/// How good the news is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum News {
    /// Every ruling was obeyed.
    Good,
    /// Nothing was seen to go wrong, and not everything to go right.
    Open,
    /// Something went wrong.
    Bad,
}

/// What follows the name of the engine, and how good that is.
pub(super) fn headline(report: &Report) -> (News, String) {
    let (news, says) = match report.verdict {
        // An engine that fails a case of a ruling does not obey it, whatever this run happened to draw.
        EngineVerdict::Conforms => match failing_entries(report) {
            0 => (News::Good, "obeys every ruling that was run"),
            n => {
                let which = match n {
                    1 => "case of an expected failure".to_owned(),
                    _ => format!("cases of {n} expected failures"),
                };
                return (News::Open, format!("passes every case that was drawn, and fails the saved {which}"));
            }
        },
        EngineVerdict::Overclaim => (News::Bad, "claims what it does not support"),
        EngineVerdict::Fails(RulingVerdict::Faulty) => {
            (News::Open, "was not judged: some rulings are themselves at fault")
        }
        EngineVerdict::Fails(worst) if worst.went_wrong() => (News::Bad, "does not conform"),
        EngineVerdict::Fails(_) => (News::Open, "is not shown to conform"),
    };
    (news, says.to_owned())
}

/// Of how many entries of the baseline the saved case fails although no drawn one does.
fn failing_entries(report: &Report) -> usize {
    let findings = report.baseline.iter().flat_map(|baseline| &baseline.findings);
    findings.filter(|finding| matches!(finding.state, State::Rare | State::Changed)).count()
}

/// What became of the failures that were saved, as far as they do not simply pass now; empty if they do.
pub(super) fn saved(report: &Report) -> String {
    let of = |status| report.saved.iter().filter(|saved| saved.status == status).count();
    let told = [SavedStatus::StillFails, SavedStatus::NoLongerFits, SavedStatus::NotRun];
    let told = told.into_iter().map(|status| (of(status), status)).filter(|(n, _)| *n > 0);
    let told: Vec<String> = told.map(|(n, status)| format!("{n} × {}", status.says())).collect();
    if told.is_empty() { String::new() } else { format!("; saved failures: {}", told.join(", ")) }
}

/// The saved failures that the engine still fails and that count: of rulings on which authorities do not differ.
pub(super) fn still_failing(report: &Report) -> impl Iterator<Item = &SavedReport> {
    let counts = |saved: &&SavedReport| !report.contested.iter().any(|ruling| ruling.id == saved.ruling);
    report.saved.iter().filter(|saved| saved.status == SavedStatus::StillFails).filter(counts)
}
