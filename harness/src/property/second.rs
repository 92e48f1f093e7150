//! What permanents could produce (CR 106.7), worked out a second time by other means than the engine's.
//!
//! The engine grows all answers together until nothing more follows. Here each answer is a search backwards: can this
//! type come from this permanent, by way of which other, and so on; replacement effects are tried in every permutation.

use headjudge_engine::effect::{Amount, Effect, ManaMade, Replacement};
use headjudge_engine::event::EventInfo;
use headjudge_engine::filter::Whose;
use headjudge_engine::mana::ManaTypes;
use headjudge_engine::matching::View;
use headjudge_engine::{Ability, Derived, Game, ManaType, ObjectId, PlayerId, StaticAbility};

/// An amount of each type, in the order of [`ManaType::ALL`].
type Mana = [u32; 6];

fn alone(t: ManaType, n: u32) -> Mana {
    let mut mana = Mana::default();
    mana[t as usize] = n;
    mana
}

fn total(mana: Mana) -> u32 {
    mana.iter().sum()
}

/// Every way to add up `n` mana of these types.
fn mixtures(types: &[ManaType], n: u32) -> Vec<Mana> {
    let Some((first, rest)) = types.split_first() else {
        return if n == 0 { vec![Mana::default()] } else { Vec::new() };
    };
    let with = |k: u32| {
        mixtures(rest, n - k).into_iter().map(move |mut mana| {
            mana[*first as usize] += k;
            mana
        })
    };
    (0..=n).flat_map(with).collect()
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let insert = |shorter: Vec<usize>| {
        (0..n).map(move |at| {
            let mut longer = shorter.clone();
            longer.insert(at, n - 1);
            longer
        })
    };
    permutations(n - 1).into_iter().flat_map(insert).collect()
}

/// A second opinion on one game.
pub(super) struct Second<'a> {
    game: &'a Game,
    derived: &'a Derived,
    /// Effects on the mana of permanents tapped for it, each with its object and its controller.
    pub(super) effects: Vec<(&'a Replacement, ObjectId, PlayerId)>,
}

impl<'a> Second<'a> {
    pub(super) fn of(game: &'a Game, derived: &'a Derived) -> Second<'a> {
        let mut effects = Vec::new();
        for row in derived.rows() {
            for (_, ability) in row.abilities(game.cards()) {
                if let Ability::Static(StaticAbility::Replacement(
                    replacement @ (Replacement::MultiplyMana { .. }
                    | Replacement::ManaBecomes { .. }
                    | Replacement::ManaTypeBecomes { .. }),
                )) = ability
                {
                    effects.push((replacement, row.id, row.controller));
                }
            }
        }
        Second { game, derived, effects }
    }

    fn view(&self, id: ObjectId) -> View<'_> {
        let controller = self.derived.row(id).map_or(PlayerId(0), |row| row.controller);
        View::new(self.game, self.derived, id, controller)
    }

    /// What a replacement effect makes of mana of a permanent tapped for it; nothing where it does not apply.
    fn once(&self, effect: usize, of: ObjectId, mana: Mana) -> Option<Mana> {
        let (replacement, source, controller) = self.effects[effect];
        let view = View::new(self.game, self.derived, source, controller);
        let (tapper, all) = (self.view(of).you, total(mana));
        match replacement {
            Replacement::MultiplyMana { of: filter, whose, by } => {
                let whose = match whose {
                    Whose::You => tapper == controller,
                    Whose::Opponent => tapper != controller,
                    Whose::Anyone => true,
                };
                (whose && all > 0 && view.matches_id(filter, of)).then(|| mana.map(|n| n * by))
            }
            Replacement::ManaBecomes { of: filter, mana: new, at_least } => {
                let applies = all > 0 && all >= *at_least && view.matches_id(filter, of);
                applies.then(|| {
                    let mut mana = Mana::default();
                    new.iter().for_each(|t| mana[*t as usize] += 1);
                    mana
                })
            }
            Replacement::ManaTypeBecomes { of: filter, mana: new } => {
                (all > 0 && view.matches_id(filter, of)).then(|| alone(*new, all))
            }
            _ => None,
        }
    }

    /// The types that are left, for each order in which the players could prefer the effects.
    fn replaced(&self, of: ObjectId, taps: bool, mana: Mana) -> ManaTypes {
        let mut found = ManaTypes::NONE;
        let orders = if taps { permutations(self.effects.len()) } else { vec![Vec::new()] };
        for order in orders {
            let (mut mana, mut left) = (mana, order);
            while let Some((at, next)) =
                left.iter().enumerate().find_map(|(at, effect)| Some((at, self.once(*effect, of, mana)?)))
            {
                left.remove(at);
                mana = next;
            }
            found = ManaType::ALL.into_iter().filter(|t| mana[*t as usize] > 0).chain(found.iter()).collect();
        }
        found
    }

    /// Whether the type can come from the permanent, not by way of what has been looked at already.
    fn can(&self, id: ObjectId, wanted: ManaType, seen: &mut Vec<(ObjectId, ManaType)>) -> bool {
        if seen.contains(&(id, wanted)) {
            return false;
        }
        seen.push((id, wanted));
        let Some(row) = self.derived.row(id) else { return false };
        row.abilities(self.game.cards()).any(|(_, ability)| {
            let (effects, taps) = match ability {
                Ability::Activated(a) => (&a.effects, a.has_tap_symbol()),
                Ability::Triggered(t) => (&t.effects, false),
                _ => return false,
            };
            effects.iter().any(|effect| match effect {
                Effect::AddMana { mana, amount, .. } => self.makes(id, wanted, mana, amount, taps, seen),
                _ => false,
            })
        })
    }

    fn makes(
        &self,
        id: ObjectId,
        wanted: ManaType,
        mana: &ManaMade,
        amount: &Amount,
        taps: bool,
        seen: &mut Vec<(ObjectId, ManaType)>,
    ) -> bool {
        let view = self.view(id);
        let n = view.amount(amount, 1, &EventInfo::default());
        let becomes = |mana: Mana| self.replaced(id, taps, mana).contains(wanted);
        let colors = &ManaType::ALL[..5];
        match mana {
            ManaMade::These(types) => {
                let mut mana = Mana::default();
                types.iter().for_each(|t| mana[*t as usize] += n);
                becomes(mana)
            }
            ManaMade::AnyColor => colors.iter().any(|t| becomes(alone(*t, n))),
            ManaMade::OneOf(types) => types.iter().any(|t| becomes(alone(*t, n))),
            ManaMade::Combination(types) => mixtures(types, n).into_iter().any(becomes),
            ManaMade::ColorAmong(filter) => {
                let has = |t: ManaType, id: ObjectId| {
                    let colors = self.derived.row(id).map(|row| row.colors);
                    colors.zip(t.color()).is_some_and(|(colors, color)| colors.contains(color))
                };
                let among = view.each(filter);
                colors.iter().any(|t| among.iter().any(|id| has(*t, *id)) && becomes(alone(*t, n)))
            }
            ManaMade::CouldProduce { by, colors_only } => {
                let asked = if *colors_only { colors } else { &ManaType::ALL[..] };
                let others = view.each(by);
                let from = |t: &ManaType| becomes(alone(*t, n)).then_some(*t);
                let useful: Vec<ManaType> = asked.iter().filter_map(from).collect();
                useful.iter().any(|t| others.iter().any(|other| self.can(*other, *t, seen)))
            }
            ManaMade::ColorAmongIn(..)
            | ManaMade::SacrificedCouldProduce
            | ManaMade::EventType
            | ManaMade::ChosenColor => false,
        }
    }

    /// The types that the permanent could produce.
    pub(super) fn types(&self, id: ObjectId) -> ManaTypes {
        ManaType::ALL.into_iter().filter(|t| self.can(id, *t, &mut Vec::new())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{ManaType, mixtures, permutations};

    #[test]
    fn permutations_are_all_there() {
        let mut four = permutations(4);
        four.sort();
        four.dedup();
        assert_eq!(four.len(), 24);
        assert_eq!(mixtures(&ManaType::ALL[..5], 5).len(), 126);
    }
}
