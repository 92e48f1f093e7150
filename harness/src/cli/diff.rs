//! `headjudge diff`: what is different between two reports.

use std::path::PathBuf;

use clap::Args;

use super::kind::{self, Kind};
use super::{Exit, Failed, say};
use crate::report;

/// The arguments of `diff`.
#[derive(Debug, Args)]
pub(super) struct DiffArgs {
    /// The earlier JSON report
    #[arg(value_name = "BEFORE")]
    before: PathBuf,
    /// The later JSON report
    #[arg(value_name = "AFTER")]
    after: PathBuf,
}

pub(super) fn diff(args: &DiffArgs) -> Result<Exit, Failed> {
    [&args.before, &args.after].into_iter().try_for_each(|path| kind::expected(path, &[Kind::Report]))?;
    let (before, after) = (report::read(&args.before)?, report::read(&args.after)?);
    let differences = report::differences(&before, &after);
    for difference in &differences {
        say!("{difference}");
    }
    if differences.is_empty() {
        say!("no differences");
        return Ok(Exit::Fine);
    }
    Ok(Exit::NotConforming)
}
