//! How permanents enter (CR 614.12): the object as it would exist on the battlefield, and what replaces its entering.

use crate::derived::{Derived, Row};
use crate::effect::Replacement;
use crate::event::Event;
use crate::filter::Filter;
use crate::game::Game;
use crate::id::ObjectId;
use crate::layers::derive;
use crate::matching::View;
use crate::mutant::Mutant;
use crate::object::Object;
use crate::zone::Zone;

/// An object about to enter, as it would exist there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entering<'a> {
    pub(super) object: &'a Object,
    pub(super) row: &'a Row,
}

/// The object that the event would put onto the battlefield, as it would exist there: with the copiable values, the
/// controller and the counters it would enter with, under every continuous effect that is in force or would come with it.
#[must_use]
pub(super) fn as_it_would_exist(game: &Game, derived: &Derived, event: &Event) -> Option<(Object, Row)> {
    if !matches!(event, Event::Move { to: Zone::Battlefield, .. } | Event::CreateToken { .. }) {
        return None;
    }
    let mut trial = game.clone();
    let happened = trial.happen(derived, event.clone(), &mut Vec::new())?;
    let id = happened.became()?;
    let row = derive(&trial).row(id)?.clone();
    Some((trial.permanent(id)?.clone(), row))
}

impl Entering<'_> {
    /// The name under which its own abilities are remembered as applied: what moves, or nothing yet for a token.
    pub(super) fn source(&self, event: &Event) -> ObjectId {
        match event {
            Event::Move { object, .. } => *object,
            _ => self.object.id,
        }
    }

    /// Whether a replacement, its own or another permanent's, changes how it enters.
    pub(super) fn watched(&self, replacement: &Replacement, view: &View<'_>, event: &Event, own: bool) -> bool {
        match replacement {
            Replacement::EntersWithCounters { what, .. } | Replacement::EntersTapped { what } => {
                self.is(what, view, own)
            }
            // 614.16: the counters that it would enter with are counters that would be put on it.
            Replacement::MultiplyCounters { on, .. } => {
                !own && super::apply::enters(event).is_some_and(|e| !e.counters.is_empty())
                    && self.is(on, view, own)
                    && !view.game.deviates(Mutant::EnteringCountersNotDoubled)
            }
            // 614.1c: only the object itself may enter as a copy.
            Replacement::EntersAsCopy { .. } | Replacement::EntersChoosingColor => own,
            _ => false,
        }
    }

    /// 614.12: an effect of the object itself counts only if it is about that object alone, and not about a general set of
    /// permanents that would have it among them.
    fn is(&self, what: &Filter, view: &View<'_>, own: bool) -> bool {
        (!own || what.is_this_alone()) && view.matches(what, self.object, self.row)
    }
}
