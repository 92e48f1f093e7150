//! Shrinking, driven by hand, by proptest and by quickcheck.

use std::sync::Arc;

use headjudge::tape::{
    Draw, Drawn, RunError, Shrinker, Source, SplitMix64, Tape, TapeStrategy, case_seed, record, replay, run_proptest,
    runner, shrink,
};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{TestCaseError, TestError};
use quickcheck::{Arbitrary, Gen, TestResult};

use super::board::{BUGS, Board, Bug, draw_board, failing_seeds};

const SEEDS: usize = 100;
const BUDGET: u32 = 1_000;

/// Shrinks every bug from 100 seeds with `shrink_one`, which returns the board it ends with and the executions spent.
fn check_quality(front_end: &str, shrink_one: impl Fn(&Bug, u64) -> (Board, u32)) {
    for bug in &BUGS {
        let results: Vec<(Board, u32)> = failing_seeds(bug, 0).take(SEEDS).map(|seed| shrink_one(bug, seed)).collect();
        let smallest = (bug.smallest)();
        assert!((bug.shows)(&smallest), "{}: the smallest board shows it", bug.name);
        let optimal = results.iter().filter(|(board, _)| *board == smallest).count();
        let mut executions: Vec<u32> = results.iter().map(|(_, spent)| *spent).collect();
        executions.sort_unstable();
        let (median, most) = (executions[SEEDS / 2], executions[SEEDS - 1]);
        println!("{front_end}: {optimal}/{SEEDS} smallest, median {median}, most {most}: {}", bug.name);
        let miss = results.iter().find(|(board, _)| *board != smallest);
        assert!(optimal * 100 >= SEEDS * 95, "{}: {optimal} of {SEEDS}, such as {miss:?}", bug.name);
        assert!(median <= 200, "{}: median of {median} executions", bug.name);
    }
}

#[test]
fn by_hand_it_ends_at_the_smallest_board() {
    check_quality("by hand", |bug, seed| {
        let (_, tape) = record(SplitMix64::new(seed), draw_board);
        let shrunk = shrink(&tape, BUDGET, draw_board, bug.shows);
        assert_eq!(replay(&shrunk.tape, draw_board), (shrunk.value.clone(), shrunk.tape));
        (shrunk.value, shrunk.executions)
    });
}

#[test]
fn under_proptest_it_ends_at_the_smallest_board() {
    check_quality("proptest", |bug, seed| {
        let test = |drawn: &Drawn<Board>| {
            if (bug.shows)(&drawn.value) { Err(TestCaseError::fail(bug.name)) } else { Ok(()) }
        };
        match run_proptest([seed], draw_board, BUDGET, test) {
            Err(RunError::Failed { case: 0, reason, simplest, executions, .. }) => {
                assert_eq!(reason, bug.name);
                (simplest.value.clone(), executions)
            }
            other => panic!("{other:?}"),
        }
    });
}

#[test]
fn a_check_that_always_fails_shrinks_in_one_execution() {
    let (_, tape) = record(SplitMix64::new(7), draw_board);
    let shrunk = shrink(&tape, BUDGET, draw_board, |_| true);
    assert_eq!((shrunk.value, shrunk.executions), (Board::default(), 1));
}

#[test]
fn a_failure_that_nothing_simpler_shares_stays_as_it_is() {
    let (value, tape) = record(SplitMix64::new(7), draw_board);
    let shrunk = shrink(&tape, BUDGET, draw_board, |_| false);
    assert_eq!((shrunk.value, shrunk.tape), (value, tape));
    assert!(shrunk.executions > 20, "it tried: {}", shrunk.executions);
}

#[test]
fn the_budget_is_kept_and_the_best_so_far_is_reported() {
    for bug in &BUGS {
        for (budget, seed) in (0..12).zip(failing_seeds(bug, 500)) {
            let (_, tape) = record(SplitMix64::new(seed), draw_board);
            let mut spent = 0;
            let shrunk = shrink(&tape, budget, draw_board, |board| {
                spent += 1;
                (bug.shows)(board)
            });
            assert!(spent <= budget && spent == shrunk.executions);
            assert!((bug.shows)(&shrunk.value));

            let test = |drawn: &Drawn<Board>| match (bug.shows)(&drawn.value) {
                true => Err(TestCaseError::fail("shows")),
                false => Ok(()),
            };
            match run_proptest([seed], draw_board, budget, test) {
                Err(RunError::Failed { simplest, executions, .. }) => {
                    assert_eq!((&simplest.value, &simplest.tape), (&shrunk.value, &shrunk.tape));
                    assert_eq!(executions, spent);
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn no_candidate_is_run_twice_and_each_best_is_simpler() {
    let bug = &BUGS[2];
    for seed in failing_seeds(bug, 0).take(20) {
        let (_, tape) = record(SplitMix64::new(seed), draw_board);
        let mut seen = std::collections::BTreeSet::from([tape.values()]);
        let mut shrinker = Shrinker::new(tape, BUDGET);
        while let Some(board) = shrinker.propose(draw_board) {
            let candidate = shrinker.candidate().cloned().expect("a candidate awaits its verdict");
            assert!(candidate.is_simpler_than(shrinker.best()));
            assert!(seen.insert(candidate.values()), "new: {candidate:?}");
            let before = shrinker.best().clone();
            shrinker.feedback((bug.shows)(&board));
            let expected = if (bug.shows)(&board) { candidate } else { before };
            assert_eq!(*shrinker.best(), expected);
        }
        assert_eq!(shrinker.candidate(), None);
    }
}

/// Draws a counted list without a mark anywhere, the way a careless generator does.
fn draw_unmarked(s: &mut dyn Source) -> Vec<i64> {
    let wide = s.flip(50);
    let skipped = if wide { s.range(0..=9) } else { 0 };
    let count = s.index(9);
    (0..count).map(|_| s.range(0..=500) + skipped).collect()
}

#[test]
fn generators_without_marks_shrink_too() {
    for seed in 0..200 {
        let (value, tape) = record(SplitMix64::new(seed), draw_unmarked);
        let shows = |values: &Vec<i64>| values.iter().filter(|v| **v >= 100).count() >= 2;
        if shows(&value) {
            let shrunk = shrink(&tape, BUDGET, draw_unmarked, shows);
            assert_eq!(shrunk.value, [100, 100], "seed {seed}");
        }
    }
}

#[test]
fn proptest_runs_the_strategy_with_its_own_loop() {
    let bug = &BUGS[0];
    let strategy = TapeStrategy::new(draw_board, BUDGET);
    let result = runner(5_000, 1).run(&strategy, |drawn| match (bug.shows)(&drawn.value) {
        true => Err(TestCaseError::fail(bug.name)),
        false => Ok(()),
    });
    match result {
        Err(TestError::Fail(reason, simplest)) => {
            assert_eq!(reason.message(), bug.name);
            assert_eq!(simplest.value, (bug.smallest)());
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(runner(200, 1).run(&strategy, |_| Ok(())), Ok(()));
}

#[test]
fn a_runner_takes_nothing_from_the_environment() {
    let strategy = TapeStrategy::new(draw_board, BUDGET);
    let draws = |seed| {
        let mut runner = runner(1, seed);
        let mut draw = || strategy.new_tree(&mut runner).expect("the strategy never refuses").current();
        [draw(), draw(), draw()]
    };
    assert_eq!(draws(3), draws(3));
    assert_ne!(draws(3), draws(4));
    let config = runner(9, 0).config().clone();
    assert_eq!((config.cases, config.max_shrink_iters()), (9, u32::MAX - 1));
    assert!(config.failure_persistence.is_none());
    let fixed = strategy.with_seed(11);
    let (value, tape) = record(SplitMix64::new(11), draw_board);
    let tree = fixed.new_tree(&mut runner(1, 5)).expect("the strategy never refuses");
    assert_eq!(tree.current(), Arc::new(Drawn { value, tape }));
}

#[test]
fn a_tree_out_of_candidates_is_back_on_its_best() {
    let bug = &BUGS[2];
    let seed = failing_seeds(bug, 0).next().expect("some seed shows the bug");
    let mut tree = TapeStrategy::new(draw_board, BUDGET).tree(seed);
    let mut more = tree.simplify();
    let mut last_failed = false;
    while more {
        last_failed = (bug.shows)(&tree.current().value);
        more = if last_failed { tree.simplify() } else { tree.complicate() };
    }
    assert!(!last_failed, "the last candidate passed, so the tree had to go back");
    assert_eq!(tree.current().value, (bug.smallest)());
    assert!(!tree.complicate());
    assert_eq!(tree.current().value, (bug.smallest)());
}

#[test]
fn a_run_counts_what_passed_and_what_was_rejected() {
    let seeds = (0..300).map(|case| case_seed(1, "toy/board", case));
    let ran = run_proptest(seeds.clone(), draw_board, BUDGET, |drawn| {
        if drawn.value.permanents.is_empty() {
            return Err(TestCaseError::reject("no permanents"));
        }
        Ok(())
    });
    let empty = seeds.clone().filter(|seed| {
        let (board, _) = record(SplitMix64::new(*seed), draw_board);
        board.permanents.is_empty()
    });
    let rejected = empty.count() as u64;
    assert!(rejected > 0);
    let ran = ran.expect("no case fails");
    assert_eq!((ran.passed, ran.rejected), (300 - rejected, rejected));

    let failed = run_proptest(seeds.clone(), draw_board, BUDGET, |drawn| match drawn.value.hand.len() {
        5.. => Err(TestCaseError::fail("a full hand")),
        _ => Ok(()),
    });
    let first = seeds.enumerate().find(|(_, seed)| record(SplitMix64::new(*seed), draw_board).0.hand.len() >= 5);
    let (index, first_seed) = first.expect("some hand is full");
    match failed {
        Err(RunError::Failed { case, seed, simplest, .. }) => {
            assert_eq!((case, seed), (index as u64, first_seed));
            assert_eq!(simplest.value, Board { hand: vec![0; 5], ..Board::default() });
        }
        other => panic!("{other:?}"),
    }
}

/// The tape under quickcheck: the value is drawn from a seed and shrinks to the tape's candidates.
#[derive(Debug, Clone)]
struct Drafted(Drawn<Board>);

impl Arbitrary for Drafted {
    fn arbitrary(g: &mut Gen) -> Self {
        let (value, tape) = record(SplitMix64::new(u64::arbitrary(g)), draw_board);
        Self(Drawn { value, tape })
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut shrinker = Shrinker::listing(self.0.tape.clone());
        Box::new(std::iter::from_fn(move || {
            let value = shrinker.propose(draw_board)?;
            let tape = shrinker.candidate().cloned().unwrap_or_default();
            Some(Self(Drawn { value, tape }))
        }))
    }
}

/// quickcheck's own loop: take the first candidate that fails, until none does.
fn shrink_by_enumeration(start: Drafted, shows: fn(&Board) -> bool) -> (Board, u32) {
    let (mut best, mut executions) = (start, 0);
    while let Some(next) = best.shrink().find(|candidate| {
        executions += 1;
        shows(&candidate.0.value)
    }) {
        best = next;
    }
    (best.0.value, executions)
}

#[test]
fn under_quickcheck_it_ends_at_the_smallest_board() {
    for bug in &BUGS[..7] {
        let ends = failing_seeds(bug, 0).take(20).map(|seed| {
            let (value, tape) = record(SplitMix64::new(seed), draw_board);
            shrink_by_enumeration(Drafted(Drawn { value, tape }), bug.shows)
        });
        let ends: Vec<_> = ends.collect();
        let smallest = ends.iter().filter(|(board, _)| *board == (bug.smallest)()).count();
        let most = ends.iter().map(|(_, executions)| *executions).max();
        println!("quickcheck: {smallest}/20 smallest, most {most:?}: {}", bug.name);
        assert!(smallest >= 19, "{}: {smallest} of 20", bug.name);
    }
}

#[test]
fn quickcheck_finds_boards_through_the_tape() {
    fn replays(drafted: Drafted) -> TestResult {
        let Drawn { value, tape } = drafted.0;
        TestResult::from_bool(replay(&tape, draw_board) == (value, tape))
    }
    let mut check = quickcheck::QuickCheck::new().tests(500);
    check = check.rng(Gen::from_size_and_seed(10, 1));
    check.quickcheck(replays as fn(Drafted) -> TestResult);

    fn small_hands(drafted: Drafted) -> bool {
        drafted.0.value.hand.len() < 4
    }
    let result = quickcheck::QuickCheck::new()
        .tests(500)
        .rng(Gen::from_size_and_seed(10, 1))
        .quicktest(small_hands as fn(Drafted) -> bool);
    let failure = format!("{:?}", result.expect_err("some hand has four cards"));
    assert!(failure.contains("hand: [0, 0, 0, 0]"), "{failure}");
}

#[test]
fn a_replayed_text_shrinks_like_the_tape_it_was_written_from() {
    let bug = &BUGS[0];
    for seed in failing_seeds(bug, 0).take(20) {
        let (_, tape) = record(SplitMix64::new(seed), draw_board);
        let read = Tape::from_text(&tape.to_text()).expect("a written tape is read");
        let (ours, theirs) =
            (shrink(&tape, BUDGET, draw_board, bug.shows), shrink(&read, BUDGET, draw_board, bug.shows));
        assert_eq!(ours, theirs);
    }
}
