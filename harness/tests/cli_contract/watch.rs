//! `certify --watch`: the program from outside.

use super::run;

#[test]
fn there_has_to_be_something_to_watch() {
    let ended = run(2, &["certify", "--watch", "--cases", "5", "tap-symbol/tapped"]);
    assert!(ended.err.contains("there is nothing to watch: give --rulings DIR"), "{}", ended.err);
    assert_eq!(ended.out, "", "nothing is run");
}

#[test]
#[cfg(unix)]
fn a_ruling_that_is_saved_is_played_again_until_the_user_ends_it() {
    use std::fs;
    use std::io::{BufRead as _, BufReader};
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::sync::mpsc;
    use std::time::Duration;

    use crate::faults::copy;

    let folder = tempfile::tempdir().expect("a folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulings"), folder.path());
    let ruling = folder.path().join("tap-symbol/tapped.yaml");
    let text = fs::read_to_string(&ruling).expect("a ruling");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("headjudge"))
        .args(["certify", "--watch", "--quiet", "--cases", "5", "tap-symbol/tapped", "--rulings"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let (sender, lines) = mpsc::channel();
    let out = BufReader::new(child.stdout.take().expect("a pipe"));
    std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    // Everything that is printed up to the next pause.
    let told = || {
        let mut told = String::new();
        while !told.contains("Waiting for changes") {
            told += &lines.recv_timeout(Duration::from_secs(120)).expect("it goes on");
        }
        told
    };
    assert!(told().contains("reference obeys every ruling that was run"));
    fs::write(&ruling, text.replace("then:\n", "then:\n  - after.p1.life > 1000\n")).expect("a file");
    assert!(told().contains("does not conform"));
    // A faulty file is waited for like any other.
    fs::write(&ruling, "nothing: like a ruling\n").expect("a file");
    assert!(!told().contains("obeys"));
    fs::write(&ruling, text).expect("a file");
    assert!(told().contains("reference obeys every ruling that was run"));
    let ends = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(ends.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}
