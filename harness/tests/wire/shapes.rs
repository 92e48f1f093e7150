//! Outcomes that cannot be ones of their scenario, one wrong thing each, and what is said of them.

use headjudge_protocol::outcome::Refused;
use headjudge_protocol::{Outcome, PlayerName, Tried};

/// What makes an outcome one that cannot be.
pub(crate) type Spoil = fn(&mut Outcome);

/// How it is called, what it is, what is said of it.
pub(crate) const ALL: &[(&str, Spoil, &str)] = &[
    ("no states", |o| o.snapshots.clear(), "the state `start` is missing"),
    ("no start", |o| drop(o.snapshots.remove(0)), "the state `start` is missing, and `"),
    ("no after", |o| drop(o.snapshots.pop()), "the state `after` is missing"),
    ("states the other way round", |o| o.snapshots.reverse(), "the state `start` is missing, and `after` is there"),
    (
        "a state of another name",
        |o| o.snapshots[0].name = "begin".into(),
        "the state `start` is missing, and `begin` is there",
    ),
    (
        "a state twice",
        |o| o.snapshots.push(o.snapshots[o.snapshots.len() - 1].clone()),
        "there is a state `after` too many",
    ),
    (
        "a step that nobody tried",
        |o| o.tried.push(Tried { name: "flying".into(), legal: true }),
        "there is a tried step `flying` too many",
    ),
    (
        "a refusal of a step that is not there",
        |o| o.refused = Some(Refused { step: 99, why: "no".to_owned() }),
        "it refuses step 99, and the script has",
    ),
    ("an object too few", |o| drop(o.snapshots[0].objects.pop()), "in the state `start`, the object `"),
    ("an object of another name", |o| o.snapshots[0].objects[0].id = "thing".into(), "object 1 is `thing`, expected `"),
    (
        "an object twice",
        |o| o.snapshots[0].objects[1] = o.snapshots[0].objects[0].clone(),
        "in the state `start`, object 2 is `",
    ),
    (
        "an object that nobody knows",
        |o| {
            let mut more = o.snapshots[0].objects[0].clone();
            more.id = "thing".into();
            o.snapshots[0].objects.push(more);
        },
        "is `thing`, expected `token.1`",
    ),
    (
        "tokens that begin with the second",
        |o| {
            let mut more = o.snapshots[0].objects[0].clone();
            more.id = "token.2".into();
            o.snapshots[0].objects.push(more);
        },
        "is `token.2`, expected `token.1`",
    ),
    (
        "a player too many",
        |o| {
            let more = o.snapshots[0].players[0].clone();
            o.snapshots[0].players.push(more);
        },
        "in the state `start`, there are 3 players, expected 2",
    ),
    (
        "an owner who does not play",
        |o| o.snapshots[0].objects[0].owner = PlayerName::P4,
        "belongs to a player who does not play",
    ),
    (
        "attached to nothing",
        |o| o.snapshots[0].objects[0].attached = Some("thing".into()),
        "is attached to `thing`, which is not there",
    ),
    (
        "more restricted mana than mana",
        |o| o.snapshots[0].players[1].restricted[2] = 1,
        "p2 has more restricted mana than mana",
    ),
];

/// What spoils outcomes in that way.
pub(crate) fn find(name: &str) -> Option<Spoil> {
    ALL.iter().find(|(named, ..)| *named == name).map(|(_, spoil, _)| *spoil)
}
