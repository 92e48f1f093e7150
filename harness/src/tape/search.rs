//! The search for the amount by which choices can go down: by one, then by bisection.

use super::Tape;

/// The search for the greatest amount by which choices can be lowered.
#[derive(Debug, Clone)]
pub(super) struct Search {
    /// Places and values as they were at the start; the sign is that of the change.
    choices: Vec<(usize, u64, Sign)>,
    /// The greatest amount known to fail still.
    good: u64,
    /// The least amount known not to.
    bad: u64,
    first: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Sign {
    Down,
    Up,
}

impl Search {
    /// Over amounts below `most`, which is known not to fail; nothing is known of the others.
    pub(super) fn new(choices: Vec<(usize, u64, Sign)>, most: u64) -> Self {
        Self { choices, good: 0, bad: most, first: true }
    }

    /// Whether to leave out the step by one that comes first.
    pub(super) fn skipping_one(self, skip: bool) -> Self {
        Self { first: !skip, ..self }
    }

    /// The tape to try next.
    pub(super) fn candidate(&self, best: &Tape) -> Tape {
        self.tape(best, self.amount())
    }

    /// The last candidate failed and is the best tape now. Nothing if the search is over, or the tape has changed its shape.
    pub(super) fn accepted(mut self, best: &Tape) -> Option<Self> {
        self.good = self.amount();
        self.first = false;
        let as_tried = |(at, value, sign): &(usize, u64, Sign)| {
            best.choices.get(*at).map(|c| c.value) == Some(sign.apply(*value, self.good))
        };
        if self.choices.iter().all(as_tried) { self.unless_done() } else { None }
    }

    /// The last candidate did not fail. If it was off by one, what there is is taken for the least.
    pub(super) fn rejected(mut self) -> Option<Self> {
        self.bad = self.amount();
        self.first = false;
        self.unless_done()
    }

    fn amount(&self) -> u64 {
        if self.first { 1 } else { self.good + (self.bad - self.good) / 2 }
    }

    pub(super) fn unless_done(self) -> Option<Self> {
        (self.bad - self.good > 1).then_some(self)
    }

    /// The best tape with the choices changed by this amount.
    pub(super) fn tape(&self, best: &Tape, amount: u64) -> Tape {
        let values = self.choices.iter();
        let values = values.map(|(at, value, sign)| (*at, sign.apply(*value, amount)));
        best.with_values(&values.collect::<Vec<_>>())
    }
}

impl Sign {
    fn apply(self, value: u64, amount: u64) -> u64 {
        match self {
            Self::Down => value - amount,
            Self::Up => value + amount,
        }
    }
}
