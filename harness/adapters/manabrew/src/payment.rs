//! Costs in mana: the mana abilities that the script names, creatures for convoke, then the pool and nothing else.

use headjudge_protocol::message::Missing;
use headjudge_protocol::words::ChoiceKind;
use manabrew_engine::agent::{ManaAbilityOption, ManaCostAction};
use manabrew_engine::ids::{CardId, PlayerId};

use crate::seat::Seat;
use crate::steps::TAKEN_X;
use crate::stop::unsupported;

impl Seat {
    /// The next step of paying.
    pub(crate) fn payment(
        &self,
        by: PlayerId,
        card: CardId,
        abilities: &[ManaAbilityOption],
        tappable: &[CardId],
    ) -> ManaCostAction {
        if self.announced(|_| ()).is_none() {
            unsupported(Missing::Choice, "mana that is asked for by no step of the script");
        }
        if let Some(creature) = self.convokes(by, card, tappable, abilities) {
            return ManaCostAction::TapForMana { card_id: creature, mana_ability_index: None, express_choice: None };
        }
        let next = self.announced(|announced| (!announced.pay.is_empty()).then(|| announced.pay.remove(0)));
        if let Some(step) = next.flatten() {
            let ability = self.table().ability(&step);
            let offered = ability.filter(|(card, index, _)| {
                let one = |way: &ManaAbilityOption| way.card_id == *card && way.ability_index == *index;
                tappable.contains(card) && abilities.iter().any(one)
            });
            let Some((card_id, index, _)) = offered else {
                self.fail("the engine does not offer that mana ability");
                return ManaCostAction::AttemptedAndFailed;
            };
            return ManaCostAction::TapForMana { card_id, mana_ability_index: Some(index), express_choice: None };
        }
        let before = self.announced(|announced| std::mem::replace(&mut announced.paid, true)).unwrap_or(true);
        if before {
            // The engine has taken X as great as pool and lands together could pay for.
            if self.x_taken(card) {
                unsupported(Missing::Choice, TAKEN_X);
            }
            self.fail("the mana in the pool does not pay for it");
            return ManaCostAction::AttemptedAndFailed;
        }
        ManaCostAction::Pay { auto: false }
    }

    /// Whether the engine has chosen an X by itself.
    fn x_taken(&self, card: CardId) -> bool {
        let asked = self.announced(|announced| announced.x_asked).unwrap_or(false);
        let table = self.table();
        let Some(seen) = &table.seen else { return false };
        let shown = seen.game.card(card);
        !asked
            && (shown.mana_cost.count_x() > 0 || shown.keywords.iter_strings().any(|word| word.starts_with("Kicker:X")))
    }

    /// The next creature that is tapped for a spell with convoke. Which ones is asked once for each spell.
    fn convokes(
        &self,
        by: PlayerId,
        card: CardId,
        tappable: &[CardId],
        abilities: &[ManaAbilityOption],
    ) -> Option<CardId> {
        let asked = self.announced(|announced| announced.convoke.clone())?;
        let mut left = match asked {
            Some(left) => left,
            None => {
                let able: Vec<CardId> = {
                    let table = self.table();
                    let seen = table.seen.as_ref()?;
                    if !seen.game.card(card).has_keyword("Convoke") {
                        return None;
                    }
                    let creature = |card: &&CardId| seen.game.card(**card).is_creature();
                    tappable.iter().filter(creature).copied().collect()
                };
                if able.iter().any(|card| abilities.iter().any(|way| way.card_id == *card)) {
                    unsupported(Missing::Choice, "convoke with creatures that make mana as well");
                }
                self.many(by, ChoiceKind::TapForCost, &able, (0, able.len()), Some(card))
            }
        };
        let next = (!left.is_empty()).then(|| left.remove(0));
        self.announced(|announced| announced.convoke = Some(left));
        next
    }
}
