//! Libraries to run: the real one, and the real cards with one ruling of a test's own.

use std::path::Path;
use std::sync::LazyLock;

use headjudge::engines::{Engine, named};
use headjudge::fault::Style;
use headjudge::library::Library;
use headjudge::report::{Report, RulingReport};
use headjudge::run::{Plan, Unwatched, run, select};

/// The library as it stands in the repository.
pub(crate) fn real() -> &'static Library {
    static LIBRARY: LazyLock<Library> =
        LazyLock::new(|| Library::embedded().unwrap_or_else(|faults| panic!("{}", faults.render(Style::Plain))));
    &LIBRARY
}

/// The real cards, groups and clauses with this one ruling, named `nine-lives/own`.
pub(crate) fn with_ruling(body: &str) -> Library {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulings");
    let mut files = Vec::new();
    for name in ["citations.lock", "clauses.yaml", "groups.yaml"] {
        files.push((name.to_owned(), std::fs::read_to_string(folder.join(name)).expect("a file of the library")));
    }
    for entry in std::fs::read_dir(folder.join("cards")).expect("the cards") {
        let entry = entry.expect("a file of cards");
        let name = format!("cards/{}", entry.file_name().to_string_lossy());
        files.push((name, std::fs::read_to_string(entry.path()).expect("a file of cards")));
    }
    let head = "clauses: [nine-lives.each-source]\n\
                cite: {document: D0, paragraph: 9, rules: [\"615.1a\"]}\n\
                says: Something.\n\
                kills: [zero-damage-counts]\n";
    files.push(("nine-lives/own.yaml".to_owned(), format!("{head}{body}")));
    files.sort();
    Library::read(files).unwrap_or_else(|faults| panic!("{}", faults.render(Style::Plain)))
}

/// Runs so many cases of the rulings that a filter selects; all of them, if it is empty.
pub(crate) fn run_on(library: &Library, filter: &str, cases: u64, engine: &dyn Engine) -> Report {
    let filters: Vec<String> = (!filter.is_empty()).then(|| filter.to_owned()).into_iter().collect();
    let rulings = select(library, &filters).expect("the filter selects something");
    let plan = Plan { rulings, cases, ..Plan::new(library) };
    run(&plan, engine, &Unwatched).expect("the engine starts")
}

/// The same on an engine by its name.
pub(crate) fn run_named(library: &Library, filter: &str, cases: u64, engine: &str) -> Report {
    let engine = named(engine, &library.pool.cards).expect("an engine");
    run_on(library, filter, cases, &*engine)
}

/// The report of the only ruling that was run.
pub(crate) fn only(report: &Report) -> &RulingReport {
    let mut all = report.all();
    let first = all.next().expect("a ruling was run");
    assert!(all.next().is_none(), "more than one ruling was run");
    first
}
