//! A few cases of one ruling on one session: one after the other, or all at once where the engine takes many.

use std::ops::Range;

use super::{LAWS_EVERY, Plan, Sessions, Tally, one};
use crate::case::{self, AnswerStream, CaseFault, Laws, Prepared};
use crate::engines::{Job, Reply, Session};
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
struct Drawn {
    n: u64,
    source: SplitMix64,
    discarded: u32,
    drawn: crate::generate::Drawn,
}

/// All cases are drawn and prepared, then played in one go, then judged. The same happens to each as in [`one`].
fn at_once(plan: &Plan<'_>, ruling: &Ruling, cases: Range<u64>, session: &mut (dyn Session + '_), tally: &mut Tally) {
    let pool = &plan.library.pool;
    let mut results: Vec<(u64, Result<(Prepared, u32), CaseFault>)> = Vec::new();
    let mut streams = Vec::new();
    let mut sources = Vec::new();
    for n in cases {
        match case::draw(ruling, pool, plan.seed, n) {
            Ok(first) => {
                sources.push(Drawn { n, source: first.after, discarded: first.discarded, drawn: first.drawn });
            }
            Err(fault) => results.push((n, Err(fault))),
        }
    }
    for Drawn { n, source, discarded, drawn } in &mut sources {
        let laws = if n.is_multiple_of(LAWS_EVERY) { Laws::Checked } else { Laws::Trusted };
        let mut stream = AnswerStream::new(source);
        match case::prepare(ruling, pool, drawn.clone(), &mut stream, laws) {
            Ok(prepared) => {
                results.push((*n, Ok((prepared, *discarded))));
                streams.push(stream);
            }
            Err(fault) => results.push((*n, Err(fault))),
        }
    }
    let mut readers: Vec<_> = streams.iter_mut().map(AnswerStream::reader).collect();
    let prepared = results.iter().filter_map(|(_, result)| result.as_ref().ok());
    let mut jobs: Vec<Job<'_>> = prepared
        .zip(&mut readers)
        .map(|((prepared, _), reader)| {
            let any = case::answers_any(ruling).then_some(reader as &mut dyn Source);
            Job { scenario: &prepared.drawn.scenario, any }
        })
        .collect();
    let mut replies = session.play_all(&mut jobs).into_iter();
    drop(jobs);
    drop(readers);
    let mut judged = Vec::new();
    for (n, result) in results {
        let result = match result {
            Ok((prepared, discarded)) => {
                let reply = replies.next().unwrap_or(Reply::NotRun);
                case::judged(ruling, prepared, reply).map(|judged| (judged, discarded))
            }
            Err(fault) => Err(fault),
        };
        judged.push((n, result));
    }
    // Draws that came to nothing were set aside; the report has the cases in order.
    judged.sort_by_key(|(n, _)| *n);
    for (n, result) in judged {
        match result {
            Ok((judged, discarded)) => tally.judged(n, &judged, discarded),
            Err(fault) => tally.fault(n, &fault),
        }
    }
}
