//! `headjudge explain`: one failing case, told for a person from the table to the rule that is broken.

use std::path::Path;

use clap::Args;
use owo_colors::OwoColorize as _;

use super::kind::{self, Kind};
use super::replay::{CaseArgs, Origin, transcript};
use super::show::{CaseName, neither};
use super::{Common, Exit, Failed, say};
use crate::case::{self, AnswerStream, Judged};
use crate::diagnose::{self, Sample};
use crate::engines::{self, Engine, Reply, Session};
use crate::explain::{self, Parting, wrapped};
use crate::library::Library;
use crate::replay::{self, Record};
use crate::report::{Nearest, ValueReport, describe};
use crate::ruling::Ruling;
use crate::run::{self, KEPT, Sessions, Smallest, VARY_BUDGET, Varied, replay_tape};
use crate::tape::{Playback, Source, Tape};
use crate::verdict::Case;

/// How many cases of the ruling are played to find the wrong rules that are most like the engine.
const COMPARED: u64 = 100;

/// How many of those are told.
const NEAREST: usize = 3;

/// The most lines of what happens by the rules.
const CHAIN: usize = 120;

/// The most differences that are told.
const DIFFERENCES: usize = 12;

/// The arguments of `explain`.
#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// A replay file, as `certify --failures DIR` writes it; or a case, `RULING#N` or `RULING#N@TAPE`
    #[arg(value_name = "FILE|RULING#N")]
    what: String,
    /// The engine: a command, `reference`, or `mutant:NAME` [default: the reference, or the engine of the file; of a program
    /// that only a file names, what the file says of it]
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    #[command(flatten)]
    case: CaseArgs,
}

/// A case to be explained.
struct Told<'l> {
    library: &'l Library,
    ruling: &'l Ruling,
    name: String,
    n: u64,
    seed: u64,
    tape: Tape,
    judged: Judged,
    /// The engine, if it may be asked.
    engine: Option<Box<dyn Engine>>,
}

pub(super) fn explain(args: &ExplainArgs, common: &Common) -> Result<Exit, Failed> {
    let library = common.library()?;
    let path = Path::new(&args.what);
    let told = match args.what.parse::<CaseName>() {
        Ok(name) => of_case(args, &library, name)?,
        Err(_) if path.exists() => {
            kind::expected(path, &[Kind::Replay])?;
            of_file(args, &library, path)?
        }
        Err(why) => return Err(neither(&args.what, "the name of a replay file", &why, &library)),
    };
    told.tell();
    Ok(if told.judged.case == Case::Pass { Exit::Fine } else { Exit::NotConforming })
}

fn engine(args: &ExplainArgs, library: &Library, name: &str) -> Result<Box<dyn Engine>, Failed> {
    Ok(engines::named_within(name, &library.pool.cards, args.case.limits.limits())?)
}

fn of_case<'l>(args: &ExplainArgs, library: &'l Library, name: CaseName) -> Result<Told<'l>, Failed> {
    let ruling = name.find(library)?;
    let engine = engine(args, library, args.engine.as_deref().unwrap_or(engines::REFERENCE))?;
    let seed = args.case.seed;
    let tape = match args.case.tape.as_ref().or(name.tape.as_ref()) {
        Some(tape) => tape.clone(),
        None => {
            let found = run::tape_of(ruling, &library.pool, (seed, name.n));
            found.map_err(|fault| Failed::Call(format!("{}#{}: {fault}", ruling.id, name.n)))?.1
        }
    };
    let (judged, tape) = played(library, ruling, &*engine, &tape, name.n)?;
    Ok(Told { library, ruling, name: engine.name(), n: name.n, seed, tape, judged, engine: Some(engine) })
}

/// The case of a tape as an engine plays it, and the tape as far as it was read.
fn played(
    library: &Library,
    ruling: &Ruling,
    engine: &dyn Engine,
    tape: &Tape,
    n: u64,
) -> Result<(Judged, Tape), Failed> {
    Sessions::new(engine).with(|session| {
        let played = replay_tape(ruling, &library.pool, tape, session?);
        played.map_err(|fault| Failed::Call(format!("{}#{n}: {fault}", ruling.id)))
    })
}

fn of_file<'l>(args: &ExplainArgs, library: &'l Library, path: &Path) -> Result<Told<'l>, Failed> {
    if !replay::is_replay(path) {
        return Err(Failed::Call(format!(
            "`{}` is no replay file: `certify --failures DIR` writes them",
            path.display()
        )));
    }
    let record = Record::read(path)?;
    let name = CaseName { ruling: record.ruling.clone(), n: record.case, tape: None };
    let ruling = name.find(library)?;
    for change in record.changes(library, ruling) {
        wrapped("", &format!("Since this was saved: {change}.")).iter().for_each(|line| say!("{line}"));
    }
    let (seed, n, tape) = (record.seed, record.case, record.tape.clone());
    let named = args.engine.as_deref().or((!engines::is_program(&record.engine)).then_some(&record.engine));
    let (judged, tape, engine) = match named {
        Some(name) => {
            let engine = engine(args, library, name)?;
            let (judged, tape) = played(library, ruling, &*engine, &tape, n)?;
            (judged, tape, Some(engine))
        }
        None => {
            let played = replay_tape(ruling, &library.pool, &tape, None);
            let (judged, _) = played.map_err(|fault| Failed::Call(format!("{}#{n}: {fault}", ruling.id)))?;
            (said(ruling, &record, judged)?, tape, None)
        }
    };
    if judged.prepared.drawn.scenario != record.scenario {
        say!("Its tape draws another scenario now than when it was saved, and that is this one.");
    }
    let name = engine.as_ref().map_or_else(|| record.engine.clone(), |engine| engine.name());
    Ok(Told { library, ruling, name, n, seed, tape, judged, engine })
}

/// The case as the file says that the engine played it.
fn said(ruling: &Ruling, record: &Record, judged: Judged) -> Result<Judged, Failed> {
    let start = format!("to have {} play it, say --engine {}", record.engine, describe::quoted(&record.engine));
    if judged.prepared.drawn.scenario != record.scenario {
        return Err(Failed::Call(format!("its tape draws another scenario now than the engine played: {start}")));
    }
    let Some(reply) = record.reply.clone() else {
        return Err(Failed::Call(format!("the file does not know what the engine said: {start}")));
    };
    case::judged(ruling, judged.prepared, reply).map_err(|fault| Failed::Call(fault.to_string()))
}

impl Told<'_> {
    fn tell(&self) {
        let (ruling, drawn) = (self.ruling, &self.judged.prepared.drawn);
        let heading = |word: &str| say!("\n{}", word.bold().underline());
        let lines = |first: &str, text: &str| wrapped(first, text).iter().for_each(|line| say!("{line}"));
        say!("{}#{}", ruling.id.bold(), self.n);
        lines("", &ruling.says);
        let values = self.values();
        if !values.is_empty() {
            lines("Here ", &describe::valued(&values));
        }
        heading("The table");
        let start = self.judged.prepared.outcome.snapshots.first();
        explain::table(&drawn.scenario, start, &self.library.pool.cards).iter().for_each(|line| say!("{line}"));
        heading("What is done");
        for (at, step) in drawn.scenario.script.iter().enumerate() {
            lines(&format!("{:>2}. ", at + 1), &describe::step(step));
        }
        drawn.scenario.answers.iter().for_each(|answer| lines("    ", &describe::answer(answer)));
        heading("What happens by the rules");
        let origin = Origin { tape: Some(&self.tape), seed: self.seed, n: self.n };
        let chain = transcript(self.library, ruling, &origin, &self.judged);
        chain.iter().take(CHAIN).for_each(|line| lines("  ", line));
        if chain.len() > CHAIN {
            say!("  … {} more", chain.len() - CHAIN);
        }
        heading("What the engine does");
        self.departs();
        let has_outcome = matches!(self.judged.reply, Reply::Outcome(_));
        let (expected, observed) = run::explain(ruling, &self.judged);
        if has_outcome && !expected.is_empty() {
            heading("What was to be true");
            wrapped("  ", &expected).iter().for_each(|line| say!("{}", line.green()));
            heading("What was found");
            for piece in observed {
                let text = format!("{}: {}", piece.name, piece.value);
                wrapped("  ", &text).iter().for_each(|line| say!("{}", line.red()));
            }
        }
        let broken = has_outcome && self.judged.case != Case::Pass;
        heading(if broken { "The rule that is broken" } else { "The rule" });
        for id in &ruling.clauses {
            if let Some(clause) = self.library.clauses.find(id) {
                let rules = clause.rules.join(", ");
                lines("  ", &format!("{} (CR {rules}; {id})", clause.says.trim()));
            }
        }
        lines("  ", &format!("This ruling rests on CR {}.", ruling.cite.rules.join(", ")));
        if broken {
            heading("Wrong rules that do the same");
            let nearest = self.nearest();
            if nearest.is_empty() {
                say!("  None of the wrong rules that are known here.");
            }
            for Nearest { mutant, rule, says, similarity } in nearest {
                let likeness = f64::from(similarity) / 100.0;
                lines(&format!("  {likeness:.2}  "), &format!("{mutant}: {says} (CR {rule})"));
            }
        }
        let passed = self.judged.case == Case::Pass;
        say!();
        for line in wrapped("", &format!("{}: {}", self.name, self.judged.case.check())) {
            say!("{}", if passed { line.green().to_string() } else { line.red().to_string() }.bold());
        }
    }

    /// The values of the case, and which of them could be anything, if the engine can be asked.
    fn values(&self) -> Vec<ValueReport> {
        let smallest = Smallest { tape: self.tape.clone(), judged: self.judged.clone(), executions: 0 };
        let varied = match &self.engine {
            Some(engine) if self.judged.case != Case::Pass => Sessions::new(&**engine).with(|session| match session {
                Ok(session) => run::vary(self.ruling, &self.library.pool, &smallest, session, VARY_BUDGET),
                Err(_) => Varied::default(),
            }),
            _ => Varied::default(),
        };
        run::values(self.ruling, &smallest, &varied)
    }

    /// Where the engine first does something else than the rules.
    fn departs(&self) {
        let lines = |first: &str, text: &str| wrapped(first, text).iter().for_each(|line| say!("{line}"));
        let Reply::Outcome(engine) = &self.judged.reply else {
            let (_, said) = run::explain(self.ruling, &self.judged);
            lines("  ", &format!("There is no outcome to compare: {}.", self.judged.case.check()));
            for piece in said {
                piece.value.lines().take(DIFFERENCES).for_each(|line| lines("    ", line));
            }
            return;
        };
        let scenario = &self.judged.prepared.drawn.scenario;
        let places: Vec<usize> = (0..scenario.script.len()).collect();
        let plain = || explain::parting(scenario, &places, &self.judged.prepared.outcome, engine);
        match self.closely().or_else(plain) {
            None => lines("  ", "The same as the reference."),
            Some(Parting { when, differences }) => {
                // What the rules leave to a player, two engines may play in two ways.
                let passes = self.judged.case == Case::Pass;
                let says = if passes {
                    "The case passes. The engine first does here what the reference does not, and this ruling does not decide which of \
                     the two is right; where a player has a choice, both may be:"
                } else {
                    "It first departs from the rules here:"
                };
                lines("  ", says);
                lines("  ", &when);
                for different in differences.iter().take(DIFFERENCES) {
                    lines("    ", &different.what);
                    let ours = if passes { "      the reference  " } else { "      by the rules   " };
                    lines(ours, &different.rules);
                    let theirs = if passes { "      the engine     " } else { "      by the engine  " };
                    let theirs = wrapped(theirs, &different.engine);
                    theirs
                        .iter()
                        .for_each(|line| say!("{}", if passes { line.clone() } else { line.red().to_string() }));
                }
                if differences.len() > DIFFERENCES {
                    say!("    … and {} more differences", differences.len() - DIFFERENCES);
                }
            }
        }
    }

    /// The same, looking at the state after every step, which takes playing the case once more.
    fn closely(&self) -> Option<Parting> {
        let engine = self.engine.as_ref()?;
        let (scenario, places) = explain::probed(&self.judged.prepared.drawn.scenario);
        let mut playback = Playback::new(&self.tape);
        self.ruling.generate(&self.library.pool, &mut playback).ok()?;
        let mut answers = AnswerStream::new(&mut playback);
        let any = case::answers_any(self.ruling);
        let mut of = |session: &mut (dyn Session + '_)| {
            let mut reader = answers.reader();
            match session.play(&scenario, any.then_some(&mut reader as &mut dyn Source)) {
                Reply::Outcome(outcome) => Some(outcome),
                _ => None,
            }
        };
        let mut reference = engines::Local::reference(&self.library.pool.cards);
        let rules = of(&mut reference)?;
        let engine = Sessions::new(&**engine).with(|session| match session {
            Ok(Some(session)) => of(session),
            _ => None,
        })?;
        explain::parting(&scenario, &places, &rules, &engine)
    }

    /// The wrong rules that are most like the engine: on this case, and where the engine can be asked on others, too.
    fn nearest(&self) -> Vec<Nearest> {
        // A failing reference is not explained by a mutant of itself.
        if self.engine.as_ref().is_some_and(|engine| engine.is_reference()) {
            return Vec::new();
        }
        let (ruling, pool) = (self.ruling, &self.library.pool);
        let failing: Vec<Sample> = Sample::taped(ruling, pool, &self.tape, &self.judged).into_iter().collect();
        let most_like = |failing: &[Sample], passing: &[Sample], session: Option<&mut (dyn Session + '_)>| {
            diagnose::likest(self.library, ruling, self.seed, (failing, passing), session, NEAREST)
        };
        // An engine that gives no outcome is like none of them, however often it is asked.
        let (Some(engine), Reply::Outcome(_)) = (&self.engine, &self.judged.reply) else {
            return most_like(&failing, &[], None);
        };
        Sessions::new(&**engine).with(|session| {
            let Ok(Some(session)) = session else { return most_like(&failing, &[], None) };
            let (failing, passing) = self.more(failing.clone(), session);
            most_like(&failing, &passing, Some(session))
        })
    }

    /// Cases of the ruling that the engine fails in the same way, and cases that it passes.
    fn more(&self, mut failing: Vec<Sample>, session: &mut (dyn Session + '_)) -> (Vec<Sample>, Vec<Sample>) {
        let mut passing = Vec::new();
        for n in 0..COMPARED {
            let drawn = Sample::drawn(self.ruling, &self.library.pool, (self.seed, n), session);
            let Some(sample) = drawn else { continue };
            if *sample.case() == Case::Pass && passing.len() < KEPT {
                passing.push(sample);
            } else if *sample.case() == self.judged.case && failing.len() < KEPT {
                failing.push(sample);
            }
        }
        (failing, passing)
    }
}
