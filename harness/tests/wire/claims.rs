//! What shows only over a whole run: claims that are too much, and cases that come out otherwise when they are played alone.

use std::path::Path;
use std::process::Command;

use headjudge::report::Report;
use headjudge::verdict::{EngineVerdict, Kind, RulingVerdict};
use headjudge_protocol::Feature;
use headjudge_protocol::message::Missing;
use libtest_mimic::Failed;

use crate::Test;
use crate::playing::KEPT;

/// The tests of this file.
pub(crate) const TESTS: &[Test] = &[
    ("whoever claims what it does not support has claimed too much", too_much),
    ("whoever claims little is told so, and conforms", little),
    ("no baseline expects a claim that is too much", not_expected),
    ("claims are those of the whole run, whether it is split or resumed", merged),
    ("the protocol lists every feature", listed),
    ("what is kept from case to case is a state leak", kept),
    ("a failure that is none alone is a state leak", wounds),
    ("what is never the same is nondeterministic", never_the_same),
];

const RULING: &str = "nine-lives/each-source";

struct Run {
    code: Option<i32>,
    said: String,
    report: Report,
    markdown: String,
}

fn run(mode: &str, more: &[&str]) -> Result<Run, Failed> {
    let folder = tempfile::tempdir()?;
    let (json, page) = (folder.path().join("report.json"), folder.path().join("report.md"));
    let program = std::env::current_exe()?.display().to_string();
    let engine = shlex::try_join([program.as_str(), "bad-engine", mode])?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_headjudge"));
    command.args(["certify", "--engine", &engine, "--jobs", "1", "--shrink", "0", RULING]).args(more);
    command.arg("--report").arg(format!("json={}", json.display()));
    command.arg("--report").arg(format!("markdown={}", page.display()));
    let output = command.output()?;
    let said = String::from_utf8([output.stdout, output.stderr].concat())?;
    let report = std::fs::read(&json).map_err(|_| said.clone())?;
    let (report, markdown) = (serde_json::from_slice(&report)?, std::fs::read_to_string(page)?);
    Ok(Run { code: output.status.code(), said, report, markdown })
}

fn too_much() -> Result<(), Failed> {
    for (mode, what, name) in [
        ("plays, and claims a card", Missing::Card, "Nine Lives"),
        ("plays, and claims a step", Missing::Action, "attack"),
        ("plays, and claims a feature", Missing::Feature, "counters"),
        ("plays, and claims a choice", Missing::Choice, "mana"),
    ] {
        let Run { code, said, report, markdown } = run(mode, &["--cases", "20"])?;
        assert_eq!(code, Some(1), "{said}");
        assert_eq!(report.verdict, EngineVerdict::Overclaim, "{mode}");
        let unsupported = report.counts.of(Kind::Unsupported);
        assert!((1..20).contains(&unsupported) && report.counts.of(Kind::Pass) == 20 - unsupported, "{mode}");
        let [claim] = &report.claims.overclaimed[..] else { return Err(format!("{:?}", report.claims).into()) };
        assert_eq!((claim.what, &*claim.name, claim.cases), (what, name, unsupported));
        assert!(said.contains("The engine claims and does not support:"), "{said}");
        assert!(said.contains("claims what it does not support"), "{said}");
        assert!(markdown.contains("### Claimed, and not supported"), "{markdown}");
    }
    let lacks = run("plays, and lacks what it does not claim", &["--cases", "20"])?;
    assert_eq!(lacks.report.verdict, EngineVerdict::Fails(RulingVerdict::Worst(Kind::Unsupported)));
    assert!(lacks.report.claims.overclaimed.is_empty());
    Ok(())
}

fn little() -> Result<(), Failed> {
    let Run { code, said, report, markdown } = run("plays, and claims little", &["--cases", "20"])?;
    assert_eq!((code, report.verdict), (Some(0), EngineVerdict::Conforms), "{said}");
    assert!(report.claims.overclaimed.is_empty());
    let found = |what, name: &str| report.claims.unclaimed.iter().find(|c| c.what == what && c.name == name);
    assert_eq!(found(Missing::Card, "Nine Lives").map(|claim| claim.cases), Some(20));
    assert_eq!(found(Missing::Feature, "attack").map(|claim| claim.cases), Some(20));
    // That one it does claim.
    assert_eq!(found(Missing::Feature, "to"), None);
    assert!(said.contains("It does not claim, and cases passed that need:"), "{said}");
    assert!(markdown.contains("### Passed, and not claimed"), "{markdown}");
    Ok(())
}

/// What `headjudge` says and its exit code.
fn headjudge(arguments: &[&str]) -> Result<(Option<i32>, String), Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_headjudge")).args(arguments).output()?;
    Ok((output.status.code(), String::from_utf8([output.stdout, output.stderr].concat())?))
}

fn not_expected() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let program = std::env::current_exe()?.display().to_string();
    let (file, report) = (path("expected.yaml"), path("report.json"));
    for (mode, wanted) in [("plays, and claims a card", 1), ("plays, and lacks what it does not claim", 0)] {
        let engine = shlex::try_join([program.as_str(), "bad-engine", mode])?;
        let certify = ["certify", "--engine", &engine, "--shrink", "0", "--cases", "20", RULING];
        let report_to = format!("json={report}");
        headjudge(&[&certify[..], &["--report", &report_to]].concat())?;
        let (_, said) = headjudge(&["baseline", "update", &file, "--from", &report])?;
        let expecting = headjudge(&[&certify[..], &["--baseline", &file]].concat())?;
        assert_eq!(expecting.0, Some(wanted), "{mode}: {said}{}", expecting.1);
        std::fs::remove_file(&file)?;
    }
    Ok(())
}

fn merged() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let program = std::env::current_exe()?.display().to_string();
    let engine = shlex::try_join([program.as_str(), "bad-engine", "plays, and claims little"])?;
    let certify = |more: &[&str], name: &str| {
        let report = format!("json={}", path(name));
        let these = ["certify", "--engine", &engine, "--cases", "10", RULING, "nine-lives/each-source-again"];
        headjudge(&[&these[..], &["--report", &report], more].concat())
    };
    certify(&[], "whole")?;
    certify(&["--shard", "1/2"], "one")?;
    certify(&["--shard", "2/2"], "two")?;
    let (code, said) = headjudge(&["merge", &path("one"), &path("two"), "--report", &format!("json={}", path("all"))])?;
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(std::fs::read_to_string(path("whole"))?, std::fs::read_to_string(path("all"))?);
    // What is known of a run that was broken off, is known of its claims as well.
    let journal = path("journal");
    let whole: Report = serde_json::from_str(&std::fs::read_to_string(path("whole"))?)?;
    certify(&["--journal", &journal], "first")?;
    certify(&["--journal", &journal, "--resume"], "again")?;
    let again: Report = serde_json::from_str(&std::fs::read_to_string(path("again"))?)?;
    assert_eq!(again.claims, whole.claims);
    assert!(!whole.claims.unclaimed.is_empty());
    Ok(())
}

fn listed() -> Result<(), Failed> {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/README.md"))?;
    let table = page.split_once("| features | a case needs it if |").ok_or("there is no table of features")?.1;
    let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
    let named: Vec<&str> =
        rows.flat_map(|row| row.split('|').nth(1).unwrap_or("").split('`').skip(1).step_by(2)).collect();
    let features: Vec<&str> = Feature::ALL.iter().map(|feature| feature.word()).collect();
    assert_eq!(named, features);
    Ok(())
}

/// The cases that leave something behind, of eight.
const LEFT: u64 = 8 - KEPT;

fn kept() -> Result<(), Failed> {
    // Nothing is seen of it in a run where each case is played once.
    let once = run("plays, and keeps damage", &["--cases", "8"])?;
    assert_eq!(once.report.counts.of(Kind::Pass), 8, "{}", once.said);
    let twice = run("plays, and keeps damage", &["--cases", "8", "--stability", "1"])?;
    assert_eq!(twice.code, Some(1), "{}", twice.said);
    let counts = twice.report.counts;
    assert_eq!((counts.of(Kind::Pass), counts.of(Kind::StateLeak)), (KEPT, LEFT), "{}", twice.said);
    let told = "among others, and alone in a fresh process, it comes to two outcomes, which part in the state `start`: p1, 18 life in \
                the one and 19 life in the other";
    assert!(twice.said.contains(told), "{}", twice.said);
    // Every second: that is cases 0, 2, 4 and 6, and the sixth case is number 5.
    let some = run("plays, and keeps damage", &["--cases", "8", "--stability", "2"])?;
    assert_eq!(some.report.counts.of(Kind::StateLeak), 1, "{}", some.said);
    Ok(())
}

fn wounds() -> Result<(), Failed> {
    let Run { code, said, report, .. } = run("plays, and wounds at the end", &["--cases", "8"])?;
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(report.verdict, EngineVerdict::Fails(RulingVerdict::Worst(Kind::StateLeak)), "{said}");
    // The first of its failures is played alone, and is none there.
    let counts = (report.counts.of(Kind::Pass), report.counts.of(Kind::StateLeak), report.counts.of(Kind::Fail));
    assert_eq!(counts, (KEPT, 1, LEFT - 1), "{said}");
    let told = "among others this case came to `expectation 1`, and alone in a fresh process it comes to `pass`";
    assert!(said.contains(told), "{said}");
    Ok(())
}

fn never_the_same() -> Result<(), Failed> {
    let once = run("plays, and is never the same", &["--cases", "4"])?;
    assert_eq!(once.report.counts.of(Kind::Pass), 4, "{}", once.said);
    let twice = run("plays, and is never the same", &["--cases", "4", "--stability", "1"])?;
    assert_eq!(twice.report.counts.of(Kind::Nondeterministic), 4, "{}", twice.said);
    assert_eq!(twice.report.verdict, EngineVerdict::Fails(RulingVerdict::Worst(Kind::Nondeterministic)));
    Ok(())
}
