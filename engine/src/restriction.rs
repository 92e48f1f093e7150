//! Restrictions on what mana may be spent on (CR 106.6). They are no part of the mana's type.

use std::sync::Arc;

use crate::filter::Filter;
use crate::mana::ManaPool;

/// What mana may be spent on, and nothing else: either kind of thing, or both. The filters look at what is paid for, and
/// `you` is the player who pays.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Restriction {
    /// Casting spells that match.
    #[cfg_attr(feature = "serde", serde(default))]
    pub spells: Option<Filter>,
    /// Activating abilities of objects that match.
    #[cfg_attr(feature = "serde", serde(default))]
    pub abilities_of: Option<Filter>,
}

/// Mana with one restriction.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Restricted {
    /// What it may be spent on.
    pub only: Arc<Restriction>,
    /// The mana.
    pub mana: ManaPool,
}

/// Mana that is restricted in one way or another, sorted by restriction, so that equal pools are equal values.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct RestrictedPool(Vec<Restricted>);

impl RestrictedPool {
    /// Each restriction with its mana.
    pub fn iter(&self) -> impl Iterator<Item = &Restricted> {
        self.0.iter()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of it, by type.
    #[must_use]
    pub fn mana(&self) -> ManaPool {
        self.0.iter().fold(ManaPool::default(), |all, some| all.plus(&some.mana))
    }

    /// Adds mana.
    pub fn add(&mut self, only: &Arc<Restriction>, mana: &ManaPool) {
        if mana.total() == 0 {
            return;
        }
        match self.0.binary_search_by(|some| some.only.cmp(only)) {
            Ok(at) => self.0[at].mana = self.0[at].mana.plus(mana),
            Err(at) => self.0.insert(at, Restricted { only: Arc::clone(only), mana: *mana }),
        }
    }

    /// Takes away all mana of one restriction.
    pub(crate) fn forget(&mut self, only: &Restriction) {
        self.0.retain(|some| *some.only != *only);
    }

    /// The pool less `spent`, if it has that much of each kind.
    #[must_use]
    pub fn minus(&self, spent: &RestrictedPool) -> Option<RestrictedPool> {
        let mut left = self.clone();
        for part in &spent.0 {
            let at = left.0.binary_search_by(|some| some.only.cmp(&part.only)).ok()?;
            left.0[at].mana = left.0[at].mana.minus(&part.mana)?;
        }
        left.0.retain(|some| some.mana.total() > 0);
        Some(left)
    }
}
