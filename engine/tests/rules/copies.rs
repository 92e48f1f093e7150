//! Copies (CR 707) and what is face down (CR 701.34): copiable values, exceptions, and what belongs to the original alone.

use crate::common::{check, check_with};

#[test]
fn a_copy_that_is_not_legendary_is_copied() {
    // 707.9b: what the exception says is copiable, also by a token.
    let own = "
- {name: Lone Hound, cost: '{W}', supertypes: [legendary], types: [creature], subtypes: [Dog], power: 2, toughness: 2}
";
    check_with(
        own,
        "pool p1 WGUUUU
         p1 hand: hound = Lone Hound; major = Double Major; cackle = Cackling Counterpart",
        "p1: cast hound
         p1: cast major at hound
         resolve all
         p1: cast cackle at Lone Hound.1
         resolve all
         ? n Lone Hound = 3, asked = none",
    );
    // One of the original is legendary.
    check_with(
        own,
        "pool p1 UUU
         p1 battlefield: hound = Lone Hound
         p1 hand: cackle = Cackling Counterpart",
        "p1: cast cackle at hound
         resolve all
         ? n Lone Hound = 1, asked = p1 legend rule",
    );
}

#[test]
fn an_instant_face_down() {
    // 701.34a: a card of any type can be manifested; it is a 2/2 creature as long as it is there.
    check(
        "pool p1 WC
         p1 library: bolt = Lightning Bolt
         p1 hand: summons = Soul Summons",
        "p1: cast summons
         resolve
         ? bolt.zone = battlefield, bolt.pt = 2/2, bolt.types = creature, bolt.abilities = 0",
    );
    check(
        "pool p1 WCR
         p1 library: bolt = Lightning Bolt
         p1 hand: summons = Soul Summons; other = Lightning Bolt",
        "p1: cast summons
         resolve
         p1: cast other at bolt
         resolve
         ? bolt.zone = graveyard, bolt.types = instant",
    );
}

#[test]
fn kicked_as_what_it_was_cast_as() {
    // 702.33e, 707.7: what the copied ability asks is whether the kicker copied with it was paid.
    check_with(
        "
- name: Eager Copycat
  cost: '{3}{U}'
  types: [creature]
  subtypes: [Shapeshifter]
  power: 0
  toughness: 0
  abilities:
    - kicker: [mana: '{1}']
    - static: {replacement: {enters-as-copy: {of: {type: creature}}}}
",
        "pool p1 UUUUU
         p1 hand: cat = Eager Copycat
         p2 battlefield: verdeloth = Verdeloth the Ancient",
        "answer copy: verdeloth
         p1: cast cat kicked
         resolve
         ? cat.name = Verdeloth the Ancient, stack = none",
    );
}
