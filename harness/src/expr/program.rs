//! A compiled expression, and the way to one.

use super::check::check;
use super::code::Node;
use super::eval::Machine;
use super::explain::explain;
use super::fault::{EvalError, Fault, FaultKind, Span};
use super::parse::parse;
use super::reads::{Reads, reads};
use super::types::{Env, Type};
use super::value::Value;

/// A compiled expression. It holds no view and may be evaluated by many threads at once.
#[derive(Clone, Debug)]
pub struct Program {
    source: String,
    node: Node,
    types: Vec<Type>,
    reads: Reads,
}

/// Compiles `source` against the names of `env`, and against the type it must have, if one is given.
///
/// # Errors
///
/// Everything that is wrong, in order of place: all faults of tokens, or else the first of syntax, or else all of names
/// and types. The list is never empty.
pub fn compile(source: &str, env: &Env, expected: Option<&Type>) -> Result<Program, Vec<Fault>> {
    let ast = parse(source)?;
    let (node, types) = check(&ast, env, expected).map_err(|mut faults| {
        if faults.is_empty() {
            // Not to be reached: a part is refused with a fault. Were one forgotten, the expression is refused still.
            let span = Span::new(0..source.len());
            faults.push(Fault::new(FaultKind::Mismatch, span, "the expression has no type"));
        }
        faults
    })?;
    let reads = reads(&node, &types, env);
    Ok(Program { source: source.to_owned(), node, types, reads })
}

impl Program {
    /// The value for `roots`, given in the order of the environment that the program was compiled against.
    ///
    /// # Errors
    ///
    /// As in CEL, an evaluation without a value: see [`EvalErrorKind`](super::EvalErrorKind).
    pub fn eval<'a>(&'a self, roots: &[Value<'a>]) -> Result<Value<'a>, EvalError> {
        Machine::new(roots).eval(&self.node, None)
    }

    /// Whether a program of type bool holds for `roots`.
    ///
    /// # Errors
    ///
    /// As [`Program::eval`]; a program of another type is a mismatch.
    pub fn holds<'a>(&'a self, roots: &[Value<'a>]) -> Result<bool, EvalError> {
        Machine::new(roots).truth(&self.node, None)
    }

    /// The value of a program of type int for `roots`.
    ///
    /// # Errors
    ///
    /// As [`Program::eval`]; a program of another type is a mismatch.
    pub fn int<'a>(&'a self, roots: &[Value<'a>]) -> Result<i64, EvalError> {
        Machine::new(roots).int(&self.node, None)
    }

    /// Why the program has the value that it has for `roots`: pieces of the source and what each came to.
    ///
    /// For a comparison these are both sides and what they were computed from; for `&&` the first part that is false;
    /// for `all` the first element that fails, and why; for `exists` that there is none. A part without a value is
    /// printed as `error: …`. Literals stand for themselves, so that a line is also there for each of them.
    #[must_use]
    pub fn explain<'a>(&'a self, roots: &[Value<'a>]) -> Vec<(String, String)> {
        explain(&self.node, &self.source, &self.types, &Machine::new(roots))
    }

    /// The checked tree.
    pub(super) fn node(&self) -> &Node {
        &self.node
    }

    /// The roots and the paths below them that the program reads.
    #[must_use]
    pub fn roots(&self) -> &Reads {
        &self.reads
    }

    /// The type of the value.
    #[must_use]
    pub fn ty(&self) -> &Type {
        // The table holds the type of every node.
        self.types.get(self.node.ty as usize).unwrap_or(&Type::Unknown)
    }

    /// The text it was compiled from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }
}
