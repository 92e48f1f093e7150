//! Lets Headjudge judge manabrew-engine 0.13.1. README.md beside it says how to build and run it.
//!
//! Owns the loop over messages. `scripts` has the cards, `table` one case while it is played, `board` sets up, `turn` lets
//! turns go on, `steps` carries out the steps of scripts (`doing`: the one that is being carried out), `seat` answers the
//! engine's callbacks (`answers`, `combat`, `payment`), `questions` picks answers, `observe` reads the game. `words` knows
//! which words of the language of scripts the engine reads.

mod answers;
mod board;
mod combat;
mod doing;
mod observe;
mod payment;
mod questions;
mod scripts;
mod seat;
mod steps;
mod stop;
mod table;
mod turn;
mod words;

use std::io::{self, BufReader, Write};

use headjudge_protocol::lines::{Line, read_line};
use headjudge_protocol::message::{Hello, Reply, Request};

/// The one version of the protocol that is spoken here.
const VERSION: u32 = 1;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1).peekable();
    let told = arguments.next_if(|word| word == "--lacks").is_some();
    let folder = match (arguments.next().as_deref(), arguments.next()) {
        (None, _) => None,
        (Some("--cards"), Some(folder)) => Some(folder),
        _ => {
            eprintln!("usage: headjudge-manabrew [--lacks] [--cards FOLDER]");
            std::process::exit(2);
        }
    };
    let scripts = match scripts::Scripts::load(folder.as_deref()) {
        Ok(scripts) => scripts,
        Err(fault) => {
            eprintln!("headjudge-manabrew: {fault}");
            std::process::exit(2);
        }
    };
    if told {
        return tell(&scripts);
    }
    let mut input = BufReader::new(io::stdin().lock());
    let mut output = io::stdout().lock();
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? == Line::Whole {
        let reply = match serde_json::from_slice(&line) {
            Ok(Request::Hello { from, to }) if (from..=to).contains(&VERSION) => hello(&scripts),
            Ok(Request::Hello { .. }) => error(0, format!("only version {VERSION} is spoken here")),
            Ok(Request::Case { id, scenario }) => table::play(&scripts, id, &scenario),
            Ok(Request::Bye) => break,
            Err(why) => error(0, format!("this is no request: {why}")),
        };
        serde_json::to_writer(&mut output, &reply)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

/// Writes which cards are unsupported, and why.
fn tell(scripts: &scripts::Scripts) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for (card, lacks) in scripts.lacks() {
        for lack in lacks {
            writeln!(output, "{card}: {lack}")?;
        }
    }
    Ok(())
}

fn hello(scripts: &scripts::Scripts) -> Reply {
    Reply::Hello(Box::new(Hello {
        version: VERSION,
        engine: "manabrew-engine".to_owned(),
        build: "0.13.1".to_owned(),
        features: None,
        choices: None,
        cards: Some(scripts.names()),
        limits: None,
    }))
}

/// The adapter's own failure.
pub(crate) fn error(id: u64, message: String) -> Reply {
    Reply::Error { id, message }
}
