//! Actions: what a player with priority may do (CR 117.1). An action that is refused changes nothing.

use core::fmt;
use std::sync::Arc;

use crate::ability::{Ability, CostPart, could_add_mana};
use crate::cast;
use crate::characteristics::CardType;
use crate::choices::{Choices, Stop};
use crate::derived::Derived;
use crate::effect::{Amount, Effect};
use crate::event::{Cause, Enters, Event, EventInfo, Recipient};
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::instruct::Frame;
use crate::layers::derive;
use crate::mana::ManaTypes;
use crate::matching::View;
use crate::mutant::Mutant;
use crate::object::{AbilityRef, Announced, StackAbility};
use crate::pay;
use crate::perform::perform;
use crate::produce::{could_have_produced, is_undefined, looks_back};
use crate::refusal::Refusal;
use crate::resolve::{resolve_mana_ability, resolve_top};
use crate::settle::settle;
use crate::sickness::symbols_open;
use crate::target::{any_protected, is_legal};
use crate::transcript::Entry;
use crate::turn::Step;
use crate::turns;
use crate::zone::Zone;

/// Casting a spell (CR 601), with everything announced on the way.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cast {
    /// The card.
    pub object: ObjectId,
    /// X; must be 0 where there is none (CR 107.3).
    pub x: u32,
    /// Whether its kicker is paid (CR 702.33a).
    pub kicked: bool,
    /// Whether it is cast without paying its mana cost (CR 118.9), which something has to allow.
    pub free: bool,
    /// Targets in order.
    pub targets: Vec<Recipient>,
    /// Mana abilities to activate while paying (CR 601.2g), in order.
    pub pay: Vec<Activate>,
}

/// Activating an ability (CR 602).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Activate {
    /// The permanent.
    pub object: ObjectId,
    /// Which of its current abilities, counted from 0.
    pub ability: usize,
    /// X; must be 0 where there is none.
    pub x: u32,
    /// Targets in order.
    pub targets: Vec<Recipient>,
    /// Mana abilities to activate while paying (CR 602.2b), in order.
    pub pay: Vec<Activate>,
}

/// What a player with priority does.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Action {
    /// CR 117.3d.
    Pass,
    /// CR 305.
    PlayLand(ObjectId),
    /// CR 601.
    Cast(Cast),
    /// CR 602.
    Activate(Activate),
}

/// Why an action did not come to an end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActError {
    /// It is not legal; the game is as it was.
    Refused(Refusal),
    /// The run has ended.
    Stop(Stop),
}

impl From<Stop> for ActError {
    fn from(stop: Stop) -> ActError {
        ActError::Stop(stop)
    }
}

impl From<Refusal> for ActError {
    fn from(refusal: Refusal) -> ActError {
        ActError::Refused(refusal)
    }
}

impl fmt::Display for ActError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ActError::Refused(refusal) => write!(f, "{} (CR {})", refusal.says(), refusal.rule()),
            ActError::Stop(stop) => stop.fmt(f),
        }
    }
}

impl core::error::Error for ActError {}

/// Takes an action and brings the game to rest, so that a player has priority again.
///
/// # Errors
/// [`ActError::Refused`] leaves the game as it was; [`ActError::Stop`] ends the run.
pub fn act(game: &mut Game, player: PlayerId, action: &Action, choices: &mut dyn Choices) -> Result<(), ActError> {
    if game.turn().priority != Some(player) || game.is_over() {
        return Err(Refusal::Priority.into());
    }
    if *action == Action::Pass {
        return pass_or_take_back(game, choices);
    }
    let mut trial = game.clone();
    let done = attempt(&mut trial, player, action, choices);
    // What was looked at on the way was looked at, whether or not the action stands.
    game.touch_as(&trial);
    if let Err(ActError::Refused(refusal)) = &done {
        let refusal = *refusal;
        game.note_rule(refusal.rule(), || format!("refused: {}", refusal.says()));
    }
    done?;
    *game = trial;
    Ok(())
}

fn attempt(game: &mut Game, player: PlayerId, action: &Action, choices: &mut dyn Choices) -> Result<(), ActError> {
    game.note(|| Entry::Action(format!("{player}: {action:?}")));
    match action {
        Action::Pass => {}
        Action::PlayLand(object) => play_land(game, player, *object, choices)?,
        Action::Cast(cast) => cast::cast(game, player, cast, choices)?,
        Action::Activate(activate) => self::activate(game, player, activate, &[], choices)?,
    }
    // 117.3c: after an action the player who took it has priority.
    game.reset_passes();
    settle(game, choices)?;
    game.give_priority(player);
    Ok(())
}

/// A pass may lead to the declaration of blockers. One that is not legal has not been made, nor has the pass (CR 726.1).
fn pass_or_take_back(game: &mut Game, choices: &mut dyn Choices) -> Result<(), ActError> {
    let before = (game.turn().step == Step::DeclareAttackers).then(|| game.clone());
    match (pass(game, choices), before) {
        (Err(Stop::Illegal(refusal)), Some(before)) => {
            *game = before;
            game.note_rule(refusal.rule(), || format!("refused: {}", refusal.says()));
            Err(refusal.into())
        }
        (done, _) => Ok(done?),
    }
}

/// 117.3d and 117.4: priority goes round; when all have passed, the top of the stack resolves, or the step ends.
fn pass(game: &mut Game, choices: &mut dyn Choices) -> Result<(), Stop> {
    if !game.pass_priority() {
        return Ok(());
    }
    game.reset_passes();
    if game.stack().is_empty() {
        return turns::end_step(game, choices);
    }
    resolve_top(game, choices)?;
    settle(game, choices)?;
    let active = game.turn().active;
    game.give_priority(active);
    Ok(())
}

/// 305.1–305.3: a land is played in the player's own main phase with an empty stack, once a turn, without the stack.
fn play_land(game: &mut Game, player: PlayerId, id: ObjectId, choices: &mut dyn Choices) -> Result<(), ActError> {
    let object = game.object(id).ok_or(Refusal::Zone)?;
    let is_land = game.cards().card(object.card).types.contains(CardType::Land);
    if object.zone != Zone::Hand || object.owner != player || !is_land {
        return Err(Refusal::Zone.into());
    }
    if !sorcery_timing(game, player) || game.turn().lands_played > 0 {
        return Err(Refusal::Timing.into());
    }
    game.count_land();
    let (to, cause) = (Zone::Battlefield, Cause::Played);
    perform(game, vec![Event::Move { object: id, to, cause, enters: Enters::default() }], choices)?;
    Ok(())
}

/// When a sorcery could be cast (CR 307.1).
#[must_use]
pub fn sorcery_timing(game: &Game, player: PlayerId) -> bool {
    game.turn().active == player && game.turn().step.is_main() && game.stack().is_empty()
}

/// An ability that is being activated.
type Open = (ObjectId, AbilityRef);

/// Activates an ability: CR 602.2, in the order of CR 601.2b–i. `open` are the mana abilities in the middle of whose
/// activation it is activated.
fn activate(
    game: &mut Game,
    player: PlayerId,
    act: &Activate,
    open: &[Open],
    choices: &mut dyn Choices,
) -> Result<(), ActError> {
    let derived = derive(game);
    let object = game.permanent(act.object).ok_or(Refusal::Zone)?;
    let row = derived.row(act.object).ok_or(Refusal::Zone)?;
    let owner_may = game.deviates(Mutant::OwnerMayActivate) && object.owner == player;
    if row.controller != player && !owner_may {
        return Err(Refusal::Control.into());
    }
    let cards = game.shared_cards();
    let (ability, data) = row.ability(&cards, act.ability).ok_or(Refusal::Ability)?;
    let Ability::Activated(data) = data else {
        return Err(Refusal::Ability.into());
    };
    // 605.3c: not while it is being activated already.
    if open.iter().any(|(object, known)| *object == act.object && *known == ability) {
        return Err(Refusal::Ability.into());
    }
    let lifted = symbols_open(game, &derived, object, row, data)?;
    if game.deviates(Mutant::UntapCostJudgedEarly) && data.has_untap_symbol() && !object.tapped {
        return Err(Refusal::Untapped.into());
    }
    // 605.3a: mana abilities in the middle only where mana has to be paid.
    if !act.pay.is_empty() && !data.cost.iter().any(|part| matches!(part, CostPart::Mana(_))) {
        return Err(Refusal::Timing.into());
    }
    if data.sorcery_speed && !sorcery_timing(game, player) {
        return Err(Refusal::Timing.into());
    }
    let view = View::new(game, &derived, act.object, player).of(&ability);
    if data.only_if.as_ref().is_some_and(|condition| !view.holds(condition)) {
        return Err(Refusal::Restriction.into());
    }
    // 605.2: only a mutant minds whether a mana ability has anything to make.
    if game.deviates(Mutant::UndefinedManaRefused) && is_undefined(&view, data) {
        return Err(Refusal::Ability.into());
    }
    let has_x = data.cost.iter().any(|part| matches!(part, CostPart::Mana(m) if m.xs > 0));
    if act.x > 0 && !has_x {
        return Err(Refusal::X.into());
    }
    let targets_fit = data.targets.len() == act.targets.len()
        && data.targets.iter().zip(&act.targets).all(|(spec, target)| is_legal(&view, spec, *target));
    if !targets_fit {
        return Err(illegal_target(game, &derived, &act.targets, act.object).into());
    }
    if let Some(rule) = lifted {
        game.note_rule(rule, || "it need not wait to pay the symbol".to_owned());
    }
    finish(game, player, act, &ability, open, choices)
}

/// Which rule keeps these from being the targets.
pub(crate) fn illegal_target(game: &Game, derived: &Derived, targets: &[Recipient], source: ObjectId) -> Refusal {
    if any_protected(game, derived, targets, source) { Refusal::Protection } else { Refusal::Target }
}

fn finish(
    game: &mut Game,
    player: PlayerId,
    act: &Activate,
    ability: &AbilityRef,
    open: &[Open],
    choices: &mut dyn Choices,
) -> Result<(), ActError> {
    let cards = game.shared_cards();
    let Ability::Activated(data) = ability.get(&cards) else {
        return Err(Refusal::Ability.into());
    };
    let mut open = open.to_vec();
    if data.is_mana_ability() {
        open.push((act.object, ability.clone()));
    }
    for mana in &act.pay {
        game.note_rule("601.2g", || "a mana ability in the middle of paying".to_owned());
        activate_mana(game, player, mana, &open, choices)?;
    }
    // 608.2h: what is sacrificed for the cost is looked at as it last existed.
    let before = looks_back(data).then(|| game.clone());
    let free = game.deviates(Mutant::UndefinedManaUnpaid)
        && is_undefined(&View::new(game, &derive(game), act.object, player).of(ability), data);
    if !free {
        pay::pay(game, player, act.object, &data.cost, act.x, choices)?;
    }
    let targeted = game.deviates(Mutant::TargetedAbilityIsManaAbility) && could_add_mana(&data.effects);
    if data.is_mana_ability() || targeted {
        let mana = before.map_or(ManaTypes::NONE, |before| {
            let types = could_have_produced(&before, game);
            game.touch_as(&before);
            types
        });
        // 106.12: tapping for mana is activating a mana ability with the symbol in its cost.
        let tapping = data.has_tap_symbol() || game.deviates(Mutant::ManaTriggerOnAnyManaAbility);
        let frame = Frame {
            source: act.object,
            controller: player,
            targets: act.targets.iter().copied().map(Some).collect(),
            link: ability.link(),
            x: act.x,
            event: EventInfo { mana, ..EventInfo::default() },
            tapped_for: tapping.then_some((act.object, player)),
        };
        game.note_rule("605.1a", || "it is a mana ability: it resolves at once".to_owned());
        return Ok(resolve_mana_ability(game, &frame, ability, choices)?);
    }
    if could_add_mana(&data.effects) {
        game.note_rule("605.5a", || "an ability with a target is no mana ability: it uses the stack".to_owned());
    }
    let fixed = game.deviates(Mutant::PowerReadOnActivation);
    let ability = if fixed { with_power_of_now(game, player, act.object, ability) } else { ability.clone() };
    let on_stack = StackAbility { source: act.object, ability, triggered: false, event: EventInfo::default() };
    let announced = Announced { x: act.x, targets: act.targets.clone(), ..Announced::default() };
    let event = Event::PutOnStack { controller: player, ability: Box::new(on_stack), announced: Box::new(announced) };
    perform(game, vec![event], choices)?;
    Ok(())
}

/// 608.2h: a power is read as the ability resolves; only a mutant puts down what it is now.
fn with_power_of_now(game: &Game, player: PlayerId, id: ObjectId, ability: &AbilityRef) -> AbilityRef {
    let mut now = ability.get(game.cards()).clone();
    let (derived, Ability::Activated(data)) = (derive(game), &mut now) else { return ability.clone() };
    for effect in &mut data.effects {
        if let Effect::DealDamage { amount: amount @ Amount::PowerOf(_), .. } = effect {
            let view = View::new(game, &derived, id, player).of(ability);
            *amount = Amount::Is(view.amount(amount, 0, &EventInfo::default()));
        }
    }
    AbilityRef::Own(Arc::new(now))
}

/// Whether it is a mana ability that is activated (CR 605.1a).
#[must_use]
pub fn is_mana_ability(game: &Game, act: &Activate) -> bool {
    let derived = derive(game);
    let row = derived.row(act.object);
    row.and_then(|row| row.ability(game.cards(), act.ability))
        .is_some_and(|(_, ability)| matches!(ability, Ability::Activated(a) if a.is_mana_ability()))
}

/// 605.3a: while paying, only mana abilities.
pub(crate) fn activate_mana(
    game: &mut Game,
    player: PlayerId,
    act: &Activate,
    open: &[Open],
    choices: &mut dyn Choices,
) -> Result<(), ActError> {
    if !is_mana_ability(game, act) {
        return Err(Refusal::Ability.into());
    }
    activate(game, player, act, open, choices)
}
