//! Paying costs (CR 118, 601.2h). What cannot be paid is refused; the caller then discards the game.

mod convoke;

use self::convoke::convoke;
use crate::ability::CostPart;
use crate::act::ActError;
use crate::characteristics::CardType;
use crate::choices::{Choice, Choices, Form, Question, QuestionKind, ask, ask_one};
use crate::derived::Derived;
use crate::event::{Cause, Enters, Event};
use crate::filter::{Filter, Whose};
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::layers::derive;
use crate::mana::{ManaCost, ManaPool};
use crate::matching::View;
use crate::mutant::Mutant;
use crate::perform::perform;
use crate::refusal::Refusal;
use crate::restriction::RestrictedPool;
use crate::zone::Zone;

/// What mana is spent on: mana that is restricted looks at that (CR 106.6).
#[derive(Debug, Clone, Copy)]
pub(crate) enum Paying {
    /// Casting a spell.
    Spell(ObjectId),
    /// Activating an ability of an object.
    AbilityOf(ObjectId),
}

/// Pays every part. The player may pay them in any order (CR 601.2h): they are paid as written, but what is sacrificed goes
/// last, so that it can be tapped for another part before.
pub(crate) fn pay(
    game: &mut Game,
    player: PlayerId,
    source: ObjectId,
    cost: &[CostPart],
    x: u32,
    choices: &mut dyn Choices,
) -> Result<(), ActError> {
    let mut cost: Vec<&CostPart> = cost.iter().collect();
    cost.sort_by_key(|part| match part {
        CostPart::SacrificeThis => 1,
        CostPart::Sacrifice(_) => 2,
        _ => 0,
    });
    for part in cost {
        if let CostPart::Mana(mana) = part {
            pay_mana(game, player, Paying::AbilityOf(source), &mana.with_x(x), choices)?;
            continue;
        }
        match part {
            CostPart::Tap => game.note_rule("107.5", || "the tap symbol is paid".to_owned()),
            CostPart::Untap => game.note_rule("107.6", || "the untap symbol is paid".to_owned()),
            CostPart::Crew(_) => game.note_rule("702.122a", || "creatures crew".to_owned()),
            // 119.4: paying life is losing life, and no damage.
            CostPart::PayLife(n) if game.deviates(Mutant::LifePaymentIsDamage) => {
                let to = crate::event::Recipient::Player(player);
                perform(game, vec![Event::Damage { source, to, amount: *n, combat: false }], choices)?;
                continue;
            }
            _ => {}
        }
        let events = events(game, player, source, part, x, choices)?;
        let wanted = events.len();
        // 118.3: a cost whose events cannot happen has not been paid.
        if perform(game, events, choices)?.len() < wanted {
            return Err(Refusal::Cost.into());
        }
    }
    Ok(())
}

/// Pays mana from the pool; where payments differ, the player chooses (CR 601.2h).
pub(crate) fn pay_mana(
    game: &mut Game,
    player: PlayerId,
    paying: Paying,
    cost: &ManaCost,
    choices: &mut dyn Choices,
) -> Result<(), ActError> {
    if cost.is_zero() {
        return Ok(());
    }
    let restricted = usable(game, player, paying);
    let pool = game.player(player).pool.plus(&restricted.mana());
    let mut ways: Vec<ManaPool> = match paying {
        Paying::Spell(spell) => {
            let left = convoke(game, player, spell, cost, choices)?;
            left.iter().flat_map(|cost| pool.payments(cost)).collect()
        }
        Paying::AbilityOf(_) => pool.payments(cost),
    };
    ways.sort_unstable();
    ways.dedup();
    let question = Question {
        player,
        kind: QuestionKind::Payment,
        rule: "601.2h",
        about: None,
        options: ways.into_iter().map(Choice::Pay).collect(),
        form: Form::One,
    };
    let Some(Choice::Pay(mana)) = ask_one(game, choices, question)? else {
        return Err(Refusal::Cost.into());
    };
    if mana.total() == 0 {
        return Ok(());
    }
    let restricted = share(game, player, &restricted, mana, choices)?;
    let free = mana.minus(&restricted.mana()).ok_or(Refusal::Cost)?;
    perform(game, vec![Event::SpendMana(player, free, restricted)], choices)?;
    Ok(())
}

/// The restricted mana that may be spent on this (CR 106.6).
fn usable(game: &mut Game, player: PlayerId, paying: Paying) -> RestrictedPool {
    let mut usable = RestrictedPool::default();
    let there = game.player(player).restricted.clone();
    if there.is_empty() {
        return usable;
    }
    let derived = derive(game);
    let (Paying::Spell(id) | Paying::AbilityOf(id)) = paying;
    let view = View::new(game, &derived, id, player);
    for some in there.iter() {
        let filter = match paying {
            Paying::Spell(_) => &some.only.spells,
            Paying::AbilityOf(_) if game.deviates(Mutant::RestrictedManaPaysAbilities) => &some.only.spells,
            Paying::AbilityOf(_) => &some.only.abilities_of,
        };
        if filter.as_ref().is_some_and(|f| view.matches_id(f, id)) || game.deviates(Mutant::RestrictionIgnoredByPayment)
        {
            usable.add(&some.only, &some.mana);
        }
    }
    if usable != there {
        game.note_rule("106.6", || "restricted mana may not be spent on this".to_owned());
    }
    usable
}

/// Of the mana that is spent, how much is restricted and in which way: where that differs, the player chooses (CR 106.6,
/// 118.3a). As much as possible stands first.
fn share(
    game: &Game,
    player: PlayerId,
    usable: &RestrictedPool,
    mana: ManaPool,
    choices: &mut dyn Choices,
) -> Result<RestrictedPool, ActError> {
    let mut spent = RestrictedPool::default();
    let (mut left, mut others) = (mana, game.player(player).pool.plus(&usable.mana()));
    for some in usable.iter() {
        others = others.minus(&some.mana).unwrap_or_default();
        let mut part = ManaPool::default();
        for (t, n) in left.iter() {
            let (most, least) = (n.min(some.mana.get(t)), n.saturating_sub(others.get(t)));
            let question = Question {
                player,
                kind: QuestionKind::Restricted,
                rule: "106.6",
                about: None,
                options: (least..=most).rev().map(Choice::Number).collect(),
                form: Form::One,
            };
            if let Some(Choice::Number(n)) = ask_one(game, choices, question)? {
                part.add(t, n);
            }
        }
        left = left.minus(&part).unwrap_or_default();
        spent.add(&some.only, &part);
    }
    Ok(spent)
}

fn events(
    game: &Game,
    player: PlayerId,
    source: ObjectId,
    part: &CostPart,
    x: u32,
    choices: &mut dyn Choices,
) -> Result<Vec<Event>, ActError> {
    let object = game.permanent(source);
    let sacrifice =
        |object| Event::Move { object, to: Zone::Graveyard, cause: Cause::Sacrificed, enters: Enters::default() };
    Ok(match part {
        CostPart::Mana(_) => Vec::new(),
        CostPart::Tap => {
            let tapped = object.ok_or(Refusal::Cost)?.tapped;
            if tapped && game.deviates(Mutant::TapCostWhileTapped) {
                return Ok(Vec::new());
            }
            if tapped {
                return Err(Refusal::Tapped.into());
            }
            if game.deviates(Mutant::TapSymbolFree) {
                return Ok(Vec::new());
            }
            vec![Event::Tap(source)]
        }
        CostPart::Untap => {
            let tapped = object.ok_or(Refusal::Cost)?.tapped;
            if !tapped && game.deviates(Mutant::UntapCostWhileUntapped) {
                return Ok(Vec::new());
            }
            if !tapped {
                return Err(Refusal::Untapped.into());
            }
            vec![Event::Untap(source)]
        }
        CostPart::TapAnother(filter) => {
            let filter = filter.clone().and(Filter::Not(Box::new(Filter::Tapped)));
            vec![Event::Tap(pick(game, player, source, &filter, QuestionKind::TapForCost, choices)?)]
        }
        CostPart::Crew(n) => crew(game, player, source, *n, choices)?,
        CostPart::SacrificeThis => vec![sacrifice(object.ok_or(Refusal::Cost)?.id)],
        CostPart::Sacrifice(filter) => {
            vec![sacrifice(pick(game, player, source, filter, QuestionKind::Sacrifice, choices)?)]
        }
        CostPart::RemoveCounters(kind, n) => {
            if object.ok_or(Refusal::Cost)?.counters.get(*kind) < *n {
                return Err(Refusal::Cost.into());
            }
            vec![Event::RemoveCounters { on: source, kind: *kind, n: *n }]
        }
        CostPart::PutCounters(kind, n) => {
            vec![Event::PutCounters { on: object.ok_or(Refusal::Cost)?.id, kind: *kind, n: *n, cost: true }]
        }
        // 119.4b: 0 life can always be paid.
        CostPart::PayLife(0) => Vec::new(),
        CostPart::PayLife(n) => {
            // 119.4: a player can pay only life that they have.
            let spared = i32::from(game.deviates(Mutant::LastLifeCannotBePaid));
            if game.player(player).life.saturating_sub(spared) < i32::try_from(*n).unwrap_or(i32::MAX) {
                return Err(Refusal::Cost.into());
            }
            vec![Event::LoseLife(player, *n, false)]
        }
        CostPart::DiscardCard | CostPart::DiscardX => {
            let n = if *part == CostPart::DiscardX { x } else { 1 };
            if crate::game::as_u32(game.player(player).hand.len()) < n {
                return Err(Refusal::Cost.into());
            }
            crate::instruct::discard(game, player, n, "601.2h", choices)?
        }
    })
}

/// One of the permanents that the player controls and that match, chosen by the player.
fn pick(
    game: &Game,
    player: PlayerId,
    source: ObjectId,
    filter: &Filter,
    kind: QuestionKind,
    choices: &mut dyn Choices,
) -> Result<ObjectId, ActError> {
    let derived = derive(game);
    let view = View::new(game, &derived, source, player);
    let own = view
        .each(filter)
        .into_iter()
        .filter(|id| derived.row(*id).is_some_and(|row| row.controller == player))
        .filter(|id| !is_barred(game, &derived, *id, source, kind));
    let question = Question {
        player,
        kind,
        rule: "601.2h",
        about: Some(source),
        options: own.map(Choice::Object).collect(),
        form: Form::One,
    };
    match ask_one(game, choices, question)? {
        Some(Choice::Object(id)) => Ok(id),
        _ => Err(Refusal::Cost.into()),
    }
}

/// Whether a permanent cannot be what a cost of the source asks for: only mutants bar any.
fn is_barred(game: &Game, derived: &Derived, id: ObjectId, source: ObjectId, kind: QuestionKind) -> bool {
    (game.deviates(Mutant::ProtectionStopsCosts) && is_protected(game, derived, id, source))
        || (kind == QuestionKind::TapForCost && worded_tap_is_barred(game, derived, id))
}

/// 702.16 says nothing of costs; only a mutant asks.
fn is_protected(game: &Game, derived: &Derived, id: ObjectId, source: ObjectId) -> bool {
    derived.row(id).is_some_and(|row| crate::matching::protected(game, derived, row, source))
}

/// 702.122a: any number of creatures that the player chooses, as long as their power comes to enough.
fn crew(
    game: &Game,
    player: PlayerId,
    vehicle: ObjectId,
    wanted: u32,
    choices: &mut dyn Choices,
) -> Result<Vec<Event>, ActError> {
    let derived = derive(game);
    let view = View::new(game, &derived, vehicle, player);
    let parts = [Filter::Type(CardType::Creature), Filter::Controlled(Whose::You), Filter::Other];
    let filter = Filter::All(parts.into()).and(Filter::Not(Box::new(Filter::Tapped)));
    let power = |id: &ObjectId| i64::from(derived.row(*id).and_then(|row| row.power).unwrap_or(0));
    let enough = |crew: &[ObjectId]| crew.iter().map(power).sum::<i64>() >= i64::from(wanted);
    let mut able = view.each(&filter);
    able.retain(|id| !worded_tap_is_barred(game, &derived, *id));
    // The strongest first, so that the fewest that can do it are the first ones.
    able.sort_by_key(|id| core::cmp::Reverse(power(id)));
    let fewest = (0..=able.len()).find(|n| enough(&able[..*n])).ok_or(Refusal::Cost)?;
    let count = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    let question = Question {
        player,
        kind: QuestionKind::TapForCost,
        rule: "702.122a",
        about: Some(vehicle),
        options: able.iter().copied().map(Choice::Object).collect(),
        form: Form::Some { min: count(fewest), max: count(able.len()) },
    };
    let crew: Vec<ObjectId> = ask(game, choices, question)?.into_iter().map(|at| able[at]).collect();
    if !enough(&crew) {
        return Err(Refusal::Cost.into());
    }
    Ok(crew.into_iter().map(Event::Tap).collect())
}

/// 302.6 speaks of the tap symbol in the creature's own cost, so that a worded cost may tap any creature; only a mutant bars it.
fn worded_tap_is_barred(game: &Game, derived: &Derived, id: ObjectId) -> bool {
    game.deviates(Mutant::SicknessWordedTap)
        && game
            .permanent(id)
            .zip(derived.row(id))
            .is_some_and(|(object, row)| crate::sickness::is_summoning_sick(game, derived, object, row))
}
