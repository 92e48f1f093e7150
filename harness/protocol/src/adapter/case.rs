//! The course of one case: set up, observe, take each step, observe. What was only tried and is refused is taken back.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::{Engine, Players, Stop};
use crate::message::Reply;
use crate::outcome::Refused;
use crate::{Outcome, Scenario, Step, Tried};

/// Plays a scenario on a new game: the reply to the case of that number. An engine that panics has failed in its own terms.
pub fn play<E: Engine>(engine: &E, id: u64, scenario: &Scenario) -> Reply {
    let played = catch_unwind(AssertUnwindSafe(|| {
        let mut players = Players::new(&scenario.answers);
        let result = match engine.start(scenario, &mut players) {
            Ok(game) => {
                Case { engine, scenario, game, outcome: Outcome::default(), done: Vec::new() }.run(&mut players)
            }
            Err(Stop::Unsettled) => Ok(Outcome { unsettled: true, ..Outcome::default() }),
            Err(stop) => Err(stop),
        };
        (result, players.asked)
    }));
    match played {
        Ok((Ok(outcome), asked)) => Reply::Outcome { id, outcome: Box::new(Outcome { asked, ..outcome }) },
        Ok((Err(Stop::Unsupported { what, name }), _)) => Reply::Unsupported { id, what, name },
        Ok((Err(Stop::Needs(question)), asked)) => Reply::Needs { id, question, asked },
        Ok((Err(stop), _)) => Reply::Error { id, message: stop.to_string() },
        Err(panic) => Reply::Error { id, message: format!("the engine panics: {}", told(&*panic)) },
    }
}

fn told(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "it does not say why",
    }
}

/// A case on its way.
struct Case<'s, E: Engine> {
    engine: &'s E,
    scenario: &'s Scenario,
    game: E::Game,
    outcome: Outcome,
    /// What has happened to the game, each step with the answers that were used before it.
    done: Vec<(&'s Step, Vec<bool>)>,
}

impl<'s, E: Engine> Case<'s, E> {
    fn run(mut self, players: &mut Players<'_>) -> Result<Outcome, Stop> {
        match self.steps(players) {
            Ok(()) => {}
            Err(Stop::Unsettled) => self.outcome.unsettled = true,
            Err(stop) => return Err(stop),
        }
        Ok(self.outcome)
    }

    fn steps(&mut self, players: &mut Players<'_>) -> Result<(), Stop> {
        self.note("start")?;
        for (at, step) in self.scenario.script.iter().enumerate() {
            match self.step(step, players) {
                Ok(()) => {}
                Err(Stop::Refused(why)) => {
                    self.outcome.refused = Some(Refused { step: at, why });
                    break;
                }
                Err(stop) => return Err(stop),
            }
        }
        self.note("after")
    }

    fn note(&mut self, name: &str) -> Result<(), Stop> {
        self.outcome.snapshots.push(self.engine.snapshot(&mut self.game, name)?);
        Ok(())
    }

    fn step(&mut self, step: &'s Step, players: &mut Players<'_>) -> Result<(), Stop> {
        match step {
            Step::Note(name) => {
                self.done.push((step, Vec::new()));
                self.note(name)
            }
            Step::Try { name, step } => {
                let legal = self.is_legal(step, players)?;
                self.outcome.tried.push(Tried { name: Arc::clone(name), legal });
                Ok(())
            }
            _ => {
                self.done.push((step, players.used.clone()));
                self.engine.step(&mut self.game, step, players)
            }
        }
    }

    /// Whether a step is legal. If it is not, whatever it did is taken back.
    fn is_legal(&mut self, step: &'s Step, players: &mut Players<'_>) -> Result<bool, Stop> {
        let (saved, before) = (self.engine.save(&self.game), self.done.len());
        match self.step(step, players) {
            Ok(()) => Ok(true),
            Err(Stop::Refused(_)) => {
                self.done.truncate(before);
                self.game = match saved {
                    Some(game) => game,
                    None => self.again(players)?,
                };
                Ok(false)
            }
            Err(stop) => Err(stop),
        }
    }

    /// A new game, brought to where this one was before the step that was refused.
    fn again(&self, players: &Players<'_>) -> Result<E::Game, Stop> {
        let otherwise = |stop: Stop| {
            Stop::Failed(format!("played again up to a step that was tried, the engine does something else: {stop}"))
        };
        let mut players = players.clone();
        players.used.fill(false);
        let mut game = self.engine.start(self.scenario, &mut players).map_err(otherwise)?;
        self.engine.snapshot(&mut game, "start").map_err(otherwise)?;
        for (step, used) in &self.done {
            if let Step::Note(name) = step {
                self.engine.snapshot(&mut game, name).map(|_| ()).map_err(otherwise)?;
            } else {
                players.used.clone_from(used);
                self.engine.step(&mut game, step, &mut players).map_err(otherwise)?;
            }
        }
        Ok(game)
    }
}
