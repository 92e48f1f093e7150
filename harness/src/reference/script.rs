//! Carries out the steps of a script on the reference engine.

use std::sync::Arc;

use headjudge_engine::Refusal;
use headjudge_engine::ability::Ability;
use headjudge_engine::act::{ActError, Action, Activate, Cast};
use headjudge_engine::event::Recipient;
use headjudge_engine::invariant::{self, Invariant};
use headjudge_engine::{Game, ObjectId, Stop, act, layers, settle};
use headjudge_protocol::outcome::{Refused, Snapshot};
use headjudge_protocol::{ActivateStep, CastStep, Outcome, PhaseStep, PlayerName, Scenario, Step, Tried};

use super::answers::{Answers, Declared};
use super::{Fault, PlayOptions, observe, setup};

/// How many times players may pass within one step of a script before it is called unsettled.
const PASSES: usize = 400;

pub(super) struct Run<'a> {
    scenario: &'a Scenario,
    pub(super) game: Game,
    answers: Answers<'a>,
    invariants: bool,
    lenient: bool,
    pub(super) broken: Option<&'static Invariant>,
    outcome: Outcome,
}

/// Why a step did not come to its end.
enum Halt {
    Refused(String),
    Unsettled,
    Fault(Fault),
}

impl From<ActError> for Halt {
    fn from(error: ActError) -> Halt {
        match error {
            ActError::Refused(refusal) => refused(refusal),
            ActError::Stop(stop) => stop.into(),
        }
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        match stop {
            Stop::Unsettled(_) => Halt::Unsettled,
            other => Halt::Fault(Fault::Script { step: 0, why: other.to_string() }),
        }
    }
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}

fn refused(refusal: Refusal) -> Halt {
    Halt::Refused(format!("{} (CR {})", refusal.says(), refusal.rule()))
}

impl<'a> Run<'a> {
    pub(super) fn new(scenario: &'a Scenario, game: Game, options: PlayOptions<'a>) -> Run<'a> {
        Run {
            scenario,
            game,
            answers: Answers::new(scenario, options.any),
            invariants: options.invariants,
            lenient: options.lenient,
            broken: None,
            outcome: Outcome::default(),
        }
    }

    /// Settles the board, observes `start`, carries out the script, observes `after`.
    pub(super) fn run(&mut self) -> Result<Outcome, Fault> {
        match self.steps() {
            Ok(()) => self.observe("after".into()),
            Err((step, Halt::Refused(why))) => {
                self.outcome.refused = Some(Refused { step, why });
                self.observe("after".into());
            }
            Err((_, Halt::Unsettled)) => self.outcome.unsettled = true,
            Err((step, Halt::Fault(fault))) => {
                let fault = self.answers.fault.take().unwrap_or(fault);
                return Err(match fault {
                    Fault::Script { step: 0, why } => Fault::Script { step: step + 1, why },
                    other => other,
                });
            }
        }
        self.outcome.asked = std::mem::take(&mut self.answers.asked);
        match self.answers.unused() {
            // A run that was refused half-way never came to its later questions.
            Some(answer) if !self.lenient && self.outcome.refused.is_none() && !self.outcome.unsettled => {
                Err(Fault::Unused { player: answer.player.to_string(), kind: answer.kind.to_string() })
            }
            _ => Ok(std::mem::take(&mut self.outcome)),
        }
    }

    fn steps(&mut self) -> Result<(), (usize, Halt)> {
        settle::settle(&mut self.game, &mut self.answers).map_err(|stop| (0, stop.into()))?;
        self.check();
        self.observe("start".into());
        for (at, step) in self.scenario.script.iter().enumerate() {
            self.step(step).map_err(|halt| (at, halt))?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<(), Halt> {
        match step {
            Step::Cast(cast) => {
                let action = Action::Cast(self.cast(cast)?);
                self.act(cast.by, &action)
            }
            Step::Activate(activate) => {
                let action = Action::Activate(self.activate(activate)?);
                self.act(activate.by, &action)
            }
            Step::PlayLand { by, card } => {
                let Some(object) = self.find(card)? else { return Err(refused(Refusal::Zone)) };
                self.act(*by, &Action::PlayLand(object))
            }
            Step::Attack { by, with, whom } => self.attack(*by, with, whom),
            Step::Block { by, pairs } => self.block(*by, pairs),
            Step::Pass => self.pass(),
            Step::Resolve => self.resolve(),
            Step::ResolveAll => {
                for _ in 0..PASSES {
                    if self.game.stack().is_empty() || self.game.is_over() {
                        return Ok(());
                    }
                    self.resolve()?;
                }
                Err(Halt::Unsettled)
            }
            Step::To(step) => self.to(*step),
            Step::Try { name, step } => {
                let before = self.game.clone();
                // Nothing on the stack is a fault of a script that resolves it, and an answer to one that asks whether it can be.
                let empty = matches!(**step, Step::Resolve) && self.game.stack().is_empty();
                let came = if empty { Err(Halt::Refused("nothing is on the stack".into())) } else { self.step(step) };
                let legal = match came {
                    Ok(()) => true,
                    Err(Halt::Refused(_)) => {
                        // A refused action leaves the state unchanged (CR 726.1); what decided that it is refused mattered.
                        before.touch_as(&self.game);
                        self.game = before;
                        self.answers.declared.clear();
                        false
                    }
                    Err(halt) => return Err(halt),
                };
                self.outcome.tried.push(Tried { name: Arc::clone(name), legal });
                Ok(())
            }
            Step::Note(name) => {
                self.observe(Arc::clone(name));
                Ok(())
            }
        }
    }

    /// The player acts; those who have priority before them pass first.
    fn act(&mut self, by: PlayerName, action: &Action) -> Result<(), Halt> {
        let player = setup::player(by);
        if player.index() >= self.game.players().len() {
            return Err(Fault::UnknownId(by.to_string()).into());
        }
        for _ in 0..self.game.players().len() {
            if self.game.turn().priority == Some(player) {
                break;
            }
            // Passing on must not end the round: then the player would be asked in another state.
            if usize::from(self.game.turn().passed) + 1 >= self.game.apnap().count() {
                break;
            }
            self.pass()?;
        }
        act::act(&mut self.game, player, action, &mut self.answers)?;
        self.check();
        Ok(())
    }

    fn pass(&mut self) -> Result<(), Halt> {
        let Some(player) = self.game.turn().priority else { return Err(refused(Refusal::Priority)) };
        act::act(&mut self.game, player, &Action::Pass, &mut self.answers)?;
        self.check();
        Ok(())
    }

    fn resolve(&mut self) -> Result<(), Halt> {
        if self.game.stack().is_empty() {
            return Err(Fault::Script { step: 0, why: "nothing is on the stack to resolve".into() }.into());
        }
        let top = self.game.stack().last().copied();
        for _ in 0..PASSES {
            self.pass()?;
            let gone = top.is_none_or(|id| self.game.object(id).is_none());
            if gone || self.game.is_over() {
                return Ok(());
            }
        }
        Err(Halt::Unsettled)
    }

    /// Passes until somebody has priority in the step, for the first time there.
    fn to(&mut self, step: PhaseStep) -> Result<(), Halt> {
        let wanted = setup::step(step);
        let (turn, at) = (self.game.turn().number, self.game.turn().step);
        for _ in 0..PASSES {
            if self.game.is_over() {
                return Ok(());
            }
            self.pass()?;
            let now = self.game.turn();
            let moved = now.number != turn || now.step != at;
            if moved && now.step == wanted {
                return Ok(());
            }
        }
        Err(Fault::Script { step: 0, why: format!("the {} step is never reached", step.word()) }.into())
    }

    fn attack(&mut self, by: PlayerName, with: &[Arc<str>], whom: &Arc<str>) -> Result<(), Halt> {
        if setup::player(by) != self.game.turn().active {
            return Err(refused(Refusal::Timing));
        }
        let attackers = with.iter().map(|id| setup::position(self.scenario, id)).collect::<Result<Vec<_>, _>>()?;
        if attackers.is_empty() {
            return Ok(());
        }
        self.answers.declared.push(Declared::Attack(attackers, Arc::clone(whom)));
        self.to(PhaseStep::DeclareAttackers)?;
        self.declared_as_said()
    }

    fn block(&mut self, by: PlayerName, pairs: &[(Arc<str>, Arc<str>)]) -> Result<(), Halt> {
        let mut positions = Vec::with_capacity(pairs.len());
        for (blocker, attacker) in pairs {
            positions.push((setup::position(self.scenario, blocker)?, setup::position(self.scenario, attacker)?));
        }
        if positions.is_empty() {
            return Ok(());
        }
        self.answers.declared.push(Declared::Block(by, positions));
        // Several players may block in one step: only the first declaration moves the game there.
        if self.game.turn().step != setup::step(PhaseStep::DeclareBlockers) {
            self.to(PhaseStep::DeclareBlockers)?;
        }
        self.declared_as_said()
    }

    fn declared_as_said(&mut self) -> Result<(), Halt> {
        if self.answers.declared.is_empty() {
            return Ok(());
        }
        self.answers.declared.clear();
        Err(Halt::Refused("the declaration is not legal (CR 508.1, 509.1)".into()))
    }

    /// The object that an id means now; `None` if it has ceased to exist.
    fn find(&self, id: &str) -> Result<Option<ObjectId>, Halt> {
        Ok(observe::find(&self.game, self.scenario, id)?)
    }

    fn recipients(&self, targets: &[Arc<str>]) -> Result<Vec<Recipient>, Halt> {
        targets
            .iter()
            .map(|target| match PlayerName::from_word(target) {
                Some(player) => Ok(Recipient::Player(setup::player(player))),
                // What is gone is no legal target: an id that names nothing.
                None => Ok(Recipient::Object(self.find(target)?.unwrap_or(ObjectId(u32::MAX)))),
            })
            .collect()
    }

    fn cast(&self, step: &CastStep) -> Result<Cast, Halt> {
        Ok(Cast {
            object: self.find(&step.card)?.ok_or_else(|| refused(Refusal::Zone))?,
            x: step.x,
            kicked: step.kicked,
            free: step.free,
            targets: self.recipients(&step.targets)?,
            pay: step.pay.iter().map(|pay| self.activate(pay)).collect::<Result<_, _>>()?,
        })
    }

    fn activate(&self, step: &ActivateStep) -> Result<Activate, Halt> {
        let object = self.find(&step.object)?.ok_or_else(|| refused(Refusal::Zone))?;
        Ok(Activate {
            object,
            ability: self.nth_activated(object, step.ability).ok_or_else(|| refused(Refusal::Ability))?,
            x: step.x,
            targets: self.recipients(&step.targets)?,
            pay: step.pay.iter().map(|pay| self.activate(pay)).collect::<Result<_, _>>()?,
        })
    }

    /// The place among all abilities of the nth activated one, counted from 1.
    fn nth_activated(&self, object: ObjectId, nth: u32) -> Option<usize> {
        let derived = layers::derive(&self.game);
        let row = derived.row(object)?;
        let nth = usize::try_from(nth).ok()?.checked_sub(1)?;
        row.abilities(self.game.cards())
            .enumerate()
            .filter(|(_, (_, ability))| matches!(ability, Ability::Activated(_)))
            .map(|(at, _)| at)
            .nth(nth)
    }

    fn observe(&mut self, name: Arc<str>) {
        let snapshot: Snapshot = observe::snapshot(&self.game, self.scenario, name);
        self.outcome.snapshots.push(snapshot);
    }

    fn check(&mut self) {
        if self.invariants && self.broken.is_none() {
            self.broken = invariant::broken(&self.game);
        }
    }
}
