//! Replay files: one failing case with everything that is needed to see it again, on any engine and much later.
//!
//! Seven lines of JSON: a header, where the case comes from, the scenario, what the engine said, what the reference makes
//! of it, the verdict, and a checksum over all of these. A file that is not exactly what was written is refused.

mod folder;

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use headjudge_protocol::{Outcome, Scenario};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::endings;
use crate::engines::Reply;
use crate::fault::{json_in_line, unreadable};
use crate::library::Library;
use crate::ruling::Ruling;
use crate::tape::Tape;
use crate::verdict::Case;

pub use folder::{Found, MOST_FILES, SaveError, found, save};

/// The version of the files' shape.
pub const FORMAT: u32 = 1;

/// The largest file that is written or read, in bytes: lines of the wire are shorter than a megabyte each.
pub const LARGEST: u64 = 8 << 20;

/// What the name of a replay file ends in.
pub const ENDING: &str = "jsonl";

/// A failing case as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The version of the program that wrote it.
    pub headjudge: String,
    /// The digest of the library, in hexadecimal.
    pub library: String,
    /// The ruling's id.
    pub ruling: String,
    /// The digest of the ruling's file, in hexadecimal.
    pub digest: String,
    /// The engine that failed, by its name on the command line.
    pub engine: String,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the case from which this one was made smaller.
    pub case: u64,
    /// The choices of the case: the board's, then the answers'.
    pub tape: Tape,
    /// What was sent to the engine.
    pub scenario: Scenario,
    /// What it said; nothing if it said something else the second time.
    pub reply: Option<Reply>,
    /// What the reference makes of it.
    pub reference: Outcome,
    /// The verdict.
    pub verdict: Case,
}

/// Why a file is no replay file.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The file system said no.
    #[error("{}", unreadable(.path, .error, "a replay file, as `headjudge certify --failures DIR` writes them"))]
    File {
        /// The file.
        path: PathBuf,
        /// What it said.
        error: std::io::Error,
    },
    /// It is not what was written.
    #[error("`{}`, line {line}: {why}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What was expected there, and what was found.
        why: String,
    },
}

/// The first line: what wrote the file, and with what.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    #[schemars(extend("const" = FORMAT))]
    replay: u32,
    headjudge: String,
    library: String,
    ruling: String,
    digest: String,
}

#[derive(Deserialize)]
struct Version {
    replay: u32,
}

/// The second line: where the case comes from.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct From {
    engine: String,
    /// As text, because many readers of JSON have no room for 64 bits.
    #[schemars(regex(pattern = "^[0-9]+$"))]
    seed: String,
    case: u64,
    #[schemars(regex(pattern = "^t[0-9]+:([0-9]+(,[0-9]+)*)?$"))]
    tape: String,
}

/// The third line: what was sent to the engine.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    scenario: Scenario,
}

/// The fourth line: what the engine said; null if it said something else the second time.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Said {
    reply: Option<Reply>,
}

/// The fifth line: what the reference makes of it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ByTheRules {
    reference: Outcome,
}

/// The sixth line: the verdict, and the check in the words of reports.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Judged {
    check: String,
    verdict: Case,
}

/// The seventh line: SHA-256 of the lines above, each with its end, in hexadecimal.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Checksum {
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    sha256: String,
}

/// A line of a replay file: seven of them, in this order, each once.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "ReplayLine")]
#[expect(dead_code, reason = "only its schema is asked for")]
pub(crate) enum Line {
    Header(Header),
    From(From),
    Asked(Asked),
    Said(Said),
    ByTheRules(ByTheRules),
    Judged(Judged),
    Checksum(Checksum),
}

/// What the lines are, for those who look for one and find something else.
const LINES: [&str; 7] = [
    "the header of a replay file",
    "engine, seed, case and tape",
    "the scenario",
    "the reply of the engine",
    "what the reference makes of it",
    "the verdict",
    "the checksum of the lines above",
];

impl Record {
    /// The name of its file: the ruling, the check, and a few digits that tell apart what fails alike.
    #[must_use]
    pub fn name(&self) -> String {
        let check = self.verdict.check();
        let check: String = check.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let digest = sha256(format!("{}\0{}\0{}", self.engine, check, self.tape.to_text()).as_bytes());
        format!("{}.{check}.{}.{ENDING}", self.ruling.replace('/', "."), &digest[..8])
    }

    /// The whole file.
    ///
    /// # Errors
    /// None that is known: a record is plain data.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        let (headjudge, library) = (self.headjudge.clone(), self.library.clone());
        let (ruling, digest) = (self.ruling.clone(), self.digest.clone());
        let seed = self.seed.to_string();
        let from = From { engine: self.engine.clone(), seed, case: self.case, tape: self.tape.to_text() };
        let lines = [
            serde_json::to_string(&Header { replay: FORMAT, headjudge, library, ruling, digest })?,
            serde_json::to_string(&from)?,
            serde_json::to_string(&Asked { scenario: self.scenario.clone() })?,
            serde_json::to_string(&Said { reply: self.reply.clone() })?,
            serde_json::to_string(&ByTheRules { reference: self.reference.clone() })?,
            serde_json::to_string(&Judged { check: self.verdict.check(), verdict: self.verdict.clone() })?,
        ];
        let mut text: String = lines.into_iter().map(|line| line + "\n").collect();
        text.push_str(&serde_json::to_string(&Checksum { sha256: sha256(text.as_bytes()) })?);
        text.push('\n');
        Ok(text)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is not what [`Record::to_text`] wrote, see [`Record::parse`].
    pub fn read(path: &Path) -> Result<Record, ReplayError> {
        let file = |error| ReplayError::File { path: path.to_owned(), error };
        if !std::fs::metadata(path).map_err(file)?.is_file() {
            return Err(file(std::io::Error::other("this is no plain file")));
        }
        let mut bytes = Vec::new();
        File::open(path).and_then(|open| open.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(file)?;
        if bytes.len() as u64 > LARGEST {
            return Err(file(std::io::Error::other(format!("the file is larger than {LARGEST} bytes"))));
        }
        Record::parse(&bytes).map_err(|(line, why)| ReplayError::Line { path: path.to_owned(), line, why })
    }

    /// Reads the bytes of a file: byte for byte what [`Record::to_text`] wrote, or the same with `\r\n` at the end of every line.
    ///
    /// # Errors
    /// The first line, from 1, that is not what it should be, and why.
    pub fn parse(bytes: &[u8]) -> Result<Record, (usize, String)> {
        if endings::are_mixed(bytes) {
            let line = bytes.split_inclusive(|byte| *byte == b'\n').position(|line| line.ends_with(b"\r\n"));
            return Err((line.unwrap_or(0) + 1, endings::CHANGED.to_owned()));
        }
        Record::parse_restored(&endings::restored(bytes))
    }

    fn parse_restored(bytes: &[u8]) -> Result<Record, (usize, String)> {
        let mut lines = Lines { bytes, at: 0, line: 0 };
        let first = lines.next()?;
        // Of a later version the rest may look like anything.
        if let Ok(Version { replay }) = serde_json::from_slice::<Version>(first)
            && replay != FORMAT
        {
            return Err((1, format!("version {replay} of replay files is not known, expected version {FORMAT}")));
        }
        let header: Header = lines.value(first)?;
        let second = lines.next()?;
        let from: From = lines.value(second)?;
        let tape = from.tape.parse::<Tape>().map_err(|error| (2, error.to_string()))?;
        let seed = from.seed.parse::<u64>().map_err(|_| (2, format!("`{}` is no seed", from.seed)))?;
        let third = lines.next()?;
        let asked: Asked = lines.value(third)?;
        let fourth = lines.next()?;
        let said: Said = lines.value(fourth)?;
        let fifth = lines.next()?;
        let reference: ByTheRules = lines.value(fifth)?;
        let sixth = lines.next()?;
        let judged: Judged = lines.value(sixth)?;
        let above = sha256(&bytes[..lines.at]);
        let last = lines.next()?;
        let sum: Checksum = lines.value(last)?;
        if sum.sha256 != above {
            let why = format!("the lines above have been altered: their checksum is {above}, expected {}", sum.sha256);
            return Err((lines.line, why));
        }
        let record = Record {
            headjudge: header.headjudge,
            library: header.library,
            ruling: header.ruling,
            digest: header.digest,
            engine: from.engine,
            seed,
            case: from.case,
            tape,
            scenario: asked.scenario,
            reply: said.reply,
            reference: reference.reference,
            verdict: judged.verdict,
        };
        // Whatever else means the same was not written by this program.
        let text = record.to_text().map_err(|error| (1, error.to_string()))?;
        if text.as_bytes() != bytes {
            let mut pairs = text.split_inclusive('\n').zip(bytes.split_inclusive(|byte| *byte == b'\n'));
            let line = pairs.position(|(ours, theirs)| ours.as_bytes() != theirs).unwrap_or(LINES.len());
            let why = match LINES.get(line) {
                Some(what) => format!("expected {what} as this program writes it"),
                None => "expected the end of the file".to_owned(),
            };
            return Err((line + 1, why));
        }
        Ok(record)
    }

    /// What is different today, in words: the program, the library, the ruling. Nothing if all of it is what it was.
    #[must_use]
    pub fn changes(&self, library: &Library, ruling: &Ruling) -> Vec<String> {
        let mut changes = Vec::new();
        if self.headjudge != env!("CARGO_PKG_VERSION") {
            let ours = env!("CARGO_PKG_VERSION");
            changes.push(format!("it was written by headjudge {}, and this is headjudge {ours}", self.headjudge));
        }
        let (library, digest) = (format!("{:016x}", library.digest), format!("{:016x}", ruling.digest));
        if self.library != library {
            changes.push(format!("the library is another one: {} then, {library} now", self.library));
            changes.push(match self.digest == digest {
                true => format!("the file of the ruling {} is what it was", self.ruling),
                false => format!("the ruling {} has changed: {} then, {digest} now", self.ruling, self.digest),
            });
        }
        changes
    }
}

/// Whether a file claims to be a replay file: by its first bytes, or by its ending where those are lost.
#[must_use]
pub fn is_replay(path: &Path) -> bool {
    const START: &[u8] = b"{\"replay\":";
    if !path.is_file() {
        // Opening a pipe might never end.
        return false;
    }
    let mut first = Vec::new();
    let read = File::open(path).and_then(|open| open.take(START.len() as u64).read_to_end(&mut first));
    (read.is_ok() && first == START) || path.extension().is_some_and(|ending| ending == ENDING)
}

/// The lines of a file, one after the other.
struct Lines<'b> {
    bytes: &'b [u8],
    /// Where the next one begins.
    at: usize,
    /// The number of the last one, from 1.
    line: usize,
}

impl<'b> Lines<'b> {
    fn expected(&self) -> &'static str {
        LINES[(self.line - 1).min(LINES.len() - 1)]
    }

    /// The next line, without its end.
    fn next(&mut self) -> Result<&'b [u8], (usize, String)> {
        self.line += 1;
        let rest = &self.bytes[self.at..];
        let cut = |what: &str| (self.line, format!("expected {}, found {what}: the file was cut off", self.expected()));
        match rest.iter().position(|byte| *byte == b'\n') {
            Some(end) => {
                self.at += end + 1;
                Ok(&rest[..end])
            }
            None if rest.is_empty() && self.line == 1 => Err((1, "the file is empty".to_owned())),
            None if rest.is_empty() => Err(cut("the end of the file")),
            None => Err(cut("a line without an end")),
        }
    }

    fn value<T: DeserializeOwned>(&self, line: &[u8]) -> Result<T, (usize, String)> {
        serde_json::from_slice(line)
            .map_err(|error| (self.line, format!("expected {}: {}", self.expected(), json_in_line(&error))))
    }
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
