//! Instructions that sacrifice permanents, that shuffle objects into libraries, and that bring about copies and face-down
//! permanents.

use super::Context;
use crate::effect::{Objects, Players};
use crate::event::{Cause, Enters, Event};
use crate::filter::Whose;
use crate::id::{ObjectId, PlayerId};
use crate::mutant::Mutant;
use crate::text::Text;
use crate::zone::Zone;

impl Context<'_> {
    /// 701.17a: only a permanent is sacrificed, and only by the player who controls it. Whoever is told to sacrifice a certain
    /// object may not be that player any more; of a group, each player sacrifices their own.
    pub(super) fn sacrifices(&self, objects: &Objects) -> Vec<Event> {
        let (to, cause, controller) = (Zone::Graveyard, Cause::Sacrificed, self.frame.controller);
        let can = |id: &ObjectId| {
            let row = self.derived.row(*id).filter(|_| self.game.permanent(*id).is_some());
            row.is_some_and(|row| objects.is_group() || row.controller == controller)
        };
        let sacrificed = self.objects(objects).into_iter().filter(can);
        sacrificed.map(|object| Event::Move { object, to, cause, enters: Enters::default() }).collect()
    }

    /// 701.20c, 701.20d: the library is shuffled even if nothing could be put into it. What has left the zone where it is
    /// expected is not found (CR 603.6), and has become another object (CR 400.7).
    pub(super) fn shuffle_in(&self, objects: &Objects) -> Vec<Vec<Event>> {
        let (to, cause, game) = (Zone::Library, Cause::Effect, self.game);
        let mut wanted = self.objects(objects);
        let owners = self.shufflers(objects);
        if game.deviates(Mutant::MovedCardPulledBack) {
            wanted.iter_mut().for_each(|id| *id = game.latest(*id));
        }
        if game.deviates(Mutant::MissingCardSkipsShuffle) && wanted.iter().all(|id| game.object(*id).is_none()) {
            return Vec::new();
        }
        let moves = wanted.into_iter().map(|object| Event::Move { object, to, cause, enters: Enters::default() });
        let mut sets = vec![moves.collect()];
        sets.extend(owners.into_iter().map(|p| vec![Event::Shuffle(p)]));
        sets
    }

    /// 701.20d: whose libraries are shuffled follows from what the instruction says, and not from what there is of it. A group
    /// is of the players who are named as the owners, or whose zone it is that is named; of anything else, of whoever owns it.
    fn shufflers(&self, objects: &Objects) -> Vec<PlayerId> {
        let (filter, whose_zone) = match objects {
            Objects::Each(filter) | Objects::EachSharingColor(filter, _) => (filter, None),
            Objects::EachIn(zone, filter) | Objects::EachInOfValue(zone, filter, _) => {
                (filter, zone.is_owned().then_some(Whose::Anyone))
            }
            Objects::This | Objects::Target(_) | Objects::Moved(_) | Objects::EventObject | Objects::Attached => {
                return self.owners(objects);
            }
        };
        match filter.owned_by().or(whose_zone) {
            Some(whose) => self.game.apnap().filter(|player| self.view().is(whose, *player)).collect(),
            None => self.owners(objects),
        }
    }

    /// 707.2: a token has the copiable values of what it copies as its own; so it is not legendary where that is a copy which an
    /// effect made so (CR 707.9b).
    pub(super) fn copy_tokens(&self, of: &Objects, by: &Players) -> Vec<Event> {
        let copied = self.objects(of).into_iter().filter_map(|id| self.game.object_or_last_known(id));
        let tokens: Vec<(Text, bool)> = copied.map(|object| (object.text(), object.not_legendary)).collect();
        let events = |player| {
            tokens.iter().map(move |(token, not_legendary)| Event::CreateTokens {
                player,
                token: token.clone(),
                n: 1,
                enters: Enters { not_legendary: *not_legendary, ..Enters::default() },
            })
        };
        self.players(by).into_iter().flat_map(events).collect()
    }

    /// 701.34a, 708.2a: the top card is put onto the battlefield face down. What it is there are copiable values, and a
    /// description among the cards, the one without a name, says which.
    pub(super) fn manifest(&self, who: &Players) -> Vec<Event> {
        let top = |p: PlayerId| Some((p, *self.game.player(p).library.last()?));
        let tops = self.players(who).into_iter().filter_map(top);
        tops.map(|(player, object)| {
            let copy_of = self.game.cards().find("").map(Text::from);
            let enters = Enters { controller: Some(player), copy_of, ..Enters::default() };
            Event::Move { object, to: Zone::Battlefield, cause: Cause::Effect, enters }
        })
        .collect()
    }
}
