//! One walk over everything that an ability says, for whoever looks for something in it. The matches have no wildcard: a
//! new word of the vocabulary has a place here, or nothing compiles.

use std::sync::Arc;

use super::{
    Amount, Change, Condition, Continuous, Effect, ManaMade, Objects, Permission, Players, Prevention, Recipients,
    Replacement, Shielding,
};
use crate::ability::{
    Ability, ActivatedAbility, CostPart, SpellAbility, StaticAbility, TargetSpec, Trigger, TriggeredAbility,
};
use crate::filter::Filter;
use crate::restriction::Restriction;
use crate::subtype::Subtype;
use crate::text::Words;

/// What a walk comes by. It may change the words that it is shown.
pub(crate) trait Visitor {
    /// The number of a target that is spoken of (CR 115.1).
    fn target(&mut self, _number: u8) {}

    /// A subtype.
    fn subtype(&mut self, _subtype: &mut Subtype) {}

    /// What has been replaced in the words that say what tokens are (CR 111.4).
    fn token(&mut self, _words: &mut Words) {}

    /// An ability that something is given or that watches for a time. Its targets are others: the walk does not go on into
    /// it unless this does.
    fn ability(&mut self, _ability: &mut Ability) {}
}

/// Walks over an ability.
pub(crate) fn ability(ability: &mut Ability, v: &mut dyn Visitor) {
    match ability {
        Ability::Spell(SpellAbility { targets, effects: list }) => {
            target_specs(targets, v);
            effects(list, v);
        }
        Ability::Activated(ActivatedAbility { cost: parts, targets, effects: list, sorcery_speed: _, only_if }) => {
            cost(parts, v);
            target_specs(targets, v);
            effects(list, v);
            only_if.iter_mut().for_each(|c| condition(c, v));
        }
        Ability::Triggered(TriggeredAbility { when, only_if, targets, effects: list }) => {
            trigger(when, v);
            only_if.iter_mut().for_each(|c| condition(c, v));
            target_specs(targets, v);
            effects(list, v);
        }
        Ability::Static(StaticAbility::Continuous(Continuous { affects, zone: _, changes: list })) => {
            filter(affects, v);
            changes(list, v);
        }
        Ability::Static(StaticAbility::Replacement(r)) => replacement(r, v),
        Ability::Static(StaticAbility::Prevention(p)) => prevention(p, v),
        Ability::Static(StaticAbility::Rule(rule)) => permission(rule, v),
        Ability::Protection(f) | Ability::Enchant(f) => filter(f, v),
        Ability::Kicker(parts) | Ability::AdditionalCost(parts) => cost(parts, v),
    }
}

fn effects(list: &mut [Effect], v: &mut dyn Visitor) {
    list.iter_mut().for_each(|e| effect(e, v));
}

/// Walks over an instruction.
pub(crate) fn effect(effect: &mut Effect, v: &mut dyn Visitor) {
    match effect {
        Effect::DealDamage { amount: n, to, from } => {
            amount(n, v);
            recipients(to, v);
            from.iter_mut().for_each(|o| objects(o, v));
        }
        Effect::Destroy(o)
        | Effect::Exile(o)
        | Effect::ReturnToHand(o)
        | Effect::PutOntoBattlefield(o)
        | Effect::Sacrifice(o)
        | Effect::PutIntoGraveyard(o)
        | Effect::ShuffleIntoLibrary(o)
        | Effect::Counter(o)
        | Effect::CopySpell { spell: o, not_legendary: _ }
        | Effect::DoubleX(o)
        | Effect::Tap(o)
        | Effect::Untap(o)
        | Effect::SkipNextUntap(o)
        | Effect::RemoveAllCounters(o) => objects(o, v),
        Effect::ReplaceCreatureType { of, never, duration: _ } => {
            objects(of, v);
            never.iter_mut().for_each(|s| v.subtype(s));
        }
        Effect::Fight(a, b) | Effect::Attach(a, b) => {
            objects(a, v);
            objects(b, v);
        }
        Effect::PutCounters { kind: _, amount: n, on } | Effect::RemoveCounters { kind: _, amount: n, on } => {
            amount(n, v);
            objects(on, v);
        }
        Effect::ModifyBy { to, power: _, toughness: _, times, duration: _ } => {
            amount(times, v);
            objects(to, v);
        }
        Effect::GainLife(who, n)
        | Effect::LoseLife(who, n)
        | Effect::Draw(who, n)
        | Effect::Discard(who, n)
        | Effect::Mill(who, n) => {
            players(who, v);
            amount(n, v);
        }
        Effect::AddMana { mana: made, amount: n, to, only } => {
            mana(made, v);
            amount(n, v);
            players(to, v);
            only.iter_mut().for_each(|only| restriction(Arc::make_mut(only), v));
        }
        Effect::CreateToken { token: _, amount: n, by, words } => {
            amount(n, v);
            players(by, v);
            v.token(words);
        }
        Effect::CopyToken { of, by: who } | Effect::GiveControl { of, to: who, duration: _ } => {
            objects(of, v);
            players(who, v);
        }
        Effect::LoseGame(who) | Effect::Manifest(who) => players(who, v),
        Effect::PutFromHand(who, f) => {
            players(who, v);
            filter(f, v);
        }
        Effect::Imprint(f) => filter(f, v),
        Effect::Continuous { to, changes: list, duration: _ } => {
            objects(to, v);
            changes(list, v);
        }
        Effect::Rule { rule, duration: _ } => permission(rule, v),
        Effect::Shield(shield) => {
            let Shielding { to, next, chosen, then, duration: _ } = shield;
            recipients(to, v);
            next.iter_mut().for_each(|n| amount(n, v));
            chosen.iter_mut().for_each(|f| filter(f, v));
            effects(then, v);
        }
        Effect::Watch { ability, duration: _, color } => {
            v.ability(Arc::make_mut(ability));
            color.iter_mut().for_each(|who| players(who, v));
        }
        Effect::If(c, inner) => {
            condition(c, v);
            effects(inner, v);
        }
        Effect::May(inner) => effects(inner, v),
    }
}

fn restriction(only: &mut Restriction, v: &mut dyn Visitor) {
    let Restriction { spells, abilities_of } = only;
    spells.iter_mut().chain(abilities_of).for_each(|f| filter(f, v));
}

fn cost(parts: &mut [CostPart], v: &mut dyn Visitor) {
    for part in parts {
        match part {
            CostPart::TapAnother(f) | CostPart::Sacrifice(f) => filter(f, v),
            CostPart::Mana(_)
            | CostPart::Tap
            | CostPart::Untap
            | CostPart::Crew(_)
            | CostPart::SacrificeThis
            | CostPart::RemoveCounters(..)
            | CostPart::PutCounters(..)
            | CostPart::PayLife(_)
            | CostPart::DiscardCard
            | CostPart::DiscardX => {}
        }
    }
}

fn filter(f: &mut Filter, v: &mut dyn Visitor) {
    match f {
        Filter::Subtype(s) => v.subtype(s),
        Filter::All(all) | Filter::Either(all) => all.iter_mut().for_each(|f| filter(f, v)),
        Filter::Not(inner) => filter(inner, v),
        Filter::Any
        | Filter::Type(_)
        | Filter::Supertype(_)
        | Filter::Color(_)
        | Filter::ChosenColor
        | Filter::Colorless
        | Filter::Keyword(_)
        | Filter::Controlled(_)
        | Filter::Owned(_)
        | Filter::This
        | Filter::Other
        | Filter::Attached
        | Filter::Token
        | Filter::Card
        | Filter::Tapped
        | Filter::Attacking
        | Filter::Blocking
        | Filter::Power(_)
        | Filter::Toughness(_)
        | Filter::ManaValue(_)
        | Filter::ManaValueOfCounters(_)
        | Filter::XInCost
        | Filter::Counter(_)
        | Filter::ExiledWithThis
        | Filter::In(_) => {}
    }
}

fn trigger(trigger: &mut Trigger, v: &mut dyn Visitor) {
    match trigger {
        Trigger::Enters(f)
        | Trigger::Leaves(f)
        | Trigger::Dies(f)
        | Trigger::BecomesTapped(f)
        | Trigger::Casts(f, _)
        | Trigger::Attacks(f)
        | Trigger::TappedForMana { of: f, whose: _, mana: _ }
        | Trigger::AddsMana { by: f, whose: _, mana: _ }
        | Trigger::DealsDamage { by: f, to_player: _ } => filter(f, v),
        Trigger::State(c) => condition(c, v),
        Trigger::PutIntoGraveyardFromAnywhere
        | Trigger::StepBegins(..)
        | Trigger::CastThis
        | Trigger::Shuffles(_)
        | Trigger::GainsLife(_) => {}
    }
}

fn target_specs(specs: &mut [TargetSpec], v: &mut dyn Visitor) {
    for spec in specs {
        match spec {
            TargetSpec::Permanent(f) | TargetSpec::Spell(f) | TargetSpec::Card(_, f) => filter(f, v),
            TargetSpec::Either(all) => target_specs(all, v),
            TargetSpec::Player(_) | TargetSpec::Any | TargetSpec::AbilityOnStack => {}
        }
    }
}

fn condition(c: &mut Condition, v: &mut dyn Visitor) {
    match c {
        Condition::Count(f, _) => filter(f, v),
        Condition::Not(inner) => condition(inner, v),
        Condition::CountersHere(..) | Condition::PlayedLand | Condition::Kicked => {}
    }
}

fn changes(list: &mut [Change], v: &mut dyn Visitor) {
    for change in list {
        match change {
            Change::ReplaceWord(from, to) => {
                v.subtype(from);
                v.subtype(to);
            }
            Change::SetCreatureTypes(types) | Change::AddSubtypes(types) | Change::SetLandTypes(types) => {
                types.iter_mut().for_each(|s| v.subtype(s));
            }
            Change::Gain(ability) => v.ability(Arc::make_mut(ability)),
            Change::Control
            | Change::SetTypes(_)
            | Change::AddTypes(_)
            | Change::AddSupertypes(_)
            | Change::AllCreatureTypes
            | Change::SetColors(_)
            | Change::GainKeyword(_)
            | Change::LoseKeyword(_)
            | Change::LoseAllAbilities
            | Change::SetPowerToughness(..)
            | Change::SetPowerToughnessToManaValue
            | Change::Modify(..) => {}
        }
    }
}

fn replacement(r: &mut Replacement, v: &mut dyn Visitor) {
    match r {
        Replacement::EntersWithCounters { what, kind: _, amount: n } => {
            filter(what, v);
            amount(n, v);
        }
        Replacement::EntersTapped { what: f }
        | Replacement::EntersAsCopy { of: f }
        | Replacement::GraveyardToExile { what: f, whose: _, tokens: _ }
        | Replacement::CounteredIsPlayed { what: f }
        | Replacement::MultiplyCounters { on: f, by: _ }
        | Replacement::MultiplyMana { of: f, whose: _, by: _ }
        | Replacement::ManaBecomes { of: f, mana: _, at_least: _ }
        | Replacement::ManaTypeBecomes { of: f, mana: _ }
        | Replacement::ManaColorBecomes { of: f }
        | Replacement::MultiplyDamage { from: f, by: _ } => filter(f, v),
        Replacement::EntersChoosingColor
        | Replacement::ShuffledInstead
        | Replacement::MultiplyTokens { whose: _, by: _ } => {}
    }
}

fn prevention(p: &mut Prevention, v: &mut dyn Visitor) {
    let Prevention { to_player: _, to, from, combat: _, amount: _, then } = p;
    to.iter_mut().for_each(|f| filter(f, v));
    filter(from, v);
    effects(then, v);
}

fn permission(rule: &mut Permission, v: &mut dyn Visitor) {
    match rule {
        Permission::DamageFromCantBePrevented(f)
        | Permission::CountersCantBePut(f)
        | Permission::CantBeCountered(f)
        | Permission::ActivateAsThoughHaste(f)
        | Permission::SpellsHaveConvoke(f) => filter(f, v),
        Permission::DamageCantBePrevented
        | Permission::CantGainLife(_)
        | Permission::CantLose(_)
        | Permission::CantWin(_)
        | Permission::CastWithoutPaying(_) => {}
    }
}

fn mana(made: &mut ManaMade, v: &mut dyn Visitor) {
    match made {
        ManaMade::CouldProduce { by: f, colors_only: _ } | ManaMade::ColorAmong(f) | ManaMade::ColorAmongIn(_, f) => {
            filter(f, v);
        }
        ManaMade::These(_)
        | ManaMade::AnyColor
        | ManaMade::OneOf(_)
        | ManaMade::Combination(_)
        | ManaMade::SacrificedCouldProduce
        | ManaMade::EventType
        | ManaMade::ChosenColor => {}
    }
}

fn objects(objects: &mut Objects, v: &mut dyn Visitor) {
    match objects {
        Objects::Target(n) | Objects::Moved(n) => v.target(*n),
        Objects::Each(f) | Objects::EachIn(_, f) => filter(f, v),
        Objects::EachSharingColor(f, n) => {
            filter(f, v);
            v.target(*n);
        }
        Objects::EachInOfValue(_, f, n) => {
            filter(f, v);
            amount(n, v);
        }
        Objects::This | Objects::EventObject | Objects::Attached => {}
    }
}

fn players(players: &mut Players, v: &mut dyn Visitor) {
    match players {
        Players::Target(n) => v.target(*n),
        Players::ControllerOf(o) | Players::OwnerOf(o) => objects(o, v),
        Players::You | Players::EachOpponent | Players::EachPlayer | Players::EventPlayer => {}
    }
}

fn recipients(to: &mut Recipients, v: &mut dyn Visitor) {
    match to {
        Recipients::Players(p) => players(p, v),
        Recipients::Objects(o) => objects(o, v),
        Recipients::Target(n) => v.target(*n),
        Recipients::All(all) => all.iter_mut().for_each(|r| recipients(r, v)),
        Recipients::SourceController | Recipients::SourceHost => {}
    }
}

fn amount(n: &mut Amount, v: &mut dyn Visitor) {
    match n {
        Amount::HalfUp(inner) | Amount::HalfDown(inner) => amount(inner, v),
        Amount::Count(f) => filter(f, v),
        Amount::PowerOf(o) => objects(o, v),
        Amount::Is(_) | Amount::X | Amount::CountersHere(_) | Amount::EventAmount => {}
    }
}
