//! An outcome: what an engine reports back about a scenario.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::words::{ChoiceKind, PlayerName, ZoneName};

/// What came of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The states that were observed: `start`, those that the script notes, in order, and `after`.
    pub snapshots: Vec<Snapshot>,
    /// The steps that were tried, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Tried>,
    /// The step that was refused although the script did not only try it: the run ended there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refused>,
    /// What the players were asked, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Asked>,
    /// The game did not come to rest: state-based actions and triggers went on for ever.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub unsettled: bool,
}

/// A step that was tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// Its name.
    pub name: Arc<str>,
    /// Whether it was legal, and so was done.
    pub legal: bool,
}

/// A refusal that ended the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// Which step of the script, from 0.
    pub step: usize,
    /// Why, for people; never judged.
    pub why: String,
}

/// A question that a player was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Who.
    pub player: PlayerName,
    /// About what.
    pub kind: ChoiceKind,
    /// What could be picked, in canonical order.
    pub options: Vec<Arc<str>>,
    /// What was picked.
    pub picked: Vec<Arc<str>>,
}

/// One observed state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// `start`, `after`, or the name in the script.
    pub name: Arc<str>,
    /// The players in turn order.
    pub players: Vec<PlayerView>,
    /// The objects of the scenario in its order, wherever they are now, then the tokens that were made, in the order in
    /// which they were made: `token.1`, `token.2` …
    pub objects: Vec<ObjectView>,
    /// The stack, the top last.
    pub stack: Vec<StackView>,
}

/// A player as observed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayerView {
    /// Life total.
    pub life: i32,
    /// Poison counters.
    #[serde(default, skip_serializing_if = "is_default")]
    pub poison: u32,
    /// Cards in hand.
    pub hand: u32,
    /// Cards in the library.
    pub library: u32,
    /// Cards in the graveyard.
    pub graveyard: u32,
    /// Mana in the pool, in the order `WUBRGC`.
    pub pool: [u32; 6],
    /// How much of that may be spent on some things only (CR 106.6), in the same order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub restricted: [u32; 6],
    /// Whether the player has lost the game.
    pub lost: bool,
}

/// An object as observed, with its derived values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ObjectView {
    /// Its id in the scenario, or `token.N`.
    pub id: Arc<str>,
    /// Its name now.
    pub name: Arc<str>,
    /// Where it is.
    pub zone: ZoneName,
    /// Whose it is.
    pub owner: PlayerName,
    /// Who controls it; the owner, where nobody does.
    pub controller: PlayerName,
    /// Whether it is a token.
    #[serde(default, skip_serializing_if = "is_default")]
    pub token: bool,
    /// Tapped.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tapped: bool,
    /// Damage marked on it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub damage: u32,
    /// Power now; 0 where it has none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub power: i32,
    /// Toughness now; 0 where it has none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub toughness: i32,
    /// Mana value now.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mana_value: u32,
    /// Counters by name, each name once.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "once")]
    pub counters: BTreeMap<Arc<str>, u32>,
    /// What it is attached to: an id or a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached: Option<Arc<str>>,
}

/// Something on the stack as observed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StackView {
    /// Who controls it.
    pub controller: PlayerName,
    /// The id of the spell's card, or of the object whose ability it is.
    pub source: Arc<str>,
    /// Whether it is a spell, not an ability.
    pub spell: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Counters of which no name is there twice: a reader that takes the last of them would hide what an engine got wrong.
fn once<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<Arc<str>, u32>, D::Error> {
    struct Once;
    impl<'de> serde::de::Visitor<'de> for Once {
        type Value = BTreeMap<Arc<str>, u32>;

        fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            f.write_str("counters by name")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut counters = BTreeMap::new();
            while let Some((name, n)) = map.next_entry::<Arc<str>, u32>()? {
                if counters.contains_key(&name) {
                    return Err(serde::de::Error::custom(format_args!("the counters `{name}` are there twice")));
                }
                counters.insert(name, n);
            }
            Ok(counters)
        }
    }
    deserializer.deserialize_map(Once)
}
