//! The one predicate language: which objects an ability, a cost, a target or an effect speaks of.
//!
//! Filters are data; [`crate::matching`] decides them. `you` is always the controller of the ability that the filter
//! belongs to (CR 109.5).

use crate::characteristics::{CardType, Keyword, Supertype};
use crate::counter::CounterKind;
use crate::mana::Color;
use crate::subtype::Subtype;
use crate::zone::Zone;

/// Whose (CR 102, 109.4): relative to the controller of the ability that asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Whose {
    /// The controller of the ability.
    You,
    /// Any opponent of theirs (CR 102.2).
    Opponent,
    /// Any player.
    Anyone,
}

/// A bound on a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Compare {
    /// This or more.
    AtLeast(i32),
    /// This or less.
    AtMost(i32),
    /// Exactly this.
    Exactly(i32),
}

impl Compare {
    /// Whether the number satisfies it.
    #[must_use]
    pub fn holds(self, n: i32) -> bool {
        match self {
            Compare::AtLeast(bound) => n >= bound,
            Compare::AtMost(bound) => n <= bound,
            Compare::Exactly(bound) => n == bound,
        }
    }
}

/// A predicate over objects, read from their current characteristics (or last known ones where the object has left).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Filter {
    /// Everything.
    Any,
    /// Everything that satisfies all of these.
    All(Vec<Filter>),
    /// Everything that satisfies one of these.
    Either(Vec<Filter>),
    /// Everything that does not satisfy this.
    Not(Box<Filter>),
    /// Has the card type.
    Type(CardType),
    /// Has the supertype.
    Supertype(Supertype),
    /// Has the subtype.
    Subtype(Subtype),
    /// Has the colour (CR 105.2).
    Color(Color),
    /// Has the colour chosen as the object whose ability this is entered.
    ChosenColor,
    /// Has no colour (CR 105.2c).
    Colorless,
    /// Has the keyword ability.
    Keyword(Keyword),
    /// Its controller is (CR 109.4).
    Controlled(Whose),
    /// Its owner is (CR 108.3).
    Owned(Whose),
    /// The object whose ability this is.
    This,
    /// Any object but the one whose ability this is.
    Other,
    /// What the object whose ability this is is attached to.
    Attached,
    /// Is a token (CR 111).
    Token,
    /// Is a card, neither a token nor the copy of a spell (CR 108.2b).
    Card,
    /// Is tapped (CR 110.5).
    Tapped,
    /// Is an attacking creature (CR 508.1k).
    Attacking,
    /// Is a blocking creature (CR 509.1g).
    Blocking,
    /// Has power in these bounds; objects without power do not.
    Power(Compare),
    /// Has toughness in these bounds; objects without toughness do not.
    Toughness(Compare),
    /// Has mana value in these bounds (CR 202.3).
    ManaValue(Compare),
    /// Has as much mana value as the object whose ability this is has counters of the kind.
    ManaValueOfCounters(CounterKind),
    /// Has an {X} in its mana cost (CR 107.3).
    XInCost,
    /// Has at least one counter of the kind.
    Counter(CounterKind),
    /// Was exiled with the object whose ability this is (CR 607.2a).
    ExiledWithThis,
    /// Is in the zone; on the stack, only spells are meant (CR 112.1).
    In(Zone),
}

impl Filter {
    /// Everything, where a description leaves the filter out.
    #[must_use]
    pub fn any() -> Filter {
        Filter::Any
    }

    /// Whether it can only mean the object whose ability it is of, and no general set of objects with that among them.
    #[must_use]
    pub fn is_this_alone(&self) -> bool {
        match self {
            Filter::This => true,
            Filter::All(all) => all.iter().any(Filter::is_this_alone),
            Filter::Either(any) => !any.is_empty() && any.iter().all(Filter::is_this_alone),
            _ => false,
        }
    }

    /// Whose all that matches must be (CR 108.3), where it says so.
    #[must_use]
    pub fn owned_by(&self) -> Option<Whose> {
        match self {
            Filter::Owned(whose) => Some(*whose),
            Filter::All(all) => all.iter().find_map(Filter::owned_by),
            _ => None,
        }
    }

    /// Both at once, without nesting needlessly.
    #[must_use]
    pub fn and(self, other: Filter) -> Filter {
        match (self, other) {
            (Filter::Any, f) | (f, Filter::Any) => f,
            (Filter::All(mut a), f) => {
                a.push(f);
                Filter::All(a)
            }
            (a, b) => Filter::All(vec![a, b]),
        }
    }
}
