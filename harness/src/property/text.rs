//! Any text where a file or a message is expected.

use std::sync::Arc;

use headjudge_engine::Rules;
use headjudge_protocol::Scenario;
use headjudge_protocol::message::{Reply, Request};

use super::library;
use crate::library::Library;
use crate::reference::{PlayOptions, play};
use crate::tape::{Bytes, Source};

/// The longest text that is tried.
const LONGEST: usize = 4096;

pub(super) fn scenario(bytes: &[u8]) -> Result<(), String> {
    let library = library()?;
    let Ok(scenario) = serde_json::from_slice::<Scenario>(bytes) else { return Ok(()) };
    let mut source = Bytes::new(bytes);
    let any: Option<&mut dyn Source> = Some(&mut source);
    let options = PlayOptions { any, invariants: true, ..PlayOptions::default() };
    let played = play(&library.pool.cards, Rules::default(), &scenario, options);
    match played.broken {
        None => Ok(()),
        Some(law) => Err(format!("the invariant {} does not hold (CR {})", law.name, law.rule)),
    }
}

pub(super) fn ruling(bytes: &[u8]) -> Result<(), String> {
    let Ok(text) = core::str::from_utf8(&bytes[..bytes.len().min(LONGEST)]) else { return Ok(()) };
    let files = vec![
        ("cards/few.yaml".to_owned(), "- {name: Bear, types: [creature], power: 2, toughness: 2}\n".to_owned()),
        ("citations.lock".to_owned(), "edition 2022-04-29\n615.1a 0123456789abcdef\n".to_owned()),
        ("clauses.yaml".to_owned(), CLAUSES.to_owned()),
        ("groups.yaml".to_owned(), "inert: [Bear]\n".to_owned()),
        ("nine-lives/fuzzed.yaml".to_owned(), text.to_owned()),
    ];
    match Library::read(files) {
        Ok(library) => {
            for ruling in &library.rulings {
                // What was accepted can be drawn from; a draw that does not come off is an answer.
                let _ = ruling.generate(&library.pool, &mut Bytes::new(bytes));
            }
            Ok(())
        }
        Err(faults) if faults.is_empty() => Err("refused without a fault".to_owned()),
        Err(faults) => {
            let told = faults.render(crate::fault::Style::Plain);
            if told.contains(".yaml:") { Ok(()) } else { Err(format!("a fault without a place: {told}")) }
        }
    }
}

const CLAUSES: &str = "suite: 1
documents: {D0: {title: t, paragraphs: 13}}
clauses:
  - id: nine-lives.each-source
    topic: nine-lives
    from: [{document: D0, paragraph: 9}]
    rules: [\"615.1a\"]
    says: s
    traps: []
    faults: []
";

pub(super) fn wire(bytes: &[u8]) -> Result<(), String> {
    round_trip::<Request>(bytes)?;
    round_trip::<Reply>(bytes)
}

/// What can be read is written in one line and read back as the same.
fn round_trip<T>(bytes: &[u8]) -> Result<(), String>
where
    T: serde::de::DeserializeOwned + serde::Serialize + PartialEq,
{
    let Ok(message) = serde_json::from_slice::<T>(bytes) else { return Ok(()) };
    let line: Arc<str> = serde_json::to_string(&message).map_err(|error| error.to_string())?.into();
    let again: T = serde_json::from_str(&line).map_err(|error| format!("{line}: {error}"))?;
    if line.contains('\n') || again != message {
        return Err(format!("{line} is not read back as it was written"));
    }
    Ok(())
}
