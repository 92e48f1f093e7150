//! Choices from a fuzzer's bytes.

use arbitrary::Unstructured;

use super::Source;

/// Reads choices from `arbitrary`'s bytes. Used-up bytes give 0, the simplest choice, so that every generator ends.
///
/// A draw takes as few bytes as its maximum needs; values are the bytes modulo the count, a bias that a fuzzer's own
/// search makes irrelevant. Wrap it in a [`Recorder`](super::Recorder) to turn a crash into a tape.
#[derive(Debug)]
pub struct Bytes<'b> {
    bytes: Unstructured<'b>,
}

impl<'b> Bytes<'b> {
    /// Choices from these bytes.
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes: Unstructured::new(bytes) }
    }
}

impl<'b> From<Unstructured<'b>> for Bytes<'b> {
    fn from(bytes: Unstructured<'b>) -> Self {
        Self { bytes }
    }
}

impl Source for Bytes<'_> {
    fn below(&mut self, max: u64) -> u64 {
        if max == 0 {
            return 0;
        }
        // The only error is an empty range, and this one never is.
        self.bytes.int_in_range(0..=max).unwrap_or(0)
    }
}
