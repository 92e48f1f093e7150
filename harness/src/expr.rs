//! The expressions of rulings: a subset of CEL, the [Common Expression Language](https://cel.dev).
//!
//! An expression is compiled once, when its ruling loads, against an [`Env`] of named roots ([`compile`]); everything that
//! can be wrong with it is a [`Fault`] then, with its place and, where possible, a suggestion. It is evaluated for every
//! case, over views of the outcome that are read as far as needed ([`Program::eval`]).
//!
//! ```
//! use headjudge::expr::{Env, Type, Value, compile};
//!
//! let env = Env::new().with("before", Type::Int).with("powers", Type::list(Type::Int));
//! let program = compile("before + powers.filter(p, p > 0).size() > 9", &env, Some(&Type::Bool)).expect("no faults");
//! let powers = vec![2_i64, 0, 5];
//! assert_eq!(program.holds(&[Value::Int(8), Value::List(&powers)]), Ok(true));
//!
//! let faults = compile("befor > 9", &env, None).expect_err("a fault");
//! assert_eq!(faults[0].to_string(), "unknown name \"befor\"");
//! assert_eq!(faults[0].help.as_deref(), Some("did you mean before?"));
//! ```
//!
//! # Grammar
//!
//! ```text
//! expression  = or [ "?" or ":" expression ]
//! or          = and { "||" and }
//! and         = relation { "&&" relation }
//! relation    = sum { ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" ) sum }
//! sum         = product { ( "+" | "-" ) product }
//! product     = unary { ( "*" | "/" | "%" ) unary }
//! unary       = member | "!" { "!" } member | "-" { "-" } member
//! member      = primary { "." name [ arguments ] | "[" expression "]" }
//! primary     = literal | name [ arguments ] | "(" expression ")" | "[" [ expression { "," expression } [ "," ] ] "]"
//! arguments   = "(" [ expression { "," expression } ] ")"
//! literal     = "true" | "false" | integer | string
//! ```
//!
//! Binary operators of one line bind from the left, later lines bind tighter. White space and comments, `//` to the end
//! of the line, may stand between tokens. A name is an ASCII letter or `_`, then letters, digits and `_`, but none of
//! CEL's reserved words (which may name a field). An integer is decimal or `0x` hexadecimal and fits 64 bits. A string
//! stands in `'` or `"`, on one line, with the escapes `\a \b \f \n \r \t \v \\ \? \' \" \`` and `\xHH \uHHHH \UHHHHHHHH
//! \OOO` for code points.
//!
//! # Types
//!
//! | type | values | `==` `!=` | `<` `<=` `>` `>=` |
//! | --- | --- | --- | --- |
//! | bool | `true`, `false` | yes | false before true |
//! | int | 64 bits, signed | yes | yes |
//! | string | | yes | by code point |
//! | enumeration | strings of a closed set, such as the zones | yes | no |
//! | list of T | `[a, b]` | element by element | no |
//! | record | from the outcome only | no | no |
//!
//! There are no conversions: both sides of an operator, all elements of a list and both values of a choice have one type.
//! An enumeration is a string wherever a string may stand; a string *literal* that meets an enumeration in a comparison,
//! an `in`, a list or a choice must be one of its values. The empty list fits every list.
//!
//! # Operators
//!
//! | | operands | result |
//! | --- | --- | --- |
//! | `!` `&&` <code>&#124;&#124;</code> | bool | bool |
//! | `- + - * / %` | int; `/` and `%` round towards zero | int |
//! | `+` | two strings or two lists | the two joined |
//! | `==` … `>=` | see above | bool |
//! | `x in list` | comparable elements | bool |
//! | `c ? a : b` | bool, and two of one type | that type |
//! | `r.field`, `r["field"]` | record; the name in brackets is a literal, for names such as `"+1/+1"` | the field's type |
//! | `list[i]` | int, counted from 0 | the element |
//!
//! # Functions
//!
//! | | | |
//! | --- | --- | --- |
//! | `size(x)`, `x.size()` | list or string | its length, of a string in code points |
//! | `has(r.field)` | record | whether the outcome carries the field |
//! | `s.contains(t)`, `s.startsWith(t)`, `s.endsWith(t)` | strings | bool |
//! | `math.least(…)`, `math.greatest(…)` | ints, or one list of them | int; CEL's math extension |
//! | `list.distinct()` | comparable elements | the first of each; CEL's lists extension |
//! | `list.sort()` | ints, strings or bools | ascending; CEL's lists extension |
//! | `list.sum()` | ints | int, 0 if empty; **our own extension** |
//!
//! # Macros
//!
//! The first argument names a variable, which stands for each element in the other arguments and nowhere else, and hides
//! whatever has its name outside.
//!
//! | | |
//! | --- | --- |
//! | `list.all(x, condition)` | whether it holds for every element; true if there is none |
//! | `list.exists(x, condition)` | whether it holds for some element |
//! | `list.exists_one(x, condition)` | whether it holds for exactly one |
//! | `list.filter(x, condition)` | the elements for which it holds |
//! | `list.map(x, value)`, `list.map(x, condition, value)` | the value for every element, or for those for which the condition holds |
//!
//! # Errors
//!
//! Evaluation is total: it ends with a value or an [`EvalError`]. Errors are CEL's: integer overflow (of `+ - * / %`, a
//! negation, a sum), division by zero, an index out of range, the least or greatest of nothing, a field that the outcome
//! does not carry. `a && b` is false if either side is, `a || b` true if either side is, even if the other side is an
//! error, and in the same way `all` and `exists` decide on one element; everywhere else an error in a part that is
//! evaluated is an error of the whole. Of a choice only the chosen value is evaluated.
//!
//! Sources are at most [`MAX_SOURCE`] bytes and [`MAX_NESTING`] brackets deep; chains of operators may be as long as the
//! source. An evaluation visits at most [`MAX_STEPS`] elements; no operator absorbs the error of visiting more.
//!
//! # What differs from full CEL
//!
//! * Types are checked when compiling, and without `dyn`: `1 == 'a'` and `[1, 'a']` are faults, not `false` and a list.
//! * Left out: `null`, floating-point and unsigned numbers, bytes, durations, timestamps, maps, messages, type values,
//!   optionals, conversions, `matches`, raw and triple-quoted strings, names in backticks, `existsOne`, macros over maps
//!   and with two variables, leading dots of names.
//! * Records are read by literal names only and are not compared.
//! * Enumerations are ours; they stand for strings.
//! * `sum()` is ours. `sort()` does not order lists of enumerations by anything but spelling.
//! * The bound on steps is ours.

mod ast;
mod check;
mod check_call;
mod check_operator;
mod code;
mod eval;
mod eval_list;
mod explain;
mod fault;
mod fill;
mod lex;
mod look;
mod parse;
mod print;
mod program;
mod reads;
mod types;
mod value;

pub use fault::{EvalError, EvalErrorKind, Fault, FaultKind, Span, nearest};
pub use look::Bounds;
pub use print::print;
pub use program::{Program, compile};
pub use reads::{ELEMENT, Reads};
pub use types::{EnumType, Env, RecordType, Root, Type};
pub use value::{ListView, RecordView, ToValue, Value, ValueKind};

/// The longest source, in bytes.
pub const MAX_SOURCE: usize = 64 * 1024;

/// The most brackets (parentheses, lists, indexes, arguments) around any part. With it, parsing and evaluation stay within
/// a stack of 1 MiB even without optimisation, and within 256 KiB with it.
pub const MAX_NESTING: usize = 32;

/// The most operations on the way from the whole to any part. Operands of one chain of operators are side by side.
const MAX_HEIGHT: u32 = 192;

/// The most elements that one evaluation visits, nested macros multiplied out.
pub const MAX_STEPS: u32 = 1_000_000;
