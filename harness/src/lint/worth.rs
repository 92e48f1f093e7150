//! Parts of a ruling that do nothing: values that nothing reads, conditions that never change, names that hide others.

use std::collections::BTreeMap;

use super::{Findings, Shelf, entries, items, locate};
use crate::expr::{Bounds, Program};
use crate::fault::Fault;
use crate::ruling::visit::{Parts, Use};
use crate::ruling::{DrawKind, IntT, Ruling};
use crate::yaml::Node;

pub(super) fn check(shelf: &Shelf<'_>, findings: &mut Findings) {
    for ruling in &shelf.library.rulings {
        let Some(file) = shelf.ruling(&ruling.id) else { continue };
        let parts = ruling.parts();
        unread(ruling, &parts, file, findings);
        conditions(ruling, &parts, file, findings);
        hidden(ruling, &parts, file, findings);
    }
}

/// Draws and computed values that nothing reads, at least nothing that is itself read.
fn unread(ruling: &Ruling, parts: &Parts<'_>, file: &Node, findings: &mut Findings) {
    let (draws, named) = (ruling.draws.len(), ruling.draws.len() + ruling.lets.len());
    // What is written with the board and the script matters to the game; what labels alone read does not.
    let reached = |from: fn(&Use) -> bool| {
        let mut reached = vec![false; named];
        loop {
            let before = reached.clone();
            for (at, program) in &parts.programs {
                let counts = match at {
                    Use::Draw(at) => reached[*at],
                    Use::Let(at) => reached[draws + at],
                    other => from(other),
                };
                if counts {
                    program.roots().roots.iter().filter(|at| **at < named).for_each(|at| reached[*at] = true);
                }
            }
            if reached == before {
                return reached;
            }
        }
    };
    let read = reached(|_| true);
    let matters = reached(|at| !matches!(at, Use::Label(_) | Use::Then(_)));
    let names = ruling.draws.iter().map(|draw| ("forall", &draw.name));
    let names = names.chain(ruling.lets.iter().map(|computed| ("let", &computed.name)));
    for (at, (part, name)) in names.enumerate() {
        let what = if part == "let" { "computed value" } else { "draw" };
        if !read[at] {
            let message = format!("nothing reads the {what} `{name}`");
            findings.faults.extend(key_fault(file, part, name, message, "take it out, or use it"));
        } else if !matters[at] && part == "forall" {
            let message = format!("neither board, script nor answers depend on the draw `{name}`");
            let help = "build the board from it, or take it out: what no engine sees can decide nothing";
            findings.faults.extend(key_fault(file, part, name, message, help));
        }
    }
}

/// The least and the greatest value of each draw that is a whole number between known bounds.
fn bounds(ruling: &Ruling) -> Vec<Option<Bounds>> {
    let of = |kind: &DrawKind| match kind {
        DrawKind::Int(IntT::Is(low), IntT::Is(high)) => Some((*low, *high)),
        DrawKind::Number(numbers) => Some((*numbers.iter().min()?, *numbers.iter().max()?)),
        _ => None,
    };
    ruling.draws.iter().map(|draw| of(&draw.kind)).collect()
}

/// Labels, expectations and conditions on draws that never change, and those that stand there twice.
fn conditions(ruling: &Ruling, parts: &Parts<'_>, file: &Node, findings: &mut Findings) {
    let bounds = bounds(ruling);
    let named = ruling.draws.len() + ruling.lets.len();
    let mut seen: BTreeMap<(bool, String), String> = BTreeMap::new();
    for (at, program) in &parts.programs {
        let constant = program.constant(&bounds);
        let always = |value: bool| if value { "always" } else { "never" };
        let (place, what) = match at {
            Use::Then(n) => (items(Some(file), "then").get(*n), format!("expectation {}", n + 1)),
            Use::Label(n) => {
                let label = &ruling.labels[*n];
                let entry = entries(Some(file), "labels").iter().find(|(key, _)| key.name == label.name);
                (entry.map(|(_, node)| node), format!("the label `{}`", label.name))
            }
            Use::Where => {
                if let (Some(value), Some((place, _))) = (constant, locate(file, program.source())) {
                    let message = format!("this condition {} holds, whatever is drawn", always(value));
                    let help = if value { "take it out" } else { "no case can be drawn: mend it" };
                    findings.faults.push(place.fault(message).with_help(help.to_owned()));
                }
                continue;
            }
            _ => continue,
        };
        let Some(place) = place else { continue };
        let is_label = matches!(at, Use::Label(_));
        // Behind draws and computed values come the states, what was tried and what was asked.
        let looks = program.roots().roots.iter().any(|root| *root >= named);
        if is_label && program.source().trim() == "true" {
            // Said in so many words: every board of the ruling meets it.
            continue;
        }
        if let Some(value) = constant {
            let message = format!("{what} {} holds, whatever happens", always(value));
            let help = match is_label {
                true => {
                    "write \"true\" if every board is built to meet it; otherwise state what only some of them meet"
                }
                false => "no engine can fail it: state what a wrong engine gets wrong",
            };
            findings.faults.push(place.fault(message).with_help(help.to_owned()));
        } else if !is_label && !looks {
            let message = format!("{what} looks at no state, at nothing tried and nothing asked");
            let help = "no engine can fail it: compare it with something below `after`, `tried` or `asked`";
            findings.faults.push(place.fault(message).with_help(help.to_owned()));
        }
        match seen.get(&(is_label, program.normal())) {
            Some(first) => {
                let help = "take one of them out".to_owned();
                findings.faults.push(place.fault(format!("{what} says the same as {first}")).with_help(help));
            }
            None => {
                seen.insert((is_label, program.normal()), what);
            }
        }
    }
}

/// Variables of macros that hide a name of the ruling or one another.
fn hidden(ruling: &Ruling, parts: &Parts<'_>, file: &Node, findings: &mut Findings) {
    let own = ruling.draws.iter().map(|draw| draw.name.as_str());
    let own = own.chain(ruling.lets.iter().map(|computed| computed.name.as_str()));
    let states = ruling.notes.iter().map(|note| &**note).chain(["start", "after", "tried", "asked", "it"]);
    let names: Vec<&str> = own.chain(states).collect();
    for (_, program) in &parts.programs {
        for (name, span) in program.hidden(&names) {
            let message = format!("the variable `{name}` hides what has that name outside");
            let range = span.range();
            let fault = part(file, program, range.start, range.len(), message);
            findings.faults.push(fault.with_help("give it another name".to_owned()));
        }
    }
}

/// A fault of a part of an expression, wherever in the file it stands.
fn part(file: &Node, program: &Program, offset: usize, len: usize, message: String) -> Fault {
    match locate(file, program.source()) {
        Some((node, before)) => node.part_fault(before + offset, len, message),
        None => file.fault(message),
    }
}

fn key_fault(file: &Node, part: &str, name: &str, message: String, help: &str) -> Option<Fault> {
    let node = file.get(part)?;
    let (key, _) = entries(Some(file), part).iter().find(|(key, _)| key.name == name)?;
    Some(node.key_fault(key, message).with_help(help.to_owned()))
}
