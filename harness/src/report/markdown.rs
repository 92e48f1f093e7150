//! The report as a page of Markdown, for the summary of a job: the verdict, the topics, then each ruling that did not pass.

use std::fmt::Write as _;

use super::{Report, RulingReport, describe, terminal};
use crate::verdict::{EngineVerdict, RulingVerdict};

/// The most rulings of which the first failure is told in full; job summaries are cut off at a megabyte.
const TOLD: usize = 20;

pub(super) fn text(report: &Report) -> String {
    let mut text = String::new();
    let passed = report.rulings.iter().filter(|ruling| ruling.verdict.passed()).count();
    let (mark, says) = match report.verdict {
        EngineVerdict::Conforms => ("✅", "obeys every ruling that was run"),
        EngineVerdict::Fails(RulingVerdict::Faulty) => ("⚠️", "was not judged: some rulings are themselves at fault"),
        EngineVerdict::Fails(worst) if worst.went_wrong() => ("❌", "does not conform"),
        EngineVerdict::Fails(_) => ("⚠️", "is not shown to conform"),
    };
    let _ = writeln!(text, "## {mark} {} {says}\n", code(&report.engine));
    let _ = writeln!(
        text,
        "{passed} of {} rulings, {} cases, seed {}, headjudge {}, library {}.\n",
        report.rulings.len(),
        terminal::thousands(report.counts.cases()),
        report.seed,
        report.headjudge,
        code(&report.library)
    );
    text.push_str("| topic | rulings passed | clauses certified |\n|---|---|---|\n");
    for topic in &report.topics {
        let of = |ruling: &&RulingReport| ruling.id.split('/').next() == Some(&*topic.topic);
        let all = report.rulings.iter().filter(of).count();
        let passed = report.rulings.iter().filter(of).filter(|ruling| ruling.verdict.passed()).count();
        let _ = writeln!(text, "| {} | {passed} of {all} | {} of {} |", topic.topic, topic.certified, topic.clauses);
    }
    if !report.saved.is_empty() {
        text.push_str("\n### Saved failures\n\n| file | ruling | what became of it |\n|---|---|---|\n");
        for saved in &report.saved {
            let (status, now) = (saved.status.says(), cell(&saved.now));
            let _ = writeln!(text, "| {} | {} | {status} ({now}) |", code(&saved.file), code(&saved.ruling));
        }
    }
    let open: Vec<&RulingReport> = report.rulings.iter().filter(|ruling| !ruling.verdict.passed()).collect();
    if !open.is_empty() {
        text.push_str("\n### Not passed\n\n| verdict | ruling | what it says | cases |\n|---|---|---|---|\n");
        for ruling in &open {
            let word = ruling.verdict.word().replace('_', " ");
            let (says, counts) = (cell(&ruling.says), cell(&terminal::counted(ruling)));
            let _ = writeln!(text, "| {word} | {} | {says} | {counts} |", code(&ruling.id));
        }
        open.iter().filter(|ruling| ruling.verdict.went_wrong()).take(TOLD).for_each(|ruling| told(ruling, &mut text));
    }
    text
}

/// The first failure of a ruling, folded away.
fn told(ruling: &RulingReport, text: &mut String) {
    let Some(failure) = ruling.failures.iter().find(|failure| failure.scenario.is_some()) else { return };
    let _ = writeln!(text, "\n<details><summary>{}: {}</summary>\n", ruling.id, failure.check);
    let mut lines = Vec::new();
    if !failure.values.is_empty() {
        lines.push(describe::valued(&failure.values));
    }
    lines.extend(failure.scenario.iter().flat_map(describe::scenario));
    lines.push(format!("expected  {}", failure.expected));
    lines.extend(failure.observed.iter().map(|seen| format!("observed  {} = {}", seen.name, seen.value)));
    if let Some(nearest) = &failure.nearest {
        lines.push(format!("behaves like {}: {} (CR {})", nearest.mutant, nearest.says, nearest.rule));
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
