//! `headjudge replay`: a case again, or every failure of a report.

use std::path::{Path, PathBuf};

use clap::Args;
use owo_colors::OwoColorize as _;

use super::show::CaseName;
use super::{Common, Exit, Failed, LimitArgs, say};
use crate::case::{self, Judged};
use crate::engines::{self, Engine};
use crate::library::Library;
use crate::report::{self, describe};
use crate::ruling::Ruling;
use crate::run::{DEFAULT_SEED, Sessions, explain, one, replay_tape};
use crate::tape::{Playback, Tape};
use crate::verdict::Case;

/// The arguments of `replay`.
#[derive(Debug, Args)]
pub(super) struct ReplayArgs {
    /// A case, `RULING#N` or `RULING#N@TAPE`; or a JSON report, whose failures are played again
    #[arg(value_name = "RULING#N|FILE")]
    what: String,
    /// The engine: a command, `reference`, or `mutant:NAME` [default: the reference, or the engine of the report]
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// The choices of the case, as a report prints them
    #[arg(long, value_name = "t1:…")]
    tape: Option<Tape>,
    /// The seed of the run, which matters without a tape
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED, value_parser = super::seed, allow_negative_numbers = true)]
    seed: u64,
}

pub(super) fn replay(args: &ReplayArgs, common: &Common) -> Result<Exit, Failed> {
    let library = common.library()?;
    match args.what.parse::<CaseName>() {
        Ok(name) => {
            let ruling = name.find(&library)?;
            let engine = engines::named_within(
                args.engine.as_deref().unwrap_or(engines::REFERENCE),
                &library.pool.cards,
                args.limits.limits(),
            )?;
            let tape = args.tape.as_ref().or(name.tape.as_ref());
            again(&library, ruling, &*engine, &Origin { tape, seed: args.seed, n: name.n })
        }
        Err(_) if !args.what.contains('#') && Path::new(&args.what).is_file() => from_report(args, &library),
        Err(why) => Err(Failed::Call(format!("`{}` is neither a case nor a file: {why}", args.what))),
    }
}

fn from_report(args: &ReplayArgs, library: &Library) -> Result<Exit, Failed> {
    let report = report::read(&PathBuf::from(&args.what))?;
    if args.engine.is_none() && engines::is_program(&report.engine) {
        // A report may come from anywhere; what it names is not started unasked.
        return Err(Failed::Call(format!(
            "the report is about the program `{0}`: to start it, say --engine {1}",
            report.engine,
            describe::quoted(&report.engine)
        )));
    }
    if report.library != format!("{:016x}", library.digest) {
        say!("The report was made with other rulings or cards than these: its cases may draw something else.\n");
    }
    let engine = engines::named_within(
        args.engine.as_deref().unwrap_or(&report.engine),
        &library.pool.cards,
        args.limits.limits(),
    )?;
    let mut worst = Exit::Fine;
    for ruling in report.all() {
        let name = |case| CaseName { ruling: ruling.id.clone(), n: case, tape: None };
        for failure in &ruling.failures {
            let tape: Tape = failure.tape.parse().unwrap_or_default();
            let tape = (!failure.tape.is_empty()).then_some(&tape);
            let found = name(failure.case).find(library)?;
            let origin = Origin { tape, seed: report.seed, n: failure.case };
            if again(library, found, &*engine, &origin)? != Exit::Fine {
                worst = Exit::NotConforming;
            }
            say!();
        }
    }
    Ok(worst)
}

/// Where a case comes from: its tape, or else its number and the seed of its run.
struct Origin<'t> {
    tape: Option<&'t Tape>,
    seed: u64,
    n: u64,
}

/// Plays one case and tells everything about it.
fn again(library: &Library, ruling: &Ruling, engine: &dyn Engine, origin: &Origin<'_>) -> Result<Exit, Failed> {
    let sessions = Sessions::new(engine);
    let (seed, n) = (origin.seed, origin.n);
    let judged = sessions.with(|session| {
        let session = session?;
        let judged = match origin.tape {
            Some(tape) => replay_tape(ruling, &library.pool, tape, session).map(|(judged, _)| judged),
            None => one(ruling, &library.pool, seed, n, session).map(|(judged, _)| judged),
        };
        judged.map_err(|fault| Failed::Call(format!("{}#{n}: {fault}", ruling.id)))
    })?;
    tell(library, ruling, engine, origin, &judged);
    Ok(if judged.case == Case::Pass { Exit::Fine } else { Exit::NotConforming })
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
fn transcript(library: &Library, ruling: &Ruling, origin: &Origin<'_>, judged: &Judged) -> Vec<String> {
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
