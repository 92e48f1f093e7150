//! Laws about permanents (CR 110), most of them what state-based actions leave behind (CR 704.5).

use crate::characteristics::{CardType, Keyword, Supertype};
use crate::counter::CounterKind;
use crate::derived::{Derived, Row};
use crate::event::Recipient;
use crate::game::Game;
use crate::object::Object;
use crate::subtype::Subtype;
use crate::zone::Zone;

/// Every permanent as an object and as it is now.
fn both<'a>(game: &'a Game, derived: &'a Derived) -> impl Iterator<Item = (&'a Object, &'a Row)> + 'a {
    derived.rows().iter().filter_map(|row| game.permanent(row.id).map(|object| (object, row)))
}

pub(super) fn counters_annihilate(game: &Game, _: &Derived) -> bool {
    game.permanents().all(|o| o.counters.get(CounterKind::PlusOne) == 0 || o.counters.get(CounterKind::MinusOne) == 0)
}

pub(super) fn toughness_above_zero(game: &Game, derived: &Derived) -> bool {
    both(game, derived).all(|(_, row)| row.toughness.is_none_or(|t| t > 0))
}

pub(super) fn no_lethal_damage(game: &Game, derived: &Derived) -> bool {
    both(game, derived).all(|(object, row)| {
        row.has(Keyword::Indestructible) || row.toughness.is_none_or(|t| i64::from(object.damage) < i64::from(t))
    })
}

pub(super) fn no_deadly_touch(game: &Game, _: &Derived) -> bool {
    game.permanents().all(|object| !object.deathtouched)
}

pub(super) fn loyalty_above_zero(game: &Game, derived: &Derived) -> bool {
    both(game, derived)
        .all(|(object, row)| !row.is(CardType::Planeswalker) || object.counters.get(CounterKind::Loyalty) > 0)
}

pub(super) fn one_of_each_legend(game: &Game, derived: &Derived) -> bool {
    let legends: Vec<&Row> =
        both(game, derived).map(|(_, row)| row).filter(|row| row.supertypes.contains(Supertype::Legendary)).collect();
    let name = |row: &Row| row.name(game.cards()).into_owned();
    let same = |a: &Row, b: &Row| a.id != b.id && a.controller == b.controller && name(a) == name(b);
    !legends.iter().any(|a| legends.iter().any(|b| same(a, b)))
}

pub(super) fn one_world(game: &Game, derived: &Derived) -> bool {
    both(game, derived).filter(|(_, row)| row.supertypes.contains(Supertype::World)).count() <= 1
}

pub(super) fn attached_to_something(game: &Game, _: &Derived) -> bool {
    game.permanents().all(|object| match object.attached {
        None => true,
        Some(Recipient::Player(player)) => game.player(player).lost.is_none(),
        // 301.5c, 303.4d: nothing is attached to itself.
        Some(Recipient::Object(id)) => id != object.id && game.permanent(id).is_some(),
    })
}

pub(super) fn auras_attached(game: &Game, derived: &Derived) -> bool {
    both(game, derived).all(|(object, row)| {
        object.attached.is_some() || !(row.is(CardType::Enchantment) && row.subtypes.contains(Subtype::AURA))
    })
}

pub(super) fn equipment_on_creatures(game: &Game, derived: &Derived) -> bool {
    both(game, derived).all(|(object, row)| {
        let equipment = row.is(CardType::Artifact) && row.subtypes.contains(Subtype::EQUIPMENT);
        let on_creature = |to| match to {
            Recipient::Object(id) => derived.row(id).is_some_and(|host| host.is(CardType::Creature)),
            Recipient::Player(_) => false,
        };
        !equipment || object.attached.is_none_or(on_creature)
    })
}

pub(super) fn creatures_unattached(game: &Game, derived: &Derived) -> bool {
    both(game, derived).all(|(object, row)| object.attached.is_none() || !row.is(CardType::Creature))
}

pub(super) fn protected_unattached(game: &Game, derived: &Derived) -> bool {
    let host = |to| match to {
        Recipient::Object(id) => derived.row(id),
        Recipient::Player(_) => None,
    };
    both(game, derived).all(|(object, _)| {
        object.attached.and_then(host).is_none_or(|host| !crate::matching::protected(game, derived, host, object.id))
    })
}

pub(super) fn permanents_are_permanents(game: &Game, _: &Derived) -> bool {
    game.permanents().all(|o| game.cards().card(o.copiable()).is_permanent())
}

pub(super) fn status_on_battlefield(game: &Game, _: &Derived) -> bool {
    game.objects().iter().all(|o| {
        o.zone == Zone::Battlefield
            || (!o.tapped && !o.skips_untap && o.damage == 0 && o.counters.is_empty() && o.attached.is_none())
    })
}

pub(super) fn size_of_creatures_alone(game: &Game, derived: &Derived) -> bool {
    both(game, derived).all(|(_, row)| row.is(CardType::Creature) || (row.power.is_none() && row.toughness.is_none()))
}

pub(super) fn control_is_watched(game: &Game, derived: &Derived) -> bool {
    both(game, derived).all(|(object, row)| object.controlled.0 == row.controller)
}
