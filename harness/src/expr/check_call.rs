//! Types of functions, methods and macros.

use super::ast::{Ast, AstKind, StepKind, Word};
use super::check::{Checker, Typed};
use super::code::{Code, Extreme, Node, Quantifier, TextTest};
use super::fault::{Fault, FaultKind, Span, nearest};
use super::types::Type;

/// Every method and macro that stands after a dot.
const METHODS: [&str; 12] = [
    "size",
    "contains",
    "startsWith",
    "endsWith",
    "sum",
    "distinct",
    "sort",
    "all",
    "exists",
    "exists_one",
    "filter",
    "map",
];

/// What other languages call ours.
const OTHER_NAMES: [(&str, &str); 12] = [
    ("length", "size"),
    ("len", "size"),
    ("count", "size"),
    ("sorted", "sort"),
    ("unique", "distinct"),
    ("any", "exists"),
    ("some", "exists"),
    ("every", "all"),
    ("where", "filter"),
    ("select", "map"),
    ("includes", "contains"),
    ("total", "sum"),
];

impl Checker<'_> {
    /// `size(x)`, `has(x.field)`
    pub(super) fn call(&mut self, span: Span, word: &Word, arguments: &[Ast]) -> Option<Typed> {
        match word.text.as_str() {
            "size" => {
                let [argument] = arguments else {
                    return self.arity(span, "size(x) takes one argument", arguments);
                };
                let argument = self.check(argument)?;
                self.size(span, argument)
            }
            "has" => self.has(span, arguments),
            name => {
                let fault = Fault::new(FaultKind::UnknownFunction, word.span, format!("unknown function {name:?}"));
                let help = match name {
                    "min" => "write math.least(a, b)".to_owned(),
                    "max" => "write math.greatest(a, b)".to_owned(),
                    _ if METHODS.contains(&name) => format!("{name} stands after its operand: x.{name}(…)"),
                    _ => match nearest(name, ["size", "has"]) {
                        Some(near) => format!("did you mean {near}?"),
                        None => "the functions are: size(x), has(x.field), math.least(…), math.greatest(…)".to_owned(),
                    },
                };
                for argument in arguments {
                    self.check(argument);
                }
                self.fault(fault.help(help))
            }
        }
    }

    fn has(&mut self, span: Span, arguments: &[Ast]) -> Option<Typed> {
        let shape = "has(x.field) takes the selection of a field";
        let [argument] = arguments else {
            return self.arity(span, shape, arguments);
        };
        let AstKind::Steps(_, steps) = &argument.kind else {
            return self.arity(span, shape, arguments);
        };
        let selects = match &steps.last()?.kind {
            StepKind::Select(_) => true,
            StepKind::Index(index) => matches!(index.kind, AstKind::Str(_)),
            StepKind::Call(..) => false,
        };
        match self.check(argument)?.node.code {
            Code::Field(record, field) if selects => self.typed(span, Code::Has(record, field), Type::Bool),
            _ => self.arity(span, shape, &[]),
        }
    }

    /// `math.least(…)`, `math.greatest(…)`: of one list or of one int or more.
    pub(super) fn math(&mut self, span: Span, word: &Word, arguments: &[Ast]) -> Option<Typed> {
        let extreme = match word.text.as_str() {
            "least" => Extreme::Least,
            "greatest" => Extreme::Greatest,
            name => {
                let help = match name {
                    "min" => "did you mean math.least?",
                    "max" => "did you mean math.greatest?",
                    _ => "the functions of math are: math.least(…), math.greatest(…)",
                };
                for argument in arguments {
                    self.check(argument);
                }
                let message = format!("unknown function \"math.{name}\"");
                return self.fault(Fault::new(FaultKind::UnknownFunction, word.span, message).help(help));
            }
        };
        let name = format!("math.{}", word.text);
        if arguments.is_empty() {
            return self.arity(span, &format!("{name}(…) takes one list or one int or more"), arguments);
        }
        if let [argument] = arguments {
            let typed = self.check(argument)?;
            return match typed.ty.join(&Type::list(Type::Int)) {
                Some(_) => self.typed(span, Code::ExtremeOf(extreme, Box::new(typed.node)), Type::Int),
                None if typed.ty == Type::Int => {
                    self.typed(span, Code::Extreme(extreme, [typed.node].into()), Type::Int)
                }
                None => {
                    let message = format!("{name:?} needs ints, found {}", typed.ty);
                    self.fault(Fault::new(FaultKind::Mismatch, argument.span, message))
                }
            };
        }
        let nodes: Vec<Option<Node>> =
            arguments.iter().map(|argument| self.require(argument, &Type::Int, &name)).collect();
        let nodes = nodes.into_iter().collect::<Option<Box<[Node]>>>()?;
        self.typed(span, Code::Extreme(extreme, nodes), Type::Int)
    }

    /// `x.name(…)`; the owner is `None` if it is faulty, and the arguments are checked all the same.
    pub(super) fn method(&mut self, span: Span, owner: Option<Typed>, word: &Word, arguments: &[Ast]) -> Option<Typed> {
        match word.text.as_str() {
            "all" => self.quantify(span, Quantifier::All, owner, word, arguments),
            "exists" => self.quantify(span, Quantifier::Exists, owner, word, arguments),
            "exists_one" => self.quantify(span, Quantifier::ExistsOne, owner, word, arguments),
            "filter" => {
                let [variable, condition] = arguments else {
                    return self.arity(span, "filter(x, condition) takes a variable and a condition", &[]);
                };
                let node = self.scoped(owner.as_ref(), word, variable, |checker| {
                    checker.require(condition, &Type::Bool, "filter")
                })?;
                let owner = owner?;
                let ty = owner.ty;
                self.typed(span, Code::Filter(Box::new(owner.node), Box::new(node)), ty)
            }
            "map" => self.map(span, owner, word, arguments),
            name if METHODS.contains(&name) => self.plain_method(span, owner, word, arguments),
            _ => {
                for argument in arguments {
                    self.check(argument);
                }
                let owner = owner?;
                self.unknown_method(&owner.ty, word)
            }
        }
    }

    fn unknown_method(&mut self, owner: &Type, word: &Word) -> Option<Typed> {
        let name = word.text.as_str();
        let fault = Fault::new(FaultKind::UnknownFunction, word.span, format!("unknown method {name:?}"));
        let other = OTHER_NAMES.iter().find(|(other, _)| *other == name).map(|(_, ours)| *ours);
        let help = match owner {
            Type::Record(record) if record.position(name).is_some() => {
                format!("{name} is a field: write it without parentheses")
            }
            _ => match other.or_else(|| nearest(name, METHODS)) {
                Some(near) => format!("did you mean {near}?"),
                None => format!("the methods are: {}", METHODS.join(", ")),
            },
        };
        self.fault(fault.help(help))
    }

    /// The methods whose arguments are values.
    fn plain_method(&mut self, span: Span, owner: Option<Typed>, word: &Word, arguments: &[Ast]) -> Option<Typed> {
        let name = word.text.as_str();
        let test = match name {
            "contains" => Some(TextTest::Contains),
            "startsWith" => Some(TextTest::StartsWith),
            "endsWith" => Some(TextTest::EndsWith),
            _ => None,
        };
        if let Some(test) = test {
            let [argument] = arguments else {
                return self.arity(span, &format!("{name}(part) takes one string"), arguments);
            };
            let part = self.check(argument);
            let owner = owner?;
            if !owner.ty.is_text() {
                let fault = wrong_owner(word, "a string", &owner.ty);
                let in_list = test == TextTest::Contains && matches!(owner.ty, Type::List(_));
                return self.fault(if in_list { fault.help("write x in list") } else { fault });
            }
            let part = part?;
            if !part.ty.is_text() {
                let message = format!("{name:?} needs a string, found {}", part.ty);
                return self.fault(Fault::new(FaultKind::Mismatch, argument.span, message));
            }
            return self.typed(span, Code::Text(test, Box::new(owner.node), Box::new(part.node)), Type::Bool);
        }
        if !arguments.is_empty() {
            return self.arity(span, &format!("{name}() takes no arguments"), arguments);
        }
        let owner = owner?;
        if name == "size" {
            return self.size(span, owner);
        }
        let Some(element) = owner.ty.element() else {
            return self.fault(wrong_owner(word, "a list", &owner.ty));
        };
        let fits = match name {
            "sum" => element.join(&Type::Int).is_some(),
            "sort" => element.is_comparable() && !matches!(element, Type::List(_)),
            _ => element.is_comparable(),
        };
        if !fits {
            let wanted = match name {
                "sum" => "a list of int",
                "sort" => "a list of ints, strings or bools",
                _ => "a list of values that can be compared",
            };
            let fault = wrong_owner(word, wanted, &owner.ty);
            let is_record = matches!(element, Type::Record(_));
            return self.fault(if is_record { fault.help(format!("write .map(x, x.field).{name}()")) } else { fault });
        }
        let list = Box::new(owner.node);
        match name {
            "sum" => self.typed(span, Code::Sum(list), Type::Int),
            "sort" => self.typed(span, Code::Sort(list), owner.ty),
            _ => self.typed(span, Code::Distinct(list), owner.ty),
        }
    }

    fn size(&mut self, span: Span, owner: Typed) -> Option<Typed> {
        if owner.ty.is_text() || matches!(owner.ty, Type::List(_)) {
            return self.typed(span, Code::Size(Box::new(owner.node)), Type::Int);
        }
        let message = format!("\"size\" needs a list or a string, found {}", owner.ty);
        self.fault(Fault::new(FaultKind::Mismatch, owner.node.span, message))
    }

    fn quantify(
        &mut self,
        span: Span,
        quantifier: Quantifier,
        owner: Option<Typed>,
        word: &Word,
        arguments: &[Ast],
    ) -> Option<Typed> {
        let name = word.text.as_str();
        let [variable, condition] = arguments else {
            return self.arity(span, &format!("{name}(x, condition) takes a variable and a condition"), &[]);
        };
        let node =
            self.scoped(owner.as_ref(), word, variable, |checker| checker.require(condition, &Type::Bool, name))?;
        self.typed(span, Code::Quantify(quantifier, Box::new(owner?.node), Box::new(node)), Type::Bool)
    }

    fn map(&mut self, span: Span, owner: Option<Typed>, word: &Word, arguments: &[Ast]) -> Option<Typed> {
        let (variable, condition, value) = match arguments {
            [variable, value] => (variable, None, value),
            [variable, condition, value] => (variable, Some(condition), value),
            _ => {
                let shape =
                    "map(x, value) and map(x, condition, value) take a variable, perhaps a condition, and a value";
                return self.arity(span, shape, &[]);
            }
        };
        let (condition, value) = self.scoped(owner.as_ref(), word, variable, |checker| {
            let condition = condition.map(|condition| checker.require(condition, &Type::Bool, "map"));
            let value = checker.check(value);
            // The outer option is whether there is a condition, the inner one whether it is sound.
            let condition = match condition {
                None => None,
                Some(sound) => Some(Box::new(sound?)),
            };
            value.map(|value| (condition, value))
        })?;
        let code = Code::Map(Box::new(owner?.node), condition, Box::new(value.node));
        self.typed(span, code, Type::list(value.ty))
    }

    /// Runs `body` with the macro's variable in scope.
    fn scoped<T>(
        &mut self,
        owner: Option<&Typed>,
        word: &Word,
        variable: &Ast,
        body: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let element = owner.and_then(|owner| owner.ty.element().cloned());
        if let (Some(owner), None) = (owner, &element) {
            let fault = wrong_owner(word, "a list", &owner.ty);
            self.fault::<()>(fault);
        }
        let sound = element.is_some() || owner.is_none();
        let AstKind::Name(name) = &variable.kind else {
            let message = format!("the first argument of {:?} is the name of a variable", word.text);
            return self.fault(Fault::new(FaultKind::Arity, variable.span, message).help("as in list.all(x, x > 0)"));
        };
        self.scopes.push((name.clone(), element));
        let body = body(self);
        self.scopes.pop();
        if sound { body } else { None }
    }

    /// The fault of a wrong number or shape of arguments; the arguments are checked for faults of their own.
    fn arity(&mut self, span: Span, message: &str, arguments: &[Ast]) -> Option<Typed> {
        for argument in arguments {
            self.check(argument);
        }
        self.fault(Fault::new(FaultKind::Arity, span, message))
    }
}

fn wrong_owner(word: &Word, wanted: &str, found: &Type) -> Fault {
    Fault::new(FaultKind::Mismatch, word.span, format!("{:?} needs {wanted}, found {found}", word.text))
}
