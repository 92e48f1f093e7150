//! The clauses: every statement of the source documents, and what the citations of rulings can refer to.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::fault::{Faults, Source, Span};
use crate::yaml::Node;

/// Every clause, as `rulings/clauses.yaml` lists them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Clauses {
    /// The version of the suite.
    pub suite: u32,
    /// The source documents by name.
    pub documents: BTreeMap<String, Document>,
    /// The clauses, in the order of the documents.
    pub clauses: Vec<Clause>,
}

/// A source document.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// What it is about.
    pub title: String,
    /// How many paragraphs it has.
    pub paragraphs: u32,
}

/// One statement.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// Its name.
    pub id: String,
    /// The folder of its rulings.
    pub topic: String,
    /// Where it stands.
    pub from: Vec<Place>,
    /// The rules that settle it.
    pub rules: Vec<String>,
    /// What it says, in our words.
    pub says: String,
    /// The boundary conditions that its rulings have to reach.
    pub traps: Vec<String>,
    /// The mutants that its rulings have to kill.
    pub faults: Vec<String>,
    /// What is not drawn, and why.
    #[serde(default)]
    pub leave_out: Vec<String>,
}

/// A paragraph of a document.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// `D0`, `D1` or `D2`.
    pub document: String,
    /// Counted from 1.
    pub paragraph: u32,
}

/// The folders of rulings.
pub const TOPICS: [&str; 7] = ["mana", "x", "tap-symbol", "untap-symbol", "nine-lives", "hungry-lynx", "incarnation"];

impl Clauses {
    /// The clause of that name.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Clause> {
        self.clauses.iter().find(|clause| clause.id == id)
    }
}

/// Reads `clauses.yaml` and checks it against the citations.
pub fn read(node: &Node, citations: &Citations, faults: &mut Faults) -> Option<Clauses> {
    let clauses: Clauses = faults.take(node.deserialize())?;
    let nodes = node.get("clauses").and_then(|list| match &list.value {
        crate::yaml::Value::List(items) => Some(items.as_slice()),
        _ => None,
    });
    for (at, clause) in clauses.clauses.iter().enumerate() {
        let place = nodes.and_then(|nodes| nodes.get(at)).unwrap_or(node);
        if clauses.clauses[..at].iter().any(|other| other.id == clause.id) {
            faults.push(place.fault(format!("there are two clauses named `{}`", clause.id)));
        }
        if !TOPICS.contains(&clause.topic.as_str()) {
            faults.push(place.fault(format!("`{}` is no topic", clause.topic)));
        }
        for from in &clause.from {
            let last = clauses.documents.get(&from.document).map_or(0, |document| document.paragraphs);
            if !(1..=last).contains(&from.paragraph) {
                faults.push(place.fault(format!("{} has no paragraph {}", from.document, from.paragraph)));
            }
        }
        for rule in clause.rules.iter().filter(|rule| !citations.has(rule)) {
            faults.push(place.fault(format!("there is no rule `{rule}`")));
        }
    }
    Some(clauses)
}

/// What can be cited: rule numbers and paragraphs, with checksums, never text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Citations {
    /// The day on which the edition of the rules took effect.
    pub edition: String,
    /// Rule numbers and checksums, sorted by number as text.
    rules: Vec<(String, String)>,
}

impl Citations {
    /// Reads `citations.lock`; lines that it does not know are faults.
    pub fn parse(name: &str, text: &str, faults: &mut Faults) -> Citations {
        let source = Source::new(name, text);
        let mut citations = Citations::default();
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                [] => {}
                [first, ..] if first.starts_with('#') => {}
                ["edition", date] => date.clone_into(&mut citations.edition),
                ["document", _, n, sum] if n.parse::<u32>().is_ok() && is_checksum(sum) => {}
                [number, sum] if is_number(number) && is_checksum(sum) => {
                    citations.rules.push((number.to_owned(), sum.to_owned()));
                }
                _ => faults.push(crate::fault::Fault::new(
                    &source,
                    Span::new(offset, line.trim_end().len()),
                    "expected a rule number and a checksum",
                )),
            }
            offset += line.len();
        }
        citations.rules.sort();
        citations
    }

    /// Whether the rules have this number.
    #[must_use]
    pub fn has(&self, number: &str) -> bool {
        self.rules.binary_search_by(|(n, _)| n.as_str().cmp(number)).is_ok()
    }

    /// Every number with its checksum, sorted as text.
    pub fn rules(&self) -> impl Iterator<Item = (&str, &str)> {
        self.rules.iter().map(|(n, sum)| (n.as_str(), sum.as_str()))
    }

    /// Every number, sorted as text.
    pub fn numbers(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(|(n, _)| n.as_str())
    }
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

fn is_checksum(word: &str) -> bool {
    word.len() == 16 && word.bytes().all(|b| b.is_ascii_hexdigit())
}
