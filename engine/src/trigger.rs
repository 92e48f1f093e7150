//! Which abilities trigger on what happened (CR 603.2), and which state triggers are due (CR 603.8).
//!
//! Leaves-the-battlefield triggers look back to the state before (CR 603.10a); the rest is judged by the state after,
//! also the abilities that trigger from a graveyard (CR 603.6c).

mod graveyard;

use crate::ability::{Ability, Trigger, TriggeredAbility, Wanted};
use crate::derived::{Derived, Row};
use crate::effect::Condition;
use crate::event::{Begun, Event, EventInfo, Happened, Recipient};
use crate::filter::Filter;
use crate::game::{Game, Waiting};
use crate::id::{ObjectId, PlayerId};
use crate::mana::{ManaPool, ManaTypes};
use crate::matching::{View, row_of};
use crate::mutant::Mutant;
use crate::object::AbilityRef;
use crate::transcript::Entry;
use crate::zone::Zone;

/// Puts everything that triggers on what happened into waiting.
pub(crate) fn notice(game: &mut Game, before: &Derived, after: &Derived, happened: &[Happened]) {
    let mut found = Vec::new();
    let were: Vec<&Row> =
        before.rows().iter().filter(|row| may_trigger(game, row) && was_there(game, row.id)).collect();
    let are: Vec<&Row> =
        after.rows().iter().filter(|row| may_trigger(game, row) && game.permanent(row.id).is_some()).collect();
    for fact in happened {
        if is_silent(fact.event()) {
            continue;
        }
        for row in &were {
            let printed = by_print(game, row);
            each_trigger(game, printed.as_ref().unwrap_or(row), |ability, t| {
                if looks_back(&t.when) && (survives(game, row.id) || !must_survive(game, t)) {
                    consider(game, before, (row.id, row.controller), ability, t, fact, &mut found);
                }
            });
        }
        for row in &are {
            each_trigger(game, row, |ability, t| {
                if !looks_back(&t.when) && t.when != Trigger::PutIntoGraveyardFromAnywhere {
                    consider(game, after, (row.id, row.controller), ability, t, fact, &mut found);
                }
            });
        }
        created(game, after, fact, &mut found);
        graveyard::from_anywhere(game, before, after, fact, &mut found);
        graveyard::explain(game, before, after, fact);
        from_stack(game, after, fact, &mut found);
    }
    if game.deviates(Mutant::GraveyardTriggerLate) {
        graveyard::regained(game, before, after, &mut found);
    }
    let several = |at: usize| {
        let same = |w: &Waiting| w.source == found[at].0.source && w.ability == found[at].0.ability;
        found[..at].iter().any(|(w, _)| same(w))
    };
    if (0..found.len()).any(several) {
        game.note_rule("603.2c", || "one event has several occurrences: it triggers for each".to_owned());
    }
    for (waiting, rule) in found {
        game.note(|| Entry::Triggered { source: waiting.source, controller: waiting.controller, rule });
        game.wait(waiting, false);
    }
    state_triggers(game, after, happened);
}

/// Puts the state triggers that are due into waiting where nothing has happened yet: on a board as it was set up.
pub(crate) fn notice_state(game: &mut Game, derived: &Derived) {
    state_triggers(game, derived, &[]);
}

/// Events that no ability here can trigger on.
fn is_silent(event: &Event) -> bool {
    matches!(
        event,
        Event::SpendMana(..)
            | Event::EmptyPool(_)
            | Event::PutOnStack { .. }
            | Event::WearOff
            | Event::BeginEffect { .. }
    )
}

fn looks_back(trigger: &Trigger) -> bool {
    matches!(trigger, Trigger::Leaves(_) | Trigger::Dies(_))
}

fn survives(game: &Game, id: ObjectId) -> bool {
    game.permanent(id).is_some()
}

/// 603.10a: a watcher that goes at the same time sees the deaths; only a mutant wants it to be left.
fn must_survive(game: &Game, t: &TriggeredAbility) -> bool {
    game.deviates(Mutant::DiesTriggerSourceMustSurvive) && matches!(&t.when, Trigger::Dies(f) if *f != Filter::This)
}

/// 603.10a: the abilities that an object had just before count, whatever its card says; only a mutant reads the card.
fn by_print(game: &Game, row: &Row) -> Option<Row> {
    let object = game.object_or_last_known(row.id).filter(|_| game.deviates(Mutant::LeavesTriggerByPrint))?;
    Some(Row::copiable(&crate::object::Object { copy_of: None, ..object.clone() }, game.cards()))
}

fn may_trigger(game: &Game, row: &Row) -> bool {
    row.may_have(game.cards(), |printed| printed.has_triggered)
}

fn each_trigger(game: &Game, row: &Row, mut f: impl FnMut(AbilityRef, &TriggeredAbility)) {
    if !may_trigger(game, row) {
        return;
    }
    for (ability, data) in row.abilities(game.cards()) {
        if let Ability::Triggered(t) = data {
            f(ability, t);
        }
    }
}

fn consider(
    game: &Game,
    derived: &Derived,
    (source, controller): (ObjectId, PlayerId),
    ability: AbilityRef,
    t: &TriggeredAbility,
    fact: &Happened,
    found: &mut Vec<(Waiting, &'static str)>,
) {
    let view = View::new(game, derived, source, controller).of(&ability);
    if let Some((event, rule)) = matches(&view, &t.when, fact)
        && t.only_if.as_ref().is_none_or(|condition| view.holds(condition))
    {
        // 603.3a: who controlled its source when it triggered, whoever owns it.
        let owner = || game.object_or_last_known(source).map_or(controller, |o| o.owner);
        let to_owner = matches!(t.when, Trigger::Leaves(_)) && game.deviates(Mutant::LeavesTriggerHitsOwner);
        let controller = if to_owner { owner() } else { controller };
        let waiting = Waiting { controller, source, ability, event };
        for _ in 0..times(game, &t.when, &waiting, found) {
            found.push((waiting.clone(), rule));
        }
    }
}

/// Whether a leaves-the-battlefield ability triggers (CR 603.6c): always; only mutants say otherwise.
fn leaves(game: &Game, waiting: &Waiting) -> bool {
    if game.deviates(Mutant::LeavesTriggerOwnExileOnly) {
        let exiled = waiting.event.became.and_then(|id| game.object(id)).is_some_and(|o| o.zone == Zone::Exile);
        let top = game.stack().last().and_then(|id| game.object(*id)).and_then(crate::object::Object::stack_ability);
        return exiled && top.is_some_and(|ability| ability.source == waiting.source);
    }
    if game.deviates(Mutant::LeavesTriggerLostWhenStolen) {
        return game.object_or_last_known(waiting.source).is_some_and(|o| o.owner == waiting.controller);
    }
    true
}

/// How often one event sets off one ability: once (CR 603.2c); only mutants say otherwise.
fn times(game: &Game, when: &Trigger, waiting: &Waiting, found: &[(Waiting, &'static str)]) -> u32 {
    let is_death = matches!(when, Trigger::Dies(_));
    if matches!(when, Trigger::Leaves(_)) {
        return u32::from(leaves(game, waiting));
    }
    if game.deviates(Mutant::ManaTriggerPerMana) && matches!(when, Trigger::TappedForMana { .. }) {
        return waiting.event.amount;
    }
    if game.deviates(Mutant::SimultaneousDeathsTriggerOnce) && is_death {
        let same = |w: &Waiting| w.source == waiting.source && w.ability == waiting.ability;
        return u32::from(!found.iter().any(|(w, _)| same(w)));
    }
    if game.deviates(Mutant::DiesTriggerOpponentsOnly) && is_death {
        return u32::from(waiting.event.player != Some(waiting.controller));
    }
    1
}

/// 603.7: triggered abilities that a resolution created and no object has.
fn created(game: &Game, after: &Derived, fact: &Happened, found: &mut Vec<(Waiting, &'static str)>) {
    if game.deviates(Mutant::CreatedTriggersIgnored) {
        return;
    }
    for floating in game.floating() {
        if let Begun::Watch(source, ability, _) = &floating.effect
            && let Ability::Triggered(t) = &**ability
        {
            let name = AbilityRef::Own(ability.clone());
            consider(game, after, (*source, floating.controller), name, t, fact, found);
        }
    }
}

/// The spell that the event casts. A copy of a spell is not cast (CR 707.10); only a mutant says so.
fn spell_cast(game: &Game, fact: &Happened) -> Option<ObjectId> {
    match fact.event() {
        Event::Cast(spell) => Some(*spell),
        Event::CopySpell { .. } if game.deviates(Mutant::CopyIsCast) => fact.became(),
        _ => None,
    }
}

/// 113.6k: an ability that triggers as its own spell is cast triggers on the stack.
fn from_stack(game: &Game, after: &Derived, fact: &Happened, found: &mut Vec<(Waiting, &'static str)>) {
    let Some((spell, row)) = spell_cast(game, fact).and_then(|id| Some((id, row_of(game, after, id)?))) else { return };
    each_trigger(game, &row, |ability, t| {
        if t.when == Trigger::CastThis {
            let event = EventInfo { object: Some(spell), player: Some(row.controller), ..EventInfo::default() };
            found.push((Waiting { controller: row.controller, source: spell, ability, event }, "601.2i"));
        }
    });
}

/// Whether the trigger answers the event, what it may ask about it, and by which rule.
fn matches(view: &View<'_>, trigger: &Trigger, fact: &Happened) -> Option<(EventInfo, &'static str)> {
    let object_info = |object: ObjectId| EventInfo {
        object: Some(object),
        became: fact.became(),
        player: view.game.object_or_last_known(object).map(|o| o.controller),
        ..EventInfo::default()
    };
    let player_info = |player: PlayerId| EventInfo { player: Some(player), ..EventInfo::default() };
    match (trigger, fact.event()) {
        (Trigger::Enters(filter), Event::Move { to: Zone::Battlefield, .. } | Event::CreateToken { .. }) => {
            let new = fact.became()?;
            view.matches_id(filter, new).then(|| (object_info(new), "603.6a"))
        }
        (Trigger::Leaves(filter), Event::Move { object, .. } | Event::LeaveGame(object)) => {
            let missed =
                matches!(fact.event(), Event::LeaveGame(_)) && view.game.deviates(Mutant::LeavingWithOwnerUnnoticed);
            (!missed && was_permanent(view, *object) && view.matches_id(filter, *object))
                .then(|| (object_info(*object), "603.6c"))
        }
        (Trigger::Dies(filter), Event::Move { object, to, cause, .. })
            if graveyard::is_reached(view.game, *to, *cause) =>
        {
            // 603.10a: where the watcher itself is gone, looking back is what makes it see.
            let rule = if survives(view.game, view.this) { "603.6c" } else { "603.10a" };
            (was_permanent(view, *object) && view.matches_id(filter, *object)).then(|| (object_info(*object), rule))
        }
        (Trigger::StepBegins(step, whose), Event::StepBegins(began)) => {
            let active = view.game.turn().active;
            (step == began && view.is(*whose, active)).then(|| (player_info(active), "603.2b"))
        }
        (Trigger::TappedForMana { of, whose, mana }, event) => {
            let info = tapped_for_mana(view, *mana, event)?;
            let by = info.player.is_some_and(|by| view.is(*whose, by));
            (by && info.object.is_some_and(|object| view.matches_id(of, object))).then_some((info, "106.12a"))
        }
        (Trigger::AddsMana { by, whose, mana: wanted }, Event::AddMana { player, mana, source, .. }) => {
            let types = types_of(mana);
            let typed = wanted.map_or(!types.is_empty(), |wanted| is_among(view, wanted, types));
            let ability = view.game.object_or_last_known(*source).is_some_and(|o| o.zone != Zone::Stack);
            (typed && ability && view.is(*whose, *player) && view.matches_id(by, *source)).then(|| {
                let info =
                    EventInfo { object: Some(*source), amount: mana.total(), mana: types, ..player_info(*player) };
                (info, "605.1b")
            })
        }
        (Trigger::BecomesTapped(filter), Event::Tap(object)) => {
            view.matches_id(filter, *object).then(|| (object_info(*object), "603.2e"))
        }
        (Trigger::Casts(filter, whose), Event::Cast(_) | Event::CopySpell { .. }) => {
            let spell = spell_cast(view.game, fact)?;
            let by = view.game.object(spell)?.controller;
            (view.is(*whose, by) && view.matches_id(filter, spell)).then(|| (object_info(spell), "603.2"))
        }
        (Trigger::DealsDamage { by, to_player }, Event::Damage { source, to, amount, .. }) => {
            let reaches = match to {
                Recipient::Player(player) => to_player.is_none_or(|whose| view.is(whose, *player)),
                Recipient::Object(_) => to_player.is_none(),
            };
            (reaches && view.matches_id(by, *source)).then(|| {
                let player = match to {
                    Recipient::Player(player) => Some(*player),
                    Recipient::Object(_) => None,
                };
                let info = EventInfo { object: Some(*source), player, amount: *amount, ..EventInfo::default() };
                (info, "603.2")
            })
        }
        (Trigger::Attacks(filter), Event::Attack(attacker)) => {
            view.matches_id(filter, attacker.object).then(|| (object_info(attacker.object), "508.3a"))
        }
        (Trigger::Shuffles(whose), Event::Shuffle(player)) => {
            view.is(*whose, *player).then(|| (player_info(*player), "603.2"))
        }
        (Trigger::GainsLife(whose), Event::GainLife(player, n)) => {
            view.is(*whose, *player).then(|| (EventInfo { amount: *n, ..player_info(*player) }, "603.2"))
        }
        _ => None,
    }
}

fn types_of(mana: &ManaPool) -> ManaTypes {
    mana.iter().map(|(t, _)| t).collect()
}

/// Whether the type that a trigger waits for is one of these.
fn is_among(view: &View<'_>, wanted: Wanted, types: ManaTypes) -> bool {
    match wanted {
        Wanted::Type(t) => types.contains(t),
        Wanted::ChosenColor => view.chosen().is_some_and(|color| types.contains(color.into())),
    }
}

/// 106.12a: a permanent has been tapped for mana, of the wanted type, when the ability has made it: what an ability may ask
/// about that.
fn tapped_for_mana(view: &View<'_>, wanted: Option<Wanted>, event: &Event) -> Option<EventInfo> {
    let on_tap = view.game.deviates(Mutant::ManaTriggerOnBecomingTapped);
    let (object, player, amount, types, says) = match event {
        Event::AddMana { only: Some(_), .. } if view.game.deviates(Mutant::RestrictedManaUnnoticed) => return None,
        Event::AddMana { mana, says, tapped_for: Some((object, by)), .. } if !on_tap => {
            (*object, *by, mana.total(), types_of(mana), types_of(says))
        }
        Event::Tap(object) if on_tap => {
            let types = crate::printed::printed_types(view, *object);
            (*object, view.game.object(*object)?.controller, 1, types, types)
        }
        _ => return None,
    };
    let judged = if view.game.deviates(Mutant::ManaTriggerOnPrintedType) { says } else { types };
    let mana = if view.game.deviates(Mutant::ManaTriggerAddsPrintedType) { says } else { types };
    let info = EventInfo { object: Some(object), became: None, player: Some(player), amount, mana };
    wanted.is_none_or(|wanted| is_among(view, wanted, judged)).then_some(info)
}

/// Whether the object is a permanent, or was one until now (CR 113.6: where these abilities function).
fn was_there(game: &Game, id: ObjectId) -> bool {
    game.object_or_last_known(id).is_some_and(|object| object.zone == Zone::Battlefield)
}

fn was_permanent(view: &View<'_>, id: ObjectId) -> bool {
    view.game.last_known(id).is_some_and(|known| known.object.zone == Zone::Battlefield)
}

/// 603.8: due as soon as the state matches, and not again before the trigger has left the stack.
fn state_triggers(game: &mut Game, after: &Derived, happened: &[Happened]) {
    let mut found = Vec::new();
    let may = |row: &&Row| row.may_have(game.cards(), |printed| printed.has_state_trigger);
    for row in after.rows().iter().filter(may).filter(|row| game.permanent(row.id).is_some()) {
        each_trigger(game, row, |ability, t| {
            let Trigger::State(condition) = &t.when else {
                return;
            };
            let view = View::new(game, after, row.id, row.controller).of(&ability);
            let regardless =
                game.deviates(Mutant::StateTriggerAgainRegardless) && game.state_trigger_spent(row.id, &ability);
            if !regardless && !view.holds(condition) {
                return;
            }
            for _ in 0..due(game, row, &ability, condition, happened) {
                let (controller, source, event) = (row.controller, row.id, EventInfo::default());
                found.push(Waiting { controller, source, ability: ability.clone(), event });
            }
        });
    }
    for waiting in found {
        game.note(|| Entry::Triggered { source: waiting.source, controller: waiting.controller, rule: "603.8" });
        game.wait(waiting, true);
    }
}

/// How many times a state trigger whose state is true triggers now.
fn due(game: &Game, row: &Row, ability: &AbilityRef, condition: &Condition, happened: &[Happened]) -> u32 {
    let pending = game.waiting().iter().filter(|w| w.source == row.id && w.ability == *ability).count()
        + game
            .stack()
            .iter()
            .filter_map(|id| game.object(*id)?.stack_ability())
            .filter(|on| on.source == row.id && on.ability == *ability)
            .count();
    if game.deviates(Mutant::StateTriggerEachCheck) {
        let counted = |fact: &Happened| matches!(fact.event(), Event::PutCounters { on, .. } if *on == row.id);
        return u32::from(pending == 0 || happened.iter().any(counted));
    }
    if game.deviates(Mutant::StateTriggerPerCounter) {
        return above(game, row.id, condition).saturating_sub(crate::game::as_u32(pending));
    }
    if game.deviates(Mutant::StateTriggerNeverAgain) && game.state_trigger_spent(row.id, ability) {
        return 0;
    }
    u32::from(pending == 0)
}

/// By how much the counters exceed the threshold, and one: only a mutant asks.
fn above(game: &Game, id: ObjectId, condition: &Condition) -> u32 {
    match condition {
        Condition::CountersHere(kind, crate::filter::Compare::AtLeast(bound)) => {
            let n = game.permanent(id).map_or(0, |o| o.counters.get(*kind));
            (n + 1).saturating_sub(u32::try_from(*bound).unwrap_or(0))
        }
        _ => 1,
    }
}
