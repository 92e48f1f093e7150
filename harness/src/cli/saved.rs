//! `certify --failures DIR`: failures of earlier runs are played first, those of this run are written down.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::look::Look;
use super::show::find;
use super::{Failed, complain};
use crate::engines::{Engine, EngineError};
use crate::library::Library;
use crate::replay::{self, Found, Record, SaveError};
use crate::report::{SavedReport, SavedStatus};
use crate::ruling::Ruling;
use crate::run::{self, Plan, Sessions, Watch as _};

/// The most files that are named one by one.
const NAMED: usize = 20;

/// What the folder holds. A failure that cannot be read, or is of no ruling that there is, would drop out of the verdict, so
/// that nothing is run then.
pub(super) fn read(folder: &Path, library: &Library) -> Result<Found, Failed> {
    let found = replay::found(folder)
        .map_err(|error| Failed::Call(format!("`{}` cannot be read: {error}", folder.display())))?;
    if !found.unread.is_empty() {
        let todo = "restore what is damaged, and move out of the folder what is no longer wanted";
        return Err(refused(folder, &found.unread, ("cannot be read", "cannot be read"), todo));
    }
    let gone = |(file, record): &(String, Record)| {
        let found = find(&record.ruling, library).err()?;
        Some(format!("`{}`: {found}", folder.join(file).display()))
    };
    let gone: Vec<String> = found.records.iter().filter_map(gone).collect();
    if !gone.is_empty() {
        let todo =
            "give the rulings that it was saved with as --rulings DIR, or drop it: move its file out of the folder";
        return Err(refused(
            folder,
            &gone,
            ("is of no ruling that there is", "are of no rulings that there are"),
            todo,
        ));
    }
    found.other.iter().for_each(|what| complain(format_args!("warning: {what}")));
    Ok(found)
}

/// Why nothing is run: saved failures that would not be played, by name, and what to do about them.
fn refused(folder: &Path, each: &[String], (one, several): (&str, &str), todo: &str) -> Failed {
    let what = match each.len() {
        1 => format!("a saved failure in `{}` {one}", folder.display()),
        many => format!("{many} saved failures in `{}` {several}", folder.display()),
    };
    let mut lines: Vec<String> = each.iter().take(NAMED).map(|why| format!("  {why}")).collect();
    if let Some(more @ 1..) = each.len().checked_sub(NAMED) {
        lines.push(format!("  … and {more} more"));
    }
    Failed::Call(format!("{what}, and would not be played:\n{}\n  nothing is run: {todo}", lines.join("\n")))
}

/// Plays what was found for the rulings of the plan, in order of file names.
pub(super) fn again(
    found: &Found,
    plan: &Plan<'_>,
    engine: &dyn Engine,
    look: &Look<'_>,
) -> Result<Vec<SavedReport>, Failed> {
    let chosen = |ruling: &str| plan.rulings.iter().any(|chosen| chosen.id == ruling);
    let left = found.records.iter().filter(|(_, record)| !chosen(&record.ruling)).count();
    if left > 0 {
        let many = if left == 1 { "1 saved failure is".to_owned() } else { format!("{left} saved failures are") };
        complain(format_args!("warning: {many} of rulings that are not run here, and not played"));
    }
    let sessions = Sessions::new(engine);
    let mut reports = Vec::new();
    for (file, record) in found.records.iter().filter(|(_, record)| chosen(&record.ruling)) {
        if look.is_enough() {
            reports.push(run::unplayed(file, record));
            continue;
        }
        let report = sessions.with(|session| Ok::<_, EngineError>(run::again(plan.library, file, record, session?)))?;
        if report.status == SavedStatus::StillFails {
            look.failing();
        }
        reports.push(report);
    }
    Ok(reports)
}

/// Where the failures of this run go.
pub(super) struct Keep<'p> {
    pub(super) folder: PathBuf,
    pub(super) plan: &'p Plan<'p>,
    pub(super) engine: String,
    pub(super) kept: Mutex<Vec<Result<String, SaveError>>>,
}

impl<'p> Keep<'p> {
    pub(super) fn new(folder: &Path, plan: &'p Plan<'p>, engine: &dyn Engine) -> Keep<'p> {
        Keep { folder: folder.to_path_buf(), plan, engine: engine.name(), kept: Mutex::default() }
    }

    /// Writes one down.
    pub(super) fn failed(&self, ruling: &Ruling, failed: &run::Failed<'_>) {
        if let Some(record) = run::record(self.plan, ruling, &self.engine, failed) {
            let kept = replay::save(&self.folder, &record);
            self.kept.lock().unwrap_or_else(PoisonError::into_inner).push(kept);
        }
    }

    /// How many were written down; what could not be is told, and is an error if the file system is to blame.
    pub(super) fn end(&self) -> Result<usize, Failed> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut wrong: Vec<&SaveError> = kept.iter().filter_map(|kept| kept.as_ref().err()).collect();
        wrong.sort_by_key(|error| error.to_string());
        for error in &wrong {
            if !matches!(error, SaveError::File { .. }) {
                complain(format_args!("warning: {error}"));
            }
        }
        match wrong.iter().find(|error| matches!(error, SaveError::File { .. })) {
            Some(error) => Err(Failed::Call(error.to_string())),
            None => Ok(kept.len() - wrong.len()),
        }
    }
}
