//! The report for people: a line for each topic and ruling that needs attention, then each failure as a judge would tell it.

use std::fmt::Write as _;

use owo_colors::OwoColorize as _;

use super::groups::{self, FAILURES, Group, Told, lacking};
use super::headline::{self, News};
use super::{
    ClaimReport, ClaimsReport, Failure, Nearest, Report, RulingReport, SavedReport, SavedStatus, baseline, describe,
    lacks, topics,
};
use crate::verdict::{Counts, Kind, RulingVerdict};

/// How many lines of a transcript are shown of its beginning and of its end, if it has more than both.
const TRANSCRIPT: (usize, usize) = (8, 22);

/// From which likeness on, in percent, an engine is said to behave like a wrong rule.
const LIKE: u32 = 80;

/// The most things of which the line of a ruling says that the engine lacks them.
const LACKS: usize = 3;

/// The most lines that say what made a run red where the verdict alone is wanted.
pub(super) const REASONS: usize = 10;

/// How much is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// The verdict alone, and what made it red beside the rulings that it counts.
    Verdict,
    /// Failures, topics, rulings that did not pass.
    #[default]
    Usual,
    /// Every ruling, with its labels.
    Everything,
}

/// The whole summary, with colours; printing through `anstream` takes them out where they are not wanted.
#[must_use]
pub fn summary(report: &Report, detail: Detail) -> String {
    let mut text = String::new();
    if detail == Detail::Verdict {
        verdict_line(report, &mut text);
        match &report.baseline {
            // Whatever no entry expects is among its findings.
            Some(expected) => baseline::told(expected, detail, &mut text),
            None => still_failing(report, &mut text),
        }
        return text;
    }
    saved(report, &mut text);
    for group in groups::groups(report, report.all()) {
        one_cause(&group, detail, &mut text);
    }
    for ruling in report.all() {
        if let Some(more @ 1..) = groups::told(report, ruling).count().checked_sub(FAILURES) {
            let _ = writeln!(text, "{} fails in {more} more ways.\n", ruling.id);
        }
        faults(ruling, &mut text);
    }
    topics::told(report, detail, &mut text);
    if !report.contested.is_empty() {
        text.push_str("\nOutside the counts, because rules authorities differ:\n");
        for ruling in &report.contested {
            let _ = writeln!(text, "  {}", line(ruling));
        }
    }
    lacks::told(report, detail, &mut text);
    claims(report, &mut text);
    text.push('\n');
    verdict_line(report, &mut text);
    differences(report, &mut text);
    if let Some(expected) = &report.baseline {
        text.push('\n');
        baseline::told(expected, detail, &mut text);
    }
    text
}

/// How many outcomes are not the reference's, and the first of them that is no failure.
fn differences(report: &Report, text: &mut String) {
    let differs: u64 = report.rulings.iter().map(|ruling| ruling.differs_from_reference).sum();
    if differs == 0 {
        return;
    }
    let n = thousands(differs);
    let _ = write!(text, "{n} outcomes differ from the reference's; that alone decides nothing.");
    let passed = report.rulings.iter().find_map(|ruling| Some((&ruling.id, ruling.passed_though_it_differs?)));
    if let Some((ruling, n)) = passed {
        let _ = write!(text, " The first of them that passes is {ruling}#{n}.");
    }
    text.push('\n');
}

/// How many claims are told by name.
const CLAIMS: usize = 12;

/// What the engine claims and does not support, and what it passed without claiming it.
fn claims(report: &Report, text: &mut String) {
    let named = |claims: &[ClaimReport]| {
        let names = claims.iter().take(CLAIMS).map(|claim| format!("{} ({})", claim.says(), thousands(claim.cases)));
        let more = claims.len().saturating_sub(CLAIMS);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{more}", names.collect::<Vec<_>>().join(", "))
    };
    let ClaimsReport { overclaimed, unclaimed } = &report.claims;
    if !report.claims.is_empty() {
        text.push('\n');
    }
    if !overclaimed.is_empty() {
        let _ = writeln!(text, "{} {}.", "The engine claims and does not support:".red(), named(overclaimed));
    }
    if !unclaimed.is_empty() {
        let _ = writeln!(text, "{} {}.", "It does not claim, and cases passed that need:".dimmed(), named(unclaimed));
    }
}

/// What became of failures that earlier runs had saved, a line each.
fn saved(report: &Report, text: &mut String) {
    if report.saved.is_empty() {
        return;
    }
    let fails = report.saved.iter().filter(|saved| saved.status == SavedStatus::StillFails).count();
    let _ = writeln!(text, "{}", format!("Saved failures: {fails} of {} still fail", report.saved.len()).bold());
    for saved in &report.saved {
        let _ = writeln!(text, "  {}", saved_line(saved));
    }
    text.push('\n');
}

/// The saved failures that make a run red, a line each.
fn still_failing(report: &Report, text: &mut String) {
    let all: Vec<&SavedReport> = headline::still_failing(report).collect();
    for saved in all.iter().take(REASONS) {
        let _ = writeln!(text, "  {}", saved_line(saved));
    }
    if let Some(more @ 1..) = all.len().checked_sub(REASONS) {
        let _ = writeln!(text, "  … and {more} more");
    }
}

/// One saved failure on one line: what became of it, its file, and what is different since.
pub(super) fn saved_line(saved: &SavedReport) -> String {
    let says = saved.status.says();
    let status = match saved.status {
        SavedStatus::StillFails => says.red().to_string(),
        SavedStatus::PassesNow => says.green().to_string(),
        SavedStatus::NoLongerFits | SavedStatus::NotRun => says.yellow().to_string(),
    };
    let told = match saved.status {
        SavedStatus::StillFails if saved.now == saved.check => saved.now.clone(),
        SavedStatus::StillFails => format!("{}, and {} when it was saved", saved.now, saved.check),
        SavedStatus::PassesNow => format!("{} when it was saved; the file is left", saved.check),
        SavedStatus::NoLongerFits => saved.now.clone(),
        SavedStatus::NotRun => saved.check.clone(),
    };
    let changed: String = saved.changed.iter().map(|changed| format!("; {changed}")).collect();
    format!("{status}  {} {}: {told}{changed}", saved.ruling.bold(), saved.file.dimmed())
}

/// Failures with one cause: the first in full, the others on a line each unless everything is wanted.
fn one_cause(group: &Group<'_>, detail: Detail, text: &mut String) {
    if let Some(heading) = group.heading() {
        let _ = writeln!(text, "{}\n", heading.bold());
    }
    for (at, Told { ruling, failure, number }) in group.all.iter().enumerate() {
        if at == 0 || detail == Detail::Everything {
            let _ = writeln!(text, "{}", self::failure(ruling, failure, &number.to_string()));
        } else {
            text.push_str("  also ");
            headline(ruling, failure, &number.to_string(), text);
        }
    }
    if group.all.len() > 1 && detail != Detail::Everything {
        text.push_str("  (--verbose tells all of them)\n\n");
    }
}

/// How many of its cases came to which verdict.
pub(super) fn counted(ruling: &RulingReport) -> String {
    words(&ruling.counts)
}

fn words(counts: &Counts) -> String {
    let counts = counts.iter().map(|(kind, n)| format!("{} {}", thousands(n), kind.word().replace('_', " ")));
    counts.collect::<Vec<_>>().join(", ")
}

/// Text without colours.
pub(crate) fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// One ruling on one line, without colours.
pub(super) fn plain_line(ruling: &RulingReport) -> String {
    plain(&line(ruling))
}

/// One ruling on one line.
pub(super) fn line(ruling: &RulingReport) -> String {
    let lacks: Vec<&str> =
        ruling.failures.iter().filter(|failure| lacking(failure)).map(|f| f.check.as_str()).collect();
    let mut line = format!("{}  {}: {}", verdict(ruling.verdict), ruling.id.bold(), counted(ruling));
    if !lacks.is_empty() {
        let named: Vec<&str> = lacks.iter().take(LACKS).map(|check| check.trim_start_matches("unsupported ")).collect();
        let more = if lacks.len() > LACKS { format!(" and {} more", lacks.len() - LACKS) } else { String::new() };
        let _ = write!(line, " {}", format!("({}{more})", named.join(", ")).dimmed());
    }
    line
}

fn verdict(verdict: RulingVerdict) -> String {
    let word = verdict.word().replace('_', " ");
    match verdict {
        RulingVerdict::Worst(Kind::Pass) => word.green().to_string(),
        RulingVerdict::Worst(Kind::Unsupported | Kind::NotRun) | RulingVerdict::Vacuous => word.yellow().to_string(),
        RulingVerdict::Worst(_) | RulingVerdict::Faulty => word.red().to_string(),
    }
}

fn faults(ruling: &RulingReport, text: &mut String) {
    for reason in &ruling.vacuous {
        let _ = writeln!(text, "{} {}: {reason}\n", "vacuous".yellow().bold(), ruling.id.bold());
    }
    for fault in &ruling.faults {
        let at = if fault.cases > 0 {
            format!(" ({} cases, the first is {}#{})", thousands(fault.cases), ruling.id, fault.case)
        } else {
            String::new()
        };
        let _ = writeln!(text, "{} {}: {}{at}\n", "faulty".red().bold(), ruling.id.bold(), fault.message);
    }
}

/// Which failure it is, on one line.
fn headline(ruling: &RulingReport, failure: &Failure, number: &str, text: &mut String) {
    let rest = format!("{}, {} of {} cases", failure.check, thousands(failure.cases), thousands(ruling.counts.cases()));
    let _ = writeln!(text, "{} {} [{number}] {rest}", "✗".red(), ruling.id.bold());
}

/// One failure: what was broken, on which board, what was seen, what happens by the rules, and how to see it again.
#[must_use]
pub fn failure(ruling: &RulingReport, failure: &Failure, number: &str) -> String {
    let mut text = String::new();
    headline(ruling, failure, number, &mut text);
    let _ = writeln!(text, "  {}", ruling.says.trim());
    let heading = |text: &mut String, word: &str| {
        let _ = writeln!(text, "\n  {}", word.bold().underline());
    };
    if let Some(scenario) = &failure.scenario {
        heading(&mut text, if failure.tape.is_empty() { "The first case" } else { "The simplest case" });
        if !failure.values.is_empty() {
            let _ = writeln!(text, "    {}", describe::valued(&failure.values).dimmed());
        }
        for line in describe::scenario(scenario) {
            let _ = writeln!(text, "    {line}");
        }
    }
    if !failure.expected.is_empty() {
        heading(&mut text, "Expected");
        let _ = writeln!(text, "    {}", failure.expected.green());
        heading(&mut text, "Observed");
        let width = failure.observed.iter().map(|o| o.name.chars().count()).max().unwrap_or(0).min(60);
        for observed in &failure.observed {
            let _ = writeln!(text, "    {:width$}  {}", observed.name, observed.value.red());
        }
    }
    if !failure.transcript.is_empty() {
        heading(&mut text, "What happens by the rules");
        // What matters tends to come late; how it began is told by its first lines.
        let (first, last) = match failure.transcript.len().checked_sub(TRANSCRIPT.0 + TRANSCRIPT.1) {
            Some(left @ 1..) => (TRANSCRIPT.0, Some((left, &failure.transcript[TRANSCRIPT.0 + left..]))),
            _ => (failure.transcript.len(), None),
        };
        for line in &failure.transcript[..first] {
            let _ = writeln!(text, "    {line}");
        }
        if let Some((left, last)) = last {
            let _ = writeln!(text, "    {}", format!("… {left} more …").dimmed());
            for line in last {
                let _ = writeln!(text, "    {line}");
            }
        }
    }
    // Where nothing came out, no rule was seen to be broken.
    if failure.kind == Kind::Fail {
        heading(&mut text, "Why");
        let _ = writeln!(text, "    This ruling rests on CR {}.", ruling.rules.join(", "));
        for clause in &failure.clauses {
            let _ = writeln!(text, "    {} (CR {}; {})", clause.says, clause.rules.join(", "), clause.id.dimmed());
        }
    }
    if let Some(nearest) = &failure.nearest {
        let _ = writeln!(text, "    {}", alike(nearest).yellow());
    }
    heading(&mut text, "Again");
    let _ = writeln!(text, "    {}", failure.replay.cyan());
    text
}

/// What the nearest wrong rule says of a failure: that it may be the cause, or that the cause is yet another.
pub(super) fn alike(nearest: &Nearest) -> String {
    let Nearest { mutant, rule, says, similarity } = nearest;
    let likeness = f64::from(*similarity) / 100.0;
    if *similarity >= LIKE {
        format!("The engine behaves like {mutant} (similarity {likeness:.2}): {says} (CR {rule}).")
    } else {
        format!(
            "No wrong rule known here does the same; {mutant} comes nearest (similarity {likeness:.2}): {says} (CR {rule})."
        )
    }
}

/// The verdict on one line.
fn verdict_line(report: &Report, text: &mut String) {
    let (certified, of) = report.topics.iter().fold((0, 0), |(a, b), t| (a + t.certified, b + t.clauses));
    let passed = report.rulings.iter().filter(|ruling| ruling.verdict.passed()).count();
    let (news, says) = headline::headline(report);
    let verdict = format!("{} {says}", report.engine);
    let verdict = match news {
        News::Good => verdict.green().to_string(),
        News::Open => verdict.yellow().to_string(),
        News::Bad => verdict.red().to_string(),
    };
    let _ = writeln!(
        text,
        "{}: {passed} of {} rulings, {certified} of {of} clauses; {} cases ({}), seed {}{}.",
        verdict.bold(),
        report.rulings.len(),
        thousands(report.counts.cases()),
        words(&report.counts),
        report.seed,
        headline::saved(report)
    );
}

/// A number with commas: `12,345`.
pub(crate) fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::thousands;

    #[test]
    fn numbers_are_cut_into_thousands() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")];
        for (n, text) in cases {
            assert_eq!(thousands(n), text);
        }
    }
}
