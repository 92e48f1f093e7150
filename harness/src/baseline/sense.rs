//! Entries that can come true of no engine: of a ruling that there is not, of a check that it does not have, or with words that
//! are no signature.
//!
//! A run is red for such an entry, too, for it does not fail as expected. Here it is said what is wrong with the entry itself.

use super::{Baseline, Entry};
use crate::diagnose;
use crate::fault::{Fault, did_you_mean, suggestion};
use crate::library::Library;
use crate::ruling::Ruling;
use crate::verdict::Kind;

/// The checks that any ruling may fail in, its expectations aside, as baselines call them.
const CHECKS: [&str; 11] = [
    "refused",
    "unsettled",
    "unasked",
    "error",
    "timeout",
    "crash",
    "protocol",
    "nondeterministic",
    "state leak",
    "unsupported card",
    "vacuous",
];

/// What an engine may lack beside cards, in front of its name.
const LACKING: [&str; 3] = ["unsupported action ", "unsupported choice ", "unsupported feature "];

/// What is wrong with an entry, whatever an engine does.
#[must_use]
pub fn nonsense(baseline: &Baseline, entry: &Entry, library: &Library) -> Vec<Fault> {
    let (key, places) = (&entry.key, &entry.places);
    let fault = |span, what: String, near: Option<String>| Fault::new(&baseline.source, span, what).with_help(near);
    let mut faults = Vec::new();
    match library.find(&key.ruling) {
        None => {
            let near = suggestion(&key.ruling, library.rulings.iter().map(|ruling| ruling.id.as_str()));
            faults.push(fault(places.ruling, format!("there is no ruling `{}`", key.ruling), near));
        }
        Some(ruling) if !has(ruling, &key.check) => {
            let mut all = expectations(ruling);
            all.extend(CHECKS.map(str::to_owned));
            let near = suggestion(&key.check, all.iter().map(String::as_str));
            faults.push(fault(places.check, no_check(ruling, &key.check), near));
        }
        Some(_) => {}
    }
    if !diagnose::is_signature(&key.signature) {
        let what = format!(
            "no failure has the signature `{}`, expected what a report says: the name of a mutant, or words such as `more life`",
            key.signature
        );
        let near = did_you_mean(&key.signature, diagnose::signatures()).map(|near| format!("did you mean \"{near}\"?"));
        faults.push(fault(places.signature, what, near));
    }
    faults
}

/// Whether a ruling can fail in this check.
fn has(ruling: &Ruling, check: &str) -> bool {
    let lacks = |what: &str| check.strip_prefix(what).is_some_and(|name| !name.trim().is_empty());
    CHECKS.contains(&check) || LACKING.into_iter().any(lacks) || expectations(ruling).iter().any(|one| one == check)
}

fn expectations(ruling: &Ruling) -> Vec<String> {
    (1..=ruling.then.len()).map(|n| format!("expectation {n}")).collect()
}

fn no_check(ruling: &Ruling, check: &str) -> String {
    let many = ruling.then.len();
    if check.starts_with("expectation ") {
        let expectations = if many == 1 { "1 expectation".to_owned() } else { format!("{many} expectations") };
        return format!("the ruling has {expectations}, and no `{check}`");
    }
    let passes = [Kind::Pass, Kind::NotRun].iter().any(|kind| kind.word().replace('_', " ") == check);
    let why = if passes { "that is no failure" } else { "no ruling has such a check" };
    format!("{why}: `{check}`, expected `expectation 1` to `expectation {many}`, or one of {}", CHECKS.join(", "))
}

#[cfg(test)]
mod tests {
    use headjudge_protocol::message::Missing;

    use super::*;
    use crate::baseline::check_of;
    use crate::verdict::{Case, FailKind};

    #[test]
    fn every_verdict_that_is_a_failure_is_a_check_and_nothing_else_is() {
        let library = Library::embedded().expect("no faults");
        let ruling = library.find("nine-lives/each-source").expect("a ruling");
        let lacks = |what| Case::Unsupported { what, name: "thing".to_owned() };
        for case in [
            Case::Error,
            Case::Timeout,
            Case::Crash,
            Case::Protocol,
            Case::Nondeterministic,
            Case::StateLeak,
            Case::Fail(FailKind::Expectation { index: 0 }),
            Case::Fail(FailKind::Refused),
            Case::Fail(FailKind::Unsettled),
            Case::Fail(FailKind::Unasked),
            lacks(Missing::Card),
            lacks(Missing::Action),
            lacks(Missing::Choice),
            lacks(Missing::Feature),
        ] {
            assert!(has(ruling, &check_of(&case)), "{case:?}");
        }
        let beyond = format!("expectation {}", ruling.then.len() + 1);
        for check in
            ["pass", "not run", "fail", "nonsense", "expectation 0", "expectation 01", &beyond, "unsupported action "]
        {
            assert!(!has(ruling, check), "{check}");
        }
    }
}
