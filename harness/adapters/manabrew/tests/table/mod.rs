//! A board of the engine and two seats that do what they are told: no more than the failures need.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use forge_carddb::parser::parse_card_script;
use forge_foundation::{PhaseType, ZoneType};
use manabrew_engine::agent::{
    ManaAbilityOption, ManaCostAction, PlayOption, PlayerAgent, PriorityActionSpace, TargetChoice,
};
use manabrew_engine::card::Card;
use manabrew_engine::combat::DefenderId;
use manabrew_engine::game::GameState;
use manabrew_engine::game_loop::GameLoop;
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::mana::{ManaPool, mana_atom_from_produced};
use manabrew_engine::player::actions::PlayerAction;
use manabrew_engine::spellability::SpellAbility;

/// What the first player does, in order.
#[derive(Debug, Clone, Copy)]
pub enum Do {
    Cast(&'static str),
    Mana(&'static str),
    /// Nothing but a look at the life total and the height of the stack.
    Look,
}

#[derive(Default)]
struct Plan {
    steps: VecDeque<Do>,
    aim: String,
    names: Vec<String>,
    /// Life of the first player and height of the stack, as last seen.
    seen: (i32, usize),
    looked: (i32, usize),
    numbers: usize,
    replacements: usize,
}

struct Seat(Rc<RefCell<Plan>>, usize);

/// The game, with everything that the tests look at.
pub struct Table {
    pub game: GameState,
    pub run: GameLoop,
    agents: Vec<Box<dyn PlayerAgent>>,
    plan: Rc<RefCell<Plan>>,
}

impl Table {
    /// Scripts of permanents and of cards in hands, each with its player, and the pool of the first player.
    pub fn new(permanents: &[(&str, u32)], hands: &[(&str, u32)], pool: &str) -> Table {
        let mut game = GameState::new(&["p1", "p2"], 20);
        let mut run = GameLoop::new(2);
        run.set_provide_priority_action_space(false);
        let cards = permanents.iter().map(|card| (card, ZoneType::Battlefield));
        for ((script, owner), zone) in cards.chain(hands.iter().map(|card| (card, ZoneType::Hand))) {
            let rules = parse_card_script(script).expect("the script can be read");
            let card = game.create_card(Card::from_rules(&rules, PlayerId(*owner)));
            game.move_card(card, zone, PlayerId(*owner));
            game.card_mut(card).summoning_sick = false;
        }
        game.turn.turn_number = 20;
        game.turn.phase = PhaseType::Main1;
        run.trigger_handler.reset_active_triggers(&game);
        let plan = Rc::new(RefCell::new(Plan::default()));
        plan.borrow_mut().names = game.cards.iter().map(|card| card.card_name.clone()).collect();
        let agents = (0..2).map(|seat| Box::new(Seat(Rc::clone(&plan), seat)) as Box<dyn PlayerAgent>).collect();
        let mut table = Table { game, run, agents, plan };
        table.fill(pool);
        table
    }

    /// Puts mana into the pool of the first player, in place of what is there.
    pub fn fill(&mut self, pool: &str) {
        self.run.mana_pools[0].reset_pool();
        for letter in pool.chars() {
            self.run.mana_pools[0].add(mana_atom_from_produced(&letter.to_string()).expect("a type of mana"), 1);
        }
    }

    pub fn plan(&mut self, steps: &[Do], aim: &str) {
        let mut plan = self.plan.borrow_mut();
        plan.steps = steps.iter().copied().collect();
        plan.aim = aim.to_owned();
    }

    pub fn main_phase(&mut self) {
        self.run.step_main_phase(&mut self.game, &mut self.agents);
        manabrew_engine::staticability::layer::apply_continuous_effects(&mut self.game);
    }

    pub fn card(&self, name: &str) -> CardId {
        self.game.cards.iter().find(|card| card.card_name == name).expect("there is such a card").id
    }

    pub fn life(&self, seat: usize) -> i32 {
        self.game.players[seat].life
    }

    pub fn counters(&self, name: &str) -> i32 {
        self.game.card(self.card(name)).counters.values().sum()
    }

    pub fn controller(&self, name: &str) -> usize {
        self.game.card(self.card(name)).controller.index()
    }

    pub fn zone(&self, name: &str) -> String {
        format!("{:?}", self.game.card(self.card(name)).zone).to_lowercase()
    }

    pub fn pool(&self, seat: usize) -> String {
        let letters = ["W", "U", "B", "R", "G", "C"];
        let entries = self.run.mana_pools[seat].mana_entries();
        let of =
            |letter: &&str| entries.iter().filter(|mana| mana_atom_from_produced(letter) == Some(mana.color)).count();
        letters.iter().map(|letter| letter.repeat(of(letter))).collect()
    }

    pub fn looked(&self) -> (i32, usize) {
        self.plan.borrow().looked
    }

    pub fn numbers_asked(&self) -> usize {
        self.plan.borrow().numbers
    }

    pub fn replacements_asked(&self) -> usize {
        self.plan.borrow().replacements
    }
}

impl Seat {
    fn card(&self, name: &str) -> CardId {
        let at = self.0.borrow().names.iter().position(|other| other == name).expect("there is such a card");
        CardId(u32::try_from(at).expect("few cards"))
    }

    fn aimed(&self, valid: &[CardId]) -> Option<CardId> {
        let aim = self.0.borrow().aim.clone();
        valid.iter().copied().find(|card| self.0.borrow().names.get(card.index()) == Some(&aim))
    }
}

impl PlayerAgent for Seat {
    fn snapshot_state(&mut self, game: &GameState, _: &[ManaPool]) {
        self.0.borrow_mut().seen = (game.players[0].life, game.stack.len());
    }

    fn mulligan_decision(&mut self, _: PlayerId, _: &[CardId], _: u32) -> bool {
        true
    }

    fn choose_action(
        &mut self,
        _: PlayerId,
        _: Option<&PriorityActionSpace>,
        _: &mut dyn FnMut() -> PriorityActionSpace,
    ) -> PlayerAction {
        if self.1 != 0 {
            return PlayerAction::PassPriority;
        }
        let next = self.0.borrow_mut().steps.pop_front();
        match next {
            Some(Do::Cast(name)) => PlayerAction::CastSpell(PlayOption::normal(self.card(name))),
            Some(Do::Mana(name)) => PlayerAction::ActivateMana(self.card(name), None, None),
            Some(Do::Look) => {
                let seen = self.0.borrow().seen;
                self.0.borrow_mut().looked = seen;
                PlayerAction::PassPriority
            }
            None => PlayerAction::PassPriority,
        }
    }

    fn choose_attackers(&mut self, _: PlayerId, _: &[CardId], _: &[DefenderId]) -> Vec<(CardId, DefenderId)> {
        Vec::new()
    }

    fn choose_blockers(&mut self, _: PlayerId, _: &[CardId], _: &[CardId], _: Option<usize>) -> Vec<(CardId, CardId)> {
        Vec::new()
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
