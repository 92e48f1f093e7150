//! Failures that are kept: what is written down of one, and what comes of it when it is played again.

use super::{Plan, Smallest, replay_tape, tape_of};
use crate::engines::{Reply, Session};
use crate::library::Library;
use crate::replay::Record;
use crate::report::{SavedReport, SavedStatus};
use crate::ruling::Ruling;
use crate::tape::Tape;
use crate::verdict::{Case, Kind, RulingVerdict};

/// A way in which cases of a ruling failed.
#[derive(Debug, Clone, Copy)]
pub struct Failed<'f> {
    /// The first of the cases.
    pub case: u64,
    /// Their verdict.
    pub verdict: &'f Case,
    /// The simplest case, if the failure could be made smaller, which takes playing it again.
    pub smallest: Option<&'f Smallest>,
}

/// The failure as it is kept; nothing for what is no failure of the engine, and for what cannot be drawn again.
#[must_use]
pub fn record(plan: &Plan<'_>, ruling: &Ruling, engine: &str, failed: &Failed<'_>) -> Option<Record> {
    if failed.verdict.kind() <= Kind::NotRun {
        return None;
    }
    let (tape, prepared, reply) = match failed.smallest {
        Some(smallest) => {
            let judged = &smallest.judged;
            (smallest.tape.clone(), judged.prepared.clone(), Some(judged.reply.clone()))
        }
        None => {
            let (prepared, tape) = tape_of(ruling, &plan.library.pool, (plan.seed, failed.case)).ok()?;
            (tape, prepared, (*failed.verdict == Case::Timeout).then_some(Reply::Timeout))
        }
    };
    Some(Record {
        headjudge: env!("CARGO_PKG_VERSION").to_owned(),
        library: format!("{:016x}", plan.library.digest),
        ruling: ruling.id.clone(),
        digest: format!("{:016x}", ruling.digest),
        engine: engine.to_owned(),
        seed: plan.seed,
        case: failed.case,
        tape: Tape::from_values(tape.values()),
        scenario: prepared.drawn.scenario,
        reply,
        reference: prepared.outcome,
        verdict: failed.verdict.clone(),
    })
}

/// Plays a failure again that was saved under a name. What its tape draws now is played, whatever it drew then.
#[must_use]
pub fn again(library: &Library, file: &str, record: &Record, session: Option<&mut (dyn Session + '_)>) -> SavedReport {
    let mut report = unplayed(file, record);
    report.status = SavedStatus::NoLongerFits;
    let Some(ruling) = library.find(&record.ruling) else {
        report.now = "there is no such ruling any more".to_owned();
        return report;
    };
    report.changed = record.changes(library, ruling);
    let judged = match replay_tape(ruling, &library.pool, &record.tape, session) {
        Ok((judged, _)) => judged,
        Err(fault) => {
            report.now = fault.to_string();
            return report;
        }
    };
    if judged.prepared.drawn.scenario != record.scenario {
        report.changed.push("its tape draws another scenario now".to_owned());
    }
    let kind = judged.case.kind();
    report.status = match kind {
        Kind::Pass => SavedStatus::PassesNow,
        Kind::Unsupported => SavedStatus::NoLongerFits,
        Kind::NotRun => SavedStatus::NotRun,
        _ => SavedStatus::StillFails,
    };
    (report.now, report.kind) = (judged.case.check(), Some(kind));
    report
}

/// A failure that was saved and is not played in this run.
#[must_use]
pub fn unplayed(file: &str, record: &Record) -> SavedReport {
    SavedReport {
        file: file.to_owned(),
        ruling: record.ruling.clone(),
        status: SavedStatus::NotRun,
        check: record.verdict.check(),
        now: Case::NotRun.check(),
        kind: None,
        changed: Vec::new(),
    }
}

/// What the saved failures of rulings that count add to the verdict on the engine.
pub(super) fn verdicts<'p>(plan: &'p Plan<'_>) -> impl Iterator<Item = RulingVerdict> + 'p {
    let counts = |saved: &&SavedReport| plan.library.find(&saved.ruling).is_some_and(Ruling::certifies);
    let fails = plan.saved.iter().filter(|saved| saved.status == SavedStatus::StillFails).filter(counts);
    fails.filter_map(|saved| saved.kind).map(RulingVerdict::Worst)
}

/// Whether the engine still fails a saved case of this ruling.
pub(super) fn fails(plan: &Plan<'_>, ruling: &Ruling) -> bool {
    plan.saved.iter().any(|saved| saved.status == SavedStatus::StillFails && saved.ruling == ruling.id)
}
