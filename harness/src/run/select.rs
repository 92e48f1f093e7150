//! Which rulings the words on the command line mean.
//!
//! ```text
//! filter  = term { "+" term }      all of the terms must hold; several filters are alternatives
//! term    = word | key ":" value   a value with a "+" in it stands in double quotes
//! ```

use headjudge_engine::Mutant;

use crate::clauses::TOPICS;
use crate::fault::{listed, suggestion};
use crate::library::Library;
use crate::rulebook::is_part;
use crate::ruling::{Ruling, Status};

/// What `--help` says about filters.
pub const FILTER_HELP: &str = "Filters: a topic, a clause, a ruling's id, or any part of ids; or one of
  topic:mana            rulings of a topic
  clause:x.stack.mana   rulings that encode a clause
  rule:616.1            rulings that cite a rule or one of its subrules
  card:\"Nine Lives\"     rulings whose boards can have a card, surroundings aside
  kills:MUTANT          rulings that claim to kill a mutant
  case:34               rulings that come from a public case
  status:contested      rulings that are contested, or status:certifies
Several filters are alternatives; terms joined by + must all hold: topic:x+rule:107.3";

/// Why words on the command line mean no rulings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectError {
    /// A term that no ruling answers to.
    #[error("no ruling matches `{filter}`{}; `headjudge list` shows them all", hint(.suggestion))]
    None {
        /// The term, or the filter of several terms that no ruling answers to all of.
        filter: String,
        /// What was probably meant.
        suggestion: Option<String>,
    },
    /// A key that filters do not have.
    #[error("`{key}` is no key of a filter, expected {}{}", listed(KEYS), hint(.suggestion))]
    Key {
        /// The key.
        key: String,
        /// What was probably meant.
        suggestion: Option<String>,
    },
    /// A filter that is cut short.
    #[error("the filter `{0}` has an empty part: write it as in topic:x+rule:107.3")]
    Empty(String),
}

fn hint(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map_or_else(String::new, |text| format!(" ({text})"))
}

/// The keys of terms.
const KEYS: [&str; 7] = ["topic", "clause", "rule", "card", "kills", "case", "status"];

/// The words for whether a ruling certifies.
const STATUSES: [&str; 2] = ["contested", "certifies"];

/// One condition on rulings.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Term {
    /// A topic, a clause, a ruling's id, or any part of ids.
    Word(String),
    Topic(String),
    Clause(String),
    Rule(String),
    Card(String),
    Kills(String),
    Case(String),
    Status(String),
}

/// The rulings that any of the filters means, in order of id; without filters all of them.
///
/// # Errors
/// If a filter means none: a run that quietly leaves out what was asked for would be a lie.
pub fn select<'l>(library: &'l Library, filters: &[String]) -> Result<Vec<&'l Ruling>, SelectError> {
    let mut wanted = vec![filters.is_empty(); library.rulings.len()];
    for filter in filters {
        let terms = terms(filter)?;
        for term in &terms {
            if !library.rulings.iter().any(|ruling| term.holds(library, ruling)) {
                return Err(SelectError::None { filter: term.text(), suggestion: term.near(library) });
            }
        }
        let mut none = true;
        for (wanted, ruling) in wanted.iter_mut().zip(&library.rulings) {
            let all = terms.iter().all(|term| term.holds(library, ruling));
            *wanted |= all;
            none &= !all;
        }
        if none {
            let suggestion = Some("each part of it matches some, but none matches all".to_owned());
            return Err(SelectError::None { filter: filter.clone(), suggestion });
        }
    }
    Ok(library.rulings.iter().zip(wanted).filter(|(_, wanted)| *wanted).map(|(ruling, _)| ruling).collect())
}

/// The terms of a filter; a `+` inside quotes joins nothing.
fn terms(filter: &str) -> Result<Vec<Term>, SelectError> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for c in filter.chars() {
        match c {
            '"' => quoted = !quoted,
            '+' if !quoted => parts.push(String::new()),
            _ => parts.iter_mut().last().into_iter().for_each(|part| part.push(c)),
        }
    }
    parts.iter().map(|part| Term::new(part.trim()).ok_or_else(|| SelectError::Empty(filter.to_owned()))?).collect()
}

impl Term {
    /// A term, or the key that is none; nothing if a part is empty.
    fn new(text: &str) -> Option<Result<Term, SelectError>> {
        let Some((key, value)) = text.split_once(':') else {
            return (!text.is_empty()).then(|| Ok(Term::Word(text.to_owned())));
        };
        let value = value.trim().to_owned();
        if value.is_empty() {
            return None;
        }
        Some(Ok(match key {
            "topic" => Term::Topic(value),
            "clause" => Term::Clause(value),
            "rule" => Term::Rule(value),
            "card" => Term::Card(value),
            "kills" => Term::Kills(value),
            "case" => Term::Case(value),
            "status" => Term::Status(value),
            _ => return Some(Err(SelectError::Key { key: key.to_owned(), suggestion: suggestion(key, KEYS) })),
        }))
    }

    fn holds(&self, library: &Library, ruling: &Ruling) -> bool {
        match self {
            Term::Word(word) => matches(library, ruling, word),
            Term::Topic(topic) => ruling.topic() == topic,
            Term::Clause(id) => ruling.clauses.iter().any(|clause| clause == id),
            Term::Rule(number) => ruling.cite.rules.iter().any(|rule| is_part(rule, number)),
            Term::Card(name) => {
                let cards = &library.pool.cards;
                // Capitals are easily missed.
                let is = |card| cards.card(card).name.eq_ignore_ascii_case(name);
                ruling.cards(&library.pool).into_iter().any(is)
            }
            Term::Kills(name) => ruling.kills.iter().any(|mutant| mutant.name() == name),
            Term::Case(number) => {
                let number = number.parse().ok();
                let listed = library.cases.iter().filter(|case| Some(case.case) == number);
                listed.flat_map(|case| &case.rulings).any(|id| *id == ruling.id)
            }
            Term::Status(status) => match &ruling.status {
                Status::Contested(_) => status == "contested",
                Status::Certifies => status == "certifies",
            },
        }
    }

    /// The term as it is written.
    fn text(&self) -> String {
        match self {
            Term::Word(word) => word.clone(),
            Term::Topic(value) => format!("topic:{value}"),
            Term::Clause(value) => format!("clause:{value}"),
            Term::Rule(value) => format!("rule:{value}"),
            Term::Card(value) => format!("card:\"{value}\""),
            Term::Kills(value) => format!("kills:{value}"),
            Term::Case(value) => format!("case:{value}"),
            Term::Status(value) => format!("status:{value}"),
        }
    }

    /// What was probably meant by a term that no ruling answers to, or why none does.
    fn near(&self, library: &Library) -> Option<String> {
        let rulings = &library.rulings;
        let known = |is: bool, why: &str| is.then(|| why.to_owned());
        match self {
            Term::Word(word) => {
                let ids = rulings.iter().flat_map(|ruling| [ruling.id.as_str(), ruling.topic()]);
                let clauses = library.clauses.clauses.iter().map(|clause| clause.id.as_str());
                suggestion(word, ids.chain(clauses))
            }
            Term::Topic(topic) => suggestion(topic, TOPICS),
            Term::Clause(id) => {
                let clauses = || library.clauses.clauses.iter().map(|clause| clause.id.as_str());
                known(clauses().any(|clause| clause == id), "no ruling encodes it yet")
                    .or_else(|| suggestion(id, clauses()))
            }
            Term::Rule(number) => known(library.citations.has(number), "there is such a rule, and no ruling cites it")
                .or_else(|| suggestion(number, rulings.iter().flat_map(|r| &r.cite.rules).map(String::as_str))),
            Term::Card(name) => {
                known(library.pool.cards.find(name).is_some(), "there is such a card, and no ruling uses it")
                    .or_else(|| suggestion(name, library.pool.cards.iter().map(|(_, card)| card.name.as_str())))
            }
            Term::Kills(name) => known(Mutant::from_name(name).is_some(), "no ruling claims to kill it")
                .or_else(|| suggestion(name, Mutant::ALL.iter().map(|mutant| mutant.name()))),
            Term::Case(number) => {
                let case = library.cases.iter().find(|case| Some(case.case) == number.parse().ok());
                let why = case.map(|case| case.left_out.as_ref().map_or("", |why| why).trim());
                why.map(|why| format!("that case is left out: {why}"))
                    .or(Some("expected the number of a public case".to_owned()))
            }
            Term::Status(status) => known(STATUSES.contains(&status.as_str()), "no ruling has that status")
                .or_else(|| suggestion(status, STATUSES))
                .or_else(|| Some(format!("expected one of {}", listed(STATUSES)))),
        }
    }
}

fn matches(library: &Library, ruling: &Ruling, filter: &str) -> bool {
    // The whole name of a topic or a ruling means that, not every id that happens to contain it.
    if TOPICS.contains(&filter) {
        return ruling.topic() == filter;
    }
    if library.find(filter).is_some() {
        return ruling.id == filter;
    }
    ruling.id.contains(filter) || ruling.clauses.iter().any(|clause| clause == filter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(filters: &[&str]) -> Result<Vec<String>, String> {
        static LIBRARY: std::sync::OnceLock<Library> = std::sync::OnceLock::new();
        let library = LIBRARY.get_or_init(|| Library::embedded().expect("no faults"));
        let filters: Vec<String> = filters.iter().map(|filter| (*filter).to_owned()).collect();
        let rulings = select(library, &filters).map_err(|error| error.to_string())?;
        Ok(rulings.into_iter().map(|ruling| ruling.id.clone()).collect())
    }

    fn found(filters: &[&str]) -> Vec<String> {
        selected(filters).expect("rulings")
    }

    #[test]
    fn each_key_finds_what_it_names() {
        const RULING: &str = "nine-lives/each-source";
        let is_there = |filter: &str| assert!(found(&[filter]).iter().any(|id| id == RULING), "{filter}");
        for filter in ["topic:nine-lives", "clause:nine-lives.each-source", "rule:615.1a", "rule:615.1", "rule:615"] {
            is_there(filter);
        }
        for filter in ["card:Nine Lives", "card:\"nine lives\"", "kills:zero-damage-counts", "status:certifies"] {
            is_there(filter);
        }
        assert!(!found(&["rule:615.5"]).is_empty() && found(&["topic:nine-lives"]) == found(&["nine-lives"]));
        assert!(!found(&["card:Hungry Lynx"]).iter().any(|id| id == RULING));
        let of_case = found(&["case:64"]);
        assert!(!of_case.is_empty() && of_case.len() < 10, "{of_case:?}");
        assert_eq!(
            found(&[]).len(),
            found(&["status:certifies"]).len() + selected(&["status:contested"]).map_or(0, |r| r.len())
        );
    }

    #[test]
    fn terms_of_one_filter_all_hold_and_filters_are_alternatives() {
        let (topic, kills) = (found(&["topic:nine-lives"]), found(&["kills:zero-damage-counts"]));
        let both = found(&["topic:nine-lives+kills:zero-damage-counts"]);
        let expected: Vec<String> = topic.iter().filter(|id| kills.contains(id)).cloned().collect();
        assert_eq!(both, expected);
        assert!(both.len() < topic.len());
        let either = found(&["topic:nine-lives", "topic:x"]);
        assert_eq!(either.len(), topic.len() + found(&["topic:x"]).len());
    }

    #[test]
    fn a_filter_that_selects_nothing_says_what_was_meant() {
        for (filter, part) in [
            ("nine-lifes", "did you mean \"nine-lives\"?"),
            ("topic:nine-lifes", "did you mean \"nine-lives\"?"),
            ("clause:nine-lives.each-sorce", "did you mean \"nine-lives.each-source\"?"),
            ("rule:100.1", "there is such a rule, and no ruling cites it"),
            ("card:Nine Live", "did you mean \"Nine Lives\"?"),
            ("kills:zero-damage-count", "did you mean \"zero-damage-counts\"?"),
            ("status:contestd", "did you mean \"contested\"?"),
            ("case:1000000", "expected the number of a public case"),
            ("case:x", "expected the number of a public case"),
            ("rules:615.1", "did you mean \"rule\"?"),
            ("topic:x+topic:mana", "none matches all"),
            ("topic:x+", "has an empty part"),
            ("topic:", "has an empty part"),
            ("", "has an empty part"),
        ] {
            let error = selected(&[filter]).expect_err("nothing");
            assert!(error.contains(part), "{filter}: {error}");
        }
    }
}
