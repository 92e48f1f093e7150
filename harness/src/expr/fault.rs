//! What can be wrong with an expression: faults when a ruling loads, errors when it is evaluated.
//!
//! Owns positions in a source text, the two kinds of complaint, and the search for a near name.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

use super::value::ValueKind;

/// A range of bytes of the source of an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// The span of `range`; a source is at most [`MAX_SOURCE`](super::MAX_SOURCE) bytes, so that `u32` is enough.
    pub(super) fn new(range: Range<usize>) -> Span {
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { start: narrow(range.start), end: narrow(range.end) }
    }

    /// From the start of this span to the end of `other`.
    pub(super) fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }

    /// The span as a range, to index the source with.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The text of this span in `source`; empty if it does not lie within it.
    #[must_use]
    pub fn slice(self, source: &str) -> &str {
        source.get(self.range()).unwrap_or("")
    }
}

/// What a [`Fault`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// The text is not an expression of the subset.
    Syntax,
    /// A literal that has no value: an integer outside 64 bits, an unknown escape.
    Literal,
    /// The text is too long, nested too deeply or chained too far.
    Limit,
    /// A name that is neither a root nor a variable of an enclosing macro.
    UnknownName,
    /// A field that the record does not have.
    UnknownField,
    /// A function, method or macro that does not exist, or not for this type.
    UnknownFunction,
    /// A string that is not a value of the enumeration it is compared with.
    UnknownValue,
    /// An operand, argument or result of the wrong type.
    Mismatch,
    /// A wrong number or shape of arguments.
    Arity,
}

/// One thing that is wrong with an expression, found when it is compiled.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct Fault {
    /// What it is about.
    pub kind: FaultKind,
    /// Where, in bytes of the source. It may be empty only at the very end of the source.
    pub span: Span,
    /// What is wrong: lower-case, without a full stop.
    pub message: String,
    /// How to mend it, if that can be guessed.
    pub help: Option<String>,
}

impl Fault {
    pub(super) fn new(kind: FaultKind, span: Span, message: impl Into<String>) -> Fault {
        Fault { kind, span, message: message.into(), help: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }
}

/// Why an evaluation has no value.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum EvalErrorKind {
    /// The result of `+ - * / %`, a negation or a `sum()` does not fit 64 bits.
    #[error("integer overflow")]
    Overflow,
    /// `/` or `%` by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A list index that is negative or not below the length.
    #[error("index {index} is out of range for a list of {len}")]
    IndexOutOfRange {
        /// The index that was asked for.
        index: i64,
        /// The length of the list.
        len: u32,
    },
    /// `math.least` or `math.greatest` of an empty list.
    #[error("an empty list has no least or greatest element")]
    Empty,
    /// A root or field that the outcome does not carry ([`Value::Missing`](super::Value::Missing)).
    #[error("the value is missing")]
    Missing,
    /// A view returned a value of another type than the environment says: a fault of the view, never of the ruling.
    #[error("a view returned {found} where the environment says {expected}")]
    Mismatch {
        /// What the environment says.
        expected: ValueKind,
        /// What the view returned.
        found: ValueKind,
    },
    /// More than [`MAX_STEPS`](super::MAX_STEPS) elements were visited. No operator absorbs this one.
    #[error("evaluation takes too many steps")]
    Budget,
}

/// Why an evaluation has no value, and which part of the expression is to blame.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{kind}")]
pub struct EvalError {
    /// Why.
    pub kind: EvalErrorKind,
    /// The smallest subexpression that has no value, in bytes of the source.
    pub span: Span,
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// Names longer than this are not compared: the comparison is quadratic.
const LONGEST_NAME: usize = 64;

/// The candidate nearest to `name`, if one is near enough to have been meant.
///
/// Ties go to the first candidate. A candidate is near if it differs only in case, or by at most a third of the
/// name's letters (at least one), where swapping two neighbours counts as one difference.
#[must_use]
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let name: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
    if name.len() > LONGEST_NAME {
        return None;
    }
    let limit = (name.len() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let letters: Vec<char> = candidate.chars().flat_map(char::to_lowercase).collect();
        if letters.len() > LONGEST_NAME || letters.len().abs_diff(name.len()) > limit {
            continue;
        }
        let distance = distance(&name, &letters);
        // A name of one letter is within one difference of every other: that is no likeness.
        if distance <= limit && distance < name.len().max(1) && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Edits between two words: insert, delete, replace, swap neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut before: Vec<usize> = vec![0; width];
    let mut row: Vec<usize> = (0..width).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1; width];
        for (j, y) in b.iter().enumerate() {
            let replaced = row[j] + usize::from(x != y);
            next[j + 1] = replaced.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                next[j + 1] = next[j + 1].min(before[j - 1] + 1);
            }
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}
