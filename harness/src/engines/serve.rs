//! The reference, or a mutant of it, as an engine at the other end of the wire.
//!
//! So the whole path to a foreign engine is tested with engines whose verdicts are known, and whoever writes an adapter
//! has one to compare with.

use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;

use headjudge_engine::{CardTable, Mutant, Rules};
use headjudge_protocol::lines::{self, Line};
use headjudge_protocol::message::{Hello, Reply, Request};
use headjudge_protocol::{ChoiceKind, Scenario, VERSION};

use super::{Reply as Played, local};
use crate::reference::{Fault, PlayOptions, play};

/// Answers requests until the input ends or says `bye`. Whatever is no request is answered by an `error`; replies are
/// written out whenever no further request is waiting.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn serve(cards: &Arc<CardTable>, mutant: Option<Mutant>, input: impl Read, output: impl Write) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = io::BufWriter::with_capacity(1 << 16, output);
    let mut line = Vec::new();
    loop {
        let reply = match lines::read_line(&mut input, &mut line)? {
            Line::End => break,
            // Where the next line would start is not known.
            Line::Half => Some((error(0, "the input ends in the middle of a line"), true)),
            Line::TooLong => Some((error(0, &format!("a line is longer than {} bytes", lines::LONGEST)), true)),
            Line::Whole => answer(cards, mutant, &line).map(|reply| (reply, false)),
        };
        let Some((reply, last)) = reply else { break };
        serde_json::to_writer(&mut output, &reply)?;
        output.write_all(b"\n")?;
        if last {
            break;
        }
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
    output.flush()
}

/// The reply to one line; nothing if it is the last.
fn answer(cards: &Arc<CardTable>, mutant: Option<Mutant>, line: &[u8]) -> Option<Reply> {
    Some(match serde_json::from_slice::<Request>(line) {
        Ok(Request::Bye) => return None,
        Ok(Request::Hello { from, to }) if (from..=to).contains(&VERSION) => Reply::Hello(Box::new(hello(mutant))),
        Ok(Request::Hello { .. }) => error(0, &format!("only version {VERSION} is spoken here")),
        Ok(Request::Case { id, scenario }) => case(cards, mutant, id, &scenario),
        Err(why) => error(id_of(line), &format!("this is no request: {why}")),
    })
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
        Err(fault) => match local::reply(fault) {
            Played::Outcome(outcome) => Reply::Outcome { id, outcome: Box::new(outcome) },
            Played::Unsupported { what, name } => Reply::Unsupported { id, what, name },
            Played::Error(message) => Reply::Error { id, message },
            other => Reply::Error { id, message: format!("{other:?}") },
        },
    }
}

fn error(id: u64, message: &str) -> Reply {
    Reply::Error { id, message: message.to_owned() }
}

/// The number of the case in a line that is no request, if it can be told.
fn id_of(line: &[u8]) -> u64 {
    let value: Option<serde_json::Value> = serde_json::from_slice(line).ok();
    value.and_then(|value| value.get("id")?.as_u64()).unwrap_or(0)
}
