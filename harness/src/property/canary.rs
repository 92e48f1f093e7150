//! A law that a fuzzer has to find broken: that no player ever loses more than five life from three sources at once.

use crate::tape::{Bytes, Draw as _, Source};

/// Breaks when three sources deal more than five damage, the first of it exactly three: easy for a search that is led by
/// coverage, unlikely for one that is not.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    let mut source = Bytes::new(bytes);
    if source.below(255) != 3 {
        return Ok(());
    }
    if source.below(255) != 17 {
        return Ok(());
    }
    let damage = source.list(0..=6, |s| s.below(7));
    let total: u64 = damage.iter().sum();
    if damage.len() == 3 && total > 5 {
        return Err(format!("three sources deal {total} damage"));
    }
    Ok(())
}
