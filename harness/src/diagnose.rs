//! The nearest cause: which wrong rule makes the reference do what the engine does.
//!
//! The engine's failing and passing cases are played by every mutant. A mutant that fails the same checks with the same
//! outcomes, and passes where the engine passes, is what a maintainer wants to hear of. Those that are equally like it are told
//! apart by cases in which they differ (`tie`).

mod signature;
mod tie;

use std::sync::Arc;

use headjudge_engine::Mutant;
use headjudge_engine::game::Consulted;

use crate::case::{self, AnswerStream, Judged, Laws, Prepared, answers_any, differ, judge};
use crate::engines::{Engine as _, Local, Reply, Session};
use crate::generate::Pool;
use crate::library::Library;
use crate::report::Nearest;
use crate::ruling::Ruling;
use crate::tape::{Playback, Source, SplitMix64, Tape, replay};
use crate::verdict::Case;

pub use signature::{is_signature, signature, signatures};

/// How many cases of each kind a mutant is first compared on; only one that looks like the engine there goes on.
const FIRST_LOOK: usize = 8;

/// Below this, in percent, a mutant explains nothing.
const LIKENESS: u32 = 50;

/// From here, in percent, one of the mutants that the ruling itself names is taken and the others are not asked: none of them
/// could be more like the engine.
const CERTAIN: u32 = 100;

/// A case of the engine, to be compared with the same case of mutants.
#[derive(Debug, Clone)]
pub struct Sample {
    prepared: Prepared,
    answers: Answers,
    reply: Reply,
    case: Case,
    /// The deviations that the real rules consult on the way: every other mutant does what they do.
    consulted: Arc<Consulted>,
}

/// Where the answers of a case come from.
#[derive(Debug, Clone)]
enum Answers {
    Drawn(SplitMix64),
    /// What is left of a tape behind the board.
    Taped(Tape),
}

impl Answers {
    fn source(&self) -> Box<dyn Source + '_> {
        match self {
            Answers::Drawn(source) => Box::new(source.clone()),
            Answers::Taped(tape) => Box::new(Playback::new(tape)),
        }
    }
}

impl Sample {
    /// Case `n` of a ruling, as the engine plays it now; nothing if there is no such case.
    #[must_use]
    pub fn drawn(
        ruling: &Ruling,
        pool: &Pool,
        (seed, n): (u64, u64),
        session: &mut (dyn Session + '_),
    ) -> Option<Sample> {
        let first = case::draw(ruling, pool, seed, n).ok()?;
        let (answers, mut source) = (Answers::Drawn(first.after.clone()), first.after);
        let mut stream = AnswerStream::new(&mut source);
        let consulted = Arc::new(Consulted::default());
        let noting = Some(&consulted);
        let prepared = case::prepare_noting(ruling, pool, first.drawn, &mut stream, Laws::Trusted, noting).ok()?;
        let Judged { prepared, reply, case, .. } = case::play(ruling, prepared, &mut stream, Some(session)).ok()?;
        Some(Sample { prepared, answers, reply, case, consulted })
    }

    /// The case of a tape that the engine has played; nothing if the tape is not that of the case.
    #[must_use]
    pub fn taped(ruling: &Ruling, pool: &Pool, tape: &Tape, judged: &Judged) -> Option<Sample> {
        let (drawn, board) = replay(tape, |source| ruling.generate(pool, source));
        let answers = Tape::from_values(tape.values().into_iter().skip(board.len()));
        let consulted = Arc::new(Consulted::default());
        let mut source = Playback::new(&answers);
        let mut stream = AnswerStream::new(&mut source);
        let noting = Some(&consulted);
        let prepared = case::prepare_noting(ruling, pool, drawn.ok()?, &mut stream, Laws::Trusted, noting).ok()?;
        let (reply, case) = (judged.reply.clone(), judged.case.clone());
        Some(Sample { prepared, answers: Answers::Taped(answers), reply, case, consulted })
    }

    /// The verdict on the engine.
    #[must_use]
    pub fn case(&self) -> &Case {
        &self.case
    }
}

/// The mutant most like the engine on these cases of a ruling, the failing and the passing ones; nothing if none is much
/// like it. The library has the rulings that tell apart those which are equally like it.
#[must_use]
pub fn nearest(
    library: &Library,
    ruling: &Ruling,
    seed: u64,
    (failing, passing): (&[u64], &[u64]),
    session: &mut (dyn Session + '_),
) -> Option<Nearest> {
    let pool = &library.pool;
    let failing = samples(ruling, pool, seed, failing, session);
    if failing.is_empty() {
        return None;
    }
    let passing = samples(ruling, pool, seed, passing, session);
    let mut ranked = ranked(ruling, pool, (&failing, &passing), true);
    tie::break_at_top(library, ruling, seed, &mut ranked, session);
    ranked.first().copied().map(told)
}

/// The mutants that are like the engine on these cases, the most like it first, and at most so many of them. A session, if
/// the engine can be asked, tells apart the first ones where they are equally like it.
#[must_use]
pub fn likest(
    library: &Library,
    ruling: &Ruling,
    seed: u64,
    (failing, passing): (&[Sample], &[Sample]),
    session: Option<&mut (dyn Session + '_)>,
    most: usize,
) -> Vec<Nearest> {
    if failing.is_empty() {
        return Vec::new();
    }
    let mut ranked = ranked(ruling, &library.pool, (failing, passing), false);
    if let Some(session) = session {
        tie::break_at_top(library, ruling, seed, &mut ranked, session);
    }
    ranked.into_iter().take(most).map(told).collect()
}

fn told((mutant, similarity): Ranked) -> Nearest {
    Nearest {
        mutant: mutant.name().to_owned(),
        rule: mutant.rule().to_owned(),
        says: mutant.says().to_owned(),
        similarity,
    }
}

/// A mutant and how like the engine it is, in percent.
type Ranked = (Mutant, u32);

/// Mutants by their likeness; of equally like ones those that the ruling itself names come first, then those that stand
/// first in the table. `in_a_hurry`: where one of the named ones is certain, the others are not asked.
fn ranked(ruling: &Ruling, pool: &Pool, (failing, passing): (&[Sample], &[Sample]), in_a_hurry: bool) -> Vec<Ranked> {
    let (named, others): (Vec<Mutant>, Vec<Mutant>) = Mutant::ALL.iter().partition(|m| ruling.kills.contains(*m));
    let mut found: Vec<Ranked> = Vec::new();
    for (round, mutants) in [named, others].into_iter().enumerate() {
        if round > 0 && in_a_hurry && found.iter().any(|(_, likeness)| *likeness >= CERTAIN) {
            break;
        }
        for mutant in mutants {
            // One that does what the rules do wherever the engine fails explains nothing.
            if !failing.iter().any(|sample| sample.consulted.has(mutant)) {
                continue;
            }
            let engine = Local::mutant(&pool.cards, mutant);
            let Ok(mut played) = engine.session() else { continue };
            let mut like =
                |failing: &[Sample], passing: &[Sample]| likeness(ruling, (failing, passing), (mutant, &mut *played));
            let (f, p) = (FIRST_LOOK.min(failing.len()), FIRST_LOOK.min(passing.len()));
            if like(&failing[..f], &passing[..p]) < LIKENESS {
                continue;
            }
            let likeness = like(failing, passing);
            if likeness >= LIKENESS {
                found.push((mutant, likeness));
            }
        }
    }
    // The sort is stable.
    found.sort_by_key(|(_, likeness)| std::cmp::Reverse(*likeness));
    found
}

fn samples(ruling: &Ruling, pool: &Pool, seed: u64, cases: &[u64], session: &mut (dyn Session + '_)) -> Vec<Sample> {
    cases.iter().filter_map(|n| Sample::drawn(ruling, pool, (seed, *n), session)).collect()
}

/// How like the engine the mutant is, in percent. Failing and passing cases weigh the same, however many there are; a
/// mutant that is unlike it on the failing ones is not like it, for on the passing ones nearly every mutant is.
fn likeness(
    ruling: &Ruling,
    (failing, passing): (&[Sample], &[Sample]),
    (mutant, session): (Mutant, &mut (dyn Session + '_)),
) -> u32 {
    let mut mean = |samples: &[Sample]| {
        let sum: u32 = samples.iter().map(|sample| agreement(ruling, sample, (mutant, &mut *session))).sum();
        sum * 100 / (2 * u32::try_from(samples.len()).unwrap_or(u32::MAX).max(1))
    };
    let on_failing = mean(failing);
    if on_failing < LIKENESS || passing.is_empty() {
        return on_failing;
    }
    on_failing.midpoint(mean(passing))
}

/// 2 for the same outcome, 1 for the same verdict by another outcome, 0 otherwise.
fn agreement(ruling: &Ruling, sample: &Sample, (mutant, session): (Mutant, &mut (dyn Session + '_))) -> u32 {
    let reply = if sample.consulted.has(mutant) {
        played(ruling, &sample.prepared, &sample.answers, session)
    } else {
        // Nobody asked for what it does wrong.
        Reply::Outcome(sample.prepared.outcome.clone())
    };
    if let (Reply::Outcome(theirs), Reply::Outcome(ours)) = (&sample.reply, &reply)
        && !differ(theirs, ours)
    {
        return 2;
    }
    let same = judge(ruling, &sample.prepared.drawn, &reply, false).is_ok_and(|case| case == sample.case);
    u32::from(same)
}

/// What an engine makes of a case, with the answers that belong to it.
fn played(ruling: &Ruling, prepared: &Prepared, answers: &Answers, session: &mut (dyn Session + '_)) -> Reply {
    let mut source = answers.source();
    let mut stream = AnswerStream::new(&mut *source);
    let mut reader = stream.reader();
    let any = answers_any(ruling).then_some(&mut reader as &mut dyn Source);
    session.play(&prepared.drawn.scenario, any)
}
