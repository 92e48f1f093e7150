//! How a case ends in the middle of the engine: the stack is unwound up to `table::play`.

use std::panic;

use headjudge_protocol::message::{Missing, Question};

/// Why a case ends.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The script is carried out, or a step was refused: the outcome is written down.
    Done,
    /// The step of this number was only tried and is not legal: the case is played anew without it. With the answers that
    /// were used for it.
    Again(usize, Vec<usize>),
    /// A choice without an answer.
    Needs(Box<Question>),
    /// The engine, or this adapter, lacks something.
    Unsupported(Missing, String),
    /// The game does not come to rest.
    Unsettled,
}

/// Ends the case. No panic hook runs: nothing has gone wrong.
pub(crate) fn stop(why: Stop) -> ! {
    panic::resume_unwind(Box::new(why))
}

/// Ends the case for want of something.
pub(crate) fn unsupported(what: Missing, name: impl Into<String>) -> ! {
    stop(Stop::Unsupported(what, name.into()))
}
