//! Verdicts: three closed enums, for a case, a ruling and an engine, in order of severity, and counts that add up.
//!
//! Nothing here knows how a verdict is reached. A crash, a time limit or a missing feature is never a pass.

mod counts;

use std::fmt;

use headjudge_protocol::message::Missing;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

pub use counts::{Counts, CountsError};

/// How a case went wrong that the engine did play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(deny_unknown_fields)]
pub enum FailKind {
    /// An expectation does not hold, or has no value for what the engine reported.
    Expectation {
        /// Which of the ruling's expectations, from 0.
        index: usize,
    },
    /// A step that the script does not merely try was refused.
    Refused,
    /// The game never came to rest.
    Unsettled,
    /// A question came for which the ruling pins no answer, or whose options lack the pinned one.
    Unasked,
}

impl fmt::Display for FailKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FailKind::Expectation { index } => write!(f, "expectation {}", index + 1),
            FailKind::Refused => f.write_str("refused"),
            FailKind::Unsettled => f.write_str("unsettled"),
            FailKind::Unasked => f.write_str("unasked"),
        }
    }
}

/// The verdict on one case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(deny_unknown_fields)]
pub enum Case {
    /// Everything that the ruling expects holds.
    Pass,
    /// The engine lacks something that the scenario needs.
    Unsupported {
        /// What kind of thing.
        what: Missing,
        /// Which.
        name: String,
    },
    /// The case never reached the engine.
    NotRun,
    /// The engine failed in its own terms.
    Error,
    /// The engine took too long.
    Timeout,
    /// The engine ended without an answer.
    Crash,
    /// The engine said what makes no sense here.
    Protocol,
    /// The engine breaks the ruling.
    Fail(FailKind),
    /// The engine gave two outcomes for one scenario.
    Nondeterministic,
    /// An earlier case changed the outcome of this one.
    StateLeak,
}

impl Case {
    /// The kind of verdict, without its details.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Case::Pass => Kind::Pass,
            Case::Unsupported { .. } => Kind::Unsupported,
            Case::NotRun => Kind::NotRun,
            Case::Error => Kind::Error,
            Case::Timeout => Kind::Timeout,
            Case::Crash => Kind::Crash,
            Case::Protocol => Kind::Protocol,
            Case::Fail(_) => Kind::Fail,
            Case::Nondeterministic => Kind::Nondeterministic,
            Case::StateLeak => Kind::StateLeak,
        }
    }

    /// Whether this is how a mutant is killed: by an expectation that does not hold, or a game that never rests.
    ///
    /// Refusals, missing answers, crashes and differences from the reference do not count.
    #[must_use]
    pub fn kills(&self) -> bool {
        matches!(self, Case::Fail(FailKind::Expectation { .. } | FailKind::Unsettled))
    }

    /// What distinguishes one failure of a ruling from another: `expectation 2`, `refused`, `crash`,
    /// `unsupported card Nine Lives`.
    #[must_use]
    pub fn check(&self) -> String {
        match self {
            Case::Fail(kind) => kind.to_string(),
            Case::Unsupported { what, name } => format!("unsupported {} {name}", missing(*what)),
            other => other.kind().word().replace('_', " "),
        }
    }
}

fn missing(what: Missing) -> &'static str {
    match what {
        Missing::Card => "card",
        Missing::Action => "action",
        Missing::Choice => "choice",
        Missing::Feature => "feature",
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $word:literal,)*) => {
        /// The kinds of verdicts on a case, from the least to the most severe.
        ///
        /// What casts doubt on every other verdict is more severe than a broken ruling, and that more than what kept
        /// the engine from answering.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Kind { $($(#[$doc])* $variant,)* }

        impl Kind {
            /// Every kind, in order of severity.
            pub const ALL: &'static [Kind] = &[$(Kind::$variant),*];

            /// The word in reports.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self { $(Kind::$variant => $word),* }
            }
        }
    };
}

kinds! {
    /// See [`Case::Pass`].
    Pass = "pass",
    /// See [`Case::Unsupported`].
    Unsupported = "unsupported",
    /// See [`Case::NotRun`].
    NotRun = "not_run",
    /// See [`Case::Error`].
    Error = "error",
    /// See [`Case::Timeout`].
    Timeout = "timeout",
    /// See [`Case::Crash`].
    Crash = "crash",
    /// See [`Case::Protocol`].
    Protocol = "protocol",
    /// See [`Case::Fail`].
    Fail = "fail",
    /// See [`Case::Nondeterministic`].
    Nondeterministic = "nondeterministic",
    /// See [`Case::StateLeak`].
    StateLeak = "state_leak",
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The verdict on a ruling. Written as its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum RulingVerdict {
    /// Its worst case; pass only if every case passed.
    Worst(Kind),
    /// Every case passed, but the cases do not show what the ruling claims to show.
    Vacuous,
    /// The ruling itself is at fault, so that it says nothing about the engine.
    Faulty,
}

impl RulingVerdict {
    fn all() -> impl Iterator<Item = RulingVerdict> {
        let kinds = Kind::ALL.iter().copied().map(RulingVerdict::Worst);
        kinds.chain([RulingVerdict::Vacuous, RulingVerdict::Faulty])
    }

    /// The word in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            RulingVerdict::Worst(kind) => kind.word(),
            RulingVerdict::Vacuous => "vacuous",
            RulingVerdict::Faulty => "faulty",
        }
    }

    /// Whether the engine obeys the ruling.
    #[must_use]
    pub fn passed(self) -> bool {
        self == RulingVerdict::Worst(Kind::Pass)
    }

    /// Whether the engine was seen to do something other than what the ruling says.
    #[must_use]
    pub fn went_wrong(self) -> bool {
        matches!(self, RulingVerdict::Worst(kind) if kind > Kind::NotRun)
    }

    /// The verdict of a ruling with these counts.
    #[must_use]
    pub fn of(counts: &Counts, vacuous: bool, faulty: bool) -> RulingVerdict {
        if faulty {
            return RulingVerdict::Faulty;
        }
        match counts.worst() {
            // Without any case nothing was shown, either.
            None => RulingVerdict::Worst(Kind::NotRun),
            Some(Kind::Pass) if vacuous => RulingVerdict::Vacuous,
            Some(kind) => RulingVerdict::Worst(kind),
        }
    }
}

impl JsonSchema for RulingVerdict {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RulingVerdict".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words: Vec<&str> = RulingVerdict::all().map(RulingVerdict::word).collect();
        json_schema!({"description": "The verdict on a ruling.", "type": "string", "enum": words})
    }
}

impl From<RulingVerdict> for String {
    fn from(verdict: RulingVerdict) -> String {
        verdict.word().to_owned()
    }
}

/// A word that is no verdict.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no verdict on a ruling")]
pub struct UnknownVerdict(String);

impl TryFrom<String> for RulingVerdict {
    type Error = UnknownVerdict;

    fn try_from(word: String) -> Result<RulingVerdict, UnknownVerdict> {
        RulingVerdict::all().find(|verdict| verdict.word() == word).ok_or(UnknownVerdict(word))
    }
}

impl fmt::Display for RulingVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The verdict on an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EngineVerdict {
    /// Every ruling that was run passed.
    Conforms,
    /// The worst of the rulings that did not.
    Fails(RulingVerdict),
}

impl EngineVerdict {
    /// The verdict over the rulings that count.
    pub fn of(rulings: impl IntoIterator<Item = RulingVerdict>) -> EngineVerdict {
        match rulings.into_iter().filter(|verdict| !verdict.passed()).max() {
            Some(worst) => EngineVerdict::Fails(worst),
            None => EngineVerdict::Conforms,
        }
    }
}
