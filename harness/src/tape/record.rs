//! Writing a tape while drawing, and reading one back.

use super::{Choice, Mark, Source, Span, Tape};

/// Draws from another source and writes every choice down.
#[derive(Debug, Clone)]
pub struct Recorder<S> {
    source: S,
    tape: Tape,
    /// Indices of the stretches that are open, outermost first.
    open: Vec<usize>,
}

impl<S: Source> Recorder<S> {
    /// A recorder of this source, with an empty tape.
    #[must_use]
    pub fn new(source: S) -> Self {
        Self { source, tape: Tape::default(), open: Vec::new() }
    }

    /// What has been drawn. Stretches that are still open end here.
    #[must_use]
    pub fn into_tape(mut self) -> Tape {
        while !self.open.is_empty() {
            self.end();
        }
        self.tape
    }
}

impl<S: Source> Source for Recorder<S> {
    fn below(&mut self, max: u64) -> u64 {
        let value = self.source.below(max).min(max);
        self.tape.choices.push(Choice { value, max });
        value
    }

    fn weighted(&mut self, weights: &[u64]) -> usize {
        let index = self.source.weighted(weights);
        let possible = |weights: &[u64]| weights.iter().filter(|w| **w > 0).count() as u64;
        let max = possible(weights).saturating_sub(1);
        let rank = possible(weights.get(..index).unwrap_or(weights));
        let value = rank.min(max);
        self.tape.choices.push(Choice { value, max });
        index
    }

    fn begin(&mut self, mark: Mark) {
        self.source.begin(mark);
        let start = self.tape.choices.len();
        self.open.push(self.tape.spans.len());
        self.tape.spans.push(Span { start, end: start, depth: self.open.len() - 1, mark });
    }

    fn end(&mut self) {
        self.source.end();
        if let Some(index) = self.open.pop() {
            self.tape.spans[index].end = self.tape.choices.len();
        }
    }
}

/// Reads choices from a tape, whatever was done to it: a value above what is asked for becomes the maximum, and past the
/// end everything is 0.
///
/// Stretches keep their places: at `begin` the tape's stretch at this point is entered, inside it there is nothing past its
/// end but zeros, and at `end` what was not read of it is skipped. So an edit inside a stretch never shifts what
/// follows it. A tape without stretches is read straight through; for a normal tape this is the same.
#[derive(Debug, Clone)]
pub struct Playback<'t> {
    tape: &'t Tape,
    at: usize,
    next_span: usize,
    /// The stretches that the reader is in; nothing where the tape had none to enter.
    inside: Vec<Option<usize>>,
}

impl<'t> Playback<'t> {
    /// Reads this tape from its start.
    #[must_use]
    pub fn new(tape: &'t Tape) -> Self {
        Self { tape, at: 0, next_span: 0, inside: Vec::new() }
    }

    fn innermost(&self) -> Option<Span> {
        let index = self.inside.iter().rev().find_map(|entered| *entered)?;
        self.tape.spans.get(index).copied()
    }

    fn limit(&self) -> usize {
        self.innermost().map_or(self.tape.len(), |span| span.end)
    }
}

impl Source for Playback<'_> {
    fn below(&mut self, max: u64) -> u64 {
        if self.at >= self.limit() {
            return 0;
        }
        let value = self.tape.choices[self.at].value;
        self.at += 1;
        value.min(max)
    }

    fn weighted(&mut self, weights: &[u64]) -> usize {
        let possible = weights.iter().enumerate().filter(|(_, w)| **w > 0);
        let max = (possible.clone().count() as u64).saturating_sub(1);
        let rank = self.below(max);
        let mut indices = possible.map(|(index, _)| index);
        indices.nth(usize::try_from(rank).unwrap_or(0)).unwrap_or(0)
    }

    fn begin(&mut self, mark: Mark) {
        let depth = self.innermost().map_or(0, |span| span.depth + 1);
        // Stretches that the reader went past, or that lie deeper than it is, are not entered any more.
        while let Some(span) = self.tape.spans.get(self.next_span) {
            if span.depth < depth || (span.depth == depth && span.start >= self.at) {
                break;
            }
            self.next_span += 1;
        }
        let here = self.tape.spans.get(self.next_span);
        let entered = here.filter(|s| s.depth == depth && s.start == self.at && s.mark == mark);
        self.inside.push(entered.map(|_| self.next_span));
        self.next_span += usize::from(entered.is_some());
    }

    fn end(&mut self) {
        if let Some(span) = self.inside.pop().flatten().and_then(|i| self.tape.spans.get(i)) {
            self.at = span.end;
            // Skips what is inside, even where it is empty and starts just here.
            while let Some(next) = self.tape.spans.get(self.next_span) {
                if next.depth <= span.depth {
                    break;
                }
                self.next_span += 1;
            }
        }
    }
}

/// Runs a generator on a source and returns what it made with the tape of it.
pub fn record<T>(source: impl Source, generate: impl FnOnce(&mut dyn Source) -> T) -> (T, Tape) {
    let mut recorder = Recorder::new(source);
    let value = generate(&mut recorder);
    (value, recorder.into_tape())
}

/// Runs a generator on a tape; returns what it made and the normal tape of it.
pub fn replay<T>(tape: &Tape, generate: impl FnOnce(&mut dyn Source) -> T) -> (T, Tape) {
    record(Playback::new(tape), generate)
}
