//! Laws about the combat phase in progress (CR 506 to 511).

use crate::characteristics::CardType;
use crate::derived::Derived;
use crate::game::Game;
use crate::id::ObjectId;
use crate::turn::Step;

/// The attackers, and the blockers of each.
fn combatants(game: &Game) -> impl Iterator<Item = ObjectId> + '_ {
    let attackers = &game.turn().combat.attackers;
    attackers.iter().flat_map(|a| core::iter::once(a.object).chain(a.blockers.iter().copied()))
}

pub(super) fn combat_of_creatures(game: &Game, derived: &Derived) -> bool {
    combatants(game)
        .all(|id| game.permanent(id).is_some() && derived.row(id).is_some_and(|row| row.is(CardType::Creature)))
}

pub(super) fn in_its_phase(game: &Game, _: &Derived) -> bool {
    let turn = game.turn();
    (Step::DeclareAttackers..=Step::EndCombat).contains(&turn.step) || turn.combat.attackers.is_empty()
}

pub(super) fn attackers_of_the_active_player(game: &Game, derived: &Derived) -> bool {
    let active = game.turn().active;
    let by_active = |id| derived.row(id).is_some_and(|row| row.controller == active);
    game.turn().combat.attackers.iter().all(|attacker| by_active(attacker.object))
}

pub(super) fn blockers_of_the_defenders(game: &Game, derived: &Derived) -> bool {
    let active = game.turn().active;
    let by_another = |id: &ObjectId| derived.row(*id).is_some_and(|row| row.controller != active);
    game.turn().combat.attackers.iter().all(|attacker| attacker.blockers.iter().all(by_another))
}

pub(super) fn one_part_each(game: &Game, _: &Derived) -> bool {
    let mut parts: Vec<ObjectId> = combatants(game).collect();
    parts.sort_unstable();
    parts.windows(2).all(|pair| pair[0] != pair[1])
}
