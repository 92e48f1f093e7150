//! `Setup` is any board; [`Game`] is one that the rules can go on from. This is the checked door between them.

use core::fmt;
use std::sync::Arc;

use crate::card::CardTable;
use crate::characteristics::CardType;
use crate::counter::CounterKind;
use crate::event::Recipient;
use crate::game::{Consulted, Game};
use crate::id::{CardId, PlayerId};
use crate::layers::derive;
use crate::mana::ManaPool;
use crate::mutant::Rules;
use crate::subtype::Subtype;
use crate::turn::Step;
use crate::zone::Zone;

/// What an object is attached to at the start: another object of the setup, by position, or a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttachedTo {
    /// The nth object of the setup.
    Object(usize),
    /// A player.
    Player(PlayerId),
}

/// One object at the start.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ObjectSetup {
    /// Which card, or token description.
    pub card: CardId,
    /// Whose it is.
    pub owner: PlayerId,
    /// Who controls it, on the battlefield.
    pub controller: PlayerId,
    /// Where it is; the stack is not possible.
    pub zone: Zone,
    /// Tapped.
    pub tapped: bool,
    /// Whether its controller began to control it after their most recent turn began (CR 302.6).
    pub fresh: bool,
    /// Counters on it.
    pub counters: Vec<(CounterKind, u32)>,
    /// Damage marked on it.
    pub damage: u32,
    /// What it is attached to.
    pub attached: Option<AttachedTo>,
    /// Whose copy it is, if an effect has made it one.
    pub copy_of: Option<CardId>,
    /// A name that follows the card.
    pub tag: Option<u16>,
}

/// One player at the start.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PlayerSetup {
    /// Life total.
    pub life: i32,
    /// Mana that is there.
    pub pool: ManaPool,
    /// Poison counters.
    pub poison: u32,
}

/// A whole position: any board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Two to four players in turn order.
    pub players: Vec<PlayerSetup>,
    /// Objects. In each library and graveyard, the first listed is on top.
    pub objects: Vec<ObjectSetup>,
    /// Whose turn it is; that player has priority.
    pub active: PlayerId,
    /// The step: one in which players get priority, outside combat.
    pub step: Step,
}

/// Why a setup is no game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetupError {
    /// Fewer than two players or more than four.
    Players(usize),
    /// A player who is not there.
    UnknownPlayer(PlayerId),
    /// A step that a game cannot start in.
    Step(Step),
    /// An object that cannot be where it is.
    Object {
        /// Which of the setup.
        index: usize,
        /// Why.
        why: &'static str,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Players(n) => write!(f, "{n} players; expected 2 to 4"),
            SetupError::UnknownPlayer(p) => write!(f, "{p} is not in this game"),
            SetupError::Step(step) => {
                write!(f, "a game cannot start in the {} step; start before combat or after it", step.name())
            }
            SetupError::Object { index, why } => write!(f, "object {index}: {why}"),
        }
    }
}

impl core::error::Error for SetupError {}

impl Setup {
    /// An empty board: players at 20 life, the first player's main phase.
    #[must_use]
    pub fn new(players: usize) -> Setup {
        let player = PlayerSetup { life: 20, pool: ManaPool::default(), poison: 0 };
        Setup { players: vec![player; players], objects: Vec::new(), active: PlayerId(0), step: Step::Main }
    }

    /// The game that starts here. Nothing has been checked by state-based actions yet.
    ///
    /// # Errors
    /// The first thing that no game could contain.
    pub fn start(&self, cards: Arc<CardTable>, rules: Rules) -> Result<Game, SetupError> {
        self.start_noting(cards, rules, None)
    }

    /// The same, and the game writes down which deviations it consults, from the start on.
    ///
    /// # Errors
    /// The first thing that no game could contain.
    pub fn start_noting(
        &self,
        cards: Arc<CardTable>,
        rules: Rules,
        consulted: Option<Arc<Consulted>>,
    ) -> Result<Game, SetupError> {
        self.check(&cards)?;
        let mut game = Game::from_setup(self, cards, rules, consulted);
        // 302.6: who controls a permanent, and since when, is a matter of effects too: of an Aura that is there already.
        let derived = derive(&game);
        game.control_from_the_start(&derived, &self.objects);
        Ok(game)
    }

    fn check(&self, cards: &CardTable) -> Result<(), SetupError> {
        if !(2..=4).contains(&self.players.len()) {
            return Err(SetupError::Players(self.players.len()));
        }
        self.player(self.active)?;
        if !matches!(self.step, Step::Upkeep | Step::Draw | Step::Main | Step::SecondMain | Step::End) {
            return Err(SetupError::Step(self.step));
        }
        for (index, object) in self.objects.iter().enumerate() {
            self.player(object.owner)?;
            self.player(object.controller)?;
            self.check_object(object, cards).map_err(|why| SetupError::Object { index, why })?;
        }
        Ok(())
    }

    fn player(&self, player: PlayerId) -> Result<(), SetupError> {
        if player.index() < self.players.len() { Ok(()) } else { Err(SetupError::UnknownPlayer(player)) }
    }

    fn check_object(&self, object: &ObjectSetup, cards: &CardTable) -> Result<(), &'static str> {
        if !cards.has(object.card) || object.copy_of.is_some_and(|id| !cards.has(id)) {
            return Err("no such card");
        }
        let card = cards.card(object.card);
        let battlefield = object.zone == Zone::Battlefield;
        if object.zone == Zone::Stack {
            return Err("nothing is on the stack at the start; cast it instead");
        }
        if card.token && !battlefield {
            return Err("a token exists on the battlefield only (CR 111.7)");
        }
        if battlefield && !card.is_permanent() {
            return Err("an instant or sorcery cannot be on the battlefield (CR 304.4, 307.4)");
        }
        if !battlefield && (object.owner != object.controller) {
            return Err("outside the battlefield an object has no other controller than its owner (CR 108.4)");
        }
        let bare = !object.tapped
            && !object.fresh
            && object.damage == 0
            && object.attached.is_none()
            && object.copy_of.is_none();
        if !battlefield && !bare {
            return Err("only a permanent can be tapped, fresh, damaged, attached or a copy (CR 110.5)");
        }
        if !battlefield && !object.counters.is_empty() {
            return Err("counters outside the battlefield are not supported");
        }
        match object.attached {
            Some(AttachedTo::Player(p)) if self.player(p).is_err() => Err("attached to a player who is not there"),
            Some(AttachedTo::Object(n)) => match self.objects.get(n) {
                Some(host) if host.zone == Zone::Battlefield && !core::ptr::eq(host, object) => Ok(()),
                _ => Err("attached to something that is not another permanent (CR 301.5, 303.4)"),
            },
            _ if battlefield && card.subtypes.contains(&Subtype::AURA) && object.attached.is_none() => {
                Err("an Aura has to be attached to something (CR 303.4c)")
            }
            _ if battlefield && object.damage > 0 && !card.types.contains(CardType::Creature) => {
                Err("damage stays marked on creatures only (CR 120.3e)")
            }
            _ => Ok(()),
        }
    }
}

/// The recipient that an attachment of the setup means, given the ids of its objects.
pub(crate) fn attachment(attached: AttachedTo, first: u32) -> Recipient {
    match attached {
        AttachedTo::Player(p) => Recipient::Player(p),
        AttachedTo::Object(n) => Recipient::Object(crate::id::ObjectId(first + u32::try_from(n).unwrap_or(u32::MAX))),
    }
}
