//! Text to nodes.

use headjudge::fault::Style;
use headjudge::yaml::{MAX_BYTES, Node, Value, parse, parse_bytes};

/// The nodes as text: one line each, with the place and what stands there.
fn outline(node: &Node) -> String {
    fn add(node: &Node, text: &mut String) {
        let (line, column) = node.source().line_column(node.span.offset);
        let value = match &node.value {
            Value::List(_) => "list".to_owned(),
            Value::Map(_) => "map".to_owned(),
            other => format!("{other:?}"),
        };
        let (path, raw) = (node.path(), node.raw());
        text.push_str(&format!("{line}:{column} {path} {value} {raw:?}\n"));
        match &node.value {
            Value::List(items) => items.iter().for_each(|item| add(item, text)),
            Value::Map(entries) => {
                for (key, value) in entries {
                    let (line, column) = node.source().line_column(key.span.offset);
                    text.push_str(&format!("{line}:{column} key {:?}\n", key.name));
                    add(value, text);
                }
            }
            _ => {}
        }
    }
    let mut text = String::new();
    add(node, &mut text);
    text
}

fn check(text: &str, expected: &str) {
    let found = match parse("f.yaml", text) {
        Ok(node) => outline(&node),
        Err(fault) => fault.render(Style::Plain),
    };
    assert_eq!(found, expected, "\n{text}");
}

#[test]
fn good_text_becomes_nodes_with_places() {
    check(
        "a: 702.10\nb: [1, 'x', \"y\\n\", ~, yes, true, 1.5, 0x10, 007, 1_000, -3, 99999999999999999999, .inf, 1e999]\n",
        "1:1  map \"a\"\n1:1 key \"a\"\n1:4 a Number(\"702.10\") \"702.10\"\n2:1 key \"b\"\n2:4 b list \"[\"\n2:5 b[0] Int(1) \"1\"\n2:8 b[1] Str(\"x\") \"'x'\"\n2:13 b[2] Str(\"y\\n\") \"\\\"y\\\\n\\\"\"\n2:20 b[3] Null \"~\"\n2:23 b[4] Str(\"yes\") \"yes\"\n2:28 b[5] Bool(true) \"true\"\n2:34 b[6] Number(\"1.5\") \"1.5\"\n2:39 b[7] Int(16) \"0x10\"\n2:45 b[8] Number(\"007\") \"007\"\n2:50 b[9] Str(\"1_000\") \"1_000\"\n2:57 b[10] Int(-3) \"-3\"\n2:61 b[11] Number(\"99999999999999999999\") \"99999999999999999999\"\n2:83 b[12] Str(\".inf\") \".inf\"\n2:89 b[13] Number(\"1e999\") \"1e999\"\n",
    );
    check(
        "c: {d: {e: 5}}\n? k\n: v\nü: é\nzz: é\n",
        "1:1  map \"c\"\n1:1 key \"c\"\n1:4 c map \"{\"\n1:5 key \"d\"\n1:8 c.d map \"{\"\n1:9 key \"e\"\n1:12 c.d.e Int(5) \"5\"\n2:3 key \"k\"\n3:3 k Str(\"v\") \"v\"\n4:1 key \"ü\"\n4:4 ü Str(\"é\") \"é\"\n5:1 key \"zz\"\n5:5 zz Str(\"é\") \"é\"\n",
    );
    check("", "1:1  Null \"\"\n");
    check("# nothing\n", "2:1  Null \"\"\n");
    check(
        "a:\nb:\n  - x\n  - y: 1\n    z: 2\n  -\n",
        "1:1  map \"a\"\n1:1 key \"a\"\n1:2 a Null \"\"\n2:1 key \"b\"\n3:3 b list \"-\"\n3:5 b[0] Str(\"x\") \"x\"\n4:5 b[1] map \"y\"\n4:5 key \"y\"\n4:8 b[1].y Int(1) \"1\"\n5:5 key \"z\"\n5:8 b[1].z Int(2) \"2\"\n6:4 b[2] Null \"\"\n",
    );
    check(
        "a: |\n  block\n  text\nb: >-\n  folded\n  more\n",
        "1:1  map \"a\"\n1:1 key \"a\"\n2:3 a Str(\"block\\ntext\\n\") \"block\\n  text\\n\"\n4:1 key \"b\"\n5:3 b Str(\"folded more\") \"folded\\n  more\\n\"\n",
    );
    check(
        "plain: two\n  lines\n",
        "1:1  map \"plain\"\n1:1 key \"plain\"\n1:8 plain Str(\"two lines\") \"two\\n  lines\"\n",
    );
    check("\u{feff}a: 1\n", "1:1  map \"a\"\n1:1 key \"a\"\n1:4 a Int(1) \"1\"\n");
    check("---\na: 1\n...\n", "2:1  map \"a\"\n2:1 key \"a\"\n2:4 a Int(1) \"1\"\n");
    check(
        "1: x\n1.50: y\ntrue: z\n",
        "1:1  map \"1\"\n1:1 key \"1\"\n1:4 1 Str(\"x\") \"x\"\n2:1 key \"1.50\"\n2:7 1.50 Str(\"y\") \"y\"\n3:1 key \"true\"\n3:7 true Str(\"z\") \"z\"\n",
    );
    check(
        "a: -9223372036854775808\nb: 18446744073709551615\nc: 9223372036854775808\n",
        "1:1  map \"a\"\n1:1 key \"a\"\n1:4 a Int(-9223372036854775808) \"-9223372036854775808\"\n2:1 key \"b\"\n2:4 b Number(\"18446744073709551615\") \"18446744073709551615\"\n3:1 key \"c\"\n3:4 c Number(\"9223372036854775808\") \"9223372036854775808\"\n",
    );
    check(
        "a: +1/+1\nb: Ajani's\nc: {T}\nd: []\ne: {}\nf: \"\"\n",
        "1:1  map \"a\"\n1:1 key \"a\"\n1:4 a Str(\"+1/+1\") \"+1/+1\"\n2:1 key \"b\"\n2:4 b Str(\"Ajani's\") \"Ajani's\"\n3:1 key \"c\"\n3:4 c map \"{\"\n3:5 key \"T\"\n3:6 c.T Null \"\"\n4:1 key \"d\"\n4:4 d list \"[\"\n5:1 key \"e\"\n5:4 e map \"{\"\n6:1 key \"f\"\n6:4 f Str(\"\") \"\\\"\\\"\"\n",
    );
    check(
        "a: 1\r\nb: [x,\r\n y]\r\n",
        "1:1  map \"a\"\n1:1 key \"a\"\n1:4 a Int(1) \"1\"\n2:1 key \"b\"\n2:4 b list \"[\"\n2:5 b[0] Str(\"x\") \"x\"\n3:2 b[1] Str(\"y\") \"y\"\n",
    );
    check("- 1\n- [2]\n", "1:1  list \"-\"\n1:3 [0] Int(1) \"1\"\n2:3 [1] list \"[\"\n2:4 [1][0] Int(2) \"2\"\n");
    check("5", "1:1  Int(5) \"5\"\n");
    check(
        "a: !!str 5\nb: no\nc: NULL\nd: TRUE\ne: y\n",
        "1:1  map \"a\"\n1:1 key \"a\"\n1:10 a Str(\"5\") \"5\"\n2:1 key \"b\"\n2:4 b Str(\"no\") \"no\"\n3:1 key \"c\"\n3:4 c Null \"NULL\"\n4:1 key \"d\"\n4:4 d Bool(true) \"TRUE\"\n5:1 key \"e\"\n5:4 e Str(\"y\") \"y\"\n",
    );
}

#[test]
fn anchors_aliases_tags_and_merge_keys_are_refused() {
    check(
        "a: &x 1\nb: 2\n",
        "f.yaml:1:7: anchors (&) are not supported\n  help: write the value out, or quote text that starts with an ampersand\n",
    );
    check(
        "a: 1\nb: *x\n",
        "f.yaml:2:4: aliases (*) are not supported\n  help: write the value out, or quote text that starts with an asterisk\n",
    );
    check("<<: {a: 1}\n", "f.yaml:1:1: merge keys (<<) are not supported\n  help: write the fields out\n");
    check(
        "a: !Foo {b: 1}\n",
        "f.yaml:1:9: tags are not supported, found \"!Foo\"\n  help: quote text that starts with an exclamation mark\n",
    );
    check(
        "a: !x\n",
        "f.yaml:1:6: tags are not supported, found \"!x\"\n  help: quote text that starts with an exclamation mark\n",
    );
    check("a: !!int 5\n", "1:1  map \"a\"\n1:1 key \"a\"\n1:10 a Int(5) \"5\"\n");
}

#[test]
fn there_is_one_document_and_every_key_once() {
    check("a: 1\n---\nb: 2\n", "f.yaml:2:1: a file holds one document, here begins another\n");
    check("a: 1\nb: 2\na: 3\n", "f.yaml:3:1: the key \"a\" is given twice\n");
    check("p: {a: 1, é: 2, a: 3}\n", "f.yaml:1:17: the key \"a\" is given twice\n");
    check("--- a\n--- b\n", "f.yaml:2:1: a file holds one document, here begins another\n");
}

#[test]
fn keys_are_text() {
    check("null: q\n", "f.yaml:1:1: a key is missing or null\n  help: quote the key: \"null\"\n");
    check("~: q\n", "f.yaml:1:1: a key is missing or null\n  help: quote the key: \"null\"\n");
    check(": q\n", "f.yaml:1:1: a key is missing or null\n  help: quote the key: \"null\"\n");
    check(
        "[a]: b\n",
        "f.yaml:1:1: a key must be text, found a list or a map\n  help: quote a key that starts with a bracket or a brace\n",
    );
    check(
        "{a: 1}: b\n",
        "f.yaml:1:1: a key must be text, found a list or a map\n  help: quote a key that starts with a bracket or a brace\n",
    );
}

#[test]
fn what_is_no_yaml_is_refused_at_the_spot_with_advice() {
    check(
        "a: *\n",
        "f.yaml:1:4: not valid YAML: while scanning an anchor or alias, did not find expected alphabetic or numeric character\n  help: quote text that starts with an asterisk or an ampersand: \"*\"\n",
    );
    check(
        "a: [1, 2\nb: 3\n",
        "f.yaml:2:2: not valid YAML: illegal placement of ':' indicator\n  help: close the bracket or brace that is open above\n",
    );
    check("a: {b: 1\n", "f.yaml:1:4: not valid YAML: unclosed bracket '{'\n");
    check(
        "cost: {2}{W}{W}\n",
        "f.yaml:1:10: not valid YAML: while parsing a block mapping, did not find expected key\n  help: quote text that starts with a brace: \"{2}{W}\"\n",
    );
    check(
        "power: *\n",
        "f.yaml:1:8: not valid YAML: while scanning an anchor or alias, did not find expected alphabetic or numeric character\n  help: quote text that starts with an asterisk or an ampersand: \"*\"\n",
    );
    check(
        "a: &\n",
        "f.yaml:1:4: not valid YAML: while scanning an anchor or alias, did not find expected alphabetic or numeric character\n  help: quote text that starts with an asterisk or an ampersand: \"*\"\n",
    );
    check(
        "a: b: c\n",
        "f.yaml:1:5: not valid YAML: mapping values are not allowed in this context\n  help: check the indentation, or quote text that contains a colon and a space\n",
    );
    check(
        "a:\n\t- b\n",
        "f.yaml:2:2: not valid YAML: tabs disallowed within this context (block indentation)\n  help: indent with spaces, not tabs\n",
    );
    check(
        "a:\n  b: 1\n\tc: 2\n",
        "f.yaml:2:6: not valid YAML: while scanning a plain scalar, found a tab\n  help: indent with spaces, not tabs\n",
    );
    check(
        "a: 'unclosed\nb: 1\n",
        "f.yaml:1:4: not valid YAML: unclosed quote\n  help: close the quote, or quote text that contains one: \"Ajani's\"\n",
    );
    check(
        "a: \"open\n",
        "f.yaml:1:4: not valid YAML: unclosed quote\n  help: close the quote, or quote text that contains one: \"Ajani's\"\n",
    );
    check(
        "a: \"\\q\"\n",
        "f.yaml:1:4: not valid YAML: while parsing a quoted scalar, found unknown escape character\n  help: in double quotes a backslash starts an escape, use single quotes\n",
    );
    check(
        "a: @x\n",
        "f.yaml:1:4: not valid YAML: unexpected character: `@'\n  help: quote text that starts with this sign\n",
    );
    check(
        "a: `x`\n",
        "f.yaml:1:4: not valid YAML: unexpected character: ``'\n  help: quote text that starts with this sign\n",
    );
    check(
        "a: %x\n",
        "f.yaml:1:4: not valid YAML: unexpected character: `%'\n  help: quote text that starts with this sign\n",
    );
    check(
        "- a\nb: c\n",
        "f.yaml:2:1: not valid YAML: while parsing a block collection, did not find expected '-' indicator\n",
    );
    check("a: 1\nb\nc: 2\n", "f.yaml:2:1: not valid YAML: simple key expected ':'\n");
    check(
        "a: 1\n b: 2\n",
        "f.yaml:2:3: not valid YAML: mapping values are not allowed in this context\n  help: check the indentation, or quote text that contains a colon and a space\n",
    );
    check("a: \u{7}\n", "f.yaml:1:4: not valid YAML: unexpected character: `\\u{7}'\n");
    check("é: 1\nb: [é, é, }]\n", "f.yaml:2:4: not valid YAML: mismatched bracket '[' closed by '}'\n");
    check(
        "a: 1\r\nb: @\r\n",
        "f.yaml:2:4: not valid YAML: unexpected character: `@'\n  help: quote text that starts with this sign\n",
    );
    check(
        "a: 1\rb: @\r",
        "f.yaml:1:9: not valid YAML: unexpected character: `@'\n  help: quote text that starts with this sign\n",
    );
    check("a: ]\n", "f.yaml:1:4: not valid YAML: misplaced bracket\n");
    check("%YAML 3.0\n---\na: 1\n", "f.yaml:1:1: not valid YAML: unsupported YAML major version\n");
    check(
        "a: |x\n  b\n",
        "f.yaml:1:4: not valid YAML: while scanning a block scalar, did not find expected comment or line break\n",
    );
}

#[test]
fn deep_nesting_is_refused() {
    let lists = |depth| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert!(parse("f.yaml", &lists(32)).is_ok());
    let deep = "lists and maps are nested deeper than 32 levels";
    check(&lists(33), &format!("f.yaml:1:33: {deep}\n"));
    check(&"[".repeat(200_000), &format!("f.yaml:1:33: {deep}\n"));
    check(&"{a: ".repeat(10_000), &format!("f.yaml:1:129: {deep}\n"));
    check(&"- ".repeat(100_000), &format!("f.yaml:1:65: {deep}\n"));
    check(&"? ".repeat(100_000), &format!("f.yaml:1:65: {deep}\n"));
    let stairs: String = (0..400).map(|i| format!("{}a:\n", " ".repeat(i))).collect();
    check(&stairs, &format!("f.yaml:33:33: {deep}\n"));
}

#[test]
fn alias_bombs_are_refused() {
    let mut bomb = "a: &a [x, x]\n".to_owned();
    for (last, next) in ('a'..='y').zip('b'..='z') {
        bomb.push_str(&format!("{next}: &{next} [*{last}, *{last}, *{last}]\n"));
    }
    check(
        &bomb,
        "f.yaml:1:7: anchors (&) are not supported\n  help: write the value out, or quote text that starts with an ampersand\n",
    );
}

#[test]
fn huge_files_are_refused() {
    let line = "a: b\n";
    let long = line.repeat(MAX_BYTES / line.len() + 1);
    let message = format!("f.yaml:1:1: the file has {} bytes, at most 1048576 are read\n", long.len());
    check(&long, &message);
    check(&"x".repeat(MAX_BYTES + 1), "f.yaml:1:1: the file has 1048577 bytes, at most 1048576 are read\n");
    let many = format!("[{}]", "x,".repeat(100_000));
    check(&many, "f.yaml:1:200000: the file has more than 100000 values\n");
    let text = format!("a: {}\n", "x".repeat(MAX_BYTES - 4));
    assert!(parse("f.yaml", &text).is_ok(), "as long as allowed");
}

#[test]
fn bytes_that_are_no_text_are_refused_where_they_stand() {
    let check = |bytes: &[u8], expected: &str| {
        let found = parse_bytes("f.yaml", bytes).map(|node| outline(&node));
        let found = found.unwrap_or_else(|fault| fault.render(Style::Plain));
        assert_eq!(found, expected);
    };
    let help = "  help: save the file as UTF-8\n";
    check(b"a: 1\nb: caf\xE9\n", &format!("f.yaml:2:7: byte 7 of this line (0xE9) is not UTF-8\n{help}"));
    check("é: ".as_bytes(), "1:1  map \"é\"\n1:1 key \"é\"\n1:2 é Null \"\"\n");
    check(b"\xC3\xA9: \xFF", &format!("f.yaml:1:4: byte 5 of this line (0xFF) is not UTF-8\n{help}"));
    check(b"a: \xE2\x82", &format!("f.yaml:1:4: byte 4 of this line (0xE2) is not UTF-8\n{help}"));
    check(b"\xFE\xFFa", &format!("f.yaml:1:1: byte 1 of this line (0xFE) is not UTF-8\n{help}"));
}

/// Looks for a word in the text of the only value and checks where it is found in the file.
fn check_part(text: &str, word: &str, expected: (usize, usize, &str)) {
    let node = parse("f.yaml", text).expect("the text is good");
    let value = node.get("a").expect("the key is there");
    let Value::Str(string) = &value.value else { panic!("{value:?}") };
    let offset = string.find(word).expect("the word is there");
    let fault = value.part_fault(offset, word.len(), "here");
    let (line, column) = fault.line_column();
    assert_eq!((line, column, fault.source.slice(fault.span)), expected, "{text:?} {string:?}");
}

#[test]
fn parts_of_texts_are_found_in_the_file() {
    check_part("a: one two\n", "two", (1, 8, "two"));
    check_part("a: \"one two\"\n", "two", (1, 9, "two"));
    check_part("a: \"one \\\"two\\\" \\u00e9 three\"\n", "three", (1, 24, "three"));
    check_part("a: 'it''s two'\n", "two", (1, 11, "two"));
    check_part("a: 'it''s two'\n", "it's", (1, 5, "it''s"));
    check_part("a: one\n  two\n  three\n", "three", (3, 3, "three"));
    check_part("a: 'one\n  two'\n", "two", (2, 3, "two"));
    check_part("a: |\n  one\n    two\n  three\n", "two", (3, 5, "two"));
    check_part("a: |\n  one\n    two\n  three\n", "three", (4, 3, "three"));
    check_part("a: >-\n  one\n  two\n\n  three\n", "three", (5, 3, "three"));
    check_part("a: >-\n  one\n  two\n", "one two", (2, 3, "one\n  two"));
    check_part("a: |-\n  'one' \"two\"\n", "one", (2, 4, "one"));
    check_part("a: |-\n  'one'\n  two\n", "two", (3, 3, "two"));
    check_part("a: >-\n  'one\n  it\'s two'\n", "two'", (3, 8, "two'"));
    check_part("a: |-\n  \"one\"\n  two\n", "\"\ntwo", (2, 7, "\"\n  two"));
    check_part("a: '''one'' two'\n", "two", (1, 13, "two"));
    check_part("a: \"\\\"one\\\" two\"\n", "two", (1, 13, "two"));
    check_part("a: é + ü\n", "ü", (1, 8, "ü"));
    check_part("a: one", "", (1, 4, ""));
    let node = parse("f.yaml", "a: 'one'\nb: 5\n").expect("the text is good");
    let at_end = |key| node.get(key).map(|node| node.part(99, 5));
    assert_eq!(at_end("a").map(|span| (span.offset, span.len)), Some((7, 0)));
    assert_eq!(at_end("b").map(|span| (span.offset, span.len)), Some((12, 1)));
}
