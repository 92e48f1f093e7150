//! What is cast: when (CR 702.8), with which costs (CR 118, 119.4, 601.2h, 702.33), also in the middle of a resolution
//! (CR 608.2g).

use headjudge_engine::{Card, CardTable};

use crate::common::check_with;

const COSTS: &str = "
- name: Free Well
  cost: '{1}'
  types: [artifact]
  abilities:
    - activated: {cost: [tap, pay-life: 0], do: [add-mana: {mana: {these: [C]}}]}
- name: Odd Altar
  cost: '{1}'
  types: [artifact]
  abilities:
    - activated:
        cost: [sacrifice: {type: creature}, tap-another: {type: creature}]
        do: [add-mana: {mana: {these: [C]}}]
- name: Alchemist
  cost: '{0}'
  types: [artifact]
  abilities: [static: {continuous: {affects: {type: creature}, zone: hand, changes: [gain-keyword: flash]}}]
- name: Grim Bargain
  cost: '{B}'
  types: [instant]
  abilities: [additional-cost: [sacrifice: {type: creature}], spell: {do: [lose-life: [each-opponent, {is: 3}]]}]
- name: Grim Offer
  cost: '{B}'
  types: [instant]
  abilities:
    - kicker: [sacrifice: {type: creature}]
    - spell: {do: [lose-life: [each-opponent, {is: 1}], if: [kicked, [lose-life: [each-opponent, {is: 4}]]]]}
";

#[test]
fn no_life_can_always_be_paid() {
    // 119.4b.
    check_with(COSTS, "p1 battlefield: well = Free Well", "p1: activate well 0\n ? p1.pool = C, p1.life = 20");
}

#[test]
fn costs_in_any_order() {
    // 601.2h: the one creature there is can be tapped for the one part and then sacrificed for the other.
    check_with(
        COSTS,
        "p1 battlefield: altar = Odd Altar; bears = Grizzly Bears",
        "p1: activate altar 0
         ? p1.pool = C, bears.zone = graveyard",
    );
}

#[test]
fn flash_that_is_given_in_the_hand() {
    // 702.8a: it functions where the card could be played from.
    let hand = "pool p2 GG\n p2 hand: bears = Grizzly Bears";
    check_with(
        COSTS,
        &format!("{hand}\n p2 battlefield: alchemist = Alchemist"),
        "p2: cast bears
         resolve
         ? bears.zone = battlefield",
    );
    check_with(COSTS, hand, "p2: cast bears -> refused 117.1a");
}

#[test]
fn costs_of_what_is_cast_in_a_resolution() {
    // 118.9d, 608.2g: without the mana cost, and with the additional one.
    let board = "pool p2 UU
                 pool p1 B
                 p1 hand: grim = Grim Bargain
                 p1 battlefield: bears = Grizzly Bears
                 p2 hand: no = Counterspell";
    check_with(
        COSTS,
        &format!("{board}\n p2 battlefield: ogre = Gray Ogre; guile = Guile"),
        "p1: cast grim
         answer may: yes
         answer sacrifice: ogre
         p2: cast no at grim
         resolve
         resolve all
         ? p1.life = 17, ogre.zone = graveyard, bears.zone = graveyard",
    );
}

#[test]
fn kicker_of_what_is_cast_in_a_resolution() {
    // 702.33a, 608.2d: it may be kicked where the kicker can be paid.
    let board = "pool p2 UU
                 pool p1 B
                 p1 hand: offer = Grim Offer
                 p2 hand: no = Counterspell
                 p2 battlefield: guile = Guile; ogre = Gray Ogre";
    for (kicked, life, asked) in [("yes", 15, "p2 may; p2 may; p2 sacrifice"), ("no", 19, "p2 may; p2 may")] {
        let answers = match kicked {
            "yes" => "answer may: yes\n answer may: yes\n answer sacrifice: ogre",
            _ => "answer may: yes\n answer may: no",
        };
        check_with(
            COSTS,
            board,
            &format!(
                "p1: cast offer
                 {answers}
                 p2: cast no at offer
                 resolve
                 ? asked = {asked}
                 resolve all
                 ? p1.life = {life}"
            ),
        );
    }
}

#[test]
fn one_kicker_at_most() {
    // 702.33d: which of two kickers is paid cannot be announced; the card is not accepted.
    let card = "
name: Two Ways
cost: '{U}'
types: [instant]
abilities: [kicker: [mana: '{1}'], kicker: [mana: '{2}'], spell: {do: [draw: [you, {is: 1}]]}]
";
    let card: Card = serde_yaml::from_str(card).expect("a card");
    let faults = CardTable::new(vec![card]).expect_err("it has two kickers");
    assert_eq!(
        faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["card `Two Ways` has several `kicker` abilities, expected one: which of them is paid cannot be announced"],
    );
}
