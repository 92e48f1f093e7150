//! Edits of a tape, as the shrinker makes them. The result is rarely normal; replaying makes it so.

use std::ops::Range;

use super::{Mark, Span, Tape};

impl Tape {
    /// The stretches inside stretch `index`, as a range of indices.
    pub(super) fn inner(&self, index: usize) -> Range<usize> {
        let depth = self.spans[index].depth;
        let rest = &self.spans[index + 1..];
        let len = rest.iter().take_while(|span| span.depth > depth).count();
        index + 1..index + 1 + len
    }

    /// The elements of the list that element `index` is part of, as indices, in order.
    pub(super) fn siblings(&self, index: usize) -> Vec<usize> {
        let depth = self.spans[index].depth;
        let enclosed = |span: &&Span| span.depth >= depth;
        let before = self.spans[..index].iter().rev();
        let first = index - before.take_while(enclosed).count();
        let after = self.spans[index..].iter();
        let end = index + after.take_while(enclosed).count();
        let is_sibling = |at: &usize| self.spans[*at].depth == depth && self.spans[*at].mark == Mark::Element;
        (first..end).filter(is_sibling).collect()
    }

    /// Whether some choice of the range is not 0.
    pub(super) fn is_busy(&self, range: Range<usize>) -> bool {
        self.choices[range].iter().any(|choice| choice.value > 0)
    }

    /// Without the stretches `first..=last`, which are neighbours in one list, and all that is in them.
    pub(super) fn without_spans(&self, first: usize, last: usize) -> Self {
        let range = self.spans[first].start..self.spans[last].end;
        self.cut(range, first..self.inner(last).end)
    }

    /// With only the first `keep` choices of stretch `index`, the stretch itself staying.
    pub(super) fn with_emptied(&self, index: usize, keep: usize) -> Self {
        let span = self.spans[index];
        let start = (span.start + keep).min(span.end);
        self.cut(start..span.end, self.inner(index))
    }

    /// Without some choices; the stretches around them stay.
    pub(super) fn without_choices(&self, range: Range<usize>) -> Self {
        self.cut(range, 0..0)
    }

    /// With other values at some places.
    pub(super) fn with_values(&self, values: &[(usize, u64)]) -> Self {
        let mut edited = self.clone();
        for (at, value) in values {
            edited.choices[*at].value = *value;
        }
        edited
    }

    /// With two neighbouring elements of one list in the other order.
    pub(super) fn with_swapped(&self, first: usize, second: usize) -> Self {
        let (a, b) = (self.spans[first], self.spans[second]);
        let (a_len, b_len) = (a.end - a.start, b.end - b.start);
        let mut edited = self.clone();
        edited.choices[a.start..b.end].rotate_left(a_len);
        let spans = &mut edited.spans[first..self.inner(second).end];
        for (at, span) in spans.iter_mut().enumerate() {
            if first + at < second {
                (span.start, span.end) = (span.start + b_len, span.end + b_len);
            } else {
                (span.start, span.end) = (span.start - a_len, span.end - a_len);
            }
        }
        spans.rotate_left(second - first);
        edited
    }

    fn cut(&self, range: Range<usize>, spans: Range<usize>) -> Self {
        let moved = |at: usize| {
            if at <= range.start { at } else { range.start + at.saturating_sub(range.end) }
        };
        let kept = self.spans.iter().enumerate();
        let kept = kept.filter(|(index, _)| !spans.contains(index));
        let spans = kept.map(|(_, span)| Span { start: moved(span.start), end: moved(span.end), ..*span });
        let spans = spans.collect();
        let mut choices = self.choices.clone();
        choices.drain(range);
        Self { choices, spans }
    }
}
