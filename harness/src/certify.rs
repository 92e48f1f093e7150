//! Certification of an engine that is a value in this process, for use in the engine's own tests.
//!
//! [`certify`] takes anything that is an [`Engine`]; [`engines::from_fn`](crate::engines::from_fn) makes one of a function.
//! The rulings are those that this crate carries, unless a folder of others is named.

use std::fmt;
use std::path::PathBuf;

use crate::baseline::again::OnEngine;
use crate::baseline::{Baseline, BaselineError, Date, DateError, judge};
use crate::engines::{Engine, EngineError};
use crate::fault::{Faults, Style};
use crate::library::Library;
use crate::report::{Detail, Report, plain, summary};
use crate::run::{DEFAULT_SEED, Plan, SelectError, Unwatched, run, select};
use crate::verdict::EngineVerdict;

/// Begins to certify an engine: options follow, [`Certify::run`] ends it.
///
/// ```
/// use headjudge::engines::{Said, from_fn};
///
/// // An engine that knows nothing yet. It does nothing wrong, and is not certified.
/// let engine = from_fn("mine", |scenario| Said::no_card(&*scenario.board.objects[0].card));
/// let report = headjudge::certify(&engine).cases(20).filter("tap-symbol/tapped").run()?;
/// assert!(!report.conforms());
/// assert_eq!(report.counts.supported(), 0, "{report}");
/// # Ok::<(), headjudge::CertifyError>(())
/// ```
#[must_use = "`run` runs it"]
pub fn certify<E: Engine>(engine: &E) -> Certify<'_> {
    Certify { engine, rulings: None, filters: Vec::new(), cases: None, seed: DEFAULT_SEED, baseline: None, today: None }
}

/// What is to be certified, and how.
#[must_use = "`run` runs it"]
pub struct Certify<'e> {
    engine: &'e dyn Engine,
    rulings: Option<PathBuf>,
    filters: Vec<String>,
    cases: Option<u64>,
    seed: u64,
    baseline: Option<PathBuf>,
    today: Option<String>,
}

impl fmt::Debug for Certify<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Certify { filters, cases, seed, baseline, .. } = self;
        let mut all = f.debug_struct("Certify");
        all.field("engine", &self.engine.name()).field("filters", filters).field("cases", cases);
        all.field("seed", seed).field("baseline", baseline).finish_non_exhaustive()
    }
}

/// Why nothing was certified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The rulings are faulty.
    #[error("{}", .0.render(Style::Plain).trim_end())]
    Library(Faults),
    /// A filter selects nothing.
    #[error(transparent)]
    Filter(#[from] SelectError),
    /// There is no such baseline, or it is faulty.
    #[error(transparent)]
    Baseline(#[from] BaselineError),
    /// What should be a day is none.
    #[error(transparent)]
    Date(#[from] DateError),
    /// The engine cannot be used.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl<'e> Certify<'e> {
    /// How many cases of each ruling, exactly. Unless it is said, as many as labels need: 250, and up to 1,000.
    pub fn cases(mut self, cases: u64) -> Certify<'e> {
        self.cases = Some(cases.max(1));
        self
    }

    /// The seed; the same one draws the same cases.
    pub fn seed(mut self, seed: u64) -> Certify<'e> {
        self.seed = seed;
        self
    }

    /// Runs only rulings that this filter selects, or another one given before: `tap-symbol`, `rule:107.5`, `card:Nine Lives`, as on
    /// the command line.
    pub fn filter(mut self, filter: impl Into<String>) -> Certify<'e> {
        self.filters.push(filter.into());
        self
    }

    /// Expects the failures of this file, see [`crate::baseline`].
    pub fn baseline(mut self, file: impl Into<PathBuf>) -> Certify<'e> {
        self.baseline = Some(file.into());
        self
    }

    /// Says which day it is, as `2026-12-31`; without it no entry of the baseline expires.
    pub fn today(mut self, day: impl Into<String>) -> Certify<'e> {
        self.today = Some(day.into());
        self
    }

    /// Takes rulings, cards and clauses from a folder instead of those that this crate carries.
    pub fn rulings(mut self, folder: impl Into<PathBuf>) -> Certify<'e> {
        self.rulings = Some(folder.into());
        self
    }

    /// Runs the rulings on the engine.
    ///
    /// # Errors
    /// If that is not possible. An engine that breaks rulings is no error: the report says so.
    pub fn run(self) -> Result<Report, CertifyError> {
        let today = self.today.as_deref().map(str::parse::<Date>).transpose()?;
        let baseline = self.baseline.as_deref().map(Baseline::read).transpose()?;
        let library = match &self.rulings {
            None => Library::embedded(),
            Some(folder) => Library::from_dir(folder),
        };
        let library = library.map_err(CertifyError::Library)?;
        let rulings = select(&library, &self.filters)?;
        let plan = Plan { rulings, seed: self.seed, ..Plan::new(&library) }.with_cases(self.cases);
        let mut report = run(&plan, self.engine, &Unwatched)?;
        if let Some(baseline) = &baseline {
            let replays = OnEngine::new(&library, self.engine);
            report.baseline = Some(judge(&report, baseline, &library, today, &replays));
        }
        match self.engine.lost() {
            Some(lost) => Err(lost.into()),
            None => Ok(report),
        }
    }
}

impl Report {
    /// Whether every ruling that was run passed.
    #[must_use]
    pub fn conforms(&self) -> bool {
        self.verdict == EngineVerdict::Conforms
    }

    /// Whether the engine was seen to do something other than what a ruling says. What it does not support is not wrong.
    #[must_use]
    pub fn went_wrong(&self) -> bool {
        self.rulings.iter().any(|ruling| ruling.verdict.went_wrong())
    }

    /// Whether everything is as the baseline expects; without a baseline, whether the engine conforms.
    #[must_use]
    pub fn is_as_expected(&self) -> bool {
        let expected = self.baseline.as_ref().map_or(self.conforms(), |baseline| baseline.as_expected);
        // No baseline expects an engine to claim too much.
        expected && self.claims.overclaimed.is_empty()
    }
}

/// The summary for people, without colours: what a test says that fails.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(plain(&summary(self, Detail::Usual)).trim_end())
    }
}
