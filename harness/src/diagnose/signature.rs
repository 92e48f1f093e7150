//! The signature of a failure: a few words that are the same whenever the same thing is wrong, whatever was drawn.
//!
//! It is the name of the wrong rule that explains the failure, if one does well enough. Else it is what the engine said, for
//! engines that gave no outcome, or how the outcome of the simplest case departs from that of the real rules in what the broken
//! expectation looks at: `more life`, `fewer incarnation counters`, `battlefield instead of graveyard`. No number, name of a
//! card or choice of the case is in it. The comparison with the reference names failures and decides none.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use headjudge_engine::Mutant;
use headjudge_protocol::message::Missing;
use headjudge_protocol::{ObjectView, Outcome, PlayerView, Snapshot, Step, ZoneName};

use crate::case::Judged;
use crate::engines::Reply;
use crate::report::Nearest;
use crate::ruling::Ruling;
use crate::verdict::{Case, FailKind};

/// From this likeness, in percent, a mutant's name is the signature.
const SAME: u32 = 90;

/// The most departures that are named.
const NAMED: usize = 2;

/// What the engine does wrong in the cases that failed in one way: `shown` is the simplest of them, if there is one.
#[must_use]
pub fn signature(ruling: &Ruling, check: &Case, nearest: Option<&Nearest>, shown: Option<&Judged>) -> String {
    if let Some(nearest) = nearest.filter(|nearest| nearest.similarity >= SAME) {
        return nearest.mutant.clone();
    }
    apart(ruling, check, shown)
}

/// Words that are a signature by themselves, names of mutants and verdicts aside.
const WORDS: [&str; 15] = [
    "as the reference",
    "lost",
    "not lost",
    "other mana",
    "other restricted mana",
    "another controller",
    "another attachment",
    "another name",
    "another stack",
    "tapped",
    "untapped",
    "illegal action allowed",
    "legal action refused",
    "unsupported card",
    "vacuous",
];

/// Of what there may be more or less, counters of objects aside.
const AMOUNTS: [&str; 11] = [
    "life",
    "poison counters",
    "mana",
    "cards in hand",
    "cards in the graveyard",
    "cards in the library",
    "tokens",
    "things on the stack",
    "damage",
    "power",
    "toughness",
];

/// What may be refused.
const ACTIONS: [&str; 6] = ["spell", "activation", "land", "attack", "block", "going on"];

/// Every signature that is a name or a word by itself.
pub fn signatures() -> impl Iterator<Item = &'static str> {
    let verdicts =
        ["refused", "unsettled", "unasked", "error", "timeout", "crash", "protocol", "nondeterministic", "state leak"];
    Mutant::ALL.iter().map(|mutant| mutant.name()).chain(WORDS).chain(verdicts)
}

/// Whether some failure may have this signature.
#[must_use]
pub fn is_signature(text: &str) -> bool {
    let lacking = ["unsupported action ", "unsupported choice ", "unsupported feature "];
    let named = |rest: &str| !rest.trim().is_empty();
    if signatures().any(|signature| signature == text)
        || lacking.iter().any(|what| text.strip_prefix(what).is_some_and(named))
        || text.strip_suffix(" refused").is_some_and(|action| ACTIONS.contains(&action))
    {
        return true;
    }
    let words: Vec<&str> = text.split(", ").collect();
    words.len() <= NAMED && words.iter().all(|word| is_departure(word))
}

fn is_departure(word: &str) -> bool {
    let zone = |name: &str| ZoneName::ALL.iter().any(|zone| zone.word() == name);
    if let Some((seen, right)) = word.split_once(" instead of ") {
        return zone(seen) && zone(right);
    }
    let amount = ["more ", "less ", "fewer "].iter().find_map(|more| word.strip_prefix(more));
    let is_amount = |what: &str| {
        let kind = what.strip_suffix(" counters").is_some_and(|kind| !kind.trim().is_empty());
        kind || what == "mana value" || AMOUNTS.contains(&what)
    };
    amount.map_or(WORDS.contains(&word), is_amount)
}

/// The signature of what no mutant explains.
fn apart(ruling: &Ruling, check: &Case, shown: Option<&Judged>) -> String {
    let reply = shown.map(|judged| &judged.reply);
    match (check, reply) {
        // Which of many cards is drawn first is chance.
        (Case::Unsupported { what: Missing::Card, .. }, _) => "unsupported card".to_owned(),
        (Case::Fail(FailKind::Refused), Some(Reply::Outcome(outcome))) => {
            let step = outcome.refused.as_ref().and_then(|refused| {
                let script = shown.map(|judged| &judged.prepared.drawn.scenario.script)?;
                script.get(refused.step)
            });
            step.map_or_else(|| check.check(), |step| format!("{} refused", action(step)))
        }
        (Case::Fail(FailKind::Expectation { index }), Some(Reply::Outcome(outcome))) => {
            let reads = ruling.then.get(*index).map_or(&[][..], |expectation| &expectation.program.roots().paths);
            let right = shown.map(|judged| &judged.prepared.outcome);
            let words = right.map_or_else(Vec::new, |right| departures(reads, outcome, right));
            // An expectation about questions, or one that fails by the real rules as well.
            if words.is_empty() { "as the reference".to_owned() } else { words.join(", ") }
        }
        _ => check.check(),
    }
}

/// What kind of thing a step does.
fn action(step: &Step) -> &'static str {
    match step {
        Step::Cast(_) => "spell",
        Step::Activate(_) => "activation",
        Step::PlayLand { .. } => "land",
        Step::Attack { .. } => "attack",
        Step::Block { .. } => "block",
        Step::Pass | Step::Resolve | Step::ResolveAll | Step::To(_) | Step::Note(_) => "going on",
        Step::Try { step, .. } => action(step),
    }
}

/// One way in which two states differ: the field as expressions call it, and words for it. In the order in which they are told.
type Departure = (&'static str, String);

/// In which ways the engine's outcome departs from the right one in the first state that differs: in what is read, if that
/// differs anywhere, else in anything.
fn departures(reads: &[Vec<String>], seen: &Outcome, right: &Outcome) -> Vec<String> {
    let states: Vec<(&str, Vec<Departure>)> = seen
        .snapshots
        .iter()
        .zip(&right.snapshots)
        .map(|(seen, right)| (&*right.name, in_state(seen, right)))
        .collect();
    let is_read = |state: &str, field: &str| {
        reads.iter().any(|path| path.first().is_some_and(|root| root == state) && path.iter().any(|part| part == field))
    };
    let read = states.iter().map(|(state, all)| all.iter().filter(|(field, _)| is_read(state, field)).collect());
    let any = states.iter().map(|(_, all)| all.iter().collect());
    let first = read.chain(any).find(|all: &Vec<&Departure>| !all.is_empty());
    let mut words: Vec<String> = Vec::new();
    for (_, word) in first.unwrap_or_default() {
        if words.len() < NAMED && !words.contains(word) {
            words.push(word.clone());
        }
    }
    let legal = |outcome: &Outcome| outcome.tried.iter().map(|tried| tried.legal).collect::<Vec<_>>();
    if words.is_empty()
        && let Some((seen, _)) = legal(seen).into_iter().zip(legal(right)).find(|(seen, right)| seen != right)
    {
        words.push(if seen { "illegal action allowed" } else { "legal action refused" }.to_owned());
    }
    words
}

fn in_state(seen: &Snapshot, right: &Snapshot) -> Vec<Departure> {
    let mut all = Vec::new();
    for (seen, right) in seen.players.iter().zip(&right.players) {
        of_player(seen, right, &mut all);
    }
    for (seen, right) in seen.objects.iter().zip(&right.objects) {
        of_object(seen, right, &mut all);
    }
    number("tokens", "tokens", (seen.objects.len(), right.objects.len()), &mut all);
    number("stack", "things on the stack", (seen.stack.len(), right.stack.len()), &mut all);
    if seen.stack.len() == right.stack.len() && seen.stack != right.stack {
        all.push(("stack", "another stack".to_owned()));
    }
    all
}

fn of_player(seen: &PlayerView, right: &PlayerView, all: &mut Vec<Departure>) {
    if seen.lost != right.lost {
        all.push(("lost", if seen.lost { "lost" } else { "not lost" }.to_owned()));
    }
    number("life", "life", (seen.life, right.life), all);
    number("poison", "poison counters", (seen.poison, right.poison), all);
    for field in ["mana", "pool"] {
        let sum = |player: &PlayerView| player.pool.iter().sum::<u32>();
        number(field, "mana", (sum(seen), sum(right)), all);
        if sum(seen) == sum(right) && seen.pool != right.pool {
            all.push((field, "other mana".to_owned()));
        }
    }
    if seen.restricted != right.restricted {
        all.push(("restricted", "other restricted mana".to_owned()));
    }
    for (field, word, both) in [
        ("hand", "cards in hand", (seen.hand, right.hand)),
        ("graveyard", "cards in the graveyard", (seen.graveyard, right.graveyard)),
        ("library", "cards in the library", (seen.library, right.library)),
    ] {
        number(field, word, both, all);
    }
}

fn of_object(seen: &ObjectView, right: &ObjectView, all: &mut Vec<Departure>) {
    if seen.zone != right.zone {
        let word = format!("{} instead of {}", seen.zone, right.zone);
        all.extend([("zone", word.clone()), ("battlefield", word)]);
        // Everything else about it follows from that.
        return;
    }
    if seen.controller != right.controller {
        all.push(("controller", "another controller".to_owned()));
    }
    if seen.tapped != right.tapped {
        all.push(("tapped", if seen.tapped { "tapped" } else { "untapped" }.to_owned()));
    }
    let kinds: BTreeSet<_> = seen.counters.keys().chain(right.counters.keys()).collect();
    for kind in kinds {
        let of = |object: &ObjectView| object.counters.get(kind).copied().unwrap_or(0);
        number("counters", &format!("{kind} counters"), (of(seen), of(right)), all);
    }
    number("damage", "damage", (seen.damage, right.damage), all);
    number("power", "power", (seen.power, right.power), all);
    number("toughness", "toughness", (seen.toughness, right.toughness), all);
    number("mana_value", "mana value", (seen.mana_value, right.mana_value), all);
    if seen.attached != right.attached {
        all.push(("attached", "another attachment".to_owned()));
    }
    if seen.name != right.name {
        all.push(("name", "another name".to_owned()));
    }
}

/// More or less of something than there should be.
fn number<N: Ord>(field: &'static str, what: &str, (seen, right): (N, N), all: &mut Vec<Departure>) {
    let countable = ["cards", "things", "tokens", "counters"].iter().any(|word| what.contains(word));
    let more = match seen.cmp(&right) {
        Ordering::Equal => return,
        Ordering::Greater => "more",
        Ordering::Less if countable => "fewer",
        Ordering::Less => "less",
    };
    all.push((field, format!("{more} {what}")));
}
