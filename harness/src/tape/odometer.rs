//! Every combination of choices, one after the other.

use super::Source;

/// A source that counts: each run reads its digits, and [`Odometer::advance`] turns the last one that can be turned.
///
/// What is run is run again from the start each time, as often as there are combinations; nothing is suspended or copied.
/// How many choices there are, and how large, may depend on the choices before.
///
/// ```
/// use headjudge::tape::{Odometer, Source};
///
/// let mut odometer = Odometer::new();
/// let mut seen = Vec::new();
/// loop {
///     let first = odometer.below(1);
///     let second = if first == 0 { odometer.below(2) } else { 0 };
///     seen.push((first, second));
///     if !odometer.advance() {
///         break;
///     }
/// }
/// assert_eq!(seen, [(0, 0), (0, 1), (0, 2), (1, 0)]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Odometer {
    /// Value and greatest value of each choice.
    digits: Vec<(u64, u64)>,
    at: usize,
}

impl Odometer {
    /// At the first combination: all zeros.
    #[must_use]
    pub fn new() -> Odometer {
        Odometer::default()
    }

    /// Goes on to the next combination; false if this was the last.
    pub fn advance(&mut self) -> bool {
        // Choices that the last run did not come to are no part of it.
        self.digits.truncate(self.at);
        self.at = 0;
        while let Some((value, max)) = self.digits.pop() {
            if value < max {
                self.digits.push((value + 1, max));
                return true;
            }
        }
        false
    }
}

impl Source for Odometer {
    fn below(&mut self, max: u64) -> u64 {
        if self.at == self.digits.len() {
            self.digits.push((0, max));
        }
        let (value, known) = &mut self.digits[self.at];
        self.at += 1;
        // The same choices lead to the same questions; should they not, the value stays valid.
        *known = max;
        *value = (*value).min(max);
        *value
    }
}
