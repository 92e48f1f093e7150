//! From bytes to tokens: white space, comments, literals, words and symbols.

use std::borrow::Cow;

use winnow::ascii::{digit1, hex_digit1};
use winnow::combinator::{alt, opt, preceded};
use winnow::error::{EmptyError, ModalResult};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location, Stream};
use winnow::token::{any, literal, one_of, take_till, take_while};

use super::ast::{Arithmetic, Comparison, Operator};
use super::fault::{Fault, FaultKind, Span};

/// A lexeme and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Token<'s> {
    pub(super) span: Span,
    pub(super) lexeme: Lexeme<'s>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Lexeme<'s> {
    /// The magnitude of an integer literal; the sign is the parser's.
    Int(u64),
    Str(Cow<'s, str>),
    Word(&'s str),
    Infix(Operator),
    Mark(Mark),
    /// After the last token.
    End,
}

/// Punctuation that is not an infix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Open,
    Close,
    OpenList,
    CloseList,
    Dot,
    Comma,
    Question,
    Colon,
    Not,
}

impl Location for Token<'_> {
    fn previous_token_end(&self) -> usize {
        self.span.end as usize
    }

    fn current_token_start(&self) -> usize {
        self.span.start as usize
    }
}

type Input<'s> = LocatingSlice<&'s str>;
type Lexed<O> = ModalResult<O, EmptyError>;

/// More faults than this are not worth listing.
const MOST_FAULTS: usize = 16;

/// The tokens of `source`, an [`Lexeme::End`] last; or everything in it that is not a token.
pub(super) fn lex(source: &str) -> Result<Vec<Token<'_>>, Vec<Fault>> {
    let mut input = LocatingSlice::new(source);
    let mut tokens = Vec::new();
    let mut faults = Vec::new();
    loop {
        skip_blank(&mut input);
        let start = input.current_token_start();
        let Some(first) = input.peek_token() else {
            break;
        };
        let lexeme = match first {
            '"' | '\'' => string(&mut input, source),
            '0'..='9' => number(&mut input, source),
            'a'..='z' | 'A'..='Z' | '_' => Ok(word(&mut input)),
            _ => symbol(&mut input, source),
        };
        let span = Span::new(start..input.current_token_start());
        match lexeme {
            Ok(lexeme) => tokens.push(Token { span, lexeme }),
            Err(fault) => faults.push(fault),
        }
        if faults.len() >= MOST_FAULTS {
            break;
        }
    }
    let end = Span::new(source.len()..source.len());
    tokens.push(Token { span: end, lexeme: Lexeme::End });
    if faults.is_empty() { Ok(tokens) } else { Err(faults) }
}

/// White space and `// comments`.
fn skip_blank(input: &mut Input<'_>) {
    loop {
        let before = input.current_token_start();
        let _blank: Lexed<&str> = take_while(0.., [' ', '\t', '\n', '\r', '\x0c']).parse_next(input);
        let _comment: Lexed<Option<&str>> = opt(preceded("//", take_till(0.., ['\n', '\r']))).parse_next(input);
        if input.current_token_start() == before {
            return;
        }
    }
}

fn word<'s>(input: &mut Input<'s>) -> Lexeme<'s> {
    let letters: Lexed<&'s str> = take_while(1.., |c: char| c.is_ascii_alphanumeric() || c == '_').parse_next(input);
    match letters.unwrap_or("") {
        "in" => Lexeme::Infix(Operator::Compare(Comparison::In)),
        text => Lexeme::Word(text),
    }
}

fn number<'s>(input: &mut Input<'s>, source: &str) -> Result<Lexeme<'s>, Fault> {
    let start = input.current_token_start();
    let hex: Lexed<&str> = preceded(alt(("0x", "0X")), hex_digit1).parse_next(input);
    let value = match hex {
        Ok(digits) => u64::from_str_radix(digits, 16),
        Err(_) => {
            let digits: Lexed<&str> = digit1.parse_next(input);
            digits.unwrap_or("").parse::<u64>()
        }
    };
    let decimals: Lexed<Option<(char, &str)>> = opt((one_of('.'), digit1)).parse_next(input);
    let suffix: Lexed<&str> = take_while(0.., |c: char| c.is_ascii_alphanumeric() || c == '_').parse_next(input);
    let span = Span::new(start..input.current_token_start());
    let text = span.slice(source);
    if matches!(decimals, Ok(Some(_))) || suffix.is_ok_and(|suffix| !suffix.is_empty()) {
        return Err(Fault::new(FaultKind::Literal, span, format!("{text:?} is not an integer"))
            .help("numbers are whole: decimal digits, or 0x and hexadecimal digits"));
    }
    value.map(Lexeme::Int).map_err(|_| too_large(span, text))
}

/// The fault of an integer literal outside 64 bits.
pub(super) fn too_large(span: Span, text: &str) -> Fault {
    Fault::new(FaultKind::Literal, span, format!("the integer {text} does not fit 64 bits")).help(format!(
        "integers lie between {} and {}",
        i64::MIN,
        i64::MAX
    ))
}

fn symbol<'s>(input: &mut Input<'s>, source: &str) -> Result<Lexeme<'s>, Fault> {
    let start = input.current_token_start();
    let compare = |comparison| Lexeme::Infix(Operator::Compare(comparison));
    let arithmetic = |operation| Lexeme::Infix(Operator::Arithmetic(operation));
    let long = alt((
        "==".value(compare(Comparison::Equal)),
        "!=".value(compare(Comparison::NotEqual)),
        "<=".value(compare(Comparison::LessOrEqual)),
        ">=".value(compare(Comparison::GreaterOrEqual)),
        "&&".value(Lexeme::Infix(Operator::And)),
        "||".value(Lexeme::Infix(Operator::Or)),
    ));
    let short = alt((
        '<'.value(compare(Comparison::Less)),
        '>'.value(compare(Comparison::Greater)),
        '+'.value(arithmetic(Arithmetic::Add)),
        '-'.value(arithmetic(Arithmetic::Subtract)),
        '*'.value(arithmetic(Arithmetic::Multiply)),
        '/'.value(arithmetic(Arithmetic::Divide)),
        '%'.value(arithmetic(Arithmetic::Remainder)),
    ));
    let mark = alt((
        '('.value(Mark::Open),
        ')'.value(Mark::Close),
        '['.value(Mark::OpenList),
        ']'.value(Mark::CloseList),
        '.'.value(Mark::Dot),
        ','.value(Mark::Comma),
        '?'.value(Mark::Question),
        ':'.value(Mark::Colon),
        '!'.value(Mark::Not),
    ));
    let found: Lexed<Lexeme<'s>> = alt((long, short, mark.map(Lexeme::Mark))).parse_next(input);
    if let Ok(lexeme) = found {
        return Ok(lexeme);
    }
    let stray: Lexed<char> = any.parse_next(input);
    // A stray `=` may be the end of `===` or the whole of `=`: both meant `==`.
    let help = match stray.unwrap_or(' ') {
        '=' => Some("equality is written =="),
        '&' => Some("\"and\" is written &&"),
        '|' => Some("\"or\" is written ||"),
        '{' | '}' => Some("maps and messages are not part of the subset"),
        '$' => Some("names stand without $ in an expression"),
        '`' | '“' | '”' | '‘' | '’' => Some("strings stand in \" or '"),
        '≤' => Some("write <="),
        '≥' => Some("write >="),
        '≠' => Some("write !="),
        '−' | '–' => Some("write - for minus"),
        '×' => Some("write * for times"),
        _ => None,
    };
    let span = Span::new(start..input.current_token_start());
    let fault = Fault::new(FaultKind::Syntax, span, format!("unexpected character {:?}", span.slice(source)));
    Err(if let Some(help) = help { fault.help(help) } else { fault })
}

fn string<'s>(input: &mut Input<'s>, source: &'s str) -> Result<Lexeme<'s>, Fault> {
    let start = input.current_token_start();
    let quote: Lexed<char> = any.parse_next(input);
    let quote = quote.unwrap_or('"');
    let mut text: Cow<'s, str> = Cow::Borrowed("");
    let mut fault = None;
    loop {
        let plain: Lexed<&'s str> = take_till(0.., ['"', '\'', '\\', '\n', '\r']).parse_next(input);
        text += plain.unwrap_or("");
        let at = input.current_token_start();
        match input.peek_token() {
            Some(end) if end == quote => {
                let _quote: Lexed<char> = any.parse_next(input);
                break;
            }
            Some(other @ ('"' | '\'')) => {
                let _quote: Lexed<char> = any.parse_next(input);
                text.to_mut().push(other);
            }
            Some('\\') => match escape.parse_next(input) {
                Ok(c) => text.to_mut().push(c),
                Err(_) => {
                    let span = Span::new(at..(at + 1).max(input.current_token_start()));
                    fault.get_or_insert_with(|| {
                        Fault::new(FaultKind::Literal, span, "unknown escape in a string")
                            .help("a backslash itself is written \\\\")
                    });
                }
            },
            _ => {
                let span = Span::new(start..at);
                return Err(Fault::new(FaultKind::Syntax, span, "the string has no closing quote")
                    .help(format!("close it with {quote}; a line break is written \\n")));
            }
        }
    }
    let span = Span::new(start..input.current_token_start());
    // Two quotes and a third: the long strings of full CEL.
    if span.range().len() == 2 && source[span.range().end..].starts_with(quote) {
        fault.get_or_insert_with(|| Fault::new(FaultKind::Syntax, span, "strings in triple quotes are not supported"));
    }
    fault.map_or(Ok(Lexeme::Str(text)), Err)
}

/// CEL's escapes, from the backslash on. At least the backslash is consumed, even on failure.
fn escape(input: &mut Input<'_>) -> Lexed<char> {
    literal('\\').void().parse_next(input)?;
    let code = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    let hex = |width: usize| {
        take_while(width..=width, |c: char| c.is_ascii_hexdigit()).verify_map(move |digits: &str| code(digits, 16))
    };
    alt((
        alt((
            'a'.value('\x07'),
            'b'.value('\x08'),
            'f'.value('\x0c'),
            'n'.value('\n'),
            'r'.value('\r'),
            't'.value('\t'),
            'v'.value('\x0b'),
            one_of(['\\', '?', '"', '\'', '`']),
        )),
        preceded(one_of(['x', 'X']), hex(2)),
        preceded('u', hex(4)),
        preceded('U', hex(8)),
        (one_of('0'..='3'), take_while(2..=2, '0'..='7')).take().verify_map(move |digits: &str| code(digits, 8)),
    ))
    .parse_next(input)
}
