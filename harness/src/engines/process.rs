//! Engines that are programs of their own, in whatever language: JSON lines on their standard input and output.
//!
//! Owns the command and the count of failed starts. [`child`] is one running process, [`window`] the order in which
//! cases are sent to it, [`again`] what tells a crash from what earlier cases left behind, [`needs`] the questions that come
//! back, and [`trace`] what is written down of all that.

mod again;
mod child;
mod groups;
mod needs;
mod trace;
mod window;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use headjudge_protocol::message::Hello;

use super::{About, Claims, Engine, EngineError, Session};
use child::Child;
use trace::Tap;
use window::Windowed;

pub(crate) use child::NO_REPLY;
pub(super) use needs::Asking;

pub use groups::{INTERRUPTED, end_on_signals, interrupted, listen_for_signals};
pub use trace::Trace;

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

/// After so many lines that are no replies, with no case answered in between or before, the engine is given up.
pub const UNREADABLE: u32 = 20;

/// A program that is an engine.
#[derive(Debug)]
pub struct Process {
    command: String,
    words: Vec<String>,
    limits: Limits,
    trace: Option<Arc<Trace>>,
    /// How many sessions there were.
    workers: AtomicU32,
    /// What it said at its first start that it can do.
    claims: OnceLock<Arc<Claims>>,
    trouble: Mutex<Trouble>,
}

/// What went wrong so far, over all sessions.
#[derive(Debug, Default)]
struct Trouble {
    failed_starts: u32,
    timeouts: u32,
    /// Lines that are no replies, as long as no case was answered; nothing once one was.
    unreadable: Option<u32>,
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
        Ok(Process {
            command: command.to_owned(),
            words,
            limits,
            trace: None,
            workers: AtomicU32::new(0),
            claims: OnceLock::new(),
            trouble: Mutex::new(Trouble { unreadable: Some(0), ..Trouble::default() }),
        })
    }

    /// The same; what goes over the wire is written down.
    #[must_use]
    pub fn traced(self, trace: Option<Arc<Trace>>) -> Process {
        Process { trace, ..self }
    }

    /// The access of a new worker to what is written down; workers are counted from 1, and 0 is nobody's.
    fn tap(&self) -> Tap {
        Tap::new(self.trace.as_ref(), self.workers.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// Starts it once and says who it is.
    ///
    /// # Errors
    /// If it does not start or does not say `hello`.
    pub fn hello(&self) -> Result<Hello, EngineError> {
        let tap = Tap::new(self.trace.as_ref(), 0);
        Child::start(&self.words, self.limits.start, &tap).map(|(_, hello)| hello).map_err(|why| self.not_started(why))
    }

    fn not_started(&self, why: String) -> EngineError {
        EngineError::Start { name: self.command.clone(), why }
    }

    /// A new process, after as many attempts as it is worth.
    fn start(&self, tap: &Tap) -> Result<(Child, Hello), EngineError> {
        loop {
            if let Some(lost) = self.lost() {
                return Err(lost);
            }
            let started = Child::start(&self.words, self.limits.start, tap);
            let mut trouble = self.trouble();
            match started {
                Ok(started) => {
                    trouble.failed_starts = 0;
                    self.claims.get_or_init(|| Arc::new(Claims::of(&started.1)));
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

    /// Counts a case that was answered.
    fn answered(&self) {
        let mut trouble = self.trouble();
        (trouble.timeouts, trouble.unreadable) = (0, None);
    }

    /// Counts a case that was not answered in time.
    fn late(&self) {
        let mut trouble = self.trouble();
        trouble.timeouts += 1;
        if trouble.timeouts >= TIMEOUTS {
            let why = format!("{TIMEOUTS} times in a row there was no answer within {:?}", self.limits.case);
            trouble.lost.get_or_insert(EngineError::Lost { name: self.command.clone(), why });
        }
    }

    /// Counts a case to which something was said that is no reply, and what. An engine that has never answered one is a bridge
    /// that is not built yet; to start it anew for each case of each ruling shows nothing more.
    fn unreadable(&self, why: &str) {
        let mut trouble = self.trouble();
        let Some(count) = &mut trouble.unreadable else { return };
        *count += 1;
        if *count >= UNREADABLE {
            let command = crate::report::describe::quoted(&self.command);
            let why = format!(
                "{UNREADABLE} times what it said was no reply to a case, and it never said one; the last time, {why}. \
                 `headjudge doctor {command}` says what to mend first"
            );
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
        let tap = self.tap();
        let (child, hello) = self.start(&tap)?;
        Ok(Box::new(Windowed::new(self, tap, child, &hello)))
    }

    fn about(&self) -> Result<About, EngineError> {
        let Hello { engine, build, features, .. } = self.hello()?;
        let features = features.unwrap_or_default().iter().map(ToString::to_string).collect();
        Ok(About { name: engine, version: build, features })
    }

    fn claims(&self) -> Option<Arc<Claims>> {
        self.claims.get().cloned()
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
