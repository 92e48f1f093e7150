//! Instructions (CR 608.2, 701): who follows them, and which cannot be followed.

use crate::common::{check, check_with};

const VICTIM: &str = "
- name: Willing Victim
  cost: '{W}'
  types: [creature]
  subtypes: [Human]
  power: 1
  toughness: 1
  abilities: [activated: {cost: [mana: '{1}'], do: [sacrifice: this, gain-life: [you, {is: 4}]]}]
- name: Snatch
  cost: '{U}'
  types: [instant]
  abilities: [spell: {targets: [permanent: any], do: [give-control: {of: {target: 0}, to: you, duration: forever}]}]
- name: Far Offering
  cost: '{B}'
  types: [instant]
  abilities: [spell: {targets: [permanent: {type: creature}], do: [sacrifice: {target: 0}]}]
";

#[test]
fn only_what_one_controls_is_sacrificed() {
    // 701.17a: the ability's controller has no control of its source any more. The rest of it happens (101.3).
    check_with(
        VICTIM,
        "pool p1 C \n pool p2 U
         p1 battlefield: victim = Willing Victim
         p2 hand: snatch = Snatch",
        "p1: activate victim 0
         p2: cast snatch at victim
         resolve
         ? victim.controller = p2
         resolve
         ? victim.zone = battlefield, p1.life = 24",
    );
    check_with(
        VICTIM,
        "pool p1 C
         p1 battlefield: victim = Willing Victim",
        "p1: activate victim 0
         resolve
         ? victim.zone = graveyard, p1.life = 24",
    );
    // Whose spell it is decides, and not who owns what it is about.
    check_with(
        VICTIM,
        "pool p1 BB \n pool p2 U
         p1 hand: one = Far Offering; two = Far Offering
         p1 battlefield: mine = Willing Victim
         p2 battlefield: theirs = Willing Victim",
        "p1: cast one at theirs
         resolve
         ? theirs.zone = battlefield
         p1: cast two at mine
         resolve
         ? mine.zone = graveyard",
    );
}

#[test]
fn only_a_permanent_is_sacrificed() {
    // 701.17a: in response it has gone to the hand, and stays there.
    check_with(
        VICTIM,
        "pool p1 CU
         p1 battlefield: victim = Willing Victim
         p1 hand: unsummon = Unsummon",
        "answer payment: C
         p1: activate victim 0
         p1: cast unsummon at victim
         resolve
         resolve
         ? victim.zone = hand, p1.life = 24",
    );
}

#[test]
fn of_a_group_each_player_sacrifices_their_own() {
    check(
        "pool p1 BBCCC
         p1 hand: death = Living Death
         p1 battlefield: bears = Grizzly Bears; land = Forest
         p2 battlefield: ogre = Gray Ogre",
        "p1: cast death
         resolve
         ? bears.zone = graveyard, ogre.zone = graveyard, land.zone = battlefield",
    );
}

/// A sorcery, and an ability of a creature, that let their controller do something and then gain a life.
fn offer(what: &str) -> String {
    format!(
        "
- name: Offer
  cost: '{{1}}'
  types: [sorcery]
  abilities: [spell: {{do: [may: [{what}, gain-life: [you, {{is: 1}}]]]}}]
- name: Guard
  cost: '{{1}}'
  types: [creature]
  subtypes: [Wall]
  power: 0
  toughness: 3
  abilities: [activated: {{cost: [mana: '{{1}}'], do: [may: [{what}, gain-life: [you, {{is: 1}}]]]}}]
"
    )
}

#[test]
fn more_cards_than_there_are_cannot_be_chosen() {
    // 608.2d with 701.13b, and with 118.12 and 118.3.
    for (what, zone) in [("mill: [you, {is: 2}]", "library"), ("discard: [you, {is: 2}]", "hand")] {
        for (n, left, asked, life) in [(1, 1, "none", 20), (2, 0, "p1 may", 21)] {
            check_with(
                &offer(what),
                &format!("pool p1 C \n p1 hand: offer = Offer \n p1 {zone}: {n} forest = Forest"),
                &format!("p1: cast offer \n resolve \n ? asked = {asked}, p1.{zone} = {left}, p1.life = {life}"),
            );
        }
    }
}

#[test]
fn a_library_without_cards_can_be_drawn_from() {
    // 608.2d, 121.3: drawing is no impossible action.
    check_with(
        &offer("draw: [you, {is: 1}]"),
        "pool p1 C \n p1 hand: offer = Offer",
        "p1: cast offer \n resolve \n ? asked = p1 may, p1.lost = EmptyLibrary",
    );
}

#[test]
fn what_is_not_as_it_has_to_be_is_no_option() {
    // 608.2d with 701.21a and 701.21b: what is tapped cannot be tapped, and what is not cannot be untapped.
    for (what, state, asked, life) in [
        ("tap: this", " (tapped)", "none", 20),
        ("tap: this", "", "p1 may", 21),
        ("untap: this", "", "none", 20),
        ("untap: this", " (tapped)", "p1 may", 21),
        // 122.5: a counter that is not there cannot be removed.
        ("remove-counters: {kind: charge, amount: {is: 1}, on: this}", "", "none", 20),
        ("remove-counters: {kind: charge, amount: {is: 1}, on: this}", " (charge 1)", "p1 may", 21),
    ] {
        check_with(
            &offer(what),
            &format!("pool p1 C \n p1 battlefield: guard = Guard{state}"),
            &format!("p1: activate guard 0 \n resolve \n ? asked = {asked}, p1.life = {life}"),
        );
    }
}

#[test]
fn what_is_gone_is_no_option_and_an_empty_group_is() {
    // 608.2d: its source has gone to the hand by then, and cannot be exiled any more; one may well untap all of nothing.
    for (what, asked, life) in [
        ("exile: this", "p1 payment", 20),
        ("put-counters: {kind: charge, amount: {is: 1}, on: this}", "p1 payment", 20),
        ("untap: {each: {type: creature}}", "p1 payment; p1 may", 21),
        // 701.20c: it is not there, and the library is shuffled all the same.
        ("shuffle-into-library: this", "p1 payment; p1 may", 21),
    ] {
        check_with(
            &offer(what),
            "pool p1 CU
             p1 battlefield: guard = Guard
             p1 hand: unsummon = Unsummon",
            &format!(
                "answer payment: C
                 p1: activate guard 0
                 p1: cast unsummon at guard
                 resolve
                 resolve
                 ? guard.zone = hand, asked = {asked}, p1.life = {life}"
            ),
        );
    }
}
