//! The marks of cases: for each its verdict, and a digest of what was played and what came of it.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::case::Judged;
use crate::engines::Reply;
use crate::run::Note;
use crate::verdict::{Counts, Kind};

/// The letters of verdicts, in the order of [`Kind::ALL`].
const LETTERS: &[u8; Kind::ALL.len()] = b"punetcxfdl";

/// How long the mark of a case is.
pub(super) const LONG: usize = 8;

/// The digits of a digest that are kept: 28 bits, so that one in 270 million of false marks is taken for the right one.
const KEPT: u32 = 0x0fff_ffff;

/// The digest of a case: of its scenario, its verdict and its outcome without words for people and without questions, which engines
/// need not report.
#[must_use]
pub fn mark(judged: &Judged) -> u32 {
    let mut hash = Sha256::new();
    add(&mut hash, &judged.prepared.drawn.scenario);
    add(&mut hash, &judged.case);
    if let Reply::Outcome(outcome) = &judged.reply {
        add(&mut hash, &outcome.snapshots);
        add(&mut hash, &outcome.tried);
        add(&mut hash, &(outcome.refused.as_ref().map(|refused| refused.step), outcome.unsettled));
    }
    let bytes = hash.finalize();
    u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) & KEPT
}

fn add(hash: &mut Sha256, value: &impl Serialize) {
    struct Into<'h>(&'h mut Sha256);
    impl io::Write for Into<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.update(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    // Nothing of it can fail: the data is plain and the digest takes every byte.
    let _written = serde_json::to_writer(Into(hash), value);
    hash.update(b"\n");
}

/// The mark of one case as it is written.
pub(super) fn written(kind: Kind, mark: u32) -> String {
    format!("{}{mark:07x}", char::from(LETTERS[kind as usize]))
}

/// The verdict of a mark.
pub(super) fn kind(mark: &str) -> Option<Kind> {
    let letter = mark.bytes().next()?;
    Kind::ALL.iter().copied().find(|kind| LETTERS[*kind as usize] == letter)
}

/// The verdicts of many marks; nothing if it is none.
pub(super) fn counted(marks: &str) -> Option<Counts> {
    let digits = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let one = |mark: &[u8]| {
        let whole = mark.len() == LONG && mark[1..].iter().all(digits);
        kind(std::str::from_utf8(mark).ok()?).filter(|_| whole)
    };
    marks.as_bytes().chunks(LONG).map(one).collect()
}

/// Marks while a run goes on, four bytes and a few for each case.
#[derive(Debug, Default)]
pub struct Marks(Mutex<BTreeMap<String, OfRuling>>);

/// The marks of a ruling's cases by number.
type OfRuling = BTreeMap<u64, (Kind, u32)>;

impl Marks {
    /// Keeps the mark of a case, if it has one.
    pub fn add(&self, ruling: &str, n: u64, note: &Note) {
        let (Some(mark), crate::run::Came::Verdict(case)) = (note.mark, &note.came) else { return };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(ruling.to_owned()).or_default().insert(n, (case.kind(), mark));
    }

    /// The marks of so many cases of a ruling; nothing if one is missing.
    pub(super) fn text(&self, ruling: &str, cases: u64) -> Option<String> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of = all.get(ruling)?;
        let whole = of.len() as u64 == cases && of.keys().next_back().is_some_and(|last| last + 1 == cases);
        whole.then(|| of.values().map(|(kind, mark)| written(*kind, *mark)).collect())
    }
}
