//! Which effects apply to an event (CR 614.1, 614.12, 615.1).

use super::{Rider, apply, entering, group, shields};
use crate::ability::{Ability, StaticAbility};
use crate::characteristics::CardType;
use crate::derived::Derived;
use crate::effect::{Effect, Objects, Permission, Prevention, Replacement};
use crate::event::{Effect616, EffectKey, Event, Proposal, Recipient};
use crate::filter::{Filter, Whose};
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::matching::{View, row_of};
use crate::mutant::Mutant;
use crate::standing::{Standing, forbids, is_shield_counter};
use crate::zone::Zone;

/// An effect that could be applied now.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) standing: Standing,
    pub(super) group: Effect616,
    pub(super) rule: &'static str,
}

/// What applies to the event and has not been applied to it (CR 614.5), in id order of the sources.
pub(super) fn applicable(
    game: &Game,
    derived: &Derived,
    standing: &[Standing],
    proposal: &Proposal,
    riders: &[Rider],
) -> Vec<Candidate> {
    let mut found = Vec::new();
    let fresh = |key: &EffectKey| !proposal.applied.contains(key);
    if let Some((object, row)) = entering::as_it_would_exist(game, derived, &proposal.event) {
        // 614.12: what enters is judged as it would exist, its own abilities included.
        let entering = entering::Entering { object: &object, row: &row };
        // The abilities of what it copies are others than its own (CR 614.5, 707.9).
        let first = if apply::enters(&proposal.event).is_some_and(|e| e.copy_of.is_some()) { 128 } else { 0 };
        for (index, (ability, data)) in (first..=u8::MAX).zip(row.abilities(game.cards())) {
            let key = EffectKey { source: entering.source(&proposal.event), index };
            let Ability::Static(StaticAbility::Replacement(r)) = data else {
                continue;
            };
            let view = View::new(game, derived, object.id, row.controller).of(&ability);
            if fresh(&key) && entering.watched(r, &view, &proposal.event, true) {
                let standing = Standing { key, ability, controller: row.controller, chosen: None, shield: None };
                found.push(Candidate { standing, group: group(r), rule: "614.1c" });
            }
        }
        for s in standing.iter().filter(|s| fresh(&s.key)) {
            let Ability::Static(StaticAbility::Replacement(r)) = s.ability.get(game.cards()) else {
                continue;
            };
            let view = s.view(game, derived);
            if entering.watched(r, &view, &proposal.event, false) {
                found.push(Candidate { standing: s.clone(), group: group(r), rule: "614.1c" });
            }
        }
        return found;
    }
    found.extend(by_itself(game, derived, proposal));
    for s in standing.iter().filter(|s| fresh(&s.key)) {
        let view = s.view(game, derived);
        let rule = match s.ability.get(game.cards()) {
            // 122.1c: a shield counter stands against effects that destroy, too, and not against state-based actions.
            _ if is_shield_counter(s.key) && proposal.event == Event::Destroy(s.key.source, true) => {
                (!game.deviates(Mutant::ShieldCounterNotForDestroy)).then_some("122.1c")
            }
            Ability::Static(StaticAbility::Replacement(r)) => {
                // 614.16: the counters that a prevention effect puts are put by an effect like any others.
                let skipped = game.deviates(Mutant::PreventionCountersNotDoubled)
                    && super::follows_prevention(game, standing, proposal);
                watches(r, &view, &proposal.event).filter(|_| !skipped)
            }
            Ability::Static(StaticAbility::Prevention(p)) if s.shield.is_some() => {
                shields::covers(p, &view, &proposal.event, s).then_some("615.7")
            }
            Ability::Static(StaticAbility::Prevention(p)) => {
                let barred = game.deviates(Mutant::PreventionNeedsItsCounter) && cannot_follow(p, &view, standing)
                    || game.deviates(Mutant::FirstCopyOnly) && is_later_copy(s, standing);
                (!barred && prevents(p, &view, &proposal.event, s, riders)).then_some("615.1a")
            }
            Ability::Protection(quality) => protects(quality, &view, &proposal.event).then_some("702.16e"),
            _ => None,
        };
        if let Some(rule) = rule {
            found.push(Candidate { standing: s.clone(), group: Effect616::Other, rule });
        }
    }
    found
}

/// 113.6b: what an object does instead of being put into a graveyard from anywhere, wherever it is.
fn by_itself(game: &Game, derived: &Derived, proposal: &Proposal) -> Option<Candidate> {
    let Event::Move { object, to: Zone::Graveyard, .. } = proposal.event else { return None };
    if game.permanent(object).is_none() && game.deviates(Mutant::OwnReplacementBattlefieldOnly) {
        return None;
    }
    let row = row_of(game, derived, object)?;
    (0..=u8::MAX).zip(row.abilities(game.cards())).find_map(|(index, (ability, data))| {
        let key = EffectKey { source: object, index };
        let own = matches!(data, Ability::Static(StaticAbility::Replacement(Replacement::ShuffledInstead)));
        let standing = Standing { key, ability, controller: row.controller, chosen: None, shield: None };
        (own && !proposal.applied.contains(&key)).then_some(Candidate {
            standing,
            group: Effect616::Other,
            rule: "614.6",
        })
    })
}

/// Whether a replacement watches for an event that is not about how something enters, and by which rule.
fn watches(replacement: &Replacement, view: &View<'_>, event: &Event) -> Option<&'static str> {
    let yes = match (replacement, event) {
        (Replacement::GraveyardToExile { what, whose, tokens }, Event::Move { object, to: Zone::Graveyard, .. }) => {
            goes_there(view, *object, *whose, *tokens) && view.matches_id(what, *object)
        }
        (Replacement::CounteredIsPlayed { what }, Event::Counter(object)) => {
            // What counters it is resolving, and is on the stack until that is done (CR 608.2m).
            let counters = view.game.stack().last().and_then(|id| view.game.object(*id));
            counters.is_some_and(|o| view.is(Whose::You, o.controller)) && view.matches_id(what, *object)
        }
        (Replacement::MultiplyCounters { on, .. }, Event::PutCounters { on: object, n, cost: false, .. }) => {
            *n > 0 && (view.matches_id(on, *object) || view.game.deviates(Mutant::CountersDoubledForAnyone))
        }
        (Replacement::MultiplyTokens { whose, .. }, Event::CreateTokens { player, .. }) => {
            view.is(*whose, creator(view.game, *player))
        }
        (r, Event::AddMana { mana, .. }) => mana.total() > 0 && replaces_mana(r, view, event),
        (Replacement::MultiplyDamage { from, .. }, Event::Damage { source, .. }) => view.matches_id(from, *source),
        _ => false,
    };
    let rule = match replacement {
        Replacement::MultiplyMana { .. }
        | Replacement::ManaBecomes { .. }
        | Replacement::ManaTypeBecomes { .. }
        | Replacement::ManaColorBecomes { .. } => "106.12b",
        Replacement::MultiplyCounters { .. } | Replacement::MultiplyTokens { .. } => "614.16",
        _ => "614.6",
    };
    yes.then_some(rule)
}

/// 111.2: who creates tokens is who the effect says; only a mutant means the controller of what resolves.
fn creator(game: &Game, player: PlayerId) -> PlayerId {
    let resolving = game.stack().last().and_then(|id| game.object(*id));
    resolving.filter(|_| game.deviates(Mutant::TokensDoubledForEffectController)).map_or(player, |o| o.controller)
}

/// 400.3: an object goes to its owner's graveyard; an effect that speaks of cards leaves tokens alone (CR 108.2b).
fn goes_there(view: &View<'_>, id: ObjectId, whose: Whose, tokens: bool) -> bool {
    let (Some(object), game) = (view.game.object(id), view.game) else { return false };
    let of_controller = view.derived.row(id).filter(|_| game.deviates(Mutant::GraveyardOfController));
    let player = of_controller.map_or(object.owner, |row| row.controller);
    // 108.2b, 111.11: the copy of a spell is neither a card nor, off the battlefield, a token.
    let meant = object.is_card() || tokens && object.is_token() || game.deviates(Mutant::CardEffectsSeeTokens);
    view.is(whose, player) && meant
}

/// 106.12b: whether the replacement concerns the permanent that is tapped for mana, and as much of it as is made by now.
fn replaces_mana(replacement: &Replacement, view: &View<'_>, event: &Event) -> bool {
    let Event::AddMana { player, mana, says, source, tapped_for, .. } = event else {
        return false;
    };
    let everywhere = view.game.deviates(Mutant::ManaReplacementEverywhere).then_some((*source, *player));
    let Some((object, by)) = tapped_for.or(everywhere) else {
        return false;
    };
    match replacement {
        Replacement::MultiplyMana { of, whose, .. } => view.is(*whose, by) && view.matches_id(of, object),
        Replacement::ManaBecomes { of, at_least, .. } => {
            let amount = if view.game.deviates(Mutant::ManaReplacementCheckedEarly) {
                says.total()
            } else if view.game.deviates(Mutant::ManaReplacementReadsPrinted) {
                crate::printed::printed_amount(view, object)
            } else {
                mana.total()
            };
            amount >= *at_least && view.matches_id(of, object)
        }
        Replacement::ManaColorBecomes { of } => {
            mana.iter().any(|(t, _)| apply::is_recolored(view.game, t)) && view.matches_id(of, object)
        }
        Replacement::ManaTypeBecomes { of, .. } => view.matches_id(of, object),
        _ => false,
    }
}

/// 615.1: whether the effect speaks of damage of this kind, combat damage or other.
fn in_scope(p: &Prevention, combat: bool, game: &Game) -> bool {
    p.combat.is_none_or(|only| only == combat || game.deviates(Mutant::NoncombatPreventionCoversCombat))
}

fn prevents(p: &Prevention, view: &View<'_>, event: &Event, standing: &Standing, riders: &[Rider]) -> bool {
    let Event::Damage { source, to, combat, .. } = event else {
        return false;
    };
    let reaches = match to {
        Recipient::Player(player) => p.to_player.is_some_and(|whose| view.is(whose, *player)),
        Recipient::Object(id) => {
            let of_player =
                || view.derived.row(*id).zip(p.to_player).is_some_and(|(r, whose)| view.is(whose, r.controller));
            p.to.as_ref().is_some_and(|filter| view.matches_id(filter, *id))
                || (view.game.deviates(Mutant::PreventionCoversPermanents) && of_player())
        }
    };
    let applies = reaches && in_scope(p, *combat, view.game) && matches_source(view, &p.from, *source);
    if !applies {
        return false;
    }
    // Only mutants ask how often it has been applied to others of the set.
    let already = || riders.iter().filter(|r| r.key == standing.key).count();
    if view.game.deviates(Mutant::FirstSourceOnly) && already() > 0 {
        return false;
    }
    if view.game.deviates(Mutant::PreventionStopsAtNine) {
        let counters: u32 = view.game.permanent(view.this).map_or(0, |o| o.counters.iter().map(|(_, n)| n).sum());
        return u64::from(counters) + (already() as u64) < 9;
    }
    true
}

/// Whether a rule forbids the counters that the effect would put on its own permanent: only a mutant asks (CR 101.3).
fn cannot_follow(p: &Prevention, view: &View<'_>, standing: &[Standing]) -> bool {
    let puts = |effect: &Effect| matches!(effect, Effect::PutCounters { on: Objects::This, .. });
    p.then.iter().any(puts)
        && forbids(view.game, view.derived, standing, |rule, by| match rule {
            Permission::CountersCantBePut(filter) => by.matches_id(filter, view.this),
            _ => false,
        })
}

/// Whether the same ability of an earlier permanent under the same control is there: only a mutant asks (CR 616.1).
fn is_later_copy(s: &Standing, standing: &[Standing]) -> bool {
    standing.iter().any(|o| o.ability == s.ability && o.controller == s.controller && o.key.source < s.key.source)
}

/// 609.7: a source is judged as it is, or as it last was.
pub(super) fn matches_source(view: &View<'_>, from: &Filter, source: ObjectId) -> bool {
    *from == Filter::Any || view.matches_id(from, source)
}

/// 702.16e: damage from a source with the quality to the permanent that has protection.
fn protects(quality: &Filter, view: &View<'_>, event: &Event) -> bool {
    let Event::Damage { source, to: Recipient::Object(id), combat, .. } = event else {
        return false;
    };
    let combat_only = view.game.deviates(Mutant::ProtectionCombatDamageOnly);
    // 608.2h: a source that has left is as it last was; only a mutant forgets it.
    let forgotten = view.game.deviates(Mutant::ProtectionForgetsTheDeparted) && view.game.object(*source).is_none();
    *id == view.this && (*combat || !combat_only) && !forgotten && view.matches_id(quality, *source)
}

/// Whether this damage cannot be prevented (CR 615.12): none can now, or none from its source.
pub(super) fn unpreventable(game: &Game, derived: &Derived, standing: &[Standing], event: &Event) -> bool {
    let cannot = forbids(game, derived, standing, |rule, view| match (rule, event) {
        (Permission::DamageCantBePrevented, _) => true,
        (Permission::DamageFromCantBePrevented(from), Event::Damage { source, .. }) => {
            game.deviates(Mutant::UnpreventableSpreads) || view.matches_id(from, *source)
        }
        _ => false,
    });
    cannot && !game.deviates(Mutant::UnpreventablePrevented)
}

/// Whether an object of this kind can be dealt damage at all (CR 120.1).
#[must_use]
pub(super) fn can_be_dealt_damage(game: &Game, derived: &Derived, id: ObjectId) -> bool {
    row_of(game, derived, id).is_some_and(|row| row.is(CardType::Creature) || row.is(CardType::Planeswalker))
}
