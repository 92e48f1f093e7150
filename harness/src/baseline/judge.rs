//! A report against the failures that are expected: what is as expected, and each way in which something is not.

use super::again::{Again, Replays};
use super::{Baseline, Date, Entry, Key, Observed, observed};
use crate::diagnose;
use crate::fault::suggestion;
use crate::library::Library;
use crate::report::{BaselineReport, Finding, Now, Report, RulingReport, SavedReport, SavedStatus, State};
use crate::ruling::Ruling;
use crate::verdict::Kind;

/// Judges a report. Expiry is judged only where somebody says which day it is.
#[must_use]
pub fn judge(
    report: &Report,
    baseline: &Baseline,
    library: &Library,
    today: Option<Date>,
    replays: &dyn Replays,
) -> BaselineReport {
    let mut findings: Vec<Finding> = Vec::new();
    let mut pending: Vec<&Entry> = Vec::new();
    for entry in &baseline.entries {
        let id = &entry.key.ruling;
        let run = report.rulings.iter().find(|ruling| ruling.id == *id);
        match (library.find(id), run) {
            (None, _) => {
                let near = suggestion(id, library.rulings.iter().map(|ruling| ruling.id.as_str()));
                findings.push(finding(State::NoRuling, entry).noted(near.unwrap_or_default()));
            }
            (Some(ruling), _) if !ruling.certifies() => {
                findings
                    .push(finding(State::Contested, entry).noted("rules authorities differ on the ruling".to_owned()));
            }
            (_, None) => findings.push(finding(State::NotRun, entry)),
            (_, Some(run)) => match observed(run).iter().find(|seen| seen.key == entry.key) {
                Some(seen) => findings.push(Finding { cases: seen.cases, ..finding(State::Expected, entry) }),
                None => pending.push(entry),
            },
        }
    }
    for run in &report.rulings {
        let mine: Vec<&Entry> = pending.iter().copied().filter(|entry| entry.key.ruling == run.id).collect();
        of_ruling(run, baseline, mine, replays, &mut findings);
    }
    findings.extend(unexpected(report, baseline, library));
    for finding in &mut findings {
        let past = |expires: &String| expires.parse::<Date>().ok() < today;
        finding.expired =
            finding.state != State::NotRun && today.is_some() && finding.expires.as_ref().is_some_and(past);
    }
    findings.sort_by(|a, b| key(a).cmp(&key(b)));
    let incomplete = report.rulings.iter().filter(|ruling| is_incomplete(ruling)).count() as u64;
    let as_expected = incomplete == 0 && !report.is_faulty() && findings.iter().all(Finding::is_fine);
    BaselineReport { as_expected, today: today.map(|day| day.to_string()), incomplete, findings }
}

/// The failures that earlier runs had saved, that the engine still fails, and that no entry expects.
fn unexpected<'r>(
    report: &'r Report,
    baseline: &'r Baseline,
    library: &'r Library,
) -> impl Iterator<Item = Finding> + 'r {
    let counts = |saved: &&SavedReport| {
        saved.status == SavedStatus::StillFails && library.find(&saved.ruling).is_some_and(Ruling::certifies)
    };
    let expected = |saved: &&SavedReport| {
        baseline.entries.iter().any(|entry| entry.key.ruling == saved.ruling && entry.key.check == saved.now)
    };
    report.saved.iter().filter(counts).filter(move |saved| !expected(saved)).map(|saved| {
        let (ruling, check) = (saved.ruling.clone(), saved.now.clone());
        let key = Key { ruling, check, signature: "saved failure".to_owned() };
        Finding::new(State::Unknown, &key).noted(format!("its file is {}", saved.file))
    })
}

fn key(finding: &Finding) -> (&str, &str, &str, State) {
    (&finding.ruling, &finding.check, &finding.signature, finding.state)
}

/// Whether some cases of a ruling never reached the engine.
pub(super) fn is_incomplete(ruling: &RulingReport) -> bool {
    ruling.counts.of(Kind::NotRun) > 0 && ruling.faults.is_empty()
}

/// What became of the entries of a ruling that failed in none of its cases, and of the failures that no entry expects.
fn of_ruling(
    run: &RulingReport,
    baseline: &Baseline,
    entries: Vec<&Entry>,
    replays: &dyn Replays,
    findings: &mut Vec<Finding>,
) {
    let known = |seen: &Observed<'_>| baseline.entries.iter().any(|entry| entry.key == seen.key);
    let mut news: Vec<Observed<'_>> = observed(run).into_iter().filter(|seen| !known(seen)).collect();
    for entry in entries {
        if is_incomplete(run) {
            let why = "not all of its cases were run";
            findings.push(finding(State::NotRun, entry).noted(why.to_owned()));
            continue;
        }
        let again = if entry.case.is_some() { replays.again(entry) } else { Some(Again::Passes) };
        let partner = || nearest(&entry.key, &news);
        let found = match again {
            Some(Again::Fails(_)) if !diagnose::is_signature(&entry.key.signature) => {
                finding(State::Passes, entry).noted(format!("no failure has the signature `{}`", entry.key.signature))
            }
            // The same check under another signature: whatever the entry means has become something else.
            Some(Again::Fails(unlike)) => match news.iter().position(|seen| seen.key.check == entry.key.check) {
                Some(at) => changed(entry, news.remove(at)),
                None => {
                    let now = unlike.map(|signature| Now { check: entry.key.check.clone(), signature });
                    Finding { now, ..finding(State::Rare, entry) }
                }
            },
            None => finding(State::Untold, entry).noted(
                "no case of this run failed so, and its saved case was not played: say with --engine what plays it"
                    .to_owned(),
            ),
            Some(again) => match (partner(), again) {
                (Some(at), _) => changed(entry, news.remove(at)),
                (None, Again::Otherwise(check)) => {
                    let now = Some(Now { check, signature: String::new() });
                    Finding { now, ..finding(State::Changed, entry) }
                }
                (None, Again::Gone(why)) => {
                    finding(State::Passes, entry).noted(format!("its saved case cannot be played any more: {why}"))
                }
                (None, _) => finding(State::Passes, entry),
            },
        };
        findings.push(found);
    }
    findings
        .extend(news.into_iter().map(|seen| Finding { cases: seen.cases, ..Finding::new(State::Unknown, &seen.key) }));
}

/// An entry whose failure is another one now.
fn changed(entry: &Entry, seen: Observed<'_>) -> Finding {
    let Key { check, signature, .. } = seen.key;
    Finding { cases: seen.cases, now: Some(Now { check, signature }), ..finding(State::Changed, entry) }
}

/// The failure that an entry most probably means: of the same signature, of the same check, any.
pub(super) fn nearest(key: &Key, news: &[Observed<'_>]) -> Option<usize> {
    let find = |same: &dyn Fn(&Key) -> bool| news.iter().position(|seen| same(&seen.key));
    find(&|other| other.signature == key.signature)
        .or_else(|| find(&|other| other.check == key.check))
        .or_else(|| find(&|_| true))
}

fn finding(state: State, entry: &Entry) -> Finding {
    Finding {
        reason: Some(entry.reason.clone()),
        link: entry.link.clone(),
        expires: entry.expires.map(|day| day.to_string()),
        line: Some(entry.line).filter(|line| *line > 0),
        ..Finding::new(state, &entry.key)
    }
}

impl Finding {
    fn new(state: State, key: &Key) -> Finding {
        Finding {
            state,
            ruling: key.ruling.clone(),
            check: key.check.clone(),
            signature: key.signature.clone(),
            now: None,
            cases: 0,
            reason: None,
            link: None,
            expires: None,
            expired: false,
            line: None,
            note: String::new(),
        }
    }

    fn noted(self, note: String) -> Finding {
        Finding { note, ..self }
    }
}
