//! Data for the tests of expressions: values that own themselves, and types for them.

use std::sync::Arc;

use headjudge::expr::{EnumType, ListView, RecordType, RecordView, Type, Value};

/// A value that owns itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Data {
    Bool(bool),
    Int(i64),
    Str(String),
    List(Items),
    Record(Fields),
    Missing,
}

/// The elements of a list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Items(pub(crate) Vec<Data>);

/// The fields of a record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fields(pub(crate) Vec<Data>);

impl Data {
    pub(crate) fn list(items: impl IntoIterator<Item = Data>) -> Data {
        Data::List(Items(items.into_iter().collect()))
    }

    pub(crate) fn record(fields: impl IntoIterator<Item = Data>) -> Data {
        Data::Record(Fields(fields.into_iter().collect()))
    }

    pub(crate) fn text(text: &str) -> Data {
        Data::Str(text.to_owned())
    }

    pub(crate) fn view(&self) -> Value<'_> {
        match self {
            Data::Bool(value) => Value::Bool(*value),
            Data::Int(value) => Value::Int(*value),
            Data::Str(text) => Value::Str(text),
            Data::List(items) => Value::List(items),
            Data::Record(fields) => Value::Record(fields),
            Data::Missing => Value::Missing,
        }
    }
}

impl RecordView for Fields {
    fn field(&self, index: usize) -> Value<'_> {
        self.0.get(index).map_or(Value::Missing, Data::view)
    }
}

impl ListView for Items {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, index: usize) -> Value<'_> {
        self.0.get(index).map_or(Value::Missing, Data::view)
    }
}

pub(crate) fn zone() -> Type {
    let values = ["battlefield", "graveyard", "hand", "exile"];
    Type::Enum(Arc::new(EnumType { name: "zone".into(), values: values.map(String::from).into() }))
}

pub(crate) fn record(name: &str, fields: &[(&str, Type)]) -> Type {
    let fields = fields.iter().map(|(name, ty)| ((*name).to_owned(), ty.clone())).collect();
    Type::Record(Arc::new(RecordType { name: name.into(), fields }))
}
