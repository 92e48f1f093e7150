//! The tape as one line of text: `t1:` and the values in base ten, separated by commas.
//!
//! Maxima and stretches are not written: replaying the values with the generator restores them. The version is that of
//! the text and of what a draw means; the generator's own version stands beside the tape wherever one is stored.

use std::str::FromStr;

use thiserror::Error;

use super::Tape;

/// The version written in front of every tape.
pub const TAPE_VERSION: u32 = 1;

/// Why a text is not a tape.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TapeTextError {
    /// No `t`, digits and colon at the start.
    #[error("a tape starts with \"t{TAPE_VERSION}:\"")]
    NoHeader,
    /// A version that this program does not read.
    #[error("tape version {0:?} is not known, this program reads version {TAPE_VERSION}")]
    Version(String),
    /// An item that is not a value as the tape writes it.
    #[error("item {item} of the tape is {found:?}, expected a whole number without sign or leading zeros")]
    Value {
        /// Which item, from 1.
        item: usize,
        /// What stands there.
        found: String,
    },
}

impl Tape {
    /// The values as one line, such as `t1:3,0,1`; the empty tape is `t1:`.
    #[must_use]
    pub fn to_text(&self) -> String {
        let values: Vec<String> = self.choices.iter().map(|c| c.value.to_string()).collect();
        format!("t{TAPE_VERSION}:{}", values.join(","))
    }

    /// Reads what [`Tape::to_text`] wrote and nothing else, so that one tape has one text.
    ///
    /// # Errors
    /// If the text has another form or version, or a value is not a number below 2⁶⁴.
    pub fn from_text(text: &str) -> Result<Self, TapeTextError> {
        let (header, body) = text.split_once(':').ok_or(TapeTextError::NoHeader)?;
        let version = header.strip_prefix('t').ok_or(TapeTextError::NoHeader)?;
        if version != TAPE_VERSION.to_string() {
            return Err(TapeTextError::Version(version.to_owned()));
        }
        if body.is_empty() {
            return Ok(Self::default());
        }
        let values = body.split(',').enumerate().map(|(index, item)| {
            // `parse` alone would accept "+1" and "01".
            let value = item.parse::<u64>().ok();
            let value = value.filter(|value| value.to_string() == item);
            value.ok_or_else(|| TapeTextError::Value { item: index + 1, found: item.to_owned() })
        });
        Ok(Self::from_values(values.collect::<Result<Vec<u64>, _>>()?))
    }
}

impl FromStr for Tape {
    type Err = TapeTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_text(text)
    }
}
