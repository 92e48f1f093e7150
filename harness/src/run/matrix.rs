//! Mutants against rulings: which ruling kills which mutant, and with which case.

use std::sync::Arc;

use headjudge_engine::Mutant;
use headjudge_engine::game::Consulted;
use rayon::prelude::*;

use crate::case::{self, AnswerStream, Judged, Laws, Prepared, answers_any, judge};
use crate::engines::{Engine as _, Local};
use crate::generate::Pool;
use crate::ruling::Ruling;
use crate::tape::{Source, SplitMix64};
use crate::verdict::Case;

/// How many cases a mutant has to survive to count as one that a ruling does not kill.
pub const MATRIX_CASES: u64 = 200;

/// A mutant that a ruling kills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kill {
    /// Which.
    pub mutant: Mutant,
    /// The first case that kills it.
    pub case: u64,
}

/// For each of the rulings, which of the mutants that `wanted` names for it it kills, in table order of the mutants. A
/// pair is done with its first killing case.
///
/// A kill is an expectation that does not hold, or a game that never rests; nothing else counts.
pub fn matrix(
    pool: &Pool,
    rulings: &[&Ruling],
    (seed, cases): (u64, u64),
    wanted: impl Fn(&Ruling) -> Vec<Mutant> + Sync,
    done: &(dyn Fn(u64) + Sync),
) -> Vec<Vec<Kill>> {
    rulings
        .par_iter()
        .map(|ruling| {
            let kills = kills(ruling, pool, (seed, cases), wanted(ruling));
            done(1);
            kills
        })
        .collect()
}

/// For each mutant that one of the rulings names, the first of those that does kill it, in table order of the mutants. Nothing
/// else is played: no other ruling, and of a ruling no case after the first that kills.
pub fn killers<'r>(
    pool: &Pool,
    rulings: &[&'r Ruling],
    (seed, cases): (u64, u64),
    mutants: &[Mutant],
    done: &(dyn Fn(u64) + Sync),
) -> Vec<(Mutant, Option<&'r Ruling>)> {
    mutants
        .par_iter()
        .filter(|mutant| rulings.iter().any(|ruling| ruling.kills.contains(mutant)))
        .map(|mutant| {
            let mut named = rulings.iter().copied().filter(|ruling| ruling.kills.contains(mutant));
            let killer = named.find(|ruling| !kills(ruling, pool, (seed, cases), vec![*mutant]).is_empty());
            done(1);
            (*mutant, killer)
        })
        .collect()
}

/// The mutants that a ruling kills within so many cases, of those that are consulted for.
#[must_use]
pub fn kills(ruling: &Ruling, pool: &Pool, (seed, cases): (u64, u64), mut alive: Vec<Mutant>) -> Vec<Kill> {
    let mut kills = Vec::new();
    for n in 0..cases {
        if alive.is_empty() {
            break;
        }
        let Ok(first) = case::draw(ruling, pool, seed, n) else { continue };
        let (answers, mut source) = (first.after.clone(), first.after);
        let mut stream = AnswerStream::new(&mut source);
        // By the real rules once, whatever the number of mutants.
        let consulted = Arc::new(Consulted::default());
        let prepared = case::prepare_noting(ruling, pool, first.drawn, &mut stream, Laws::Trusted, Some(&consulted));
        let judged = prepared.and_then(|prepared| case::play(ruling, prepared, &mut stream, None));
        // A case that the real rules fail kills nobody: it is the ruling's fault.
        let Ok(Judged { prepared, case: Case::Pass, .. }) = judged else { continue };
        alive.retain(|mutant| {
            let killed = consulted.has(*mutant) && is_killed(ruling, pool, &prepared, answers.clone(), *mutant);
            if killed {
                kills.push(Kill { mutant: *mutant, case: n });
            }
            !killed
        });
    }
    kills.sort();
    kills
}

fn is_killed(ruling: &Ruling, pool: &Pool, prepared: &Prepared, mut answers: SplitMix64, mutant: Mutant) -> bool {
    let engine = Local::mutant(&pool.cards, mutant);
    let Ok(mut session) = engine.session() else { return false };
    let mut stream = AnswerStream::new(&mut answers);
    let mut reader = stream.reader();
    let any = answers_any(ruling).then_some(&mut reader as &mut dyn Source);
    let reply = session.play(&prepared.drawn.scenario, any);
    judge(ruling, &prepared.drawn, &reply, false).is_ok_and(|case| case.kills())
}
