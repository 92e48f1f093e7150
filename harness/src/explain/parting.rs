//! Where an engine first does something else than the rules: the step, and what is different after it, in words.

use std::collections::BTreeSet;
use std::sync::Arc;

use headjudge_protocol::outcome::Snapshot;
use headjudge_protocol::{ObjectView, Outcome, PlayerName, PlayerView, Scenario, Step, ZoneName};

use crate::report::describe;

/// The first place where two outcomes differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parting {
    /// When, in words.
    pub when: String,
    /// What is different then: what it is about, by the rules, by the engine.
    pub differences: Vec<Different>,
}

/// Something that is not the same in two outcomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Different {
    /// The player or object.
    pub what: String,
    /// What the rules make of it.
    pub rules: String,
    /// What the engine makes of it.
    pub engine: String,
}

/// A scenario in which the state is noted after every step, and for each of its steps the one of the original that it is, or
/// that it follows.
#[must_use]
pub fn probed(scenario: &Scenario) -> (Scenario, Vec<usize>) {
    let (mut script, mut places) = (Vec::new(), Vec::new());
    for (at, step) in scenario.script.iter().enumerate() {
        script.push(step.clone());
        // The last state is observed anyway, and one that is noted need not be noted again.
        if at + 1 < scenario.script.len() && !matches!(step, Step::Note(_)) {
            script.push(Step::Note(format!("after step {}", at + 1).into()));
        }
        places.resize(script.len(), at);
    }
    (Scenario { script, ..scenario.clone() }, places)
}

/// The first place where an engine departs from the rules, both having played `scenario`; nothing if it does not. `places`
/// says which step people know each of its steps as.
#[must_use]
pub fn parting(scenario: &Scenario, places: &[usize], rules: &Outcome, engine: &Outcome) -> Option<Parting> {
    let (mut states, mut tries) = (0, 0);
    let differ = |at: usize| states_differ(scenario, rules.snapshots.get(at), engine.snapshots.get(at));
    let step_refused = |outcome: &Outcome| outcome.refused.as_ref().map(|refused| refused.step);
    if let Some(differences) = differ(states) {
        return Some(Parting { when: "At the start, before the first step".to_owned(), differences });
    }
    states += 1;
    for (at, step) in scenario.script.iter().enumerate() {
        let (ours, theirs) = (step_refused(rules) == Some(at), step_refused(engine) == Some(at));
        let found = if ours != theirs {
            let words = |outcome: &Outcome, yes: bool| match &outcome.refused {
                Some(refused) if yes => format!("it is refused: {}", refused.why),
                _ => "it is legal".to_owned(),
            };
            let what = "this step".to_owned();
            Some(vec![Different { what, rules: words(rules, ours), engine: words(engine, theirs) }])
        } else if ours {
            // Both runs end here, and the last states are those at the end.
            break;
        } else {
            match step {
                Step::Try { .. } => {
                    tries += 1;
                    let legal = |outcome: &Outcome| match outcome.tried.get(tries - 1) {
                        Some(tried) if tried.legal => "it is legal".to_owned(),
                        Some(_) => "it is not legal".to_owned(),
                        None => "it is not reported".to_owned(),
                    };
                    let (rules, engine) = (legal(rules), legal(engine));
                    let what = "this step".to_owned();
                    (rules != engine).then(|| vec![Different { what, rules, engine }])
                }
                Step::Note(_) => {
                    states += 1;
                    differ(states - 1)
                }
                _ => None,
            }
        };
        if let Some(differences) = found {
            return Some(Parting { when: after(scenario, places, at), differences });
        }
    }
    let rests = |outcome: &Outcome| match outcome.unsettled {
        true => "it goes on for ever".to_owned(),
        false => "it comes to rest".to_owned(),
    };
    let last = scenario.script.len().saturating_sub(1);
    let when = if scenario.script.is_empty() { "At the end".to_owned() } else { after(scenario, places, last) };
    if rules.unsettled != engine.unsettled {
        let what = "the game".to_owned();
        let differences = vec![Different { what, rules: rests(rules), engine: rests(engine) }];
        return Some(Parting { when, differences });
    }
    let end = |outcome: &Outcome| outcome.snapshots.last().cloned();
    let (ours, theirs) = (end(rules), end(engine));
    let differences = states_differ(scenario, ours.as_ref(), theirs.as_ref())?;
    Some(Parting { when, differences })
}

/// Where two outcomes of one scenario first are not the same, if that is in a state, and the first thing that is not: ``in the
/// state `start`: p1, 20 life in the one and 19 life in the other``.
#[must_use]
pub fn apart(scenario: &Scenario, one: &Outcome, other: &Outcome) -> Option<String> {
    let mut states = one.snapshots.iter().zip(&other.snapshots);
    let (name, differences) = states.find_map(|(a, b)| Some((&a.name, states_differ(scenario, Some(a), Some(b))?)))?;
    let Different { what, rules, engine } = differences.into_iter().next()?;
    Some(format!("in the state `{name}`: {what}, {rules} in the one and {engine} in the other"))
}

/// The step in words, as the number that people know it by.
fn after(scenario: &Scenario, places: &[usize], at: usize) -> String {
    let number = places.get(at).copied().unwrap_or(at);
    // A state that is noted is that after the step before.
    let step = (0..=at).rev().map(|at| &scenario.script[at]).find(|step| !matches!(step, Step::Note(_)));
    match step {
        Some(step) => format!("Step {}: {}", number + 1, describe::step(step)),
        None => "Before anything is done".to_owned(),
    }
}

fn states_differ(scenario: &Scenario, rules: Option<&Snapshot>, engine: Option<&Snapshot>) -> Option<Vec<Different>> {
    let (rules, engine) = match (rules, engine) {
        (Some(rules), Some(engine)) => (rules, engine),
        (None, None) => return None,
        (ours, _) => {
            let words = |there: bool| if there { "it is observed" } else { "it is not reported" }.to_owned();
            let what = "the state".to_owned();
            return Some(vec![Different { what, rules: words(ours.is_some()), engine: words(ours.is_none()) }]);
        }
    };
    let mut found = Vec::new();
    for seat in 0..rules.players.len().max(engine.players.len()) {
        let name = PlayerName::at(seat).map_or_else(|| "a player".to_owned(), |name| name.to_string());
        match (rules.players.get(seat), engine.players.get(seat)) {
            (Some(ours), Some(theirs)) => player(&name, ours, theirs, &mut found),
            (ours, _) => found.push(presence(&name, ours.is_some())),
        }
    }
    // By name, for an engine may report other objects than there are.
    for ours in &rules.objects {
        match engine.objects.iter().find(|theirs| theirs.id == ours.id) {
            Some(theirs) => object(scenario, ours, theirs, &mut found),
            None => found.push(presence(&called(scenario, ours), true)),
        }
    }
    let known = |theirs: &&ObjectView| rules.objects.iter().any(|ours| ours.id == theirs.id);
    for theirs in engine.objects.iter().filter(|theirs| !known(theirs)) {
        found.push(presence(&called(scenario, theirs), false));
    }
    push(&mut found, "the stack", stack(rules), stack(engine));
    (!found.is_empty()).then_some(found)
}

fn presence(what: &str, by_the_rules: bool) -> Different {
    let words = |there: bool| if there { "it exists" } else { "there is no such thing" }.to_owned();
    Different { what: what.to_owned(), rules: words(by_the_rules), engine: words(!by_the_rules) }
}

fn push(found: &mut Vec<Different>, what: &str, rules: String, engine: String) {
    if rules != engine {
        found.push(Different { what: what.to_owned(), rules, engine });
    }
}

fn player(name: &str, ours: &PlayerView, theirs: &PlayerView, found: &mut Vec<Different>) {
    let mut field = |words: &dyn Fn(&PlayerView) -> String| push(found, name, words(ours), words(theirs));
    field(&|p| format!("{} life", p.life));
    field(&|p| describe::counted(p.poison, "poison counter"));
    field(&|p| format!("{} in hand", describe::counted(p.hand, "card")));
    field(&|p| format!("{} in the library", describe::counted(p.library, "card")));
    field(&|p| format!("{} in the graveyard", describe::counted(p.graveyard, "card")));
    field(&|p| match mana(&p.pool) {
        pool if pool.is_empty() => "an empty pool".to_owned(),
        pool => format!("{pool} in the pool"),
    });
    field(&|p| match mana(&p.restricted) {
        pool if pool.is_empty() => "no mana that is for some things only".to_owned(),
        pool => format!("{pool} of it for some things only"),
    });
    field(&|p| if p.lost { "has lost" } else { "has not lost" }.to_owned());
}

fn mana(pool: &[u32; 6]) -> String {
    let letters: String = "WUBRGC".chars().zip(pool).flat_map(|(c, n)| (0..(*n).min(40)).map(move |_| c)).collect();
    describe::mana(&letters)
}

/// `Nine Lives (lives)`.
fn called(scenario: &Scenario, object: &ObjectView) -> String {
    let placed = scenario.board.objects.iter().find(|placed| placed.id == object.id);
    let card: &str = placed.map_or(&object.name, |placed| &placed.card);
    format!("{card} ({})", object.id)
}

fn object(scenario: &Scenario, ours: &ObjectView, theirs: &ObjectView, found: &mut Vec<Different>) {
    let name = called(scenario, ours);
    if ours.zone != theirs.zone {
        // What else is different follows from that.
        return push(found, &name, place(ours), place(theirs));
    }
    let mut field = |words: &dyn Fn(&ObjectView) -> String| push(found, &name, words(ours), words(theirs));
    field(&|o| format!("controlled by {}", o.controller));
    field(&|o| format!("owned by {}", o.owner));
    field(&|o| format!("its name is {}", o.name));
    field(&|o| if o.token { "a token" } else { "no token" }.to_owned());
    field(&|o| if o.tapped { "tapped" } else { "untapped" }.to_owned());
    field(&|o| format!("{}/{}", o.power, o.toughness));
    field(&|o| format!("{} damage", o.damage));
    let kinds: BTreeSet<&Arc<str>> = ours.counters.keys().chain(theirs.counters.keys()).collect();
    for kind in kinds {
        field(&|o| describe::counted(o.counters.get(kind).copied().unwrap_or(0), &format!("{kind} counter")));
    }
    field(&|o| format!("mana value {}", o.mana_value));
    field(&|o| match &o.attached {
        Some(to) => format!("attached to {to}"),
        None => "attached to nothing".to_owned(),
    });
}

fn place(object: &ObjectView) -> String {
    match object.zone {
        ZoneName::Battlefield | ZoneName::Stack => format!("on the {}", object.zone),
        ZoneName::Exile => "in exile".to_owned(),
        ZoneName::Nowhere => "gone".to_owned(),
        zone => format!("in the {zone}"),
    }
}

fn stack(state: &Snapshot) -> String {
    let item = |item: &headjudge_protocol::StackView| {
        let what = if item.spell { "" } else { "an ability of " };
        format!("{what}{} ({})", item.source, item.controller)
    };
    let items: Vec<String> = state.stack.iter().map(item).collect();
    if items.is_empty() { "empty".to_owned() } else { items.join(", ") }
}
