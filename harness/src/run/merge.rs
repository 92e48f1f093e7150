//! The report of a whole run from the reports of its parts: the same bytes as if it had not been split.

use std::collections::BTreeMap;

use super::{Plan, assemble, part};
use crate::library::Library;
use crate::report::{ClaimsReport, PartReport, Report, RulingReport, SavedReport};
use crate::ruling::Ruling;

/// Why reports are not the parts of one run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// There is nothing to merge.
    #[error("there is no report to merge")]
    Nothing,
    /// A report is that of a whole run.
    #[error("`{0}` is the report of a whole run: only parts, made with --shard K/N, are merged")]
    Whole(String),
    /// Two reports are of different runs.
    #[error("`{first}` and `{other}` are not of the same run: {what} is {ours} in the one and {theirs} in the other")]
    Differ {
        /// The first report.
        first: String,
        /// The one that differs.
        other: String,
        /// What is different.
        what: &'static str,
        /// What it is in the first.
        ours: String,
        /// What it is in the other.
        theirs: String,
    },
    /// A part is there twice.
    #[error("part {number} of {of} is there twice, as `{first}` and as `{second}`: leave one of the two out")]
    Twice {
        /// Which part.
        number: u32,
        /// Of how many.
        of: u32,
        /// A report of it.
        first: String,
        /// Another.
        second: String,
    },
    /// Parts are not there.
    #[error("of {of} parts {} missing: {}", missing(.numbers), makes(.numbers, *.of))]
    Missing {
        /// Which.
        numbers: Vec<u32>,
        /// Of how many.
        of: u32,
    },
    /// The reports were made with other rulings or cards.
    #[error("the reports were made with the library {reports}, and this one is {library}: give theirs with --rulings")]
    Library {
        /// Theirs.
        reports: String,
        /// Ours.
        library: String,
    },
    /// A ruling is in no part, or in two, or has other cases than it should have.
    #[error("the parts do not make the whole: {0}")]
    Rulings(String),
}

fn missing(numbers: &[u32]) -> String {
    let all: Vec<String> = numbers.iter().map(u32::to_string).collect();
    format!("{} {}", all.join(", "), if numbers.len() == 1 { "is" } else { "are" })
}

/// What makes a part that is missing.
fn makes(numbers: &[u32], of: u32) -> String {
    let first = numbers.first().copied().unwrap_or(1);
    format!("`headjudge certify --shard {first}/{of} --report json=FILE`, called as for the others, makes part {first}")
}

/// What is known of the run from the first report of a part.
struct Run {
    /// The name of that report.
    name: String,
    header: Header,
    part: PartReport,
}

/// What all parts of a run have in common, in words.
type Header = Vec<(&'static str, String)>;

/// Merges the reports of all parts of a run, each with the name that errors call it by, in any order.
///
/// # Errors
/// If a part is missing or there twice, or if they are not parts of one run on this library.
pub fn merge(library: &Library, reports: Vec<(String, Report)>) -> Result<Report, MergeError> {
    let mut parts: BTreeMap<u32, (String, Report)> = BTreeMap::new();
    let mut run: Option<Run> = None;
    for (name, report) in reports {
        let Some(part) = report.part.clone() else { return Err(MergeError::Whole(name)) };
        let header = header(&report, &part);
        match &run {
            Some(run) => same(run, &name, &header)?,
            None => run = Some(Run { name: name.clone(), header, part: part.clone() }),
        }
        if let Some((first, _)) = parts.get(&part.number) {
            return Err(MergeError::Twice { number: part.number, of: part.of, first: first.clone(), second: name });
        }
        parts.insert(part.number, (name, report));
    }
    let Some(Run { part, .. }) = run else { return Err(MergeError::Nothing) };
    let numbers: Vec<u32> = (1..=part.of).filter(|number| !parts.contains_key(number)).collect();
    if !numbers.is_empty() {
        return Err(MergeError::Missing { numbers, of: part.of });
    }
    whole(library, &part, parts.into_values().map(|(_, report)| report).collect())
}

fn header(report: &Report, part: &PartReport) -> Header {
    let mut header = vec![("the format", report.format.to_string())];
    header.extend(report.run());
    header.extend([
        ("the number of parts", part.of.to_string()),
        ("the number of rulings", part.rulings.to_string()),
        ("the choice of rulings", part.whole.clone()),
    ]);
    header
}

fn same(run: &Run, other: &str, theirs: &Header) -> Result<(), MergeError> {
    match run.header.iter().zip(theirs).find(|(ours, theirs)| ours != theirs) {
        None => Ok(()),
        Some(((what, ours), (_, theirs))) => Err(MergeError::Differ {
            first: run.name.clone(),
            other: other.to_owned(),
            what,
            ours: ours.clone(),
            theirs: theirs.clone(),
        }),
    }
}

fn whole(library: &Library, part: &PartReport, reports: Vec<Report>) -> Result<Report, MergeError> {
    let Some(Report { library: theirs, engine, seed, cases, least, .. }) = reports.first().cloned() else {
        return Err(MergeError::Nothing);
    };
    let ours = format!("{:016x}", library.digest);
    if theirs != ours {
        return Err(MergeError::Library { reports: theirs, library: ours });
    }
    let claims = ClaimsReport::sum(reports.iter().map(|report| &report.claims));
    let mut saved: Vec<SavedReport> = reports.iter().flat_map(|report| report.saved.clone()).collect();
    saved.sort_by(|a, b| a.file.cmp(&b.file));
    // Whoever runs parts with the library may tell of those whose ruling is gone in each of them.
    saved.dedup();
    let parts = reports.into_iter().flat_map(|report| report.rulings.into_iter().chain(report.contested));
    let mut rulings: Vec<RulingReport> = parts.collect();
    rulings.sort_by(|a, b| a.id.cmp(&b.id));
    if let Some(twice) = rulings.windows(2).find(|pair| pair[0].id == pair[1].id) {
        return Err(MergeError::Rulings(format!("`{}` is in two of them", twice[0].id)));
    }
    if part::whole(rulings.iter().map(|ruling| &*ruling.id)) != part.whole {
        return Err(MergeError::Rulings(format!("they have {} rulings of {}", rulings.len(), part.rulings)));
    }
    if let Some(other) = rulings.iter().find(|ruling| !(least..=cases).contains(&ruling.counts.cases())) {
        let (id, has) = (&other.id, other.counts.cases());
        return Err(MergeError::Rulings(format!("`{id}` has {has} cases of {least} to {cases}")));
    }
    let found = |report: &RulingReport| {
        library.find(&report.id).ok_or_else(|| MergeError::Rulings(format!("there is no ruling `{}`", report.id)))
    };
    let selected: Vec<&Ruling> = rulings.iter().map(found).collect::<Result<_, _>>()?;
    let plan = Plan { rulings: selected, cases, least, seed, saved, ..Plan::new(library) };
    Ok(assemble(&plan, engine, rulings, claims))
}
