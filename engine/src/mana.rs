//! Mana: colours and types (CR 105.1, 106.1), costs (CR 107.4, 202.1) and pools (CR 106.4).

use core::fmt;
use core::str::FromStr;

/// A colour (CR 105.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Color {
    /// {W}
    White,
    /// {U}
    Blue,
    /// {B}
    Black,
    /// {R}
    Red,
    /// {G}
    Green,
}

impl Color {
    /// The colours in the order of CR 105.1.
    pub const ALL: [Color; 5] = [Color::White, Color::Blue, Color::Black, Color::Red, Color::Green];
}

/// A type of mana (CR 106.1b): the five colours, and colourless, which is a type but no colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum ManaType {
    /// White.
    W,
    /// Blue.
    U,
    /// Black.
    B,
    /// Red.
    R,
    /// Green.
    G,
    /// Colourless.
    C,
}

impl ManaType {
    /// The six types.
    pub const ALL: [ManaType; 6] = [ManaType::W, ManaType::U, ManaType::B, ManaType::R, ManaType::G, ManaType::C];

    /// Position in [`ManaType::ALL`].
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The letter of its symbol.
    #[must_use]
    pub fn letter(self) -> char {
        ['W', 'U', 'B', 'R', 'G', 'C'][self.index()]
    }

    /// The type with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<ManaType> {
        ManaType::ALL.into_iter().find(|t| t.letter() == letter)
    }

    /// The colour, unless colourless.
    #[must_use]
    pub fn color(self) -> Option<Color> {
        Color::ALL.get(self.index()).copied()
    }
}

impl From<Color> for ManaType {
    fn from(color: Color) -> ManaType {
        ManaType::ALL[color as usize]
    }
}

/// A set of types of mana.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ManaTypes(u8);

impl ManaTypes {
    /// No type.
    pub const NONE: ManaTypes = ManaTypes(0);
    /// The five colours.
    pub const COLORS: ManaTypes = ManaTypes(0b1_1111);
    /// All six.
    pub const ALL: ManaTypes = ManaTypes(0b11_1111);

    /// Just this one.
    #[must_use]
    pub fn one(t: ManaType) -> ManaTypes {
        ManaTypes(1 << t.index())
    }

    /// Whether the type is in the set.
    #[must_use]
    pub fn contains(self, t: ManaType) -> bool {
        self.0 & (1 << t.index()) != 0
    }

    /// What is in either.
    #[must_use]
    pub fn union(self, other: ManaTypes) -> ManaTypes {
        ManaTypes(self.0 | other.0)
    }

    /// What is in both.
    #[must_use]
    pub fn intersection(self, other: ManaTypes) -> ManaTypes {
        ManaTypes(self.0 & other.0)
    }

    /// Adds a type.
    pub fn insert(&mut self, t: ManaType) {
        self.0 |= 1 << t.index();
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The types in WUBRGC order.
    pub fn iter(self) -> impl Iterator<Item = ManaType> {
        ManaType::ALL.into_iter().filter(move |t| self.contains(*t))
    }
}

impl FromIterator<ManaType> for ManaTypes {
    fn from_iter<I: IntoIterator<Item = ManaType>>(types: I) -> ManaTypes {
        let mut set = ManaTypes::NONE;
        types.into_iter().for_each(|t| set.insert(t));
        set
    }
}

/// One coloured, colourless or hybrid symbol of a cost (CR 107.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Symbol {
    /// One mana of this type.
    One(ManaType),
    /// One mana of either type (CR 107.4e).
    Hybrid(ManaType, ManaType),
}

impl Symbol {
    /// Whether mana of this type pays it.
    #[must_use]
    pub fn takes(self, t: ManaType) -> bool {
        match self {
            Symbol::One(a) => a == t,
            Symbol::Hybrid(a, b) => a == t || b == t,
        }
    }
}

/// A mana cost (CR 202.1): generic mana, {X} symbols and the rest, in written order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct ManaCost {
    /// Generic mana (CR 107.4b).
    pub generic: u32,
    /// How many {X} symbols (CR 107.3).
    pub xs: u8,
    /// Symbols that want particular mana.
    pub symbols: Vec<Symbol>,
}

impl ManaCost {
    /// Mana value (CR 202.3), with each {X} counted as `x` (CR 202.3e: the chosen value on the stack, else 0).
    #[must_use]
    pub fn mana_value(&self, x: u32) -> u32 {
        self.generic
            .saturating_add(u32::try_from(self.symbols.len()).unwrap_or(u32::MAX))
            .saturating_add(x.saturating_mul(u32::from(self.xs)))
    }

    /// The cost to be paid once X is known: {X} symbols become generic mana.
    #[must_use]
    pub fn with_x(&self, x: u32) -> ManaCost {
        ManaCost {
            generic: self.generic.saturating_add(x.saturating_mul(u32::from(self.xs))),
            xs: 0,
            symbols: self.symbols.clone(),
        }
    }

    /// Both costs together (CR 601.2f).
    #[must_use]
    pub fn plus(&self, other: &ManaCost) -> ManaCost {
        let mut sum = self.clone();
        sum.generic = sum.generic.saturating_add(other.generic);
        sum.xs = sum.xs.saturating_add(other.xs);
        sum.symbols.extend_from_slice(&other.symbols);
        sum
    }

    /// Whether nothing is asked.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.generic == 0 && self.xs == 0 && self.symbols.is_empty()
    }
}

/// Why a text is no mana cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManaCostError(String);

impl fmt::Display for ManaCostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a mana cost; expected symbols in braces such as {{2}}{{W}} or {{X}}", self.0)
    }
}

impl core::error::Error for ManaCostError {}

impl FromStr for ManaCost {
    type Err = ManaCostError;

    fn from_str(text: &str) -> Result<ManaCost, ManaCostError> {
        let fault = || ManaCostError(text.to_owned());
        let mut cost = ManaCost::default();
        let mut rest = text;
        while !rest.is_empty() {
            let (symbol, after) = rest.strip_prefix('{').and_then(|r| r.split_once('}')).ok_or_else(fault)?;
            rest = after;
            let letters: Vec<char> = symbol.chars().collect();
            if symbol == "X" {
                cost.xs = cost.xs.checked_add(1).ok_or_else(fault)?;
            } else if let Ok(n) = symbol.parse::<u16>() {
                cost.generic = cost.generic.checked_add(u32::from(n)).ok_or_else(fault)?;
            } else {
                let of = |c: char| ManaType::from_letter(c).ok_or_else(fault);
                cost.symbols.push(match letters[..] {
                    [a] => Symbol::One(of(a)?),
                    [a, '/', b] => Symbol::Hybrid(of(a)?, of(b)?),
                    _ => return Err(fault()),
                });
            }
        }
        Ok(cost)
    }
}

impl fmt::Display for ManaCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for _ in 0..self.xs {
            write!(f, "{{X}}")?;
        }
        if self.generic > 0 || (self.xs == 0 && self.symbols.is_empty()) {
            write!(f, "{{{}}}", self.generic)?;
        }
        for symbol in &self.symbols {
            match symbol {
                Symbol::One(t) => write!(f, "{{{}}}", t.letter())?,
                Symbol::Hybrid(a, b) => write!(f, "{{{}/{}}}", a.letter(), b.letter())?,
            }
        }
        Ok(())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for ManaCost {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<ManaCost, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for ManaCost {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// The mana a player has (CR 106.4), by type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ManaPool([u32; 6]);

impl ManaPool {
    /// How much of a type.
    #[must_use]
    pub fn get(&self, t: ManaType) -> u32 {
        self.0[t.index()]
    }

    /// How much in all.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().fold(0, |sum, n| sum.saturating_add(*n))
    }

    /// Adds mana.
    pub fn add(&mut self, t: ManaType, n: u32) {
        self.0[t.index()] = self.0[t.index()].saturating_add(n);
    }

    /// Both together.
    #[must_use]
    pub fn plus(&self, more: &ManaPool) -> ManaPool {
        let mut all = *self;
        more.iter().for_each(|(t, n)| all.add(t, n));
        all
    }

    /// The pool less `spent`, if it has that much of every type.
    #[must_use]
    pub fn minus(&self, spent: &ManaPool) -> Option<ManaPool> {
        let mut left = *self;
        for t in ManaType::ALL {
            left.0[t.index()] = self.get(t).checked_sub(spent.get(t))?;
        }
        Some(left)
    }

    /// Every type that is there, with its amount.
    pub fn iter(&self) -> impl Iterator<Item = (ManaType, u32)> + '_ {
        ManaType::ALL.into_iter().map(|t| (t, self.get(t))).filter(|(_, n)| *n > 0)
    }

    /// The distinct ways of paying a cost without {X} from this pool, each as the mana spent, without repeats.
    ///
    /// Symbols first, then generic mana; the answer is sorted, so that the first is always the same.
    #[must_use]
    pub fn payments(&self, cost: &ManaCost) -> Vec<ManaPool> {
        let mut ways = vec![ManaPool::default()];
        for symbol in &cost.symbols {
            ways = self.extend_payments(&ways, 1, |t| symbol.takes(t));
        }
        let mut ways = self.extend_payments(&ways, cost.generic, |_| true);
        ways.sort_unstable_by(|a, b| b.0.cmp(&a.0).reverse());
        ways
    }

    /// Each way so far, with `n` more mana of the accepted types, within what the pool holds.
    fn extend_payments(&self, ways: &[ManaPool], n: u32, takes: impl Fn(ManaType) -> bool) -> Vec<ManaPool> {
        let mut out: Vec<ManaPool> = Vec::new();
        for way in ways {
            let mut partial = vec![(*way, n)];
            for t in ManaType::ALL.into_iter().filter(|t| takes(*t)) {
                let mut next = Vec::new();
                for (spent, left) in partial {
                    let available = self.get(t).saturating_sub(spent.get(t)).min(left);
                    for use_now in 0..=available {
                        let mut more = spent;
                        more.add(t, use_now);
                        next.push((more, left - use_now));
                    }
                }
                partial = next;
            }
            for (spent, left) in partial {
                if left == 0 && !out.contains(&spent) {
                    out.push(spent);
                }
            }
        }
        out
    }
}

impl FromIterator<(ManaType, u32)> for ManaPool {
    fn from_iter<I: IntoIterator<Item = (ManaType, u32)>>(mana: I) -> ManaPool {
        let mut pool = ManaPool::default();
        mana.into_iter().for_each(|(t, n)| pool.add(t, n));
        pool
    }
}

impl fmt::Display for ManaPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (t, n) in self.iter() {
            for _ in 0..n {
                write!(f, "{{{}}}", t.letter())?;
            }
        }
        Ok(())
    }
}
