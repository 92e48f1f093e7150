//! `headjudge merge`: one report from the reports of all parts of a run.

use std::path::PathBuf;

use clap::Args;

use super::apart::{Named, apart, writable};
use super::baseline::{BaselineArgs, player};
use super::certify::{ReportFile, exit};
use super::kind::{self, Kind};
use super::{Common, Exit, Failed, LimitArgs, say};
use crate::baseline::again::{OnEngine, Sources};
use crate::baseline::judge;
use crate::report::{self, BaselineReport, Detail};
use crate::run::merge;

/// The arguments of `merge`.
#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// The JSON reports of all parts, in any order
    #[arg(value_name = "REPORT", required = true)]
    parts: Vec<PathBuf>,
    /// Write the report of the whole run to a file, such as `json=report.json`; may be given several times
    #[arg(long, value_name = "FORMAT=FILE")]
    report: Vec<ReportFile>,
    #[command(flatten)]
    expected: BaselineArgs,
    /// With --baseline: the engine that plays saved cases of it which no part has played [default: that of the reports, if it is no
    /// program]
    #[arg(long, value_name = "CMD", requires = "baseline")]
    engine: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Refuses a part that is given twice, however it is called.
fn once(parts: &[PathBuf]) -> Result<(), Failed> {
    let places: Vec<Option<PathBuf>> = parts.iter().map(|path| path.canonicalize().ok()).collect();
    for (at, (path, place)) in parts.iter().zip(&places).enumerate() {
        if let Some(first) = places[..at].iter().position(|other| other.is_some() && other == place) {
            let (path, first) = (path.display(), parts[first].display());
            let same = if path.to_string() == first.to_string() {
                format!("`{path}` is given twice")
            } else {
                format!("`{first}` and `{path}` are the same file")
            };
            return Err(Failed::Call(format!(
                "{same}, expected the report of each part once: leave one of the two out"
            )));
        }
    }
    Ok(())
}

pub(super) fn merge_parts(args: &MergeArgs, common: &Common) -> Result<Exit, Failed> {
    let mut reads: Vec<Named<'_>> = args.parts.iter().map(|path| ("the report of a part", &**path)).collect();
    reads.extend(args.expected.baseline.iter().map(|path| ("the baseline", &**path)));
    let writes: Vec<Named<'_>> = args.report.iter().map(ReportFile::named).collect();
    apart(&reads, &writes)?;
    once(&args.parts)?;
    writable(&writes)?;
    args.parts.iter().try_for_each(|path| kind::expected(path, &[Kind::Report]))?;
    let library = common.library()?;
    let read = |path: &PathBuf| report::read(path).map(|report| (path.display().to_string(), report));
    let parts = args.parts.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let baseline = args.expected.read()?;
    let parts_say: Vec<BaselineReport> = parts.iter().filter_map(|(_, report)| report.baseline.clone()).collect();
    let mut whole = merge(&library, parts).map_err(|error| Failed::Call(error.to_string()))?;
    if let Some(baseline) = &baseline {
        let engine = player(args.engine.as_deref(), &whole, &library, &args.limits)?;
        let engine = engine.as_ref().map(|engine| OnEngine::new(&library, &**engine));
        let sources = Sources::new(&parts_say, engine);
        whole.baseline = Some(judge(&whole, baseline, &library, args.expected.today, &sources));
    }
    for file in &args.report {
        file.write(&whole)?;
    }
    say!("{}", report::summary(&whole, Detail::Usual).trim_end());
    Ok(exit(&whole))
}
