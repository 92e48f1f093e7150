//! Combat (CR 506 to 511): who attacks and blocks, and how damage is assigned.

use crate::common::{check, check_with};

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

/// Effects that take an attacked planeswalker out of combat, and one that keeps what is dealt damage on the battlefield.
const CHANGES: &str = "
- name: Snatch
  cost: '{0}'
  types: [instant]
  abilities: [spell: {targets: [permanent: any], do: [give-control: {of: {target: 0}, to: you, duration: forever}]}]
- name: Plain Life
  cost: '{0}'
  types: [instant]
  abilities:
    - spell:
        targets: [permanent: any]
        do: [continuous: {to: {target: 0}, changes: [set-types: [creature], set-power-toughness: [5, 5]], duration: end-of-turn}]
- name: Hard Times
  cost: '{W}'
  types: [enchantment]
  abilities: [static: {continuous: {affects: {type: creature}, changes: [gain-keyword: indestructible]}}]
- name: Rebuke Block
  cost: '{0}'
  types: [instant]
  abilities: [spell: {targets: [permanent: {all: [{type: creature}, blocking]}], do: [destroy: {target: 0}]}]
- name: Living Walker
  cost: '{0}'
  types: [creature, planeswalker]
  power: 1
  toughness: 7
";

#[test]
fn the_attacked_planeswalker_has_gone() {
    // 506.4c: its attacker goes on attacking, and may be blocked; unblocked it deals nothing, to its controller either.
    let board = "p1 battlefield: bears = Grizzly Bears
                 p2 battlefield: jace = Jace Beleren (loyalty 3); hexmage = Vampire Hexmage; ox = Yoked Ox";
    let gone = "attack bears > jace
                p2: activate hexmage 0 at jace
                resolve
                ? jace.zone = graveyard";
    check(board, &format!("{gone}\n block ox > bears\n to combat damage\n ? ox.damage = 2, p2.life = 20"));
    check(board, &format!("{gone}\n to combat damage\n ? ox.damage = 0, p2.life = 20"));
    // 509.1a: whoever controlled it blocks, and nobody else.
    check(
        "players 3
         p1 battlefield: bears = Grizzly Bears
         p2 battlefield: jace = Jace Beleren (loyalty 3); hexmage = Vampire Hexmage; ox = Yoked Ox
         p3 battlefield: turtle = Horned Turtle",
        &format!("{gone}\n to declare blockers\n ? asked = p1 attackers; p2 blockers"),
    );
    // 702.19b: with trample all of its damage goes to what blocks it.
    check_with(
        CHANGES,
        "p1 battlefield: mammoth = War Mammoth; hard = Hard Times
         p2 battlefield: jace = Jace Beleren (loyalty 3); hexmage = Vampire Hexmage; bears = Grizzly Bears",
        "attack mammoth > jace
         block bears > mammoth
         p2: activate hexmage 0 at jace
         resolve
         to combat damage
         ? bears.damage = 3, p2.life = 20",
    );
}

#[test]
fn the_attacked_planeswalker_is_another_s_or_none() {
    // 506.4: removed from combat where its controller changes,
    for thief in ["p1", "p2"] {
        let [board, who] = match thief {
            "p1" => ["p1 hand: snatch = Snatch", "p1"],
            _ => ["players 3\n p3 hand: snatch = Snatch", "p3"],
        };
        check_with(
            CHANGES,
            &format!(
                "{board}\n p1 battlefield: bears = Grizzly Bears\n p2 battlefield: jace = Jace Beleren (loyalty 3)"
            ),
            &format!(
                "attack bears > jace
                 {who}: cast snatch at jace
                 resolve
                 ? jace.controller = {who}
                 to combat damage
                 ? jace.loyalty = 3, p2.life = 20, asked = p1 attackers"
            ),
        );
    }
    // and where it stops being a planeswalker: as a mere creature it is dealt nothing.
    check_with(
        CHANGES,
        "p1 battlefield: bears = Grizzly Bears
         p2 battlefield: jace = Jace Beleren (loyalty 3)
         p2 hand: plain = Plain Life",
        "attack bears > jace
         p2: cast plain at jace
         resolve
         ? jace.types = creature
         to combat damage
         ? jace.damage = 0",
    );
    // 506.4d: one that blocks as well stays the one if it stops being the other.
    check_with(
        CHANGES,
        "p1 battlefield: bears = Grizzly Bears; giant = Hill Giant
         p2 battlefield: walker = Living Walker (loyalty 9)
         p2 hand: plain = Plain Life",
        "attack bears > walker, giant > p2
         block walker > giant
         p2: cast plain at walker
         resolve
         ? walker.types = creature
         to combat damage
         ? walker.damage = 3, walker.loyalty = 9, giant.zone = graveyard, p2.life = 20",
    );
}

#[test]
fn every_attacker_has_gone() {
    // 508.8: blocks and damage are skipped where nothing attacked, not where everything that did has gone since.
    check(
        "p1 battlefield: bears = Grizzly Bears
         p2 hand: unsummon = Unsummon
         p2 battlefield: island = Island",
        "attack bears > p2
         p2: cast unsummon at bears paying island 0
         resolve
         pass
         pass
         ? step = declare blockers of p1",
    );
}

#[test]
fn what_it_blocked_has_gone() {
    // 509.1g: it is a blocking creature until it leaves combat or that ends,
    let board = "p1 hand: rebuke = Rebuke Block
                 p1 battlefield: bears = Grizzly Bears
                 p2 hand: unsummon = Unsummon
                 p2 battlefield: island = Island; knight = Youthful Knight";
    let gone = "attack bears > p2
                block knight > bears
                p2: cast unsummon at bears paying island 0
                resolve";
    check_with(CHANGES, board, &format!("{gone}\n p1: cast rebuke at knight\n resolve\n ? knight.zone = graveyard"));
    check_with(CHANGES, board, &format!("{gone}\n to second main\n p1: cast rebuke at knight -> refused 601.2c"));
    // 510.4: so that its first strike makes two combat damage steps (702.7b).
    check_with(
        CHANGES,
        board,
        &format!("{gone}\n pass\n pass\n ? step = first combat damage of p1, knight.damage = 0"),
    );
}

#[test]
fn deathtouch_and_what_is_lethal_already() {
    // 702.2c, 510.1c: 1 is lethal; where lethal damage is marked, none is needed (702.19b).
    let own = "
- {name: Toxic Tusker, cost: '{4}{G}', types: [creature], subtypes: [Boar], power: 3, toughness: 3, keywords: [trample, deathtouch]}
";
    for (damage, answer, life) in [(0, 1, 18), (1, 0, 17)] {
        check_with(
            own,
            &format!("p1 battlefield: tusker = Toxic Tusker\n p2 battlefield: myr = Darksteel Myr (damage {damage})"),
            &format!(
                "attack tusker > p2
                 block myr > tusker
                 answer damage assignment: {answer}
                 to combat damage
                 ? p2.life = {life}"
            ),
        );
    }
}
