//! Carries out the steps of scripts. The engine asks what a player with priority does; what is answered follows from the
//! step that is being carried out.

use std::sync::Arc;

use forge_foundation::{PhaseType, ZoneType};
use headjudge_protocol::message::Missing;
use headjudge_protocol::outcome::{Refused, Tried};
use headjudge_protocol::scenario::{ActivateStep, CastStep, Step};
use headjudge_protocol::words::{PhaseStep, PlayerName};
use manabrew_engine::agent::{PlayCardMode, PlayOption, PriorityActionSpace};
use manabrew_engine::card::Card;
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::player::actions::{AbilityRef, PlayerAction};
use manabrew_engine::staticability::StaticAbility;
use manabrew_engine::staticability::static_ability_continuous::can_play;

use crate::board::player;
use crate::doing::{Announced, Doing, Moment};
use crate::stop::{Stop, stop, unsupported};
use crate::table::Table;
use crate::turn::step as step_of;

/// How often players pass within one step of a script before it is called unsettled.
const PASSES: usize = 400;

/// What is said of an X that is not the one that the engine takes.
pub(crate) const TAKEN_X: &str = "X of a mana cost, where it is not as great as can be paid for";

impl Table {
    /// What a player with priority does.
    pub(crate) fn act(&mut self, seat: PlayerId, request: &mut dyn FnMut() -> PriorityActionSpace) -> PlayerAction {
        if !self.started {
            self.started = true;
            self.observe("start");
        }
        loop {
            if self.doing.is_none() && !self.begin() {
                stop(Stop::Done);
            }
            if let Some(action) = self.go_on(seat, request) {
                return action;
            }
        }
    }

    /// A game that is over: what is left of the script is carried out without it.
    pub(crate) fn finish(&mut self) {
        if !self.started {
            self.started = true;
            self.observe("start");
        }
        loop {
            if self.doing.is_none() && !self.begin() {
                return;
            }
            let Some(doing) = self.doing.take() else { return };
            let acted = doing.acted.is_some() || doing.declared;
            match &doing.step {
                Step::Note(name) => self.observe(&Arc::clone(name)),
                Step::To(_) | Step::Resolve | Step::ResolveAll => {}
                _ if acted => {
                    let tried = doing.name.map(|name| Tried { name, legal: true });
                    self.outcome.tried.extend(tried);
                }
                _ => {
                    self.doing = Some(doing);
                    self.refuse("the game is over");
                }
            }
        }
    }

    /// Takes the next step of the script; false, and the last observation, if there is none.
    fn begin(&mut self) -> bool {
        let Some(step) = self.scenario.script.get(self.next).cloned() else {
            self.observe("after");
            return false;
        };
        let at = self.next;
        self.next += 1;
        let (name, step) = match step {
            Step::Try { name, step } => (Some(name), *step),
            step => (None, step),
        };
        if let (Some(name), Some(used)) = (&name, self.vain.get(&at)) {
            self.used.extend(used.iter().copied());
            self.outcome.tried.push(Tried { name: Arc::clone(name), legal: false });
            return self.begin();
        }
        let announced = match &step {
            Step::Cast(cast) => {
                let targets = cast.targets.iter().map(|name| self.target(name)).collect();
                Announced { x: cast.x, kicked: cast.kicked, targets, pay: cast.pay.clone(), ..Announced::default() }
            }
            Step::Activate(activate) => {
                let targets = activate.targets.iter().map(|name| self.target(name)).collect();
                Announced { x: activate.x, targets, pay: activate.pay.clone(), ..Announced::default() }
            }
            _ => Announced::default(),
        };
        let (began, used) = (self.moment(), self.used.clone());
        self.doing =
            Some(Doing { step, name, used, began, passed: 0, acted: None, announced, declared: false, failed: None });
        true
    }

    /// The step is carried out.
    fn done(&mut self) -> Option<PlayerAction> {
        if let Some(Doing { name: Some(name), .. }) = self.doing.take() {
            self.outcome.tried.push(Tried { name, legal: true });
        }
        None
    }

    /// The step is not legal: the run ends, unless it was only tried.
    fn refuse(&mut self, why: &str) -> ! {
        let at = self.next.saturating_sub(1);
        if let Some(Doing { name: Some(_), used, .. }) = &self.doing {
            stop(Stop::Again(at, self.used.difference(used).copied().collect()));
        }
        self.outcome.refused = Some(Refused { step: at, why: why.to_owned() });
        self.observe("after");
        stop(Stop::Done)
    }

    fn go_on(&mut self, seat: PlayerId, request: &mut dyn FnMut() -> PriorityActionSpace) -> Option<PlayerAction> {
        let doing = self.doing.clone()?;
        if let Some(why) = &doing.failed {
            self.refuse(why);
        }
        if let Some((card, before)) = &doing.acted {
            return self.check(*card, before, &doing);
        }
        let now = self.moment();
        match &doing.step {
            Step::Note(name) => {
                self.observe(name);
                self.done()
            }
            Step::Pass if doing.passed == 0 => self.pass(),
            Step::Pass => self.done(),
            Step::Resolve => match doing.began.stack.last() {
                None => self.refuse("there is nothing on the stack"),
                Some(top) if now.stack.contains(top) => self.pass(),
                Some(_) => self.done(),
            },
            Step::ResolveAll if now.stack.is_empty() => self.done(),
            Step::ResolveAll => self.pass(),
            Step::To(step) => self.to(*step, &doing, &now),
            Step::Cast(cast) => match self.give_priority(seat, cast.by) {
                Some(pass) => Some(pass),
                None => self.cast(cast, request),
            },
            Step::PlayLand { by, card } => match self.give_priority(seat, *by) {
                Some(pass) => Some(pass),
                None => {
                    let id = self.card(card);
                    self.play(id, false, request)
                }
            },
            Step::Activate(activate) => match self.give_priority(seat, activate.by) {
                Some(pass) => Some(pass),
                None => self.activate(activate, request),
            },
            Step::Attack { by, with, .. } => {
                self.declare(*by, with.is_empty(), PhaseType::CombatDeclareAttackers, &now)
            }
            Step::Block { by, pairs } => self.declare(*by, pairs.is_empty(), PhaseType::CombatDeclareBlockers, &now),
            Step::Try { .. } => unsupported(Missing::Action, "a try within a try"),
        }
    }

    /// Passing until the declaration; whether it was made as the script says is looked at after it.
    fn declare(&mut self, by: PlayerName, nobody: bool, phase: PhaseType, now: &Moment) -> Option<PlayerAction> {
        if nobody {
            return self.done();
        }
        let seen = self.seen.as_ref()?;
        let active = seen.game.turn.active_player == player(by);
        let doing = self.doing.as_ref()?;
        if phase == PhaseType::CombatDeclareAttackers && !active {
            self.refuse("it is not that player's turn");
        }
        if doing.declared {
            let as_said = match &doing.step {
                Step::Attack { with, .. } => {
                    with.iter().all(|name| seen.game.card(self.card(name)).attacking_player.is_some())
                }
                Step::Block { pairs, .. } => pairs.iter().all(|(blocker, attacker)| {
                    let pair = (self.card(blocker), self.card(attacker));
                    seen.game.turn.combat_block_assignments.contains(&pair)
                }),
                _ => true,
            };
            return if as_said { self.done() } else { self.refuse("the engine takes back a part of the declaration") };
        }
        let past = now.turn != doing.began.turn || !now.phase.is_before(phase);
        if past {
            self.refuse("there is no such declaration to make");
        }
        self.pass()
    }

    fn to(&mut self, step: PhaseStep, doing: &Doing, now: &Moment) -> Option<PlayerAction> {
        let elsewhere = (now.turn, now.phase) != (doing.began.turn, doing.began.phase);
        if elsewhere && step_of(now.phase) == step {
            return self.done();
        }
        let seats = u32::try_from(self.scenario.board.players.len()).unwrap_or(4);
        if now.turn > doing.began.turn + 2 * seats || matches!(step, PhaseStep::Untap | PhaseStep::Cleanup) {
            unsupported(
                Missing::Feature,
                format!("stopping in the {} step, in which nobody has priority", step.word()),
            );
        }
        self.pass()
    }

    fn pass(&mut self) -> Option<PlayerAction> {
        let alive = self.seen.as_ref().map_or(2, |seen| seen.game.alive_players().len());
        self.passes = if self.passes + 1 >= alive { 0 } else { self.passes + 1 };
        let doing = self.doing.as_mut()?;
        doing.passed += 1;
        if doing.passed > PASSES {
            stop(Stop::Unsettled);
        }
        Some(PlayerAction::PassPriority)
    }

    /// Those before the player pass, unless that would end the round.
    fn give_priority(&mut self, seat: PlayerId, by: PlayerName) -> Option<PlayerAction> {
        if seat == player(by) {
            self.passes = 0;
            return None;
        }
        let alive = self.seen.as_ref().map_or(2, |seen| seen.game.alive_players().len());
        if self.passes + 1 >= alive {
            self.refuse(&format!("{} does not have priority", by.word()));
        }
        self.pass()
    }

    fn cast(&mut self, cast: &CastStep, request: &mut dyn FnMut() -> PriorityActionSpace) -> Option<PlayerAction> {
        let id = self.card(&cast.card);
        self.play(id, cast.free, request)
    }

    fn play(
        &mut self,
        id: CardId,
        free: bool,
        request: &mut dyn FnMut() -> PriorityActionSpace,
    ) -> Option<PlayerAction> {
        let space = request();
        let ways: Vec<PlayOption> = space.playable.into_iter().filter(|way| way.card_id == id).collect();
        // Where something lets a spell be cast for nothing, the engine takes that in place of its cost, and offers no other way.
        let for_nothing = self.for_nothing(id);
        if for_nothing && !free {
            unsupported(Missing::Choice, "paying for a spell that may be cast for nothing");
        }
        let fits: Vec<PlayOption> =
            ways.iter().copied().filter(|way| for_nothing || (way.mode == PlayCardMode::Normal) != free).collect();
        match fits[..] {
            [] if ways.is_empty() || !free => self.refuse("the engine does not offer it"),
            [way] => {
                self.remember(id);
                Some(PlayerAction::CastSpell(way))
            }
            _ => unsupported(Missing::Choice, "one of several ways to cast a spell"),
        }
    }

    /// Whether a static ability lets its controller cast the spell without paying its mana cost (CR 118.9).
    fn for_nothing(&self, id: CardId) -> bool {
        let Some(seen) = &self.seen else { return false };
        let card = seen.game.card(id);
        let theirs = |source: &&Card| source.zone == ZoneType::Battlefield && source.controller == card.controller;
        seen.game.cards.iter().filter(theirs).any(|source| {
            let lets = |ability: &StaticAbility| {
                ability.ir.may_play_without_mana_cost && can_play(ability, source, card, &seen.game)
            };
            source.static_abilities.iter().any(lets)
        })
    }

    fn activate(
        &mut self,
        step: &ActivateStep,
        request: &mut dyn FnMut() -> PriorityActionSpace,
    ) -> Option<PlayerAction> {
        let space = request();
        let Some((id, index, mana)) = self.ability(step) else { self.refuse("it has no such ability") };
        self.remember(id);
        if mana {
            let offered = space.mana_abilities.iter().any(|way| way.card_id == id && way.ability_index == index);
            if !offered {
                self.refuse("the engine does not offer that mana ability");
            }
            return Some(PlayerAction::ActivateMana(id, Some(index), None));
        }
        if !space.activatable.iter().any(|way| way.card_id == id && way.ability_index == index) {
            self.refuse("the engine does not offer that ability");
        }
        Some(PlayerAction::ActivateAbility(AbilityRef { card_id: id, ability_index: index }))
    }

    /// Remembers how the table looked before an action.
    fn remember(&mut self, id: CardId) {
        let print = self.print(id);
        self.passes = 0;
        if let Some(doing) = &mut self.doing {
            doing.acted = Some((id, print));
        }
    }

    /// After an action: did the engine carry it out, and as the script says?
    fn check(&mut self, card: CardId, before: &str, doing: &Doing) -> Option<PlayerAction> {
        if self.print(card) == before {
            self.refuse("the engine does not carry it out");
        }
        let zone = self.seen.as_ref()?.game.card(card).zone;
        if matches!(doing.step, Step::Cast(_)) && zone == ZoneType::Hand {
            self.refuse("the engine does not cast it");
        }
        let announced = &doing.announced;
        if !announced.targets.is_empty() {
            unsupported(
                Missing::Choice,
                format!("a target of {}, which the engine does not ask for", self.card_named(card)),
            );
        }
        let taken = self.taken_x(card);
        match taken {
            // The engine takes X of a spell as great as it can be paid for and X of an ability as 0, and asks nobody.
            Some(taken) if taken > announced.x && !announced.x_asked => unsupported(Missing::Choice, TAKEN_X),
            Some(0) if announced.x > 0 && !announced.x_asked && !matches!(doing.step, Step::Cast(_)) => {
                unsupported(Missing::Choice, "X of the cost of an ability, which the engine takes to be 0");
            }
            Some(taken) if taken < announced.x => self.refuse("X cannot be that great"),
            None if announced.x > 0 && !announced.x_asked => self.refuse("X cannot be chosen"),
            _ => {}
        }
        if announced.kicked && !announced.kick_asked {
            self.refuse("it cannot be kicked");
        }
        if !announced.pay.is_empty() {
            unsupported(Missing::Action, "mana abilities activated while nothing is paid");
        }
        self.done()
    }
}
