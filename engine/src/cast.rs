//! Casting a spell (CR 601.2): proposed, announced, paid, cast.

use crate::ability::{Ability, TargetSpec};
use crate::act::{ActError, Cast, Refusal, activate_mana, illegal_target, sorcery_timing};
use crate::card::Card;
use crate::characteristics::{CardType, Keyword};
use crate::choices::Choices;
use crate::derived::Derived;
use crate::event::{Cause, Enters, Event, Recipient};
use crate::game::Game;
use crate::id::PlayerId;
use crate::layers::derive;
use crate::object::{Announced, Object};
use crate::pay;
use crate::perform::perform;
use crate::target::is_legal;
use crate::zone::Zone;

/// Casts the spell, or says which rule refuses. The caller discards a game in which it was refused.
pub(crate) fn cast(game: &mut Game, player: PlayerId, cast: &Cast, choices: &mut dyn Choices) -> Result<(), ActError> {
    let object = game.object(cast.object).ok_or(Refusal::Zone)?;
    if object.zone != Zone::Hand || object.owner != player {
        return Err(Refusal::Zone.into());
    }
    let cards = game.shared_cards();
    let card = cards.card(object.card);
    if card.types.contains(CardType::Land) {
        return Err(Refusal::Zone.into());
    }
    let instant = card.types.contains(CardType::Instant) || card.keywords.contains(Keyword::Flash);
    if !instant && !sorcery_timing(game, player) {
        return Err(Refusal::Timing.into());
    }
    let Some(cost) = &card.cost else {
        return Err(Refusal::Cost.into());
    };
    if cast.x > 0 && cost.xs == 0 {
        return Err(Refusal::X.into());
    }
    // 601.2a–d: it is on the stack while everything about it is announced.
    let announced = Announced { x: cast.x, kicked: false, targets: cast.targets.clone() };
    let enters = Enters { controller: Some(player), announced: Some(Box::new(announced)), ..Enters::default() };
    let event = Event::Move { object: cast.object, to: Zone::Stack, cause: Cause::Cast, enters };
    let happened = perform(game, vec![event], choices)?;
    let spell = happened.iter().find_map(|fact| fact.became()).ok_or(Refusal::Zone)?;
    let derived = derive(game);
    let specs = target_specs(card);
    let fit = specs.len() == cast.targets.len()
        && specs.iter().zip(&cast.targets).all(|(spec, target)| is_legal(game, &derived, spec, *target, spell, player));
    if !fit {
        return Err(illegal_target(game, &derived, &cast.targets, spell).into());
    }
    // 601.2g: mana abilities, then 601.2h: the costs.
    for mana in &cast.pay {
        activate_mana(game, player, mana, &[], choices)?;
    }
    pay::pay_mana(game, player, &cost.with_x(cast.x), choices)?;
    perform(game, vec![Event::Cast(spell)], choices)?;
    Ok(())
}

/// The targets of the spell: those of its instructions, or what an Aura will enchant (CR 303.4a).
#[must_use]
pub fn target_specs(card: &Card) -> Vec<TargetSpec> {
    card.abilities
        .iter()
        .flat_map(|ability| match ability {
            Ability::Spell(spell) => spell.targets.clone(),
            Ability::Enchant(filter) => vec![TargetSpec::Permanent(filter.clone())],
            _ => Vec::new(),
        })
        .collect()
}

/// 608.3c: whether an Aura spell can still enter attached to its target.
pub(crate) fn may_enchant(game: &Game, derived: &Derived, spell: &Object, target: Recipient) -> bool {
    let specs = target_specs(game.cards().card(spell.copiable()));
    specs.iter().any(|spec| is_legal(game, derived, spec, target, spell.id, spell.controller))
}
