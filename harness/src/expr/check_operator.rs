//! Types of operators: chains of one level, and the conditional.

use super::ast::{Arithmetic, Ast, AstKind, Comparison, Operator};
use super::check::{Checker, Typed};
use super::code::{Code, Node};
use super::fault::{Fault, FaultKind, Span};
use super::types::Type;

impl Checker<'_> {
    /// Operands joined by operators of one level.
    pub(super) fn chain(&mut self, ast: &Ast, first: &Ast, rest: &[(Operator, Ast)]) -> Option<Typed> {
        match rest.first()?.0 {
            operator @ (Operator::And | Operator::Or) => {
                let mut nodes = Vec::with_capacity(rest.len() + 1);
                for operand in [first].into_iter().chain(rest.iter().map(|(_, operand)| operand)) {
                    nodes.extend(self.require(operand, &Type::Bool, operator.symbol()));
                }
                if nodes.len() != rest.len() + 1 {
                    return None;
                }
                let nodes = nodes.into_boxed_slice();
                let code = if operator == Operator::And { Code::And(nodes) } else { Code::Or(nodes) };
                self.typed(ast.span, code, Type::Bool)
            }
            Operator::Compare(_) => self.compare(ast.span, first, rest),
            Operator::Arithmetic(_) => self.arithmetic(ast.span, first, rest),
        }
    }

    /// `+` joins what it is given; every other operation is on ints. The first operand whose type is known decides.
    fn arithmetic(&mut self, span: Span, first: &Ast, rest: &[(Operator, Ast)]) -> Option<Typed> {
        let asts = || [first].into_iter().chain(rest.iter().map(|(_, operand)| operand));
        let checked: Vec<Option<Typed>> = asts().map(|operand| self.check(operand)).collect();
        let known = |typed: &&Typed| typed.ty != Type::Unknown;
        let decisive = checked.iter().flatten().find(known).map_or(Type::Int, |typed| typed.ty.clone());
        let not_add = rest.iter().find(|(operator, _)| *operator != Operator::Arithmetic(Arithmetic::Add));
        let joins = not_add.is_none() && (decisive.is_text() || matches!(decisive, Type::List(_)));
        if !joins {
            let symbol = not_add.map_or("+", |(operator, _)| operator.symbol());
            return self.integers(span, asts().zip(checked), rest, symbol, &decisive);
        }
        let operands: Vec<Typed> = checked.into_iter().collect::<Option<_>>()?;
        let sides: Vec<(&Ast, &Type)> = asts().zip(operands.iter().map(|typed| &typed.ty)).collect();
        let texts = sides.iter().all(|(_, ty)| ty.is_text());
        // A joined string is no longer of the closed set, and its literals need not be.
        let ty = if texts { Type::Str } else { self.meet(&sides, "both sides of \"+\"")? };
        let nodes: Box<[Node]> = operands.into_iter().map(|typed| typed.node).collect();
        self.typed(span, if texts { Code::Join(nodes) } else { Code::Append(nodes) }, ty)
    }

    /// A chain of operations on ints; `symbol` is the one to name in faults, `decisive` the type that was meant.
    fn integers<'p>(
        &mut self,
        span: Span,
        operands: impl Iterator<Item = (&'p Ast, Option<Typed>)>,
        rest: &[(Operator, Ast)],
        symbol: &str,
        decisive: &Type,
    ) -> Option<Typed> {
        let mut nodes = Vec::with_capacity(rest.len() + 1);
        let mut all_unknown = true;
        for (ast, typed) in operands {
            let Some(typed) = typed else { continue };
            all_unknown &= typed.ty == Type::Unknown;
            if typed.ty.join(&Type::Int).is_some() {
                nodes.push(typed.node);
                continue;
            }
            let takes = if symbol == "+" { "ints, strings or lists of one type" } else { "ints" };
            let message = format!("{symbol:?} takes {takes}, found {}", typed.ty);
            let fault = Fault::new(FaultKind::Mismatch, ast.span, message);
            self.fault::<()>(match typed.ty {
                Type::Bool => fault.help("a bool counts as c ? 1 : 0"),
                Type::List(_) => fault.help("write size() for the length of a list"),
                _ => fault,
            });
            // Where no ints were meant, all operands share the one mistake.
            if *decisive != Type::Int {
                return None;
            }
        }
        if nodes.len() != rest.len() + 1 {
            return None;
        }
        // Elements of an empty list may be added whatever they would have been.
        let ty = if symbol == "+" && all_unknown { Type::Unknown } else { Type::Int };
        let mut nodes = nodes.into_iter();
        let head = Box::new(nodes.next()?);
        let operations = rest.iter().filter_map(|(operator, _)| match operator {
            Operator::Arithmetic(operation) => Some(*operation),
            _ => None,
        });
        self.typed(span, Code::Arithmetic(head, operations.zip(nodes).collect()), ty)
    }

    /// Comparisons from the left, each of the result so far with the next operand.
    fn compare(&mut self, span: Span, first: &Ast, rest: &[(Operator, Ast)]) -> Option<Typed> {
        let head = self.check(first);
        let mut left_type = head.as_ref().map(|head| head.ty.clone());
        // After the first comparison the left side is a bool, for which any tree will do that is no literal.
        let bool_side = Ast { span, grouped: true, height: 1, kind: AstKind::Bool(true) };
        let mut left = first;
        let mut nodes = Vec::with_capacity(rest.len());
        let mut sound = head.is_some();
        for (operator, operand) in rest {
            let Operator::Compare(comparison) = *operator else {
                continue;
            };
            let right = self.check(operand);
            let fits = match (&left_type, &right) {
                (Some(ty), Some(right)) => {
                    self.comparable((left, ty), comparison, (operand, &right.ty), !nodes.is_empty())
                }
                _ => None,
            };
            sound &= fits.is_some();
            nodes.extend(right.map(|right| (comparison, right.node)));
            left_type = Some(Type::Bool);
            left = &bool_side;
        }
        if !sound {
            return None;
        }
        let head = head?;
        let is_int = head.ty == Type::Int;
        let head = Box::new(head.node);
        let code = match (nodes.pop()?, nodes.is_empty()) {
            ((comparison, right), true) if is_int && comparison != Comparison::In => {
                Code::CompareInts(head, comparison, Box::new(right))
            }
            (last, _) => {
                nodes.push(last);
                Code::Compare(head, nodes.into_boxed_slice())
            }
        };
        self.typed(span, code, Type::Bool)
    }

    /// Whether `left` and `right` may be compared; `chained` if the left side is a comparison before this one.
    fn comparable(
        &mut self,
        left: (&Ast, &Type),
        comparison: Comparison,
        right: (&Ast, &Type),
        chained: bool,
    ) -> Option<()> {
        let span = left.0.span.to(right.0.span);
        let symbol = comparison.symbol();
        if comparison == Comparison::In {
            let Some(element) = right.1.element() else {
                let message = format!("\"in\" needs a list on its right, found {}", right.1);
                let fault = Fault::new(FaultKind::Mismatch, right.0.span, message);
                let help = match right.1 {
                    Type::Str | Type::Enum(_) => fault.help("write text.contains(part) for a part of a string"),
                    Type::Record(_) => fault.help("write has(record.field) to ask for a field"),
                    _ => fault,
                };
                return self.fault(help);
            };
            self.no_records(left.1, symbol, left.0.span)?;
            // The element is held against the elements of a literal, and they against it.
            let list_of_left = Type::list(left.1.clone());
            if left.1.join(element).is_none() {
                let message = format!("{} is never an element of a {}", left.1, right.1);
                return self.fault(Fault::new(FaultKind::Mismatch, span, message));
            }
            self.meet(&[(right.0, right.1), (&wrapped(left.0), &list_of_left)], "both sides of \"in\"")?;
            return Some(());
        }
        if left.1.join(right.1).is_none() {
            let message = format!("{symbol:?} cannot compare {} with {}", left.1, right.1);
            let fault = Fault::new(FaultKind::Mismatch, span, message);
            return self.fault(match (left.1, right.1) {
                (Type::Int, Type::List(_)) | (Type::List(_), Type::Int) => fault.help("write size() for the length"),
                (Type::Bool, _) if chained => fault.help("comparisons do not chain: write a < b && b < c"),
                _ => fault,
            });
        }
        self.no_records(left.1, symbol, span)?;
        self.no_records(right.1, symbol, span)?;
        self.meet(&[left, right], &format!("both sides of {symbol:?}"))?;
        if matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
            return Some(());
        }
        for (ast, ty) in [left, right] {
            if matches!(ty, Type::List(_) | Type::Enum(_)) {
                let message = format!("{ty} has no order, {symbol:?} cannot compare it");
                return self.fault(Fault::new(FaultKind::Mismatch, ast.span, message));
            }
        }
        Some(())
    }

    fn no_records(&mut self, ty: &Type, symbol: &str, span: Span) -> Option<()> {
        if ty.is_comparable() {
            return Some(());
        }
        let message = format!("{symbol:?} cannot compare {ty}");
        self.fault(
            Fault::new(FaultKind::Mismatch, span, message).help("compare a field that tells them apart, such as .id"),
        )
    }

    /// `c1 ? v1 : c2 ? v2 : … : last`
    pub(super) fn conditional(&mut self, span: Span, arms: &[(Ast, Ast)], last: &Ast) -> Option<Typed> {
        let mut conditions = Vec::with_capacity(arms.len());
        for (condition, _) in arms {
            conditions.extend(self.require(condition, &Type::Bool, "?"));
        }
        let values = arms.iter().map(|(_, value)| value).chain([last]);
        let (values, ty) = self.alike(values, "the values of a choice")?;
        if conditions.len() != arms.len() {
            return None;
        }
        let mut values = values.into_vec();
        let last = Box::new(values.pop()?);
        self.typed(span, Code::Conditional(conditions.into_iter().zip(values).collect(), last), ty)
    }
}

/// A list literal of the one part: what an element is, seen as a list.
fn wrapped(ast: &Ast) -> Ast {
    Ast { span: ast.span, grouped: false, height: ast.height + 1, kind: AstKind::List(vec![ast.clone()]) }
}
