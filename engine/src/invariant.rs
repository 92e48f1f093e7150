//! What holds in every settled game, whatever was played: a table with rule numbers.
//!
//! The harness checks it after every step of every case, so that a fault of the engine shows even where no ruling looks.

use crate::characteristics::CardType;
use crate::counter::CounterKind;
use crate::game::Game;
use crate::id::ObjectId;
use crate::layers::derive;
use crate::object::ObjectKind;
use crate::zone::Zone;

/// One law.
#[derive(Debug, Clone, Copy)]
pub struct Invariant {
    /// Its name.
    pub name: &'static str,
    /// The rule that it follows from.
    pub rule: &'static str,
    /// Whether a settled game obeys it.
    pub holds: fn(&Game) -> bool,
}

/// Every law.
pub const ALL: &[Invariant] = &[
    Invariant { name: "one-zone", rule: "400.1", holds: one_zone },
    Invariant { name: "own-zones", rule: "400.3", holds: own_zones },
    Invariant { name: "ids-in-order", rule: "400.7", holds: ids_in_order },
    Invariant { name: "tokens-on-battlefield", rule: "111.7", holds: tokens_on_battlefield },
    Invariant { name: "copies-on-stack", rule: "704.5e", holds: copies_on_stack },
    Invariant { name: "counters-annihilate", rule: "704.5q", holds: counters_annihilate },
    Invariant { name: "toughness-above-zero", rule: "704.5f", holds: toughness_above_zero },
    Invariant { name: "permanents-are-permanents", rule: "110.4a", holds: permanents_are_permanents },
    Invariant { name: "status-on-battlefield", rule: "110.5d", holds: status_on_battlefield },
    Invariant { name: "attached-to-something", rule: "704.5m", holds: attached_to_something },
    Invariant { name: "life-above-zero", rule: "704.5a", holds: life_above_zero },
    Invariant { name: "combat-of-creatures", rule: "506.4", holds: combat_of_creatures },
    Invariant { name: "priority-in-the-game", rule: "800.4j", holds: priority_in_the_game },
    Invariant { name: "nothing-waits", rule: "603.3", holds: |game| game.is_over() || game.waiting().is_empty() },
    Invariant { name: "deterministic-derivation", rule: "613.1", holds: |game| derive(game) == derive(game) },
];

/// The first law that a settled game breaks.
#[must_use]
pub fn broken(game: &Game) -> Option<&'static Invariant> {
    ALL.iter().find(|invariant| !(invariant.holds)(game))
}

fn one_zone(game: &Game) -> bool {
    let mut listed: Vec<ObjectId> = game.stack().to_vec();
    listed.extend(game.permanents().map(|o| o.id));
    for player in game.players() {
        listed.extend(player.library.iter().chain(&player.hand).chain(&player.graveyard));
    }
    let mut expected: Vec<ObjectId> =
        game.objects().iter().filter(|o| !matches!(o.zone, Zone::Exile | Zone::Command)).map(|o| o.id).collect();
    listed.sort_unstable();
    expected.sort_unstable();
    listed == expected
}

fn own_zones(game: &Game) -> bool {
    game.players().iter().zip(0u8..).all(|(player, seat)| {
        let own = |id: &ObjectId, zone| game.object(*id).is_some_and(|o| o.zone == zone && o.owner.0 == seat);
        player.library.iter().all(|id| own(id, Zone::Library))
            && player.hand.iter().all(|id| own(id, Zone::Hand))
            && player.graveyard.iter().all(|id| own(id, Zone::Graveyard))
    })
}

fn ids_in_order(game: &Game) -> bool {
    game.objects().is_sorted_by(|a, b| a.id < b.id)
}

fn tokens_on_battlefield(game: &Game) -> bool {
    game.is_over() || game.objects().iter().all(|o| !o.is_token() || o.zone == Zone::Battlefield)
}

fn copies_on_stack(game: &Game) -> bool {
    game.is_over()
        || game.objects().iter().all(|o| match o.kind {
            ObjectKind::SpellCopy | ObjectKind::Ability(_) => o.zone == Zone::Stack,
            ObjectKind::Card | ObjectKind::Token => true,
        })
}

fn counters_annihilate(game: &Game) -> bool {
    let both = |o: &crate::object::Object| {
        o.counters.get(CounterKind::PlusOne) > 0 && o.counters.get(CounterKind::MinusOne) > 0
    };
    game.is_over() || game.permanents().all(|o| !both(o))
}

fn toughness_above_zero(game: &Game) -> bool {
    game.is_over()
        || derive(game).rows().iter().all(|row| row.toughness.is_none_or(|t| t > 0) || game.permanent(row.id).is_none())
}

fn permanents_are_permanents(game: &Game) -> bool {
    game.permanents().all(|o| game.cards().card(o.card).is_permanent())
}

fn status_on_battlefield(game: &Game) -> bool {
    game.objects().iter().all(|o| {
        o.zone == Zone::Battlefield
            || (!o.tapped && !o.skips_untap && o.damage == 0 && o.counters.is_empty() && o.attached.is_none())
    })
}

fn attached_to_something(game: &Game) -> bool {
    game.is_over() || game.permanents().filter_map(|o| o.attached).all(|to| crate::state_based::is_there(game, to))
}

fn life_above_zero(game: &Game) -> bool {
    // A player who cannot lose may be at any life total: then the loss was proposed and did not happen.
    let cannot_lose = derive(game).rows().iter().any(|row| {
        row.abilities(game.cards()).any(|(_, a)| {
            use crate::ability::{Ability, StaticAbility};
            matches!(a, Ability::Static(StaticAbility::Rule(crate::effect::Permission::CantLose(_))))
        })
    });
    game.is_over() || cannot_lose || game.players().iter().all(|p| p.lost.is_some() || p.life > 0)
}

fn priority_in_the_game(game: &Game) -> bool {
    game.is_over() || game.turn().priority.is_none_or(|player| game.player(player).lost.is_none())
}

fn combat_of_creatures(game: &Game) -> bool {
    let derived = derive(game);
    let creature = |id: ObjectId| derived.row(id).is_some_and(|row| row.is(CardType::Creature));
    game.is_over() || crate::combat::combatants(game).all(creature)
}
