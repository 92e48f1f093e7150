//! `headjudge replay`: a case again, the case of a replay file, or every failure of a report.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use owo_colors::OwoColorize as _;

use super::apart::{Named, apart};
use super::kind::{self, Kind};
use super::show::{CaseName, neither};
use super::{Common, Exit, Failed, LimitArgs, TraceArgs, say};
use crate::case::{self, Judged};
use crate::engines::{self, Engine, EngineError, Reply, Trace};
use crate::library::Library;
use crate::replay::{self, Record};
use crate::report::{self, describe};
use crate::ruling::Ruling;
use crate::run::{DEFAULT_SEED, Sessions, explain, one, replay_tape};
use crate::tape::{Playback, Tape};
use crate::verdict::Case;

/// The arguments of `replay`.
#[derive(Debug, Args)]
pub(super) struct ReplayArgs {
    /// A case, `RULING#N` or `RULING#N@TAPE`; a replay file, as `certify --failures DIR` writes it; or a JSON report, whose
    /// failures are played again, and not what the engine lacks
    #[arg(value_name = "RULING#N|FILE")]
    what: String,
    /// The engine: a command, `reference`, or `mutant:NAME` [default: the reference, or the engine of the file]
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    #[command(flatten)]
    case: CaseArgs,
    #[command(flatten)]
    trace: TraceArgs,
}

/// What is known of a case that is played again, and how long the engine may take.
#[derive(Debug, Args)]
pub(super) struct CaseArgs {
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// The choices of the case, as a report prints them
    #[arg(long, value_name = "t1:…")]
    pub(super) tape: Option<Tape>,
    /// The seed of the run, which matters without a tape
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED, value_parser = super::seed, allow_negative_numbers = true)]
    pub(super) seed: u64,
}

pub(super) fn replay(args: &ReplayArgs, common: &Common) -> Result<Exit, Failed> {
    let reads: Vec<Named<'_>> = vec![("what is played again", Path::new(&args.what))];
    let writes: Vec<Named<'_>> =
        args.trace.trace_wire.iter().map(|path| ("what goes over the wire", &**path)).collect();
    apart(&reads, &writes)?;
    let trace = args.trace.begin()?;
    let exit = traced(args, common, trace.as_ref())?;
    args.trace.end(trace.as_ref())?;
    Ok(exit)
}

fn traced(args: &ReplayArgs, common: &Common, trace: Option<&Arc<Trace>>) -> Result<Exit, Failed> {
    let library = common.library()?;
    let path = Path::new(&args.what);
    let named =
        |name: &str| engines::named_traced(name, &library.pool.cards, args.case.limits.limits(), trace.cloned());
    match args.what.parse::<CaseName>() {
        Ok(name) => {
            let ruling = name.find(&library)?;
            let engine = named(args.engine.as_deref().unwrap_or(engines::REFERENCE))?;
            let tape = args.case.tape.as_ref().or(name.tape.as_ref());
            again(&library, ruling, &*engine, &Origin { tape, seed: args.case.seed, n: name.n })
        }
        Err(_) if path.exists() => {
            kind::expected(path, &[Kind::Replay, Kind::Report])?;
            let is_replay = replay::is_replay(path);
            if is_replay { from_file(args, &library, &named) } else { from_report(args, &library, &named) }
        }
        Err(why) => Err(neither(&args.what, "the name of a replay file or of a JSON report", &why, &library)),
    }
}

/// What finds an engine by its name.
type Find<'f> = &'f dyn Fn(&str) -> Result<Box<dyn Engine>, EngineError>;

fn from_report(args: &ReplayArgs, library: &Library, named: Find<'_>) -> Result<Exit, Failed> {
    let report = report::read(&PathBuf::from(&args.what))?;
    if args.engine.is_none() && engines::is_program(&report.engine) {
        return Err(unasked("report", &report.engine));
    }
    if report.library != format!("{:016x}", library.digest) {
        say!("The report was made with other rulings or cards than these: its cases may draw something else.\n");
    }
    let engine = named(args.engine.as_deref().unwrap_or(&report.engine))?;
    // Kept back: what an engine says that it lacks would only be said again.
    let all = || report.all().flat_map(|ruling| ruling.failures.iter().map(move |failure| (ruling, failure)));
    let (lacking, failing): (Vec<_>, Vec<_>) = all().partition(|(_, failure)| report::lacking(failure));
    let mut worst = Exit::Fine;
    for (ruling, failure) in &failing {
        let tape: Tape = failure.tape.parse().unwrap_or_default();
        let tape = (!failure.tape.is_empty()).then_some(&tape);
        let found = CaseName { ruling: ruling.id.clone(), n: failure.case, tape: None }.find(library)?;
        let origin = Origin { tape, seed: report.seed, n: failure.case };
        if again(library, found, &*engine, &origin)? != Exit::Fine {
            worst = Exit::NotConforming;
        }
        say!();
    }
    if failing.is_empty() {
        say!("The report has no failure.");
    }
    if !lacking.is_empty() {
        say!("Not played: {} more, in which {} only said what it lacks.", lacking.len(), report.engine);
    }
    Ok(worst)
}

/// A file may come from anywhere; what it names is not started unasked.
fn unasked(what: &str, program: &str) -> Failed {
    Failed::Call(format!(
        "the {what} is about the program `{program}`: to start it, say --engine {}",
        describe::quoted(program)
    ))
}

/// The case of a replay file: what its tape draws now, whatever it drew then.
fn from_file(args: &ReplayArgs, library: &Library, named: Find<'_>) -> Result<Exit, Failed> {
    let record = Record::read(Path::new(&args.what))?;
    let name = CaseName { ruling: record.ruling.clone(), n: record.case, tape: Some(record.tape.clone()) };
    let ruling = name.find(library)?;
    if args.engine.is_none() && engines::is_program(&record.engine) {
        return Err(unasked("file", &record.engine));
    }
    let engine = args.engine.as_deref().unwrap_or(&record.engine);
    let engine = named(engine)?;
    let changes = record.changes(library, ruling);
    for change in &changes {
        say!("Since this was saved: {change}.");
    }
    let (tape, n) = (Some(&record.tape), record.case);
    let played = play(library, ruling, &*engine, &Origin { tape, seed: record.seed, n });
    let judged = match played {
        Ok(judged) => judged,
        // Then as it was, so that something can be seen.
        Err(failed) => {
            say!("Its tape draws no case of this ruling any more. The scenario was:\n");
            describe::scenario(&record.scenario).iter().for_each(|line| say!("{line}"));
            say!();
            return Err(failed);
        }
    };
    if judged.prepared.drawn.scenario != record.scenario {
        say!("Its tape draws another scenario now than when it was saved, and that is the one played.");
    } else if !changes.is_empty() {
        say!("Its tape still draws the same scenario.");
    }
    if !changes.is_empty() {
        say!();
    }
    tell(library, ruling, &*engine, &Origin { tape, seed: record.seed, n }, &judged);
    let (then, now) = (record.verdict.check(), judged.case.check());
    let same = match &record.reply {
        Some(Reply::Outcome(then)) => matches!(&judged.reply, Reply::Outcome(now) if !case::differ(then, now)),
        _ => record.verdict == judged.case,
    };
    match (then == now, same) {
        (true, true) => say!("The same as when {} was saved.", record.engine),
        (true, false) => {
            say!("The verdict is the one on {} when this was saved, the outcome is another.", record.engine)
        }
        (false, _) => say!("When this was saved, {} came to: {then}.", record.engine),
    }
    Ok(if judged.case == Case::Pass { Exit::Fine } else { Exit::NotConforming })
}

/// Where a case comes from: its tape, or else its number and the seed of its run.
pub(super) struct Origin<'t> {
    pub(super) tape: Option<&'t Tape>,
    pub(super) seed: u64,
    pub(super) n: u64,
}

/// Plays one case and tells everything about it.
fn again(library: &Library, ruling: &Ruling, engine: &dyn Engine, origin: &Origin<'_>) -> Result<Exit, Failed> {
    let judged = play(library, ruling, engine, origin)?;
    tell(library, ruling, engine, origin, &judged);
    Ok(if judged.case == Case::Pass { Exit::Fine } else { Exit::NotConforming })
}

fn play(library: &Library, ruling: &Ruling, engine: &dyn Engine, origin: &Origin<'_>) -> Result<Judged, Failed> {
    let sessions = Sessions::new(engine);
    let (seed, n) = (origin.seed, origin.n);
    sessions.with(|session| {
        let session = session?;
        let judged = match origin.tape {
            Some(tape) => replay_tape(ruling, &library.pool, tape, session).map(|(judged, _)| judged),
            None => one(ruling, &library.pool, seed, n, session).map(|(judged, _)| judged),
        };
        judged.map_err(|fault| Failed::Call(format!("{}#{n}: {fault}", ruling.id)))
    })
}

fn tell(library: &Library, ruling: &Ruling, engine: &dyn Engine, origin: &Origin<'_>, judged: &Judged) {
    let n = origin.n;
    let heading = |word: &str| say!("\n{}", word.bold().underline());
    let drawn = &judged.prepared.drawn;
    say!("{}#{n}: {}", ruling.id.bold(), ruling.says.trim());
    let values: Vec<String> =
        describe::values(ruling, drawn).iter().map(|v| format!("{} = {}", v.name, v.value)).collect();
    if !values.is_empty() {
        say!("{}", values.join(", ").dimmed());
    }
    heading("The case");
    for line in describe::scenario(&drawn.scenario) {
        say!("{line}");
    }
    heading("What happens by the rules");
    for line in transcript(library, ruling, origin, judged) {
        say!("{line}");
    }
    let (expected, observed) = explain(ruling, judged);
    if !expected.is_empty() {
        heading("Expected");
        say!("{}", expected.green());
        heading("Observed");
        for piece in observed {
            say!("{}  {}", piece.name, piece.value.red());
        }
    }
    let labels = ruling.labels.iter().zip(&judged.prepared.labels).filter(|(_, applies)| **applies);
    let labels: Vec<&str> = labels.map(|(label, _)| label.name.as_str()).collect();
    if !labels.is_empty() {
        say!("\nLabels: {}", labels.join(", "));
    }
    let word = judged.case.check();
    let verdict = if judged.case == Case::Pass { word.green().to_string() } else { word.red().to_string() };
    let differs = if judged.differs { ", and its outcome differs from the reference's" } else { "" };
    say!("\n{}: {}{differs}", engine.name(), verdict.bold());
}

/// What the reference does in this very case.
pub(super) fn transcript(library: &Library, ruling: &Ruling, origin: &Origin<'_>, judged: &Judged) -> Vec<String> {
    let (pool, scenario) = (&library.pool, &judged.prepared.drawn.scenario);
    match origin.tape {
        // The answers follow the board on the tape.
        Some(tape) => {
            let mut playback = Playback::new(tape);
            match ruling.generate(pool, &mut playback) {
                Ok(_) => case::told(ruling, pool, scenario, &mut playback),
                Err(_) => Vec::new(),
            }
        }
        None => match case::draw(ruling, pool, origin.seed, origin.n) {
            Ok(mut first) => case::told(ruling, pool, scenario, &mut first.after),
            Err(_) => Vec::new(),
        },
    }
}
