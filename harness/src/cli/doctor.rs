//! `headjudge doctor`: whether an adapter says what it should, before any ruling is asked of it.
//!
//! It checks the bridge and not the rules: setup comes back as it was sent, the same question gets the same answer, and what
//! cannot be done is refused. Its cards are basic lands and creatures without abilities.

use clap::Args;
use headjudge_protocol::outcome::Outcome;
use headjudge_protocol::{
    ActivateStep, Board, CastStep, ObjectView, PhaseStep, PlacedObject, PlayerBoard, PlayerName, Scenario, Snapshot,
    Step, ZoneName,
};
use owo_colors::OwoColorize as _;

use super::{Exit, Failed, LimitArgs, say};
use crate::case::differ;
use crate::engines::{Engine as _, Job, Process, Reply, Session};

/// The arguments of `doctor`.
#[derive(Debug, Args)]
pub(super) struct DoctorArgs {
    /// The command that starts the engine
    #[arg(value_name = "CMD")]
    engine: String,
    #[command(flatten)]
    limits: LimitArgs,
}

/// A small position and what has to come of it.
struct Check {
    says: &'static str,
    /// What to do if it does not.
    hint: &'static str,
    scenario: Scenario,
    /// What is wrong with the outcome, if anything is.
    wrong: fn(&Outcome) -> Result<(), String>,
}

pub(super) fn doctor(args: &DoctorArgs) -> Result<Exit, Failed> {
    let process = Process::new(&args.engine, args.limits.limits())?;
    let hello = process.hello()?;
    let build = if hello.build.is_empty() { String::new() } else { format!(" {}", hello.build) };
    say!("{} it starts and says hello: {}{build}", "✓".green(), hello.engine);
    let mut session = process.session()?;
    let (mut first, mut unchecked): (Option<&'static str>, usize) = (None, 0);
    let checks = checks();
    for check in &checks {
        match examine(check, &mut *session) {
            Ok(()) => say!("{} {}", "✓".green(), check.says),
            Err(Trouble::Unknown(name)) => {
                unchecked += 1;
                say!("{} {}: not checked, since it does not support {name}", "–".dimmed(), check.says);
            }
            Err(Trouble::Wrong(why)) => {
                first.get_or_insert(check.hint);
                say!("{} {}: {why}", "✗".red(), check.says);
            }
        }
        if let Some(lost) = process.lost() {
            return Err(lost.into());
        }
    }
    let again = "the same cases in another order give the same outcomes";
    match order(&checks, &mut *session) {
        Ok(()) => say!("{} {again}", "✓".green()),
        Err(why) => {
            first.get_or_insert(
                "start every case from a fresh game: nothing of an earlier one may be left, nor any chance",
            );
            say!("{} {again}: {why}", "✗".red());
        }
    }
    match first {
        None => {
            let well = match unchecked {
                0 => "The adapter is well".to_owned(),
                _ => format!(
                    "Nothing is wrong with the adapter, as far as {} of {} could be checked",
                    checks.len() - unchecked,
                    checks.len()
                ),
            };
            say!("\n{well}. Next: headjudge certify --engine {}", quoted(&args.engine));
        }
        Some(hint) => say!("\nFix this first: {hint}."),
    }
    Ok(if first.is_none() { Exit::Fine } else { Exit::NotConforming })
}

fn quoted(command: &str) -> String {
    crate::report::describe::quoted(command)
}

/// Why a check was not passed.
enum Trouble {
    /// The engine lacks something, which is no fault of an adapter.
    Unknown(String),
    Wrong(String),
}

impl From<String> for Trouble {
    fn from(why: String) -> Trouble {
        Trouble::Wrong(why)
    }
}

/// Plays a check twice.
fn examine(check: &Check, session: &mut (dyn Session + '_)) -> Result<(), Trouble> {
    let once = played(session.play(&check.scenario, None))?;
    (check.wrong)(&once)?;
    let twice = played(session.play(&check.scenario, None))?;
    if differ(&once, &twice) { Err("played again, it comes out otherwise".to_owned().into()) } else { Ok(()) }
}

/// Plays all checks at once, forwards and then backwards.
fn order(checks: &[Check], session: &mut (dyn Session + '_)) -> Result<(), String> {
    let mut jobs: Vec<Job<'_>> =
        checks.iter().chain(checks.iter().rev()).map(|check| Job { scenario: &check.scenario, any: None }).collect();
    let replies = session.play_all(&mut jobs);
    let pairs = checks.iter().zip(&replies).zip(replies.iter().rev());
    for ((check, one), other) in pairs {
        let same = match (one, other) {
            (Reply::Outcome(one), Reply::Outcome(other)) => !differ(one, other),
            (one, other) => one == other,
        };
        if !same {
            return Err(format!("“{}” comes out otherwise", check.says));
        }
    }
    Ok(())
}

fn played(reply: Reply) -> Result<Outcome, Trouble> {
    Err(Trouble::Wrong(match reply {
        Reply::Outcome(outcome) => return Ok(outcome),
        Reply::Unsupported { name, .. } => return Err(Trouble::Unknown(name)),
        Reply::Unasked(question) => format!("it asks where there is nothing to choose: {question}"),
        Reply::Error(why) => format!("it says that it failed: {}", why.trim_end()),
        Reply::Crash(why) | Reply::Protocol(why) | Reply::Nondeterministic(why) | Reply::StateLeak(why) => why,
        Reply::Timeout => "it does not answer in time".to_owned(),
        Reply::NotRun => "it could not be started again".to_owned(),
    }))
}

use PlayerName::{P1, P2};

fn scenario(objects: Vec<PlacedObject>, script: Vec<Step>) -> Scenario {
    let player = |life| PlayerBoard { life, pool: String::new(), poison: 0 };
    let players = vec![player(20), player(20)];
    Scenario { board: Board { players, active: P1, step: PhaseStep::Main, objects }, script, answers: Vec::new() }
}

fn checks() -> Vec<Check> {
    let forest = |id: &str, zone| PlacedObject::new(id, "Forest", P1, zone);
    let bear = |id: &str, owner, zone| PlacedObject::new(id, "Grizzly Bears", owner, zone);
    let mut players = scenario(Vec::new(), Vec::new());
    players.board.players[0] = PlayerBoard { life: 7, pool: "WUUC".to_owned(), poison: 3 };
    players.board.players[1].life = 31;
    let mut tapped = forest("tapped", ZoneName::Battlefield);
    tapped.tapped = true;
    let mut hurt = bear("hurt", P1, ZoneName::Battlefield);
    hurt.counters.insert("+1/+1".into(), 2);
    hurt.damage = 1;
    let mut taken = bear("taken", P2, ZoneName::Battlefield);
    taken.controller = Some(P1);
    let tap = |object: &str| {
        let (object, targets, pay) = (object.into(), Vec::new(), Vec::new());
        Step::Activate(ActivateStep { by: P1, object, ability: 1, x: 0, targets, pay })
    };
    let cast = Step::Cast(CastStep {
        by: P1,
        card: "bear".into(),
        x: 0,
        kicked: false,
        free: false,
        targets: Vec::new(),
        pay: Vec::new(),
    });
    let attempt = Step::Try { name: "attempt".into(), step: Box::new(cast) };
    vec![
        Check {
            says: "an empty board is observed at the start and after",
            hint: "answer a case without objects with two states, `start` and `after`, each with both players",
            scenario: scenario(Vec::new(), Vec::new()),
            wrong: |outcome| both(outcome).map(|_| ()),
        },
        Check {
            says: "life, poison and mana come back as they were set",
            hint: "set life totals, poison counters and the mana pool before the state `start` is taken",
            scenario: players,
            wrong: |outcome| {
                let (start, _) = both(outcome)?;
                let [one, two] = &start.players[..] else { return Err("there are not two players".to_owned()) };
                same("the life of p1", 7, one.life)?;
                same("the life of p2", 31, two.life)?;
                same("the poison of p1", 3, one.poison)?;
                same("the mana of p1 (WUBRGC)", [1, 2, 0, 0, 0, 1], one.pool)
            },
        },
        Check {
            says: "objects are in their zones, in the order of the scenario",
            hint: "put every object where the scenario says and list all of them, in its order, in each state",
            scenario: scenario(
                vec![
                    forest("one", ZoneName::Battlefield),
                    forest("two", ZoneName::Hand),
                    bear("three", P2, ZoneName::Graveyard),
                    forest("four", ZoneName::Library),
                    bear("five", P1, ZoneName::Exile),
                ],
                Vec::new(),
            ),
            wrong: |outcome| {
                let (start, _) = both(outcome)?;
                let ids: Vec<&str> = start.objects.iter().map(|object| &*object.id).collect();
                same("the objects", vec!["one", "two", "three", "four", "five"], ids)?;
                let zones: Vec<&str> = start.objects.iter().map(|object| object.zone.word()).collect();
                same("their zones", vec!["battlefield", "hand", "graveyard", "library", "exile"], zones)?;
                same("the owner of `three`", P2, start.objects[2].owner)?;
                let [one, two] = &start.players[..] else { return Err("there are not two players".to_owned()) };
                same("the cards in p1's hand and library", (1, 1), (one.hand, one.library))?;
                same("the cards in p2's graveyard", 1, two.graveyard)
            },
        },
        Check {
            says: "a tapped permanent, counters, damage and control come back as they were set",
            hint: "set up permanents as the scenario says, and report power and toughness with their counters",
            scenario: scenario(vec![tapped, hurt, taken], Vec::new()),
            wrong: |outcome| {
                let (start, _) = both(outcome)?;
                same("whether `tapped` is tapped", true, object(start, "tapped")?.tapped)?;
                let hurt = object(start, "hurt")?;
                same("the +1/+1 counters on `hurt`", Some(&2), hurt.counters.get("+1/+1"))?;
                same("the damage on `hurt`", 1, hurt.damage)?;
                same("power and toughness of `hurt`", (4, 4), (hurt.power, hurt.toughness))?;
                same("whether `hurt` is tapped", false, hurt.tapped)?;
                let taken = object(start, "taken")?;
                same("the owner of `taken`", P2, taken.owner)?;
                same("the controller of `taken`", P1, taken.controller)
            },
        },
        Check {
            says: "an ability is activated, and the state after it differs from the start",
            hint: "carry out the script's steps; ability 1 of a Forest is its mana ability",
            scenario: scenario(vec![forest("land", ZoneName::Battlefield)], vec![tap("land")]),
            wrong: |outcome| {
                let (start, after) = both(outcome)?;
                same("whether the Forest is tapped at the start", false, object(start, "land")?.tapped)?;
                same("whether the Forest is tapped after", true, object(after, "land")?.tapped)?;
                same("the mana of p1 after (WUBRGC)", Some([0, 0, 0, 0, 1, 0]), after.players.first().map(|p| p.pool))
            },
        },
        Check {
            says: "what cannot be paid for is refused when it is tried, and changes nothing",
            hint: "answer a `try` step that is not legal by its name and `legal: false`, and undo whatever it did",
            scenario: scenario(vec![bear("bear", P1, ZoneName::Hand)], vec![attempt]),
            wrong: |outcome| {
                let (start, after) = both(outcome)?;
                let tried: Vec<(&str, bool)> = outcome.tried.iter().map(|tried| (&*tried.name, tried.legal)).collect();
                same("what was tried", vec![("attempt", false)], tried)?;
                same("the players after", &start.players, &after.players)?;
                same("the objects after", &start.objects, &after.objects)
            },
        },
        Check {
            says: "what is refused without being tried ends the run",
            hint: "when a step is not legal, stop there and report `refused` with the number of the step, from 0",
            scenario: scenario(
                vec![forest("land", ZoneName::Battlefield)],
                vec![tap("land"), tap("land"), Step::Note("never".into())],
            ),
            wrong: |outcome| {
                same(
                    "the step that was refused, from 0",
                    Some(1),
                    outcome.refused.as_ref().map(|refused| refused.step),
                )?;
                same(
                    "whether the state after it was noted",
                    false,
                    outcome.snapshots.iter().any(|s| &*s.name == "never"),
                )
            },
        },
    ]
}

/// The states `start` and `after`.
fn both(outcome: &Outcome) -> Result<(&Snapshot, &Snapshot), String> {
    let named = |name: &str| {
        let found = outcome.snapshots.iter().find(|state| &*state.name == name);
        found.ok_or_else(|| format!("the state `{name}` is missing"))
    };
    let (start, after) = (named("start")?, named("after")?);
    same("how many players there are", 2, start.players.len())?;
    Ok((start, after))
}

fn object<'s>(state: &'s Snapshot, id: &str) -> Result<&'s ObjectView, String> {
    state.objects.iter().find(|object| &*object.id == id).ok_or_else(|| format!("the object `{id}` is missing"))
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, expected: T, observed: T) -> Result<(), String> {
    if expected == observed { Ok(()) } else { Err(format!("{what}: expected {expected:?}, not {observed:?}")) }
}
