//! `headjudge play`: a position from a file, played by the rules.

use std::path::PathBuf;

use clap::Args;
use headjudge_engine::Rules;
use headjudge_protocol::Scenario;
use owo_colors::OwoColorize as _;

use super::kind::{self, Kind};
use super::{Common, Exit, Failed, say};
use crate::fault::unreadable;
use crate::reference::{self, PlayOptions};
use crate::report::describe;
use crate::yaml;

/// What is read.
pub(super) const POSITION: &str = "a position in YAML, such as `headjudge show RULING#N --json` prints";

/// The arguments of `play`.
#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    /// The position, its script and the answers to questions, in YAML: the shape that every engine receives, which
    /// `headjudge show RULING#N --json` prints
    #[arg(value_name = "SCENARIO.yaml")]
    file: PathBuf,
}

pub(super) fn play(args: &PlayArgs, common: &Common) -> Result<Exit, Failed> {
    let library = common.library()?;
    let name = args.file.display().to_string();
    kind::expected(&args.file, &[Kind::Position])?;
    let text = std::fs::read(&args.file).map_err(|error| Failed::Call(unreadable(&args.file, &error, POSITION)))?;
    let node = yaml::parse_bytes(&name, &text).map_err(Failed::Fault)?;
    let scenario: Scenario = node.deserialize().map_err(Failed::Fault)?;
    let options = PlayOptions { record: true, ..PlayOptions::default() };
    let played = reference::play(&library.pool.cards, Rules::default(), &scenario, options);
    for line in describe::scenario(&scenario) {
        say!("{line}");
    }
    if let Some(game) = &played.game {
        say!("\n{}", "What happens".bold().underline());
        for line in reference::told(game, &scenario) {
            say!("{line}");
        }
    }
    let outcome = played.result.map_err(|fault| Failed::Call(fault.to_string()))?;
    for tried in &outcome.tried {
        say!("“{}” is {}", tried.name, if tried.legal { "legal" } else { "not legal" });
    }
    if let Some(state) = outcome.snapshots.iter().rfind(|state| &*state.name == "after") {
        say!("\n{}", "In the end".bold().underline());
        for line in describe::snapshot(state) {
            say!("{line}");
        }
    }
    if let Some(refused) = &outcome.refused {
        say!("\nStep {} is not legal: {}", refused.step + 1, refused.why);
        return Ok(Exit::NotConforming);
    }
    if outcome.unsettled {
        say!("\nThe game does not come to rest: actions and triggers go on for ever.");
        return Ok(Exit::NotConforming);
    }
    Ok(Exit::Fine)
}
