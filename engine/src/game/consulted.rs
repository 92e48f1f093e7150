//! Which deviations a game has consulted. One that was never consulted would have made no difference: the game would have gone
//! the same way under it.

use core::sync::atomic::{AtomicU64, Ordering};

use crate::mutant::Mutant;

/// How many times 64 deviations there can be.
const WORDS: usize = 4;

const _: () = assert!(Mutant::ALL.len() <= WORDS * 64);

/// A set of deviations that only grows. A game shares it with every copy that is played on to see what would come of it.
#[derive(Debug, Default)]
pub struct Consulted([AtomicU64; WORDS]);

impl Consulted {
    pub(super) fn note(&self, mutant: Mutant) {
        let (word, bit) = place(mutant);
        // Most are consulted again and again.
        if self.0[word].load(Ordering::Relaxed) & bit == 0 {
            self.0[word].fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Whether it was consulted.
    #[must_use]
    pub fn has(&self, mutant: Mutant) -> bool {
        let (word, bit) = place(mutant);
        self.0[word].load(Ordering::Relaxed) & bit != 0
    }
}

fn place(mutant: Mutant) -> (usize, u64) {
    (mutant as usize / 64, 1 << (mutant as usize % 64))
}
