//! What expectations and labels look at: the drawn values and the observed states, read as far as an expression reads.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, OnceLock};

use headjudge_engine::CounterKind;
use headjudge_protocol::outcome::Asked;
use headjudge_protocol::{ObjectView, Outcome, PlayerName, PlayerView, Snapshot, StackView, Tried, ZoneName};

use crate::expr::{EnumType, Env, ListView, RecordType, RecordView, Type, Value};
use crate::generate::{Drawn, Group};
use crate::ruling::Ruling;
use crate::values::DrawnValue;

fn record(name: &str, fields: Vec<(&str, Type)>) -> Type {
    let fields = fields.into_iter().map(|(name, ty)| (name.to_owned(), ty)).collect();
    Type::Record(Arc::new(RecordType { name: name.to_owned(), fields }))
}

fn closed(name: &str, values: impl Iterator<Item = &'static str>) -> Type {
    Type::Enum(Arc::new(EnumType { name: name.to_owned(), values: values.map(str::to_owned).collect() }))
}

static PLAYER_NAME: LazyLock<Type> = LazyLock::new(|| closed("player", PlayerName::ALL.iter().map(|p| p.word())));
static ZONE: LazyLock<Type> = LazyLock::new(|| closed("zone", ZoneName::ALL.iter().map(|z| z.word())));
static COUNTERS: LazyLock<Type> =
    LazyLock::new(|| record("counters", CounterKind::ALL.iter().map(|kind| (kind.name(), Type::Int)).collect()));
static POOL: LazyLock<Type> =
    LazyLock::new(|| record("pool", ["W", "U", "B", "R", "G", "C"].map(|letter| (letter, Type::Int)).to_vec()));
static PLAYER: LazyLock<Type> = LazyLock::new(|| {
    record(
        "player",
        vec![
            ("life", Type::Int),
            ("poison", Type::Int),
            ("hand", Type::Int),
            ("library", Type::Int),
            ("graveyard", Type::Int),
            ("lost", Type::Bool),
            ("mana", Type::Int),
            ("pool", POOL.clone()),
            ("restricted", POOL.clone()),
        ],
    )
});
static OBJECT: LazyLock<Type> = LazyLock::new(|| {
    record(
        "object",
        vec![
            ("id", Type::Str),
            ("name", Type::Str),
            ("zone", ZONE.clone()),
            ("owner", PLAYER_NAME.clone()),
            ("controller", PLAYER_NAME.clone()),
            ("token", Type::Bool),
            ("tapped", Type::Bool),
            ("damage", Type::Int),
            ("power", Type::Int),
            ("toughness", Type::Int),
            ("mana_value", Type::Int),
            ("counters", COUNTERS.clone()),
            ("attached", Type::Str),
        ],
    )
});
static STACKED: LazyLock<Type> = LazyLock::new(|| {
    record("stack item", vec![("controller", PLAYER_NAME.clone()), ("source", Type::Str), ("spell", Type::Bool)])
});
static ASKED: LazyLock<Type> = LazyLock::new(|| {
    let strings = || Type::list(Type::Str);
    record(
        "question",
        vec![("player", PLAYER_NAME.clone()), ("kind", Type::Str), ("options", strings()), ("picked", strings())],
    )
});

/// The names that expectations of a ruling may use, behind its draws and computed values: `start`, each noted state,
/// `after`, `tried`, `asked`.
///
/// `entries` are the ids of the board's entries and whether each is a single object.
#[must_use]
pub fn check_env(
    mut env: Env,
    players: usize,
    entries: &[(Arc<str>, bool)],
    notes: &[Arc<str>],
    tries: &[Arc<str>],
) -> Env {
    let mut fields: Vec<(&str, Type)> =
        PlayerName::ALL.iter().take(players).map(|p| (p.word(), PLAYER.clone())).collect();
    for (id, single) in entries {
        fields.push((id, if *single { OBJECT.clone() } else { Type::list(OBJECT.clone()) }));
    }
    fields.push(("battlefield", Type::list(OBJECT.clone())));
    fields.push(("tokens", Type::list(OBJECT.clone())));
    fields.push(("stack", Type::list(STACKED.clone())));
    let snapshot = record("state", fields);
    env.define("start", snapshot.clone(), "the state at the start");
    for note in notes {
        env.define(note.to_string(), snapshot.clone(), "a state that the script notes");
    }
    env.define("after", snapshot, "the state at the end of the script");
    let attempt = record("attempt", vec![("legal", Type::Bool)]);
    let tried = record("tried", tries.iter().map(|name| (&**name, attempt.clone())).collect());
    env.define("tried", tried, "the steps that were tried");
    env.define("asked", Type::list(ASKED.clone()), "the questions that players were asked");
    env
}

/// Everything the expectations of one case look at.
#[derive(Debug)]
pub struct Seen<'a> {
    values: &'a [DrawnValue],
    states: Vec<StateView<'a>>,
    tried: TriedView<'a>,
    asked: AskedList<'a>,
}

impl<'a> Seen<'a> {
    /// The views of a case.
    #[must_use]
    pub fn new(ruling: &'a Ruling, drawn: &'a Drawn, outcome: &'a Outcome) -> Seen<'a> {
        let names = std::iter::once("start").chain(ruling.notes.iter().map(|n| &**n)).chain(std::iter::once("after"));
        let find = |name: &str| outcome.snapshots.iter().find(|s| *s.name == *name);
        let states = names.map(|name| StateView::new(find(name), drawn)).collect();
        Seen {
            values: &drawn.values,
            states,
            tried: TriedView { names: &ruling.tries, tried: &outcome.tried },
            asked: AskedList(&outcome.asked),
        }
    }

    /// The values of the names, in the order of [`check_env`].
    #[must_use]
    pub fn roots(&self) -> Vec<Value<'_>> {
        let mut roots: Vec<Value<'_>> = self.values.iter().map(DrawnValue::to_value).collect();
        roots.extend(self.states.iter().map(|state| match state.snapshot {
            Some(_) => Value::Record(state),
            // A run that was refused or cut short never came to this state.
            None => Value::Missing,
        }));
        roots.push(Value::Record(&self.tried));
        roots.push(Value::List(&self.asked));
        roots
    }
}

#[derive(Debug)]
struct StateView<'a> {
    snapshot: Option<&'a Snapshot>,
    groups: Vec<(bool, Objects<'a>)>,
    tokens: Objects<'a>,
    battlefield: OnceLock<Picked<'a>>,
    around: usize,
}

#[derive(Debug, Clone, Copy)]
struct Objects<'a>(&'a [ObjectView]);

#[derive(Debug)]
struct Picked<'a>(Vec<&'a ObjectView>);

impl<'a> StateView<'a> {
    fn new(snapshot: Option<&'a Snapshot>, drawn: &Drawn) -> StateView<'a> {
        let objects = snapshot.map_or(&[][..], |s| &s.objects);
        let slice = |group: &Group| objects.get(group.first..group.first + group.len).unwrap_or(&[]);
        StateView {
            snapshot,
            groups: drawn.groups.iter().map(|group| (group.single, Objects(slice(group)))).collect(),
            tokens: Objects(objects.get(drawn.scenario.board.objects.len()..).unwrap_or(&[])),
            battlefield: OnceLock::new(),
            around: drawn.around,
        }
    }
}

impl RecordView for StateView<'_> {
    fn field(&self, index: usize) -> Value<'_> {
        let Some(snapshot) = self.snapshot else { return Value::Missing };
        let players = snapshot.players.len();
        if let Some(player) = snapshot.players.as_slice().get(index) {
            return Value::Record(player);
        }
        let index = index - players;
        if let Some((single, objects)) = self.groups.as_slice().get(index) {
            return match (single, objects.0.first()) {
                (false, _) => Value::List(objects),
                (true, Some(object)) => Value::Record(object),
                (true, None) => Value::Missing,
            };
        }
        match index - self.groups.len() {
            0 => {
                // What was merely put around is no part of the ruling.
                let there = snapshot.objects.iter().skip(self.around).filter(|o| o.zone == ZoneName::Battlefield);
                Value::List(self.battlefield.get_or_init(|| Picked(there.collect())))
            }
            1 => Value::List(&self.tokens),
            2 => Value::List(&snapshot.stack),
            _ => Value::Missing,
        }
    }
}

impl ListView for Objects<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, index: usize) -> Value<'_> {
        self.0.get(index).map_or(Value::Missing, |object| Value::Record(object))
    }
}

impl ListView for Picked<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, index: usize) -> Value<'_> {
        self.0.get(index).map_or(Value::Missing, |object| Value::Record(*object))
    }
}

impl RecordView for StackView {
    fn field(&self, index: usize) -> Value<'_> {
        match index {
            0 => Value::Str(self.controller.word()),
            1 => Value::Str(&self.source),
            2 => Value::Bool(self.spell),
            _ => Value::Missing,
        }
    }
}

impl RecordView for PlayerView {
    fn field(&self, index: usize) -> Value<'_> {
        match index {
            0 => Value::Int(i64::from(self.life)),
            1 => Value::Int(i64::from(self.poison)),
            2 => Value::Int(i64::from(self.hand)),
            3 => Value::Int(i64::from(self.library)),
            4 => Value::Int(i64::from(self.graveyard)),
            5 => Value::Bool(self.lost),
            6 => Value::Int(self.pool.iter().map(|n| i64::from(*n)).sum()),
            7 => Value::Record(&self.pool),
            8 => Value::Record(&self.restricted),
            _ => Value::Missing,
        }
    }
}

impl RecordView for [u32; 6] {
    fn field(&self, index: usize) -> Value<'_> {
        self.get(index).map_or(Value::Missing, |n| Value::Int(i64::from(*n)))
    }
}

impl RecordView for ObjectView {
    fn field(&self, index: usize) -> Value<'_> {
        match index {
            0 => Value::Str(&self.id),
            1 => Value::Str(&self.name),
            2 => Value::Str(self.zone.word()),
            3 => Value::Str(self.owner.word()),
            4 => Value::Str(self.controller.word()),
            5 => Value::Bool(self.token),
            6 => Value::Bool(self.tapped),
            7 => Value::Int(i64::from(self.damage)),
            8 => Value::Int(i64::from(self.power)),
            9 => Value::Int(i64::from(self.toughness)),
            10 => Value::Int(i64::from(self.mana_value)),
            11 => Value::Record(&self.counters),
            12 => Value::Str(self.attached.as_deref().unwrap_or("")),
            _ => Value::Missing,
        }
    }
}

impl RecordView for BTreeMap<Arc<str>, u32> {
    fn field(&self, index: usize) -> Value<'_> {
        match CounterKind::ALL.get(index) {
            Some(kind) => Value::Int(self.get(kind.name()).map_or(0, |n| i64::from(*n))),
            None => Value::Missing,
        }
    }
}

#[derive(Debug)]
struct TriedView<'a> {
    names: &'a [Arc<str>],
    tried: &'a [Tried],
}

impl RecordView for TriedView<'_> {
    fn field(&self, index: usize) -> Value<'_> {
        let name = self.names.get(index);
        // A step that is tried several times under one name is legal only if it was so each time.
        let mut all = self.tried.iter().filter(|t| Some(&t.name) == name);
        match all.next() {
            None => Value::Missing,
            Some(first) if !first.legal => Value::Record(first),
            Some(first) => Value::Record(all.find(|t| !t.legal).unwrap_or(first)),
        }
    }
}

impl RecordView for Tried {
    fn field(&self, index: usize) -> Value<'_> {
        if index == 0 { Value::Bool(self.legal) } else { Value::Missing }
    }
}

#[derive(Debug)]
struct AskedList<'a>(&'a [Asked]);

impl ListView for AskedList<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, index: usize) -> Value<'_> {
        self.0.get(index).map_or(Value::Missing, |asked| Value::Record(asked))
    }
}

impl RecordView for Asked {
    fn field(&self, index: usize) -> Value<'_> {
        match index {
            0 => Value::Str(self.player.word()),
            1 => Value::Str(self.kind.word()),
            2 => Value::List(&self.options),
            3 => Value::List(&self.picked),
            _ => Value::Missing,
        }
    }
}
