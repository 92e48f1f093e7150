//! Instructions that begin shields (CR 615.7–615.11), and the choice of a source of damage (CR 609.7a).

use std::sync::Arc;

use super::Context;
use crate::ability::{Ability, StaticAbility};
use crate::choices::{Choice, Choices, Form, Question, QuestionKind, Stop, ask_one};
use crate::effect::{Prevention, Shielding};
use crate::event::{Begun, Event, Left, Recipient, Shield};
use crate::filter::Filter;
use crate::id::ObjectId;
use crate::matching::row_of;
use crate::mutant::Mutant;
use crate::object::Object;

impl Context<'_> {
    /// 615.11: a shield for each that is protected, fixed as the effect begins.
    pub(super) fn shields(&self, shielding: &Shielding, choices: &mut dyn Choices) -> Result<Vec<Event>, Stop> {
        let mut to: Vec<Recipient> = Vec::new();
        for recipient in self.recipients(&shielding.to, self.frame.source) {
            if !to.contains(&recipient) {
                to.push(recipient);
            }
        }
        if self.game.deviates(Mutant::ShieldForFirstOnly) {
            to.truncate(1);
        }
        let from = match &shielding.chosen {
            Some(filter) => match self.chosen_source(filter, choices)? {
                Some(source) => Some(source),
                None => return Ok(Vec::new()),
            },
            None => None,
        };
        let left = shielding.next.as_ref().map_or(Left::Instance, |n| Left::Damage(self.amount(n)));
        if left == Left::Damage(0) {
            return Ok(Vec::new());
        }
        let ability = Arc::new(Ability::Static(StaticAbility::Prevention(Prevention {
            to_player: None,
            to: None,
            from: shielding.chosen.clone().unwrap_or(Filter::Any),
            combat: None,
            amount: None,
            then: shielding.then.clone(),
        })));
        let by = self.frame.source;
        let shield = |to| Begun::Shield(Box::new(Shield { by, to, from, left, ability: ability.clone() }));
        let (controller, duration) = (self.frame.controller, shielding.duration);
        Ok(to.into_iter().map(|to| Event::BeginEffect { effect: shield(to), controller, duration }).collect())
    }

    /// 609.7a: a permanent, a spell, or what an object on the stack refers to, if it matches. Nothing if there is none.
    fn chosen_source(&self, filter: &Filter, choices: &mut dyn Choices) -> Result<Option<ObjectId>, Stop> {
        let mut all: Vec<ObjectId> = self.game.permanents().map(|object| object.id).collect();
        for object in self.game.stack().iter().filter_map(|id| self.game.object(*id)) {
            all.push(object.stack_ability().map_or(object.id, |ability| ability.source));
            all.extend(object.targets().iter().filter_map(|target| match target {
                Recipient::Object(id) => Some(*id),
                Recipient::Player(_) => None,
            }));
        }
        all.sort_unstable();
        all.dedup();
        let is_ability = |id: ObjectId| self.game.object(id).and_then(Object::stack_ability).is_some();
        all.retain(|id| !is_ability(*id) && self.view().matches_id(filter, *id));
        let question = Question {
            player: self.frame.controller,
            kind: QuestionKind::Source,
            rule: "609.7a",
            about: Some(self.frame.source),
            options: all.into_iter().map(Choice::Object).collect(),
            form: Form::One,
        };
        Ok(match ask_one(self.game, choices, question)? {
            Some(Choice::Object(id)) => Some(id),
            _ => None,
        })
    }

    /// Every other permanent that matches and has a colour of the target (CR 105.2).
    pub(super) fn sharing_color(&self, filter: &Filter, target: u8) -> Vec<ObjectId> {
        let Some(Recipient::Object(target)) = self.target(target) else { return Vec::new() };
        let colors = |id| row_of(self.game, self.derived, id).map(|row| row.colors);
        let Some(wanted) = colors(target) else { return Vec::new() };
        let shares = |id: &ObjectId| colors(*id).is_some_and(|of| of.intersects(wanted));
        self.view().each(filter).into_iter().filter(|id| *id != target).filter(shares).collect()
    }
}
