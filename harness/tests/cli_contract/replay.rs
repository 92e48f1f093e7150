//! Replay files: written, read, refused when they are not what was written, and played before anything else.

use std::fs;
use std::path::{Path, PathBuf};

use headjudge::replay::Record;
use headjudge::report::{Report, SavedStatus};
use headjudge::verdict::Kind;
use tempfile::TempDir;

use super::faults::copy;
use super::{run, text};

pub(super) const MUTANT: &str = "mutant:zero-damage-counts";
pub(super) const RULING: &str = "nine-lives/each-source";

/// A folder with the failures of a run.
pub(super) fn saved() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let ended = certify(1, folder.path(), MUTANT, &[]);
    assert!(ended.contains("1 failure is in"), "{ended}");
    folder
}

pub(super) fn certify(code: i32, folder: &Path, engine: &str, more: &[&str]) -> String {
    let mut arguments = vec!["certify", "--engine", engine, "--cases", "60", RULING, "--failures", text(folder)];
    arguments.extend(more);
    let ended = run(code, &arguments);
    format!("{}{}", ended.out, ended.err)
}

pub(super) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The one file of a folder, and what is in it.
pub(super) fn only(folder: &Path) -> (PathBuf, Vec<u8>) {
    let names = names(folder);
    assert_eq!(names.len(), 1, "{names:?}");
    let path = folder.join(&names[0]);
    let bytes = fs::read(&path).expect("the file");
    (path, bytes)
}

/// The file with something changed, as if another program had written it.
fn changed(folder: &Path, change: impl FnOnce(&mut Record)) -> PathBuf {
    let (path, bytes) = only(folder);
    let mut record = Record::parse(&bytes).expect("a replay file");
    change(&mut record);
    fs::write(&path, record.to_text().expect("a record is data")).expect("the file");
    path
}

#[test]
fn a_failure_is_written_down_and_plays_the_same_again() {
    let folder = saved();
    let (path, bytes) = only(folder.path());
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    assert!(name.starts_with("nine-lives.each-source.expectation-2.") && name.ends_with(".jsonl"), "{name}");
    let record = Record::parse(&bytes).expect("a replay file");
    assert_eq!(record.to_text().expect("text").as_bytes(), bytes);
    assert_eq!((record.engine.as_str(), record.ruling.as_str()), (MUTANT, RULING));
    let again = run(1, &["replay", text(&path)]);
    assert!(again.out.contains("mutant:zero-damage-counts: expectation 2"), "{}", again.out);
    assert!(again.out.contains("The same as when mutant:zero-damage-counts was saved."), "{}", again.out);
    assert!(!again.out.contains("Since this was saved"), "{}", again.out);
    // The same run writes the same file.
    certify(1, folder.path(), MUTANT, &[]);
    assert_eq!(only(folder.path()), (path, bytes));
}

#[test]
fn another_engine_plays_a_file_and_a_program_is_not_started_unasked() {
    let folder = saved();
    let (path, _) = only(folder.path());
    let other = run(0, &["replay", text(&path), "--engine", "reference"]);
    assert!(other.out.contains("reference: pass"), "{}", other.out);
    assert!(
        other.out.contains("When this was saved, mutant:zero-damage-counts came to: expectation 2"),
        "{}",
        other.out
    );
    let path = changed(folder.path(), |record| record.engine = "touch /tmp/started".to_owned());
    let refused = run(2, &["replay", text(&path)]);
    assert!(refused.err.contains("--engine 'touch /tmp/started'"), "{}", refused.err);
}

#[test]
fn of_a_report_the_failures_are_played_and_not_what_was_lacking() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.json");
    let json = format!("json={}", text(&path));
    run(1, &["certify", "--engine", MUTANT, "--cases", "60", RULING, "--report", &json]);
    let again = run(1, &["replay", text(&path)]).out;
    assert!(again.contains(&format!("{RULING}#")) && !again.contains("Not played"), "{again}");
    let mut report = headjudge::report::read(&path).expect("a report");
    let failures = report.rulings.iter_mut().flat_map(|ruling| &mut ruling.failures);
    failures.for_each(|failure| failure.kind = Kind::Unsupported);
    fs::write(&path, serde_json::to_string(&report).expect("data")).expect("the file");
    let nothing = run(0, &["replay", text(&path)]).out;
    assert!(nothing.contains("The report has no failure.") && nothing.contains("Not played: 1 more"), "{nothing}");
}

#[test]
fn a_file_that_is_cut_off_is_refused_wherever_that_is() {
    let folder = saved();
    let (path, bytes) = only(folder.path());
    for end in 0..bytes.len() {
        let (line, why) = Record::parse(&bytes[..end]).expect_err("a part of a file");
        let breaks = bytes[..end].iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(line, breaks + 1, "cut off at {end}: {why}");
        assert!(why.contains("the file was cut off") || end == 0, "cut off at {end}: {why}");
    }
    let second = bytes.iter().position(|byte| *byte == b'\n').expect("a line") + 9;
    fs::write(&path, &bytes[..second]).expect("the file");
    let refused = run(2, &["replay", text(&path)]);
    let wanted = "line 2: expected engine, seed, case and tape, found a line without an end: the file was cut off";
    assert!(refused.err.contains(wanted), "{}", refused.err);
}

#[test]
fn every_altered_byte_is_noticed() {
    let folder = saved();
    let (path, bytes) = only(folder.path());
    for at in 0..bytes.len() {
        for change in [1, 0x20, 0x80] {
            let mut altered = bytes.clone();
            altered[at] ^= change;
            assert!(Record::parse(&altered).is_err(), "byte {at} may be {:?}", char::from(altered[at]));
        }
        let mut shorter = bytes.clone();
        shorter.remove(at);
        assert!(Record::parse(&shorter).is_err(), "byte {at} may be missing");
    }
    for more in [&b"\n"[..], b" ", b"{}\n"] {
        assert!(Record::parse(&[&bytes[..], more].concat()).is_err(), "{more:?} may follow");
    }
    let altered = String::from_utf8(bytes).expect("text").replace("\"life\":20", "\"life\":19");
    fs::write(&path, altered).expect("the file");
    let refused = run(2, &["replay", text(&path)]);
    assert!(refused.err.contains("line 7: the lines above have been altered"), "{}", refused.err);
}

#[test]
fn what_has_changed_since_is_told() {
    let folder = saved();
    let path = changed(folder.path(), |record| {
        record.headjudge = "0.0.1".to_owned();
        record.library = "0000000000000000".to_owned();
    });
    let told = run(1, &["replay", text(&path)]).out;
    for part in [
        "it was written by headjudge 0.0.1, and this is headjudge",
        "the library is another one: 0000000000000000 then",
        "the file of the ruling nine-lives/each-source is what it was",
        "Its tape still draws the same scenario.",
    ] {
        assert!(told.contains(part), "no {part} in\n{told}");
    }
    let text_of = fs::read_to_string(&path).expect("the file").replacen("{\"replay\":1", "{\"replay\":2", 1);
    fs::write(&path, text_of).expect("the file");
    let refused = run(2, &["replay", text(&path)]);
    assert!(refused.err.contains("version 2 of replay files is not known, expected version 1"), "{}", refused.err);
}

#[test]
fn a_tape_that_means_something_else_now_is_played_as_it_is_now() {
    let folder = saved();
    let (path, _) = only(folder.path());
    let rulings = tempfile::tempdir().expect("a folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulings"), rulings.path());
    let file = rulings.path().join("nine-lives/each-source.yaml");
    let ruling = fs::read_to_string(&file).expect("the ruling");
    fs::write(&file, ruling.replacen("before: {int: 0..=8}", "before: {int: 3..=8}", 1)).expect("the ruling");
    let told = run(1, &["replay", text(&path), "--rulings", text(rulings.path())]).out;
    assert!(told.contains("the ruling nine-lives/each-source has changed"), "{told}");
    assert!(told.contains("Its tape draws another scenario now than when it was saved"), "{told}");
    assert!(told.contains("before = 3"), "{told}");
    fs::write(&file, ruling.replacen("forall:\n", "where: [\"before > 0\"]\nforall:\n", 1)).expect("the ruling");
    let none = run(2, &["replay", text(&path), "--rulings", text(rulings.path())]);
    assert!(none.out.contains("draws no case of this ruling any more"), "{}{}", none.out, none.err);
    let saved = certify(0, folder.path(), "reference", &["--rulings", text(rulings.path())]);
    assert!(saved.contains("no longer fits  nine-lives/each-source"), "{saved}");
    fs::remove_file(&file).expect("the ruling");
    let gone = run(2, &["replay", text(&path), "--rulings", text(rulings.path())]);
    assert!(gone.err.contains("there is no ruling `nine-lives/each-source`"), "{}", gone.err);
}

#[test]
fn saved_failures_are_played_first_and_count() {
    let folder = saved();
    let (path, bytes) = only(folder.path());
    // One random case that passes; the saved one does not.
    let report = folder.path().join("report");
    let json = format!("json={}", text(&report));
    let arguments = ["certify", "--engine", MUTANT, "--cases", "1", "--seed", "5", RULING, "--report", &json];
    run(0, &arguments);
    let reports = tempfile::tempdir().expect("a folder");
    let at = |name: &str| reports.path().join(name);
    let other = [("markdown", at("r.md")), ("junit", at("r.xml"))];
    let other: Vec<String> = other.iter().map(|(format, path)| format!("{format}={}", text(path))).collect();
    let more = ["--failures", text(folder.path()), "--report", &other[0], "--report", &other[1]];
    let still = run(1, &[&arguments[..], &more].concat());
    let told = ["r.md", "r.xml"].map(|name| fs::read_to_string(at(name)).expect("a report"));
    assert!(told[0].contains("### Saved failures") && told[0].contains("still fails"), "{}", told[0]);
    assert!(told[1].contains("name=\"saved failures\" tests=\"1\" failures=\"1\""), "{}", told[1]);
    // The one ruling that was run passed.
    let whole = format!("<testsuites name=\"{MUTANT}\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\">");
    assert!(told[1].contains(&whole), "{}", told[1]);
    assert!(still.out.contains("Saved failures: 1 of 1 still fail"), "{}", still.out);
    assert!(still.out.contains("does not conform"), "{}", still.out);
    let read = || serde_json::from_str::<Report>(&fs::read_to_string(&report).expect("the report")).expect("a report");
    let told = read().saved;
    assert_eq!(told.len(), 1);
    assert_eq!((told[0].status, told[0].now.as_str()), (SavedStatus::StillFails, "expectation 2"));
    assert_eq!(told[0].file, path.file_name().expect("a name").to_string_lossy());
    let before = at("before.json");
    fs::copy(&report, &before).expect("a report");
    // Mended: the file stays.
    let mended = certify(0, folder.path(), "reference", &["--report", &json]);
    assert!(mended.contains("passes now") && mended.contains("the file is left"), "{mended}");
    assert_eq!(read().saved[0].status, SavedStatus::PassesNow);
    let different = run(1, &["diff", text(&before), text(&report)]).out;
    let file = path.file_name().expect("a name").to_string_lossy();
    let wanted = format!("saved failure {file} of {RULING}: still fails (expectation 2) → passes now (pass)");
    assert!(different.contains(&wanted), "{different}");
    assert_eq!(run(0, &["diff", text(&report), text(&report)]).out, "no differences\n");
    assert_eq!(fs::read(&path).expect("the file"), bytes);
    // Rulings that were not chosen are left alone.
    let other = run(0, &["certify", "tap-symbol/tapped", "--cases", "20", "--failures", text(folder.path())]);
    assert!(!other.out.contains("Saved failures"), "{}", other.out);
}

#[test]
fn the_first_saved_failure_ends_a_run_that_is_to_end_at_once() {
    let folder = saved();
    let (path, bytes) = only(folder.path());
    fs::write(path.with_extension("again.jsonl"), bytes).expect("a second file");
    let ended = certify(1, folder.path(), MUTANT, &["--fail-fast"]);
    assert!(ended.contains("1 of 2 still fail") && ended.contains("was not run"), "{ended}");
    assert!(ended.contains("60 cases were not run"), "{ended}");
}

#[test]
fn parts_of_a_run_tell_of_the_saved_failures_that_are_theirs() {
    let folder = tempfile::tempdir().expect("a folder");
    let failures = folder.path().join("failures");
    let of = |more: &[&str], name: &str| {
        let path = folder.path().join(name);
        let json = format!("json={}", text(&path));
        let mut arguments = vec!["certify", "--engine", MUTANT, "--cases", "40", "topic:nine-lives"];
        arguments.extend(["--failures", text(&failures), "--report", &json]);
        arguments.extend(more);
        run(1, &arguments);
        path
    };
    of(&[], "first.json");
    let whole = of(&[], "whole.json");
    let parts = [of(&["--shard", "1/2"], "1.json"), of(&["--shard", "2/2"], "2.json")];
    let merged = folder.path().join("merged.json");
    let json = format!("json={}", text(&merged));
    run(1, &["merge", text(&parts[0]), text(&parts[1]), "--report", &json]);
    let read = |path: &Path| fs::read_to_string(path).expect("a report");
    assert!(read(&whole).contains("\"still_fails\""));
    assert!(read(&merged) == read(&whole), "the parts make another report");
}

#[test]
fn a_ruling_begins_with_a_saved_failure() {
    let folder = saved();
    let (path, _) = only(folder.path());
    let rulings = tempfile::tempdir().expect("a folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulings"), rulings.path());
    let arguments = ["new", "ruling", "nine-lives/mine", "--rulings", text(rulings.path()), "--from", text(&path)];
    run(0, &arguments);
    let ruling = fs::read_to_string(rulings.path().join("nine-lives/mine.yaml")).expect("the ruling");
    assert!(ruling.contains("Crimson Kobolds"), "{ruling}");
}

/// A program that says who it is and ends at its first case.
#[cfg(unix)]
const CRASHES: &str = "sh -c 'read a; echo \"{\\\"reply\\\":\\\"hello\\\",\\\"version\\\":1,\\\"engine\\\":\\\"bad\\\"}\"; \
                       read b; echo out of cards >&2; sleep 0.02; exit 7'";

/// No line of what people read is wider than a terminal.
fn narrow(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn a_failure_is_explained_from_the_table_to_the_rule() {
    let folder = saved();
    let (path, _) = only(folder.path());
    let told = run(1, &["explain", text(&path)]).out;
    for part in [
        "Here before = 0 (any value fails alike), attackers = [Crimson Kobolds]",
        "│ Crimson Kobolds │\n  │ 0/1             │\n  │ (attacker.1)    │",
        "p2's turn, main phase",
        "p1: 20 life",
        " 1. p2 attacks p1 with attacker.1",
        "0 damage is no damage (120.8)",
        "Step 2: on to the combat damage step\n    Nine Lives (lives)\n      by the rules   0 incarnation counters\n      \
         by the engine  1 incarnation counter\n",
        "CR 615.1a, 615.5, 510.2, 120.8;",
        "  1.00  zero-damage-counts: ",
        "mutant:zero-damage-counts: expectation 2",
    ] {
        assert!(told.contains(part), "no {part} in\n{told}");
    }
    narrow(&told);
    // The same case by its name, on an engine that plays by the rules, and by its tape.
    let fine = run(0, &["explain", &format!("{RULING}#3")]).out;
    assert!(fine.contains("The same as the reference.") && fine.contains("reference: pass"), "{fine}");
    narrow(&fine);
    let taped = run(1, &["explain", &format!("{RULING}#3@t1:0,0,0,0,0,0,0,0"), "--engine", MUTANT]).out;
    assert!(taped.contains("by the engine  1 incarnation counter"), "{taped}");
    let none = run(2, &["explain", "nothing"]);
    assert!(none.err.contains("neither a case nor a file"), "{}", none.err);
}

#[test]
#[cfg(unix)]
fn a_crash_is_explained_without_starting_what_crashed() {
    let folder = tempfile::tempdir().expect("a folder");
    certify(1, folder.path(), CRASHES, &["--shrink", "40"]);
    let (path, _) = only(folder.path());
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    assert!(name.starts_with("nine-lives.each-source.crash."), "{name}");
    let told = run(1, &["explain", text(&path)]).out;
    for part in ["There is no outcome to compare: crash", "out of cards", "attacker.1", "CR 615.1a"] {
        assert!(told.contains(part), "no {part} in\n{told}");
    }
    narrow(&told);
    let refused = run(2, &["replay", text(&path)]);
    assert!(refused.err.contains("the file is about the program"), "{}", refused.err);
    let again = run(1, &["replay", text(&path), "--engine", CRASHES]);
    assert!(again.out.contains(": crash"), "{}", again.out);
    let mended = run(0, &["explain", text(&path), "--engine", "reference"]);
    assert!(mended.out.contains("reference: pass"), "{}", mended.out);
}

#[test]
fn what_could_be_anything_is_said_across_the_wire_as_well() {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = assert_cmd::cargo::cargo_bin!("headjudge");
    let served = shlex::try_join([text(binary), "serve", "--mutant", "zero-damage-counts"]).expect("words");
    let failure = |engine: &str, name: &str| {
        let path = folder.path().join(name);
        let json = format!("json={}", text(&path));
        let ended = run(1, &["certify", "--engine", engine, "--cases", "40", RULING, "--report", &json]);
        assert!(ended.out.contains("before = 0 (any value fails alike), attackers"), "{}", ended.out);
        let report: Report = serde_json::from_str(&fs::read_to_string(path).expect("the report")).expect("a report");
        report.rulings[0].failures[0].clone()
    };
    let (here, there) = (failure(MUTANT, "here.json"), failure(&served, "there.json"));
    assert_eq!(here.values, there.values);
    assert_eq!((here.varied, here.executions), (there.varied, there.executions));
    assert!(here.values.iter().any(|value| value.name == "p1.life" && value.any), "{:?}", here.values);
    assert!(here.values.iter().any(|value| value.name == "attackers" && !value.any), "{:?}", here.values);
    assert!(here.varied <= headjudge::run::VARY_BUDGET);
}
