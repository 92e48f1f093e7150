//! `headjudge new adapter`: the beginning of an adapter, in a language that there is a kit for.
//!
//! The files stand in `harness/adapters`, where the tests find them, and are embedded.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::write;
use crate::cli::{Exit, Failed, say};
use crate::report::describe::quoted;

/// The arguments of `new adapter`.
#[derive(Debug, Args)]
pub(super) struct AdapterArgs {
    /// In which language
    #[arg(long, value_name = "LANG")]
    lang: Lang,
    /// Where to write it; the folder is made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Lang {
    Python,
    Rust,
    #[value(alias = "javascript")]
    Node,
    Java,
}

macro_rules! adapters {
    ($path:literal) => {
        include_str!(concat!("../../../adapters/", $path))
    };
}

/// What is replaced in the files for Rust: it depends on where they are written.
const DEPENDENCY: &str = "DEPENDENCY";

impl Lang {
    /// The files by their names in the folder.
    fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Lang::Python => &[
                ("README.md", adapters!("template/python/README.md")),
                ("engine.py", adapters!("template/python/engine.py")),
                ("headjudge_adapter.py", adapters!("python/headjudge_adapter.py")),
            ],
            Lang::Rust => &[
                ("README.md", adapters!("template/rust/README.md")),
                ("Cargo.toml", adapters!("template/rust/package.toml")),
                ("src/main.rs", adapters!("template/rust/src/main.rs")),
                ("src/engine.rs", adapters!("template/rust/src/engine.rs")),
            ],
            Lang::Node => &[
                ("README.md", adapters!("template/node/README.md")),
                ("engine.mjs", adapters!("template/node/engine.mjs")),
                ("headjudge_adapter.mjs", adapters!("node/headjudge_adapter.mjs")),
            ],
            Lang::Java => &[
                ("README.md", adapters!("template/java/README.md")),
                ("MyEngine.java", adapters!("template/java/MyEngine.java")),
                ("HeadjudgeAdapter.java", adapters!("java/HeadjudgeAdapter.java")),
            ],
        }
    }

    /// The command that builds it, if one has to, and the one that starts it.
    fn commands(self, folder: &Path) -> (Option<String>, String) {
        let at = |name: &str| quoted(&folder.join(name).to_string_lossy());
        match self {
            Lang::Python => (None, format!("python3 {}", at("engine.py"))),
            Lang::Rust => {
                let build = format!("cargo build --release --manifest-path {}", at("Cargo.toml"));
                (Some(build), at("target/release/my-engine-adapter"))
            }
            Lang::Node => (None, format!("node {}", at("engine.mjs"))),
            Lang::Java => {
                let (kit, engine) = (at("HeadjudgeAdapter.java"), at("MyEngine.java"));
                let classes = at("classes");
                (Some(format!("javac -d {classes} {kit} {engine}")), format!("java -cp {classes} MyEngine"))
            }
        }
    }

    /// What has to be changed first.
    fn engine(self) -> &'static str {
        match self {
            Lang::Python => "engine.py",
            Lang::Rust => "src/engine.rs",
            Lang::Node => "engine.mjs",
            Lang::Java => "MyEngine.java",
        }
    }
}

pub(super) fn adapter(args: &AdapterArgs) -> Result<Exit, Failed> {
    let AdapterArgs { lang, folder } = args;
    // Nothing is written where something would be missing in the end.
    for (name, _) in lang.files() {
        let path = folder.join(name);
        if path.symlink_metadata().is_ok() {
            let place = path.display();
            return Err(Failed::Call(format!(
                "`{place}` is there already, and is not overwritten: choose another folder"
            )));
        }
    }
    std::fs::create_dir_all(folder)
        .map_err(|error| Failed::Call(format!("`{}` cannot be made: {error}", folder.display())))?;
    let protocol = protocol(folder);
    for (name, text) in lang.files() {
        let path = folder.join(name);
        let text = match *name {
            "Cargo.toml" => text.replace(&format!("\"{DEPENDENCY}\""), &dependency(protocol.as_deref())),
            "README.md" => text.replace(DEPENDENCY, told(protocol.as_deref())),
            _ => (*text).to_owned(),
        };
        write(path.parent().unwrap_or(folder), &path, &text)?;
        say!("{} is written.", path.display());
    }
    let (build, start) = lang.commands(folder);
    say!("\nSo far it answers every case with `unsupported`. Fill in {}; README.md beside it says how.", lang.engine());
    if let Some(build) = build {
        say!("To build it: {build}");
    }
    say!("To check it: headjudge doctor {}", quoted(&start));
    say!("To try it:   headjudge certify --engine {} --cases 20 mana", quoted(&start));
    Ok(Exit::Fine)
}

/// The folder of the crate `headjudge-protocol` as seen from another folder: in a checkout above that folder, above this
/// program, or where this program was built.
fn protocol(from: &Path) -> Option<PathBuf> {
    let from = from.canonicalize().ok()?;
    let program = std::env::current_exe().ok();
    let above = from.ancestors().chain(program.iter().flat_map(|program| program.ancestors()));
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol");
    let mut found = above.map(|folder| folder.join("harness/protocol")).chain([built]);
    let protocol = found.find(|folder| folder.join("Cargo.toml").is_file())?.canonicalize().ok()?;
    let common = from.components().zip(protocol.components()).take_while(|(a, b)| a == b).count();
    if common == 0 {
        // On another drive, say.
        return Some(protocol);
    }
    let up = from.components().skip(common).map(|_| std::path::Component::ParentDir);
    Some(up.chain(protocol.components().skip(common)).collect())
}

/// The dependency on the crate, as Cargo reads it.
fn dependency(protocol: Option<&Path>) -> String {
    match protocol {
        Some(path) => {
            let path = path.to_string_lossy().replace('\\', "/").replace('"', "\\\"");
            format!("{{ path = \"{path}\" }}")
        }
        None => format!("{{ git = \"{}\" }}", env!("CARGO_PKG_REPOSITORY")),
    }
}

/// Where the crate comes from, for the README.
fn told(protocol: Option<&Path>) -> &'static str {
    match protocol {
        Some(_) => {
            "`Cargo.toml` takes that crate from the checkout of Headjudge that was found when this was written, by its path. If either\n\
             is moved, change the path."
        }
        None => {
            "No checkout of Headjudge was found when this was written. So `Cargo.toml` takes that crate from the repository, which has not\n\
             been tried; if you have a checkout, write `{ path = \"…/harness/protocol\" }` instead."
        }
    }
}
