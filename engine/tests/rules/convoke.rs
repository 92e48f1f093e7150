//! Convoke (CR 702.51): creatures tapped instead of mana paid.

use crate::common::check;

#[test]
fn creatures_stand_for_their_colours_or_for_generic_mana() {
    // 702.51a, 302.6: two Giants for {R}{R}, two Bears for {2}, all of them new.
    let board = "p1 battlefield: 2 giant = Hill Giant (fresh); 2 bear = Grizzly Bears (fresh) \n p1 hand: stoke = Stoke the Flames";
    check(
        board,
        "answer tap for cost: giant.1, giant.2, bear.1, bear.2
         p1: cast stoke at p2
         ? giant.1.tapped = true, bear.2.tapped = true, stack = stoke
         resolve
         ? p2.life = 16",
    );
    check(board, "answer tap for cost: giant.1, bear.1, bear.2 \n p1: cast stoke at p2 -> refused 601.2h");
    check(
        &format!("pool p1 C \n {board}"),
        "answer tap for cost: giant.1, bear.1, bear.2 \n p1: cast stoke at p2 -> refused 601.2h",
    );
    check(
        &format!("pool p1 RC \n {board}"),
        "answer tap for cost: giant.1, bear.1
         p1: cast stoke at p2
         ? p1.pool = none, giant.1.tapped = true, giant.2.tapped = false",
    );
}

#[test]
fn what_gives_convoke_looks_at_the_spell() {
    // 702.51a, 702.16: Chief Engineer, artifacts of its controller; protection stops no cost.
    let board = "p1 battlefield: engineer = Chief Engineer; lynx = Hungry Lynx \n p1 hand: rat = Universal Automaton; elves = Llanowar Elves";
    check(
        board,
        "p1: cast elves -> refused 601.2h
         answer tap for cost: lynx
         p1: cast rat
         ? lynx.tapped = true, stack = rat",
    );
}

#[test]
fn creatures_alone_can_pay() {
    // 702.51b.
    check(
        "p1 battlefield: 7 elf = Llanowar Elves \n p1 hand: wurm = Siege Wurm",
        "answer tap for cost: elf.1, elf.2, elf.3, elf.4, elf.5, elf.6, elf.7 \n p1: cast wurm \n ? stack = wurm",
    );
}
