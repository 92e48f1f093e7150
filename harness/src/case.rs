//! One case: a ruling at a seed, from the first choice to the verdict.
//!
//! Draw a scenario; play it by the real rules, which settles what of the surroundings matters and which labels apply; let
//! the engine under test play the same; decide the expectations on what it reported. The reference's outcome never
//! decides anything: expectations stand on their own, and a difference is only counted.

mod answers;
mod judge;

use std::sync::Arc;

use headjudge_engine::Rules;
use headjudge_engine::game::Consulted;
use headjudge_engine::invariant::Invariant;
use headjudge_protocol::{Outcome, Scenario};

use crate::engines::{Reply, Session};
use crate::expr::EvalError;
use crate::generate::{Drawn, NoCase, Pool};
use crate::reference::{self, PlayOptions};
use crate::ruling::{AnswersT, Ruling};
use crate::tape::{Source, SplitMix64, case_seed};
use crate::verdict::Case;
use crate::view::Seen;

pub use answers::{ANSWER_MAX, AnswerStream};
pub use judge::{differ, judge};

/// Why a case says nothing about the engine: the ruling, or the reference, is at fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CaseFault {
    /// No scenario came of the draw.
    #[error("nothing can be drawn: {0}")]
    Draw(#[from] NoCase),
    /// So many draws in a row were thrown away.
    #[error("{0} draws in a row were thrown away; the last because {1}")]
    Discards(u32, NoCase),
    /// The reference could not play the scenario.
    #[error("the reference cannot play it: {0}")]
    Reference(#[from] reference::Fault),
    /// A law of the rules did not hold in the reference.
    #[error("the reference breaks the law `{name}` (CR {rule})")]
    Law {
        /// The law.
        name: &'static str,
        /// The rule that it follows from.
        rule: &'static str,
    },
    /// An expectation has no value although the reference played the script to its end.
    #[error("expectation {number}, `{source_text}`, has no value: {error}")]
    Expectation {
        /// Which, from 1.
        number: usize,
        /// The expression.
        source_text: String,
        /// Why.
        error: EvalError,
    },
    /// A label has no value although the reference played the script to its end.
    #[error("label `{name}` has no value: {error}")]
    Label {
        /// Which.
        name: String,
        /// Why.
        error: EvalError,
    },
}

impl From<&Invariant> for CaseFault {
    fn from(law: &Invariant) -> CaseFault {
        CaseFault::Law { name: law.name, rule: law.rule }
    }
}

/// A case that the reference has played: what of its surroundings is left does not matter to it.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The scenario and the values it was made of.
    pub drawn: Drawn,
    /// What the real rules make of it.
    pub outcome: Outcome,
    /// Which of the ruling's labels apply.
    pub labels: Vec<bool>,
}

/// A case with its verdict.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The case.
    pub prepared: Prepared,
    /// What the engine said.
    pub reply: Reply,
    /// The verdict.
    pub case: Case,
    /// Whether the engine's outcome is another than the reference's.
    pub differs: bool,
}

/// The first draw of a case that its ruling does not throw away.
#[derive(Debug)]
pub struct First {
    /// What was drawn.
    pub drawn: Drawn,
    /// The source as it was before that draw.
    pub before: SplitMix64,
    /// The source as it is now; answers are drawn from here.
    pub after: SplitMix64,
    /// How many draws were thrown away.
    pub discarded: u32,
}

/// The most draws that one case throws away.
const DISCARDS: u32 = 100;

/// Draws case `n` of a ruling.
///
/// # Errors
/// If the ruling is at fault or throws nearly everything away.
pub fn draw(ruling: &Ruling, pool: &Pool, run_seed: u64, n: u64) -> Result<First, CaseFault> {
    let mut after = SplitMix64::new(case_seed(run_seed, &ruling.id, n));
    let mut discarded = 0;
    loop {
        let before = after.clone();
        match ruling.generate(pool, &mut after) {
            Ok(drawn) => return Ok(First { drawn, before, after, discarded }),
            Err(thrown @ NoCase::Discarded(_)) => {
                discarded += 1;
                if discarded >= DISCARDS {
                    return Err(CaseFault::Discards(discarded, thrown));
                }
            }
            Err(fault) => return Err(fault.into()),
        }
    }
}

/// Whether the laws that hold in every settled game are looked at, which takes about half as long again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Laws {
    /// After every step.
    Checked,
    /// Not at all.
    Trusted,
}

/// The most times that surroundings are taken away one by one before all of them are.
const ROUNDS: u32 = 3;

/// Plays a drawn case by the real rules, without those surroundings that turn out to matter.
///
/// # Errors
/// If the ruling or the reference is at fault.
pub fn prepare(
    ruling: &Ruling,
    pool: &Pool,
    drawn: Drawn,
    answers: &mut AnswerStream<'_>,
    laws: Laws,
) -> Result<Prepared, CaseFault> {
    prepare_noting(ruling, pool, drawn, answers, laws, None)
}

/// The same, and writes down which deviations the rules consult on the way. A mutant that is not among them has the outcome that
/// the real rules have, so that it need not be played.
///
/// # Errors
/// If the ruling or the reference is at fault.
pub fn prepare_noting(
    ruling: &Ruling,
    pool: &Pool,
    mut drawn: Drawn,
    answers: &mut AnswerStream<'_>,
    laws: Laws,
    consulted: Option<&Arc<Consulted>>,
) -> Result<Prepared, CaseFault> {
    let mut round = 0;
    let outcome = loop {
        let mut reader = answers.reader();
        let any: Option<&mut dyn Source> = answers_any(ruling).then_some(&mut reader);
        let (invariants, consulted) = (laws == Laws::Checked, consulted.cloned());
        let options = PlayOptions { any, record: false, invariants, lenient: false, consulted };
        let played = reference::play(&pool.cards, Rules::default(), &drawn.scenario, options);
        let touched = touched(&drawn, played.touched);
        // What was touched is judged first: a fault may well come of it.
        if touched.is_empty() {
            if let Some(law) = played.broken {
                return Err(law.into());
            }
            break played.result?;
        }
        round += 1;
        drawn = if round < ROUNDS {
            drawn.without(&touched)
        } else {
            drawn.without(&(0..drawn.around).collect::<Vec<_>>())
        };
    };
    let labels = labels(ruling, &drawn, &outcome)?;
    Ok(Prepared { drawn, outcome, labels })
}

/// Whether the ruling leaves answers open.
#[must_use]
pub fn answers_any(ruling: &Ruling) -> bool {
    matches!(ruling.answers, AnswersT::Any)
}

/// The surroundings among the objects that the rules looked at.
fn touched(drawn: &Drawn, bits: u64) -> Vec<usize> {
    (0..drawn.around.min(64)).filter(|at| bits >> at & 1 == 1).collect()
}

fn labels(ruling: &Ruling, drawn: &Drawn, outcome: &Outcome) -> Result<Vec<bool>, CaseFault> {
    if outcome.refused.is_some() || outcome.unsettled {
        // The run ended early: states are missing, and the verdict on the reference says so.
        return Ok(vec![false; ruling.labels.len()]);
    }
    if ruling.labels.is_empty() {
        return Ok(Vec::new());
    }
    let outcome = drawn.seen(outcome);
    let seen = Seen::new(ruling, drawn, &outcome);
    let roots = seen.roots();
    let decide = |label: &crate::ruling::Label| {
        let holds = label.program.holds(&roots);
        holds.map_err(|error| CaseFault::Label { name: label.name.clone(), error })
    };
    ruling.labels.iter().map(decide).collect()
}

/// Lets an engine play a prepared case and judges what it reports; without a session the reference itself is judged.
///
/// # Errors
/// If the reference is judged and an expectation has no value: then the ruling is at fault.
pub fn play(
    ruling: &Ruling,
    prepared: Prepared,
    answers: &mut AnswerStream<'_>,
    session: Option<&mut (dyn Session + '_)>,
) -> Result<Judged, CaseFault> {
    let Some(session) = session else {
        let reply = Reply::Outcome(prepared.outcome.clone());
        let case = judge(ruling, &prepared.drawn, &reply, true)?;
        return Ok(Judged { prepared, reply, case, differs: false });
    };
    let mut reader = answers.reader();
    let any: Option<&mut dyn Source> = answers_any(ruling).then_some(&mut reader);
    let reply = session.play(&prepared.drawn.scenario, any);
    judged(ruling, prepared, reply)
}

/// Judges what an engine under test said to a prepared case.
///
/// # Errors
/// Never at present: an expectation that has no value is the engine's failure.
pub fn judged(ruling: &Ruling, prepared: Prepared, reply: Reply) -> Result<Judged, CaseFault> {
    let case = judge(ruling, &prepared.drawn, &reply, false)?;
    let differs = matches!(&reply, Reply::Outcome(outcome) if differ(outcome, &prepared.outcome));
    Ok(Judged { prepared, reply, case, differs })
}

/// What happens by the rules in a scenario of the ruling, a line each; answers come from where the source is now.
#[must_use]
pub fn told(ruling: &Ruling, pool: &Pool, scenario: &Scenario, source: &mut dyn Source) -> Vec<String> {
    let mut answers = AnswerStream::new(source);
    let mut reader = answers.reader();
    let any = answers_any(ruling).then_some(&mut reader as &mut dyn Source);
    let options = PlayOptions { any, record: true, invariants: false, lenient: true, consulted: None };
    let played = reference::play(&pool.cards, Rules::default(), scenario, options);
    played.game.map_or_else(Vec::new, |game| reference::told(&game, scenario))
}
