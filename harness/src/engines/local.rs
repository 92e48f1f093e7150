//! Engines in this process: the reference, and the reference with one rule wrong.

use std::sync::Arc;

use headjudge_engine::{CardTable, Mutant, Rules};
use headjudge_protocol::Scenario;
use headjudge_protocol::message::Missing;

use super::{About, Engine, EngineError, MUTANT, REFERENCE, Reply, Session, unasked};
use crate::reference::{Fault, PlayOptions, play};
use crate::tape::Source;

/// The reference engine, or a mutant of it.
#[derive(Debug, Clone)]
pub struct Local {
    cards: Arc<CardTable>,
    rules: Rules,
}

impl Local {
    /// The reference.
    #[must_use]
    pub fn reference(cards: &Arc<CardTable>) -> Local {
        Local { cards: Arc::clone(cards), rules: Rules::default() }
    }

    /// A mutant.
    #[must_use]
    pub fn mutant(cards: &Arc<CardTable>, mutant: Mutant) -> Local {
        Local { cards: Arc::clone(cards), rules: Rules { mutant: Some(mutant) } }
    }
}

impl Engine for Local {
    fn name(&self) -> String {
        match self.rules.mutant {
            None => REFERENCE.to_owned(),
            Some(mutant) => format!("{MUTANT}{mutant}"),
        }
    }

    fn session(&self) -> Result<Box<dyn Session + '_>, EngineError> {
        Ok(Box::new(self.clone()))
    }

    fn about(&self) -> Result<About, EngineError> {
        Ok(About { name: self.name(), version: env!("CARGO_PKG_VERSION").to_owned(), features: Vec::new() })
    }

    fn is_reference(&self) -> bool {
        self.rules.mutant.is_none()
    }
}

impl Session for Local {
    fn play(&mut self, scenario: &Scenario, any: Option<&mut dyn Source>) -> Reply {
        let any = any.map(|source| source as &mut dyn Source);
        let options = PlayOptions { any, record: false, invariants: false, lenient: true, consulted: None };
        match play(&self.cards, self.rules, scenario, options).result {
            Ok(outcome) => Reply::Outcome(outcome),
            Err(fault) => reply(scenario, fault),
        }
    }
}

/// What would be a fault of the ruling if the reference had it is, in an engine under test, for the verdict to judge.
pub(super) fn reply(scenario: &Scenario, fault: Fault) -> Reply {
    match fault {
        Fault::UnknownCard(name) => Reply::Unsupported { what: Missing::Card, name },
        Fault::Unanswered(open) => unasked(scenario, &open.question, &open.asked),
        // A step that cannot be taken where the script has come to is as good as refused.
        Fault::Script { step, why } => Reply::Outcome(refused(step, why)),
        Fault::UnknownId(_) | Fault::Board(_) | Fault::Unused { .. } => Reply::Error(fault.to_string()),
    }
}

/// The outcome of a run that ended at a step of the script, counted from 1, and of which nothing was observed.
fn refused(step: usize, why: String) -> headjudge_protocol::Outcome {
    let refused = headjudge_protocol::outcome::Refused { step: step.saturating_sub(1), why };
    headjudge_protocol::Outcome { refused: Some(refused), ..Default::default() }
}
