//! Data for the tests of expressions: a value that owns itself, and the world that the examples read.

use std::sync::Arc;

use headjudge::expr::{EnumType, Env, ListView, RecordType, RecordView, Type, Value};

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
    Type::Enum(Arc::new(EnumType {
        name: "zone".into(),
        values: values.map(String::from).into(),
    }))
}

pub(crate) fn record(name: &str, fields: &[(&str, Type)]) -> Type {
    let fields = fields
        .iter()
        .map(|(name, ty)| ((*name).to_owned(), ty.clone()))
        .collect();
    Type::Record(Arc::new(RecordType {
        name: name.into(),
        fields,
    }))
}

/// A game after some attack: what the examples read.
pub(crate) fn world() -> (Env, Vec<Data>) {
    let counters = record(
        "counters",
        &[
            ("incarnation", Type::Int),
            ("+1/+1", Type::Int),
            ("first-strike", Type::Int),
        ],
    );
    let permanent = record(
        "permanent",
        &[
            ("id", Type::Str),
            ("power", Type::Int),
            ("tapped", Type::Bool),
            ("zone", zone()),
            ("colors", Type::list(Type::Str)),
            ("counters", counters),
        ],
    );
    let player = record(
        "player",
        &[
            ("life", Type::Int),
            ("battlefield", Type::list(permanent.clone())),
        ],
    );
    let state = record(
        "state",
        &[
            ("p1", player.clone()),
            ("p2", player),
            ("lives", permanent.clone()),
        ],
    );
    let mut env = Env::new();
    env.define("before", Type::Int, "the counters at the start");
    env.define("after", state, "the state after the script");
    env.define("attackers", Type::list(permanent), "");
    env.define("names", Type::list(Type::Str), "");
    env.define("numbers", Type::list(Type::Int), "");

    let permanent = |id: &str, power, tapped, zone: &str, incarnation| {
        Data::record([
            Data::text(id),
            Data::Int(power),
            Data::Bool(tapped),
            Data::text(zone),
            Data::list([Data::text("white")]),
            Data::record([Data::Int(incarnation), Data::Int(2), Data::Missing]),
        ])
    };
    let attackers = || {
        [
            permanent("bear", 2, true, "battlefield", 0),
            permanent("wall", 0, false, "battlefield", 0),
            permanent("giant", 5, true, "graveyard", 0),
        ]
    };
    let player =
        |life, battlefield: Vec<Data>| Data::record([Data::Int(life), Data::list(battlefield)]);
    let after = Data::record([
        player(20, vec![]),
        player(13, attackers().into()),
        permanent("lives", 0, false, "battlefield", 7),
    ]);
    let names = ["Anna", "Bert", "Anna"].map(Data::text);
    let numbers = [3, 1, 2, 3].map(Data::Int);
    (
        env,
        vec![
            Data::Int(5),
            after,
            Data::list(attackers()),
            Data::list(names),
            Data::list(numbers),
        ],
    )
}
