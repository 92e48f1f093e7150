//! Nodes to types that serde can read, as the engine's vocabulary is.

use std::collections::BTreeMap;
use std::fmt::Debug;

use headjudge::fault::Style;
use headjudge::yaml::parse;
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(dead_code, reason = "the fields are compared as debug text")]
enum Effect {
    Tap,
    Draw(u8),
    Move(Zone, Zone),
    PutCounters { kind: String, count: Option<u32> },
    Each(Box<Effect>),
    Named(Name),
}

#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
enum Zone {
    Library,
    Graveyard,
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "the field is compared as debug text")]
struct Name(String);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the fields are compared as debug text")]
struct Ability {
    effects: Vec<Effect>,
    #[serde(default)]
    rule: Option<String>,
    #[serde(default)]
    may: bool,
}

fn check<T: DeserializeOwned + Debug>(text: &str, expected: &str) {
    let node = parse("f.yaml", text).expect("the text is good YAML");
    let found = match node.deserialize::<T>() {
        Ok(value) => format!("{value:?}"),
        Err(fault) => format!("{} {}", fault.path, fault.render(Style::Plain).trim_end()),
    };
    assert_eq!(found, expected, "{text:?}");
}

#[test]
fn variants_of_every_shape_are_read() {
    check::<Effect>("tap", "Tap");
    check::<Effect>("{tap: }", "Tap");
    check::<Effect>("draw: 3", "Draw(3)");
    check::<Effect>("move: [library, graveyard]", "Move(Library, Graveyard)");
    check::<Effect>("put-counters: {kind: incarnation}", "PutCounters { kind: \"incarnation\", count: None }");
    check::<Effect>(
        "put-counters:\n  count: 2\n  kind: \"+1/+1\"\n",
        "PutCounters { kind: \"+1/+1\", count: Some(2) }",
    );
    check::<Effect>("each: {each: tap}", "Each(Each(Tap))");
    check::<Effect>("named: Bolt", "Named(Name(\"Bolt\"))");
}

#[test]
fn structs_options_maps_and_scalars_are_read() {
    check::<Ability>(
        "effects: [tap, {draw: 1}]\nrule: \"702.10\"\nmay: true\n",
        "Ability { effects: [Tap, Draw(1)], rule: Some(\"702.10\"), may: true }",
    );
    check::<Ability>("effects: []\nrule: ~\n", "Ability { effects: [], rule: None, may: false }");
    check::<BTreeMap<Zone, (i8, char)>>("graveyard: [-1, x]", "{Graveyard: (-1, 'x')}");
    check::<BTreeMap<u8, ()>>("3: \n1:\n", "{1: (), 3: ()}");
    check::<Option<Vec<bool>>>("", "None");
    check::<Option<Vec<bool>>>("[true]", "Some([true])");
    check::<u64>("18446744073709551615", "18446744073709551615");
    check::<i64>("-9223372036854775808", "-9223372036854775808");
}

#[test]
fn faults_are_at_the_innermost_node() {
    check::<Effect>("tpa", " f.yaml:1:1: unknown value \"tpa\"\n  help: did you mean \"tap\"?");
    check::<Zone>(
        "exile",
        " f.yaml:1:1: unknown value \"exile\"\n  help: expected one of \"library\" and \"graveyard\"",
    );
    check::<Effect>(
        "put-conters: {}",
        "put-conters f.yaml:1:1: unknown value \"put-conters\"\n  help: did you mean \"put-counters\"?",
    );
    check::<Effect>(
        "put-counters: {knd: x}",
        "put-counters.knd f.yaml:1:16: unknown field \"knd\"\n  help: did you mean \"kind\"?",
    );
    check::<Effect>("put-counters: {count: 1}", "put-counters f.yaml:1:15: the field \"kind\" is missing");
    check::<Effect>(
        "put-counters: {kind: x, count: -1}",
        "put-counters.count f.yaml:1:32: expected a whole number from 0 to 4294967295, found the number -1",
    );
    check::<Effect>("draw: 300", "draw f.yaml:1:7: expected a whole number from 0 to 255, found the number 300");
    check::<Effect>("draw: x", "draw f.yaml:1:7: expected a whole number from 0 to 255, found the text \"x\"");
    check::<Effect>("draw: 1.5", "draw f.yaml:1:7: expected a whole number from 0 to 255, found the number 1.5");
    check::<Effect>("draw", " f.yaml:1:1: \"draw\" needs a value\n  help: write {draw: …}");
    check::<Effect>("put-counters", " f.yaml:1:1: \"put-counters\" needs fields\n  help: write {put-counters: …}");
    check::<Effect>("tap: 1", "tap f.yaml:1:6: \"tap\" takes no value\n  help: write tap alone");
    check::<Effect>("{tap: , draw: 1}", " f.yaml:1:1: expected one key, found 2");
    check::<Effect>("{}", " f.yaml:1:1: expected one key, found 0");
    check::<Effect>("[tap]", " f.yaml:1:1: expected text, found a list");
    check::<Effect>("", " f.yaml:1:1: expected text, found nothing");
    check::<Effect>("5", " f.yaml:1:1: expected text, found the number 5\n  help: quote it: \"5\"");
    check::<Effect>("move: [library]", "move f.yaml:1:7: expected a list of 2, found 1");
    check::<Effect>("move: [library, graveyard, library]", "move f.yaml:1:7: 1 items too many in this list");
    check::<Effect>(
        "move: [library, exil]",
        concat!(
            "move[1] f.yaml:1:17: unknown value \"exil\"\n",
            "  help: expected one of \"library\" and \"graveyard\"",
        ),
    );
    check::<Effect>("named: 5", "named f.yaml:1:8: expected text, found the number 5\n  help: quote it: \"5\"");
    check::<Effect>(
        "each:\n  each:\n    put-counters: {kind: 702.10}\n",
        "each.each.put-counters.kind f.yaml:3:26: expected text, found the number 702.10\n  help: quote it: \"702.10\"",
    );
    check::<Ability>(
        "effects:\n  - tap\n  - draw: true\n",
        "effects[1].draw f.yaml:3:11: expected a whole number from 0 to 255, found true",
    );
    check::<Ability>("effects: tap", "effects f.yaml:1:10: expected a list, found the text \"tap\"");
    check::<Ability>("[[]]", " f.yaml:1:1: expected a map, found a list");
    check::<Ability>(
        "effects: []\nrule: {T}",
        concat!(
            "rule f.yaml:2:7: expected text, found a map\n",
            "  help: quote text that starts with a brace: \"{T}\"",
        ),
    );
    check::<Ability>("effects: []\nmay: yes\n", "may f.yaml:2:6: expected true or false, found the text \"yes\"");
    check::<BTreeMap<Zone, u8>>(
        "hand: 1",
        concat!("hand f.yaml:1:1: unknown value \"hand\"\n", "  help: expected one of \"library\" and \"graveyard\"",),
    );
    check::<char>("xy", " f.yaml:1:1: expected a single character, found the text \"xy\"");
    check::<()>("[]", " f.yaml:1:1: expected nothing, found a list");
    check::<(u8, u8)>("[1]", " f.yaml:1:1: expected a list of 2, found 1");
    check::<BTreeMap<u8, ()>>("x: ", "x f.yaml:1:1: expected a whole number from 0 to 255, found the text \"x\"");
}
