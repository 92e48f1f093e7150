//! Laws about players, priority and what waits for it (CR 104, 117, 603, 800.4).

use crate::card::is_state_trigger;
use crate::derived::Derived;
use crate::game::Game;
use crate::object::StackAbility;
use crate::player::{LossReason, Player};
use crate::standing::{cannot_lose, standing};

/// Whether everybody for whom this holds is out of the game, or cannot lose it (CR 101.2): by a permanent, or by what has resolved.
fn has_lost_or_cannot(game: &Game, derived: &Derived, due: fn(&Player) -> bool) -> bool {
    let mut late = game.apnap().filter(|id| due(game.player(*id))).peekable();
    if late.peek().is_none() {
        return true;
    }
    let standing = standing(game, derived);
    late.all(|id| cannot_lose(game, derived, &standing, id))
}

pub(super) fn life_above_zero(game: &Game, derived: &Derived) -> bool {
    has_lost_or_cannot(game, derived, |player| player.life <= 0)
}

pub(super) fn poison_below_ten(game: &Game, derived: &Derived) -> bool {
    has_lost_or_cannot(game, derived, |player| player.poison >= 10)
}

pub(super) fn lost_for_a_reason(game: &Game, _: &Derived) -> bool {
    game.players().iter().all(|player| match player.lost {
        Some(LossReason::Life) => player.life <= 0,
        Some(LossReason::Poison) => player.poison >= 10,
        Some(LossReason::EmptyLibrary | LossReason::Effect | LossReason::Concession) | None => true,
    })
}

pub(super) fn owners_are_in_the_game(game: &Game, _: &Derived) -> bool {
    game.objects().iter().all(|object| game.player(object.owner).lost.is_none())
}

pub(super) fn priority_in_the_game(game: &Game, _: &Derived) -> bool {
    game.turn().priority.is_none_or(|player| game.player(player).lost.is_none())
}

pub(super) fn some_have_not_passed(game: &Game, _: &Derived) -> bool {
    usize::from(game.turn().passed) < game.apnap().count()
}

pub(super) fn nothing_waits(game: &Game, _: &Derived) -> bool {
    game.waiting().is_empty()
}

pub(super) fn one_state_trigger(game: &Game, _: &Derived) -> bool {
    let stacked: Vec<&StackAbility> = game
        .stack()
        .iter()
        .filter_map(|id| game.object(*id)?.stack_ability())
        .filter(|on_stack| on_stack.triggered)
        .filter(|on_stack| is_state_trigger(game.ability(&on_stack.ability)))
        .collect();
    let same = |a: &StackAbility, b: &StackAbility| a.source == b.source && a.ability == b.ability;
    (0..stacked.len()).all(|n| stacked[..n].iter().all(|before| !same(before, stacked[n])))
}
