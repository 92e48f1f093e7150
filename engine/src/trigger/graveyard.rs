//! Abilities that trigger when their object is put into a graveyard from anywhere (CR 603.6c, 603.10).
//!
//! They are abilities of the object that has arrived: what it was where it came from does not count, and its owner
//! controls them (CR 113.8).

use super::each_trigger;
use crate::ability::Trigger;
use crate::derived::{Derived, Row};
use crate::event::{Cause, Event, EventInfo, Happened};
use crate::game::{Game, Waiting};
use crate::id::ObjectId;
use crate::matching::row_of;
use crate::mutant::Mutant;
use crate::object::AbilityRef;
use crate::zone::Zone;

/// What of an object that has arrived triggers: judged by the object in the graveyard, whose owner controls the ability.
pub(super) fn from_anywhere(
    game: &Game,
    before: &Derived,
    after: &Derived,
    fact: &Happened,
    found: &mut Vec<(Waiting, &'static str)>,
) {
    let Some((was, id)) = arrival(game, fact) else { return };
    // 603.2c: each of several that arrive together is an event of its own.
    let another = |(waiting, _): &(Waiting, _)| waiting.event.became == Some(waiting.source);
    if game.deviates(Mutant::GraveyardTriggerOnce) && found.iter().any(another) {
        return;
    }
    // Not by looking back (CR 603.10): what counts is the object in the graveyard.
    let looked_at = if game.deviates(Mutant::GraveyardTriggerLooksBack) {
        row_of(game, before, was)
    } else {
        row_of(game, after, id)
    };
    let (Some(object), Some(row)) = (game.object(id), looked_at) else { return };
    let last_controller = row_of(game, before, was).filter(|_| game.deviates(Mutant::GraveyardTriggerLastController));
    let controller = last_controller.map_or(object.owner, |row| row.controller);
    for ability in of(game, &row) {
        let event = EventInfo { object: Some(id), became: Some(id), player: Some(controller), ..EventInfo::default() };
        found.push((Waiting { controller, source: id, ability, event }, "603.6c"));
    }
}

/// The object that was put into a graveyard: what it was, and what it is there.
fn arrival(game: &Game, fact: &Happened) -> Option<(ObjectId, ObjectId)> {
    let Event::Move { object: was, to, cause, .. } = fact.event() else { return None };
    let id = fact.became()?;
    let from_battlefield = game.last_known(*was).is_some_and(|known| known.object.zone == Zone::Battlefield);
    if from_battlefield {
        if game.deviates(Mutant::GraveyardTriggerOnlyDestroyed) && *cause != Cause::Destroyed {
            return None;
        }
    } else if game.deviates(Mutant::GraveyardTriggerBattlefieldOnly) {
        return None;
    }
    is_reached(game, *to, *cause).then_some((*was, id))
}

/// Whether a move has ended in a graveyard. 603.2h, 614.6: one that was replaced by a move elsewhere has not.
pub(super) fn is_reached(game: &Game, to: Zone, cause: Cause) -> bool {
    let replaced = || to == Zone::Exile && is_to_graveyard(cause) && game.deviates(Mutant::ReplacedMoveTriggers);
    to == Zone::Graveyard || replaced()
}

/// Whether objects that move for this reason go to a graveyard, unless that is replaced.
fn is_to_graveyard(cause: Cause) -> bool {
    matches!(
        cause,
        Cause::Destroyed
            | Cause::Sacrificed
            | Cause::StateBased(_)
            | Cause::Countered
            | Cause::CounteredToPlay
            | Cause::Discarded
            | Cause::Milled
    )
}

/// The abilities of an object that trigger in this way.
fn of(game: &Game, row: &Row) -> Vec<AbilityRef> {
    let mut all = Vec::new();
    each_trigger(game, row, |ability, t| {
        if t.when == Trigger::PutIntoGraveyardFromAnywhere {
            all.push(ability);
        }
    });
    all
}

/// Writes down by which rule an arrival is judged, where what the object was would say something else.
pub(super) fn explain(game: &mut Game, before: &Derived, after: &Derived, fact: &Happened) {
    if !game.transcript().is_on() {
        return;
    }
    let Event::Move { object: was, to, cause, .. } = fact.event() else { return };
    let Some(id) = fact.became() else { return };
    if *to != Zone::Graveyard {
        let would = is_to_graveyard(*cause) && row_of(game, after, id).is_some_and(|row| !of(game, &row).is_empty());
        if would {
            game.note_rule("603.2h", || "it went elsewhere instead of the graveyard: nothing triggers".to_owned());
        }
        return;
    }
    let (Some(earlier), Some(now)) = (row_of(game, before, *was), row_of(game, after, id)) else { return };
    let (had, has) = (!of(game, &earlier).is_empty(), !of(game, &now).is_empty());
    let lost = !has && after.row(id).is_some() && !of(game, &as_it_is(game, id, &now)).is_empty();
    let owner = game.object(id).map(|object| object.owner);
    let stolen = has && owner.is_some_and(|owner| owner != earlier.controller);
    if had != has {
        let says =
            if has { "an ability that it did not have before counts" } else { "an ability that it had counts not" };
        game.note_rule("603.10", || format!("judged by what it is in the graveyard: {says}"));
    }
    if lost {
        game.note_rule("613.1f", || "in the graveyard it has no abilities".to_owned());
    }
    if stolen {
        game.note_rule("400.3", || "it went to its owner's graveyard".to_owned());
        game.note_rule("113.8", || "in the graveyard it has no controller: its owner controls the ability".to_owned());
    }
}

/// What an object is but for continuous effects.
fn as_it_is(game: &Game, id: ObjectId, otherwise: &Row) -> Row {
    game.object(id).map_or_else(|| otherwise.clone(), |object| Row::copiable(object, game.cards()))
}

/// Only a mutant: cards in graveyards that had lost their abilities and have them again.
pub(super) fn regained(game: &Game, before: &Derived, after: &Derived, found: &mut Vec<(Waiting, &'static str)>) {
    for id in game.players().iter().flat_map(|player| &player.graveyard) {
        let (Some(was), Some(now)) = (before.row(*id), row_of(game, after, *id)) else { continue };
        if !of(game, was).is_empty() {
            continue;
        }
        for ability in of(game, &now) {
            let event = EventInfo { object: Some(*id), became: Some(*id), ..EventInfo::default() };
            found.push((Waiting { controller: now.controller, source: *id, ability, event }, "603.6"));
        }
    }
}
