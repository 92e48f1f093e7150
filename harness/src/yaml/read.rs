//! Nodes to values by hand: every method adds a fault and answers nothing where the node is not what was wanted.

use std::ops::RangeInclusive;

use super::{Key, Node, Value};
use crate::fault::{Faults, listed, suggestion};

impl Node {
    /// The text. A number or a truth value is a fault that says to quote it, since `702.10` is no number.
    pub fn str(&self, faults: &mut Faults) -> Option<&str> {
        match &self.value {
            Value::Str(text) => Some(text),
            Value::Bool(_) | Value::Int(_) | Value::Number(_) => {
                let help = format!("quote it: \"{}\"", self.raw());
                faults.push(self.expected("text").with_help(help));
                None
            }
            Value::Null | Value::List(_) | Value::Map(_) => {
                faults.push(self.expected("text"));
                None
            }
        }
    }

    /// The text, which must not be empty or blank.
    pub fn filled_str(&self, faults: &mut Faults) -> Option<&str> {
        let text = self.str(faults)?;
        if text.trim().is_empty() {
            faults.push(self.fault("the text is empty"));
            return None;
        }
        Some(text)
    }

    /// The text if it is one of these words; a word that is not gets a suggestion.
    pub fn word<'w>(&self, words: &[&'w str], faults: &mut Faults) -> Option<&'w str> {
        let text = self.str(faults)?;
        let word = words.iter().find(|word| **word == text).copied();
        if word.is_none() {
            let message = format!("{text:?} is not one of {}", listed(words.iter().copied()));
            let help = suggestion(text, words.iter().copied());
            faults.push(self.fault(message).with_help(help));
        }
        word
    }

    /// The whole number.
    pub fn int(&self, faults: &mut Faults) -> Option<i64> {
        match &self.value {
            Value::Int(value) => Some(*value),
            Value::Str(text) if text.trim().parse::<i64>().is_ok() && self.quote().is_some() => {
                let help = format!("remove the quotes: {}", text.trim());
                faults.push(self.expected("a whole number").with_help(help));
                None
            }
            _ => {
                faults.push(self.expected("a whole number"));
                None
            }
        }
    }

    /// The whole number, if it lies in the range.
    pub fn int_in(&self, range: RangeInclusive<i64>, faults: &mut Faults) -> Option<i64> {
        let value = self.int(faults)?;
        if !range.contains(&value) {
            let (low, high) = (range.start(), range.end());
            faults.push(self.fault(format!("{value} is not between {low} and {high}")));
            return None;
        }
        Some(value)
    }

    /// `true` or `false`.
    pub fn bool(&self, faults: &mut Faults) -> Option<bool> {
        let Value::Bool(value) = self.value else {
            let spelled = match &self.value {
                Value::Str(text) if self.quote().is_none() => match &*text.to_lowercase() {
                    "yes" | "y" | "on" => Some("write true"),
                    "no" | "n" | "off" => Some("write false"),
                    _ => None,
                },
                _ => None,
            };
            let help = spelled.map(str::to_owned);
            faults.push(self.expected("true or false").with_help(help));
            return None;
        };
        Some(value)
    }

    /// The items of the list.
    pub fn list(&self, faults: &mut Faults) -> Option<&[Node]> {
        let Value::List(items) = &self.value else {
            faults.push(self.expected("a list"));
            return None;
        };
        Some(items)
    }

    /// The values that `read` makes of the list's items, if all of them are good; all faults are reported.
    pub fn list_of<'n, T>(
        &'n self,
        faults: &mut Faults,
        mut read: impl FnMut(&'n Node, &mut Faults) -> Option<T>,
    ) -> Option<Vec<T>> {
        let items = self.list(faults)?;
        let read: Vec<Option<T>> = items.iter().map(|item| read(item, faults)).collect();
        read.into_iter().collect()
    }

    /// The entries of the map, in the order of the file.
    pub fn map(&self, faults: &mut Faults) -> Option<&[(Key, Node)]> {
        let Value::Map(entries) = &self.value else {
            faults.push(self.expected("a map"));
            return None;
        };
        Some(entries)
    }

    /// The only entry of a map of one, for `{plain creature: true}` and the like. `what` names the choice in messages.
    pub fn only_entry(&self, what: &str, faults: &mut Faults) -> Option<(&Key, &Node)> {
        match self.map(faults)? {
            [(key, node)] => Some((key, node)),
            entries => {
                let count = entries.len();
                let message = format!("expected one {what}, found {count} keys");
                faults.push(self.fault(message));
                None
            }
        }
    }

    /// A reader of the map's fields.
    pub fn reader(&self, faults: &mut Faults) -> Option<Reader<'_>> {
        let entries = self.map(faults)?;
        Some(Reader { node: self, entries, known: Vec::new() })
    }

    /// A range of whole numbers, both ends included, written `1..=12`.
    pub fn range(&self, faults: &mut Faults) -> Option<RangeInclusive<i64>> {
        let text = match &self.value {
            Value::Str(text) => text,
            _ => {
                faults.push(self.expected("a range such as 1..=12"));
                return None;
            }
        };
        let ends = text.split_once("..=").and_then(|(low, high)| {
            let end = |text: &str| text.trim().parse::<i64>().ok();
            Some((end(low)?, end(high)?))
        });
        let Some((low, high)) = ends else {
            let exclusive = text.contains("..") && !text.contains("..=");
            let help = exclusive.then(|| "ranges include their end, write ..=".to_owned());
            faults.push(self.expected("a range such as 1..=12").with_help(help));
            return None;
        };
        if low > high {
            faults.push(self.fault(format!("the range {low}..={high} is empty")));
            return None;
        }
        Some(low..=high)
    }

    /// A share in whole percent, written `20%`: 0 to 100.
    pub fn percent(&self, faults: &mut Faults) -> Option<u32> {
        let text = match &self.value {
            Value::Str(text) => text.strip_suffix('%'),
            _ => None,
        };
        let share = text.and_then(|digits| digits.parse::<u32>().ok());
        match share {
            Some(share @ 0..=100) => Some(share),
            Some(share) => {
                faults.push(self.fault(format!("{share}% is not between 0% and 100%")));
                None
            }
            None => {
                let fault = self.expected("a share such as 20%");
                let help = matches!(self.value, Value::Int(0..=100));
                let help = help.then(|| format!("write {}%", self.raw()));
                faults.push(fault.with_help(help));
                None
            }
        }
    }
}

/// Reads the fields of a map and at the end reports those that nobody asked for.
///
/// ```
/// use headjudge::fault::Faults;
///
/// let node = headjudge::yaml::parse("a.yaml", "says: two\ncount: 2\n").unwrap();
/// let mut faults = Faults::new();
/// let mut fields = node.reader(&mut faults).unwrap();
/// let says = fields.required("says", &mut faults, |node, faults| node.str(faults));
/// let count = fields.optional("count", &mut faults, |node, faults| node.int(faults));
/// fields.finish(&mut faults);
/// assert_eq!((says, count, faults.len()), (Some("two"), Some(2), 0));
/// ```
#[derive(Debug)]
#[must_use = "`finish` reports the unknown fields"]
pub struct Reader<'n> {
    node: &'n Node,
    entries: &'n [(Key, Node)],
    known: Vec<&'static str>,
}

impl<'n> Reader<'n> {
    /// The map itself.
    #[must_use]
    pub fn node(&self) -> &'n Node {
        self.node
    }

    /// The node of this field, if it is given; from now on the field is known. A field without a value is `Null`, and given.
    pub fn field(&mut self, name: &'static str) -> Option<&'n Node> {
        Some(self.entry(name)?.1)
    }

    /// The key and the node of this field, if it is given; from now on the field is known.
    pub fn entry(&mut self, name: &'static str) -> Option<(&'n Key, &'n Node)> {
        self.known.push(name);
        let entry = self.entries.iter().find(|(key, _)| key.name == name);
        entry.map(|(key, node)| (key, node))
    }

    /// What `read` makes of this field, which must be given. Nothing where there is a fault.
    pub fn required<T>(
        &mut self,
        name: &'static str,
        faults: &mut Faults,
        read: impl FnOnce(&'n Node, &mut Faults) -> Option<T>,
    ) -> Option<T> {
        match self.field(name) {
            Some(node) => read(node, faults),
            None => {
                faults.push(self.node.fault(format!("the field \"{name}\" is missing")));
                None
            }
        }
    }

    /// What `read` makes of this field if it is given. Nothing where it is not, or where there is a fault.
    pub fn optional<T>(
        &mut self,
        name: &'static str,
        faults: &mut Faults,
        read: impl FnOnce(&'n Node, &mut Faults) -> Option<T>,
    ) -> Option<T> {
        self.field(name).and_then(|node| read(node, faults))
    }

    /// The entries that nobody has asked for yet, for maps with fields and free names side by side. They are known now.
    pub fn rest(&mut self) -> Vec<(&'n Key, &'n Node)> {
        let rest = self.unknown().collect();
        self.entries = &[];
        rest
    }

    /// Reports every field that is not known, with a suggestion or else the list of those that are.
    pub fn finish(self, faults: &mut Faults) {
        for (key, _) in self.unknown() {
            let known = || self.known.iter().copied();
            let mut fault = self.node.key_fault(key, format!("unknown field {:?}", key.name));
            let near = suggestion(&key.name, known());
            let all = || format!("the fields here are {}", listed(known()));
            fault = fault.with_help(near.or_else(|| (!self.known.is_empty()).then(all)));
            faults.push(fault);
        }
    }

    fn unknown(&self) -> impl Iterator<Item = (&'n Key, &'n Node)> {
        let unknown = self.entries.iter();
        let unknown = unknown.filter(|(key, _)| !self.known.contains(&&*key.name));
        unknown.map(|(key, node)| (key, node))
    }
}
