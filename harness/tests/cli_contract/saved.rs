//! Saved failures that something happened to: none of them drops out of a run unnoticed.

use std::fs;

use headjudge::replay::Record;

use super::replay::{MUTANT, RULING, certify, names, only, saved};
use super::{run, text};

#[test]
fn a_saved_failure_that_cannot_be_read_ends_the_call_before_anything_is_run() {
    let folder = saved();
    let (path, bytes) = only(folder.path());
    let report = tempfile::tempdir().expect("a folder");
    let (json, journal) = (report.path().join("r.json"), report.path().join("journal"));
    let option = format!("json={}", text(&json));
    let more = ["--report", &option, "--journal", text(&journal)];
    let broken = folder.path().join("broken.jsonl");
    let altered = String::from_utf8(bytes.clone()).expect("text").replace("\"life\":20", "\"life\":19");
    let later = String::from_utf8(bytes.clone()).expect("text").replacen("{\"replay\":1", "{\"replay\":2", 1);
    for (content, why) in [
        (&bytes[..100], "broken.jsonl`, line 1: expected the header of a replay file"),
        (&bytes[..bytes.len() - 40], "broken.jsonl`, line 7: expected the checksum"),
        (altered.as_bytes(), "broken.jsonl`, line 7: the lines above have been altered"),
        (later.as_bytes(), "broken.jsonl`, line 1: version 2 of replay files is not known"),
        (b"", "broken.jsonl`, line 1: the file is empty"),
        (b"mine", "broken.jsonl`, line 1"),
    ] {
        fs::write(&broken, content).expect("a file");
        // Mended or not, with the ruling chosen or another one: what is in the file nobody knows.
        for call in [[MUTANT, RULING], ["reference", "tap-symbol/tapped"]] {
            let arguments =
                ["certify", "--cases", "5", "--engine", call[0], call[1], "--failures", text(folder.path())];
            let refused = run(2, &[&arguments[..], &more].concat());
            assert!(refused.err.contains(why) && refused.err.contains("a saved failure in"), "{}", refused.err);
            assert!(refused.err.contains("nothing is run: restore what is damaged"), "{}", refused.err);
            assert!(refused.out.is_empty() && !json.exists() && !journal.exists(), "{}", refused.out);
        }
    }
    fs::create_dir(folder.path().join("folder.jsonl")).expect("a folder");
    fs::write(&path, "mine").expect("a file");
    let all = certify(2, folder.path(), MUTANT, &[]);
    assert!(all.contains("3 saved failures in"), "{all}");
    for part in [
        "broken.jsonl`, line 1",
        "folder.jsonl` cannot be read: this is no plain file",
        "nine-lives.each-source.expectation-2.",
    ] {
        assert!(all.contains(part), "no {part} in\n{all}");
    }
    assert_eq!(fs::read(&path).expect("the file"), b"mine");
}

#[test]
fn a_folder_of_more_failures_than_are_read_is_refused() {
    let folder = saved();
    let (path, bytes) = only(folder.path());
    let stem = path.with_extension("");
    for n in 0..headjudge::replay::MOST_FILES {
        fs::write(format!("{}.{n:04}.jsonl", text(&stem)), &bytes).expect("a file");
    }
    let refused = certify(2, folder.path(), MUTANT, &["--fail-fast"]);
    assert!(refused.contains("only the first 1000 of 1001 replay files are read"), "{refused}");
}

#[test]
fn what_is_no_replay_file_is_told_and_left_alone() {
    let folder = saved();
    fs::write(folder.path().join("notes.txt"), "mine").expect("a file");
    fs::write(folder.path().join("more.txt"), "mine").expect("a file");
    let before = names(folder.path());
    let told = certify(1, folder.path(), MUTANT, &[]);
    assert!(told.contains("more.txt` and 1 more: not a replay file, whose name ends in .jsonl"), "{told}");
    assert!(told.contains("so that they are left alone"), "{told}");
    assert_eq!(names(folder.path()), before);
    assert_eq!(fs::read(folder.path().join("notes.txt")).expect("the file"), b"mine");
    let file = run(2, &["certify", RULING, "--cases", "1", "--failures", text(&folder.path().join("notes.txt"))]);
    assert!(file.err.contains("notes.txt` is no folder"), "{}", file.err);
}

#[test]
fn a_file_whose_line_endings_were_changed_is_read_or_says_so() {
    let folder = saved();
    let (path, bytes) = only(folder.path());
    let whole = String::from_utf8(bytes).expect("text");
    let crlf = whole.replace('\n', "\r\n");
    fs::write(&path, &crlf).expect("the file");
    let again = run(1, &["replay", text(&path)]);
    assert!(again.out.contains("The same as when mutant:zero-damage-counts was saved."), "{}", again.out);
    assert!(certify(0, folder.path(), "reference", &[]).contains("passes now"));
    // The checksum is as strong as it was.
    for at in 0..crlf.len() {
        let mut altered = crlf.clone().into_bytes();
        altered[at] ^= 1;
        assert!(Record::parse(&altered).is_err(), "byte {at} may be {:?}", char::from(altered[at]));
        altered.remove(at);
        assert!(Record::parse(&altered).is_err(), "byte {at} may be missing");
        assert!(Record::parse(&crlf.as_bytes()[..at]).is_err(), "{at} bytes are enough");
    }
    for changed in [whole.replacen('\n', "\r\n", 2), crlf.replacen("\r\n", "\n", 1)] {
        fs::write(&path, &changed).expect("the file");
        let refused = run(2, &["replay", text(&path)]);
        assert!(refused.err.contains("line endings were changed in some lines (CRLF)"), "{}", refused.err);
        assert!(refused.err.contains("`*.jsonl -text`"), "{}", refused.err);
    }
}

#[test]
fn a_saved_failure_that_is_expected_is_none_in_a_report_for_other_programs() {
    let folder = saved();
    let reports = tempfile::tempdir().expect("a folder");
    let at = |name: &str| reports.path().join(name);
    let (known, xml) = (at("known.yaml"), at("r.xml"));
    run(0, &["baseline", "update", text(&known), "--engine", MUTANT, "--cases", "60", RULING]);
    let junit = format!("junit={}", text(&xml));
    certify(0, folder.path(), MUTANT, &["--report", &junit, "--baseline", text(&known)]);
    let told = fs::read_to_string(&xml).expect("a report");
    assert!(told.contains("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"2\""), "{told}");
    fs::write(&known, "baseline: 1\nfailures: []\n").expect("a file");
    certify(1, folder.path(), MUTANT, &["--report", &junit, "--baseline", text(&known)]);
    let told = fs::read_to_string(&xml).expect("a report");
    assert!(told.contains("tests=\"2\" failures=\"2\" errors=\"0\" skipped=\"0\""), "{told}");
}

#[test]
fn a_saved_failure_under_another_name_is_told_from_what_is_none() {
    let folder = saved();
    let (path, _) = only(folder.path());
    fs::rename(&path, path.with_extension("json")).expect("another name");
    fs::write(folder.path().join("notes.txt"), "mine").expect("a file");
    let told = certify(0, folder.path(), "reference", &[]);
    let name = path.with_extension("json");
    let wanted = format!("warning: `{}`: a saved failure by its content, and it is not played", text(&name));
    assert!(told.contains(&wanted) && told.contains("rename it if it is to count"), "{told}");
    assert!(
        told.contains("notes.txt`: not a replay file, whose name ends in .jsonl, so that it is left alone"),
        "{told}"
    );
}

#[test]
fn a_saved_failure_of_a_ruling_that_is_gone_ends_the_call_and_says_how_to_drop_it() {
    let folder = saved();
    let (path, bytes) = only(folder.path());
    let mut record = Record::parse(&bytes).expect("a replay file");
    record.ruling = "nine-lives/each-sorce".to_owned();
    let gone = path.with_file_name("gone.jsonl");
    fs::write(&gone, record.to_text().expect("a record is data")).expect("a file");
    let report = tempfile::tempdir().expect("a folder");
    let json = report.path().join("r.json");
    let option = format!("json={}", text(&json));
    // With a filter and without: no filter means a ruling that there is not.
    for filter in [&[RULING][..], &["tap-symbol/tapped"], &[]] {
        let call = ["certify", "--cases", "1", "--quiet", "--failures", text(folder.path()), "--report", &option];
        let refused = run(2, &[&call[..], filter].concat());
        for part in [
            "is of no ruling that there is, and would not be played",
            "gone.jsonl`: there is no ruling `nine-lives/each-sorce` (did you mean \"nine-lives/each-source\"?)",
            "nothing is run: give the rulings that it was saved with as --rulings DIR, or drop it: move its file out of",
        ] {
            assert!(refused.err.contains(part), "no {part} in\n{}", refused.err);
        }
        assert!(refused.out.is_empty() && !json.exists(), "{}", refused.out);
    }
    fs::remove_file(&gone).expect("the file");
    assert!(certify(0, folder.path(), "reference", &[]).contains("passes now"));
}

#[test]
fn a_quiet_run_names_the_saved_failures_that_make_it_red() {
    let folder = saved();
    let (path, _) = only(folder.path());
    let file = path.file_name().expect("a name").to_string_lossy().into_owned();
    // Three cases, none of which fails.
    let call = ["certify", "--quiet", "--engine", MUTANT, "--cases", "3", RULING, "--failures", text(folder.path())];
    let red = run(1, &call).out;
    assert!(
        red.contains("does not conform: 1 of 1 rulings") && red.contains("saved failures: 1 × still fails."),
        "{red}"
    );
    assert!(red.contains(&format!("still fails  {RULING} {file}: expectation 2")), "{red}");
    assert_eq!(red.lines().count(), 2, "{red}");
    // A baseline that expects nothing says it in its own way, and one that expects it is green.
    let known = folder.path().join("known.yaml");
    fs::write(&known, "baseline: 1\nfailures: []\n").expect("a file");
    let off = run(1, &[&call[..], &["--baseline", text(&known)]].concat()).out;
    assert!(off.contains(&format!("its file is {file}")) && off.contains("the baseline is off"), "{off}");
    run(0, &["baseline", "update", text(&known), "--engine", MUTANT, "--cases", "60", RULING]);
    let green = run(0, &[&call[..], &["--baseline", text(&known)]].concat()).out;
    assert!(!green.contains(&file) && green.contains("everything is as the baseline expects"), "{green}");
    let none = run(0, &["certify", "--quiet", "--cases", "3", RULING, "--failures", text(folder.path())]).out;
    assert!(!none.contains("saved failures"), "what passes now makes nothing red:\n{none}");
}
