//! The loop over lines: a request each, replies in the same order, written when nothing more is there to be read.

use std::io::{self, BufReader, Read, Write};
use std::time::{Duration, Instant};

use super::{Engine, play};
use crate::lines::{LONGEST, Line, read_line};
use crate::message::{Hello, Reply, Request};
use crate::{Scenario, VERSION};

/// So long a reply may wait for others before it is written: the time limit of the next case has begun.
const PATIENCE: Duration = Duration::from_millis(50);

/// Answers requests until the input ends or says `bye`, each case on a new game.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn serve(engine: &impl Engine, input: impl Read, output: impl Write) -> io::Result<()> {
    answer(&engine.hello(), |id, scenario| play(engine, id, scenario), input, output)
}

/// The same for an engine that plays cases as a whole. Whatever is no request is answered by an `error`.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn answer(
    hello: &Hello,
    mut case: impl FnMut(u64, &Scenario) -> Reply,
    input: impl Read,
    output: impl Write,
) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = io::BufWriter::with_capacity(1 << 16, output);
    let (mut line, mut said, mut since) = (Vec::new(), Vec::new(), Instant::now());
    loop {
        let (reply, last) = match read_line(&mut input, &mut line)? {
            Line::End => break,
            // Where the next line would start is not known.
            Line::Half => (error(0, "the input ends in the middle of a line"), true),
            Line::TooLong => (error(0, &format!("a line is longer than {LONGEST} bytes")), true),
            Line::Whole => match reply(hello, &mut case, &line) {
                Some(reply) => (reply, false),
                None => break,
            },
        };
        write(&reply, &mut said)?;
        output.write_all(&said)?;
        if last {
            break;
        }
        if !input.buffer().contains(&b'\n') || since.elapsed() > PATIENCE {
            output.flush()?;
            since = Instant::now();
        }
    }
    output.flush()
}

/// The reply to one line; nothing if it is the last.
fn reply(hello: &Hello, case: &mut impl FnMut(u64, &Scenario) -> Reply, line: &[u8]) -> Option<Reply> {
    Some(match serde_json::from_slice::<Request>(line) {
        Ok(Request::Bye) => return None,
        Ok(Request::Hello { from, to }) if (from..=to).contains(&VERSION) => Reply::Hello(Box::new(hello.clone())),
        Ok(Request::Hello { .. }) => error(0, &format!("only version {VERSION} is spoken here")),
        Ok(Request::Case { id, scenario }) => case(id, &scenario),
        Err(why) => error(id_of(line), &format!("this is no request: {why}")),
    })
}

/// A reply as a line, or, if that is too long, an error that says so.
fn write(reply: &Reply, line: &mut Vec<u8>) -> io::Result<()> {
    line.clear();
    serde_json::to_writer(&mut *line, reply)?;
    if line.len() > LONGEST {
        line.clear();
        let id = reply.id().unwrap_or(0);
        serde_json::to_writer(&mut *line, &error(id, &format!("the reply would be longer than {LONGEST} bytes")))?;
    }
    line.push(b'\n');
    Ok(())
}

fn error(id: u64, message: &str) -> Reply {
    Reply::Error { id, message: message.to_owned() }
}

/// The number of the case in a line that is no request, if it can be told.
fn id_of(line: &[u8]) -> u64 {
    let value: Option<serde_json::Value> = serde_json::from_slice(line).ok();
    value.and_then(|value| value.get("id")?.as_u64()).unwrap_or(0)
}
