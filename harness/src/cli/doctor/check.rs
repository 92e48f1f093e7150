//! One check of the doctor: a small position, and what has to come of it. And the words in which the checks are written.

use headjudge_protocol::{
    ActivateStep, Board, CastStep, ObjectView, Outcome, PhaseStep, PlacedObject, PlayerBoard, PlayerName, Scenario,
    Snapshot, Step, ZoneName,
};
use serde::Serialize;

/// A small position and what has to come of it.
pub(super) struct Check {
    pub(super) says: &'static str,
    /// What to do if it does not.
    pub(super) hint: &'static str,
    pub(super) scenario: Scenario,
    /// What is wrong with the outcome, if anything is.
    pub(super) wrong: fn(&Outcome) -> Result<(), String>,
}

/// Two players of twenty life; it is the first player's main phase.
pub(super) fn scenario(objects: Vec<PlacedObject>, script: Vec<Step>) -> Scenario {
    let player = |life| PlayerBoard { life, pool: String::new(), poison: 0 };
    let players = vec![player(20), player(20)];
    let board = Board { players, active: PlayerName::P1, step: PhaseStep::Main, objects };
    Scenario { board, script, answers: Vec::new() }
}

/// The same with mana in the pool of the first player.
pub(super) fn with_mana(pool: &str, objects: Vec<PlacedObject>, script: Vec<Step>) -> Scenario {
    let mut scenario = scenario(objects, script);
    pool.clone_into(&mut scenario.board.players[0].pool);
    scenario
}

pub(super) fn forest(id: &str, zone: ZoneName) -> PlacedObject {
    PlacedObject::new(id, "Forest", PlayerName::P1, zone)
}

pub(super) fn bear(id: &str, owner: PlayerName, zone: ZoneName) -> PlacedObject {
    PlacedObject::new(id, "Grizzly Bears", owner, zone)
}

/// The first player activates the first ability of something.
pub(super) fn tap(object: &str) -> Step {
    let (object, targets, pay) = (object.into(), Vec::new(), Vec::new());
    Step::Activate(ActivateStep { by: PlayerName::P1, object, ability: 1, x: 0, targets, pay })
}

/// The first player casts something.
pub(super) fn cast(card: &str, targets: &[&str]) -> Step {
    let (by, card, pay) = (PlayerName::P1, card.into(), Vec::new());
    let targets = targets.iter().map(|target| (*target).into()).collect();
    Step::Cast(CastStep { by, card, x: 0, kicked: false, free: false, targets, pay })
}

pub(super) fn attempt(name: &str, step: Step) -> Step {
    Step::Try { name: name.into(), step: Box::new(step) }
}

pub(super) fn note(name: &str) -> Step {
    Step::Note(name.into())
}

/// The states `start` and `after`.
pub(super) fn both(outcome: &Outcome) -> Result<(&Snapshot, &Snapshot), String> {
    Ok((state(outcome, "start")?, state(outcome, "after")?))
}

/// A state by its name, in a run that came to its end.
pub(super) fn state<'o>(outcome: &'o Outcome, name: &str) -> Result<&'o Snapshot, String> {
    if let Some(refused) = &outcome.refused {
        return Err(format!("step {} is refused: {}", refused.step, refused.why));
    }
    let found = outcome.snapshots.iter().find(|state| &*state.name == name);
    found.ok_or_else(|| format!("the state `{name}` is missing"))
}

pub(super) fn object<'s>(state: &'s Snapshot, id: &str) -> Result<&'s ObjectView, String> {
    state.objects.iter().find(|object| &*object.id == id).ok_or_else(|| format!("the object `{id}` is missing"))
}

/// Whether the steps that were tried came to these results.
pub(super) fn tried(outcome: &Outcome, expected: &[(&str, bool)]) -> Result<(), String> {
    if let Some(refused) = &outcome.refused {
        return Err(format!("step {} is refused: {}", refused.step, refused.why));
    }
    let tried: Vec<(&str, bool)> = outcome.tried.iter().map(|tried| (&*tried.name, tried.legal)).collect();
    same("what was tried, and whether it was legal", expected, &tried[..])
}

/// Whether something is as expected; told in JSON, as it goes over the wire.
pub(super) fn same<T: PartialEq + Serialize>(what: &str, expected: T, observed: T) -> Result<(), String> {
    let json = |value: &T| serde_json::to_string(value).unwrap_or_else(|error| error.to_string());
    if expected == observed {
        return Ok(());
    }
    Err(format!("{what}: expected {}, not {}", json(&expected), json(&observed)))
}
