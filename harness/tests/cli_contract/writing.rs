//! Files that a command will write are tried before it does what takes long.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::{run, text};

/// Calls that would take hours, if they began; with a file in this place as each of what they write.
fn calls(place: &Path) -> Vec<Vec<String>> {
    let place = text(place);
    let certify = |option: &str, value: String| {
        ["certify", "--cases", "100000000", "tap-symbol", option, &value].map(str::to_owned).to_vec()
    };
    let formats = ["json", "junit", "markdown", "badge"];
    let mut calls: Vec<Vec<String>> =
        formats.iter().map(|format| certify("--report", format!("{format}={place}"))).collect();
    calls.push(certify("--certificate", place.to_owned()));
    calls.push(certify("--journal", place.to_owned()));
    let resumed = ["certify", "--cases", "100000000", "--journal", place, "--resume"];
    let update = ["baseline", "update", place, "--engine", "mutant:zero-damage-counts", "--cases", "100000000"];
    calls.push(resumed.map(str::to_owned).to_vec());
    calls.push(update.map(str::to_owned).to_vec());
    calls
}

/// Each of the calls ends at once, with the place and the reason, and leaves nothing behind in the folder.
fn refused(folder: &Path, place: &Path, why: &str) {
    let left = || fs::read_dir(folder).map_or(0, |entries| entries.count());
    let before = left();
    for call in calls(place) {
        let start = Instant::now();
        let ended = run(2, &call.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(start.elapsed() < Duration::from_secs(60), "{call:?}");
        assert!(ended.err.contains(text(place)) && ended.err.contains(why), "{call:?}: {}", ended.err);
        assert!(ended.out.is_empty(), "{call:?}: {}", ended.out);
        assert_eq!(left(), before, "{call:?} leaves something behind");
    }
}

#[test]
fn what_cannot_be_written_is_told_before_anything_is_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    refused(folder.path(), &at("missing/r"), "there is no folder");
    fs::create_dir(at("taken")).expect("a folder");
    refused(folder.path(), &at("taken"), "this is a folder, expected the name of a file");
    refused(folder.path(), &at("new/"), "this names a folder, expected the name of a file");
    fs::write(at("file"), "mine").expect("a file");
    refused(folder.path(), &at("file/r"), "there is no folder");
    assert_eq!(fs::read_to_string(at("file")).expect("the file"), "mine");
}

#[test]
#[cfg(unix)]
fn a_folder_that_may_not_be_written_to_is_told_before_anything_is_run() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("locked/r");
    let locked = place.parent().expect("a folder");
    fs::create_dir(locked).expect("a folder");
    fs::set_permissions(locked, fs::Permissions::from_mode(0o500)).expect("permissions");
    // Who may do everything finds another folder that nobody can write to.
    let (locked, place) = match fs::write(&place, "") {
        Err(_) => (locked.to_owned(), place),
        Ok(()) => (Path::new("/proc").to_owned(), Path::new("/proc/r").to_owned()),
    };
    refused(folder.path(), &place, "cannot be written as ");
    let failures = locked.join("failures");
    let arguments = ["certify", "--cases", "100000000", "tap-symbol", "--failures", text(&failures)];
    let ended = run(2, &arguments);
    assert!(ended.err.contains("cannot be written to as the folder of failures"), "{}", ended.err);
}

#[test]
fn a_folder_of_failures_is_tried_and_not_made_before_there_is_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, deep) = (folder.path().join("file"), folder.path().join("a/b/c"));
    fs::write(&file, "mine").expect("a file");
    let beside = file.join("failures");
    let ended = run(2, &["certify", "--cases", "100000000", "tap-symbol", "--failures", text(&beside)]);
    assert!(ended.err.contains("file` is no folder"), "{}", ended.err);
    run(0, &["certify", "--cases", "5", "tap-symbol/tapped", "--failures", text(&deep)]);
    assert!(!folder.path().join("a").exists(), "a folder is made for nothing");
    run(
        1,
        &[
            "certify",
            "--cases",
            "60",
            "nine-lives/each-source",
            "--engine",
            "mutant:zero-damage-counts",
            "--failures",
            text(&deep),
        ],
    );
    assert_eq!(fs::read_dir(&deep).expect("the folder").count(), 1);
}

#[test]
fn merging_and_counting_try_their_files_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let (place, part) = (folder.path().join("missing/r.json"), folder.path().join("part.json"));
    fs::write(&part, "{}").expect("a file");
    let merge = run(2, &["merge", text(&part), "--report", &format!("json={}", text(&place))]);
    assert!(merge.err.contains("there is no folder"), "{}", merge.err);
    let from = run(2, &["baseline", "update", text(&part), "--from", text(&part)]);
    assert!(from.err.contains("is the report, and cannot be the baseline as well"), "{}", from.err);
}
