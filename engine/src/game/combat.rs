//! Changes of the combat phase in progress (CR 506.4, 509).

use super::Game;
use crate::id::ObjectId;

impl Game {
    /// CR 506.4: removed from combat. An attacker that was blocked stays blocked (CR 509.1h).
    pub(super) fn leave_combat(&mut self, id: ObjectId) {
        let combat = &mut self.turn.combat;
        combat.attackers.retain(|attacker| attacker.object != id);
        for attacker in &mut combat.attackers {
            attacker.blockers.retain(|blocker| *blocker != id);
        }
    }

    pub(super) fn add_blocker(&mut self, blocker: ObjectId, attacker: ObjectId) -> Option<()> {
        let attacker = self.turn.combat.attackers.iter_mut().find(|a| a.object == attacker)?;
        attacker.blocked = true;
        attacker.blockers.push(blocker);
        Some(())
    }

    pub(super) fn order_blockers(&mut self, attacker: ObjectId, blockers: &[ObjectId]) -> Option<()> {
        let attacker = self.turn.combat.attackers.iter_mut().find(|a| a.object == attacker)?;
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
        self.turn.combat.first_strikers = strikers;
    }
}
