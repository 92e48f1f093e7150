//! What fuzz targets do where no fuzzer runs them: replay the inputs that are named on the command line.

use std::{env, fs};

/// Checks the property of that name on every file named on the command line, and on every file of every folder.
///
/// # Panics
/// If an input breaks the property, as under a fuzzer.
pub fn replay(name: &str) {
    let mut paths: Vec<_> = env::args_os().skip(1).map(std::path::PathBuf::from).collect();
    while let Some(path) = paths.pop() {
        if let Ok(entries) = fs::read_dir(&path) {
            paths.extend(entries.flatten().map(|entry| entry.path()));
        } else if let Ok(bytes) = fs::read(&path) {
            headjudge::property::check(name, &bytes);
        }
    }
}
