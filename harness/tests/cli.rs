//! The program from outside: what it prints, what it writes, how it exits.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

fn headjudge(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_headjudge"));
    command.args(args).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Runs it and returns what it printed, if it exits as expected.
#[track_caller]
fn check(args: &[&str], code: i32) -> (String, String) {
    let output = headjudge(args).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{err}");
    (out, err)
}

fn json(args: &[&str], code: i32) -> Value {
    serde_json::from_str(&check(args, code).0).expect("JSON")
}

const RULING: &str = "nine-lives/each-source";
const MUTANT: &str = "mutant:zero-damage-counts";

#[test]
fn the_reference_is_fine_and_a_mutant_is_not() {
    let (out, err) = check(&["certify", "--cases", "100", RULING], 0);
    assert!(out.contains("reference obeys every ruling that was run"), "{out}");
    assert_eq!(err, "", "no progress without a terminal");
    let (out, _) = check(&["certify", "--cases", "100", "--engine", MUTANT, RULING], 1);
    assert!(out.contains("does not conform"), "{out}");
    assert!(!out.contains('\u{1b}'), "no colours in a pipe");
}

/// What the README shows of a failure, paragraph by paragraph and in order. A terminal breaks lines where a pipe does not.
#[test]
fn the_readme_shows_what_is_printed() {
    let words = |text: &str| text.split_whitespace().filter(|word| *word != "…").collect::<Vec<_>>().join(" ");
    let readme = include_str!("../../README.md");
    let sample = readme.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a sample");
    let (command, shown) = sample.split_once('\n').expect("a command and what it prints");
    let args: Vec<&str> = command.trim_start_matches("$ headjudge ").split(' ').collect();
    let printed = words(&check(&args, 1).0);
    let mut rest = printed.as_str();
    for paragraph in shown.split("\n\n").map(words) {
        let at = rest.find(&paragraph);
        rest = &rest[at.unwrap_or_else(|| panic!("no longer printed, or not here: {paragraph}\n{printed}"))..];
    }
}

#[test]
fn a_wrong_call_exits_with_2_and_says_what_was_meant() {
    for (args, hint) in [
        (vec!["certify", "nine-lifes"], "did you mean \"nine-lives\"?"),
        (vec!["certify", "--engine", "mutant:zero-damage-count"], "did you mean \"zero-damage-counts\"?"),
        (vec!["certify", "--report", "html=x"], "expected one of json, junit, markdown, badge"),
        (vec!["certify", "--cases", "0"], "expected a whole number from 1"),
        (vec!["certify", "--seed", "-1"], "expected a whole number from 0"),
        (vec!["certify", "--rulings", env!("CARGO_MANIFEST_PATH")], "this is no folder"),
        (vec!["certify", "--rulings", "/no/such/folder"], "/no/such/folder"),
        (vec!["show", "nine-lives/each-sorce#1"], "did you mean \"nine-lives/each-source\"?"),
        (vec!["show", "nine-lives/each-source"], "expected RULING#N"),
        (vec!["replay", "nine-lives/each-source#1", "--tape", "3,1"], "a tape starts with"),
        (vec!["play", "/no/such/file.yaml"], "/no/such/file.yaml"),
        (vec!["replay", "/no/such/report.json"], "/no/such/report.json"),
    ] {
        let (_, err) = check(&args, 2);
        assert!(err.contains(hint), "{args:?}: {err}");
    }
}

#[test]
fn a_report_is_the_same_for_any_number_of_threads_and_its_failures_can_be_played_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let mut texts = Vec::new();
    for jobs in ["1", "8"] {
        let report = format!("json={}", file(jobs));
        check(&["certify", "--jobs", jobs, "--cases", "150", "--engine", MUTANT, "--report", &report, "nine-lives"], 1);
        texts.push(std::fs::read_to_string(file(jobs)).expect("a report"));
    }
    assert_eq!(texts[0], texts[1]);
    let report: Value = serde_json::from_str(&texts[0]).expect("JSON");
    let rulings = report["rulings"].as_array().expect("rulings");
    let failed: Vec<&Value> = rulings.iter().flat_map(|r| r["failures"].as_array().expect("failures")).collect();
    assert!(!failed.is_empty());
    for failure in failed {
        let replay = failure["replay"].as_str().expect("a command");
        let words = shlex::split(replay).expect("words");
        let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let (out, _) = check(&words, 1);
        let verdict = format!("{MUTANT}: {}", failure["check"].as_str().expect("a check"));
        assert!(out.contains(&verdict), "{replay}\n{out}");
        // The real rules pass the same case.
        let tape = failure["tape"].as_str().expect("a tape");
        check(&["replay", words[1], "--tape", tape], 0);
        check(&["replay", &format!("{}@{tape}", words[1])], 0);
    }
    let (out, _) = check(&["replay", &file("1")], 1);
    assert!(out.contains(&format!("{MUTANT}: expectation")), "{out}");
    check(&["replay", &file("1"), "--engine", "reference"], 0);
}

#[test]
fn a_case_is_shown_without_being_played() {
    let case = format!("{RULING}#17");
    let (out, _) = check(&["show", &case], 0);
    for part in ["before = ", "It is p2's turn", "Nine Lives (lives)", "p2 attacks p1 with", "Then "] {
        assert!(out.contains(part), "{part} is missing in\n{out}");
    }
    let (other, _) = check(&["show", &case, "--seed", "7"], 0);
    assert_ne!(out, other);
}

#[test]
fn a_shown_scenario_can_be_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("scenario.yaml");
    let (out, _) = check(&["show", &format!("{RULING}#17"), "--json"], 0);
    std::fs::write(&file, out).expect("a file");
    let (out, _) = check(&["play", &file.display().to_string()], 0);
    assert!(out.contains("What happens") && out.contains("(508.1)") && out.contains("In the end"), "{out}");
}

fn play(text: &str, code: i32) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("position.yaml");
    std::fs::write(&file, text).expect("a file");
    check(&["play", &file.display().to_string()], code)
}

const POSITION: &str = "
board:
  active: p1
  step: main
  players: [{life: 20, pool: RR}, {life: 1}]
  objects:
    - {id: lives, card: Nine Lives, owner: p2, zone: battlefield, counters: {incarnation: 8}}
    - {id: pinger, card: Prodigal Pyromancer, owner: p1, zone: battlefield}
script:
  - activate: {by: p1, object: pinger, targets: [p2]}
  - resolve
  - note: ninth
  - resolve-all
";

#[test]
fn a_position_of_ones_own_is_played_with_rule_numbers() {
    let (out, _) = play(POSITION, 0);
    for part in ["1. p1 activates pinger on p2", "instead of: ", "(615.1a)", "p2 loses the game", "has lost"] {
        assert!(out.contains(part), "{part} is missing in\n{out}");
    }
}

#[test]
fn an_impossible_position_is_refused_with_its_place() {
    let (_, err) = play(&POSITION.replace("zone: battlefield, counters", "zone: table, counters"), 2);
    assert!(err.contains("table") && err.contains("battlefield"), "{err}");
    let (_, err) = play(&POSITION.replace("Nine Lives", "Ten Lives"), 2);
    assert!(err.contains("no card named `Ten Lives`"), "{err}");
    let (_, err) = play("board: [", 2);
    assert!(err.contains("position.yaml"), "{err}");
}

#[test]
fn an_illegal_step_is_told_and_exits_with_1() {
    let (out, _) =
        play(&POSITION.replace("owner: p1, zone: battlefield}", "owner: p1, zone: battlefield, fresh: true}"), 1);
    assert!(out.contains("Step 1 is not legal") && out.contains("302.6"), "{out}");
}

#[test]
fn rulings_are_listed() {
    let listed = json(&["list", "--json", "nine-lives"], 0);
    let rulings = listed["rulings"].as_array().expect("rulings");
    let ours = rulings.iter().find(|ruling| ruling["id"] == RULING).expect("the ruling");
    assert_eq!(ours["clauses"][0], "nine-lives.each-source");
    assert!(ours["kills"].as_array().expect("kills").contains(&"zero-damage-counts".into()));
    assert!(ours["cards"].as_array().expect("cards").contains(&"Nine Lives".into()), "{ours}");
    let (out, _) = check(&["list", RULING], 0);
    assert!(out.starts_with(RULING), "{out}");
}

#[test]
fn coverage_knows_every_clause() {
    let (out, _) = check(&["coverage"], 0);
    assert!(out.contains("nine-lives.each-source"), "{out}");
    assert!(out.contains("50 clauses: 50 cited, 50 exercised, 50 killed"), "{out}");
}

#[test]
fn another_folder_is_read_and_its_faults_are_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulings").display().to_string();
    let (out, _) = check(&["lint", "--rulings", &folder], 0);
    assert!(out.contains("no faults"), "{out}");
    let empty = tempfile::tempdir().expect("a folder");
    let (_, err) = check(&["lint", "--rulings", &empty.path().display().to_string()], 2);
    assert!(err.contains("clauses.yaml"), "{err}");
}

#[test]
fn a_replay_command_finds_the_library_it_came_from() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulings").display().to_string();
    let (out, _) = check(&["certify", "--rulings", &folder, "--cases", "100", "--engine", MUTANT, RULING], 1);
    assert!(out.contains(&format!("--rulings {folder}")), "{out}");
}
