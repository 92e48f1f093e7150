//! What a permanent could produce (CR 106.7): a pure query, answered for all permanents at once.
//!
//! Some abilities ask what others could produce, and so on in a circle. The answer is the least one: a type counts only if
//! a chain of abilities leads to one that makes it without asking. Costs and restrictions play no part; replacement
//! effects do, in every order in which they could be applied.

mod wrong;

pub(crate) use wrong::{is_circular, is_undefined, restriction_among, restriction_of};

use crate::ability::{Ability, ActivatedAbility, could_add_mana};
use crate::derived::Row;
use crate::effect::{Effect, ManaMade, Players};
use crate::event::{Event, EventInfo};
use crate::filter::Filter;
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::instruct::mana_types;
use crate::mana::{ManaPool, ManaType, ManaTypes};
use crate::matching::View;
use crate::mutant::Mutant;
use crate::object::{AbilityRef, Link};
use crate::replace::every_outcome;
use crate::standing::{Standing, standing};

/// The types that any of the matching permanents could produce.
#[must_use]
pub fn could_produce_any(view: &View<'_>, by: &Filter) -> ManaTypes {
    let table = Table::solve(view);
    asked_of(view, by).into_iter().fold(ManaTypes::NONE, |all, id| all.union(table.types(id)))
}

/// The permanents that are asked: those that match by now (CR 205.1a); only a mutant asks what was printed as a land, too.
fn asked_of(view: &View<'_>, by: &Filter) -> Vec<ObjectId> {
    let mut all = view.each(by);
    if view.game.deviates(Mutant::FormerLandsCounted) {
        all.extend(wrong::former_lands(view, by));
    }
    all
}

/// The types that one permanent could produce.
#[must_use]
pub fn could_produce(view: &View<'_>, id: ObjectId) -> ManaTypes {
    Table::solve(view).types(id)
}

/// What a game could be asked: the types a permanent could produce now.
#[must_use]
pub fn could_produce_now(game: &Game, id: ObjectId) -> ManaTypes {
    let derived = crate::layers::derive(game);
    could_produce(&View::new(game, &derived, id, game.turn().active), id)
}

/// 106.1a–b: there are six types of mana and five colours, so that colourless can be asked for as a type only.
#[must_use]
pub(crate) fn asked_for(game: &Game, types: ManaTypes, colors_only: bool) -> ManaTypes {
    let only = colors_only && !game.deviates(Mutant::ColorlessIsAColor);
    if only { types.intersection(ManaTypes::COLORS) } else { types }
}

/// Whether the ability asks about what is sacrificed to pay for it.
#[must_use]
pub(crate) fn looks_back(ability: &ActivatedAbility) -> bool {
    let asks = |effect: &Effect| matches!(effect, Effect::AddMana { mana: ManaMade::SacrificedCouldProduce, .. });
    ability.effects.iter().any(asks)
}

/// 608.2h: the types that the permanents which have gone between two states could produce, as they last existed.
#[must_use]
pub(crate) fn could_have_produced(before: &Game, now: &Game) -> ManaTypes {
    let derived = crate::layers::derive(before);
    let table = Table::solve(&View::new(before, &derived, ObjectId(u32::MAX), before.turn().active));
    let gone = before.permanents().filter(|object| now.permanent(object.id).is_none());
    gone.fold(ManaTypes::NONE, |all, object| all.union(table.types(object.id)))
}

/// One ability of one permanent that would make mana if it resolved: whose, and how.
struct Source<'a> {
    id: ObjectId,
    controller: PlayerId,
    effects: &'a [Effect],
    link: Link,
    /// Whether its permanent is tapped for the mana (CR 106.12).
    taps: bool,
}

impl<'a> Source<'a> {
    /// 106.7 speaks of any ability, not of mana abilities alone: targets and triggers do not matter.
    fn of(id: ObjectId, controller: PlayerId, (name, ability): (AbilityRef, &'a Ability)) -> Option<Source<'a>> {
        let (effects, taps) = match ability {
            Ability::Activated(ability) => (&ability.effects, ability.has_tap_symbol()),
            Ability::Triggered(ability) => (&ability.effects, false),
            _ => return None,
        };
        could_add_mana(effects).then_some(Source { id, controller, effects, link: name.link(), taps })
    }
}

struct Table {
    /// Sorted by object.
    types: Vec<(ObjectId, ManaTypes)>,
}

impl Table {
    /// Starts from nothing and adds what follows until nothing more does: the least fixpoint, reached because every step
    /// only adds types and there are six.
    fn solve(view: &View<'_>) -> Table {
        let printed = view.game.deviates(Mutant::CouldProducePrinted).then(|| wrong::printed_rows(view));
        let rows: &[Row] = printed.as_deref().unwrap_or_else(|| view.derived.rows());
        let sources = sources(view, rows);
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
            wrong::color_the_circles(&mut table.types, &sources);
        }
        table
    }

    fn types(&self, id: ObjectId) -> ManaTypes {
        self.types.binary_search_by_key(&id, |(id, _)| *id).map_or(ManaTypes::NONE, |at| self.types[at].1)
    }

    /// What an ability would make if it resolved now, given what is known so far about the others.
    fn types_of(&self, view: &View<'_>, standing: &[Standing], source: &Source<'_>) -> ManaTypes {
        let mut found = ManaTypes::NONE;
        let own = View { link: source.link, ..View::new(view.game, view.derived, source.id, source.controller) };
        for effect in now(&own, source.effects) {
            let Effect::AddMana { mana, amount, to, .. } = effect else {
                continue;
            };
            // Where an amount speaks of X, X can be anything: costs are ignored.
            let n = own.amount(amount, 1, &EventInfo::default());
            let n = if view.game.deviates(Mutant::CouldProduceCountsZero) { n.max(1) } else { n };
            let player = match to {
                Players::You => source.controller,
                _ => view.game.turn().active,
            };
            for made in self.possible(&own, mana, n) {
                let event = Event::AddMana {
                    player,
                    mana: made,
                    says: made,
                    only: None,
                    source: source.id,
                    tapped_for: source.taps.then_some((source.id, source.controller)),
                };
                found = found.union(every_outcome(view.game, view.derived, standing, event));
            }
        }
        found
    }

    /// Every mana that the description allows, each as what would be made at once. Where types can be combined, each alone
    /// stands for the mixtures: replacement effects look at the amount only.
    fn possible(&self, own: &View<'_>, mana: &ManaMade, n: u32) -> Vec<ManaPool> {
        if n == 0 {
            return Vec::new();
        }
        let one = |t: ManaType| -> ManaPool { [(t, n)].into_iter().collect() };
        match mana {
            ManaMade::These(types) => vec![types.iter().map(|t| (*t, n)).collect()],
            ManaMade::CouldProduce { by, colors_only } => {
                let all = asked_of(own, by).into_iter().fold(ManaTypes::NONE, |sum, id| sum.union(self.types(id)));
                asked_for(own.game, all, *colors_only).iter().map(one).collect()
            }
            other => mana_types(own, other, ManaTypes::NONE).iter().map(one).collect(),
        }
    }
}

/// Every ability that counts, in the order of the permanents.
fn sources<'a>(view: &View<'a>, rows: &'a [Row]) -> Vec<Source<'a>> {
    let cards = view.game.cards();
    rows.iter()
        .filter(|row| view.game.permanent(row.id).is_some())
        .flat_map(|row| {
            let left_out = move |ability: &Ability| wrong::left_out(view, row.id, ability);
            row.abilities(cards)
                .filter(move |(_, ability)| !left_out(ability))
                .filter_map(|ability| Source::of(row.id, row.controller, ability))
        })
        .collect()
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

/// The permanents that instructions ask about, if they do.
fn asks(effects: &[Effect]) -> Option<&Filter> {
    effects.iter().find_map(|effect| match effect {
        Effect::AddMana { mana: ManaMade::CouldProduce { by, .. }, .. } => Some(by),
        _ => None,
    })
}
