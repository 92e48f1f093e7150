//! What Headjudge and an engine under test say to each other: scenarios, outcomes and messages.
//!
//! A [`Scenario`] is one concrete test: a final board, a script, pinned answers. It is plain data without any engine in it,
//! and every engine receives the same. An [`Outcome`] is what an engine reports back. [`message`] carries both over a wire,
//! one JSON value a line. [`adapter`] answers those lines for an engine in Rust.

pub mod adapter;
pub mod feature;
pub mod lines;
pub mod message;
pub mod outcome;
pub mod scenario;
pub mod words;

pub use outcome::{ObjectView, Outcome, PlayerView, Snapshot, StackView, Tried};
pub use scenario::{ActivateStep, Answer, Board, CastStep, Pick, PlacedObject, PlayerBoard, Scenario, Step};
pub use words::{ChoiceKind, Feature, PhaseStep, PlayerName, ZoneName};

/// The version of scenarios, outcomes and messages.
pub const VERSION: u32 = 1;
