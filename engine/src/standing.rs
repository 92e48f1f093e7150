//! Static abilities that replace, prevent or forbid (CR 604, 614, 615, 101.2): which there are now, and what they say.

use std::sync::Arc;

use crate::ability::{Ability, StaticAbility};
use crate::counter::CounterKind;
use crate::derived::Derived;
use crate::effect::{Amount, Effect, Objects, Permission, Prevention};
use crate::event::{Begun, EffectKey, Left, Recipient, Shield};
use crate::filter::Filter;
use crate::game::Game;
use crate::id::{ObjectId, PlayerId, Timestamp};
use crate::mana::Color;
use crate::matching::{View, chosen_for};
use crate::object::AbilityRef;

/// One effect that replaces, prevents or forbids, where it is now.
#[derive(Debug, Clone)]
pub(crate) struct Standing {
    pub(crate) key: EffectKey,
    pub(crate) ability: AbilityRef,
    pub(crate) controller: PlayerId,
    /// The colour chosen for it, where no object has it.
    pub(crate) chosen: Option<Color>,
    /// If it is a shield: what there is of it.
    pub(crate) shield: Option<Held>,
}

/// A shield while a set of events is replaced: what it has prevented of the set so far counts against it at once.
#[derive(Debug, Clone)]
pub(crate) struct Held {
    /// When it began, which names it.
    pub(crate) name: Timestamp,
    pub(crate) to: Recipient,
    pub(crate) from: Option<ObjectId>,
    pub(crate) left: Left,
    /// How much it has prevented of the set.
    pub(crate) used: u32,
}

impl Standing {
    /// From where it looks.
    pub(crate) fn view<'a>(&self, game: &'a Game, derived: &'a Derived) -> View<'a> {
        View::new(game, derived, self.key.source, self.controller).of(&self.ability)
    }

    /// The colour that it speaks of as the chosen one.
    pub(crate) fn chosen(&self, game: &Game) -> Option<Color> {
        self.chosen.or_else(|| chosen_for(game, self.key.source, self.ability.link()))
    }
}

/// Whether some rule that is in force says so.
pub(crate) fn forbids(
    game: &Game,
    derived: &Derived,
    standing: &[Standing],
    says: impl Fn(&Permission, &View<'_>) -> bool,
) -> bool {
    let from_abilities = standing.iter().any(|s| match s.ability.get(game.cards()) {
        Ability::Static(StaticAbility::Rule(rule)) => says(rule, &s.view(game, derived)),
        _ => false,
    });
    from_abilities
        || game.floating_rules().any(|(rule, you)| says(rule, &View::new(game, derived, ObjectId(u32::MAX), you)))
}

/// Whether a rule that is in force says that the player cannot lose the game (CR 101.2).
pub(crate) fn cannot_lose(game: &Game, derived: &Derived, standing: &[Standing], player: PlayerId) -> bool {
    forbids(game, derived, standing, |rule, view| match rule {
        Permission::CantLose(whose) => view.is(*whose, player),
        _ => false,
    })
}

/// The place of what a shield counter does among the effects of a permanent: further than any of its abilities.
const SHIELD_COUNTER: u8 = 127;

/// Whether the effect is that of shield counters.
pub(crate) fn is_shield_counter(key: EffectKey) -> bool {
    key.index == SHIELD_COUNTER
}

/// 122.1c: damage is prevented, and one counter removed for it. The same counter comes off instead where an effect would
/// destroy the permanent, which is no prevention and is [`crate::replace`]'s.
fn of_shield_counter() -> Ability {
    let (kind, amount, on) = (CounterKind::Shield, Amount::one(), Objects::This);
    Ability::Static(StaticAbility::Prevention(Prevention {
        to_player: None,
        to: Some(Filter::This),
        from: Filter::Any,
        combat: None,
        amount: None,
        then: vec![Effect::RemoveCounters { kind, amount, on }],
    }))
}

/// Every static ability of a permanent that replaces, prevents or forbids, in id order.
#[must_use]
pub(crate) fn standing(game: &Game, derived: &Derived) -> Vec<Standing> {
    let cards = game.cards();
    let mut all = Vec::new();
    for row in derived.rows() {
        let Some(object) = game.permanent(row.id) else {
            continue;
        };
        if object.counters.get(CounterKind::Shield) > 0 {
            let key = EffectKey { source: row.id, index: SHIELD_COUNTER };
            let ability = AbilityRef::Own(Arc::new(of_shield_counter()));
            all.push(Standing { key, ability, controller: row.controller, chosen: None, shield: None });
        }
        if !row.may_have(cards, |printed| printed.has_replacement) {
            continue;
        }
        for (index, (ability, data)) in (0..=u8::MAX).zip(row.abilities(cards)) {
            let watches = matches!(
                data,
                Ability::Static(StaticAbility::Replacement(_) | StaticAbility::Prevention(_) | StaticAbility::Rule(_))
                    | Ability::Protection(_)
            );
            if watches {
                let key = EffectKey { source: row.id, index };
                all.push(Standing { key, ability, controller: row.controller, chosen: None, shield: None });
            }
        }
    }
    // What no object has, named by what created it and a number that none of its own abilities has.
    for (index, floating) in (0..=u8::MAX).rev().zip(game.floating()) {
        let (source, ability, chosen, shield) = match &floating.effect {
            Begun::Watch(source, ability, chosen) if matches!(&**ability, Ability::Static(_)) => {
                (*source, ability, *chosen, None)
            }
            Begun::Shield(shield) => {
                let Shield { to, from, left, .. } = **shield;
                (shield.by, &shield.ability, None, Some(Held { name: floating.timestamp, to, from, left, used: 0 }))
            }
            Begun::Watch(..) | Begun::Changes(..) | Begun::Rule(_) => continue,
        };
        let (key, controller) = (EffectKey { source, index }, floating.controller);
        all.push(Standing { key, ability: AbilityRef::Own(ability.clone()), controller, chosen, shield });
    }
    all
}
