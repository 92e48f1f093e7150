//! `headjudge new`: files to begin with.

mod adapter;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::kind::{self, Kind};
use super::show::{CaseName, neither};
use super::{Common, Exit, Failed, say};
use crate::case;
use crate::clauses::TOPICS;
use crate::fault::{listed, suggestion};
use crate::library::Library;
use crate::replay::{self, Record};
use crate::report;
use crate::run::DEFAULT_SEED;
use crate::skeleton;
use crate::tape::{Recorder, Source, Tape};

/// The arguments of `new`.
#[derive(Debug, Args)]
pub(super) struct NewArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// A ruling to fill in, in the folder of --rulings, or else in `rulings` here
    Ruling(RulingArgs),
    /// An adapter to fill in: a program that answers every case with `unsupported`, the kit below it, and what to run next
    Adapter(adapter::AdapterArgs),
}

#[derive(Debug, Args)]
struct RulingArgs {
    /// Its topic and its name: lower-case letters, digits and hyphens
    #[arg(value_name = "TOPIC/NAME")]
    id: String,
    /// Begin with the board and script of a case: `RULING#N`, `RULING#N@TAPE` as a report prints it, a replay file, or
    /// `FILE#N`, the Nth failure of a JSON report, from 1
    #[arg(long, value_name = "CASE")]
    from: Option<String>,
    /// The seed of the run that the case is from, which matters without a tape
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED, value_parser = super::seed, allow_negative_numbers = true)]
    seed: u64,
}

pub(super) fn new(args: &NewArgs, common: &Common) -> Result<Exit, Failed> {
    match &args.what {
        What::Ruling(args) => ruling(args, common),
        What::Adapter(args) => adapter::adapter(args),
    }
}

fn ruling(args: &RulingArgs, common: &Common) -> Result<Exit, Failed> {
    let topic = checked(&args.id)?;
    let folder = match &common.rulings {
        Some(folder) => folder.clone(),
        None if Path::new("rulings/clauses.yaml").is_file() => PathBuf::from("rulings"),
        None => {
            let why =
                "there is no folder `rulings` here: say where to put it with --rulings DIR, laid out like `rulings/`";
            return Err(Failed::Call(why.to_owned()));
        }
    };
    let library = Library::from_dir(&folder).map_err(Failed::Faults)?;
    let text = match &args.from {
        None => skeleton::fresh(&library, &args.id),
        Some(from) => {
            let (name, tape) = case(from, args.seed, &library)?;
            let ruling = name.find(&library)?;
            skeleton::of_case(&library, &args.id, ruling, &tape)
                .map_err(|why| Failed::Call(format!("nothing comes of the case `{from}`: {why}")))?
        }
    };
    let path = folder.join(format!("{}.yaml", args.id));
    write(&folder.join(topic), &path, &text)?;
    let place = path.display();
    let marks = text.matches(skeleton::MARK).count() - 1;
    say!("{place} is written, with {marks} places to fill in.");
    let folder = crate::report::describe::quoted(&folder.to_string_lossy());
    say!("What is left: headjudge lint --rulings {folder}");
    say!("To try it:    headjudge certify --rulings {folder} --cases 20 {}", args.id);
    Ok(Exit::Fine)
}

/// The topic of a name that is a good one.
fn checked(id: &str) -> Result<&str, Failed> {
    let wrong = |why: String| Err(Failed::Call(why));
    let Some((topic, name)) = id.split_once('/') else {
        return wrong(format!("expected TOPIC/NAME, such as nine-lives/each-source, not `{id}`"));
    };
    if !TOPICS.contains(&topic) {
        let hint = suggestion(topic, TOPICS).map_or_else(String::new, |text| format!(" ({text})"));
        return wrong(format!("there is no topic `{topic}`{hint}; the topics are {}", listed(TOPICS)));
    }
    let good = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= 80
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !good {
        return wrong(format!("expected a name of lower-case letters, digits and hyphens, not `{name}`"));
    }
    Ok(topic)
}

/// The case that a word names, and its tape.
fn case(from: &str, seed: u64, library: &Library) -> Result<(CaseName, Tape), Failed> {
    if Path::new(from).exists() {
        kind::expected(Path::new(from), &[Kind::Replay, Kind::Report])?;
    }
    if Path::new(from).is_file() && replay::is_replay(Path::new(from)) {
        let record = Record::read(Path::new(from))?;
        let name = CaseName { ruling: record.ruling, n: record.case, tape: Some(record.tape.clone()) };
        return Ok((name, record.tape));
    }
    if let Some((name, nth)) = failure(from) {
        kind::expected(&name, &[Kind::Report])?;
        let report = report::read(&name)?;
        let all = || report.all().flat_map(|ruling| ruling.failures.iter().map(move |failure| (ruling, failure)));
        let Some((ruling, failure)) = nth.checked_sub(1).and_then(|at| all().nth(at)) else {
            let many = all().count();
            return Err(Failed::Call(format!("`{}` has {many} failures, so none is number {nth}", name.display())));
        };
        let name = CaseName { ruling: ruling.id.clone(), n: failure.case, tape: None };
        let tape = match failure.tape.parse::<Tape>() {
            Ok(tape) if !failure.tape.is_empty() => tape,
            _ => drawn(&name, report.seed, library)?,
        };
        return Ok((name, tape));
    }
    let file = "the name of a replay file or of a JSON report";
    let name: CaseName = from.parse().map_err(|why: String| neither(from, file, &why, library))?;
    let tape = match &name.tape {
        Some(tape) => tape.clone(),
        None => drawn(&name, seed, library)?,
    };
    Ok((name, tape))
}

/// A file and a number: `report.json#2`, or the first failure of `report.json`.
fn failure(from: &str) -> Option<(PathBuf, usize)> {
    let (file, nth) = match from.rsplit_once('#') {
        Some((file, nth)) => (file, nth.parse().ok()?),
        None => (from, 1),
    };
    Path::new(file).is_file().then(|| (PathBuf::from(file), nth))
}

/// The tape of a case that is named by its number.
fn drawn(name: &CaseName, seed: u64, library: &Library) -> Result<Tape, Failed> {
    let ruling = name.find(library)?;
    let first = case::draw(ruling, &library.pool, seed, name.n).map_err(|error| Failed::Call(error.to_string()))?;
    let mut recorder = Recorder::new(first.before);
    // It has been drawn already, so that it can be.
    let _ = ruling.generate(&library.pool, &mut recorder as &mut dyn Source);
    Ok(recorder.into_tape())
}

/// Writes a file that is not there yet.
fn write(folder: &Path, path: &Path, text: &str) -> Result<(), Failed> {
    let place = path.display();
    let cannot = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Failed::Call(format!("`{place}` is there already, and is not overwritten: choose another name"))
        }
        _ => Failed::Call(format!("`{place}` cannot be written: {error}")),
    };
    std::fs::create_dir_all(folder).map_err(cannot)?;
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(path).map_err(cannot)?;
    file.write_all(text.as_bytes()).map_err(cannot)
}
