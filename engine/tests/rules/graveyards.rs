//! Triggers from graveyards (CR 603.6c, 603.10, 113.8), what they shuffle (CR 701.20c), and face-down permanents.

use crate::common::check;

#[test]
fn judged_in_the_graveyard() {
    // 603.10: lost on the battlefield only, it triggers; lost in the graveyard, it does not, then or later.
    check(
        "pool p1 BBBBCC
         p1 hand: a = Murder; b = Murder
         p1 battlefield: vigor = Vigor; lignify = Lignify (on vigor)",
        "p1: cast a at vigor
         resolve
         ? vigor.zone = graveyard, stack = vigor
         resolve
         ? vigor.zone = library, p1.shuffles = 1",
    );
    check(
        "pool p1 BBBBCC
         p1 hand: a = Murder; b = Murder
         p1 battlefield: vigor = Vigor
         p2 battlefield: jailer = Yixlid Jailer",
        "p1: cast a at vigor
         resolve
         ? vigor.zone = graveyard, stack = none
         p1: cast b at jailer
         resolve all
         ? vigor.zone = graveyard, p1.shuffles = 0",
    );
}

#[test]
fn the_owner_controls_it() {
    // 113.8: of two that die together, the active player's own trigger goes on the stack first.
    check(
        "pool p1 WWCC
         p1 hand: day = Day of Judgment
         p1 battlefield: mine = Dread; lent = Purity (owner p2)",
        "p1: cast day
         resolve
         ? stack = lent mine
         resolve
         ? lent.zone = library, mine.zone = graveyard, p2.shuffles = 1, p1.shuffles = 0",
    );
}

#[test]
fn the_library_is_shuffled_all_the_same() {
    // 400.7, 701.20c: exiled in response, it stays in exile; back from there, it is another object, which triggers again.
    check(
        "pool p1 BBBWCC
         p1 hand: murder = Murder; cremate = Cremate; pull = Pull from Eternity
         p1 library: 2 plains = Plains
         p1 battlefield: dread = Dread",
        "p1: cast murder at dread
         resolve
         p1: cast cremate at dread
         resolve
         ? dread.zone = exile, stack = dread
         p1: cast pull at dread
         resolve
         ? dread.zone = graveyard, stack = dread dread
         resolve
         ? dread.zone = library, p1.shuffles = 1
         resolve
         ? dread.zone = library, p1.shuffles = 2",
    );
}

#[test]
fn a_token_is_there_for_a_moment() {
    // 111.7, 707.2: the copy triggers from the graveyard, ceases to exist, and its owner shuffles; 108.2b: it is no card.
    check(
        "pool p1 UUBBBBCCCC
         p1 hand: copy = Cackling Counterpart; murder = Murder
         p1 battlefield: vigor = Vigor
         p2 battlefield: void = Leyline of the Void; jailer = Yixlid Jailer",
        "p1: cast copy at vigor
         resolve
         ? n Vigor = 2
         p1: cast murder at Vigor.1
         resolve
         ? n Vigor = 1, vigor.zone = battlefield
         resolve all
         ? p1.shuffles = 1, p1.library = 0",
    );
}

#[test]
fn face_down() {
    // 701.34a, 708.2a: a 2/2 without abilities, and itself again in the graveyard.
    check(
        "pool p1 WBBCC
         p1 hand: summons = Soul Summons; murder = Murder
         p1 library: dread = Dread; plains = Plains",
        "p1: cast summons
         resolve
         ? dread.zone = battlefield, dread.pt = 2/2
         p1: cast murder at dread
         resolve
         ? dread.zone = graveyard, stack = dread
         resolve
         ? dread.zone = library, p1.shuffles = 1",
    );
}

#[test]
fn guile_exiles_and_casts() {
    // 614.6, 608.2g: exiled instead of countered, then cast at once without paying, with X of 0 and new targets.
    check(
        "pool p1 UU
         pool p2 R
         active p2
         p1 battlefield: guile = Guile
         p1 hand: no = Counterspell
         p2 hand: bolt = Lightning Bolt",
        "p2: cast bolt at p1
         p1: cast no at bolt
         answer may: yes
         answer target: p2
         resolve
         ? stack = bolt, no.zone = graveyard
         resolve
         ? p2.life = 17, p1.life = 20, bolt.zone = graveyard",
    );
    check(
        "pool p1 UU
         pool p2 GCUU
         active p2
         p1 battlefield: guile = Guile
         p1 hand: no = Counterspell
         p2 hand: bears = Grizzly Bears; boom = Boomerang",
        "p2: cast bears
         p1: cast no at bears
         answer may: yes
         resolve all
         ? bears.zone = battlefield, bears.controller = p1
         p2: cast boom at bears
         resolve
         ? p2.hand = 1, p1.hand = 0",
    );
}

#[test]
fn guile_needs_three_blockers() {
    // 509.1b.
    check(
        "p1 battlefield: guile = Guile
         p2 battlefield: 2 bear = Grizzly Bears",
        "attack guile > p2
         block bear.1 > guile, bear.2 > guile -> refused 509.1b
         to combat damage
         ? p2.life = 14",
    );
    check(
        "p1 battlefield: guile = Guile
         p2 battlefield: 3 bear = Grizzly Bears",
        "attack guile > p2
         block bear.1 > guile, bear.2 > guile, bear.3 > guile
         to combat damage
         ? p2.life = 20",
    );
}
