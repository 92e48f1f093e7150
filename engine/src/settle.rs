//! Before a player gets priority (CR 117.5): state-based actions until none is due, then waiting triggers, until quiet.

use crate::choices::{Choices, Stop};
use crate::event::Event;
use crate::game::Game;
use crate::layers::derive;
use crate::mutant::Mutant;
use crate::perform::perform;
use crate::resolve::resolve_top;
use crate::stack::put_waiting;
use crate::state_based;
use crate::trigger::notice_state;
use crate::zone::Zone;

/// How many rounds of state-based actions and triggers a game may need before it is called unsettled.
const LIMIT: usize = 300;

/// Brings the game to rest. Says whether a state-based action was performed or a trigger put on the stack (CR 514.3a).
///
/// # Errors
/// Whatever the answerer says, or [`Stop::Unsettled`] at the limit: a result, never a hang.
pub fn settle(game: &mut Game, choices: &mut dyn Choices) -> Result<bool, Stop> {
    let mut anything = false;
    for _ in 0..LIMIT {
        if game.is_over() {
            return Ok(anything);
        }
        let derived = derive(game);
        // 603.8: also what no event has brought about.
        notice_state(game, &derived);
        // 704.3: all that are due are performed at the same time, as one event.
        let due = state_based::due(game, &derived, choices)?;
        if !game.deviates(Mutant::DrawAttemptRemembered) {
            game.clear_draw_attempts();
        }
        game.clear_deathtouch();
        let saves = game.deviates(Mutant::DiesTriggerSavesTheDying);
        let due = if saves { one_death(due) } else { due };
        if !due.is_empty() {
            let stack = game.stack().len();
            let happened = perform(game, due, choices)?;
            // What is due but cannot happen (a player who cannot lose, say) must not be tried for ever.
            if !happened.is_empty() {
                anything = true;
                if saves {
                    put_waiting(game, choices)?;
                    while game.stack().len() > stack {
                        resolve_top(game, choices)?;
                    }
                }
                continue;
            }
        }
        if !put_waiting(game, choices)? {
            return Ok(anything);
        }
        anything = true;
    }
    Err(Stop::Unsettled("state-based actions and triggers did not come to rest"))
}

/// Only a mutant: of several deaths that are due, the last alone.
fn one_death(due: Vec<Event>) -> Vec<Event> {
    let is_death = |event: &Event| matches!(event, Event::Destroy(..) | Event::Move { to: Zone::Graveyard, .. });
    match due.iter().rposition(is_death) {
        Some(at) => vec![due[at].clone()],
        None => due,
    }
}
