//! Faults of files: what is wrong, where, and what was probably meant.
//!
//! Owns the shape of a complaint and how it is printed. It knows nothing of YAML: expressions inside a file report through
//! the same type.

mod near;
mod unread;

use std::fmt::{self, Debug, Display};
use std::ops::Range;
use std::sync::Arc;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode,
    SourceSpan, SpanContents,
};

pub use self::near::{did_you_mean, listed, suggestion};
pub(crate) use self::unread::{
    in_line as json_in_line, json as json_words, near_file, placed as placed_json, unreadable,
};

/// A file's name and text; cheap to clone.
#[derive(Clone, PartialEq, Eq)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
}

impl Source {
    /// A file by the name that people know it by, and its text.
    #[must_use]
    pub fn new(name: &str, text: &str) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// The file's name as given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a place, as it stands in the file.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(self.clip(span)).unwrap_or("")
    }

    /// Line and column of a byte offset, both from 1; columns count characters.
    #[must_use]
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..floor(&self.text, offset)];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.matches('\n').count() + 1;
        (line, before[start..].chars().count() + 1)
    }

    /// The place as a range that lies within the text and cuts no character.
    fn clip(&self, span: Span) -> Range<usize> {
        let start = floor(&self.text, span.offset);
        start..floor(&self.text, span.offset.saturating_add(span.len)).max(start)
    }
}

/// The name alone: every node and fault holds its source.
impl Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?})", self.name())
    }
}

/// A place in a file, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// Byte offset from the start of the text.
    pub offset: usize,
    /// Length in bytes; 0 for what should be there and is not.
    pub len: usize,
}

impl Span {
    /// A place from its offset and length.
    #[must_use]
    pub fn new(offset: usize, len: usize) -> Self {
        Self { offset, len }
    }

    /// The place of a part of this place's text, such as a word of an expression.
    #[must_use]
    pub fn part(self, offset: usize, len: usize) -> Self {
        Self::new(self.offset.saturating_add(offset), len)
    }
}

/// One thing that is wrong in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file.
    pub source: Source,
    /// Where in the file.
    pub span: Span,
    /// Where in the file's data, such as `given.p1.battlefield[0]`; empty for the whole file or where there is no data.
    pub path: String,
    /// What is wrong: lower-case, without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Fault {
    /// A fault at a place of a file.
    pub fn new(source: &Source, span: Span, message: impl Into<String>) -> Self {
        Self { source: source.clone(), span, path: String::new(), message: message.into(), help: None }
    }

    /// With advice; none leaves the fault as it is.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into().or(self.help);
        self
    }

    /// With the place in the file's data.
    #[must_use]
    pub fn with_path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Line and column of the start, both from 1; columns count characters.
    #[must_use]
    pub fn line_column(&self) -> (usize, usize) {
        self.source.line_column(self.span.offset)
    }

    /// The fault as text, ending in a line break.
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        let theme = match style {
            Style::Plain => return self.plain(),
            Style::Ascii => GraphicalTheme::none(),
            Style::Unicode => GraphicalTheme::unicode_nocolor(),
            Style::Colour => GraphicalTheme::unicode(),
        };
        // A drawn line of thousands of characters helps nobody.
        if self.longest_line() > LONGEST_DRAWN_LINE {
            return self.plain();
        }
        let handler = GraphicalReportHandler::new_themed(theme).with_width(120).with_links(false);
        let mut text = String::new();
        match handler.render_report(&mut text, &Drawing(self)) {
            Ok(()) => text,
            Err(fmt::Error) => self.plain(),
        }
    }

    fn plain(&self) -> String {
        let mut text = format!("{self}\n");
        if let Some(help) = &self.help {
            text.push_str("  help: ");
            text.push_str(help);
            text.push('\n');
        }
        text
    }

    /// Length in bytes of the longest line that a drawing of this fault would show.
    fn longest_line(&self) -> usize {
        let text = self.source.text();
        let Range { start, end } = self.source.clip(self.span);
        // One line of context on each side.
        let breaks = |text: &str| text.bytes().filter(|b| *b == b'\n').count();
        let (first, last) = (breaks(&text[..start]).saturating_sub(1), breaks(&text[..end]) + 1);
        let lines = text.split('\n').skip(first).take(last - first + 1);
        lines.map(str::len).max().unwrap_or(0)
    }
}

const LONGEST_DRAWN_LINE: usize = 400;

/// `file:line:column: message`.
impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.line_column();
        write!(f, "{}:{line}:{column}: {}", self.source.name(), self.message)
    }
}

impl std::error::Error for Fault {}

/// How faults are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// One line, `file:line:column: message`, and one for the advice.
    Plain,
    /// The lines of the file with carets, in ASCII.
    Ascii,
    /// The same drawn with box characters.
    Unicode,
    /// The same in colour.
    Colour,
}

/// A list of faults, which loading adds to while it goes on, so that all of them are reported at once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults {
    faults: Vec<Fault>,
}

impl Faults {
    /// No faults yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// Adds the fault of a result, if that is what it is.
    pub fn take<T>(&mut self, result: Result<T, Fault>) -> Option<T> {
        result.map_err(|fault| self.push(fault)).ok()
    }

    /// Adds those of another list.
    pub fn append(&mut self, other: Self) {
        self.faults.extend(other.faults);
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.faults.len()
    }

    /// The faults in the order they were found.
    #[must_use]
    pub fn as_slice(&self) -> &[Fault] {
        &self.faults
    }

    /// Orders them by file and place, so that a report does not depend on the order of the checks.
    pub fn sort(&mut self) {
        self.faults.sort_by(|a, b| {
            let key = |f: &Fault| (f.source.name.clone(), f.span.offset);
            key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
        });
    }

    /// All faults as text, one after the other.
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        self.render_first(style, self.len())
    }

    /// The first so many of them as text; the rest is only counted.
    #[must_use]
    pub fn render_first(&self, style: Style, many: usize) -> String {
        let mut text: String = self.faults.iter().take(many).map(|fault| fault.render(style)).collect();
        if let Some(more @ 1..) = self.len().checked_sub(many) {
            text.push_str(&format!("  … and {more} more\n"));
        }
        text
    }

    /// The value if there are no faults.
    ///
    /// # Errors
    /// The faults, if there are any, or if there is neither value nor fault, which is a fault of the loader.
    pub fn into_result<T>(self, value: Option<T>) -> Result<T, Self> {
        match value {
            Some(value) if self.is_empty() => Ok(value),
            _ => Err(self),
        }
    }
}

impl IntoIterator for Faults {
    type Item = Fault;
    type IntoIter = std::vec::IntoIter<Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.faults.into_iter()
    }
}

impl Extend<Fault> for Faults {
    fn extend<I: IntoIterator<Item = Fault>>(&mut self, faults: I) {
        self.faults.extend(faults);
    }
}

/// A fault as miette draws it.
#[derive(Debug)]
struct Drawing<'f>(&'f Fault);

/// miette counts columns in bytes; people and editors count characters.
impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let found = self.text.read_span(span, lines_before, lines_after)?;
        let (line, column) = self.line_column(found.span().offset());
        Ok(Box::new(MietteSpanContents::new_named(
            self.name().to_owned(),
            found.data(),
            *found.span(),
            line - 1,
            column - 1,
            found.line_count(),
        )))
    }
}

impl Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Drawing<'_> {}

impl Diagnostic for Drawing<'_> {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let help = self.0.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.0.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let range = self.0.source.clip(self.0.span);
        let path = (!self.0.path.is_empty()).then(|| self.0.path.clone());
        let label = LabeledSpan::new(path, range.start, range.len());
        Some(Box::new(std::iter::once(label)))
    }
}

/// The nearest character boundary at or before the offset.
fn floor(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
