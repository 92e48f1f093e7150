//! What a report says about expected failures: each entry of the baseline, and each failure that has none.

use std::fmt;

use owo_colors::OwoColorize as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::terminal::REASONS;
use super::topics::ALIKE;
use super::{Detail, Report, RulingReport};
use crate::baseline::UNEXPLAINED;

/// A report beside the failures that were expected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BaselineReport {
    /// Whether everything is exactly as expected.
    pub as_expected: bool,
    /// The day by which expiry was judged, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub today: Option<String>,
    /// How many rulings were not run to their end, so that nothing is said of what they lack.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub incomplete: u64,
    /// Entries and failures, in order of ruling, check and signature.
    pub findings: Vec<Finding>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// An entry of the baseline and what became of it, or a failure without an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// What became of it.
    pub state: State,
    /// The ruling.
    pub ruling: String,
    /// The check.
    pub check: String,
    /// The signature.
    pub signature: String,
    /// How the ruling fails instead, if it does; of an entry of which only the saved case was played, how that fails, if the
    /// signature is none that it could have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<Now>,
    /// In how many cases it fails.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cases: u64,
    /// The entry's reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The entry's link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The last day on which the entry holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
    /// Whether that day is past, as far as anybody said which day it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub expired: bool,
    /// The line of the entry in its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// More about it, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// How a ruling fails now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Now {
    /// The check.
    pub check: String,
    /// The signature; empty where only a saved case was played.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub signature: String,
}

/// What became of an expectation of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum State {
    /// It failed as expected.
    Expected,
    /// No case of this run failed so, and the saved case still does.
    Rare,
    /// The ruling was not run, or not to its end: nothing is said.
    NotRun,
    /// A failure that no entry expects.
    Unknown,
    /// The ruling fails in another way than expected.
    Changed,
    /// It was expected to fail and passes.
    Passes,
    /// There is no such ruling.
    NoRuling,
    /// The ruling is contested, so that none of its failures counts.
    Contested,
    /// No case of this run failed so, and nobody could play the saved case.
    Untold,
}

impl State {
    /// Whether everything is as expected.
    #[must_use]
    pub fn is_fine(self) -> bool {
        matches!(self, State::Expected | State::Rare | State::NotRun)
    }

    /// In words.
    #[must_use]
    pub fn says(self) -> &'static str {
        match self {
            State::Expected => "expected",
            State::Rare => "expected; only its saved case fails",
            State::NotRun => "not run",
            State::Unknown => "unknown failure",
            State::Changed => "changed failure",
            State::Passes => "unexpected pass",
            State::NoRuling => "no such ruling",
            State::Contested => "outside the counts",
            State::Untold => "cannot be told",
        }
    }
}

impl Finding {
    /// Whether it is as expected, and still may be.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.state.is_fine() && !self.expired
    }

    /// The words for its state.
    #[must_use]
    pub fn says(&self) -> &'static str {
        if self.state.is_fine() && self.expired { "expired" } else { self.state.says() }
    }
}

/// One line, without colours.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, {} ({})", self.says(), self.ruling, self.check, self.signature)?;
        if let Some(now) = &self.now {
            let now_is = if self.state == State::Rare { "; that fails in" } else { "; now" };
            write!(f, "{now_is} {}", now.check)?;
            if !now.signature.is_empty() {
                write!(f, " ({})", now.signature)?;
            }
        }
        if let Some(reason) = &self.reason {
            write!(f, "; reason: {}", one_line(reason))?;
        }
        if let Some(link) = &self.link {
            write!(f, " <{link}>")?;
        }
        if let Some(expires) = self.expires.as_ref().filter(|_| self.expired) {
            write!(f, "; expired on {expires}")?;
        }
        if let Some(line) = self.line.filter(|_| !self.is_fine()) {
            write!(f, "; line {line} of the baseline")?;
        }
        if !self.note.is_empty() {
            write!(f, "; {}", self.note)?;
        }
        Ok(())
    }
}

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a baseline makes of a ruling of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Standing<'r> {
    /// Nobody expects anything: its verdict stands.
    Alone,
    /// It does what is expected of it: fail.
    Expected(Vec<&'r Finding>),
    /// It does something else.
    Off(Vec<&'r Finding>),
}

impl Report {
    /// What the baseline makes of a ruling.
    pub(super) fn standing(&self, ruling: &RulingReport) -> Standing<'_> {
        let findings = self.baseline.iter().flat_map(|baseline| &baseline.findings);
        let of: Vec<&Finding> = findings
            .filter(|f| f.ruling == ruling.id && f.state != State::NotRun && f.state != State::Contested)
            .collect();
        let off: Vec<&Finding> = of.iter().copied().filter(|finding| !finding.is_fine()).collect();
        match (of.is_empty(), off.is_empty()) {
            (true, _) => Standing::Alone,
            (false, true) => Standing::Expected(of),
            (false, false) => Standing::Off(off),
        }
    }

    /// Whether a failure of a ruling is one that the baseline expects, and why.
    pub(super) fn expectation(&self, ruling: &RulingReport, check: &str, signature: &str) -> Option<&Finding> {
        let same = |finding: &&Finding| {
            let cards = finding.check == "unsupported card" && check.starts_with("unsupported card");
            finding.ruling == ruling.id && (finding.check == check || cards) && finding.signature == signature
        };
        let findings = self.baseline.iter().flat_map(|baseline| &baseline.findings);
        findings.filter(|finding| finding.state == State::Expected).find(same)
    }
}

/// The baseline for people, after everything else: what is not as expected, then the verdict on it.
pub(super) fn told(baseline: &BaselineReport, detail: Detail, text: &mut String) {
    use std::fmt::Write as _;
    if detail == Detail::Verdict {
        let off: Vec<&Finding> = baseline.findings.iter().filter(|finding| !finding.is_fine()).collect();
        for finding in off.iter().take(REASONS) {
            let _ = writeln!(text, "{} {finding}", "✗".red());
        }
        if let Some(more @ 1..) = off.len().checked_sub(REASONS) {
            let _ = writeln!(text, "  … and {more} more");
        }
    } else {
        // Where much is as expected, it is counted: what is not would be lost among it. Entries of rulings that were not run are.
        let expected = baseline.findings.iter().filter(|f| f.is_fine() && f.state == State::Expected).count();
        let counted = |f: &Finding| match f.state {
            State::Expected => f.is_fine() && expected > ALIKE,
            State::NotRun => f.is_fine(),
            _ => false,
        };
        let all = |finding: &&Finding| !counted(finding) || detail == Detail::Everything;
        for finding in baseline.findings.iter().filter(all) {
            let mark = if finding.is_fine() { "•".dimmed().to_string() } else { "✗".red().to_string() };
            let _ = writeln!(text, "{mark} {finding}");
        }
        let dated = baseline.findings.iter().filter(|finding| finding.expires.is_some()).count();
        if dated > 0 && baseline.today.is_none() {
            let _ = writeln!(text, "{dated} with an expiry, which was not judged: say which day it is with --today.");
        }
    }
    if let Some(warning) = unexplained(baseline) {
        let _ = writeln!(text, "{} {warning}.", "warning:".yellow().bold());
    }
    let verdict = verdict(baseline);
    let verdict = if baseline.as_expected { verdict.green().to_string() } else { verdict.red().to_string() };
    let _ = writeln!(text, "{}", verdict.bold());
}

/// How many entries are named of which nobody has written yet why they are expected.
const UNEXPLAINED_NAMED: usize = 5;

/// Which failures are expected, and nobody has written yet why; nothing if there are none.
pub(super) fn unexplained(baseline: &BaselineReport) -> Option<String> {
    let waits = |finding: &&Finding| {
        finding.state != State::NotRun && finding.reason.as_deref().is_some_and(crate::baseline::is_unexplained)
    };
    let all: Vec<&Finding> = baseline.findings.iter().filter(waits).collect();
    let one = |finding: &&Finding| {
        let line = finding.line.map_or_else(String::new, |line| format!(" (line {line})"));
        format!("{}, {}{line}", finding.ruling, finding.check)
    };
    let mut named: Vec<String> = all.iter().take(UNEXPLAINED_NAMED).map(one).collect();
    if let Some(more @ 1..) = all.len().checked_sub(UNEXPLAINED_NAMED) {
        named.push(format!("{more} more"));
    }
    let entries = match all.len() {
        0 => return None,
        1 => "1 entry of the baseline has".to_owned(),
        many => format!("{many} entries of the baseline have"),
    };
    let which = named.join("; ");
    Some(format!("{entries} no reason but `{UNEXPLAINED}`, and somebody should write one: {which}"))
}

/// The verdict on a baseline, in one line without colours.
#[must_use]
pub fn verdict(baseline: &BaselineReport) -> String {
    let of = |wanted: &str| baseline.findings.iter().filter(|finding| finding.says() == wanted).count();
    let all = [
        State::Unknown,
        State::Changed,
        State::Passes,
        State::NoRuling,
        State::Contested,
        State::Untold,
        State::Expected,
        State::Rare,
        State::NotRun,
    ];
    let mut words: Vec<&str> = all.into_iter().map(State::says).collect();
    words.insert(6, "expired");
    let counted = words.into_iter().map(|word| (of(word), word)).filter(|(n, _)| *n > 0);
    let mut parts: Vec<String> = counted.map(|(n, word)| format!("{n} × {word}")).collect();
    if baseline.incomplete > 0 {
        parts.push(format!("{} rulings not run to their end", baseline.incomplete));
    }
    let says = if baseline.as_expected { "everything is as the baseline expects" } else { "the baseline is off" };
    if parts.is_empty() { format!("{says}: it expects nothing") } else { format!("{says}: {}", parts.join(", ")) }
}
