//! The board as players would see it: who sits where, cards in play as boxes, creatures towards the middle.

use std::fmt::Write as _;

use headjudge_engine::CardTable;
use headjudge_engine::characteristics::CardType;
use headjudge_protocol::{PlacedObject, PlayerName, Scenario, Snapshot, ZoneName};

use super::{WIDTH, folded, wrapped};
use crate::report::describe;

/// How wide the text in a box may be.
const BOX: usize = 22;

/// How far cards are from the left edge.
const INDENT: usize = 2;

/// The board, a line each: the first player sits below, all others above. `start` is the state as it is first observed, for
/// power and toughness.
#[must_use]
pub fn table(scenario: &Scenario, start: Option<&Snapshot>, cards: &CardTable) -> Vec<String> {
    let players = scenario.board.players.len();
    let table = Table { scenario, start, cards };
    let mut lines = Vec::new();
    for seat in (1..players).rev() {
        lines.extend(table.player(seat, true));
        lines.push(String::new());
    }
    let turn = format!(" {}'s turn, {} ", scenario.board.active, describe::when(scenario.board.step));
    let rule = WIDTH.saturating_sub(turn.chars().count());
    lines.push(format!("{}{turn}{}", "─".repeat(rule / 2), "─".repeat(rule - rule / 2)));
    lines.push(String::new());
    lines.extend(table.player(0, false));
    lines
}

struct Table<'s> {
    scenario: &'s Scenario,
    start: Option<&'s Snapshot>,
    cards: &'s CardTable,
}

impl Table<'_> {
    /// One player: far from the middle what is said of them and what is not in play, then lands and the like, then creatures.
    fn player(&self, seat: usize, above: bool) -> Vec<String> {
        let Some(name) = PlayerName::at(seat) else { return Vec::new() };
        let mut outside = self.said(seat, name);
        let mine = |zone: ZoneName| {
            let holder = move |o: &PlacedObject| match zone {
                ZoneName::Battlefield => o.controller.unwrap_or(o.owner),
                _ => o.owner,
            };
            let placed = self.scenario.board.objects.iter().enumerate();
            placed.filter(move |(_, o)| o.zone == zone && holder(o) == name).collect::<Vec<_>>()
        };
        for zone in ZoneName::ALL.iter().copied().filter(|zone| *zone != ZoneName::Battlefield) {
            let there = mine(zone);
            if !there.is_empty() {
                let named: Vec<String> = self.groups(&there).iter().map(|group| self.in_words(group)).collect();
                outside.extend(wrapped(&format!("  {:<10}", zone.word()), &named.join("; ")));
            }
        }
        let (creatures, others): (Vec<_>, Vec<_>) =
            mine(ZoneName::Battlefield).into_iter().partition(|(_, o)| self.is_creature(o));
        let mut rows = [self.boxes(&others), self.boxes(&creatures)];
        if above {
            outside.extend(rows.concat());
            return outside;
        }
        rows.reverse();
        rows.concat().into_iter().chain(outside).collect()
    }

    fn said(&self, seat: usize, name: PlayerName) -> Vec<String> {
        let player = &self.scenario.board.players[seat];
        let mut text = format!("{name}: {} life", player.life);
        if player.poison > 0 {
            let _ = write!(text, ", {}", describe::counted(player.poison, "poison counter"));
        }
        if !player.pool.is_empty() {
            let _ = write!(text, ", {} in the pool", describe::mana(&player.pool));
        }
        wrapped("", &text)
    }

    fn is_creature(&self, object: &PlacedObject) -> bool {
        let printed = object.copy_of.as_ref().unwrap_or(&object.card);
        let card = self.cards.find(printed).map(|id| self.cards.card(id));
        card.is_some_and(|card| card.types.contains(CardType::Creature))
    }

    /// Power and toughness as first observed, of a creature that is in play then.
    fn size(&self, at: usize, object: &PlacedObject) -> Option<(i32, i32)> {
        let seen = self.start?.objects.get(at).filter(|seen| seen.id == object.id)?;
        let shown =
            seen.zone == ZoneName::Battlefield && (self.is_creature(object) || (seen.power, seen.toughness) != (0, 0));
        shown.then_some((seen.power, seen.toughness))
    }

    /// Equal objects together, in order of the first of each kind.
    fn groups<'o>(&self, objects: &[(usize, &'o PlacedObject)]) -> Vec<Vec<(usize, &'o PlacedObject)>> {
        let mut groups: Vec<Vec<(usize, &PlacedObject)>> = Vec::new();
        for (at, object) in objects {
            let alike = |group: &&mut Vec<(usize, &PlacedObject)>| {
                let (first, other) = group[0];
                let family = |o: &PlacedObject| o.id.split('.').next().map(str::to_owned);
                describe::alike(other, object)
                    && family(other) == family(object)
                    && self.size(first, other) == self.size(*at, object)
            };
            match groups.iter_mut().find(alike) {
                Some(group) => group.push((*at, object)),
                None => groups.push(vec![(*at, object)]),
            }
        }
        groups
    }

    fn in_words(&self, group: &[(usize, &PlacedObject)]) -> String {
        let details: String = described(group[0].1).iter().map(|detail| format!(", {detail}")).collect();
        let many = if group.len() > 1 { format!("{} × ", group.len()) } else { String::new() };
        format!("{many}{} ({}){details}", group[0].1.card, ids(group))
    }

    /// Boxes from left to right, and in rows where they are many.
    fn boxes(&self, objects: &[(usize, &PlacedObject)]) -> Vec<String> {
        let mut lines = Vec::new();
        let mut row: Vec<Vec<String>> = Vec::new();
        let mut used = INDENT;
        for group in self.groups(objects) {
            let card = boxed(&self.told(&group));
            let width = card.first().map_or(0, |line| line.chars().count()) + 1;
            if used + width > WIDTH && !row.is_empty() {
                lines.extend(beside(&row));
                row.clear();
                used = INDENT;
            }
            used += width;
            row.push(card);
        }
        lines.extend(beside(&row));
        lines
    }

    /// What stands in the box of a group.
    fn told(&self, group: &[(usize, &PlacedObject)]) -> Vec<String> {
        let (at, object) = group[0];
        let many = if group.len() > 1 { format!("{} × ", group.len()) } else { String::new() };
        let mut lines = folded(&format!("{many}{}", object.card), BOX);
        if let Some((power, toughness)) = self.size(at, object) {
            lines.push(format!("{power}/{toughness}"));
        }
        lines.extend(described(object).iter().flat_map(|detail| folded(detail, BOX)));
        lines.extend(folded(&format!("({})", ids(group)), BOX));
        lines
    }
}

/// What is special about an object, a piece each.
fn described(object: &PlacedObject) -> Vec<String> {
    describe::details(object)
        .trim_start_matches(", ")
        .split(", ")
        .filter(|d| !d.is_empty())
        .map(str::to_owned)
        .collect()
}

fn ids(group: &[(usize, &PlacedObject)]) -> String {
    match group {
        [] => String::new(),
        [(_, only)] => only.id.to_string(),
        [(_, first), (_, second)] => format!("{}, {}", first.id, second.id),
        [(_, first), .., (_, last)] => format!("{} … {}", first.id, last.id),
    }
}

fn boxed(lines: &[String]) -> Vec<String> {
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut card = vec![format!("┌{}┐", "─".repeat(width + 2))];
    card.extend(lines.iter().map(|line| format!("│ {line}{} │", " ".repeat(width - line.chars().count()))));
    card.push(format!("└{}┘", "─".repeat(width + 2)));
    card
}

/// Boxes in one row, those that are lower ending earlier.
fn beside(row: &[Vec<String>]) -> Vec<String> {
    let height = row.iter().map(Vec::len).max().unwrap_or(0);
    let line = |at: usize| {
        let mut line = " ".repeat(INDENT);
        for card in row {
            let width = card.first().map_or(0, |line| line.chars().count());
            let part = card.get(at).map_or("", String::as_str);
            let _ = write!(line, "{part}{} ", " ".repeat(width - part.chars().count()));
        }
        line.trim_end().to_owned()
    };
    (0..height).map(line).collect()
}
