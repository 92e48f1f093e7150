//! The report as JSON: fields in a fixed order, two spaces, a line break at the end; written whole or not at all.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::{Format, Report};

/// Why a report was not written or read.
#[derive(Debug, thiserror::Error)]
pub enum ReportFileError {
    /// The file system said no.
    #[error("`{}`: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What it said.
        error: std::io::Error,
    },
    /// It is not a report.
    #[error("`{}` is no report: {error}", .path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: serde_json::Error,
    },
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
    written.map_err(|error| ReportFileError::File { path: path.to_owned(), error })
}

/// Writes a file beside its place and moves it there; through links, into devices, never over what is read-only.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let path = match fs::metadata(path) {
        // A device or a pipe is written to; there is nothing to replace.
        Ok(there) if !there.is_file() && !there.is_dir() => {
            return fs::OpenOptions::new().write(true).open(path)?.write_all(bytes);
        }
        Ok(there) if there.permissions().readonly() => {
            return Err(std::io::Error::new(std::io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        // What a link leads to is replaced, not the link.
        Ok(_) => &fs::canonicalize(path)?,
        Err(_) => path,
    };
    // Beside the file, so that renaming stays within one file system.
    let mut name = path.file_name().map_or_else(Default::default, ToOwned::to_owned);
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = fs::File::create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&temporary, path));
    if done.is_err() {
        // The reason is told; that the rest is left over, too, would hide it.
        let _ = fs::remove_file(&temporary);
    }
    done
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
    serde_json::from_str(&text).map_err(|error| ReportFileError::Json { path: path.to_owned(), error })
}
