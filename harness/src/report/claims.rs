//! What an engine claims, as far as that is not what was seen of it.

use std::collections::BTreeMap;

use headjudge_protocol::message::Missing;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engines::Claim;
use crate::run::Tally;

/// Claims that are not what was seen.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimsReport {
    /// What the engine claims and then said that it does not support, in order of kind and name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overclaimed: Vec<ClaimReport>,
    /// What cases needed that passed, and the engine does not claim although it claims others of the kind. That is nothing wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unclaimed: Vec<ClaimReport>,
}

/// A claim that is too much, or could be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimReport {
    /// What kind of thing.
    pub what: Missing,
    /// Its name.
    pub name: String,
    /// In how many cases.
    pub cases: u64,
}

impl ClaimReport {
    /// In words: `card Forest`.
    pub(super) fn says(&self) -> String {
        let what = match self.what {
            Missing::Card => "card",
            Missing::Action => "action",
            Missing::Choice => "choice",
            Missing::Feature => "feature",
        };
        format!("{what} {}", self.name)
    }
}

impl ClaimsReport {
    /// Of all rulings of a run.
    pub(crate) fn of(tallies: &[Tally]) -> ClaimsReport {
        let sum = |part: fn(&Tally) -> &BTreeMap<Claim, u64>| {
            written(tallies.iter().flat_map(part).map(|(claim, n)| (claim.clone(), *n)))
        };
        ClaimsReport { overclaimed: sum(|tally| &tally.overclaimed), unclaimed: sum(|tally| &tally.unclaimed) }
    }

    /// Of all parts of a run.
    pub(crate) fn sum<'r>(parts: impl Iterator<Item = &'r ClaimsReport> + Clone) -> ClaimsReport {
        let sum = |part: fn(&ClaimsReport) -> &Vec<ClaimReport>| {
            let all = parts.clone().flat_map(part);
            written(all.map(|claim| (Claim { what: claim.what, name: claim.name.clone() }, claim.cases)))
        };
        ClaimsReport { overclaimed: sum(|part| &part.overclaimed), unclaimed: sum(|part| &part.unclaimed) }
    }

    /// Whether there is nothing to tell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.overclaimed.is_empty() && self.unclaimed.is_empty()
    }
}

fn written(claims: impl Iterator<Item = (Claim, u64)>) -> Vec<ClaimReport> {
    let mut sums: BTreeMap<Claim, u64> = BTreeMap::new();
    claims.for_each(|(claim, n)| *sums.entry(claim).or_default() += n);
    sums.into_iter().map(|(Claim { what, name }, cases)| ClaimReport { what, name, cases }).collect()
}
