//! `headjudge lint --rules FILE`: what is cited against an edition of the rules.

use std::collections::BTreeSet;
use std::path::Path;

use headjudge_engine::Mutant;
use owo_colors::OwoColorize as _;

use crate::cli::{Common, Exit, Failed, say};
use crate::library::Library;
use crate::report;
use crate::rulebook::{Change, Comparison, Rulebook};

/// The name of the file in the library.
const LOCK: &str = "citations.lock";

/// The most numbers that nobody cites that are told one by one.
const MOST: usize = 20;

pub(super) fn compare(rules: &Path, write: bool, common: &Common) -> Result<Exit, Failed> {
    let name = rules.display();
    let book = Rulebook::read(rules).map_err(|error| Failed::Call(format!("`{name}`: {error}")))?;
    let files = common.files()?;
    if write {
        return rewrite(&book, &files, common);
    }
    let library = Library::read(files).map_err(Failed::Faults)?;
    let comparison = Comparison::new(&library.citations, &book);
    say!("The rules of {}, and those of {} that are cited:", book.edition, library.citations.edition);
    let mut fine = true;
    let mut others = Vec::new();
    for (number, change) in &comparison.changes {
        let cited = citing(&library, number);
        if cited.is_empty() {
            others.push(format!("{number} {}", words(change)));
            continue;
        }
        fine = false;
        say!("{} {}", number.bold(), words(change).red());
        for (what, names) in cited {
            say!("    {what} {}", names.join(", "));
        }
    }
    let count = |of: fn(&Change) -> bool| comparison.changes.iter().filter(|(_, change)| of(change)).count();
    say!(
        "{} numbers are current, {} changed, {} moved, {} gone, {} new",
        comparison.current,
        count(|change| matches!(change, Change::Changed)),
        count(|change| matches!(change, Change::Moved(_))),
        count(|change| matches!(change, Change::Gone)),
        count(|change| matches!(change, Change::New))
    );
    if !others.is_empty() {
        let more = others.len().saturating_sub(MOST);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        say!("Cited by nothing: {}{rest}", others[..others.len().min(MOST)].join(", "));
    }
    if fine {
        say!("{}", "All that is cited is current.".green());
        return Ok(Exit::Fine);
    }
    let folder = common.rulings.as_ref().map_or_else(|| "DIR".to_owned(), |folder| folder.display().to_string());
    say!("Mend what cites them, then: headjudge lint --rules {name} --write --rulings {folder}");
    Ok(Exit::NotConforming)
}

fn words(change: &Change) -> String {
    match change {
        Change::Changed => "changed".to_owned(),
        Change::Moved(to) => format!("moved to {to}"),
        Change::Gone => "is gone".to_owned(),
        Change::New => "is new".to_owned(),
    }
}

/// Who cites a number: rulings, clauses, mutants.
fn citing<'l>(library: &'l Library, number: &str) -> Vec<(&'static str, Vec<&'l str>)> {
    let rulings = library.rulings.iter().filter(|ruling| ruling.cite.rules.iter().any(|rule| rule == number));
    let clauses = library.clauses.clauses.iter().filter(|clause| clause.rules.iter().any(|rule| rule == number));
    let mutants = Mutant::ALL.iter().filter(|mutant| mutant.rule() == number);
    let all = [
        ("rulings", rulings.map(|ruling| ruling.id.as_str()).collect::<BTreeSet<_>>()),
        ("clauses", clauses.map(|clause| clause.id.as_str()).collect()),
        ("mutants", mutants.map(|mutant| mutant.name()).collect()),
    ];
    all.into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(what, names)| (what, names.into_iter().collect()))
        .collect()
}

fn rewrite(book: &Rulebook, files: &[(String, String)], common: &Common) -> Result<Exit, Failed> {
    let Some(folder) = &common.rulings else {
        let why = "--write needs --rulings DIR: what is built in cannot be written to";
        return Err(Failed::Call(why.to_owned()));
    };
    let old = files.iter().find(|(path, _)| path == LOCK).map_or("", |(_, text)| text);
    let new = book.lock(old);
    let path = folder.join(LOCK);
    let path_text = path.display();
    if new == old {
        say!("{path_text} is as it should be: {} numbers of {}", book.rules.len(), book.edition);
        return Ok(Exit::Fine);
    }
    report::replace(&path, new.as_bytes())
        .map_err(|error| Failed::Call(format!("`{path_text}` cannot be written: {error}")))?;
    say!("{path_text} now has the {} numbers of {}", book.rules.len(), book.edition);
    // What cites a number that is gone does not load any more.
    common.library()?;
    Ok(Exit::Fine)
}
