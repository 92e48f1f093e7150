//! The library: every ruling, card and clause, read from files or from what is embedded, with all faults of all files.

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use headjudge_engine::{Card, CardId, CardTable};

use crate::cases::{self, PublicCase};
use crate::clauses::{self, Citations, Clauses};
use crate::digest::Digest;
use crate::fault::{Fault, Faults, Source, Span};
use crate::generate::Pool;
use crate::ruling::lower::{self, Shelf};
use crate::ruling::{Ruling, groups};
use crate::values::CardViews;
use crate::yaml::{self, Node};

/// The files of `rulings/`, as they were when this program was built: path and text, sorted.
static EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/rulings.rs"));

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// Everything that cases are drawn from and judged by.
#[derive(Debug)]
pub struct Library {
    /// The cards.
    pub pool: Pool,
    /// The rulings, sorted by id.
    pub rulings: Vec<Ruling>,
    /// The clauses.
    pub clauses: Clauses,
    /// Where each public case went.
    pub cases: Vec<PublicCase>,
    /// What can be cited.
    pub citations: Citations,
    /// A digest of every file: equal for equal libraries.
    pub digest: u64,
}

impl Library {
    /// The library that this program carries.
    ///
    /// # Errors
    /// Every fault of every file.
    pub fn embedded() -> Result<Library, Faults> {
        Library::read(Library::embedded_files())
    }

    /// The files of the library that this program carries: paths below `rulings/`, sorted, and texts.
    #[must_use]
    pub fn embedded_files() -> Vec<(String, String)> {
        EMBEDDED.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    }

    /// The library in a folder laid out like `rulings/`.
    ///
    /// # Errors
    /// Every fault of every file, files that cannot be read included.
    pub fn from_dir(folder: &Path) -> Result<Library, Faults> {
        let (files, mut faults) = gather(folder)?;
        match Library::read(files) {
            Ok(library) => faults.into_result(Some(library)),
            Err(more) => {
                faults.append(more);
                Err(faults)
            }
        }
    }

    /// The files of a folder laid out like `rulings/`: paths below it, sorted, and texts.
    ///
    /// # Errors
    /// If the folder is no such folder, or some files cannot be read.
    pub fn files(folder: &Path) -> Result<Vec<(String, String)>, Faults> {
        let (files, faults) = gather(folder)?;
        faults.into_result(Some(files))
    }

    /// The library of the given files: paths below the folder, with `/`, and texts.
    ///
    /// # Errors
    /// Every fault of every file.
    pub fn read(files: Vec<(String, String)>) -> Result<Library, Faults> {
        let mut faults = Faults::new();
        let digest = digest(&files);
        let mut nodes: Vec<(String, Node)> = Vec::new();
        let mut citations = Citations::default();
        for (path, text) in &files {
            if path == "citations.lock" {
                citations = Citations::parse(path, text, &mut faults);
            } else if let Some(node) = faults.take(yaml::parse(path, text)) {
                nodes.push((path.clone(), node));
            }
        }
        let find = |name: &str| nodes.iter().find(|(path, _)| path == name).map(|(_, node)| node);
        let table = cards(nodes.iter().filter(|(path, _)| path.starts_with("cards/")), &mut faults);
        let table = Arc::new(table.unwrap_or_default());
        let views = CardViews::new(&table);
        let groups = find("groups.yaml").map(|node| groups::read(node, &table, &views, &mut faults));
        let groups = groups.unwrap_or_default();
        let clauses = find("clauses.yaml").and_then(|node| clauses::read(node, &citations, &mut faults));
        let clauses = missing(clauses, find("clauses.yaml").is_none(), "clauses.yaml", &mut faults);
        let inert: Vec<CardId> = groups.get("inert").cloned().unwrap_or_default();
        let pool = Pool { cards: table, views, inert };
        let shelf = Shelf { pool: &pool, groups: &groups, clauses: &clauses, citations: &citations };
        let mut rulings = Vec::new();
        for (path, node) in &nodes {
            if path.contains('/') && !path.starts_with("cards/") {
                rulings.extend(lower::ruling(path, node, &shelf, &mut faults));
            }
        }
        rulings.sort_by(|a: &Ruling, b: &Ruling| a.id.cmp(&b.id));
        let cases = find("cases.yaml").map(|node| cases::read(node, &rulings, &mut faults)).unwrap_or_default();
        faults.sort();
        faults.into_result(Some(Library { pool, rulings, clauses, cases, citations, digest }))
    }

    /// The ruling of that id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Ruling> {
        self.rulings.binary_search_by(|ruling| ruling.id.as_str().cmp(id)).ok().map(|at| &self.rulings[at])
    }
}

fn missing<T: Default>(value: Option<T>, absent: bool, file: &str, faults: &mut Faults) -> T {
    if absent {
        faults.push(Fault::new(&Source::new(file, ""), Span::new(0, 0), "the file is missing"));
    }
    value.unwrap_or_default()
}

/// Reads card files: each a list of cards, read one by one, so that each has its faults reported.
fn cards<'n>(nodes: impl Iterator<Item = &'n (String, Node)>, faults: &mut Faults) -> Option<CardTable> {
    let mut all: Vec<(Card, &Node)> = Vec::new();
    for (_, node) in nodes {
        for item in node.list(faults).unwrap_or_default() {
            all.extend(faults.take(item.deserialize::<Card>()).map(|card| (card, item)));
        }
    }
    match CardTable::new(all.iter().map(|(card, _)| card.clone()).collect()) {
        Ok(table) => Some(table),
        Err(errors) => {
            for error in errors {
                let at = all.iter().rfind(|(card, _)| card.name == error.card()).or(all.first());
                if let Some((_, node)) = at {
                    faults.push(node.get("name").unwrap_or(node).fault(error.to_string()));
                }
            }
            None
        }
    }
}

/// The files of a folder laid out like `rulings/`, and what is wrong with others.
fn gather(folder: &Path) -> Result<(Vec<(String, String)>, Faults), Faults> {
    let mut faults = Faults::new();
    let mut files = Vec::new();
    if !folder.join("clauses.yaml").is_file() {
        // Another folder, perhaps a large one: nothing in it is looked at.
        let why = match folder.is_dir() {
            true => "this folder has no `clauses.yaml`: expected one laid out like `rulings/`",
            false => "this is no folder: expected one laid out like `rulings/`",
        };
        faults.push(Fault::new(&Source::new(&folder.display().to_string(), ""), Span::new(0, 0), why));
        return Err(faults);
    }
    collect(folder, folder, &mut files, &mut faults);
    files.sort();
    Ok((files, faults))
}

/// How deep folders may lie in one another.
const DEEPEST: usize = 8;

/// Reads the files below a folder. Links to folders are not followed, and what is no file is a fault: reading a pipe or a
/// device might never end.
fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, String)>, faults: &mut Faults) {
    let unreadable =
        |path: &Path, why: String| Fault::new(&Source::new(&path.display().to_string(), ""), Span::new(0, 0), why);
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return faults.push(unreadable(folder, format!("the folder cannot be read: {error}"))),
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let below = path.strip_prefix(root).unwrap_or(&path);
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            if below.components().count() > DEEPEST {
                faults.push(unreadable(&path, format!("the folder lies deeper than {DEEPEST} others")));
            } else {
                collect(root, &path, files, faults);
            }
            continue;
        }
        if !matches!(path.extension().and_then(|e| e.to_str()), Some("yaml" | "lock")) {
            continue;
        }
        let name = below.to_string_lossy().replace('\\', "/");
        match read(&path) {
            Ok(text) => files.push((name, text)),
            Err(why) => faults.push(unreadable(&path, why)),
        }
    }
}

/// The text of a file of bounded size.
fn read(path: &Path) -> Result<String, String> {
    let cannot = |error: std::io::Error| format!("the file cannot be read: {error}");
    if !std::fs::metadata(path).map_err(cannot)?.is_file() {
        return Err("this is no file that can be read: expected a plain file".to_owned());
    }
    let mut text = String::new();
    let open = std::fs::File::open(path).map_err(cannot)?;
    let many = open.take(LARGEST + 1).read_to_string(&mut text).map_err(cannot)?;
    if many as u64 > LARGEST { Err(format!("the file is larger than {LARGEST} bytes")) } else { Ok(text) }
}

/// Over paths and texts.
fn digest(files: &[(String, String)]) -> u64 {
    let mut digest = Digest::default();
    files.iter().flat_map(|(path, text)| [path, text]).for_each(|text| digest.add(text));
    digest.0
}
