//! Nothing is left of an engine: neither of one that will not end, nor of its children.

use std::time::Duration;

use headjudge::engines::{Engine as _, Job, Process, Reply};
use libtest_mimic::Failed;

use crate::Test;
use crate::verdicts::{PINNED, command, limits, played, scenarios, summary};

/// The tests of this file.
pub(crate) const TESTS: &[Test] = &[
    ("nothing is left of an engine's children", nothing_left),
    ("an engine that ignores signals is ended", ignores_signals),
    ("an engine that closes its output is ended", closes_output),
];

fn nothing_left() -> Result<(), Failed> {
    // Found by a word on its command line that no other process has.
    let folder = tempfile::tempdir()?;
    let token = folder.path().display().to_string();
    let left = || running(&token);
    {
        let engine = Process::new(&command("leaves a child", &token), limits())?;
        let mut session = engine.session()?;
        let scenarios = scenarios(PINNED);
        let mut jobs: Vec<Job<'_>> = scenarios[..2].iter().map(|scenario| Job { scenario, any: None }).collect();
        assert_eq!(summary(&session.play_all(&mut jobs)), "2 played");
        if cfg!(target_os = "linux") {
            // A process that is just starting has no command line yet.
            assert!(soon(|| left() == 2), "the engine and its child are {} processes", left());
        }
        // It crashes while its child holds its streams: that is no reason to wait for the child.
        let mut jobs: Vec<Job<'_>> = scenarios[2..5].iter().map(|scenario| Job { scenario, any: None }).collect();
        let replies = session.play_all(&mut jobs);
        assert_eq!(summary(&replies), "2 played, 1 state leak");
    }
    assert!(soon(|| left() == 0), "{} of its processes are left", left());
    Ok(())
}

fn ignores_signals() -> Result<(), Failed> {
    if !cfg!(unix) {
        eprintln!("signals are not tried: there are none here");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let token = folder.path().display().to_string();
    // What a shell ignores, the program that takes its place ignores, too.
    let deaf = "trap '' TERM INT HUP; exec \"$0\" \"$@\"";
    let words = shlex::split(&command("does not end", &token)).ok_or("no command")?;
    let words = ["sh", "-c", deaf].into_iter().chain(words.iter().map(String::as_str));
    let replies = played(&shlex::try_join(words)?, &token, &scenarios(PINNED)[..3]);
    assert_eq!(summary(&replies), "3 played");
    Ok(())
}

fn closes_output() -> Result<(), Failed> {
    if !cfg!(unix) {
        eprintln!("closed streams are not tried: that takes Unix");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let token = folder.path().display().to_string();
    let scenarios = scenarios(PINNED);
    let odd = scenarios.iter().find(|scenario| scenario.board.players[0].life % 2 != 0).ok_or("no odd case")?;
    let even = scenarios.iter().find(|scenario| scenario.board.players[0].life % 2 == 0).ok_or("no even case")?;
    let three = [even.clone(), odd.clone(), even.clone()];
    let replies = played(&command("closes its output if odd", &token), &token, &three);
    assert_eq!(summary(&replies), "1 played, 1 crash, 1 played");
    let Reply::Crash(why) = &replies[1] else { return Err("no crash".into()) };
    assert!(why.contains("the engine closed its output before answering"), "{why}");
    Ok(())
}

/// Whether it comes to be so within a few seconds.
pub(crate) fn soon(is_so: impl Fn() -> bool) -> bool {
    (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        is_so()
    })
}

/// How many processes have the word on their command line; none where that cannot be found out.
pub(crate) fn running(token: &str) -> usize {
    let Ok(processes) = std::fs::read_dir("/proc") else { return 0 };
    let lines = processes.filter_map(|process| std::fs::read(process.ok()?.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(token)).count()
}
