//! `headjudge serve`.

use clap::Args;
use headjudge_engine::Mutant;

use super::{Common, Exit, Failed};
use crate::engines::{self, EngineError};

/// The arguments of `serve`.
#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// Break one rule: the name of a mutant
    #[arg(long, value_name = "NAME")]
    mutant: Option<String>,
}

pub(super) fn serve(args: &ServeArgs, common: &Common) -> Result<Exit, Failed> {
    let mutant: Option<Mutant> = args.mutant.as_deref().map(engines::mutant).transpose()?;
    let library = common.library()?;
    let served = engines::serve(&library.pool.cards, mutant, std::io::stdin().lock(), std::io::stdout().lock());
    match served {
        Ok(()) => Ok(Exit::Fine),
        // The harness has seen enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(Exit::Fine),
        Err(error) => Err(EngineError::Start { name: "serve".to_owned(), why: error.to_string() }.into()),
    }
}
