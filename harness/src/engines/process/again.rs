//! Cases once more, in a process that has played nothing else: whether one ends it also when it is alone, and if not, whether
//! it does so after the same cases as before.

use std::time::Instant;

use headjudge_protocol::Scenario;
use headjudge_protocol::message::Request;

use super::Process;
use super::child::{Silence, line};
use super::groups::interrupted;
use super::trace::Tap;

/// What became of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It answered every case.
    Lives,
    /// It ended without an answer.
    Ends,
    /// It did not start, was silent, or said what makes no sense.
    Unknown,
}

/// Plays cases one after the other in a new process, each sent when the one before it is answered.
pub(super) fn again<'s>(engine: &Process, tap: &Tap, cases: impl Iterator<Item = &'s Scenario>) -> Fate {
    let Ok((mut child, _)) = engine.start(tap) else { return Fate::Unknown };
    for (id, scenario) in (1..).zip(cases) {
        if interrupted() {
            return Fate::Unknown;
        }
        let Ok(line) = line(&Request::Case { id, scenario: Box::new(scenario.clone()) }) else { return Fate::Unknown };
        child.send(&[(Some(id), line)]);
        match child.reply(Instant::now() + engine.limits.case) {
            Ok((said, _)) if said.id() == Some(id) => {}
            Err(Silence::Ended) => return Fate::Ends,
            _ => return Fate::Unknown,
        }
    }
    Fate::Lives
}
