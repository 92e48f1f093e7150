//! Objects (CR 109): cards, tokens, copies of spells, and abilities on the stack, with their status (CR 110.5).

use std::sync::Arc;

use crate::ability::Ability;
use crate::card::CardTable;
use crate::counter::Counters;
use crate::event::{EventInfo, Recipient};
use crate::id::{CardId, ObjectId, PlayerId, Timestamp};
use crate::mana::Color;
use crate::text::{Text, Words};
use crate::zone::Zone;

/// What an object is made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// A card (CR 108.2).
    Card,
    /// A token (CR 111).
    Token,
    /// A copy of a spell (CR 707.10).
    SpellCopy,
    /// An ability on the stack (CR 113.1c).
    Ability(Box<StackAbility>),
}

/// Which ability: a printed one, one that a basic land type brings, one with other words, or one that an effect gave.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AbilityRef {
    /// The nth ability of a card.
    Printed(CardId, u8),
    /// The mana ability of the nth basic land type (CR 305.6).
    Intrinsic(u8),
    /// One of its own that is not as printed: words of it have been replaced (CR 612.1), another one of its own gives it
    /// (CR 607.1a) or has created it for a time (CR 603.7), or a counter on it brings it (CR 122.1c).
    Own(Arc<Ability>),
    /// Given by an effect (CR 113.10), with the timestamp of that effect (CR 613.7a).
    Granted(Arc<Ability>, Timestamp),
}

impl AbilityRef {
    /// The ability itself.
    #[must_use]
    pub fn get<'a>(&'a self, cards: &'a CardTable) -> &'a Ability {
        match self {
            AbilityRef::Printed(card, n) => &cards.card(*card).abilities[usize::from(*n)],
            AbilityRef::Intrinsic(n) => cards.intrinsic(usize::from(*n)),
            AbilityRef::Own(ability) | AbilityRef::Granted(ability, _) => ability,
        }
    }

    /// The timestamp of the effect that gave it, if one did (CR 613.7a).
    #[must_use]
    pub fn granted(&self) -> Option<Timestamp> {
        match self {
            AbilityRef::Granted(_, since) => Some(*since),
            AbilityRef::Printed(..) | AbilityRef::Intrinsic(_) | AbilityRef::Own(_) => None,
        }
    }

    /// With which of its object's abilities it can be linked.
    #[must_use]
    pub fn link(&self) -> Link {
        Link(self.granted())
    }
}

/// Which abilities of one object can be linked with each other (CR 607.1): those that are its own, or else those that one and
/// the same effect has given it (CR 607.5), which is told by its timestamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Link(Option<Timestamp>);

/// An activated or triggered ability on the stack (CR 113.7a: independent of its source).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StackAbility {
    /// The object it came from.
    pub source: ObjectId,
    /// Which ability of it.
    pub ability: AbilityRef,
    /// Whether it triggered, rather than having been activated.
    pub triggered: bool,
    /// The event that it answers.
    pub event: EventInfo,
}

/// What was chosen while a spell was cast or an ability put on the stack (CR 601.2b–d); kept by the permanent that the
/// spell became, for its enters abilities (CR 107.3m, 702.33).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Announced {
    /// The value of X; 0 where none was chosen.
    pub x: u32,
    /// Whether the spell was kicked.
    pub kicked: bool,
    /// Its targets, in order.
    pub targets: Vec<Recipient>,
}

/// One object.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Object {
    /// Its name in this game.
    pub id: ObjectId,
    /// The card or token description it is.
    pub card: CardId,
    /// The words replaced in that as it was created (CR 612.2a): only a token has any.
    pub words: Words,
    /// What it is made of.
    pub kind: ObjectKind,
    /// Owner (CR 108.3, 111.2).
    pub owner: PlayerId,
    /// Controller before effects (CR 110.2, 112.2); for objects elsewhere, the owner.
    pub controller: PlayerId,
    /// Where it is.
    pub zone: Zone,
    /// Tapped (CR 110.5).
    pub tapped: bool,
    /// Whether it will not untap during its controller's next untap step (CR 502.3).
    pub skips_untap: bool,
    /// Damage marked on it (CR 120.3e).
    pub damage: u32,
    /// Whether any of that damage came from a source with deathtouch since the last check (CR 704.5h).
    pub deathtouched: bool,
    /// Counters on it.
    pub counters: Counters,
    /// What it is attached to (CR 301.5, 303.4).
    pub attached: Option<Recipient>,
    /// Its timestamp (CR 613.7).
    pub timestamp: Timestamp,
    /// Who controlled it when that was last looked at, and since when without a break (CR 302.6).
    pub controlled: (PlayerId, Timestamp),
    /// When it came to where it is.
    pub entered: Timestamp,
    /// Whose copiable values it has instead of its own (CR 707.2).
    pub copy_of: Option<Text>,
    /// Whether its copiable values lack the supertype legendary: the effect that made the copy says so (CR 707.9).
    pub not_legendary: bool,
    /// The colour chosen as it entered (CR 614.1c), and for which of its abilities; no copiable value (CR 707.2).
    pub chosen: Option<(Color, Link)>,
    /// What was chosen as it was cast or activated; of a permanent, as the spell it was.
    pub announced: Option<Box<Announced>>,
    /// With which object's ability it was exiled (CR 607.2a), and which one, while it stays in exile.
    pub exiled_with: Option<(ObjectId, Link)>,
    /// A name given from outside, which follows the card from zone to zone. Rules never read it.
    pub tag: Option<u16>,
}

impl Object {
    /// Whether it is a token.
    #[must_use]
    pub fn is_token(&self) -> bool {
        self.kind == ObjectKind::Token
    }

    /// Whether it is a card (CR 108.2b: tokens and copies are not).
    #[must_use]
    pub fn is_card(&self) -> bool {
        self.kind == ObjectKind::Card
    }

    /// The ability on the stack that it is, if it is one.
    #[must_use]
    pub fn stack_ability(&self) -> Option<&StackAbility> {
        match &self.kind {
            ObjectKind::Ability(ability) => Some(ability),
            _ => None,
        }
    }

    /// The card whose copiable values it has.
    #[must_use]
    pub fn copiable(&self) -> CardId {
        self.copy_of.as_ref().map_or(self.card, |text| text.card)
    }

    /// The words replaced in its copiable values.
    #[must_use]
    pub fn words(&self) -> &Words {
        self.copy_of.as_ref().map_or(&self.words, |text| &text.words)
    }

    /// What its copiable values are read from (CR 707.2).
    #[must_use]
    pub fn text(&self) -> Text {
        Text { card: self.copiable(), words: self.words().clone() }
    }

    /// X as chosen for the spell it is or was.
    #[must_use]
    pub fn x(&self) -> u32 {
        self.announced.as_ref().map_or(0, |a| a.x)
    }

    /// The targets announced for it.
    #[must_use]
    pub fn targets(&self) -> &[Recipient] {
        self.announced.as_ref().map_or(&[], |a| &a.targets)
    }
}
