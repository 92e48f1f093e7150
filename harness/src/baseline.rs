//! Expected failures: what an engine is known to get wrong, as a file beside the engine, so that a run is red only for news.
//!
//! An entry names a ruling, the check of it that fails and the failure's signature; it has a reason, and may have a link, a day
//! on which it expires and a saved case. `file` reads entries and finds their faults, `sense` those that can come true of no
//! engine, `judge` compares them with a report, `again` plays saved cases, `update` rewrites a file and leaves alone what people
//! wrote in it.

pub mod again;
mod date;
mod file;
pub mod judge;
pub mod sense;
pub(crate) mod shape;
pub mod update;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::fault::{Faults, Source, Span, unreadable};
use crate::report::{Failure, RulingReport};
use crate::tape::Tape;
use crate::verdict::{Case, Kind, RulingVerdict};

pub use again::{Again, Sources};
pub use date::{Date, DateError};
pub use judge::judge;

/// The version of the file's shape.
pub const FORMAT: i64 = 1;

/// The reason that `update` writes for people to replace.
pub const UNEXPLAINED: &str = "to be explained";

/// Whether a reason is still the one that `update` writes, however it is spaced or capitalised by now.
#[must_use]
pub fn is_unexplained(reason: &str) -> bool {
    let words = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    words.trim_end_matches('.').eq_ignore_ascii_case(UNEXPLAINED)
}

/// A file of expected failures.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Baseline {
    /// The entries, in the order of the file.
    pub entries: Vec<Entry>,
    source: Source,
}

/// One expected failure.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Entry {
    /// What fails.
    pub key: Key,
    /// Why that is expected.
    pub reason: String,
    /// Where there is more about it.
    pub link: Option<String>,
    /// The last day on which it is expected.
    pub expires: Option<Date>,
    /// A case that fails so.
    pub case: Option<Saved>,
    /// The line of the file on which it begins, from 1; 0 for an entry that is in no file yet.
    pub line: usize,
    places: Places,
}

/// Where in the file the values of an entry stand that `update` may change and `sense` may complain of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Places {
    ruling: Span,
    check: Span,
    signature: Span,
    case: Option<Span>,
}

/// What failed: the three things that make a failure the same one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The ruling.
    pub ruling: String,
    /// Its check, such as `expectation 2`.
    pub check: String,
    /// The signature of the failure.
    pub signature: String,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} ({})", self.ruling, self.check, self.signature)
    }
}

/// A case that is kept, `RULING#N@TAPE`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Saved {
    /// The ruling.
    pub ruling: String,
    /// The number that the case had; the tape decides.
    pub n: u64,
    /// Its choices.
    pub tape: Tape,
}

impl fmt::Display for Saved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}@{}", self.ruling, self.n, self.tape.to_text())
    }
}

impl FromStr for Saved {
    type Err = String;

    fn from_str(text: &str) -> Result<Saved, String> {
        let shape = || "expected RULING#N@TAPE, such as nine-lives/each-source#3@t1:0,4".to_owned();
        let (name, tape) = text.split_once('@').ok_or_else(shape)?;
        let (ruling, n) = name.split_once('#').ok_or_else(shape)?;
        let n = n.parse().map_err(|_| format!("`{n}` is no number of a case, expected a whole number from 0"))?;
        let tape = tape.parse::<Tape>().map_err(|error| error.to_string())?;
        Ok(Saved { ruling: ruling.to_owned(), n, tape })
    }
}

/// Why there is no baseline.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BaselineError {
    /// The file system said no.
    #[error("{}", unreadable(.path, .error, "a baseline, as `headjudge baseline update FILE` writes one"))]
    File {
        /// The file.
        path: PathBuf,
        /// What it said.
        error: std::io::Error,
    },
    /// The file is faulty.
    #[error("{}", .0.render(crate::fault::Style::Plain).trim_end())]
    Faults(Faults),
}

impl Baseline {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or every fault of it.
    pub fn read(path: &Path) -> Result<Baseline, BaselineError> {
        let name = path.display().to_string();
        let bytes = std::fs::metadata(path).and_then(|about| {
            // A pipe or a device might never end.
            if !about.is_file() {
                return Err(std::io::Error::other("this is no plain file"));
            }
            if about.len() > crate::yaml::MAX_BYTES as u64 {
                return Err(std::io::Error::other(format!("the file is larger than {} bytes", crate::yaml::MAX_BYTES)));
            }
            std::fs::read(path)
        });
        let bytes = bytes.map_err(|error| BaselineError::File { path: path.to_owned(), error })?;
        Baseline::parse(&name, &bytes).map_err(BaselineError::Faults)
    }

    /// No failure is expected.
    #[must_use]
    pub fn empty(name: &str) -> Baseline {
        Baseline { entries: Vec::new(), source: Source::new(name, "") }
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> &str {
        self.source.text()
    }
}

/// The check of a verdict as a baseline calls it: which of many cards an engine lacks is chance.
#[must_use]
pub fn check_of(case: &Case) -> String {
    merged(&case.check())
}

fn merged(check: &str) -> String {
    const CARD: &str = "unsupported card";
    if check.starts_with(CARD) { CARD.to_owned() } else { check.to_owned() }
}

/// A way in which a ruling of a report failed.
#[derive(Debug, Clone)]
pub(crate) struct Observed<'r> {
    pub(crate) key: Key,
    pub(crate) cases: u64,
    pub(crate) first: Option<&'r Failure>,
}

/// What failed in a ruling, as a baseline counts it. Cases that were not run are no failure.
pub(crate) fn observed(ruling: &RulingReport) -> Vec<Observed<'_>> {
    let key = |check: &str, signature: &str| Key {
        ruling: ruling.id.clone(),
        check: merged(check),
        signature: signature.to_owned(),
    };
    let mut all: Vec<Observed<'_>> = Vec::new();
    for failure in ruling.failures.iter().filter(|failure| failure.kind != Kind::NotRun) {
        let key = key(&failure.check, &failure.signature);
        match all.iter_mut().find(|observed| observed.key == key) {
            Some(observed) => observed.cases += failure.cases,
            None => all.push(Observed { key, cases: failure.cases, first: Some(failure) }),
        }
    }
    if ruling.verdict == RulingVerdict::Vacuous {
        all.push(Observed { key: key("vacuous", "vacuous"), cases: ruling.counts.cases(), first: None });
    }
    all
}
