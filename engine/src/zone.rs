//! The zones (CR 400.1) and what is ordered or hidden about them.

/// A zone. Library, hand and graveyard exist once per player; the rest are shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Zone {
    /// CR 401.
    Library,
    /// CR 402.
    Hand,
    /// CR 403.
    Battlefield,
    /// CR 404.
    Graveyard,
    /// CR 405.
    Stack,
    /// CR 406.
    Exile,
    /// CR 408.
    Command,
}

impl Zone {
    /// Every zone, in the order of CR 400.1.
    pub const ALL: [Zone; 7] =
        [Zone::Library, Zone::Hand, Zone::Battlefield, Zone::Graveyard, Zone::Stack, Zone::Exile, Zone::Command];

    /// Whether each player has one of their own (CR 400.1); a card goes only to its owner's (CR 400.3).
    #[must_use]
    pub fn is_owned(self) -> bool {
        matches!(self, Zone::Library | Zone::Hand | Zone::Graveyard)
    }

    /// Whether every player can see it (CR 400.2).
    #[must_use]
    pub fn is_public(self) -> bool {
        !matches!(self, Zone::Library | Zone::Hand)
    }

    /// The word of the rules for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Zone::Library => "library",
            Zone::Hand => "hand",
            Zone::Battlefield => "battlefield",
            Zone::Graveyard => "graveyard",
            Zone::Stack => "stack",
            Zone::Exile => "exile",
            Zone::Command => "command",
        }
    }
}
