//! `headjudge doctor`: whether an adapter says what it should, before any ruling is asked of it.
//!
//! It checks the bridge and not the rules: setup comes back as it was sent, the same question gets the same answer, and what
//! cannot be done is refused. Its cards are basic lands, creatures without abilities, and a few of one ability each. What an
//! engine does not support is not checked; that is no fault.

mod action;
mod board;
mod check;
mod choice;

use std::collections::BTreeSet;
use std::sync::Arc;

use clap::Args;
use headjudge_protocol::Outcome;
use headjudge_protocol::message::Missing;
use owo_colors::OwoColorize as _;

use super::{Common, Exit, Failed, LimitArgs, TraceArgs, say};
use crate::case::differ;
use crate::engines::{self, Claims, Engine, Job, NO_REPLY, Reply, Session};
use check::Check;

/// The arguments of `doctor`.
#[derive(Debug, Args)]
pub(super) struct DoctorArgs {
    /// The engine: the command that starts it; `reference` and `mutant:NAME`, which are built in, are checked in the same way. Not with --engine, which names it too
    #[arg(value_name = "CMD", required_unless_present = "also", conflicts_with = "also")]
    engine: Option<String>,
    /// The same, as `certify` has it
    #[arg(long = "engine", value_name = "CMD", hide = true)]
    also: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    trace: TraceArgs,
}

pub(super) fn doctor(args: &DoctorArgs, common: &Common) -> Result<Exit, Failed> {
    let library = common.library()?;
    let trace = args.trace.begin()?;
    let command = args.engine.as_ref().or(args.also.as_ref()).cloned().unwrap_or_default();
    let engine = engines::named_traced(&command, &library.pool.cards, args.limits.limits(), trace.clone())?;
    let about = engine.about()?;
    let version = if about.version.is_empty() { String::new() } else { format!(" {}", about.version) };
    if engines::is_program(&command) {
        say!("{} it starts and says hello: {}{version}", "✓".green(), about.name);
    } else {
        say!("{} it is built in and needs no adapter; behind the wire it is `headjudge serve`", "✓".green());
    }
    let mut session = engine.session()?;
    let mut found = Found { claims: engine.claims(), ..Found::default() };
    let checks: Vec<Check> = board::checks().into_iter().chain(action::checks()).collect();
    for (at, check) in checks.iter().enumerate() {
        let came = examine(check, &mut *session);
        let hint = match &came {
            Err(Trouble::Silent(_)) => Some(ANSWER),
            Err(Trouble::Unreadable(_)) => Some(SHAPE),
            _ => None,
        };
        found.tell(check.says, check.hint, came);
        if let Some(lost) = engine.lost() {
            return Err(lost.into());
        }
        // Whoever says nothing that can be read about the simplest case says nothing about the others.
        if let (0, Some(hint)) = (at, hint) {
            args.trace.end(trace.as_ref())?;
            say!("\nFix this first: {hint}.");
            return Ok(Exit::NotConforming);
        }
    }
    let unchecked = found.unchecked;
    let choices = choice::choices();
    for choice in &choices {
        let hint = "where a player has to choose, take the first answer of that player and kind that has not been used, and \
                    report it in `asked`";
        let used = choice.used(&mut *session);
        // Whoever cannot be told what is chosen need not ask, either.
        let passed_on = match &used {
            Err(Trouble::Unknown(what @ Missing::Choice, name)) => Err(Trouble::Unknown(*what, name.clone())),
            _ => choice.passed_on(&mut *session),
        };
        found.tell(&choice.says_used(), hint, used);
        let hint =
            "where no answer is left, reply `needs` with the question; report each answer that was used in `asked`";
        found.tell(&choice.says_passed_on(), hint, passed_on);
    }
    if found.unchecked - unchecked == 2 * choices.len() {
        say!("  not checked at all: choices");
    }
    let hint = "start every case from a fresh game: nothing of an earlier one may be left, nor any chance";
    let again = order(&checks, &mut *session);
    found.tell("the same cases in another order give the same outcomes", hint, again.map_err(Trouble::Wrong));
    let alone = fresh(&checks, &*engine, &mut *session);
    found.tell("another process gives the same outcomes", hint, alone.map_err(Trouble::Wrong));
    drop(session);
    args.trace.end(trace.as_ref())?;
    if let Some(lost) = engine.lost() {
        return Err(lost.into());
    }
    match found.first {
        None => {
            let well = match found.unchecked {
                0 => "The adapter is well".to_owned(),
                n => format!(
                    "Nothing is wrong with the adapter, as far as {} of {} could be checked",
                    found.all - n,
                    found.all
                ),
            };
            say!("\n{well}. Next: headjudge certify --engine {}", quoted(&command));
        }
        Some(hint) => say!("\nFix this first: {hint}."),
    }
    Ok(if found.first.is_none() { Exit::Fine } else { Exit::NotConforming })
}

/// What to do about an engine that says hello and then nothing.
const ANSWER: &str = "go on reading after hello, and answer every line that asks for a case with one line, flushed; \
                      `--trace-wire FILE` shows both, and `headjudge new adapter` begins an adapter that answers";

/// What to do about an engine of which the simplest reply cannot be read.
const SHAPE: &str =
    "write replies in the shape that the protocol gives them (`headjudge schema protocol`), beginning with this one";

/// What was found so far.
#[derive(Default)]
struct Found {
    claims: Option<Arc<Claims>>,
    /// What to do about the first thing that is wrong.
    first: Option<&'static str>,
    all: usize,
    unchecked: usize,
    /// What could not be read, each in the words that follow the line itself.
    unreadable: BTreeSet<String>,
}

impl Found {
    fn tell(&mut self, says: &str, hint: &'static str, came: Result<(), Trouble>) {
        self.all += 1;
        match came {
            Ok(()) => say!("{} {says}", "✓".green()),
            Err(Trouble::Unknown(what, name)) if self.claims.as_ref().is_some_and(|all| all.has(what, &name)) => {
                self.first.get_or_insert("claim in hello what you support and nothing else");
                say!("{} {says}: it does not support {name}, and claims it", "✗".red());
            }
            Err(Trouble::Unknown(_, name)) => {
                self.unchecked += 1;
                say!("{} {says}: not checked, since it does not support {name}", "–".dimmed());
            }
            Err(Trouble::Unreadable(why)) => {
                // Nothing else matters as long as replies are not read.
                if self.unreadable.is_empty() {
                    self.first = Some(SHAPE);
                }
                let (_, what) = why.rsplit_once(NO_REPLY).unwrap_or(("", &why));
                let what = what.split(" in column ").next().unwrap_or(what).to_owned();
                let told = !self.unreadable.insert(what);
                let why = if told { "the reply cannot be read, as before" } else { &why };
                say!("{} {says}: {why}", "✗".red());
            }
            Err(Trouble::Silent(why) | Trouble::Wrong(why)) => {
                self.first.get_or_insert(hint);
                say!("{} {says}: {why}", "✗".red());
            }
        }
    }
}

fn quoted(command: &str) -> String {
    crate::report::describe::quoted(command)
}

/// Why a check was not passed.
enum Trouble {
    /// The engine lacks something, which is no fault of an adapter.
    Unknown(Missing, String),
    /// It gave no answer: how.
    Silent(String),
    /// What it said is no reply: what.
    Unreadable(String),
    Wrong(String),
}

impl From<String> for Trouble {
    fn from(why: String) -> Trouble {
        Trouble::Wrong(why)
    }
}

/// Plays a check twice.
fn examine(check: &Check, session: &mut (dyn Session + '_)) -> Result<(), Trouble> {
    let once = played(session.play(&check.scenario, None))?;
    (check.wrong)(&once)?;
    let twice = played(session.play(&check.scenario, None))?;
    if differ(&once, &twice) { Err("played again, it comes out otherwise".to_owned().into()) } else { Ok(()) }
}

/// Plays all checks in a new process, backwards.
fn fresh(checks: &[Check], engine: &dyn Engine, session: &mut (dyn Session + '_)) -> Result<(), String> {
    let mut other = engine.session().map_err(|error| error.to_string())?;
    for check in checks.iter().rev() {
        let (one, two) = (session.play(&check.scenario, None), other.play(&check.scenario, None));
        if !alike(&one, &two) {
            return Err(format!("“{}” comes out otherwise", check.says));
        }
    }
    Ok(())
}

fn alike(one: &Reply, other: &Reply) -> bool {
    match (one, other) {
        (Reply::Outcome(one), Reply::Outcome(other)) => !differ(one, other),
        (one, other) => one == other,
    }
}

/// Plays all checks at once, forwards and then backwards.
fn order(checks: &[Check], session: &mut (dyn Session + '_)) -> Result<(), String> {
    let mut jobs: Vec<Job<'_>> =
        checks.iter().chain(checks.iter().rev()).map(|check| Job { scenario: &check.scenario, any: None }).collect();
    let replies = session.play_all(&mut jobs);
    let pairs = checks.iter().zip(&replies).zip(replies.iter().rev());
    for ((check, one), other) in pairs {
        if !alike(one, other) {
            return Err(format!("“{}” comes out otherwise", check.says));
        }
    }
    Ok(())
}

fn played(reply: Reply) -> Result<Outcome, Trouble> {
    Err(Trouble::Wrong(match reply {
        Reply::Outcome(outcome) => return Ok(outcome),
        Reply::Crash(why) => return Err(Trouble::Silent(why)),
        Reply::Protocol(why) if why.contains(NO_REPLY) => return Err(Trouble::Unreadable(why)),
        Reply::Timeout => return Err(Trouble::Silent("it does not answer in time".to_owned())),
        Reply::Unsupported { what, name } => return Err(Trouble::Unknown(what, name)),
        Reply::Unasked(question) => format!("it asks where there is nothing to choose: {question}"),
        Reply::Error(why) => format!("it says that it failed: {}", why.trim_end()),
        Reply::Protocol(why) | Reply::Nondeterministic(why) | Reply::StateLeak(why) => why,
        Reply::NotRun => "it could not be started again".to_owned(),
    }))
}
