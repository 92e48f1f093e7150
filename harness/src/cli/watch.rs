//! `certify --watch`: the same run again whenever something that it depends on changes.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use notify::{Event, EventKind, RecursiveMode, Watcher as _};

use super::{Exit, Failed, complain, say};
use crate::engines;

/// How long nothing may change before the next run begins: editors write a file in several strokes.
const CALM: Duration = Duration::from_millis(200);

/// How often it is asked whether the user wants to end.
const GLANCE: Duration = Duration::from_millis(50);

/// Runs, waits for a change in the folder of rulings or of one of the files, and runs again, until it is interrupted. A run
/// that comes to nothing, because a file is faulty at the moment, says so and is waited for like any other.
pub(super) fn again_and_again(
    rulings: Option<&Path>,
    files: &[PathBuf],
    run: impl Fn() -> Result<Exit, Failed>,
) -> Result<Exit, Failed> {
    let failed = |error: notify::Error| Failed::Call(format!("changes cannot be watched: {error}"));
    let whole = |path: &Path| {
        path.canonicalize().map_err(|error| Failed::Call(format!("`{}` cannot be watched: {error}", path.display())))
    };
    let rulings = rulings.map(whole).transpose()?;
    let files = files.iter().map(|path| whole(path)).collect::<Result<Vec<PathBuf>, Failed>>()?;
    if rulings.is_none() && files.is_empty() {
        let why = "there is nothing to watch: give --rulings DIR, an engine that is a file, or --baseline FILE";
        return Err(Failed::Call(why.to_owned()));
    }
    let (sender, changes) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(sender).map_err(failed)?;
    if let Some(folder) = &rulings {
        watcher.watch(folder, RecursiveMode::Recursive).map_err(failed)?;
    }
    for folder in files.iter().filter_map(|file| file.parent()) {
        // A file that is replaced by another of its name is not the file that was watched: its folder is.
        watcher.watch(folder, RecursiveMode::NonRecursive).map_err(failed)?;
    }
    let matters = |path: &PathBuf| {
        let ruling = |folder: &PathBuf| path.starts_with(folder) && path.extension().is_some_and(|e| e == "yaml");
        files.contains(path) || rulings.as_ref().is_some_and(ruling)
    };
    let matters = |event: &Event| !matches!(event.kind, EventKind::Access(_)) && event.paths.iter().any(matters);
    loop {
        match run() {
            Ok(Exit::Interrupted) => return Ok(Exit::Interrupted),
            Ok(_) => {}
            Err(failed) => complain(format_args!("{failed}")),
        }
        say!("\nWaiting for changes; Ctrl-C ends.");
        if !wait(&changes, matters)? {
            return Ok(Exit::Interrupted);
        }
    }
}

/// Waits for a change that matters, and then until there are no more; whether there was one before the user wanted to end.
fn wait(changes: &Receiver<notify::Result<Event>>, matters: impl Fn(&Event) -> bool) -> Result<bool, Failed> {
    let mut changed = false;
    loop {
        if engines::interrupted() {
            return Ok(false);
        }
        match changes.recv_timeout(if changed { CALM } else { GLANCE }) {
            Ok(Ok(event)) => changed |= matters(&event),
            Ok(Err(error)) => return Err(Failed::Call(format!("changes cannot be watched any more: {error}"))),
            Err(RecvTimeoutError::Timeout) if changed => return Ok(true),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failed::Call("changes cannot be watched any more".into()));
            }
        }
    }
}
