//! Continuous control (CR 302.6): which creatures still have to wait before they attack or pay {T} and {Q}.

use crate::ability::ActivatedAbility;
use crate::characteristics::{CardType, Keyword};
use crate::derived::{Derived, Row};
use crate::effect::Permission;
use crate::game::Game;
use crate::mutant::Mutant;
use crate::object::Object;
use crate::refusal::Refusal;
use crate::standing::{forbids, standing};

/// Whether CR 302.6 keeps a permanent from attacking and from paying {T} and {Q}.
///
/// The test is made only while it is a creature and lacks haste (CR 702.10b–c); the clock runs for every permanent.
#[must_use]
pub fn is_summoning_sick(game: &Game, derived: &Derived, object: &Object, row: &Row) -> bool {
    let lifted = game.deviates(Mutant::AsThoughHasteAttacks) && as_though_haste(game, derived, object, row);
    must_wait(game, object, row) && !has_haste(game, row) && !lifted
}

/// Whether its abilities with {T} or {Q} in the cost are open (CR 602.5a): refused, or open by this rule although the
/// wait is not over.
pub(crate) fn symbols_open(
    game: &Game,
    derived: &Derived,
    object: &Object,
    row: &Row,
    ability: &ActivatedAbility,
) -> Result<Option<&'static str>, Refusal> {
    let symbol = ability.has_tap_symbol()
        || (ability.has_untap_symbol() && !game.deviates(Mutant::SicknessSkipsUntapSymbol))
        || game.deviates(Mutant::SicknessEveryAbility);
    if !symbol || !must_wait(game, object, row) {
        return Ok(None);
    }
    if has_haste(game, row) {
        return Ok(Some("702.10c"));
    }
    let skipped = game.deviates(Mutant::AsThoughHasteSkipsUntap) && !ability.has_tap_symbol();
    if !skipped && as_though_haste(game, derived, object, row) {
        return Ok(Some("609.4"));
    }
    Err(Refusal::SummoningSick)
}

/// Whether it is a creature, as it is now, whose controller has not had it since their latest turn began.
fn must_wait(game: &Game, object: &Object, row: &Row) -> bool {
    let printed = || game.cards().card(row.card).types.contains(CardType::Creature);
    if !row.is(CardType::Creature) && !game.deviates(Mutant::SicknessNoncreatures) {
        return false;
    }
    if game.deviates(Mutant::SicknessSkipsAnimated) && !printed() {
        return false;
    }
    if game.deviates(Mutant::SicknessAnimatedIsFresh) && row.is(CardType::Creature) && !printed() {
        return true;
    }
    let (by, since) = object.controlled;
    if game.deviates(Mutant::SicknessAnyTurn) {
        return !game.players().iter().any(|p| p.turn_began > since);
    }
    if game.deviates(Mutant::SicknessSinceEntering) {
        // Any turn of the present controller after it entered will do, however long they have controlled it.
        return game.player(row.controller).turn_began <= object.entered;
    }
    if game.deviates(Mutant::SicknessIgnoresControlChange) {
        return game.player(object.controller).turn_began <= object.entered;
    }
    by != row.controller || game.player(row.controller).turn_began <= since
}

fn has_haste(game: &Game, row: &Row) -> bool {
    if game.deviates(Mutant::SicknessPrintedHaste) {
        return game.cards().card(row.card).keywords.contains(Keyword::Haste);
    }
    row.has(Keyword::Haste)
}

/// 609.4: an effect lets its abilities be activated as though it had haste. It says nothing about attacking.
fn as_though_haste(game: &Game, derived: &Derived, object: &Object, row: &Row) -> bool {
    forbids(game, derived, &standing(game, derived), |rule, view| match rule {
        Permission::ActivateAsThoughHaste(filter) => view.matches(filter, object, row),
        _ => false,
    })
}
