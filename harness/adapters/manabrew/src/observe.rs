//! What is observed of the game.

use std::sync::Arc;

use forge_foundation::ZoneType;
use headjudge_protocol::message::Missing;
use headjudge_protocol::outcome::{ObjectView, PlayerView, Snapshot, StackView};
use headjudge_protocol::words::{PlayerName, ZoneName};
use manabrew_engine::card::{Card, CounterType};
use manabrew_engine::game::GameState;
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::mana::{ManaPool, mana_atom_from_produced};
use manabrew_engine::zone::magic_stack::StackEntry;

use crate::stop::unsupported;
use crate::table::{Seen, Table};

const LETTERS: [&str; 6] = ["W", "U", "B", "R", "G", "C"];

/// The protocol's name of a player.
pub(crate) fn named(player: PlayerId) -> PlayerName {
    PlayerName::at(player.index()).unwrap_or(PlayerName::P1)
}

impl Table {
    /// Remembers the game as it is, with continuous effects brought up to date.
    pub(crate) fn see(&mut self, game: &GameState, pools: &[ManaPool]) {
        self.refuse_lacking(game);
        let mut game = game.clone();
        manabrew_engine::staticability::layer::apply_continuous_effects(&mut game);
        self.seen = Some(Seen { game, pools: pools.to_vec() });
    }

    /// Ends the case if a card is where the engine would have to read a word that it does not read.
    pub(crate) fn refuse_lacking(&self, game: &GameState) {
        let away = [ZoneType::Library, ZoneType::Hand, ZoneType::Graveyard, ZoneType::Exile, ZoneType::Command];
        let there = |at: &&usize| !away.contains(&game.card(self.cards[**at]).zone);
        if let Some(at) = self.lacking.iter().find(there) {
            unsupported(Missing::Card, &*self.scenario.board.objects[*at].card);
        }
    }

    /// Writes down what is seen, under a name.
    pub(crate) fn observe(&mut self, name: &str) {
        let Some(seen) = &self.seen else { return };
        let game = &seen.game;
        let players = (0..game.players.len()).map(|seat| player(seen, seat)).collect();
        let mut objects: Vec<ObjectView> = self.cards.iter().map(|card| self.object(game, *card)).collect();
        objects.extend(self.tokens(game).into_iter().map(|card| self.object(game, card)));
        let stack = game.stack.iter().map(|entry| self.entry(game, entry)).collect();
        self.outcome.snapshots.push(Snapshot { name: name.into(), players, objects, stack });
    }

    /// The tokens that were made in play, in the order of their making.
    pub(crate) fn tokens(&self, game: &GameState) -> Vec<CardId> {
        let made = game.cards.iter().skip(self.cards.len());
        made.filter(|card| card.is_token && card.zone != ZoneType::Stack && card.zone_timestamp > 0)
            .map(|card| card.id)
            .collect()
    }

    /// The scenario's name of a card.
    pub(crate) fn name_of(&self, game: &GameState, card: CardId) -> Arc<str> {
        if let Some(at) = self.cards.iter().position(|other| *other == card) {
            return Arc::clone(&self.scenario.board.objects[at].id);
        }
        if let Some(at) = self.tokens(game).iter().position(|other| *other == card) {
            return format!("token.{}", at + 1).into();
        }
        // What is only being made is not in the game that was seen.
        let Some(shown) = game.cards.get(card.index()) else { return "what is being made".into() };
        // An effect that the engine keeps as a card of its own is named for what made it.
        match shown.effect_source {
            Some(source) if source != card => self.name_of(game, source),
            _ => format!("copy of {}", shown.card_name).into(),
        }
    }

    /// The name of what is on the stack, as a target.
    pub(crate) fn name_of_entry(&self, game: &GameState, entry: &StackEntry) -> Arc<str> {
        let Some(source) = entry.spell_ability.source else { return "nothing".into() };
        let name = self.name_of(game, source);
        if entry.spell_ability.is_spell { name } else { format!("ability of {name}").into() }
    }

    fn entry(&self, game: &GameState, entry: &StackEntry) -> StackView {
        let ability = &entry.spell_ability;
        StackView {
            controller: named(ability.activating_player),
            source: ability.source.map_or_else(|| "nothing".into(), |source| self.name_of(game, source)),
            spell: ability.is_spell,
        }
    }

    fn object(&self, game: &GameState, id: CardId) -> ObjectView {
        let card = game.card(id);
        let there = matches!(card.zone, ZoneType::Battlefield | ZoneType::Stack);
        let numbers = card.is_creature() || (!there && card.base_power.is_some());
        let attached = card.attached_to.map(|host| self.name_of(game, host));
        ObjectView {
            id: self.name_of(game, id),
            name: if card.face_down && there { "".into() } else { card.card_name.as_str().into() },
            zone: zone(card.zone),
            owner: named(card.owner),
            controller: named(if there { card.controller } else { card.owner }),
            token: card.is_token,
            tapped: there && card.tapped,
            damage: if there { u32::try_from(card.damage).unwrap_or(0) } else { 0 },
            power: if numbers { card.power() } else { 0 },
            toughness: if numbers { card.toughness() } else { 0 },
            mana_value: mana_value(game, card),
            counters: counters(card),
            attached: attached.or_else(|| card.attached_to_player.map(|host| named(host).word().into())),
        }
    }
}

fn counters(card: &Card) -> std::collections::BTreeMap<Arc<str>, u32> {
    let there = card.counters.iter().filter(|(_, many)| **many > 0);
    there.map(|(kind, many)| (counter(kind), u32::try_from(*many).unwrap_or(0))).collect()
}

fn counter(kind: &CounterType) -> Arc<str> {
    match kind {
        CounterType::P1P1 => "+1/+1".into(),
        CounterType::M1M1 => "-1/-1".into(),
        CounterType::Named(name) => name.to_lowercase().into(),
        other => format!("{other:?}").to_lowercase().into(),
    }
}

/// X is what was chosen for it only on the stack (CR 202.3e).
fn mana_value(game: &GameState, card: &Card) -> u32 {
    let value = card.mana_value();
    let x = game.stack.iter().find(|entry| entry.spell_ability.is_spell && entry.spell_ability.source == Some(card.id));
    let x = x.map_or(0, |entry| i32::try_from(entry.spell_ability.x_mana_cost_paid).unwrap_or(0));
    let count = card.mana_cost.shards().iter().filter(|shard| shard.is_x()).count();
    u32::try_from(value + x * i32::try_from(count).unwrap_or(0)).unwrap_or(0)
}

fn player(seen: &Seen, seat: usize) -> PlayerView {
    let game = &seen.game;
    let state = &game.players[seat];
    let id = state.id;
    let many = |zone| u32::try_from(game.cards_in_zone(zone, id).len()).unwrap_or(0);
    let mut pool = [0; 6];
    let mut restricted = [0; 6];
    for mana in seen.pools[seat].mana_entries() {
        if let Some(at) = LETTERS.iter().position(|letter| mana_atom_from_produced(letter) == Some(mana.color)) {
            pool[at] += 1;
            restricted[at] += u32::from(mana.restriction.is_some());
        }
    }
    PlayerView {
        life: state.life,
        poison: u32::try_from(state.poison_counters).unwrap_or(0),
        hand: many(ZoneType::Hand),
        library: many(ZoneType::Library),
        graveyard: many(ZoneType::Graveyard),
        pool,
        restricted,
        lost: state.has_lost || (game.game_over && game.winner.is_some_and(|winner| winner != id)),
    }
}

fn zone(zone: ZoneType) -> ZoneName {
    match zone {
        ZoneType::Library => ZoneName::Library,
        ZoneType::Hand => ZoneName::Hand,
        ZoneType::Battlefield => ZoneName::Battlefield,
        ZoneType::Graveyard => ZoneName::Graveyard,
        ZoneType::Stack => ZoneName::Stack,
        ZoneType::Exile => ZoneName::Exile,
        ZoneType::Command => ZoneName::Command,
        _ => ZoneName::Nowhere,
    }
}
