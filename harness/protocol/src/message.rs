//! Messages on the wire: one JSON value a line, the harness asks and the engine answers in order.
//!
//! Every number fits into 53 bits, so that no language needs more than a double for it; a later version that needs larger
//! ones writes them as strings.

mod fields;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::outcome::{Asked, Outcome};
use crate::scenario::Scenario;
use crate::words::{ChoiceKind, Feature, PlayerName};

/// From the harness to the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "ask", rename_all = "kebab-case", try_from = "fields::RequestFields")]
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
        /// The number of the case; the reply repeats it.
        id: u64,
        /// The scenario.
        scenario: Box<Scenario>,
    },
    /// The last message; the engine ends.
    Bye,
}

/// From the engine to the harness.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "reply", rename_all = "kebab-case", try_from = "fields::ReplyFields")]
pub enum Reply {
    /// The answer to `hello`.
    Hello(Box<Hello>),
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
        /// Its name: that of a card, a kind of choice, a step or a feature, or other words.
        name: String,
    },
    /// A player has to choose and the scenario does not say what. The harness adds an answer and sends the case again.
    Needs {
        /// The case.
        id: u64,
        /// What has to be chosen.
        question: Box<Question>,
        /// The questions that came before and were answered, in order, as in [`Outcome::asked`].
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        asked: Vec<Asked>,
    },
    /// The engine failed in its own terms.
    Error {
        /// The case; 0 if the request was such that it cannot be told.
        id: u64,
        /// For people; never judged.
        message: String,
    },
}

impl Reply {
    /// The case that it is about.
    #[must_use]
    pub fn id(&self) -> Option<u64> {
        match self {
            Reply::Hello(_) => None,
            Reply::Outcome { id, .. }
            | Reply::Unsupported { id, .. }
            | Reply::Needs { id, .. }
            | Reply::Error { id, .. } => Some(*id),
        }
    }
}

/// Who the engine is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The version to speak, within the range.
    pub version: u32,
    /// The engine's name.
    pub engine: String,
    /// The engine's own version.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub build: String,
    /// What it claims to be able to do beyond the least; nothing if it does not say. What is claimed is checked: whoever claims
    /// something and then answers `unsupported` for that has claimed too much.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub features: Option<Vec<Feature>>,
    /// The kinds of choices that it claims can be passed on to it; it finds out case by case if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<ChoiceKind>>,
    /// The cards that it claims to know; it finds out case by case if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<String>>,
    /// What it can bear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
}

/// What an engine can bear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// How many cases may be sent before their replies are read, at least 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<u32>,
}

/// A choice that a player has to make.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Who chooses.
    pub player: PlayerName,
    /// About what.
    pub kind: ChoiceKind,
    /// What can be picked, in canonical order; equal ones are numbered: `x`, `x#2`, `x#3`.
    pub options: Vec<Arc<str>>,
    /// How many are picked at least.
    pub min: u32,
    /// How many at most. Where it is the number of options, as `min` is, they are to be put into an order.
    pub max: u32,
    /// The rule that asks, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
    /// What the scenario's own answer picks, if that is the trouble: it is not among the options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pick: Option<Arc<str>>,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Question { player, kind, rule, .. } = self;
        let options = self.options.join(", ");
        match &self.pick {
            Some(pick) => write!(f, "the answer of {player} about {kind} picks `{pick}`, which is not offered")?,
            None => write!(f, "no answer is pinned for the question of {player} about {kind}")?,
        }
        if !rule.is_empty() {
            write!(f, " (CR {rule})")?;
        }
        write!(f, "; the options are {options}")
    }
}

/// Options of which equal ones are numbered: the second `x` is `x#2`. Options that all differ stay as they are.
#[must_use]
pub fn numbered(options: &[Arc<str>]) -> Vec<Arc<str>> {
    let numbered = options.iter().enumerate().map(|(at, option)| {
        match options.iter().take(at).filter(|earlier| *earlier == option).count() {
            0 => Arc::clone(option),
            earlier => format!("{option}#{}", earlier + 1).into(),
        }
    });
    numbered.collect()
}

/// What an engine can lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
