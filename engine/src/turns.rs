//! The turn structure (CR 500 to 514): what happens as steps begin and end.

use crate::choices::{Choices, Stop};
use crate::combat;
use crate::event::{Event, Happened};
use crate::game::Game;
use crate::id::ObjectId;
use crate::instruct::discard;
use crate::layers::derive;
use crate::perform::perform;
use crate::settle::settle;
use crate::turn::Step;

/// How many steps may pass without a player getting priority before the game is called unsettled.
const LIMIT: usize = 64;

/// The largest hand that a player keeps (CR 402.2).
const HAND_SIZE: usize = 7;

/// Ends the step in which all players passed and goes on until a player has priority.
///
/// # Errors
/// Whatever the answerer says.
pub(crate) fn end_step(game: &mut Game, choices: &mut dyn Choices) -> Result<(), Stop> {
    for _ in 0..LIMIT {
        // 500.4: pools empty as each step and phase ends.
        let pools: Vec<Event> = game.apnap().map(Event::EmptyPool).collect();
        perform(game, pools, choices)?;
        let step = next(game);
        perform(game, vec![Event::StepBegins(step)], choices)?;
        turn_based_actions(game, step, choices)?;
        if game.is_over() {
            return Ok(());
        }
        let has_priority = Game::step_has_priority(step);
        // 514.3a: only if something is due or waits does anybody get priority in the cleanup step; then another follows.
        if has_priority || step == Step::Cleanup {
            let anything = settle(game, choices)?;
            if has_priority || anything {
                let active = game.turn().active;
                game.give_priority(active);
                return Ok(());
            }
        }
    }
    Err(Stop::Unsettled("steps went by without anybody getting priority"))
}

/// The step that follows, with those left out that do not take place (CR 508.8, 510.4).
fn next(game: &Game) -> Step {
    match game.turn().step {
        Step::Untap => Step::Upkeep,
        Step::Upkeep => Step::Draw,
        Step::Draw => Step::Main,
        Step::Main => Step::BeginCombat,
        Step::BeginCombat => Step::DeclareAttackers,
        Step::DeclareAttackers if !game.combat().attacked => Step::EndCombat,
        Step::DeclareAttackers => Step::DeclareBlockers,
        Step::DeclareBlockers if combat::has_first_strike(game) => Step::FirstStrikeDamage,
        Step::DeclareBlockers | Step::FirstStrikeDamage => Step::CombatDamage,
        Step::CombatDamage => Step::EndCombat,
        Step::EndCombat => Step::SecondMain,
        Step::SecondMain => Step::End,
        Step::End => Step::Cleanup,
        // 514.3a: if players got priority, another cleanup step follows.
        Step::Cleanup if game.turn().priority.is_some() => Step::Cleanup,
        Step::Cleanup => Step::Untap,
    }
}

fn turn_based_actions(game: &mut Game, step: Step, choices: &mut dyn Choices) -> Result<(), Stop> {
    match step {
        Step::Untap => untap(game, choices).map(|_| ()),
        // 504.1.
        Step::Draw => perform(game, vec![Event::Draw(game.turn().active)], choices).map(|_| ()),
        Step::DeclareAttackers => combat::declare_attackers(game, choices),
        Step::DeclareBlockers => combat::declare_blockers(game, choices),
        Step::FirstStrikeDamage => combat::deal_damage(game, true, choices),
        Step::CombatDamage => combat::deal_damage(game, false, choices),
        Step::Cleanup => cleanup(game, choices),
        Step::Upkeep | Step::Main | Step::BeginCombat | Step::EndCombat | Step::SecondMain | Step::End => Ok(()),
    }
}

/// 502.3: the active player's permanents untap at the same time.
fn untap(game: &mut Game, choices: &mut dyn Choices) -> Result<Vec<Happened>, Stop> {
    let derived = derive(game);
    let active = game.turn().active;
    let own = derived.rows().iter().filter(|row| row.controller == active);
    let untap: Vec<Event> = own
        .filter_map(|row| match game.permanent(row.id)? {
            object if object.skips_untap => Some(Event::UntapStepSkipped(row.id)),
            object => object.tapped.then_some(Event::Untap(row.id)),
        })
        .collect();
    perform(game, untap, choices)
}

/// 514.1 and 514.2.
fn cleanup(game: &mut Game, choices: &mut dyn Choices) -> Result<(), Stop> {
    let active = game.turn().active;
    let hand: Vec<ObjectId> = game.player(active).hand.clone();
    let over = hand.len().saturating_sub(HAND_SIZE);
    if over > 0 {
        let n = u32::try_from(over).unwrap_or(u32::MAX);
        let discards = discard(game, active, n, "514.1", choices)?;
        perform(game, discards, choices)?;
    }
    perform(game, vec![Event::WearOff], choices)?;
    Ok(())
}
