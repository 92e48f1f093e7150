//! Leaving the battlefield and the game: who controls the trigger (CR 603.3a, 603.10a), what a player takes along (CR 800.4).

use crate::common::check;

#[test]
fn given_away() {
    // 613.1b, 603.3a: control changes without a trigger; later the player who has it by then loses.
    check(
        "players 3
         pool p1 CCR \n pool p3 CG
         p1 hand: offering = Harmless Offering
         p3 hand: naturalize = Naturalize
         p1 battlefield: lives = Nine Lives",
        "p1: cast offering at p3, lives
         resolve
         ? lives.controller = p3, stack = none, lives.zone = battlefield
         p3: cast naturalize at lives
         resolve
         ? stack = lives, p1.graveyard = 2
         resolve
         ? p3.lost = Effect, p1.lost = no, p2.lost = no, over = false",
    );
}

#[test]
fn the_borrower_leaves() {
    // 800.4a: the effect that gave the control ends, and nothing has left the battlefield.
    check(
        "players 3
         life p2 3
         pool p1 CCR \n pool p3 R
         p1 hand: offering = Harmless Offering
         p3 hand: bolt = Lightning Bolt
         p1 battlefield: lives = Nine Lives; giant = Hill Giant
         p3 battlefield: leyline = Leyline of Punishment",
        "p1: cast offering at p2, lives
         resolve
         ? lives.controller = p2
         p3: cast bolt at p2
         resolve
         ? p2.lost = Life, lives.zone = battlefield, lives.controller = p1, stack = none, lives.incarnation = 1",
    );
    // The same by an Aura that leaves with its owner.
    check(
        "players 3
         life p2 3
         pool p3 R
         p3 hand: bolt = Lightning Bolt
         p1 battlefield: lives = Nine Lives
         p2 battlefield: confiscate = Confiscate (on lives)
         p3 battlefield: leyline = Leyline of Punishment",
        "? lives.controller = p2
         p3: cast bolt at p2
         resolve
         ? p2.lost = Life, lives.zone = battlefield, lives.controller = p1, stack = none, confiscate.zone = nowhere",
    );
}

#[test]
fn the_owner_leaves() {
    // 603.6c: leaving the game with its owner is leaving the battlefield; whoever controlled it loses.
    check(
        "players 3
         life p1 3
         pool p3 R
         p3 hand: bolt = Lightning Bolt
         p2 battlefield: lives = Nine Lives (owner p1)",
        "p3: cast bolt at p1
         resolve
         ? p1.lost = Life, lives.zone = nowhere, stack = lives, p2.lost = no
         resolve
         ? p2.lost = Effect, p3.lost = no, over = true",
    );
}

#[test]
fn what_dies_as_its_owner_loses_leaves_too() {
    // 704.3, 800.4a: the creature dies and the player loses at the same time; the card has moved by then, and leaves as it is.
    check(
        "players 3
         life p2 2
         pool p1 CCR
         p1 hand: quake = Earthquake
         p2 battlefield: bear = Grizzly Bears
         p3 battlefield: giant = Hill Giant",
        "p1: cast quake x 2
         resolve
         ? p2.lost = Life, bear.zone = nowhere, p2.graveyard = 0, giant.zone = battlefield, over = false",
    );
}

#[test]
fn the_player_under_whom_it_entered_leaves() {
    // 800.4a: no effect gave the control, so that it is exiled; 800.4d: nobody is left to put the trigger on the stack.
    check(
        "players 3
         life p2 3
         pool p3 R
         p3 hand: bolt = Lightning Bolt
         p2 battlefield: lives = Nine Lives (owner p1)
         p3 battlefield: leyline = Leyline of Punishment",
        "p3: cast bolt at p2
         resolve
         ? p2.lost = Life, lives.zone = exile, stack = none, p1.lost = no, p3.lost = no",
    );
}

#[test]
fn the_effect_that_lends_it_on_ends_later() {
    // 800.4a, 800.4c: while another player's Aura controls it, it stays; without the Aura it would be the absent player's.
    check(
        "players 3
         life p2 3
         pool p3 R \n pool p1 CG
         p3 hand: bolt = Lightning Bolt
         p1 hand: naturalize = Naturalize
         p2 battlefield: giant = Hill Giant (owner p1)
         p3 battlefield: confiscate = Confiscate (on giant)",
        "? giant.controller = p3
         p3: cast bolt at p2
         resolve
         ? p2.lost = Life, giant.zone = battlefield, giant.controller = p3
         p1: cast naturalize at confiscate
         resolve
         ? giant.zone = exile",
    );
}

#[test]
fn an_ability_that_was_lost_does_not_look_back() {
    // 603.10a, 305.7: a Forest without abilities leaves, with the Aura that made it one or without it.
    check(
        "active p2
         pool p2 CCR
         p1 battlefield: lives = Nine Lives (incarnation 9)
         p2 hand: warp = Chaos Warp
         p2 battlefield: song = Song of the Dryads (on lives)",
        "? lives.abilities = 1, lives.types = land, lives.could = G, lives.hexproof = false, stack = none
         p2: cast warp at lives
         resolve
         ? lives.zone = library, stack = none, p1.lost = no",
    );
    check(
        "active p2
         pool p2 CCCCUU
         p1 battlefield: lives = Nine Lives
         p2 hand: upheaval = Upheaval
         p2 battlefield: song = Song of the Dryads (on lives)",
        "p2: cast upheaval
         resolve
         ? lives.zone = hand, song.zone = hand, stack = none",
    );
}

#[test]
fn two_state_triggers_at_once() {
    // 603.8: what waits for its turn to be put on the stack has triggered, and does not trigger again.
    check(
        "active p2
         life p1 40
         p1 battlefield: one = Nine Lives (incarnation 8); two = Nine Lives (incarnation 8)
         p2 battlefield: leyline = Leyline of Punishment; 2 bear = Grizzly Bears",
        "attack bear.1 > p1, bear.2 > p1
         answer trigger order: two, one
         to combat damage
         ? stack = one two, one.incarnation = 10, two.incarnation = 10, p1.life = 36",
    );
}

#[test]
fn only_some_damage_cannot_be_prevented() {
    // 615.12: judged for each source.
    check(
        "active p2
         p1 battlefield: lives = Nine Lives
         p2 battlefield: big = Excruciator; bears = Grizzly Bears",
        "attack big > p1, bears > p1
         to combat damage
         ? p1.life = 13, lives.incarnation = 2",
    );
}

#[test]
fn counters_doubled_or_forbidden() {
    // 614.16: each source's counter is doubled, by the controller's own only.
    check(
        "active p2
         p1 battlefield: lives = Nine Lives; season = Doubling Season
         p2 battlefield: 2 bear = Grizzly Bears; theirs = Doubling Season",
        "attack bear.1 > p1, bear.2 > p1
         to combat damage
         ? p1.life = 20, lives.incarnation = 4",
    );
    // 614.17c, 101.3: no counter, and nothing for Doubling Season; the damage is prevented.
    check(
        "active p2
         p1 battlefield: lives = Nine Lives (incarnation 8); season = Doubling Season; two = Doubling Season
         p2 battlefield: 2 bear = Grizzly Bears; solemn = Solemnity",
        "attack bear.1 > p1, bear.2 > p1
         to combat damage
         ? p1.life = 20, lives.incarnation = 8, stack = none, asked = p2 attackers",
    );
}

#[test]
fn a_planeswalker_is_not_its_player() {
    // 120.3c: damage to a planeswalker is no damage to its controller; 306.5b: it enters with its loyalty.
    check(
        "pool p1 CUURR
         p1 hand: jace = Jace Beleren; bolt = Shock
         p1 battlefield: lives = Nine Lives",
        "p1: cast jace
         resolve
         ? jace.loyalty = 3
         p1: cast bolt at jace
         resolve
         ? jace.loyalty = 1, lives.incarnation = 0, p1.life = 20",
    );
}
