//! Drawn and computed values, and how expressions see them: numbers, words, cards, lists.

use std::sync::{Arc, LazyLock};

use headjudge_engine::characteristics::{CardType, Supertype};
use headjudge_engine::{Card, CardId, CardTable};

use crate::expr::{ListView, RecordType, RecordView, Type, Value};

/// A value of a case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum DrawnValue {
    /// A number.
    Int(i64),
    /// True or false.
    Bool(bool),
    /// A word.
    Word(Arc<str>),
    /// A card.
    Card(CardView),
    /// A list of values of one type.
    List(DrawnList),
}

/// A list of values.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct DrawnList(pub Vec<DrawnValue>);

impl DrawnValue {
    /// As an expression sees it.
    #[must_use]
    pub fn to_value(&self) -> Value<'_> {
        match self {
            DrawnValue::Int(n) => Value::Int(*n),
            DrawnValue::Bool(b) => Value::Bool(*b),
            DrawnValue::Word(word) => Value::Str(word),
            DrawnValue::Card(card) => Value::Record(card),
            DrawnValue::List(list) => Value::List(list),
        }
    }

    /// A copy of what an expression computed; nothing for records, which expressions cannot compute.
    #[must_use]
    pub fn from_value(value: &Value<'_>) -> Option<DrawnValue> {
        if let Some(n) = value.as_int() {
            return Some(DrawnValue::Int(n));
        }
        if let Some(b) = value.as_bool() {
            return Some(DrawnValue::Bool(b));
        }
        if let Some(text) = value.as_str() {
            return Some(DrawnValue::Word(text.into()));
        }
        let len = value.list_len()?;
        let items = (0..len).map(|at| DrawnValue::from_value(&value.item(at))).collect::<Option<_>>()?;
        Some(DrawnValue::List(DrawnList(items)))
    }
}

impl ListView for DrawnList {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, index: usize) -> Value<'_> {
        self.0.get(index).map_or(Value::Missing, DrawnValue::to_value)
    }
}

/// A card as expressions see it.
#[derive(Clone)]
pub struct CardView {
    /// Which.
    pub id: CardId,
    cards: Arc<CardTable>,
    words: Arc<Words>,
}

/// The lists of words of a card.
#[derive(Debug, Default)]
struct Words {
    colors: DrawnList,
    subtypes: DrawnList,
    keywords: DrawnList,
}

impl std::fmt::Debug for CardView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.card().name)
    }
}

impl PartialEq for CardView {
    fn eq(&self, other: &CardView) -> bool {
        self.id == other.id
    }
}

impl Eq for CardView {}

impl std::hash::Hash for CardView {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// Every card of a library as expressions see it, built once.
#[derive(Debug, Clone)]
pub struct CardViews(Vec<CardView>);

impl CardViews {
    /// The views of all cards of a table.
    #[must_use]
    pub fn new(cards: &Arc<CardTable>) -> CardViews {
        CardViews(cards.iter().map(|(id, card)| CardView::new(cards, id, card)).collect())
    }

    /// One card.
    #[must_use]
    pub fn get(&self, id: CardId) -> CardView {
        self.0[id.index()].clone()
    }
}

impl CardView {
    fn new(cards: &Arc<CardTable>, id: CardId, card: &Card) -> CardView {
        let words = Words {
            colors: card.printed_colors().iter().map(|c| word(headjudge_engine::ManaType::from(c).letter())).collect(),
            subtypes: card.subtypes.iter().map(|s| word(s.name())).collect(),
            keywords: card.keywords.iter().map(|k| word(k.word())).collect(),
        };
        CardView { id, cards: Arc::clone(cards), words: Arc::new(words) }
    }

    /// The card.
    #[must_use]
    pub fn card(&self) -> &Card {
        self.cards.card(self.id)
    }
}

impl FromIterator<DrawnValue> for DrawnList {
    fn from_iter<I: IntoIterator<Item = DrawnValue>>(values: I) -> DrawnList {
        DrawnList(values.into_iter().collect())
    }
}

fn word(text: impl ToString) -> DrawnValue {
    DrawnValue::Word(text.to_string().into())
}

type Field = (&'static str, Type, for<'a> fn(&'a CardView) -> Value<'a>);

/// The fields of a card, in order.
static FIELDS: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let strings = || Type::list(Type::Str);
    vec![
        ("name", Type::Str, |c| Value::Str(&c.card().name)),
        ("power", Type::Int, |c| Value::Int(i64::from(c.card().power.unwrap_or(0)))),
        ("toughness", Type::Int, |c| Value::Int(i64::from(c.card().toughness.unwrap_or(0)))),
        ("mana_value", Type::Int, |c| Value::Int(i64::from(c.card().mana_value()))),
        ("generic", Type::Int, |c| Value::Int(c.card().cost.as_ref().map_or(0, |cost| i64::from(cost.generic)))),
        ("x_symbols", Type::Int, |c| Value::Int(c.card().cost.as_ref().map_or(0, |cost| i64::from(cost.xs)))),
        ("creature", Type::Bool, |c| is(c, CardType::Creature)),
        ("artifact", Type::Bool, |c| is(c, CardType::Artifact)),
        ("enchantment", Type::Bool, |c| is(c, CardType::Enchantment)),
        ("land", Type::Bool, |c| is(c, CardType::Land)),
        ("instant", Type::Bool, |c| is(c, CardType::Instant)),
        ("sorcery", Type::Bool, |c| is(c, CardType::Sorcery)),
        ("legendary", Type::Bool, |c| Value::Bool(c.card().supertypes.contains(Supertype::Legendary))),
        ("basic", Type::Bool, |c| Value::Bool(c.card().supertypes.contains(Supertype::Basic))),
        ("token", Type::Bool, |c| Value::Bool(c.card().token)),
        ("plain", Type::Bool, |c| Value::Bool(is_plain(c.card()))),
        ("colors", strings(), |c| Value::List(&c.words.colors)),
        ("subtypes", strings(), |c| Value::List(&c.words.subtypes)),
        ("keywords", strings(), |c| Value::List(&c.words.keywords)),
    ]
});

fn is(card: &CardView, card_type: CardType) -> Value<'static> {
    Value::Bool(card.card().types.contains(card_type))
}

/// Whether a card has no abilities at all.
#[must_use]
pub fn is_plain(card: &Card) -> bool {
    card.abilities.is_empty() && card.keywords.is_empty() && card.omitted.is_none()
}

/// The type of cards in expressions.
#[must_use]
pub fn card_type() -> Type {
    static TYPE: LazyLock<Arc<RecordType>> = LazyLock::new(|| {
        let fields = FIELDS.iter().map(|(name, ty, _)| ((*name).to_owned(), ty.clone())).collect();
        Arc::new(RecordType { name: "card".to_owned(), fields })
    });
    Type::Record(Arc::clone(&TYPE))
}

impl RecordView for CardView {
    fn field(&self, index: usize) -> Value<'_> {
        FIELDS.get(index).map_or(Value::Missing, |(_, _, get)| get(self))
    }
}
