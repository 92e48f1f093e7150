//! What is kept of many cases of one ruling: numbers, and a few cases by number.

use std::collections::{BTreeMap, BTreeSet};

use super::note::{Came, Note};
use crate::engines::Claim;
use crate::ruling::Ruling;
use crate::verdict::{Case, Counts, Kind};

/// How many cases of each kind are kept by number, to be compared with mutants.
pub const KEPT: usize = 50;

/// The most scenarios that are told apart; more than that is plenty.
const MOST_DISTINCT: usize = 10_000;

/// The most different failures of one ruling that are kept: names of cards that an engine lacks could go on for ever.
const MOST_CHECKS: usize = 40;

/// The most different faults of one ruling that are kept.
const MOST_FAULTS: usize = 5;

/// The cases that failed in one way.
#[derive(Debug, Clone)]
pub struct CheckTally {
    /// The way.
    pub case: Case,
    /// How many.
    pub count: u64,
    /// The first of them by number.
    pub cases: Vec<u64>,
    /// What the first of them came to, where that is several things.
    pub said: Option<String>,
}

/// A fault of the ruling, or of the reference.
#[derive(Debug, Clone)]
pub struct FaultTally {
    /// What it is.
    pub message: String,
    /// How many cases have it.
    pub count: u64,
    /// The first of them.
    pub first: u64,
}

/// The sum of some cases of a ruling.
#[derive(Debug, Clone)]
pub struct Tally {
    /// Verdicts.
    pub counts: Counts,
    /// Draws that were thrown away.
    pub discarded: u64,
    /// Outcomes that are not the reference's.
    pub differs: u64,
    /// The first case that passed with such an outcome.
    pub passed_though: Option<u64>,
    /// How many cases each label applies to, in the ruling's order.
    pub labels: Vec<u64>,
    /// What failed, in order of the first case of each.
    pub checks: Vec<CheckTally>,
    /// The first cases that passed.
    pub passed: Vec<u64>,
    /// What is wrong with the ruling, in order of the first case of each.
    pub faults: Vec<FaultTally>,
    /// What the engine claims and did not support, and in how many cases.
    pub overclaimed: BTreeMap<Claim, u64>,
    /// What the engine does not claim and passed, and in how many cases.
    pub unclaimed: BTreeMap<Claim, u64>,
    scenarios: BTreeSet<u64>,
}

impl Tally {
    /// No cases yet.
    #[must_use]
    pub fn new(ruling: &Ruling) -> Tally {
        Tally {
            counts: Counts::default(),
            discarded: 0,
            differs: 0,
            passed_though: None,
            labels: vec![0; ruling.labels.len()],
            checks: Vec::new(),
            passed: Vec::new(),
            faults: Vec::new(),
            overclaimed: BTreeMap::new(),
            unclaimed: BTreeMap::new(),
            scenarios: BTreeSet::new(),
        }
    }

    /// How many different scenarios there were, up to a bound.
    #[must_use]
    pub fn distinct(&self) -> u64 {
        self.scenarios.len() as u64
    }

    /// Whether some case never reached the engine: it was given up, or the run told to end.
    #[must_use]
    pub fn is_broken_off(&self) -> bool {
        self.checks.iter().any(|check| check.case == Case::NotRun)
    }

    /// Counts case `n`.
    pub fn add(&mut self, n: u64, note: &Note) {
        self.discarded += u64::from(note.discarded);
        self.differs += u64::from(note.differs);
        for at in &note.labels {
            if let Some(count) = self.labels.get_mut(*at) {
                *count += 1;
            }
        }
        if let Some(scenario) = note.scenario
            && self.scenarios.len() < MOST_DISTINCT
        {
            self.scenarios.insert(scenario);
        }
        let claims = match &note.came {
            Came::Verdict(Case::Pass) => &mut self.unclaimed,
            _ => &mut self.overclaimed,
        };
        for claim in &note.claims {
            *claims.entry(claim.clone()).or_default() += 1;
        }
        match &note.came {
            Came::Fault(message) => {
                self.counts.add(Kind::NotRun);
                self.faulty(FaultTally { message: message.clone(), count: 1, first: n });
            }
            Came::Verdict(case) => {
                self.counts.add(case.kind());
                if *case == Case::Pass {
                    self.passed_though = self.passed_though.or(note.differs.then_some(n));
                    keep(&mut self.passed, &[n]);
                } else {
                    self.failed(CheckTally { case: case.clone(), count: 1, cases: vec![n], said: note.said.clone() });
                }
            }
        }
    }

    /// Adds later cases.
    pub fn merge(&mut self, later: Tally) {
        self.counts.merge(&later.counts);
        self.discarded += later.discarded;
        self.differs += later.differs;
        self.passed_though = self.passed_though.or(later.passed_though);
        for (mine, theirs) in self.labels.iter_mut().zip(&later.labels) {
            *mine += theirs;
        }
        for scenario in later.scenarios {
            if self.scenarios.len() >= MOST_DISTINCT {
                break;
            }
            self.scenarios.insert(scenario);
        }
        for (mine, theirs) in [(&mut self.overclaimed, later.overclaimed), (&mut self.unclaimed, later.unclaimed)] {
            theirs.into_iter().for_each(|(claim, n)| *mine.entry(claim).or_default() += n);
        }
        keep(&mut self.passed, &later.passed);
        later.checks.into_iter().for_each(|check| self.failed(check));
        later.faults.into_iter().for_each(|fault| self.faulty(fault));
    }

    /// Says otherwise of case `n`, which had this verdict, and in words why.
    pub(super) fn amend(&mut self, n: u64, was: &Case, is: &Case, said: String) {
        let Some(check) = self.checks.iter_mut().find(|check| check.case == *was && check.cases.contains(&n)) else {
            return;
        };
        check.count -= 1;
        check.cases.retain(|case| *case != n);
        self.counts.move_one(was.kind(), is.kind());
        self.checks.retain(|check| check.count > 0);
        self.failed(CheckTally { case: is.clone(), count: 1, cases: vec![n], said: Some(said) });
    }

    fn failed(&mut self, more: CheckTally) {
        if let Some(check) = self.checks.iter_mut().find(|check| check.case == more.case) {
            check.count += more.count;
            keep(&mut check.cases, &more.cases);
        } else if self.checks.len() < MOST_CHECKS || more.case == Case::NotRun {
            self.checks.push(more);
        }
    }

    fn faulty(&mut self, more: FaultTally) {
        if let Some(fault) = self.faults.iter_mut().find(|fault| fault.message == more.message) {
            fault.count += more.count;
        } else if self.faults.len() < MOST_FAULTS {
            self.faults.push(more);
        }
    }
}

fn keep(kept: &mut Vec<u64>, more: &[u64]) {
    let room = KEPT.saturating_sub(kept.len());
    kept.extend(more.iter().take(room));
}
