//! What layers read of a game (CR 613), and what they last made of it.
//!
//! What objects are is asked over and over while nothing changes that could matter to it, so the answer is kept until
//! something does. It cannot be forgotten to drop it: what is in here is changed through [`Board::change`] alone, which
//! drops it. What is not in here cannot matter, because no filter asks for it: life and mana, the order of the zones,
//! whose turn it is and in which step, who has priority, what waits. Should a filter ever ask for some of that, it moves
//! in here; the law `deterministic-derivation` notices if it does not.

use core::cell::OnceCell;
use core::ops::Deref;
use std::sync::Arc;

use super::{Floating, LastKnown};
use crate::derived::Derived;
use crate::id::ObjectId;
use crate::object::Object;
use crate::turn::Combat;

/// What can make a difference to what objects are.
#[derive(Debug, Clone, Default)]
pub(super) struct Visible {
    /// Every object, in id order.
    pub(super) objects: Vec<Object>,
    /// The permanents, in the order in which they came.
    pub(super) battlefield: Vec<ObjectId>,
    /// Who attacks and blocks.
    pub(super) combat: Combat,
    /// The continuous effects of resolutions.
    pub(super) floating: Vec<Floating>,
    /// Objects as they last were: a filter may ask what the source of its ability was attached to.
    pub(super) last_known: Vec<LastKnown>,
}

/// It, with what layers made of it if they were asked since it last changed.
#[derive(Debug, Clone, Default)]
pub(super) struct Board {
    now: Visible,
    kept: OnceCell<Arc<Derived>>,
}

impl Board {
    /// The one way to change it.
    pub(super) fn change(&mut self) -> &mut Visible {
        self.kept.take();
        &mut self.now
    }

    /// What objects are: as it is known, or as it is worked out now.
    pub(super) fn derived(&self, work_out: impl FnOnce() -> Derived) -> Arc<Derived> {
        Arc::clone(self.kept.get_or_init(|| Arc::new(work_out())))
    }
}

impl Deref for Board {
    type Target = Visible;

    fn deref(&self) -> &Visible {
        &self.now
    }
}
