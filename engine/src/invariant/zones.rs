//! Laws about where objects are (CR 400).

use crate::characteristics::CardType;
use crate::derived::Derived;
use crate::game::Game;
use crate::id::ObjectId;
use crate::object::ObjectKind;
use crate::zone::Zone;

pub(super) fn one_zone(game: &Game, _: &Derived) -> bool {
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

pub(super) fn own_zones(game: &Game, _: &Derived) -> bool {
    game.players().iter().zip(0u8..).all(|(player, seat)| {
        let own = |id: &ObjectId, zone| game.object(*id).is_some_and(|o| o.zone == zone && o.owner.0 == seat);
        player.library.iter().all(|id| own(id, Zone::Library))
            && player.hand.iter().all(|id| own(id, Zone::Hand))
            && player.graveyard.iter().all(|id| own(id, Zone::Graveyard))
    })
}

pub(super) fn ids_in_order(game: &Game, _: &Derived) -> bool {
    game.objects().is_sorted_by(|a, b| a.id < b.id)
}

pub(super) fn tokens_on_battlefield(game: &Game, _: &Derived) -> bool {
    game.objects().iter().all(|o| !o.is_token() || o.zone == Zone::Battlefield)
}

pub(super) fn copies_on_stack(game: &Game, _: &Derived) -> bool {
    game.objects().iter().all(|o| match o.kind {
        ObjectKind::SpellCopy | ObjectKind::Ability(_) => o.zone == Zone::Stack,
        ObjectKind::Card | ObjectKind::Token => true,
    })
}

pub(super) fn lands_off_the_stack(game: &Game, _: &Derived) -> bool {
    let land = |o: &crate::object::Object| game.cards().card(o.copiable()).types.contains(CardType::Land);
    game.stack().iter().filter_map(|id| game.object(*id)).all(|o| o.stack_ability().is_some() || !land(o))
}

pub(super) fn linked_in_exile(game: &Game, _: &Derived) -> bool {
    game.objects().iter().all(|o| o.exiled_with.is_none() || o.zone == Zone::Exile)
}
