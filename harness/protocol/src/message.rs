//! Messages on the wire: one JSON value a line, the harness asks and the engine answers in order.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::outcome::Outcome;
use crate::scenario::Scenario;
use crate::words::{ChoiceKind, PlayerName};

/// From the harness to the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// The first message: which versions the harness speaks.
    Hello {
        /// The lowest version.
        from: u32,
        /// The highest version.
        to: u32,
    },
    /// A scenario to be played from a fresh game.
    Case {
        /// The name of the case; the reply repeats it.
        id: u64,
        /// The scenario.
        scenario: Box<Scenario>,
    },
    /// The last message; the engine ends.
    Bye,
}

/// From the engine to the harness.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reply", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reply {
    /// The answer to `hello`.
    Hello {
        /// The version to speak, within the range.
        version: u32,
        /// The engine's name.
        engine: String,
        /// The engine's own version.
        #[serde(default)]
        build: String,
    },
    /// The scenario was played.
    Outcome {
        /// The case.
        id: u64,
        /// What came of it.
        outcome: Box<Outcome>,
    },
    /// The engine lacks something that the scenario needs.
    Unsupported {
        /// The case.
        id: u64,
        /// What kind of thing is missing.
        what: Missing,
        /// Its name.
        name: String,
    },
    /// A player has to choose and the scenario does not say what. The harness adds an answer and sends the case again.
    Needs {
        /// The case.
        id: u64,
        /// Who chooses.
        player: PlayerName,
        /// About what.
        kind: ChoiceKind,
        /// What can be picked, in canonical order.
        options: Vec<Arc<str>>,
        /// How many are picked at least.
        min: u32,
        /// How many at most.
        max: u32,
    },
    /// The engine failed in its own terms.
    Error {
        /// The case.
        id: u64,
        /// For people; never judged.
        message: String,
    },
}

/// What an engine can lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Missing {
    /// A card.
    Card,
    /// A kind of step.
    Action,
    /// A kind of choice that cannot be passed on.
    Choice,
    /// Anything else, such as a field of the setup.
    Feature,
}
