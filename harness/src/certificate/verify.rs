//! A certificate against an engine: some of its cases, chosen by whoever checks it, are played again.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::{Certificate, CertificateError, marks};
use crate::engines::{Engine, EngineError};
use crate::library::Library;
use crate::run::{Sessions, one};
use crate::tape::{Source as _, SplitMix64};
use crate::verdict::Kind;

/// What came of checking a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// How many cases were played again.
    pub played: u64,
    /// How many the certificate has.
    pub of: u64,
    /// Those that came to something else.
    pub differ: Vec<Differs>,
    /// In what the engine is not the one that the certificate names, in words.
    pub engine: Vec<String>,
}

/// A case that came to something else than the certificate says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Differs {
    /// Its ruling.
    pub ruling: String,
    /// Its number.
    pub case: u64,
    /// Its verdict by the certificate.
    pub was: Kind,
    /// Its verdict now. It may be the same, of another outcome.
    pub now: Kind,
}

/// Why a certificate could not be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// It is of another library, or made by another program.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// The engine could not be run.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Plays `sample` cases again that `seed` chooses.
///
/// # Errors
/// If the certificate is of something else than this program and library, or the engine cannot be run.
pub fn verify(
    certificate: &Certificate,
    library: &Library,
    engine: &dyn Engine,
    sample: u64,
    seed: u64,
) -> Result<Verified, VerifyError> {
    fits(certificate, library)?;
    let about = engine.about()?;
    let said = &certificate.engine;
    let mut other = Vec::new();
    for (what, theirs, ours) in [("name", &said.name, &about.name), ("version", &said.version, &about.version)] {
        if theirs != ours {
            other.push(format!("the engine's {what} is {ours:?}, and {theirs:?} in the certificate"));
        }
    }
    // Cases are counted through all rulings; after how many each ruling ends.
    let ends = certificate.rulings.iter().scan(0_u64, |end, ruling| {
        *end = end.saturating_add(ruling.counts.cases());
        Some(*end)
    });
    let ends: Vec<u64> = ends.collect();
    let of = ends.last().copied().unwrap_or(0);
    let chosen = chosen(of, sample, seed);
    let sessions = Sessions::new(engine);
    sessions.start()?;
    let again = |at: &u64| {
        let certified = certificate.rulings.get(ends.partition_point(|end| end <= at))?;
        let before = ends.iter().rev().find(|end| *end <= at).copied().unwrap_or(0);
        let n = at - before;
        let from = usize::try_from(n).ok()?.checked_mul(marks::LONG)?;
        let mark = certified.marks.get(from..from + marks::LONG)?;
        let found = library.find(&certified.id)?;
        let seed = certificate.seed.parse().ok()?;
        let judged = sessions.with(|session| one(found, &library.pool, seed, n, session.ok().flatten()).ok());
        let (kind, now) = judged.map_or((Kind::NotRun, String::new()), |(judged, _)| {
            let kind = judged.case.kind();
            (kind, marks::written(kind, super::mark(&judged)))
        });
        let was = marks::kind(mark).unwrap_or(Kind::NotRun);
        (now != *mark).then(|| Differs { ruling: certified.id.clone(), case: n, was, now: kind })
    };
    let differ = chosen.par_iter().filter_map(again).collect();
    match engine.lost() {
        Some(lost) => Err(lost.into()),
        None => Ok(Verified { played: chosen.len() as u64, of, differ, engine: other }),
    }
}

/// So many different numbers below `of`, chosen by the seed, in order; all of them if there are no more.
fn chosen(of: u64, sample: u64, seed: u64) -> Vec<u64> {
    if sample >= of {
        return (0..of).collect();
    }
    let (mut source, mut chosen) = (SplitMix64::new(seed), BTreeSet::new());
    while (chosen.len() as u64) < sample {
        // Floyd's way: every set of that size is as likely, and no number is drawn in vain.
        let last = of - sample + chosen.len() as u64;
        let drawn = source.below(last);
        if !chosen.insert(drawn) {
            chosen.insert(last);
        }
    }
    chosen.into_iter().collect()
}

/// Whether this program and library draw the cases of the certificate.
fn fits(certificate: &Certificate, library: &Library) -> Result<(), CertificateError> {
    let pairs = [
        ("the version of headjudge", certificate.headjudge.clone(), env!("CARGO_PKG_VERSION").to_owned()),
        ("the protocol", certificate.protocol.to_string(), headjudge_protocol::VERSION.to_string()),
        ("the suite", certificate.suite.to_string(), library.clauses.suite.to_string()),
        ("the library", certificate.library.clone(), format!("{:016x}", library.digest)),
    ];
    let differ = pairs.into_iter().filter(|(_, theirs, ours)| theirs != ours);
    let mut differ: Vec<String> =
        differ.map(|(what, theirs, ours)| format!("{what} is {theirs} in the certificate and {ours} here")).collect();
    let lost = certificate.rulings.iter().filter(|ruling| library.find(&ruling.id).is_none());
    differ.extend(lost.map(|ruling| format!("there is no ruling `{}` here", ruling.id)));
    if differ.is_empty() { Ok(()) } else { Err(CertificateError::Other(differ)) }
}

#[cfg(test)]
mod tests {
    use super::chosen;

    #[test]
    fn a_sample_has_different_cases_and_another_seed_has_others() {
        for (of, sample) in [(10, 3), (10, 9), (10, 10), (10, 11), (1_000_000, 500), (1, 1)] {
            let first = chosen(of, sample, 7);
            assert_eq!(first.len() as u64, sample.min(of));
            assert!(first.windows(2).all(|pair| pair[0] < pair[1]) && first.iter().all(|n| *n < of));
            assert_eq!(first, chosen(of, sample, 7));
        }
        assert_ne!(chosen(1000, 5, 1), chosen(1000, 5, 2));
    }
}
