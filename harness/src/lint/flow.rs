//! Expressions that stand unquoted inside braces, where a comma ends a value: YAML cuts them in two without a complaint
//! that helps.
//!
//! Goes through the text, not through nodes: by then the damage is done.

use super::Findings;
use crate::fault::{Fault, Source, Span};

pub(super) fn check(files: &[(String, String)], findings: &mut Findings) {
    for (path, text) in files {
        if path.ends_with(".lock") || path.starts_with("cards/") {
            continue;
        }
        let source = Source::new(path, text);
        for (span, scalar) in unquoted(text).into_iter().filter(|(_, scalar)| is_expression(scalar)) {
            let fault = Fault::new(&source, span, "an expression inside braces stands without quotes");
            findings.faults.push(fault.with_help(format!("quote it: {scalar:?}")));
        }
    }
}

/// Whether a scalar looks like an expression.
#[must_use]
pub fn is_expression(scalar: &str) -> bool {
    ["(", "==", "!=", "&&", "||", " > ", " < ", ">=", "<="].iter().any(|operator| scalar.contains(operator))
}

/// The unquoted scalars inside braces with their places; what stands in quotes within them is left out of their text.
#[must_use]
pub fn unquoted(text: &str) -> Vec<(Span, String)> {
    let mut found: Vec<Scalar> = Vec::new();
    let mut folded = None;
    let mut depth = 0usize;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (from, line) = (start, line.trim_end_matches(['\n', '\r']));
        start += text[start..].find('\n').map_or(text.len() - start, |end| end + 1);
        let indent = line.len() - line.trim_start().len();
        if folded.is_some_and(|above| indent > above || line.trim().is_empty()) {
            continue;
        }
        folded = (line.ends_with(": >") || line.ends_with(": |")).then_some(indent);
        let mut scalar: Option<Scalar> = None;
        let mut quote = None;
        // Before the first character of a value: there a brace opens a mapping.
        let mut fresh = true;
        let mut last = ' ';
        for (at, c) in line.char_indices() {
            if let Some(open) = quote {
                quote = (c != open).then_some(open);
                last = c;
                continue;
            }
            match c {
                '#' if last == ' ' => break,
                '"' | '\'' if fresh => quote = Some(c),
                '{' if fresh => depth += 1,
                '}' | ',' if depth > 0 => {
                    found.extend(scalar.take());
                    depth -= usize::from(c == '}');
                }
                ' ' if matches!(last, ':' | '-') => scalar = None,
                _ => {
                    let scalar = scalar.get_or_insert_with(|| Scalar { begin: from + at, end: 0, text: String::new() });
                    scalar.end = from + at + c.len_utf8();
                    scalar.text.push(c);
                }
            }
            fresh = matches!(c, ' ' | '{' | ',' | '[') && (fresh || matches!(last, ':' | '-' | ',') || c != ' ');
            last = c;
        }
        if depth > 0 {
            found.extend(scalar);
        }
    }
    let trimmed = found.into_iter().map(|Scalar { begin, end, text: scalar }| {
        let raw = &text[begin..end];
        let (left, len) = (raw.len() - raw.trim_start().len(), raw.trim().len());
        (Span::new(begin + left, len), scalar.trim().to_owned())
    });
    trimmed.collect()
}

/// A scalar while it is read.
struct Scalar {
    begin: usize,
    end: usize,
    text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_inside_braces_are_found() {
        let text =
            "a: {b: x > 1, c: \"y > 1\", d: f(z)} # e > 1\nsays: >\n  {T: f(x)}\ng: h(i)\nj:\n  - {k: 1..=2, l: $m}\n";
        let source = Source::new("a.yaml", text);
        let expressions = unquoted(text).into_iter().filter(|(_, scalar)| is_expression(scalar));
        let found: Vec<_> =
            expressions.map(|(span, _)| (source.line_column(span.offset), source.slice(span))).collect();
        assert_eq!(found, [((1, 8), "x > 1"), ((1, 30), "f(z)")]);
        let quoted = unquoted("- {pick: [\"= a == 'b' ? 'c' : 'd'\"], if: e}\n");
        assert!(quoted.iter().all(|(_, scalar)| !is_expression(scalar)), "{quoted:?}");
    }

    #[test]
    fn any_text_is_gone_through() {
        for text in ["", "{", "}}}", "a: {", "\u{feff}é: {ü: ö > é, \"", "{a: b\r\n, c: d > e}\r\n", "#", "{'a', b"]
        {
            assert!(
                unquoted(text).iter().all(|(span, _)| text.get(span.offset..span.offset + span.len).is_some()),
                "{text}"
            );
        }
    }
}
