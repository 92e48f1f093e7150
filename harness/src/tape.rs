//! The choice tape: every value a case draws comes from one stream of small choices.
//!
//! Owns the words of the tape: [`Source`] (where choices come from), [`Draw`] (how values are made of choices), [`Tape`]
//! (the choices of one run, written down) and the text it is kept as. Random numbers, fuzzer bytes and replay are
//! sources and live in the files below; so do the shrinker and its proptest front end.
//!
//! The one law behind it: zero is always the simplest choice, every tape of numbers replays to a valid value whatever
//! was done to it, and replaying what a replay wrote down changes nothing.

mod bytes;
mod edit;
mod odometer;
mod places;
mod random;
mod record;
mod search;
mod shrink;
mod strategy;
mod text;
mod trial;
mod vary;

use std::ops::RangeInclusive;

pub use self::bytes::Bytes;
pub use self::odometer::Odometer;
pub use self::random::{SplitMix64, case_seed};
pub use self::record::{Playback, Recorder, record, replay};
pub use self::shrink::{Shrinker, Shrunk, shrink};
pub use self::strategy::{Drawn, Ran, RunError, TapeStrategy, TapeTree, run_proptest, runner};
pub use self::text::{TAPE_VERSION, TapeTextError};
pub use self::vary::{Variation, Varying};

/// What a marked stretch of the tape is; the shrinker edits the two kinds differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// One element of a list, with the "one more?" choice in front of it: removing the stretch removes the element.
    Element,
    /// The parts of one value (a whole list, a struct): emptying the stretch leaves the simplest such value.
    Group,
}

/// Where choices come from. Object safe, so that one generator `Fn(&mut dyn Source) -> T` serves every runner.
pub trait Source {
    /// One choice among `0..=max`, both ends included; 0 is the simplest.
    fn below(&mut self, max: u64) -> u64;

    /// One index into `weights`, drawn in proportion to them; earlier is simpler and a weight of zero is never drawn.
    ///
    /// On the tape this is the index among the weights that are not zero, so that replaying and shrinking do not depend on
    /// the weights. Weights that are all zero (or no weights) give 0.
    fn weighted(&mut self, weights: &[u64]) -> usize {
        let total = weights.iter().fold(0_u64, |sum, w| sum.saturating_add(*w));
        let mut left = self.below(total.saturating_sub(1));
        for (index, weight) in weights.iter().enumerate() {
            if left < *weight {
                return index;
            }
            left -= *weight;
        }
        0
    }

    /// Opens a marked stretch. Every `begin` is matched by one `end`; stretches nest. Sources that keep no tape ignore both.
    fn begin(&mut self, mark: Mark) {
        let _ = mark;
    }

    /// Closes the stretch that was opened last.
    fn end(&mut self) {}
}

/// Values made of choices; for every source, `dyn Source` included.
pub trait Draw: Source {
    /// A whole number of `range`, its low end being the simplest. An empty range gives its low end.
    fn range(&mut self, range: RangeInclusive<i64>) -> i64 {
        let (low, high) = (*range.start(), *range.end());
        let span = if high > low { high.abs_diff(low) } else { 0 };
        low.wrapping_add_unsigned(self.below(span))
    }

    /// A whole number of `range` of which `origin` (moved into the range if it is outside) is the simplest, then those
    /// nearest to it, those above before those below. All are equally likely but `origin`, which is twice as likely.
    fn near(&mut self, origin: i64, range: RangeInclusive<i64>) -> i64 {
        let (low, high) = (*range.start(), (*range.end()).max(*range.start()));
        let origin = origin.clamp(low, high);
        let (above, below) = (high.abs_diff(origin), origin.abs_diff(low));
        // Side and distance are choices of their own, so that each can shrink without the other.
        if self.weighted(&[above.saturating_add(1), below.saturating_add(u64::from(below > 0))]) == 0 {
            origin.wrapping_add_unsigned(self.below(above))
        } else {
            origin.wrapping_sub_unsigned(self.below(below))
        }
    }

    /// True in `percent` of 100 draws (more than 100 counts as 100); false is the simpler answer.
    fn flip(&mut self, percent: u32) -> bool {
        let yes = u64::from(percent.min(100));
        self.weighted(&[100 - yes, yes]) == 1
    }

    /// An index into something of `len` elements, 0 being the simplest; 0 also when there are none.
    fn index(&mut self, len: usize) -> usize {
        let max = u64::try_from(len.saturating_sub(1)).unwrap_or(u64::MAX);
        usize::try_from(self.below(max)).unwrap_or(0)
    }

    /// One of `items`, the first being the simplest; nothing, and no choice spent, if there are none.
    fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.index(items.len()))
    }

    /// A list whose length is drawn evenly from `len`. The number of choices follows what was drawn, but every list
    /// ends with a choice of its own, so that an element can be cut from the tape and the rest still means the same.
    fn list<T>(&mut self, len: RangeInclusive<usize>, mut element: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let (least, most) = (*len.start(), *len.end());
        let mut items = Vec::new();
        self.begin(Mark::Group);
        loop {
            let room = u64::try_from(most.saturating_sub(items.len())).unwrap_or(u64::MAX);
            // One in `room + 1` to stop gives every length the same chance.
            let weights = if items.len() < least { [0, 1] } else { [1, room] };
            self.begin(Mark::Element);
            let more = self.weighted(&weights) == 1;
            if more {
                items.push(element(self));
            }
            self.end();
            if !more {
                break;
            }
        }
        self.end();
        items
    }

    /// Something in `percent` of 100 draws, otherwise nothing, which is simpler.
    fn option<T>(&mut self, percent: u32, some: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.group(|s| s.flip(percent).then(|| some(s)))
    }

    /// Marks the choices of one value as belonging together: what is drawn after it keeps its place when the value shrinks
    /// to fewer choices.
    fn group<T>(&mut self, parts: impl FnOnce(&mut Self) -> T) -> T {
        self.begin(Mark::Group);
        let value = parts(self);
        self.end();
        value
    }
}

impl<S: Source + ?Sized> Draw for S {}

/// One choice that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choice {
    /// What was chosen, 0 being the simplest.
    pub value: u64,
    /// The greatest value that was possible. `u64::MAX` on a tape read from text, which knows only the values.
    pub max: u64,
}

/// A marked stretch of a tape: the choices `start..end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// Index of the first choice of the stretch.
    pub start: usize,
    /// Index after the last choice of the stretch.
    pub end: usize,
    /// How many stretches enclose this one.
    pub depth: usize,
    /// What the stretch is.
    pub mark: Mark,
}

/// The choices of one run and its marked stretches, outer before inner and in order of their start.
///
/// A tape that a [`Recorder`] wrote is *normal*: no choice exceeds its maximum and none is missing or left over. An edited
/// tape need not be; replaying it gives a normal one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tape {
    choices: Vec<Choice>,
    spans: Vec<Span>,
}

impl Tape {
    /// A tape of bare values, without maxima or stretches, as read from a file.
    #[must_use]
    pub fn from_values(values: impl IntoIterator<Item = u64>) -> Self {
        let choices = values.into_iter().map(|value| Choice { value, max: u64::MAX });
        Self { choices: choices.collect(), spans: Vec::new() }
    }

    /// The choices in the order they were made.
    #[must_use]
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The marked stretches, outer before inner.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The bare values: what tells two tapes of one generator apart, and all that is written to a file.
    #[must_use]
    pub fn values(&self) -> Vec<u64> {
        self.choices.iter().map(|c| c.value).collect()
    }

    /// How many choices were made.
    #[must_use]
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether no choice was made.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// Whether this tape is simpler than the other: fewer choices, or as many and the first difference is smaller.
    #[must_use]
    pub fn is_simpler_than(&self, other: &Self) -> bool {
        let by_value = || {
            let ours = self.choices.iter().map(|c| c.value);
            ours.cmp(other.choices.iter().map(|c| c.value))
        };
        self.len().cmp(&other.len()).then_with(by_value).is_lt()
    }
}
