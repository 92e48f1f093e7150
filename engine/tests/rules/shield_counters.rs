//! Shield counters (CR 122.1c): one comes off instead of destruction by an effect, or for damage that it prevents.

use crate::common::{check, check_with};

#[test]
fn an_effect_would_destroy() {
    // Once for each counter; and not where nothing would be destroyed (702.12b).
    check(
        "pool p2 BBBBBB
         p2 hand: a = Murder; b = Murder
         p1 battlefield: bears = Grizzly Bears (shield 1)",
        "p2: cast a at bears
         resolve
         ? bears.zone = battlefield, bears.shield = 0
         p2: cast b at bears
         resolve
         ? bears.zone = graveyard",
    );
    check(
        "pool p2 BBB
         p2 hand: murder = Murder
         p1 battlefield: myr = Darksteel Myr (shield 1)",
        "p2: cast murder at myr
         resolve
         ? myr.shield = 1",
    );
    // What the counter does is no ability of the permanent.
    check(
        "pool p2 BBB
         p2 hand: murder = Murder
         p1 battlefield: humility = Humility; bears = Grizzly Bears (shield 2)",
        "p2: cast murder at bears
         resolve
         ? bears.zone = battlefield, bears.shield = 1",
    );
}

#[test]
fn a_state_based_action_would_destroy() {
    // 704.5g is no effect.
    check_with(
        "
- name: Frailty
  cost: '{0}'
  types: [instant]
  abilities:
    - spell:
        targets: [permanent: any]
        do: [continuous: {to: {target: 0}, changes: [modify: [0, -1]], duration: end-of-turn}]
",
        "p2 hand: frailty = Frailty
         p1 battlefield: bears = Grizzly Bears (damage 1, shield 1)",
        "p2: cast frailty at bears
         resolve
         ? bears.zone = graveyard",
    );
}

#[test]
fn damage_is_prevented() {
    check(
        "pool p2 R
         p2 hand: bolt = Lightning Bolt
         p1 battlefield: bears = Grizzly Bears (shield 2)",
        "p2: cast bolt at bears
         resolve
         ? bears.damage = 0, bears.shield = 1",
    );
    // All that is dealt at the same time takes one counter.
    check(
        "p1 battlefield: ox = Yoked Ox (shield 2)
         p2 battlefield: bears = Grizzly Bears; giant = Hill Giant",
        "attack ox > p2
         block bears > ox, giant > ox
         to combat damage
         ? ox.damage = 0, ox.shield = 1",
    );
}

#[test]
fn damage_that_cannot_be_prevented() {
    // 615.12: the counter comes off all the same.
    check_with(
        "
- name: Hard Truth
  cost: '{R}'
  types: [enchantment]
  abilities: [static: {rule: damage-cant-be-prevented}]
",
        "pool p2 R
         p2 hand: bolt = Lightning Bolt
         p2 battlefield: truth = Hard Truth
         p1 battlefield: ox = Yoked Ox (shield 1)",
        "p2: cast bolt at ox
         resolve
         ? ox.damage = 3, ox.shield = 0",
    );
}
