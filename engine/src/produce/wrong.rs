//! What only mutants ask about what could be produced: each function here serves wrong rules.

use std::sync::Arc;

use super::{Source, asks, now};
use crate::ability::{Ability, ActivatedAbility, CostPart};
use crate::characteristics::CardType;
use crate::derived::Row;
use crate::effect::{Effect, ManaMade};
use crate::filter::Filter;
use crate::id::ObjectId;
use crate::instruct::mana_types;
use crate::mana::ManaTypes;
use crate::matching::View;
use crate::mutant::Mutant;
use crate::restriction::Restriction;
use crate::sickness::is_summoning_sick;

/// Whether a mana ability would make no mana because no type is defined for it (CR 106.5).
pub(crate) fn is_undefined(view: &View<'_>, ability: &ActivatedAbility) -> bool {
    let undefined = |effect: &&Effect| match effect {
        Effect::AddMana { mana, .. } => mana_types(view, mana, ManaTypes::NONE).is_empty(),
        _ => false,
    };
    let looks_back = |effect: &Effect| matches!(effect, Effect::AddMana { mana: ManaMade::SacrificedCouldProduce, .. });
    let effects = now(view, &ability.effects);
    ability.is_mana_ability() && effects.iter().any(undefined) && !ability.effects.iter().any(looks_back)
}

/// Whether asking what these permanents could produce leads back to one that was asked on the way.
pub(crate) fn is_circular(view: &View<'_>, by: &Filter) -> bool {
    let mut path = vec![view.this];
    view.each(by).into_iter().any(|id| leads_back(view, id, &mut path))
}

fn leads_back(view: &View<'_>, id: ObjectId, path: &mut Vec<ObjectId>) -> bool {
    if path.contains(&id) {
        return true;
    }
    let Some(row) = view.derived.row(id) else { return false };
    let own = View::new(view.game, view.derived, id, row.controller);
    path.push(id);
    let found = row.abilities(view.game.cards()).any(|(_, ability)| match ability {
        Ability::Activated(ability) => {
            asks(&ability.effects).is_some_and(|by| own.each(by).into_iter().any(|next| leads_back(view, next, path)))
        }
        _ => false,
    });
    path.pop();
    found
}

/// What asks others and has no answer could produce every colour.
pub(super) fn color_the_circles(types: &mut [(ObjectId, ManaTypes)], sources: &[Source<'_>]) {
    for source in sources.iter().filter(|s| asks(s.effects).is_some()) {
        if let Ok(at) = types.binary_search_by_key(&source.id, |(id, _)| *id)
            && types[at].1.is_empty()
        {
            types[at].1 = ManaTypes::COLORS;
        }
    }
}

/// The permanents as they are printed, under the control of whoever has it.
pub(super) fn printed_rows(view: &View<'_>) -> Vec<Row> {
    let printed = |row: &Row| {
        let object = view.game.permanent(row.id)?;
        Some(Row { controller: row.controller, ..Row::copiable(object, view.game.cards()) })
    };
    view.derived.rows().iter().filter_map(printed).collect()
}

/// The permanents that would match if they were still the lands as which they are printed.
pub(super) fn former_lands(view: &View<'_>, by: &Filter) -> Vec<ObjectId> {
    let was_land = |row: &Row| view.game.cards().card(row.card).types.contains(CardType::Land);
    let would_match = |row: &Row| {
        let types = row.types.union([CardType::Land].into_iter().collect());
        let object = view.game.permanent(row.id);
        object.is_some_and(|object| view.matches(by, object, &Row { types, ..row.clone() }))
    };
    let former = view.derived.rows().iter().filter(|row| was_land(row) && !row.is(CardType::Land));
    former.filter(|row| would_match(row)).map(|row| row.id).collect()
}

/// Whether an ability does not count because it could not be activated now.
pub(super) fn left_out(view: &View<'_>, id: ObjectId, ability: &Ability) -> bool {
    let (game, Ability::Activated(ability)) = (view.game, ability) else { return false };
    if game.deviates(Mutant::CouldProduceSkipsTapped) {
        return ability.has_tap_symbol() && game.permanent(id).is_some_and(|object| object.tapped);
    }
    if game.deviates(Mutant::CouldProduceSkipsRestricted) {
        return is_restricted(&ability.effects);
    }
    game.deviates(Mutant::CouldProduceSkipsUnpayable) && !is_affordable(view, id, ability)
}

/// Whether instructions add mana that may not be spent on anything (CR 106.6).
fn is_restricted(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::AddMana { only: Some(_), .. }))
}

/// The restriction of mana that one of these permanents could make (CR 106.6).
pub(crate) fn restriction_among(view: &View<'_>, by: &Filter) -> Option<Arc<Restriction>> {
    let rows = view.each(by).into_iter().filter_map(|id| view.derived.row(id));
    restriction_of(rows.flat_map(|row| row.abilities(view.game.cards())).map(|(_, ability)| ability))
}

/// The first restriction of mana that one of these abilities would make.
pub(crate) fn restriction_of<'a>(abilities: impl IntoIterator<Item = &'a Ability>) -> Option<Arc<Restriction>> {
    abilities.into_iter().find_map(|ability| match ability {
        Ability::Activated(ability) => ability.effects.iter().find_map(|effect| match effect {
            Effect::AddMana { only, .. } => only.clone(),
            _ => None,
        }),
        _ => None,
    })
}

/// Whether its controller could pay for the ability and may activate it, but for being tapped already.
fn is_affordable(view: &View<'_>, id: ObjectId, ability: &ActivatedAbility) -> bool {
    let (Some(object), Some(row)) = (view.game.permanent(id), view.derived.row(id)) else { return false };
    let own = View::new(view.game, view.derived, id, row.controller);
    let player = view.game.player(row.controller);
    let payable = |part: &CostPart| match part {
        CostPart::Mana(cost) => !player.mana().payments(cost).is_empty(),
        CostPart::RemoveCounters(kind, n) => object.counters.get(*kind) >= *n,
        CostPart::PayLife(n) => i64::from(player.life) >= i64::from(*n),
        CostPart::Tap => !is_summoning_sick(view.game, view.derived, object, row),
        _ => true,
    };
    ability.only_if.as_ref().is_none_or(|condition| own.holds(condition)) && ability.cost.iter().all(payable)
}
