//! The candidates at a place, and how to mend one whose edit changed what later choices mean.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Tape;
use super::places::Place;
use super::search::{Search, Sign};

/// A candidate: an edited tape, not yet replayed.
#[derive(Debug, Clone)]
pub(super) struct Trial {
    pub(super) tape: Tape,
    /// Worth running only if the normal tape has fewer choices than the best.
    pub(super) must_shorten: bool,
    repair: Repair,
}

/// How a candidate may be mended if it did not fail, because the edit changed what later choices mean.
#[derive(Debug, Clone)]
enum Repair {
    Nothing,
    /// Element number `ordinal` was cut out of here: later choices that are numbers of elements may have to go down.
    Renumber {
        cut: Range<usize>,
        ordinal: u64,
    },
    /// Elements number `ordinal` and the next of `count` changed places: so may their numbers, after this choice.
    Exchange {
        after: usize,
        ordinal: u64,
        count: usize,
    },
    /// This choice was cut out: an earlier one may be the count of it and its like.
    Counted {
        at: usize,
    },
    /// This choice became 0: what it allowed may have to go, too.
    Surplus {
        after: usize,
    },
}

/// Most choices that are tried as the count of one that was cut out.
const MOST_COUNTS: usize = 32;

impl Place {
    /// The first trial here, and the search to make if it does not fail.
    pub(super) fn open(self, best: &Tape) -> (Trial, Option<Search>) {
        match self {
            Self::Everything => (Trial::plain(Tape::default()), None),
            Self::Empty { span, keep } => (Trial::plain(best.with_emptied(span, keep)), None),
            Self::Remove { first, last } => {
                let cut = best.spans[first].start..best.spans[last].end;
                let siblings = best.siblings(first);
                let ordinal = siblings.iter().position(|i| *i == first).unwrap_or(0) as u64;
                let repair = if first == last { Repair::Renumber { cut, ordinal } } else { Repair::Nothing };
                (Trial::new(best.without_spans(first, last), repair), None)
            }
            Self::Lower(places) => {
                let value = |at: &usize| best.choices[*at].value;
                let most = places.iter().map(value).min().unwrap_or(0);
                let choices = places.iter().map(|at| (*at, value(at), Sign::Down)).collect();
                let search = Search::new(choices, most);
                let repair = match places[..] {
                    [at] => Repair::Surplus { after: at + 1 },
                    _ => Repair::Nothing,
                };
                let trial = Trial::new(search.tape(best, most), repair);
                (trial, search.unless_done())
            }
            Self::Move { from, to } => {
                let (source, sink) = (best.choices[from], best.choices[to]);
                let most = source.value.min(sink.max - sink.value);
                let choices = vec![(from, source.value, Sign::Down), (to, sink.value, Sign::Up)];
                let search = Search::new(choices, most);
                let trial = Trial::plain(search.tape(best, most));
                // Into a choice that is 0, all or nothing: there are many such places, and little to gain.
                (trial, search.unless_done().filter(|_| sink.value > 0))
            }
            Self::Swap { first, second } => {
                let siblings = best.siblings(first);
                let ordinal = siblings.iter().position(|i| *i == first).unwrap_or(0) as u64;
                // The list's last stretch is its end, not an element.
                let count = siblings.len().saturating_sub(1);
                let after = best.spans[second].end;
                let repair = Repair::Exchange { after, ordinal, count };
                (Trial::new(best.with_swapped(first, second), repair), None)
            }
            Self::Choice(at) => {
                let repair = Repair::Counted { at };
                let trial = Trial::new(best.without_choices(at..at + 1), repair);
                (Trial { must_shorten: true, ..trial }, None)
            }
        }
    }
}

impl Trial {
    pub(super) fn plain(tape: Tape) -> Self {
        Self::new(tape, Repair::Nothing)
    }

    fn new(tape: Tape, repair: Repair) -> Self {
        Self { tape, must_shorten: false, repair }
    }

    /// What to try if this one does not fail, given the best tape and the normal tape that this one became.
    pub(super) fn repairs(&self, best: &Tape, normal: &Tape) -> Vec<Self> {
        match &self.repair {
            Repair::Nothing => Vec::new(),
            Repair::Renumber { cut, ordinal } => {
                if normal.len() != self.tape.len() {
                    return Vec::new();
                }
                // A later choice whose maximum fell by one counts the list that lost an element.
                let counts = |at: &usize| {
                    let before = best.choices[*at + cut.len()];
                    before.value > 0 && normal.choices[*at].max.checked_add(1) == Some(before.max)
                };
                let numbers: Vec<usize> = (cut.start..normal.len()).filter(counts).collect();
                let value = |at: usize| best.choices[at + cut.len()].value;
                let lowered = |from: u64| {
                    let later = numbers.iter().filter(|at| value(**at) >= from);
                    later.map(|at| (*at, value(*at) - 1)).collect::<Vec<_>>()
                };
                // The list may be the middle of a longer one, and then the element's number in it is not known.
                let guesses = BTreeSet::from([lowered(ordinal + 1), lowered(1)]);
                let trials = guesses.iter().map(|values| self.tape.with_values(values));
                let changed = trials.filter(|tape| {
                    let clamped = tape.choices.iter().zip(&normal.choices);
                    clamped.into_iter().any(|(new, old)| new.value.min(old.max) != old.value)
                });
                changed.map(Self::plain).collect()
            }
            Repair::Exchange { after, ordinal, count } => {
                let other = |at: usize| {
                    let choice = self.tape.choices[at];
                    let counts = choice.max.checked_add(1) == u64::try_from(*count).ok();
                    match choice.value.checked_sub(*ordinal) {
                        Some(0) if counts => Some((at, ordinal + 1)),
                        Some(1) if counts => Some((at, *ordinal)),
                        _ => None,
                    }
                };
                let values: Vec<(usize, u64)> = (*after..self.tape.len()).filter_map(other).collect();
                if values.is_empty() {
                    return Vec::new();
                }
                vec![Self::plain(self.tape.with_values(&values))]
            }
            Repair::Counted { at } => {
                let earlier = (0..*at).rev().filter(|at| self.tape.choices[*at].value > 0);
                let trials = earlier.take(MOST_COUNTS).map(|count| {
                    let lowered = self.tape.choices[count].value - 1;
                    let trial = Self::plain(self.tape.with_values(&[(count, lowered)]));
                    Self { must_shorten: true, ..trial }
                });
                trials.collect()
            }
            Repair::Surplus { after } => {
                let surplus = self.tape.len().saturating_sub(normal.len());
                let end = (after + surplus).min(self.tape.len());
                if surplus == 0 || end <= *after {
                    return Vec::new();
                }
                vec![Self::plain(self.tape.without_choices(*after..end))]
            }
        }
    }
}
