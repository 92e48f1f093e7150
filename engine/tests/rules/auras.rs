//! Auras (CR 303.4, 702.5): what they enchant, and how they come to.

use crate::common::check_with;

const AURAS: &str = "
- name: Twin Ward
  cost: '{W}'
  types: [enchantment]
  subtypes: [Aura]
  abilities:
    - enchant: {type: creature}
    - enchant: {type: artifact}
    - static: {continuous: {affects: attached, changes: [modify: [1, 1]]}}
- name: Cat Collar
  cost: '{0}'
  types: [enchantment]
  subtypes: [Aura]
  abilities: [enchant: {subtype: Cat}]
- name: Watcher
  cost: '{0}'
  types: [artifact]
  abilities: [triggered: {when: {enters: {type: enchantment}}, do: [gain-life: [you, {is: 1}]]}]
";

#[test]
fn several_enchant_abilities() {
    // 702.5c: all of them apply to the one target, and to what it is attached to.
    check_with(
        AURAS,
        "pool p1 W
         p1 hand: ward = Twin Ward
         p1 battlefield: bears = Grizzly Bears; memnite = Memnite; ring = Sol Ring",
        "p1: cast ward at bears -> refused 601.2c
         p1: cast ward at ring -> refused 601.2c
         p1: cast ward at memnite
         resolve
         ? memnite.pt = 2/2",
    );
    check_with(
        AURAS,
        "pool p1 U
         p1 library: Forest
         p1 hand: finesse = Aura Finesse
         p1 battlefield: bears = Grizzly Bears; memnite = Memnite; ward = Twin Ward (on memnite)",
        "p1: cast finesse at ward, bears
         resolve
         ? ward.host = memnite, memnite.pt = 2/2",
    );
}

#[test]
fn an_aura_spell_is_reworded() {
    // 608.3a, 612.1: what it can enchant is what it says by now; its target is illegal, and it does not enter.
    check_with(
        AURAS,
        "pool p1 U
         p1 hand: collar = Cat Collar; evolution = Artificial Evolution
         p1 battlefield: lion = Silvercoat Lion; watcher = Watcher",
        "p1: cast collar at lion
         answer creature type: Cat
         answer creature type: Elf
         p1: cast evolution at collar
         resolve
         resolve
         ? collar.zone = graveyard, stack = none",
    );
}
