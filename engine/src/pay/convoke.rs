//! Convoke (CR 702.51): creatures that are tapped instead of mana that is paid, once the total cost is known (CR 702.51b).

use super::is_barred;
use crate::act::ActError;
use crate::characteristics::{CardType, Colors, Keyword};
use crate::choices::{Choice, Choices, Form, Question, QuestionKind, ask};
use crate::derived::Derived;
use crate::effect::Permission;
use crate::event::Event;
use crate::filter::{Filter, Whose};
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::layers::derive;
use crate::mana::{ManaCost, ManaType};
use crate::matching::{View, row_of};
use crate::mutant::Mutant;
use crate::perform::perform;
use crate::refusal::Refusal;

/// Whether the spell has convoke, by itself or because something says so.
fn has_convoke(game: &Game, derived: &Derived, spell: ObjectId) -> bool {
    row_of(game, derived, spell).is_some_and(|row| row.has(Keyword::Convoke)) || {
        let standing = crate::standing::standing(game, derived);
        crate::standing::forbids(game, derived, &standing, |rule, view| match rule {
            Permission::SpellsHaveConvoke(filter) => view.matches_id(filter, spell),
            _ => false,
        })
    }
}

/// Taps the creatures that the player chooses. What is left of the cost can be one of these: a creature stands for mana of
/// its colour or for generic mana (CR 702.51a).
pub(super) fn convoke(
    game: &mut Game,
    player: PlayerId,
    spell: ObjectId,
    cost: &ManaCost,
    choices: &mut dyn Choices,
) -> Result<Vec<ManaCost>, ActError> {
    let derived = derive(game);
    let whole = vec![cost.clone()];
    if !has_convoke(game, &derived, spell) {
        return Ok(whole);
    }
    // No symbol is paid, so that it does not matter since when the player controls them (CR 302.6).
    let parts = [Filter::Type(CardType::Creature), Filter::Controlled(Whose::You)];
    let filter = Filter::All(parts.into()).and(Filter::Not(Box::new(Filter::Tapped)));
    let colors = |id: ObjectId| derived.row(id).map(|row| row.colors).unwrap_or_default();
    let mut able = View::new(game, &derived, spell, player).each(&filter);
    able.retain(|id| !is_barred(game, &derived, *id, spell, QuestionKind::TapForCost));
    able.retain(|id| !without_one(game, &whole, colors(*id)).is_empty());
    let mana = cost.generic.saturating_add(crate::game::as_u32(cost.symbols.len()));
    let most = mana.min(crate::game::as_u32(able.len()));
    let question = Question {
        player,
        kind: QuestionKind::TapForCost,
        rule: "702.51a",
        about: Some(spell),
        options: able.iter().copied().map(Choice::Object).collect(),
        form: Form::Some { min: 0, max: u16::try_from(most).unwrap_or(u16::MAX) },
    };
    let tapped: Vec<ObjectId> = ask(game, choices, question)?.into_iter().map(|at| able[at]).collect();
    if tapped.is_empty() {
        return Ok(whole);
    }
    let left = tapped.iter().fold(whole, |costs, id| without_one(game, &costs, colors(*id)));
    game.note_rule("702.51a", || "creatures are tapped rather than mana paid".to_owned());
    let events: Vec<Event> = tapped.into_iter().map(Event::Tap).collect();
    let wanted = events.len();
    // 118.3: what cannot be tapped has not been.
    if perform(game, events, choices)?.len() < wanted {
        return Err(Refusal::Cost.into());
    }
    Ok(left)
}

/// What may be left of these costs once a creature with these colours stands for one mana.
fn without_one(game: &Game, costs: &[ManaCost], colors: Colors) -> Vec<ManaCost> {
    let (any, none) = (game.deviates(Mutant::ConvokeIgnoresColor), game.deviates(Mutant::ConvokeGenericOnly));
    let has = |t: ManaType| !none && t.color().is_some_and(|color| any || colors.contains(color));
    let mut left: Vec<ManaCost> = Vec::new();
    let mut add = |cost: ManaCost| {
        if !left.contains(&cost) {
            left.push(cost);
        }
    };
    for cost in costs {
        if cost.generic > 0 {
            add(ManaCost { generic: cost.generic - 1, ..cost.clone() });
        }
        for (at, symbol) in cost.symbols.iter().enumerate() {
            if ManaType::ALL.into_iter().any(|t| symbol.takes(t) && has(t)) {
                let mut fewer = cost.clone();
                fewer.symbols.remove(at);
                add(fewer);
            }
        }
    }
    left
}
