//! Rulings that show nothing, or are themselves at fault.

use headjudge::report::RulingReport;
use headjudge::run::{DEFAULT_CASES, LEAST_CASES};
use headjudge::verdict::{EngineVerdict, Kind, RulingVerdict};

use crate::library::{only, run_named, with_ruling};

fn report(body: &str, cases: u64) -> RulingReport {
    let library = with_ruling(body);
    let report = run_named(&library, "own", cases, "reference");
    let ruling = only(&report).clone();
    if ruling.verdict == RulingVerdict::Faulty {
        assert!(report.is_faulty());
    }
    if !ruling.verdict.passed() {
        assert_ne!(report.verdict, EngineVerdict::Conforms);
    }
    ruling
}

fn board(forall: &str, rest: &str) -> String {
    format!(
        "forall: {forall}\n\
         given: {{p1: {{life: any}}, p2: {{life: any}}}}\n\
         when: [pass]\n\
         {rest}"
    )
}

const HOLDS: &str = "then:\n  - after.p1.life == start.p1.life\n";

#[test]
fn a_label_that_hardly_applies_makes_a_ruling_vacuous() {
    let body = board("{n: {int: 0..=99}}", &format!("{HOLDS}labels: {{rare: \"n == 7\", usual: \"n > 50\"}}\n"));
    let ruling = report(&body, DEFAULT_CASES);
    assert_eq!(ruling.verdict, RulingVerdict::Vacuous);
    assert_eq!(ruling.vacuous.len(), 1, "{:?}", ruling.vacuous);
    assert!(ruling.vacuous[0].contains("`rare`"), "{:?}", ruling.vacuous);
    assert_eq!(ruling.labels.iter().map(|label| label.floor).collect::<Vec<_>>(), [20, 20]);
    // With few cases chance alone would decide.
    assert_eq!(report(&body, 50).verdict, RulingVerdict::Worst(Kind::Pass));
}

#[test]
fn a_ruling_is_through_when_its_labels_have_shown_what_they_should_and_no_sooner() {
    let labels = |labels: &str| board("{n: {int: 0..=99}}", &format!("{HOLDS}labels: {{{labels}}}\n"));
    let usual = report(&labels("usual: \"n > 50\""), DEFAULT_CASES);
    assert_eq!(usual.counts.cases(), LEAST_CASES);
    let seldom = report(&labels("seldom: \"n < 4\""), DEFAULT_CASES);
    assert_eq!(seldom.verdict, RulingVerdict::Worst(Kind::Pass));
    assert!((LEAST_CASES + 1..DEFAULT_CASES).contains(&seldom.counts.cases()), "{}", seldom.counts.cases());
    // No more cases than it takes.
    assert!((20..=24).contains(&seldom.labels[0].cases), "{}", seldom.labels[0].cases);
}

#[test]
fn the_same_few_scenarios_over_and_over_make_a_ruling_vacuous() {
    let body = "forall: {n: {int: 1..=150}}\n\
                given: {p1: {life: $n}, p2: {}, around: any}\n\
                when: [pass]\n\
                then:\n  - after.p1.life == n\n";
    let ruling = report(body, DEFAULT_CASES);
    assert_eq!(ruling.verdict, RulingVerdict::Vacuous, "surroundings do not make a scenario another one");
    assert_eq!(ruling.distinct, 150);
}

#[test]
fn throwing_draws_away_is_a_fault() {
    let body = board("{n: {int: 0..=9}}", &format!("where: [\"n > 0\"]\n{HOLDS}"));
    let ruling = report(&body, DEFAULT_CASES);
    assert_eq!(ruling.verdict, RulingVerdict::Faulty);
    assert!(ruling.discarded > 50 && ruling.discarded < 200, "{}", ruling.discarded);
    assert!(ruling.faults[0].message.contains("thrown away"), "{:?}", ruling.faults);
    // Every case was made up for.
    assert_eq!(ruling.counts.of(Kind::Pass), DEFAULT_CASES);
}

#[test]
fn a_ruling_that_throws_everything_away_is_given_up() {
    let body = board("{n: {int: 0..=9}}", &format!("where: [\"n > 9\"]\n{HOLDS}"));
    let ruling = report(&body, 10);
    assert_eq!(ruling.verdict, RulingVerdict::Faulty);
    assert_eq!(ruling.counts.of(Kind::NotRun), 10);
}

#[test]
fn a_question_that_nobody_answers_is_a_fault_of_the_ruling() {
    let body = "given:\n  p1:\n    pool: \"{R}\"\n    hand: [{id: tremor, card: Tremor}]\n\
                \x20   battlefield: [{times: 2, id: lynx, card: Hungry Lynx}, {id: rat, card: Typhoid Rats}]\n\
                when: [{cast: {card: tremor}}, resolve]\nthen:\n  - after.p1.life == 20\n";
    let ruling = report(body, 10);
    assert_eq!(ruling.verdict, RulingVerdict::Faulty);
    assert!(ruling.faults[0].message.contains("no answer is pinned"), "{:?}", ruling.faults);
    assert_eq!((ruling.faults[0].cases, ruling.faults[0].case), (10, 0));
}

#[test]
fn an_expectation_without_a_value_is_a_fault_of_the_ruling_where_the_reference_plays_to_the_end() {
    let body = board("{n: {int: 0..=9}}", "then:\n  - 10 / n >= 1\n");
    let ruling = report(&body, 200);
    assert_eq!(ruling.verdict, RulingVerdict::Faulty);
    assert!(ruling.faults[0].message.contains("division by zero"), "{:?}", ruling.faults);
    assert!(ruling.counts.of(Kind::Pass) > 0);
}

#[test]
fn contested_rulings_stay_outside_the_counts() {
    let body = board("{n: {int: 0..=9}}", "then:\n  - n < 0\nstatus: contested\nwhy: nobody agrees\n");
    let library = with_ruling(&body);
    let report = run_named(&library, "own", 30, "reference");
    assert_eq!(report.verdict, EngineVerdict::Conforms);
    assert_eq!((report.rulings.len(), report.contested.len()), (0, 1));
    assert_eq!(report.counts.cases(), 0);
    assert_eq!(report.contested[0].verdict, RulingVerdict::Worst(Kind::Fail));
}
