//! Random choices: our own generator, so that a seed means the same case in every version of every dependency.

use super::Source;

/// SplitMix64 (Steele, Lea and Flood 2014): 64 bits of state, equidistributed, and short enough never to change.
///
/// A draw from `0..=max` takes the high half of a 64 by 64 bit product and rejects the few products that would favour low
/// values (Lemire 2019), so every value is equally likely.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

const GOLDEN_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

impl SplitMix64 {
    /// The generator for this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN_GAMMA);
        mix(self.state)
    }
}

impl Source for SplitMix64 {
    fn below(&mut self, max: u64) -> u64 {
        let Some(count) = max.checked_add(1) else {
            return self.next_u64();
        };
        if count == 1 {
            return 0;
        }
        let unfair = count.wrapping_neg() % count;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(count);
            let (high, low) = ((product >> 64) as u64, product as u64);
            if low >= unfair {
                return high;
            }
        }
    }
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The seed of one case: a hash of the run's seed, the ruling's id and the case's number, and of nothing else, so that it
/// does not depend on threads, shards or filters.
///
/// FNV-1a (64 bits) over the run seed (8 bytes, little endian), the id (UTF-8), one zero byte and the case number (8
/// bytes, little endian), finished with SplitMix64's mixing function. Stored replays depend on it: it must never change.
#[must_use]
pub fn case_seed(run_seed: u64, ruling_id: &str, case: u64) -> u64 {
    let (run, case) = (run_seed.to_le_bytes(), case.to_le_bytes());
    let bytes = run.iter().chain(ruling_id.as_bytes()).chain(&[0]);
    let hash = bytes
        .chain(&case)
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3_u64));
    mix(hash)
}
