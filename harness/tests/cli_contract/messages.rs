//! Messages about what cannot be read or run: which file, where in it, what was expected, what to do.

use std::fs;
use std::path::Path;

use super::{run, text};

/// The report of a part of a small run.
fn part(path: &Path, which: &str) {
    let json = format!("json={}", text(path));
    run(0, &["certify", "--cases", "5", "topic:untap-symbol", "--shard", which, "--report", &json]);
}

/// No message has words in it that are meant for programmers.
fn ours(message: &str) {
    for word in ["os error", "EOF", "untagged", "unknown field", "invalid type", " at line "] {
        assert!(!message.contains(word), "`{word}` in\n{message}");
    }
}

#[test]
fn a_file_that_is_not_there_is_told_with_what_was_expected_and_the_nearest() {
    let folder = tempfile::tempdir().expect("a folder");
    let near = folder.path().join("known.yaml");
    fs::write(&near, "").expect("a file");
    let path = folder.path().join("knwon.yaml");
    let path = text(&path);
    let rulings = concat!(env!("CARGO_MANIFEST_DIR"), "/../rulings");
    for (call, expected) in [
        (&["baseline", "check", path][..], "expected a baseline, as `headjudge baseline update FILE` writes one"),
        (&["certify", "--baseline", path], "expected a baseline, as"),
        (&["merge", path], "expected a JSON report, as `headjudge certify --report json=FILE` writes it"),
        (&["diff", path, path], "expected a JSON report, as"),
        (&["baseline", "update", "b.yaml", "--from", path], "expected a JSON report, as"),
        (&["verify", path, "--engine", "reference", "--seed", "1"], "expected a certificate, as"),
        (&["play", path], "expected a position in YAML"),
        (&["perft", path], "expected a position in YAML"),
        (&["replay", path], "or the name of a replay file or of a JSON report"),
        (&["explain", path], "or the name of a replay file"),
        (
            &["new", "ruling", "x/y", "--rulings", rulings, "--from", path],
            "or the name of a replay file or of a JSON report",
        ),
    ] {
        let refused = run(2, call).err;
        ours(&refused);
        assert!(refused.contains(path) && refused.contains(expected), "{call:?}: {refused}");
        assert!(refused.contains(&format!("did you mean `{}`?", text(&near))), "{call:?}: {refused}");
    }
    let ruling = run(2, &["replay", "nine-lives/each-source"]).err;
    assert!(ruling.contains("did you mean `nine-lives/each-source#0`?"), "{ruling}");
}

#[test]
fn a_report_that_is_none_says_where_and_what_was_expected() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (one, two) = (at("1.json"), at("2.json"));
    part(&one, "1/2");
    part(&two, "2/2");
    let whole = fs::read_to_string(&one).expect("a report");
    let cut = &whole[..1000];
    let last = cut.lines().count();
    let later = whole.replacen("\"seed\"", "\"sed\"", 1);
    let line = 1 + whole.lines().position(|line| line.contains("\"seed\"")).expect("a seed");
    let path = at("broken.json");
    for (content, wanted) in [
        (cut, format!("broken.json`, line {last}, column ")),
        (cut, "the text ends too early: it was cut off; expected a JSON report, as".to_owned()),
        (&later, format!("broken.json`, line {line}, column ")),
        (&later, "there is no field \"sed\" here, did you mean \"seed\"?".to_owned()),
        ("tests", "broken.json`, line 1, column 2: this is no JSON".to_owned()),
        ("", "broken.json` is empty, expected a JSON report, as `headjudge certify --report json=FILE`".to_owned()),
    ] {
        fs::write(&path, content).expect("a file");
        for call in
            [&["merge", text(&path), text(&two)][..], &["replay", text(&path)], &["diff", text(&two), text(&path)]]
        {
            let refused = run(2, call).err;
            ours(&refused);
            assert!(refused.contains(&wanted), "no {wanted} in\n{refused}");
        }
    }
    #[cfg(unix)]
    {
        let device = run(2, &["replay", "/dev/null"]).err;
        assert!(device.contains("`/dev/null` is empty, expected a JSON report"), "{device}");
    }
}

#[test]
fn parts_that_are_given_twice_or_missing_are_told_with_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, copy) = (folder.path().join("1.json"), folder.path().join("copy.json"));
    part(&one, "1/2");
    fs::copy(&one, &copy).expect("a copy");
    let other = folder.path().join(".").join("1.json");
    let twice = run(2, &["merge", text(&one), text(&one)]).err;
    assert!(twice.contains("1.json` is given twice") && twice.contains("leave one of the two out"), "{twice}");
    let same = run(2, &["merge", text(&one), text(&other)]).err;
    assert!(same.contains("are the same file") || same.contains("is given twice"), "{same}");
    let copied = run(2, &["merge", text(&one), text(&copy)]).err;
    assert!(copied.contains("part 1 of 2 is there twice, as") && copied.contains("leave one"), "{copied}");
    let missing = run(2, &["merge", text(&one)]).err;
    assert!(
        missing.contains("of 2 parts 2 is missing: `headjudge certify --shard 2/2 --report json=FILE`"),
        "{missing}"
    );
}

#[test]
fn a_damaged_journal_says_which_line_and_how_to_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, whole) = (folder.path().join("journal"), folder.path().join("whole.json"));
    let json = format!("json={}", text(&whole));
    let call = ["certify", "--cases", "5", "tap-symbol/tapped", "--journal", text(&path), "--report", &json];
    run(0, &call);
    let resume = [&call[..], &["--resume"]].concat();
    let written = fs::read_to_string(&path).expect("a journal");
    let report = fs::read(&whole).expect("a report");
    let third = written.lines().nth(2).expect("a case").to_owned();
    for (from, to, wanted) in [
        (third.as_str(), "nonsense", "line 3, column 2: this is no line of a journal: this is no JSON"),
        (
            &third,
            &third.replacen("ruling", "rulin", 1),
            "line 3, column 8: this is no line of a journal: there is no field",
        ),
        (&third, "", "line 3, column 1: this is no line of a journal: the text ends too early"),
        (&third, "{}", "line 3, column 2: this is no line of a journal: the field \"ruling\" is missing"),
        (
            "\"journal\"",
            "\"journa\"",
            "line 1, column 9: this is no line of a journal: there is no field \"journa\" here",
        ),
    ] {
        fs::write(&path, written.replacen(from, to, 1)).expect("a file");
        let refused = run(2, &resume).err;
        ours(&refused);
        assert!(refused.contains(wanted), "no {wanted} in\n{refused}");
        let todo = if wanted.contains("line 1") { "remove the file to begin anew" } else { "take this line out" };
        assert!(refused.contains(todo), "{refused}");
    }
    // The advice is good.
    fs::write(&path, written.replacen(&format!("{third}\n"), "", 1)).expect("a file");
    run(0, &resume);
    assert!(fs::read(&whole).expect("a report") == report, "another report");
}

#[test]
#[cfg(unix)]
fn a_device_is_no_journal() {
    for device in ["/dev/full", "/dev/null", "/dev/zero"] {
        for more in [&[][..], &["--resume"]] {
            let call = ["certify", "--cases", "1", "tap-symbol/tapped", "--journal", device];
            let refused = run(2, &[&call[..], more].concat());
            assert!(
                refused.err.contains(&format!("`{device}` is no plain file, and a journal has to be one")),
                "{}",
                refused.err
            );
            assert!(refused.out.is_empty(), "{}", refused.out);
        }
    }
}

#[test]
#[cfg(unix)]
fn a_command_that_is_no_adapter_is_told_what_one_does() {
    const HELLO: &str = "read a; echo '{\"reply\":\"hello\",\"version\":1,\"engine\":\"x\"}'";
    let shell = |script: &str| shlex::try_join(["sh", "-c", script]).expect("words");
    for (engine, first, below) in [
        ("cat".to_owned(), "the command gives back what it reads, expected an adapter that answers", ""),
        (
            shell("echo Welcome; sleep 60"),
            "it said `Welcome`, which is no reply, expected a line of JSON: banners and logs",
            "",
        ),
        (
            shell("echo no board >&2; exit 3"),
            "before saying hello, with exit status: 3; see what it wrote to its standard error:",
            "\n  no board\n",
        ),
        (shell("exit 3"), "and without a word on its standard error: start it by hand", ""),
        ("./no/such/engine".to_owned(), "there is no program `./no/such/engine` here", ""),
    ] {
        for call in [&["certify", "--engine", &engine, "tap-symbol/tapped"][..], &["doctor", &engine]] {
            let refused = run(3, call).err;
            ours(&refused);
            let line = refused.lines().next().unwrap_or_default();
            assert!(line.contains("could not be started") && line.contains(first), "no {first} in\n{refused}");
            assert!(refused.contains(below), "no {below} in\n{refused}");
        }
    }
    let silent = shell(&format!("{HELLO}; exit 0"));
    let told = run(1, &["certify", "--quiet", "--cases", "2", "--engine", &silent, "tap-symbol/tapped"]).out;
    assert!(told.contains("The engine answered none of the cases: begin with `headjudge doctor"), "{told}");
    let doctor = run(1, &["doctor", &silent]).out;
    assert!(doctor.contains("Fix this first: go on reading after hello, and answer every line"), "{doctor}");
    assert_eq!(doctor.matches('✗').count(), 1, "the others would say the same:\n{doctor}");
}
