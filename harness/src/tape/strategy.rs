//! The tape under proptest: a strategy made at run time whose value trees shrink the tape.
//!
//! proptest runs the cases, catches panics and drives the shrinking; what is drawn, and how it gets simpler, is the tape's.

use std::cell::Cell;
use std::fmt::{self, Debug};
use std::sync::Arc;

use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::{
    Config, Reason, RngAlgorithm, RngSeed, TestCaseError, TestError, TestRng, TestRunner, noop_result_cache,
};
use thiserror::Error;

use super::{Shrinker, Source, SplitMix64, Tape, record};

/// What a case drew: the value and the tape it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn<T> {
    /// What the generator made.
    pub value: T,
    /// The choices it made it of, normal.
    pub tape: Tape,
}

/// A proptest strategy that runs a generator on a tape.
pub struct TapeStrategy<G> {
    generate: Arc<G>,
    seed: Option<u64>,
    budget: u32,
}

impl<G> TapeStrategy<G> {
    /// Draws each case from a seed that the runner's own random numbers give; `budget` executions to shrink a failure.
    pub fn new(generate: G, budget: u32) -> Self {
        Self { generate: Arc::new(generate), seed: None, budget }
    }

    /// Draws the case of this seed, whatever the runner's random numbers are.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        Self { generate: Arc::clone(&self.generate), seed: Some(seed), budget: self.budget }
    }

    /// The tree of one case.
    pub fn tree<T>(&self, seed: u64) -> TapeTree<T, G>
    where
        G: Fn(&mut dyn Source) -> T,
    {
        let (value, tape) = record(SplitMix64::new(seed), &*self.generate);
        TapeTree::new(Drawn { value, tape }, Arc::clone(&self.generate), self.budget)
    }
}

impl<G> Debug for TapeStrategy<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("TapeStrategy");
        shown.field("seed", &self.seed).field("budget", &self.budget);
        shown.finish_non_exhaustive()
    }
}

impl<T: Debug, G: Fn(&mut dyn Source) -> T> Strategy for TapeStrategy<G> {
    type Tree = TapeTree<T, G>;
    type Value = Arc<Drawn<T>>;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let seed = match self.seed {
            Some(seed) => seed,
            None => proptest::num::u64::ANY.new_tree(runner)?.current(),
        };
        Ok(self.tree(seed))
    }
}

/// A case and its way down to the simplest that fails like it.
pub struct TapeTree<T, G> {
    generate: Arc<G>,
    shrinker: Shrinker,
    current: Arc<Drawn<T>>,
    best: Arc<Drawn<T>>,
}

impl<T, G> TapeTree<T, G> {
    /// A tree over something drawn before, such as a case read from a file.
    pub fn new(drawn: Drawn<T>, generate: Arc<G>, budget: u32) -> Self {
        let best = Arc::new(drawn);
        Self { generate, shrinker: Shrinker::new(best.tape.clone(), budget), current: Arc::clone(&best), best }
    }

    /// The case as the tree has it now, which the runner takes from here.
    #[must_use]
    pub fn drawn(&self) -> &Arc<Drawn<T>> {
        &self.current
    }

    /// How many candidates have been handed out.
    #[must_use]
    pub fn executions(&self) -> u32 {
        self.shrinker.executions()
    }
}

impl<T, G: Fn(&mut dyn Source) -> T> TapeTree<T, G> {
    fn advance(&mut self) -> bool {
        if let Some(value) = self.shrinker.propose(&*self.generate) {
            let tape = self.shrinker.candidate().cloned().unwrap_or_default();
            self.current = Arc::new(Drawn { value, tape });
            return true;
        }
        // The runner reports what the tree has last, so that must be the best and not the last candidate.
        self.current = Arc::clone(&self.best);
        false
    }
}

impl<T: Debug, G> Debug for TapeTree<T, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("TapeTree");
        shown.field("current", &self.current).field("best", &self.best);
        shown.finish_non_exhaustive()
    }
}

impl<T: Debug, G: Fn(&mut dyn Source) -> T> ValueTree for TapeTree<T, G> {
    type Value = Arc<Drawn<T>>;

    fn current(&self) -> Self::Value {
        Arc::clone(&self.current)
    }

    /// The current value failed.
    fn simplify(&mut self) -> bool {
        self.shrinker.feedback(true);
        self.best = Arc::clone(&self.current);
        self.advance()
    }

    /// The current value passed.
    fn complicate(&mut self) -> bool {
        self.shrinker.feedback(false);
        self.advance()
    }
}

/// A runner with nothing left to the environment: no file of old failures, no clock, no messages, fixed random numbers.
///
/// `cases` is how many [`run_proptest`] asks for. The limit on shrinking lies in the tree, which unlike proptest's own
/// stops on the simplest value.
#[must_use]
pub fn runner(cases: u32, seed: u64) -> TestRunner {
    let config = Config {
        cases,
        max_local_rejects: 0,
        // Cases that reject themselves are the caller's to count and judge.
        max_global_rejects: u32::MAX,
        max_flat_map_regens: 0,
        failure_persistence: None,
        source_file: None,
        test_name: None,
        max_shrink_time: 0,
        // The greatest number would mean "four times the cases", and with few cases hardly any shrinking.
        max_shrink_iters: u32::MAX - 1,
        max_default_size_range: 0,
        result_cache: noop_result_cache,
        verbose: 0,
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: RngSeed::Fixed(seed),
        _non_exhaustive: (),
    };
    let mut numbers = SplitMix64::new(seed);
    let mut bytes = [0_u8; 32];
    for eight in bytes.chunks_exact_mut(8) {
        eight.copy_from_slice(&numbers.next_u64().to_le_bytes());
    }
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

/// What came of a run in which no case failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ran {
    /// Cases that passed.
    pub passed: u64,
    /// Cases that the test rejected, which are neither passed nor failed.
    pub rejected: u64,
}

/// A case that failed, shrunk.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RunError<T: Debug> {
    /// A case failed.
    #[error("case {case} (seed {seed}) failed: {reason}")]
    Failed {
        /// Which of the seeds, from 0.
        case: u64,
        /// The seed that drew the case.
        seed: u64,
        /// What the test said of the simplest case that fails.
        reason: String,
        /// The simplest case that fails.
        simplest: Arc<Drawn<T>>,
        /// Executions spent on shrinking.
        executions: u32,
    },
    /// proptest gave the run up.
    #[error("the run was given up: {0}")]
    Aborted(Reason),
}

/// Runs one case for each seed, in order and under proptest, up to the first that fails, and shrinks that one.
///
/// The test says `Err(TestCaseError::fail(..))`; a panic is a failure too, but costs far more, and prints. To shrink within
/// one kind of failure the test must pass what fails otherwise.
///
/// # Errors
/// If a case fails.
pub fn run_proptest<T: Debug>(
    seeds: impl IntoIterator<Item = u64>,
    generate: impl Fn(&mut dyn Source) -> T,
    budget: u32,
    test: impl Fn(&Drawn<T>) -> Result<(), TestCaseError>,
) -> Result<Ran, RunError<T>> {
    let strategy = TapeStrategy::new(generate, budget);
    let mut runner = runner(1, 0);
    let mut ran = Ran::default();
    for (case, seed) in (0..).zip(seeds) {
        let calls = Cell::new(0_u32);
        let result = runner.run_one(strategy.tree(seed), |drawn| {
            calls.set(calls.get().saturating_add(1));
            test(&drawn)
        });
        match result {
            Ok(true) => ran.passed += 1,
            Ok(false) => ran.rejected += 1,
            Err(TestError::Fail(reason, simplest)) => {
                return Err(RunError::Failed {
                    case,
                    seed,
                    reason: reason.to_string(),
                    simplest,
                    executions: calls.get().saturating_sub(1),
                });
            }
            Err(TestError::Abort(reason)) => return Err(RunError::Aborted(reason)),
        }
    }
    Ok(ran)
}
