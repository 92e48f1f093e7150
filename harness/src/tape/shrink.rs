//! Shrinking: from a failing tape to the simplest tape that still fails.
//!
//! Owns the machine: it proposes a candidate, is told whether the candidate still fails, and keeps the simplest tape that
//! does. What is worth proposing is the business of `places` and `trial`. The caller runs the candidates, so that the same
//! machine serves proptest, quickcheck, a loop and an engine behind a pipe.

use std::collections::{BTreeSet, VecDeque};

use super::places::{Pass, Place, places};
use super::search::Search;
use super::trial::Trial;
use super::{Source, Tape, replay};

/// A shrink in progress.
///
/// Passes of edits run in turn until none of them helps any more. A candidate is replayed and counts only if its normal
/// tape is simpler than the best one and has not been tried, so every execution is spent on something new.
#[derive(Debug, Clone)]
pub struct Shrinker {
    best: Tape,
    seen: BTreeSet<Vec<u64>>,
    budget: u32,
    listing: bool,
    executions: u32,
    pass: usize,
    /// The places of this pass on the best tape; nothing if they are to be found (again).
    places: Option<Vec<Place>>,
    cursor: usize,
    improved: bool,
    trials: VecDeque<Trial>,
    search: Option<Search>,
    pending: Option<Pending>,
}

#[derive(Debug, Clone)]
struct Pending {
    tape: Tape,
    searching: bool,
}

impl Shrinker {
    /// Starts from a normal tape that fails, to spend at most `budget` executions.
    #[must_use]
    pub fn new(failing: Tape, budget: u32) -> Self {
        Self {
            seen: BTreeSet::from([failing.values()]),
            best: failing,
            budget,
            listing: false,
            executions: 0,
            pass: 0,
            places: None,
            cursor: 0,
            improved: false,
            trials: VecDeque::new(),
            search: None,
            pending: None,
        }
    }

    /// Lists the candidates of this tape, for front ends such as quickcheck's that begin anew from the first that fails.
    /// As none is ever told to fail, steps of one are proposed last.
    #[must_use]
    pub fn listing(failing: Tape) -> Self {
        Self { listing: true, ..Self::new(failing, u32::MAX) }
    }

    /// The simplest failing tape so far.
    #[must_use]
    pub fn best(&self) -> &Tape {
        &self.best
    }

    /// The normal tape of the candidate that awaits its verdict.
    #[must_use]
    pub fn candidate(&self) -> Option<&Tape> {
        self.pending.as_ref().map(|pending| &pending.tape)
    }

    /// How many candidates have been handed out.
    #[must_use]
    pub fn executions(&self) -> u32 {
        self.executions
    }

    /// The next candidate worth running, made by `generate`, which must be the generator of the failing tape. Nothing once
    /// no edit helps or the budget is spent. A candidate still without a verdict counts as one that passed.
    pub fn propose<T>(&mut self, generate: impl Fn(&mut dyn Source) -> T) -> Option<T> {
        self.feedback(false);
        if self.executions >= self.budget {
            return None;
        }
        loop {
            let (trial, searching) = self.next_trial()?;
            let (value, tape) = replay(&trial.tape, &generate);
            let repairs = trial.repairs(&self.best, &tape);
            for trial in repairs.into_iter().rev() {
                self.trials.push_front(trial);
            }
            let fits = !trial.must_shorten || tape.len() < self.best.len();
            if fits && tape.is_simpler_than(&self.best) && self.seen.insert(tape.values()) {
                self.executions += 1;
                self.pending = Some(Pending { tape, searching });
                return Some(value);
            }
            self.rejected(searching);
        }
    }

    /// The verdict on the last candidate. Without one, nothing happens.
    pub fn feedback(&mut self, still_fails: bool) {
        let Some(Pending { tape, searching }) = self.pending.take() else {
            return;
        };
        if !still_fails {
            return self.rejected(searching);
        }
        self.best = tape;
        self.places = None;
        self.improved = true;
        if searching {
            self.search = self.search.take().and_then(|s| s.accepted(&self.best));
            self.cursor += usize::from(self.search.is_none());
        } else {
            // The place that was edited is gone, so the cursor is at the next one.
            self.trials.clear();
            self.search = None;
        }
    }

    fn rejected(&mut self, searching: bool) {
        if searching {
            self.search = self.search.take().and_then(Search::rejected);
        }
        self.cursor += usize::from(self.trials.is_empty() && self.search.is_none());
    }

    fn next_trial(&mut self) -> Option<(Trial, bool)> {
        loop {
            if let Some(trial) = self.trials.pop_front() {
                return Some((trial, false));
            }
            if let Some(search) = &self.search {
                let tape = search.candidate(&self.best);
                return Some((Trial::plain(tape), true));
            }
            let Some(pass) = Pass::ALL.get(self.pass) else {
                if !self.improved {
                    return None;
                }
                (self.pass, self.places, self.improved) = (0, None, false);
                continue;
            };
            let found = self.places.get_or_insert_with(|| places(*pass, &self.best));
            let Some(place) = found.get(self.cursor).cloned() else {
                (self.pass, self.places, self.cursor) = (self.pass + 1, None, 0);
                continue;
            };
            let (trial, search) = place.open(&self.best);
            self.trials.push_back(trial);
            self.search = search.map(|search| search.skipping_one(self.listing));
        }
    }
}

/// What [`shrink`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shrunk<T> {
    /// The simplest failing tape, normal.
    pub tape: Tape,
    /// What the generator makes of it.
    pub value: T,
    /// How many candidates were run.
    pub executions: u32,
}

/// Shrinks a failing tape of this generator with a test that says whether a value still fails.
pub fn shrink<T>(
    failing: &Tape,
    budget: u32,
    generate: impl Fn(&mut dyn Source) -> T,
    mut still_fails: impl FnMut(&T) -> bool,
) -> Shrunk<T> {
    let (mut value, tape) = replay(failing, &generate);
    let mut shrinker = Shrinker::new(tape, budget);
    while let Some(candidate) = shrinker.propose(&generate) {
        let fails = still_fails(&candidate);
        shrinker.feedback(fails);
        if fails {
            value = candidate;
        }
    }
    Shrunk { tape: shrinker.best, value, executions: shrinker.executions }
}
