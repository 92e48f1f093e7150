//! Properties that a fuzzer, a seed or an ordinary test can feed with bytes.
//!
//! Each reads its bytes as choices and says what is broken, if anything is. Fuzz targets are glue over this table.

mod canary;
mod event_pipeline;
mod play;
pub mod produce;
mod second;
mod text;
mod whole_game;

use std::sync::{Arc, LazyLock};

use headjudge_engine::{Choice, Choices, Form, Game, Question, Stop, invariant};

use crate::library::Library;
use crate::tape::Source;

/// A law about anything that bytes can mean.
#[derive(Debug, Clone, Copy)]
pub struct Property {
    /// Its name, which is that of its fuzz target.
    pub name: &'static str,
    /// What it says.
    pub says: &'static str,
    /// What is broken by these bytes, if anything is.
    pub check: fn(&[u8]) -> Result<(), String>,
}

/// Every property.
pub const ALL: &[Property] = &[
    Property {
        name: "event_pipeline",
        says: "whatever cards are made of and whatever happens, a settled game obeys every invariant",
        check: event_pipeline::check,
    },
    Property {
        name: "whole_game",
        says: "legal play of the library's cards keeps every invariant, and what was offered as legal is",
        check: whole_game::check,
    },
    Property {
        name: "differential_produce",
        says: "what lands could produce is the same, whichever of two ways it is worked out",
        check: produce::check,
    },
    Property {
        name: "scenario",
        says: "any text read as a scenario is played or refused, without a panic",
        check: text::scenario,
    },
    Property {
        name: "ruling",
        says: "any text read as a ruling is loaded or reported with its place, without a panic",
        check: text::ruling,
    },
    Property {
        name: "wire",
        says: "any line read as a message is one or is none, and what is one is written and read back the same",
        check: text::wire,
    },
    Property {
        name: "planted",
        says: "the law of event_pipeline under a rule that is wrong on purpose: a search that cannot find it is asleep",
        check: event_pipeline::planted,
    },
    Property {
        name: "canary",
        says: "a law that is broken on purpose, so that a fuzzer that cannot find it is known to be asleep",
        check: canary::check,
    },
];

/// The property of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Property> {
    ALL.iter().find(|property| property.name == name)
}

/// The properties that are broken on purpose, so that a search is known to search.
pub const BROKEN: &[&str] = &["planted", "canary"];

/// How many events happen in what the bytes mean to `event_pipeline`, state-based actions and results among them.
#[must_use]
pub fn events(bytes: &[u8]) -> usize {
    event_pipeline::events(bytes)
}

/// Checks a property of that name.
///
/// # Panics
/// If the bytes break it, with what is broken; that is what a fuzzer looks for.
pub fn check(name: &str, bytes: &[u8]) {
    let Some(property) = find(name) else { panic!("there is no property named {name}") };
    if let Err(broken) = (property.check)(bytes) {
        panic!("{name}: {broken}");
    }
}

/// The embedded library, read once.
fn library() -> Result<&'static Library, String> {
    static LIBRARY: LazyLock<Result<Arc<Library>, String>> =
        LazyLock::new(|| Library::embedded().map(Arc::new).map_err(|faults| faults.render(crate::fault::Style::Plain)));
    LIBRARY.as_deref().map_err(Clone::clone)
}

/// The law that a settled game breaks, and what happened last, if that was written down.
fn lawful(game: &Game, when: &str) -> Result<(), String> {
    /// As much as a reader wants to see.
    const LAST: usize = 40;
    let Some(law) = invariant::broken(game) else { return Ok(()) };
    let entries = game.transcript().entries();
    let last = entries[entries.len().saturating_sub(LAST)..].iter();
    let last: String = last.map(|entry| format!("\n  {:<8} {entry:?}", entry.rule().unwrap_or_default())).collect();
    Err(format!("{when}: the invariant {} does not hold (CR {}){last}", law.name, law.rule))
}

/// Looks once without a transcript, which is fast, and again with one where something is broken.
fn twice(check: impl Fn(bool) -> Result<(), String>) -> Result<(), String> {
    check(false).or_else(|broken| check(true).and(Err(broken)))
}

/// Answers every question from choices.
struct AnyAnswer<'a>(&'a mut dyn Source);

impl AnyAnswer<'_> {
    fn index(&mut self, n: usize) -> usize {
        usize::try_from(self.0.below(n.saturating_sub(1) as u64)).unwrap_or(0)
    }

    fn several(&mut self, n: usize, many: usize) -> Vec<usize> {
        let mut open: Vec<usize> = (0..n).collect();
        (0..many.min(n))
            .map(|_| {
                let at = self.index(open.len());
                open.remove(at)
            })
            .collect()
    }
}

impl Choices for AnyAnswer<'_> {
    fn choose(&mut self, _game: &Game, question: &Question) -> Result<Vec<usize>, Stop> {
        let n = question.options.len();
        Ok(match question.form {
            Form::One => vec![self.index(n)],
            Form::Order => self.several(n, n),
            Form::Some { min, max } => {
                let (min, max) = (usize::from(min), usize::from(max).min(n));
                let many = min + self.index(max.saturating_sub(min) + 1);
                let mut several = self.several(n, many);
                // A creature attacks one player and blocks one attacker.
                let mut declared = Vec::new();
                several.retain(|at| match question.options.get(*at) {
                    Some(Choice::Attack(creature, _) | Choice::Block(creature, _)) => {
                        let first = !declared.contains(creature);
                        declared.push(*creature);
                        first
                    }
                    _ => true,
                });
                several
            }
        })
    }
}
