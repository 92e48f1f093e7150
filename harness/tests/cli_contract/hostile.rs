//! Surroundings that mean no good: full disks, links, pipes, signals, numbers without end.

#![cfg(unix)]

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::faults::copy;
use super::{program, run, text};

fn rulings(folder: &Path) {
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulings"), folder);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_and_no_panic() {
    for arguments in
        [&["list"][..], &["show", "tap-symbol/tapped#1"], &["certify", "tap-symbol/tapped", "--cases", "20"]]
    {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has a device that is full");
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("headjudge"));
        let output = command.args(arguments).stdout(full).stderr(Stdio::piped()).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains("standard output cannot be written"), "{arguments:?}: {said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}

#[test]
fn a_report_goes_where_a_link_leads_and_not_over_what_is_read_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let (target, link) = (folder.path().join("target.json"), folder.path().join("link.json"));
    fs::write(&target, "old").expect("a file");
    symlink(&target, &link).expect("a link");
    let report = format!("json={}", text(&link));
    run(0, &["certify", "tap-symbol/tapped", "--cases", "20", "--report", &report]);
    assert!(fs::symlink_metadata(&link).expect("the link").is_symlink(), "the link was replaced");
    assert!(fs::read_to_string(&target).expect("the report").starts_with('{'));
    fs::set_permissions(&target, fs::Permissions::from_mode(0o400)).expect("permissions");
    let refused = run(2, &["certify", "tap-symbol/tapped", "--cases", "20", "--report", &report]);
    assert!(refused.err.contains("read-only"), "{}", refused.err);
}

#[test]
fn what_is_no_plain_file_is_a_fault_and_links_in_circles_are_not_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    rulings(folder.path());
    symlink(folder.path(), folder.path().join("mana/round")).expect("a link");
    run(0, &["lint", "--rulings", text(folder.path())]);
    symlink("/dev/zero", folder.path().join("mana/zero.yaml")).expect("a link");
    let fault = run(2, &["lint", "--rulings", text(folder.path())]);
    assert!(fault.err.contains("zero.yaml") && fault.err.contains("expected a plain file"), "{}", fault.err);
    let elsewhere = run(2, &["lint", "--rulings", "/"]);
    assert!(elsewhere.err.contains("no `clauses.yaml`"), "{}", elsewhere.err);
}

#[test]
fn numbers_without_end_are_refused_at_once() {
    let ruling = include_str!("../../../rulings/untap-symbol/untapped.yaml");
    let changes = [
        ("battlefield:\n", "battlefield:\n      - {times: 1000000000, id: thing, card: Forest}\n", "500 objects"),
        ("when:\n", "when:\n  - repeat: {times: 1000000000, do: []}\n", "repeated more than"),
        ("pool: {C: \"= 4 + spare\"}", "pool: {C: 1000000000}", "500 mana"),
        ("forall:\n", "forall:\n  far: {list: {card: Forest}, len: 1000000000..=1000000000}\n", "500 elements"),
    ];
    for (from, to, wanted) in changes {
        let folder = tempfile::tempdir().expect("a folder");
        rulings(folder.path());
        let changed = ruling.replacen(from, to, 1);
        assert_ne!(changed, ruling, "{from:?} is not in the ruling");
        fs::write(folder.path().join("untap-symbol/untapped.yaml"), changed).expect("the ruling");
        let arguments = ["certify", "--rulings", text(folder.path()), "--cases", "20", "untap-symbol/untapped"];
        let ended = super::ended(program(&arguments));
        assert_eq!(ended.code, 2, "{wanted}: {}{}", ended.out, ended.err);
        assert!(format!("{}{}", ended.out, ended.err).contains(wanted), "{wanted}: {}{}", ended.out, ended.err);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_run_that_is_told_to_end_ends_its_engines_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("engine");
    // An engine that says who it is and then nothing more.
    let script = format!("echo $$ > {}; sleep 600", text(&note));
    let engine = shlex::try_join(["sh", "-c", &script]).expect("words");
    let mut run = Command::new(assert_cmd::cargo::cargo_bin!("headjudge"))
        .args(["certify", "tap-symbol/tapped", "--cases", "20", "--start-timeout", "60", "--engine", &engine])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let wait = |what: &str, done: &mut dyn FnMut() -> bool| {
        let start = Instant::now();
        while !done() {
            assert!(start.elapsed() < Duration::from_secs(30), "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let mut leader = String::new();
    wait("the engine does not start", &mut || {
        leader.clear();
        fs::File::open(&note).is_ok_and(|mut file| file.read_to_string(&mut leader).is_ok()) && leader.ends_with('\n')
    });
    let told = Command::new("kill").args(["-TERM", &run.id().to_string()]).status().expect("kill");
    assert!(told.success());
    wait("the run does not end", &mut || run.try_wait().expect("a child").is_some());
    let alive = || Path::new("/proc").join(leader.trim()).join("cmdline").exists();
    let sleeping = || fs::read_to_string(Path::new("/proc").join(leader.trim()).join("cmdline")).unwrap_or_default();
    wait("the engine lives on", &mut || !alive() || sleeping().is_empty());
}

/// Interrupts a run whose engine has begun to do something that takes it ten minutes, and gives what the run said and its code.
#[cfg(target_os = "linux")]
fn interrupted(script: &str, report: &Path) -> (String, Option<i32>) {
    let asked = report.with_extension("asked");
    let script = script.replace("SLOW", &format!("echo $$ > {}; sleep 600", text(&asked)));
    let engine = shlex::try_join(["sh", "-c", &script]).expect("words");
    let json = format!("json={}", text(report));
    let limits = ["--case-timeout", "600", "--start-timeout", "600"];
    let mut run = Command::new(assert_cmd::cargo::cargo_bin!("headjudge"))
        .args(["certify", "tap-symbol/tapped", "--cases", "20", "--jobs", "1"])
        .args(limits)
        .args(["--report", &json, "--engine", &engine])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let wait = |what: &str, done: &mut dyn FnMut() -> bool| {
        let start = Instant::now();
        while !done() {
            assert!(start.elapsed() < Duration::from_secs(120), "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let mut leader = String::new();
    wait("the engine is not asked", &mut || {
        leader = fs::read_to_string(&asked).unwrap_or_default();
        leader.ends_with('\n')
    });
    let told = Command::new("kill").args(["-INT", &run.id().to_string()]).status().expect("kill");
    assert!(told.success());
    wait("the run waits for the engine", &mut || run.try_wait().expect("a child").is_some());
    let line = || fs::read_to_string(Path::new("/proc").join(leader.trim()).join("cmdline")).unwrap_or_default();
    wait("the engine lives on", &mut || line().is_empty());
    let output = run.wait_with_output().expect("it has ended");
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&said).into_owned(), output.status.code())
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_run_does_not_wait_for_a_slow_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("r.json");
    let hello = r#"read a; echo '{"reply":"hello","version":1,"engine":"slow"}'"#;
    let (said, code) = interrupted(&format!("{hello}; read b; SLOW"), &report);
    assert_eq!(code, Some(130), "{said}");
    // Had it not come to its end by itself, nothing would be told.
    assert!(said.contains("The run ended early because it was interrupted: 20 cases were not run."), "{said}");
    let told: serde_json::Value = serde_json::from_slice(&fs::read(&report).expect("a report")).expect("JSON");
    assert_eq!(told["counts"], serde_json::json!({"cases": 20, "not_run": 20}));
    let (said, code) = interrupted("SLOW", &folder.path().join("s.json"));
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("could not be started: the run was interrupted"), "{said}");
}

#[test]
fn a_report_starts_no_program_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.json");
    let argument = format!("json={}", text(&report));
    run(
        1,
        &[
            "certify",
            "--engine",
            "mutant:tap-cost-while-tapped",
            "tap-symbol/tapped",
            "--cases",
            "20",
            "--report",
            &argument,
        ],
    );
    let pwned = folder.path().join("pwned");
    let changed = fs::read_to_string(&report).expect("the report");
    let changed = changed.replace("\"mutant:tap-cost-while-tapped\"", &format!("\"touch {}\"", text(&pwned)));
    fs::write(&report, changed).expect("the report");
    let refused = run(2, &["replay", text(&report)]);
    assert!(refused.err.contains("--engine"), "{}", refused.err);
    assert!(!pwned.exists());
}
