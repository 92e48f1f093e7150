//! `headjudge baseline`: failures that are expected, brought up to date and explained.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use headjudge_engine::Mutant;
use owo_colors::OwoColorize as _;

use super::apart::{Named, apart, writable};
use super::certify::DrawArgs;
use super::kind::{self, Kind};
use super::{Common, Exit, Failed, LimitArgs, progress, say};
use crate::baseline::again::{Again, OnEngine, Replays, Sources};
use crate::baseline::sense::nonsense;
use crate::baseline::update::update;
use crate::baseline::{Baseline, BaselineError, Date, Entry, is_unexplained};
use crate::engines::{self, Engine};
use crate::fault::Fault;
use crate::library::Library;
use crate::report::{self, Report, replace};
use crate::run::{FILTER_HELP, Plan, Unwatched, run, select};

/// Which failures a run expects.
#[derive(Debug, Args)]
pub(super) struct BaselineArgs {
    /// Failures that are expected: anything else, better or worse, ends with exit code 1
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,
    /// With --baseline: which day it is, such as 2026-12-31; without it no entry of the baseline expires
    #[arg(long, value_name = "DATE", requires = "baseline")]
    pub(super) today: Option<Date>,
}

impl BaselineArgs {
    /// The baseline, if there is one.
    pub(super) fn read(&self) -> Result<Option<Baseline>, Failed> {
        self.baseline.as_deref().map(read).transpose()
    }
}

/// The arguments of `baseline`.
#[derive(Debug, Args)]
pub(super) struct BaselineCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Write the failures of an engine, or of a report, into the file, keep what people wrote there, and show what changes
    Update(UpdateArgs),
    /// Explain each entry, and say what is wrong with it
    Check(CheckArgs),
}

#[derive(Debug, Args)]
#[command(after_help = FILTER_HELP)]
struct UpdateArgs {
    /// The baseline; it is made if it is not there
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Take the failures from this JSON report instead of running the engine; not with --cases, --seed or FILTER, which are those
    /// of the report
    #[arg(long, value_name = "REPORT", conflicts_with_all = ["cases", "seed", "filters"])]
    from: Option<PathBuf>,
    /// The engine; with --from only saved cases are played on it [default: reference; that of the report, if it is no program]
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    draw: DrawArgs,
    /// Which rulings, as told below; all if there is none. Entries of others stay as they are
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
}

#[derive(Debug, Args)]
struct CheckArgs {
    /// The baseline
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which day it is, such as 2026-12-31; without it no entry expires
    #[arg(long, value_name = "DATE")]
    today: Option<Date>,
    /// Play the saved cases on this engine
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(super) fn baseline(args: &BaselineCommand, common: &Common) -> Result<Exit, Failed> {
    match &args.what {
        What::Update(args) => bring_up(args, common),
        What::Check(args) => check(args, common),
    }
}

fn read(path: &Path) -> Result<Baseline, Failed> {
    kind::expected(path, &[Kind::Baseline])?;
    Ok(Baseline::read(path)?)
}

/// The engine that plays saved cases of a report: the one that is named, or the report's own, if it is no program. What a
/// report names is not started unasked.
pub(super) fn player(
    named: Option<&str>,
    report: &Report,
    library: &Library,
    limits: &LimitArgs,
) -> Result<Option<Box<dyn Engine>>, Failed> {
    let own = Some(report.engine.as_str()).filter(|engine| !engines::is_program(engine));
    let start = |name| engines::named_within(name, &library.pool.cards, limits.limits());
    Ok(named.or(own).map(start).transpose()?)
}

fn bring_up(args: &UpdateArgs, common: &Common) -> Result<Exit, Failed> {
    let reads: Vec<Named<'_>> = args.from.iter().map(|path| ("the report", &**path)).collect();
    let writes: [Named<'_>; 1] = [("the baseline", &args.file)];
    apart(&reads, &writes)?;
    writable(&writes)?;
    let library = common.library()?;
    let name = args.file.display().to_string();
    kind::expected(&args.file, &[Kind::Baseline])?;
    args.from.iter().try_for_each(|path| kind::expected(path, &[Kind::Report]))?;
    let old = match Baseline::read(&args.file) {
        Err(BaselineError::File { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
            Baseline::empty(&name)
        }
        read => read?,
    };
    let (report, engine) = match &args.from {
        Some(path) => {
            let report = report::read(path)?;
            if report.library != format!("{:016x}", library.digest) {
                let why = "the report was made with other rulings or cards than these: give theirs with --rulings";
                return Err(Failed::Call(why.to_owned()));
            }
            let engine = player(args.engine.as_deref(), &report, &library, &args.limits)?;
            (report, engine)
        }
        None => {
            let engine = args.engine.as_deref().unwrap_or(engines::REFERENCE);
            let engine = engines::named_within(engine, &library.pool.cards, args.limits.limits())?;
            let rulings = select(&library, &args.filters)?;
            let options = common.options();
            let plan =
                Plan { rulings, seed: args.draw.seed, options, ..Plan::new(&library) }.with_cases(args.draw.cases);
            let report = run(&plan, &*engine, &Unwatched)?;
            if let Some(lost) = engine.lost() {
                return Err(lost.into());
            }
            (report, Some(engine))
        }
    };
    if report.is_faulty() {
        return Err(Failed::Call(
            "some rulings are themselves at fault, so that their failures say nothing".to_owned(),
        ));
    }
    let sources = Sources::new(&report.baseline, engine.as_ref().map(|engine| OnEngine::new(&library, &**engine)));
    let updated = update(&old, &report, &library, &sources);
    for key in &updated.untold {
        say!(
            "kept although nothing failed so, for its saved case was not played (say with --engine what plays it): {key}"
        );
    }
    if updated.anew {
        say!(
            "The file is laid out in a way that could not be edited: it is written anew, with the comments at its top alone."
        );
    }
    if updated.text == old.text() {
        say!("`{name}` is up to date.");
        return Ok(Exit::Fine);
    }
    let diff = similar::TextDiff::from_lines(old.text(), &updated.text);
    for line in diff.unified_diff().context_radius(3).header(&name, &name).to_string().lines() {
        match line.as_bytes().first() {
            Some(b'+') => say!("{}", line.green()),
            Some(b'-') => say!("{}", line.red()),
            _ => say!("{line}"),
        }
    }
    replace(&args.file, updated.text.as_bytes())
        .map_err(|error| Failed::Call(format!("`{name}` cannot be written: {error}")))?;
    Ok(Exit::Fine)
}

fn check(args: &CheckArgs, common: &Common) -> Result<Exit, Failed> {
    let library = common.library()?;
    let baseline = read(&args.file)?;
    let start = |name: &String| engines::named_within(name, &library.pool.cards, args.limits.limits());
    let engine = args.engine.as_ref().map(start).transpose()?;
    let player = engine.as_ref().map(|engine| OnEngine::new(&library, &**engine));
    let bar = progress(baseline.entries.len() as u64);
    let mut wrong = 0;
    for entry in &baseline.entries {
        let complaints = explain(&baseline, entry, &library, args, player.as_ref());
        bar.inc(1);
        wrong += usize::from(!complaints.is_empty());
        for complaint in complaints {
            say!("    {} {complaint}", "✗".red());
        }
    }
    bar.finish_and_clear();
    let all = baseline.entries.len();
    let dated = baseline.entries.iter().filter(|entry| entry.expires.is_some()).count();
    if dated > 0 && args.today.is_none() {
        say!("{dated} with an expiry, which was not judged: say which day it is with --today.");
    }
    let name = Path::new(&args.file).display();
    let all = if all == 1 { "1 expected failure".to_owned() } else { format!("{all} expected failures") };
    say!("`{name}`: {all}, something is to be done about {wrong}.");
    Ok(if wrong == 0 { Exit::Fine } else { Exit::NotConforming })
}

/// Tells what an entry means, and gives what is wrong with it.
fn explain(
    baseline: &Baseline,
    entry: &Entry,
    library: &Library,
    args: &CheckArgs,
    player: Option<&OnEngine<'_>>,
) -> Vec<String> {
    let told = |fault: Fault| {
        let help = fault.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
        format!("{fault}{help}")
    };
    let mut wrong: Vec<String> = nonsense(baseline, entry, library).into_iter().map(told).collect();
    let key = &entry.key;
    say!("{} {} (line {})", key.ruling.bold(), key.check, entry.line);
    if let Some(ruling) = library.find(&key.ruling) {
        say!("    {}", ruling.says.split_whitespace().collect::<Vec<_>>().join(" "));
        if !ruling.certifies() {
            wrong.push("rules authorities differ on the ruling, so that its failures do not count".to_owned());
        }
        let at = key.check.strip_prefix("expectation ").and_then(|number| number.parse::<usize>().ok());
        if let Some(expectation) = at.and_then(|at| ruling.then.get(at.checked_sub(1)?)) {
            say!("    does not hold: {}", expectation.program.source());
        }
    }
    match Mutant::from_name(&key.signature) {
        Some(mutant) => say!("    as if {} (CR {})", mutant.says(), mutant.rule()),
        None => say!("    signature: {}", key.signature),
    }
    say!("    because: {}", entry.reason.split_whitespace().collect::<Vec<_>>().join(" "));
    if let Some(link) = &entry.link {
        say!("    see {link}");
    }
    if is_unexplained(&entry.reason) {
        wrong.push("nobody has written yet why it is expected".to_owned());
    }
    if let Some(expires) = entry.expires {
        say!("    until {expires}");
        if args.today.is_some_and(|today| expires < today) {
            wrong.push(format!("it expired on {expires}"));
        }
    }
    if entry.case.is_none() {
        say!("    without a saved case: should it fail rarely, it may look mended");
    } else if let Some(player) = player {
        match player.again(entry) {
            Some(Again::Fails(None)) => say!("    its saved case still fails"),
            Some(Again::Fails(Some(signature))) => {
                wrong.push(format!("its saved case fails in that check, by the look of it as `{signature}`"));
            }
            Some(Again::Passes) => wrong.push("its saved case passes".to_owned()),
            Some(Again::Otherwise(check)) => wrong.push(format!("its saved case fails in another check: {check}")),
            Some(Again::Gone(why)) => wrong.push(format!("its saved case cannot be played any more: {why}")),
            None => wrong.push("its saved case could not be played".to_owned()),
        }
    }
    wrong
}
