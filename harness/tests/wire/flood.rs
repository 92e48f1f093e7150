//! Whatever an engine prints, the harness stays small: floods on both outputs, with the most memory that it ever had.
//!
//! `HEADJUDGE_FLOOD_GIB` says how much is printed, a quarter of a GiB unless it is set.

use std::io::Write;
use std::process::{Command, Stdio};

use libtest_mimic::Failed;

use crate::Test;

/// The tests of this file.
pub(crate) const TESTS: &[Test] = &[("a flood does not fill the memory", flood)];

/// The most memory that the harness may have had, in KiB.
const MOST: u64 = 200 * 1024;

/// How much is printed, in MiB.
fn amount() -> u64 {
    let set = std::env::var("HEADJUDGE_FLOOD_GIB").ok().and_then(|gib| gib.parse::<u64>().ok());
    set.map_or(256, |gib| gib * 1024)
}

fn pour(mut output: impl Write, chunk: &[u8]) -> Option<()> {
    (0..amount()).try_for_each(|_| output.write_all(chunk)).and_then(|()| output.flush()).ok()
}

/// A line without an end.
pub(crate) fn letters() -> Option<()> {
    pour(std::io::stdout().lock(), &vec![b'x'; 1 << 20])
}

/// Lines that are no replies.
pub(crate) fn lines() -> Option<()> {
    pour(std::io::stdout().lock(), "it goes on and on and on ..... \n".repeat(1 << 15).as_bytes())
}

/// Whatever it is, on the standard error.
pub(crate) fn aside() {
    pour(std::io::stderr().lock(), "it goes on and on and on ..... \n".repeat(1 << 15).as_bytes());
}

fn flood() -> Result<(), Failed> {
    if !cfg!(target_os = "linux") {
        eprintln!("floods are not tried: how much memory a process has had is looked up on Linux only");
        return Ok(());
    }
    for (mode, verdict) in [
        ("flood of letters", "protocol"),
        ("flood of lines", "protocol"),
        // What is too much after one case is taken for the next one's; alone, that has none of it.
        ("flood", "state leak"),
        ("flood on the side", "fail"),
        ("flood of outcomes", "expectation 2, 60 of 60 cases"),
    ] {
        let folder = tempfile::tempdir()?;
        let mark = folder.path().join("mark").display().to_string();
        let program = std::env::current_exe()?.display().to_string();
        let engine = shlex::try_join([program.as_str(), "bad-engine", mode, &mark])?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_headjudge"));
        let cases = if mode == "flood of outcomes" { "60" } else { "4" };
        command.args(["certify", "--engine", &engine, "--cases", cases, "--shrink", "4", "--case-timeout", "600"]);
        command.args(["--jobs", "2", "nine-lives/each-source", "nine-lives/each-source-again"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut most = 0;
        while child.try_wait()?.is_none() {
            most = most.max(peak(child.id()));
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let said = String::from_utf8(child.wait_with_output()?.stdout)?;
        assert!(said.contains(verdict), "{mode}: {said}");
        if mode == "flood on the side" {
            assert_eq!(std::fs::read_to_string(&mark)?, "all of it");
        }
        eprintln!("{mode}, {} MiB: the harness had {} MiB at most", amount(), most / 1024);
        assert!(most > 0 && most < MOST, "{mode}: {most} KiB");
    }
    Ok(())
}

/// The most memory that a process has had so far, in KiB; 0 if that is not known.
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix("kB")).and_then(|n| n.trim().parse().ok()).unwrap_or(0)
}
