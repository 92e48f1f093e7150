//! Cards that nothing in the library uses, and cards that leave abilities out: advice, for the tests of the engine and
//! positions of one's own may well use them.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Findings, Shelf};
use crate::fault::Faults;
use crate::ruling::groups;
use crate::yaml::{Node, Value};

/// The most names that one line of advice tells.
const MOST: usize = 12;

pub(super) fn check(shelf: &Shelf<'_>, findings: &mut Findings) {
    let used = used(shelf);
    let files = shelf.nodes.iter().filter(|(path, _)| path.starts_with("cards/"));
    for (_, node) in files {
        let Value::List(cards) = &node.value else { continue };
        let names = cards.iter().filter_map(|card| card.get("name"));
        // A token without a name is what effects make it.
        let unused: Vec<&Node> = names.filter(|name| !text(name).is_empty() && !used.contains(text(name))).collect();
        if let Some(first) = unused.first() {
            let message = format!("no ruling, group or other card uses {}", named(&unused));
            let help = "write a ruling with them; tests of the engine may use them all the same".to_owned();
            findings.advice.push(first.fault(message).with_help(help));
        }
        let omitting: Vec<&Node> =
            cards.iter().filter(|card| card.get("omitted").is_some()).filter_map(|card| card.get("name")).collect();
        if let Some(first) = omitting.first() {
            let many = if omitting.len() == 1 { "1 card leaves" } else { &format!("{} cards leave", omitting.len()) };
            findings.advice.push(first.fault(format!("{many} abilities out: {}", named(&omitting))));
        }
    }
}

/// The names of all cards that a ruling can have on its board, that belong to a group, or that another card names.
fn used(shelf: &Shelf<'_>) -> BTreeSet<String> {
    let pool = &shelf.library.pool;
    let mut ids: Vec<_> = shelf.library.rulings.iter().flat_map(|ruling| ruling.cards(pool)).collect();
    ids.extend(&pool.inert);
    if let Some(node) = shelf.file("groups.yaml") {
        let all = groups::read(node, &Arc::clone(&pool.cards), &pool.views, &mut Faults::new());
        ids.extend(all.into_values().flatten());
    }
    let mut names: BTreeSet<String> = ids.into_iter().map(|id| pool.cards.card(id).name.clone()).collect();
    for (_, node) in shelf.nodes.iter().filter(|(path, _)| path.starts_with("cards/")) {
        let Value::List(cards) = &node.value else { continue };
        for card in cards {
            let Value::Map(fields) = &card.value else { continue };
            let others = fields.iter().filter(|(key, _)| key.name != "name");
            others.for_each(|(_, value)| {
                texts(value, &mut |text| {
                    if pool.cards.find(text).is_some() {
                        names.insert(text.to_owned());
                    }
                })
            });
        }
    }
    names
}

/// Tells every text below a node.
fn texts(node: &Node, tell: &mut impl FnMut(&str)) {
    match &node.value {
        Value::Str(text) => tell(text),
        Value::List(items) => items.iter().for_each(|item| texts(item, tell)),
        Value::Map(entries) => entries.iter().for_each(|(_, value)| texts(value, tell)),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Number(_) => {}
    }
}

fn named(names: &[&Node]) -> String {
    let first: Vec<&str> = names.iter().take(MOST).map(|name| text(name)).collect();
    let more = names.len().saturating_sub(MOST);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", first.join(", "))
}

fn text(node: &Node) -> &str {
    match &node.value {
        Value::Str(text) => text,
        _ => "",
    }
}
