//! The reference engine in process: plays a scenario, answers from its script, and observes.
//!
//! Strict: a question without an answer and an answer without its question are faults of the ruling, not of the engine.

mod answers;
mod observe;
pub mod perft;
mod script;
mod setup;
mod tell;

use std::sync::Arc;

use headjudge_engine::game::Consulted;
use headjudge_engine::invariant::Invariant;
use headjudge_engine::{CardTable, Game, Rules};
use headjudge_protocol::message::Question;
use headjudge_protocol::outcome::Asked;
use headjudge_protocol::{Outcome, Scenario};

use crate::tape::{Odometer, Source};

pub use answers::{any_positions, kind_of};
pub use tell::{tell, told};

/// How a scenario is to be played.
#[derive(Default)]
pub struct PlayOptions<'a> {
    /// Where answers come from that the scenario does not pin; without it, such a question is a fault.
    pub any: Option<&'a mut dyn Source>,
    /// Whether a transcript is kept.
    pub record: bool,
    /// Whether every settled state is checked against the engine's invariants.
    pub invariants: bool,
    /// Whether pinned answers may go unused: a mutant need not ask what the real rules ask, and is judged by its outcome.
    pub lenient: bool,
    /// Where the deviations are written down that the game consults.
    pub consulted: Option<Arc<Consulted>>,
}

impl std::fmt::Debug for PlayOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PlayOptions")
            .field("any", &self.any.is_some())
            .field("record", &self.record)
            .field("invariants", &self.invariants)
            .field("lenient", &self.lenient)
            .field("consulted", &self.consulted)
            .finish()
    }
}

/// Why a scenario could not be played to its end: it, or the ruling it was drawn from, is at fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// No card of that name is described.
    #[error("there is no card named `{0}`")]
    UnknownCard(String),
    /// No object or player of that name is in the scenario.
    #[error("nothing in this scenario is named `{0}`")]
    UnknownId(String),
    /// A board that no game could contain.
    #[error("the board is impossible: {0}")]
    Board(String),
    /// A question that no pinned answer fits, or whose pinned answer picks what is not offered.
    #[error("{0}")]
    Unanswered(Box<Unanswered>),
    /// Pinned answers that were never asked for.
    #[error("the answer of {player} about {kind} was never asked for")]
    Unused {
        /// Whose.
        player: String,
        /// About what.
        kind: String,
    },
    /// A step of the script that makes no sense where it stands.
    #[error("step {step} of the script: {why}")]
    Script {
        /// Which step, from 1.
        step: usize,
        /// Why.
        why: String,
    },
}

/// A question that could not be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unanswered {
    /// The question.
    pub question: Question,
    /// Those that came before and were answered, in order.
    pub asked: Vec<Asked>,
}

impl std::fmt::Display for Unanswered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.question.fmt(f)
    }
}

/// What came of playing a scenario.
#[derive(Debug)]
pub struct Played {
    /// The outcome, or why there is none.
    pub result: Result<Outcome, Fault>,
    /// The objects of the scenario, by position below 64, that a filter, a count or a cost matched.
    pub touched: u64,
    /// The game as it ended, with its transcript if one was kept.
    pub game: Option<Game>,
    /// The first law that a settled state broke.
    pub broken: Option<&'static Invariant>,
}

impl Played {
    /// The CR numbers that were applied, in order of first use; empty unless a transcript was kept.
    #[must_use]
    pub fn rules(&self) -> Vec<&'static str> {
        let mut rules = Vec::new();
        for entry in self.game.iter().flat_map(|game| game.transcript().entries()) {
            if let Some(rule) = entry.rule()
                && !rules.contains(&rule)
            {
                rules.push(rule);
            }
        }
        rules
    }
}

/// Plays a scenario by the given rules.
#[must_use]
pub fn play<'a>(cards: &Arc<CardTable>, rules: Rules, scenario: &'a Scenario, options: PlayOptions<'a>) -> Played {
    let failed = |fault| Played { result: Err(fault), touched: 0, game: None, broken: None };
    let mut game = match setup::game(cards, rules, scenario, options.consulted.clone()) {
        Ok(game) => game,
        Err(fault) => return failed(fault),
    };
    if options.record {
        game.record();
    }
    let mut run = script::Run::new(scenario, game, options);
    let result = run.run();
    Played { result, touched: run.game.touched(), broken: run.broken, game: Some(run.game) }
}

/// The most runs that [`every_outcome`] makes.
pub const MOST_RUNS: usize = 2_000;

/// The outcomes that some legal answers lead to, each once, in the order in which the answers are counted; what players were
/// asked is left out of them. `None` if there are more than [`MOST_RUNS`] combinations of answers.
///
/// # Errors
/// The fault of the scenario under the first answers that show one.
pub fn every_outcome(cards: &Arc<CardTable>, rules: Rules, scenario: &Scenario) -> Result<Option<Vec<Outcome>>, Fault> {
    let mut odometer = Odometer::new();
    let mut outcomes: Vec<Outcome> = Vec::new();
    for _ in 0..MOST_RUNS {
        let any: Option<&mut dyn Source> = Some(&mut odometer);
        let mut outcome = play(cards, rules, scenario, PlayOptions { any, ..PlayOptions::default() }).result?;
        outcome.asked.clear();
        if !outcomes.contains(&outcome) {
            outcomes.push(outcome);
        }
        if !odometer.advance() {
            return Ok(Some(outcomes));
        }
    }
    Ok(None)
}
