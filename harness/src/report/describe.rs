//! Scenarios, steps and values in words, for people.

use std::fmt::Write as _;

use headjudge_protocol::{
    ActivateStep, Answer, PhaseStep, PlacedObject, PlayerName, Scenario, Snapshot, Step, ZoneName,
};

use super::{Named, ValueReport};
use crate::generate::Drawn;
use crate::ruling::Ruling;
use crate::values::DrawnValue;

/// The drawn and the computed values by name.
#[must_use]
pub fn values(ruling: &Ruling, drawn: &Drawn) -> Vec<Named> {
    let names = ruling.draws.iter().map(|draw| &draw.name).chain(ruling.lets.iter().map(|computed| &computed.name));
    let changed = drawn.change.says().map(|says| Named { name: "changed".to_owned(), value: says.to_owned() });
    let drawn = names.zip(&drawn.values).map(|(name, value)| Named { name: name.clone(), value: self::value(value) });
    drawn.chain(changed).collect()
}

/// The values of a failure on one line, with a word on those that could be anything.
#[must_use]
pub fn valued(values: &[ValueReport]) -> String {
    let one = |v: &ValueReport| {
        let any = if v.any { " (any value fails alike)" } else { "" };
        format!("{} = {}{any}", v.name, v.value)
    };
    values.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A drawn value: numbers and words as they are, cards by their names, lists in brackets.
#[must_use]
pub fn value(value: &DrawnValue) -> String {
    match value {
        DrawnValue::Int(n) => n.to_string(),
        DrawnValue::Bool(b) => b.to_string(),
        DrawnValue::Word(word) => word.to_string(),
        DrawnValue::Card(card) => card.card().name.clone(),
        DrawnValue::List(list) => format!("[{}]", list.0.iter().map(self::value).collect::<Vec<_>>().join(", ")),
    }
}

/// The whole scenario, a line each: turn, players and what they have, script, pinned answers.
#[must_use]
pub fn scenario(scenario: &Scenario) -> Vec<String> {
    let board = &scenario.board;
    let mut lines = vec![format!("It is {}'s turn, in the {}.", board.active, when(board.step))];
    for (seat, player) in board.players.iter().enumerate() {
        let Some(name) = PlayerName::at(seat) else { continue };
        let mut line = format!("{name}: {} life", player.life);
        if player.poison > 0 {
            let _ = write!(line, ", {}", counted(player.poison, "poison counter"));
        }
        if !player.pool.is_empty() {
            let _ = write!(line, ", {} in the pool", mana(&player.pool));
        }
        lines.push(line);
        for zone in ZoneName::ALL {
            let holder = |o: &PlacedObject| o.controller.filter(|_| *zone == ZoneName::Battlefield).unwrap_or(o.owner);
            let there: Vec<&PlacedObject> =
                board.objects.iter().filter(|o| o.zone == *zone && holder(o) == name).collect();
            if !there.is_empty() {
                lines.push(format!("  {zone}: {}", grouped(&there).join("; ")));
            }
        }
    }
    lines.extend(script(&scenario.script));
    for answer in &scenario.answers {
        lines.push(format!("Asked, {}", self::answer(answer)));
    }
    lines
}

/// Objects, equal ones together: `3 × Grizzly Bears (attacker.1 … attacker.3)`.
fn grouped(objects: &[&PlacedObject]) -> Vec<String> {
    let mut groups: Vec<Vec<&PlacedObject>> = Vec::new();
    for object in objects {
        match groups.iter_mut().find(|group| alike(group[0], object)) {
            Some(group) => group.push(object),
            None => groups.push(vec![object]),
        }
    }
    let one = |group: &Vec<&PlacedObject>| {
        let details = details(group[0]);
        match group.as_slice() {
            [only] => format!("{} ({}){details}", only.card, only.id),
            [first, second] => format!("2 × {} ({}, {}){details}", first.card, first.id, second.id),
            [first, .., last] => format!("{} × {} ({} … {}){details}", group.len(), first.card, first.id, last.id),
            [] => String::new(),
        }
    };
    groups.iter().map(one).collect()
}

pub(crate) fn alike(a: &PlacedObject, b: &PlacedObject) -> bool {
    PlacedObject { id: b.id.clone(), ..a.clone() } == *b
}

pub(crate) fn details(object: &PlacedObject) -> String {
    let mut all = Vec::new();
    if let Some(card) = &object.copy_of {
        all.push(format!("a copy of {card}"));
    }
    if object.tapped {
        all.push("tapped".to_owned());
    }
    if object.fresh {
        all.push("new this turn".to_owned());
    }
    all.extend(object.counters.iter().map(|(kind, n)| counted(*n, &format!("{kind} counter"))));
    if object.damage > 0 {
        all.push(format!("{} damage", object.damage));
    }
    if let Some(to) = &object.attached {
        all.push(format!("attached to {to}"));
    }
    if object.controller.is_some() {
        all.push(format!("owned by {}", object.owner));
    }
    all.iter().map(|detail| format!(", {detail}")).collect()
}

pub(crate) fn counted(n: u32, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

/// `{G}{G}` from `GG`.
pub(crate) fn mana(letters: &str) -> String {
    letters.chars().map(|c| format!("{{{c}}}")).collect()
}

/// The steps, numbered from 1.
#[must_use]
pub fn script(steps: &[Step]) -> Vec<String> {
    steps.iter().enumerate().map(|(at, step)| format!("{}. {}", at + 1, self::step(step))).collect()
}

/// One step in words.
#[must_use]
pub fn step(step: &Step) -> String {
    match step {
        Step::Cast(cast) => {
            let x = if cast.x > 0 { format!(" with X = {}", cast.x) } else { String::new() };
            let kicked = if cast.kicked { ", kicked" } else { "" };
            let free = if cast.free { " without paying its mana cost" } else { "" };
            let (targets, paying) = (targets(&cast.targets), paying(&cast.pay));
            format!("{} casts {}{x}{kicked}{targets}{free}{paying}", cast.by, cast.card)
        }
        Step::Activate(activate) => self::activate(activate),
        Step::PlayLand { by, card } => format!("{by} plays {card}"),
        Step::Attack { by, with, whom } => format!("{by} attacks {whom} with {}", with.join(", ")),
        Step::Block { by, pairs } => {
            let pairs: Vec<String> =
                pairs.iter().map(|(blocker, attacker)| format!("{attacker} with {blocker}")).collect();
            format!("{by} blocks {}", pairs.join(", "))
        }
        Step::Pass => "the player with priority passes".to_owned(),
        Step::Resolve => "the top of the stack resolves".to_owned(),
        Step::ResolveAll => "the whole stack resolves".to_owned(),
        Step::To(step) => format!("on to the {}", when(*step)),
        Step::Try { name, step } => format!("{}, if that is legal (“{name}”)", self::step(step)),
        Step::Note(name) => format!("note the state as “{name}”"),
    }
}

/// A step or phase in a sentence.
pub(crate) fn when(step: PhaseStep) -> String {
    match step {
        PhaseStep::Main | PhaseStep::SecondMain => format!("{step} phase"),
        PhaseStep::BeginCombat | PhaseStep::EndCombat | PhaseStep::End => step.to_string(),
        _ => format!("{step} step"),
    }
}

fn activate(step: &ActivateStep) -> String {
    let nth = if step.ability > 1 { format!(" ability {} of", step.ability) } else { String::new() };
    let x = if step.x > 0 { format!(" with X = {}", step.x) } else { String::new() };
    format!("{} activates{nth} {}{x}{}{}", step.by, step.object, targets(&step.targets), paying(&step.pay))
}

fn targets(targets: &[std::sync::Arc<str>]) -> String {
    if targets.is_empty() { String::new() } else { format!(" on {}", targets.join(", ")) }
}

fn paying(pay: &[ActivateStep]) -> String {
    if pay.is_empty() {
        return String::new();
    }
    let all: Vec<String> = pay.iter().map(|step| step.object.to_string()).collect();
    format!(", paying with {}", all.join(", "))
}

/// An answer that is pinned, in words.
#[must_use]
pub fn answer(answer: &Answer) -> String {
    let about = answer.about.as_ref().map_or_else(String::new, |about| format!(" of {about}"));
    let picks = if answer.picks.is_empty() { "nothing".to_owned() } else { answer.picks.join(", ") };
    format!("{} chooses {}{about}: {picks}", answer.player, answer.kind)
}

/// A state as it is observed, a line each: players, then what is on the battlefield and the stack.
#[must_use]
pub fn snapshot(state: &Snapshot) -> Vec<String> {
    let mut lines = Vec::new();
    for (seat, player) in state.players.iter().enumerate() {
        let Some(name) = PlayerName::at(seat) else { continue };
        let lost = if player.lost { ", has lost" } else { "" };
        let mut line = format!("{name}: {} life{lost}", player.life);
        if player.poison > 0 {
            let _ = write!(line, ", {}", counted(player.poison, "poison counter"));
        }
        let pool: String = "WUBRGC".chars().zip(player.pool).flat_map(|(c, n)| (0..n).map(move |_| c)).collect();
        if !pool.is_empty() {
            let _ = write!(line, ", {} in the pool", mana(&pool));
        }
        let restricted: u32 = player.restricted.iter().sum();
        if restricted > 0 {
            let _ = write!(line, " ({restricted} of it for some things only)");
        }
        lines.push(line);
        for zone in ZoneName::ALL.iter().filter(|zone| **zone != ZoneName::Nowhere) {
            let there = state.objects.iter().filter(|o| o.zone == *zone && o.controller == name);
            let there: Vec<String> = there.map(seen).collect();
            if !there.is_empty() {
                lines.push(format!("  {zone}: {}", there.join("; ")));
            }
        }
    }
    if !state.stack.is_empty() {
        let item = |item: &headjudge_protocol::StackView| {
            let what = if item.spell { "" } else { "an ability of " };
            format!("{what}{} ({})", item.source, item.controller)
        };
        lines.push(format!("The stack, the top last: {}", state.stack.iter().map(item).collect::<Vec<_>>().join(", ")));
    }
    lines
}

fn seen(object: &headjudge_protocol::ObjectView) -> String {
    let mut text = format!("{} ({})", object.name, object.id);
    if object.zone == ZoneName::Battlefield && (object.power, object.toughness) != (0, 0) {
        let _ = write!(text, " {}/{}", object.power, object.toughness);
    }
    if object.tapped {
        text.push_str(", tapped");
    }
    for (kind, n) in &object.counters {
        let _ = write!(text, ", {}", counted(*n, &format!("{kind} counter")));
    }
    if object.damage > 0 {
        let _ = write!(text, ", {} damage", object.damage);
    }
    if let Some(to) = &object.attached {
        let _ = write!(text, ", attached to {to}");
    }
    text
}

/// A word as a shell takes it for one.
#[must_use]
pub fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), std::borrow::Cow::into_owned)
}
