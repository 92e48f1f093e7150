//! Questions that a case turns out to contain: answered from the tape, in the order in which they come, so that an engine
//! at the other end of a wire gets the same answers as one in this process.

use std::sync::Arc;

use headjudge_protocol::message::{Question, numbered};
use headjudge_protocol::outcome::Asked;
use headjudge_protocol::{Answer, ChoiceKind, Outcome, PlayerName, Scenario};

use crate::engines::{Job, Reply, fits, offered, unasked};
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

impl<'a, 'j> Asking<'a, 'j> {
    pub(in crate::engines) fn new(job: &'a mut Job<'j>) -> Asking<'a, 'j> {
        Asking { job, extended: None, seen: Vec::new() }
    }

    /// The scenario to send.
    pub(in crate::engines) fn scenario(&self) -> &Scenario {
        self.extended.as_deref().unwrap_or(self.job.scenario)
    }

    /// The reply to an outcome: itself, if it is one of this scenario and the engine asked as before.
    pub(in crate::engines) fn outcome(&self, outcome: Outcome) -> Reply {
        match fits(&outcome, self.scenario()) {
            Err(why) => Reply::Protocol(why),
            Ok(()) if self.asked_again(&outcome.asked) => Reply::Outcome(outcome),
            Ok(()) => otherwise(),
        }
    }

    /// The reply to a question after those before it; nothing if it has an answer now, so that the case is to be sent again.
    pub(in crate::engines) fn needs(&mut self, question: &Question, asked: &[Asked]) -> Option<Reply> {
        if !self.asked_again(asked) {
            return Some(otherwise());
        }
        if let Err(why) = offered(question.kind, &question.options) {
            return Some(Reply::Protocol(why));
        }
        self.answer(question, asked).err()
    }

    /// Whether an engine that reports these questions asked, first of all, those that were answered for it.
    fn asked_again(&self, asked: &[Asked]) -> bool {
        asked.len() >= self.seen.len()
            && self.seen.iter().zip(asked).all(|((player, kind, options), asked)| {
                *player == asked.player && *kind == asked.kind && *options == numbered(&asked.options)
            })
    }

    /// Finds an answer; none where the ruling has no such question, it makes no sense, or there are too many.
    fn answer(&mut self, question: &Question, asked: &[Asked]) -> Result<(), Reply> {
        let Some(any) = &mut self.job.any else {
            return Err(unasked(self.job.scenario, question, asked));
        };
        let nonsense = |why: String| Err(Reply::Protocol(why));
        if question.pick.is_some() {
            return nonsense(format!("it refuses an answer that it offered itself: {question}"));
        }
        let options = numbered(&question.options);
        let many = options.len();
        let (min, max) = (question.min as usize, question.max as usize);
        if many == 0 || min > max || max > many {
            return nonsense(format!("{question}, of which {min} to {max} are to be picked"));
        }
        if self.seen.len() >= QUESTIONS {
            return nonsense(format!("it asks more than {QUESTIONS} questions; the last: {question}"));
        }
        let positions = any_positions(*any, many, (min, max));
        let picks = positions.iter().filter_map(|at| options.get(*at).cloned()).collect();
        let answer = Answer { player: question.player, kind: question.kind, about: None, picks };
        self.seen.clear();
        self.seen.extend(asked.iter().map(|asked| (asked.player, asked.kind, numbered(&asked.options))));
        self.seen.push((question.player, question.kind, options));
        let scenario = self.extended.get_or_insert_with(|| Box::new(self.job.scenario.clone()));
        scenario.answers.push(answer);
        Ok(())
    }
}

/// The reply where an engine does not ask as before.
fn otherwise() -> Reply {
    Reply::Nondeterministic("asked again with one more answer, it asks something else".to_owned())
}
