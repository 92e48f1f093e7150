//! Which values of the simplest case do not matter: each is varied alone, and one that fails alike whatever it is, is said so.

use std::cell::RefCell;

use headjudge_protocol::PlayerName;

use super::Smallest;
use super::shrink::{Candidate, draw, judged};
use crate::engines::Session;
use crate::generate::{Change, Drawn, Pool};
use crate::ruling::Ruling;
use crate::tape::{Choice, SplitMix64, Tape, Variation, Varying, case_seed};

/// How many executions the values of one failure may take, besides those that made it smaller.
pub const VARY_BUDGET: u32 = 100;

/// The most other values of one.
const EACH: u64 = 12;

/// How many of them are drawn at random, where there are many.
const RANDOM: u64 = 6;

/// What does not matter in a failing case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Varied {
    /// The values of `forall`, by their place among those, that fail alike whatever they are.
    pub any: Vec<usize>,
    /// Players whose life total is left open, and fails alike whatever it is, and the total.
    pub life: Vec<(PlayerName, i32)>,
    /// How many cases were played to find that out.
    pub executions: u32,
}

/// Something of a case that can be another.
#[derive(Debug, Clone, Copy)]
enum Part {
    /// A value of `forall`.
    Draw(usize),
    /// The life total of a seat.
    Life(usize),
}

/// Varies every value of the smallest case alone, within so many executions.
pub fn vary(
    ruling: &Ruling,
    pool: &Pool,
    smallest: &Smallest,
    session: Option<&mut (dyn Session + '_)>,
    budget: u32,
) -> Varied {
    let session = RefCell::new(session);
    let mut varied = Varied::default();
    for (part, variations) in parts(ruling, smallest) {
        let drawn = &smallest.judged.prepared.drawn;
        let mut seen = vec![key(part, drawn)];
        let (mut alike, mut other) = (0, false);
        for variation in variations {
            if varied.executions >= budget {
                // Not all of it could be tried, so nothing is claimed.
                other = true;
                break;
            }
            let mut source = Varying::new(&smallest.tape, variation);
            let candidate = draw(ruling, pool, &mut source, &session);
            let value = match &candidate {
                Candidate::Nothing => continue,
                Candidate::Drawn(drawn) => key(part, drawn),
                Candidate::Played(judged) => key(part, &judged.prepared.drawn),
            };
            let is_new = !seen.contains(&value);
            if is_new || matches!(candidate, Candidate::Played(_)) {
                varied.executions += 1;
            }
            if !is_new {
                continue;
            }
            seen.push(value);
            // What the ruling or the reference is at fault for says nothing.
            let Some(judged) = judged(ruling, pool, candidate, &session) else { continue };
            if judged.case != smallest.judged.case {
                other = true;
                break;
            }
            alike += 1;
        }
        if other || alike == 0 {
            continue;
        }
        match part {
            Part::Draw(at) => varied.any.push(at),
            Part::Life(seat) => {
                let life = drawn.scenario.board.players.get(seat).map(|player| player.life);
                varied.life.extend(PlayerName::at(seat).zip(life));
            }
        }
    }
    varied
}

/// What a part of a case is, for telling one from another.
fn key(part: Part, drawn: &Drawn) -> String {
    match part {
        Part::Draw(at) => drawn.values.get(at).map_or_else(String::new, |value| format!("{value:?}")),
        Part::Life(seat) => drawn.scenario.board.players.get(seat).map_or(0, |player| player.life).to_string(),
    }
}

/// The parts of a case and what else each could be.
fn parts(ruling: &Ruling, smallest: &Smallest) -> Vec<(Part, Vec<Variation>)> {
    let tape = &smallest.tape;
    // Each draw is an outermost stretch of the tape, in order.
    let outermost: Vec<_> = tape.spans().iter().filter(|span| span.depth == 0).collect();
    let draws = outermost.iter().take(ruling.draws.len());
    let mut parts: Vec<(Part, Vec<Variation>)> = draws
        .enumerate()
        .map(|(at, span)| (Part::Draw(at), variations(tape, at, (span.start, span.end), seed(ruling, at))))
        .collect();
    // Behind them two choices for each life total that is left open: the side of 20, and how far from it.
    let mut next = match ruling.draws.len() {
        0 => 0,
        many => outermost.get(many - 1).map_or(tape.len(), |span| span.end),
    };
    for (seat, _) in ruling.given.players.iter().enumerate().filter(|(_, player)| player.life.is_none()) {
        let choices = [(1, u64::MAX), (0, u64::MAX), (0, 1), (1, 1), (0, 7), (1, 7), (1, 15), (0, 0)];
        let variations = choices.map(|(side, far)| Variation::Choices(vec![(next, side), (next + 1, far)]));
        // In a case that was changed, seats are not those of the ruling.
        if smallest.judged.prepared.drawn.change == Change::None {
            parts.push((Part::Life(seat), variations.to_vec()));
        }
        next += 2;
    }
    parts
}

fn seed(ruling: &Ruling, at: usize) -> u64 {
    case_seed(0, &ruling.id, at as u64)
}

/// What else a drawn value could be: each of its choices at its ends and beside what it is, and values drawn anew.
fn variations(tape: &Tape, number: usize, (start, end): (usize, usize), seed: u64) -> Vec<Variation> {
    let choices = &tape.choices()[start..end];
    let open: Vec<(usize, Choice)> = (start..end).zip(choices.iter().copied()).filter(|(_, c)| c.max > 0).collect();
    let one = |at: usize, value: u64| Variation::Choices(vec![(at, value)]);
    let random = (0..RANDOM).map(|n| Variation::Stretch(number, SplitMix64::new(seed.wrapping_add(n))));
    match open[..] {
        [(at, choice)] if choice.max <= EACH => {
            let others = (0..=choice.max).rev().filter(|value| *value != choice.value);
            others.map(|value| one(at, value)).collect()
        }
        _ => {
            let ends = open.iter().flat_map(|(at, choice)| {
                let beside = [choice.max, 0, choice.value.saturating_add(1), choice.value.saturating_sub(1)];
                beside.map(|value| one(*at, value.min(choice.max)))
            });
            let most = usize::try_from(EACH).unwrap_or(usize::MAX);
            // Few of a long list: those that are drawn anew vary all of it.
            random.chain(ends.take(4 * most)).take(2 * most).collect()
        }
    }
}
