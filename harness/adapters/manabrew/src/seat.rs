//! A player of the engine: answers its callbacks by the step that is carried out and by the scenario's answers.
//!
//! A question of the engine that is none of the protocol's ends the case as unsupported.

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use headjudge_protocol::message::Missing;
use headjudge_protocol::words::ChoiceKind;
use manabrew_engine::ability::api_type::ApiType;
use manabrew_engine::agent::{
    BinaryChoiceKind, CombatCostAction, GameEntity, ManaAbilityOption, ManaCostAction, PlayerAgent,
    PriorityActionSpace, TargetChoice,
};
use manabrew_engine::card::CounterType;
use manabrew_engine::combat::DefenderId;
use manabrew_engine::game::GameState;
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::mana::ManaPool;
use manabrew_engine::player::actions::PlayerAction;
use manabrew_engine::spellability::SpellAbility;

use crate::doing::Target;
use crate::observe::named;
use crate::stop::unsupported;
use crate::table::Table;

/// The seat of one player.
pub(crate) struct Seat {
    pub(crate) player: PlayerId,
    pub(crate) table: Rc<RefCell<Table>>,
}

impl Seat {
    pub(crate) fn table(&self) -> RefMut<'_, Table> {
        self.table.borrow_mut()
    }
}

impl PlayerAgent for Seat {
    fn snapshot_state(&mut self, game: &GameState, pools: &[ManaPool]) {
        self.table().see(game, pools);
    }

    fn mulligan_decision(&mut self, _: PlayerId, _: &[CardId], _: u32) -> bool {
        true
    }

    fn choose_land_or_spell(&mut self, _: PlayerId) -> Option<bool> {
        None
    }

    fn choose_action(
        &mut self,
        by: PlayerId,
        _: Option<&PriorityActionSpace>,
        request: &mut dyn FnMut() -> PriorityActionSpace,
    ) -> PlayerAction {
        self.table().act(by, request)
    }

    // Combat.

    fn choose_attackers(
        &mut self,
        _: PlayerId,
        available: &[CardId],
        defenders: &[DefenderId],
    ) -> Vec<(CardId, DefenderId)> {
        self.attackers(available, defenders)
    }

    fn choose_blockers(
        &mut self,
        by: PlayerId,
        _: &[CardId],
        available: &[CardId],
        _: Option<usize>,
    ) -> Vec<(CardId, CardId)> {
        self.blockers(by, available)
    }

    fn assign_combat_damage(
        &mut self,
        game: &GameState,
        by: PlayerId,
        attacker: CardId,
        blockers: &[CardId],
        defender: Option<DefenderId>,
        damage: i32,
    ) -> Vec<(Option<CardId>, i32)> {
        self.damage(game, by, attacker, (blockers, defender.is_some()), damage)
    }

    fn pay_combat_cost(
        &mut self,
        _: PlayerId,
        _: CardId,
        _: i32,
        _: &str,
        _: &[ManaAbilityOption],
        _: &[CardId],
        _: &[CardId],
        _: i32,
    ) -> CombatCostAction {
        unsupported(Missing::Choice, "a cost of attacking")
    }

    // Targets.

    fn choose_targets_for(&mut self, sa: &mut SpellAbility, game: &GameState, pools: &[ManaPool]) -> bool {
        manabrew_engine::spellability::choose_targets_by_kind(self, sa, game, pools)
    }

    fn choose_target_player(
        &mut self,
        by: PlayerId,
        valid: &[PlayerId],
        sa: Option<&SpellAbility>,
    ) -> Option<PlayerId> {
        let options: Vec<Target> = valid.iter().map(|player| Target::Player(*player)).collect();
        match self.target(by, &options, sa) {
            Target::Player(player) => Some(player),
            _ => None,
        }
    }

    fn choose_target_card(&mut self, by: PlayerId, valid: &[CardId], sa: Option<&SpellAbility>) -> Option<CardId> {
        let options: Vec<Target> = valid.iter().map(|card| Target::Card(*card)).collect();
        match self.target(by, &options, sa) {
            Target::Card(card) => Some(card),
            _ => None,
        }
    }

    fn choose_target_any(
        &mut self,
        by: PlayerId,
        players: &[PlayerId],
        cards: &[CardId],
        sa: Option<&SpellAbility>,
    ) -> TargetChoice {
        let players = players.iter().map(|player| Target::Player(*player));
        let options: Vec<Target> = players.chain(cards.iter().map(|card| Target::Card(*card))).collect();
        match self.target(by, &options, sa) {
            Target::Player(player) => TargetChoice::Player(player),
            Target::Card(card) => TargetChoice::Card(card),
            _ => TargetChoice::None,
        }
    }

    fn choose_target_spell(&mut self, by: PlayerId, valid: &[u32], source: Option<CardId>) -> Option<u32> {
        self.spell(by, valid, source)
    }

    // Costs.

    fn pay_mana_cost(
        &mut self,
        by: PlayerId,
        card: CardId,
        _: &str,
        _: &str,
        _: &str,
        _: &str,
        _: bool,
        _: bool,
        _: &[CardId],
        abilities: &[ManaAbilityOption],
        tappable: &[CardId],
        _: &[CardId],
        _: &ManaPool,
    ) -> ManaCostAction {
        self.payment(by, card, abilities, tappable)
    }

    fn choose_number(
        &mut self,
        _: PlayerId,
        _: Option<CardId>,
        title: &str,
        _: Option<&str>,
        min: i32,
        max: i32,
    ) -> Option<i32> {
        self.number(title, min, max)
    }

    fn choose_kicker(&mut self, _: PlayerId, _: &str, _: Option<CardId>) -> bool {
        let kicked = self.announced(|announced| {
            announced.kick_asked = true;
            announced.kicked
        });
        kicked.unwrap_or(false)
    }

    fn choose_sacrifice(&mut self, by: PlayerId, valid: &[CardId], source: Option<CardId>) -> Option<CardId> {
        self.one(by, ChoiceKind::Sacrifice, valid, source)
    }

    fn choose_discard(&mut self, by: PlayerId, hand: &[CardId], many: usize) -> Vec<CardId> {
        self.many(by, ChoiceKind::Discard, hand, (many, many), None)
    }

    fn choose_tap_type_for_cost(
        &mut self,
        by: PlayerId,
        valid: &[CardId],
        _: i32,
        _: &[(CardId, i32)],
        _: &[(CardId, i32)],
        sa: Option<&SpellAbility>,
    ) -> Vec<CardId> {
        self.many(by, ChoiceKind::TapForCost, valid, (1, valid.len()), sa.and_then(|sa| sa.source))
    }

    fn choose_phyrexian_pay_life(&mut self, _: PlayerId, _: &str, _: Option<CardId>) -> bool {
        unsupported(Missing::Choice, "life paid instead of mana")
    }

    fn choose_delve(&mut self, _: PlayerId, _: &[CardId], _: usize, _: Option<CardId>) -> Vec<CardId> {
        unsupported(Missing::Choice, "delve")
    }

    // Mana.

    fn choose_color(&mut self, by: PlayerId, valid: &[String]) -> Option<String> {
        if valid.is_empty() {
            return None;
        }
        let at = self.mana(by, valid);
        valid.get(at).cloned()
    }

    fn choose_colors(&mut self, by: PlayerId, valid: &[String], min: usize, max: usize) -> Vec<String> {
        if (min, max) != (1, 1) {
            unsupported(Missing::Choice, "several colours");
        }
        self.choose_color(by, valid).into_iter().collect()
    }

    fn specify_mana_combo(
        &mut self,
        by: PlayerId,
        available: &[String],
        amount: usize,
        _: Option<CardId>,
        _: Option<u16>,
    ) -> Vec<String> {
        (0..amount).filter_map(|_| available.get(self.mana(by, available)).cloned()).collect()
    }

    // Replacement effects, triggers, state-based actions.

    fn choose_single_replacement_effect(&mut self, by: PlayerId, descriptions: &[String]) -> usize {
        let names = descriptions.iter().map(|text| self.source_of(text)).collect();
        self.table().one(named(by), ChoiceKind::Replacement, names, None)
    }

    fn choose_legend_keep(&mut self, by: PlayerId, same: &[CardId]) -> CardId {
        self.one(by, ChoiceKind::LegendRule, same, None).unwrap_or(same[0])
    }

    fn choose_optional_trigger(&mut self, by: PlayerId, _: &str, source: Option<CardId>, _: Option<ApiType>) -> bool {
        let about = self.about(source);
        self.table().may(named(by), about)
    }

    fn confirm_replacement_effect(&mut self, by: PlayerId, _: &str, _: &str, source: Option<CardId>) -> bool {
        let about = self.about(source);
        self.table().may(named(by), about)
    }

    fn confirm_action(
        &mut self,
        by: PlayerId,
        _: Option<&str>,
        _: &str,
        _: &[String],
        source: Option<CardId>,
        _: Option<ApiType>,
    ) -> bool {
        let about = self.about(source);
        self.table().may(named(by), about)
    }

    fn pay_cost_to_prevent_effect(
        &mut self,
        _: PlayerId,
        kind: &str,
        _: &str,
        _: Option<CardId>,
        _: Option<ApiType>,
        can_pay: bool,
        _: &[GameEntity],
        _: &str,
    ) -> bool {
        if can_pay {
            unsupported(Missing::Choice, format!("something paid so that an effect does not happen: {kind}"));
        }
        false
    }

    fn choose_binary(
        &mut self,
        _: PlayerId,
        _: &str,
        kind: BinaryChoiceKind,
        _: Option<bool>,
        _: Option<CardId>,
        _: Option<ApiType>,
    ) -> bool {
        unsupported(Missing::Choice, kind.as_str())
    }

    // Effects.

    fn choose_mode(&mut self, _: PlayerId, _: &[String], _: usize, _: usize, _: Option<CardId>) -> Vec<usize> {
        unsupported(Missing::Choice, "modes")
    }

    fn choose_cards_for_effect(&mut self, by: PlayerId, valid: &[CardId], min: usize, max: usize) -> Vec<CardId> {
        self.cards(by, valid, (min, max))
    }

    fn choose_single_entity_for_effect(
        &mut self,
        by: PlayerId,
        valid: &[GameEntity],
        optional: bool,
    ) -> Option<GameEntity> {
        let cards: Vec<CardId> = valid
            .iter()
            .map(|entity| match entity {
                GameEntity::Card(card) => *card,
                GameEntity::Player(_) => unsupported(Missing::Choice, "a player for an effect"),
            })
            .collect();
        let picked = self.choose_cards_for_effect(by, &cards, usize::from(!optional), 1);
        picked.first().map(|card| GameEntity::Card(*card))
    }

    fn choose_entities_for_effect(&mut self, _: PlayerId, _: &[GameEntity], _: usize, _: usize) -> Vec<GameEntity> {
        unsupported(Missing::Choice, "players and permanents for an effect")
    }

    fn choose_type(&mut self, by: PlayerId, _: &str, valid: &[String]) -> Option<String> {
        let options = valid.iter().map(|name| name.as_str().into()).collect();
        let at = self.table().one(named(by), ChoiceKind::CreatureType, options, None);
        valid.get(at).cloned()
    }

    fn choose_card_name(&mut self, _: PlayerId, _: &[String]) -> Option<String> {
        unsupported(Missing::Choice, "the name of a card")
    }

    fn choose_counter_type(&mut self, _: PlayerId, options: &[CounterType], _: &str) -> Option<CounterType> {
        if options.len() > 1 {
            unsupported(Missing::Choice, "a kind of counter");
        }
        options.first().cloned()
    }

    fn choose_scry(&mut self, _: &GameState, _: PlayerId, _: Option<CardId>, _: &[CardId]) -> Vec<Vec<CardId>> {
        unsupported(Missing::Choice, "scry")
    }

    fn choose_random_discard(&mut self, _: PlayerId, _: &[CardId], _: usize) -> Vec<CardId> {
        unsupported(Missing::Choice, "a card at random")
    }

    fn flip_coin_call(&mut self, _: PlayerId) -> bool {
        unsupported(Missing::Choice, "a coin")
    }
}
