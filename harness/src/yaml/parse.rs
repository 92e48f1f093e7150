//! Text to nodes: the YAML crate, its bounds, and its errors in our words.

use std::fmt;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::budget::BudgetBreach;
use serde_yaml::{Location, MergeKeyPolicy, NonFiniteFloatPolicy, Options, Spanned};

use super::{Key, Node, Place, Step, Value};
use crate::fault::{Fault, Source, Span};

/// The longest file that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// The deepest nesting of lists and maps.
pub const MAX_DEPTH: usize = 32;
/// The most values in one file.
pub const MAX_NODES: usize = 100_000;

/// Reads one YAML document.
///
/// # Errors
/// At the first place where the text is no YAML, or YAML beyond the accepted subset.
pub fn parse(name: &str, text: &str) -> Result<Node, Fault> {
    // A byte order mark is not part of the text, and would shift every column of the first line.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > MAX_BYTES {
        let start: String = text.lines().next().unwrap_or("").chars().take(80).collect();
        let message = format!("the file has {} bytes, at most {MAX_BYTES} are read", text.len());
        return Err(Fault::new(&Source::new(name, &start), Span::default(), message));
    }
    let source = Source::new(name, text);
    match serde_yaml::from_str_with_options::<Spanned<Raw>>(text, options()) {
        Ok(raw) => Ok(place(raw, &source, None, Step::Root)),
        Err(error) => Err(explain(&error, &source)),
    }
}

/// Reads one YAML document from a file's bytes.
///
/// # Errors
/// As [`parse`], and if the bytes are not UTF-8.
pub fn parse_bytes(name: &str, bytes: &[u8]) -> Result<Node, Fault> {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(name, text),
        Err(error) => {
            let valid = &bytes[..error.valid_up_to()];
            let line = valid.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
            // What can be shown of it; the offset stays right because all before it is valid.
            let end = bytes.len().min(valid.len() + 40);
            let text = String::from_utf8_lossy(&bytes[..end]);
            let source = Source::new(name, &text);
            let byte = bytes.get(valid.len()).copied().unwrap_or(0);
            let message = format!("byte {} of this line (0x{byte:02X}) is not UTF-8", valid.len() - line + 1);
            let fault = Fault::new(&source, Span::new(valid.len(), 1), message);
            Err(fault.with_help("save the file as UTF-8".to_owned()))
        }
    }
}

fn options() -> Options {
    serde_yaml::options! {
        strict_booleans: true,
        merge_keys: MergeKeyPolicy::Error,
        reject_unsupported_tags: true,
        // Odd numbers stay text, so that nothing is lost before the reader of the node says what it wants.
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
        underscored_numbers_as_strings: true,
        emit_comments: false,
        with_snippet: false,
        budget: serde_yaml::budget! {
            max_anchors: 0,
            max_aliases: 0,
            max_documents: 1,
            max_depth: MAX_DEPTH,
            flow_nesting_limit: MAX_DEPTH,
            max_nodes: MAX_NODES,
        },
    }
}

/// A value as the YAML crate gives it.
enum Raw {
    Null,
    Bool(bool),
    Int(i64),
    Number,
    Str(String),
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<String>, Spanned<Raw>)>),
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a scalar, a list or a map")
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Int(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Raw, E> {
        Ok(i64::try_from(value).map_or(Raw::Number, Raw::Int))
    }

    fn visit_i128<E>(self, _: i128) -> Result<Raw, E> {
        Ok(Raw::Number)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Raw, E> {
        Ok(Raw::Number)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Raw, E> {
        Ok(Raw::Number)
    }

    fn visit_str<E>(self, value: &str) -> Result<Raw, E> {
        Ok(Raw::Str(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Raw, E> {
        Ok(Raw::Str(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Raw, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Raw::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Raw, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Raw::Map(map))
    }
}

fn place(raw: Spanned<Raw>, source: &Source, parent: Option<&Arc<Place>>, step: Step) -> Node {
    let mut span = span_of(&raw.referenced, source);
    let place_of = Arc::new(Place { source: source.clone(), parent: parent.cloned(), step });
    let value = match raw.value {
        Raw::Null => Value::Null,
        Raw::Bool(value) => Value::Bool(value),
        Raw::Int(value) => Value::Int(value),
        Raw::Number => Value::Number(source.slice(span).to_owned()),
        Raw::Str(text) => {
            // A number too great for a float arrives as infinity's name; what stands in the file is kept instead.
            let raw = source.slice(span);
            let infinite = matches!(&*text, ".inf" | "-.inf" | ".nan");
            if infinite && raw != text && !raw.contains(&*text) {
                Value::Number(raw.to_owned())
            } else {
                Value::Str(text)
            }
        }
        Raw::List(items) => {
            // A list of dashes has no bracket to point at.
            span.len = 1;
            let items = items.into_iter().enumerate();
            let nodes = items.map(|(i, item)| place(item, source, Some(&place_of), Step::Item(i)));
            Value::List(nodes.collect())
        }
        Raw::Map(entries) => {
            let entry = |(key, value): (Spanned<String>, Spanned<Raw>)| {
                let step = Step::Key(key.value.clone());
                let node = place(value, source, Some(&place_of), step);
                let span = span_of(&key.referenced, source);
                let name = key.value;
                (Key { name, span }, node)
            };
            let entries: Vec<(Key, Node)> = entries.into_iter().map(entry).collect();
            if let (0, Some((key, _))) = (span.len, entries.first()) {
                span = key.span;
            }
            Value::Map(entries)
        }
    };
    Node { value, span, place: place_of }
}

fn span_of(location: &Location, source: &Source) -> Span {
    let span = location.span();
    let bytes = span.byte_offset().zip(span.byte_len());
    let (offset, len) =
        bytes.map_or((None, 0), |(offset, len)| (usize::try_from(offset).ok(), usize::try_from(len).unwrap_or(0)));
    // The scanner's errors come with a line and a column only.
    Span::new(offset.unwrap_or_else(|| offset_of(location, source.text())), len)
}

fn offset_of(location: &Location, text: &str) -> usize {
    let line = usize::try_from(location.line()).unwrap_or(1).saturating_sub(1);
    let column = usize::try_from(location.column()).unwrap_or(1).saturating_sub(1);
    let start = match line {
        0 => 0,
        _ => breaks(text).nth(line - 1).unwrap_or(text.len()),
    };
    let rest = &text[start..];
    start + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at)
}

/// The offsets after the line breaks of YAML, which may be `\n`, `\r\n` or `\r`.
fn breaks(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    (0..bytes.len()).filter_map(|at| match (bytes[at], bytes.get(at + 1)) {
        (b'\r', Some(b'\n')) => None,
        (b'\n' | b'\r', _) => Some(at + 1),
        _ => None,
    })
}

fn explain(error: &serde_yaml::Error, source: &Source) -> Fault {
    use serde_yaml::Error;
    let error = error.without_snippet();
    let span = error.location().map_or(Span::default(), |l| span_of(&l, source));
    let (message, help) = match error {
        Error::DuplicateMappingKey { key, .. } => {
            let key = key.as_ref().map_or(String::new(), |key| format!(" {key:?}"));
            (format!("the key{key} is given twice"), None)
        }
        Error::MergeKeyNotAllowed { .. } => {
            ("merge keys (<<) are not supported".to_owned(), Some("write the fields out"))
        }
        Error::UnsupportedTag { tag, .. } => {
            let help = "quote text that starts with an exclamation mark";
            (format!("tags are not supported, found {tag:?}"), Some(help))
        }
        Error::UnknownAnchor { .. } => {
            let help = "write the value out, or quote text that starts with an asterisk";
            ("aliases (*) are not supported".to_owned(), Some(help))
        }
        Error::Budget { breach, .. } => explain_budget(breach),
        Error::MultipleDocuments { .. } => (ONE_DOCUMENT.to_owned(), None),
        Error::NullIntoString { .. } => ("a key is missing or null".to_owned(), Some("quote the key: \"null\"")),
        Error::Unexpected { expected: "string scalar", .. } => {
            let help = "quote a key that starts with a bracket or a brace";
            ("a key must be text, found a list or a map".to_owned(), Some(help))
        }
        other => {
            let text = other.to_string();
            let message = text.rsplit_once(" at line ").map_or(&*text, |(before, _)| before);
            match message {
                // The scanner's own limit, for brackets.
                "recursion limit exceeded" => (too_deep(), None),
                _ => (format!("not valid YAML: {message}"), advice(message, span, source)),
            }
        }
    };
    Fault::new(source, span, message).with_help(help.map(str::to_owned))
}

const ONE_DOCUMENT: &str = "a file holds one document, here begins another";

fn too_deep() -> String {
    format!("lists and maps are nested deeper than {MAX_DEPTH} levels")
}

fn explain_budget(breach: &BudgetBreach) -> (String, Option<&'static str>) {
    match breach {
        BudgetBreach::Anchors { .. } => {
            let help = "write the value out, or quote text that starts with an ampersand";
            ("anchors (&) are not supported".to_owned(), Some(help))
        }
        BudgetBreach::Aliases { .. } | BudgetBreach::AliasAnchorRatio { .. } => {
            let help = "write the value out, or quote text that starts with an asterisk";
            ("aliases (*) are not supported".to_owned(), Some(help))
        }
        BudgetBreach::Documents { .. } => (ONE_DOCUMENT.to_owned(), None),
        BudgetBreach::Depth { .. } => (too_deep(), None),
        BudgetBreach::Nodes { .. } => (format!("the file has more than {MAX_NODES} values"), None),
        _ => ("the file is too large".to_owned(), None),
    }
}

/// The scanner says what it could not do; this says what people usually meant.
fn advice(message: &str, span: Span, source: &Source) -> Option<&'static str> {
    let (before, after) = source.text().split_at_checked(span.offset)?;
    let line = before.rsplit(['\n', '\r']).next().unwrap_or("");
    let rest = after.split(['\n', '\r']).next().unwrap_or("");
    let at = |signs: &[char]| after.starts_with(signs);
    let says = |part: &str| message.contains(part);
    if says("tab") || line.chars().all(|c| c == '\t' || c == ' ') && line.contains('\t') {
        return Some("indent with spaces, not tabs");
    }
    if says("unclosed quote") {
        return Some("close the quote, or quote text that contains one: \"Ajani's\"");
    }
    if says("escape") {
        return Some("in double quotes a backslash starts an escape, use single quotes");
    }
    if says("anchor or alias") {
        return Some("quote text that starts with an asterisk or an ampersand: \"*\"");
    }
    if says("unexpected character") && at(&['@', '`', '%']) {
        return Some("quote text that starts with this sign");
    }
    if line.contains("}{") || line.trim_end().ends_with('}') && rest.starts_with('{') {
        return Some("quote text that starts with a brace: \"{2}{W}\"");
    }
    if says("illegal placement of ':'") {
        return Some("close the bracket or brace that is open above");
    }
    if says("mapping values are not allowed") {
        return Some("check the indentation, or quote text that contains a colon and a space");
    }
    None
}
