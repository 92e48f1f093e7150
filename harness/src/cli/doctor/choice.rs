//! What the doctor asks about choices: each is asked of the right player as the right kind with the right options, the answer of
//! the scenario is used, and a question without an answer is passed on.
//!
//! A choice comes about in several ways, and the first of which the engine has the cards is taken.

use headjudge_protocol::PlayerName::P1;
use headjudge_protocol::outcome::Asked;
use headjudge_protocol::{Answer, ChoiceKind, Outcome, PhaseStep, PlacedObject, Scenario, Snapshot, Step, ZoneName};

use super::check::{bear, both, forest, object, same, scenario, tap};
use super::{Trouble, played};
use crate::case::differ;
use crate::engines::{Reply, Session};
use crate::tape::Source;

/// A choice of one kind.
pub(super) struct Choice {
    kind: ChoiceKind,
    /// Positions in which it comes up, and nothing is said about it.
    ways: Vec<Scenario>,
    /// What can be picked, in whatever order.
    options: Vec<&'static str>,
    /// What the scenario's answer picks.
    pick: &'static str,
    /// What is wrong with the outcome of that answer, if anything is.
    wrong: fn(&Outcome) -> Result<(), String>,
}

/// The choices, those first that most engines have.
pub(super) fn choices() -> Vec<Choice> {
    let land =
        |card: &str| scenario(vec![PlacedObject::new("land", card, P1, ZoneName::Battlefield)], vec![tap("land")]);
    let mut hand = vec![bear("bear", P1, ZoneName::Hand)];
    let lands = ["one", "two", "three", "four", "five", "six", "seven"];
    hand.extend(lands.map(|id| forest(id, ZoneName::Hand)));
    let twice = |card: &str| {
        let placed = |id: &str| PlacedObject::new(id, card, P1, ZoneName::Battlefield);
        scenario(vec![placed("first"), placed("second")], Vec::new())
    };
    vec![
        Choice {
            kind: ChoiceKind::Mana,
            ways: ["Mana Confluence", "City of Brass"].map(land).to_vec(),
            options: vec!["W", "U", "B", "R", "G"],
            pick: "R",
            wrong: |outcome| {
                let (_, after) = both(outcome)?;
                same("the mana of p1 after (WUBRGC)", Some([0, 0, 0, 1, 0, 0]), after.players.first().map(|p| p.pool))
            },
        },
        Choice {
            kind: ChoiceKind::Discard,
            ways: vec![scenario(hand, vec![Step::To(PhaseStep::Upkeep)])],
            options: [&["bear"][..], &lands].concat(),
            pick: "bear",
            wrong: |outcome| {
                let (_, after) = both(outcome)?;
                same("where `bear` is in the upkeep of p2", ZoneName::Graveyard, object(after, "bear")?.zone)?;
                same("the cards in the hand of p1 then", Some(7), after.players.first().map(|p| p.hand))
            },
        },
        Choice {
            kind: ChoiceKind::LegendRule,
            ways: ["Isamaru, Hound of Konda", "Nine Lives"].map(twice).to_vec(),
            options: vec!["first", "second"],
            pick: "second",
            wrong: |outcome| {
                let (start, _) = both(outcome)?;
                let zone = |state: &Snapshot, id: &str| object(state, id).map(|object| object.zone);
                same("where `first` is at the start", ZoneName::Graveyard, zone(start, "first")?)?;
                same("where `second` is at the start", ZoneName::Battlefield, zone(start, "second")?)
            },
        },
    ]
}

impl Choice {
    /// What is right if the scenario's answer is used.
    pub(super) fn says_used(&self) -> String {
        format!("an answer of the scenario about `{}` is used", self.kind)
    }

    /// What is right if nothing is said about it.
    pub(super) fn says_passed_on(&self) -> String {
        format!("a question about `{}` without an answer is passed on, and its answer is used", self.kind)
    }

    /// Plays it with an answer, twice.
    pub(super) fn used(&self, session: &mut (dyn Session + '_)) -> Result<(), Trouble> {
        self.somehow(|way| {
            let answer = Answer { player: P1, kind: self.kind, about: None, picks: vec![self.pick.into()] };
            let way = Scenario { answers: vec![answer], ..way.clone() };
            let outcome = self.answered(session.play(&way, None))?;
            self.asked(&outcome)?;
            (self.wrong)(&outcome)?;
            let again = self.answered(session.play(&way, None))?;
            if differ(&outcome, &again) {
                Err("played again, it comes out otherwise".to_owned().into())
            } else {
                Ok(())
            }
        })
    }

    /// Plays it without an answer, and with the last option as that of the harness.
    pub(super) fn passed_on(&self, session: &mut (dyn Session + '_)) -> Result<(), Trouble> {
        self.somehow(|way| {
            // Whoever gives no answer hears the question.
            match session.play(way, None) {
                Reply::Unasked(_) => {}
                Reply::Outcome(_) => return Err("it asks nothing, and has chosen by itself".to_owned().into()),
                other => return played(other).map(|_| ()),
            }
            let outcome = self.answered(session.play(way, Some(&mut Last)))?;
            let asked = self.asked(&outcome)?;
            if asked.picked.first() == asked.options.last() && asked.picked.len() == 1 {
                return Ok(());
            }
            Err("the outcome reports another answer than it was given".to_owned().into())
        })
    }

    /// The first way of which the engine has the cards.
    fn somehow(&self, mut check: impl FnMut(&Scenario) -> Result<(), Trouble>) -> Result<(), Trouble> {
        let mut came = Ok(());
        for way in &self.ways {
            came = check(way);
            if !matches!(came, Err(Trouble::Unknown(headjudge_protocol::message::Missing::Card, _))) {
                break;
            }
        }
        came
    }

    fn answered(&self, reply: Reply) -> Result<Outcome, Trouble> {
        match reply {
            Reply::Unasked(question) => Err(format!("it does not ask as it should: {question}").into()),
            other => played(other),
        }
    }

    /// The one question that the outcome reports.
    fn asked<'o>(&self, outcome: &'o Outcome) -> Result<&'o Asked, String> {
        let [asked] = &outcome.asked[..] else {
            return Err(format!("the outcome reports {} questions in `asked`, expected the one", outcome.asked.len()));
        };
        same("who was asked, and about what", (P1, self.kind), (asked.player, asked.kind))?;
        let sorted = |mut words: Vec<String>| {
            words.sort();
            words
        };
        let wanted = self.options.iter().map(|option| (*option).to_owned()).collect();
        let found = asked.options.iter().map(ToString::to_string).collect();
        same("the options", sorted(wanted), sorted(found))?;
        Ok(asked)
    }
}

/// Always the last option.
struct Last;

impl Source for Last {
    fn below(&mut self, max: u64) -> u64 {
        max
    }
}
