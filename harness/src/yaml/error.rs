//! Why a node is not of a type that serde reads, in our words.

use std::fmt::{self, Display};

use serde::de::{self, Unexpected};

use super::{Key, Node};
use crate::fault::{Fault, listed, suggestion};

/// Why a node is not of a type. It gets its place on the way out of the innermost node.
#[derive(Debug)]
pub struct ReadError {
    message: String,
    help: Option<String>,
    fault: Option<Box<Fault>>,
}

impl ReadError {
    pub(super) fn new(message: String, help: Option<String>) -> Self {
        let fault = None;
        Self { message, help, fault }
    }

    pub(super) fn with_help(self, help: String) -> Self {
        Self { help: Some(help), ..self }
    }

    pub(super) fn at(mut self, node: &Node) -> Self {
        if self.fault.is_none() {
            self.fault = Some(Box::new(node.fault("")));
        }
        self
    }

    pub(super) fn at_key(mut self, node: &Node, key: &Key) -> Self {
        if self.fault.is_none() {
            self.fault = Some(Box::new(node.key_fault(key, "")));
        }
        self
    }

    pub(super) fn into_fault(self, root: &Node) -> Fault {
        let fault = self.fault.map_or_else(|| root.fault(""), |fault| *fault);
        let message = self.message;
        Fault { message, ..fault }.with_help(self.help)
    }

    fn unknown(kind: &str, name: &str, expected: &'static [&'static str]) -> Self {
        let names = || expected.iter().copied();
        let all = || match expected {
            [] => "none is expected here".to_owned(),
            [only] => format!("the only {kind} here is \"{only}\""),
            _ => format!("expected one of {}", listed(names())),
        };
        let help = suggestion(name, names()).unwrap_or_else(all);
        Self::new(format!("unknown {kind} {name:?}"), Some(help))
    }
}

impl Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {}

impl de::Error for ReadError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(message.to_string(), None)
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        let found = described(&found);
        Self::new(format!("expected {}, found {found}", wanted(expected)), None)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        let found = described(&found);
        Self::new(format!("expected {}, found {found}", wanted(expected)), None)
    }

    fn invalid_length(len: usize, expected: &dyn de::Expected) -> Self {
        Self::new(format!("expected {}, found {len}", wanted(expected)), None)
    }

    fn unknown_variant(name: &str, expected: &'static [&'static str]) -> Self {
        Self::unknown("value", name, expected)
    }

    fn unknown_field(name: &str, expected: &'static [&'static str]) -> Self {
        Self::unknown("field", name, expected)
    }

    fn missing_field(name: &'static str) -> Self {
        Self::new(format!("the field \"{name}\" is missing"), None)
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self::new(format!("the field \"{name}\" is given twice"), None)
    }
}

fn described(found: &Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(value) => format!("the number {value}"),
        Unexpected::Signed(value) => format!("the number {value}"),
        Unexpected::Float(value) => format!("the number {value}"),
        Unexpected::Str(text) => format!("the text {text:?}"),
        Unexpected::Unit | Unexpected::Option => "nothing".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "a map".to_owned(),
        other => other.to_string(),
    }
}

/// serde's words for what it expects are Rust's; these are for people who write rulings.
fn wanted(expected: &dyn de::Expected) -> String {
    let text = expected.to_string();
    let whole = |low: i128, high: i128| format!("a whole number from {low} to {high}");
    match &*text {
        "u8" => whole(0, u8::MAX.into()),
        "u16" => whole(0, u16::MAX.into()),
        "u32" => whole(0, u32::MAX.into()),
        "u64" | "usize" => whole(0, u64::MAX.into()),
        "i8" => whole(i8::MIN.into(), i8::MAX.into()),
        "i16" => whole(i16::MIN.into(), i16::MAX.into()),
        "i32" => whole(i32::MIN.into(), i32::MAX.into()),
        "i64" | "isize" => whole(i64::MIN.into(), i64::MAX.into()),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a string" | "a borrowed string" => "text".to_owned(),
        "a character" => "a single character".to_owned(),
        "unit" => "nothing".to_owned(),
        _ if text.starts_with("struct ") => "a map".to_owned(),
        _ => {
            // "a tuple of size 2", "tuple variant Name::Of with 2 elements"
            let size = text.strip_prefix("a tuple of size ").or_else(|| {
                let (_, rest) = text.rsplit_once(" with ")?;
                rest.strip_suffix(" elements").or_else(|| rest.strip_suffix(" element"))
            });
            match size {
                Some(size) => format!("a list of {size}"),
                None => text,
            }
        }
    }
}
