//! Nodes to values by hand: what is accepted, and every fault with its place.

use headjudge::fault::{Faults, Style, did_you_mean, listed};
use headjudge::yaml::{Node, Reader, parse};

/// Reads the text's top node and compares what came out, value or faults.
fn check<T: std::fmt::Debug>(read: impl Fn(&Node, &mut Faults) -> Option<T>, text: &str, expected: &str) {
    let node = parse("f.yaml", text).expect("the text is good YAML");
    let mut faults = Faults::new();
    let value = read(&node, &mut faults);
    assert_eq!(value.is_none(), !faults.is_empty(), "a value or a fault: {text:?}");
    let found = match value {
        Some(value) => format!("{value:?}"),
        None => faults.render(Style::Plain).trim_end().to_owned(),
    };
    assert_eq!(found, expected, "{text:?}");
}

#[test]
fn text_is_text_and_numbers_must_be_quoted() {
    let check = |text, expected| check(|n, f| n.str(f).map(str::to_owned), text, expected);
    check("\"702.10\"", "\"702.10\"");
    check("yes", "\"yes\"");
    check("702.10", "f.yaml:1:1: expected text, found the number 702.10\n  help: quote it: \"702.10\"");
    check("  7", "f.yaml:1:3: expected text, found the number 7\n  help: quote it: \"7\"");
    check("007", "f.yaml:1:1: expected text, found the number 007\n  help: quote it: \"007\"");
    check("1e999", "f.yaml:1:1: expected text, found the number 1e999\n  help: quote it: \"1e999\"");
    check("True", "f.yaml:1:1: expected text, found true\n  help: quote it: \"True\"");
    check("", "f.yaml:1:1: expected text, found nothing");
    check("[a]", "f.yaml:1:1: expected text, found a list");
    check("{a: 1, b: 2}", "f.yaml:1:1: expected text, found a map");
    check("{T}", "f.yaml:1:1: expected text, found a map\n  help: quote text that starts with a brace: \"{T}\"");
}

#[test]
fn blank_text_can_be_refused() {
    let check = |text, expected| check(|n, f| n.filled_str(f).map(str::to_owned), text, expected);
    check("x", "\"x\"");
    check("' '", "f.yaml:1:1: the text is empty");
    check("5", "f.yaml:1:1: expected text, found the number 5\n  help: quote it: \"5\"");
}

#[test]
fn words_are_of_a_list() {
    let words = ["untap", "upkeep", "draw"];
    let check = |text, expected| check(|n, f| n.word(&words, f), text, expected);
    check("upkeep", "\"upkeep\"");
    check(
        "upkep",
        "f.yaml:1:1: \"upkep\" is not one of \"untap\", \"upkeep\" and \"draw\"\n  help: did you mean \"upkeep\"?",
    );
    check("combat", "f.yaml:1:1: \"combat\" is not one of \"untap\", \"upkeep\" and \"draw\"");
}

#[test]
fn whole_numbers() {
    check(Node::int, "-5", "-5");
    check(Node::int, "0x10", "16");
    check(Node::int, "1.5", "f.yaml:1:1: expected a whole number, found the number 1.5");
    check(
        Node::int,
        "99999999999999999999",
        "f.yaml:1:1: expected a whole number, found the number 99999999999999999999",
    );
    check(
        Node::int,
        "\"5\"",
        "f.yaml:1:1: expected a whole number, found the text \"5\"\n  help: remove the quotes: 5",
    );
    check(Node::int, "five", "f.yaml:1:1: expected a whole number, found the text \"five\"");
    check(Node::int, "[5]", "f.yaml:1:1: expected a whole number, found a list");
    check(|n, f| n.int_in(0..=9, f), "9", "9");
    check(|n, f| n.int_in(0..=9, f), "10", "f.yaml:1:1: 10 is not between 0 and 9");
    check(|n, f| n.int_in(0..=9, f), "-1", "f.yaml:1:1: -1 is not between 0 and 9");
}

#[test]
fn truth_values_are_true_and_false() {
    check(Node::bool, "true", "true");
    check(Node::bool, "yes", "f.yaml:1:1: expected true or false, found the text \"yes\"\n  help: write true");
    check(Node::bool, "Off", "f.yaml:1:1: expected true or false, found the text \"Off\"\n  help: write false");
    check(Node::bool, "'no'", "f.yaml:1:1: expected true or false, found the text \"no\"");
    check(Node::bool, "1", "f.yaml:1:1: expected true or false, found the number 1");
}

#[test]
fn ranges_and_shares() {
    check(Node::range, "1..=12", "1..=12");
    check(Node::range, "-3 ..= -1", "-3..=-1");
    check(Node::range, "4..=4", "4..=4");
    check(Node::range, "5..=4", "f.yaml:1:1: the range 5..=4 is empty");
    check(
        Node::range,
        "1..5",
        "f.yaml:1:1: expected a range such as 1..=12, found the text \"1..5\"\n  help: ranges include their end, write ..=",
    );
    check(Node::range, "1..=", "f.yaml:1:1: expected a range such as 1..=12, found the text \"1..=\"");
    check(Node::range, "7", "f.yaml:1:1: expected a range such as 1..=12, found the number 7");
    check(
        Node::range,
        "0..=99999999999999999999",
        "f.yaml:1:1: expected a range such as 1..=12, found the text \"0..=99999999999999999999\"",
    );
    check(Node::percent, "20%", "20");
    check(Node::percent, "0%", "0");
    check(Node::percent, "101%", "f.yaml:1:1: 101% is not between 0% and 100%");
    check(Node::percent, "20", "f.yaml:1:1: expected a share such as 20%, found the number 20\n  help: write 20%");
    check(Node::percent, "0.2", "f.yaml:1:1: expected a share such as 20%, found the number 0.2");
    check(Node::percent, "-1%", "f.yaml:1:1: expected a share such as 20%, found the text \"-1%\"");
    check(Node::percent, "1.5%", "f.yaml:1:1: expected a share such as 20%, found the text \"1.5%\"");
}

#[test]
fn lists_report_all_their_faults() {
    let ints = |node: &Node, faults: &mut Faults| node.list_of(faults, |n, f| n.int(f));
    check(ints, "[1, 2]", "[1, 2]");
    check(ints, "[]", "[]");
    check(
        ints,
        "- 1\n- x\n- 3\n- [y]\n",
        "f.yaml:2:3: expected a whole number, found the text \"x\"\nf.yaml:4:3: expected a whole number, found a list",
    );
    check(ints, "a: 1", "f.yaml:1:1: expected a list, found a map");
}

#[test]
fn maps_of_one_entry() {
    let entry = |node: &Node, faults: &mut Faults| {
        let (key, value) = node.only_entry("domain", faults)?;
        Some((key.name.clone(), value.raw().to_owned()))
    };
    check(entry, "{int: 0..=8}", "(\"int\", \"0..=8\")");
    check(entry, "int: 1\nlist: 2\n", "f.yaml:1:1: expected one domain, found 2 keys");
    check(entry, "{}", "f.yaml:1:1: expected one domain, found 0 keys");
    check(entry, "int", "f.yaml:1:1: expected a map, found the text \"int\"");
}

fn read_step(node: &Node, faults: &mut Faults) -> Option<(String, i64)> {
    let mut fields = node.reader(faults)?;
    let by = fields.required("by", faults, |n, f| n.str(f).map(str::to_owned));
    let count = fields.optional("count", faults, Node::int);
    fields.finish(faults);
    let before = faults.len();
    (before == 0).then_some((by?, count.unwrap_or(1)))
}

#[test]
fn fields_are_read_and_unknown_ones_reported() {
    check(read_step, "by: p1", "(\"p1\", 1)");
    check(read_step, "{count: 3, by: p1}", "(\"p1\", 3)");
    check(read_step, "count: 3", "f.yaml:1:1: the field \"by\" is missing");
    check(read_step, "by: p1\ncuont: 3\n", "f.yaml:2:1: unknown field \"cuont\"\n  help: did you mean \"count\"?");
    check(
        read_step,
        "by: p1\ntargets: 3\n",
        "f.yaml:2:1: unknown field \"targets\"\n  help: the fields here are \"by\" and \"count\"",
    );
    check(
        read_step,
        "by: 2\ncount: x\nBY: p\n",
        concat!(
            "f.yaml:1:5: expected text, found the number 2\n  help: quote it: \"2\"\n",
            "f.yaml:2:8: expected a whole number, found the text \"x\"\n",
            "f.yaml:3:1: unknown field \"BY\"\n  help: did you mean \"by\"?",
        ),
    );
    check(read_step, "[by]", "f.yaml:1:1: expected a map, found a list");
    check(read_step, "by:\n", "f.yaml:1:3: expected text, found nothing");
}

#[test]
fn all_faults_of_all_levels_have_paths() {
    let text = "given:\n  p1:\n    battlefield:\n      - card: 5\n      - crad: x\n";
    let node = parse("f.yaml", text).expect("the text is good YAML");
    let mut faults = Faults::new();
    let card = |node: &Node, faults: &mut Faults| {
        let mut fields = node.reader(faults)?;
        let card = fields.required("card", faults, |n, f| n.str(f).map(str::to_owned));
        fields.finish(faults);
        card
    };
    let list = node.get("given").and_then(|n| n.get("p1")).and_then(|n| n.get("battlefield"));
    let list = list.expect("the list is there").list_of(&mut faults, card);
    assert_eq!(list, None);
    let found: Vec<(String, String)> = faults.into_iter().map(|f| (f.path.clone(), f.to_string())).collect();
    let expected = [
        ("given.p1.battlefield[0].card", "f.yaml:4:15: expected text, found the number 5"),
        ("given.p1.battlefield[1]", "f.yaml:5:9: the field \"card\" is missing"),
        ("given.p1.battlefield[1].crad", "f.yaml:5:9: unknown field \"crad\""),
    ];
    assert_eq!(found, expected.map(|(path, message)| (path.to_owned(), message.to_owned())));
}

#[test]
fn the_rest_of_a_map_can_be_free_names() {
    let node = parse("f.yaml", "active: p2\np1: {}\np2: {}\n").expect("the text is good YAML");
    let mut faults = Faults::new();
    let mut fields: Reader<'_> = node.reader(&mut faults).expect("it is a map");
    assert_eq!(fields.entry("active").map(|(key, _)| key.span.offset), Some(0));
    let names: Vec<_> = fields.rest().iter().map(|(key, _)| key.name.clone()).collect();
    assert_eq!(names, ["p1", "p2"]);
    assert_eq!(fields.node().raw(), "active");
    fields.finish(&mut faults);
    assert_eq!(faults, Faults::new());
}

#[test]
fn suggestions_are_near_and_the_nearest() {
    let cards = ["Nine Lives", "Furnace of Rath", "Hungry Lynx", "Taps"];
    for (word, expected) in [
        ("Furnace of Wrath", Some("Furnace of Rath")),
        ("nine lifes", Some("Nine Lives")),
        ("Lynx", None),
        ("Hungry Lnyx", Some("Hungry Lynx")),
        ("tap", Some("Taps")),
        ("", None),
        ("Lightning Bolt", None),
    ] {
        assert_eq!(did_you_mean(word, cards), expected, "{word:?}");
    }
    assert_eq!(did_you_mean("ab", ["b", "a"]), Some("b"), "the first of equals");
    assert_eq!(did_you_mean(&"x".repeat(100_000), ["x"]), None);
    assert_eq!(did_you_mean("x", []), None);
    assert_eq!(
        (listed([]), listed(["a"]), listed(["a", "b", "c"])),
        (String::new(), "\"a\"".to_owned(), "\"a\", \"b\" and \"c\"".to_owned(),)
    );
}
