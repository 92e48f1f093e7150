//! Bad text of every kind ends in a fault inside the file, or in nodes, and never in a panic.

use headjudge::fault::{Faults, Style};
use headjudge::tape::{Draw, Source, SplitMix64};
use headjudge::yaml::{Node, Value, parse_bytes};
use serde::Deserialize;

use super::RULING;

const SAMPLES: [&str; 3] = [
    RULING,
    "name: Hungry Lynx\ntypes: [creature]\nabilities:\n  - static: {protection: {from: \"é\"}}\n  - trigger:\n      when: death-of-rat\n      do:\n        - put-counters: {kind: \"+1/+1\", count: 1}\n",
    "a: |\n  literal\n    text\nb: 'it''s'\nc: \"\\u00e9\\n\"\n? d\n: - 1\n  - - 2\n    - {}\n# end\n",
];

/// One edit of the kinds that editors, merges and cats on keyboards make.
fn corrupt(bytes: &mut Vec<u8>, s: &mut dyn Source) {
    let at = s.index(bytes.len() + 1);
    let lines = |bytes: &[u8]| -> Vec<Vec<u8>> { bytes.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect() };
    match s.below(7) {
        0 if at < bytes.len() => bytes[at] ^= 1 << s.below(7),
        1 if at < bytes.len() => drop(bytes.remove(at)),
        2 => {
            let signs = b"\t\n :-?[]{},&*!|>'\"%@`#\\\r~<=\xC3\xFF\0.0";
            bytes.insert(at, signs[s.index(signs.len())]);
        }
        3 => bytes.truncate(at),
        4 => {
            let mut all = lines(bytes);
            let (from, to) = (s.index(all.len()), s.index(all.len() + 1));
            if let Some(line) = all.get(from).cloned() {
                all.insert(to, line);
            }
            *bytes = all.concat();
        }
        5 => {
            let mut all = lines(bytes);
            let index = s.index(all.len());
            if let Some(line) = all.get_mut(index) {
                match s.below(2) {
                    0 => line.insert(0, b' '),
                    1 if line.first() == Some(&b' ') => drop(line.remove(0)),
                    _ => line.insert(0, b'\t'),
                }
            }
            *bytes = all.concat();
        }
        _ => {
            let end = (at + s.index(40)).min(bytes.len());
            let part = bytes[at..end].to_vec();
            let to = s.index(bytes.len() + 1);
            bytes.splice(to..to, part);
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
#[expect(dead_code, reason = "the values are read and thrown away")]
enum Anything {
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(String),
    List(Vec<Anything>),
    Map(std::collections::BTreeMap<String, Anything>),
    Null,
}

/// Asks every node everything.
fn read_all(node: &Node, faults: &mut Faults) {
    let _ = (node.str(faults), node.int(faults), node.bool(faults), node.percent(faults));
    let _ = (node.range(faults), node.filled_str(faults), node.word(&["a", "b"], faults));
    let _ = (node.list(faults), node.map(faults), node.only_entry("x", faults));
    for (offset, len) in [(0, 1), (3, 2), (usize::MAX, 1), (1, usize::MAX)] {
        faults.push(node.part_fault(offset, len, "part"));
    }
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| read_all(item, faults)),
        Value::Map(entries) => {
            if let Some(mut reader) = node.reader(faults) {
                let _ = reader.required("says", faults, Node::int);
                reader.finish(faults);
            }
            entries.iter().for_each(|(_, value)| read_all(value, faults));
        }
        _ => {}
    }
}

#[test]
fn corrupted_texts_never_panic() {
    let (mut good, mut bad) = (0, 0);
    for seed in 0..4_000 {
        let mut s = SplitMix64::new(seed);
        let mut bytes = SAMPLES[s.index(SAMPLES.len())].as_bytes().to_vec();
        for _ in 0..=s.below(3) {
            corrupt(&mut bytes, &mut s);
        }
        let mut faults = Faults::new();
        match parse_bytes("f.yaml", &bytes) {
            Ok(node) => {
                good += 1;
                read_all(&node, &mut faults);
                faults.take(node.deserialize::<Anything>().map(drop));
            }
            Err(fault) => {
                bad += 1;
                faults.push(fault);
            }
        }
        for fault in faults {
            let end = fault.span.offset + fault.span.len;
            assert!(end <= fault.source.text().len(), "in the file: {fault:?}");
            assert!(!fault.message.is_empty(), "{fault:?}");
            if seed % 10 == 0 {
                let _ = (fault.render(Style::Plain), fault.render(Style::Unicode));
            }
        }
    }
    println!("{good} parsed, {bad} refused");
    assert!(good > 500 && bad > 500, "both happen: {good} and {bad}");
}

#[test]
fn the_samples_are_good() {
    for sample in SAMPLES {
        let node = parse_bytes("f.yaml", sample.as_bytes()).expect("the sample is good YAML");
        let _: Anything = node.deserialize().expect("anything is anything");
    }
}
