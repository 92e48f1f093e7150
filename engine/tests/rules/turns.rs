//! The turn (CR 500 to 514): steps, untapping, drawing, discarding, passing.

use crate::common::check;

#[test]
fn steps_of_a_turn() {
    check(
        "p1 library: 9 card = Forest
         p2 library: 9 other = Island",
        "? step = main of p1
         to end step
         next turn
         ? step = upkeep of p2, p2.hand = 0, priority = p2
         to draw
         ? p2.hand = 1
         to main
         ? step = main of p2",
    );
}

#[test]
fn untapping() {
    // 502.3: the active player's permanents only.
    check(
        "p1 battlefield: mine = Forest (tapped)
         p2 battlefield: yours = Island (tapped)
         p2 library: 2 card = Island",
        "next turn
         ? mine.tapped = true, yours.tapped = false
         next turn
         ? mine.tapped = false",
    );
}

#[test]
fn discarding_to_seven() {
    // 514.1: that player chooses; 402.2.
    check(
        "step end step
         p1 hand: 8 card = Forest; dread = Dread",
        "answer discard: card.3, dread
         pass
         pass
         ? p1.hand = 7, card.3.zone = graveyard, step = cleanup of p1, stack = dread",
    );
}

#[test]
fn priority_in_the_cleanup_step() {
    // 514.3a: a trigger is waiting, so players get priority; afterwards another cleanup step follows.
    check(
        "step end step
         p1 hand: 7 card = Forest; dread = Dread",
        "answer discard: dread
         pass
         pass
         ? step = cleanup of p1, stack = dread, priority = p1
         resolve
         ? dread.zone = library, step = cleanup of p1
         pass
         pass
         ? step = upkeep of p2",
    );
}

#[test]
fn an_empty_library() {
    // 504.1, 704.5b.
    check(
        "step end step",
        "next turn
         ? step = upkeep of p2
         to draw
         ? p2.lost = EmptyLibrary, over = true",
    );
}

#[test]
fn passing() {
    // 117.3d, 117.4: all in succession; an action in between starts the count anew.
    check(
        "players 3
         pool p2 R
         p2 hand: bolt = Lightning Bolt
         pool p1 R
         p1 hand: shock = Shock",
        "p1: cast shock at p2
         ? priority = p1
         pass
         ? priority = p2
         p2: cast bolt at p1
         ? stack = bolt shock, priority = p2
         pass
         pass
         ? stack = bolt shock, priority = p1
         pass
         ? stack = shock, p1.life = 17, priority = p1",
    );
}

#[test]
fn a_loss_that_cannot_happen_is_no_reason_for_another_cleanup() {
    // 514.3a: nothing is performed in the cleanup step, so the turn ends.
    check(
        "life p1 -2
         step end step
         p2 library: card = Forest
         p1 battlefield: angel = Platinum Angel",
        "pass
         pass
         ? step = upkeep of p2",
    );
}

#[test]
fn the_active_player_leaves() {
    // 800.4j: the turn goes on without them; the next player has priority.
    check(
        "players 3
         pool p1 R
         life p1 1
         p1 hand: shock = Shock",
        "p1: cast shock at p1
         resolve
         ? p1.lost = Life, priority = p2, step = main of p1
         pass
         pass
         ? step = beginning of combat of p1, priority = p2
         next turn
         ? step = upkeep of p2",
    );
}
