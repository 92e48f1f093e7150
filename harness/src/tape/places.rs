//! The passes of the shrinker, and the places of a tape that each of them edits.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{Mark, Tape};

/// One kind of edit. They run in this order, the ones that cut most first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// Everything at its simplest: a check that fails always is found at once.
    Everything,
    /// A whole list or value at its simplest.
    EmptyGroups,
    /// Halves and quarters of long lists.
    RemoveRuns,
    /// One element of a list, the longest first.
    RemoveElements,
    /// One element at its simplest.
    EmptyElements,
    /// One choice: to zero, by one, then by bisection.
    LowerEach,
    /// All choices of the same value together.
    LowerAlike,
    /// Two choices by the same amount.
    LowerPairs,
    /// An amount from one choice to a later one, their sum staying.
    MoveAmounts,
    /// Neighbouring elements into ascending order.
    SwapElements,
    /// Single choices, where that makes the tape shorter: for generators that mark nothing.
    RemoveChoices,
}

impl Pass {
    pub(super) const ALL: [Self; 11] = [
        Self::Everything,
        Self::EmptyGroups,
        Self::RemoveRuns,
        Self::RemoveElements,
        Self::EmptyElements,
        Self::LowerEach,
        Self::LowerAlike,
        Self::LowerPairs,
        Self::MoveAmounts,
        Self::SwapElements,
        Self::RemoveChoices,
    ];
}

/// A place of the tape that a pass can edit.
#[derive(Debug, Clone)]
pub(super) enum Place {
    Everything,
    /// Keep so many choices of a stretch.
    Empty {
        span: usize,
        keep: usize,
    },
    /// Neighbouring elements, from the first to the last.
    Remove {
        first: usize,
        last: usize,
    },
    /// Choices to lower by the same amount.
    Lower(Vec<usize>),
    /// Choices between which to move an amount.
    Move {
        from: usize,
        to: usize,
    },
    Swap {
        first: usize,
        second: usize,
    },
    Choice(usize),
}

/// Most pairs that one pass looks at; more would cost executions out of proportion.
const MOST_PAIRS: usize = 64;

/// The places of the tape for this pass, in the order to try them.
pub(super) fn places(pass: Pass, tape: &Tape) -> Vec<Place> {
    let spans = || tape.spans.iter().enumerate();
    let marked = |mark| spans().filter(move |(_, s)| s.mark == mark).map(|(i, _)| i);
    match pass {
        Pass::Everything => vec![Place::Everything],
        Pass::EmptyGroups => {
            let groups = marked(Mark::Group).filter(|i| tape.is_busy(range(tape, *i)));
            let places = longest_first(tape, groups.collect()).into_iter();
            places.map(|span| Place::Empty { span, keep: 0 }).collect()
        }
        Pass::RemoveRuns => runs(tape),
        Pass::RemoveElements => {
            let elements = marked(Mark::Element).filter(|i| is_removable(tape, *i));
            let places = longest_first(tape, elements.collect()).into_iter();
            places.map(|i| Place::Remove { first: i, last: i }).collect()
        }
        Pass::EmptyElements => {
            // The first choice of an element says that there is one; it stays.
            let elements = marked(Mark::Element).filter(|i| {
                let span = range(tape, *i);
                span.len() > 1 && tape.is_busy(span.start + 1..span.end)
            });
            let places = longest_first(tape, elements.collect()).into_iter();
            places.map(|span| Place::Empty { span, keep: 1 }).collect()
        }
        Pass::LowerEach => busy(tape).into_iter().map(|at| Place::Lower(vec![at])).collect(),
        Pass::LowerAlike => {
            let mut alike: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
            for at in busy(tape) {
                alike.entry(tape.choices[at].value).or_default().push(at);
            }
            let several = alike.into_values().filter(|places| places.len() > 2);
            several.map(Place::Lower).collect()
        }
        Pass::LowerPairs => {
            let pairs = pairs(&busy(tape), |a, b| {
                let (a, b) = (tape.choices[a], tape.choices[b]);
                a.value == b.value || (a.max == b.max && a.max > 1)
            });
            pairs.into_iter().map(|(a, b)| Place::Lower(vec![a, b])).collect()
        }
        Pass::MoveAmounts => {
            let heads = heads(tape);
            let all: Vec<usize> = (0..tape.len()).filter(|at| !heads.contains(at)).collect();
            let pairs = pairs(&all, |from, to| {
                let (from, to) = (tape.choices[from], tape.choices[to]);
                from.value > 0 && to.value < to.max && from.max == to.max
            });
            pairs.into_iter().map(|(from, to)| Place::Move { from, to }).collect()
        }
        Pass::SwapElements => {
            let elements = marked(Mark::Element).filter(|i| is_removable(tape, *i));
            let swaps = elements.filter_map(|first| {
                let second = tape.inner(first).end;
                let next = tape.spans.get(second)?;
                let this = tape.spans[first];
                let is_sibling = next.depth == this.depth && next.mark == Mark::Element;
                let values = |i| tape.choices[range(tape, i)].iter().map(|c| c.value);
                let descending = is_sibling && is_removable(tape, second) && values(second).lt(values(first));
                descending.then_some(Place::Swap { first, second })
            });
            swaps.collect()
        }
        Pass::RemoveChoices => {
            let heads = heads(tape);
            let rest = (0..tape.len()).rev().filter(|at| !heads.contains(at));
            rest.map(Place::Choice).collect()
        }
    }
}

fn range(tape: &Tape, span: usize) -> Range<usize> {
    tape.spans[span].start..tape.spans[span].end
}

/// Not the end of a list, which is a stretch of one choice, zero.
fn is_removable(tape: &Tape, span: usize) -> bool {
    let span = range(tape, span);
    span.len() > 1 || tape.is_busy(span)
}

fn longest_first(tape: &Tape, mut spans: Vec<usize>) -> Vec<usize> {
    // Of equally long ones the last comes first: what later choices count then keeps its numbers longest.
    spans.sort_by_key(|i| std::cmp::Reverse((range(tape, *i).len(), *i)));
    spans
}

/// Halves and quarters of lists of at least six elements.
fn runs(tape: &Tape) -> Vec<Place> {
    let mut places = Vec::new();
    for (group, span) in tape.spans.iter().enumerate() {
        let inside = tape.inner(group);
        let elements: Vec<usize> = inside
            .filter(|i| tape.spans[*i].depth == span.depth + 1)
            .filter(|i| tape.spans[*i].mark == Mark::Element && is_removable(tape, *i))
            .collect();
        if span.mark == Mark::Group && elements.len() >= 6 {
            for share in [2, 4] {
                let size = elements.len().div_ceil(share);
                let runs = elements.rchunks(size).filter(|run| run.len() > 1);
                places.extend(runs.filter_map(|run| Some(Place::Remove { first: *run.first()?, last: *run.last()? })));
            }
        }
    }
    places
}

/// The first choices of elements: they say "one more", and removing the element is their own kind of edit.
fn heads(tape: &Tape) -> BTreeSet<usize> {
    let elements = tape.spans.iter().filter(|s| s.mark == Mark::Element);
    elements.map(|s| s.start).collect()
}

/// The choices that can be lowered.
fn busy(tape: &Tape) -> Vec<usize> {
    let heads = heads(tape);
    let busy = (0..tape.len()).filter(|at| tape.choices[*at].value > 0);
    busy.filter(|at| !heads.contains(at)).collect()
}

/// Pairs of places that suit, the earlier one first.
fn pairs(places: &[usize], suits: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (index, first) in places.iter().enumerate() {
        let later = places[index + 1..].iter().filter(|second| suits(*first, **second));
        pairs.extend(later.map(|second| (*first, *second)));
        if pairs.len() >= MOST_PAIRS {
            break;
        }
    }
    pairs
}
