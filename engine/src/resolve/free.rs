//! Playing a card during a resolution without paying its mana cost (CR 608.2g, 118.9).

use crate::act::{ActError, Cast};
use crate::cast::{carry_out, target_specs};
use crate::characteristics::CardType;
use crate::choices::{Choice, Choices, FirstOption, Form, Question, QuestionKind, Stop, ask_one};
use crate::event::{Cause, Event, Happened, Recipient};
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::layers::derive;
use crate::matching::View;
use crate::object::Object;
use crate::target::legal_targets;
use crate::zone::Zone;

/// Offers the player every card that was exiled for them to play.
///
/// # Errors
/// Whatever the answerer says.
pub(super) fn offer(
    game: &mut Game,
    player: PlayerId,
    happened: &[Happened],
    choices: &mut dyn Choices,
) -> Result<(), Stop> {
    for fact in happened {
        let Event::Move { to: Zone::Exile, cause: Cause::CounteredToPlay, .. } = fact.event() else { continue };
        // 108.2b: the copy of a spell is no card.
        if let Some(id) = fact.became().filter(|id| game.object(*id).is_some_and(Object::is_card)) {
            play(game, player, id, choices)?;
        }
    }
    Ok(())
}

/// 601.2a–i without the mana cost: X is 0 (CR 107.3b), kicker, targets and additional costs are as ever (CR 118.9d), and nobody
/// receives priority afterwards. Costs are paid from the pool as it is.
fn play(game: &mut Game, player: PlayerId, id: ObjectId, choices: &mut dyn Choices) -> Result<(), Stop> {
    let cards = game.shared_cards();
    let Some(card) = game.object(id).map(|object| cards.card(object.card)) else { return Ok(()) };
    if card.types.contains(CardType::Land) {
        return Ok(());
    }
    let derived = derive(game);
    let specs = target_specs(card);
    let view = View::new(game, &derived, id, player);
    let legal: Vec<Vec<Recipient>> = specs.iter().map(|spec| legal_targets(&view, spec)).collect();
    // 601.2c: without a legal target it cannot be cast.
    let Some(first) = legal.iter().map(|options| options.first().copied()).collect::<Option<Vec<_>>>() else {
        return Ok(());
    };
    let cast = |kicked, targets| Cast { object: id, x: 0, kicked, free: true, targets, pay: Vec::new() };
    // 608.2d: what cannot be paid is no option.
    let can = |kicked| {
        let mut trial = game.clone();
        let done = carry_out(&mut trial, player, &cast(kicked, first.clone()), &mut FirstOption);
        game.touch_as(&trial);
        done.is_ok()
    };
    let (plain, kicked) = (can(false), can(true));
    if !plain && !kicked {
        return Ok(());
    }
    let one = |kind, rule, options| Question { player, kind, rule, about: Some(id), options, form: Form::One };
    let may = |rule| one(QuestionKind::May, rule, vec![Choice::Accept, Choice::Decline]);
    if ask_one(game, choices, may("608.2g"))? != Some(Choice::Accept) {
        return Ok(());
    }
    let kicked = kicked && (!plain || ask_one(game, choices, may("702.33a"))? == Some(Choice::Accept));
    let mut targets = Vec::new();
    for options in legal {
        let options = options.into_iter().map(Choice::Recipient).collect();
        if let Some(Choice::Recipient(target)) = ask_one(game, choices, one(QuestionKind::Target, "601.2c", options))? {
            targets.push(target);
        }
    }
    game.note_rule("608.2g", || "it is cast during the resolution, without paying its mana cost".to_owned());
    let before = game.clone();
    match carry_out(game, player, &cast(kicked, targets), choices) {
        Ok(()) => Ok(()),
        Err(ActError::Stop(stop)) => Err(stop),
        // 726.1: a casting that turns out illegal has not been begun.
        Err(ActError::Refused(_)) => {
            *game = before;
            Ok(())
        }
    }
}
