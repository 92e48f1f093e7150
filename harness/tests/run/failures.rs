//! What is told of a failure: the smallest case, that it can be seen again, and what explains it.

use headjudge::engines::named;
use headjudge::report::{Detail, Failure, summary};
use headjudge::run::matrix::{MATRIX_CASES, kills};
use headjudge::run::{DEFAULT_SEED, SHRINK_BUDGET, Sessions, one, replay_tape};
use headjudge::tape::Tape;
use headjudge::verdict::Case;
use headjudge_engine::Mutant;

use crate::library::{only, real, run_named, with_ruling};

fn zero_damage() -> Failure {
    let report = run_named(real(), "nine-lives/each-source", 200, "mutant:zero-damage-counts");
    only(&report).failures[0].clone()
}

#[test]
fn the_smallest_board_shows_the_fault_and_nothing_else() {
    let failure = zero_damage();
    let scenario = failure.scenario.expect("a scenario");
    let cards: Vec<&str> = scenario.board.objects.iter().map(|object| &*object.card).collect();
    assert_eq!(cards.len(), 2, "Nine Lives and one attacker without power: {cards:?}");
    assert!(failure.executions <= SHRINK_BUDGET);
    assert!(!failure.observed.is_empty() && !failure.transcript.is_empty());
    assert_eq!(failure.clauses[0].id, "nine-lives.each-source");
}

#[test]
fn a_tape_plays_the_same_failure_again() {
    // Pinned answers first, then answers that are drawn while playing.
    for (filter, engine) in [("nine-lives", "mutant:zero-damage-counts"), ("", "mutant:x-enters-zero")] {
        let report = run_named(real(), filter, 100, engine);
        let engine = named(engine, &real().pool.cards).expect("an engine");
        let sessions = Sessions::new(&*engine);
        for ruling in report.rulings.iter().filter(|ruling| !ruling.failures.is_empty()) {
            for failure in &ruling.failures {
                let tape: Tape = failure.tape.parse().expect("a tape");
                let found = real().find(&ruling.id).expect("the ruling");
                let (judged, normal) = sessions
                    .with(|session| replay_tape(found, &real().pool, &tape, session.expect("a session")))
                    .expect("a case");
                assert_eq!(judged.case.check(), failure.check, "{}", failure.replay);
                assert_eq!(Some(judged.prepared.drawn.scenario), failure.scenario, "{}", failure.replay);
                assert_eq!(normal.to_text(), failure.tape, "{}", failure.replay);
            }
        }
    }
}

/// Two creatures die at once under two state-based questions of order; whichever order is taken, the engine has to settle
/// it in the same way as the reference does.
const OPEN_ANSWERS: &str = r#"
forall:
  lynxes: {int: 2..=4}
given:
  p1:
    pool: "{R}"
    hand: [{id: tremor, card: Tremor}]
    battlefield:
      - {times: $lynxes, id: lynx, card: Hungry Lynx}
      - {id: rat, card: Typhoid Rats}
when:
  - cast: {card: tremor}
  - resolve
  - note: died
answers: any
then:
  - asked.size() == 0
"#;

#[test]
fn answers_that_are_drawn_are_part_of_the_tape() {
    let library = with_ruling(OPEN_ANSWERS);
    let report = run_named(&library, "own", 20, "reference");
    let failure = &only(&report).failures[0];
    let ruling = library.find("nine-lives/own").expect("the ruling");
    let tape: Tape = failure.tape.parse().expect("a tape");
    let (judged, normal) = replay_tape(ruling, &library.pool, &tape, None).expect("a case");
    assert!(!judged.prepared.outcome.asked.is_empty(), "the order of the triggers is asked for");
    // One choice for the number of Lynxes, and some for the order.
    assert!(normal.len() > 1, "{}", failure.tape);
    assert_eq!(normal.to_text(), failure.tape);
    assert_eq!(judged.case.check(), "expectation 1");
}

#[test]
fn a_mutant_behaves_like_itself() {
    let nearest = zero_damage().nearest.expect("a cause");
    assert_eq!((nearest.mutant.as_str(), nearest.similarity), ("zero-damage-counts", 100));
}

#[test]
fn every_failure_is_told_with_board_reason_and_a_way_to_see_it_again() {
    let report = run_named(real(), "nine-lives/each-source", 200, "mutant:zero-damage-counts");
    let text = anstream::adapter::strip_str(&summary(&report, Detail::Usual)).to_string();
    for part in [
        "The simplest case",
        "Nine Lives (lives)",
        "p2 attacks p1 with attacker.1",
        "after.lives.counters.incarnation",
        "What happens by the rules",
        "CR 615.1a",
        "behaves like zero-damage-counts (similarity 1.00)",
        "headjudge replay 'nine-lives/each-source#",
        "--engine mutant:zero-damage-counts --tape t1:",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

#[test]
fn a_kill_is_a_case_that_the_real_rules_pass_and_the_mutant_does_not() {
    let ruling = real().find("nine-lives/each-source").expect("the ruling");
    let killed = kills(ruling, &real().pool, (DEFAULT_SEED, MATRIX_CASES), Mutant::ALL.to_vec());
    assert!(!killed.is_empty());
    for kill in killed {
        let (judged, _) = one(ruling, &real().pool, DEFAULT_SEED, kill.case, None).expect("a case");
        assert_eq!(judged.case, Case::Pass);
        let engine = named(&format!("mutant:{}", kill.mutant), &real().pool.cards).expect("a mutant");
        let mut session = engine.session().expect("a session");
        let played = one(ruling, &real().pool, DEFAULT_SEED, kill.case, Some(&mut *session)).expect("a case");
        assert!(played.0.case.kills(), "{}", kill.mutant);
    }
}

#[test]
fn a_ruling_that_the_real_rules_fail_kills_nobody() {
    let library = with_ruling(OPEN_ANSWERS);
    let ruling = library.find("nine-lives/own").expect("the ruling");
    assert_eq!(kills(ruling, &library.pool, (DEFAULT_SEED, 20), Mutant::ALL.to_vec()), []);
}
