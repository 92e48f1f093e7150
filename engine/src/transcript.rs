//! The transcript: everything that was proposed, replaced, happened, triggered and chosen, in order, with rule numbers.
//!
//! Recording is switched on per game, because most games of a run are never read.

use crate::choices::{Answer, Question};
use crate::event::{EffectKey, Event};
use crate::id::{ObjectId, PlayerId};

/// One line of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// An action was taken.
    Action(String),
    /// An event was about to happen and was changed by an effect into something else, or nothing (CR 614, 615).
    Replaced {
        /// What would have happened.
        before: Event,
        /// What would happen now.
        after: Option<Event>,
        /// The effect.
        by: EffectKey,
        /// The rule.
        rule: &'static str,
    },
    /// Something happened.
    Happened(Event, &'static str),
    /// An ability triggered (CR 603.2).
    Triggered {
        /// Whose ability.
        source: ObjectId,
        /// Its controller.
        controller: PlayerId,
        /// The rule.
        rule: &'static str,
    },
    /// A player chose.
    Chosen(Box<Question>, Answer),
    /// A rule decided something that is no event.
    Rule(&'static str, String),
}

/// What is recorded, and whether.
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    on: bool,
    entries: Vec<Entry>,
}

impl Transcript {
    /// One that records.
    #[must_use]
    pub fn recording() -> Transcript {
        Transcript { on: true, entries: Vec::new() }
    }

    /// Whether it records.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// What was recorded, in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Records, if it is on; the entry is not built otherwise.
    pub(crate) fn note(&mut self, entry: impl FnOnce() -> Entry) {
        if self.on {
            self.entries.push(entry());
        }
    }
}

impl Entry {
    /// The rule number that the entry cites; actions cite none.
    #[must_use]
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Entry::Action(_) => None,
            Entry::Replaced { rule, .. }
            | Entry::Happened(_, rule)
            | Entry::Triggered { rule, .. }
            | Entry::Rule(rule, _) => Some(rule),
            Entry::Chosen(question, _) => Some(question.rule),
        }
    }
}

impl Event {
    /// The rule that says how an event of this kind happens.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        match self {
            Event::Damage { combat: true, .. } => "510.2",
            Event::Damage { .. } => "120.3",
            Event::GainLife(..) | Event::LoseLife(_, _, false) => "119.3",
            Event::LoseLife(_, _, true) => "120.3a",
            Event::PutCounters { .. } => "122.6",
            Event::RemoveCounters { .. } => "122.1",
            Event::AddMana { tapped_for: Some(_), .. } => "106.12",
            Event::AddMana { .. } => "106.4",
            Event::SpendMana(..) => "601.2h",
            Event::EmptyPool(_) => "500.4",
            Event::Tap(_) | Event::Untap(_) => "701.21",
            Event::SkipNextUntap(_) | Event::UntapStepSkipped(_) => "502.3",
            Event::Destroy(..) => "701.7",
            Event::Counter(_) => "701.5a",
            Event::Move { .. } => "400.7",
            Event::CreateTokens { .. } => "111.1",
            Event::CreateToken { .. } => "111.2",
            Event::Cease(_) => "111.7",
            Event::LeaveGame(_) => "800.4a",
            Event::WearOff => "514.2",
            Event::OrderBlockers { .. } => "509.2",
            Event::LeaveCombat(_) => "506.4",
            Event::Draw(_) => "121.1",
            Event::Shuffle(_) => "701.20",
            Event::Cast(_) => "601.2i",
            Event::CopySpell { .. } => "707.10",
            Event::SetX { .. } => "107.3i",
            Event::PutOnStack { ability, .. } if ability.triggered => "603.3",
            Event::PutOnStack { .. } => "602.2a",
            Event::LoseGame(..) => "104.3",
            Event::StepBegins(_) => "500.1",
            Event::Attack(_) => "508.1",
            Event::Block { .. } => "509.1",
            Event::BeginEffect { .. } => "611.2",
            Event::UseShield(..) => "615.7",
            Event::Attach(..) => "701.3",
            Event::ControlChanged { .. } => "302.6",
        }
    }
}
