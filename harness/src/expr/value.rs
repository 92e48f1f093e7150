//! Values: cheap views of an outcome, and the few values that an expression makes itself.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use super::fault::EvalErrorKind;

/// A record that an expression can read, field by field. Views are `Sync`, so that values may cross threads.
pub trait RecordView: Sync {
    /// The field at `index` of its [`RecordType`](super::RecordType), or [`Value::Missing`] if the outcome does not
    /// carry it or there is no such field. It must have the type that the record type says.
    fn field(&self, index: usize) -> Value<'_>;
}

/// A list that an expression can read, element by element.
pub trait ListView: Sync {
    /// The number of elements.
    fn len(&self) -> usize;

    /// The element at `index`, or [`Value::Missing`] beyond the end.
    fn get(&self, index: usize) -> Value<'_>;

    /// Whether there are no elements.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Something that has a [`Value`]; what makes a `Vec` of it a [`ListView`].
pub trait ToValue: Sync {
    /// The value, borrowed.
    fn to_value(&self) -> Value<'_>;
}

impl ToValue for bool {
    fn to_value(&self) -> Value<'_> {
        Value::Bool(*self)
    }
}

impl ToValue for i64 {
    fn to_value(&self) -> Value<'_> {
        Value::Int(*self)
    }
}

impl ToValue for String {
    fn to_value(&self) -> Value<'_> {
        Value::Str(self)
    }
}

impl ToValue for Arc<str> {
    fn to_value(&self) -> Value<'_> {
        Value::Str(self)
    }
}

impl<R: RecordView> ToValue for R {
    fn to_value(&self) -> Value<'_> {
        Value::Record(self)
    }
}

impl<V: ToValue> ToValue for Vec<V> {
    fn to_value(&self) -> Value<'_> {
        Value::List(self)
    }
}

impl<V: ToValue> ListView for Vec<V> {
    fn len(&self) -> usize {
        self.len()
    }

    fn get(&self, index: usize) -> Value<'_> {
        self.as_slice().get(index).map_or(Value::Missing, V::to_value)
    }
}

/// A value: a view of something the caller owns, or a string or list made by the expression. Cloning is cheap.
#[derive(Clone)]
pub enum Value<'a> {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A string of the caller's or of the expression's source; also a value of an [`EnumType`](super::EnumType).
    Str(&'a str),
    /// A list of the caller's.
    List(&'a dyn ListView),
    /// A record of the caller's.
    Record(&'a dyn RecordView),
    /// A string that `+` made.
    OwnedStr(Arc<str>),
    /// A list that a literal, `+`, `filter`, `map`, `distinct` or `sort` made.
    OwnedList(Arc<Vec<Value<'a>>>),
    /// What the outcome does not carry. Reading it is an error; only `has()` may ask.
    Missing,
}

/// The kinds of values, as far as they can be told from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// [`Value::Bool`]
    Bool,
    /// [`Value::Int`]
    Int,
    /// [`Value::Str`] or [`Value::OwnedStr`]
    Str,
    /// [`Value::List`] or [`Value::OwnedList`]
    List,
    /// [`Value::Record`]
    Record,
    /// [`Value::Missing`]
    Missing,
}

impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ValueKind::Bool => "a bool",
            ValueKind::Int => "an int",
            ValueKind::Str => "a string",
            ValueKind::List => "a list",
            ValueKind::Record => "a record",
            ValueKind::Missing => "nothing",
        })
    }
}

/// Lists within lists are compared down to this depth; types are finite, so that only a faulty view goes deeper.
const DEEPEST: usize = 128;

impl<'a> Value<'a> {
    pub(super) fn owned_list(items: Vec<Value<'a>>) -> Value<'a> {
        Value::OwnedList(Arc::new(items))
    }

    /// The truth value, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(value) = self { Some(*value) } else { None }
    }

    /// The integer, if it is one.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        if let Value::Int(value) = self { Some(*value) } else { None }
    }

    /// The string, if it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(text) => Some(text),
            Value::OwnedStr(text) => Some(text),
            _ => None,
        }
    }

    /// The length of a list.
    #[must_use]
    pub fn list_len(&self) -> Option<usize> {
        match self {
            Value::List(list) => Some(list.len()),
            Value::OwnedList(items) => Some(items.len()),
            _ => None,
        }
    }

    /// The element of a list at `index`; [`Value::Missing`] beyond the end and for anything but a list.
    #[must_use]
    pub fn item(&self, index: usize) -> Value<'a> {
        match self {
            Value::List(list) => list.get(index),
            Value::OwnedList(items) => items.get(index).cloned().unwrap_or(Value::Missing),
            _ => Value::Missing,
        }
    }

    /// What kind of value it is.
    #[must_use]
    pub fn kind(&self) -> ValueKind {
        match self {
            Value::Bool(_) => ValueKind::Bool,
            Value::Int(_) => ValueKind::Int,
            Value::Str(_) | Value::OwnedStr(_) => ValueKind::Str,
            Value::List(_) | Value::OwnedList(_) => ValueKind::List,
            Value::Record(_) => ValueKind::Record,
            Value::Missing => ValueKind::Missing,
        }
    }

    /// The error of finding this value where a value of another kind was due.
    pub(super) fn mismatch(&self, expected: ValueKind) -> EvalErrorKind {
        match self {
            Value::Missing => EvalErrorKind::Missing,
            other => EvalErrorKind::Mismatch { expected, found: other.kind() },
        }
    }

    /// CEL's `==` on values of one comparable type. `charge` is called for every pair of elements.
    pub(super) fn equals(
        &self,
        other: &Value<'_>,
        charge: &mut dyn FnMut() -> Result<(), EvalErrorKind>,
    ) -> Result<bool, EvalErrorKind> {
        self.equals_within(other, DEEPEST, charge)
    }

    fn equals_within(
        &self,
        other: &Value<'_>,
        depth: usize,
        charge: &mut dyn FnMut() -> Result<(), EvalErrorKind>,
    ) -> Result<bool, EvalErrorKind> {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => return Ok(a == b),
            (Value::Bool(a), Value::Bool(b)) => return Ok(a == b),
            _ => {}
        }
        if let (Some(a), Some(b)) = (self.as_str(), other.as_str()) {
            return Ok(a == b);
        }
        let (Some(a), Some(b)) = (self.list_len(), other.list_len()) else {
            // Records have no `==`, so that they are to blame wherever one turns up.
            return Err(match other.kind() {
                ValueKind::Record | ValueKind::Missing => other.mismatch(self.kind()),
                kind => self.mismatch(kind),
            });
        };
        if depth == 0 {
            return Err(EvalErrorKind::Budget);
        }
        if a != b {
            return Ok(false);
        }
        for index in 0..a {
            charge()?;
            if !self.item(index).equals_within(&other.item(index), depth - 1, charge)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The order of ints, strings (by code point) and bools (false first).
    pub(super) fn order(&self, other: &Value<'_>) -> Result<Ordering, EvalErrorKind> {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => return Ok(a.cmp(b)),
            (Value::Bool(a), Value::Bool(b)) => return Ok(a.cmp(b)),
            _ => {}
        }
        match (self.as_str(), other.as_str()) {
            (Some(a), Some(b)) => Ok(a.cmp(b)),
            (None, Some(_)) => Err(self.mismatch(ValueKind::Str)),
            (_, None) => Err(other.mismatch(self.kind())),
        }
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Str(text) => write!(f, "{text:?}"),
            Value::OwnedStr(text) => write!(f, "{text:?}"),
            Value::List(list) => write!(f, "[{} elements]", list.len()),
            Value::OwnedList(items) => write!(f, "[{} elements]", items.len()),
            Value::Record(_) => f.write_str("{..}"),
            Value::Missing => f.write_str("missing"),
        }
    }
}
