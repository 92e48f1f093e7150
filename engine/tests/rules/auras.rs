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

const RAISING: &str = "
- name: Raise All
  cost: '{0}'
  types: [sorcery]
  abilities: [spell: {targets: [card: [graveyard, any]], do: [put-onto-battlefield: {target: 0}]}]
- name: Watcher
  cost: '{0}'
  types: [artifact]
  abilities: [triggered: {when: {enters: {type: enchantment}}, do: [gain-life: [you, {is: 1}]]}]
- name: Unholy Strength
  cost: '{B}'
  types: [enchantment]
  subtypes: [Aura]
  abilities:
    - enchant: {type: creature}
    - static: {continuous: {affects: attached, changes: [modify: [2, 1]]}}
- name: Mirror Sigil
  cost: '{0}'
  types: [enchantment]
  abilities: [static: {replacement: {enters-as-copy: {of: {type: enchantment}}}}]
";

#[test]
fn an_aura_that_was_not_cast() {
    // 303.4f: the player under whose control it enters chooses what it will enchant, among what it can.
    check_with(
        RAISING,
        "p1 hand: raise = Raise All
         p1 battlefield: bears = Grizzly Bears; forest = Forest
         p2 graveyard: holy = Holy Strength",
        "p1: cast raise at holy
         resolve
         ? holy.host = bears, bears.pt = 3/4, holy.controller = p1, asked = none",
    );
    check_with(
        RAISING,
        "p1 hand: raise = Raise All
         p1 battlefield: bears = Grizzly Bears
         p2 battlefield: ox = Yoked Ox; knight = White Knight
         p1 graveyard: unholy = Unholy Strength",
        "p1: cast raise at unholy
         answer card: ox
         resolve
         ? unholy.host = ox, ox.pt = 2/5, asked = p1 card",
    );
}

#[test]
fn an_aura_that_can_enchant_nothing() {
    // 303.4g: it stays where it is, and nothing has entered,
    check_with(
        RAISING,
        "p1 hand: raise = Raise All
         p1 battlefield: watcher = Watcher
         p1 graveyard: holy = Holy Strength",
        "p1: cast raise at holy
         resolve
         ? holy.zone = graveyard, stack = none",
    );
    // nor where everything is protected from it (702.16c).
    check_with(
        RAISING,
        "p1 hand: raise = Raise All
         p2 battlefield: watcher = Watcher; knight = White Knight
         p1 graveyard: unholy = Unholy Strength",
        "p1: cast raise at unholy
         resolve
         ? unholy.zone = graveyard, stack = none",
    );
}

#[test]
fn what_becomes_an_aura_as_it_enters() {
    // 303.4f: it resolves as no Aura spell.
    let board = "p1 hand: sigil = Mirror Sigil
                 p2 battlefield: ox = Yoked Ox; bears = Grizzly Bears; holy = Holy Strength (on ox)";
    check_with(
        RAISING,
        board,
        "p1: cast sigil
         answer copy: holy
         answer card: bears
         resolve
         ? sigil.host = bears, bears.pt = 3/4, sigil.name = Holy Strength",
    );
}
