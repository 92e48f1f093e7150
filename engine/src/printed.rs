//! What the mana abilities of a permanent show, whatever replaces it: only mutants ask for that.

use crate::ability::Ability;
use crate::effect::{Amount, Effect, ManaMade};
use crate::id::ObjectId;
use crate::mana::ManaTypes;
use crate::matching::{View, row_of};

/// The types that the mana abilities of a permanent say, whatever replaces them.
#[must_use]
pub(crate) fn printed_types(view: &View<'_>, id: ObjectId) -> ManaTypes {
    let says = |effect: &Effect| match effect {
        Effect::AddMana { mana, .. } => crate::effect::fixed_types(mana).unwrap_or(ManaTypes::NONE),
        _ => ManaTypes::NONE,
    };
    mana_effects(view, id).iter().map(says).fold(ManaTypes::NONE, ManaTypes::union)
}

/// How many symbols the mana abilities of a permanent show at most, whatever number of them it comes to.
#[must_use]
pub(crate) fn printed_amount(view: &View<'_>, id: ObjectId) -> u32 {
    let shows = |effect: &Effect| match effect {
        Effect::AddMana { mana: ManaMade::These(types), amount: Amount::Is(n), .. } => {
            crate::game::as_u32(types.len()).saturating_mul(*n)
        }
        Effect::AddMana { amount: Amount::Is(n), .. } => *n,
        _ => 1,
    };
    mana_effects(view, id).iter().map(shows).max().unwrap_or(0)
}

/// The instructions that add mana among those of a permanent's activated abilities.
fn mana_effects(view: &View<'_>, id: ObjectId) -> Vec<Effect> {
    let Some(row) = row_of(view.game, view.derived, id) else { return Vec::new() };
    let activated = row.abilities(view.game.cards()).filter_map(|(_, ability)| match ability {
        Ability::Activated(ability) => Some(&ability.effects),
        _ => None,
    });
    activated.flatten().filter(|effect| matches!(effect, Effect::AddMana { .. })).cloned().collect()
}
