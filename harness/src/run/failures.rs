//! One failure as people want to see it: the simplest case, what was expected, what was observed, what explains it.

use headjudge_protocol::{Outcome, Scenario};

use super::{CheckTally, Failed, Plan, Sessions, Smallest, Tally, VARY_BUDGET, Varied, Watch, shrink, tape_of, vary};
use crate::case::{self, Judged};
use crate::diagnose;
use crate::engines::{Engine, Reply, fits};
use crate::report::{ClauseReport, Failure, Named, ValueReport, describe};
use crate::ruling::Ruling;
use crate::tape::Playback;
use crate::verdict::{Case, FailKind, Kind};
use crate::view::Seen;

/// The report of the cases that failed in one way.
pub(super) fn failure(
    plan: &Plan<'_>,
    ruling: &Ruling,
    check: &CheckTally,
    tally: &Tally,
    (engine, watch): (&dyn Engine, &dyn Watch),
    sessions: &Sessions<'_>,
) -> Failure {
    let first = check.cases.first().copied().unwrap_or(0);
    let pool = &plan.library.pool;
    // What was never played, or never answered, has no smaller case.
    let shrinks =
        !matches!(check.case.kind(), Kind::Pass | Kind::Unsupported | Kind::NotRun | Kind::Timeout | Kind::StateLeak);
    let (smallest, varied, nearest) = sessions.with(|session| {
        let Ok(mut session) = session else { return (None, Varied::default(), None) };
        if !shrinks {
            return (None, Varied::default(), None);
        }
        let again = session.as_mut().map(|session| &mut **session as &mut dyn crate::engines::Session);
        let hurries = || watch.hurries();
        let smallest = shrink(ruling, pool, (plan.seed, first), again, &check.case, (plan.shrink, &hurries));
        if watch.hurries() {
            return (smallest, Varied::default(), None);
        }
        let again = session.as_mut().map(|session| &mut **session as &mut dyn crate::engines::Session);
        let vary = |smallest| vary(ruling, pool, smallest, again, VARY_BUDGET.min(plan.shrink));
        let varied = smallest.as_ref().map(vary).unwrap_or_default();
        // A failing reference is not explained by a mutant of itself.
        let nearest = session.and_then(|session| {
            diagnose::nearest(plan.library, ruling, plan.seed, (&check.cases, &tally.passed), session)
        });
        (smallest, varied, nearest)
    });
    watch.failed(ruling, &Failed { case: first, verdict: &check.case, smallest: smallest.as_ref() });
    let (expected, observed) = match &smallest {
        Some(smallest) => explain(ruling, &smallest.judged),
        None => unstable(check),
    };
    let options = format!("{}{}", engine_option(engine), plan.options);
    let replay = match &smallest {
        Some(smallest) => {
            format!("headjudge replay '{}#{first}'{options} --tape {}", ruling.id, smallest.tape.to_text())
        }
        None if plan.seed == super::DEFAULT_SEED => format!("headjudge replay '{}#{first}'{options}", ruling.id),
        None => format!("headjudge replay '{}#{first}'{options} --seed {}", ruling.id, plan.seed),
    };
    let signature = diagnose::signature(ruling, &check.case, nearest.as_ref(), smallest.as_ref().map(|s| &s.judged));
    Failure {
        check: check.case.check(),
        signature,
        kind: check.case.kind(),
        cases: check.count,
        case: first,
        tape: smallest.as_ref().map_or_else(String::new, |smallest| smallest.tape.to_text()),
        executions: smallest.as_ref().map_or(0, |smallest| smallest.executions),
        varied: varied.executions,
        values: smallest.as_ref().map_or_else(Vec::new, |s| values(ruling, s, &varied)),
        transcript: smallest.as_ref().map_or_else(Vec::new, |s| transcript(plan, ruling, s)),
        scenario: match smallest {
            Some(smallest) => Some(smallest.judged.prepared.drawn.scenario),
            None => first_scenario(plan, ruling, check.case.kind(), first),
        },
        expected,
        observed,
        clauses: clauses(plan, ruling),
        nearest,
        replay,
    }
}

/// The board and the script of a case that was not made smaller, where people want to see what went on; an engine that lacks
/// something says what.
fn first_scenario(plan: &Plan<'_>, ruling: &Ruling, kind: Kind, n: u64) -> Option<Scenario> {
    if matches!(kind, Kind::Pass | Kind::Unsupported | Kind::NotRun) {
        return None;
    }
    let (prepared, _) = tape_of(ruling, &plan.library.pool, (plan.seed, n)).ok()?;
    Some(prepared.drawn.scenario)
}

/// The values of the simplest case, and which of them could be anything.
#[must_use]
pub fn values(ruling: &Ruling, smallest: &Smallest, varied: &Varied) -> Vec<ValueReport> {
    let drawn = describe::values(ruling, &smallest.judged.prepared.drawn).into_iter().enumerate();
    let drawn = drawn.map(|(at, Named { name, value })| ValueReport { name, value, any: varied.any.contains(&at) });
    // Of what the ruling leaves open it is only told that it does not matter: the board shows what it is.
    let life = varied.life.iter().map(|(player, life)| ValueReport {
        name: format!("{player}.life"),
        value: life.to_string(),
        any: true,
    });
    drawn.chain(life).collect()
}

fn engine_option(engine: &dyn Engine) -> String {
    if engine.is_reference() { String::new() } else { format!(" --engine {}", describe::quoted(&engine.name())) }
}

fn clauses(plan: &Plan<'_>, ruling: &Ruling) -> Vec<ClauseReport> {
    let found = ruling.clauses.iter().filter_map(|id| plan.library.clauses.find(id));
    found
        .map(|clause| ClauseReport {
            id: clause.id.clone(),
            says: clause.says.trim().to_owned(),
            rules: clause.rules.clone(),
        })
        .collect()
}

/// What should have been and what was where a case did not do it again, so that nothing of it can be shown.
fn unstable(check: &CheckTally) -> (String, Vec<Named>) {
    let expected = match &check.case {
        Case::StateLeak => "the same, whatever was played before",
        Case::Nondeterministic => "the same, however often the case is played",
        _ => return Default::default(),
    };
    let said = check.said.as_deref().unwrap_or("played again, it comes to something else");
    (expected.to_owned(), vec![Named { name: "the engine".to_owned(), value: said.to_owned() }])
}

/// What should have been and what was.
#[must_use]
pub fn explain(ruling: &Ruling, judged: &Judged) -> (String, Vec<Named>) {
    let said = |text: &str| vec![Named { name: "the engine".to_owned(), value: text.to_owned() }];
    match (&judged.case, &judged.reply) {
        (Case::Fail(FailKind::Expectation { index }), Reply::Outcome(outcome)) => {
            let Some(expectation) = ruling.then.get(*index) else { return Default::default() };
            let outcome = judged.prepared.drawn.seen(outcome);
            let seen = Seen::new(ruling, &judged.prepared.drawn, &outcome);
            let observed = expectation.program.explain(&seen.roots());
            let observed = observed.into_iter().map(|(name, value)| Named { name, value }).collect();
            (expectation.program.source().to_owned(), observed)
        }
        (Case::Fail(FailKind::Refused), Reply::Outcome(Outcome { refused: Some(refused), .. })) => {
            let step = judged.prepared.drawn.scenario.script.get(refused.step);
            let step = step.map_or_else(|| "the script".to_owned(), describe::step);
            (format!("step {} is legal: {step}", refused.step + 1), said(&refused.why))
        }
        (Case::Fail(FailKind::Unsettled), _) => {
            ("the game comes to rest".to_owned(), said("actions and triggers go on for ever"))
        }
        (Case::Fail(FailKind::Unasked), Reply::Unasked(why)) => {
            ("no question but those that the ruling answers".to_owned(), said(why))
        }
        (_, Reply::Nondeterministic(text)) => ("the same, however often the case is played".to_owned(), said(text)),
        (_, Reply::StateLeak(text)) => ("the same, whatever was played before".to_owned(), said(text)),
        (_, Reply::Error(text) | Reply::Crash(text) | Reply::Protocol(text)) => ("an outcome".to_owned(), said(text)),
        (Case::Protocol, Reply::Outcome(outcome)) => {
            let why = fits(outcome, &judged.prepared.drawn.scenario).err();
            ("an outcome of this scenario".to_owned(), said(why.as_deref().unwrap_or("another")))
        }
        _ => Default::default(),
    }
}

/// What happens by the rules in the simplest case.
fn transcript(plan: &Plan<'_>, ruling: &Ruling, smallest: &Smallest) -> Vec<String> {
    let pool = &plan.library.pool;
    let (mut playback, scenario) = (Playback::new(&smallest.tape), &smallest.judged.prepared.drawn.scenario);
    // The answers follow the board on the tape.
    if ruling.generate(pool, &mut playback).is_err() {
        return Vec::new();
    }
    case::told(ruling, pool, scenario, &mut playback)
}
