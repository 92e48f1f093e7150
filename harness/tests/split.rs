//! A run in parts, and a run that is broken off: the report is that of the whole, byte for byte.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use headjudge::engines::{self, Engine};
use headjudge::fault::Style;
use headjudge::library::Library;
use headjudge::report::Report;
use headjudge::ruling::Ruling;
use headjudge::run::{Came, Journal, JournalError, MergeError, Note, Part, Plan, Unwatched, Watch, merge, run};
use headjudge::tape::{Source as _, SplitMix64};
use headjudge::verdict::Kind;

/// An engine that fails in several ways, so that shrinking and the search for its nearest cause are in the report, too.
const FAILING: &str = "mutant:zero-damage-counts";

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::embedded().unwrap_or_else(|faults| panic!("{}", faults.render(Style::Plain))))
}

fn engine(name: &str) -> Box<dyn Engine> {
    engines::named(name, &library().pool.cards).expect("an engine")
}

/// A topic with a contested ruling in it, and rulings that the failing engine fails.
fn plan(cases: u64) -> Plan<'static> {
    let topic = |ruling: &&Ruling| ruling.topic() == "nine-lives";
    Plan { rulings: library().rulings.iter().filter(topic).collect(), cases, ..Plan::new(library()) }
}

fn json(report: &Report) -> String {
    report.to_json().expect("a report is data")
}

/// The reports of all parts.
fn parts(of: u32, cases: u64) -> Vec<(String, Report)> {
    let one = |number: u32| {
        let part: Part = format!("{number}/{of}").parse().expect("a part");
        let whole = plan(cases);
        let (rulings, report) = part.of(&whole.rulings);
        let plan = Plan { rulings, part: Some(report), ..whole };
        (format!("part {number}"), run(&plan, &*engine(FAILING), &Unwatched).expect("it starts"))
    };
    (1..=of).map(one).collect()
}

#[test]
fn the_parts_of_a_run_make_the_report_of_the_whole() {
    let whole = run(&plan(60), &*engine(FAILING), &Unwatched).expect("it starts");
    assert!(whole.counts.of(Kind::Fail) > 0, "nothing fails");
    assert!(!whole.contested.is_empty(), "nothing is contested");
    for of in [1, 2, 3, 7] {
        let mut reports = parts(of, 60);
        // In whatever order they come, and as they are read from files.
        reports.reverse();
        let read = |(name, report): (String, Report)| (name, serde_json::from_str(&json(&report)).expect("a report"));
        let merged = merge(library(), reports.into_iter().map(read).collect()).expect("parts of one run");
        assert!(json(&merged) == json(&whole), "another report from {of} parts");
    }
}

#[test]
fn a_ruling_takes_the_cases_that_its_labels_need_in_whatever_part_it_is() {
    let few = |ruling: &&Ruling| ["x/mana-value-on-stack", "x/range", "x/copy-of-spell"].contains(&&*ruling.id);
    let whole = Plan { rulings: library().rulings.iter().filter(few).collect(), ..Plan::new(library()) };
    let run = |plan: &Plan<'_>| run(plan, &*engine(engines::REFERENCE), &Unwatched).expect("it starts");
    let report = run(&whole);
    let cases: Vec<u64> = report.rulings.iter().map(|ruling| ruling.counts.cases()).collect();
    assert!(cases.contains(&report.least) && cases.iter().any(|n| *n > report.least), "{cases:?}");
    let part = |number: u32| {
        let part: Part = format!("{number}/2").parse().expect("a part");
        let (rulings, part) = part.of(&whole.rulings);
        (format!("part {number}"), run(&Plan { rulings, part: Some(part), ..whole.clone() }))
    };
    let mut parts: Vec<(String, Report)> = (1..=2).map(part).collect();
    assert!(json(&merge(library(), parts.clone()).expect("parts of one run")) == json(&report));
    parts.iter_mut().for_each(|(_, part)| part.least = 999);
    let error = merge(library(), parts).expect_err("fewer cases than that").to_string();
    assert!(error.ends_with("cases of 999 to 1000"), "{error}");
}

#[test]
fn what_does_not_make_a_whole_is_named() {
    let parts = parts(3, 20);
    let merged = |reports: Vec<(String, Report)>| merge(library(), reports).expect_err("no whole").to_string();
    assert_eq!(merge(library(), Vec::new()), Err(MergeError::Nothing));
    let makes = "`headjudge certify --shard 1/3 --report json=FILE`, called as for the others, makes part 1";
    assert_eq!(merged(parts[1..2].to_vec()), format!("of 3 parts 1, 3 are missing: {makes}"));
    let twice = [&parts[..], &parts[2..]].concat();
    assert_eq!(merged(twice), "part 3 of 3 is there twice, as `part 3` and as `part 3`: leave one of the two out");
    let other = |change: fn(&mut Report)| {
        let mut changed = parts.clone();
        change(&mut changed[1].1);
        merged(changed)
    };
    let seed = other(|report| report.seed = 7);
    assert_eq!(seed, "`part 1` and `part 2` are not of the same run: the seed is 1993 in the one and 7 in the other");
    assert!(other(|report| report.engine = "another".to_owned()).contains("the engine is mutant:"));
    assert_eq!(
        other(|report| report.part = None),
        "`part 2` is the report of a whole run: only parts, made with --shard K/N, are merged"
    );
    let lost = other(|report| drop(report.rulings.pop()));
    let all = plan(20).rulings.len();
    let wanted = format!("the parts do not make the whole: they have {} rulings of {all}", all - 1);
    assert!(lost.contains(&wanted), "{lost}");
    let fewer = other(|report| report.rulings[0].counts = [Kind::Pass].into_iter().collect());
    assert!(fewer.contains("has 1 cases of 20"), "{fewer}");
    let mut elsewhere = parts.clone();
    elsewhere.iter_mut().for_each(|(_, report)| report.library = "0".repeat(16));
    assert!(merged(elsewhere).contains("made with the library 0000000000000000"));
}

#[test]
fn a_part_is_named_by_two_numbers() {
    for wrong in ["0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "-1/3", "1/100001", ""] {
        assert!(wrong.parse::<Part>().is_err(), "{wrong}");
    }
    assert_eq!("2/3".parse::<Part>().map(|part| part.to_string()), Ok("2/3".to_owned()));
}

/// Keeps a journal, and says that it is enough after so many cases.
struct Keeping {
    journal: Journal,
}

impl Watch for Keeping {
    fn known(&self, ruling: &Ruling, n: u64) -> Option<Note> {
        self.journal.known(ruling, n).cloned()
    }

    fn noted(&self, ruling: &Ruling, n: u64, note: &Note) {
        self.journal.add(ruling, n, note);
    }
}

fn few() -> Plan<'static> {
    let ids = ["nine-lives/each-source", "nine-lives/each-source-nothing", "nine-lives/each-source-phantom"];
    let rulings = ids.iter().map(|id| library().find(id).expect("a ruling")).collect();
    Plan { rulings, cases: 70, ..Plan::new(library()) }
}

/// Goes on with a journal to the end; its report, and how many cases were known.
fn go_on(path: &Path, plan: &Plan<'_>) -> (String, u64) {
    let engine = engine(FAILING);
    let journal = Journal::resume(path, plan, &engine.name()).expect("a journal");
    let keeping = Keeping { journal };
    let report = run(plan, &*engine, &keeping).expect("it starts");
    keeping.journal.end(plan.cases).expect("it can be written");
    (json(&report), keeping.journal.len())
}

#[test]
fn a_run_that_is_killed_at_any_byte_goes_on_and_loses_the_case_that_was_being_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let plan = few();
    let (whole, _) = go_on(&path, &plan);
    let written = fs::read(&path).expect("the journal");
    let cases = plan.total();
    assert_eq!(written.iter().filter(|byte| **byte == b'\n').count() as u64, cases + 2, "a line for each case");
    let mut source = SplitMix64::new(200);
    let mut cut = vec![0, 1, written.len() - 1, written.len()];
    cut.extend((0..200).map(|_| usize::try_from(source.below(written.len() as u64)).expect("it fits")));
    for at in cut {
        fs::write(&path, &written[..at]).expect("the journal");
        let lines = written[..at].iter().filter(|byte| **byte == b'\n').count() as u64;
        let (report, known) = go_on(&path, &plan);
        assert!(report == whole, "another report after a cut at byte {at}");
        assert_eq!(known, lines.saturating_sub(1).min(cases), "cut at byte {at}");
        let mut ours: Vec<String> = fs::read_to_string(&path).expect("text").lines().map(str::to_owned).collect();
        let mut first: Vec<&str> = std::str::from_utf8(&written).expect("text").lines().collect();
        ours.sort_unstable();
        first.sort_unstable();
        assert_eq!(ours, first, "another journal after a cut at byte {at}");
    }
}

#[test]
fn a_journal_of_something_else_is_not_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let plan = few();
    Journal::begin(&path, &plan, "reference").expect("a journal");
    assert!(matches!(Journal::begin(&path, &plan, "reference"), Err(JournalError::There(_))));
    let other = |plan: &Plan<'_>, engine: &str| Journal::resume(&path, plan, engine).expect_err("another").to_string();
    assert!(other(&plan, FAILING).contains("the engine is reference there and mutant:zero-damage-counts here"));
    assert!(other(&Plan { seed: 1, ..plan.clone() }, "reference").contains("the seed is 1993 there and 1 here"));
    let fewer = Plan { rulings: plan.rulings[1..].to_vec(), ..plan.clone() };
    assert!(other(&fewer, "reference").contains("the choice of rulings"));
    fs::write(&path, "{\"tests\": 3}\nmore\n").expect("a file");
    let strange = other(&plan, "reference");
    assert!(
        strange.contains("line 1, column 8: this is no line of a journal: there is no field \"tests\" here"),
        "{strange}"
    );
}

#[test]
fn what_never_reached_the_engine_is_played_when_the_run_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let plan = few();
    let journal = Journal::begin(&path, &plan, "reference").expect("a journal");
    journal.add(plan.rulings[0], 0, &Note::not_run());
    let fault = Note { came: Came::Fault("a fault".to_owned()), ..Note::not_run() };
    journal.add(plan.rulings[0], 1, &fault);
    drop(journal);
    let journal = Journal::resume(&path, &plan, "reference").expect("a journal");
    assert_eq!(journal.known(plan.rulings[0], 0), None);
    assert_eq!(journal.known(plan.rulings[0], 1), Some(&fault));
}
