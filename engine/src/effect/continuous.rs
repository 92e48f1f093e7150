//! Continuous effects (CR 611) and the conditions that abilities ask, as data.

use std::sync::Arc;

use crate::ability::Ability;
use crate::characteristics::{CardType, Colors, Keyword, Supertype};
use crate::counter::CounterKind;
use crate::filter::{Compare, Filter};
use crate::subtype::Subtype;
use crate::zone::Zone;

/// A question about the state (intervening "if", CR 603.4; state triggers, CR 603.8; "as long as", CR 611.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Condition {
    /// The object whose ability this is has counters of the kind within bounds.
    CountersHere(CounterKind, Compare),
    /// The number of permanents that match is within bounds.
    Count(Filter, Compare),
    /// The active player is you, and you have played a land this turn (CR 305.2).
    PlayedLand,
    /// The spell that became the permanent was kicked (CR 702.33).
    Kicked,
    /// The opposite.
    Not(Box<Condition>),
}

/// One change to characteristics or control; which layer it belongs to follows from its kind (CR 613.1).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Change {
    /// Layer 2: you control it.
    Control,
    /// Layer 4: it is these card types and no others.
    SetTypes(Vec<CardType>),
    /// Layer 4: it is these types in addition.
    AddTypes(Vec<CardType>),
    /// Layer 4: these supertypes in addition.
    AddSupertypes(Vec<Supertype>),
    /// Layer 3: one word of its text is another (CR 612.1): in its type line and in its abilities.
    ReplaceWord(Subtype, Subtype),
    /// Layer 4: it has every creature type (CR 205.3m).
    AllCreatureTypes,
    /// Layer 4: it has these creature types and no others.
    SetCreatureTypes(Vec<Subtype>),
    /// Layer 4: it has these subtypes in addition. A basic land type brings its mana ability (CR 305.7).
    AddSubtypes(Vec<Subtype>),
    /// Layer 4: it has these land types and no others; it loses the abilities of its text (CR 305.7).
    SetLandTypes(Vec<Subtype>),
    /// Layer 5: it is these colours and no others.
    SetColors(Colors),
    /// Layer 6: it has the keyword ability. That it cannot attack, block or be blocked is said of it, and is none (CR 113.12).
    GainKeyword(Keyword),
    /// Layer 6: it loses the keyword ability.
    LoseKeyword(Keyword),
    /// Layer 6: it has the ability.
    Gain(Arc<Ability>),
    /// Layer 6: it has no abilities.
    LoseAllAbilities,
    /// Layer 7b: its power and toughness are these numbers.
    SetPowerToughness(i32, i32),
    /// Layer 7b: its power and toughness are each its mana value.
    SetPowerToughnessToManaValue,
    /// Layer 7c: its power and toughness get these additions.
    Modify(i32, i32),
}

/// A continuous effect of a static ability (CR 611.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Continuous {
    /// Which objects, in `zone`.
    pub affects: Filter,
    /// Where the affected objects are.
    #[cfg_attr(feature = "serde", serde(default = "battlefield"))]
    pub zone: Zone,
    /// What changes.
    pub changes: Vec<Change>,
}

#[cfg(feature = "serde")]
fn battlefield() -> Zone {
    Zone::Battlefield
}
