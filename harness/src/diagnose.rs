//! The nearest cause: which wrong rule makes the reference do what the engine does.
//!
//! The engine's failing and passing cases are played by every mutant. A mutant that fails the same checks with the same
//! outcomes, and passes where the engine passes, is what a maintainer wants to hear of.

mod signature;

use headjudge_engine::Mutant;

use crate::case::{self, AnswerStream, Laws, Prepared, answers_any, differ, judge};
use crate::engines::{Engine as _, Local, Reply, Session};
use crate::generate::Pool;
use crate::report::Nearest;
use crate::ruling::Ruling;
use crate::tape::{Source, SplitMix64};
use crate::verdict::Case;

pub use signature::signature;

/// How many cases of each kind a mutant is first compared on; only one that looks like the engine there goes on.
const FIRST_LOOK: usize = 8;

/// Below this, in percent, a mutant explains nothing.
const LIKENESS: u32 = 50;

/// From here, in percent, one of the mutants that the ruling itself names is taken and the others are not asked.
const CERTAIN: u32 = 95;

/// A case of the engine, to be compared with the same case of mutants.
struct Sample {
    prepared: Prepared,
    answers: SplitMix64,
    reply: Reply,
    case: Case,
}

/// The mutant most like the engine on these cases of a ruling, the failing and the passing ones; nothing if none is much
/// like it.
#[must_use]
pub fn nearest(
    ruling: &Ruling,
    pool: &Pool,
    seed: u64,
    (failing, passing): (&[u64], &[u64]),
    session: &mut (dyn Session + '_),
) -> Option<Nearest> {
    let failing = samples(ruling, pool, seed, failing, session);
    let passing = samples(ruling, pool, seed, passing, session);
    if failing.is_empty() {
        return None;
    }
    let (named, others): (Vec<Mutant>, Vec<Mutant>) = Mutant::ALL.iter().partition(|m| ruling.kills.contains(*m));
    let mut best: Option<(Mutant, u32)> = None;
    for (round, mutants) in [named, others].into_iter().enumerate() {
        if round > 0 && best.is_some_and(|(_, likeness)| likeness >= CERTAIN) {
            break;
        }
        for mutant in mutants {
            let engine = Local::mutant(&pool.cards, mutant);
            let Ok(mut played) = engine.session() else { continue };
            let mut like = |failing: &[Sample], passing: &[Sample]| likeness(ruling, failing, passing, &mut *played);
            let (f, p) = (FIRST_LOOK.min(failing.len()), FIRST_LOOK.min(passing.len()));
            if like(&failing[..f], &passing[..p]) < LIKENESS {
                continue;
            }
            let likeness = like(&failing, &passing);
            if likeness >= LIKENESS && best.is_none_or(|(_, most)| likeness > most) {
                best = Some((mutant, likeness));
            }
        }
    }
    best.map(|(mutant, similarity)| Nearest {
        mutant: mutant.name().to_owned(),
        rule: mutant.rule().to_owned(),
        says: mutant.says().to_owned(),
        similarity,
    })
}

fn samples(ruling: &Ruling, pool: &Pool, seed: u64, cases: &[u64], session: &mut (dyn Session + '_)) -> Vec<Sample> {
    let one = |n: &u64| {
        let first = case::draw(ruling, pool, seed, *n).ok()?;
        let (answers, mut source) = (first.after.clone(), first.after);
        let mut stream = AnswerStream::new(&mut source);
        let prepared = case::prepare(ruling, pool, first.drawn, &mut stream, Laws::Trusted).ok()?;
        let judged = case::play(ruling, prepared, &mut stream, Some(&mut *session)).ok()?;
        Some(Sample { prepared: judged.prepared, answers, reply: judged.reply, case: judged.case })
    };
    cases.iter().filter_map(one).collect()
}

/// How like the engine the mutant is, in percent. Failing and passing cases weigh the same, however many there are; a
/// mutant that is unlike it on the failing ones is not like it, for on the passing ones nearly every mutant is.
fn likeness(ruling: &Ruling, failing: &[Sample], passing: &[Sample], mutant: &mut (dyn Session + '_)) -> u32 {
    let mut mean = |samples: &[Sample]| {
        let sum: u32 = samples.iter().map(|sample| agreement(ruling, sample, mutant)).sum();
        sum * 100 / (2 * u32::try_from(samples.len()).unwrap_or(u32::MAX).max(1))
    };
    let on_failing = mean(failing);
    if on_failing < LIKENESS || passing.is_empty() {
        return on_failing;
    }
    on_failing.midpoint(mean(passing))
}

/// 2 for the same outcome, 1 for the same verdict by another outcome, 0 otherwise.
fn agreement(ruling: &Ruling, sample: &Sample, mutant: &mut (dyn Session + '_)) -> u32 {
    let mut source = sample.answers.clone();
    let mut stream = AnswerStream::new(&mut source);
    let mut reader = stream.reader();
    let any = answers_any(ruling).then_some(&mut reader as &mut dyn Source);
    let reply = mutant.play(&sample.prepared.drawn.scenario, any);
    if let (Reply::Outcome(theirs), Reply::Outcome(ours)) = (&sample.reply, &reply)
        && !differ(theirs, ours)
    {
        return 2;
    }
    let same = judge(ruling, &sample.prepared.drawn, &reply, false).is_ok_and(|case| case == sample.case);
    u32::from(same)
}
