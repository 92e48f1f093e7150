//! Expected failures: every way in which a run is not as expected, faults of the file, and a file that is brought up to date.

use std::sync::LazyLock;

use headjudge::baseline::again::{OnEngine, Sources};
use headjudge::baseline::update::update;
use headjudge::baseline::{Baseline, judge};
use headjudge::engines::{Engine, named};
use headjudge::library::Library;
use headjudge::report::{BaselineReport, Report, SavedReport, SavedStatus, State};
use headjudge::run::{Plan, Unwatched, run, select};
use headjudge::verdict::Kind;

const MUTANT: &str = "mutant:zero-damage-counts";
const RULING: &str = "nine-lives/each-source";

fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::embedded().expect("no faults"));
    &LIBRARY
}

fn engine(name: &str) -> Box<dyn Engine> {
    named(name, &library().pool.cards).expect("an engine")
}

fn report(name: &str, filters: &[&str], seed: u64, cases: u64) -> Report {
    let filters: Vec<String> = filters.iter().map(|filter| (*filter).to_owned()).collect();
    let rulings = select(library(), &filters).expect("rulings");
    run(&Plan { rulings, cases, seed, ..Plan::new(library()) }, &*engine(name), &Unwatched).expect("it starts")
}

/// A run in which the mutant fails.
fn failing() -> &'static Report {
    static REPORT: LazyLock<Report> = LazyLock::new(|| report(MUTANT, &[RULING, "nine-lives/retrigger"], 1993, 60));
    &REPORT
}

/// The same run of the reference, in which nothing fails.
fn fine() -> &'static Report {
    static REPORT: LazyLock<Report> =
        LazyLock::new(|| report("reference", &[RULING, "nine-lives/retrigger"], 1993, 60));
    &REPORT
}

fn parsed(text: &str) -> Baseline {
    Baseline::parse("b.yaml", text.as_bytes())
        .unwrap_or_else(|faults| panic!("{}\n{text}", faults.render(headjudge::fault::Style::Plain)))
}

fn judged_on(name: &str, report: &Report, text: &str, today: Option<&str>) -> BaselineReport {
    let engine = engine(name);
    let today = today.map(|day| day.parse().expect("a day"));
    judge(report, &parsed(text), library(), today, &OnEngine::new(library(), &*engine))
}

fn judged(report: &Report, text: &str) -> BaselineReport {
    judged_on(&report.engine.clone(), report, text, None)
}

fn states(judged: &BaselineReport) -> Vec<State> {
    judged.findings.iter().map(|finding| finding.state).collect()
}

/// The only finding, which must end the run with this state, red or not.
#[track_caller]
fn only(judged: &BaselineReport, state: State) {
    assert_eq!(states(judged), [state], "{:?}", judged.findings);
    assert_eq!(judged.as_expected, judged.findings[0].is_fine());
}

/// A baseline of one entry.
fn entry(ruling: &str, check: &str, signature: &str, more: &str) -> String {
    format!(
        "baseline: 1\nfailures:\n  - ruling: {ruling}\n    check: {check}\n    signature: {signature}\n    reason: known\n{more}"
    )
}

fn expected() -> String {
    entry(RULING, "expectation 2", "zero-damage-counts", "")
}

#[test]
fn a_saved_failure_that_nobody_expects_is_news_although_no_case_of_this_run_fails() {
    let saved = |status| SavedReport {
        file: "one.jsonl".to_owned(),
        ruling: RULING.to_owned(),
        status,
        check: "expectation 2".to_owned(),
        now: "expectation 2".to_owned(),
        kind: Some(Kind::Fail),
        changed: Vec::new(),
    };
    let with = |status| Report { saved: vec![saved(status)], ..fine().clone() };
    let none = "baseline: 1\nfailures:\n";
    let news = judged(&with(SavedStatus::StillFails), none);
    assert_eq!((news.as_expected, states(&news)), (false, vec![State::Unknown]));
    assert!(news.findings[0].to_string().ends_with("its file is one.jsonl"), "{}", news.findings[0]);
    assert!(judged(&with(SavedStatus::PassesNow), none).as_expected);
    let entry = format!(
        "{none}  - ruling: {RULING}\n    check: expectation 2\n    signature: zero-damage-counts\n    reason: known\n"
    );
    // What becomes of the entry itself is another matter: no case of this run fails.
    assert_eq!(states(&judged(&with(SavedStatus::StillFails), &entry)), [State::Passes]);
}

#[test]
fn what_fails_exactly_as_expected_is_fine() {
    only(&judged(failing(), &expected()), State::Expected);
    let nothing = judged(fine(), "baseline: 1\nfailures: []\n");
    assert!(nothing.as_expected && nothing.findings.is_empty());
}

#[test]
fn every_drift_has_a_name_of_its_own_and_is_red() {
    only(&judged(failing(), "baseline: 1\nfailures: []\n"), State::Unknown);
    only(&judged(fine(), &expected()), State::Passes);
    only(&judged(failing(), &entry(RULING, "expectation 2", "first-source-only", "")), State::Changed);
    only(&judged(failing(), &entry(RULING, "expectation 1", "zero-damage-counts", "")), State::Changed);
    only(&judged(failing(), &entry(RULING, "crash", "crash", "")), State::Changed);
    let lost = judged(fine(), &entry("nine-lives/each-sorce", "crash", "crash", ""));
    only(&lost, State::NoRuling);
    assert!(lost.findings[0].note.contains("did you mean \"nine-lives/each-source\"?"), "{:?}", lost.findings);
    only(&judged(fine(), &entry("nine-lives/each-source-phantom", "crash", "crash", "")), State::Contested);
}

#[test]
fn a_ruling_that_is_not_run_is_left_alone() {
    let other = entry("tap-symbol/tapped", "expectation 1", "tap-cost-while-tapped", "");
    only(&judged(fine(), &other), State::NotRun);
    let mut cut = fine().clone();
    for ruling in &mut cut.rulings {
        ruling.counts.add(headjudge::verdict::Kind::NotRun);
    }
    let judged = judged(&cut, &expected());
    assert_eq!(states(&judged), [State::NotRun], "nothing is said of a ruling that was cut short");
    assert!(!judged.as_expected, "what was not run is not as expected either");
}

#[test]
fn an_entry_expires_on_the_day_after_its_last_one_and_only_if_somebody_says_which_day_it_is() {
    let dated = entry(RULING, "expectation 2", "zero-damage-counts", "    expires: 2026-03-01\n");
    let on = |today| judged_on(MUTANT, failing(), &dated, today);
    assert!(on(None).as_expected);
    assert!(on(Some("2026-03-01")).as_expected);
    let late = on(Some("2026-03-02"));
    assert!(!late.as_expected && late.findings[0].expired && late.findings[0].says() == "expired");
}

#[test]
fn a_failure_that_is_rare_is_not_mended_while_its_saved_case_fails() {
    const RARE: &str = "mana/could-no-other-type";
    const ENGINE: &str = "mutant:could-produce-counts-zero";
    let text = update(&Baseline::empty("b"), &report(ENGINE, &[RARE], 1, 200), library(), &Sources::default()).text;
    assert!(parsed(&text).entries.iter().all(|entry| entry.case.is_some()), "{text}");
    let quiet = (1..100).map(|seed| report(ENGINE, &[RARE], seed, 8)).find(|report| report.conforms());
    let quiet = quiet.expect("some eight cases in which nothing fails");
    let rare = judged(&quiet, &text);
    assert!(
        rare.as_expected && rare.findings.iter().all(|finding| finding.state == State::Rare),
        "{:?}",
        rare.findings
    );
    let mended = judged_on("reference", &quiet, &text, None);
    assert!(!mended.as_expected && mended.findings.iter().all(|finding| finding.state == State::Passes));
    let untold = judge(&quiet, &parsed(&text), library(), None, &Sources::default());
    assert!(!untold.as_expected && untold.findings.iter().all(|finding| finding.state == State::Untold));
    let parts = Sources::new([&rare], None);
    assert_eq!(
        judge(&quiet, &parsed(&text), library(), None, &parts),
        rare,
        "what a part has played holds for the whole"
    );
    // A file is not robbed of an entry that chance has left out, nor of one that nobody could look at.
    let again =
        |replays: &dyn headjudge::baseline::again::Replays| update(&parsed(&text), &quiet, library(), replays).text;
    assert_eq!(again(&parts), text);
    assert_eq!(again(&Sources::default()), text);
    let reference = engine("reference");
    assert!(parsed(&again(&OnEngine::new(library(), &*reference))).entries.is_empty());
}

#[test]
fn faults_of_the_file_have_a_place_and_advice() {
    let good = expected();
    for (text, place, part) in [
        (good.replace("    reason: known\n", ""), "b.yaml:3:5", "the field \"reason\" is missing"),
        (good.replace("known", "\"  \""), "b.yaml:6:13", "the text is empty"),
        (good.replace("reason", "resaon"), "b.yaml:6:5", "did you mean \"reason\"?"),
        (
            good.replace("baseline: 1", "baseline: 2").replace("reason", "because"),
            "b.yaml:1:11",
            "version 2 of baselines is not known: this program reads version 1\n",
        ),
        (good.replace("baseline: 1", "baseline: one"), "b.yaml:1:11", "expected a whole number"),
        (String::new(), "b.yaml:1:1", "nothing is in this file, expected `baseline: 1` and `failures`"),
        ("\u{feff}".to_owned(), "b.yaml:1:1", "nothing is in this file"),
        ("\n# all is well\n".to_owned(), "b.yaml:1:1", "nothing is in this file"),
        (format!("{good}    expires: 2026-02-30\n"), "b.yaml:7:14", "expected a day written YYYY-MM-DD"),
        (format!("{good}    case: {RULING}#1\n"), "b.yaml:7:11", "expected RULING#N@TAPE"),
        (format!("{good}    case: \"x/y#1@t1:0\"\n"), "b.yaml:7:11", "the saved case is one of `x/y`"),
        (format!("{good}{}", good.split_once("failures:\n").expect("a list").1), "b.yaml:9:16", "is expected twice"),
        ("baseline: 1\n".to_owned(), "b.yaml:1:1", "the field \"failures\" is missing"),
        ("- a\n- b\n".to_owned(), "b.yaml:1:1", "expected a map"),
        (good.replace("  - ruling", "\t- ruling"), "b.yaml:", "tab"),
    ] {
        let faults = Baseline::parse("b.yaml", text.as_bytes()).expect_err(&text);
        let told = faults.render(headjudge::fault::Style::Plain);
        assert!(told.contains(place) && told.contains(part), "{place} {part}:\n{told}\n{text}");
        let of_version = part.starts_with("version") || part.starts_with("nothing");
        assert!(!of_version || faults.len() == 1, "one fault is enough:\n{told}");
    }
}

/// A file as people keep it.
const KEPT: &str = "\
# What our engine cannot do yet.
baseline: 1

failures:
  # Nobody asked for this one.
  - ruling: nine-lives/each-source   # of all things
    check: expectation 2
    signature: first-source-only # guessed
    reason: >
      We count sources
      by hand.
    link: https://example.org/7

  # Gone soon.
  - ruling: nine-lives/retrigger
    check: expectation 1
    signature: more life
    reason: who knows

  # Not run today.
  - {ruling: x/no-mana, check: crash, signature: crash, reason: later}
# The end.
";

#[test]
fn an_update_keeps_what_people_wrote_and_where() {
    let engine = engine(MUTANT);
    let updated = update(&parsed(KEPT), failing(), library(), &OnEngine::new(library(), &*engine));
    assert!(!updated.anew);
    let first = KEPT.replace("first-source-only # guessed", "zero-damage-counts # guessed");
    let gone = "  # Gone soon.\n  - ruling: nine-lives/retrigger\n    check: expectation 1\n    \
                signature: more life\n    reason: who knows\n";
    let lines = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect::<Vec<_>>();
    let mut wanted = lines(&first.replace(gone, ""));
    // There is no such ruling, so that its entry goes, too.
    wanted.retain(|line| !line.contains("x/no-mana") && !line.contains("Not run today"));
    assert_eq!(lines(&updated.text), wanted, "{}", updated.text);
    let again = update(&parsed(&updated.text), failing(), library(), &Sources::default());
    assert_eq!(again.text, updated.text, "a second update changes nothing");
    let none = update(&Baseline::empty("b.yaml"), failing(), library(), &Sources::default());
    assert!(parsed(&none.text).entries.len() == 1 && !none.anew, "{}", none.text);
}

#[test]
fn an_update_keeps_the_line_endings_of_the_file() {
    let engine = engine(MUTANT);
    let on = OnEngine::new(library(), &*engine);
    let plain = update(&parsed(KEPT), failing(), library(), &on);
    let crlf = update(&parsed(&KEPT.replace('\n', "\r\n")), failing(), library(), &on);
    assert_eq!((crlf.text.as_str(), crlf.anew), (plain.text.replace('\n', "\r\n").as_str(), false));
    // Of a file that is mixed already only what changes is touched.
    let mixed = KEPT.replacen("yet.\n", "yet.\r\n", 1);
    let mixed = update(&parsed(&mixed), failing(), library(), &on);
    assert_eq!((mixed.text, mixed.anew), (plain.text.replacen("yet.\n", "yet.\r\n", 1), false));
}

#[test]
fn an_update_adds_what_is_new_in_order_and_to_any_file() {
    let engine = engine(MUTANT);
    let on = OnEngine::new(library(), &*engine);
    for (old, anew) in [
        ("# Ours.\nbaseline: 1\nfailures: []\n", false),
        ("baseline: 1\nfailures:\n", false),
        (
            "baseline: 1\nfailures:\n- ruling: tap-symbol/tapped\n  check: crash\n  signature: crash\n  reason: later\n",
            false,
        ),
        ("baseline: 1\nfailures: [{ruling: tap-symbol/tapped, check: crash, signature: crash, reason: later}]\n", true),
    ] {
        let updated = update(&parsed(old), failing(), library(), &on);
        assert_eq!(updated.anew, anew, "{old}\n{}", updated.text);
        // With other line endings the file keeps those.
        let crlf = update(&parsed(&old.replace('\n', "\r\n")), failing(), library(), &on);
        assert_eq!((crlf.text, crlf.anew), (updated.text.replace('\n', "\r\n"), anew), "{old}");
        let new = parsed(&updated.text);
        let kept = usize::from(old.contains("tapped"));
        assert_eq!(new.entries.len(), kept + 1, "{}", updated.text);
        assert_eq!(new.entries[0].key.ruling, RULING, "{}", updated.text);
        assert_eq!(new.entries[0].reason, "to be explained");
        assert!(old.contains("# Ours.") <= updated.text.contains("# Ours."), "{}", updated.text);
        assert!(judged(failing(), &updated.text).as_expected);
    }
}

#[test]
fn nothing_in_a_report_breaks_the_file_that_is_written_of_it() {
    let mut strange = failing().clone();
    for signature in ["a: b", "- x", "\"", "true", "1", "#", "ü\n€", " ", "'{}[]", "null", "@", "a #b", "%"] {
        strange.rulings[0]
            .failures
            .iter_mut()
            .for_each(|failure| failure.signature = format!("{signature}x{signature}"));
        let text = update(&Baseline::empty("b"), &strange, library(), &Sources::default()).text;
        let read = parsed(&text);
        assert_eq!(read.entries[0].key.signature, format!("{signature}x{signature}").trim(), "{text}");
    }
}
