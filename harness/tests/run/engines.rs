//! Every way in which an engine can go wrong has its verdict, and none of them is a pass.

use headjudge::engines::EngineError;
use headjudge::run::{Plan, Unwatched, run, select};
use headjudge::verdict::{EngineVerdict, Kind, RulingVerdict};

use crate::bad::{Bad, Way};
use crate::library::{only, real, run_named, run_on};

const RULING: &str = "nine-lives/each-source";
const CASES: u64 = 30;

#[track_caller]
fn check(way: Way, kind: Kind, check: &str) {
    let engine = Bad::new(&real().pool.cards, way);
    let report = run_on(real(), RULING, CASES, &engine);
    let ruling = only(&report);
    assert_eq!(ruling.verdict, RulingVerdict::Worst(kind), "{way:?}");
    assert_eq!(report.verdict, EngineVerdict::Fails(RulingVerdict::Worst(kind)), "{way:?}");
    assert_eq!((ruling.counts.of(kind), ruling.counts.cases()), (CASES, CASES), "{way:?}");
    assert_eq!(ruling.failures.len(), 1, "{way:?}");
    assert_eq!((ruling.failures[0].check.as_str(), ruling.failures[0].cases), (check, CASES), "{way:?}");
    assert_eq!(report.topics[0].certified, 0, "{way:?}");
    // Whatever became of it, people see what was played; of what is lacking the name is enough.
    assert_eq!(ruling.failures[0].scenario.is_some(), kind != Kind::Unsupported, "{way:?}");
}

#[test]
fn the_reference_obeys() {
    let report = run_named(real(), RULING, 200, "reference");
    assert_eq!(report.verdict, EngineVerdict::Conforms);
    assert_eq!(only(&report).counts.of(Kind::Pass), 200);
    assert_eq!(only(&report).differs_from_reference, 0);
}

#[test]
fn what_an_engine_lacks_is_unsupported() {
    check(Way::LacksACard, Kind::Unsupported, "unsupported card Nine Lives");
}

#[test]
fn errors_crashes_and_silence_are_what_they_are() {
    check(Way::Gives, Kind::Error, "error");
    check(Way::Crashes, Kind::Crash, "crash");
    check(Way::Hangs, Kind::Timeout, "timeout");
    check(Way::TalksNonsense, Kind::Protocol, "protocol");
}

#[test]
fn outcomes_of_another_scenario_are_nonsense() {
    check(Way::LosesAnObject, Kind::Protocol, "protocol");
    check(Way::RenamesAnObject, Kind::Protocol, "protocol");
    check(Way::ReportsNothing, Kind::Protocol, "protocol");
}

#[test]
fn a_game_without_rest_a_refusal_and_a_strange_question_fail() {
    check(Way::NeverRests, Kind::Fail, "unsettled");
    check(Way::RefusesEverything, Kind::Fail, "refused");
    check(Way::AsksTooMuch, Kind::Fail, "unasked");
}

#[test]
fn an_engine_that_does_not_start_has_no_report() {
    let rulings = select(real(), &[RULING.to_owned()]).expect("the ruling");
    let plan = Plan { rulings, cases: CASES, ..Plan::new(real()) };
    let engine = Bad::new(&real().pool.cards, Way::NeverStarts);
    assert!(matches!(run(&plan, &engine, &Unwatched), Err(EngineError::Start { .. })));
}

#[test]
fn a_word_that_means_no_ruling_is_refused() {
    let words = |word: &str| select(real(), &[RULING.to_owned(), word.to_owned()]);
    let error = words("nine-lives/each-sorce").expect_err("no such ruling").to_string();
    assert!(error.contains("did you mean \"nine-lives/each-source\"?"), "{error}");
    assert!(words("").is_err(), "nothing is no filter");
    let by_clause = select(real(), &["nine-lives.each-source".to_owned()]).expect("a clause");
    assert!(by_clause.iter().any(|ruling| ruling.id == RULING));
}
