//! Why an expression came out as it did: the subexpressions that decided it, with their values.

use super::ast::Comparison;
use super::code::{Code, Node, Quantifier};
use super::eval::{Evaluated, Locals, Machine, Scope};
use super::fault::EvalError;
use super::print::print;
use super::types::Type;
use super::value::Value;

/// An explanation of more lines than this explains nothing.
const MOST_LINES: usize = 16;

/// One explanation in the making.
pub(super) struct Explainer<'m, 'r, 'a> {
    machine: &'m Machine<'r, 'a>,
    source: &'a str,
    types: &'a [Type],
    lines: Vec<(String, String)>,
}

/// The lines for `node`, each a piece of `source` and what it came to.
pub(super) fn explain<'a>(
    node: &'a Node,
    source: &'a str,
    types: &'a [Type],
    machine: &Machine<'_, 'a>,
) -> Vec<(String, String)> {
    let mut explainer = Explainer { machine, source, types, lines: Vec::new() };
    explainer.why(node, None);
    explainer.lines
}

impl<'a> Explainer<'_, '_, 'a> {
    /// Explains a bool by what decided it, anything else by its value.
    fn why(&mut self, node: &'a Node, locals: Locals<'_, 'a>) {
        match &node.code {
            Code::Not(inner) => self.why(inner, locals),
            Code::And(parts) => self.why_decided(node, parts, false, locals),
            Code::Or(parts) => self.why_decided(node, parts, true, locals),
            Code::CompareInts(left, _, right) => self.why_sides(left, right, locals),
            Code::Compare(first, rest) => self.why_compared(node, first, rest, locals),
            Code::Quantify(quantifier, list, body) => self.why_quantified(node, *quantifier, list, body, locals),
            Code::Text(_, whole, part) => {
                self.show(whole, locals);
                self.show(part, locals);
            }
            Code::Conditional(arms, last) if self.ty(node) == Some(&Type::Bool) => {
                for (condition, value) in arms {
                    self.show(condition, locals);
                    match self.machine.truth(condition, locals) {
                        Ok(false) => {}
                        Ok(true) => return self.why(value, locals),
                        Err(_) => return,
                    }
                }
                self.why(last, locals);
            }
            _ => self.show(node, locals),
        }
    }

    /// `&&` and `||`: the first part that decided, or the first with an error, or all of them.
    fn why_decided(&mut self, node: &'a Node, parts: &'a [Node], deciding: bool, locals: Locals<'_, 'a>) {
        let decided = parts.iter().find(|part| self.machine.truth(part, locals) == Ok(deciding));
        let failed = || parts.iter().find(|part| self.machine.truth(part, locals).is_err());
        match decided.or_else(failed) {
            Some(part) => self.why(part, locals),
            None => {
                for part in parts {
                    self.why(part, locals);
                }
            }
        }
        if self.lines.is_empty() {
            self.show(node, locals);
        }
    }

    fn why_compared(
        &mut self,
        node: &'a Node,
        first: &'a Node,
        rest: &'a [(Comparison, Node)],
        locals: Locals<'_, 'a>,
    ) {
        if let [(_, last)] = rest {
            return self.why_sides(first, last, locals);
        }
        self.show(first, locals);
        for (_, operand) in rest {
            self.show(operand, locals);
        }
        self.show(node, locals);
    }

    /// Both sides, and below them the operands they were computed from.
    fn why_sides(&mut self, left: &'a Node, right: &'a Node, locals: Locals<'_, 'a>) {
        self.show(left, locals);
        self.show(right, locals);
        self.parts(left, true, locals);
        self.parts(right, true, locals);
    }

    /// The operands that are not literals. What a list was made from is shown at the top, and otherwise only if nothing
    /// is left of it: a list that was counted says more than the one it was filtered from.
    fn parts(&mut self, node: &'a Node, top: bool, locals: Locals<'_, 'a>) {
        let operands: Vec<&'a Node> = match &node.code {
            Code::Arithmetic(first, rest) => {
                [&**first].into_iter().chain(rest.iter().map(|(_, operand)| operand)).collect()
            }
            Code::Join(parts) | Code::Append(parts) | Code::Extreme(_, parts) => parts.iter().collect(),
            // The list that was counted or summed up.
            Code::Size(list) | Code::Sum(list) | Code::ExtremeOf(_, list) => vec![list],
            Code::Negate(inner) => vec![inner],
            Code::Filter(list, _) | Code::Map(list, ..) | Code::Distinct(list) | Code::Sort(list)
                if top || matches!(self.machine.eval(node, locals), Ok(made) if made.list_len() == Some(0)) =>
            {
                vec![list]
            }
            _ => return,
        };
        for operand in operands {
            if !matches!(operand.code, Code::Int(_) | Code::Str(_) | Code::Bool(_)) {
                self.show(operand, locals);
                self.parts(operand, false, locals);
            }
        }
    }

    fn why_quantified(
        &mut self,
        node: &'a Node,
        quantifier: Quantifier,
        list: &'a Node,
        body: &'a Node,
        locals: Locals<'_, 'a>,
    ) {
        let items = match self.machine.eval(list, locals) {
            Ok(items) => items,
            Err(error) => return self.failed(error),
        };
        let len = items.list_len().unwrap_or(0);
        let all: Vec<Evaluated<(bool, Value<'a>)>> =
            (0..len).map(|index| self.machine.holds_for(list, &items, index, body, locals)).collect();
        // What there was to find: a counterexample of `all`, a witness of the others.
        let sought = quantifier != Quantifier::All;
        let found: Vec<usize> =
            (0..len).filter(|index| matches!(&all[*index], Ok((holds, _)) if *holds == sought)).collect();
        let failure = all.iter().find_map(|result| result.as_ref().err());
        let of = |count: usize| {
            if count == 1 { "1 element".to_owned() } else { format!("{count} elements") }
        };
        match (found.as_slice(), failure) {
            ([], Some(error)) => self.failed(*error),
            ([], None) => {
                let every = if quantifier == Quantifier::All { "every" } else { "no" };
                let text = if len == 0 { "the list is empty".to_owned() } else { format!("{every} element of {len}") };
                self.line(self.text(node), text);
                if len > 0 && quantifier != Quantifier::All {
                    self.show(list, locals);
                }
            }
            (found, _) if quantifier == Quantifier::ExistsOne && found.len() > 1 => {
                let positions: Vec<String> = found.iter().take(8).map(usize::to_string).collect();
                let dots = if found.len() > 8 { ", …" } else { "" };
                let text = format!("{}, at {}{dots}", of(found.len()), positions.join(", "));
                self.line(self.text(node), text);
            }
            ([index, ..], _) => {
                if let Some(Ok((_, value))) = all.into_iter().nth(*index) {
                    let printed = self.ty(list).map_or_else(String::new, |ty| match ty {
                        Type::List(element) => print(&value, element),
                        other => print(&value, other),
                    });
                    self.line(format!("{}[{index}]", self.text(list)), printed);
                    self.why(body, Some(&Scope { value, outer: locals }));
                }
            }
        }
    }

    /// The line of a part and its value.
    fn show(&mut self, node: &'a Node, locals: Locals<'_, 'a>) {
        match (self.machine.eval(node, locals), self.ty(node)) {
            (Ok(value), Some(ty)) => self.line(self.text(node), print(&value, ty)),
            (Ok(value), None) => self.line(self.text(node), format!("{value:?}")),
            (Err(error), _) => self.failed(error),
        }
    }

    /// The line of the part that has no value.
    fn failed(&mut self, error: EvalError) {
        let text = error.span.slice(self.source).to_owned();
        self.line(text, format!("error: {error}"));
    }

    fn line(&mut self, part: String, value: String) {
        let line = (part, value);
        if self.lines.len() < MOST_LINES && !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    fn text(&self, node: &Node) -> String {
        node.span.slice(self.source).to_owned()
    }

    fn ty(&self, node: &Node) -> Option<&'a Type> {
        self.types.get(node.ty as usize)
    }
}
