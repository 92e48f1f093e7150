//! An engine that is one function in this process, from a scenario to what it says to that. Nothing of the wire is needed, and
//! everything means the same: questions are answered from the tape and the scenario is played again, a panic is a crash.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use headjudge_protocol::message::{Missing, Question};
use headjudge_protocol::outcome::Asked;
use headjudge_protocol::{Outcome, Scenario};

use super::process::Asking;
use super::{About, Engine, EngineError, Job, Reply, Session};
use crate::tape::Source;

/// What an engine says to a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Said {
    /// It was played.
    Outcome(Outcome),
    /// Something is missing that it needs. That is counted, and never a pass.
    Unsupported {
        /// What kind of thing.
        what: Missing,
        /// Which.
        name: String,
    },
    /// A player has to choose and the scenario does not say what. The scenario is played again with one more answer.
    Needs {
        /// What has to be chosen.
        question: Question,
        /// The questions that came before and were answered, in order.
        asked: Vec<Asked>,
    },
    /// It failed in its own terms: why, for people.
    Error(String),
}

impl Said {
    /// A card is missing.
    #[must_use]
    pub fn no_card(name: impl Into<String>) -> Said {
        Said::Unsupported { what: Missing::Card, name: name.into() }
    }

    /// A kind of step is missing.
    #[must_use]
    pub fn no_action(name: impl Into<String>) -> Said {
        Said::Unsupported { what: Missing::Action, name: name.into() }
    }

    /// Anything else is missing.
    #[must_use]
    pub fn no_feature(name: impl Into<String>) -> Said {
        Said::Unsupported { what: Missing::Feature, name: name.into() }
    }
}

impl From<Outcome> for Said {
    fn from(outcome: Outcome) -> Said {
        Said::Outcome(outcome)
    }
}

/// An engine made of a function. [`from_fn`] makes one.
pub struct Function<F> {
    about: About,
    play: F,
}

impl<F> fmt::Debug for Function<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("about", &self.about).finish_non_exhaustive()
    }
}

/// The engine that plays each scenario with this function, from a fresh game. It is called from several threads.
///
/// ```
/// use headjudge::engines::{Said, from_fn};
///
/// let knows_nothing = from_fn("mine", |scenario| match scenario.board.objects.first() {
///     Some(object) => Said::no_card(&*object.card),
///     None => Said::no_feature("an empty board"),
/// });
/// # let _ = knows_nothing;
/// ```
pub fn from_fn<F>(name: impl Into<String>, play: F) -> Function<F>
where
    F: Fn(&Scenario) -> Said + Sync,
{
    Function { about: About { name: name.into(), ..About::default() }, play }
}

impl<F> Function<F> {
    /// With a version, for certificates.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Function<F> {
        self.about.version = version.into();
        self
    }
}

impl<F: Fn(&Scenario) -> Said + Sync> Engine for Function<F> {
    fn name(&self) -> String {
        self.about.name.clone()
    }

    fn session(&self) -> Result<Box<dyn Session + '_>, EngineError> {
        Ok(Box::new(Playing(&self.play)))
    }

    fn about(&self) -> Result<About, EngineError> {
        Ok(self.about.clone())
    }
}

/// A session: nothing but the function, for no game is kept.
struct Playing<'f, F>(&'f F);

impl<F: Fn(&Scenario) -> Said + Sync> Session for Playing<'_, F> {
    fn play(&mut self, scenario: &Scenario, any: Option<&mut dyn Source>) -> Reply {
        let any = any.map(|source| source as &mut dyn Source);
        let mut job = Job { scenario, any };
        let mut asking = Asking::new(&mut job);
        loop {
            // Each call begins a fresh game, so that whatever a panic left half done is not seen again.
            let said = match catch_unwind(AssertUnwindSafe(|| (self.0)(asking.scenario()))) {
                Ok(said) => said,
                Err(panic) => return Reply::Crash(words(&*panic)),
            };
            return match said {
                Said::Outcome(outcome) => asking.outcome(outcome),
                Said::Needs { question, asked } => match asking.needs(&question, &asked) {
                    None => continue,
                    Some(reply) => reply,
                },
                Said::Unsupported { what, name } => Reply::Unsupported { what, name },
                Said::Error(why) => Reply::Error(why),
            };
        }
    }
}

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("it panicked: {}", text.unwrap_or("without words"))
}
