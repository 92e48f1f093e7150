//! Layers (CR 613): timestamps, dependency, what goes on applying.

use crate::common::{check, check_with};

#[test]
fn setting_comes_before_modifying() {
    // 613.4b, 613.4c: whatever the timestamps, counters included.
    check(
        "p1 battlefield: anthem = Glorious Anthem; bears = Craw Wurm (+1/+1 2); humility = Humility",
        "? bears.pt = 4/4",
    );
}

#[test]
fn blood_moon_and_urborg() {
    // 613.8a: Urborg's effect depends on Blood Moon's, which ends it (305.7); so the order of coming does not matter.
    for board in [
        "p1 battlefield: moon = Blood Moon; urborg = Urborg, Tomb of Yawgmoth; wastes = Wastes; orchard = Exotic Orchard",
        "p1 battlefield: urborg = Urborg, Tomb of Yawgmoth; moon = Blood Moon; wastes = Wastes; orchard = Exotic Orchard",
    ] {
        check(
            board,
            "? urborg.could = R, wastes.could = C, orchard.could = R, urborg.subtypes = Mountain, urborg.abilities = 1",
        );
    }
}

#[test]
fn an_effect_that_began_goes_on() {
    // 613.6: March of the Machines made the Ring a creature in layer 4; its size follows in 7b though it is one by then.
    check(
        "p1 battlefield: march = March of the Machines; icy = Icy Manipulator; ring = Sol Ring",
        "? icy.pt = 4/4, ring.pt = 1/1, ring.types = artifact creature",
    );
    // An artifact with mana value 0 dies (704.5f).
    check("p1 battlefield: march = March of the Machines; claws = Claws of Gix", "? claws.zone = graveyard");
}

#[test]
fn timestamps_in_a_layer() {
    // 613.7: the later of two that set the size wins.
    check(
        "p1 battlefield: march = March of the Machines; humility = Humility; icy = Icy Manipulator",
        "? icy.pt = 1/1, icy.abilities = 0",
    );
    check(
        "p1 battlefield: humility = Humility; march = March of the Machines; icy = Icy Manipulator",
        "? icy.pt = 4/4, icy.abilities = 0",
    );
}

#[test]
fn losing_abilities_by_timestamp() {
    // 613.7 in layer 6: Fervor before or after Humility.
    check("p1 battlefield: fervor = Fervor; humility = Humility; wurm = Craw Wurm", "? wurm.haste = false");
    check("p1 battlefield: humility = Humility; fervor = Fervor; wurm = Craw Wurm", "? wurm.haste = true");
    // 613.7a: protection that the Lynx gives comes with the Lynx, so a later Lignify takes it, an earlier one does not.
    check(
        "p1 battlefield: lion = Silvercoat Lion; lynx = Hungry Lynx; lignify = Lignify (on lynx)",
        "? lynx.abilities = 0, lion.abilities = 0, lynx.pt = 0/4",
    );
}

#[test]
fn control() {
    // 613.1b: whose Anthem and whose Cats.
    check(
        "p1 battlefield: anthem = Glorious Anthem; lynx = Hungry Lynx
         p2 battlefield: lion = Silvercoat Lion; bears = Grizzly Bears
         p1 battlefield: magic = Control Magic (on lion)",
        "? lion.controller = p1, lion.pt = 3/3, lion.abilities = 1, bears.pt = 2/2",
    );
}

#[test]
fn until_end_of_turn() {
    // 514.2, 611.2a.
    check(
        "pool p1 G
         p1 hand: growth = Giant Growth
         p1 battlefield: bears = Grizzly Bears",
        "p1: cast growth at bears
         resolve
         ? bears.pt = 5/5
         to end step
         ? bears.pt = 5/5
         next turn
         ? bears.pt = 2/2",
    );
}

#[test]
fn types_and_colours() {
    // 305.7: type changes leave supertypes and card types alone; 702.73a: a changeling is everything.
    check(
        "p1 battlefield: revolt = Nature's Revolt; moon = Blood Moon; arbor = Dryad Arbor; forest = Forest",
        "? arbor.subtypes = Dryad Mountain, arbor.types = creature land, arbor.pt = 2/2, arbor.colors = green, forest.could = G",
    );
    check(
        "p1 battlefield: lynx = Hungry Lynx; changeling = Woodland Changeling; lignify = Lignify (on changeling)",
        "? changeling.subtypes = Treefolk, changeling.abilities = 0",
    );
}

#[test]
fn noncreatures_have_no_size() {
    // 208.3.
    check("p1 battlefield: ring = Sol Ring (+1/+1 1); forest = Forest", "? ring.pt = none, forest.pt = none");
}

const AURAS: &str = "
- name: Rot
  cost: '{B}'
  types: [enchantment]
  subtypes: [Aura]
  abilities: [enchant: any, static: {continuous: {affects: attached, changes: [add-subtypes: [Zombie]]}}]
- name: Elvish Ways
  cost: '{G}'
  types: [enchantment]
  subtypes: [Aura]
  abilities: [enchant: any, static: {continuous: {affects: attached, changes: [set-creature-types: [Elf]]}}]
- name: Theft
  cost: '{U}'
  types: [enchantment]
  subtypes: [Aura]
  abilities: [enchant: any, static: {continuous: {affects: attached, changes: [control]}}]
- name: Rune of Growth
  cost: '{G}'
  types: [enchantment]
  subtypes: [Aura]
  abilities:
    - enchant: any
    - static:
        continuous:
          affects: attached
          changes: [gain: {static: {continuous: {affects: {type: creature}, changes: [modify: [1, 1]]}}}]
- name: Assembly Bane
  cost: '{W}'
  types: [instant]
  abilities: [spell: {targets: [permanent: {subtype: Assembly-Worker}], do: [exile: {target: 0}]}]
";

#[test]
fn what_an_effect_does_can_depend_on_another() {
    // 613.8a with 205.3d: a creature type is gained only by what is a creature, which a newer enchantment makes of it.
    for (board, subtypes) in [
        ("forest = Forest; rot = Rot (on forest); revolt = Nature's Revolt", "Zombie Forest"),
        ("revolt = Nature's Revolt; forest = Forest; rot = Rot (on forest)", "Zombie Forest"),
        ("forest = Forest; rot = Rot (on forest)", "Forest"),
        // 613.8b: two that wait for it are applied in their own order afterwards.
        (
            "forest = Forest; ways = Elvish Ways (on forest); rot = Rot (on forest); revolt = Nature's Revolt",
            "Elf Zombie Forest",
        ),
        (
            "forest = Forest; rot = Rot (on forest); ways = Elvish Ways (on forest); revolt = Nature's Revolt",
            "Elf Forest",
        ),
    ] {
        check_with(AURAS, &format!("p1 battlefield: {board}"), &format!("? forest.subtypes = {subtypes}"));
    }
}

#[test]
fn what_a_resolution_began_can_depend_on_another_effect() {
    // 613.8a, 205.3d: the older effect gives every creature type, as soon as the newer one has made it a creature again.
    check_with(
        AURAS,
        "pool p1 UUUUUUW
         p1 battlefield: march = March of the Machines; ring = Sol Ring; amoeboid = Amoeboid Changeling
         p1 hand: boomerang = Boomerang; bane = Assembly Bane",
        "p1: activate amoeboid 0 at ring
         resolve
         p1: cast boomerang at march
         resolve
         ? ring.types = artifact, ring.subtypes = none
         p1: cast march
         resolve
         ? ring.types = artifact creature
         p1: cast bane at ring
         resolve
         ? ring.zone = exile",
    );
}

#[test]
fn who_gets_control_can_depend_on_another_effect() {
    // 613.8a, 109.5: the newer Aura gives its controller the older one, whose "you" is that player then.
    check_with(
        AURAS,
        "p1 battlefield: bears = Grizzly Bears
         p2 battlefield: theft = Theft (on bears)",
        "? bears.controller = p2",
    );
    check_with(
        AURAS,
        "p1 battlefield: bears = Grizzly Bears
         p2 battlefield: theft = Theft (on bears)
         p1 battlefield: other = Theft (on theft)",
        "? theft.controller = p1, bears.controller = p1",
    );
}

#[test]
fn abilities_that_several_effects_give_are_several() {
    // 613.7a, 113.2c: each of two Auras gives one, however much they are alike.
    check_with(
        AURAS,
        "p1 battlefield: bears = Grizzly Bears; ring = Sol Ring; one = Rune of Growth (on ring)",
        "? bears.pt = 3/3, ring.abilities = 2",
    );
    check_with(
        AURAS,
        "p1 battlefield: bears = Grizzly Bears; ring = Sol Ring; one = Rune of Growth (on ring); two = Rune of Growth (on ring)",
        "? bears.pt = 4/4, ring.abilities = 3",
    );
}
