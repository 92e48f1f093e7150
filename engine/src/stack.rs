//! Waiting triggers go on the stack (CR 603.3): in APNAP order, each player's own in the order they choose.

use crate::ability::{Ability, could_add_mana};
use crate::choices::{Choice, Choices, Form, Question, QuestionKind, Stop, ask, ask_one};
use crate::effect::{Effect, Players};
use crate::event::{Event, Recipient};
use crate::game::{Game, Waiting};
use crate::id::PlayerId;
use crate::layers::derive;
use crate::matching::View;
use crate::mutant::Mutant;
use crate::object::{Announced, StackAbility};
use crate::perform::perform;
use crate::resolve::resolve_at_once;
use crate::standing::{cannot_lose, standing};
use crate::target::legal_targets;

/// Puts every waiting trigger on the stack. Says whether there was one.
///
/// # Errors
/// Whatever the answerer says.
pub(crate) fn put_waiting(game: &mut Game, choices: &mut dyn Choices) -> Result<bool, Stop> {
    let mut waiting = game.take_waiting();
    // 800.4d: a trigger whose controller has left the game is not put on the stack.
    if waiting.iter().any(|w| game.player(w.controller).lost.is_some()) {
        game.note_rule("800.4d", || "the trigger of a player who has left is not put on the stack".to_owned());
        if game.deviates(Mutant::DepartedTriggerToOwner) {
            for w in &mut waiting {
                w.controller = game.object_or_last_known(w.source).map_or(w.controller, |o| o.owner);
            }
        }
        waiting.retain(|w| game.player(w.controller).lost.is_none());
    }
    if game.deviates(Mutant::CantLoseStopsTrigger) {
        waiting.retain(|w| !would_lose_in_vain(game, w));
    }
    if waiting.is_empty() {
        return Ok(false);
    }
    // 603.8: what is not on the stack yet goes on waiting, so that a state trigger among it is known to have triggered.
    let goes_on_waiting = !game.deviates(Mutant::StateTriggerAgainWhileOrdered);
    if goes_on_waiting {
        waiting.iter().for_each(|w| game.wait(w.clone(), false));
    }
    let players: Vec<PlayerId> = game.apnap().collect();
    for player in players {
        let own: Vec<&Waiting> = waiting.iter().filter(|w| w.controller == player).collect();
        for at in order(game, player, &own, choices)? {
            if goes_on_waiting {
                game.waits_no_more(own[at]);
            }
            put_one(game, own[at], choices)?;
        }
    }
    Ok(true)
}

/// Whether its controller, who cannot lose the game, would lose it: only a mutant asks before it resolves (CR 101.2).
fn would_lose_in_vain(game: &Game, waiting: &Waiting) -> bool {
    let loses = |ability: &Ability| match ability {
        Ability::Triggered(t) => t.effects.contains(&Effect::LoseGame(Players::You)),
        _ => false,
    };
    let derived = derive(game);
    let standing = standing(game, &derived);
    loses(waiting.ability.get(game.cards())) && cannot_lose(game, &derived, &standing, waiting.controller)
}

/// 603.3b: a player with several triggers chooses their order. Triggers that are the same in everything need none.
fn order(game: &Game, player: PlayerId, own: &[&Waiting], choices: &mut dyn Choices) -> Result<Vec<usize>, Stop> {
    if own.iter().all(|w| *w == own[0]) {
        return Ok((0..own.len()).collect());
    }
    let options = (0u16..).zip(own).map(|(at, w)| Choice::Trigger(w.source, at)).collect();
    let kind = QuestionKind::TriggerOrder;
    ask(game, choices, Question { player, kind, rule: "603.3b", about: None, options, form: Form::Order })
}

/// 603.3d: its targets are chosen as it is put on the stack; without a legal one it is removed.
fn put_one(game: &mut Game, waiting: &Waiting, choices: &mut dyn Choices) -> Result<(), Stop> {
    let cards = game.shared_cards();
    let Ability::Triggered(ability) = waiting.ability.get(&cards) else {
        return Ok(());
    };
    // 605.5a: adding mana does not make it a mana ability; only a mutant thinks so.
    let adds_mana = ability.targets.is_empty() && could_add_mana(&ability.effects);
    if adds_mana && !ability.is_mana_ability() && game.deviates(Mutant::ManaMakingTriggerSkipsStack) {
        return resolve_at_once(game, waiting, choices);
    }
    let mut targets: Vec<Recipient> = Vec::new();
    for spec in &ability.targets {
        let derived = derive(game);
        let view = View::new(game, &derived, waiting.source, waiting.controller).of(&waiting.ability);
        let legal = legal_targets(&view, spec);
        let question = Question {
            player: waiting.controller,
            kind: QuestionKind::Target,
            rule: "603.3d",
            about: Some(waiting.source),
            options: legal.into_iter().map(Choice::Recipient).collect(),
            form: Form::One,
        };
        match ask_one(game, choices, question)? {
            Some(Choice::Recipient(target)) => targets.push(target),
            _ => {
                game.note_rule("603.3d", || "there is no legal target: the trigger is removed".to_owned());
                return Ok(());
            }
        }
    }
    let on_stack = StackAbility {
        source: waiting.source,
        ability: waiting.ability.clone(),
        triggered: true,
        event: waiting.event,
    };
    let announced = Announced { targets, ..Announced::default() };
    let event = Event::PutOnStack {
        controller: waiting.controller,
        ability: Box::new(on_stack),
        announced: Box::new(announced),
    };
    perform(game, vec![event], choices)?;
    Ok(())
}
