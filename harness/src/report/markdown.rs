//! The report as a page of Markdown, for the summary of a job: the verdict, the topics, then each ruling that did not pass.

use std::fmt::Write as _;

use super::baseline::{self, Standing};
use super::groups::{Group, groups};
use super::headline::{self, News};
use super::lacks::{self, Lack};
use super::{Report, RulingReport, describe, terminal};
use crate::verdict::{Kind, RulingVerdict};

/// The most failures that are told in full, one for each cause; job summaries are cut off at a megabyte.
const TOLD: usize = 20;

pub(super) fn text(report: &Report) -> String {
    let mut text = String::new();
    let passed = report.rulings.iter().filter(|ruling| ruling.verdict.passed()).count();
    let (news, says) = headline::headline(report);
    let mark = match news {
        News::Good => "✅",
        News::Open => "⚠️",
        News::Bad => "❌",
    };
    let _ = writeln!(text, "## {mark} {} {says}\n", code(&report.engine));
    let _ = writeln!(
        text,
        "{passed} of {} rulings, {} cases, seed {}, headjudge {}, library {}{}.\n",
        report.rulings.len(),
        terminal::thousands(report.counts.cases()),
        report.seed,
        report.headjudge,
        code(&report.library),
        headline::saved(report)
    );
    text.push_str("| topic | rulings passed | clauses certified |\n|---|---|---|\n");
    for topic in &report.topics {
        let of = |ruling: &&RulingReport| ruling.id.split('/').next() == Some(&*topic.topic);
        let all = report.rulings.iter().filter(of).count();
        let passed = report.rulings.iter().filter(of).filter(|ruling| ruling.verdict.passed()).count();
        let _ = writeln!(text, "| {} | {passed} of {all} | {} of {} |", topic.topic, topic.certified, topic.clauses);
    }
    claims(report, &mut text);
    if !report.saved.is_empty() {
        text.push_str("\n### Saved failures\n\n| file | ruling | what became of it |\n|---|---|---|\n");
        for saved in &report.saved {
            let (status, now) = (saved.status.says(), cell(&saved.now));
            let _ = writeln!(text, "| {} | {} | {status} ({now}) |", code(&saved.file), code(&saved.ruling));
        }
    }
    let open: Vec<&RulingReport> = report.rulings.iter().filter(|ruling| !ruling.verdict.passed()).collect();
    let lacks = |ruling: &&RulingReport| ruling.verdict == RulingVerdict::Worst(Kind::Unsupported);
    let (unsupported, open): (Vec<_>, Vec<_>) = open.into_iter().partition(lacks);
    if !open.is_empty() {
        text.push_str("\n### Not passed\n");
        rulings(report, &open, &mut text);
        let wrong = open.iter().copied().filter(|ruling| ruling.verdict.went_wrong());
        groups(report, wrong).iter().take(TOLD).for_each(|group| told(group, &mut text));
    }
    if !unsupported.is_empty() {
        text.push_str("\n### Unsupported\n\n| what the engine lacks | cases | rulings |\n|---|---|---|\n");
        for Lack { what, cases, rulings } in lacks::lacks(report).iter().take(TOLD) {
            let _ = writeln!(text, "| {} | {} | {rulings} |", cell(what), terminal::thousands(*cases));
        }
        let _ = writeln!(text, "\n<details><summary>{} rulings</summary>", unsupported.len());
        rulings(report, &unsupported, &mut text);
        text.push_str("\n</details>\n");
    }
    expectations(report, &mut text);
    text
}

/// A table of rulings.
fn rulings(report: &Report, rulings: &[&RulingReport], text: &mut String) {
    text.push_str("\n| verdict | ruling | what it says | cases |\n|---|---|---|---|\n");
    for ruling in rulings {
        let expected = if matches!(report.standing(ruling), Standing::Expected(_)) { " (expected)" } else { "" };
        let word = format!("{}{expected}", ruling.verdict.word().replace('_', " "));
        let (says, counts) = (cell(&ruling.says), cell(&terminal::counted(ruling)));
        let _ = writeln!(text, "| {word} | {} | {says} | {counts} |", code(&ruling.id));
    }
}

/// What the engine claims and does not support, or the other way round.
fn claims(report: &Report, text: &mut String) {
    let parts = [
        ("Claimed, and not supported", &report.claims.overclaimed),
        ("Passed, and not claimed: nothing is wrong with that", &report.claims.unclaimed),
    ];
    for (heading, claims) in parts.into_iter().filter(|(_, claims)| !claims.is_empty()) {
        let _ = writeln!(text, "\n### {heading}\n\n| | cases |\n|---|---|");
        for claim in claims {
            let _ = writeln!(text, "| {} | {} |", cell(&claim.says()), terminal::thousands(claim.cases));
        }
    }
}

/// What became of the failures that were expected.
fn expectations(report: &Report, text: &mut String) {
    let Some(expected) = &report.baseline else { return };
    let mark = if expected.as_expected { "✅" } else { "❌" };
    let _ = writeln!(text, "\n### Baseline\n\n{mark} {}.", baseline::verdict(expected));
    if let Some(warning) = baseline::unexplained(expected) {
        let _ = writeln!(text, "\n⚠️ {}.", cell(&warning));
    }
    if !expected.findings.is_empty() {
        text.push_str("\n| | ruling | check | signature | reason |\n|---|---|---|---|---|\n");
    }
    for finding in &expected.findings {
        let now = finding.now.as_ref().map_or_else(String::new, |now| format!("; now {} {}", now.check, now.signature));
        let state = format!("{}{now}", finding.says());
        let reason = [finding.reason.as_deref().unwrap_or(""), &finding.note].join(" ");
        let (state, reason, check) = (cell(&state), cell(&reason), cell(&finding.check));
        let (ruling, signature) = (code(&finding.ruling), code(&finding.signature));
        let _ = writeln!(text, "| {state} | {ruling} | {check} | {signature} | {reason} |");
    }
}

/// The first of the failures with one cause, folded away, and the names of the others.
fn told(group: &Group<'_>, text: &mut String) {
    let Some(first) = group.all.iter().find(|told| told.failure.scenario.is_some()) else { return };
    let (ruling, failure) = (first.ruling, first.failure);
    if let Some(heading) = group.heading() {
        let others = group.all.iter().filter(|told| !std::ptr::eq(told.failure, failure));
        let others: Vec<String> =
            others.map(|told| format!("{} ({})", code(&told.ruling.id), cell(&told.failure.check))).collect();
        let _ = writeln!(text, "\n{}: the one below, and {}", cell(&heading), others.join(", "));
    }
    let _ = writeln!(text, "\n<details><summary>{}: {}</summary>\n", ruling.id, failure.check);
    let mut lines = Vec::new();
    if !failure.values.is_empty() {
        lines.push(describe::valued(&failure.values));
    }
    lines.extend(failure.scenario.iter().flat_map(describe::scenario));
    lines.push(format!("expected  {}", failure.expected));
    lines.extend(failure.observed.iter().map(|seen| format!("observed  {} = {}", seen.name, seen.value)));
    if let Some(nearest) = &failure.nearest {
        lines.push(terminal::alike(nearest));
    }
    lines.push(format!("again     {}", failure.replay));
    let lines = lines.join("\n");
    let fence = fence(&lines);
    let _ = writeln!(text, "{fence}text\n{lines}\n{fence}\n\n</details>");
}

/// More backticks in a row than the text has anywhere, and so many at least.
fn ticks(text: &str, least: usize) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(least.max(longest + 1))
}

/// A fence around a block of text.
fn fence(text: &str) -> String {
    ticks(text, 3)
}

/// Text as it is, in a span of code.
fn code(text: &str) -> String {
    let fence = ticks(text, 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{}{pad}{fence}", text.replace('|', "\\|").replace('\n', " "))
}

/// Text in a cell of a table: on one line, and nothing in it means anything to Markdown.
fn cell(text: &str) -> String {
    let mut cell = String::new();
    for c in text.trim().chars() {
        match c {
            '\n' => cell.push(' '),
            '|' | '*' | '_' | '`' | '<' | '[' | ']' | '\\' | '#' | '&' => {
                cell.push('\\');
                cell.push(c);
            }
            c => cell.push(c),
        }
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_shown_is_taken_for_markdown() {
        assert_eq!(cell("a|b\n*c*"), "a\\|b \\*c\\*");
        assert_eq!(code("plain"), "`plain`");
        assert_eq!(code("`x`"), "`` `x` ``");
        assert_eq!(fence("a ```` b"), "`````");
        assert_eq!(fence("none"), "```");
    }
}
