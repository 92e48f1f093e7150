//! A minimal Magic rules engine: the reference that Headjudge's rulings are tried on first.
//!
//! The engine is a pure function of a [`Setup`], a list of actions and the answers of [`Choices`]: no input or output,
//! no clock, no randomness, no threads, no hash maps, no floats, no dependencies. Everything that happens is written to
//! the [`Transcript`], with rule numbers of the Comprehensive Rules (CR).
//!
//! Reading order: the nouns ([`id`] to [`choices`]), the state ([`setup`], [`game`], [`transcript`]), then the verbs,
//! which meet only in [`perform`] (the spine) and [`settle`]; [`mod@act`] and its neighbours sit above them.

// Nouns: plain data.
pub mod ability;
pub mod card;
pub mod characteristics;
pub mod choices;
pub mod counter;
pub mod derived;
pub mod effect;
pub mod event;
pub mod filter;
pub mod id;
pub mod mana;
pub mod mutant;
pub mod object;
pub mod player;
pub mod refusal;
pub mod restriction;
pub mod subtype;
pub mod text;
pub mod turn;
pub mod zone;

// State.
pub mod game;
pub mod setup;
pub mod transcript;

// Verbs.
pub mod instruct;
pub mod invariant;
pub mod layers;
pub mod matching;
pub mod perform;
pub mod printed;
pub mod produce;
pub mod replace;
pub mod resolve;
pub mod settle;
pub mod sickness;
pub mod stack;
pub mod standing;
pub mod state_based;
pub mod trigger;

// Actions.
pub mod act;
pub mod cast;
pub mod combat;
pub mod offers;
pub mod pay;
pub mod target;
pub mod turns;

pub use ability::{Ability, ActivatedAbility, StaticAbility, TriggeredAbility};
pub use act::{Action, act};
pub use card::{Card, CardError, CardTable};
pub use choices::{Choice, Choices, FirstOption, Form, Question, QuestionKind, Stop};
pub use counter::{CounterKind, Counters};
pub use derived::{Derived, Row};
pub use event::{Event, Happened, Recipient};
pub use game::Game;
pub use id::{CardId, ObjectId, PlayerId};
pub use mana::{Color, ManaCost, ManaPool, ManaType};
pub use mutant::{Mutant, Rules};
pub use refusal::Refusal;
pub use setup::{ObjectSetup, PlayerSetup, Setup, SetupError};
pub use transcript::{Entry, Transcript};
pub use turn::Step;
pub use zone::Zone;
