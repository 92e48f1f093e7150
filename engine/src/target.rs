//! Targets (CR 115): what may be chosen, and whether it still may when the spell or ability resolves (CR 608.2b).

use crate::ability::{Ability, TargetSpec};
use crate::characteristics::{CardType, Keyword};
use crate::derived::{Derived, Row};
use crate::event::Recipient;
use crate::filter::Filter;
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::matching::{View, protected, row_of};
use crate::mutant::Mutant;
use crate::object::Object;
use crate::state_based::is_there;
use crate::subtype::Subtype;
use crate::zone::Zone;

/// Everything that may be chosen for one target, players first, then objects in id order. The view is that of the spell or
/// ability.
#[must_use]
pub fn legal_targets(view: &View<'_>, spec: &TargetSpec) -> Vec<Recipient> {
    let game = view.game;
    let players =
        (0..game.players().len()).map(|seat| Recipient::Player(PlayerId(u8::try_from(seat).unwrap_or(u8::MAX))));
    players
        .chain(game.objects().iter().map(|o| Recipient::Object(o.id)))
        .filter(|target| is_legal(view, spec, *target))
        .collect()
}

/// Whether one target of the spell or ability that looks is legal now.
#[must_use]
pub fn is_legal(view: &View<'_>, spec: &TargetSpec, target: Recipient) -> bool {
    let (game, derived) = (view.game, view.derived);
    match (spec, target) {
        (TargetSpec::Either(any), _) => any.iter().any(|spec| is_legal(view, spec, target)),
        (TargetSpec::Player(whose), Recipient::Player(player)) => is_there(game, target) && view.is(*whose, player),
        (TargetSpec::Any, Recipient::Player(_)) => is_there(game, target),
        (TargetSpec::Permanent(filter), Recipient::Object(id)) => permanent(view, filter, id),
        (TargetSpec::Any, Recipient::Object(id)) => {
            let could = derived.row(id).is_some_and(|row| row.is(CardType::Creature) || row.is(CardType::Planeswalker));
            could && permanent(view, &Filter::Any, id)
        }
        (TargetSpec::Spell(filter), Recipient::Object(id)) => {
            // 115.5: a spell on the stack is no legal target for itself.
            let spell = game
                .object(id)
                .is_some_and(|o| o.zone == Zone::Stack && o.stack_ability().is_none() && id != view.this);
            spell && view.matches_id(filter, id)
        }
        (TargetSpec::AbilityOnStack, Recipient::Object(id)) => {
            game.object(id).is_some_and(|o| o.stack_ability().is_some())
        }
        (TargetSpec::Card(zone, filter), Recipient::Object(id)) => {
            let there = game.object(id).is_some_and(|o| o.zone == *zone && o.is_card()) && view.matches_id(filter, id);
            there && !stopped_elsewhere(view, id)
        }
        _ => false,
    }
}

/// A permanent that matches and that nothing keeps from being the target (CR 702.11b, 702.16b, 702.18a).
fn permanent(view: &View<'_>, filter: &Filter, id: ObjectId) -> bool {
    let (Some(object), Some(row)) = (view.game.permanent(id), view.derived.row(id)) else {
        return false;
    };
    // Only mutants say of whom else its controller's opponents are told apart.
    let safe_from = if view.game.deviates(Mutant::HexproofFollowsOwner) { object.owner } else { row.controller };
    let stops = safe_from != view.you || view.game.deviates(Mutant::HexproofStopsController);
    let hexproof = row.has(Keyword::Hexproof) && stops;
    !hexproof && !row.has(Keyword::Shroud) && !stopped(view, row) && view.matches(filter, object, row)
}

/// 702.16b: a permanent with protection from what the spell or ability comes from is no target of it.
fn stopped(view: &View<'_>, row: &Row) -> bool {
    !view.game.deviates(Mutant::ProtectionAllowsTargets) && protected(view.game, view.derived, row, view.this)
}

/// 113.6, 702.16b: protection works for permanents, and for no card elsewhere; only a mutant says so.
fn stopped_elsewhere(view: &View<'_>, id: ObjectId) -> bool {
    view.game.deviates(Mutant::ProtectionEverywhere)
        && row_of(view.game, view.derived, id).is_some_and(|row| protected(view.game, view.derived, &row, view.this))
}

/// Whether protection is why one of these may not be a target of the spell or ability (CR 702.16b).
#[must_use]
pub(crate) fn any_protected(game: &Game, derived: &Derived, targets: &[Recipient], source: ObjectId) -> bool {
    targets.iter().any(|target| match target {
        Recipient::Object(id) => {
            derived.row(*id).is_some_and(|row| game.permanent(*id).is_some() && protected(game, derived, row, source))
        }
        Recipient::Player(_) => false,
    })
}

/// Whether an attached permanent may stay where it is (CR 303.4c, 301.5c, 702.16c–d).
#[must_use]
pub(crate) fn may_stay_attached(game: &Game, derived: &Derived, object: &Object, row: &Row) -> bool {
    object.attached.is_some_and(|to| may_be_attached(game, derived, object, row, to))
}

/// Whether protection is why an attached permanent may not stay where it is (CR 702.16c–d).
#[must_use]
pub(crate) fn is_shed(game: &Game, derived: &Derived, object: &Object) -> bool {
    match object.attached {
        Some(Recipient::Object(host)) => {
            derived.row(host).is_some_and(|host| protected(game, derived, host, object.id))
        }
        _ => false,
    }
}

/// Whether the one permanent can be attached to this (CR 701.3a).
#[must_use]
pub(crate) fn can_attach(game: &Game, derived: &Derived, id: ObjectId, to: Recipient) -> bool {
    let known = game.permanent(id).zip(derived.row(id));
    known.is_some_and(|(object, row)| may_be_attached(game, derived, object, row, to))
}

/// Whether a permanent can be attached to this (CR 303.4, 301.5, 702.16c–d).
#[must_use]
pub(crate) fn may_be_attached(game: &Game, derived: &Derived, object: &Object, row: &Row, to: Recipient) -> bool {
    if !is_there(game, to) {
        return false;
    }
    // 303.4c, 301.5: nothing in the vocabulary enchants or equips players.
    let Recipient::Object(host) = to else {
        return false;
    };
    let Some(host_row) = row_of(game, derived, host) else {
        return false;
    };
    let kept = row.is_aura() && game.deviates(Mutant::ProtectionKeepsAuras);
    if !kept && protected(game, derived, &host_row, object.id) {
        return false;
    }
    // 303.4d, 301.5c: nothing is attached to itself.
    if host == object.id {
        return false;
    }
    if row.is_aura() {
        let view = View::new(game, derived, object.id, row.controller);
        // 702.5c: of several enchant abilities all apply.
        let mut enchants = row.abilities(game.cards()).filter_map(|(name, ability)| match ability {
            Ability::Enchant(filter) => Some(view.of(&name).matches_id(filter, host)),
            _ => None,
        });
        return enchants.next().is_some_and(|first| first && enchants.all(|also| also));
    }
    // 301.5c: Equipment that is also a creature equips nothing.
    row.subtypes.contains(Subtype::EQUIPMENT) && host_row.is(CardType::Creature) && !row.is(CardType::Creature)
}
