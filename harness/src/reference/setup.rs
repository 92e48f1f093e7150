//! From a scenario's board to a game of the reference engine.

use std::sync::Arc;

use headjudge_engine::game::Consulted;
use headjudge_engine::mana::ManaType;
use headjudge_engine::setup::AttachedTo;
use headjudge_engine::{
    CardId, CardTable, CounterKind, Game, ManaPool, ObjectSetup, PlayerId, PlayerSetup, Rules, Setup, Step, Zone,
};
use headjudge_protocol::{PhaseStep, PlacedObject, PlayerName, Scenario, ZoneName};

use super::Fault;

/// The game at the start of the scenario. Each object is tagged with its position. It writes down which deviations it consults,
/// if anybody wants to know.
pub(super) fn game(
    cards: &Arc<CardTable>,
    rules: Rules,
    scenario: &Scenario,
    consulted: Option<Arc<Consulted>>,
) -> Result<Game, Fault> {
    let board = &scenario.board;
    let mut players = Vec::with_capacity(board.players.len());
    for player in &board.players {
        players.push(PlayerSetup { life: player.life, pool: pool(&player.pool)?, poison: player.poison });
    }
    let mut objects = Vec::with_capacity(board.objects.len());
    for (tag, object) in board.objects.iter().enumerate() {
        objects.push(place(cards, scenario, tag, object)?);
    }
    let setup = Setup { players, objects, active: player(board.active), step: step(board.step) };
    setup.start_noting(Arc::clone(cards), rules, consulted).map_err(|error| Fault::Board(error.to_string()))
}

fn pool(letters: &str) -> Result<ManaPool, Fault> {
    letters
        .chars()
        .map(|c| {
            let t = ManaType::from_letter(c).ok_or_else(|| Fault::Board(format!("`{c}` is no letter of mana")))?;
            Ok((t, 1))
        })
        .collect()
}

fn place(cards: &CardTable, scenario: &Scenario, tag: usize, object: &PlacedObject) -> Result<ObjectSetup, Fault> {
    let mut counters = Vec::with_capacity(object.counters.len());
    for (name, n) in &object.counters {
        let kind = CounterKind::from_name(name)
            .ok_or_else(|| Fault::Board(format!("`{name}` is no kind of counter that is known")))?;
        counters.push((kind, *n));
    }
    let zone = zone(object.zone).ok_or_else(|| Fault::Board(format!("`{}` starts nowhere", object.id)))?;
    Ok(ObjectSetup {
        card: card(cards, &object.card)?,
        owner: player(object.owner),
        controller: player(object.controller.unwrap_or(object.owner)),
        zone,
        tapped: object.tapped,
        fresh: object.fresh,
        counters,
        damage: object.damage,
        attached: object.attached.as_deref().map(|to| attached(scenario, to)).transpose()?,
        copy_of: object.copy_of.as_deref().map(|name| card(cards, name)).transpose()?,
        tag: u16::try_from(tag).ok().filter(|tag| *tag < Game::TOKEN_TAG),
    })
}

fn card(cards: &CardTable, name: &str) -> Result<CardId, Fault> {
    cards.find(name).ok_or_else(|| Fault::UnknownCard(name.to_owned()))
}

fn attached(scenario: &Scenario, to: &str) -> Result<AttachedTo, Fault> {
    if let Some(name) = PlayerName::from_word(to) {
        return Ok(AttachedTo::Player(player(name)));
    }
    position(scenario, to).map(AttachedTo::Object)
}

/// The position of the object with this id.
pub(super) fn position(scenario: &Scenario, id: &str) -> Result<usize, Fault> {
    scenario.board.objects.iter().position(|object| &*object.id == id).ok_or_else(|| Fault::UnknownId(id.to_owned()))
}

/// The engine's player.
pub(super) fn player(name: PlayerName) -> PlayerId {
    PlayerId(u8::try_from(name.seat()).unwrap_or(u8::MAX))
}

/// The scenario's player.
pub(super) fn name(player: PlayerId) -> PlayerName {
    PlayerName::at(player.index()).unwrap_or(PlayerName::P1)
}

/// The engine's step.
pub(super) fn step(step: PhaseStep) -> Step {
    match step {
        PhaseStep::Untap => Step::Untap,
        PhaseStep::Upkeep => Step::Upkeep,
        PhaseStep::Draw => Step::Draw,
        PhaseStep::Main => Step::Main,
        PhaseStep::BeginCombat => Step::BeginCombat,
        PhaseStep::DeclareAttackers => Step::DeclareAttackers,
        PhaseStep::DeclareBlockers => Step::DeclareBlockers,
        PhaseStep::FirstCombatDamage => Step::FirstStrikeDamage,
        PhaseStep::CombatDamage => Step::CombatDamage,
        PhaseStep::EndCombat => Step::EndCombat,
        PhaseStep::SecondMain => Step::SecondMain,
        PhaseStep::End => Step::End,
        PhaseStep::Cleanup => Step::Cleanup,
    }
}

fn zone(zone: ZoneName) -> Option<Zone> {
    Some(match zone {
        ZoneName::Library => Zone::Library,
        ZoneName::Hand => Zone::Hand,
        ZoneName::Battlefield => Zone::Battlefield,
        ZoneName::Graveyard => Zone::Graveyard,
        ZoneName::Stack => Zone::Stack,
        ZoneName::Exile => Zone::Exile,
        ZoneName::Command => Zone::Command,
        ZoneName::Nowhere => return None,
    })
}

/// The scenario's zone.
pub(super) fn zone_name(zone: Zone) -> ZoneName {
    match zone {
        Zone::Library => ZoneName::Library,
        Zone::Hand => ZoneName::Hand,
        Zone::Battlefield => ZoneName::Battlefield,
        Zone::Graveyard => ZoneName::Graveyard,
        Zone::Stack => ZoneName::Stack,
        Zone::Exile => ZoneName::Exile,
        Zone::Command => ZoneName::Command,
    }
}
