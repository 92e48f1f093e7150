//! Protection (CR 702.16), what is attached (CR 303.4, 301.5), and words of a text that are replaced (CR 612).

use crate::common::check;

#[test]
fn what_has_the_quality_cannot_aim() {
    // 702.16b: a Rat's ability and a spell that is a Rat, but no others; Lynx protects Cats and nothing else.
    check(
        "active p2
         pool p2 BC
         p1 battlefield: lynx = Hungry Lynx; lion = Silvercoat Lion; bears = Grizzly Bears
         p2 battlefield: shifter = Amoeboid Changeling; pinger = Prodigal Pyromancer
         p2 hand: inversion = Nameless Inversion",
        "p2: activate shifter 0 at lion -> refused 702.16b
         p2: cast inversion at lion -> refused 702.16b
         p2: activate shifter 0 at shifter
         p2: activate pinger 0 at lion
         p2: cast inversion at bears
         resolve all
         ? bears.zone = graveyard, lion.damage = 1",
    );
}

#[test]
fn protection_that_comes_while_the_spell_waits() {
    // 608.2b: the illegal target is passed over; the other is affected.
    check(
        "active p2
         pool p2 RC
         p1 battlefield: lynx = Hungry Lynx; bears = Grizzly Bears; shifter = Amoeboid Changeling
         p2 battlefield: giant = Hill Giant
         p2 hand: blades = Blades of Velis Vel",
        "p2: cast blades at bears, giant
         p1: activate shifter 0 at bears
         resolve all
         ? bears.pt = 2/2, giant.pt = 5/3, blades.zone = graveyard",
    );
}

#[test]
fn what_has_the_quality_comes_off() {
    // 702.16c–d, 704.5m–n: the Aura goes, the Equipment stays unattached; and 612.2: a replaced word makes the type.
    check(
        "pool p1 UUU
         p1 battlefield: lynx = Hungry Lynx; lion = Silvercoat Lion; axe = Obsidian Battle-Axe (on lion)
         p2 battlefield: silence = Bound in Silence (on lion); strength = Holy Strength (on lion)
         p1 hand: a = Artificial Evolution; b = Artificial Evolution; c = Artificial Evolution",
        "? lion.pt = 5/5
         p1: cast a at silence
         answer creature type: Rebel
         answer creature type: Rat
         resolve
         ? silence.zone = graveyard, axe.host = lion, stack = lynx
         p1: cast b at axe
         answer creature type: Warrior
         answer creature type: Rat
         resolve
         ? axe.zone = battlefield, axe.host = nothing
         p1: cast c at strength
         answer creature type: Rebel
         answer creature type: Rat
         resolve
         ? strength.host = lion, lion.pt = 3/4",
    );
}

#[test]
fn equipping() {
    // 702.6a, 301.5: only a creature of one's own; it has what the Equipment gives, and loses it as that moves on.
    check(
        "pool p1 CCCCCCCCCC
         p1 battlefield: lion = Silvercoat Lion; bears = Grizzly Bears; staff = Thornbite Staff
         p2 battlefield: rats = Muck Rats",
        "p1: activate staff 1 at rats -> refused 601.2c
         p1: activate staff 1 at lion
         resolve
         ? staff.host = lion, lion.abilities = 2
         p1: activate lion 0 at rats
         resolve all
         ? rats.zone = graveyard, lion.tapped = false
         p1: activate staff 1 at bears
         resolve
         ? staff.host = bears, lion.abilities = 0, bears.abilities = 2",
    );
}

#[test]
fn what_cannot_be_attached_does_not_move() {
    // 301.5c, 701.3b: Equipment that is a creature equips nothing.
    check(
        "pool p1 CCC
         p1 battlefield: march = March of the Machines; lion = Silvercoat Lion; axe = Obsidian Battle-Axe",
        "p1: activate axe 1 at lion
         resolve
         ? axe.host = nothing, lion.pt = 2/2, axe.pt = 3/3",
    );
}

#[test]
fn what_cannot_be_attached_is_no_option() {
    // 608.2d: Equipment that is a Rat cannot be attached to a protected Cat, so its controller is not asked.
    let board = "pool p1 UCCCCG
         p1 battlefield: giant = Hill Giant; axe = Obsidian Battle-Axe; lynx = Hungry Lynx
         p1 hand: evolution = Artificial Evolution; changeling = Woodland Changeling";
    check(
        board,
        "p1: activate axe 1 at giant
         resolve
         p1: cast evolution at axe
         answer creature type: Warrior
         answer creature type: Rat
         resolve
         ? asked = p1 payment; p1 creature type; p1 creature type
         p1: cast changeling
         resolve all
         ? asked = none, axe.host = giant",
    );
    // As another type it can.
    check(
        board,
        "p1: activate axe 1 at giant
         resolve
         p1: cast evolution at axe
         answer creature type: Warrior
         answer creature type: Elf
         resolve
         ? asked = p1 payment; p1 creature type; p1 creature type
         p1: cast changeling
         resolve all
         ? asked = p1 may, axe.host = changeling",
    );
}

#[test]
fn a_replaced_word_in_the_rules_text() {
    // 612.1: type line and abilities alike: this Lynx is no Cat any more, and protects Dogs.
    check(
        "pool p1 U
         p1 battlefield: lynx = Hungry Lynx; dog = Isamaru, Hound of Konda; lion = Silvercoat Lion
         p2 battlefield: shifter = Amoeboid Changeling; other = Amoeboid Changeling
         p1 hand: evolution = Artificial Evolution",
        "p1: cast evolution at lynx
         answer creature type: Cat
         answer creature type: Dog
         resolve
         ? lynx.subtypes = Dog
         p2: activate shifter 1 at dog -> refused 702.16b
         p2: activate shifter 1 at lynx -> refused 702.16b
         p2: activate shifter 1 at lion
         resolve
         ? lion.subtypes = none",
    );
    // 205.3e: the new type is any but Wall.
    check(
        "pool p1 U
         p1 battlefield: lion = Silvercoat Lion
         p1 hand: evolution = Artificial Evolution",
        "p1: cast evolution at lion
         answer creature type: Cat
         answer creature type: Rat
         resolve
         ? lion.subtypes = Rat, asked = p1 creature type; p1 creature type",
    );
}

#[test]
fn a_replaced_word_of_a_spell() {
    // 400.7a: it is still replaced in the text of the permanent that the spell becomes.
    check(
        "pool p1 UWCC
         p1 battlefield: bears = Grizzly Bears
         p1 hand: silence = Bound in Silence; evolution = Artificial Evolution",
        "p1: cast silence at bears
         p1: cast evolution at silence
         answer creature type: Rebel
         answer creature type: Rat
         resolve all
         ? silence.host = bears, silence.subtypes = Rat Aura",
    );
    // 702.16b, 608.2b: so a Cat under Lynx is no legal target for it any more.
    check(
        "pool p1 UWCC
         p1 battlefield: lynx = Hungry Lynx; lion = Silvercoat Lion
         p1 hand: silence = Bound in Silence; evolution = Artificial Evolution",
        "p1: cast silence at lion
         p1: cast evolution at silence
         answer creature type: Rebel
         answer creature type: Rat
         resolve all
         ? silence.zone = graveyard",
    );
}

#[test]
fn creature_types_of_what_can_have_them() {
    // 702.73a: all of them; what has become a Cat is protected from a changeling of its own controller, too. 514.2: until
    // the end of the turn.
    check(
        "p1 battlefield: a = Amoeboid Changeling; b = Amoeboid Changeling; lynx = Hungry Lynx; bears = Grizzly Bears
         p2 library: 3 plains = Plains",
        "p1: activate a 0 at bears
         resolve
         p1: activate b 1 at bears -> refused 702.16b
         next turn
         ? bears.subtypes = Bear",
    );
}

#[test]
fn a_source_that_has_left_is_what_it_was() {
    // 608.2h, 702.16e: Crypt Rats are gone and were Rats.
    check(
        "pool p1 RBB
         pool p2 R
         p1 battlefield: crypt = Crypt Rats
         p2 battlefield: lynx = Hungry Lynx; bears = Horned Turtle
         p2 hand: shock = Shock",
        "p1: activate crypt 0 x 2
         p2: cast shock at crypt
         resolve all
         ? lynx.damage = 0, bears.damage = 2, lynx.+1/+1 = 1, p1.life = 18",
    );
}
