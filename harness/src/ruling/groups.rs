//! Groups of cards that rulings draw from: by predicate or by name.

use std::collections::BTreeMap;
use std::sync::Arc;

use headjudge_engine::{CardId, CardTable};

use super::lower::compile;
use crate::expr::{Env, Type, Value};
use crate::fault::{Faults, suggestion};
use crate::values::{CardViews, card_type};
use crate::yaml::{self, Node};

/// The groups by name; the cards of each in the order in which they are drawn, the simplest first.
pub type Groups = BTreeMap<String, Vec<CardId>>;

/// Reads `groups.yaml`.
pub fn read(node: &Node, cards: &Arc<CardTable>, views: &CardViews, faults: &mut Faults) -> Groups {
    let mut groups = Groups::new();
    for (key, value) in node.map(faults).unwrap_or_default() {
        let members = match &value.value {
            yaml::Value::List(_) => value.list_of(faults, |item, faults| card(item, cards, faults)),
            _ => predicate(value, cards, views, faults),
        };
        if let Some(members) = members {
            if members.is_empty() {
                faults.push(node.key_fault(key, format!("no card belongs to the group `{}`", key.name)));
            }
            groups.insert(key.name.clone(), members);
        }
    }
    groups
}

fn predicate(node: &Node, cards: &Arc<CardTable>, views: &CardViews, faults: &mut Faults) -> Option<Vec<CardId>> {
    let mut fields = node.reader(faults)?;
    let condition = fields.required("where", faults, |n, faults| n.filled_str(faults).map(|text| (n, text)));
    fields.finish(faults);
    let (place, text) = condition?;
    let mut all: Vec<CardId> = cards.iter().map(|(id, _)| id).collect();
    simplest_first(cards, &mut all);
    filter(all, place, text, views, faults)
}

/// Cards in the order in which shrinking prefers them: small and cheap, then by name.
pub(super) fn simplest_first(cards: &CardTable, ids: &mut [CardId]) {
    ids.sort_by_key(|id| {
        let card = cards.card(*id);
        let size = card.power.unwrap_or(0).saturating_add(card.toughness.unwrap_or(0));
        (size, card.mana_value(), card.name.clone())
    });
}

/// The cards for which the condition holds; `it` is the card.
pub(super) fn filter(
    ids: Vec<CardId>,
    place: &Node,
    text: &str,
    views: &CardViews,
    faults: &mut Faults,
) -> Option<Vec<CardId>> {
    let env = Env::new().with("it", card_type());
    let program = compile(place, text, 0, &env, Some(&Type::Bool), faults)?;
    let mut kept = Vec::new();
    for id in ids {
        let view = views.get(id);
        match program.holds(&[Value::Record(&view)]) {
            Ok(true) => kept.push(id),
            Ok(false) => {}
            Err(error) => {
                faults.push(place.fault(format!("`{text}` has no value for `{}`: {error}", view.card().name)));
                return None;
            }
        }
    }
    Some(kept)
}

/// The card that a name means.
pub(super) fn card(node: &Node, cards: &CardTable, faults: &mut Faults) -> Option<CardId> {
    let name = node.filled_str(faults)?;
    let found = cards.find(name);
    if found.is_none() {
        let help = suggestion(name, cards.iter().map(|(_, card)| card.name.as_str()));
        faults.push(node.fault(format!("unknown card \"{name}\"")).with_help(help));
    }
    found
}
