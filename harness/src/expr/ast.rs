//! The syntax tree, as the parser builds it and the checker reads it.
//!
//! Operators of one level and steps after an operand are kept flat, so that the height of a tree follows how deeply a
//! text is nested and not how long it is: trees are walked and dropped by recursion.

use std::cmp::Ordering;

use super::fault::Span;

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct Ast {
    /// Where it stands, parentheses included.
    pub(super) span: Span,
    /// Whether it stands in parentheses of its own.
    pub(super) grouped: bool,
    /// The number of nodes on the longest way down, this one included.
    pub(super) height: u32,
    pub(super) kind: AstKind,
}

#[derive(Clone, Debug)]
pub(super) enum AstKind {
    Bool(bool),
    Int(i64),
    Str(String),
    List(Vec<Ast>),
    Name(String),
    /// `name(arguments)`
    Call(Word, Vec<Ast>),
    /// An operand with selections, calls and indexes after it.
    Steps(Box<Ast>, Vec<Step>),
    Not(Box<Ast>),
    Negate(Box<Ast>),
    /// Operands joined by operators of one level, applied from the left.
    Chain(Box<Ast>, Vec<(Operator, Ast)>),
    /// `c1 ? v1 : c2 ? v2 : … : last`
    Conditional(Vec<(Ast, Ast)>, Box<Ast>),
}

/// An identifier and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) span: Span,
}

/// What may follow an operand.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// From the dot or bracket to the last byte.
    pub(super) span: Span,
    pub(super) kind: StepKind,
}

#[derive(Clone, Debug)]
pub(super) enum StepKind {
    /// `.name`
    Select(Word),
    /// `.name(arguments)`
    Call(Word, Vec<Ast>),
    /// `[index]`
    Index(Ast),
}

/// An infix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    Compare(Comparison),
    Arithmetic(Arithmetic),
}

/// `== != < <= > >= in`, which share a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
}

/// `+ -` and `* / %`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Operator {
    /// How tightly it binds: a higher level binds tighter, equal levels share a chain.
    pub(super) fn level(self) -> i64 {
        match self {
            Operator::Or => 0,
            Operator::And => 2,
            Operator::Compare(_) => 4,
            Operator::Arithmetic(Arithmetic::Add | Arithmetic::Subtract) => 6,
            Operator::Arithmetic(_) => 8,
        }
    }

    /// The operator as it is written.
    pub(super) fn symbol(self) -> &'static str {
        match self {
            Operator::Or => "||",
            Operator::And => "&&",
            Operator::Compare(comparison) => comparison.symbol(),
            Operator::Arithmetic(Arithmetic::Add) => "+",
            Operator::Arithmetic(Arithmetic::Subtract) => "-",
            Operator::Arithmetic(Arithmetic::Multiply) => "*",
            Operator::Arithmetic(Arithmetic::Divide) => "/",
            Operator::Arithmetic(Arithmetic::Remainder) => "%",
        }
    }
}

impl Comparison {
    /// Whether the relation holds between values in this order; `in` is not a relation between values in order.
    pub(super) fn holds(self, order: Ordering) -> bool {
        match self {
            Comparison::Equal => order.is_eq(),
            Comparison::NotEqual => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::LessOrEqual => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::GreaterOrEqual => order.is_ge(),
            Comparison::In => false,
        }
    }

    /// The operator as it is written.
    pub(super) fn symbol(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
            Comparison::In => "in",
        }
    }
}
