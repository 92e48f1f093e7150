//! What a player may do now: the legal actions, found by trying them (CR 117.1).

use crate::ability::{Ability, CostPart, TargetSpec};
use crate::act::{Action, Activate, Cast, act};
use crate::card::CardTable;
use crate::cast::target_specs;
use crate::choices::FirstOption;
use crate::event::Recipient;
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::layers::derive;
use crate::target::legal_targets;
use crate::zone::Zone;

/// The most combinations of targets that are looked at for one spell or ability.
const TARGETS: usize = 64;

/// The actions of the player with priority that would not be refused, passing first, then in object order. Costs are paid
/// from the pool as it is; mana abilities are actions of their own.
#[must_use]
pub fn legal_actions(game: &Game) -> Vec<Action> {
    let Some(player) = game.turn().priority.filter(|_| !game.is_over()) else {
        return Vec::new();
    };
    let mut actions = vec![Action::Pass];
    let legal = |action: &Action| act(&mut game.clone(), player, action, &mut FirstOption).is_ok();
    actions.extend(candidates(game, player).into_iter().filter(legal));
    actions
}

fn candidates(game: &Game, player: PlayerId) -> Vec<Action> {
    let cards = game.cards();
    let derived = derive(game);
    let mut all = Vec::new();
    for object in game.objects() {
        match object.zone {
            Zone::Hand if object.owner == player => {
                all.push(Action::PlayLand(object.id));
                let card = cards.card(object.card);
                let xs = card.cost.as_ref().map_or(0, |cost| cost.xs);
                for x in values_of_x(game, player, xs) {
                    for targets in combinations(game, &target_specs(card), object.id, player) {
                        all.push(Action::Cast(Cast { object: object.id, x, targets, pay: Vec::new() }));
                    }
                }
            }
            Zone::Battlefield => {
                let Some(row) = derived.row(object.id).filter(|row| row.controller == player) else {
                    continue;
                };
                for (at, (_, ability)) in row.abilities(cards).enumerate() {
                    let Ability::Activated(a) = ability else {
                        continue;
                    };
                    let xs = a.cost.iter().map(|part| match part {
                        CostPart::Mana(mana) => mana.xs,
                        _ => 0,
                    });
                    for x in values_of_x(game, player, xs.max().unwrap_or(0)) {
                        for targets in combinations(game, &a.targets, object.id, player) {
                            let object = object.id;
                            all.push(Action::Activate(Activate { object, ability: at, x, targets, pay: Vec::new() }));
                        }
                    }
                }
            }
            _ => {}
        }
    }
    all
}

/// Every X that the pool could pay for.
fn values_of_x(game: &Game, player: PlayerId, xs: u8) -> core::ops::RangeInclusive<u32> {
    match u32::from(xs) {
        0 => 0..=0,
        n => 0..=game.player(player).pool.total() / n,
    }
}

/// The combinations of legal targets, at most [`TARGETS`].
fn combinations(game: &Game, specs: &[TargetSpec], source: ObjectId, you: PlayerId) -> Vec<Vec<Recipient>> {
    let derived = derive(game);
    let mut all: Vec<Vec<Recipient>> = vec![Vec::new()];
    for spec in specs {
        let legal = legal_targets(game, &derived, spec, source, you);
        all = all
            .into_iter()
            .flat_map(|chosen| {
                legal.iter().map(move |target| {
                    let mut more = chosen.clone();
                    more.push(*target);
                    more
                })
            })
            .take(TARGETS)
            .collect();
    }
    all
}

/// The position of the first ability of a card that is a mana ability, among those that its permanent has by print.
#[must_use]
pub fn first_mana_ability(cards: &CardTable, card: crate::id::CardId) -> Option<usize> {
    let abilities = &cards.card(card).abilities;
    abilities.iter().position(|a| matches!(a, Ability::Activated(a) if a.is_mana_ability()))
}
