//! The wire changes nothing: an engine at its other end gets the report that it gets in this process.

use std::process::Command;

use headjudge::report::Report;
use libtest_mimic::Failed;

use crate::Test;

/// The tests of this file.
pub(crate) const TESTS: &[Test] = &[
    ("the reference over the wire gets the same report", reference),
    ("mutants over the wire get the same report", mutants),
    ("an engine that does not start ends the run with 3", not_started),
    ("an engine that is lost on the way ends the run with 3", lost),
];

const PROGRAM: &str = env!("CARGO_BIN_EXE_headjudge");

/// The report of a run on an engine, as text.
fn report(engine: &str, filters: &[&str], cases: u32) -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("report.json");
    let mut command = Command::new(PROGRAM);
    command.args(["certify", "--engine", engine, "--cases", &cases.to_string(), "--report"]);
    let output = command.arg(format!("json={}", file.display())).args(filters).output()?;
    std::fs::read_to_string(file).map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned().into())
}

fn serve(options: &[&str]) -> Result<String, Failed> {
    Ok(shlex::try_join([&[PROGRAM, "serve"], options].concat())?)
}

fn same(local: &str, wire: &str, filters: &[&str], cases: u32) -> Result<Report, Failed> {
    let (mine, theirs) = (report(local, filters, cases)?, report(wire, filters, cases)?);
    let mine: Report = serde_json::from_str(&mine)?;
    let mut theirs: Report = serde_json::from_str(&theirs)?;
    assert_eq!(theirs.engine, wire);
    theirs.engine.clone_from(&mine.engine);
    // The engine is named in commands, too.
    let named = |engine: &str| format!(" --engine {}", headjudge::report::describe::quoted(engine));
    for ruling in theirs.rulings.iter_mut().chain(&mut theirs.contested) {
        for failure in &mut ruling.failures {
            failure.replay = failure.replay.replace(&named(wire), &named(local));
        }
    }
    assert_eq!(serde_json::to_string_pretty(&mine)?, serde_json::to_string_pretty(&theirs)?, "{wire}");
    Ok(mine)
}

fn reference() -> Result<(), Failed> {
    let wire = serve(&[])?;
    let report = same("reference", &wire, &[], 60)?;
    assert!(report.rulings.iter().all(|ruling| ruling.verdict.passed()));
    // Apart from its name, byte for byte.
    let local = self::report("reference", &["nine-lives"], 20)?;
    let name = format!("\"engine\": {}", serde_json::to_string(&wire)?);
    assert_eq!(local, self::report(&wire, &["nine-lives"], 20)?.replacen(&name, "\"engine\": \"reference\"", 1));
    Ok(())
}

fn mutants() -> Result<(), Failed> {
    for (mutant, filter) in [
        ("one-counter-per-event", "nine-lives/each-source"),
        // A ruling that leaves the answers open, so that questions cross the wire.
        ("undefined-mana-any-colour", "mana/undefined-nothing"),
    ] {
        let wire = serve(&["--mutant", mutant])?;
        let report = same(&format!("mutant:{mutant}"), &wire, &[filter], 25)?;
        assert!(report.rulings.iter().any(|ruling| !ruling.failures.is_empty()), "{mutant} is killed");
    }
    Ok(())
}

fn exit(arguments: &[&str]) -> Result<(Option<i32>, String), Failed> {
    let output = Command::new(PROGRAM).arg("certify").args(arguments).output()?;
    Ok((output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

fn not_started() -> Result<(), Failed> {
    let (code, said) = exit(&["--engine", "/no/such/engine"])?;
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("`/no/such/engine` could not be started"), "{said}");
    let (code, said) = exit(&["--engine", "no-such-engine"])?;
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("expected `reference`, `mutant:NAME` or a command"), "{said}");
    Ok(())
}

fn lost() -> Result<(), Failed> {
    let engine = shlex::try_join([&std::env::current_exe()?.display().to_string(), "bad-engine", "always silent"])?;
    let (code, said) =
        exit(&["--engine", &engine, "--case-timeout", "0.05", "--cases", "30", "nine-lives/each-source"])?;
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("is given up: 10 times in a row there was no answer within 50ms"), "{said}");
    Ok(())
}
