//! Strict YAML: text to nodes that know their place, and nodes to values with every fault reported.
//!
//! The only module that knows YAML. What it accepts is a subset on purpose: one document, keys that are text and unique,
//! `true` and `false` and no other word for them, no anchors, aliases, merge keys or tags (but YAML's own), and bounds on size and depth.
//! Loading goes in two steps. [`parse`] stops at the first fault, because after it the structure is a guess. Reading the
//! nodes ([`Reader`], the methods of [`Node`]) collects all faults.

mod de;
mod error;
mod parse;
mod part;
mod read;

use std::fmt;
use std::sync::Arc;

pub use self::error::ReadError;
pub use self::parse::{MAX_BYTES, MAX_DEPTH, MAX_NODES, parse, parse_bytes};
pub use self::read::Reader;
use crate::fault::{Fault, Source, Span};

/// A value of a file and its place there.
#[derive(Debug, Clone)]
pub struct Node {
    /// What stands there.
    pub value: Value,
    /// Where: the text of a scalar; the opening bracket, first key or first dash of a collection.
    pub span: Span,
    place: Arc<Place>,
}

/// What a node is.
#[derive(Debug, Clone)]
pub enum Value {
    /// `null`, `~`, or nothing at all.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number that is not an `i64`, as it was written: `702.10` is not `702.1` to everybody.
    Number(String),
    /// Text, quoted or not.
    Str(String),
    /// A list.
    List(Vec<Node>),
    /// A map in the order of the file. No key occurs twice.
    Map(Vec<(Key, Node)>),
}

/// A key of a map and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The key.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// Where in the data a node is.
struct Place {
    source: Source,
    parent: Option<Arc<Place>>,
    step: Step,
}

enum Step {
    Root,
    Key(String),
    Item(usize),
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Place({self})")
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(parent) = &self.parent else {
            return Ok(());
        };
        let dot = if parent.parent.is_some() { "." } else { "" };
        match &self.step {
            Step::Root => Ok(()),
            Step::Key(name) => write!(f, "{parent}{dot}{name}"),
            Step::Item(index) => write!(f, "{parent}[{index}]"),
        }
    }
}

impl Node {
    /// The file this node is from.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.place.source
    }

    /// The way to this node from the top of the file, such as `given.p1.battlefield[0]`; empty at the top.
    #[must_use]
    pub fn path(&self) -> String {
        self.place.to_string()
    }

    /// The text of a scalar as it stands in the file, quotes included.
    #[must_use]
    pub fn raw(&self) -> &str {
        self.source().slice(self.span)
    }

    /// What this node is, for messages: `a list`, `the number 702.10`.
    #[must_use]
    pub fn describe(&self) -> String {
        match &self.value {
            Value::Null => "nothing".to_owned(),
            Value::Bool(value) => value.to_string(),
            Value::Int(_) | Value::Number(_) => format!("the number {}", self.raw()),
            Value::Str(text) => {
                let short: String = text.chars().take(40).collect();
                let more = if short.len() < text.len() { "…" } else { "" };
                format!("the text {:?}", short + more)
            }
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
        }
    }

    /// A fault of this node.
    pub fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.source(), self.span, message).with_path(self.path())
    }

    /// A fault of one of this map's keys.
    pub fn key_fault(&self, key: &Key, message: impl Into<String>) -> Fault {
        let dot = if self.place.parent.is_some() { "." } else { "" };
        Fault::new(self.source(), key.span, message).with_path(format!("{}{dot}{}", self.place, key.name))
    }

    /// A fault of a part of this node's text, such as a word of an expression: `len` bytes of the value from byte `offset`.
    pub fn part_fault(&self, offset: usize, len: usize, message: impl Into<String>) -> Fault {
        let mut fault = self.fault(message);
        fault.span = self.part(offset, len);
        fault
    }

    /// The value of this key, if this node is a map that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Map(entries) => {
                let entry = entries.iter().find(|(k, _)| k.name == key);
                entry.map(|(_, node)| node)
            }
            _ => None,
        }
    }

    fn expected(&self, what: &str) -> Fault {
        let fault = self.fault(format!("expected {what}, found {}", self.describe()));
        // `cost: {T}` is a map to YAML, and that is hard to guess.
        let braces = matches!(&self.value, Value::Map(entries) if entries.len() == 1)
            && self.raw() == "{"
            && what.contains("text");
        fault.with_help(braces.then(|| "quote text that starts with a brace: \"{T}\"".to_owned()))
    }
}
