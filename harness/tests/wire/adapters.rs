//! `headjudge doctor`, and the adapters that come with the project.

use std::path::Path;
use std::process::Command;

use headjudge::report::Report;
use headjudge::verdict::Kind;
use libtest_mimic::Failed;

use crate::Test;

/// The tests of this file.
pub(crate) const TESTS: &[Test] = &[
    ("the doctor finds the reference well", reference),
    ("the doctor finds what is wrong with bad engines", bad),
    ("the toy engine in Python is an engine", toy),
];

pub(crate) fn headjudge(arguments: &[&str]) -> Result<(Option<i32>, String), Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_headjudge")).args(arguments).output()?;
    let said = [output.stdout, output.stderr].concat();
    Ok((output.status.code(), String::from_utf8_lossy(&said).into_owned()))
}

fn reference() -> Result<(), Failed> {
    let engine = shlex::try_join([env!("CARGO_BIN_EXE_headjudge"), "serve"])?;
    let (code, said) = headjudge(&["doctor", &engine])?;
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(said.matches('✓').count(), 9, "{said}");
    assert!(said.contains("The adapter is well"), "{said}");
    Ok(())
}

fn bad() -> Result<(), Failed> {
    let program = std::env::current_exe()?.display().to_string();
    let doctor = |mode: &str| headjudge(&["doctor", &shlex::try_join([program.as_str(), "bad-engine", mode])?]);
    let (code, said) = doctor("good")?;
    // Its outcomes have no states.
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("✗ an empty board is observed at the start and after: the state `start` is missing"),
        "{said}"
    );
    assert!(said.contains("Fix this first: answer a case without objects with two states"), "{said}");
    let (code, said) = doctor("banner")?;
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("Welcome to this engine"), "{said}");
    Ok(())
}

fn toy() -> Result<(), Failed> {
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("the toy engine is not tried: there is no python3 here");
        return Ok(());
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/toy/toy_engine.py");
    let engine = shlex::try_join(["python3", &script.display().to_string()])?;
    let (code, said) = headjudge(&["doctor", &engine])?;
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(said.matches('✓').count(), 9, "{said}");
    // It knows what one ruling asks for, and obeys it. Of the others it lacks cards, and says so.
    let (code, said) = headjudge(&["certify", "--engine", &engine, "--cases", "40", "mana/could-none"])?;
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("40 cases (40 pass)"), "{said}");
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("report.json");
    let report = format!("json={}", file.display());
    let arguments = ["certify", "--engine", &engine, "--cases", "40", "--report", &report, "nine-lives", "mana"];
    let (code, said) = headjudge(&arguments)?;
    assert_eq!(code, Some(1), "{said}");
    let report: Report = serde_json::from_slice(&std::fs::read(file)?)?;
    let (unsupported, cases) = (report.counts.of(Kind::Unsupported), report.counts.cases());
    assert_eq!(unsupported + report.counts.of(Kind::Pass), cases);
    assert!(unsupported * 10 > cases * 9, "{unsupported} of {cases}");
    Ok(())
}
