//! The walk-through from a clone to a gated job: its commands are run as a reader would run them, in order, in one folder.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("cli/walkthrough.md");

/// A command of the page, and what it shows of it.
struct Shown {
    line: usize,
    command: String,
    /// The lines that are printed; `...` is any number of them, and anything within a line.
    printed: Vec<String>,
    code: i32,
}

fn commands() -> Vec<Shown> {
    let (mut all, mut inside) = (Vec::<Shown>::new(), false);
    for (at, line) in PAGE.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside {
            if let Some(command) = line.strip_prefix("$ ") {
                all.push(Shown { line: at + 1, command: command.to_owned(), printed: Vec::new(), code: 0 });
            } else if let Some(last) = all.last_mut() {
                match line.strip_prefix("? ") {
                    Some(code) => last.code = code.parse().expect("an exit code"),
                    None => last.printed.push(line.to_owned()),
                }
            }
        }
    }
    all
}

/// Whether a line is what the page shows.
fn same(shown: &str, line: &str) -> bool {
    match shown.split_once("...") {
        Some((head, tail)) => line.len() >= head.len() + tail.len() && line.starts_with(head) && line.ends_with(tail),
        None => shown.trim_end() == line.trim_end(),
    }
}

/// The first line of the page that is not among what is printed, if there is one.
fn missing<'p>(mut shown: &'p [String], printed: &[&str]) -> Option<&'p str> {
    let (mut at, mut any) = (0, false);
    while let Some((first, rest)) = shown.split_first() {
        shown = rest;
        if first == "..." {
            any = true;
            continue;
        }
        let found = (at..printed.len()).find(|n| same(first, printed[*n]));
        match found {
            Some(n) if any || n == at => (at, any) = (n + 1, false),
            _ => return Some(first),
        }
    }
    (!any && at < printed.len()).then_some("the end of the output")
}

#[test]
fn the_page_shows_what_happens() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::copy(root.join("deploy/action/run.sh"), folder.path().join("run.sh")).expect("a copy");
    let program = assert_cmd::cargo::cargo_bin!("headjudge").parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(program).chain(std::env::split_paths(&path))).expect("a path");
    let commands = commands();
    assert!(commands.len() > 10, "{} commands", commands.len());
    let mut exports = String::new();
    for Shown { line, command, printed, code } in commands {
        if command.starts_with("export ") {
            exports = format!("{exports}{command}\n");
            continue;
        }
        let mut shell = Command::new("bash");
        shell.args(["-c", &format!("{exports}{command}")]).current_dir(folder.path()).env("PATH", &path);
        for variable in
            ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS", "REPORT", "SEED", "GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"]
        {
            shell.env_remove(variable);
        }
        let output = shell.output().expect("bash");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "line {line}: {command}\n{out}{err}");
        let lines: Vec<&str> = out.lines().collect();
        if let Some(missing) = missing(&printed, &lines) {
            panic!("line {line}: {command}\nshown, but not printed there: {missing}\n\n{out}");
        }
    }
}
