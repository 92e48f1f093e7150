//! `certify` and `replay`.

use std::fs;

use headjudge::report::Report;

use super::{ended, program, run, text};

#[test]
fn the_reference_conforms() {
    let ended = run(0, &["certify", "--cases", "40"]);
    assert!(ended.out.contains("reference obeys every ruling that was run"), "{}", ended.out);
    assert!(!ended.out.contains('\u{1b}'), "colours where no terminal is:\n{}", ended.out);
}

#[test]
fn the_json_report_is_the_same_again_and_with_one_thread() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, threads: Option<&str>| {
        let path = folder.path().join(name);
        let report = format!("json={}", text(&path));
        let mut command = program(&["certify", "--cases", "15", "--report", &report]);
        if let Some(threads) = threads {
            command.env("RAYON_NUM_THREADS", threads);
        }
        assert_eq!(ended(command).code, 0);
        fs::read_to_string(path).expect("the report")
    };
    let first = write("first.json", None);
    assert!(first == write("second.json", None), "another report the second time");
    assert!(first == write("third.json", Some("1")), "another report with one thread");
    let report: Report = serde_json::from_str(&first).expect("a report");
    assert_eq!(report.cases, 15);
    assert_eq!(report.to_json().expect("a report is data"), first);
    let left: Vec<_> = fs::read_dir(folder.path()).expect("the folder").flatten().map(|e| e.file_name()).collect();
    assert_eq!(left.len(), 3, "something is left behind: {left:?}");
}

#[test]
fn a_failure_is_told_and_its_replay_shows_the_same() {
    let ended =
        run(1, &["certify", "--engine", "mutant:zero-damage-counts", "--cases", "60", "nine-lives/each-source"]);
    let out = &ended.out;
    for wanted in
        ["Expected", "Observed", "after.lives.counters.incarnation", "CR 615.1a", "zero-damage-counts", "120.8"]
    {
        assert!(out.contains(wanted), "no {wanted} in\n{out}");
    }
    // The clause in its own words, whatever they are.
    let library = headjudge::library::Library::embedded().expect("the library");
    let says = &library.clauses.find("nine-lives.each-source").expect("the clause").says;
    assert!(out.contains(says.trim()), "the clause is not told in\n{out}");
    let command =
        out.lines().map(str::trim).find(|line| line.starts_with("headjudge replay ")).expect("a replay command");
    let words = shlex::split(command).expect("words of a shell");
    let again = run(1, &words[1..].iter().map(String::as_str).collect::<Vec<_>>());
    assert!(again.out.contains("mutant:zero-damage-counts: expectation 2"), "{}", again.out);
    assert!(out.contains("expectation 2, "), "{out}");
}

#[test]
fn colours_are_shown_where_they_are_forced_and_not_where_they_are_refused() {
    let arguments = ["certify", "--cases", "2", "nine-lives"];
    let mut forced = program(&arguments);
    forced.env("CLICOLOR_FORCE", "1");
    assert!(ended(forced).out.contains('\u{1b}'));
    let mut refused = program(&arguments);
    refused.env("NO_COLOR", "1");
    assert!(!ended(refused).out.contains('\u{1b}'));
}
