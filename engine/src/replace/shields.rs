//! Shields (CR 615.7–615.9): which damage they meet, and what of it they prevent. The scope of a shield is all the damage of
//! a set that meets it, so that nothing is prevented before it is known what else is dealt at the same time.

use super::applicable::{matches_source, unpreventable};
use super::{Rider, affected};
use crate::ability::{Ability, StaticAbility};
use crate::choices::{Choice, Choices, Form, Question, QuestionKind, Stop, ask_one};
use crate::derived::Derived;
use crate::effect::Prevention;
use crate::event::{EffectKey, Event, Left, MOST_AT_ONCE, Proposal};
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::matching::View;
use crate::mutant::Mutant;
use crate::standing::Standing;
use crate::transcript::Entry;

/// Damage that a shield applies to next.
pub(super) struct Met {
    /// Its place in the set.
    pub(super) at: usize,
    pub(super) proposal: Proposal,
    pub(super) shield: EffectKey,
}

/// Whether a shield applies to the event: something is left of it, it is around the recipient, and the source is one that it
/// speaks of and still has the properties that it names (CR 609.7b, 615.9).
pub(super) fn covers(p: &Prevention, view: &View<'_>, event: &Event, standing: &Standing) -> bool {
    let (Event::Damage { source, to, .. }, Some(held)) = (event, &standing.shield) else {
        return false;
    };
    let unchecked = view.game.deviates(Mutant::ChosenSourceNotRechecked);
    held.left != Left::Damage(0)
        && held.to == *to
        && held.from.is_none_or(|chosen| chosen == *source)
        && (unchecked || matches_source(view, &p.from, *source))
}

/// 609.7b, 615.9: writes down that a chosen source has lost the properties that its shield names.
pub(super) fn note_changed(game: &mut Game, derived: &Derived, standing: &[Standing], proposals: &[Proposal]) {
    for s in standing {
        let (Some(held), Ability::Static(StaticAbility::Prevention(p))) = (&s.shield, s.ability.get(game.cards()))
        else {
            continue;
        };
        let is_chosen = |proposal: &Proposal| match proposal.event {
            Event::Damage { source, to, .. } => held.from == Some(source) && held.to == to,
            _ => false,
        };
        let view = s.view(game, derived);
        let changed = held.from.is_some_and(|source| !matches_source(&view, &p.from, source));
        if changed && proposals.iter().any(is_chosen) {
            game.note_rule("615.9", || "the chosen source is no longer what the shield speaks of".to_owned());
            game.note_rule("609.7b", || "its damage is not prevented, and the shield not used up".to_owned());
        }
    }
}

/// 615.7: the shield prevents what it can of the damage that meets it. What is left of the damage comes back.
pub(super) fn apply(
    game: &mut Game,
    derived: &Derived,
    standing: &mut [Standing],
    key: EffectKey,
    met: Vec<Met>,
    riders: &mut Vec<Rider>,
    choices: &mut dyn Choices,
) -> Result<Vec<(usize, Proposal)>, Stop> {
    let Some(at) = standing.iter().position(|s| s.key == key) else { return Ok(Vec::new()) };
    let (Some(held), Some(first)) = (standing[at].shield.clone(), met.first()) else { return Ok(Vec::new()) };
    // 615.12: damage that cannot be prevented does not reduce the shield.
    let can: Vec<bool> = met.iter().map(|met| !unpreventable(game, derived, standing, &met.proposal.event)).collect();
    if can.contains(&false) {
        game.note_rule("615.12", || "damage that cannot be prevented leaves the shield as it is".to_owned());
        game.note_rule("615.12a", || "the effect does not apply to this damage again".to_owned());
    }
    let counted = game.deviates(Mutant::ShieldUsedByUnpreventable);
    let sources: Vec<(ObjectId, u32)> = met
        .iter()
        .zip(&can)
        .filter_map(|(met, can)| match met.proposal.event {
            Event::Damage { source, amount, .. } => Some((source, if *can || counted { amount } else { 0 })),
            _ => None,
        })
        .collect();
    let chooser = affected(game, derived, &first.proposal.event).unwrap_or(standing[at].controller);
    let shares = distribute(game, held.left, &sources, chooser, choices)?;
    let used = shares.iter().fold(0u32, |sum, n| sum.saturating_add(*n));
    if let Some(shield) = &mut standing[at].shield {
        let all = used > 0 && game.deviates(Mutant::ShieldOnlyOnce);
        shield.left = if all { Left::Damage(0) } else { shield.left.after(used) };
        shield.used = if all { u32::MAX } else { used.saturating_add(shield.used) };
    }
    let prevented = shares.iter().zip(&can).filter(|(_, can)| **can).fold(0u32, |sum, (n, _)| sum.saturating_add(*n));
    follow(game, &standing[at], held.to, prevented, riders);
    let rule = if held.left == Left::Instance { "615.8" } else { "615.7" };
    let mut left = Vec::new();
    for ((mut met, can), share) in met.into_iter().zip(can).zip(shares) {
        // 614.5: once per event, whatever becomes of it.
        met.proposal.applied.push(key);
        let before = met.proposal.event.clone();
        let after = if can { lessened(&before, share) } else { Some(before.clone()) };
        game.note(|| Entry::Replaced { before, after: after.clone(), by: key, rule });
        if let Some(event) = after {
            left.push((met.at, Proposal { event, applied: met.proposal.applied }));
        }
    }
    Ok(left)
}

/// 615.5: what the shield does besides, once for all that it prevented at the same time; also where that was nothing because
/// nothing of it could be prevented (CR 615.12).
fn follow(game: &Game, standing: &Standing, to: crate::event::Recipient, amount: u32, riders: &mut Vec<Rider>) {
    if let Ability::Static(StaticAbility::Prevention(p)) = standing.ability.get(game.cards())
        && !p.then.is_empty()
    {
        let (key, ability, controller) = (standing.key, standing.ability.clone(), standing.controller);
        riders.push(Rider { key, ability, controller, amount, to });
    }
}

fn lessened(event: &Event, by: u32) -> Option<Event> {
    let Event::Damage { source, to, amount, combat } = *event else { return Some(event.clone()) };
    (amount > by).then(|| Event::Damage { source, to, amount: amount - by, combat })
}

/// 615.7: how much of the damage from each source is prevented. The player, or the controller of the permanent, chooses where
/// the shield is too small for all of it.
fn distribute(
    game: &mut Game,
    left: Left,
    sources: &[(ObjectId, u32)],
    chooser: PlayerId,
    choices: &mut dyn Choices,
) -> Result<Vec<u32>, Stop> {
    let Left::Damage(mut shield) = left else {
        return Ok(sources.iter().map(|(_, amount)| *amount).collect());
    };
    if game.deviates(Mutant::ShieldCoversEachSourceFully) {
        return Ok(sources.iter().map(|(_, amount)| shield.min(*amount)).collect());
    }
    let mut rest: u64 = sources.iter().map(|(_, amount)| u64::from(*amount)).sum();
    let mut shares = Vec::new();
    for (source, amount) in sources {
        rest -= u64::from(*amount);
        let least = u64::from(shield).saturating_sub(rest);
        let (least, most) = (u32::try_from(least).unwrap_or(u32::MAX).min(*amount), shield.min(*amount));
        if most - least > MOST_AT_ONCE {
            return Err(Stop::Unsettled("more ways to use a shield than are worked out"));
        }
        let question = Question {
            player: chooser,
            kind: QuestionKind::Prevented,
            rule: "615.7",
            about: Some(*source),
            options: (least..=most).map(Choice::Number).collect(),
            form: Form::One,
        };
        let share = if game.deviates(Mutant::ShieldOrderFixed) {
            most
        } else {
            match ask_one(game, choices, question.clone())? {
                Some(Choice::Number(n)) => n,
                _ => most,
            }
        };
        if least < most {
            let picked = usize::try_from(share - least).unwrap_or(0);
            game.note(|| Entry::Chosen(Box::new(question), vec![picked]));
        }
        shield -= share;
        shares.push(share);
    }
    Ok(shares)
}

/// What the set has used of each shield, as events of it.
pub(super) fn used(standing: &[Standing]) -> impl Iterator<Item = Proposal> + '_ {
    let held = standing.iter().filter_map(|s| s.shield.as_ref()).filter(|held| held.used > 0);
    held.map(|held| Event::UseShield(held.name, held.used).into())
}
