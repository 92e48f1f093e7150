//! State-based actions (CR 704): which are due, and that all of them happen at once.

use crate::common::{check, check_with};

#[test]
fn all_at_once() {
    // 704.3: both players are at 0 or less at the same time; nobody is left.
    check(
        "life p1 2 \n life p2 2 \n pool p1 RRR
         p1 hand: quake = Earthquake",
        "p1: cast quake x 2
         resolve
         ? p1.lost = Life, p2.lost = Life, over = true",
    );
}

#[test]
fn a_creature_and_what_made_it_larger() {
    // 704.3: judged in one state. The Anthem's creature dies of damage only when the Anthem is gone.
    check(
        "pool p1 RGGC
         p1 hand: shock = Shock; naturalize = Naturalize
         p1 battlefield: anthem = Glorious Anthem; bears = Grizzly Bears",
        "p1: cast shock at bears
         resolve
         ? bears.pt = 3/3, bears.damage = 2
         p1: cast naturalize at anthem
         resolve
         ? bears.zone = graveyard, anthem.zone = graveyard",
    );
}

#[test]
fn counters_annihilate() {
    // 704.5q.
    check(
        "p1 battlefield: bears = Grizzly Bears (+1/+1 3, -1/-1 2)",
        "? bears.+1/+1 = 1, bears.-1/-1 = 0, bears.pt = 3/3",
    );
}

#[test]
fn the_legend_rule() {
    // 704.5j: the controller keeps one; another player's does not matter.
    check(
        "pool p1 W
         p1 battlefield: one = Isamaru, Hound of Konda
         p1 hand: two = Isamaru, Hound of Konda
         p2 battlefield: three = Isamaru, Hound of Konda",
        "answer legend rule: two
         p1: cast two
         resolve
         ? one.zone = graveyard, two.zone = battlefield, three.zone = battlefield, asked = p1 legend rule",
    );
    // A copy has the name (707.2).
    check(
        "pool p1 CCCU
         p1 battlefield: one = Isamaru, Hound of Konda
         p1 hand: clone = Clone",
        "answer copy: one
         answer legend rule: one
         p1: cast clone
         resolve
         ? one.zone = battlefield, clone.zone = graveyard",
    );
}

#[test]
fn poison_and_empty_libraries() {
    // 704.5c.
    check("poison p2 10", "? p2.lost = Poison, over = true");
    // 704.5b, only since the last check.
    check(
        "pool p1 CCU
         p1 hand: divination = Divination
         p1 library: forest = Forest",
        "p1: cast divination
         resolve
         ? forest.zone = hand, p1.lost = EmptyLibrary",
    );
}

#[test]
fn who_cannot_lose() {
    // 101.2: the loss is due again and again and does not happen; the game goes on and comes to rest.
    check(
        "life p1 -3
         pool p1 WWCC
         p1 hand: wrath = Day of Judgment
         p1 battlefield: angel = Platinum Angel",
        "? p1.lost = no
         p1: cast wrath
         resolve
         ? angel.zone = graveyard, p1.lost = Life",
    );
}

#[test]
fn auras_fall_off() {
    // 704.5m: the host is gone, or may not be enchanted any more (702.16c).
    check(
        "pool p1 BBCU
         p1 hand: murder = Murder
         p1 battlefield: bears = Grizzly Bears; strength = Holy Strength (on bears)",
        "? bears.pt = 3/4
         p1: cast murder at bears
         resolve
         ? strength.zone = graveyard",
    );
    check(
        "p1 battlefield: knight = Black Knight; strength = Holy Strength (on knight)",
        "? strength.zone = graveyard, knight.pt = 2/2",
    );
}

#[test]
fn tokens_cease_to_exist() {
    // 111.7, 704.5d, 111.8.
    check(
        "pool p1 U
         p1 hand: unsummon = Unsummon
         p1 battlefield: soldier = Soldier Token",
        "p1: cast unsummon at soldier
         resolve
         ? soldier.zone = nowhere, p1.hand = 0",
    );
}

#[test]
fn zero_toughness_and_lethal_damage_together() {
    // 704.5f and 704.5g in one event: both die at the same time, and each is seen dying once.
    check(
        "pool p1 CR
         p1 hand: fire = Pyroclasm
         p1 battlefield: artist = Blood Artist
         p2 battlefield: bears = Grizzly Bears; clone = Grizzly Bears",
        "answer target: p2
         answer target: p2
         answer target: p2
         p1: cast fire
         resolve
         ? stack = artist artist artist",
    );
}

#[test]
fn destruction_and_toughness_zero_are_one_event() {
    // 704.3: the Artist has toughness 0 (704.5f) as the Bears have lethal damage (704.5g): it sees them die.
    check(
        "pool p1 CR
         p1 hand: fire = Pyroclasm
         p1 battlefield: anthem = Glorious Anthem; artist = Blood Artist (-1/-1 1); claws = Claws of Gix
         p2 battlefield: bears = Grizzly Bears (damage 1)
         p2 hand: naturalize = Naturalize
         pool p2 CG",
        "p1: cast fire
         answer target: p2
         answer target: p2
         resolve
         ? stack = artist artist, artist.zone = graveyard, bears.zone = graveyard",
    );
    check(
        "pool p1 CG
         pool p2 R
         p1 hand: naturalize = Naturalize
         p1 battlefield: anthem = Glorious Anthem; artist = Blood Artist (-1/-1 1); giant = Hill Giant (damage 3)",
        "answer target: p2
         answer target: p2
         p1: cast naturalize at anthem
         resolve
         ? stack = artist artist, artist.zone = graveyard, giant.zone = graveyard",
    );
}

#[test]
fn an_aura_on_a_player() {
    // 303.4c: enchant creature does not allow a player.
    check("p1 battlefield: strength = Holy Strength (on p2)", "? strength.zone = graveyard");
}

#[test]
fn the_world_rule() {
    // 704.5k: the newest stays, whoever controls it.
    check(
        "pool p2 G
         active p2
         p1 battlefield: old = Concordant Crossroads
         p2 hand: new = Concordant Crossroads
         p1 battlefield: elves = Llanowar Elves (fresh)",
        "p2: cast new
         resolve
         ? old.zone = graveyard, new.zone = battlefield, elves.haste = true",
    );
    check(
        "p1 battlefield: old = Concordant Crossroads
         p2 battlefield: new = Concordant Crossroads",
        "? old.zone = graveyard, new.zone = battlefield",
    );
    // Two that have come at the same time all go, and the older one with them.
    check(
        "pool p1 CCCW
         p1 hand: replenish = Replenish
         p1 graveyard: a = Concordant Crossroads; b = Living Plane; march = March of the Machines
         p2 battlefield: c = Concordant Crossroads",
        "p1: cast replenish
         resolve
         ? a.zone = graveyard, b.zone = graveyard, c.zone = graveyard, march.zone = battlefield",
    );
}

#[test]
fn what_may_not_be_attached() {
    // 704.5p: a permanent that is neither an Aura nor Equipment, a creature among them, comes off and stays.
    check(
        "p1 battlefield: bears = Grizzly Bears; ring = Sol Ring (on bears)",
        "? ring.zone = battlefield, ring.host = nothing",
    );
    check(
        "p1 battlefield: ring = Sol Ring; elves = Llanowar Elves (on ring)",
        "? elves.zone = battlefield, elves.host = nothing",
    );
}

#[test]
fn what_cannot_be_destroyed_is_put_into_the_graveyard_all_the_same() {
    // 704.7 with 702.12b: lethal damage would destroy it, which is nothing; the legend rule destroys nothing.
    check_with(
        "
- name: Old Guard
  cost: '{W}'
  supertypes: [legendary]
  types: [creature]
  subtypes: [Soldier]
  power: 2
  toughness: 2
  keywords: [indestructible]
",
        "pool p1 W
         p1 battlefield: old = Old Guard (damage 2)
         p1 hand: second = Old Guard",
        "? old.zone = battlefield
         answer legend rule: second
         p1: cast second
         resolve
         ? old.zone = graveyard, second.zone = battlefield",
    );
}
