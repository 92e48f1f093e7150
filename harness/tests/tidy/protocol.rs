//! `harness/protocol/README.md` is a reference: it names every kind of choice, every word for what an engine lacks and every field
//! that goes over the wire, and no kind that there is not.

use std::collections::BTreeSet;

use headjudge::library::Library;
use headjudge::schema::Subject;
use headjudge_protocol::{ChoiceKind, Step};
use serde_json::Value;

use super::{files, has_word, none};

fn readme() -> String {
    files("harness/protocol", "md")
        .into_iter()
        .find(|file| file.path.ends_with("/README.md"))
        .expect("it is there")
        .text
}

/// The first column of the tables of a section, what stands in backticks.
fn first_column(readme: &str, section: &str) -> Vec<String> {
    let (_, text) = readme.split_once(section).unwrap_or_else(|| panic!("there is no section `{section}`"));
    let text = text.split("\n#").next().unwrap_or(text);
    let cells = text.lines().filter(|line| line.starts_with("| `")).filter_map(|line| line.split('|').nth(1));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[test]
fn the_protocol_tells_every_kind_of_choice_in_its_order() {
    let known: Vec<&str> = ChoiceKind::ALL.iter().map(|kind| kind.word()).collect();
    assert_eq!(first_column(&readme(), "### Kinds of choices"), known);
}

/// Whatever a schema calls by name: fields, and the words of closed sets.
fn named(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::Object(properties)) = fields.get("properties") {
                names.extend(properties.keys().cloned());
            }
            names.extend(fields.get("const").and_then(Value::as_str).map(str::to_owned));
            let words = fields.get("enum").and_then(Value::as_array).into_iter().flatten();
            names.extend(words.filter_map(Value::as_str).map(str::to_owned));
            fields.values().for_each(|field| named(field, names));
        }
        Value::Array(items) => items.iter().for_each(|item| named(item, names)),
        _ => {}
    }
}

#[test]
fn the_protocol_tells_every_field_and_word() {
    let mut names = BTreeSet::new();
    named(Subject::Protocol.schema().as_value(), &mut names);
    assert!(names.len() > 100 && names.contains("mana_value") && names.contains("untap"), "{names:?}");
    let readme = readme();
    let missing = names.iter().filter(|name| !has_word(&readme, name));
    none(&missing.map(|name| format!("harness/protocol/README.md: `{name}` is not told")).collect::<Vec<_>>());
}

#[test]
fn the_protocol_tells_what_an_engine_can_lack() {
    let mut lacks = BTreeSet::new();
    let schema = Subject::Protocol.schema();
    named(&schema.as_value()["$defs"]["Missing"], &mut lacks);
    assert_eq!(lacks.len(), 4, "{lacks:?}");
    assert_eq!(first_column(&readme(), "### What an engine lacks").into_iter().collect::<BTreeSet<_>>(), lacks);
}

#[test]
fn the_protocol_shows_one_step_of_each_kind() {
    let readme = readme();
    let (_, text) = readme.split_once("One of each, as it is sent:\n\n").expect("the examples");
    let shown = text.lines().take_while(|line| line.starts_with("    "));
    let mut kinds = BTreeSet::new();
    for line in shown {
        let step: Step = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let sent = serde_json::to_string(&step).expect("a step");
        assert_eq!(sent, line.trim(), "this is how it is sent");
        let sent: Value = serde_json::from_str(&sent).expect("JSON");
        kinds.insert(match sent {
            Value::String(word) => word,
            Value::Object(fields) => fields.into_iter().next().expect("one field").0,
            other => panic!("{other}"),
        });
    }
    assert_eq!(first_column(&readme, "| step of a script ").into_iter().collect::<BTreeSet<_>>(), kinds);
}

#[test]
fn the_protocol_lists_what_boards_are_filled_with() {
    let library = Library::embedded().unwrap_or_else(|faults| panic!("{} faults", faults.len()));
    let inert = library.pool.inert.iter().map(|card| &*library.pool.cards.card(*card).name);
    let list = inert.collect::<Vec<_>>().join(", ");
    let readme = readme().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(readme.contains(&format!("of these cards: {list}. Know them first")), "{list}");
}
