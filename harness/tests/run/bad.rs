//! Engines that go wrong in every way there is, to see what verdict each gets.

use headjudge::engines::{Engine, EngineError, Local, Reply, Session};
use headjudge::tape::Source;
use headjudge_engine::CardTable;
use headjudge_protocol::message::Missing;
use headjudge_protocol::{Outcome, Scenario};
use std::sync::Arc;

/// The ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    LacksACard,
    Gives,
    Crashes,
    Hangs,
    TalksNonsense,
    ReportsNothing,
    LosesAnObject,
    RenamesAnObject,
    NeverRests,
    RefusesEverything,
    AsksTooMuch,
    DrawsOnTheSide,
    NeverStarts,
}

/// The reference, but for one thing.
#[derive(Debug)]
pub(crate) struct Bad {
    reference: Local,
    way: Way,
}

impl Bad {
    pub(crate) fn new(cards: &Arc<CardTable>, way: Way) -> Bad {
        Bad { reference: Local::reference(cards), way }
    }
}

impl Engine for Bad {
    fn name(&self) -> String {
        format!("{:?}", self.way)
    }

    fn session(&self) -> Result<Box<dyn Session + '_>, EngineError> {
        if self.way == Way::NeverStarts {
            return Err(EngineError::Start { name: self.name(), why: "it will not".to_owned() });
        }
        Ok(Box::new(Playing { reference: self.reference.clone(), way: self.way }))
    }
}

struct Playing {
    reference: Local,
    way: Way,
}

impl Session for Playing {
    fn play(&mut self, scenario: &Scenario, any: Option<&mut dyn Source>) -> Reply {
        let mut outcome = match self.reference.play(scenario, any) {
            Reply::Outcome(outcome) => outcome,
            other => panic!("the reference says {other:?}"),
        };
        match self.way {
            Way::LacksACard => {
                return Reply::Unsupported { what: Missing::Card, name: "Nine Lives".to_owned() };
            }
            Way::Gives => return Reply::Error("no idea".to_owned()),
            Way::Crashes => return Reply::Crash("Segmentation fault".to_owned()),
            Way::Hangs => return Reply::Timeout,
            Way::TalksNonsense => return Reply::Protocol("that is not JSON".to_owned()),
            Way::AsksTooMuch => return Reply::Unasked("which way is up?".to_owned()),
            Way::ReportsNothing => outcome = Outcome::default(),
            Way::LosesAnObject => outcome.snapshots.iter_mut().for_each(|state| state.objects.clear()),
            Way::RenamesAnObject => {
                let objects = outcome.snapshots.iter_mut().flat_map(|state| &mut state.objects);
                objects.for_each(|object| object.id = "thing".into());
            }
            Way::NeverRests => outcome.unsettled = true,
            Way::RefusesEverything => {
                outcome.refused = Some(headjudge_protocol::outcome::Refused { step: 0, why: "no".to_owned() });
            }
            // Wrong, and no ruling on Nine Lives looks there.
            Way::DrawsOnTheSide => {
                let players = outcome.snapshots.iter_mut().skip(1).flat_map(|state| &mut state.players);
                players.for_each(|player| player.library += 1);
            }
            Way::NeverStarts => {}
        }
        Reply::Outcome(outcome)
    }
}
