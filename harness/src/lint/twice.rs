//! Statements that are made twice: two rulings that say the same, or do and expect the same.

use std::collections::BTreeMap;

use super::{Findings, Shelf, items};
use crate::yaml::{Node, Value};

pub(super) fn check(shelf: &Shelf<'_>, findings: &mut Findings) {
    let mut said: BTreeMap<String, &str> = BTreeMap::new();
    let mut done: BTreeMap<String, &str> = BTreeMap::new();
    for ruling in &shelf.library.rulings {
        let Some(file) = shelf.ruling(&ruling.id) else { continue };
        if let Some(place) = file.get("says") {
            match said.get(&words(&ruling.says)) {
                Some(first) => {
                    let help = "say what tells them apart, or make one ruling of both".to_owned();
                    findings.faults.push(place.fault(format!("`{first}` says the same")).with_help(help));
                }
                None => {
                    said.insert(words(&ruling.says), &ruling.id);
                }
            }
        }
        let Some(place) = file.get("then") else { continue };
        let mut key: Vec<String> = items(Some(file), "then").iter().map(canonical).collect();
        key.sort();
        // The board too: the same steps and expectations on another board are another statement.
        key.extend(
            ["forall", "let", "where", "given", "when", "answers"]
                .map(|part| file.get(part).map_or_else(String::new, canonical)),
        );
        match done.get(&key.concat()) {
            Some(first) => {
                let message = format!("`{first}` has the same board, script and expectations");
                let help = "make one ruling of both: its clauses, labels and mutants can stand together".to_owned();
                findings.faults.push(place.fault(message).with_help(help));
            }
            None => {
                done.insert(key.concat(), &ruling.id);
            }
        }
    }
}

/// The words of a sentence, without capitals, signs and line breaks.
fn words(text: &str) -> String {
    let bare = |word: &str| word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let words: Vec<String> = text.split_whitespace().map(bare).filter(|word: &String| !word.is_empty()).collect();
    words.join(" ")
}

/// A node as text that does not depend on how it is laid out: spaces in texts do not count, nor does the order of keys.
fn canonical(node: &Node) -> String {
    match &node.value {
        Value::Null => "~".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Number(text) => text.clone(),
        Value::Str(text) => format!("{:?}", text.split_whitespace().collect::<String>()),
        Value::List(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        Value::Map(entries) => {
            let mut all: Vec<String> =
                entries.iter().map(|(key, value)| format!("{:?}:{}", key.name, canonical(value))).collect();
            all.sort();
            format!("{{{}}}", all.join(","))
        }
    }
}
