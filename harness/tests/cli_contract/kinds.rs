//! A file of one kind, given to a command that reads another.

use std::fs;
use std::path::PathBuf;

use super::{run, text};

const MUTANT: &str = "mutant:zero-damage-counts";
const RULING: &str = "nine-lives/each-source";

/// A file of each kind, and what it is called.
fn files(folder: &std::path::Path) -> Vec<(&'static str, PathBuf)> {
    let at = |name: &str| folder.join(name);
    let certify = |more: &[&str]| {
        run(1, &[&["certify", "--engine", MUTANT, "--cases", "60", RULING], more].concat());
    };
    let report = |format: &str, path: &PathBuf| format!("{format}={}", text(path));
    certify(&["--certificate", text(&at("certificate")), "--report", &report("json", &at("report"))]);
    certify(&["--report", &report("junit", &at("junit")), "--report", &report("badge", &at("badge"))]);
    certify(&["--failures", text(&at("failures")), "--journal", text(&at("journal"))]);
    run(0, &["baseline", "update", text(&at("baseline")), "--from", text(&at("report"))]);
    let saved = fs::read_dir(at("failures")).expect("a folder").flatten().next().expect("a failure").path();
    fs::rename(saved, at("replay")).expect("a file");
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let position =
        fs::read_dir(root.join("positions")).expect("positions").flatten().next().expect("a position").path();
    vec![
        ("a certificate", at("certificate")),
        ("a JSON report", at("report")),
        ("a report as JUnit XML", at("junit")),
        ("a badge", at("badge")),
        ("the journal of a run", at("journal")),
        ("a baseline", at("baseline")),
        ("a replay file", at("replay")),
        ("a folder", at("failures")),
        ("a ruling", root.join("../rulings").join(format!("{RULING}.yaml"))),
        ("a position", position),
    ]
}

#[test]
fn a_file_of_another_kind_is_called_what_it_is_and_who_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = files(folder.path());
    let rulings = concat!(env!("CARGO_MANIFEST_DIR"), "/../rulings");
    for (is, path) in &files {
        let path = text(path);
        let calls: [(&[&str], &[&str]); 12] = [
            (&["replay", path], &["a replay file", "a JSON report"]),
            (&["explain", path], &["a replay file"]),
            (&["new", "ruling", "x/mine", "--rulings", rulings, "--from", path], &["a replay file", "a JSON report"]),
            (&["verify", path, "--engine", "reference", "--seed", "1"], &["a certificate"]),
            (&["diff", path, path], &["a JSON report"]),
            (&["play", path], &["a position"]),
            (&["perft", path], &["a position"]),
            (&["merge", path], &["a JSON report"]),
            (&["baseline", "check", path], &["a baseline"]),
            (&["certify", "--cases", "1", "tap-symbol/tapped", "--baseline", path], &["a baseline"]),
            (&["baseline", "update", "new.yaml", "--from", path], &["a JSON report"]),
            (
                &["certify", "--cases", "1", "tap-symbol/tapped", "--journal", path, "--resume"],
                &["the journal of a run"],
            ),
        ];
        for (call, reads) in calls.iter().filter(|(_, reads)| !reads.contains(is)) {
            let before = fs::read(path).unwrap_or_default();
            let refused = run(2, call);
            let expected = format!("{path}` is {is}, expected {}: ", reads.join(" or "));
            // What cannot be written is told before anything is read.
            let unwritten = *is == "a folder" && call.contains(&"--journal");
            assert!(unwritten || refused.err.contains(&expected), "{call:?}: {}", refused.err);
            assert_eq!(fs::read(path).unwrap_or_default(), before, "{call:?} has written to it");
        }
    }
    let told = |command: &str, name: &str| {
        let path = &files.iter().find(|(is, _)| *is == name).expect("a file").1;
        run(2, &[command, text(path)]).err
    };
    assert!(told("replay", "a certificate").contains("`headjudge verify` checks it"));
    assert!(told("explain", "a JSON report").contains("`headjudge replay`, `diff`, `merge`"));
    assert!(told("replay", "a folder").contains("give one of its files"));
    let nothing = run(2, &["replay", "nowhere.json"]);
    assert!(nothing.err.contains("`nowhere.json` is neither a case nor a file"), "{}", nothing.err);
}
