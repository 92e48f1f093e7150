//! The files of a command, looked at before anything is run: none that it writes may be one that it reads, or that it writes
//! as something else; and each has to be one that can be written.

use std::path::{Path, PathBuf};

use super::Failed;
use crate::report;

/// A file with what it is to the command.
pub(super) type Named<'f> = (&'static str, &'f Path);

/// Refuses a command that would lose a file of its own. Devices and pipes lose nothing.
pub(super) fn apart(reads: &[Named<'_>], writes: &[Named<'_>]) -> Result<(), Failed> {
    for (at, (what, path)) in writes.iter().enumerate() {
        let Some(place) = place(path) else { continue };
        let others = reads.iter().chain(&writes[..at]);
        for (other, taken) in others {
            if self::place(taken).as_ref() == Some(&place) {
                let path = path.display();
                return Err(Failed::Call(format!(
                    "`{path}` is {other}, and cannot be {what} as well: give another name"
                )));
            }
        }
    }
    Ok(())
}

/// Refuses a command that could not write one of its files in the end, when whatever took long is done.
pub(super) fn writable(writes: &[Named<'_>]) -> Result<(), Failed> {
    let cannot = |(what, path): &Named<'_>| {
        let error = report::replaceable(path).err()?;
        Some(Failed::Call(format!("`{}` cannot be written as {what}: {error}", path.display())))
    };
    writes.iter().find_map(cannot).map_or(Ok(()), Err)
}

/// The same for a folder that files are written into, and that is made if it is not there.
pub(super) fn writable_folder((what, folder): Named<'_>) -> Result<(), Failed> {
    let there = folder.ancestors().find(|folder| folder.symlink_metadata().is_ok()).unwrap_or(Path::new("."));
    let tried = if there.is_dir() {
        report::replaceable(&there.join(".headjudge"))
    } else {
        Err(std::io::Error::other(format!("`{}` is no folder", there.display())))
    };
    tried.map_err(|error| Failed::Call(format!("`{}` cannot be written to as {what}: {error}", folder.display())))
}

/// The file itself, however it is called; nothing for what is no ordinary file.
fn place(path: &Path) -> Option<PathBuf> {
    if let Ok(found) = path.canonicalize() {
        return found.is_file().then_some(found);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}
