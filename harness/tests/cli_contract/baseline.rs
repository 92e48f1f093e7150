//! Expected failures: the program from outside.

use std::fs;
use std::path::Path;

use super::{run, text};

const MUTANT: &str = "mutant:zero-damage-counts";

/// The arguments of a run that fails.
fn certify<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut all = vec!["certify", "--cases", "60", "--engine", MUTANT];
    all.extend(more);
    all
}

fn json(path: &Path) -> String {
    format!("json={}", text(path))
}

#[test]
fn no_file_of_a_command_takes_the_place_of_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let (known, other) = (folder.path().join("known.yaml"), folder.path().join("r.json"));
    fs::write(&known, "baseline: 1\nfailures:\n").expect("a file");
    let same = folder.path().join(".").join("known.yaml");
    for (option, file) in [("--report", json(&same)), ("--certificate", text(&known).to_owned())] {
        let ended = run(2, &certify(&["tap-symbol/tapped", "--baseline", text(&known), option, &file]));
        assert!(ended.err.contains("is the baseline, and cannot be"), "{}", ended.err);
    }
    assert_eq!(fs::read_to_string(&known).expect("a file"), "baseline: 1\nfailures:\n");
    let junit = format!("junit={}", text(&other));
    let twice = run(2, &certify(&["tap-symbol/tapped", "--report", &json(&other), "--report", &junit]));
    assert!(twice.err.contains("is a report, and cannot be a report as well"), "{}", twice.err);
    assert!(!other.exists(), "something was run");
    run(
        0,
        &["certify", "--cases", "5", "tap-symbol/tapped", "--report", "json=/dev/null", "--report", "junit=/dev/null"],
    );
    fs::write(&other, "{}").expect("a file");
    let part = run(2, &["merge", text(&other), "--report", &json(&other)]);
    assert!(part.err.contains("is the report of a part, and cannot be a report as well"), "{}", part.err);
}

#[test]
fn a_baseline_is_made_explained_obeyed_and_drifts() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (file, report, page, xml) = (at("b.yaml"), at("r.json"), at("r.md"), at("r.xml"));
    const FILTER: &str = "kills:zero-damage-counts";
    run(1, &certify(&[FILTER, "--report", &json(&report)]));
    let made = run(0, &["baseline", "update", text(&file), "--from", text(&report)]);
    assert!(made.out.contains("\n+  - ruling: nine-lives/each-source\n"), "{}", made.out);
    assert!(made.out.contains("\n+    reason: to be explained\n"), "{}", made.out);
    let again = run(0, &["baseline", "update", text(&file), "--engine", MUTANT, "--cases", "60", FILTER]);
    assert!(again.out.contains("is up to date"), "{}", again.out);
    let unexplained = run(1, &["baseline", "check", text(&file)]);
    assert!(unexplained.out.contains("nobody has written yet why it is expected"), "{}", unexplained.out);
    assert!(unexplained.out.contains("does not hold: after.lives.counters.incarnation"), "{}", unexplained.out);
    let written = fs::read_to_string(&file).expect("a file").replace("to be explained", "we count zero, too");
    fs::write(&file, &written).expect("a file");
    let explained = run(0, &["baseline", "check", text(&file), "--engine", MUTANT]);
    assert!(explained.out.contains("its saved case still fails"), "{}", explained.out);
    assert!(explained.out.contains("as if a source that would deal 0 damage"), "{}", explained.out);
    let mended = run(1, &["baseline", "check", text(&file), "--engine", "reference"]);
    assert!(mended.out.contains("its saved case passes"), "{}", mended.out);

    let (markdown, junit) = (format!("markdown={}", text(&page)), format!("junit={}", text(&xml)));
    let reports = ["--report", &json(&report), "--report", &markdown, "--report", &junit];
    let fine = run(0, &certify(&[&[FILTER, "--baseline", text(&file)], &reports[..]].concat()));
    assert!(fine.out.contains("everything is as the baseline expects"), "{}", fine.out);
    assert!(!fine.out.contains("The simplest case"), "an expected failure is told in full:\n{}", fine.out);
    let read = |path: &Path| fs::read_to_string(path).expect("a report");
    let said: serde_json::Value = serde_json::from_str(&read(&report)).expect("JSON");
    assert_eq!((&said["baseline"]["as_expected"], &said["verdict"]["fails"]), (&true.into(), &"fail".into()));
    assert_eq!(said["baseline"]["findings"][0]["state"], "expected");
    assert!(read(&page).contains("✅ everything is as the baseline expects"), "{}", read(&page));
    assert!(
        read(&xml).contains("failures=\"0\"") && read(&xml).contains("<skipped message=\"expected: "),
        "{}",
        read(&xml)
    );

    let lucky = ["certify", "--cases", "60", FILTER, "--baseline", text(&file)];
    let passes = run(1, &[&lucky[..], &["--report", &junit]].concat());
    assert!(passes.out.contains("unexpected pass: nine-lives/each-source"), "{}", passes.out);
    assert!(passes.out.contains("the baseline is off"), "{}", passes.out);
    assert!(read(&xml).contains("<failure message=\"unexpected pass: "), "{}", read(&xml));
    let wrong = written.replace("ruling: nine-lives/each-source\n", "ruling: nine-lives/each-sources\n");
    let wrong =
        wrong.lines().filter(|line| !line.contains("case: \"nine-lives/each-source#")).collect::<Vec<_>>().join("\n");
    fs::write(&file, wrong).expect("a file");
    let lost = run(1, &certify(&[FILTER, "--baseline", text(&file), "--report", &junit]));
    assert!(lost.out.contains("no such ruling: nine-lives/each-sources"), "{}", lost.out);
    assert!(lost.out.contains("unknown failure: nine-lives/each-source,"), "{}", lost.out);
    assert!(lost.out.contains("The simplest case"), "news is told in full:\n{}", lost.out);
    assert!(
        read(&xml).contains("<testcase classname=\"baseline\" name=\"nine-lives/each-sources\">"),
        "{}",
        read(&xml)
    );
}

#[test]
fn a_faulty_baseline_is_shown_with_its_place_and_nothing_is_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("b.yaml");
    fs::write(&file, "baseline: 1\nfailures:\n  - {ruling: a/b, check: crash, signature: crash}\n").expect("a file");
    for call in [&["certify", "--baseline", text(&file)][..], &["baseline", "check", text(&file)]] {
        let ended = run(2, call);
        assert!(ended.err.contains("the field \"reason\" is missing") && ended.err.contains(":3:5]"), "{}", ended.err);
        assert!(ended.out.is_empty(), "{}", ended.out);
    }
    let there = run(2, &["certify", "--baseline", "/nowhere/b.yaml"]);
    assert!(there.err.contains("`/nowhere/b.yaml`"), "{}", there.err);
    let day = run(2, &["certify", "--baseline", text(&file), "--today", "2026-02-30"]);
    assert!(day.err.contains("expected a day written YYYY-MM-DD"), "{}", day.err);
    run(2, &["certify", "--today", "2026-02-28"]);
}

#[test]
fn parts_are_judged_by_themselves_and_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (file, whole) = (at("b.yaml"), at("whole.json"));
    const FILTER: &str = "kills:zero-damage-counts";
    run(0, &["baseline", "update", text(&file), "--engine", MUTANT, "--cases", "60", FILTER]);
    let expected = ["--baseline", text(&file), "--today", "2026-01-01"];
    run(0, &certify(&[&[FILTER, "--report", &json(&whole)], &expected[..]].concat()));
    let parts = [at("1.json"), at("2.json")];
    for (part, path) in ["1/2", "2/2"].iter().zip(&parts) {
        let said = run(0, &certify(&[&[FILTER, "--shard", part, "--report", &json(path)], &expected[..]].concat()));
        assert!(said.out.contains(" × not run"), "{}", said.out);
    }
    let merged = at("merged.json");
    let merge = ["merge", text(&parts[1]), text(&parts[0]), "--report", &json(&merged)];
    run(1, &merge);
    let said = run(0, &[&merge[..], &expected[..]].concat());
    assert!(said.out.contains("everything is as the baseline expects"), "{}", said.out);
    let read = |path: &Path| fs::read_to_string(path).expect("a report");
    assert!(read(&merged) == read(&whole), "the parts make another report");
}

#[test]
fn an_entry_that_can_come_true_of_no_engine_is_told_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("b.yaml");
    let checked = |code, ruling: &str, check: &str, signature: &str| {
        let entry =
            format!("  - ruling: {ruling}\n    check: {check}\n    signature: {signature}\n    reason: known\n");
        fs::write(&file, format!("baseline: 1\nfailures:\n{entry}")).expect("a file");
        run(code, &["baseline", "check", text(&file)]).out
    };
    const RULING: &str = "nine-lives/each-source";
    for (ruling, check, signature, place, part) in [
        (
            RULING,
            "nonsense",
            "crash",
            "b.yaml:4:12",
            "no ruling has such a check: `nonsense`, expected `expectation 1` to",
        ),
        (RULING, "crahs", "crash", "b.yaml:4:12", "did you mean \"crash\"?"),
        (RULING, "expectation2", "crash", "b.yaml:4:12", "did you mean \"expectation 2\"?"),
        (RULING, "expectation 02", "crash", "b.yaml:4:12", "and no `expectation 02`"),
        (RULING, "expectation 99", "crash", "b.yaml:4:12", "expectations, and no `expectation 99`"),
        (RULING, "pass", "crash", "b.yaml:4:12", "that is no failure: `pass`"),
        (RULING, "crash", "zero-damage-count", "b.yaml:5:16", "did you mean \"zero-damage-counts\"?"),
        (RULING, "crash", "many life", "b.yaml:5:16", "no failure has the signature `many life`"),
        (RULING, "crash", "more life, less life, more life", "b.yaml:5:16", "no failure has the signature"),
        (RULING, "crash", "battlefield instead of hnad", "b.yaml:5:16", "no failure has the signature"),
        ("nine-lives/each-sorce", "crash", "crash", "b.yaml:3:13", "did you mean \"nine-lives/each-source\"?"),
    ] {
        let out = checked(1, ruling, check, signature);
        assert!(out.contains(place) && out.contains(part), "no {place}, {part} in\n{out}");
        assert!(out.contains("something is to be done about 1."), "{out}");
    }
    for (check, signature) in [
        ("unsupported card", "unsupported card"),
        ("unsupported action cast", "unsupported action cast"),
        ("refused", "spell refused"),
        ("state leak", "state leak"),
        ("vacuous", "vacuous"),
        ("expectation 1", "fewer incarnation counters, battlefield instead of graveyard"),
        ("expectation 2", "more +1/+1 counters"),
        ("expectation 2", "as the reference"),
    ] {
        checked(0, RULING, check, signature);
    }
}

#[test]
fn an_empty_baseline_and_one_of_a_later_version_are_faults() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("b.yaml");
    for (content, part) in [
        ("", "nothing is in this file, expected `baseline: 1` and `failures`"),
        ("\u{feff}", "nothing is in this file"),
        ("# nothing fails\n", "nothing is in this file"),
        (
            "baseline: 2\nfailures: []\nmore: things\n",
            "version 2 of baselines is not known: this program reads version 1",
        ),
    ] {
        fs::write(&file, content).expect("a file");
        for call in [
            &["certify", "--cases", "5", "tap-symbol/tapped", "--baseline", text(&file)][..],
            &["baseline", "check", text(&file)],
            &["baseline", "update", text(&file), "--cases", "5", "tap-symbol/tapped"],
        ] {
            let ended = run(2, call);
            assert!(ended.err.contains(part) && ended.out.is_empty(), "{call:?}: {}{}", ended.out, ended.err);
        }
        assert_eq!(fs::read_to_string(&file).expect("the file"), content);
    }
    fs::write(&file, "baseline: 1\nfailures: []\n").expect("a file");
    run(0, &["certify", "--cases", "5", "tap-symbol/tapped", "--baseline", text(&file)]);
}

#[test]
fn a_baseline_with_other_line_endings_keeps_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("b.yaml");
    let (old, new) = ("more life", "zero-damage-counts");
    let kept = format!(
        "# Ours.\r\nbaseline: 1\r\nfailures:\r\n  - ruling: nine-lives/each-source\r\n    check: expectation 2\r\n    \
         signature: {old}\r\n    reason: known # to us\r\n"
    );
    fs::write(&file, &kept).expect("a file");
    let filter = "kills:zero-damage-counts";
    run(0, &["baseline", "update", text(&file), "--engine", MUTANT, "--cases", "60", filter]);
    let now = fs::read_to_string(&file).expect("the file");
    assert!(now.starts_with(&kept.replace(old, new)), "{now}");
    assert!(now.len() > kept.len() + 20 && now.matches('\n').count() == now.matches("\r\n").count(), "{now:?}");
}

#[test]
fn a_reason_that_nobody_has_written_is_a_warning_in_a_run_and_a_fault_to_the_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (known, page) = (at("known.yaml"), at("r.md"));
    const RULING: &str = "nine-lives/each-source";
    run(0, &["baseline", "update", text(&known), "--engine", MUTANT, "--cases", "60", RULING]);
    let warning = "1 entry of the baseline has no reason but `to be explained`";
    let which = "nine-lives/each-source, expectation 2 (line 4)";
    let markdown = format!("markdown={}", text(&page));
    let part = at("part.json");
    let expected = ["--baseline", text(&known)];
    let parted = ["--shard", "1/1", "--report", &json(&part)];
    for more in [&["--report", &markdown][..], &["--quiet"], &parted] {
        let told = run(0, &certify(&[&[RULING], more, &expected].concat())).out;
        assert!(told.contains(&format!("warning: {warning}")) && told.contains(which), "{told}");
        assert!(told.contains("everything is as the baseline expects"), "{told}");
    }
    let merged = run(0, &[&["merge", text(&part)], &expected[..]].concat()).out;
    assert!(merged.contains(warning) && merged.contains(which), "{merged}");
    assert!(fs::read_to_string(&page).expect("a report").contains("1 entry of the baseline has no reason but"));
    let checked = run(1, &["baseline", "check", text(&known)]).out;
    assert!(checked.contains("nobody has written yet why it is expected"), "{checked}");
    let written = fs::read_to_string(&known).expect("a baseline");
    fs::write(&known, written.replace("to be explained", "To be  explained.")).expect("a file");
    run(1, &["baseline", "check", text(&known)]);
    fs::write(&known, written.replace("to be explained", "known")).expect("a file");
    run(0, &["baseline", "check", text(&known)]);
    let told = run(0, &certify(&[&[RULING], &expected[..]].concat())).out;
    assert!(!told.contains("no reason but"), "{told}");
}

#[test]
fn nobody_is_said_to_obey_whose_saved_case_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let (known, page) = (folder.path().join("known.yaml"), folder.path().join("r.md"));
    const RULING: &str = "nine-lives/each-source";
    run(0, &["baseline", "update", text(&known), "--engine", MUTANT, "--cases", "60", RULING]);
    let markdown = format!("markdown={}", text(&page));
    let call =
        ["certify", "--cases", "3", "--engine", MUTANT, RULING, "--baseline", text(&known), "--report", &markdown];
    let headline = "passes every case that was drawn, and fails the saved case of an expected failure";
    for more in [&[][..], &["--quiet"]] {
        let told = run(0, &[&call[..], more].concat()).out;
        assert!(told.contains(headline) && told.contains("only its saved case fails"), "{told}");
        assert!(!told.contains("obeys"), "{told}");
    }
    assert!(fs::read_to_string(&page).expect("a report").contains(headline));
    // Another signature that could be: the case shows that it is not this one's.
    let written = fs::read_to_string(&known).expect("a baseline");
    fs::write(&known, written.replace("signature: zero-damage-counts", "signature: more life")).expect("a file");
    let told = run(0, &call).out;
    assert!(told.contains("(more life); that fails in expectation 2 (zero-damage-counts)"), "{told}");
    let checked = run(1, &["baseline", "check", text(&known), "--engine", MUTANT]).out;
    assert!(
        checked.contains("its saved case fails in that check, by the look of it as `zero-damage-counts`"),
        "{checked}"
    );
}

#[test]
fn a_ruling_that_is_mistyped_beside_its_saved_case_is_told_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = folder.path().join("known.yaml");
    run(0, &["baseline", "update", text(&known), "--engine", MUTANT, "--cases", "60", "nine-lives/each-source"]);
    let written = fs::read_to_string(&known).expect("a baseline");
    fs::write(&known, written.replace("ruling: nine-lives/each-source", "ruling: nine-lives/each-sorce"))
        .expect("a file");
    for call in [&["baseline", "check", text(&known)][..], &certify(&["--baseline", text(&known)])] {
        let refused = run(2, call).err;
        assert!(refused.contains("known.yaml:8:11"), "{refused}");
        assert!(refused.contains("did you mean `nine-lives/each-source` on line 4?"), "{refused}");
    }
}
