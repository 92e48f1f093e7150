//! JSON Schemas of what others read and write: reports, certificates, replay files, baselines, and everything on the wire.

use headjudge_protocol::message::{Reply, Request};
use headjudge_protocol::{Outcome, Scenario};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use crate::certificate::Certificate;
use crate::report::Report;
use crate::{baseline, replay};

/// What there is a schema of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The JSON report of a run.
    Report,
    /// A message on the wire, from the harness or from the engine.
    Protocol,
    /// A scenario: what a case is.
    Scenario,
    /// An outcome: what came of it.
    Outcome,
    /// A certificate.
    Certificate,
    /// A line of a replay file.
    Replay,
    /// A baseline, as the JSON that its YAML means.
    Baseline,
}

/// A message in either direction.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is asked for")]
enum Message {
    Request(Request),
    Reply(Reply),
}

impl Subject {
    /// Every subject.
    pub const ALL: [Subject; 7] = [
        Subject::Report,
        Subject::Protocol,
        Subject::Scenario,
        Subject::Outcome,
        Subject::Certificate,
        Subject::Replay,
        Subject::Baseline,
    ];

    /// Its name on the command line, and that of its file in `harness/schemas`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Subject::Report => "report",
            Subject::Protocol => "protocol",
            Subject::Scenario => "scenario",
            Subject::Outcome => "outcome",
            Subject::Certificate => "certificate",
            Subject::Replay => "replay",
            Subject::Baseline => "baseline",
        }
    }

    /// The subject of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Subject> {
        Subject::ALL.into_iter().find(|subject| subject.name() == name)
    }

    /// Its schema, in draft 2020-12, as it is written: with the fields that are always there as required ones.
    #[must_use]
    pub fn schema(self) -> Schema {
        match self {
            Subject::Report => of::<Report>(),
            Subject::Protocol => of::<Message>(),
            Subject::Scenario => of::<Scenario>(),
            Subject::Outcome => of::<Outcome>(),
            Subject::Certificate => of::<Certificate>(),
            Subject::Replay => of::<replay::Line>(),
            Subject::Baseline => of::<baseline::shape::File>(),
        }
    }

    /// The same as text, with a line break at the end.
    ///
    /// # Errors
    /// Never: a schema is data.
    pub fn to_text(self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(&self.schema())? + "\n")
    }
}

fn of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}
