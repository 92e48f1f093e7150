//! `rulings/README.md` is a reference: it names every key, draw, step, observable, answer kind and zone that there is, and
//! none that there is not.
//!
//! What there is is asked of the loader, which lists the known names wherever it meets one that it does not know.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use headjudge::expr::{Env, Type};
use headjudge::fault::Fault;
use headjudge::library::Library;
use headjudge::values::card_type;
use headjudge::view::check_env;
use headjudge_protocol::{ChoiceKind, PhaseStep, PlayerName, ZoneName};

use super::{files, has_word, none};

type Names = BTreeSet<String>;

/// A ruling with a place for each part of the format.
const RULING: &str = r#"clauses: [nine-lives.each-source]
cite: {document: D0, paragraph: 9, rules: ["615.1a"]}
says: A probe.
given:
  p1:
    battlefield:
      - {id: lives, card: Nine Lives}
when:
  - pass
then:
  - after.p1.life == 20
kills: [zero-damage-counts, one-counter-per-event]
"#;

/// A name that nothing has and nothing is near to.
const UNKNOWN: &str = "zzqqxx";

/// The fault that comes of one change to the ruling.
fn fault(from: &str, to: &str) -> Fault {
    let mut all: Vec<(String, String)> = files("rulings", "yaml")
        .into_iter()
        .chain(files("rulings", "lock"))
        .map(|file| (file.path.trim_start_matches("rulings/").to_owned(), file.text))
        .filter(|(path, _)| !path.contains('/') && path != "cases.yaml" || path.starts_with("cards/"))
        .collect();
    assert!(RULING.contains(from), "{from}");
    all.push(("nine-lives/probe.yaml".to_owned(), RULING.replacen(from, to, 1)));
    let Err(faults) = Library::read(all) else { panic!("`{to}` is accepted") };
    let found =
        faults.into_iter().find(|fault| fault.message.contains(UNKNOWN) || fault.message.contains("expected one of"));
    found.unwrap_or_else(|| panic!("`{to}` is refused for something else"))
}

/// The quoted names of a text.
fn quoted(text: &str) -> Names {
    text.split('"').skip(1).step_by(2).map(str::to_owned).filter(|name| name != UNKNOWN).collect()
}

/// The fields that are known where an unknown one is put.
fn fields(from: &str, to: &str) -> Names {
    let names = quoted(fault(from, to).help.as_deref().unwrap_or_default());
    assert!(!names.is_empty(), "nothing is known at `{to}`");
    names
}

fn step(text: &str) -> Names {
    fields("  - pass\n", &format!("  - {text}\n"))
}

/// The names of the format by the section of the reference that has to tell them.
fn format() -> BTreeMap<&'static str, Names> {
    let mut all: BTreeMap<&'static str, Names> = BTreeMap::new();
    let mut add = |section: &'static str, names: Names| all.entry(section).or_default().extend(names);
    add("The keys of a ruling", fields("says:", "zzqqxx: 1\nsays:"));
    add("The keys of a ruling", fields("paragraph: 9,", "paragraph: 9, zzqqxx: 1,"));
    let kinds = fault("given:", "forall: {d: {zzqqxx: 1}}\ngiven:").message;
    let kinds: Names = kinds.trim_start_matches("expected one of ").split(", ").map(str::to_owned).collect();
    assert!(kinds.contains("int") && kinds.contains("list"), "{kinds:?}");
    add("Draws", kinds);
    add("Draws", fields("given:", "forall: {d: {card: Forest, zzqqxx: 1}}\ngiven:"));
    add("Draws", fields("given:", "forall: {d: {list: {card: Forest}, len: 1..=2, zzqqxx: 1}}\ngiven:"));
    add("The board", fields("  p1:\n", "  zzqqxx: 1\n  p1:\n"));
    add("The board", fields("  p1:\n", "  p1:\n    zzqqxx: 1\n"));
    add("The board", fields("    battlefield:\n", "    pool: {zzqqxx: 1}\n    battlefield:\n"));
    add("The board", fields("card: Nine Lives", "card: Nine Lives, zzqqxx: 1"));
    add("Steps", quoted(&fault("  - pass\n", "  - zzqqxx: 1\n").message));
    for name in ["cast", "activate", "play land", "attack", "block", "try", "repeat", "if"] {
        add("Steps", step(&format!("{name}: {{zzqqxx: 1}}")));
    }
    add("Steps", step("block: {by: p1, pairs: [{zzqqxx: 1}]}"));
    add("Steps", step("cast: {card: lives, targets: [{zzqqxx: 1}]}"));
    add("Answers", fields("then:", "answers: [{zzqqxx: 1}]\nthen:"));
    add("Answers", ChoiceKind::ALL.iter().map(|kind| kind.word().to_owned()).collect());
    add("Expectations", observables());
    add("Expectations", ZoneName::ALL.iter().map(|zone| zone.word().to_owned()).collect());
    all
}

/// The names below states and cards, as expressions read them.
fn observables() -> Names {
    let entries = [(Arc::from("thing"), true)];
    let env = check_env(Env::new(), 4, &entries, &[], &[Arc::from("attempt")]);
    let mut names = Names::new();
    for root in env.roots() {
        names.insert(root.name.clone());
        below(&root.ty, &mut names);
    }
    below(&card_type(), &mut names);
    // Players, objects and attempts have the names that rulings give them; of mana and counters there are examples.
    let given = ["thing", "attempt", "p1", "p2", "p3", "p4"];
    names.retain(|name| !given.contains(&name.as_str()));
    names
}

fn below(ty: &Type, names: &mut Names) {
    match ty {
        Type::List(of) => below(of, names),
        Type::Record(record) if !["counters", "pool"].contains(&record.name.as_str()) => {
            for (name, ty) in &record.fields {
                names.insert(name.clone());
                below(ty, names);
            }
        }
        _ => {}
    }
}

/// The text of a section of the reference, with line breaks as spaces.
fn section(name: &str) -> String {
    let readme = files("rulings", "md").remove(0).text;
    let mut inside = false;
    let mut lines = Vec::new();
    for line in readme.lines() {
        if line.starts_with('#') {
            inside = line.trim_start_matches('#').trim() == name;
        } else if inside {
            lines.push(line.to_owned());
        }
    }
    assert!(!lines.is_empty(), "there is no section `{name}`");
    lines.join("\n")
}

/// What stands in backticks.
fn code(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_reference_names_everything_there_is() {
    let mut complaints = Vec::new();
    for (name, names) in format() {
        let text = section(name);
        // Kinds of answers are words of a sentence, everything else is code.
        let told = if name == "Answers" { text.replace('\n', " ") } else { code(&text).join(" | ") };
        // `p1` to `p4` are told as a range, and of the letters of mana there are examples.
        let example = |name: &&String| ["p2", "p3"].contains(&name.as_str()) || "WUBRGC".contains(name.as_str());
        let missing = names.iter().filter(|name| !example(name)).filter(|known| !has_word(&told, known));
        complaints.extend(missing.map(|known| format!("rulings/README.md, {name}: `{known}` is not told")));
    }
    none(&complaints);
}

/// The words of code: names in lower case, with their digits.
fn words(code: &str) -> Vec<&str> {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    code.split(|c| !part(c)).filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).collect()
}

/// The rows of the tables of a text that have code in them, cell by cell.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let rows = text.lines().filter(|line| line.starts_with('|') && line.contains('`'));
    // A bar inside an expression is no border; there is none in the columns that are looked at.
    rows.map(|line| line.trim_matches('|').split('|').collect()).filter(|row: &Vec<&str>| row.len() > 1).collect()
}

#[test]
fn the_reference_names_nothing_that_is_not_there() {
    let all = format();
    let known: Names = all.values().flatten().flat_map(|name| words(name)).map(str::to_owned).collect();
    let players = PlayerName::ALL.iter().map(|player| player.word());
    let steps = PhaseStep::ALL.iter().flat_map(|step| words(step.word()));
    // What stands for something that the ruling names.
    let examples = ["name", "step", "list", "n", "creature", "start", "after", "it"];
    let other: BTreeSet<&str> =
        players.chain(steps).chain(examples).chain(["any", "all", "true", "stack", "top"]).collect();
    let mut complaints = Vec::new();
    let mut check = |section: &str, word: &str| {
        if !known.contains(word) && !other.contains(word) {
            complaints.push(format!("rulings/README.md, {section}: there is no `{word}`"));
        }
    };
    for name in ["The keys of a ruling", "The board", "Steps"] {
        for row in rows(&section(name)) {
            code(row[0]).into_iter().flat_map(words).for_each(|word| check(name, word));
        }
    }
    let draws = section("Draws");
    for example in rows(&draws).iter().flat_map(|row| code(row[1])) {
        let keys = example.split(':').rev().skip(1).filter_map(|before| words(before).last().copied());
        keys.for_each(|key| check("Draws", key));
    }
    let expectations = section("Expectations");
    let told = rows(&expectations);
    // The columns of cards, states and objects are lists of names; a dot leads to an example.
    for cell in told.iter().flat_map(|row| code(row[1])).filter(|cell| !cell.contains(['.', '['])) {
        words(cell).into_iter().for_each(|word| check("Expectations", word));
    }
    let answers = section("Answers").replace('\n', " ");
    let (_, kinds) = answers.split_once("The kinds are ").expect("a list of kinds");
    let mut depth = 0;
    let bare: String = kinds
        .chars()
        .filter(|c| {
            depth += i32::from(*c == '(');
            let outside = depth == 0;
            depth -= i32::from(*c == ')');
            outside
        })
        .collect();
    let (list, _) = bare.split_once('.').expect("the end of the list");
    for kind in list.split(',').map(str::trim) {
        if ChoiceKind::from_word(kind).is_none() {
            complaints.push(format!("rulings/README.md, Answers: there is no kind `{kind}`"));
        }
    }
    none(&complaints);
}
