//! A law that nothing can break says nothing: here each is broken by hand, in a game that obeys it.

use std::sync::Arc;

use super::{Game, Waiting};
use crate::ability::{Ability, Trigger, TriggeredAbility};
use crate::card::{Card, CardTable};
use crate::characteristics::{CardType, Supertype};
use crate::counter::CounterKind;
use crate::derived::Derived;
use crate::effect::Condition;
use crate::event::{EventInfo, Recipient};
use crate::filter::{Compare, Filter};
use crate::id::{CardId, ObjectId, PlayerId};
use crate::invariant;
use crate::layers::derive_anew;
use crate::mutant::Rules;
use crate::object::{AbilityRef, Link, ObjectKind, StackAbility};
use crate::player::LossReason;
use crate::setup::{AttachedTo, ObjectSetup, Setup};
use crate::subtype::Subtype;
use crate::turn::{Attacker, Defender, Step};
use crate::zone::Zone;

/// Objects of the game; their numbers follow the order of its setup.
const BEAR: ObjectId = ObjectId(0);
const OTHER_BEAR: ObjectId = ObjectId(1);
const THEIR_BEAR: ObjectId = ObjectId(2);
const FIELD: ObjectId = ObjectId(3);
const AURA: ObjectId = ObjectId(4);
const SWORD: ObjectId = ObjectId(5);
const THEIR_LEGEND: ObjectId = ObjectId(7);
const SIGN: ObjectId = ObjectId(9);
const WALKER: ObjectId = ObjectId(10);
const LAND_IN_HAND: ObjectId = ObjectId(11);
const IN_EXILE: ObjectId = ObjectId(12);

fn card(name: &str, types: &[CardType]) -> Card {
    let creature = types.contains(&CardType::Creature);
    Card {
        name: name.to_owned(),
        types: types.iter().copied().collect(),
        power: creature.then_some(2),
        toughness: creature.then_some(2),
        ..Card::default()
    }
}

fn cards() -> CardTable {
    let supertype = |supertype: Supertype, card: Card| Card { supertypes: [supertype].into_iter().collect(), ..card };
    let subtype = |subtype: Subtype, card: Card| Card { subtypes: vec![subtype], ..card };
    let when = Trigger::State(Condition::Count(Filter::any(), Compare::AtLeast(100)));
    let state = TriggeredAbility { when, only_if: None, targets: Vec::new(), effects: Vec::new() };
    CardTable::new(vec![
        card("Bear", &[CardType::Creature]),
        card("Field", &[CardType::Land]),
        subtype(Subtype::AURA, card("Aura", &[CardType::Enchantment])),
        subtype(Subtype::EQUIPMENT, card("Sword", &[CardType::Artifact])),
        supertype(Supertype::Legendary, card("Legend", &[CardType::Creature])),
        supertype(Supertype::World, card("World", &[CardType::Enchantment])),
        Card { abilities: vec![Ability::Triggered(state)], ..card("Sign", &[CardType::Enchantment]) },
        card("Walker", &[CardType::Planeswalker]),
        card("Bolt", &[CardType::Instant]),
        Card { abilities: vec![Ability::Protection(Filter::any())], ..card("Warded", &[CardType::Creature]) },
    ])
    .expect("the cards are cards")
}

/// Three players, the third with nothing; one permanent of every kind that a law speaks of.
fn lawful() -> Game {
    let cards = Arc::new(cards());
    let mut setup = Setup::new(3);
    let mut put = |name: &str, seat: u8, zone: Zone| {
        setup.objects.push(ObjectSetup {
            card: cards.find(name).expect("a card of this test"),
            owner: PlayerId(seat),
            controller: PlayerId(seat),
            zone,
            tapped: false,
            fresh: false,
            counters: if name == "Walker" { vec![(CounterKind::Loyalty, 3)] } else { Vec::new() },
            damage: 0,
            attached: matches!(name, "Aura" | "Sword").then_some(AttachedTo::Object(0)),
            copy_of: None,
            tag: None,
        });
    };
    for (name, seat) in [("Bear", 0), ("Bear", 0), ("Bear", 1), ("Field", 0), ("Aura", 0), ("Sword", 0)] {
        put(name, seat, Zone::Battlefield);
    }
    for (name, seat) in [("Legend", 0), ("Legend", 1), ("World", 0), ("Sign", 0), ("Walker", 0)] {
        put(name, seat, Zone::Battlefield);
    }
    put("Field", 0, Zone::Hand);
    put("Bear", 0, Zone::Exile);
    setup.start(cards, Rules::default()).expect("a game can start so")
}

fn id(game: &Game, name: &str) -> CardId {
    game.cards.find(name).expect("a card of this test")
}

fn at(game: &mut Game, id: ObjectId) -> &mut super::Object {
    game.object_mut(id).expect("an object of this test")
}

fn attack(game: &mut Game, step: Step, object: ObjectId, blockers: &[ObjectId]) {
    game.turn.step = step;
    let player = PlayerId(1);
    let (defender, blockers) = (Defender::Player(player), blockers.to_vec());
    game.board.change().combat.attackers.push(Attacker { object, defender, player, blocked: false, blockers });
}

fn state_trigger(game: &Game) -> StackAbility {
    let ability = AbilityRef::Printed(id(game, "Sign"), 0);
    StackAbility { source: SIGN, ability, triggered: true, event: EventInfo::default() }
}

type Breach = (&'static str, fn(&mut Game));

/// For each law that a game can break, how this one comes to.
const BREACHES: &[Breach] = &[
    ("one-zone", |game| game.board.change().battlefield.retain(|id| *id != BEAR)),
    ("own-zones", |game| {
        let hand = core::mem::take(&mut game.players[0].hand);
        game.players[1].hand = hand;
    }),
    ("ids-in-order", |game| game.board.change().objects.swap(0, 1)),
    ("tokens-on-battlefield", |game| at(game, IN_EXILE).kind = ObjectKind::Token),
    ("copies-on-stack", |game| at(game, IN_EXILE).kind = ObjectKind::SpellCopy),
    ("lands-off-the-stack", |game| {
        game.players[0].hand.clear();
        at(game, LAND_IN_HAND).zone = Zone::Stack;
        game.stack.push(LAND_IN_HAND);
    }),
    ("linked-in-exile", |game| at(game, LAND_IN_HAND).exiled_with = Some((SIGN, Link::default()))),
    ("counters-annihilate", |game| {
        at(game, BEAR).counters.add(CounterKind::PlusOne, 2);
        at(game, BEAR).counters.add(CounterKind::MinusOne, 1);
    }),
    ("toughness-above-zero", |game| at(game, BEAR).counters.add(CounterKind::MinusOne, 2)),
    ("no-lethal-damage", |game| at(game, BEAR).damage = 2),
    ("no-deadly-touch", |game| at(game, BEAR).deathtouched = true),
    ("loyalty-above-zero", |game| {
        at(game, WALKER).counters.remove(CounterKind::Loyalty, 3);
    }),
    ("one-of-each-legend", |game| at(game, THEIR_LEGEND).controller = PlayerId(0)),
    ("one-world", |game| at(game, SIGN).copy_of = Some(id(game, "World").into())),
    ("attached-to-something", |game| at(game, AURA).attached = Some(Recipient::Object(IN_EXILE))),
    ("auras-attached", |game| at(game, AURA).attached = None),
    ("equipment-on-creatures", |game| at(game, SWORD).attached = Some(Recipient::Object(FIELD))),
    ("creatures-unattached", |game| at(game, OTHER_BEAR).attached = Some(Recipient::Object(BEAR))),
    ("protected-unattached", |game| at(game, BEAR).copy_of = Some(id(game, "Warded").into())),
    ("permanents-are-permanents", |game| at(game, SIGN).card = id(game, "Bolt")),
    ("status-on-battlefield", |game| at(game, LAND_IN_HAND).tapped = true),
    ("control-is-watched", |game| at(game, BEAR).controlled.0 = PlayerId(1)),
    ("life-above-zero", |game| game.players[0].life = 0),
    ("poison-below-ten", |game| game.players[0].poison = 10),
    ("lost-for-a-reason", |game| game.players[2].lost = Some(LossReason::Life)),
    ("owners-are-in-the-game", |game| game.players[1].lost = Some(LossReason::Concession)),
    ("priority-in-the-game", |game| {
        game.players[2].lost = Some(LossReason::Concession);
        game.turn.priority = Some(PlayerId(2));
    }),
    ("some-have-not-passed", |game| game.turn.passed = 3),
    ("nothing-waits", |game| {
        let StackAbility { source, ability, event, .. } = state_trigger(game);
        game.waiting.push(Waiting { controller: PlayerId(0), source, ability, event });
    }),
    ("one-state-trigger", |game| {
        for new in [ObjectId(13), ObjectId(14)] {
            let kind = ObjectKind::Ability(Box::new(state_trigger(game)));
            let on_stack = super::Object { id: new, kind, zone: Zone::Stack, ..at(game, SIGN).clone() };
            game.board.change().objects.push(on_stack);
            game.stack.push(new);
        }
    }),
    ("combat-of-creatures", |game| attack(game, Step::DeclareAttackers, FIELD, &[])),
    ("combat-in-its-phase", |game| attack(game, Step::SecondMain, BEAR, &[])),
    ("attackers-of-the-active-player", |game| attack(game, Step::DeclareAttackers, THEIR_BEAR, &[])),
    ("blockers-of-the-defenders", |game| attack(game, Step::DeclareBlockers, BEAR, &[OTHER_BEAR])),
    ("one-part-in-combat", |game| {
        attack(game, Step::DeclareBlockers, BEAR, &[THEIR_BEAR]);
        attack(game, Step::DeclareBlockers, OTHER_BEAR, &[THEIR_BEAR]);
    }),
];

/// Laws about how characteristics are derived: what a wrong derivation would say of the same game.
fn misderived(game: &Game, name: &str) -> Option<Derived> {
    let mut rows = derive_anew(game).rows().to_vec();
    match name {
        "size-of-creatures-alone" => rows.iter_mut().find(|row| row.id == FIELD)?.power = Some(0),
        "deterministic-derivation" => drop(rows.pop()),
        _ => return None,
    }
    Some(Derived::new(rows))
}

#[test]
fn every_law_can_be_broken_and_says_so() {
    let game = lawful();
    assert_eq!(invariant::broken(&game).map(|law| law.name), None, "the game obeys every law before");
    for law in invariant::ALL {
        let mut broken = lawful();
        let derived = if let Some(derived) = misderived(&broken, law.name) {
            derived
        } else {
            let breach = BREACHES.iter().find(|(name, _)| *name == law.name);
            let (_, breach) = breach.unwrap_or_else(|| panic!("nothing breaks {}", law.name));
            breach(&mut broken);
            derive_anew(&broken)
        };
        assert!(!(law.holds)(&broken, &derived), "{} does not see that it is broken", law.name);
    }
    for (name, _) in BREACHES {
        assert!(invariant::ALL.iter().any(|law| law.name == *name), "{name} is no law");
    }
}
