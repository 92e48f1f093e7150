//! Evaluation: a walk over the compiled expression that reads the outcome as it goes.
//!
//! Owns scalars, control flow and the two logical operators; lists are in `eval_list`. The walk is as deep as the
//! expression is high, which the parser bounds, and as long as [`MAX_STEPS`](super::MAX_STEPS) allows.

use std::cell::Cell;

use super::MAX_STEPS;
use super::ast::{Arithmetic, Comparison};
use super::code::{Code, Node, TextTest};
use super::fault::{EvalError, EvalErrorKind};
use super::value::{RecordView, Value, ValueKind};

/// One evaluation: the roots and the steps that are left.
pub(super) struct Machine<'r, 'a> {
    roots: &'r [Value<'a>],
    steps: Cell<u32>,
}

/// The variables of the enclosing macros, the innermost first.
pub(super) struct Scope<'s, 'a> {
    pub(super) value: Value<'a>,
    pub(super) outer: Option<&'s Scope<'s, 'a>>,
}

pub(super) type Locals<'s, 'a> = Option<&'s Scope<'s, 'a>>;
pub(super) type Evaluated<T> = Result<T, EvalError>;

impl<'r, 'a> Machine<'r, 'a> {
    pub(super) fn new(roots: &'r [Value<'a>]) -> Machine<'r, 'a> {
        Machine { roots, steps: Cell::new(MAX_STEPS) }
    }

    /// The value of `node`.
    pub(super) fn eval(&self, node: &'a Node, locals: Locals<'_, 'a>) -> Evaluated<Value<'a>> {
        let value = match &node.code {
            Code::Bool(value) => Value::Bool(*value),
            Code::Int(value) => Value::Int(*value),
            Code::Str(text) => Value::Str(text),
            Code::Root(position) => self.roots.get(*position as usize).cloned().unwrap_or(Value::Missing),
            Code::Local(out) => local(locals, *out).cloned().unwrap_or(Value::Missing),
            Code::Field(owner, field) => self.record(owner, locals)?.field(*field as usize),
            Code::Index(list, index) => self.index(node, list, index, locals)?,
            Code::Negate(_) | Code::Arithmetic(..) | Code::Size(_) | Code::Sum(_) => {
                return self.int(node, locals).map(Value::Int);
            }
            Code::Extreme(..) | Code::ExtremeOf(..) => {
                return self.int(node, locals).map(Value::Int);
            }
            Code::Not(_) | Code::And(_) | Code::Or(_) | Code::CompareInts(..) | Code::Compare(..) | Code::Has(..) => {
                return self.truth(node, locals).map(Value::Bool);
            }
            Code::Quantify(..) | Code::Text(..) => {
                return self.truth(node, locals).map(Value::Bool);
            }
            Code::Conditional(arms, last) => {
                return self.eval(self.choose(arms, last, locals)?, locals);
            }
            Code::Join(parts) => self.join(parts, locals)?,
            Code::List(_) | Code::Append(_) | Code::Filter(..) | Code::Map(..) => self.make_list(node, locals)?,
            Code::Distinct(list) => self.distinct(list, locals)?,
            Code::Sort(list) => self.sort(list, locals)?,
        };
        match value {
            Value::Missing => Err(error(node, EvalErrorKind::Missing)),
            value => Ok(value),
        }
    }

    /// The record that a node is. Selections are followed from view to view, without values in between.
    fn record(&self, node: &'a Node, locals: Locals<'_, 'a>) -> Evaluated<&'a dyn RecordView> {
        let found = match &node.code {
            Code::Root(position) => match self.roots.get(*position as usize) {
                Some(Value::Record(record)) => return Ok(*record),
                other => other.cloned().unwrap_or(Value::Missing),
            },
            Code::Local(out) => match local(locals, *out) {
                Some(Value::Record(record)) => return Ok(*record),
                other => other.cloned().unwrap_or(Value::Missing),
            },
            Code::Field(owner, field) => self.record(owner, locals)?.field(*field as usize),
            _ => self.eval(node, locals)?,
        };
        match found {
            Value::Record(record) => Ok(record),
            other => Err(wrong(node, &other, ValueKind::Record)),
        }
    }

    /// The value of a node that the checker found to be a bool.
    pub(super) fn truth(&self, node: &'a Node, locals: Locals<'_, 'a>) -> Evaluated<bool> {
        match &node.code {
            Code::Bool(value) => Ok(*value),
            Code::Not(inner) => Ok(!self.truth(inner, locals)?),
            Code::And(parts) => self.decide(parts.iter(), false, |part| self.truth(part, locals)),
            Code::Or(parts) => self.decide(parts.iter(), true, |part| self.truth(part, locals)),
            Code::CompareInts(left, comparison, right) => {
                let (left, right) = (self.int(left, locals)?, self.int(right, locals)?);
                Ok(comparison.holds(left.cmp(&right)))
            }
            Code::Compare(first, rest) => self.compare(first, rest, locals),
            Code::Has(owner, field) => {
                let field = self.record(owner, locals)?.field(*field as usize);
                Ok(!matches!(field, Value::Missing))
            }
            Code::Quantify(quantifier, list, body) => self.quantify(*quantifier, list, body, locals),
            Code::Text(test, whole, part) => self.test(*test, whole, part, locals),
            _ => {
                let value = self.eval(node, locals)?;
                value.as_bool().ok_or_else(|| wrong(node, &value, ValueKind::Bool))
            }
        }
    }

    /// `&&` and `all` decide on `false`, `||` and `exists` on `true`: if any part does, so does the whole, whatever
    /// errors the others have. Otherwise the first error stands; otherwise the whole is the other value.
    pub(super) fn decide<P>(
        &self,
        parts: impl Iterator<Item = P>,
        deciding: bool,
        mut truth: impl FnMut(P) -> Evaluated<bool>,
    ) -> Evaluated<bool> {
        let mut failure = None;
        for part in parts {
            match truth(part) {
                Ok(value) if value == deciding => return Ok(deciding),
                Ok(_) => {}
                // To go on looking would be to go on spending.
                Err(error) if error.kind == EvalErrorKind::Budget => return Err(error),
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        failure.map_or(Ok(!deciding), Err)
    }

    /// The value of a node that the checker found to be an int.
    pub(super) fn int(&self, node: &'a Node, locals: Locals<'_, 'a>) -> Evaluated<i64> {
        match &node.code {
            Code::Int(value) => Ok(*value),
            Code::Field(owner, field) => match self.record(owner, locals)?.field(*field as usize) {
                Value::Int(value) => Ok(value),
                other => Err(wrong(node, &other, ValueKind::Int)),
            },
            Code::Root(position) => match self.roots.get(*position as usize) {
                Some(Value::Int(value)) => Ok(*value),
                other => Err(wrong(node, other.unwrap_or(&Value::Missing), ValueKind::Int)),
            },
            Code::Local(out) => match local(locals, *out) {
                Some(Value::Int(value)) => Ok(*value),
                other => Err(wrong(node, other.unwrap_or(&Value::Missing), ValueKind::Int)),
            },
            Code::Negate(inner) => {
                let value = self.int(inner, locals)?;
                value.checked_neg().ok_or_else(|| error(node, EvalErrorKind::Overflow))
            }
            Code::Arithmetic(first, rest) => {
                let mut total = self.int(first, locals)?;
                for (operation, operand) in rest {
                    let right = self.int(operand, locals)?;
                    total = calculate(*operation, total, right).map_err(|kind| {
                        // The part of the chain up to here.
                        EvalError { kind, span: node.span.to(operand.span) }
                    })?;
                }
                Ok(total)
            }
            Code::Size(operand) => self.size(operand, locals),
            Code::Sum(_) | Code::Extreme(..) | Code::ExtremeOf(..) => self.total(node, locals),
            _ => {
                let value = self.eval(node, locals)?;
                value.as_int().ok_or_else(|| wrong(node, &value, ValueKind::Int))
            }
        }
    }

    /// One int out of many: the sums and extremes of [`Machine::int`], which sends nothing else here.
    fn total(&self, node: &'a Node, locals: Locals<'_, 'a>) -> Evaluated<i64> {
        match &node.code {
            Code::Sum(list) => {
                let mut total = 0_i64;
                self.each(list, locals, &mut |item| {
                    let item = item.as_int().ok_or_else(|| wrong(list, &item, ValueKind::Int))?;
                    total = total.checked_add(item).ok_or_else(|| error(node, EvalErrorKind::Overflow))?;
                    Ok(())
                })?;
                Ok(total)
            }
            Code::Extreme(extreme, operands) => {
                let mut best = None;
                for operand in operands {
                    let value = self.int(operand, locals)?;
                    best = Some(best.map_or(value, |best| extreme.of(best, value)));
                }
                best.ok_or_else(|| error(node, EvalErrorKind::Empty))
            }
            Code::ExtremeOf(extreme, list) => {
                let mut best = None;
                self.each(list, locals, &mut |item| {
                    let item = item.as_int().ok_or_else(|| wrong(list, &item, ValueKind::Int))?;
                    best = Some(best.map_or(item, |best| extreme.of(best, item)));
                    Ok(())
                })?;
                best.ok_or_else(|| error(node, EvalErrorKind::Empty))
            }
            _ => self.int(node, locals),
        }
    }

    /// The value that a conditional comes down to.
    pub(super) fn choose(
        &self,
        arms: &'a [(Node, Node)],
        last: &'a Node,
        locals: Locals<'_, 'a>,
    ) -> Evaluated<&'a Node> {
        for (condition, value) in arms {
            if self.truth(condition, locals)? {
                return Ok(value);
            }
        }
        Ok(last)
    }

    fn compare(&self, first: &'a Node, rest: &'a [(Comparison, Node)], locals: Locals<'_, 'a>) -> Evaluated<bool> {
        let mut left = self.eval(first, locals)?;
        let mut result = false;
        for (position, (comparison, operand)) in rest.iter().enumerate() {
            if position > 0 {
                left = Value::Bool(result);
            }
            result = match comparison {
                Comparison::In => self.is_element(&left, operand, locals)?,
                comparison => {
                    let right = self.eval(operand, locals)?;
                    self.relate(&left, *comparison, &right)
                        .map_err(|kind| EvalError { kind, span: first.span.to(operand.span) })?
                }
            };
        }
        Ok(result)
    }

    fn relate(&self, left: &Value<'a>, comparison: Comparison, right: &Value<'a>) -> Result<bool, EvalErrorKind> {
        Ok(match comparison {
            Comparison::Equal => left.equals(right, &mut || self.charge(1))?,
            Comparison::NotEqual => !left.equals(right, &mut || self.charge(1))?,
            ordering => ordering.holds(left.order(right)?),
        })
    }

    fn test(&self, test: TextTest, whole: &'a Node, part: &'a Node, locals: Locals<'_, 'a>) -> Evaluated<bool> {
        let text = self.eval(whole, locals)?;
        let wanted = self.eval(part, locals)?;
        let text = text.as_str().ok_or_else(|| wrong(whole, &text, ValueKind::Str))?;
        let wanted = wanted.as_str().ok_or_else(|| wrong(part, &wanted, ValueKind::Str))?;
        self.spend(whole, text.len() / 64)?;
        Ok(match test {
            TextTest::Contains => text.contains(wanted),
            TextTest::StartsWith => text.starts_with(wanted),
            TextTest::EndsWith => text.ends_with(wanted),
        })
    }

    fn join(&self, parts: &'a [Node], locals: Locals<'_, 'a>) -> Evaluated<Value<'a>> {
        let mut joined = String::new();
        for part in parts {
            let value = self.eval(part, locals)?;
            let text = value.as_str().ok_or_else(|| wrong(part, &value, ValueKind::Str))?;
            self.spend(part, text.len() / 64 + 1)?;
            joined.push_str(text);
        }
        Ok(Value::OwnedStr(joined.into()))
    }

    /// Takes steps off the budget.
    pub(super) fn charge(&self, steps: usize) -> Result<(), EvalErrorKind> {
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        let left = self.steps.get().checked_sub(steps);
        // What is left is spent as well, so that nothing cheaper slips through afterwards.
        self.steps.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or(EvalErrorKind::Budget)
    }

    /// The same, blaming `node`.
    pub(super) fn spend(&self, node: &Node, steps: usize) -> Evaluated<()> {
        self.charge(steps).map_err(|kind| error(node, kind))
    }
}

/// The variable of the macro `out` scopes away.
fn local<'s, 'a>(locals: Locals<'s, 'a>, out: u32) -> Option<&'s Value<'a>> {
    let mut scope = locals;
    for _ in 0..out {
        scope = scope.and_then(|scope| scope.outer);
    }
    scope.map(|scope| &scope.value)
}

fn calculate(operation: Arithmetic, left: i64, right: i64) -> Result<i64, EvalErrorKind> {
    let result = match operation {
        Arithmetic::Add => left.checked_add(right),
        Arithmetic::Subtract => left.checked_sub(right),
        Arithmetic::Multiply => left.checked_mul(right),
        Arithmetic::Divide | Arithmetic::Remainder if right == 0 => {
            return Err(EvalErrorKind::DivisionByZero);
        }
        Arithmetic::Divide => left.checked_div(right),
        Arithmetic::Remainder => left.checked_rem(right),
    };
    result.ok_or(EvalErrorKind::Overflow)
}

pub(super) fn error(node: &Node, kind: EvalErrorKind) -> EvalError {
    EvalError { kind, span: node.span }
}

/// A view's value of the wrong kind.
#[cold]
pub(super) fn wrong(node: &Node, found: &Value<'_>, expected: ValueKind) -> EvalError {
    error(node, found.mismatch(expected))
}
