//! The command line: what can be asked for, and the exit code that answers a script.
//!
//! Each command lives in a file of its own, takes plain arguments and returns an [`Exit`].

mod apart;
mod baseline;
mod certify;
mod completions;
#[cfg(test)]
mod conflicts;
mod coverage;
mod diff;
mod doctor;
mod explain;
mod kind;
mod lint;
mod list;
mod look;
mod merge;
mod mutants;
mod new;
mod perft;
mod play;
mod replay;
mod saved;
mod say;
mod schema;
mod serve;
mod show;
mod trace;
mod verify;
mod watch;

use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::baseline::BaselineError;
use crate::engines::{self, EngineError, Limits};
use crate::fault::{Faults, Style};
use crate::library::Library;
use crate::replay::ReplayError;
use crate::report::ReportFileError;
use crate::run::{JournalError, SelectError};

use say::say;
use trace::TraceArgs;

/// Certifies Magic: The Gathering rules engines against official rulings.
#[derive(Debug, Parser)]
#[command(name = "headjudge", version, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: Common,
}

/// What every command takes.
#[derive(Debug, Args)]
struct Common {
    /// Read rulings, cards and clauses from this folder instead of those built in
    #[arg(long, global = true, value_name = "DIR")]
    rulings: Option<PathBuf>,
    /// How many threads to use [default: one for each core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    color: Color,
}

/// When output has colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl From<Color> for anstream::ColorChoice {
    fn from(color: Color) -> anstream::ColorChoice {
        match color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
    }
}

/// How long an engine that is a program may take.
#[derive(Debug, Args)]
struct LimitArgs {
    /// How long the engine may take to start and say hello, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    start_timeout: Duration,
    /// How long the engine may take for one case, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    case_timeout: Duration,
}

impl LimitArgs {
    fn limits(&self) -> Limits {
        Limits { start: self.start_timeout, case: self.case_timeout }
    }
}

/// The seed of a run: any whole number that fits into 64 bits.
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}, not `{text}`", u64::MAX))
}

/// How many cases: at least one, and no more than reports can count without loss.
fn cases(text: &str) -> Result<u64, String> {
    const MOST: u64 = 1_000_000_000_000;
    let number = text.parse().ok().filter(|n| (1..=MOST).contains(n));
    number.ok_or_else(|| format!("expected a whole number from 1 to {MOST}, not `{text}`"))
}

/// A positive number of seconds, of a day at most.
fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || format!("expected a number of seconds, such as 5 or 0.5, not `{text}`");
    let number: f64 = text.parse().map_err(|_| wrong())?;
    if number > 0.0 && number <= 86_400.0 { Ok(Duration::from_secs_f64(number)) } else { Err(wrong()) }
}

const EXIT_CODES: &str = "Exit codes: 0 everything is as expected, 1 something does not conform, \
2 the call or a file is wrong, 3 the engine could not be run, 130 it was interrupted.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Run rulings on an engine and report what it gets wrong
    Certify(certify::CertifyArgs),
    /// Show the board that a case draws, without playing it
    Show(show::ShowArgs),
    /// Play a position of your own by the rules and tell what happens, with rule numbers
    Play(play::PlayArgs),
    /// Count the tree of legal decisions below a position, and compare it with what was counted before
    Perft(perft::PerftArgs),
    /// Play a case again: by its name, with a tape, from a replay file, or every failure of a report
    Replay(replay::ReplayArgs),
    /// Tell a failing case for a person: the table, what happens by the rules, where the engine first departs from them
    Explain(explain::ExplainArgs),
    /// List rulings: what they say, which clauses they encode, which mutants they kill
    List(list::ListArgs),
    /// Show which clauses and rules are cited, exercised and killed
    Coverage(coverage::CoverageArgs),
    /// Show which ruling kills which mutant
    Mutants(mutants::MutantsArgs),
    /// Check an adapter: that it says what it should, before any ruling is asked of it
    Doctor(doctor::DoctorArgs),
    /// Be an engine on standard input and output: the reference, or a mutant of it
    Serve(serve::ServeArgs),
    /// Check rulings, cards and clauses: for faults, for what does nothing, for gaps
    Lint(lint::LintArgs),
    /// Begin something new: a ruling, or an adapter for an engine
    New(new::NewArgs),
    /// Make one report of the reports of all parts of a run
    Merge(merge::MergeArgs),
    /// Failures that are expected: bring them up to date, or explain them
    Baseline(baseline::BaselineCommand),
    /// Check a certificate: play a sample of its cases again
    Verify(verify::VerifyArgs),
    /// Show what is different between two reports
    Diff(diff::DiffArgs),
    /// Print the JSON Schema of what headjudge writes and reads: reports, messages, certificates, baselines and more
    Schema(schema::SchemaArgs),
    /// Print what a shell needs to complete commands and options
    Completions(completions::CompletionsArgs),
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Everything is as expected.
    Fine = 0,
    /// Something does not conform.
    NotConforming = 1,
    /// The call or a file is wrong.
    Wrong = 2,
    /// The engine could not be run.
    NoEngine = 3,
    /// The run was told to end before it was through.
    Interrupted = engines::INTERRUPTED,
}

/// How many faults of a library are shown; who mends them sees the next ones then, and the first ones often bring the others.
const SHOWN: usize = 60;

/// Why a command did nothing.
#[derive(Debug)]
enum Failed {
    /// Files of the library are faulty.
    Faults(Faults),
    /// A file of the user's is faulty.
    Fault(crate::fault::Fault),
    /// The same, in several places.
    File(Faults),
    /// Anything else that is wrong with the call.
    Call(String),
    /// The engine could not be run.
    Engine(EngineError),
}

impl Failed {
    fn exit(&self) -> Exit {
        match self {
            Failed::Engine(EngineError::Start { .. } | EngineError::Lost { .. }) => Exit::NoEngine,
            _ => Exit::Wrong,
        }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Faults(faults) => {
                let many = if faults.len() == 1 { "1 fault".to_owned() } else { format!("{} faults", faults.len()) };
                write!(f, "{}error: {many} in the library", faults.render_first(Style::Colour, SHOWN))
            }
            Failed::Fault(fault) => f.write_str(fault.render(Style::Colour).trim_end()),
            Failed::File(faults) => f.write_str(faults.render_first(Style::Colour, SHOWN).trim_end()),
            Failed::Call(why) => write!(f, "error: {why}"),
            Failed::Engine(error) => write!(f, "error: {error}"),
        }
    }
}

impl From<EngineError> for Failed {
    fn from(error: EngineError) -> Failed {
        Failed::Engine(error)
    }
}

impl From<SelectError> for Failed {
    fn from(error: SelectError) -> Failed {
        Failed::Call(error.to_string())
    }
}

impl From<JournalError> for Failed {
    fn from(error: JournalError) -> Failed {
        Failed::Call(error.to_string())
    }
}

impl From<ReplayError> for Failed {
    fn from(error: ReplayError) -> Failed {
        Failed::Call(error.to_string())
    }
}

impl From<BaselineError> for Failed {
    fn from(error: BaselineError) -> Failed {
        match error {
            BaselineError::Faults(faults) => Failed::File(faults),
            error => Failed::Call(error.to_string()),
        }
    }
}

impl From<ReportFileError> for Failed {
    fn from(error: ReportFileError) -> Failed {
        Failed::Call(error.to_string())
    }
}

/// Parses the command line, does what it asks for and says how it ended.
#[must_use]
pub fn main() -> ExitCode {
    // clap's own exit code for a wrong call is 2, too.
    let cli = Cli::parse();
    if matches!(cli.command, Command::Certify(_)) {
        // Said before any signal can come: one that comes while files are read is a request as well.
        engines::listen_for_signals();
    }
    if let Err(error) = engines::end_on_signals() {
        complain(format_args!("warning: engines may outlive an interrupted run: {error}"));
    }
    let mut exit = match cli.run() {
        Ok(exit) => exit,
        Err(failed) => {
            complain(format_args!("{failed}"));
            // What could not be done for that reason is no fault of an engine.
            if engines::interrupted() { Exit::Interrupted } else { failed.exit() }
        }
    };
    if let Some(why) = say::failed() {
        complain(format_args!("error: standard output cannot be written: {why}"));
        exit = Exit::Wrong;
    }
    ExitCode::from(exit as u8)
}

/// Says what is wrong, if there is anybody to listen.
fn complain(text: fmt::Arguments<'_>) {
    use std::io::Write as _;
    let _nobody = writeln!(anstream::stderr(), "{text}");
}

impl Cli {
    fn run(&self) -> Result<Exit, Failed> {
        if self.common.color != Color::Auto {
            anstream::ColorChoice::from(self.common.color).write_global();
        }
        if let Some(jobs) = self.common.jobs {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global();
            pool.map_err(|error| Failed::Call(format!("{jobs} threads cannot be had: {error}")))?;
        }
        let common = &self.common;
        match &self.command {
            Command::Certify(args) => certify::certify_or_watch(args, common),
            Command::Show(args) => show::show(args, common),
            Command::Play(args) => play::play(args, common),
            Command::Perft(args) => perft::perft(args, common),
            Command::Replay(args) => replay::replay(args, common),
            Command::Explain(args) => explain::explain(args, common),
            Command::List(args) => list::list(args, common),
            Command::Coverage(args) => coverage::coverage(args, common),
            Command::Mutants(args) => mutants::mutants(args, common),
            Command::Doctor(args) => doctor::doctor(args, common),
            Command::Serve(args) => serve::serve(args, common),
            Command::Lint(args) => lint::lint(args, common),
            Command::New(args) => new::new(args, common),
            Command::Merge(args) => merge::merge_parts(args, common),
            Command::Baseline(args) => baseline::baseline(args, common),
            Command::Verify(args) => verify::check(args, common),
            Command::Diff(args) => diff::diff(args),
            Command::Schema(args) => schema::schema(args),
            Command::Completions(args) => completions::completions(args),
        }
    }
}

impl Common {
    fn library(&self) -> Result<Library, Failed> {
        match &self.rulings {
            None => Library::embedded(),
            Some(folder) => Library::from_dir(folder),
        }
        .map_err(Failed::Faults)
    }

    /// The files of the library.
    fn files(&self) -> Result<Vec<(String, String)>, Failed> {
        match &self.rulings {
            None => Ok(Library::embedded_files()),
            Some(folder) => Library::files(folder).map_err(Failed::Faults),
        }
    }

    /// What a command line needs to find the same library.
    fn options(&self) -> String {
        self.rulings.as_ref().map_or_else(String::new, |folder| {
            format!(" --rulings {}", crate::report::describe::quoted(&folder.to_string_lossy()))
        })
    }
}

/// Prints a value as JSON, with a line break at the end.
fn print_json(value: &impl serde::Serialize) -> Result<(), Failed> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Failed::Call(error.to_string()))?;
    say!("{text}");
    Ok(())
}

/// A progress bar on a terminal, nothing elsewhere.
fn progress(total: u64) -> indicatif::ProgressBar {
    let bar = indicatif::ProgressBar::new(total);
    let style =
        indicatif::ProgressStyle::with_template("{bar:40.cyan} {human_pos} of {human_len} ({per_sec}, {eta} left)");
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
