//! Combat: who attacks and blocks as the script says, and how much damage is assigned.

use forge_foundation::ZoneType;
use headjudge_protocol::message::Missing;
use headjudge_protocol::scenario::Step;
use headjudge_protocol::words::{ChoiceKind, PlayerName};
use manabrew_engine::combat::DefenderId;
use manabrew_engine::game::GameState;
use manabrew_engine::ids::{CardId, PlayerId};

use crate::board::player;
use crate::observe::named;
use crate::seat::Seat;
use crate::stop::unsupported;

impl Seat {
    /// The attackers that the script declares.
    pub(crate) fn attackers(&self, available: &[CardId], defenders: &[DefenderId]) -> Vec<(CardId, DefenderId)> {
        let mut table = self.table();
        let Some(doing) = &mut table.doing else { return Vec::new() };
        let Step::Attack { with, whom, .. } = doing.step.clone() else {
            // The engine asks again where somebody has to attack.
            if std::mem::replace(&mut doing.declared, true) {
                unsupported(Missing::Choice, "attackers, where somebody has to attack");
            }
            return Vec::new();
        };
        if std::mem::replace(&mut doing.declared, true) {
            doing.failed = Some("the engine does not take the declaration".to_owned());
            unsupported(Missing::Choice, "attackers, where the engine does not take those of the script");
        }
        let defender = match PlayerName::from_word(&whom) {
            Some(name) => DefenderId::Player(player(name)),
            None => DefenderId::Permanent(table.card(&whom)),
        };
        let cards: Vec<CardId> = with.iter().map(|name| table.card(name)).collect();
        let legal = defenders.contains(&defender) && cards.iter().all(|card| available.contains(card));
        if !legal {
            if let Some(doing) = &mut table.doing {
                doing.failed = Some("that creature cannot attack".to_owned());
            }
            return Vec::new();
        }
        cards.into_iter().map(|card| (card, defender)).collect()
    }

    /// The blocks that the script declares.
    pub(crate) fn blockers(&self, by: PlayerId, available: &[CardId]) -> Vec<(CardId, CardId)> {
        let mut table = self.table();
        let Some(doing) = &mut table.doing else { return Vec::new() };
        let Step::Block { by: who, pairs } = doing.step.clone() else { return Vec::new() };
        if player(who) != by {
            return Vec::new();
        }
        doing.declared = true;
        let cards: Vec<(CardId, CardId)> =
            pairs.iter().map(|(blocker, attacker)| (table.card(blocker), table.card(attacker))).collect();
        let able = cards.iter().all(|(blocker, _)| available.contains(blocker));
        if let Some(doing) = table.doing.as_mut().filter(|_| !able) {
            doing.failed = Some("that creature cannot block".to_owned());
        }
        cards
    }

    /// How much damage each blocker is assigned, and whoever is attacked, where that may be.
    pub(crate) fn damage(
        &self,
        game: &GameState,
        by: PlayerId,
        attacker: CardId,
        (blockers, may_pass): (&[CardId], bool),
        damage: i32,
    ) -> Vec<(Option<CardId>, i32)> {
        let source = game.card(attacker);
        let tramples = may_pass && source.has_trample();
        let there: Vec<CardId> =
            blockers.iter().copied().filter(|blocker| game.card(*blocker).zone == ZoneType::Battlefield).collect();
        let (mut left, mut assigned) = (damage.max(0), Vec::new());
        for (at, blocker) in there.iter().enumerate() {
            let marked = game.card(*blocker).toughness() - game.card(*blocker).damage;
            let lethal = if source.has_deathtouch() { marked.clamp(0, 1) } else { marked.max(0) };
            let mut amount = left;
            // The order in which blockers are dealt damage bounds what each of them is assigned (CR 510.1c).
            if (tramples || at + 1 < there.len()) && left > lethal {
                let numbers: Vec<i32> = (lethal..=left).collect();
                let options = numbers.iter().map(|number| number.to_string().into()).collect();
                let about = self.about(Some(*blocker));
                amount = numbers[self.table().one(named(by), ChoiceKind::DamageAssignment, options, about)];
            }
            assigned.push((Some(*blocker), amount));
            left -= amount;
        }
        if left > 0 && tramples {
            assigned.push((None, left));
        }
        assigned.retain(|(_, amount)| *amount > 0);
        assigned
    }
}
