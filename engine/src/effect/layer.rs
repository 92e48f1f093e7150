//! In which layer a change belongs (CR 613.1, 613.4).

use super::Change;
use crate::characteristics::{Member, Set};

/// The layers and sublayers that effects here can belong to, in the order in which they are applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// CR 613.1b.
    Control,
    /// CR 613.1c.
    Text,
    /// CR 613.1d.
    Type,
    /// CR 613.1e.
    Color,
    /// CR 613.1f.
    Ability,
    /// CR 613.4b.
    SetPowerToughness,
    /// CR 613.4c.
    ModifyPowerToughness,
}

impl Member for Layer {
    const ALL: &'static [Layer] = &[
        Layer::Control,
        Layer::Text,
        Layer::Type,
        Layer::Color,
        Layer::Ability,
        Layer::SetPowerToughness,
        Layer::ModifyPowerToughness,
    ];

    fn position(self) -> u32 {
        self as u32
    }
}

/// Layers in which something changes.
pub type Layers = Set<Layer>;

impl Change {
    /// The layer that it belongs to.
    #[must_use]
    pub fn layer(&self) -> Layer {
        match self {
            Change::Control => Layer::Control,
            Change::ReplaceWord(..) => Layer::Text,
            Change::SetTypes(_)
            | Change::AddTypes(_)
            | Change::AddSupertypes(_)
            | Change::SetCreatureTypes(_)
            | Change::AllCreatureTypes
            | Change::AddSubtypes(_)
            | Change::SetLandTypes(_) => Layer::Type,
            Change::SetColors(_) => Layer::Color,
            Change::GainKeyword(_) | Change::LoseKeyword(_) | Change::Gain(_) | Change::LoseAllAbilities => {
                Layer::Ability
            }
            Change::SetPowerToughness(..) | Change::SetPowerToughnessToManaValue => Layer::SetPowerToughness,
            Change::Modify(..) => Layer::ModifyPowerToughness,
        }
    }
}
