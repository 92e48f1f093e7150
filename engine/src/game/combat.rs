//! Changes of the combat phase in progress (CR 506.4, 509).

use super::Game;
use crate::characteristics::{CardType, Types};
use crate::id::ObjectId;
use crate::mutant::Mutant;
use crate::turn::{Attacker, Defender};

impl Game {
    /// CR 506.4: removed from combat, whatever it was there.
    pub(super) fn leave_combat(&mut self, id: ObjectId) {
        self.stop_fighting(id);
        self.stop_being_attacked(id);
    }

    /// CR 506.4: whether a permanent that is still there can be removed from combat; only a mutant says no.
    pub(crate) fn can_leave_combat(&self) -> bool {
        !self.deviates(Mutant::StaysInCombat)
    }

    /// CR 506.4, 506.4d: removed from combat as what it no longer is: as a creature, or as a planeswalker that is attacked.
    pub(super) fn leave_combat_unless(&mut self, id: ObjectId, now: Types) {
        if !now.contains(CardType::Creature) {
            self.stop_fighting(id);
        }
        if !now.contains(CardType::Planeswalker) {
            self.stop_being_attacked(id);
        }
    }

    /// It is no attacking or blocking creature any more. An attacker that was blocked stays blocked (CR 509.1h), and what
    /// blocked it stays a blocking creature (CR 509.1g).
    fn stop_fighting(&mut self, id: ObjectId) {
        let combat = &mut self.board.change().combat;
        for attacker in combat.attackers.extract_if(.., |attacker| attacker.object == id) {
            combat.unopposed.extend(attacker.blockers);
        }
        for attacker in &mut combat.attackers {
            attacker.blockers.retain(|blocker| *blocker != id);
        }
        combat.unopposed.retain(|blocker| *blocker != id);
    }

    /// CR 506.4c: what attacked it goes on attacking, although nothing.
    fn stop_being_attacked(&mut self, id: ObjectId) {
        let attackers = self.board.change().combat.attackers.iter_mut();
        attackers
            .filter(|attacker| attacker.defender == Defender::Planeswalker(id))
            .for_each(|attacker| attacker.defender = Defender::Nothing);
    }

    pub(super) fn add_attacker(&mut self, attacker: &Attacker) -> Option<()> {
        self.permanent(attacker.object)?;
        let combat = &mut self.board.change().combat;
        combat.attackers.push(attacker.clone());
        combat.attacked = true;
        Some(())
    }

    pub(super) fn add_blocker(&mut self, blocker: ObjectId, attacker: ObjectId) -> Option<()> {
        let attacker = self.board.change().combat.attackers.iter_mut().find(|a| a.object == attacker)?;
        attacker.blocked = true;
        attacker.blockers.push(blocker);
        Some(())
    }

    pub(super) fn order_blockers(&mut self, attacker: ObjectId, blockers: &[ObjectId]) -> Option<()> {
        let attacker = self.board.change().combat.attackers.iter_mut().find(|a| a.object == attacker)?;
        let mut sorted = (attacker.blockers.clone(), blockers.to_vec());
        sorted.0.sort_unstable();
        sorted.1.sort_unstable();
        if sorted.0 != sorted.1 {
            return None;
        }
        attacker.blockers = blockers.to_vec();
        Some(())
    }

    /// Remembers who dealt combat damage in the first of two steps, or could have (CR 510.4).
    pub(crate) fn note_first_strikers(&mut self, strikers: Vec<ObjectId>) {
        self.board.change().combat.first_strikers = strikers;
    }
}
