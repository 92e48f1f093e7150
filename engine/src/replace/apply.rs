//! What one replacement or prevention effect does to one event.

use super::Rider;
use super::applicable::{Candidate, can_be_dealt_damage, unpreventable};
use crate::ability::{Ability, StaticAbility};
use crate::choices::{Choice, Choices, Form, Question, QuestionKind, Stop, ask_one, choose_color};
use crate::counter::CounterKind;
use crate::derived::Derived;
use crate::effect::{Amount, Prevention, Replacement};
use crate::event::{Cause, Enters, Event, Recipient};
use crate::game::Game;
use crate::id::PlayerId;
use crate::mana::{Color, ManaPool, ManaType};
use crate::matching::View;
use crate::mutant::Mutant;
use crate::standing::Standing;
use crate::zone::Zone;

/// The event as the effect changes it; `None` if it does not happen at all.
pub(super) fn apply(
    game: &mut Game,
    derived: &Derived,
    standing: &[Standing],
    candidate: &Candidate,
    event: Event,
    riders: &mut Vec<Rider>,
    choices: &mut dyn Choices,
) -> Result<Option<Event>, Stop> {
    let cards = game.shared_cards();
    match candidate.standing.ability.get(&cards) {
        Ability::Static(StaticAbility::Replacement(r)) => {
            replace(game, derived, r, candidate, event, choices).map(Some)
        }
        // 122.1c: only a shield counter has to do with destruction.
        Ability::Static(StaticAbility::Prevention(_)) if matches!(event, Event::Destroy(..)) => {
            let (on, kind) = (candidate.standing.key.source, CounterKind::Shield);
            Ok(Some(Event::RemoveCounters { on, kind, n: 1 }))
        }
        Ability::Static(StaticAbility::Prevention(p)) => {
            let unpreventable = unpreventable(game, derived, standing, &event);
            if unpreventable {
                game.note_rule("615.12", || {
                    "the damage cannot be prevented; what else the effect does, it does".to_owned()
                });
                game.note_rule("615.12a", || "the effect does not apply to this damage again".to_owned());
            }
            Ok(prevent(game, p, candidate, event, unpreventable, riders))
        }
        Ability::Protection(_) if unpreventable(game, derived, standing, &event) => Ok(Some(event)),
        Ability::Protection(_) => Ok(None),
        _ => Ok(Some(event)),
    }
}

/// 615.5 and 615.12: the damage is prevented, if it can be, and what follows is due in either case.
fn prevent(
    game: &Game,
    p: &Prevention,
    candidate: &Candidate,
    event: Event,
    unpreventable: bool,
    riders: &mut Vec<Rider>,
) -> Option<Event> {
    let Event::Damage { source, to, amount, combat } = event else {
        return Some(event);
    };
    let prevented = if unpreventable { 0 } else { p.amount.unwrap_or(amount).min(amount) };
    let skipped = unpreventable && game.deviates(Mutant::UnpreventableSkipsRider);
    if !p.then.is_empty() && !skipped {
        let rider = Rider {
            key: candidate.standing.key,
            ability: candidate.standing.ability.clone(),
            controller: candidate.standing.controller,
            amount: prevented,
            to,
        };
        let twice = unpreventable && game.deviates(Mutant::UnpreventableRiderTwice);
        let times = if game.deviates(Mutant::CounterPerPoint) { amount } else { 1 + u32::from(twice) };
        (0..times).for_each(|_| riders.push(rider.clone()));
    }
    let left = amount - prevented;
    (left > 0).then_some(Event::Damage { source, to, amount: left, combat })
}

fn replace(
    game: &mut Game,
    derived: &Derived,
    replacement: &Replacement,
    candidate: &Candidate,
    event: Event,
    choices: &mut dyn Choices,
) -> Result<Event, Stop> {
    let you = candidate.standing.controller;
    Ok(match (replacement, event) {
        (Replacement::EntersWithCounters { kind, amount, .. }, event) => {
            let view = candidate.standing.view(game, derived);
            let n = entering_amount(game, &view, amount, &event);
            if *amount == Amount::X {
                game.note_rule("107.3m", || format!("it enters with X counters: {n}"));
            }
            with_enters(event, |enters| enters.counters.push((*kind, n)))
        }
        (Replacement::EntersTapped { .. }, event) => with_enters(event, |enters| enters.tapped = true),
        (Replacement::EntersAsCopy { of }, event) => enter_as_copy(game, derived, of, you, candidate, event, choices)?,
        (Replacement::GraveyardToExile { .. }, Event::Move { object, cause, enters, .. }) => {
            Event::Move { object, to: Zone::Exile, cause, enters }
        }
        (Replacement::ShuffledInstead, Event::Move { object, enters, .. }) => {
            Event::Move { object, to: Zone::Library, cause: Cause::ShuffledInstead, enters }
        }
        (Replacement::CounteredIsPlayed { .. }, Event::Counter(object)) => {
            let (to, cause) = (Zone::Exile, Cause::CounteredToPlay);
            Event::Move { object, to, cause, enters: Enters::default() }
        }
        (Replacement::MultiplyCounters { by, .. }, Event::PutCounters { on, kind, n, cost }) => {
            Event::PutCounters { on, kind, n: n.saturating_mul(*by), cost }
        }
        (Replacement::MultiplyCounters { by, .. }, event) => with_enters(event, |enters| {
            enters.counters.iter_mut().for_each(|(_, n)| *n = n.saturating_mul(*by));
        }),
        (Replacement::MultiplyTokens { by, .. }, Event::CreateTokens { player, token, n, enters }) => {
            Event::CreateTokens { player, token, n: n.saturating_mul(*by), enters }
        }
        (Replacement::EntersChoosingColor, event) => {
            let chosen = choose_color(game, you, candidate.standing.key.source, "614.1c", choices)?;
            let link = candidate.standing.ability.link();
            with_enters(event, |enters| enters.chosen = chosen.map(|color| (color, link)))
        }
        (r, event @ Event::AddMana { .. }) => {
            if matches!((r, &event), (Replacement::MultiplyMana { .. }, Event::AddMana { only: Some(_), .. })) {
                game.note_rule("106.6a", || "the restriction is on all the mana that is made".to_owned());
            }
            mana(game, r, candidate.standing.chosen(game), event)
        }
        (Replacement::MultiplyDamage { by, .. }, Event::Damage { source, to, amount, combat }) => {
            Event::Damage { source, to, amount: amount.saturating_mul(*by), combat }
        }
        (_, event) => event,
    })
}

/// 106.12b: what a replacement makes of a production.
fn mana(game: &Game, replacement: &Replacement, chosen: Option<Color>, event: Event) -> Event {
    let Event::AddMana { player, mana: was, says, only, source, tapped_for } = event else {
        return event;
    };
    let adds = game.deviates(Mutant::ManaMultipliersAdd);
    let more = |t: ManaType, n: u32, by: u32| if says.get(t) > 0 { says.get(t) } else { n }.saturating_mul(by - 1);
    let mana: ManaPool = match replacement {
        Replacement::MultiplyMana { by, .. } if adds => was.iter().map(|(t, n)| (t, n + more(t, n, *by))).collect(),
        Replacement::MultiplyMana { by, .. } => was.iter().map(|(t, n)| (t, n.saturating_mul(*by))).collect(),
        Replacement::ManaBecomes { mana, .. } => mana.iter().map(|t| (*t, 1)).collect(),
        Replacement::ManaColorBecomes { .. } => {
            let recolored = |t: ManaType| chosen.filter(|_| is_recolored(game, t)).map_or(t, ManaType::from);
            was.iter().map(|(t, n)| (recolored(t), n)).collect()
        }
        Replacement::ManaTypeBecomes { mana, .. } => [(*mana, was.total())].into_iter().collect(),
        _ => was,
    };
    // 106.6a: the restriction is that of the ability, on whatever it makes.
    let multiplied = matches!(replacement, Replacement::MultiplyMana { .. });
    let only = only.filter(|_| !(multiplied && game.deviates(Mutant::RestrictionLostByMultiplying)));
    Event::AddMana { player, mana, says, only, source, tapped_for }
}

/// 106.1b: colourless is a type of mana and no colour, so that an effect on colours leaves it alone.
pub(super) fn is_recolored(game: &Game, t: ManaType) -> bool {
    t.color().is_some() || game.deviates(Mutant::ColorReplacementTakesColorless)
}

/// The same for a production that is only asked about (CR 106.7).
pub(super) fn replace_mana(game: &Game, candidate: &Candidate, event: Event) -> Event {
    match candidate.standing.ability.get(game.cards()) {
        Ability::Static(StaticAbility::Replacement(r)) => mana(game, r, candidate.standing.chosen(game), event),
        _ => event,
    }
}

pub(super) fn with_enters(event: Event, change: impl FnOnce(&mut Enters)) -> Event {
    match event {
        Event::Move { object, to, cause, mut enters } => {
            change(&mut enters);
            Event::Move { object, to, cause, enters }
        }
        Event::CreateToken { player, token, mut enters } => {
            change(&mut enters);
            Event::CreateToken { player, token, enters }
        }
        event => event,
    }
}

/// How something enters, if the event is that.
pub(super) fn enters(event: &Event) -> Option<&Enters> {
    match event {
        Event::Move { enters, to: Zone::Battlefield, .. } | Event::CreateToken { enters, .. } => Some(enters),
        _ => None,
    }
}

/// 107.3m: X is the value chosen for the spell that becomes the permanent, 0 if there was none.
fn entering_amount(game: &Game, view: &View<'_>, amount: &Amount, event: &Event) -> u32 {
    let kept = match event {
        Event::Move { object, .. } => game.object(*object).and_then(|o| game.kept_announcement(o)),
        _ => None,
    };
    let announced = enters(event).and_then(|e| e.announced.as_deref()).or(kept);
    let chosen = announced.map_or(0, |a| a.x);
    let x = if game.deviates(Mutant::XEntersZero) {
        0
    } else if game.deviates(Mutant::XTimesItsSymbols) {
        chosen.saturating_mul(x_symbols(game, event))
    } else {
        chosen
    };
    view.amount(amount, x, &crate::event::EventInfo::default())
}

/// How many {X} the cost of what enters has, at least one: only a mutant asks.
fn x_symbols(game: &Game, event: &Event) -> u32 {
    let card = match event {
        Event::Move { object, .. } => game.object(*object).map(crate::object::Object::copiable),
        _ => None,
    };
    card.and_then(|id| game.cards().card(id).cost.as_ref()).map_or(1, |cost| u32::from(cost.xs).max(1))
}

/// 707.9: the player who will control it chooses; what the copied permanent was given or chose is not copied (CR 707.2).
fn enter_as_copy(
    game: &mut Game,
    derived: &Derived,
    of: &crate::filter::Filter,
    you: PlayerId,
    candidate: &Candidate,
    event: Event,
    choices: &mut dyn Choices,
) -> Result<Event, Stop> {
    let view = candidate.standing.view(game, derived);
    let mut options: Vec<Choice> = view.each(of).into_iter().map(Choice::Object).collect();
    options.push(Choice::Decline);
    let question = Question {
        player: you,
        kind: QuestionKind::CopyOf,
        rule: "707.9",
        about: Some(candidate.standing.key.source),
        options,
        form: Form::One,
    };
    let Some(Choice::Object(chosen)) = ask_one(game, choices, question)? else {
        return Ok(event);
    };
    let Some(original) = game.permanent(chosen) else {
        return Ok(event);
    };
    let (text, x) = (original.text(), crate::matching::x_of_permanent(game, original));
    let not_legendary = original.not_legendary;
    Ok(with_enters(event, |enters| {
        enters.copy_of = Some(text);
        enters.not_legendary = not_legendary;
        // 702.33e, 707.7: what the copied abilities say of being kicked is said of the kicker copied with them, which was not
        // paid; the spell's own has gone.
        if let Some(announced) = &mut enters.announced {
            announced.kicked = false;
        }
        // 107.3m: a permanent has no X of its own that a copy could take over; only a mutant has one here.
        if x > 0 {
            enters.announced.get_or_insert_default().x = x;
        }
    }))
}

/// Counters that a rule forbids are not entered with (CR 614.17c).
pub(super) fn strip_forbidden_counters(event: Event, forbidden: impl Fn(CounterKind) -> bool) -> Event {
    with_enters(event, |enters| enters.counters.retain(|(kind, _)| !forbidden(*kind)))
}

/// Damage to what cannot be dealt damage is no event for anything to replace; nor is the end of what is gone already.
pub(super) fn is_void(game: &Game, derived: &Derived, event: &Event) -> bool {
    match event {
        Event::Damage { to: Recipient::Object(id), .. } => !can_be_dealt_damage(game, derived, *id),
        Event::Destroy(id, _) => game.permanent(*id).is_none(),
        Event::Counter(id) => game.object(*id).is_none_or(|object| object.zone != Zone::Stack),
        _ => false,
    }
}
