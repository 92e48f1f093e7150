//! `headjudge coverage`: clauses and rules that are cited, exercised and killed.

use clap::Args;
use owo_colors::OwoColorize as _;

use super::{Common, Exit, Failed, print_json, progress, say};
use crate::run::DEFAULT_SEED;
use crate::run::coverage::{ClauseCoverage, coverage as measure};

/// The arguments of `coverage`.
#[derive(Debug, Args)]
pub(super) struct CoverageArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// The seed of the run
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED, value_parser = super::seed, allow_negative_numbers = true)]
    seed: u64,
}

pub(super) fn coverage(args: &CoverageArgs, common: &Common) -> Result<Exit, Failed> {
    let library = common.library()?;
    let bar = progress(library.rulings.len() as u64);
    let coverage = measure(&library, args.seed, &|n| bar.inc(n));
    bar.finish_and_clear();
    if args.json {
        print_json(&coverage)?;
        return Ok(Exit::Fine);
    }
    let width = coverage.clauses.iter().map(|clause| clause.id.len()).max().unwrap_or(0);
    say!("{:width$}  cited  exercised  killed", "clause".bold());
    for clause in &coverage.clauses {
        say!("{}", row(clause, width));
    }
    let count = |level: fn(&ClauseCoverage) -> bool| coverage.clauses.iter().filter(|clause| level(clause)).count();
    say!(
        "\n{} clauses: {} cited, {} exercised, {} killed",
        coverage.clauses.len(),
        count(|clause| clause.cited),
        count(|clause| clause.exercised),
        count(|clause| clause.killed)
    );
    let cases = &library.cases;
    if !cases.is_empty() {
        let taken = cases.iter().filter(|case| !case.rulings.is_empty()).count();
        say!("{} public cases: {taken} are rulings, {} are left out", cases.len(), cases.len() - taken);
    }
    let rules = &coverage.rules;
    say!(
        "{} rule numbers: {} cited, {} exercised, {} killed",
        rules.len(),
        rules.iter().filter(|rule| rule.cited).count(),
        rules.iter().filter(|rule| rule.exercised).count(),
        rules.iter().filter(|rule| rule.killed).count()
    );
    Ok(Exit::Fine)
}

fn row(clause: &ClauseCoverage, width: usize) -> String {
    if !clause.cited {
        return format!("{:width$}  {}", clause.id, "todo".yellow());
    }
    let mark = |yes: bool| if yes { "yes".green().to_string() } else { "no ".red().to_string() };
    let mut text =
        format!("{:width$}  {}    {}        {}", clause.id, mark(true), mark(clause.exercised), mark(clause.killed));
    if !clause.survivors.is_empty() {
        text.push_str(&format!("  survives: {}", clause.survivors.join(", ")));
    }
    if !clause.todo_faults.is_empty() {
        text.push_str(&format!("  {}", format!("no mutant yet: {}", clause.todo_faults.join(", ")).dimmed()));
    }
    if !clause.todo_traps.is_empty() {
        text.push_str(&format!("  {}", format!("no label yet: {}", clause.todo_traps.join(", ")).dimmed()));
    }
    text
}
