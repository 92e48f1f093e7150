//! Characteristics (CR 109.3) that are sets of words: card types, supertypes, colours, keyword abilities.

use core::fmt;

use crate::mana::Color;

/// A closed enum that is also used as a set.
pub trait Member: Copy + 'static {
    /// Every member, in declaration order.
    const ALL: &'static [Self];
    /// Position in [`Member::ALL`], below 64.
    fn position(self) -> u32;
}

/// A set of members of one enum, as bits.
pub struct Set<T>(u64, core::marker::PhantomData<T>);

impl<T: Member> Set<T> {
    /// Nothing.
    pub const EMPTY: Set<T> = Set(0, core::marker::PhantomData);

    /// Whether it is in the set.
    #[must_use]
    pub fn contains(self, member: T) -> bool {
        self.0 & (1 << member.position()) != 0
    }

    /// Whether nothing is.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many are.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Adds one.
    pub fn insert(&mut self, member: T) {
        self.0 |= 1 << member.position();
    }

    /// Takes one away.
    pub fn remove(&mut self, member: T) {
        self.0 &= !(1 << member.position());
    }

    /// What is in either.
    #[must_use]
    pub fn union(self, other: Set<T>) -> Set<T> {
        Set(self.0 | other.0, core::marker::PhantomData)
    }

    /// Whether the two share a member.
    #[must_use]
    pub fn intersects(self, other: Set<T>) -> bool {
        self.0 & other.0 != 0
    }

    /// The members in declaration order.
    pub fn iter(self) -> impl Iterator<Item = T> {
        T::ALL.iter().copied().filter(move |m| self.contains(*m))
    }
}

impl<T> Clone for Set<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Set<T> {}
impl<T> PartialEq for Set<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for Set<T> {}
impl<T> core::hash::Hash for Set<T> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
impl<T> Default for Set<T> {
    fn default() -> Self {
        Set(0, core::marker::PhantomData)
    }
}
impl<T: Member + fmt::Debug> fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
impl<T: Member> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        let mut set = Set::EMPTY;
        members.into_iter().for_each(|m| set.insert(m));
        set
    }
}

#[cfg(feature = "serde")]
impl<'de, T: Member + serde::Deserialize<'de>> serde::Deserialize<'de> for Set<T> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Vec::<T>::deserialize(from)?.into_iter().collect())
    }
}

#[cfg(feature = "serde")]
impl<T: Member + serde::Serialize> serde::Serialize for Set<T> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

#[cfg(feature = "arbitrary")]
impl<'a, T: Member> arbitrary::Arbitrary<'a> for Set<T> {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        let bits: u64 = u.arbitrary()?;
        Ok(T::ALL.iter().copied().filter(|m| bits & (1 << m.position()) != 0).collect())
    }
}

macro_rules! member {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
        pub enum $name { $(
            $(#[$doc])*
            #[cfg_attr(feature = "serde", serde(rename = $word))]
            $variant,
        )* }

        impl Member for $name {
            const ALL: &'static [$name] = &[$($name::$variant),*];
            fn position(self) -> u32 { self as u32 }
        }

        impl $name {
            /// The word of the rules for it.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }
    };
}

member! {
    /// A card type (CR 300.1).
    CardType {
        /// CR 301.
        Artifact = "artifact",
        /// CR 302.
        Creature = "creature",
        /// CR 303.
        Enchantment = "enchantment",
        /// CR 304.
        Instant = "instant",
        /// CR 305.
        Land = "land",
        /// CR 306.
        Planeswalker = "planeswalker",
        /// CR 307.
        Sorcery = "sorcery",
        /// CR 308, called kindred in later editions.
        Tribal = "tribal",
    }
}

member! {
    /// A supertype (CR 205.4a).
    Supertype {
        /// CR 205.4b.
        Basic = "basic",
        /// CR 205.4d.
        Legendary = "legendary",
        /// CR 205.4f.
        Snow = "snow",
        /// CR 205.4e.
        World = "world",
    }
}

member! {
    /// A keyword ability without a parameter (CR 702), and evasion that is worded like one.
    Keyword {
        /// CR 702.2.
        Deathtouch = "deathtouch",
        /// CR 702.3.
        Defender = "defender",
        /// CR 702.4.
        DoubleStrike = "double strike",
        /// CR 702.7.
        FirstStrike = "first strike",
        /// CR 702.8.
        Flash = "flash",
        /// CR 702.9.
        Flying = "flying",
        /// CR 702.10.
        Haste = "haste",
        /// CR 702.11.
        Hexproof = "hexproof",
        /// CR 702.12.
        Indestructible = "indestructible",
        /// CR 702.15.
        Lifelink = "lifelink",
        /// CR 702.17.
        Reach = "reach",
        /// CR 702.18.
        Shroud = "shroud",
        /// CR 702.19.
        Trample = "trample",
        /// CR 702.20.
        Vigilance = "vigilance",
        /// CR 702.36.
        Fear = "fear",
        /// CR 702.51.
        Convoke = "convoke",
        /// CR 702.73.
        Changeling = "changeling",
        /// CR 702.111.
        Menace = "menace",
        /// An evasion ability (CR 509.1b): fewer than three creatures cannot block it.
        ThreeBlockers = "can't be blocked by fewer than three",
        /// An evasion ability (CR 509.1b): no creature can block it.
        Unblockable = "can't be blocked",
        /// A restriction (CR 509.1b): it blocks nothing.
        CantBlock = "can't block",
        /// A restriction (CR 508.1c): it attacks nobody.
        CantAttack = "can't attack",
    }
}

impl Member for Color {
    const ALL: &'static [Color] = &Color::ALL;
    fn position(self) -> u32 {
        self as u32
    }
}

/// Card types of one object.
pub type Types = Set<CardType>;
/// Supertypes of one object.
pub type Supertypes = Set<Supertype>;
/// Colours of one object.
pub type Colors = Set<Color>;
/// Keyword abilities of one object.
pub type Keywords = Set<Keyword>;

impl Keyword {
    /// Whether it says what the object cannot do. Said of it by an effect, that is no ability (CR 113.12).
    #[must_use]
    pub fn is_statement(self) -> bool {
        use Keyword::{CantAttack, CantBlock, ThreeBlockers, Unblockable};
        matches!(self, CantAttack | CantBlock | ThreeBlockers | Unblockable)
    }
}

impl CardType {
    /// Whether objects of this type are permanents on the battlefield (CR 110.4). Tribal alone says nothing.
    #[must_use]
    pub fn is_permanent(self) -> bool {
        !matches!(self, CardType::Instant | CardType::Sorcery | CardType::Tribal)
    }
}
