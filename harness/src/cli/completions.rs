//! `headjudge completions`: what a shell needs to complete commands and options.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::{Cli, Exit, Failed, say};

/// The arguments of `completions`.
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// For which shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn completions(args: &CompletionsArgs) -> Result<Exit, Failed> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "headjudge", &mut script);
    say!("{}", String::from_utf8_lossy(&script).trim_end());
    Ok(Exit::Fine)
}
