//! Gaps between `clauses.yaml` and the rulings: what is stated and not encoded, named and not there.

use std::collections::BTreeSet;

use headjudge_engine::Mutant;

use super::{Findings, Shelf, items};
use crate::fault::suggestion;
use crate::ruling::Ruling;
use crate::yaml::{Node, Value};

pub(super) fn check(shelf: &Shelf<'_>, findings: &mut Findings) {
    let Some(file) = shelf.file("clauses.yaml") else { return };
    let clauses = &shelf.library.clauses;
    for (clause, node) in clauses.clauses.iter().zip(items(Some(file), "clauses")) {
        let own: Vec<&Ruling> =
            shelf.library.rulings.iter().filter(|r| r.certifies() && r.clauses.contains(&clause.id)).collect();
        let mut fault = |place: &Node, message: String, help: Option<String>| {
            findings.faults.push(place.fault(message).with_help(help));
        };
        if own.is_empty() {
            let help = format!("write one: headjudge new ruling {}/NAME", clause.topic);
            let place = node.get("id").unwrap_or(node);
            fault(place, format!("no ruling that certifies encodes the clause `{}`", clause.id), Some(help));
            continue;
        }
        for place in repeated(items(Some(node), "traps")).chain(repeated(items(Some(node), "faults"))) {
            fault(place, format!("`{}` stands here twice", text(place)), Some("take one out".to_owned()));
        }
        let labels = || own.iter().flat_map(|ruling| &ruling.labels).map(|label| label.name.as_str());
        for place in items(Some(node), "traps") {
            if !labels().any(|name| name == text(place)) {
                let message = format!("no label of a ruling of `{}` is named `{}`", clause.id, text(place));
                let help = suggestion(text(place), labels());
                fault(place, message, help.or(Some("give a ruling of the clause such a label".to_owned())));
            }
        }
        for place in items(Some(node), "faults") {
            let name = text(place);
            match Mutant::from_name(name) {
                None => {
                    let near = suggestion(name, Mutant::ALL.iter().map(|mutant| mutant.name()));
                    let help = near.unwrap_or_else(|| "add it to `engine/src/mutant.rs`".to_owned());
                    fault(place, format!("there is no mutant `{name}`"), Some(help));
                }
                Some(mutant) if !own.iter().any(|ruling| ruling.kills.contains(&mutant)) => {
                    let message = format!("no ruling of `{}` names the mutant `{name}` in its `kills`", clause.id);
                    fault(place, message, Some("name it where it is killed".to_owned()));
                }
                Some(_) => {}
            }
        }
    }
    paragraphs(shelf, file, findings);
    let claimed: BTreeSet<&str> =
        clauses.clauses.iter().flat_map(|clause| &clause.faults).map(String::as_str).collect();
    let others: Vec<&str> =
        Mutant::ALL.iter().map(|mutant| mutant.name()).filter(|name| !claimed.contains(name)).collect();
    if !others.is_empty() {
        let message = format!("no clause names these mutants among its faults: {}", others.join(", "));
        let help = "name each under a clause that rests on its rule; `headjudge mutants` tells them".to_owned();
        findings.advice.push(file.get("clauses").unwrap_or(file).fault(message).with_help(help));
    }
    for ruling in &shelf.library.rulings {
        let kills = shelf.ruling(&ruling.id).map(|file| items(Some(file), "kills")).unwrap_or_default();
        for place in repeated(kills) {
            let fault = place.fault(format!("`{}` stands here twice", text(place)));
            findings.faults.push(fault.with_help("take one out".to_owned()));
        }
    }
}

/// Paragraphs of documents that no clause is from.
fn paragraphs(shelf: &Shelf<'_>, file: &Node, findings: &mut Findings) {
    let clauses = &shelf.library.clauses;
    for (name, document) in &clauses.documents {
        let stated = |n: &u32| {
            let mut places = clauses.clauses.iter().flat_map(|clause| &clause.from);
            places.any(|place| place.document == *name && place.paragraph == *n)
        };
        let left: Vec<String> = (1..=document.paragraphs).filter(|n| !stated(n)).map(|n| n.to_string()).collect();
        if !left.is_empty() {
            let place = file.get("documents").and_then(|all| all.get(name)).unwrap_or(file);
            let message = format!("no clause is from these paragraphs of {name}: {}", left.join(", "));
            findings.faults.push(place.fault(message).with_help("add a clause for each".to_owned()));
        }
    }
}

/// The items that are not the first of their text.
fn repeated(items: &[Node]) -> impl Iterator<Item = &Node> {
    let before = |at: usize| items[..at].iter().map(text);
    items.iter().enumerate().filter(move |(at, item)| before(*at).any(|t| t == text(item))).map(|(_, item)| item)
}

fn text(node: &Node) -> &str {
    match &node.value {
        Value::Str(text) => text,
        _ => "",
    }
}
