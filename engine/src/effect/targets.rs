//! Which targets an instruction speaks of (CR 115.1).

use super::Effect;
use super::visit::{self, Visitor};

impl Effect {
    /// The target numbers that the instruction speaks of.
    #[must_use]
    pub fn targets_used(&self) -> Vec<u8> {
        let mut used = Used(Vec::new());
        visit::effect(&mut self.clone(), &mut used);
        used.0
    }
}

struct Used(Vec<u8>);

impl Visitor for Used {
    fn target(&mut self, number: u8) {
        self.0.push(number);
    }
}
