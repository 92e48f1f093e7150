//! A report is a function of library, seed, number of cases and engine: neither threads nor neighbours show in it.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

use headjudge::engines::{self, Engine, EngineError, Local, Reply, Session};
use headjudge::fault::Style;
use headjudge::library::Library;
use headjudge::report::{Report, RulingReport};
use headjudge::ruling::Ruling;
use headjudge::run::{Plan, Unwatched, one, run};
use headjudge::tape::Source;
use headjudge_protocol::Scenario;

/// Cases of each ruling: several stretches, the last of them not full.
const CASES: u64 = 70;

/// Cases of each ruling where they are played one by one.
const ALONE: u64 = 60;

/// An engine that fails in several ways, so that shrinking and the search for its nearest cause are in the report, too.
const FAILING: &str = "mutant:zero-damage-counts";

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::embedded().unwrap_or_else(|faults| panic!("{}", faults.render(Style::Plain))))
}

fn plan(cases: u64) -> Plan<'static> {
    Plan { cases, ..Plan::new(library()) }
}

/// The report of a plan on a number of threads.
fn report(plan: &Plan<'_>, engine: &dyn Engine, threads: usize) -> Report {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| run(plan, engine, &Unwatched)).expect("the engine starts")
}

fn json(engine: &str, threads: usize) -> String {
    let engine = engines::named(engine, &library().pool.cards).expect("an engine");
    report(&plan(CASES), &*engine, threads).to_json().expect("a report is data")
}

#[test]
fn the_report_of_the_reference_is_the_same_for_any_number_of_threads() {
    let first = json("reference", 2);
    for threads in [1, 8] {
        assert!(first == json("reference", threads), "another report with {threads} threads");
    }
}

#[test]
fn the_report_of_a_failing_engine_is_the_same_for_any_number_of_threads() {
    let first = json(FAILING, 2);
    assert!(first.contains("\"tape\": \"t1:"), "nothing failed, so nothing was shrunk");
    for threads in [1, 8] {
        assert!(first == json(FAILING, threads), "another report with {threads} threads");
    }
}

#[test]
fn a_ruling_is_the_same_alone_and_among_all() {
    let engine = engines::named(FAILING, &library().pool.cards).expect("an engine");
    let whole = report(&plan(CASES), &*engine, 2);
    for ruling in &library().rulings {
        let alone = report(&Plan { rulings: vec![ruling], ..plan(CASES) }, &*engine, 1);
        let find =
            |report: &Report| -> Vec<RulingReport> { report.all().filter(|r| r.id == ruling.id).cloned().collect() };
        assert_eq!(find(&alone), find(&whole), "{}", ruling.id);
    }
}

#[test]
fn a_case_is_the_same_alone_and_in_a_run() {
    let in_run = Recorder::new();
    report(&plan(ALONE), &in_run, 8);
    let alone = Recorder::new();
    // In another order, each with an engine of its own.
    for n in (0..ALONE).rev() {
        for ruling in library().rulings.iter().rev() {
            play(ruling, n, &alone);
        }
    }
    let (in_run, alone) = (in_run.seen(), alone.seen());
    assert_eq!(in_run.values().sum::<u64>(), ALONE * library().rulings.len() as u64);
    let strangers: Vec<&String> = in_run.iter().filter(|seen| alone.get(seen.0) != Some(seen.1)).map(|s| s.0).collect();
    assert!(strangers.is_empty(), "{} scenarios came only in the run, such as {}", strangers.len(), strangers[0]);
    assert_eq!(in_run.len(), alone.len());
}

fn play(ruling: &Ruling, n: u64, engine: &Recorder) {
    let mut session = engine.session().expect("it starts");
    let result = one(ruling, &library().pool, Plan::new(library()).seed, n, Some(&mut *session));
    result.unwrap_or_else(|fault| panic!("{}#{n}: {fault}", ruling.id));
}

/// The reference, as an engine that keeps what it was sent.
struct Recorder {
    engine: Local,
    seen: Mutex<BTreeMap<String, u64>>,
}

impl Recorder {
    fn new() -> Recorder {
        Recorder { engine: Local::reference(&library().pool.cards), seen: Mutex::default() }
    }

    /// Every scenario as JSON, and how often it came.
    fn seen(self) -> BTreeMap<String, u64> {
        self.seen.into_inner().expect("no thread panicked")
    }
}

impl Engine for Recorder {
    fn name(&self) -> String {
        "recorder".to_owned()
    }

    fn session(&self) -> Result<Box<dyn Session + '_>, EngineError> {
        Ok(Box::new(Recording { recorder: self, session: self.engine.session()? }))
    }
}

struct Recording<'r> {
    recorder: &'r Recorder,
    session: Box<dyn Session + 'r>,
}

impl Session for Recording<'_> {
    fn play(&mut self, scenario: &Scenario, any: Option<&mut dyn Source>) -> Reply {
        let text = serde_json::to_string(scenario).expect("a scenario is data");
        *self.recorder.seen.lock().expect("no thread panicked").entry(text).or_default() += 1;
        self.session.play(scenario, any)
    }
}
