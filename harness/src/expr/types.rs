//! The types of expressions and the environment of names they are checked against.

use std::fmt;
use std::sync::Arc;

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `true` or `false`.
    Bool,
    /// A signed integer of 64 bits.
    Int,
    /// A string.
    Str,
    /// A string out of a closed set; usable wherever a string is.
    Enum(Arc<EnumType>),
    /// A list whose elements all have one type.
    List(Box<Type>),
    /// A record with named fields.
    Record(Arc<RecordType>),
    /// The element type of the empty list literal, which fits every type. Never the type of a root or field.
    Unknown,
}

impl Type {
    /// The type of lists of `element`.
    #[must_use]
    pub fn list(element: Type) -> Type {
        Type::List(Box::new(element))
    }

    /// Whether `==` is defined: for everything in which no record occurs.
    pub(super) fn is_comparable(&self) -> bool {
        match self {
            Type::List(element) => element.is_comparable(),
            Type::Record(_) => false,
            _ => true,
        }
    }

    /// Whether it is a string or one of a closed set of strings, or may be.
    pub(super) fn is_text(&self) -> bool {
        matches!(self, Type::Str | Type::Enum(_) | Type::Unknown)
    }

    /// The type of the elements of what is a list, or may be.
    pub(super) fn element(&self) -> Option<&Type> {
        match self {
            Type::List(element) => Some(element),
            Type::Unknown => Some(&Type::Unknown),
            _ => None,
        }
    }

    /// The type that both fit into, where a string may yet turn out to be a literal of an enumeration.
    pub(super) fn join(&self, other: &Type) -> Option<Type> {
        match (self, other) {
            (Type::Unknown, known) | (known, Type::Unknown) => Some(known.clone()),
            (Type::Enum(closed), Type::Str) | (Type::Str, Type::Enum(closed)) => Some(Type::Enum(closed.clone())),
            (Type::List(a), Type::List(b)) => a.join(b).map(Type::list),
            (a, b) => (a == b).then(|| a.clone()),
        }
    }

    /// The same type with every enumeration outside records opened to strings.
    pub(super) fn opened(&self) -> Type {
        match self {
            Type::Enum(_) => Type::Str,
            Type::List(element) => Type::list(element.opened()),
            other => other.clone(),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Bool => f.write_str("bool"),
            Type::Int => f.write_str("int"),
            Type::Str => f.write_str("string"),
            Type::Enum(closed) => f.write_str(&closed.name),
            Type::List(element) => write!(f, "list of {element}"),
            Type::Record(record) => f.write_str(&record.name),
            Type::Unknown => f.write_str("anything"),
        }
    }
}

/// A record: an ordered list of named fields. A field's position is what a compiled expression reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordType {
    /// What messages call it, such as `permanent`.
    pub name: String,
    /// Names and types, in the order of [`RecordView::field`](super::RecordView::field). A name need not be an
    /// identifier: `+1/+1` is reached as `["+1/+1"]`.
    pub fields: Vec<(String, Type)>,
}

impl RecordType {
    /// The position of a field.
    #[must_use]
    pub fn position(&self, field: &str) -> Option<usize> {
        self.fields.iter().position(|(name, _)| name == field)
    }
}

/// A closed set of strings, such as the names of the zones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumType {
    /// What messages call it, such as `zone`.
    pub name: String,
    /// Every value, in the order in which messages list them.
    pub values: Vec<String>,
}

/// A root variable of an environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The name, an identifier.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// What it is, in a few words, for suggestions; may be empty.
    pub doc: String,
}

/// The root variables that an expression may read, in the order of the values given to
/// [`Program::eval`](super::Program::eval).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Env {
    roots: Vec<Root>,
}

impl Env {
    /// An environment without names.
    #[must_use]
    pub fn new() -> Env {
        Env::default()
    }

    /// Adds a root and returns its position. A later root hides an earlier one of the same name.
    pub fn define(&mut self, name: impl Into<String>, ty: Type, doc: impl Into<String>) -> usize {
        self.roots.push(Root { name: name.into(), ty, doc: doc.into() });
        self.roots.len() - 1
    }

    /// The same environment with one more root, for building it in one expression.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, ty: Type) -> Env {
        self.define(name, ty, "");
        self
    }

    /// The roots, in order.
    #[must_use]
    pub fn roots(&self) -> &[Root] {
        &self.roots
    }

    /// The position of a root.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.roots.iter().rposition(|root| root.name == name)
    }
}
