//! What a seat answers: targets, cards, mana, numbers.

use std::sync::Arc;

use headjudge_protocol::message::Missing;
use headjudge_protocol::scenario::Step;
use headjudge_protocol::words::ChoiceKind;
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::spellability::SpellAbility;

use crate::board::player;
use crate::doing::{Announced, Target};
use crate::observe::named;
use crate::questions::Choice;
use crate::seat::Seat;
use crate::stop::unsupported;

impl Seat {
    /// What is announced, while something is cast or activated by this player.
    pub(crate) fn announced<T>(&self, with: impl FnOnce(&mut Announced) -> T) -> Option<T> {
        let mut table = self.table();
        let doing = table.doing.as_mut()?;
        let by = match &doing.step {
            Step::Cast(cast) => cast.by,
            Step::Activate(activate) => activate.by,
            _ => return None,
        };
        (player(by) == self.player).then(|| with(&mut doing.announced))
    }

    /// The step is not legal; the engine is told to give it up.
    pub(crate) fn fail(&self, why: impl Into<String>) {
        if let Some(doing) = self.table().doing.as_mut() {
            doing.failed.get_or_insert(why.into());
        }
    }

    pub(crate) fn names(&self, cards: &[CardId]) -> Vec<Arc<str>> {
        let table = self.table();
        let Some(seen) = &table.seen else { return Vec::new() };
        cards.iter().map(|card| table.name_of(&seen.game, *card)).collect()
    }

    pub(crate) fn about(&self, card: Option<CardId>) -> Option<Arc<str>> {
        card.and_then(|card| self.names(&[card]).pop())
    }

    pub(crate) fn many(
        &self,
        by: PlayerId,
        kind: ChoiceKind,
        cards: &[CardId],
        bounds: (usize, usize),
        about: Option<CardId>,
    ) -> Vec<CardId> {
        let (min, max) = (bounds.0.min(cards.len()), bounds.1.min(cards.len()));
        if min == cards.len() {
            return cards.to_vec();
        }
        let options = self.names(cards);
        let about = self.about(about);
        let choice = Choice { player: named(by), kind, options, min, max, about };
        let picked = self.table().choose(choice);
        picked.into_iter().map(|at| cards[at]).collect()
    }

    pub(crate) fn one(
        &self,
        by: PlayerId,
        kind: ChoiceKind,
        cards: &[CardId],
        about: Option<CardId>,
    ) -> Option<CardId> {
        self.many(by, kind, cards, (1, 1), about).first().copied()
    }

    /// A target: of what the script casts or activates the next one that it names, of a trigger what is answered.
    pub(crate) fn target(&self, by: PlayerId, options: &[Target], sa: Option<&SpellAbility>) -> Target {
        let triggered = sa.is_some_and(|sa| sa.is_trigger);
        let next = if triggered { None } else { self.announced(|announced| announced.targets.clone()) };
        if let Some(next) = next {
            let Some(at) = next.iter().position(|target| options.contains(target)) else {
                self.fail("it is no legal target");
                return Target::Nothing;
            };
            return self.announced(|announced| announced.targets.remove(at)).unwrap_or(Target::Nothing);
        }
        let names = {
            let table = self.table();
            let Some(seen) = &table.seen else { return Target::Nothing };
            let game = &seen.game;
            let name = |target: &Target| match target {
                Target::Player(player) => named(*player).word().into(),
                Target::Card(card) => table.name_of(game, *card),
                Target::Entry(id) => {
                    let entry = game.stack.iter().find(|entry| entry.id == *id);
                    entry.map_or_else(|| "nothing".into(), |entry| table.name_of_entry(game, entry))
                }
                Target::Nothing => "nothing".into(),
            };
            options.iter().map(name).collect()
        };
        let about = self.about(sa.and_then(|sa| sa.source));
        let at = self.table().one(named(by), ChoiceKind::Target, names, about);
        options.get(at).copied().unwrap_or(Target::Nothing)
    }

    /// A spell or ability as a target. A script names a spell by its card.
    pub(crate) fn spell(&self, by: PlayerId, valid: &[u32], source: Option<CardId>) -> Option<u32> {
        let (options, triggered) = {
            let table = self.table();
            let seen = table.seen.as_ref()?;
            let named: Vec<Target> =
                table.doing.as_ref().map(|doing| doing.announced.targets.clone()).unwrap_or_default();
            let option = |id: &u32| {
                let entry = seen.game.stack.iter().find(|entry| entry.id == *id);
                let card = entry.and_then(|entry| entry.spell_ability.source.filter(|_| entry.spell_ability.is_spell));
                match card {
                    Some(card) if named.contains(&Target::Card(card)) => Target::Card(card),
                    _ => Target::Entry(*id),
                }
            };
            (valid.iter().map(option).collect::<Vec<Target>>(), named.is_empty())
        };
        let picked = if triggered && self.announced(|_| ()).is_none() {
            let about = source;
            let names: Vec<Arc<str>> = {
                let table = self.table();
                let seen = table.seen.as_ref()?;
                let entries = valid.iter().filter_map(|id| seen.game.stack.iter().find(|entry| entry.id == *id));
                entries.map(|entry| table.name_of_entry(&seen.game, entry)).collect()
            };
            let about = self.about(about);
            Some(self.table().one(named(by), ChoiceKind::Target, names, about))
        } else {
            let target = self.target(by, &options, None);
            options.iter().position(|option| *option == target)
        };
        picked.and_then(|at| valid.get(at)).copied()
    }

    /// Cards that an effect makes a player choose, or several targets of one kind.
    pub(crate) fn cards(&self, by: PlayerId, valid: &[CardId], bounds: (usize, usize)) -> Vec<CardId> {
        let named_targets = self.announced(|announced| announced.targets.clone()).unwrap_or_default();
        if !named_targets.is_empty() {
            let options: Vec<Target> = valid.iter().map(|card| Target::Card(*card)).collect();
            let mut picked = Vec::new();
            for _ in 0..bounds.1.min(named_targets.len()) {
                if let Target::Card(card) = self.target(by, &options, None) {
                    picked.push(card);
                }
            }
            return picked;
        }
        let kinds =
            [ChoiceKind::Card, ChoiceKind::Copy, ChoiceKind::TapForCost, ChoiceKind::Sacrifice, ChoiceKind::Source];
        let pinned = self.table().pinned(named(by), &kinds, None).map(|(_, kind, _)| kind);
        self.many(by, pinned.unwrap_or(ChoiceKind::Card), valid, bounds, None)
    }

    /// X, where the engine asks for it.
    pub(crate) fn number(&self, title: &str, min: i32, max: i32) -> Option<i32> {
        let x = self.announced(|announced| {
            announced.x_asked = true;
            i32::try_from(announced.x).unwrap_or(i32::MAX)
        });
        let Some(x) = x.filter(|_| title.starts_with("Choose a value for")) else {
            unsupported(Missing::Choice, format!("a number: {title}"));
        };
        if !(min..=max).contains(&x) {
            self.fail(format!("X cannot be {x}"));
            return None;
        }
        Some(x)
    }

    pub(crate) fn mana(&self, by: PlayerId, letters: &[String]) -> usize {
        let options: Vec<Arc<str>> = letters.iter().map(|name| letter(name)).collect();
        let kinds = [ChoiceKind::Mana, ChoiceKind::Color];
        let pinned = self.table().pinned(named(by), &kinds, None).map(|(_, kind, _)| kind);
        self.table().one(named(by), pinned.unwrap_or(ChoiceKind::Mana), options, None)
    }

    /// The object that a replacement effect comes from, by the number that the script has in its description.
    pub(crate) fn source_of(&self, description: &str) -> Arc<str> {
        let table = self.table();
        let number = description.split("object ").nth(1).and_then(|rest| rest.split_whitespace().next());
        let object = number.and_then(|number| number.parse::<usize>().ok());
        match object.and_then(|at| table.scenario.board.objects.get(at)) {
            Some(object) => Arc::clone(&object.id),
            None => description.split(':').next().unwrap_or(description).into(),
        }
    }
}

fn letter(colour: &str) -> Arc<str> {
    match colour.to_ascii_lowercase().as_str() {
        "white" | "w" => "W".into(),
        "blue" | "u" => "U".into(),
        "black" | "b" => "B".into(),
        "red" | "r" => "R".into(),
        "green" | "g" => "G".into(),
        "colorless" | "c" => "C".into(),
        _ => colour.into(),
    }
}
