//! A tape read with a part of it replaced: what comes of the same case with one value that is another.

use super::{Mark, Playback, Source, SplitMix64, Tape};

/// Which part of a tape is replaced, and by what.
#[derive(Debug, Clone)]
pub enum Variation {
    /// These choices, by place on the tape, by these values.
    Choices(Vec<(usize, u64)>),
    /// All of the nth outermost stretch, from 0, by what this source draws.
    Stretch(usize, SplitMix64),
}

/// Reads a normal tape with a variation.
#[derive(Debug, Clone)]
pub struct Varying<'t> {
    tape: Playback<'t>,
    variation: Variation,
    /// How many choices were read.
    read: usize,
    /// How many outermost stretches were begun.
    begun: usize,
    depth: usize,
    inside: bool,
}

impl<'t> Varying<'t> {
    /// Reads this tape from its start.
    #[must_use]
    pub fn new(tape: &'t Tape, variation: Variation) -> Varying<'t> {
        Varying { tape: Playback::new(tape), variation, read: 0, begun: 0, depth: 0, inside: false }
    }
}

impl Source for Varying<'_> {
    fn below(&mut self, max: u64) -> u64 {
        let at = self.read;
        self.read += 1;
        match &mut self.variation {
            Variation::Stretch(_, source) if self.inside => source.below(max),
            Variation::Stretch(..) => self.tape.below(max),
            Variation::Choices(values) => {
                let kept = self.tape.below(max);
                values.iter().find(|(place, _)| *place == at).map_or(kept, |(_, value)| (*value).min(max))
            }
        }
    }

    fn weighted(&mut self, weights: &[u64]) -> usize {
        if let Variation::Stretch(_, source) = &mut self.variation
            && self.inside
        {
            self.read += 1;
            return source.weighted(weights);
        }
        // On a tape, the index among those that are possible.
        let possible: Vec<usize> = (0..weights.len()).filter(|index| weights[*index] > 0).collect();
        let rank = self.below((possible.len() as u64).saturating_sub(1));
        usize::try_from(rank).ok().and_then(|rank| possible.get(rank).copied()).unwrap_or(0)
    }

    fn begin(&mut self, mark: Mark) {
        if self.depth == 0 {
            self.inside = matches!(&self.variation, Variation::Stretch(number, _) if *number == self.begun);
            self.begun += 1;
        }
        self.depth += 1;
        self.tape.begin(mark);
    }

    fn end(&mut self) {
        self.tape.end();
        self.depth = self.depth.saturating_sub(1);
        self.inside &= self.depth > 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::{Draw as _, record};

    fn generate(source: &mut dyn Source) -> (Vec<i64>, i64, bool) {
        let list = source.list(1..=5, |s| s.range(0..=9));
        let number = source.group(|s| s.range(10..=90));
        (list, number, source.flip(50))
    }

    #[test]
    fn nothing_changes_but_what_is_varied() {
        for seed in 0..200 {
            let ((list, number, flag), tape) = record(SplitMix64::new(seed), generate);
            assert_eq!(generate(&mut Varying::new(&tape, Variation::Choices(vec![]))), (list.clone(), number, flag));
            let other = generate(&mut Varying::new(&tape, Variation::Stretch(0, SplitMix64::new(seed + 1000))));
            assert_eq!((other.1, other.2), (number, flag));
            let at = tape.len() - 2;
            let other = generate(&mut Varying::new(&tape, Variation::Choices(vec![(at, 80)])));
            assert_eq!(other, (list.clone(), 90, flag));
            let other = generate(&mut Varying::new(&tape, Variation::Stretch(1, SplitMix64::new(seed))));
            assert_eq!((other.0, other.2), (list, flag));
        }
    }
}
