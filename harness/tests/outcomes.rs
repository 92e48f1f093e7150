//! Exact sets of legal outcomes, by trying every combination of answers.

#[path = "outcomes/perft.rs"]
mod perft;

use headjudge::library::Library;
use headjudge::reference::{PlayOptions, every_outcome, play};
use headjudge_engine::Rules;
use headjudge_protocol::{
    ActivateStep, Answer, Board, CastStep, ChoiceKind, Outcome, PhaseStep, PlacedObject, PlayerBoard, PlayerName,
    Scenario, Step, ZoneName,
};

/// The mana that `p1` can end up with after tapping the first of these permanents, each way once.
fn check(cards: &[&str], expected: &[&str]) {
    let library = Library::embedded().unwrap_or_else(|faults| panic!("{} faults", faults.len()));
    let object =
        |(n, card): (usize, &&str)| PlacedObject::new(&format!("o{n}"), card, PlayerName::P1, ZoneName::Battlefield);
    let player = PlayerBoard { life: 20, pool: String::new(), poison: 0 };
    let by = PlayerName::P1;
    let tap = ActivateStep { by, object: "o0".into(), ability: 1, x: 0, targets: Vec::new(), pay: Vec::new() };
    let scenario = Scenario {
        board: Board {
            players: vec![player.clone(), player],
            active: by,
            step: PhaseStep::Main,
            objects: cards.iter().enumerate().map(object).collect(),
        },
        script: vec![Step::Activate(tap)],
        answers: Vec::new(),
    };
    let outcomes = every_outcome(&library.pool.cards, Rules::default(), &scenario)
        .expect("the scenario can be played")
        .expect("the answers can be counted");
    let mana = |outcome: &headjudge_protocol::Outcome| -> String {
        let pool = outcome.snapshots.last().map_or([0; 6], |s| s.players[0].pool);
        "WUBRGC".chars().zip(pool).flat_map(|(letter, n)| std::iter::repeat_n(letter, n as usize)).collect()
    };
    let mut found: Vec<String> = outcomes.iter().map(mana).collect();
    found.sort();
    found.dedup();
    assert_eq!(found, expected, "{cards:?}");
}

/// 616.1, 106.12b: the amount-setter and the doubler in either order.
#[test]
fn contamination_and_a_doubler() {
    check(&["Forest", "Contamination", "Mana Reflection"], &["B", "BB"]);
    check(&["Forest", "Contamination", "Nyxbloom Ancient", "Mana Reflection"], &["B", "BB", "BBB", "BBBBBB"]);
    check(&["Ancient Tomb", "Contamination", "Ritual of Subdual"], &["B", "C"]);
}

/// 106.12b: two doublers and a tripler, in whatever order.
#[test]
fn multipliers_multiply() {
    check(&["Forest", "Mana Reflection", "Mana Reflection"], &["GGGG"]);
    check(&["Forest", "Mana Reflection", "Nyxbloom Ancient"], &["GGGGGG"]);
}

/// 616.1: what is doubled first meets the Sphere; what meets it first is doubled afterwards.
#[test]
fn damping_sphere_and_a_doubler() {
    check(&["Ancient Tomb", "Damping Sphere", "Mana Reflection"], &["C", "CC"]);
    check(&["Plains", "Damping Sphere", "Mana Reflection"], &["C"]);
    check(&["Plains", "Damping Sphere", "Mana Reflection", "Mana Reflection"], &["C", "CC"]);
}

/// 106.7: the Pool offers what the other lands could produce.
#[test]
fn reflecting_pool_offers_each_type_once() {
    check(&["Reflecting Pool", "Forest", "Forest", "Wastes"], &["C", "G"]);
    check(&["Reflecting Pool", "Reflecting Pool"], &[""]);
}

/// What is on the board of Nine Lives' controller, what attacks, what else the attacker has: each way the counters on every
/// Nine Lives and the life total can come out. A `Lightning Bolt` among the rest is cast first.
fn check_lives(own: &[&str], attackers: &[&str], rest: &[&str], expected: &[&str]) {
    let library = Library::embedded().unwrap_or_else(|faults| panic!("{} faults", faults.len()));
    let (me, they) = (PlayerName::P1, PlayerName::P2);
    let bolt = |card: &str| card == "Lightning Bolt";
    let place = |prefix: &str, owner, cards: &[&str]| -> Vec<PlacedObject> {
        let zone = |card: &str| if bolt(card) { ZoneName::Hand } else { ZoneName::Battlefield };
        let one = |(n, card): (usize, &&str)| PlacedObject::new(&format!("{prefix}{n}"), card, owner, zone(card));
        cards.iter().enumerate().map(one).collect()
    };
    let player = |pool: &str| PlayerBoard { life: 20, pool: pool.into(), poison: 0 };
    let objects = [place("own", me, own), place("attacker", they, attackers), place("rest", they, rest)].concat();
    let mut script = Vec::new();
    for (n, _) in rest.iter().enumerate().filter(|(_, card)| bolt(card)) {
        let card = format!("rest{n}").into();
        let (x, kicked, free, targets) = (0, false, false, vec!["p1".into()]);
        script.push(Step::Cast(CastStep { by: they, card, x, kicked, free, targets, pay: Vec::new() }));
        script.push(Step::Resolve);
    }
    if !attackers.is_empty() {
        let with = (0..attackers.len()).map(|n| format!("attacker{n}").into()).collect();
        script.push(Step::Attack { by: they, with, whom: "p1".into() });
        script.push(Step::To(PhaseStep::CombatDamage));
    }
    let players = vec![player(""), player(&"R".repeat(rest.len()))];
    let board = Board { players, active: they, step: PhaseStep::Main, objects };
    let scenario = Scenario { board, script, answers: Vec::new() };
    let outcomes = every_outcome(&library.pool.cards, Rules::default(), &scenario)
        .expect("the scenario can be played")
        .expect("the answers can be counted");
    let shown = |outcome: &Outcome| -> String {
        let state = outcome.snapshots.last().expect("a state");
        let lives = state.objects.iter().filter(|o| *o.name == *"Nine Lives");
        let counters = lives.map(|o| o.counters.get("incarnation").copied().unwrap_or(0).to_string());
        format!("{} at {}", counters.collect::<Vec<_>>().join("+"), state.players[0].life)
    };
    let mut found: Vec<String> = outcomes.iter().map(shown).collect();
    found.sort();
    found.dedup();
    assert_eq!(found, expected, "{own:?} {attackers:?} {rest:?}");
}

/// 616.1: three sources and two Nine Lives, every split and no other.
#[test]
fn every_split_between_two_nine_lives() {
    let two = ["Nine Lives", "Nine Lives"];
    let bears = ["Grizzly Bears", "Grizzly Bears", "Hill Giant"];
    check_lives(&two, &bears, &[], &["0+3 at 20", "1+2 at 20", "2+1 at 20", "3+0 at 20"]);
    check_lives(&["Nine Lives"], &bears, &[], &["3 at 20"]);
    let three = ["Nine Lives", "Nine Lives", "Nine Lives"];
    check_lives(&three, &bears[..1], &[], &["0+0+1 at 20", "0+1+0 at 20", "1+0+0 at 20"]);
}

/// 615.12, 615.12a: what cannot be prevented adds one to each, and the rest is split.
#[test]
fn unpreventable_damage_leaves_no_choice() {
    let two = ["Nine Lives", "Nine Lives"];
    let bears = ["Grizzly Bears", "Grizzly Bears"];
    check_lives(&two, &bears, &["Leyline of Punishment"], &["2+2 at 16"]);
    check_lives(&two, &["Excruciator", "Grizzly Bears"], &[], &["1+2 at 13", "2+1 at 13"]);
}

/// 616.1, 614.5: exactly one of Purity and Nine Lives; with combat damage Purity has nothing to do.
#[test]
fn purity_beside_nine_lives() {
    let both = ["Nine Lives", "Purity"];
    check_lives(&both, &[], &["Lightning Bolt"], &["0 at 23", "1 at 20"]);
    check_lives(&both, &["Grizzly Bears"], &["Lightning Bolt"], &["1 at 23", "2 at 20"]);
}

/// 614.16, 101.2: two doublers come to the same in either order; where no counter can be put there is nothing to order.
#[test]
fn doubled_and_forbidden_counters() {
    let own = ["Nine Lives", "Doubling Season", "Doubling Season"];
    check_lives(&own, &["Grizzly Bears"], &["Doubling Season"], &["4 at 20"]);
    check_lives(&own, &["Grizzly Bears"], &["Solemnity"], &["0 at 20"]);
}

/// What is tried is refused and taken back where nothing is on the stack, and the script goes on.
#[test]
fn nothing_resolves_from_an_empty_stack() {
    let library = Library::embedded().unwrap_or_else(|faults| panic!("{} faults", faults.len()));
    let player = || PlayerBoard { life: 20, pool: String::new(), poison: 0 };
    let scenario = Scenario {
        board: Board {
            players: vec![player(), player()],
            active: PlayerName::P1,
            step: PhaseStep::Main,
            objects: Vec::new(),
        },
        script: vec![Step::Try { name: "resolving".into(), step: Box::new(Step::Resolve) }, Step::Note("then".into())],
        answers: Vec::new(),
    };
    let outcome = play(&library.pool.cards, Rules::default(), &scenario, PlayOptions::default()).result;
    let outcome = outcome.expect("the scenario can be played");
    assert_eq!((outcome.tried.len(), outcome.tried[0].legal), (1, false));
    assert!(outcome.refused.is_none() && outcome.snapshots.len() == 3);
}

/// 726.1: a step that was tried and refused is taken back, and yet what a cost of it could have been paid with mattered.
#[test]
fn what_a_refused_step_looked_at_was_looked_at() {
    let library = Library::embedded().unwrap_or_else(|faults| panic!("{} faults", faults.len()));
    let by = PlayerName::P1;
    let object = |id: &str, card: &str| PlacedObject::new(id, card, by, ZoneName::Battlefield);
    let player = |pool: &str| PlayerBoard { life: 20, pool: pool.to_owned(), poison: 0 };
    let activate = |id: &str, pay| ActivateStep { by, object: id.into(), ability: 1, x: 0, targets: Vec::new(), pay };
    let answer = |kind, pick: &str| Answer { player: by, kind, about: None, picks: vec![pick.into()] };
    let mut walker = object("walker", "Hangarback Walker");
    walker.counters.insert("+1/+1".into(), 1);
    let step = Box::new(Step::Activate(activate("walker", vec![activate("drum", Vec::new())])));
    let scenario = Scenario {
        board: Board {
            players: vec![player("C"), player("")],
            active: by,
            step: PhaseStep::Main,
            objects: vec![object("bears", "Grizzly Bears"), walker, object("drum", "Springleaf Drum")],
        },
        script: vec![Step::Try { name: "paying".into(), step }],
        answers: vec![answer(ChoiceKind::TapForCost, "walker"), answer(ChoiceKind::Mana, "G")],
    };
    let played = play(&library.pool.cards, Rules::default(), &scenario, PlayOptions::default());
    let outcome = played.result.expect("the scenario can be played");
    assert!(!outcome.tried[0].legal);
    assert_eq!(played.touched & 1, 1, "the Drum could have tapped the bears");
}
