//! The reference, or a mutant of it, as an engine at the other end of the wire.
//!
//! So the whole path to a foreign engine is tested with engines whose verdicts are known, and whoever writes an adapter
//! has one to compare with.

use std::io::{self, Read, Write};
use std::sync::Arc;

use headjudge_engine::{CardTable, Mutant, Rules};
use headjudge_protocol::message::{Hello, Reply};
use headjudge_protocol::{ChoiceKind, Scenario, VERSION, adapter};

use super::{Reply as Played, local};
use crate::reference::{Fault, PlayOptions, play};

/// Answers requests until the input ends or says `bye`. Whatever is no request is answered by an `error`; replies are
/// written out whenever no further request is waiting.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn serve(cards: &Arc<CardTable>, mutant: Option<Mutant>, input: impl Read, output: impl Write) -> io::Result<()> {
    adapter::answer(&hello(mutant), |id, scenario| case(cards, mutant, id, scenario), input, output)
}

fn hello(mutant: Option<Mutant>) -> Hello {
    Hello {
        version: VERSION,
        engine: mutant.map_or_else(|| "headjudge".to_owned(), |mutant| format!("headjudge, {mutant}")),
        build: env!("CARGO_PKG_VERSION").to_owned(),
        features: None,
        choices: Some(ChoiceKind::ALL.to_vec()),
        cards: None,
        limits: None,
    }
}

fn case(cards: &Arc<CardTable>, mutant: Option<Mutant>, id: u64, scenario: &Scenario) -> Reply {
    let options = PlayOptions { lenient: true, ..PlayOptions::default() };
    match play(cards, Rules { mutant }, scenario, options).result {
        Ok(outcome) => Reply::Outcome { id, outcome: Box::new(outcome) },
        Err(Fault::Unanswered(open)) => Reply::Needs { id, question: Box::new(open.question), asked: open.asked },
        Err(fault) => match local::reply(scenario, fault) {
            Played::Outcome(outcome) => Reply::Outcome { id, outcome: Box::new(outcome) },
            Played::Unsupported { what, name } => Reply::Unsupported { id, what, name },
            Played::Error(message) => Reply::Error { id, message },
            other => Reply::Error { id, message: format!("{other:?}") },
        },
    }
}
