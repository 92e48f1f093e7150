//! Certificates: the program from outside.

use std::fs;

use super::{run, text};

#[test]
fn a_certificate_is_written_and_checked_by_a_sample() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("c.json");
    let path = text(&file);
    const MUTANT: &str = "mutant:zero-damage-counts";
    run(
        1,
        &[
            "certify",
            "--engine",
            MUTANT,
            "--cases",
            "30",
            "nine-lives/each-source",
            "tap-symbol",
            "--certificate",
            path,
        ],
    );
    let check = |code, engine: &str, more: &[&str]| {
        run(code, &[&["verify", path, "--seed", "77", "--engine", engine], more].concat())
    };
    let fine = check(0, MUTANT, &["--sample", "50"]);
    assert!(fine.out.contains("DID NOT CONFORM: it broke 1 of the rulings"), "{}", fine.out);
    assert!(fine.out.contains("50 of ") && fine.out.contains("came to what the certificate says"), "{}", fine.out);
    assert!(fine.out.contains("It is not signed"), "{}", fine.out);
    let other = check(1, "reference", &["--sample", "100000"]);
    assert!(other.out.contains("note: the engine's name is \"reference\""), "{}", other.out);
    assert!(other.out.contains("fail in the certificate, pass now"), "{}", other.out);
    // The same engine behind the wire does the same, and says another name.
    let program = format!("{} serve --mutant zero-damage-counts", env!("CARGO_BIN_EXE_headjudge"));
    let behind = check(0, &program, &["--sample", "40"]);
    assert!(behind.out.contains("40 of "), "{}", behind.out);
    let whole = fs::read_to_string(&file).expect("a certificate");
    fs::write(&file, whole.replacen("\"seed\": \"1993\"", "\"seed\": \"1994\"", 1)).expect("a file");
    let altered = check(2, MUTANT, &[]);
    assert!(altered.err.contains("c.json`: the certificate is not as it was written"), "{}", altered.err);
    fs::write(&file, &whole[..whole.len() / 2]).expect("a file");
    let truncated = check(2, MUTANT, &[]);
    assert!(
        truncated.err.contains("c.json`: this is no certificate") && truncated.err.contains("line"),
        "{}",
        truncated.err
    );
    fs::write(&file, whole.replacen("\"certificate\": 1", "\"certificate\": 2,\n  \"more\": 1", 1)).expect("a file");
    let later = check(2, MUTANT, &[]);
    let wanted = "c.json`: version 2 of certificates is not known: this program reads version 1";
    assert!(later.err.contains(wanted), "{}", later.err);
    // Of another library.
    fs::write(&file, &whole).expect("a file");
    let rulings = tempfile::tempdir().expect("a folder");
    super::faults::copy(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulings"), rulings.path());
    fs::remove_file(rulings.path().join("x/any-cost.yaml")).expect("a ruling");
    let other = check(2, MUTANT, &["--rulings", text(rulings.path())]);
    assert!(
        other.err.contains("c.json`: the certificate cannot be checked with this program and library"),
        "{}",
        other.err
    );
}

#[test]
fn a_certificate_whose_line_endings_were_changed_is_read_or_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("c.json");
    let path = text(&file);
    run(0, &["certify", "--cases", "5", "tap-symbol/tapped", "--certificate", path]);
    let whole = fs::read_to_string(&file).expect("a certificate");
    let check = |code, content: &str| {
        fs::write(&file, content).expect("a file");
        run(code, &["verify", path, "--seed", "77", "--engine", "reference"])
    };
    let crlf = whole.replace('\n', "\r\n");
    assert!(check(0, &crlf).out.contains("came to what the certificate says"));
    let mixed = check(2, &whole.replacen('\n', "\r\n", 3));
    assert!(
        mixed.err.contains("c.json`: ") && mixed.err.contains("line endings were changed in some lines (CRLF)"),
        "{}",
        mixed.err
    );
    assert!(mixed.err.contains(".gitattributes"), "{}", mixed.err);
    let altered = check(2, &crlf.replacen("\"seed\": \"1993\"", "\"seed\": \"1994\"", 1));
    assert!(altered.err.contains("the certificate is not as it was written"), "{}", altered.err);
}

#[test]
fn only_a_whole_run_has_a_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("c.json");
    let part = run(2, &["certify", "--shard", "1/2", "--certificate", text(&file)]);
    assert!(part.err.contains("cannot be used with"), "{}", part.err);
    let late =
        ["certify", "--cases", "1000000", "--max-time", "0.2", "tap-symbol/tapped", "--certificate", text(&file)];
    let late = run(1, &late);
    assert!(late.out.contains("There is no certificate of this run: it did not come to its end."), "{}", late.out);
    assert!(!file.exists());
}
