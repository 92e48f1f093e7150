//! Events that never happen, so that nothing is left to replace: of no damage, and what a rule or an effect forbids.

use crate::ability::{Ability, StaticAbility};
use crate::characteristics::Keyword;
use crate::derived::Derived;
use crate::effect::Permission;
use crate::event::{Event, Proposal};
use crate::filter::Filter;
use crate::game::Game;
use crate::id::ObjectId;
use crate::matching::row_of;
use crate::mutant::Mutant;
use crate::player::LossReason;
use crate::standing::{Standing, cannot_lose, forbids};

/// Events that are no events: 0 damage (CR 120.8), and what a rule forbids (CR 101.2, 614.17).
pub(super) fn never_happens(game: &mut Game, derived: &Derived, standing: &[Standing], proposal: &Proposal) -> bool {
    match &proposal.event {
        Event::Damage { amount: 0, .. } => {
            game.note_rule("120.8", || "0 damage is no damage".to_owned());
            !game.deviates(Mutant::ZeroDamageCounts)
        }
        Event::PutCounters { on, .. } => {
            let forbidden = forbids(game, derived, standing, |rule, view| match rule {
                Permission::CountersCantBePut(filter) => view.matches_id(filter, *on),
                _ => false,
            });
            if forbidden {
                game.note_rule("614.17c", || "counters cannot be put on it".to_owned());
                game.note_rule("101.3", || "that part is skipped".to_owned());
            }
            let ignored = game.deviates(Mutant::PreventionCountersNotForbidden)
                && super::follows_prevention(game, standing, proposal);
            forbidden && !ignored
        }
        Event::GainLife(player, _) => forbids(game, derived, standing, |rule, view| match rule {
            Permission::CantGainLife(whose) => view.is(*whose, *player),
            _ => false,
        }),
        Event::LoseGame(player, why) if *why != LossReason::Concession => cannot_lose(game, derived, standing, *player),
        Event::Counter(_) if game.deviates(Mutant::UncounterableIsCountered) => false,
        Event::Counter(object) => {
            cannot_be_countered(game, derived, *object)
                || forbids(game, derived, standing, |rule, view| match rule {
                    Permission::CantBeCountered(filter) => view.matches_id(filter, *object),
                    _ => false,
                })
        }
        Event::Destroy(id, _) => derived.row(*id).is_some_and(|row| row.has(Keyword::Indestructible)),
        _ => false,
    }
}

/// 113.6g: a spell's own ability that says so functions on the stack.
fn cannot_be_countered(game: &Game, derived: &Derived, spell: ObjectId) -> bool {
    let says = |ability: &Ability| {
        matches!(ability, Ability::Static(StaticAbility::Rule(Permission::CantBeCountered(Filter::This))))
    };
    row_of(game, derived, spell).is_some_and(|row| row.abilities(game.cards()).any(|(_, ability)| says(ability)))
}
