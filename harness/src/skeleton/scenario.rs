//! A case's board, script and answers in the words of a ruling.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use headjudge_protocol::{ActivateStep, PhaseStep, PlacedObject, PlayerName, Step, ZoneName};

use crate::generate::Drawn;

/// The names of a case in a ruling: `attacker.1` is no id there, `attacker_1` is.
struct Names(BTreeMap<Arc<str>, String>);

impl Names {
    fn new(drawn: &Drawn) -> Names {
        let mut names: BTreeMap<Arc<str>, String> = BTreeMap::new();
        for object in own(drawn) {
            let mut name = object.id.replace('.', "_");
            while names.values().any(|other| *other == name) {
                name.push('_');
            }
            names.insert(Arc::clone(&object.id), name);
        }
        Names(names)
    }

    /// An id of the board.
    fn id(&self, id: &str) -> String {
        self.0.get(id).cloned().unwrap_or_else(|| id.to_owned())
    }

    /// What a step or an answer names: an object, a player, what comes about in play, or any other word.
    fn word(&self, word: &str) -> String {
        if let Some(name) = self.0.get(word) {
            return name.clone();
        }
        if let Some(id) = word.strip_prefix("ability of ") {
            return format!("ability of {}", self.id(id));
        }
        let made = word == "stack.top" || word.starts_with("token.");
        let answer = matches!(word, "accept" | "decline") || word.parse::<i64>().is_ok();
        let mana = !word.is_empty() && word.chars().all(|c| "WUBRGC".contains(c));
        if made || answer || mana || PlayerName::from_word(word).is_some() {
            return word.to_owned();
        }
        format!("{:?}", format!("= '{}'", word.replace('\\', "\\\\").replace('\'', "\\'")))
    }

    fn words(&self, words: &[Arc<str>]) -> String {
        let words: Vec<String> = words.iter().map(|word| self.word(word)).collect();
        format!("[{}]", words.join(", "))
    }
}

/// The objects that are no mere surroundings.
fn own(drawn: &Drawn) -> &[PlacedObject] {
    drawn.scenario.board.objects.get(drawn.around..).unwrap_or(&[])
}

/// Text as a value of YAML: in quotes where it would mean something else without.
pub(super) fn quoted(text: &str) -> String {
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && !text.contains([':', '#', ',', '{', '}', '[', ']', '"', '\'', '&', '|'])
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(&&*text.to_lowercase());
    if plain { text.to_owned() } else { format!("'{}'", text.replace('\'', "''")) }
}

pub(super) fn given(drawn: &Drawn) -> String {
    let (board, names) = (&drawn.scenario.board, Names::new(drawn));
    let mut text = format!("given:\n  active: {}\n", board.active);
    if board.step != PhaseStep::Main {
        let _ = writeln!(text, "  step: {}", board.step);
    }
    for (player, name) in board.players.iter().zip(PlayerName::ALL) {
        let _ = writeln!(text, "  {name}:\n    life: {}", player.life);
        if player.poison > 0 {
            let _ = writeln!(text, "    poison: {}", player.poison);
        }
        if !player.pool.is_empty() {
            let of = |letter: char| player.pool.chars().filter(|c| *c == letter).count();
            let mana = "WUBRGC".chars().map(|letter| (letter, of(letter))).filter(|(_, many)| *many > 0);
            let mana: Vec<String> = mana.map(|(letter, many)| format!("{letter}: {many}")).collect();
            let _ = writeln!(text, "    pool: {{{}}}", mana.join(", "));
        }
        for zone in [ZoneName::Battlefield, ZoneName::Hand, ZoneName::Library, ZoneName::Graveyard, ZoneName::Exile] {
            let seat = |object: &PlacedObject| match zone {
                ZoneName::Battlefield => object.controller.unwrap_or(object.owner),
                _ => object.owner,
            };
            let there: Vec<&PlacedObject> =
                own(drawn).iter().filter(|object| object.zone == zone && seat(object) == *name).collect();
            if !there.is_empty() {
                let _ = writeln!(text, "    {zone}:");
            }
            for object in there {
                let _ = writeln!(text, "      - {{{}}}", entry(object, &names));
            }
        }
    }
    text
}

fn entry(object: &PlacedObject, names: &Names) -> String {
    let mut text = format!("id: {}, card: {}", names.id(&object.id), quoted(&object.card));
    if object.controller.is_some_and(|controller| controller != object.owner) {
        let _ = write!(text, ", owner: {}", object.owner);
    }
    for (key, holds) in [("tapped", object.tapped), ("fresh", object.fresh)] {
        text.push_str(&if holds { format!(", {key}: true") } else { String::new() });
    }
    if !object.counters.is_empty() {
        let counters: Vec<String> = object.counters.iter().map(|(kind, n)| format!("{}: {n}", quoted(kind))).collect();
        let _ = write!(text, ", counters: {{{}}}", counters.join(", "));
    }
    if object.damage > 0 {
        let _ = write!(text, ", damage: {}", object.damage);
    }
    if let Some(to) = &object.attached {
        let _ = write!(text, ", attached: {}", names.word(to));
    }
    if let Some(card) = &object.copy_of {
        let _ = write!(text, ", copy of: {}", quoted(card));
    }
    text
}

pub(super) fn when(drawn: &Drawn) -> String {
    let names = Names::new(drawn);
    let mut text = "when:\n".to_owned();
    if drawn.scenario.script.is_empty() {
        return "when: []\n".to_owned();
    }
    for step in &drawn.scenario.script {
        let _ = writeln!(text, "  - {}", self::step(step, &names));
    }
    text
}

fn step(step: &Step, names: &Names) -> String {
    match step {
        Step::Cast(cast) => {
            let mut text = format!("by: {}, card: {}", cast.by, names.word(&cast.card));
            if cast.x > 0 {
                let _ = write!(text, ", x: {}", cast.x);
            }
            for (key, holds) in [("kicked", cast.kicked), ("free", cast.free)] {
                text.push_str(&if holds { format!(", {key}: true") } else { String::new() });
            }
            format!("cast: {{{text}{}}}", targets_and_pay(&cast.targets, &cast.pay, names))
        }
        Step::Activate(ability) => format!("activate: {}", activate(ability, names)),
        Step::PlayLand { by, card } => format!("play land: {{by: {by}, card: {}}}", names.word(card)),
        Step::Attack { by, with, whom } => {
            format!("attack: {{by: {by}, with: {}, whom: {}}}", names.words(with), names.word(whom))
        }
        Step::Block { by, pairs } => {
            let pair = |(blocker, attacker): &(Arc<str>, Arc<str>)| {
                format!("{{blocker: {}, attacker: {}}}", names.word(blocker), names.word(attacker))
            };
            format!("block: {{by: {by}, pairs: [{}]}}", pairs.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
        Step::Pass => "pass".to_owned(),
        Step::Resolve => "resolve".to_owned(),
        Step::ResolveAll => "resolve all".to_owned(),
        Step::To(step) => format!("to: {step}"),
        Step::Try { name, step } => match &**step {
            Step::Pass | Step::Resolve | Step::ResolveAll => {
                format!("try: {{as: {name}, do: {}}}", self::step(step, names))
            }
            step => format!("try: {{as: {name}, do: {{{}}}}}", self::step(step, names)),
        },
        Step::Note(name) => format!("note: {name}"),
    }
}

fn activate(step: &ActivateStep, names: &Names) -> String {
    let mut text = format!("by: {}, object: {}", step.by, names.word(&step.object));
    if step.ability != 1 {
        let _ = write!(text, ", ability: {}", step.ability);
    }
    if step.x > 0 {
        let _ = write!(text, ", x: {}", step.x);
    }
    format!("{{{text}{}}}", targets_and_pay(&step.targets, &step.pay, names))
}

fn targets_and_pay(targets: &[Arc<str>], pay: &[ActivateStep], names: &Names) -> String {
    let mut text = String::new();
    if !targets.is_empty() {
        let _ = write!(text, ", targets: {}", names.words(targets));
    }
    if !pay.is_empty() {
        let pay: Vec<String> = pay.iter().map(|ability| activate(ability, names)).collect();
        let _ = write!(text, ", pay: [{}]", pay.join(", "));
    }
    text
}

pub(super) fn answers(drawn: &Drawn) -> String {
    let names = Names::new(drawn);
    if drawn.scenario.answers.is_empty() {
        return String::new();
    }
    let mut text = "answers:\n".to_owned();
    for answer in &drawn.scenario.answers {
        let about = answer.about.as_ref().map_or_else(String::new, |about| format!(", about: {}", names.word(about)));
        let (by, kind, picks) = (answer.player, answer.kind, names.words(&answer.picks));
        let _ = writeln!(text, "  - {{by: {by}, choose: {kind}{about}, pick: {picks}}}");
    }
    text
}
