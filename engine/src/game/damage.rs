//! Damage that is dealt and what results from it (CR 120.3): loss of life, marks, loyalty, lifelink, deathtouch.

use super::Game;
use crate::characteristics::{CardType, Keyword};
use crate::counter::CounterKind;
use crate::derived::Derived;
use crate::event::{Event, Proposal, Recipient};
use crate::id::ObjectId;
use crate::matching::row_of;

impl Game {
    pub(super) fn deal_damage(
        &mut self,
        before: &Derived,
        source: ObjectId,
        to: Recipient,
        amount: u32,
        results: &mut Vec<Proposal>,
    ) -> Option<()> {
        // 120.8: a source that would deal 0 damage deals none.
        if amount == 0 {
            return None;
        }
        // 113.7a, 608.2h: a source that has left is as it last was.
        let (deathtouch, lifelink, controller) = match row_of(self, before, source) {
            Some(row) => (row.has(Keyword::Deathtouch), row.has(Keyword::Lifelink), Some(row.controller)),
            None => (false, false, None),
        };
        match to {
            Recipient::Player(player) => {
                self.players.get(player.index()).filter(|p| p.lost.is_none())?;
                results.push(Event::LoseLife(player, amount, true).into());
            }
            Recipient::Object(id) => {
                self.permanent(id)?;
                let row = before.row(id)?;
                let (creature, planeswalker) = (row.is(CardType::Creature), row.is(CardType::Planeswalker));
                if planeswalker {
                    let kind = CounterKind::Loyalty;
                    results.push(Event::RemoveCounters { on: id, kind, n: amount }.into());
                }
                if creature {
                    let object = self.object_mut(id)?;
                    object.damage = object.damage.saturating_add(amount);
                    object.deathtouched |= deathtouch;
                }
                if !creature && !planeswalker {
                    return None;
                }
            }
        }
        if let (true, Some(controller)) = (lifelink, controller) {
            results.push(Event::GainLife(controller, amount).into());
        }
        Some(())
    }
}
