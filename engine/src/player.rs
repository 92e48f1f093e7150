//! A player (CR 102): life, mana, the private zones, and how the game ended for them.

use crate::id::{ObjectId, Timestamp};
use crate::mana::ManaPool;
use crate::restriction::RestrictedPool;

/// Why a player lost (CR 104.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LossReason {
    /// 0 or less life (CR 104.3b).
    Life,
    /// Drew from an empty library (CR 104.3c).
    EmptyLibrary,
    /// Ten or more poison counters (CR 104.3d).
    Poison,
    /// An effect said so (CR 104.3e).
    Effect,
    /// Conceded (CR 104.3a).
    Concession,
}

/// One player's part of the game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Player {
    /// Life total (CR 119.1).
    pub life: i32,
    /// Poison counters (CR 122.1e).
    pub poison: u32,
    /// Mana that is there now (CR 106.4) and may be spent on anything.
    pub pool: ManaPool,
    /// Mana that is there now and may be spent on some things only (CR 106.6).
    pub restricted: RestrictedPool,
    /// Cards in the library, the top one last (CR 401.2).
    pub library: Vec<ObjectId>,
    /// Whether the order of the library is unknown because it was shuffled (CR 701.20a).
    pub shuffled: bool,
    /// Cards in hand.
    pub hand: Vec<ObjectId>,
    /// Cards in the graveyard, the top one last (CR 404.2).
    pub graveyard: Vec<ObjectId>,
    /// When the player's most recent turn began (CR 302.6).
    pub turn_began: Timestamp,
    /// Whether they tried to draw from an empty library since the last check (CR 704.5b).
    pub drew_from_empty: bool,
    /// How they lost, if they did.
    pub lost: Option<LossReason>,
    /// How often their library was shuffled in this game.
    pub shuffles: u32,
}

impl Player {
    /// All mana that is there, by type: a restriction is no part of that (CR 106.6).
    #[must_use]
    pub fn mana(&self) -> ManaPool {
        self.pool.plus(&self.restricted.mana())
    }
}
