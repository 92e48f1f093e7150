//! What commands print: a reader that goes away ends no run, a full disk ends in an error and not in a panic.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write as _};
use std::sync::OnceLock;

/// Prints a line to standard output.
macro_rules! say {
    () => { $crate::cli::say::line(format_args!("")) };
    ($($text:tt)*) => { $crate::cli::say::line(format_args!($($text)*)) };
}
pub(super) use say;

/// Why standard output could not be written, the first time.
static FAILED: OnceLock<String> = OnceLock::new();

pub(super) fn line(text: Arguments<'_>) {
    match writeln!(anstream::stdout(), "{text}") {
        Ok(()) => {}
        // Somebody has seen enough: the verdict is still in the exit code.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => {
            FAILED.get_or_init(|| error.to_string());
        }
    }
}

/// Why some of what was to be printed was not, if so.
pub(super) fn failed() -> Option<&'static str> {
    if let Err(error) = anstream::stdout().flush()
        && error.kind() != ErrorKind::BrokenPipe
    {
        FAILED.get_or_init(|| error.to_string());
    }
    FAILED.get().map(String::as_str)
}
