//! Laws about the combat phase in progress (CR 506 to 511).

use crate::characteristics::CardType;
use crate::derived::Derived;
use crate::game::Game;
use crate::id::ObjectId;
use crate::turn::Step;

pub(super) fn combat_of_creatures(game: &Game, derived: &Derived) -> bool {
    let is = |id, card_type| game.permanent(id).is_some() && derived.row(id).is_some_and(|row| row.is(card_type));
    let combat = game.combat();
    combat.creatures().all(|id| is(id, CardType::Creature))
        && combat.attacked_planeswalkers().all(|id| is(id, CardType::Planeswalker))
}

pub(super) fn in_its_phase(game: &Game, _: &Derived) -> bool {
    (Step::DeclareAttackers..=Step::EndCombat).contains(&game.turn().step) || game.combat().creatures().next().is_none()
}

pub(super) fn attackers_of_the_active_player(game: &Game, derived: &Derived) -> bool {
    let active = game.turn().active;
    let by_active = |id| derived.row(id).is_some_and(|row| row.controller == active);
    game.combat().attackers.iter().all(|attacker| by_active(attacker.object))
}

pub(super) fn blockers_of_the_defenders(game: &Game, derived: &Derived) -> bool {
    let active = game.turn().active;
    let by_another = |id| derived.row(id).is_some_and(|row| row.controller != active);
    game.combat().blockers().all(by_another)
}

pub(super) fn one_part_each(game: &Game, _: &Derived) -> bool {
    let mut parts: Vec<ObjectId> = game.combat().creatures().collect();
    parts.sort_unstable();
    parts.windows(2).all(|pair| pair[0] != pair[1])
}
