//! Abilities (CR 113.3): spell, activated, triggered and static, as data; and which of them are mana abilities.

use crate::counter::CounterKind;
use crate::effect::{Condition, Continuous, Effect, Permission, Prevention, Replacement};
use crate::filter::{Filter, Whose};
use crate::mana::{ManaCost, ManaType};
use crate::turn::Step;
use crate::zone::Zone;

/// One ability of a card or object.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Ability {
    /// What an instant or sorcery does as it resolves (CR 113.3a).
    Spell(SpellAbility),
    /// CR 113.3b.
    Activated(ActivatedAbility),
    /// CR 113.3c.
    Triggered(TriggeredAbility),
    /// CR 113.3d.
    Static(StaticAbility),
    /// Protection from a quality (CR 702.16).
    Protection(Filter),
    /// What an Aura can enchant (CR 702.5).
    Enchant(Filter),
    /// Kicker: an additional cost that the player may pay (CR 702.33a).
    Kicker(Vec<CostPart>),
    /// An additional cost that has to be paid (CR 118.8).
    AdditionalCost(Vec<CostPart>),
}

/// The instructions of an instant or sorcery.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct SpellAbility {
    /// Its targets, in order (CR 115).
    #[cfg_attr(feature = "serde", serde(default))]
    pub targets: Vec<TargetSpec>,
    /// Its instructions.
    #[cfg_attr(feature = "serde", serde(rename = "do"))]
    pub effects: Vec<Effect>,
}

/// "Cost: effect" (CR 602).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct ActivatedAbility {
    /// What is paid (CR 602.1a).
    #[cfg_attr(feature = "serde", serde(default))]
    pub cost: Vec<CostPart>,
    /// Its targets, in order.
    #[cfg_attr(feature = "serde", serde(default))]
    pub targets: Vec<TargetSpec>,
    /// Its instructions.
    #[cfg_attr(feature = "serde", serde(rename = "do"))]
    pub effects: Vec<Effect>,
    /// Whether it may be activated only when a sorcery could be cast.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sorcery_speed: bool,
    /// A restriction on activating it (CR 602.5); it plays no part in what could be produced (CR 106.7).
    #[cfg_attr(feature = "serde", serde(default))]
    pub only_if: Option<Condition>,
}

/// "When/Whenever/At …" (CR 603).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct TriggeredAbility {
    /// What it waits for.
    pub when: Trigger,
    /// Intervening "if" (CR 603.4), checked as it triggers and as it resolves.
    #[cfg_attr(feature = "serde", serde(default))]
    pub only_if: Option<Condition>,
    /// Its targets, in order.
    #[cfg_attr(feature = "serde", serde(default))]
    pub targets: Vec<TargetSpec>,
    /// Its instructions.
    #[cfg_attr(feature = "serde", serde(rename = "do"))]
    pub effects: Vec<Effect>,
}

/// An ability that is simply true (CR 604).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum StaticAbility {
    /// A continuous effect (CR 611.3).
    Continuous(Continuous),
    /// A replacement effect (CR 614).
    Replacement(Replacement),
    /// A prevention effect (CR 615).
    Prevention(Prevention),
    /// A change of the game's rules.
    Rule(Permission),
}

/// What a triggered ability waits for (CR 603.2). Filters are read from the state that CR 603.6 and 603.10 name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Trigger {
    /// A permanent enters the battlefield (CR 603.6a).
    Enters(Filter),
    /// A permanent leaves the battlefield (CR 603.6c); looks back (CR 603.10a).
    Leaves(Filter),
    /// A permanent is put into a graveyard from the battlefield (CR 700.4); looks back.
    Dies(Filter),
    /// This is put into a graveyard from anywhere; judged in the graveyard, without looking back (CR 603.6c).
    PutIntoGraveyardFromAnywhere,
    /// A step begins (CR 603.2b).
    StepBegins(Step, Whose),
    /// A permanent is tapped for mana and makes some (CR 106.12a).
    TappedForMana {
        /// Which permanents.
        of: Filter,
        /// Whose tapping.
        #[cfg_attr(feature = "serde", serde(default = "anyone"))]
        whose: Whose,
        /// Only where mana of this type is made.
        #[cfg_attr(feature = "serde", serde(default))]
        mana: Option<Wanted>,
    },
    /// An ability of an object makes a player add mana (CR 106.4), whether or not that is tapping for mana.
    AddsMana {
        /// The objects whose abilities do.
        by: Filter,
        /// To whose pool.
        whose: Whose,
        /// Only where mana of this type is added.
        #[cfg_attr(feature = "serde", serde(default))]
        mana: Option<Wanted>,
    },
    /// A permanent becomes tapped (CR 603.2e).
    BecomesTapped(Filter),
    /// A player casts a spell (CR 601.2i).
    Casts(Filter, Whose),
    /// This is cast: the ability functions on the stack, where alone it can trigger (CR 113.6k).
    CastThis,
    /// A source deals damage (CR 120.4b).
    DealsDamage {
        /// Which sources.
        #[cfg_attr(feature = "serde", serde(default = "Filter::any"))]
        by: Filter,
        /// Only to these players; to anything if missing.
        #[cfg_attr(feature = "serde", serde(default))]
        to_player: Option<Whose>,
    },
    /// A creature attacks (CR 508.3a).
    Attacks(Filter),
    /// A player's library is shuffled.
    Shuffles(Whose),
    /// A player gains life.
    GainsLife(Whose),
    /// A state trigger (CR 603.8).
    State(Condition),
}

/// Mana of which type a trigger waits for (CR 106.12a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Wanted {
    /// This one.
    Type(ManaType),
    /// The colour chosen as the object whose ability this is entered.
    ChosenColor,
}

#[cfg(feature = "serde")]
fn anyone() -> Whose {
    Whose::Anyone
}

/// One part of a cost (CR 118).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum CostPart {
    /// Mana.
    Mana(ManaCost),
    /// {T} (CR 107.5).
    Tap,
    /// {Q} (CR 107.6).
    Untap,
    /// Tap an untapped permanent you control that matches; not the symbol, so CR 302.6 does not matter.
    TapAnother(Filter),
    /// Tap other untapped creatures you control with at least this much power together (CR 702.122a); no symbol either.
    Crew(u32),
    /// Sacrifice the object whose ability this is.
    SacrificeThis,
    /// Sacrifice a permanent you control that matches.
    Sacrifice(Filter),
    /// Remove counters from the object whose ability this is.
    RemoveCounters(CounterKind, u32),
    /// Put counters on the object whose ability this is.
    PutCounters(CounterKind, u32),
    /// Pay life (CR 119.4).
    PayLife(u32),
    /// Discard a card.
    DiscardCard,
    /// Discard X cards.
    DiscardX,
}

/// What one target may be (CR 115.1).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum TargetSpec {
    /// A permanent that matches.
    Permanent(Filter),
    /// A player.
    Player(Whose),
    /// Any target: a creature, a player or a planeswalker (CR 115.4).
    Any,
    /// A spell that matches.
    Spell(Filter),
    /// An activated or triggered ability on the stack.
    AbilityOnStack,
    /// A card in a zone.
    Card(Zone, Filter),
    /// Whatever one of these allows.
    Either(Vec<TargetSpec>),
}

/// Whether instructions could add mana to a pool.
#[must_use]
pub fn could_add_mana(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::AddMana { .. } => true,
        Effect::If(_, inner) | Effect::May(inner) => could_add_mana(inner),
        _ => false,
    })
}

impl ActivatedAbility {
    /// CR 605.1a: no target, could add mana, no loyalty ability.
    #[must_use]
    pub fn is_mana_ability(&self) -> bool {
        self.targets.is_empty() && could_add_mana(&self.effects)
    }

    /// Whether {T} is part of the cost (CR 106.12, 302.6).
    #[must_use]
    pub fn has_tap_symbol(&self) -> bool {
        self.cost.contains(&CostPart::Tap)
    }

    /// Whether {Q} is part of the cost (CR 302.6).
    #[must_use]
    pub fn has_untap_symbol(&self) -> bool {
        self.cost.contains(&CostPart::Untap)
    }
}

impl TriggeredAbility {
    /// CR 605.1b: no target, triggers from a mana ability or from mana being added, could add mana.
    #[must_use]
    pub fn is_mana_ability(&self) -> bool {
        let mana_event = matches!(self.when, Trigger::TappedForMana { .. } | Trigger::AddsMana { .. });
        self.targets.is_empty() && mana_event && could_add_mana(&self.effects)
    }
}

impl Ability {
    /// What it changes, if it is a static ability that does (CR 613).
    #[must_use]
    pub fn changes(&self) -> &[crate::effect::Change] {
        match self {
            Ability::Static(StaticAbility::Continuous(c)) => &c.changes,
            _ => &[],
        }
    }
}
