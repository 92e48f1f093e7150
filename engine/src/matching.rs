//! Decides filters and conditions: what an object is now, or last was (CR 608.2h), against a predicate.

use std::borrow::Cow;

use crate::ability::Ability;
use crate::counter::CounterKind;
use crate::derived::{Derived, Row};
use crate::effect::{Amount, Condition, Objects};
use crate::event::{EventInfo, Recipient};
use crate::filter::{Filter, Whose};
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::mana::Color;
use crate::mutant::Mutant;
use crate::object::{AbilityRef, Link, Object};
use crate::zone::Zone;

/// From where a filter looks: whose ability it is, on which object, in which state.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The game.
    pub game: &'a Game,
    /// What objects are.
    pub derived: &'a Derived,
    /// The object whose ability asks.
    pub this: ObjectId,
    /// Its controller: "you" (CR 109.5).
    pub you: PlayerId,
    /// With which of its object's abilities the one that asks can be linked (CR 607.1).
    pub link: Link,
    /// The targets of the spell or ability, for amounts that speak of them.
    pub targets: &'a [Recipient],
}

impl<'a> View<'a> {
    /// The view of an ability of the object's own, without targets.
    #[must_use]
    pub fn new(game: &'a Game, derived: &'a Derived, this: ObjectId, you: PlayerId) -> View<'a> {
        View { game, derived, this, you, link: Link::default(), targets: &[] }
    }

    /// The same for a certain ability, which an effect may have given to the object.
    #[must_use]
    pub fn of(self, ability: &AbilityRef) -> View<'a> {
        View { link: ability.link(), ..self }
    }
}

/// What an object is now, or last was.
#[must_use]
pub fn row_of<'a>(game: &'a Game, derived: &'a Derived, id: ObjectId) -> Option<Cow<'a, Row>> {
    if let Some(row) = derived.row(id) {
        return Some(Cow::Borrowed(row));
    }
    match game.object(id) {
        Some(object) => Some(Cow::Owned(Row::copiable(object, game.cards()))),
        None => game.last_known(id).map(|known| Cow::Borrowed(&known.row)),
    }
}

/// Mana value (CR 202.3): X is what was chosen while the object is a spell, 0 otherwise (CR 202.3e).
#[must_use]
pub fn mana_value(game: &Game, object: &Object, row: &Row) -> u32 {
    let x = if object.zone == Zone::Stack { x_of_spell(game, object) } else { x_of_permanent(game, object) };
    let once = game.deviates(Mutant::XSymbolCountedOnce);
    game.cards().card(row.card).cost.as_ref().map_or(0, |cost| match cost.xs {
        2.. if once => cost.mana_value(0).saturating_add(x),
        _ => cost.mana_value(x),
    })
}

/// 202.3e: while it is on the stack, X is what was chosen for it.
fn x_of_spell(game: &Game, object: &Object) -> u32 {
    if game.deviates(Mutant::XZeroOnStack) { 0 } else { object.x() }
}

/// 107.3m, 202.3e: the X of a permanent itself is 0, whatever was chosen for the spell that it was.
#[must_use]
pub fn x_of_permanent(game: &Game, object: &Object) -> u32 {
    if game.deviates(Mutant::XKeptByPermanent) { object.x() } else { 0 }
}

impl View<'_> {
    /// Whether a player is meant by a word such as "opponent".
    #[must_use]
    pub fn is(&self, whose: Whose, player: PlayerId) -> bool {
        match whose {
            Whose::You => player == self.you,
            Whose::Opponent => player != self.you,
            Whose::Anyone => true,
        }
    }

    /// Whether an object that is there, or was last known, satisfies the filter.
    #[must_use]
    pub fn matches_id(&self, filter: &Filter, id: ObjectId) -> bool {
        let Some(object) = self.game.object_or_last_known(id) else {
            return false;
        };
        row_of(self.game, self.derived, id).is_some_and(|row| self.matches(filter, object, &row))
    }

    /// Whether the object, being what the row says, satisfies the filter.
    #[must_use]
    pub fn matches(&self, filter: &Filter, object: &Object, row: &Row) -> bool {
        let found = self.decide(filter, object, row);
        if found {
            self.game.touch(object);
        }
        found
    }

    fn decide(&self, filter: &Filter, object: &Object, row: &Row) -> bool {
        match filter {
            Filter::Any => true,
            Filter::All(all) => all.iter().all(|f| self.decide(f, object, row)),
            Filter::Either(any) => any.iter().any(|f| self.decide(f, object, row)),
            Filter::Not(inner) => !self.decide(inner, object, row),
            Filter::Type(t) => row.is(*t),
            Filter::Supertype(s) => row.supertypes.contains(*s),
            Filter::Subtype(s) => row.subtypes.contains(*s),
            Filter::Color(c) => row.colors.contains(*c),
            Filter::ChosenColor => self.chosen().is_some_and(|color| row.colors.contains(color)),
            Filter::Colorless => row.colors.is_empty(),
            Filter::Keyword(k) => row.has(*k),
            Filter::Controlled(whose) => self.is(*whose, row.controller),
            Filter::Owned(whose) => self.is(*whose, object.owner),
            Filter::This => object.id == self.this,
            Filter::Other => object.id != self.this,
            Filter::Attached => self.host() == Some(Recipient::Object(object.id)),
            Filter::Token => object.is_token(),
            Filter::Card => object.is_card(),
            Filter::Tapped => object.tapped,
            Filter::Attacking => self.game.combat().attackers.iter().any(|a| a.object == object.id),
            Filter::Blocking if self.game.deviates(Mutant::BlockingMeansInCombat) => {
                self.game.combat().creatures().any(|id| id == object.id)
            }
            Filter::Blocking => self.game.combat().blockers().any(|id| id == object.id),
            Filter::Power(bound) if self.game.deviates(Mutant::PickedByPrintedPower) => {
                self.game.cards().card(row.card).power.is_some_and(|n| bound.holds(n))
            }
            Filter::Power(bound) => row.power.is_some_and(|n| bound.holds(n)),
            Filter::Toughness(bound) => row.toughness.is_some_and(|n| bound.holds(n)),
            Filter::ManaValue(bound) => {
                bound.holds(i32::try_from(mana_value(self.game, object, row)).unwrap_or(i32::MAX))
            }
            Filter::ManaValueOfCounters(kind) => mana_value(self.game, object, row) == self.counters_here(*kind),
            Filter::In(zone) => object.zone == *zone && object.stack_ability().is_none(),
            Filter::ExiledWithThis => object.exiled_with == Some((self.this, self.link)),
            Filter::XInCost => self.game.cards().card(row.card).cost.as_ref().is_some_and(|cost| cost.xs > 0),
            Filter::Counter(kind) => object.counters.get(*kind) > 0,
        }
    }

    /// What the object whose ability asks is attached to, or last was.
    #[must_use]
    pub fn host(&self) -> Option<Recipient> {
        self.game.object_or_last_known(self.this).and_then(|object| object.attached)
    }

    /// The colour that was chosen as the object whose ability asks entered.
    #[must_use]
    pub fn chosen(&self) -> Option<Color> {
        chosen_for(self.game, self.this, self.link)
    }

    /// How many counters the object whose ability asks has, or last had.
    fn counters_here(&self, kind: CounterKind) -> u32 {
        self.game.object_or_last_known(self.this).map_or(0, |o| o.counters.get(kind))
    }

    /// The permanents that match, in id order.
    #[must_use]
    pub fn each(&self, filter: &Filter) -> Vec<ObjectId> {
        self.derived
            .rows()
            .iter()
            .filter(|row| self.game.permanent(row.id).is_some_and(|object| self.matches(filter, object, row)))
            .map(|row| row.id)
            .collect()
    }

    /// The objects in a zone that match, in id order.
    #[must_use]
    pub fn each_in(&self, zone: Zone, filter: &Filter) -> Vec<ObjectId> {
        let there = self.game.objects().iter().filter(|object| object.zone == zone);
        there.filter(|object| self.matches_id(filter, object.id)).map(|object| object.id).collect()
    }

    /// A number, worked out now. `x` is the value of X where the amount is used.
    #[must_use]
    pub fn amount(&self, amount: &Amount, x: u32, event: &EventInfo) -> u32 {
        match amount {
            Amount::Is(n) => *n,
            Amount::X => x,
            Amount::HalfUp(inner) => self.amount(inner, x, event).div_ceil(2),
            Amount::HalfDown(inner) => self.amount(inner, x, event) / 2,
            Amount::Count(filter) => crate::game::as_u32(self.each(filter).len()),
            Amount::CountersHere(kind) => self.counters_here(*kind),
            Amount::PowerOf(objects) => {
                let power = |id| row_of(self.game, self.derived, id).and_then(|row| row.power).unwrap_or(0);
                let power = |id| power(id).saturating_sub(self.unseen(objects, id));
                let first = match objects {
                    Objects::This => Some(self.this),
                    Objects::EventObject => event.object,
                    Objects::Attached => match self.host() {
                        Some(Recipient::Object(id)) => Some(id),
                        _ => None,
                    },
                    Objects::Each(filter) | Objects::EachSharingColor(filter, _) => self.each(filter).first().copied(),
                    Objects::EachIn(zone, filter) | Objects::EachInOfValue(zone, filter, _) => {
                        self.each_in(*zone, filter).first().copied()
                    }
                    Objects::Target(n) | Objects::Moved(n) => match self.targets.get(usize::from(*n)) {
                        Some(Recipient::Object(id)) => Some(*id),
                        _ => None,
                    },
                };
                first.map_or(0, |id| u32::try_from(power(id)).unwrap_or(0))
            }
            Amount::EventAmount => event.amount,
        }
    }

    /// 614.1c: what a permanent enters with it has from the first; only a mutant overlooks how much of its power comes of that.
    fn unseen(&self, objects: &Objects, id: ObjectId) -> i32 {
        let object = self.game.object_or_last_known(id).filter(|_| *objects == Objects::EventObject);
        let counters = object.map_or(0, |object| object.counters.get(CounterKind::PlusOne));
        let unseen = counters > 0 && self.game.deviates(Mutant::PowerBeforeCounters);
        if unseen { i32::try_from(counters).unwrap_or(i32::MAX) } else { 0 }
    }

    /// Whether the condition holds.
    #[must_use]
    pub fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::CountersHere(kind, bound) => {
                bound.holds(i32::try_from(self.counters_here(*kind)).unwrap_or(i32::MAX))
            }
            Condition::Count(filter, bound) => bound.holds(i32::try_from(self.each(filter).len()).unwrap_or(i32::MAX)),
            Condition::Kicked => {
                self.game.object_or_last_known(self.this).and_then(|o| o.announced.as_ref()).is_some_and(|a| a.kicked)
            }
            Condition::PlayedLand => self.game.turn().active == self.you && self.game.turn().lands_played > 0,
            Condition::Not(inner) => !self.holds(inner),
        }
    }
}

/// 607.2d, 607.5a: the colour that was chosen for these abilities of the object as it entered, and for no others.
pub(crate) fn chosen_for(game: &Game, id: ObjectId, link: Link) -> Option<Color> {
    let (color, of) = game.object_or_last_known(id)?.chosen?;
    (of == link).then_some(color)
}

/// Whether an object with these characteristics has protection from an object with those (CR 702.16a).
#[must_use]
pub fn protected(game: &Game, derived: &Derived, row: &Row, from: ObjectId) -> bool {
    let view = View::new(game, derived, row.id, row.controller);
    row.abilities(game.cards()).any(|(name, ability)| match ability {
        Ability::Protection(quality) => view.of(&name).matches_id(quality, from),
        _ => false,
    })
}
