//! A compiled expression: the checked tree, in which names and fields are positions.

use super::ast::{Arithmetic, Comparison};
use super::fault::Span;

/// One operation, where it stands and what type its value has.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) span: Span,
    /// Position in the program's table of types.
    pub(super) ty: u32,
    pub(super) code: Code,
}

#[derive(Clone, Debug)]
pub(super) enum Code {
    Bool(bool),
    Int(i64),
    Str(Box<str>),
    List(Box<[Node]>),
    /// The root at this position.
    Root(u32),
    /// The variable of the macro this many scopes out; 0 is the innermost.
    Local(u32),
    Field(Box<Node>, u32),
    Index(Box<Node>, Box<Node>),
    /// Whether the record has the field.
    Has(Box<Node>, u32),
    Not(Box<Node>),
    Negate(Box<Node>),
    /// Integers, from the left.
    Arithmetic(Box<Node>, Box<[(Arithmetic, Node)]>),
    /// Strings one after the other.
    Join(Box<[Node]>),
    /// Lists one after the other.
    Append(Box<[Node]>),
    And(Box<[Node]>),
    Or(Box<[Node]>),
    /// One comparison of ints, by far the most frequent kind; not `in`.
    CompareInts(Box<Node>, Comparison, Box<Node>),
    /// Comparisons from the left: `a < b == c` is `(a < b) == c`.
    Compare(Box<Node>, Box<[(Comparison, Node)]>),
    Conditional(Box<[(Node, Node)]>, Box<Node>),
    /// `all`, `exists` or `exists_one` over a list.
    Quantify(Quantifier, Box<Node>, Box<Node>),
    Filter(Box<Node>, Box<Node>),
    /// The list, the condition of the three-argument form, and the element of the result.
    Map(Box<Node>, Option<Box<Node>>, Box<Node>),
    Size(Box<Node>),
    Text(TextTest, Box<Node>, Box<Node>),
    Sum(Box<Node>),
    Distinct(Box<Node>),
    Sort(Box<Node>),
    /// `math.least` or `math.greatest` of several ints.
    Extreme(Extreme, Box<[Node]>),
    /// The same of a list of ints.
    ExtremeOf(Extreme, Box<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantifier {
    All,
    Exists,
    ExistsOne,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextTest {
    Contains,
    StartsWith,
    EndsWith,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extreme {
    Least,
    Greatest,
}

impl Extreme {
    pub(super) fn of(self, a: i64, b: i64) -> i64 {
        match self {
            Extreme::Least => a.min(b),
            Extreme::Greatest => a.max(b),
        }
    }
}
