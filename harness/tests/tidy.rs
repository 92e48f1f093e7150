//! What the house promises and a compiler does not see: which way imports point, what the engine must not use, how long
//! files are, and that whatever is cited exists.

#[path = "tidy/imports.rs"]
mod imports;
#[path = "tidy/protocol.rs"]
mod protocol;
#[path = "tidy/reference.rs"]
mod reference;
#[path = "tidy/rulings.rs"]
mod rulings;
#[path = "tidy/sources.rs"]
mod sources;

use std::fs;
use std::path::{Path, PathBuf};

/// A file of this repository.
struct File {
    /// Its path from the root, with `/`.
    path: String,
    text: String,
}

impl File {
    /// The lines that are not comments, numbered from 1, up to the tests at the end of the file.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(at, line)| (at + 1, line));
        lines.take_while(|(_, line)| !line.starts_with("#[cfg(test)]")).filter(|(_, line)| !is_comment(line))
    }

    /// The lines that are comments.
    fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(at, line)| (at + 1, line)).filter(|(_, line)| is_comment(line))
    }
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every file below a folder of the repository with this ending, sorted by path.
fn files(folder: &str, ending: &str) -> Vec<File> {
    let mut found = Vec::new();
    collect(&root().join(folder), folder, ending, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!found.is_empty(), "{folder} has no .{ending} files");
    found
}

fn collect(folder: &Path, name: &str, ending: &str, found: &mut Vec<File>) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if path.is_dir() && entry.file_name() == "target" {
            // What an adapter was built into.
        } else if path.is_dir() {
            collect(&path, &name, ending, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(File { path: name, text: fs::read_to_string(&path).expect("a text") });
        }
    }
}

/// Every Rust file of the repository.
fn rust() -> Vec<File> {
    ["engine", "harness", "fuzz"].into_iter().flat_map(|folder| files(folder, "rs")).collect()
}

/// Fails with all complaints at once.
fn none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// Whether the word stands in the text, not as a part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !before.ends_with(part) && !after.starts_with(part)
    })
}
