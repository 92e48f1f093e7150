//! Reads terms: a literal, a variable (`$name`), or an expression (`"= a + b"`).

use std::sync::Arc;

use headjudge_protocol::PlayerName;

use super::lower::compile;
use super::{BoolT, CardT, IntT, PlayerT, WordT, groups};
use crate::expr::{Env, Program, Type};
use crate::fault::{Faults, suggestion};
use crate::generate::Pool;
use crate::values::card_type;
use crate::yaml::{Node, Value};

/// What a term that is no literal computes; `None` if it is a literal, `Some(None)` if it has a fault.
fn computed(node: &Node, env: &Env, ty: Option<&Type>, faults: &mut Faults) -> Option<Option<Program>> {
    let Value::Str(text) = &node.value else { return None };
    if let Some(name) = text.strip_prefix('$') {
        return Some(compile(node, name, 1, env, ty, faults));
    }
    let rest = text.strip_prefix('=')?;
    let body = rest.trim_start();
    Some(compile(node, body, 1 + rest.len() - body.len(), env, ty, faults))
}

pub(super) fn int(node: &Node, env: &Env, faults: &mut Faults) -> Option<IntT> {
    match computed(node, env, Some(&Type::Int), faults) {
        Some(program) => program.map(IntT::Expr),
        None => node.int(faults).map(IntT::Is),
    }
}

pub(super) fn bool(node: &Node, env: &Env, faults: &mut Faults) -> Option<BoolT> {
    match computed(node, env, Some(&Type::Bool), faults) {
        Some(program) => program.map(BoolT::Expr),
        None => node.bool(faults).map(BoolT::Is),
    }
}

pub(super) fn card(node: &Node, pool: &Pool, env: &Env, faults: &mut Faults) -> Option<CardT> {
    if let Some(program) = computed(node, env, None, faults) {
        let program = program?;
        // A card, or the name of one.
        if *program.ty() != card_type() && !matches!(program.ty(), Type::Str) {
            faults.push(node.fault("expected a card"));
            return None;
        }
        return Some(CardT::Expr(program));
    }
    groups::card(node, &pool.cards, faults).map(CardT::Is)
}

pub(super) fn player(node: &Node, env: &Env, faults: &mut Faults) -> Option<PlayerT> {
    if let Some(program) = computed(node, env, Some(&Type::Str), faults) {
        return program.map(PlayerT::Expr);
    }
    let words: Vec<&str> = PlayerName::ALL.iter().map(|p| p.word()).collect();
    node.word(&words, faults).and_then(PlayerName::from_word).map(PlayerT::Is)
}

/// A range whose ends are numbers or expressions: `0..=8`, `"1..=n"`, `"0..=2 * n"`.
pub(super) fn bounds(node: &Node, env: &Env, faults: &mut Faults) -> Option<(IntT, IntT)> {
    let text = match &node.value {
        Value::Str(text) if text.contains("..=") => text,
        _ => {
            // The reader of plain ranges knows how to explain what is wrong.
            let range = node.range(faults)?;
            return Some((IntT::Is(*range.start()), IntT::Is(*range.end())));
        }
    };
    let (low, high) = text.split_once("..=")?;
    let mut end = |part: &str, offset: usize| {
        let trimmed = part.trim();
        match trimmed.parse::<i64>() {
            Ok(n) => Some(IntT::Is(n)),
            Err(_) => {
                let offset = offset + part.find(trimmed).unwrap_or(0);
                compile(node, trimmed, offset, env, Some(&Type::Int), faults).map(IntT::Expr)
            }
        }
    };
    let (low, high) = (end(low, 0), end(high, low.len() + 3));
    let (low, high) = (low?, high?);
    if let (IntT::Is(a), IntT::Is(b)) = (&low, &high)
        && a > b
    {
        faults.push(node.fault(format!("the range {a}..={b} is empty")));
        return None;
    }
    Some((low, high))
}

/// Ids that need not be written on the board: what comes about in play.
fn is_made(word: &str) -> bool {
    word == "stack.top" || word.starts_with("token.") || word.starts_with("ability of ")
}

/// The id of an object or group of the board, a player, or something that comes about in play.
pub(super) fn id(node: &Node, env: &Env, entries: &[(Arc<str>, bool)], faults: &mut Faults) -> Option<WordT> {
    word(node, env, entries, false, faults)
}

/// What is picked as an answer: an id, a number, a letter of mana, `accept`, `decline`.
pub(super) fn pick(node: &Node, env: &Env, entries: &[(Arc<str>, bool)], faults: &mut Faults) -> Option<WordT> {
    if let Value::Int(n) = node.value {
        return Some(WordT::Is(n.to_string().into()));
    }
    word(node, env, entries, true, faults)
}

fn word(node: &Node, env: &Env, entries: &[(Arc<str>, bool)], is_pick: bool, faults: &mut Faults) -> Option<WordT> {
    if matches!(node.value, Value::Map(_)) {
        return member(node, env, entries, faults);
    }
    if let Some(program) = computed(node, env, None, faults) {
        return program.map(WordT::Expr);
    }
    let text = node.filled_str(faults)?;
    if let Some((id, single)) = entries.iter().find(|(id, _)| **id == *text) {
        return Some(if *single { WordT::Is(Arc::clone(id)) } else { WordT::Group(Arc::clone(id)) });
    }
    let group = text.rsplit_once('.').map_or(text, |(group, _)| group);
    let of_group = entries.iter().any(|(id, single)| !single && **id == *group);
    let answer = is_pick && (text == "decline" || text == "accept" || text.chars().all(|c| "WUBRGC".contains(c)));
    if PlayerName::from_word(text).is_some() || is_made(text) || of_group || answer {
        return Some(WordT::Is(text.into()));
    }
    let known = entries.iter().map(|(id, _)| &**id).chain(PlayerName::ALL.iter().map(|p| p.word()));
    let help = suggestion(text, known);
    faults.push(node.fault(format!("nothing on this board is named \"{text}\"")).with_help(help));
    None
}

/// `{of: group, at: n}`.
fn member(node: &Node, env: &Env, entries: &[(Arc<str>, bool)], faults: &mut Faults) -> Option<WordT> {
    let mut fields = node.reader(faults)?;
    let group = fields.required("of", faults, |n, f| {
        let text = n.filled_str(f)?;
        let groups = || entries.iter().filter(|(_, single)| !single).map(|(id, _)| id);
        let found = groups().find(|id| ***id == *text).cloned();
        if found.is_none() {
            let help = suggestion(text, groups().map(|id| &**id));
            f.push(n.fault(format!("there is no group named \"{text}\"")).with_help(help));
        }
        found
    });
    let at = fields.required("at", faults, |n, f| int(n, env, f));
    fields.finish(faults);
    Some(WordT::Member(group?, at?))
}
