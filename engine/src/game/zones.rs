//! Zone changes (CR 400.7): what moves becomes a new object; what it was is kept as last known information.

use super::{Game, LastKnown};
use crate::counter::Counters;
use crate::derived::{Derived, Row};
use crate::event::{Cause, Enters, Event, Proposal};
use crate::id::{ObjectId, PlayerId};
use crate::mutant::Mutant;
use crate::object::{Announced, Object, ObjectKind};
use crate::text::Text;
use crate::zone::Zone;

impl Game {
    pub(super) fn new_id(&mut self) -> ObjectId {
        let id = ObjectId(self.next_object);
        self.next_object += 1;
        id
    }

    /// 400.7: a new object remembers nothing of the old one, X included; only a mutant lets the card keep it.
    pub(crate) fn kept_announcement<'a>(&self, object: &'a Object) -> Option<&'a Announced> {
        object.announced.as_deref().filter(|_| self.deviates(Mutant::XKeptByCard))
    }

    /// The same for an object that goes anywhere but to the battlefield: only mutants let the card take along that it was kicked,
    /// or the X of a spell.
    fn keep_announcement(&self, object: &Object, announced: &mut Option<Box<Announced>>) {
        let Some(old) = &object.announced else { return };
        if old.kicked && self.deviates(Mutant::KickedKeptByCard) {
            announced.get_or_insert_default().kicked = true;
        }
        if old.x > 0 && object.zone != Zone::Battlefield && self.deviates(Mutant::CounteredSpellKeepsX) {
            announced.get_or_insert_default().x = old.x;
        }
    }

    /// The tag of a token that comes into being.
    fn token_tag(&mut self, token: Text, owner: PlayerId) -> Option<u16> {
        let n = u16::try_from(self.tokens.len()).ok()?;
        self.tokens.push((token, owner));
        Game::TOKEN_TAG.checked_add(n)
    }

    /// Takes an object out of its zone and keeps what it was.
    pub(super) fn remove_object(&mut self, before: &Derived, id: ObjectId, became: Option<ObjectId>) -> Option<()> {
        let at = self.place_of(id)?;
        let object = self.board.change().objects.remove(at);
        if let Some(list) = self.list_mut(object.zone, object.owner) {
            list.retain(|other| *other != id);
        }
        if object.zone == Zone::Battlefield {
            self.leave_combat(id);
        }
        // 704.8, 603.10a: as it was before anything of the set happened, counters and all.
        let object = match self.leaving.iter().position(|was| was.id == id) {
            Some(at) => self.leaving.swap_remove(at),
            None => object,
        };
        let row = before.row(id).cloned().unwrap_or_else(|| Row::copiable(&object, &self.cards));
        self.board.change().last_known.push(LastKnown { object, row, became });
        Some(())
    }

    pub(super) fn move_object(
        &mut self,
        before: &Derived,
        id: ObjectId,
        to: Zone,
        cause: Cause,
        enters: &Enters,
    ) -> Option<ObjectId> {
        let object = self.object(id)?;
        // 113.7a, 608.2m: an ability on the stack is removed from it or stays; there is no other zone for it.
        if object.stack_ability().is_some() {
            return None;
        }
        // 111.8: a token that has left the battlefield cannot come back or go elsewhere.
        if object.is_token() && object.zone != Zone::Battlefield {
            return None;
        }
        // 304.4, 307.4: an instant or sorcery cannot enter the battlefield; it stays where it is. What any card is face down, it
        // can (CR 701.34a).
        let entering = enters.copy_of.as_ref().map_or(object.card, |text| text.card);
        if to == Zone::Battlefield && !self.cards.card(entering).is_permanent() {
            return None;
        }
        let (card, words) = (object.card, object.words.clone());
        let (owner, was, tag) = (object.owner, object.controller, object.tag);
        let kind = match &object.kind {
            // 608.3b, 111.11: the copy of a permanent spell becomes a token, which is not created.
            ObjectKind::SpellCopy if to == Zone::Battlefield => ObjectKind::Token,
            kind => kind.clone(),
        };
        // A copied spell keeps being the copy it is, and so does a token that was made as one (CR 111.3, 707.10); a card is
        // itself again in every new zone.
        let made_as_copy =
            object.is_token() && (self.cards.card(object.card).token || self.deviates(Mutant::ClonedTokenKeepsCopy));
        let keeps_copy = object.kind == ObjectKind::SpellCopy
            || made_as_copy
            || (to == Zone::Graveyard && self.deviates(Mutant::DisguiseKeptInGraveyard));
        let copy_of = enters.copy_of.clone().or_else(|| object.copy_of.clone().filter(|_| keeps_copy));
        let not_legendary = match &enters.copy_of {
            Some(_) => enters.not_legendary,
            None => keeps_copy && object.not_legendary,
        };
        let controller = match (to, enters.controller) {
            (Zone::Battlefield | Zone::Stack, Some(player)) => player,
            (Zone::Battlefield, None) if cause == Cause::Resolved => was,
            _ => owner,
        };
        let mut announced = enters.announced.clone().or_else(|| self.kept_announcement(object).cloned().map(Box::new));
        if to != Zone::Battlefield {
            self.keep_announcement(object, &mut announced);
        }
        let new = self.new_id();
        if cause == Cause::Resolved && to == Zone::Battlefield {
            // 400.7a: what an effect changed about a permanent spell goes on applying to the permanent it becomes.
            let lost = self.deviates(Mutant::ShieldLosesSpell);
            let floating = self.board.change().floating.iter_mut();
            let follows = |f: &&mut super::Floating| !(lost && matches!(f.effect, crate::event::Begun::Shield(_)));
            floating.filter(follows).for_each(|floating| floating.follow(id, new));
        }
        self.remove_object(before, id, Some(new));
        let now = self.tick();
        let made = kind == ObjectKind::Token && tag.is_none();
        let tag = if made { self.token_tag(Text { card, words: words.clone() }, owner) } else { tag };
        self.board.change().objects.push(Object {
            id: new,
            card,
            words,
            kind,
            owner,
            controller,
            zone: to,
            tapped: to == Zone::Battlefield && enters.tapped,
            skips_untap: false,
            damage: 0,
            deathtouched: false,
            counters: entering_counters(to, enters),
            attached: enters.attached.filter(|_| to == Zone::Battlefield),
            timestamp: now,
            controlled: (controller, now),
            entered: self.moment,
            copy_of,
            not_legendary,
            chosen: enters.chosen.filter(|_| to == Zone::Battlefield),
            announced,
            exiled_with: enters.exiled_with.filter(|_| to == Zone::Exile),
            tag,
        });
        if let Some(list) = self.list_mut(to, owner) {
            list.push(new);
        }
        Some(new)
    }

    pub(super) fn create_token(&mut self, player: PlayerId, token: &Text, enters: &Enters) -> ObjectId {
        let tag = self.token_tag(token.clone(), player);
        let id = self.new_id();
        let now = self.tick();
        // 111.2: the player who creates a token owns it; it enters under that player's control.
        let controller = enters.controller.unwrap_or(player);
        self.board.change().objects.push(Object {
            id,
            card: token.card,
            words: token.words.clone(),
            kind: ObjectKind::Token,
            owner: player,
            controller,
            zone: Zone::Battlefield,
            tapped: enters.tapped,
            skips_untap: false,
            damage: 0,
            deathtouched: false,
            counters: entering_counters(Zone::Battlefield, enters),
            attached: enters.attached,
            timestamp: now,
            controlled: (controller, now),
            entered: self.moment,
            copy_of: enters.copy_of.clone(),
            chosen: enters.chosen,
            exiled_with: None,
            not_legendary: enters.not_legendary,
            announced: enters.announced.clone(),
            tag,
        });
        self.board.change().battlefield.push(id);
        id
    }

    /// 707.10: the copy has the spell's characteristics and everything that was chosen for it, and is not cast.
    pub(super) fn copy_spell(
        &mut self,
        spell: ObjectId,
        controller: PlayerId,
        not_legendary: bool,
    ) -> Option<ObjectId> {
        let original = self.object(spell).filter(|o| o.zone == Zone::Stack && o.stack_ability().is_none())?.clone();
        let mut announced = original.announced.clone();
        if self.deviates(Mutant::XLostByCopy) {
            announced.get_or_insert_default().x = 0;
        }
        let id = self.new_id();
        let now = self.tick();
        let not_legendary = not_legendary && !self.deviates(Mutant::CopyStaysLegendary);
        self.board.change().objects.push(Object {
            id,
            kind: ObjectKind::SpellCopy,
            owner: controller,
            controller,
            timestamp: now,
            controlled: (controller, now),
            entered: self.moment,
            not_legendary: not_legendary || original.not_legendary,
            announced,
            tag: None,
            ..original
        });
        self.stack.push(id);
        Some(id)
    }

    /// CR 800.4a: effects that give a player who leaves control end, and what else they control on the stack is exiled. What
    /// they own follows when the whole set has happened, and then the permanents that they control even so.
    pub(super) fn leave(&mut self, before: &Derived, player: PlayerId, results: &mut Vec<Proposal>) {
        self.board.change().floating.retain(|f| f.controller != player || !gives_control(f));
        for object in &self.board.objects {
            let borrowed = object.zone == Zone::Battlefield
                && self.deviates(Mutant::BorrowedLeavesWithPlayer)
                && before.row(object.id).is_some_and(|row| row.controller == player);
            let others = object.owner != player;
            if others && (borrowed || (object.controller == player && object.zone == Zone::Stack)) {
                results.push(Event::exile_with_player(object.id).into());
            }
        }
    }
}

fn gives_control(floating: &super::Floating) -> bool {
    match &floating.effect {
        crate::event::Begun::Changes(_, changes) => changes.contains(&crate::effect::Change::Control),
        crate::event::Begun::Rule(_) | crate::event::Begun::Watch(..) | crate::event::Begun::Shield(_) => false,
    }
}

fn entering_counters(to: Zone, enters: &Enters) -> Counters {
    if to == Zone::Battlefield { enters.counters.iter().copied().collect() } else { Counters::default() }
}

impl super::Floating {
    /// 400.7a, 400.7b: what was about the spell is about the permanent that it became.
    fn follow(&mut self, spell: ObjectId, permanent: ObjectId) {
        match &mut self.effect {
            crate::event::Begun::Changes(to, _) => {
                to.iter_mut().filter(|id| **id == spell).for_each(|id| *id = permanent);
            }
            crate::event::Begun::Shield(shield) => {
                shield.from.iter_mut().filter(|id| **id == spell).for_each(|id| *id = permanent);
            }
            crate::event::Begun::Rule(_) | crate::event::Begun::Watch(..) => {}
        }
    }
}
