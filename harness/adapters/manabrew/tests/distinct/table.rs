//! A board of the engine and what can be read off it: no more than the failures need.

use std::cell::RefCell;
use std::rc::Rc;

use forge_carddb::parser::parse_card_script;
use forge_foundation::{PhaseType, ZoneType};
use manabrew_engine::agent::PlayerAgent;
use manabrew_engine::card::Card;
use manabrew_engine::game::{GameState, TypeRegistry};
use manabrew_engine::game_loop::GameLoop;
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::mana::mana_atom_from_produced;

use crate::seat::{Do, Plan, Seat};

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
        TypeRegistry::load("[CreatureTypes]\nMyr:Myr\nRat:Rat\n");
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
        let agents = (0..2).map(|seat| Box::new(Seat(Rc::clone(&plan), seat)) as Box<dyn PlayerAgent>).collect();
        let mut table = Table { game, run, agents, plan };
        table.name_all();
        table.fill(pool);
        table
    }

    fn name_all(&mut self) {
        self.plan.borrow_mut().names = self.game.cards.iter().map(|card| card.card_name.clone()).collect();
    }

    /// One more card, in this zone.
    pub fn put(&mut self, script: &str, owner: u32, zone: ZoneType) -> CardId {
        let rules = parse_card_script(script).expect("the script can be read");
        let card = self.game.create_card(Card::from_rules(&rules, PlayerId(owner)));
        self.game.move_card(card, zone, PlayerId(owner));
        self.run.trigger_handler.reset_active_triggers(&self.game);
        self.name_all();
        card
    }

    /// What the second player does.
    pub fn reply(&mut self, steps: &[Do]) {
        self.plan.borrow_mut().replies = steps.iter().copied().collect();
    }

    /// The combat phase in which these attack the second player, and these pairs block.
    pub fn fight(&mut self, attackers: &[&str], blocks: &[(&str, &str)]) {
        let attackers = attackers.iter().map(|name| self.card(name)).collect();
        let blocks = blocks.iter().map(|(blocker, attacker)| (self.card(blocker), self.card(attacker))).collect();
        self.plan.borrow_mut().attackers = attackers;
        self.plan.borrow_mut().blocks = blocks;
        self.run.step_combat(&mut self.game, &mut self.agents);
    }

    /// Puts mana into the pool of the first player, in place of what is there.
    pub fn fill(&mut self, pool: &str) {
        self.fill_of(0, pool);
    }

    pub fn fill_of(&mut self, seat: usize, pool: &str) {
        self.run.mana_pools[seat].reset_pool();
        for letter in pool.chars() {
            self.run.mana_pools[seat].add(mana_atom_from_produced(&letter.to_string()).expect("a type of mana"), 1);
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

    pub fn power(&self, name: &str) -> i32 {
        self.game.card(self.card(name)).power()
    }

    /// The life total of the first player and the height of the stack at the last look.
    pub fn looked(&self) -> (i32, usize) {
        self.plan.borrow().looked
    }

    /// What the first player was offered at the last look: `cast A`, `mana A`, `ability A`.
    pub fn offered(&self, what: &str) -> bool {
        self.plan.borrow().offered.iter().any(|offer| offer == what)
    }

    /// Who controlled what was on the stack at the last look, from the bottom up.
    pub fn stack(&self) -> Vec<usize> {
        self.plan.borrow().stack.clone()
    }

    /// The colours of the last choice of one; none if there was no choice.
    pub fn colours(&self) -> Vec<String> {
        self.plan.borrow().colours.clone()
    }

    /// The names of the last choice of a card for an effect.
    pub fn choices(&self) -> Vec<String> {
        self.plan.borrow().choices.clone()
    }

    pub fn numbers_asked(&self) -> usize {
        self.plan.borrow().numbers
    }

    pub fn replacements_asked(&self) -> usize {
        self.plan.borrow().replacements
    }
}
