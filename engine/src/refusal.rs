//! Refusals: why something that a player wants to do is not legal, with the rule that says so.

/// Why an action was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The player does not have priority (CR 117.1).
    Priority,
    /// The object is not where it would have to be (CR 601.3, 602.1).
    Zone,
    /// The player does not control it (CR 602.2).
    Control,
    /// Not at this time (CR 117.1a, 305.2, 307.1).
    Timing,
    /// No such ability, or none that can be activated (CR 602.1).
    Ability,
    /// A restriction on activating it (CR 602.5).
    Restriction,
    /// The creature has not been under its controller's control long enough (CR 302.6).
    SummoningSick,
    /// A target is missing or illegal (CR 601.2c).
    Target,
    /// A target has protection from the spell or the source of the ability (CR 702.16b).
    Protection,
    /// X cannot have that value (CR 107.3).
    X,
    /// A spell that is cast without paying a mana cost with {X} has X of 0 (CR 107.3b).
    FreeX,
    /// Nothing allows casting it without paying its mana cost (CR 118.9).
    Free,
    /// It has no kicker (CR 702.33a).
    Kicker,
    /// A cost cannot be paid (CR 601.2h).
    Cost,
    /// A permanent that pays {T} is tapped already (CR 107.5).
    Tapped,
    /// A permanent that pays {Q} is untapped already (CR 107.6).
    Untapped,
    /// Creatures that may block, but not like that (CR 509.1b).
    Block,
}

impl Refusal {
    /// The rule that refuses.
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Refusal::Priority => "117.1",
            Refusal::Zone => "601.3",
            Refusal::Control => "602.2",
            Refusal::Timing => "117.1a",
            Refusal::Ability => "602.1",
            Refusal::Restriction => "602.5",
            Refusal::SummoningSick => "302.6",
            Refusal::Target => "601.2c",
            Refusal::Protection => "702.16b",
            Refusal::X => "107.3",
            Refusal::FreeX => "107.3b",
            Refusal::Free => "118.9",
            Refusal::Kicker => "702.33a",
            Refusal::Cost => "601.2h",
            Refusal::Tapped => "107.5",
            Refusal::Untapped => "107.6",
            Refusal::Block => "509.1b",
        }
    }

    /// The reason in words.
    #[must_use]
    pub fn says(self) -> &'static str {
        match self {
            Refusal::Priority => "the player does not have priority",
            Refusal::Zone => "the object is not where it would have to be",
            Refusal::Control => "the player does not control it",
            Refusal::Timing => "it cannot be done at this time",
            Refusal::Ability => "there is no such ability to activate",
            Refusal::Restriction => "a restriction forbids activating it now",
            Refusal::SummoningSick => "the creature has not been controlled since its controller's turn began",
            Refusal::Target => "a target is missing or illegal",
            Refusal::Protection => "a target has protection from it",
            Refusal::X => "X cannot have that value",
            Refusal::FreeX => "X of a spell cast without paying its mana cost can only be 0",
            Refusal::Free => "nothing allows casting it without paying its mana cost",
            Refusal::Kicker => "it has no kicker",
            Refusal::Cost => "a cost cannot be paid",
            Refusal::Tapped => "a tapped permanent cannot be tapped for the cost",
            Refusal::Untapped => "an untapped permanent cannot be untapped for the cost",
            Refusal::Block => "creatures cannot block like that",
        }
    }
}
