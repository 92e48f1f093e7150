//! Replacement and prevention (CR 614, 615, 616): what a set of simultaneous events becomes before any of it happens.
//!
//! Owns the loop of CR 616.1: gather, choose, apply, repeat. What an effect does to an event is `apply`'s; which events
//! it watches for is `applicable`'s.

mod applicable;
mod apply;
mod enchanting;
mod entering;
mod never;
mod shields;

use crate::ability::{Ability, StaticAbility};
use crate::choices::{Choice, Choices, Form, Question, QuestionKind, Stop, ask};
use crate::derived::Derived;
use crate::effect::{Permission, Replacement};
use crate::event::{Cause, Effect616, EffectKey, Enters, Event, Proposal, Recipient};
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::mana::ManaTypes;
use crate::mutant::Mutant;
use crate::object::AbilityRef;
use crate::standing::{Standing, forbids, is_shield_counter, standing};
use crate::zone::Zone;

/// How often effects may change one event before the game is called unsettled: far more than there are effects.
const LIMIT: usize = 2_000;

/// The additional effect of a prevention effect that was applied (CR 615.5).
#[derive(Debug, Clone)]
pub(crate) struct Rider {
    /// The prevention effect.
    pub(crate) key: EffectKey,
    /// Its ability, with the instructions that follow.
    pub(crate) ability: AbilityRef,
    /// Who controls it.
    pub(crate) controller: PlayerId,
    /// How much damage was prevented.
    pub(crate) amount: u32,
    /// To whom or what the damage would have been dealt.
    pub(crate) to: Recipient,
}

/// What a set became.
#[derive(Debug, Default)]
pub(crate) struct Replaced {
    /// The events that will happen, in the order in which they were proposed.
    pub(crate) events: Vec<Proposal>,
    /// What follows immediately.
    pub(crate) riders: Vec<Rider>,
}

/// Applies everything that applies to a set of simultaneous events. Nothing of the set has happened yet.
///
/// # Errors
/// Whatever the answerer says.
pub(crate) fn replace(
    game: &mut Game,
    derived: &Derived,
    proposals: Vec<Proposal>,
    choices: &mut dyn Choices,
) -> Result<Replaced, Stop> {
    let mut standing = standing(game, derived);
    if game.deviates(Mutant::LeavingSourceReplacesNothing) {
        standing.retain(|s| !proposals.iter().any(|p| leaves(&p.event, s.key.source)));
    }
    shields::note_changed(game, derived, &standing, &proposals);
    // 616.1: players who choose at the same time do so in APNAP order.
    let mut order: Vec<usize> = (0..proposals.len()).collect();
    if order.len() > 1 {
        let apnap: Vec<PlayerId> = game.apnap().collect();
        let seat = |p: PlayerId| apnap.iter().position(|q| *q == p).unwrap_or(apnap.len());
        order.sort_by_cached_key(|at| affected(game, derived, &proposals[*at].event).map_or(0, seat));
    }
    let mut out: Vec<Option<Proposal>> = vec![None; proposals.len()];
    let mut riders = Vec::new();
    let mut proposals: Vec<Option<Proposal>> = proposals.into_iter().map(Some).collect();
    // 615.7: what meets a shield waits until it is known what else of the set meets it.
    let mut open: Vec<shields::Met> = Vec::new();
    for at in &order {
        if let Some(proposal) = proposals[*at].take() {
            let course = replace_one(game, derived, &standing, proposal, &mut riders, choices)?;
            course.take(*at, &mut out, &mut open);
        }
    }
    while let Some(first) = open.iter().min_by_key(|met| order.iter().position(|at| *at == met.at)) {
        let shield = first.shield;
        let (met, others) = open.into_iter().partition(|met| met.shield == shield);
        open = others;
        for (at, proposal) in shields::apply(game, derived, &mut standing, shield, met, &mut riders, choices)? {
            let course = replace_one(game, derived, &standing, proposal, &mut riders, choices)?;
            course.take(at, &mut out, &mut open);
        }
    }
    let once = game.deviates(Mutant::OneCounterPerEvent);
    let mut seen = Vec::new();
    riders.retain(|rider: &Rider| {
        // 122.1c: all damage that is dealt at the same time, whatever the sources, takes one shield counter.
        let again = (once || is_shield_counter(rider.key)) && seen.contains(&rider.key);
        seen.push(rider.key);
        !again
    });
    let used = shields::used(&standing);
    Ok(Replaced { events: out.into_iter().flatten().chain(used).collect(), riders })
}

/// What becomes of one event of a set.
enum Course {
    /// It happens, as it is now.
    Happens(Proposal),
    /// It does not happen.
    Never,
    /// A shield applies to it next, together with whatever else of the set meets that shield.
    Meets(Proposal, EffectKey),
}

impl Course {
    /// Puts the event of that place in the set among those that happen, or among those that wait for a shield.
    fn take(self, at: usize, out: &mut [Option<Proposal>], open: &mut Vec<shields::Met>) {
        match self {
            Course::Happens(proposal) => out[at] = Some(proposal),
            Course::Never => {}
            Course::Meets(proposal, shield) => open.push(shields::Met { at, proposal, shield }),
        }
    }
}

/// Whether the event would take the permanent away: only a mutant asks.
fn leaves(event: &Event, id: ObjectId) -> bool {
    matches!(event, Event::Destroy(object, _) | Event::Move { object, .. } if *object == id)
}

fn replace_one(
    game: &mut Game,
    derived: &Derived,
    standing: &[Standing],
    mut proposal: Proposal,
    riders: &mut Vec<Rider>,
    choices: &mut dyn Choices,
) -> Result<Course, Stop> {
    for _ in 0..LIMIT {
        if never::never_happens(game, derived, standing, &proposal) || apply::is_void(game, derived, &proposal.event) {
            return Ok(Course::Never);
        }
        let mut candidates = applicable::applicable(game, derived, standing, &proposal, riders);
        if let Some(contained) = contained(&proposal.event)
            && (candidates.is_empty() || is_replaced_first(game, derived, standing, &contained))
        {
            // 616.1g: what applies to a part of an event waits until the whole has been replaced.
            proposal.event = contained;
            continue;
        }
        if candidates.is_empty() {
            proposal.event = strip(game, derived, standing, proposal.event);
            if let Event::Move { object, to: Zone::Graveyard, .. } = proposal.event
                && game.deviates(Mutant::TokensSkipGraveyard)
                && game.object(object).is_some_and(crate::object::Object::is_token)
            {
                proposal.event = Event::Cease(object);
            }
            let Some(event) = enchanting::enchant(game, derived, proposal.event.clone(), choices)? else {
                return Ok(Course::Never);
            };
            proposal.event = event;
            return Ok(Course::Happens(proposal));
        }
        let group = candidates.iter().map(|c| c.group).min().unwrap_or(Effect616::Other);
        candidates.retain(|c| c.group == group);
        let chosen = choose(game, derived, &proposal.event, &candidates, riders, choices)?;
        let candidate = candidates.swap_remove(chosen);
        if candidate.standing.shield.is_some() {
            return Ok(Course::Meets(proposal, candidate.standing.key));
        }
        // 614.5: once per event, even if the event has changed since.
        if game.deviates(Mutant::ReplacementAppliesAgain) {
            proposal.applied.clear();
        }
        proposal.applied.push(candidate.standing.key);
        if candidates.len() > 1 {
            game.note_rule("614.5", || "the effect that was chosen has had its one opportunity".to_owned());
        }
        let before = proposal.event.clone();
        let rule = candidate.rule;
        let after = apply::apply(game, derived, standing, &candidate, proposal.event.clone(), riders, choices)?;
        game.note(|| crate::transcript::Entry::Replaced {
            before: before.clone(),
            after: after.clone(),
            by: candidate.standing.key,
            rule,
        });
        match after {
            Some(event) => proposal.event = event,
            None if game.deviates(Mutant::EveryCopyCounts) => {
                for other in &candidates {
                    apply::apply(game, derived, standing, other, before.clone(), riders, choices)?;
                }
                return Ok(Course::Never);
            }
            None => return Ok(Course::Never),
        }
    }
    Err(Stop::Unsettled("replacement effects kept being applied to one event"))
}

/// The move that a destruction or a countering comes to (CR 701.5a, 701.7a), at the same time as whatever else happens.
fn contained(event: &Event) -> Option<Event> {
    let (object, cause) = match event {
        Event::Destroy(object, _) => (*object, Cause::Destroyed),
        Event::Counter(object) => (*object, Cause::Countered),
        _ => return None,
    };
    Some(Event::Move { object, to: Zone::Graveyard, cause, enters: Enters::default() })
}

/// Whether something stands ready to replace what an event comes to: only a mutant lets that go first.
fn is_replaced_first(game: &Game, derived: &Derived, standing: &[Standing], contained: &Event) -> bool {
    game.deviates(Mutant::PartReplacedFirst)
        && !applicable::applicable(game, derived, standing, &Proposal::from(contained.clone()), &[]).is_empty()
}

/// 614.17c: what enters does so without the counters that may not be put on it.
fn strip(game: &Game, derived: &Derived, standing: &[Standing], event: Event) -> Event {
    let counted = apply::enters(&event).is_some_and(|enters| !enters.counters.is_empty());
    let Some((object, row)) = counted.then(|| entering::as_it_would_exist(game, derived, &event)).flatten() else {
        return event;
    };
    let forbidden = forbids(game, derived, standing, |rule, view| match rule {
        Permission::CountersCantBePut(filter) => view.matches(filter, &object, &row),
        _ => false,
    });
    apply::strip_forbidden_counters(event, |_| forbidden)
}

/// Whether the event is what a prevention effect brings with it (CR 615.5).
fn follows_prevention(game: &Game, standing: &[Standing], proposal: &Proposal) -> bool {
    let is_prevention = |s: &Standing| {
        matches!(s.ability.get(game.cards()), Ability::Static(StaticAbility::Prevention(_)))
            && proposal.applied.contains(&s.key)
    };
    !matches!(proposal.event, Event::Damage { .. }) && standing.iter().any(is_prevention)
}

fn choose(
    game: &mut Game,
    derived: &Derived,
    event: &Event,
    candidates: &[applicable::Candidate],
    riders: &[Rider],
    choices: &mut dyn Choices,
) -> Result<usize, Stop> {
    if candidates.len() == 1 || game.deviates(Mutant::ReplacementOrderFixed) {
        return Ok(0);
    }
    if game.deviates(Mutant::DamageMultipliedFirst)
        && let Some(first) = candidates.iter().position(|c| multiplies_damage(game, c))
    {
        return Ok(first);
    }
    let mut player = affected(game, derived, event).unwrap_or(game.turn().active);
    if game.deviates(Mutant::ReplacementAsksController) {
        let others = candidates.iter().map(|c| c.standing.controller).find(|controller| *controller != player);
        player = others.unwrap_or(player);
    }
    // Of several sources at once, each is a question of its own.
    let about = match event {
        Event::Damage { source, .. } => Some(*source),
        _ => None,
    };
    let question = Question {
        player,
        kind: QuestionKind::Replacement,
        rule: "616.1",
        about,
        options: candidates.iter().map(|c| Choice::Effect(c.standing.key)).collect(),
        form: Form::One,
    };
    let asked = game.transcript().is_on().then(|| question.clone());
    if game.deviates(Mutant::OneChoiceForAllSources)
        && let Some(again) = riders.iter().rev().find_map(|r| candidates.iter().position(|c| c.standing.key == r.key))
    {
        return Ok(again);
    }
    let answer = ask(game, choices, question)?;
    if let Some(question) = asked {
        game.note(|| crate::transcript::Entry::Chosen(Box::new(question), answer.clone()));
    }
    Ok(answer[0])
}

fn multiplies_damage(game: &Game, candidate: &applicable::Candidate) -> bool {
    let ability = candidate.standing.ability.get(game.cards());
    matches!(ability, Ability::Static(StaticAbility::Replacement(Replacement::MultiplyDamage { .. })))
}

/// Who chooses: the affected player, or the controller of the affected object, or else its owner (CR 616.1).
#[must_use]
pub(crate) fn affected(game: &Game, derived: &Derived, event: &Event) -> Option<PlayerId> {
    let controller =
        |id: ObjectId| derived.row(id).map(|row| row.controller).or_else(|| game.object(id).map(|o| o.controller));
    match event {
        Event::Damage { to: Recipient::Player(player), .. }
        | Event::GainLife(player, _)
        | Event::LoseLife(player, ..)
        | Event::AddMana { player, .. }
        | Event::CreateTokens { player, .. }
        | Event::CreateToken { player, .. }
        | Event::Draw(player)
        | Event::LoseGame(player, _) => Some(*player),
        Event::Damage { to: Recipient::Object(id), .. }
        | Event::PutCounters { on: id, .. }
        | Event::Destroy(id, _)
        | Event::Counter(id) => controller(*id),
        Event::Move { object, enters, .. } => enters.controller.or_else(|| controller(*object)),
        _ => None,
    }
}

/// Whether a replacement changes how something enters in a way that CR 616.1 puts first.
fn group(replacement: &Replacement) -> Effect616 {
    match replacement {
        Replacement::EntersAsCopy { .. } => Effect616::Copy,
        _ => Effect616::Other,
    }
}

/// The types of mana that a production could end up with, over every order in which replacement effects could be applied
/// (CR 106.7, 616.1).
pub(crate) fn every_outcome(game: &Game, derived: &Derived, standing: &[Standing], event: Event) -> ManaTypes {
    let mut found = ManaTypes::NONE;
    let mut open = vec![Proposal::from(event)];
    // What has been applied, and the mana it left: two orders that come to the same go on alike.
    let mut seen: Vec<Proposal> = Vec::new();
    while let Some(proposal) = open.pop() {
        if seen.contains(&proposal) {
            continue;
        }
        seen.push(proposal.clone());
        let mut candidates = applicable::applicable(game, derived, standing, &proposal, &[]);
        if game.deviates(Mutant::CouldProduceOneOrder) {
            candidates.truncate(1);
        }
        if game.deviates(Mutant::CouldProduceIgnoresReplacement) {
            candidates.clear();
        }
        if candidates.is_empty()
            && let Event::AddMana { mana, .. } = &proposal.event
        {
            mana.iter().for_each(|(t, _)| found.insert(t));
        }
        for candidate in candidates {
            let mut next = proposal.clone();
            next.applied.push(candidate.standing.key);
            next.applied.sort_unstable();
            next.event = apply::replace_mana(game, &candidate, next.event);
            open.push(next);
        }
    }
    found
}
