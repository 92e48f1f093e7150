//! Whether an instruction can be followed at all, which is asked before it is offered (CR 608.2d).

use super::{Context, Frame};
use crate::derived::Derived;
use crate::effect::{Amount, Effect, Objects, Players, Recipients};
use crate::event::Recipient;
use crate::game::Game;
use crate::id::ObjectId;
use crate::object::Object;
use crate::player::Player;
use crate::zone::Zone;

/// Whether something of the instruction can be done now. To do something to every member of a group is possible also where
/// the group is empty, and to draw where the library is (CR 608.2d).
pub(crate) fn possible(game: &Game, derived: &Derived, frame: &Frame, effect: &Effect) -> bool {
    let cx = Context { game, derived, frame };
    match effect {
        // 701.3b: what cannot be attached there does not move.
        Effect::Attach(what, to) => {
            let mut all = cx.attachments(what, to).into_iter();
            all.any(|(id, to)| crate::target::can_attach(game, derived, id, to))
        }
        Effect::Sacrifice(objects) => objects.is_group() || !cx.sacrifices(objects).is_empty(),
        Effect::Fight(a, b) => !cx.fight(a, b).is_empty(),
        // 701.21a–b: only what is untapped can be tapped, and the other way round.
        Effect::Tap(objects) => cx.some(objects, |o| o.zone == Zone::Battlefield && !o.tapped),
        Effect::Untap(objects) => cx.some(objects, |o| o.zone == Zone::Battlefield && o.tapped),
        Effect::Destroy(objects)
        | Effect::SkipNextUntap(objects)
        | Effect::RemoveAllCounters(objects)
        | Effect::PutCounters { on: objects, .. } => cx.some(objects, |o| o.zone == Zone::Battlefield),
        Effect::RemoveCounters { kind, on, .. } => cx.some(on, |o| o.counters.get(*kind) > 0),
        Effect::Counter(objects) | Effect::CopySpell { spell: objects, .. } | Effect::DoubleX(objects) => {
            cx.some(objects, |o| o.zone == Zone::Stack)
        }
        Effect::Exile(objects)
        | Effect::ReturnToHand(objects)
        | Effect::PutOntoBattlefield(objects)
        | Effect::PutIntoGraveyard(objects)
        | Effect::Continuous { to: objects, .. }
        | Effect::ModifyBy { to: objects, .. }
        | Effect::GiveControl { of: objects, .. }
        | Effect::ReplaceCreatureType { of: objects, .. } => cx.some(objects, |_| true),
        Effect::DealDamage { to, .. } => cx.reaches(to),
        // 701.13b: nobody can choose to mill more cards than they have. Nor to discard more: what one may do is paid like a
        // cost (CR 118.12), in full or not at all (CR 118.3).
        Effect::Mill(who, n) => cx.has(who, n, |player| &player.library),
        Effect::Discard(who, n) => cx.has(who, n, |player| &player.hand),
        Effect::Manifest(who) => cx.has(who, &Amount::one(), |player| &player.library),
        Effect::If(condition, inner) => {
            let first = inner.first().filter(|_| super::holds(game, derived, frame, condition));
            first.is_none_or(|effect| possible(game, derived, frame, effect))
        }
        // 701.20c: a library is shuffled whether or not anything can be put into it; a copy is made of what was last there.
        Effect::ShuffleIntoLibrary(_)
        | Effect::CopyToken { .. }
        | Effect::Draw(..)
        | Effect::GainLife(..)
        | Effect::LoseLife(..)
        | Effect::LoseGame(_)
        | Effect::AddMana { .. }
        | Effect::PutFromHand(..)
        | Effect::Imprint(_)
        | Effect::CreateToken { .. }
        | Effect::Rule { .. }
        | Effect::Shield(_)
        | Effect::Watch { .. }
        | Effect::May(_) => true,
    }
}

impl Context<'_> {
    /// Whether a group is meant, or a certain object that is there and as it has to be.
    fn some(&self, objects: &Objects, fits: impl Fn(&Object) -> bool) -> bool {
        objects.is_group() || self.objects(objects).into_iter().any(|id| self.game.object(id).is_some_and(&fits))
    }

    fn reaches(&self, to: &Recipients) -> bool {
        match to {
            Recipients::Objects(objects) => self.some(objects, |o| o.zone == Zone::Battlefield),
            Recipients::Target(n) => match self.target(*n) {
                Some(Recipient::Object(id)) => self.game.permanent(id).is_some(),
                to => to.is_some(),
            },
            Recipients::All(all) => all.iter().any(|to| self.reaches(to)),
            Recipients::Players(_) | Recipients::SourceController | Recipients::SourceHost => true,
        }
    }

    /// Whether the controller has so many cards, where they are the one who needs them.
    fn has(&self, who: &Players, n: &Amount, cards: impl Fn(&Player) -> &Vec<ObjectId>) -> bool {
        *who != Players::You || cards(self.game.player(self.frame.controller)).len() >= self.amount(n) as usize
    }
}
