//! Instructions that add mana (CR 106): how much of which types, and what it may be spent on.

use std::sync::Arc;

use super::Context;
use crate::characteristics::Colors;
use crate::choices::{Choice, Choices, Form, Question, QuestionKind, Stop, ask_one};
use crate::derived::Row;
use crate::effect::{Amount, ManaMade, Players};
use crate::event::{Event, MOST_AT_ONCE};
use crate::game::Game;
use crate::id::PlayerId;
use crate::mana::{ManaPool, ManaType, ManaTypes};
use crate::matching::{View, row_of};
use crate::mutant::Mutant;
use crate::restriction::Restriction;

impl Context<'_> {
    /// The mana that the instruction adds, for each player.
    pub(super) fn mana(
        &self,
        mana: &ManaMade,
        amount: &Amount,
        to: &Players,
        only: Option<&Arc<Restriction>>,
        choices: &mut dyn Choices,
    ) -> Result<Vec<Event>, Stop> {
        let n = self.amount(amount);
        let mut events = Vec::new();
        for player in self.players(to) {
            let pool: ManaPool = match mana {
                ManaMade::These(types) => types.iter().map(|t| (*t, n)).collect(),
                ManaMade::Combination(_) if n > MOST_AT_ONCE => {
                    return Err(Stop::Unsettled("one instruction wants more mana chosen than is worked out"));
                }
                ManaMade::Combination(_) => {
                    let each = (0..n).map(|_| self.choose_type(mana, player, choices));
                    each.filter_map(Result::transpose).map(|t| Ok((t?, 1))).collect::<Result<_, Stop>>()?
                }
                _ => match self.choose_type(mana, player, choices)? {
                    // 106.5: a type that cannot be determined is no mana at all.
                    Some(t) if n > 0 => [(t, n)].into_iter().collect(),
                    _ => ManaPool::default(),
                },
            };
            let (source, tapped_for) = (self.frame.source, self.frame.tapped_for);
            let only = only.map(|only| self.as_printed(only)).or_else(|| self.borrowed_restriction(mana, player));
            events.push(Event::AddMana { player, mana: pool, says: pool, only, source, tapped_for });
        }
        Ok(events)
    }

    /// 106.6, 612.1: the restriction is what the ability says by now; only a mutant reads the card of its object.
    fn as_printed(&self, now: &Arc<Restriction>) -> Arc<Restriction> {
        let printed = || {
            let row = row_of(self.game, self.derived, self.frame.source)?;
            crate::produce::restriction_of(&self.game.cards().card(row.card).abilities)
        };
        let read = self.game.deviates(Mutant::RestrictionReadsPrint).then(printed).flatten();
        read.unwrap_or_else(|| Arc::clone(now))
    }

    /// 106.6: a restriction is that of the ability that makes the mana; only mutants take over another's.
    fn borrowed_restriction(&self, mana: &ManaMade, player: PlayerId) -> Option<Arc<Restriction>> {
        match mana {
            ManaMade::CouldProduce { by, .. } if self.game.deviates(Mutant::RestrictionLentWithType) => {
                crate::produce::restriction_among(&self.view(), by)
            }
            _ if !self.frame.event.mana.is_empty() && self.game.deviates(Mutant::RestrictionLeaksToTrigger) => {
                self.game.player(player).restricted.iter().next().map(|some| Arc::clone(&some.only))
            }
            _ => None,
        }
    }

    /// 106.5: a type that cannot be determined stays undetermined.
    fn defined(&self, types: ManaTypes) -> ManaTypes {
        if !types.is_empty() {
            types
        } else if self.game.deviates(Mutant::UndefinedManaIsColorless) {
            ManaTypes::one(ManaType::C)
        } else if self.game.deviates(Mutant::UndefinedManaAnyColor) {
            ManaTypes::COLORS
        } else {
            types
        }
    }

    fn choose_type(
        &self,
        mana: &ManaMade,
        player: PlayerId,
        choices: &mut dyn Choices,
    ) -> Result<Option<ManaType>, Stop> {
        if self.game.deviates(Mutant::CouldProduceNeverEnds)
            && let ManaMade::CouldProduce { by, .. } = mana
            && crate::produce::is_circular(&self.view(), by)
        {
            return Err(Stop::Unsettled("what permanents could produce was asked in a circle"));
        }
        let types = self.defined(mana_types(&self.view(), mana, self.frame.event.mana));
        let question = Question {
            player,
            kind: QuestionKind::ManaType,
            rule: "106.3",
            about: Some(self.frame.source),
            options: types.iter().map(Choice::Mana).collect(),
            form: Form::One,
        };
        Ok(match ask_one(self.game, choices, question)? {
            Some(Choice::Mana(t)) => Some(t),
            _ => None,
        })
    }
}

/// 105.2: the colours that the object has now; only a mutant reads the card.
fn colors(game: &Game, row: &Row) -> Colors {
    if game.deviates(Mutant::ColorReadFromPrint) { game.cards().printed(row.card).colors } else { row.colors }
}

/// The types that a description of mana allows now.
#[must_use]
pub fn mana_types(view: &View<'_>, mana: &ManaMade, of_event: ManaTypes) -> ManaTypes {
    match mana {
        ManaMade::These(_) | ManaMade::OneOf(_) | ManaMade::Combination(_) | ManaMade::AnyColor => {
            crate::effect::fixed_types(mana).unwrap_or(ManaTypes::NONE)
        }
        ManaMade::CouldProduce { by, colors_only } => {
            crate::produce::asked_for(view.game, crate::produce::could_produce_any(view, by), *colors_only)
        }
        ManaMade::ColorAmong(filter) => view
            .each(filter)
            .into_iter()
            .filter_map(|id| view.derived.row(id))
            .flat_map(|row| colors(view.game, row).iter())
            .map(ManaType::from)
            .collect(),
        ManaMade::ColorAmongIn(zone, filter) => view
            .each_in(*zone, filter)
            .into_iter()
            .filter_map(|id| row_of(view.game, view.derived, id))
            .flat_map(|row| colors(view.game, &row).iter().collect::<Vec<_>>())
            .map(ManaType::from)
            .collect(),
        ManaMade::EventType | ManaMade::SacrificedCouldProduce => of_event,
        ManaMade::ChosenColor => view.chosen().map(ManaType::from).into_iter().collect(),
    }
}
