//! Resolution (CR 608): the instructions of a spell or ability, one after the other.

mod free;

use crate::ability::{Ability, Trigger, TriggeredAbility};
use crate::choices::{Choice, Choices, Form, Question, QuestionKind, Stop, ask_one};
use crate::effect::{Effect, ManaMade};
use crate::event::{Cause, Enters, Event, Recipient};
use crate::game::{Game, Waiting};
use crate::id::ObjectId;
use crate::instruct::{self, Frame};
use crate::layers::derive;
use crate::matching::{View, row_of};
use crate::mutant::Mutant;
use crate::object::{AbilityRef, Link, Object, ObjectKind};
use crate::perform::perform;
use crate::target::is_legal;
use crate::zone::Zone;

/// Follows instructions in order; each sees what the ones before it did (CR 608.2c).
///
/// # Errors
/// Whatever the answerer says.
pub(crate) fn follow(
    game: &mut Game,
    frame: &Frame,
    effects: &[Effect],
    choices: &mut dyn Choices,
) -> Result<(), Stop> {
    for effect in effects {
        let derived = derive(game);
        if let Effect::If(condition, inner) = effect {
            if instruct::holds(game, &derived, frame, condition) {
                follow(game, frame, inner, choices)?;
            }
            continue;
        }
        if let Effect::May(inner) = effect {
            // What can be told beforehand is about the first of the instructions; the others depend on what it does.
            let possible = |first| instruct::possible(game, &derived, frame, first);
            if !inner.first().is_none_or(possible) && !game.deviates(Mutant::ImpossibleMayOffered) {
                if matches!(inner.first(), Some(Effect::Attach(..))) {
                    game.note_rule("701.3b", || "it cannot be attached there".to_owned());
                }
                game.note_rule("608.2d", || "what cannot be done is no option".to_owned());
            } else if wants(game, frame, choices)? {
                follow(game, frame, inner, choices)?;
            }
            continue;
        }
        let first = instruct::events(game, &derived, frame, effect, choices)?;
        note_mana_types(game, effect, &first);
        note_objects(game, effect, &first);
        for set in first {
            let happened = perform(game, set, choices)?;
            free::offer(game, frame.controller, &happened, choices)?;
        }
    }
    Ok(())
}

/// Writes down by which rules objects are brought about, or are not found where they are expected (CR 603.6, 701.20c).
fn note_objects(game: &mut Game, effect: &Effect, sets: &[Vec<Event>]) {
    match effect {
        Effect::Manifest(_) => {
            game.note_rule("701.34a", || "the top card is put onto the battlefield face down".to_owned());
            game.note_rule("708.2a", || "face down it is a 2/2 creature without a name or text".to_owned());
        }
        Effect::Shield(shielding) => {
            if shielding.chosen.is_some() {
                game.note_rule("609.7a", || "the source is chosen as the effect begins".to_owned());
            }
            if sets.iter().any(|set| set.len() > 1) {
                game.note_rule("615.11", || "each of them has a shield of its own".to_owned());
            }
        }
        Effect::CopyToken { .. } => game.note_rule("707.2", || "the token has the copiable values".to_owned()),
        _ => {}
    }
    let gone = |event: &Event| matches!(event, Event::Move { object, .. } if game.object(*object).is_none());
    if matches!(effect, Effect::ShuffleIntoLibrary(_)) && sets.iter().flatten().any(gone) {
        game.note_rule("603.6", || "it is no longer where it went: it is not found, and stays where it is".to_owned());
        game.note_rule("701.20c", || "the library is shuffled all the same".to_owned());
    }
}

/// 608.2d: the controller decides whether to do what the effect allows.
fn wants(game: &Game, frame: &Frame, choices: &mut dyn Choices) -> Result<bool, Stop> {
    let question = Question {
        player: frame.controller,
        kind: QuestionKind::May,
        rule: "608.2d",
        about: Some(frame.source),
        options: vec![Choice::Accept, Choice::Decline],
        form: Form::One,
    };
    Ok(ask_one(game, choices, question)? == Some(Choice::Accept))
}

/// 106.5, 106.7: writes down how the type of mana was found, or that it was not.
fn note_mana_types(game: &mut Game, effect: &Effect, sets: &[Vec<Event>]) {
    let Effect::AddMana { mana, only, .. } = effect else { return };
    if matches!(mana, ManaMade::CouldProduce { .. } | ManaMade::SacrificedCouldProduce) {
        game.note_rule("106.7", || "the type is one that other permanents could produce".to_owned());
    }
    if only.is_some() {
        game.note_rule("106.6", || "this mana may be spent on some things only".to_owned());
    }
    let nothing = |event: &Event| matches!(event, Event::AddMana { mana, .. } if mana.total() == 0);
    if !matches!(mana, ManaMade::These(_)) && sets.iter().flatten().any(nothing) {
        game.note_rule("106.5", || "no type of mana is defined: none is made".to_owned());
    }
}

/// Resolves the top of the stack (CR 608.1).
///
/// # Errors
/// Whatever the answerer says.
pub(crate) fn resolve_top(game: &mut Game, choices: &mut dyn Choices) -> Result<(), Stop> {
    let Some(top) = game.stack().last().copied() else {
        return Ok(());
    };
    let Some(object) = game.object(top).cloned() else {
        return Ok(());
    };
    match object.stack_ability().cloned() {
        Some(on_stack) => {
            resolve_ability(game, &object, &on_stack, choices)?;
            perform(game, vec![Event::Cease(top)], choices)?;
        }
        None => resolve_spell(game, &object, choices)?,
    }
    // 605.1b: mana may be added by what is no mana ability.
    triggered_mana_abilities(game, choices)
}

fn resolve_ability(
    game: &mut Game,
    object: &Object,
    on_stack: &crate::object::StackAbility,
    choices: &mut dyn Choices,
) -> Result<(), Stop> {
    let cards = game.shared_cards();
    let (specs, effects, only_if, when) = match on_stack.ability.get(&cards) {
        Ability::Triggered(t) => (&t.targets, &t.effects, t.only_if.as_ref(), Some(&t.when)),
        Ability::Activated(a) => (&a.targets, &a.effects, None, None),
        _ => return Ok(()),
    };
    // 603.4: an intervening "if" is checked again.
    if let Some(condition) = only_if.filter(|_| !game.deviates(Mutant::InterveningIfOnce)) {
        let derived = derive(game);
        if !View::new(game, &derived, on_stack.source, object.controller).of(&on_stack.ability).holds(condition) {
            game.note_rule("603.4", || "its condition no longer holds: it does nothing".to_owned());
            return Ok(());
        }
    }
    let targets = still_legal(game, object, specs, (on_stack.source, on_stack.ability.link()));
    if fizzles(game, &targets) {
        game.note_rule("608.2b", || "every target has become illegal: it does not resolve".to_owned());
        return Ok(());
    }
    let frame = Frame {
        source: on_stack.source,
        controller: object.controller,
        targets,
        link: on_stack.ability.link(),
        x: x_of_ability(game, object, on_stack, when),
        event: on_stack.event,
        tapped_for: None,
    };
    follow(game, &frame, effects, choices)
}

/// X of an activated ability is what was announced; of an enters ability it is that of the spell which became the
/// permanent (CR 107.3m), and of one that triggers as its spell is cast that of the spell, also if the object has left
/// since (CR 608.2h). Otherwise the X of a permanent is 0.
fn x_of_ability(
    game: &mut Game,
    object: &Object,
    on_stack: &crate::object::StackAbility,
    when: Option<&Trigger>,
) -> u32 {
    let source = on_stack.source;
    match when {
        None => object.x(),
        Some(Trigger::Enters(_)) => {
            let announced = game.object_or_last_known(source).map_or(0, Object::x);
            let gone = game.permanent(source).is_none() && game.deviates(Mutant::XTriggerNeedsPermanent);
            let x = if gone || game.deviates(Mutant::XEntersTriggerZero) { 0 } else { announced };
            game.note_rule("107.3m", || format!("the X of the spell that became it was {announced}"));
            x
        }
        Some(Trigger::CastThis) => {
            let gone = game.object(source).is_none() && game.deviates(Mutant::CastTriggerNeedsSpell);
            if gone { 0 } else { game.object_or_last_known(source).map_or(0, Object::x) }
        }
        Some(_) => game.object_or_last_known(source).map_or(0, |o| crate::matching::x_of_permanent(game, o)),
    }
}

fn resolve_spell(game: &mut Game, object: &Object, choices: &mut dyn Choices) -> Result<(), Stop> {
    let cards = game.shared_cards();
    if cards.card(object.copiable()).is_permanent() {
        return resolve_permanent_spell(game, object, choices);
    }
    // 612.1: what it says is its text as it is by now.
    let derived = derive(game);
    let now = row_of(game, &derived, object.id);
    let spell = now.as_ref().and_then(|row| {
        row.abilities(&cards).find_map(|(_, ability)| match ability {
            Ability::Spell(spell) => Some(spell.clone()),
            _ => None,
        })
    });
    let graveyard =
        Event::Move { object: object.id, to: Zone::Graveyard, cause: Cause::Resolved, enters: Enters::default() };
    if let Some(spell) = spell {
        let targets = still_legal(game, object, &spell.targets, (object.id, Link::default()));
        if fizzles(game, &targets) {
            game.note_rule("608.2b", || "every target has become illegal: it does not resolve".to_owned());
        } else {
            let frame = Frame {
                source: object.id,
                controller: object.controller,
                targets,
                link: Link::default(),
                x: object.x(),
                event: crate::event::EventInfo::default(),
                tapped_for: None,
            };
            follow(game, &frame, &spell.effects, choices)?;
        }
    }
    // 608.2m: as the last part of its resolution it goes to its owner's graveyard.
    perform(game, vec![graveyard], choices)?;
    Ok(())
}

/// 608.3: a permanent spell becomes a permanent, which remembers what was chosen for the spell (CR 107.3m).
fn resolve_permanent_spell(game: &mut Game, object: &Object, choices: &mut dyn Choices) -> Result<(), Stop> {
    let mut enters = Enters { announced: object.announced.clone(), ..Enters::default() };
    let mut to = Zone::Battlefield;
    let derived = derive(game);
    if row_of(game, &derived, object.id).is_some_and(|row| row.is_aura()) {
        // 608.3c: an Aura enters attached to its target, or not at all.
        match object.targets().first() {
            Some(target) if crate::cast::may_enchant(game, &derived, object, *target) => {
                enters.attached = Some(*target);
            }
            _ => to = Zone::Graveyard,
        }
    }
    if object.kind == ObjectKind::SpellCopy && to == Zone::Battlefield {
        game.note_rule("608.3b", || "the copy of a permanent spell becomes a token".to_owned());
        if game.deviates(Mutant::CopiedSpellIsCreated) {
            enters.copy_of = object.copy_of.clone();
            enters.not_legendary = object.not_legendary;
            let (player, token) = (object.controller, object.card.into());
            let created = Event::CreateTokens { player, token, n: 1, enters };
            perform(game, vec![Event::Cease(object.id), created], choices)?;
            return Ok(());
        }
        game.note_rule("111.11", || "that token is not created".to_owned());
    }
    let event = Event::Move { object: object.id, to, cause: Cause::Resolved, enters };
    perform(game, vec![event], choices)?;
    Ok(())
}

/// 608.2b: targets that have become illegal are not affected.
fn still_legal(
    game: &mut Game,
    object: &Object,
    specs: &[crate::ability::TargetSpec],
    (source, link): (ObjectId, Link),
) -> Vec<Option<Recipient>> {
    let derived = derive(game);
    let view = View { link, ..View::new(game, &derived, source, object.controller) };
    let targets: Vec<Option<Recipient>> = object
        .targets()
        .iter()
        .zip(specs)
        .map(|(target, spec)| is_legal(&view, spec, *target).then_some(*target))
        .collect();
    if targets.contains(&None) && crate::target::any_protected(game, &derived, object.targets(), source) {
        game.note_rule("702.16b", || "a target has protection by now: it is not affected".to_owned());
    }
    targets
}

/// 608.2b: it does not resolve if it has targets and all of them are illegal.
fn fizzles(game: &Game, targets: &[Option<Recipient>]) -> bool {
    if game.deviates(Mutant::OneIllegalTargetFizzles) {
        return targets.contains(&None);
    }
    !targets.is_empty() && targets.iter().all(Option::is_none)
}

/// Resolves an activated mana ability, which never uses the stack (CR 605.3b), and then the triggered mana abilities that
/// it set off (CR 605.4a).
///
/// # Errors
/// Whatever the answerer says.
pub(crate) fn resolve_mana_ability(
    game: &mut Game,
    frame: &Frame,
    ability: &AbilityRef,
    choices: &mut dyn Choices,
) -> Result<(), Stop> {
    let cards = game.shared_cards();
    if let Ability::Activated(a) = ability.get(&cards) {
        follow(game, frame, &a.effects, choices)?;
    }
    triggered_mana_abilities(game, choices)
}

/// 605.4a: a triggered mana ability resolves immediately after the mana ability that set it off, without the stack; so do
/// those that its own mana sets off.
fn triggered_mana_abilities(game: &mut Game, choices: &mut dyn Choices) -> Result<(), Stop> {
    let cards = game.shared_cards();
    for _ in 0..LIMIT {
        let (now, later): (Vec<_>, Vec<_>) =
            game.take_waiting().into_iter().partition(|waiting| match waiting.ability.get(&cards) {
                Ability::Triggered(t) => skips_stack(game, t),
                _ => false,
            });
        later.into_iter().for_each(|waiting| game.wait(waiting, false));
        if now.is_empty() {
            return Ok(());
        }
        for waiting in now {
            game.note_rule("605.4a", || "a triggered mana ability resolves at once".to_owned());
            resolve_at_once(game, &waiting, choices)?;
        }
    }
    Err(Stop::Unsettled("triggered mana abilities kept setting off others"))
}

/// How often triggered mana abilities may set off others before the game is called unsettled.
const LIMIT: usize = 200;

/// Whether a waiting trigger resolves without the stack: only a triggered mana ability does.
fn skips_stack(game: &Game, t: &TriggeredAbility) -> bool {
    let about_mana = matches!(t.when, Trigger::TappedForMana { .. } | Trigger::AddsMana { .. });
    (t.is_mana_ability() && !game.deviates(Mutant::ManaTriggerUsesStack))
        || (game.deviates(Mutant::OrdinaryTriggerAtOnce) && about_mana && t.targets.is_empty())
}

/// Follows the instructions of a waiting trigger where it is.
pub(crate) fn resolve_at_once(game: &mut Game, waiting: &Waiting, choices: &mut dyn Choices) -> Result<(), Stop> {
    let cards = game.shared_cards();
    let Ability::Triggered(t) = waiting.ability.get(&cards) else { return Ok(()) };
    let frame = Frame {
        source: waiting.source,
        controller: waiting.controller,
        targets: Vec::new(),
        link: waiting.ability.link(),
        x: 0,
        event: waiting.event,
        // Its mana comes from the trigger, not from tapping a permanent for mana (CR 106.12).
        tapped_for: None,
    };
    follow(game, &frame, &t.effects, choices)
}
