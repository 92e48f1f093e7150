//! Counters (CR 122): kinds, and how many of each an object or player has.

/// A kind of counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum CounterKind {
    /// +1/+1 (CR 122.1a).
    #[cfg_attr(feature = "serde", serde(rename = "+1/+1"))]
    PlusOne,
    /// −1/−1 (CR 122.1a).
    #[cfg_attr(feature = "serde", serde(rename = "-1/-1"))]
    MinusOne,
    /// Counts what Nine Lives has taken.
    Incarnation,
    /// A general-purpose counter of artifacts.
    Charge,
    /// Loyalty of a planeswalker (CR 306.5).
    Loyalty,
    /// Of lands that can be used up.
    Mining,
    /// Comes off a permanent instead of its destruction by an effect, or for damage that is prevented (CR 122.1c).
    Shield,
}

impl CounterKind {
    /// Every kind.
    pub const ALL: [CounterKind; 7] = [
        CounterKind::PlusOne,
        CounterKind::MinusOne,
        CounterKind::Incarnation,
        CounterKind::Charge,
        CounterKind::Loyalty,
        CounterKind::Mining,
        CounterKind::Shield,
    ];

    /// As it is written on cards.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            CounterKind::PlusOne => "+1/+1",
            CounterKind::MinusOne => "-1/-1",
            CounterKind::Incarnation => "incarnation",
            CounterKind::Charge => "charge",
            CounterKind::Loyalty => "loyalty",
            CounterKind::Mining => "mining",
            CounterKind::Shield => "shield",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<CounterKind> {
        CounterKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// How many counters of each kind; kinds that are not there are not listed. Sorted, so that equal sets are equal values.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Counters(Vec<(CounterKind, u32)>);

impl Counters {
    /// How many of this kind.
    #[must_use]
    pub fn get(&self, kind: CounterKind) -> u32 {
        self.0.iter().find(|(k, _)| *k == kind).map_or(0, |(_, n)| *n)
    }

    /// Whether there are none at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The kinds that are there, each with its number.
    pub fn iter(&self) -> impl Iterator<Item = (CounterKind, u32)> + '_ {
        self.0.iter().copied()
    }

    /// Adds `n` of a kind. Saturates: no board holds four thousand million counters.
    pub fn add(&mut self, kind: CounterKind, n: u32) {
        if n == 0 {
            return;
        }
        match self.0.binary_search_by_key(&kind, |(k, _)| *k) {
            Ok(at) => self.0[at].1 = self.0[at].1.saturating_add(n),
            Err(at) => self.0.insert(at, (kind, n)),
        }
    }

    /// Removes up to `n` of a kind and says how many came off.
    pub fn remove(&mut self, kind: CounterKind, n: u32) -> u32 {
        let Ok(at) = self.0.binary_search_by_key(&kind, |(k, _)| *k) else {
            return 0;
        };
        let removed = n.min(self.0[at].1);
        self.0[at].1 -= removed;
        if self.0[at].1 == 0 {
            self.0.remove(at);
        }
        removed
    }
}

impl FromIterator<(CounterKind, u32)> for Counters {
    fn from_iter<I: IntoIterator<Item = (CounterKind, u32)>>(counters: I) -> Counters {
        let mut all = Counters::default();
        for (kind, n) in counters {
            all.add(kind, n);
        }
        all
    }
}
