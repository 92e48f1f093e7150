//! For adapters in Rust: everything between the lines of JSON and an engine.
//!
//! An engine implements [`Engine`] and calls [`stdio`]. [`Players`] answer what they are asked, [`play`] is the course of one
//! case, and [`answer`] is the loop over lines, for engines that play a case as a whole.
//!
//! What is printed to the standard output would be taken for a reply: print to standard error.

mod case;
mod lines;
mod players;

use std::fmt;
use std::io;

use crate::message::{Hello, Missing, Question};
use crate::{Scenario, Snapshot, Step};

pub use case::play;
pub use lines::{answer, serve};
pub use players::Players;

/// What cases are played on.
pub trait Engine {
    /// A game on its way, a new one for each case.
    type Game;

    /// Who the engine is.
    fn hello(&self) -> Hello;

    /// Sets up the final board: the stack is empty and the active player has priority.
    ///
    /// # Errors
    /// If something on it is unsupported, or a player has to choose.
    fn start(&self, scenario: &Scenario, players: &mut Players<'_>) -> Result<Self::Game, Stop>;

    /// Carries out a step of the script. It is neither a `try` nor a `note`.
    ///
    /// # Errors
    /// If it is not legal, cannot be done, or a player has to choose.
    fn step(&self, game: &mut Self::Game, step: &Step, players: &mut Players<'_>) -> Result<(), Stop>;

    /// Observes the game.
    ///
    /// # Errors
    /// If something cannot be read.
    fn snapshot(&self, game: &mut Self::Game, name: &str) -> Result<Snapshot, Stop>;

    /// The game once more, to go back to where a step that was only tried is refused. Without it the case is played again up
    /// to that step. Answers that were used stay used. It has to share nothing with the game that a step may change.
    fn save(&self, _game: &Self::Game) -> Option<Self::Game> {
        None
    }
}

/// Why a case does not go on. Whatever calls a part that can stop hands it on with `?`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The step is not legal here. The text is for people and never judged.
    Refused(String),
    /// The engine lacks something.
    Unsupported {
        /// What kind of thing.
        what: Missing,
        /// Its name.
        name: String,
    },
    /// The game does not come to rest: state-based actions and triggers go on for ever.
    Unsettled,
    /// A player has to choose, and no answer is left. [`Players`] say so.
    Needs(Box<Question>),
    /// The engine failed in its own terms.
    Failed(String),
}

impl Stop {
    /// The step is not legal here.
    #[must_use]
    pub fn refused(why: &str) -> Stop {
        Stop::Refused(why.to_owned())
    }

    /// The engine lacks something.
    #[must_use]
    pub fn unsupported(what: Missing, name: &str) -> Stop {
        Stop::Unsupported { what, name: name.to_owned() }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Refused(why) => write!(f, "the step is refused: {why}"),
            Stop::Unsupported { name, .. } => write!(f, "{name} is not supported"),
            Stop::Unsettled => f.write_str("the game does not come to rest"),
            Stop::Needs(question) => question.fmt(f),
            Stop::Failed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Stop {}

/// Answers the harness on the standard streams until it says goodbye.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn stdio(engine: &impl Engine) -> io::Result<()> {
    serve(engine, io::stdin().lock(), io::stdout().lock())
}
