//! What scripts and people rely on: exit codes, shapes of JSON, places of faults, bytes of reports, colours.

#[path = "cli_contract/baseline.rs"]
mod baseline;
#[path = "cli_contract/certificate.rs"]
mod certificate;
#[path = "cli_contract/certify.rs"]
mod certify;
#[path = "cli_contract/faults.rs"]
mod faults;
#[path = "cli_contract/hostile.rs"]
mod hostile;
#[path = "cli_contract/kinds.rs"]
mod kinds;
#[path = "cli_contract/lint.rs"]
mod lint;
#[path = "cli_contract/looking.rs"]
mod looking;
#[path = "cli_contract/messages.rs"]
mod messages;
#[path = "cli_contract/replay.rs"]
mod replay;
#[path = "cli_contract/runs.rs"]
mod runs;
#[path = "cli_contract/saved.rs"]
mod saved;
#[path = "cli_contract/watch.rs"]
mod watch;
#[path = "cli_contract/writing.rs"]
mod writing;

use std::path::Path;

use assert_cmd::Command;

/// How a call ended.
struct Ended {
    code: i32,
    out: String,
    err: String,
}

/// The program with these arguments.
fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("headjudge"));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RAYON_NUM_THREADS"] {
        command.env_remove(variable);
    }
    command.args(arguments);
    command
}

fn ended(mut command: Command) -> Ended {
    let output = command.output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text in UTF-8");
    let code = output.status.code().expect("no signal ended it");
    Ended { code, out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the program and demands an exit code.
fn run(code: i32, arguments: &[&str]) -> Ended {
    let ended = ended(program(arguments));
    assert_eq!(ended.code, code, "{arguments:?}\n{}\n{}", ended.out, ended.err);
    ended
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}
