//! `certify --failures DIR`: failures of earlier runs are played first, those of this run are written down.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::look::Look;
use super::{Failed, complain};
use crate::engines::{Engine, EngineError};
use crate::replay::{self, Found, SaveError};
use crate::report::{SavedReport, SavedStatus};
use crate::ruling::Ruling;
use crate::run::{self, Plan, Sessions, Watch as _};

/// The most files that are named one by one.
const NAMED: usize = 20;

/// What the folder holds. A failure that cannot be read would drop out of the verdict, so that nothing is run then.
pub(super) fn read(folder: &Path) -> Result<Found, Failed> {
    let found = replay::found(folder)
        .map_err(|error| Failed::Call(format!("`{}` cannot be read: {error}", folder.display())))?;
    if !found.unread.is_empty() {
        let many = match found.unread.len() {
            1 => "a saved failure".to_owned(),
            many => format!("{many} saved failures"),
        };
        let mut lines: Vec<String> = found.unread.iter().take(NAMED).map(|why| format!("  {why}")).collect();
        if let Some(more @ 1..) = found.unread.len().checked_sub(NAMED) {
            lines.push(format!("  … and {more} more"));
        }
        return Err(Failed::Call(format!(
            "{many} in `{}` cannot be read, and would not be played:\n{}\n  nothing is run: restore what is damaged, and \
             move out of the folder what is no longer wanted",
            folder.display(),
            lines.join("\n")
        )));
    }
    found.other.iter().for_each(|what| complain(format_args!("warning: {what}")));
    Ok(found)
}

/// Plays what was found for the rulings of the plan, in order of file names. `all`: no filter chose among rulings, so that
/// those which are gone are told, too.
pub(super) fn again(
    found: &Found,
    plan: &Plan<'_>,
    engine: &dyn Engine,
    look: &Look<'_>,
    all: bool,
) -> Result<Vec<SavedReport>, Failed> {
    let chosen = |ruling: &str| plan.rulings.iter().any(|chosen| chosen.id == ruling);
    let gone = |ruling: &str| all && plan.library.find(ruling).is_none();
    let left =
        found.records.iter().filter(|(_, r)| !chosen(&r.ruling) && plan.library.find(&r.ruling).is_some()).count();
    if left > 0 {
        let many = if left == 1 { "1 saved failure is".to_owned() } else { format!("{left} saved failures are") };
        complain(format_args!("warning: {many} of rulings that are not run here, and not played"));
    }
    let sessions = Sessions::new(engine);
    let mut reports = Vec::new();
    for (file, record) in found.records.iter().filter(|(_, r)| chosen(&r.ruling) || gone(&r.ruling)) {
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
