//! Random legal play with the library's cards.

use std::sync::Arc;

use headjudge_engine::act::{ActError, Action};
use headjudge_engine::{Rules, Stop, act, offers};

use super::{AnyAnswer, lawful, library, play, twice};
use crate::tape::{Bytes, Draw as _};

/// The most actions of one game.
const ACTIONS: usize = 40;

pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    twice(|record| play_out(bytes, record))
}

fn play_out(bytes: &[u8], record: bool) -> Result<(), String> {
    let cards = Arc::clone(&library()?.pool.cards);
    let mut source = Bytes::new(bytes);
    let setup = play::board(&cards, &mut source, 16);
    let Ok(mut game) = setup.start(cards, Rules::default()) else { return Ok(()) };
    if record {
        game.record();
    }
    match headjudge_engine::settle::settle(&mut game, &mut AnyAnswer(&mut source)) {
        Ok(_) => lawful(&game, "at the start")?,
        Err(_) => return Ok(()),
    }
    for n in 0..ACTIONS {
        let Some(player) = game.turn().priority.filter(|_| !game.is_over()) else { break };
        let legal = offers::legal_actions(&game);
        let action = source.pick(&legal).cloned().unwrap_or(Action::Pass);
        let before = game.digest();
        match act::act(&mut game, player, &action, &mut AnyAnswer(&mut source)) {
            Ok(()) => lawful(&game, &format!("after action {n}, {action:?}"))?,
            Err(ActError::Stop(Stop::Unsettled(_))) => return Ok(()),
            // Another answer on the way may be one that cannot be paid for; then nothing has changed.
            Err(ActError::Refused(_)) if game.digest() == before => {}
            Err(error) => return Err(format!("action {n}, {action:?}: {error}")),
        }
    }
    Ok(())
}
