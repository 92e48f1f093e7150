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
    ("the doctor checks what is built in, and says what is wrong with a name or a command", built_in),
    ("the doctor finds what is wrong with bad engines", bad),
    ("the toy engine in Python is an engine", toy),
    ("a question whose options are none of its kind makes no sense", options),
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
    assert_eq!(said.matches('✓').count(), 36, "{said}");
    assert!(said.contains("The adapter is well"), "{said}");
    Ok(())
}

fn built_in() -> Result<(), Failed> {
    for engine in ["reference", "mutant:zero-damage-counts"] {
        let (code, said) = headjudge(&["doctor", engine])?;
        assert_eq!(code, Some(0), "{said}");
        assert_eq!(said.matches('✓').count(), 36, "{said}");
        assert!(said.contains("it is built in") && said.contains("`headjudge serve`"), "{said}");
        assert!(said.contains(&format!("headjudge certify --engine {engine}")), "{said}");
    }
    for (engine, wanted) in [
        ("mutant:zero-damage-count", "did you mean \"zero-damage-counts\"?"),
        ("refrence", "did you mean \"reference\"?"),
        ("zero-damage-counts", "did you mean \"mutant:zero-damage-counts\"?"),
        ("sh -c 'exec adapter", "the closing quotation mark ' is missing, for the one that opens in column 7"),
        ("\"adapter", "the closing quotation mark \" is missing, for the one that opens in column 1"),
    ] {
        for call in [&["doctor", engine][..], &["certify", "--cases", "1", "--engine", engine]] {
            let (code, said) = headjudge(call)?;
            assert_eq!(code, Some(2), "{call:?}: {said}");
            assert!(said.contains(wanted), "{call:?}: {said}");
        }
    }
    Ok(())
}

fn bad() -> Result<(), Failed> {
    let program = std::env::current_exe()?.display().to_string();
    let doctor = |mode: &str| headjudge(&["doctor", &shlex::try_join([program.as_str(), "bad-engine", mode])?]);
    let (code, said) = doctor("good")?;
    // In its games nothing ever happens, and there is no mana.
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("✓ an empty board is observed at the start and after"), "{said}");
    let wanted = "✗ life, poison and mana come back as they were set: the poison of p1: expected 3, not 0";
    assert!(said.contains(wanted), "{said}");
    assert!(said.contains("Fix this first: set life totals, poison counters and the mana pool"), "{said}");
    let (code, said) = doctor("no states")?;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the state `start` is missing"), "{said}");
    let (code, said) = doctor("claims an aura")?;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("and has its effect: it does not support Holy Strength, and claims it"), "{said}");
    let (code, said) = doctor("plays, and is never the same")?;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("✗ another process gives the same outcomes: “"), "{said}");
    let (code, said) = doctor("plays, and takes mana for targets")?;
    assert_eq!(code, Some(1), "{said}");
    let wanted = "✗ an answer of the scenario about `mana` is used: it does not ask as it should: no answer is pinned for the question of \
                  p1 about target";
    assert!(said.contains(wanted), "{said}");
    assert!(said.contains("; an answer of p1 about mana waits, if that is the kind of this question"), "{said}");
    assert!(said.contains("✓ an answer of the scenario about `legend rule` is used"), "{said}");
    // Nothing else is told of replies that cannot be read.
    let (code, said) = doctor("always in a shape of its own")?;
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(said.matches("at `outcome.snapshots[0].players[0].life`, expected i32").count(), 1, "{said}");
    assert!(said.contains("Fix this first: write replies in the shape that the protocol gives them"), "{said}");
    assert_eq!(said.lines().count(), 4, "{said}");
    let (code, said) = doctor("banner")?;
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("Welcome to this engine"), "{said}");
    Ok(())
}

fn options() -> Result<(), Failed> {
    let program = std::env::current_exe()?.display().to_string();
    let engine = shlex::try_join([program.as_str(), "bad-engine", "plays, and says yes or no"])?;
    let arguments = ["certify", "--engine", &engine, "--cases", "30", "--shrink", "0", "incarnation/discard-may"];
    let (code, said) = headjudge(&arguments)?;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("a question about `may` offers `yes`, expected `accept` and `decline`"), "{said}");
    Ok(())
}

fn toy() -> Result<(), Failed> {
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("the toy engine is not tried: there is no python3 here");
        return Ok(());
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/toy/toy_engine.py");
    let engine = shlex::try_join(["python3", &script.display().to_string()])?;
    let (code, said) = headjudge(&["doctor", "--engine", &engine])?;
    assert_eq!(code, Some(0), "{said}");
    // Itself, and half of the checks; for the rest it says what it lacks.
    assert_eq!((said.matches('✓').count(), said.matches('–').count()), (16, 20), "{said}");
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
    assert!(report.claims.overclaimed.is_empty(), "{:?}", report.claims);
    assert!(unsupported * 10 > cases * 9, "{unsupported} of {cases}");
    Ok(())
}
