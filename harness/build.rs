//! Embeds the folder `rulings/`, so that the program works from any folder: a sorted list of paths and texts.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../rulings");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    let mut code = String::from("&[\n");
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
        let path = file.strip_prefix(&root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let full = fs::canonicalize(file)?;
        // Writing to a string cannot fail.
        let _ = writeln!(code, "    ({path:?}, include_str!({:?})),", full.display().to_string());
    }
    code.push_str("]\n");
    fs::write(PathBuf::from(env::var("OUT_DIR").unwrap_or_default()).join("rulings.rs"), code)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if matches!(path.extension().and_then(|e| e.to_str()), Some("yaml" | "lock")) {
            files.push(path);
        }
    }
    Ok(())
}
