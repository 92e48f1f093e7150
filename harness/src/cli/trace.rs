//! `--trace-wire`: what goes over the wire, in a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::Failed;
use crate::engines::Trace;

/// Where the traffic with an engine that is a program is written down.
#[derive(Debug, Args)]
pub(super) struct TraceArgs {
    /// Write every line that goes to the engine or comes from it to a file, with worker, way and case; long lines are cut, and
    /// so is what goes beyond 256 MiB
    #[arg(long, value_name = "FILE")]
    pub(super) trace_wire: Option<PathBuf>,
}

impl TraceArgs {
    /// Begins the file, if one is wanted.
    pub(super) fn begin(&self) -> Result<Option<Arc<Trace>>, Failed> {
        let begin = |path: &PathBuf| Trace::create(path).map(Arc::new).map_err(|error| unwritten(path, &error));
        self.trace_wire.as_ref().map(begin).transpose()
    }

    /// Whether everything could be written.
    pub(super) fn end(&self, trace: Option<&Arc<Trace>>) -> Result<(), Failed> {
        match (trace, &self.trace_wire) {
            (Some(trace), Some(path)) => trace.end().map_err(|error| unwritten(path, &error)),
            _ => Ok(()),
        }
    }
}

fn unwritten(path: &Path, error: &std::io::Error) -> Failed {
    Failed::Call(format!("`{}` cannot be written: {error}", path.display()))
}
