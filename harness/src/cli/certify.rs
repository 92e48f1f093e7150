//! `headjudge certify`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::{Common, Exit, Failed, LimitArgs, progress, say};
use crate::engines;
use crate::report;
use crate::run::{DEFAULT_CASES, DEFAULT_SEED, FILTER_HELP, Plan, run, select};
use crate::verdict::EngineVerdict;

/// The arguments of `certify`.
#[derive(Debug, Args)]
#[command(after_help = FILTER_HELP)]
pub(super) struct CertifyArgs {
    /// The engine: the command that starts it, or `reference`, or `mutant:NAME` for the reference with one rule wrong
    #[arg(long, value_name = "CMD", default_value = engines::REFERENCE)]
    engine: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// How many cases of each ruling
    #[arg(long, value_name = "N", default_value_t = DEFAULT_CASES, value_parser = super::cases)]
    cases: u64,
    /// The seed of the run; the same seed draws the same cases
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED, value_parser = super::seed, allow_negative_numbers = true)]
    seed: u64,
    /// Write a report to a file, such as `json=report.json`; may be given several times
    #[arg(long, value_name = "FORMAT=FILE")]
    report: Vec<ReportFile>,
    /// Which rulings, as told below; all if there is none
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
}

/// A report that is asked for.
#[derive(Debug, Clone)]
struct ReportFile {
    path: PathBuf,
}

impl FromStr for ReportFile {
    type Err = String;

    fn from_str(text: &str) -> Result<ReportFile, String> {
        let (format, path) = text.split_once('=').ok_or("expected FORMAT=FILE, such as json=report.json")?;
        match format {
            "json" if path.is_empty() => Err("the name of the file is missing".to_owned()),
            "json" => Ok(ReportFile { path: path.into() }),
            other => Err(format!("there is no report format `{other}`, expected json")),
        }
    }
}

pub(super) fn certify(args: &CertifyArgs, common: &Common) -> Result<Exit, Failed> {
    let library = common.library()?;
    let rulings = select(&library, &args.filters)?;
    if rulings.is_empty() {
        return Err(Failed::Call("the library has no rulings".to_owned()));
    }
    let engine = engines::named_within(&args.engine, &library.pool.cards, args.limits.limits())?;
    let plan = Plan { library: &library, rulings, cases: args.cases, seed: args.seed, options: common.options() };
    let bar = progress(plan.total());
    let report = run(&plan, &*engine, &|n| bar.inc(n));
    bar.finish_and_clear();
    let report = report?;
    for file in &args.report {
        report::write(&report, &file.path)?;
    }
    say!("{}", report::summary(&report).trim_end());
    if let Some(lost) = engine.lost() {
        return Err(lost.into());
    }
    if report.is_faulty() {
        return Ok(Exit::Wrong);
    }
    Ok(match report.verdict {
        EngineVerdict::Conforms => Exit::Fine,
        EngineVerdict::Fails(_) => Exit::NotConforming,
    })
}
