//! Playing a card during a resolution without paying its mana cost (CR 608.2g, 118.9).

use crate::cast::target_specs;
use crate::characteristics::CardType;
use crate::choices::{Choice, Choices, Form, Question, QuestionKind, Stop, ask_one};
use crate::event::{Cause, Enters, Event, Happened, Recipient};
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::layers::derive;
use crate::matching::View;
use crate::object::{Announced, Object};
use crate::perform::perform;
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

/// 601.2a–i without the mana cost: X is 0 (CR 107.3b), its targets are chosen, and nobody receives priority afterwards.
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
    if legal.iter().any(Vec::is_empty) {
        return Ok(());
    }
    let one = |kind, rule, options| Question { player, kind, rule, about: Some(id), options, form: Form::One };
    let may = one(QuestionKind::May, "608.2g", vec![Choice::Accept, Choice::Decline]);
    if ask_one(game, choices, may)? != Some(Choice::Accept) {
        return Ok(());
    }
    let mut targets = Vec::new();
    for options in legal {
        let options = options.into_iter().map(Choice::Recipient).collect();
        if let Some(Choice::Recipient(target)) = ask_one(game, choices, one(QuestionKind::Target, "601.2c", options))? {
            targets.push(target);
        }
    }
    game.note_rule("608.2g", || "it is cast during the resolution, without paying its mana cost".to_owned());
    let announced = Some(Box::new(Announced { targets, ..Announced::default() }));
    let enters = Enters { controller: Some(player), announced, ..Enters::default() };
    let event = Event::Move { object: id, to: Zone::Stack, cause: Cause::Cast, enters };
    let happened = perform(game, vec![event], choices)?;
    if let Some(spell) = happened.iter().find_map(Happened::became) {
        perform(game, vec![Event::Cast(spell)], choices)?;
    }
    Ok(())
}
