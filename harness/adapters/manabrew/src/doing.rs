//! The step that is being carried out, and what it names in the engine's words.

use std::collections::BTreeSet;
use std::sync::Arc;

use forge_foundation::PhaseType;
use headjudge_protocol::message::Missing;
use headjudge_protocol::scenario::{ActivateStep, Step};
use headjudge_protocol::words::PlayerName;
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::zone::magic_stack::StackEntry;

use crate::board::player;
use crate::stop::unsupported;
use crate::table::Table;

/// What a step's target is in the engine's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Player(PlayerId),
    Card(CardId),
    /// A spell or ability, by its number on the stack.
    Entry(u32),
    /// What the script names is not there.
    Nothing,
}

/// What does not change as long as players only pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) turn: u32,
    pub(crate) phase: PhaseType,
    pub(crate) stack: Vec<u32>,
}

/// What is announced while a spell is cast or an ability activated.
#[derive(Debug, Clone, Default)]
pub(crate) struct Announced {
    pub(crate) x: u32,
    pub(crate) x_asked: bool,
    pub(crate) kicked: bool,
    pub(crate) kick_asked: bool,
    pub(crate) targets: Vec<Target>,
    pub(crate) pay: Vec<ActivateStep>,
    /// The creatures that are still to be tapped for convoke, once that was asked.
    pub(crate) convoke: Option<Vec<CardId>>,
    pub(crate) paid: bool,
}

/// The step that is being carried out.
#[derive(Debug, Clone)]
pub(crate) struct Doing {
    pub(crate) step: Step,
    /// It is only tried.
    pub(crate) name: Option<Arc<str>>,
    /// Answers that were used up before it.
    pub(crate) used: BTreeSet<usize>,
    pub(crate) began: Moment,
    pub(crate) passed: usize,
    /// An action was taken for it, by which card, and how that looked before.
    pub(crate) acted: Option<(CardId, String)>,
    pub(crate) announced: Announced,
    /// A declaration was made.
    pub(crate) declared: bool,
    /// Why it is not legal, where that was found in the middle of the engine.
    pub(crate) failed: Option<String>,
}

impl Table {
    /// The object, and the engine's index of its nth activated ability and whether that makes mana.
    pub(crate) fn ability(&self, step: &ActivateStep) -> Option<(CardId, usize, bool)> {
        let Target::Card(id) = self.target(&step.object) else { return None };
        let card = self.seen.as_ref()?.game.card(id);
        let nth = usize::try_from(step.ability).ok()?.checked_sub(1)?;
        let ability = card.activated_abilities.get(nth)?;
        Some((id, ability.ability_index, ability.is_mana_ability))
    }

    /// What an action that was taken changes: the stack, the pools, or the card itself.
    pub(crate) fn print(&self, id: CardId) -> String {
        let Some(seen) = &self.seen else { return String::new() };
        let card = seen.game.card(id);
        let pools: Vec<usize> = seen.pools.iter().map(|pool| pool.mana_entries().len()).collect();
        let life: Vec<i32> = seen.game.players.iter().map(|player| player.life).collect();
        let cards = seen.game.cards.len();
        let stack = self.moment().stack;
        format!("{stack:?} {pools:?} {life:?} {cards} {:?} {} {:?}", card.zone, card.tapped, card.counters)
    }

    /// X of the spell or ability that is on the stack, with this source.
    pub(crate) fn taken_x(&self, card: CardId) -> Option<u32> {
        let stack = &self.seen.as_ref()?.game.stack;
        let of = |entry: &&StackEntry| entry.spell_ability.source == Some(card) && !entry.spell_ability.is_trigger;
        stack.iter().filter(of).last().map(|entry| entry.spell_ability.x_mana_cost_paid)
    }

    pub(crate) fn card_named(&self, card: CardId) -> String {
        self.seen.as_ref().map(|seen| seen.game.card(card).card_name.clone()).unwrap_or_default()
    }

    /// The engine's card of a name.
    pub(crate) fn card(&self, name: &str) -> CardId {
        match self.target(name) {
            Target::Card(id) => id,
            _ => unsupported(Missing::Feature, format!("the object `{name}`")),
        }
    }

    /// What a script names.
    pub(crate) fn target(&self, name: &str) -> Target {
        if let Some(name) = PlayerName::from_word(name) {
            return Target::Player(player(name));
        }
        if let Some(at) = self.scenario.board.objects.iter().position(|object| object.id.as_ref() == name) {
            return Target::Card(self.cards[at]);
        }
        let Some(seen) = &self.seen else { return Target::Nothing };
        let game = &seen.game;
        if name == "stack.top" {
            return game.stack.peek().map_or(Target::Nothing, |entry| Target::Entry(entry.id));
        }
        if let Some(nth) = name.strip_prefix("token.").and_then(|nth| nth.parse::<usize>().ok()) {
            let tokens = self.tokens(game);
            return nth.checked_sub(1).and_then(|at| tokens.get(at)).map_or(Target::Nothing, |id| Target::Card(*id));
        }
        if name.starts_with("ability of ") {
            let fits = game.stack.iter().filter(|entry| self.name_of_entry(game, entry).as_ref() == name);
            return fits.last().map_or(Target::Nothing, |entry| Target::Entry(entry.id));
        }
        unsupported(Missing::Feature, format!("the object `{name}`"))
    }

    pub(crate) fn moment(&self) -> Moment {
        match &self.seen {
            Some(seen) => Moment {
                turn: seen.game.turn.turn_number,
                phase: seen.game.turn.phase,
                stack: seen.game.stack.iter().map(|entry| entry.id).collect(),
            },
            None => Moment { turn: 0, phase: PhaseType::Untap, stack: Vec::new() },
        }
    }
}
