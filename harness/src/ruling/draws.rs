//! Reads what a ruling draws (`forall`) and computes (`let`).

use std::sync::Arc;

use headjudge_engine::CardId;
use headjudge_protocol::PlayerName;

use super::lower::Shelf;
use super::terms::{bounds, int};
use super::{Draw, DrawKind, Let, groups};
use crate::expr::{Env, Type};
use crate::fault::{Faults, suggestion};
use crate::values::card_type;
use crate::yaml::{Key, Node, Reader, Value};

/// Names that mean something else already.
const TAKEN: [&str; 6] = ["it", "start", "after", "tried", "asked", "math"];

pub(super) fn draws(node: &Node, shelf: &Shelf<'_>, env: &mut Env, faults: &mut Faults) -> Option<Vec<Draw>> {
    let mut draws = Vec::new();
    for (key, value) in node.map(faults)? {
        let kind = kind(value, shelf, env, faults);
        let named = name(node, key, env, faults);
        // A draw that cannot be read still has a name, so that its uses are not reported as well.
        let ty = kind.as_ref().map_or(Type::Int, |kind| kind.ty(&card_type()));
        if named {
            env.define(key.name.clone(), ty, "drawn");
        }
        draws.extend(kind.map(|kind| Draw { name: key.name.clone(), kind }));
    }
    Some(draws)
}

pub(super) fn lets(node: &Node, env: &mut Env, faults: &mut Faults) -> Option<Vec<Let>> {
    let mut lets = Vec::new();
    for (key, value) in node.map(faults)? {
        let text = value.filled_str(faults);
        let program = text.and_then(|text| super::lower::compile(value, text, 0, env, None, faults));
        if name(node, key, env, faults) {
            let ty = program.as_ref().map_or(Type::Int, |p| p.ty().clone());
            if has_record(&ty) {
                faults.push(value.fault("a computed value is a number, a truth value, a word, or a list of them"));
            }
            env.define(key.name.clone(), ty, "computed");
        }
        lets.extend(program.map(|program| Let { name: key.name.clone(), program }));
    }
    Some(lets)
}

fn has_record(ty: &Type) -> bool {
    match ty {
        Type::Record(_) => true,
        Type::List(of) => has_record(of),
        _ => false,
    }
}

fn name(node: &Node, key: &Key, env: &Env, faults: &mut Faults) -> bool {
    let mut chars = key.name.chars();
    let good = chars.next().is_some_and(|c| c.is_ascii_lowercase())
        && chars.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    let message = if !good {
        "a name is lower-case letters, digits and _".to_owned()
    } else if TAKEN.contains(&key.name.as_str()) {
        format!("the name `{}` is taken", key.name)
    } else if env.position(&key.name).is_some() {
        format!("there are two values named `{}`", key.name)
    } else {
        return true;
    };
    faults.push(node.key_fault(key, message));
    false
}

/// The kinds of draw, by the key that says so.
const KINDS: [&str; 6] = ["int", "bool", "card", "pick", "player", "list"];

fn kind(node: &Node, shelf: &Shelf<'_>, env: &Env, faults: &mut Faults) -> Option<DrawKind> {
    let mut fields = node.reader(faults)?;
    let given: Vec<&str> = KINDS.into_iter().filter(|kind| node.get(kind).is_some()).collect();
    let kind = match given[..] {
        [one] => one,
        [] => {
            let first = fields.rest().first().map(|(key, _)| key.name.clone()).unwrap_or_default();
            let message = "expected one of int, bool, card, pick, player, list";
            faults.push(node.fault(message).with_help(suggestion(&first, KINDS)));
            return None;
        }
        _ => {
            faults.push(node.fault(format!("a draw is of one kind, not of {}", given.len())));
            return None;
        }
    };
    let drawn = match kind {
        "int" => fields.required("int", faults, |n, f| bounds(n, env, f)).map(|(low, high)| DrawKind::Int(low, high)),
        "bool" => fields
            .required("bool", faults, |n, f| n.percent(f))
            .map(|percent| DrawKind::Bool(u8::try_from(percent).unwrap_or(100))),
        "card" => cards(&mut fields, shelf, faults).map(DrawKind::Card),
        "pick" => fields.required("pick", faults, picks),
        "player" => fields.required("player", faults, players),
        _ => list(&mut fields, shelf, env, faults),
    };
    fields.finish(faults);
    drawn
}

fn cards(fields: &mut Reader<'_>, shelf: &Shelf<'_>, faults: &mut Faults) -> Option<Vec<CardId>> {
    let cards = &shelf.pool.cards;
    let all = fields.required("card", faults, |n, f| match &n.value {
        Value::List(_) => n.list_of(f, |n, f| groups::card(n, cards, f)),
        _ => {
            let name = n.filled_str(f)?;
            if let Some(group) = shelf.groups.get(name) {
                return Some(group.clone());
            }
            if let Some(card) = cards.find(name) {
                return Some(vec![card]);
            }
            let known = shelf.groups.keys().map(String::as_str).chain(cards.iter().map(|(_, c)| c.name.as_str()));
            let help = suggestion(name, known);
            f.push(n.fault(format!("there is no group and no card named \"{name}\"")).with_help(help));
            None
        }
    })?;
    let kept = match fields.field("where") {
        Some(node) => {
            let text = node.filled_str(faults)?;
            groups::filter(all, node, text, &shelf.pool.views, faults)?
        }
        None => all,
    };
    if kept.is_empty() {
        faults.push(fields.node().fault("no card fits this draw"));
        return None;
    }
    Some(kept)
}

fn picks(node: &Node, faults: &mut Faults) -> Option<DrawKind> {
    let items = node.list(faults)?;
    if items.is_empty() {
        faults.push(node.fault("there is nothing to pick from"));
        return None;
    }
    if items.iter().all(|item| matches!(item.value, Value::Int(_))) {
        return node.list_of(faults, |n, f| n.int(f)).map(DrawKind::Number);
    }
    node.list_of(faults, |n, f| n.filled_str(f).map(Arc::from)).map(DrawKind::Word)
}

fn players(node: &Node, faults: &mut Faults) -> Option<DrawKind> {
    let words: Vec<&str> = PlayerName::ALL.iter().map(|p| p.word()).collect();
    let players = node.list_of(faults, |n, f| n.word(&words, f).map(Arc::from))?;
    if players.is_empty() {
        faults.push(node.fault("there is nobody to draw"));
        return None;
    }
    Some(DrawKind::Word(players))
}

fn list(fields: &mut Reader<'_>, shelf: &Shelf<'_>, env: &Env, faults: &mut Faults) -> Option<DrawKind> {
    let of = fields.required("list", faults, |n, f| kind(n, shelf, env, f));
    let len = fields.required("len", faults, |n, f| match &n.value {
        Value::Int(_) => Some((int(n, env, f)?, int(n, env, f)?)),
        _ => bounds(n, env, f),
    });
    let (least, most) = len?;
    Some(DrawKind::List(Box::new(of?), least, most))
}

impl DrawKind {
    /// The type of what is drawn, given the type of cards.
    #[must_use]
    pub fn ty(&self, card: &Type) -> Type {
        match self {
            DrawKind::Int(..) | DrawKind::Number(_) => Type::Int,
            DrawKind::Bool(_) => Type::Bool,
            DrawKind::Card(_) => card.clone(),
            DrawKind::Word(_) => Type::Str,
            DrawKind::List(of, ..) => Type::list(of.ty(card)),
        }
    }
}
