//! `headjudge lint`: what is wrong with rulings, cards and clauses although they load.

mod citations;

use std::path::PathBuf;

use clap::Args;
use owo_colors::OwoColorize as _;

use super::{Common, Exit, Failed, progress, say};
use crate::fault::Style;
use crate::library::Library;
use crate::lint::{self, Findings, played};
use crate::run::{DEFAULT_SEED, FILTER_HELP, select};

/// The arguments of `lint`.
#[derive(Debug, Args)]
#[command(after_help = FILTER_HELP)]
pub(super) struct LintArgs {
    /// Also play so many cases of each ruling, by the rules and by the mutants that it names, and tell which labels no case
    /// reaches, which expectations no mutant fails and which draws change nothing. This may take minutes
    #[arg(long, value_name = "N", value_parser = super::cases)]
    run: Option<u64>,
    /// With --run: the seed of the cases that are played
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED, value_parser = super::seed, allow_negative_numbers = true, requires = "run")]
    seed: u64,
    /// Compare what is cited with the Comprehensive Rules, given as plain text: which numbers are changed, moved, gone or new,
    /// and who cites them; not with --run, which is about cases
    #[arg(long, value_name = "FILE", conflicts_with = "run")]
    rules: Option<PathBuf>,
    /// With --rules: write the numbers and checksums of that text to `citations.lock` in the folder of --rulings
    #[arg(long, requires = "rules")]
    write: bool,
    /// With --run: which rulings to play; all if there is none. Everything is checked either way
    #[arg(value_name = "FILTER", requires = "run")]
    filters: Vec<String>,
}

pub(super) fn lint(args: &LintArgs, common: &Common) -> Result<Exit, Failed> {
    if let Some(rules) = &args.rules {
        return citations::compare(rules, args.write, common);
    }
    let files = common.files()?;
    let library = Library::read(files.clone()).map_err(Failed::Faults)?;
    let mut findings = lint::check(&library, &files);
    if let Some(cases) = args.run {
        let rulings = select(&library, &args.filters)?;
        let bar = progress(rulings.len() as u64);
        let more = played::play(&library, &files, &rulings, (args.seed, cases), &|n| bar.inc(n));
        bar.finish_and_clear();
        findings.faults.append(more.faults);
        findings.advice.append(more.advice);
    }
    Ok(tell(&library, &findings))
}

fn tell(library: &Library, findings: &Findings) -> Exit {
    for fault in findings.faults.as_slice() {
        say!("{}", fault.render(Style::Colour).trim_end());
    }
    for advice in findings.advice.as_slice() {
        say!("{}: {}", "advice".yellow(), advice.render(Style::Plain).trim_end());
    }
    let (rulings, clauses) = (library.rulings.len(), library.clauses.clauses.len());
    let count = |n: usize, thing: &str| match n {
        0 => format!("no {thing}s"),
        1 => format!("1 {thing}"),
        n => format!("{n} {thing}s"),
    };
    let faults = count(findings.faults.len(), "fault");
    let advice = match findings.advice.len() {
        0 => String::new(),
        n => format!(", {} of advice", count(n, "piece")),
    };
    say!("{rulings} rulings, {clauses} clauses, {} cards: {faults}{advice}", library.pool.cards.iter().count());
    if findings.faults.is_empty() { Exit::Fine } else { Exit::NotConforming }
}
