//! Builds the board of a case: players, objects in written order, and what is put around them.

use std::collections::BTreeMap;
use std::sync::Arc;

use headjudge_engine::mana::Symbol;
use headjudge_engine::{CardId, ManaType};
use headjudge_protocol::{Board, PlacedObject, PlayerBoard, PlayerName, ZoneName};

use super::terms::{Context, member};
use super::{AROUND, Group, MOST, NoCase};
use crate::expr::Value;
use crate::ruling::{EntryT, Many, PoolT, Ruling, SeatT};
use crate::tape::{Draw as _, Source};

/// The board, where its entries are, and how many objects of it are surroundings.
pub(super) fn build<'a>(
    ruling: &'a Ruling,
    cx: &Context<'a>,
    source: &mut dyn Source,
) -> Result<(Board, Vec<Group>, usize), NoCase> {
    let given = &ruling.given;
    let mut players = Vec::with_capacity(given.players.len());
    for seat in &given.players {
        players.push(player(seat, cx, source)?);
    }
    let mut objects = Vec::with_capacity(AROUND + given.entries.len());
    if given.around {
        surround(cx, given.players.len(), source, &mut objects);
    }
    let around = objects.len();
    let mut groups: Vec<Group> = Vec::with_capacity(given.entries.len());
    for entry in &given.entries {
        let first = objects.len();
        place(entry, cx, &groups, &mut objects)?;
        let (id, len) = (Arc::clone(&entry.id), objects.len() - first);
        groups.push(Group { id, first, len, single: matches!(entry.many, Many::One) });
    }
    let board = Board { players, active: cx.player(&given.active)?, step: given.step, objects };
    Ok((board, groups, around))
}

fn player<'a>(seat: &'a SeatT, cx: &Context<'a>, source: &mut dyn Source) -> Result<PlayerBoard, NoCase> {
    let life = match &seat.life {
        Some(term) => cx.int(term)?,
        // Any life total: the usual 20 is the simplest.
        None => source.near(20, 1..=40),
    };
    let life = i32::try_from(life).map_err(|_| NoCase::Unfit(format!("{life} is no life total")))?;
    let mut pool = String::new();
    for part in &seat.pool {
        fill(part, cx, &mut pool)?;
    }
    Ok(PlayerBoard { life, pool, poison: cx.count(&seat.poison)? })
}

fn fill<'a>(part: &'a PoolT, cx: &Context<'a>, pool: &mut String) -> Result<(), NoCase> {
    match part {
        PoolT::Mana(letter, n) => pool.extend((0..bounded(cx.count(n)?)?).map(|_| *letter)),
        PoolT::Pays(card, x) => {
            let card = cx.pool.cards.card(cx.card(card)?);
            let cost = card.cost.as_ref().ok_or_else(|| NoCase::Unfit(format!("`{}` has no mana cost", card.name)))?;
            let cost = cost.with_x(bounded(cx.count(x)?)?);
            bounded(cost.generic)?;
            for symbol in &cost.symbols {
                let (Symbol::One(t) | Symbol::Hybrid(t, _)) = symbol;
                pool.push(t.letter());
            }
            pool.extend((0..cost.generic).map(|_| ManaType::C.letter()));
        }
    }
    Ok(())
}

fn bounded(mana: u32) -> Result<u32, NoCase> {
    let most = u32::try_from(MOST).unwrap_or(u32::MAX);
    if mana <= most { Ok(mana) } else { Err(NoCase::Unfit(format!("a pool comes to more than {MOST} mana"))) }
}

fn place<'a>(
    entry: &'a EntryT,
    cx: &Context<'a>,
    groups: &[Group],
    objects: &mut Vec<PlacedObject>,
) -> Result<(), NoCase> {
    if let Some(condition) = &entry.only_if
        && !cx.holds(condition)?
    {
        return Ok(());
    }
    match &entry.many {
        Many::One => objects.push(one(entry, cx, Arc::clone(&entry.id), groups)?),
        Many::Each(list) => {
            let list = cx.eval(list)?;
            for at in 0..list.list_len().unwrap_or(0) {
                enough(objects)?;
                let cx = cx.with(list.item(at));
                objects.push(one(entry, &cx, member(&entry.id, at + 1), groups)?);
            }
        }
        Many::Times(n) => {
            for n in 1..=cx.count(n)? {
                enough(objects)?;
                let cx = cx.with(Value::Int(i64::from(n)));
                objects.push(one(entry, &cx, member(&entry.id, n as usize), groups)?);
            }
        }
    }
    Ok(())
}

fn enough(objects: &[PlacedObject]) -> Result<(), NoCase> {
    if objects.len() < MOST {
        Ok(())
    } else {
        Err(NoCase::Unfit(format!("the board comes to more than {MOST} objects")))
    }
}

fn one<'a>(entry: &'a EntryT, cx: &Context<'a>, id: Arc<str>, groups: &[Group]) -> Result<PlacedObject, NoCase> {
    let owner = entry.owner.as_ref().map_or(Ok(entry.seat), |owner| cx.player(owner))?;
    let mut counters = BTreeMap::new();
    for (kind, n) in &entry.counters {
        let n = cx.count(n)?;
        if n > 0 {
            counters.insert(Arc::from(kind.name()), n);
        }
    }
    Ok(PlacedObject {
        id,
        card: cx.card_name(&entry.card)?,
        owner,
        controller: (owner != entry.seat).then_some(entry.seat),
        zone: entry.zone,
        tapped: cx.bool(&entry.tapped)?,
        fresh: cx.bool(&entry.fresh)?,
        counters,
        damage: cx.count(&entry.damage)?,
        attached: entry.attached.as_ref().map(|to| cx.word(to, groups)).transpose()?,
        copy_of: entry.copy_of.as_ref().map(|card| cx.card_name(card)).transpose()?,
    })
}

/// Permanents that cannot matter. Whether they do is judged afterwards, and those that do are taken away again.
fn surround(cx: &Context<'_>, players: usize, source: &mut dyn Source, objects: &mut Vec<PlacedObject>) {
    if cx.pool.inert.is_empty() {
        return;
    }
    let drawn: Vec<(CardId, usize)> = source.list(0..=AROUND, |s| {
        let card = s.pick(&cx.pool.inert).copied().unwrap_or(cx.pool.inert[0]);
        (card, s.index(players))
    });
    for (n, (card, seat)) in drawn.into_iter().enumerate() {
        let name = &cx.pool.cards.card(card).name;
        let owner = PlayerName::at(seat).unwrap_or(PlayerName::P1);
        objects.push(PlacedObject::new(&member("around", n + 1), name, owner, ZoneName::Battlefield));
    }
}
