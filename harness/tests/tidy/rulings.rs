//! What holds for every file of `rulings/`.

use headjudge::fault::Style;
use headjudge::library::Library;

use super::{File, files, none};

/// The files of the library, by their path below `rulings/`.
fn library_files() -> Vec<(String, String)> {
    let mut all: Vec<File> = files("rulings", "yaml");
    all.extend(files("rulings", "lock"));
    all.into_iter().map(|file| (file.path.trim_start_matches("rulings/").to_owned(), file.text)).collect()
}

#[test]
fn every_citation_of_a_ruling_exists() {
    let library = Library::read(library_files()).unwrap_or_else(|faults| panic!("{}", faults.render(Style::Plain)));
    let mut complaints = Vec::new();
    for ruling in &library.rulings {
        let rules = ruling.cite.rules.iter().filter(|rule| !library.citations.has(rule));
        complaints.extend(rules.map(|rule| format!("{} cites {rule}", ruling.id)));
        let paragraphs = library.clauses.documents.get(&ruling.cite.document).map_or(0, |d| d.paragraphs);
        if !(1..=paragraphs).contains(&ruling.cite.paragraph) {
            complaints.push(format!("{} cites paragraph {} of {paragraphs}", ruling.id, ruling.cite.paragraph));
        }
        let clauses = ruling.clauses.iter().filter(|clause| library.clauses.find(clause).is_none());
        complaints.extend(clauses.map(|clause| format!("{} encodes {clause}", ruling.id)));
    }
    none(&complaints);
}

#[test]
fn the_loader_refuses_a_citation_that_does_not_exist() {
    for (good, bad, message) in [
        ("\"615.1a\"", "\"615.99\"", "615.99"),
        ("paragraph: 9", "paragraph: 99", "99 is not between 1 and 13"),
        ("nine-lives.each-source", "nine-lives.each-sorce", "nine-lives.each-sorce"),
        ("zero-damage-counts", "zero-damage-count", "zero-damage-count"),
    ] {
        let mut files = library_files();
        let ruling = files.iter_mut().find(|(path, _)| path == "nine-lives/each-source.yaml").expect("the ruling");
        assert!(ruling.1.contains(good), "{good} is gone: choose another");
        ruling.1 = ruling.1.replacen(good, bad, 1);
        let Err(faults) = Library::read(files) else { panic!("{bad} is accepted") };
        let text = faults.render(Style::Plain);
        assert_eq!(faults.len(), 1, "{text}");
        assert!(text.starts_with("nine-lives/each-source.yaml:") && text.contains(message), "{text}");
    }
}

/// The checks of `headjudge lint`, on the rulings of this repository.
#[test]
fn lint_finds_no_fault() {
    let files = library_files();
    let library = Library::read(files.clone()).unwrap_or_else(|faults| panic!("{}", faults.render(Style::Plain)));
    let findings = headjudge::lint::check(&library, &files);
    assert!(findings.faults.is_empty(), "\n{}", findings.faults.render(Style::Plain));
}
