//! A player of the engine: answers its callbacks by the step that is carried out and by the scenario's answers.
//!
//! A question of the engine that is none of the protocol's ends the case as unsupported.

use std::cell::{RefCell, RefMut};
use std::rc::Rc;
use std::sync::Arc;

use forge_foundation::ZoneType;
use headjudge_protocol::message::Missing;
use headjudge_protocol::scenario::Step;
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

use crate::board::player;
use crate::observe::named;
use crate::questions::Choice;
use crate::steps::{Announced, TAKEN_X, Target};
use crate::stop::unsupported;
use crate::table::Table;

/// The seat of one player.
pub(crate) struct Seat {
    pub(crate) player: PlayerId,
    pub(crate) table: Rc<RefCell<Table>>,
}

impl Seat {
    fn table(&self) -> RefMut<'_, Table> {
        self.table.borrow_mut()
    }

    /// What is announced, while something is cast or activated by this player.
    fn announced<T>(&self, with: impl FnOnce(&mut Announced) -> T) -> Option<T> {
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
    fn fail(&self, why: impl Into<String>) {
        if let Some(doing) = self.table().doing.as_mut() {
            doing.failed.get_or_insert(why.into());
        }
    }

    fn names(&self, cards: &[CardId]) -> Vec<Arc<str>> {
        let table = self.table();
        let Some(seen) = &table.seen else { return Vec::new() };
        cards.iter().map(|card| table.name_of(&seen.game, *card)).collect()
    }

    fn about(&self, card: Option<CardId>) -> Option<Arc<str>> {
        card.and_then(|card| self.names(&[card]).pop())
    }

    fn many(
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

    fn one(&self, by: PlayerId, kind: ChoiceKind, cards: &[CardId], about: Option<CardId>) -> Option<CardId> {
        self.many(by, kind, cards, (1, 1), about).first().copied()
    }

    /// A target: of what the script casts or activates the next one that it names, of a trigger what is answered.
    fn target(&self, by: PlayerId, options: &[Target], sa: Option<&SpellAbility>) -> Target {
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

    fn mana(&self, by: PlayerId, letters: &[String]) -> usize {
        let options: Vec<Arc<str>> = letters.iter().map(|name| letter(name)).collect();
        let kinds = [ChoiceKind::Mana, ChoiceKind::Color];
        let pinned = self.table().pinned(named(by), &kinds, None).map(|(_, kind, _)| kind);
        self.table().one(named(by), pinned.unwrap_or(ChoiceKind::Mana), options, None)
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
        let mut table = self.table();
        let Some(doing) = &mut table.doing else { return Vec::new() };
        let Step::Attack { with, whom, .. } = doing.step.clone() else {
            // The engine asks again where somebody has to attack.
            if std::mem::replace(&mut doing.declared, true) {
                unsupported(Missing::Choice, "attackers, where somebody has to attack");
            }
            return Vec::new();
        };
        if std::mem::replace(&mut doing.declared, true) {
            doing.failed = Some("the engine does not take the declaration".to_owned());
            unsupported(Missing::Choice, "attackers, where the engine does not take those of the script");
        }
        let defender = match headjudge_protocol::words::PlayerName::from_word(&whom) {
            Some(name) => DefenderId::Player(player(name)),
            None => DefenderId::Permanent(table.card(&whom)),
        };
        let cards: Vec<CardId> = with.iter().map(|name| table.card(name)).collect();
        let legal = defenders.contains(&defender) && cards.iter().all(|card| available.contains(card));
        if !legal {
            if let Some(doing) = &mut table.doing {
                doing.failed = Some("that creature cannot attack".to_owned());
            }
            return Vec::new();
        }
        cards.into_iter().map(|card| (card, defender)).collect()
    }

    fn choose_blockers(
        &mut self,
        by: PlayerId,
        _: &[CardId],
        available: &[CardId],
        _: Option<usize>,
    ) -> Vec<(CardId, CardId)> {
        let mut table = self.table();
        let Some(doing) = &mut table.doing else { return Vec::new() };
        let Step::Block { by: who, pairs } = doing.step.clone() else { return Vec::new() };
        if player(who) != by {
            return Vec::new();
        }
        doing.declared = true;
        let cards: Vec<(CardId, CardId)> =
            pairs.iter().map(|(blocker, attacker)| (table.card(blocker), table.card(attacker))).collect();
        let able = cards.iter().all(|(blocker, _)| available.contains(blocker));
        if let Some(doing) = table.doing.as_mut().filter(|_| !able) {
            doing.failed = Some("that creature cannot block".to_owned());
        }
        cards
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
        let source = game.card(attacker);
        let tramples = defender.is_some() && source.has_trample();
        let there: Vec<CardId> =
            blockers.iter().copied().filter(|blocker| game.card(*blocker).zone == ZoneType::Battlefield).collect();
        let (mut left, mut assigned) = (damage.max(0), Vec::new());
        for (at, blocker) in there.iter().enumerate() {
            let marked = game.card(*blocker).toughness() - game.card(*blocker).damage;
            let lethal = if source.has_deathtouch() { marked.clamp(0, 1) } else { marked.max(0) };
            let mut amount = left;
            // The order in which blockers are dealt damage bounds what each of them is assigned (CR 510.1c).
            if (tramples || at + 1 < there.len()) && left > lethal {
                let numbers: Vec<i32> = (lethal..=left).collect();
                let options = numbers.iter().map(|number| number.to_string().into()).collect();
                let about = self.about(Some(*blocker));
                amount = numbers[self.table().one(named(by), ChoiceKind::DamageAssignment, options, about)];
            }
            assigned.push((Some(*blocker), amount));
            left -= amount;
        }
        if left > 0 && tramples {
            assigned.push((None, left));
        }
        assigned.retain(|(_, amount)| *amount > 0);
        assigned
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
        // A script names a spell by its card.
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
        if self.announced(|_| ()).is_none() {
            unsupported(Missing::Choice, "mana that is asked for by no step of the script");
        }
        if let Some(creature) = self.convokes(by, card, tappable, abilities) {
            return ManaCostAction::TapForMana { card_id: creature, mana_ability_index: None, express_choice: None };
        }
        let next = self.announced(|announced| (!announced.pay.is_empty()).then(|| announced.pay.remove(0)));
        if let Some(step) = next.flatten() {
            let ability = self.table().ability(&step);
            let offered = ability.filter(|(card, index, _)| {
                let one = |way: &ManaAbilityOption| way.card_id == *card && way.ability_index == *index;
                tappable.contains(card) && abilities.iter().any(one)
            });
            let Some((card_id, index, _)) = offered else {
                self.fail("the engine does not offer that mana ability");
                return ManaCostAction::AttemptedAndFailed;
            };
            return ManaCostAction::TapForMana { card_id, mana_ability_index: Some(index), express_choice: None };
        }
        let before = self.announced(|announced| std::mem::replace(&mut announced.paid, true)).unwrap_or(true);
        if before {
            // The engine has taken X as great as pool and lands together could pay for.
            if self.x_taken(card) {
                unsupported(Missing::Choice, TAKEN_X);
            }
            self.fail("the mana in the pool does not pay for it");
            return ManaCostAction::AttemptedAndFailed;
        }
        ManaCostAction::Pay { auto: false }
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
        let named_targets = self.announced(|announced| announced.targets.clone()).unwrap_or_default();
        if !named_targets.is_empty() {
            // Several targets of one kind.
            let options: Vec<Target> = valid.iter().map(|card| Target::Card(*card)).collect();
            let mut picked = Vec::new();
            for _ in 0..max.min(named_targets.len()) {
                if let Target::Card(card) = self.target(by, &options, None) {
                    picked.push(card);
                }
            }
            return picked;
        }
        let kinds =
            [ChoiceKind::Card, ChoiceKind::Copy, ChoiceKind::TapForCost, ChoiceKind::Sacrifice, ChoiceKind::Source];
        let pinned = self.table().pinned(named(by), &kinds, None).map(|(_, kind, _)| kind);
        self.many(by, pinned.unwrap_or(ChoiceKind::Card), valid, (min, max), None)
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

impl Seat {
    /// Whether the engine has chosen an X by itself.
    fn x_taken(&self, card: CardId) -> bool {
        let asked = self.announced(|announced| announced.x_asked).unwrap_or(false);
        let table = self.table();
        let Some(seen) = &table.seen else { return false };
        let shown = seen.game.card(card);
        !asked
            && (shown.mana_cost.count_x() > 0 || shown.keywords.iter_strings().any(|word| word.starts_with("Kicker:X")))
    }

    /// The next creature that is tapped for a spell with convoke. Which ones is asked once for each spell.
    fn convokes(
        &self,
        by: PlayerId,
        card: CardId,
        tappable: &[CardId],
        abilities: &[ManaAbilityOption],
    ) -> Option<CardId> {
        let asked = self.announced(|announced| announced.convoke.clone())?;
        let mut left = match asked {
            Some(left) => left,
            None => {
                let able: Vec<CardId> = {
                    let table = self.table();
                    let seen = table.seen.as_ref()?;
                    if !seen.game.card(card).has_keyword("Convoke") {
                        return None;
                    }
                    let creature = |card: &&CardId| seen.game.card(**card).is_creature();
                    tappable.iter().filter(creature).copied().collect()
                };
                if able.iter().any(|card| abilities.iter().any(|way| way.card_id == *card)) {
                    unsupported(Missing::Choice, "convoke with creatures that make mana as well");
                }
                self.many(by, ChoiceKind::TapForCost, &able, (0, able.len()), Some(card))
            }
        };
        let next = (!left.is_empty()).then(|| left.remove(0));
        self.announced(|announced| announced.convoke = Some(left));
        next
    }

    /// The object that a replacement effect comes from, by the number that the script has in its description.
    fn source_of(&self, description: &str) -> Arc<str> {
        let table = self.table();
        let number = description.split("object ").nth(1).and_then(|rest| rest.split_whitespace().next());
        let object = number.and_then(|number| number.parse::<usize>().ok());
        match object.and_then(|at| table.scenario.board.objects.get(at)) {
            Some(object) => Arc::clone(&object.id),
            None => description.split(':').next().unwrap_or(description).into(),
        }
    }
}
