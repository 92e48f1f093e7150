//! Which rulings the words on the command line mean.

use crate::fault::suggestion;
use crate::library::Library;
use crate::ruling::Ruling;

/// A word that no ruling answers to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no ruling matches `{filter}`{}; `headjudge list` shows them all", hint(.suggestion))]
pub struct SelectError {
    /// The word.
    pub filter: String,
    /// What was probably meant.
    pub suggestion: Option<String>,
}

fn hint(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map_or_else(String::new, |text| format!(" ({text})"))
}

/// The rulings that any of the words means, in order of id; without words all of them.
///
/// A word is a topic, a clause, a ruling's id, or any part of ids.
///
/// # Errors
/// If a word means none: a run that quietly leaves out what was asked for would be a lie.
pub fn select<'l>(library: &'l Library, filters: &[String]) -> Result<Vec<&'l Ruling>, SelectError> {
    for filter in filters {
        if !library.rulings.iter().any(|ruling| matches(library, ruling, filter)) {
            let ids = library.rulings.iter().flat_map(|ruling| [ruling.id.as_str(), ruling.topic()]);
            return Err(SelectError { filter: filter.clone(), suggestion: suggestion(filter, ids) });
        }
    }
    let wanted = |ruling: &&Ruling| filters.is_empty() || filters.iter().any(|filter| matches(library, ruling, filter));
    Ok(library.rulings.iter().filter(wanted).collect())
}

fn matches(library: &Library, ruling: &Ruling, filter: &str) -> bool {
    // The whole name of a topic or a ruling means that, not every id that happens to contain it.
    if crate::clauses::TOPICS.contains(&filter) {
        return ruling.topic() == filter;
    }
    if library.find(filter).is_some() {
        return ruling.id == filter;
    }
    ruling.id.contains(filter) || ruling.clauses.iter().any(|clause| clause == filter)
}
