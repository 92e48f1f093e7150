//! A run in parts, so that several machines share it: each ruling is in exactly one part, with all of its cases.
//!
//! Rulings go round: the first to part 1, the second to part 2, and so on, so that neighbours, which tend to be alike, are
//! spread. Nothing is agreed upon between the parts but the numbers in the command.

use std::fmt;
use std::str::FromStr;

use crate::digest::Digest;
use crate::report::PartReport;
use crate::ruling::Ruling;

/// Part `number` of `of` parts, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    number: u32,
    of: u32,
}

/// The most parts of one run.
const MOST: u32 = 100_000;

/// What is no part.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected K/N with K from 1 to N and N up to {MOST}, such as 2/3, not `{0}`")]
pub struct PartError(String);

impl FromStr for Part {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Part, PartError> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST => Ok(Part { number, of }),
            _ => Err(PartError(text.to_owned())),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Part {
    /// The rulings of this part, in their order, and what its report says about it.
    #[must_use]
    pub fn of<'l>(self, all: &[&'l Ruling]) -> (Vec<&'l Ruling>, PartReport) {
        let (first, every) = (self.number as usize - 1, self.of as usize);
        let report = PartReport {
            number: self.number,
            of: self.of,
            rulings: all.len(),
            whole: whole(all.iter().map(|r| &*r.id)),
        };
        (all.iter().skip(first).step_by(every).copied().collect(), report)
    }
}

/// The digest of the ids of all rulings of a run.
pub(super) fn whole<'a>(ids: impl Iterator<Item = &'a str>) -> String {
    let mut digest = Digest::default();
    ids.for_each(|id| digest.add(id));
    format!("{:016x}", digest.0)
}
