//! Layers (CR 613): from a game to what its objects are now.
//!
//! Effects come from static abilities and from resolutions. They are applied layer by layer; within a layer in timestamp
//! order (CR 613.7) unless one depends on another (CR 613.8). An effect that has begun to apply goes on applying to the
//! same objects in later layers, even if its ability is lost on the way (CR 613.6); an ability that is gained on the way
//! begins to apply in the layer in which it is gained.

mod apply;

use std::sync::Arc;

use crate::ability::{Ability, StaticAbility};
use crate::characteristics::{Keyword, Member as _};
use crate::counter::CounterKind;
use crate::derived::{Derived, Row};
use crate::effect::{Change, Layer};
use crate::event::Begun;
use crate::game::{Floating, Game};
use crate::id::{ObjectId, PlayerId, Timestamp};
use crate::matching::View;
use crate::mutant::Mutant;
use crate::object::AbilityRef;
use crate::zone::Zone;

/// One continuous effect while layers are applied.
#[derive(Debug, Clone)]
struct Active<'a> {
    origin: Origin<'a>,
    when: When,
    /// The objects it applies to, once it has begun to apply.
    fixed: Option<Vec<ObjectId>>,
}

#[derive(Debug, Clone)]
enum Origin<'a> {
    /// A static ability of a permanent.
    Static { source: ObjectId, ability: AbilityRef },
    /// A resolution, and who controlled it.
    Floating(&'a [Change], PlayerId),
}

/// When an effect is from (CR 613.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct When {
    /// Its timestamp: of a static ability the later one of its object's and of that of the effect which gave the ability.
    timestamp: Timestamp,
    /// That of the effect which gave the ability, or the earliest: where an object has got a newer timestamp than all of its
    /// abilities, their order among each other remains (CR 613.7a).
    granted: Timestamp,
}

impl When {
    fn of_static(object: Timestamp, ability: &AbilityRef) -> When {
        let granted = ability.granted().unwrap_or(Timestamp(0));
        When { timestamp: object.max(granted), granted }
    }
}

/// How many effects of abilities that are gained in a layer may begin in it: abilities that give abilities to many objects
/// multiply. The rules know no limit, memory does.
const MOST_GAINED: usize = 100;

/// What every permanent is now, and every object elsewhere that an effect changes. Kept with the game until it changes.
#[must_use]
pub fn derive(game: &Game) -> Arc<Derived> {
    game.derived(|| derive_anew(game))
}

/// The same, worked out from the game as it is, whatever is kept with it.
#[must_use]
pub fn derive_anew(game: &Game) -> Derived {
    let mut rows: Vec<Row> = Vec::with_capacity(game.permanent_ids().len());
    rows.extend(game.permanents().map(|object| Row::copiable(object, game.cards())));
    if !rows.is_sorted_by_key(|row| row.id) {
        rows.sort_by_key(|row| row.id);
    }
    if game.deviates(Mutant::ChangelingIsNothing) {
        for row in rows.iter_mut().filter(|row| row.has(Keyword::Changeling)) {
            row.subtypes = game.cards().card(row.card).subtypes.iter().copied().collect();
        }
    }
    let cards = game.cards();
    let any_static = rows.iter().any(|row| cards.printed(row.card).has_static);
    if any_static || !game.floating().is_empty() {
        add_rows_elsewhere(game, &mut rows);
        apply_effects(game, &mut rows);
    }
    add_counters(game, &mut rows);
    for row in &mut rows {
        if !row.is(crate::characteristics::CardType::Creature) {
            // CR 208.3: a noncreature permanent has no power or toughness.
            row.power = None;
            row.toughness = None;
        }
    }
    Derived::new(rows)
}

/// 613.4c: counters that change power and toughness, together with other modifications: additions commute.
fn add_counters(game: &Game, rows: &mut [Row]) {
    for object in game.objects().iter().filter(|object| !object.counters.is_empty()) {
        let Ok(at) = rows.binary_search_by_key(&object.id, |row| row.id) else {
            continue;
        };
        let plus = i64::from(object.counters.get(CounterKind::PlusOne));
        let minus = i64::from(object.counters.get(CounterKind::MinusOne));
        let most = if plus > minus { i32::MAX } else { i32::MIN };
        let add = |n: i32| i32::try_from(i64::from(n) + plus - minus).unwrap_or(most);
        rows[at].power = rows[at].power.map(add);
        rows[at].toughness = rows[at].toughness.map(add);
    }
}

/// Objects outside the battlefield get a row only where an effect could reach them.
fn add_rows_elsewhere(game: &Game, rows: &mut Vec<Row>) {
    let cards = game.cards();
    let reaches = |zone: Zone| {
        rows.iter().any(|row| {
            cards.printed(row.card).has_static
                && row.abilities(cards).any(
                    |(_, ability)| matches!(ability, Ability::Static(StaticAbility::Continuous(c)) if c.zone == zone),
                )
        })
    };
    let zones: Vec<Zone> = Zone::ALL.into_iter().filter(|z| *z != Zone::Battlefield && reaches(*z)).collect();
    // 611.2c: an effect of a resolution can be about a spell, too.
    let named =
        |id: ObjectId| game.floating().iter().any(|f| matches!(&f.effect, Begun::Changes(to, _) if to.contains(&id)));
    let elsewhere = game.objects().iter().filter(|o| o.zone != Zone::Battlefield);
    let elsewhere: Vec<Row> =
        elsewhere.filter(|o| zones.contains(&o.zone) || named(o.id)).map(|o| Row::copiable(o, cards)).collect();
    if elsewhere.is_empty() {
        return;
    }
    rows.extend(elsewhere);
    rows.sort_by_key(|row| row.id);
}

fn apply_effects(game: &Game, rows: &mut [Row]) {
    let mut active: Vec<Active<'_>> = game
        .floating()
        .iter()
        .filter_map(|floating| {
            let (changes, to) = begun(game, rows, floating)?;
            Some(Active {
                origin: Origin::Floating(changes, floating.controller),
                when: When { timestamp: floating.timestamp, granted: Timestamp(0) },
                fixed: Some(to),
            })
        })
        .collect();
    for layer in Layer::ALL.iter().copied() {
        if layer == Layer::SetPowerToughness {
            apply::give_sizes(rows);
        }
        apply_layer(game, rows, layer, &mut active);
    }
}

/// What an effect that a resolution began changes, and about what: fixed as it began (CR 611.2c). One that goes on asking is
/// among what no object has, where only a mutant puts it.
fn begun<'a>(game: &Game, rows: &[Row], floating: &'a Floating) -> Option<(&'a [Change], Vec<ObjectId>)> {
    match &floating.effect {
        Begun::Changes(to, changes) => Some((changes, to.clone())),
        Begun::Watch(source, ability, _) => {
            let Ability::Static(StaticAbility::Continuous(c)) = &**ability else { return None };
            let derived = Derived::default();
            let view = View::new(game, &derived, *source, floating.controller);
            let matches = |row: &&Row| game.permanent(row.id).is_some_and(|o| view.matches(&c.affects, o, row));
            Some((&c.changes, rows.iter().filter(matches).map(|row| row.id).collect()))
        }
        Begun::Rule(_) | Begun::Shield(_) => None,
    }
}

/// The changes of an effect that belong to a layer.
fn changes_in<'a>(game: &'a Game, effect: &'a Active<'_>, layer: Layer) -> impl Iterator<Item = &'a Change> {
    let all: &[Change] = match &effect.origin {
        Origin::Floating(changes, _) => changes,
        Origin::Static { ability, .. } => match ability.get(game.cards()) {
            Ability::Static(StaticAbility::Continuous(c)) => &c.changes,
            _ => &[],
        },
    };
    all.iter().filter(move |change| change.layer() == layer)
}

/// Effects that begin to apply in this layer: static abilities that exist now and have a change here.
fn begin(game: &Game, rows: &[Row], layer: Layer, active: &mut Vec<Active<'_>>) {
    for row in rows.iter().filter(|row| row.may_have(game.cards(), |printed| printed.layers.contains(layer))) {
        let Some(object) = game.permanent(row.id) else {
            continue;
        };
        for (ability, data) in row.abilities(game.cards()) {
            let Ability::Static(StaticAbility::Continuous(c)) = data else {
                continue;
            };
            if !c.changes.iter().any(|change| change.layer() == layer) {
                continue;
            }
            let known = active.iter().any(
                |a| matches!(&a.origin, Origin::Static { source, ability: of } if *source == row.id && *of == ability),
            );
            if !known {
                active.push(Active {
                    when: When::of_static(object.timestamp, &ability),
                    origin: Origin::Static { source: row.id, ability },
                    fixed: None,
                });
            }
        }
    }
}

fn apply_layer<'a>(game: &'a Game, rows: &mut [Row], layer: Layer, active: &mut Vec<Active<'a>>) {
    begin(game, rows, layer, active);
    let mut due: Vec<usize> =
        (0..active.len()).filter(|at| changes_in(game, &active[*at], layer).next().is_some()).collect();
    due.sort_by_key(|at| active[*at].when);
    let mut gained = 0;
    while !due.is_empty() {
        let next = independent(game, rows, layer, active, &due);
        let at = due.remove(next);
        if !exists(game, rows, &active[at]) {
            continue;
        }
        let to = apply::targets(game, rows, &active[at]);
        apply::apply(game, rows, layer, &active[at], &to);
        active[at].fixed = Some(to);
        // 613.7a, 613.8c: what it has given may have something to apply in this layer, too.
        let known = active.len();
        if gained < MOST_GAINED && changes_in(game, &active[at], layer).any(|change| matches!(change, Change::Gain(_)))
        {
            begin(game, rows, layer, active);
            gained += active.len() - known;
            due.extend(known..active.len());
            due.sort_by_key(|at| active[*at].when);
        }
    }
}

/// CR 613.6: an effect that has begun stays; one that has not needs its ability still to be there.
fn exists(game: &Game, rows: &[Row], effect: &Active<'_>) -> bool {
    match &effect.origin {
        Origin::Static { source, ability } if effect.fixed.is_none() => {
            row(rows, *source).is_some_and(|row| row.abilities(game.cards()).any(|(a, _)| a == *ability))
        }
        _ => true,
    }
}

fn row(rows: &[Row], id: ObjectId) -> Option<&Row> {
    rows.binary_search_by_key(&id, |row| row.id).ok().map(|at| &rows[at])
}

/// The earliest effect that depends on no other that is due (CR 613.8b); in a loop, the earliest of all.
fn independent(game: &Game, rows: &[Row], layer: Layer, active: &[Active<'_>], due: &[usize]) -> usize {
    if due.len() == 1 || (layer == Layer::Type && game.deviates(Mutant::TypeDependencyIgnored)) {
        return 0;
    }
    let depends_on_none = |a: &usize| {
        let effect = &active[due[*a]];
        if effect.fixed.is_some() && !apply::varies(game, layer, effect) {
            return true;
        }
        let alone = Reach::of(game, rows, layer, effect);
        let others = (0..due.len()).filter(|b| b != a).map(|b| &active[due[b]]);
        others
            .filter(|other| exists(game, rows, other))
            .all(|other| alone == Reach::after(game, rows, layer, effect, other))
    };
    (0..due.len()).find(depends_on_none).unwrap_or(0)
}

/// What CR 613.8a asks about an effect: whether it exists, what it applies to, and what it does to that.
#[derive(Debug, PartialEq, Eq)]
struct Reach {
    exists: bool,
    to: Vec<ObjectId>,
    does: apply::Does,
}

impl Reach {
    fn of(game: &Game, rows: &[Row], layer: Layer, effect: &Active<'_>) -> Reach {
        let to = apply::targets(game, rows, effect);
        let does = apply::does(game, rows, layer, effect, &to);
        Reach { exists: exists(game, rows, effect), to, does }
    }

    /// The same, if the other effect had been applied first.
    fn after(game: &Game, rows: &[Row], layer: Layer, effect: &Active<'_>, other: &Active<'_>) -> Reach {
        let mut trial = rows.to_vec();
        let to = apply::targets(game, &trial, other);
        apply::apply(game, &mut trial, layer, other, &to);
        Reach::of(game, &trial, layer, effect)
    }
}
