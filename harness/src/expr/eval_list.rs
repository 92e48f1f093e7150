//! Evaluation of lists: literals, elements, macros and list functions.

use super::code::{Code, Node, Quantifier};
use super::eval::{Evaluated, Locals, Machine, Scope, error, wrong};
use super::fault::EvalErrorKind;
use super::value::{Value, ValueKind};

/// What is done with every element of a list.
pub(super) type Visit<'v, 'a> = &'v mut dyn FnMut(Value<'a>) -> Evaluated<()>;

impl<'a> Machine<'_, 'a> {
    /// Visits every element of the list that `node` is, without making the list if it need not exist.
    ///
    /// The visitor must want every element: an error of a later one is an error of the list.
    pub(super) fn each(&self, node: &'a Node, locals: Locals<'_, 'a>, visit: Visit<'_, 'a>) -> Evaluated<()> {
        match &node.code {
            Code::List(elements) => {
                for element in elements {
                    self.spend(node, 1)?;
                    visit(self.eval(element, locals)?)?;
                }
                Ok(())
            }
            Code::Append(parts) => {
                for part in parts {
                    self.each(part, locals, &mut *visit)?;
                }
                Ok(())
            }
            Code::Filter(list, condition) => self.each(list, locals, &mut |value| {
                let scope = Scope { value, outer: locals };
                if self.truth(condition, Some(&scope))? { visit(scope.value) } else { Ok(()) }
            }),
            Code::Map(list, condition, result) => self.each(list, locals, &mut |value| {
                let scope = Scope { value, outer: locals };
                let wanted = match condition {
                    Some(condition) => self.truth(condition, Some(&scope))?,
                    None => true,
                };
                if !wanted {
                    return Ok(());
                }
                visit(self.eval(result, Some(&scope))?)
            }),
            _ => {
                let list = self.eval(node, locals)?;
                for index in 0..self.len(node, &list)? {
                    visit(self.item(node, &list, index)?)?;
                }
                Ok(())
            }
        }
    }

    /// The list that a literal or macro makes.
    pub(super) fn make_list(&self, node: &'a Node, locals: Locals<'_, 'a>) -> Evaluated<Value<'a>> {
        let mut items = Vec::new();
        self.each(node, locals, &mut |item| {
            items.push(item);
            Ok(())
        })?;
        Ok(Value::owned_list(items))
    }

    fn len(&self, node: &Node, list: &Value<'a>) -> Evaluated<usize> {
        list.list_len().ok_or_else(|| wrong(node, list, ValueKind::List))
    }

    /// An element that is there, at the price of a step.
    fn item(&self, node: &Node, list: &Value<'a>, index: usize) -> Evaluated<Value<'a>> {
        self.spend(node, 1)?;
        match list.item(index) {
            Value::Missing => Err(error(node, EvalErrorKind::Missing)),
            item => Ok(item),
        }
    }

    pub(super) fn size(&self, operand: &'a Node, locals: Locals<'_, 'a>) -> Evaluated<i64> {
        let size = match &operand.code {
            Code::Filter(..) | Code::Map(..) => {
                let mut count = 0;
                self.each(operand, locals, &mut |_| {
                    count += 1;
                    Ok(())
                })?;
                count
            }
            _ => {
                let value = self.eval(operand, locals)?;
                match value.as_str() {
                    // CEL counts code points.
                    Some(text) => {
                        self.spend(operand, text.len() / 64)?;
                        text.chars().count()
                    }
                    None => self.len(operand, &value)?,
                }
            }
        };
        i64::try_from(size).map_err(|_| error(operand, EvalErrorKind::Overflow))
    }

    pub(super) fn index(
        &self,
        node: &'a Node,
        list: &'a Node,
        index: &'a Node,
        locals: Locals<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let owner = self.eval(list, locals)?;
        let index = self.int(index, locals)?;
        let len = self.len(list, &owner)?;
        match usize::try_from(index) {
            Ok(position) if position < len => Ok(owner.item(position)),
            _ => {
                let len = u32::try_from(len).unwrap_or(u32::MAX);
                Err(error(node, EvalErrorKind::IndexOutOfRange { index, len }))
            }
        }
    }

    /// `left in list`. As every element of a literal is evaluated, an error in one is an error of the whole.
    pub(super) fn is_element(&self, left: &Value<'a>, list: &'a Node, locals: Locals<'_, 'a>) -> Evaluated<bool> {
        let mut found = false;
        self.each(list, locals, &mut |item| {
            found = found || left.equals(&item, &mut || self.charge(1)).map_err(|kind| error(list, kind))?;
            Ok(())
        })?;
        Ok(found)
    }

    pub(super) fn quantify(
        &self,
        quantifier: Quantifier,
        list: &'a Node,
        body: &'a Node,
        locals: Locals<'_, 'a>,
    ) -> Evaluated<bool> {
        let items = self.eval(list, locals)?;
        let len = self.len(list, &items)?;
        let holds = |index: usize| {
            let scope = Scope { value: self.item(list, &items, index)?, outer: locals };
            self.truth(body, Some(&scope))
        };
        match quantifier {
            Quantifier::All => self.decide(0..len, false, holds),
            Quantifier::Exists => self.decide(0..len, true, holds),
            Quantifier::ExistsOne => {
                let mut count = 0_usize;
                for index in 0..len {
                    count += usize::from(holds(index)?);
                }
                Ok(count == 1)
            }
        }
    }

    /// Whether `body` holds for the element, and the element: for explanations.
    pub(super) fn holds_for(
        &self,
        list: &'a Node,
        items: &Value<'a>,
        index: usize,
        body: &'a Node,
        locals: Locals<'_, 'a>,
    ) -> Evaluated<(bool, Value<'a>)> {
        let scope = Scope { value: self.item(list, items, index)?, outer: locals };
        let holds = self.truth(body, Some(&scope))?;
        Ok((holds, scope.value))
    }

    pub(super) fn distinct(&self, list: &'a Node, locals: Locals<'_, 'a>) -> Evaluated<Value<'a>> {
        let mut unique: Vec<Value<'a>> = Vec::new();
        self.each(list, locals, &mut |item| {
            for known in &unique {
                self.spend(list, 1)?;
                if known.equals(&item, &mut || self.charge(1)).map_err(|kind| error(list, kind))? {
                    return Ok(());
                }
            }
            unique.push(item);
            Ok(())
        })?;
        Ok(Value::owned_list(unique))
    }

    pub(super) fn sort(&self, list: &'a Node, locals: Locals<'_, 'a>) -> Evaluated<Value<'a>> {
        let mut items = Vec::new();
        self.each(list, locals, &mut |item| {
            items.push(item);
            Ok(())
        })?;
        self.spend(list, items.len() * (items.len().max(1).ilog2() as usize))?;
        // A sort must not meet an inconsistent order: one kind of value throughout makes sure of it.
        for item in &items {
            items[0].order(item).map_err(|kind| error(list, kind))?;
        }
        items.sort_by(|a, b| a.order(b).unwrap_or(std::cmp::Ordering::Equal));
        Ok(Value::owned_list(items))
    }
}
