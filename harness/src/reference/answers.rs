//! Answers to the engine's questions: pinned ones first, then the tape, if the ruling allows any answer.

use std::cell::LazyCell;
use std::sync::Arc;

use headjudge_engine::choices::Answer as Positions;
use headjudge_engine::{Choice, Choices, Form, Game, ObjectId, Question, QuestionKind, Stop};
use headjudge_protocol::message::{Question as Asking, numbered};
use headjudge_protocol::outcome::Asked;
use headjudge_protocol::{Answer, ChoiceKind, PlayerName, Scenario};

use super::{Fault, Unanswered, observe, setup};
use crate::tape::Source;

/// An attack or block that the script declared and that the engine has not asked for yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Declared {
    /// Attackers by position, and whom they attack.
    Attack(Vec<usize>, Arc<str>),
    /// Blockers and attackers by position.
    Block(PlayerName, Vec<(usize, usize)>),
}

/// The answerer of one run.
pub(super) struct Answers<'a> {
    pub(super) scenario: &'a Scenario,
    used: Vec<bool>,
    any: Option<&'a mut dyn Source>,
    pub(super) declared: Vec<Declared>,
    pub(super) asked: Vec<Asked>,
    pub(super) fault: Option<Fault>,
}

/// The scenario's word for a kind of question.
#[must_use]
pub fn kind_of(kind: QuestionKind) -> ChoiceKind {
    match kind {
        QuestionKind::Replacement => ChoiceKind::Replacement,
        QuestionKind::TriggerOrder => ChoiceKind::TriggerOrder,
        QuestionKind::Target => ChoiceKind::Target,
        QuestionKind::ManaType => ChoiceKind::Mana,
        QuestionKind::Payment => ChoiceKind::Payment,
        QuestionKind::Restricted => ChoiceKind::Restricted,
        QuestionKind::Sacrifice => ChoiceKind::Sacrifice,
        QuestionKind::Discard => ChoiceKind::Discard,
        QuestionKind::TapForCost => ChoiceKind::TapForCost,
        QuestionKind::CopyOf => ChoiceKind::Copy,
        QuestionKind::LegendRule => ChoiceKind::LegendRule,
        QuestionKind::BlockerOrder => ChoiceKind::BlockerOrder,
        QuestionKind::DamageAssignment => ChoiceKind::DamageAssignment,
        QuestionKind::Attackers => ChoiceKind::Attackers,
        QuestionKind::Blockers => ChoiceKind::Blockers,
        QuestionKind::Color => ChoiceKind::Color,
        QuestionKind::May => ChoiceKind::May,
        QuestionKind::DrawnCard => ChoiceKind::DrawnCard,
        QuestionKind::Card => ChoiceKind::Card,
        QuestionKind::CreatureType => ChoiceKind::CreatureType,
        QuestionKind::Source => ChoiceKind::Source,
        QuestionKind::Prevented => ChoiceKind::Prevented,
    }
}

impl<'a> Answers<'a> {
    pub(super) fn new(scenario: &'a Scenario, any: Option<&'a mut dyn Source>) -> Answers<'a> {
        Answers {
            scenario,
            used: vec![false; scenario.answers.len()],
            any,
            declared: Vec::new(),
            asked: Vec::new(),
            fault: None,
        }
    }

    /// The first pinned answer that was never asked for.
    pub(super) fn unused(&self) -> Option<&Answer> {
        self.scenario.answers.iter().zip(&self.used).find(|(_, used)| !**used).map(|(answer, _)| answer)
    }

    fn name(&self, game: &Game, id: ObjectId) -> Arc<str> {
        observe::id_of(game, self.scenario, id)
    }

    fn word(&self, game: &Game, choice: &Choice) -> Arc<str> {
        observe::word(game, self.scenario, choice)
    }

    /// The positions of a declared attack or block; nothing declared means nobody.
    fn declaration(&mut self, game: &Game, question: &Question) -> Positions {
        let player = setup::name(question.player);
        let at = self.declared.iter().position(|declared| match declared {
            Declared::Attack(..) => question.kind == QuestionKind::Attackers,
            Declared::Block(by, _) => question.kind == QuestionKind::Blockers && *by == player,
        });
        let Some(at) = at else { return Vec::new() };
        let position = |id: ObjectId| game.object(id).and_then(|o| o.tag).map(usize::from);
        let chosen: Positions = match &self.declared[at] {
            Declared::Attack(attackers, whom) => (0..question.options.len())
                .filter(|n| match &question.options[*n] {
                    Choice::Attack(id, to) => {
                        position(*id).is_some_and(|p| attackers.contains(&p))
                            && *self.word(game, &Choice::Recipient(*to)) == **whom
                    }
                    _ => false,
                })
                .collect(),
            Declared::Block(_, pairs) => (0..question.options.len())
                .filter(|n| match &question.options[*n] {
                    Choice::Block(blocker, attacker) => {
                        position(*blocker).zip(position(*attacker)).is_some_and(|pair| pairs.contains(&pair))
                    }
                    _ => false,
                })
                .collect(),
        };
        let wanted = match &self.declared[at] {
            Declared::Attack(attackers, _) => attackers.len(),
            Declared::Block(_, pairs) => pairs.len(),
        };
        if chosen.len() == wanted {
            self.declared.remove(at);
            return chosen;
        }
        // What was declared is not legal: the declaration stays open, and the script finds it so.
        Vec::new()
    }

    fn pinned(&mut self, game: &Game, question: &Question, options: &[Arc<str>]) -> Option<Result<Positions, Fault>> {
        let (player, kind) = (setup::name(question.player), kind_of(question.kind));
        let about = question.about.map(|id| self.name(game, id));
        let at = self.scenario.answers.iter().zip(&self.used).position(|(answer, used)| {
            !used
                && answer.player == player
                && answer.kind == kind
                && answer.about.as_ref().is_none_or(|wanted| about.as_ref() == Some(wanted))
        })?;
        self.used[at] = true;
        let numbered = LazyCell::new(|| numbered(options));
        let mut taken = vec![false; options.len()];
        let mut positions = Vec::new();
        for pick in &self.scenario.answers[at].picks {
            // Equal names are picked one after the other: several triggers of one object, say. Or by number.
            let by_name = (0..options.len()).find(|n| !taken[*n] && options[*n] == *pick);
            let by_number = || numbered.iter().position(|option| option == pick).filter(|n| !taken[*n]);
            let Some(n) = by_name.or_else(by_number) else {
                return Some(Err(self.unanswered(question, options, Some(pick))));
            };
            taken[n] = true;
            positions.push(n);
        }
        Some(Ok(positions))
    }

    fn unanswered(&self, question: &Question, options: &[Arc<str>], pick: Option<&Arc<str>>) -> Fault {
        let (min, max) = bounds(question);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let question = Asking {
            player: setup::name(question.player),
            kind: kind_of(question.kind),
            options: numbered(options),
            min: count(min),
            max: count(max),
            rule: question.rule.to_owned(),
            pick: pick.cloned(),
        };
        Fault::Unanswered(Box::new(Unanswered { question, asked: self.asked.clone() }))
    }
}

/// What is spent where nobody says: as much colourless mana as possible, then the first option in canonical order. A script that casts several spells from one pool can rely on its colours being kept.
pub(super) fn default_payment(question: &Question) -> usize {
    let colorless = |choice: &Choice| match choice {
        Choice::Pay(pool) => pool.get(headjudge_engine::ManaType::C),
        _ => 0,
    };
    let most = question.options.iter().map(colorless).max().unwrap_or(0);
    question.options.iter().position(|choice| colorless(choice) == most).unwrap_or(0)
}

/// Any answer, from the tape: 0 everywhere picks the first, as few as allowed, in the given order. The numbers are drawn
/// in the same order whatever the form of the question, so that only the bounds need to be known.
pub fn any_positions(source: &mut dyn Source, options: usize, (min, max): (usize, usize)) -> Vec<usize> {
    let draw = |source: &mut dyn Source, left: usize| {
        usize::try_from(source.below(left.saturating_sub(1) as u64)).unwrap_or(0)
    };
    let (min, max) = (min.min(options), max.min(options));
    let many = if max > min { min + draw(source, max - min + 1) } else { min };
    let mut open: Vec<usize> = (0..options).collect();
    (0..many)
        .map(|_| {
            let at = draw(source, open.len());
            open.remove(at)
        })
        .collect()
}

/// How many options are picked, at least and at most.
fn bounds(question: &Question) -> (usize, usize) {
    let many = question.options.len();
    match question.form {
        Form::One => (1, 1),
        Form::Order => (many, many),
        Form::Some { min, max } => (usize::from(min), usize::from(max).min(many)),
    }
}

impl Choices for Answers<'_> {
    fn choose(&mut self, game: &Game, question: &Question) -> Result<Positions, Stop> {
        if matches!(question.kind, QuestionKind::Attackers | QuestionKind::Blockers) {
            return Ok(self.declaration(game, question));
        }
        let options: Vec<Arc<str>> = question.options.iter().map(|choice| self.word(game, choice)).collect();
        let positions = match self.pinned(game, question, &options) {
            Some(Ok(positions)) => positions,
            Some(Err(fault)) => {
                self.fault = Some(fault);
                return Err(Stop::Cut);
            }
            None if question.kind == QuestionKind::Payment => vec![default_payment(question)],
            // As much as possible: what is left may be spent on more things.
            None if question.kind == QuestionKind::Restricted => vec![0],
            None => match &mut self.any {
                Some(source) => any_positions(*source, question.options.len(), bounds(question)),
                None => {
                    self.fault = Some(self.unanswered(question, &options, None));
                    return Err(Stop::Cut);
                }
            },
        };
        let picked = positions.iter().filter_map(|at| options.get(*at).cloned()).collect();
        let (player, kind) = (setup::name(question.player), kind_of(question.kind));
        self.asked.push(Asked { player, kind, options, picked });
        Ok(positions)
    }
}
