//! `headjudge perft`: the tree of legal decisions below a position, counted.

use std::path::{Path, PathBuf};

use clap::Args;
use headjudge_engine::Rules;
use owo_colors::OwoColorize as _;

use super::apart::writable;
use super::kind::{self, Kind};
use super::play::POSITION;
use super::{Common, Exit, Failed, say};
use crate::fault::unreadable;
use crate::position::{Position, counted};
use crate::reference::perft::{Branch, lines, perft as count};
use crate::report::replace;

/// The depth where neither the call nor the file says one.
const DEPTH: u32 = 2;

/// The arguments of `perft`.
#[derive(Debug, Args)]
pub(super) struct PerftArgs {
    /// The position, in YAML: a `board` as `headjudge show RULING#N --json` prints it; what was found `by-hand` and
    /// `counted` before is compared
    #[arg(value_name = "POSITION.yaml")]
    file: PathBuf,
    /// How many decisions deep [default: as deep as the file was counted, or 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    /// Write what was counted into the file, in place of what it says
    #[arg(long)]
    write: bool,
}

pub(super) fn perft(args: &PerftArgs, common: &Common) -> Result<Exit, Failed> {
    let name = args.file.display().to_string();
    kind::expected(&args.file, &[Kind::Position])?;
    let text = std::fs::read(&args.file).map_err(|error| Failed::Call(unreadable(&args.file, &error, POSITION)))?;
    if args.write {
        writable(&[("the position", &args.file)])?;
    }
    let position = Position::parse(&name, &text).map_err(Failed::Fault)?;
    let depth = args.depth.or(position.depth()).unwrap_or(DEPTH);
    let library = common.library()?;
    let branches = count(&library.pool.cards, Rules::default(), &position.board, depth)
        .map_err(|fault| Failed::Call(format!("{name}: {fault}")))?;
    table(&branches);
    let by_hand = position.differs_from_hand(&branches);
    if let Some(difference) = &by_hand {
        say!("\n{} {difference}", "Not what was found by hand:".red().bold());
    }
    if args.write {
        write(&args.file, &text, &counted(&branches))?;
        say!("\n{name} is written");
    } else if position.depth() == Some(depth)
        && let Some(difference) = position.differs_from_count(&branches)
    {
        say!("\n{} {difference}", "Not what was counted before:".red().bold());
        return Ok(Exit::NotConforming);
    }
    Ok(if by_hand.is_some() { Exit::NotConforming } else { Exit::Fine })
}

fn table(branches: &[Branch]) {
    let width = branches.iter().map(|branch| branch.decision.chars().count()).max().unwrap_or(0).max(5);
    for branch in branches {
        say!("{:width$}  {}  {:016x}", branch.decision, row(&branch.lines), branch.digest);
    }
    say!("{:width$}  {}", "total".bold(), row(&lines(branches)));
}

fn row(lines: &[u64]) -> String {
    lines.iter().map(|n| format!("{n:>9}")).collect()
}

/// Replaces what the file counted, which is its last entry, or adds it.
fn write(file: &Path, before: &[u8], counted: &str) -> Result<(), Failed> {
    let before = String::from_utf8_lossy(before);
    let kept = before.lines().take_while(|line| !line.starts_with("counted:"));
    let kept: String = kept.map(|line| format!("{line}\n")).collect();
    let counted: String = counted.lines().map(|line| format!("  {line}\n")).collect();
    replace(file, format!("{kept}counted: |\n{counted}").as_bytes())
        .map_err(|error| Failed::Call(format!("`{}` cannot be written: {error}", file.display())))
}
