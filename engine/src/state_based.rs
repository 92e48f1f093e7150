//! State-based actions (CR 704): everything that is due, found in one state (CR 704.3).

use crate::characteristics::{CardType, Supertype};
use crate::choices::{Choice, Choices, Form, Question, QuestionKind, Stop, ask_one};
use crate::counter::CounterKind;
use crate::derived::{Derived, Row};
use crate::event::{Cause, Enters, Event, Recipient};
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::mutant::Mutant;
use crate::object::{Object, ObjectKind};
use crate::player::LossReason;
use crate::subtype::Subtype;
use crate::zone::Zone;

/// The one state in which everything is found.
struct State<'a> {
    game: &'a Game,
    derived: &'a Derived,
    /// The permanents with what they are, in id order.
    permanents: Vec<(&'a Object, &'a Row)>,
}

type Row704 = (&'static str, fn(&State<'_>, &mut Vec<Event>));

/// One row for each state-based action without a choice.
const TABLE: &[Row704] = &[
    ("704.5a", |state, due| lose(state.game, due, LossReason::Life, |p| p.life <= 0)),
    ("704.5b", |state, due| {
        if !state.game.deviates(Mutant::EmptyLibraryDrawHarmless) {
            lose(state.game, due, LossReason::EmptyLibrary, |p| p.drew_from_empty);
        }
    }),
    ("704.5c", |state, due| lose(state.game, due, LossReason::Poison, |p| p.poison >= 10)),
    ("704.5d", |state, due| {
        if !state.game.deviates(Mutant::TokensLinger) {
            cease(state.game, due, |o| o.is_token() && o.zone != Zone::Battlefield);
        }
    }),
    ("704.5e", |state, due| {
        cease(state.game, due, |o| {
            o.kind == ObjectKind::SpellCopy && !matches!(o.zone, Zone::Stack | Zone::Battlefield)
        });
    }),
    ("704.5f", |state, due| {
        permanents(state, due, |object, row| {
            row.toughness.is_some_and(|t| t <= 0).then(|| put_into_graveyard(object.id, "704.5f"))
        });
    }),
    ("704.5g", |state, due| {
        permanents(state, due, |object, row| {
            let lethal = row.toughness.is_some_and(|t| t > 0 && i64::from(object.damage) >= i64::from(t));
            lethal.then_some(Event::Destroy(object.id, false))
        });
    }),
    ("704.5h", |state, due| {
        permanents(state, due, |object, row| {
            let touched = object.deathtouched && row.toughness.is_some_and(|t| t > 0);
            touched.then_some(Event::Destroy(object.id, false))
        });
    }),
    ("704.5i", |state, due| {
        permanents(state, due, |object, row| {
            let gone = row.is(CardType::Planeswalker) && object.counters.get(CounterKind::Loyalty) == 0;
            gone.then(|| put_into_graveyard(object.id, "704.5i"))
        });
    }),
    ("704.5k", world_rule),
    ("704.5m", |state, due| {
        permanents(state, due, |object, row| {
            // 303.4d: an Aura that is also a creature becomes unattached first (704.5p), and goes at the next check.
            let creature = row.is(CardType::Creature) && object.attached.is_some();
            let stray =
                row.is_aura() && !creature && !crate::target::may_stay_attached(state.game, state.derived, object, row);
            stray.then(|| put_into_graveyard(object.id, "704.5m"))
        });
    }),
    ("704.5n", |state, due| {
        permanents(state, due, |object, row| {
            let attached = object.attached.is_some() && is_equipment(row) && !row.is(CardType::Creature);
            let stray = attached && !crate::target::may_stay_attached(state.game, state.derived, object, row);
            let destroyed = state.game.deviates(Mutant::ProtectionDestroysEquipment)
                && crate::target::is_shed(state.game, state.derived, object);
            stray.then_some(if destroyed { Event::Destroy(object.id, false) } else { Event::Attach(object.id, None) })
        });
    }),
    ("704.5p", |state, due| {
        permanents(state, due, |object, row| {
            let may_attach = !row.is(CardType::Creature) && (row.is_aura() || is_equipment(row));
            (object.attached.is_some() && !may_attach).then_some(Event::Attach(object.id, None))
        });
    }),
    ("704.5q", |state, due| {
        let counted = state.game.permanents().filter(|o| !o.counters.is_empty());
        for object in counted.filter(|o| state.derived.row(o.id).is_some()) {
            let of = |kind| object.counters.get(kind);
            let n = of(CounterKind::PlusOne).min(of(CounterKind::MinusOne));
            for kind in [CounterKind::PlusOne, CounterKind::MinusOne] {
                if n > 0 && !state.game.deviates(Mutant::CountersDoNotCancel) {
                    due.push(Event::RemoveCounters { on: object.id, kind, n });
                }
            }
        }
    }),
];

/// Everything that is due in this one state, each event once.
///
/// # Errors
/// Whatever the answerer says about the legend rule.
pub(crate) fn due(game: &mut Game, derived: &Derived, choices: &mut dyn Choices) -> Result<Vec<Event>, Stop> {
    let mut due = Vec::new();
    let rows = derived.rows().iter();
    let permanents = rows.filter_map(|row| Some((game.permanent(row.id)?, row))).collect();
    let state = State { game, derived, permanents };
    let mut rules = Vec::new();
    for (rule, find) in TABLE {
        let known = due.len();
        find(&state, &mut due);
        if due.len() > known {
            rules.push(*rule);
        }
    }
    for rule in rules {
        game.note_rule(rule, || "state-based action".to_owned());
    }
    note_protection(game, derived, &due);
    legend_rule(game, derived, &mut due, choices)?;
    Ok(one_each(due))
}

/// 704.7: several actions with the same result are one event, which is replaced once: both may want to destroy a creature, or
/// one to destroy what another puts into the graveyard anyway, whether or not it can be destroyed.
fn one_each(due: Vec<Event>) -> Vec<Event> {
    let mut once: Vec<Event> = Vec::with_capacity(due.len());
    for event in due {
        let same = |known: &Event| *known == event || buried(known).is_some_and(|id| buried(&event) == Some(id));
        match once.iter_mut().find(|known| same(known)) {
            Some(known) if matches!(known, Event::Destroy(..)) => *known = event,
            Some(_) => {}
            None => once.push(event),
        }
    }
    once
}

/// What the action would put into a graveyard (CR 701.7a: to destroy is to do that, too).
fn buried(event: &Event) -> Option<ObjectId> {
    match event {
        Event::Destroy(id, _) => Some(*id),
        Event::Move { object, to: Zone::Graveyard, .. } => Some(*object),
        _ => None,
    }
}

/// Writes down where protection is why something comes off.
fn note_protection(game: &mut Game, derived: &Derived, due: &[Event]) {
    let shed = |id: ObjectId| game.permanent(id).is_some_and(|o| crate::target::is_shed(game, derived, o));
    let (mut auras, mut equipment) = (false, false);
    for event in due {
        match event {
            Event::Move { object, cause: Cause::StateBased("704.5m"), .. } => auras |= shed(*object),
            Event::Attach(object, None) => equipment |= shed(*object),
            _ => {}
        }
    }
    if auras {
        game.note_rule("702.16c", || "an Aura with the quality does not stay on what is protected from it".to_owned());
    }
    if equipment {
        game.note_rule("702.16d", || "Equipment with the quality comes off what is protected from it".to_owned());
    }
}

fn lose(game: &Game, due: &mut Vec<Event>, why: LossReason, is_due: fn(&crate::player::Player) -> bool) {
    let losers = game.apnap().filter(|p| is_due(game.player(*p)));
    due.extend(losers.map(|p| Event::LoseGame(p, why)));
}

fn cease(game: &Game, due: &mut Vec<Event>, is_due: fn(&Object) -> bool) {
    due.extend(game.objects().iter().filter(|o| is_due(o)).map(|o| Event::Cease(o.id)));
}

fn permanents(state: &State<'_>, due: &mut Vec<Event>, find: impl Fn(&Object, &Row) -> Option<Event>) {
    due.extend(state.permanents.iter().filter_map(|(object, row)| find(object, row)));
}

fn put_into_graveyard(object: ObjectId, rule: &'static str) -> Event {
    Event::Move { object, to: Zone::Graveyard, cause: Cause::StateBased(rule), enters: Enters::default() }
}

fn is_equipment(row: &Row) -> bool {
    row.is(CardType::Artifact) && row.subtypes.contains(Subtype::EQUIPMENT)
}

/// 704.5k: of several world permanents all but the newest go; of several newest ones, all. A permanent of the vocabulary
/// is a world permanent from the moment it enters, so that the moment of entering decides.
fn world_rule(state: &State<'_>, due: &mut Vec<Event>) {
    let worlds = state.permanents.iter().filter(|(_, row)| row.supertypes.contains(Supertype::World));
    let worlds: Vec<&Object> = worlds.map(|(object, _)| *object).collect();
    if worlds.len() < 2 || state.game.deviates(Mutant::WorldRuleMissing) {
        return;
    }
    let entered = worlds.iter().map(|world| world.entered);
    let newest = if state.game.deviates(Mutant::WorldRuleKeepsOldest) { entered.min() } else { entered.max() };
    let newest: Vec<ObjectId> = worlds.iter().filter(|world| Some(world.entered) == newest).map(|o| o.id).collect();
    let one_stays = newest.len() == 1 || state.game.deviates(Mutant::WorldTieKeepsOne);
    let stays = newest.first().filter(|_| one_stays);
    let go = worlds.iter().filter(|world| Some(&world.id) != stays);
    due.extend(go.map(|world| put_into_graveyard(world.id, "704.5k")));
}

/// Whether it is legendary now, as effects have it; only a mutant asks what is printed.
fn is_legend(game: &Game, row: &Row) -> bool {
    let printed = || game.cards().card(row.card).supertypes;
    let supertypes = if game.deviates(Mutant::LegendRuleReadsPrint) { printed() } else { row.supertypes };
    supertypes.contains(Supertype::Legendary)
}

/// 704.5j: of legendary permanents with the same name under one player, that player keeps one.
fn legend_rule(
    game: &mut Game,
    derived: &Derived,
    due: &mut Vec<Event>,
    choices: &mut dyn Choices,
) -> Result<(), Stop> {
    let legends: Vec<&Row> = game.permanent_rows(derived).filter(|row| is_legend(game, row)).collect();
    if legends.len() < 2 {
        return Ok(());
    }
    let players: Vec<PlayerId> = game.apnap().collect();
    for player in players {
        let mut seen = Vec::new();
        for row in legends.iter().filter(|row| row.controller == player) {
            let name = row.name(game.cards());
            if seen.contains(&name) {
                continue;
            }
            let same: Vec<ObjectId> = legends
                .iter()
                .filter(|other| other.controller == player && other.name(game.cards()) == name)
                .map(|other| other.id)
                .collect();
            seen.push(name);
            if same.len() < 2 {
                continue;
            }
            let question = Question {
                player,
                kind: QuestionKind::LegendRule,
                rule: "704.5j",
                about: None,
                options: same.iter().copied().map(Choice::Object).collect(),
                form: Form::One,
            };
            let kept = ask_one(game, choices, question)?;
            due.extend(
                same.iter().filter(|id| kept != Some(Choice::Object(**id))).map(|id| put_into_graveyard(*id, "704.5j")),
            );
        }
    }
    Ok(())
}

/// Whether the recipient of an attachment is there at all.
#[must_use]
pub(crate) fn is_there(game: &Game, to: Recipient) -> bool {
    match to {
        Recipient::Player(player) => game.players().get(player.index()).is_some_and(|p| p.lost.is_none()),
        Recipient::Object(id) => game.permanent(id).is_some(),
    }
}
