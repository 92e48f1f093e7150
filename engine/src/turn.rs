//! The turn (CR 500): steps in order, who is active, who has priority, and the combat phase in progress.

use crate::id::{ObjectId, PlayerId};

/// A step or a phase without steps (CR 500.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Step {
    /// CR 502.
    #[cfg_attr(feature = "serde", serde(rename = "untap"))]
    Untap,
    /// CR 503.
    #[cfg_attr(feature = "serde", serde(rename = "upkeep"))]
    Upkeep,
    /// CR 504.
    #[cfg_attr(feature = "serde", serde(rename = "draw"))]
    Draw,
    /// CR 505, before combat.
    #[cfg_attr(feature = "serde", serde(rename = "main"))]
    Main,
    /// CR 507.
    #[cfg_attr(feature = "serde", serde(rename = "beginning of combat"))]
    BeginCombat,
    /// CR 508.
    #[cfg_attr(feature = "serde", serde(rename = "declare attackers"))]
    DeclareAttackers,
    /// CR 509.
    #[cfg_attr(feature = "serde", serde(rename = "declare blockers"))]
    DeclareBlockers,
    /// The extra combat damage step of CR 510.4.
    #[cfg_attr(feature = "serde", serde(rename = "first combat damage"))]
    FirstStrikeDamage,
    /// CR 510.
    #[cfg_attr(feature = "serde", serde(rename = "combat damage"))]
    CombatDamage,
    /// CR 511.
    #[cfg_attr(feature = "serde", serde(rename = "end of combat"))]
    EndCombat,
    /// CR 505, after combat.
    #[cfg_attr(feature = "serde", serde(rename = "second main"))]
    SecondMain,
    /// CR 513.
    #[cfg_attr(feature = "serde", serde(rename = "end step"))]
    End,
    /// CR 514.
    #[cfg_attr(feature = "serde", serde(rename = "cleanup"))]
    Cleanup,
}

impl Step {
    /// Every step in turn order.
    pub const ALL: [Step; 13] = [
        Step::Untap,
        Step::Upkeep,
        Step::Draw,
        Step::Main,
        Step::BeginCombat,
        Step::DeclareAttackers,
        Step::DeclareBlockers,
        Step::FirstStrikeDamage,
        Step::CombatDamage,
        Step::EndCombat,
        Step::SecondMain,
        Step::End,
        Step::Cleanup,
    ];

    /// The name in scenarios.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Step::Untap => "untap",
            Step::Upkeep => "upkeep",
            Step::Draw => "draw",
            Step::Main => "main",
            Step::BeginCombat => "beginning of combat",
            Step::DeclareAttackers => "declare attackers",
            Step::DeclareBlockers => "declare blockers",
            Step::FirstStrikeDamage => "first combat damage",
            Step::CombatDamage => "combat damage",
            Step::EndCombat => "end of combat",
            Step::SecondMain => "second main",
            Step::End => "end step",
            Step::Cleanup => "cleanup",
        }
    }

    /// The step with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Step> {
        Step::ALL.into_iter().find(|step| step.name() == name)
    }

    /// Whether it is one of the main phases (CR 505).
    #[must_use]
    pub fn is_main(self) -> bool {
        matches!(self, Step::Main | Step::SecondMain)
    }
}

/// Whom or what a creature attacks (CR 508.1b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Defender {
    /// A player.
    Player(PlayerId),
    /// A planeswalker.
    Planeswalker(ObjectId),
    /// Nothing any more: the planeswalker that it attacked has been removed from combat (CR 506.4c).
    Nothing,
}

/// One attacking creature.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Attacker {
    /// The creature.
    pub object: ObjectId,
    /// What it attacks.
    pub defender: Defender,
    /// The defending player (CR 508.5): whom it attacks, or who controls the planeswalker that it attacks or attacked.
    pub player: PlayerId,
    /// Whether it became blocked (CR 509.1h); it stays so if the blocker goes.
    pub blocked: bool,
    /// The blocking creatures, in damage assignment order (CR 509.2).
    pub blockers: Vec<ObjectId>,
}

/// The combat phase in progress (CR 506).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Combat {
    /// The attacking creatures in declaration order.
    pub attackers: Vec<Attacker>,
    /// Whether any creature has attacked in this phase, also if none of them is left (CR 508.8).
    pub attacked: bool,
    /// The blocking creatures whose attacker has been removed from combat (CR 509.1g).
    pub unopposed: Vec<ObjectId>,
    /// Creatures that dealt damage in the first of two damage steps, or could have (CR 510.4).
    pub first_strikers: Vec<ObjectId>,
}

impl Combat {
    /// The blocking creatures (CR 509.1g).
    pub fn blockers(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.attackers.iter().flat_map(|a| &a.blockers).chain(&self.unopposed).copied()
    }

    /// The attacking and the blocking creatures.
    pub fn creatures(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.attackers.iter().map(|a| a.object).chain(self.blockers())
    }

    /// The planeswalkers that are attacked.
    pub fn attacked_planeswalkers(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.attackers.iter().filter_map(|a| match a.defender {
            Defender::Planeswalker(id) => Some(id),
            Defender::Player(_) | Defender::Nothing => None,
        })
    }
}

/// Where the game is in its turns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Counted from 1.
    pub number: u32,
    /// Whose turn it is (CR 102.1).
    pub active: PlayerId,
    /// The step or phase.
    pub step: Step,
    /// Who has priority (CR 117.1); nobody while a step has none.
    pub priority: Option<PlayerId>,
    /// How many players have passed in succession (CR 117.4).
    pub passed: u8,
    /// Lands the active player has played this turn (CR 305.2).
    pub lands_played: u8,
}
