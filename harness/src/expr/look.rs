//! Questions about a compiled expression that need no outcome: what is written in it, and what its form alone decides.

use super::ast::{Arithmetic, Ast, AstKind, Comparison, StepKind};
use super::code::{Code, Extreme, Node, Quantifier};
use super::fault::Span;
use super::lex::lex;
use super::parse::parse;
use super::program::Program;

/// The least and the greatest value that a whole number may have, both included.
pub type Bounds = (i64, i64);

/// Nothing is known.
const ANY: Bounds = (i64::MIN, i64::MAX);

impl Program {
    /// The truth value that the expression has whatever it reads, as far as its form shows it: parts without names are
    /// worked out, a value is equal to itself, a size is not negative, and `bounds` holds the least and the greatest
    /// value of roots by their position.
    #[must_use]
    pub fn constant(&self, bounds: &[Option<Bounds>]) -> Option<bool> {
        if self.roots().roots.is_empty() {
            return self.holds(&[]).ok();
        }
        Look { program: self, bounds }.truth(self.node())
    }

    /// Every text that is written in it.
    #[must_use]
    pub fn strings(&self) -> Vec<&str> {
        let mut found = Vec::new();
        let mut open = vec![self.node()];
        while let Some(node) = open.pop() {
            if let Code::Str(text) = &node.code {
                found.push(&**text);
            }
            open.extend(parts(node));
        }
        found
    }

    /// Its source without white space and comments: equal for expressions that are written alike.
    #[must_use]
    pub fn normal(&self) -> String {
        normal(self.source())
    }

    /// The variables of macros that hide one of `names`, or a variable of a macro around them: each with its place.
    #[must_use]
    pub fn hidden(&self, names: &[&str]) -> Vec<(String, Span)> {
        let mut found = Vec::new();
        if let Ok(ast) = parse(self.source()) {
            hidden(&ast, &mut names.iter().map(|name| (*name).to_owned()).collect(), &mut found);
        }
        found
    }
}

/// The tokens of a source that has been compiled, one after the other.
fn normal(source: &str) -> String {
    let tokens = lex(source).unwrap_or_default();
    tokens.iter().map(|token| format!("{:?} ", token.lexeme)).collect()
}

struct Look<'p> {
    program: &'p Program,
    bounds: &'p [Option<Bounds>],
}

impl Look<'_> {
    fn truth(&self, node: &Node) -> Option<bool> {
        match &node.code {
            Code::Bool(value) => Some(*value),
            Code::Not(inner) => self.truth(inner).map(|value| !value),
            Code::And(parts) => self.decided(parts, false),
            Code::Or(parts) => self.decided(parts, true),
            Code::CompareInts(left, comparison, right) => {
                let alike = self.alike(left, right).then(|| comparison.holds(std::cmp::Ordering::Equal));
                alike.or_else(|| compare(self.range(left), *comparison, self.range(right)))
            }
            Code::Compare(first, rest) => {
                let [(comparison, second)] = &**rest else { return None };
                if self.alike(first, second) && *comparison != Comparison::In {
                    return Some(comparison.holds(std::cmp::Ordering::Equal));
                }
                match (&first.code, &second.code) {
                    (Code::Str(a), Code::Str(b)) => Some(comparison.holds(a.cmp(b))),
                    _ => None,
                }
            }
            Code::Conditional(arms, last) => {
                arms.iter().rev().fold(self.truth(last), |value, (condition, arm)| match self.truth(condition) {
                    Some(true) => self.truth(arm),
                    Some(false) => value,
                    None => self.truth(arm).filter(|arm| Some(*arm) == value),
                })
            }
            Code::Quantify(Quantifier::All, _, body) => self.truth(body).filter(|value| *value),
            Code::Quantify(Quantifier::Exists, _, body) => self.truth(body).filter(|value| !*value),
            _ => None,
        }
    }

    /// Of `&&` and `||`: one part that decides is enough.
    fn decided(&self, parts: &[Node], deciding: bool) -> Option<bool> {
        let values: Vec<Option<bool>> = parts.iter().map(|part| self.truth(part)).collect();
        if values.contains(&Some(deciding)) {
            return Some(deciding);
        }
        values.iter().all(Option::is_some).then_some(!deciding)
    }

    /// Whether both are written alike; they stand side by side, so that names mean the same in both.
    fn alike(&self, a: &Node, b: &Node) -> bool {
        let text = |node: &Node| self.program.source().get(node.span.range()).map(normal);
        text(a).is_some_and(|a| text(b) == Some(a))
    }

    fn range(&self, node: &Node) -> Bounds {
        match &node.code {
            Code::Int(value) => (*value, *value),
            Code::Size(_) => (0, i64::MAX),
            Code::Root(position) => self.bounds.get(*position as usize).copied().flatten().unwrap_or(ANY),
            Code::Arithmetic(first, rest) => rest.iter().fold(self.range(first), |sum, (operation, operand)| {
                calculate(sum, *operation, self.range(operand)).unwrap_or(ANY)
            }),
            Code::Conditional(arms, last) => arms.iter().fold(self.range(last), |(low, high), (_, arm)| {
                let (a, b) = self.range(arm);
                (low.min(a), high.max(b))
            }),
            Code::Extreme(extreme, parts) => {
                let of = |extreme: Extreme, a: Bounds, b: Bounds| (extreme.of(a.0, b.0), extreme.of(a.1, b.1));
                let ranges = parts.iter().map(|part| self.range(part));
                ranges.reduce(|a, b| of(*extreme, a, b)).unwrap_or(ANY)
            }
            _ => ANY,
        }
    }
}

/// The bounds of a result; nothing where one is not to be told or does not fit.
fn calculate(a: Bounds, operation: Arithmetic, b: Bounds) -> Option<Bounds> {
    if [a, b].iter().any(|(low, high)| *low == i64::MIN || *high == i64::MAX) {
        return None;
    }
    match operation {
        Arithmetic::Add => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
        Arithmetic::Subtract => Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?)),
        Arithmetic::Multiply => {
            let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
            let products: Option<Vec<i64>> = corners.iter().map(|(a, b)| a.checked_mul(*b)).collect();
            let products = products?;
            Some((*products.iter().min()?, *products.iter().max()?))
        }
        Arithmetic::Divide | Arithmetic::Remainder => None,
    }
}

fn compare(a: Bounds, comparison: Comparison, b: Bounds) -> Option<bool> {
    // Both known exactly, or wholly on one side of each other.
    let below = a.1 < b.0;
    let above = a.0 > b.1;
    let not_above = a.1 <= b.0;
    let not_below = a.0 >= b.1;
    let same = a.0 == a.1 && a == b;
    let of = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
    match comparison {
        Comparison::Equal => of(same, below || above),
        Comparison::NotEqual => of(below || above, same),
        Comparison::Less => of(below, not_below),
        Comparison::LessOrEqual => of(not_above, above),
        Comparison::Greater => of(above, not_above),
        Comparison::GreaterOrEqual => of(not_below, below),
        Comparison::In => None,
    }
}

/// The operands of an operation.
pub(super) fn parts(node: &Node) -> Vec<&Node> {
    match &node.code {
        Code::Bool(_) | Code::Int(_) | Code::Str(_) | Code::Root(_) | Code::Local(_) => Vec::new(),
        Code::List(parts) | Code::Join(parts) | Code::Append(parts) | Code::And(parts) | Code::Or(parts) => {
            parts.iter().collect()
        }
        Code::Extreme(_, parts) => parts.iter().collect(),
        Code::Field(one, _) | Code::Has(one, _) | Code::Not(one) | Code::Negate(one) | Code::Size(one) => vec![one],
        Code::Sum(one) | Code::Distinct(one) | Code::Sort(one) | Code::ExtremeOf(_, one) => vec![one],
        Code::Index(a, b) | Code::CompareInts(a, _, b) | Code::Quantify(_, a, b) | Code::Filter(a, b) => vec![a, b],
        Code::Text(_, a, b) => vec![a, b],
        Code::Arithmetic(first, rest) => std::iter::once(&**first).chain(rest.iter().map(|(_, node)| node)).collect(),
        Code::Compare(first, rest) => std::iter::once(&**first).chain(rest.iter().map(|(_, node)| node)).collect(),
        Code::Conditional(arms, last) => {
            arms.iter().flat_map(|(condition, value)| [condition, value]).chain([&**last]).collect()
        }
        Code::Map(list, condition, result) => {
            std::iter::once(&**list).chain(condition.as_deref()).chain([&**result]).collect()
        }
    }
}

/// The macros whose first argument names a variable.
const MACROS: [&str; 5] = ["all", "exists", "exists_one", "filter", "map"];

fn hidden(ast: &Ast, names: &mut Vec<String>, found: &mut Vec<(String, Span)>) {
    match &ast.kind {
        AstKind::Bool(_) | AstKind::Int(_) | AstKind::Str(_) | AstKind::Name(_) => {}
        AstKind::List(parts) | AstKind::Call(_, parts) => parts.iter().for_each(|part| hidden(part, names, found)),
        AstKind::Steps(owner, steps) => {
            hidden(owner, names, found);
            for step in steps {
                match &step.kind {
                    StepKind::Select(_) => {}
                    StepKind::Index(index) => hidden(index, names, found),
                    StepKind::Call(word, arguments) => match arguments.split_first() {
                        Some((Ast { kind: AstKind::Name(variable), span, .. }, rest))
                            if MACROS.contains(&word.text.as_str()) =>
                        {
                            if names.contains(variable) {
                                found.push((variable.clone(), *span));
                            }
                            names.push(variable.clone());
                            rest.iter().for_each(|part| hidden(part, names, found));
                            names.pop();
                        }
                        _ => arguments.iter().for_each(|part| hidden(part, names, found)),
                    },
                }
            }
        }
        AstKind::Not(inner) | AstKind::Negate(inner) => hidden(inner, names, found),
        AstKind::Chain(first, rest) => {
            hidden(first, names, found);
            rest.iter().for_each(|(_, part)| hidden(part, names, found));
        }
        AstKind::Conditional(arms, last) => {
            for (condition, value) in arms {
                hidden(condition, names, found);
                hidden(value, names, found);
            }
            hidden(last, names, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Env, Type, compile};

    fn env() -> Env {
        Env::new().with("n", Type::Int).with("xs", Type::list(Type::Int))
    }

    fn constant(source: &str) -> Option<bool> {
        let program = compile(source, &env(), Some(&Type::Bool)).expect("it compiles");
        program.constant(&[Some((0, 8)), None])
    }

    #[test]
    fn what_form_decides_is_found() {
        for yes in ["true", "1 < 2", "n == n", "n >= 0", "n + 1 > 0", "n <= 8 || xs.size() == 3", "xs.size() >= 0"] {
            assert_eq!(constant(yes), Some(true), "{yes}");
        }
        for yes in ["xs.all(x, x == x)", "n * 2 <= 16", "true ? n < 9 : n == 1", "math.greatest(n, 9) == 9 || n < 9"] {
            assert_eq!(constant(yes), Some(true), "{yes}");
        }
        for no in ["n != n", "n > 8", "n == 9", "!(n >= 0) && xs == []", "xs.exists(x, x != x)", "'a' == 'b'"] {
            assert_eq!(constant(no), Some(false), "{no}");
        }
        for open in ["n > 0", "n == 8", "xs.size() > 0", "n / 2 < 9", "xs.exists(x, x == x)", "n in xs", "xs == []"] {
            assert_eq!(constant(open), None, "{open}");
        }
    }

    #[test]
    fn names_that_variables_hide_are_found() {
        let hidden = |source: &str| {
            let program = compile(source, &env(), None).expect("it compiles");
            program.hidden(&["n", "xs"]).into_iter().map(|(name, span)| (name, span.range())).collect::<Vec<_>>()
        };
        assert_eq!(hidden("xs.all(x, x > n)"), []);
        assert_eq!(hidden("xs.all(n, n > 0)"), [("n".to_owned(), 7..8)]);
        assert_eq!(hidden("xs.all(x, xs.exists(x, x > 0))"), [("x".to_owned(), 20..21)]);
        assert_eq!(hidden("xs.all(x, x > 0) && xs.all(x, x < 9)"), [], "side by side hides nothing");
    }

    #[test]
    fn texts_and_normal_forms() {
        let env = Env::new().with("s", Type::Str);
        let compile = |source: &str| compile(source, &env, None).expect("it compiles");
        assert_eq!(compile("s == 'a' ? 'b' : s + 'c'").strings().len(), 3);
        assert_eq!(compile("s=='a'").normal(), compile("s == \"a\" // alike").normal());
        assert_ne!(compile("s == 'a'").normal(), compile("s == 'b'").normal());
    }
}
