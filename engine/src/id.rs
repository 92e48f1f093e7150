//! Names of things: players, objects, cards and moments. Small integers, never reused within a game.

use core::fmt;

/// A player, by seat: 0 is the first player of the turn order (CR 101.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// The seat as an index into lists of players.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0 + 1)
    }
}

/// An object (CR 109.1). A new one for every zone change (CR 400.7); ids only grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct ObjectId(pub u32);

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A card of the [`crate::CardTable`], by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct CardId(pub u16);

impl CardId {
    /// The position in the table.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A moment of the game: timestamps (CR 613.7) and "since when" (CR 302.6) are compared, never measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Timestamp(pub u32);
