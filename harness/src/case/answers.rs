//! Answers that a ruling leaves open: one stream of numbers, which the reference and every engine read from its start.

use crate::tape::Source;

/// Numbers from a source, drawn as they are first wanted and then kept.
///
/// What is drawn depends neither on the engine nor on its questions, so that a tape means the same answers to all of
/// them: the nth number, whatever is asked nth, picks that option when counted round. 0 is the first option.
pub struct AnswerStream<'s> {
    source: &'s mut dyn Source,
    drawn: Vec<u64>,
}

/// The greatest number of the stream: far more than there ever are options, so that counting round favours none.
pub const ANSWER_MAX: u64 = 0xFFFF_FFFF;

impl std::fmt::Debug for AnswerStream<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnswerStream").field("drawn", &self.drawn).finish_non_exhaustive()
    }
}

impl<'s> AnswerStream<'s> {
    /// A stream that goes on where the source is now.
    pub fn new(source: &'s mut dyn Source) -> AnswerStream<'s> {
        AnswerStream { source, drawn: Vec::new() }
    }

    /// Reads it from the start.
    pub fn reader(&mut self) -> impl Source + use<'_, 's> {
        Reader { stream: self, at: 0 }
    }
}

struct Reader<'r, 's> {
    stream: &'r mut AnswerStream<'s>,
    at: usize,
}

impl Source for Reader<'_, '_> {
    fn below(&mut self, max: u64) -> u64 {
        // Where there is nothing to choose, nothing is drawn.
        let Some(count) = max.checked_add(1).filter(|count| *count > 1) else { return 0 };
        let raw = match self.stream.drawn.get(self.at) {
            Some(raw) => *raw,
            None => {
                let raw = self.stream.source.below(ANSWER_MAX);
                self.stream.drawn.push(raw);
                raw
            }
        };
        self.at += 1;
        raw % count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::{SplitMix64, record, replay};

    #[test]
    fn every_reader_gets_the_same_answers_to_the_same_questions() {
        let mut source = SplitMix64::new(7);
        let mut stream = AnswerStream::new(&mut source);
        let read = |stream: &mut AnswerStream<'_>, many: u64| {
            let mut reader = stream.reader();
            (2..2 + many).map(|max| reader.below(max)).collect::<Vec<_>>()
        };
        let long = read(&mut stream, 20);
        let short = read(&mut stream, 5);
        let longer = read(&mut stream, 30);
        assert_eq!(long[..5], short);
        assert_eq!(longer[..20], long);
    }

    #[test]
    fn a_tape_of_answers_does_not_depend_on_the_questions() {
        let ask = |maxima: &[u64], source: &mut dyn Source| {
            let mut stream = AnswerStream::new(source);
            let mut reader = stream.reader();
            maxima.iter().map(|max| reader.below(*max)).collect::<Vec<_>>()
        };
        let (first, tape) = record(SplitMix64::new(3), |s| ask(&[1, 0, 5, 2], s));
        let (again, same) = replay(&tape, |s| ask(&[1, 0, 5, 2], s));
        assert_eq!((&first, &tape), (&again, &same));
        let (_, other) = replay(&tape, |s| ask(&[7, 3, 9], s));
        assert_eq!(other.values(), tape.values());
    }
}
