//! What a permanent could produce (CR 106.7): a pure query, answered for all permanents at once.
//!
//! Some abilities ask what others could produce, and so on in a circle. The answer is the least one: a type counts only if
//! a chain of abilities leads to one that makes it without asking. Costs and restrictions play no part; replacement
//! effects do, in every order in which they could be applied.

use crate::ability::{Ability, ActivatedAbility, could_add_mana};
use crate::effect::{Amount, Effect, ManaMade, Players};
use crate::event::Event;
use crate::filter::Filter;
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::instruct::mana_types;
use crate::mana::{ManaPool, ManaType, ManaTypes};
use crate::matching::{View, row_of};
use crate::mutant::Mutant;
use crate::replace::{Standing, every_outcome, standing};

/// The types that any of the matching permanents could produce.
#[must_use]
pub fn could_produce_any(view: &View<'_>, by: &Filter) -> ManaTypes {
    let table = Table::solve(view);
    view.each(by).into_iter().fold(ManaTypes::NONE, |all, id| all.union(table.types(id)))
}

/// The types that one permanent could produce.
#[must_use]
pub fn could_produce(view: &View<'_>, id: ObjectId) -> ManaTypes {
    Table::solve(view).types(id)
}

/// One mana ability of one permanent: whose, and how it makes mana.
struct Source<'a> {
    id: ObjectId,
    controller: PlayerId,
    ability: &'a ActivatedAbility,
}

struct Table {
    /// Sorted by object.
    types: Vec<(ObjectId, ManaTypes)>,
}

impl Table {
    /// Starts from nothing and adds what follows until nothing more does: the least fixpoint, reached because every step
    /// only adds types and there are six.
    fn solve(view: &View<'_>) -> Table {
        let cards = view.game.cards();
        let sources: Vec<Source<'_>> = view
            .derived
            .rows()
            .iter()
            .filter(|row| view.game.permanent(row.id).is_some())
            .flat_map(|row| {
                row.abilities(cards).filter_map(|(_, ability)| match ability {
                    Ability::Activated(ability) if could_add_mana(&ability.effects) => {
                        Some(Source { id: row.id, controller: row.controller, ability })
                    }
                    _ => None,
                })
            })
            .collect();
        let standing = standing(view.game, view.derived);
        let mut table = Table { types: sources.iter().map(|s| (s.id, ManaTypes::NONE)).collect() };
        table.types.dedup_by_key(|(id, _)| *id);
        let one_pass = view.game.deviates(Mutant::CouldProduceCircleByOrder);
        loop {
            let mut changed = false;
            for source in &sources {
                let more = table.types_of(view, &standing, source);
                if let Ok(at) = table.types.binary_search_by_key(&source.id, |(id, _)| *id) {
                    let union = table.types[at].1.union(more);
                    changed |= union != table.types[at].1;
                    table.types[at].1 = union;
                }
            }
            if !changed || one_pass {
                break;
            }
        }
        if view.game.deviates(Mutant::CouldProduceCircleAnyColor) {
            table.color_the_circles(&sources);
        }
        table
    }

    /// Only a mutant: what asks others and has no answer could produce every colour.
    fn color_the_circles(&mut self, sources: &[Source<'_>]) {
        for source in sources.iter().filter(|s| asks(s.ability).is_some()) {
            if let Ok(at) = self.types.binary_search_by_key(&source.id, |(id, _)| *id)
                && self.types[at].1.is_empty()
            {
                self.types[at].1 = ManaTypes::COLORS;
            }
        }
    }

    fn types(&self, id: ObjectId) -> ManaTypes {
        self.types.binary_search_by_key(&id, |(id, _)| *id).map_or(ManaTypes::NONE, |at| self.types[at].1)
    }

    /// What an ability would make if it resolved now, given what is known so far about the others.
    fn types_of(&self, view: &View<'_>, standing: &[Standing], source: &Source<'_>) -> ManaTypes {
        let mut found = ManaTypes::NONE;
        let own = View::new(view.game, view.derived, source.id, source.controller);
        for effect in now(&own, &source.ability.effects) {
            let Effect::AddMana { mana, amount, to } = effect else {
                continue;
            };
            let n = own.amount(amount, 0, &crate::event::EventInfo::default());
            let player = match to {
                Players::You => source.controller,
                _ => view.game.turn().active,
            };
            for made in self.possible(&own, mana, n) {
                let event = Event::AddMana {
                    player,
                    mana: made,
                    says: made,
                    source: source.id,
                    tapped_for: source.ability.has_tap_symbol().then_some((source.id, source.controller)),
                };
                found = found.union(every_outcome(view.game, view.derived, standing, event));
            }
        }
        found
    }

    /// Every mana that the description allows, each as what would be made at once.
    fn possible(&self, own: &View<'_>, mana: &ManaMade, n: u32) -> Vec<ManaPool> {
        if n == 0 {
            return Vec::new();
        }
        let one = |t: ManaType| -> ManaPool { [(t, n)].into_iter().collect() };
        match mana {
            ManaMade::These(types) => vec![types.iter().map(|t| (*t, n)).collect()],
            ManaMade::CouldProduce { by, colors_only } => {
                let all = own.each(by).into_iter().fold(ManaTypes::NONE, |sum, id| sum.union(self.types(id)));
                let all = if *colors_only { all.intersection(ManaTypes::COLORS) } else { all };
                all.iter().map(one).collect()
            }
            other => mana_types(own, other, ManaTypes::NONE).iter().map(one).collect(),
        }
    }
}

/// The instructions that would be followed now, conditions decided.
fn now<'a>(own: &View<'_>, effects: &'a [Effect]) -> Vec<&'a Effect> {
    let followed = |effect: &'a Effect| match effect {
        Effect::If(condition, inner) if own.holds(condition) => now(own, inner),
        Effect::If(..) => Vec::new(),
        Effect::May(inner) => now(own, inner),
        other => vec![other],
    };
    effects.iter().flat_map(followed).collect()
}

/// What a game could be asked: the types a permanent could produce now.
#[must_use]
pub fn could_produce_now(game: &Game, id: ObjectId) -> ManaTypes {
    let derived = crate::layers::derive(game);
    could_produce(&View::new(game, &derived, id, game.turn().active), id)
}

/// The permanents that a mana ability asks about, if it does.
fn asks(ability: &ActivatedAbility) -> Option<&Filter> {
    ability.effects.iter().find_map(|effect| match effect {
        Effect::AddMana { mana: ManaMade::CouldProduce { by, .. }, .. } => Some(by),
        _ => None,
    })
}

/// Whether asking what these permanents could produce leads back to one that was asked on the way: only a mutant asks.
pub(crate) fn is_circular(view: &View<'_>, by: &Filter) -> bool {
    let mut path = vec![view.this];
    view.each(by).into_iter().any(|id| leads_back(view, id, &mut path))
}

fn leads_back(view: &View<'_>, id: ObjectId, path: &mut Vec<ObjectId>) -> bool {
    if path.contains(&id) {
        return true;
    }
    let Some(row) = view.derived.row(id) else { return false };
    let own = View::new(view.game, view.derived, id, row.controller);
    path.push(id);
    let found = row.abilities(view.game.cards()).any(|(_, ability)| match ability {
        Ability::Activated(ability) => {
            asks(ability).is_some_and(|by| own.each(by).into_iter().any(|next| leads_back(view, next, path)))
        }
        _ => false,
    });
    path.pop();
    found
}

/// The types that the mana abilities of a permanent say, whatever replaces them: only mutants ask.
#[must_use]
pub(crate) fn printed_types(view: &View<'_>, id: ObjectId) -> ManaTypes {
    let says = |effect: &Effect| match effect {
        Effect::AddMana { mana, .. } => crate::effect::fixed_types(mana).unwrap_or(ManaTypes::NONE),
        _ => ManaTypes::NONE,
    };
    mana_effects(view, id).iter().map(says).fold(ManaTypes::NONE, ManaTypes::union)
}

/// How many symbols the mana abilities of a permanent show at most, whatever number of them it comes to: only a mutant asks.
#[must_use]
pub(crate) fn printed_amount(view: &View<'_>, id: ObjectId) -> u32 {
    let shows = |effect: &Effect| match effect {
        Effect::AddMana { mana: ManaMade::These(types), amount: Amount::Is(n), .. } => {
            crate::game::as_u32(types.len()).saturating_mul(*n)
        }
        Effect::AddMana { amount: Amount::Is(n), .. } => *n,
        _ => 1,
    };
    mana_effects(view, id).iter().map(shows).max().unwrap_or(0)
}

/// The instructions that add mana among those of a permanent's activated abilities.
fn mana_effects(view: &View<'_>, id: ObjectId) -> Vec<Effect> {
    let Some(row) = row_of(view.game, view.derived, id) else { return Vec::new() };
    let activated = row.abilities(view.game.cards()).filter_map(|(_, ability)| match ability {
        Ability::Activated(ability) => Some(&ability.effects),
        _ => None,
    });
    activated.flatten().filter(|effect| matches!(effect, Effect::AddMana { .. })).cloned().collect()
}
