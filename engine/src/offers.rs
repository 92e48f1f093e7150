//! What a player may do now: the legal actions, found by trying them (CR 117.1).

use crate::ability::{Ability, CostPart, TargetSpec};
use crate::act::{Action, Activate, Cast, act};
use crate::card::{Card, CardTable};
use crate::cast::{additional_costs, target_specs};
use crate::characteristics::Keyword;
use crate::choices::{Answer, Choices, FirstOption, Form, Question, Stop};
use crate::event::Recipient;
use crate::game::Game;
use crate::id::PlayerId;
use crate::layers::derive;
use crate::matching::View;
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
    let legal = |action: &Action| {
        act(&mut game.clone(), player, action, &mut FirstOption).is_ok()
            || (has_convoke(game, action) && act(&mut game.clone(), player, action, &mut AsMany).is_ok())
    };
    actions.extend(candidates(game, player).into_iter().filter(legal));
    actions
}

/// Whether creatures may help to cast it (CR 702.51a), so that the cost can be paid without paying it in mana. Convoke that
/// something else gives is a known gap: what only that makes payable is legal and not offered.
fn has_convoke(game: &Game, action: &Action) -> bool {
    let Action::Cast(cast) = action else { return false };
    game.object(cast.object).is_some_and(|o| game.cards().card(o.card).keywords.contains(Keyword::Convoke))
}

/// Takes the first option, and of several as many as allowed.
struct AsMany;

impl Choices for AsMany {
    fn choose(&mut self, game: &Game, question: &Question) -> Result<Answer, Stop> {
        match question.form {
            Form::Some { max, .. } => Ok((0..usize::from(max)).collect()),
            _ => FirstOption.choose(game, question),
        }
    }
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
                for targets in combinations(&View::new(game, &derived, object.id, player), &target_specs(card)) {
                    for (kicked, free, x) in announcements(game, player, card) {
                        let (object, targets) = (object.id, targets.clone());
                        all.push(Action::Cast(Cast { object, x, kicked, free, targets, pay: Vec::new() }));
                    }
                }
            }
            Zone::Battlefield => {
                let Some(row) = derived.row(object.id).filter(|row| row.controller == player) else {
                    continue;
                };
                for (at, (name, ability)) in row.abilities(cards).enumerate() {
                    let Ability::Activated(a) = ability else {
                        continue;
                    };
                    let xs = a.cost.iter().map(|part| match part {
                        CostPart::Mana(mana) => mana.xs,
                        _ => 0,
                    });
                    let view = View::new(game, &derived, object.id, player).of(&name);
                    for x in values_of_x(game, player, xs.max().unwrap_or(0)) {
                        for targets in combinations(&view, &a.targets) {
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

/// Every way of announcing a spell: kicked or not, for free or not, with each X (CR 601.2b).
fn announcements(game: &Game, player: PlayerId, card: &Card) -> Vec<(bool, bool, u32)> {
    let kicker = card.abilities.iter().any(|a| matches!(a, Ability::Kicker(_)));
    let free = crate::cast::may_cast_free(game, player);
    let mut all = Vec::new();
    for (kicked, free) in [(false, false), (true, false), (false, true), (true, true)] {
        let xs = card.cost.as_ref().filter(|_| !free).map_or(0, |cost| cost.xs);
        let mut most = *values_of_x(game, player, xs).end();
        for part in additional_costs(card, kicked) {
            most = most.max(match part {
                CostPart::Mana(mana) => *values_of_x(game, player, mana.xs).end(),
                CostPart::DiscardX => crate::game::as_u32(game.player(player).hand.len()),
                _ => 0,
            });
        }
        all.extend((0..=most).map(|x| (kicked, free, x)));
    }
    all.retain(|(k, f, _)| (kicker || !k) && (free || !f));
    all
}

/// Every X that the pool could pay for.
fn values_of_x(game: &Game, player: PlayerId, xs: u8) -> core::ops::RangeInclusive<u32> {
    match u32::from(xs) {
        0 => 0..=0,
        n => 0..=game.player(player).mana().total() / n,
    }
}

/// The combinations of legal targets, at most [`TARGETS`].
fn combinations(view: &View<'_>, specs: &[TargetSpec]) -> Vec<Vec<Recipient>> {
    let mut all: Vec<Vec<Recipient>> = vec![Vec::new()];
    for spec in specs {
        let legal = legal_targets(view, spec);
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
