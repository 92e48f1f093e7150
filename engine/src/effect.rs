//! What abilities and spells do: one-shot effects (CR 610), continuous effects (CR 611), replacement effects (CR 614)
//! and prevention effects (CR 615), as data. [`crate::resolve`], [`crate::layers`] and [`crate::replace`] carry them out.

mod continuous;
mod layer;
mod replacement;
mod targets;
pub(crate) mod visit;

pub use continuous::{Change, Condition, Continuous};
pub use layer::{Layer, Layers};
pub use replacement::{Permission, Prevention, Replacement, Shielding};

use std::sync::Arc;

use crate::ability::Ability;
use crate::counter::CounterKind;
use crate::filter::Filter;
use crate::mana::{ManaType, ManaTypes};
use crate::restriction::Restriction;
use crate::subtype::Subtype;
use crate::text::Words;
use crate::zone::Zone;

/// A number that an effect uses, worked out when it applies (CR 608.2h).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Amount {
    /// This number.
    Is(u32),
    /// The X of the spell or ability; of an enters ability, the X of the spell that became the permanent (CR 107.3m).
    X,
    /// Half of another, rounded up.
    HalfUp(Box<Amount>),
    /// Half of another, rounded down.
    HalfDown(Box<Amount>),
    /// How many permanents match.
    Count(Filter),
    /// How many counters of the kind the object whose ability this is has.
    CountersHere(CounterKind),
    /// The power of an object, 0 if negative.
    PowerOf(Objects),
    /// How much damage was prevented, life gained or lost, mana made: the number in the event that is answered.
    EventAmount,
}

/// Which players an effect speaks of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Players {
    /// The controller of the spell or ability.
    You,
    /// Each opponent, in turn order.
    EachOpponent,
    /// Each player, in APNAP order (CR 101.4).
    EachPlayer,
    /// The player chosen as target number n, counted from 0.
    Target(u8),
    /// The controller of the objects, as last known.
    ControllerOf(Objects),
    /// The owner of the objects.
    OwnerOf(Objects),
    /// The player of the event that the ability answers.
    EventPlayer,
}

/// Which objects an effect speaks of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Objects {
    /// The object whose ability this is. A zone-change trigger may follow it to where it went (CR 400.7d–e).
    This,
    /// The object chosen as target number n, counted from 0.
    Target(u8),
    /// Every permanent that matches when the effect applies.
    Each(Filter),
    /// Every other permanent that matches and shares a colour with target number n when the effect applies.
    EachSharingColor(Filter, u8),
    /// Every object in another zone that matches when the effect applies.
    EachIn(Zone, Filter),
    /// The same, where its mana value is this number too.
    EachInOfValue(Zone, Filter, Box<Amount>),
    /// What target number n became when an earlier instruction of the same effect moved it to a public zone (CR 400.7h).
    Moved(u8),
    /// The object of the event that the ability answers.
    EventObject,
    /// What the object whose ability this is is attached to.
    Attached,
}

/// Who or what is dealt damage.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Recipients {
    /// Players.
    Players(Players),
    /// Permanents.
    Objects(Objects),
    /// Target number n, whatever it is.
    Target(u8),
    /// The controller of whatever deals it: each source damages its own.
    SourceController,
    /// What the source that deals it is attached to: each source damages its own.
    SourceHost,
    /// Several groups at once.
    All(Vec<Recipients>),
}

/// How mana is described (CR 106.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum ManaMade {
    /// Exactly this mana, as many times as the amount says.
    These(Vec<ManaType>),
    /// Mana of one colour of the player's choice.
    AnyColor,
    /// Mana of one of these types, chosen by the player.
    OneOf(Vec<ManaType>),
    /// Mana of these types in any combination, each chosen by the player.
    Combination(Vec<ManaType>),
    /// Mana of a type that the permanents could produce (CR 106.7), chosen by the player.
    CouldProduce {
        /// The permanents that are looked at.
        by: Filter,
        /// Whether only colours count ("any color"), or colourless too ("any type").
        colors_only: bool,
    },
    /// Mana of a colour that some permanent of these has, chosen by the player.
    ColorAmong(Filter),
    /// Mana of a colour that some object of these in another zone has, chosen by the player.
    ColorAmongIn(Zone, Filter),
    /// Mana of a type that what was sacrificed as a cost could produce, as it last existed (CR 106.7, 608.2h).
    SacrificedCouldProduce,
    /// Mana of a type that the answered production made, chosen by the player.
    EventType,
    /// Mana of the colour chosen as the object whose ability this is entered.
    ChosenColor,
}

/// How long a continuous effect from a resolution lasts (CR 611.2a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Duration {
    /// Until the cleanup step (CR 514.2).
    EndOfTurn,
    /// For the rest of the game.
    Forever,
}

/// One instruction. A list of them is followed in written order (CR 608.2c).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Effect {
    /// Deal damage (CR 120). Several recipients are dealt it at the same time.
    DealDamage {
        /// How much, to each.
        amount: Amount,
        /// To whom.
        to: Recipients,
        /// What deals it, where that is not the object whose ability this is. Several deal it at once.
        #[cfg_attr(feature = "serde", serde(default))]
        from: Option<Objects>,
    },
    /// Each of two creatures deals damage equal to its power to the other (CR 701.12).
    Fight(Objects, Objects),
    /// Gain life (CR 119.3).
    GainLife(Players, Amount),
    /// Lose life (CR 119.3).
    LoseLife(Players, Amount),
    /// Lose the game (CR 104.3e).
    LoseGame(Players),
    /// Add mana (CR 106.4).
    AddMana {
        /// How it is described.
        mana: ManaMade,
        /// How many times, or how much of the chosen type.
        #[cfg_attr(feature = "serde", serde(default = "Amount::one"))]
        amount: Amount,
        /// To whose pool.
        #[cfg_attr(feature = "serde", serde(default = "Players::you"))]
        to: Players,
        /// What it may be spent on, if not on anything (CR 106.6).
        #[cfg_attr(feature = "serde", serde(default))]
        only: Option<Arc<Restriction>>,
    },
    /// Destroy (CR 701.7).
    Destroy(Objects),
    /// Exile (CR 701.11).
    Exile(Objects),
    /// Return to owners' hands.
    ReturnToHand(Objects),
    /// Put onto the battlefield under the control of the spell's or ability's controller.
    PutOntoBattlefield(Objects),
    /// Each of the players may put a card that matches from their hand onto the battlefield.
    PutFromHand(Players, Filter),
    /// Sacrifice (CR 701.17): the controller of the spell or ability a certain object, each player what they control of a
    /// group.
    Sacrifice(Objects),
    /// Put into the owner's graveyard from wherever it is.
    PutIntoGraveyard(Objects),
    /// Shuffle into the owner's library: the objects go where they can, the library is shuffled in any case (CR 701.20c).
    ShuffleIntoLibrary(Objects),
    /// Counter a spell or ability (CR 701.5).
    Counter(Objects),
    /// The controller may exile a matching card from their hand with the object whose ability this is (CR 607.2a).
    Imprint(Filter),
    /// Copy a spell (CR 707.10).
    CopySpell {
        /// Which.
        spell: Objects,
        /// Whether the copy is not legendary (CR 707.9).
        #[cfg_attr(feature = "serde", serde(default))]
        not_legendary: bool,
    },
    /// Double the value of X of a spell.
    DoubleX(Objects),
    /// Tap (CR 701.21).
    Tap(Objects),
    /// Untap (CR 701.21).
    Untap(Objects),
    /// Does not untap during its controller's next untap step (CR 502.3).
    SkipNextUntap(Objects),
    /// Put counters (CR 122.6).
    PutCounters {
        /// Which kind.
        kind: CounterKind,
        /// How many on each.
        amount: Amount,
        /// On what.
        on: Objects,
    },
    /// Remove counters, as many as there are at most.
    RemoveCounters {
        /// Which kind.
        kind: CounterKind,
        /// How many from each.
        amount: Amount,
        /// From what.
        on: Objects,
    },
    /// Remove every counter.
    RemoveAllCounters(Objects),
    /// Draw cards (CR 121).
    Draw(Players, Amount),
    /// Discard cards (CR 701.8), chosen by the player who discards.
    Discard(Players, Amount),
    /// Put cards from the top of the library into the graveyard (CR 701.13).
    Mill(Players, Amount),
    /// Create tokens (CR 111).
    CreateToken {
        /// The name of a token description among the cards.
        token: String,
        /// How many.
        #[cfg_attr(feature = "serde", serde(default = "Amount::one"))]
        amount: Amount,
        /// Who creates and so owns them (CR 111.2).
        #[cfg_attr(feature = "serde", serde(default = "Players::you"))]
        by: Players,
        /// What effects have replaced in the words that say what they are (CR 612.2a); nothing in print.
        #[cfg_attr(feature = "serde", serde(skip))]
        #[cfg_attr(feature = "arbitrary", arbitrary(default))]
        words: Words,
    },
    /// Create a token that is a copy of an object (CR 707.2, 111.3).
    CopyToken {
        /// Of what.
        of: Objects,
        /// Who creates and so owns it (CR 111.2).
        #[cfg_attr(feature = "serde", serde(default = "Players::you"))]
        by: Players,
    },
    /// Manifest the top card of the library (CR 701.34a).
    Manifest(Players),
    /// Apply continuous changes to objects that are fixed now (CR 611.2c).
    Continuous {
        /// To what.
        to: Objects,
        /// The changes.
        changes: Vec<Change>,
        /// For how long.
        duration: Duration,
    },
    /// Change power and toughness by a number of times these additions, worked out once (CR 608.2h, 611.2c).
    ModifyBy {
        /// Of what.
        to: Objects,
        /// Added to power, each time.
        power: i32,
        /// Added to toughness, each time.
        toughness: i32,
        /// How many times.
        times: Amount,
        /// For how long.
        duration: Duration,
    },
    /// A player gains control of objects that are fixed now (CR 611.2c, 613.1b).
    GiveControl {
        /// Of what.
        of: Objects,
        /// Who.
        to: Players,
        /// For how long.
        duration: Duration,
    },
    /// Change a rule of the game for a time (CR 613.11).
    Rule {
        /// The change.
        rule: Permission,
        /// For how long.
        duration: Duration,
    },
    /// Prevent damage that would be dealt next (CR 615.7–615.11).
    Shield(Shielding),
    /// Attach the one to the other (CR 701.3); where it cannot be attached, it does not move (CR 701.3b).
    Attach(Objects, Objects),
    /// Replace every instance of one creature type in the text of objects by another (CR 612.2), both chosen as the
    /// effect applies.
    ReplaceCreatureType {
        /// In the text of what.
        of: Objects,
        /// The types that cannot be the new one.
        #[cfg_attr(feature = "serde", serde(default))]
        never: Vec<Subtype>,
        /// For how long.
        duration: Duration,
    },
    /// For a time, an ability that no object has: one that triggers (CR 603.7a) or one that replaces (CR 614.1).
    Watch {
        /// The ability.
        ability: Arc<Ability>,
        /// For how long.
        duration: Duration,
        /// Who chooses a colour for it, if it speaks of a chosen one.
        #[cfg_attr(feature = "serde", serde(default))]
        color: Option<Players>,
    },
    /// Follow the instructions only if the condition holds.
    If(Condition, Vec<Effect>),
    /// Follow the instructions if the controller wants to (CR 608.2d).
    May(Vec<Effect>),
}

impl Amount {
    /// One.
    #[must_use]
    pub fn one() -> Amount {
        Amount::Is(1)
    }
}

impl Objects {
    /// Whether whatever matches is meant, however much that is, and no certain object.
    #[must_use]
    pub fn is_group(&self) -> bool {
        match self {
            Objects::Each(_) | Objects::EachSharingColor(..) | Objects::EachIn(..) | Objects::EachInOfValue(..) => true,
            Objects::This | Objects::Target(_) | Objects::Moved(_) | Objects::EventObject | Objects::Attached => false,
        }
    }
}

impl Players {
    /// The controller.
    #[must_use]
    pub fn you() -> Players {
        Players::You
    }
}

/// The types of mana that a description could mean, where no state is needed to tell.
#[must_use]
pub fn fixed_types(mana: &ManaMade) -> Option<ManaTypes> {
    match mana {
        ManaMade::These(types) | ManaMade::OneOf(types) | ManaMade::Combination(types) => {
            Some(types.iter().copied().collect())
        }
        ManaMade::AnyColor => Some(ManaTypes::COLORS),
        ManaMade::CouldProduce { .. }
        | ManaMade::ColorAmong(_)
        | ManaMade::ColorAmongIn(..)
        | ManaMade::SacrificedCouldProduce
        | ManaMade::EventType
        | ManaMade::ChosenColor => None,
    }
}
