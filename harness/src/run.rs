//! A run: many cases of many rulings on one engine, in parallel, with the same report for any number of threads.
//!
//! Cases are cut into stretches; threads take stretches as they like and their tallies are merged in the order of the
//! cases. What is kept of a case is a few numbers, so memory does not grow with their number.

pub mod coverage;
mod failures;
mod journal;
pub mod matrix;
mod merge;
mod note;
mod outlook;
mod part;
mod saved;
mod select;
mod sessions;
mod shrink;
pub mod shrinking;
mod stability;
mod stretch;
mod tally;
mod vary;
mod watch;

use std::ops::Range;

use rayon::prelude::*;

use crate::case::{self, AnswerStream, CaseFault, Judged, Laws};
use crate::engines::{Engine, EngineError, Session};
use crate::generate::Pool;
use crate::library::Library;
use crate::report::{ClaimsReport, PartReport, Report, RulingReport, SavedReport};
use crate::ruling::Ruling;
use crate::tape::SplitMix64;
use crate::verdict::{Counts, EngineVerdict};

pub use failures::{explain, values};
pub use journal::{Journal, JournalError};
pub use merge::{MergeError, merge};
pub use note::{Came, Note};
pub use outlook::{DISTINCT, LEAST_LABELLED, MOST_DISCARDED_PERCENT};
pub use part::{Part, PartError};
pub use saved::{Failed, again, record, unplayed};
pub use select::{FILTER_HELP, SelectError, select};
pub use sessions::Sessions;
pub use shrink::{Smallest, replay_tape, shrink, tape_of};
pub use tally::{CheckTally, KEPT, Tally};
pub use vary::{VARY_BUDGET, Varied, vary};
pub use watch::{Unwatched, Watch};

/// The seed of a run that does not name one.
pub const DEFAULT_SEED: u64 = 1993;

/// How many cases of each ruling are run at most unless something else is said. Below that, floors of labels mean nothing.
pub const DEFAULT_CASES: u64 = 1000;

/// How many cases of each ruling are run at least unless something else is said. After these, and again after each stretch, a
/// ruling whose labels have reached their floors is through: cases go where rare traps need them.
pub const LEAST_CASES: u64 = 250;

/// How many executions one failure may take to shrink unless something else is said.
pub const SHRINK_BUDGET: u32 = 500;

/// In every so-manieth case of a ruling the reference is checked against the laws of the rules.
const LAWS_EVERY: u64 = 16;

/// How many cases a thread takes at a time.
const STRETCH: u64 = 50;

/// How many stretches are in flight before their tallies are merged.
const WAVE: usize = 512;

/// What is to be run.
#[derive(Debug, Clone)]
pub struct Plan<'l> {
    /// Where the rulings are from.
    pub library: &'l Library,
    /// Which, in order of id.
    pub rulings: Vec<&'l Ruling>,
    /// Which part of a larger run these rulings are, if so.
    pub part: Option<PartReport>,
    /// How many cases of each at most.
    pub cases: u64,
    /// How many of each at least: from here on a ruling is through as soon as its cases show what it claims. No less than
    /// `cases` for exactly so many.
    pub least: u64,
    /// The seed of the run.
    pub seed: u64,
    /// How many executions one failure may take to be made smaller.
    pub shrink: u32,
    /// Every how many cases one is played a second time, in a fresh process, to see whether the same comes of it; none if nothing
    /// is said.
    pub stability: Option<u64>,
    /// What else a command needs to find the same library again, such as ` --rulings DIR`; part of replay commands.
    pub options: String,
    /// What came of failures that were saved by earlier runs; part of the verdict.
    pub saved: Vec<SavedReport>,
}

impl<'l> Plan<'l> {
    /// Every ruling, the default number of cases, the default seed.
    #[must_use]
    pub fn new(library: &'l Library) -> Plan<'l> {
        let rulings = library.rulings.iter().collect();
        let (cases, least) = (DEFAULT_CASES, LEAST_CASES);
        Plan {
            library,
            rulings,
            part: None,
            cases,
            least,
            seed: DEFAULT_SEED,
            shrink: SHRINK_BUDGET,
            stability: None,
            options: String::new(),
            saved: Vec::new(),
        }
    }

    /// The same with exactly so many cases of each ruling, if a number is given.
    #[must_use]
    pub fn with_cases(self, cases: Option<u64>) -> Plan<'l> {
        match cases {
            Some(cases) => Plan { cases, least: cases, ..self },
            None => self,
        }
    }

    /// How many cases there are in all, as long as it is not known which rulings need more than the least.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.least.min(self.cases).saturating_mul(self.rulings.len() as u64)
    }

    /// The rounds of the run: which cases of every ruling that is not through by then.
    fn rounds(&self) -> impl Iterator<Item = Range<u64>> + use<> {
        let (cases, least) = (self.cases, self.least.min(self.cases));
        let later = (0..(cases - least).div_ceil(STRETCH)).map(move |n| least + n * STRETCH);
        std::iter::once(0..least).chain(later.map(move |from| from..(from + STRETCH).min(cases)))
    }
}

/// Runs a plan on an engine.
///
/// # Errors
/// If the engine cannot be started at all. If it is lost on the way, the rest is reported as not run.
pub fn run(plan: &Plan<'_>, engine: &dyn Engine, watch: &dyn Watch) -> Result<Report, EngineError> {
    let sessions = Sessions::new(engine);
    sessions.start()?;
    let mut tallies: Vec<Tally> = plan.rulings.iter().map(|ruling| Tally::new(ruling)).collect();
    for cases in plan.rounds() {
        // Of a ruling that did not get as far as this nobody knows whether it would have needed more cases.
        let through = |at: &usize| {
            cases.start > 0 && (tallies[*at].is_broken_off() || outlook::is_through(plan.rulings[*at], &tallies[*at]))
        };
        let rulings: Vec<usize> = (0..plan.rulings.len()).filter(|at| !through(at)).collect();
        if rulings.is_empty() {
            break;
        }
        if cases.start > 0 {
            watch.more((cases.end - cases.start).saturating_mul(rulings.len() as u64));
        }
        round(plan, &rulings, cases, &mut tallies, &sessions, watch);
    }
    stability::recheck(plan, &mut tallies, &sessions, watch);
    let claims = ClaimsReport::of(&tallies);
    let reports: Vec<RulingReport> = plan
        .rulings
        .par_iter()
        .zip(tallies)
        .map(|(ruling, tally)| outlook::report(plan, ruling, &tally, (engine, watch), &sessions))
        .collect();
    Ok(assemble(plan, engine.name(), reports, claims))
}

/// Plays these cases of these rulings and adds them to their tallies.
fn round(
    plan: &Plan<'_>,
    rulings: &[usize],
    cases: Range<u64>,
    tallies: &mut [Tally],
    sessions: &Sessions<'_>,
    watch: &dyn Watch,
) {
    let starts = || cases.clone().step_by(usize::try_from(STRETCH).unwrap_or(usize::MAX));
    let range = |from: u64| from..(from + STRETCH).min(cases.end);
    let mut stretches = rulings.iter().flat_map(|ruling| starts().map(move |from| (*ruling, range(from))));
    loop {
        let wave: Vec<(usize, Range<u64>)> = stretches.by_ref().take(WAVE).collect();
        if wave.is_empty() {
            return;
        }
        let parts: Vec<(usize, Tally)> = wave
            .into_par_iter()
            .map(|(at, cases)| {
                let mut tally = Tally::new(plan.rulings[at]);
                for (n, note) in notes(plan, plan.rulings[at], cases, sessions, watch) {
                    tally.add(n, &note);
                }
                (at, tally)
            })
            .collect();
        for (at, part) in parts {
            tallies[at].merge(part);
        }
    }
}

/// What is known of these cases and what comes of the others, in their order.
fn notes(
    plan: &Plan<'_>,
    ruling: &Ruling,
    cases: Range<u64>,
    sessions: &Sessions<'_>,
    watch: &dyn Watch,
) -> Vec<(u64, Note)> {
    let (mut notes, mut left) = (Vec::new(), Vec::new());
    for n in cases {
        match watch.known(ruling, n) {
            Some(note) => notes.push((n, note)),
            None => left.push(n),
        }
    }
    if !left.is_empty() {
        notes.extend(stretch::stretch(plan, ruling, &left, sessions, watch));
        notes.sort_by_key(|(n, _)| *n);
    }
    notes
}

/// One case of a ruling, from its number to the verdict, and how many draws it threw away. Without a session the
/// reference itself is judged.
///
/// # Errors
/// If the ruling or the reference is at fault.
pub fn one(
    ruling: &Ruling,
    pool: &Pool,
    seed: u64,
    n: u64,
    session: Option<&mut (dyn Session + '_)>,
) -> Result<(Judged, u32), CaseFault> {
    let laws = if n.is_multiple_of(LAWS_EVERY) { Laws::Checked } else { Laws::Trusted };
    let first = case::draw(ruling, pool, seed, n)?;
    let mut source: SplitMix64 = first.after;
    let mut answers = AnswerStream::new(&mut source);
    let prepared = case::prepare(ruling, pool, first.drawn, &mut answers, laws)?;
    Ok((case::play(ruling, prepared, &mut answers, session)?, first.discarded))
}

/// The report of a plan, from those of its rulings.
fn assemble(plan: &Plan<'_>, engine: String, reports: Vec<RulingReport>, claims: ClaimsReport) -> Report {
    let certifies = |report: &RulingReport| plan.library.find(&report.id).is_none_or(Ruling::certifies);
    let (rulings, contested): (Vec<_>, Vec<_>) = reports.into_iter().partition(certifies);
    let mut counts = Counts::default();
    rulings.iter().for_each(|ruling| counts.merge(&ruling.counts));
    Report {
        format: crate::report::FORMAT,
        headjudge: env!("CARGO_PKG_VERSION").to_owned(),
        suite: plan.library.clauses.suite,
        library: format!("{:016x}", plan.library.digest),
        engine,
        part: plan.part.clone(),
        seed: plan.seed,
        cases: plan.cases,
        least: plan.least.min(plan.cases),
        verdict: EngineVerdict::of(rulings.iter().map(|ruling| ruling.verdict).chain(saved::verdicts(plan)))
            .claiming(!claims.overclaimed.is_empty()),
        claims,
        counts,
        topics: outlook::topics(plan, &rulings),
        saved: plan.saved.clone(),
        rulings,
        contested,
        baseline: None,
    }
}
