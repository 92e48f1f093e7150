//! What the doctor asks about scripts: each kind of step is carried out where it is legal and refused where it is not.

use headjudge_protocol::PlayerName::{P1, P2};
use headjudge_protocol::{PhaseStep, PlacedObject, Snapshot, Step, ZoneName};

use super::check::{
    Check, attempt, bear, both, cast, forest, note, object, same, scenario, state, tap, tried, with_mana,
};

/// The checks, in the order in which an adapter is written.
pub(super) fn checks() -> Vec<Check> {
    [abilities(), spells(), combat(), priority()].into_iter().flatten().collect()
}

fn abilities() -> Vec<Check> {
    let land = || vec![forest("land", ZoneName::Battlefield)];
    let play = |card: &str| Step::PlayLand { by: P1, card: card.into() };
    let lands = vec![forest("first", ZoneName::Hand), forest("second", ZoneName::Hand)];
    vec![
        Check {
            says: "an ability is activated, and the state after it differs from the start",
            hint: "carry out the script's steps; ability 1 of a Forest is its mana ability",
            scenario: scenario(land(), vec![tap("land")]),
            wrong: |outcome| {
                let (start, after) = both(outcome)?;
                same("whether the Forest is tapped at the start", false, object(start, "land")?.tapped)?;
                same("whether the Forest is tapped after", true, object(after, "land")?.tapped)?;
                same("the mana of p1 after (WUBRGC)", Some([0, 0, 0, 0, 1, 0]), after.players.first().map(|p| p.pool))
            },
        },
        Check {
            says: "an ability is refused when it is tried and its cost cannot be paid",
            hint: "refuse to tap what is tapped, and answer a `try` step with its name and `legal`",
            scenario: scenario(land(), vec![attempt("once", tap("land")), attempt("again", tap("land"))]),
            wrong: |outcome| {
                tried(outcome, &[("once", true), ("again", false)])?;
                let (_, after) = both(outcome)?;
                same("the mana of p1 after (WUBRGC)", Some([0, 0, 0, 0, 1, 0]), after.players.first().map(|p| p.pool))
            },
        },
        Check {
            says: "what is refused without being tried ends the run",
            hint: "when a step is not legal, stop there and report `refused` with the number of the step, from 0",
            scenario: scenario(land(), vec![tap("land"), tap("land"), note("never")]),
            wrong: |outcome| {
                let step = outcome.refused.as_ref().map(|refused| refused.step);
                same("the step that was refused, from 0", Some(1), step)?;
                let noted = outcome.snapshots.iter().any(|state| &*state.name == "never");
                same("whether the state after it was noted", false, noted)
            },
        },
        Check {
            says: "a land is played, and a second one in the same turn is refused",
            hint: "play lands by `play-land`, one each turn",
            scenario: scenario(lands, vec![attempt("one", play("first")), attempt("two", play("second"))]),
            wrong: |outcome| {
                tried(outcome, &[("one", true), ("two", false)])?;
                let (_, after) = both(outcome)?;
                same("where `first` is", ZoneName::Battlefield, object(after, "first")?.zone)?;
                same("where `second` is", ZoneName::Hand, object(after, "second")?.zone)
            },
        },
    ]
}

fn spells() -> Vec<Check> {
    let shock = PlacedObject::new("shock", "Shock", P1, ZoneName::Hand);
    let alarm = PlacedObject::new("alarm", "Raise the Alarm", P1, ZoneName::Hand);
    vec![
        Check {
            says: "a spell is cast, is on the stack, and resolves",
            hint: "cast from hand, list the spell on the `stack` and in the zone `stack` until `resolve`",
            scenario: with_mana(
                "GG",
                vec![bear("bear", P1, ZoneName::Hand)],
                vec![cast("bear", &[]), note("cast"), Step::Resolve],
            ),
            wrong: |outcome| {
                let (cast, after) = (state(outcome, "cast")?, state(outcome, "after")?);
                let stack: Vec<_> = cast.stack.iter().map(|top| (&*top.source, top.controller, top.spell)).collect();
                same("the stack once it is cast: source, controller, spell", vec![("bear", P1, true)], stack)?;
                same("where `bear` is then", ZoneName::Stack, object(cast, "bear")?.zone)?;
                same("the mana of p1 then (WUBRGC)", Some([0; 6]), cast.players.first().map(|player| player.pool))?;
                same("where `bear` is after", ZoneName::Battlefield, object(after, "bear")?.zone)?;
                same("the size of the stack after", 0, after.stack.len())
            },
        },
        Check {
            says: "what cannot be paid for is refused when it is tried, and changes nothing",
            hint: "answer a `try` step that is not legal by its name and `legal: false`, and undo whatever it did",
            scenario: scenario(vec![bear("bear", P1, ZoneName::Hand)], vec![attempt("attempt", cast("bear", &[]))]),
            wrong: |outcome| {
                tried(outcome, &[("attempt", false)])?;
                let (start, after) = both(outcome)?;
                same("the players after", &start.players, &after.players)?;
                same("the objects after", &start.objects, &after.objects)
            },
        },
        Check {
            says: "a spell has the target that the script names",
            hint: "pass the `targets` of a step on, ids of objects and players alike",
            scenario: with_mana("R", vec![shock], vec![cast("shock", &["p2"]), Step::ResolveAll]),
            wrong: |outcome| {
                let (_, after) = both(outcome)?;
                same("the life of p2 after", Some(18), after.players.get(1).map(|player| player.life))?;
                same("where `shock` is after", ZoneName::Graveyard, object(after, "shock")?.zone)
            },
        },
        Check {
            says: "tokens are listed after the objects of the scenario, as `token.1` and `token.2`",
            hint: "list tokens in the order of their making, after all other objects",
            scenario: with_mana("WW", vec![alarm], vec![cast("alarm", &[]), Step::Resolve]),
            wrong: |outcome| {
                let (_, after) = both(outcome)?;
                let ids: Vec<&str> = after.objects.iter().map(|object| &*object.id).collect();
                same("the objects after", vec!["alarm", "token.1", "token.2"], ids)?;
                // What they are called is for the rulings to judge (111.4): an engine may get it wrong, and the adapter passes it on.
                same("whether `token.1` is a token", true, object(after, "token.1")?.token)?;
                same("whether `token.2` is a token", true, object(after, "token.2")?.token)
            },
        },
    ]
}

fn combat() -> Vec<Check> {
    let attack = |with: &str| Step::Attack { by: P1, with: vec![with.into()], whom: "p2".into() };
    let block = |blocker: &str| Step::Block { by: P2, pairs: vec![(blocker.into(), "bear".into())] };
    let both_bears = |tapped: bool| {
        let mut wall = bear("wall", P2, ZoneName::Battlefield);
        wall.tapped = tapped;
        vec![bear("bear", P1, ZoneName::Battlefield), wall]
    };
    let mut fresh = bear("fresh", P1, ZoneName::Battlefield);
    fresh.fresh = true;
    vec![
        Check {
            says: "an attack deals its damage, and nobody blocks unasked",
            hint: "declare the attackers of an `attack` step and no others; without a `block` step nobody blocks",
            scenario: scenario(both_bears(false), vec![attack("bear"), Step::To(PhaseStep::EndCombat)]),
            wrong: |outcome| {
                let (_, after) = both(outcome)?;
                same("the life of p2 after", Some(18), after.players.get(1).map(|player| player.life))?;
                same("whether `bear` is tapped after", true, object(after, "bear")?.tapped)
            },
        },
        Check {
            says: "an attack by what is fresh is refused",
            hint: "what is `fresh` came under its controller's control this turn, and cannot attack",
            scenario: scenario(vec![fresh], vec![attempt("attack", attack("fresh"))]),
            wrong: |outcome| tried(outcome, &[("attack", false)]),
        },
        Check {
            says: "a block is made, and both creatures die of it",
            hint: "declare the blockers of a `block` step, each with the attacker that it blocks",
            scenario: scenario(both_bears(false), vec![attack("bear"), block("wall"), Step::To(PhaseStep::EndCombat)]),
            wrong: |outcome| {
                let (_, after) = both(outcome)?;
                same("the life of p2 after", Some(20), after.players.get(1).map(|player| player.life))?;
                same("where `bear` is after", ZoneName::Graveyard, object(after, "bear")?.zone)?;
                same("where `wall` is after", ZoneName::Graveyard, object(after, "wall")?.zone)
            },
        },
        Check {
            says: "a block by what is tapped is refused",
            hint: "refuse a `block` step that is not legal",
            scenario: scenario(both_bears(true), vec![attack("bear"), attempt("block", block("wall"))]),
            wrong: |outcome| tried(outcome, &[("block", false)]),
        },
    ]
}

fn priority() -> Vec<Check> {
    let spell = || vec![bear("bear", P1, ZoneName::Hand)];
    vec![
        Check {
            says: "a spell resolves when both players have passed, and not before",
            hint: "let the player who has priority pass once for each `pass` step",
            scenario: with_mana("GG", spell(), vec![cast("bear", &[]), Step::Pass, note("one"), Step::Pass]),
            wrong: |outcome| {
                let (one, after) = (state(outcome, "one")?, state(outcome, "after")?);
                same("where `bear` is after one pass", ZoneName::Stack, object(one, "bear")?.zone)?;
                same("where `bear` is after two", ZoneName::Battlefield, object(after, "bear")?.zone)
            },
        },
        Check {
            says: "mana is gone in a later step",
            hint: "`to` goes on to the step; mana pools empty as steps end",
            scenario: with_mana("GG", Vec::new(), vec![Step::To(PhaseStep::End)]),
            wrong: |outcome| {
                let (start, after) = both(outcome)?;
                let pool = |state: &Snapshot| state.players.first().map(|player| player.pool);
                same("the mana of p1 at the start (WUBRGC)", Some([0, 0, 0, 0, 2, 0]), pool(start))?;
                same("the mana of p1 in the end step (WUBRGC)", Some([0; 6]), pool(after))
            },
        },
        Check {
            says: "states are noted where the script says, in its order",
            hint: "answer each `note` step by a state of that name, between `start` and `after`",
            scenario: scenario(
                vec![forest("land", ZoneName::Battlefield)],
                vec![note("before"), tap("land"), note("then")],
            ),
            wrong: |outcome| {
                let (before, then) = (state(outcome, "before")?, state(outcome, "then")?);
                same("whether the Forest is tapped in `before`", false, object(before, "land")?.tapped)?;
                same("whether the Forest is tapped in `then`", true, object(then, "land")?.tapped)
            },
        },
    ]
}
