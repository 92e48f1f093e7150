//! `headjudge schema`: what files and messages look like, for programs that read them.

use clap::Args;

use super::{Exit, Failed, say};
use crate::schema::Subject;

/// The arguments of `schema`.
#[derive(Debug, Args)]
pub(super) struct SchemaArgs {
    /// Of what: report, protocol, scenario, outcome, certificate, replay (a line of such a file), or baseline (YAML, as JSON)
    #[arg(value_name = "SUBJECT", value_parser = subject)]
    subject: Subject,
}

fn subject(name: &str) -> Result<Subject, String> {
    let known = || Subject::ALL.map(Subject::name).join(", ");
    Subject::from_name(name).ok_or_else(|| format!("expected one of {}", known()))
}

pub(super) fn schema(args: &SchemaArgs) -> Result<Exit, Failed> {
    let text = args.subject.to_text().map_err(|error| Failed::Call(error.to_string()))?;
    say!("{}", text.trim_end());
    Ok(Exit::Fine)
}
