//! Saved cases, played again: an entry of which no random case failed is not mended while its own case still fails.

use std::collections::BTreeMap;

use super::{Entry, Key, check_of};
use crate::case::Judged;
use crate::diagnose::{self, Sample};
use crate::engines::Engine;
use crate::library::Library;
use crate::report::{BaselineReport, State};
use crate::ruling::Ruling;
use crate::run::{Sessions, replay_tape};
use crate::tape::Tape;
use crate::verdict::Case;

/// What became of a saved case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Again {
    /// It fails in the same check; under which signature, if it does not look like a failure of the entry's. One case is too
    /// little to be sure: a signature is that of many.
    Fails(Option<String>),
    /// It passes.
    Passes,
    /// It fails in this other check.
    Otherwise(String),
    /// It cannot be drawn any more, or the engine does not answer.
    Gone(String),
}

/// Plays saved cases again, or knows what became of them. Nothing where that cannot be told.
pub trait Replays {
    /// What becomes of the saved case of an entry.
    fn again(&self, entry: &Entry) -> Option<Again>;
}

/// An engine that plays saved cases.
#[derive(Debug)]
pub struct OnEngine<'e> {
    library: &'e Library,
    sessions: Sessions<'e>,
}

impl<'e> OnEngine<'e> {
    /// Plays them on this engine.
    #[must_use]
    pub fn new(library: &'e Library, engine: &'e dyn Engine) -> OnEngine<'e> {
        OnEngine { library, sessions: Sessions::new(engine) }
    }
}

impl Replays for OnEngine<'_> {
    fn again(&self, entry: &Entry) -> Option<Again> {
        let saved = entry.case.as_ref()?;
        let ruling = self.library.find(&saved.ruling)?;
        let pool = &self.library.pool;
        let judged = self.sessions.with(|session| {
            let session = session.ok()?;
            Some(replay_tape(ruling, pool, &saved.tape, session))
        })?;
        Some(match judged {
            Err(fault) => Again::Gone(fault.to_string()),
            Ok((judged, tape)) => match &judged.case {
                Case::Pass => Again::Passes,
                Case::NotRun => return None,
                other if check_of(other) == entry.key.check => {
                    Again::Fails(unlike(self.library, ruling, (&tape, &judged), &entry.key.signature))
                }
                other => Again::Otherwise(check_of(other)),
            },
        })
    }
}

/// The signature that a failing case has by itself, if the given one is none that it could have: neither what it departs in, nor
/// the name of a mutant that does in any way what the engine does.
fn unlike(library: &Library, ruling: &Ruling, (tape, judged): (&Tape, &Judged), given: &str) -> Option<String> {
    let words = diagnose::signature(ruling, &judged.case, None, Some(judged));
    let sample = Sample::taped(ruling, &library.pool, tape, judged)?;
    let like = diagnose::likest(library, ruling, 0, (&[sample], &[]), None, usize::MAX);
    if words == given || like.iter().any(|like| like.mutant == given) {
        return None;
    }
    Some(diagnose::signature(ruling, &judged.case, like.first(), Some(judged)))
}

/// What reports of parts of a run tell of saved cases, and an engine for the others, if there is one.
#[derive(Debug, Default)]
pub struct Sources<'e> {
    told: BTreeMap<Key, Again>,
    engine: Option<OnEngine<'e>>,
}

impl<'e> Sources<'e> {
    /// What the parts say; then `engine`.
    #[must_use]
    pub fn new<'p>(parts: impl IntoIterator<Item = &'p BaselineReport>, engine: Option<OnEngine<'e>>) -> Sources<'e> {
        let mut told = BTreeMap::new();
        for finding in parts.into_iter().flat_map(|part| &part.findings) {
            let again = match finding.state {
                State::Rare => Again::Fails(finding.now.clone().map(|now| now.signature)),
                State::Passes => Again::Passes,
                State::Changed => Again::Otherwise(finding.now.clone().map_or_else(String::new, |now| now.check)),
                _ => continue,
            };
            let (ruling, check) = (finding.ruling.clone(), finding.check.clone());
            told.insert(Key { ruling, check, signature: finding.signature.clone() }, again);
        }
        Sources { told, engine }
    }
}

impl Replays for Sources<'_> {
    fn again(&self, entry: &Entry) -> Option<Again> {
        let told = self.told.get(&entry.key).cloned();
        told.or_else(|| self.engine.as_ref().and_then(|engine| engine.again(entry)))
    }
}
