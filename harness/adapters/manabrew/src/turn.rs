//! Lets turns go on. The engine plays whole turns; the rest of the first one is put together here from its steps.

use forge_foundation::PhaseType;
use headjudge_protocol::message::Missing;
use headjudge_protocol::words::PhaseStep;
use manabrew_engine::agent::PlayerAgent;
use manabrew_engine::event::RunParams;
use manabrew_engine::game::GameState;
use manabrew_engine::game_loop::GameLoop;
use manabrew_engine::trigger::TriggerType;
use rand::SeedableRng;

use crate::stop::unsupported;

/// How many turns are played at most after the first one.
const TURNS: usize = 10;

/// The engine's phase of a step.
pub(crate) fn phase(step: PhaseStep) -> PhaseType {
    PhaseType::TURN_ORDER[step as usize]
}

/// The step of the engine's phase.
pub(crate) fn step(phase: PhaseType) -> PhaseStep {
    let at = PhaseType::TURN_ORDER.iter().position(|other| *other == phase).unwrap_or(0);
    PhaseStep::ALL[at]
}

/// Plays on from the step in which somebody has priority, until the game is over.
pub(crate) fn run(run: &mut GameLoop, game: &mut GameState, agents: &mut [Box<dyn PlayerAgent>], from: PhaseStep) {
    let mut rng = rand::rngs::StdRng::seed_from_u64(1993);
    rest(run, game, agents, from);
    for _ in 0..TURNS {
        if game.game_over {
            return;
        }
        run.run_turn(game, agents, &mut rng);
    }
    if !game.game_over {
        unsupported(Missing::Feature, "so many turns");
    }
}

/// What is left of the turn.
fn rest(run: &mut GameLoop, game: &mut GameState, agents: &mut [Box<dyn PlayerAgent>], from: PhaseStep) {
    for at in [PhaseStep::Upkeep, PhaseStep::Draw, PhaseStep::Main, PhaseStep::SecondMain, PhaseStep::End] {
        if at < from {
            continue;
        }
        if at > from {
            begin(run, game, at);
        }
        if at == PhaseStep::Draw && from < at {
            run.step_draw(game, agents);
        }
        run.step_with_priority(game, agents, matches!(at, PhaseStep::Main | PhaseStep::SecondMain));
        if at == PhaseStep::Main && !game.game_over {
            run.step_combat(game, agents);
        }
        if game.game_over {
            return;
        }
    }
    begin(run, game, PhaseStep::Cleanup);
    run.step_cleanup(game, agents);
    game.stack.on_next_turn();
    game.reset_zone_turn_tracking();
    game.reset_card_turn_tracking();
    let order = game.player_order.clone();
    let mut extra = std::mem::take(&mut game.extra_turns);
    game.turn.advance_turn(&mut extra, &order);
    game.extra_turns = extra;
}

/// Begins a step: pools are emptied (CR 500.4), and what triggers at the beginning of it does.
fn begin(run: &mut GameLoop, game: &mut GameState, step: PhaseStep) {
    let phase = phase(step);
    game.copy_last_state();
    for pool in &mut run.mana_pools {
        pool.clear_pool(phase);
    }
    game.turn.phase = phase;
    if step == PhaseStep::Cleanup {
        return;
    }
    let active = game.active_player();
    for mode in [TriggerType::Phase, TriggerType::Always] {
        let params = RunParams { phase: Some(phase), player: Some(active), ..Default::default() };
        run.trigger_handler.run_trigger(mode, params, false);
    }
}
