//! What permanents could produce (CR 106.7), on boards whose answer is worked out by hand.

use crate::common::check;

#[test]
fn costs_play_no_part() {
    // 106.7: tapped, new, out of counters, short of mana, life or lands, to be sacrificed: all the same.
    check(
        "life p2 0
         p1 battlefield: stone = Fellwar Stone; pool = Reflecting Pool; temple = Temple of the False God
         p2 battlefield: mine = Gemstone Mine (tapped); angel = Platinum Angel",
        "? stone.could = WUBRG, pool.could = C",
    );
    check(
        "p1 battlefield: pool = Reflecting Pool; bastion = Wooded Bastion (tapped); vivid = Vivid Grove
         p2 battlefield: farm = Tinder Farm (tapped); stone = Fellwar Stone; arbor = Dryad Arbor (fresh)",
        "? bastion.could = WGC, vivid.could = WUBRG, farm.could = WRG, arbor.could = G, stone.could = WUBRG",
    );
}

#[test]
fn amounts_of_zero_are_nothing() {
    check(
        "p1 battlefield: pool = Reflecting Pool; cradle = Gaea's Cradle; plains = Plains",
        "? pool.could = W
         p1: activate pool 0
         ? p1.pool = W",
    );
    check("p1 battlefield: pool = Reflecting Pool; cradle = Gaea's Cradle; memnite = Memnite", "? pool.could = G");
}

#[test]
fn abilities_gained_and_lost() {
    // 613.7: within layer 6 the newer effect has the last word.
    check(
        "p1 battlefield: stone = Fellwar Stone
         p2 battlefield: lantern = Chromatic Lantern; arbor = Dryad Arbor; bark = Lignify (on arbor)",
        "? arbor.could = none, stone.could = none",
    );
    check(
        "p1 battlefield: stone = Fellwar Stone; urborg = Urborg, Tomb of Yawgmoth
         p2 battlefield: arbor = Dryad Arbor; bark = Lignify (on arbor); lantern = Chromatic Lantern; wastes = Wastes",
        "? arbor.could = WUBRG, stone.could = WUBRG",
    );
    // 305.7, 613.1f: gained in a later layer than the one in which Blood Moon takes.
    check(
        "p1 battlefield: tundra = Tundra; moon = Blood Moon; pool = Reflecting Pool",
        "? tundra.could = R, pool.could = R",
    );
    check("p1 battlefield: tundra = Tundra; moon = Blood Moon; lantern = Chromatic Lantern", "? tundra.could = WUBRG");
}

#[test]
fn every_ability_counts() {
    // 106.7 says "an ability": a triggered one counts too, and is not a land tapped for mana.
    check(
        "p1 battlefield: vestige = Crumbling Vestige; pool = Reflecting Pool",
        "? vestige.could = WUBRGC, pool.could = WUBRGC",
    );
    check("p1 battlefield: vestige = Crumbling Vestige; contamination = Contamination", "? vestige.could = WUBRG");
}

#[test]
fn every_order_of_replacements() {
    check(
        "p1 battlefield: contamination = Contamination; ritual = Ritual of Subdual; stone = Fellwar Stone; forest = Forest
         p2 battlefield: island = Island",
        "? forest.could = BC, island.could = BC, stone.could = B
         p1: activate stone 0
         ? p1.pool = B
         answer replacement: contamination
         p1: activate forest 0
         ? p1.pool = BC",
    );
    // Damping Sphere: two at once, or by then; the doubler of somebody else does not make two.
    check(
        "p1 battlefield: sphere = Damping Sphere; chancery = Azorius Chancery; plains = Plains; pool = Reflecting Pool
         p2 battlefield: stone = Fellwar Stone; mirror = Mana Reflection; forest = Forest",
        "? chancery.could = C, plains.could = W, pool.could = WC, stone.could = W, forest.could = C",
    );
    check(
        "p1 battlefield: sphere = Damping Sphere; farm = Tinder Farm; bastion = Wooded Bastion; ritual = Ritual of Subdual",
        "? farm.could = C, bastion.could = C",
    );
}

#[test]
fn abilities_without_the_tap_symbol() {
    // 106.12b: what replaces the mana of a land tapped for it leaves a land sacrificed for it alone.
    check(
        "p1 battlefield: ritual = Ritual of Subdual; forest = Forest; compass = Star Compass
         pool p1 B
         p1 hand: rain = Rain of Filth",
        "? forest.could = C, compass.could = none
         p1: cast rain
         resolve
         ? forest.could = BC, compass.could = B
         p1: activate forest 1
         ? p1.pool = B, forest.zone = graveyard, compass.could = none",
    );
}

#[test]
fn what_was_sacrificed() {
    // 608.2h: as it last was, tapped or not; 605.3a: in the middle of paying.
    check(
        "p1 battlefield: resources = Squandered Resources; savannah = Savannah (tapped); plains = Plains
         p1 hand: lions = Savannah Lions",
        "answer sacrifice: savannah
         answer mana: W
         p1: cast lions paying resources 0
         ? stack = lions, savannah.zone = graveyard, p1.pool = none, priority = p1",
    );
    // Its own types were lost, and what it lent counts although it has gone.
    check(
        "p1 battlefield: resources = Squandered Resources; urborg = Urborg, Tomb of Yawgmoth
         p2 battlefield: moon = Blood Moon",
        "p1: activate resources 0
         ? p1.pool = R",
    );
    check(
        "p1 battlefield: resources = Squandered Resources; arbor = Dryad Arbor; cradle = Gaea's Cradle",
        "answer sacrifice: cradle
         p1: activate resources 0
         ? p1.pool = G
         p1: activate resources 0
         ? p1.pool = GG",
    );
    check(
        "p1 battlefield: resources = Squandered Resources; cradle = Gaea's Cradle",
        "p1: activate resources 0
         ? p1.pool = none, cradle.zone = graveyard
         p1: activate resources 0 -> refused 601.2h",
    );
}

#[test]
fn imprint() {
    // 607.2a: only the card exiled with this Mox, and only while it stays in exile.
    check(
        "p1 hand: mox = Chrome Mox; ox = Yoked Ox; forest = Forest; memnite = Memnite",
        "p1: cast mox
         resolve
         ? stack = mox
         answer card: ox
         resolve
         ? ox.zone = exile, forest.zone = hand
         p1: activate mox 1
         ? p1.pool = W",
    );
    check(
        "p1 battlefield: old = Chrome Mox
         p1 exile: rats = Muck Rats
         p1 hand: mox = Chrome Mox; one = Endless One",
        "p1: activate old 1
         ? old.tapped = true, p1.pool = none
         p1: cast mox
         resolve
         answer card: no
         resolve
         p1: activate mox 1
         ? p1.pool = none, one.zone = hand",
    );
}

#[test]
fn combinations_are_chosen_mana_by_mana() {
    check(
        "p1 battlefield: bastion = Wooded Bastion; forest = Forest",
        "p1: activate forest 0
         answer mana: G
         answer mana: W
         p1: activate bastion 1
         ? p1.pool = WG",
    );
    check(
        "p1 battlefield: bastion = Wooded Bastion; island = Island",
        "p1: activate island 0
         p1: activate bastion 1 -> refused 601.2h",
    );
}

#[test]
fn the_last_mining_counter() {
    check(
        "p1 battlefield: mine = Gemstone Mine (mining 1); other = Gemstone Mine (mining 2)",
        "answer mana: U
         p1: activate mine 1
         ? p1.pool = U, mine.zone = graveyard
         answer mana: R
         p1: activate other 1
         ? p1.pool = UR, other.zone = battlefield, other.mining = 1",
    );
}
