//! A journal of a run: what came of each case, a line each, written as soon as it is known. A run that is broken off goes on
//! from there and ends with the same report.
//!
//! The first line says which run it is, the last that it has come to its end. Whatever follows the last whole line was being
//! written when the run was broken off, and is played again.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Note, Plan};
use crate::fault::{json_words, unreadable};
use crate::ruling::Ruling;

/// The version of the journal's shape.
const FORMAT: u32 = 1;

/// The first line: which run this is. Journals of other runs are not gone on with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    journal: u32,
    headjudge: String,
    library: String,
    engine: String,
    seed: String,
    cases: u64,
    least: u64,
    rulings: String,
}

/// A line after the first but the last: a case.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    ruling: String,
    case: u64,
    note: Note,
}

/// The last line: with how many cases the run has come to its end.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    end: u64,
}

/// Why there is no journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file system did not let it be read.
    #[error("{}", unreadable(.path, .error, "the journal of a run"))]
    File {
        /// The file.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// The file system did not let it be written.
    #[error("`{}` cannot be written as the journal: {error}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// It is a folder, a pipe or a device.
    #[error(
        "`{}` is no plain file, and a journal has to be one, for it is read again when the run goes on: give another name",
        .0.display()
    )]
    NotPlain(PathBuf),
    /// There is something already, and nobody said that it should be gone on with.
    #[error("`{}` is there already: say --resume to go on with it, or remove it", .0.display())]
    There(PathBuf),
    /// It is the journal of something else.
    #[error("`{}` is the journal of another run: {what} is {theirs} there and {ours} here", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// What it is there.
        theirs: String,
        /// What it is in this run.
        ours: String,
    },
    /// A line is none of a journal.
    #[error(
        "`{}`, line {line}, column {}: this is no line of a journal: {}; {}",
        .path.display(), .error.column().max(1), json_words(.error), todo(*.line)
    )]
    Line {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// Why not.
        error: serde_json::Error,
    },
}

/// What was expected in a line, and what to do where something else is there.
fn todo(line: usize) -> &'static str {
    match line {
        1 => "expected which run the journal is of: remove the file to begin anew",
        _ => "expected a case and what came of it: take this line out, and --resume plays its case again",
    }
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    known: BTreeMap<String, BTreeMap<u64, Note>>,
    writing: Mutex<Writing>,
}

#[derive(Debug)]
struct Writing {
    file: File,
    failed: Option<io::Error>,
}

impl Journal {
    /// Begins a journal where there is none.
    ///
    /// # Errors
    /// If there is something at that place, or it cannot be written.
    pub fn begin(path: &Path, plan: &Plan<'_>, engine: &str) -> Result<Journal, JournalError> {
        let io = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::There(path.to_owned()),
            _ => JournalError::Write { path: path.to_owned(), error },
        };
        plain(path)?;
        let file = OpenOptions::new().write(true).create_new(true).open(path).map_err(io)?;
        let journal = Journal { path: path.to_owned(), known: BTreeMap::new(), writing: Writing::new(file) };
        journal.line(&Header::of(plan, engine));
        journal.check()?;
        Ok(journal)
    }

    /// Goes on with a journal, or begins it if there is none yet.
    ///
    /// # Errors
    /// If it is one of another run, is none at all, or cannot be written.
    pub fn resume(path: &Path, plan: &Plan<'_>, engine: &str) -> Result<Journal, JournalError> {
        let io = |error: io::Error| JournalError::File { path: path.to_owned(), error };
        let cannot = |error: io::Error| JournalError::Write { path: path.to_owned(), error };
        plain(path)?;
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Journal::begin(path, plan, engine),
            bytes => bytes.map_err(io)?,
        };
        let (known, whole) = read(path, &bytes, &Header::of(plan, engine))?;
        let mut file = OpenOptions::new().write(true).open(path).map_err(cannot)?;
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(cannot)?;
        let journal = Journal { path: path.to_owned(), known, writing: Writing::new(file) };
        if whole == 0 {
            journal.line(&Header::of(plan, engine));
        }
        journal.check()?;
        Ok(journal)
    }

    /// What came of a case before this run.
    #[must_use]
    pub fn known(&self, ruling: &Ruling, n: u64) -> Option<&Note> {
        self.known.get(&ruling.id)?.get(&n)
    }

    /// How many cases were known before this run.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.known.values().map(|cases| cases.len() as u64).sum()
    }

    /// Whether no case was known before this run.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Writes down what came of a case. What never reached the engine is left out, so that it is played when the run goes on.
    pub fn add(&self, ruling: &Ruling, n: u64, note: &Note) {
        if !note.is_missing() {
            self.line(&Line { ruling: ruling.id.clone(), case: n, note: note.clone() });
        }
    }

    /// Says that the run has come to its end, with so many cases.
    ///
    /// # Errors
    /// If something could not be written, now or before.
    pub fn end(&self, cases: u64) -> Result<(), JournalError> {
        self.line(&End { end: cases });
        self.check()
    }

    /// Whether everything could be written up to now.
    ///
    /// # Errors
    /// If not.
    pub fn check(&self) -> Result<(), JournalError> {
        match self.writing.lock().unwrap_or_else(PoisonError::into_inner).failed.take() {
            Some(error) => Err(JournalError::Write { path: self.path.clone(), error }),
            None => Ok(()),
        }
    }

    /// A line at once and as one, so that lines of several threads stay whole. After the first that fails there is no other:
    /// what follows half a line would be lost.
    fn line(&self, line: &impl Serialize) {
        let mut writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if writing.failed.is_some() {
            return;
        }
        let text = serde_json::to_vec(line).map_err(io::Error::other).and_then(|mut text| {
            text.push(b'\n');
            writing.file.write_all(&text)
        });
        writing.failed = text.err();
    }
}

impl Writing {
    fn new(file: File) -> Mutex<Writing> {
        Mutex::new(Writing { file, failed: None })
    }
}

impl Header {
    fn of(plan: &Plan<'_>, engine: &str) -> Header {
        Header {
            journal: FORMAT,
            headjudge: env!("CARGO_PKG_VERSION").to_owned(),
            library: format!("{:016x}", plan.library.digest),
            engine: engine.to_owned(),
            seed: plan.seed.to_string(),
            cases: plan.cases,
            least: plan.least.min(plan.cases),
            rulings: super::part::whole(plan.rulings.iter().map(|ruling| &*ruling.id)),
        }
    }

    fn fields(&self) -> [(&'static str, String); 8] {
        [
            ("the format", self.journal.to_string()),
            ("the version of headjudge", self.headjudge.clone()),
            ("the library", self.library.clone()),
            ("the engine", self.engine.clone()),
            ("the seed", self.seed.clone()),
            ("the number of cases", self.cases.to_string()),
            ("the least number of cases", self.least.to_string()),
            ("the choice of rulings", self.rulings.clone()),
        ]
    }
}

/// Refuses what is there and no plain file: a device may have no end, and none of them keeps what is written.
fn plain(path: &Path) -> Result<(), JournalError> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => Err(JournalError::NotPlain(path.to_owned())),
        _ => Ok(()),
    }
}

type Known = BTreeMap<String, BTreeMap<u64, Note>>;

/// What a journal tells, and where its last whole line ends that is not the end of the run.
fn read(path: &Path, bytes: &[u8], ours: &Header) -> Result<(Known, u64), JournalError> {
    let (mut known, mut whole) = (Known::new(), 0);
    for (at, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let fault = |error| JournalError::Line { path: path.to_owned(), line: at + 1, error };
        let Some(text) = line.strip_suffix(b"\n") else { break };
        if at == 0 {
            let theirs: Header = serde_json::from_slice(text).map_err(fault)?;
            let mut fields = theirs.fields().into_iter().zip(ours.fields());
            if let Some(((what, theirs), (_, ours))) = fields.find(|(theirs, ours)| theirs != ours) {
                return Err(JournalError::Other { path: path.to_owned(), what, theirs, ours });
            }
        } else {
            if serde_json::from_slice::<End>(text).is_ok() {
                break;
            }
            let Line { ruling, case, note } = serde_json::from_slice(text).map_err(fault)?;
            known.entry(ruling).or_default().insert(case, note);
        }
        whole += line.len() as u64;
    }
    Ok((known, whole))
}
