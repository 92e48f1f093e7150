//! Layer 3 (CR 612): a word of an object's text replaced by another, in its type line and in the rules text of its
//! abilities. A token that the text describes keeps its own description.

use std::sync::Arc;

use crate::ability::{Ability, CostPart, StaticAbility, TargetSpec, Trigger};
use crate::derived::{Abilities, Row};
use crate::effect::{Amount, Change, Effect, Objects, Permission, Players, Recipients, Replacement};
use crate::filter::Filter;
use crate::game::Game;
use crate::object::AbilityRef;
use crate::subtype::Subtype;

/// The word that goes and the word that comes.
type Words = (Subtype, Subtype);

/// 612.1: the text of the object has the one word wherever it had the other.
pub(super) fn replace_word(game: &Game, row: &mut Row, words: Words) {
    // 612.2: words that are printed, not types that other effects give: those come in the next layer.
    if row.subtypes.contains(words.0) && !row.has(crate::characteristics::Keyword::Changeling) {
        row.subtypes.remove(words.0);
        row.subtypes.insert(words.1);
    }
    let mut changed = false;
    let reworded = row.abilities(game.cards()).map(|(name, ability)| {
        let mut new = ability.clone();
        in_ability(&mut new, words);
        if new == *ability {
            return name;
        }
        changed = true;
        AbilityRef::Granted(Arc::new(new))
    });
    let reworded: Vec<AbilityRef> = reworded.collect();
    if changed {
        row.abilities = Abilities::Listed(reworded);
    }
}

fn in_ability(ability: &mut Ability, words: Words) {
    match ability {
        Ability::Spell(a) => {
            a.targets.iter_mut().for_each(|t| in_target(t, words));
            a.effects.iter_mut().for_each(|e| in_effect(e, words));
        }
        Ability::Activated(a) => {
            in_cost(&mut a.cost, words);
            a.targets.iter_mut().for_each(|t| in_target(t, words));
            a.effects.iter_mut().for_each(|e| in_effect(e, words));
        }
        Ability::Triggered(a) => {
            in_trigger(&mut a.when, words);
            a.targets.iter_mut().for_each(|t| in_target(t, words));
            a.effects.iter_mut().for_each(|e| in_effect(e, words));
        }
        Ability::Static(StaticAbility::Continuous(c)) => {
            in_filter(&mut c.affects, words);
            c.changes.iter_mut().for_each(|change| in_change(change, words));
        }
        Ability::Static(StaticAbility::Replacement(
            Replacement::EntersWithCounters { what, .. } | Replacement::EntersTapped { what },
        )) => in_filter(what, words),
        Ability::Kicker(cost) | Ability::AdditionalCost(cost) => in_cost(cost, words),
        Ability::Protection(f) | Ability::Enchant(f) => in_filter(f, words),
        Ability::Static(StaticAbility::Rule(Permission::SpellsHaveConvoke(f))) => in_filter(f, words),
        Ability::Static(_) => {}
    }
}

fn in_cost(cost: &mut [CostPart], words: Words) {
    for part in cost {
        if let CostPart::TapAnother(f) | CostPart::Sacrifice(f) = part {
            in_filter(f, words);
        }
    }
}

fn in_filter(filter: &mut Filter, words: Words) {
    match filter {
        Filter::Subtype(s) if *s == words.0 => *s = words.1,
        Filter::All(all) | Filter::Either(all) => all.iter_mut().for_each(|f| in_filter(f, words)),
        Filter::Not(inner) => in_filter(inner, words),
        _ => {}
    }
}

fn in_trigger(trigger: &mut Trigger, words: Words) {
    match trigger {
        Trigger::Enters(f)
        | Trigger::Leaves(f)
        | Trigger::Dies(f)
        | Trigger::BecomesTapped(f)
        | Trigger::Casts(f, _)
        | Trigger::Attacks(f)
        | Trigger::TappedForMana { of: f, .. }
        | Trigger::DealsDamage { by: f, .. } => in_filter(f, words),
        _ => {}
    }
}

fn in_target(target: &mut TargetSpec, words: Words) {
    match target {
        TargetSpec::Permanent(f) | TargetSpec::Spell(f) | TargetSpec::Card(_, f) => in_filter(f, words),
        TargetSpec::Either(all) => all.iter_mut().for_each(|t| in_target(t, words)),
        _ => {}
    }
}

fn in_change(change: &mut Change, words: Words) {
    let swap = |s: &mut Subtype| {
        if *s == words.0 {
            *s = words.1;
        }
    };
    match change {
        Change::SetCreatureTypes(types) | Change::AddSubtypes(types) => types.iter_mut().for_each(swap),
        Change::Gain(ability) => in_ability(Arc::make_mut(ability), words),
        _ => {}
    }
}

fn in_objects(objects: &mut Objects, words: Words) {
    if let Objects::Each(f) | Objects::EachIn(_, f) | Objects::EachSharingColor(f, _) = objects {
        in_filter(f, words);
    }
}

fn in_players(players: &mut Players, words: Words) {
    if let Players::ControllerOf(o) | Players::OwnerOf(o) = players {
        in_objects(o, words);
    }
}

fn in_recipients(recipients: &mut Recipients, words: Words) {
    match recipients {
        Recipients::Objects(o) => in_objects(o, words),
        Recipients::Players(p) => in_players(p, words),
        Recipients::All(all) => all.iter_mut().for_each(|r| in_recipients(r, words)),
        _ => {}
    }
}

fn in_amount(amount: &mut Amount, words: Words) {
    match amount {
        Amount::Count(f) => in_filter(f, words),
        Amount::HalfUp(inner) | Amount::HalfDown(inner) => in_amount(inner, words),
        Amount::PowerOf(o) => in_objects(o, words),
        _ => {}
    }
}

fn in_effect(effect: &mut Effect, words: Words) {
    match effect {
        Effect::DealDamage { amount, to, from } => {
            in_amount(amount, words);
            in_recipients(to, words);
            from.iter_mut().for_each(|o| in_objects(o, words));
        }
        Effect::Destroy(o)
        | Effect::Exile(o)
        | Effect::ReturnToHand(o)
        | Effect::PutOntoBattlefield(o)
        | Effect::Sacrifice(o)
        | Effect::PutIntoGraveyard(o)
        | Effect::ShuffleIntoLibrary(o)
        | Effect::Counter(o)
        | Effect::CopySpell { spell: o, .. }
        | Effect::DoubleX(o)
        | Effect::ReplaceCreatureType { of: o, .. }
        | Effect::Tap(o)
        | Effect::Untap(o)
        | Effect::SkipNextUntap(o)
        | Effect::RemoveAllCounters(o) => in_objects(o, words),
        Effect::Fight(a, b) | Effect::Attach(a, b) => {
            in_objects(a, words);
            in_objects(b, words);
        }
        Effect::PutCounters { amount, on, .. }
        | Effect::RemoveCounters { amount, on, .. }
        | Effect::ModifyBy { times: amount, to: on, .. } => {
            in_amount(amount, words);
            in_objects(on, words);
        }
        Effect::GainLife(who, n)
        | Effect::LoseLife(who, n)
        | Effect::Draw(who, n)
        | Effect::Discard(who, n)
        | Effect::Mill(who, n)
        | Effect::CreateToken { by: who, amount: n, .. } => {
            in_players(who, words);
            in_amount(n, words);
        }
        Effect::CopyToken { of: o, by: who } | Effect::GiveControl { of: o, to: who, .. } => {
            in_objects(o, words);
            in_players(who, words);
        }
        Effect::AddMana { to: who, amount: n, only, .. } => {
            in_players(who, words);
            in_amount(n, words);
            if let Some(only) = only {
                let only = Arc::make_mut(only);
                only.spells.iter_mut().chain(&mut only.abilities_of).for_each(|f| in_filter(f, words));
            }
        }
        Effect::Imprint(f) => in_filter(f, words),
        Effect::PutFromHand(who, f) => {
            in_players(who, words);
            in_filter(f, words);
        }
        Effect::Continuous { to, changes, .. } => {
            in_objects(to, words);
            changes.iter_mut().for_each(|change| in_change(change, words));
        }
        Effect::Shield(shield) => {
            in_recipients(&mut shield.to, words);
            shield.next.iter_mut().for_each(|n| in_amount(n, words));
            shield.chosen.iter_mut().for_each(|f| in_filter(f, words));
            shield.then.iter_mut().for_each(|e| in_effect(e, words));
        }
        Effect::If(_, inner) | Effect::May(inner) => inner.iter_mut().for_each(|e| in_effect(e, words)),
        _ => {}
    }
}
