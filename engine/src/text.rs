//! Texts (CR 109.3, 612): a card or a token description, and words of it replaced by others: in the type line, in the rules
//! text of the abilities, and in what those say of tokens.

use std::borrow::Cow;

use crate::ability::Ability;
use crate::card::{Card, CardTable};
use crate::effect::visit::{self, Visitor};
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
    visit::ability(&mut new, &mut Rewording(word));
    (new != *ability).then_some(new)
}

struct Rewording(Word);

impl Visitor for Rewording {
    fn subtype(&mut self, subtype: &mut Subtype) {
        if *subtype == self.0.0 {
            *subtype = self.0.1;
        }
    }

    /// 612.2a: the words that say what the tokens are.
    fn token(&mut self, words: &mut Words) {
        words.replace(self.0.0, self.0.1);
    }

    fn ability(&mut self, ability: &mut Ability) {
        visit::ability(ability, self);
    }
}
