//! Events (CR 700.1): what would happen ([`Proposal`]) and what did ([`Happened`]).
//!
//! The two are different types on purpose: nothing triggers on a proposal, and nothing replaces what has happened. Only
//! [`crate::game`] can make a `Happened`.

use std::sync::Arc;

use crate::ability::Ability;
use crate::counter::CounterKind;
use crate::effect::{Change, Duration, Permission};
use crate::id::{ObjectId, PlayerId, Timestamp};
use crate::mana::{Color, ManaPool, ManaTypes};
use crate::object::{Announced, Link, StackAbility};
use crate::player::LossReason;
use crate::restriction::{RestrictedPool, Restriction};
use crate::text::Text;
use crate::turn::{Attacker, Step};
use crate::zone::Zone;

pub use crate::game::Happened;

/// How many draws or choices of mana of one instruction, or tokens of one set of events, are worked out. The rules know no limit, memory does.
pub(crate) const MOST_AT_ONCE: u32 = 1_000;

/// A player or an object that something is done to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Recipient {
    /// A player.
    Player(PlayerId),
    /// An object.
    Object(ObjectId),
}

/// Why an object moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Destroyed (CR 701.7).
    Destroyed,
    /// Sacrificed (CR 701.17).
    Sacrificed,
    /// A state-based action that is not destruction, with its rule number.
    StateBased(&'static str),
    /// Countered (CR 701.5a).
    Countered,
    /// Countered, and exiled instead for the player who counters to play (CR 614.6).
    CounteredToPlay,
    /// Shuffled into its owner's library instead of being put into a graveyard (CR 614.6).
    ShuffledInstead,
    /// A resolved spell leaves the stack (CR 608.2m, 608.3).
    Resolved,
    /// Cast (CR 601.2a).
    Cast,
    /// Played as a land (CR 305.1).
    Played,
    /// Drawn (CR 121.1).
    Drawn,
    /// Discarded (CR 701.8).
    Discarded,
    /// Milled (CR 701.13).
    Milled,
    /// Moved by an effect otherwise.
    Effect,
    /// Its owner or controller left the game (CR 800.4a).
    PlayerLeft,
}

/// How an object enters a zone, the battlefield above all (CR 614.1c–d, 110.5b); replacement effects change it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Enters {
    /// Under whose control, where that is not its owner's.
    pub controller: Option<PlayerId>,
    /// Tapped.
    pub tapped: bool,
    /// With these counters.
    pub counters: Vec<(CounterKind, u32)>,
    /// Attached to this (CR 303.4f, 608.3c).
    pub attached: Option<Recipient>,
    /// As a copy of this (CR 707.9).
    pub copy_of: Option<Text>,
    /// As a copy that is not legendary (CR 707.9).
    pub not_legendary: bool,
    /// With this colour chosen (CR 614.1c) for these abilities.
    pub chosen: Option<(Color, Link)>,
    /// What was chosen for the spell that becomes it; nothing where it was not cast (CR 107.3m).
    pub announced: Option<Box<Announced>>,
    /// Of what goes to exile: with which object's ability (CR 607.2a).
    pub exiled_with: Option<(ObjectId, Link)>,
}

/// One thing that can happen.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Event {
    /// A source deals damage (CR 120.1).
    Damage {
        /// The source, possibly gone: then its last known information counts (CR 113.7a, 608.2h).
        source: ObjectId,
        /// To whom or what.
        to: Recipient,
        /// How much.
        amount: u32,
        /// Combat damage (CR 510.2).
        combat: bool,
    },
    /// A player gains life (CR 119.3).
    GainLife(PlayerId, u32),
    /// A player loses life (CR 119.3); `true` if the loss is damage dealt (CR 120.3a).
    LoseLife(PlayerId, u32, bool),
    /// Counters are put on a permanent (CR 122.6).
    PutCounters {
        /// On what.
        on: ObjectId,
        /// Which.
        kind: CounterKind,
        /// How many.
        n: u32,
        /// Whether that is a cost, and so not what an effect does (CR 614.16).
        cost: bool,
    },
    /// Counters are removed from a permanent.
    RemoveCounters {
        /// From what.
        on: ObjectId,
        /// Which.
        kind: CounterKind,
        /// How many.
        n: u32,
    },
    /// Mana is produced (CR 106.4).
    AddMana {
        /// Who receives it.
        player: PlayerId,
        /// The mana.
        mana: ManaPool,
        /// What the ability itself would add, before any replacement: no rule looks at that, but mutants do.
        says: ManaPool,
        /// What all of it may be spent on, if not on anything (CR 106.6).
        only: Option<Arc<Restriction>>,
        /// What produces it.
        source: ObjectId,
        /// The permanent that is tapped for mana, if this is that (CR 106.12), and by whom.
        tapped_for: Option<(ObjectId, PlayerId)>,
    },
    /// Mana is spent (CR 106.4): mana without and mana with restrictions (CR 106.6).
    SpendMana(PlayerId, ManaPool, RestrictedPool),
    /// A pool empties (CR 500.4).
    EmptyPool(PlayerId),
    /// A permanent becomes tapped (CR 701.21a).
    Tap(ObjectId),
    /// A permanent becomes untapped (CR 701.21b).
    Untap(ObjectId),
    /// A permanent will not untap during its controller's next untap step (CR 502.3).
    SkipNextUntap(ObjectId),
    /// That untap step has come (CR 502.3).
    UntapStepSkipped(ObjectId),
    /// A permanent is destroyed (CR 701.7); `true` if an effect does that, and no state-based action (CR 122.1c).
    Destroy(ObjectId, bool),
    /// A spell is countered (CR 701.5a).
    Counter(ObjectId),
    /// An object moves to another zone (CR 400.7).
    Move {
        /// What.
        object: ObjectId,
        /// Where to; the owner's, if each player has one.
        to: Zone,
        /// Why.
        cause: Cause,
        /// How it enters, if it goes to the battlefield.
        enters: Enters,
    },
    /// Tokens are created (CR 111.1); each of them then enters.
    CreateTokens {
        /// Who creates and so owns them (CR 111.2).
        player: PlayerId,
        /// Their description.
        token: Text,
        /// How many.
        n: u32,
        /// How each of them enters.
        enters: Enters,
    },
    /// A token enters the battlefield.
    CreateToken {
        /// Who creates and so owns it (CR 111.2).
        player: PlayerId,
        /// Its description.
        token: Text,
        /// How it enters.
        enters: Enters,
    },
    /// A token, a copy or an ability ceases to exist (CR 111.7, 707.10a, 608.2m).
    Cease(ObjectId),
    /// An object leaves the game with its owner (CR 800.4a).
    LeaveGame(ObjectId),
    /// A player draws a card (CR 121.1).
    Draw(PlayerId),
    /// A library is shuffled (CR 701.20).
    Shuffle(PlayerId),
    /// A spell has been cast (CR 601.2i).
    Cast(ObjectId),
    /// A copy of a spell is put onto the stack (CR 707.10).
    CopySpell {
        /// The spell.
        spell: ObjectId,
        /// Who copies it, and so owns and controls the copy.
        controller: PlayerId,
        /// Whether the copy is not legendary.
        not_legendary: bool,
    },
    /// The value of X of a spell becomes another.
    SetX {
        /// The spell.
        spell: ObjectId,
        /// Its X from now on.
        x: u32,
    },
    /// An activated or triggered ability goes on the stack (CR 602.2a, 603.3).
    PutOnStack {
        /// Its controller.
        controller: PlayerId,
        /// The ability.
        ability: Box<StackAbility>,
        /// What was chosen.
        announced: Box<Announced>,
    },
    /// A player loses the game (CR 104.3).
    LoseGame(PlayerId, LossReason),
    /// A step begins (CR 500.1).
    StepBegins(Step),
    /// Marked damage wears off and effects that last until end of turn end, at the same time (CR 514.2).
    WearOff,
    /// A creature is declared as an attacker (CR 508.1); all of a combat are one set.
    Attack(Attacker),
    /// A creature is declared as a blocker (CR 509.1).
    Block {
        /// The blocking creature.
        blocker: ObjectId,
        /// The creature it blocks.
        attacker: ObjectId,
    },
    /// A continuous effect from a resolution begins (CR 611.2).
    BeginEffect {
        /// What it is.
        effect: Begun,
        /// Who controls it.
        controller: PlayerId,
        /// How long it lasts.
        duration: Duration,
    },
    /// A shield, named by when it began, has prevented so much damage: that much less of it is left (CR 615.7).
    UseShield(Timestamp, u32),
    /// A permanent becomes attached to another (CR 701.3), or unattached.
    Attach(ObjectId, Option<Recipient>),
    /// The controller of a permanent has changed (CR 302.6 counts from here).
    ControlChanged {
        /// The permanent.
        object: ObjectId,
        /// Who controls it now.
        to: PlayerId,
    },
    /// A permanent is removed from combat (CR 506.4).
    LeaveCombat(ObjectId),
    /// The blockers of an attacker are put in damage assignment order (CR 509.2).
    OrderBlockers {
        /// The attacker.
        attacker: ObjectId,
        /// Its blockers, first the one that damage goes to first.
        blockers: Vec<ObjectId>,
    },
}

impl Event {
    /// The object that the event takes from where it is.
    pub(crate) fn removes(&self) -> Option<ObjectId> {
        match self {
            Event::Move { object: id, .. } | Event::Cease(id) | Event::LeaveGame(id) => Some(*id),
            _ => None,
        }
    }

    /// What a player who left the game controlled is exiled (CR 800.4a).
    pub(crate) fn exile_with_player(object: ObjectId) -> Event {
        Event::Move { object, to: Zone::Exile, cause: Cause::PlayerLeft, enters: Enters::default() }
    }
}

/// A continuous effect that a resolution begins.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Begun {
    /// Changes to objects, fixed as it began (CR 611.2c).
    Changes(Vec<ObjectId>, Vec<Change>),
    /// A change of the game's rules.
    Rule(Permission),
    /// An ability that no object has, with what created it (CR 603.7a) and the colour that was chosen for it.
    Watch(ObjectId, Arc<Ability>, Option<Color>),
    /// A prevention effect that is used up by what it prevents.
    Shield(Box<Shield>),
}

/// A prevention effect that a resolution began around one player or permanent (CR 615.7–615.9).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Shield {
    /// What created it.
    pub by: ObjectId,
    /// Whom or what it protects.
    pub to: Recipient,
    /// The source that was chosen for it, if one was (CR 609.7a).
    pub from: Option<ObjectId>,
    /// What it still prevents.
    pub left: Left,
    /// The prevention effect: which properties the source must have, and what follows (CR 615.9, 615.5).
    pub ability: Arc<Ability>,
}

/// What a shield still prevents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Left {
    /// So much damage, from however many sources and events (CR 615.7).
    Damage(u32),
    /// The next instance of damage, however much that is (CR 615.8).
    Instance,
}

impl Left {
    /// How much of this much damage would be prevented.
    #[must_use]
    pub fn of(self, damage: u32) -> u32 {
        match self {
            Left::Damage(n) => n.min(damage),
            Left::Instance => damage,
        }
    }

    /// What is left after this much has been prevented.
    #[must_use]
    pub fn after(self, prevented: u32) -> Left {
        match self {
            Left::Damage(n) => Left::Damage(n.saturating_sub(prevented)),
            Left::Instance if prevented == 0 => Left::Instance,
            Left::Instance => Left::Damage(0),
        }
    }
}

/// Which replacement or prevention effect: the object it comes from and its place among that object's abilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EffectKey {
    /// The object whose ability creates it.
    pub source: ObjectId,
    /// Which ability.
    pub index: u8,
}

/// An event that would happen, and the effects that have been applied to it (CR 614.5).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Proposal {
    /// The event.
    pub event: Event,
    /// What has been applied; each effect gets only one chance.
    pub applied: Vec<EffectKey>,
}

impl From<Event> for Proposal {
    fn from(event: Event) -> Proposal {
        Proposal { event, applied: Vec::new() }
    }
}

/// What an ability that answers an event may ask about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct EventInfo {
    /// The object of the event, as it was before.
    pub object: Option<ObjectId>,
    /// The object it became, where it moved (CR 400.7d).
    pub became: Option<ObjectId>,
    /// The player of the event.
    pub player: Option<PlayerId>,
    /// The number in the event.
    pub amount: u32,
    /// The types of mana that were made.
    pub mana: ManaTypes,
}

/// The order in which CR 616.1 wants replacement and prevention effects to be chosen, as far as effects here need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect616 {
    /// 616.1c: would make an object enter as a copy.
    Copy,
    /// 616.1e.
    Other,
}
