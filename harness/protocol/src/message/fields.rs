//! How messages are read: all fields of all messages in one flat shape, so that the order of fields does not matter and
//! nothing is read twice, which would be what a tag inside an object costs otherwise.

use serde::Deserialize;

use super::{Hello, Limits, Missing, Question, Reply, Request};
use crate::outcome::{Asked, Outcome};
use crate::scenario::Scenario;
use crate::words::{ChoiceKind, Feature};

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
enum Ask {
    Hello,
    Case,
    Bye,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RequestFields {
    ask: Ask,
    from: Option<u32>,
    to: Option<u32>,
    id: Option<u64>,
    scenario: Option<Box<Scenario>>,
}

impl TryFrom<RequestFields> for Request {
    type Error = &'static str;

    fn try_from(fields: RequestFields) -> Result<Request, &'static str> {
        match fields {
            RequestFields { ask: Ask::Hello, from: Some(from), to: Some(to), id: None, scenario: None } => {
                Ok(Request::Hello { from, to })
            }
            RequestFields { ask: Ask::Hello, .. } => Err("hello has the fields `from` and `to`"),
            RequestFields { ask: Ask::Case, from: None, to: None, id: Some(id), scenario: Some(scenario) } => {
                Ok(Request::Case { id, scenario })
            }
            RequestFields { ask: Ask::Case, .. } => Err("a case has the fields `id` and `scenario`"),
            RequestFields { ask: Ask::Bye, from: None, to: None, id: None, scenario: None } => Ok(Request::Bye),
            RequestFields { ask: Ask::Bye, .. } => Err("bye has no other fields"),
        }
    }
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Hello,
    Outcome,
    Unsupported,
    Needs,
    Error,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct ReplyFields {
    reply: Kind,
    id: Option<u64>,
    outcome: Option<Box<Outcome>>,
    what: Option<Missing>,
    name: Option<String>,
    question: Option<Box<Question>>,
    asked: Option<Vec<Asked>>,
    message: Option<String>,
    version: Option<u32>,
    engine: Option<String>,
    build: Option<String>,
    features: Option<Vec<Feature>>,
    choices: Option<Vec<ChoiceKind>>,
    cards: Option<Vec<String>>,
    limits: Option<Limits>,
}

impl TryFrom<ReplyFields> for Reply {
    type Error = &'static str;

    fn try_from(mut fields: ReplyFields) -> Result<Reply, &'static str> {
        let reply = match fields.reply {
            Kind::Hello => match (fields.version.take(), fields.engine.take()) {
                (Some(version), Some(engine)) => Reply::Hello(Box::new(Hello {
                    version,
                    engine,
                    build: fields.build.take().unwrap_or_default(),
                    features: fields.features.take(),
                    choices: fields.choices.take(),
                    cards: fields.cards.take(),
                    limits: fields.limits.take(),
                })),
                _ => return Err("hello has the fields `version` and `engine`"),
            },
            Kind::Outcome => match (fields.id.take(), fields.outcome.take()) {
                (Some(id), Some(outcome)) => Reply::Outcome { id, outcome },
                _ => return Err("an outcome has the fields `id` and `outcome`"),
            },
            Kind::Unsupported => match (fields.id.take(), fields.what.take(), fields.name.take()) {
                (Some(id), Some(what), Some(name)) => Reply::Unsupported { id, what, name },
                _ => return Err("unsupported has the fields `id`, `what` and `name`"),
            },
            Kind::Needs => match (fields.id.take(), fields.question.take()) {
                (Some(id), Some(question)) => {
                    Reply::Needs { id, question, asked: fields.asked.take().unwrap_or_default() }
                }
                _ => return Err("needs has the fields `id` and `question`"),
            },
            Kind::Error => match (fields.id.take(), fields.message.take()) {
                (Some(id), Some(message)) => Reply::Error { id, message },
                _ => return Err("an error has the fields `id` and `message`"),
            },
        };
        if fields.is_spent() { Ok(reply) } else { Err("there is a field that belongs to another kind of reply") }
    }
}

impl ReplyFields {
    /// Whether every field that was there has been used.
    fn is_spent(&self) -> bool {
        let ReplyFields { reply: _, id, outcome, what, name, question, asked, message, version, .. } = self;
        let ReplyFields { engine, build, features, choices, cards, limits, .. } = self;
        id.is_none()
            && outcome.is_none()
            && what.is_none()
            && name.is_none()
            && question.is_none()
            && asked.is_none()
            && message.is_none()
            && version.is_none()
            && engine.is_none()
            && build.is_none()
            && features.is_none()
            && choices.is_none()
            && cards.is_none()
            && limits.is_none()
    }
}
