//! The report as JSON: fields in a fixed order, two spaces, a line break at the end; written whole or not at all.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::{FORMAT, Format, Report};
use crate::fault::{placed_json, unreadable};

/// Why a report was not written or read.
#[derive(Debug, thiserror::Error)]
pub enum ReportFileError {
    /// The file system did not let it be read.
    #[error("{}", unreadable(.path, .error, REPORT))]
    File {
        /// The file.
        path: PathBuf,
        /// What it said.
        error: std::io::Error,
    },
    /// The file system did not let it be written.
    #[error("`{}` cannot be written: {error}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What it said.
        error: std::io::Error,
    },
    /// There is nothing in it.
    #[error("`{}` is empty, expected {REPORT}", .0.display())]
    Empty(PathBuf),
    /// It is not a report.
    #[error("`{}`, {}; expected {REPORT}", .path.display(), placed_json(.error))]
    Json {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: serde_json::Error,
    },
    /// It is one of another version of the shape.
    #[error("`{}`: version {version} of reports is not known: this program reads version {FORMAT}", .path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u32,
    },
}

/// What is read.
const REPORT: &str = "a JSON report, as `headjudge certify --report json=FILE` writes it";

#[derive(serde::Deserialize)]
struct Version {
    format: u32,
}

impl Report {
    /// The report as JSON text.
    ///
    /// # Errors
    /// None that is known: a report is plain data.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        Ok(text)
    }
}

/// The largest file that is read as a report, in bytes.
const LARGEST: u64 = 1 << 28;

/// Writes the report in a format. A reader sees the old file or the new one, never a part.
///
/// # Errors
/// If the file cannot be written; then whatever was there is still there.
pub fn write(report: &Report, format: Format, path: &Path) -> Result<(), ReportFileError> {
    let written = format.text(report).and_then(|text| replace(path, text.as_bytes()));
    written.map_err(|error| ReportFileError::Write { path: path.to_owned(), error })
}

/// Writes a file beside its place and moves it there; through links, into devices, never over what is read-only.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let Some(place) = place(path)? else {
        return fs::OpenOptions::new().write(true).open(path)?.write_all(bytes);
    };
    let temporary = beside(&place);
    let written = fs::File::create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&temporary, &place));
    if done.is_err() {
        // The reason is told; that the rest is left over, too, would hide it.
        let _ = fs::remove_file(&temporary);
    }
    done
}

/// Whether [`replace`] can write the file, as far as that can be found out without writing it.
///
/// # Errors
/// What would keep it from that.
pub(crate) fn replaceable(path: &Path) -> io::Result<()> {
    // Who opens a pipe has to wait for its reader, so that a device or a pipe is not tried.
    let Some(place) = place(path)? else { return Ok(()) };
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(io::Error::other(format!("there is no folder `{}`", folder.display())));
    }
    let temporary = beside(&place);
    fs::File::create(&temporary)?;
    fs::remove_file(&temporary)
}

/// The file that is replaced: what a link leads to, not the link. Nothing for a device or a pipe, which is written to.
fn place(path: &Path) -> io::Result<Option<PathBuf>> {
    let error = |kind, why: &str| Err(io::Error::new(kind, why));
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => {
            error(io::ErrorKind::IsADirectory, "this is a folder, expected the name of a file")
        }
        Ok(there) if !there.is_file() => Ok(None),
        Ok(there) if there.permissions().readonly() => error(io::ErrorKind::PermissionDenied, "the file is read-only"),
        Ok(_) => fs::canonicalize(path).map(Some),
        Err(_) => {
            let slash = path.to_string_lossy().ends_with(std::path::is_separator);
            if slash || path.file_name().is_none() {
                return error(io::ErrorKind::InvalidInput, "this names a folder, expected the name of a file");
            }
            Ok(Some(path.to_owned()))
        }
    }
}

/// A name beside the file, so that renaming stays within one file system.
fn beside(place: &Path) -> PathBuf {
    let mut name = place.file_name().map_or_else(Default::default, ToOwned::to_owned);
    name.push(format!(".{}.tmp", std::process::id()));
    place.with_file_name(name)
}

/// Reads a report that was written as JSON.
///
/// # Errors
/// If the file cannot be read or is something else.
pub fn read(path: &Path) -> Result<Report, ReportFileError> {
    let file = |error| ReportFileError::File { path: path.to_owned(), error };
    let mut text = String::new();
    let read = fs::File::open(path).and_then(|open| open.take(LARGEST + 1).read_to_string(&mut text)).map_err(file)?;
    if read as u64 > LARGEST {
        return Err(file(std::io::Error::other(format!("the file is larger than {LARGEST} bytes"))));
    }
    if text.trim().is_empty() {
        return Err(ReportFileError::Empty(path.to_owned()));
    }
    // Of another version the rest may look like anything.
    match serde_json::from_str::<Version>(&text) {
        Ok(Version { format: version }) if version != FORMAT => {
            Err(ReportFileError::Version { path: path.to_owned(), version })
        }
        _ => serde_json::from_str(&text).map_err(|error| ReportFileError::Json { path: path.to_owned(), error }),
    }
}
