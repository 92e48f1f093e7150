//! How small the failures of mutants become, that each plays the same again, and that its cause is named.
//!
//! `headjudge mutants --shrink` measures all mutants and tells the distributions; here some of them are held to the aims.

use headjudge::fault::Style;
use headjudge::library::Library;
use headjudge::run::DEFAULT_SEED;
use headjudge::run::matrix::{MATRIX_CASES, killers};
use headjudge::run::shrinking::{Diagnosed, Measured, measured, percentile};
use headjudge_engine::Mutant;
use rayon::prelude::*;

/// One mutant in so many.
const EVERY: usize = 3;

fn sample() -> Vec<Measured> {
    let library = Library::embedded().unwrap_or_else(|faults| panic!("{}", faults.render(Style::Plain)));
    let run = (DEFAULT_SEED, MATRIX_CASES);
    let rulings: Vec<_> = library.rulings.iter().collect();
    let chosen: Vec<Mutant> = Mutant::ALL.iter().copied().step_by(EVERY).collect();
    let killers = killers(&library.pool, &rulings, run, &chosen, &|_| ());
    let all: Vec<Measured> = killers
        .par_iter()
        .map(|(mutant, killer)| {
            let ruling = killer.unwrap_or_else(|| panic!("no ruling kills {mutant}"));
            measured(&library, ruling, *mutant, run).unwrap_or_else(|| panic!("{} does not kill {mutant}", ruling.id))
        })
        .collect();
    assert_eq!(all.len(), chosen.len());
    all
}

#[test]
fn failures_of_mutants_become_small_play_again_and_are_recognised() {
    let all = sample();
    let median = |of: &dyn Fn(&Measured) -> u64| percentile(all.iter().map(of), 50).expect("some are measured");
    let (permanents, actions) = (median(&|of| of.permanents as u64), median(&|of| of.actions as u64));
    let executions = median(&|of| u64::from(of.executions));
    assert!(permanents <= 4, "the median case has {permanents} permanents");
    assert!(actions <= 3, "the median case has {actions} actions");
    assert!(executions <= 150, "the median case took {executions} executions");
    let lost: Vec<&Measured> = all.iter().filter(|of| !of.replays).collect();
    assert!(lost.is_empty(), "not played the same again: {lost:?}");
    let first = all.iter().filter(|of| of.named == Diagnosed::First).count();
    let equal = all.iter().filter(|of| matches!(of.named, Diagnosed::Equal(_))).count();
    // One that does the same in every case cannot be told apart from the outside.
    let others: Vec<&Measured> = all.iter().filter(|of| of.named != Diagnosed::First).collect();
    assert!((first + equal) * 10 >= all.len() * 9, "{first} of {} are named first: {others:?}", all.len());
}
