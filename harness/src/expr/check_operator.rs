//! Types of operators: chains of one level, and the conditional.

use super::ast::{Arithmetic, Ast, AstKind, Comparison, Operator};
use super::check::{Checker, Typed};
use super::code::{Code, Node};
use super::fault::{Fault, FaultKind, Span};
use super::types::Type;

impl Checker<'_> {
    /// Operands joined by operators of one level.
    pub(super) fn chain(
        &mut self,
        ast: &Ast,
        first: &Ast,
        rest: &[(Operator, Ast)],
    ) -> Option<Typed> {
        match rest.first()?.0 {
            operator @ (Operator::And | Operator::Or) => {
                let mut nodes = Vec::with_capacity(rest.len() + 1);
                for operand in [first]
                    .into_iter()
                    .chain(rest.iter().map(|(_, operand)| operand))
                {
                    nodes.extend(self.require(operand, &Type::Bool, operator.symbol()));
                }
                if nodes.len() != rest.len() + 1 {
                    return None;
                }
                let nodes = nodes.into_boxed_slice();
                let code = if operator == Operator::And {
                    Code::And(nodes)
                } else {
                    Code::Or(nodes)
                };
                self.typed(ast.span, code, Type::Bool)
            }
            Operator::Compare(_) => self.compare(ast.span, first, rest),
            Operator::Arithmetic(_) => self.arithmetic(ast.span, first, rest),
        }
    }

    /// `+` joins what it is given; every other operation is on ints. The type of the first operand that has one decides.
    fn arithmetic(&mut self, span: Span, first: &Ast, rest: &[(Operator, Ast)]) -> Option<Typed> {
        let mut operations = Vec::with_capacity(rest.len());
        for (operator, _) in rest {
            if let Operator::Arithmetic(operation) = operator {
                operations.push(*operation);
            }
        }
        let only_adds = operations
            .iter()
            .all(|operation| *operation == Arithmetic::Add);
        let head = self.check(first);
        let joins = only_adds
            && head
                .as_ref()
                .is_some_and(|head| head.ty.is_text() || matches!(head.ty, Type::List(_)));
        let symbol = rest.first().map_or("+", |(operator, _)| operator.symbol());
        let mut operands: Vec<(&Ast, Typed)> = Vec::with_capacity(rest.len() + 1);
        match head {
            Some(head) if joins || head.ty == Type::Int || head.ty == Type::Unknown => {
                operands.push((first, head))
            }
            Some(head) => {
                let takes = if symbol == "+" {
                    "two ints, two strings or two lists"
                } else {
                    "two ints"
                };
                let message = format!("{symbol:?} takes {takes}, found {}", head.ty);
                let fault = Fault::new(FaultKind::Mismatch, first.span, message);
                self.fault::<()>(match head.ty {
                    Type::Bool => fault.help("a bool counts as c ? 1 : 0"),
                    Type::List(_) => fault.help("write size() for the length of a list"),
                    _ => fault,
                });
            }
            None => {}
        }
        for (operator, operand) in rest {
            if !joins {
                // Without a first operand there is no telling whether ints were meant.
                let node = if operands.is_empty() {
                    self.check(operand)
                } else {
                    self.int_operand(operator, operand)
                };
                operands.extend(node.map(|typed| (operand, typed)));
            } else {
                operands.extend(self.check(operand).map(|typed| (operand, typed)));
            }
        }
        if operands.len() != rest.len() + 1 {
            return None;
        }
        if joins {
            let sides: Vec<(&Ast, &Type)> = operands
                .iter()
                .map(|(ast, typed)| (*ast, &typed.ty))
                .collect();
            let texts = sides.iter().all(|(_, ty)| ty.is_text());
            // A joined string is no longer of the closed set, and its literals need not be.
            let ty = if texts {
                Type::Str
            } else {
                self.meet(&sides, "both sides of \"+\"")?
            };
            let nodes: Box<[Node]> = operands.into_iter().map(|(_, typed)| typed.node).collect();
            return self.typed(
                span,
                if texts {
                    Code::Join(nodes)
                } else {
                    Code::Append(nodes)
                },
                ty,
            );
        }
        let mut nodes = operands.into_iter().map(|(_, typed)| typed.node);
        let head = Box::new(nodes.next()?);
        self.typed(
            span,
            Code::Arithmetic(head, operations.into_iter().zip(nodes).collect()),
            Type::Int,
        )
    }

    fn int_operand(&mut self, operator: &Operator, operand: &Ast) -> Option<Typed> {
        let typed = self.check(operand)?;
        if typed.ty.join(&Type::Int).is_some() {
            return Some(typed);
        }
        let message = format!(
            "{:?} takes two ints, found int and {}",
            operator.symbol(),
            typed.ty
        );
        let fault = Fault::new(FaultKind::Mismatch, operand.span, message);
        self.fault(match typed.ty {
            Type::Bool => fault.help("a bool counts as c ? 1 : 0"),
            Type::List(_) => fault.help("write size() for the length of a list"),
            _ => fault,
        })
    }

    /// Comparisons from the left, each of the result so far with the next operand.
    fn compare(&mut self, span: Span, first: &Ast, rest: &[(Operator, Ast)]) -> Option<Typed> {
        let head = self.check(first);
        let mut left_type = head.as_ref().map(|head| head.ty.clone());
        // After the first comparison the left side is a bool, for which any tree will do that is no literal.
        let bool_side = Ast {
            span,
            grouped: true,
            height: 1,
            kind: AstKind::Bool(true),
        };
        let mut left = first;
        let mut nodes = Vec::with_capacity(rest.len());
        let mut sound = head.is_some();
        for (operator, operand) in rest {
            let Operator::Compare(comparison) = *operator else {
                continue;
            };
            let right = self.check(operand);
            let fits = match (&left_type, &right) {
                (Some(ty), Some(right)) => self.comparable(
                    (left, ty),
                    comparison,
                    (operand, &right.ty),
                    !nodes.is_empty(),
                ),
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
        self.typed(
            span,
            Code::Compare(Box::new(head?.node), nodes.into_boxed_slice()),
            Type::Bool,
        )
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
            let Type::List(element) = right.1 else {
                let message = format!("\"in\" needs a list on its right, found {}", right.1);
                let fault = Fault::new(FaultKind::Mismatch, right.0.span, message);
                let help = match right.1 {
                    Type::Str | Type::Enum(_) => {
                        fault.help("write text.contains(part) for a part of a string")
                    }
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
            self.meet(
                &[(right.0, right.1), (&wrapped(left.0), &list_of_left)],
                "both sides of \"in\"",
            )?;
            return Some(());
        }
        if left.1.join(right.1).is_none() {
            let message = format!("{symbol:?} cannot compare {} with {}", left.1, right.1);
            let fault = Fault::new(FaultKind::Mismatch, span, message);
            return self.fault(match (left.1, right.1) {
                (Type::Int, Type::List(_)) | (Type::List(_), Type::Int) => {
                    fault.help("write size() for the length")
                }
                (Type::Bool, _) if chained => {
                    fault.help("comparisons do not chain: write a < b && b < c")
                }
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
            Fault::new(FaultKind::Mismatch, span, message)
                .help("compare a field that tells them apart, such as .id"),
        )
    }

    /// `c1 ? v1 : c2 ? v2 : … : last`
    pub(super) fn conditional(
        &mut self,
        span: Span,
        arms: &[(Ast, Ast)],
        last: &Ast,
    ) -> Option<Typed> {
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
        self.typed(
            span,
            Code::Conditional(conditions.into_iter().zip(values).collect(), last),
            ty,
        )
    }
}

/// A list literal of the one part: what an element is, seen as a list.
fn wrapped(ast: &Ast) -> Ast {
    Ast {
        span: ast.span,
        grouped: false,
        height: ast.height + 1,
        kind: AstKind::List(vec![ast.clone()]),
    }
}
