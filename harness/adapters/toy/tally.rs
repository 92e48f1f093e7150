//! Tally, the same small toy in every language that has a kit; `tally.py` says what it is.

use std::collections::BTreeMap;
use std::sync::Arc;

use headjudge_protocol::adapter::{Engine, Players, Stop};
use headjudge_protocol::message::{Hello, Limits, Missing};
use headjudge_protocol::{
    ActivateStep, ChoiceKind, ObjectView, PhaseStep, PlacedObject, PlayerBoard, PlayerName, PlayerView, Scenario,
    Snapshot, Step, VERSION, ZoneName,
};

const LETTERS: [&str; 6] = ["W", "U", "B", "R", "G", "C"];

/// The mana value of the cards that it knows.
fn value(card: &str) -> Option<u32> {
    match card {
        "Forest" => Some(0),
        "Manalith" => Some(3),
        _ => None,
    }
}

/// The engine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tally;

/// A game of it: what is on the board is kept as the scenario says it.
#[derive(Debug)]
pub(crate) struct Game {
    active: PlayerName,
    players: Vec<PlayerBoard>,
    objects: Vec<PlacedObject>,
}

impl Engine for Tally {
    type Game = Game;

    fn hello(&self) -> Hello {
        Hello {
            version: VERSION,
            engine: "tally".to_owned(),
            build: "1".to_owned(),
            features: None,
            choices: Some(vec![ChoiceKind::Mana, ChoiceKind::TriggerOrder]),
            cards: Some(vec!["Forest".to_owned(), "Manalith".to_owned()]),
            limits: Some(Limits { window: Some(8) }),
        }
    }

    fn start(&self, scenario: &Scenario, _: &mut Players<'_>) -> Result<Game, Stop> {
        eprintln!("this goes to standard error");
        let board = &scenario.board;
        if board.step != PhaseStep::Main {
            return Err(Stop::unsupported(Missing::Feature, &format!("starting in the {} step", board.step)));
        }
        if let Some(unknown) = board.objects.iter().find(|placed| value(&placed.card).is_none()) {
            return Err(Stop::unsupported(Missing::Card, &unknown.card));
        }
        Ok(Game { active: board.active, players: board.players.clone(), objects: board.objects.clone() })
    }

    fn step(&self, game: &mut Game, step: &Step, players: &mut Players<'_>) -> Result<(), Stop> {
        match step {
            Step::Activate(activate) => game.activate(activate, players),
            Step::PlayLand { by, card } => game.play_land(*by, card),
            Step::Resolve => game.resolve(players),
            Step::ResolveAll => Err(Stop::Unsettled),
            Step::Pass => Err(Stop::Failed("the toy breaks down".to_owned())),
            Step::Attack { .. } => Err(Stop::unsupported(Missing::Choice, "attackers")),
            Step::Cast(_) => Err(Stop::unsupported(Missing::Action, "cast")),
            Step::Block { .. } => Err(Stop::unsupported(Missing::Action, "block")),
            Step::To(_) => Err(Stop::unsupported(Missing::Action, "to")),
            Step::Try { .. } | Step::Note(_) => Err(Stop::Failed("the kit does these itself".to_owned())),
        }
    }

    fn snapshot(&self, game: &mut Game, name: &str) -> Result<Snapshot, Stop> {
        let players = (0..).zip(&game.players).map(|(seat, player)| game.player(seat, player)).collect();
        Ok(Snapshot { name: name.into(), players, objects: game.objects.iter().map(view).collect(), stack: Vec::new() })
    }
}

impl Game {
    fn object(&mut self, id: &str) -> Result<&mut PlacedObject, Stop> {
        let found = self.objects.iter_mut().find(|object| &*object.id == id);
        found.ok_or_else(|| Stop::Failed(format!("there is no object `{id}`")))
    }

    fn play_land(&mut self, by: PlayerName, card: &str) -> Result<(), Stop> {
        let card = self.object(card)?;
        if card.zone != ZoneName::Hand || card.owner != by || &*card.card != "Forest" {
            return Err(Stop::refused("it is no land in that player's hand"));
        }
        card.zone = ZoneName::Battlefield;
        Ok(())
    }

    fn activate(&mut self, step: &ActivateStep, players: &mut Players<'_>) -> Result<(), Stop> {
        let source = self.object(&step.object)?;
        if source.zone != ZoneName::Battlefield || source.controller.unwrap_or(source.owner) != step.by {
            return Err(Stop::refused("it is not a permanent of that player"));
        }
        if source.tapped {
            return Err(Stop::refused("it is tapped"));
        }
        // What is done before a refusal has to be taken back where the step is only tried.
        source.tapped = true;
        let letter = match &*source.card {
            "Forest" => "G",
            _ => LETTERS[players.one(step.by, ChoiceKind::Mana, LETTERS[..5].iter().copied(), Some(&step.object))?],
        };
        if step.ability != 1 {
            return Err(Stop::refused("it has no such ability"));
        }
        let player = self.players.get_mut(step.by.seat());
        player.ok_or_else(|| Stop::refused("there is no such player"))?.pool.push_str(letter);
        Ok(())
    }

    fn resolve(&mut self, players: &mut Players<'_>) -> Result<(), Stop> {
        let triggers = |object: &PlacedObject| {
            &*object.card == "Manalith" && object.zone == ZoneName::Battlefield && object.tapped
        };
        let sources: Vec<Arc<str>> = self
            .objects
            .iter()
            .filter(|object| triggers(object))
            .flat_map(|object| [Arc::clone(&object.id), Arc::clone(&object.id)])
            .collect();
        let many = sources.len();
        if many == 0 {
            return Err(Stop::refused("nothing is on the stack"));
        }
        let order =
            players.choose(self.active, ChoiceKind::TriggerOrder, sources.iter().map(Arc::clone), many..=many, None)?;
        for at in order {
            let charge = self.object(&sources[at])?.counters.entry("charge".into()).or_default();
            *charge = if at % 2 == 0 { *charge + 1 } else { *charge * 2 };
        }
        Ok(())
    }

    fn player(&self, seat: usize, player: &PlayerBoard) -> PlayerView {
        let count = |zone| {
            let there = self.objects.iter().filter(|object| object.owner.seat() == seat && object.zone == zone);
            u32::try_from(there.count()).unwrap_or(u32::MAX)
        };
        PlayerView {
            life: player.life,
            poison: player.poison,
            hand: count(ZoneName::Hand),
            library: count(ZoneName::Library),
            graveyard: count(ZoneName::Graveyard),
            pool: LETTERS.map(|letter| u32::try_from(player.pool.matches(letter).count()).unwrap_or(u32::MAX)),
            restricted: [0; 6],
            lost: false,
        }
    }
}

fn view(object: &PlacedObject) -> ObjectView {
    ObjectView {
        id: Arc::clone(&object.id),
        name: Arc::clone(&object.card),
        zone: object.zone,
        owner: object.owner,
        controller: object.controller.unwrap_or(object.owner),
        token: false,
        tapped: object.tapped,
        damage: 0,
        power: 0,
        toughness: 0,
        mana_value: value(&object.card).unwrap_or(0),
        counters: object
            .counters
            .iter()
            .filter(|(_, many)| **many > 0)
            .map(|(kind, many)| (Arc::clone(kind), *many))
            .collect::<BTreeMap<_, _>>(),
        attached: None,
    }
}
