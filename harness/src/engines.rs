//! Engines under test: anything that turns a scenario into an outcome.
//!
//! Owns the two traits that every engine fits and the names that the command line knows. An engine makes sessions, one for
//! each worker; a session plays one scenario after the other, each from a fresh game.

mod claims;
mod fitting;
mod function;
mod local;
mod process;
mod serve;
mod unasked;

use headjudge_engine::{CardTable, Mutant};
use headjudge_protocol::message::Missing;
use headjudge_protocol::{Outcome, Scenario};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use crate::fault::suggestion;
use crate::tape::Source;

pub use claims::{Claim, Claims};
pub(crate) use fitting::{fits, offered};
pub use function::{Function, Said, from_fn};
pub use local::Local;
pub(crate) use process::NO_REPLY;
pub use process::{
    INTERRUPTED, Limits, Process, STARTS, TIMEOUTS, Trace, UNREADABLE, end_on_signals, interrupted, listen_for_signals,
};
pub use serve::serve;
use unasked::unasked;

/// An engine under test.
pub trait Engine: Sync {
    /// The name in reports and on the command line.
    fn name(&self) -> String;

    /// Starts the engine, or a fresh game server of it, for one worker.
    ///
    /// # Errors
    /// If it cannot be started; the cases it would have played are not run.
    fn session(&self) -> Result<Box<dyn Session + '_>, EngineError>;

    /// Whether this is the reference itself, so that its outcome need not be worked out twice.
    fn is_reference(&self) -> bool {
        false
    }

    /// Who it says it is.
    ///
    /// # Errors
    /// If it has to be started for that, and cannot be.
    fn about(&self) -> Result<About, EngineError> {
        Ok(About { name: self.name(), ..About::default() })
    }

    /// What it claims to be able to do, once it has been started; nothing if it claims nothing.
    fn claims(&self) -> Option<Arc<Claims>> {
        None
    }

    /// Why it was given up in the middle of a run, if it was: cases are missing then.
    fn lost(&self) -> Option<EngineError> {
        None
    }
}

/// Who an engine says it is; nobody checks that. What it claims to be able to do is checked: see [`Claims`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct About {
    /// Its name.
    pub name: String,
    /// Its version; empty if it says none.
    pub version: String,
    /// The features that it claims, in the words of the protocol.
    pub features: Vec<String>,
}

/// One running engine.
pub trait Session: Send {
    /// Plays one scenario. `any` answers what the scenario does not pin; without it such a question is
    /// [`Reply::Unasked`].
    fn play(&mut self, scenario: &Scenario, any: Option<&mut dyn Source>) -> Reply;

    /// Plays several scenarios, each from a fresh game, and gives the replies in their order.
    fn play_all(&mut self, jobs: &mut [Job<'_>]) -> Vec<Reply> {
        let one = |job: &mut Job<'_>| {
            let any = job.any.as_mut().map(|source| &mut **source as &mut dyn Source);
            self.play(job.scenario, any)
        };
        jobs.iter_mut().map(one).collect()
    }

    /// Whether it is quicker when it is given many scenarios at once.
    fn takes_many(&self) -> bool {
        false
    }
}

/// A scenario to be played, and where answers come from that it does not pin.
pub struct Job<'j> {
    /// The scenario.
    pub scenario: &'j Scenario,
    /// The source of answers; without it, such a question is [`Reply::Unasked`].
    pub any: Option<&'j mut (dyn Source + 'j)>,
}

impl std::fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job").field("scenario", &self.scenario).field("any", &self.any.is_some()).finish()
    }
}

/// What came of playing one scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reply {
    /// It was played.
    Outcome(Outcome),
    /// The engine lacks something that it needs.
    Unsupported {
        /// What kind of thing.
        what: Missing,
        /// Which.
        name: String,
    },
    /// The engine asked what no pinned answer fits: the question, for people.
    Unasked(String),
    /// The engine failed in its own terms: its words, never judged.
    Error(String),
    /// The engine ended without an answer: the last of what it wrote.
    Crash(String),
    /// The engine took too long.
    Timeout,
    /// What the engine said makes no sense: why.
    Protocol(String),
    /// The engine did two different things with one scenario: which.
    Nondeterministic(String),
    /// The engine does something else with the scenario after others than alone: what.
    StateLeak(String),
    /// The engine was given up before.
    NotRun,
}

/// Why an engine cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// There is no engine of that name.
    #[error("there is no engine `{name}`: expected `reference`, `mutant:NAME` or a command{}", hint(.suggestion))]
    Unknown {
        /// What was asked for.
        name: String,
        /// What was probably meant.
        suggestion: Option<String>,
    },
    /// There is no mutant of that name.
    #[error("there is no mutant `{name}`{}; `headjudge mutants` lists them", hint(.suggestion))]
    UnknownMutant {
        /// What was asked for.
        name: String,
        /// What was probably meant.
        suggestion: Option<String>,
    },
    /// The command cannot be split into words.
    #[error("`{command}`: {why}")]
    Command {
        /// The command line.
        command: String,
        /// What is missing in it.
        why: String,
    },
    /// It could not be started.
    #[error("`{name}` could not be started: {why}")]
    Start {
        /// Which.
        name: String,
        /// Why.
        why: String,
    },
    /// It was started, and given up later.
    #[error("`{name}` is given up: {why}")]
    Lost {
        /// Which.
        name: String,
        /// Why.
        why: String,
    },
}

fn hint(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map_or_else(String::new, |text| format!(" ({text})"))
}

/// The engine with a name of the command line: `reference`, `mutant:NAME` for the reference with one rule wrong, or the
/// command that starts a program.
///
/// # Errors
/// If there is none; the message suggests near names.
pub fn named(name: &str, cards: &Arc<CardTable>) -> Result<Box<dyn Engine>, EngineError> {
    named_within(name, cards, Limits::default())
}

/// The same; a program has to keep within other limits.
///
/// # Errors
/// If there is none.
pub fn named_within(name: &str, cards: &Arc<CardTable>, limits: Limits) -> Result<Box<dyn Engine>, EngineError> {
    named_traced(name, cards, limits, None)
}

/// The same; what goes over the wire to a program is written down.
///
/// # Errors
/// If there is none.
pub fn named_traced(
    name: &str,
    cards: &Arc<CardTable>,
    limits: Limits,
    trace: Option<Arc<Trace>>,
) -> Result<Box<dyn Engine>, EngineError> {
    if name == REFERENCE {
        return Ok(Box::new(Local::reference(cards)));
    }
    if let Some(name) = name.strip_prefix(MUTANT) {
        return Ok(Box::new(Local::mutant(cards, mutant(name)?)));
    }
    if is_command(name) {
        return Ok(Box::new(Process::new(name, limits)?.traced(trace)));
    }
    // A mutant without its prefix, or something like `reference`.
    let all: Vec<String> = Mutant::ALL.iter().map(|m| format!("{MUTANT}{m}")).collect();
    let meant = Mutant::from_name(name).map(|m| format!("did you mean \"{MUTANT}{m}\"?"));
    let near = || suggestion(name, std::iter::once(REFERENCE).chain(all.iter().map(String::as_str)));
    Err(EngineError::Unknown { name: name.to_owned(), suggestion: meant.or_else(near) })
}

/// The mutant of that name.
///
/// # Errors
/// If there is none; the message suggests near names.
pub fn mutant(name: &str) -> Result<Mutant, EngineError> {
    let names = Mutant::ALL.iter().map(|m| m.name());
    let unknown = || EngineError::UnknownMutant { name: name.to_owned(), suggestion: suggestion(name, names) };
    Mutant::from_name(name).ok_or_else(unknown)
}

/// Whether a name is neither that of the reference nor of a mutant, so that a program would have to be started.
#[must_use]
pub fn is_program(name: &str) -> bool {
    name != REFERENCE && !name.starts_with(MUTANT)
}

/// Whether a name can only be meant as a command: it has several words or quotation marks or is a path, or a program is called
/// that.
fn is_command(name: &str) -> bool {
    let on_path = || {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
    };
    let is_shells = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '\\');
    name.contains(|c: char| is_shells(c) || std::path::is_separator(c)) || (!name.is_empty() && on_path())
}

/// The name of the reference engine.
pub const REFERENCE: &str = "reference";

/// What stands in front of a mutant's name.
pub const MUTANT: &str = "mutant:";

#[cfg(test)]
mod tests {
    use super::*;

    fn error(name: &str) -> String {
        let cards = Arc::new(CardTable::new(Vec::new()).expect("no cards"));
        match named(name, &cards) {
            Ok(engine) => panic!("{name} is {}", engine.name()),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn every_mutant_is_an_engine_by_its_name() {
        let cards = Arc::new(CardTable::new(Vec::new()).expect("no cards"));
        for mutant in Mutant::ALL {
            let name = format!("mutant:{mutant}");
            let engine = named(&name, &cards).expect("a mutant");
            assert_eq!(engine.name(), name);
            assert!(!engine.is_reference());
        }
        assert!(named("reference", &cards).expect("the reference").is_reference());
    }

    #[test]
    fn a_near_name_is_suggested() {
        assert!(error("mutant:zero-damage-count").contains("did you mean \"zero-damage-counts\"?"));
        assert!(error("refrence").contains("did you mean \"reference\"?"));
        assert!(error("zero-damage-counts").contains("did you mean \"mutant:zero-damage-counts\"?"));
        assert!(error("forge").contains("expected `reference`, `mutant:NAME` or a command"));
        assert!(error("'forge").contains("the closing quotation mark ' is missing"));
    }
}
