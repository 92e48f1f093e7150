//! Questions that a case turns out to contain: answered from the tape, in the order in which they come, so that an engine
//! at the other end of a wire gets the same answers as one in this process.

use std::sync::Arc;

use headjudge_protocol::message::{Question, numbered};
use headjudge_protocol::outcome::Asked;
use headjudge_protocol::{Answer, ChoiceKind, PlayerName, Scenario};

use crate::engines::Job;
use crate::reference::any_positions;

/// How many questions one case may have.
pub(super) const QUESTIONS: usize = 64;

/// A case with the answers that have been found for it so far.
#[derive(Debug)]
pub(in crate::engines) struct Asking<'a, 'j> {
    job: &'a mut Job<'j>,
    /// The scenario with more answers, once there are any.
    extended: Option<Box<Scenario>>,
    /// The questions that were answered.
    seen: Vec<(PlayerName, ChoiceKind, Vec<Arc<str>>)>,
}

/// What becomes of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engines) enum Answered {
    /// It has an answer: the case is to be sent again.
    Again,
    /// The ruling answers no such question.
    Unasked,
    /// It makes no sense, or there are too many.
    Nonsense(String),
}

impl<'a, 'j> Asking<'a, 'j> {
    pub(in crate::engines) fn new(job: &'a mut Job<'j>) -> Asking<'a, 'j> {
        Asking { job, extended: None, seen: Vec::new() }
    }

    /// The scenario to send.
    pub(in crate::engines) fn scenario(&self) -> &Scenario {
        self.extended.as_deref().unwrap_or(self.job.scenario)
    }

    /// Whether an engine that reports these questions asked, first of all, those that were answered for it.
    pub(in crate::engines) fn asked_again(&self, asked: &[Asked]) -> bool {
        asked.len() >= self.seen.len()
            && self.seen.iter().zip(asked).all(|((player, kind, options), asked)| {
                *player == asked.player && *kind == asked.kind && *options == numbered(&asked.options)
            })
    }

    /// Finds an answer.
    pub(in crate::engines) fn answer(&mut self, question: &Question, asked: &[Asked]) -> Answered {
        let Some(any) = &mut self.job.any else { return Answered::Unasked };
        if question.pick.is_some() {
            return Answered::Nonsense(format!("it refuses an answer that it offered itself: {question}"));
        }
        let options = numbered(&question.options);
        let many = options.len();
        let (min, max) = (question.min as usize, question.max as usize);
        if many == 0 || min > max || max > many {
            return Answered::Nonsense(format!("{question}, of which {min} to {max} are to be picked"));
        }
        if self.seen.len() >= QUESTIONS {
            return Answered::Nonsense(format!("it asks more than {QUESTIONS} questions; the last: {question}"));
        }
        let positions = any_positions(*any, many, (min, max));
        let picks = positions.iter().filter_map(|at| options.get(*at).cloned()).collect();
        let answer = Answer { player: question.player, kind: question.kind, about: None, picks };
        self.seen.clear();
        self.seen.extend(asked.iter().map(|asked| (asked.player, asked.kind, numbered(&asked.options))));
        self.seen.push((question.player, question.kind, options));
        let scenario = self.extended.get_or_insert_with(|| Box::new(self.job.scenario.clone()));
        scenario.answers.push(answer);
        Answered::Again
    }
}
