//! From what an engine said to the verdict on a case.

use headjudge_protocol::Outcome;
use headjudge_protocol::outcome::Refused;

use super::CaseFault;
use crate::engines::{Reply, fits};
use crate::generate::Drawn;
use crate::ruling::Ruling;
use crate::verdict::{Case, FailKind};
use crate::view::Seen;

/// The verdict on a reply. `strict` is for the reference, on whose outcome every expectation must have a value.
///
/// # Errors
/// Only if strict.
pub fn judge(ruling: &Ruling, drawn: &Drawn, reply: &Reply, strict: bool) -> Result<Case, CaseFault> {
    let outcome = match reply {
        Reply::Outcome(outcome) => outcome,
        Reply::Unsupported { what, name } => return Ok(Case::Unsupported { what: *what, name: name.clone() }),
        Reply::Unasked(_) => return Ok(Case::Fail(FailKind::Unasked)),
        Reply::Error(_) => return Ok(Case::Error),
        Reply::Crash(_) => return Ok(Case::Crash),
        Reply::Timeout => return Ok(Case::Timeout),
        Reply::Protocol(_) => return Ok(Case::Protocol),
        Reply::Nondeterministic(_) => return Ok(Case::Nondeterministic),
        Reply::StateLeak(_) => return Ok(Case::StateLeak),
        Reply::NotRun => return Ok(Case::NotRun),
    };
    if !strict && fits(outcome, &drawn.scenario).is_err() {
        return Ok(Case::Protocol);
    }
    // A game that never rests is at no state in which anything could be expected.
    if outcome.unsettled {
        return Ok(Case::Fail(FailKind::Unsettled));
    }
    if outcome.refused.is_some() {
        return Ok(Case::Fail(FailKind::Refused));
    }
    let outcome = drawn.seen(outcome);
    let seen = Seen::new(ruling, drawn, &outcome);
    let roots = seen.roots();
    for (index, expectation) in ruling.then.iter().enumerate() {
        match expectation.program.holds(&roots) {
            Ok(true) => {}
            Ok(false) => return Ok(Case::Fail(FailKind::Expectation { index })),
            Err(error) if strict => {
                let source_text = expectation.program.source().to_owned();
                return Err(CaseFault::Expectation { number: index + 1, source_text, error });
            }
            Err(_) => return Ok(Case::Fail(FailKind::Expectation { index })),
        }
    }
    Ok(Case::Pass)
}

/// Whether two outcomes are different ones. Words for people and the questions asked on the way do not count.
#[must_use]
pub fn differ(a: &Outcome, b: &Outcome) -> bool {
    let step = |refused: &Option<Refused>| refused.as_ref().map(|r| r.step);
    a.unsettled != b.unsettled
        || step(&a.refused) != step(&b.refused)
        || a.tried != b.tried
        || a.snapshots != b.snapshots
}
