//! What source files must not use, how long they are, and the rule numbers that they cite.

use headjudge::fault::Style;
use headjudge::library::Library;
use headjudge_engine::{Mutant, invariant};

use super::{File, files, has_word, none, rust};

/// What would make the engine anything but a function of its arguments.
const BANNED: [&str; 16] = [
    "HashMap",
    "HashSet",
    "std::time",
    "SystemTime",
    "f32",
    "f64",
    "rand",
    "std::fs",
    "std::thread",
    "std::env",
    "std::io",
    "std::net",
    "println",
    "eprintln",
    "unsafe",
    "static mut",
];

#[test]
fn the_engine_uses_nothing_that_depends_on_chance_or_the_machine() {
    let mut complaints = Vec::new();
    for file in files("engine/src", "rs") {
        for (line, code) in file.code() {
            let found = BANNED.iter().filter(|word| has_word(code, word));
            complaints.extend(found.map(|word| format!("{}:{line}: `{word}`", file.path)));
        }
    }
    none(&complaints);
}

/// Lines of a file, at most.
const LONGEST: usize = 400;

/// Files that are longer, each with its reason. One that has become shorter has to go from here, too.
const LONG: [(&str, &str); 6] = [
    ("engine/src/mutant.rs", "one table: a row for each wrong rule"),
    ("engine/src/game.rs", "the state and the questions about it, which see its private fields"),
    ("engine/src/instruct.rs", "one match: an arm for each instruction"),
    ("engine/src/subtype.rs", "a table: the subtypes of the rules"),
    ("harness/tests/expr.rs", "a table of expressions and their values"),
    ("harness/tests/expr_differential.rs", "the generator of expressions for two evaluators, which shares its scope"),
];

#[test]
fn files_are_short() {
    let files = rust();
    let lines = |file: &File| file.text.lines().count();
    let mut complaints = Vec::new();
    for file in files.iter().filter(|file| lines(file) > LONGEST) {
        if !LONG.iter().any(|(path, _)| *path == file.path) {
            complaints.push(format!("{} has {} lines, and more than {LONGEST} need a reason", file.path, lines(file)));
        }
    }
    for (path, _) in LONG {
        if !files.iter().any(|file| file.path == path && lines(file) > LONGEST) {
            complaints.push(format!("{path} is not longer than {LONGEST} lines any more: take the exception out"));
        }
    }
    none(&complaints);
}

/// An adapter that links an engine under another licence: nothing of the project may be built with it.
const APART: &str = "harness/adapters/manabrew";

#[test]
fn an_adapter_under_another_licence_stays_outside() {
    let read = |path: &str| std::fs::read_to_string(super::root().join(path)).expect("a text");
    let workspace = read("Cargo.toml");
    let members = workspace.lines().filter(|line| line.starts_with("members") || line.starts_with("default-members"));
    assert!(members.clone().count() == 2 && members.clone().all(|line| !line.contains("adapters")));
    assert!(workspace.contains(&format!("exclude = [\"{APART}\"]")));
    let own = read(&format!("{APART}/Cargo.toml"));
    assert!(own.contains("\n[workspace]\n") && own.contains("license = \"AGPL-3.0-or-later\""));
    assert!(!read("Cargo.lock").contains("manabrew"));
}

#[test]
fn every_file_says_what_it_owns() {
    let silent = rust().into_iter().filter(|file| !file.text.starts_with("//! "));
    none(&silent.map(|file| format!("{} does not begin by saying what it owns", file.path)).collect::<Vec<_>>());
}

#[test]
fn nothing_is_left_for_later() {
    // Put together here, so that this file does not find itself.
    let banned: Vec<String> =
        [("to", "do!("), ("unimpl", "emented!("), ("#[ign", "ore"), ("#[all", "ow("), ("db", "g!(")]
            .iter()
            .map(|(a, b)| format!("{a}{b}"))
            .collect();
    let mut complaints = Vec::new();
    for file in rust() {
        for (at, line) in file.text.lines().enumerate().filter(|(_, line)| !super::is_comment(line)) {
            let found = banned.iter().filter(|word| line.contains(word.as_str()));
            complaints.extend(found.map(|word| format!("{}:{}: {word}", file.path, at + 1)));
        }
    }
    none(&complaints);
}

/// Everything of the shape of a rule number: `603.8`, `106.12a`; and `CR 613`.
fn numbers(text: &str) -> Vec<String> {
    let digit = |c: char| c.is_ascii_digit();
    let mut found = Vec::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(at) = rest.find(digit) {
        before = rest[..at].chars().next_back().unwrap_or(before);
        let tail = &rest[at..];
        let section = tail.find(|c| !digit(c)).unwrap_or(tail.len());
        let after = &tail[section..];
        let rule = after.strip_prefix('.').map_or(0, |rule| rule.find(|c| !digit(c)).unwrap_or(rule.len()));
        let mut end = section;
        if section == 3 && rule > 0 && !before.is_alphanumeric() && before != '.' {
            end = section + 1 + rule;
            let letter = tail[end..].starts_with(|c: char| c.is_ascii_lowercase() && c != 'l' && c != 'o');
            let alone = !tail[end..].chars().nth(1).is_some_and(char::is_alphanumeric);
            if letter && alone {
                end += 1;
            }
            found.push(tail[..end].to_owned());
        } else if section == 3 && rule == 0 && rest[..at].ends_with("CR ") {
            found.push(tail[..section].to_owned());
        }
        before = tail[..end].chars().next_back().unwrap_or(' ');
        rest = &tail[end..];
    }
    found
}

#[test]
fn rule_numbers_are_found() {
    let text = "CR 613 and 603.8, (106.12a); 615.1a\u{2013}615.5, not 1.5, 12.345, 1000.1 or v603.8";
    assert_eq!(numbers(text), ["613", "603.8", "106.12a", "615.1a", "615.5"]);
}

#[test]
fn every_rule_number_that_the_engine_cites_exists() {
    let library = Library::embedded().unwrap_or_else(|faults| panic!("{}", faults.render(Style::Plain)));
    let mut complaints = Vec::new();
    let mut check = |place: String, number: &str| {
        if !library.citations.has(number) {
            complaints.push(format!("{place}: there is no rule {number}"));
        }
    };
    let mut cited = 0;
    for file in files("engine/src", "rs") {
        for (line, comment) in file.comments() {
            for number in numbers(comment) {
                cited += 1;
                check(format!("{}:{line}", file.path), &number);
            }
        }
    }
    for mutant in Mutant::ALL {
        check(format!("mutant {mutant}"), mutant.rule());
    }
    for law in invariant::ALL {
        check(format!("law {}", law.name), law.rule);
    }
    none(&complaints);
    assert!(cited > 100, "only {cited} rule numbers were found");
}
