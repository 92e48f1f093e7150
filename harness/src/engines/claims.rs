//! What an engine claims in its `hello`, held against what it then does: something that it claims and does not support is
//! claimed too much, something that it passes without claiming it could be claimed as well.
//!
//! Whoever claims nothing is not held to anything. A claim is checked by its name: an engine that claims a card and says
//! that it lacks something else for a case with that card has not claimed too much.

use std::collections::BTreeSet;

use headjudge_protocol::message::{Hello, Missing};
use headjudge_protocol::{ChoiceKind, Feature, Outcome, Scenario, feature};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an engine claims; of what it does not speak it claims nothing and denies nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Claims {
    cards: Option<BTreeSet<String>>,
    choices: Option<BTreeSet<ChoiceKind>>,
    features: Option<BTreeSet<Feature>>,
}

/// A card, a kind of choice or a feature that is, or could be, claimed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What kind of thing.
    pub what: Missing,
    /// Its name.
    pub name: String,
}

impl Claims {
    /// The claims of a `hello`.
    #[must_use]
    pub fn of(hello: &Hello) -> Claims {
        Claims {
            cards: hello.cards.as_ref().map(|cards| cards.iter().cloned().collect()),
            choices: hello.choices.as_ref().map(|choices| choices.iter().copied().collect()),
            features: hello.features.as_ref().map(|features| features.iter().copied().collect()),
        }
    }

    /// Whether something is claimed. A kind of step is a feature.
    #[must_use]
    pub fn has(&self, what: Missing, name: &str) -> bool {
        match what {
            Missing::Card => self.cards.as_ref().is_some_and(|cards| cards.contains(name)),
            Missing::Choice => self
                .choices
                .as_ref()
                .is_some_and(|choices| ChoiceKind::from_word(name).is_some_and(|kind| choices.contains(&kind))),
            Missing::Action | Missing::Feature => self
                .features
                .as_ref()
                .is_some_and(|features| Feature::from_word(name).is_some_and(|feature| features.contains(&feature))),
        }
    }

    /// What a case needed that has just been passed, and what is not claimed although others of its kind are; in order.
    #[must_use]
    pub fn silent_on(&self, scenario: &Scenario, outcome: &Outcome) -> Vec<Claim> {
        let mut all = BTreeSet::new();
        let mut add = |what, name: &str| {
            all.insert(Claim { what, name: name.to_owned() });
        };
        if let Some(cards) = &self.cards {
            let objects = scenario.board.objects.iter();
            let names = objects.flat_map(|object| std::iter::once(&object.card).chain(&object.copy_of));
            names.filter(|name| !cards.contains(&***name)).for_each(|name| add(Missing::Card, name));
        }
        if let Some(choices) = &self.choices {
            let kinds = scenario.answers.iter().map(|answer| answer.kind);
            let kinds = kinds.chain(outcome.asked.iter().map(|asked| asked.kind));
            kinds.filter(|kind| !choices.contains(kind)).for_each(|kind| add(Missing::Choice, kind.word()));
        }
        if let Some(features) = &self.features {
            let needed = feature::needed(scenario);
            needed.difference(features).for_each(|feature| add(Missing::Feature, feature.word()));
        }
        all.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(text: &str) -> Claims {
        let hello = format!(r#"{{"version":1,"engine":"mine"{text}}}"#);
        Claims::of(&serde_json::from_str(&hello).expect("a hello"))
    }

    #[test]
    fn what_is_not_spoken_of_is_not_claimed() {
        for what in [Missing::Card, Missing::Choice, Missing::Action, Missing::Feature] {
            for name in ["Forest", "mana", "cast"] {
                assert!(!claims("").has(what, name));
            }
        }
    }

    #[test]
    fn a_claim_is_found_by_its_kind_and_name() {
        let claims = claims(r#","cards":["Forest","cast"],"choices":["mana"],"features":["cast","pool"]"#);
        assert!(claims.has(Missing::Card, "Forest") && !claims.has(Missing::Card, "Island"));
        assert!(claims.has(Missing::Choice, "mana") && !claims.has(Missing::Choice, "Forest"));
        assert!(claims.has(Missing::Action, "cast") && claims.has(Missing::Feature, "cast"));
        assert!(claims.has(Missing::Feature, "pool") && !claims.has(Missing::Feature, "something else"));
    }
}
