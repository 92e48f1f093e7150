//! The Comprehensive Rules as plain text: which numbers an edition has, a checksum of what each says, and how that
//! differs from what `rulings/citations.lock` knows. No text of the rules is ever kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::clauses::Citations;

/// The largest rulebook that is read, in bytes: ten times as large as those of today.
pub const LARGEST: u64 = 8 << 20;

/// An edition of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rulebook {
    /// The day on which it took effect, as in `2022-04-29`.
    pub edition: String,
    /// Every section (106), rule (106.7) and subrule (106.12a) with its checksum, in the order of the book.
    pub rules: Vec<(String, String)>,
}

/// Why a text is no rulebook.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulebookError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Read(String),
    /// It is too large.
    #[error("it is larger than {LARGEST} bytes")]
    Large,
    /// It is in another encoding.
    #[error("byte {0} is not UTF-8: save the text as UTF-8")]
    Encoding(usize),
    /// There are no rules in it.
    #[error("no line of it begins with the number of a rule, such as 106.7: expected the rules as plain text")]
    Empty,
    /// It does not say of when it is.
    #[error("no line above the first rule says from which day it is in force, as in: effective as of April 29, 2022")]
    Undated,
    /// A number stands in it twice.
    #[error("line {line}: the number {number} stands there for the second time")]
    Twice {
        /// The number.
        number: String,
        /// The second line, from 1.
        line: usize,
    },
}

impl Rulebook {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, is too large, or is no rulebook.
    pub fn read(path: &Path) -> Result<Rulebook, RulebookError> {
        let cannot = |error: std::io::Error| RulebookError::Read(error.to_string());
        if !std::fs::metadata(path).map_err(cannot)?.is_file() {
            return Err(RulebookError::Read("expected a plain file".to_owned()));
        }
        let mut bytes = Vec::new();
        File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(cannot)?;
        if bytes.len() as u64 > LARGEST {
            return Err(RulebookError::Large);
        }
        let text = std::str::from_utf8(&bytes).map_err(|error| RulebookError::Encoding(error.valid_up_to() + 1))?;
        Rulebook::parse(text)
    }

    /// Reads a text: a date, a table of contents that ends in `Credits`, the rules, and `Glossary` behind them. A byte
    /// order mark and any kind of line break will do.
    ///
    /// # Errors
    /// If it is no rulebook.
    pub fn parse(text: &str) -> Result<Rulebook, RulebookError> {
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let is_rule = |line: &&str| numbered(line).is_some_and(|(number, _)| number.contains('.'));
        let first = lines.iter().position(is_rule).ok_or(RulebookError::Empty)?;
        // The contents name the sections, too; they end with the credits.
        let start = lines[..first].iter().rposition(|line| *line == "Credits").map_or(0, |at| at + 1);
        let end = lines[first..].iter().position(|line| *line == "Glossary").map_or(lines.len(), |at| first + at);
        let edition = lines[..first].iter().find_map(|line| date(line)).ok_or(RulebookError::Undated)?;
        let mut texts: Vec<(String, String)> = Vec::new();
        let mut seen = BTreeSet::new();
        // Whether lines without a number still belong to the last number: those of an example do not.
        let mut open = false;
        for (at, line) in lines.iter().enumerate().take(end).skip(start) {
            if let Some((number, rest)) = numbered(line) {
                if !seen.insert(number) {
                    return Err(RulebookError::Twice { number: number.to_owned(), line: at + 1 });
                }
                texts.push((number.to_owned(), rest.to_owned()));
                open = true;
            } else if is_chapter(line) || line.starts_with("Example:") {
                open = false;
            } else if let Some((_, text)) = texts.last_mut()
                && open
                && !line.is_empty()
            {
                text.push(' ');
                text.push_str(line);
            }
        }
        let rules = texts.into_iter().map(|(number, text)| (number, checksum(&text))).collect();
        Ok(Rulebook { edition, rules })
    }

    /// The lock file of this edition. `old` is the one of another: its first comment and its paragraphs of documents are
    /// kept, for they are not in the rules.
    #[must_use]
    pub fn lock(&self, old: &str) -> String {
        let comment = old.lines().take_while(|line| line.starts_with('#'));
        let documents = old.lines().filter(|line| line.starts_with("document "));
        let edition = format!("edition {}", self.edition);
        let rules = self.rules.iter().map(|(number, sum)| format!("{number} {sum}"));
        let lines = comment.map(str::to_owned).chain([edition]).chain(rules).chain(documents.map(str::to_owned));
        lines.map(|line| line + "\n").collect()
    }
}

/// `106.12a` and the rest of a line that begins so; after a section or a rule comes a full stop.
fn numbered(line: &str) -> Option<(&str, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    if digits(line) != 3 {
        return None;
    }
    let mut end = 3;
    let rule = line[3..].strip_prefix('.').map_or(0, digits);
    if rule > 0 {
        end += 1 + rule;
        end += line[end..].bytes().take_while(u8::is_ascii_lowercase).count();
    }
    let rest = &line[end..];
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    rest.starts_with(char::is_whitespace).then(|| (&line[..end], rest.trim_start()))
}

/// `1. Game Concepts`.
fn is_chapter(line: &str) -> bool {
    matches!(line.as_bytes(), [b'1'..=b'9', b'.', b' ', ..])
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `2022-04-29` of a line that says "effective as of April 29, 2022".
fn date(line: &str) -> Option<String> {
    let (_, date) = line.split_once("effective as of ")?;
    let mut words = date.split_whitespace();
    let (month, day, year) = (words.next()?, words.next()?, words.next()?);
    let month = 1 + MONTHS.iter().position(|name| *name == month)?;
    let day: u8 = day.trim_end_matches(',').parse().ok().filter(|day| (1..=31).contains(day))?;
    let year: u16 = year.trim_end_matches('.').parse().ok().filter(|year| (1990..=9999).contains(year))?;
    Some(format!("{year}-{month:02}-{day:02}"))
}

/// The first 16 hexadecimal digits of the SHA-256 of a text, white space being one space.
fn checksum(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let sum = Sha256::digest(words.join(" "));
    sum.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// What became of a number that is not what it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It says something else.
    Changed,
    /// What it said, another number says now.
    Moved(String),
    /// It is not there any more.
    Gone,
    /// It was not there before.
    New,
}

/// An edition against what the citations know, number by number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Comparison {
    /// How many numbers say what they said.
    pub current: usize,
    /// What became of the others: the old ones in the order of the rules, then those that are new.
    pub changes: Vec<(String, Change)>,
}

impl Comparison {
    /// Compares.
    #[must_use]
    pub fn new(old: &Citations, new: &Rulebook) -> Comparison {
        let now: BTreeMap<&str, &str> = new.rules.iter().map(|(n, sum)| (n.as_str(), sum.as_str())).collect();
        let before: BTreeMap<&str, &str> = old.rules().collect();
        // Where each text stands that is not where it was.
        let elsewhere = new.rules.iter().filter(|(n, sum)| before.get(n.as_str()) != Some(&sum.as_str()));
        let mut stands: BTreeMap<&str, &str> = BTreeMap::new();
        elsewhere.for_each(|(n, sum)| _ = stands.entry(sum).or_insert(n));
        let mut comparison = Comparison::default();
        let mut numbers: Vec<(&str, &str)> = old.rules().collect();
        numbers.sort_by_key(|(number, _)| order(number));
        for (number, sum) in numbers {
            let found = now.get(number);
            if found == Some(&sum) {
                comparison.current += 1;
                continue;
            }
            let change = match stands.get(sum) {
                Some(to) => Change::Moved((*to).to_owned()),
                None if found.is_some() => Change::Changed,
                None => Change::Gone,
            };
            comparison.changes.push((number.to_owned(), change));
        }
        let new = new.rules.iter().filter(|(number, _)| !before.contains_key(number.as_str()));
        comparison.changes.extend(new.map(|(number, _)| (number.clone(), Change::New)));
        comparison
    }
}

/// Rule numbers in the order of the rules: 106.5 before 106.12a.
#[must_use]
pub fn order(number: &str) -> (u32, u32, String) {
    let (section, rest) = number.split_once('.').unwrap_or((number, ""));
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (rule, letter) = rest.split_at(digits);
    (section.parse().unwrap_or(0), rule.parse().unwrap_or(0), letter.to_owned())
}

/// Whether a rule number is the other or a part of it: 603.8 and 603.8a are parts of 603.8, and 603.81 is not.
#[must_use]
pub fn is_part(number: &str, of: &str) -> bool {
    number.strip_prefix(of).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests;
