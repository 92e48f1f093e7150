//! The evaluator against the `cel` crate, on random well-typed expressions over random values.
//!
//! Both must come to the same value, or both to an error (which error is not compared: `cel` has other kinds). What is
//! excluded by construction, because the two differ and the language reference says so:
//!
//! * anything that is a fault here and a value or an error there: operands of different types, `<` on enumerations,
//!   `==` on records, literals outside an enumeration;
//! * `sum()`, which CEL does not have: the test gives it to `cel` as a function;
//! * the bound on steps, which small lists do not reach.

mod expr_data;
mod expr_random;

use std::collections::HashMap;
use std::sync::Arc;

use cel::extractors::This;
use cel::{Context, ExecutionError};
use expr_data::{Data, record, zone};
use expr_random::Random;
use headjudge::expr::{Env, Type, Value, compile};

const WORLDS: u64 = 300;
const EXPRESSIONS: usize = 100;

/// What is generated: a type that the two languages share.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Bool,
    Int,
    Str,
    Ints,
    Strs,
    Lists,
    Object,
    Objects,
}

const ZONES: [&str; 4] = ["battlefield", "graveyard", "hand", "exile"];

/// The roots: the same names and types for every world.
fn env() -> Env {
    let counters = record("counters", &[("+1/+1", Type::Int), ("age", Type::Int)]);
    let object = record(
        "object",
        &[
            ("id", Type::Str),
            ("power", Type::Int),
            ("tapped", Type::Bool),
            ("zone", zone()),
            ("marks", Type::list(Type::Int)),
            ("counters", counters),
        ],
    );
    Env::new()
        .with("b", Type::Bool)
        .with("i", Type::Int)
        .with("j", Type::Int)
        .with("s", Type::Str)
        .with("ns", Type::list(Type::Int))
        .with("ss", Type::list(Type::Str))
        .with("o", object.clone())
        .with("os", Type::list(object))
}

fn world(random: &mut Random) -> Vec<Data> {
    let object = |random: &mut Random| {
        let missing = |random: &mut Random, data: Data| {
            if random.once_in(12) { Data::Missing } else { data }
        };
        let id = Data::Str(text(random));
        let power = Data::Int(number(random));
        let marks = Data::list((0..random.below(4)).map(|_| Data::Int(number(random))));
        let counters = [Data::Int(number(random)), Data::Int(number(random))].map(|data| missing(random, data));
        Data::record([
            missing(random, id),
            missing(random, power),
            Data::Bool(random.once_in(2)),
            Data::text(random.pick::<&str>(&ZONES)),
            marks,
            Data::record(counters),
        ])
    };
    vec![
        Data::Bool(random.once_in(2)),
        Data::Int(number(random)),
        Data::Int(number(random)),
        Data::Str(text(random)),
        Data::list((0..random.below(5)).map(|_| Data::Int(number(random)))),
        Data::list((0..random.below(5)).map(|_| Data::Str(text(random)))),
        object(random),
        Data::list((0..random.below(4)).map(|_| object(random))),
    ]
}

fn number(random: &mut Random) -> i64 {
    match random.below(20) {
        0 => i64::MAX,
        1 => i64::MIN,
        2 => random.next() as i64,
        _ => random.below(8) as i64 - 2,
    }
}

fn text(random: &mut Random) -> String {
    (0..random.below(4)).map(|_| *random.pick(&['a', 'b', 'é', '😀', '\'', '\\', '\n'])).collect()
}

/// A generated expression and how tightly its outermost operator binds; 7 is an operand.
struct Text {
    text: String,
    level: u8,
}

struct Generator {
    random: Random,
    /// The variables of the enclosing macros that none further in hides.
    scopes: Vec<(String, Kind)>,
}

impl Generator {
    /// An expression of `kind` whose outermost operator binds at least as tightly as `level`.
    fn part(&mut self, kind: Kind, level: u8, depth: usize) -> String {
        let made = self.make(kind, depth);
        if made.level < level || self.random.once_in(10) { format!("({})", made.text) } else { made.text }
    }

    fn any(&mut self, kind: Kind, depth: usize) -> String {
        self.part(kind, 0, depth)
    }

    fn make(&mut self, kind: Kind, depth: usize) -> Text {
        if depth == 0 || self.random.once_in(6) {
            return self.leaf(kind, depth);
        }
        let depth = depth - 1;
        if self.random.once_in(12) {
            let condition = self.part(Kind::Bool, 1, depth);
            let (yes, no) = (self.part(kind, 1, depth), self.part(kind, 0, depth));
            return Text { text: format!("{condition} ? {yes} : {no}"), level: 0 };
        }
        match kind {
            Kind::Bool => self.make_bool(depth),
            Kind::Int => self.make_int(depth),
            Kind::Str => self.make_str(depth),
            Kind::Object => operand(format!("{}[{}]", self.part(Kind::Objects, 7, depth), self.any(Kind::Int, depth))),
            list => self.make_list(list, depth),
        }
    }

    fn leaf(&mut self, kind: Kind, depth: usize) -> Text {
        if let Some((name, _)) = self.scopes.iter().rev().find(|(_, of)| *of == kind) {
            let name = name.clone();
            if !self.random.once_in(4) {
                return operand(name);
            }
        }
        let root = |generator: &Self, name: &str| !generator.scopes.iter().any(|(other, _)| other == name);
        match kind {
            Kind::Bool if self.random.once_in(2) && root(self, "b") => operand("b".into()),
            Kind::Bool => operand(if self.random.once_in(2) { "true" } else { "false" }.into()),
            Kind::Int if self.random.once_in(3) && root(self, "i") => operand("i".into()),
            Kind::Int if self.random.once_in(3) && root(self, "j") => operand("j".into()),
            Kind::Int => {
                let value = number(&mut self.random);
                let hex = value >= 0 && self.random.once_in(8);
                let text = if hex { format!("0x{value:x}") } else { value.to_string() };
                Text { text, level: if value < 0 { 6 } else { 7 } }
            }
            Kind::Str if self.random.once_in(3) && root(self, "s") => operand("s".into()),
            Kind::Str => operand(self.string()),
            Kind::Ints if root(self, "ns") => operand("ns".into()),
            Kind::Strs if root(self, "ss") => operand("ss".into()),
            Kind::Ints | Kind::Strs | Kind::Lists => {
                let of = element(kind);
                let depth = depth.min(1);
                let parts: Vec<String> = (0..self.random.below(4)).map(|_| self.any(of, depth)).collect();
                operand(format!("[{}]", parts.join(", ")))
            }
            // Roots of records are never hidden: the variables have other names.
            Kind::Object => operand("o".into()),
            Kind::Objects => operand("os".into()),
        }
    }

    /// A string literal, in every way of writing one.
    fn string(&mut self) -> String {
        let value = text(&mut self.random);
        let quote = if self.random.once_in(2) { '\'' } else { '"' };
        let mut literal = String::from(quote);
        for c in value.chars() {
            match (c, self.random.below(4)) {
                ('\n', _) => literal += "\\n",
                ('\\', _) => literal += "\\\\",
                (c, 0) if (c as u32) < 0x100 => literal += &format!("\\x{:02x}", c as u32),
                (c, 1) if (c as u32) < 0x1_0000 => literal += &format!("\\u{:04X}", c as u32),
                (c, 2) => literal += &format!("\\U{:08x}", c as u32),
                (c, _) if c == quote => literal.extend(['\\', c]),
                (c, _) => literal.push(c),
            }
        }
        literal.push(quote);
        literal
    }

    fn make_bool(&mut self, depth: usize) -> Text {
        match self.random.below(15) {
            0 => {
                let parts: Vec<String> =
                    (0..2 + self.random.below(2)).map(|_| self.part(Kind::Bool, 3, depth)).collect();
                Text { text: parts.join(" && "), level: 2 }
            }
            1 => {
                let parts: Vec<String> =
                    (0..2 + self.random.below(2)).map(|_| self.part(Kind::Bool, 2, depth)).collect();
                Text { text: parts.join(" || "), level: 1 }
            }
            2 => Text { text: format!("!{}", self.part(Kind::Bool, 7, depth)), level: 6 },
            3..=5 => {
                let kind = *self.random.pick(&[Kind::Int, Kind::Int, Kind::Str, Kind::Bool]);
                let operator = *self.random.pick(&["==", "!=", "<", "<=", ">", ">="]);
                self.infix(kind, operator, kind, 3, depth)
            }
            6 => {
                let kind = *self.random.pick(&[Kind::Ints, Kind::Strs, Kind::Lists]);
                let operator = *self.random.pick(&["==", "!="]);
                self.infix(kind, operator, kind, 3, depth)
            }
            7 => {
                let list = *self.random.pick(&[Kind::Ints, Kind::Strs, Kind::Lists]);
                self.infix(element(list), "in", list, 3, depth)
            }
            8..=10 => {
                let name = *self.random.pick(&["all", "exists", "exists_one"]);
                let list = *self.random.pick(&[Kind::Ints, Kind::Strs, Kind::Objects, Kind::Lists]);
                self.over(list, depth, |generator, list, variable| {
                    format!("{list}.{name}({variable}, {})", generator.any(Kind::Bool, depth))
                })
            }
            11 => {
                let test = *self.random.pick(&["contains", "startsWith", "endsWith"]);
                operand(format!("{}.{test}({})", self.part(Kind::Str, 7, depth), self.any(Kind::Str, depth)))
            }
            12 => operand(format!("{}.tapped", self.part(Kind::Object, 7, depth))),
            13 => {
                let field = *self.random.pick(&["id", "power", "tapped", "counters.age"]);
                operand(format!("has({}.{field})", self.part(Kind::Object, 7, depth)))
            }
            _ => {
                let zone = format!("{}.zone", self.part(Kind::Object, 7, depth));
                let (a, b) = (*self.random.pick(&ZONES), *self.random.pick(&ZONES));
                let text = match self.random.below(4) {
                    0 => format!("{zone} == '{a}'"),
                    1 => format!("'{a}' != {zone}"),
                    2 => format!("{zone} in ['{a}', '{b}']"),
                    _ => format!("{zone} == {}", self.part(Kind::Object, 7, depth) + ".zone"),
                };
                Text { text, level: 3 }
            }
        }
    }

    fn make_int(&mut self, depth: usize) -> Text {
        match self.random.below(12) {
            0..=2 => {
                let operator = *self.random.pick(&["+", "-"]);
                self.infix(Kind::Int, operator, Kind::Int, 4, depth)
            }
            3 | 4 => {
                let operator = *self.random.pick(&["*", "/", "%"]);
                self.infix(Kind::Int, operator, Kind::Int, 5, depth)
            }
            5 => {
                let signs = *self.random.pick(&["-", "- -", "---"]);
                Text { text: format!("{signs}{}", self.part(Kind::Int, 7, depth)), level: 6 }
            }
            6 => {
                let kind = *self.random.pick(&[Kind::Str, Kind::Ints, Kind::Strs, Kind::Objects, Kind::Lists]);
                operand(if self.random.once_in(2) {
                    format!("size({})", self.any(kind, depth))
                } else {
                    format!("{}.size()", self.part(kind, 7, depth))
                })
            }
            7 => operand(format!("{}.sum()", self.part(Kind::Ints, 7, depth))),
            8 => {
                let name = *self.random.pick(&["least", "greatest"]);
                let parts: Vec<String> = (0..1 + self.random.below(3)).map(|_| self.any(Kind::Int, depth)).collect();
                operand(match self.random.below(2) {
                    0 => format!("math.{name}({})", parts.join(", ")),
                    _ => format!("math.{name}([{}])", parts.join(", ")),
                })
            }
            9 => operand(format!("{}[{}]", self.part(Kind::Ints, 7, depth), self.any(Kind::Int, depth))),
            10 => operand(format!("{}.power", self.part(Kind::Object, 7, depth))),
            _ => {
                let field = *self.random.pick(&[".counters['+1/+1']", "['counters'].age", ".counters[\"age\"]"]);
                operand(format!("{}{field}", self.part(Kind::Object, 7, depth)))
            }
        }
    }

    fn make_str(&mut self, depth: usize) -> Text {
        match self.random.below(4) {
            0 => self.infix(Kind::Str, "+", Kind::Str, 4, depth),
            1 => operand(format!("{}[{}]", self.part(Kind::Strs, 7, depth), self.any(Kind::Int, depth))),
            2 => operand(format!("{}.id", self.part(Kind::Object, 7, depth))),
            _ => Text {
                text: format!("{}.zone + {}", self.part(Kind::Object, 7, depth), self.part(Kind::Str, 5, depth)),
                level: 4,
            },
        }
    }

    fn make_list(&mut self, kind: Kind, depth: usize) -> Text {
        let of = element(kind);
        match self.random.below(8) {
            0 if kind != Kind::Objects => {
                let parts: Vec<String> = (0..self.random.below(4)).map(|_| self.any(of, depth)).collect();
                operand(format!("[{}]", parts.join(", ")))
            }
            1 => self.infix(kind, "+", kind, 4, depth),
            2 | 3 => self.over(kind, depth, |generator, list, variable| {
                format!("{list}.filter({variable}, {})", generator.any(Kind::Bool, depth))
            }),
            4 if kind == Kind::Ints || kind == Kind::Strs => operand(format!("{}.sort()", self.part(kind, 7, depth))),
            5 if kind != Kind::Objects => operand(format!("{}.distinct()", self.part(kind, 7, depth))),
            6 if kind == Kind::Ints => operand(format!("{}.marks", self.part(Kind::Object, 7, depth))),
            _ if kind == Kind::Objects => self.leaf(kind, depth),
            _ => {
                let from = *self.random.pick(&[Kind::Ints, Kind::Strs, Kind::Objects]);
                let filtered = self.random.once_in(3);
                self.over(from, depth, |generator, list, variable| {
                    let condition = if filtered { generator.any(Kind::Bool, depth) + ", " } else { String::new() };
                    format!("{list}.map({variable}, {condition}{})", generator.any(of, depth))
                })
            }
        }
    }

    /// `left operator right`, from the left.
    fn infix(&mut self, left: Kind, operator: &str, right: Kind, level: u8, depth: usize) -> Text {
        let text = format!("{} {operator} {}", self.part(left, level, depth), self.part(right, level + 1, depth));
        Text { text, level }
    }

    /// A macro over a list, with its variable in scope for the body. Now and then the variable hides a root or another
    /// variable.
    fn over(&mut self, list: Kind, depth: usize, body: impl FnOnce(&mut Self, &str, &str) -> String) -> Text {
        let text = self.part(list, 7, depth);
        let name = *self.random.pick(&["x", "y", "z", "i", "s", "ns"]);
        let outer = self.scopes.clone();
        self.scopes.retain(|(other, _)| other != name);
        self.scopes.push((name.into(), element(list)));
        let made = body(self, &text, name);
        self.scopes = outer;
        operand(made)
    }
}

fn operand(text: String) -> Text {
    Text { text, level: 7 }
}

fn element(list: Kind) -> Kind {
    match list {
        Kind::Ints => Kind::Int,
        Kind::Strs => Kind::Str,
        Kind::Lists => Kind::Ints,
        Kind::Objects => Kind::Object,
        other => other,
    }
}

fn to_cel(data: &Data, ty: &Type) -> Option<cel::Value> {
    Some(match (data, ty) {
        (Data::Bool(value), _) => (*value).into(),
        (Data::Int(value), _) => (*value).into(),
        (Data::Str(text), _) => text.as_str().into(),
        (Data::List(items), Type::List(of)) => {
            items.0.iter().filter_map(|item| to_cel(item, of)).collect::<Vec<_>>().into()
        }
        (Data::Record(fields), Type::Record(shape)) => {
            let entries = shape.fields.iter().zip(&fields.0);
            let entries: HashMap<String, cel::Value> =
                entries.filter_map(|((name, ty), field)| Some((name.clone(), to_cel(field, ty)?))).collect();
            entries.into()
        }
        _ => return None,
    })
}

fn from_cel(value: &cel::Value) -> Option<Data> {
    Some(match value {
        cel::Value::Bool(value) => Data::Bool(*value),
        cel::Value::Int(value) => Data::Int(*value),
        cel::Value::String(text) => Data::text(text),
        cel::Value::List(items) => Data::list(items.iter().map(from_cel).collect::<Option<Vec<_>>>()?),
        _ => return None,
    })
}

fn from_ours(value: &Value<'_>) -> Option<Data> {
    if let Some(len) = value.list_len() {
        return Some(Data::list((0..len).map(|index| from_ours(&value.item(index))).collect::<Option<Vec<_>>>()?));
    }
    match value {
        Value::Bool(value) => Some(Data::Bool(*value)),
        Value::Int(value) => Some(Data::Int(*value)),
        other => other.as_str().map(Data::text),
    }
}

/// `sum()` for `cel`, as the language reference defines it.
fn sum(This(list): This<Arc<Vec<cel::Value>>>) -> Result<i64, ExecutionError> {
    list.iter().try_fold(0_i64, |total, item| match item {
        cel::Value::Int(value) => {
            total.checked_add(*value).ok_or_else(|| ExecutionError::function_error("sum", "overflow"))
        }
        _ => Err(ExecutionError::function_error("sum", "not an int")),
    })
}

#[test]
fn agrees_with_the_cel_crate() {
    let env = env();
    let mut judge = cel::Env::stdlib();
    judge.add_extension(cel::extensions::lists).expect("the lists extension");
    judge.add_extension(cel::extensions::math).expect("the math extension");
    let judge = Arc::new(judge);
    let (mut values, mut errors, mut trues, mut falses) = (0, 0, 0, 0);
    for seed in 0..WORLDS {
        let mut random = Random(seed);
        let data = world(&mut random);
        let roots: Vec<Value<'_>> = data.iter().map(Data::view).collect();
        let mut context = Context::with_env(judge.clone());
        context.add_function("sum", sum).expect("sum is not taken");
        for (root, data) in env.roots().iter().zip(&data) {
            if let Some(value) = to_cel(data, &root.ty) {
                context.add_variable_from_value(root.name.as_str(), value);
            }
        }
        let mut generator = Generator { random, scopes: Vec::new() };
        for _ in 0..EXPRESSIONS {
            let kinds = [Kind::Bool, Kind::Bool, Kind::Int, Kind::Str, Kind::Ints, Kind::Strs, Kind::Lists];
            let kind = *generator.random.pick(&kinds);
            let depth = 1 + generator.random.below(4);
            let source = generator.any(kind, depth);
            let program = compile(&source, &env, None)
                .unwrap_or_else(|faults| panic!("seed {seed}: {source}\n{}: {}", faults[0].span, faults[0]));
            let ours = program.eval(&roots);
            let theirs = judge.compile(&source).unwrap_or_else(|e| panic!("seed {seed}: {source}\n{e}"));
            let theirs = theirs.execute(&context);
            match (&ours, &theirs) {
                (Ok(ours), Ok(theirs)) => {
                    let ours = from_ours(ours);
                    assert!(
                        ours.is_some() && ours == from_cel(theirs),
                        "seed {seed}: {source}\nours {ours:?}\ntheirs {theirs:?}\n{data:#?}"
                    );
                    values += 1;
                    trues += u32::from(ours == Some(Data::Bool(true)));
                    falses += u32::from(ours == Some(Data::Bool(false)));
                }
                (Err(_), Err(_)) => errors += 1,
                _ => panic!("seed {seed}: {source}\nours {ours:?}\ntheirs {theirs:?}"),
            }
        }
    }
    // A comparison of errors with errors, or of one truth value, would prove little.
    assert!(values > 15_000 && errors > 1_000 && trues > 2_000 && falses > 2_000, "{values} {errors} {trues} {falses}");
}
