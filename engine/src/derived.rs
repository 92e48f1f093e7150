//! What objects are now (CR 613): the characteristics and controllers that layers work out from the game.
//!
//! A value, computed by [`crate::layers`] and handed down. The game keeps it for as long as nothing changes that layers look
//! at, never longer; only the row of an object that has left stays, as last known information (CR 608.2h).

use std::borrow::Cow;
use std::sync::Arc;

use crate::ability::Ability;
use crate::card::{CardTable, Printed};
use crate::characteristics::{CardType, Colors, Keyword, Keywords, Supertype, Supertypes, Types};
use crate::id::{CardId, ObjectId, PlayerId};
use crate::object::{AbilityRef, Object};
use crate::subtype::{Subtype, Subtypes};
use crate::text::Words;

/// The abilities of one object beside its keyword abilities.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Abilities {
    /// As printed, with the mana abilities of these basic land types (a bit set in WUBRG order; CR 305.6).
    Printed(CardId, u8),
    /// Changed by effects.
    Listed(Vec<AbilityRef>),
}

/// One object as it is now.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Row {
    /// Which object.
    pub id: ObjectId,
    /// Whose copiable values it has: name and mana cost.
    pub card: CardId,
    /// The words replaced in them.
    pub words: Words,
    /// Who controls it.
    pub controller: PlayerId,
    /// Colours.
    pub colors: Colors,
    /// Card types.
    pub types: Types,
    /// Supertypes.
    pub supertypes: Supertypes,
    /// Subtypes.
    pub subtypes: Subtypes,
    /// Power, if it is a creature (CR 208.3).
    pub power: Option<i32>,
    /// Toughness, if it is a creature.
    pub toughness: Option<i32>,
    /// Keyword abilities.
    pub keywords: Keywords,
    /// What effects say that it cannot do, which is no ability of it and goes with none (CR 113.12).
    pub qualities: Keywords,
    /// The other abilities.
    pub abilities: Abilities,
}

impl Row {
    /// Whether it is an Aura (CR 303.4).
    #[must_use]
    pub fn is_aura(&self) -> bool {
        self.is(CardType::Enchantment) && self.subtypes.contains(Subtype::AURA)
    }

    /// The row before any effect: copiable values alone (CR 613.1a without the layers after it).
    #[must_use]
    pub fn copiable(object: &Object, cards: &CardTable) -> Row {
        let id = object.copiable();
        let (card, printed) = (cards.card(id), cards.printed(id));
        let mut supertypes = card.supertypes;
        if object.not_legendary {
            supertypes.remove(Supertype::Legendary);
        }
        let mut row = Row {
            id: object.id,
            card: id,
            words: object.words().clone(),
            controller: object.controller,
            colors: printed.colors,
            types: card.types,
            supertypes,
            subtypes: printed.subtypes,
            power: card.power,
            toughness: card.toughness,
            keywords: card.keywords,
            qualities: Keywords::EMPTY,
            abilities: Abilities::Printed(id, printed.intrinsic),
        };
        for word in object.words().iter() {
            row.replace_word(cards, word, |_| true);
        }
        row
    }

    /// Its name.
    #[must_use]
    pub fn name<'a>(&self, cards: &'a CardTable) -> Cow<'a, str> {
        self.words.name(cards.card(self.card))
    }

    /// 612.1: the text of the object has the second word wherever it had the first, in the type line and in the abilities that
    /// it is replaced in.
    pub(crate) fn replace_word(
        &mut self,
        cards: &CardTable,
        word: (Subtype, Subtype),
        is_reworded: impl Fn(&Ability) -> bool,
    ) {
        // 612.2: words that are printed, not types that other effects give: those come in the next layer.
        if self.subtypes.contains(word.0) && !self.has(Keyword::Changeling) {
            self.subtypes.remove(word.0);
            self.subtypes.insert(word.1);
        }
        let mut changed = false;
        let reworded = self.abilities(cards).map(|(name, ability)| match crate::text::reworded(ability, word) {
            Some(new) if is_reworded(ability) => {
                changed = true;
                AbilityRef::Own(Arc::new(new))
            }
            _ => name,
        });
        let reworded: Vec<AbilityRef> = reworded.collect();
        if changed {
            self.abilities = Abilities::Listed(reworded);
        }
    }

    /// Whether it has the card type.
    #[must_use]
    pub fn is(&self, card_type: CardType) -> bool {
        self.types.contains(card_type)
    }

    /// Whether it has the keyword ability, or an effect says the same of it.
    #[must_use]
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords.contains(keyword) || self.qualities.contains(keyword)
    }

    /// Its abilities in order, with their names.
    pub fn abilities<'a>(&'a self, cards: &'a CardTable) -> impl Iterator<Item = (AbilityRef, &'a Ability)> + 'a {
        let n = match &self.abilities {
            Abilities::Printed(card, bits) => cards.card(*card).abilities.len() + bits.count_ones() as usize,
            Abilities::Listed(list) => list.len(),
        };
        (0..n).filter_map(|n| self.ability(cards, n))
    }

    /// The nth of [`Row::abilities`]: the printed ones, then those of basic land types.
    #[must_use]
    pub fn ability<'a>(&'a self, cards: &'a CardTable, n: usize) -> Option<(AbilityRef, &'a Ability)> {
        match &self.abilities {
            Abilities::Printed(card, bits) => {
                let printed = &cards.card(*card).abilities;
                if let Some(ability) = printed.get(n) {
                    return Some((AbilityRef::Printed(*card, u8::try_from(n).ok()?), ability));
                }
                let brought = (0..5u8).filter(|at| bits & (1 << at) != 0).nth(n - printed.len())?;
                Some((AbilityRef::Intrinsic(brought), cards.intrinsic(usize::from(brought))))
            }
            Abilities::Listed(list) => list.get(n).map(|ability| (ability.clone(), ability.get(cards))),
        }
    }

    /// Whether it can have abilities of a kind: by print, or because effects have changed which it has.
    #[must_use]
    pub fn may_have(&self, cards: &CardTable, kind: impl Fn(&Printed) -> bool) -> bool {
        match &self.abilities {
            Abilities::Printed(card, _) => kind(cards.printed(*card)),
            Abilities::Listed(_) => true,
        }
    }

    /// The abilities as a list that can be changed.
    #[must_use]
    pub fn listed(&self, cards: &CardTable) -> Vec<AbilityRef> {
        self.abilities(cards).map(|(ability, _)| ability).collect()
    }
}

/// Every permanent's row, in id order, and the rows of objects elsewhere that some effect changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Derived {
    rows: Vec<Row>,
}

impl Derived {
    pub(crate) fn new(rows: Vec<Row>) -> Derived {
        Derived { rows }
    }

    /// The row of an object, if it is a permanent or changed by an effect where it is.
    #[must_use]
    pub fn row(&self, id: ObjectId) -> Option<&Row> {
        self.rows.binary_search_by_key(&id, |row| row.id).ok().map(|at| &self.rows[at])
    }

    /// All rows in id order.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }
}
