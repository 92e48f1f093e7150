//! A few cases of one ruling on one session: one after the other, or all at once where the engine takes many.

use super::{LAWS_EVERY, Note, Plan, Sessions, Watch, one, stability};
use crate::case::{self, AnswerStream, First, Judged, Laws, Prepared};
use crate::certificate;
use crate::engines::{Claims, Job, Reply, Session};
use crate::generate::Drawn;
use crate::ruling::Ruling;
use crate::tape::{Source, SplitMix64};

/// The notes of these cases, in their order; `watch` hears of each as soon as there is one, and may say that it is enough:
/// what is left is not run.
pub(super) fn stretch(
    plan: &Plan<'_>,
    ruling: &Ruling,
    cases: &[u64],
    sessions: &Sessions<'_>,
    watch: &dyn Watch,
) -> Vec<(u64, Note)> {
    let noted = |n: u64, judged: Judged, discarded: u32| {
        let judged = stability::again(plan, ruling, n, judged, sessions, watch);
        noted(&judged, discarded, sessions.claims().as_deref(), watch)
    };
    sessions.with(|session| match session {
        Err(_) => cases.iter().map(|n| (*n, Note::not_run())).collect(),
        Ok(Some(session)) if session.takes_many() => at_once(plan, ruling, cases, session, &noted, watch),
        Ok(mut session) => {
            let mut notes = Vec::with_capacity(cases.len());
            for n in cases {
                if watch.is_enough() {
                    notes.push((*n, Note::not_run()));
                    continue;
                }
                let session: Option<&mut (dyn Session + '_)> = match &mut session {
                    Some(session) => Some(&mut **session),
                    None => None,
                };
                let note = match one(ruling, &plan.library.pool, plan.seed, *n, session) {
                    Ok((judged, discarded)) => noted(*n, judged, discarded),
                    Err(fault) => Note::fault(&fault),
                };
                watch.noted(ruling, *n, &note);
                notes.push((*n, note));
            }
            notes
        }
    })
}

/// The note of a case, with a mark if somebody wants one.
fn noted(judged: &Judged, discarded: u32, claims: Option<&Claims>, watch: &dyn Watch) -> Note {
    let note = Note { mark: watch.wants_marks().then(|| certificate::mark(judged)), ..Note::judged(judged, discarded) };
    match claims {
        Some(claims) => note.claimed(claims, judged),
        None => note,
    }
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
fn at_once(
    plan: &Plan<'_>,
    ruling: &Ruling,
    cases: &[u64],
    session: &mut (dyn Session + '_),
    noted: &dyn Fn(u64, Judged, u32) -> Note,
    watch: &dyn Watch,
) -> Vec<(u64, Note)> {
    if watch.is_enough() {
        return cases.iter().map(|n| (*n, Note::not_run())).collect();
    }
    let pool = &plan.library.pool;
    let mut notes: Vec<(u64, Note)> = Vec::with_capacity(cases.len());
    let mut draws = Vec::new();
    for n in cases.iter().copied() {
        match case::draw(ruling, pool, plan.seed, n) {
            Ok(First { after: source, discarded, drawn, .. }) => draws.push(Draw { n, source, discarded, drawn }),
            Err(fault) => notes.push((n, Note::fault(&fault))),
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
            Err(fault) => notes.push((*n, Note::fault(&fault))),
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
    let replies = replies.into_iter().chain(std::iter::repeat(Reply::NotRun));
    for (Ready { n, discarded, prepared }, reply) in ready.into_iter().zip(replies) {
        let note = match case::judged(ruling, prepared, reply) {
            Ok(judged) => noted(n, judged, discarded),
            Err(fault) => Note::fault(&fault),
        };
        notes.push((n, note));
    }
    // In the order of the cases, as the report wants them: those without a scenario among the others.
    notes.sort_by_key(|(n, _)| *n);
    notes.iter().for_each(|(n, note)| watch.noted(ruling, *n, note));
    notes
}
