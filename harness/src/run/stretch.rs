//! A few cases of one ruling on one session: one after the other, or all at once where the engine takes many.

use std::ops::Range;

use super::{LAWS_EVERY, Plan, Sessions, Tally, one};
use crate::case::{self, AnswerStream, CaseFault, First, Laws, Prepared};
use crate::engines::{Job, Reply, Session};
use crate::generate::Drawn;
use crate::ruling::Ruling;
use crate::tape::{Source, SplitMix64};

/// The cases of one stretch.
pub(super) fn stretch(plan: &Plan<'_>, ruling: &Ruling, cases: Range<u64>, sessions: &Sessions<'_>) -> Tally {
    let mut tally = Tally::new(ruling);
    sessions.with(|session| match session {
        Err(_) => cases.for_each(|n| tally.not_run(n)),
        Ok(Some(session)) if session.takes_many() => at_once(plan, ruling, cases, session, &mut tally),
        Ok(mut session) => {
            for n in cases {
                let session: Option<&mut (dyn Session + '_)> = match &mut session {
                    Some(session) => Some(&mut **session),
                    None => None,
                };
                match one(ruling, &plan.library.pool, plan.seed, n, session) {
                    Ok((judged, discarded)) => tally.judged(n, &judged, discarded),
                    Err(fault) => tally.fault(n, &fault),
                }
            }
        }
    });
    tally
}

/// A case that has been drawn.
struct Draw {
    n: u64,
    source: SplitMix64,
    discarded: u32,
    drawn: Drawn,
}

/// A case that is to be played.
struct Ready {
    n: u64,
    discarded: u32,
    prepared: Prepared,
}

/// All cases are drawn and prepared, then played in one go, then judged. The same happens to each as in [`one`].
fn at_once(plan: &Plan<'_>, ruling: &Ruling, cases: Range<u64>, session: &mut (dyn Session + '_), tally: &mut Tally) {
    let pool = &plan.library.pool;
    let mut faults: Vec<(u64, CaseFault)> = Vec::new();
    let mut draws = Vec::new();
    for n in cases {
        match case::draw(ruling, pool, plan.seed, n) {
            Ok(First { after: source, discarded, drawn, .. }) => draws.push(Draw { n, source, discarded, drawn }),
            Err(fault) => faults.push((n, fault)),
        }
    }
    let (mut ready, mut streams) = (Vec::new(), Vec::new());
    for Draw { n, source, discarded, drawn } in &mut draws {
        let laws = if n.is_multiple_of(LAWS_EVERY) { Laws::Checked } else { Laws::Trusted };
        let mut stream = AnswerStream::new(source);
        match case::prepare(ruling, pool, drawn.clone(), &mut stream, laws) {
            Ok(prepared) => {
                ready.push(Ready { n: *n, discarded: *discarded, prepared });
                streams.push(stream);
            }
            Err(fault) => faults.push((*n, fault)),
        }
    }
    let mut readers: Vec<_> = streams.iter_mut().map(AnswerStream::reader).collect();
    let with_answers = ready.iter().zip(&mut readers);
    let mut jobs: Vec<Job<'_>> = with_answers
        .map(|(ready, reader)| {
            let any = case::answers_any(ruling).then_some(reader as &mut dyn Source);
            Job { scenario: &ready.prepared.drawn.scenario, any }
        })
        .collect();
    let replies = session.play_all(&mut jobs);
    drop(jobs);
    // In the order of the cases, as the report wants them: those without a scenario among the others.
    faults.sort_by_key(|(n, _)| *n);
    let mut faults = faults.into_iter().peekable();
    let replies = replies.into_iter().chain(std::iter::repeat(Reply::NotRun));
    for (Ready { n, discarded, prepared }, reply) in ready.into_iter().zip(replies) {
        while let Some((n, fault)) = faults.next_if(|(faulty, _)| *faulty < n) {
            tally.fault(n, &fault);
        }
        match case::judged(ruling, prepared, reply) {
            Ok(judged) => tally.judged(n, &judged, discarded),
            Err(fault) => tally.fault(n, &fault),
        }
    }
    faults.for_each(|(n, fault)| tally.fault(n, &fault));
}
