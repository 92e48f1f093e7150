//! Whether the same comes of a case whenever it is played: a case from the run against the same case alone in a fresh process.
//!
//! If two fresh processes come to different things, the engine is nondeterministic. If they agree, and the case in the run
//! came out otherwise, what was played before it had left something behind. Silence is not compared: how long an engine
//! takes is not its doing alone.

use headjudge_protocol::Scenario;

use super::{CheckTally, Plan, Sessions, Tally, Watch, one};
use crate::case::{self, Judged};
use crate::engines::Reply;
use crate::explain;
use crate::ruling::Ruling;
use crate::verdict::{Case, Kind};

/// How many failures of a run, the first of each kind of failure of a ruling, are played alone before they are believed.
const RECHECKED: usize = 8;

/// How often a case is played alone, at most, to see whether the engine does the same each time.
const ALONE: usize = 3;

/// A case that was played. If its turn has come, it is played again, alone; and if that comes out otherwise, its verdict is
/// that.
pub(super) fn again(
    plan: &Plan<'_>,
    ruling: &Ruling,
    n: u64,
    judged: Judged,
    sessions: &Sessions<'_>,
    watch: &dyn Watch,
) -> Judged {
    match plan.stability {
        Some(every) if n.is_multiple_of(every) && !watch.is_enough() => {
            match unstable(plan, ruling, n, &judged.reply, sessions) {
                Some(reply @ Reply::StateLeak(_)) => Judged { case: Case::StateLeak, reply, ..judged },
                Some(reply) => Judged { case: Case::Nondeterministic, reply, ..judged },
                None => judged,
            }
        }
        _ => judged,
    }
}

/// The first failures are played alone; those that are none there are told as what they are.
pub(super) fn recheck(plan: &Plan<'_>, tallies: &mut [Tally], sessions: &Sessions<'_>, watch: &dyn Watch) {
    let mut left = RECHECKED;
    for (ruling, tally) in plan.rulings.iter().zip(tallies) {
        let failed = |check: &&CheckTally| matches!(check.case.kind(), Kind::Fail | Kind::Error | Kind::Protocol);
        let firsts =
            tally.checks.iter().filter(failed).filter_map(|check| Some((check.case.clone(), *check.cases.first()?)));
        for (was, n) in firsts.collect::<Vec<_>>() {
            if left == 0 || watch.hurries() || watch.is_enough() {
                return;
            }
            left -= 1;
            if let Some((is, said)) = unlike(plan, ruling, n, &was, sessions) {
                tally.amend(n, &was, &is, said);
            }
        }
    }
}

/// What a failure is that is another, or none, when its case is played alone; and in words why.
fn unlike(plan: &Plan<'_>, ruling: &Ruling, n: u64, was: &Case, sessions: &Sessions<'_>) -> Option<(Case, String)> {
    let first = alone(plan, ruling, n, sessions)?;
    if first.case == *was {
        return None;
    }
    let second = alone(plan, ruling, n, sessions)?;
    Some(if same(&first.reply, &second.reply) {
        let (was, is) = (was.check(), first.case.check());
        (
            Case::StateLeak,
            format!("among others this case came to `{was}`, and alone in a fresh process it comes to `{is}`"),
        )
    } else {
        let said = two(&first.prepared.drawn.scenario, &first.reply, &second.reply);
        (Case::Nondeterministic, format!("in two fresh processes, it comes to {said}"))
    })
}

/// What is said of a case that came to this in the run and comes to something else alone.
fn unstable(plan: &Plan<'_>, ruling: &Ruling, n: u64, reply: &Reply, sessions: &Sessions<'_>) -> Option<Reply> {
    if matches!(reply, Reply::Timeout | Reply::NotRun | Reply::Nondeterministic(_) | Reply::StateLeak(_)) {
        return None;
    }
    let Judged { reply: first, prepared, .. } = alone(plan, ruling, n, sessions)?;
    if same(reply, &first) {
        return None;
    }
    let scenario = &prepared.drawn.scenario;
    for _ in 1..ALONE {
        let next = alone(plan, ruling, n, sessions)?.reply;
        if !same(&first, &next) {
            let why = format!("in two fresh processes, it comes to {}", two(scenario, &first, &next));
            return Some(Reply::Nondeterministic(why));
        }
    }
    let why = two(scenario, reply, &first);
    Some(Reply::StateLeak(format!("among others, and alone in a fresh process, it comes to {why}")))
}

/// What comes of a case alone in a fresh process; nothing if it does not start or is not in time.
fn alone(plan: &Plan<'_>, ruling: &Ruling, n: u64, sessions: &Sessions<'_>) -> Option<Judged> {
    let mut session = sessions.fresh()?;
    let (judged, _) = one(ruling, &plan.library.pool, plan.seed, n, Some(&mut *session)).ok()?;
    (!matches!(judged.reply, Reply::Timeout | Reply::NotRun)).then_some(judged)
}

/// Whether two replies come to the same; words for people do not count.
fn same(a: &Reply, b: &Reply) -> bool {
    match (a, b) {
        (Reply::Outcome(a), Reply::Outcome(b)) => !case::differ(a, b),
        (Reply::Unsupported { .. }, _) => a == b,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

/// Two replies that are not the same, in words.
fn two(scenario: &Scenario, a: &Reply, b: &Reply) -> String {
    if let (Reply::Outcome(a), Reply::Outcome(b)) = (a, b) {
        return match explain::apart(scenario, a, b) {
            Some(where_and_what) => format!("two outcomes, which part {where_and_what}"),
            None => "two outcomes".to_owned(),
        };
    }
    let word = |reply: &Reply| match reply {
        Reply::Outcome(_) => "an outcome".to_owned(),
        Reply::Unsupported { name, .. } => format!("`unsupported` for {name}"),
        Reply::Unasked(_) => "a question that nobody answers".to_owned(),
        Reply::Error(_) => "an error".to_owned(),
        Reply::Crash(_) => "its end".to_owned(),
        Reply::Protocol(_) => "what makes no sense".to_owned(),
        Reply::Nondeterministic(_) => "questions that are never the same".to_owned(),
        Reply::StateLeak(_) | Reply::Timeout | Reply::NotRun => "nothing".to_owned(),
    };
    format!("{} and {}", word(a), word(b))
}
