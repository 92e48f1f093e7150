//! Instructions that attach permanents (CR 701.3) and that change a word of a text (CR 612).

use std::sync::Arc;

use super::Context;
use crate::ability::{Ability, StaticAbility};
use crate::choices::{Choice, Choices, Form, Question, QuestionKind, Stop, ask_one};
use crate::derived::Row;
use crate::effect::{Change, Continuous, Duration, Objects, Players};
use crate::event::{Begun, Enters, Event, Recipient};
use crate::id::ObjectId;
use crate::matching::protected;
use crate::mutant::Mutant;
use crate::subtype::{Subtype, Subtypes};
use crate::text::{Text, Words};
use crate::zone::Zone;

impl Context<'_> {
    /// Whether the permanent has protection from what the instruction comes from: only a mutant asks.
    pub(super) fn is_protected(&self, row: &Row) -> bool {
        protected(self.game, self.derived, row, self.frame.source)
    }

    /// 111.4, 612.2a: a token is what the effect that creates it says by now.
    pub(super) fn token(&self, name: &str, words: &Words) -> Option<Text> {
        let card = self.game.cards().find(name)?;
        let reworded = !self.game.deviates(Mutant::TextChangeSkipsTokens);
        Some(Text { card, words: if reworded { words.clone() } else { Words::default() } })
    }

    /// Tokens that the named players control and the controller of the effect owns: only a mutant makes them.
    pub(super) fn tokens_of_controller(&self, token: &Text, n: u32, by: &Players) -> Vec<Event> {
        let player = self.frame.controller;
        let one = |controller| Event::CreateToken {
            player,
            token: token.clone(),
            enters: Enters { controller: Some(controller), ..Enters::default() },
        };
        self.players(by).into_iter().flat_map(|p| (0..n).map(move |_| one(p))).collect()
    }

    /// 611.2c: which objects are affected is settled as the effect begins; only a mutant goes on asking.
    pub(super) fn changes(&self, to: &Objects, changes: &[Change]) -> Begun {
        let changes = changes.to_vec();
        match to {
            Objects::Each(affects) if self.game.deviates(Mutant::EffectReachesLatecomers) => {
                let static_ability = Continuous { affects: affects.clone(), zone: Zone::Battlefield, changes };
                let ability = Ability::Static(StaticAbility::Continuous(static_ability));
                Begun::Watch(self.frame.source, Arc::new(ability), None)
            }
            _ => Begun::Changes(self.objects(to), changes),
        }
    }

    /// 701.3a: the one is attached to the other.
    pub(super) fn attach(&self, what: &Objects, to: &Objects) -> Vec<Event> {
        self.attachments(what, to).into_iter().map(|(what, to)| Event::Attach(what, Some(to))).collect()
    }

    pub(super) fn attachments(&self, what: &Objects, to: &Objects) -> Vec<(ObjectId, Recipient)> {
        let to = self.objects(to).first().copied();
        self.objects(what).into_iter().zip(to.map(Recipient::Object)).collect()
    }

    /// 612.2, 205.3e: the creature type that goes and the one that comes, chosen by the controller of the effect.
    pub(super) fn replace_creature_type(
        &self,
        of: &Objects,
        never: &[Subtype],
        duration: Duration,
        choices: &mut dyn Choices,
    ) -> Result<Vec<Event>, Stop> {
        let objects = self.objects(of);
        let Some(about) = objects.first().copied() else {
            return Ok(Vec::new());
        };
        let mut ask_for = |not: &dyn Fn(Subtype) -> bool| {
            let types = Subtypes::all_creature_types();
            let question = Question {
                player: self.frame.controller,
                kind: QuestionKind::CreatureType,
                rule: "205.3e",
                about: Some(about),
                options: types.iter().filter(|s| !not(*s)).map(Choice::Subtype).collect(),
                form: Form::One,
            };
            ask_one(self.game, choices, question)
        };
        let (Some(Choice::Subtype(from)), Some(Choice::Subtype(to))) =
            (ask_for(&|_| false)?, ask_for(&|s| never.contains(&s))?)
        else {
            return Ok(Vec::new());
        };
        let effect = Begun::Changes(objects, vec![Change::ReplaceWord(from, to)]);
        Ok(vec![Event::BeginEffect { effect, controller: self.frame.controller, duration }])
    }
}
