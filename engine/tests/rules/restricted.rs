//! Mana that may be spent on some things only (CR 106.6, 106.6a).

use crate::common::check;

#[test]
fn it_pays_for_what_it_may_be_spent_on_and_for_nothing_else() {
    // 106.6, 601.2h: a spell with the quality, and the free mana beside it for any other.
    check(
        "pool p1 C
         p1 battlefield: shop = Mishra's Workshop
         p1 hand: ring = Sol Ring; one = Endless One; two = Endless One; stone = Chromatic Lantern",
        "p1: activate shop 0
         ? p1.pool = CCCC, p1.restricted = CCC
         p1: cast two x 2 -> refused 601.2h
         p1: cast one x 1
         ? p1.pool = CCC, p1.restricted = CCC
         resolve
         p1: cast two x 1 -> refused 601.2h
         p1: cast stone
         ? p1.pool = none, p1.restricted = none",
    );
}

#[test]
fn abilities_are_another_thing() {
    // 106.6, 602.2b: the Workshop's mana is for spells, the Engineer's for abilities of artifacts, too.
    let board = "p1 battlefield: shop = Mishra's Workshop; engineer = Vedalken Engineer; key = Voltaic Key; ring = Sol Ring (tapped)";
    check(board, "p1: activate shop 0 \n p1: activate key 0 at ring -> refused 601.2h \n ? p1.pool = CCC");
    check(
        board,
        "answer mana: U
         p1: activate engineer 0
         ? p1.restricted = UU
         p1: activate key 0 at ring
         ? p1.restricted = U",
    );
}

#[test]
fn all_that_is_made_of_it_is_restricted() {
    // 106.6a: doubled mana keeps the restriction; 106.6, 106.12a: what a trigger adds is its own.
    check(
        "p1 battlefield: temple = Eldrazi Temple; reflection = Mana Reflection; flare = Mana Flare
         p1 hand: ring = Sol Ring; lantern = Chromatic Lantern; one = Endless One",
        "p1: activate temple 1
         ? p1.pool = CCCCC, p1.restricted = CCCC
         p1: cast lantern -> refused 601.2h
         p1: cast ring
         ? p1.pool = CCCC, p1.restricted = CCCC
         resolve
         p1: cast one x 4
         ? p1.pool = none",
    );
}

#[test]
fn of_equal_mana_the_player_chooses_which_is_spent() {
    // 118.3a, 106.6: the restricted is taken first where nobody says.
    let board = "pool p1 CC \n p1 battlefield: shop = Mishra's Workshop \n p1 hand: ring = Sol Ring; lantern = Chromatic Lantern";
    check(
        board,
        "p1: activate shop 0
         p1: cast lantern
         ? asked = p1 restricted mana, p1.pool = CC, p1.restricted = none",
    );
    check(
        board,
        "p1: activate shop 0
         answer restricted mana: 1
         p1: cast lantern
         ? p1.pool = CC, p1.restricted = CC",
    );
}

#[test]
fn the_restriction_is_no_part_of_the_type() {
    // 106.6, 106.7.
    check(
        "p1 battlefield: pool = Reflecting Pool; ziggurat = Ancient Ziggurat (tapped)
         p1 hand: shock = Shock",
        "? pool.could = WUBRG
         answer mana: R
         p1: activate pool 0
         ? p1.pool = R, p1.restricted = none
         p1: cast shock at p2
         ? p1.pool = none",
    );
}

#[test]
fn it_leaves_with_the_rest_of_the_pool() {
    // 500.4.
    check(
        "p1 battlefield: shop = Mishra's Workshop",
        "p1: activate shop 0 \n ? p1.restricted = CCC \n to beginning of combat \n ? p1.pool = none, p1.restricted = none",
    );
}

#[test]
fn a_word_of_the_restriction_can_be_changed() {
    // 612.2: Artificial Evolution on the land that asks for Slivers.
    check(
        "pool p1 U
         p1 battlefield: hive = Sliver Hive
         p1 hand: evolution = Artificial Evolution; sliver = Metallic Sliver; one = Endless One",
        "p1: cast evolution at hive
         answer creature type: Sliver
         answer creature type: Eldrazi
         resolve
         answer mana: W
         p1: activate hive 1
         p1: cast sliver -> refused 601.2h
         p1: cast one x 1
         ? p1.pool = none",
    );
}
