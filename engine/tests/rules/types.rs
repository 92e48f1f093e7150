//! Card types and what follows from them: subtypes (CR 205.1a, 205.3), mana abilities (CR 305.6), sizes (CR 208).

use crate::common::{check, check_with};

const CHANGES: &str = "
- name: Living Frieze
  cost: '{U}'
  types: [enchantment]
  subtypes: [Aura]
  abilities:
    - enchant: any
    - static: {continuous: {affects: attached, changes: [set-types: [enchantment]]}}
- name: Odd Grove
  cost: '{0}'
  types: [instant]
  abilities:
    - spell:
        targets: [permanent: any]
        do: [continuous: {to: {target: 0}, changes: [add-subtypes: [Forest, Bear]], duration: end-of-turn}]
- name: Set Grove
  cost: '{0}'
  types: [instant]
  abilities:
    - spell:
        targets: [permanent: any]
        do: [continuous: {to: {target: 0}, changes: [set-land-types: [Forest]], duration: end-of-turn}]
- name: Elven Idol
  cost: '{1}'
  types: [tribal, artifact]
  subtypes: [Elf]
- name: Kindred Rite
  cost: '{0}'
  types: [instant]
  abilities:
    - spell:
        targets: [permanent: any]
        do: [continuous: {to: {target: 0}, changes: [set-types: [tribal, enchantment]], duration: end-of-turn}]
- name: Bare Life
  cost: '{0}'
  types: [instant]
  abilities:
    - spell:
        targets: [permanent: any]
        do: [continuous: {to: {target: 0}, changes: [add-types: [creature]], duration: end-of-turn}]
- name: Small Life
  cost: '{0}'
  types: [instant]
  abilities:
    - spell:
        targets: [permanent: any]
        do: [continuous: {to: {target: 0}, changes: [add-types: [creature], modify: [1, 2]], duration: end-of-turn}]
- name: Cat Bane
  cost: '{0}'
  types: [instant]
  abilities: [spell: {targets: [permanent: {subtype: Cat}], do: [exile: {target: 0}]}]
";

#[test]
fn subtypes_go_with_their_card_type() {
    // 205.1a: a Lion that has become a Forest is no Cat for anything.
    check_with(
        CHANGES,
        "p1 hand: bane = Cat Bane
         p2 battlefield: lion = Silvercoat Lion; song = Song of the Dryads (on lion)",
        "? lion.types = land, lion.subtypes = Forest
         p1: cast bane at lion -> refused 601.2c",
    );
    // 702.73a: nor is one that would have every creature type.
    check(
        "p1 battlefield: changeling = Woodland Changeling; song = Song of the Dryads (on changeling)",
        "? changeling.subtypes = Forest",
    );
    // Another of its types may have them, too.
    check_with(
        CHANGES,
        "p1 hand: rite = Kindred Rite
         p1 battlefield: lion = Silvercoat Lion",
        "p1: cast rite at lion
         resolve
         ? lion.types = enchantment tribal, lion.subtypes = Cat",
    );
}

#[test]
fn and_come_back_with_it() {
    // 205.1a: they are gone as long as the card type is.
    check_with(
        CHANGES,
        "pool p1 UU
         p1 hand: boomerang = Boomerang
         p1 battlefield: idol = Elven Idol; frieze = Living Frieze (on idol)",
        "? idol.types = enchantment, idol.subtypes = none
         p1: cast boomerang at frieze
         resolve
         ? idol.types = artifact tribal, idol.subtypes = Elf",
    );
}

#[test]
fn a_land_type_takes_its_mana_ability_along() {
    // 305.6: it is there as long as the object is a land with the basic land type.
    check_with(
        CHANGES,
        "p1 battlefield: forest = Forest; frieze = Living Frieze (on forest)",
        "? forest.types = enchantment, forest.subtypes = none, forest.abilities = 0",
    );
    check_with(
        CHANGES,
        "p1 battlefield: urborg = Urborg, Tomb of Yawgmoth; wastes = Wastes; frieze = Living Frieze (on wastes)",
        "? wastes.subtypes = none, wastes.could = C",
    );
}

#[test]
fn no_subtypes_of_other_types() {
    // 205.3d: an object gains only subtypes that its types can have.
    check_with(
        CHANGES,
        "p1 hand: a = Odd Grove; b = Odd Grove; c = Set Grove
         p1 battlefield: ox = Yoked Ox; wastes = Wastes; angel = Serra Angel",
        "p1: cast a at ox
         resolve
         ? ox.subtypes = Bear Ox, ox.abilities = 0
         p1: cast b at wastes
         resolve
         ? wastes.subtypes = Forest, wastes.could = GC
         p1: cast c at angel
         resolve
         ? angel.subtypes = Angel, angel.flying = true",
    );
}

#[test]
fn a_creature_without_a_size() {
    // 208.5: it is 0/0, and goes (704.5f); what is added is added to that.
    let board = "p1 hand: bare = Bare Life; small = Small Life\n p1 battlefield: ring = Sol Ring";
    check_with(CHANGES, board, "p1: cast bare at ring\n resolve\n ? ring.zone = graveyard");
    check_with(CHANGES, board, "p1: cast small at ring\n resolve\n ? ring.pt = 1/2\n next turn\n ? ring.pt = none");
}
