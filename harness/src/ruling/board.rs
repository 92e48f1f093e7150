//! Reads the board of a ruling (`given`).

use std::sync::Arc;

use headjudge_engine::{CounterKind, ManaCost};
use headjudge_protocol::{PhaseStep, PlayerName, ZoneName};

use super::lower::{Shelf, compile, expression};
use super::terms::{self, int};
use super::{BoolT, CardT, EntryT, Given, IntT, Many, PlayerT, PoolT, SeatT};
use crate::expr::{Env, Type};
use crate::fault::{Faults, suggestion};
use crate::yaml::{Node, Reader, Value};

/// The zones that a board can hold, by the key of a player's map.
const ZONES: [(&str, ZoneName); 5] = [
    ("battlefield", ZoneName::Battlefield),
    ("hand", ZoneName::Hand),
    ("library", ZoneName::Library),
    ("graveyard", ZoneName::Graveyard),
    ("exile", ZoneName::Exile),
];

pub(super) fn given(node: &Node, shelf: &Shelf<'_>, env: &Env, faults: &mut Faults) -> Option<Given> {
    let mut fields = node.reader(faults)?;
    let active = fields.optional("active", faults, |n, f| terms::player(n, env, f));
    let steps: Vec<&str> = PhaseStep::ALL.iter().map(|s| s.word()).collect();
    let step = fields.optional("step", faults, |n, f| n.word(&steps, f).and_then(PhaseStep::from_word));
    let around = fields.optional("around", faults, |n, f| n.word(&["any", "none"], f).map(|word| word == "any"));
    let mut seats: Vec<SeatT> = Vec::new();
    let mut entries: Vec<EntryT> = Vec::new();
    for (player, key) in PlayerName::ALL.iter().zip(["p1", "p2", "p3", "p4"]) {
        let Some(node) = fields.field(key) else { continue };
        while seats.len() < player.seat() {
            seats.push(SeatT { life: Some(IntT::Is(20)), poison: IntT::Is(0), pool: Vec::new() });
        }
        seats.extend(seat(node, *player, shelf, env, &mut entries, faults));
    }
    while seats.len() < 2 {
        seats.push(SeatT { life: Some(IntT::Is(20)), poison: IntT::Is(0), pool: Vec::new() });
    }
    fields.finish(faults);
    let (active, step) = (active.unwrap_or(PlayerT::Is(PlayerName::P1)), step.unwrap_or(PhaseStep::Main));
    Some(Given { active, step, players: seats, entries, around: around.unwrap_or(false) })
}

fn seat(
    node: &Node,
    player: PlayerName,
    shelf: &Shelf<'_>,
    env: &Env,
    entries: &mut Vec<EntryT>,
    faults: &mut Faults,
) -> Option<SeatT> {
    let mut fields = node.reader(faults)?;
    let life = fields.optional("life", faults, |n, f| match &n.value {
        Value::Str(text) if text == "any" => Some(None),
        _ => int(n, env, f).map(Some),
    });
    let poison = fields.optional("poison", faults, |n, f| int(n, env, f));
    let pool = fields.optional("pool", faults, |n, f| pool(n, shelf, env, f));
    for (key, zone) in ZONES {
        let Some(list) = fields.field(key) else { continue };
        for item in list.list(faults).unwrap_or_default() {
            if let Some(entry) = entry(item, player, zone, shelf, env, entries, faults) {
                entries.push(entry);
            }
        }
    }
    fields.finish(faults);
    Some(SeatT {
        life: life.unwrap_or(Some(IntT::Is(20))),
        poison: poison.unwrap_or(IntT::Is(0)),
        pool: pool.unwrap_or_default(),
    })
}

fn pool(node: &Node, shelf: &Shelf<'_>, env: &Env, faults: &mut Faults) -> Option<Vec<PoolT>> {
    if let Value::Str(text) = &node.value {
        return match text.parse::<ManaCost>() {
            Ok(cost) if cost.xs == 0 => {
                let mut pool = vec![PoolT::Mana('C', IntT::Is(i64::from(cost.generic)))];
                pool.extend(cost.symbols.iter().map(|symbol| {
                    let (headjudge_engine::mana::Symbol::One(t) | headjudge_engine::mana::Symbol::Hybrid(t, _)) =
                        symbol;
                    PoolT::Mana(t.letter(), IntT::Is(1))
                }));
                Some(pool)
            }
            _ => {
                faults.push(node.fault("expected mana such as {G}{G}, or a map such as {G: 2}"));
                None
            }
        };
    }
    let mut fields = node.reader(faults)?;
    let mut pool = Vec::new();
    for (letter, key) in "WUBRGC".chars().zip(["W", "U", "B", "R", "G", "C"]) {
        pool.extend(fields.optional(key, faults, |n, f| int(n, env, f)).map(|n| PoolT::Mana(letter, n)));
    }
    let pays = fields.optional("pays", faults, |n, f| match &n.value {
        Value::List(_) => n.list_of(f, |n, f| terms::card(n, shelf.pool, env, f)),
        _ => terms::card(n, shelf.pool, env, f).map(|card| vec![card]),
    });
    let x = fields.field("x");
    fields.finish(faults);
    for card in pays.into_iter().flatten() {
        let x = match x {
            Some(node) => int(node, env, faults)?,
            None => IntT::Is(0),
        };
        pool.push(PoolT::Pays(card, x));
    }
    Some(pool)
}

fn entry(
    node: &Node,
    seat: PlayerName,
    zone: ZoneName,
    shelf: &Shelf<'_>,
    env: &Env,
    before: &[EntryT],
    faults: &mut Faults,
) -> Option<EntryT> {
    let mut fields = node.reader(faults)?;
    let id = fields.required("id", faults, |n, f| id(n, before, f));
    let (many, it) = many(&mut fields, env, faults)?;
    let inner = match &it {
        Some(ty) => env.clone().with("it", ty.clone()),
        None => env.clone(),
    };
    let env = &inner;
    let card = match fields.field("card") {
        Some(n) => terms::card(n, shelf.pool, env, faults),
        None if it == Some(crate::values::card_type()) => compile(node, "it", 0, env, None, faults).map(CardT::Expr),
        None => {
            faults.push(node.fault("the field \"card\" is missing"));
            None
        }
    };
    let owner = fields.optional("owner", faults, |n, f| terms::player(n, env, f));
    let tapped = fields.optional("tapped", faults, |n, f| terms::bool(n, env, f));
    let fresh = fields.optional("fresh", faults, |n, f| terms::bool(n, env, f));
    let counters = fields.optional("counters", faults, |n, f| counters(n, env, f));
    let damage = fields.optional("damage", faults, |n, f| int(n, env, f));
    let ids: Vec<(Arc<str>, bool)> = before.iter().map(|e| (Arc::clone(&e.id), matches!(e.many, Many::One))).collect();
    let attached = fields.optional("attached", faults, |n, f| terms::id(n, env, &ids, f));
    let copy_of = fields.optional("copy of", faults, |n, f| terms::card(n, shelf.pool, env, f));
    let only_if = fields.optional("if", faults, |n, f| expression(n, env, &Type::Bool, f));
    fields.finish(faults);
    Some(EntryT {
        id: id?,
        many,
        card: card?,
        seat,
        owner,
        zone,
        tapped: tapped.unwrap_or(BoolT::Is(false)),
        fresh: fresh.unwrap_or(BoolT::Is(false)),
        counters: counters.unwrap_or_default(),
        damage: damage.unwrap_or(IntT::Is(0)),
        attached,
        copy_of,
        only_if,
    })
}

/// Names that an id may not have, because states have fields of that name.
const TAKEN: [&str; 8] = ["p1", "p2", "p3", "p4", "battlefield", "tokens", "stack", "around"];

fn id(node: &Node, before: &[EntryT], faults: &mut Faults) -> Option<Arc<str>> {
    let text = node.filled_str(faults)?;
    let mut chars = text.chars();
    let good = chars.next().is_some_and(|c| c.is_ascii_lowercase())
        && chars.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    let message = if !good {
        "an id is lower-case letters, digits and _".to_owned()
    } else if TAKEN.contains(&text) {
        format!("the id `{text}` is taken")
    } else if before.iter().any(|entry| *entry.id == *text) {
        format!("there are two objects or groups named `{text}`")
    } else {
        return Some(text.into());
    };
    faults.push(node.fault(message));
    None
}

/// How many objects, and the type of `it`, if there are several.
fn many(fields: &mut Reader<'_>, env: &Env, faults: &mut Faults) -> Option<(Many, Option<Type>)> {
    let (each, times) = (fields.field("each"), fields.field("times"));
    match (each, times) {
        (None, None) => Some((Many::One, None)),
        (None, Some(n)) => Some((Many::Times(int(n, env, faults)?), Some(Type::Int))),
        (Some(node), None) => {
            let text = node.filled_str(faults)?;
            let (body, offset) = match (text.strip_prefix('$'), text.strip_prefix('=')) {
                (Some(name), _) => (name, 1),
                (_, Some(rest)) => (rest.trim_start(), text.len() - rest.trim_start().len()),
                _ => {
                    faults.push(node.fault("expected a list such as $attackers"));
                    return None;
                }
            };
            let program = compile(node, body, offset, env, None, faults)?;
            match program.ty().clone() {
                Type::List(of) => Some((Many::Each(program), Some(*of))),
                _ => {
                    faults.push(node.fault("expected a list"));
                    None
                }
            }
        }
        (Some(_), Some(node)) => {
            faults.push(node.fault("an entry has an \"each\" or a \"times\", not both"));
            None
        }
    }
}

fn counters(node: &Node, env: &Env, faults: &mut Faults) -> Option<Vec<(CounterKind, IntT)>> {
    let mut counters = Vec::new();
    for (key, value) in node.map(faults)? {
        let kind = CounterKind::from_name(&key.name);
        if kind.is_none() {
            let help = suggestion(&key.name, CounterKind::ALL.iter().map(|kind| kind.name()));
            faults.push(node.key_fault(key, format!("there is no counter \"{}\"", key.name)).with_help(help));
        }
        if let (Some(kind), Some(n)) = (kind, int(value, env, faults)) {
            counters.push((kind, n));
        }
    }
    Some(counters)
}
