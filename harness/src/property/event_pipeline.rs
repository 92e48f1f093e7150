//! Cards composed of anything that the vocabulary allows, a board of them, and sets of simultaneous events.

use std::sync::Arc;

use arbitrary::{Arbitrary, Unstructured};
use headjudge_engine::characteristics::CardType;
use headjudge_engine::event::{Cause, Enters, Recipient};
use headjudge_engine::transcript::Entry;
use headjudge_engine::{
    Card, CardTable, CounterKind, Event, Game, ManaType, Mutant, ObjectId, PlayerId, Rules, Stop, Zone, perform, settle,
};

use super::{AnyAnswer, lawful, play, twice};
use crate::tape::{Bytes, Draw as _, Source};

/// The most bytes that become cards; the rest becomes the board and what happens.
const CARD_BYTES: usize = 160;

pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    check_by(bytes, Rules::default())
}

/// The same search with a rule wrong on purpose that one invariant is about: tokens that have left the battlefield go on
/// existing (CR 704.5d). A fuzzer that does not find it looks at no invariant, or at too little of the game.
pub(super) fn planted(bytes: &[u8]) -> Result<(), String> {
    check_by(bytes, Rules { mutant: Some(Mutant::TokensLinger) })
}

fn check_by(bytes: &[u8], rules: Rules) -> Result<(), String> {
    twice(|record| {
        let Some((mut game, mut source)) = start(bytes, rules) else { return Ok(()) };
        if record {
            game.record();
        }
        go_on(&mut game, &mut source)
    })
}

/// How many events happen in what the bytes mean, state-based actions and results among them.
pub(super) fn events(bytes: &[u8]) -> usize {
    let Some((mut game, mut source)) = start(bytes, Rules::default()) else { return 0 };
    game.record();
    // A law that is broken on the way is another test's business; what happened until then has happened.
    let _broken = go_on(&mut game, &mut source);
    game.transcript().entries().iter().filter(|entry| matches!(entry, Entry::Happened(..))).count()
}

/// The board that the bytes begin with, and the rest of them; nothing where no such game can be.
fn start(bytes: &[u8], rules: Rules) -> Option<(Game, Bytes<'_>)> {
    let (of_cards, rest) = bytes.split_at(bytes.len().min(CARD_BYTES).min(bytes.len() / 2));
    let cards = Arc::new(cards(of_cards));
    let mut source = Bytes::new(rest);
    let setup = play::board(&cards, &mut source, 12);
    Some((setup.start(cards, rules).ok()?, source))
}

/// Sets of simultaneous events, each followed by whatever the rules make of it.
fn go_on(game: &mut Game, source: &mut Bytes<'_>) -> Result<(), String> {
    if rest_of(game, source).is_err() {
        return Ok(());
    }
    lawful(game, "at the start")?;
    for n in 0..16 {
        if game.is_over() {
            break;
        }
        let set: Vec<Event> = source.list(1..=3, |s| event(game, s)).into_iter().flatten().collect();
        let happened = perform::perform(game, set.clone(), &mut AnyAnswer(source)).map(|_| ());
        match happened.and_then(|()| rest_of(game, source)) {
            Ok(()) => lawful(game, &format!("after set {n}, {set:?}"))?,
            // A game that does not come to rest is a result, and the end of it.
            Err(Stop::Unsettled(_)) => return Ok(()),
            Err(stop) => return Err(format!("set {n}, {set:?}: {stop}")),
        }
    }
    Ok(())
}

fn rest_of(game: &mut Game, source: &mut dyn Source) -> Result<(), Stop> {
    settle::settle(game, &mut AnyAnswer(source)).map(|_| ())
}

/// Up to six cards; what makes no card is mended in the smallest way.
fn cards(bytes: &[u8]) -> CardTable {
    let mut u = Unstructured::new(bytes);
    let mut all: Vec<Card> = Vec::new();
    while all.len() < 6 && !u.is_empty() {
        let Ok(mut card) = Card::arbitrary(&mut u) else { break };
        mend(&mut card, all.len());
        all.push(card);
    }
    all.push(Card {
        name: "Bear".to_owned(),
        types: [CardType::Creature].into_iter().collect(),
        power: Some(2),
        toughness: Some(2),
        ..Card::default()
    });
    while let Err(faults) = CardTable::new(all.clone()) {
        for fault in faults {
            // Without abilities it is a card, or never will be one.
            all.retain(|card| card.name != fault.card() || !card.abilities.is_empty());
            if let Some(card) = all.iter_mut().find(|card| card.name == fault.card()) {
                card.abilities.clear();
            }
        }
    }
    CardTable::new(all).unwrap_or_default()
}

fn mend(card: &mut Card, n: usize) {
    card.name = format!("Card {n}");
    // Every third may be a token, which has no mana cost (CR 111.3, 202.1b).
    card.token &= n % 3 == 2;
    if card.token {
        card.cost = None;
        card.types.insert(CardType::Creature);
    }
    if card.types.is_empty() {
        card.types.insert(CardType::Creature);
    }
    // Sizes that stay within what arithmetic on boards can mean.
    let small = |n: i32| n.rem_euclid(9);
    // 208.1, 301.7a: creatures and Vehicles have them in print.
    let vehicle = card.subtypes.iter().any(|subtype| subtype.name() == "Vehicle");
    let creature = card.types.contains(CardType::Creature) || vehicle;
    card.power = creature.then(|| small(card.power.unwrap_or(1)));
    card.toughness = creature.then(|| 1 + small(card.toughness.unwrap_or(1)));
    if let Some(cost) = &mut card.cost {
        cost.generic %= 5;
        cost.xs %= 3;
    }
    card.abilities.truncate(3);
}

/// Something that could happen to the objects and players of the game.
fn event(game: &Game, source: &mut dyn Source) -> Option<Event> {
    let objects: Vec<ObjectId> = game.objects().iter().map(|o| o.id).collect();
    let player = PlayerId(u8::try_from(source.index(game.players().len())).unwrap_or(0));
    let n = u32::try_from(source.below(7)).unwrap_or(0);
    let kind = source.index(14);
    let object = *source.pick(&objects)?;
    Some(match kind {
        0 => Event::Damage { source: object, to: Recipient::Player(player), amount: n, combat: source.flip(30) },
        1 => {
            let to = Recipient::Object(*source.pick(&objects)?);
            Event::Damage { source: object, to, amount: n, combat: source.flip(30) }
        }
        2 => Event::Destroy(object, true),
        3 => {
            let to = *source.pick(&[Zone::Graveyard, Zone::Exile, Zone::Hand, Zone::Library, Zone::Battlefield])?;
            Event::Move { object, to, cause: Cause::Effect, enters: Enters::default() }
        }
        4 => Event::Tap(object),
        5 => Event::Untap(object),
        6 => {
            let kind = *source.pick(&[CounterKind::PlusOne, CounterKind::MinusOne, CounterKind::Incarnation])?;
            Event::PutCounters { on: object, kind, n, cost: false }
        }
        7 => Event::GainLife(player, n),
        8 => Event::LoseLife(player, n, false),
        9 => {
            let mana: headjudge_engine::ManaPool = [(*source.pick(&ManaType::ALL)?, n)].into_iter().collect();
            let tapped_for = source.flip(50).then_some((object, player));
            Event::AddMana { player, mana, says: mana, only: None, source: object, tapped_for }
        }
        10 => Event::Draw(player),
        11 => Event::Shuffle(player),
        12 => Event::Counter(object),
        _ => {
            let tokens: Vec<_> = game.cards().iter().filter(|(_, card)| card.token).map(|(id, _)| id).collect();
            Event::CreateTokens { player, token: (*source.pick(&tokens)?).into(), n, enters: Enters::default() }
        }
    })
}
