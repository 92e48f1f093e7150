//! The topics of a report for people: a line for each, and below it the rulings that did not pass.

use std::fmt::Write as _;

use owo_colors::OwoColorize as _;

use super::baseline::Standing;
use super::terminal::{line, thousands};
use super::{Detail, Report, RulingReport, ShortOf, TopicReport};
use crate::verdict::{Counts, Kind, RulingVerdict};

/// Of more rulings of a topic that are merely unsupported, or expected to fail, only the number is told; so are expectations that hold.
pub(super) const ALIKE: usize = 3;

/// A line for each topic, and below it one for each ruling that did not pass.
pub(super) fn told(report: &Report, detail: Detail, text: &mut String) {
    let width = report.topics.iter().map(|topic| topic.topic.len()).max().unwrap_or(0);
    for topic in &report.topics {
        let of = |ruling: &&RulingReport| ruling.id.split('/').next() == Some(&*topic.topic);
        let rulings: Vec<&RulingReport> = report.rulings.iter().filter(of).collect();
        one_topic(topic, &rulings, width, text);
        if detail == Detail::Everything {
            short(topic, text);
        }
        this_topics(report, &rulings, detail, text);
    }
}

/// The topic itself: how much of it was passed, and why the rest of its clauses is not certified.
fn one_topic(topic: &TopicReport, rulings: &[&RulingReport], width: usize, text: &mut String) {
    let mut counts = Counts::default();
    rulings.iter().for_each(|ruling| counts.merge(&ruling.counts));
    let passed = rulings.iter().filter(|ruling| ruling.verdict.passed()).count();
    let mark = if passed == rulings.len() { "✓".green().to_string() } else { "✗".red().to_string() };
    let _ = writeln!(
        text,
        "{mark} {:width$}  {passed} of {} rulings, {} cases, {} of {} clauses certified{}",
        topic.topic.bold(),
        rulings.len(),
        thousands(counts.cases()),
        topic.certified,
        topic.clauses,
        reasons(topic).dimmed(),
    );
}

/// How many clauses are not certified for a reason that the lines below do not show: ` (3 on too few cases)`.
fn reasons(topic: &TopicReport) -> String {
    let all = [ShortOf::Support, ShortOf::Cases, ShortOf::Ruling];
    let counted = all.into_iter().map(|of| (topic.short.iter().filter(|short| short.of == of).count(), of));
    let told: Vec<String> = counted.filter(|(n, _)| *n > 0).map(|(n, of)| format!("{n} {}", of.says())).collect();
    if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) }
}

/// Each clause that is not certified.
fn short(topic: &TopicReport, text: &mut String) {
    for short in &topic.short {
        let rulings = if short.rulings.is_empty() { String::new() } else { format!(": {}", short.rulings.join(", ")) };
        let line = format!("not certified  {} {}{rulings}", short.clause, short.of.says());
        let _ = writeln!(text, "    {}", line.dimmed());
    }
}

/// The rulings that did not pass; of those that fail as expected, and of those that the engine does not support, the number where
/// they are many.
fn this_topics(report: &Report, rulings: &[&RulingReport], detail: Detail, text: &mut String) {
    let all = detail == Detail::Everything;
    let unsupported = |ruling: &RulingReport| ruling.verdict == RulingVerdict::Worst(Kind::Unsupported);
    let expected = |ruling: &RulingReport| matches!(report.standing(ruling), Standing::Expected(_));
    let many = |of: &dyn Fn(&RulingReport) -> bool| {
        let n = rulings.iter().filter(|ruling| of(ruling)).count();
        (!all && n > ALIKE).then_some(n)
    };
    let many_expected = many(&expected);
    let many_unsupported = many(&|ruling| unsupported(ruling) && !expected(ruling));
    for ruling in rulings.iter().filter(|ruling| all || !ruling.verdict.passed()) {
        let is_expected = expected(ruling);
        if is_expected && many_expected.is_some() || !is_expected && unsupported(ruling) && many_unsupported.is_some() {
            continue;
        }
        let expected = if is_expected { " (expected)" } else { "" };
        let _ = writeln!(text, "    {}{}", line(ruling), expected.dimmed());
        for label in ruling.labels.iter().filter(|_| all) {
            let _ = writeln!(
                text,
                "        {}",
                format!("{} of {} {}", thousands(label.cases), thousands(label.floor), label.name).dimmed()
            );
        }
    }
    for (n, what) in [(many_unsupported, "unsupported"), (many_expected, "as the baseline expects")] {
        if let Some(n) = n {
            let _ = writeln!(text, "    {}", format!("{n} rulings {what} (--verbose tells which)").dimmed());
        }
    }
}
