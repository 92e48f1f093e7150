//! Engines that are values in this process: the call that certifies them, and every way in which they can answer.

use headjudge::engines::{Said, from_fn};
use headjudge::protocol::message::Question;
use headjudge::protocol::{ChoiceKind, PlayerName, Scenario};
use headjudge::report::{Report, State};
use headjudge::verdict::{Kind, RulingVerdict};

fn certified(play: impl Fn(&Scenario) -> Said + Sync) -> Report {
    headjudge::certify(&from_fn("mine", play)).cases(20).seed(7).filter("tap-symbol/tapped").run().expect("it runs")
}

fn worst(report: &Report) -> RulingVerdict {
    assert_eq!(report.rulings.len(), 1);
    assert_eq!((report.cases, report.seed, &*report.engine), (20, 7, "mine"));
    report.rulings[0].verdict
}

fn question() -> Question {
    let (player, kind) = (PlayerName::P1, ChoiceKind::Replacement);
    Question { player, kind, options: vec!["a".into()], min: 1, max: 1, rule: String::new(), pick: None }
}

#[test]
fn every_answer_has_its_verdict() {
    let lacking = certified(|_| Said::no_feature("anything"));
    assert_eq!(worst(&lacking), RulingVerdict::Worst(Kind::Unsupported));
    assert!(!lacking.conforms() && !lacking.went_wrong() && !lacking.is_as_expected());
    let failing = certified(|_| Said::Error("no".to_owned()));
    assert_eq!(worst(&failing), RulingVerdict::Worst(Kind::Error));
    assert!(failing.to_string().contains("mine does not conform"), "{failing}");
    assert!(!failing.to_string().contains('\u{1b}'), "colours in the words of a test");
    // The ruling leaves nothing open, so that nobody may be asked.
    let asking = certified(|_| Said::Needs { question: question(), asked: Vec::new() });
    assert_eq!(asking.rulings[0].failures[0].check, "unasked");
    let speechless = certified(|_| headjudge::protocol::Outcome::default().into());
    assert!(speechless.went_wrong(), "{speechless}");
}

#[test]
fn a_panic_is_a_crash_of_that_case_alone() {
    let report = certified(|scenario| {
        let tapped = scenario.board.objects.iter().any(|object| object.tapped);
        assert!(!tapped, "this engine hates what is tapped");
        Said::no_feature("untapped things")
    });
    let counts = report.counts;
    assert!(counts.of(Kind::Crash) > 0 && counts.of(Kind::Unsupported) > 0, "{counts:?}");
    let failures = &report.rulings[0].failures;
    let crash = failures.iter().find(|failure| failure.kind == Kind::Crash).expect("a crash");
    assert_eq!(crash.signature, "crash");
    assert!(crash.observed[0].value.contains("this engine hates what is tapped"), "{:?}", crash.observed);
}

#[test]
fn a_baseline_makes_known_failures_fine() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("b.yaml");
    let entry =
        "  - {ruling: tap-symbol/tapped, check: error, signature: error, reason: a stub, expires: 2026-01-01}\n";
    std::fs::write(&path, format!("baseline: 1\nfailures:\n{entry}")).expect("a file");
    let engine = from_fn("mine", |_| Said::Error("no".to_owned()));
    let on = |today: Option<&str>| {
        let certify = headjudge::certify(&engine).cases(5).filter("tap-symbol/tapped").baseline(&path);
        today.into_iter().fold(certify, headjudge::Certify::today).run()
    };
    let report = on(None).expect("it runs");
    assert!(report.is_as_expected() && !report.conforms(), "{report}");
    assert_eq!(report.baseline.as_ref().map(|b| b.findings[0].state), Some(State::Expected));
    assert!(!on(Some("2026-01-02")).expect("it runs").is_as_expected());
    assert!(on(Some("soon")).is_err_and(|error| error.to_string().contains("expected a day written")));
}

#[test]
fn what_cannot_be_run_is_an_error_with_a_reason() {
    let engine = from_fn("mine", |_| Said::no_feature("anything"));
    let error = headjudge::certify(&engine).filter("tap-symbl").run().expect_err("no such filter");
    assert!(error.to_string().contains("did you mean \"tap-symbol\"?"), "{error}");
    let error = headjudge::certify(&engine).baseline("/nowhere/b.yaml").run().expect_err("no such file");
    assert!(error.to_string().contains("/nowhere/b.yaml"), "{error}");
    let error = headjudge::certify(&engine).rulings("/nowhere").run().expect_err("no such folder");
    assert!(error.to_string().contains("this is no folder"), "{error}");
}
