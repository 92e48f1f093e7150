//! Picks answers: from the scenario's, or by asking the harness.

use std::sync::Arc;

use headjudge_protocol::message::{Missing, Question, numbered};
use headjudge_protocol::outcome::Asked;
use headjudge_protocol::words::{ChoiceKind, PlayerName};

use crate::stop::{Stop, stop, unsupported};
use crate::table::Table;

/// A choice of a player.
pub(crate) struct Choice {
    pub(crate) player: PlayerName,
    pub(crate) kind: ChoiceKind,
    pub(crate) options: Vec<Arc<str>>,
    pub(crate) min: usize,
    pub(crate) max: usize,
    pub(crate) about: Option<Arc<str>>,
}

impl Table {
    /// The first answer that is left to one of these kinds of question, without using it. What the engine does not tell, the
    /// object that a question is about, can only be left open where every answer picks the same.
    pub(crate) fn pinned(
        &self,
        player: PlayerName,
        kinds: &[ChoiceKind],
        about: Option<&str>,
    ) -> Option<(usize, ChoiceKind, Vec<Arc<str>>)> {
        let fits = |at: &usize| {
            let answer = &self.scenario.answers[*at];
            let about_it = about.is_none() || answer.about.as_deref().is_none_or(|other| Some(other) == about);
            answer.player == player && kinds.contains(&answer.kind) && about_it && !self.used.contains(at)
        };
        let left: Vec<usize> = (0..self.scenario.answers.len()).filter(fits).collect();
        let answer = &self.scenario.answers[*left.first()?];
        let differs = |at: &usize| {
            let other = &self.scenario.answers[*at];
            other.about != answer.about && other.kind == answer.kind && other.picks != answer.picks
        };
        if about.is_none() && left.iter().any(differs) {
            let kind = answer.kind.word();
            unsupported(Missing::Choice, format!("{kind}, where the engine does not say what it is about"));
        }
        Some((left[0], answer.kind, answer.picks.clone()))
    }

    /// The positions of what is picked. One option is no question.
    pub(crate) fn choose(&mut self, choice: Choice) -> Vec<usize> {
        let Choice { player, kind, options, min, max, about } = choice;
        if options.is_empty() || max == 0 {
            return Vec::new();
        }
        if options.len() == 1 && min == 1 {
            return vec![0];
        }
        let names = numbered(&options);
        let question = |pick| {
            Box::new(Question {
                player,
                kind,
                options: names.clone(),
                min: u32::try_from(min).unwrap_or(u32::MAX),
                max: u32::try_from(max).unwrap_or(u32::MAX),
                rule: String::new(),
                pick,
            })
        };
        let Some((at, _, picks)) = self.pinned(player, &[kind], about.as_deref()) else {
            stop(Stop::Needs(question(None)));
        };
        self.used.insert(at);
        let mut picked = Vec::new();
        for pick in picks {
            let free = |at: &usize| !picked.contains(at);
            let plain = (0..options.len()).filter(free).find(|at| options[*at] == pick);
            let found = plain.or_else(|| (0..names.len()).filter(free).find(|at| names[*at] == pick));
            match found {
                Some(at) => picked.push(at),
                None => stop(Stop::Needs(question(Some(pick)))),
            }
        }
        self.asked.push(Asked {
            player,
            kind,
            picked: picked.iter().map(|at| Arc::clone(&options[*at])).collect(),
            options,
        });
        picked
    }

    /// The position of the one that is picked.
    pub(crate) fn one(
        &mut self,
        player: PlayerName,
        kind: ChoiceKind,
        options: Vec<Arc<str>>,
        about: Option<Arc<str>>,
    ) -> usize {
        let picked = self.choose(Choice { player, kind, options, min: 1, max: 1, about });
        picked.first().copied().unwrap_or(0)
    }

    /// Whether the player does what they may. Where a script picks an object or `decline` at once, that is the answer.
    pub(crate) fn may(&mut self, player: PlayerName, about: Option<Arc<str>>) -> bool {
        let kinds = [ChoiceKind::May, ChoiceKind::Card, ChoiceKind::Copy];
        if let Some((at, kind, picks)) = self.pinned(player, &kinds, about.as_deref())
            && kind != ChoiceKind::May
        {
            let declines = picks.len() == 1 && picks[0].as_ref() == "decline";
            if declines {
                self.used.insert(at);
            }
            return !declines;
        }
        if self.pinned(player, &[ChoiceKind::May], about.as_deref()).is_none()
            && let Some(forced) = self.forced.pop_front()
        {
            return forced;
        }
        let options = vec!["accept".into(), "decline".into()];
        self.one(player, ChoiceKind::May, options, about) == 0
    }
}
