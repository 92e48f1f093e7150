//! Replacement effects (CR 614), prevention effects (CR 615) and effects that change the rules of the game, as data.

use super::{Amount, Duration, Effect, Recipients};
use crate::counter::CounterKind;
use crate::filter::{Filter, Whose};
use crate::mana::ManaType;

/// A replacement effect of a static ability (CR 614).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Replacement {
    /// Permanents that match enter with counters (CR 614.1c).
    EntersWithCounters {
        /// Which, judged as they would exist on the battlefield (CR 614.12).
        what: Filter,
        /// Of which kind.
        kind: CounterKind,
        /// How many.
        amount: Amount,
    },
    /// Permanents that match enter tapped (CR 614.1d).
    EntersTapped {
        /// Which.
        what: Filter,
    },
    /// As this enters, its controller chooses a colour (CR 614.1c).
    EntersChoosingColor,
    /// This may enter as a copy of a permanent that matches (CR 614.1c, 707.9).
    EntersAsCopy {
        /// Which permanents can be chosen.
        of: Filter,
    },
    /// Objects that match go to exile instead of a graveyard (CR 614.6).
    GraveyardToExile {
        /// Which, wherever they come from.
        what: Filter,
        /// Whose graveyard it would be.
        whose: Whose,
        /// Whether tokens are affected too; an effect that says "card" leaves them alone (CR 108.2b).
        tokens: bool,
    },
    /// Wherever it is, this is shuffled into its owner's library instead of being put into a graveyard (CR 113.6b, 614.6).
    ShuffledInstead,
    /// A matching spell that a spell or ability of yours would counter is exiled instead, and you may play it at once without
    /// paying its mana cost (CR 614.6, 608.2g).
    CounteredIsPlayed {
        /// Which spells.
        what: Filter,
    },
    /// Counters that would be put on a matching permanent are multiplied (CR 614.16).
    MultiplyCounters {
        /// On what.
        on: Filter,
        /// By how much.
        by: u32,
    },
    /// Tokens that would be created under a player's control are multiplied.
    MultiplyTokens {
        /// Under whose control.
        whose: Whose,
        /// By how much.
        by: u32,
    },
    /// A permanent tapped for mana makes a multiple of it (CR 106.12b).
    MultiplyMana {
        /// Which permanents.
        of: Filter,
        /// Whose tapping.
        whose: Whose,
        /// By how much.
        by: u32,
    },
    /// A permanent tapped for mana makes this mana instead of any other type and amount (CR 106.12b).
    ManaBecomes {
        /// Which permanents.
        of: Filter,
        /// What it makes.
        mana: Vec<ManaType>,
        /// Only where at least this much would be made.
        #[cfg_attr(feature = "serde", serde(default))]
        at_least: u32,
    },
    /// A permanent tapped for mana makes the same amount, all of this type.
    ManaTypeBecomes {
        /// Which permanents.
        of: Filter,
        /// The type.
        mana: ManaType,
    },
    /// A permanent tapped for mana makes mana of the chosen colour instead of any other colour; colourless mana stays.
    ManaColorBecomes {
        /// Which permanents.
        of: Filter,
    },
    /// Damage is multiplied (CR 614.1a).
    MultiplyDamage {
        /// From which sources.
        from: Filter,
        /// By how much.
        by: u32,
    },
}

/// A prevention effect of a static ability (CR 615).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Prevention {
    /// To which players; none if missing.
    #[cfg_attr(feature = "serde", serde(default))]
    pub to_player: Option<Whose>,
    /// To which permanents; none if missing.
    #[cfg_attr(feature = "serde", serde(default))]
    pub to: Option<Filter>,
    /// From which sources.
    #[cfg_attr(feature = "serde", serde(default = "Filter::any"))]
    pub from: Filter,
    /// Only combat damage (true), only other damage (false), or both.
    #[cfg_attr(feature = "serde", serde(default))]
    pub combat: Option<bool>,
    /// How much of each event is prevented; all if missing (CR 615.10).
    #[cfg_attr(feature = "serde", serde(default))]
    pub amount: Option<u32>,
    /// What happens immediately afterwards (CR 615.5).
    #[cfg_attr(feature = "serde", serde(default))]
    pub then: Vec<Effect>,
}

/// A prevention effect that a resolution begins and that what it prevents uses up (CR 615.7–615.9).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Shielding {
    /// Whom and what it protects, each with a shield of its own (CR 615.11).
    pub to: Recipients,
    /// How much damage it prevents; the whole of the next instance if missing (CR 615.8).
    #[cfg_attr(feature = "serde", serde(default))]
    pub next: Option<Amount>,
    /// From one source that matches, chosen by the controller as the effect begins (CR 609.7a), as long as it matches
    /// (CR 615.9); from every source if missing.
    #[cfg_attr(feature = "serde", serde(default))]
    pub chosen: Option<Filter>,
    /// What happens immediately afterwards (CR 615.5).
    #[cfg_attr(feature = "serde", serde(default))]
    pub then: Vec<Effect>,
    /// For how long.
    pub duration: Duration,
}

/// A static ability that changes the rules of the game (CR 604.1, 101.2).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Permission {
    /// Damage cannot be prevented (CR 615.12).
    DamageCantBePrevented,
    /// Damage from matching sources cannot be prevented (CR 615.12).
    DamageFromCantBePrevented(Filter),
    /// These players cannot gain life.
    CantGainLife(Whose),
    /// Counters cannot be put on matching permanents (CR 614.17).
    CountersCantBePut(Filter),
    /// These players cannot lose the game (CR 104.3, 101.2).
    CantLose(Whose),
    /// These players cannot win the game.
    CantWin(Whose),
    /// Spells that match cannot be countered.
    CantBeCountered(Filter),
    /// These players may cast spells from their hands without paying their mana costs (CR 118.9).
    CastWithoutPaying(Whose),
    /// Spells that match have convoke (CR 702.51a).
    SpellsHaveConvoke(Filter),
    /// Abilities of matching creatures can be activated as though those had haste (CR 602.5a, 609.4).
    ActivateAsThoughHaste(Filter),
}
