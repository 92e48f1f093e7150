//! The examples that the Comprehensive Rules print under a rule, played: `tests/examples/SECTION.yaml`.
//!
//! Each entry names its `rule` and which `example` under it (the first, if nothing is said), restates it (`says`) and plays
//! it: a `board` and a `script` in the grammar of [`crate::common`], with `cards` of its own where the example invents some.
//! An example may need several entries. What the vocabulary cannot express is `left-out`, with the reason. `numbers.txt`
//! lists how many examples each rule has (edition of 2022-04-29); every one of them is played or left out.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use headjudge_engine::{Card, CardTable};
use serde::Deserialize;

use crate::common::{cards, compare};

/// One entry of a file of examples: played if it has a script, else left out.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Entry {
    rule: String,
    #[serde(default = "first")]
    example: u32,
    #[serde(default)]
    left_out: String,
    #[serde(default)]
    says: String,
    #[serde(default)]
    cards: Vec<Card>,
    #[serde(default)]
    board: String,
    #[serde(default)]
    script: String,
}

impl Entry {
    fn is_played(&self) -> bool {
        !self.script.is_empty()
    }

    /// Plays the example; the error tells what came out instead.
    fn play(&self) -> Result<(), String> {
        let all = match &self.cards[..] {
            [] => cards(),
            own => {
                let all = cards().iter().map(|(_, card)| card).chain(own).cloned().collect();
                Arc::new(CardTable::new(all).map_err(|faults| format!("{faults:?}"))?)
            }
        };
        catch_unwind(AssertUnwindSafe(|| compare(&all, &self.board, &self.script)))
            .unwrap_or_else(|_| Err("panicked, as is told above".to_owned()))
    }
}

fn first() -> u32 {
    1
}

/// The folder of this package: where it is tested, not where it was built.
fn folder() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map_or(env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    package.join("tests/examples")
}

fn entries(section: &str) -> Vec<Entry> {
    let file = folder().join(format!("{section}.yaml"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|fault| panic!("{}: {fault}", file.display()));
    serde_yaml::from_str(&text).unwrap_or_else(|fault| panic!("{}: {fault}", file.display()))
}

/// Plays every example of a section, and tells of all that came out otherwise.
fn play(section: &str) {
    let mut faults = Vec::new();
    for entry in entries(section).iter().filter(|entry| entry.is_played()) {
        if let Err(fault) = entry.play() {
            faults.push(format!("{} (example {}): {}\n{fault}", entry.rule, entry.example, entry.says));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// One test for each section, and the list of them.
macro_rules! sections {
    ($($section:literal $test:ident;)*) => {
        $(#[test] fn $test() { play($section); })*
        const SECTIONS: &[&str] = &[$($section),*];
    };
}

sections! {
    "106" mana;
    "107" numbers_and_symbols;
    "110" permanents;
    "111" tokens;
    "112" spells;
    "113" abilities;
    "115" targets;
    "118" costs;
    "120" damage;
    "205" type_lines;
    "302" creatures;
    "305" lands;
    "400" zones;
    "508" attackers;
    "509" blockers;
    "510" combat_damage;
    "601" casting;
    "602" activating;
    "603" triggering;
    "605" mana_abilities;
    "606" loyalty;
    "607" linked;
    "608" resolving;
    "609" effects;
    "610" one_shots;
    "611" continuous;
    "613" layers;
    "614" replacement;
    "615" prevention;
    "616" several_replacements;
    "701" keyword_actions;
    "702" keywords;
    "704" state_based;
    "707" copying;
    "800" leaving;
}

#[test]
fn every_example_is_played_or_left_out() {
    let text = std::fs::read_to_string(folder().join("numbers.txt")).expect("the numbers of examples");
    let wanted: BTreeSet<(String, u32)> = text
        .lines()
        .flat_map(|line| {
            let (rule, n) = line.split_once(' ').expect("a rule and a number");
            (1..=n.parse().expect("a number")).map(|n| (rule.to_owned(), n))
        })
        .collect();
    let mut found: BTreeMap<(String, u32), bool> = BTreeMap::new();
    let mut faults = Vec::new();
    for section in SECTIONS {
        for entry in entries(section) {
            let number = (entry.rule.clone(), entry.example);
            let played = entry.is_played();
            if !entry.rule.starts_with(&format!("{section}.")) {
                faults.push(format!("{} stands in {section}.yaml", entry.rule));
            }
            let told = [&entry.says, &entry.left_out].map(|text| !text.trim().is_empty());
            if told != [played, !played] {
                faults.push(format!("{}: what is played needs `says`, and what is not needs `left-out`", entry.rule));
            }
            if found.insert(number, played).is_some_and(|before| before != played || !played) {
                faults.push(format!("{} (example {}) is both played and left out", entry.rule, entry.example));
            }
        }
    }
    let found_numbers: BTreeSet<_> = found.keys().cloned().collect();
    faults.extend(wanted.difference(&found_numbers).map(|(rule, n)| format!("{rule} (example {n}) is missing")));
    faults.extend(found_numbers.difference(&wanted).map(|(rule, n)| format!("{rule} has no example {n}")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let played = found.values().filter(|played| **played).count();
    println!("{played} of {} examples are played, {} left out", found.len(), found.len() - played);
}

#[test]
fn every_file_of_examples_is_a_section() {
    let files = std::fs::read_dir(folder()).expect("the folder of examples");
    let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let sections: BTreeSet<String> = names.filter_map(|name| Some(name.strip_suffix(".yaml")?.to_owned())).collect();
    assert_eq!(sections, SECTIONS.iter().map(|s| (*s).to_owned()).collect());
}
