//! Runs in parts, runs that are broken off, and reports for other programs: the program from outside.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use headjudge::report::Report;
use headjudge::verdict::Kind;

use super::{run, text};

const MUTANT: &str = "mutant:zero-damage-counts";

/// The arguments of a run of some rulings on an engine that fails, and some more.
fn certify<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut all = vec!["certify", "--cases", "60", "--engine", MUTANT, "topic:nine-lives"];
    all.extend(more);
    all
}

fn report(format: &str, path: &Path) -> String {
    format!("{format}={}", text(path))
}

#[test]
fn parts_are_merged_and_reports_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let whole = at("whole.json");
    run(1, &certify(&["--report", &report("json", &whole)]));
    let parts: Vec<_> = (1..=3).map(|k| at(&format!("{k}.json"))).collect();
    for (part, path) in ["1/3", "2/3", "3/3"].iter().zip(&parts) {
        run(1, &certify(&["--shard", part, "--report", &report("json", path)]));
    }
    let merged = at("merged.json");
    let [a, b, c] = [0, 1, 2].map(|n| text(&parts[n]));
    let said = run(1, &["merge", c, a, b, "--report", &report("json", &merged)]);
    assert!(said.out.contains("does not conform"), "{}", said.out);
    let read = |path: &Path| fs::read_to_string(path).expect("a report");
    assert!(read(&merged) == read(&whole), "the parts make another report");
    let missing = run(2, &["merge", a, c]);
    assert!(missing.err.contains("of 3 parts 2 is missing"), "{}", missing.err);
    let whole_again = run(2, &["merge", text(&whole)]);
    assert!(whole_again.err.contains("is the report of a whole run"), "{}", whole_again.err);
    assert_eq!(run(0, &["diff", text(&whole), text(&merged)]).out, "no differences\n");
    let fine = at("fine.json");
    run(0, &["certify", "--cases", "60", "topic:nine-lives", "--report", &report("json", &fine)]);
    let different = run(1, &["diff", text(&whole), text(&fine)]).out;
    assert!(different.contains(&format!("the engine: {MUTANT} → reference")), "{different}");
    assert!(different.contains("nine-lives/each-source: fail → pass"), "{different}");
    assert!(different.contains("nine-lives/each-source: no longer expectation"), "{different}");
    let empty = run(2, &["certify", "nine-lives/each-source", "--shard", "150/200"]);
    assert!(empty.err.contains("part 150/200 is empty"), "{}", empty.err);
    let wrong = run(2, &certify(&["--shard", "0/3"]));
    assert!(wrong.err.contains("expected K/N"), "{}", wrong.err);
}

#[test]
fn a_run_that_is_killed_goes_on_from_its_journal() {
    let folder = tempfile::tempdir().expect("a folder");
    let (journal, ours, whole) =
        (folder.path().join("journal"), folder.path().join("ours.json"), folder.path().join("whole.json"));
    let arguments = |path: &Path| {
        let report = report("json", path);
        let words = ["certify", "--cases", "160", "--engine", MUTANT, "topic:nine-lives", "--report", &report];
        words.map(str::to_owned).to_vec()
    };
    let mut resumed = arguments(&ours);
    resumed.extend(["--journal", text(&journal), "--resume"].map(str::to_owned));
    let mut kept = 0;
    for milliseconds in [120, 180, 240] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("headjudge"))
            .args(&resumed)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().and_then(|()| child.wait()).expect("it is killed");
        let lines = fs::read(&journal).unwrap_or_default().iter().filter(|byte| **byte == b'\n').count();
        assert!(lines >= kept, "what was kept is lost: {kept} lines, then {lines}");
        kept = lines;
    }
    let words = |all: &'_ [String]| -> Vec<String> { all.to_vec() };
    let (again, straight) = (words(&resumed), arguments(&whole));
    run(1, &again.iter().map(String::as_str).collect::<Vec<_>>());
    run(1, &straight.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(fs::read(&ours).expect("a report") == fs::read(&whole).expect("a report"), "another report");
    let there = run(2, &certify(&["--journal", text(&journal)]));
    assert!(there.err.contains("is there already: say --resume"), "{}", there.err);
    let other = run(2, &certify(&["--journal", text(&journal), "--resume"]));
    assert!(other.err.contains("the number of cases is 160 there and 60 here"), "{}", other.err);
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_says_what_is_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, journal) = (folder.path().join("report.json"), folder.path().join("journal"));
    let child = Command::new(assert_cmd::cargo::cargo_bin!("headjudge"))
        .args(["certify", "--cases", "1000000", "tap-symbol/tapped", "--report", &report("json", &path)])
        .args(["--journal", text(&journal)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let start = Instant::now();
    // It begins to play when the library is read.
    while fs::read(&journal).unwrap_or_default().iter().filter(|byte| **byte == b'\n').count() < 10 {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not begin");
        std::thread::sleep(Duration::from_millis(20));
    }
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(told.success());
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{out}{}", String::from_utf8_lossy(&output.stderr));
    assert!(out.contains("The run ended early because it was interrupted:"), "{out}");
    assert!(out.contains("is not shown to conform"), "{out}");
    let report: serde_json::Value = serde_json::from_slice(&fs::read(&path).expect("a report")).expect("JSON");
    let counts = &report["counts"];
    assert_eq!(counts["cases"], 1_000_000);
    assert!(counts["pass"].as_u64() > Some(0) && counts["not_run"].as_u64() > Some(0), "{counts}");
}

#[test]
fn a_run_ends_early_when_it_is_told_to() {
    let first = run(1, &["certify", "--cases", "1000", "--fail-fast", "--engine", MUTANT, "nine-lives/each-source"]);
    assert!(first.out.contains("The run ended early because a case failed:"), "{}", first.out);
    let late = run(1, &["certify", "--cases", "1000000", "--max-time", "0.2", "tap-symbol/tapped"]);
    assert!(late.out.contains("The run ended early because its time was up:"), "{}", late.out);
    assert!(late.out.contains("not run"), "{}", late.out);
}

#[test]
fn the_counts_of_a_run_that_ended_early_add_up_with_those_outside_the_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("r.json");
    let file = report("json", &path);
    // One of the rulings is contested.
    let filters = ["nine-lives/each-source", "nine-lives/each-source-phantom", "tap-symbol/tapped"];
    let call = ["certify", "--cases", "1000000", "--max-time", "0.3", "--report", &file];
    let out = run(1, &[&call[..], &filters].concat()).out;
    let said: serde_json::Value = serde_json::from_slice(&fs::read(&path).expect("a report")).expect("JSON");
    let not_run = |counts: &serde_json::Value| counts["not_run"].as_u64().unwrap_or(0);
    let sum = |list: &str| said[list].as_array().expect("rulings").iter().map(|r| not_run(&r["counts"])).sum::<u64>();
    let (inside, outside) = (sum("rulings"), sum("contested"));
    assert!(inside > 0 && outside > 0, "{inside} {outside}");
    assert_eq!(not_run(&said["counts"]), inside, "the counts of the report are those of its rulings");
    let number = |before: &str, after: &str| -> u64 {
        let tail = out.split_once(before).unwrap_or_else(|| panic!("no {before} in\n{out}")).1;
        let text = tail.split_once(after).unwrap_or_else(|| panic!("no {after} in\n{out}")).0;
        let text = text.rsplit([' ', '(']).next().expect("a word");
        text.replace(',', "").parse().unwrap_or_else(|_| panic!("{text} in\n{out}"))
    };
    assert_eq!(number("because its time was up: ", " cases were not run, and "), inside, "{out}");
    assert_eq!(number(" cases were not run, and ", " of rulings outside the counts."), outside, "{out}");
    assert_eq!(number(" clauses; ", " not run), seed"), inside, "{out}");
}

#[test]
fn how_much_is_printed_can_be_chosen() {
    let quiet = run(1, &certify(&["--quiet"])).out;
    assert_eq!(quiet.lines().count(), 1, "{quiet}");
    assert!(quiet.contains("does not conform"), "{quiet}");
    let usual = run(1, &certify(&[])).out;
    let verbose = run(1, &certify(&["--verbose"])).out;
    assert!(!usual.contains("pass  nine-lives/retrigger"), "{usual}");
    assert!(verbose.contains("pass  nine-lives/retrigger"), "{verbose}");
    assert!(!usual.contains('\u{1b}'), "colours in a pipe");
    assert!(run(1, &certify(&["--color", "always"])).out.contains('\u{1b}'), "no colours");
    let both = run(2, &certify(&["--quiet", "--verbose"]));
    assert!(both.err.contains("cannot be used with"), "{}", both.err);
}

#[test]
fn reports_for_other_programs_are_well_formed_and_say_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (xml, page, badge) = (at("r.xml"), at("r.md"), at("badge.json"));
    let [junit, markdown, shield] = [report("junit", &xml), report("markdown", &page), report("badge", &badge)];
    run(1, &certify(&["--report", &junit, "--report", &markdown, "--report", &shield]));
    let read = |path: &Path| fs::read_to_string(path).expect("a report");
    let badge: serde_json::Value = serde_json::from_str(&read(&badge)).expect("JSON");
    assert_eq!(badge["schemaVersion"], 1);
    assert_eq!(badge["color"], "red");
    let (mut tests, mut failures, mut depth) = (0, 0, 0usize);
    let text = read(&xml);
    let mut reader = quick_xml::Reader::from_str(&text);
    reader.config_mut().check_end_names = true;
    loop {
        use quick_xml::events::Event;
        let event = reader.read_event().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let name = match &event {
            Event::Start(start) | Event::Empty(start) => start.name().as_ref().to_owned(),
            _ => String::new(),
        };
        tests += usize::from(name == "testcase");
        failures += usize::from(name == "failure");
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    assert!(failures > 0 && text.contains(&format!("tests=\"{tests}\" failures=\"{failures}\"")), "{text}");
    assert_eq!(badge["message"], format!("{} of {tests} rulings", tests - failures));
    let page = read(&page);
    assert!(page.starts_with(&format!("## ❌ `{MUTANT}` does not conform\n")), "{page}");
    assert!(page.contains("| nine-lives |"), "{page}");
    assert!(page.contains("<details><summary>nine-lives/") && page.contains("zero-damage-counts"), "{page}");
    let unknown = run(2, &certify(&["--report", "xml=x"]));
    assert!(unknown.err.contains("expected one of json, junit, markdown, badge"), "{}", unknown.err);
}

#[test]
fn shells_can_complete_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(0, &["completions", shell]).out;
        assert!(script.contains("certify") && script.contains("shard"), "{shell}");
    }
}

#[test]
fn a_run_that_ended_early_counts_no_case_that_may_not_have_been_due() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("r.json");
    let file = report("json", &path);
    // No time at all, so that no case is begun. Rulings are through at 250 cases, or need up to 1,000: nobody knows which.
    let counted = |more: &[&str]| {
        let call = ["certify", "topic:tap-symbol", "--max-time", "0.000001", "--quiet", "--report", &file];
        let told = run(1, &[&call[..], more].concat()).out;
        let report: Report = serde_json::from_slice(&fs::read(&path).expect("a report")).expect("a report");
        (told, report)
    };
    let (told, open) = counted(&[]);
    assert!(open.rulings.iter().all(|ruling| ruling.counts.cases() == open.least), "{told}");
    let least = open.least * open.rulings.len() as u64;
    assert_eq!((open.least, open.counts.of(Kind::NotRun)), (250, least), "{told}");
    assert!(told.contains("because its time was up: at least 4,500 cases were not run."), "{told}");
    assert!(open.rulings.iter().all(|ruling| ruling.vacuous.is_empty()), "what was not run is not vacuous");
    let (told, exact) = counted(&["--cases", "1000"]);
    assert_eq!(exact.counts.of(Kind::NotRun), 1000 * exact.rulings.len() as u64);
    assert!(told.contains("because its time was up: 18,000 cases were not run."), "{told}");
}

/// A signal may come while the rulings are still read. The file to which the traffic goes is a pipe here, which nobody reads
/// until the signal was given: so far and no further does the program get before.
#[test]
#[cfg(target_os = "linux")]
fn a_run_that_is_interrupted_before_its_first_case_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let mut run = Command::new(assert_cmd::cargo::cargo_bin!("headjudge"))
        .args(["certify", "--quiet", "--cases", "5", "tap-symbol/tapped", "--trace-wire", text(&pipe)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    // The second signal of the mask of those that are caught.
    let status = Path::new("/proc").join(run.id().to_string()).join("status");
    let catches = || {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 0b10 != 0)
    };
    let start = Instant::now();
    while !catches() {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not listen");
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().expect("kill").success());
    // Whoever reads and writes waits for nobody, and lets the program go on if it is still there.
    let _reader = fs::OpenOptions::new().read(true).write(true).open(&pipe).expect("the pipe");
    let code = run.wait().expect("it ends").code();
    let output = run.wait_with_output().expect("it has ended");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(code, Some(130), "{out}{}", String::from_utf8_lossy(&output.stderr));
    assert!(out.contains("The run ended early because it was interrupted: 5 cases were not run."), "{out}");
}
