//! Texts (CR 109.3, 612): a card or a token description, and words of it replaced by others: in the type line, in the rules
//! text of the abilities, and in what those say of tokens.

use std::borrow::Cow;
use std::sync::Arc;

use crate::ability::{Ability, CostPart, StaticAbility, TargetSpec, Trigger};
use crate::card::{Card, CardTable};
use crate::effect::{Amount, Change, Effect, Objects, Players, Recipients, Replacement};
use crate::filter::Filter;
use crate::id::CardId;
use crate::subtype::Subtype;

/// The word that goes and the word that comes.
type Word = (Subtype, Subtype);

/// Words that have been replaced, one after the other (CR 612.2).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Words(Vec<Word>);

impl Words {
    /// Replaces one more.
    pub fn replace(&mut self, from: Subtype, to: Subtype) {
        self.0.push((from, to));
    }

    /// Each word that goes and the word that comes, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Subtype, Subtype)> + '_ {
        self.0.iter().copied()
    }

    /// What a word has become.
    fn now(&self, word: Subtype) -> Subtype {
        self.iter().fold(word, |word, (from, to)| if word == from { to } else { word })
    }

    /// The name under a description. That of a token is made of its creature types (CR 111.4), so that it follows them as
    /// the effect which creates it is reworded (CR 612.2a); no other name does (CR 612.2).
    #[must_use]
    pub fn name<'a>(&self, card: &'a Card) -> Cow<'a, str> {
        if self.0.is_empty() || !card.token || !card.name.ends_with(" Token") {
            return Cow::Borrowed(&card.name);
        }
        let mut name: Vec<&str> = Vec::new();
        for word in card.name.split(' ') {
            let word = Subtype::from_name(word).map_or(word, |subtype| self.now(subtype).name());
            if !name.contains(&word) {
                name.push(word);
            }
        }
        Cow::Owned(name.join(" "))
    }
}

/// What an object's copiable values are read from (CR 707.2): a description, with words of it replaced as the object was
/// created (CR 612.4).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Text {
    /// The card or token description.
    pub card: CardId,
    /// What has been replaced in it.
    pub words: Words,
}

impl From<CardId> for Text {
    fn from(card: CardId) -> Text {
        Text { card, words: Words::default() }
    }
}

impl Text {
    /// The name that it gives.
    #[must_use]
    pub fn name<'a>(&self, cards: &'a CardTable) -> Cow<'a, str> {
        self.words.name(cards.card(self.card))
    }
}

/// 612.1: the ability with the one word wherever it had the other, if it had it.
#[must_use]
pub(crate) fn reworded(ability: &Ability, word: Word) -> Option<Ability> {
    let mut new = ability.clone();
    in_ability(&mut new, word);
    (new != *ability).then_some(new)
}

fn in_ability(ability: &mut Ability, words: Word) {
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
        Ability::Static(_) => {}
    }
}

fn in_cost(cost: &mut [CostPart], words: Word) {
    for part in cost {
        if let CostPart::TapAnother(f) | CostPart::Sacrifice(f) = part {
            in_filter(f, words);
        }
    }
}

fn in_filter(filter: &mut Filter, words: Word) {
    match filter {
        Filter::Subtype(s) if *s == words.0 => *s = words.1,
        Filter::All(all) | Filter::Either(all) => all.iter_mut().for_each(|f| in_filter(f, words)),
        Filter::Not(inner) => in_filter(inner, words),
        _ => {}
    }
}

fn in_trigger(trigger: &mut Trigger, words: Word) {
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

fn in_target(target: &mut TargetSpec, words: Word) {
    match target {
        TargetSpec::Permanent(f) | TargetSpec::Spell(f) | TargetSpec::Card(_, f) => in_filter(f, words),
        TargetSpec::Either(all) => all.iter_mut().for_each(|t| in_target(t, words)),
        _ => {}
    }
}

fn in_change(change: &mut Change, words: Word) {
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

fn in_objects(objects: &mut Objects, words: Word) {
    if let Objects::Each(f) | Objects::EachIn(_, f) = objects {
        in_filter(f, words);
    }
}

fn in_players(players: &mut Players, words: Word) {
    if let Players::ControllerOf(o) | Players::OwnerOf(o) = players {
        in_objects(o, words);
    }
}

fn in_recipients(recipients: &mut Recipients, words: Word) {
    match recipients {
        Recipients::Objects(o) => in_objects(o, words),
        Recipients::Players(p) => in_players(p, words),
        Recipients::All(all) => all.iter_mut().for_each(|r| in_recipients(r, words)),
        _ => {}
    }
}

fn in_amount(amount: &mut Amount, words: Word) {
    match amount {
        Amount::Count(f) => in_filter(f, words),
        Amount::HalfUp(inner) | Amount::HalfDown(inner) => in_amount(inner, words),
        Amount::PowerOf(o) => in_objects(o, words),
        _ => {}
    }
}

fn in_effect(effect: &mut Effect, words: Word) {
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
        | Effect::AddMana { to: who, amount: n, .. } => {
            in_players(who, words);
            in_amount(n, words);
        }
        // 612.2a: the words that say what the tokens are.
        Effect::CreateToken { by, amount, words: described, .. } => {
            in_players(by, words);
            in_amount(amount, words);
            described.replace(words.0, words.1);
        }
        Effect::CopyToken { of: o, by: who } | Effect::GiveControl { of: o, to: who, .. } => {
            in_objects(o, words);
            in_players(who, words);
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
        Effect::If(_, inner) | Effect::May(inner) => inner.iter_mut().for_each(|e| in_effect(e, words)),
        _ => {}
    }
}
