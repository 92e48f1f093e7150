//! `headjudge merge`: one report from the reports of all parts of a run.

use std::path::PathBuf;

use clap::Args;

use super::certify::ReportFile;
use super::{Common, Exit, Failed, say};
use crate::report::{self, Detail};
use crate::run::merge;
use crate::verdict::EngineVerdict;

/// The arguments of `merge`.
#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// The JSON reports of all parts, in any order
    #[arg(value_name = "REPORT", required = true)]
    parts: Vec<PathBuf>,
    /// Write the report of the whole run to a file, such as `json=report.json`; may be given several times
    #[arg(long, value_name = "FORMAT=FILE")]
    report: Vec<ReportFile>,
}

pub(super) fn merge_parts(args: &MergeArgs, common: &Common) -> Result<Exit, Failed> {
    let library = common.library()?;
    let read = |path: &PathBuf| report::read(path).map(|report| (path.display().to_string(), report));
    let parts = args.parts.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let whole = merge(&library, parts).map_err(|error| Failed::Call(error.to_string()))?;
    for file in &args.report {
        file.write(&whole)?;
    }
    say!("{}", report::summary(&whole, Detail::Usual).trim_end());
    Ok(match whole.verdict {
        _ if whole.is_faulty() => Exit::Wrong,
        EngineVerdict::Conforms => Exit::Fine,
        EngineVerdict::Fails(_) => Exit::NotConforming,
    })
}
