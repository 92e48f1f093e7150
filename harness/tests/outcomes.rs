//! Exact sets of legal outcomes, by trying every combination of answers.

use headjudge::library::Library;
use headjudge::reference::every_outcome;
use headjudge_engine::Rules;
use headjudge_protocol::{
    ActivateStep, Board, PhaseStep, PlacedObject, PlayerBoard, PlayerName, Scenario, Step, ZoneName,
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
