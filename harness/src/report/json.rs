//! The report as JSON: fields in a fixed order, two spaces, a line break at the end; written whole or not at all.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::Report;

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

/// Writes the report as JSON. A reader sees the old file or the new one, never a part.
///
/// # Errors
/// If the file cannot be written; then whatever was there is still there.
pub fn write(report: &Report, path: &Path) -> Result<(), ReportFileError> {
    let text = report.to_json().map_err(|error| ReportFileError::Json { path: path.to_owned(), error })?;
    replace(path, text.as_bytes()).map_err(|error| ReportFileError::File { path: path.to_owned(), error })
}

fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
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
    let text = fs::read_to_string(path).map_err(|error| ReportFileError::File { path: path.to_owned(), error })?;
    serde_json::from_str(&text).map_err(|error| ReportFileError::Json { path: path.to_owned(), error })
}
