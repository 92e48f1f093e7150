//! What `certify` does while its cases are played: shows how far it is, keeps the journal, and ends early where it should.

use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::saved::Keep;
use super::{Failed, progress, say};
use crate::certificate::Marks;
use crate::engines;
use crate::report::{Report, RulingReport, thousands};
use crate::ruling::Ruling;
use crate::run::{self, Came, Journal, Note, Plan, Watch};
use crate::verdict::Kind;

/// Why no more cases are begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Enough {
    No,
    Interrupted,
    Time,
    Failed,
}

/// Somebody who looks on for the command line.
pub(super) struct Look<'p> {
    bar: ProgressBar,
    journal: Option<Journal>,
    until: Option<Instant>,
    fail_fast: bool,
    /// Where failures are written down, if that is wanted.
    pub(super) keep: Option<Keep<'p>>,
    marks: Option<Marks>,
    enough: AtomicU8,
}

impl Look<'_> {
    /// Begins to look.
    pub(super) fn new(plan: &Plan<'_>, journal: Option<Journal>, limit: Option<Duration>, fail_fast: bool) -> Self {
        let bar = progress(plan.total());
        // What is known already says nothing about how fast it goes.
        bar.inc(journal.as_ref().map_or(0, Journal::len));
        bar.reset_eta();
        let until = limit.map(|limit| Instant::now() + limit);
        let enough = AtomicU8::new(Enough::No as u8);
        Look { bar, journal, until, fail_fast, keep: None, marks: None, enough }
    }

    /// The same, and keeps a mark of every case if it is to.
    pub(super) fn marking(self, wanted: bool) -> Self {
        Look { marks: wanted.then(Marks::default), ..self }
    }

    /// The marks that were kept.
    pub(super) fn marks(&self) -> Option<&Marks> {
        self.marks.as_ref()
    }

    /// All cases are played.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Says what ended the run early, and closes the journal of one that did not.
    pub(super) fn finish(&self, report: &Report) -> Result<(), Failed> {
        let not_run =
            |rulings: &[RulingReport]| rulings.iter().map(|ruling| ruling.counts.of(Kind::NotRun)).sum::<u64>();
        // As the report counts them: what rules authorities differ on is outside its counts.
        let (missing, outside) = (not_run(&report.rulings), not_run(&report.contested));
        // Nobody asks after the last stretch has begun.
        if engines::interrupted() && missing + outside > 0 {
            self.stop(Enough::Interrupted);
        }
        let why = match self.enough.load(Ordering::Relaxed) {
            why if why == Enough::Interrupted as u8 => "it was interrupted",
            why if why == Enough::Time as u8 => "its time was up",
            why if why == Enough::Failed as u8 => "a case failed",
            _ => {
                if let Some(journal) = &self.journal {
                    if missing + outside == 0 {
                        journal.end(report.cases)?;
                    }
                    journal.check()?;
                }
                return Ok(());
            }
        };
        let on = if self.journal.is_some() { "; --resume goes on" } else { "" };
        let outside = match outside {
            0 => String::new(),
            _ => format!(", and {} of rulings outside the counts", thousands(outside)),
        };
        // Which rulings would have needed more cases than the least is not known of those that did not get there.
        let least = if report.least < report.cases { "at least " } else { "" };
        say!("The run ended early because {why}: {least}{} cases were not run{outside}{on}.", thousands(missing));
        self.journal.as_ref().map_or(Ok(()), |journal| Ok(journal.check()?))
    }

    /// Something fails that was played before the run.
    pub(super) fn failing(&self) {
        if self.fail_fast {
            self.stop(Enough::Failed);
        }
    }

    fn stop(&self, why: Enough) {
        // The first reason is told.
        let _told = self.enough.compare_exchange(Enough::No as u8, why as u8, Ordering::Relaxed, Ordering::Relaxed);
    }
}

impl Watch for Look<'_> {
    fn known(&self, ruling: &Ruling, n: u64) -> Option<Note> {
        self.journal.as_ref()?.known(ruling, n).cloned()
    }

    fn noted(&self, ruling: &Ruling, n: u64, note: &Note) {
        if let Some(journal) = &self.journal {
            journal.add(ruling, n, note);
        }
        if let Some(marks) = &self.marks {
            marks.add(&ruling.id, n, note);
        }
        self.bar.inc(1);
        let failed = |note: &Note| match &note.came {
            Came::Fault(_) => true,
            Came::Verdict(case) => case.kind() > Kind::NotRun,
        };
        if self.fail_fast && failed(note) {
            self.stop(Enough::Failed);
        }
    }

    fn more(&self, cases: u64) {
        self.bar.inc_length(cases);
    }

    fn failed(&self, ruling: &Ruling, failed: &run::Failed<'_>) {
        if let Some(keep) = &self.keep {
            keep.failed(ruling, failed);
        }
    }

    fn wants_marks(&self) -> bool {
        self.marks.is_some()
    }

    fn hurries(&self) -> bool {
        engines::interrupted() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    fn is_enough(&self) -> bool {
        if engines::interrupted() {
            self.stop(Enough::Interrupted);
        } else if self.until.is_some_and(|until| Instant::now() >= until) {
            self.stop(Enough::Time);
        }
        self.enough.load(Ordering::Relaxed) != Enough::No as u8
    }
}
