//! The players of a case: they answer from what the scenario pins, each answer once, in order for each player and kind.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::Stop;
use crate::message::{Question, numbered};
use crate::outcome::Asked;
use crate::{Answer, ChoiceKind, PlayerName};

/// Who is asked.
#[derive(Debug, Clone)]
pub struct Players<'s> {
    answers: &'s [Answer],
    pub(super) used: Vec<bool>,
    pub(super) asked: Vec<Asked>,
}

impl<'s> Players<'s> {
    pub(super) fn new(answers: &'s [Answer]) -> Players<'s> {
        Players { answers, used: vec![false; answers.len()], asked: Vec::new() }
    }

    /// The first answer left to a question of these kinds, without using it.
    #[must_use]
    pub fn next_pinned(&self, player: PlayerName, kinds: &[ChoiceKind], about: Option<&str>) -> Option<&'s Answer> {
        self.position(player, kinds, about).and_then(|at| self.answers.get(at))
    }

    fn position(&self, player: PlayerName, kinds: &[ChoiceKind], about: Option<&str>) -> Option<usize> {
        self.answers.iter().zip(&self.used).position(|(answer, used)| {
            !used
                && answer.player == player
                && kinds.contains(&answer.kind)
                && answer.about.as_ref().is_none_or(|only| about == Some(&**only))
        })
    }

    /// The position of the one option that the player picks; `about` is the object concerned.
    ///
    /// # Errors
    /// If no answer is left, or it picks what is not there.
    pub fn one(
        &mut self,
        player: PlayerName,
        kind: ChoiceKind,
        options: impl IntoIterator<Item = impl Into<Arc<str>>>,
        about: Option<&str>,
    ) -> Result<usize, Stop> {
        let picked = self.choose(player, kind, options, 1..=1, about)?;
        picked.first().copied().ok_or_else(|| Stop::Failed(format!("an answer of {player} about {kind} picks nothing")))
    }

    /// The positions of what the player picks from the options, in the order of picking, as many as the range allows; where that
    /// is all of them, an order is wanted.
    ///
    /// # Errors
    /// If no answer is left, or it picks what is not there.
    pub fn choose(
        &mut self,
        player: PlayerName,
        kind: ChoiceKind,
        options: impl IntoIterator<Item = impl Into<Arc<str>>>,
        many: RangeInclusive<usize>,
        about: Option<&str>,
    ) -> Result<Vec<usize>, Stop> {
        let options: Vec<Arc<str>> = options.into_iter().map(Into::into).collect();
        let names = numbered(&options);
        let needs = |pick: Option<&Arc<str>>| {
            let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            let (min, max) = (count(*many.start()), count(*many.end()));
            let (options, pick) = (names.clone(), pick.cloned());
            Stop::Needs(Box::new(Question { player, kind, options, min, max, rule: String::new(), pick }))
        };
        let Some(at) = self.position(player, &[kind], about) else { return Err(needs(None)) };
        self.used[at] = true;
        let mut picked: Vec<usize> = Vec::new();
        for pick in &self.answers[at].picks {
            let find = |among: &[Arc<str>]| (0..among.len()).find(|n| among[*n] == *pick && !picked.contains(n));
            let Some(found) = find(&options).or_else(|| find(&names)) else { return Err(needs(Some(pick))) };
            picked.push(found);
        }
        let words = picked.iter().filter_map(|at| options.get(*at).cloned()).collect();
        self.asked.push(Asked { player, kind, options, picked: words });
        Ok(picked)
    }
}
