//! Which way imports point: nouns know no verbs, and verbs meet in few places.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::{File, files, none, root};

/// The parts of the engine as its `lib.rs` lists them, from the bottom.
const PARTS: [&str; 4] = ["Nouns", "State", "Verbs", "Actions"];

/// Imports from a lower part of something in a higher one, each with its reason. One that is gone has to go from here, too.
const UPWARD: [(&str, &str, &str); 12] = [
    ("choices", "game", "whoever is asked may look at the game"),
    ("event", "game", "only the game can say what has happened, so the type is its own and is shown beside the others"),
    ("setup", "layers", "the door to a legal game checks attachments by derived characteristics"),
    ("game", "matching", "damage to what is no longer there is dealt by last known information"),
    ("game", "target", "701.3b: whether something can be attached where it should be is a question about targets"),
    (
        "instruct",
        "target",
        "608.2d: whether something can be attached where it should be is asked before it is offered",
    ),
    ("resolve", "target", "608.2b: targets are checked again on resolution"),
    ("resolve", "cast", "303.4: what an Aura may enchant is the same question as it is cast and as it resolves"),
    ("stack", "target", "603.3d: targets of triggered abilities are chosen as they are put on the stack"),
    ("state_based", "target", "704.5m: what an Aura may stay attached to is a question about targets"),
    ("resolve", "act", "608.2g: what is cast while something resolves is announced and paid for like any spell"),
    ("replace", "target", "303.4f: what an Aura that was not cast can enchant is a question about attachments"),
];

/// The verbs of which one use is to bring others together.
const MEETING_PLACES: [&str; 4] = ["perform", "settle", "resolve", "stack"];

/// What any verb may ask: pure questions about a game.
const QUESTIONS: [&str; 5] = ["layers", "matching", "printed", "sickness", "standing"];

/// Other imports between verbs, each with its reason.
const BETWEEN_VERBS: [(&str, &str, &str); 3] = [
    (
        "instruct",
        "produce",
        "106.7: an instruction for mana of a type that a permanent could produce asks what that is",
    ),
    ("produce", "instruct", "106.7: what an ability could produce is what its instruction would make"),
    ("produce", "replace", "106.7: replacement effects change what could be produced"),
];

/// The one circle among verbs: 106.7 is a circle in the rules, too, and `produce` is what finds its end.
const CIRCLE: [&str; 2] = ["instruct", "produce"];

/// Files that are there for tests alone. One breaks games from inside, to show that the laws see it.
const FOR_TESTS: [&str; 1] = ["engine/src/game/breach.rs"];

/// For each module of the engine, those that it names.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files("engine/src", "rs").into_iter().filter(|file| !FOR_TESTS.contains(&file.path.as_str())) {
        let module = module(&file);
        let named = imports.entry(module.clone()).or_default();
        for (line, code) in file.code() {
            for (at, _) in code.match_indices("crate::") {
                let rest = &code[at + "crate::".len()..];
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                assert!(end > 0, "{}:{line}: import each module on a line of its own", file.path);
                if rest[..end] != module {
                    named.insert(rest[..end].to_owned());
                }
            }
        }
    }
    imports.remove("lib");
    imports
}

/// A folder belongs to the module that it is named for.
fn module(file: &File) -> String {
    let path = file.path.strip_prefix("engine/src/").unwrap_or(&file.path);
    path.split('/').next().unwrap_or(path).trim_end_matches(".rs").to_owned()
}

/// In which of [`PARTS`] each module is.
fn parts() -> BTreeMap<String, usize> {
    let text = fs::read_to_string(root().join("engine/src/lib.rs")).expect("the engine");
    let mut part = None;
    let mut parts = BTreeMap::new();
    for line in text.lines() {
        if let Some(comment) = line.strip_prefix("// ") {
            part = PARTS.iter().position(|name| comment.starts_with(name)).or(part);
        } else if let Some(module) = line.strip_prefix("pub mod ") {
            let part = part.expect("a heading above the first module");
            parts.insert(module.trim_end_matches(';').to_owned(), part);
        }
    }
    parts
}

#[test]
fn every_module_of_the_engine_belongs_to_a_part() {
    let parts = parts();
    let lost = imports().into_keys().filter(|module| !parts.contains_key(module));
    none(&lost.map(|module| format!("{module} stands below no heading of lib.rs")).collect::<Vec<_>>());
    for (at, name) in PARTS.iter().enumerate() {
        assert!(parts.values().any(|part| *part == at), "{name} are missing");
    }
}

#[test]
fn imports_point_downward() {
    let (parts, imports) = (parts(), imports());
    let mut complaints = Vec::new();
    for (from, named) in &imports {
        for to in named.iter().filter(|to| parts.get(*to) > parts.get(from)) {
            if !UPWARD.iter().any(|(a, b, _)| a == from && b == to) {
                let (low, high) = (PARTS[parts[from]], PARTS[parts[to]]);
                complaints.push(format!("{from} ({low}) imports {to} ({high})"));
            }
        }
    }
    complaints.extend(stale(&UPWARD, &imports));
    none(&complaints);
}

#[test]
fn verbs_meet_in_few_places() {
    let (parts, imports) = (parts(), imports());
    let is_verb = |module: &String| parts.get(module).is_some_and(|part| PARTS[*part] == "Verbs");
    let mut complaints = Vec::new();
    for (from, named) in imports.iter().filter(|(from, _)| is_verb(from)) {
        if MEETING_PLACES.contains(&from.as_str()) {
            continue;
        }
        for to in named.iter().filter(|to| is_verb(to) && !QUESTIONS.contains(&to.as_str())) {
            if !BETWEEN_VERBS.iter().any(|(a, b, _)| a == from && b == to) {
                complaints.push(format!("{from} imports {to}: verbs meet in {}", MEETING_PLACES.join(", ")));
            }
        }
    }
    complaints.extend(stale(&BETWEEN_VERBS, &imports));
    none(&complaints);
}

#[test]
fn no_other_verb_depends_on_itself_in_a_circle() {
    let (parts, imports) = (parts(), imports());
    let is_verb = |module: &String| parts.get(module).is_some_and(|part| PARTS[*part] == "Verbs");
    // Whatever imports only what is done is done; what is left over goes round.
    let mut left: BTreeSet<String> = imports.keys().filter(|module| is_verb(module)).cloned().collect();
    let waits = |module: &String, left: &BTreeSet<String>| {
        let inside = |to: &String| CIRCLE.contains(&module.as_str()) && CIRCLE.contains(&to.as_str());
        imports[module].iter().any(|to| left.contains(to) && !inside(to))
    };
    loop {
        let done: Vec<String> = left.iter().filter(|module| !waits(module, &left)).cloned().collect();
        if done.is_empty() {
            break;
        }
        left.retain(|module| !done.contains(module));
    }
    assert!(left.is_empty(), "in a circle: {left:?}");
}

fn stale(exceptions: &[(&str, &str, &str)], imports: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let gone = exceptions.iter().filter(|(from, to, _)| !imports.get(*from).is_some_and(|named| named.contains(*to)));
    gone.map(|(from, to, _)| format!("{from} does not import {to} any more: take the exception out")).collect()
}

#[test]
fn the_engine_knows_nothing_of_the_harness() {
    let manifest = fs::read_to_string(root().join("engine/Cargo.toml")).expect("the manifest");
    let heading = |line: &&str| line.starts_with('[');
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or("");
    let dependencies = dependencies.lines().skip(1).take_while(|line| !heading(line));
    for line in dependencies.filter(|line| line.contains('=')) {
        assert!(line.contains("optional = true"), "the engine has no dependency but optional ones: {line}");
        assert!(!line.contains("headjudge"), "the engine depends on the harness: {line}");
    }
    for file in files("engine/src", "rs") {
        for (line, code) in file.code() {
            assert!(!code.contains("headjudge"), "{}:{line} names the harness", file.path);
        }
    }
}
