//! The report of a run as a value, and what is written of it.
//!
//! A report is a function of library, seed, number of cases and engine: no clock, no machine, no number of threads is in it.

mod badge;
mod baseline;
mod claims;
pub mod describe;
mod diff;
mod format;
mod groups;
mod headline;
mod json;
mod junit;
mod lacks;
mod markdown;
mod terminal;
mod topics;

use headjudge_protocol::Scenario;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::verdict::{Counts, EngineVerdict, Kind, RulingVerdict};

pub use baseline::{BaselineReport, Finding, Now, State, verdict as baseline_verdict};
pub use claims::{ClaimReport, ClaimsReport};
pub use diff::{Difference, differences};
pub use format::Format;
pub(crate) use groups::lacking;
pub use json::{ReportFileError, read, write};
pub(crate) use json::{replace, replaceable};
pub use terminal::{Detail, failure, summary};
pub(crate) use terminal::{plain, thousands};

/// The version of the report's shape.
pub const FORMAT: u32 = 1;

/// A run and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// [`FORMAT`].
    pub format: u32,
    /// The version of this program.
    pub headjudge: String,
    /// The version of the suite.
    pub suite: u32,
    /// The digest of the library, in hexadecimal.
    pub library: String,
    /// The engine.
    pub engine: String,
    /// Which part of a larger run this is, if it is not the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<PartReport>,
    /// The seed of the run; as text, because many readers of JSON have no room for 64 bits.
    #[serde(with = "as_text")]
    #[schemars(with = "String", regex(pattern = "^[0-9]+$"))]
    pub seed: u64,
    /// Cases of each ruling, at most.
    pub cases: u64,
    /// Cases of each ruling, at least: of one whose cases show what it claims there are no more than it took.
    pub least: u64,
    /// The verdict on the engine.
    pub verdict: EngineVerdict,
    /// What the engine claims, as far as that is not what was seen.
    #[serde(default, skip_serializing_if = "ClaimsReport::is_empty")]
    pub claims: ClaimsReport,
    /// All cases of the rulings that count.
    pub counts: Counts,
    /// The topics that were run.
    pub topics: Vec<TopicReport>,
    /// The failures that earlier runs had saved, and what became of them, in order of their files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub saved: Vec<SavedReport>,
    /// The rulings that count, in order of id.
    pub rulings: Vec<RulingReport>,
    /// Those on which rules authorities differ.
    pub contested: Vec<RulingReport>,
    /// What became of the failures that were expected, if a baseline said which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineReport>,
}

/// One part of a run that was split.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartReport {
    /// Which, from 1.
    pub number: u32,
    /// Of how many.
    pub of: u32,
    /// How many rulings the whole run has.
    pub rulings: usize,
    /// The digest of their ids, in hexadecimal: parts of other runs do not fit.
    pub whole: String,
}

/// A topic, and how many of its clauses the engine has shown to obey.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TopicReport {
    /// Its name.
    pub topic: String,
    /// How many clauses it has.
    pub clauses: u32,
    /// Of how many every ruling was run and passed, on enough supported cases.
    pub certified: u32,
    /// How many no ruling encodes yet.
    pub todo: u32,
    /// Those that are not certified, in the order of the library, and what each is short of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub short: Vec<ShortReport>,
}

/// A clause that is not certified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShortReport {
    /// Its id.
    pub clause: String,
    /// What it is short of: of several things the first.
    pub of: ShortOf,
    /// The rulings that are to blame; none where it is short of cases or of a ruling.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<String>,
}

/// What a clause is short of that is not certified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShortOf {
    /// A ruling: none encodes it.
    Ruling,
    /// A pass: of some ruling a case went wrong.
    Pass,
    /// Support: the engine lacks what some ruling needs, or its cases do not show what the ruling claims.
    Support,
    /// A run: some ruling was not run.
    Run,
    /// Cases: too few were played.
    Cases,
}

impl ShortOf {
    /// What is to be said of so many clauses, the number left out.
    #[must_use]
    pub fn says(self) -> &'static str {
        match self {
            ShortOf::Ruling => "without a ruling",
            ShortOf::Pass => "with a ruling that went wrong",
            ShortOf::Support => "with a ruling that is unsupported or shows too little",
            ShortOf::Run => "with a ruling that was not run",
            ShortOf::Cases => "on too few cases",
        }
    }
}

/// A ruling and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulingReport {
    /// Its id.
    pub id: String,
    /// What it says.
    pub says: String,
    /// The clauses that it encodes.
    pub clauses: Vec<String>,
    /// The rules that it cites.
    pub rules: Vec<String>,
    /// The verdict.
    pub verdict: RulingVerdict,
    /// Its cases.
    pub counts: Counts,
    /// Draws that were thrown away.
    pub discarded: u64,
    /// Different scenarios, surroundings aside.
    pub distinct: u64,
    /// Outcomes that are not the reference's; they decide nothing.
    pub differs_from_reference: u64,
    /// The first case that passed with such an outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed_though_it_differs: Option<u64>,
    /// How often its labels applied.
    pub labels: Vec<LabelReport>,
    /// Why its cases do not show what it claims to show.
    pub vacuous: Vec<String>,
    /// What is wrong with it.
    pub faults: Vec<FaultReport>,
    /// The ways in which cases failed.
    pub failures: Vec<Failure>,
}

/// A failure that an earlier run had saved, played again before anything else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SavedReport {
    /// The name of its file, which is still there.
    pub file: String,
    /// The ruling.
    pub ruling: String,
    /// What became of it.
    pub status: SavedStatus,
    /// Which check failed when it was saved.
    pub check: String,
    /// What comes of it now: a check, `pass`, or why nothing does.
    pub now: String,
    /// The kind of verdict now; none where there is no case any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// What is different since it was saved, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
}

/// What became of a failure that was saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SavedStatus {
    /// The engine still fails it.
    StillFails,
    /// The engine passes it now.
    PassesNow,
    /// It is no case of the ruling any more, or the engine says that it lacks something for it.
    NoLongerFits,
    /// It was not played: the run ended before, or the engine is gone.
    NotRun,
}

impl SavedStatus {
    /// In words.
    #[must_use]
    pub fn says(self) -> &'static str {
        match self {
            SavedStatus::StillFails => "still fails",
            SavedStatus::PassesNow => "passes now",
            SavedStatus::NoLongerFits => "no longer fits",
            SavedStatus::NotRun => "was not run",
        }
    }
}

/// How often a label applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabelReport {
    /// Its name.
    pub name: String,
    /// In how many cases.
    pub cases: u64,
    /// In how many it has to.
    pub floor: u64,
}

/// Something that is wrong with a ruling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FaultReport {
    /// What.
    pub message: String,
    /// In how many cases.
    pub cases: u64,
    /// The first of them.
    pub case: u64,
}

/// One way in which cases of a ruling failed, shown by the simplest case that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// Which check: `expectation 1`, `refused`, `crash` …
    pub check: String,
    /// What is wrong, in a few words that other seeds and other rulings come to as well: failures that share it have one cause.
    pub signature: String,
    /// The kind of verdict.
    pub kind: Kind,
    /// In how many cases.
    pub cases: u64,
    /// The first of them.
    pub case: u64,
    /// The choices of the simplest case; empty where there is none.
    pub tape: String,
    /// How many candidates were played to find it.
    pub executions: u32,
    /// How many more were played to see which values could be anything.
    #[serde(default)]
    pub varied: u32,
    /// What was drawn and computed.
    pub values: Vec<ValueReport>,
    /// The simplest scenario; where there is no tape, that of the first case.
    pub scenario: Option<Scenario>,
    /// What should have been.
    pub expected: String,
    /// What was, piece by piece.
    pub observed: Vec<Named>,
    /// The clauses that are broken.
    pub clauses: Vec<ClauseReport>,
    /// What happens by the rules, with their numbers.
    pub transcript: Vec<String>,
    /// The wrong rule that explains it best.
    pub nearest: Option<Nearest>,
    /// The command that plays the simplest case again.
    pub replay: String,
}

/// A name, or a piece of an expression, and a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// The name.
    pub name: String,
    /// The value, as text.
    pub value: String,
}

/// A value of the simplest case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ValueReport {
    /// Its name: that of the ruling, or `p1.life` for a life total that the ruling leaves open.
    pub name: String,
    /// The value, as text.
    pub value: String,
    /// Every other value that was tried, the rest staying as it is, fails in the same way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any: bool,
}

/// A clause in our own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClauseReport {
    /// Its name.
    pub id: String,
    /// What it says.
    pub says: String,
    /// The rules that settle it.
    pub rules: Vec<String>,
}

/// A mutant that does what the engine does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nearest {
    /// Its name.
    pub mutant: String,
    /// The rule that it breaks.
    pub rule: String,
    /// What it does wrong.
    pub says: String,
    /// How similar it is, in percent.
    pub similarity: u32,
}

impl Report {
    /// The rulings that count, and those that do not.
    pub fn all(&self) -> impl Iterator<Item = &RulingReport> {
        self.rulings.iter().chain(&self.contested)
    }

    /// Which run it is of, in words: what has to be the same for two reports to be compared without reserve.
    pub(crate) fn run(&self) -> [(&'static str, String); 6] {
        [
            ("the version of headjudge", self.headjudge.clone()),
            ("the suite", self.suite.to_string()),
            ("the library", self.library.clone()),
            ("the engine", self.engine.clone()),
            ("the seed", self.seed.to_string()),
            ("the number of cases", format!("{} to {}", self.least, self.cases)),
        ]
    }

    /// Whether cases were sent to the engine, and none of them came back with anything that could be judged.
    #[must_use]
    pub fn is_unanswered(&self) -> bool {
        let mut counts = Counts::default();
        self.all().for_each(|ruling| counts.merge(&ruling.counts));
        let silent = [Kind::Timeout, Kind::Crash, Kind::Protocol].iter().map(|kind| counts.of(*kind)).sum::<u64>();
        silent > 0 && silent + counts.of(Kind::NotRun) == counts.cases()
    }

    /// Whether some ruling that was run is itself at fault.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        self.all().any(|ruling| ruling.verdict == RulingVerdict::Faulty)
    }
}

mod as_text {
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(n: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(n)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
