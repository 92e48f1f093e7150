//! An engine of one's own, certified in one's own process: `cargo run -p headjudge --example in_process`.
//!
//! It knows four permanents that tap for mana, which is enough for one ruling, and calls everything else unsupported. A second
//! one forgets that what is tapped cannot be tapped again, and is found out.

use std::process::ExitCode;

use headjudge::engines::{Said, from_fn};
use headjudge::protocol::{ObjectView, Outcome, PlayerView, Scenario, Snapshot, Step, Tried, ZoneName};

/// What tapping a card makes, in the order `WUBRGC`.
fn makes(card: &str) -> Option<[u32; 6]> {
    match card {
        "Swamp" => Some([0, 0, 1, 0, 0, 0]),
        "Forest" => Some([0, 0, 0, 0, 1, 0]),
        "Wastes" => Some([0, 0, 0, 0, 0, 1]),
        "Sol Ring" => Some([0, 0, 0, 0, 0, 2]),
        _ => None,
    }
}

/// A game of this engine: which objects are tapped, and what mana each player has.
struct Game<'s> {
    scenario: &'s Scenario,
    tapped: Vec<bool>,
    pools: Vec<[u32; 6]>,
}

impl Game<'_> {
    /// Activates the mana ability of an object; false if that is not legal, what is missing if nobody knows.
    fn tap(&mut self, id: &str, forgetful: bool) -> Result<bool, Said> {
        let objects = &self.scenario.board.objects;
        let at = objects.iter().position(|object| *object.id == *id).ok_or_else(|| Said::no_feature("tokens"))?;
        let made = makes(&objects[at].card).ok_or_else(|| Said::no_card(&*objects[at].card))?;
        if self.tapped[at] && !forgetful {
            return Ok(false);
        }
        self.tapped[at] = true;
        let pool = &mut self.pools[objects[at].owner.seat()];
        pool.iter_mut().zip(made).for_each(|(have, more)| *have += more);
        Ok(true)
    }

    /// What there is to see.
    fn snapshot(&self, name: &str) -> Snapshot {
        let board = &self.scenario.board;
        let count = |seat: usize, zone| {
            let there = board.objects.iter().filter(|o| o.zone == zone && o.owner.seat() == seat).count();
            u32::try_from(there).unwrap_or(u32::MAX)
        };
        let player = |seat: usize| PlayerView {
            life: board.players[seat].life,
            poison: board.players[seat].poison,
            hand: count(seat, ZoneName::Hand),
            library: count(seat, ZoneName::Library),
            graveyard: count(seat, ZoneName::Graveyard),
            pool: self.pools[seat],
            restricted: [0; 6],
            lost: false,
        };
        let object = |at: usize| {
            let placed = &board.objects[at];
            ObjectView {
                id: placed.id.clone(),
                name: placed.card.clone(),
                zone: placed.zone,
                owner: placed.owner,
                controller: placed.controller.unwrap_or(placed.owner),
                token: false,
                tapped: self.tapped[at],
                damage: placed.damage,
                power: 0,
                toughness: 0,
                mana_value: 0,
                counters: placed.counters.clone(),
                attached: placed.attached.clone(),
            }
        };
        Snapshot {
            name: name.into(),
            players: (0..board.players.len()).map(player).collect(),
            objects: (0..board.objects.len()).map(object).collect(),
            stack: Vec::new(),
        }
    }
}

/// The engine: from a scenario to what comes of it.
fn play(scenario: &Scenario, forgetful: bool) -> Said {
    played(scenario, forgetful).unwrap_or_else(|missing| missing)
}

fn played(scenario: &Scenario, forgetful: bool) -> Result<Said, Said> {
    let board = &scenario.board;
    if board.players.iter().any(|player| !player.pool.is_empty()) {
        return Err(Said::no_feature("mana at the start"));
    }
    let tapped = board.objects.iter().map(|object| object.tapped).collect();
    let mut game = Game { scenario, tapped, pools: vec![[0; 6]; board.players.len()] };
    let mut outcome = Outcome { snapshots: vec![game.snapshot("start")], ..Outcome::default() };
    for step in &scenario.script {
        match step {
            Step::Try { name, step } => match &**step {
                Step::Activate(activate) => {
                    let legal = game.tap(&activate.object, forgetful)?;
                    outcome.tried.push(Tried { name: name.clone(), legal });
                }
                _ => return Err(Said::no_action("anything but activating")),
            },
            Step::Note(name) => outcome.snapshots.push(game.snapshot(name)),
            _ => return Err(Said::no_action("anything but activating")),
        }
    }
    outcome.snapshots.push(game.snapshot("after"));
    Ok(outcome.into())
}

fn main() -> ExitCode {
    let certified = |name: &str, forgetful: bool| {
        let engine = from_fn(name, |scenario| play(scenario, forgetful)).version("1");
        headjudge::certify(&engine).cases(200).filter("tap-symbol/tapped").run()
    };
    match (certified("toy", false), certified("forgetful toy", true)) {
        (Ok(good), Ok(bad)) => {
            println!("{good}\n\n{bad}");
            // In a test this would be `assert!(!good.went_wrong(), "{good}")`.
            if !good.went_wrong() && bad.went_wrong() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        (Err(error), _) | (_, Err(error)) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
