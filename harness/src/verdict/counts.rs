//! How many cases had which verdict. The number of cases is the sum, never kept beside it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Kind;

/// Cases by kind of verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Counts([u64; Kind::ALL.len()]);

/// A report whose counts do not add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the verdicts come to {sum} and there are {cases} cases")]
pub struct CountsError {
    /// What the report says.
    pub cases: u64,
    /// What its parts come to.
    pub sum: u64,
}

impl Counts {
    /// Counts one case.
    pub fn add(&mut self, kind: Kind) {
        self.0[kind as usize] += 1;
    }

    /// Counts a case as another kind than before.
    pub fn move_one(&mut self, from: Kind, to: Kind) {
        self.0[from as usize] = self.0[from as usize].saturating_sub(1);
        self.add(to);
    }

    /// Adds the cases of another part of a run.
    pub fn merge(&mut self, other: &Counts) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }

    /// How many had this verdict.
    #[must_use]
    pub fn of(&self, kind: Kind) -> u64 {
        self.0[kind as usize]
    }

    /// How many cases there are.
    #[must_use]
    pub fn cases(&self) -> u64 {
        self.0.iter().sum()
    }

    /// How many the engine could play as far as it claims: all but the unsupported and those that never reached it.
    #[must_use]
    pub fn supported(&self) -> u64 {
        self.cases() - self.of(Kind::Unsupported) - self.of(Kind::NotRun)
    }

    /// The most severe verdict; none without cases.
    #[must_use]
    pub fn worst(&self) -> Option<Kind> {
        Kind::ALL.iter().rev().copied().find(|kind| self.of(*kind) > 0)
    }

    /// The kinds that occur and how often, from the least severe.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, u64)> + '_ {
        Kind::ALL.iter().map(|kind| (*kind, self.of(*kind))).filter(|(_, n)| *n > 0)
    }
}

impl FromIterator<Kind> for Counts {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Counts {
        let mut counts = Counts::default();
        kinds.into_iter().for_each(|kind| counts.add(kind));
        counts
    }
}

/// As a report writes it; kinds that did not occur are left out.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Counts")]
struct Written {
    cases: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pass: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    unsupported: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    not_run: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    error: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    timeout: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    crash: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    protocol: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    fail: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    nondeterministic: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    state_leak: u64,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl JsonSchema for Counts {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Written::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Written::json_schema(generator)
    }
}

impl Serialize for Counts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written {
            cases: self.cases(),
            pass: self.of(Kind::Pass),
            unsupported: self.of(Kind::Unsupported),
            not_run: self.of(Kind::NotRun),
            error: self.of(Kind::Error),
            timeout: self.of(Kind::Timeout),
            crash: self.of(Kind::Crash),
            protocol: self.of(Kind::Protocol),
            fail: self.of(Kind::Fail),
            nondeterministic: self.of(Kind::Nondeterministic),
            state_leak: self.of(Kind::StateLeak),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Counts, D::Error> {
        let w = Written::deserialize(deserializer)?;
        // In the order of `Kind::ALL`.
        let parts = [
            w.pass,
            w.unsupported,
            w.not_run,
            w.error,
            w.timeout,
            w.crash,
            w.protocol,
            w.fail,
            w.nondeterministic,
            w.state_leak,
        ];
        let sum = parts.iter().fold(0u64, |sum, n| sum.saturating_add(*n));
        if sum == w.cases && sum < u64::MAX {
            Ok(Counts(parts))
        } else {
            Err(serde::de::Error::custom(CountsError { cases: w.cases, sum }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One, two, three … of each kind.
    fn some_of_each() -> Counts {
        Kind::ALL.iter().enumerate().flat_map(|(n, kind)| std::iter::repeat_n(*kind, n + 1)).collect()
    }

    #[test]
    fn every_case_is_counted_once_and_under_its_own_kind() {
        let counts = some_of_each();
        for (n, kind) in Kind::ALL.iter().enumerate() {
            assert_eq!(counts.of(*kind), n as u64 + 1, "{kind}");
        }
        assert_eq!(counts.cases(), 55);
        assert_eq!(counts.iter().map(|(_, n)| n).sum::<u64>(), counts.cases());
    }

    #[test]
    fn parts_of_a_run_add_up_to_the_whole() {
        let (mut left, right) = (some_of_each(), [Kind::Pass, Kind::Crash].into_iter().collect::<Counts>());
        let cases = left.cases() + right.cases();
        left.merge(&right);
        assert_eq!(left.cases(), cases);
        assert_eq!(left.of(Kind::Crash), some_of_each().of(Kind::Crash) + 1);
    }

    #[test]
    fn the_worst_kind_decides() {
        for worst in Kind::ALL {
            let counts: Counts = Kind::ALL.iter().copied().filter(|kind| kind <= worst).collect();
            assert_eq!(counts.worst(), Some(*worst));
        }
        assert_eq!(Counts::default().worst(), None);
    }

    #[test]
    fn written_counts_read_back_and_must_add_up() {
        let counts = some_of_each();
        let text = serde_json::to_string(&counts).expect("counts are data");
        assert_eq!(serde_json::from_str::<Counts>(&text).expect("what was written"), counts);
        let wrong = text.replace("\"cases\":55", "\"cases\":54");
        let error = serde_json::from_str::<Counts>(&wrong).expect_err("they do not add up");
        assert!(error.to_string().contains("come to 55"), "{error}");
    }
}
