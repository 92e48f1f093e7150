//! Combat (CR 506 to 511): who attacks and blocks, and how damage is assigned.

use crate::common::check;

#[test]
fn attacking_taps() {
    // 508.1f; not with vigilance (702.20b).
    check(
        "p1 battlefield: bears = Grizzly Bears; angel = Serra Angel",
        "attack bears > p2, angel > p2
         ? bears.tapped = true, angel.tapped = false, step = declare attackers of p1
         to combat damage
         ? p2.life = 14",
    );
}

#[test]
fn who_may_attack() {
    // 302.6, 702.3b, 508.1a: fresh, defender and tapped creatures are no options; haste is.
    check(
        "p1 battlefield: a = Grizzly Bears (fresh); b = Wall of Stone; c = Hill Giant (tapped); d = Raging Goblin (fresh)",
        "attack d > p2
         ? asked = p1 attackers
         to combat damage
         ? p2.life = 19, a.tapped = false",
    );
}

#[test]
fn nobody_attacks() {
    // 508.8: blocks and damage are left out.
    check(
        "p1 battlefield: bears = Grizzly Bears",
        "to declare attackers
         to end of combat
         ? asked = p1 attackers, p2.life = 20",
    );
}

#[test]
fn evasion() {
    // 702.9b, 702.17b, 702.36b, 702.111b: only those who may are asked about.
    check(
        "p1 battlefield: drake = Wind Drake
         p2 battlefield: bears = Grizzly Bears; spider = Giant Spider",
        "attack drake > p2
         block spider > drake
         to combat damage
         ? p2.life = 20, drake.zone = graveyard",
    );
    check(
        "p1 battlefield: dread = Dread; warrior = Phantom Warrior
         p2 battlefield: bears = Grizzly Bears; zombies = Scathe Zombies; golem = Stone Golem",
        "attack dread > p2, warrior > p2
         block zombies > dread, golem > dread
         to combat damage
         ? p2.life = 18, zombies.zone = graveyard, dread.zone = graveyard",
    );
}

#[test]
fn blocked_stays_blocked() {
    // 509.1h: the blocker is gone; no damage to the player without trample.
    check(
        "p1 hand: a = Unsummon; b = Unsummon
         p1 battlefield: 2 island = Island; wurm = Craw Wurm; mammoth = War Mammoth
         p2 battlefield: bears = Grizzly Bears; ogre = Gray Ogre",
        "attack wurm > p2, mammoth > p2
         block bears > wurm, ogre > mammoth
         p1: cast a at bears paying island.1 0
         resolve
         p1: cast b at ogre paying island.2 0
         resolve
         to combat damage
         ? p2.life = 17",
    );
}

#[test]
fn trample() {
    // 702.19b: lethal damage to the blocker, marked damage counted, the rest beyond. 702.2c: with deathtouch 1 is lethal.
    check(
        "p1 battlefield: dreadmaw = Colossal Dreadmaw
         p2 battlefield: giant = Hill Giant (damage 1)",
        "attack dreadmaw > p2
         block giant > dreadmaw
         to combat damage
         ? p2.life = 16, giant.zone = graveyard, asked = p1 attackers; p2 blockers; p1 damage assignment",
    );
    check(
        "p1 battlefield: dreadmaw = Colossal Dreadmaw
         p2 battlefield: giant = Hill Giant",
        "attack dreadmaw > p2
         block giant > dreadmaw
         answer damage assignment: 6
         to combat damage
         ? p2.life = 20, giant.zone = graveyard",
    );
}

#[test]
fn several_blockers() {
    // 509.2, 510.1c: in the order chosen, lethal damage to each before the next.
    check(
        "p1 battlefield: wurm = Craw Wurm
         p2 battlefield: bears = Grizzly Bears; giant = Hill Giant; ogre = Gray Ogre",
        "attack wurm > p2
         answer blocker order: giant, ogre, bears
         block bears > wurm, giant > wurm, ogre > wurm
         to combat damage
         ? giant.zone = graveyard, ogre.zone = graveyard, bears.damage = 1, wurm.zone = graveyard",
    );
}

#[test]
fn first_strike() {
    // 510.4, 702.7b: it kills before damage comes back; 702.4b: double strike deals twice.
    check(
        "p1 battlefield: knight = Youthful Knight
         p2 battlefield: bears = Grizzly Bears",
        "attack knight > p2
         block bears > knight
         to combat damage
         ? bears.zone = graveyard, knight.zone = battlefield",
    );
    check(
        "p1 battlefield: ace = Fencing Ace
         p2 battlefield: ox = Yoked Ox",
        "attack ace > p2
         block ox > ace
         to first combat damage
         ? ox.damage = 1
         to combat damage
         ? ox.damage = 2",
    );
    // There is one damage step where nobody has either.
    check(
        "p1 battlefield: bears = Grizzly Bears",
        "attack bears > p2
         to declare blockers
         pass
         pass
         ? step = combat damage of p1, p2.life = 18",
    );
}

#[test]
fn leaving_combat() {
    // 506.4: an attacker whose controller changes or that leaves deals no damage; 613.1f: one that loses first strike
    // after the first step has dealt its damage (510.4).
    check(
        "p1 battlefield: bears = Grizzly Bears
         p2 battlefield: island = Island
         p2 hand: unsummon = Unsummon",
        "attack bears > p2
         p2: cast unsummon at bears paying island 0
         resolve
         to end of combat
         ? p2.life = 20, bears.zone = hand",
    );
}

#[test]
fn three_players() {
    // 508.1b: each attacker attacks a player of its own.
    check(
        "players 3
         p1 battlefield: bears = Grizzly Bears; giant = Hill Giant
         p3 battlefield: wurm = Craw Wurm",
        "attack bears > p2, giant > p3
         block wurm > giant
         to combat damage
         ? p2.life = 18, p3.life = 20, giant.zone = graveyard",
    );
}

#[test]
fn no_creature_any_more() {
    // 506.4: an attacker that stops being a creature is removed from combat, and does not come back into it.
    check(
        "p1 battlefield: march = March of the Machines; icy = Icy Manipulator
         p2 battlefield: forest = Forest; plains = Plains
         p2 hand: naturalize = Naturalize",
        "attack icy > p2
         p2: cast naturalize at march paying forest 0, plains 0
         resolve
         ? icy.types = artifact
         to end of combat
         ? p2.life = 20",
    );
}

#[test]
fn menace() {
    // 509.1b, 702.111b: one creature alone cannot block it; the declaration is taken back, and another may be made.
    check(
        "p1 battlefield: strangler = Alley Strangler; bears = Grizzly Bears
         p2 battlefield: a = Horned Turtle; b = Horned Turtle",
        "attack strangler > p2, bears > p2
         block a > strangler -> refused 509.1b
         ? step = declare attackers of p1
         block a > strangler, b > strangler
         to combat damage
         ? p2.life = 18, a.damage = 2, strangler.damage = 2",
    );
    check(
        "p1 battlefield: strangler = Alley Strangler; bears = Grizzly Bears
         p2 battlefield: a = Horned Turtle",
        "attack strangler > p2, bears > p2
         block a > bears
         to combat damage
         ? p2.life = 18, bears.damage = 1",
    );
}
