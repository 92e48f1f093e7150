//! Cards (CR 108) as data, and the immutable table of all cards of a game.

use core::fmt;

use crate::ability::{Ability, ActivatedAbility, SpellAbility, StaticAbility, TargetSpec, Trigger};
use crate::characteristics::{CardType, Colors, Keyword, Keywords, Supertypes, Types};
use crate::effect::{Change, Effect, Layers, ManaMade};
use crate::id::CardId;
use crate::mana::{Color, ManaCost, ManaType, Symbol};
use crate::subtype::{Subtype, Subtypes};

/// A card, or the description of a token: printed characteristics (CR 109.3) and abilities.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Card {
    /// Its English name.
    pub name: String,
    /// Mana cost; lands and tokens have none.
    #[cfg_attr(feature = "serde", serde(default))]
    pub cost: Option<ManaCost>,
    /// Colours, where they do not follow from the cost (CR 105.2, 204).
    #[cfg_attr(feature = "serde", serde(default))]
    pub colors: Option<Colors>,
    /// Supertypes.
    #[cfg_attr(feature = "serde", serde(default))]
    pub supertypes: Supertypes,
    /// Card types.
    pub types: Types,
    /// Subtypes.
    #[cfg_attr(feature = "serde", serde(default))]
    pub subtypes: Vec<Subtype>,
    /// Power, toughness; for creatures (CR 208).
    #[cfg_attr(feature = "serde", serde(default))]
    pub power: Option<i32>,
    /// See `power`.
    #[cfg_attr(feature = "serde", serde(default))]
    pub toughness: Option<i32>,
    /// Keyword abilities without a parameter.
    #[cfg_attr(feature = "serde", serde(default))]
    pub keywords: Keywords,
    /// The other abilities, in printed order.
    #[cfg_attr(feature = "serde", serde(default))]
    pub abilities: Vec<Ability>,
    /// Whether it describes a token (CR 111.3), not a card.
    #[cfg_attr(feature = "serde", serde(default))]
    pub token: bool,
    /// What the description leaves out, and why.
    #[cfg_attr(feature = "serde", serde(default))]
    pub omitted: Option<String>,
}

impl Card {
    /// Printed colours: as stated, else those of the mana cost (CR 202.2).
    #[must_use]
    pub fn printed_colors(&self) -> Colors {
        self.colors.unwrap_or_else(|| {
            self.cost.iter().flat_map(|cost| &cost.symbols).flat_map(|symbol| symbol_colors(*symbol)).collect()
        })
    }

    /// Printed mana value, X counted as 0 (CR 202.3).
    #[must_use]
    pub fn mana_value(&self) -> u32 {
        self.cost.as_ref().map_or(0, |cost| cost.mana_value(0))
    }

    /// The instructions of an instant or sorcery.
    #[must_use]
    pub fn spell(&self) -> Option<&SpellAbility> {
        self.abilities.iter().find_map(|a| match a {
            Ability::Spell(spell) => Some(spell),
            _ => None,
        })
    }

    /// Whether it would be a permanent (CR 110.4a).
    #[must_use]
    pub fn is_permanent(&self) -> bool {
        self.types.iter().any(CardType::is_permanent)
    }
}

fn symbol_colors(symbol: Symbol) -> impl Iterator<Item = Color> {
    let (a, b) = match symbol {
        Symbol::One(t) => (t.color(), None),
        Symbol::Hybrid(a, b) => (a.color(), b.color()),
    };
    a.into_iter().chain(b)
}

/// Why a set of cards is no card table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardError {
    /// Two cards have the same name.
    Duplicate(String),
    /// An effect creates a token that is not described.
    UnknownToken {
        /// The card whose effect it is.
        card: String,
        /// The missing token.
        token: String,
    },
    /// More cards than a [`CardId`] can count.
    TooMany,
    /// A creature or Vehicle without power and toughness, or the reverse (CR 208.1, 208.3, 301.7a).
    PowerToughness(String),
    /// An instruction speaks of target number n, and there are not that many.
    MissingTarget {
        /// The card.
        card: String,
        /// The number, from 0.
        target: u8,
    },
    /// A card without a card type.
    NoType(String),
    /// A card with more than one kicker (CR 702.33d): a spell is announced as kicked or not, which does not tell them apart.
    Kickers(String),
}

impl CardError {
    /// The card that is at fault; empty if all of them are.
    #[must_use]
    pub fn card(&self) -> &str {
        match self {
            CardError::Duplicate(card)
            | CardError::PowerToughness(card)
            | CardError::NoType(card)
            | CardError::Kickers(card)
            | CardError::UnknownToken { card, .. }
            | CardError::MissingTarget { card, .. } => card,
            CardError::TooMany => "",
        }
    }
}

impl Default for CardTable {
    /// A table without cards.
    fn default() -> CardTable {
        CardTable { cards: Vec::new(), printed: Vec::new(), intrinsic: intrinsic() }
    }
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardError::Duplicate(name) => write!(f, "there are two cards named `{name}`"),
            CardError::UnknownToken { card, token } => {
                write!(f, "card `{card}` creates the token `{token}`, which is not described")
            }
            CardError::TooMany => write!(f, "more than {} cards", u16::MAX),
            CardError::PowerToughness(name) => {
                write!(f, "card `{name}`: creatures and Vehicles have power and toughness, other cards have neither")
            }
            CardError::MissingTarget { card, target } => {
                write!(f, "card `{card}`: an instruction speaks of target {target}, which is not declared")
            }
            CardError::NoType(name) => write!(f, "card `{name}` has no card type"),
            CardError::Kickers(name) => {
                write!(
                    f,
                    "card `{name}` has several `kicker` abilities, expected one: which of them is paid cannot be announced"
                )
            }
        }
    }
}

impl core::error::Error for CardError {}

/// Every card a game can hold, sorted by name. Never changes during a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CardTable {
    cards: Vec<Card>,
    printed: Vec<Printed>,
    intrinsic: [Ability; 5],
}

/// What is derived once from a card's printed text, so that it need not be derived again at every step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Printed {
    /// Printed colours.
    pub colors: Colors,
    /// Printed subtypes, changelings included (CR 702.73a).
    pub subtypes: Subtypes,
    /// Basic land types that bring a mana ability (CR 305.6), as a bit set in WUBRG order.
    pub intrinsic: u8,
    /// Whether any ability is static.
    pub has_static: bool,
    /// The layers in which its static abilities change something.
    pub layers: Layers,
    /// Whether any ability is triggered.
    pub has_triggered: bool,
    /// Whether any ability is a state trigger (CR 603.8).
    pub has_state_trigger: bool,
    /// Whether any ability replaces, prevents or forbids something.
    pub has_replacement: bool,
}

impl CardTable {
    /// Checks the cards against each other and sorts them by name.
    ///
    /// # Errors
    /// Every fault found, in card order.
    pub fn new(mut cards: Vec<Card>) -> Result<CardTable, Vec<CardError>> {
        cards.sort_by(|a, b| a.name.cmp(&b.name));
        let mut faults: Vec<CardError> = cards
            .windows(2)
            .filter(|pair| pair[0].name == pair[1].name)
            .map(|pair| CardError::Duplicate(pair[0].name.clone()))
            .collect();
        if cards.len() > usize::from(u16::MAX) {
            faults.push(CardError::TooMany);
        }
        for card in &cards {
            check(card, &cards, &mut faults);
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let printed = cards.iter().map(Printed::of).collect();
        Ok(CardTable { cards, printed, intrinsic: intrinsic() })
    }

    /// Whether there is a card at this position of the table.
    #[must_use]
    pub fn has(&self, id: CardId) -> bool {
        id.index() < self.cards.len()
    }

    /// The card at a position of the table.
    #[must_use]
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[id.index()]
    }

    /// What follows from its print.
    #[must_use]
    pub fn printed(&self, id: CardId) -> &Printed {
        &self.printed[id.index()]
    }

    /// The card with a name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<CardId> {
        let at = self.cards.binary_search_by(|card| card.name.as_str().cmp(name)).ok()?;
        u16::try_from(at).ok().map(CardId)
    }

    /// Every card with its id, by name.
    pub fn iter(&self) -> impl Iterator<Item = (CardId, &Card)> {
        (0..=u16::MAX).map(CardId).zip(&self.cards)
    }

    /// The mana ability that the nth basic land type brings (CR 305.6), in WUBRG order.
    #[must_use]
    pub fn intrinsic(&self, n: usize) -> &Ability {
        &self.intrinsic[n]
    }
}

impl Printed {
    fn of(card: &Card) -> Printed {
        let mut subtypes: Subtypes = card.subtypes.iter().copied().collect();
        if card.keywords.contains(Keyword::Changeling) {
            subtypes = subtypes.union(&Subtypes::all_creature_types());
        }
        Printed {
            colors: card.printed_colors(),
            subtypes,
            intrinsic: intrinsic_bits(&subtypes),
            has_static: card.abilities.iter().any(|a| matches!(a, Ability::Static(StaticAbility::Continuous(_)))),
            layers: card.abilities.iter().flat_map(Ability::changes).map(Change::layer).collect(),
            has_triggered: card.abilities.iter().any(|a| matches!(a, Ability::Triggered(_))),
            has_state_trigger: card.abilities.iter().any(is_state_trigger),
            has_replacement: card.abilities.iter().any(|a| {
                matches!(
                    a,
                    Ability::Static(
                        StaticAbility::Replacement(_) | StaticAbility::Prevention(_) | StaticAbility::Rule(_)
                    ) | Ability::Protection(_)
                )
            }),
        }
    }
}

/// Which basic land types are in the set, in WUBRG order (CR 305.6).
#[must_use]
pub fn intrinsic_bits(subtypes: &Subtypes) -> u8 {
    Subtype::BASIC_LANDS
        .iter()
        .enumerate()
        .filter(|(_, s)| subtypes.contains(**s))
        .fold(0, |bits, (at, _)| bits | (1 << at))
}

/// The mana abilities of the basic land types (CR 305.6).
fn intrinsic() -> [Ability; 5] {
    Color::ALL.map(|color| tap_for(color.into()))
}

fn tap_for(t: ManaType) -> Ability {
    Ability::Activated(ActivatedAbility {
        cost: vec![crate::ability::CostPart::Tap],
        targets: Vec::new(),
        effects: vec![Effect::AddMana {
            mana: ManaMade::These(vec![t]),
            amount: crate::effect::Amount::one(),
            to: crate::effect::Players::You,
            only: None,
        }],
        sorcery_speed: false,
        only_if: None,
    })
}

fn check(card: &Card, all: &[Card], faults: &mut Vec<CardError>) {
    // 301.7a: a Vehicle has them in print.
    let creature =
        card.types.contains(CardType::Creature) || card.subtypes.iter().any(|subtype| subtype.name() == "Vehicle");
    if card.power.is_some() != creature || card.toughness.is_some() != creature {
        faults.push(CardError::PowerToughness(card.name.clone()));
    }
    if card.types.is_empty() {
        faults.push(CardError::NoType(card.name.clone()));
    }
    if card.abilities.iter().filter(|ability| matches!(ability, Ability::Kicker(_))).count() > 1 {
        faults.push(CardError::Kickers(card.name.clone()));
    }
    for ability in &card.abilities {
        check_ability(card, ability, all, faults);
    }
}

fn check_ability(card: &Card, ability: &Ability, all: &[Card], faults: &mut Vec<CardError>) {
    let (targets, effects): (&[TargetSpec], &[Effect]) = match ability {
        Ability::Spell(a) => (&a.targets, &a.effects),
        Ability::Activated(a) => (&a.targets, &a.effects),
        Ability::Triggered(a) => (&a.targets, &a.effects),
        Ability::Static(StaticAbility::Prevention(a)) => (&[], &a.then),
        Ability::Static(StaticAbility::Continuous(c)) => {
            for change in &c.changes {
                if let Change::Gain(inner) = change {
                    check_ability(card, inner, all, faults);
                }
            }
            return;
        }
        Ability::Static(_)
        | Ability::Protection(_)
        | Ability::Enchant(_)
        | Ability::Kicker(_)
        | Ability::AdditionalCost(_) => return,
    };
    for effect in effects {
        check_effect(card, effect, targets.len(), all, faults);
    }
}

fn check_effect(card: &Card, effect: &Effect, targets: usize, all: &[Card], faults: &mut Vec<CardError>) {
    for target in effect.targets_used() {
        if usize::from(target) >= targets {
            faults.push(CardError::MissingTarget { card: card.name.clone(), target });
        }
    }
    match effect {
        Effect::CreateToken { token, .. } if !all.iter().any(|c| c.token && c.name == *token) => {
            faults.push(CardError::UnknownToken { card: card.name.clone(), token: token.clone() });
        }
        // 708.2a: what a face-down permanent is has to be described.
        Effect::Manifest(_) if !all.iter().any(|c| c.token && c.name.is_empty()) => {
            faults.push(CardError::UnknownToken { card: card.name.clone(), token: String::new() });
        }
        Effect::Continuous { changes, .. } => {
            for change in changes {
                if let Change::Gain(inner) = change {
                    check_ability(card, inner, all, faults);
                }
            }
        }
        Effect::Watch { ability, .. } => check_ability(card, ability, all, faults),
        Effect::If(_, inner) | Effect::May(inner) => {
            inner.iter().for_each(|e| check_effect(card, e, targets, all, faults))
        }
        _ => {}
    }
}

/// Whether an ability of the card is a state trigger (CR 603.8).
#[must_use]
pub fn is_state_trigger(ability: &Ability) -> bool {
    matches!(ability, Ability::Triggered(t) if matches!(t.when, Trigger::State(_)))
}
