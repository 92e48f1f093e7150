//! Scripts as text, one step a line.
//!
//! `p1: cast ID` (`cast ID kicked`, `cast ID free`, `cast ID free kicked`), `p1: land ID`, `p1: activate ID N` (its Nth ability, from 0), each with `x N`, `at TARGET, TARGET` and
//! `paying ID N, ID N` (mana abilities on the way); players before p1 pass first. `pass`, `resolve` (the top of the
//! stack), `resolve all`, `to STEP`, `next turn` (to its upkeep). `attack ID > p2, …` and `block ID > ID, …` declare.
//! `answer KIND: PICK, …` pins an answer. A refused action is written with `-> refused RULE`, a run that ended with
//! `-> stopped`. `? QUERY = VALUE, …` shows values; the queries are those of [`super::show`].

use std::sync::Arc;

use headjudge_engine::act::{ActError, Activate, Cast};
use headjudge_engine::settle::settle;
use headjudge_engine::{Action, CardTable, Game, PlayerId, Recipient, Rules, Step, act, invariant};

use super::answers::Answers;
use super::board::{Board, number, player};
use super::show::show;

/// How many passes a single line may need.
const PASSES: usize = 100;

#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) answers: Answers,
}

impl Table {
    pub(crate) fn new(board: &Board, cards: Arc<CardTable>, rules: Rules) -> Table {
        let mut game = board.setup.start(cards, rules).unwrap_or_else(|fault| panic!("{fault}"));
        game.record();
        let answers = Answers::of(board.ids.clone());
        let mut table = Table { game, answers };
        table.answers.look(&table.game);
        settle(&mut table.game, &mut table.answers).expect("a board that comes to rest");
        table.answers.look(&table.game);
        table
    }

    pub(crate) fn transcript(&self) -> String {
        let entries = self.game.transcript().entries().iter();
        entries.map(|entry| format!("{:<9} {entry:?}\n", entry.rule().unwrap_or(""))).collect()
    }

    pub(crate) fn unused(&self) -> Vec<String> {
        self.answers.unused().iter().map(|pinned| format!("{pinned:?}")).collect()
    }

    /// Plays one line and says what the line should have been.
    #[track_caller]
    pub(crate) fn line(&mut self, line: &str) -> String {
        let text = line.split(" -> ").next().unwrap_or(line);
        let said = match text.split_once(' ').unwrap_or((text, "")) {
            ("?", queries) => {
                let parts = queries.split(", ").map(|part| part.split(" = ").next().unwrap_or(part));
                let shown: Vec<String> = parts.map(|query| format!("{query} = {}", show(self, query))).collect();
                return format!("? {}", shown.join(", "));
            }
            ("answer", rest) => {
                let (kind, picks) = rest.split_once(": ").expect("a kind and picks");
                self.answers.pin(kind, picks);
                Ok(())
            }
            ("attack", pairs) => {
                self.answers.pin("attackers", pairs);
                self.to(Step::DeclareAttackers)
            }
            ("block", pairs) => {
                self.answers.pin("blockers", pairs);
                self.to(Step::DeclareBlockers)
            }
            ("pass", _) => self.pass(),
            ("resolve", "all") => (0..PASSES).try_for_each(|_| self.resolve()),
            ("resolve", _) => self.resolve(),
            ("next", _) => self.next_turn(),
            ("to", step) => self.to(Step::from_name(step).expect("a step")),
            (who, action) => self.action(player(who.trim_end_matches(':')), action),
        };
        self.answers.look(&self.game);
        let broken = invariant::broken(&self.game);
        assert!(broken.is_none(), "after `{line}`: {broken:?}\n{}", self.transcript());
        match said {
            Ok(()) => text.to_owned(),
            Err(ActError::Refused(refusal)) => format!("{text} -> refused {}", refusal.rule()),
            Err(ActError::Stop(stop)) => format!("{text} -> stopped: {stop}"),
        }
    }

    fn pass(&mut self) -> Result<(), ActError> {
        let Some(player) = self.game.turn().priority else {
            return Ok(());
        };
        let said = act(&mut self.game, player, &Action::Pass, &mut self.answers);
        self.answers.look(&self.game);
        said
    }

    fn resolve(&mut self) -> Result<(), ActError> {
        let Some(top) = self.game.stack().last().copied() else {
            return Ok(());
        };
        for _ in 0..PASSES {
            if self.game.is_over() || !self.game.stack().contains(&top) {
                break;
            }
            self.pass()?;
        }
        Ok(())
    }

    fn to(&mut self, step: Step) -> Result<(), ActError> {
        for _ in 0..PASSES {
            self.pass()?;
            if self.game.is_over() || self.game.turn().step == step {
                break;
            }
        }
        Ok(())
    }

    fn next_turn(&mut self) -> Result<(), ActError> {
        let now = self.game.turn().number;
        for _ in 0..PASSES {
            if self.game.is_over() || self.game.turn().number > now {
                break;
            }
            self.pass()?;
        }
        Ok(())
    }

    fn action(&mut self, who: PlayerId, text: &str) -> Result<(), ActError> {
        for _ in 0..4 {
            if self.game.turn().priority != Some(who) {
                self.pass()?;
            }
        }
        let (text, pay) = text.split_once(" paying ").unwrap_or((text, ""));
        let (text, targets) = text.split_once(" at ").unwrap_or((text, ""));
        let (text, x) = text.split_once(" x ").map_or((text, 0), |(text, x)| (text, number(x)));
        let split =
            |list: &str| list.split(", ").filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let targets: Vec<Recipient> = split(targets).iter().map(|name| self.answers.recipient(name)).collect();
        let activate = |text: &str, x, targets, pay| {
            let (id, n) = text.rsplit_once(' ').expect("an object and the number of its ability");
            Activate { object: self.answers.object(id), ability: number(n) as usize, x, targets, pay }
        };
        let pay: Vec<Activate> = split(pay).iter().map(|text| activate(text, 0, Vec::new(), Vec::new())).collect();
        let action = match text.split_once(' ').expect("a verb and an object") {
            ("land", id) => Action::PlayLand(self.answers.object(id)),
            ("cast", id) => {
                let (id, kicked) = id.strip_suffix(" kicked").map_or((id, false), |id| (id, true));
                let (id, free) = id.strip_suffix(" free").map_or((id, false), |id| (id, true));
                Action::Cast(Cast { object: self.answers.object(id), x, kicked, free, targets, pay })
            }
            ("activate", rest) => Action::Activate(activate(rest, x, targets, pay)),
            _ => panic!("not an action: {text}"),
        };
        let before = self.game.clone();
        let said = act(&mut self.game, who, &action, &mut self.answers);
        if matches!(said, Err(ActError::Refused(_))) {
            assert!(self.game == before, "a refused action changed the game: {text}");
        }
        said
    }
}
