//! What a compiled expression reads: which roots, and which paths below them.
//!
//! Records and lists flow through an expression; scalars are used where they are met. So every part has a flow, the
//! places its value may come from, and a place is read when something needs the value itself.

use std::collections::BTreeSet;

use super::code::{Code, Node};
use super::types::{Env, Type};

/// The segment of a path that stands for every element of a list.
pub const ELEMENT: &str = "[]";

/// What an expression reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// Positions of the roots, ascending.
    pub roots: Vec<usize>,
    /// Paths, each from a root's name over field names and [`ELEMENT`], in order and without those that another one
    /// continues. A path that ends at a list of records means its length, one that ends at a record its presence. If
    /// the expression's own value is a record or holds some, every field of it counts as read.
    pub paths: Vec<Vec<String>>,
}

type Path = Vec<String>;

/// Where a value may come from.
#[derive(Clone, Debug, Default)]
struct Flow {
    places: BTreeSet<Path>,
    /// The same of the elements, for a list that the expression made.
    elements: Option<Box<Flow>>,
}

impl Flow {
    fn join(&mut self, other: Flow) {
        self.places.extend(other.places);
        match (&mut self.elements, other.elements) {
            (Some(mine), Some(other)) => mine.join(*other),
            (mine @ None, Some(other)) => *mine = Some(other),
            (_, None) => {}
        }
    }

    /// The flow of a field of the value, or of its elements.
    fn step(&self, segment: &str) -> Flow {
        let extend = |place: &Path| place.iter().cloned().chain([segment.to_owned()]).collect();
        Flow { places: self.places.iter().map(extend).collect(), elements: None }
    }

    fn element(&self) -> Flow {
        let mut flow = self.step(ELEMENT);
        if let Some(elements) = &self.elements {
            flow.join((**elements).clone());
        }
        flow
    }
}

struct Reader<'p> {
    env: &'p Env,
    types: &'p [Type],
    roots: BTreeSet<usize>,
    read: BTreeSet<Path>,
    scopes: Vec<Flow>,
}

/// What `node`, checked against `env`, reads.
pub(super) fn reads(node: &Node, types: &[Type], env: &Env) -> Reads {
    let mut reader = Reader { env, types, roots: BTreeSet::new(), read: BTreeSet::new(), scopes: Vec::new() };
    let flow = reader.flow(node);
    if let Some(ty) = types.get(node.ty as usize) {
        reader.leave(flow, ty);
    }
    // In order, a path stands right before those that continue it.
    let mut paths: Vec<Path> = Vec::new();
    for path in reader.read {
        if paths.last().is_some_and(|last| path.starts_with(last)) {
            paths.pop();
        }
        paths.push(path);
    }
    Reads { roots: reader.roots.into_iter().collect(), paths }
}

impl Reader<'_> {
    /// Reads the value of `node` itself.
    fn uses(&mut self, node: &Node) {
        let flow = self.flow(node);
        self.read_all(flow);
    }

    /// Reads all of a value of type `ty`: the expression hands it out, and who knows what is done with it.
    fn leave(&mut self, flow: Flow, ty: &Type) {
        match ty {
            Type::Record(record) => {
                for (name, field) in &record.fields {
                    self.leave(flow.step(name), field);
                }
            }
            Type::List(element) if !ty.is_comparable() => self.leave(flow.element(), element),
            _ => self.read_all(flow),
        }
    }

    fn read_all(&mut self, flow: Flow) {
        self.read.extend(flow.places);
        if let Some(elements) = flow.elements {
            self.read_all(*elements);
        }
    }

    /// Where the value of `node` may come from; what is used on the way is read.
    fn flow(&mut self, node: &Node) -> Flow {
        match &node.code {
            Code::Root(position) => {
                let position = *position as usize;
                self.roots.insert(position);
                let name = self.env.roots().get(position).map(|root| root.name.clone());
                Flow { places: name.into_iter().map(|name| vec![name]).collect(), elements: None }
            }
            Code::Local(out) => {
                let position = self.scopes.len().checked_sub(1 + *out as usize);
                position.and_then(|position| self.scopes.get(position)).cloned().unwrap_or_default()
            }
            Code::Field(owner, field) => self.field(owner, *field),
            Code::Has(owner, field) => {
                let flow = self.field(owner, *field);
                self.read_all(flow);
                Flow::default()
            }
            Code::Index(list, index) => {
                self.uses(index);
                let flow = self.flow(list);
                // The length decides whether there is such an element.
                self.read.extend(flow.places.iter().cloned());
                flow.element()
            }
            Code::Conditional(arms, last) => {
                let mut flow = self.flow(last);
                for (condition, value) in arms {
                    self.uses(condition);
                    flow.join(self.flow(value));
                }
                flow
            }
            Code::List(elements) => {
                let mut inner = Flow::default();
                for element in elements {
                    inner.join(self.flow(element));
                }
                Flow { places: BTreeSet::new(), elements: Some(Box::new(inner)) }
            }
            Code::Append(parts) => {
                let mut flow = Flow::default();
                for part in parts {
                    flow.join(self.flow(part));
                }
                flow
            }
            Code::Filter(list, condition) => {
                let flow = self.over(list);
                self.within(flow.element(), |reader| reader.uses(condition));
                flow
            }
            Code::Map(list, condition, result) => {
                let flow = self.over(list);
                let inner = self.within(flow.element(), |reader| {
                    if let Some(condition) = condition {
                        reader.uses(condition);
                    }
                    reader.flow(result)
                });
                Flow { places: BTreeSet::new(), elements: Some(Box::new(inner)) }
            }
            Code::Quantify(_, list, condition) => {
                let flow = self.over(list);
                self.within(flow.element(), |reader| reader.uses(condition));
                Flow::default()
            }
            Code::Bool(_) | Code::Int(_) | Code::Str(_) => Flow::default(),
            Code::Size(operand) => {
                // Of the elements nothing is read but how many there are.
                let flow = self.flow(operand);
                self.read.extend(flow.places);
                Flow::default()
            }
            Code::Distinct(operand) | Code::Sort(operand) => {
                let flow = self.flow(operand);
                self.read_all(flow.clone());
                flow
            }
            Code::Not(operand) | Code::Negate(operand) | Code::Sum(operand) | Code::ExtremeOf(_, operand) => {
                self.all([&**operand])
            }
            Code::Arithmetic(first, rest) => self.all([&**first].into_iter().chain(rest.iter().map(|(_, node)| node))),
            Code::Compare(first, rest) => self.all([&**first].into_iter().chain(rest.iter().map(|(_, node)| node))),
            Code::CompareInts(left, _, right) => self.all([&**left, &**right]),
            Code::Join(parts) | Code::And(parts) | Code::Or(parts) | Code::Extreme(_, parts) => self.all(parts.iter()),
            Code::Text(_, whole, part) => self.all([&**whole, &**part]),
        }
    }

    /// Reads every operand of an operation that makes a scalar.
    fn all<'n>(&mut self, operands: impl IntoIterator<Item = &'n Node>) -> Flow {
        for operand in operands {
            self.uses(operand);
        }
        Flow::default()
    }

    fn field(&mut self, owner: &Node, field: u32) -> Flow {
        let flow = self.flow(owner);
        match self.types.get(owner.ty as usize) {
            Some(Type::Record(record)) => {
                record.fields.get(field as usize).map(|(name, _)| flow.step(name)).unwrap_or_default()
            }
            _ => Flow::default(),
        }
    }

    /// The list that a macro goes over: its length is read at least.
    fn over(&mut self, list: &Node) -> Flow {
        let flow = self.flow(list);
        self.read.extend(flow.places.iter().cloned());
        flow
    }

    fn within<T>(&mut self, element: Flow, body: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(element);
        let result = body(self);
        self.scopes.pop();
        result
    }
}
