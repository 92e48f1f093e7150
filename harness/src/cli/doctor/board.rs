//! What the doctor asks about boards: each field of a setup comes back as it was sent.

use headjudge_protocol::PlayerName::{P1, P2, P3};
use headjudge_protocol::{PhaseStep, PlacedObject, PlayerBoard, Step, ZoneName};

use super::check::{Check, bear, both, forest, object, same, scenario};

/// The checks, in the order in which an adapter is written.
pub(super) fn checks() -> Vec<Check> {
    [players(), objects(), permanents()].into_iter().flatten().collect()
}

fn players() -> Vec<Check> {
    let mut pools = scenario(Vec::new(), Vec::new());
    pools.board.players[0] = PlayerBoard { life: 7, pool: "WUUC".to_owned(), poison: 3 };
    pools.board.players[1].life = 31;
    let mut three = scenario(vec![bear("third", P3, ZoneName::Battlefield)], Vec::new());
    three.board.players.push(PlayerBoard { life: 9, pool: String::new(), poison: 0 });
    let mut active = scenario(vec![bear("land", P2, ZoneName::Battlefield)], Vec::new());
    active.board.active = P2;
    active.script =
        vec![Step::Attack { by: P2, with: vec!["land".into()], whom: "p1".into() }, Step::To(PhaseStep::End)];
    vec![
        Check {
            says: "an empty board is observed at the start and after",
            hint: "answer a case without objects with two states, `start` and `after`, each with both players",
            scenario: scenario(Vec::new(), Vec::new()),
            wrong: |outcome| both(outcome).map(|_| ()),
        },
        Check {
            says: "life, poison and mana come back as they were set",
            hint: "set life totals, poison counters and the mana pool before the state `start` is taken",
            scenario: pools,
            wrong: |outcome| {
                let (start, _) = both(outcome)?;
                let [one, two] = &start.players[..] else { return Err("there are not two players".to_owned()) };
                same("the life of p1", 7, one.life)?;
                same("the life of p2", 31, two.life)?;
                same("the poison of p1", 3, one.poison)?;
                same("the mana of p1 (WUBRGC)", [1, 2, 0, 0, 0, 1], one.pool)
            },
        },
        Check {
            says: "three players play",
            hint: "seat as many players as the board has, in turn order, or say that you do not support `players`",
            scenario: three,
            wrong: |outcome| {
                let (start, _) = both(outcome)?;
                same("the life totals", vec![20, 20, 9], start.players.iter().map(|player| player.life).collect())?;
                same("the owner of `third`", P3, object(start, "third")?.owner)
            },
        },
        Check {
            says: "it is the turn of the player whose turn it should be",
            hint: "make `active` the player whose turn it is",
            scenario: active,
            wrong: |outcome| {
                let (_, after) = both(outcome)?;
                same("the life of p1 after p2 has attacked", Some(18), after.players.first().map(|player| player.life))
            },
        },
    ]
}

fn objects() -> Vec<Check> {
    let top = vec![forest("top", ZoneName::Library), forest("below", ZoneName::Library)];
    let mut drawn = scenario(top, vec![Step::To(PhaseStep::Draw)]);
    drawn.board.step = PhaseStep::Upkeep;
    vec![
        Check {
            says: "objects are in their zones, in the order of the scenario",
            hint: "put every object where the scenario says and list all of them, in its order, in each state",
            scenario: scenario(
                vec![
                    forest("one", ZoneName::Battlefield),
                    forest("two", ZoneName::Hand),
                    bear("three", P2, ZoneName::Graveyard),
                    forest("four", ZoneName::Library),
                    bear("five", P1, ZoneName::Exile),
                ],
                Vec::new(),
            ),
            wrong: |outcome| {
                let (start, _) = both(outcome)?;
                let ids: Vec<&str> = start.objects.iter().map(|object| &*object.id).collect();
                same("the objects", vec!["one", "two", "three", "four", "five"], ids)?;
                let zones: Vec<&str> = start.objects.iter().map(|object| object.zone.word()).collect();
                same("their zones", vec!["battlefield", "hand", "graveyard", "library", "exile"], zones)?;
                same("the owner of `three`", P2, start.objects[2].owner)?;
                let [one, two] = &start.players[..] else { return Err("there are not two players".to_owned()) };
                same("the cards in p1's hand and library", (1, 1), (one.hand, one.library))?;
                same("the cards in p2's graveyard", 1, two.graveyard)
            },
        },
        Check {
            says: "a board may be that of another step, and the first card of a library is on top",
            hint: "begin in the step of the board, and put the first card listed of a library on top",
            scenario: drawn,
            wrong: |outcome| {
                let (start, after) = both(outcome)?;
                same("where `top` is at the start", ZoneName::Library, object(start, "top")?.zone)?;
                same("where `top` is in the draw step", ZoneName::Hand, object(after, "top")?.zone)?;
                same("where `below` is in the draw step", ZoneName::Library, object(after, "below")?.zone)
            },
        },
    ]
}

fn permanents() -> Vec<Check> {
    let mut tapped = forest("tapped", ZoneName::Battlefield);
    tapped.tapped = true;
    let mut grown = bear("grown", P1, ZoneName::Battlefield);
    grown.counters.insert("+1/+1".into(), 2);
    let mut hurt = bear("hurt", P1, ZoneName::Battlefield);
    hurt.damage = 1;
    let mut taken = bear("taken", P2, ZoneName::Battlefield);
    taken.controller = Some(P1);
    let mut copy = bear("copy", P1, ZoneName::Battlefield);
    copy.copy_of = Some("Hill Giant".into());
    let mut aura = PlacedObject::new("aura", "Holy Strength", P1, ZoneName::Battlefield);
    aura.attached = Some("host".into());
    let host = bear("host", P1, ZoneName::Battlefield);
    vec![
        Check {
            says: "a tapped permanent is tapped, and another is not",
            hint: "tap what the scenario says is tapped, and nothing else",
            scenario: scenario(vec![tapped, forest("untapped", ZoneName::Battlefield)], Vec::new()),
            wrong: |outcome| {
                let (start, _) = both(outcome)?;
                same("whether `tapped` is tapped", true, object(start, "tapped")?.tapped)?;
                same("whether `untapped` is tapped", false, object(start, "untapped")?.tapped)
            },
        },
        Check {
            says: "counters come back as they were set, and count in power and toughness",
            hint: "put counters on permanents, and report power and toughness with them",
            scenario: scenario(vec![grown], Vec::new()),
            wrong: |outcome| {
                let (start, _) = both(outcome)?;
                let grown = object(start, "grown")?;
                same("the +1/+1 counters on `grown`", Some(&2), grown.counters.get("+1/+1"))?;
                same("power and toughness of `grown`", (4, 4), (grown.power, grown.toughness))
            },
        },
        Check {
            says: "damage comes back as it was set",
            hint: "mark damage on permanents as the scenario says",
            scenario: scenario(vec![hurt], Vec::new()),
            wrong: |outcome| {
                let (start, _) = both(outcome)?;
                let hurt = object(start, "hurt")?;
                same("the damage on `hurt`", 1, hurt.damage)?;
                same("power and toughness of `hurt`", (2, 2), (hurt.power, hurt.toughness))
            },
        },
        Check {
            says: "a permanent is controlled by the player who should, and owned by the other",
            hint: "give permanents to the `controller` of the scenario, and report owner and controller apart",
            scenario: scenario(vec![taken], Vec::new()),
            wrong: |outcome| {
                let (start, _) = both(outcome)?;
                let taken = object(start, "taken")?;
                same("the owner of `taken`", P2, taken.owner)?;
                same("the controller of `taken`", P1, taken.controller)
            },
        },
        Check {
            says: "a copy is what it is a copy of",
            hint: "make an object with `copy_of` a copy of that card, and report its name and values as that card's",
            scenario: scenario(vec![copy], Vec::new()),
            wrong: |outcome| {
                let (start, _) = both(outcome)?;
                let copy = object(start, "copy")?;
                same("the name of `copy`", "Hill Giant", &*copy.name)?;
                same("power and toughness of `copy`", (3, 3), (copy.power, copy.toughness))
            },
        },
        Check {
            says: "what is attached is attached to what it should be, and has its effect",
            hint: "attach what has `attached` to the object or player of that id, and report it",
            scenario: scenario(vec![aura, host], Vec::new()),
            wrong: |outcome| {
                let (start, _) = both(outcome)?;
                same("what `aura` is attached to", Some("host"), object(start, "aura")?.attached.as_deref())?;
                let host = object(start, "host")?;
                same("power and toughness of `host`", (3, 4), (host.power, host.toughness))
            },
        },
    ]
}
