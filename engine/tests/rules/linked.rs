//! Linked abilities (CR 607): which actions and choices an ability refers to.

use crate::common::check_with;

const KEEPER: &str = "
- name: Keeper
  cost: '{G}'
  types: [creature]
  subtypes: [Elf]
  power: 1
  toughness: 1
  abilities:
    - activated: {cost: [mana: '{1}'], do: [imprint: any]}
    - static:
        continuous:
          affects: this
          changes: [gain: {activated: {cost: [mana: '{1}'], do: [put-onto-battlefield: {each-in: [exile, exiled-with-this]}]}}]
- name: Lesson of Slag
  cost: '{U}'
  types: [instant]
  abilities:
    - spell:
        targets: [permanent: {type: creature}]
        do:
          - continuous:
              to: {target: 0}
              changes: [gain: {activated: {cost: [mana: '{1}'], do: [imprint: any]}}]
              duration: end-of-turn
- name: Lesson of Stones
  cost: '{U}'
  types: [instant]
  abilities:
    - spell:
        targets: [permanent: {type: creature}]
        do:
          - continuous:
              to: {target: 0}
              changes:
                - gain: {activated: {cost: [mana: '{1}'], do: [imprint: any]}}
                - gain:
                    activated:
                      cost: [mana: '{1}']
                      targets: [card: [exile, exiled-with-this]]
                      do: [put-onto-battlefield: {target: 0}]
              duration: end-of-turn
";

#[test]
fn what_an_ability_of_its_own_gives_is_as_good_as_printed() {
    // 607.1a.
    check_with(
        KEEPER,
        "pool p1 CC
         p1 battlefield: keeper = Keeper
         p1 hand: bears = Grizzly Bears",
        "answer card: bears
         p1: activate keeper 0
         resolve
         ? bears.zone = exile
         p1: activate keeper 2
         resolve
         ? bears.zone = battlefield",
    );
}

#[test]
fn the_printed_pair_knows_nothing_of_what_was_given() {
    // 607.1: what another ability has exiled stays there.
    check_with(
        KEEPER,
        "pool p1 UCC
         p1 battlefield: keeper = Keeper
         p1 hand: slag = Lesson of Slag; bears = Grizzly Bears",
        "p1: cast slag at keeper
         resolve
         answer card: bears
         p1: activate keeper 3
         resolve
         ? bears.zone = exile
         p1: activate keeper 2
         resolve
         ? bears.zone = exile",
    );
}

#[test]
fn a_pair_that_was_given_has_its_own_targets() {
    // 607.5: the card that the printed ability exiled is no target of the given one.
    check_with(
        KEEPER,
        "pool p1 UCCC
         p1 battlefield: keeper = Keeper
         p1 hand: stones = Lesson of Stones; bears = Grizzly Bears; ogre = Gray Ogre",
        "p1: cast stones at keeper
         resolve
         answer card: ogre
         p1: activate keeper 0
         resolve
         answer card: bears
         p1: activate keeper 3
         resolve
         ? ogre.zone = exile, bears.zone = exile
         p1: activate keeper 4 at ogre -> refused 601.2c
         p1: activate keeper 4 at bears
         resolve
         ? ogre.zone = exile, bears.zone = battlefield",
    );
}
