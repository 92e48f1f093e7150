//! Observes a game of the reference engine in the scenario's words.

use std::collections::BTreeMap;
use std::sync::Arc;

use headjudge_engine::event::Recipient;
use headjudge_engine::matching::{mana_value, row_of};
use headjudge_engine::object::Object;
use headjudge_engine::{Choice, Derived, Game, ManaType, ObjectId, layers};
use headjudge_protocol::{ObjectView, PlayerView, Scenario, Snapshot, StackView, ZoneName};

use super::{Fault, setup};

/// The state under a name.
pub(super) fn snapshot(game: &Game, scenario: &Scenario, name: Arc<str>) -> Snapshot {
    let derived = layers::derive(game);
    let placed = scenario.board.objects.len();
    let made = game.tokens_made().len();
    let mut found: Vec<Option<&Object>> = vec![None; placed + made];
    for object in game.objects() {
        if let Some(slot) = object.tag.and_then(|tag| found.get_mut(place_of(tag, placed))) {
            *slot = Some(object);
        }
    }
    let objects = found
        .into_iter()
        .enumerate()
        .map(|(at, object)| match object {
            Some(object) => view(game, &derived, scenario, object, at),
            None => gone(game, scenario, at),
        })
        .collect();
    let players = game.players().iter().map(player).collect();
    let stack = game.stack().iter().filter_map(|id| game.object(*id)).map(|o| on_stack(game, scenario, o)).collect();
    Snapshot { name, players, objects, stack }
}

fn player(player: &headjudge_engine::player::Player) -> PlayerView {
    let count = |list: &Vec<ObjectId>| u32::try_from(list.len()).unwrap_or(u32::MAX);
    PlayerView {
        life: player.life,
        poison: player.poison,
        hand: count(&player.hand),
        library: count(&player.library),
        graveyard: count(&player.graveyard),
        pool: ManaType::ALL.map(|t| player.mana().get(t)),
        restricted: ManaType::ALL.map(|t| player.restricted.mana().get(t)),
        lost: player.lost.is_some(),
    }
}

fn on_stack(game: &Game, scenario: &Scenario, object: &Object) -> StackView {
    let ability = object.stack_ability();
    let source = ability.map_or(object.id, |ability| ability.source);
    StackView {
        controller: setup::name(object.controller),
        source: id_of(game, scenario, source),
        spell: ability.is_none(),
    }
}

fn view(game: &Game, derived: &Derived, scenario: &Scenario, object: &Object, at: usize) -> ObjectView {
    let row = row_of(game, derived, object.id);
    let (power, toughness, value, name, controller) = match &row {
        Some(row) => (
            row.power.unwrap_or(0),
            row.toughness.unwrap_or(0),
            mana_value(game, object, row),
            card_name(scenario, at, &row.name(game.cards())),
            row.controller,
        ),
        None => (0, 0, 0, "".into(), object.controller),
    };
    ObjectView {
        id: id_at(scenario, at),
        name,
        zone: setup::zone_name(object.zone),
        owner: setup::name(object.owner),
        controller: setup::name(controller),
        token: object.is_token(),
        tapped: object.tapped,
        damage: object.damage,
        power,
        toughness,
        mana_value: value,
        counters: object.counters.iter().map(|(kind, n)| (kind.name().into(), n)).collect(),
        attached: object.attached.map(|to| match to {
            Recipient::Object(host) => id_of(game, scenario, host),
            Recipient::Player(player) => setup::name(player).word().into(),
        }),
    }
}

/// An object that has ceased to exist or left the game: what it was made of is all that is left of it.
fn gone(game: &Game, scenario: &Scenario, at: usize) -> ObjectView {
    let placed = &scenario.board.objects;
    let (name, owner, token) = match placed.get(at) {
        Some(object) => (Arc::clone(&object.card), object.owner, false),
        None => {
            let (text, owner) = &game.tokens_made()[at - placed.len()];
            (text.name(game.cards()).into(), setup::name(*owner), true)
        }
    };
    ObjectView {
        id: id_at(scenario, at),
        name,
        zone: ZoneName::Nowhere,
        owner,
        controller: owner,
        token,
        tapped: false,
        damage: 0,
        power: 0,
        toughness: 0,
        mana_value: 0,
        counters: BTreeMap::new(),
        attached: None,
    }
}

/// The name of a card or token: the very one that the scenario writes, where it does.
fn card_name(scenario: &Scenario, at: usize, name: &str) -> Arc<str> {
    match scenario.board.objects.get(at) {
        Some(placed) if *placed.card == *name => Arc::clone(&placed.card),
        _ => name.into(),
    }
}

/// The place of a tag in a snapshot's list of objects.
fn place_of(tag: u16, placed: usize) -> usize {
    match tag.checked_sub(Game::TOKEN_TAG) {
        Some(n) => placed + usize::from(n),
        None => usize::from(tag),
    }
}

fn id_at(scenario: &Scenario, at: usize) -> Arc<str> {
    match scenario.board.objects.get(at) {
        Some(object) => Arc::clone(&object.id),
        None => format!("token.{}", at + 1 - scenario.board.objects.len()).into(),
    }
}

/// The scenario's name of an object that exists or existed.
pub(super) fn id_of(game: &Game, scenario: &Scenario, id: ObjectId) -> Arc<str> {
    let tag = game.object_or_last_known(id).and_then(|o| o.tag);
    match tag.map(|tag| place_of(tag, scenario.board.objects.len())) {
        Some(at) => id_at(scenario, at),
        // What comes about on the stack has no name of its own.
        None => match game.object_or_last_known(id).and_then(Object::stack_ability) {
            Some(ability) => format!("ability of {}", id_of(game, scenario, ability.source)).into(),
            None => match game.object_or_last_known(id) {
                Some(copy) => format!("copy of {}", game.cards().card(copy.card).name).into(),
                None => format!("{id}").into(),
            },
        },
    }
}

/// An option of a question, in the scenario's words.
pub(super) fn word(game: &Game, scenario: &Scenario, choice: &Choice) -> Arc<str> {
    let named = |id: &ObjectId| id_of(game, scenario, *id);
    match choice {
        Choice::Object(id) | Choice::Trigger(id, _) => named(id),
        Choice::Recipient(to) => recipient(game, scenario, to),
        Choice::Number(n) => n.to_string().into(),
        Choice::Mana(t) => t.letter().to_string().into(),
        Choice::Subtype(subtype) => subtype.name().into(),
        Choice::Pay(pool) => pool.iter().flat_map(|(t, n)| (0..n).map(move |_| t.letter())).collect::<String>().into(),
        Choice::Effect(key) => named(&key.source),
        Choice::Attack(attacker, whom) => format!("{} -> {}", named(attacker), recipient(game, scenario, whom)).into(),
        Choice::Block(blocker, attacker) => format!("{} -> {}", named(blocker), named(attacker)).into(),
        Choice::Accept => "accept".into(),
        Choice::Decline => "decline".into(),
    }
}

/// A player or an object, in the scenario's words.
pub(super) fn recipient(game: &Game, scenario: &Scenario, to: &Recipient) -> Arc<str> {
    match to {
        Recipient::Object(id) => id_of(game, scenario, *id),
        Recipient::Player(player) => setup::name(*player).word().into(),
    }
}

/// The object that an id means now: of a card, wherever it is; `ability of ID` and `stack.top` mean what is on the stack.
pub(super) fn find(game: &Game, scenario: &Scenario, id: &str) -> Result<Option<ObjectId>, Fault> {
    if id == "stack.top" {
        return Ok(game.stack().last().copied());
    }
    if let Some(source) = id.strip_prefix("ability of ") {
        let named = |at: &&ObjectId| {
            game.object(**at)
                .and_then(Object::stack_ability)
                .is_some_and(|ability| *id_of(game, scenario, ability.source) == *source)
        };
        return Ok(game.stack().iter().rev().find(named).copied());
    }
    let tag = match id.strip_prefix("token.") {
        Some(n) => n.parse::<u16>().ok().and_then(|n| n.checked_sub(1)).and_then(|n| Game::TOKEN_TAG.checked_add(n)),
        None => u16::try_from(setup::position(scenario, id)?).ok(),
    };
    let tag = tag.ok_or_else(|| Fault::UnknownId(id.to_owned()))?;
    Ok(game.objects().iter().find(|o| o.tag == Some(tag)).map(|o| o.id))
}
