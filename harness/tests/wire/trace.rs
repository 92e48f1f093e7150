//! `--trace-wire`: every line both ways, as it was.

use std::process::Command;

use headjudge_protocol::message::{Reply, Request};
use libtest_mimic::Failed;

use crate::Test;

/// The tests of this file.
pub(crate) const TESTS: &[Test] = &[("what goes over the wire is written down", traced)];

/// The rows of what a command writes down: worker, way, case and line.
fn rows(engine: &str, before: &[&str], after: &[&str]) -> Result<Vec<[String; 4]>, Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("trace");
    let mut command = Command::new(env!("CARGO_BIN_EXE_headjudge"));
    let output = command.args(before).arg(engine).args(after).arg("--trace-wire").arg(&file).output()?;
    let said = String::from_utf8([output.stdout, output.stderr].concat())?;
    let text = std::fs::read_to_string(&file).map_err(|_| said)?;
    let mut rows = Vec::new();
    for row in text.lines() {
        let columns: Vec<String> = row.splitn(4, '\t').map(str::to_owned).collect();
        rows.push(columns.try_into().map_err(|_| format!("`{row}` has not four columns"))?);
    }
    assert_eq!(rows.first(), Some(&["worker", "way", "case", "line"].map(str::to_owned)));
    rows.remove(0);
    Ok(rows)
}

fn traced() -> Result<(), Failed> {
    let program = std::env::current_exe()?.display().to_string();
    let engine = |mode: &str| shlex::try_join([program.as_str(), "bad-engine", mode]);
    let garbage = engine("garbage")?;
    let certify = ["--jobs", "1", "--cases", "5", "--shrink", "0", "nine-lives/each-source"];
    let rows = self::rows(&garbage, &["certify", "--engine"], &certify)?;
    assert!(rows[0][3].starts_with("process ") && rows[0][1] == "·", "{rows:?}");
    assert_eq!(rows[1], ["1", "→", "-", "{\"ask\":\"hello\",\"from\":1,\"to\":1}"].map(str::to_owned));
    assert!(rows.contains(&["1", "←", "-", "no JSON at all"].map(str::to_owned)), "{rows:?}");
    for [_, way, case, line] in &rows {
        match &**way {
            "→" => match serde_json::from_str::<Request>(line)? {
                Request::Case { id, .. } => assert_eq!(*case, id.to_string()),
                _ => assert_eq!(case, "-"),
            },
            "←" if line != "no JSON at all" => {
                let id = serde_json::from_str::<Reply>(line)?.id();
                assert_eq!(*case, id.map_or_else(|| "-".to_owned(), |id| id.to_string()));
            }
            _ => assert_eq!(case, "-"),
        }
    }
    let sent = rows.iter().filter(|[_, way, case, _]| way == "→" && case != "-").count();
    assert!(sent >= 5, "{sent}");
    for (before, after) in [(&["replay", "nine-lives/each-source#3", "--engine"][..], &[][..]), (&["doctor"], &[])] {
        let rows = self::rows(&engine("good")?, before, after)?;
        let cases = |way: &str| rows.iter().filter(|row| row[1] == way && row[2] != "-").count();
        assert!(cases("→") > 0 && cases("→") == cases("←"), "{before:?}: {} and {}", cases("→"), cases("←"));
    }
    // Nothing that is to be read is written over.
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("report.json");
    std::fs::write(&file, "{}")?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_headjudge"));
    let output = command.arg("replay").arg(&file).arg("--trace-wire").arg(&file).output()?;
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&file)?, "{}");
    Ok(())
}
