//! Questions that nobody answers, in words.

use headjudge_protocol::message::Question;
use headjudge_protocol::outcome::Asked;
use headjudge_protocol::{Answer, Scenario};

use super::Reply;

/// The reply to a question that came after those which were asked, and to which the scenario has no answer.
pub(super) fn unasked(scenario: &Scenario, question: &Question, asked: &[Asked]) -> Reply {
    Reply::Unasked(format!("{question}{}", waiting(scenario, question, asked)))
}

/// Which answer of the scenario waits for the player who is asked about something else, if one does: it may be meant.
fn waiting(scenario: &Scenario, question: &Question, asked: &[Asked]) -> String {
    let answers = || scenario.answers.iter().filter(|answer| answer.player == question.player);
    if question.pick.is_some() || answers().any(|answer| answer.kind == question.kind) {
        return String::new();
    }
    let waits = answers().find(|answer| {
        let used = asked.iter().filter(|a| a.player == answer.player && a.kind == answer.kind).count();
        answers().filter(|other| other.kind == answer.kind).count() > used
    });
    waits.map_or_else(String::new, |Answer { player, kind, .. }| {
        format!("; an answer of {player} about {kind} waits, if that is the kind of this question")
    })
}
