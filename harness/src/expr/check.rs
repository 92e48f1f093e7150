//! From the syntax tree to a compiled expression: names, fields, types.
//!
//! Owns literals, names, fields and the meeting of types; operators are in `check_operator`, functions and macros in
//! `check_call`. A part that is faulty is `None`, and what stands around it adds no fault on that account, so that
//! every reported fault is one of its own.

use std::sync::Arc;

use super::ast::{Ast, AstKind, Step, StepKind};
use super::code::{Code, Node};
use super::fault::{Fault, FaultKind, Span, nearest};
use super::types::{Env, RecordType, Type};

/// More faults than this are not worth listing.
const MOST_FAULTS: usize = 32;

/// A checked part and its type.
pub(super) struct Typed {
    pub(super) node: Node,
    pub(super) ty: Type,
}

pub(super) struct Checker<'e> {
    env: &'e Env,
    faults: Vec<Fault>,
    /// The variables of the enclosing macros, the innermost last. The type is `None` where the list is faulty.
    pub(super) scopes: Vec<(String, Option<Type>)>,
    types: Vec<Type>,
}

/// How a part fits a type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Fits,
    /// A string that is not a literal where the type is an enumeration.
    OpenString,
    No,
    /// A literal that the enumeration does not have; the fault is reported.
    Reported,
}

/// The compiled form of `ast` and the table of its types, or everything that is wrong with it.
pub(super) fn check(ast: &Ast, env: &Env, expected: Option<&Type>) -> Result<(Node, Vec<Type>), Vec<Fault>> {
    let mut checker = Checker { env, faults: Vec::new(), scopes: Vec::new(), types: Vec::new() };
    let typed = checker.check(ast);
    if let (Some(typed), Some(expected)) = (&typed, expected) {
        checker.expect(ast, &typed.ty, expected);
    }
    match typed {
        Some(typed) if checker.faults.is_empty() => Ok((typed.node, checker.types)),
        _ => {
            checker.faults.sort_by_key(|fault| (fault.span, fault.message.clone()));
            checker.faults.dedup();
            Err(checker.faults)
        }
    }
}

impl Checker<'_> {
    /// Checks one part. `None` only after a fault has been reported.
    pub(super) fn check(&mut self, ast: &Ast) -> Option<Typed> {
        let span = ast.span;
        match &ast.kind {
            AstKind::Bool(value) => self.typed(span, Code::Bool(*value), Type::Bool),
            AstKind::Int(value) => self.typed(span, Code::Int(*value), Type::Int),
            AstKind::Str(text) => self.typed(span, Code::Str(text.as_str().into()), Type::Str),
            AstKind::List(elements) => {
                let (nodes, ty) = self.alike(elements, "the elements of a list")?;
                self.typed(span, Code::List(nodes), Type::list(ty))
            }
            AstKind::Name(name) => self.name(name, span),
            AstKind::Call(word, arguments) => self.call(span, word, arguments),
            AstKind::Steps(base, steps) => self.steps(base, steps),
            AstKind::Not(inner) => {
                let inner_typed = self.require(inner, &Type::Bool, "!");
                self.typed(span, Code::Not(Box::new(inner_typed?)), Type::Bool)
            }
            AstKind::Negate(inner) => {
                let inner_typed = self.require(inner, &Type::Int, "-");
                self.typed(span, Code::Negate(Box::new(inner_typed?)), Type::Int)
            }
            AstKind::Chain(first, rest) => self.chain(ast, first, rest),
            AstKind::Conditional(arms, last) => self.conditional(span, arms, last),
        }
    }

    /// A node of `code`, its type entered in the table.
    #[expect(clippy::unnecessary_wraps, reason = "ends the checks, which are all optional")]
    pub(super) fn typed(&mut self, span: Span, code: Code, ty: Type) -> Option<Typed> {
        let position = self.types.iter().position(|known| *known == ty).unwrap_or_else(|| {
            self.types.push(ty.clone());
            self.types.len() - 1
        });
        let node = Node { span, ty: u32::try_from(position).unwrap_or(u32::MAX), code };
        Some(Typed { node, ty })
    }

    /// Reports a fault; as the value of a check it is `None`.
    pub(super) fn fault<T>(&mut self, fault: Fault) -> Option<T> {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(fault);
        }
        None
    }

    /// Checks a part that must be of type `ty` because `what` wants it.
    pub(super) fn require(&mut self, ast: &Ast, ty: &Type, what: &str) -> Option<Node> {
        let typed = self.check(ast)?;
        if typed.ty.join(ty).is_some() {
            return Some(typed.node);
        }
        let message = format!("{what:?} needs {ty}, found {}", typed.ty);
        self.fault(Fault::new(FaultKind::Mismatch, ast.span, message))
    }

    fn expect(&mut self, ast: &Ast, ty: &Type, expected: &Type) {
        if matches!(self.fit(ast, ty, expected), Fit::OpenString | Fit::No) {
            let fault = Fault::new(FaultKind::Mismatch, ast.span, format!("expected {expected}, found {ty}"));
            let fault = match (expected, ty) {
                (Type::Bool, Type::Int) => fault.help("compare it with something, as in x > 0"),
                (Type::Bool, Type::List(_)) => fault.help("ask something of the list, as in list.size() > 0"),
                _ => fault,
            };
            self.fault::<()>(fault);
        }
    }

    /// Checks parts that must all have one type, and finds it.
    pub(super) fn alike<'p>(
        &mut self,
        parts: impl IntoIterator<Item = &'p Ast>,
        what: &str,
    ) -> Option<(Box<[Node]>, Type)> {
        let mut checked = Vec::new();
        let mut faulty = false;
        for part in parts {
            match self.check(part) {
                Some(typed) => checked.push((part, typed)),
                None => faulty = true,
            }
        }
        if faulty {
            return None;
        }
        let sides: Vec<(&Ast, &Type)> = checked.iter().map(|(ast, typed)| (*ast, &typed.ty)).collect();
        let ty = self.meet(&sides, what)?;
        Some((checked.into_iter().map(|(_, typed)| typed.node).collect(), ty))
    }

    /// The one type of parts that must have one. String literals are held against the enumeration they meet.
    pub(super) fn meet(&mut self, parts: &[(&Ast, &Type)], what: &str) -> Option<Type> {
        let mut common = Type::Unknown;
        for (ast, ty) in parts {
            common = match common.join(ty) {
                Some(joined) => joined,
                None => {
                    let message = format!("{what} must be of one type, found {common} and {ty}");
                    return self.fault(Fault::new(FaultKind::Mismatch, ast.span, message));
                }
            };
        }
        let worst = parts.iter().map(|(ast, ty)| self.fit(ast, ty, &common)).max().unwrap_or(Fit::Fits);
        match worst {
            Fit::Fits => Some(common),
            // `join` has let only strings pass for enumerations.
            Fit::OpenString | Fit::No => Some(common.opened()),
            Fit::Reported => None,
        }
    }

    /// How `ast` of type `ty` fits `target`, with literals held against enumerations.
    fn fit(&mut self, ast: &Ast, ty: &Type, target: &Type) -> Fit {
        match (ty, target) {
            (Type::Enum(_), Type::Str) | (Type::Unknown, _) | (_, Type::Unknown) => Fit::Fits,
            (Type::Str, Type::Enum(closed)) => match &ast.kind {
                AstKind::Str(text) if closed.values.contains(text) => Fit::Fits,
                AstKind::Str(text) => {
                    let message = format!("{:?} is not a {}", text, closed.name);
                    let fault = Fault::new(FaultKind::UnknownValue, ast.span, message);
                    let near = nearest(text, closed.values.iter().map(String::as_str));
                    self.fault::<()>(fault.help(suggest(near, "it is one of", closed.values.iter())));
                    Fit::Reported
                }
                AstKind::Conditional(arms, last) => {
                    let values = arms.iter().map(|(_, value)| value).chain([&**last]);
                    values.map(|value| self.fit(value, ty, target)).max().unwrap_or(Fit::Fits)
                }
                _ => Fit::OpenString,
            },
            (Type::List(a), Type::List(b)) if a != b => match &ast.kind {
                AstKind::List(elements) => {
                    elements.iter().map(|element| self.fit(element, a, b)).max().unwrap_or(Fit::Fits)
                }
                _ if a.join(b).is_none() => Fit::No,
                _ if a.opened() == **b || **a == Type::Unknown => Fit::Fits,
                _ => Fit::OpenString,
            },
            (a, b) if a == b => Fit::Fits,
            _ => Fit::No,
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Option<Typed> {
        if let Some(out) = self.scopes.iter().rev().position(|(variable, _)| variable == name) {
            let ty = self.scopes[self.scopes.len() - 1 - out].1.clone()?;
            return self.typed(span, Code::Local(u32::try_from(out).unwrap_or(u32::MAX)), ty);
        }
        let env = self.env;
        if let Some(position) = env.position(name) {
            let ty = env.roots()[position].ty.clone();
            return self.typed(span, Code::Root(u32::try_from(position).unwrap_or(u32::MAX)), ty);
        }
        let fault = Fault::new(FaultKind::UnknownName, span, format!("unknown name {name:?}"));
        let variables = self.scopes.iter().rev().map(|(variable, _)| variable.as_str());
        let near = nearest(name, variables.chain(env.roots().iter().map(|root| root.name.as_str())));
        let owner = env.roots().iter().find(|root| matches!(&root.ty, Type::Record(r) if r.position(name).is_some()));
        let help = match (owner, near) {
            (Some(root), _) => format!("did you mean {}.{name}?", root.name),
            (None, Some(near)) => match env.position(near).map(|position| &env.roots()[position].doc) {
                Some(doc) if !doc.is_empty() => format!("did you mean {near} ({doc})?"),
                _ => format!("did you mean {near}?"),
            },
            (None, None) => suggest(None, "known names are", env.roots().iter().map(|root| &root.name)),
        };
        self.fault(fault.help(help))
    }

    fn steps(&mut self, base: &Ast, steps: &[Step]) -> Option<Typed> {
        // `math.least(…)`: a namespace, not a value, unless somebody has named a value so.
        let (mut typed, steps) = match (&base.kind, steps.split_first()) {
            (AstKind::Name(name), Some((Step { span, kind: StepKind::Call(word, arguments) }, rest)))
                if name == "math" && !self.is_known(name) =>
            {
                (self.math(base.span.to(*span), word, arguments), rest)
            }
            _ => (self.check(base), steps),
        };
        for step in steps {
            let span = base.span.to(step.span);
            typed = match (&step.kind, typed) {
                (StepKind::Select(word), Some(owner)) => self.select(span, owner, &word.text, word.span),
                (StepKind::Call(word, arguments), owner) => self.method(span, owner, word, arguments),
                (StepKind::Index(index), Some(owner)) => self.index(span, owner, index),
                (StepKind::Index(index), None) => self.check(index).and(None),
                (StepKind::Select(_), None) => None,
            };
        }
        typed
    }

    fn is_known(&self, name: &str) -> bool {
        self.env.position(name).is_some() || self.scopes.iter().any(|(variable, _)| variable == name)
    }

    /// A record's field by its name.
    pub(super) fn select(&mut self, span: Span, owner: Typed, name: &str, at: Span) -> Option<Typed> {
        let Type::Record(record) = owner.ty else {
            let fault = Fault::new(FaultKind::UnknownField, at, format!("{} has no field {name:?}", owner.ty));
            return self.fault(match owner.ty {
                Type::List(_) if name == "size" || name == "length" => fault.help("write size() for the length"),
                Type::List(_) => fault.help(format!("write .map(x, x.{name}) for the list of every element's {name}")),
                _ => fault,
            });
        };
        let position = self.position(&record, name, at)?;
        let ty = record.fields[position].1.clone();
        let position = u32::try_from(position).unwrap_or(u32::MAX);
        self.typed(span, Code::Field(Box::new(owner.node), position), ty)
    }

    /// The position of a field that a record should have.
    pub(super) fn position(&mut self, record: &Arc<RecordType>, name: &str, at: Span) -> Option<usize> {
        if let Some(position) = record.position(name) {
            return Some(position);
        }
        let names = || record.fields.iter().map(|(field, _)| field);
        // `first-strike` is read as a subtraction, and the fault would only name `first`.
        let cut_off = names().find(|field| {
            let rest = field.strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with(|c: char| !c.is_ascii_alphanumeric() && c != '_'))
        });
        let near = cut_off.or_else(|| {
            let near = nearest(name, names().map(String::as_str))?;
            names().find(|field| *field == near)
        });
        let help = match near {
            Some(near) if is_identifier(near) => format!("did you mean {near}?"),
            Some(near) => format!("did you mean [{near:?}]?"),
            None => suggest(None, "its fields are", names()),
        };
        let message = format!("{} has no field {name:?}", record.name);
        self.fault(Fault::new(FaultKind::UnknownField, at, message).help(help))
    }

    fn index(&mut self, span: Span, owner: Typed, index: &Ast) -> Option<Typed> {
        match (&owner.ty, &index.kind) {
            (Type::Record(_), AstKind::Str(name)) => self.select(span, owner, name, index.span),
            (Type::Record(record), _) => {
                let message = format!("a field of {} is named by a string literal", record.name);
                self.check(index)?;
                self.fault(Fault::new(FaultKind::Mismatch, index.span, message).help("write [\"name\"]"))
            }
            (owner_type, _) => match owner_type.element().cloned() {
                Some(ty) => {
                    let index = self.require(index, &Type::Int, "[]")?;
                    self.typed(span, Code::Index(Box::new(owner.node), Box::new(index)), ty)
                }
                None => {
                    let message = format!("{owner_type} has no elements");
                    self.check(index)?;
                    self.fault(Fault::new(FaultKind::Mismatch, owner.node.span, message))
                }
            },
        }
    }
}

/// Whether a field can be selected by `.name`.
fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !["true", "false", "null", "in"].contains(&name)
}

/// A suggestion: the near name, or else the first few names that there are.
pub(super) fn suggest<'n>(near: Option<&str>, lead: &str, names: impl Iterator<Item = &'n String>) -> String {
    const MOST: usize = 12;
    if let Some(near) = near {
        return format!("did you mean {near:?}?");
    }
    let mut names: Vec<&str> = names.map(String::as_str).collect();
    if names.is_empty() {
        return format!("{lead}: none");
    }
    if names.len() > MOST {
        names.truncate(MOST);
        names.push("…");
    }
    format!("{lead}: {}", names.join(", "))
}
