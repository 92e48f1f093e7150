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
