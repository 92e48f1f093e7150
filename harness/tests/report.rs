//! What people read of a failure, word for word.

use headjudge::report::{ClauseReport, Failure, Named, Nearest, RulingReport, ValueReport, failure};
use headjudge::verdict::{Kind, RulingVerdict};
use headjudge_protocol::{
    Answer, Board, ChoiceKind, PhaseStep, PlacedObject, PlayerBoard, PlayerName, Scenario, Step, ZoneName,
};

fn named(name: &str, value: &str) -> Named {
    Named { name: name.to_owned(), value: value.to_owned() }
}

fn value(name: &str, value: &str, any: bool) -> ValueReport {
    ValueReport { name: name.to_owned(), value: value.to_owned(), any }
}

fn scenario() -> Scenario {
    let object = |id: &str, card: &str, owner| PlacedObject::new(id, card, owner, ZoneName::Battlefield);
    let mut lives = object("lives", "Nine Lives", PlayerName::P1);
    lives.counters.insert("incarnation".into(), 8);
    let mut stolen = object("bear", "Grizzly Bears", PlayerName::P1);
    (stolen.controller, stolen.tapped, stolen.damage) = (Some(PlayerName::P2), true, 1);
    let mut objects = vec![lives, stolen];
    objects.extend((1..=3).map(|n| object(&format!("wisp.{n}"), "Will-o'-the-Wisp", PlayerName::P2)));
    objects.push(PlacedObject::new("bolt", "Lightning Bolt", PlayerName::P2, ZoneName::Hand));
    let player = |life, pool: &str| PlayerBoard { life, pool: pool.to_owned(), poison: 0 };
    let attack = Step::Attack {
        by: PlayerName::P2,
        with: vec!["wisp.1".into(), "wisp.2".into()],
        whom: PlayerName::P1.word().into(),
    };
    Scenario {
        board: Board {
            players: vec![player(20, ""), player(7, "RR")],
            active: PlayerName::P2,
            step: PhaseStep::Main,
            objects,
        },
        script: vec![
            attack,
            Step::To(PhaseStep::CombatDamage),
            Step::Try { name: "late".into(), step: Box::new(Step::Pass) },
            Step::Note("then".into()),
        ],
        answers: vec![Answer {
            player: PlayerName::P1,
            kind: ChoiceKind::Replacement,
            about: Some("lives".into()),
            picks: vec!["lives".into()],
        }],
    }
}

fn report() -> RulingReport {
    let failure = Failure {
        check: "expectation 2".to_owned(),
        signature: "zero-damage-counts".to_owned(),
        kind: Kind::Fail,
        cases: 1453,
        case: 4,
        tape: "t1:0,1".to_owned(),
        executions: 60,
        varied: 9,
        values: vec![value("before", "8", true), value("attackers", "[Will-o'-the-Wisp, Will-o'-the-Wisp]", false)],
        scenario: Some(scenario()),
        expected: "after.lives.counters.incarnation == before".to_owned(),
        observed: vec![named("after.lives.counters.incarnation", "10"), named("before", "8")],
        clauses: vec![ClauseReport {
            id: "nine-lives.each-source".to_owned(),
            says: "Each source adds its counter.".to_owned(),
            rules: vec!["615.5".to_owned()],
        }],
        transcript: (1..=40).map(|n| format!("event {n} (508.1)")).collect(),
        nearest: Some(Nearest {
            mutant: "zero-damage-counts".to_owned(),
            rule: "120.8".to_owned(),
            says: "a source of no damage counts".to_owned(),
            similarity: 97,
        }),
        replay: "headjudge replay 'nine-lives/each-source#4' --tape t1:0,1".to_owned(),
    };
    RulingReport {
        id: "nine-lives/each-source".to_owned(),
        says: "Every source adds one counter.".to_owned(),
        clauses: vec!["nine-lives.each-source".to_owned()],
        rules: vec!["615.1a".to_owned(), "615.5".to_owned()],
        verdict: RulingVerdict::Worst(Kind::Fail),
        counts: std::iter::repeat_n(Kind::Fail, 1453).chain(std::iter::repeat_n(Kind::Pass, 547)).collect(),
        discarded: 0,
        distinct: 1990,
        differs_from_reference: 1453,
        passed_though_it_differs: None,
        labels: Vec::new(),
        vacuous: Vec::new(),
        faults: Vec::new(),
        failures: vec![failure],
    }
}

#[test]
fn a_failure_is_told_as_a_judge_would() {
    let report = report();
    let text = failure(&report, &report.failures[0], "1");
    insta::assert_snapshot!("failure", anstream::adapter::strip_str(&text).to_string());
}
