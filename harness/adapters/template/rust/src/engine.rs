//! The engine, to be filled in. So far it says of every case that it cannot set up a board.
//!
//! `headjudge_protocol::adapter` does everything between the lines of JSON and these methods. Fill them in from the top; what is
//! not there yet is unsupported, which is counted and is neither a pass nor a failure. Never guess: say that it is unsupported.
//! What you print has to go to standard error.

use headjudge_protocol::adapter::{Engine, Players, Stop};
use headjudge_protocol::message::{Hello, Missing};
use headjudge_protocol::{Scenario, Snapshot, Step, VERSION};

/// What all games have in common: the cards, say.
#[derive(Debug)]
pub(crate) struct MyEngine;

/// A game on its way.
#[derive(Debug)]
pub(crate) struct MyGame;

impl Engine for MyEngine {
    type Game = MyGame;

    fn hello(&self) -> Hello {
        Hello {
            version: VERSION,
            engine: "my engine".to_owned(),
            build: env!("CARGO_PKG_VERSION").to_owned(),
            features: None,
            choices: None,
            cards: None,
            limits: None,
        }
    }

    /// Sets up a position, not a history: nothing triggers on its coming about. The active player has priority.
    fn start(&self, _scenario: &Scenario, _players: &mut Players<'_>) -> Result<MyGame, Stop> {
        // let mut game = MyGame::new(scenario.board.players.len());
        // for placed in &scenario.board.objects {
        //     let card = self.card(&placed.card).ok_or_else(|| Stop::unsupported(Missing::Card, &placed.card))?;
        //     game.put(card, placed.owner, placed.zone);
        // }
        Err(Stop::unsupported(Missing::Feature, "setting up a board"))
    }

    /// Carries out a step of the script.
    fn step(&self, _game: &mut MyGame, step: &Step, _players: &mut Players<'_>) -> Result<(), Stop> {
        // if let Step::Activate(activate) = step {
        //     // Where a player has to choose, the answer comes from the scenario:
        //     let at = players.one(activate.by, ChoiceKind::Mana, ["W", "U"], Some(&activate.object))?;
        //     return game.activate(activate, at).map_err(|why| Stop::refused("why it is not legal, for people"));
        // }
        //
        // Where state-based actions and triggers go on for ever: Err(Stop::Unsettled)
        Err(Stop::unsupported(Missing::Action, &format!("{step:?}")))
    }

    /// Observes the game: objects in the order of the scenario, wherever they are now, then tokens made in play.
    fn snapshot(&self, _game: &mut MyGame, _name: &str) -> Result<Snapshot, Stop> {
        // Ok(Snapshot { name: name.into(), players: …, objects: …, stack: … })
        Err(Stop::unsupported(Missing::Feature, "observing"))
    }
}
