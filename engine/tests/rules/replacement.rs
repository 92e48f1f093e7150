//! Replacement (CR 614, 616): counters and tokens doubled or forbidden, graveyards that are no graveyards, orders.

use crate::common::check;

#[test]
fn doubling_season() {
    // 614.16: counters that a prevention effect puts, counters entered with, tokens; once each, two of them make four.
    check(
        "pool p1 WC
         p1 battlefield: season = Doubling Season; lives = Nine Lives
         p1 hand: alarm = Raise the Alarm
         pool p2 R
         p2 hand: shock = Shock",
        "p1: cast alarm
         resolve
         ? n Soldier Token = 4
         p2: cast shock at p1
         resolve
         ? lives.incarnation = 2",
    );
    check(
        "pool p1 CCC
         p1 battlefield: one = Doubling Season; two = Doubling Season
         p1 hand: endless = Endless One",
        "p1: cast endless x 3
         resolve
         ? endless.+1/+1 = 12, endless.pt = 12/12",
    );
    // An opponent's does nothing for me.
    check(
        "pool p1 CCC
         p2 battlefield: season = Doubling Season
         p1 hand: endless = Endless One",
        "p1: cast endless x 3
         resolve
         ? endless.pt = 3/3",
    );
}

#[test]
fn counters_that_cannot_be_put() {
    // 614.17c, 101.2: the damage is prevented all the same; what cannot be prevented is dealt without a counter.
    check(
        "pool p1 R
         p1 hand: shock = Shock
         p2 battlefield: lives = Nine Lives; solemnity = Solemnity",
        "p1: cast shock at p2
         resolve
         ? p2.life = 20, lives.incarnation = 0",
    );
    check(
        "pool p1 R
         p1 hand: shock = Shock
         p2 battlefield: lives = Nine Lives; solemnity = Solemnity; leyline = Leyline of Punishment",
        "p1: cast shock at p2
         resolve
         ? p2.life = 18, lives.incarnation = 0",
    );
    // It would enter with counters and enters without: 0/0 (614.17d, 704.5f).
    check(
        "pool p1 CCC
         p1 hand: endless = Endless One
         p1 battlefield: season = Doubling Season; solemnity = Solemnity",
        "p1: cast endless x 3
         resolve
         ? endless.zone = graveyard",
    );
}

#[test]
fn a_cost_is_no_effect() {
    // 614.16 speaks of effects that put counters; removing one as a cost is none, and what follows is damage.
    check(
        "p1 battlefield: ballista = Walking Ballista (+1/+1 2); season = Doubling Season",
        "p1: activate ballista 2 at p2
         resolve
         ? ballista.+1/+1 = 1, p2.life = 19",
    );
}

#[test]
fn rest_in_peace() {
    // 614.6, 603.2h: exile instead of a graveyard; nothing has died. Its own trigger empties the graveyards.
    check(
        "pool p1 WC
         p1 hand: rest = Rest in Peace
         p1 graveyard: forest = Forest
         p2 graveyard: mountain = Mountain",
        "p1: cast rest
         resolve
         ? stack = rest, forest.zone = graveyard
         resolve
         ? forest.zone = exile, mountain.zone = exile",
    );
    check(
        "pool p1 CR
         p1 hand: fire = Pyroclasm
         p1 battlefield: rest = Rest in Peace; artist = Blood Artist
         p2 battlefield: bears = Grizzly Bears; token = Soldier Token",
        "p1: cast fire
         resolve
         ? bears.zone = exile, artist.zone = exile, token.zone = nowhere, fire.zone = exile, stack = none",
    );
}

#[test]
fn leyline_of_the_void() {
    // Cards of opponents' graveyards only: tokens still die (108.2b), own cards too.
    check(
        "pool p1 WWCC
         p1 hand: wrath = Day of Judgment
         p1 battlefield: leyline = Leyline of the Void; lynx = Hungry Lynx; mine = Muck Rats
         p2 battlefield: rat = Rat Token; rats = Muck Rats",
        "p1: cast wrath
         resolve
         ? stack = lynx lynx, rats.zone = exile, mine.zone = graveyard, lynx.zone = graveyard",
    );
}

#[test]
fn both_in_either_order() {
    // 616.1: the affected object's controller chooses; the outcome is the same.
    let board = "pool p1 BBC
         p1 hand: murder = Murder
         p1 battlefield: leyline = Leyline of the Void; rest = Rest in Peace
         p2 battlefield: bears = Grizzly Bears";
    for first in ["leyline", "rest"] {
        check(
            board,
            &format!(
                "p1: cast murder at bears
                 answer replacement: {first}
                 resolve
                 ? bears.zone = exile, asked = p2 replacement"
            ),
        );
    }
}

#[test]
fn copies_enter_with_their_own_replacements() {
    // 614.12, 616.1c: the copy effect comes first; then what the copied permanent enters with is its own, X being 0.
    check(
        "pool p1 CCCU
         p1 battlefield: endless = Endless One (+1/+1 4)
         p1 hand: clone = Clone",
        "answer copy: endless
         p1: cast clone
         resolve
         ? clone.zone = graveyard, endless.pt = 4/4",
    );
    check(
        "pool p1 CCCU
         p1 battlefield: giant = Hill Giant (+1/+1 4)
         p1 hand: clone = Clone",
        "answer copy: giant
         p1: cast clone
         resolve
         ? clone.pt = 3/3, clone.mv = 4, clone.colors = red",
    );
    // 707.9: it may; a 0/0 that copies nothing dies.
    check(
        "pool p1 CCCU
         p1 battlefield: giant = Hill Giant
         p1 hand: clone = Clone",
        "answer copy: no
         p1: cast clone
         resolve
         ? clone.zone = graveyard",
    );
}

#[test]
fn a_copy_has_the_entering_abilities_of_what_it_copies() {
    // 614.12, 616.1f: they are others than the copying card's own, which has been applied (614.5).
    check(
        "pool p1 CCCU
         p1 hand: clone = Clone
         p2 battlefield: triskelion = Triskelion (+1/+1 1)",
        "answer copy: triskelion
         p1: cast clone
         resolve
         ? clone.pt = 4/4, clone.+1/+1 = 3",
    );
}

#[test]
fn counters_put_as_a_cost_are_not_doubled() {
    // 614.16; but 614.17b: what cannot be put cannot be paid.
    check(
        "p1 battlefield: druid = Devoted Druid (tapped); season = Doubling Season",
        "p1: activate druid 1
         resolve
         ? druid.-1/-1 = 1, druid.tapped = false",
    );
    check(
        "p1 battlefield: druid = Devoted Druid (tapped); solemnity = Solemnity",
        "p1: activate druid 1 -> refused 601.2h",
    );
}

#[test]
fn what_cannot_be_countered() {
    // 101.2: Counterspell resolves and does nothing.
    check(
        "pool p1 CG
         pool p2 UU
         p1 hand: bears = Grizzly Bears
         p1 battlefield: herald = Gaea's Herald
         p2 hand: no = Counterspell",
        "p1: cast bears
         p2: cast no at bears
         resolve
         ? stack = bears, no.zone = graveyard
         resolve
         ? bears.zone = battlefield",
    );
}
