//! What a file is, for those who give it to a command that reads another kind: by its content, whatever it is called.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use serde::de::IgnoredAny;

use super::Failed;

/// How much of a file is looked at, in bytes: journals may be large.
const LOOKED_AT: u64 = 1 << 20;

/// The fields by which JSON is known.
const FIELDS: [(&str, Kind); 7] = [
    ("certificate", Kind::Certificate),
    ("replay", Kind::Replay),
    ("journal", Kind::Journal),
    ("format", Kind::Report),
    ("schemaVersion", Kind::Badge),
    // A report may have this one, too.
    ("baseline", Kind::Baseline),
    ("board", Kind::Position),
];

/// How many of these are enough where only the first field is seen.
const SURE: usize = 5;

/// The kinds of files that some command reads or writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Report,
    Certificate,
    Replay,
    Journal,
    Baseline,
    Ruling,
    Position,
    Junit,
    Badge,
    Folder,
}

impl Kind {
    /// What it is called, and what there is to do with it.
    fn says(self) -> (&'static str, &'static str) {
        match self {
            Kind::Report => {
                ("a JSON report", "`headjudge replay`, `diff`, `merge` and `baseline update --from` read it")
            }
            Kind::Certificate => ("a certificate", "`headjudge verify` checks it"),
            Kind::Replay => ("a replay file", "`headjudge replay`, `explain` and `new ruling --from` read it"),
            Kind::Journal => ("the journal of a run", "`headjudge certify --journal FILE --resume` goes on with it"),
            Kind::Baseline => {
                ("a baseline", "`headjudge baseline check`, `baseline update` and `certify --baseline` read it")
            }
            Kind::Ruling => (
                "a ruling",
                "`headjudge lint --rulings DIR` checks it in its folder, `headjudge show RULING#N` shows its cases",
            ),
            Kind::Position => ("a position", "`headjudge perft` and `headjudge play` read it"),
            Kind::Junit => ("a report as JUnit XML", "headjudge reads reports that were written as JSON alone"),
            Kind::Badge => ("a badge", "headjudge reads reports that were written as JSON alone"),
            Kind::Folder => (
                "a folder",
                "give one of its files; what `certify --failures DIR` finds in its folder it plays by itself",
            ),
        }
    }

    /// The kind of what is there; nothing where that cannot be told.
    fn of(path: &Path) -> Option<Kind> {
        if path.is_dir() {
            return Some(Kind::Folder);
        }
        // Opening a pipe might never end.
        if !path.is_file() {
            return None;
        }
        let mut bytes = Vec::new();
        std::fs::File::open(path).and_then(|file| file.take(LOOKED_AT).read_to_end(&mut bytes)).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.starts_with('{') {
            return of_json(text);
        }
        if text.starts_with('<') {
            return text.contains("<testsuites").then_some(Kind::Junit);
        }
        let has = |key: &str| text.lines().any(|line| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')));
        [("baseline", Kind::Baseline), ("clauses", Kind::Ruling), ("then", Kind::Ruling), ("board", Kind::Position)]
            .into_iter()
            .find_map(|(key, kind)| has(key).then_some(kind))
    }
}

/// The kind of a JSON text, by its fields; of one that was cut off or is long, by the first of them.
fn of_json(text: &str) -> Option<Kind> {
    let whole = serde_json::Deserializer::from_str(text).into_iter::<BTreeMap<String, IgnoredAny>>().next();
    if let Some(Ok(fields)) = whole {
        return FIELDS.into_iter().find_map(|(field, kind)| fields.contains_key(field).then_some(kind));
    }
    let first = text.split('"').nth(1)?;
    FIELDS.into_iter().take(SURE).find_map(|(field, kind)| (field == first).then_some(kind))
}

/// Refuses a file that is plainly of another kind than those that a command reads, and says what it is. What cannot be told
/// is left to the command.
pub(super) fn expected(path: &Path, wanted: &[Kind]) -> Result<(), Failed> {
    match Kind::of(path).filter(|kind| !wanted.contains(kind)) {
        None => Ok(()),
        Some(kind) => {
            let (is, does) = kind.says();
            let names: Vec<&str> = wanted.iter().map(|kind| kind.says().0).collect();
            let names = names.join(" or ");
            Err(Failed::Call(format!("`{}` is {is}, expected {names}: {does}", path.display())))
        }
    }
}
