//! The files of a command: none that it writes may be one that it reads, or that it writes as something else.

use std::path::{Path, PathBuf};

use super::Failed;

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

/// The file itself, however it is called; nothing for what is no ordinary file.
fn place(path: &Path) -> Option<PathBuf> {
    if let Ok(found) = path.canonicalize() {
        return found.is_file().then_some(found);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}
