//! Targets (CR 115): what may be chosen, and whether it still may when the spell or ability resolves (CR 608.2b).

use crate::ability::{Ability, TargetSpec};
use crate::characteristics::{CardType, Keyword};
use crate::derived::{Derived, Row};
use crate::event::Recipient;
use crate::filter::Filter;
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::matching::{View, protected, row_of};
use crate::object::Object;
use crate::state_based::{is_aura, is_there};
use crate::subtype::Subtype;
use crate::zone::Zone;

/// Everything that may be chosen for one target, players first, then objects in id order.
///
/// `source` is the object whose spell or ability it is; `you` controls the spell or ability.
#[must_use]
pub fn legal_targets(
    game: &Game,
    derived: &Derived,
    spec: &TargetSpec,
    source: ObjectId,
    you: PlayerId,
) -> Vec<Recipient> {
    let players =
        (0..game.players().len()).map(|seat| Recipient::Player(PlayerId(u8::try_from(seat).unwrap_or(u8::MAX))));
    players
        .chain(game.objects().iter().map(|o| Recipient::Object(o.id)))
        .filter(|target| is_legal(game, derived, spec, *target, source, you))
        .collect()
}

/// Whether one target is legal now.
#[must_use]
pub fn is_legal(
    game: &Game,
    derived: &Derived,
    spec: &TargetSpec,
    target: Recipient,
    source: ObjectId,
    you: PlayerId,
) -> bool {
    let view = View::new(game, derived, source, you);
    match (spec, target) {
        (TargetSpec::Either(any), _) => any.iter().any(|spec| is_legal(game, derived, spec, target, source, you)),
        (TargetSpec::Player(whose), Recipient::Player(player)) => is_there(game, target) && view.is(*whose, player),
        (TargetSpec::Any, Recipient::Player(_)) => is_there(game, target),
        (TargetSpec::Permanent(filter), Recipient::Object(id)) => permanent(&view, filter, id),
        (TargetSpec::Any, Recipient::Object(id)) => {
            let could = derived.row(id).is_some_and(|row| row.is(CardType::Creature) || row.is(CardType::Planeswalker));
            could && permanent(&view, &Filter::Any, id)
        }
        (TargetSpec::Spell(filter), Recipient::Object(id)) => {
            // 115.5: a spell on the stack is no legal target for itself.
            let spell =
                game.object(id).is_some_and(|o| o.zone == Zone::Stack && o.stack_ability().is_none() && id != source);
            spell && view.matches_id(filter, id)
        }
        (TargetSpec::AbilityOnStack, Recipient::Object(id)) => {
            game.object(id).is_some_and(|o| o.stack_ability().is_some())
        }
        (TargetSpec::Card(zone, filter), Recipient::Object(id)) => {
            game.object(id).is_some_and(|o| o.zone == *zone && o.is_card()) && view.matches_id(filter, id)
        }
        _ => false,
    }
}

/// A permanent that matches and that nothing keeps from being the target (CR 702.11b, 702.16b, 702.18a).
fn permanent(view: &View<'_>, filter: &Filter, id: ObjectId) -> bool {
    let (Some(object), Some(row)) = (view.game.permanent(id), view.derived.row(id)) else {
        return false;
    };
    let hexproof = row.has(Keyword::Hexproof) && row.controller != view.you;
    !hexproof
        && !row.has(Keyword::Shroud)
        && !protected(view.game, view.derived, row, view.this)
        && view.matches(filter, object, row)
}

/// Whether an attached permanent may stay where it is (CR 303.4c, 301.5c, 702.16c–d).
#[must_use]
pub(crate) fn may_stay_attached(game: &Game, derived: &Derived, object: &Object, row: &Row) -> bool {
    let Some(to) = object.attached else {
        return false;
    };
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
    if protected(game, derived, &host_row, object.id) {
        return false;
    }
    if is_aura(row) {
        let view = View::new(game, derived, object.id, row.controller);
        return row.abilities(game.cards()).any(|(_, ability)| match ability {
            Ability::Enchant(filter) => view.matches_id(filter, host),
            _ => false,
        });
    }
    // 301.5c: Equipment that is also a creature equips nothing.
    row.subtypes.contains(Subtype::EQUIPMENT) && host_row.is(CardType::Creature) && !row.is(CardType::Creature)
}
