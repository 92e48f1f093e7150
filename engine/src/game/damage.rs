//! Damage that is dealt and what results from it (CR 120.3): loss of life, marks, loyalty, lifelink, deathtouch; and
//! what damage that is prevented leaves of a shield (CR 615.7).

use super::{Floating, Game};
use crate::characteristics::{CardType, Keyword};
use crate::counter::CounterKind;
use crate::derived::Derived;
use crate::event::{Begun, Event, Left, Proposal, Recipient};
use crate::id::{ObjectId, Timestamp};
use crate::matching::row_of;
use crate::mutant::Mutant;

impl Game {
    /// 615.7: each damage that a shield prevents is one less that it will.
    pub(super) fn use_shield(&mut self, name: Timestamp, n: u32) -> Option<()> {
        if self.deviates(Mutant::ShieldNeverUsedUp) {
            return None;
        }
        match &mut self.board.change().floating.iter_mut().find(|floating| floating.timestamp == name)?.effect {
            Begun::Shield(shield) => shield.left = shield.left.after(n),
            Begun::Changes(..) | Begun::Rule(_) | Begun::Watch(..) => return None,
        }
        Some(())
    }

    /// 615.3: shields that have been used up are no more. They stay until all results of a set of events have been
    /// replaced, because an effect is known by its place (CR 614.5).
    pub(crate) fn drop_used_shields(&mut self) {
        let is_used = |floating: &Floating| match &floating.effect {
            Begun::Shield(shield) => shield.left == Left::Damage(0),
            Begun::Changes(..) | Begun::Rule(_) | Begun::Watch(..) => false,
        };
        if self.board.floating.iter().any(is_used) {
            self.board.change().floating.retain(|floating| !is_used(floating));
        }
    }

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
