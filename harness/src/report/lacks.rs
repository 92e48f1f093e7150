//! What an engine lacks, over all rulings, and how many cases wait for it: what its author may want to add next.

use std::fmt::Write as _;

use owo_colors::OwoColorize as _;

use super::groups::lacking;
use super::terminal::thousands;
use super::{Detail, Report};

/// How many things are told by name.
const TOLD: usize = 12;

/// A thing that the engine lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lack<'r> {
    /// What, as in `card Nine Lives`.
    pub(super) what: &'r str,
    /// How many cases ended with it.
    pub(super) cases: u64,
    /// Of how many rulings.
    pub(super) rulings: usize,
}

/// All of them, those first for which most cases wait.
pub(super) fn lacks(report: &Report) -> Vec<Lack<'_>> {
    let mut lacks: std::collections::BTreeMap<&str, (u64, usize)> = std::collections::BTreeMap::new();
    for failure in report.rulings.iter().flat_map(|ruling| ruling.failures.iter().filter(|failure| lacking(failure))) {
        let (cases, rulings) = lacks.entry(failure.check.trim_start_matches("unsupported ")).or_default();
        *cases += failure.cases;
        *rulings += 1;
    }
    let mut lacks: Vec<Lack<'_>> =
        lacks.into_iter().map(|(what, (cases, rulings))| Lack { what, cases, rulings }).collect();
    lacks.sort_by(|a, b| b.cases.cmp(&a.cases).then(a.what.cmp(b.what)));
    lacks
}

/// The table; nothing if nothing is lacking.
pub(super) fn told(report: &Report, detail: Detail, text: &mut String) {
    let lacks = lacks(report);
    if lacks.is_empty() {
        return;
    }
    let shown = if detail == Detail::Everything { lacks.len() } else { TOLD };
    let things = if lacks.len() == 1 { "1 thing" } else { &*format!("{} things", thousands(lacks.len() as u64)) };
    let _ = writeln!(text, "\n{} {things}; a case names the first that it comes to.", "What the engine lacks:".bold());
    let width = lacks.first().map_or(0, |lack| thousands(lack.cases).len());
    for Lack { what, cases, rulings } in lacks.iter().take(shown) {
        let cases = thousands(*cases);
        let rulings = if *rulings == 1 { "1 ruling".to_owned() } else { format!("{rulings} rulings") };
        let _ = writeln!(text, "  {cases:>width$} cases  {what}  {}", format!("({rulings})").dimmed());
    }
    if let Some(more @ 1..) = lacks.len().checked_sub(shown) {
        let _ = writeln!(text, "  {}", format!("… and {more} more (--verbose tells all)").dimmed());
    }
}
