//! The cards: scripts in the engine's language, written for this adapter from what `rulings/cards` says.
//!
//! A card begins with its `Name:` line. `@HERE@` in a script stands for the number of the object on the board, so that a
//! replacement effect can be told by its description.

use std::collections::{BTreeMap, BTreeSet};
use std::{fs, io};

use forge_carddb::CardRules;
use forge_carddb::parser::parse_card_script;
use headjudge_protocol::scenario::{ActivateStep, PlacedObject, Scenario, Step};
use headjudge_protocol::words::PlayerName;

use crate::words::{Lack, When, Words, makes_mana_untapped};

/// One file for each group of cards.
const FILES: &[&str] = &[
    include_str!("../cards/abilities.txt"),
    include_str!("../cards/answers.txt"),
    include_str!("../cards/control.txt"),
    include_str!("../cards/convoke.txt"),
    include_str!("../cards/graveyards.txt"),
    include_str!("../cards/incarnations.txt"),
    include_str!("../cards/keywords.txt"),
    include_str!("../cards/lands.txt"),
    include_str!("../cards/layers.txt"),
    include_str!("../cards/lynx.txt"),
    include_str!("../cards/mana-could.txt"),
    include_str!("../cards/mana-made.txt"),
    include_str!("../cards/mana-restricted.txt"),
    include_str!("../cards/mana.txt"),
    include_str!("../cards/nine-lives-meets.txt"),
    include_str!("../cards/nine-lives.txt"),
    include_str!("../cards/shields.txt"),
    include_str!("../cards/spells.txt"),
    include_str!("../cards/sweepers.txt"),
    include_str!("../cards/vanilla.txt"),
    include_str!("../cards/x-spells.txt"),
    include_str!("../cards/x.txt"),
];

/// The scripts by the name of the card.
pub(crate) struct Scripts {
    texts: BTreeMap<String, String>,
    /// What a script needs and the engine does not read.
    lacks: BTreeMap<String, Vec<Lack>>,
}

impl Scripts {
    /// Reads every script once, so that a mistake in one is found at the start. The scripts are those of a folder, or those
    /// that were built in.
    ///
    /// # Errors
    /// Which card the engine cannot read, or is there twice, or which file or list of words cannot be read.
    pub(crate) fn load(folder: Option<&str>) -> Result<Scripts, String> {
        let mut texts = BTreeMap::new();
        let mut types = BTreeSet::new();
        let files = match folder {
            Some(folder) => read(folder).map_err(|why| format!("{folder}: {why}"))?,
            None => FILES.iter().map(|file| (*file).to_owned()).collect(),
        };
        for file in &files {
            for text in file.split("\nName:").skip(1) {
                let text = format!("Name:{}", text.trim_end());
                let rules = parse_card_script(&text).map_err(|why| format!("{text}: {why}"))?;
                let line = &rules.main_part.type_line;
                if line.is_creature() || text.contains("\nTypes:Tribal") || text.contains("\nTypes:Kindred") {
                    types.extend(line.subtypes.iter().cloned());
                }
                let name = rules.main_part.name.clone();
                if texts.insert(name.clone(), text).is_some() {
                    return Err(format!("there are two scripts of {name}"));
                }
            }
        }
        // The engine asks for a list of all creature types; those that the cards have will do.
        for other in ["Aura", "Equipment", "Arcane"] {
            types.remove(other);
        }
        let list: String = types.iter().map(|name| format!("{name}:{name}\n")).collect();
        manabrew_engine::game::TypeRegistry::load(&format!("[CreatureTypes]\n{list}"));
        let words = Words::load()?;
        let lacks = texts.iter().map(|(name, text)| (name.clone(), words.lacking(text)));
        let lacks = lacks.filter(|(_, lacks)| !lacks.is_empty()).collect();
        Ok(Scripts { texts, lacks })
    }

    /// The names of the cards that are never unsupported, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        self.texts.keys().filter(|name| !self.lacks.contains_key(*name)).cloned().collect()
    }

    /// The scripts, in the order of the names.
    #[cfg(test)]
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.values().map(String::as_str)
    }

    /// The cards of whose words the engine does not read one, each with the reasons.
    pub(crate) fn lacks(&self) -> impl Iterator<Item = (&str, &[Lack])> {
        self.lacks.iter().map(|(name, lacks)| (name.as_str(), lacks.as_slice()))
    }

    /// The objects of the scenario, by number, of whose words the engine does not read what makes a difference there once
    /// they are on the battlefield or the stack.
    pub(crate) fn lacking(&self, scenario: &Scenario) -> Vec<usize> {
        let objects = &scenario.board.objects;
        let untapped =
            objects.iter().any(|object| self.texts.get(&*object.card).is_some_and(|text| makes_mana_untapped(text)));
        let mut acts = Vec::new();
        scenario.script.iter().for_each(|step| acting(step, &mut acts));
        let matters = |lack: &Lack, object: &PlacedObject| {
            let by = object.controller.unwrap_or(object.owner);
            let used = !lack.activated || acts.iter().any(|(_, source)| source.is_some_and(|id| *id == *object.id));
            used && match lack.when {
                When::Always => true,
                When::Others => acts.iter().any(|(other, _)| *other != by),
                When::Untapped => untapped,
            }
        };
        let lacks = |object: &PlacedObject| {
            self.lacks.get(&*object.card).is_some_and(|all| all.iter().any(|lack| matters(lack, object)))
        };
        (0..objects.len()).filter(|at| lacks(&objects[*at])).collect()
    }

    /// The card as the object of this number; none if there is no script of it.
    pub(crate) fn rules(&self, name: &str, here: usize) -> Option<CardRules> {
        let text = self.texts.get(name)?.replace("@HERE@", &here.to_string());
        parse_card_script(&text).ok()
    }

    /// Whether the card has the supertype World (CR 205.4f).
    pub(crate) fn world(&self, name: &str) -> bool {
        self.texts.get(name).is_some_and(|text| text.contains("\nTypes:World "))
    }

    /// The tokens that cards make, by the names that scripts call them.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = (String, CardRules)> {
        let tokens = self.texts.iter().filter(|(name, _)| name.ends_with(" Token"));
        tokens.filter_map(|(name, text)| {
            let called = name.trim_end_matches(" Token").to_lowercase().replace(' ', "_");
            Some((called, parse_card_script(text).ok()?))
        })
    }
}

/// Who casts or activates something in a step, and of what object they activate an ability.
fn acting<'a>(step: &'a Step, acts: &mut Vec<(PlayerName, Option<&'a str>)>) {
    let mut activate = |all: &'a [ActivateStep]| acts.extend(all.iter().map(|one| (one.by, Some(&*one.object))));
    match step {
        Step::Cast(cast) => {
            activate(&cast.pay);
            acts.push((cast.by, None));
        }
        Step::Activate(one) => {
            activate(std::slice::from_ref(one));
            activate(&one.pay);
        }
        Step::Try { step, .. } => acting(step, acts),
        _ => {}
    }
}

/// The text files of a folder, in the order of their names.
fn read(folder: &str) -> io::Result<Vec<String>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    paths.iter().map(fs::read_to_string).collect()
}
