//! Wrong rules that are equally like the engine in what it was asked: cases in which they differ tell which of them it has.
//!
//! Such cases are looked for in the ruling itself, beyond those that were compared, then in rulings that name some of the equal
//! ones and not the others. The engine is asked only where the mutants are known to differ.

use std::sync::Arc;

use headjudge_engine::Mutant;
use headjudge_engine::game::Consulted;

use super::{Answers, Ranked, played};
use crate::case::{self, AnswerStream, Laws, differ};
use crate::engines::{Engine as _, Local, Reply, Session};
use crate::library::Library;
use crate::ruling::Ruling;

/// How many of the equal ones are told apart at most.
const EQUAL: usize = 6;

/// How many cases of each ruling are looked at.
const CASES: u64 = 200;

/// How many rulings are looked at, the first of which is the one that failed.
const RULINGS: usize = 6;

/// How many cases of one ruling the engine is asked about at most.
const ASKED: usize = 12;

/// Brings those of the first, equally like ones to the front that do what the engine does where they differ.
pub(super) fn break_at_top(
    library: &Library,
    ruling: &Ruling,
    seed: u64,
    ranked: &mut [Ranked],
    session: &mut (dyn Session + '_),
) {
    let Some((_, likeness)) = ranked.first().copied() else { return };
    let equal = ranked.iter().take_while(|(_, other)| *other == likeness).take(EQUAL).count();
    let mut right: Vec<(Mutant, usize)> = ranked[..equal].iter().map(|(mutant, _)| (*mutant, 0)).collect();
    for ruling in tellers(library, ruling, &right) {
        // Only those that are still in front.
        let most = right.iter().map(|(_, right)| *right).max().unwrap_or(0);
        let front: Vec<usize> = (0..right.len()).filter(|at| right[*at].1 == most).collect();
        if front.len() < 2 {
            break;
        }
        let mutants: Vec<Mutant> = front.iter().map(|at| right[*at].0).collect();
        for (at, agreed) in front.into_iter().zip(agreements(library, ruling, seed, &mutants, session)) {
            right[at].1 += agreed;
        }
    }
    // The sort is stable: what nothing tells apart stays as it was.
    right.sort_by_key(|(_, right)| std::cmp::Reverse(*right));
    for (place, (mutant, _)) in ranked.iter_mut().zip(right) {
        *place = (mutant, likeness);
    }
}

/// The ruling itself, and those that name some of the mutants and not all.
fn tellers<'l>(library: &'l Library, ruling: &'l Ruling, mutants: &[(Mutant, usize)]) -> Vec<&'l Ruling> {
    let names = |other: &&Ruling| {
        let named = mutants.iter().filter(|(mutant, _)| other.kills.contains(mutant)).count();
        other.id != ruling.id && (1..mutants.len()).contains(&named)
    };
    std::iter::once(ruling).chain(library.rulings.iter().filter(names)).take(RULINGS).collect()
}

/// In how many cases in which the mutants differ each of them does what the engine does.
fn agreements(
    library: &Library,
    ruling: &Ruling,
    seed: u64,
    mutants: &[Mutant],
    session: &mut (dyn Session + '_),
) -> Vec<usize> {
    let engines: Vec<Local> = mutants.iter().map(|mutant| Local::mutant(&library.pool.cards, *mutant)).collect();
    let mut sessions: Vec<_> = engines.iter().filter_map(|engine| engine.session().ok()).collect();
    let mut agreed = vec![0; mutants.len()];
    let mut asked = 0;
    for n in 0..CASES {
        if asked >= ASKED {
            break;
        }
        let Ok(first) = case::draw(ruling, &library.pool, seed, n) else { continue };
        let (answers, mut source) = (Answers::Drawn(first.after.clone()), first.after);
        let mut stream = AnswerStream::new(&mut source);
        let consulted = Arc::new(Consulted::default());
        let noting = Some(&consulted);
        let prepared = case::prepare_noting(ruling, &library.pool, first.drawn, &mut stream, Laws::Trusted, noting);
        let Ok(prepared) = prepared else { continue };
        if !mutants.iter().any(|mutant| consulted.has(*mutant)) {
            continue;
        }
        let replies: Vec<Reply> = mutants
            .iter()
            .zip(&mut sessions)
            .map(|(mutant, session)| match consulted.has(*mutant) {
                true => played(ruling, &prepared, &answers, &mut **session),
                // Nobody asked for what it does wrong.
                false => Reply::Outcome(prepared.outcome.clone()),
            })
            .collect();
        if replies.windows(2).all(|pair| same(&pair[0], &pair[1])) {
            continue;
        }
        asked += 1;
        let said = played(ruling, &prepared, &answers, session);
        for (agreed, reply) in agreed.iter_mut().zip(&replies) {
            *agreed += usize::from(same(&said, reply));
        }
    }
    agreed
}

fn same(one: &Reply, other: &Reply) -> bool {
    match (one, other) {
        (Reply::Outcome(one), Reply::Outcome(other)) => !differ(one, other),
        (one, other) => one == other,
    }
}
