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
