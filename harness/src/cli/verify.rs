//! `headjudge verify`: a sample of the cases of a certificate, played again.

use std::path::PathBuf;

use clap::Args;
use owo_colors::OwoColorize as _;

use super::kind::{self, Kind};
use super::{Common, Exit, Failed, LimitArgs, say};
use crate::certificate::verify::{VerifyError, verify};
use crate::certificate::{Certificate, CertificateError};
use crate::engines;
use crate::report::thousands;

/// The arguments of `verify`.
#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// The certificate
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The engine: a command, `reference`, or `mutant:NAME`
    #[arg(long, value_name = "CMD")]
    engine: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// How many cases to play again
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = super::cases)]
    sample: u64,
    /// What chooses them: any number that whoever made the certificate cannot know
    #[arg(long, value_name = "S", value_parser = super::seed, allow_negative_numbers = true)]
    seed: u64,
}

/// The most cases that are named one by one.
const NAMED: usize = 20;

impl From<CertificateError> for Failed {
    fn from(error: CertificateError) -> Failed {
        Failed::Call(error.to_string())
    }
}

pub(super) fn check(args: &VerifyArgs, common: &Common) -> Result<Exit, Failed> {
    kind::expected(&args.file, &[Kind::Certificate])?;
    let certificate = Certificate::read(&args.file)?;
    let library = common.library()?;
    let engine = engines::named_within(&args.engine, &library.pool.cards, args.limits.limits())?;
    let verified = verify(&certificate, &library, &*engine, args.sample, args.seed).map_err(|error| match error {
        VerifyError::Engine(error) => Failed::Engine(error),
        VerifyError::Certificate(error) => error.within(&args.file).into(),
    })?;
    say!("The certificate says:");
    for line in &certificate.says {
        say!("  {line}");
    }
    say!();
    for other in &verified.engine {
        say!("{} {other}", "note:".yellow());
    }
    for differs in verified.differ.iter().take(NAMED) {
        let now = if differs.was == differs.now {
            "the same verdict, by another outcome".to_owned()
        } else {
            format!("{} now", differs.now)
        };
        let name = format!("{}#{}", differs.ruling, differs.case);
        say!("{} {name}: {} in the certificate, {now}", "✗".red(), differs.was);
    }
    if let Some(more @ 1..) = verified.differ.len().checked_sub(NAMED) {
        say!("  … and {more} more");
    }
    let (played, of) = (thousands(verified.played), thousands(verified.of));
    if !verified.differ.is_empty() {
        let many = thousands(verified.differ.len() as u64);
        say!("{} of {played} cases that were played again did not come to what the certificate says.", many.red());
        return Ok(Exit::NotConforming);
    }
    say!("{} of {of} cases were played again, and all came to what the certificate says.", played.green());
    if verified.played < verified.of {
        say!(
            "That shows nothing of a few false ones: if {} % of all were false, a sample like this would miss them once in 100 times.",
            missed(verified.played)
        );
    }
    say!(
        "It does not show that this engine is the one that the certificate was made of, only that it does the same in these cases."
    );
    Ok(Exit::Fine)
}

/// The share of false cases, in percent, that a sample of this size misses once in 100 times.
fn missed(sample: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a share in percent needs no more than a few digits")]
    let share = 1.0 - 0.01f64.powf(1.0 / sample as f64);
    format!("{:.2}", share * 100.0)
}
