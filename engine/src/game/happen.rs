//! Making things happen: the only code that changes a game in play.
//!
//! An event that is impossible does not happen (CR 101.3); its results, such as the loss of life that damage causes
//! (CR 120.3a), are new proposals, which can be replaced in turn.

use super::{Floating, Game};
use crate::derived::Derived;
use crate::effect::Duration;
use crate::event::{Begun, Cause, Enters, Event, Proposal};
use crate::id::{ObjectId, PlayerId};
use crate::mutant::Mutant;
use crate::object::{Object, ObjectKind};
use crate::player::LossReason;
use crate::transcript::Entry;
use crate::turn::{Combat, Step};
use crate::zone::Zone;

/// Something that happened. Only this module makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happened {
    event: Event,
    became: Option<ObjectId>,
}

impl Happened {
    /// What did not happen, and sets off triggers: only a mutant makes one.
    pub(crate) fn only_triggers(event: Event) -> Happened {
        Happened { event, became: None }
    }

    /// What happened.
    #[must_use]
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// The object that came into being: what moved, as it is now, or a new token or ability.
    #[must_use]
    pub fn became(&self) -> Option<ObjectId> {
        self.became
    }
}

impl Game {
    /// Makes an event happen, if it can. What follows from it is added to `results`.
    pub(crate) fn happen(&mut self, before: &Derived, event: Event, results: &mut Vec<Proposal>) -> Option<Happened> {
        let is_ability =
            matches!(event, Event::Cease(id) if self.object(id).is_some_and(|o| o.stack_ability().is_some()));
        let became = self.change(before, &event, results)?;
        // 608.2m: an ability that has resolved is removed from the stack; the rest ceases to exist by other rules.
        let rule = if is_ability { "608.2m" } else { event.rule() };
        self.transcript.note(|| Entry::Happened(event.clone(), rule));
        Some(Happened { event, became })
    }

    /// `None`: it was impossible. `Some(None)`: it happened, and nothing came into being.
    fn change(&mut self, before: &Derived, event: &Event, results: &mut Vec<Proposal>) -> Option<Option<ObjectId>> {
        if self.is_about_the_departed(event) {
            return None;
        }
        match event {
            Event::Damage { source, to, amount, .. } => {
                self.deal_damage(before, *source, *to, *amount, results)?;
            }
            Event::GainLife(player, n) => {
                // 119.9: 0 life is no life gained.
                if *n == 0 && !self.deviates(Mutant::ZeroLifeGainTriggers) {
                    return None;
                }
                let player = &mut self.players[player.index()];
                player.life = player.life.saturating_add(i32::try_from(*n).unwrap_or(i32::MAX));
            }
            Event::LoseLife(player, n, _) => {
                if *n == 0 {
                    return None;
                }
                let player = &mut self.players[player.index()];
                player.life = player.life.saturating_sub(i32::try_from(*n).unwrap_or(i32::MAX));
            }
            Event::PutCounters { on, kind, n, .. } => {
                if *n == 0 {
                    return None;
                }
                self.permanent_mut(*on)?.counters.add(*kind, *n);
            }
            Event::RemoveCounters { on, kind, n } => {
                if self.permanent_mut(*on)?.counters.remove(*kind, *n) == 0 {
                    return None;
                }
            }
            Event::AddMana { player, mana, only, .. } => {
                // 106.12a: where nothing was made, nothing was tapped for mana.
                if mana.total() == 0 && !self.deviates(Mutant::ManaTriggerWithoutMana) {
                    return None;
                }
                // 106.4: it is added to what is there.
                let overwritten = only.is_some() && self.deviates(Mutant::RestrictedManaOverwritten);
                let player = &mut self.players[player.index()];
                match only {
                    Some(only) => {
                        if overwritten {
                            player.restricted.forget(only);
                        }
                        player.restricted.add(only, mana);
                    }
                    None => player.pool = player.pool.plus(mana),
                }
            }
            Event::SpendMana(player, mana, restricted) => {
                let player = &mut self.players[player.index()];
                let left = player.restricted.minus(restricted)?;
                player.pool = player.pool.minus(mana)?;
                player.restricted = left;
            }
            Event::EmptyPool(player) => {
                let player = &mut self.players[player.index()];
                if player.mana().total() == 0 {
                    return None;
                }
                player.pool = crate::mana::ManaPool::default();
                player.restricted = crate::restriction::RestrictedPool::default();
            }
            Event::Tap(id) => self.set_tapped(*id, true)?,
            Event::Untap(id) => self.set_tapped(*id, false)?,
            Event::SkipNextUntap(id) => {
                self.object_mut(*id).filter(|o| o.zone == Zone::Battlefield)?.skips_untap = true;
            }
            Event::UntapStepSkipped(id) => self.object_mut(*id)?.skips_untap = false,
            // What nothing stopped has become a move by now.
            Event::Destroy(..) | Event::Counter(_) => return None,
            Event::Move { object, to, cause, enters } => {
                let became = self.move_object(before, *object, *to, *cause, enters)?;
                if *cause == Cause::ShuffledInstead {
                    results.extend(self.object(became).map(|moved| Proposal::from(Event::Shuffle(moved.owner))));
                }
                return Some(Some(became));
            }
            Event::CreateTokens { player, token, n, enters } => {
                if *n == 0 {
                    return None;
                }
                let one = Event::CreateToken { player: *player, token: token.clone(), enters: enters.clone() };
                results.extend((0..*n).map(|_| Proposal::from(one.clone())));
            }
            Event::CreateToken { player, token, enters } => {
                return Some(Some(self.create_token(*player, token, enters)));
            }
            Event::Cease(id) | Event::LeaveGame(id) => self.remove_object(before, *id, None)?,
            Event::Draw(player) => {
                let Some(top) = self.player(*player).library.last().copied() else {
                    self.players[player.index()].drew_from_empty = true;
                    return Some(None);
                };
                let (to, cause) = (Zone::Hand, Cause::Drawn);
                results.push(Event::Move { object: top, to, cause, enters: Enters::default() }.into());
            }
            Event::Shuffle(player) => {
                let player = &mut self.players[player.index()];
                player.shuffled = true;
                player.shuffles += 1;
                // What has no known order is kept in one order, so that equal games are equal values.
                player.library.sort_unstable();
            }
            Event::Cast(_) => {}
            Event::CopySpell { spell, controller, not_legendary } => {
                return self.copy_spell(*spell, *controller, *not_legendary).map(Some);
            }
            Event::SetX { spell, x } => {
                let unchanged = self.deviates(Mutant::XOfSpellFixed);
                let spell = self.object_mut(*spell).filter(|o| o.zone == Zone::Stack && !unchanged)?;
                spell.announced.get_or_insert_default().x = *x;
            }
            Event::PutOnStack { controller, ability, announced } => {
                let timestamp = self.tick();
                let id = self.new_id();
                let text = self.object_or_last_known(ability.source).map(Object::text)?;
                self.board.change().objects.push(Object {
                    id,
                    card: text.card,
                    words: text.words,
                    kind: ObjectKind::Ability(ability.clone()),
                    owner: *controller,
                    controller: *controller,
                    zone: Zone::Stack,
                    tapped: false,
                    skips_untap: false,
                    damage: 0,
                    deathtouched: false,
                    counters: crate::counter::Counters::default(),
                    attached: None,
                    timestamp,
                    controlled: (*controller, timestamp),
                    entered: timestamp,
                    copy_of: None,
                    not_legendary: false,
                    chosen: None,
                    announced: Some(announced.clone()),
                    exiled_with: None,
                    tag: None,
                });
                self.stack.push(id);
                return Some(Some(id));
            }
            Event::LoseGame(player, why) => self.lose(before, *player, *why, results)?,
            Event::StepBegins(step) => self.begin_step(*step),
            Event::WearOff => {
                let board = self.board.change();
                for object in &mut board.objects {
                    object.damage = 0;
                    object.deathtouched = false;
                }
                board.floating.retain(|f| f.duration != Duration::EndOfTurn);
            }
            Event::Attack(attacker) => self.add_attacker(attacker)?,
            Event::Block { blocker, attacker } => self.add_blocker(*blocker, *attacker)?,
            Event::LeaveCombat(id) => self.leave_combat_unless(*id, before.row(*id)?.types),
            Event::OrderBlockers { attacker, blockers } => self.order_blockers(*attacker, blockers)?,
            Event::BeginEffect { effect, controller, duration } => {
                if matches!(effect, Begun::Changes(to, _) if to.is_empty()) {
                    return None;
                }
                let timestamp = self.tick();
                self.board.change().floating.push(Floating {
                    effect: effect.clone(),
                    controller: *controller,
                    duration: *duration,
                    timestamp,
                });
            }
            Event::UseShield(name, n) => self.use_shield(*name, *n)?,
            Event::Attach(id, to) => {
                if let Some(to) = to
                    && !self.deviates(Mutant::ImpossibleAttachmentMoves)
                    && !crate::target::can_attach(self, before, *id, *to)
                {
                    self.note_rule("701.3b", || "it cannot be attached there: it does not move".to_owned());
                    return None;
                }
                let timestamp = self.tick();
                let object = self.object_mut(*id).filter(|o| o.zone == Zone::Battlefield && o.attached != *to)?;
                object.attached = *to;
                // 613.7e: it gets a new timestamp when it becomes attached.
                object.timestamp = timestamp;
            }
            Event::ControlChanged { object, to } => {
                let now = self.tick();
                self.object_mut(*object)?.controlled = (*to, now);
                // 506.4: a permanent whose controller changes leaves combat.
                if self.can_leave_combat() {
                    self.leave_combat(*object);
                }
            }
        }
        Some(None)
    }

    /// 800.4b, 800.4d: nothing comes to be a player's who has left the game; and nothing more happens to one.
    fn is_about_the_departed(&self, event: &Event) -> bool {
        let left = |player: PlayerId| self.player(player).lost.is_some();
        match event {
            Event::GainLife(player, _)
            | Event::LoseLife(player, ..)
            | Event::SpendMana(player, ..)
            | Event::AddMana { player, .. }
            | Event::CreateTokens { player, .. }
            | Event::CreateToken { player, .. }
            | Event::Draw(player)
            | Event::Shuffle(player)
            | Event::PutOnStack { controller: player, .. } => left(*player),
            Event::Move { to: Zone::Battlefield | Zone::Stack, enters, .. } => enters.controller.is_some_and(left),
            _ => false,
        }
    }

    fn set_tapped(&mut self, id: ObjectId, tapped: bool) -> Option<()> {
        let object = self.object_mut(id).filter(|o| o.zone == Zone::Battlefield && o.tapped != tapped)?;
        object.tapped = tapped;
        Some(())
    }

    fn begin_step(&mut self, step: Step) {
        if step == Step::Untap {
            let n = self.players.len();
            let next = (1..=n)
                .map(|k| (self.turn.active.index() + k) % n)
                .find(|seat| self.players[*seat].lost.is_none())
                .unwrap_or(self.turn.active.index());
            self.turn.active = PlayerId(super::as_u8(next));
            self.turn.number += 1;
            self.turn.lands_played = 0;
            let now = self.tick();
            self.players[next].turn_began = now;
            // Only what is still asked about has to be remembered: with an empty stack nothing refers to the past.
            if self.stack.is_empty() && self.waiting.is_empty() {
                self.board.change().last_known.clear();
            }
        }
        if step == Step::BeginCombat || step == Step::SecondMain {
            self.board.change().combat = Combat::default();
        }
        self.turn.step = step;
        self.turn.passed = 0;
        self.turn.priority = None;
    }

    /// CR 104.3, and what leaves with a player (CR 800.4a).
    fn lose(&mut self, before: &Derived, player: PlayerId, why: LossReason, results: &mut Vec<Proposal>) -> Option<()> {
        let who = &mut self.players[player.index()];
        if who.lost.is_some() {
            return None;
        }
        who.lost = Some(why);
        // 800.4a: priority passes on with the player who had it.
        if self.turn.priority == Some(player) {
            self.give_priority(player);
        }
        if !self.is_over() {
            self.leave(before, player, results);
        }
        Some(())
    }

    /// Sets who has priority (CR 117.3). For a player who has left, the next one still in the game has it (CR 800.4j).
    pub(crate) fn give_priority(&mut self, player: PlayerId) {
        let n = self.players.len();
        let next = (0..n).map(|k| (player.index() + k) % n).find(|seat| self.players[*seat].lost.is_none());
        self.turn.priority = next.map(|seat| PlayerId(super::as_u8(seat)));
    }

    /// Counts a pass and hands priority on (CR 117.3d). Says whether all players have now passed in succession.
    pub(crate) fn pass_priority(&mut self) -> bool {
        let order: Vec<PlayerId> = self.apnap().collect();
        let at = self.turn.priority.and_then(|p| order.iter().position(|q| *q == p));
        self.turn.passed += 1;
        if let Some(at) = at {
            self.turn.priority = Some(order[(at + 1) % order.len()]);
        }
        usize::from(self.turn.passed) >= order.len()
    }

    /// Somebody did something: the count of passes starts again (CR 117.4).
    pub(crate) fn reset_passes(&mut self) {
        self.turn.passed = 0;
    }

    /// Counts a land played this turn (CR 305.2).
    pub(crate) fn count_land(&mut self) {
        self.turn.lands_played = self.turn.lands_played.saturating_add(1);
    }

    /// The attempt to draw from an empty library has been looked at (CR 704.5b).
    pub(crate) fn clear_draw_attempts(&mut self) {
        self.players.iter_mut().for_each(|p| p.drew_from_empty = false);
    }

    /// Deathtouch damage has been looked at (CR 704.5h).
    pub(crate) fn clear_deathtouch(&mut self) {
        if self.board.objects.iter().any(|o| o.deathtouched) {
            self.board.change().objects.iter_mut().for_each(|o| o.deathtouched = false);
        }
    }

    /// A triggered ability begins to wait (CR 603.3).
    pub(crate) fn wait(&mut self, trigger: super::Waiting, is_state_trigger: bool) {
        if is_state_trigger && !self.state_trigger_spent(trigger.source, &trigger.ability) {
            self.spent_state_triggers.push((trigger.source, trigger.ability.clone()));
        }
        self.waiting.push(trigger);
    }

    /// One waiting trigger is about to be put on the stack (CR 603.3).
    pub(crate) fn waits_no_more(&mut self, trigger: &super::Waiting) {
        if let Some(at) = self.waiting.iter().position(|w| w == trigger) {
            self.waiting.remove(at);
        }
    }

    /// Takes every waiting trigger.
    pub(crate) fn take_waiting(&mut self) -> Vec<super::Waiting> {
        core::mem::take(&mut self.waiting)
    }
}
