//! What the engine does, derived from the Comprehensive Rules: one file for each subject.

mod casting;
mod combat;
mod common;
mod control;
mod convoke;
mod damage;
mod examples;
mod graveyards;
mod layers;
mod leaving;
mod mana;
mod mana_made;
mod prevention;
mod produce;
mod protection;
mod random;
mod replacement;
mod restricted;
mod shields;
mod state_based;
mod text;
mod trigger;
mod turns;
mod types;
mod x;
mod zones;
