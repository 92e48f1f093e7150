//! Casting a spell (CR 601.2): proposed, announced, paid, cast.

use crate::ability::{Ability, CostPart, TargetSpec};
use crate::act::{ActError, Cast, activate_mana, illegal_target, sorcery_timing};
use crate::card::Card;
use crate::characteristics::{CardType, Keyword};
use crate::choices::Choices;
use crate::derived::Derived;
use crate::effect::Permission;
use crate::event::{Cause, Enters, Event, Recipient};
use crate::filter::Filter;
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::layers::derive;
use crate::mana::ManaCost;
use crate::matching::{View, row_of};
use crate::mutant::Mutant;
use crate::object::{Announced, Object};
use crate::pay;
use crate::perform::perform;
use crate::refusal::Refusal;
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
    // 702.8a: flash works where it could be cast from, and an effect may give it there.
    let now = row_of(game, &derive(game), cast.object).ok_or(Refusal::Zone)?.into_owned();
    let instant = now.is(CardType::Instant) || now.has(Keyword::Flash);
    if !instant && !sorcery_timing(game, player) {
        return Err(Refusal::Timing.into());
    }
    if cast.free && !may_cast_free(game, player) {
        return Err(Refusal::Free.into());
    }
    carry_out(game, player, cast, choices)
}

/// 601.2a–i: what was announced for the spell is checked, it is put onto the stack, paid and cast. What lets the player cast it,
/// and when, is nothing to this; the caller discards a game in which it was refused.
pub(crate) fn carry_out(
    game: &mut Game,
    player: PlayerId,
    cast: &Cast,
    choices: &mut dyn Choices,
) -> Result<(), ActError> {
    let cards = game.shared_cards();
    let card = cards.card(game.object(cast.object).ok_or(Refusal::Zone)?.card);
    let total = TotalCost::of(game, card, cast)?;
    // 601.2g, 605.3a: mana abilities in the middle only where the total cost includes a mana payment.
    if !cast.pay.is_empty() && !total.has_mana_payment {
        return Err(Refusal::Timing.into());
    }
    // 601.2a–d: it is on the stack while everything about it is announced.
    let in_mana_cost = card.cost.as_ref().is_some_and(|cost| cost.xs > 0);
    let counts = in_mana_cost || !game.deviates(Mutant::XManaCostOnly);
    let announced =
        Announced { x: if counts { cast.x } else { 0 }, kicked: cast.kicked, targets: cast.targets.clone() };
    if cast.kicked {
        game.note_rule("702.33d", || "it is kicked".to_owned());
    }
    if cast.x > 0 && !in_mana_cost {
        game.note_rule("107.3a", || format!("X is {} for a cost that is not the mana cost", cast.x));
    }
    let enters = Enters { controller: Some(player), announced: Some(Box::new(announced)), ..Enters::default() };
    let event = Event::Move { object: cast.object, to: Zone::Stack, cause: Cause::Cast, enters };
    let happened = perform(game, vec![event], choices)?;
    let spell = happened.iter().find_map(|fact| fact.became()).ok_or(Refusal::Zone)?;
    let derived = derive(game);
    // 303.4a, 612.1: its targets are those of what it says on the stack.
    let specs = specs_of_spell(game, &derived, spell);
    let view = View::new(game, &derived, spell, player);
    let fit = specs.len() == cast.targets.len()
        && specs.iter().zip(&cast.targets).all(|(spec, target)| is_legal(&view, spec, *target));
    if !fit {
        return Err(illegal_target(game, &derived, &cast.targets, spell).into());
    }
    // 601.2g: mana abilities, then 601.2h: the costs.
    for mana in &cast.pay {
        activate_mana(game, player, mana, &[], choices)?;
    }
    pay::pay_mana(game, player, pay::Paying::Spell(spell), &total.mana, choices)?;
    pay::pay(game, player, spell, &total.others, cast.x, choices)?;
    perform(game, vec![Event::Cast(spell)], choices)?;
    Ok(())
}

/// What is paid for a spell (CR 601.2f).
#[derive(Debug)]
struct TotalCost {
    /// Mana, with X known.
    mana: ManaCost,
    /// Everything else.
    others: Vec<CostPart>,
    /// Whether mana is a part of it at all; a payment of {0} is one (CR 118.5).
    has_mana_payment: bool,
}

impl TotalCost {
    /// The mana cost, unless it is cast without paying that, and the additional costs; or what is wrong with the
    /// announcement (CR 601.2b).
    fn of(game: &Game, card: &Card, cast: &Cast) -> Result<TotalCost, Refusal> {
        if cast.kicked && !card.abilities.iter().any(|a| matches!(a, Ability::Kicker(_))) {
            return Err(Refusal::Kicker);
        }
        let printed = card.cost.as_ref().filter(|_| !cast.free);
        let mut mana = match (printed, cast.free) {
            (Some(cost), _) => cost.clone(),
            (None, true) => ManaCost::default(),
            // 118.6: a card without a mana cost has one that cannot be paid.
            (None, false) => return Err(Refusal::Cost),
        };
        let mut others = Vec::new();
        let mut has_mana_payment = printed.is_some();
        // 601.2b, 118.9d: kicker where it is announced, and all of it for a free spell, too; only mutants say otherwise.
        let kicked = cast.kicked || game.deviates(Mutant::KickerAlwaysPaid);
        let skipped = cast.free && game.deviates(Mutant::FreeSpellSkipsAdditionalCosts);
        for part in additional_costs(card, kicked).filter(|_| !skipped) {
            match part {
                CostPart::Mana(more) => {
                    has_mana_payment = true;
                    mana = mana.plus(more);
                }
                other => others.push(other.clone()),
            }
        }
        let in_mana_cost = card.cost.as_ref().is_some_and(|cost| cost.xs > 0);
        if cast.free && in_mana_cost {
            if cast.x > 0 && !game.deviates(Mutant::FreeSpellKeepsX) {
                return Err(Refusal::FreeX);
            }
        } else if cast.x > 0 && mana.xs == 0 && !others.contains(&CostPart::DiscardX) {
            return Err(Refusal::X);
        }
        if cast.x == 0 && mana.xs > 0 && game.deviates(Mutant::XOfZeroRefused) {
            return Err(Refusal::X);
        }
        if game.deviates(Mutant::XSymbolsPaidOnce) {
            mana.xs = mana.xs.min(1);
        }
        Ok(TotalCost { mana: mana.with_x(cast.x), others, has_mana_payment })
    }
}

/// The parts of the additional costs: those that have to be paid (CR 118.8), and kicker, where it is paid (CR 702.33a).
pub(crate) fn additional_costs(card: &Card, kicked: bool) -> impl Iterator<Item = &CostPart> {
    card.abilities.iter().flat_map(move |ability| match ability {
        Ability::AdditionalCost(parts) => parts.as_slice(),
        Ability::Kicker(parts) if kicked => parts.as_slice(),
        _ => &[],
    })
}

/// Whether something lets the player cast spells from their hand without paying their mana costs (CR 118.9).
#[must_use]
pub(crate) fn may_cast_free(game: &Game, player: PlayerId) -> bool {
    let derived = derive(game);
    let standing = crate::standing::standing(game, &derived);
    crate::standing::forbids(game, &derived, &standing, |rule, view| match rule {
        Permission::CastWithoutPaying(whose) => view.is(*whose, player),
        _ => false,
    })
}

/// The targets of a card as a spell: those of its instructions, or what an Aura will enchant (CR 303.4a).
#[must_use]
pub fn target_specs(card: &Card) -> Vec<TargetSpec> {
    specs_of(card.abilities.iter())
}

/// The targets of a spell, by what it says now.
pub(crate) fn specs_of_spell(game: &Game, derived: &Derived, spell: ObjectId) -> Vec<TargetSpec> {
    let row = row_of(game, derived, spell);
    row.map_or_else(Vec::new, |row| specs_of(row.abilities(game.cards()).map(|(_, ability)| ability)))
}

fn specs_of<'a>(abilities: impl Iterator<Item = &'a Ability>) -> Vec<TargetSpec> {
    let (mut specs, mut enchant) = (Vec::new(), None);
    for ability in abilities {
        match ability {
            Ability::Spell(spell) => specs.extend(spell.targets.iter().cloned()),
            // 702.5c: of several all apply to the one target.
            Ability::Enchant(filter) => {
                enchant = Some(enchant.map_or(filter.clone(), |all: Filter| all.and(filter.clone())))
            }
            _ => {}
        }
    }
    specs.extend(enchant.map(TargetSpec::Permanent));
    specs
}

/// 608.3a: whether an Aura spell can still enter attached to its target, by what it says now.
pub(crate) fn may_enchant(game: &Game, derived: &Derived, spell: &Object, target: Recipient) -> bool {
    let specs = specs_of_spell(game, derived, spell.id);
    let view = View::new(game, derived, spell.id, spell.controller);
    specs.iter().any(|spec| is_legal(&view, spec, target))
}
