//! Certificates: what a whole run of an engine came to, in a form that somebody else can check by playing a sample of it again.
//!
//! A certificate says what was found, failures and all. It has a mark for every case: its verdict and a short digest of scenario
//! and outcome. A checksum over the canonical text shows damage. Nothing in it is signed: whoever can write the file can write
//! another checksum. What makes one credible is that the cases to be played again are chosen by whoever checks it.

mod marks;
pub mod verify;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::endings;
use crate::engines::About;
use crate::fault::{placed_json, unreadable};
use crate::library::Library;
use crate::report::{Report, RulingReport};
use crate::verdict::{Counts, EngineVerdict, Kind, RulingVerdict};

pub use marks::{Marks, mark};
pub use verify::verify;

/// The version of the certificate's shape.
pub const FORMAT: u32 = 1;

/// The largest file that is read as a certificate, in bytes.
const LARGEST: u64 = 1 << 28;

/// What a run came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Certificate {
    /// The version of the shape.
    #[schemars(extend("const" = FORMAT))]
    pub certificate: u32,
    /// What it shows and what it does not, for people.
    pub says: Vec<String>,
    /// The version of this program.
    pub headjudge: String,
    /// The version of scenarios, outcomes and messages.
    pub protocol: u32,
    /// The version of the suite.
    pub suite: u32,
    /// The digest of the library, in hexadecimal.
    pub library: String,
    /// How many rulings of the library count.
    pub suite_rulings: usize,
    /// The engine.
    pub engine: EngineSays,
    /// The seed of the run, as text.
    #[schemars(regex(pattern = "^[0-9]+$"))]
    pub seed: String,
    /// Cases of each ruling, at most.
    pub cases: u64,
    /// The verdict on the engine.
    pub verdict: EngineVerdict,
    /// All cases of the rulings that count.
    pub counts: Counts,
    /// The rulings, those that count first.
    pub rulings: Vec<Certified>,
    /// SHA-256 of the text of everything above, in hexadecimal.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub checksum: String,
}

/// What an engine says of itself; nobody checks that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct EngineSays {
    /// What it was called in the run: a command, or a name.
    pub called: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it claims to be able to do.
    pub features: Vec<String>,
}

#[derive(Deserialize)]
struct Version {
    certificate: u32,
}

/// A ruling of a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Certified {
    /// Its id.
    pub id: String,
    /// Whether it counts: rules authorities do not differ on it.
    pub counts_in: bool,
    /// The verdict.
    pub verdict: RulingVerdict,
    /// Its cases.
    pub counts: Counts,
    /// A mark for each case in order, eight characters long: a letter for the verdict, seven digits of a digest.
    #[schemars(regex(pattern = "^([punetcxfdl][0-9a-f]{7})*$"))]
    pub marks: String,
}

/// Why there is no certificate, or none that can be believed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The run has no certificate.
    #[error("there is no certificate of this run: {0}")]
    None(String),
    /// The file system said no.
    #[error("{}", unreadable(.path, .error, "a certificate, as `headjudge certify --certificate FILE` writes it"))]
    File {
        /// The file.
        path: PathBuf,
        /// What it said.
        error: std::io::Error,
    },
    /// It is no certificate.
    #[error("this is no certificate: {}", placed_json(.0))]
    Json(serde_json::Error),
    /// What is wrong with the one in a file.
    #[error("`{}`: {error}", .path.display())]
    In {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: Box<CertificateError>,
    },
    /// It is one of another version of the shape.
    #[error("version {0} of certificates is not known: this program reads version {FORMAT}")]
    Version(u32),
    /// It is one, and somebody or something has altered it.
    #[error("the certificate is not as it was written: {0}")]
    Altered(String),
    /// It is of something else.
    #[error("the certificate cannot be checked with this program and library: {}", .0.join(", "))]
    Other(Vec<String>),
}

impl CertificateError {
    /// The same, said of the certificate in a file.
    #[must_use]
    pub fn within(self, path: &Path) -> CertificateError {
        match self {
            told @ (CertificateError::File { .. } | CertificateError::In { .. }) => told,
            error => CertificateError::In { path: path.to_owned(), error: Box::new(error) },
        }
    }
}

impl Certificate {
    /// The certificate of a run, from its report and the marks of its cases.
    ///
    /// # Errors
    /// If the run is a part of another, did not come to its end, or some ruling is at fault.
    pub fn new(
        report: &Report,
        about: About,
        library: &Library,
        marks: &Marks,
    ) -> Result<Certificate, CertificateError> {
        let none = |why: &str| Err(CertificateError::None(why.to_owned()));
        if report.part.is_some() {
            return none("it is a part of another");
        }
        if report.is_faulty() {
            return none("some rulings are themselves at fault");
        }
        if !report.claims.overclaimed.is_empty() {
            return none("the engine claims what it does not support");
        }
        if report.all().any(|ruling| ruling.counts.of(Kind::NotRun) > 0) {
            return none("it did not come to its end");
        }
        let mut rulings = Vec::new();
        for (all, counts_in) in [(&report.rulings, true), (&report.contested, false)] {
            for RulingReport { id, verdict, counts, .. } in all {
                let Some(marks) = marks.text(id, counts.cases()) else { return none("not every case has its mark") };
                // A mark is made as the case is played; what a failure comes to alone is seen later.
                if marks::counted(&marks) != Some(*counts) {
                    return none("a case came out otherwise when it was played again");
                }
                rulings.push(Certified { id: id.clone(), counts_in, verdict: *verdict, counts: *counts, marks });
            }
        }
        let About { name, version, features } = about;
        let mut certificate = Certificate {
            certificate: FORMAT,
            says: Vec::new(),
            headjudge: report.headjudge.clone(),
            protocol: headjudge_protocol::VERSION,
            suite: report.suite,
            library: report.library.clone(),
            suite_rulings: library.rulings.iter().filter(|ruling| ruling.certifies()).count(),
            engine: EngineSays { called: report.engine.clone(), name, version, features },
            seed: report.seed.to_string(),
            cases: report.cases,
            verdict: report.verdict,
            counts: report.counts,
            rulings,
            checksum: String::new(),
        };
        certificate.says = certificate.words();
        certificate.checksum = certificate.sum();
        Ok(certificate)
    }

    /// Reads a certificate. Its text has to be the one that was written, byte for byte or with `\r\n` at the end of every line,
    /// and what it says has to fit together.
    ///
    /// # Errors
    /// If not.
    pub fn parse(text: &str) -> Result<Certificate, CertificateError> {
        if endings::are_mixed(text.as_bytes()) {
            return Err(CertificateError::Altered(endings::CHANGED.to_owned()));
        }
        // Of a later version the rest may look like anything.
        if let Ok(Version { certificate }) = serde_json::from_str::<Version>(text)
            && certificate != FORMAT
        {
            return Err(CertificateError::Version(certificate));
        }
        let read: Certificate = serde_json::from_str(text).map_err(CertificateError::Json)?;
        read.consistent().map_err(CertificateError::Altered)?;
        if read.text().as_bytes() != &*endings::restored(text.as_bytes()) {
            return Err(CertificateError::Altered("it is laid out in another way".to_owned()));
        }
        Ok(read)
    }

    /// Reads the certificate in a file.
    ///
    /// # Errors
    /// If it cannot be read, or see [`Certificate::parse`].
    pub fn read(path: &Path) -> Result<Certificate, CertificateError> {
        use std::io::Read as _;
        let file = |error| CertificateError::File { path: path.to_owned(), error };
        let mut text = String::new();
        let open = std::fs::File::open(path).map_err(file)?;
        let many = open.take(LARGEST + 1).read_to_string(&mut text).map_err(file)?;
        if many as u64 > LARGEST {
            return Err(file(std::io::Error::other(format!("the file is larger than {LARGEST} bytes"))));
        }
        Certificate::parse(&text).map_err(|error| error.within(path))
    }

    /// The text: JSON, two spaces, a line break at the end.
    #[must_use]
    pub fn text(&self) -> String {
        // Plain data without maps of anything but text: there is nothing that could not be written.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// The checksum that belongs to everything else.
    fn sum(&self) -> String {
        let bare = Certificate { checksum: String::new(), ..self.clone() };
        hex(&Sha256::digest(bare.text().as_bytes()))
    }

    /// Whether it can have come of a run.
    fn consistent(&self) -> Result<(), String> {
        if self.sum() != self.checksum {
            return Err("its checksum is that of something else".to_owned());
        }
        let mut counts = Counts::default();
        for ruling in &self.rulings {
            let marks = marks::counted(&ruling.marks).ok_or_else(|| format!("the marks of {} are none", ruling.id))?;
            if marks != ruling.counts || marks.cases() > self.cases {
                return Err(format!("the marks of {} are not those of its verdicts", ruling.id));
            }
            let verdict = RulingVerdict::of(&marks, ruling.verdict == RulingVerdict::Vacuous, false);
            if verdict != ruling.verdict {
                return Err(format!("the verdict on {} is not that of its cases", ruling.id));
            }
            if ruling.counts_in {
                counts.merge(&marks);
            }
        }
        let verdict = EngineVerdict::of(self.rulings.iter().filter(|r| r.counts_in).map(|ruling| ruling.verdict));
        if counts != self.counts || verdict != self.verdict {
            return Err("its verdict is not that of its rulings".to_owned());
        }
        if self.words() != self.says
            || self.seed.parse::<u64>().map(|seed| seed.to_string()).ok().as_ref() != Some(&self.seed)
        {
            return Err("it says something else than it shows".to_owned());
        }
        Ok(())
    }

    /// What it shows and what it does not.
    fn words(&self) -> Vec<String> {
        let counting: Vec<&Certified> = self.rulings.iter().filter(|ruling| ruling.counts_in).collect();
        let passed = counting.iter().filter(|ruling| ruling.verdict.passed()).count();
        let verdict = match self.verdict {
            EngineVerdict::Conforms => "obeyed every ruling that was run".to_owned(),
            EngineVerdict::Fails(worst) if worst.went_wrong() => {
                let wrong = counting.iter().filter(|ruling| ruling.verdict.went_wrong()).count();
                format!("DID NOT CONFORM: it broke {wrong} of the rulings that were run")
            }
            EngineVerdict::Fails(_) | EngineVerdict::Overclaim => {
                "was not shown to conform: some of the rulings that were run showed nothing".to_owned()
            }
        };
        let mut counted = String::new();
        for (kind, n) in self.counts.iter() {
            let _ = write!(counted, ", {n} {}", kind.word().replace('_', " "));
        }
        vec![
            format!(
                "The engine {} {verdict}. {passed} of {} rulings passed; the suite has {}.",
                self.engine.called,
                counting.len(),
                self.suite_rulings
            ),
            format!("Of {} cases{counted}.", self.counts.cases()),
            "It shows what came of these cases of these rulings, drawn with this seed. It does not show that other cases come out \
             right, that other cards work, or that the engine was the one that it says it was."
                .to_owned(),
            "It is not signed: the checksum shows damage, and anybody can compute another. Believe it as far as a sample of its \
             cases comes out the same when you play it: headjudge verify FILE --engine CMD --seed S."
                .to_owned(),
        ]
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
