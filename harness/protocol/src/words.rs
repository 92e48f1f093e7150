//! The closed sets of words that scenarios and outcomes use.

use core::fmt;

use serde::{Deserialize, Serialize};

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name { $($(#[$doc])* #[serde(rename = $word)] $variant,)* }

        impl $name {
            /// Every word, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The word as it is written.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }

            /// The value that a word means.
            #[must_use]
            pub fn from_word(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|value| value.word() == word)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

words! {
    /// A player, by place in the turn order.
    PlayerName {
        /// The first.
        P1 = "p1",
        /// The second.
        P2 = "p2",
        /// The third.
        P3 = "p3",
        /// The fourth.
        P4 = "p4",
    }
}

impl PlayerName {
    /// The place in the turn order, from 0.
    #[must_use]
    pub fn seat(self) -> usize {
        self as usize
    }

    /// The player at a place in the turn order.
    #[must_use]
    pub fn at(seat: usize) -> Option<PlayerName> {
        PlayerName::ALL.get(seat).copied()
    }
}

words! {
    /// Where an object is (CR 400.1), or that it is nowhere any more.
    ZoneName {
        /// CR 401.
        Library = "library",
        /// CR 402.
        Hand = "hand",
        /// CR 403.
        Battlefield = "battlefield",
        /// CR 404.
        Graveyard = "graveyard",
        /// CR 405.
        Stack = "stack",
        /// CR 406.
        Exile = "exile",
        /// CR 408.
        Command = "command",
        /// It has ceased to exist or left the game (CR 111.7, 800.4a).
        Nowhere = "nowhere",
    }
}

words! {
    /// A step, or a phase without steps (CR 500.1).
    PhaseStep {
        /// CR 502.
        Untap = "untap",
        /// CR 503.
        Upkeep = "upkeep",
        /// CR 504.
        Draw = "draw",
        /// CR 505, before combat.
        Main = "main",
        /// CR 507.
        BeginCombat = "beginning of combat",
        /// CR 508.
        DeclareAttackers = "declare attackers",
        /// CR 509.
        DeclareBlockers = "declare blockers",
        /// The first of two combat damage steps (CR 510.4).
        FirstCombatDamage = "first combat damage",
        /// CR 510.
        CombatDamage = "combat damage",
        /// CR 511.
        EndCombat = "end of combat",
        /// CR 505, after combat.
        SecondMain = "second main",
        /// CR 513.
        End = "end step",
        /// CR 514.
        Cleanup = "cleanup",
    }
}

words! {
    /// What a choice is about.
    ChoiceKind {
        /// Which replacement or prevention effect is applied first (CR 616.1): the object it comes from.
        Replacement = "replacement",
        /// In which order own triggers go on the stack (CR 603.3b): their sources, first the one that goes first.
        TriggerOrder = "trigger order",
        /// A target of a triggered ability (CR 603.3d).
        Target = "target",
        /// Which type of mana (CR 106.3): a letter.
        Mana = "mana",
        /// Which mana is spent (CR 601.2h): letters.
        Payment = "payment",
        /// How much of that is mana that may be spent on some things only (CR 106.6): a number for each restriction and type.
        Restricted = "restricted mana",
        /// What is sacrificed.
        Sacrifice = "sacrifice",
        /// What is discarded.
        Discard = "discard",
        /// What is tapped for a cost in words.
        TapForCost = "tap for cost",
        /// What is copied (CR 707.9), or `decline`.
        Copy = "copy",
        /// Which legendary permanent stays (CR 704.5j).
        LegendRule = "legend rule",
        /// The order of blockers for damage (CR 509.2).
        BlockerOrder = "blocker order",
        /// How much damage the creature is assigned (CR 510.1c).
        DamageAssignment = "damage assignment",
        /// Which creatures attack (CR 508.1a); normally said by an `attack` step.
        Attackers = "attackers",
        /// Which creatures block (CR 509.1a); normally said by a `block` step.
        Blockers = "blockers",
        /// Which colour is chosen as something enters (CR 614.1c): a letter.
        Color = "color",
        /// Whether what an effect allows is done (CR 608.2d): `accept` or `decline`.
        May = "may",
        /// Which card is drawn from a library whose order is unknown.
        DrawnCard = "drawn card",
        /// Which card an effect lets a player choose, or `decline`; or which permanent an Aura that was not cast will enchant
        /// (CR 303.4f).
        Card = "card",
        /// Which creature type (CR 205.3e): its name.
        CreatureType = "creature type",
        /// Which source of damage an effect speaks of (CR 609.7a): its id.
        Source = "source",
        /// How much of the damage from a source a shield prevents (CR 615.7), where several sources deal some at once and
        /// it cannot prevent all of it: a number, asked about each source in turn as far as that is open.
        Prevented = "prevented",
    }
}

words! {
    /// What an engine can do beyond knowing cards and passing choices on: the names that it can claim in `hello`, and those of
    /// what it does not support. The list is closed.
    Feature {
        /// More than two players.
        Players = "players",
        /// It is another player's turn than that of the first.
        Active = "active",
        /// The board is that of another step than the main phase before combat.
        AnyStep = "step",
        /// Mana that is in a pool at the start.
        Pool = "pool",
        /// Poison counters on players at the start.
        Poison = "poison",
        /// Cards in libraries at the start.
        Library = "library",
        /// Cards in graveyards at the start.
        Graveyard = "graveyard",
        /// Cards in exile at the start.
        Exile = "exile",
        /// Cards in the command zone at the start.
        Command = "command",
        /// Permanents that somebody else than their owner controls at the start.
        Controller = "controller",
        /// Permanents that are tapped at the start.
        Tapped = "tapped",
        /// Permanents that are under their controller's control only since the turn began.
        Fresh = "fresh",
        /// Counters on permanents at the start.
        Counters = "counters",
        /// Damage on permanents at the start.
        Damage = "damage",
        /// Permanents that are attached at the start.
        Attached = "attached",
        /// Permanents that are copies at the start.
        CopyOf = "copy_of",
        /// The step `cast`.
        Cast = "cast",
        /// The step `activate`.
        Activate = "activate",
        /// The step `play-land`.
        PlayLand = "play-land",
        /// The step `attack`.
        Attack = "attack",
        /// The step `block`.
        Block = "block",
        /// The step `pass`.
        Pass = "pass",
        /// The step `resolve`.
        Resolve = "resolve",
        /// The step `resolve-all`.
        ResolveAll = "resolve-all",
        /// The step `to`.
        To = "to",
        /// The step `try`, which undoes what turns out not to be legal.
        Try = "try",
        /// The step `note`.
        Note = "note",
        /// A value of X in a cost.
        X = "x",
        /// Spells that are kicked.
        Kicked = "kicked",
        /// Spells that are cast without paying their mana costs.
        Free = "free",
        /// Targets of spells and abilities that a script names.
        Targets = "targets",
        /// Mana abilities that are activated while a cost is paid.
        Pay = "pay",
    }
}
