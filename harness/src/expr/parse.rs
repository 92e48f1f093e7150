//! From tokens to a syntax tree: operator precedence by `winnow`, everything else by hand on its streams.

use winnow::combinator::{Infix, expression};
use winnow::error::{ErrMode, ModalResult, ParserError};
use winnow::prelude::*;
use winnow::stream::{Location, Stateful, Stream, TokenSlice};
use winnow::token::any;

use super::ast::{Arithmetic, Ast, AstKind, Comparison, Operator, Step, StepKind, Word};
use super::fault::{Fault, FaultKind, Span};
use super::lex::{Lexeme, Mark, Token, lex, too_large};
use super::{MAX_HEIGHT, MAX_NESTING, MAX_SOURCE};

/// Tokens, and how deeply the parser is nested in brackets.
type Input<'t, 's> = Stateful<TokenSlice<'t, Token<'s>>, usize>;
type Parsed<O> = ModalResult<O, Fault>;

impl<I: Stream + Location> ParserError<I> for Fault {
    type Inner = Fault;

    fn from_input(input: &I) -> Fault {
        let at = input.current_token_start();
        Fault::new(FaultKind::Syntax, Span::new(at..at), "expected an operator")
    }

    fn into_inner(self) -> Result<Fault, Fault> {
        Ok(self)
    }
}

/// Words that CEL keeps for itself: they may name a field, never a variable.
const RESERVED: [&str; 18] = [
    "null",
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
    "while",
];

/// The syntax tree of `source`, or what is wrong with the text. Of faults in the order of tokens only the first is
/// reported: whatever follows it would be a guess.
pub(super) fn parse(source: &str) -> Result<Ast, Vec<Fault>> {
    if source.len() > MAX_SOURCE {
        let message = format!("the expression is {} bytes long, the limit is {MAX_SOURCE}", source.len());
        return Err(vec![Fault::new(FaultKind::Limit, Span::new(0..source.len()), message)]);
    }
    let tokens = lex(source)?;
    let mut input = Input { input: TokenSlice::new(&tokens), state: 0 };
    let parsed = conditional(&mut input).and_then(|ast| end(&mut input).map(|()| ast));
    parsed.map_err(|error| match error.into_inner() {
        Ok(fault) => vec![fault],
        Err(_) => vec![Fault::new(FaultKind::Syntax, Span::default(), "the expression is incomplete")],
    })
}

/// `binary ["?" binary ":" conditional]`, with the last part as a loop.
fn conditional(input: &mut Input<'_, '_>) -> Parsed<Ast> {
    let mut condition = binary(input)?;
    let start = condition.span;
    let mut arms = Vec::new();
    while take(input, Mark::Question).is_some() {
        let value = binary(input)?;
        if matches!(peek(input).lexeme, Lexeme::Mark(Mark::Question)) {
            let fault = Fault::new(FaultKind::Syntax, peek(input).span, "a choice before the \":\" needs parentheses");
            return Err(ErrMode::Cut(fault.help("write c ? (d ? a : b) : e")));
        }
        expect(input, Mark::Colon, "\":\" and the value for the other case")?;
        arms.push((condition, value));
        condition = binary(input)?;
    }
    if arms.is_empty() {
        return Ok(condition);
    }
    let height = arms.iter().flat_map(|(c, v)| [c.height, v.height]).fold(condition.height, u32::max);
    let span = start.to(condition.span);
    node(span, height, AstKind::Conditional(arms, Box::new(condition)))
}

/// Operands and infix operators.
fn binary(input: &mut Input<'_, '_>) -> Parsed<Ast> {
    expression(operand).infix(infix).parse_next(input)
}

fn infix<'t, 's>(input: &mut Input<'t, 's>) -> Parsed<Infix<Input<'t, 's>, Ast, ErrMode<Fault>>> {
    use {Arithmetic as A, Comparison as C, Operator as O};
    let Lexeme::Infix(operator) = any.parse_next(input)?.lexeme else {
        return Err(ErrMode::Backtrack(Fault::from_input(input)));
    };
    // The combinator takes plain functions, so that each operator needs one of its own.
    let fold: fn(&mut Input<'t, 's>, Ast, Ast) -> Parsed<Ast> = match operator {
        O::Or => |_, a, b| chain(O::Or, a, b),
        O::And => |_, a, b| chain(O::And, a, b),
        O::Compare(C::Equal) => |_, a, b| chain(O::Compare(C::Equal), a, b),
        O::Compare(C::NotEqual) => |_, a, b| chain(O::Compare(C::NotEqual), a, b),
        O::Compare(C::Less) => |_, a, b| chain(O::Compare(C::Less), a, b),
        O::Compare(C::LessOrEqual) => |_, a, b| chain(O::Compare(C::LessOrEqual), a, b),
        O::Compare(C::Greater) => |_, a, b| chain(O::Compare(C::Greater), a, b),
        O::Compare(C::GreaterOrEqual) => |_, a, b| chain(O::Compare(C::GreaterOrEqual), a, b),
        O::Compare(C::In) => |_, a, b| chain(O::Compare(C::In), a, b),
        O::Arithmetic(A::Add) => |_, a, b| chain(O::Arithmetic(A::Add), a, b),
        O::Arithmetic(A::Subtract) => |_, a, b| chain(O::Arithmetic(A::Subtract), a, b),
        O::Arithmetic(A::Multiply) => |_, a, b| chain(O::Arithmetic(A::Multiply), a, b),
        O::Arithmetic(A::Divide) => |_, a, b| chain(O::Arithmetic(A::Divide), a, b),
        O::Arithmetic(A::Remainder) => |_, a, b| chain(O::Arithmetic(A::Remainder), a, b),
    };
    Ok(Infix::Left(operator.level(), fold))
}

/// Adds an operand to a chain of its level, or starts one.
fn chain(operator: Operator, mut left: Ast, right: Ast) -> Parsed<Ast> {
    let span = left.span.to(right.span);
    match &mut left.kind {
        AstKind::Chain(_, rest)
            if !left.grouped && rest.last().is_some_and(|(last, _)| last.level() == operator.level()) =>
        {
            left.height = left.height.max(right.height + 1);
            left.span = span;
            rest.push((operator, right));
            within_height(left)
        }
        _ => node(span, left.height.max(right.height), AstKind::Chain(Box::new(left), vec![(operator, right)])),
    }
}

/// `{"!"} member` or `{"-"} member`; an even number of signs cancels out, as in CEL.
fn operand(input: &mut Input<'_, '_>) -> Parsed<Ast> {
    let start = peek(input).span;
    let mut nots = 0_usize;
    while take(input, Mark::Not).is_some() {
        nots += 1;
    }
    let mut minus = None;
    let mut negative = false;
    while nots == 0 && peek(input).lexeme == Lexeme::Infix(Operator::Arithmetic(Arithmetic::Subtract)) {
        minus = Some(next(input)?.span);
        negative = !negative;
    }
    let mut inner = None;
    // The sign belongs to the literal, since the least integer has no positive counterpart.
    if let (true, Some(minus), Lexeme::Int(magnitude)) = (negative, minus, &peek(input).lexeme) {
        let magnitude = *magnitude;
        let span = minus.to(next(input)?.span);
        let value = 0_i64.checked_sub_unsigned(magnitude);
        let value = value.ok_or_else(|| ErrMode::Cut(too_large(span, &format!("-{magnitude}"))))?;
        negative = false;
        inner = Some(node(span, 0, AstKind::Int(value))?);
    }
    let inner = match inner {
        Some(literal) => steps(input, literal)?,
        None => primary(input).and_then(|primary| steps(input, primary))?,
    };
    let span = start.to(inner.span);
    let height = inner.height;
    if nots % 2 == 1 {
        node(span, height, AstKind::Not(Box::new(inner)))
    } else if negative {
        node(span, height, AstKind::Negate(Box::new(inner)))
    } else {
        Ok(inner)
    }
}

fn primary(input: &mut Input<'_, '_>) -> Parsed<Ast> {
    let token = peek(input).clone();
    let span = token.span;
    match token.lexeme {
        Lexeme::Int(magnitude) => {
            next(input)?;
            let value = i64::try_from(magnitude).map_err(|_| ErrMode::Cut(too_large(span, &magnitude.to_string())))?;
            node(span, 0, AstKind::Int(value))
        }
        Lexeme::Str(text) => {
            next(input)?;
            node(span, 0, AstKind::Str(text.into_owned()))
        }
        Lexeme::Word(text @ ("true" | "false")) => {
            next(input)?;
            node(span, 0, AstKind::Bool(text == "true"))
        }
        Lexeme::Word(text) if RESERVED.contains(&text) => {
            let fault = Fault::new(FaultKind::Syntax, span, format!("{text:?} is a reserved word"));
            Err(ErrMode::Cut(if text == "null" {
                fault.help("ask has(x.field) whether a value is there")
            } else {
                fault
            }))
        }
        Lexeme::Word(text) => {
            next(input)?;
            let word = Word { text: text.to_owned(), span };
            if peek(input).lexeme == Lexeme::Mark(Mark::Open) {
                let (arguments, end, height) = list(input, Mark::Close)?;
                node(span.to(end), height, AstKind::Call(word, arguments))
            } else {
                node(span, 0, AstKind::Name(word.text))
            }
        }
        Lexeme::Mark(Mark::Open) => {
            next(input)?;
            let mut inner = nested(input, conditional)?;
            let end = expect(input, Mark::Close, "\")\" or an operator")?;
            inner.span = span.to(end);
            inner.grouped = true;
            Ok(inner)
        }
        Lexeme::Mark(Mark::OpenList) => {
            let (elements, end, height) = list(input, Mark::CloseList)?;
            node(span.to(end), height, AstKind::List(elements))
        }
        _ => Err(unexpected(input, "an expression")),
    }
}

/// Everything that may follow an operand without white space mattering: `.name`, `.name(…)`, `[…]`.
fn steps(input: &mut Input<'_, '_>, base: Ast) -> Parsed<Ast> {
    let mut steps = Vec::new();
    let mut height = base.height;
    loop {
        let start = peek(input).span;
        let step = match peek(input).lexeme {
            Lexeme::Mark(Mark::Dot) => {
                next(input)?;
                let word = selector(input)?;
                if peek(input).lexeme == Lexeme::Mark(Mark::Open) {
                    let (arguments, end, inner) = list(input, Mark::Close)?;
                    height = height.max(inner);
                    Step { span: start.to(end), kind: StepKind::Call(word, arguments) }
                } else {
                    Step { span: start.to(word.span), kind: StepKind::Select(word) }
                }
            }
            Lexeme::Mark(Mark::OpenList) => {
                next(input)?;
                let index = nested(input, conditional)?;
                let end = expect(input, Mark::CloseList, "\"]\" or an operator")?;
                height = height.max(index.height);
                Step { span: start.to(end), kind: StepKind::Index(index) }
            }
            _ => break,
        };
        steps.push(step);
        // Each step of the compiled expression holds the one before it.
        height += 1;
        check_height(height, base.span.to(start))?;
    }
    match steps.last() {
        None => Ok(base),
        Some(last) => node(base.span.to(last.span), height, AstKind::Steps(Box::new(base), steps)),
    }
}

fn selector(input: &mut Input<'_, '_>) -> Parsed<Word> {
    match peek(input).lexeme {
        Lexeme::Word(text) if !["true", "false", "null"].contains(&text) => {
            Ok(Word { text: text.to_owned(), span: next(input)?.span })
        }
        _ => Err(unexpected(input, "the name of a field or method")),
    }
}

/// Elements between brackets, with the closing bracket and the height. After the last one of a list, but not of
/// arguments, a comma may stand.
fn list(input: &mut Input<'_, '_>, close: Mark) -> Parsed<(Vec<Ast>, Span, u32)> {
    next(input)?;
    let mut elements: Vec<Ast> = Vec::new();
    let mut end = take(input, close);
    while end.is_none() {
        elements.push(nested(input, conditional)?);
        end = take(input, close);
        if end.is_none() {
            let expected = if close == Mark::Close { "\",\" or \")\"" } else { "\",\" or \"]\"" };
            expect(input, Mark::Comma, expected)?;
            if close == Mark::CloseList {
                end = take(input, close);
            }
        }
    }
    let height = elements.iter().map(|element| element.height).max().unwrap_or(0);
    Ok((elements, end.unwrap_or_default(), height))
}

/// Runs `inner` one bracket deeper.
fn nested<O>(input: &mut Input<'_, '_>, inner: impl FnOnce(&mut Input<'_, '_>) -> Parsed<O>) -> Parsed<O> {
    if input.state >= MAX_NESTING {
        let message = format!("the expression is nested more than {MAX_NESTING} brackets deep");
        return Err(ErrMode::Cut(Fault::new(FaultKind::Limit, peek(input).span, message)));
    }
    input.state += 1;
    let result = inner(input);
    input.state -= 1;
    result
}

/// A node above parts of at most `height`.
fn node(span: Span, height: u32, kind: AstKind) -> Parsed<Ast> {
    within_height(Ast { span, grouped: false, height: height + 1, kind })
}

fn within_height(ast: Ast) -> Parsed<Ast> {
    check_height(ast.height, ast.span).map(|()| ast)
}

fn check_height(height: u32, span: Span) -> Parsed<()> {
    if height <= MAX_HEIGHT {
        return Ok(());
    }
    let fault = Fault::new(FaultKind::Limit, span, "too many operations are nested within each other here");
    Err(ErrMode::Cut(fault.help("split the expression with let")))
}

fn end(input: &mut Input<'_, '_>) -> Parsed<()> {
    let token = peek(input).clone();
    let help = match token.lexeme {
        Lexeme::End => return Ok(()),
        Lexeme::Word("and") => "\"and\" is written &&",
        Lexeme::Word("or") => "\"or\" is written ||",
        Lexeme::Word("not") => "\"not\" is written !, and \"not in\" !(x in list)",
        Lexeme::Word("is") => "equality is written ==",
        Lexeme::Mark(Mark::Not) => "\"not equal\" is written !=",
        _ => return Err(unexpected(input, "an operator or the end")),
    };
    Err(match unexpected(input, "an operator or the end") {
        ErrMode::Cut(fault) => ErrMode::Cut(fault.help(help)),
        other => other,
    })
}

/// The next token. The last one is always [`Lexeme::End`], which is never taken.
fn peek<'t, 's>(input: &Input<'t, 's>) -> &'t Token<'s> {
    const END: &Token<'static> = &Token { span: Span { start: 0, end: 0 }, lexeme: Lexeme::End };
    input.peek_token().unwrap_or(END)
}

fn next<'t, 's>(input: &mut Input<'t, 's>) -> Parsed<&'t Token<'s>> {
    any.parse_next(input)
}

fn take(input: &mut Input<'_, '_>, mark: Mark) -> Option<Span> {
    let token = peek(input);
    if token.lexeme != Lexeme::Mark(mark) {
        return None;
    }
    next(input).ok().map(|token| token.span)
}

fn expect(input: &mut Input<'_, '_>, mark: Mark, expected: &str) -> Parsed<Span> {
    take(input, mark).ok_or_else(|| unexpected(input, expected))
}

fn unexpected(input: &Input<'_, '_>, expected: &str) -> ErrMode<Fault> {
    let token = peek(input);
    let found = match &token.lexeme {
        Lexeme::Int(value) => value.to_string(),
        Lexeme::Str(_) => "a string".to_owned(),
        Lexeme::Word(text) => format!("{text:?}"),
        Lexeme::Infix(operator) => format!("{:?}", operator.symbol()),
        Lexeme::Mark(mark) => format!("{:?}", mark.symbol()),
        Lexeme::End => "the end".to_owned(),
    };
    ErrMode::Cut(Fault::new(FaultKind::Syntax, token.span, format!("expected {expected}, found {found}")))
}

impl Mark {
    fn symbol(self) -> &'static str {
        match self {
            Mark::Open => "(",
            Mark::Close => ")",
            Mark::OpenList => "[",
            Mark::CloseList => "]",
            Mark::Dot => ".",
            Mark::Comma => ",",
            Mark::Question => "?",
            Mark::Colon => ":",
            Mark::Not => "!",
        }
    }
}
