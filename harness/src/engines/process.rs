//! Engines that are programs of their own, in whatever language: JSON lines on their standard input and output.
//!
//! Owns the command and the count of failed starts. [`child`] is one running process, [`window`] the order in which
//! cases are sent to it, and [`needs`] the questions that come back.

mod child;
mod groups;
mod needs;
mod window;

use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

use headjudge_protocol::message::Hello;

use super::{About, Engine, EngineError, Session};
use child::Child;
use window::Windowed;

pub(super) use needs::Asking;

pub use groups::{INTERRUPTED, end_on_signals, interrupted, listen_for_signals};

/// How long an engine may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From the start of the process to its `hello`.
    pub start: Duration,
    /// For one case, from the moment at which nothing else is before it.
    pub case: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { start: Duration::from_secs(10), case: Duration::from_secs(5) }
    }
}

/// After so many starts in a row that failed, the engine is given up.
pub const STARTS: u32 = 3;

/// After so many time limits in a row that were passed, the engine is given up.
pub const TIMEOUTS: u32 = 10;

/// A program that is an engine.
#[derive(Debug)]
pub struct Process {
    command: String,
    words: Vec<String>,
    limits: Limits,
    trouble: Mutex<Trouble>,
}

/// What went wrong so far, over all sessions.
#[derive(Debug, Default)]
struct Trouble {
    failed_starts: u32,
    timeouts: u32,
    lost: Option<EngineError>,
}

impl Process {
    /// The engine that a command line starts. It is split into words as a shell does it, without a shell.
    ///
    /// # Errors
    /// If there is no word in it, or a quotation mark is missing.
    pub fn new(command: &str, limits: Limits) -> Result<Process, EngineError> {
        let wrong = |why: String| EngineError::Command { command: command.to_owned(), why };
        let words = shlex::split(command).ok_or_else(|| wrong(unfinished(command)))?;
        if words.is_empty() {
            return Err(wrong("the command is empty".to_owned()));
        }
        Ok(Process { command: command.to_owned(), words, limits, trouble: Mutex::default() })
    }

    /// Starts it once and says who it is.
    ///
    /// # Errors
    /// If it does not start or does not say `hello`.
    pub fn hello(&self) -> Result<Hello, EngineError> {
        Child::start(&self.words, self.limits.start).map(|(_, hello)| hello).map_err(|why| self.not_started(why))
    }

    fn not_started(&self, why: String) -> EngineError {
        EngineError::Start { name: self.command.clone(), why }
    }

    /// A new process, after as many attempts as it is worth.
    fn start(&self) -> Result<(Child, Hello), EngineError> {
        loop {
            if let Some(lost) = self.lost() {
                return Err(lost);
            }
            let started = Child::start(&self.words, self.limits.start);
            let mut trouble = self.trouble();
            match started {
                Ok(started) => {
                    trouble.failed_starts = 0;
                    return Ok(started);
                }
                // It was not given the time.
                Err(why) if interrupted() => return Err(self.not_started(why)),
                Err(why) => {
                    trouble.failed_starts += 1;
                    if trouble.failed_starts >= STARTS {
                        trouble.lost.get_or_insert(self.not_started(why));
                    }
                }
            }
        }
    }

    /// Counts a case that was answered in time, or was not.
    fn in_time(&self, yes: bool) {
        let mut trouble = self.trouble();
        trouble.timeouts = if yes { 0 } else { trouble.timeouts + 1 };
        if trouble.timeouts >= TIMEOUTS {
            let why = format!("{TIMEOUTS} times in a row there was no answer within {:?}", self.limits.case);
            trouble.lost.get_or_insert(EngineError::Lost { name: self.command.clone(), why });
        }
    }

    fn trouble(&self) -> std::sync::MutexGuard<'_, Trouble> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine for Process {
    fn name(&self) -> String {
        self.command.clone()
    }

    fn session(&self) -> Result<Box<dyn Session + '_>, EngineError> {
        let (child, hello) = self.start()?;
        Ok(Box::new(Windowed::new(self, child, &hello)))
    }

    fn about(&self) -> Result<About, EngineError> {
        let Hello { engine, build, features, .. } = self.hello()?;
        Ok(About { name: engine, version: build, features: features.unwrap_or_default() })
    }

    fn lost(&self) -> Option<EngineError> {
        self.trouble().lost.clone()
    }
}

/// Why a command line that ends too early cannot be split into words.
fn unfinished(command: &str) -> String {
    let (mut open, mut escaped) = (None, false);
    for (at, c) in command.chars().enumerate() {
        match (open, c) {
            _ if escaped => escaped = false,
            (None | Some(('"', _)), '\\') => escaped = true,
            (None, '"' | '\'') => open = Some((c, at + 1)),
            (Some((mark, _)), _) if mark == c => open = None,
            _ => {}
        }
    }
    match open {
        Some((mark, column)) => {
            format!("the closing quotation mark {mark} is missing, for the one that opens in column {column}")
        }
        None => "nothing follows the backslash at its end".to_owned(),
    }
}
