//! Failures that have one cause, together: those that share a signature.

use super::{Failure, Report, RulingReport};
use crate::verdict::Kind;

/// The most failures of one ruling that are told; the report file has them all.
pub(super) const FAILURES: usize = 4;

/// A failure, and which of its ruling's it is, from 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Told<'r> {
    pub(super) ruling: &'r RulingReport,
    pub(super) failure: &'r Failure,
    pub(super) number: usize,
}

/// Failures of one signature, in order of ruling.
#[derive(Debug)]
pub(super) struct Group<'r> {
    pub(super) signature: &'r str,
    pub(super) all: Vec<Told<'r>>,
}

impl Group<'_> {
    /// What they have in common, if there are several.
    pub(super) fn heading(&self) -> Option<String> {
        let first = self.all.first().filter(|_| self.all.len() > 1)?;
        let mut ids: Vec<&str> = self.all.iter().map(|told| &*told.ruling.id).collect();
        ids.dedup();
        Some(match ids.len() {
            1 => format!("{} fails the same way in {} checks: {}", first.ruling.id, self.all.len(), self.signature),
            many => format!("{many} rulings fail the same way: {}", self.signature),
        })
    }
}

/// What an engine does not know is no failure of it; the line of the ruling says what it lacks.
pub(crate) fn lacking(failure: &Failure) -> bool {
    failure.kind == Kind::Unsupported
}

/// The failures of a ruling that are told: not what the engine lacks, nor what was expected.
pub(super) fn told<'r>(report: &'r Report, ruling: &'r RulingReport) -> impl Iterator<Item = Told<'r>> {
    let failures = ruling.failures.iter().filter(|failure| !lacking(failure));
    let numbered = failures.enumerate().map(move |(at, failure)| Told { ruling, failure, number: at + 1 });
    let is_news = |told: &Told<'_>| report.expectation(ruling, &told.failure.check, &told.failure.signature).is_none();
    numbered.filter(is_news)
}

/// All of these rulings' failures that are told, by signature, in order of the first of each; but those first that cast doubt on
/// all others, since the engine does not always do the same.
pub(super) fn groups<'r>(report: &'r Report, rulings: impl Iterator<Item = &'r RulingReport>) -> Vec<Group<'r>> {
    let mut groups: Vec<Group<'r>> = Vec::new();
    for ruling in rulings {
        for told in told(report, ruling).take(FAILURES) {
            match groups.iter_mut().find(|group| group.signature == told.failure.signature) {
                Some(group) => group.all.push(told),
                None => groups.push(Group { signature: &told.failure.signature, all: vec![told] }),
            }
        }
    }
    let doubtful = |told: &Told<'_>| matches!(told.failure.kind, Kind::Nondeterministic | Kind::StateLeak);
    groups.sort_by_key(|group| !group.all.iter().any(doubtful));
    groups
}
