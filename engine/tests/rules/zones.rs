//! Zone changes (CR 400.7): new objects, what is forgotten; the Incarnations, who go to graveyards from anywhere.

use crate::common::check;

#[test]
fn a_new_object_forgets() {
    // 400.7: counters, damage, taps and X are gone.
    check(
        "pool p1 WCCC
         p1 hand: shift = Cloudshift; endless = Endless One
         p1 battlefield: bears = Grizzly Bears (+1/+1 2, tapped, damage 1)",
        "p1: cast shift at bears
         resolve
         ? bears.pt = 2/2, bears.tapped = false, bears.damage = 0, bears.zone = battlefield",
    );
    check(
        "pool p1 WCCC
         p1 hand: shift = Cloudshift; endless = Endless One",
        "p1: cast endless x 3
         resolve
         ? endless.pt = 3/3
         p1: cast shift at endless
         resolve
         ? endless.zone = graveyard",
    );
}

#[test]
fn a_stolen_card_goes_to_its_owner() {
    // 400.3.
    check(
        "pool p1 BBC
         p1 hand: murder = Murder
         p1 battlefield: bears = Grizzly Bears (owner p2)",
        "p1: cast murder at bears
         resolve
         ? p2.graveyard = 1, p1.graveyard = 1",
    );
}

#[test]
fn incarnations_from_everywhere() {
    // 603.6c: discarded, milled, countered, destroyed, sacrificed.
    check(
        "pool p1 BCC
         p1 hand: rot = Mind Rot
         p2 hand: dread = Dread; forest = Forest",
        "p1: cast rot at p2
         resolve
         ? stack = dread, dread.zone = graveyard
         resolve
         ? dread.zone = library, p2.shuffles = 1",
    );
    check(
        "pool p1 U
         p1 hand: scour = Tome Scour
         p2 library: 3 forest = Forest; dread = Dread; vigor = Vigor; last = Forest",
        "p1: cast scour at p2
         answer trigger order: dread, vigor
         resolve
         ? stack = vigor dread, p2.library = 1
         resolve all
         ? p2.library = 3, p2.shuffles = 2",
    );
    check(
        "pool p1 BBBCCC
         pool p2 UU
         p1 hand: dread = Dread
         p2 hand: no = Counterspell",
        "p1: cast dread
         p2: cast no at dread
         resolve
         ? stack = dread, dread.zone = graveyard
         resolve
         ? dread.zone = library",
    );
    check(
        "p1 battlefield: altar = Ashnod's Altar; dread = Dread",
        "p1: activate altar 0
         ? dread.zone = graveyard, p1.pool = CC, stack = dread
         resolve
         ? dread.zone = library, p1.library = 1",
    );
}

#[test]
fn the_owner_controls_the_trigger() {
    // 603.3a, 603.6c: in the graveyard it is its owner's.
    check(
        "pool p1 BBC
         p1 hand: murder = Murder
         p1 battlefield: vigor = Vigor (owner p2)",
        "p1: cast murder at vigor
         resolve
         ? stack.1.controller = p2
         resolve
         ? vigor.zone = library, p2.shuffles = 1, p1.shuffles = 0",
    );
}

#[test]
fn an_ability_lost_on_the_battlefield_only() {
    // 603.10: not a leaves-the-battlefield ability: judged in the graveyard, where Lignify is no matter.
    check(
        "pool p1 BBC
         p1 hand: murder = Murder
         p2 battlefield: vigor = Vigor; lignify = Lignify (on vigor)",
        "? vigor.pt = 0/4, vigor.trample = false, vigor.subtypes = Treefolk
         p1: cast murder at vigor
         resolve
         ? stack = vigor
         resolve
         ? vigor.zone = library",
    );
}

#[test]
fn an_ability_lost_in_the_graveyard() {
    // 613.1f in that zone: no trigger, and none later when the Jailer is gone.
    check(
        "pool p1 BBBBCC
         p1 hand: murder = Murder; more = Murder
         p1 battlefield: jailer = Yixlid Jailer
         p2 battlefield: vigor = Vigor",
        "p1: cast murder at vigor
         resolve
         ? stack = none, vigor.zone = graveyard, vigor.abilities = 0
         p1: cast more at jailer
         resolve
         ? stack = none, vigor.zone = graveyard, vigor.abilities = 2",
    );
    // The Jailer dying at the same time is gone just afterwards (603.10).
    check(
        "pool p1 WWCC
         p1 hand: wrath = Day of Judgment
         p1 battlefield: jailer = Yixlid Jailer
         p2 battlefield: vigor = Vigor",
        "p1: cast wrath
         resolve
         ? stack = vigor",
    );
}

#[test]
fn replaced_and_not_put_there() {
    // 614.6, 603.2h: exiled instead, so no trigger and no shuffle.
    check(
        "pool p1 BBC
         p1 hand: murder = Murder
         p1 battlefield: rest = Rest in Peace
         p2 battlefield: vigor = Vigor",
        "p1: cast murder at vigor
         resolve
         ? stack = none, vigor.zone = exile, p2.shuffles = 0",
    );
}

#[test]
fn moved_away_before_it_is_shuffled() {
    // 400.7, 701.20c: it stays where it went, and the owner shuffles all the same.
    check(
        "pool p1 BBBC
         p1 hand: cremate = Cremate; murder = Murder
         p1 library: forest = Forest
         p2 battlefield: vigor = Vigor",
        "p1: cast murder at vigor
         resolve
         ? stack = vigor
         p1: cast cremate at vigor
         resolve
         ? vigor.zone = exile, stack = vigor
         resolve
         ? vigor.zone = exile, p2.shuffles = 1",
    );
}

#[test]
fn a_token_incarnation() {
    // 603.6c, 704.5d: a token triggers from the graveyard before it ceases to exist; the library is shuffled.
    check(
        "p1 battlefield: altar = Ashnod's Altar; soldier = Soldier Token (copy of Dread)",
        "p1: activate altar 0
         ? soldier.zone = nowhere, stack = soldier
         resolve
         ? p1.shuffles = 1",
    );
    // 707.2: a Clone of one is Clone in the graveyard.
    check(
        "p1 battlefield: altar = Ashnod's Altar; clone = Clone (copy of Dread)",
        "p1: activate altar 0
         ? clone.zone = graveyard, stack = none",
    );
    // The reverse: a copy of something else is itself again there.
    check(
        "p1 battlefield: altar = Ashnod's Altar; dread = Dread (copy of Grizzly Bears)",
        "p1: activate altar 0
         ? dread.zone = graveyard, stack = dread",
    );
}

#[test]
fn dread_destroys() {
    // 120.4b: a creature deals damage to its controller's player.
    check(
        "p1 battlefield: bears = Grizzly Bears
         p2 battlefield: dread = Dread",
        "attack bears > p2
         to combat damage
         ? stack = dread, p2.life = 18
         resolve
         ? bears.zone = graveyard",
    );
}

#[test]
fn hangarback_walker_counts_what_it_had() {
    // 608.2h: the counters as it last was.
    check(
        "pool p1 BBC
         p1 hand: murder = Murder
         p1 battlefield: walker = Hangarback Walker (+1/+1 3)",
        "p1: cast murder at walker
         resolve
         ? stack = walker
         resolve
         ? n Thopter Token = 3, Thopter Token.1.flying = true",
    );
}
