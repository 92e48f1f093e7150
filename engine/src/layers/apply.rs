//! What one continuous effect does to the rows it applies to.

use super::{Active, Origin, changes_in, row};
use crate::ability::{Ability, StaticAbility};
use crate::card::intrinsic_bits;
use crate::characteristics::{CardType, Keywords};
use crate::derived::{Abilities, Derived, Row};
use crate::effect::{Change, Layer};
use crate::game::Game;
use crate::id::{ObjectId, PlayerId, Timestamp};
use crate::matching::{View, mana_value};
use crate::mutant::Mutant;
use crate::object::AbilityRef;
use crate::subtype::{Subtype, Subtypes};
use crate::zone::Zone;

/// The objects that an effect applies to: fixed once it has begun (CR 611.2c, 613.6).
pub(super) fn targets(game: &Game, rows: &[Row], effect: &Active<'_>) -> Vec<ObjectId> {
    if let Some(fixed) = &effect.fixed {
        return fixed.clone();
    }
    let Origin::Static { source, ability } = &effect.origin else {
        return Vec::new();
    };
    let Ability::Static(StaticAbility::Continuous(c)) = ability.get(game.cards()) else {
        return Vec::new();
    };
    let Some(controller) = controller(rows, effect) else {
        return Vec::new();
    };
    let derived = Derived::default();
    // 109.5: "you" is who controls the source; only a mutant means whoever controls what is looked at.
    let loose = game.deviates(Mutant::GrantIgnoresController) && c.changes.iter().any(|c| matches!(c, Change::Gain(_)));
    let you = |row: &Row| if loose { row.controller } else { controller };
    let view = |row: &Row| View::new(game, &derived, *source, you(row)).of(ability);
    rows.iter()
        .filter(|row| game.object(row.id).is_some_and(|o| o.zone == c.zone && view(row).matches(&c.affects, o, row)))
        .map(|row| row.id)
        .collect()
}

/// Who "you" is for an effect (CR 109.5): of a static ability, whoever controls its object by now.
fn controller(rows: &[Row], effect: &Active<'_>) -> Option<PlayerId> {
    match &effect.origin {
        Origin::Static { source, .. } => row(rows, *source).map(|row| row.controller),
        Origin::Floating(_, controller) => Some(*controller),
    }
}

/// Applies an effect's changes of one layer.
pub(super) fn apply(game: &Game, rows: &mut [Row], layer: Layer, effect: &Active<'_>, to: &[ObjectId]) {
    let Some(controller) = controller(rows, effect) else {
        return;
    };
    let by = By::new(effect, controller);
    for change in changes_in(game, effect, layer) {
        for id in to {
            if let Ok(at) = rows.binary_search_by_key(id, |row| row.id) {
                apply_one(game, &mut rows[at], change, by);
            }
        }
    }
}

/// Whose effect a change is of, and when that is from.
#[derive(Debug, Clone, Copy)]
struct By {
    controller: PlayerId,
    timestamp: Timestamp,
    /// The object whose own ability it is of.
    own_of: Option<ObjectId>,
}

impl By {
    fn new(effect: &Active<'_>, controller: PlayerId) -> By {
        let own_of = match &effect.origin {
            Origin::Static { source, ability } if ability.granted().is_none() => Some(*source),
            Origin::Static { .. } | Origin::Floating(..) => None,
        };
        By { controller, timestamp: effect.when.timestamp, own_of }
    }
}

/// What an effect does in a layer, as far as that depends on what objects are: who gets control, and which of the subtypes that
/// it gives an object can have.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Does {
    control: Option<PlayerId>,
    gains: Vec<Subtypes>,
}

/// Whether what an effect does in a layer can depend on what objects are (CR 613.8a).
pub(super) fn varies(game: &Game, layer: Layer, effect: &Active<'_>) -> bool {
    changes_in(game, effect, layer).any(|change| *change == Change::Control || given(change).is_some())
}

/// The subtypes that a change gives to what can have them (CR 205.3d).
fn given(change: &Change) -> Option<Subtypes> {
    match change {
        Change::AllCreatureTypes => Some(Subtypes::all_creature_types()),
        Change::SetCreatureTypes(subtypes) | Change::AddSubtypes(subtypes) | Change::SetLandTypes(subtypes) => {
            Some(subtypes.iter().copied().collect())
        }
        _ => None,
    }
}

/// What an effect would do in a layer to these objects, as they are.
pub(super) fn does(game: &Game, rows: &[Row], layer: Layer, effect: &Active<'_>, to: &[ObjectId]) -> Does {
    let mut does = Does::default();
    let Some(controller) = controller(rows, effect).filter(|_| varies(game, layer, effect)) else {
        return does;
    };
    let by = By::new(effect, controller);
    for mut row in to.iter().filter_map(|id| row(rows, *id)).cloned() {
        for change in changes_in(game, effect, layer) {
            if *change == Change::Control {
                does.control = Some(controller);
            }
            does.gains.extend(given(change).map(|given| given.within(&Subtypes::of(row.types))));
            apply_one(game, &mut row, change, by);
        }
    }
    does
}

fn apply_one(game: &Game, row: &mut Row, change: &Change, by: By) {
    match change {
        Change::Control => row.controller = by.controller,
        Change::ReplaceWord(from, to) => {
            let spell = || game.object(row.id).is_some_and(|object| object.zone == Zone::Stack);
            if !(game.deviates(Mutant::TextChangeSkipsSpells) && spell()) {
                row.replace_word(game.cards(), (*from, *to), |ability| is_reworded(game, ability));
            }
        }
        Change::SetTypes(types) => {
            row.types = types.iter().copied().collect();
            let mut kept = Subtypes::of(row.types);
            if game.deviates(Mutant::CreatureTypesSurvive) {
                kept = kept.union(&Subtypes::all_creature_types());
            }
            keep_subtypes(row, &kept);
        }
        Change::AddTypes(types) => types.iter().for_each(|t| row.types.insert(*t)),
        Change::AddSupertypes(supertypes) => supertypes.iter().for_each(|s| row.supertypes.insert(*s)),
        Change::SetCreatureTypes(subtypes) => {
            row.subtypes = row.subtypes.without(&Subtypes::all_creature_types());
            add_subtypes(game, row, subtypes);
        }
        Change::AllCreatureTypes => {
            let gained = Subtypes::all_creature_types().within(&Subtypes::of(row.types));
            row.subtypes = row.subtypes.union(&gained);
        }
        Change::AddSubtypes(subtypes) => add_subtypes(game, row, subtypes),
        Change::SetLandTypes(_) if !row.is(CardType::Land) => {}
        Change::SetLandTypes(subtypes) => {
            // CR 305.7: it loses the abilities of its text and of its old types, and has those of the new ones.
            row.subtypes = row.subtypes.without(&Subtypes::all_land_types());
            row.abilities = Abilities::Listed(Vec::new());
            row.keywords = Keywords::EMPTY;
            add_subtypes(game, row, subtypes);
        }
        Change::SetColors(colors) => row.colors = *colors,
        Change::GainKeyword(keyword) if keyword.is_statement() => row.qualities.insert(*keyword),
        Change::GainKeyword(keyword) => row.keywords.insert(*keyword),
        Change::LoseKeyword(keyword) => row.keywords.remove(*keyword),
        Change::Gain(ability) => {
            let mut listed = row.listed(game.cards());
            // 607.1a: what an ability of its own gives it is as good as printed on it.
            listed.push(match by.own_of {
                Some(id) if id == row.id => AbilityRef::Own(ability.clone()),
                _ => AbilityRef::Granted(ability.clone(), by.timestamp),
            });
            row.abilities = Abilities::Listed(listed);
        }
        Change::LoseAllAbilities => {
            row.abilities = Abilities::Listed(Vec::new());
            row.keywords = Keywords::EMPTY;
        }
        Change::SetPowerToughness(power, toughness) => {
            row.power = Some(*power);
            row.toughness = Some(*toughness);
        }
        Change::SetPowerToughnessToManaValue => {
            let value = game.object(row.id).map_or(0, |object| mana_value(game, object, row));
            row.power = i32::try_from(value).ok();
            row.toughness = row.power;
        }
        Change::Modify(power, toughness) => {
            row.power = row.power.map(|n| n.saturating_add(*power));
            row.toughness = row.toughness.map(|n| n.saturating_add(*toughness));
        }
    }
}

/// 612.1: every ability has the new word where it had the old one; only mutants leave some out.
fn is_reworded(game: &Game, ability: &Ability) -> bool {
    match ability {
        Ability::Static(StaticAbility::Rule(_)) => !game.deviates(Mutant::TextChangeSkipsRules),
        Ability::Static(StaticAbility::Replacement(_)) => !game.deviates(Mutant::TextChangeSkipsReplacements),
        _ => true,
    }
}

/// 205.1a, 205.3c: subtypes go with the card types that they belong to, unless another type carries them; and a basic land type
/// takes the mana ability along that it brings (CR 305.6).
fn keep_subtypes(row: &mut Row, kept: &Subtypes) {
    let before = intrinsic_bits(&row.subtypes);
    row.subtypes = row.subtypes.within(kept);
    let lost = before & !intrinsic_bits(&row.subtypes);
    match &mut row.abilities {
        Abilities::Printed(_, bits) => *bits &= !lost,
        Abilities::Listed(listed) => {
            listed.retain(|ability| !matches!(ability, AbilityRef::Intrinsic(n) if lost & (1 << n) != 0));
        }
    }
}

/// Adds subtypes, those alone that its card types can have (CR 205.3d), with the mana ability of each basic land type that is
/// new (CR 305.6, 305.7).
fn add_subtypes(game: &Game, row: &mut Row, subtypes: &[Subtype]) {
    let before = intrinsic_bits(&row.subtypes);
    let possible = Subtypes::of(row.types);
    subtypes.iter().filter(|s| possible.contains(**s)).for_each(|s| row.subtypes.insert(*s));
    let new = intrinsic_bits(&row.subtypes) & !before;
    if new != 0 {
        let mut listed = row.listed(game.cards());
        listed.extend((0..5).filter(|n| new & (1 << n) != 0).map(AbilityRef::Intrinsic));
        row.abilities = Abilities::Listed(listed);
    }
}

/// 208.5: a creature without a value for its power and toughness has 0 for each, to which the rest is added.
pub(super) fn give_sizes(rows: &mut [Row]) {
    for row in rows.iter_mut().filter(|row| row.is(CardType::Creature)) {
        row.power = row.power.or(Some(0));
        row.toughness = row.toughness.or(Some(0));
    }
}
