//! Who looks on while a run goes on: hears of every case, may know some already, and can say that it is enough.

use super::{Failed, Note};
use crate::ruling::Ruling;

/// Somebody who looks on. Called from every thread that plays cases.
pub trait Watch: Sync {
    /// What is known of a case already, from a run that was broken off: it is not played again.
    fn known(&self, _ruling: &Ruling, _n: u64) -> Option<Note> {
        None
    }

    /// A case has come to its verdict. Cases come in no particular order.
    fn noted(&self, _ruling: &Ruling, _n: u64, _note: &Note) {}

    /// So many cases are to be played beyond those that were known of at first.
    fn more(&self, _cases: u64) {}

    /// A way in which cases of a ruling failed has its simplest case. Called once all cases are played.
    fn failed(&self, _ruling: &Ruling, _failed: &Failed<'_>) {}

    /// Whether notes need marks, which take a while to work out: see [`crate::certificate`].
    fn wants_marks(&self) -> bool {
        false
    }

    /// Whether no time is left to make failures smaller and to look for what explains them.
    fn hurries(&self) -> bool {
        false
    }

    /// Whether the run should end: cases that have not begun are reported as not run.
    fn is_enough(&self) -> bool {
        false
    }
}

/// Nobody looks on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}
