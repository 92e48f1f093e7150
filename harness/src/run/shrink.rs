//! From a failing case to the simplest one that fails in the same way.

use std::cell::RefCell;

use crate::case::{self, AnswerStream, CaseFault, Judged, Laws, Prepared};
use crate::engines::Session;
use crate::generate::{Drawn, Pool};
use crate::ruling::Ruling;
use crate::tape::{Playback, Shrinker, Source, Tape, record, replay};
use crate::verdict::Case;

/// The simplest case that was found.
#[derive(Debug)]
pub struct Smallest {
    /// Its choices: the board's, then the answers'.
    pub tape: Tape,
    /// The case and what came of it.
    pub judged: Judged,
    /// How many candidates were played.
    pub executions: u32,
}

/// A candidate as far as the tape determines it.
pub(super) enum Candidate {
    /// No case.
    Nothing,
    /// Answers are pinned: the tape ends with the board, and playing can wait until the candidate is worth it.
    Drawn(Box<Drawn>),
    /// Answers are drawn while playing, so that the tape is whole only then.
    Played(Box<Judged>),
}

/// Shrinks case `n` of a ruling, which has this verdict, within so many executions and for as long as there is no hurry.
/// Nothing if the case does not have the verdict when it is played again.
pub fn shrink(
    ruling: &Ruling,
    pool: &Pool,
    (seed, n): (u64, u64),
    session: Option<&mut (dyn Session + '_)>,
    wanted: &Case,
    (budget, hurries): (u32, &dyn Fn() -> bool),
) -> Option<Smallest> {
    let session = RefCell::new(session);
    let candidate = |source: &mut dyn Source| draw(ruling, pool, source, &session);
    let first = case::draw(ruling, pool, seed, n).ok()?;
    let (start, tape) = record(first.before, candidate);
    let mut best = judged(ruling, pool, start, &session)?;
    if best.case != *wanted {
        return None;
    }
    let mut shrinker = Shrinker::new(tape, budget);
    while !hurries()
        && let Some(next) = shrinker.propose(candidate)
    {
        let next = judged(ruling, pool, next, &session).filter(|judged| judged.case == *wanted);
        shrinker.feedback(next.is_some());
        if let Some(judged) = next {
            best = judged;
        }
    }
    Some(Smallest { tape: shrinker.best().clone(), judged: best, executions: shrinker.executions() })
}

/// The tape of case `n`, with those answers that the reference asks for, and the case as the reference plays it.
///
/// # Errors
/// If there is no such case.
pub fn tape_of(ruling: &Ruling, pool: &Pool, (seed, n): (u64, u64)) -> Result<(Prepared, Tape), CaseFault> {
    let first = case::draw(ruling, pool, seed, n)?;
    let (prepared, tape) = record(first.before, |source| {
        let drawn = ruling.generate(pool, source)?;
        case::prepare(ruling, pool, drawn, &mut AnswerStream::new(source), Laws::Trusted)
    });
    Ok((prepared?, Tape::from_values(tape.values())))
}

/// Plays the case that a tape means, and says what the tape is when nothing of it is missing or left over.
///
/// # Errors
/// If the ruling or the reference is at fault, or the tape is one whose draw the ruling throws away.
pub fn replay_tape(
    ruling: &Ruling,
    pool: &Pool,
    tape: &Tape,
    session: Option<&mut (dyn Session + '_)>,
) -> Result<(Judged, Tape), CaseFault> {
    let (result, tape) = replay(tape, |source| {
        let drawn = ruling.generate(pool, source)?;
        let mut answers = AnswerStream::new(source);
        let prepared = case::prepare(ruling, pool, drawn, &mut answers, Laws::Checked)?;
        case::play(ruling, prepared, &mut answers, session)
    });
    result.map(|judged| (judged, tape))
}

pub(super) type Shared<'c, 's> = RefCell<Option<&'c mut (dyn Session + 's)>>;

pub(super) fn draw(ruling: &Ruling, pool: &Pool, source: &mut dyn Source, session: &Shared<'_, '_>) -> Candidate {
    let Ok(drawn) = ruling.generate(pool, source) else { return Candidate::Nothing };
    if !case::answers_any(ruling) {
        return Candidate::Drawn(Box::new(drawn));
    }
    play(ruling, pool, drawn, source, session).map_or(Candidate::Nothing, |judged| Candidate::Played(Box::new(judged)))
}

pub(super) fn judged(ruling: &Ruling, pool: &Pool, candidate: Candidate, session: &Shared<'_, '_>) -> Option<Judged> {
    match candidate {
        Candidate::Nothing => None,
        Candidate::Played(judged) => Some(*judged),
        Candidate::Drawn(drawn) => {
            let nothing = Tape::default();
            play(ruling, pool, *drawn, &mut Playback::new(&nothing), session)
        }
    }
}

fn play(
    ruling: &Ruling,
    pool: &Pool,
    drawn: Drawn,
    source: &mut dyn Source,
    session: &Shared<'_, '_>,
) -> Option<Judged> {
    let mut answers = AnswerStream::new(source);
    let prepared = case::prepare(ruling, pool, drawn, &mut answers, Laws::Trusted).ok()?;
    let mut session = session.borrow_mut();
    let session: Option<&mut (dyn Session + '_)> = match &mut *session {
        Some(session) => Some(&mut **session),
        None => None,
    };
    case::play(ruling, prepared, &mut answers, session).ok()
}
