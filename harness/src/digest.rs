//! A digest of texts that is equal on every machine: FNV-1a.

/// A digest while texts are added to it; each is followed by a zero byte, so that where one ends counts.
pub(crate) struct Digest(pub(crate) u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    pub(crate) fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
