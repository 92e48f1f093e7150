//! Setting up: a new game of the very cards, in the step of the scenario.

use forge_foundation::ZoneType;
use headjudge_protocol::message::Missing;
use headjudge_protocol::scenario::PlacedObject;
use headjudge_protocol::words::{PhaseStep, PlayerName, ZoneName};
use manabrew_engine::card::counter_type::parse_counter_type;
use manabrew_engine::card::{Card, CounterType};
use manabrew_engine::event::RunParams;
use manabrew_engine::game::GameState;
use manabrew_engine::game_loop::GameLoop;
use manabrew_engine::game_rng::GameRng;
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::mana::mana_atom_from_produced;
use manabrew_engine::trigger::TriggerType;

use crate::scripts::Scripts;
use crate::stop::unsupported;
use crate::table::Table;
use crate::turn::phase;

/// Some turn long after the first, on which nobody draws.
const TURN: u32 = 21;

/// A source of chance that is the same in every case.
struct Fixed(u64);

impl GameRng for Fixed {
    fn shuffle_cards(&mut self, cards: &mut [CardId]) {
        for at in (1..cards.len()).rev() {
            let bound = i32::try_from(at + 1).unwrap_or(i32::MAX);
            cards.swap(at, usize::try_from(self.next_int(bound)).unwrap_or(0));
        }
    }

    fn next_int(&mut self, bound: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i32::try_from((self.0 >> 33) % u64::try_from(bound.max(1)).unwrap_or(1)).unwrap_or(0)
    }
}

pub(crate) fn player(name: PlayerName) -> PlayerId {
    PlayerId(u32::try_from(name.seat()).unwrap_or(0))
}

/// The game of the scenario's board, before anybody has had priority.
pub(crate) fn set_up(scripts: &Scripts, table: &mut Table) -> (GameState, GameLoop) {
    let scenario = std::rc::Rc::clone(&table.scenario);
    let board = &scenario.board;
    if matches!(board.step, PhaseStep::Untap | PhaseStep::Cleanup) || combat(board.step) {
        unsupported(Missing::Feature, format!("starting in the {} step", board.step.word()));
    }
    // There is no code for either.
    if board.objects.iter().any(|object| object.counters.keys().any(|kind| kind.as_ref() == "shield")) {
        unsupported(Missing::Feature, "shield counters");
    }
    if board.objects.iter().filter(|object| scripts.world(&object.card)).count() > 1 {
        unsupported(Missing::Feature, "the world rule");
    }
    let names = ["p1", "p2", "p3", "p4"];
    let mut game = GameState::new(&names[..board.players.len()], 20);
    let mut run = GameLoop::new(board.players.len());
    // Everybody is asked what they do, also those who can do nothing.
    run.set_provide_priority_action_space(false);
    run.game_rng = Box::new(Fixed(1993));
    for (called, rules) in scripts.tokens() {
        let mut token = Card::from_rules(&rules, PlayerId(0));
        token.is_token = true;
        run.register_token(called, token);
    }
    game.turn.turn_number = TURN;
    game.turn.active_player = player(board.active);
    game.turn.priority_player = player(board.active);
    game.turn.phase = phase(board.step);
    place(scripts, table, &mut game, &board.objects);
    table.lacking = scripts.lacking(&scenario);
    table.refuse_lacking(&game);
    for (seat, placed) in board.players.iter().enumerate() {
        let state = &mut game.players[seat];
        state.life = placed.life;
        state.life_started_this_turn_with = placed.life;
        state.poison_counters = i32::try_from(placed.poison).unwrap_or(i32::MAX);
        for letter in placed.pool.chars() {
            if let Some(atom) = mana_atom_from_produced(&letter.to_string()) {
                run.mana_pools[seat].add(atom, 1);
            }
        }
    }
    manabrew_engine::staticability::layer::apply_continuous_effects(&mut game);
    game.copy_last_state();
    run.trigger_handler.reset_active_triggers(&game);
    // State triggers (CR 603.8) are looked for only when a step begins; this one has begun.
    let params = RunParams { phase: Some(game.turn.phase), player: Some(game.active_player()), ..Default::default() };
    run.trigger_handler.run_trigger(TriggerType::Always, params, false);
    (game, run)
}

/// Steps of combat, to which a game comes only by playing.
fn combat(step: PhaseStep) -> bool {
    (PhaseStep::BeginCombat..=PhaseStep::EndCombat).contains(&step)
}

/// Creates the cards, and puts them where they are. Meanwhile they are without their abilities, so that nothing replaces
/// their moves: the board is a position, not a history.
fn place(scripts: &Scripts, table: &mut Table, game: &mut GameState, objects: &[PlacedObject]) {
    let mut whole = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        let name = object.card.as_ref();
        let Some(rules) = scripts.rules(name, at) else { unsupported(Missing::Card, name) };
        if object.copy_of.is_some() {
            unsupported(Missing::Feature, "a permanent that is a copy at the start");
        }
        let mut card = Card::from_rules(&rules, player(object.owner));
        card.is_token = name.ends_with(" Token");
        let id = game.create_card(card);
        table.cards.push(id);
        whole.push(game.card(id).clone());
        let bare = game.card_mut(id);
        bare.replacement_effects.clear();
        bare.static_abilities.clear();
        bare.triggers.clear();
        bare.keywords = Default::default();
        bare.initial_loyalty = None;
    }
    // Of a library and a graveyard the first one listed is on top, which is the last one to come.
    let mut order: Vec<usize> = (0..objects.len()).collect();
    order.sort_by_key(|at| match objects[*at].zone {
        ZoneName::Library | ZoneName::Graveyard => (1, objects.len() - at),
        _ => (0, *at),
    });
    for at in order {
        let object = &objects[at];
        let (id, owner) = (table.cards[at], player(object.owner));
        game.move_card(id, zone(object.zone), owner);
        if let Some(controller) = object.controller {
            game.change_controller(id, player(controller));
        }
    }
    for (at, object) in objects.iter().enumerate() {
        dress(table, game, at, object, &whole[at]);
    }
}

/// Gives a card its abilities back, and its state.
fn dress(table: &Table, game: &mut GameState, at: usize, object: &PlacedObject, whole: &Card) {
    let id = table.cards[at];
    let card = game.card_mut(id);
    card.replacement_effects = whole.replacement_effects.clone();
    card.static_abilities = whole.static_abilities.clone();
    card.triggers = whole.triggers.clone();
    card.keywords = whole.keywords.clone();
    card.initial_loyalty = whole.initial_loyalty.clone();
    card.tapped = object.tapped;
    card.damage = i32::try_from(object.damage).unwrap_or(i32::MAX);
    card.counters.clear();
    for (name, many) in &object.counters {
        card.counters.insert(counter(name), i32::try_from(*many).unwrap_or(i32::MAX));
    }
    card.summoning_sick = object.fresh;
    card.entered_battlefield_this_turn = object.fresh;
    card.came_under_control_since_last_upkeep = object.fresh;
    card.started_turn_tapped = object.tapped;
    card.turn_in_zone = if object.fresh { TURN } else { TURN - 5 };
    let Some(to) = &object.attached else { return };
    if let Some(name) = PlayerName::from_word(to) {
        game.attach_to_player(id, player(name));
    } else if let Some(host) = table.scenario.board.objects.iter().position(|other| other.id == *to) {
        game.attach_to(id, table.cards[host]);
    }
    game.card_mut(id).attached_this_turn = false;
}

/// The engine's counter of a name.
pub(crate) fn counter(name: &str) -> CounterType {
    parse_counter_type(name)
}

fn zone(name: ZoneName) -> ZoneType {
    match name {
        ZoneName::Library => ZoneType::Library,
        ZoneName::Hand => ZoneType::Hand,
        ZoneName::Battlefield => ZoneType::Battlefield,
        ZoneName::Graveyard => ZoneType::Graveyard,
        ZoneName::Exile => ZoneType::Exile,
        ZoneName::Command => ZoneType::Command,
        ZoneName::Stack | ZoneName::Nowhere => unsupported(Missing::Feature, "an object that starts there"),
    }
}
