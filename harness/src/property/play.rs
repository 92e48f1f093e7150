//! Boards of any cards, for the properties that play.

use headjudge_engine::setup::AttachedTo;
use headjudge_engine::{CardTable, CounterKind, ManaType, ObjectSetup, PlayerId, PlayerSetup, Setup, Step, Zone};

use crate::tape::{Draw as _, Source};

/// The zones that objects are put in, the battlefield being the simplest.
const ZONES: [Zone; 5] = [Zone::Battlefield, Zone::Hand, Zone::Library, Zone::Graveyard, Zone::Exile];

/// A board of cards of the table; what no game could contain is left out.
pub(super) fn board(cards: &CardTable, source: &mut dyn Source, most: usize) -> Setup {
    let players = 2 + usize::try_from(source.below(2)).unwrap_or(0);
    let mut setup = Setup::new(players);
    setup.active = player(source, players);
    setup.step = *source.pick(&[Step::Main, Step::SecondMain, Step::Upkeep, Step::End]).unwrap_or(&Step::Main);
    for seat in &mut setup.players {
        *seat = PlayerSetup {
            life: i32::try_from(source.near(20, 1..=30)).unwrap_or(20),
            pool: ManaType::ALL.iter().map(|t| (*t, u32::try_from(source.below(4)).unwrap_or(0))).collect(),
            poison: 0,
        };
    }
    let all: Vec<_> = cards.iter().map(|(id, _)| id).collect();
    if all.is_empty() {
        return setup;
    }
    let objects = source.list(0..=most, |s| object(cards, &all, players, s));
    for object in objects.into_iter().flatten() {
        setup.objects.push(object);
        // An Aura needs something to enchant: whatever came before it, if that is possible.
        let last = setup.objects.len() - 1;
        let aura = cards.card(setup.objects[last].card).subtypes.iter().any(|s| s.name() == "Aura");
        if aura && setup.objects[last].zone == Zone::Battlefield {
            match setup.objects[..last].iter().rposition(|o| o.zone == Zone::Battlefield) {
                Some(host) => setup.objects[last].attached = Some(AttachedTo::Object(host)),
                None => setup.objects[last].zone = Zone::Exile,
            }
        }
    }
    setup
}

fn player(source: &mut dyn Source, players: usize) -> PlayerId {
    PlayerId(u8::try_from(source.index(players)).unwrap_or(0))
}

fn object(
    cards: &CardTable,
    all: &[headjudge_engine::CardId],
    players: usize,
    source: &mut dyn Source,
) -> Option<ObjectSetup> {
    let card = *source.pick(all)?;
    let owner = player(source, players);
    let zone = *source.pick(&ZONES)?;
    let (permanent, token) = (cards.card(card).is_permanent(), cards.card(card).token);
    let zone = match zone {
        Zone::Battlefield if !permanent => Zone::Hand,
        _ if token && permanent => Zone::Battlefield,
        zone => zone,
    };
    if token && !permanent {
        return None;
    }
    let there = zone == Zone::Battlefield;
    let controller = if there && source.flip(10) { player(source, players) } else { owner };
    let counters = if there {
        source.list(0..=2, |s| {
            let kind = *s.pick(&CounterKind::ALL).unwrap_or(&CounterKind::PlusOne);
            (kind, 1 + u32::try_from(s.below(9)).unwrap_or(0))
        })
    } else {
        Vec::new()
    };
    let loyal = there && cards.card(card).types.contains(headjudge_engine::characteristics::CardType::Planeswalker);
    let counters = if loyal { vec![(CounterKind::Loyalty, 3)] } else { counters };
    Some(ObjectSetup {
        card,
        owner,
        controller,
        zone,
        tapped: there && source.flip(20),
        fresh: there && source.flip(20),
        counters,
        damage: 0,
        attached: None,
        copy_of: None,
        tag: None,
    })
}
