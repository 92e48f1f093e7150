//! `headjudge certify`.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use super::apart::{Named, apart, writable, writable_folder};
use super::baseline::BaselineArgs;
use super::kind::{self, Kind};
use super::look::Look;
use super::saved::{self, Keep};
use super::{Common, Exit, Failed, LimitArgs, TraceArgs, say, watch};
use crate::baseline::again::OnEngine;
use crate::baseline::judge;
use crate::certificate::{Certificate, Marks};
use crate::engines::{self, Engine};
use crate::library::Library;
use crate::report::{self, BaselineReport, Detail, Format, Report, ReportFileError};
use crate::run::{DEFAULT_SEED, FILTER_HELP, Journal, Part, Plan, SHRINK_BUDGET, run, select};
use crate::verdict::EngineVerdict;

/// The arguments of `certify`.
#[derive(Debug, Args)]
#[command(after_help = FILTER_HELP)]
pub(super) struct CertifyArgs {
    /// The engine: the command that starts it, or `reference`, or `mutant:NAME` for the reference with one rule wrong
    #[arg(long, value_name = "CMD", default_value = engines::REFERENCE)]
    engine: String,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    trace: TraceArgs,
    #[command(flatten)]
    draw: DrawArgs,
    /// Write a report to a file, as json, junit, markdown or badge: `json=report.json`; may be given several times
    #[arg(long, value_name = "FORMAT=FILE")]
    report: Vec<ReportFile>,
    /// Run one of N parts, such as 2/3; `merge` makes one report of the reports of all parts
    #[arg(long, value_name = "K/N")]
    shard: Option<Part>,
    /// Write down what comes of each case as soon as it is known, so that a run that is broken off can go on
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Go on with the journal of --journal, if it is there
    #[arg(long, requires = "journal")]
    resume: bool,
    /// Write each failure to a file in this folder, for `replay` and `explain`; those that earlier runs left there are played
    /// before anything else
    #[arg(long, value_name = "DIR")]
    failures: Option<PathBuf>,
    /// Begin no more cases after so many seconds, and make no failure smaller; the rest is reported as not run
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
    max_time: Option<Duration>,
    /// Play each failure at most so many times to make it smaller: 0 for an engine that takes long
    #[arg(long, value_name = "N", default_value_t = SHRINK_BUDGET)]
    shrink: u32,
    /// Begin no more cases after the first that fails
    #[arg(long)]
    fail_fast: bool,
    /// Play every Nth case of each ruling a second time, alone in a fresh process: whatever comes out otherwise is a state leak, or
    /// nondeterministic
    #[arg(long, value_name = "N", value_parser = super::cases)]
    stability: Option<u64>,
    #[command(flatten)]
    expected: BaselineArgs,
    /// Write a certificate of the run, which `verify` can check by playing a sample of it again; not with --shard, --journal or
    /// --failures, since it is of one whole run of cases that the seed draws
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shard", "journal", "failures"])]
    certificate: Option<PathBuf>,
    /// Run again whenever a ruling in the folder of --rulings, a file of the engine's command or the baseline changes; not with
    /// --journal or --shard, which are of one run alone
    #[arg(long, conflicts_with_all = ["journal", "shard"])]
    watch: bool,
    /// Print the verdict alone; not with --verbose, which asks for the opposite
    #[arg(long, short, conflicts_with = "verbose")]
    quiet: bool,
    /// Print every ruling, with its labels
    #[arg(long, short)]
    verbose: bool,
    /// Which rulings, as told below; all if there is none
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
}

/// Which cases are drawn.
#[derive(Debug, Args)]
pub(super) struct DrawArgs {
    /// How many cases of each ruling [default: 250, and up to 1000 where labels need more]
    #[arg(long, value_name = "N", value_parser = super::cases)]
    pub(super) cases: Option<u64>,
    /// The seed of the run; the same seed draws the same cases
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED, value_parser = super::seed, allow_negative_numbers = true)]
    pub(super) seed: u64,
}

/// A report that is asked for.
#[derive(Debug, Clone)]
pub(super) struct ReportFile {
    format: Format,
    path: PathBuf,
}

impl ReportFile {
    /// The file, and what it will be.
    pub(super) fn named(&self) -> Named<'_> {
        ("a report", &self.path)
    }

    /// Writes the report where and as it is asked for.
    pub(super) fn write(&self, report: &Report) -> Result<(), ReportFileError> {
        report::write(report, self.format, &self.path)
    }
}

impl FromStr for ReportFile {
    type Err = String;

    fn from_str(text: &str) -> Result<ReportFile, String> {
        let (format, path) = text.split_once('=').ok_or("expected FORMAT=FILE, such as json=report.json")?;
        let known: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        let unknown = || format!("there is no report format `{format}`, expected one of {}", known.join(", "));
        let format = Format::from_name(format).ok_or_else(unknown)?;
        if path.is_empty() {
            return Err("the name of the file is missing".to_owned());
        }
        Ok(ReportFile { format, path: path.into() })
    }
}

pub(super) fn certify_or_watch(args: &CertifyArgs, common: &Common) -> Result<Exit, Failed> {
    if !args.watch {
        return certify(args, common);
    }
    let words = if engines::is_program(&args.engine) { shlex::split(&args.engine) } else { None };
    let files = words.unwrap_or_default().into_iter().map(PathBuf::from).chain(args.expected.baseline.clone());
    let files: Vec<PathBuf> = files.filter(|path| path.is_file()).collect();
    watch::again_and_again(common.rulings.as_deref(), &files, || certify(args, common))
}

fn certify(args: &CertifyArgs, common: &Common) -> Result<Exit, Failed> {
    let reads: Vec<Named<'_>> = args.expected.baseline.iter().map(|path| ("the baseline", &**path)).collect();
    let mut writes: Vec<Named<'_>> = args.report.iter().map(ReportFile::named).collect();
    writes.extend(args.journal.iter().map(|path| ("the journal", &**path)));
    writes.extend(args.certificate.iter().map(|path| ("the certificate", &**path)));
    writes.extend(args.trace.trace_wire.iter().map(|path| ("what goes over the wire", &**path)));
    apart(&reads, &writes)?;
    writable(&writes)?;
    args.failures.iter().try_for_each(|folder| writable_folder(("the folder of failures", folder)))?;
    let library = common.library()?;
    let mut rulings = select(&library, &args.filters)?;
    let mut part = None;
    if let Some(shard) = args.shard {
        let (mine, report) = shard.of(&rulings);
        if mine.is_empty() {
            return Err(Failed::Call(format!("there are {} rulings, so that part {shard} is empty", rulings.len())));
        }
        (rulings, part) = (mine, Some(report));
    }
    if rulings.is_empty() {
        return Err(Failed::Call("the library has no rulings".to_owned()));
    }
    let trace = args.trace.begin()?;
    let (cards, limits) = (&library.pool.cards, args.limits.limits());
    let engine = engines::named_traced(&args.engine, cards, limits, trace.clone())?;
    let (seed, shrink, options) = (args.draw.seed, args.shrink, common.options());
    let plan = Plan { rulings, part, seed, shrink, options, stability: args.stability, ..Plan::new(&library) };
    let plan = plan.with_cases(args.draw.cases);
    let open = |path: &PathBuf| match args.resume {
        true => Journal::resume(path, &plan, &engine.name()),
        false => Journal::begin(path, &plan, &engine.name()),
    };
    let baseline = args.expected.read()?;
    args.journal.iter().filter(|_| args.resume).try_for_each(|path| kind::expected(path, &[Kind::Journal]))?;
    let read = |folder: &Path| saved::read(folder, &library);
    let found = args.failures.as_deref().map(read).transpose()?.unwrap_or_default();
    let journal = args.journal.as_ref().map(open).transpose()?;
    let mut look = Look::new(&plan, journal, args.max_time, args.fail_fast).marking(args.certificate.is_some());
    let mut saved = Vec::new();
    if let Some(folder) = &args.failures {
        look.keep = Some(Keep::new(folder, &plan, &*engine));
        saved = saved::again(&found, &plan, &*engine, &look)?;
    }
    let report = run(&Plan { saved, ..plan.clone() }, &*engine, &look);
    look.end();
    let mut report = report?;
    if let Some(baseline) = &baseline {
        let engine = OnEngine::new(&library, &*engine);
        report.baseline = Some(judge(&report, baseline, &library, args.expected.today, &engine));
    }
    for file in &args.report {
        file.write(&report)?;
    }
    let detail = match (args.quiet, args.verbose) {
        (true, _) => Detail::Verdict,
        (_, true) => Detail::Everything,
        _ => Detail::Usual,
    };
    say!("{}", report::summary(&report, detail).trim_end());
    look.finish(&report)?;
    if let (Some(keep), Some(folder)) = (&look.keep, &args.failures) {
        let kept = keep.end()?;
        if kept > 0 && !args.quiet {
            let failures = if kept == 1 { "failure is" } else { "failures are" };
            say!("{kept} {failures} in `{}`; `headjudge explain FILE` tells more of each.", folder.display());
        }
    }
    if let (Some(path), Some(marks)) = (&args.certificate, look.marks()) {
        certificate(path, &report, &library, &*engine, marks)?;
    }
    args.trace.end(trace.as_ref())?;
    if engines::is_program(&args.engine) && report.is_unanswered() {
        let command = report::describe::quoted(&args.engine);
        say!(
            "The engine answered none of the cases: begin with `headjudge doctor {command}`, which says what to mend first."
        );
    }
    if let Some(lost) = engine.lost() {
        return Err(lost.into());
    }
    Ok(if engines::interrupted() { Exit::Interrupted } else { exit(&report) })
}

/// Writes the certificate of a run that has one, and says why another has none.
fn certificate(
    path: &Path,
    report: &Report,
    library: &Library,
    engine: &dyn Engine,
    marks: &Marks,
) -> Result<(), Failed> {
    if engines::interrupted() || engine.lost().is_some() {
        say!("There is no certificate of this run: it did not come to its end.");
        return Ok(());
    }
    match Certificate::new(report, engine.about()?, library, marks) {
        Ok(certificate) => report::replace(path, certificate.text().as_bytes())
            .map_err(|error| Failed::Call(format!("`{}` cannot be written: {error}", path.display()))),
        Err(none) => {
            let none = none.to_string();
            say!("{}{}.", none[..1].to_uppercase(), &none[1..]);
            Ok(())
        }
    }
}

/// The exit code of a report: what was expected, if anything was, else the verdict.
pub(super) fn exit(report: &Report) -> Exit {
    match (&report.baseline, report.verdict) {
        _ if report.is_faulty() => Exit::Wrong,
        // No baseline expects that.
        _ if !report.claims.overclaimed.is_empty() => Exit::NotConforming,
        (Some(BaselineReport { as_expected: true, .. }), _) | (None, EngineVerdict::Conforms) => Exit::Fine,
        (Some(_), _) | (None, EngineVerdict::Fails(_) | EngineVerdict::Overclaim) => Exit::NotConforming,
    }
}
