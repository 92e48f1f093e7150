//! Answers to the engine's questions: pinned ones first, then the tape, if the ruling allows any answer.

use std::sync::Arc;

use headjudge_engine::choices::Answer as Positions;
use headjudge_engine::event::Recipient;
use headjudge_engine::{Choice, Choices, Form, Game, ObjectId, Question, QuestionKind, Stop};
use headjudge_protocol::outcome::Asked;
use headjudge_protocol::{Answer, ChoiceKind, PlayerName, Scenario};

use super::{Fault, observe, setup};
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
        QuestionKind::Sacrifice => ChoiceKind::Sacrifice,
        QuestionKind::Discard => ChoiceKind::Discard,
        QuestionKind::TapForCost => ChoiceKind::TapForCost,
        QuestionKind::CopyOf => ChoiceKind::Copy,
        QuestionKind::LegendRule => ChoiceKind::LegendRule,
        QuestionKind::BlockerOrder => ChoiceKind::BlockerOrder,
        QuestionKind::DamageAssignment => ChoiceKind::DamageAssignment,
        QuestionKind::Attackers => ChoiceKind::Attackers,
        QuestionKind::Blockers => ChoiceKind::Blockers,
        QuestionKind::DrawnCard => ChoiceKind::DrawnCard,
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
        match choice {
            Choice::Object(id) | Choice::Trigger(id, _) => self.name(game, *id),
            Choice::Recipient(Recipient::Object(id)) => self.name(game, *id),
            Choice::Recipient(Recipient::Player(player)) => setup::name(*player).word().into(),
            Choice::Number(n) => n.to_string().into(),
            Choice::Mana(t) => t.letter().to_string().into(),
            Choice::Pay(pool) => {
                pool.iter().flat_map(|(t, n)| (0..n).map(move |_| t.letter())).collect::<String>().into()
            }
            Choice::Effect(key) => self.name(game, key.source),
            Choice::Attack(attacker, whom) => {
                format!("{} -> {}", self.name(game, *attacker), self.word(game, &Choice::Recipient(*whom))).into()
            }
            Choice::Block(blocker, attacker) => {
                format!("{} -> {}", self.name(game, *blocker), self.name(game, *attacker)).into()
            }
            Choice::Decline => "decline".into(),
        }
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
        let mut taken = vec![false; options.len()];
        let mut positions = Vec::new();
        for pick in &self.scenario.answers[at].picks {
            // Equal names are picked one after the other: several triggers of one object, say.
            match (0..options.len()).find(|n| !taken[*n] && options[*n] == *pick) {
                Some(n) => {
                    taken[n] = true;
                    positions.push(n);
                }
                None => {
                    return Some(Err(Fault::BadPick {
                        player: player.to_string(),
                        kind: kind.to_string(),
                        pick: pick.to_string(),
                        options: options.join(", "),
                    }));
                }
            }
        }
        Some(Ok(positions))
    }
}

/// What is spent where nobody says: as much colourless mana as possible, then the first option in canonical order. A script that casts several spells from one pool can rely on its colours being kept.
fn default_payment(question: &Question) -> usize {
    let colorless = |choice: &Choice| match choice {
        Choice::Pay(pool) => pool.get(headjudge_engine::ManaType::C),
        _ => 0,
    };
    let most = question.options.iter().map(colorless).max().unwrap_or(0);
    question.options.iter().position(|choice| colorless(choice) == most).unwrap_or(0)
}

/// Any answer, from the tape: 0 everywhere picks the first, as few as allowed, in the given order.
fn any(source: &mut dyn Source, question: &Question) -> Positions {
    let n = question.options.len();
    let draw = |source: &mut dyn Source, left: usize| {
        usize::try_from(source.below(left.saturating_sub(1) as u64)).unwrap_or(0)
    };
    let pick = |source: &mut dyn Source, many: usize| {
        let mut open: Vec<usize> = (0..n).collect();
        (0..many)
            .map(|_| {
                let at = draw(source, open.len());
                open.remove(at)
            })
            .collect::<Positions>()
    };
    match question.form {
        Form::One => vec![draw(source, n)],
        Form::Order => pick(source, n),
        Form::Some { min, max } => {
            let (min, max) = (usize::from(min), usize::from(max).min(n));
            let many = min + draw(source, max.saturating_sub(min) + 1);
            pick(source, many)
        }
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
            None => match &mut self.any {
                Some(source) => any(*source, question),
                None => {
                    self.fault = Some(Fault::Unanswered {
                        player: setup::name(question.player).to_string(),
                        kind: kind_of(question.kind).to_string(),
                        rule: question.rule.to_owned(),
                        options: options.join(", "),
                    });
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
