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

/// In `{…}` a comma ends a value, so that an expression there is cut in two without a complaint that helps.
#[test]
fn no_expression_stands_unquoted_inside_a_flow_mapping() {
    let mut complaints = Vec::new();
    for (path, text) in library_files() {
        if path.ends_with(".lock") || path.starts_with("cards/") {
            continue;
        }
        let found = flow_scalars(&text).into_iter().filter(|(_, scalar)| is_expression(scalar));
        complaints.extend(found.map(|(line, scalar)| format!("{path}:{line}: quote `{scalar}`")));
    }
    none(&complaints);
}

#[test]
fn expressions_inside_flow_mappings_are_found() {
    let text =
        "a: {b: x > 1, c: \"y > 1\", d: f(z)} # e > 1\nsays: >\n  {T: f(x)}\ng: h(i)\nj:\n  - {k: 1..=2, l: $m}\n";
    let found: Vec<(usize, String)> = flow_scalars(text).into_iter().filter(|(_, s)| is_expression(s)).collect();
    assert_eq!(found, [(1, "x > 1".to_owned()), (1, "f(z)".to_owned())]);
}

fn is_expression(scalar: &str) -> bool {
    ["(", "==", "!=", "&&", "||", " > ", " < ", ">=", "<="].iter().any(|operator| scalar.contains(operator))
}

/// The unquoted scalars inside braces, with their lines.
fn flow_scalars(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut folded = None;
    let mut depth = 0usize;
    for (at, line) in text.lines().enumerate() {
        let indent = line.len() - line.trim_start().len();
        if folded.is_some_and(|above| indent > above || line.trim().is_empty()) {
            continue;
        }
        folded = (line.ends_with(": >") || line.ends_with(": |")).then_some(indent);
        let mut scalar = String::new();
        let mut quote = None;
        // Before the first character of a value: there a brace opens a mapping.
        let mut fresh = true;
        let mut last = ' ';
        for c in line.chars() {
            if let Some(open) = quote {
                quote = (c != open).then_some(open);
                last = c;
                continue;
            }
            match c {
                '#' if last == ' ' => break,
                '"' | '\'' if fresh => quote = Some(c),
                '{' if fresh => depth += 1,
                '}' | ',' if depth > 0 => {
                    found.push((at + 1, std::mem::take(&mut scalar)));
                    depth -= usize::from(c == '}');
                }
                _ => {
                    scalar.push(c);
                    if c == ' ' && matches!(last, ':' | '-') {
                        scalar.clear();
                    }
                }
            }
            fresh = matches!(c, ' ' | '{' | ',' | '[') && (fresh || matches!(last, ':' | '-' | ',') || c != ' ');
            last = c;
        }
        if depth > 0 {
            found.push((at + 1, scalar));
        }
    }
    found.into_iter().map(|(line, scalar)| (line, scalar.trim().to_owned())).collect()
}
