//! A folder of replay files: failures go in, and come out again for the next run.
//!
//! Nothing in it is ever deleted, and nothing is written over but a replay file of the same failure.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{ENDING, LARGEST, Record, ReplayError, is_replay};

/// The most replay files of one folder that are read.
pub const MOST_FILES: usize = 1000;

/// The most bytes that are read of a folder, all files together.
const MOST_BYTES: u64 = 128 << 20;

/// What is in a folder, in order of names.
#[derive(Debug, Default)]
pub struct Found {
    /// The replay files: name and content.
    pub records: Vec<(String, Record)>,
    /// Why others that have the name of one are not among them: each is a failure that would go unnoticed.
    pub unread: Vec<String>,
    /// What else there is, in words.
    pub other: Vec<String>,
}

/// Why a failure was not saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file system said no.
    #[error("`{}` cannot be written: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// Something else has the name.
    #[error("`{}` is there already and is no replay file: it is left alone, and the failure is not saved", .0.display())]
    Taken(PathBuf),
    /// It would not be read again.
    #[error("`{}` would be larger than {LARGEST} bytes, and is not written", .0.display())]
    Large(PathBuf),
}

/// Reads the replay files of a folder; one that does not exist yet has none.
///
/// # Errors
/// If the folder cannot be read. What is no replay file, or none that can be read, is told among the findings.
pub fn found(folder: &Path) -> io::Result<Found> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::default()),
        entries => entries?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry?.path());
    }
    paths.sort();
    let (named, strange): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.into_iter().partition(|path| path.extension().is_some_and(|ending| ending == ENDING));
    let mut found = Found::default();
    let mut left = MOST_BYTES;
    for path in named.iter().take(MOST_FILES) {
        let size = fs::metadata(path).map_or(0, |there| there.len());
        if size > left {
            found.unread.push(format!("`{}`: more than {MOST_BYTES} bytes of one folder are not read", path.display()));
            continue;
        }
        left -= size;
        match Record::read(path) {
            Ok(record) => found.records.push((file_name(path), record)),
            Err(error) => found.unread.push(error.to_string()),
        }
    }
    if let Some(first) = named.get(MOST_FILES) {
        let (path, many) = (first.display(), named.len());
        found.unread.push(format!("`{path}`: only the first {MOST_FILES} of {many} replay files are read"));
    }
    let (renamed, strange): (Vec<PathBuf>, Vec<PathBuf>) = strange.into_iter().partition(|path| is_replay(path));
    found.other.extend(several(&renamed).map(|(which, it)| {
        format!(
            "{which}: a saved failure by its content, and {it} not played, for the name does not end in .{ENDING}: \
                 rename it if it is to count, or move it out of the folder"
        )
    }));
    found.other.extend(several(&strange).map(|(which, it)| {
        format!("{which}: not a replay file, whose name ends in .{ENDING}, so that {it} left alone")
    }));
    Ok(found)
}

/// The first of some files and how many more there are, and the verb for all of them; nothing where there is none.
fn several(paths: &[PathBuf]) -> Option<(String, &'static str)> {
    let (first, more) = paths.split_first()?;
    let first = format!("`{}`", first.display());
    Some(if more.is_empty() { (first, "it is") } else { (format!("{first} and {} more", more.len()), "they are") })
}

/// Writes a failure to a folder, which is made if need be, and says under which name. A reader sees a whole file or none.
///
/// # Errors
/// If it cannot be written, or the name belongs to something that is no replay file.
pub fn save(folder: &Path, record: &Record) -> Result<String, SaveError> {
    let name = record.name();
    let path = folder.join(&name);
    let cannot = |error| SaveError::File { path: path.clone(), error };
    fs::create_dir_all(folder).map_err(cannot)?;
    let text = record.to_text().map_err(|error| cannot(io::Error::other(error)))?;
    if text.len() as u64 > LARGEST {
        return Err(SaveError::Large(path));
    }
    match Record::read(&path) {
        Err(ReplayError::File { error, .. }) if error.kind() == io::ErrorKind::NotFound => {}
        Ok(there) if there.ruling == record.ruling => {}
        _ => return Err(SaveError::Taken(path)),
    }
    crate::report::replace(&path, text.as_bytes()).map_err(cannot)?;
    Ok(name)
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
