//! From the tally of a ruling to its report: its verdict, and whether its cases show what it claims.

use super::{DEFAULT_CASES, Plan, Sessions, Tally, Watch, failures, saved};
use crate::clauses::TOPICS;
use crate::engines::Engine;
use crate::report::{FaultReport, LabelReport, RulingReport, ShortOf, ShortReport, TopicReport};
use crate::ruling::{Label, Ruling};
use crate::verdict::{Kind, RulingVerdict};

/// How many different scenarios a ruling has to come up with.
pub const DISTINCT: u64 = 200;

/// In how many cases a label has to apply, whatever its share.
pub const LEAST_LABELLED: u64 = 20;

/// The share of draws that may be thrown away.
pub const MOST_DISCARDED_PERCENT: u64 = 5;

/// On how many supported cases every ruling of a clause has to have passed for it to be certified.
const CERTIFIED: u64 = 100;

/// The report of a ruling.
pub(super) fn report(
    plan: &Plan<'_>,
    ruling: &Ruling,
    tally: &Tally,
    (engine, watch): (&dyn Engine, &dyn Watch),
    sessions: &Sessions<'_>,
) -> RulingReport {
    let cases = tally.counts.cases();
    let labels = labels(ruling, tally);
    let mut faults: Vec<FaultReport> = tally
        .faults
        .iter()
        .map(|fault| FaultReport { message: fault.message.clone(), cases: fault.count, case: fault.first })
        .collect();
    let mut vacuous = Vec::new();
    // With few cases, chance alone would make rulings vacuous.
    if cases >= DEFAULT_CASES {
        vacuous = lacking(&labels, tally);
        if discards(tally) {
            let draws = cases + tally.discarded;
            let message = format!(
                "{} of {draws} draws were thrown away; more than {MOST_DISCARDED_PERCENT} % is a fault of its generator",
                tally.discarded
            );
            faults.push(FaultReport { message, cases: 0, case: 0 });
        }
    }
    let failure = |check| failures::failure(plan, ruling, check, tally, (engine, watch), sessions);
    let failures = tally.checks.iter().map(failure);
    RulingReport {
        id: ruling.id.clone(),
        says: ruling.says.clone(),
        clauses: ruling.clauses.clone(),
        rules: ruling.cite.rules.clone(),
        verdict: RulingVerdict::of(&tally.counts, !vacuous.is_empty(), !faults.is_empty()),
        counts: tally.counts,
        discarded: tally.discarded,
        distinct: tally.distinct(),
        differs_from_reference: tally.differs,
        passed_though_it_differs: tally.passed_though,
        labels,
        vacuous,
        faults,
        failures: failures.collect(),
    }
}

/// Whether the cases so far show what the ruling claims: it needs no more of them.
pub(super) fn is_through(ruling: &Ruling, tally: &Tally) -> bool {
    lacking(&labels(ruling, tally), tally).is_empty() && !discards(tally)
}

fn labels(ruling: &Ruling, tally: &Tally) -> Vec<LabelReport> {
    let cases = tally.counts.cases();
    let report = |(label, n): (&Label, &u64)| {
        let share = (cases * u64::from(label.floor)).div_ceil(100);
        LabelReport { name: label.name.clone(), cases: *n, floor: share.max(LEAST_LABELLED) }
    };
    ruling.labels.iter().zip(&tally.labels).map(report).collect()
}

/// What the cases do not show although the ruling claims it.
fn lacking(labels: &[LabelReport], tally: &Tally) -> Vec<String> {
    let rare = labels.iter().filter(|label| label.cases < label.floor);
    let mut lacking: Vec<String> = rare
        .map(|LabelReport { name, cases, floor }| {
            format!("label `{name}` applies to {cases} cases, and {floor} at least are wanted")
        })
        .collect();
    if tally.distinct() < DISTINCT {
        lacking.push(format!("there are {} different scenarios, and {DISTINCT} at least are wanted", tally.distinct()));
    }
    lacking
}

/// Whether the generator throws too much away.
fn discards(tally: &Tally) -> bool {
    tally.discarded * 100 > (tally.counts.cases() + tally.discarded) * MOST_DISCARDED_PERCENT
}

/// The topics of which some ruling was run, and how many of their clauses are certified.
pub(super) fn topics(plan: &Plan<'_>, reports: &[RulingReport]) -> Vec<TopicReport> {
    let topics = TOPICS.iter().filter(|topic| plan.rulings.iter().any(|ruling| ruling.topic() == **topic));
    topics.map(|topic| one_topic(plan, reports, topic)).collect()
}

fn one_topic(plan: &Plan<'_>, reports: &[RulingReport], topic: &str) -> TopicReport {
    let mut report = TopicReport { topic: topic.to_owned(), clauses: 0, certified: 0, todo: 0, short: Vec::new() };
    for clause in plan.library.clauses.clauses.iter().filter(|clause| clause.topic == topic) {
        report.clauses += 1;
        match short(plan, reports, &clause.id) {
            None => report.certified += 1,
            Some(short) => {
                report.todo += u32::from(short.of == ShortOf::Ruling);
                report.short.push(short);
            }
        }
    }
    report
}

/// What a clause is short of; nothing if it is certified.
fn short(plan: &Plan<'_>, reports: &[RulingReport], clause: &str) -> Option<ShortReport> {
    let encodes = |ruling: &&Ruling| ruling.certifies() && ruling.clauses.iter().any(|id| id == clause);
    let mut blamed: Vec<(ShortOf, &str)> = Vec::new();
    let (mut supported, mut some) = (0, false);
    for ruling in plan.library.rulings.iter().filter(encodes) {
        some = true;
        let run = reports.iter().find(|report| report.id == ruling.id);
        supported += run.map_or(0, |report| report.counts.supported());
        let of = match run.map(|report| report.verdict) {
            _ if saved::fails(plan, ruling) => ShortOf::Pass,
            None | Some(RulingVerdict::Worst(Kind::NotRun)) => ShortOf::Run,
            Some(verdict) if verdict.passed() => continue,
            Some(verdict) if verdict.went_wrong() => ShortOf::Pass,
            Some(_) => ShortOf::Support,
        };
        blamed.push((of, &ruling.id));
    }
    let of = match blamed.iter().map(|(of, _)| *of).min() {
        _ if !some => ShortOf::Ruling,
        Some(of) => of,
        None if supported < CERTIFIED => ShortOf::Cases,
        None => return None,
    };
    let rulings = blamed.into_iter().filter(|blame| blame.0 == of).map(|(_, id)| id.to_owned()).collect();
    Some(ShortReport { clause: clause.to_owned(), of, rulings })
}
