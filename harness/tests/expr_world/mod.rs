//! The world that the examples of expressions read.

use headjudge::expr::{Env, Type};

use crate::expr_data::{Data, record, zone};

/// A game after some attack: what the examples read.
pub(crate) fn world() -> (Env, Vec<Data>) {
    let counters = record("counters", &[("incarnation", Type::Int), ("+1/+1", Type::Int), ("first-strike", Type::Int)]);
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
    let player = record("player", &[("life", Type::Int), ("battlefield", Type::list(permanent.clone()))]);
    let state = record("state", &[("p1", player.clone()), ("p2", player), ("lives", permanent.clone())]);
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
    let player = |life, battlefield: Vec<Data>| Data::record([Data::Int(life), Data::list(battlefield)]);
    let after = Data::record([
        player(20, vec![]),
        player(13, attackers().into()),
        permanent("lives", 0, false, "battlefield", 7),
    ]);
    let names = ["Anna", "Bert", "Anna"].map(Data::text);
    let numbers = [3, 1, 2, 3].map(Data::Int);
    (env, vec![Data::Int(5), after, Data::list(attackers()), Data::list(names), Data::list(numbers)])
}
