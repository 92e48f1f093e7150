//! The formats in which a report can be written.

use super::{Report, badge, junit, markdown};

/// A format of the whole report, or of an extract of it for some other program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Everything; what `replay`, `merge` and `diff` read.
    Json,
    /// A test suite for each topic, a test for each ruling: what build servers show.
    Junit,
    /// A page for the summary of a job.
    Markdown,
    /// The verdict as an endpoint of badges, in the shape that shields.io reads.
    Badge,
}

impl Format {
    /// Every format.
    pub const ALL: &'static [Format] = &[Format::Json, Format::Junit, Format::Markdown, Format::Badge];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Junit => "junit",
            Format::Markdown => "markdown",
            Format::Badge => "badge",
        }
    }

    /// The format of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// The report as text.
    ///
    /// # Errors
    /// None that is known: a report is plain data, and the text is made in memory.
    pub fn text(self, report: &Report) -> Result<String, std::io::Error> {
        match self {
            Format::Json => report.to_json().map_err(Into::into),
            Format::Junit => junit::text(report),
            Format::Markdown => Ok(markdown::text(report)),
            Format::Badge => badge::text(report).map_err(Into::into),
        }
    }
}
