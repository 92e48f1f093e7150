//! Signatures: the same whatever is drawn, and failures that share one are told together.

use std::collections::BTreeMap;

use headjudge::diagnose::is_signature;
use headjudge::engines::{Engine, Said, from_fn, named};
use headjudge::protocol::outcome::Refused;
use headjudge::protocol::{Outcome, Snapshot};
use headjudge::reference::{PlayOptions, play};
use headjudge::report::{Detail, Format, Report, summary};
use headjudge::run::{Plan, Unwatched, run};
use headjudge_engine::{Mutant, Rules};

use crate::library::{only, real, run_named, run_on};

/// Of how many failures that several seeds found the signature has to be the same under all of them, in percent.
const STABLE: usize = 95;

#[test]
fn a_signature_is_the_same_under_every_seed() {
    let mut found: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    // Every so-manieth mutant, on the first ruling that says it kills it.
    for mutant in Mutant::ALL.iter().step_by(19) {
        let Some(ruling) = real().rulings.iter().find(|ruling| ruling.kills.contains(mutant)) else { continue };
        let engine = named(&format!("mutant:{mutant}"), &real().pool.cards).expect("a mutant");
        for (seed, cases) in [(1, 60), (2, 60), (3, 120)] {
            let plan = Plan { rulings: vec![ruling], cases, seed, ..Plan::new(real()) };
            let report = run(&plan, &*engine, &Unwatched).expect("it starts");
            for failure in &only(&report).failures {
                let name = (mutant.to_string(), failure.check.clone());
                assert!(is_signature(&failure.signature), "{}", failure.signature);
                found.entry(name).or_default().push(failure.signature.clone());
            }
        }
    }
    let several = found.values().filter(|all| all.len() > 1);
    let (mut all, mut same) = (0, 0);
    for signatures in several {
        all += 1;
        same += usize::from(signatures.iter().all(|signature| *signature == signatures[0]));
    }
    assert!(all >= 9 && same * 100 >= all * STABLE, "{same} of {all} are the same: {found:#?}");
}

/// The reference with something done to what it reports in the end.
fn meddling(meddle: impl Fn(&mut Outcome) + Sync) -> impl Engine {
    from_fn("meddling", move |scenario| {
        let options = PlayOptions { any: None, record: false, invariants: false, lenient: true, consulted: None };
        match play(&real().pool.cards, Rules::default(), scenario, options).result {
            Ok(mut outcome) => {
                meddle(&mut outcome);
                Said::Outcome(outcome)
            }
            Err(fault) => Said::Error(fault.to_string()),
        }
    })
}

fn last(outcome: &mut Outcome) -> &mut Snapshot {
    outcome.snapshots.last_mut().expect("a state")
}

#[test]
fn what_no_mutant_explains_is_named_for_what_differs() {
    let signature = |ruling: &str, meddle: fn(&mut Outcome)| {
        let report = run_on(real(), ruling, 40, &meddling(meddle));
        let found: Vec<String> = only(&report).failures.iter().map(|failure| failure.signature.clone()).collect();
        assert!(found.iter().all(|signature| is_signature(signature)), "{found:?}");
        found.join(" / ")
    };
    const LIVES: &str = "nine-lives/each-source";
    assert_eq!(signature(LIVES, |_| {}), "");
    assert_eq!(signature(LIVES, |outcome| last(outcome).players[0].life += 1), "more life");
    let forgetful = |outcome: &mut Outcome| last(outcome).objects.iter_mut().for_each(|object| object.counters.clear());
    assert_eq!(signature(LIVES, forgetful), "fewer incarnation counters");
    // What the broken expectation does not look at is not named.
    let two = |outcome: &mut Outcome| {
        last(outcome).players[1].hand += 1;
        last(outcome).players[0].life -= 1;
    };
    assert_eq!(signature(LIVES, two), "less life");
    let refuses = |outcome: &mut Outcome| outcome.refused = Some(Refused { step: 0, why: "no".to_owned() });
    assert_eq!(signature(LIVES, refuses), "attack refused");
    assert_eq!(signature(LIVES, |outcome| outcome.unsettled = true), "unsettled");
    let allows = |outcome: &mut Outcome| outcome.tried.iter_mut().for_each(|tried| tried.legal = true);
    assert!(signature("tap-symbol/tapped", allows).starts_with("illegal action allowed"));
}

fn told(report: &Report, detail: Detail) -> String {
    anstream::adapter::strip_str(&summary(report, detail)).to_string()
}

#[test]
fn failures_with_one_cause_are_told_once() {
    let report = run_named(real(), "kills:zero-damage-counts", 60, "mutant:zero-damage-counts");
    let usual = told(&report, Detail::Usual);
    assert!(usual.contains(" rulings fail the same way: zero-damage-counts\n"), "{usual}");
    assert_eq!(usual.matches("The simplest case").count(), 1, "{usual}");
    assert!(usual.contains("\n  also ✗ nine-lives/"), "{usual}");
    let failures: usize = report.rulings.iter().map(|ruling| ruling.failures.len()).sum();
    assert!(failures > 1);
    let all = told(&report, Detail::Everything);
    assert_eq!(all.matches("The simplest case").count(), failures, "{all}");
    let page = Format::Markdown.text(&report).expect("a page");
    assert_eq!(page.matches("<details>").count(), 1, "{page}");
    assert!(page.contains("rulings fail the same way: zero-damage-counts: the one below, and `nine-lives/"), "{page}");
}
