//! A scenario: a final board, a script of steps, pinned answers.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::words::{ChoiceKind, PhaseStep, PlayerName, ZoneName};

/// One concrete test.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The position at the start.
    pub board: Board,
    /// What is done, in order.
    #[serde(default)]
    pub script: Vec<Step>,
    /// What players answer when they are asked, each used once, in order for each player and kind.
    #[serde(default)]
    pub answers: Vec<Answer>,
}

/// A position. Nothing about how it came about is known; the active player has priority and the stack is empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The players in turn order, two to four.
    pub players: Vec<PlayerBoard>,
    /// Whose turn it is.
    pub active: PlayerName,
    /// The step.
    pub step: PhaseStep,
    /// Every object. Of each library and graveyard the first one listed is on top.
    pub objects: Vec<PlacedObject>,
}

/// A player at the start.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayerBoard {
    /// Life total.
    pub life: i32,
    /// Mana that is there, one letter of `WUBRGC` each.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pool: String,
    /// Poison counters.
    #[serde(default, skip_serializing_if = "is_default")]
    pub poison: u32,
}

/// An object at the start.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlacedObject {
    /// Its name in this scenario; it follows the card from zone to zone.
    pub id: Arc<str>,
    /// The English name of the card, or of the token description.
    pub card: Arc<str>,
    /// Whose it is.
    pub owner: PlayerName,
    /// Who controls it, where that is somebody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<PlayerName>,
    /// Where it is.
    pub zone: ZoneName,
    /// Tapped.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tapped: bool,
    /// Its controller began to control it during their most recent turn, after that turn began (CR 302.6).
    #[serde(default, skip_serializing_if = "is_default")]
    pub fresh: bool,
    /// Counters by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<Arc<str>, u32>,
    /// Damage marked on it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub damage: u32,
    /// What it is attached to: the id of another object, or a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached: Option<Arc<str>>,
    /// It is a copy of this card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<Arc<str>>,
}

impl PlacedObject {
    /// An object without anything special about it.
    #[must_use]
    pub fn new(id: &str, card: &str, owner: PlayerName, zone: ZoneName) -> PlacedObject {
        PlacedObject {
            id: id.into(),
            card: card.into(),
            owner,
            controller: None,
            zone,
            tapped: false,
            fresh: false,
            counters: BTreeMap::new(),
            damage: 0,
            attached: None,
            copy_of: None,
        }
    }
}

/// One step of a script. Unless it is tried, a step that is refused ends the run.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Step {
    /// A player with priority casts a spell. The players before them in priority order pass first, if need be.
    Cast(CastStep),
    /// A player activates an ability.
    Activate(ActivateStep),
    /// A player plays a land.
    PlayLand {
        /// Who.
        by: PlayerName,
        /// Which.
        card: Arc<str>,
    },
    /// The active player passes priority until attackers are declared, and declares these. Attackers that are not
    /// declared by such a step do not attack.
    Attack {
        /// Who; the active player.
        by: PlayerName,
        /// The creatures.
        with: Vec<Arc<str>>,
        /// Whom they attack: a player or the id of a planeswalker.
        whom: Arc<str>,
    },
    /// Blockers are declared: pairs of the blocking creature and the one it blocks. Without such a step nobody blocks.
    Block {
        /// The defending player.
        by: PlayerName,
        /// Blocker and attacker.
        pairs: Vec<(Arc<str>, Arc<str>)>,
    },
    /// The player with priority passes once.
    Pass,
    /// All players pass in succession, so that the top of the stack resolves.
    Resolve,
    /// The same until the stack is empty.
    ResolveAll,
    /// All players pass until somebody first has priority in that step: state-based actions done, triggers on the stack.
    To(PhaseStep),
    /// A step that may be refused: whether it was is observed under the name.
    Try {
        /// The name.
        name: Arc<str>,
        /// The step.
        step: Box<Step>,
    },
    /// The state is observed under the name.
    Note(Arc<str>),
}

/// Casting a spell (CR 601).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CastStep {
    /// Who.
    pub by: PlayerName,
    /// Which card.
    pub card: Arc<str>,
    /// X.
    #[serde(default, skip_serializing_if = "is_default")]
    pub x: u32,
    /// Its kicker is paid (CR 702.33a).
    #[serde(default, skip_serializing_if = "is_default")]
    pub kicked: bool,
    /// It is cast without paying its mana cost (CR 118.9), as something on the board allows.
    #[serde(default, skip_serializing_if = "is_default")]
    pub free: bool,
    /// Targets in order: ids or players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Arc<str>>,
    /// Mana abilities to activate while paying, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pay: Vec<ActivateStep>,
}

/// Activating an ability (CR 602).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ActivateStep {
    /// Who.
    pub by: PlayerName,
    /// The permanent.
    pub object: Arc<str>,
    /// Which of its activated abilities, counted from 1: printed ones in printed order, then those that basic land types
    /// bring, then those that effects gave, oldest first.
    #[serde(default = "first")]
    pub ability: u32,
    /// X.
    #[serde(default, skip_serializing_if = "is_default")]
    pub x: u32,
    /// Targets in order: ids or players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Arc<str>>,
    /// Mana abilities to activate while paying, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pay: Vec<ActivateStep>,
}

/// What a player answers when asked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Who.
    pub player: PlayerName,
    /// About what.
    pub kind: ChoiceKind,
    /// The object concerned, where only that question is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Arc<str>>,
    /// What is picked, in order.
    pub picks: Vec<Pick>,
}

/// One pick: the id of an object, a player, a number, a letter of mana, or `decline`.
pub type Pick = Arc<str>;

fn first() -> u32 {
    1
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
