//! Auras that enter without having been cast (CR 303.4f–g): what they will enchant is chosen as they enter.

use crate::characteristics::CardType;
use crate::choices::{Choice, Choices, Form, Question, QuestionKind, Stop, ask_one};
use crate::derived::Derived;
use crate::event::{Event, Recipient};
use crate::game::Game;
use crate::id::ObjectId;
use crate::layers::derive;
use crate::mutant::Mutant;
use crate::subtype::Subtype;
use crate::target::may_be_attached;
use crate::zone::Zone;

/// The event with what an Aura will enchant, if it puts one onto the battlefield and does not say what it enchants. `None` if
/// it enters nowhere: then it stays where it is (CR 303.4g).
pub(super) fn enchant(
    game: &mut Game,
    derived: &Derived,
    event: Event,
    choices: &mut dyn Choices,
) -> Result<Option<Event>, Stop> {
    if !may_be_loose_aura(game, &event) {
        return Ok(Some(event));
    }
    let mut trial = game.clone();
    let entered = trial.happen(derived, event.clone(), &mut Vec::new()).and_then(|happened| happened.became());
    let after = derive(&trial);
    let (Some(object), Some(row)) = (entered.and_then(|id| trial.permanent(id)), entered.and_then(|id| after.row(id)))
    else {
        return Ok(Some(event));
    };
    if !row.is_aura() {
        return Ok(Some(event));
    }
    // 303.4d: an Aura that is also a creature can enchant nothing.
    let fits = |id: &ObjectId| {
        let there = !row.is(CardType::Creature) && game.permanent(*id).is_some();
        let loose = game.deviates(Mutant::LooseAuraIgnoresProtection);
        there && (loose || may_be_attached(&trial, &after, object, row, Recipient::Object(*id)))
    };
    let hosts: Vec<ObjectId> = after.rows().iter().map(|row| row.id).filter(fits).collect();
    let question = Question {
        player: row.controller,
        kind: QuestionKind::Card,
        rule: "303.4f",
        about: moved(&event),
        options: hosts.into_iter().map(Choice::Object).collect(),
        form: Form::One,
    };
    if let Some(Choice::Object(host)) = ask_one(game, choices, question)? {
        game.note_rule("303.4f", || "its controller chooses what it will enchant".to_owned());
        return Ok(Some(super::apply::with_enters(event, |enters| enters.attached = Some(Recipient::Object(host)))));
    }
    game.note_rule("303.4g", || "there is nothing that it could enchant: it does not enter".to_owned());
    Ok(match event {
        Event::Move { object, cause, enters, .. } if game.object(object).is_some_and(|o| o.zone == Zone::Stack) => {
            Some(Event::Move { object, to: Zone::Graveyard, cause, enters })
        }
        _ => None,
    })
}

/// What moves; a token comes from nowhere.
fn moved(event: &Event) -> Option<ObjectId> {
    match event {
        Event::Move { object, .. } => Some(*object),
        _ => None,
    }
}

/// Whether the event puts something onto the battlefield attached to nothing whose copiable values are those of an Aura: no
/// effect here makes an Aura of what is none.
fn may_be_loose_aura(game: &Game, event: &Event) -> bool {
    let Some(enters) = super::apply::enters(event).filter(|enters| enters.attached.is_none()) else {
        return false;
    };
    let own = match event {
        Event::Move { object, .. } => game.object(*object).map(crate::object::Object::copiable),
        Event::CreateToken { token, .. } => Some(token.card),
        _ => None,
    };
    let card = enters.copy_of.as_ref().map(|text| text.card).or(own);
    card.is_some_and(|card| game.cards().card(card).subtypes.contains(&Subtype::AURA))
}
