//! Counts the tree of legal decisions below a board, as chess programs do (*perft*): a check of everything that decides what
//! a player may do.
//!
//! A decision is a completed action of the player with priority, with every answer that players give until somebody has
//! priority again: casting with its targets and X, activating, playing a land, passing with the attackers, blockers and
//! choices that follow. Not decisions: which mana is spent (as much colourless as possible), which card of a shuffled
//! library is drawn (the first), orders and subsets that leave nothing to choose. On one line of play mana abilities are activated at
//! most as often as the board has untapped permanents with one, so that no loop of mana makes the tree wider.

use std::sync::Arc;

use headjudge_engine::ability::Ability;
use headjudge_engine::act::{ActError, Action, Activate, Cast};
use headjudge_engine::choices::Answer;
use headjudge_engine::{
    CardTable, Choices, Form, Game, PlayerId, Question, QuestionKind, Rules, Stop, act, layers, offers, settle,
};
use headjudge_protocol::{Board, Scenario};
use rayon::prelude::*;

use super::answers::default_payment;
use super::{Fault, kind_of, observe, setup};
use crate::digest::Digest;
use crate::tape::{Odometer, Source as _};

/// A decision at the root of the tree, and what is below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// The decision in words: `p1 casts bolt at p2`.
    pub decision: String,
    /// How many lines of play begin with it, by their number of decisions: the first is 1, this decision alone.
    pub lines: Vec<u64>,
    /// A digest of every position below and how it is reached, equal on every machine.
    pub digest: u64,
}

/// Counts what can be decided on a board, down to `depth` decisions; the branches are in the order of their words.
///
/// # Errors
/// A board that no game could contain, or a card that is not known.
pub fn perft(cards: &Arc<CardTable>, rules: Rules, board: &Board, depth: u32) -> Result<Vec<Branch>, Fault> {
    let scenario = Scenario { board: board.clone(), script: Vec::new(), answers: Vec::new() };
    let mut game = setup::game(cards, rules, &scenario, None)?;
    let mut none = Odometer::new();
    let mut first = Every { scenario: &scenario, odometer: &mut none, said: Vec::new() };
    if settle::settle(&mut game, &mut first).is_err() {
        return Err(Fault::Board("it does not come to rest".to_owned()));
    }
    let walk = Walk { scenario: &scenario, mana: sources_of_mana(&game) };
    if depth == 0 {
        return Ok(Vec::new());
    }
    let mut branches: Vec<Branch> = walk
        .decisions(&game, 0)
        .into_par_iter()
        .map(|next| {
            let below = walk.below(next.game.as_ref(), next.mana, depth - 1);
            Branch { decision: next.decision, lines: below.lines, digest: below.digest }
        })
        .collect();
    branches.sort_by(|a, b| a.decision.cmp(&b.decision));
    Ok(branches)
}

/// How many lines of play there are, by their number of decisions from 1.
#[must_use]
pub fn lines(branches: &[Branch]) -> Vec<u64> {
    let depth = branches.iter().map(|branch| branch.lines.len()).max().unwrap_or(0);
    (0..depth).map(|at| branches.iter().map(|b| b.lines.get(at).copied().unwrap_or(0)).sum()).collect()
}

/// The tree below a position.
struct Below {
    lines: Vec<u64>,
    digest: u64,
}

/// A position that a decision leads to; none if the game never comes to rest.
struct Next {
    decision: String,
    game: Option<Game>,
    /// Mana abilities activated since the root.
    mana: usize,
}

struct Walk<'a> {
    scenario: &'a Scenario,
    /// The most mana abilities on one line of play.
    mana: usize,
}

impl Walk<'_> {
    fn below(&self, game: Option<&Game>, mana: usize, depth: u32) -> Below {
        let mut lines = vec![0; depth as usize + 1];
        lines[0] = 1;
        let mut digest = Digest::default();
        let Some(game) = game else {
            digest.add("does not come to rest");
            return Below { lines, digest: digest.0 };
        };
        digest.add(&self.position(game));
        if depth > 0 {
            let mut next = self.decisions(game, mana);
            next.sort_by(|a, b| a.decision.cmp(&b.decision));
            for next in next {
                let below = self.below(next.game.as_ref(), next.mana, depth - 1);
                digest.add(&next.decision);
                digest.add(&below.digest.to_string());
                for (at, n) in below.lines.into_iter().enumerate() {
                    lines[at + 1] += n;
                }
            }
        }
        Below { lines, digest: digest.0 }
    }

    /// Every decision of the player with priority.
    fn decisions(&self, game: &Game, mana: usize) -> Vec<Next> {
        let Some(player) = game.turn().priority.filter(|_| !game.is_over()) else { return Vec::new() };
        let mut all = Vec::new();
        for action in offers::legal_actions(game) {
            let is_mana = matches!(&action, Action::Activate(activate) if act::is_mana_ability(game, activate));
            if is_mana && mana >= self.mana {
                continue;
            }
            let words = self.words(game, player, &action);
            let mut odometer = Odometer::new();
            loop {
                let mut next = game.clone();
                let mut every = Every { scenario: self.scenario, odometer: &mut odometer, said: Vec::new() };
                let done = act::act(&mut next, player, &action, &mut every);
                let said = every.said.iter().map(|said| format!("; {said}")).collect::<String>();
                let game = match done {
                    Ok(()) => Some(Some(next)),
                    Err(ActError::Stop(Stop::Unsettled(_))) => Some(None),
                    // Declared in a way that is not legal, or answered in a way that cannot be paid for.
                    Err(_) => None,
                };
                if let Some(game) = game {
                    let decision = format!("{words}{said}");
                    all.push(Next { decision, game, mana: mana + usize::from(is_mana) });
                }
                if !odometer.advance() {
                    break;
                }
            }
        }
        all
    }

    fn words(&self, game: &Game, player: PlayerId, action: &Action) -> String {
        let named = |id| observe::id_of(game, self.scenario, id);
        let aimed = |targets: &[headjudge_engine::event::Recipient]| {
            let words: Vec<_> = targets.iter().map(|to| observe::recipient(game, self.scenario, to)).collect();
            if words.is_empty() { String::new() } else { format!(" at {}", words.join(", ")) }
        };
        let with_x = |x: u32| if x > 0 { format!(" with X {x}") } else { String::new() };
        match action {
            Action::Pass => format!("{player} passes"),
            Action::PlayLand(id) => format!("{player} plays {}", named(*id)),
            Action::Cast(Cast { object, x, kicked, free, targets, .. }) => {
                let kicked = if *kicked { " kicked" } else { "" };
                let free = if *free { " for free" } else { "" };
                format!("{player} casts {}{kicked}{free}{}{}", named(*object), with_x(*x), aimed(targets))
            }
            Action::Activate(Activate { object, ability, x, targets, .. }) => {
                format!("{player} activates {} {ability}{}{}", named(*object), with_x(*x), aimed(targets))
            }
        }
    }

    /// The position as everybody can see it, in words that do not depend on how it came about.
    fn position(&self, game: &Game) -> String {
        let seen = observe::snapshot(game, self.scenario, "".into());
        let turn = game.turn();
        let seen = serde_json::to_string(&seen).unwrap_or_default();
        format!("{} {} {:?} {:?} {seen}", turn.number, turn.active, turn.step, turn.priority)
    }
}

/// The untapped permanents that have a mana ability.
fn sources_of_mana(game: &Game) -> usize {
    let derived = layers::derive(game);
    let makes = |row: &headjudge_engine::derived::Row| {
        game.object(row.id).is_some_and(|o| !o.tapped)
            && row.abilities(game.cards()).any(|(_, a)| matches!(a, Ability::Activated(a) if a.is_mana_ability()))
    };
    game.permanent_rows(&derived).filter(|row| makes(row)).count()
}

/// Answers as an odometer counts, and says what was answered.
struct Every<'a> {
    scenario: &'a Scenario,
    odometer: &'a mut Odometer,
    said: Vec<String>,
}

impl Every<'_> {
    fn below(&mut self, max: usize) -> usize {
        usize::try_from(self.odometer.below(max as u64)).unwrap_or(0)
    }

    /// Each subset of so many, once.
    fn subset(&mut self, options: usize, min: usize, max: usize) -> Answer {
        let mut picked = Vec::new();
        for at in 0..options {
            let must = picked.len() + (options - at) <= min;
            if picked.len() < max && (must || self.below(1) == 1) {
                picked.push(at);
            }
        }
        picked
    }
}

impl Choices for Every<'_> {
    fn choose(&mut self, game: &Game, question: &Question) -> Result<Answer, Stop> {
        match question.kind {
            QuestionKind::Payment => return Ok(vec![default_payment(question)]),
            QuestionKind::Restricted | QuestionKind::DrawnCard => return Ok(vec![0]),
            _ => {}
        }
        let many = question.options.len();
        let answer = match question.form {
            Form::One => vec![self.below(many.saturating_sub(1))],
            Form::Order => {
                let mut open: Answer = (0..many).collect();
                (0..many).map(|_| open.remove(self.below(open.len() - 1))).collect()
            }
            Form::Some { min, max } => self.subset(many, usize::from(min), usize::from(max)),
        };
        let picked: Vec<_> =
            answer.iter().map(|at| observe::word(game, self.scenario, &question.options[*at])).collect();
        let picked = if picked.is_empty() { "none".to_owned() } else { picked.join(", ") };
        self.said.push(format!("{} {}: {picked}", question.player, kind_of(question.kind)));
        Ok(answer)
    }
}
