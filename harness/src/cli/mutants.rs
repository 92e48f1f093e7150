//! `headjudge mutants`: which ruling kills which mutant.

mod shrink;

use clap::Args;
use headjudge_engine::Mutant;
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::{Common, Exit, Failed, print_json, progress, say};
use crate::library::Library;
use crate::ruling::Ruling;
use crate::run::matrix::{MATRIX_CASES, matrix};
use crate::run::{DEFAULT_SEED, FILTER_HELP, select};

/// The arguments of `mutants`.
#[derive(Debug, Args)]
#[command(after_help = FILTER_HELP)]
pub(super) struct MutantsArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Certify each mutant by the first ruling that names it and kills it, and tell how small its failures become, whether they
    /// play the same again, and whether the mutant is named as the cause
    #[arg(long)]
    shrink: bool,
    /// How many cases of a ruling a mutant has to survive
    #[arg(long, value_name = "N", default_value_t = MATRIX_CASES, value_parser = super::cases)]
    cases: u64,
    /// The seed of the run
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED, value_parser = super::seed, allow_negative_numbers = true)]
    seed: u64,
    /// Which rulings, as told below; all if there is none
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
}

#[derive(Serialize)]
struct Row<'l> {
    name: &'static str,
    rule: &'static str,
    says: &'static str,
    killed_by: Vec<&'l str>,
    /// The rulings that claim to kill it and do not.
    claimed_by: Vec<&'l str>,
}

pub(super) fn mutants(args: &MutantsArgs, common: &Common) -> Result<Exit, Failed> {
    let library = common.library()?;
    let rulings = select(&library, &args.filters)?;
    if args.shrink {
        return shrink::shrink(&library, &rulings, args);
    }
    let rows = rows(&library, &rulings, args);
    let claims_hold = rows.iter().all(|row| row.claimed_by.is_empty());
    if args.json {
        #[derive(Serialize)]
        struct All<'l> {
            mutants: Vec<Row<'l>>,
        }
        print_json(&All { mutants: rows })?;
    } else {
        for row in rows {
            let mark =
                if row.killed_by.is_empty() { "survives".yellow().to_string() } else { "killed".green().to_string() };
            say!("{mark} {} ({}): {}", row.name.bold(), row.rule, row.says);
            if !row.killed_by.is_empty() {
                say!("    by {}", row.killed_by.join(", "));
            }
            if !row.claimed_by.is_empty() {
                say!("    {} {}", "not by, although claimed:".red(), row.claimed_by.join(", "));
            }
        }
    }
    Ok(if claims_hold { Exit::Fine } else { Exit::NotConforming })
}

fn rows<'l>(library: &Library, rulings: &[&'l Ruling], args: &MutantsArgs) -> Vec<Row<'l>> {
    let bar = progress(rulings.len() as u64);
    let all = |_: &Ruling| Mutant::ALL.to_vec();
    let kills = matrix(&library.pool, rulings, (args.seed, args.cases), all, &|n| bar.inc(n));
    bar.finish_and_clear();
    let row = |mutant: &Mutant| {
        let mut row = Row {
            name: mutant.name(),
            rule: mutant.rule(),
            says: mutant.says(),
            killed_by: vec![],
            claimed_by: vec![],
        };
        for (ruling, kills) in rulings.iter().zip(&kills) {
            if kills.iter().any(|kill| kill.mutant == *mutant) {
                row.killed_by.push(&ruling.id);
            } else if ruling.kills.contains(mutant) {
                row.claimed_by.push(&ruling.id);
            }
        }
        row
    };
    Mutant::ALL.iter().map(row).collect()
}
