//! `headjudge doctor`: whether an adapter says what it should, before any ruling is asked of it.
//!
//! It checks the bridge and not the rules: setup comes back as it was sent, the same question gets the same answer, and what
//! cannot be done is refused. Its cards are basic lands, creatures without abilities, and a few of one ability each. What an
//! engine does not support is not checked; that is no fault.

mod action;
mod board;
mod check;

use std::sync::Arc;

use clap::Args;
use headjudge_protocol::message::Missing;
use headjudge_protocol::{Outcome, Scenario};
use owo_colors::OwoColorize as _;

use super::{Common, Exit, Failed, LimitArgs, TraceArgs, say};
use crate::case::differ;
use crate::engines::{self, Claims, Engine, Job, Reply, Session};
use crate::tape::Source;
use check::Check;

/// The arguments of `doctor`.
#[derive(Debug, Args)]
pub(super) struct DoctorArgs {
    /// The engine: the command that starts it; `reference` and `mutant:NAME`, which are built in, are checked in the same way
    #[arg(value_name = "CMD")]
    engine: String,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    trace: TraceArgs,
}

pub(super) fn doctor(args: &DoctorArgs, common: &Common) -> Result<Exit, Failed> {
    let library = common.library()?;
    let trace = args.trace.begin()?;
    let engine = engines::named_traced(&args.engine, &library.pool.cards, args.limits.limits(), trace.clone())?;
    let about = engine.about()?;
    let version = if about.version.is_empty() { String::new() } else { format!(" {}", about.version) };
    if engines::is_program(&args.engine) {
        say!("{} it starts and says hello: {}{version}", "✓".green(), about.name);
    } else {
        say!("{} it is built in and needs no adapter; behind the wire it is `headjudge serve`", "✓".green());
    }
    let mut session = engine.session()?;
    let mut found = Found { claims: engine.claims(), ..Found::default() };
    let checks: Vec<Check> = board::checks().into_iter().chain(action::checks()).collect();
    for (at, check) in checks.iter().enumerate() {
        let came = examine(check, &mut *session);
        let silent = matches!(came, Err(Trouble::Silent(_)));
        found.tell(check.says, check.hint, came);
        if let Some(lost) = engine.lost() {
            return Err(lost.into());
        }
        // Whoever says nothing about the simplest case says nothing about the others.
        if at == 0 && silent {
            args.trace.end(trace.as_ref())?;
            say!("\nFix this first: {ANSWER}.");
            return Ok(Exit::NotConforming);
        }
    }
    let (says, hint, scenario) = action::question();
    found.tell(says, hint, asked(&scenario, &mut *session));
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
            say!("\n{well}. Next: headjudge certify --engine {}", quoted(&args.engine));
        }
        Some(hint) => say!("\nFix this first: {hint}."),
    }
    Ok(if found.first.is_none() { Exit::Fine } else { Exit::NotConforming })
}

/// What to do about an engine that says hello and then nothing.
const ANSWER: &str = "go on reading after hello, and answer every line that asks for a case with one line, flushed; \
                      `--trace-wire FILE` shows both, and `headjudge new adapter` begins an adapter that answers";

/// What was found so far.
#[derive(Default)]
struct Found {
    claims: Option<Arc<Claims>>,
    /// What to do about the first thing that is wrong.
    first: Option<&'static str>,
    all: usize,
    unchecked: usize,
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

/// Always the last option.
struct Last;

impl Source for Last {
    fn below(&mut self, max: u64) -> u64 {
        max
    }
}

/// Plays a scenario in which something has to be chosen and nothing is said about it, twice.
fn asked(scenario: &Scenario, session: &mut (dyn Session + '_)) -> Result<(), Trouble> {
    // Whoever gives no answer hears the question.
    match session.play(scenario, None) {
        Reply::Unasked(_) => {}
        Reply::Outcome(_) => return Err("it asks nothing, and has chosen by itself".to_owned().into()),
        other => return played(other).map(|_| ()),
    }
    let outcome = played(session.play(scenario, Some(&mut Last)))?;
    let [asked] = &outcome.asked[..] else {
        return Err(format!("the outcome reports {} questions, expected the one", outcome.asked.len()).into());
    };
    let wanted = asked.options.last();
    if asked.picked.first() == wanted && asked.picked.len() == 1 {
        return Ok(());
    }
    Err("the outcome reports another answer than it was given".to_owned().into())
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
        Reply::Timeout => return Err(Trouble::Silent("it does not answer in time".to_owned())),
        Reply::Unsupported { what, name } => return Err(Trouble::Unknown(what, name)),
        Reply::Unasked(question) => format!("it asks where there is nothing to choose: {question}"),
        Reply::Error(why) => format!("it says that it failed: {}", why.trim_end()),
        Reply::Protocol(why) | Reply::Nondeterministic(why) | Reply::StateLeak(why) => why,
        Reply::NotRun => "it could not be started again".to_owned(),
    }))
}
