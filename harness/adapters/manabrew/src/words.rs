//! Which words of the script language the engine reads: `words.txt` beside the scripts says so, with a reason for each that
//! it does not. A card whose script needs another is unsupported, because what the engine makes of it says nothing of rules.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

const LIST: &str = include_str!("../words.txt");

/// Parameters and their values, or, of what is a word by itself, the empty text.
type Reads = BTreeMap<String, Vec<String>>;

/// When a word that is not read makes a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    /// Always.
    Always,
    /// Somebody else than who controls the card casts or activates something.
    Others,
    /// On a board on which something makes mana for which nothing is tapped.
    Untapped,
}

/// A word that is not read.
#[derive(Debug, Clone)]
pub(crate) struct Lack {
    /// What it belongs to.
    owner: String,
    word: String,
    /// The values that are meant; all if there is none.
    values: Vec<String>,
    pub(crate) when: When,
    /// It stands in an activated ability: it makes a difference only if something of the card is activated.
    pub(crate) activated: bool,
    /// Why it is not read.
    why: String,
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lack { owner, word, why, .. } = self;
        let used = if self.activated { ", if it is activated" } else { "" };
        match self.when {
            When::Always => write!(f, "{owner} {word}{used}: {why}"),
            When::Others => write!(f, "{owner} {word}{used}, where somebody else acts: {why}"),
            When::Untapped => write!(f, "{owner} {word}{used}, where mana is made without tapping: {why}"),
        }
    }
}

/// A word of a script: what it belongs to, the word, its value, and whether it stands in an activated ability.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Need {
    owner: String,
    word: String,
    value: String,
    activated: bool,
}

impl Need {
    fn new(owner: &str, word: &str, value: &str, activated: bool) -> Need {
        Need { owner: owner.to_owned(), word: word.to_owned(), value: value.to_owned(), activated }
    }
}

/// The lists.
pub(crate) struct Words {
    /// By what they belong to, as in `ability Pump`.
    reads: BTreeMap<String, Reads>,
    lacks: Vec<Lack>,
}

impl Words {
    /// # Errors
    /// Which line cannot be read.
    pub(crate) fn load() -> Result<Words, String> {
        let mut words = Words { reads: BTreeMap::new(), lacks: Vec::new() };
        for line in LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (head, rest) = line.split_once(": ").ok_or_else(|| format!("words.txt: no colon in `{line}`"))?;
            match head.strip_prefix("lacks ") {
                Some(head) => words.lacks.push(lack(head, rest).ok_or_else(|| format!("words.txt: `{line}`"))?),
                None => {
                    let reads = rest.split_whitespace().map(|word| {
                        let (word, values) = word.split_once('=').unwrap_or((word, ""));
                        (word.replace('_', " "), listed(values))
                    });
                    words.reads.insert(head.to_owned(), reads.collect());
                }
            }
        }
        Ok(words)
    }

    /// What a script needs and the engine does not read.
    pub(crate) fn lacking(&self, script: &str) -> Vec<Lack> {
        needed(script).iter().filter_map(|need| self.lack(need)).collect()
    }

    fn lack(&self, need: &Need) -> Option<Lack> {
        let Need { owner, word, value, activated } = need;
        let activated = *activated;
        if self.reads.get("display").is_some_and(|shown| shown.contains_key(word)) {
            return None;
        }
        let meant = |lack: &&Lack| {
            let values = lack.values.is_empty() || lack.values.contains(value);
            lack.owner == *owner && lack.word == *word && values
        };
        if let Some(lack) = self.lacks.iter().find(meant) {
            return Some(Lack { activated, ..lack.clone() });
        }
        let read = self.reads.get(owner).and_then(|reads| reads.get(word));
        let fits = read.is_some_and(|values| match values.first().map(String::as_str) {
            None => true,
            Some("number") => value.parse::<i32>().is_ok(),
            Some("filter") => self.filters(value),
            Some(_) => values.contains(value),
        });
        (!fits).then(|| Lack {
            owner: owner.clone(),
            word: word.clone(),
            values: vec![value.clone()],
            when: When::Always,
            activated,
            why: format!("`{value}` is not among what is read"),
        })
    }

    /// Whether all is known that a static ability says of what it affects: a word of the list, or a subtype.
    fn filters(&self, value: &str) -> bool {
        let types = ["Artifact", "Enchantment", "Planeswalker", "Instant", "Sorcery", "Basic", "Legendary", "Snow"];
        let known = |word: &str| {
            let listed = self.reads.get("filter").is_some_and(|filter| filter.contains_key(word));
            let plain = word.chars().all(char::is_alphabetic) && word.starts_with(char::is_uppercase);
            listed || (plain && !types.contains(&word) && !word.starts_with("Chosen"))
        };
        value.split(['.', '+']).all(known)
    }
}

/// `static Continuous SetColor=Blue when others`.
fn lack(head: &str, why: &str) -> Option<Lack> {
    let (head, when) = match head.split_once(" when ") {
        None => (head, When::Always),
        Some((head, "others")) => (head, When::Others),
        Some((head, "untapped")) => (head, When::Untapped),
        Some(_) => return None,
    };
    let (head, values) = head.split_once('=').unwrap_or((head, ""));
    let (owner, word) = head.rsplit_once(' ')?;
    let (owner, word) = (owner.to_owned(), word.to_owned());
    Some(Lack { owner, word, values: listed(values), when, activated: false, why: why.to_owned() })
}

fn listed(values: &str) -> Vec<String> {
    values.split('|').filter(|value| !value.is_empty()).map(str::to_owned).collect()
}

/// The words of a script.
fn needed(script: &str) -> BTreeSet<Need> {
    let mut needed = BTreeSet::new();
    for line in script.lines() {
        let Some((kind, body)) = line.split_once(':') else { continue };
        match kind {
            "A" | "S" | "T" | "R" => parameters(kind, body, &mut needed),
            "K" => {
                let name = body.split(':').next().unwrap_or(body);
                let name = if name.starts_with("Protection from ") { "Protection from" } else { name };
                needed.insert(Need::new("keyword", name, "", false));
            }
            "SVar" => {
                let Some((_, body)) = body.split_once(':') else { continue };
                let ability = ["AB$", "SP$", "DB$", "Mode$", "Event$"].iter().any(|head| body.starts_with(head));
                if ability {
                    parameters("SVar", body, &mut needed);
                } else if let Some((_, count)) = body.split_once('$') {
                    let count = count.split(['.', '/', ' ']).next().unwrap_or(count);
                    needed.insert(Need::new("value", count, "", false));
                }
            }
            _ => {}
        }
    }
    needed
}

fn parameters(kind: &str, body: &str, needed: &mut BTreeSet<Need>) {
    let pairs: Vec<(&str, &str)> = body.split(" | ").filter_map(|pair| pair.split_once("$ ")).collect();
    let Some(((head, name), rest)) = pairs.split_first() else { return };
    let executes = rest.iter().any(|(word, _)| *word == "Execute");
    let owner = match *head {
        "Mode" if kind == "T" || executes => format!("trigger {name}"),
        "Mode" => format!("static {name}"),
        "Event" => format!("replacement {name}"),
        _ => format!("ability {name}"),
    };
    let activated = kind == "A" && *head == "AB";
    for (word, value) in rest {
        needed.insert(Need::new(&owner, word, value, activated));
        if *word == "AddKeyword" || *word == "KW" || *word == "Keywords" {
            let keywords = value.split([',', '&']).map(str::trim).filter_map(|keyword| keyword.split_once(':'));
            needed.extend(keywords.map(|(keyword, _)| Need::new("keyword", keyword, "", activated)));
        }
    }
}

/// Whether the script makes mana for which nothing is tapped: as a spell, by a trigger, or for another cost (CR 106.12).
pub(crate) fn makes_mana_untapped(script: &str) -> bool {
    let makes = |line: &&str| line.contains("$ Mana |") || line.contains("$ ManaReflected |");
    script.lines().filter(makes).any(|line| {
        let cost = line.split(" | ").find_map(|pair| pair.strip_prefix("Cost$ ")).unwrap_or("");
        !line.contains("AB$") || !cost.split(' ').any(|part| part == "T")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripts::Scripts;

    #[test]
    fn every_word_of_the_scripts_is_in_a_list() {
        let words = Words::load().unwrap();
        let scripts = Scripts::load(None).unwrap();
        let mut unlisted = BTreeSet::new();
        for script in scripts.texts() {
            let lacking = words.lacking(script);
            // Words that are read with some values only are in the list.
            let listed = |lack: &Lack| words.reads.get(&lack.owner).is_some_and(|reads| reads.contains_key(&lack.word));
            let unknown = lacking.iter().filter(|lack| lack.why.contains("not among") && !listed(lack));
            unlisted.extend(unknown.map(ToString::to_string));
        }
        assert_eq!(unlisted, BTreeSet::new());
    }

    #[test]
    fn no_word_is_listed_that_no_script_uses() {
        let words = Words::load().unwrap();
        let scripts = Scripts::load(None).unwrap();
        let needed: BTreeSet<_> = scripts.texts().flat_map(needed).collect();
        let used = |lack: &Lack| needed.iter().any(|need| need.owner == lack.owner && need.word == lack.word);
        let stale: Vec<&Lack> = words.lacks.iter().filter(|lack| !used(lack)).collect();
        assert!(stale.is_empty(), "{stale:?}");
    }

    #[test]
    fn a_filter_knows_subtypes_and_its_own_words() {
        let words = Words::load().unwrap();
        for (value, known) in [("Rat.YouCtrl", true), ("Land.nonBasic", false), ("Creature.A,Creature.B", false)] {
            assert_eq!(words.filters(value), known, "{value}");
        }
    }

    #[test]
    fn mana_of_a_spell_is_made_untapped() {
        assert!(makes_mana_untapped("A:SP$ Mana | Produced$ B"));
        assert!(makes_mana_untapped("A:AB$ Mana | Cost$ Sac<1/Creature> | Produced$ C"));
        assert!(!makes_mana_untapped("A:AB$ Mana | Cost$ T PayLife<1> | Produced$ Any"));
    }
}
