//! What is wrong with a library that loads: parts that do nothing, statements made twice, gaps.
//!
//! The loader refuses what means nothing; this looks for what means nothing *useful*. It plays no case, but for
//! [`played`], which does. Each check is a file and a function from the files to findings.

mod cards;
mod flow;
mod gaps;
pub mod played;
mod twice;
mod unfinished;
mod worth;

use crate::fault::Faults;
use crate::library::Library;
use crate::yaml::{self, Node};

pub use flow::{is_expression, unquoted};

/// What was found, in order of file and place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Findings {
    /// What has to be mended.
    pub faults: Faults,
    /// What is worth a look.
    pub advice: Faults,
}

/// A library as the checks see it: what it means, and where it is written.
struct Shelf<'l> {
    library: &'l Library,
    nodes: Vec<(String, Node)>,
}

impl Shelf<'_> {
    /// A file.
    fn file(&self, path: &str) -> Option<&Node> {
        self.nodes.iter().find(|(name, _)| name == path).map(|(_, node)| node)
    }

    /// The file of a ruling.
    fn ruling(&self, id: &str) -> Option<&Node> {
        let named = |path: &str| path.strip_suffix(".yaml") == Some(id);
        self.nodes.iter().find(|(path, _)| named(path)).map(|(_, node)| node)
    }
}

/// Checks a library that has been read from these files.
#[must_use]
pub fn check(library: &Library, files: &[(String, String)]) -> Findings {
    let mut findings = Findings::default();
    let yaml = files.iter().filter(|(path, _)| path.ends_with(".yaml"));
    let nodes = yaml.filter_map(|(path, text)| Some((path.clone(), yaml::parse(path, text).ok()?))).collect();
    let shelf = Shelf { library, nodes };
    flow::check(files, &mut findings);
    unfinished::check(files, &mut findings);
    worth::check(&shelf, &mut findings);
    twice::check(&shelf, &mut findings);
    gaps::check(&shelf, &mut findings);
    cards::check(&shelf, &mut findings);
    findings.faults.sort();
    findings.advice.sort();
    findings
}

/// The node of this file whose text is, or ends in, an expression: `a + b`, `= a + b`, `$a`.
fn locate<'n>(node: &'n Node, source: &str) -> Option<(&'n Node, usize)> {
    match &node.value {
        yaml::Value::Str(text) => {
            let before = text.strip_suffix(source)?;
            (before.is_empty() || before.starts_with(['=', '$'])).then_some((node, before.len()))
        }
        yaml::Value::List(items) => items.iter().find_map(|item| locate(item, source)),
        yaml::Value::Map(entries) => entries.iter().find_map(|(_, value)| locate(value, source)),
        yaml::Value::Null | yaml::Value::Bool(_) | yaml::Value::Int(_) | yaml::Value::Number(_) => None,
    }
}

/// The entries of a map at this key of a file.
fn entries<'n>(node: Option<&'n Node>, key: &str) -> &'n [(yaml::Key, Node)] {
    match node.and_then(|node| node.get(key)).map(|node| &node.value) {
        Some(yaml::Value::Map(entries)) => entries,
        _ => &[],
    }
}

/// The items of a list at this key of a file.
fn items<'n>(node: Option<&'n Node>, key: &str) -> &'n [Node] {
    match node.and_then(|node| node.get(key)).map(|node| &node.value) {
        Some(yaml::Value::List(items)) => items,
        _ => &[],
    }
}
