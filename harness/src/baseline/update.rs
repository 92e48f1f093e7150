//! A baseline brought up to date with a report: what people wrote stays where it stands, down to the comments.
//!
//! The text is edited in place: values that changed are exchanged, entries that are gone go with the comments above them, new
//! ones come in by their order. What comes out is read again; should it not say what it has to, because the file is laid out in
//! an unusual way, it is written anew, without comments but those at its top.

use std::fmt::Write as _;
use std::ops::Range;

use super::again::{Again, Replays};
use super::judge::is_incomplete;
use super::{Baseline, Entry, FORMAT, Key, Observed, Places, Saved, UNEXPLAINED, observed};
use crate::case::{self, AnswerStream, Laws};
use crate::endings;
use crate::library::Library;
use crate::report::Report;
use crate::tape::{Tape, record};

/// A baseline that is up to date.
#[derive(Debug)]
#[non_exhaustive]
pub struct Updated {
    /// The text of the file.
    pub text: String,
    /// Whether the file had to be written anew, so that comments in it are lost.
    pub anew: bool,
    /// Entries that are kept although their saved case could not be played.
    pub untold: Vec<Key>,
}

/// What becomes of the entries: those of the file with their places, and new ones.
struct Wanted {
    entries: Vec<(Option<usize>, Entry)>,
    untold: Vec<Key>,
}

/// Brings a baseline up to date. Entries of rulings that the report does not have stay as they are.
#[must_use]
pub fn update(old: &Baseline, report: &Report, library: &Library, replays: &dyn Replays) -> Updated {
    let Wanted { entries, untold } = wanted(old, report, library, replays);
    let edited = edited(old, &entries);
    let says_so = |text: &String| {
        Baseline::parse("", text.as_bytes()).is_ok_and(|read| {
            read.entries.len() == entries.len() && read.entries.iter().zip(&entries).all(|(a, (_, b))| same(a, b))
        })
    };
    match edited.filter(says_so) {
        Some(text) => Updated { text, anew: false, untold },
        None => {
            let anew = !old.text().trim().is_empty() && !old.entries.is_empty();
            let text = written(old, entries.iter().map(|(_, entry)| entry)).replace("\r\n", "\n");
            Updated { text: ended(old, text), anew, untold }
        }
    }
}

/// New text with the line endings that the file has.
fn ended(old: &Baseline, new: String) -> String {
    if endings::are_crlf(old.text()) { new.replace('\n', "\r\n") } else { new }
}

fn same(a: &Entry, b: &Entry) -> bool {
    a.key == b.key && a.reason == b.reason && a.link == b.link && a.expires == b.expires && a.case == b.case
}

fn wanted(old: &Baseline, report: &Report, library: &Library, replays: &dyn Replays) -> Wanted {
    let mut news: Vec<Observed<'_>> = report.rulings.iter().flat_map(observed).collect();
    news.retain(|seen| !old.entries.iter().any(|entry| entry.key == seen.key));
    let (mut entries, mut untold) = (Vec::new(), Vec::new());
    for (at, entry) in old.entries.iter().enumerate() {
        if !library.find(&entry.key.ruling).is_some_and(crate::ruling::Ruling::certifies) {
            continue;
        }
        let run = report.rulings.iter().find(|ruling| ruling.id == entry.key.ruling);
        let Some(run) = run.filter(|run| !is_incomplete(run)) else {
            entries.push((Some(at), entry.clone()));
            continue;
        };
        if observed(run).iter().any(|seen| seen.key == entry.key) {
            entries.push((Some(at), entry.clone()));
            continue;
        }
        let again = if entry.case.is_some() { replays.again(entry) } else { Some(Again::Passes) };
        match again {
            Some(Again::Fails(_)) => entries.push((Some(at), entry.clone())),
            None => {
                untold.push(entry.key.clone());
                entries.push((Some(at), entry.clone()));
            }
            Some(_) => {
                // The reason holds for the same cause in another check, and for the same check; for anything else, who knows.
                let alike = |seen: &Observed<'_>| {
                    let Key { ruling, check, signature } = &seen.key;
                    *ruling == entry.key.ruling && (*check == entry.key.check || *signature == entry.key.signature)
                };
                if let Some(found) = news.iter().position(alike) {
                    let seen = news.remove(found);
                    // Who removed the saved case does not get another.
                    let case = entry.case.as_ref().and_then(|_| saved(report, library, &seen));
                    entries.push((Some(at), Entry { key: seen.key, case, ..entry.clone() }));
                }
            }
        }
    }
    for seen in news {
        let case = saved(report, library, &seen);
        let at = entries.iter().position(|(_, entry): &(_, Entry)| entry.key > seen.key).unwrap_or(entries.len());
        entries.insert(
            at,
            (
                None,
                Entry {
                    key: seen.key,
                    reason: UNEXPLAINED.to_owned(),
                    link: None,
                    expires: None,
                    case,
                    line: 0,
                    places: Places::default(),
                },
            ),
        );
    }
    Wanted { entries, untold }
}

/// A case that fails so: the simplest, or else the first.
fn saved(report: &Report, library: &Library, seen: &Observed<'_>) -> Option<Saved> {
    let failure = seen.first?;
    let ruling = library.find(&seen.key.ruling)?;
    let tape = match failure.tape.parse::<Tape>() {
        Ok(tape) if !failure.tape.is_empty() => tape,
        _ => {
            let first = case::draw(ruling, &library.pool, report.seed, failure.case).ok()?;
            let (_, tape) = record(first.before, |source| {
                let drawn = ruling.generate(&library.pool, source).ok()?;
                case::prepare(ruling, &library.pool, drawn, &mut AnswerStream::new(source), Laws::Trusted).ok()
            });
            tape
        }
    };
    Some(Saved { ruling: ruling.id.clone(), n: failure.case, tape })
}

/// The text of the file with all changes; nothing if it has no list of entries to put them into.
fn edited(old: &Baseline, entries: &[(Option<usize>, Entry)]) -> Option<String> {
    let text = old.text();
    let blocks = blocks(old)?;
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let indent = |at: usize| {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        text[line..].len() - text[line..].trim_start_matches(' ').len()
    };
    let dash = indent(blocks.first()?.entry);
    let mut next = blocks.len();
    for (at, entry) in entries.iter().rev() {
        match at {
            Some(at) => {
                next = *at;
                let before = &old.entries[*at];
                let span = |span: crate::fault::Span| span.offset..span.offset + span.len;
                if before.key.check != entry.key.check {
                    edits.push((span(before.places.check), scalar(&entry.key.check)));
                }
                if before.key.signature != entry.key.signature {
                    edits.push((span(before.places.signature), scalar(&entry.key.signature)));
                }
                match (before.places.case, &entry.case) {
                    (Some(place), Some(case)) if before.case != entry.case => {
                        edits.push((span(place), scalar(&case.to_string())));
                    }
                    _ => {}
                }
            }
            None => {
                let place = blocks.get(next).map_or(blocks.last()?.whole.end, |block| block.whole.start);
                let mut text = String::new();
                write_entry(entry, dash, &mut text);
                edits.push((place..place, ended(old, text)));
            }
        }
    }
    let kept = |at: usize| entries.iter().any(|(from, _)| *from == Some(at));
    for (at, block) in blocks.iter().enumerate().filter(|(at, _)| !kept(*at)) {
        let _ = at;
        edits.push((block.whole.clone(), String::new()));
    }
    // From the end, so that places before stay true; of several entries at one place the last comes first.
    edits.sort_by(|(a, _), (b, _)| b.start.cmp(&a.start).then(b.end.cmp(&a.end)));
    let mut text = text.to_owned();
    for (place, new) in edits {
        text.get(place.clone())?;
        text.replace_range(place, &new);
    }
    Some(text)
}

/// Where an entry stands in the text: its first key, and its lines with the comments above them.
struct Block {
    entry: usize,
    whole: Range<usize>,
}

/// The lines of each entry; nothing if the text ends in the middle of a line or there are no entries.
fn blocks(old: &Baseline) -> Option<Vec<Block>> {
    let text = old.text();
    if !text.ends_with('\n') || text.replace("\r\n", "\n").contains('\r') {
        return None;
    }
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(at, _)| at + 1))
        .filter(|at| *at < text.len())
        .collect();
    let line = |number: usize| {
        let end = starts.get(number + 1).copied().unwrap_or(text.len());
        &text[starts[number]..end]
    };
    let bare = |number: usize| line(number).trim().is_empty() || line(number).trim_start().starts_with('#');
    let firsts: Vec<usize> = old.entries.iter().map(|entry| entry.line.saturating_sub(1)).collect();
    let mut blocks = Vec::new();
    for (at, first) in firsts.iter().enumerate() {
        let mut from = *first;
        // A comment above an entry is about it; nothing above the list itself is.
        while from > 0 && bare(from - 1) && (at == 0 || from - 1 > firsts[at - 1]) {
            from -= 1;
        }
        let dash = line(*first).len() - line(*first).trim_start().len();
        let mut to = firsts.get(at + 1).copied().unwrap_or(starts.len());
        let deeper = |number: usize| bare(number) || line(number).len() - line(number).trim_start().len() > dash;
        to = (*first + 1..to).find(|number| !deeper(*number)).unwrap_or(to);
        while to > *first + 1 && bare(to - 1) {
            to -= 1;
        }
        let place = |number: usize| starts.get(number).copied().unwrap_or(text.len());
        blocks.push(Block { entry: place(*first), whole: place(from)..place(to) });
    }
    (!blocks.is_empty()).then_some(blocks)
}

/// The whole file anew; of the old one only the comments at its top.
fn written<'e>(old: &Baseline, entries: impl Iterator<Item = &'e Entry>) -> String {
    let top = old.text().split_inclusive('\n').take_while(|line| line.trim().is_empty() || line.starts_with('#'));
    let mut text: String = top.collect();
    if text.is_empty() {
        text.push_str("# Failures that are expected. `headjudge baseline update` keeps this file; reasons are for people to write.\n");
    } else if !text.ends_with('\n') {
        text.push('\n');
    }
    let _ = write!(text, "baseline: {FORMAT}\nfailures:");
    let mut none = true;
    for entry in entries {
        if none {
            text.push('\n');
        }
        none = false;
        write_entry(entry, 2, &mut text);
    }
    if none {
        text.push_str(" []\n");
    }
    text
}

/// One entry, a field on each line.
fn write_entry(entry: &Entry, dash: usize, text: &mut String) {
    let mut lead = format!("{}- ", " ".repeat(dash));
    let optional = [
        ("link", entry.link.clone()),
        ("expires", entry.expires.map(|day| day.to_string())),
        ("case", entry.case.as_ref().map(ToString::to_string)),
    ];
    let key = &entry.key;
    let fields =
        [("ruling", &key.ruling), ("check", &key.check), ("signature", &key.signature), ("reason", &entry.reason)];
    let fields = fields.into_iter().map(|(name, value)| (name, value.clone()));
    for (name, value) in fields.chain(optional.into_iter().filter_map(|(name, value)| Some((name, value?)))) {
        let _ = writeln!(text, "{lead}{name}: {}", scalar(&value));
        lead = " ".repeat(dash + 2);
    }
}

/// Text as YAML: as it is where nothing in it can mean anything, else as JSON writes it.
fn scalar(value: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '/' | '-' | '.' | '_');
    let word = value.starts_with(|c: char| c.is_ascii_lowercase())
        && value.chars().all(plain)
        && value.trim() == value
        && !matches!(value, "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "y" | "n");
    if word { value.to_owned() } else { serde_json::to_string(value).unwrap_or_default() }
}
