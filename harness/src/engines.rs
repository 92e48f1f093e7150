//! Engines under test: anything that turns a scenario into an outcome.
//!
//! Owns the two traits that every engine fits and the names that the command line knows. An engine makes sessions, one for
//! each worker; a session plays one scenario after the other, each from a fresh game.

mod local;

use headjudge_engine::{CardTable, Mutant};
use headjudge_protocol::message::Missing;
use headjudge_protocol::{Outcome, Scenario};
use std::sync::Arc;

use crate::fault::suggestion;
use crate::tape::Source;

pub use local::Local;

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
}

/// One running engine.
pub trait Session: Send {
    /// Plays one scenario. `any` answers what the scenario does not pin; without it such a question is
    /// [`Reply::Unasked`].
    fn play(&mut self, scenario: &Scenario, any: Option<&mut dyn Source>) -> Reply;
}

/// What came of playing one scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
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
}

/// Why an engine cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// There is no engine of that name.
    #[error("there is no engine `{name}`: expected `reference` or `mutant:NAME`{}", hint(.suggestion))]
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
    /// It could not be started.
    #[error("`{name}` could not be started: {why}")]
    Start {
        /// Which.
        name: String,
        /// Why.
        why: String,
    },
}

fn hint(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map_or_else(String::new, |text| format!(" ({text})"))
}

/// The engine with a name of the command line: `reference`, or `mutant:NAME` for the reference with one rule wrong.
///
/// # Errors
/// If there is none; the message suggests near names.
pub fn named(name: &str, cards: &Arc<CardTable>) -> Result<Box<dyn Engine>, EngineError> {
    if name == REFERENCE {
        return Ok(Box::new(Local::reference(cards)));
    }
    if let Some(mutant) = name.strip_prefix(MUTANT) {
        let names = Mutant::ALL.iter().map(|m| m.name());
        let unknown = || EngineError::UnknownMutant { name: mutant.to_owned(), suggestion: suggestion(mutant, names) };
        let mutant = Mutant::from_name(mutant).ok_or_else(unknown)?;
        return Ok(Box::new(Local::mutant(cards, mutant)));
    }
    // A mutant without its prefix, or something like `reference`.
    let all: Vec<String> = Mutant::ALL.iter().map(|m| format!("{MUTANT}{m}")).collect();
    let meant = Mutant::from_name(name).map(|m| format!("did you mean \"{MUTANT}{m}\"?"));
    let near = || suggestion(name, std::iter::once(REFERENCE).chain(all.iter().map(String::as_str)));
    Err(EngineError::Unknown { name: name.to_owned(), suggestion: meant.or_else(near) })
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
        assert!(error("forge").contains("expected `reference` or `mutant:NAME`"));
    }
}
