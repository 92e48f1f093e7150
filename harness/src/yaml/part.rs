//! Where a part of a text stands in the file, given that quotes, escapes, folding and indentation come between.

use super::{Node, Value};
use crate::fault::Span;

impl Node {
    /// The place of `len` bytes of this node's text from byte `offset`; of the whole node if it is no text.
    #[must_use]
    pub fn part(&self, offset: usize, len: usize) -> Span {
        let Value::Str(text) = &self.value else {
            return self.span;
        };
        let raw = self.raw();
        let mut walk = Walk::new(raw, self.quote());
        let (start, end) = (offset.min(text.len()), offset.saturating_add(len));
        let mut found = Span::new(raw.len(), 0);
        for (at, c) in text.char_indices() {
            let here = walk.find(c);
            if at <= start {
                found.offset = here;
            }
            if at >= end {
                break;
            }
            if at >= start {
                found.len = walk.at.saturating_sub(found.offset);
            }
        }
        if start == text.len() {
            found = Span::new(walk.at, 0);
        }
        let offset = found.offset.min(raw.len());
        self.span.part(offset, found.len.min(raw.len() - offset))
    }

    /// The quotation mark around this text in the file, if there is one.
    pub(super) fn quote(&self) -> Option<char> {
        let Value::Str(text) = &self.value else {
            return None;
        };
        let mut signs = self.raw().chars();
        let quote = signs.next().filter(|c| matches!(c, '"' | '\''))?;
        // The text of a block may start with a mark of its own; in quotes that would be doubled or escaped.
        let own = text.starts_with(quote) && !matches!(signs.next(), Some('\'' | '\\'));
        (!own).then_some(quote)
    }
}

/// Goes through the text of the file beside the text that YAML made of it.
struct Walk<'t> {
    raw: &'t str,
    at: usize,
    quote: Option<char>,
}

impl<'t> Walk<'t> {
    fn new(raw: &'t str, quote: Option<char>) -> Self {
        let at = quote.map_or(0, char::len_utf8);
        Self { raw, at, quote }
    }

    /// Where this character of the text stands; the walk is after it then.
    fn find(&mut self, wanted: char) -> usize {
        let rest = |at: usize| self.raw.get(at..).unwrap_or("");
        let next = |at: usize| rest(at).chars().next();
        let spaces = |at: usize| rest(at).len() - rest(at).trim_start().len();
        let mut at = self.at;
        if wanted.is_whitespace() && next(at) != Some(wanted) {
            // A folded line break and the next line's indentation stand for one space.
            self.at = match spaces(at) {
                0 => self.after_escape(at),
                run => at + run,
            };
            return at;
        }
        if next(at) != Some(wanted) {
            at += spaces(at);
        }
        self.at = match next(at) {
            Some('\'') if self.quote == Some('\'') => at + 2,
            Some(c) if c == wanted => at + c.len_utf8(),
            _ => self.after_escape(at),
        };
        at
    }

    /// After the escape that begins here, or here if none does.
    fn after_escape(&self, at: usize) -> usize {
        let mut signs = self.raw.get(at..).unwrap_or("").chars();
        if self.quote != Some('"') || signs.next() != Some('\\') {
            return at;
        }
        let len = match signs.next() {
            Some('x') => 4,
            Some('u') => 6,
            Some('U') => 10,
            Some(c) => 1 + c.len_utf8(),
            None => 1,
        };
        (at + len).min(self.raw.len())
    }
}
