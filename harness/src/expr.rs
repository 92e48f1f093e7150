//! The expressions of rulings.

mod ast;
mod check;
mod check_call;
mod check_operator;
mod code;
mod eval;
mod eval_list;
mod explain;
mod fault;
mod lex;
mod parse;
mod print;
mod program;
mod reads;
mod types;
mod value;

pub use fault::{EvalError, EvalErrorKind, Fault, FaultKind, Span, nearest};
pub use print::print;
pub use program::{Program, compile};
pub use reads::{ELEMENT, Reads};
pub use types::{EnumType, Env, RecordType, Root, Type};
pub use value::{ListView, RecordView, ToValue, Value};

/// The longest source, in bytes.
pub const MAX_SOURCE: usize = 64 * 1024;

/// The most brackets (parentheses, lists, indexes, arguments) around any part.
pub const MAX_NESTING: usize = 64;

/// The most operations on the way from the whole to any part. Operands of one chain of operators are side by side.
pub(crate) const MAX_HEIGHT: u32 = 192;

/// The most elements that one evaluation visits, nested macros multiplied out.
pub const MAX_STEPS: u32 = 1_000_000;
