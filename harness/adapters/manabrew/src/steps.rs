//! Carries out the steps of scripts. The engine asks what a player with priority does; what is answered follows from the
//! step that is being carried out.

use std::collections::BTreeSet;
use std::sync::Arc;

use forge_foundation::{PhaseType, ZoneType};
use headjudge_protocol::message::Missing;
use headjudge_protocol::outcome::{Refused, Tried};
use headjudge_protocol::scenario::{ActivateStep, CastStep, Step};
use headjudge_protocol::words::{PhaseStep, PlayerName};
use manabrew_engine::agent::{PlayCardMode, PlayOption, PriorityActionSpace};
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::player::actions::{AbilityRef, PlayerAction};
use manabrew_engine::zone::magic_stack::StackEntry;

use crate::board::player;
use crate::stop::{Stop, stop, unsupported};
use crate::table::Table;
use crate::turn::step as step_of;

/// How often players pass within one step of a script before it is called unsettled.
const PASSES: usize = 400;

/// What is said of an X that is not the one that the engine takes.
pub(crate) const TAKEN_X: &str = "X of a mana cost, where it is not as great as can be paid for";

/// What a step's target is in the engine's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Player(PlayerId),
    Card(CardId),
    /// A spell or ability, by its number on the stack.
    Entry(u32),
    /// What the script names is not there.
    Nothing,
}

/// What does not change as long as players only pass.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Moment {
    turn: u32,
    phase: PhaseType,
    stack: Vec<u32>,
}

/// What is announced while a spell is cast or an ability activated.
#[derive(Debug, Clone, Default)]
pub(crate) struct Announced {
    pub(crate) x: u32,
    pub(crate) x_asked: bool,
    pub(crate) kicked: bool,
    pub(crate) kick_asked: bool,
    pub(crate) targets: Vec<Target>,
    pub(crate) pay: Vec<ActivateStep>,
    /// The creatures that are still to be tapped for convoke, once that was asked.
    pub(crate) convoke: Option<Vec<CardId>>,
    pub(crate) paid: bool,
}

/// The step that is being carried out.
#[derive(Debug, Clone)]
pub(crate) struct Doing {
    pub(crate) step: Step,
    /// It is only tried.
    name: Option<Arc<str>>,
    /// Answers that were used up before it.
    used: BTreeSet<usize>,
    began: Moment,
    passed: usize,
    /// An action was taken for it, by which card, and how that looked before.
    acted: Option<(CardId, String)>,
    pub(crate) announced: Announced,
    /// A declaration was made.
    pub(crate) declared: bool,
    /// Why it is not legal, where that was found in the middle of the engine.
    pub(crate) failed: Option<String>,
}

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
                _ if acted => {}
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
        let fits: Vec<PlayOption> =
            ways.iter().copied().filter(|way| (way.mode == PlayCardMode::Normal) != free).collect();
        match fits[..] {
            [] if ways.is_empty() || !free => self.refuse("the engine does not offer it"),
            [way] => {
                self.remember(id);
                Some(PlayerAction::CastSpell(way))
            }
            _ => unsupported(Missing::Choice, "one of several ways to cast a spell"),
        }
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

    /// The object, and the engine's index of its nth activated ability and whether that makes mana.
    pub(crate) fn ability(&self, step: &ActivateStep) -> Option<(CardId, usize, bool)> {
        let Target::Card(id) = self.target(&step.object) else { return None };
        let card = self.seen.as_ref()?.game.card(id);
        let nth = usize::try_from(step.ability).ok()?.checked_sub(1)?;
        let ability = card.activated_abilities.get(nth)?;
        Some((id, ability.ability_index, ability.is_mana_ability))
    }

    /// Remembers how the table looked before an action.
    fn remember(&mut self, id: CardId) {
        let print = self.print(id);
        self.passes = 0;
        if let Some(doing) = &mut self.doing {
            doing.acted = Some((id, print));
        }
    }

    /// What an action that was taken changes: the stack, the pools, or the card itself.
    fn print(&self, id: CardId) -> String {
        let Some(seen) = &self.seen else { return String::new() };
        let card = seen.game.card(id);
        let pools: Vec<usize> = seen.pools.iter().map(|pool| pool.mana_entries().len()).collect();
        let life: Vec<i32> = seen.game.players.iter().map(|player| player.life).collect();
        let cards = seen.game.cards.len();
        let stack = self.moment().stack;
        format!("{stack:?} {pools:?} {life:?} {cards} {:?} {} {:?}", card.zone, card.tapped, card.counters)
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

    /// X of the spell or ability that is on the stack, with this source.
    fn taken_x(&self, card: CardId) -> Option<u32> {
        let stack = &self.seen.as_ref()?.game.stack;
        let of = |entry: &&StackEntry| entry.spell_ability.source == Some(card) && !entry.spell_ability.is_trigger;
        stack.iter().filter(of).last().map(|entry| entry.spell_ability.x_mana_cost_paid)
    }

    fn card_named(&self, card: CardId) -> String {
        self.seen.as_ref().map(|seen| seen.game.card(card).card_name.clone()).unwrap_or_default()
    }

    /// The engine's card of a name.
    pub(crate) fn card(&self, name: &str) -> CardId {
        match self.target(name) {
            Target::Card(id) => id,
            _ => unsupported(Missing::Feature, format!("the object `{name}`")),
        }
    }

    /// What a script names.
    fn target(&self, name: &str) -> Target {
        if let Some(name) = PlayerName::from_word(name) {
            return Target::Player(player(name));
        }
        if let Some(at) = self.scenario.board.objects.iter().position(|object| object.id.as_ref() == name) {
            return Target::Card(self.cards[at]);
        }
        let Some(seen) = &self.seen else { return Target::Nothing };
        let game = &seen.game;
        if name == "stack.top" {
            return game.stack.peek().map_or(Target::Nothing, |entry| Target::Entry(entry.id));
        }
        if let Some(nth) = name.strip_prefix("token.").and_then(|nth| nth.parse::<usize>().ok()) {
            let tokens = self.tokens(game);
            return nth.checked_sub(1).and_then(|at| tokens.get(at)).map_or(Target::Nothing, |id| Target::Card(*id));
        }
        if name.starts_with("ability of ") {
            let fits = game.stack.iter().filter(|entry| self.name_of_entry(game, entry).as_ref() == name);
            return fits.last().map_or(Target::Nothing, |entry| Target::Entry(entry.id));
        }
        unsupported(Missing::Feature, format!("the object `{name}`"))
    }

    fn moment(&self) -> Moment {
        match &self.seen {
            Some(seen) => Moment {
                turn: seen.game.turn.turn_number,
                phase: seen.game.turn.phase,
                stack: seen.game.stack.iter().map(|entry| entry.id).collect(),
            },
            None => Moment { turn: 0, phase: PhaseType::Untap, stack: Vec::new() },
        }
    }
}
