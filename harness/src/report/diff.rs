//! What is different between two reports: which run they are of, saved failures, verdicts of rulings, ways of failing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::{Report, RulingReport, SavedReport};

/// One difference, as it is told to people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// The reports are of different runs in this respect.
    Run {
        /// In which respect.
        what: &'static str,
        /// Before.
        before: String,
        /// After.
        after: String,
    },
    /// Something else became of a saved failure.
    Saved {
        /// Its file.
        file: String,
        /// The ruling.
        ruling: String,
        /// Before; nothing if it was not among them.
        before: Option<String>,
        /// After; nothing if it is not among them.
        after: Option<String>,
    },
    /// A ruling is in the first report only.
    Gone(String),
    /// A ruling is in the second report only, with this verdict.
    New(String, String),
    /// A ruling has another verdict.
    Verdict {
        /// Which ruling.
        ruling: String,
        /// Before.
        before: String,
        /// After.
        after: String,
    },
    /// A way of failing is gone.
    Mended(String, String),
    /// There is a way of failing that was not there before.
    Broken(String, String),
    /// As many cases as before do not fail in the same way.
    Cases {
        /// Which ruling.
        ruling: String,
        /// Which way of failing.
        check: String,
        /// Before.
        before: u64,
        /// After.
        after: u64,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Run { what, before, after } => write!(f, "{what}: {before} → {after}"),
            Difference::Saved { file, ruling, before, after } => {
                let told = |of: &Option<String>| of.clone().unwrap_or_else(|| "not there".to_owned());
                write!(f, "saved failure {file} of {ruling}: {} → {}", told(before), told(after))
            }
            Difference::Gone(ruling) => write!(f, "{ruling}: no longer run"),
            Difference::New(ruling, verdict) => write!(f, "{ruling}: new, {verdict}"),
            Difference::Verdict { ruling, before, after } => write!(f, "{ruling}: {before} → {after}"),
            Difference::Mended(ruling, check) => write!(f, "{ruling}: no longer {check}"),
            Difference::Broken(ruling, check) => write!(f, "{ruling}: now {check}"),
            Difference::Cases { ruling, check, before, after } => {
                write!(f, "{ruling}: {check} in {before} → {after} cases")
            }
        }
    }
}

/// Everything that is different, the run first, then saved failures in order of their files, then rulings in order of id.
#[must_use]
pub fn differences(before: &Report, after: &Report) -> Vec<Difference> {
    let mut all = Vec::new();
    for ((what, before), (_, after)) in before.run().into_iter().zip(after.run()) {
        if before != after {
            all.push(Difference::Run { what, before, after });
        }
    }
    of_saved(before, after, &mut all);
    let by_id = |report: &Report| -> BTreeMap<String, RulingReport> {
        report.all().map(|ruling| (ruling.id.clone(), ruling.clone())).collect()
    };
    let (mut old, new) = (by_id(before), by_id(after));
    let mut rulings: BTreeMap<String, (Option<RulingReport>, Option<RulingReport>)> = BTreeMap::new();
    for (id, ruling) in new {
        let earlier = old.remove(&id);
        rulings.insert(id, (earlier, Some(ruling)));
    }
    rulings.extend(old.into_iter().map(|(id, ruling)| (id, (Some(ruling), None))));
    for (id, pair) in rulings {
        match pair {
            (Some(before), Some(after)) => of_ruling(&before, &after, &mut all),
            (Some(_), None) => all.push(Difference::Gone(id)),
            (None, Some(after)) => all.push(Difference::New(id, after.verdict.to_string())),
            (None, None) => {}
        }
    }
    all
}

fn of_saved(before: &Report, after: &Report, all: &mut Vec<Difference>) {
    let told = |saved: &SavedReport| format!("{} ({})", saved.status.says(), saved.now);
    let by_file = |report: &Report| -> BTreeMap<(String, String), String> {
        report.saved.iter().map(|saved| ((saved.file.clone(), saved.ruling.clone()), told(saved))).collect()
    };
    let (old, new) = (by_file(before), by_file(after));
    let files: BTreeSet<&(String, String)> = old.keys().chain(new.keys()).collect();
    for key in files {
        let (before, after) = (old.get(key).cloned(), new.get(key).cloned());
        if before != after {
            let (file, ruling) = key.clone();
            all.push(Difference::Saved { file, ruling, before, after });
        }
    }
}

fn of_ruling(before: &RulingReport, after: &RulingReport, all: &mut Vec<Difference>) {
    let ruling = || after.id.clone();
    if before.verdict != after.verdict {
        let (before, after) = (before.verdict.to_string(), after.verdict.to_string());
        all.push(Difference::Verdict { ruling: ruling(), before, after });
    }
    let cases = |report: &RulingReport, check: &str| {
        report.failures.iter().find(|failure| failure.check == check).map(|failure| failure.cases)
    };
    for failure in &before.failures {
        match cases(after, &failure.check) {
            None => all.push(Difference::Mended(ruling(), failure.check.clone())),
            Some(now) if now != failure.cases => {
                let check = failure.check.clone();
                all.push(Difference::Cases { ruling: ruling(), check, before: failure.cases, after: now });
            }
            Some(_) => {}
        }
    }
    let new = after.failures.iter().filter(|failure| cases(before, &failure.check).is_none());
    all.extend(new.map(|failure| Difference::Broken(ruling(), failure.check.clone())));
}
