//! The spine: a set of simultaneous events is replaced, happens, and is answered; then its results start over.
//!
//! Three plain loops say "simultaneous", and two values say "looks back".

use crate::ability::{Ability, StaticAbility};
use crate::characteristics::CardType;
use crate::choices::{Choices, Stop};
use crate::derived::Derived;
use crate::event::{Event, EventInfo, Happened, MOST_AT_ONCE, Proposal, Recipient};
use crate::game::Game;
use crate::id::ObjectId;
use crate::instruct::{self, Frame};
use crate::layers::derive;
use crate::mutant::Mutant;
use crate::replace::{Rider, replace};
use crate::trigger;

/// How often results may have results before the game is called unsettled.
const LIMIT: usize = 200;

/// How many events a set may lead to before the game is called unsettled: what prevents damage may bring damage with it that
/// something else prevents, and twice as much each time.
const EVENTS: usize = 10_000;

/// Makes a set of simultaneous events happen, with everything that results from it.
///
/// # Errors
/// Whatever the answerer says, or [`Stop::Unsettled`].
pub fn perform(game: &mut Game, events: Vec<Event>, choices: &mut dyn Choices) -> Result<Vec<Happened>, Stop> {
    let mut all = Vec::new();
    let mut proposals: Vec<Proposal> = events.into_iter().map(Proposal::from).collect();
    if proposals.is_empty() {
        return Ok(all);
    }
    let mut before = derive(game);
    let mut events = 0;
    for _ in 0..LIMIT {
        events += proposals.len();
        if events > EVENTS {
            return Err(Stop::Unsettled("more events at once than are worked out"));
        }
        // Nothing of the set has happened yet while any of it is replaced.
        let damage = dealable(game, &proposals);
        let replaced = replace(game, &before, proposals, choices)?;
        let prevented = damage.into_iter().filter(|event| !is_dealt(event, &replaced.events));
        let prevented: Vec<Happened> = prevented.map(Happened::only_triggers).collect();
        if tokens(&replaced.events) > u64::from(MOST_AT_ONCE) {
            return Err(Stop::Unsettled("more tokens at once than are worked out"));
        }
        let mut results = Vec::new();
        let mut happened = Vec::new();
        game.begin_set(&replaced.events);
        for proposal in replaced.events {
            happened.extend(game.happen(&before, proposal.event, &mut results));
        }
        let after = derive(game);
        trigger::notice(game, &before, &after, &happened);
        if !prevented.is_empty() {
            trigger::notice(game, &before, &after, &prevented);
        }
        for rider in replaced.riders {
            game.note_rule("615.5", || "what the prevention brings with it follows at once".to_owned());
            results.extend(follow(game, &after, &rider, choices)?);
        }
        results.extend(departing(game));
        results.extend(abandoned(game, &after, &results));
        results.extend(control_changes(game, &after));
        results.extend(unfit_for_combat(game, &after));
        all.extend(happened);
        if results.is_empty() {
            game.drop_used_shields();
            return Ok(all);
        }
        proposals = results;
        before = after;
    }
    Err(Stop::Unsettled("events kept having results"))
}

/// 603.2h: what is prevented triggers nothing; only a mutant remembers the damage that would be dealt.
fn dealable(game: &Game, proposals: &[Proposal]) -> Vec<Event> {
    let is_damage = |event: &&Event| matches!(event, Event::Damage { amount: 1.., .. });
    let mut damage = proposals.iter().map(|proposal| &proposal.event).filter(is_damage).peekable();
    if damage.peek().is_some() && game.deviates(Mutant::PreventedDamageTriggers) {
        return damage.cloned().collect();
    }
    Vec::new()
}

/// Whether any of the damage is left.
fn is_dealt(damage: &Event, left: &[Proposal]) -> bool {
    left.iter().any(|proposal| match (&proposal.event, damage) {
        (Event::Damage { source, to, .. }, Event::Damage { source: from, to: on, .. }) => source == from && to == on,
        _ => false,
    })
}

/// How many tokens would be created (CR 111.2).
fn tokens(proposals: &[Proposal]) -> u64 {
    let made = |proposal: &Proposal| match proposal.event {
        Event::CreateTokens { n, .. } => u64::from(n),
        _ => 0,
    };
    proposals.iter().map(made).sum()
}

/// 615.5: what follows a prevention takes place immediately afterwards.
fn follow(game: &Game, derived: &Derived, rider: &Rider, choices: &mut dyn Choices) -> Result<Vec<Proposal>, Stop> {
    let cards = game.shared_cards();
    let Ability::Static(StaticAbility::Prevention(prevention)) = rider.ability.get(&cards) else {
        return Ok(Vec::new());
    };
    let (object, player) = match rider.to {
        Recipient::Object(id) => (Some(id), None),
        Recipient::Player(player) => (None, Some(player)),
    };
    let frame = Frame {
        source: rider.key.source,
        controller: rider.controller,
        targets: Vec::new(),
        link: rider.ability.link(),
        x: 0,
        event: EventInfo { object, player, amount: rider.amount, ..EventInfo::default() },
        tapped_for: None,
    };
    let mut proposals = Vec::new();
    for effect in &prevention.then {
        let sets = instruct::events(game, derived, &frame, effect, choices)?;
        // It is known by the effect that brings it, which has had its one chance (CR 614.5).
        let marked = |event| Proposal { event, applied: vec![rider.key] };
        proposals.extend(sets.into_iter().flatten().map(marked));
    }
    Ok(proposals)
}

/// 302.6, 506.4: a change of control is noticed when it shows in what objects are now.
fn control_changes<'a>(game: &'a Game, after: &'a Derived) -> impl Iterator<Item = Proposal> + 'a {
    after.rows().iter().filter_map(|row| {
        let object = game.permanent(row.id)?;
        (object.controlled.0 != row.controller)
            .then(|| Event::ControlChanged { object: row.id, to: row.controller }.into())
    })
}

/// 800.4a: everything that a player who has left the game owns leaves it too, also what has just come to be where it is:
/// a creature that died as its owner lost.
fn departing(game: &Game) -> Vec<Proposal> {
    if game.is_over() || game.players().iter().all(|player| player.lost.is_none()) {
        return Vec::new();
    }
    let owned = game.objects().iter().filter(|object| game.player(object.owner).lost.is_some());
    owned.map(|object| Event::LeaveGame(object.id).into()).collect()
}

/// 800.4a, 800.4c: what a player who has left the game still controls, when what they own and the effects that gave them
/// control are gone, is exiled.
fn abandoned(game: &Game, after: &Derived, due: &[Proposal]) -> Vec<Proposal> {
    let leaving = due.iter().any(|proposal| matches!(proposal.event, Event::LeaveGame(_)));
    if leaving || game.is_over() || game.players().iter().all(|player| player.lost.is_none()) {
        return Vec::new();
    }
    let rows = game.permanent_rows(after);
    let without = rows.filter(|row| game.player(row.controller).lost.is_some());
    without.map(|row| Event::exile_with_player(row.id).into()).collect()
}

/// 506.4: an attacking or blocking permanent that stops being a creature is removed from combat, and so is an attacked one that
/// stops being a planeswalker.
fn unfit_for_combat<'a>(game: &'a Game, after: &'a Derived) -> impl Iterator<Item = Proposal> + 'a {
    let combat = game.combat();
    let creatures = combat.creatures().map(|id| (id, CardType::Creature));
    let walkers = combat.attacked_planeswalkers().map(|id| (id, CardType::Planeswalker));
    let mut unfit: Vec<ObjectId> = creatures
        .chain(walkers)
        .filter(|(id, needed)| after.row(*id).is_some_and(|row| !row.is(*needed)) && game.can_leave_combat())
        .map(|(id, _)| id)
        .collect();
    unfit.sort_unstable();
    unfit.dedup();
    unfit.into_iter().map(|id| Event::LeaveCombat(id).into())
}
