//! What abilities and spells do: one-shot effects (CR 610), continuous effects (CR 611), replacement effects (CR 614)
//! and prevention effects (CR 615), as data. [`crate::resolve`], [`crate::layers`] and [`crate::replace`] carry them out.

use std::sync::Arc;

use crate::ability::Ability;
use crate::characteristics::{CardType, Colors, Keyword, Supertype};
use crate::counter::CounterKind;
use crate::filter::{Compare, Filter, Whose};
use crate::mana::{ManaType, ManaTypes};
use crate::subtype::Subtype;
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
    /// Every object in another zone that matches when the effect applies.
    EachIn(Zone, Filter),
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
    /// Mana of a type that the permanents could produce (CR 106.7), chosen by the player.
    CouldProduce {
        /// The permanents that are looked at.
        by: Filter,
        /// Whether only colours count ("any color"), or colourless too ("any type").
        colors_only: bool,
    },
    /// Mana of a colour that some permanent of these has, chosen by the player.
    ColorAmong(Filter),
    /// Mana of a type that the answered production made, chosen by the player.
    EventType,
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
    },
    /// Destroy (CR 701.7).
    Destroy(Objects),
    /// Exile (CR 701.11).
    Exile(Objects),
    /// Return to owners' hands.
    ReturnToHand(Objects),
    /// Put onto the battlefield under the control of the spell's or ability's controller.
    PutOntoBattlefield(Objects),
    /// Sacrifice (CR 701.17).
    Sacrifice(Objects),
    /// Put into the owner's graveyard from wherever it is.
    PutIntoGraveyard(Objects),
    /// Shuffle into the owner's library: the objects go where they can, the library is shuffled in any case (CR 701.20c).
    ShuffleIntoLibrary(Objects),
    /// Counter a spell or ability (CR 701.5).
    Counter(Objects),
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
    },
    /// Apply continuous changes to objects that are fixed now (CR 611.2c).
    Continuous {
        /// To what.
        to: Objects,
        /// The changes.
        changes: Vec<Change>,
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
    /// Follow the instructions only if the condition holds.
    If(Condition, Vec<Effect>),
}

impl Amount {
    /// One.
    #[must_use]
    pub fn one() -> Amount {
        Amount::Is(1)
    }
}

impl Players {
    /// The controller.
    #[must_use]
    pub fn you() -> Players {
        Players::You
    }
}

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
    /// Layer 4: it has these creature types and no others.
    SetCreatureTypes(Vec<Subtype>),
    /// Layer 4: it has these subtypes in addition. A basic land type brings its mana ability (CR 305.7).
    AddSubtypes(Vec<Subtype>),
    /// Layer 4: it has these land types and no others; it loses the abilities of its text (CR 305.7).
    SetLandTypes(Vec<Subtype>),
    /// Layer 5: it is these colours and no others.
    SetColors(Colors),
    /// Layer 6: it has the keyword ability.
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
}

/// The types of mana that a description could mean, where no state is needed to tell.
#[must_use]
pub fn fixed_types(mana: &ManaMade) -> Option<ManaTypes> {
    match mana {
        ManaMade::These(types) | ManaMade::OneOf(types) => Some(types.iter().copied().collect()),
        ManaMade::AnyColor => Some(ManaTypes::COLORS),
        ManaMade::CouldProduce { .. } | ManaMade::ColorAmong(_) | ManaMade::EventType => None,
    }
}

impl Effect {
    /// The target numbers that the instruction speaks of.
    #[must_use]
    pub fn targets_used(&self) -> Vec<u8> {
        let mut used = Vec::new();
        match self {
            Effect::DealDamage { amount, to, from } => {
                amount_targets(amount, &mut used);
                recipient_targets(to, &mut used);
                from.iter().for_each(|o| object_targets(o, &mut used));
            }
            Effect::Fight(a, b) => {
                object_targets(a, &mut used);
                object_targets(b, &mut used);
            }
            Effect::GainLife(who, n)
            | Effect::LoseLife(who, n)
            | Effect::Draw(who, n)
            | Effect::Discard(who, n)
            | Effect::Mill(who, n)
            | Effect::AddMana { to: who, amount: n, .. }
            | Effect::CreateToken { by: who, amount: n, .. } => {
                player_targets(who, &mut used);
                amount_targets(n, &mut used);
            }
            Effect::LoseGame(who) => player_targets(who, &mut used),
            Effect::Destroy(o)
            | Effect::Exile(o)
            | Effect::ReturnToHand(o)
            | Effect::PutOntoBattlefield(o)
            | Effect::Sacrifice(o)
            | Effect::PutIntoGraveyard(o)
            | Effect::ShuffleIntoLibrary(o)
            | Effect::Counter(o)
            | Effect::Tap(o)
            | Effect::RemoveAllCounters(o)
            | Effect::Untap(o)
            | Effect::SkipNextUntap(o)
            | Effect::Continuous { to: o, .. } => object_targets(o, &mut used),
            Effect::PutCounters { amount, on, .. } | Effect::RemoveCounters { amount, on, .. } => {
                object_targets(on, &mut used);
                amount_targets(amount, &mut used);
            }
            Effect::If(_, inner) => used.extend(inner.iter().flat_map(Effect::targets_used)),
            Effect::Rule { .. } => {}
        }
        used
    }
}

fn object_targets(objects: &Objects, used: &mut Vec<u8>) {
    if let Objects::Target(n) | Objects::Moved(n) = objects {
        used.push(*n);
    }
}

fn player_targets(players: &Players, used: &mut Vec<u8>) {
    match players {
        Players::Target(n) => used.push(*n),
        Players::ControllerOf(o) | Players::OwnerOf(o) => object_targets(o, used),
        Players::You | Players::EachOpponent | Players::EachPlayer | Players::EventPlayer => {}
    }
}

fn amount_targets(amount: &Amount, used: &mut Vec<u8>) {
    match amount {
        Amount::HalfUp(inner) => amount_targets(inner, used),
        Amount::PowerOf(o) => object_targets(o, used),
        Amount::Is(_) | Amount::X | Amount::Count(_) | Amount::CountersHere(_) | Amount::EventAmount => {}
    }
}

fn recipient_targets(recipients: &Recipients, used: &mut Vec<u8>) {
    match recipients {
        Recipients::Players(p) => player_targets(p, used),
        Recipients::Objects(o) => object_targets(o, used),
        Recipients::Target(n) => used.push(*n),
        Recipients::SourceController | Recipients::SourceHost => {}
        Recipients::All(all) => all.iter().for_each(|r| recipient_targets(r, used)),
    }
}
