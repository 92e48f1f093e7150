//! Two seats that do what they are told, and remember what they were shown.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use manabrew_engine::agent::{
    ManaAbilityOption, ManaCostAction, PlayOption, PlayerAgent, PriorityActionSpace, TargetChoice,
};
use manabrew_engine::combat::DefenderId;
use manabrew_engine::game::GameState;
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::mana::ManaPool;
use manabrew_engine::player::actions::{AbilityRef, PlayerAction};
use manabrew_engine::spellability::SpellAbility;

/// What a player does, in order.
#[derive(Debug, Clone, Copy)]
pub enum Do {
    Cast(&'static str),
    Mana(&'static str),
    Ability(&'static str, usize),
    /// Passing, and another aim for what comes next.
    Aim(&'static str),
    /// Nothing but a look at the table.
    Look,
}

#[derive(Default)]
pub struct Plan {
    pub steps: VecDeque<Do>,
    pub replies: VecDeque<Do>,
    pub aim: String,
    pub names: Vec<String>,
    pub attackers: Vec<CardId>,
    pub blocks: Vec<(CardId, CardId)>,
    /// Life of the first player, height of the stack and who controls what is there, as last seen.
    seen: (i32, Vec<usize>),
    pub looked: (i32, usize),
    pub stack: Vec<usize>,
    pub offered: Vec<String>,
    pub colours: Vec<String>,
    pub choices: Vec<String>,
    pub numbers: usize,
    pub replacements: usize,
}

pub struct Seat(pub Rc<RefCell<Plan>>, pub usize);

impl Seat {
    fn card(&self, name: &str) -> CardId {
        let at = self.0.borrow().names.iter().position(|other| other == name).expect("there is such a card");
        CardId(u32::try_from(at).expect("few cards"))
    }

    fn look(&self, offered: &PriorityActionSpace) {
        let mut plan = self.0.borrow_mut();
        let (life, stack) = plan.seen.clone();
        plan.looked = (life, stack.len());
        plan.stack = stack;
        let name = |card: CardId| plan.names.get(card.index()).cloned().unwrap_or_default();
        let spells = offered.playable.iter().map(|way| format!("cast {}", name(way.card_id)));
        let mana = offered.mana_abilities.iter().map(|way| format!("mana {}", name(way.card_id)));
        let others = offered.activatable.iter().map(|way| format!("ability {}", name(way.card_id)));
        let offered = spells.chain(mana).chain(others).collect();
        plan.offered = offered;
    }

    /// The first of the aims that is a valid target; it is used up if there is another.
    fn aimed(&self, valid: &[CardId]) -> Option<CardId> {
        let mut plan = self.0.borrow_mut();
        let aims: Vec<String> = plan.aim.split(' ').map(str::to_owned).collect();
        let fits = |aim: &String| valid.iter().copied().find(|card| plan.names.get(card.index()) == Some(aim));
        let (at, card) = aims.iter().enumerate().find_map(|(at, aim)| Some((at, fits(aim)?)))?;
        if aims.len() > 1 {
            let left: Vec<String> =
                aims.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, aim)| aim.clone()).collect();
            plan.aim = left.join(" ");
        }
        Some(card)
    }
}

impl PlayerAgent for Seat {
    fn snapshot_state(&mut self, game: &GameState, _: &[ManaPool]) {
        let stack = game.stack.iter().map(|entry| entry.spell_ability.activating_player.index()).collect();
        self.0.borrow_mut().seen = (game.players[0].life, stack);
    }

    fn mulligan_decision(&mut self, _: PlayerId, _: &[CardId], _: u32) -> bool {
        true
    }

    fn choose_action(
        &mut self,
        _: PlayerId,
        _: Option<&PriorityActionSpace>,
        request: &mut dyn FnMut() -> PriorityActionSpace,
    ) -> PlayerAction {
        let next = match self.1 {
            0 => self.0.borrow_mut().steps.pop_front(),
            _ => self.0.borrow_mut().replies.pop_front(),
        };
        match next {
            Some(Do::Cast(name)) => PlayerAction::CastSpell(PlayOption::normal(self.card(name))),
            Some(Do::Mana(name)) => PlayerAction::ActivateMana(self.card(name), None, None),
            Some(Do::Ability(name, ability_index)) => {
                PlayerAction::ActivateAbility(AbilityRef { card_id: self.card(name), ability_index })
            }
            Some(Do::Look) => {
                self.look(&request());
                PlayerAction::PassPriority
            }
            Some(Do::Aim(name)) => {
                name.clone_into(&mut self.0.borrow_mut().aim);
                PlayerAction::PassPriority
            }
            None => PlayerAction::PassPriority,
        }
    }

    fn choose_attackers(&mut self, _: PlayerId, _: &[CardId], whom: &[DefenderId]) -> Vec<(CardId, DefenderId)> {
        let attackers = std::mem::take(&mut self.0.borrow_mut().attackers);
        attackers.into_iter().zip(whom.iter().copied().cycle()).collect()
    }

    fn choose_blockers(&mut self, _: PlayerId, _: &[CardId], _: &[CardId], _: Option<usize>) -> Vec<(CardId, CardId)> {
        std::mem::take(&mut self.0.borrow_mut().blocks)
    }

    fn choose_color(&mut self, _: PlayerId, colours: &[String]) -> Option<String> {
        self.0.borrow_mut().colours = colours.to_vec();
        colours.first().cloned()
    }

    fn choose_cards_for_effect(&mut self, _: PlayerId, valid: &[CardId], _: usize, max: usize) -> Vec<CardId> {
        let names = valid.iter().filter_map(|card| self.0.borrow().names.get(card.index()).cloned()).collect();
        self.0.borrow_mut().choices = names;
        valid.iter().copied().take(max).collect()
    }

    fn choose_targets_for(&mut self, sa: &mut SpellAbility, game: &GameState, pools: &[ManaPool]) -> bool {
        manabrew_engine::spellability::choose_targets_by_kind(self, sa, game, pools)
    }

    fn choose_target_player(&mut self, _: PlayerId, valid: &[PlayerId], _: Option<&SpellAbility>) -> Option<PlayerId> {
        valid.first().copied()
    }

    fn choose_target_card(&mut self, _: PlayerId, valid: &[CardId], _: Option<&SpellAbility>) -> Option<CardId> {
        self.aimed(valid)
    }

    fn choose_target_any(
        &mut self,
        _: PlayerId,
        players: &[PlayerId],
        cards: &[CardId],
        _: Option<&SpellAbility>,
    ) -> TargetChoice {
        let player = match self.0.borrow().aim.as_str() {
            "p1" => players.first(),
            "p2" => players.last(),
            _ => None,
        };
        let card = || self.aimed(cards).map_or(TargetChoice::None, TargetChoice::Card);
        player.map_or_else(card, |player| TargetChoice::Player(*player))
    }

    fn choose_number(
        &mut self,
        _: PlayerId,
        _: Option<CardId>,
        _: &str,
        _: Option<&str>,
        min: i32,
        _: i32,
    ) -> Option<i32> {
        self.0.borrow_mut().numbers += 1;
        Some(min)
    }

    fn choose_single_replacement_effect(&mut self, _: PlayerId, _: &[String]) -> usize {
        self.0.borrow_mut().replacements += 1;
        0
    }

    fn choose_kicker(&mut self, _: PlayerId, _: &str, _: Option<CardId>) -> bool {
        self.0.borrow().aim == "kick"
    }

    fn choose_land_or_spell(&mut self, _: PlayerId) -> Option<bool> {
        None
    }

    fn pay_mana_cost(
        &mut self,
        _: PlayerId,
        _: CardId,
        _: &str,
        _: &str,
        _: &str,
        _: &str,
        _: bool,
        _: bool,
        _: &[CardId],
        _: &[ManaAbilityOption],
        _: &[CardId],
        _: &[CardId],
        _: &ManaPool,
    ) -> ManaCostAction {
        ManaCostAction::Pay { auto: false }
    }
}
