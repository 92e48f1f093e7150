//! `headjudge new adapter`: what it writes is sound at once, in every language, and plays nothing yet.

use std::path::Path;
use std::process::{Command, ExitCode};

use headjudge_protocol::adapter;
use libtest_mimic::Failed;

use crate::Test;
use crate::adapters::headjudge;
use crate::kits::is_there;

/// The tests of this file.
pub(crate) const TESTS: &[Test] = &[
    ("a new adapter in Python is sound", || sound("python", &["python3"])),
    ("a new adapter in Node is sound", || sound("node", &["node"])),
    ("a new adapter in Java is sound", || sound("java", &["java", "javac"])),
    ("a new adapter in Rust is sound", rust),
    ("a new adapter takes the place of nothing", taken),
];

/// The engine of the adapter in Rust. That it builds where it is written, `.ci/run full` tries.
#[path = "../../adapters/template/rust/src/engine.rs"]
mod engine;

pub(crate) fn main() -> ExitCode {
    adapter::stdio(&engine::MyEngine).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
}

fn new(lang: &str, folder: &Path) -> Result<(Option<i32>, String), Failed> {
    headjudge(&["new", "adapter", "--lang", lang, &folder.display().to_string()])
}

/// The command that `new` says to run, after a label.
fn said(said: &str, label: &str) -> Result<Vec<String>, Failed> {
    let line = said.lines().find_map(|line| line.strip_prefix(label));
    Ok(shlex::split(line.ok_or_else(|| format!("no `{label}`: {said}"))?).ok_or("a quotation mark is missing")?)
}

fn sound(lang: &str, programs: &[&str]) -> Result<(), Failed> {
    if !is_there(programs) {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let (code, text) = new(lang, &folder.path().join("an adapter"))?;
    assert_eq!(code, Some(0), "{text}");
    if text.contains("To build it:") {
        let build = said(&text, "To build it: ")?;
        let built = Command::new(&build[0]).args(&build[1..]).output()?;
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    }
    let [program, command, engine] = &said(&text, "To check it: ")?[..] else { return Err(text.into()) };
    assert_eq!((program.as_str(), command.as_str()), ("headjudge", "doctor"));
    plays_nothing(engine)
}

fn plays_nothing(engine: &str) -> Result<(), Failed> {
    let (code, text) = headjudge(&["doctor", engine])?;
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("my engine") && text.contains("as far as 2 of"), "{text}");
    let (code, text) = headjudge(&["certify", "--engine", engine, "--cases", "3", "mana/could-none"])?;
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("3 cases (3 unsupported)"), "{text}");
    Ok(())
}

fn rust() -> Result<(), Failed> {
    let program = std::env::current_exe()?.display().to_string();
    plays_nothing(&shlex::try_join([program.as_str(), "template"])?)?;
    let folder = tempfile::tempdir()?;
    let (code, text) = new("rust", folder.path())?;
    assert_eq!(code, Some(0), "{text}");
    // The crate is found from there.
    let package = std::fs::read_to_string(folder.path().join("Cargo.toml"))?;
    let path = package.split("path = \"").nth(1).and_then(|rest| rest.split('"').next()).ok_or(package.as_str())?;
    let protocol = folder.path().canonicalize()?.join(path).join("Cargo.toml");
    assert!(std::fs::read_to_string(protocol)?.contains("name = \"headjudge-protocol\""));
    assert!(!package.contains("DEPENDENCY"), "{package}");
    assert!(!std::fs::read_to_string(folder.path().join("README.md"))?.contains("DEPENDENCY"));
    Ok(())
}

fn taken() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("engine.py"), "mine")?;
    let (code, text) = new("python", folder.path())?;
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("engine.py` is there already"), "{text}");
    assert_eq!(std::fs::read_to_string(folder.path().join("engine.py"))?, "mine");
    // Nor is anything else written.
    assert_eq!(std::fs::read_dir(folder.path())?.count(), 1);
    let (code, text) = new("cobol", folder.path())?;
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("python, rust, node, java"), "{text}");
    Ok(())
}
